/** A Land to take along: as a picture with its own colors and letters, and as text. */

import { ASSETS } from "../places.js";
import { play } from "./kit.js";
import { lineSwatch } from "./land-borders.js";
import { swatch, text } from "./land-map.js";
import { svg } from "./land-pen.js";
import { saveFile } from "./share.js";

/** @typedef {import("./land-desk.js").State} State */

const LOOKS = [
  "fill", "fill-opacity", "opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
  "stroke-linecap", "stroke-linejoin", "paint-order", "font-family", "font-weight",
];
const FONTS = { "Night Display": ["display", 400], "Night Sans": ["sans-bold", 700] };
const WIDE = 2400; // pixels of a picture
const ROW = 60; // of the legend
const TYPES = 6; // in a row
const LINES = 3;

/**
 * The map as an SVG document of its own, in paper's colors.
 * @param {SVGSVGElement} map
 * @param {State} state
 */
export async function pictureOf(map, state) {
  const copy = /** @type {SVGSVGElement} */ (map.cloneNode(true));
  const [left, top, width, height] = (map.getAttribute("viewBox") ?? "").split(" ").map(Number);
  copy.querySelector(".ns-keys")?.remove();
  copy.querySelector(".ns-picked")?.remove();
  const below = legend(state, left, top + height, width);
  copy.append(below.group);
  const tall = height + below.height;
  for (const name of ["aria-label", "tabindex"]) copy.removeAttribute(name);
  copy.setAttribute("role", "img");
  copy.setAttribute("viewBox", `${left} ${top} ${width} ${tall}`);
  const stage = document.createElement("div");
  stage.className = "ns-stage";
  stage.dataset.mdColorScheme = "default";
  stage.append(copy);
  document.body.append(stage);
  paint(copy);
  stage.remove();
  copy.removeAttribute("class");
  copy.setAttribute("width", String(WIDE));
  copy.setAttribute("height", String(Math.round((WIDE * tall) / width)));
  copy.prepend(svg("style", {}, await fontFaces()));
  const regions = state.view?.regions ?? [];
  const words = regions.map((one) => `${one.number} ${one.name}: ${one.hexes.join(", ")}.`).join(" ");
  copy.prepend(svg("desc", {}, words));
  const title = copy.querySelector("title");
  if (title) copy.prepend(title);
  const source = `${new XMLSerializer().serializeToString(copy)}\n`;
  return { source, tall: Math.round((WIDE * tall) / width) };
}

/** What an attribute need not say. @type {Record<string, string>} */
const USUAL = { "fill-opacity": "1", "stroke-opacity": "1", opacity: "1", "stroke-dasharray": "none" };

/** Write the looks of all that is in a drawing into it, in place of classes. @param {Element} drawing */
function paint(drawing) {
  const elements = Array.from(drawing.querySelectorAll("*"));
  const looks = elements.map((one) => (/^(g|svg|title)$/.test(one.tagName) ? {} : looksOf(one)));
  elements.forEach((element, at) => {
    element.removeAttribute("class");
    for (const [name, value] of Object.entries(looks[at])) element.setAttribute(name, value);
  });
}

/** @param {Element} element @returns {Record<string, string>} */
function looksOf(element) {
  const style = getComputedStyle(element);
  const names = LOOKS.filter((name) => element.tagName === "text" || !/^font|^paint/.test(name));
  const lined = style.stroke !== "none";
  const found = names.map((name) => [name, style.getPropertyValue(name)]);
  const told = found.filter(([name, value]) => value && value !== USUAL[name]);
  return Object.fromEntries(told.filter(([name]) => lined || !name.startsWith("stroke-")));
}

/**
 * Terrain and borders below the map.
 * @param {State} state
 * @param {number} left
 * @param {number} top
 * @param {number} width
 */
