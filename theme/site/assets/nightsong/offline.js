/** Being there without a network: the service worker, and a word when a new release has come. */

import { el } from "./dom.js";
import { isFast } from "./line.js";
import { SITE } from "./places.js";
import { say } from "./speak.js";
import { WORDS } from "./words.js";

/** Milliseconds of quiet before anything is fetched that nobody has asked for. */
const LEISURE = 8_000;

/** Keep the site in the browser, where it may be kept. */
export async function workOffline() {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  try {
    const options = { scope: SITE.pathname, updateViaCache: /** @type {const} */ ("none") };
    const registration = await navigator.serviceWorker.register(new URL("sw.js", SITE), options);
    watchFor(registration);
    if (isFast()) setTimeout(keepAll, LEISURE);
  } catch {
    // forbidden, full, or a preview without one: the site works all the same, with a network
  }
}

async function keepAll() {
  (await navigator.serviceWorker.ready).active?.postMessage("keep-all");
}

/** @param {ServiceWorkerRegistration} registration */
function watchFor(registration) {
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
    });
  });
}

/** Offer the new release; nothing changes under a reader's hands. @param {ServiceWorker} worker */
function offer(worker) {
  if (document.querySelector(".ns-release")) return;
  const take = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take-over");
  };
  const later = el("button", { type: "button", class: "ns-button ns-button--small" }, WORDS.later);
  const now = el("button", { type: "button", class: "ns-button ns-button--small", onclick: take }, WORDS.take);
  const note = el("aside", { class: "ns-release", "aria-label": WORDS.release }, el("p", {}, WORDS.release), now, later);
  later.addEventListener("click", () => note.remove());
  document.querySelector(".md-main")?.prepend(note);
  say(WORDS.release);
}
