/** Checks of all kinds and the Die of Fate, at the Referee's hand. */

import { difficultyField, favorField, scoreField, usualDifficulty } from "./asked.js";
import { button, capital, el, field, ICONS, log, play, refill, row, steps, stepper } from "./kit.js";

/** @typedef {import("./referee.js").Desk} Desk */

/** @param {Desk} desk */
export function checks(desk) {
  return el("div", { class: "ns-columns" }, checkPanel(desk), fatePanel(desk));
}

/** What is asked of a Check, kept on the shelf. @param {Desk} desk */
function asked({ shelf, ruleset }) {
  const dr = usualDifficulty(ruleset.numbers);
  const fresh = { ability: 0, other: 0, dr, favor: "plain", helpers: 0 };
  return { ...fresh, ...shelf.state.check };
}

/** @param {Desk} desk */
function checkPanel(desk) {
  const { ruleset, status, set, heed } = desk;
  const form = el("div");
  const result = el("div", { class: "ns-result", role: "status" });
  const story = el("div");
  /** @param {Record<string, unknown>} part */
  const change = (part) => set({ check: { ...asked(desk), ...part } });
  /** @param {string} title @param {string} name @param {(a: any) => Record<string, unknown>} using @param {(r: any) => string} read */
  const roll = (title, name, using, read) => async () => {
    const played = await status.run(() => play(name, using(asked(desk))));
    if (!played) return;
    result.textContent = read(played.result);
    story.replaceChildren(steps(played.trace));
    log(title, read(played.result), played);
  };
  const plain = (/** @type {any} */ { ability, dr, favor, helpers }) => ({ ability, dr, favor, helpers });
  const fields = () => {
    const check = asked(desk);
    return row(
      scoreField("Ability score", check.ability, (ability) => change({ ability })),
      difficultyField(ruleset.numbers, check.dr, (dr) => change({ dr })),
      favorField(check.favor, (favor) => change({ favor })),
      field("Helpers", stepper(check.helpers, (helpers) => change({ helpers }), {
        least: 0, most: ruleset.numbers.checks.helpers, about: "Helpers",
      })),
      scoreField("The other’s score", check.other, (other) => change({ other })),
    );
  };
  heed(() => refill(form, fields()));
  return el(
    "section",
    { class: "ns-panel" },
    el("h2", {}, "Check"),
    form,
    row(
      button("Check", roll("Check", "check", plain, ({ total, dr, success }) =>
        `${total} against DR ${dr}: ${success ? "success" : "failure"}`), { small: false, path: ICONS.die }),
      button("Nuanced", roll("Nuanced Check", "nuanced-check", plain, ({ outcome }) => capital(outcome))),
      button("Opposed", roll("Opposed Check", "opposed-check",
        ({ ability, other, favor, helpers }) => ({ first: ability, second: other, first_favor: favor, helpers }),
        ({ totals, first_wins: wins }) => `${totals.join(" against ")}: the ${wins ? "first" : "second"} wins`)),
    ),
    result,
    story,
  );
}

/** @param {Desk} desk */
function fatePanel(desk) {
  const { status } = desk;
  const list = el("div", { class: "ns-fates" });
  const result = el("div", { class: "ns-result", role: "status" });
  const story = el("div");
  /** @param {any} question @param {string} situation */
  const ask = async (question, situation) => {
    const played = await status.run(() => play("fate", { question: question.name, situation }));
    if (!played) return;
    const title = `${capital(question.name)}${situation ? `, ${situation}` : ""}`;
    result.textContent = `${title}: ${played.result.text}`;
    story.replaceChildren(steps(played.trace));
    log(title, played.result.text, played);
  };
  status.run(() => play("fate-questions", {})).then((played) => {
    for (const question of played?.result.questions ?? []) {
      const buttons = Object.entries(question.situations).map(([name, percent]) =>
        button(`${name} ${percent}%`, () => ask(question, name), { about: question.name }),
      );
      list.append(
        el("div", { class: "ns-fate" }, el("b", {}, capital(question.name)),
          row(button(`${question.even}%`, () => ask(question, ""), { about: question.name }), ...buttons)),
      );
    }
  });
  return el("section", { class: "ns-panel" }, el("h2", {}, "Die of Fate"), result, story, list);
}
