/** Python's memory, kept in the browser: a later start goes on from there. One at a time. */

const NAME = `nightsong-snapshots:${new URL("./", import.meta.url).pathname}`;

/** @typedef {import("./worker.js").Manifest} Manifest */

/** The address that stands for a snapshot of this Python with these rules. @param {Manifest} manifest */
function key({ pyodide, library, rules, ruleset }) {
  return new URL(["snapshot", pyodide, library, rules, ruleset].join("+").replaceAll("/", "~"), import.meta.url).href;
}

/** @param {Manifest} manifest @returns {Promise<Uint8Array | null>} */
export async function keptSnapshot(manifest) {
  try {
    const found = await (await caches.open(NAME)).match(key(manifest));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // the browser keeps nothing here
  }
}

/** @param {Manifest} manifest @param {Uint8Array<ArrayBuffer>} bytes */
export async function keepSnapshot(manifest, bytes) {
  await forgetSnapshot();
  await (await caches.open(NAME)).put(key(manifest), new Response(bytes));
}

export async function forgetSnapshot() {
  await caches.delete(NAME);
}

/** @param {Manifest} manifest */
export async function isKept(manifest) {
  return Boolean(await (await caches.open(NAME)).match(key(manifest)));
}
