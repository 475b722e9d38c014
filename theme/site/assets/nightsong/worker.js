/**
 * The worker: starts Python with the rules, then answers questions, JSON text in and out.
 *
 * Messages out: `{stage}` while it starts, `{ready}`, `{id, answer}`, `{id, filled}`, or `{failed, detail}`
 * when it can't go on. What arrives during the start waits for its end. `{id, form, values}` asks for a
 * PDF form filled in; what does that is fetched then, and not before.
 *
 * Started with `?snapshot` it answers nothing: it keeps a snapshot of Python's memory, ready to roll,
 * from which later starts go on.
 */

import { forgetSnapshot, isKept, keepSnapshot, keptSnapshot } from "./snapshots.js";

/** Where the rules lie in Python's own file system. */
const RULES = "/lib/rules.zip";
/** As it was before Python was started with files that are on their way already. */
const fromNetwork = self.fetch.bind(self);
const RUNTIME = new URL("runtime/", import.meta.url);
const ASKED = new URL(import.meta.url).searchParams;
/** Whether it has started in this browser before: then the files are likely at hand. */
const AGAIN = ASKED.has("again");
/** Python that makes everything ready; the ruleset lies in a file beside the rules. */
const READY = `
import sys
sys.path.append("${RULES}")
import nightsong.procedures
from nightsong.page import Page
with open("/ruleset.json", encoding="utf-8") as file:
    page = Page(file.read())
`;

/** What fills in forms, where it lies in Python's own file system, and Python that runs it. */
const FILLER = "fill-sheet.zip";
const FILL = `
import json, sys
if "/lib/${FILLER}" not in sys.path:
    sys.path.append("/lib/${FILLER}")
from fillsheet import fill_sheet
with open("/form.pdf", "rb") as form, open("/values.json", encoding="utf-8") as values:
    filled = fill_sheet(form.read(), json.load(values))
with open("/filled.pdf", "wb") as file:
    file.write(filled)
`;
/** Python, once it has started. @type {any} */
let python = null;

/**
 * @typedef {object} Manifest
 * @property {string} pyodide folder of Python
 * @property {object} lock
 * @property {string} library Python's own library
 * @property {string} rules the rules package, compiled
 * @property {string} ruleset
 * @property {Record<string, number>} sizes bytes of each file, unpacked
 */

/** A failure with a reason that the page has words for. */
class Failure extends Error {
  /** @param {string} reason @param {unknown} cause */
  constructor(reason, cause) {
    super(String(cause instanceof Error ? cause.message : cause));
    this.reason = reason;
  }
}

if (ASKED.has("snapshot")) {
  makeSnapshot().finally(() => postMessage({ kept: true }));
} else {
  serve();
}

/** Start, and answer whatever is asked. */
function serve() {
  const started = start();
  started.then(
    () => postMessage({ ready: true }),
    (error) => postMessage({ failed: error.reason ?? "python", detail: lastLine(error) }),
  );
  addEventListener("message", async ({ data }) => {
    const page = await started;
    try {
      if (data.form) {
        const filled = await fill(data.form, data.values);
        postMessage({ id: data.id, filled }, { transfer: [filled.buffer] });
      } else {
        postMessage({ id: data.id, answer: page.ask(data.request) });
      }
    } catch (error) {
      postMessage({ id: data.id, answer: JSON.stringify({ ok: false, error: lastLine(error) }) });
    }
  });
}

/** @param {ArrayBuffer} form @param {Record<string, string>} values @returns {Promise<Uint8Array>} */
async function fill(form, values) {
  const path = `/lib/${FILLER}`;
  if (!python.FS.analyzePath(path).exists) {
    python.FS.writeFile(path, new Uint8Array(await (await fetched(FILLER)).arrayBuffer()));
  }
  python.FS.writeFile("/form.pdf", new Uint8Array(form));
  python.FS.writeFile("/values.json", JSON.stringify(values));
  python.runPython(FILL);
  return python.FS.readFile("/filled.pdf");
}

/** A Python error's last line says what went wrong. @param {unknown} error */
function lastLine(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n").at(-1) ?? "";
}

async function start() {
  const manifest = await loadManifest();
  const snapshot = AGAIN ? await keptSnapshot(manifest) : null;
  if (!snapshot) return startFresh(manifest);
  try {
    python = await loadPython(manifest, gather(manifest, fetched), { _loadSnapshot: snapshot });
    return python.globals.get("page");
  } catch {
    await forgetSnapshot(); // another browser version, or damaged: the long way then
    return startFresh(manifest);
  }
}

