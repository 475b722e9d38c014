/** Tables and dice: find a table or a group, roll it, reroll a part; any dice; tables of one's own. */

import { within } from "../places.js";
import { newSeed } from "../rolls.js";
import { dieName, WORDS } from "../words.js";
import { catalog, found, listing, rowText } from "./catalog.js";
import { button, check, el, field, ICONS, log, play, row, say, select, Status, stepper } from "./kit.js";
import { ownPanel, saveYaml, shareOwn } from "./owntables.js";
import { loadPlaces, loadRuleset, ruleLink } from "./rules.js";
import { inALine, refill, setView } from "./setview.js";
import { copyText } from "../clipboard.js";
import { linked, linkWith } from "./share.js";
import { Shelf } from "./shelf.js";
import { throwsPanel } from "./throws.js";
import { Turns } from "./turns.js";

/** @typedef {import("./setview.js").Rolled} Rolled */
/** @typedef {import("./catalog.js").Choice} Choice */

/**
 * @typedef {object} State
 * @property {string} query
 * @property {string} chosen
 * @property {boolean} distinct
 * @property {number} [modifier] how many rows further on a result counts
 * @property {Rolled | null} rolled
 * @property {import("./catalog.js").Own[]} own
 * @property {import("./owntables.js").Draft} draft
 * @property {import("./throws.js").Throws} throws
 */

const MANY = 10;
const FURTHEST = 20; // rows that a modifier moves
const MEMORY = "This browser has no room, or keeps nothing: what you do here lasts as long as this page.";

/** @param {any} ruleset @returns {State} */
function fresh(ruleset) {
  const { ladder } = ruleset.numbers.step_die;
  const [group] = ruleset.groups ?? [];
  return {
    query: "",
    chosen: group ? `group:${group.id}` : ruleset.tables[0].id,
    distinct: true,
    rolled: null,
    own: [],
    draft: { title: "", text: "", id: "" },
    throws: { notation: "3d6", step: ladder[0], thrown: null },
  };
}

/** @param {any} state */
function sound(state) {
  return (
    [state?.query, state?.chosen, state?.draft?.text, state?.throws?.notation].every(isText) &&
    Array.isArray(state.own) &&
    state.own.every((/** @type {any} */ one) => [one?.id, one?.title, one?.text].every(isText)) &&
    (state.rolled === null || soundRolled(state.rolled))
  );
}

/** @param {any} rolled */
function soundRolled(rolled) {
  return (
    soundAsked(rolled) &&
    Array.isArray(rolled.played?.trace) &&
    Array.isArray(rolled.played.result?.results) &&
    rolled.played.result.results.every(
      (/** @type {any} */ one) => isText(one?.text) && Array.isArray(one.parts),
    )
  );
}

/** @param {any} asked what a link or the browser's memory says was rolled */
function soundAsked(asked) {
  return (
    [asked?.title, asked?.seed].every(isText) &&
    ["table-set", "own-table"].includes(asked.play) &&
    [asked.using, asked.tries, asked.real].every(
      (part) => typeof part === "object" && part !== null,
    )
  );
}

/** @param {unknown} value */
function isText(value) {
  return typeof value === "string";
}

/** @param {HTMLElement} root */
export async function mount(root) {
  await new Tool(root, await loadRuleset()).open();
}

