"""Wheels whose modules are compiled already, since compiling takes half of a beginning: by Pyodide in Node.js."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...engine.files.archives import read, write
from ..pocket.runtime import bytecode


def compile_modules(archives: Iterable[Path], pyodide: Path) -> None:
    """Put compiled modules in the place of their sources.

    pyodide : a folder with what of Pyodide runs.
    """
    files = [*archives]
    modules = bytecode(pyodide, {f"{file.name}/": read(file, _is_source) for file in files})
    for file in files:
        compiled = modules[f"{file.name}/"]
        contents = {name: content for name, content in read(file).items() if f"{name}c" not in compiled}
        write(file, contents | compiled)


def _is_source(name: str) -> bool:
    return name.endswith(".py")
