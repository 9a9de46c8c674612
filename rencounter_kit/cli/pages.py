"""The pages of the workbook: copied into a folder of the user's, opened in JupyterLab."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from ..errors import RuleError
from ..folders import project_folder

FIRST = "start_here.ipynb"
_RECORD = ".rencounter-pages.json"  # what was copied, so that a page is renewed only while nobody has changed it


def lay(folder: Path) -> list[str]:
    """Copy the pages into ``folder``, never over a page that was changed there; returns a line for each page copied or
    kept.
    """
    source = project_folder("notebooks")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RuleError(
            f"the folder for the pages must be one that can be created; got {folder}: {error.strerror}"
        ) from None
    if folder.resolve() == source.resolve():
        return []
    record = folder / _RECORD
    try:
        recorded = json.loads(record.read_text()) if record.exists() else {}
    except (ValueError, RecursionError):
        recorded = None
    except OSError as error:
        raise RuleError(f"{record} must be a file; got something else: {error.strerror}; move it away") from None
    digests = recorded if isinstance(recorded, dict) else {}  # without a readable record every page counts as changed
    lines = []
    for page in sorted(source.glob("*.ipynb")):
        new, target = page.read_bytes(), folder / page.name
        if target.exists() and not target.is_file():
            raise RuleError(f"{target} must be a page; got a folder; move it away or choose another folder")
        if target.exists() and target.read_bytes() != new and _digest(target.read_bytes()) != digests.get(page.name):
            lines.append(f"{page.name}: yours, left as it is")
            continue
        if not target.exists() or target.read_bytes() != new:
            lines.append(f"{page.name}: {'renewed' if target.exists() else 'new'}")
            target.write_bytes(new)
        digests[page.name] = _digest(new)
    record.write_text(json.dumps(digests, indent=1))
    return lines


def open_lab(folder: Path, browser: bool = True, port: int | None = None) -> int:
    """Start JupyterLab on the first page, on this machine's loopback address; does not return before it is stopped."""
    command = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={folder.resolve()}",
        "--ip=127.0.0.1",
        f"--LabApp.default_url=/lab/tree/{FIRST}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    if not (browser and _has_display()):
        command.append("--no-browser")
    if port is not None:
        command.append(f"--port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # in a container there may be nobody else
    if os.name == "posix":
        os.execve(sys.executable, command, quiet_environment())  # noqa: S606, so that stopping us stops JupyterLab
    return subprocess.call(command, env=quiet_environment())  # noqa: S603, our own arguments only


def quiet_environment() -> dict[str, str]:
    """The environment for JupyterLab, with a setting of our own that spares the reader its news pop-up."""
    paths = [str(Path(__file__).parent / "lab"), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    return {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join(path for path in paths if path)}


def _has_display() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
