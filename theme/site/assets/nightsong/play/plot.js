/** Plots of chances: bars for the eye, and the same numbers as a table for everybody. */

import { el, unseen } from "../dom.js";

/**
 * @param {string} title
 * @param {{name: string, value: number, exact: string}[]} chances each from 0 to 1
 */
export function bars(title, chances) {
  const most = Math.max(...chances.map(({ value }) => value), Number.EPSILON);
  const rows = chances.map(({ name, value, exact }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      el("td", { class: "ns-plot__bar" }, drawn(value / most)),
      el("td", { class: "ns-plot__percent" }, `${(100 * value).toFixed(1)}%`),
      el("td", { class: "ns-plot__exact" }, exact.length > 14 ? "" : exact),
    ),
  );
  const heads = ["Outcome", unseen("Bar"), "Chance", "Exactly"].map((head) => el("th", { scope: "col" }, head));
  return el(
    "table",
    { class: "ns-plot__table" },
    el("caption", { class: "ns-plot__title" }, title),
    el("thead", { class: "ns-unseen" }, el("tr", {}, ...heads)),
    el("tbody", {}, ...rows),
  );
}

const SVG = "http://www.w3.org/2000/svg";

/** A bar, as part of the widest. @param {number} share */
function drawn(share) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 10");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "rect");
  shape.setAttribute("width", String(100 * share));
  shape.setAttribute("height", "10");
  svg.append(shape);
  return svg;
}
