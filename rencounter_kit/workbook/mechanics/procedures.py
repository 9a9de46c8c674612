"""Rolls that house rules put in (see ``rulebook/procedures.py``), as the checks of a game have them: on which dice,
with which outcomes, by which names.

What always counts rides on the dice of the rules. What is asked, or goes by what is asked, a check works out with its
target numbers, and its dice have it from there: so in a fight each side has its own.
"""

from __future__ import annotations

from collections import Counter, namedtuple
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, TypeVar

from ...engine.dice.amendment import AFTER, BEFORE, INSTEAD, WITHOUT, AmendedDice, AmendedText, Amendment, came_to
from ...engine.dice.dist import Dist
from ...engine.dice.throw import Consequence, Targets, Then, Throw
from ...engine.dice.throw_tree import Branching, throw_tree
from ...engine.words.errors import RuleError
from ...engine.words.wording import as_text, first_up, nearest
from ..rulebook.added import cases_when, name_in
from ..rulebook.book import DICE_HEADING, Ride, Ruleset, rules
from ..rulebook.library import Game, once
from ..rulebook.procedures import Procedure
from ..rulebook.text import Value, plain_words
from .catalogue import checks_of
from .modifiers import Node
from .parameter import Parameter
from .texts import names_dice

RIDES = "rolls_put_in"  # the target number that holds what rides on the dice of a check
T = TypeVar("T")
AnyCheck: TypeAlias = Any  # a ``Check``, which stands above
Rides: TypeAlias = tuple[Ride, ...]
_FEW = 8
_TRIED = 60  # situations in which a check may roll some dice


# Placing a line -------------------------------------------------------------------------------------------------------


def placed_roll(stem: str, path: str, line: Procedure) -> Procedure:
    """The roll as the checks of the game have it; ``RuleError`` where there is no such roll, or it never comes to that.

    >>> from ..rulebook.procedures import procedure_of
    >>> line = procedure_of("fire.worse", {"after": "dice.severity", "of": "serious", "worse": 1})
    >>> placed_roll("rencounter", "fire.worse", line).leads
    (('serious', 'crippling'),)
    """
    book = rules(stem)
    dice = [one for one in book if one.startswith(DICE_HEADING)]
    if line.rides not in dice:
        known = nearest(line.rides[:60], dice) or f"; there are {', '.join(dice[:_FEW])}"
        raise RuleError(f"{path} must name dice of {book.title}; got {as_text(line.rides)}{known}")
    rolls = rolls_of(stem, line.rides)
    line = replace(line, foes=tuple(name for name in line.named if _is_of_foe(stem, name, line, rolls.checks)))
    if not rolls.checks and not (rolls.known and line.is_always):
        raise RuleError(f"{path} must name dice that a check rolls as it is asked; got {line.rides}, which none does")
    if line.rides in line.in_braces:
        raise RuleError(
            f"{path} must roll other dice than {line.rides}, on which it rides; got a circle; write them plain"
        )
    for name in line.in_braces:
        if "." in name and name not in book:
            book.rule(name)  # says that there is none, and which may be meant
    if line.kind == INSTEAD and "{" not in line.roll:
        book.changed({line.rides: line.roll}, path)  # says what does not fit
    faces = book.dice(line.rides.removeprefix(DICE_HEADING)).faces
    for face in [one for one in (*line.of, line.to) if isinstance(one, int)]:
        if face not in faces:
            raise RuleError(
                f"{path} must name a face of {line.rides}, {faces[0]} to {faces[-1]}, or an outcome in quotes; "
                f"got {face}"
            )
    of = [name for one in map(rolls.called, line.of) for name in rolls.meant(one) or [one]]
    line = replace(line, of=tuple(dict.fromkeys(of)), to=rolls.called(line.to))
    among = rolls.meant(line.to) if line.kind in (BEFORE, WITHOUT) else ()
    words = [one for one in (*line.of, *(among or [line.to])) if isinstance(one, str)]
    for word in words:
        rolls.refuse(path, word)
    leads, label = _leads(path, line, rolls), book.rule(line.rides).label
    return replace(line, leads=leads, known=rolls.like(words), among=frozenset(among), called=label)


def _leads(path: str, line: Procedure, rolls: DiceRolls) -> tuple[tuple[str | None, str | int], ...]:
    """From which outcome it leads to which."""
    if line.worse:
        order = rolls.order(path, line.of)
        far = {name: order[min(max(at + line.worse, 0), len(order) - 1)] for at, name in enumerate(order)}
        leads = tuple((name, to) for name, to in far.items() if name != to and (not line.of or name in line.of))
        if not leads:
            raise RuleError(
                f"{path} must leave something that can be worse; got {as_text(list(line.of))}, the last of all"
            )
        return leads
    if line.to is None:
        return ()
    return tuple((one, line.to) for one in line.of if isinstance(one, str)) or ((None, line.to),)


