/** The fight board: two sides, whose turn it is, what each can do, and what it comes to. */

import { button, capital, el, field, ICONS, log, play, refill, row, select, stepper, steps } from "./kit.js";
import { newSeed } from "../rolls.js";
import { FAVORS } from "./asked.js";
import { keptCharacters, keptNpcs } from "./party.js";
import { Turns } from "./turns.js";

/** @typedef {import("./referee.js").Desk} Desk */

const FIRST = /** @type {[string, string][]} */ ([["party", "The party"], ["foes", "The foes"]]);
const SURPRISED = /** @type {[string, string][]} */ ([
  ["nobody", "Nobody"], ["party", "The party"], ["foes", "The foes"], ["fate", "Ask the Die of Fate"],
]);

/** @param {Desk} desk */
export function fight(desk) {
  const { shelf, status, set, heed } = desk;
  const place = el("div", { class: "ns-columns" });
  const fresh = () => ({ seed: newSeed(), foes: [], made: 0, first: "party", surprised: "nobody", fight: null, board: null, trace: [] });
  const kept = () => shelf.state.fight ?? fresh();
  /** @param {Record<string, unknown>} part */
  const change = (part) => set({ fight: { ...kept(), ...part } });
  const turns = new Turns();
  /** Carry out a procedure on the fight. @param {string} name @param {Record<string, unknown>} [using] */
  const act = (name, using = {}) => turns.take(() => carryOut(name, using), JSON.stringify([name, using]));
  const start = () => turns.take(begin, "start");
  const anew = () => turns.take(() => change(fresh()));
  /** @param {string} name @param {Record<string, unknown>} using */
  const carryOut = async (name, using) => {
    const { seed, fight: now } = kept();
    const played = await status.run(() => play(name, { fight: now, ...using }, { seed }));
    if (played) keep(played);
  };
  /** @param {import("./kit.js").Played} played */
  const keep = (played) => {
    const { fight: now, board, told } = played.result;
    change({ fight: now, board, trace: played.trace });
    if (told.length) log("Fight", told.map((/** @type {any} */ one) => one.text).join(". "), played);
  };
  const begin = async () => {
    const { seed, foes, made, first, surprised, with_kept: along } = kept();
    const party = along ? keptCharacters().map((character) => ({ character })) : [];
    const using = { foes: foes.map(combatant), party, made, first, surprised };
    const played = await status.run(() => play("fight-start", using, { seed }));
    if (played) keep(played);
  };

  const show = () => {
    const { board } = kept();
    refill(place, ...(board ? boardPanels(kept(), act, anew) : [setup(desk, kept(), change, start)]));
  };
  heed(show);
  return place;
}

/** What a chosen foe is to the rules. @param {any} foe */
function combatant({ creature, npc, number }) {
  return creature ? { creature, number } : { npc, number };
}

/** @param {Desk} desk @param {any} now @param {(part: any) => void} change @param {() => void} start */
function setup({ ruleset }, now, change, start) {
  const npcs = keptNpcs();
  const options = /** @type {[string, string][]} */ ([
    ...ruleset.creatures.map((/** @type {any} */ one) => [one.id, `${one.npc.name} (${one.kind})`]),
    ...npcs.map((npc, at) => [`npc:${at}`, `${npc.name} (converted)`]),
  ]);
  const choice = select(options, options[0]?.[0] ?? "");
  const add = () => {
    const value = choice.value;
    const npc = value.startsWith("npc:") ? npcs[Number(value.slice(4))] : null;
    const name = npc?.name ?? ruleset.creatures.find((/** @type {any} */ one) => one.id === value)?.npc.name;
    change({ foes: [...now.foes, npc ? { npc, number: 1, name } : { creature: value, number: 1, name }] });
  };
  const chars = keptCharacters();
  /** @param {number} at @param {number} number */
  const count = (at, number) => change({ foes: now.foes.map((/** @type {any} */ one, /** @type {number} */ i) => (i === at ? { ...one, number } : one)) });
  const chosen = now.foes.map((/** @type {any} */ foe, /** @type {number} */ at) =>
    el("li", { class: "ns-tracker" }, el("b", {}, foe.name),
      stepper(foe.number, (number) => count(at, number), { least: 1, most: 20, about: `Number of ${foe.name}` }),
      button("Remove", () => change({ foes: now.foes.filter((/** @type {any} */ _, /** @type {number} */ i) => i !== at) }), { about: foe.name })));
  const along = chars.length
    ? [button(`Bring ${chars.map(({ name }) => name).join(", ")}`, () => change({ with_kept: !now.with_kept }), { pressed: Boolean(now.with_kept) })]
    : [];
  return el(
    "section",
    { class: "ns-panel" },
    el("h2", {}, "Who fights"),
    row(field("Foe", choice), button("Add", add)),
    el("ul", { class: "ns-trackers" }, ...chosen),
    row(...along, field("New characters", stepper(now.made, (made) => change({ made }), { least: 0, most: 8, about: "New characters" }))),
    row(field("Acts first", select(FIRST, now.first, (first) => change({ first }))),
      field("Caught off guard", select(SURPRISED, now.surprised, (surprised) => change({ surprised })))),
    row(button("Begin", start, { small: false, path: ICONS.die })),
  );
}

