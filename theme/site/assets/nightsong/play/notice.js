/** The notice for one's own product: its four parts, with everything that it stands on filled in. */

import { copyText } from "../clipboard.js";
import { button, el, field, refresh, row, say } from "./kit.js";
import { loadRuleset } from "./rules.js";
import { Shelf } from "./shelf.js";

/** @typedef {{title: string, authors: string, publisher: string, address: string, reserved: string, designated: string}} Product */
/** @typedef {{title: string, authors: string[], licence: string, url?: string}} Work */

const ORC =
  "This product is licensed under the ORC License held in the Library of Congress at TX 9-307-067 and available " +
  "online at various locations including www.azoralaw.com/orclicense and others. All warranties are disclaimed as " +
  "set forth therein.";
const PLACEHOLDER = /\bTBD\b|\bTODO\b|TX00|\[[^\]]*\]|\{[^}]*\}|<[^>]*>/i;
const LONGEST = 2000;
/** The fields: name, label, hint, and whether nothing may stand there. @type {[keyof Product, string, string, boolean][]} */
const FIELDS = [
  ["title", "Title of your product", "", false],
  ["authors", "Authors", "With commas between.", false],
  ["publisher", "Publisher", "May stay empty.", true],
  ["address", "Address on the web", "May stay empty; starts with https://", true],
  ["reserved", "What you hold back", "Names, art, a logo, a setting; never rules. Write none where there is nothing.", false],
  ["designated", "What you license besides the rules", "In a sentence. Write none where there is nothing.", false],
];

/** @returns {Product} */
function fresh() {
  return { title: "", authors: "", publisher: "", address: "", reserved: "", designated: "" };
}

/** @param {any} state */
function sound(state) {
  return FIELDS.every(([name]) => typeof state?.[name] === "string" && state[name].length <= LONGEST);
}

/** @param {HTMLElement} root */
export async function mount(root) {
  const { sources } = await loadRuleset();
  root.classList.add("ns-notice");
  /** @type {Shelf<Product>} */
  const shelf = new Shelf("notice", fresh, sound);
  const outcome = el("section", { class: "ns-panel", "aria-label": "Your notice" });
  const form = el("section", { class: "ns-panel", "aria-label": "Your product" }, ...FIELDS.map((one) => line(shelf, one)));
  root.append(form, outcome);
  shelf.watch((product) => show(outcome, product, sources));
}

/** @param {Shelf<Product>} shelf @param {[keyof Product, string, string, boolean]} asked */
function line(shelf, [name, label, hint]) {
  const input = el("input", { class: "ns-input", type: name === "address" ? "url" : "text", maxlength: LONGEST, autocomplete: "off" });
  input.value = shelf.state[name];
  input.addEventListener("input", () => shelf.keep({ ...shelf.state, [name]: input.value }));
  return field(label, input, hint);
}

/** What is missing or not finished, in words. @param {Product} product */
function flaws(product) {
  return FIELDS.flatMap(([name, label, , mayBeEmpty]) => {
    const text = product[name].trim();
    if (!text) return mayBeEmpty ? [] : [`${label}: expected words, came nothing.${name === "reserved" || name === "designated" ? " Write none where there is nothing." : ""}`];
    const placeholder = PLACEHOLDER.exec(text);
    if (placeholder) return [`${label}: expected finished words, came “${placeholder[0]}”.`];
    if (name === "address" && !/^https?:\/\/\S+$/.test(text)) return [`${label}: expected an address that starts with https://, came “${text}”.`];
    return [];
  });
}

/** @param {HTMLElement} place @param {Product} product @param {Work[]} sources */
function show(place, product, sources) {
  const wrong = flaws(product);
  if (wrong.length) {
    refresh(place, el("h2", {}, "Your notice"), el("p", {}, "Still to be filled in:"), el("ul", {}, ...wrong.map((text) => el("li", {}, text))));
    return;
  }
  const forms = /** @type {[string, string][]} */ ([["Text", plain(product, sources)], ["Markdown", markdown(product, sources)], ["HTML", html(product, sources)]]);
  refresh(place, el("h2", {}, "Your notice"), ...forms.flatMap(([name, text]) => form(name, text)));
}

/** @param {string} name @param {string} text */
function form(name, text) {
  const shown = el("textarea", { class: "ns-textarea", readonly: true, rows: 9 });
  shown.value = text;
  const copy = button("Copy", async () => say((await copyText(text)) ? "Copied." : "This browser does not allow copying."), { about: name });
  copy.dataset.key = name;
  return [field(name, shown), row(copy)];
}

/** The parts of the notice: what each is called, and its lines. @param {Product} product @param {Work[]} sources */
function parts(product, sources) {
  const { title, authors, publisher, address, reserved, designated } = product;
  const own = [`${title} by ${authors}`, publisher && `published by ${publisher}`, address].filter(Boolean).join(", ");
  const works = sources.map((work) => [`${work.title} by ${work.authors.join(", ")} (${work.licence})`, work.url].filter(Boolean).join(", "));
  return /** @type {[string, string[]][]} */ ([
    ["ORC Notice", [ORC]],
    ["Attribution", [`This product is based on: ${works.join("; ")}.`, `If you use our Licensed Material in your own published works, please credit: ${own}.`]],
    ["Reserved Material", [sentence(reserved)]],
    ["Expressly Designated Licensed Material", [sentence(designated)]],
  ]);
}

/** @param {string} text */
function sentence(text) {
  const whole = text.trim();
  return whole.charAt(0).toUpperCase() + whole.slice(1) + (/[.!?]$/.test(whole) ? "" : ".");
}

/** @param {Product} product @param {Work[]} sources */
function plain(product, sources) {
  return parts(product, sources).map(([title, lines]) => `${title.toUpperCase()}\n${lines.join("\n")}`).join("\n\n");
}

/** @param {Product} product @param {Work[]} sources */
function markdown(product, sources) {
  const safe = (/** @type {string} */ text) => text.replace(/[\\`*_[\]<>#|]/g, "\\$&");
  return parts(product, sources).map(([title, lines]) => `**${title}.** ${lines.map(safe).join("  \n")}`).join("\n\n");
}

/** @param {Product} product @param {Work[]} sources */
function html(product, sources) {
  const named = /** @type {Record<string, string>} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" });
  const safe = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (sign) => named[sign]);
  return parts(product, sources).map(([title, lines]) => `<h2>${title}</h2>\n${lines.map((text) => `<p>${safe(text)}</p>`).join("\n")}`).join("\n");
}
