"""The site of pages: what Python in the browser loads, and that it finds all of it there. Neither Pyodide nor
JupyterLite is needed.
"""

import json
import shutil
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest

import rencounter_kit as rk
from rencounter_kit.engine.files.archives import read, write
from rencounter_kit.fronts.cli.main import main
from rencounter_kit.fronts.lite import build, compiled, distribution
from rencounter_kit.fronts.lite.fonts import fit_fonts
from rencounter_kit.fronts.lite.tools import Tools
from rencounter_kit.fronts.pocket.runtime import run
from rencounter_kit.workbook.rulebook.library import games

ROOT = Path(__file__).resolve().parents[2]
COMPILED = ("numpy", "matplotlib", "pandas", "scipy", "openblas")
PLAIN = ("fonttools", "mpmath", "pytz", "micropip", "sympy", "tqdm", "traitlets", "ipython", "wcwidth", "pygments")


def write_wheel(folder, name, version="1.0", tag="py3-none-any"):
    file = folder / f"{name.replace('-', '_')}-{version}-{tag}.whl"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(f"{name.replace('-', '_')}/__init__.py", "")
        if tag.endswith("other"):
            archive.writestr(f"{name}/_quicker.so", "compiled for another machine")
    return file


@pytest.fixture
def pyodide(tmp_path):
    """A folder like an unpacked Pyodide, with its compiled libraries, and a lock file of all."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in distribution.RUNTIME:
        (folder / name).write_text(name)
    write(folder / distribution.LIBRARY, {"json/decoder.py": b""})
    packages = {}
    for name in PLAIN + COMPILED:
        wheel = write_wheel(folder, name, tag="py3-none-any" if name in PLAIN else "cp312-cp312-pyodide_wasm32")
        packages[name] = distribution.entry(wheel)
        if name in PLAIN:
            wheel.unlink()  # pip is to get it
    packages["ipython"]["depends"] = ["pygments", "traitlets", "wcwidth", "sqlite3", "jedi"]
    packages["scipy"]["depends"] = ["numpy", "openblas"]
    lock = {"info": {"version": distribution.VERSION}, "packages": packages}
    (folder / distribution.LOCK).write_text(json.dumps(lock))
    return folder


@pytest.fixture
def built_by(tmp_path):
    """An environment like JupyterLite's, with the wheels of its kernel."""
    made = Tools(tmp_path / "tools")
    (made.kernel / "pypi").mkdir(parents=True)
    for name in ("piplite", "ipykernel", "pyodide_kernel"):
        write_wheel(made.kernel / "pypi", name)
    return made


@pytest.fixture
def wheels(monkeypatch):
    """What pip asks for; it gets wheels of these names, and builds ours."""
    names = []

    def pip(words):
        if words[0] == "wheel":
            write_wheel(words[words.index("--wheel-dir") + 1], "rencounter_kit", "0.1.0")
            return
        folder = words[words.index("--dest") + 1]
        for name, _, version in (word.partition("==") for word in words if "==" in str(word)):
            names.append(name)
            write_wheel(folder, name, version, "cp312-cp312-other" if name == "markupsafe" else "py3-none-any")

    monkeypatch.setattr(build, "pip", pip)
    return names


@pytest.fixture
def loaded(tmp_path, pyodide, built_by, wheels):
    folder = tmp_path / "site" / "pyodide"
    build.distribution(folder, distribution.Source(pyodide, tmp_path), built_by)
    return folder


def test_all_that_python_loads_is_in_the_site_and_as_the_lock_file_says(loaded):
    packages = json.loads((loaded / distribution.LOCK).read_text())["packages"]
    assert {"rencounter-kit", "piplite", "ssl", "sqlite3", *COMPILED} <= set(packages)
    for one in packages.values():
        assert "/" not in one["file_name"]
        assert one["sha256"] == sha256((loaded / one["file_name"]).read_bytes()).hexdigest()
    at_once = set(distribution.needed(packages, [*build._PYTHON_PACKAGES, build._OURS]))
    later = set(packages) - at_once
    assert later == set(build._ON_DEMAND) & set(packages), "all is loaded, soon or late, and nothing is missing"
    assert {"pandas", "scipy", "sympy", "openblas"} <= later
    assert set(distribution.needed(packages, later)) - at_once == later
    assert packages["rencounter-kit"]["imports"] == ["rencounter_kit"]
    assert {name for name in distribution.RUNTIME if not (loaded / name).is_file()} == set()


