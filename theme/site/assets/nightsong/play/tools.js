/** The tools of the page: each is loaded where its place stands, and says so if it can't be. */

import { el } from "../dom.js";
import { heedIntent } from "../intent.js";
import { exported, imported } from "./shelf.js";
import { openFile, saveFile } from "./share.js";
import { button, row, say } from "./kit.js";

/** Furnish every tool's place: `<div class="ns-tool" data-tool="odds">`. */
export async function furnishTools() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".ns-tool"))) {
    heedIntent(place);
    await furnish(place);
    place.after(keeping());
  }
}

/** @param {HTMLElement} place */
async function furnish(place) {
  try {
    const { mount } = await import(`./${place.dataset.tool}.js`);
    place.replaceChildren();
    await mount(place);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    place.replaceChildren(
      el("p", { class: "ns-failure" }, `This tool could not be loaded: ${text}`),
      button("Try again", () => furnish(place)),
    );
  }
}

/** What all tools keep, saved to a file and taken from one. */
function keeping() {
  const status = el("p", { class: "ns-keeping__status" });
  const save = () => saveFile("nightsong.json", exported(), "application/json");
  const open = async () => {
    const text = await openFile("application/json,.json");
    if (text === null) return;
    status.textContent = imported(text) || "All that was in the file is here now.";
    say(status.textContent);
  };
  return el(
    "div",
    { class: "ns-keeping" },
    el("p", {}, "What you make and roll is kept in this browser, and nowhere else."),
    row(button("Save all to a file", save), button("Open a saved file", open)),
    status,
  );
}
