/** The land maker's state and all that can be done with it; the rules are the engine's. */

import { within } from "../places.js";
import { newSeed } from "../rolls.js";
import { WORDS } from "../words.js";
import { log, play, say } from "./kit.js";
import { linked, linkWith } from "./share.js";
import { Shelf } from "./shelf.js";
import { inTurn } from "./turns.js";

/** @typedef {import("./land-map.js").View} View */
/** @typedef {import("./kit.js").Step} Step */
/** @typedef {import("./kit.js").Played} Played */
/** @typedef {{rule: string, expected: string, came: string, hexes: string[], region: number | null,
 *   faction: number | null}} Flaw */
/**
 * @typedef {object} State
 * @property {any} land as the rules know it; null before there is one
 * @property {View | null} view
 * @property {boolean} drawn whether it follows from seed, tries and sessions alone
 * @property {string} seed
 * @property {Record<string, number>} tries
 * @property {number} sessions
 * @property {string} ruleset the fingerprint of the rules
 * @property {string} title
 * @property {string} picked a hex by its name
 * @property {Flaw[]} flaws
 * @property {Step[]} trace
 * @property {string} done what was done last
 * @property {string} told what came of it, in a line
 * @property {boolean} hand whether the tools to draw by hand are out
 * @property {string} tap what a tap on a hex does
 */

/** @returns {State} */
export function fresh() {
  return {
    land: null, view: null, drawn: false, seed: "", tries: {}, sessions: 0, ruleset: "", title: "",
    picked: "", flaws: [], trace: [], done: "", told: "", hand: false, tap: "show",
  };
}

const LONGEST = 80; // letters of a title
const MOST = 2000; // of anything in a list
const FAR = 50; // that a hex may lie from the middle

/** @param {unknown} value */
const isText = (value) => typeof value === "string";
/** @param {unknown} value @param {(one: any) => boolean} each */
const isList = (value, each) =>
  Array.isArray(value) && value.length < MOST && value.every((one) => one && each(one));
/** @param {unknown} value */
const isTexts = (value) => Array.isArray(value) && value.every(isText);
/** @param {any} value */
const isCounts = (value) =>
  value && typeof value === "object" && Object.values(value).every(Number.isSafeInteger);
/** @param {any} hex */
const isHex = (hex) =>
  isText(hex.name) && [hex.q, hex.r].every((way) => Number.isSafeInteger(way) && Math.abs(way) < FAR);
/** @param {any} owner */
const isOwner = (owner) =>
  [owner.path, owner.name, owner.type, owner.die].every(isText) &&
  Number.isSafeInteger(owner.number) &&
  isTexts(owner.hexes) &&
  isTexts(owner.lines) &&
  isList(owner.parts, (part) => [part.path, part.title, part.text, part.table].every(isText));

/** Whether data can be a view of a Land. @param {any} view */
function isView(view) {
  return (
    view &&
    isTexts(view.about) &&
    isTexts(view.free) &&
    isList(view.hexes, isHex) &&
    isList(view.regions, (one) => isOwner(one) && Array.isArray(one.factions)) &&
    isList(view.factions, (one) => isOwner(one) && isText(one.mark) && isText(one.goal))
  );
}

/** Whether data can be the land maker's state. @param {any} state */
export function sound(state) {
  return Boolean(
    state &&
      [state.seed, state.ruleset, state.title, state.picked, state.done, state.told ?? "", state.tap].every(isText) &&
      isCounts(state.tries) &&
      Number.isSafeInteger(state.sessions) &&
      isList(state.flaws, (flaw) => isText(flaw.rule) && isText(flaw.expected) && isText(flaw.came)) &&
      isList(state.trace, (step) => isText(step.text) && isText(step.rule)) &&
      (state.view === null ? state.land === null : isView(state.view) && typeof state.land === "object"),
  );
}

/** What changes the Land: done in turn, since each starts from the Land as it is by then. Looking waits for nothing. */
const DEEDS = /** @type {(keyof Desk)[]} */ ([
  "name", "undo", "draw", "blank", "again", "clocks", "goal", "write", "remove", "edit", "drop", "follow", "take",
]);

