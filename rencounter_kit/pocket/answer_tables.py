"""Every answer of a check as tables: what each modifier counts for what it depends on, and what the page shows of each answer.

A page looks up in them what Python would work out. What is not asked on the page stays as it was set.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from ..analysis.throwing import is_thrown
from ..analysis.told import ToldAnswer
from ..errors import RuleError
from ..mechanics.check import Check, Result
from ..mechanics.labels import FOLDS, is_folded
from ..mechanics.links import Params, text_of
from ..mechanics.modifiers import Entry, InnerSum, Node, Part, Total, entries
from ..mechanics.parameter import QUESTION, Parameter, Whole
from ..mechanics.processes.process import Process
from ..progress import tell
from ..rulebook.book import DICE_HEADING, Rule, Ruleset, playable
from ..rulebook.stamp import unverified
from ..rulebook.told import citation_of, rules_told
from ..rulebook.watching import Reads, WatchedRuleset
from ..wording import EXACTLY, READINGS, in_words, is_short, odds_text, percent_text, spelt_out, sum_text, words
from .setting import Setting, Shown, as_shown

MOST_ROWS, MOST_ANSWERS = 100_000, 20_000  # of modifiers; of sets of target numbers
_ROOM = 20_000, 6_000  # the same with controls that are not in sight
_OFTEN = 50  # answers between two reports
_BYTES = 25  # that an answer takes in the file, about
_PIECES = re.compile(r"<[^>]*>|[^<]+")
_CANNOT_BE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, StopIteration)
_INSTEAD = "try the pocket edition, which works them out: rencounter pocket -o rencounter.html"

Given = tuple[Any, Iterable[Entry]]  # a value, and the modifiers that made it
Gives = Callable[[Ruleset, Params], Given]


class Store:
    """Things by number, each once."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def __getitem__(self, thing: Any) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


class Cell(NamedTuple):
    """What a function gives for some values: entries or a value, what it read, or why not."""

    value: Any = None
    entries: tuple[Entry, ...] = ()
    read: frozenset[str] = frozenset()
    error: str = ""


class CellTable(NamedTuple):
    """What a function depends on, and what it gives for each combination of that."""

    names: tuple[str, ...]
    cells: list[Cell]


def too_large(check: Check[Any], what: str) -> RuleError:
    """The error for a check whose tables would not fit a small page."""
    return RuleError(f"a page of tables must be small; got {check.id}, {what}; {_INSTEAD}")


