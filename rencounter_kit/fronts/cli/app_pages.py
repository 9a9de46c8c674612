"""The head of every page of the app: the ways to the others, by their titles, with the one marked that one is on."""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ...engine.files.folders import project_folder
from ...engine.words.errors import RuleError
from ...workbook.rulebook.book import rules as book_of
from ...workbook.rulebook.library import games
from ..pocket.bundle import of_window
from ..pocket.one_file import static_file
from .made_page import PAGE
from .own_lesson import own_lessons, title_of

PAGES_VARIABLE = "RENCOUNTER_PAGES"  # for the server of the app: the folder of notebooks that its owner has named
_START = ("start_here", "Start")
_WAYS = (  # what belongs to no game, by the short names that stand in the head
    ("every_check", "Search"),
    ("house_rules", "House rules"),
    ("who_beats_whom", "Who beats whom"),
    ("how_modifiers_interact", "Lesson"),
    ("your_dice", "Your dice"),
    ("your_game", "Your game"),
)
_OTHERS = "Other pages"  # of a folder of one's own
_GAMES = "Games"
_REFERENCE = "Reference"  # with a colon it begins the title of a page that only says how something is written


def head(name: str) -> str:
    """The head of the page of that name, without its ending."""
    titles, own = page_titles(), {**_own_lessons(), **own_games()}
    starts = [(page, short) for page, short in (_START, *own.items()) if page in titles]
    ways = [*starts, *((page, short) for page, short in _WAYS if page in titles)]
    every = _by_game(page for page in titles if page not in dict(ways))
    reference = {_REFERENCE: every.pop(_REFERENCE, [])}
    mine = next((game for game, pages in every.items() if name in dict(pages)), "")
    games_menu = _menu(f"{_GAMES}: {mine}" if mine else _GAMES, every, name)
    items = [f"<li>{_link(page, short, name)}</li>" for page, short in ways]
    first = len(starts)
    parts = [*items[:first], games_menu, *items[first:], _menu(_REFERENCE, reference, name)]
    parts.append('<li><details class="rk-yours"><summary>Yours</summary><div></div></details></li>')
    return f'<nav class="rk-head" aria-label="Pages"><ul>{"".join(parts)}</ul></nav>'


def keeper(_: str) -> str:
    """What keeps what is yours in the browser: style and script for the head of every page."""
    script = of_window("rencounterKept", static_file("keeper.js"))
    return f"<style>{static_file('keeper.css')}</style><script>{script}</script>"


def title(name: str) -> str:
    """The title of a page, by its name."""
    return page_titles().get(name, name)


def page_titles() -> dict[str, str]:
    """The titles of all pages that the app shows, by their names: of the workbook, of the notebooks that its owner has
    named, of lessons of one's own, and of games of one's own.
    """
    return {**own_games(), **_own_lessons(), **_in_files()}


def _in_files() -> dict[str, str]:
    """The titles of the pages that stand in files; a folder's own hides one of the workbook of the same name."""
    folders = (project_folder("notebooks"), *map(Path, filter(None, [os.environ.get(PAGES_VARIABLE)])))
    files = {file.stem: file for folder in folders for file in sorted(folder.glob(f"*{PAGE}"))}
    return {name: _title(file, file.stat().st_mtime_ns) for name, file in sorted(files.items())}


def own_games() -> dict[str, str]:
    """The titles of the games of one's own, by their stems, which are what their pages are called."""
    return {stem: _title_of(stem) for stem, game in games().items() if not game.shared}


def _own_lessons() -> dict[str, str]:
    """The titles of the lessons of one's own, by the names of their pages."""
    return {name: title_of(file) for name, file in own_lessons().items()}


def _title_of(stem: str) -> str:
    """The title of a game, or its name where its file cannot be read."""
    try:
        return book_of(stem).title
    except RuleError:
        return stem


@lru_cache(maxsize=200)
def _title(file: Path, changed: int) -> str:
    """The first heading of a page, or its name where there is none.

    changed : when the file was.
    """
    try:
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    except (OSError, ValueError, LookupError, TypeError):
        texts = []
    lines = [line for text in texts for line in text.splitlines() if line.startswith("# ")]
    return re.sub(r"\\(?=[^\w\s])", "", lines[0].removeprefix("# ").strip()) if lines else file.stem


def _by_game(pages: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """Pages with their titles by the title of their game, or as reference; what belongs to neither comes last."""
    titles, books = page_titles(), {stem: _title_of(stem) for stem in games()}
    by_book: dict[str, list[tuple[str, str]]] = {}
    others = list[tuple[str, str]]()
    for page in pages:
        stem = next((stem for stem in books if page == stem or page.startswith(f"{stem}_")), "")
        first, _, rest = titles[page].partition(":")
        text = rest.strip() or titles[page]
        if stem or first == _REFERENCE:
            by_book.setdefault(books[stem] if stem else first, []).append((page, f"{text[:1].upper()}{text[1:]}"))
        else:
            others.append((page, titles[page]))
    return {**by_book, **({_OTHERS: others} if others else {})}


def _menu(label: str, lists: dict[str, list[tuple[str, str]]], name: str) -> str:
    """A menu of pages, in lists with a heading each; nothing where it would be empty. It is marked where the open page,
    ``name``, is in it.
    """
    if not any(lists.values()):
        return ""
    mark = ' class="rk-on"' if any(name in dict(pages) for pages in lists.values()) else ""
    items = "".join(_list(heading, pages, name) for heading, pages in lists.items())
    return f"<li><details><summary{mark}>{html.escape(label)}</summary><div>{items}</div></details></li>"


def _list(game: str, pages: Iterable[tuple[str, str]], name: str) -> str:
    links = "".join(f"<li>{_link(page, text, name)}</li>" for page, text in pages)
    return f"<section><h2>{html.escape(game)}</h2><ul>{links}</ul></section>"


def _link(page: str, text: str, name: str) -> str:
    mark = ' aria-current="page"' if page == name else ""
    return f'<a href="{html.escape(page, quote=True)}{PAGE}"{mark}>{html.escape(text)}</a>'
