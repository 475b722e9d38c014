/** Step Dice to keep an eye on: lights, rations, looming events, clocks, whatever runs down. */

import { button, el, field, ICONS, log, play, refill, row, select } from "./kit.js";
import { newSeed } from "../rolls.js";
import { Turns } from "./turns.js";

/** @typedef {import("./referee.js").Desk} Desk */
/** @typedef {{id: string, name: string, die: string, ending: string, told: string}} Tracker */

/** What is tracked, in words, and what it means that the die is spent. */
const KINDS = /** @type {[string, string][]} */ ([
  ["spent", "Supply"],
  ["run out", "Light or timer"],
  ["due", "Event or clock"],
  ["broken", "Item"],
]);

/** @param {Desk} desk */
export function trackers(desk) {
  const { shelf, set, status, heed, ruleset } = desk;
  const { ladder } = ruleset.numbers.step_die;
  /** @returns {Tracker[]} */
  const all = () => shelf.state.trackers ?? [];
  const list = el("ul", { class: "ns-trackers" });
  const name = el("input", { class: "ns-input", type: "text", maxlength: 80, autocomplete: "off" });
  const kind = select(KINDS, KINDS[0][0]);
  const die = select(ladder.slice(0, -1), ladder[Math.floor(ladder.length / 2)]);
  const add = () => {
    const text = name.value.trim();
    if (!text) return name.focus();
    put([...all(), { id: newSeed(), name: text, die: die.value, ending: kind.value, told: "" }]);
    name.value = "";
    name.focus();
  };
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter") add();
  });

  const put = (/** @type {Tracker[]} */ trackers) => set({ trackers });

  const turns = new Turns();

  /** @param {string} id @param {Partial<Tracker>} part */
  const change = (id, part) => put(all().map((one) => (one.id === id ? { ...one, ...part } : one)));

  /** @param {string} id */
  async function roll(id) {
    const tracker = all().find((one) => one.id === id);
    if (!tracker) return;
    const played = await status.run(() => play("step-die", { die: tracker.die, ending: tracker.ending }));
    if (!played) return;
    const told = played.trace.map((step) => step.text).join(". ");
    change(tracker.id, { die: played.result.after, told });
    log(tracker.name, told, played);
  }

  /** @param {Tracker} tracker */
  function item(tracker) {
    const at = ladder.indexOf(tracker.die);
    const spent = at === ladder.length - 1;
    const about = tracker.name;
    return el(
      "li",
      { class: "ns-tracker" },
      el("b", {}, tracker.name),
      el("span", { class: "ns-tracker__die" }, tracker.die),
      row(
        ...(spent ? [] : [button("Roll", () => turns.take(() => roll(tracker.id), tracker.id), { path: ICONS.die, about })]),
        button("Step up", () => change(tracker.id, { die: ladder[Math.max(0, at - 1)], told: "" }), { about }),
        button("Remove", () => put(all().filter(({ id }) => id !== tracker.id)), { about }),
      ),
      el("span", { class: "ns-tracker__told", role: "status" }, tracker.told),
    );
  }

  function show() {
    refill(list, ...all().map(item));
  }

  heed(show);
  return el(
    "section",
    { class: "ns-panel" },
    el("h2", {}, "Trackers"),
    row(field("What runs down", name), field("Kind", kind), field("Step Die", die), button("Add", add)),
    list,
  );
}

