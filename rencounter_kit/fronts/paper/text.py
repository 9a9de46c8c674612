"""A handout as one writes it: a few lines of TOML, which say what is printed. It is read, and never run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from ...engine.words.errors import RuleError
from ...engine.words.typed import meant
from ...engine.words.wording import as_text
from ...workbook.analysis.roster import LONGEST as LONGEST_ROSTER
from ...workbook.rulebook.section import Section
from ...workbook.rulebook.text import LONGEST_TEXT, Value
from ...workbook.rulebook.toml_text import TomlText, in_toml
from .page import PAPERS

SHOWS = ("both", "book", "rules")
_MOST_TABLES, _MOST_EVENTS, _MOST_RULES = 24, 12, 40
LONGEST_HANDOUT = 2 * LONGEST_TEXT  # letters of the text of a handout
_LONGEST_TITLE = 100


@dataclass(frozen=True)
class TableText:
    """One table of a handout: a question of a check, by one or two parameters.

    check : its id.
    event : what is asked, as in ``rk.sweep``, and "over by turn 2" or "hits by turn 2" where it goes on over turns;
        several stand side by side.
    down, across : a parameter, with its values or all of them, "skill=3..10".
    given : the other parameters that are not at their defaults.
    title : the question of the check when left out.
    men : in place of down and across, all men of a roster against each other: "ready", or their text or code.
    """

    check: str
    event: tuple[str, ...]
    down: str = ""
    across: str = ""
    given: Mapping[str, Value] = field(default_factory=dict, hash=False)
    title: str = ""
    men: str = ""

    @property
    def text(self) -> str:
        """It as a file holds it."""
        lines = ["[[table]]"]
        for part in fields(self):
            if value := getattr(self, part.name):
                one = value[0] if part.name == "event" and len(value) == 1 else value
                lines.append(f"{part.name} = {in_toml(one)}")
        return "\n".join(lines)


@dataclass(frozen=True)
class HandoutText:
    """What a handout says: ``show`` is "both" (the book beside the house rules), "book" or "rules"."""

    title: str
    game: str
    tables: tuple[TableText, ...]
    paper: str = PAPERS[0]
    show: str = SHOWS[0]
    rules: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """It as a file holds it; ``read_text`` takes it back.

        >>> one = TableText("rencounter.fire", ("hits",), "skill=3..10", "range_band", {"weapon": "musket"})
        >>> print(HandoutText("Fire", "rencounter", (one,)).text)
        title = "Fire"
        game = "rencounter"
        paper = "A4"
        show = "both"
        <BLANKLINE>
        [[table]]
        check = "rencounter.fire"
        event = "hits"
        down = "skill=3..10"
        across = "range_band"
        given = { weapon = "musket" }
        """
        lines = [f"{name} = {in_toml(getattr(self, name))}" for name in ("title", "game", "paper", "show")]
        if self.rules:
            lines += ["rules = [", *(f"{_lines(one)}," for one in self.rules), "]"]
        for table in self.tables:
            lines += ["", table.text]
        return "\n".join(lines)


def read_text(text: str) -> HandoutText:
    """What the text of a handout says; ``RuleError`` in a sentence with what is right.

    >>> read_text('title = "Fire"\\ngame = "rencounter"')
    Traceback (most recent call last):
        ...
    rencounter_kit.engine.words.errors.RuleError: a handout must have a table; got none; add [[table]] with check, event and down below it
    """  # noqa: E501
    whole = TomlText("a handout", text, LONGEST_HANDOUT)
    document = Section(whole, "", whole.tree)
    document.only(("title", "game", "paper", "show", "rules", "table"))
    tables = document.each("table", _MOST_TABLES)
    if not tables:
        raise RuleError("a handout must have a table; got none; add [[table]] with check, event and down below it")
    return HandoutText(
        document.words("title", longest=_LONGEST_TITLE),
        document.words("game"),
        tuple(_table(one, number) for number, one in enumerate(tables, 1)),
        one_of("paper", document.entries.get("paper", PAPERS[0])),
        one_of("show", document.entries.get("show", SHOWS[0])),
        tuple(document.texts("rules", _MOST_RULES, LONGEST_TEXT)),
    )


def one_of(name: str, value: object) -> str:
    """The paper or what is shown, by a word that means it.

    >>> one_of("paper", "letter"), one_of("show", "Both")
    ('Letter', 'both')
    """
    choices = {"paper": PAPERS, "show": SHOWS}[name]
    match = meant(value, choices) if isinstance(value, str) else None
    if match is None:
        raise RuleError(f"{name} must be one of {', '.join(choices)}; got {as_text(value)}")
    return match


def _table(section: Section, number: int) -> TableText:
    section.only(part.name for part in fields(TableText))
    men = section.text("men", "", LONGEST_ROSTER)
    section.needs(("check", "event", *(() if men else ("down",))))
    if men and (taken := next((key for key in ("down", "across") if key in section.entries), "")):
        raise section.fault(taken, f"table {number} must have men, or something down; got both; leave {taken} out")
    event, across = tuple(section.texts("event", _MOST_EVENTS)), section.words("across", "")
    if across and len(event) > 1:
        raise section.fault(
            "across",
            f"table {number} must have one event, or nothing across; got {len(event)} events across {as_text(across)}; "
            "leave one of them out",
        )
    if not event:
        raise section.fault("event", f'table {number} must have an event to ask about; got none; add event = "hits"')
    title = section.words("title", "", _LONGEST_TITLE)
    return TableText(
        section.words("check"),
        event,
        section.words("down", ""),
        across,
        dict(section.table("given").entries),
        title,
        men,
    )


def _lines(text: str) -> str:
    """A text of one or more lines as TOML has it, as easy to read as it can be."""
    plain = "'''" not in text and all(letter.isprintable() or letter == "\n" for letter in text)
    return f"'''\n{text}'''" if "\n" in text and plain else in_toml(text)
