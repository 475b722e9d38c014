/** The roll log: a panel at the foot of the page that keeps what was rolled until it is cleared. */

import { copyText } from "./clipboard.js";
import { el, icon, ICONS, unseen } from "./dom.js";
import { onStage } from "./engine.js";
import { linkTo } from "./links.js";
import { address } from "./places.js";
import { onNews, throwDice } from "./rolls.js";
import { say } from "./speak.js";
import { all, lasting, onChange, replace } from "./store.js";
import { byHand, dice, extras, markdown, partName, sentences, stageText, WORDS } from "./words.js";

/** @typedef {import("./store.js").Entry} Entry */
/** @typedef {import("./words.js").Part} Part */

const OPEN = "nightsong:log-open";

/** @type {Entry[]} */
let cleared = [];
/** @type {string[]} */
let shown = [];
let waiting = false;

const count = el("span", { class: "ns-log__count" });
const latest = el("span", { class: "ns-log__latest" });
const toggle = el(
  "button",
  {
    type: "button",
    class: "ns-log__toggle",
    "aria-expanded": "false",
    "aria-controls": "ns-log-body",
    onclick: () => setOpen(toggle.getAttribute("aria-expanded") !== "true"),
  },
  el("span", { class: "ns-log__name" }, WORDS.log),
  count,
  latest,
  icon(ICONS.up),
);
const list = el("ol", { class: "ns-log__list", reversed: true });
const notice = el("div", { class: "ns-log__notice", hidden: true });
const nothing = el("p", { class: "ns-log__empty" }, WORDS.empty);
const copy = el("button", { type: "button", class: "ns-button ns-button--small", onclick: copyAll }, WORDS.copy);
const copyRich = el(
  "button",
  { type: "button", class: "ns-button ns-button--small", onclick: copyMarkdown },
  WORDS.copyMarkdown,
);
const clear = el("button", { type: "button", class: "ns-button ns-button--small", onclick: clearAll }, WORDS.clear);
const undo = el(
  "button",
  { type: "button", class: "ns-button ns-button--small", hidden: true, onclick: undoClear },
  WORDS.undo,
);
const memory = el("p", { class: "ns-log__memory", hidden: true }, WORDS.memory);
const body = el(
  "div",
  { class: "ns-log__body", id: "ns-log-body", hidden: true },
  el("div", { class: "ns-log__tools" }, copy, copyRich, clear, undo),
  memory,
  nothing,
  list,
);
const panel = el(
  "section",
  { class: "ns-log", id: "ns-log", "aria-labelledby": "ns-log-title", hidden: true },
  el("h2", { class: "ns-log__title", id: "ns-log-title" }, toggle),
  notice,
  body,
);

/** Put the log on the page; it shows from the first roll on. */
export function dockLog() {
  document.body.append(panel);
  new ResizeObserver(makeRoom).observe(panel);
  onChange(render);
  onStage(showStage);
  onNews((news) => {
    waiting = !news.failed && !news.report;
    if (news.failed) showFailure(news.failed, news.roll);
    else if (news.report) hideNotice();
    else showStage({ percent: 0 });
  });
  setOpen(recall());
  render();
}

/** Open the log and move there. */
export function showLog() {
  panel.hidden = false;
  setOpen(true);
  toggle.focus();
}

/** The page's end and what has the focus stay clear of the panel. */
function makeRoom() {
  document.documentElement.style.setProperty("--ns-dock", `${panel.offsetHeight}px`);
}

/** @param {boolean} open */
function setOpen(open) {
  toggle.setAttribute("aria-expanded", String(open));
  body.hidden = !open;
  latest.hidden = open;
  try {
    sessionStorage.setItem(OPEN, open ? "1" : "");
  } catch {
    // it opens and closes all the same
  }
}

function recall() {
  try {
    return sessionStorage.getItem(OPEN) === "1";
  } catch {
    return false;
  }
}

function render() {
  const entries = sorted();
  const ids = entries.map((entry) => entry.id + (entry.pinned ? "!" : ""));
  const known = ids.slice(0, -1);
  if (ids.length === shown.length + 1 && known.every((id, i) => id === shown[i])) {
    list.prepend(item(entries[entries.length - 1]));
  } else if (ids.join() !== shown.join()) {
    list.replaceChildren(...entries.map(item).reverse());
  }
  shown = ids;
  renderState(all());
}

/** The entries as they are listed, the last on top: pinned ones stand above. */
function sorted() {
  const entries = all();
  return [...entries.filter(({ pinned }) => !pinned), ...entries.filter(({ pinned }) => pinned)];
}

/** @param {Entry[]} entries */
function renderState(entries) {
  const last = entries.at(-1)?.report;
  if (last) panel.hidden = false;
  if (entries.some(({ pinned }) => !pinned)) cleared = [];
  count.textContent = `(${entries.length})`;
  latest.textContent = last ? `${last.title}: ${last.text}` : "";
  nothing.hidden = Boolean(last);
  copy.hidden = copyRich.hidden = clear.hidden = !last;
  undo.hidden = !cleared.length;
  memory.hidden = lasting;
}

