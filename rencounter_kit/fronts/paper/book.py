"""The book of odds: every check of a game by chapter, with contents and index, as one page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple

from ...engine.words.errors import RuleError
from ...engine.work.progress import ProgressBar
from ...engine.work.work import bar
from ...workbook.analysis.roster import Roster, main_fight
from ...workbook.analysis.who_beats_whom import WhoBeatsWhom, who_beats_whom
from ...workbook.mechanics.check import Check
from ...workbook.mechanics.registry import checks
from ...workbook.rulebook.layers import Layers
from .open_points import OpenPoint
from .page import PAPERS, page
from .rule_changes import RuleChange, changed
from .section import CheckSection, section

SECONDS = 2.5  # that may be worked on one check


class Chapter(NamedTuple):
    """A chapter of the rules, and the sections of the checks that begin in it."""

    title: str
    sections: Sequence[CheckSection]


class Term(NamedTuple):
    """A line of the index: a word, and the sections that have it."""

    word: str
    sections: Sequence[CheckSection]


@dataclass(frozen=True)
class OddsBook:
    """All that the book says.

    title : of the game.
    sections_of_path : for each ruling the sections that say what another reading gives.
    men : who beats whom in the main fight of the game; ``None`` where no roster was given.
    """

    title: str
    layers: Layers
    chapters: Sequence[Chapter]
    index: Sequence[Term]
    sections_of_path: Mapping[str, Sequence[CheckSection]]
    men: WhoBeatsWhom | None = None

    @property
    def sections(self) -> list[CheckSection]:
        """All sections in order."""
        return [one for chapter in self.chapters for one in chapter.sections]

    def unclear_in(self, one: CheckSection) -> Sequence[OpenPoint]:
        """What a section itself says of unclear rules."""
        return [each for each in one.unclear if not self._is_elsewhere(one, each)]

    def unclear_beside(self, one: CheckSection) -> list[tuple[OpenPoint, Sequence[CheckSection]]]:
        """What is unclear there and told elsewhere, since a fight takes its time."""
        return [(each, self.sections_of_path[each.path]) for each in one.unclear if self._is_elsewhere(one, each)]

    def _is_elsewhere(self, one: CheckSection, each: OpenPoint) -> bool:
        elsewhere = bool(self.sections_of_path.get(each.path)) and bool(each.readings)
        return elsewhere and not any(reading.is_asked for reading in each.readings)

    @property
    def changed(self) -> list[RuleChange]:
        """The house rules in force."""
        return changed(self.layers.rules)


def odds_book(
    layers: Layers,
    only: Sequence[str] = (),
    seconds: float = SECONDS,
    progress: ProgressBar = None,
    men: Roster | None = None,
) -> OddsBook:
    """The book of odds of a game.

    layers : its house rules, or none.
    only : ids of checks, for a part of it.
    seconds : that may be worked on one check; what takes longer is left out, and said to be.
    progress : true or false for a bar or none, or a function of (done, all); left out, a bar once it takes two seconds.
    men : a roster, all of whom meet each other in the last chapter.
    """
    every = [check for check in checks.of(layers.book.stem) if not only or check.id in only]
    if not every:
        raise RuleError(f"a book of odds needs checks; {layers.book.stem} has none; write one")
    chapters = by_chapter(every)
    sections: list[CheckSection] = []
    with bar(progress, len(every)) as report:
        for number, check in enumerate(chain.from_iterable(chapters.values()), 1):
            sections.append(section(check, number, layers.rules, seconds))
            report(number, len(every))
    in_order = iter(sections)
    return OddsBook(
        layers.book.title,
        layers,
        [Chapter(title, list(islice(in_order, len(each)))) for title, each in chapters.items()],
        _index(sections),
        _sections_by_path(sections),
        who_beats_whom(main_fight(men.game, men), men, rules=layers.rules, progress=progress) if men else None,
    )


def by_chapter(every: Iterable[Check]) -> dict[str, list[Check]]:
    """Checks by the chapter of the rules that their source names first, in the order of the game.

    >>> [len(each) for each in by_chapter(checks.of("traveller")).values()][:3]
    [7, 4, 2]
    """
    chapters: dict[str, list[Check]] = {}
    for check in every:
        chapters.setdefault(check.source.partition(";")[0].partition(":")[0].strip(), []).append(check)
    return chapters


def _index(sections: Iterable[CheckSection]) -> list[Term]:
    """All words in alphabetical order, each with its sections."""
    terms: dict[str, tuple[str, list[CheckSection]]] = {}
    for one in sections:
        for word in one.terms:
            entries = terms.setdefault(word.casefold(), (word, []))[1]
            if one not in entries:
                entries.append(one)
    return [Term(*terms[key]) for key in sorted(terms, key=lambda key: (not key[:1].isalpha(), key))]


def _sections_by_path(sections: Iterable[CheckSection]) -> dict[str, list[CheckSection]]:
    by_path: dict[str, list[CheckSection]] = {}
    for one in sections:
        for each in one.unclear:
            if any(reading.where for reading in each.readings):
                by_path.setdefault(each.path, []).append(one)
    return by_path


def book_page(book: OddsBook, paper: str = PAPERS[0]) -> str:
    """The book as one page of HTML, complete in itself.

    paper : one of ``PAPERS``.
    """
    return page("book.html.j2", title=f"{book.title}: the book of odds", paper=paper, style="book.css", book=book)
