/** The living sheet: what happens to a character at the table, by the rules. */

import { button, check, el, field, row, select, signed, stepper } from "./kit.js";
import { called, conditionText, itemText } from "./characters-sheet.js";
import { ruleLink } from "./rules.js";
import { difficultyField, favorField, usualDifficulty } from "./asked.js";

/** @typedef {import("./characters-desk.js").Desk} Desk */
/** @typedef {import("./characters-desk.js").Member} Member */

/** What is set in the forms until it is done; not kept. */
const asked = {
  ability: "", dr: "", favor: "plain", nuanced: false, damage: 1, condition: "", severity: "minor", item: "",
  kind: "gear", die: "", weight: "", coins: 10,
};

/** @param {Desk} desk @param {Member} one */
export function livingOf(desk, one) {
  const { character } = one.sheet;
  return el(
    "div",
    { class: "ns-living" },
    ...(desk.answer ? [answer(desk.answer)] : []),
    panel("Check", ...checks(desk, character)),
    panel("Hurt and heal", ...health(desk, character)),
    panel("Carried", ...belongings(desk, character)),
    panel("Conditions", ...ailments(desk, character)),
    panel("Advance", el("p", {}, "After a session that earned it."), row(act("Advance", () => desk.act("Advancement", "advancement")))),
  );
}

/** What came of the last act. @param {{title: string, steps: import("./kit.js").Step[]}} done */
function answer({ title, steps: lines }) {
  const listed = lines.map((step) => el("li", {}, step.rule ? ruleLink(step.rule, step.text) : step.text));
  return panel(title, el("ol", { class: "ns-answer" }, ...listed));
}

/** @param {string} title @param {...(Node | string)} children */
function panel(title, ...children) {
  return el("section", { class: "ns-panel" }, el("h3", {}, title), ...children);
}

/** A button that the focus comes back to. @param {string} text @param {() => void} onclick @param {string} [about] */
function act(text, onclick, about = "") {
  const made = button(text, onclick, about ? { about } : {});
  made.dataset.key = `${text} ${about}`;
  return made;
}

/** @param {Desk} desk @param {any} character */
function checks(desk, character) {
  const { numbers } = desk.ruleset;
  const names = Object.keys(character.abilities);
  asked.ability ||= character.highest;
  asked.dr ||= usualDifficulty(numbers);
  const listed = names.map((name) => /** @type {[string, string]} */ ([name, `${called(desk.ruleset, name)} ${signed(character.abilities[name])}`]));
  const using = () => ({ dr: asked.dr, nuanced: asked.nuanced });
  const roll = async () => {
    const name = asked.nuanced ? "nuanced-check" : "check";
    const title = `${called(desk.ruleset, asked.ability)} Check`;
    await desk.roll(title, name, { ability: character.abilities[asked.ability], dr: asked.dr, favor: asked.favor });
  };
  return [
    field("Ability", select(listed, asked.ability, (value) => (asked.ability = value))),
    difficultyField(numbers, asked.dr, (value) => (asked.dr = value)),
    favorField(asked.favor, (value) => (asked.favor = value)),
    check("Nuanced", asked.nuanced, (value) => (asked.nuanced = value)),
    row(
      act("Roll the Check", roll),
      ...(character.focus > 0 ? [act("Roll, then spend Focus", () => desk.act("Focus spent", "spend-focus", { ability: asked.ability, ...using() }))] : []),
    ),
  ];
}

/** @param {Desk} desk @param {any} character */
function health(desk, character) {
  const damage = field("Damage", stepper(asked.damage, (value) => (asked.damage = value), { least: 0, most: 99, about: "Damage" }));
  const remedies = (character.carried ?? []).flatMap((/** @type {any} */ one, /** @type {number} */ position) => {
    const at = finding(one, position);
    return one.remedy ? [act("Use the Remedy", () => desk.act("Remedy", "remedy", (healer) => ({ healer, ...at(healer) }), (result) => result.healer), one.item.name)] : [];
  });
  return [
    row(damage, act("Take Damage", () => desk.act("Damage", "take-damage", { damage: asked.damage }))),
    row(
      act("Short Rest", () => desk.act("Short Rest", "short-rest")),
      act("Long Rest", () => desk.act("Long Rest", "long-rest")),
      act("Full Rest", () => desk.act("Full Rest", "full-rest")),
      act("New session", () => desk.act("Focus", "refresh-focus")),
    ),
    ...(remedies.length ? [row(...remedies)] : []),
    ...(character.hp <= 0 ? [row(act("How long is left?", () => desk.roll("Dying", "dying", { character })))] : []),
  ];
}

/** Where something that was carried is by then. @param {any} one @param {number} position */
function finding(one, position) {
  const sign = JSON.stringify(one.item);
  const is = (/** @type {any} */ other) => JSON.stringify(other?.item) === sign;
  return (/** @type {any} */ { carried = [] }) => ({ position: is(carried[position]) ? position : carried.findIndex(is) });
}

