/**
 * The dice engine: Python in a worker, started when somebody shows that they may roll.
 *
 * What is asked while it starts is kept and answered once it runs. If it can't start, every
 * question is refused with an `EngineError`, and the next one tries again.
 */

import { isDear } from "./line.js";
import { ASSETS, RUNTIME, SITE } from "./places.js";

/** Milliseconds without a sign of life after which we no longer wait. */
const PATIENCE = 60_000;

/** Milliseconds after a start until its memory is kept: the first rolls come first. */
const QUIET = 4_000;

/** Bytes that must be left in the browser's storage before some are used for that. */
const ROOM = 200_000_000;

/** Where it is noted that the engine has started in this browser before. */
const STARTED = `nightsong:${SITE.pathname}:started`;

/** @typedef {{percent: number}} Stage how far the start has come */

/** The engine can't start or has stopped; `reason` is a key of the words for it. */
export class EngineError extends Error {
  /** @param {string} reason @param {string} [detail] */
  constructor(reason, detail = "") {
    super(detail || reason);
    this.reason = reason;
    this.detail = detail;
  }
}

/** The engine runs, but what was asked makes no sense to it. */
export class RequestError extends Error {}

/** @type {Worker | null} */
let worker = null;
let ready = false;
let failed = false;
let keeping = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let watch;
let asked = 0;
/** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
const open = new Map();
/** @type {Set<(stage: Stage | null) => void>} */
const listeners = new Set();

/** Start the engine early, for somebody who may be about to roll; not where that failed before. */
export function prepare() {
  if (!failed) start();
}

/** Fetch what the engine starts with into the browser's cache; nothing is run. */
export async function fetchAhead() {
  if (worker || failed) return;
  try {
    const manifest = await (await fetch(new URL("manifest.json", RUNTIME), { cache: "no-cache" })).json();
    const files = Object.keys(manifest.sizes).map((name) => fetch(new URL(name, RUNTIME), { priority: "low" }));
    await Promise.all(files.map(async (file) => (await file).arrayBuffer()));
  } catch {
    // the start will say what is wrong, if somebody wants one
  }
}

/** Start the engine unless it runs or starts already. */
function start() {
  if (worker) return;
  ready = false;
  try {
    const script = new URL(recall() ? "worker.js?again" : "worker.js", ASSETS);
    worker = new Worker(script, { type: "module", name: "nightsong" });
  } catch (error) {
    // The caller's question must be in the queue before it is refused.
    queueMicrotask(() => stop(new EngineError("worker", String(error))));
    return;
  }
  worker.addEventListener("message", (event) => hear(event.data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    stop(new EngineError("worker", event.message ?? ""));
  });
  tell({ percent: 0 });
  wait();
}

/** Whether a question would be answered at once. */
export function isReady() {
  return ready;
}

/**
 * Ask the engine; see `nightsong.page` for what it understands.
 * @param {Record<string, unknown>} request
 * @returns {Promise<any>}
 */
export function ask(request) {
  return send({ request: JSON.stringify(request) });
}

/**
 * Fill in a PDF form; what does that is fetched by the worker at the first time.
 * @param {ArrayBuffer} form
 * @param {Record<string, string>} values by the fields' names
 * @returns {Promise<Uint8Array<ArrayBuffer>>} the filled-in PDF
 */
export function fillSheet(form, values) {
  return send({ form, values });
}

/** @param {Record<string, unknown>} message @returns {Promise<any>} */
function send(message) {
  return new Promise((resolve, reject) => {
    const id = (asked += 1);
    open.set(id, { resolve, reject });
    start();
    worker?.postMessage({ id, ...message });
    wait();
  });
}

/**
 * Hear how the start gets on; `null` once it is over, well or not.
 * @param {(stage: Stage | null) => void} listener
 */
export function onStage(listener) {
  listeners.add(listener);
}

/** @param {any} message */
function hear(message) {
  if (message.failed) {
    stop(new EngineError(message.failed, message.detail));
  } else if (message.stage) {
    tell(message.stage);
  } else if (message.ready) {
    setTimeout(keepMemory, QUIET);
    ready = true;
    failed = false;
    note("1");
    tell(null);
  } else if (message.filled) {
    settle(message.id, { ok: true, result: message.filled });
  } else {
    settle(message.id, JSON.parse(message.answer));
  }
  wait();
}

/** @param {number} id @param {{ok: boolean, result?: unknown, error?: string}} answer */
function settle(id, answer) {
  const question = open.get(id);
  open.delete(id);
  if (answer.ok) question?.resolve(answer.result);
  else question?.reject(new RequestError(answer.error));
}

/** Give up on this worker and refuse all that is open. @param {EngineError} error */
function stop(error) {
  clearTimeout(watch);
  worker?.terminate();
  worker = null;
  ready = false;
  failed = true;
  note("");
  const refused = [...open.values()];
  open.clear();
  tell(null);
  for (const { reject } of refused) reject(error);
}

/** Wait for the next sign of life, if one is due. */
function wait() {
  clearTimeout(watch);
  if (worker && (!ready || open.size)) {
    watch = setTimeout(() => stop(new EngineError("silence")), PATIENCE);
  }
}

/** Keep Python's memory for later visits, once, where there is room and data isn't dear. */
async function keepMemory() {
  if (keeping || isDear()) return;
  keeping = true;
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < ROOM) return;
    const helper = new Worker(new URL("worker.js?snapshot", ASSETS), { type: "module" });
    helper.addEventListener("message", ({ data }) => {
      if (data.kept) helper.terminate();
    });
    helper.addEventListener("error", (event) => {
      event.preventDefault(); // later starts then take as long as the first
      helper.terminate();
    });
  } catch {
    // no storage here
  }
}

/** @param {string} text */
function note(text) {
  try {
    localStorage.setItem(STARTED, text);
  } catch {
    // every start is then like the first
  }
}

function recall() {
  try {
    return Boolean(localStorage.getItem(STARTED));
  } catch {
    return false;
  }
}

/** @param {Stage | null} stage */
function tell(stage) {
  for (const listener of listeners) listener(stage);
}
