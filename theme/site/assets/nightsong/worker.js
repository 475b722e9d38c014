/**
 * The worker: starts Python with the rules, then answers questions, JSON text in and out.
 *
 * Messages out: `{stage}` while it starts, `{ready}`, `{id, answer}`, or `{failed, detail}` when it
 * can't go on. What arrives during the start waits for its end.
 */

const RUNTIME = new URL("runtime/", import.meta.url);

/**
 * @typedef {object} Manifest
 * @property {string} pyodide folder of Python
 * @property {object} lock
 * @property {string} library Python's own library
 * @property {string} wheel
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

const started = start();
started.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: error.reason ?? "python", detail: lastLine(error) }),
);

addEventListener("message", async ({ data }) => {
  const page = await started;
  try {
    postMessage({ id: data.id, answer: page.ask(data.request) });
  } catch (error) {
    postMessage({ id: data.id, answer: JSON.stringify({ ok: false, error: lastLine(error) }) });
  }
});

/** A Python error's last line says what went wrong. @param {unknown} error */
function lastLine(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n").at(-1) ?? "";
}

async function start() {
  const manifest = await loadManifest();
  const progress = countBytes(manifest);
  const refused = new Promise((_, reject) => watchWasm(reject));
  const [python, wheel, ruleset] = await Promise.race([
    Promise.all([
      loadPython(manifest, progress),
      fetched(manifest.wheel).then((response) => response.arrayBuffer()),
      fetched(manifest.ruleset).then((response) => response.text()),
    ]),
    refused,
  ]);
  progress.end();
  python.unpackArchive(wheel, "wheel");
  return python.pyimport("nightsong.page").Page(ruleset);
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
    const response = await fetch(new URL(name, RUNTIME), options);
    if (response.ok) return response;
    throw new Error(`${name}: ${response.status}`);
  } catch (error) {
    throw new Failure("network", error);
  }
}

/** @param {Manifest} manifest @param {ReturnType<typeof countBytes>} progress */
async function loadPython(manifest, progress) {
  const indexURL = new URL(manifest.pyodide, RUNTIME).href;
  /** @param {string} name */
  const load = (name) =>
    import(indexURL + name).catch((error) => {
      throw new Failure("network", error);
    });
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    load("pyodide.js"),
    load("pyodide.asm.js"),
  ]);
  progress.update();
  return loadPyodide({
    indexURL,
    packageBaseUrl: indexURL,
    stdLibURL: new URL(manifest.library, RUNTIME).href,
    lockFileContents: manifest.lock,
    createPyodideModule,
  });
}

/**
 * Report the bytes that have come, as each file is complete.
 * @param {Manifest} manifest
 */
function countBytes(manifest) {
  const total = Object.values(manifest.sizes).reduce((sum, size) => sum + size, 0);
  const update = () => {
    const come = Object.entries(manifest.sizes)
      .filter(([name]) => performance.getEntriesByName(new URL(name, RUNTIME).href).length)
      .reduce((sum, [, size]) => sum + size, 0);
    postMessage({ stage: { percent: Math.floor((100 * come) / total) } });
  };
  const observer = new PerformanceObserver(update);
  observer.observe({ type: "resource" });
  return { update, end: () => observer.disconnect() };
}

/**
 * Pyodide waits for ever where WebAssembly is refused, so we look ourselves.
 * @param {(error: Failure) => void} refuse
 */
function watchWasm(refuse) {
  const compile = WebAssembly.instantiateStreaming;
  /** @param {Response | PromiseLike<Response>} source @param {WebAssembly.Imports} [imports] */
  WebAssembly.instantiateStreaming = async (source, imports) => {
    let response;
    try {
      response = await source;
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    } catch (error) {
      refuse(new Failure("network", error));
      throw error;
    }
    try {
      const typed = response.headers.get("Content-Type")?.startsWith("application/wasm");
      return typed
        ? await compile.call(WebAssembly, response, imports)
        : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    } catch (error) {
      refuse(new Failure("wasm", error));
      throw error;
    }
  };
}
