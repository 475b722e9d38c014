/** Starting the engine for somebody who shows that they may roll, and for nobody else. */

import { prepare } from "./engine.js";

/** Milliseconds that a pointer rests near a button before that counts as wanting to roll. */
const REST = 80;

/** Start the engine when somebody comes near with pointer, finger or focus. @param {HTMLElement} place */
export function heedIntent(place) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  place.addEventListener("pointerenter", () => {
    resting = setTimeout(prepareFrugally, REST);
  });
  place.addEventListener("pointerleave", () => clearTimeout(resting));
  place.addEventListener("focusin", prepareFrugally);
  place.addEventListener("touchstart", prepare, { passive: true });
}

/** On a line where data is dear, only a click counts. */
function prepareFrugally() {
  const connection = /** @type {any} */ (navigator).connection;
  if (!connection?.saveData) prepare();
}
