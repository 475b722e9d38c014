// node library.mjs PYODIDE LIBRARY WHEEL INSIDE OUT: runs INSIDE/library.py in Pyodide with that
// library and the wheel, and writes what its functions `library` and `rules` give into OUT.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, stdLibURL, wheel, inside, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ stdLibURL, env: { HOME: "/home", PYTHONHASHSEED: "0" } });
python.FS.writeFile("/rules.whl", readFileSync(wheel));
python.FS.writeFile("/library.zip", readFileSync(stdLibURL));
python.pyimport("sys").path.append("/rules.whl");
python.runPython(readFileSync(join(inside, "library.py"), "utf-8"));
const made = {
  "python_stdlib.zip": python.globals.get("library")("/library.zip", "nightsong"),
  "rules.zip": python.globals.get("rules")("/rules.whl", "nightsong", "/lib/rules.zip"),
};
for (const [name, bytes] of Object.entries(made)) writeFileSync(join(out, name), bytes.toJs());
