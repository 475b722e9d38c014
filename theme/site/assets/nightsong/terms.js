/**
 * Terms of the glossary explain themselves: on hover, on keyboard focus, and on tap.
 *
 * There is one popover; it stands behind its term in the text, so that Tab leads on into it. It
 * stays while pointer or focus are on term or popover, and goes with Escape or a tap elsewhere.
 */

import { el } from "./dom.js";
import { WORDS } from "./words.js";

/** Milliseconds: a pointer on its way elsewhere opens nothing; one on its way in loses nothing. */
const OPENING = 150;
const CLOSING = 300;
const GAP = 6;
const EDGE = 8;

const name = el("strong", { class: "ns-popover__term" });
const meaning = el("span", { class: "ns-popover__meaning", id: "ns-meaning" });
const more = el("a", { class: "ns-popover__more" }, WORDS.glossary);
const popover = el("span", { class: "ns-popover", hidden: true }, name, " ", meaning, " ", more);

/** @type {HTMLAnchorElement | null} */
let current = null;
/** Whether a tap has been on it: focus, which comes before the click, opens it already. */
let tapped = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let pointer = "mouse";

/** @param {EventTarget | null} target */
function termOf(target) {
  return target instanceof Element
    ? /** @type {HTMLAnchorElement | null} */ (target.closest(".ns-term[data-meaning]"))
    : null;
}

/** @param {EventTarget | null} target */
function isInside(target) {
  return target instanceof Node && popover.contains(target);
}

/** @param {HTMLAnchorElement} term */
function open(term) {
  clearTimeout(timer);
  if (term === current) return;
  close();
  current = term;
  name.textContent = term.dataset.term ?? "";
  meaning.textContent = term.dataset.meaning ?? "";
  more.href = term.href;
  term.after(popover);
  term.setAttribute("aria-describedby", meaning.id);
  popover.hidden = false;
  place();
}

function close() {
  clearTimeout(timer);
  current?.removeAttribute("aria-describedby");
  current = null;
  tapped = false;
  popover.hidden = true;
}

/** Below the term's first line, or above where there is no room; always inside the window. */
function place() {
  if (!current) return;
  const line = current.getClientRects()[0];
  const { offsetWidth: width, offsetHeight: height } = popover;
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.max(EDGE, Math.min(line.left, clientWidth - width - EDGE));
  const below = line.bottom + GAP + height < clientHeight - EDGE;
  popover.style.left = `${left}px`;
  popover.style.top = `${below ? line.bottom + GAP : Math.max(EDGE, line.top - GAP - height)}px`;
}

/** @param {() => void} action @param {number} delay */
function later(action, delay) {
  clearTimeout(timer);
  timer = setTimeout(action, delay);
}

/** @param {PointerEvent} event */
function hover(event) {
  if (event.pointerType !== "mouse") return;
  const term = termOf(event.target);
  if (term) later(() => open(term), term === current ? 0 : OPENING);
  else if (isInside(event.target)) clearTimeout(timer);
  else if (current && !holdsFocus()) later(close, CLOSING);
  else clearTimeout(timer);
}

function holdsFocus() {
  return document.activeElement === current || isInside(document.activeElement);
}

/** @param {MouseEvent} event */
function tap(event) {
  const term = termOf(event.target);
  if (!term) {
    if (current && !isInside(event.target)) close();
  } else if (pointer !== "mouse" && event.detail > 0) {
    event.preventDefault(); // the link in the popover leads on
    if (current === term && tapped) return close();
    open(term);
    tapped = true;
  }
}

/** Watch the page for terms. */
export function explainTerms() {
  if (!document.querySelector(".ns-term[data-meaning]")) return;
  document.addEventListener("pointerdown", (event) => (pointer = event.pointerType));
  document.addEventListener("pointerover", hover);
  document.addEventListener("click", tap);
  document.addEventListener("focusin", (event) => {
    const term = termOf(event.target);
    if (term) open(term);
    else if (!isInside(event.target)) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && current) {
      if (isInside(document.activeElement)) current.focus();
      close();
    }
  });
  window.addEventListener("scroll", place, { passive: true });
  window.addEventListener("resize", place);
}
