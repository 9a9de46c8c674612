"""A check: parameters -> target numbers -> dice -> exact distribution, and the reasons for each."""

from __future__ import annotations

from collections import Counter, namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Required, SupportsIndex, TypedDict

from ...engine.dice.dist import Dist, Outcome
from ...engine.dice.throw import Consequence, Random, Targets, Throw
from ...engine.dice.throw_tree import Branching
from ...engine.words.errors import RuleError
from ...engine.words.typed import meant
from ...engine.words.wording import as_text, figures_in, nearest
from ..rulebook.book import Ruleset, playable, rules as book_of
from ..rulebook.text import Value
from ..rulebook.watching import Reads, WatchedRuleset
from . import asks
from .added import AddedLines, with_added
from .answer import Answer
from .by_name import ByName, Record, Records, by_name, fields, names_needed, records_of
from .dice_memory import DiceMemory
from .events import EventForm
from .modifiers import Entry, InnerSum, Node, Part, Total, inputs, node, only_with
from .no_effect import NoEffect, Numbers, no_effects
from .parameter import Parameter
from .procedures import RIDES, RiddenDice, RiddenWords, idle_lines, riding, riding_type
from .question import Question, Words
from .ready_dice import DiceFunction, ReadyDice, Sentences, no_dice, sentences, written_sentences
from .space import By, Event, Space

if TYPE_CHECKING:
    from numpy.random import SeedSequence

_SIMPLE = {str, int, float, bool, type(None)}
_KEPT = 8192  # answers remembered for each check
_KEPT_WITH = 1024  # checks remembered with what house rules add


Named = Callable[..., object] | Node  # a function of named values


class Algebra(NamedTuple):
    """What is known of chances that are no fractions, from rules and target numbers.

    within : how far at most each chance of the answer is from the true one; 0 where it is exact.
    numbers : outcome to the true chance, a number of SymPy.
    """

    within: Callable[[Ruleset, Targets], Fraction]
    numbers: Callable[[Ruleset, Targets], Mapping[Outcome, Any]]


class Proven(NamedTuple):
    """What is proven of a check's chances.

    monotone : event to parameters along which its chance never falls (1) or never rises (-1), whatever the others are.
    algebra : for chances that are no fractions, and are rounded.
    """

    monotone: Mapping[str, Mapping[str, int]] = MappingProxyType({})
    algebra: Algebra | None = None


class Result(Answer):
    """The answer of a check: outcome to exact probability, the numbers that made it, the reasons."""

    check: Check

    @property
    def within(self) -> Fraction:
        """How far at most each chance is from the true one: 0 where it is exact, as nearly everywhere."""
        return self.check.within(self.rules, self.targets)

    @cached_property
    def algebraic(self) -> dict[Outcome, Any]:
        """Outcome to the exact chance as a number of SymPy, also where it is no fraction."""
        if algebra := self.check.algebra:
            return dict(algebra.numbers(self.rules.riding(riding(self.targets)), self.targets))
        from sympy import Rational

        return {outcome: Rational(p.numerator, p.denominator) for outcome, p in self.items()}

    @property
    def title(self) -> str:
        return f"{super().title} [rounded]" if self.within else super().title


_UNPROVEN = Proven()


class OfCheck(TypedDict, total=False):
    """What a process says as a check does; see there."""

    source: Required[str]
    parameters: asks.ParameterNames
    targets: Mapping[str, Total | Named] | None
    record: Record | Records | None
    outcomes: Space | By | Sequence[str]
    events: Mapping[str, EventForm] | None
    derived: Sequence[Named]
    refusals: Sequence[Named]
    says: Sentences
    wording: Words | Mapping[str, str] | None
    proven: Proven
    steps: Sequence[str]
    changing: Sequence[str]


