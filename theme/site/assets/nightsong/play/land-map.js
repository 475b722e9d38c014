/** The map of a Land: its hexes with what lies in them, borders, names, a compass; and keys to walk it. */

import { borders, lineLook } from "./land-borders.js";
import { across, around, middle, outline, SIZE, WIDE } from "./land-hexes.js";
import { corners, Pen, short, star, svg, trail } from "./land-pen.js";
import { signOf, signs } from "./land-signs.js";

/** @typedef {import("./land-pen.js").Point} Point */
/** @typedef {{path: string, title: string, text: string, table: string, fixed: boolean}} Part */
/** @typedef {{name: string, q: number, r: number, region: number | null, faction: number | null}} HexView */
/**
 * @typedef {{number: number, path: string, name: string, type: string, die: string, hexes: string[],
 *   factions: number[], lines: string[], parts: Part[]}} RegionView
 * @typedef {{number: number, mark: string, path: string, region: number, name: string, type: string,
 *   die: string, goal: string, hexes: string[], landless: boolean, lines: string[], parts: Part[]}} FactionView
 * @typedef {{about: string[], hexes: HexView[], regions: RegionView[], factions: FactionView[],
 *   free: string[], unclaimed: string[], landless: number[]}} View what `nightsong.landviews` gives
 */

const EDGE = 58; // from the outermost hexes to the frame
const LETTER = 0.46; // the width of a letter of the display face, in parts of its size

/**
 * All that is to be seen of a Land, and the box around it.
 * @param {View} view
 * @param {{title: string, scale: string}} words
 */
export function art(view, { title, scale }) {
  const box = boxOf(view.hexes, title);
  const regions = new Map(view.regions.map((region) => [region.number, region]));
  const names = new Map(view.regions.map((region) => [namePlace(region, view.hexes), region.number]));
  const group = svg("g", { "aria-hidden": "true" });
  group.append(frame(box));
  for (const place of view.hexes) {
    const region = regions.get(place.region ?? 0);
    group.append(ground(place, region, names.has(place.name)));
  }
  group.append(edges(view.hexes), borders(view));
  for (const region of view.regions) group.append(...writtenName(region, names, view.hexes));
  for (const place of view.hexes) group.append(...labels(place, view, names));
  group.append(sky(box), compass(box), ...(scale ? [ruler(box, scale)] : []));
  if (title) group.append(heading(title, box));
  return { group, box };
}

/** @typedef {{left: number, top: number, width: number, height: number, head: number}} Box */

/** @param {HexView[]} hexes @param {string} title @returns {Box} */
function boxOf(hexes, title) {
  const places = hexes.map(middle);
  const reach = (/** @type {number} */ side) => Math.max(...places.map((at) => Math.abs(at[side])), 0);
  const [x, y] = [reach(0) + WIDE / 2 + EDGE, reach(1) + SIZE + EDGE];
  const head = title ? 80 : 0;
  return { left: -x, top: -y - head, width: 2 * x, height: 2 * y + head, head };
}

/** A double line around the map, with a star in each corner. @param {Box} box */
function frame({ left, top, width, height }) {
  const [l, t, r, b] = [left + 19, top + 19, left + width - 19, top + height - 19];
  const pen = new Pen("ns-frame");
  pen.path("ns-frame-ground", rectangle(left, top, left + width, top + height));
  pen.path("ns-frame-line", rectangle(l, t, r, b), 2.4);
  pen.path("ns-frame-line", rectangle(l + 7, t + 7, r - 7, b - 7), 1);
  /** @type {[number, number, number, number][]} */
  const ends = [[l, t, 5, 5], [r, t, -5, 5], [l, b, 5, -5], [r, b, -5, -5]];
  for (const [x, y] of ends) pen.path("ns-frame-ground", star([x, y], 30, 0.5, 8));
  for (const [x, y, over, down] of ends) pen.path("ns-star-fill", star([x + over, y + down], 21, 0.2));
  return pen.done();
}

/** @param {number} l @param {number} t @param {number} r @param {number} b */
function rectangle(l, t, r, b) {
  return trail([[l, t], [r, t], [r, b], [l, b]], true);
}

/** @param {HexView} place @param {RegionView | undefined} region @param {boolean} named */
function ground(place, region, named) {
  const at = middle(place);
  const kind = region ? `ns-land--${signOf(region.type)}` : "ns-land--none";
  const group = svg("g", { class: kind });
  group.append(svg("path", { class: "ns-hex", d: outline(place) }));
  if (region) {
    const room = broken(region.name).length > 1 ? 0.5 : 0.2;
    const free = { bare: named ? room : 0, marked: place.faction !== null };
    group.append(signs(region.type, at, SIZE, `${region.number}/${place.name}`, free));
  }
  return group;
}

