/** The converter: a stat block of another game in, an NPC of this one out, line by line. */

import { copyText } from "../clipboard.js";
import { button, capital, el, field, ICONS, log, play, refresh, row, say, select, Status } from "./kit.js";
import { loadRuleset, ruleLink } from "./rules.js";
import { linked, linkWith, saveFile } from "./share.js";
import { Shelf } from "./shelf.js";

/** @typedef {import("./kit.js").Step} Step */
/**
 * @typedef {{name: string, hp: number, resolve: number}} Npc as the rules know it
 * @typedef {{game: string, text: string, temperament: string}} Draft
 * @typedef {{npc: Npc, lines: string[], markdown: string, trace: Step[]}} Made
 * @typedef {{draft: Draft, made: Made | null}} State
 */

const LONGEST = 1_000_000; // letters that are kept; how many are read is for the rules to say
const MOST = 60; // NPCs that are kept

/** @param {unknown} value */
const isText = (value) => typeof value === "string" && value.length <= LONGEST;
/** @param {any} npc */
const isNpc = (npc) =>
  Boolean(npc) && isText(npc.name) && [npc.hp, npc.resolve].every(Number.isSafeInteger);
/** @param {any} draft */
const isDraft = (draft) => Boolean(draft) && [draft.game, draft.text, draft.temperament].every(isText);
/** @param {any} made */
const isMade = (made) =>
  made === null ||
  (isNpc(made?.npc) &&
    isText(made.markdown) &&
    [made.lines, made.trace].every(Array.isArray) &&
    made.lines.every(isText) &&
    made.trace.every((/** @type {any} */ step) => isText(step?.text) && isText(step?.rule)));

/** @param {HTMLElement} root */
export async function mount(root) {
  const page = new ConverterPage(await loadRuleset());
  root.classList.add("ns-converter");
  root.append(...page.parts());
  await page.open();
}

class ConverterPage {
  /** @param {any} ruleset */
  constructor(ruleset) {
    this.ruleset = ruleset;
    this.status = new Status();
    /** @type {Shelf<State>} */
    this.shelf = new Shelf(
      "converter",
      () => ({ draft: { game: "", text: "", temperament: "" }, made: null }),
      (state) => isDraft(state?.draft) && isMade(state.made),
    );
    /** @type {Shelf<Npc[]>} */
    this.kept = new Shelf("npcs", () => [], (state) => Array.isArray(state) && state.every(isNpc));
    /** @type {{games: {game: string, rule: string, title: string}[], temperaments: string[]} | null} */
    this.games = null;
    this.note = el("p", { class: "ns-failure", hidden: true });
    this.text = el("textarea", { class: "ns-textarea", spellcheck: "false" });
    this.text.addEventListener("change", () => this.draft({ text: this.text.value }));
    this.form = el("div", { class: "ns-row" });
    this.outcome = el("section", { class: "ns-panel", "aria-label": "The NPC", hidden: true });
    this.list = el("section", { class: "ns-panel", "aria-label": "Kept NPCs", hidden: true });
  }

  parts() {
    const convert = button("Convert", () => this.convert(), { small: false, path: ICONS.die });
    const input = el(
      "section",
      { class: "ns-panel" },
      field("Stat block", this.text, "Paste it as it stands in the other game."),
      this.form,
      row(convert),
      this.status.element,
      this.note,
    );
    return [el("div", { class: "ns-columns" }, input, this.outcome), this.list];
  }

  async open() {
    this.shelf.watch(() => this.show());
    this.kept.watch(() => this.showKept());
    this.showForm();
    if (!location.hash.includes("=")) return;
    const data = await linked();
    history.replaceState(null, "", location.pathname + location.search);
    this.note.hidden = isDraft(data?.draft);
    this.note.textContent = this.note.hidden ? "" : "This link can’t be read. Was it cut off?";
    if (isDraft(data?.draft)) {
      this.draft(data.draft);
      await this.convert();
    }
  }

  /** @param {Partial<Draft>} part */
  draft(part) {
    this.shelf.keep({ ...this.shelf.state, draft: { ...this.shelf.state.draft, ...part } });
  }

  /** The games: known by their rules’ titles, until the rules are asked. */
  async loadGames() {
    if (!this.games) {
      const { result } = await play("convert-games", {}, { seed: "games" });
      this.games = result;
      this.showForm();
    }
    return /** @type {NonNullable<typeof this.games>} */ (this.games);
  }

