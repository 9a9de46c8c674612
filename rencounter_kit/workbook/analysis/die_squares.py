"""The faces of the dice as squares, each with what it leads to: of one throw, or of two, the second below each face of
the first. What one counts there is the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, count
from math import lcm
from typing import NamedTuple

from ...engine.dice.dist import Dist, Outcome
from ...engine.dice.notation import notation
from ...engine.dice.scale import in_order
from ...engine.dice.throw import Consequence
from ...engine.dice.throw_tree import ThrowTree, settle
from ...engine.words.wording import outcome_text, percent_text
from ..mechanics.answer import Answer
from ..mechanics.check import Result
from ..mechanics.processes.process import Process
from ..mechanics.space import Event

_MOST_ACROSS, _MOST_DOWN, _MOST_ALONE = 216, 300, 400  # ways of a first, a second and a single throw
_MOST_KINDS, _MOST_NUMBERS, _MOST_FURTHER, _FEW = 24, 16, 4, 6
_APART = 40  # faces of a second throw that are told one by one
_RANGES = 8  # of numbers, where there are too many to tell them apart


class SquareKind(NamedTuple):
    """What squares lead to.

    words : of it;
    mark : the same in a letter or two, or the number.
    key : the same for the same outcome, whatever the situation.
    outcomes : those that it stands for.
    place, among : where it stands in the order of all that the answer could be, and how many these are.
    then : where further dice decide, what comes of them.
    """

    words: str
    mark: str
    key: Hashable
    outcomes: tuple[Outcome, ...] = ()
    place: int = 0
    among: int = 1
    then: Dist | None = None


class DieSquare(NamedTuple):
    """A face of the second throw below one of the first; in how many ways it comes up, and the number of its kind."""

    face: Outcome
    ways: int
    kind: int


class DieColumn(NamedTuple):
    """A face of the first throw, in how many ways it comes up, and its squares from above: one where nothing more is
    thrown.
    """

    face: Outcome
    ways: int
    squares: tuple[DieSquare, ...]
    second: str = ""

    @property
    def alike(self) -> tuple[str, tuple[DieSquare, ...]]:
        """The same for columns that lead to the same on every face."""
        return self.second, self.squares


@dataclass(frozen=True)
class DieSquares:
    """All squares of an answer.

    first, die : the throw across.
    seconds : those below it, with their dice.
    columns : its faces.
    high : in how many ways each column comes up.
    kinds : what squares lead to, in order, what further dice decide last.
    graded : is each outcome more than the one before?
    numbers : are they numbers?

    >>> import rencounter_kit as rk
    >>> squares = die_squares(rk.check("rencounter.duck_back"))
    >>> squares.total, [(kind.words, squares.counts[i]) for i, kind in enumerate(squares.kinds)]
    (6, [('stays', 2), ('ducks', 4)])
    """

    first: str
    die: str
    seconds: tuple[tuple[str, str], ...]
    columns: tuple[DieColumn, ...]
    high: int
    kinds: tuple[SquareKind, ...]
    graded: bool = False
    numbers: bool = False

    @cached_property
    def across(self) -> int:
        """In how many ways the first throw comes up."""
        return sum(column.ways for column in self.columns)

    @property
    def total(self) -> int:
        """All ways."""
        return self.across * self.high

    @cached_property
    def counts(self) -> list[int]:
        """How many ways lead to each kind."""
        counts = [0] * len(self.kinds)
        for column in self.columns:
            for square in column.squares:
                counts[square.kind] += column.ways * square.ways
        return counts

    def chance(self, outcome: Outcome) -> Fraction:
        """The chance of an outcome as one counts it; what further dice decide, by their own chances."""
        ways = Fraction(0)
        for kind, many in zip(self.kinds, self.counts, strict=True):
            if kind.then is not None:
                ways += many * kind.then[outcome]
            elif outcome in kind.outcomes and len(kind.outcomes) == 1:
                ways += many
        return ways / self.total

    def changed(self, before: DieSquares) -> list[tuple[int, int]] | None:
        """The squares, by number of column and of square, that led elsewhere ``before``; ``None`` where other dice were
        thrown.
        """
        if (self.first, self.die, self.across) != (before.first, before.die, before.across):
            return None
        if self.seconds and before.seconds and not set(self.seconds) & set(before.seconds):
            return None
        changed = []
        for i, (now, then) in enumerate(zip(self.columns, before.columns, strict=True)):
            old = list(_spans(then, before.high, self.high, before.kinds))
            for j, (start, end, key) in enumerate(_spans(now, self.high, before.high, self.kinds)):
                if any(first < end and start < last and key != other for first, last, other in old):
                    changed.append((i, j))
        return changed


def _spans(
    column: DieColumn, high: int, other: int, kinds: Sequence[SquareKind]
) -> Iterator[tuple[int, int, Hashable]]:
    """The squares of a column by where they begin and end, in parts of both pictures."""
    start = 0
    for square in column.squares:
        end = start + square.ways * other
        yield start, end, kinds[square.kind].key
        start = end


def die_squares(result: Answer, event: Event | None = None, event_words: str = "") -> DieSquares | None:
    """The squares of an answer whose dice are one or two throws, or which are decided by two and what follows; ``None``
    for others.

    event : tell it alone, and what is not it;
    event_words : its words.
    """
    if not isinstance(result, Result) or isinstance(result.check, Process) or result.within:
        return None
    tree = result.check.tree(result.rules, result.targets)
    tree = tree.one_by_one if isinstance(tree, ThrowTree) else tree
    if event is not None and isinstance(tree, ThrowTree):
        tree = tree.map(lambda outcome: bool(event(outcome)))
    first = _first(tree)
    if first is None:
        return None
    return _Finder(result, event_words if event is not None else None).squares(first)


def _first(tree: Consequence) -> ThrowTree | None:
    """The first throw that one sees: the one that decides, or one that leads to the same on all faces; ``None`` where
    no dice are thrown that one can draw.
    """
    if not isinstance(tree, ThrowTree):
        return None
    decides = _decision(tree)
    first = decides if isinstance(decides, ThrowTree) else tree
    return first if _is_drawn(first, max(_MOST_ACROSS, _MOST_ALONE)) else None


def _decision(to: Consequence) -> Consequence:
    """The next throw that decides something, or the outcome; as ``next_decision``, but it looks no further than it
    must.
    """
    to = settle(to)
    while isinstance(to, ThrowTree):
        one, look = to.each[0].to, _look(to.each[0].to)
        if any(way.to is not one and _look(way.to) != look for way in to.each):
            return to
        to = settle(one)
    return to


def _look(to: Consequence) -> Hashable:
    """What can be seen from outside of where a way leads."""
    return to.look if isinstance(to, ThrowTree) else ("", to)


def _ways(throw: ThrowTree) -> int:
    """In how many ways a throw comes up."""
    return sum(way.weight for way in throw.each)


def _is_drawn(throw: Consequence, most: int) -> bool:
    """Is it a throw of dice with faces, and few enough?"""
    return isinstance(throw, ThrowTree) and notation(throw.die) is not None and _ways(throw) <= most


class _Row(NamedTuple):
    """A face of the second throw or, of many, some in a row that lead to the same; in how many ways, and where they
    lead.
    """

    face: Outcome
    ways: int
    consequence: Consequence


def _rows(throw: ThrowTree, high: int) -> list[_Row]:
    """The faces of a second throw, in so many parts; of many those in a row that lead to the same are one."""
    part, apart = high // _ways(throw), len(throw.each) <= _APART
    stretches: list[tuple[Outcome, Consequence]] = []
    ways: list[int] = []
    last: Hashable = None
    for faces, weight, to in throw.each:
        consequence = _decision(to) if isinstance(to, Dist) else to
        look = _look(consequence)
        if apart or look != last:
            stretches.append((faces[0], consequence))
            ways.append(0)
        ways[-1] += weight * part
        last = look
    return [_Row(face, many, consequence) for (face, consequence), many in zip(stretches, ways, strict=True)]


class _Finder:
    """Finds what the faces lead to.

    event_words : the words of the event that is told alone, where it is.
    """

    def __init__(self, result: Result, event_words: str | None) -> None:
        self._result, self._event_words = result, event_words

    def squares(self, first: ThrowTree) -> DieSquares | None:
        """All of them; ``None`` where there would be too many, or too many kinds."""
        leads = [_decision(way.to) for way in first.each]
        across = sum(way.weight for way in first.each)
        each = {id(consequence): consequence for consequence in leads}
        drawn = each if across <= _MOST_ACROSS else {}
        below = {one: consequence for one, consequence in drawn.items() if _is_drawn(consequence, _MOST_DOWN)}
        high = lcm(*(_ways(second) for second in below.values()))
        if high > _MOST_DOWN:
            below, high = {}, 1
        rows = {
            one: _rows(consequence, high) if one in below else [_Row("", high, consequence)]
            for one, consequence in each.items()
        }
        ways = Counter[int]()
        for way, consequence in zip(first.each, leads, strict=True):
            ways[id(consequence)] += way.weight
        kinds = self._kinds([(ways[one], some) for one, some in rows.items()])
        if kinds is None:
            return None
        number = {consequence: place for place, kind in enumerate(kinds) for consequence in self._leads_of(kind)}
        squares = {
            one: tuple(DieSquare(row.face, row.ways, number[_look(row.consequence)]) for row in some)
            for one, some in rows.items()
        }
        columns = tuple(
            DieColumn(
                way.faces[0], way.weight, squares[id(consequence)], consequence.name if id(consequence) in below else ""
            )
            for way, consequence in zip(first.each, leads, strict=True)
        )
        names = tuple(dict.fromkeys((second.name, second.die) for second in below.values()))
        space = self._result.space
        numbers = self._event_words is None and space.has_mean
        graded = space.graded or self._event_words is not None
        return DieSquares(first.name, first.die, names, columns, high, kinds, graded, numbers)

    def _leads_of(self, kind: SquareKind) -> Iterator[Hashable]:
        """The keys of the squares that a kind stands for."""
        if kind.then is None:
            yield from (("", outcome) for outcome in kind.outcomes)
        else:
            yield from kind.outcomes

    def _kinds(self, rows: Sequence[tuple[int, Sequence[_Row]]]) -> tuple[SquareKind, ...] | None:
        """What squares lead to.

        rows : below faces of the first throw that lead to the same, in how many ways these come up.
        """
        ways: Counter[Hashable] = Counter()
        further: dict[Hashable, ThrowTree] = {}
        ends: dict[Outcome, None] = {}
        for across, some in rows:
            for _, high, consequence in some:
                ways[_look(consequence)] += across * high
                if isinstance(consequence, ThrowTree):
                    further.setdefault(consequence.look, consequence)
                else:
                    ends[consequence] = None
        kinds = self._of_ends(in_order(ends, self._result.space.scale))
        then = self._of_further(further, ways)
        if kinds is None or then is None:
            return None
        marks = _marks([kind.words for kind in kinds if not kind.mark])
        return (*(kind._replace(mark=kind.mark or marks[kind.words]) for kind in kinds), *then)

    def _of_ends(self, ends: list[Outcome]) -> list[SquareKind] | None:
        if self._event_words is not None:
            return [
                SquareKind(self._words(end), "" if end else "\N{EN DASH}", end, (end,), int(end), 2) for end in ends
            ]
        if all(type(end) is int for end in ends):
            return _of_numbers(ends, self._result.dist)
        every = list(self._result.space.names) if not self._result.space.parts else []
        order = every if set(ends) <= set(every) else ends
        if len(ends) > _MOST_KINDS:
            return None
        places = {end: order.index(end) for end in ends}
        if len(order) == 2 and (events := self._result.check.events_of(self._result.space)):
            test = self._result.test(events[0])
            places = {end: int(bool(test(end))) for end in ends}
        return [
            SquareKind(self._words(end), str(end) if type(end) is int else "", end, (end,), places[end], len(order))
            for end in ends
        ]

    def _of_further(self, further: dict[Hashable, ThrowTree], ways: Counter[Hashable]) -> list[SquareKind] | None:
        """What is left to further dice; where they may come to too many different things, alike for each throw."""
        groups: dict[Hashable, list[Hashable]] = {}
        for key, throw in further.items():
            alone = len(further) <= _MOST_FURTHER
            groups.setdefault(key if alone else (throw.name, throw.die), []).append(key)
        if len(groups) > _MOST_FURTHER:
            return None
        kinds = []
        for place, keys in enumerate(groups.values()):
            throw = further[keys[0]]
            comes = _mixed([(ways[key], further[key]) for key in keys]).ordered(self._result.space.scale)
            label = f"{throw.name} ({throw.die})" if notation(throw.die) else throw.name
            sentence = f"{label} decides{self._further_words(comes)}"
            kinds.append(
                SquareKind(
                    sentence,
                    chr(ord("A") + place),
                    (label, frozenset(comes.items())),
                    tuple(keys),
                    place,
                    len(groups),
                    comes,
                )
            )
        return kinds

    def _further_words(self, comes: Dist) -> str:
        """What further dice come to, where that is short."""
        if len(comes) > _FEW:
            return ""
        return ": " + ", ".join(f"{self._words(end)} {percent_text(p)}" for end, p in comes.items())

    def _words(self, end: Outcome) -> str:
        """An outcome in words."""
        if self._event_words is None:
            return self._result.check.words(end)
        return self._event_words if end else "not"


def _mixed(each: Sequence[tuple[int, Dist]]) -> Dist:
    """What comes of one of several distributions, in so many ways of each."""
    return Dist({place: ways for place, (ways, _) in enumerate(each)}).map(lambda place: Dist(each[place][1].weights))


def _of_numbers(ends: Sequence[int], dist: Dist) -> list[SquareKind]:
    """A kind for each number, or for some that follow each other where there are too many."""
    if not ends:
        return []
    low, high = ends[0], ends[-1]
    wide = 1 if len(ends) <= _MOST_NUMBERS else -(-(high - low + 1) // _RANGES)
    groups: dict[int, list[int]] = {}
    for end in ends:
        groups.setdefault((end - low) // wide, []).append(end)
    every = list(groups.values())
    if wide == 1:
        return [
            SquareKind(outcome_text(end), str(end), end, (end,), place, len(ends)) for place, end in enumerate(ends)
        ]
    return [
        SquareKind(
            f"{some[0]} to {some[-1]}" if len(some) > 1 else str(some[0]),
            chr(ord("a") + place),
            tuple(some),
            tuple(some),
            place,
            len(every),
        )
        for place, some in enumerate(every)
    ]


def _marks(names: Sequence[str]) -> dict[str, str]:
    """For each name a letter or two that no other has.

    >>> _marks(["miss", "hit, no wound", "minor", "mortal"])
    {'miss': 'm', 'hit, no wound': 'h', 'minor': 'mi', 'mortal': 'mo'}
    >>> _marks(["2", "2+"])
    {'2': '2', '2+': '3'}
    """
    marks: dict[str, str] = {}
    for number, name in enumerate(names, 1):
        letters = "".join(letter for letter in name.lower() if letter.isalnum()) or "?"
        initials = "".join(word[0] for word in name.lower().split() if word[0].isalnum())
        letters_first = [letters[0], letters[:2], initials[:2], *(letters[0] + one for one in letters[2:])]
        tries: Iterator[str] = chain(letters_first, map(str, count(number)))
        marks[name] = next(mark for mark in tries if mark and mark not in marks.values())
    return marks
