/** What was rolled, kept in the browser across pages; in memory where the browser keeps nothing. */

import { SITE } from "./places.js";

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} page the table's heading, below the site's root
 * @property {Record<string, number>} tries
 * @property {string} [link] where it can be had again, below the site's root, if not by its table
 * @property {boolean} [pinned] whether it stays on top, and when the log is cleared
 * @property {import("./words.js").Report} report
 */

const VERSION = 1;
const KEY = `nightsong:${SITE.pathname}:rolls`;

/** @type {Entry[]} */
let entries = [];
/** @type {Set<() => void>} */
const listeners = new Set();

/** Whether the browser keeps the log between pages. */
export let lasting = true;

read();
window.addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) {
    read();
    tell();
  }
});

/** All entries, oldest first. */
export function all() {
  return entries;
}

/** @param {Entry} entry */
export function add(entry) {
  read(); // another tab may have rolled meanwhile
  replace([...entries, entry]);
}

/** @param {Entry[]} next */
export function replace(next) {
  entries = next;
  write();
  tell();
}

/** @param {() => void} listener */
export function onChange(listener) {
  listeners.add(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

function write() {
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: VERSION, entries }));
    lasting = true;
  } catch {
    lasting = false; // full or forbidden: memory still has it
  }
}

function read() {
  if (!lasting) return;
  let text;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    lasting = false;
    return;
  }
  entries = text === null ? [] : parse(text);
}

/** @param {string} text */
function parse(text) {
  try {
    const data = JSON.parse(text);
    if (data.version === VERSION) return data.entries.filter(sound);
  } catch {
    // fall through: it can't be read
  }
  setAside(text);
  return [];
}

/** Keep what can't be read under another name: nobody's log is thrown away. @param {string} text */
function setAside(text) {
  try {
    localStorage.setItem(`${KEY}:unreadable`, text);
  } catch {
    // no room for it either
  }
}

/** @param {any} entry */
function sound(entry) {
  const report = entry?.report;
  return (
    [entry?.id, entry?.page, report?.table, report?.title, report?.text, report?.seed].every(
      (value) => typeof value === "string",
    ) &&
    typeof entry.tries === "object" &&
    entry.tries !== null &&
    ["undefined", "string"].includes(typeof entry.link) &&
    ["undefined", "boolean"].includes(typeof entry.pinned) &&
    Array.isArray(report.parts) &&
    report.parts.every(soundPart)
  );
}

/** @param {any} part */
function soundPart(part) {
  return (
    [part?.key, part?.roll, part?.die, part?.row].every((value) => typeof value === "string") &&
    [part?.faces, part?.header, part?.cells].every(Array.isArray)
  );
}
