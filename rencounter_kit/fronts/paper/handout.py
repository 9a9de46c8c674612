"""A handout: the tables that a group looks up most, by its own house rules, on one or two pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from ...engine.files.folders import project_folder, static_text
from ...engine.files.read_file import UnreadError, read_file
from ...engine.files.written_file import write_file
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, first_up, nearest
from ...workbook.rulebook.book import Ruleset, rules as book_of
from ...workbook.rulebook.layers import Layer, Layers, layers_in, with_own_names
from ...workbook.rulebook.library import file_of, has
from .figures import PrintedTable, table_of
from .page import page
from .pdf import pdf_of
from .rule_changes import RuleChange, changed
from .text import LONGEST_HANDOUT, HandoutText, one_of, read_text

BOOK, RULES = "By the book", "By the house rules"
_ABOUT = "Exact chances, rounded to whole percents. Darker means likelier."
_MOST_CHANGES = 24


class Handout:
    """Tables to print, with the house rules that hold.

    source : what its text says.
    layers : house rules in force, on top of its own. Raises ``RuleError`` for rules or tables that are not right.
    """

    def __init__(self, text: HandoutText, layers: Layers | None = None) -> None:
        self.book = book_of(text.game)
        own = [layer for one in text.rules for layer in layers_in(one, self.book.stem, files=False)]
        if layers is not None and layers.book.stem != self.book.stem:
            raise RuleError(
                f"the house rules of this handout must be of {self.book.stem}; got those of {layers.book.stem}; "
                "leave them out"
            )
        further = [layer for layer in (layers.layers if layers else ()) if layer not in own]
        self.layers = Layers(self.book, *with_own_names([*own, *further]))
        self.source = replace(text, game=self.book.stem, rules=(*text.rules, *(layer.text for layer in further)))

    @property
    def text(self) -> str:
        """It as a file holds it, with the house rules."""
        return f"{self.source.text}\n"

    @cached_property
    def tables(self) -> list[PrintedTable]:
        """The tables with their figures; ``RuleError`` names the one that is wrong."""
        rulesets = self._rulesets
        tables = []
        for number, table in enumerate(self.source.tables, 1):
            try:
                if table.check.partition(".")[0] != self.book.stem:
                    raise RuleError(
                        f"its check must be one of {self.book.stem}; got {as_text(table.check)}; make a handout for "
                        f"each game"
                    )
                tables.append(table_of(table, rulesets, self.layers.rules))
            except RuleError as error:
                raise RuleError(f"table {number}: {error}") from None
        return tables

    @property
    def _rulesets(self) -> dict[str, Ruleset]:
        both = {BOOK: self.book, RULES: self.layers.rules}
        if self.source.show == "book" or not self.layers.layers:
            return {BOOK: self.book}
        return {RULES: self.layers.rules} if self.source.show == "rules" else both

    def under(self, layers: Layers) -> Handout:
        """The same with house rules in force on top of its own."""
        return Handout(self.source, layers)

    @property
    def printed_layers(self) -> Sequence[Layer]:
        """The house rules that the page names."""
        return self.layers.layers if RULES in self._rulesets else ()

    @property
    def changes(self) -> list[RuleChange]:
        """What they change."""
        every = changed(self.layers.rules) if self.printed_layers else []
        return [one._replace(label=first_up(one.label)) for one in every]

    def html(self) -> str:
        """The page, complete in itself."""
        return page(
            "handout.html.j2",
            style="handout.css",
            title=self.source.title,
            paper=self.source.paper,
            game=self.book.title,
            about=_ABOUT,
            layers=self.printed_layers,
            changes=self.changes,
            most=_MOST_CHANGES,
            tables=self.tables,
            script=static_text("fronts/paper", "handout.js"),
        )

    def save(self, file: str | Path) -> None:
        """Write the page into a file, or print it into one that ends in .pdf, or its text into one that ends in .toml;
        ``RuleError`` when it cannot be written, and when there is no browser that prints.
        """
        ending = Path(file).suffix.lower()
        if ending not in (".html", ".pdf", ".toml"):
            raise RuleError(
                f"a handout must go into a file that ends in .html, .pdf or .toml; got {as_text(str(file))}; "
                f"try {as_text(Path(file).stem)}.html"
            )
        content = self.text if ending == ".toml" else pdf_of(self.html()) if ending == ".pdf" else self.html()
        write_file(file, content, "the place of a handout")

    def __repr__(self) -> str:
        return f"<Handout {self.source.title}: {len(self.source.tables)} tables>"


def handout(source: str | Path, *, rules: Layers | Ruleset | None = None, paper: str = "", show: str = "") -> Handout:
    """Tables to print: a ready handout, or one's own.

    source : a game, such as "rencounter", for its ready handout; a file; or the text of a handout, lines of TOML.
    rules : house rules in force, which lie on those that the text has.
    paper : "A4" or "Letter".
    show : "both" (the book and the house rules side by side), "book" or "rules". What is left out is as the text says.

    >>> handout("rencounter")
    <Handout Fire and melee: 9 tables>
    """
    text = read_text(_text_of(source))
    text = replace(text, paper=one_of("paper", paper or text.paper), show=one_of("show", show or text.show))
    if isinstance(rules, Ruleset):
        rules = _as_layers(rules)
    return Handout(text, rules)


def ready_handouts() -> list[str]:
    """The games that have a ready handout."""
    return sorted(file.stem for file in (project_folder("data") / "handouts").glob("*.toml"))


def ready_text(game: str) -> str:
    """The text of the ready handout of a game, "" where it has none."""
    file = project_folder("data") / "handouts" / f"{book_of(game).stem}.toml"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _text_of(source: str | Path) -> str:
    """The text of a handout that somebody names."""
    text = str(source)
    if "\n" in text:  # the name of no file
        return text
    if stem := _game_of(source):
        if ready := ready_text(stem):
            return ready
        raise RuleError(
            f"a handout of {stem} must be a text of your own, since it has no ready one; make it in a panel "
            f"(rencounter app --game FOLDER, the tab Send), "
            f"or print all its odds: rencounter book {stem}"
        )
    try:
        return read_file(source, LONGEST_HANDOUT)
    except UnreadError as error:
        raise RuleError(
            f"a handout must be a file, or a game that has a ready one, {', '.join(ready_handouts())}; "
            f"got {as_text(text)}: {error}{nearest(text, ready_handouts())}"
        ) from None


def _game_of(source: str | Path) -> str:
    """The game that is named by its name or its folder; "" where a file or nothing is."""
    if isinstance(source, str) and has(source) and not Path(source).is_file():
        return source
    try:
        stem = file_of(source).stem if Path(source).is_dir() else ""
    except (RuleError, OSError):
        return ""
    return stem if has(stem) else ""


def _as_layers(rules: Ruleset) -> Layers:
    changes = {rule.path: rule.entry for rule in rules.house_rules}
    return Layers(rules.stem, *([Layer(rules.stem, changes, rules.name)] if changes else []))
