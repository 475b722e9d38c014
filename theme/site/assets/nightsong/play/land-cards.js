/** What lies in a hex, part by part, each to be thrown again or written; and all of it as a worksheet. */

import { button, capital, el, ICONS, row, select, unseen } from "./kit.js";
import { lineLook, lineSwatch } from "./land-borders.js";
import { swatch } from "./land-map.js";

/** @typedef {import("./land-desk.js").Desk} Desk */
/** @typedef {import("./land-map.js").View} View */
/** @typedef {import("./land-map.js").Part} Part */
/** @typedef {import("./land-map.js").RegionView} RegionView */
/** @typedef {import("./land-map.js").FactionView} FactionView */

/** What lies in the picked hex. @param {Desk} desk */
export function hexCard(desk) {
  const { view, picked } = desk.state;
  const place = view?.hexes.find(({ name }) => name === picked);
  if (!view || !place) return [el("p", { class: "ns-land-hint" }, "Pick a hex to see what lies there.")];
  const region = view.regions.find(({ number }) => number === place.region);
  const holder = view.factions.find(({ number }) => number === place.faction);
  const home = view.factions.filter((one) => region?.factions.includes(one.number) && one !== holder);
  const parts = [el("h2", {}, `Hex ${place.name}`)];
  if (region) parts.push(regionCard(region, desk));
  else parts.push(el("p", {}, "No Region."));
  if (holder) parts.push(factionCard(holder, desk, true));
  if (home.length) parts.push(el("h3", { class: "ns-land-home" }, "At home in this Region"));
  return [...parts, ...home.map((one) => factionCard(one, desk, false))];
}

/** @param {RegionView} region @param {Desk} desk */
function regionCard(region, desk) {
  const what = `${region.number} ${region.name}`;
  return el(
    "section",
    { class: "ns-land-card", "aria-label": what },
    el("h3", {}, swatch(region.type), what),
    el("p", { class: "ns-land-places" }, region.hexes.join(", ")),
    partList(region.parts, region.name, desk),
    whole(region.path, what, "Region", desk),
  );
}

/** @param {FactionView} faction @param {Desk} desk @param {boolean} open */
function factionCard(faction, desk, open) {
  const what = `${faction.mark} ${faction.name}`;
  return el(
    "details",
    { class: "ns-land-card ns-land-fold", open, "data-key": `${desk.state.picked} ${faction.path}` },
    el("summary", {}, badge(faction), el("b", {}, faction.name), ` ${faction.type}`),
    el("p", { class: "ns-land-places" }, faction.hexes.join(", ") || "no territory"),
    partList(faction.parts, faction.name, desk),
    clock(faction, desk),
    whole(faction.path, what, "Faction", desk),
  );
}

/** @param {FactionView} faction */
function badge(faction) {
  const { color } = lineLook(faction.number);
  return el("span", { class: `ns-mark ns-mark--${color}` }, faction.mark);
}

/** @param {Part[]} parts @param {string} whose @param {Desk} desk */
function partList(parts, whose, desk) {
  return el("dl", { class: "ns-parts" }, ...parts.map((part) => partRow(part, whose, desk)));
}

/** @param {Part} part @param {string} whose @param {Desk} desk */
function partRow(part, whose, desk) {
  const what = `${part.title} of ${whose}`;
  const about = `Reroll: ${what}`;
  const reroll = button("", () => desk.again(part.path, what), { path: ICONS.again, about });
  reroll.dataset.key = part.path;
  const value = desk.state.hand ? written(part, what, desk) : el("span", {}, part.text);
  return el("div", {}, el("dt", {}, part.title), el("dd", {}, value), el("dd", {}, reroll));
}

/** A part to be written. @param {Part} part @param {string} what @param {Desk} desk */
function written(part, what, desk) {
  const write = (/** @type {string} */ text) => {
    if (text.trim() && text !== part.text) desk.write(part.path, text);
  };
  const rows = rowsOf(part.table, desk.ruleset);
  if (part.fixed && rows.length) {
    const known = rows.includes(part.text) ? rows : [part.text, ...rows];
    const list = select(known, part.text, write);
    list.setAttribute("aria-label", what);
    list.dataset.key = `${part.path} written`;
    return list;
  }
  const looks = { class: "ns-input", type: "text", maxlength: 80, "aria-label": what };
  const input = el("input", { ...looks, value: part.text });
  input.dataset.key = `${part.path} written`;
  input.addEventListener("change", () => write(input.value));
  return input;
}

/** The names of a table's rows. @param {string} id @param {any} ruleset @returns {string[]} */
export function rowsOf(id, ruleset) {
  return rolledRows(id, ruleset).map(({ name }) => name);
}

/** A table's rows. @param {string} id @param {any} ruleset @returns {{name: string, die?: string}[]} */
export function rolledRows(id, ruleset) {
  const table = ruleset.tables.find((/** @type {any} */ one) => one.id === id);
  return (table?.rolls ?? []).flatMap((/** @type {any} */ roll) => roll.rows);
}

