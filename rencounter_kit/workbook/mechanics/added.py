"""Modifiers that house rules add (see ``rulebook/added.py``): which checks take them, and the checks with what they ask for.

A sum is known by what it is for, without the dice in brackets: ``to hit``. A fight takes them through the checks that are
parts of it, and asks for each side, ``a_smoke`` and ``b_smoke``, where a part is that of a side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned, meant
from ...engine.words.wording import first_up, nearest, shown
from ..rulebook.added import Modifier, name_in
from ..rulebook.book import Rule, Ruleset, rules
from ..rulebook.library import Game, game, once
from ..rulebook.text import plain_words
from .catalogue import checks_of
from .modifiers import CompositeNode, InnerSum, Node, Part, Total, counted_if, refuse
from .parameter import Parameter, Rows, Several, Whole, YesNo

Added = tuple[tuple[str, Modifier], ...]  # path and modifier, whatever it is worth
_BRACKET = re.compile(r"\s*\([^()]*\)$")
_SIDE = re.compile(r"\b([AB])\b")
_FEW = 4


class NamedSum(NamedTuple):
    """A sum of a check: its name, and the side whose it is, as "a_"; "" where it is that of no side."""

    name: str
    side: str = ""


def sum_of(target: str, total: Total) -> NamedSum:
    """The sum that a target number is."""
    name = _BRACKET.sub("", total.roll)
    side = target[:2] if re.match(f"{target[0].upper()} ", name) and re.match("[ab]_", target) else ""
    return NamedSum(name[len(side) :], side)


def inner(one: InnerSum) -> NamedSum:
    """The sum that goes into a target number."""
    return NamedSum(_BRACKET.sub("", one.roll), one.side)


def side_of(part: Part) -> str:
    """The side that a part of a fight is of, by its label: "A strikes B" is of A."""
    found = _SIDE.search(part.label)
    return f"{found[1].lower()}_" if found else ""


# Which checks take a modifier ----------------------------------------------------------------------------------------


class SumPlace(NamedTuple):
    """A sum in a check. ours : names of its parameters to those of the check, where these are others. changing : what
    the dice themselves change. is_inner : does it only go into a target number? decides : names of its parameters that
    the check itself brings about.
    """

    check: Any
    sum: NamedSum
    ours: Mapping[str, str] = MappingProxyType({})
    changing: Iterable[str] = ()
    is_inner: bool = False
    decides: Sequence[str] = ()

    @property
    def parameters(self) -> list[str]:
        """The names of all of them, without that of the side."""
        return [name.removeprefix(self.sum.side) for name in self.check.parameters]

    def parameter(self, name: str) -> Parameter | None:
        """What is called so there, for its side or for all."""
        known: Mapping[str, Parameter] = self.check.parameters
        return known.get(self.ours.get(name, "")) or known.get(self.sum.side + name) or known.get(name)

    def knows(self, name: str) -> bool:
        """Can a modifier go by what is called so?"""
        return name in self.changing or name in self.decides or self.parameter(name) is not None


def place_of(check: Any, target: str, one: Total | InnerSum) -> SumPlace:
    """The sum that a target number is, or that goes into it."""
    if isinstance(one, Total):
        return SumPlace(check, sum_of(target, one))
    return SumPlace(check, inner(one), one.ours, one.changing, True, one.decides)


def places(stem: str) -> Mapping[str, Sequence[SumPlace]]:
    """Where the sums of a game stand, by their names in plain words."""
    return _places(game(stem))


@once
def _places(of: Game) -> Mapping[str, Sequence[SumPlace]]:
    found: dict[str, list[SumPlace]] = {}
    for check in checks_of(of.stem).values():
        for target, one in check.nodes.items():
            if isinstance(one, (Total, InnerSum)):
                place = place_of(check, target, one)
                found.setdefault(plain_words(place.sum.name), []).append(place)
    return found


def placed(stem: str, path: str, modifier: Modifier) -> Modifier:
    """The modifier with names and values as the checks of the game have them; ``RuleError`` where it could never count, or
    one of these checks asks for something else of that name.

    >>> placed("rencounter", "fire.smoke", Modifier("To Hit", -2, when=(("range_band", ("Long",)),))).when
    (('range_band', ('long',)),)
    """
    every = places(stem).get(plain_words(cleaned(modifier.to)), ())
    if not every:
        near = sorted(sums_for(stem, path), key=lambda name: -_alike(name, modifier.to))[:_FEW]
        known = ", ".join(f'"{name}"' for name in near)
        raise RuleError(
            f"{path} must add to a sum that {rules(stem).title} has; got {shown(modifier.to)}; the nearest: {known or 'none'}"
        )
    modifier = _as_called(modifier, every)
    named = _named(modifier)
    having = [place for place in every if all(map(place.parameter, named))]
    if not having:
        raise _no_parameters(path, every, named)
    when = tuple(
        (name, tuple(dict.fromkeys(_value(path, having, name, v) for v in said))) for name, said in modifier.when
    )
    if modifier.each and not any(isinstance(place.parameter(modifier.each), Whole) for place in having):
        raise RuleError(f"each of {path} must be a parameter that is a number; got {modifier.each}, which is none")
    fitting = replace(modifier, to=having[0].sum.name, when=when)
    for check in checks_of(stem).values():
        with_added(check, ((path, fitting.shape),))  # which refuses a name that it has already
    return fitting


def sums_for(stem: str, path: str) -> list[str]:
    """The names of the sums of a game, those first whose checks are called like the beginning of a path."""
    group = path.partition(".")[0]
    return [
        found[0].sum.name
        for found in sorted(
            places(stem).values(), key=lambda found: all(one.is_inner or group not in one.check.name for one in found)
        )
    ]


def _named(modifier: Modifier) -> list[str]:
    """The parameters that it names, in the order in which it looks at them."""
    return [*(name for name, _ in modifier.when), *filter(None, [modifier.each])]


def _as_called(modifier: Modifier, every: Sequence[SumPlace]) -> Modifier:
    """With parameters by their names, where it has them as the pages write them."""
    known = dict.fromkeys(name for place in every for name in place.parameters)

    def called(said: str) -> str:
        return meant(said, known, spelling=every[0].check.spelling) or said

    when = tuple((called(name), values) for name, values in modifier.when)
    return replace(modifier, when=when, each=called(modifier.each) if modifier.each else "")


def _alike(name: str, said: str) -> float:
    return SequenceMatcher(None, plain_words(name), plain_words(said)).ratio()


def _no_parameters(path: str, every: Sequence[SumPlace], named: Sequence[str]) -> RuleError:
    """The error where no check with that sum has all the parameters that are named."""
    to, known = every[0].sum.name, dict.fromkeys(name for place in every for name in place.parameters)
    if wrong := next((name for name in named if not any(place.parameter(name) for place in every)), ""):
        return RuleError(
            f'{path} must name parameters of a check that has "{to}"; got {shown(wrong)}'
            f"{nearest(wrong[:60], known) or '; there are ' + ', '.join(list(known)[:_FEW])}"
        )
    return RuleError(
        f'{path} must name parameters that one check with "{to}" has together; got {", ".join(named)}, which none has; '
        "leave one out"
    )


def _value(path: str, having: Sequence[SumPlace], name: str, value: Any) -> Any:
    """A value as one of the checks takes it."""
    refusal: RuleError | None = None
    for place in having:
        parameter = place.parameter(name)
        if parameter is None or isinstance(parameter, (Several, Rows)):
            continue
        try:
            return parameter.check(value)
        except RuleError as error:
            refusal = refusal or error
    if refusal is None:
        raise RuleError(
            f"when of {path} must name parameters that have one value each; got {name}, a list; leave it out"
        )
    raise RuleError(f"when of {path}: {refusal}")


# The checks with what they ask for -----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def with_added(check: Any, added: Added) -> Any:
    """A check that asks for further modifiers and counts them where the rules have them; the check itself where none of
    them concerns it.
    """
    nodes, asked, concerning = dict[str, Total | Node](), dict[str, Parameter](), set[tuple[str, Modifier]]()
    refusals: list[Node] = []
    for target, one in check.nodes.items():
        if isinstance(one, (Total, InnerSum)):
            place = place_of(check, target, one)
            mine = tuple((path, what) for path, what in added if _concerns(place, what))
            further = [p for p in (_asked(place, *each) for each in mine) if p]
            counted = tuple(line for line in mine if not any(name in place.decides for name in _named(line[1])))
            nodes[target] = _sum_with(one, place, counted) if counted else one
            refusals += _refusals(check, place, mine)
        else:
            nodes[target], further, mine = _part_with(one, added, check.parameters)
            refusals += [one for part in parts_of(one) for one in _refusals_of_part(check, part, mine)]
        for p in further:
            asked[p.name] = _agreed(asked.get(p.name), p)
        concerning |= set(mine)
    if not refusals and all(nodes[name] is one for name, one in check.nodes.items()):
        return check
    if len(concerning) < len(added):
        return with_added(check, tuple(one for one in added if one in concerning))
    if taken := next((name for name in asked if name in check.parameters or name in check.nodes), ""):
        path = next(path for path, _ in added if taken.endswith(name_in(path)))
        raise RuleError(
            f"{path} must end in a name of its own; got {name_in(path)}, and {check.id} has {taken} already; try {path}_too"
        )
    asked = {name: _of_its_side(name, p, added) for name, p in asked.items()}
    return check.asking(dict(sorted(asked.items(), key=_of_the_other_side)), nodes, added, refusals)


def parts_of(one: Node) -> list[Part]:
    """The parts of which a target number is made."""
    if isinstance(one, CompositeNode):
        return [part for inner in one.parts for part in parts_of(inner)]
    return [one] if isinstance(one, Part) else []


def _refusals(check: Any, place: SumPlace, mine: Added) -> Iterator[Node]:
    """What refuses modifiers that go by what the dice change, of which a sum knows what it is before them alone."""
    for path, modifier in mine:
        for name in _named(modifier):
            follows = name in place.changing or _value_of(place, name) not in check.changing
            if name in place.decides or not follows:
                box = _box(place, path, modifier)
                yield _refusal(check, path, modifier, name, (box,) if modifier.ask else ())


def _refusals_of_part(check: Any, part: Part, mine: Added) -> Iterator[Node]:
    """The same of the sums of a part; what other sums go into there, whoever has the part follows for himself."""
    ours = dict(zip(part.asked, part.names, strict=False))
    for target, one in part.check.nodes.items():
        if not isinstance(one, Total):
            continue
        place = place_of(part.check, target, one)
        for path, modifier in mine:
            if not _concerns(place, modifier) or not _may_count(part, modifier):
                continue
            for name in _named(modifier):
                if ours.get(_value_of(place, name)) in check.changing:
                    box = _box_here(part, _box(place, path, modifier), mine)
                    when = (part.when,) if part.when else ()
                    yield _refusal(check, path, modifier, name, (*when, box) if modifier.ask else when)


def _refusal(check: Any, path: str, modifier: Modifier, name: str, when: tuple[str, ...]) -> Node:
    """What refuses a modifier while the rules have it and all of ``when`` are true."""

    def changes(r: Ruleset, *true: Any) -> None:
        rule = r.added_rule(path) if all(true) else None
        refuse(
            rule and rule.adds and rule.adds.shape == modifier,
            f"{path} must go by what stays as it is in {check.id}; got {check.spelling.words(name)}, which the fight changes and this sum does "
            "not follow; take the line out, or ask the check of one roll",
        )

    return Node(changes, when, name_in(path))


def _may_count(part: Part, modifier: Modifier) -> bool:
    """Can a modifier ever count in a part, of what that does not ask for?"""
    known = part.check.parameters

    def may(name: str, *values: Any) -> bool:
        if name not in known or name in part.asked or name in part.varies or known[name].path:
            return True
        value = part.fixed.get(name, known[name].default)
        return value in values if values else bool(value)

    counted = all(may(name, *values) for name, values in modifier.when)
    return counted and (not modifier.each or may(modifier.each))


def _of_the_other_side(named: tuple[str, Parameter]) -> bool:
    """Is a parameter that of side B? What A is asked comes first."""
    return named[0].startswith("b_")


def _concerns(place: SumPlace, modifier: Modifier) -> bool:
    """Does a modifier add to this sum, and has its check what the modifier asks for?"""
    return plain_words(place.sum.name) == plain_words(modifier.to) and all(map(place.knows, _named(modifier)))


def _asked(place: SumPlace, path: str, modifier: Modifier) -> Parameter | None:
    """The parameter that says whether it counts, where that is asked."""
    if not modifier.ask:
        return None
    only = ("", ())
    for name, values in modifier.when:
        if name not in place.changing and (partner := place.parameter(name)):
            only = (partner.name, values)
    said = modifier.ask if modifier.ask[-1] in ".!?" else f"{modifier.ask}."
    name, spelling = _box(place, path, modifier), place.check.spelling
    return YesNo(name, False, first_up(said), only_with=only, hint=said.rstrip("."), spelling=spelling)


def _box(place: SumPlace, path: str, modifier: Modifier) -> str:
    """The name by which it is asked whether a modifier counts."""
    return name_in(path) if modifier.both else place.sum.side + name_in(path)


def _box_here(part: Part, name: str, added: Added) -> str:
    """What a part asks for by that name, as the fight calls it: of the part's side, unless it is one thing for both."""
    return (
        name if any(what.both and name_in(path) == name for path, what in added) else part.renamed(name, side_of(part))
    )


