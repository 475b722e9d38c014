/** Pieces of the page that are made anew: how the focus, the folds and a click survive it. */

const HELD = 800; // ms after which a button that went down counts as let go: a list of choices swallows that

/** What a mouse button went down on, until it is let go. @type {Node | null} */
let pressed = null;
/** The end of the wait for that. @type {number | undefined} */
let patience;
/** What is to be put in place then. @type {Map<HTMLElement, Node[]>} */
const waiting = new Map();

function letGo() {
  pressed = null;
  for (const [place, children] of waiting) replace(place, children);
  waiting.clear();
}

addEventListener("pointerdown", ({ target, pointerType }) => {
  if (pointerType !== "mouse" || !(target instanceof Node)) return;
  pressed = target;
  clearTimeout(patience); // of a press before this one
  patience = setTimeout(letGo, HELD);
}, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(letGo), true); // after the click

/**
 * Put other children in place; what was unfolded stays so, and the focus comes back. While a mouse button is
 * down there, it waits: a button that is replaced under the mouse never hears of the click.
 * @param {HTMLElement} place
 * @param {...Node} children
 */
export function refresh(place, ...children) {
  waiting.delete(place);
  if (pressed && place.contains(pressed)) waiting.set(place, children);
  else replace(place, children);
}

/** @param {HTMLElement} place @param {Node[]} children */
function replace(place, children) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && place.contains(active) ? active.dataset.key : undefined;
  const folds = new Map(Array.from(place.querySelectorAll("details"), (one) => [one.dataset.key, one.open]));
  place.replaceChildren(...children);
  for (const one of place.querySelectorAll("details")) one.open = folds.get(one.dataset.key) ?? one.open;
  if (!key) return;
  const controls = /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-key]"));
  for (const one of controls) if (one.dataset.key === key) one.focus();
  if (place.contains(document.activeElement)) return;
  place.tabIndex = -1; // what had the focus is gone: whoever goes on with the keyboard goes on here
  place.focus();
}

/**
 * Put other children in place, as `refresh` does, all controls known by their words and their order.
 * @param {HTMLElement} place
 * @param {...HTMLElement} children
 */
export function refill(place, ...children) {
  refillIn("", place, children);
}

/** @param {string} group what the children are part of @param {HTMLElement} place @param {HTMLElement[]} children */
function refillIn(group, place, children) {
  const seen = new Map();
  refresh(place, ...children.map((one) => keyed(one, seen, group)));
}

/**
 * Name all controls and folds of a form, so that the focus comes back, and what is unfolded stays so.
 * @template {HTMLElement} T
 * @param {T} form
 * @param {Map<string, number>} seen how often each name was given before
 * @param {string} group what the form is part of
 */
function keyed(form, seen, group) {
  const named = /** @type {"button"} */ ("button, select, input, summary, details");
  const all = [...(form.matches(named) ? [/** @type {any} */ (form)] : []), ...form.querySelectorAll(named)];
  for (const control of all) {
    const legend = control.closest("fieldset")?.querySelector("legend")?.textContent ?? group;
    const words = control.localName === "details" ? control.firstElementChild : control;
    const label = control.labels?.[0]?.textContent ?? `${control.localName} ${words?.textContent ?? ""}`;
    const name = `${legend} ${label}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    control.dataset.key ??= count ? `${name} ${count}` : name;
  }
  return form;
}

/** What the pieces show. @type {WeakMap<HTMLElement, string>} */
const shows = new WeakMap();

/**
 * Fill a piece of a form, unless it shows that already: a list that is open stays open, and what is being
 * written stays written, while something else changes.
 * @param {HTMLElement} place
 * @param {unknown} shown what it shows, as plain data
 * @param {() => HTMLElement[]} make
 * @param {string} [group] what it is part of, for the names of its controls
 */
export function piece(place, shown, make, group = "") {
  const sign = JSON.stringify(shown);
  if (shows.get(place) === sign) return;
  shows.set(place, sign);
  refillIn(group, place, make());
}
