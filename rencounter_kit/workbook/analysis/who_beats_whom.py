"""Who beats whom: every man of a roster against every other, by the book and by the rules in force, strongest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, permutations
from typing import NamedTuple

from ...engine.dice.dist import Outcome
from ...engine.formats.table import ExactTable
from ...engine.words.errors import RuleError
from ...engine.words.wording import number_text, percent_text, so_many
from ...engine.work.progress import ProgressBar
from ...engine.work.work import Workers
from ..mechanics.check import Check
from ..mechanics.labels import asked_by_rules
from ..mechanics.registry import check_of, checks
from ..rulebook.book import Ruleset
from ..rulebook.text import Value
from .cells import Cell, figures_in_order
from .measure import Measure, Report, left_out_text
from .roster import NamedFigure, Roster, as_usual, certain, facts, matched, roster, two_sided

MOST_FIGURES = 24  # that meet each other
_MARKED, _MARK = 3, "*"  # cells that are marked as changed most
_PER = 100  # of the price, for which value is told

Pair = tuple[str, str]  # the names of A and B
Figures = Mapping[Pair, Fraction]  # the cells that have an answer


def who_beats_whom(
    id: str | Check,
    men: str | Roster | None = None,
    /,
    *,
    outcome: Outcome = None,
    rules: Ruleset | None = None,
    only: Sequence[str] = (),
    executor: Workers | None = None,
    progress: ProgressBar = None,
    **settings: Value,
) -> WhoBeatsWhom:
    """Every man of a roster against every other: the chance of an event, or a mean.

    id : a check that two figures meet in, such as ``"rencounter.duel"`` or ``"rencounter.fire"``.
    men : a roster, its text or its code; the ready figures of the game when left out. From 2 to 24 figures.
    outcome : an outcome, several in a list, or an event; when left out the check's first event, or the mean where it
        has none.
    rules : a ruleset with house rules, whose figures stand beside those of the book.
    only : names, where only some of the men are to be A; then the others only stand against them.
    settings : other parameters of the check, the same in every meeting.
    executor, progress : as in ``rk.sweep``.

    He who stands at the left is A, acts or shoots; he above is B, or the target. The strongest stands first: whose
    average against the others is furthest above the average of the others against him. Raises ``RuleError`` for a
    check in which no two of them meet, unknown names and wrong values; pairs that the rules refuse are left out, with
    the reason.

    >>> import rencounter_kit as rk
    >>> duels = rk.who_beats_whom("traveller.duel", rk.roster("traveller").only("Clerk", "Scout", "Marine"))
    >>> duels.order
    ['Marine', 'Scout', 'Clerk']
    """
    check = check_of(id, rules)
    every = roster(check.stem if men is None else men)
    if every.game != check.stem:
        raise RuleError(f"the figures must be of {check.stem}; got some of {every.game}; try rk.roster('{check.stem}')")
    if not 2 <= len(every) <= MOST_FIGURES:
        got = len(every) if every else f"none, as {every.head()}"
        raise RuleError(f"from 2 to {MOST_FIGURES} figures can meet each other; got {got}")
    if check.by_the_book not in two_sided(check.stem, every):
        able = ", ".join(one.name for one in two_sided(check.stem, every)) or "none"
        raise RuleError(f"two of these figures must meet in the check; got {check.id}; they meet in {able}")
    rulesets = list(dict.fromkeys([check.book, check.ruleset(rules)]))
    firsts = every.only(*only) if only else every
    pairs = [(one, other) for one in firsts for other in every if one != other]

    def cell_of(by: Ruleset, pair: Pair) -> Cell:
        return by, check.targets_of(by, matched(check, by, every[pair[0]], every[pair[1]], settings))

    question = _question(check, outcome, [partial(cell_of, rulesets[0], pair) for pair in pairs])
    cells = [(by, pair) for by in rulesets for pair in pairs]
    answers = figures_in_order(check, [partial(cell_of, *cell) for cell in cells], question.of_dist, executor, progress)
    figures: list[dict[Pair, Fraction]] = [{} for _ in rulesets]
    left_out = dict[str, None]()
    for (by, pair), answer in zip(cells, answers, strict=True):
        if isinstance(answer, RuleError):
            left_out[f"{' against '.join(pair)}: {answer}"] = None
        else:
            figures[rulesets.index(by)][pair] = answer
    return WhoBeatsWhom(
        question,
        every,
        tuple(rulesets),
        check.named(settings),
        tuple(figures),
        tuple(left_out),
    )


def _question(check: Check, outcome: Outcome, cells: Sequence[partial[Cell]]) -> Measure:
    """What is asked of each meeting; the first that the rules do not refuse says what can be."""
    refused: RuleError | None = None
    for one in cells:
        try:
            space = check.space(one()[1])
        except RuleError as error:
            refused = refused or error
            continue
        if outcome is None:
            outcome = next(iter(check.events_of(space)), None)
        asks = None if check.is_mean(outcome) else check.named_event(outcome)
        check.test_of(asks, space)
        return Measure(check, asks)
    raise refused or RuleError(f"{check.id} does not set one figure against another; choose a check with two sides")


class Standing(NamedTuple):
    """How strong a man is by one set of rules.

    average, against : of his figures against the others, and of theirs against him; ``None`` where he meets nobody.
    price : what he costs, and ``value`` his average for each 100 of it; ``None`` where the game has no prices.
    """

    figure: str
    average: Fraction | None
    against: Fraction | None
    price: int | None
    value: Fraction | None

    @property
    def balance(self) -> Fraction:
        """By how much his average is above that of the others against him."""
        return (self.average or Fraction(0)) - (self.against or Fraction(0))


@dataclass(frozen=True, repr=False)
class WhoBeatsWhom(Report):
    """All against all.

    measure : what is asked; ``men`` the roster; ``rulesets`` the book, and the rules in force where there are others.
    settings : of each meeting, by parameter.
    figures : of each ruleset, by the names of A and B.
    left_out : why pairs have no answer.
    """

    measure: Measure
    men: Roster
    rulesets: tuple[Ruleset, ...]
    settings: Mapping[str, Value]
    figures: tuple[Figures, ...]
    left_out: tuple[str, ...] = ()

    @property
    def situation(self) -> str:
        """Of each meeting, in words."""
        return self.measure.check.spelling.settings(self.settings)

    @cached_property
    def standings(self) -> list[list[Standing]]:
        """How strong each is, by each ruleset over the same meetings; in one order, the strongest by the book first."""
        met = [pair for pair in self.figures[0] if all(pair in by for by in self.figures)]
        priced = _price(self.men)

        def standing(rules: Ruleset, by: Figures, man: NamedFigure) -> Standing:
            average, against = (_average([by[pair] for pair in met if pair[side] == man.name]) for side in (0, 1))
            price = certain(priced, rules, man) if priced else None
            value = average * _PER / price if price and average is not None else None
            return Standing(man.name, average, against, price, value)

        every = [
            [standing(*by, man) for by in zip(self.rulesets, self.figures, strict=True)] for man in self.men.values()
        ]
        return [list(by) for by in zip(*sorted(every, key=lambda one: -one[0].balance), strict=True)]

    @property
    def order(self) -> list[str]:
        """The names, the strongest by the book first."""
        return [row.figure for row in self.standings[0]]

    @cached_property
    def changes(self) -> list[tuple[Pair, Fraction]]:
        """What the rules in force change, the greatest change first."""
        book, ours = self.figures[0], self.figures[-1]
        changes = [(pair, ours[pair] - book[pair]) for pair in book if pair in ours and ours[pair] != book[pair]]
        return sorted(changes, key=lambda one: -abs(one[1]))

    def head(self) -> str:
        rules = f" (the book → {self.rulesets[-1].name})" if len(self.rulesets) > 1 else ""
        unit = "" if self.measure.outcome is None else "in percent"
        question = ", ".join(filter(None, [self.measure.title, self.situation, unit]))
        return f"{question}{rules}. A at the left, B above."

    def _short(self, figure: Fraction | None) -> str:
        if figure is None:
            return "-"
        return number_text(figure, 3) if self.measure.outcome is None else percent_text(figure).removesuffix(" %")

    def _both(self, figures: Iterable[Fraction | None]) -> str:
        """The figure by the book, and the one by the rules in force where that reads otherwise."""
        return " → ".join(dict.fromkeys(map(self._short, figures)))

    def _cell(self, a: str, b: str) -> str:
        """What it is between two; with a mark where that changes most."""
        if a == b:
            return ""
        return self._both(by.get((a, b)) for by in self.figures) + _MARK * ((a, b) in dict(self.changes[:_MARKED]))

    def cells(self) -> list[Sequence[str]]:
        rows: list[Sequence[str]] = []
        for place, by in enumerate(zip(*self.standings, strict=True), 1):
            averages = [one.average for one in by if one.average is not None]
            row = {"": str(place), "figure": by[0].figure, "average": self._both(one.average for one in by)}
            if len(by) > 1:
                row["change"] = self.measure.change(averages[-1] - averages[0]) if averages else "-"
            row["against him"] = self._both(one.against for one in by)
            if _price(self.men):
                row["price"] = " → ".join(dict.fromkeys(str(one.price or "-") for one in by))
                row[f"per {_PER}"] = self._both(one.value for one in by)
            row |= {str(number): self._cell(by[0].figure, one) for number, one in enumerate(self.order, 1)}
            rows = [*(rows or [list(row)]), list(row.values())]
        return rows

    @property
    def changed(self) -> list[str]:
        """What the rules in force change most, in a sentence; nothing by the book."""
        most = ", ".join(f"{a} against {b} {self.measure.change(by)}" for (a, b), by in self.changes[:_MARKED])
        if most or len(self.rulesets) == 1:
            return [f"Changed most: {most}."] if most else []
        boxes = " or ".join(dict.fromkeys(f'"{label}"' for label in self.unticked.values()))
        if boxes and all(rule.adds and rule.adds.ask for rule in self.rulesets[-1].house_rules):
            return [f"Your rules count only where {boxes} is ticked."]
        return [f"Your rules change none of these meetings{f'; {boxes} is not ticked' if boxes else ''}."]

    @property
    def unticked(self) -> dict[str, str]:
        """What the rules in force ask for, by parameter, while nothing of it is ticked."""
        boxes = asked_by_rules(self.measure.check)
        return {} if any(map(self.settings.get, boxes)) else boxes

    def notes(self) -> list[str]:
        about = "Average: of his row. Against him: of his column."
        if len(self.rulesets) > 1:
            about += " Change: what your rules add to his average, against the same men."
        if price := _price(self.men):
            about += f" Per {_PER}: his average for every {so_many(_PER, price.unit)} of his price."
        changed = [f"{_MARK} {one}" if self.changes else one for one in self.changed]
        if self.unticked and not self.changes:
            changed.append(f"To tick: {', '.join(self.unticked)}.")
        check, usual = self.measure.check, list[str]()
        for man in self.men.values():
            if lacks := as_usual(check, man, self.settings):
                usual.append(f"{man.name}: {check.spelling.settings(lacks)} as usual, since he has none.")
        return [about, *changed, *left_out_text(self.left_out, check.spelling), *usual]

    def _repr_html_(self) -> str:
        return super()._repr_html_().replace(" → ", "\u00a0→ ")  # a narrow cell has two lines, not three

    def as_table(self) -> ExactTable:
        heads = ("a", "b", *("book", "rules")[: len(self.figures)])
        lines = [(*pair, *(by.get(pair) for by in self.figures)) for pair in permutations(self.order, 2)]
        return ExactTable(heads, lines, self.head(), list(map(str, self.notes())), self.cells())


def _average(figures: Sequence[Fraction]) -> Fraction | None:
    return sum(figures, Fraction(0)) / len(figures) if figures else None


def _price(men: Roster) -> Check | None:
    """The check of what a figure costs, where the game has prices."""
    priced = facts(men.game).get("price")
    return checks[priced] if priced else None


def merged(parts: Sequence[WhoBeatsWhom]) -> WhoBeatsWhom:
    """Several parts of one, in each of which other men were A."""
    figures = tuple(
        dict(chain.from_iterable(one.items() for one in by)) for by in zip(*(p.figures for p in parts), strict=True)
    )
    return replace(parts[0], figures=figures, left_out=tuple(chain.from_iterable(part.left_out for part in parts)))