/** The desk of a page. @param {import("./kit.js").Status} status @param {any} ruleset */
export function openDesk(status, ruleset) {
  return inTurn(new Desk(status, ruleset), DEEDS);
}

/** What can be done with a Land. */
export class Desk {
  /** @param {import("./kit.js").Status} status @param {any} ruleset */
  constructor(status, ruleset) {
    this.status = status;
    this.ruleset = ruleset;
    this.shelf = new Shelf("land", fresh, sound);
  }

  get state() {
    return this.shelf.state;
  }

  /** Whether the Land follows from its dice by the rules as they are now. */
  get drawn() {
    return this.state.drawn && this.state.ruleset === this.ruleset.fingerprint;
  }

  /** What may change without being undone: what is looked at. @param {Partial<State>} part */
  look(part) {
    this.shelf.keep({ ...this.state, ...part });
  }

  /** Call the Land something. @param {string} title */
  name(title) {
    this.leaveLink();
    this.shelf.set({ ...this.state, title: title.slice(0, LONGEST) });
  }

  undo() {
    this.leaveLink();
    this.shelf.undo();
    say("Undone.");
  }

  /** A whole Land, new. */
  async draw() {
    const seed = newSeed();
    const played = await this.carryOut("land", {}, { seed });
    if (!played) return;
    this.put(played, { drawn: true, seed, tries: {}, sessions: 0, picked: "", title: "", done: "Land" });
    log("Land", played.result.view.about.join(". "), played, await this.where());
  }

  /** A map without anything on it. */
  async blank() {
    const played = await this.carryOut("land-edit", {});
    if (!played) return;
    const start = { seed: newSeed(), tries: {}, sessions: 0, picked: "", title: "" };
    this.put(played, { ...start, drawn: false, done: "Blank map", hand: true });
    say("The map is blank.");
  }

  /** Throw a part again. @param {string} path @param {string} what */
  async again(path, what) {
    const { sessions, seed, tries, land } = this.state;
    const { drawn } = this;
    const played = await (drawn
      ? this.carryOut("land", { sessions, again: [path] }, { seed, tries })
      : this.carryOut("land-again", { land, path }));
    if (!played) return;
    this.put(played, { drawn, done: what, ...(drawn ? { tries: played.result.tries } : {}) });
    await this.tell(`Reroll: ${what}`, this.textAt(path), played);
  }

  /** What stands at a path. @param {string} path */
  textAt(path) {
    const { view } = this.state;
    const owners = view ? [...view.regions, ...view.factions] : [];
    const part = owners.flatMap(({ parts }) => parts).find((one) => one.path === path);
    const owner = owners.find((one) => one.path === path);
    return part?.text ?? (owner ? [owner.name, ...owner.lines].join(", ") : "");
  }

  /** Advance the Factions' clocks, as between sessions. */
  async clocks() {
    const { land, seed, tries } = this.state;
    const played = await this.carryOut("clocks", { land }, { seed, tries });
    if (!played) return;
    const { sessions } = played.result.land;
    const { factions } = /** @type {View} */ (played.result.view);
    const reached = factions.filter(({ number }) => played.result.reached.includes(number));
    const names = reached.map(({ name }) => name).join(", ");
    const done = `Clocks, session ${sessions}`;
    this.put(played, { drawn: this.drawn, sessions, done });
    await this.tell(done, names ? `Goal reached: ${names}` : "No goal reached", played);
  }

  /** @param {number} faction @param {string} die */
  goal(faction, die) {
    return this.byHand("faction-goal", { faction, die }, "Goal");
  }

  /** @param {string} path @param {string} text */
  write(path, text) {
    return this.byHand("land-write", { path, text }, "Written");
  }

  /** @param {string} path @param {string} what */
  async remove(path, what) {
    if (await this.byHand("land-remove", { path }, what)) say(`${what}: taken away. Undo brings it back.`);
  }

  /**
   * Give hexes to a Region or a Faction; 0 takes them.
   * @param {string[]} hexes
   * @param {Record<string, number>} to `region` or `faction`
   */
  edit(hexes, to) {
    return this.byHand("land-edit", { hexes, ...to }, hexes.join(", "));
  }

