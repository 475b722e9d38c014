/** Rolling on a table: asks the engine, keeps the result, and tells whoever shows it. */

import { ask, isReady, RequestError } from "./engine.js";
import { say } from "./speak.js";
import { add, all } from "./store.js";
import { failure, sentences, WORDS } from "./words.js";

/** @typedef {import("./words.js").Report} Report */

/**
 * @typedef {object} Roll what is to be rolled
 * @property {string} table
 * @property {string} title
 * @property {string} seed
 * @property {Record<string, number>} tries
 * @property {string} page the table's heading, below the site's root
 * @property {string} hand how to roll it by hand
 * @property {string} [rules] the rules' fingerprint that a link names
 *
 * @typedef {object} News what became of a roll: it waits, has a result, or failed
 * @property {Roll} roll
 * @property {Report} [report]
 * @property {string} [note]
 * @property {string} [failed]
 */

/** @type {Set<(news: News) => void>} */
const listeners = new Set();

/** @param {(news: News) => void} listener */
export function onNews(listener) {
  listeners.add(listener);
}

/** @param {News} news */
function tell(news) {
  for (const listener of listeners) listener(news);
}

/** A seed that nobody has to remember: it stands in the log. */
export function newSeed() {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return number.toString(16).padStart(8, "0");
}

/**
 * Roll; the result goes to the log, the live region and all listeners.
 * @param {Roll} roll
 */
export async function throwDice(roll) {
  if (!isReady()) {
    say(`${WORDS.starting} ${WORDS.kept}`);
    tell({ roll });
  }
  try {
    const { table: id, seed, tries } = roll;
    keep(roll, await ask({ do: "table", id, seed, tries }));
  } catch (error) {
    fail(roll, error);
  }
}

/** @param {Roll} roll @param {Report} report */
function keep(roll, report) {
  const note = roll.rules && roll.rules !== report.ruleset ? WORDS.otherRules : "";
  // A page with a roll in its address rolls the same again when it is loaded again.
  if (!(roll.rules !== undefined && isKept(roll, report))) {
    add({ id: newSeed(), page: roll.page, tries: roll.tries, report });
  }
  say([sentences(report), note].join(" ").trim());
  tell({ roll, report, note });
}

/** @param {Roll} roll @param {Report} report */
function isKept(roll, report) {
  const sign = JSON.stringify([report, roll.tries]);
  return all().some((entry) => JSON.stringify([entry.report, entry.tries]) === sign);
}

/** @param {Roll} roll @param {any} error */
function fail(roll, error) {
  const failed =
    error instanceof RequestError
      ? `The dice engine ${error.message}.`
      : failure(error.reason, error.detail ?? String(error));
  say(`${failed} ${roll.hand}`);
  tell({ roll, failed });
}
