/** Everything that the scripts say, and how a result reads. */

/**
 * @typedef {object} Part one die column of a rolled table, as it fell
 * @property {string} key what chance calls it
 * @property {string} roll its name in the table, empty where there is only one
 * @property {number} try
 * @property {string} die
 * @property {number[]} faces
 * @property {number} total
 * @property {string[]} header
 * @property {string} row
 * @property {string[]} cells
 *
 * @typedef {object} Report a rolled table, as the engine reports it
 * @property {string} table
 * @property {string} title
 * @property {string} seed
 * @property {string} ruleset
 * @property {string} text
 * @property {number | null} choice
 * @property {Part[]} parts
 * @property {string[]} [lines] how it came about, where it wasn't a table
 */

export const WORDS = {
  roll: "Roll",
  rolled: "rolled",
  log: "Roll log",
  toLog: "Roll log",
  empty: "Nothing rolled yet.",
  copy: "Copy as text",
  copyMarkdown: "Copy as Markdown",
  copied: "The log is copied.",
  notCopied: "The browser does not allow copying. Select the text in the log instead.",
  clear: "Clear log",
  cleared: "The log is cleared.",
  clearedBut: "The log is cleared, but for what is pinned.",
  pin: "Pin",
  pinned: "Pinned: it stays on top, and when the log is cleared.",
  unpinned: "No longer pinned.",
  undo: "Undo clear",
  restored: "The log is back.",
  link: "Link",
  tryAgain: "Try again",
  starting: "Starting the dice engine…",
  kept: "Your roll is kept.",
  memory: "This browser keeps nothing between pages, so the log lasts as long as this page.",
  otherRules: "This link was made with another version of the rules. The result may differ.",
  glossary: "Glossary",
  steps: "How it came about",
  release: "A newer version of this site has come.",
  take: "Show it now",
  later: "Later",
  unfit: "What was kept here can’t be shown, so it is put aside, and you begin anew.",
};

/** Why the engine did not start, by the reason that it gives. */
const REASONS = /** @type {Record<string, string>} */ ({
  worker: "This browser does not run its worker script.",
  wasm: "This browser or the server does not let WebAssembly run.",
  network: "A file could not be fetched. Is the connection up?",
  silence: "Nothing has come for a minute.",
  python: "Python stopped with an error.",
});

/** @param {string} reason @param {string} detail */
export function failure(reason, detail) {
  const why = REASONS[reason] ?? REASONS.python;
  return `The dice engine could not start. ${why}${detail ? ` (${detail})` : ""}`;
}

/** @param {{percent: number}} stage */
export function stageText(stage) {
  return stage.percent > 0 ? `${WORDS.starting} ${stage.percent} %` : WORDS.starting;
}

/** The die without a leading one. @param {string} die */
export function dieName(die) {
  return die.replace(/^1(?=\D)/, "");
}

/** The faces of a part's dice, with their sum where they don't just say it. @param {Part} part */
function faces(part) {
  const plain = part.faces.join("") === String(part.total);
  return part.faces.join("·") + (plain ? "" : ` (${part.total})`);
}

/** How dice fell: `D6 fell 3`, or for several of a kind `D66 fell 5·3 and 1·2`. @param {Part[]} parts */
function fell(parts) {
  const kinds = [...new Set(parts.map(({ die }) => die))];
  return kinds.map((kind) => {
    const thrown = parts.filter(({ die }) => die === kind).map(faces);
    return `${dieName(kind)} fell ${thrown.join(" and ")}`;
  });
}

/** What to call a part. @param {Part} part */
export function partName(part) {
  return part.roll.replaceAll("-", " ") || part.header[0];
}

/** What stands in a part's further cells: `Cell header: text`. @param {Report} report */
export function extras(report) {
  return report.parts.flatMap((part) =>
    part.cells.slice(1).map((text, i) => `${part.header[i + 1]}: ${text}`),
  );
}

/** @param {Report} report */
export function dice(report) {
  const column = report.choice === null ? [] : [`column ${report.choice}`];
  return [...column, ...fell(report.parts)].join(", ");
}

/** A result as sentences, for the ear and for a text file. @param {Report} report */
export function sentences(report) {
  const said = [`${report.title}: ${report.text}`, ...extras(report), dice(report)];
  return said.filter(Boolean).map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");
}

/** How to roll by hand, from the dice over a table's columns. @param {string[]} dice */
export function byHand(dice) {
  const throws = dice.length > 1 && new Set(dice).size === 1
    ? `${dice[0]} with real dice, once for each column`
    : `${dice.join(" and ")} with real dice`;
  return `Roll ${throws}, and read the row that has your number.`;
}

/**
 * A result as an item of a Markdown list, with a link to its table.
 * @param {Report} report
 * @param {string} href
 */
export function markdown(report, href) {
  const result = [report.text, ...extras(report)].join(" · ");
  const about = [dice(report), `seed ${report.seed}`].filter(Boolean).join(", ");
  return `- [${plain(report.title)}](<${href}>): **${plain(result)}** (${plain(about)})`;
}

/** Text that Markdown takes as text. @param {string} text */
function plain(text) {
  return text.replaceAll(/[\\`*_{}[\]<>|#]/g, "\\$&").replaceAll(/\s*\n\s*/g, " ");
}