def _of_its_side(name: str, asked: Parameter, added: Added) -> Parameter:
    """What is asked of one side, which its question says too."""
    side, bare = name[:1].upper(), name[2:]
    is_sided = re.match("[ab]_", name) and any(name_in(path) == bare for path, _ in added)
    if not is_sided or asked.help.startswith(f"{side}: "):
        return asked
    return replace(asked, help=f"{side}: {asked.help}", hint=f"{side}: {asked.hint}")


def _agreed(one: Parameter | None, other: Parameter) -> Parameter:
    """One parameter for modifiers that share it; it rests only where it counts for none of them."""
    if one is None or one.only_with == other.only_with:
        return one or other
    return replace(one, only_with=("", ()))


def _sum_with(one: Total | InnerSum, place: SumPlace, mine: Added) -> Total | InnerSum:
    """A sum with what it adds up besides."""
    parts = [_node(place, path, modifier) for path, modifier in mine]
    if isinstance(one, InnerSum):
        return one.with_added(*parts)
    return replace(one, parts=(*one.parts, *(counted_if(one.when, *parts) if one.when else parts)))


def _node(place: SumPlace, path: str, modifier: Modifier) -> Node:
    """A modifier that counts where the rules have it, it is asked for, and all else is as it says."""
    names = [_value_of(place, name) for name in _named(modifier)]
    if modifier.ask:
        names.append(_box(place, path, modifier))
    wanted = [values for _, values in modifier.when]

    def counts(r: Ruleset, *given: Any) -> Rule | None:
        fits = all(value in values for value, values in zip(given, wanted, strict=False))
        times = given[len(wanted)] or 0 if modifier.each else 1
        if not fits or not times or (modifier.ask and not given[-1]):
            return None
        rule = r.added_rule(path)
        return rule.times(times) if rule and rule.adds and rule.adds.shape == modifier else None

    return Node(counts, tuple(names), name_in(path))


