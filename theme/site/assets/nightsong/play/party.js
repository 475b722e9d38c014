/** What is kept in this browser for the tools that take others along: characters and NPCs. */

import { keptBy } from "./shelf.js";

/**
 * Every character that the character maker keeps, newest last; none where it keeps nothing.
 * @returns {any[]} characters as the rules know them
 */
export function keptCharacters() {
  return found(keptBy("characters"));
}

/** NPCs that the converter keeps. @returns {any[]} */
export function keptNpcs() {
  const kept = keptBy("npcs");
  return Array.isArray(kept) ? kept : [];
}

/** The characters in some data, wherever in it they are. @param {any} data @returns {any[]} */
function found(data) {
  if (typeof data !== "object" || data === null) return [];
  if (data.abilities && Array.isArray(data.backgrounds) && typeof data.max_hp === "number") return [data];
  return Object.values(data).flatMap(found);
}
