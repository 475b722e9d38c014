// node foundry.mjs PACKAGES pack SOURCES PACK    packs a folder of JSON documents as LevelDB
// node foundry.mjs PACKAGES unpack PACK FOLDER   writes a pack's documents as JSON files
// Foundry VTT's own tool does it, so that what it packs is what Foundry reads.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [packages, what, from, to] = process.argv.slice(2);
const tool = join(packages, "@foundryvtt", "foundryvtt-cli", "index.mjs");
const { compilePack, extractPack } = await import(pathToFileURL(tool));
mkdirSync(to, { recursive: true });
if (what === "pack") await compilePack(from, to);
else await extractPack(from, to, { transformName: ({ _id }) => `${_id}.json` });