class Check(Question):
    """One question of a game that dice (or plain arithmetic) settle.

    id : ``game.check``.
    title : in a few words.
    source : section of the rule text.
    parameters : what is asked, by the names that the data have for it (see ``asks``).
    derived, refusals : functions of named values (see ``modifiers``), worked out first; a refusal raises ``RuleError``.
    targets : name to ``Total`` or function: the few numbers that the dice see.
    dice : to outcomes; ready ones (see ``ready_dice``), or a function that asks by name (see ``by_name``); left out,
        the last target number is the answer.
    record : the named tuple as which dice and sentences see target numbers that go together; its last fields may have
        defaults. Where there are several, by name (see ``by_name``).
    outcomes : names in order, the worst or greatest last; empty when outcomes are numbers, or ready dice bring them; a
        ``Space`` where that says too little; ``By`` a target number where it says what is answered.
    events : an outcome, several, or a test of one, by name; the first is the headline.
    says : target numbers in words, a sentence each; also sentences with ``{target_number}`` or ``{path.of.figure}`` in
        them; ready dice say theirs first.
    wording : outcomes and events in words, where their names do not tell; ``Words`` where there is more to say of them.
    proven : what is known of the chances.
    steps : ids of the checks that answer a step of this one alone, beside those whose answers its parameters take.
    changing : values by name that are so only before the dice, which change them: no house rule may add a modifier that
        goes by them.
    """

    def __init__(
        self,
        id: str,
        title: str,
        *,
        source: str,
        parameters: asks.ParameterNames = (),
        targets: Mapping[str, Total | Named] | None = None,
        dice: DiceFunction | None = None,
        record: Record | Records | None = None,
        outcomes: Space | By | Sequence[str] = (),
        events: Mapping[str, EventForm] | None = None,
        derived: Sequence[Named] = (),
        refusals: Sequence[Named] = (),
        says: Sentences = (),
        wording: Words | Mapping[str, str] | None = None,
        proven: Proven = _UNPROVEN,
        steps: Sequence[str] = (),
        changing: Sequence[str] = (),
    ) -> None:
        targets = dict(targets or {})
        if dice is None:
            if not targets:
                raise ValueError(f"a check must have dice, or a target number that is its answer; {id} has neither")
            dice = no_dice([*targets][-1])
        if isinstance(dice, ReadyDice) and not outcomes:
            outcomes = dice.space(book_of(id.partition(".")[0]))
        says_texts = written_sentences(says)
        try:
            dice = by_name(dice, ("throw", "r"), records := records_of(record))
            says = by_name(says, ("r",), records) if callable(says) else says
        except ValueError as error:
            raise ValueError(f"{id}: {error}") from None
        super().__init__(id, title, source, outcomes, events, RiddenWords(self, sentences(says, dice)), wording)
        self.monotone, self.algebra = dict(proven.monotone), proven.algebra
        self.steps, self.changing = tuple(steps), frozenset(changing)
        self.parameters = asks.parameters(self.book, parameters, id)
        self._instead = {p.name: p.instead_of for p in self.parameters.values() if p.instead_of}
        self.refusals = (*only_with(self.parameters.values()), *map(node, refusals))
        visible = [name for one in says_texts for name in figures_in(one)]
        visible += dice.sees if isinstance(dice, ReadyDice) else ()
        self._name_targets(targets, derived, (dice, says), records, visible)
        self._dice: DiceFunction = RiddenDice(dice)
        self.by_the_book: Check = self  # without what house rules ask for besides
        self.added: AddedLines = ()
        self._ask = lru_cache(maxsize=_KEPT, typed=True)(self._answer)
        self._distributions = DiceMemory(self._distribution)
        self._check_names(visible)

    def _name_targets(
        self,
        targets: Mapping[str, Total | Named],
        derived: Sequence[Named],
        asking: Sequence[object],
        records: Records,
        visible: Sequence[str],
    ) -> None:
        """What is worked out, in order, and which of it are the target numbers.

        asking : dice and sentences.
        visible : what they see beside what they ask for.
        """
        helpers = {f.label.replace(" ", "_") if isinstance(f, Node) else f.__name__: node(f) for f in derived}
        names = names_needed(self.id, asking, [*targets, *helpers, *self.parameters], records)
        targets = {name: helpers[name] for name in names if name in helpers} | dict(targets)
        targets |= inputs(*[name for name in names if name not in targets])
        self.nodes: dict[str, Total | Node] = {
            **helpers,
            **{name: f if isinstance(f, Total) else node(f) for name, f in targets.items()},
        }
        self.sums = {name for name, part in targets.items() if isinstance(part, Total)}
        uses = [*names, *visible, *([self._decides] if self._decides else [])]
        asks_alone = isinstance(asking[0], ByName) and not records
        target_names = _visible_targets(self.nodes, targets, uses) if asks_alone else tuple(targets)
        self._targets_type = _targets_type(self.id, self.nodes, target_names, records, uses)
        self.targets = tuple(name for name in self._targets_type._fields if name in targets)

    def _check_names(self, visible: Sequence[str]) -> None:
        """Each function asks only for parameters and for what was worked out before it; dice and sentences see target
        numbers and figures that there are.
        """
        names = set(self.parameters)
        for name, part in self.nodes.items():
            missing = set(part.names) - names
            if missing:
                names_text = ", ".join(sorted(missing))
                raise ValueError(
                    f"{self.id}: {name} asks for {names_text}, which is not known there{nearest(names_text, names)}"
                )
            names.add(name)
        missing = {
            name for name in visible if name not in self.targets and name not in (self.book if "." in name else ())
        }
        if missing:
            missing_names = ", ".join(sorted(missing))
            near = nearest(missing_names, [*self.targets, *self.book])
            raise ValueError(f"{self.id}: {missing_names} must be a target number or a figure; it is neither{near}")

    def __repr__(self) -> str:
        return f"<Check {self.id}: {self.title}>"

    # Asking ----------------------------------------------------------------------------------------------------------

    def __call__(self, /, rules: Ruleset | None = None, **settings: Value) -> Result:
        """The exact answer for the parameters given, the others at their defaults.

        rules : a ruleset with house rules; the book when left out. Raises ``RuleError`` on wrong input.
        """
        book = self.ruleset(rules)
        if (ruled := self.under(book)) is not self:
            return ruled(rules=book, **settings)
        settings = dict(self.named(settings))
        if book is book.plain and all(type(value) in _SIMPLE for value in settings.values()):
            return self._ask(book, **settings)
        return self._answer(book, **settings)  # what is in a list may look alike and not be: 1 and true

    def under(self, *rules: Ruleset) -> Check:
        """The same check with what some rules ask for besides the book (see ``added``); by rules that do not, it
        answers as ever, whatever is said of that.
        """
        further = {one for book in rules for one in book.added} - set(self.added)
        if not further:
            return self
        return self.with_added(tuple(sorted({*self.added, *further}, key=str)))

    def with_added(self, lines: AddedLines) -> Check:
        """The same check with modifiers that house rules add; that by the book where none of them concerns it."""
        return _with_added(self.by_the_book, lines)

    def asking(
        self,
        parameters: Mapping[str, Parameter],
        nodes: Mapping[str, Total | Node],
        added: AddedLines,
        refusals: Sequence[Node] = (),
        rides: Node | None = None,
    ) -> Check:
        """The same check with further parameters, with what they count for, with what it cannot count, and with what
        rides on its dice.
        """
        other: Check = object.__new__(type(self))
        anew = ("signature", "_usual")  # what is worked out of the parameters
        other.__dict__ = {name: one for name, one in self.__dict__.items() if name not in anew}
        other.added, other.nodes = added, dict(nodes)
        if rides:
            other.nodes[RIDES] = rides
            other._targets_type = riding_type(self._targets_type, self.targets)  # type: ignore[arg-type]
            other.targets = (*self.targets, RIDES)
        other.parameters = {**self.parameters, **parameters}
        further = [one for one in only_with(other.parameters.values()) if one.names[0] in parameters]
        other.refusals = (*self.refusals, *further, *refusals)
        other._ask = lru_cache(maxsize=_KEPT, typed=True)(other._answer)
        return other

    def as_a_part(self) -> Check:
        """The same as a part of another check, which itself refuses what is asked besides and does not go together."""
        other: Check = object.__new__(type(self))
        other.__dict__ = {**self.__dict__, "refusals": self.by_the_book.refusals}
        return other

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        return (
            (type(self).with_added, (self.by_the_book, self.added)) if self.added else super().__reduce_ex__(protocol)
        )

    def ruleset(self, rules: Any) -> Ruleset:
        """The rules to go by: a ruleset, that of ``Layers``, or the book; ``RuleError`` when not of this game."""
        if rules is None:
            return self.book
        book = rules if isinstance(rules, Ruleset) else getattr(rules, "rules", None)
        if not isinstance(book, Ruleset) or book.stem != self.stem:
            raise RuleError(
                f"rules must be a ruleset of {self.stem}; got {as_text(rules)}; try rk.rules('{self.stem}')"
            )
        return book

    @property
    def book(self) -> Ruleset:
        """The game's rules as printed."""
        return book_of(self.stem)

    def _answer(self, book: Ruleset, /, **settings: Value) -> Result:
        return self.answer(book, settings)

    def answer(self, book: Ruleset, settings: Mapping[str, Value], estimate: Dist | None = None) -> Result:
        """The answer with its reasons.

        estimate : what came of many throws, where there are too many states for an exact one.
        """
        watched = WatchedRuleset(book)
        try:
            values = self.values(watched, settings)
            with playable(book):
                targets, modifiers = self.numbers(watched, values)
        finally:
            book.note(watched.paths_read)
        dist, by_dice = (
            (estimate, self.read_so_far(book, targets)) if estimate is not None else self._dist_and_reads(book, targets)
        )
        return self._result(book.plain, values, targets, modifiers, dist, Reads(watched.paths_read, by_dice))

    def _result(self, *known: Any) -> Result:
        return Result(self, *known)

    def values(self, book: Ruleset, settings: Mapping[str, Value]) -> dict[str, Value]:
        """Every parameter with its value: what is given, checked, and the defaults; rulings as the ruleset has them."""
        settings = self.named(settings)
        unasked = {
            other
            for name, other in self._instead.items()
            if settings.get(name) is not None and settings.get(other) is None
        }
        usual = self._usual
        return {
            name: None
            if name in unasked
            else usual[name]
            if name in usual and name not in settings
            else self._value(p, book, settings)
            for name, p in self.parameters.items()
        }

    @cached_property
    def _usual(self) -> dict[str, Value]:
        """The values that no rule decides, where nothing is said of them."""
        return {name: p.check(p.default) for name, p in self.parameters.items() if not p.path}

    def _value(self, p: Parameter, book: Ruleset, settings: Mapping[str, Value]) -> Value:
        """The value of one parameter. What follows a rule is not refused where it does not count, since a house rule
        sets it for all: there it is as by the book, and the rule is not read.
        """
        rests = self.rests(p, book, settings)
        if p.name in settings:
            value = p.right(settings[p.name], book)
            return p.default if rests else value
        return p.right(book[p.path] if p.path and not rests else p.default, book)

    def rests(self, p: Parameter, book: Ruleset, settings: Mapping[str, Value]) -> bool:
        """Does a parameter that follows a rule count for nothing with what is given?"""
        return bool(p.path) and p.rests(self._partner(p, book, settings))

    def goes_with(self, p: Parameter) -> tuple[str, ...]:
        """The parameters that say whether one that follows a rule counts."""
        if not p.path or not p.only_with[0]:
            return ()
        other = self.parameters[p.only_with[0]]
        return (other.name, *self.goes_with(other))

    def _partner(self, p: Parameter, book: Ruleset, settings: Mapping[str, Value]) -> Value:
        """The value of the parameter with which another counts only, as it is where that one does not count itself;
        ``None`` where there is none.
        """
        if not (other := p.only_with[0]):
            return None
        partner = self.parameters[other]
        if partner.path and partner.rests(self._partner(partner, book, settings)):
            return partner.default
        return settings.get(other, book[partner.path] if partner.path else partner.default)

    def parameters_by(self, *rules: Ruleset) -> dict[str, Parameter]:
        """The parameters as some rules have them, or any of several: what may be chosen can depend on a figure."""
        return {name: p.by(*rules) for name, p in self.parameters.items()}

    def named(self, settings: Mapping[str, Value]) -> Mapping[str, Value]:
        """What is given, by the names of the parameters, where it may be by their labels; ``RuleError`` for one that
        there is not, or that is given twice.
        """
        if settings.keys() <= self.parameters.keys():
            return settings
        by_name: dict[str, Value] = {}
        for key, value in settings.items():
            if (name := self.name_of(key)) in by_name:
                raise RuleError(f"each parameter must be given once; got {name} twice; leave one out")
            by_name[name] = value
        return by_name

    def name_of(self, text: str) -> str:
        """The parameter that a name or a label means; ``RuleError`` where it is none of them."""
        name = meant(text, self.parameters, spelling=self.spelling) if isinstance(text, str) else None
        if name is None:
            raise self.unknown(text)
        return name

    def name_or_path(self, rules: Ruleset, text: str) -> str:
        """What a text names: a figure by its path; else a parameter by its name or label, where it is one;
        else itself.
        """
        return text if text in rules else meant(text, self.parameters, spelling=self.spelling) or text

    def unknown(self, name: str) -> RuleError:
        """The error for a parameter that the check does not have."""
        near = get_close_matches(str(name)[:60], self.parameters, n=1)
        hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(self.parameters) or 'none'}"
        return RuleError(f"{self.id} has no parameter {as_text(name)}; {hint}")

    def numbers(
        self, book: Ruleset, values: Mapping[str, Value], before: Mapping[str, Value] | None = None
    ) -> tuple[Targets, tuple[Entry, ...]]:
        """Target numbers, and the modifiers that made them; ``before`` as in ``worked_out``."""
        values_so_far, modifiers = self.worked_out(book, values, before)
        for refusal in self.refusals:
            refusal(book, values_so_far)
        return self._targets_type(*[values_so_far[t] for t in self.targets]), tuple(modifiers)

    def targets_of(self, book: Ruleset, settings: Mapping[str, Value]) -> Targets:
        """The target numbers for what is given; the other parameters are at their defaults."""
        values = self.values(book, settings)
        with playable(book):
            return self.numbers(book, values)[0]

    def unmade(self, book: Ruleset, values: Mapping[str, Value]) -> set[str]:
        """The sums of rolls that are not made with these values."""
        values_so_far, _ = self.worked_out(book, values)
        return {
            name
            for name, part in self.nodes.items()
            if isinstance(part, Total) and part.when and not values_so_far[part.when]
        }

    def worked_out(
        self, book: Ruleset, values: Mapping[str, Value], before: Mapping[str, Value] | None = None
    ) -> tuple[dict[str, Value], list[Entry]]:
        """All values by name, and the modifiers that made the sums among them.

        before : all values of another setting by these rules: what is the same as there is not worked out again, and
            has no modifiers here.
        """
        numbers = dict(values)
        modifiers: list[Entry] = []
        for name, part in self.nodes.items():
            if before is not None and all(numbers[one] == before[one] for one in part.names):
                numbers[name] = before[name]
            elif isinstance(part, Total):
                rows = part.reasons(book, numbers)
                modifiers += rows
                numbers[name] = sum(e.value for e in rows)
            elif isinstance(part, Part):
                numbers[name], rows = part.answer(book, numbers)
                modifiers += rows
            else:
                numbers[name] = part(book, numbers)
                if isinstance(part, InnerSum):
                    modifiers += part.reasons(book, numbers)
        return numbers, modifiers

    def within(self, book: Ruleset, targets: Targets) -> Fraction:
        """How far at most each chance for these target numbers is from the true one; 0 where it is exact."""
        return self.algebra.within(book.riding(riding(targets)), targets) if self.algebra else Fraction(0)

    def dist_of(self, book: Ruleset, targets: Targets) -> Dist:
        """The distribution for target numbers."""
        return self._dist_and_reads(book, targets)[0]

    def dists_of(self, cells: Sequence[tuple[Ruleset, Targets]]) -> list[Dist | None]:
        """The distributions for many rules and target numbers, of those that are sooner known together; else
        ``None``.
        """
        return [None] * len(cells)

    def idle_lines(self, book: Ruleset, targets: Targets) -> list[str]:
        """The rolls that house rules put in at its dice, and that are not made for these target numbers, and why."""
        return idle_lines(self, book, targets)

    def _dist_and_reads(self, book: Ruleset, targets: Targets) -> tuple[Dist, frozenset[str]]:
        return self._distributions.consequence_and_reads(book, targets)

    def known_dist(self, book: Ruleset, targets: Targets, followed: Targets) -> Dist | None:
        """The distribution for target numbers; ``None`` where turns would have to be followed beyond those of
        ``followed``.
        """
        return self.dist_of(book, targets)

    def no_effects(
        self, book: Ruleset, values: Mapping[str, Value], now: Numbers, dist: Dist | None = None
    ) -> list[NoEffect]:
        return no_effects(self, book, values, now, dist)

    def no_effects_by_numbers(self, book: Ruleset, settings: Mapping[str, Value]) -> list[NoEffect]:
        """What is given and changes neither a modifier nor a target number; nothing is rolled for it."""
        values = self.values(book, settings)
        with playable(book):
            return self.no_effects(book, values, self.numbers(book, values))

    def read_so_far(self, book: Ruleset, targets: Targets) -> frozenset[str]:
        """What the dice have read, where they could not be followed to their end."""
        return frozenset()

    def without_resting(self, book: Ruleset, settings: Mapping[str, Value]) -> dict[str, Value]:
        """What is given, but for what does not count with the rest of it."""
        counting = dict(settings)
        for name, p in self.parameters.items():
            if name in counting and p.rests(self._partner(p, book, counting)):
                del counting[name]
        return counting

    def _distribution(self, throw: Throw, book: Ruleset, targets: Targets) -> Dist:
        with playable(book):
            result = self._dice(throw, book, targets)
        return (result if isinstance(result, Dist) else Dist([result])).ordered(self.space(targets).scale)

    def throw_once(self, book: Ruleset, targets: Targets, throw: Random) -> Outcome:
        """One outcome thrown at random."""
        with playable(book):
            result = self._dice(throw, book, targets)
            return result.sample(throw.rng) if isinstance(result, Dist) else result

    def throw_many(
        self, book: Ruleset, targets: Targets, count: int, seed: SeedSequence
    ) -> tuple[Counter[Outcome], Counter[int]]:
        """So many throws: how often each outcome came, and of a process each number of turns."""
        throw = Random(int.from_bytes(seed.generate_state(4).tobytes(), "little"))
        outcomes: Counter[Outcome] = Counter()
        for _ in range(count):
            throw.steps.clear()  # nobody reads a million of them
            outcomes[self.throw_once(book, targets, throw)] += 1
        return outcomes, Counter()

    def tree(self, book: Ruleset, targets: Targets, throw: Branching | None = None) -> Consequence:
        return self._dice(throw or Branching(), book, targets)

    @cached_property
    def signature(self) -> str:
        """All parameters with what they may be, a line each."""
        lines = []
        for p in self.parameters.values():
            default = self.book[p.path] if p.path else p.default
            unit = f" {p.unit}" if p.unit else ""
            usual = str(default).lower() if isinstance(default, bool) or default is None else default
            lines.append(f"  {p.name} = {usual}{unit}: {p.wanted}. {p.help}")
        return "\n".join(lines)


