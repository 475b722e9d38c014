/** What is asked of a Check, wherever it is asked: a score, a difficulty, Advantage. */

import { capital, field, select, stepper } from "./kit.js";

const SCORES = 10; // how far from 0 a score can be set

export const FAVORS = /** @type {[string, string][]} */ ([
  ["plain", "Neither"],
  ["advantage", "Advantage"],
  ["disadvantage", "Disadvantage"],
]);

/** The difficulty in the middle of the rules' list, by its name. @param {any} numbers @returns {string} */
export function usualDifficulty({ difficulty }) {
  const names = Object.keys(difficulty);
  return names[Math.floor(names.length / 2)];
}

/** @param {any} numbers @param {string} chosen @param {(dr: string) => void} set */
export function difficultyField({ difficulty }, chosen, set) {
  const options = Object.entries(difficulty).map(
    ([name, dr]) => /** @type {[string, string]} */ ([name, `${capital(name)}, DR ${dr}`]),
  );
  return field("Difficulty", select(options, chosen, set));
}

/** @param {string} about @param {number} value @param {(value: number) => void} set */
export function scoreField(about, value, set) {
  return field(about, stepper(value, set, { least: -SCORES, most: SCORES, about }));
}

/** @param {string} chosen @param {(favor: string) => void} set */
export function favorField(chosen, set) {
  return field("Advantage", select(FAVORS, chosen, set));
}
