"""A modifier that house rules add, as the checks of its game have it: by the names of their sums, parameters and
values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned, meant
from ...engine.words.wording import nearest, shown
from ..rulebook.added import Modifier
from ..rulebook.book import rules
from ..rulebook.text import Value, plain_words
from .catalogue import checks_of
from .parameter import Rows, SeveralChoices, Whole
from .sums import SumPlace, places, sums_for

_FEW = 4


def placed(stem: str, path: str, modifier: Modifier) -> Modifier:
    """The modifier with names and values as the checks of the game have them; ``RuleError`` where it could never count,
    or one of these checks asks for something else of that name.

    >>> placed("rencounter", "fire.smoke", Modifier("To Hit", -2, when=(("range_band", ("Long",)),))).when
    (('range_band', ('long',)),)
    """
    every = places(stem).get(plain_words(cleaned(modifier.to)), ())
    if not every:
        near = sorted(sums_for(stem, path), key=lambda name: -_alike(name, modifier.to))[:_FEW]
        known = ", ".join(f'"{name}"' for name in near)
        raise RuleError(
            f"{path} must add to a sum that {rules(stem).title} has; got {shown(modifier.to)}; the nearest: "
            f"{known or 'none'}"
        )
    modifier = _as_called(modifier, every)
    named = modifier.named
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
        check.with_added(((path, fitting.shape),))  # which refuses a name that it has already
    return fitting


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


def _value(path: str, having: Sequence[SumPlace], name: str, value: Value) -> Value:
    """A value as one of the checks takes it."""
    refusal: RuleError | None = None
    for place in having:
        parameter = place.parameter(name)
        if parameter is None or isinstance(parameter, (SeveralChoices, Rows)):
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
