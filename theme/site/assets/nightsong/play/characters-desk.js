/** The character maker's state, and all that can be done with it; the rules are the engine's. */

import { newSeed } from "../rolls.js";
import { log, play, say } from "./kit.js";
import { linked, linkWith } from "./share.js";
import { Shelf } from "./shelf.js";
import { inTurn } from "./turns.js";

/** @typedef {import("./kit.js").Step} Step */
/** @typedef {import("./kit.js").Played} Played */
/**
 * @typedef {{method: string, order: string[], highest: string, background: string, spells: string[],
 *   details: Record<string, string>, name: string, pronouns: string}} Choices what the player decides;
 *   empty where the dice do
 *
 * @typedef {object} Member somebody of the party
 * @property {string} seed
 * @property {Record<string, number>} tries
 * @property {string} ruleset the fingerprint of the rules
 * @property {Choices} choices
 * @property {string[]} kept the parts that stay when the rest is rolled again
 * @property {{character: any, slots: any, max_focus: number, spells: any[]}} sheet
 * @property {Step[]} trace
 * @property {boolean} playing whether the sheet is in play, and no longer being made
 *
 * @typedef {{members: Member[], at: number}} State
 * @typedef {{array: number[], backgrounds: Record<string, {name: string, text: string}[]>,
 *   spells: {name: string, text: string}[], details: {table: string, title: string, rows: string[]}[]}} Options
 */

const MOST = 12; // members that are kept
const KEY = "character/"; // begins every key of a character's dice
const LONGEST = 120; // letters of the player's own words

/** @returns {Choices} */
export function undecided() {
  return {
    method: "array", order: [], highest: "", background: "", spells: [], details: {}, name: "", pronouns: "",
  };
}

/** @param {unknown} value */
const isText = (value) => typeof value === "string" && value.length <= LONGEST * 4;
/** @param {any} value */
const isTexts = (value) => Array.isArray(value) && value.length <= 100 && value.every(isText);
/** @param {any} value @param {(one: any) => boolean} each */
const isMap = (value, each) =>
  value !== null && typeof value === "object" && !Array.isArray(value) && Object.values(value).every(each);

/** @param {any} choices */
function isChoices(choices) {
  return (
    isMap(choices, () => true) &&
    [choices.method, choices.highest, choices.background, choices.name, choices.pronouns].every(isText) &&
    isTexts(choices.order) &&
    isTexts(choices.spells) &&
    isMap(choices.details, isText)
  );
}

/** @param {any} sheet */
function isSheet(sheet) {
  const character = sheet?.character;
  return Boolean(
    character &&
      isMap(character.abilities, Number.isSafeInteger) &&
      [character.hp, character.max_hp, character.focus, character.coins].every(Number.isSafeInteger) &&
      isText(character.name) &&
      isTexts(character.backgrounds) &&
      [character.carried ?? [], character.conditions ?? [], character.details ?? [], sheet.spells].every(
        (list) => Array.isArray(list) && list.length <= 200 && list.every((one) => isMap(one, () => true)),
      ) &&
      isMap(sheet.slots, Number.isSafeInteger),
  );
}

/** Whether data can be what the character maker keeps. @param {any} state */
export function sound(state) {
  return Boolean(
    state &&
      Array.isArray(state.members) &&
      state.members.length <= MOST &&
      Number.isSafeInteger(state.at) &&
      state.members.every(
        (/** @type {any} */ one) =>
          one &&
          isText(one.seed) &&
          isMap(one.tries, Number.isSafeInteger) &&
          isChoices(one.choices) &&
          isTexts(one.kept) &&
          isSheet(one.sheet) &&
          Array.isArray(one.trace) &&
          one.trace.every((/** @type {any} */ step) => step && typeof step.text === "string"),
      ),
  );
}

/** What changes the characters: done in turn, since a choice made while another is worked out adds to it. Looking waits for nothing. */
const DEEDS = /** @type {(keyof Desk)[]} */ ([
  "add", "remove", "choose", "again", "rest", "keep", "begin", "act", "roll", "join", "follow", "undo",
]);

