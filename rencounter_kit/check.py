"""A check: parameters -> target numbers -> dice -> exact distribution, and the reasons for each."""

from __future__ import annotations

import random
from collections import Counter, namedtuple
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from .dist import Dist
from .modifiers import Entry, Node, Part, Total, entries, node
from .parameter import Parameter
from .rules import Rule, RuleError, Ruleset, playable
from .rules import rules as book_of
from .scale import Scale
from .throw import Exact, Random, Roll, Throw
from .wording import fraction_text, odds_text, outcome_text, share_text, shown, times_text

if TYPE_CHECKING:
    from .branches import Branches
    from .explain import Explanation

Dice = Callable[[Any, Throw, Ruleset], Any]
Event = Callable[[Any], bool | None]  # does an outcome belong to it; None where the outcome cannot tell
_SIMPLE = {str, int, float, bool, type(None)}
_KEPT = 8192  # answers and distributions remembered for each check


class Check:
    """One question of a game that dice (or plain arithmetic) settle.

    id : ``game.check``. title : in a few words. source : section of the rule text. parameters : what is asked.
    derived, refusals : functions of named values (see ``modifiers``), worked out first; a refusal raises ``RuleError``.
    targets : name to ``Total`` or function: the few numbers that the dice see. dice : from target numbers to outcomes.
    outcomes : names in order, the worst or greatest last; empty when outcomes are numbers.
    events : named sets of outcomes, the first is the headline. says : target numbers in words, a sentence each.
    uses : paths of the rules, or groups of rules, that the dice read. monotone : event to parameters along which its chance
    never falls (1) or never rises (-1), whatever the others are; only what is proven. joined : how a composite outcome prints, where the game writes it as one text.
    """

    def __init__(
        self,
        id: str,
        title: str,
        source: str,
        parameters: Sequence[Parameter],
        targets: Mapping[str, Total | Callable[..., Any] | Node],
        dice: Dice,
        outcomes: Sequence[str] = (),
        events: Mapping[str, Sequence[Any] | Event] | None = None,
        derived: Sequence[Callable[..., Any] | Node] = (),
        refusals: Sequence[Callable[..., Any] | Node] = (),
        says: Callable[[Any, Ruleset], Sequence[str]] | None = None,
        uses: Sequence[str] = (),
        named: Callable[[Any], str] | None = None,
        joined: str = "|",
        monotone: Mapping[str, Mapping[str, int]] | None = None,
    ) -> None:
        self.id, self.title, self.source, self.joined = id, title, source, joined
        self.uses = tuple(uses)
        self.monotone = dict(monotone or {})
        self._named = named
        self.stem, self.name = id.split(".")
        self.parameters = {p.name: p for p in parameters}
        self._instead = {p.name: p.instead_of for p in parameters if p.instead_of}
        self.scale = Scale(outcomes) if outcomes else None
        self.events = {name: _event(what) for name, what in (events or {}).items()}
        self.refusals = tuple(node(f) for f in refusals)
        helpers = {f.label.replace(" ", "_") if isinstance(f, Node) else f.__name__: node(f) for f in derived}
        self.nodes: dict[str, Total | Node] = {
            **helpers,
            **{name: f if isinstance(f, Total) else node(f) for name, f in targets.items()},
        }
        self.targets = tuple(targets)
        self.sums = {name for name, part in targets.items() if isinstance(part, Total)}
        self._targets_type = _targets_type(id, self.targets)
        self._dice = dice
        self.says = says or (lambda t, r: [])
        self._ask = lru_cache(maxsize=_KEPT, typed=True)(self._answer)
        self.dist_of = lru_cache(maxsize=_KEPT)(self._distribution)
        self._check_names()

    def _check_names(self) -> None:
        """Each function asks only for parameters and for what was worked out before it."""
        known = set(self.parameters)
        for name, part in self.nodes.items():
            missing = set(part.names) - known
            if missing:
                raise ValueError(f"{self.id}: {name} asks for {', '.join(sorted(missing))}, which is not known there")
            known.add(name)

    def __repr__(self) -> str:
        return f"<Check {self.id}: {self.title}>"

    # Asking ----------------------------------------------------------------------------------------------------------

    def __call__(self, /, rules: Ruleset | None = None, **given: Any) -> Result:
        """The exact answer for the parameters given, the others at their defaults.

        rules : a ruleset with house rules; the book when left out. Raises ``RuleError`` on wrong input.
        """
        book = self.ruleset(rules)
        if all(type(value) in _SIMPLE for value in given.values()):
            return self._ask(book, **given)
        return self._answer(book, **given)  # what is in a list may look alike and not be: 1 and true

    def ruleset(self, rules: Ruleset | None) -> Ruleset:
        """The rules to go by: those given, or the book; ``RuleError`` when they are not of this game."""
        if rules is None:
            return self.book
        if not isinstance(rules, Ruleset) or rules.stem != self.stem:
            raise RuleError(f"rules must be a ruleset of {self.stem}; got {shown(rules)}; try rk.rules('{self.stem}')")
        return rules

    @property
    def book(self) -> Ruleset:
        """The game's rules as printed."""
        return book_of(self.stem)

    def _answer(self, book: Ruleset, /, **given: Any) -> Result:
        values = self.values(book, given)
        with playable(book):
            targets, counted = self.numbers(book, values)
        return self._result(book, values, targets, counted)

    def _result(self, book: Ruleset, values: dict[str, Any], targets: Any, counted: tuple[Entry, ...]) -> Result:
        return Result(self, book, values, targets, counted, self.dist_of(book, targets))

    def values(self, book: Ruleset, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every parameter with its value: what is given, checked, and the defaults; rulings as the ruleset has them."""
        for name in given:
            if name not in self.parameters:
                raise self.unknown(name)
        unasked = {
            other for name, other in self._instead.items() if given.get(name) is not None and given.get(other) is None
        }
        return {
            name: None
            if name in unasked
            else p.check(given[name] if name in given else book[p.path] if p.path else p.default)
            for name, p in self.parameters.items()
        }

    def unknown(self, name: str) -> RuleError:
        """The error for a parameter that the check does not have."""
        near = get_close_matches(str(name)[:60], self.parameters, n=1)
        hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(self.parameters) or 'none'}"
        return RuleError(f"a parameter of {self.id} must be one that it has; got {shown(name)}; {hint}")

    def numbers(self, book: Ruleset, values: Mapping[str, Any]) -> tuple[Any, tuple[Entry, ...]]:
        """Target numbers, and the modifiers that made them."""
        known = dict(values)
        counted: list[Entry] = []
        for name, part in self.nodes.items():
            if isinstance(part, Total):
                rows = [e for one in part.parts for e in entries(part.roll, one.label, one(book, known))]
                counted += rows
                known[name] = sum(e.value for e in rows)
            elif isinstance(part, Part):
                known[name], rows = part.answer(book, known)
                counted += rows
            else:
                known[name] = part(book, known)
        for refusal in self.refusals:
            refusal(book, known)
        return self._targets_type(*[known[t] for t in self.targets]), tuple(counted)

    def _distribution(self, book: Ruleset, targets: Any) -> Dist:
        with playable(book):
            thrown = self._dice(targets, Exact(), book)
        dist = thrown if isinstance(thrown, Dist) else Dist([thrown])
        return dist.ordered(self.scale)

    def throw_once(self, book: Ruleset, targets: Any, throw: Random) -> Any:
        """One outcome thrown at random."""
        thrown = self._dice(targets, throw, book)
        return thrown.sample(throw.rng) if isinstance(thrown, Dist) else thrown

    # Words -----------------------------------------------------------------------------------------------------------

    def text(self, outcome: Any) -> str:
        """An outcome as data writes it: ``minor``, ``none|minor``, ``2-1``, ``7``."""
        return self.joined.join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)

    def words(self, outcome: Any) -> str:
        """An outcome as a person reads it."""
        if self._named and isinstance(outcome, tuple):
            return self._named(outcome)
        return self.text(outcome) if self.joined != "|" else outcome_text(outcome)

    def parsed(self, text: str) -> Any:
        """An outcome from the text that data writes for it; a text that is none as it is."""
        parts = [
            int(part) if part.lstrip("-").isdecimal() and not self.scale else part for part in text.split(self.joined)
        ]
        return tuple(parts) if len(parts) > 1 else parts[0]

    def could_be(self, outcome: Any) -> bool:
        """Is it an outcome that the check names, or a number where its outcomes are numbers?"""
        if isinstance(outcome, str):
            return bool(self.scale and outcome in self.scale)
        if isinstance(outcome, tuple):
            return bool(outcome) and all(self.could_be(part) for part in outcome)
        return type(outcome) is int and not self.scale

    @cached_property
    def signature(self) -> str:
        """All parameters with what they may be, a line each."""
        lines = []
        for p in self.parameters.values():
            default = self.book[p.path] if p.path else p.default
            unit = f" {p.unit}" if p.unit else ""
            shown = str(default).lower() if isinstance(default, bool) or default is None else default
            lines.append(f"  {p.name} = {shown}{unit}: {p.wanted}. {p.help}")
        return "\n".join(lines)


def _targets_type(id: str, names: Sequence[str]) -> Any:
    """The type of a check's target numbers: a named tuple that finds its way to other processes and back."""
    plain: Any = namedtuple("Targets", names)  # type: ignore[misc]
    return type("Targets", (plain,), {"__slots__": (), "__reduce__": lambda t: (_targets_again, (id, tuple(t)))})


def _targets_again(id: str, numbers: tuple[Any, ...]) -> Any:
    from .registry import checks

    return checks[id]._targets_type(*numbers)


def _event(what: Sequence[Any] | Event) -> Event:
    """An event as a test of one outcome; ``None`` where the outcome is of another kind and cannot tell."""
    if callable(what):
        return what
    wanted = frozenset(what)
    return lambda outcome: outcome in wanted if isinstance(outcome, str) else None


class Result(Mapping[Any, Fraction]):
    """The answer of a check: outcome to exact probability; outcomes that cannot happen are absent.

    ``.dist`` the distribution, ``.targets`` the numbers that the dice saw, ``.modifiers`` what made them,
    ``.explain()`` the reasons, ``.branches()`` the ways of the dice, ``.roll(seed)`` one traced throw, ``.simulate(n, seed)`` many.
    """

    def __init__(
        self, check: Check, rules: Ruleset, params: dict[str, Any], targets: Any, counted: tuple[Entry, ...], dist: Dist
    ) -> None:
        self.check, self.rules, self._params = check, rules, params
        self.targets, self.modifiers, self.dist = targets, counted, dist

    @property
    def params(self) -> dict[str, Any]:
        """Every parameter with its value."""
        return dict(self._params)

    def __getitem__(self, outcome: Any) -> Fraction:
        if outcome in self.dist:
            return self.dist[outcome]
        for known in self.dist:
            if isinstance(outcome, str) and self.check.text(known) == outcome:
                return self.dist[known]
        raise KeyError(outcome)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.dist)

    def __len__(self) -> int:
        return len(self.dist)

    def __repr__(self) -> str:
        inside = ", ".join(f"{self.check.text(o)}: {fraction_text(p)}" for o, p in self.dist.items())
        return f"<{self.check.id}: {inside}>"

    def event(self, what: Any) -> Fraction:
        """Chance of a named event of the check (such as "hits"), of an outcome, or of any of several outcomes.

        Raises ``RuleError`` when it is none of these, or when this result cannot tell the event.
        """
        return self.dist.probability(self.test(what))

    @property
    def events(self) -> dict[str, Fraction]:
        """The chance of each named event that this result can tell."""
        told = {name: [test(outcome) for outcome in self.dist] for name, test in self.check.events.items()}
        return {name: self.event(name) for name, answers in told.items() if None not in answers}

    def test(self, what: Any) -> Event:
        """The outcomes that ``what`` means, as a test of one outcome."""
        return event_test(self.check, what, self.dist)

    @property
    def headline(self) -> str:
        """The answer in one sentence, such as "hits 1 time in 6 (16.7 %, 1/6)"."""
        certain = len(self.dist) == 1
        if certain:
            return f"{self.check.words(next(iter(self.dist)))}, for certain"
        numbers = all(isinstance(o, (int, Fraction)) for o in self.dist)
        chances = self.events
        likely = [(name, p) for name, p in chances.items() if p]
        for name, p in likely or ([] if numbers else chances.items()):
            return f"{name} {times_text(p)} ({share_text(p)})"
        if numbers:
            low, high = self.dist.outcomes[0], self.dist.outcomes[-1]
            mean = self.dist.mean
            exact = f" ({mean})" if mean.denominator < 10**9 else ""
            return f"{float(mean):.4g} on average{exact}, from {low} to {high}"
        first = max(self.dist, key=lambda o: self.dist[o])
        p = self.dist[first]
        return f"most likely {self.check.words(first)}: {odds_text(p)} ({share_text(p)})"

    @property
    def tables(self) -> list[tuple[str, list[Rule]]]:
        """The tables and figures that the dice read: path and rules."""
        return [(path, self.rules.below(path)) for path in self.check.uses]

    @property
    def marked(self) -> list[Rule]:
        """The figures that this answer rests on and that are not simply printed: assumed, reconstructed and so on."""
        used = [entry.rule for entry in self.modifiers if entry.rule]
        used += [rule for _, found in self.tables for rule in found]
        used += [self.rules.rule(p.path) for p in self.check.parameters.values() if p.path]
        return [rule for rule in dict.fromkeys(used) if rule.mark]

    @property
    def title(self) -> str:
        """The question for the head of a chart, with a word of warning where it rests on marked figures."""
        marks = ", ".join(dict.fromkeys(rule.mark for rule in self.marked))
        return f"{self.check.title} [{marks} figures]" if marks else self.check.title

    def explain(self) -> Explanation:
        """Why: each modifier with its source, the target numbers in words, the chances."""
        from .explain import Explanation

        return Explanation(self)

    def branches(self, most: int = 400) -> Branches:
        """Every way the dice can fall, in words and fractions, told in so many ways at most (1 to 10,000)."""
        from .branches import Branches

        return Branches(self, most)

    def roll(self, seed: int | random.Random | None = None) -> Roll:
        """One throw of the dice, every step told; the same seed throws the same."""
        throw = Random(seed)
        outcome = self.check.throw_once(self.rules, self.targets, throw)
        return Roll(outcome, tuple(throw.steps), self.check.words(outcome))

    def simulate(self, throws: int, seed: int | None = None) -> Counter[Any]:
        """How often each outcome came in ``throws`` random throws: a check of the exact answer by chance alone."""
        throw = Random(seed)
        return Counter(self.check.throw_once(self.rules, self.targets, throw) for _ in range(throws))

    def to_series(self) -> Any:
        """A pandas Series of exact Fractions."""
        return self.dist.to_series()

    def _repr_html_(self) -> str:
        return self.explain()._repr_html_()


