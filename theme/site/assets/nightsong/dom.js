/** Building pieces of the page. Text only ever goes in as text, never as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (keys like `onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes] `false` and `null` leave an attribute out
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value !== false && value != null) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children);
  return element;
}

/**
 * Text that only screen readers read.
 * @param {string} text
 */
export function unseen(text) {
  return el("span", { class: "ns-unseen" }, text);
}

/**
 * A decorative icon from a path in a 24 × 24 box.
 * @param {string} path
 */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "ns-icon");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

export const ICONS = {
  die: "M12 1.5 21.5 7v10L12 22.5 2.5 17V7zM12 4 6.5 7.200 12 10.400l5.5-3.200zM4.5 9v6.800l6.5 3.800v-6.700zm15 0L13 12.900v6.700l6.5-3.800z",
  again: "M12 5a7 7 0 1 0 6.700 9h-2.100A5 5 0 1 1 12 7c1.400 0 2.600.6 3.5 1.5L13 11h7V4l-3.100 3.100A7 7 0 0 0 12 5z",
  up: "m12 8-7 7 1.400 1.400 5.600-5.600 5.600 5.600L19 15z",
};
