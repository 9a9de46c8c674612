"""What is built and installed is whole: the data and the pages travel inside the package."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml

from rencounter_kit.workbook.rulebook.book import systems

ROOT = Path(__file__).resolve().parents[2]
TOP = (
    ".github/workflows/release.yml",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "DECISIONS.md",
    "DESIGN.md",
    "README.md",
)


def run(*command, **more):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The source archive made from the checkout, and the wheel made from that archive, without the net."""
    folder = tmp_path_factory.mktemp("built")
    run("-m", "hatchling", "build", "-t", "sdist", "-d", str(folder), cwd=ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    pip = ("-m", "pip", "--disable-pip-version-check", "wheel", "--no-index", "--no-deps", "--no-build-isolation")
    run(*pip, "-w", str(folder), str(sdist), cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def shipped(folder, *patterns):
    """The files of a folder of the checkout that a user needs."""
    paths = {p.relative_to(ROOT).as_posix() for pattern in patterns for p in (ROOT / folder).rglob(pattern)}
    return {name for name in paths if ".ipynb_checkpoints" not in name}


def test_the_wheel_holds_package_data_and_pages(built):
    names = set(zipfile.ZipFile(built[1]).namelist())
    modules = shipped("rencounter_kit", "*.py", "*.json", "*.j2", "*.css", "*.js", "*.lark")
    data, pages = shipped("data", "*.toml", "*.json"), shipped("notebooks", "*.ipynb")
    assert "data/rencounter.toml" in data and any(name.startswith("data/presets/") for name in data)
    assert "notebooks/start_here.ipynb" in pages
    assert {"rencounter_kit/fronts/panels/static/panel.css", "rencounter_kit/fronts/panels/static/panel.js"} <= modules
    wanted = modules | {f"rencounter_kit/{name}" for name in data | pages}
    assert wanted - names == set()
    strangers = {name for name in names if not name.startswith("rencounter_kit")}
    assert strangers == set(), "installing must put nothing beside the package"
    assert not [name for name in names if "checkpoints" in name or "__pycache__" in name]
    assert {"LICENSE", "NOTICE"} <= {Path(name).name for name in names}


def test_the_source_archive_holds_what_the_tests_need(built):
    with tarfile.open(built[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = shipped("tests", "*.py", "*.toml") | {"Makefile", "binder/postBuild", *TOP}
    assert wanted - names == set()


def test_the_wheel_works_where_there_is_no_checkout(built, tmp_path):
    place = tmp_path / "site"
    zipfile.ZipFile(built[1]).extractall(place)
    program = (
        "import rencounter_kit as rk; from rencounter_kit.engine.files.folders import project_folder\n"
        "print(rk.check('rencounter.fire', skill=7)['miss'], project_folder('data'), "
        "project_folder('notebooks'), sep='\\n')\n"
    )
    output = run("-c", program, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(place)}).splitlines()
    assert output == ["5/12", str(place / "rencounter_kit/data"), str(place / "rencounter_kit/notebooks")]


def test_an_editable_install_reads_the_checkout_itself(tmp_path):
    """No copy of the data lies beside the package, which a change of the checkout would not reach."""
    pip = ("-m", "pip", "--disable-pip-version-check", "install", "--no-index", "--no-deps", "--no-build-isolation")
    run(*pip, "--target", str(tmp_path), "-e", ".", cwd=ROOT)
    assert not (tmp_path / "rencounter_kit").exists()
    lines = [line for file in tmp_path.glob("*.pth") for line in file.read_text().splitlines()]
    assert [Path(line) for line in lines] == [ROOT]


def test_a_release_is_published_from_a_tag_without_a_secret():
    """With rencounter.html, and of each game a book of odds and a handout."""
    text = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert workflow[True] == {"push": {"tags": ["v*"]}}, "YAML takes the word on for true"
    assert "secrets." not in text and "password" not in text
    may = {name: job.get("permissions", {}) for name, job in workflow["jobs"].items()}
    assert may == {"build": {}, "publish": {"id-token": "write"}, "release": {"contents": "write"}}
    for part in ("make package", "rencounter.html", "data/*.toml", "odds-$game", "handout-$game", "dist/* files/*"):
        assert part in text
    assert {file.stem for file in (ROOT / "data" / "handouts").glob("*.toml")} == set(systems())
