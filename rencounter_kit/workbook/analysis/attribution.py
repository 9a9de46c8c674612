"""Whose doing is the final chance? The Shapley share of each modifier, in exact fractions.

A modifier's worth depends on which others count already. Its Shapley share is its worth on average over all orders in
which the modifiers could be added one by one; so the shares add up to what all of them change together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial
from typing import NamedTuple

from ...engine.dice.dist import Figure, Outcome
from ...engine.dice.throw import Targets
from ...engine.words.errors import RuleError
from ...engine.words.wording import fraction_text, signed
from ...engine.work.progress import tell
from ..mechanics.check import Check, Result
from ..mechanics.modifiers import Entry, Node, Part, Total
from ..mechanics.parameter import QUESTION
from ..mechanics.processes.process import Process
from ..mechanics.registry import check_of
from ..rulebook.book import Ruleset, Value
from .measure import Measure, Report, measure, must_tell

_LIMIT = 12  # parameters that are taken in all their combinations

Sums = tuple[Figure, ...]


class Share(NamedTuple):
    """What one modifier has of the change: its name, the roll it counts in, how much, its exact share.

    For a parameter the roll is empty, and the value says from what to what it goes.
    """

    name: str
    roll: str
    value: Value
    share: Fraction


@dataclass(frozen=True, repr=False)
class Attribution(Report):
    """Shapley shares, biggest first. ``base`` + the sum of the shares = ``final``, exactly.

    ``base`` : the figure without any of them. ``final`` : with all of them.
    """

    measure: Measure
    base: Fraction
    final: Fraction
    rows: tuple[Share, ...]
    kind = Share

    def head(self) -> str:
        question = self.measure
        return f"{question.title}; without these {question.short(self.base)}, with all {question.short(self.final)}"

    def cells(self) -> list[Sequence[str]]:
        question = self.measure
        rows = [
            (
                row.name,
                row.roll,
                signed(row.value) if row.roll else row.value,
                question.change(row.share),
                fraction_text(row.share),
            )
            for row in self.rows
        ]
        return [("what", "in", "counts", "share", "exactly"), *rows]

    def notes(self) -> list[str]:
        if not self.rows:
            return ["Nothing to share out: no modifier counts here."]
        return [f"Together: {self.measure.both(self.final - self.base)}."]


def shapley(
    id: str | Check,
    /,
    *,
    outcome: Outcome = None,
    rules: Ruleset | None = None,
    against: Mapping[str, Value] | None = None,
    **settings: Value,
) -> Attribution:
    """The Shapley share of each modifier in the final chance.

    id, outcome, rules, settings : as in ``rk.worth``. The modifiers are those that have a rule in the check's sums; the
    player's own figure (his skill) is the base. A modifier counts or does not; what else the situation changes
    stays as it is. The same cause in two sums, as armour that is harder to hit and lessens the wound, is two modifiers.

    against : parameters of another situation (those left out at their defaults, so ``{}`` is all defaults). Then the
    change from there to here is shared out among the parameters that differ, at most twelve. So it is also for a fight,
    and for a check whose modifiers do not stand in sums of its own.

    Raises ``RuleError`` for unknown names and wrong values, for more than twelve parameters, and where some of them
    contradict each other without the rest.

    >>> from rencounter_kit import shapley
    >>> shot = shapley("rencounter.fire", skill=9, range_band="long", cover="half_solid", aim_turns=1)
    >>> for row in shot.rows:
    ...     if row.share:
    ...         print(row.name, row.share)
    long range -1/3
    cover: half solid -1/6
    one turn of aim 1/6
    >>> shot.base + sum(row.share for row in shot.rows) == shot.final
    True
    """
    check = check_of(id, rules)
    result = check(rules=rules, **settings)
    question = measure(result, outcome)
    if against is None and _has_sums(check):
        return _of_modifiers(result, question)
    return _of_parameters(result, question, check.named(settings), against or {})


def _has_sums(check: Check) -> bool:
    """Do all modifiers of the check stand in sums of its own?"""
    parts = check.nodes.values()
    return (
        not isinstance(check, Process)
        and any(isinstance(part, Total) for part in parts)
        and not any(isinstance(part, Part) for part in parts)
    )


# Modifiers ------------------------------------------------------------------------------------------------------------


class _Modifiers:
    """The target numbers when only some modifiers count.

    ``players`` : (place, modifier). ``base`` : at each place a sum without them, or 0 for a rule that halves or bounds
    the sum before it and is a player too: 1 when it counts. What depends on another sum (as the limits of a percentage
    do), and a bound that is no rule, is a consequence, no player, and worked out anew.
    """

    def __init__(self, result: Result) -> None:
        self.check, self.rules = result.check, result.rules
        self.players: list[tuple[int, Entry]] = []
        base: list[Figure] = []
        self.values: dict[str, Value] = result.params
        self.later: list[tuple[str, Total | Node]] = []  # what depends on the sums, in order
        self.switched: dict[str, list[Node]] = {}  # of each sum the rules at its end that are players
        dependent: set[str] = set()
        for name, part in self.check.nodes.items():
            if isinstance(part, Total):
                own = tuple(one for one in part.parts if not dependent & set(one.names))
                then = () if dependent & set(part.names) else part.then
                place, self.switched[name] = len(base), []
                base.append(0)
                for one, rows in Total(part.roll, own, then=then).by_part(self.rules, self.values):
                    by_rule = [entry for entry in rows if entry.rule]
                    if one not in then:
                        self.players += [(place, entry) for entry in by_rule]
                        base[place] += sum(entry.value for entry in rows if not entry.rule)
                    elif any(entry.value for entry in by_rule):
                        self.switched[name].append(one)
                        self.players.append((len(base), by_rule[0]))
                        base.append(0)
                others = tuple(one for one in part.parts if one not in own)
                self.later.append((name, Total(part.roll, others, then=part.then)))
                self.values[name] = base[place]
                dependent.add(name)
            elif dependent & set(part.names):
                self.later.append((name, part))
                dependent.add(name)
            else:
                self.values[name] = part(self.rules, self.values)
        self.base: Sums = tuple(base)

    def targets(self, sums: Sums) -> Targets:
        """The target numbers for these sums."""
        values, left = dict(self.values), iter(sums)
        for name, part in self.later:
            if isinstance(part, Total):
                start, counts = next(left), {one: next(left) for one in self.switched[name]}
                then = tuple(one for one in part.then if counts.get(one, True))
                rows = replace(part, then=then).reasons(self.rules, values, start)
                values[name] = start + sum(entry.value for entry in rows)
            else:
                values[name] = part(self.rules, values)
        return self.check._targets_type(*[values[name] for name in self.check.targets])


def _of_modifiers(result: Result, question: Measure) -> Attribution:
    modifiers = _Modifiers(result)
    steps = [_step(len(modifiers.base), at, entry.value) for at, entry in modifiers.players]
    figures: dict[Sums, Fraction] = {}

    def figure(sums: Sums) -> Fraction:
        if sums not in figures:
            figures[sums] = question.at(result.rules, modifiers.targets(sums))
        return figures[sums]

    shares = shares_of_sums(steps, modifiers.base, figure)
    rows = [
        Share(entry.label, entry.roll, entry.value, share)
        for (_, entry), share in zip(modifiers.players, shares, strict=True)
    ]
    return _attribution(question, figure(modifiers.base), question.of(result), rows)


def _step(sums: int, at: int, value: Figure) -> Sums:
    """A modifier as what it adds to each of the sums."""
    return tuple(value if i == at else 0 for i in range(sums))


def _attribution(question: Measure, base: Fraction, final: Fraction, rows: Sequence[Share]) -> Attribution:
    return Attribution(question, base, final, tuple(sorted(rows, key=lambda row: -abs(row.share))))


def _plus(a: Sums, b: Sums) -> Sums:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def shares_of_sums(steps: Sequence[Sums], base: Sums, figure: Callable[[Sums], Fraction]) -> list[Fraction]:
    """The Shapley share of each step, where ``figure`` depends on the sum of the steps taken from ``base`` alone.

    Sets of steps of one size and one sum do the same, so they are counted instead of gone through: quick for any number
    of steps.
    """
    sets: list[dict[Sums, int]] = [{base: 1}]  # for each size: sum to number of sets
    for step in steps:
        sets = _with_one_more(sets, step)
    shares: dict[Sums, Fraction] = {}
    for step in set(steps):  # equal steps have equal shares
        shares[step] = Fraction(0)
        for sums, weight in _weights(_without_one(sets, step), len(steps)).items():
            shares[step] += weight * (figure(_plus(sums, step)) - figure(sums))
    return [shares[step] for step in steps]


def _with_one_more(sets: list[dict[Sums, int]], step: Sums) -> list[dict[Sums, int]]:
    """The sets of the same steps and one more."""
    larger = [dict(one) for one in sets] + [{}]
    for size, one in enumerate(sets):
        for sums, number in one.items():
            to = _plus(sums, step)
            larger[size + 1][to] = larger[size + 1].get(to, 0) + number
    return larger


def _without_one(sets: list[dict[Sums, int]], step: Sums) -> list[dict[Sums, int]]:
    """The sets in which a step is not: those of a size, less those that it makes of the smaller ones."""
    left: list[dict[Sums, int]] = [sets[0]]
    for one in sets[1:-1]:
        rest = dict(one)
        for sums, number in left[-1].items():
            rest[_plus(sums, step)] -= number
        left.append({sums: number for sums, number in rest.items() if number})
    return left


def _weights(sets: list[dict[Sums, int]], players: int) -> dict[Sums, Fraction]:
    """How often, over all orders, the steps before one's own come to each sum."""
    counts: dict[Sums, int] = {}
    for size, one in enumerate(sets):
        orders = factorial(size) * factorial(players - size - 1)
        for sums, number in one.items():
            counts[sums] = counts.get(sums, 0) + number * orders
    return {sums: Fraction(orders, factorial(players)) for sums, orders in counts.items()}


