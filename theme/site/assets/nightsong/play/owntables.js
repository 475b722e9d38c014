/** Tables that people bring along: pasted, kept in the browser, shared as links, exported as YAML. */

import { newSeed } from "../rolls.js";
import { button, el, field, play, row, say, Status } from "./kit.js";
import { copyText } from "../clipboard.js";
import { linkWith, openFile, saveFile } from "./share.js";

const HINT =
  "A line is a row. Before its text may stand its values (2-4, wolves) or how often it counts " +
  "(x3, wolves). A first line may name dice (2d6, Encounters).";

/** @typedef {import("./catalog.js").Own} Own */
/**
 * What is being written; `id` of the table that is changed, empty for a new one.
 * @typedef {{title: string, text: string, id: string}} Draft
 */

/**
 * @param {{draft: () => Draft, keep: (draft: Draft) => void, save: (own: Own) => void}} on
 */
export function ownPanel({ draft, keep, save }) {
  const status = new Status();
  const title = el("input", { class: "ns-input", maxlength: 200, autocomplete: "off" });
  const text = el("textarea", { class: "ns-textarea", rows: 8, spellcheck: "false", dir: "auto" });
  const note = el("p", { class: "ns-own__note" });
  const put = () => keep({ ...draft(), title: title.value, text: text.value });
  title.addEventListener("input", put);
  text.addEventListener("input", put);

  async function read() {
    const own = { title: title.value.trim() || "My Table", text: text.value };
    const played = await status.run(() => play("own-table", { ...own, times: 0 }));
    if (!played) return null;
    const { rows, die } = played.result.table;
    note.textContent = `${rows.length} rows for ${die}.`;
    return { own, table: played.result.table };
  }

  async function store() {
    const made = await read();
    if (!made) return;
    const id = draft().id || newSeed();
    keep({ title: "", text: "", id: "" });
    sync();
    details.open = false;
    save({ id, ...made.own });
  }

  async function open() {
    const came = await openFile(".csv,.txt,.tsv,text/plain,text/csv");
    if (came === null) return;
    keep({ ...draft(), text: came });
    sync();
    await read();
  }

  function sync() {
    const { title: name, text: lines, id } = draft();
    if (title.value !== name) title.value = name;
    if (text.value !== lines) text.value = lines;
    note.textContent = "";
    summary.textContent = id ? `Change ${name}` : "Add a table of your own";
  }

  const summary = el("summary", {}, "");
  const details = el(
    "details",
    { class: "ns-own" },
    summary,
    field("Title", title),
    field("Rows", text, HINT),
    row(
      button("Keep this table", store, { small: false }),
      button("Read it", read),
      button("Open a CSV or text file", open),
    ),
    status.element,
    note,
  );
  sync();
  const element = el("section", { class: "ns-panel" }, details);
  const change = () => {
    sync();
    details.open = true;
    title.focus();
  };
  return { element, sync, change };
}

/** A link that brings the table along. @param {Own} own */
export async function shareOwn(own) {
  const link = await linkWith({ own: { title: own.title, text: own.text } });
  say((await copyText(link.href)) ? "The link is copied." : "The browser does not allow copying.");
  return link;
}

/** Save a table as a file of `tables/`. @param {string} title @param {string} yaml */
export function saveYaml(title, yaml) {
  const name = title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  saveFile(`${name || "table"}.yml`, yaml, "application/yaml");
}