class Tables:
    """The tables of one check by some rules.

    at : what is set at the start; what is not asked on the page stays so. asked : the parameters that are; without it those in
    sight, and of the others those for which there is room.
    """

    def __init__(self, at: Setting, asked: Iterable[str] | None = None) -> None:
        self.check, self.rules, self._at = at.check, at.rules, at
        if isinstance(self.check, Process):
            raise too_large(self.check, "a fight, which is worked out turn by turn")
        self._parameters = self.check.parameters_by(self.rules)
        self._kept: dict[tuple[Any, ...], list[Cell]] = {}
        every = self._parameters.items()
        self._most = MOST_ROWS, MOST_ANSWERS
        self.asked = tuple(name for name, p in every if (_is_usual(p) if asked is None else name in asked))
        self._count()
        if asked is not None:
            return
        self._most = _ROOM
        for name, p in every:
            if name not in self.asked and p.values():
                self._ask_too(name)
        self._most = MOST_ROWS, MOST_ANSWERS
        self._count()

    # How large ----------------------------------------------------------------------------------------------------------

    def _ask_too(self, name: str) -> None:
        """Ask for one more, where there is room for it."""
        before = self.asked
        self.asked = tuple(one for one in self._parameters if one in {*before, name})
        try:
            self._count()
        except RuleError:
            self.asked = before

    def _count(self) -> None:
        """What each function gives; ``RuleError`` where that is too much."""
        self._domains = {name: self._domain(name, p) for name, p in self._parameters.items()}
        self._columns: dict[str, list[CellTable]] = {}
        self.row_count = 0
        for name, part in self.check.nodes.items():
            if isinstance(part, Total):
                gives = partial(_entries, part.said(self.rules))
                columns = [
                    self._column((name, place), one.names, partial(gives, one)) for place, one in enumerate(part.parts)
                ]
                self._domains[name] = self._sums(columns)
            else:
                columns = [self._column((name,), part.names, partial(_value, part))]
                self._domains[name] = _each_once(cell.value for cell in columns[0].cells if not cell.error)
            self._columns[name] = columns
        self._refusals = [
            self._column(("refusal", place), one.names, partial(_value, one))
            for place, one in enumerate(self.check.refusals)
        ]
        self.axes = [*self.check.targets]
        if QUESTION in self._parameters and QUESTION not in self.axes:
            self.axes.append(QUESTION)
        many = math.prod(len(self._domains[name]) for name in self.axes)
        if many > self._most[1]:
            raise too_large(self.check, f"with {many:,} answers, {_size(many)}")

    def _domain(self, name: str, p: Parameter) -> list[Any]:
        """The values that a parameter may have on the page."""
        usual = self.rules[p.path] if p.path else p.default
        rests = [p.default] if p.only_with[0] else []
        unasked = [None] if any(other.instead_of == name for other in self._parameters.values()) else []
        if name not in self.asked:
            return _each_once([self._at[name], *rests, *unasked])
        return _each_once([*p.values(), usual, *rests, *unasked, *([None] if p.optional else [])])

    def _column(self, key: tuple[Any, ...], names: tuple[str, ...], gives: Gives) -> CellTable:
        many = math.prod(len(self._domains[name]) for name in names)
        self.row_count += many
        if self.row_count > self._most[0]:
            raise too_large(
                self.check,
                f"with {self.row_count:,} rows of modifiers or more, {_size(self.row_count)}",
            )
        whole = (*key, *(tuple(map(repr, self._domains[name])) for name in names))
        if whole not in self._kept:
            each = product(*(self._domains[name] for name in names))
            self._kept[whole] = [self._cell(gives, dict(zip(names, values, strict=True))) for values in each]
        return CellTable(names, self._kept[whole])

    def _cell(self, gives: Gives, known: Params) -> Cell:
        watched = WatchedRuleset(self.rules)
        try:
            with playable(self.rules):
                value, rows = gives(watched, known)
        except RuleError as error:
            return Cell(error=str(error), read=watched.paths_read)
        except _CANNOT_BE as error:  # these values never come together
            return Cell(error=f"{type(error).__name__}: {error}")
        return Cell(value, tuple(rows), watched.paths_read)

    def _sums(self, columns: Sequence[CellTable]) -> list[int]:
        low = high = 0
        for column in columns:
            values = [[e.value for e in cell.entries] for cell in column.cells if not cell.error] or [[]]
            if any(type(value) is not int for row in values for value in row):
                raise too_large(self.check, "with sums that are no whole numbers")
            low, high = low + min(map(sum, values)), high + max(map(sum, values))
        return list(range(low, high + 1))

    # What is packed -----------------------------------------------------------------------------------------------------

    def packed(self) -> Shown:
        """All that the page looks up."""
        self._texts, self._lines, self._reads, self._lists, self._chances = (Store() for _ in range(5))
        self._paths = {p.path for p in self._parameters.values() if p.path}
        nodes: list[Any] = []
        for name, part in self.check.nodes.items():
            columns = self._columns[name]
            if isinstance(part, Total):
                nodes.append([name, self._domains[name][0], [self._table(column) for column in columns]])
            else:
                places = {(type(value), value): place for place, value in enumerate(self._domains[name])}
                values = [0 if cell.error else places[type(cell.value), cell.value] for cell in columns[0].cells]
                nodes.append([name, None, [self._table(columns[0], values=True)], _runs(values)])
        answers, index = self._answers()
        heads = WatchedRuleset(self.rules)
        for part in self.check.nodes.values():
            if isinstance(part, Total):
                part.said(heads)
        always = self._reads[heads.paths_read]
        return {
            "always": always,
            "parameters": [self._parameter(p) for p in self._parameters.values()],
            "asked": list(self.asked),
            "sizes": {name: len(values) for name, values in self._domains.items()},
            "nodes": nodes,
            "refusals": [self._table(one) for one in self._refusals],
            "axes": self.axes,
            "index": _runs(index),
            **answers,
            "lines": list(self._lines),
            **self._told_reads(),
            "chances": self._told_chances(),
            "lists": list(self._lists),
            "unverified": unverified(self.check.stem),
            "texts": list(self._texts),
        }

    def _parameter(self, p: Parameter) -> Shown:
        values = self._domains[p.name]
        other, counts_with = p.only_with
        return {
            "name": p.name,
            "words": words(p.name),
            "fold": next((title for title, belongs in FOLDS.items() if belongs(p)), ""),
            "values": values,
            "texts": [text_of(value) for value in values],
            "shown": [as_shown(p, value) for value in values],
            "usual": _place(values, self.rules[p.path] if p.path else p.default),
            "default": _place(values, p.default),
            "none": _place(values, None),
            "set": _place(values, self._at[p.name]),
            "wanted": p.wanted,
            "read": self._reads[self._read_for(p)],
            "path": p.path,
            "instead": p.instead_of,
            "other": other,
            "counts": list(counts_with),
        }

    def _read_for(self, p: Parameter) -> frozenset[str]:
        """What is read to see whether a value may be, where it is not the usual one."""
        watched = WatchedRuleset(self.rules)
        others = (value for value in p.values() if type(value) is not type(p.default) or value != p.default)
        with suppress(RuleError):
            p.right(next(others, p.default), watched)
        return watched.paths_read

    def _table(self, column: CellTable, values: bool = False) -> Any:
        """A column for the page: of what it depends on, entries, what was read, and refusals. values : do values stand beside it?"""
        rows = [tuple(self._line(entry) for entry in cell.entries) for cell in column.cells]
        read = [self._reads[cell.read] for cell in column.cells]
        errors = [self._texts[in_words(cell.error)] if cell.error else -1 for cell in column.cells]
        kinds = Store()
        places = [kinds[one] for one in zip(rows, read, errors, strict=True)]
        if len(kinds) == 1 and not values:
            return [[], [0], list(kinds)]  # it depends on nothing
        return [list(column.names), _runs(places), list(kinds)]

    def _line(self, entry: Entry) -> int:
        rule = entry.rule
        where = (rule.path, bool(rule.was)) if rule else ("", False)
        return self._lines[
            (
                self._texts[spelt_out(entry.roll)],
                entry.number,
                self._texts[entry.label],
                self._texts[entry.citation],
                *where,
                entry.value,
            )
        ]

    def _answers(self) -> tuple[Shown, list[int]]:
        """What is shown of each set of target numbers, each thing once."""
        shown, kinds, index = Store(), Store(), list[int]()
        dists: dict[Any, int] = {}
        count = len(self.check.targets)
        many = math.prod(len(self._domains[name]) for name in self.axes)
        for number, values in enumerate(product(*(self._domains[name] for name in self.axes))):
            if number % _OFTEN == 0:
                tell(number, many)
            question = {QUESTION: dict(zip(self.axes, values, strict=True))[QUESTION]} if QUESTION in self.axes else {}
            index.append(kinds[self._kind(values[:count], question, dists, shown)])
        return {"answers": list(kinds), "shown": list(shown)}, index

    def _kind(self, numbers: Sequence[Any], question: Shown, dists: dict[Any, int], shown: Store) -> tuple[Any, ...]:
        """What is shown of target numbers, what is said of them, and what their dice read."""
        try:
            targets = self.check._targets_type(*numbers)
            dist, read = self.check._dist_and_reads(self.rules, targets)
            result = Result(self.check, self.rules, question, targets, (), dist, Reads(frozenset(), read))
            says = tuple(self.check.says(targets, self.rules))
            space = result.space
            thrown = len(dist) > 1 or is_thrown(result)
        except RuleError as error:
            return -1, (self._texts[in_words(str(error))],), -1
        except _CANNOT_BE:
            return -1, (), -1  # these target numbers never come together
        key = (tuple(dist.items()), id(space), *question.values(), () if thrown else says)
        if key not in dists:
            dists[key] = shown[self._shown(ToldAnswer(result))]
        return dists[key], tuple(self._texts[one] for one in says), self._reads[read]

    def _shown(self, view: ToldAnswer) -> tuple[Any, ...]:
        """The sentences, bars and tables of an answer."""
        readings = READINGS if view.result.space.in_order else READINGS[:1]
        return (
            self._pieces(view.sentences()),
            view.result.space.in_order,
            len(view.result.dist) > 1,
            view.ours,
            tuple(self._read_so(view, reading) for reading in readings),
        )

    def _read_so(self, view: ToldAnswer, reading: str) -> tuple[Any, ...]:
        """The figures of the picture, and those of the table where they are others."""
        drawn, (names, each) = view.drawn(reading), zip(*view.rows(reading), strict=True)
        chances = [p for (p,) in each]
        note = sum_text(chances) if reading == EXACTLY else ""
        shown = self._columns_of([view.result.check.words(one) for one in drawn.outcomes], drawn.chances[0])
        listed = self._columns_of(names, chances)
        about = self._lists[int(drawn.upright), self._texts[drawn.along], self._texts[note]]
        return (about, *shown, *(listed if listed != shown else ()))

    def _columns_of(self, names: Iterable[str], chances: Iterable[Fraction]) -> tuple[Any, ...]:
        told = tuple(self._chances[p.numerator, p.denominator] for p in chances)
        return self._lists[tuple(self._texts[name] for name in names)], told

    def _told_chances(self) -> list[Any]:
        """What is told of each chance: exact where that is short, percent, odds, and else its share."""
        told = list[Any]()
        for pair in self._chances:
            p = Fraction(*pair)
            text = [self._texts[percent_text(p)], self._texts[odds_text(p)]]
            told.append([str(p), *text] if is_short(p) else ["", *text, float(p)])
        return told

    def _pieces(self, text: str) -> tuple[int, ...]:
        return tuple(self._texts[one] for one in _PIECES.findall(text))

    def _told_reads(self) -> Shown:
        """What was read, as far as something is told of it: dice and tables with their sources, and marked figures."""
        marked = {rule.path: rule for rule in self.rules.marked}
        places = {path: place for place, path in enumerate(self.rules)}
        names, rules = Store(), dict[str, Any]()
        sets = []
        for read in self._reads:
            kept = []
            for one in sorted(read):
                paths = sorted(self.rules.paths_of([one]) & places.keys(), key=places.__getitem__)
                group = one not in self.rules
                told = [path for path in paths if group or path in marked or _is_told(self.rules.rule(path))]
                if told and (one not in self._paths or one in marked):
                    kept.append(names[one, tuple(told)])
                    rules.update((path, self._rule(path)) for path in told)
            sets.append(kept)
        for path in marked.keys() & self._paths:  # read where nobody sets it
            names[path, (path,)]
            rules[path] = self._rule(path)
        order = sorted(rules, key=places.__getitem__)
        numbers = {path: number for number, path in enumerate(order)}
        return {
            "reads": sets,
            "read": [
                [one, one.startswith(DICE_HEADING), [numbers[path] for path in paths], *self._also(one)]
                for one, paths in names
            ],
            "rules": [[path, *rules[path]] for path in order],
        }

    def _also(self, path: str) -> tuple[int, int]:
        """What is told of a figure or a table that counts besides, and its citation."""
        rules = self.rules.below(path)
        return self._texts[rules_told(rules)], self._texts[citation_of(rules)]

    def _rule(self, path: str) -> tuple[Any, ...]:
        """What is told of a rule: whether it stands among what counts besides, its mark, and what it says there."""
        rule = self.rules.rule(path)
        mark = f"{rule.mark}: {rule.label}" + (f" ({rule.note})" if rule.note else "") if rule.mark else ""
        return _is_told(rule), self._texts[mark] if mark else -1, *self._also(path)


