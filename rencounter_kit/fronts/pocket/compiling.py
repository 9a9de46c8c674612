"""Run by Python in Node.js when a page is made: what the page will load is compiled, since compiling takes half of a
beginning.

It imports nothing of the package at its top: it is a program by itself, and the package is what it compiles.
"""

import importlib
import importlib.util
import json
import marshal
import sys
import zipfile
from types import CodeType
from typing import Any

CORE, LIBRARY = "core/", "library/"  # in the archives: the package, and Python's own library
_WARM_UP_CALLS: list[list[Any]] = [  # so that all that is usually loaded is loaded
    ["games"],
    ["answer", "rencounter.fire", {"skill": 7}, "fire.range.short = 1"],
    ["answer", "rencounter.duel", {"turn_limit": 2}],
    ["read_rules", "rencounter", "double the armour", 0],
    ["search", "large shield", 5],
    ["lines", ["4d6 drop lowest"]],
    ["throw", "rencounter.fire", {}, "", "1"],
    ["die", "rencounter.fire", {"skill": 7}],
    ["how_lucky", "rencounter.fire", {}, "", 0, ["1", "6", "1"], ""],
    ["texts_to_send", "rencounter.fire", {}, ""],
    ["open_line", "#check=rencounter.fire"],
    ["series", "throws", "rencounter.fire", {}, "", "1", "exactly"],
]


def compiled(source: bytes, name: str, *, short: bool = True) -> bytes:
    """A module as a file that Python loads without looking for its source.

    short : without the numbers of its lines, a fifth of it, where nobody has the source at hand.
    """
    code = compile(source, name, "exec", dont_inherit=True)
    if short:
        code = _short(code)
    head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little")  # by a hash that nobody looks at
    return head + importlib.util.source_hash(source) + marshal.dumps(code)


def _short(code: CodeType) -> CodeType:
    """Without the numbers of its lines."""
    inside = tuple(_short(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inside)


def loaded(folder: str) -> set[str]:
    """The files of Python's own library that a page loads."""
    sys.path.insert(0, folder)
    bridge: Any = importlib.import_module("rencounter_kit.fronts.pocket.bridge")
    for what in _WARM_UP_CALLS:
        bridge.ask(json.dumps(what))
    files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    return {file.partition(".zip/")[2] for file in files if ".zip/" in file}


def compile_all(sources: str, into: str) -> None:
    """The modules of an archive, compiled, in another: of Python's own library those that the package loads, of the
    package and of others all.
    """
    with zipfile.ZipFile(sources) as archive, zipfile.ZipFile(into, "w") as target:
        names = archive.namelist()
        core = any(name.startswith(CORE) for name in names)
        if core:
            archive.extractall("/sources")
        modules = {LIBRARY + name for name in loaded(f"/sources/{CORE}")} if core else set[str]()
        for name in names:
            if name.endswith(".py") and (name in modules or not name.startswith(LIBRARY)):
                target.writestr(f"{name}c", compiled(archive.read(name), name.partition("/")[2], short=core))
