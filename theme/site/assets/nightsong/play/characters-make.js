/** Making a character: every part rolled, chosen or kept. */

import { button, capital, el, field, ICONS, longSteps, piece, row, select, signed } from "./kit.js";
import { called } from "./characters-sheet.js";

/** @typedef {import("./characters-desk.js").Desk} Desk */
/** @typedef {import("./characters-desk.js").Member} Member */
/** @typedef {import("./characters-desk.js").Options} Options */
/** @typedef {import("./characters-desk.js").Choices} Choices */

const DICE = "Let the dice decide";
const METHODS = /** @type {[string, string][]} */ ([["array", "The array"], ["rolled", "Rolled"]]);
const LONGEST = 120; // letters, as the rules allow

const AT_ONCE = 10; // ms of work before the page gets a turn

/** The form for the one who is being made: what shows the same as before is left alone. */
export class Making {
  /** @param {Desk} desk @param {Options} options what can be chosen from */
  constructor(desk, options) {
    this.desk = desk;
    this.options = options;
    this.abilities = part("Abilities");
    this.background = part("Background");
    this.spells = part("Spells");
    this.coins = part("Coins");
    this.name = line();
    this.pronouns = line();
    this.details = options.details.map((detail) => ({ detail, frame: line() }));
    this.story = el("div", { class: "ns-making__story" });
    const lines = [this.name, this.pronouns, ...this.details.map(({ frame }) => frame)];
    this.element = el(
      "div",
      { class: "ns-making" },
      ...[this.abilities, this.background, this.spells, this.coins].map(({ element }) => element),
      el("div", { class: "ns-part ns-lines" }, ...lines.map(({ element }) => element)),
      this.story,
    );
    /** @type {Member | null} */
    this.shown = null;
  }

  /** Show somebody, with a pause where it takes long. @param {Member} one */
  async show(one) {
    this.shown = one;
    let begun = performance.now();
    for (const fill of this.fillings(one)) {
      if (performance.now() - begun > AT_ONCE) {
        await new Promise((done) => setTimeout(done));
        if (this.shown !== one) return;
        begun = performance.now();
      }
      fill();
    }
  }

  /** What there is to be filled in. @param {Member} one @returns {(() => void)[]} */
  fillings(one) {
    const { desk, options } = this;
    const { character } = one.sheet;
    const { choices } = one;
    const shards = (character.carried ?? []).filter((/** @type {any} */ carried) => carried.item.kind === "spell-shard");
    const named = () => [own(desk, "Name", choices.name, character.name, (name) => () => ({ name }))];
    const called = () => [own(desk, "Pronouns", choices.pronouns, "", (pronouns) => () => ({ pronouns }))];
    return [
      () => this.fill(this.abilities, one, "abilities", "Abilities",
        [character.abilities, choices.method, choices.order, choices.highest], () => abilities(desk, one, options)),
      () => this.fill(this.background, one, "background", "Background",
        [character.backgrounds, choices.background], () => [background(desk, one, options)]),
      () => this.fill(this.spells, one, "spells", "Spells",
        [shards.map((/** @type {any} */ shard) => shard.item.name), choices.spells],
        () => shards.map((/** @type {any} */ shard, /** @type {number} */ n) => spell(desk, one, options, shard, n))),
      () => (this.spells.element.hidden = !shards.length),
      () => this.fill(this.coins, one, "coins", "Coins", character.coins, () => [el("p", {}, String(character.coins))]),
      () => this.fill(this.name, one, "name", "Name", [choices.name, character.name], named),
      () => piece(this.pronouns.fields, choices.pronouns, called),
      ...this.details.map(({ detail, frame }) => () => {
        const { chosen, rolled } = detailOf(one, detail.table);
        this.fill(frame, one, detail.table, detail.title, [chosen, rolled], () => [ownDetail(desk, detail, chosen, rolled)]);
      }),
      () => piece(this.story, one.trace, () => [longSteps(one.trace, "How each part came about")]),
    ];
  }

  /**
   * A part with its controls: roll it again, keep it.
   * @param {Frame} frame @param {Member} one @param {string} id @param {string} title
   * @param {unknown} shown @param {() => HTMLElement[]} make
   */
  fill({ element, fields, tools }, one, id, title, shown, make) {
    const kept = one.kept.includes(id);
    element.classList.toggle("ns-part--kept", kept);
    const group = element.localName === "fieldset" ? title : "";
    piece(fields, shown, make, group);
    piece(tools, kept, () => controls(this.desk, id, title, kept), group);
  }
}

/** @typedef {{element: HTMLElement, fields: HTMLElement, tools: HTMLElement}} Frame */

/** @param {string} title @returns {Frame} */
function part(title) {
  const fields = el("div", { class: "ns-part__fields" });
  const tools = row();
  return { element: el("fieldset", { class: "ns-part" }, el("legend", {}, title), fields, tools), fields, tools };
}

/** A part that is one line. @returns {Frame} */
function line() {
  const fields = el("div");
  const tools = row();
  return { element: el("div", { class: "ns-line" }, fields, tools), fields, tools };
}

/** @param {Desk} desk @param {string} id @param {string} title @param {boolean} kept */
function controls(desk, id, title, kept) {
  return [
    button("Again", () => desk.again(id), { path: ICONS.again, about: `for ${title}` }),
    button("Keep", () => desk.keep(id), { pressed: kept, about: title }),
  ];
}