class Tool {
  /** @param {HTMLElement} root @param {any} ruleset */
  constructor(root, ruleset) {
    this.ruleset = ruleset;
    /** @type {Record<string, string>} */
    this.places = {};
    /** @type {Shelf<State>} */
    this.shelf = new Shelf("tables", () => fresh(ruleset), sound);
    this.status = new Status();
    this.turns = new Turns();
    this.memory = el("p", { class: "ns-failure", hidden: true }, MEMORY);
    this.note = el("p", { class: "ns-failure", hidden: true });
    this.search = el("input", {
      class: "ns-input",
      type: "search",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.search.value = this.shelf.state.query;
    this.search.addEventListener("input", () => this.look());
    this.search.addEventListener("keydown", (event) => this.hit(event));
    this.count = el("p", { class: "ns-finder__count" });
    this.list = el("ul", { class: "ns-finder__list" });
    this.head = el("div", { class: "ns-head" });
    this.outcome = el("div", { class: "ns-outcomes" });
    this.rows = el("div", { class: "ns-rows" });
    this.table = el(
      "section",
      { class: "ns-panel ns-table-panel" },
      this.head,
      this.status.element,
      this.memory,
      this.note,
      this.outcome,
      this.rows,
    );
    this.throws = throwsPanel(
      ruleset,
      () => this.state.throws,
      (part) => this.keep({ throws: { ...this.state.throws, ...part } }),
    );
    this.own = ownPanel({
      draft: () => this.state.draft,
      keep: (draft) => this.keep({ draft }),
      save: (own) => this.saveOwn(own),
    });
    root.append(
      el(
        "div",
        { class: "ns-columns ns-tables" },
        el(
          "div",
          { class: "ns-tables__find" },
          el(
            "section",
            { class: "ns-panel" },
            field("Find a table", this.search, "By its name, or by any word in it"),
            this.count,
            this.list,
          ),
          this.own.element,
        ),
        el("div", { class: "ns-tables__roll" }, this.table, this.throws.element),
      ),
    );
  }

  get state() {
    return this.shelf.state;
  }

  async open() {
    loadPlaces().then((places) => {
      this.places = places;
    });
    this.choices = catalog(this.ruleset, this.state.own);
    this.shelf.watch(() => this.show());
    window.addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  /** Something that need not be undone. @param {Partial<State>} part */
  keep(part) {
    this.shelf.keep({ ...this.state, ...part });
  }

  /** Something that can be undone. @param {Partial<State>} part */
  set(part) {
    this.shelf.set({ ...this.state, ...part });
  }

  /** @returns {Choice} */
  get choice() {
    const choices = /** @type {Choice[]} */ (this.choices);
    return choices.find(({ key }) => key === this.state.chosen) ?? choices[0];
  }

  // --- finding

  look() {
    this.keep({ query: this.search.value });
    say(String(this.count.textContent));
  }

  /** Enter takes the first that was found. @param {KeyboardEvent} event */
  hit(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const [first] = found(/** @type {Choice[]} */ (this.choices), this.search.value);
    if (first) this.choose(first.key);
  }

  /** @param {string} key */
  choose(key) {
    const same = key === this.state.chosen;
    if (!same) this.set({ chosen: key, rolled: null });
    say(`${this.choice.title} is chosen.`);
    this.table.scrollIntoView({ block: "nearest" });
  }

  // --- showing

  show() {
    const { state } = this;
    if (this.shownOwn !== state.own) this.choices = catalog(this.ruleset, state.own);
    if (document.activeElement !== this.search) this.search.value = state.query;
    this.memory.hidden = this.shelf.lasting;
    this.showList();
    this.showTable();
    this.own.sync();
    this.throws.sync(state.throws);
    this.shownOwn = state.own;
  }

  showList() {
    const { query, chosen, own } = this.state;
    const sign = JSON.stringify([query, chosen, own]);
    if (sign === this.shownList) return;
    this.shownList = sign;
    const items = listing(/** @type {Choice[]} */ (this.choices), query, chosen, (key) =>
      this.choose(key),
    );
    refill(this.list, items);
    this.count.textContent = items.length === 1 ? "1 table" : `${items.length || "No"} tables`;
  }

  showTable() {
    const { rolled, chosen, own, distinct } = this.state;
    const sign = JSON.stringify([chosen, own, distinct, this.shelf.canUndo]);
    if (sign !== this.shownHead) refill(this.head, this.headView());
    if (JSON.stringify([chosen, own]) !== this.shownRows) refill(this.rows, this.rowsView());
    this.shownHead = sign;
    this.shownRows = JSON.stringify([chosen, own]);
    if (rolled !== this.shownRolled || !this.outcome.childElementCount) this.showRolled(rolled);
    this.shownRolled = rolled;
  }

  /** @param {Rolled | null} rolled */
  showRolled(rolled) {
    if (!rolled) return refill(this.outcome, []);
    const reroll = (/** @type {string} */ key) => this.reroll(key);
    const dice = (/** @type {string} */ notation) => this.throws.roll(notation);
    const link = button("Copy link", () => this.share(rolled), { about: "to this roll" });
    const text = button("Copy text", () => this.copy(rolled), { about: "of this roll" });
    link.dataset.focus = "link";
    text.dataset.focus = "text";
    refill(this.outcome, [...setView(rolled, { reroll, dice }), row(link, text)]);
  }

  headView() {
    const { title, tables, about, own } = this.choice;
    const group = tables.length > 1;
    const heading = tables.length === 1 ? ruleLink(tables[0], title) : title;
    const one = button(WORDS.roll, () => this.roll(1), {
      small: false,
      path: ICONS.die,
      about: title,
    });
    one.dataset.focus = "roll";
    const many = button("Roll ten", () => this.roll(MANY), { small: false, about: title });
    many.dataset.focus = "many";
    const undo = button("Undo", () => this.undo());
    undo.dataset.focus = "undo";
    undo.hidden = !this.shelf.canUndo;
    const once = check("No repeats", this.state.distinct, (distinct) => this.keep({ distinct }));
    /** @type {HTMLElement} */ (once.querySelector("input")).dataset.focus = "once";
    const further = stepper(this.state.modifier ?? 0, (modifier) => this.keep({ modifier }), {
      least: -FURTHEST,
      most: FURTHEST,
      about: "Modifier",
    });
    return [
      el("h2", {}, heading),
      el("p", { class: "ns-rolls__dice" }, about),
      row(one, ...(group ? [] : [many, once]), undo),
      field("Modifier", further, "How many rows further on the result counts; past the end, the last row."),
      ...(own ? [this.ownTools(own)] : []),
    ];
  }

  /** @param {import("./catalog.js").Own} own */
  ownTools(own) {
    const about = own.title;
    return row(
      button("Change", () => this.changeOwn(own), { about }),
      button("Copy link", () => shareOwn(own), { about }),
      button("Save as YAML", () => this.saveYaml(own), { about }),
      button("Delete", () => this.deleteOwn(own), { about }),
    );
  }

  rowsView() {
    const { tables, own } = this.choice;
    if (own) return [this.real([{ die: "", name: "", header: [own.title] }], "own", false)];
    if (tables.length !== 1) return [];
    const table = this.ruleset.tables.find((/** @type {any} */ one) => one.id === tables[0]);
    return [
      this.real(table.rolls, table.id, table.join === "either"),
      el(
        "details",
        { class: "ns-steps" },
        el("summary", {}, "Rows, to take one"),
        ...table.rolls.map((/** @type {any} */ roll) => this.columnView(roll)),
      ),
    ];
  }

  /** @param {any} roll */
  columnView(roll) {
    const name = `${roll.header[0]}, ${dieName(roll.die)}`;
    const items = roll.rows.map((/** @type {any} */ one) => {
      const text = rowText(one);
      const onclick = () => this.take(roll.name ?? "", one.key);
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            class: "ns-finder__choice ns-take",
            onclick,
            "data-focus": `row ${roll.name} ${one.key}`,
          },
          el("span", { class: "ns-take__key" }, one.key),
          " ",
          text,
        ),
      );
    });
    return el(
      "div",
      {},
      el("h3", { class: "ns-take__name" }, name),
      el("ul", { class: "ns-finder__all" }, ...items),
    );
  }

