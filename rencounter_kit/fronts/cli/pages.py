"""The pages of the workbook: copied into a folder of the user's and opened in JupyterLab, or shown live by Voila."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ...engine.files.folders import project_folder
from ...engine.files.read_file import UnreadError, read_file
from ...engine.files.written_file import lay_file
from ...engine.words.errors import RuleError
from .app_pages import PAGES_VARIABLE
from .made_page import LONGEST_PAGE, NOT_OURS, same_code

LOCAL_HOST = "127.0.0.1"  # nobody but this machine can open the pages
FIRST = "start_here.ipynb"
_APP_PORT = 8866
_SETTINGS = Path(__file__).parent
_PANEL = "application/vnd.jupyter.widget-view+json"
_LONGEST_RECORD = 100_000
_OTHER_WORDS = "our page in other words, left as it is"
_RECORD = ".rencounter-pages.json"  # what was copied, so that a page is renewed only while nobody has changed it


def lay(folder: Path) -> list[str]:
    """Copy the pages into ``folder``, never over one that differs from what was copied; returns a line for each page
    copied or kept. One with other code is called none of ours, since the record beside it may be anybody's too.
    """
    source = project_folder("notebooks")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RuleError(
            f"the folder for the pages must be one that can be created; got {folder}: {error.strerror}"
        ) from None
    if folder.resolve() == source.resolve():
        trust(page.read_text(encoding="utf-8") for page in source.glob("*.ipynb"))
        return []
    record = folder / _RECORD
    try:
        recorded = json.loads(read_file(record, _LONGEST_RECORD)) if record.exists() else {}
    except (ValueError, RecursionError):
        recorded = None
    except UnreadError as error:
        if not record.is_file():
            raise RuleError(f"{record} must be a file; got something else: {error}; move it away") from None
        recorded = None
    digests = recorded if isinstance(recorded, dict) else {}  # without a readable record every page counts as changed
    lines, fresh = [], list[str]()
    for page in sorted(source.glob("*.ipynb")):
        new, target = page.read_text(encoding="utf-8"), folder / page.name
        if target.is_symlink() or (target.exists() and not target.is_file()):
            raise RuleError(f"{target} must be a page; got a folder or a link; move it away or choose another folder")
        there = _there(target)
        if there is not None and there != new and _digest(there) != digests.get(page.name):
            lines.append(f"{page.name}: {_OTHER_WORDS if same_code(there, new) else NOT_OURS}")
            continue
        if there != new:
            lines.append(f"{page.name}: {'new' if there is None else 'renewed'}")
            lay_file(target, new)
            fresh.append(new)
        digests[page.name] = _digest(new)
    trust(fresh)
    lay_file(record, json.dumps(digests, indent=1))
    return lines


def trust(texts: Iterable[str]) -> None:
    """Let JupyterLab take pages of ours as trusted, so that their button runs them without asking first."""
    from nbformat import from_dict
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()  # type: ignore[no-untyped-call]
    for text in texts:
        notary.sign(from_dict(json.loads(text)))  # type: ignore[no-untyped-call]


def _there(page: Path) -> str | None:
    """What stands in a page; nothing where there is none, and of one that cannot be ours no more than that
    it is there.
    """
    try:
        return read_file(page, LONGEST_PAGE) if page.exists() else None
    except UnreadError:
        return ""


def open_lab(folder: Path, browser: bool = True, port: int | None = None, first: str = FIRST) -> int:
    """Start JupyterLab on a page of a folder, on this machine's loopback address; does not return before it
    is stopped.
    """
    options = [
        f"--LabApp.default_url=/lab/tree/{first}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    return _serve("jupyterlab", "lab", folder, options, quiet_environment(), browser, port)


def open_app(
    browser: bool = True,
    port: int | None = None,
    folder: Path | None = None,
    first: str = FIRST,
) -> int:
    """Show every page of the workbook live, without its code; does not return before it is stopped.

    folder : one of the owner's, whose notebooks are shown too. Voila shows the pages as a part of Jupyter's server,
        which knows tokens, front pages and ports that are taken.
    """
    if find_spec("voila") is None:
        raise RuleError("the app needs Voila, which is not installed; try pip install voila")
    settings = _SETTINGS / "app"
    options = [
        f"--config={settings / 'config.json'}",
        f"--ServerApp.extra_template_paths={settings / 'voila' / 'templates' / 'rencounter'}",
        f"--ServerApp.default_url=/voila/render/{first}",
    ]
    environment = _environment("JUPYTER_PATH", "app")  # where the look of the pages is
    if folder:
        environment[PAGES_VARIABLE] = str(folder.resolve())
    return _serve(
        "jupyter_server",
        "app",
        folder or project_folder("notebooks"),
        options,
        environment,
        browser,
        _APP_PORT if port is None else port,
    )


def _serve(
    module: str,
    settings: str,
    folder: Path,
    options: Sequence[str],
    environment: Mapping[str, str],
    browser: bool,
    port: int | None,
) -> int:
    """Start a server on a folder; does not return before it is stopped. It stands in our folder of its settings, since
    Voila, nbconvert and the language servers look for settings, templates and programs where they stand.
    """
    command = [sys.executable, "-m", module, f"--ServerApp.root_dir={folder.resolve()}", f"--ip={LOCAL_HOST}", *options]
    place = _SETTINGS / settings
    if not (browser and _has_display()):
        command.append("--no-browser")
    if port is not None:
        _must_be_free(port)
        command += [f"--port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # in a container there may be nobody else
    if os.name == "posix":
        os.chdir(place)
        os.execve(sys.executable, command, environment)  # noqa: S606, so that stopping us stops the server
    return subprocess.call(command, env=environment, cwd=place)  # noqa: S603, our own arguments only


def _must_be_free(port: int) -> None:
    if not 1 <= port <= 65535:
        raise RuleError(f"--port must be a number from 1 to 65535; got {port}; try --port {_APP_PORT}")
    with socket.socket() as knocking:
        if knocking.connect_ex((LOCAL_HOST, port)) == 0:
            raise RuleError(f"port {port} is in use; try --port {port % 65535 + 1}")


def quiet_environment() -> dict[str, str]:
    """The environment for JupyterLab, with settings of our own: no pop-up with news, what it keeps of a page, and what
    Python behind a page loads beforehand.
    """
    beforehand = str(Path(__file__).with_name("beforehand.py"))
    return {"PYTHONSTARTUP": beforehand, **_environment("JUPYTER_CONFIG_PATH", "lab")}


def _environment(variable: str, settings: str) -> dict[str, str]:
    """The environment for a server that also looks for a folder of settings of ours."""
    paths = [str(_SETTINGS / settings), os.environ.get(variable, "")]
    return {**os.environ, variable: os.pathsep.join(path for path in paths if path)}


def forget_outputs(model: dict[str, Any], **_: Any) -> None:
    """What JupyterLab calls before it saves a page: panels cannot be kept, so a page with panels is kept as it was
    before it was run. Pages without panels keep what they show.
    """
    if model["type"] != "notebook" or not (page := model.get("content")):
        return
    cells = [cell for cell in page["cells"] if cell["cell_type"] == "code"]
    page["metadata"].pop("widgets", None)
    if any(_PANEL in output.get("data", {}) for cell in cells for output in cell["outputs"]):
        for cell in cells:
            cell["outputs"], cell["execution_count"] = [], None


def _has_display() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