/** The desk of a page. @param {import("./kit.js").Status} status @param {any} ruleset */
export function openDesk(status, ruleset) {
  return inTurn(new Desk(status, ruleset), DEEDS);
}

/** What can be done with the characters. */
export class Desk {
  /** @param {import("./kit.js").Status} status @param {any} ruleset */
  constructor(status, ruleset) {
    this.status = status;
    this.ruleset = ruleset;
    /** @type {Options | null} */
    this.options = null;
    /** What was done last. @type {{title: string, steps: Step[]} | null} */
    this.answer = null;
    this.shelf = new Shelf("characters", () => /** @type {State} */ ({ members: [], at: 0 }), sound);
  }

  get state() {
    return this.shelf.state;
  }

  /** The one who is looked at; undefined where nobody is there. */
  get member() {
    return /** @type {Member | undefined} */ (this.state.members[this.state.at] ?? this.state.members[0]);
  }

  /** What can be chosen from: asked of the rules once. */
  async loadOptions() {
    if (this.options) return this.options;
    const played = await play("character-options", {}, { seed: "options" });
    this.options = played.result;
    return this.options;
  }

  /** @param {number} at */
  look(at) {
    this.shelf.keep({ ...this.state, at });
  }

  /** Somebody new, who joins the party. @param {number} [count] */
  async add(count = 1) {
    if (!this.hasRoom()) return;
    const members = [...this.state.members];
    for (let n = 0; n < count && members.length < MOST; n += 1) {
      const made = await this.rolled(newSeed(), {}, undecided());
      if (!made) return;
      members.push(made);
    }
    if (members.length === this.state.members.length) return;
    this.shelf.set({ members, at: this.state.members.length });
    const names = members.slice(-count).map((one) => one.sheet.character.name);
    say(`${names.join(", ")} joined.`);
  }

  /** Put the one who is looked at away; can be undone. */
  remove() {
    const { members, at } = this.state;
    const name = this.member?.sheet.character.name;
    const left = members.filter((_, n) => n !== at);
    this.shelf.set({ members: left, at: Math.max(0, Math.min(at, left.length - 1)) });
    say(`${name} is put away. Undo brings them back.`);
  }

  undo() {
    this.shelf.undo();
    say("Undone.");
  }

  /**
   * Make somebody by those dice and choices.
   * @param {string} seed
   * @param {Record<string, number>} tries
   * @param {Choices} choices
   * @param {string[]} [kept]
   * @returns {Promise<Member | null>}
   */
  async rolled(seed, tries, choices, kept = []) {
    const played = await this.status.run(async () => {
      await this.loadOptions();
      return play("character", asked(choices), { seed, tries });
    });
    if (!played) return null;
    const { result, trace, ruleset } = played;
    return { seed, tries, ruleset, choices, kept, sheet: result, trace, playing: false };
  }

  /** Put somebody in the place of another. @param {Member} former @param {Member | null} made */
  put(former, made) {
    if (!made) return;
    const { members, at } = this.state;
    this.shelf.set({ members: members.map((one) => (one === former ? made : one)), at });
  }

  /** Decide something. @param {Partial<Choices> | ((now: Choices) => Partial<Choices>)} part */
  async choose(part) {
    const one = this.member;
    if (!one) return;
    const more = typeof part === "function" ? part(one.choices) : part;
    this.put(one, await this.rolled(one.seed, one.tries, { ...one.choices, ...more }, one.kept));
  }

  /** Roll a part again, by its name; what was chosen of it falls to the dice. @param {string} part */
  async again(part) {
    const one = this.member;
    if (!one) return;
    const keys = this.keysOf(one, part);
    const made = await this.rolled(one.seed, later(one.tries, keys), without(one.choices, part), one.kept);
    this.put(one, made);
    if (made) say(`${part}: ${this.told(made, part)}`);
  }