@dataclass(frozen=True)
class DiceRolls:
    """The rolls of some dice in a game.

    dice : by their path.
    checks : those that are seen to roll them; does the other side roll them too?
    words : the outcomes to which they lead.
    spaces : outcomes beside which some of these stand, the fewest first; are they in order, and all that come?
    """

    dice: str
    checks: Mapping[AnyCheck, bool]
    words: frozenset[str]
    spaces: tuple[tuple[tuple[str, ...], bool], ...]

    @property
    def known(self) -> dict[str, None]:
        """All outcomes, with those that did not come up when it was tried."""
        return dict.fromkeys([*sorted(self.words), *(name for names, _ in self.spaces for name in names)])

    def called(self, outcome: T) -> T | str:
        """An outcome by its name, where it is as one reads it."""
        name = outcome.replace(" ", "_") if isinstance(outcome, str) else outcome
        return name if isinstance(name, str) and name in self.known and outcome not in self.known else outcome

    def meant(self, text: object) -> tuple[str, ...]:
        """The outcomes that an event of the checks is, such as "hits", where no outcome is called so."""
        if not isinstance(text, str) or text in self.known:
            return ()
        events = [
            name
            for check in self.checks
            for space in check.spaces.values()
            for event in check.events_of(space)
            if plain_words(event) in (plain_words(text), plain_words(f"{text}s"))
            for name in space.names
            if check.test(event, space)(name)
        ]
        return tuple(dict.fromkeys(name for name in events if name in self.known))

    def refuse(self, path: str, word: str) -> None:
        """``RuleError`` for what is no outcome of such a roll."""
        known = self.known
        if word in known:
            return
        if not known:
            raise RuleError(
                f"{path} must lead to a face of {self.dice}, a number; got {as_text(word)}, and its rolls lead to no "
                "named outcomes"
            )
        spaces = ((check.id, space) for check in self.checks for space in check.spaces.values())
        later = next((f", which {check_id} makes of these" for check_id, space in spaces if word in space.names), "")
        hint = "" if later else nearest(word[:60], known)
        hint = later + (hint or f"; there are {', '.join(list(known)[:_FEW])}")
        raise RuleError(f"{path} must name an outcome to which {self.dice} leads; got {as_text(word)}{hint}")

    def like(self, words: Sequence[str]) -> frozenset[str]:
        """The outcomes that stand beside some others."""
        known_names = {name for names, _ in self.spaces if not set(words).isdisjoint(names) for name in names}
        return frozenset(known_names | self.words) if words else frozenset()

    def order(self, path: str, of: Sequence[str | int]) -> tuple[str, ...]:
        """The outcomes from the best to the worst."""
        for names, is_order in self.spaces:
            if is_order and set(of) <= set(names):
                return names
        raise RuleError(
            f"{path} must go by outcomes in order, to make them worse; those of {self.dice} are in none; say then"
        )


def rolls_of(stem: str, dice: str) -> DiceRolls:
    """The rolls of some dice in a game, found out once."""
    known = _rolls(stem)
    if dice not in known:
        known[dice] = _tried(stem, dice)
    return known[dice]


@once
def _rolls(of: Game) -> dict[str, DiceRolls]:
    return {}


def _tried(stem: str, dice: str) -> DiceRolls:
    """What comes of the dice where the checks are asked: first of those that are settled at once."""
    tried = {check: noting for check in checks_of(stem).values() if (noting := _noted(check, dice))}
    named = tuple(tried) or tuple(check for check in checks_of(stem).values() if names_dice(check, dice))
    words, spaces = set[str](), dict[tuple[str, ...], bool]()
    for check in [check for check in named if not check.part] or named:
        names = tried[check].words if check in tried else {name for one in check.spaces.values() for name in one.names}
        words |= names if check in tried else set()
        for space in check.spaces.values():
            if space.names and not names.isdisjoint(space.names):
                is_order = space.graded and names <= set(space.names)
                spaces[space.names] = spaces.get(space.names, False) or is_order
    in_order = sorted(spaces.items(), key=lambda one: len(one[0]))
    checks = {check: noting.is_sided for check, noting in tried.items()}
    return DiceRolls(dice, checks, frozenset(words), tuple(in_order))


