/** Odds: exact chances as bars and as a table, from the same rules that roll. */

import { difficultyField, favorField, scoreField, usualDifficulty } from "./asked.js";
import { isDear } from "../line.js";
import { loadRuleset } from "./rules.js";
import { button, capital, el, field, play, refill, row, select, Status, stepper } from "./kit.js";
import { Shelf } from "./shelf.js";
import { bars } from "./plot.js";

/**
 * @typedef {{name: string, value: number, exact: string}} Bar
 * @typedef {{kind: string, ability: number, other: number, dr: string, favor: string, damage: string,
 *   armor: string, hp: number, die: string, uses: number, threshold: number, table: string}} State
 */

/** @param {any} ruleset @returns {State} */
function fresh(ruleset) {
  const { step_die: steps, fate } = ruleset.numbers;
  return {
    kind: "check",
    ability: 0,
    other: 0,
    dr: usualDifficulty(ruleset.numbers),
    favor: "plain",
    damage: steps.ladder[2],
    armor: "",
    hp: 5,
    die: steps.ladder[2],
    uses: 8,
    threshold: fate.even,
    table: ruleset.tables[0].id,
  };
}

/** @param {string} text `9/20` or `1` */
function fraction(text) {
  const [over, under = "1"] = String(text).split("/");
  return Number(over) / Number(under);
}

/** @param {string} name @param {string} exact @returns {Bar} */
function bar(name, exact) {
  return { name, exact: String(exact), value: fraction(exact) };
}

/** @param {Record<string, string>} chances @param {(name: string) => string} [called] */
function listed(chances, called = (name) => name) {
  return Object.entries(chances).map(([name, exact]) => bar(called(name), exact));
}

/**
 * What can be asked: the form for it, the procedure, what it is asked, and the bars of its answer.
 * @type {Record<string, {title: string, form: (s: State, set: (part: Partial<State>) => void, ruleset: any) => HTMLElement[],
 *   play: string, using: (s: State) => Record<string, unknown>, bars: (result: any, s: State) => Bar[],
 *   note?: (result: any) => string}>}
 */
const KINDS = {
  check: {
    title: "Check",
    form: (s, set, ruleset) => [score(s, set), difficulty(s, set, ruleset), favor(s, set)],
    play: "odds-check",
    using: ({ ability, dr, favor }) => ({ ability, dr, favor }),
    bars: ({ success, failure }) => [bar("Success", success), bar("Failure", failure)],
  },
  nuanced: {
    title: "Nuanced Check",
    form: (s, set, ruleset) => [score(s, set), difficulty(s, set, ruleset), favor(s, set)],
    play: "odds-nuanced-check",
    using: ({ ability, dr, favor }) => ({ ability, dr, favor }),
    bars: ({ outcomes }) => listed(outcomes, capital),
  },
  opposed: {
    title: "Opposed Check",
    form: (s, set) => [
      score(s, set),
      scoreField("The other’s score", s.other, (other) => set({ other })),
      favor(s, set),
    ],
    play: "odds-opposed-check",
    using: ({ ability, other, favor }) => ({ first: ability, second: other, first_favor: favor }),
    bars: ({ wins }) => [bar("First wins", wins), { ...bar("Second wins", wins), ...rest(wins) }],
  },
  attack: {
    title: "Attack",
    form: (s, set, { numbers }) => {
      const dice = numbers.step_die.ladder.slice(0, -1);
      const armor = [["", "None"], ...dice.map((die) => [die, die])];
      return [
        field("Damage", select(dice, s.damage, (damage) => set({ damage }))),
        field("Armor", select(armor, s.armor, (value) => set({ armor: value }))),
        field("The foe’s HP", stepper(s.hp, (hp) => set({ hp }), { least: 1, most: numbers.npcs.hp.limit, about: "The foe’s HP" })),
        favor(s, set),
      ];
    },
    play: "odds-attack",
    using: ({ damage, armor, favor, hp }) => ({ damage: [damage], armor: armor || null, favor, hp }),
    bars: ({ harm }) => listed(harm, (lost) => `${lost} HP lost`),
    note: ({ miss, mean, takes_out: out }) =>
      `A miss: ${percent(miss)}. On average ${fraction(mean).toFixed(2)} HP are lost. Taken out at once: ${percent(out)}.`,
  },
  step: {
    title: "Step Die",
    form: (s, set, { numbers }) => [
      field("Die", select(numbers.step_die.ladder.slice(0, -1), s.die, (die) => set({ die }))),
      field("Uses", stepper(s.uses, (uses) => set({ uses }), { least: 1, most: 30, about: "Uses" })),
    ],
    play: "odds-step-die",
    using: ({ die, uses }) => ({ die, uses }),
    bars: ({ lasts }) => listed(lasts, (uses) => `${uses} or more`),
    note: ({ mean }) => `It is rolled ${fraction(mean).toFixed(2)} times on average (${mean}).`,
  },
  fate: {
    title: "Die of Fate",
    form: (s, set, { numbers }) => [
      field(
        "Threshold",
        select(percents(numbers), String(s.threshold), (value) => set({ threshold: Number(value) })),
      ),
    ],
    play: "odds-fate",
    using: ({ threshold }) => ({ threshold }),
    bars: ({ yes, no }) => [bar("Yes", yes), bar("No", no)],
  },
  table: {
    title: "Table",
    form: (s, set, ruleset) => {
      const tables = ruleset.tables.map((/** @type {any} */ table) => [table.id, table.title]);
      return [field("Table", select(tables, s.table, (table) => set({ table })))];
    },
    play: "odds-table",
    using: ({ table }) => ({ table }),
    bars: ({ rows }) =>
      rows.map((/** @type {any} */ one) => bar(`${one.key} ${one.text}`, one.chance)),
  },
};

