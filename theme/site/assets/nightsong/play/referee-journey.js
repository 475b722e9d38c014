/** The next Watch of a journey: what the group does, what comes of it, and how everybody stands. */

import { button, capital, check, el, field, ICONS, log, play, refill, row, select, steps } from "./kit.js";
import { newSeed } from "../rolls.js";
import { keptCharacters } from "./party.js";
import { Turns } from "./turns.js";

/** @typedef {import("./referee.js").Desk} Desk */

/** What the group may do, in words: the plan's part and how it reads. */
const TICKS = /** @type {[string, string][]} */ ([
  ["path", "on a path"],
  ["landmark", "with a landmark"],
  ["rest", "rest"],
  ["press_on", "press on in bad weather"],
  ["forage", "forage"],
  ["share", "share rations"],
]);
const TERRAINS = ["clear", "difficult"];
const CARRIAGES = ["foot", "horse", "ship"];

/** @param {Desk} desk */
export function journey(desk) {
  const { shelf, status, set, heed, ruleset } = desk;
  const place = el("div", { class: "ns-columns" });
  const kept = () => shelf.state.journey ?? { seed: newSeed(), state: null, plan: {}, last: null };
  /** @param {Record<string, unknown>} part */
  const change = (part) => set({ journey: { ...kept(), ...part } });
  const turns = new Turns();
  const next = () => turns.take(playWatch, "watch");
  const playWatch = async () => {
    const { seed, state, plan } = kept();
    const using = state ? { state, plan } : { plan };
    const played = await status.run(() => play("watch", using, { seed }));
    if (!played) return;
    const { state: after } = played.result;
    change({ seed, state: after, last: { trace: played.trace, rations: played.result.rations } });
    log(`Watch ${after.watch}`, played.trace.map((step) => step.text).join(". "), played);
  };
  const start = (/** @type {any[]} */ party) => turns.take(() => change({ seed: newSeed(), state: setOut(party), last: null }));

  function show() {
    const { state, plan, last } = kept();
    refill(place, planPanel(plan, ruleset, (part) => change({ plan: { ...plan, ...part } }), next),
      statePanel(state, last, start));
  }
  heed(show);
  return place;
}

/** A journey before its first Watch. @param {any[]} party */
function setOut(party) {
  return { watch: 0, party, rested: party.map(() => 0), resting: party.map(() => 0) };
}

/** @param {any} plan @param {any} ruleset @param {(part: any) => void} change @param {() => void} next */
function planPanel(plan, ruleset, change, next) {
  const { weather, navigation, foraging } = ruleset.numbers;
  const situations = { weather: ["mild", "harsh"], navigation: ["blind", "open"], foraging: ["barren", "lush"] };
  const thresholds = Object.entries(situations).map(([name, known]) => {
    const numbers = { weather, navigation, foraging }[name];
    const options = /** @type {[string, string][]} */ ([
      ["", "Usual"],
      ...known.filter((one) => one in numbers).map((one) => [one, `${capital(one)}, ${numbers[one]}%`]),
    ]);
    return field(capital(name), select(options, plan[name] ?? "", (value) => change({ [name]: value })));
  });
  return el(
    "section",
    { class: "ns-panel" },
    el("h2", {}, "The next Watch"),
    row(
      field("Terrain", select(named(TERRAINS), plan.terrain ?? TERRAINS[0], (terrain) => change({ terrain }))),
      field("Going by", select(named(CARRIAGES), plan.carriage ?? CARRIAGES[0], (carriage) => change({ carriage }))),
      ...thresholds,
    ),
    row(...TICKS.map(([name, text]) => check(text, Boolean(plan[name]), (on) => change({ [name]: on })))),
    row(button("Play the Watch", next, { small: false, path: ICONS.die })),
  );
}

/** @param {string[]} values @returns {[string, string][]} */
function named(values) {
  return values.map((value) => [value, capital(value)]);
}

/** @param {any} state @param {any} last @param {(party: any[]) => void} start */
function statePanel(state, last, start) {
  const kept = keptCharacters();
  const party = state?.party ?? [];
  return el(
    "section",
    { class: "ns-panel" },
    el("h2", {}, state ? `After Watch ${state.watch}` : "Not set out yet"),
    ...(state ? [el("p", {}, `${state.way ?? 0} miles on the way${state.lost ? ", lost" : ""}`)] : []),
    members(party, last?.rations),
    ...(last ? [openSteps(last.trace)] : []),
    row(
      button(state ? "Start anew without a party" : "Set out without a party", () => start([])),
      ...(kept.length ? [button(`Set out with ${kept.map(({ name }) => name).join(", ")}`, () => start(kept))] : []),
    ),
  );
}

/** The last Watch is what one wants to read: its steps stand open. @param {any[]} trace */
export function openSteps(trace) {
  const story = steps(trace, "What happened");
  story.open = true;
  return story;
}

/** @param {any[]} party @param {any[]} [rations] */
export function members(party, rations = []) {
  const lines = party.map(({ name, hp, max_hp: most, conditions = [] }, at) => {
    const held = rations[at]?.dice?.length ? `rations ${rations[at].dice.join(", ")}` : "";
    const ails = conditions.map((/** @type {any} */ one) => one.name).join(", ");
    return el("li", {}, [`${name}: ${hp}/${most} HP`, held, ails].filter(Boolean).join(" · "));
  });
  return el("ul", { class: "ns-members" }, ...lines);
}
