/** Links that hold a roll: the table, the seed, what was rolled again, and the rules' version. */

/**
 * @typedef {object} Wanted a roll that a link asks for
 * @property {string} table
 * @property {string} seed
 * @property {Record<string, number>} tries
 * @property {string} rules the fingerprint of the rules that the link was made with, if it says
 */

const LONGEST = 200;
const TRY = "~";

/**
 * @param {import("./words.js").Report} report
 * @param {Record<string, number>} tries
 * @param {URL} page the table's heading
 */
export function linkTo(report, tries, page) {
  const url = new URL(page);
  const query = new URLSearchParams({ roll: report.table, seed: report.seed });
  for (const [key, times] of Object.entries(tries)) query.append("try", `${key}${TRY}${times}`);
  query.append("rules", report.ruleset);
  // Slashes and colons may stand in a query; links read better with them.
  url.search = query.toString().replaceAll("%2F", "/").replaceAll("%3A", ":");
  return url;
}

/**
 * What the page's address asks for; null where it asks for nothing that can be read.
 * @param {string} search
 * @returns {Wanted | null}
 */
export function wanted(search) {
  const query = new URLSearchParams(search);
  const table = query.get("roll");
  const seed = query.get("seed");
  if (!table || seed === null || table.length > LONGEST || seed.length > LONGEST) return null;
  return { table, seed, tries: tries(query.getAll("try")), rules: query.get("rules") ?? "" };
}

/** @param {string[]} texts */
function tries(texts) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const text of texts) {
    const at = text.lastIndexOf(TRY);
    const times = Number(text.slice(at + 1));
    if (at > 0 && Number.isSafeInteger(times) && times > 0) found[text.slice(0, at)] = times;
  }
  return found;
}
