/** Drawing by hand: what a tap on a hex does, and dice that were dropped at the table. */

import { button, el, field, refresh, row, say, select } from "./kit.js";
import { rolledRows, rowsOf } from "./land-cards.js";

/** @typedef {import("./land-desk.js").Desk} Desk */
/** @typedef {import("./land-desk.js").Flaw} Flaw */

const CHANCE = /** @type {[string, string]} */ (["", "by chance"]);
const TYPES = { region: "regions/type", faction: "factions/type" };

/** What a tap does: `show`, `drop:region`, `region:3`, `faction:0`. @param {Desk} desk @param {string} hex */
export function tapped(desk, hex, drop = {}) {
  const [what, number] = desk.state.tap.split(":");
  if (!desk.state.hand || what === "show") return desk.look({ picked: hex });
  if (what === "drop") return desk.drop({ ...drop, landed: hex });
  desk.look({ picked: hex });
  return desk.edit([hex], { [what]: Number(number) });
}

/** The tools. */
export class Hand {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** What the dice on the table say. */
    this.drop = { kind: "region", type: "", shown: "", home: "" };
    this.tap = el("div");
    this.dropping = el("div", { class: "ns-drop" });
    this.flaws = el("ul", { class: "ns-flaws" });
    this.element = el(
      "section",
      { class: "ns-panel ns-hand" },
      el("h2", {}, "Draw by hand"),
      this.tap,
      this.dropping,
      this.flaws,
      row(button("Start with a blank map", () => this.desk.blank())),
    );
    this.shown = "";
  }

  /** Fill in what there is to choose. */
  show() {
    const { view, hand, tap, flaws } = this.desk.state;
    this.element.hidden = !hand || !view;
    if (!view || !hand) return;
    this.flaws.replaceChildren(...flaws.map(flawLine));
    const { regions, factions } = view;
    const sign = JSON.stringify([tap, this.drop, regions.map(named), factions.map(named)]);
    if (sign === this.shown) return;
    this.shown = sign;
    refresh(this.tap, field("A tap on a hex", this.tapList()));
    refresh(this.dropping, ...this.dropFields());
  }

  tapList() {
    const { view, tap } = this.desk.state;
    /** @type {(kind: string, number: number, name: string) => [string, string]} */
    const gives = (kind, number, name) => [`${kind}:${number}`, `gives it to ${name}`];
    const { regions = [], factions = [] } = view ?? {};
    const list = select(
      [
        ["show", "shows what lies there"],
        ["drop:die", "is where the die was dropped"],
        ...regions.map(({ number, name }) => gives("region", number, `${number} ${name}`)),
        ["region:0", "takes it from its Region"],
        ...factions.map(({ number, mark, name }) => gives("faction", number, `${mark} ${name}`)),
        ["faction:0", "takes it from its Faction"],
      ],
      tap,
      (value) => this.desk.look({ tap: value }),
    );
    list.dataset.key = "tap";
    if (!list.value) list.value = "show";
    return list;
  }

  dropFields() {
    const { kind, type, shown, home } = this.drop;
    const { view, tap } = this.desk.state;
    const regions = view?.regions ?? [];
    const table = kind === "region" ? TYPES.region : TYPES.faction;
    /** @type {[string, string][]} */
    const homes = regions.map(({ number, name }) => [String(number), `${number} ${name}`]);
    const kinds = /** @type {[string, string][]} */ ([["region", "a Region"], ["faction", "a Faction"]]);
    this.drop.home = homes.some(([number]) => number === home) ? home : (homes[0]?.[0] ?? "");
    const fields = [
      field("Drop the die for", this.list("kind", kinds, kind)),
      field("Type", this.list("type", [CHANCE, ...pairs(rowsOf(table, this.desk.ruleset))], type)),
      field("It showed", this.list("shown", [CHANCE, ...pairs(this.faces(table))], shown)),
    ];
    if (kind === "faction") fields.push(field("At home in", this.list("home", homes, this.drop.home)));
    const drop = button("Drop it by chance", () => this.desk.drop(this.dropped()));
    drop.dataset.key = "drop";
    drop.disabled = kind === "faction" && !homes.length;
    const waits = tap === "drop:die";
    const onMap = button("Tap the hex where it fell", () => this.wait(!waits), { pressed: waits });
    onMap.dataset.key = "drop here";
    onMap.disabled = drop.disabled;
    return [row(...fields), row(drop, onMap)];
  }

  /** Whether the next tap on a hex says where the die fell. @param {boolean} waits */
  wait(waits) {
    this.desk.look({ tap: waits ? "drop:die" : "show" });
    if (waits) say("Pick the hex where the die fell.");
  }

  /** What the dice for a type can show, as the table says. @param {string} table @returns {string[]} */
  faces(table) {
    const rows = rolledRows(table, this.desk.ruleset);
    const own = rows.filter(({ name }) => !this.drop.type || name === this.drop.type);
    const most = Math.max(0, ...own.map(({ die = "" }) => Number(/\d+$/.exec(die)?.[0] ?? 0)));
    return Array.from({ length: most }, (_, at) => String(at + 1));
  }

  /**
   * @param {"kind" | "type" | "shown" | "home"} name
   * @param {[string, string][]} options
   * @param {string} chosen
   */
  list(name, options, chosen) {
    const list = select(options, chosen, (value) => {
      this.drop = { ...this.drop, [name]: value };
      if (name === "kind") this.drop.type = this.drop.shown = "";
      if (name === "type") this.drop.shown = "";
      this.show();
    });
    list.dataset.key = `drop ${name}`;
    return list;
  }

  /** What is known of the dropped die, as the engine is asked. */
  dropped() {
    const { kind, type, shown, home } = this.drop;
    return {
      ...(kind === "faction" ? { region: Number(home) } : {}),
      ...(type ? { type } : {}),
      ...(shown ? { shown: Number(shown) } : {}),
    };
  }
}

/** @param {{number: number, name: string}} one */
function named({ number, name }) {
  return [number, name];
}

/** @param {string[]} values @returns {[string, string][]} */
function pairs(values) {
  return values.map((value) => [value, value]);
}

/** @param {Flaw} flaw */
function flawLine({ expected, came, hexes }) {
  const where = hexes?.length ? ` (${hexes.join(", ")})` : "";
  return el("li", {}, `Expected ${expected}, came ${came}${where}.`);
}