def rolls(check: AnyCheck, dice: str) -> bool:
    """Does a check roll some dice?"""
    return check.by_the_book in rolls_of(check.stem, dice).checks


def _noted(check: AnyCheck, dice: str) -> Noting | None:
    """What came of the dice where a check was asked so that it rolls them: as usual, or with one thing otherwise."""
    if not names_dice(check, dice):
        return None
    marked = check.book.riding(tuple((dice, Amendment(side, AFTER, ""), side) for side in "ab"))
    questions = islice(_questions(check), 1 if check.part else _TRIED)
    return next((noting for settings in questions if (noting := Noting(check, marked, settings)).met), None)


def _questions(check: AnyCheck) -> Iterator[dict[str, Value]]:
    """A check as it is usually asked, and with one thing otherwise."""
    yield {}
    for p in check.parameters.values():
        every = p.by(check.book).values()
        for value in dict.fromkeys((*every[:1], *every[-1:])):
            if value != p.default:
                yield {p.name: value}


class Noting(Branching):
    """Every way the dice can fall; it is noted to which outcomes those lead that are marked."""

    def __init__(self, check: AnyCheck, marked: Ruleset, settings: Mapping[str, Value]) -> None:
        super().__init__()
        self._leads: list[Dist] = []
        self.is_sided = False
        with suppress(RuleError):
            if isinstance(tree := check.tree(marked, check.targets_of(check.book, settings), self), Dist):
                len(tree)  # followed to its end
        outcomes = {outcome for consequence in self._followed() for outcome in consequence._weights}
        self.words = {word for outcome in outcomes if (word := came_to(outcome))}
        self.met = bool(self._leads)

    def __call__(self, name: str, die: Dist, then: Then) -> Consequence:
        if not isinstance(die, AmendedDice):
            return super().__call__(name, die, then)
        self.is_sided |= die.amendments[0].path == "b"
        self._leads.append(consequence := throw_tree(name, die.plain, then))
        return consequence

    def _followed(self) -> Iterator[Dist]:
        """All leads, with those that come up while they are followed."""
        for consequence in self._leads:
            with suppress(RuleError):
                yield consequence.map(lambda outcome: outcome)


# In the checks --------------------------------------------------------------------------------------------------------


_FIGURE, _TARGET = ("figure", "weapon"), ("target",)  # the groups of parameters that are of the one, and of the other


@dataclass(frozen=True)
class Roller:
    """He who makes a roll in a check.

    check : in which he rolls.
    side : ``a`` for the figure, ``b`` for its foe; "" where only one of them rolls.
    """

    check: AnyCheck
    side: str = ""

    def parameter(self, name: str, of_foe: bool = False) -> Parameter | None:
        """What a check asks of him, or of the other, by a name that any check of the game has for it."""
        parameters, word = self.check.parameters, _words(self.check.stem).get(name, ManWord(frozenset({name})))
        others = _TARGET if (self.side == "b") == of_foe else _FIGURE
        if not self.side and word.of_foe is not None and name in parameters:
            return parameters[name]
        among = [p for p in parameters.values() if p.group not in others]
        ways: Sequence[Callable[[Parameter], bool]] = (
            lambda p: p.name == name,
            lambda p: p.trait in word.traits,
            lambda p: p.name.endswith(tuple(f"_{one}" for one in (name, *word.traits))),
        )
        return next((p for fits in ways for p in among if fits(p)), None)

    def value(self, name: str, of_foe: bool) -> str | None:
        """By which name the check has a value before the dice: asked, or worked out; ``None`` where it has none."""
        parameter = self.parameter(name, of_foe)
        return parameter.name if parameter else name if not of_foe and name in self.check.nodes else None

    def values(self, roll: Procedure) -> dict[str, str] | None:
        """All that a roll put in goes by; ``None`` where the check lacks some of it."""
        figures = {name: self.value(name, name in roll.foes) for name in roll.named}
        return None if None in figures.values() else figures  # type: ignore[return-value]

    def prefix(self, of_foe: bool = False) -> str:
        """How the names begin of what is asked of him, or of the other."""
        if not self.side:
            return ""
        return box_sides(self.check)[(self.side == "b") != of_foe]


def side_prefixes(check: AnyCheck) -> tuple[str, str] | None:
    """How the names begin of what is asked of the figure and of its foe, as ``a_`` and ``b_``; ``None`` where nothing
    is asked of both.
    """
    own, others = (
        [name.partition("_") for name, p in check.parameters.items() if p.group in groups and "_" in name]
        for groups in (_FIGURE, _TARGET)
    )
    pairs = Counter((f"{a}_", f"{b}_") for a, _, rest in own for b, _, other in others if rest == other and a != b)
    return pairs.most_common(1)[0][0] if pairs else None


