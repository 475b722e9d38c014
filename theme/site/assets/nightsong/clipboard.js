/** Text on the clipboard, also where a page may not write there. */

import { el } from "./dom.js";

/** @param {string} text @returns {Promise<boolean>} whether it is on the clipboard now */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // a page without https has no clipboard
  }
}

/** @param {string} text */
function copyBySelection(text) {
  const before = document.activeElement;
  const field = el("textarea", { class: "ns-unseen", "aria-hidden": "true" });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