  /** Drop a die for a Region or a Faction. @param {Record<string, unknown>} drop */
  async drop(drop) {
    const name = drop.region ? "land-faction" : "land-region";
    const played = await this.byHand(name, drop, drop.region ? "New Faction" : "New Region");
    if (!played) return;
    const { regions, factions } = played.result.view;
    const { region, faction } = played.result;
    const made = faction
      ? factions.find((/** @type {any} */ one) => one.number === faction)
      : regions.find((/** @type {any} */ one) => one.number === region);
    this.look({ picked: made.hexes[0] ?? this.state.picked });
    await this.tell(faction ? "New Faction" : "New Region", [made.name, ...made.lines].join(", "), played);
  }

  /**
   * Something after which the Land no longer follows from its seed.
   * @param {string} name @param {Record<string, unknown>} using @param {string} done
   */
  async byHand(name, using, done) {
    const played = await this.carryOut(name, { land: this.state.land, ...using });
    if (!played) return null;
    const { land, flaws } = played.result;
    const checked = flaws ? played : await this.carryOut("land-check", { land });
    this.put(played, { drawn: false, flaws: checked?.result.flaws ?? [], done });
    return played;
  }

  /**
   * @param {string} name
   * @param {Record<string, unknown>} using
   * @param {{seed?: string, tries?: Record<string, number>}} [chance]
   */
  carryOut(name, using, chance) {
    return this.status.run(() => play(name, using, chance));
  }

  /** @param {Played} played @param {Partial<State>} part */
  put({ result, trace, ruleset }, part) {
    const { land, view, flaws = [] } = result;
    const lines = trace.map(({ text, rule }) => ({ text, rule, key: "" }));
    this.leaveLink();
    this.shelf.set({ ...this.state, land, view, flaws, trace: lines, ruleset, told: "", ...part });
  }

  /** What a link holds: dice where they are enough, else the Land itself. */
  linkable() {
    const { seed, tries, sessions, land, title, ruleset } = this.state;
    return this.drawn ? { seed, tries, sessions, title, rules: ruleset } : { land, seed, title, rules: ruleset };
  }

  link() {
    return linkWith(this.linkable());
  }

  /** What the address holds is no more what is here: loaded again, the page shows what was kept. */
  leaveLink() {
    if (location.hash) history.replaceState(null, "", location.pathname);
  }

  /**
   * Say what happened: on the page, in the log, and aloud.
   * @param {string} title
   * @param {string} text
   * @param {Played} played
   */
  async tell(title, text, played) {
    this.look({ told: `${title}. ${text}` });
    log(title, text, played, await this.where());
  }

  /** For the log: a link to the Land as it is. */
  async where() {
    const link = (await this.link()).href;
    return { link: within(link) };
  }

  /** Take the Land that the page's address holds. @returns {Promise<string>} what is to be said about it */
  async follow() {
    if (!location.hash.startsWith("#play=")) return "";
    const asked = await linked();
    if (!asked || typeof asked !== "object" || !(asked.land || isText(asked.seed))) {
      this.status.fail("The link can’t be read: expected a Land, came something else.");
      return "";
    }
    const { view } = this.state;
    if (view && JSON.stringify(this.linkable()) === JSON.stringify(asked)) return "";
    return this.take(asked);
  }

  /** Put a Land in place that came from elsewhere. @param {any} asked @returns {Promise<string>} */
  async take({ land, seed, tries, sessions, title, rules }) {
    const chance = { seed: isText(seed) ? seed : newSeed(), tries: isCounts(tries) ? tries : {} };
    const times = Number.isSafeInteger(sessions) ? sessions : 0;
    const played = await (land
      ? this.carryOut("land-check", { land })
      : this.carryOut("land", { sessions: times }, chance));
    if (!played) return "";
    const given = isText(title) ? title.slice(0, LONGEST) : "";
    const { sessions: number } = played.result.land;
    this.put(played, { drawn: !land, ...chance, sessions: number, picked: "", title: given, done: "Land" });
    return rules && rules !== played.ruleset ? WORDS.otherRules : "";
  }
}