/** @param {Desk} desk @param {Member} one @param {Options} options */
function abilities(desk, one, options) {
  const { choices, sheet } = one;
  const names = Object.keys(sheet.character.abilities);
  const method = field("Scores", select(METHODS, choices.method, (value) => desk.choose({ method: value, order: [], highest: "" })));
  const scores = /** @type {number[]} */ (Object.values(sheet.character.abilities));
  const top = Math.max(...scores);
  const tied = names.filter((name) => sheet.character.abilities[name] === top);
  const tie = tied.length > 1 ? [field("Highest", select([["", DICE], ...tied.map((name) => /** @type {[string, string]} */ ([name, called(desk.ruleset, name)]))], choices.highest, (highest) => desk.choose({ highest })), "They tie: which one counts?")] : [];
  if (choices.method !== "array") return [method, ...tie];
  return [method, ...order(desk, one, options, names), ...tie];
}

/** @param {Desk} desk @param {Member} one @param {Options} options @param {string[]} names */
function order(desk, one, options, names) {
  const { abilities } = one.sheet.character;
  const fell = inOrder(options.array, abilities, names);
  const now = orderIn(one.choices, fell);
  return options.array.map((score, n) => {
    const listed = names.map((name) => /** @type {[string, string]} */ ([name, called(desk.ruleset, name)]));
    const choose = (/** @type {string} */ name) => desk.choose((choices) => {
      const former = orderIn(choices, fell);
      const after = [...former];
      after[former.indexOf(name)] = former[n];
      after[n] = name;
      return { order: after, highest: "" };
    });
    return field(signed(score), select(listed, now[n], choose));
  });
}

/** The Abilities in the array's order: as they were chosen, or as they fell. @param {Choices} choices @param {string[]} fell */
function orderIn(choices, fell) {
  return choices.order.length ? choices.order : fell;
}

/** The Abilities in the array's order, as they fell. @param {number[]} array @param {Record<string, number>} scores @param {string[]} names */
function inOrder(array, scores, names) {
  const left = [...names];
  return array.map((score) => {
    const at = left.findIndex((name) => scores[name] === score);
    return left.splice(Math.max(at, 0), 1)[0];
  });
}

/** @param {Desk} desk @param {Member} one @param {Options} options */
function background(desk, one, options) {
  const list = el("select", { class: "ns-select" }, el("option", { value: "" }, DICE));
  for (const [ability, rows] of Object.entries(options.backgrounds)) {
    const group = el("optgroup", { label: called(desk.ruleset, ability) });
    group.append(...rows.map((one_) => el("option", { value: one_.name }, one_.name)));
    list.append(group);
  }
  list.value = one.choices.background;
  list.addEventListener("change", () => desk.choose({ background: list.value }));
  const [now] = one.sheet.character.backgrounds;
  const found = Object.values(options.backgrounds).flat().find((row_) => row_.name === now);
  return field("Background", list, found?.text ?? now);
}

/** @param {Desk} desk @param {Member} one @param {Options} options @param {any} shard @param {number} n */
function spell(desk, one, options, shard, n) {
  const listed = /** @type {[string, string][]} */ ([["", DICE], ...options.spells.map((spell_) => [spell_.name, spell_.name])]);
  const choose = (/** @type {string} */ name) => desk.choose((choices) => {
    const spells = [...choices.spells];
    while (spells.length <= n) spells.push("");
    spells[n] = name;
    return { spells };
  });
  const text = options.spells.find((spell_) => spell_.name === shard.item.name)?.text ?? "";
  return field(`Shard ${n + 1}: ${shard.item.name}`, select(listed, one.choices.spells[n] ?? "", choose), text);
}

/** What was chosen and what was rolled of a detail. @param {Member} one @param {string} table */
function detailOf(one, table) {
  const now = (one.sheet.character.details ?? []).find((/** @type {any} */ found) => found.table === table);
  return { chosen: one.choices.details[table] ?? "", rolled: now?.text ?? "" };
}

/** @param {Desk} desk @param {{table: string, title: string, rows: string[]}} detail @param {string} chosen @param {string} rolled */
function ownDetail(desk, { table, title, rows }, chosen, rolled) {
  const set = (/** @type {string} */ text) => (/** @type {Choices} */ choices) => {
    const { [table]: _, ...others } = choices.details;
    return { details: text ? { ...others, [table]: text } : others };
  };
  return own(desk, title, chosen, rolled, set, rows);
}

/**
 * A line for the player's own words; the dice speak where it is empty.
 * @param {Desk} desk @param {string} title @param {string} chosen @param {string} rolled
 * @param {(text: string) => (now: Choices) => Partial<Choices>} set what the choices become @param {string[]} [rows] to pick from
 */
function own(desk, title, chosen, rolled, set, rows = []) {
  const input = el("input", {
    class: "ns-input", type: "text", maxlength: LONGEST, autocomplete: "off", list: rows.length ? suggested(title, rows) : null,
  });
  input.value = chosen || rolled;
  input.addEventListener("change", () => desk.choose(set(input.value.trim())));
  return field(capital(title), input);
}

/** The id of the list of what may be picked: made once, since a form is made often. @param {string} title @param {string[]} rows */
function suggested(title, rows) {
  const id = `ns-rows-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  if (!document.getElementById(id)) {
    document.body.append(el("datalist", { id }, ...rows.map((text) => el("option", { value: text }))));
  }
  return id;
}
