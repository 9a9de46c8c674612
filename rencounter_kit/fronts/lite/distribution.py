"""What Python in the browser loads: Pyodide, the libraries that it has, and wheels, listed in one lock file."""

from __future__ import annotations

import hashlib
import json
import shutil
import urllib.request
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ...engine.files.archives import write
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text

VERSION = "0.27.7"  # of Pyodide, for the kernel of ``tools``
LIBRARY = "python_stdlib.zip"
RUNTIME = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", LIBRARY)
LOADER = "pyodide.mjs"  # for Node.js
LOCK = "pyodide-lock.json"
_PLAIN = "-none-any.whl"  # how the name of a wheel without compiled parts ends
_MINUTE = 60

Package = dict[str, Any]  # an entry of the lock file


class Source:
    """Where the files of Pyodide come from: a folder, or its usual place.

    kept : a folder for what was fetched once.
    """

    def __init__(self, place: Path | str, cache: Path) -> None:
        self.place, self.kept = place, cache

    @cached_property
    def packages(self) -> dict[str, Package]:
        """What Pyodide's own lock file lists."""
        return dict(self.lock["packages"])

    @cached_property
    def lock(self) -> dict[str, Any]:
        """Pyodide's own lock file."""
        file = self.file(LOCK)
        if file is None:
            raise RuleError(
                f"--pyodide must be the folder of an unpacked Pyodide {VERSION}; "
                f"got {as_text(str(self.place))} without "
                f"{LOCK}; leave --pyodide out to have it fetched"
            )
        read: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if read["info"]["version"] != VERSION:
            raise RuleError(
                f"Pyodide must be of version {VERSION}, for which the kernel is made; got "
                f"{as_text(read['info']['version'])}; "
                "try that version, or leave --pyodide out"
            )
        return read

    def file(self, name: str, sha256: str = "") -> Path | None:
        """A file by its name, fetched if need be; ``None`` where it is not.

        sha256 : what its contents must add up to.
        """
        if isinstance(self.place, Path):
            file = self.place / name
            if not file.is_file():
                return None
        else:
            file = self.kept / name
            if not file.is_file():
                self._fetch(self.place + name, file)
        if sha256 and digest(file) != sha256:
            raise RuleError(
                f"{name} must be as Pyodide's {LOCK} lists it; got {as_text(str(file))} with other contents; delete "
                f"it and try again"
            )
        return file

    def _fetch(self, address: str, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{file.name}.part")
        try:
            with urllib.request.urlopen(address, timeout=_MINUTE) as answer, part.open("wb") as target:  # noqa: S310
                shutil.copyfileobj(answer, target)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise RuleError(
                f"Pyodide {VERSION} must be fetched from {urlsplit(address).netloc} or be here; got "
                f"{as_text(str(error), 200)}; try again "
                "with a network, or name the folder of an unpacked Pyodide with --pyodide"
            ) from None
        part.replace(file)


def usual_place(kernel: Path) -> str:
    """Where the kernel would look for Pyodide itself: the address of the folder.

    kernel : its files.
    """
    schema = json.loads((kernel / "schema" / "kernel.v0.schema.json").read_text(encoding="utf-8"))
    default: str = schema["properties"]["pyodideUrl"]["default"]
    before, _, after = default.rpartition("/")[0].partition("/v")
    return f"{before}/v{VERSION}/{after.partition('/')[2]}/"


def needed(packages: Mapping[str, Package], names: Iterable[str]) -> Iterator[str]:
    """The names, and all that these depend on.

    >>> sorted(needed({"a": {"depends": ["B_b"]}, "b-b": {"depends": []}, "c": {"depends": []}}, ["a"]))
    ['a', 'b-b']
    """
    visited, todo = set[str](), [name_of(name) for name in names]
    while todo:
        name = todo.pop()
        if name not in visited:
            visited.add(name)
            yield name
            todo += map(name_of, packages[name]["depends"])


def name_of(name: str) -> str:
    """A package's name as lock files have it."""
    return name.lower().replace("_", "-").replace(".", "-")


def is_plain(file_name: str) -> bool:
    """Is a wheel of this name for any machine, so that pip knows it too?"""
    return file_name.endswith(_PLAIN)


def digest(file: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def entry(wheel: Path, depends: Iterable[str] = ()) -> Package:
    """The entry of a wheel in a lock file."""
    name, version = wheel.name.split("-")[:2]
    with zipfile.ZipFile(wheel) as archive:
        tops = {one.split("/")[0].removesuffix(".pyc").removesuffix(".py") for one in archive.namelist()}
    return {
        "name": name_of(name),
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": digest(wheel),
        "package_type": "package",
        "imports": sorted(top for top in tops if top.isidentifier()),
        "depends": sorted(map(name_of, depends)),
        "unvendored_tests": False,
        "shared_library": False,
    }


def nothing(folder: Path, names: Iterable[str]) -> Iterator[Package]:
    """The entries of what the kernel asks for and need not be loaded: an archive with nothing in it."""
    file = folder / "nothing-0.zip"
    write(file, {})
    for name in names:
        yield entry(file) | {"name": name_of(name)}
