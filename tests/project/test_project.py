"""What holds for the project as a whole: who may import whom, what may be committed."""

import ast
import json
import pkgutil
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import rencounter_kit
import rencounter_kit as rk
from rencounter_kit.fronts import panels, seas
from tests.source import nodes, written

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "rencounter_kit"
FLOORS = ["engine", "workbook", "fronts"]  # each may import those before it
SYSTEMS = {file.stem for file in (ROOT / "data").glob("*.toml")}

ONLY_IN = {"matplotlib": "charts", "ipywidgets": "panels", "jinja2": "paper"}
LARGE = ("numpy", "matplotlib", "pandas", "sympy", "scipy", "ipywidgets", "jinja2")


# Imports --------------------------------------------------------------------------------------------------------------


def modules():
    """Every module of the package but itself: its dotted name below the package, with its file."""
    for file in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
        if name != "__init__":
            yield name.removesuffix(".__init__"), file


MODULES = dict(modules())
PACKAGES = {name for name, file in MODULES.items() if file.stem == "__init__"}


@cache
def imported(name, file):
    """What a module imports, wherever in it: "matplotlib.figure", and ".rulebook.book" for a module of ours."""
    imports = []
    place = name.split(".") if file.stem == "__init__" else name.split(".")[:-1]
    for node in nodes(file):
        if isinstance(node, ast.Import):
            imports += [alias.name.replace("rencounter_kit", "", 1) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = (node.module or "").split(".") if node.module else []
            if node.level:
                base = ["", *place[: len(place) - node.level + 1], *base]
            elif base[:1] == ["rencounter_kit"]:
                base = ["", *base[1:]]
            imports += [".".join([*base, alias.name]) if base[:1] == [""] else ".".join(base) for alias in node.names]
    return imports


def room_of(name):
    """The room in which a module stands, on whichever floor; none for a floor itself and for what pages import from."""
    return name.split(".")[1] if "." in name else ""


def contracts():
    """The rooms of DESIGN.md's table, each with the rooms that it may import."""
    design = (ROOT / "DESIGN.md").read_text(encoding="utf-8")
    table = re.search(r"^\| room \| in it \| imports \|\n\|[-|]+\|\n((?:\|.*\n)+)", design, re.M)[1]
    cells = (line.strip("|").split("|") for line in table.splitlines())
    return {room.strip().strip("`"): set(re.findall(r"`(\w+)`", imports)) for room, _, imports in cells}


def ours(name, file):
    """The modules of ours that a module imports, as dotted names."""
    every = set(MODULES)
    for target in imported(name, file):
        if target.startswith("."):
            parts = target[1:].split(".")
            yield next(
                (".".join(parts[:n]) for n in range(len(parts), 0, -1) if ".".join(parts[:n]) in every), target[1:]
            )


def test_the_reader_of_imports_sees_them_all(tmp_path):
    """The tests below cannot be empty: all forms of an import are seen, at the top and in functions."""
    file = tmp_path / "fire.py"
    file.write_text(
        "from typing import TYPE_CHECKING\nimport numpy as np\nfrom ...mechanics.check import Check\n"
        "from .acting import STEM\nfrom ...rulebook import book\nimport rencounter_kit.workbook.analysis.sweeps\n"
        "from rencounter_kit.fronts.charts import bars\nif TYPE_CHECKING:\n    from ...mechanics.explain "
        "import Explanation\n"
        "def f():\n    from matplotlib.figure import Figure\n    from ...analysis.grid import Grid\n"
    )
    of_ours = {
        "workbook.mechanics.check",
        "workbook.games.rencounter.acting",
        "workbook.rulebook.book",
        "workbook.analysis.sweeps",
        "fronts.charts",
        "workbook.mechanics.explain",
        "workbook.analysis.grid",
    }
    assert set(ours("workbook.games.rencounter.fire", file)) == of_ours
    others = {target for target in imported("workbook.games.rencounter.fire", file) if not target.startswith(".")}
    assert others == {"typing", "numpy", "matplotlib.figure"}


def test_rooms_import_what_the_design_allows_and_nothing_imports_in_a_circle():
    """Each room imports just the rooms that its line in DESIGN.md names, also inside functions and for types alone."""
    graph = {name: set(ours(name, file)) for name, file in MODULES.items()}
    imports = {}
    for name, targets in graph.items():
        if name not in FLOORS:  # a floor itself may bring its rooms together
            imports.setdefault(room_of(name), set()).update(map(room_of, targets))
    used = {room: targets - {room, ""} for room, targets in imports.items()}
    assert used.pop("") == {"panels"}, "pages import panels by a short name; nothing else stands beside the rooms"
    assert used == contracts(), "the table of rooms in DESIGN.md says otherwise"
    list(TopologicalSorter(used).static_order())  # raises CycleError on a circle
    modules = {name: targets - {name.rpartition(".")[0]} for name, targets in graph.items() if name not in PACKAGES}
    assert len(modules) > 100
    list(TopologicalSorter(modules).static_order())


def test_no_floor_imports_one_above_it():
    met = set()
    for name, file in MODULES.items():
        floor = name.partition(".")[0]
        for target in ours(name, file):
            below = target.partition(".")[0]
            if floor in FLOORS and below in FLOORS:
                met.add((floor, below))
                assert FLOORS.index(below) <= FLOORS.index(floor), f"{name} imports {target}"
    assert len(met) == 6


def test_the_engine_is_imported_alone():
    """Dice in a line need neither a game nor what draws and shows."""
    code = (
        "import sys; from rencounter_kit.engine.notation.line import dice; from "
        "rencounter_kit.engine.chains.chain import Chain;"
        "print(dice('2d6').mean, *sys.modules)"
    )
    mean, *loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert mean == "7"
    assert not {"ipywidgets", "matplotlib", "pandas"} & set(loaded)
    assert not [name for name in loaded if name.startswith(("rencounter_kit.workbook", "rencounter_kit.fronts"))]


def test_what_the_package_offers_is_what_its_stub_says():
    """Each name stands there, and is loaded when it is asked for."""
    assert {"check", "Dist", "panel", "sweep"} <= set(rk.__all__)
    assert all(getattr(rk, name).__name__ == name for name in rk.__all__ if hasattr(getattr(rk, name), "__name__"))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        rk.nothing  # noqa: B018


def named_in_texts(file):
    """The modules of ours that texts in a module name whole: so a module can be imported, too."""
    for node in nodes(file):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            package, _, name = node.value.partition(".")
            if package == "rencounter_kit" and name in MODULES:
                yield name


def test_no_room_reaches_up_by_the_name_of_a_module_in_a_text(tmp_path):
    """A game alone comes by its name, as those of other packages do."""
    file = tmp_path / "book.py"
    file.write_text(
        '_ABOVE = "rencounter_kit.workbook.mechanics.added"\n'
        'import_module("rencounter_kit.fronts.charts").x("rencounter_kit.nothing")'
    )
    assert list(named_in_texts(file)) == ["workbook.mechanics.added", "fronts.charts"]
    graph = {room: set(below) for room, below in contracts().items()}
    for name, file in MODULES.items():
        for room in {*map(room_of, named_in_texts(file))} - {room_of(name), "games", ""}:
            graph.setdefault(room_of(name), set()).add(room)
    list(TopologicalSorter(graph).static_order())


def test_a_name_that_no_text_gives_whole_is_imported_only_where_that_is_known():
    """A package's own modules, games and their chapters, and libraries that a page is sure to need."""
    names = {"import_module", "__import__"}
    users = {
        name
        for name, file in MODULES.items()
        for node in nodes(file)
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in names
        if not isinstance(node.args[0], ast.Constant)
    }
    assert users == {"engine.work.later", "workbook.mechanics.catalogue", "workbook.mechanics.chapters"}


def test_games_stand_alone():
    """A game imports what a check is made of, and nothing of the others; nothing but their table imports a game."""
    rooms = {"dice", "chains", "words", "work", "rulebook", "mechanics"}
    seen = set()
    for name, file in MODULES.items():
        _, *within = name.split(".")
        for target in ours(name, file):
            if within[:1] == ["games"] and within[1:]:
                seen.add(within[1])
                own = target.startswith(f"workbook.games.{within[1]}")
                assert own or room_of(target) in rooms, f"{name}: {target}"
            else:
                assert room_of(target) != "games", f"{name} imports {target}"
    assert seen == SYSTEMS


ROOM_OF_A_GAME = "seas"  # Salamis ad Actium has a page of its own, with its map


def test_no_other_room_knows_a_game_but_the_one_that_it_begins_with():
    """What one game alone needs stands in its own rooms; Rencounter is what examples and the command are
    called after.
    """
    named = re.compile(rf"\b({'|'.join(SYSTEMS - {'rencounter'})})\b")
    rooms = {"cli"}  # its help has examples
    for name, file in MODULES.items():
        if room_of(name) not in {"games", ROOM_OF_A_GAME, *rooms}:
            assert [text for _, text in written(file) if named.search(text)] == [], name


@pytest.mark.parametrize(("library", "home"), ONLY_IN.items())
def test_one_module_alone_uses_it(library, home):
    users = set()
    for name, file in MODULES.items():
        if library in {target.split(".")[0] for target in imported(name, file)}:
            users.add(room_of(name))
    assert users - {ROOM_OF_A_GAME} == {home}


def test_the_package_itself_imports_no_large_library():
    program = (
        "import sys, rencounter_kit as rk\n"
        "rk.check('rencounter.fire').explain()\n"
        f"print(*(name for name in {LARGE!r} if name in sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == []


def test_a_panel_comes_without_what_only_its_tabs_need():
    """A page shows its first answer seconds earlier."""
    program = (
        "import sys; from rencounter_kit.fronts.panels import curves, panel\n"
        "panel('rencounter.reload', show=[])\n"
        "print(*(name for name in ('pandas', 'scipy', 'sympy') if name in sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("package", [rencounter_kit, panels, seas], ids=lambda package: package.__name__)
def test_what_a_package_offers_is_never_a_module(package):
    """A module that is imported becomes a name of its package, and would stand where something else was meant."""
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    assert package.__all__
    for name in package.__all__:
        assert not isinstance(getattr(package, name), ModuleType), name


# Style and script -----------------------------------------------------------------------------------------------------

STYLE_OR_SCRIPT = re.compile(
    r"[\w)\]\"'] *\{\s*[\w-]+: "
    r"[^{}]*;|document\.|addEventListener|querySelector|\bon(click|input|change|load)=| style=\"(?!--)"
)


def test_style_and_script_stand_in_files_of_their_own():
    """What is computed comes as a custom property, such as ``style="--share: 0.25"``."""
    pieces = [(name, text) for name, file in MODULES.items() for _, text in written(file)]
    assert any(text.startswith('<span style="--share: ') for _, text in pieces), "the pieces are not read"
    assert [(name, match[0]) for name, text in pieces if (match := STYLE_OR_SCRIPT.search(text))] == []


@pytest.mark.parametrize(
    "text",
    [
        "<style>.a b { color: red; }",
        "@media { .a { zoom: 2; width: auto; } }",
        "document.body",
        "onclick=",
        '<p style="color: red">',
    ],
)
def test_the_reader_of_style_and_script_sees_them(text):
    assert STYLE_OR_SCRIPT.search(text)


# Tests ----------------------------------------------------------------------------------------------------------------

WAITING = {"sleep", "monotonic"}  # for what goes on beside a test, and to give up on it


def of_clocks(file):
    """What a module uses of the modules that have clocks."""
    clocks = {"time", "timeit"}
    text = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if re.search(rf"\b({'|'.join(clocks)})\b", text) else ():
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


# Files ----------------------------------------------------------------------------------------------------------------


def files():
    """The files of the project: what git has or would take; in a tree without git, all but what the tools make."""
    if (ROOT / ".git").exists():
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        output = subprocess.run(listed, capture_output=True, text=True, cwd=ROOT, check=True).stdout.split("\0")
        paths = [ROOT / name for name in output if name]
    else:
        made = {".venv", "__pycache__", ".ipynb_checkpoints", "_site", "build", "dist"}
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
        "CITATION.cff",
        "CONTRIBUTING.md",
        "DECISIONS.md",
        "DESIGN.md",
        "Makefile",
    }
    top = {path.relative_to(ROOT).parts[0] for path in files()}
    assert {name for name in top if not name.startswith(".")} == folders | plain


def test_the_design_names_files_that_are_there():
    design = (ROOT / "DESIGN.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/<>.-]+\.(?:py|css|js|json|toml|md))`", design))
    assert len(named) > 40
    there = {f"/{path.relative_to(ROOT).as_posix()}" for path in files()}
    paths = {name.replace("<stem>", stem) for name in named for stem in SYSTEMS}
    assert {path for path in paths if not any(file.endswith(f"/{path}") for file in there)} == set()


@pytest.mark.parametrize("stem", sorted(SYSTEMS))
def test_a_game_bears_one_name(stem):
    """Data, procedures and pages of a game are found by its name."""
    assert (PACKAGE / "workbook" / "games" / stem / "__init__.py").exists()
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
SVG = "http://www.w3.org/2000/svg"  # the name of a language, which nobody is asked for


def addresses(text):
    """Hosts on the net that a text names, other than this machine itself."""
    text = text.replace(SVG, "")
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


# Names ---------------------------------------------------------------------------------------------------------------

SHORT = {"d", "a", "b"}  # a die as players write it, d(12); the two sides of a fight


@cache
def definitions():
    """Public classes and functions of the package, each with its kind and the module in which it stands."""
    return [
        (node.name, type(node), path.relative_to(PACKAGE).as_posix())
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
    ]


def test_no_two_public_classes_share_a_name():
    homes = {}
    for name, kind, home in definitions():
        if kind is ast.ClassDef:
            homes.setdefault(name, []).append(home)
    assert len(homes) > 100
    assert not {name: each for name, each in homes.items() if len(each) > 1}


def test_no_public_name_is_a_single_letter():
    names = {name for name, *_ in definitions()}
    names |= {path.stem for path in PACKAGE.rglob("*.py")}
    for check in rencounter_kit.checks.values():
        names |= {f"{check.id}: {name}" for name in (*check.parameters, *check.targets)}
    assert len(names) > 1000
    last = {name: name.rpartition(" ")[2] for name in names}
    assert not {name for name in names if len(last[name]) == 1 and last[name] not in SHORT}


def test_the_makefile_names_tests_that_are_there():
    lists = dict(re.findall(r"^(LONG_TESTS|LOWEST_TESTS) := ((?:.*\\\n)*.*)$", (ROOT / "Makefile").read_text(), re.M))
    assert len(lists) == 2
    for kind, names in lists.items():
        for name in names.replace("\\", " ").split():
            assert list(ROOT.glob(f"tests/*/test_{name}.py")), f"{kind}: {name}"


# Docstrings -----------------------------------------------------------------------------------------------------------


def described(node):
    """The names that a docstring explains, "name : what it is" or "one, other : what they are"."""
    lines = re.findall(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*) : ", ast.get_docstring(node) or "", re.MULTILINE)
    return {name.strip("* ") for line in lines for name in line.split(",")}


def parameters_of(node):
    """What a function takes; for a class what its parts take and what it has."""
    inner = [node, *ast.walk(node)] if isinstance(node, ast.ClassDef) else [node]
    names = {part.id for part in inner if isinstance(part, ast.Name)} | {
        part.attr for part in inner if isinstance(part, ast.Attribute)
    }
    for part in (part for part in inner if isinstance(part, ast.FunctionDef)):
        names |= {part.name, *(arg.arg for arg in ast.walk(part.args) if isinstance(arg, ast.arg))}
    return names


def test_docstrings_explain_what_is_there():
    stale = {
        (name, node.name, *sorted(described(node) - parameters_of(node)))
        for name, file in MODULES.items()
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and described(node) - parameters_of(node)
    }
    assert stale == set()