  /** Roll all again but the parts that are kept. */
  async rest() {
    const one = this.member;
    if (!one) return this.add();
    const { kept } = one;
    if (!kept.length) {
      const { pronouns } = one.choices;
      const choices = { ...undecided(), method: one.choices.method, pronouns };
      return this.put(one, await this.rolled(newSeed(), {}, choices));
    }
    const parts = this.parts(one).filter((part) => !kept.includes(part));
    const keys = parts.flatMap((part) => this.keysOf(one, part));
    const choices = parts.reduce(without, this.held(one));
    this.put(one, await this.rolled(one.seed, later(one.tries, keys), choices, kept));
  }

  /** The choices with what is kept and hangs on other parts written down. @param {Member} one */
  held(one) {
    const { choices, kept, sheet } = one;
    const [background = ""] = sheet.character.backgrounds;
    return kept.includes("background") ? { ...choices, background } : choices;
  }

  /** Keep a part, or no longer. @param {string} part */
  keep(part) {
    const one = this.member;
    if (!one) return;
    const kept = one.kept.includes(part) ? one.kept.filter((name) => name !== part) : [...one.kept, part];
    this.put(one, { ...one, kept });
  }

  /** The parts that somebody is made of, by their names. @param {Member} one */
  parts(one) {
    const details = (one.sheet.character.details ?? []).map((/** @type {any} */ detail) => detail.table);
    return ["abilities", "background", "spells", "coins", "name", ...details];
  }

  /** The chance keys of a part. @param {Member} one @param {string} part */
  keysOf(one, part) {
    return one.trace.map((step) => step.key).filter((key) => key && this.partOf(key) === part);
  }

