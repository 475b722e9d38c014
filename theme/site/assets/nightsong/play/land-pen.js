/** A pen that draws SVG with classes for its looks, and numbers that are the same for the same seed. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {[number, number]} Point */

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | null>} [attributes] `null` leaves one out
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** @param {number} value */
export function short(value) {
  return String(Math.round(value * 10) / 10);
}

/** Path data through points, in straight lines. @param {Point[]} points @param {boolean} [closed] */
export function trail(points, closed = false) {
  const data = points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L");
  return `M${data}${closed ? "Z" : ""}`;
}

/** A hexagon's corners, the upper one first: it stands on one. @param {Point} at @param {number} radius */
export function corners([x, y], radius) {
  return Array.from({ length: 6 }, (_, k) => {
    const turn = (Math.PI * k) / 3;
    return /** @type {Point} */ ([x + radius * Math.sin(turn), y - radius * Math.cos(turn)]);
  });
}

/**
 * Path data of a star with long, fine points, the first of them up.
 * @param {Point} at
 * @param {number} radius
 * @param {number} [waist]
 * @param {number} [points]
 */
export function star([x, y], radius, waist = 0.16, points = 4) {
  const ends = Array.from({ length: points * 2 }, (_, step) => {
    const reach = step % 2 ? radius * waist : radius;
    const turn = (Math.PI * step) / points - Math.PI / 2;
    return /** @type {Point} */ ([x + reach * Math.cos(turn), y + reach * Math.sin(turn)]);
  });
  return trail(ends, true);
}

/** Collects paths: those of one look that follow each other become one. */
export class Pen {
  /** @param {string} kind the class of the group that it draws */
  constructor(kind) {
    this.group = svg("g", { class: kind });
    this.look = "";
    this.data = "";
    this.width = 0;
  }

  /** @param {string} look a class @param {string} data @param {number} [width] of the line */
  path(look, data, width = 0) {
    if (look !== this.look || width !== this.width) this.done();
    this.look = look;
    this.width = width;
    this.data += data;
  }

  /** The group, with all that was drawn. */
  done() {
    const width = this.width ? short(this.width) : null;
    if (this.data) this.group.append(svg("path", { class: this.look, d: this.data, "stroke-width": width }));
    this.data = "";
    return this.group;
  }
}

/**
 * Numbers from a text, always the same for the same text.
 * @param {string} text
 * @returns {(low: number, high: number) => number}
 */
export function jitter(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (low, high) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return low + ((high - low) * ((mixed ^ (mixed >>> 14)) >>> 0)) / 4294967296;
  };
}
