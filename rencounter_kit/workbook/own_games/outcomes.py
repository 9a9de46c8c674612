"""What the dice of a check mean, by the file of its game: names, ranges or a table, and the events that are asked of
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from ...engine.dice.dist import Outcome
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text
from ..mechanics.check import Check
from ..mechanics.events import event_of
from ..mechanics.space import Event, Space
from ..rulebook.added import LARGEST
from ..rulebook.book import bands
from ..rulebook.text import figure_text
from .draft import Draft
from .section import GameSection
from .template import inputs_in, path_of

FurtherOutcomes = Mapping[
    Outcome, tuple[Check, str]
]  # the checks that go on from outcomes, with the names of their target numbers
Row = tuple[float, float, Outcome]  # the least and the greatest number, and what they mean
_LONGEST = 60  # letters of an outcome
_YES = {"yes": 1, "no": 0}


class Outcomes(NamedTuple):
    """rows : what ranges of numbers mean.

    table : the path of one that says it.
    yes : what a yes and a no mean, by 1 and 0. All are empty where the number itself is the answer.
    """

    rows: tuple[Row, ...] = ()
    table: str = ""
    yes: Mapping[int, Outcome] = {}


def meaning(draft: Draft) -> Outcomes:
    """What the numbers, or a yes and a no, mean."""
    section, table = draft.section, draft.section.text("table", "")
    section_table = section.table("outcomes")
    if table:
        if section_table.entries:
            raise section.fault("outcomes", "a check must have outcomes or a table; got both; leave one out")
        _check_table(draft, table)
        return Outcomes(table=table)
    for key, outcome in section_table.entries.items():
        number = type(outcome) is int and abs(outcome) <= LARGEST
        if not number and not (isinstance(outcome, str) and 0 < len(outcome) <= _LONGEST):
            raise section_table.fault(
                key,
                f"an outcome must be words in quotes, at most {_LONGEST} characters, or a whole number; "
                f"got {as_text(figure_text(outcome))}",
            )
    if section_table.entries and not _YES.keys().isdisjoint(section_table.entries):
        section_table.only(_YES)
        return Outcomes(yes={number: section_table.entries.get(word, word) for word, number in _ordered(section_table)})
    rows: list[Row] = []
    for key, outcome in section_table.entries.items():
        try:
            rows += [(low, high, outcome) for low, high in bands(key)]
        except RuleError as error:
            raise section_table.fault(key, f"{error}; or yes and no") from None
    _check_rows(section_table, rows)
    return Outcomes(tuple(rows))


def _ordered(table: GameSection) -> Iterator[tuple[str, int]]:
    """Yes and no in the order of the file."""
    return ((word, _YES[word]) for word in dict.fromkeys((*table.entries, *_YES)))


def _check_rows(table: GameSection, rows: list[Row]) -> None:
    """No number between the first and the last has no row, or two."""
    for (_, high, first), (low, _, second) in pairwise(sorted(rows, key=lambda row: row[:2])):
        if low != high + 1:
            what = f"{low} is {first} and {second}" if low <= high else f"{high + 1} has none"
            raise table.fault("", f"each number must have one outcome; {what}; change a range")


def _check_table(draft: Draft, table: str) -> None:
    names = inputs_in(table)
    for name in names:
        draft.section.known_name("table", name, draft.known, "what is asked")
    if len(names) > 1:
        raise draft.section.fault("table", f"a table must go by one thing that is asked; got {', '.join(names)}")
    for values in _cases(draft, table):
        path = path_of(table, values)
        try:
            draft.book.group(path)
        except RuleError as error:
            raise draft.section.fault("table", str(error)) from None
        if not draft.book.is_table(path):
            raise draft.section.of.fault(
                path, f'a table must say what it covers; {path} does not; add covers = "dice.{draft.name}"'
            )


def _cases(draft: Draft, table: str) -> list[dict[str, Any]]:
    """All values of what is asked, by which a table is chosen."""
    return [{name: value} for name in inputs_in(table) for value in draft.choices(draft.section, "table", name)] or [{}]


def own_outcomes(draft: Draft, means: Outcomes) -> list[Outcome]:
    """All that the line itself can mean, in order; none where that is the number."""
    if means.table:
        paths = [path_of(means.table, values) for values in _cases(draft, means.table)]
        return list(dict.fromkeys(name for path in paths for name in draft.book.group(path)))
    return list(dict.fromkeys([*(outcome for _, _, outcome in means.rows), *means.yes.values()]))


def space_of(draft: Draft, own: list[Outcome], further: FurtherOutcomes) -> Space:
    """The sample space: what the line means, and in the place of what goes on what may come of that."""
    names, numbers = dict[str, None](), not own
    for outcome in own:
        if outcome in further:
            space = further[outcome][0].spaces[None]
            names |= dict.fromkeys(space.names)
            numbers = numbers or space.numbers
        elif isinstance(outcome, str):
            names[outcome] = None
        else:
            numbers = True
    return Space(tuple(names), numbers=numbers, graded=draft.section.flag("graded", False) and bool(names))


def events_of(draft: Draft, space: Space) -> Iterator[tuple[str, Event]]:
    """What is asked of the outcomes: some of them, from one on (``"hit.."``) or up to one, or a range of numbers."""
    events = draft.section.table("events")
    for name in events.entries:
        texts = events.texts(name)
        if not texts:
            raise events.fault(name, "an event must be one outcome or several; got none; leave it out")
        then = draft.section.table("then").entries
        if event := next((one for one in texts if one in then and one not in space.names), ""):
            raise events.fault(
                name,
                f"{event} goes on to {then[event]}; an event must name what comes of that: {', '.join(space.names)}",
            )
        try:
            yield name, event_of(texts, [space])
        except RuleError as error:
            raise events.right(name, error) from None