  /** The part that a chance key belongs to. @param {string} key */
  partOf(key) {
    const rest = key.slice(KEY.length);
    if (rest.startsWith("abilities")) return "abilities";
    if (rest.startsWith("shards/")) return "spells";
    if (rest === "coins") return "coins";
    const table = rest.replace(/^\d+\//, "").split(":")[0];
    if (this.options?.details.some((detail) => detail.table === table)) return table;
    return table.startsWith("backgrounds/") ? "background" : "name";
  }

  /** What a part came to, in a line. @param {Member} one @param {string} part */
  told(one, part) {
    const lines = one.trace.filter((step) => step.key && this.partOf(step.key) === part);
    return lines.map((step) => step.text).join("; ");
  }

  /** Begin to play with the sheet, or go back to making. @param {boolean} playing */
  begin(playing) {
    const one = this.member;
    if (one) this.put(one, { ...one, playing });
  }

  /**
   * Carry out a procedure on the sheet, and keep what becomes of it.
   * @param {string} title
   * @param {string} name
   * @param {Record<string, unknown> | ((character: any) => Record<string, unknown>)} [using]
   * @param {(result: any) => any} [sheetOf] where in the result the sheet is
   */
  async act(title, name, using = {}, sheetOf = (result) => result) {
    const one = this.member;
    if (!one) return null;
    const character = one.sheet.character;
    const more = typeof using === "function" ? using(character) : using;
    const played = await this.status.run(() => play(name, { character, ...more }));
    if (!played) return null;
    const after = sheetOf(played.result);
    const { slots, max_focus, spells } = after;
    const sheet = { character: after.character, slots, max_focus, spells };
    this.answer = { title, steps: played.trace };
    this.put(one, { ...one, sheet, playing: true });
    const text = played.trace.map((step) => step.text).join(". ") || "Done";
    log(`${character.name || "Somebody"}: ${title}`, text, played);
    return played;
  }

  /** Roll something for the character that leaves the sheet as it is. @param {string} title @param {string} name @param {Record<string, unknown>} using */
  async roll(title, name, using) {
    const played = await this.status.run(() => play(name, using));
    if (!played) return;
    const who = this.member?.sheet.character.name || "Somebody";
    this.answer = { title, steps: played.trace };
    log(`${who}: ${title}`, played.trace.map((step) => step.text).join(". "), played);
    this.shelf.show(this.state);
  }

  /** A character from a file or a link, who joins the party. @param {any} character */
  async join(character) {
    if (!this.hasRoom()) return;
    const played = await this.status.run(() => play("slots", { character }, { seed: "join" }));
    if (!played) return;
    const { slots, max_focus, spells } = played.result;
    const sheet = { character: played.result.character, slots, max_focus, spells };
    /** @type {Member} */
    const one = {
      seed: "", tries: {}, ruleset: played.ruleset, choices: undecided(), kept: [], sheet, trace: [], playing: true,
    };
    const members = [...this.state.members, one];
    this.shelf.set({ members, at: members.length - 1 });
    say(`${sheet.character.name} joined.`);
  }

  /** Whether somebody more can be kept; says so where not. */
  hasRoom() {
    const { length } = this.state.members;
    if (length >= MOST) this.status.fail(`${length} characters are here, as many as are kept. Put one away first.`);
    return length < MOST;
  }

  /** A link to the one who is looked at. */
  link() {
    return linkWith(this.member ? bundled(this.member) : {});
  }

  /** A link to all of the party. */
  partyLink() {
    return linkWith({ party: this.state.members.map(bundled), ruleset: this.ruleset.fingerprint });
  }

  /** Take somebody from the page's link. @returns {Promise<string>} what is wrong or to be known; else empty */
  async follow() {
    if (!location.hash.includes("=")) return "";
    const data = await linked();
    history.replaceState(null, "", location.pathname + location.search);
    if (!data || typeof data !== "object") return "This link can’t be read. Was it cut off?";
    const other = data.ruleset && data.ruleset !== this.ruleset.fingerprint;
    const note = other ? "This link was made with other rules: what comes out may differ." : "";
    const party = Array.isArray(data.party) ? data.party.slice(0, MOST) : [data];
    for (const one of party) {
      const wrong = await this.welcome(one);
      if (wrong) return wrong;
    }
    return note;
  }

  /** Somebody from a link joins the party. @param {any} data @returns {Promise<string>} what is wrong; else empty */
  async welcome(data) {
    if (data?.character) {
      await this.join(data.character);
      return "";
    }
    if (!data || !isText(data.seed) || !isMap(data.tries ?? {}, Number.isSafeInteger) || !isChoices(data.choices)) {
      return "This link does not hold a character.";
    }
    if (!this.hasRoom()) return "";
    const made = await this.rolled(data.seed, data.tries ?? {}, data.choices);
    if (!made) return "This link’s character can’t be made with these rules.";
    const members = [...this.state.members, made];
    this.shelf.set({ members, at: members.length - 1 });
    return "";
  }
}

/** What a link holds of somebody: dice and choices while they are made, the sheet itself in play. @param {Member} one */
function bundled({ seed, tries, choices, ruleset, playing, sheet }) {
  return playing ? { character: sheet.character, ruleset } : { seed, tries, choices, ruleset };
}

/** What the rules are asked: only what is decided. @param {Choices} choices */
function asked(choices) {
  const { method, order, highest, background, spells, details, name, pronouns } = choices;
  return {
    method,
    ...(order.length && method === "array" ? { order } : {}),
    ...(highest ? { highest } : {}),
    ...(background ? { background } : {}),
    ...(spells.some(Boolean) ? { spells } : {}),
    ...(Object.keys(details).length ? { details } : {}),
    ...(name ? { name } : {}),
    ...(pronouns ? { pronouns } : {}),
  };
}

/** @param {Record<string, number>} tries @param {string[]} keys */
function later(tries, keys) {
  const after = { ...tries };
  for (const key of new Set(keys)) after[key] = (after[key] ?? 0) + 1;
  return after;
}

/** The choices with a part left to the dice. @param {Choices} choices @param {string} part @returns {Choices} */
function without(choices, part) {
  switch (part) {
    case "abilities":
      return { ...choices, order: [], highest: "" };
    case "background":
      return { ...choices, background: "" };
    case "spells":
      return { ...choices, spells: [] };
    case "name":
      return { ...choices, name: "" };
    default: {
      const { [part]: _, ...details } = choices.details;
      return { ...choices, details };
    }
  }
}
