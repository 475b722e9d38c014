/** What the tools share: playing a procedure, keeping it in the log, and the pieces of their forms. */

import { el, icon, ICONS, unseen } from "../dom.js";
import { ask, EngineError, isReady, onStage, RequestError } from "../engine.js";
import { within } from "../places.js";
import { newSeed } from "../rolls.js";
import { say } from "../speak.js";
import { add } from "../store.js";
import { failure, stageText, WORDS } from "../words.js";
import { ruleLink } from "./rules.js";

/**
 * @typedef {{text: string, rule: string, key: string}} Step one line of how a result came about
 *
 * @typedef {object} Played what came of a procedure
 * @property {any} result
 * @property {Step[]} trace
 * @property {string} seed
 * @property {string} ruleset the fingerprint of the rules
 */

/**
 * Carry out a procedure of the rules (`nightsong.procedures`).
 * @param {string} name
 * @param {Record<string, unknown>} using
 * @param {{seed?: string, tries?: Record<string, number>, real?: Record<string, number[]>}} [chance]
 * @returns {Promise<Played>} refused with a `RequestError` or `EngineError`
 */
export function play(name, using, { seed = newSeed(), tries = {}, real = {} } = {}) {
  return ask({ do: "play", play: name, using, seed, tries, real });
}

/**
 * Put what happened into the roll log, and say it.
 * @param {string} title what was done
 * @param {string} text what came out, in a line
 * @param {Played} played
 * @param {{page?: string, link?: string, parts?: any[]}} [more] where it stands, and where it can be had
 *   again, both below the site's root; the parts of a rolled table
 */
export function log(title, text, played, { page: place, link, parts = [] } = {}) {
  const page = new URL(location.href);
  page.search = "";
  const report = {
    table: "",
    title,
    text,
    seed: played.seed,
    ruleset: played.ruleset,
    choice: null,
    parts,
    lines: played.trace.map((step) => step.text),
  };
  add({ id: newSeed(), page: place ?? within(page), tries: {}, report, ...(link ? { link } : {}) });
  say(`${title}: ${text}`);
}

/** An error in words for whoever reads the page. @param {unknown} error */
export function told(error) {
  if (error instanceof EngineError) return failure(error.reason, error.detail);
  if (error instanceof RequestError) return sentence(error.message);
  return sentence(error instanceof Error ? error.message : String(error));
}

