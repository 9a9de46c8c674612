"""The site: JupyterLite's own files, the pages, and what Python in the browser loads, all in one folder."""

from __future__ import annotations

import html
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...engine.files.folders import project_folder
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ..pocket.runtime import cache_folder
from .compiled import compile_modules
from .distribution import (
    LIBRARY,
    LOADER,
    LOCK,
    RUNTIME,
    VERSION,
    Package,
    Source,
    digest,
    entry,
    is_plain,
    name_of,
    needed,
    nothing,
    usual_place,
)
from .fonts import fit_fonts
from .library import join, pages_last
from .tools import Tools, pip, tools

_ROOT = Path(__file__).parents[3]
# Fetched when they are first imported (``rencounter_kit.engine.work.on_demand``), of Matplotlib what it writes PDF
# with.
_ON_DEMAND = ("fonttools", "mpmath", "openblas", "pandas", "pytz", "scipy", "sympy")
_FROM_PYODIDE = ("micropip", "numpy", "matplotlib", "tqdm", *_ON_DEMAND)
_FROM_PIP = (
    "comm==0.2.3",
    "ipython==9.2.0",  # one that does without SQLite; what else it needs Pyodide has
    "ipython-pygments-lexers==1.1.1",
    "ipywidgets==8.1.7",  # which JupyterLite's part for them was made with
    "jinja2==3.1.6",
    "lark==1.3.1",
    "markupsafe==3.0.3",
)
_OF_KERNEL = ("piplite", "ipykernel", "pyodide_kernel")
_UNUSED = ("ssl", "sqlite3", "jedi")  # the kernel asks for them, and does without; Jedi alone takes two seconds
_OURS = "rencounter_kit"
_NEEDS = ("numpy", "matplotlib")  # as far as they are not plain Python
# The kernel would ask for each of these after the other; what of them there is stands in the library.
_PYTHON_PACKAGES = ("micropip", "piplite", *_UNUSED, "ipykernel", "comm", "pyodide_kernel", "ipython")
# All of a page is laid out at once. Where JupyterLab moves the part that it shows, what is to stay in sight stands
# elsewhere.
_OVERRIDES = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}
_OF_GAME = ": "  # between the title of a game and what a page of it is about
_REFERENCE = "Reference: "  # begins the titles of the pages that come last
_PYTHON = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}

Tell = Callable[[str], None]


def lite(output: Path, pyodide: Path | None = None, tell: Tell = lambda _: None) -> None:
    """Write the site into a folder.

    pyodide : a folder with an unpacked Pyodide; without it, it is fetched.
    tell : is told what is being done.
    """
    tell("JupyterLite")
    built_by = tools()
    place = pyodide or usual_place(built_by.kernel)
    source = Source(place, cache_folder() / f"pyodide-{VERSION}")
    with tempfile.TemporaryDirectory() as work:
        folder, site = Path(work), Path(work) / "site"
        tell("Python for the browser")
        distribution(folder / "static" / "pyodide", source, built_by)
        tell("pages")
        pages(folder / "content")
        settings(folder)
        built_by.build(folder, site)
        front(site, folder / "content")
        output.mkdir(parents=True, exist_ok=True)
        shutil.copytree(site, output, dirs_exist_ok=True)


def wheel(folder: Path) -> Path:
    """The wheel of this package, built by pip."""
    if not (_ROOT / "pyproject.toml").is_file():
        raise RuleError(
            f"the site must be built in a checkout of the project, which holds its wheel; got {as_text(str(_ROOT))}; "
            "get the project's sources and try make site"
        )
    pip(["wheel", "--no-deps", "--wheel-dir", folder, _ROOT])
    return next(folder.glob(f"{_OURS}-*.whl"))


def distribution(folder: Path, source: Source, built_by: Tools) -> None:
    """All that Python in the browser loads, in one folder with its lock file."""
    folder.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(_there(source, name), folder)
    library, lock, packages = folder / LIBRARY, source.packages, dict[str, Package]()
    ipython = [name for name in map(name_of, lock["ipython"]["depends"]) if name not in _UNUSED]
    names = [*needed(lock, [*_FROM_PYODIDE, *ipython])]
    elsewhere = [name for name in names if not _copied(source, lock[name], folder)]
    pinned = [f"{name}=={lock[name]['version']}" for name in elsewhere]
    pip(["download", "--no-deps", "--only-binary=:all:", "--dest", folder, *pinned, *_FROM_PIP])
    for name in _OF_KERNEL:
        shutil.copy(next((built_by.kernel / "pypi").glob(f"{name}-*.whl")), folder)
    ours = wheel(folder)
    files = {
        name: _wheels(folder, name)[0] if name in elsewhere else folder / lock[name]["file_name"] for name in names
    }
    for file in _wheels(folder, "matplotlib"):
        fit_fonts(file)
    for file in _wheels(folder, "piplite"):
        pages_last(file)
    loader = source.file(LOADER)
    if loader is not None:
        compile_modules([*folder.glob("*.whl"), library], loader.parent)
    join(library, [file for file in folder.glob("*.whl") if file != ours and _joins(file)])
    for name, file in files.items():
        if file.exists():
            packages[name] = lock[name] | {"file_name": file.name, "sha256": digest(file)}
    for one in (entry(ours, _NEEDS), *nothing(folder, _PYTHON_PACKAGES)):
        packages[one["name"]] = one
    for name, one in packages.items():
        allowed = packages.keys() - (() if name in _ON_DEMAND else _ON_DEMAND)
        one["depends"] = sorted(allowed.intersection(map(name_of, one["depends"])))
    (folder / LOCK).write_text(json.dumps({"info": source.lock["info"], "packages": packages}), encoding="utf-8")


