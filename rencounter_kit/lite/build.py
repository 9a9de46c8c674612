"""The site: JupyterLite's own files, the pages, and what Python in the browser loads, all in one folder."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import RuleError
from ..folders import project_folder
from ..pocket.runtime import cache_folder
from ..wording import shown
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
    empty_wheel,
    entry,
    is_plain,
    name_of,
    needed,
    usual_place,
)
from .fonts import fit_fonts
from .tools import Tools, pip, tools

_ROOT = Path(__file__).parents[2]
_ON_DEMAND = ("pandas", "scipy", "sympy")  # fetched when they are first imported (``rencounter_kit.on_demand``)
_FROM_PYODIDE = ("micropip", "numpy", "matplotlib", "tqdm", *_ON_DEMAND)
_FROM_PIP: dict[str, tuple[str, ...]] = {
    "comm==0.2.3": ("traitlets",),
    "ipython==9.2.0": ("ipython-pygments-lexers",),  # and what Pyodide's own needs, but ``_UNUSED``
    "ipython-pygments-lexers==1.1.1": ("pygments",),
    "ipywidgets==8.1.7": ("comm", "ipython", "traitlets"),  # which JupyterLite's part for them was made with
    "lark==1.3.1": (),
}  # and what each needs
_OF_KERNEL: dict[str, tuple[str, ...]] = {
    "piplite": ("micropip",),
    "ipykernel": (),
    "pyodide_kernel": ("ipython", "comm", "ipykernel"),
}
_UNUSED = ("ssl", "sqlite3", "jedi")  # the kernel asks for them, and does without; Jedi alone takes two seconds
_OURS = "rencounter_kit"
_NEEDS = ("ipywidgets", "lark", "matplotlib", "numpy", "openblas", "tqdm")  # SciPy, when it comes, looks for OpenBLAS
# With the kernel, side by side; else it would ask for each after the other.
_AT_ONCE = ("micropip", "piplite", *_UNUSED, "ipykernel", "comm", "pyodide_kernel", "ipython", _OURS)
# All of a page is laid out at once. Where JupyterLab moves the part that it shows, what is to stay in sight stands elsewhere.
_OVERRIDES = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}
_PYTHON = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}

Tell = Callable[[str], None]


def lite(output: Path, pyodide: Path | None = None, tell: Tell = lambda _: None) -> None:
    """Write the site into a folder. pyodide : a folder with an unpacked Pyodide; without it, it is fetched. tell : is told
    what is being done.
    """
    tell("JupyterLite")
    built_by = tools()
    place = pyodide or usual_place(built_by.kernel)
    source = Source(place, cache_folder() / f"pyodide-{VERSION}")
    with tempfile.TemporaryDirectory() as work:
        folder, made = Path(work), Path(work) / "site"
        tell("Python for the browser")
        distribution(folder / "static" / "pyodide", source, built_by)
        tell("pages")
        pages(folder / "content")
        settings(folder)
        built_by.build(folder, made)
        output.mkdir(parents=True, exist_ok=True)
        shutil.copytree(made, output, dirs_exist_ok=True)


def wheel(folder: Path) -> Path:
    """The wheel of this package, built by pip."""
    if not (_ROOT / "pyproject.toml").is_file():
        raise RuleError(
            f"the site must be built in a checkout of the project, whose wheel stands in it; got {shown(str(_ROOT))}; "
            "get the project's sources and try make lite"
        )
    pip(["wheel", "--no-deps", "--wheel-dir", folder, _ROOT])
    return next(folder.glob(f"{_OURS}-*.whl"))


def distribution(folder: Path, source: Source, built_by: Tools) -> None:
    """All that Python in the browser loads, in one folder with its lock file."""
    folder.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(_there(source, name), folder)
    known, packages = source.packages, dict[str, Package]()
    ipython = [name for name in map(name_of, known["ipython"]["depends"]) if name not in _UNUSED]
    names = [*needed(known, [*_FROM_PYODIDE, *ipython])]
    elsewhere = [name for name in names if not _copied(source, known[name], folder)]
    pinned = [f"{name}=={known[name]['version']}" for name in elsewhere]
    pip(["download", "--no-deps", "--only-binary=:all:", "--dest", folder, *pinned, *_FROM_PIP])
    kernels = [next((built_by.kernel / "pypi").glob(f"{name}-*.whl")) for name in _OF_KERNEL]
    own = [Path(shutil.copy(file, folder)) for file in kernels]
    ours = wheel(folder)
    for file in _wheels(folder, "matplotlib"):
        fit_fonts(file)
    loader = source.file(LOADER)
    if loader is not None:
        compile_modules([*folder.glob("*.whl"), folder / LIBRARY], loader.parent)
    for name in names:
        file = _wheels(folder, name)[0] if name in elsewhere else folder / known[name]["file_name"]
        packages[name] = known[name] | {"file_name": file.name, "sha256": digest(file)}
    for file, depends in zip(own, _OF_KERNEL.values(), strict=True):
        _add(packages, entry(file, depends))
    for name, depends in _FROM_PIP.items():
        made = entry(_wheels(folder, name.partition("==")[0])[0], depends)
        _add(packages, made | {"depends": [*made["depends"], *(ipython if made["name"] == "ipython" else ())]})
    for name in _UNUSED:
        _add(packages, entry(empty_wheel(folder, name)))
    _add(packages, entry(ours, _NEEDS))
    (folder / LOCK).write_text(json.dumps({"info": source.lock["info"], "packages": packages}), encoding="utf-8")


def _add(packages: dict[str, Package], one: Package) -> None:
    packages[one["name"]] = one


def _there(source: Source, name: str) -> Path:
    file = source.file(name)
    if file is None:
        raise RuleError(
            f"--pyodide must be the folder of an unpacked Pyodide {VERSION}; got {shown(str(source.place))} without {name}; "
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


def pages(folder: Path) -> None:
    """The pages, for the Python that is there."""
    shutil.copytree(project_folder("notebooks"), folder, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    for file in folder.glob("*.ipynb"):
        page = json.loads(file.read_text(encoding="utf-8"))
        page["metadata"]["kernelspec"] = _PYTHON
        file.write_text(json.dumps(page, indent=1), encoding="utf-8")


def settings(folder: Path) -> None:
    """What JupyterLite is to build, and how its pages find Python: in the site, and nowhere else."""
    kernel: dict[str, Any] = {
        "pyodideUrl": "./static/pyodide/pyodide.js",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": list(_AT_ONCE)},
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
    for name, said in files.items():
        (folder / name).write_text(json.dumps(said, indent=1), encoding="utf-8")
