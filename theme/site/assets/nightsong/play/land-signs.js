/** What a map shows of a Region's type: waves, reeds, grass, trees, peaks, dunes. As on the printed map. */

import { jitter, Pen, trail } from "./land-pen.js";

/** @typedef {import("./land-pen.js").Point} Point */
/** @typedef {(low: number, high: number) => number} Between */
/**
 * @typedef {object} Free what stays free of signs
 * @property {number} [bare] how much around the middle row, for a name
 * @property {boolean} [marked] whether a Faction's badge stands there
 * @property {boolean} [written] whether anything is written there
 */
/**
 * @typedef {object} Sign
 * @property {number} rows how many rows fill a hex
 * @property {number} step how far apart signs of a row are
 * @property {[number, number, number]} extent half the width, height above and below
 * @property {boolean} [single] whether one row of them fits above a name
 * @property {(pen: Pen, at: Point, size: number, between: Between) => void} draw
 */

const LINE = "ns-sign-line";
const PAPER = "ns-sign-paper";
const DARK = "ns-sign-dark";

/** All lengths in parts of the hex's size. @type {Record<string, Sign>} */
const SIGNS = {
  waters: { rows: 9, step: 0.46, extent: [0.2, 0.04, 0.04], draw: wave },
  wetlands: { rows: 6, step: 0.33, extent: [0.12, 0.11, 0.08], single: true, draw: reed },
  plains: { rows: 7, step: 0.3, extent: [0.07, 0.07, 0.04], draw: grass },
  forests: { rows: 7, step: 0.22, extent: [0.09, 0.17, 0.1], single: true, draw: tree },
  peaks: { rows: 5, step: 0.4, extent: [0.2, 0.22, 0.1], single: true, draw: peak },
  barrens: { rows: 7, step: 0.44, extent: [0.19, 0.05, 0.09], single: true, draw: dune },
};
const SMALL = 0.78; // beside a name
const ACROSS = 5; // signs to either side of the middle that are tried
const INSIDE = 0.79; // how far from the middle a sign may reach
/** Where a hex's name and its Faction stand, then its Region's number: left, right, top, bottom. */
const LABEL = [-0.17, 0.17, -0.84, -0.6];
const BADGE = [-0.21, 0.21, 0.39, 0.84];
const NUMBER = [-0.62, -0.29, 0.22, 0.54];
const TITLE = [-0.16, 0.16, -0.47, -0.18];

/** The sign that stands for a type; a new type gets one of them by its letters. @param {string} kind */
export function signOf(kind) {
  const name = kind.toLowerCase();
  if (Object.hasOwn(SIGNS, name)) return name;
  const names = Object.keys(SIGNS).sort();
  const sum = Array.from(name).reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), 0);
  return names[sum % names.length];
}

/**
 * A hex full of a type's signs.
 * @param {string} kind
 * @param {Point} at
 * @param {number} size
 * @param {string} seed
 * @param {Free} [free]
 */
export function signs(kind, at, size, seed, free = {}) {
  const name = signOf(kind);
  const sign = SIGNS[name];
  const between = jitter(seed);
  const pen = new Pen(`ns-signs ns-land--${name}`);
  for (const [x, y] of free.bare ? aside(sign) : rows(sign, between)) {
    const grow = free.bare ? SMALL : between(0.86, 1.1);
    if (fits(sign, x, y, free)) sign.draw(pen, [at[0] + x * size, at[1] + y * size], size * grow, between);
  }
  return pen.done();
}

/** Where signs may stand, row by row, a little out of line. @param {Sign} sign @param {Between} between */
function rows({ rows: count, step }, between) {
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: 2 * ACROSS + 1 }, (_, column) => {
      const x = (column - ACROSS) * step + (row % 2 ? step / 2 : 0) + between(-0.05, 0.05);
      return /** @type {Point} */ ([x, -0.74 + (1.48 * (row + 0.5)) / count + between(-0.03, 0.03)]);
    }),
  ).flat();
}

/** Above and below a name, to either side of the middle. @param {Sign} sign */
function aside({ step, single }) {
  const start = single ? 0.37 : 0.34;
  const levels = single ? [-0.34, 0.42] : [-0.48, -0.32, 0.32, 0.48];
  const places = [0, 1, 2].map((k) => start + k * step * 0.9).flatMap((x) => [-x, x]);
  return levels.flatMap((y) => places.map((x) => /** @type {Point} */ ([x, y])));
}

/**
 * Whether a sign there stays within its hex and clear of what is written in it.
 * @param {Sign} sign
 * @param {number} x
 * @param {number} y
 * @param {Free} free
 */
