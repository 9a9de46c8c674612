"""The one file: the page, Python (Pyodide), the package and its data, packed into HTML."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import files as files_of
from pathlib import Path
from typing import NamedTuple

from ...engine.files.folders import project_folder
from ...engine.words.errors import RuleError
from ...workbook.rulebook.library import games
from .bridge import at_first
from .compiling import CORE, LIBRARY
from .one_file import front, one_file, packed, static_file
from .runtime import bytecode, version_in

_PACKAGE = Path(__file__).parents[2]
_LEFT_OUT = {
    "panels",
    "seas",
    "charts",
    "paper",
    "cli",
    "lite",
    "teaching",
    "verification",
    "notebooks",
    "static",
    "vendor",
    "__pycache__",
}
_ONLY_BUILDS = {
    "build.py",
    "bundle.py",
    "compiling.py",
    "one_file.py",
    "runtime.py",
}
_MAY = {"script-src": "blob: 'wasm-unsafe-eval'", "worker-src": "blob:"}  # run Python, in a worker
_DATA = (".toml",)
_UNUSED = frozenset(
    [
        "_pyrepl",
        "ctypes",
        "ensurepip",
        "http",
        "idlelib",
        "lib2to3",
        "multiprocessing",
        "pydoc_data",
        "tkinter",
        "turtledemo",
        "unittest",
        "venv",
        "wsgiref",
        "xml",
        "xmlrpc",
        "_pyio.py",
        "cProfile.py",
        "doctest.py",
        "pdb.py",
        "pickletools.py",
        "pstats.py",
        "pydoc.py",
        "trace.py",
        "turtle.py",
    ]
)  # of Python's own library: what no page uses
_ENCODINGS = "__init__ aliases ascii cp1252 cp437 idna latin_1 punycode unicode_escape utf_16 utf_32 utf_8 utf_8_sig"
_STAMP = (1980, 1, 1, 0, 0, 0)  # the same file for the same contents


class PocketPage(NamedTuple):
    """The page as text.

    compiled : does Python find its modules compiled, so that it begins in half the time?
    """

    text: str
    compiled: bool


def pocket(pyodide: Path, start: str = "") -> PocketPage:
    """The page.

    pyodide : a folder with an unpacked Pyodide.
    start : the situation that it opens with, as in an address.
    """
    core, library_files = dict(_core()), dict(_standard_library(pyodide / "python_stdlib.zip"))
    by_node = bytecode(pyodide, {CORE: core, LIBRARY: library_files})
    if by_node is not None:
        core, library_files = _instead(core, by_node[CORE]), _instead(library_files, by_node[LIBRARY])
    first = json.dumps(
        at_first() | {"pyodide": version_in(pyodide), "own": _own_games(), "start": start},
        default=str,
        separators=(",", ":"),
    )
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8")) | {"packages": {}}
    contents = {
        "first": first.encode(),
        "wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "library": _zipped(library_files),
        "core": _zipped(core),
        "engine": (pyodide / "pyodide.asm.mjs").read_bytes(),
        "loader": (pyodide / "pyodide.mjs").read_bytes(),
        "lock": json.dumps(lock).encode(),
    }
    parts = {name: packed(content) for name, content in contents.items()}
    parts["worker"] = static_file("worker.js")
    page = one_file("Rencounter, pocket edition", front("page"), {"first": parts.pop("first")}, parts, _MAY)
    return PocketPage(page, by_node is not None)


def _own_games() -> list[tuple[str, str]]:
    """The games that are not of the project, by name and text; ``RuleError`` for one that brings Python of its own."""
    own = [one for one in games().values() if not one.shared]
    for one in own:
        if one.python is not None:
            raise RuleError(
                f"a game in the pocket edition must be its text alone; got {one.stem} with a file of Python; leave "
                f"that out"
            )
    return [(one.stem, one.text) for one in own]


# What Python finds in the page ----------------------------------------------------------------------------------------

Content = Iterator[tuple[str, bytes]]
Files = Mapping[str, bytes]


def _instead(sources: Files, compiled: Files) -> dict[str, bytes]:
    """The files with compiled modules in the place of those that there are."""
    return {**{name: each for name, each in sources.items() if f"{name}c" not in compiled}, **compiled}


def _core() -> Content:
    """The package without what needs more than the standard library, its data, and Lark."""
    for file in sorted(_PACKAGE.rglob("*")):
        place = file.relative_to(_PACKAGE)
        inside = place.parts[1:2] == ("pocket",)
        belongs = file.suffix in {".py", ".pyi", ".lark"} or (
            file.suffix == ".css" and place.parts[1:3] == ("mechanics", "static")
        )
        left_out = _LEFT_OUT - ({"static"} if file.suffix == ".css" else set())
        if belongs and not left_out & set(place.parts[:-1]) and not (inside and place.name in _ONLY_BUILDS):
            yield f"rencounter_kit/{place.as_posix()}", file.read_bytes()
    data = project_folder("data")
    for file in sorted(data.rglob("*")):
        if file.suffix in _DATA:
            yield f"rencounter_kit/data/{file.relative_to(data).as_posix()}", file.read_bytes()
    for one in sorted(files_of("lark") or (), key=str):
        if one.parts[0] == "lark" and one.suffix in {".py", ".lark"} and "__pyinstaller" not in one.parts:
            yield str(one.as_posix()), Path(str(one.locate())).read_bytes()


def _standard_library(file: Path) -> Content:
    """Python's own library without what no page uses."""
    with zipfile.ZipFile(file) as whole:
        for name in sorted(whole.namelist()):
            top, _, rest = name.partition("/")
            unused = top in _UNUSED or (top == "encodings" and rest.removesuffix(".py") not in _ENCODINGS.split())
            if not name.endswith("/") and not unused:
                yield name, whole.read(name)


def _zipped(content: Files) -> bytes:
    """Files as one that is packed later, which makes it smaller than each by itself."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, each in sorted(content.items()):
            archive.writestr(zipfile.ZipInfo(name, _STAMP), each)
    return buffer.getvalue()
