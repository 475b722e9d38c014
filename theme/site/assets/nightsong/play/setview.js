/** What a set of rolls gave, and its parts to be rolled again. */

import { dieName, extras, partName } from "../words.js";
import { button, el, ICONS, row, steps } from "./kit.js";
import { ruleLink } from "./rules.js";

const SHORT = 2; // results of a group that are read as one
const DICE = /\b\d{0,3}[dD](?:%|\d{1,4}\b)(?:[kKdD][hHlL]\d*)?/g;

/**
 * @typedef {object} Rolled a set that was rolled, with all that is needed to roll it again
 * @property {string} title
 * @property {string} play the procedure
 * @property {Record<string, any>} using
 * @property {string} seed
 * @property {Record<string, number>} tries
 * @property {Record<string, number[]>} real
 * @property {import("./kit.js").Played} played
 */

/** A set in a line. @param {Rolled} rolled */
export function inALine({ using, played }) {
  const { results } = played.result;
  if (isShort(using, results)) return together(results);
  if ((using.tables ?? []).length > 1) {
    return results.map((/** @type {any} */ one) => `${one.title} ${one.text}`).join(" · ");
  }
  if (results.length === 1) return results[0].text;
  return results
    .map((/** @type {any} */ one, /** @type {number} */ at) => `${at + 1}. ${one.text}`)
    .join(" · ");
}

/** Whether a group reads as one thing: a full name, a spark. @param {any} using @param {any[]} results */
function isShort({ tables = [] }, results) {
  return tables.length > 1 && results.length === tables.length && results.length <= SHORT;
}

/** @param {any[]} results */
function together(results) {
  return results.map(({ text }) => text).join(" ");
}

/**
 * @param {Rolled} rolled
 * @param {{reroll: (key: string) => void, dice: (notation: string) => void}} on
 */
export function setView(rolled, { reroll, dice }) {
  const { using, played } = rolled;
  const { results } = played.result;
  const group = (using.tables ?? []).length > 1;
  const items = results.map((/** @type {any} */ report, /** @type {number} */ at) =>
    resultView(report, at, { group, many: results.length > 1, reroll, dice }),
  );
  const looks = `ns-rolls${results.length > 1 ? "" : " ns-rolls--one"}`;
  return [
    ...(isShort(using, results)
      ? [el("p", { class: "ns-result ns-rolls__whole" }, together(results))]
      : []),
    el(results.length > 1 && !group ? "ol" : "ul", { class: looks }, ...items),
    steps(played.trace),
  ];
}

/**
 * @param {any} report @param {number} at
 * @param {{group: boolean, many: boolean, reroll: (key: string) => void,
 *   dice: (notation: string) => void}} on
 */
function resultView(report, at, { group, many, reroll, dice }) {
  const text = [report.text, ...extras(report)].join(" · ");
  const about =
    many && !group ? ` of ${at + 1}, ${report.text}` : ` of ${report.title}, ${report.text}`;
  const again = report.parts.map((/** @type {any} */ part) => {
    const name = report.parts.length > 1 ? `Reroll ${partName(part)}` : "Reroll";
    const made = button(name, () => reroll(part.key), { path: ICONS.again, about });
    made.dataset.focus = `reroll ${part.key}`;
    return made;
  });
  const inside = [...new Set(text.match(DICE) ?? [])].map((notation) => {
    const made = button(`Roll ${notation}`, () => dice(notation), {
      path: ICONS.die,
      about: `from ${report.text}`,
    });
    made.dataset.focus = `dice ${at} ${notation}`;
    return made;
  });
  return el(
    "li",
    { class: "ns-rolls__item" },
    ...(group
      ? [el("span", { class: "ns-rolls__name" }, ruleLink(report.table, report.title)), " "]
      : []),
    el("bdi", { class: "ns-rolls__text" }, text),
    " ",
    el("span", { class: "ns-rolls__dice" }, fell(report)),
    row(...again, ...inside),
  );
}

/** @param {any} report */
function fell(report) {
  return report.parts
    .map(
      (/** @type {any} */ part) =>
        `${dieName(part.die)} fell ${part.faces.join("·")}${part.try ? `, try ${part.try + 1}` : ""}`,
    )
    .join(", ");
}

/**
 * Show something in place of what a place has, with the focus left where it was.
 * @param {HTMLElement} place
 * @param {(Node | string)[]} content
 */
export function refill(place, content) {
  const focus = place.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.focus
    : undefined;
  place.replaceChildren(...content);
  if (!focus) return;
  const all = /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-focus]"));
  const same = [...all].find((one) => one.dataset.focus === focus) ?? all[0];
  same?.focus();
}