  /**
   * A form for real dice.
   * @param {any[]} rolls @param {string} id @param {boolean} either
   */
  real(rolls, id, either) {
    const inputs = rolls.map(() =>
      el("input", { class: "ns-input", inputmode: "text", autocomplete: "off" }),
    );
    const columns = /** @type {[string, string][]} */ (
      rolls.map((roll, at) => [String(at + 1), `${at + 1}: ${roll.header[0]}`])
    );
    const which = select(columns, "1");
    const shown = either ? inputs.slice(0, 1) : inputs;
    const fields = shown.map((input, at) => {
      const die = rolls[at].die ? `${dieName(rolls[at].die)} ` : "Die ";
      return field(
        `${die}${rolls.length > 1 && !either ? rolls[at].name || rolls[at].header[0] : "shows"}`,
        input,
      );
    });
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const at = either ? Number(which.value) - 1 : 0;
      const key = (/** @type {any} */ roll) => (rolls.length > 1 ? `${id}:${roll.name}` : id);
      const throws = shown.map((input, i) => ({
        key: key(rolls[i + at]),
        die: rolls[i + at].die,
        text: input.value,
      }));
      this.useReal(throws, either ? { [`${id}:which`]: [at + 1] } : {});
    };
    return el(
      "details",
      { class: "ns-steps" },
      el("summary", {}, "Real dice"),
      el(
        "form",
        { class: "ns-row", onsubmit },
        ...(either ? [field("Column", which)] : []),
        ...fields,
        el("button", { type: "submit", class: "ns-button" }, "Use these dice"),
      ),
    );
  }

  // --- rolling

  /** @param {number} times */
  roll(times) {
    const { choice } = this;
    const { distinct } = this.state;
    const many = choice.tables.length > 1 ? {} : { times, distinct: distinct && times > 1 };
    const using = choice.own
      ? { text: choice.own.text, title: choice.own.title, ...many, ...this.moved() }
      : { tables: choice.tables, ...many, ...this.moved() };
    const name = choice.own ? "own-table" : "table-set";
    const asked = { title: choice.title, play: name, using, tries: {}, real: {} };
    const act = () => this.carryOut({ ...asked, seed: newSeed() });
    return this.turns.take(act, JSON.stringify(asked));
  }

  /** The modifier, where there is one. */
  moved() {
    const modifier = this.state.modifier ?? 0;
    return modifier ? { modifier } : {};
  }

  /** @param {string} key */
  reroll(key) {
    return this.turns.take(() => this.rollAgain(key), `again ${key}`);
  }

  /** @param {string} key */
  rollAgain(key) {
    const { rolled } = this.state;
    if (!rolled) return;
    const { [key]: _, ...real } = rolled.real;
    return this.carryOut({
      ...rolled,
      tries: { ...rolled.tries, [key]: (rolled.tries[key] ?? 0) + 1 },
      real,
    });
  }

  /** @param {{key: string, die: string, text: string}[]} throws @param {Record<string, number[]>} real */
  async useReal(throws, real) {
    const faces = await this.status.run(async () => {
      /** @type {Record<string, number[]>} */
      const read = {};
      for (const { key, die, text } of throws) {
        const notation = die || (await this.ownDie());
        read[key] = (await play("real-dice", { notation, text })).result.faces;
      }
      return read;
    });
    if (faces) await this.putReal({ ...real, ...faces }, false);
  }

  async ownDie() {
    const { own } = this.choice;
    const played = await play("own-table", {
      text: own?.text ?? "",
      title: own?.title ?? "",
      times: 0,
    });
    return played.result.table.die;
  }

  /** @param {string} roll @param {string} key */
  take(roll, key) {
    return this.turns.take(() => this.takeRow(roll, key));
  }

  /** @param {string} roll @param {string} key */
  async takeRow(roll, key) {
    const [table] = this.choice.tables;
    const played = await this.status.run(() => play("take-row", { table, roll, row: key }));
    if (played) await this.putReal(played.result.real, true);
  }

  /**
   * Let real dice count; with what else was rolled, if that was one roll.
   * @param {Record<string, number[]>} real
   * @param {boolean} beside
   */
  putReal(real, beside) {
    const { choice } = this;
    const { rolled } = this.state;
    const first = Object.fromEntries(
      Object.entries(real).map(([key, faces]) => [`1/${key}`, faces]),
    );
    const using = choice.own
      ? { text: choice.own.text, title: choice.own.title, ...this.moved() }
      : { tables: choice.tables, ...this.moved() };
    const kept = beside && rolled?.played.result.results.length === 1 ? rolled : null;
    return this.carryOut({
      title: choice.title,
      play: choice.own ? "own-table" : "table-set",
      using,
      seed: kept?.seed ?? newSeed(),
      tries: kept?.tries ?? {},
      real: { ...kept?.real, ...first },
    });
  }

  /**
   * @param {Omit<Rolled, "played">} asked
   * @param {{silent?: boolean, rules?: string}} [how] not logged, or made with other rules
   */
  async carryOut(
    { title, play: name, using, seed, tries, real },
    { silent = false, rules = "" } = {},
  ) {
    const played = await this.status.run(() => play(name, using, { seed, tries, real }));
    if (!played) return;
    const rolled = { title, play: name, using, seed, tries, real, played };
    this.note.hidden = !rules || rules === played.ruleset;
    this.note.textContent = this.note.hidden ? "" : WORDS.otherRules;
    this.set({ rolled });
    this.outcome.scrollIntoView({ block: "nearest" });
    if (silent) return say(`${title}: ${inALine(rolled)}`);
    const { results } = played.result;
    const link = within(await linkWith(linkable(rolled)));
    const page = using.tables?.length === 1 ? this.places[using.tables[0]] : undefined;
    log(title, inALine(rolled), played, {
      page,
      link,
      parts: results.length === 1 ? results[0].parts : [],
    });
  }

  undo() {
    this.shelf.undo();
    say("Undone.");
  }

  // --- taking along

  /** @param {Rolled} rolled */
  async share(rolled) {
    const link = await linkWith(linkable(rolled));
    history.replaceState(null, "", link);
    say(
      (await copyText(link.href)) ? "The link is copied." : "The link stands in the address bar.",
    );
  }

  /** @param {Rolled} rolled */
  async copy(rolled) {
    const done = await copyText(`${rolled.title}: ${inALine(rolled)}\n`);
    say(done ? "Copied." : "The browser does not allow copying.");
  }

  /** What the page's address asks for. */
  async follow() {
    if (!location.hash.startsWith("#play=")) return;
    const asked = await linked();
    if (asked?.own && isText(asked.own.title) && isText(asked.own.text))
      return this.takeOwn(asked.own);
    if (!soundAsked(asked))
      return this.status.fail("The link can’t be read: expected a roll or a table, came neither.");
    const { rolled } = this.state;
    const same = rolled && JSON.stringify(linkable(rolled)) === JSON.stringify(asked);
    if (same) return;
    const tables = asked.using.tables;
    const known = Array.isArray(tables) ? this.keyOf(tables) : undefined;
    if (known) this.set({ chosen: known, rolled: null });
    if (asked.play === "own-table") this.takeOwn(asked.using);
    await this.carryOut(asked, { silent: true, rules: String(asked.rules ?? "") });
  }

  /** @param {unknown[]} tables */
  keyOf(tables) {
    const sign = JSON.stringify(tables);
    return this.choices?.find((one) => JSON.stringify(one.tables) === sign)?.key;
  }

  /** A table that came with a link. @param {any} came */
  takeOwn({ title, text }) {
    if (!isText(text)) return;
    const name = isText(title) ? title.slice(0, 200) : "";
    const known = this.state.own.find((own) => own.title === name && own.text === text);
    if (known) return this.set({ chosen: `own:${known.id}` });
    this.saveOwn({ id: newSeed(), title: name || "Table", text });
  }

  /** @param {import("./catalog.js").Own} own */
  saveOwn(own) {
    const others = this.state.own.filter(({ id }) => id !== own.id);
    this.set({ own: [...others, own], chosen: `own:${own.id}`, rolled: null });
    say(`${own.title} is kept.`);
    this.table.scrollIntoView({ block: "nearest" });
  }

  /** @param {import("./catalog.js").Own} own */
  changeOwn(own) {
    this.set({ draft: { ...own } });
    this.own.change();
  }

  /** @param {import("./catalog.js").Own} own */
  async saveYaml(own) {
    const played = await this.status.run(() =>
      play("own-table", { text: own.text, title: own.title, times: 0 }),
    );
    if (played) saveYaml(own.title, played.result.table.yaml);
  }

  /** @param {import("./catalog.js").Own} own */
  deleteOwn(own) {
    this.set({
      own: this.state.own.filter(({ id }) => id !== own.id),
      chosen: fresh(this.ruleset).chosen,
      rolled: null,
    });
    say(`${own.title} is deleted. Undo brings it back.`);
  }
}

/** What a link holds of a set: all that makes it again. @param {Rolled} rolled */
function linkable({ title, play: name, using, seed, tries, real, played }) {
  return { title, play: name, using, seed, tries, real, rules: played.ruleset };
}
