/** The tables on the page: a Roll button for each, and the rolled cells marked. */

import { el, icon, ICONS, unseen } from "./dom.js";
import { onStage } from "./engine.js";
import { heedIntent } from "./intent.js";
import { wanted } from "./links.js";
import { showLog } from "./log.js";
import { within } from "./places.js";
import { newSeed, onNews, throwDice } from "./rolls.js";
import { byHand, dice, extras, partName, stageText, WORDS } from "./words.js";

/** @typedef {import("./rolls.js").Roll} Roll */
/** @typedef {import("./rolls.js").News} News */
/** @typedef {import("./words.js").Report} Report */

const MARK = "ns-rolled";

/** A table of the page with its button and what it shows of rolls. */
class RollTable {
  /** @param {HTMLElement} place the table's element */
  constructor(place) {
    this.place = place;
    this.id = place.dataset.table ?? "";
    this.title = place.dataset.title ?? "";
    this.hand = byHand(diceOf(place));
    this.waiting = 0;
    this.outcome = el("div", { class: "ns-outcome" });
    const button = el(
      "button",
      { type: "button", class: "ns-button ns-button--roll", onclick: () => this.roll() },
      icon(ICONS.die),
      WORDS.roll,
      unseen(` ${this.title}`),
    );
    this.bar = el("div", { class: "ns-rollbar" }, button, this.outcome);
    heedIntent(this.bar);
    place.prepend(this.bar);
  }

  /** @param {Partial<Roll>} [more] */
  roll(more = {}) {
    const { id: table, title, hand } = this;
    throwDice({ table, title, hand, seed: newSeed(), tries: {}, page: pageOf(this.place), ...more });
  }

  /** @param {News} news */
  hear({ roll, report, note, failed }) {
    if (failed) {
      this.showFailure(roll, failed);
    } else if (report) {
      this.waiting = Math.max(0, this.waiting - 1);
      this.mark(report);
      this.showResult(roll, report, note ?? "");
    } else {
      this.waiting += 1;
      this.showStage({ percent: 0 });
    }
  }

  /** @param {{percent: number} | null} stage */
  showStage(stage) {
    if (!this.waiting || !stage) return;
    const bar = el("progress", { max: 100, value: stage.percent, "aria-label": WORDS.starting });
    this.outcome.replaceChildren(el("p", {}, stageText(stage), " ", bar));
  }

  /** @param {Roll} roll @param {string} failed */
  showFailure(roll, failed) {
    this.waiting = 0;
    this.outcome.replaceChildren(
      el("p", { class: "ns-failure" }, `${failed} ${this.hand}`),
      el(
        "button",
        { type: "button", class: "ns-button ns-button--small", onclick: () => throwDice(roll) },
        WORDS.tryAgain,
        unseen(` ${this.title}`),
      ),
    );
  }

  /** @param {Roll} roll @param {Report} report @param {string} note */
  showResult(roll, report, note) {
    const text = [report.text, ...extras(report)].join(" · ");
    this.outcome.replaceChildren(
      el("p", { class: "ns-outcome__text" }, text),
      el(
        "p",
        { class: "ns-outcome__more" },
        el("span", { class: "ns-outcome__dice" }, dice(report)),
        ...this.rerolls(roll, report),
        this.logLink(),
      ),
      ...(note ? [el("p", { class: "ns-failure" }, note)] : []),
    );
  }

  /** Where a result has several parts, each can be rolled again. @param {Roll} roll @param {Report} report */
  rerolls(roll, report) {
    if (report.parts.length < 2) return [];
    return report.parts.map((part) => {
      const again = { seed: report.seed, tries: { ...roll.tries, [part.key]: part.try + 1 } };
      return el(
        "button",
        { type: "button", class: "ns-button ns-button--small", onclick: () => this.roll(again) },
        icon(ICONS.again),
        unseen("Reroll "),
        partName(part),
      );
    });
  }

  logLink() {
    /** @param {Event} event */
    const onclick = (event) => {
      event.preventDefault();
      showLog();
    };
    return el("a", { href: "#ns-log", onclick }, WORDS.toLog);
  }

  /** Mark the cells that were rolled, and the row where all its cells were. @param {Report} report */
  mark(report) {
    for (const marked of this.place.querySelectorAll(`.${MARK}`)) unmark(marked);
    for (const cell of this.place.querySelectorAll("td[data-key]")) {
      const { roll, key } = /** @type {HTMLElement} */ (cell).dataset;
      if (report.parts.some((part) => part.roll === roll && part.row === key)) markCell(cell);
    }
    for (const row of this.place.querySelectorAll("tbody tr")) {
      const cells = [...row.querySelectorAll("td")];
      if (cells.every((cell) => cell.classList.contains(MARK))) row.classList.add(MARK);
    }
  }
}

/** @param {Element} cell */
function markCell(cell) {
  cell.classList.add(MARK);
  cell.setAttribute("aria-current", "true");
  cell.append(unseen(` (${WORDS.rolled})`));
}

/** @param {Element} marked a cell or a row */
function unmark(marked) {
  marked.classList.remove(MARK);
  marked.removeAttribute("aria-current");
  if (marked.matches("td")) marked.querySelector(":scope > .ns-unseen")?.remove();
}

/** The die over the keys for each of the table's columns that is rolled. @param {HTMLElement} place */
function diceOf(place) {
  return [...place.querySelectorAll("table")].flatMap((table) => {
    const die = table.querySelector("thead .ns-key")?.textContent?.trim() ?? "";
    const cells = [...table.querySelectorAll("tbody tr:first-child td")];
    const rolls = new Set(cells.map((cell) => /** @type {HTMLElement} */ (cell).dataset.roll));
    return [...rolls].map(() => die);
  });
}

/** The address of the heading that a table stands under, below the site's root. @param {Element} place */
function pageOf(place) {
  const page = new URL(location.href);
  page.search = "";
  page.hash = headingOf(place)?.id ?? "";
  return within(page);
}

/** @param {Element} place */
function headingOf(place) {
  let before = place.previousElementSibling;
  while (before && !/^H[1-6]$/.test(before.tagName)) before = before.previousElementSibling;
  return before;
}

/** Give every table of the page its button, and roll what the page's address asks for. */
export function furnishTables() {
  const places = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll(".ns-table[data-table]")
  );
  const tables = new Map([...places].map((place) => [place.dataset.table, new RollTable(place)]));
  onNews((news) => tables.get(news.roll.table)?.hear(news));
  onStage((stage) => tables.forEach((table) => table.showStage(stage)));
  const asked = wanted(location.search);
  if (asked) tables.get(asked.table)?.roll(asked);
  return tables.size;
}
