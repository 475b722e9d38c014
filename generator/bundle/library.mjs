// node library.mjs PYODIDE WHEEL SCRIPT OUT: runs the script in Pyodide with the wheel installed,
// and writes the bytes that its function `library` gives.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, wheel, script, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ env: { HOME: "/home", PYTHONHASHSEED: "0" } });
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
python.FS.writeFile("/library.zip", readFileSync(join(folder, "python_stdlib.zip")));
python.runPython(readFileSync(script, "utf-8"));
const made = python.globals.get("library")("/library.zip", "nightsong");
writeFileSync(out, made.toJs());