def test_what_is_plain_python_stands_in_pythons_own_library_and_is_not_unpacked(loaded):
    packages = json.loads((loaded / distribution.LOCK).read_text())["packages"]
    library = read(loaded / distribution.LIBRARY)
    for name in ("ipython", "ipywidgets", "lark", "jinja2", "markupsafe", "tqdm", "wcwidth", "piplite"):
        assert f"{name}/__init__.py" in library and f"{name}/" in library, name
        assert read(loaded / packages[name]["file_name"]) == {} if name in packages else True
        assert not [*loaded.glob(f"{name}-*.whl")]
    assert not [name for name in library if name.endswith(".so")]
    assert not {"sympy/__init__.py", "rencounter_kit/__init__.py", "numpy/__init__.py"} & set(library)


def test_what_is_imported_is_looked_for_beside_the_pages_last(loaded):
    source = read(loaded / distribution.LIBRARY)["piplite/__init__.py"].decode()
    path = ["", "/lib/python312.zip", "/lib/site-packages"]
    exec(source.replace("import sys", ""), {"sys": SimpleNamespace(path=path)})
    assert path == ["/lib/python312.zip", "/lib/site-packages", ""]


def test_our_package_needs_what_is_there_and_no_version_keeps_it_out(loaded):
    packages = json.loads((loaded / distribution.LOCK).read_text())["packages"]
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    declared = {one.partition(">=")[0] for one in wanted}
    library = read(loaded / distribution.LIBRARY)
    there = {name for name in declared if name in packages or f"{name}/__init__.py" in library}
    assert declared - there <= {"jupyterlab", "voila"}
    assert {"numpy", "matplotlib"} <= set(packages["rencounter-kit"]["depends"])
    assert packages["matplotlib"]["version"] == "1.0"  # whatever Pyodide has


def test_pip_gets_only_what_is_not_there_and_not_compiled(loaded, wheels):
    assert set(wheels) & set(COMPILED) == set()
    assert {"tqdm", "wcwidth", "ipywidgets", "lark", "jinja2", "markupsafe"} <= set(wheels)
    assert not {"ssl", "sqlite3", "jedi"} & set(wheels)


def test_what_cannot_be_had_is_named(tmp_path, pyodide, built_by, wheels):
    next(pyodide.glob("scipy*")).unlink()
    with pytest.raises(rk.RuleError, match=r"--pyodide must be .* without scipy-1\.0-"):
        build.distribution(tmp_path / "site", distribution.Source(pyodide, tmp_path), built_by)


def test_other_contents_than_pyodides_own_are_refused(tmp_path, pyodide):
    file = next(pyodide.glob("numpy*"))
    with pytest.raises(rk.RuleError, match=r"numpy.* must be as Pyodide's"):
        distribution.Source(pyodide, tmp_path).file(file.name, "0" * 64)


def test_another_pyodide_is_refused(tmp_path, pyodide):
    (pyodide / distribution.LOCK).write_text('{"info": {"version": "314.0.7"}, "packages": {}}')
    with pytest.raises(rk.RuleError, match=r"must be of version .* got '?314\.0\.7"):
        _ = distribution.Source(pyodide, tmp_path).packages
    with pytest.raises(rk.RuleError, match=r"without pyodide-lock\.json"):
        _ = distribution.Source(tmp_path, tmp_path).packages


def test_modules_are_compiled_where_node_can_and_the_lock_file_knows(tmp_path, pyodide, built_by, wheels, monkeypatch):
    (pyodide / distribution.LOADER).write_text("")

    def bytecode(folder, sources):
        assert folder == pyodide
        return {kind: {f"{name}c": b"compiled" for name in files} for kind, files in sources.items()}

    monkeypatch.setattr(compiled, "bytecode", bytecode)
    folder = tmp_path / "site"
    build.distribution(folder, distribution.Source(pyodide, tmp_path), built_by)
    packages = json.loads((folder / distribution.LOCK).read_text())["packages"]
    for name in ("rencounter-kit", "scipy", "sympy"):
        wheel = folder / packages[name]["file_name"]
        assert sha256(wheel.read_bytes()).hexdigest() == packages[name]["sha256"]
        assert read(wheel) == {f"{name.replace('-', '_')}/__init__.pyc": b"compiled"}
        assert packages[name]["imports"] == [name.replace("-", "_")]
    library = read(folder / distribution.LIBRARY)
    assert library["json/decoder.pyc"] == library["lark/__init__.pyc"] == b"compiled"
    assert not [name for name in library if name.endswith(".py")]


