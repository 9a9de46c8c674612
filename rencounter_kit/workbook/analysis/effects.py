"""What a change of rules touches: for each changed figure a situation of each check and fight in which it tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, islice, pairwise, zip_longest
from math import log2
from typing import Any, NamedTuple, overload

from ...engine.dice.dist import Outcome
from ...engine.words.errors import RuleError
from ...engine.words.wording import number_text, percent_text
from ...engine.work.progress import steadily
from ..mechanics.check import Check, Result
from ..mechanics.mentions import may_ask, read_at
from ..mechanics.processes.process import Process
from ..mechanics.registry import checks
from ..rulebook.book import Ruleset, rules as book_of
from .situations import NamedSituation, Params, named, reads, tried, unnamed

_MOST_SITUATIONS = 60  # situations that read a figure and are asked of a check
_NEARER = 3  # of these, around which others are asked
_FOLLOWED = 4  # situations of a fight that are followed for many turns
_LITTLE = Fraction(1, 50)  # a change in a named situation beside which a greater one is looked for
_UNNAMED = 8  # how many times more a situation without a name must change to stand for its check
_UNTOLD = 10**9  # more situations than that are not counted


class Effect(NamedTuple):
    """What a change of rules does in one situation.

    before, after : the answers by the book and by the changed rules, ``None`` where there is none.
    size : how great the change is, 0 to 1 (see ``distance``).
    figures : the paths of the changed figures that tell in it.
    """

    situation: NamedSituation
    before: Result | None
    after: Result | None
    size: Fraction
    figures: frozenset[str] = frozenset()

    @property
    def certain(self) -> bool:
        """Is it a figure worked out without dice?"""
        return all(len(result) == 1 for result in (self.before, self.after) if result is not None)

    @property
    def most(self) -> tuple[Outcome, Fraction, Fraction]:
        """The event (or else outcome) whose chance changes most, with the chance before and after."""
        if self.before is None or self.after is None:
            return "", Fraction(0), Fraction(0)
        before, after = self.before.events, self.after.events
        chances = [(name, before[name], after[name]) for name in before if name in after]
        if not any(was != now for _, was, now in chances):
            every = dict.fromkeys([*self.before, *self.after])
            chances = [(outcome, self.before.dist[outcome], self.after.dist[outcome]) for outcome in every]
        return max(chances, key=lambda one: abs(one[2] - one[1]))


@dataclass(frozen=True)
class Effects(Sequence[Effect]):
    """What changed rules do, the greatest change first: a sequence of effects.

    left : the checks that may ask for a changed figure which was not found to tell, though not every situation was
        looked at; with how many were, and how many there are.
    unread : how many figures were changed, where no roll reads any of them.
    """

    rows: tuple[Effect, ...] = ()
    left: Mapping[Check, tuple[int, float]] = field(default_factory=dict)
    unread: int = 0

    @overload
    def __getitem__(self, place: int) -> Effect: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Effect]: ...
    def __getitem__(self, place: int | slice) -> Effect | Sequence[Effect]:
        return self.rows[place]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def rest(self) -> str:
        """What is known of all other situations, in a sentence."""
        if self.unread:
            return "No roll uses this number." if self.unread == 1 else "No roll uses these numbers."
        if not self.left:
            return "No other check is affected." if self.rows else "Nothing changes, in any situation."
        looked, many = (sum(column) for column in zip(*self.left.values(), strict=True))
        every = f"over {_UNTOLD:,}" if many > _UNTOLD else f"{many:,}"
        check_ids, number = {row.situation.check for row in self.rows}, len(self.left)
        again = len(check_ids & self.left.keys())
        more, listed = ("more " if check_ids and not again else ""), (f" ({again} of them listed)" if again else "")
        use, its = ("check uses", "its") if number == 1 else ("checks use", "their")
        return (
            f"{number} {more}{use} what was changed{listed}: in {looked:,} of {its} {every} situations we found no "
            f"{'other ' if again else ''}change. No other check is affected."
        )


def effects(rules: Ruleset) -> Effects:
    """What house rules change, the greatest change first.

    Named situations of each check are asked, and one of each fight. Where one of the changed figures tells in none of
    them, others are looked for, until it tells or all are known; ``rest`` says what is left. It tells how far it is.

    >>> from rencounter_kit import rules
    >>> found = effects(rules("salamis").with_house_rules("entry.enemy_near = -2"))
    >>> print(found[0].situation.check.id, "in the situation", found[0].situation.name)
    salamis.entry in the situation Into the enemy's rear, inept admiral
    """
    *_, final = growing_effects(rules)
    return final


def first_effects(rules: Ruleset) -> Effects:
    """The same in the named situations of the checks that one throw settles, which is quick."""
    search = _Search(rules)
    return search.effects([effect for check in search.checks for effect in search.of_named(check, fights=False)])


def growing_effects(rules: Ruleset) -> Iterator[Effects]:
    """As ``effects``, as far as it is known: first in named situations, then in others; the last one is complete."""
    search = EffectsSearch(rules)
    yield search.effects
    with steadily() as report:
        while not search.is_over:
            report(search.done, search.of)
            before = len(search.effects)
            search.look_on()
            if len(search.effects) > before:
                yield search.effects
    yield search.effects


class EffectsSearch:
    """The search for what house rules change, a piece at a time. Whatever stops a piece, that piece can be looked at
    again.

    effects : what is known by now.
    done, of : how many of the pieces are over.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._search = _Search(rules)
        checks = self._search.checks
        self._rows = [effect for check in checks for effect in self._search.of_named(check, fights=False)]
        self._left: dict[Check, tuple[int, float]] = {}
        self.done, self.of = 0, 2 * len(checks)

    @property
    def is_over(self) -> bool:
        return self.done == self.of

    @property
    def effects(self) -> Effects:
        return self._search.effects(self._rows, self._left if self.is_over else None)

    def look_on(self) -> None:
        """The next piece: named situations of a fight, and once these are over, others of a check."""
        search = self._search
        check = search.checks[self.done % len(search.checks)]
        if self.done < len(search.checks):
            more = search.of_named(check, fights=True)
        else:
            check_effects = [effect for effect in self._rows if effect.situation.check is check]
            more = search.of_others(check, check_effects)
            paths = {path for effect in (*check_effects, *more) for path in effect.figures}
            if search.figures_of(check) - paths and not tried(check).is_complete:
                self._left[check] = len(tried(check)), tried(check).many
        self._rows += more
        self.done += 1