function fits({ extent }, x, y, { bare = 0, marked = true, written = true }) {
  const [half, up, down] = extent.map((length) => length * (bare ? SMALL : 1));
  const [left, right, top, bottom] = [x - half, x + half, y - up, y + down];
  for (const a of [left, right]) {
    for (const b of [top, bottom]) {
      if (Math.abs(a) > INSIDE - 0.06) return false;
      if (Math.abs(b) + Math.abs(a) / Math.sqrt(3) > INSIDE * 1.13) return false;
    }
  }
  if (!written) return true;
  const name = bare ? [[-0.84, 0.84, -bare, bare], TITLE] : [NUMBER];
  const boxes = [LABEL, ...(marked ? [BADGE] : []), ...name];
  return !boxes.some(([l, r, t, b]) => left < r && right > l && top < b && bottom > t);
}

/** @param {Pen} pen @param {Point} at @param {number} size */
function wave(pen, [x, y], size) {
  const w = size * 0.1;
  const crest = `M${n(x - 2 * w)} ${n(y)}q${n(w / 2)} ${n(-w * 0.8)} ${n(w)} 0`;
  pen.path(LINE, crest + `t${n(w)} 0`.repeat(3), 1.7);
}

/** @type {Sign["draw"]} */
function reed(pen, [x, y], size, between) {
  const u = size * 0.1;
  let data = trail([[x - 1.2 * u, y + 0.75 * u], [x + 1.2 * u, y + 0.75 * u]]);
  for (const lean of [-0.75, 0, 0.75]) {
    data += trail([[x + lean * 0.35 * u, y + 0.75 * u], [x + lean * u, y - u * between(0.4, 1)]]);
  }
  pen.path(LINE, data, 1.6);
  pen.path(LINE, trail([[x, y - u], [x, y - 0.35 * u]]), 3.6);
}

/** @param {Pen} pen @param {Point} at @param {number} size */
function grass(pen, [x, y], size) {
  const u = size * 0.075;
  let data = "";
  for (const [lean, rise] of [[-0.8, 0.75], [0, 1.15], [0.8, 0.75]]) {
    data += `M${n(x + lean * 0.2 * u)} ${n(y + 0.5 * u)}q${n(lean * 0.2 * u)} ${n(-rise * u * 0.7)} `;
    data += `${n(lean * u)} ${n(-rise * u)}`;
  }
  pen.path(LINE, data, 1.6);
}

/** @param {Pen} pen @param {Point} at @param {number} size */
function tree(pen, [x, y], size) {
  const u = size * 0.095;
  /** @type {Point} */
  const top = [x, y - 1.7 * u];
  /** @type {Point} */
  const right = [x + 0.85 * u, y + 0.5 * u];
  pen.path(LINE, trail([[x, y + 0.4 * u], [x, y + 0.95 * u]]), 2.8);
  pen.path(PAPER, trail([top, right, [x - 0.85 * u, y + 0.5 * u]], true), 1.6);
  pen.path(DARK, trail([top, right, [x + 0.1 * u, y + 0.5 * u]], true));
}

/** @type {Sign["draw"]} */
function peak(pen, [x, y], size, between) {
  const u = size * 0.2;
  const tip = x + between(-0.12, 0.12) * u;
  const [top, base] = [y - 1.15 * u, y + 0.5 * u];
  /** @type {Point[]} */
  const outline = [[x - u, base], [tip, top], [x + u, base]];
  pen.path(PAPER, trail(outline, true), 0.1);
  /** @type {Point[]} */
  const ridge = [[tip + 0.14 * u, y - 0.6 * u], [tip - 0.06 * u, y - 0.25 * u], [tip + 0.16 * u, base]];
  pen.path(DARK, trail([[tip, top], ...ridge, [x + u, base]], true));
  pen.path(LINE, trail(outline), 2);
}

/** @type {Sign["draw"]} */
function dune(pen, [x, y], size, between) {
  const u = size * 0.12;
  let data = `M${n(x - 1.5 * u)} ${n(y + 0.3 * u)}q${n(1.2 * u)} ${n(-1.1 * u)} ${n(2 * u)} ${n(-0.5 * u)}`;
  data += `q${n(0.7 * u)} ${n(0.5 * u)} ${n(u)} ${n(0.6 * u)}`;
  pen.path(LINE, data, 1.7);
  let grains = "";
  for (let k = 0; k < 3; k += 1) {
    grains += `M${n(x + (k - 0.6) * 0.6 * u)} ${n(y + between(0.25, 0.75) * u)}h0.1`;
  }
  pen.path(LINE, grains, 2.4);
}

/** @param {number} value */
function n(value) {
  return String(Math.round(value * 10) / 10);
}