/** The hex nearest to the middle of a Region's hexes; its name stands there. */
function namePlace(/** @type {RegionView} */ region, /** @type {HexView[]} */ hexes) {
  const own = hexes.filter((place) => region.hexes.includes(place.name));
  const far = (/** @type {HexView} */ place) =>
    own.reduce((sum, other) => sum + Math.sqrt(distance(middle(place), middle(other))), 0);
  const at = (/** @type {HexView} */ place) => region.hexes.indexOf(place.name);
  own.sort((one, other) => far(one) - far(other) || at(one) - at(other));
  return own[0]?.name ?? "";
}

/** @param {Point} one @param {Point} other */
function distance([x, y], [u, v]) {
  return Math.hypot(x - u, y - v);
}

/** The borders between Regions, and the edge of the map. @param {HexView[]} hexes */
function edges(hexes) {
  const pen = new Pen("ns-edges");
  for (const outer of [false, true]) {
    for (const place of hexes) {
      const ends = around(place);
      for (let side = 0; side < 6; side += 1) {
        const near = across(place, side, hexes);
        if (outer !== (near === undefined) || (near && near.region === place.region)) continue;
        const line = trail([ends[side], ends[(side + 1) % 6]]);
        pen.path(outer ? "ns-edge ns-edge--outer" : "ns-edge", line, outer ? 6 : 4);
      }
    }
  }
  return pen.done();
}

/** @param {RegionView} region @param {Map<string, number>} names @param {HexView[]} hexes */
function writtenName(region, names, hexes) {
  const place = hexes.find((one) => names.get(one.name) === region.number);
  if (!place) return [];
  const [x, y] = middle(place);
  const lines = broken(region.name);
  const size = Math.min(36, ...lines.map((line) => 147 / (Array.from(line).length * LETTER)));
  const kind = `ns-map-name ns-land--${signOf(region.type)}`;
  const first = y + size * 0.3 - ((lines.length - 1) * size * 0.85) / 2;
  return [
    text(String(region.number), [x, y - 23 - (lines.length - 1) * 14], 26, `${kind} ns-map-number`),
    ...lines.map((line, at) => text(line, [x, first + at * size * 0.85], size, kind)),
  ];
}

/** A long name in two lines, where it has a gap. @param {string} name */
function broken(name) {
  const gaps = Array.from(name.matchAll(/ /g), ({ index }) => index ?? 0);
  if (name.length < 13 || !gaps.length) return [name];
  const off = (/** @type {number} */ at) => Math.abs(at - name.length / 2);
  const gap = gaps.reduce((best, at) => (off(at) < off(best) ? at : best));
  return [name.slice(0, gap), name.slice(gap + 1)];
}

/** @param {HexView} place @param {View} view @param {Map<string, number>} names */
function labels(place, view, names) {
  const [x, y] = middle(place);
  const region = view.regions.find(({ number }) => number === place.region);
  const faction = view.factions.find(({ number }) => number === place.faction);
  const kind = region ? `ns-land--${signOf(region.type)}` : "ns-land--none";
  const drawn = [text(place.name, [x, y - 61], 21, `ns-map-label ${kind}`)];
  if (region && !names.has(place.name)) {
    drawn.push(text(String(region.number), [x - 46, y + 46], 26, `ns-map-name ns-map-number ${kind}`));
  }
  if (faction) {
    const { color } = lineLook(faction.number);
    const looks = { class: `ns-badge ns-line--${color}`, r: 19 };
    const badge = svg("circle", { ...looks, cx: short(x), cy: short(y + 61) });
    drawn.push(badge, text(faction.mark, [x, y + 69], faction.mark.length > 1 ? 18 : 24, "ns-badge-text"));
  }
  return drawn;
}

/** @param {string} words @param {Point} at @param {number} size @param {string} kind */
export function text(words, [x, y], size, kind) {
  const place = { class: kind, x: short(x), y: short(y), "font-size": short(size), "text-anchor": "middle" };
  return svg("text", place, words);
}