def in_order(several: Iterable[Effect]) -> list[Effect]:
    """The greatest change first; figures that need no dice, which change for certain or not at all, come last."""
    return sorted(several, key=lambda effect: (effect.certain, -effect.size))


def foremost(several: Iterable[Effect], limit: int | None = None) -> list[Effect]:
    """The greatest change, then those that a player would name: of each check one, and of each changed figure in turn.

    Of changes about as great (to a half) that of the check which comes sooner in its game goes first; a situation that
    has no name must change more.
    """
    first: dict[Check, Effect] = {}
    for effect in sorted(several, key=lambda effect: (effect.certain, -_weight(effect))):
        first.setdefault(effect.situation.check, effect)
    if not first:
        return []
    place = {check.id: number for number, check in enumerate(checks.of(next(iter(first)).stem))}
    greatest = max(map(_weight, first.values()))

    def rank(effect: Effect) -> tuple[bool, int, int]:
        return effect.certain, int(log2(greatest / _weight(effect))), place[effect.situation.check.id]

    ranked = sorted(first.values(), key=rank)
    largest = min(ranked, key=lambda effect: (effect.certain, -effect.size))
    ranked = [largest, *(effect for effect in ranked if effect is not largest)]
    figures = dict.fromkeys(path for effect in ranked for path in sorted(effect.figures))
    by_figure = [[effect for effect in ranked if path in effect.figures] for path in figures]
    in_turn = dict.fromkeys(id(effect) for row in zip_longest(*by_figure) for effect in row if effect is not None)
    return sorted(ranked, key=lambda effect: list(in_turn).index(id(effect)))[:limit]


def _weight(effect: Effect) -> Fraction:
    """How great a change is, for who would name it."""
    return effect.size if effect.situation in named(effect.situation.check) else effect.size / _UNNAMED


