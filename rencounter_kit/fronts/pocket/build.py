"""The one file: the page, Python (Pyodide), the package and its data, packed into HTML.

All of it but what somebody gives with it is made once, since that takes a minute: it ships with the package, and is
kept for this user where the package is that of a checkout.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.metadata import files as files_of
from math import inf
from pathlib import Path

from ...engine.files.archives import read
from ...engine.files.folders import project_folder
from ...engine.words.errors import RuleError
from .bridge import at_first
from .compiling import CORE, LIBRARY
from .one_file import front, one_file, packed, static_file
from .runtime import bytecode, cache_folder, fetched, pyodide_in, version_in

_PACKAGE = Path(__file__).parents[2]
_LEFT_OUT = {
    "panels",
    "seas",
    "charts",
    "paper",
    "cli",
    "lite",
    "site",
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
_UNUSED = (  # of Python's own library: what no page uses
    "_pyio.py _pyrepl _sysconfigdata__emscripten_wasm32-emscripten.py antigravity.py bdb.py cProfile.py cmd.py "
    "colorsys.py compileall.py configparser.py ctypes doctest.py ensurepip filecmp.py fileinput.py ftplib.py "
    "gettext.py http idlelib imaplib.py lib2to3 mailbox.py modulefinder.py multiprocessing netrc.py nturl2path.py "
    "optparse.py pdb.py pickletools.py plistlib.py poplib.py profile.py pstats.py pty.py py_compile.py pyclbr.py "
    "pydoc.py pydoc_data rlcompleter.py sched.py shelve.py smtplib.py socketserver.py sqlite3 symtable.py tabnanny.py "
    "this.py timeit.py tkinter trace.py tracemalloc.py tty.py turtle.py turtledemo unittest venv wave.py wsgiref xml "
    "xmlrpc zipapp.py "
)
_ENCODINGS = "__init__ aliases ascii cp1252 cp437 idna latin_1 punycode unicode_escape utf_16 utf_32 utf_8 utf_8_sig"
_STAMP = (1980, 1, 1, 0, 0, 0)  # the same file for the same contents
_CONTENTS = "given"  # the part that holds what somebody gives with the page; empty in the page itself
MANIFEST = "manifest.webmanifest"
_EMPTY = f'id="{_CONTENTS}">'
_SHIPPED = Path(__file__).parent / "body"
_KEPT = 3  # pages of several checkouts


def pocket(contents: Mapping[str, object] | None = None, pyodide: Path | None = None, *, installs: bool = False) -> str:
    """The page.

    contents : what somebody gives with it, as ``page_contents`` makes it.
    pyodide : a folder with an unpacked Pyodide, to make it of that.
    installs : is it to lie on a web space beside what a phone installs it by?
    """
    text = json.dumps(contents, default=str).replace("<", "\\u003c") if contents else ""
    page = (made(pyodide) if pyodide else body()).replace(_EMPTY, _EMPTY + text, 1)
    return _installing(page) if installs else page


def _installing(page: str) -> str:
    """The page with a link to its manifest, which its policy allows; nothing else may it ask for."""
    for its_own in ("img-src data:", "worker-src blob:"):
        page = page.replace(its_own, f"{its_own} 'self'", 1)
    page = page.replace("base-uri", "manifest-src 'self'; base-uri", 1)
    return page.replace("<title>", f'<link rel="manifest" href="{MANIFEST}">\n<title>', 1)


def body() -> str:
    """The page without what is given: that of the package, or that which is kept; else it is made, and kept."""
    for folder in (_SHIPPED, cache_folder()):
        if text := _kept_in(folder):
            return text
    text = made(fetched())
    with suppress(OSError):  # where nothing can be kept, it is made again
        keep(cache_folder(), text)
    return text


def _kept_in(folder: Path) -> str:
    """The page as it was made of these sources; empty where it is not there, or is damaged."""
    for file in folder.glob(f"pocket-{_digest()}-*.html"):
        with suppress(OSError):
            content = file.read_bytes()
            if file.stem.endswith(f"-{_short_digest(content)}"):
                return content.decode()
    return ""


def keep(folder: Path, text: str) -> None:
    """Keep the page in a folder, whole or not at all, whoever else does so; its name says of what it was made, and what
    it holds.
    """
    folder.mkdir(parents=True, exist_ok=True)
    content = text.encode()
    with tempfile.TemporaryDirectory(dir=folder) as work:
        part = Path(work) / f"pocket-{_digest()}-{_short_digest(content)}.html"
        part.write_bytes(content)
        part.replace(folder / part.name)
    for old in sorted(folder.glob("pocket-*.html"), key=_age)[_KEPT:]:
        old.unlink(missing_ok=True)


def _age(file: Path) -> float:
    """Of a file that another process may have taken away."""
    with suppress(OSError):
        return -file.stat().st_mtime
    return inf


def _short_digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def made(pyodide: Path) -> str:
    """The page without what is given, made in a minute.

    pyodide : a folder with an unpacked Pyodide.
    """
    core, library_files = dict(_core()) | dict(_lark()), read(pyodide / "python_stdlib.zip", _is_used)
    with ThreadPoolExecutor(1) as beside:
        by_node = beside.submit(bytecode, pyodide, {CORE: core, LIBRARY: library_files})
        first = json.dumps(at_first() | {"pyodide": version_in(pyodide)}, default=str, separators=(",", ":"))
        compiled = by_node.result()
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8")) | {"packages": {}}
    contents = {
        "first": first.encode(),
        "wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "library": _zipped(compiled[LIBRARY]),
        "core": _zipped(compiled[CORE]),
        "engine": (pyodide / "pyodide.asm.mjs").read_bytes(),
        "loader": (pyodide / "pyodide.mjs").read_bytes(),
        "lock": json.dumps(lock).encode(),
    }
    parts = {name: packed(content) for name, content in contents.items()}
    parts["worker"] = static_file("worker.js")
    return one_file(
        "Rencounter, pocket edition", front("page"), {_CONTENTS: "", "first": parts.pop("first")}, parts, _MAY
    )


def _digest() -> str:
    """Another one for each version of what the page is made of; the libraries of others aside."""
    folder = Path(__file__).parent
    others = [*folder.glob("*.py"), *folder.glob("static/*.*"), *folder.glob("vendor/*.js"), *_PACKAGE.rglob("die.css")]
    whole = hashlib.sha256()
    for name, content in (*_core(), *((file.name, file.read_bytes()) for file in sorted(others))):
        whole.update(f"{name} {len(content)} ".encode() + content)
    return whole.hexdigest()[:16]


# What Python finds in the page ----------------------------------------------------------------------------------------

Content = Iterator[tuple[str, bytes]]
Files = Mapping[str, bytes]


def _core() -> Content:
    """The package without what needs more than the standard library, and its data."""
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


def _lark() -> Content:
    for one in sorted(files_of("lark") or (), key=str):
        if one.parts[0] == "lark" and one.suffix in {".py", ".lark"} and "__pyinstaller" not in one.parts:
            yield str(one.as_posix()), Path(str(one.locate())).read_bytes()


def _is_used(name: str) -> bool:
    """Does a page use a file of Python's own library?"""
    top, _, rest = name.partition("/")
    unused = top in _UNUSED.split() or (top == "encodings" and rest.removesuffix(".py") not in _ENCODINGS.split())
    return not name.endswith("/") and not unused


def _zipped(content: Files) -> bytes:
    """Files as one that is packed later, which makes it smaller than each by itself."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, each in sorted(content.items()):
            archive.writestr(zipfile.ZipInfo(name, _STAMP), each)
    return buffer.getvalue()


if __name__ == "__main__":  # as ``make package`` has it
    try:
        keep(_SHIPPED, made(pyodide_in(Path(sys.argv[1]))) if sys.argv[1:] else body())
    except RuleError as error:
        sys.exit(str(error))