def test_the_list_of_fonts_is_of_the_version_that_reads_it_and_has_its_own_fonts(tmp_path):
    wheel = tmp_path / "matplotlib.whl"
    fonts = [{"fname": "fonts/ttf/own.ttf"}, {"fname": "/usr/share/fonts/strange.ttf"}]
    contents = {
        "matplotlib/font_manager.py": b'class FontManager:\n    """Fonts."""\n    __version__ = 330\n',
        "matplotlib/fontlist.json": json.dumps({"_version": 390, "afmlist": [], "ttflist": fonts}).encode(),
    }
    write(wheel, contents)
    fit_fonts(wheel)
    assert json.loads(read(wheel)["matplotlib/fontlist.json"]) == {"_version": 330, "afmlist": [], "ttflist": fonts[:1]}
    write(wheel, other := {"matplotlib/__init__.py": b""})
    fit_fonts(wheel)
    assert read(wheel) == other


def test_what_is_fetched_is_kept(tmp_path, pyodide):
    source = distribution.Source(f"{pyodide.as_uri()}/", tmp_path / "kept")
    assert source.packages
    shutil.rmtree(pyodide)
    assert distribution.Source(f"{pyodide.as_uri()}/", tmp_path / "kept").packages
    with pytest.raises(rk.RuleError, match="try again with a network, or name the folder"):
        source.file("pyodide.js")
    assert [file.name for file in (tmp_path / "kept").iterdir()] == [distribution.LOCK]


def test_the_usual_place_is_the_kernels_own(built_by):
    schema = {"properties": {"pyodideUrl": {"default": "http://127.0.0.1/pyodide/v0.1/full/pyodide.js"}}}
    (built_by.kernel / "schema").mkdir()
    (built_by.kernel / "schema" / "kernel.v0.schema.json").write_text(json.dumps(schema))
    place = distribution.usual_place(built_by.kernel)
    assert place == f"http://127.0.0.1/pyodide/v{distribution.VERSION}/full/"


def test_pages_look_for_python_in_the_site_and_nowhere_else(tmp_path):
    build.settings(tmp_path)
    site = json.loads((tmp_path / "jupyter-lite.json").read_text())["jupyter-config-data"]
    kernel = site["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["pyodideUrl"].startswith("./") and kernel["disablePyPIFallback"] is True
    assert {"ssl", "sqlite3", "ipykernel", "comm", "pyodide_kernel", "jedi", "ipython", "piplite", "micropip"} <= set(
        kernel["loadPyodideOptions"]["packages"]
    ), "what the kernel does not find loaded it asks for one after the other"
    assert "://" not in "".join(file.read_text() for file in tmp_path.iterdir())
    assert "none" in (tmp_path / "overrides.json").read_text(), "pages are laid out whole, so what is in sight stays"


def test_every_page_is_there_for_the_python_that_runs_it(tmp_path):
    build.pages(tmp_path / "content")
    there = {file.name: json.loads(file.read_text()) for file in (tmp_path / "content").glob("*.ipynb")}
    assert set(there) == {file.name for file in (ROOT / "notebooks").glob("*.ipynb")}
    assert {page["metadata"]["kernelspec"]["name"] for page in there.values()} == {"python"}
    assert (tmp_path / "content" / "images").is_dir()


def test_the_front_page_leads_to_each_page_at_its_own_address(tmp_path):
    """In JupyterLab a reload forgets what was open, and a narrow window is full of its list of files."""
    build.pages(tmp_path / "content")
    build.front(tmp_path, tmp_path / "content")
    written = (tmp_path / "index.html").read_text(encoding="utf-8")
    for file in (tmp_path / "content").glob("*.ipynb"):
        assert f'"notebooks/index.html?path={file.name}"' in written
    assert 'id="jupyter-config-data"' in written


def test_the_front_page_lists_the_pages_of_a_game_together_and_says_how_a_page_is_made_live(tmp_path):
    build.pages(tmp_path / "content")
    build.front(tmp_path, tmp_path / "content")
    written = (tmp_path / "index.html").read_text(encoding="utf-8")
    first, *below = written.split("<h2>")
    assert [game.partition("</h2>")[0] for game in below] == [*(rk.rules(stem).title for stem in games()), "Reference"]
    assert "<em>Run, Run All Cells</em>" in first and "Your game" in first
    assert ">Duels</a>" in written and "Rencounter: " not in written


def test_a_folder_with_something_else_is_not_written_into(tmp_path, capsys):
    (tmp_path / "letter.txt").write_text("mine")
    assert main(["lite", "-o", str(tmp_path)]) == 2
    assert "--output must be a new or empty folder" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["python3", "-c", "raise SystemExit('no such thing')"], ["./no such thing"]])
def test_a_program_that_fails_says_why(words):
    with pytest.raises(rk.RuleError, match=r"pip failed: .*no such thing.*; try again"):
        run(words, "pip failed", "try again")
