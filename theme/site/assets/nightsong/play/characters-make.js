/** Making a character: every part rolled, chosen or kept. */

import { button, capital, el, field, ICONS, row, select, signed, steps } from "./kit.js";
import { called } from "./characters-sheet.js";

/** @typedef {import("./characters-desk.js").Desk} Desk */
/** @typedef {import("./characters-desk.js").Member} Member */
/** @typedef {import("./characters-desk.js").Options} Options */

const DICE = "Let the dice decide";
const METHODS = /** @type {[string, string][]} */ ([["array", "The array"], ["rolled", "Rolled"]]);
const LONGEST = 120; // letters, as the rules allow

/**
 * The form for the one who is being made.
 * @param {Desk} desk
 * @param {Member} one
 * @param {Options} options
 */
export function makingOf(desk, one, options) {
  const shards = (one.sheet.character.carried ?? []).filter(
    (/** @type {any} */ carried) => carried.item.kind === "spell-shard",
  );
  return el(
    "div",
    { class: "ns-making" },
    part(desk, one, "abilities", "Abilities", ...abilities(desk, one, options)),
    part(desk, one, "background", "Background", background(desk, one, options)),
    ...(shards.length ? [part(desk, one, "spells", "Spells", ...shards.map((/** @type {any} */ shard, /** @type {number} */ n) => spell(desk, one, options, shard, n)))] : []),
    part(desk, one, "coins", "Coins", el("p", {}, String(one.sheet.character.coins))),
    el(
      "div",
      { class: "ns-part ns-lines" },
      line(desk, one, "name", "Name", own(desk, "Name", one.choices.name, one.sheet.character.name, (name) => ({ name }))),
      el("div", { class: "ns-line" }, own(desk, "Pronouns", one.choices.pronouns, "", (pronouns) => ({ pronouns }))),
      ...options.details.map((detail) => line(desk, one, detail.table, detail.title, chosenDetail(desk, one, detail))),
    ),
    steps(one.trace, "How each part came about"),
  );
}

/**
 * A part with its controls: roll it again, keep it.
 * @param {Desk} desk @param {Member} one @param {string} id @param {string} title @param {...Node} children
 */
function part(desk, one, id, title, ...children) {
  const kept = one.kept.includes(id);
  return el(
    "fieldset",
    { class: `ns-part${kept ? " ns-part--kept" : ""}` },
    el("legend", {}, title),
    el("div", { class: "ns-part__fields" }, ...children),
    row(...controls(desk, id, title, kept)),
  );
}

/** A part that is one line. @param {Desk} desk @param {Member} one @param {string} id @param {string} title @param {Node} child */
function line(desk, one, id, title, child) {
  const kept = one.kept.includes(id);
  return el("div", { class: `ns-line${kept ? " ns-line--kept" : ""}` }, child, row(...controls(desk, id, title, kept)));
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
  const now = one.choices.order.length ? one.choices.order : inOrder(options.array, abilities, names);
  return options.array.map((score, n) => {
    const listed = names.map((name) => /** @type {[string, string]} */ ([name, called(desk.ruleset, name)]));
    const choose = (/** @type {string} */ name) => {
      const after = [...now];
      after[now.indexOf(name)] = now[n];
      after[n] = name;
      desk.choose({ order: after, highest: "" });
    };
    return field(signed(score), select(listed, now[n], choose));
  });
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
  const choose = (/** @type {string} */ name) => {
    const spells = [...one.choices.spells];
    while (spells.length <= n) spells.push("");
    spells[n] = name;
    desk.choose({ spells });
  };
  const text = options.spells.find((spell_) => spell_.name === shard.item.name)?.text ?? "";
  return field(`Shard ${n + 1}: ${shard.item.name}`, select(listed, one.choices.spells[n] ?? "", choose), text);
}

/** @param {Desk} desk @param {Member} one @param {{table: string, title: string, rows: string[]}} detail */
function chosenDetail(desk, one, detail) {
  const now = (one.sheet.character.details ?? []).find((/** @type {any} */ found) => found.table === detail.table);
  const set = (/** @type {string} */ text) => {
    const { [detail.table]: _, ...others } = one.choices.details;
    return { details: text ? { ...others, [detail.table]: text } : others };
  };
  return own(desk, detail.title, one.choices.details[detail.table] ?? "", now?.text ?? "", set, detail.rows);
}

/**
 * A line for the player's own words; the dice speak where it is empty.
 * @param {Desk} desk @param {string} title @param {string} chosen @param {string} rolled
 * @param {(text: string) => Partial<import("./characters-desk.js").Choices>} set @param {string[]} [rows] to pick from
 */
function own(desk, title, chosen, rolled, set, rows = []) {
  const input = el("input", {
    class: "ns-input", type: "text", maxlength: LONGEST, autocomplete: "off", list: rows.length ? suggested(title, rows) : null,
  });
  input.value = chosen || rolled;
  input.addEventListener("change", () => desk.choose(set(input.value.trim())));
  return el("div", {}, field(capital(title), input));
}

/** The id of the list of what may be picked: made once, since a form is made often. @param {string} title @param {string[]} rows */
function suggested(title, rows) {
  const id = `ns-rows-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  if (!document.getElementById(id)) {
    document.body.append(el("datalist", { id }, ...rows.map((text) => el("option", { value: text }))));
  }
  return id;
}
