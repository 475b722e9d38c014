"""Runs inside Pyodide: picks the library's modules that a package uses, and compiles them."""

import importlib
import importlib.util
import json
import sys
from pathlib import Path

# What the command line alone needs stays out.
OUTSIDE = ("__main__", "cli", "commands")
# What is only imported when it is needed, which may be late.
ALWAYS = ("encodings/ascii.py", "encodings/latin_1.py", "encodings/utf_8.py", "encodings/cp437.py")
ZIP = "python314.zip/"


def library(source: str, package: str) -> bytes:
    """A zip of compiled modules: those that are loaded once the package is."""
    _use(package)
    modules = sorted({*_loaded(), *ALWAYS})
    return _packed(source, modules)


def _use(package: str) -> None:
    """Import all of the package, and have an error read out: that imports, too."""
    home = Path(str(importlib.import_module(package).__file__)).parent
    for module in sorted(home.rglob("*.py")):
        name = module.relative_to(home).with_suffix("").parts
        if name[0] not in OUTSIDE and name[-1] != "__init__":
            importlib.import_module(".".join((package, *name)))
    page = importlib.import_module(f"{package}.page").Page(
        (home / "ruleset.json").read_text("utf-8")
    )
    first = next(iter(page.ruleset.tables))
    asked: tuple[object, ...] = ({"do": "table", "id": first, "seed": ""}, {"do": "dice"}, {}, [])
    for request in asked:
        page.ask(json.dumps(request))


def _loaded() -> list[str]:
    files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    return [file.split(ZIP)[1] for file in files if ZIP in file]


def _packed(source: str, modules: list[str]) -> bytes:
    import io
    import zipfile

    # How CPython writes byte code that is trusted without a look at the source.
    pack = importlib.import_module("importlib._bootstrap_external")._code_to_hash_pyc
    out = io.BytesIO()
    with zipfile.ZipFile(source) as full, zipfile.ZipFile(out, "w") as packed:
        for name in modules:
            text = full.read(name)
            code = compile(text, f"/lib/{ZIP}{name}", "exec", dont_inherit=True)
            stamp = importlib.util.source_hash(text)
            compiled = pack(code, stamp, checked=False)
            entry = zipfile.ZipInfo(f"{name}c")
            packed.writestr(entry, bytes(compiled), zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()
