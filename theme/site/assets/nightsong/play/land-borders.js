/** Factions' territories: each has a border of its own, told apart by its dashes and by a letter. */

import { across, around, middle } from "./land-hexes.js";
import { svg, trail } from "./land-pen.js";

/** @typedef {import("./land-pen.js").Point} Point */
/** @typedef {import("./land-map.js").View} View */
/** @typedef {import("./land-map.js").HexView} HexView */

const DASHES = ["none", "16 9", "0.1 9.5", "26 8 0.1 8", "8 8", "34 12"];
const COLORS = 3;
const THICK = 7.5;

/** How the border of the Faction of that number looks. @param {number} number */
export function lineLook(number) {
  const at = Math.max(0, number - 1);
  return {
    color: (at % COLORS) + 1,
    dashes: DASHES[at % DASHES.length],
    hollow: Math.floor(at / DASHES.length) % 2 === 1,
  };
}

/** All territories. @param {View} view */
export function borders(view) {
  const group = svg("g", { class: "ns-territories" });
  for (const faction of view.factions) {
    const held = view.hexes.filter((place) => place.faction === faction.number);
    const data = joined(held.flatMap((place) => inset(place, held)))
      .map((points) => trail(points, points[0] === points.at(-1)))
      .join("");
    if (data) group.append(svg("path", { class: "ns-line-halo", d: data }), ...line(data, faction.number));
  }
  return group;
}

/** @param {string} data @param {number} number */
function line(data, number) {
  const { color, dashes, hollow } = lineLook(number);
  const dash = dashes === "none" ? null : dashes;
  const look = { d: data, "stroke-dasharray": dash };
  const whole = svg("path", {
    class: `ns-line ns-line--${color}`,
    "stroke-width": hollow ? THICK * 1.35 : THICK,
    ...look,
  });
  if (!hollow) return [whole];
  return [whole, svg("path", { class: "ns-line ns-line--hollow", "stroke-width": THICK * 0.6, ...look })];
}

/** The border line of the Faction of that number, for the legend. @param {number} number */
export function lineSwatch(number) {
  const box = { class: "ns-line-swatch", viewBox: "0 0 120 20", "aria-hidden": "true" };
  return svg("svg", box, ...line(trail([[8, 10], [112, 10]]), number));
}

/** A territory's border in a hex, a little inside of its edges. */
function inset(/** @type {HexView} */ place, /** @type {HexView[]} */ held) {
  const near = Array.from({ length: 6 }, (_, side) => across(place, side, held) !== undefined);
  const [at, ends] = [middle(place), around(place)];
  const step = (0.085 * 2) / Math.sqrt(3);
  /** Where the border turns: towards the middle, or along the edge to the next hex. */
  const turn = (/** @type {number} */ corner, /** @type {number | null} */ along) => {
    const [x, y] = ends[corner];
    const goal = along === null ? at : ends[along];
    return /** @type {Point} */ ([x + (goal[0] - x) * step, y + (goal[1] - y) * step]);
  };
  /** @type {[Point, Point][]} */
  const found = [];
  for (let side = 0; side < 6; side += 1) {
    if (near[side]) continue;
    const start = turn(side, near[(side + 5) % 6] ? (side + 5) % 6 : null);
    const end = turn((side + 1) % 6, near[(side + 1) % 6] ? (side + 2) % 6 : null);
    found.push([start, end]);
  }
  return found;
}

/** Lines put end to end, so that dashes run on around corners. @param {[Point, Point][]} lines */
function joined(lines) {
  const left = new Set(lines);
  const found = [];
  for (const first of lines) {
    if (!left.has(first)) continue;
    const points = [first[0]];
    for (let one = /** @type {[Point, Point] | undefined} */ (first); one; ) {
      left.delete(one);
      const end = one[1];
      points.push(end);
      one = [...left].find((next) => sign(next[0]) === sign(end));
    }
    if (sign(points[0]) === sign(points[points.length - 1])) points[points.length - 1] = points[0];
    found.push(points);
  }
  return found;
}

/** @param {Point} point */
function sign([x, y]) {
  return `${Math.round(x * 2)} ${Math.round(y * 2)}`;
}
