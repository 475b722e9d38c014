/** The rules as data: the ruleset that the engine loads, and where each rule stands on the site. */

import { el } from "../dom.js";
import { ASSETS, RUNTIME, SITE } from "../places.js";

/** @type {Promise<any> | undefined} */
let ruleset;
/** @type {Promise<Record<string, string>> | undefined} */
let places;

/**
 * The ruleset as plain data (`numbers`, `tables`, `creatures`, `rules`, `terms`), without Python.
 * @returns {Promise<any>}
 */
export function loadRuleset() {
  ruleset ??= fetchRuleset().catch((error) => {
    ruleset = undefined;
    throw error;
  });
  return ruleset;
}

async function fetchRuleset() {
  const manifest = await json(new URL("manifest.json", RUNTIME), { cache: "no-cache" });
  return json(new URL(manifest.ruleset, RUNTIME));
}

/** @param {URL} url @param {RequestInit} [options] */
async function json(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response.json();
}

/** Where every id stands, below the site's root. @returns {Promise<Record<string, string>>} */
export function loadPlaces() {
  places ??= json(new URL("places.json", ASSETS)).catch(() => {
    places = undefined;
    return {};
  });
  return places;
}

/**
 * A link to a rule, table or ruling; plain text until its place is known, or where it has none.
 * @param {string} id
 * @param {string} text
 */
export function ruleLink(id, text) {
  const link = el("a", {}, text);
  loadPlaces().then((known) => {
    if (known[id]) link.href = new URL(known[id], SITE).href;
  });
  return link;
}
