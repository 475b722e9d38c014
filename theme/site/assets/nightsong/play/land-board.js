/** The map on the page: one hex at a time can be walked to with arrow keys, and each can be picked. */

import { el } from "./kit.js";
import { along, outline } from "./land-hexes.js";
import { art } from "./land-map.js";
import { svg } from "./land-pen.js";

/** @typedef {import("./land-map.js").View} View */
/** @typedef {import("./land-map.js").HexView} HexView */

/** A hex in words. @param {HexView} place @param {View} view */
export function hexText(place, view) {
  const region = view.regions.find(({ number }) => number === place.region);
  const faction = view.factions.find(({ number }) => number === place.faction);
  const home = region ? `${region.number} ${region.name}, ${region.lines[0]}` : "no Region";
  return `${place.name}: ${home}${faction ? `; ${faction.mark} ${faction.name}` : ""}`;
}

/** Shows a Land. What is drawn is put anew for every Land; the hexes to press stay, and so does the focus. */
export class Board {
  /** @param {(name: string) => void} onpick */
  constructor(onpick) {
    this.onpick = onpick;
    /** @type {View | null} */
    this.view = null;
    this.picture = svg("g");
    this.mark = svg("path", { class: "ns-picked", "aria-hidden": "true" });
    this.keys = svg("g", { class: "ns-keys" });
    this.title = svg("title");
    this.svg = svg("svg", { class: "ns-map", role: "group", "aria-label": "Map" });
    this.svg.append(this.title, this.picture, this.mark, this.keys);
    /** @type {Map<string, SVGGElement>} */
    this.places = new Map();
    this.at = "";
    this.caption = el("p", { class: "ns-board__caption", "aria-hidden": "true" });
    this.element = el("div", { class: "ns-board" }, this.svg, this.caption);
  }

  /**
   * @param {View} view
   * @param {{title: string, scale: string, picked: string}} words
   */
  show(view, { title, scale, picked }) {
    if (view !== this.view || title !== this.shownTitle) this.draw(view, title, scale);
    const place = view.hexes.find(({ name }) => name === picked);
    this.mark.setAttribute("d", place ? outline(place, 0.97) : "");
    this.caption.textContent = place ? hexText(place, view) : "";
    for (const [name, key] of this.places) key.setAttribute("aria-pressed", String(name === picked));
    if (!this.places.has(this.at)) this.at = "";
    this.rove(place?.name ?? (this.at || view.hexes[Math.floor(view.hexes.length / 2)]?.name || ""));
  }

  /** Empty hexes, before there is a Land. @param {number} radius @param {string} scale */
  preview(radius, scale) {
    const span = Array.from({ length: 2 * radius + 1 }, (_, at) => at - radius);
    const places = span.flatMap((r) => span.map((q) => ({ name: "", q, r, region: null, faction: null })));
    const hexes = places.filter(({ q, r }) => Math.abs(q + r) <= radius);
    const nothing = { regions: [], factions: [], free: [], unclaimed: [], landless: [] };
    this.draw({ about: ["Empty hexes"], hexes, ...nothing }, "", scale);
    this.mark.setAttribute("d", "");
    this.caption.textContent = "";
    this.places.clear();
    this.keys.replaceChildren();
  }

  /** @param {View} view @param {string} title @param {string} scale */
  draw(view, title, scale) {
    const { group, box } = art(view, { title, scale });
    this.view = view;
    this.shownTitle = title;
    this.svg.setAttribute("viewBox", [box.left, box.top, box.width, box.height].map(Math.round).join(" "));
    this.svg.setAttribute("aria-label", `Map. ${title || view.about[0]}`);
    this.title.textContent = title || view.about[0];
    this.picture.replaceChildren(group);
    const names = view.hexes.map(({ name }) => name).join();
    if (names !== [...this.places.keys()].join()) this.furnish(view.hexes);
    for (const place of view.hexes) this.tell(place, view);
  }

  /** @param {HexView[]} hexes */
  furnish(hexes) {
    this.places = new Map(
      hexes.map((place) => {
        const shape = svg("path", { d: outline(place, 0.97) });
        const key = svg("g", { class: "ns-hexkey", role: "button", tabindex: -1 }, svg("title"), shape);
        key.addEventListener("click", () => this.press(place.name));
        key.addEventListener("keydown", (event) => this.keyed(event, place.name));
        return [place.name, key];
      }),
    );
    this.keys.replaceChildren(...this.places.values());
  }

  /** @param {HexView} place @param {View} view */
  tell(place, view) {
    const key = this.places.get(place.name);
    const words = hexText(place, view);
    key?.setAttribute("aria-label", words);
    const tip = key?.querySelector("title");
    if (tip) tip.textContent = words;
  }

  /** Which hex the Tab key comes to. @param {string} name */
  rove(name) {
    this.at = name;
    for (const [each, key] of this.places) key.setAttribute("tabindex", each === name ? "0" : "-1");
  }

  /** @param {string} name */
  press(name) {
    this.rove(name);
    this.onpick(name);
  }

  /** @param {KeyboardEvent} event @param {string} name */
  keyed(event, name) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.view) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.press(name);
    }
    const place = this.view.hexes.find((one) => one.name === name);
    const next = place && along(event.key, place, this.view.hexes);
    if (!next) return;
    event.preventDefault();
    this.rove(next.name);
    this.places.get(next.name)?.focus();
  }
}
