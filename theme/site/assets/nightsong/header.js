/** The header's labels for menu and search by themselves heed a pointer only: give them buttons. */

import { el } from "./dom.js";

const NAMES = /** @type {Record<string, string>} */ ({ __drawer: "Menu", __search: "Search" });

/** Lay a real button over each label. */
export function mendHeader() {
  for (const [id, name] of Object.entries(NAMES)) {
    const onclick = () => document.getElementById(id)?.click();
    document
      .querySelector(`.md-header__button[for="${id}"]`)
      ?.append(el("button", { type: "button", class: "ns-reach", "aria-label": name, onclick }));
  }
}