/** @param {Box} box */
function compass({ left, top, width, head }) {
  const r = 58;
  /** @type {Point} */
  const at = [left + width - r - 44, top + head + r + 58];
  const pen = new Pen("ns-compass");
  pen.path("ns-star-line", circle(at, r * 0.74), 2);
  pen.path("ns-star-line", circle(at, r * 0.66), 1);
  pen.path("ns-star-soft", star(at, r * 0.6, 0.3, 8));
  pen.path("ns-frame-ground", star(at, r, 0.17));
  pen.path("ns-star-fill", shaded(at, r, 0.17));
  pen.path("ns-star-line", star(at, r, 0.17), 1.4);
  pen.done().append(text("N", [at[0], at[1] - r - 8], 19, "ns-compass-text"));
  return pen.group;
}

/** @param {Point} at @param {number} r */
function circle([x, y], r) {
  return `M${short(x - r)} ${short(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** The dark half of each point of a star. @param {Point} at @param {number} radius @param {number} waist */
function shaded([x, y], radius, waist) {
  let data = "";
  for (let k = 0; k < 4; k += 1) {
    const [tip, side] = [(Math.PI * k) / 2, (Math.PI * k) / 2 + Math.PI / 4];
    data += trail(
      [
        [x, y],
        [x + radius * Math.sin(tip), y - radius * Math.cos(tip)],
        [x + radius * waist * Math.sin(side), y - radius * waist * Math.cos(side)],
      ],
      true,
    );
  }
  return data;
}

/** Constellations in the corners that are free: points from a corner, by pairs joined. */
const BOW = [[40, 38], [84, 30], [126, 44], [150, 82], [132, 124], [96, 112], [58, 138], [44, 88]];
const BOW_LINES = [[0, 1], [1, 2], [2, 3], [3, 4], [3, 5], [5, 6], [5, 7]];

/** @param {Box} box */
function sky({ left, top, width, height, head }) {
  const pen = new Pen("ns-sky");
  const corners = [[left + 19, top + 19 + head, 1, 1], [left + width - 19, top + height - 19, -1, -1]];
  for (const [x, y, over, down] of corners) {
    const points = BOW.map(([u, v]) => /** @type {Point} */ ([x + over * u, y + down * v]));
    pen.path("ns-sky-line", BOW_LINES.map(([from, to]) => trail([points[from], points[to]])).join(""), 1);
    points.forEach((point, at) => pen.path("ns-star-fill", star(point, [9, 6, 7][at % 3], 0.3)));
  }
  return pen.done();
}

/** How wide a hex is. @param {Box} box @param {string} words */
function ruler({ left, top, height }, words) {
  const [x, y, wide] = [left + 44, top + height - 46, WIDE];
  const pen = new Pen("ns-ruler");
  pen.path("ns-ruler-line", trail([[x, y - 12], [x, y], [x + wide, y], [x + wide, y - 12]]), 2.6);
  pen.path("ns-ruler-line", trail([[x + wide / 2, y - 7], [x + wide / 2, y]]), 1.6);
  pen.done().append(text(words, [x + wide / 2, y - 13], 19, "ns-ruler-text"));
  return pen.group;
}

/** @param {string} title @param {Box} box */
function heading(title, { left, top, width }) {
  const size = Math.min(66, (width - 170) / (Array.from(title).length * LETTER));
  const x = left + width / 2;
  const half = Math.min(width / 2 - 60, (Array.from(title).length * LETTER * size) / 2 + 46);
  const pen = new Pen("ns-map-head");
  for (const at of [x - half, x + half]) pen.path("ns-star-fill", star([at, top + 72], 15, 0.2));
  pen.done().append(text(title, [x, top + 72 + size * 0.3], size, "ns-map-title"));
  return pen.group;
}

/** @type {Map<string, SVGSVGElement>} */
const swatches = new Map();

/** A hex of a type for the legend. @param {string} kind */
export function swatch(kind) {
  const drawn = swatches.get(kind) ?? drawnSwatch(kind);
  swatches.set(kind, drawn);
  return /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
}

/** @param {string} kind */
function drawnSwatch(kind) {
  const group = svg("g", { class: `ns-land--${signOf(kind)}` });
  const edge = trail(corners([0, 0], 96), true);
  group.append(
    svg("path", { class: "ns-hex", d: edge }),
    signs(kind, [0, 0], SIZE, `legend/${kind}`, { written: false }),
    svg("path", { class: "ns-edge", d: edge, "stroke-width": 5 }),
  );
  return svg("svg", { class: "ns-swatch", viewBox: "-88 -100 176 200", "aria-hidden": "true" }, group);
}