def box_sides(check: AnyCheck) -> tuple[str, str]:
    """How the names of boxes begin that each of two has."""
    return side_prefixes(check) or ("attacker_", "defender_")


def rolls_itself(roller: Roller, box: str, known: Collection[str]) -> bool:
    """Does he roll in a check itself, and not only in its parts?

    known : what is asked for the parts.
    """
    return bool(roller.side) or (side_prefixes(roller.check) != ("a_", "b_") and (not box or box in known))


def rollers(check: AnyCheck, dice: str) -> list[Roller]:
    """All who roll some dice in a check."""
    is_sided = rolls_of(check.stem, dice).checks.get(check.by_the_book)
    return [] if is_sided is None else [Roller(check, side) for side in ("ab" if is_sided else [""])]


class ManWord(NamedTuple):
    """What is meant by the name of a parameter, in all checks of a game.

    traits : what of a figure it is.
    of_foe : is it of the foe by its very name, as ``target_armor``; ``None`` where the name does not say it.
    """

    traits: frozenset[str]
    of_foe: bool | None = None


@once
def _words(of: Game) -> Mapping[str, ManWord]:
    """All names of parameters."""
    by_name: dict[str, list[Parameter]] = {}
    for check in checks_of(of.stem).values():
        for p in check.parameters.values():
            by_name.setdefault(p.name, []).append(p)
    return {name: _word(name, every) for name, every in by_name.items()}


def _word(name: str, every: Sequence[Parameter]) -> ManWord:
    rest = name.partition("_")[2]
    whose = {
        p.group in _TARGET
        for p in every
        if rest and p.trait != name and f"_{p.trait}".endswith(f"_{rest}") and p.group in (*_FIGURE, *_TARGET)
    }
    return ManWord(frozenset(p.trait or name for p in every), whose.pop() if len(whose) == 1 else None)


def _is_of_foe(stem: str, name: str, roll: Procedure, checks: Iterable[AnyCheck]) -> bool:
    """Is a name that of the other, at whom is rolled? What does not say so is of him who rolls, where he has it."""
    word = _words(stem).get(name)
    if word and word.of_foe is not None:
        return word.of_foe
    return roll.foe or not any(one.value(name, False) for check in checks for one in rollers(check, roll.rides))


class RollLine(NamedTuple):
    """A line as a check counts it.

    values : the names of its parameters there, by its own.
    box : what is ticked for it, "" where it is not asked.
    side : whose rolls it is for, "" for all.
    """

    path: str
    roll: Procedure
    values: Mapping[str, str]
    box: str
    side: str = ""


def rides_node(lines: Sequence[RollLine]) -> Node:
    """What rides on the dice of a check, worked out from what is asked."""
    names = dict.fromkeys(name for line in lines for name in (*line.values.values(), *filter(None, [line.box])))

    def rides(r: Ruleset, *fixed: Value) -> Rides:
        known = dict(zip(names, fixed, strict=True))
        return tuple(ride for line in lines for ride in _ride(line, r, known))

    return Node(rides, tuple(names), "rolls put in")


def _ride(line: RollLine, r: Ruleset, known: Mapping[str, Value]) -> Iterator[Ride]:
    """What rides by a line, where it counts."""
    path, roll, values, box, side = line
    counts = all(known[values[name]] in allowed for name, allowed in roll.when)
    rule = r.added_rule(path) if counts and (not box or known[box]) else None
    if rule and rule.adds == roll and isinstance(rule.adds, Procedure):

        def figure(name: str) -> Value:
            return r[name] if "." in name else known[values[name]]

        one = rule.adds.amendment(path, r.spelling, figure)
        if one.kind == INSTEAD or one.succeeds or not one.dice:  # else it never holds
            yield roll.rides, one, side


def riding(targets: Targets) -> Rides:
    """What rides on the dice of a check by its target numbers."""
    return getattr(targets, RIDES, ())


class RiddenDice:
    """Dice of a check with what rides on them by its target numbers."""

    def __init__(self, dice: Callable[..., Consequence]) -> None:
        self.__wrapped__ = dice

    def __call__(self, throw: Throw, r: Ruleset, targets: Targets) -> Consequence:
        return self.__wrapped__(throw, r.riding(riding(targets)), targets)


