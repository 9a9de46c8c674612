"""Do the reasons of an answer add up to its target numbers?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ..mechanics.check import Check, Result
from ..mechanics.modifiers import Part, Total
from ..rulebook.text import Value

Sum = tuple[str, tuple[str, ...]]  # its heading, with {} for any text, and the names that lead to its number


def sums_of(check: Check) -> list[Sum]:
    """The sums of a check, and of the checks that are parts of it."""
    sums: list[Sum] = []
    for name, one in check.nodes.items():
        if isinstance(one, Total):
            sums.append((one.title(check.book), (name,)))
        elif isinstance(one, Part):
            label = one.label if type(one) is Part else "{}"  # several shots at once have headings of their own
            sums += [(f"{label}: {roll}", (name, *way)) for roll, way in sums_of(one.check)]
    return sums


def twice_named(check: Check) -> list[str]:
    """Headings under which two sums of a check stand, so that their reasons would be one list."""
    return [heading for heading, times in Counter(heading for heading, _ in sums_of(check)).items() if times > 1]


def wrong_sums(result: Result, sums: Sequence[Sum]) -> Iterator[str]:
    """What does not add up in an answer by the book, a sentence each.

    sums : as ``sums_of`` has them.
    """
    added: Counter[str] = Counter()
    reached: dict[str, Value] = {}
    for heading, entry, so_far in result.explain().rows:
        added[heading] += entry.value
        reached[heading] = so_far
        if not entry.label:
            yield f'a reason for "{heading}" has no name'
        if entry.rule and not (entry.rule.source and entry.rule.path in result.rules):
            yield f'a reason for "{heading}", {entry.label}, is no figure of the book with a source'
    covered: set[str] = set()
    for heading, names in sums:
        by_sum = {one: number for one, number in reached.items() if _is_under(one, heading)}
        numbers = _targets_by(result.targets, names)
        covered |= by_sum.keys()
        if any(number not in (0, *numbers) for number in by_sum.values()) if numbers else False:
            yield f'the reasons for "{heading}" add up to {next(iter(by_sum.values()))}, and the dice see {numbers[0]}'
        elif not heading.startswith("{}") and numbers not in ([], [reached.get(heading, 0)]):
            yield f'the reasons for "{heading}" add up to {reached.get(heading, 0)}, and the dice see {numbers[0]}'
    yield from (f'the reasons for "{heading}" belong to no sum' for heading in added.keys() - covered)
    yield from (
        f'the running sum of "{heading}" ends at {reached[heading]}, and its reasons add up to {number}'
        for heading, number in added.items()
        if reached[heading] != number
    )


def _is_under(heading: str, of_sum: str) -> bool:
    """Does a heading say a sum?"""
    return heading == of_sum or (of_sum.startswith("{}") and heading.endswith(of_sum.removeprefix("{}")))


def _targets_by(targets: Any, names: Sequence[str]) -> list[Value]:
    """The target numbers that are found by some names, one in the other: several where a part stands for several shots,
    none for what is only worked out on the way.
    """
    layers = [targets]
    for name in names:
        ones = [one for some in layers for one in (some if type(some) is tuple else [some])]
        layers = [getattr(one, name) for one in ones if hasattr(one, name)]
    return layers
