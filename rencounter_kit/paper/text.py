"""A handout as one writes it: a few lines of TOML, which say what is printed. It is read, and never run."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from ..errors import RuleError
from ..rulebook.text import LONGEST_TEXT, figure_text
from ..typed import cleaned_lines, meant
from ..wording import nearest, one_line, shown
from .page import PAPERS

SHOWS = ("both", "book", "rules")
_MOST_TABLES, _MOST_EVENTS, _MOST_RULES, _MOST_GIVEN = 24, 12, 40, 80
LONGEST_HANDOUT = 2 * LONGEST_TEXT  # letters of the text of a handout
_LONGEST, _LONGEST_TITLE = 300, 100


@dataclass(frozen=True)
class AskedTable:
    """One table of a handout: a question of a check, by one or two parameters.

    check : its id. event : what is asked, as in ``rk.sweep``, and "over by turn 2" or "hits by turn 2" where it goes on over
    turns; several stand side by side. down, across : a parameter, with its values or all of them, "skill=3..10". given : the
    other parameters that are not at their defaults. title : the question of the check when left out.
    """

    check: str
    event: tuple[str, ...]
    down: str
    across: str = ""
    given: Mapping[str, Any] = field(default_factory=dict, hash=False)
    title: str = ""

    @property
    def text(self) -> str:
        """It as a file holds it."""
        lines = ["[[table]]"]
        for part in fields(self):
            if value := getattr(self, part.name):
                one = value[0] if part.name == "event" and len(value) == 1 else value
                lines.append(f"{part.name} = {_written(one)}")
        return "\n".join(lines)


@dataclass(frozen=True)
class HandoutText:
    """What a handout says: ``show`` is "both" (the book beside the house rules), "book" or "rules"."""

    title: str
    game: str
    tables: tuple[AskedTable, ...]
    paper: str = PAPERS[0]
    show: str = SHOWS[0]
    rules: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """It as a file holds it; ``read_text`` takes it back.

        >>> one = AskedTable("rencounter.fire", ("hits",), "skill=3..10", "range_band", {"weapon": "musket"})
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
        lines = [f"{name} = {_written(getattr(self, name))}" for name in ("title", "game", "paper", "show")]
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
    rencounter_kit.errors.RuleError: a handout must have a table; got none; add [[table]] with check, event and down below it
    """
    said = _Said("a handout", _parsed(text), ("title", "game", "paper", "show", "rules", "table"))
    tables = said.value.get("table", [])
    if not isinstance(tables, list) or not tables or not all(isinstance(one, dict) for one in tables):
        got = shown(tables) if tables else "none"
        raise RuleError(f"a handout must have a table; got {got}; add [[table]] with check, event and down below it")
    if len(tables) > _MOST_TABLES:
        raise RuleError(f"a handout must have at most {_MOST_TABLES} tables; got {len(tables)}; leave some out")
    return HandoutText(
        said.words("title", _LONGEST_TITLE),
        said.words("game"),
        tuple(_table(one, number) for number, one in enumerate(tables, 1)),
        one_of("paper", said.value.get("paper", PAPERS[0])),
        one_of("show", said.value.get("show", SHOWS[0])),
        said.several("rules", _MOST_RULES, LONGEST_TEXT, ()),
    )


def one_of(name: str, value: object) -> str:
    """The paper or what is shown, by a word that means it.

    >>> one_of("paper", "letter"), one_of("show", "Both")
    ('Letter', 'both')
    """
    choices = {"paper": PAPERS, "show": SHOWS}[name]
    found = meant(value, choices) if isinstance(value, str) else None
    if found is None:
        raise RuleError(f"{name} must be one of {', '.join(choices)}; got {shown(value)}")
    return found


def _table(value: Mapping[str, Any], number: int) -> AskedTable:
    said = _Said(f"table {number}", value, tuple(part.name for part in fields(AskedTable)))
    given = value.get("given", {})
    if not isinstance(given, dict) or len(given) > _MOST_GIVEN:
        raise RuleError(
            f'the given of table {number} must be parameters in braces; got {shown(given)}; try {{ weapon = "musket" }}'
        )
    event = said.several("event", _MOST_EVENTS, _LONGEST, None)
    across = said.words("across", otherwise="")
    if across and len(event) > 1:
        raise RuleError(
            f"table {number} must have one event, or nothing across; got {len(event)} events across {shown(across)}; "
            "leave one of them out"
        )
    title = said.words("title", _LONGEST_TITLE, "")
    return AskedTable(said.words("check"), event, said.words("down"), across, given, title)


@dataclass(frozen=True)
class _Said:
    """The lines below one heading."""

    where: str
    value: Mapping[str, Any]
    known: Sequence[str]

    def __post_init__(self) -> None:
        for name in self.value:
            if name not in self.known:
                raise RuleError(
                    f"{self.where} must say only {', '.join(self.known)}; got {shown(name)}{nearest(name, self.known)}"
                )

    def words(self, name: str, longest: int = _LONGEST, otherwise: str | None = None) -> str:
        """A text in one line, which has to be there unless something holds otherwise."""
        return self._words(name, self.value.get(name, otherwise), longest, otherwise is None)

    def _words(self, name: str, value: Any, longest: int, needed: bool = True) -> str:
        if not isinstance(value, str) or len(value) > longest or (needed and not value.strip()):
            got = "none" if value is None else shown(value)
            raise RuleError(
                f"the {name} of {self.where} must be text in quotes, of {longest} characters at most; got {got}"
            )
        return one_line(" ".join(value.split()), longest)

    def several(self, name: str, most: int, longest: int, otherwise: tuple[str, ...] | None) -> tuple[str, ...]:
        """A text, or a list of them."""
        value = self.value.get(name, otherwise)
        each = [value] if isinstance(value, str) else value
        if not isinstance(each, (list, tuple)) or len(each) > most or (otherwise is None and not each):
            got = "none" if value is None else shown(value)
            raise RuleError(
                f"the {name} of {self.where} must be text in quotes, or a list of at most {most}; got {got}"
            )
        if longest < LONGEST_TEXT:
            return tuple(self._words(name, one, longest) for one in each)
        if wrong := [one for one in each if not isinstance(one, str) or len(one) > longest]:
            raise RuleError(f"each of the {name} of {self.where} must be text in quotes; got {shown(wrong[0])}")
        return tuple(each)


def _parsed(text: str) -> dict[str, Any]:
    if not isinstance(text, str) or len(text) > LONGEST_HANDOUT:
        got = f"{len(text)}" if isinstance(text, str) else type(text).__name__
        raise RuleError(f"a handout must be text of at most {LONGEST_HANDOUT} characters; got {got}")
    try:
        return tomllib.loads(cleaned_lines(text) if "'''" not in text and '"""' not in text else text)
    except (ValueError, RecursionError) as error:
        at = re.search(r"at line (\d+)", str(error))
        lines = text.splitlines()
        line = lines[min(int(at[1]), len(lines)) - 1] if at and lines else ""
        got = f"line {at[1]}, {shown(line.strip())}" if at else "one that ends too soon"
        raise RuleError(
            f'a handout must be lines such as title = "Fire" with [[table]] above each table; got {got}'
        ) from None


def _written(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{name} = {_written(one)}' for name, one in value.items())} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_written, value))}]"
    return figure_text(value)


def _lines(text: str) -> str:
    """A text of one or more lines as TOML has it, as easy to read as it can be."""
    plain = "'''" not in text and all(letter.isprintable() or letter == "\n" for letter in text)
    return f"'''\n{text}'''" if "\n" in text and plain else _written(text)