/** @param {any} numbers @returns {[string, string][]} */
function percents({ fate }) {
  const values = Array.from({ length: fate.results }, (_, at) => String((at + 1) * fate.step));
  return values.map((value) => [value, `${value}%`]);
}

/** The chance that is left. @param {string} exact */
function rest(exact) {
  const [over, under = "1"] = String(exact).split("/");
  return { value: 1 - fraction(exact), exact: `${BigInt(under) - BigInt(over)}/${under}` };
}

/** @param {string} exact */
function percent(exact) {
  return `${(100 * fraction(exact)).toFixed(1)}%`;
}

/** @param {State} s @param {(part: Partial<State>) => void} set */
function score(s, set) {
  return scoreField("Ability score", s.ability, (ability) => set({ ability }));
}

/** @param {State} s @param {(part: Partial<State>) => void} set */
function favor(s, set) {
  return favorField(s.favor, (value) => set({ favor: value }));
}

/** @param {State} s @param {(part: Partial<State>) => void} set @param {any} ruleset */
function difficulty(s, set, { numbers }) {
  return difficultyField(numbers, s.dr, (dr) => set({ dr }));
}

/** @param {HTMLElement} root */
export async function mount(root) {
  const ruleset = await loadRuleset();
  const shelf = new Shelf("odds", () => fresh(ruleset), (state) => sound(state, fresh(ruleset)));
  const status = new Status();
  const form = el("div");
  const plot = el("div", { class: "ns-plot", "aria-live": "polite" });
  const kinds = Object.entries(KINDS).map(([kind, { title }]) => /** @type {[string, string]} */ ([kind, title]));
  const chosen = select(kinds, shelf.state.kind, (kind) => change({ kind }));
  root.append(
    el("section", { class: "ns-panel" }, row(field("Chance of a", chosen)), form, status.element),
    el("section", { class: "ns-panel" }, plot),
  );

  /** @param {Partial<State>} part */
  const change = (part) => shelf.set({ ...shelf.state, ...part });

  async function work() {
    const state = shelf.state;
    const { play: name, using, bars: read, note, title } = KINDS[state.kind];
    const played = await status.run(() => play(name, using(state)));
    if (!played || state !== shelf.state) return;
    const said = note ? [el("p", {}, note(played.result))] : [];
    plot.replaceChildren(bars(title, read(played.result, state)), ...said);
  }

  let dear = isDear(); // then only what is asked for is worked out
  shelf.watch((state) => {
    chosen.value = state.kind;
    refill(form, row(...KINDS[state.kind].form(state, change, ruleset)));
    if (!dear) return work();
    dear = false;
    plot.replaceChildren(button("Work it out", work));
  });
}

/** Whether data can be what the tool keeps. @param {any} state @param {State} fresh */
function sound(state, fresh) {
  if (!state || typeof state !== "object" || !Object.hasOwn(KINDS, state.kind)) return false;
  return Object.entries(fresh).every(([key, value]) => typeof state[key] === typeof value);
}
