"""Where Pyodide, Python for a browser, comes from: a folder, or npm, which fetches it by its name."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text

VERSION = "314.0.7"  # of the npm package pyodide; other ones may have other files
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "package.json")
_FOLDER = Path(__file__).parent
_PATIENCE = 600  # seconds


def pyodide_in(folder: Path) -> Path:
    """A folder with an unpacked Pyodide; ``RuleError`` where its files are not there, or of another kind."""
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise RuleError(
            f"--pyodide must be the folder of an unpacked Pyodide {VERSION}; got {as_text(str(folder))} without "
            f"{missing[0]}; "
            "try node_modules/pyodide after npm install pyodide"
        )
    return folder


def cache_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where what was fetched once is kept for this user.

    >>> cache_folder({"XDG_CACHE_HOME": "kept"}, "linux").as_posix()
    'kept/rencounter_kit'
    """
    home = Path.home()
    if platform == "win32":
        base = environment.get("LOCALAPPDATA") or str(home / "AppData" / "Local")
    elif platform == "darwin":
        base = str(home / "Library" / "Caches")
    else:
        base = environment.get("XDG_CACHE_HOME") or str(home / ".cache")
    return Path(base) / "rencounter_kit"


def fetched() -> Path:
    """The folder of Pyodide in the cache; npm fetches it, if it is not there yet."""
    return pyodide_in(by_npm("pyodide", VERSION, FILES, ", or name the folder of an unpacked Pyodide with --pyodide"))


def by_npm(package: str, version: str, files: Sequence[str], otherwise: str = "") -> Path:
    """The folder of an npm package in the cache; npm fetches it, if it is not there yet.

    files : what must be in it.
    otherwise : what can be done where it cannot be had.
    """
    folder, product = cache_folder() / f"{package}-{version}", f"{package.capitalize()} {version}"
    if all((folder / name).is_file() for name in files):
        return folder
    npm = shutil.which("npm")
    if npm is None:
        raise RuleError(
            f"{product} is not here, nor is npm, which fetches it; install Node.js, which brings npm{otherwise}"
        )
    what = [npm, "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", f"{package}@{version}"]
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as work:
            (Path(work) / "package.json").write_text('{"private": true}', encoding="utf-8")
            process = subprocess.run(  # noqa: S603, npm by its own place, with words of this file
                what, cwd=work, capture_output=True, text=True, timeout=_PATIENCE, check=False
            )
            come = Path(work) / "node_modules" / package
            if process.returncode or not come.is_dir():
                raise _not_fetched(product, next(iter(process.stderr.strip().splitlines()), "no reason"), otherwise)
            if folder.exists():
                shutil.rmtree(folder)
            shutil.move(come, folder)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _not_fetched(product, str(error), otherwise) from None
    return folder


def bytecode(pyodide: Path, sources: Mapping[str, Mapping[str, bytes]]) -> dict[str, dict[str, bytes]]:
    """The modules that a page loads, compiled by Pyodide in Node.js; ``RuleError`` where that cannot be.

    sources : files by name, in archives whose names end with a stroke.
    """
    node = shutil.which("node")
    if node is None:
        raise RuleError("Python for a browser must be compiled by Node.js, which is not here; install Node.js")
    with tempfile.TemporaryDirectory() as work:
        sources_file, compiled_file = Path(work) / "sources.zip", Path(work) / "compiled.zip"
        with zipfile.ZipFile(sources_file, "w") as archive:
            for kind, files in sources.items():
                for name, content in files.items():
                    archive.writestr(kind + name, content)
        what = [
            node,
            str(_FOLDER / "static" / "compile.mjs"),
            str(pyodide),
            str(_FOLDER / "compiling.py"),
            str(sources_file),
            str(compiled_file),
        ]
        try:
            process = subprocess.run(what, capture_output=True, timeout=_PATIENCE, check=False)  # noqa: S603, a program of ours
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _not_compiled(str(error)) from None
        if process.returncode or not compiled_file.exists():
            raise _not_compiled(process.stderr.decode(errors="replace").strip())
        with zipfile.ZipFile(compiled_file) as archive:
            names = archive.namelist()
            return {
                kind: {name.removeprefix(kind): archive.read(name) for name in names if name.startswith(kind)}
                for kind in sources
            }


def _not_compiled(why: str) -> RuleError:
    return RuleError(f"Node.js could not compile Python for a browser: {as_text(why, 200)}; try a newer Node.js")


def _not_fetched(product: str, why: str, otherwise: str) -> RuleError:
    return RuleError(f"npm could not fetch {product}: {as_text(why, 200)}; try again with a network{otherwise}")


def version_in(folder: Path) -> str:
    """Which Pyodide it is."""
    return str(json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"])
