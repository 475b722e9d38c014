/** What a tool keeps in the browser: its state, with what came before it; all of it as one file. */

import { SITE } from "../places.js";

const PREFIX = `nightsong:${SITE.pathname}:play:`;
const VERSION = 1;
const FORMAT = "nightsong-play";
const DEEP = 50; // steps that can be undone

/**
 * A tool's state. It is plain JSON data and never changed in place: `set` puts another in its place.
 * @template T
 */
export class Shelf {
  /**
   * @param {string} tool its name in the browser's storage and in the file
   * @param {() => T} fresh the state of somebody who comes for the first time
   * @param {(state: any) => boolean} sound whether data can be such a state
   */
  constructor(tool, fresh, sound) {
    this.tool = tool;
    this.fresh = fresh;
    this.sound = sound;
    this.key = PREFIX + tool;
    /** Whether the browser keeps it between pages. */
    this.lasting = true;
    /** @type {T[]} */
    this.before = [];
    /** @type {Set<(state: T) => void>} */
    this.listeners = new Set();
    /** @type {T} */
    this.state = this.read();
    window.addEventListener("storage", (event) => {
      if (event.key === this.key || event.key === null) this.show(this.read());
    });
    window.addEventListener("nightsong:imported", () => this.show(this.read()));
  }

  /** Put another state in place; the former one can be had back. @param {T} state */
  set(state) {
    this.before = [...this.before.slice(1 - DEEP), this.state];
    this.keep(state);
  }

  /** Whether there is something to undo. */
  get canUndo() {
    return this.before.length > 0;
  }

  /** Go back a step. */
  undo() {
    const former = this.before.pop();
    if (former !== undefined) this.keep(former);
  }

  /** Hear of every state, and of the present one at once. @param {(state: T) => void} listener */
  watch(listener) {
    this.listeners.add(listener);
    listener(this.state);
  }

  /** @param {T} state */
  keep(state) {
    try {
      localStorage.setItem(this.key, JSON.stringify({ version: VERSION, state }));
      this.lasting = true;
    } catch {
      this.lasting = false; // full or forbidden: memory still has it
    }
    this.show(state);
  }

  /** @param {T} state */
  show(state) {
    this.state = state;
    for (const listener of this.listeners) listener(state);
  }

  /** Put a state aside that turned out not to be fit to be shown, and begin anew. */
  reject() {
    this.setAside(JSON.stringify({ version: VERSION, state: this.state }));
    this.before = [];
    this.keep(this.fresh());
  }

  read() {
    let text;
    try {
      text = localStorage.getItem(this.key);
    } catch {
      this.lasting = false;
      return this.state ?? this.fresh();
    }
    if (text === null) return this.fresh();
    try {
      const { version, state } = JSON.parse(text);
      if (version === VERSION && this.sound(state)) return state;
    } catch {
      // fall through: it can't be read
    }
    this.setAside(text);
    return this.fresh();
  }

  /** Keep what can't be read under another name: nothing is thrown away. @param {string} text */
  setAside(text) {
    try {
      localStorage.setItem(`${this.key}:unreadable`, text);
    } catch {
      // no room for it either
    }
  }
}

/** What another tool keeps, as it stands; null where it keeps nothing. @param {string} tool @returns {any} */
export function keptBy(tool) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + tool) ?? "null")?.state ?? null;
  } catch {
    return null;
  }
}

/** Everything that the tools keep, and the rolls, as the text of one file. */
export function exported() {
  /** @type {Record<string, unknown>} */
  const kept = {};
  for (const key of keys()) kept[key.slice(root().length)] = JSON.parse(localStorage.getItem(key) ?? "null");
  return `${JSON.stringify({ format: FORMAT, version: VERSION, kept }, null, 1)}\n`;
}

/**
 * Take a file's content in place of what is kept under the same names.
 * @param {string} text
 * @returns {string} what is wrong with it; empty where all is well
 */
export function imported(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return "Expected a file that was saved here, came something that isn’t JSON.";
  }
  if (data?.format !== FORMAT || typeof data.kept !== "object" || data.kept === null) {
    return "Expected a file that was saved here, came another kind of JSON.";
  }
  if (data.version !== VERSION) return `Expected version ${VERSION}, came ${data.version}.`;
  try {
    for (const [name, value] of Object.entries(data.kept)) {
      if (/^(rolls|play:[a-z-]+)$/.test(name)) localStorage.setItem(root() + name, JSON.stringify(value));
    }
  } catch {
    return "This browser has no room for it, or does not allow keeping it.";
  }
  window.dispatchEvent(new Event("nightsong:imported"));
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  return "";
}

function root() {
  return `nightsong:${SITE.pathname}:`;
}

function keys() {
  const names = [];
  for (let at = 0; at < localStorage.length; at += 1) {
    const key = localStorage.key(at) ?? "";
    if (key === `${root()}rolls` || (key.startsWith(PREFIX) && !key.endsWith(":unreadable"))) names.push(key);
  }
  return names.sort();
}
