/** Taking things along: links that hold a state, files saved and opened. */

import { el } from "../dom.js";

const NAME = "play";
const LONGEST = 60_000; // characters of a link's state
const MOST = 2_000_000; // bytes that it may hold, unpacked

/**
 * The page's address with a state in it.
 * @param {unknown} state plain JSON data
 */
export async function linkWith(state) {
  const url = new URL(location.href);
  url.search = "";
  url.hash = `${NAME}=${await packed(JSON.stringify(state))}`;
  return url;
}

/** The state that the page's address holds; null where there is none that can be read. */
export async function linked() {
  const found = new RegExp(`^#${NAME}=([\\w-]+)$`).exec(location.hash);
  if (!found || found[1].length > LONGEST) return null;
  try {
    return JSON.parse(await unpacked(found[1]));
  } catch {
    return null;
  }
}

/** @param {string} text */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream.pipeThrough(upTo(MOST))).text();
}

/** Lets so many bytes pass and fails then: a short link may hold very much. @param {number} most */
function upTo(most) {
  let come = 0;
  return new TransformStream({
    transform(chunk, out) {
      come += chunk.length;
      if (come > most) throw new RangeError(`more than ${most} bytes`);
      out.enqueue(chunk);
    },
  });
}

/**
 * Let the browser save a file.
 * @param {string} name
 * @param {string | Uint8Array<ArrayBuffer>} content
 * @param {string} type
 */
export function saveFile(name, content, type) {
  const href = URL.createObjectURL(new Blob([content], { type }));
  const link = el("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * Let somebody choose a file; null where they choose none.
 * @param {string} accept
 * @returns {Promise<string | null>} its text
 */
export function openFile(accept) {
  return new Promise((resolve) => {
    const input = el("input", { type: "file", accept });
    input.addEventListener("change", () => resolve(input.files?.[0]?.text() ?? null));
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
}