/** @param {string} text */
function sentence(text) {
  const whole = /[.!?…]$/.test(text) ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/**
 * A place that shows whether something is under way, and what went wrong.
 * `run` does something with it: `await status.run(() => play(…))`; it gives null after an error.
 */
export class Status {
  constructor() {
    this.element = el("div", { class: "ns-status" });
    this.open = 0;
    onStage((stage) => {
      if (this.open && stage) this.wait(stage);
    });
  }

  /**
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T | null>}
   */
  async run(act) {
    this.open += 1;
    if (!isReady()) {
      this.wait({ percent: 0 });
      say(WORDS.starting);
    }
    try {
      const done = await act();
      this.element.replaceChildren();
      return done;
    } catch (error) {
      this.fail(told(error));
      return null;
    } finally {
      this.open -= 1;
    }
  }

  /** @param {{percent: number}} stage */
  wait(stage) {
    const bar = el("progress", { max: 100, value: stage.percent, "aria-label": WORDS.starting });
    this.element.replaceChildren(el("p", {}, stageText(stage), " ", bar));
  }

  /** @param {string} text */
  fail(text) {
    this.element.replaceChildren(el("p", { class: "ns-failure" }, text));
    say(text);
  }
}

/**
 * A button.
 * @param {string} text
 * @param {() => void} onclick
 * @param {{small?: boolean, path?: string, about?: string, pressed?: boolean}} [looks] `path` of an
 *   icon; `about` says to screen readers what it is about; `pressed` makes it one that stays down
 */
export function button(text, onclick, { small = true, path, about, pressed } = {}) {
  return el(
    "button",
    {
      type: "button",
      class: `ns-button${small ? " ns-button--small" : ""}`,
      onclick,
      "aria-pressed": pressed === undefined ? null : String(pressed),
    },
    ...(path ? [icon(path)] : []),
    text,
    ...(about ? [unseen(` ${about}`)] : []),
  );
}

/** @param {...(Node | string)} children */
export function row(...children) {
  return el("div", { class: "ns-row" }, ...children);
}

let fields = 0;

/**
 * A form control under its label.
 * @template {HTMLElement} T
 * @param {string} label
 * @param {T} control
 * @param {string} [hint]
 */
export function field(label, control, hint = "") {
  fields += 1;
  control.id ||= `ns-field-${fields}`;
  const about = hint ? el("span", { class: "ns-field__hint", id: `${control.id}-hint` }, hint) : "";
  if (hint) control.setAttribute("aria-describedby", `${control.id}-hint`);
  return el(
    "div",
    { class: "ns-field" },
    el("label", { class: "ns-field__label", for: control.id }, label),
    control,
    about,
  );
}

/**
 * A list to choose from.
 * @param {(string | [string, string])[]} options a value that is its own text, or value and text
 * @param {string} chosen
 * @param {(value: string) => void} [onchange]
 */
export function select(options, chosen, onchange) {
  const list = el("select", { class: "ns-select" });
  for (const option of options) {
    const [value, text] = typeof option === "string" ? [option, option] : option;
    list.append(el("option", { value, selected: value === chosen }, text));
  }
  list.value = chosen;
  if (onchange) list.addEventListener("change", () => onchange(list.value));
  return list;
}

/**
 * A number with buttons beside it, large enough for a thumb.
 * @param {number} value
 * @param {(value: number) => void} onchange
 * @param {{least?: number, most?: number, about: string}} options
 */
export function stepper(value, onchange, { least = -Infinity, most = Infinity, about }) {
  const shown = el("output", { class: "ns-stepper__value" }, signless(value));
  /** @param {number} by */
  const move = (by) => {
    const next = Math.min(most, Math.max(least, value + by));
    if (next === value) return;
    value = next;
    shown.textContent = signless(value);
    onchange(value);
  };
  return el(
    "div",
    { class: "ns-stepper", role: "group", "aria-label": about },
    button("−", () => move(-1), { about: `${about} down` }),
    shown,
    button("+", () => move(1), { about: `${about} up` }),
  );
}

/** @param {number} value */
function signless(value) {
  return String(value).replace("-", "−");
}

/**
 * A box to tick.
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onchange
 */
export function check(label, checked, onchange) {
  const box = el("input", { type: "checkbox", checked });
  box.addEventListener("change", () => onchange(box.checked));
  return el("label", { class: "ns-check" }, box, " ", label);
}

/**
 * How a result came about, folded away; each step links to its rule.
 * @param {Step[]} trace
 * @param {string} [title]
 */
export function steps(trace, title = "How it came about") {
  const lines = trace.map((step) =>
    el("li", {}, step.rule ? ruleLink(step.rule, step.text) : step.text),
  );
  return el("details", { class: "ns-steps" }, el("summary", {}, title), el("ol", {}, ...lines));
}

/**
 * The same for many lines, which are made only when they are unfolded.
 * @param {Step[]} trace
 * @param {string} title
 */
export function longSteps(trace, title) {
  const folded = steps([], title);
  folded.addEventListener("toggle", () => folded.replaceChildren(...steps(trace, title).children), { once: true });
  return folded;
}

/** A score as the sheet shows it. @param {number} score */
export function signed(score) {
  return score > 0 ? `+${score}` : String(score).replace("-", "−");
}

/** The first letter large. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export { piece, refill, refresh } from "./pieces.js";
export { el, ICONS, say, unseen };