def some_of_each(several: Iterable[Effect], limit: int) -> list[Effect]:
    """So many of them at most, the greatest first; where there are more, of each check, and of each changed figure in
    turn.
    """
    every = in_order(several)
    by_figure: dict[str, list[Effect]] = {}
    for effect in every:
        for path in effect.figures or {""}:
            by_figure.setdefault(path, []).append(effect)
    in_turn = (effect for row in zip_longest(*by_figure.values()) for effect in row if effect is not None)
    choice = set(islice(dict.fromkeys(map(id, chain(foremost(every), in_turn))), limit))
    return [effect for effect in every if id(effect) in choice]


class _Search:
    """Looks for what a change of rules does in one check after the other."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.checks = [check.under(rules) for check in checks.of(rules.stem)] if rules.house_rules else []
        self._changed = {rule.path: rule for rule in rules.house_rules}
        self._read_at = {path: read_at(rule) for path, rule in self._changed.items()}
        self._others: dict[tuple[str, bool], Ruleset | None] = {}

    def figures_of(self, check: Check) -> set[str]:
        """The changed figures that a check may ask for."""
        return {path for path, rule in self._changed.items() if not rule.looked_up and may_ask(check, rule)}

    def effects(self, rows: Iterable[Effect], left: Mapping[Check, tuple[int, float]] | None = None) -> Effects:
        is_read = any(rule.adds or self.rules.is_read(rule.path) for rule in self._changed.values())
        return Effects(tuple(in_order(rows)), dict(left or {}), 0 if is_read else len(self._changed))

    def of_named(self, check: Check, fights: bool) -> list[Effect]:
        """What changes in named situations; in those of a fight until each changed figure that is read tells enough."""
        so_far: list[Effect] = []
        if isinstance(check, Process) is fights and self.figures_of(check):
            for situation in named(check):
                paths = {path for effect in so_far if effect.size >= _LITTLE for path in effect.figures}
                read = {path for path, at in self._read_at.items() if at in situation.paths}
                if (read - paths if fights else read) and (effect := self._effect(situation)):
                    so_far.append(effect)
        return so_far

    def of_others(self, check: Check, before_them: Sequence[Effect]) -> list[Effect]:
        """For each changed figure that does not tell yet, or but little, a situation in which it does."""
        others: list[Effect] = []
        for path in sorted(self.figures_of(check)):
            most = max(
                (effect.size for effect in (*before_them, *others) if path in effect.figures), default=Fraction(0)
            )
            if most < _LITTLE and (effect := self._other(check, path)) and effect.size > 2 * most:
                others.append(effect)
        return others

    def _other(self, check: Check, path: str) -> Effect | None:
        """The greatest change among the plainest situations in which a figure tells."""
        near, fight, at = tried(check), isinstance(check, Process), self._read_at[path]
        reading: Sequence[Params] = ()
        for reading in near.reading(at):
            among = (
                self._moved(check, reading)
                if fight
                else reading
                if near.is_complete
                else of_each_kind(reading)[:_MOST_SITUATIONS]
            )
            if effect := self._greatest(check, path, among):
                return effect
        if near.is_complete or fight:
            return None
        nearer = [params for one in reading[:_NEARER] for params in near.around(one, at)]
        return self._greatest(check, path, nearer)

    def _greatest(self, check: Check, path: str, among: Iterable[Params]) -> Effect | None:
        """The greatest change that a figure makes, with as few things said as can be."""
        best: Effect | None = None
        for params in among:
            if best and len(params) > len(best.situation.params):
                break
            effect = self._effect(unnamed(check, params))
            if effect and path in effect.figures and (best is None or effect.size > best.size):
                best = effect
        return best and self._plainest(best, path)

    def _plainest(self, simplest: Effect, path: str) -> Effect:
        """The same without what need not be said."""
        for name in simplest.situation.params:
            params = {other: value for other, value in simplest.situation.params.items() if other != name}
            effect = self._effect(unnamed(simplest.situation.check, params))
            if effect and path in effect.figures and effect.size >= simplest.size:
                return self._plainest(effect, path)
        return simplest

    def _moved(self, check: Check, among: Iterable[Params]) -> list[Params]:
        """The situations of a fight whose target numbers change, and of these the few in which they change most."""
        moved: list[tuple[int, float, int, Params]] = []
        for params in among:
            try:
                before, after = (check.targets_of(rules, params) for rules in (check.book, self.rules))
            except RuleError:
                continue
            if before != after:
                moved.append((len(params), -_apart(before, after), len(moved), params))
        return [params for *_, params in sorted(moved, key=lambda one: one[:3])[:_FOLLOWED]]

    def _effect(self, situation: NamedSituation) -> Effect | None:
        """The effect in one situation; ``None`` where nothing changes."""
        before, after = situation.ask(situation.check.book), situation.ask(self.rules)
        size = _size(before, after)
        return Effect(situation, before, after, size, self._telling(situation, before, after)) if size else None

    def _telling(self, situation: NamedSituation, before: Result | None, after: Result | None) -> frozenset[str]:
        """The changed figures without which the answer would be another, or that change it alone."""
        read = self._changed.keys() & (situation.paths | reads(situation.check, self.rules, situation.params))
        if len(read) < 2:
            return frozenset(read)
        return frozenset(path for path in read if self._tells(path, situation, before, after))

    def _tells(self, path: str, situation: NamedSituation, before: Result | None, after: Result | None) -> bool:
        for alone, answer in ((True, before), (False, after)):
            rules = self._with(path, alone)
            if rules is None or _size(answer, situation.ask(rules)):
                return True
        return False

    def _with(self, path: str, alone: bool) -> Ruleset | None:
        """The rules with this change alone, or with all but this one; ``None`` where it needs others, as in a table."""
        if (path, alone) not in self._others:
            rule = self._changed[path]
            book = rule.was or rule
            start, value = (self.rules, book.value) if not alone else (book_of(self.rules.stem), rule.entry)
            try:
                self._others[path, alone] = start.changed({path: value})
            except RuleError:
                self._others[path, alone] = None
        return self._others[path, alone]


def _size(before: Result | None, after: Result | None) -> Fraction:
    """How great a change is; 1 where there is an answer before or after only."""
    if before is None or after is None:
        return Fraction(before is not after)
    return distance(before, after)


def of_each_kind(among: Iterable[Params]) -> list[Params]:
    """The fewest things said first, and of as many those of each set of parameters in turn: one with many values, such
    as a weapon, does not stand in the way of the others.
    """
    before: Counter[frozenset[str]] = Counter()
    ranked: list[tuple[int, int, Params]] = []
    for params in among:
        names = frozenset(params)
        ranked.append((len(names), before[names], params))
        before[names] += 1
    return [params for *_, params in sorted(ranked, key=lambda one: one[:2])]


def _apart(one: Any, other: Any) -> float:
    """How far target numbers lie apart, about."""
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)) and len(one) == len(other):
        return sum(map(_apart, one, other))
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other)
    return float(one != other)


def distance(one: Result, other: Result) -> Fraction:
    """How much chance must be moved to make one answer of the other: 0 where they agree, 1 at most.

    Among numbers a chance that is moved counts by how far, as a share of all that both answers span.
    """
    every = sorted({*one.dist, *other.dist}, key=repr)
    if not all(type(outcome) is int for outcome in every):
        return sum((abs(one.dist[outcome] - other.dist[outcome]) for outcome in every), Fraction(0)) / 2
    moved, ahead = Fraction(0), Fraction(0)
    for low, high in pairwise(sorted(every)):
        ahead += one.dist[low] - other.dist[low]
        moved += abs(ahead) * (high - low)
    return moved / (max(every) - min(every)) if moved else moved


def change_words(effect: Effect) -> tuple[str, str, str]:
    """What changes most, before and after."""
    before, after = effect.before, effect.after
    if before is None or after is None:
        headlines = ["not possible" if result is None else result.headline for result in (before, after)]
        return "answer", headlines[0], headlines[1]
    if effect.certain:
        return "answer", _only(before), _only(after)
    what, before_it, after_it = effect.most
    if type(what) is int and before.space.has_mean and after.space.has_mean:
        was, now = (f"{number_text(result.dist.mean, 3)} {result.counted}".rstrip() for result in (before, after))
        measure = "" if before.counted or not before.measure else f"{before.measure}, "
        return f"{measure}on average", was, now
    return effect.situation.check.words(what), percent_text(before_it), percent_text(after_it)


def _only(result: Result) -> str:
    return result.check.words(next(iter(result.dist)))