def event_test(check: Check, what: Any, possible: Collection[Any]) -> Event:
    """What an event name, an outcome, or a collection of outcomes means for a check, as a test of one outcome.

    possible : outcomes that can happen; others must at least be among those that the check names.
    """
    if isinstance(what, str) and what in check.events:
        if any(check.events[what](outcome) is None for outcome in possible):
            raise RuleError(f"{what!r} must be asked of another result of {check.id}; this one cannot tell it")
        return check.events[what]
    wanted = list(what) if isinstance(what, (list, set, frozenset)) else [what]
    texts = {check.text(outcome): outcome for outcome in possible}
    sizes = {_size(outcome) for outcome in possible}
    meant = [texts.get(one, check.parsed(one)) if isinstance(one, str) else one for one in wanted]
    for one in meant or [what]:
        fits = check.could_be(one) and (not sizes or _size(one) in sizes)
        if not (one in texts.values() or fits):
            known = [*check.events, *(check.scale or texts)]
            near = get_close_matches(shown(one), known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(known)}"
            raise RuleError(f"an outcome of {check.id} must be one that it has; got {shown(one)}; {hint}")
    return lambda outcome: outcome in meant


def _size(outcome: Any) -> int:
    """Of how many parts an outcome is; 0 for a single one."""
    return len(outcome) if isinstance(outcome, tuple) else 0


def ruling(stem: str, name: str, help: str = "", **more: Any) -> Parameter:
    """A switch of the game as a parameter: its choices and its default stand in the data."""
    rule = book_of(stem).rule(f"rulings.{name}")
    text = help or rule.note
    kind = "yes_no" if isinstance(rule.value, bool) else "choice"
    return Parameter(name, kind, rule.value, text, "ruling", choices=rule.choices, path=rule.path, **more)


__all__ = ["Check", "Entry", "Event", "Result", "event_test", "ruling"]
