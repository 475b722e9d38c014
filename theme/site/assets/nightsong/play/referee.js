/** The Referee's screen: checks and fate, the next Watch and Turn, trackers, and a fight board. */

import { button, el, Status } from "./kit.js";
import { checks } from "./referee-checks.js";
import { delve } from "./referee-delve.js";
import { fight } from "./referee-fight.js";
import { journey } from "./referee-journey.js";
import { trackers } from "./referee-trackers.js";
import { loadRuleset } from "./rules.js";
import { Shelf } from "./shelf.js";
import { WORDS } from "../words.js";

/**
 * @typedef {object} Desk what a section of the screen works with
 * @property {any} ruleset
 * @property {Shelf<any>} shelf
 * @property {Status} status
 * @property {(part: Record<string, unknown>) => void} set change a part of the state
 * @property {(show: () => void) => void} heed show the state, now and whenever it is another
 */

const SECTIONS = /** @type {Record<string, {title: string, make: (desk: Desk) => Node}>} */ ({
  checks: { title: "Checks and fate", make: checks },
  journey: { title: "Journey", make: journey },
  delve: { title: "Delve", make: delve },
  trackers: { title: "Trackers", make: trackers },
  fight: { title: "Fight", make: fight },
});

/** @param {HTMLElement} root */
export async function mount(root) {
  const ruleset = await loadRuleset();
  const shelf = new Shelf("referee", () => ({ section: "checks" }), sound);
  const status = new Status();
  const set = (/** @type {Record<string, unknown>} */ part) => shelf.set({ ...shelf.state, ...part });
  /** @type {() => void} */
  let again = () => {};
  const heed = (/** @type {() => void} */ show) => {
    again = show;
    show();
  };
  const desk = { ruleset, shelf, status, set, heed };
  const place = el("div", { class: "ns-desk" });
  const undo = button("Undo", () => shelf.undo(), { about: "the last change on this screen" });
  const tabs = Object.entries(SECTIONS).map(([name, { title }]) => {
    const tab = button(title, () => set({ section: name }), { pressed: false });
    return { name, tab };
  });
  root.append(
    el("nav", { class: "ns-tabs", "aria-label": "Parts of the screen" }, ...tabs.map(({ tab }) => tab), undo),
    status.element,
    place,
  );
  let shown = "";
  shelf.watch(({ section }) => {
    undo.hidden = !shelf.canUndo;
    for (const { name, tab } of tabs) tab.setAttribute("aria-pressed", String(name === section));
    try {
      if (section === shown) return again();
      shown = section;
      place.replaceChildren(SECTIONS[section].make(desk));
    } catch {
      shown = "";
      shelf.reject();
      status.fail(WORDS.unfit);
    }
  });
}

/** Whether data can be what the screen keeps; its sections look at the rest. @param {any} state */
function sound(state) {
  if (!state || typeof state !== "object" || !Object.hasOwn(SECTIONS, state.section)) return false;
  const { trackers = [] } = state;
  return Array.isArray(trackers) && trackers.every((one) => typeof one?.name === "string");
}
