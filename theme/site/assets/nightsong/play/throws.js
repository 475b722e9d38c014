/** Dice by themselves: notation typed or tapped, and a Step Die that steps with each roll. */

import { button, el, field, ICONS, log, play, row, select, Status, steps } from "./kit.js";
import { refill } from "./setview.js";

const FURTHER = ["d20", "d66", "d%"]; // dice beside those of the ladder

/**
 * @typedef {{notation: string, step: string, thrown: any | null}} Throws
 * @param {any} ruleset
 * @param {() => Throws} read
 * @param {(part: Partial<Throws>) => void} change
 */
export function throwsPanel(ruleset, read, change) {
  const { ladder, spent } = ruleset.numbers.step_die;
  const left = ladder.filter((/** @type {string} */ die) => die !== spent);
  const status = new Status();
  const outcome = el("div", { class: "ns-throws__outcome" });
  const input = el("input", {
    class: "ns-input",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 60,
  });
  input.value = read().notation;
  input.addEventListener("input", () => change({ notation: input.value }));
  const taps = [...left]
    .reverse()
    .concat(FURTHER)
    .map((die) => button(die.toUpperCase(), () => tap(die), { about: "more" }));
  const step = select(ladder, read().step, (die) => change({ step: die }));
  const form = el(
    "form",
    {
      class: "ns-row",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        roll(input.value);
      },
    },
    field("Dice", input, "3d6, 2d20kh1, d66, d%, 2d6 + 3"),
    el("button", { type: "submit", class: "ns-button" }, "Roll dice"),
  );

  /** One more of a die. @param {string} die */
  function tap(die) {
    const text = input.value.trim();
    const kind = die.toLowerCase();
    const [all, count, last] = /(\d*)(d(?:\d+|%))$/i.exec(text) ?? [""];
    const same = last?.toLowerCase() === kind && !/[x×*]\s*$/.test(text.slice(0, -all.length));
    const more = same
      ? `${text.slice(0, -all.length)}${Number(count || 1) + 1}${kind}`
      : [text, `1${kind}`].filter(Boolean).join(" + ");
    input.value = more;
    change({ notation: more });
  }

  /** @param {string} notation */
  async function roll(notation) {
    const played = await status.run(() => play("dice", { notation }));
    if (!played) return;
    const { dice, total, groups } = played.result;
    const fell = groups
      .map((/** @type {any} */ group) => `${group.dice} fell ${group.values.join("·")}`)
      .join(", ");
    finish({ title: dice, text: String(total), note: fell, played });
  }

  async function rollStep() {
    const die = step.value;
    const played = await status.run(() => play("step-die", { die }));
    if (!played) return;
    step.value = played.result.after;
    change({ step: played.result.after });
    const text = played.trace.map((/** @type {any} */ line) => line.text).join(" ");
    finish({ title: `Step Die ${die}`, text: played.result.after, note: text, played });
  }

  /** @param {{title: string, text: string, note: string, played: any}} thrown */
  function finish(thrown) {
    log(thrown.title, `${thrown.text} (${thrown.note})`, thrown.played);
    change({ thrown });
    show();
  }

  function show() {
    const { thrown } = read();
    if (!thrown) return refill(outcome, []);
    refill(outcome, [
      el("p", { class: "ns-result" }, `${thrown.title}: ${thrown.text}`),
      el("p", { class: "ns-rolls__dice" }, thrown.note),
      steps(thrown.played.trace),
    ]);
  }

  const clear = button("Clear dice", () => {
    input.value = "";
    change({ notation: "" });
    input.focus();
  });
  const element = el(
    "section",
    { class: "ns-panel ns-throws" },
    el("h2", {}, "Dice"),
    el(
      "div",
      { class: "ns-row ns-throws__taps", role: "group", "aria-label": "Add a die" },
      ...taps,
      clear,
    ),
    form,
    row(field("Step Die", step), button("Roll Step Die", rollStep, { path: ICONS.die })),
    status.element,
    outcome,
  );
  show();
  /** @param {Throws} state */
  const sync = (state) => {
    if (document.activeElement !== input) input.value = state.notation;
    step.value = state.step;
    show();
  };
  return { element, roll, sync };
}
