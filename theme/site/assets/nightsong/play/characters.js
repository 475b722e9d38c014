/** The character maker: roll somebody, choose what you like, print the sheet, and play from it. */

import { copyText } from "../clipboard.js";
import { button, el, field, ICONS, piece, refresh, row, say, select, Status } from "./kit.js";
import { openDesk } from "./characters-desk.js";
import { copyMarkdown, loadForms, saveJson, saveMarkdown, savePdf } from "./characters-files.js";
import { livingOf } from "./characters-live.js";
import { Making } from "./characters-make.js";
import { sheetOf } from "./characters-sheet.js";
import { loadRuleset } from "./rules.js";
import { openFile } from "./share.js";

const PARTY = 4;

/** @param {HTMLElement} root */
export async function mount(root) {
  const page = new CharactersPage(await loadRuleset(), await loadForms());
  root.classList.add("ns-characters");
  root.append(...page.parts());
  page.desk.shelf.watch(() => page.show());
  const note = await page.desk.follow();
  page.note.textContent = note;
  page.note.hidden = !note;
}

class CharactersPage {
  /** @param {any} ruleset @param {Record<string, string>} forms the blank sheets' files, by what they are called */
  constructor(ruleset, forms) {
    this.ruleset = ruleset;
    this.forms = forms;
    this.status = new Status();
    this.desk = openDesk(this.status, ruleset);
    this.note = el("p", { class: "ns-failure", hidden: true });
    this.party = el("div", { class: "ns-party", role: "group", "aria-label": "Party" });
    this.sheet = el("div", { class: "ns-sheet-place" });
    this.making = el("section", { class: "ns-panel ns-making-place", "aria-label": "Make the character" });
    this.living = el("section", { class: "ns-living-place", "aria-label": "Play the character" });
    this.along = el("section", { class: "ns-panel ns-along" });
    this.acts = el("div", { class: "ns-row ns-thumb" });
    this.paper = Object.keys(forms)[0] ?? "";
    /** @type {Making | null} */
    this.form = null;
    /** @type {number | undefined} */
    this.waiting = undefined;
  }

  parts() {
    return [this.party, this.status.element, this.note, this.sheet, this.acts, this.living, this.making, this.along];
  }

  show() {
    const { desk } = this;
    const one = desk.member;
    clearTimeout(this.waiting);
    const { members, at } = desk.state;
    piece(this.party, [members.map(({ sheet }) => sheet.character.name), at], () => this.tabs());
    const name = one?.sheet.character.name;
    piece(this.acts, [name, one?.playing, Boolean(one?.kept.length), desk.shelf.canUndo], () => this.buttons(one));
    for (const part of [this.making, this.living, this.along]) part.hidden = !one;
    this.living.hidden = !one?.playing;
    this.making.hidden = !one || one.playing;
    if (!one) {
      this.sheet.replaceChildren(el("p", { class: "ns-hint" }, "Roll somebody, or a whole party. Every part can be rolled again, chosen or kept."));
      return;
    }
    this.sheet.replaceChildren(sheetOf(this.ruleset, one));
    // What is further down comes a moment later, so that the page answers at once.
    this.waiting = setTimeout(() => this.showMore(one));
  }

  /** @param {import("./characters-desk.js").Member} one */
  showMore(one) {
    if (one.playing) refresh(this.living, livingOf(this.desk, one));
    else this.showMaking(one);
    piece(this.along, this.desk.state.members.length > 1, () => this.files());
  }

  /** @param {import("./characters-desk.js").Member} one */
  showMaking(one) {
    const { desk } = this;
    if (desk.options) {
      if (!this.form) this.making.replaceChildren((this.form = new Making(desk, desk.options)).element);
      return this.form.show(one);
    }
    const load = async () => {
      if (await this.status.run(() => desk.loadOptions())) this.show();
    };
    piece(this.making, "load", () => [row(button("Change the character", load))]);
  }

  tabs() {
    const { members, at } = this.desk.state;
    const tabs = members.map((one, n) => {
      const made = button(one.sheet.character.name || `${n + 1}`, () => this.desk.look(n), { pressed: n === at });
      made.dataset.key = `member ${n}`;
      return made;
    });
    const more = button("+ Another", () => this.desk.add(), { about: "character" });
    const party = button(`+ A party of ${PARTY}`, () => this.desk.add(PARTY));
    more.dataset.key = "more";
    party.dataset.key = "party";
    return members.length ? [...tabs, more, party] : [];
  }

  /** @param {import("./characters-desk.js").Member | undefined} one */
  buttons(one) {
    const { desk } = this;
    const made = one
      ? one.playing
        ? [button("Make again", () => desk.begin(false)), button("Put away", () => desk.remove(), { about: one.sheet.character.name })]
        : [
            button(one.kept.length ? "Roll the rest again" : "Roll somebody else", () => desk.rest(), { small: false, path: ICONS.die }),
            button("Begin to play", () => desk.begin(true)),
            button("Put away", () => desk.remove(), { about: one.sheet.character.name }),
          ]
      : [
          button("Roll a character", () => desk.add(), { small: false, path: ICONS.die }),
          button(`Roll a party of ${PARTY}`, () => desk.add(PARTY)),
        ];
    if (desk.shelf.canUndo) made.push(button("Undo", () => desk.undo()));
    for (const one_ of made) one_.dataset.key = one_.textContent ?? "";
    return made;
  }

  /** The one who is looked at, taken along. */
  files() {
    const run = (/** @type {(one: import("./characters-desk.js").Member) => unknown} */ act) => () =>
      this.status.run(async () => this.desk.member && act(this.desk.member));
    const names = Object.keys(this.forms);
    const pdf = names.length
      ? [field("Printed sheet", select(names, this.paper, (value) => (this.paper = value))), key(button("Save filled-in PDF", run((one) => savePdf(one, this.forms[this.paper]))))]
      : [];
    return [
      el("h2", {}, "Take it along"),
      row(
        key(button("Copy link", () => this.share(this.desk.link()))),
        ...(this.desk.state.members.length > 1
          ? [key(button("Copy party link", () => this.share(this.desk.partyLink())))]
          : []),
        key(button("Print", () => window.print(), { about: "this sheet" })),
        key(button("Copy text", run(copyMarkdown))),
        key(button("Save Markdown", run(saveMarkdown))),
        key(button("Save JSON", run(saveJson))),
        key(button("Open JSON", () => this.open(), { about: "of a character" })),
      ),
      ...(pdf.length ? [row(...pdf)] : []),
    ];
  }

  /** @param {Promise<URL>} made */
  async share(made) {
    const link = await made;
    history.replaceState(null, "", link);
    say((await copyText(link.href)) ? "The link is copied." : "The link stands in the address bar.");
  }

  async open() {
    const text = await openFile("application/json,.json");
    if (text === null) return;
    await this.status.run(async () => {
      let data;
      try {
        data = JSON.parse(text);
      } catch {
        throw new Error("Expected a character saved here, came something that isn’t JSON.");
      }
      const character = data?.character ?? data;
      if (!character || typeof character !== "object") throw new Error("Expected a character saved here, came other JSON.");
      await this.desk.join(character);
    });
  }
}

/** A control that the focus comes back to. @template {HTMLElement} T @param {T} control */
function key(control) {
  control.dataset.key = control.textContent ?? "";
  return control;
}
