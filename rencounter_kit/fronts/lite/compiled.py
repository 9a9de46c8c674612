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
    files = {f"{file.name}/": file for file in archives}
    sources = {name: read(file, _is_source) for name, file in files.items()}
    for name, modules in bytecode(pyodide, sources).items():
        write(files[name], read(files[name], lambda one: not _is_source(one)) | modules)


def _is_source(name: str) -> bool:
    return name.endswith(".py")
