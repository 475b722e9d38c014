/** The characters that are kept in this browser, for the tools that take a party along. */

import { SITE } from "../places.js";

/**
 * Every character that the character maker keeps, newest last; none where it keeps nothing.
 * @returns {any[]} characters as the rules know them
 */
export function keptCharacters() {
  try {
    const text = localStorage.getItem(`nightsong:${SITE.pathname}:play:characters`);
    return found(JSON.parse(text ?? "null"));
  } catch {
    return [];
  }
}

/** The characters in some data, wherever in it they are. @param {any} data @returns {any[]} */
function found(data) {
  if (typeof data !== "object" || data === null) return [];
  if (data.abilities && Array.isArray(data.carried) && typeof data.max_hp === "number") return [data];
  return Object.values(data).flatMap(found);
}
