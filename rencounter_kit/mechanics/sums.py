"""The sums of a game to which house rules may add, for somebody who says in words what he wants: the likeliest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..rulebook.library import Game, game, once
from ..rulebook.text import plain_words
from .added import SumPlace, parts_of, place_of, places, side_of
from .catalogue import checks_of
from .modifiers import InnerSum, Total
from .parameter import Choice

_USUAL = "to hit"  # comes first where a game has it


class LikelySum(NamedTuple):
    """A sum: its name; the check that has it first, by its name; and whether a fight asks what counts of each side."""

    name: str
    check: str
    sided: bool


def likely_sums(stem: str) -> Sequence[LikelySum]:
    """The sums of a game, those first that count in most of its checks.

    >>> likely_sums("rencounter")[0]
    LikelySum(name='to hit', check='fire', sided=True)
    """
    return _likely_sums(game(stem))


@once
def _likely_sums(of: Game) -> Sequence[LikelySum]:
    many, sided = Counter[str](), set[str]()
    for check in checks_of(of.stem).values():
        found = list(_sums_in(check, ""))
        many.update({name for name, _ in found})
        sided |= {name for name, side in found if side}
    sums = [
        LikelySum(each[0].sum.name, each[0].check.name, each[0].sum.name in sided) for each in places(of.stem).values()
    ]
    return sorted(sums, key=lambda one: (one.name != _USUAL, -many[one.name]))


def _sums_in(check: Any, side: str) -> Iterator[tuple[str, str]]:
    """The sums of a check and of its parts, each with the side whose it is."""
    for target, one in check.nodes.items():
        if isinstance(one, (Total, InnerSum)):
            here = place_of(check, target, one).sum
            yield here.name, here.side or side
        else:
            for part in parts_of(one):
                yield from _sums_in(part.check, side or side_of(part))


def values_called(stem: str, name: str, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """A parameter of the checks that have a sum, and those of its values that have all of some words; "" where there is none.

    >>> values_called("rencounter", "to hit", ["bow"])
    ('weapon', ('short_bow', 'long_bow', 'composite_bow'))
    """
    found: list[SumPlace] = [*places(stem).get(plain_words(name), ())]
    for p in (p for place in found for p in place.check.parameters.values() if isinstance(p, Choice)):
        values = [value for value in p.choices if isinstance(value, str)]
        if having := tuple(value for value in values if set(words) <= {*plain_words(value).split()}):
            return p.name, having
    return "", ()


def asked_names(stem: str) -> frozenset[str]:
    """All that the checks of a game ask for or work out by a name, so that nothing else may be asked by it."""
    return _asked_names(game(stem))


@once
def _asked_names(of: Game) -> frozenset[str]:
    return frozenset(name for check in checks_of(of.stem).values() for name in (*check.parameters, *check.nodes))