/** @param {string} path @param {string} what @param {string} kind @param {Desk} desk */
function whole(path, what, kind, desk) {
  const looks = { path: ICONS.again, about: what };
  const again = button(`Reroll the ${kind}`, () => desk.again(path, what), looks);
  again.dataset.key = path;
  const remove = button("Take away", () => desk.remove(path, what), { about: what });
  return row(again, ...(desk.state.hand ? [remove] : []));
}

/** A Faction's Goal Step Die on its ladder. @param {FactionView} faction @param {Desk} desk */
function clock(faction, desk) {
  const { ladder, spent } = desk.ruleset.numbers.step_die;
  const done = faction.goal === spent;
  const dice = ladder.map((/** @type {string} */ die) => [die, die]);
  const set = select(dice.slice(0, -1), faction.goal, (die) => desk.goal(faction.number, die));
  if (done) set.prepend(el("option", { value: faction.goal, selected: true }, `${faction.goal}, reached`));
  if (done) set.value = faction.goal;
  set.setAttribute("aria-label", `Goal die of ${faction.name}`);
  set.dataset.key = `${faction.path} goal`;
  return el("div", { class: "ns-goal" }, el("b", {}, "Goal"), chips(faction, ladder, spent), set);
}

/** @param {FactionView} faction @param {string[]} ladder @param {string} spent */
function chips(faction, ladder, spent) {
  const left = ladder.slice(Math.max(0, ladder.indexOf(faction.goal)));
  const kind = (/** @type {number} */ place) => (place ? "ns-chip" : "ns-chip ns-chip--now");
  const dice = left.map((die, place) => el("span", { class: kind(place) }, die));
  const said = faction.goal === spent ? " reached" : unseen(faction.goal);
  return el("span", { class: "ns-chips" }, el("span", { "aria-hidden": "true" }, ...dice), said);
}

/** Terrain and borders as they are drawn. @param {View} view @param {any} ruleset */
export function legend(view, ruleset) {
  const here = new Set(view.regions.map(({ type }) => type));
  const known = rowsOf("regions/type", ruleset).filter((kind) => here.has(kind));
  const kinds = [...known, ...[...here].filter((kind) => !known.includes(kind))];
  const holding = view.factions.filter(({ landless }) => !landless);
  const terrain = kinds.map((kind) => el("li", {}, swatch(kind), kind));
  const lines = holding.map((one) => el("li", {}, lineSwatch(one.number), badge(one), one.name));
  const looks = { class: "ns-legend ns-legend--factions", "aria-label": "Territories" };
  return [
    el("ul", { class: "ns-legend", "aria-label": "Terrain" }, ...terrain),
    ...(lines.length ? [el("ul", looks, ...lines)] : []),
  ];
}

/** All Regions and Factions in words: the map for those who can't see it, and the worksheet on paper. */
export class Worksheet {
  /** @param {Desk} desk @param {(hex: string) => void} show */
  constructor(desk, show) {
    this.desk = desk;
    this.show = show;
    this.list = el("div", { class: "ns-gazetteer" });
    this.element = el("section", { class: "ns-worksheet" }, el("h2", {}, "Regions and Factions"), this.list);
  }

  /** @param {View} view */
  refill(view) {
    const homes = new Set(view.regions.map(({ number }) => number));
    const strays = view.factions.filter(({ region }) => !homes.has(region));
    this.list.replaceChildren(
      ...view.regions.map((region) => this.region(region, view)),
      ...strays.map((one) => this.faction(one)),
    );
  }

  /** @param {RegionView} region @param {View} view */
  region(region, view) {
    const first = region.hexes[0];
    const factions = view.factions.filter((one) => one.region === region.number);
    const about = `${region.name} on the map`;
    const look = first ? [button("Show", () => this.show(first), { about })] : [];
    return el(
      "article",
      {},
      el("h3", {}, swatch(region.type), `${region.number} ${region.name}`),
      ...look,
      el("p", { class: "ns-land-places" }, region.hexes.join(", ") || "no hex"),
      el("ul", {}, ...region.lines.map((line) => el("li", {}, line))),
      ...factions.map((one) => this.faction(one)),
    );
  }

  /** @param {FactionView} faction */
  faction(faction) {
    const { ladder, spent } = this.desk.ruleset.numbers.step_die;
    return el(
      "section",
      { class: "ns-gazetteer__faction" },
      el("h4", {}, badge(faction), faction.name),
      el("p", { class: "ns-land-places" }, `${faction.type}; ${faction.hexes.join(", ") || "no territory"}`),
      el("p", {}, `${capital(wordsOf(faction))}.`),
      el("p", { class: "ns-goal" }, el("b", {}, "Goal"), chips(faction, ladder, spent)),
    );
  }
}

/** @param {FactionView} faction */
function wordsOf({ lines, goal }) {
  return lines.slice(1).filter((line) => !line.endsWith(goal) && line !== lines[4]).join("; ");
}
