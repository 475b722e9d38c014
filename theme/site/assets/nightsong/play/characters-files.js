/** A character to take along: as text, as data, and as the printed sheet, filled in. */

import { copyText } from "../clipboard.js";
import { fillSheet } from "../engine.js";
import { ASSETS, SITE } from "../places.js";
import { play, say } from "./kit.js";
import { saveFile } from "./share.js";

/** @typedef {import("./characters-desk.js").Member} Member */

/** The blank sheets' files, by what they are called; none where that can't be told. @returns {Promise<Record<string, string>>} */
export async function loadForms() {
  try {
    const answer = await fetch(new URL("forms.json", ASSETS));
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

/** @param {Member} one @param {string} ending */
function fileName(one, ending) {
  const plain = one.sheet.character.name.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-");
  return `${plain.replace(/^-|-$/g, "").toLowerCase() || "character"}.${ending}`;
}

/** @param {Member} one */
async function texts(one) {
  const { character } = one.sheet;
  const { result } = await play("character-texts", { character }, { seed: "texts" });
  return /** @type {{markdown: string, fields: Record<string, string>}} */ (result);
}

/** @param {Member} one */
export async function saveMarkdown(one) {
  saveFile(fileName(one, "md"), (await texts(one)).markdown, "text/markdown");
}

/** @param {Member} one */
export async function copyMarkdown(one) {
  const { markdown } = await texts(one);
  say((await copyText(markdown)) ? "The sheet is copied." : "This browser does not allow copying.");
}

/** @param {Member} one */
export function saveJson(one) {
  const { seed, tries, choices, ruleset, sheet } = one;
  const data = { seed, tries, choices, ruleset, character: sheet.character };
  saveFile(fileName(one, "json"), `${JSON.stringify(data, null, 2)}\n`, "application/json");
}

/** The printed sheet, filled in: it is fetched only now. @param {Member} one @param {string} form its file's name */
export async function savePdf(one, form) {
  const { fields } = await texts(one);
  const answer = await fetch(new URL(`downloads/${form}`, SITE));
  if (!answer.ok) throw new Error(`The blank sheet could not be loaded (${answer.status}).`);
  const filled = await fillSheet(await answer.arrayBuffer(), fields);
  saveFile(fileName(one, "pdf"), filled, "application/pdf");
}
