"""Other dice than those of the rules, as a house rule names them: "2d6", "d10 + 1", "2d12 lowest"."""

from contextlib import contextmanager
from functools import cache
from itertools import product

_in_force = {}  # the name of dice: how a house rule writes them


@contextmanager
def other_dice(**written):
    """Within, these dice are thrown instead of those that the witnesses name."""
    _in_force.update(written)
    in_force.cache_clear()
    try:
        yield
    finally:
        _in_force.clear()
        in_force.cache_clear()


@cache
def in_force():
    """A hashable picture of all other dice."""
    return tuple(sorted(_in_force.items()))


def other(name, written):
    """What the dice of that name may show, each with its ways: those of a house rule, else those that the witness
    writes out, as "2d6"; nothing where it names the sides of a die.
    """
    written = _in_force.get(name, written)
    if isinstance(written, tuple):  # numbers, each with its ways
        return written
    return _ways(written) if isinstance(written, str) else ()


def highest(name, written):
    """The highest face of the dice of that name."""
    return max(dict(other(name, written)))


@cache
def _ways(written):
    """Each number that dice may show, and in how many ways, counted one by one."""
    first, *more = written.split()
    count, sides = first.split("d")
    keep = {"lowest": min, "highest": max}.get(more[0] if more else "", sum)
    added = int("".join(more[-2:])) if more and more[-1].isdigit() else 0
    weights = {}
    for faces in product(range(1, int(sides) + 1), repeat=int(count or 1)):
        number = keep(faces) + added
        weights[number] = weights.get(number, 0) + 1
    return tuple(weights.items())
