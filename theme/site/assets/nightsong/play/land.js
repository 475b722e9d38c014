/** The land maker: a map to look at, walk through, throw anew part by part, and draw by hand. */

import { copyText } from "../clipboard.js";
import { button, el, field, ICONS, longSteps, refresh, row, say, Status } from "./kit.js";
import { Board } from "./land-board.js";
import { hexCard, legend, Worksheet } from "./land-cards.js";
import { openDesk } from "./land-desk.js";
import { FILES } from "./land-files.js";
import { Hand, tapped } from "./land-hand.js";
import { loadRuleset } from "./rules.js";
import { openFile } from "./share.js";

/** @typedef {import("./land-desk.js").State} State */

/** @param {HTMLElement} root */
export async function mount(root) {
  const page = new LandPage(await loadRuleset());
  root.classList.add("ns-landmaker");
  root.append(...page.parts());
  page.desk.shelf.watch(() => page.show());
  const note = await page.desk.follow();
  page.note.textContent = note;
  page.note.hidden = !note;
}

class LandPage {
  /** @param {any} ruleset */
  constructor(ruleset) {
    this.ruleset = ruleset;
    this.status = new Status();
    this.desk = openDesk(this.status, ruleset);
    this.hand = new Hand(this.desk);
    this.board = new Board((hex) => tapped(this.desk, hex, this.hand.dropped()));
    this.sheet = new Worksheet(this.desk, (hex) => this.lookAt(hex));
    this.note = el("p", { class: "ns-failure", hidden: true });
    this.about = el("p", { class: "ns-land-about" });
    this.told = el("p", { class: "ns-land-told" });
    this.legend = el("div", { class: "ns-legends" });
    this.card = el("section", { class: "ns-panel ns-hexcard", "aria-label": "What lies in the hex" });
    this.trace = el("div", { class: "ns-land-trace" });
    this.furnishActs();
    /** @type {State | null} */
    this.shown = null;
    /** @type {number | undefined} */
    this.waiting = undefined;
  }

  furnishActs() {
    const { desk } = this;
    this.draw = button("Draw a Land", () => desk.draw(), { small: false, path: ICONS.die });
    this.clocks = button("Advance the clocks", () => desk.clocks());
    this.undo = button("Undo", () => desk.undo(), { about: "the last change of the Land" });
    this.byHand = button("Draw by hand", () => this.takeHand(), { pressed: false });
    this.title = el("input", { class: "ns-input", type: "text", maxlength: 60, autocomplete: "off" });
    this.title.addEventListener("change", () => desk.name(this.title.value.trim()));
  }

  parts() {
    const { draw, clocks, undo, byHand, hand, card } = this;
    const about = "file of this Land";
    const files = Object.keys(FILES).map((name) => button(name, () => this.save(name), { about }));
    this.along = el(
      "section",
      { class: "ns-panel ns-along" },
      el("h2", {}, "Take it along"),
      field("Name of the Land", this.title),
      row(
        button("Copy link", () => this.share(), { about: "to this Land" }),
        button("Print", () => window.print(), { about: "map and worksheet" }),
        ...files,
        button("Open JSON", () => this.open(), { about: "of a Land" }),
      ),
    );
    return [
      el("div", { class: "ns-row ns-land-acts" }, draw, clocks, byHand, undo),
      this.status.element,
      this.note,
      this.told,
      el("div", { class: "ns-land-desk" }, this.about, this.board.element, hand.element, card, this.legend),
      this.along,
      this.sheet.element,
      this.trace,
    ];
  }

  /** Show what there is. What has not changed stays as it is, and so does the focus. */
  show() {
    const { state } = this.desk;
    const { view, title, picked, hand, sessions, flaws } = state;
    const before = this.shown;
    this.shown = state;
    const parts = [this.clocks, this.card, this.along, this.sheet.element, this.legend];
    for (const part of parts) part.hidden = !view;
    this.undo.hidden = !this.desk.shelf.canUndo;
    this.byHand.setAttribute("aria-pressed", String(hand && view !== null));
    const scale = `${this.ruleset.numbers.land.hex_miles} miles`;
    if (document.activeElement !== this.title) this.title.value = title;
    this.told.textContent = state.told ?? "";
    this.hand.show();
    if (!view) return this.showNothing(scale);
    this.about.textContent = [...view.about, ...(sessions ? [`Sessions: ${sessions}`] : [])].join(". ") + ".";
    this.board.show(view, { title, scale, picked });
    if (!before || before.view !== view || before.picked !== picked || before.hand !== hand) {
      refresh(this.card, ...hexCard(this.desk));
    }
    if (before?.view === view && before.flaws === flaws) return;
    // What is further down comes a moment later, so that the page answers at once.
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.showMore(state, view));
  }

  /** @param {State} state @param {import("./land-map.js").View} view */
  showMore(state, view) {
    this.legend.replaceChildren(...legend(view, this.ruleset));
    this.sheet.refill(view);
    this.trace.replaceChildren(...(state.trace.length ? [longSteps(state.trace, `How it came about: ${state.done}`)] : []));
  }

  /** Before there is a Land. @param {string} scale */
  showNothing(scale) {
    clearTimeout(this.waiting);
    this.about.textContent = "Draw a whole Land at once, or start with a blank map and fill it by hand.";
    this.board.preview(this.ruleset.numbers.land.radius, scale);
    this.trace.replaceChildren();
  }

  async takeHand() {
    const { view, hand } = this.desk.state;
    if (!view) return this.desk.blank();
    this.desk.look({ hand: !hand });
  }

  /** @param {string} hex */
  lookAt(hex) {
    this.desk.look({ picked: hex });
    this.board.places.get(hex)?.focus();
    this.board.element.scrollIntoView({ block: "nearest" });
  }

  async share() {
    const link = await this.desk.link();
    history.replaceState(null, "", link);
    say((await copyText(link.href)) ? "The link is copied." : "The link stands in the address bar.");
  }

  /** @param {string} name */
  async save(name) {
    await this.status.run(() => FILES[name](this.board.svg, this.desk.state));
  }

  async open() {
    const text = await openFile("application/json,.json");
    if (text === null) return;
    const data = await this.status.run(async () => readLand(text));
    if (data) await this.desk.take(data);
  }
}

/** @param {string} text */
function readLand(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error("Expected a Land that was saved here, came something that isn’t JSON");
  }
  if (!data?.land) throw new Error("Expected a Land that was saved here, came other JSON");
  return data;
}