class RiddenWords:
    """Sentences of a check, with those on the rolls that house rules put in."""

    def __init__(self, check: AnyCheck, says: Callable[..., Sequence[str]]) -> None:
        self.check, self.__wrapped__ = check, says

    def __call__(self, r: Ruleset, targets: Targets) -> list[str]:
        return [*self.__wrapped__(r, targets), *sentences(self.check, r, targets)]


@cache
def riding_type(kind: Any, fields: tuple[str, ...]) -> Any:
    """Target numbers with what rides on the dice, after those that a check gives."""
    others = kind._fields[len(fields) :]
    make: Any = namedtuple
    defaults = [(), *(kind._field_defaults[name] for name in others)]
    made = make(kind.__name__, (*fields, RIDES, *others), defaults=defaults)
    plain = vars(make("Plain", kind._fields))
    own = {name: one for name, one in vars(kind).items() if name not in plain and not name.startswith("__")}
    own |= {"__slots__": (), "__module__": kind.__module__}
    own["__reduce__"] = lambda numbers: (_riding_again, (kind, fields, tuple(numbers)))
    return type(kind.__name__, (made,), own)


def _riding_again(kind: Any, fields: tuple[str, ...], numbers: tuple[Value, ...]) -> Targets:
    return riding_type(kind, fields)(*numbers)


def sentences(check: AnyCheck, r: Ruleset, targets: Targets) -> list[str]:
    """What is put in at the rolls of a check, a sentence each; then what house rules would put in and do not here."""
    own, inner = riding(targets), _of_parts(targets)
    texts = [_sentence(check, r, one, side) for _, one, side in own]
    for dice in sorted(r.amended):
        text = r[dice]
        if isinstance(text, AmendedText) and rolls(check, dice):
            texts += [_sentence(check, r, one) for one in text.amendments]
    paths = {one.path for _, one, _ in own}
    texts += [_sentence(check, r, one) for _, one, _ in inner if one.path not in paths]
    return [*dict.fromkeys(texts), *idle_lines(check, r, targets)]


def _of_parts(targets: Targets) -> Rides:
    """What rides on the dice of the parts of a check by its target numbers."""
    parts = (getattr(targets, name) for name in getattr(targets, "_fields", ()))
    return tuple(ride for part in parts if hasattr(part, "_fields") for ride in riding(part))


def _sentence(check: AnyCheck, r: Ruleset, one: Amendment, side: str = "") -> str:
    """What is put in, with the side whose it is."""
    rule = r.added_rule(one.path)
    if rule is None or not isinstance(roll := rule.adds, Procedure):
        return one.name
    known = {name for space in check.spaces.values() for name in space.names}
    sentence = roll.sentence(one, lambda to: check.words(to) if to in known else r.spelling.value(to))
    whose = box_sides(check)[(side == "b") != bool(roll.foe or roll.foes)] if side else ""
    return f"{first_up(whose.rstrip('_'))}: {sentence}" if whose else sentence


def idle_lines(check: AnyCheck, r: Ruleset, targets: Targets) -> list[str]:
    """Of each roll that house rules put in at dice of a check, and that is not made here, why not; of what is asked,
    the box says it.
    """
    if not any(isinstance(rule.adds, Procedure) for rule in r.house_rules):
        return []
    counting = {one.path for _, one, _ in (*riding(targets), *_of_parts(targets))}
    added, lines = dict(check.under(r).added), list[str]()
    for rule in r.house_rules:
        roll = rule.adds
        if not isinstance(roll, Procedure) or roll.is_always or rule.path in counting or not rolls(check, roll.rides):
            continue
        does = f"{first_up(r.spelling.words(name_in(rule.path)))} changes nothing here"
        if rule.path not in added:
            lines.append(f"{does}: {_lacking(check, roll)}.")
        elif not roll.ask:
            when = " and ".join(cases_when(roll, r.spelling))
            lines.append(f"{does}: {f'it counts {when}' if when else 'its roll can never hold'}.")
    return lines


def _lacking(check: AnyCheck, roll: Procedure) -> str:
    """What a check does not ask for, by which a roll would go."""
    every, spelling = rollers(check, roll.rides), check.spelling
    of_foe = {name: name in roll.foes for name in roll.named}
    lacks = [name for name, foe in of_foe.items() if all(one.value(name, foe) is None for one in every)]
    words = _words(check.stem)
    each = (
        f'"{spelling.words(min(words[name].traits) if name in words else name)}"'
        f"{' of him who is struck' if of_foe[name] else ''}"
        for name in lacks or of_foe
    )
    return f"the check does not ask for {' and '.join(each)}"
