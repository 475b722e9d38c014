/** The next Turn of a delve: light, movement, what is done, and what comes. */

import { button, check, el, field, ICONS, log, play, refill, row, select } from "./kit.js";
import { newSeed } from "../rolls.js";
import { keptCharacters } from "./party.js";
import { Turns } from "./turns.js";
import { members, openSteps } from "./referee-journey.js";

/** @typedef {import("./referee.js").Desk} Desk */

const LIGHTS = /** @type {[string, string][]} */ ([["", "Nothing new"], ["torch", "A torch"], ["lantern", "A lantern"]]);

/** @param {Desk} desk */
export function delve(desk) {
  const { shelf, status, set, heed } = desk;
  const place = el("div", { class: "ns-columns" });
  const kept = () => shelf.state.delve ?? { seed: newSeed(), state: null, plan: {}, last: null };
  /** @param {Record<string, unknown>} part */
  const change = (part) => set({ delve: { ...kept(), ...part } });
  const turns = new Turns();
  const next = () => turns.take(playTurn, "turn");
  const playTurn = async () => {
    const { seed, state, plan } = kept();
    const { light, ...rest } = plan;
    const using = { plan: light ? { light, ...rest } : rest, ...(state ? { state } : {}) };
    const played = await status.run(() => play("turn", using, { seed }));
    if (!played) return;
    const { state: after } = played.result;
    change({ seed, state: after, plan: { ...kept().plan, light: "" }, last: played.trace });
    log(`Turn ${after.turn}`, played.trace.map((step) => step.text).join(". "), played);
  };
  const start = (/** @type {any[]} */ party) =>
    turns.take(() => change({ seed: newSeed(), state: { turn: 0, party }, last: null }));

  function show() {
    const { state, plan, last } = kept();
    const alter = (/** @type {any} */ part) => change({ plan: { ...plan, ...part } });
    const party = state?.party ?? [];
    const chars = keptCharacters();
    refill(
      place,
      el(
        "section",
        { class: "ns-panel" },
        el("h2", {}, "The next Turn"),
        row(
          field("Light", select(LIGHTS, plan.light ?? "", (light) => alter({ light }))),
          check("move on", Boolean(plan.move), (move) => alter({ move })),
        ),
        row(button("Play the Turn", next, { small: false, path: ICONS.die })),
      ),
      el(
        "section",
        { class: "ns-panel" },
        el("h2", {}, state ? `After Turn ${state.turn}` : "Not gone in yet"),
        lights(state?.lights ?? []),
        members(party),
        ...(last ? [openSteps(last)] : []),
        row(
          button(state ? "Start anew without a party" : "Go in without a party", () => start([])),
          ...(chars.length ? [button(`Go in with ${chars.map(({ name }) => name).join(", ")}`, () => start(chars))] : []),
        ),
      ),
    );
  }
  heed(show);
  return place;
}

/** @param {any[]} burning */
function lights(burning) {
  return el("ul", { class: "ns-members" }, ...burning.map(({ source, die }) => el("li", {}, `${source} ${die}`)));
}