/** @param {any} now @param {(name: string, using?: Record<string, unknown>) => void} act @param {() => void} anew */
function boardPanels({ board, trace }, act, anew) {
  const sides = ["party", "foes"].map((side) =>
    el("section", { class: "ns-panel" }, el("h2", {}, side === "party" ? "The party" : "The foes"),
      el("ul", { class: "ns-fighters" }, ...board.fighters.filter((/** @type {any} */ one) => one.side === side)
        .map((/** @type {any} */ one) => fighter(one, board, act)))));
  const turn = board.over ? "The fight is over" : board.turn ? `Round ${board.round}: ${sideName(board.turn.side)}${board.turn.off_guard ? ", off guard" : ""}` : `Round ${board.round}: decided`;
  const story = steps(trace, "What happened last");
  story.open = true;
  const prompts = board.prompts.map((/** @type {any} */ prompt) => {
    const { play: name, text, side } = prompt;
    const done = name === "fight-act" ? null : () => act(name, side ? { side } : {});
    return el("li", {}, text, " ", ...(done ? [button("Do it", done, { about: text })] : []));
  });
  return [
    el("section", { class: "ns-panel ns-wide" }, el("h2", {}, turn),
      el("ul", { class: "ns-members" }, ...prompts),
      row(
        ...(board.turn ? [
          button("Play this turn", () => act("fight-turn"), { small: false, path: ICONS.die }),
          button("Play the Round", () => act("fight-round")),
          button("Pass", () => act("fight-pass")),
        ] : []),
        ...(board.over ? [] : [button("End the fight", () => act("fight-end"))]),
        button("New fight", anew),
      ),
      story),
    ...sides,
  ];
}

/** @param {string} side */
function sideName(side) {
  return side === "party" ? "the party acts" : "the foes act";
}

/** @param {any} one @param {any} board @param {(name: string, using?: Record<string, unknown>) => void} act */
function fighter(one, board, act) {
  const worn = [one.armor && `Armor ${one.armor.die}`, one.shield && `Shield ${one.shield.die}`].filter(Boolean);
  const state = one.state === "fighting" ? "" : one.rounds_left ? `${one.state}, ${one.rounds_left} Rounds left` : one.state;
  const facts = [`${one.hp}/${one.max_hp} HP`, ...worn, one.resolve ? `Resolve ${one.resolve}%` : "", state].filter(Boolean);
  return el(
    "li",
    { class: `ns-fighter ns-fighter--${one.state}` },
    el("b", {}, one.name),
    el("meter", { min: 0, max: one.max_hp, value: Math.max(0, one.hp), "aria-label": `HP of ${one.name}` }),
    el("span", {}, facts.join(" · ")),
    ...(one.specials.length ? [el("p", { class: "ns-fighter__specials" }, one.specials.join(" "))] : []),
    ...(one.acts && !one.acted ? [actions(one, board, act)] : []),
  );
}

/** What somebody whose turn it is can do. @param {any} one @param {any} board @param {(name: string, using?: Record<string, unknown>) => void} act */
function actions(one, board, act) {
  const names = Object.fromEntries(board.fighters.map((/** @type {any} */ other) => [other.place, other.name]));
  const weapons = [
    ...one.weapons.filter((/** @type {any} */ weapon) => !weapon.broken),
    { number: null, name: "Unarmed", dice: [], targets: one.unarmed },
  ].filter((weapon) => weapon.targets.length);
  const favor = select(FAVORS, "plain");
  const attack = weapons.map((weapon) => {
    const target = select(weapon.targets.map((/** @type {number} */ at) => /** @type {[string, string]} */ ([String(at), names[at]])), String(weapon.targets[0]));
    const go = () => act("fight-act", { actor: one.place, do: "attack", target: Number(target.value), weapon: weapon.number, favor: favor.value });
    return row(button(`${capital(weapon.name)} ${weapon.dice.join(" + ")}`, go, { path: ICONS.die, about: `of ${one.name}` }), field("at", target));
  });
  const dying = board.fighters.filter((/** @type {any} */ other) => other.side === one.side && other.state === "dying");
  const others = [
    ...dying.map((/** @type {any} */ other) => button(`Help ${other.name}`, () => act("fight-act", { actor: one.place, do: "rescue", target: other.place }))),
    button("Something else", () => act("fight-act", { actor: one.place, do: "other" }), { about: `by ${one.name}` }),
  ];
  return el("details", { class: "ns-steps" }, el("summary", {}, `What ${one.name} does`), field("Advantage", favor), ...attack, row(...others));
}
