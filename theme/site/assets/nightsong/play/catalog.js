/** What there is to roll: groups, tables of one's own and the book's tables, found by typing. */

import { el } from "./kit.js";

const CLIP = 160; // characters of what a table is about

/**
 * @typedef {object} Own a table that somebody brought along
 * @property {string} id
 * @property {string} title
 * @property {string} text
 *
 * @typedef {object} Choice what can be rolled
 * @property {string} key
 * @property {string} title
 * @property {string} about what it is, in a word or two
 * @property {string[]} tables ids of the book's tables; none for one's own
 * @property {Own} [own]
 * @property {string} words all that it can be found by
 * @property {string[]} texts what stands in its rows
 */

/** @param {any} ruleset @param {Own[]} own @returns {Choice[]} */
export function catalog(ruleset, own) {
  const titles = new Map(ruleset.tables.map((/** @type {any} */ table) => [table.id, table.title]));
  return [
    ...own.map(ownChoice),
    ...(ruleset.groups ?? []).map((/** @type {any} */ group) => {
      const parts = group.tables.map((/** @type {string} */ id) => titles.get(id)).join(", ");
      return choice(`group:${group.id}`, group.title, parts, group.tables, []);
    }),
    ...ruleset.tables.map(tableChoice),
  ];
}

/** @param {Own} own @returns {Choice} */
function ownChoice(own) {
  const lines = own.text.split("\n");
  return { ...choice(`own:${own.id}`, own.title, "your own", [], lines), own };
}

/** @param {any} table @returns {Choice} */
function tableChoice(table) {
  const texts = table.rolls.flatMap((/** @type {any} */ roll) => roll.rows.map(rowText));
  const headers = table.rolls.flatMap((/** @type {any} */ roll) => roll.header);
  const dice = table.rolls.map((/** @type {any} */ roll) => roll.die).join(" + ");
  const found = choice(table.id, table.title, dice, [table.id], texts);
  return { ...found, words: `${found.words}\n${headers.join("\n").toLowerCase()}` };
}

/**
 * @param {string} key
 * @param {string} title
 * @param {string} about
 * @param {string[]} tables
 * @param {string[]} texts
 * @returns {Choice}
 */
function choice(key, title, about, tables, texts) {
  const words = [title, key, about, ...texts].join("\n").toLowerCase();
  return { key, title, about, tables, texts, words };
}

/** A row as text, as far as that needs no rules. @param {any} row */
export function rowText(row) {
  const names = (row.items ?? []).map((/** @type {any} */ item) => item.name ?? item);
  const inside = [...names, ...(row.examples ?? [])].join(", ");
  return [inside ? `${row.name}: ${inside}` : row.name, row.die, row.text]
    .filter(Boolean)
    .join(" · ");
}

/** @param {string} query */
function wordsOf(query) {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * Those that have every word; such with it in their title first.
 * @param {Choice[]} choices
 * @param {string} query
 */
export function found(choices, query) {
  const words = wordsOf(query);
  const all = choices.filter((one) => words.every((word) => one.words.includes(word)));
  const titled = all.filter(({ title }) =>
    words.every((word) => title.toLowerCase().includes(word)),
  );
  return [...titled, ...all.filter((one) => !titled.includes(one))];
}

/**
 * The list of what was found.
 * @param {Choice[]} choices
 * @param {string} query
 * @param {string} chosen
 * @param {(key: string) => void} choose
 */
export function listing(choices, query, chosen, choose) {
  const words = wordsOf(query);
  const items = found(choices, query).map((one) => {
    const hit = words.length
      ? one.texts.find((text) => words.some((w) => text.toLowerCase().includes(w)))
      : "";
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: "ns-finder__choice",
          "aria-pressed": String(one.key === chosen),
          "data-focus": `choice ${one.key}`,
          onclick: () => choose(one.key),
        },
        el("span", { class: "ns-finder__title" }, one.title),
        " ",
        el(
          "span",
          { class: "ns-finder__about" },
          hit ? `“${hit.slice(0, CLIP)}”` : one.about.slice(0, CLIP),
        ),
      ),
    );
  });
  return items;
}
