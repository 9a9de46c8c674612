"""The programs that build the site: JupyterLite in an environment of its own, which pip makes once, and pip itself."""

from __future__ import annotations

import shutil
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

from ..pocket.runtime import cache_folder, run

CORE, KERNEL = "0.6.4", "0.6.1"  # of jupyterlite-core and jupyterlite-pyodide-kernel; each knows one Pyodide
_NEEDED = (
    f"jupyterlite-core=={CORE}",
    f"jupyterlite-pyodide-kernel=={KERNEL}",
    "jupyterlab-widgets==3.0.15",  # the last one for the JupyterLab that is in it
    "jupyter-server>=2",  # lists the pages of the site
)
_TRY_AGAIN = "try again with a network, and check that the disk has room"


class Tools:
    """An environment with JupyterLite. It stands apart, since its part for pages does not get on with JupyterLab's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def python(self) -> Path:
        """Its Python."""
        windows = self.folder / "Scripts" / "python.exe"
        return windows if windows.exists() else self.folder / "bin" / "python"

    @property
    def kernel(self) -> Path:
        """What the kernel's own package puts into a page."""
        extensions = self.folder / "share" / "jupyter" / "labextensions"
        return extensions / "@jupyterlite" / "pyodide-kernel-extension" / "static"

    def build(self, folder: Path, output: Path) -> None:
        """Build the site that the settings in the folder describe."""
        what = [self.python, "-m", "jupyterlite_core", "build", "--output-dir", output]
        run(what, "JupyterLite failed", _TRY_AGAIN, folder)


def tools(cache: Path | None = None) -> Tools:
    """JupyterLite, made by pip if it is not here yet."""
    folder = (cache or cache_folder()) / f"jupyterlite-{CORE}-{KERNEL}"
    needs, ready = "\n".join(_NEEDED), folder / "ready"
    if not ready.exists() or ready.read_text(encoding="utf-8") != needs:
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        pip(["install", *_NEEDED], Tools(folder).python)
        ready.write_text(needs, encoding="utf-8")
    return Tools(folder)


def pip(words: Sequence[str | Path], python: Path | None = None) -> None:
    """Let pip do that, of another Python or of this one."""
    pip_itself: list[str | Path] = [python or sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run([*pip_itself, *words], "pip failed", _TRY_AGAIN)
