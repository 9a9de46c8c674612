"""A modifier that house rules add, as the checks of its game have it: by the names of their sums, parameters and
values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any, TypeAlias

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned, meant
from ...engine.words.wording import as_text, nearest
from ..rulebook.added import Addition, Modifier
from ..rulebook.book import rules
from ..rulebook.procedures import Procedure
from ..rulebook.text import Value, plain_words
from .catalogue import checks_of
from .parameter import Parameter, Rows, SeveralChoices, Whole
from .procedures import placed_roll, rollers, rolls_of
from .sums import SumPlace, places, sums_for

_FEW = 4
When: TypeAlias = tuple[tuple[str, tuple[Value, ...]], ...]


def placed(stem: str, path: str, line: Addition) -> Addition:
    """What house rules add, as the checks of the game have it; ``RuleError`` where it could never count."""
    return _placed_roll(stem, path, line) if isinstance(line, Procedure) else placed_modifier(stem, path, line)


def _placed_roll(stem: str, path: str, line: Procedure) -> Procedure:
    roll = placed_roll(stem, path, line)
    if roll.is_always:
        return roll
    every = [one for check in rolls_of(stem, roll.rides).checks for one in rollers(check, roll.rides)]
    having = [one for one in every if one.values(roll) is not None]
    if not having:
        names = dict.fromkeys(p.trait or name for one in every for name, p in one.check.parameters.items())
        unknown = next((n for n in roll.named if not any(one.value(n, n in roll.foes) for one in every)), "")
        if any(one.value(unknown, unknown not in roll.foes) for one in every):
            raise RuleError(
                f"{path} must go by what is asked of the man who is struck; got {unknown}, which is asked of him who "
                "rolls; leave foe out"
            )
        raise _no_parameters(path, f"rolls {roll.rides}", unknown, list(names), roll.named)
    of = {name: [p for one in having if (p := one.parameter(name, name in roll.foes))] for name in roll.named}
    when = _values(path, of, roll.when)
    roll = replace(roll, when=when)
    for check in checks_of(stem).values():
        check.with_added(((path, roll),))  # which refuses a name that it has already
    return roll


def placed_modifier(stem: str, path: str, modifier: Any) -> Modifier:
    """The modifier with names and values as the checks of the game have them; ``RuleError`` where it could never count,
    or one of these checks asks for something else of that name.

    >>> placed_modifier("rencounter", "fire.smoke", Modifier("To Hit", -2, when=(("range_band", ("Long",)),))).when
    (('range_band', ('long',)),)
    """
    every = places(stem).get(plain_words(cleaned(modifier.to)), ())
    if not every:
        near = sorted(sums_for(stem, path), key=lambda name: -_alike(name, modifier.to))[:_FEW]
        names_text = ", ".join(f'"{name}"' for name in near)
        raise RuleError(
            f"{path} must add to a sum that {rules(stem).title} has; got {as_text(modifier.to)}; the nearest: "
            f"{names_text or 'none'}"
        )
    modifier = _as_called(modifier, every)
    names = modifier.named
    having = [place for place in every if all(map(place.parameter, names))]
    if not having:
        all_names = list(dict.fromkeys(name for place in every for name in place.parameters))
        unknown = next((name for name in names if not any(place.parameter(name) for place in every)), "")
        raise _no_parameters(path, f'has "{every[0].sum.name}"', unknown, all_names, names)
    of = {name: [p for place in having if (p := place.parameter(name))] for name in names}
    when = _values(path, of, modifier.when)
    if modifier.each and not any(isinstance(place.parameter(modifier.each), Whole) for place in having):
        raise RuleError(f"each of {path} must be a parameter that is a number; got {modifier.each}, which is none")
    fitting = replace(modifier, to=having[0].sum.name, when=when)
    for check in checks_of(stem).values():
        check.with_added(((path, fitting.shape),))  # which refuses a name that it has already
    return fitting


def _as_called(modifier: Modifier, every: Sequence[SumPlace]) -> Modifier:
    """With parameters by their names, where it has them as the pages write them."""
    all_names, spelling = dict.fromkeys(name for place in every for name in place.parameters), every[0].check.spelling

    def called(text: str) -> str:
        return meant(text, all_names, spelling=spelling) or text

    when = tuple((called(name), values) for name, values in modifier.when)
    return replace(modifier, when=when, each=called(modifier.each) if modifier.each else "")


def _values(path: str, of: Mapping[str, Sequence[Parameter]], when: When) -> When:
    """Parameters with their values as the checks take them.

    of : what each name stands for in the checks.
    """
    return tuple(
        (name, tuple(dict.fromkeys(_value(path, of[name], name, v) for v in several))) for name, several in when
    )


def _alike(name: str, text: str) -> float:
    return SequenceMatcher(None, plain_words(name), plain_words(text)).ratio()


def _no_parameters(path: str, does: str, unknown: str, all_names: Sequence[str], names: Sequence[str]) -> RuleError:
    """The error where no check that has a sum, or makes a roll, has all the parameters that are named.

    unknown : one of them that no such check has, if there is one.
    all_names : what they have.
    """
    if unknown:
        return RuleError(
            f"{path} must name parameters of a check that {does}; got {as_text(unknown)}"
            f"{nearest(unknown[:60], all_names) or '; there are ' + ', '.join(all_names[:_FEW])}"
        )
    return RuleError(
        f"{path} must name parameters that one check that {does} has together; got {', '.join(names)}, which none has; "
        "leave one out"
    )


def _value(path: str, of: Sequence[Parameter], name: str, value: Value) -> Value:
    """A value as one of the checks takes it."""
    refusal: RuleError | None = None
    for parameter in of:
        if isinstance(parameter, (SeveralChoices, Rows)):
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