@lru_cache(maxsize=_KEPT_WITH)
def _with_added(check: Check, lines: AddedLines) -> Check:
    return with_added(check, lines)


def _visible_targets(nodes: Mapping[str, Total | Node], targets: Iterable[str], uses: Iterable[str]) -> tuple[str, ...]:
    """The target numbers: those that dice or sentences see, and of the others those of which none is made."""
    used = {name for part in nodes.values() for name in part.names}
    first, others = [name for name in uses if name in nodes], [name for name in targets if name not in used]
    return tuple(dict.fromkeys(first + others))


def _targets_type(
    id: str, nodes: Mapping[str, Total | Node], names: tuple[str, ...], records: Records, uses: Sequence[str]
) -> type[Targets]:
    """The type of a check's target numbers: its record, where there are no others, or one made for the check.
    What records do not have need not stand there, where another target number is made of it.
    """
    if not records:
        return _targets_tuple(id, names)
    (record, *further), asked = records.values(), fields(records)
    used = {name for part in nodes.values() for name in part.names}
    names_left = tuple(name for name in names if name in asked or name in uses or name not in used)
    alone = not further and set(names_left) <= set(asked) == set(record._fields)
    given = tuple(name for name in asked if name in names)  # what is not given stands last, and has defaults
    if given != asked[: len(given)] or not set(asked[len(given) :]) <= set(record._field_defaults if alone else ()):
        which = " and ".join(one.__name__ for one in dict.fromkeys(records.values()))
        raise ValueError(f"{id}: targets must be those of {which}, {', '.join(asked)}; got {', '.join(names)}")
    return record if alone else _targets_tuple(id, names_left)


@cache
def _targets_tuple(id: str, names: tuple[str, ...]) -> Any:
    """A named tuple that finds its way to other processes and back."""
    make: Any = namedtuple
    new_type = make("Targets", names)
    new_type.__reduce__ = lambda numbers: (_targets_again, (id, names, tuple(numbers)))
    return new_type


def _targets_again(id: str, names: tuple[str, ...], numbers: tuple[Any, ...]) -> Any:
    return _targets_tuple(id, names)(*numbers)


__all__ = ["Check", "Entry", "Event", "Result"]
