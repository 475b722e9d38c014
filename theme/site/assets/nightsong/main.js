/** What the page does beyond being read: rolling, the log, and terms that explain themselves. */

import { ask } from "./engine.js";
import { mendHeader } from "./header.js";
import { dockLog } from "./log.js";
import { workOffline } from "./offline.js";
import { newSeed } from "./rolls.js";
import { furnishTables } from "./tables.js";
import { explainTerms } from "./terms.js";

mendHeader();
explainTerms();
dockLog();
furnishTables();
workOffline();
if (document.querySelector(".ns-tool")) {
  import("./play/tools.js").then(({ furnishTools }) => furnishTools());
}

/** For other scripts and for curious people in the console. */
Object.defineProperty(window, "nightsong", {
  value: Object.freeze({
    /**
     * Roll a table without a trace on the page.
     * @param {string} id
     * @param {{seed?: string, tries?: Record<string, number>, real?: Record<string, number[]>}} [options]
     * @returns {Promise<import("./words.js").Report>}
     */
    roll: (id, { seed = newSeed(), tries = {}, real = {} } = {}) =>
      ask({ do: "table", id, seed: String(seed), tries, real }),
    /**
     * Roll dice by their notation.
     * @param {string} notation
     * @param {{seed?: string}} [options]
     */
    dice: (notation, { seed = newSeed() } = {}) =>
      ask({ do: "dice", notation, seed: String(seed) }),
  }),
});
