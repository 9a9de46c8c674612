"""The folder: a first page, and of each game its book of odds, its handout, and what is its author's own; the pocket
edition, which a phone installs; all of it there without a network once it was opened.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...engine.files.folders import static_text
from ...engine.files.read_file import UnreadError, read_file
from ...engine.files.written_file import lay_file
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ...workbook.analysis.mine import Mine, rules_words
from ...workbook.mechanics.links import query
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.book import Ruleset
from ...workbook.rulebook.layers import Layers
from ...workbook.rulebook.library import game
from ..paper.book import book_page, odds_book
from ..paper.handout import handout, ready_text
from ..paper.page import filled
from ..paper.pdf import browser, pdf_of
from ..pocket.build import MANIFEST, pocket
from ..pocket.one_file import policy_of
from ..pocket.page_contents import page_contents

POCKET, INDEX, WORKER, ICON = "rencounter.html", "index.html", "sw.js", "icon.svg"
WORKBOOK = "workbook"  # the folder in which ``rencounter lite`` may have laid the full workbook
_ITS_OWN = {"img-src": "'self'", "manifest-src": "'self'", "worker-src": "'self'"}
_PAGE, _PDF = ".html", ".pdf"
_HEAD = re.compile(r"const VERSION = '\w{16}';\nconst FILES = \[\"(.*)\"\];\n// Keeps the files of the site ")
_LONGEST_WORKER = 100_000  # letters

Tell = Callable[[str], None]


@dataclass(frozen=True)
class SiteGame:
    """A game on the first page.

    files : what can be opened, each with what it is.
    layers : house rules that hold in all of them.
    """

    book: Ruleset
    files: Sequence[tuple[str, str]]
    layers: Layers

    @property
    def rules(self) -> str:
        """These by their names."""
        return rules_words(self.layers.layers)


def site(folder: Path, stems: Sequence[str], mine: Mine, whose: str = "", tell: Tell = lambda _: None) -> None:
    """Write the folder.

    folder : new, empty, or one with such a site.
    stems : the games.
    mine : house rules in force, handouts, men.
    whose : whose they are.
    tell : is told what is being done.

    Raises ``RuleError`` where something else lies in the folder, and where a file that it did not make would be lost.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = {file.name for file in folder.iterdir()} - {WORKBOOK}
    except OSError as error:
        raise _refused(folder, error.strerror) from None
    made = _made(folder)
    if there and not made:
        raise _refused(folder, "something else lies in it")
    files, on_page = dict[str, str | bytes](), list[SiteGame]()
    for stem in stems:
        tell(checks.of(stem)[0].book.title)
        layers = mine.rules.get(stem) or Layers(stem)
        of_game = _files(stem, layers, mine.handouts.get(stem) or ready_text(stem))
        files |= {name: content for name, _, content in of_game}
        on_page.append(SiteGame(layers.book, [(name, what) for name, what, _ in of_game], layers))
    tell("the pocket edition")
    opens = next((stem for stem in stems if not game(stem).shared or stem in mine.rules), stems[0])
    start = query(checks.of(opens)[0], {}, mine.rules[opens].rules.lines if opens in mine.rules else "")
    files[POCKET] = pocket(page_contents(mine, start, whose), installs=True)
    title = on_page[0].book.title if len(on_page) == 1 else "Rencounter"
    files[INDEX] = _index(title, whose, on_page, (folder / WORKBOOK / INDEX).is_file())
    files[MANIFEST], files[ICON] = _manifest(title), static_text("fronts/site", ICON)
    files[WORKER] = _worker(files)
    if lost := [name for name in sorted(there & files.keys()) if name not in made or (folder / name).is_symlink()]:
        raise _refused(folder, f"its {lost[0]} is not of the site")
    for name, content in files.items():
        lay_file(folder / name, content)


def _refused(folder: Path, why: str | None) -> RuleError:
    got = f"{as_text(str(folder))}: {why}"
    return RuleError(f"a site must have a new or empty folder, or one with such a site; got {got}; try another")


def _made(folder: Path) -> set[str]:
    """The files of the site that lies in a folder; none where no site of ours does."""
    try:
        head = _HEAD.match(read_file(folder / WORKER, _LONGEST_WORKER))
    except UnreadError:
        return set()
    names = head[1].split('", "') if head else []
    return {WORKER, *names, *(name.removesuffix(_PAGE) + _PDF for name in names)} if names else set()


def _files(stem: str, layers: Layers, handout_text: str) -> list[tuple[str, str, str | bytes]]:
    """What there is of a game: the name of each file, what it is, and what stands in it."""
    odds = book_page(odds_book(layers, progress=False))
    files: list[tuple[str, str, str | bytes]] = [(f"odds-{stem}{_PAGE}", "The book of odds: every check", odds)]
    if handout_text:
        page = handout(handout_text, rules=layers).html()
        files.append((f"handout-{stem}{_PAGE}", "A handout: the tables for the table", page))
        if browser() is not None:
            files.append((f"handout-{stem}{_PDF}", "The same to print (PDF)", pdf_of(page)))
    if not game(stem).shared:
        files.append((f"{stem}.toml", "The game as a text, for the full workbook", game(stem).text))
    if layers.layers:
        files.append((f"rules-{stem}.toml", "The house rules as a file", layers.text))
    return files


def _index(title: str, whose: str, games: Sequence[SiteGame], has_workbook: bool) -> str:
    style, script = static_text("fronts/site", "site.css"), static_text("fronts/site", "site.js")
    return filled(
        "site.html.j2",
        title=title,
        whose=whose,
        games=games,
        pocket=POCKET,
        manifest=MANIFEST,
        icon=ICON,
        workbook=f"{WORKBOOK}/{INDEX}" if has_workbook else "",
        style=style,
        script=script,
        policy=policy_of(script, style, _ITS_OWN),
    )


def _manifest(title: str) -> str:
    """What a phone asks before it installs."""
    icon = {"src": ICON, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    colours = {"background_color": "#ffffff", "theme_color": "#0072b2"}
    about = {"name": title, "short_name": title[:12], "start_url": POCKET, "scope": "./", "display": "standalone"}
    return json.dumps({**about, **colours, "icons": [icon]}, indent=1)


def _worker(files: Mapping[str, str | bytes]) -> str:
    """The script that keeps the files for when there is no network; another one whenever a file is another."""
    whole = hashlib.sha256()
    for name, content in sorted(files.items()):
        whole.update(name.encode() + (content if isinstance(content, bytes) else content.encode()))
    names = ["./", *(name for name in files if not name.endswith(_PDF))]
    head = f"const VERSION = '{whole.hexdigest()[:16]}';\nconst FILES = {json.dumps(names)};\n"
    return head + static_text("fronts/site", WORKER)