function legend({ view }, left, top, width) {
  const group = svg("g", { class: "ns-map-legend" });
  const kinds = [...new Set((view?.regions ?? []).map(({ type }) => type))];
  const holding = (view?.factions ?? []).filter(({ landless }) => !landless);
  const types = kinds.map((kind) => ({ sign: swatch(kind), wide: 44, words: kind }));
  const lines = holding.map(({ number, mark, name }) => {
    return { sign: lineSwatch(number), wide: 100, words: `${mark} ${name}` };
  });
  const rows = Math.ceil(types.length / TYPES) + Math.ceil(lines.length / LINES);
  const height = rows ? rows * ROW + 24 : 0;
  group.append(
    svg("path", { class: "ns-frame-ground", d: `M${left} ${top - 1}h${width}v${height + 1}h${-width}z` }),
    ...placed(types, left, top, width, TYPES),
    ...placed(lines, left, top + ROW * Math.ceil(types.length / TYPES), width, LINES),
  );
  return { group, height };
}

/**
 * Items of the legend, so many in a row.
 * @param {{sign: SVGElement, wide: number, words: string}[]} items
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} across
 */
function placed(items, left, top, width, across) {
  return items.flatMap(({ sign, wide, words }, at) => {
    const x = left + 44 + ((at % across) * (width - 60)) / across;
    const y = top + 6 + Math.floor(at / across) * ROW;
    for (const [name, value] of Object.entries({ x, y, width: wide, height: 50 })) {
      sign.setAttribute(name, String(value));
    }
    const label = text(words, [x + wide + 12, y + 33], 23, "ns-ruler-text");
    label.setAttribute("text-anchor", "start");
    return [sign, label];
  });
}

/** Our letters, so that the picture has them wherever it is opened. */
async function fontFaces() {
  const faces = Object.entries(FONTS).map(async ([family, [file, weight]]) => {
    const response = await fetch(new URL(`fonts/${file}.woff2`, ASSETS));
    if (!response.ok) return "";
    const bytes = new Uint8Array(await response.arrayBuffer());
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    const source = `url(data:font/woff2;base64,${btoa(binary)})`;
    return `@font-face{font-family:"${family}";font-weight:${weight};src:${source}}`;
  });
  return (await Promise.all(faces)).join("");
}

/** The map as PNG. @param {SVGSVGElement} map @param {State} state */
export async function pixelsOf(map, state) {
  const { source, tall } = await pictureOf(map, state);
  const image = new Image(WIDE, tall);
  const bytes = new TextEncoder().encode(source);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  image.src = `data:image/svg+xml;base64,${btoa(binary)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDE, tall];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser can’t draw a PNG");
  context.drawImage(image, 0, 0, WIDE, tall);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!(blob instanceof Blob)) throw new Error("this browser can’t draw a PNG");
  return new Uint8Array(await blob.arrayBuffer());
}

/** The name of a file. @param {State} state @param {string} ending */
function named({ title, seed }, ending) {
  const words = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${words || `land-${seed.replace(/\W+/g, "") || "map"}`}.${ending}`;
}

/** How a Land can be saved. @type {Record<string, (map: SVGSVGElement, state: State) => Promise<void>>} */
export const FILES = {
  SVG: async (map, state) => {
    saveFile(named(state, "svg"), (await pictureOf(map, state)).source, "image/svg+xml");
  },
  PNG: async (map, state) => saveFile(named(state, "png"), await pixelsOf(map, state), "image/png"),
  JSON: async (_, state) => {
    const { seed, tries, ruleset } = state;
    const { land } = await texts(state);
    // The same as `python -m nightsong land --json`, but for how each die fell.
    const data = { seed, tries, ruleset, land };
    saveFile(named(state, "json"), `${JSON.stringify(data, null, 2)}\n`, "application/json");
  },
  Markdown: async (_, state) => saveFile(named(state, "md"), (await texts(state)).markdown, "text/markdown"),
  "Text Mapper": async (_, state) => {
    saveFile(named(state, "txt"), (await texts(state)).text_mapper, "text/plain");
  },
};

/** @param {State} state */
async function texts({ land, title }) {
  const { result } = await play("land-texts", { land, ...(title ? { title } : {}) });
  return result;
}
