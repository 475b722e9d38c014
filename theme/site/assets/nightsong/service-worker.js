/**
 * The service worker: keeps a release of the site whole in the browser, so that it works without a
 * network. The build puts `RELEASE` before this text and the whole at the root of the site.
 *
 * A release is kept under its version. The next one gathers beside it, and takes over when all of it
 * has come: what a page sees is always of one release.
 */

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {Record<string, string>} core files by their path, with a digest of what is in them:
 *   all that reading takes
 * @property {Record<string, string>} later what rolling takes, kept once it is used or there is leisure
 */

const release = /** @type {any} */ (self).RELEASE;
const scope = new URL("./", self.location.href);
const PREFIX = `nightsong-site:${scope.pathname}:`;
const NAME = PREFIX + release.version;
const DIGESTS = new URL("release.json", scope).href; // what is in a kept release, by digest
const AT_ONCE = 6; // requests that are under way together

self.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep(release.core)));
self.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "GET" && url.href.startsWith(scope.href)) event.respondWith(answer(request, url));
});
self.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take-over") /** @type {any} */ (self).skipWaiting();
  if (event.data === "keep-all") event.waitUntil(keep(release.later).catch(() => {}));
});

/**
 * Keep files of this release: from the former one where they are the same, else from the server.
 * It fails as a whole where one can't be had.
 * @param {Record<string, string>} files
 */
async function keep(files) {
  const cache = await caches.open(NAME);
  const former = await formerFiles();
  const waiting = Object.entries(files);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await keepOne(cache, former, ...next);
    }),
  );
  const kept = { ...(await digests(cache)), ...files };
  await cache.put(DIGESTS, new Response(JSON.stringify(kept)));
}

/**
 * @param {Cache} cache
 * @param {Map<string, Cache>} former
 * @param {string} path
 * @param {string} digest
 */
async function keepOne(cache, former, path, digest) {
  const url = new URL(path, scope).href;
  if (await cache.match(url)) return;
  const same = await former.get(`${path} ${digest}`)?.match(url);
  const response = same ?? (await fetch(url, { cache: "no-cache" }));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(url, response);
}

/** The kept files of other releases, by path and digest. */
async function formerFiles() {
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === NAME) continue;
    const cache = await caches.open(name);
    for (const [path, digest] of Object.entries(await digests(cache))) found.set(`${path} ${digest}`, cache);
  }
  return found;
}

/** @param {Cache} cache @returns {Promise<Record<string, string>>} */
async function digests(cache) {
  const kept = await cache.match(DIGESTS);
  return kept ? kept.json() : {};
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  }
  await /** @type {any} */ (self).clients.claim();
}

/** @param {Request} request @param {URL} url */
async function answer(request, url) {
  const path = url.pathname.slice(scope.pathname.length);
  const page = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  const cache = await caches.open(NAME);
  const kept = await cache.match(new URL(page, scope).href);
  if (kept) return kept;
  try {
    const response = await fetch(request);
    if (response.status === 200 && keepsOnUse(page)) await keepUsed(cache, page, response.clone());
    return response;
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    return (await cache.match(new URL("404.html", scope).href)) ?? Response.error();
  }
}

/** @param {string} path */
function keepsOnUse(path) {
  return path in release.later || path.startsWith("downloads/");
}

/** @param {Cache} cache @param {string} path @param {Response} response */
async function keepUsed(cache, path, response) {
  try {
    await cache.put(new URL(path, scope).href, response);
  } catch {
    // no room: it comes from the network the next time, too
  }
}
