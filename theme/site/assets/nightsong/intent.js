/** Starting the engine for somebody who shows that they may roll, and for nobody else. */

import { fetchAhead, prepare } from "./engine.js";
import { isDear, isFast } from "./line.js";

/** Milliseconds that a pointer rests near a button before that counts as wanting to roll. */
const REST = 80;

/** Milliseconds from the load of a page with buttons until what rolls is fetched at leisure. */
const LEISURE = 200;

let fetching = false;

/** Start the engine when somebody comes near with pointer, finger or focus. @param {HTMLElement} place */
export function heedIntent(place) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  place.addEventListener("pointerenter", () => {
    resting = setTimeout(prepareFrugally, REST);
  });
  place.addEventListener("pointerleave", () => clearTimeout(resting));
  place.addEventListener("focusin", prepareFrugally);
  place.addEventListener("touchstart", prepareFrugally, { passive: true });
  fetchAtLeisure();
}

/** Where data is dear, only a click counts. */
function prepareFrugally() {
  if (!isDear()) prepare();
}

/** On a fast line that isn't paid by what goes over it, have the files before anybody comes near. */
function fetchAtLeisure() {
  if (fetching || !isFast()) return;
  fetching = true;
  const idle = window.requestIdleCallback ?? setTimeout;
  const later = () => setTimeout(() => idle(() => fetchAhead()), LEISURE);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}
