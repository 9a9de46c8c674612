"""What holds for the project as a whole: who may import whom, what may be committed."""

import ast
import json
import pkgutil
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path
from types import ModuleType

import pytest

import rencounter_kit
from rencounter_kit import panels

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "rencounter_kit"
SYSTEMS = {file.stem for file in (ROOT / "data").glob("*.toml")}

# A module may import those of its own line and of the lines above it, and never in a circle.
LAYERS = (
    {"wording", "convolve", "scale", "components", "equations", "progress", "later"},
    {"ruletext"},
    {"dist", "chances", "phase"},
    {"rules", "chain", "matrices", "space"},
    {"layers", "linewise", "watched"},
    {"parameter", "throw", "modifiers"},
    {"result"},
    {"check"},
    {"process"},
    {"branches", "explain", "registry", "told", "work"},
    SYSTEMS,
    {"grid", "sweeps", "simulation"},
    {
        "comparison",
        "inverse",
        "interactions",
        "matters",
        "attribution",
        "formulas",
        "piecewise",
        "combinations",
        "coordinates",
        "tails",
        "measure",
        "effects",
        "presets",
    },
    {"charts"},
    {"sheet"},
    {"pages", "panels"},
    {"arguments", "workshop_cli", "cli"},
)
FOR_SYSTEMS = {"check", "process", "dist", "scale", "space", "rules", "throw", "modifiers", "parameter", "wording"}
ONLY_IN = {"matplotlib": "charts", "ipywidgets": "panels"}
LARGE = ("numpy", "matplotlib", "pandas", "sympy", "scipy", "ipywidgets")


# Imports ---------------------------------------------------------------------------------------------------------------


def modules():
    """Every module of the package as its dotted name below the package, with its file."""
    for file in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
        if name != "__init__":
            yield name.removesuffix(".__init__"), file