def _size(many: int) -> str:
    """About how large the file would be."""
    size = many * _BYTES
    if size > 10**9:
        return "more than a gigabyte"
    return f"about {size // 1000:,} kB" if size < 10**6 else f"about {size // 10**6:,} MB"


def _is_told(rule: Rule) -> bool:
    return rule.is_dice or type(rule.value) in (int, float, tuple)


def _is_usual(p: Parameter) -> bool:
    """Is its control in sight, and one with few values?"""
    return bool(p.values()) and not is_folded(p) and not (isinstance(p, Whole) and p.optional)


def _entries(roll: str, part: Node, r: Ruleset, known: Params) -> Given:
    """What a part of a sum counts."""
    return None, entries(roll, part.label, part(r, known))


def _value(part: Node, r: Ruleset, known: Params) -> Given:
    """What a target number is, with the reasons that it has."""
    if isinstance(part, Part):
        return part.answer(r, known)
    return part(r, known), part.reasons(r, known) if isinstance(part, InnerSum) else ()


def _each_once(values: Iterable[Any]) -> list[Any]:
    """Values in order, each once; true and 1 are two."""
    return [value for _, value in dict.fromkeys((type(value), value) for value in values)] or [None]


def _place(values: Sequence[Any], value: Any) -> int:
    """Where a value stands; -1 where it does not."""
    return next((place for place, one in enumerate(values) if type(one) is type(value) and one == value), -1)


def _runs(numbers: Sequence[int]) -> list[int]:
    """Numbers as differences from one to the next, which pack better."""
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]
