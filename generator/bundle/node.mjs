// node node.mjs RUNTIME SCRIPT ASKED ANSWER: starts the site's Python as its page does, runs the
// script, and writes what its function `run` answers to the text of the file ASKED.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, script, asked, answer] = process.argv.slice(2);
const RULES = "/lib/rules.zip";
const at = (name) => resolve(runtime, name);
const text = (path) => readFileSync(path, "utf-8");

async function started() {
  const manifest = JSON.parse(text(at("manifest.json")));
  const python = at(manifest.pyodide);
  const load = (name) => import(pathToFileURL(resolve(python, name)));
  const { loadPyodide } = await load("pyodide.js");
  const { default: createPyodideModule } = await load("pyodide.asm.js");
  const page = await loadPyodide({
    indexURL: python,
    packageBaseUrl: python,
    stdLibURL: at(manifest.library),
    lockFileContents: manifest.lock,
    createPyodideModule,
  });
  page.FS.writeFile(RULES, readFileSync(at(manifest.rules)));
  page.pyimport("sys").path.append(RULES);
  return page;
}

try {
  const page = await started();
  page.runPython(text(script));
  writeFileSync(answer, page.globals.get("run")(text(asked)));
} catch (error) {
  // Python's traceback names the error in a line of its own; hints of Pyodide's may follow.
  const lines = String(error.message ?? error).trim().split("\n");
  console.error(lines.findLast((line) => /^[\w.]+Error\b/.test(line)) ?? lines.at(-1));
  process.exitCode = 1;
}
