/** A character's sheet on the screen. */

import { capital, el, signed } from "./kit.js";
import { ruleLink } from "./rules.js";

/** The game's own word for one of the rules package. @param {any} ruleset @param {string} word */
export function called(ruleset, word) {
  return ruleset.words?.[capital(word)] ?? capital(word);
}

/**
 * The sheet.
 * @param {any} ruleset
 * @param {import("./characters-desk.js").Member} member
 * @returns {HTMLElement}
 */
export function sheetOf(ruleset, { sheet }) {
  const { character, slots, max_focus: most, spells } = sheet;
  const about = [character.backgrounds.join(" and "), character.pronouns].filter(Boolean).join(" · ");
  return el(
    "article",
    { class: "ns-sheet", "aria-label": `The sheet of ${character.name}` },
    el("header", { class: "ns-sheet__head" }, el("h2", {}, character.name || "Nobody yet"), el("p", {}, about)),
    abilities(ruleset, character),
    el(
      "dl",
      { class: "ns-vitals" },
      ...vital("characters/hit-points", "HP", character.hp, character.max_hp),
      ...vital("characters/focus", "Focus", character.focus, most),
      ...vital("characters/slots", "Slots", slots.used, slots.total),
      ...vital("belongings/supplies", "Coins", character.coins),
    ),
    slots.over > 0 ? el("p", { class: "ns-over" }, `Over-burdened by ${slots.over}. Put something down.`) : "",
    carried(character, spells),
    spells.length ? spellList(spells) : "",
    conditions(character),
    details(character),
  );
}

/** @param {any} ruleset @param {any} character */
function abilities(ruleset, character) {
  const scores = /** @type {[string, number][]} */ (Object.entries(character.abilities));
  return el(
    "dl",
    { class: "ns-abilities" },
    ...scores.map(([name, score]) =>
      el(
        "div",
        { class: name === character.highest ? "ns-highest" : null },
        el("dt", {}, called(ruleset, name)),
        el("dd", {}, signed(score)),
      ),
    ),
  );
}

/** @param {string} rule @param {string} name @param {number} now @param {number} [most] */
function vital(rule, name, now, most) {
  const value = most === undefined ? number(now) : `${number(now)} / ${number(most)}`;
  return [el("div", {}, el("dt", {}, ruleLink(rule, name)), el("dd", {}, value))];
}

/** @param {number} value */
function number(value) {
  return String(value).replace("-", "−");
}

/** An item in a line. @param {any} carried */
export function itemText({ item, die }) {
  const marks = [die, item.bulky ? "bulky" : "", item.petty ? "petty" : "", item.note ?? ""];
  const inside = marks.filter(Boolean).join(", ");
  return inside ? `${item.name} (${inside})` : item.name;
}

/** @param {any} character @param {any[]} spells */
function carried(character, spells) {
  const told = new Set(spells.map((spell) => spell.name));
  const items = (character.carried ?? []).map((/** @type {any} */ one) =>
    el("li", { class: told.has(one.item.name) ? "ns-shard" : null }, itemText(one)),
  );
  return section("Carried", items.length ? el("ul", { class: "ns-carried" }, ...items) : el("p", {}, "Nothing."));
}

/** @param {any[]} spells */
function spellList(spells) {
  const listed = spells.flatMap((spell) => [el("dt", {}, spell.name), el("dd", {}, spell.text)]);
  return section("Spells", el("dl", { class: "ns-spells" }, ...listed));
}

/** @param {any} character */
function conditions(character) {
  const listed = character.conditions ?? [];
  if (!listed.length) return "";
  return section("Conditions", el("ul", {}, ...listed.map((/** @type {any} */ one) => el("li", {}, conditionText(one)))));
}

/** @param {any} condition */
export function conditionText({ name, severity, slots, needs }) {
  const inside = [severity ?? "minor", `${slots} Slot${slots === 1 ? "" : "s"}`, needs ? `needs ${needs}` : ""];
  return `${name} (${inside.filter(Boolean).join(", ")})`;
}

/** @param {any} character */
function details(character) {
  const listed = character.details ?? [];
  if (!listed.length) return "";
  const pairs = listed.map((/** @type {any} */ one) =>
    el("div", {}, el("dt", {}, one.title), el("dd", {}, one.text)),
  );
  return section("Details", el("dl", { class: "ns-details" }, ...pairs));
}

/** @param {string} title @param {...(Node | string)} children */
function section(title, ...children) {
  return el("section", {}, el("h3", {}, title), ...children);
}