/** @param {Entry} entry */
function item(entry) {
  const { report } = entry;
  const table = address(entry.page);
  return el(
    "li",
    { class: `ns-log__entry${entry.pinned ? " ns-log__entry--pinned" : ""}` },
    el(
      "span",
      { class: "ns-log__line" },
      el("a", { class: "ns-log__table", href: table.href }, report.title),
      " ",
      el("strong", { class: "ns-log__text" }, [report.text, ...extras(report)].join(" · ")),
    ),
    " ",
    el(
      "span",
      { class: "ns-log__dice" },
      [dice(report), `seed ${report.seed}`].filter(Boolean).join(" · "),
    ),
    ...story(report),
    " ",
    el(
      "span",
      { class: "ns-log__more" },
      pinner(entry),
      ...(report.table && report.parts.length > 1 ? report.parts.map((part) => reroll(entry, part)) : []),
      el(
        "a",
        { href: again(entry, table) },
        WORDS.link,
        unseen(` to this roll: ${report.title}, ${report.text}`),
      ),
    ),
  );
}

/** Where a roll can be had again. @param {Entry} entry @param {URL} table */
function again({ report, tries, link }, table) {
  if (link) return address(link).href;
  return report.table ? linkTo(report, tries, table).href : table.href;
}

/** @param {Entry} entry */
function pinner({ id, pinned = false, report }) {
  const onclick = () => {
    replace(all().map((entry) => (entry.id === id ? { ...entry, pinned: !pinned } : entry)));
    say(pinned ? WORDS.unpinned : WORDS.pinned);
    focusOn(id);
  };
  return el(
    "button",
    {
      type: "button",
      class: "ns-button ns-button--small",
      onclick,
      "aria-pressed": String(pinned),
      "data-pin": id,
    },
    WORDS.pin,
    unseen(` ${report.title}, ${report.text}`),
  );
}

/** @param {string} id */
function focusOn(id) {
  const pins = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-pin]"));
  [...pins].find((pin) => pin.dataset.pin === id)?.focus();
}

/** How it came about, folded away. @param {import("./words.js").Report} report */
function story({ lines = [] }) {
  if (!lines.length) return [];
  const steps = lines.map((line) => el("li", {}, line));
  return [
    " ",
    el("details", { class: "ns-steps" }, el("summary", {}, WORDS.steps), el("ol", {}, ...steps)),
  ];
}

/** @param {Entry} entry @param {Part} part */
function reroll({ report, tries, page }, part) {
  const onclick = () =>
    throwDice({
      table: report.table,
      title: report.title,
      seed: report.seed,
      tries: { ...tries, [part.key]: part.try + 1 },
      page,
      hand: byHand(report.parts.map(({ die }) => die)),
    });
  return el(
    "button",
    { type: "button", class: "ns-button ns-button--small", onclick },
    icon(ICONS.again),
    unseen("Reroll "),
    partName(part),
    unseen(` of ${report.title}, ${report.text}`),
  );
}

/** @param {{percent: number} | null} stage */
function showStage(stage) {
  if (!waiting || !stage) return;
  panel.hidden = false;
  const bar = el("progress", { max: 100, value: stage.percent, "aria-label": WORDS.starting });
  notice.replaceChildren(el("p", {}, stageText(stage), " ", bar));
  notice.hidden = false;
}

/** @param {string} text @param {import("./rolls.js").Roll} roll */
function showFailure(text, roll) {
  panel.hidden = false;
  notice.replaceChildren(
    el("p", { class: "ns-failure" }, `${roll.title}: ${text} ${roll.hand}`),
    el(
      "button",
      { type: "button", class: "ns-button ns-button--small", onclick: () => throwDice(roll) },
      WORDS.tryAgain,
      unseen(` ${roll.title}, from the log`),
    ),
  );
  notice.hidden = false;
}

function hideNotice() {
  notice.hidden = true;
  notice.replaceChildren();
}

function clearAll() {
  const kept = all().filter(({ pinned }) => pinned);
  const before = all();
  replace(kept);
  cleared = before;
  renderState(kept);
  undo.focus();
  say(kept.length ? WORDS.clearedBut : WORDS.cleared);
}

function undoClear() {
  const back = cleared;
  const ids = new Set(back.map(({ id }) => id));
  cleared = [];
  replace([...back, ...all().filter(({ id }) => !ids.has(id))]);
  clear.focus();
  say(WORDS.restored);
}

async function copyAll() {
  const lines = all().map(({ report }) => `${sentences(report)} Seed ${report.seed}.`);
  say((await copyText(`${lines.join("\n")}\n`)) ? WORDS.copied : WORDS.notCopied);
}

async function copyMarkdown() {
  const lines = all().map(({ report, page }) => markdown(report, address(page).href));
  say((await copyText(`${lines.join("\n")}\n`)) ? WORDS.copied : WORDS.notCopied);
}
