/** Where hexes lie on a drawing, and which of them touch. Their pointed side is up. */

import { corners, trail } from "./land-pen.js";

/** @typedef {import("./land-pen.js").Point} Point */
/** @typedef {import("./land-map.js").HexView} HexView */

/** From a hex's middle to a corner. */
export const SIZE = 100;
export const WIDE = SIZE * Math.sqrt(3);

/** The ways to the hexes across the six edges, the one after the upper corner first. */
const ACROSS = [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]];

/** The middle of a hex. @param {{q: number, r: number}} place @returns {Point} */
export function middle({ q, r }) {
  return [WIDE * (q + r / 2), SIZE * 1.5 * r];
}

/** A hex's corners. @param {{q: number, r: number}} place */
export function around(place) {
  return corners(middle(place), SIZE);
}

/** A hex's outline. @param {{q: number, r: number}} place @param {number} [part] of its size */
export function outline(place, part = 1) {
  return trail(corners(middle(place), SIZE * part), true);
}

/** The hex across an edge. @param {HexView} place @param {number} side @param {HexView[]} hexes */
export function across(place, side, hexes) {
  const [q, r] = ACROSS[side % 6];
  return hexes.find((one) => one.q === place.q + q && one.r === place.r + r);
}

/**
 * Where an arrow key leads: along the row, or up and down in a zigzag, so that a column is kept.
 * @param {string} key
 * @param {HexView} place
 * @param {HexView[]} hexes
 * @returns {HexView | undefined}
 */
export function along(key, place, hexes) {
  const row = hexes.filter(({ r }) => r === place.r).sort((one, other) => one.q - other.q);
  const even = place.r % 2 === 0;
  const ways = /** @type {Record<string, number[]>} */ ({
    ArrowRight: [1],
    ArrowLeft: [4],
    ArrowUp: even ? [0, 5] : [5, 0],
    ArrowDown: even ? [2, 3] : [3, 2],
  });
  if (key === "Home") return row[0];
  if (key === "End") return row[row.length - 1];
  return ways[key]?.map((side) => across(place, side, hexes)).find((found) => found);
}
