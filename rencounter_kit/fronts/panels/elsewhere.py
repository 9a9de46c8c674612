"""The page of a check or a flow, for a link that asks for one which the page that it leads to has not."""

from __future__ import annotations

import ast
import html
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from ...engine.files.folders import project_folder
from ...engine.words.errors import RuleError
from ...workbook.mechanics.address import CHECK, FLOW
from ...workbook.mechanics.flow import flow_of
from ...workbook.mechanics.registry import checks
from .page_state import sent_line

_MAKERS = ("panel", "shelf", "item")  # what puts a check on a page
_PAGE, _ANY = ".ipynb", "every_check"  # of all pages; that on which any check can be found
_addresses = set[str]()  # addresses of which it was said already


@lru_cache(maxsize=64)
def checks_on(page: str) -> frozenset[str]:
    """The ids of the checks that have a panel on a page, by its name; empty where there is no such page."""
    file = project_folder("notebooks") / f"{page}{_PAGE}"
    if not file.is_file():
        return frozenset()
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    code = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    names = {name for text in code for name in _words_of(text)}
    chapters = {name for name in names if ":" in name}
    return frozenset(one.id for one in checks.values() if one.id in names or _is_in(one.stem, one.source, chapters))


def _words_of(code: str) -> Iterator[str]:
    """The words with which a cell names what it shows."""
    for call in ast.walk(ast.parse(code)):
        if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in _MAKERS:
            inside = (one for part in call.args for one in ast.walk(part))
            yield from (one.value for one in inside if isinstance(one, ast.Constant) and isinstance(one.value, str))


def _is_in(stem: str, source: str, chapters: set[str]) -> bool:
    """Does a check come from one of these chapters, such as "rencounter: Morale"?"""
    return any(f"{stem}: {part.partition(':')[0].strip()}" in chapters for part in source.split(";"))


def page_of(id: str) -> str:
    """The page on which a check has its panel."""
    pages = sorted(file.stem for file in project_folder("notebooks").glob(f"*{_PAGE}"))
    return next((page for page in pages if id in checks_on(page)), _ANY)


def elsewhere() -> str:
    """A sentence with a link, once for each address, where the address asks for what its page has not; else nothing."""
    if (line := sent_line(CHECK) or sent_line(FLOW)) is None:
        return ""
    address_now, of, there = line.text, line.id, ""
    page = PurePosixPath(urlsplit(address_now).path).stem
    with suppress(RuleError):  # where there is no such thing at all, its panel says so
        there = page_of(of) if of in checks else flow_of(of).page if line.kind == FLOW else ""
    if address_now in _addresses or not there or page in (there, _ANY) or of in checks_on(page) or not checks_on(page):
        return ""
    _addresses.add(address_now)
    to = (
        urlsplit(address_now)
        ._replace(path=str(PurePosixPath(urlsplit(address_now).path).with_name(f"{there}{_PAGE}")))
        .geturl()
    )
    return (
        f'<p class="rk-error" role="status">This page has no panel for {html.escape(of)}; '
        f'<a class="rk-elsewhere" href="{html.escape(to, quote=True)}">open it on {html.escape(there)}</a>.</p>'
    )