def _value_of(place: SumPlace, name: str) -> str:
    """What a value that a modifier goes by is called where that is worked out."""
    parameter = None if name in place.changing else place.parameter(name)
    return parameter.name if parameter else name


def _part_with(
    one: Total | Node, added: Added, parameters: Mapping[str, Parameter]
) -> tuple[Total | Node, list[Parameter], Added]:
    """A part that is another check, with what that asks for besides; the parameters by which ours asks for it; and the
    modifiers that concern it.
    """
    if isinstance(one, CompositeNode):
        each = [_part_with(part, added, parameters) for part in one.parts]
        parts, further, mine = zip(*each, strict=True)
        same = all(part is before for part, before in zip(parts, one.parts, strict=True))
        return one if same else one.of(*parts), [p for some in further for p in some], sum(mine, ())
    if not isinstance(one, Part):
        return one, [], ()
    inner = with_added(one.check, tuple(line for line in added if _may_count(one, line[1])))
    if inner is one.check:
        return one, [], ()
    ours = dict(zip(one.asked, one.names, strict=False))
    new = {name: _box_here(one, name, added) for name in inner.parameters if name not in one.check.parameters}
    asks = [_asked_here(inner.parameters[name], called, ours, parameters) for name, called in new.items()]
    return one.asking(inner.as_a_part(), new), asks, inner.added


def _asked_here(p: Parameter, name: str, ours: Mapping[str, str], parameters: Mapping[str, Parameter]) -> Parameter:
    """A parameter of a part, by a name of ours; with what it goes together, where we ask for that too."""
    partner = ours.get(p.only_with[0], "")
    return replace(p, name=name, only_with=(partner, p.only_with[1]) if partner in parameters else ("", ()))
