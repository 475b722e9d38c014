/** The one live region: what happens is said here, politely, and nowhere else. */

import { el } from "./dom.js";

const region = el("div", { class: "ns-unseen", role: "status", "aria-live": "polite" });
document.body.append(region);

/**
 * Say something to people who use a screen reader.
 * @param {string} text
 */
export function say(text) {
  // The same words again are only heard when the text changes.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