/** @param {Desk} desk @param {any} character */
function belongings(desk, character) {
  const items = (character.carried ?? []).map((/** @type {any} */ one, /** @type {number} */ position) => {
    const name = one.item.name;
    const isShard = one.item.kind === "spell-shard";
    const at = finding(one, position);
    const casting = (/** @type {any} */ now) => ({ ...at(now), favor: asked.favor, nuanced: asked.nuanced });
    return el(
      "li",
      { class: "ns-holding" },
      el("span", {}, itemText(one)),
      el(
        "span",
        { class: "ns-row" },
        ...(isShard ? [act("Cast", () => desk.act(`Cast ${name}`, "cast", casting), name)] : []),
        ...(one.die && !isShard ? [act("Use", () => desk.act(`Use ${name}`, "use-item", at), name)] : []),
        act("Drop", () => desk.act(`Drop ${name}`, "carry", (now) => ({ drop: at(now).position })), name),
      ),
    );
  });
  return [el("ul", { class: "ns-holdings" }, ...items), el("details", { class: "ns-steps", "data-key": "take" }, el("summary", {}, "Take something up"), ...newItem(desk)), purse(desk, character)];
}

/** @param {Desk} desk */
function newItem(desk) {
  const ladder = /** @type {string[]} */ (desk.ruleset.numbers.step_die.ladder);
  const name = el("input", { class: "ns-input", type: "text", maxlength: 80, autocomplete: "off" });
  name.value = asked.item;
  name.addEventListener("input", () => (asked.item = name.value));
  const kinds = /** @type {[string, string][]} */ ([["gear", "Gear"], ["weapon", "Weapon"], ["armor", "Armor"], ["shield", "Shield"], ["supply", "Supply with Uses"], ["spell-shard", "Spell Shard"]]);
  const dice = /** @type {[string, string][]} */ ([["", "No die"], ...ladder.map((die) => /** @type {[string, string]} */ ([die, die]))]);
  const weights = /** @type {[string, string][]} */ ([["", "One Slot"], ["bulky", "Bulky"], ["petty", "Petty"]]);
  const take = async () => {
    const { kind, die, weight } = asked;
    const isUsed = kind === "supply" || kind === "spell-shard";
    const item = { name: asked.item.trim(), kind, ...(die ? { [isUsed ? "uses" : "die"]: die } : {}), ...(weight ? { [weight]: true } : {}) };
    if (await desk.act(`Take ${item.name}`, "carry", { take: item })) asked.item = "";
  };
  return [
    field("What", name),
    row(
      field("Kind", select(kinds, asked.kind, (value) => (asked.kind = value))),
      field("Die", select(dice, asked.die, (value) => (asked.die = value))),
      field("Size", select(weights, asked.weight, (value) => (asked.weight = value))),
      act("Take it up", take),
    ),
  ];
}

/** @param {Desk} desk @param {any} character */
function purse(desk, character) {
  return row(
    field(`Coins: ${character.coins}`, stepper(asked.coins, (value) => (asked.coins = value), { least: 1, most: 9999, about: "Coins" })),
    act("Gain", () => desk.act("Coins", "carry", { coins: asked.coins }), "coins"),
    act("Spend", () => desk.act("Coins", "carry", { coins: -asked.coins }), "coins"),
  );
}

/** @param {Desk} desk @param {any} character */
function ailments(desk, character) {
  const listed = (character.conditions ?? []).map((/** @type {any} */ one) =>
    el(
      "li",
      { class: "ns-holding" },
      el("span", {}, conditionText(one)),
      el(
        "span",
        { class: "ns-row" },
        act("Worsen", () => desk.act(`${one.name} worsens`, "condition", { name: one.name, act: "worsen" }), one.name),
        act("Clear", () => desk.act(`${one.name} is cleared`, "condition", { name: one.name, act: "clear" }), one.name),
      ),
    ),
  );
  const name = el("input", { class: "ns-input", type: "text", maxlength: 60, autocomplete: "off", placeholder: "tired" });
  name.value = asked.condition;
  name.addEventListener("input", () => (asked.condition = name.value));
  const gain = async () => {
    const using = { name: asked.condition.trim() || "tired", severity: asked.severity };
    if (await desk.act(`Condition: ${using.name}`, "condition", using)) asked.condition = "";
  };
  return [
    ...(listed.length ? [el("ul", { class: "ns-holdings" }, ...listed)] : []),
    row(
      field("Condition", name),
      field("Kind", select([["minor", "Minor"], ["major", "Major"]], asked.severity, (value) => (asked.severity = value))),
      act("Gain", gain, "the Condition"),
    ),
  ];
}

