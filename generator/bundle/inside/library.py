"""Runs inside Pyodide: picks the library's modules that a package uses, and compiles them."""

import importlib
import importlib.util
import json
import sys
from typing import Any

# What the command line alone needs stays out.
OUTSIDE = ("__main__", "cli", "commands")
# What is only imported when it is needed, which may be late.
ALWAYS = ("encodings/ascii.py", "encodings/latin_1.py", "encodings/utf_8.py", "encodings/cp437.py")
LATE = ("difflib",)
ZIP = "python314.zip/"


def library(source: str, package: str) -> bytes:
    """A zip of compiled modules: those that are loaded once the package is."""
    _use(package)
    loaded = _loaded()  # before anything is imported for packing
    import zipfile

    with zipfile.ZipFile(source) as full:
        modules = {name: full.read(name) for name in sorted({*loaded, *ALWAYS})}
    return _packed(modules, f"/lib/{ZIP}", optimize=2)


def rules(wheel: str, package: str, place: str) -> bytes:
    """A zip of the package in a wheel, compiled, that will lie at that place."""
    import zipfile

    with zipfile.ZipFile(wheel) as packed:
        inside = {
            name: packed.read(name) for name in sorted(packed.namelist()) if _counts(name, package)
        }
    # A dataclass without a docstring would make itself one, which takes longer than reading it.
    return _packed(inside, f"{place}/", optimize=0)


def _counts(name: str, package: str) -> bool:
    first, _, rest = name.partition("/")
    return first == package and name.endswith(".py") and _outside(rest) is False


def _outside(name: str) -> bool:
    return name.removesuffix(".py").split("/")[0] in OUTSIDE


def _use(package: str) -> None:
    """Import all of the package, and have an error read out: that imports, too."""
    loader: Any = importlib.import_module(package).__loader__
    for name in (*LATE, *sorted(_modules(loader, package))):
        importlib.import_module(name)
    text = loader.get_data(f"{loader.archive}/{package}/ruleset.json").decode()
    page = importlib.import_module(f"{package}.page").Page(text)
    first = next(iter(page.ruleset.tables))
    asked: tuple[object, ...] = ({"do": "table", "id": first, "seed": ""}, {"do": "dice"}, {}, [])
    for request in asked:
        page.ask(json.dumps(request))


def _modules(loader: Any, package: str) -> list[str]:
    """The package's modules by their full names."""
    files = [name.replace("\\", "/") for name in loader._get_files()]
    return [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in files
        if _counts(name, package)
    ]


def _loaded() -> list[str]:
    files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    return [file.split(ZIP)[1] for file in files if ZIP in file]


def _packed(sources: dict[str, bytes], place: str, optimize: int) -> bytes:
    """Stored, not deflated: what is compressed on its way is compressed better as a whole."""
    import io
    import zipfile

    # How CPython writes byte code that is trusted without a look at the source.
    pack = importlib.import_module("importlib._bootstrap_external")._code_to_hash_pyc
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, text in sources.items():
            code = compile(text, f"{place}{name}", "exec", dont_inherit=True, optimize=optimize)
            stamp = importlib.util.source_hash(text)
            compiled = pack(code, stamp, checked=False)
            packed.writestr(zipfile.ZipInfo(f"{name}c"), bytes(compiled), zipfile.ZIP_STORED)
    return out.getvalue()
