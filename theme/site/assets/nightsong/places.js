/** Where things are, worked out from where this script lies: the site works from any folder. */

/** The folder of the scripts. */
export const ASSETS = new URL("./", import.meta.url);

/** The root of the site. */
export const SITE = new URL("../../", ASSETS);

export const RUNTIME = new URL("runtime/", ASSETS);

/**
 * An address below the site's root as the part after it; empty for any other.
 * @param {string | URL} address
 */
export function within(address) {
  const { href } = new URL(address);
  return href.startsWith(SITE.href) ? href.slice(SITE.href.length) : "";
}

/**
 * The address of a part of the site; the root for whatever would lead out of it.
 * @param {string} part
 */
export function address(part) {
  let url;
  try {
    url = new URL(part, SITE);
  } catch {
    return SITE;
  }
  return url.href.startsWith(SITE.href) ? url : SITE;
}
