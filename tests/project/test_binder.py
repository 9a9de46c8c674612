"""The binder/ folder makes an image in which the pages run; checked without building one."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BINDER = ROOT / "binder"


def test_only_the_files_that_work_together():
    """An environment.yml would win over the other files, and a second folder is an error."""
    assert {path.name for path in BINDER.iterdir()} == {"requirements.txt", "runtime.txt", "postBuild"}
    assert not (ROOT / ".binder").exists()


def test_the_python_is_one_that_the_project_takes():
    """Without the pin Binder takes an older Python, into which the project cannot be installed."""
    pinned = re.fullmatch(r"python-(\d+)\.(\d+)\n", (BINDER / "runtime.txt").read_text())
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    least = re.fullmatch(r">=(\d+)\.(\d+)", wanted)
    assert pinned and least
    assert tuple(map(int, pinned.groups())) >= tuple(map(int, least.groups()))


def test_the_requirements_install_the_project():
    """With binder/ there, pyproject.toml at the top is not read by itself; pip runs from the top of the checkout."""
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--dry-run",
        "--no-index",
        "--no-deps",
    ]
    done = subprocess.run(
        [*pip, "--ignore-installed", "--no-build-isolation", "-r", "binder/requirements.txt"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"Would install rencounter[-_]kit-\d", done.stdout)


def run_post_build(tmp_path, python):
    """Run postBuild with ``python`` as the image's Python, and a jupyter that only writes down what it is told."""
    (tmp_path / "python").write_text(f'#!/bin/sh\nexec "{python}" "$@"\n')
    (tmp_path / "jupyter").write_text('#!/bin/sh\necho "$@" >>told\n')
    for name in ("python", "jupyter"):
        (tmp_path / name).chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [BINDER / "postBuild"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    calls = tmp_path / "told"
    return done, calls.read_text() if calls.exists() else ""


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash on this machine")
def test_post_build_asks_the_package_and_switches_news_off(tmp_path):
    done, calls = run_post_build(tmp_path, sys.executable)
    assert done.returncode == 0, done.stderr
    assert "hits" in done.stdout
    assert calls == "labextension disable --level=sys_prefix @jupyterlab/apputils-extension:announcements\n"


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash on this machine")
def test_post_build_fails_when_the_package_does_not_answer(tmp_path):
    """Binder takes a postBuild that goes on after an error for a good one."""
    done, calls = run_post_build(tmp_path, "false")
    assert done.returncode != 0
    assert calls == ""