# Parameters -----------------------------------------------------------------------------------------------------------


def _of_parameters(
    result: Result, question: Measure, current: Mapping[str, Value], there: Mapping[str, Value]
) -> Attribution:
    if not isinstance(there, Mapping):
        raise RuleError(f"against must be parameters with their values; got {type(there).__name__}; try against={{}}")
    check, rules = result.check, result.rules
    same_question = {QUESTION: current[QUESTION]} if QUESTION in current else {}  # the same is asked of both
    there = {**same_question, **check.named(there)}
    base = check(rules=rules, **there).params
    names = [name for name in dict.fromkeys([*current, *there]) if base[name] != result.params[name]]
    for name in names:
        must_tell(name, "what differs")
    if len(names) > _LIMIT:
        raise RuleError(
            f"at most {_LIMIT} parameters must differ, since all their combinations are asked; got {len(names)}; "
            "try against with more of them as they are here"
        )
    same = {name: value for name, value in current.items() if name not in names}
    figures: list[Fraction] = []  # by the set of parameters, as the bits of a number
    for subset in range(1 << len(names)):
        members = [name for i, name in enumerate(names) if subset >> i & 1]
        from_there = {name: value for name, value in there.items() if name in names and name not in members}
        params = {**same, **from_there, **{name: current[name] for name in members if name in current}}
        try:
            figures.append(question.of(check(rules=rules, **check.without_resting(result.rules, params))))
        except RuleError as error:
            which = ", ".join(f"{name} = {result.params[name]}" for name in members) or "none of them"
            raise RuleError(
                f"every combination of what differs must be possible; got {which} without the rest: {error}; "
                "try against with what belongs together"
            ) from None
        tell(subset + 1, 1 << len(names))
    read = check.spelling
    rows = [
        Share(read.words(name), "", f"{read.value(base[name])} to {read.value(result.params[name])}", share)
        for name, share in zip(names, shares_of_sets(len(names), figures), strict=True)
    ]
    return _attribution(question, figures[0], figures[-1], rows)


def shares_of_sets(players: int, figures: Sequence[Fraction]) -> list[Fraction]:
    """The Shapley share of each player, from the figure of every set of players (the bits of its place)."""
    orders = [factorial(size) * factorial(players - size - 1) for size in range(players)]
    shares = []
    for player in range(players):
        bit = 1 << player
        each = [
            orders[subset.bit_count()] * (figures[subset | bit] - figures[subset])
            for subset in range(1 << players)
            if not subset & bit
        ]
        shares.append(Fraction(sum(each), factorial(players)))
    return shares
