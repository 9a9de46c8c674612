"""A page as one file: its script and style inside, what it may do, and what is packed into it."""

from __future__ import annotations

import base64
import gzip
import hashlib
from collections.abc import Mapping
from pathlib import Path

from ...engine.files.folders import static_text
from .bundle import bundled, library, reached

_FOLDER = Path(__file__).parent
_LIT = "lit-html"


def one_file(
    title: str, script: str, first: Mapping[str, str], others: Mapping[str, str], policy: Mapping[str, str]
) -> str:
    """The page.

    first, others : what is packed before the script and after it, by name.
    policy : what it may do besides running its own script and having its own style; it may ask nobody for anything.
    """
    sheets = static_file("pocket.css"), static_file("keeper.css"), static_text("workbook/analysis", "die.css")
    script, style = f"\n{script}", "\n" + "".join(sheets)
    page = static_file("page.html")
    for place, text in {
        "policy of this page": policy_of(script, style, policy),
        "title of this page": title,
        "/* style of this page */": style,
        "<!-- first part of this page -->": _parts(first),  # the page is drawn before the others are read
        "/* script of this page */": _safe(script),
        "<!-- other parts of this page -->": _parts(others),
    }.items():
        page = page.replace(place, text, 1)
    return page


def front(page: str) -> str:
    """The script of a page: the module of that name and those that it imports."""
    modules = reached(page, lambda name: static_file(f"{name}.js"), _LIT)
    lit = library((_FOLDER / "vendor" / f"{_LIT}.js").read_text(encoding="utf-8"), "html", "render", "nothing")
    return bundled(modules, _LIT, lit)


def packed(content: bytes) -> str:
    """Content as the page unpacks it; the same for the same."""
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


def static_file(name: str) -> str:
    """A file of the front."""
    return (_FOLDER / "static" / name).read_text(encoding="utf-8")


def _parts(parts: Mapping[str, str]) -> str:
    return "\n".join(f'<script type="text/plain" id="{name}">{_safe(text)}</script>' for name, text in parts.items())


def policy_of(script: str, style: str, further: Mapping[str, str]) -> str:
    """What a page may do: run this script, have this style, show pictures that stand in it, and what else is named."""
    allowed = {
        "default-src": "'none'",
        "script-src": _digest(script),
        "style-src": _digest(style),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    for name, more in further.items():
        allowed[name] = f"{allowed[name]} {more}" if name in allowed else more
    return "; ".join(f"{name} {sources}" for name, sources in allowed.items())


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _safe(text: str) -> str:
    """A text that ends no element of the page too soon."""
    if "</script" in text.lower() or "<!--" in text:
        raise ValueError("the text of the page must not end a script")
    return text
