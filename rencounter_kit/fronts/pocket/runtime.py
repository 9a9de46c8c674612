"""Where Pyodide, Python for a browser, comes from: a folder, or npm, which fetches it by its name."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...engine.files import archives
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text

VERSION = "314.0.7"  # of the npm package pyodide; other ones may have other files
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "package.json")
_FOLDER = Path(__file__).parent
_PATIENCE = 1800  # seconds
_TRY_AGAIN = "try again with a network"


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
    what_fails = f"npm could not fetch {product}"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as work:
            (Path(work) / "package.json").write_text('{"private": true}', encoding="utf-8")
            run(what, what_fails, f"{_TRY_AGAIN}{otherwise}", Path(work))
            come = Path(work) / "node_modules" / package
            if folder.exists():
                shutil.rmtree(folder)
            shutil.move(come, folder)
    except OSError as error:
        raise _failed(what_fails, str(error), f"{_TRY_AGAIN}{otherwise}") from None
    return folder


def bytecode(pyodide: Path, sources: Mapping[str, Mapping[str, bytes]]) -> dict[str, dict[str, bytes]]:
    """The files with the modules that a page loads compiled by Pyodide in Node.js; ``RuleError`` where that cannot be.

    sources : files by name, in archives whose names end with a stroke.
    """
    node = shutil.which("node")
    if node is None:
        raise RuleError("Python for a browser must be compiled by Node.js, which is not here; install Node.js")
    with tempfile.TemporaryDirectory() as work:
        sources_file, compiled_file = Path(work) / "sources.zip", Path(work) / "compiled.zip"
        archives.write(
            sources_file, {kind + name: content for kind, files in sources.items() for name, content in files.items()}
        )
        program, compiles = _FOLDER / "static" / "compile.mjs", _FOLDER / "compiling.py"
        what = [node, program, pyodide, compiles, sources_file, compiled_file]
        run(what, "Node.js could not compile Python for a browser", "try a newer Node.js")
        compiled = archives.read(compiled_file)
    made = {
        kind: {name.removeprefix(kind): content for name, content in compiled.items() if name.startswith(kind)}
        for kind in sources
    }
    return {
        kind: {name: content for name, content in files.items() if f"{name}c" not in made[kind]} | made[kind]
        for kind, files in sources.items()
    }


def run(words: Sequence[object], what_fails: str, way_out: str, folder: Path | None = None) -> None:
    """Run a program.

    what_fails, way_out : the beginning and the end of the sentence where it does not do it.
    folder : in which it runs.

    Raises ``RuleError`` with what it said.
    """
    try:
        process = subprocess.run(  # noqa: S603, programs of ours, by their own places
            list(map(str, words)), cwd=folder, capture_output=True, errors="replace", timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _failed(what_fails, str(error), way_out) from None
    if process.returncode:
        lines = (process.stderr or process.stdout).strip().splitlines()
        errors = [line for line in lines if "error" in line.lower()] or lines
        raise _failed(what_fails, " ".join(errors[:2]) or "no reason", way_out)


def _failed(what_fails: str, why: str, way_out: str) -> RuleError:
    return RuleError(f"{what_fails}: {as_text(why, 300)}; {way_out}")


def version_in(folder: Path) -> str:
    """Which Pyodide it is."""
    return str(json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"])