/** @param {Manifest} manifest */
async function startFresh(manifest) {
  const load = loader(manifest);
  const files = gather(manifest, load);
  const rules = load(manifest.rules).then((response) => response.arrayBuffer());
  const ruleset = load(manifest.ruleset).then((response) => response.text());
  python = await loadPython(manifest, files);
  python.FS.writeFile(RULES, new Uint8Array(await rules));
  python.pyimport("sys").path.append(RULES);
  return python.pyimport("nightsong.page").Page(await ruleset);
}

/**
 * What Python itself is started with, all on its way at once.
 * @param {Manifest} manifest
 * @param {(name: string) => Promise<Response>} load
 */
function gather(manifest, load) {
  return {
    // Browsers keep compiled code for responses as they came, not for counted ones.
    wasm: (AGAIN ? fetched : load)(`${manifest.pyodide}pyodide.asm.wasm`).then(compile),
    library: load(manifest.library),
  };
}

/** Start once more, beside the one that answers, and keep its memory for later visits. */
async function makeSnapshot() {
  const manifest = await loadManifest();
  if (await isKept(manifest)) return;
  const [rules, ruleset] = await Promise.all(
    [manifest.rules, manifest.ruleset].map(async (name) => (await fetched(name)).arrayBuffer()),
  );
  const fresh = await loadPython(manifest, gather(manifest, fetched), { _makeSnapshot: true });
  fresh.FS.writeFile(RULES, new Uint8Array(rules));
  fresh.FS.writeFile("/ruleset.json", new Uint8Array(ruleset));
  fresh.runPython(READY);
  await keepSnapshot(manifest, fresh.makeMemorySnapshot());
}

/** @returns {Promise<Manifest>} */
async function loadManifest() {
  // The one file whose name stays the same: ask the server whether it has a newer one.
  const response = await fetched("manifest.json", { cache: "no-cache" });
  return response.json();
}

/** @param {string} name @param {RequestInit} [options] */
async function fetched(name, options) {
  try {
    const response = await fromNetwork(new URL(name, RUNTIME), options);
    if (response.ok) return response;
    throw new Error(`${name}: ${response.status}`);
  } catch (error) {
    throw new Failure("network", error);
  }
}

/**
 * Fetches files and reports how much of all of them has come.
 * @param {Manifest} manifest
 */
function loader({ sizes }) {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let come = 0;
  let told = -1;
  /** @param {number} bytes */
  const count = (bytes) => {
    come += bytes;
    const percent = Math.min(100, Math.floor((100 * come) / total));
    if (percent > told) postMessage({ stage: { percent: (told = percent) } });
  };
  /** @param {string} name */
  return async (name) => counted(await fetched(name), count);
}

/** @param {Response} response @param {(bytes: number) => void} count */
function counted(response, count) {
  const body = response.body?.pipeThrough(
    new TransformStream({
      transform(chunk, out) {
        count(chunk.length);
        out.enqueue(chunk);
      },
    }),
  );
  return new Response(body, { headers: response.headers });
}

/** @param {Response} response */
async function compile(response) {
  try {
    const typed = response.headers.get("Content-Type")?.startsWith("application/wasm");
    return typed
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new Failure("wasm", error);
  }
}

/**
 * Start Pyodide with files that are on their way already.
 * @param {Manifest} manifest
 * @param {{wasm: Promise<WebAssembly.Module>, library: Promise<Response>}} files
 * @param {Record<string, unknown>} [options]
 */
async function loadPython(manifest, { wasm, library }, options = {}) {
  const indexURL = new URL(manifest.pyodide, RUNTIME).href;
  const stdLibURL = new URL(manifest.library, RUNTIME).href;
  const given = /** @type {Record<string, Promise<Response>>} */ ({
    [stdLibURL]: library,
    [`${indexURL}pyodide.asm.wasm`]: Promise.resolve(new Response()),
  });
  self.fetch = async (input) => given[String(input)] ?? Promise.reject(new Error(`${input}`));
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await wasm;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
    ["pyodide.js", "pyodide.asm.js"].map((name) =>
      import(indexURL + name).catch((error) => {
        throw new Failure("network", error);
      }),
    ),
  );
  const python = loadPyodide({
    indexURL,
    packageBaseUrl: indexURL,
    stdLibURL,
    lockFileContents: manifest.lock,
    createPyodideModule,
    ...options,
  });
  // Where WebAssembly is refused, Pyodide would wait for ever: fail with it.
  return (await Promise.all([python, wasm, library]))[0];
}
