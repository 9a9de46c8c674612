"""A check: parameters -> target numbers -> dice -> exact distribution, and the reasons for each."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from .dist import Dist
from .modifiers import Entry, Node, Part, Total, entries, node, only_with
from .parameter import Parameter, whole
from .result import Result
from .rules import RuleError, Ruleset, playable
from .rules import rules as book_of
from .scale import Scale
from .space import Among, By, CannotTellError, Event, NoOutcomeError, Space, several, space_of
from .throw import Exact, Random, Throw
from .watched import Reads, Watched
from .wording import outcome_text, plain, shown

Dice = Callable[[Any, Throw, Ruleset], Any]
_SIMPLE = {str, int, float, bool, type(None)}
_KEPT = 8192  # answers and distributions remembered for each check


class Check:
    """One question of a game that dice (or plain arithmetic) settle.

    id : ``game.check``. title : in a few words. source : section of the rule text. parameters : what is asked.
    derived, refusals : functions of named values (see ``modifiers``), worked out first; a refusal raises ``RuleError``.
    targets : name to ``Total`` or function: the few numbers that the dice see. dice : from target numbers to outcomes.
    outcomes : names in order, the worst or greatest last; empty when outcomes are numbers; a ``Space`` where that says too
    little; ``By`` a target number where it says what is answered. events : named sets of outcomes, the first is the
    headline. says : target numbers in words, a sentence each. monotone : event to parameters along which its chance
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
        outcomes: Space | By | Sequence[str] = (),
        events: Mapping[str, Sequence[Any] | Event] | None = None,
        derived: Sequence[Callable[..., Any] | Node] = (),
        refusals: Sequence[Callable[..., Any] | Node] = (),
        says: Callable[[Any, Ruleset], Sequence[str]] | None = None,
        named: Callable[[Any], str] | None = None,
        joined: str = "|",
        monotone: Mapping[str, Mapping[str, int]] | None = None,
    ) -> None:
        self.id, self.title, self.source, self.joined = id, title, source, joined
        self.monotone = dict(monotone or {})
        self._named = named
        self.stem, self.name = id.split(".")
        self.parameters = {p.name: p for p in parameters}
        self._instead = {p.name: p.instead_of for p in parameters if p.instead_of}
        self.spaces = _spaces(outcomes)
        names = dict.fromkeys(name for space in self.spaces.values() for name in space.names)
        self.scale = Scale(names) if names else None
        self.events = {name: what if callable(what) else Among(what) for name, what in (events or {}).items()}
        self.refusals = (*only_with(parameters), *map(node, refusals))
        helpers = {f.label.replace(" ", "_") if isinstance(f, Node) else f.__name__: node(f) for f in derived}
        self.nodes: dict[str, Total | Node] = {
            **helpers,
            **{name: f if isinstance(f, Total) else node(f) for name, f in targets.items()},
        }
        self.targets = tuple(targets)
        self.sums = {name for name, part in targets.items() if isinstance(part, Total)}
        self._decides = outcomes.target if isinstance(outcomes, By) else ""
        self._targets_type = _targets_type(id, self.targets)
        self._dice = dice
        self.says = says or (lambda t, r: [])
        self._ask = lru_cache(maxsize=_KEPT, typed=True)(self._answer)
        self._thrown_for = lru_cache(maxsize=_KEPT)(self._distribution)
        self._told = lru_cache(maxsize=None)(self._events_told)
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
        if book is book.plain and all(type(value) in _SIMPLE for value in given.values()):
            return self._ask(book, **given)
        return self._answer(book, **given)  # what is in a list may look alike and not be: 1 and true

    def ruleset(self, rules: Any) -> Ruleset:
        """The rules to go by: a ruleset, that of ``Layers``, or the book; ``RuleError`` when not of this game."""
        if rules is None:
            return self.book
        found = rules if isinstance(rules, Ruleset) else getattr(rules, "rules", None)
        if not isinstance(found, Ruleset) or found.stem != self.stem:
            raise RuleError(f"rules must be a ruleset of {self.stem}; got {shown(rules)}; try rk.rules('{self.stem}')")
        return found

    @property
    def book(self) -> Ruleset:
        """The game's rules as printed."""
        return book_of(self.stem)

    def _answer(self, book: Ruleset, /, **given: Any) -> Result:
        return self.answered(book, given)

    def answered(self, book: Ruleset, given: Mapping[str, Any], thrown: Dist | None = None) -> Result:
        """The answer with its reasons. thrown : what came of many throws, where there are too many states for an exact one."""
        watched = Watched(book)
        try:
            values = self.values(watched, given)
            with playable(book):
                targets, counted = self.numbers(watched, values)
        finally:
            book.noted(watched.read)
        dist, by_dice = (thrown, self.read_so_far(book, targets)) if thrown is not None else self._thrown(book, targets)
        return self._result(book.plain, values, targets, counted, dist, Reads(watched.read, by_dice))

    def _result(self, *known: Any) -> Result:
        return Result(self, *known)

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
            else p.right(given[name] if name in given else book[p.path] if p.path else p.default, book)
            for name, p in self.parameters.items()
        }

    def parameters_by(self, *rules: Ruleset) -> dict[str, Parameter]:
        """The parameters as some rules have them, or any of several: what may be chosen can depend on a figure."""
        return {name: p.by(*rules) for name, p in self.parameters.items()}

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

    def dist_of(self, book: Ruleset, targets: Any) -> Dist:
        """The distribution for target numbers."""
        return self._thrown(book, targets)[0]

    def _thrown(self, book: Ruleset, targets: Any) -> tuple[Dist, frozenset[str]]:
        dist, read = self._thrown_for(book.plain, targets)
        book.noted(read)
        return dist, read

    def read_so_far(self, book: Ruleset, targets: Any) -> frozenset[str]:
        """What the dice have read, where they could not be followed to their end."""
        return frozenset()

    def without_resting(self, book: Ruleset, given: Mapping[str, Any]) -> dict[str, Any]:
        """What is given, but for what does not count with the rest of it."""
        said = dict(given)
        for name, p in self.parameters.items():
            if name in said and (other := p.only_with[0]):
                partner = self.parameters[other]
                usual = book[partner.path] if partner.path else partner.default
                if p.rests(said.get(other, usual)):
                    del said[name]
        return said

    def _distribution(self, book: Ruleset, targets: Any) -> tuple[Dist, frozenset[str]]:
        watched = Watched(book)
        with playable(book):
            thrown = self._dice(targets, Exact(), watched)
        dist = thrown if isinstance(thrown, Dist) else Dist([thrown])
        return dist.ordered(self.space(targets).scale), watched.read

    def throw_once(self, book: Ruleset, targets: Any, throw: Random) -> Any:
        """One outcome thrown at random."""
        with playable(book):
            thrown = self._dice(targets, throw, book)
            return thrown.sample(throw.rng) if isinstance(thrown, Dist) else thrown

    # What can be asked of an answer ------------------------------------------------------------------------------------

    def space(self, targets: Any) -> Space:
        """The sample space of the answer for target numbers."""
        return self.spaces[getattr(targets, self._decides) if self._decides else None]

    def events_of(self, space: Space) -> tuple[str, ...]:
        """The names of the events that answers of a sample space can tell."""
        return self._told(space)

    def _events_told(self, space: Space) -> tuple[str, ...]:
        return tuple(name for name, event in self.events.items() if space.tells(event))

    def test(self, what: Any, space: Space | None = None) -> Event:
        """What an event, an outcome, or several of them in a list mean, as a test of one outcome.

        space : of the answers that are asked. Raises ``RuleError`` for what the check does not have at all (that alone,
        where no space is given), and ``CannotTellError`` for what answers of another kind can tell.
        """
        outcomes, events = [], []
        for one in several(what):
            kinds = [kind for kind in self.spaces.values() if self._has(one, kind)]
            if not kinds:
                raise self._no_outcome(one)
            kind = space or kinds[0]
            if kind not in kinds:
                raise self._cannot_tell(one, kind)
            if isinstance(one, str) and one in self.events_of(kind):
                events.append(self.events[one])
            else:
                outcomes.append(self._outcome(one, kind))
        if not outcomes and not events:
            raise self._no_outcome(what)
        if not events:
            return lambda outcome: outcome in outcomes
        return lambda outcome: outcome in outcomes or any(event(outcome) for event in events)

    def outcome_of(self, asked: Any, space: Space, known: Collection[Any]) -> Any:
        """An outcome, also from its text, of those that are known; ``NoOutcomeError``, which is a ``KeyError``, without it."""
        outcome = self._outcome(asked, space)
        if outcome in space:
            if outcome in known:
                return outcome
            why = "which does not come up here; .event(...) gives 0"
        elif isinstance(asked, str) and asked in self.events:
            why = "which is an event; ask .event(...)"
        else:
            texts = list(map(self.text, known))
            near = get_close_matches(shown(asked), [*texts, *space.names], n=1)
            why = f"did you mean {near[0]}?" if near else f"it has {', '.join(texts[:8])}"
        raise NoOutcomeError(f"an outcome must be one that this answer has; got {shown(asked)}, {why}")

    def _outcome(self, one: Any, space: Space) -> Any:
        return space.read(one, self.joined) if isinstance(one, str) else plain(one)

    def _has(self, one: Any, space: Space) -> bool:
        """Is it an event or an outcome that a sample space has?"""
        return (isinstance(one, str) and one in self.events_of(space)) or self._outcome(one, space) in space

    def _no_outcome(self, one: Any) -> RuleError:
        known = list(dict.fromkeys([*self.events, *(self.scale or ())]))
        numbers = any(space.numbers for space in self.spaces.values())
        near = get_close_matches(shown(one), known, n=1)
        every = ", ".join([*known, *(["whole numbers"] if numbers else [])])
        hint = f"did you mean {near[0]}?" if near else f"it has {every}"
        return RuleError(f"an outcome of {self.id} must be one that it has; got {shown(one)}; {hint}")

    def _cannot_tell(self, one: Any, space: Space) -> CannotTellError:
        by = self._decides
        others = [str(value) for value, kind in self.spaces.items() if self._has(one, kind)]
        return CannotTellError(f"{shown(one)} must be asked with {by} {' or '.join(others)}; got {by} {space.way}")

    def figure(self, what: Any, dist: Dist, space: Space) -> Fraction:
        """The chance of an event, an outcome, or any of several; the mean for ``None``. Errors as in ``test``."""
        test = self.test_of(what, space)
        return dist.mean if test is None else dist.probability(test)

    def test_of(self, what: Any, space: Space) -> Event | None:
        """As ``test``; ``None`` for the mean."""
        if what is not None:
            return self.test(what, space)
        if not space.has_mean:
            got = self.text(space.names[0]) if space.names else "several at once"
            raise CannotTellError(f"outcomes of {self.id} must be numbers to have a mean; got {got}")
        return None

    # Words -----------------------------------------------------------------------------------------------------------

    def text(self, outcome: Any) -> str:
        """An outcome as data writes it: ``minor``, ``none|minor``, ``2-1``, ``7``."""
        if isinstance(outcome, tuple):
            return self.joined.join(map(self.text, outcome))
        return shown(outcome) if type(outcome) is int else str(outcome)  # a number may be too long to print

    def words(self, outcome: Any) -> str:
        """An outcome as a person reads it."""
        if self._named and isinstance(outcome, tuple):
            return self._named(outcome)
        return self.text(outcome) if self.joined != "|" else outcome_text(outcome)

    def asked_text(self, what: Any) -> str:
        """What is asked, as data writes it: an event, an outcome, or several of them."""
        return " or ".join(self.text(one) for one in several(what))

    def asked_words(self, what: Any) -> str:
        """What is asked, as a person reads it: an event, an outcome, several of them, or the mean for ``None``."""
        return "the mean" if what is None else " or ".join(self.words(one) for one in several(what))

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


def _spaces(outcomes: Space | By | Sequence[str]) -> dict[Any, Space]:
    """The sample spaces of a check, by what decides between them."""
    if isinstance(outcomes, By):
        return {value: replace(space_of(one), way=value) for value, one in outcomes.spaces.items()}
    return {None: space_of(outcomes)}


def ruling(stem: str, name: str, help: str = "", **more: Any) -> Parameter:
    """A switch of the game as a parameter: its choices and its default stand in the data."""
    rule = book_of(stem).rule(f"rulings.{name}")
    text = help or rule.note
    kind = "yes_no" if isinstance(rule.value, bool) else "choice"
    return Parameter(name, kind, rule.value, text, "ruling", choices=rule.choices, path=rule.path, **more)


def figure(stem: str, path: str, name: str, help: str = "", **more: Any) -> Parameter:
    """A figure of the game as a parameter: its bounds and its default stand in the data."""
    rule = book_of(stem).rule(path)
    return whole(name, rule.low, rule.high, rule.value, help or rule.note, path=path, **more)


__all__ = ["Check", "Entry", "Event", "Result", "figure", "ruling"]