def imported(name, file, at_once=False):
    """What a module imports: "matplotlib.figure", and ".rules" for a module of ours; with ``at_once`` only what runs
    when the module itself is imported."""
    place = name.split(".") if file.stem == "__init__" else name.split(".")[:-1]
    todo = [ast.parse(file.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name.replace("rencounter_kit", "", 1) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = (node.module or "").split(".") if node.module else []
            if node.level:
                base = ["", *place[: len(place) - node.level + 1], *base]
            elif base[:1] == ["rencounter_kit"]:
                base = ["", *base[1:]]
            yield from [".".join(base)] if base != [""] else (f".{alias.name}" for alias in node.names)
        later = isinstance(node, ast.FunctionDef) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        )
        if not (at_once and later):
            todo.extend(ast.iter_child_nodes(node))


def ours(name, file, at_once=False):
    """The top-level modules of ours that a module imports, other than its own package."""
    found = {target.split(".")[1] for target in imported(name, file, at_once) if target.startswith(".")}
    return found - {name.split(".")[0]}


def test_the_reader_of_imports_sees_them_all(tmp_path):
    """The tests below cannot be empty: all forms of an import are seen, at the top and in functions."""
    file = tmp_path / "fire.py"
    file.write_text(
        "from typing import TYPE_CHECKING\nimport numpy as np\nfrom ..check import Check\nfrom .acting import STEM\n"
        "from .. import rules\nimport rencounter_kit.sweeps\nfrom rencounter_kit.charts import bars\n"
        "if TYPE_CHECKING:\n    from ..explain import Explanation\n"
        "def f():\n    from matplotlib.figure import Figure\n    from ..grid import Grid\n"
    )
    every = {"typing", "numpy", "matplotlib.figure", ".check", ".rencounter.acting", ".rules", ".sweeps", ".charts"}
    assert set(imported("rencounter.fire", file)) == every | {".explain", ".grid"}
    assert set(imported("rencounter.fire", file, at_once=True)) == every - {"matplotlib.figure"}
    assert ours("rencounter.fire", file) == {"check", "rules", "sweeps", "charts", "explain", "grid"}


def test_imports_point_one_way():
    place = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    graph = {}
    for name, file in modules():
        top = name.split(".")[0]
        assert top in place, f"{top} is not in LAYERS: say there who may import it"
        targets = ours(name, file, at_once=True)
        graph.setdefault(top, set()).update(targets)
        upwards = sorted(target for target in targets if place.get(target, 0) > place[top])
        assert not upwards, f"{name} imports {', '.join(upwards)}, which stands above it"
    assert len(graph) > 10
    list(TopologicalSorter(graph).static_order())  # raises CycleError on a circle


def test_systems_stand_alone():
    seen = set()
    for name, file in modules():
        top = name.split(".")[0]
        if top in SYSTEMS:
            seen.add(top)
            others = ours(name, file) - FOR_SYSTEMS
            assert not others, f"{name} imports {', '.join(sorted(others))}; a system imports {', '.join(FOR_SYSTEMS)}"
    assert seen == SYSTEMS


@pytest.mark.parametrize(("library", "home"), ONLY_IN.items())
def test_one_module_alone_uses_it(library, home):
    users = set()
    for name, file in modules():
        if library in {target.split(".")[0] for target in imported(name, file)}:
            users.add(name.split(".")[0])
    assert users == {home}


def test_the_package_itself_imports_no_large_library():
    program = (
        "import sys, rencounter_kit as rk\n"
        "rk.check('rencounter.fire').explain()\n"
        f"print(*(name for name in {LARGE!r} if name in sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("package", [rencounter_kit, panels], ids=lambda package: package.__name__)
def test_what_is_loaded_later_is_not_called_like_a_module(package):
    """A module that is imported becomes a name of its package, and would stand where something else was meant."""
    named = [module.name for module in pkgutil.iter_modules(package.__path__)]
    assert named and not set(package._LATER) & set(named)
    for name in package._LATER:
        assert not isinstance(getattr(package, name), ModuleType)


# Tests -----------------------------------------------------------------------------------------------------------------

WAITING = {"sleep", "monotonic"}  # for what goes on beside a test, and to give up on it


def of_clocks(file):
    """What a module uses of the modules that have clocks."""
    clocks = {"time", "timeit"}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in clocks:
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module in clocks:
            yield from (alias.name for alias in node.names)


def test_no_test_reads_a_clock():
    """What takes short time here takes long elsewhere: tests count steps, benchmarks measure time."""
    used = {file: set(of_clocks(file)) for file in (ROOT / "tests").rglob("*.py")}
    for file, names in used.items():
        assert "benchmarks" in file.parts or names <= WAITING, f"{file.name} reads a clock; see tests/steps.py"
    assert set().union(*used.values()) > WAITING


# Files -----------------------------------------------------------------------------------------------------------------


def files():
    """The files of the project: what git has or would take; in a tree without git, all but what the tools make."""
    if (ROOT / ".git").exists():
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        found = subprocess.run(listed, capture_output=True, text=True, cwd=ROOT, check=True).stdout.split("\0")
        paths = [ROOT / name for name in found if name]
    else:
        made = {".venv", "__pycache__", ".ipynb_checkpoints", "build", "dist"}
        paths = [
            path
            for path in ROOT.rglob("*")
            if not any(part in made or part.endswith("_cache") or part == ".hypothesis" for part in path.parts)
        ]
    return sorted(path for path in paths if path.is_file())


def texts():
    """Every text file of the project, with its path from the top."""
    for path in files():
        if path.suffix != ".png":
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def test_the_top_level_is_as_agreed():
    folders = {"notebooks", "rencounter_kit", "data", "tests", "binder"}
    plain = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "NOTICE",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "DESIGN.md",
        "Makefile",
    }
    top = {path.relative_to(ROOT).parts[0] for path in files()}
    assert {name for name in top if not name.startswith(".")} == folders | plain


@pytest.mark.parametrize("stem", sorted(SYSTEMS))
def test_a_game_bears_one_name(stem):
    """Data, procedures and pages of a game are found by its name."""
    assert (PACKAGE / f"{stem}.py").exists() or (PACKAGE / stem / "__init__.py").exists()
    assert list((ROOT / "notebooks").glob(f"{stem}*.ipynb")), f"no page bears the name {stem}"


def test_pages_are_kept_without_outputs():
    pages = [path for path in files() if path.suffix == ".ipynb"]
    assert pages
    for page in pages:
        notebook = json.loads(page.read_text(encoding="utf-8"))
        assert "widgets" not in notebook["metadata"], f"{page.name} keeps the state of its controls: make format"
        for cell in notebook["cells"]:
            assert not cell.get("outputs") and not cell.get("execution_count"), f"{page.name} has outputs: make format"


LOOPBACK = {"127.0.0.1", "localhost"}


def addresses(text):
    """Hosts on the net that a text names, other than this machine itself."""
    hosts = re.findall(r"\b(?:https?|git|ssh|ftp)(?:\+\w+)?://(?:[\w.-]+@)?([\w.-]+)", text)
    bare = re.findall(r"(?<![\w.@/-])((?:[a-z0-9-]+\.)+(?:com|org|dev))\b", text)
    return (set(hosts) | set(bare)) - LOOPBACK


def machine_paths(text):
    """Folders of one person's or one workplace's machine that a text names."""
    return re.findall(
        r"(?<![\w.~-])/(?:" + "|".join(("work", "tmp", "root", "home", "Users", "farm")) + r")/[\w.]+", text
    )


def test_addresses_and_paths_are_recognised():
    there = "host.example." + "org"
    for text in (f"see https://{there}/x", "git+ssh://" + f"me@{there}/x", f"on {there} there is", f"({there}/x)"):
        assert addresses(text) == {there}
    assert not addresses("http://127.0.0.1:8888 http://localhost:{port} http://{host} rencounter.fire scipy.io")
    for folder in ("work", "tmp", "home"):
        assert machine_paths(f'open("/{folder}/x.toml")')
    assert not machine_paths("data/work/x a/tmp/y /usr/bin/x")


def test_no_file_names_a_host_or_a_folder_of_one_machine():
    seen = 0
    for name, text in texts():
        seen += 1
        assert not addresses(text), f"{name} names {addresses(text)}"
        assert not machine_paths(text), f"{name} names {machine_paths(text)}"
    assert seen > 30
