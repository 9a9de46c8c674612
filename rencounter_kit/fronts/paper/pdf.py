"""A page of HTML printed to a PDF by a browser that is at hand: Chromium, Chrome or Edge."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text

VARIABLE = "CHROMIUM"  # names the browser, where it is no usual one
_SECONDS = 180.0  # that printing may take
_NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "microsoft-edge-stable", "msedge"),
)
_PLACES = (  # where they stand when no path leads to them
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "%ProgramFiles%/Google/Chrome/Application/chrome.exe",
    "%ProgramFiles(x86)%/Google/Chrome/Application/chrome.exe",
    "%LocalAppData%/Google/Chrome/Application/chrome.exe",
    "%ProgramFiles(x86)%/Microsoft/Edge/Application/msedge.exe",
    "%ProgramFiles%/Microsoft/Edge/Application/msedge.exe",
)
_OF_PLAYWRIGHT = {
    "linux": "~/.cache/ms-playwright",
    "darwin": "~/Library/Caches/ms-playwright",
    "win32": "~/AppData/Local/ms-playwright",
}
_ITS_CHROMIUM = ("chromium-*/*/chrome", "chromium-*/*/chrome.exe", "chromium-*/*/*.app/Contents/MacOS/*")


def browser() -> str | None:
    """The path of a browser that prints; ``None`` where there is none."""
    return next((path for path in _browsers() if Path(path).is_file()), None)


def _browsers() -> Iterator[str]:
    """Where there may be one, the likeliest first."""
    yield os.environ.get(VARIABLE, "")
    yield from filter(None, map(shutil.which, _NAMES))
    yield from map(os.path.expandvars, _PLACES)
    if place := os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or _OF_PLAYWRIGHT.get(sys.platform):
        for pattern in _ITS_CHROMIUM:
            yield from map(str, sorted(Path(place).expanduser().glob(pattern), reverse=True))


def must_print() -> str:
    """The path of a browser that prints; ``RuleError`` where there is none."""
    if (path := browser()) is None:
        raise RuleError(
            f"a PDF needs Chromium, Chrome or Edge, and this machine has none; install one, name it in the variable "
            f"{VARIABLE}, or write a page, such as -o FILE.html, and print that"
        )
    return path


def pdf_of(page: str, seconds: float = _SECONDS) -> bytes:
    """A page of HTML, complete in itself, as a PDF with its headings as bookmarks.

    seconds : that printing may take.

    Raises ``RuleError`` where no browser is at hand, or where it does not print.
    """
    path = must_print()
    home = Path.home() if "snap" in Path(path).parts else None  # such a browser sees no other folder
    # What the browser leaves behind, also where its processes end after it, goes with the folder.
    with tempfile.TemporaryDirectory(prefix="rencounter-", dir=home, ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        command = [
            path,
            "--headless",
            "--disable-gpu",
            "--disable-extensions",
            "--disable-background-networking",
            "--no-first-run",
            "--no-pdf-header-footer",
            "--generate-pdf-document-outline",
            f"--user-data-dir={Path(folder, 'profile')}",
            f"--print-to-pdf={target}",
            *(
                ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
            ),  # it refuses to be root with one
            source.as_uri(),
        ]
        try:
            ended = subprocess.run(command, capture_output=True, timeout=seconds, check=False)  # noqa: S603
        except subprocess.TimeoutExpired:
            raise _not_printed(path, f"nothing in {seconds:g} seconds") from None
        except OSError as error:
            raise _not_printed(path, error.strerror or "an error") from None
        if not target.is_file():
            errors = ended.stderr.decode(errors="replace").strip().splitlines()
            raise _not_printed(path, errors[-1] if errors else f"exit status {ended.returncode}")
        return target.read_bytes()


def _not_printed(path: str, got: str) -> RuleError:
    return RuleError(
        f"{as_text(path)} printed no PDF: {as_text(got, 120)}; write a page, such as -o FILE.html, and print that"
    )