def _there(source: Source, name: str) -> Path:
    file = source.file(name)
    if file is None:
        raise RuleError(
            f"--pyodide must be the folder of an unpacked Pyodide {VERSION}; got {as_text(str(source.place))} "
            f"without {name}; "
            "leave --pyodide out to have it fetched"
        )
    return file


def _copied(source: Source, package: Package, folder: Path) -> bool:
    """Copy the file of a package; false where pip is to get it, as it can where nothing is compiled."""
    name = package["file_name"]
    file = source.file(name, package["sha256"])
    if file is None:
        if is_plain(name):
            return False
        _there(source, name)
    else:
        shutil.copy(file, folder)
    return True


def _wheels(folder: Path, name: str) -> list[Path]:
    return sorted(folder.glob(f"{name.replace('-', '_')}-*.whl"))


def _joins(wheel: Path) -> bool:
    """Does what is in the wheel join Python's own library? It is not compiled for the browser, and is wanted
    at once.
    """
    return not wheel.stem.endswith("wasm32") and name_of(wheel.name.partition("-")[0]) not in _ON_DEMAND


def pages(folder: Path) -> None:
    """The pages, for the Python that is there."""
    shutil.copytree(project_folder("notebooks"), folder, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    for file in folder.glob("*.ipynb"):
        page = json.loads(file.read_text(encoding="utf-8"))
        page["metadata"]["kernelspec"] = _PYTHON
        file.write_text(json.dumps(page, indent=1), encoding="utf-8")


def front(site: Path, content: Path) -> None:
    """The front page: JupyterLab, and each page by its title, below its game if that has several, at an address that a
    reload opens again.

    content : the folder of the pages.
    """
    every: list[tuple[str, str]] = []
    every.append(("lab/index.html", "All pages in JupyterLab, for a wide window"))
    for file in sorted(content.glob("*.ipynb"), key=lambda one: (one.stem != "start_here", one.stem)):
        first = json.loads(file.read_text(encoding="utf-8"))["cells"][0]
        title = "".join(first["source"]).strip().partition("\n")[0].lstrip("# ")
        every.append((f"notebooks/index.html?path={file.name}", title))
    every.sort(key=lambda one: one[1].startswith(_REFERENCE))
    pages_of = Counter(title.partition(_OF_GAME)[0] for _, title in every)
    sections: dict[str, list[str]] = {}
    for way, title in every:
        game, _, about = title.partition(_OF_GAME)
        if pages_of[game] == 1:
            game, about = "", title
        words = html.escape(f"{about[:1].upper()}{about[1:]}")
        sections.setdefault(game, []).append(f'<li><a href="{way}">{words}</a>\n')
    head = Path(__file__).with_name("front.html").read_text(encoding="utf-8")
    body = "".join(
        f"<section>\n{f'<h2>{html.escape(game)}</h2>' if game else ''}<ul>\n{''.join(links)}</ul>\n</section>\n"
        for game, links in sections.items()
    )
    (site / "index.html").write_text(f"{head}{body}</main>\n", encoding="utf-8")


def settings(folder: Path) -> None:
    """What JupyterLite is to build, and how its pages find Python: in the site, and nowhere else."""
    kernel: dict[str, Any] = {
        "pyodideUrl": "./static/pyodide/pyodide.js",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": [*_PYTHON_PACKAGES, _OURS]},
    }
    site = {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Rencounter",
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
        },
    }
    build = {
        "LiteBuildConfig": {
            "contents": ["content"],
            "apps": ["lab", "notebooks", "tree"],
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
        }
    }
    files = {"jupyter-lite.json": site, "jupyter_lite_config.json": build, "overrides.json": _OVERRIDES}
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content, indent=1), encoding="utf-8")