  showForm() {
    const { game, temperament } = this.shelf.state.draft;
    if (!this.games) {
      const ask = button("Choose the game", () => this.status.run(() => this.loadGames()));
      ask.dataset.key = "game";
      refresh(this.form, ask);
      return;
    }
    const { games, temperaments } = this.games;
    const titles = games.map((one) => /** @type {[string, string]} */ ([one.game, one.title]));
    const list = select(titles, game || games[0].game, (value) => this.draft({ game: value }));
    list.dataset.key = "game";
    const moods = /** @type {[string, string][]} */ ([["", "As the block says"], ...temperaments.map((one) => [one, capital(one)])]);
    const mood = select(moods, temperament, (value) => this.draft({ temperament: value }));
    mood.dataset.key = "mood";
    refresh(this.form, field("From", list), field("Temperament", mood, "Where a game has none of its own."));
  }

  async convert() {
    this.draft({ text: this.text.value });
    const played = await this.status.run(async () => {
      const { games } = await this.loadGames();
      const { game, text, temperament } = this.shelf.state.draft;
      if (!text.trim()) throw new Error("Expected a stat block, came nothing.");
      const using = { game: game || games[0].game, text, ...(temperament ? { temperament } : {}) };
      return play("convert", using, { seed: "convert" });
    });
    if (!played) return;
    const { npc, lines, markdown } = played.result;
    const trace = played.trace.map(({ text, rule }) => ({ text, rule, key: "" }));
    this.shelf.set({ draft: this.shelf.state.draft, made: { npc, lines, markdown, trace } });
    log(`Converted: ${npc.name}`, lines.slice(1).join(". "), played);
  }

  show() {
    const { draft, made } = this.shelf.state;
    if (document.activeElement !== this.text) this.text.value = draft.text;
    this.outcome.hidden = !made;
    if (!made) return;
    const [name, ...rest] = made.lines;
    const acts = [
      button("Keep for the fight board", () => this.keep(made.npc), { about: name }),
      button("Copy Markdown", () => this.copy(made.markdown)),
      button("Save JSON", () => saveFile("npc.json", `${JSON.stringify(made.npc, null, 2)}\n`, "application/json")),
      button("Copy link", () => this.share()),
      button("Print", () => window.print(), { about: "this NPC" }),
      ...(this.shelf.canUndo ? [button("Undo", () => this.shelf.undo())] : []),
    ];
    for (const act of acts) act.dataset.key = act.textContent ?? "";
    const steps = made.trace.map((step) => el("li", {}, step.rule ? ruleLink(step.rule, step.text) : step.text));
    refresh(
      this.outcome,
      el("h2", {}, name),
      el("ul", {}, ...rest.map((line) => el("li", {}, line))),
      row(...acts),
      el("h3", {}, "Line by line"),
      el("ol", { class: "ns-answer" }, ...steps),
    );
  }

  showKept() {
    const npcs = this.kept.state;
    this.list.hidden = !npcs.length && !this.kept.canUndo;
    const items = npcs.map((npc, at) => {
      const away = button("Remove", () => this.kept.set(npcs.filter((_, n) => n !== at)), { about: npc.name });
      away.dataset.key = `away ${at}`;
      return el("li", { class: "ns-holding" }, el("span", {}, `${npc.name}, ${npc.hp} HP`), away);
    });
    const undo = button("Undo", () => this.kept.undo(), { about: "the last change of the list" });
    undo.dataset.key = "undo kept";
    refresh(
      this.list,
      el("h2", {}, "Kept for the fight board"),
      el("ul", { class: "ns-holdings" }, ...items),
      row(...(this.kept.canUndo ? [undo] : [])),
    );
  }

  /** @param {Npc} npc */
  keep(npc) {
    this.kept.set([...this.kept.state.slice(1 - MOST), npc]);
    say(`${npc.name} is kept for the fight board.`);
  }

  /** @param {string} text */
  async copy(text) {
    say((await copyText(text)) ? "Copied." : "This browser does not allow copying.");
  }

  async share() {
    const link = await linkWith({ draft: this.shelf.state.draft });
    history.replaceState(null, "", link);
    say((await copyText(link.href)) ? "The link is copied." : "The link stands in the address bar.");
  }
}
