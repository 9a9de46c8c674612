"""What is read off dice that lie on the table, all at once: they are counted face by face, never listed.

>>> from rencounter_kit.engine.dice.dist import d
>>> readings = [RollReading("sum", worth=lambda face: int(face >= 5)), RollReading("largest set")]
>>> dict(sorted(joint([[(d(6).weights, 2)]], readings).items()))
{(0, 1): 12, (0, 2): 4, (1, 1): 16, (2, 1): 2, (2, 2): 2}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import comb, prod
from typing import NamedTuple, TypeAlias

from .convolve import Weights, room, unpack

Groups: TypeAlias = Sequence[tuple[Weights, int]]  # the dice of a roll, those alike together: one of them, and how many
Table: TypeAlias = dict[tuple[int, ...], int]  # of all that the readings show together, the weight
State: TypeAlias = tuple[int, int]  # of a reading that is not added up: what it shows so far, and what it must know
_SETS = ("largest set", "face")


class RollReading(NamedTuple):
    """What is read off a roll.

    kind : "sum" of what its dice are worth; "pairs"; "sets", faces that at least so many dice show; "different" faces;
        "largest set" and the "face" of it, the highest of several; "run", the most faces in a row; "matches", dice that
        show the same as one of the other roll; "highest" or "lowest", what that die is worth, 0 where there is none.
    roll, other : the places of the rolls; what the other shows too is taken away, but for "matches".
    low, high : how many of the lowest and of the highest dice are left out.
    """

    kind: str
    roll: int = 0
    other: int | None = None
    low: int = 0
    high: int = 0
    least: int = 2
    worth: Callable[[int], int] = lambda face: face

    @property
    def is_added_up(self) -> bool:
        """Does each face add to it by itself?"""
        return self.kind not in (*_SETS, "run", "highest", "lowest")

    @property
    def state(self) -> RollReading:
        """What must be known of the faces before; the same for the largest set and its face."""
        return self._replace(kind="set") if self.kind in _SETS else self

    def span(self, rolls: Sequence[Groups]) -> tuple[int, int]:
        """The least and the most that it can show, where it is added up."""
        dice = sum(count for _, count in rolls[self.roll]) - self.low - self.high
        if self.kind != "sum":
            return 0, dice
        worth = [self.worth(face) for weights, _ in rolls[self.roll] for face in weights]
        return dice * min(worth) if self.other is None else 0, dice * max(worth)

    def adds(self, worth: int, shown: int) -> int:
        """What so many dice that show a face add to it, where each of them is worth so much."""
        match self.kind:
            case "sum":
                return shown * worth
            case "pairs":
                return shown // 2
            case "sets":
                return int(shown >= self.least)
            case "different":
                return int(shown > 0)
        return shown

    def step(self, state: State, face: int, shown: int, follows: bool) -> State:
        """Where so many dice that show a face lead.

        follows : is the face before it one less?
        """
        match self.kind:
            case "set":
                return (shown, face) if shown and shown >= state[0] else state
            case "run":
                now = (state[1] + 1 if follows else 1) if shown else 0
                return max(state[0], now), now
            case "lowest" if state[1]:
                return state
        return (self.worth(face), 1) if shown else state


def states(rolls: Sequence[Groups], readings: Sequence[RollReading]) -> int:
    """In how many states readings may be that are not added up, at most."""
    number = 1
    for one in dict.fromkeys(reading.state for reading in readings if not reading.is_added_up):
        faces = len({face for weights, _ in rolls[one.roll] for face in weights})
        dice = sum(count for _, count in rolls[one.roll])
        number *= {"set": faces * dice + 1, "run": (faces + 1) ** 2 // 2 + 1}.get(one.kind, faces + 1)
    return number


def places(rolls: Sequence[Groups], readings: Sequence[RollReading]) -> int:
    """How many combinations readings have that are added up, at most."""
    spans = [one.span(rolls) for one in readings if one.is_added_up]
    return prod(most - least + 1 for least, most in spans)


def moves(rolls: Sequence[Groups], readings: Sequence[RollReading]) -> int:
    """How many products it takes, at most."""
    if _are_simple(readings):
        return len(rolls)
    faces = len({face for roll in rolls for weights, _ in roll for face in weights})
    ways = prod((count + 1) * (count + 2) // 2 for roll in rolls for _, count in roll)
    return faces * ways * states(rolls, readings)


def joint(rolls: Sequence[Groups], readings: Sequence[RollReading]) -> Table:
    """The weight of all that the readings may show together.

    rolls : of each the dice, those alike together. What is added up where the other roll takes dice away must not be
        below 0.
    """
    if all(one.kind == "sum" and one.other is None for one in readings):
        rolls = _joined(rolls, readings)
    special = list(dict.fromkeys(one.state for one in readings if not one.is_added_up))
    shows, places_so_far = list[_Shows](), 1
    for one in readings:
        least, most = one.span(rolls) if one.is_added_up else (0, 0)
        state = -1 if one.is_added_up else special.index(one.state)
        shows.append(_Shows(state, int(one.kind == "face"), places_so_far, most - least + 1, least))
        places_so_far *= most - least + 1
    size = room(prod(sum(weights.values()) ** count for roll in rolls for weights, count in roll))
    steps = [8 * size * one.step for one in shows]
    if _are_simple(readings):
        packed: dict[tuple[State, ...], int] = {(): _alike(rolls, readings, steps)}
    else:
        packed = _face_by_face(rolls, readings, steps, special)
    table: Table = {}
    for states_there, sums in packed.items():
        for place, weight in unpack(sums, 0, places_so_far, size).items():
            shown = tuple(
                [
                    place // step % width + least if state < 0 else states_there[state][second]
                    for state, second, step, width, least in shows
                ]
            )
            table[shown] = table.get(shown, 0) + weight
    return table


class _Shows(NamedTuple):
    """Where a reading is found: among the states, or in the place of a sum."""

    state: int
    second: int
    step: int
    width: int
    least: int


def _are_simple(readings: Sequence[RollReading]) -> bool:
    """Does each die add to each of them by itself?"""
    return all(one.kind == "sum" and one.other is None and not one.low + one.high for one in readings)


def _joined(rolls: Sequence[Groups], readings: Sequence[RollReading]) -> Sequence[Groups]:
    """The dice, with faces in a row that are worth the same to all readings as one."""
    faces = sorted({face for roll in rolls for weights, _ in roll for face in weights})
    first, before = dict[int, int](), None
    for face in faces:
        worth = [one.worth(face) for one in readings]
        first[face] = first[max(first)] if worth == before else face
        before = worth
    joined = []
    for roll in rolls:
        groups = []
        for weights, count in roll:
            fewer: Weights = {}
            for face, weight in weights.items():
                fewer[first[face]] = fewer.get(first[face], 0) + weight
            groups.append((fewer, count))
        joined.append(groups)
    return joined


def _base(one: RollReading, rolls: Sequence[Groups]) -> int:
    """What the least of the dice is worth that cannot be taken away."""
    if one.kind != "sum" or one.other is not None:
        return 0
    return min(one.worth(face) for weights, _ in rolls[one.roll] for face in weights)


def _alike(rolls: Sequence[Groups], readings: Sequence[RollReading], steps: Sequence[int]) -> int:
    """The sums of all dice in one large integer, as a product of those of single dice."""
    product = 1
    bases = [_base(one, rolls) for one in readings]
    for at, roll in enumerate(rolls):
        mine = [(one, step, base) for one, step, base in zip(readings, steps, bases, strict=True) if one.roll == at]
        for weights, count in roll:
            one_die = sum(
                weight << sum([step * (one.worth(face) - base) for one, step, base in mine])
                for face, weight in weights.items()
            )
            product *= one_die**count
    return product


def _face_by_face(
    rolls: Sequence[Groups], readings: Sequence[RollReading], steps: Sequence[int], special: Sequence[RollReading]
) -> dict[tuple[State, ...], int]:
    """By the states of the readings that are not added up, the sums of the others in one large integer.

    Face by face, from the lowest, so many dice of each kind show it. Of each number of dice that have a face so far,
    the sums are one large integer.
    """
    groups = [(at, weights, count) for at, roll in enumerate(rolls) for weights, count in roll]
    everyone = tuple(count for _, _, count in groups)
    sizes = [sum(count for _, count in roll) for roll in rolls]
    added = [(one, step) for one, step in zip(readings, steps, strict=True) if one.is_added_up]
    now: dict[tuple[tuple[int, ...], tuple[State, ...]], int] = {((0,) * len(groups), ((0, 0),) * len(special)): 1}
    faces = sorted({face for _, weights, _ in groups for face in weights})
    for number, face in enumerate(faces):
        follows = number > 0 and faces[number - 1] == face - 1
        adding = [
            (one, [step * one.adds(one.worth(face) - _base(one, rolls), shown) for shown in range(sizes[one.roll] + 1)])
            for one, step in added
        ]
        chosen = [_choices(weights, count, face) for _, weights, count in groups]
        moved: dict[tuple[int, ...], list[tuple[tuple[int, ...], int, int, tuple[int, ...]]]] = {}
        stepped: dict[tuple[tuple[State, ...], tuple[int, ...]], tuple[State, ...]] = {}
        after: dict[tuple[tuple[int, ...], tuple[State, ...]], int] = {}
        for (placed, state), packed in now.items():
            if (ways := moved.get(placed)) is None:
                ways = moved[placed] = []
                for choice in product(*[each[before] for each, before in zip(chosen, placed, strict=True)]):
                    there = tuple([count for count, _ in choice])
                    dice = _by_roll(groups, placed, there, len(rolls))
                    shift = sum([worth[_shown(one, dice, sizes)] for one, worth in adding])
                    ways.append(
                        (
                            there,
                            prod([way for _, way in choice]),
                            shift,
                            tuple([_shown(one, dice, sizes) for one in special]),
                        )
                    )
            for there, so_many, shift, shown in ways:
                if (to := stepped.get((state, shown))) is None:
                    to = stepped[state, shown] = tuple(
                        [
                            one.step(was, face, so_far, follows)
                            for one, was, so_far in zip(special, state, shown, strict=True)
                        ]
                    )
                after[there, to] = after.get((there, to), 0) + (packed * so_many << shift)
        now = after
    return {state: packed for (placed, state), packed in now.items() if placed == everyone}


def _choices(weights: Weights, count: int, face: int) -> list[list[tuple[int, int]]]:
    """Of each number of dice that have a face, how many may have one then, and in how many ways; all after the last."""
    weight, last = weights.get(face, 0), face >= max(weights)
    powers = [weight**shown for shown in range(count + 1)]
    return [
        [
            (there, comb(count - before, there - before) * powers[there - before])
            for there in range(count if last else before, count + 1)
        ]
        if weight
        else [(before, 1)]
        for before in range(count + 1)
    ]


def _by_roll(
    groups: Sequence[tuple[int, Weights, int]], placed: Sequence[int], there: Sequence[int], rolls: int
) -> list[tuple[int, int]]:
    """Of each roll, how many dice had a face before, and have one now."""
    before, after = [0] * rolls, [0] * rolls
    for (roll, _, _), was, now in zip(groups, placed, there, strict=True):
        before[roll] += was
        after[roll] += now
    return list(zip(before, after, strict=True))


def _shown(one: RollReading, dice: Sequence[tuple[int, int]], sizes: Sequence[int]) -> int:
    """How many dice that show a face a reading sees."""
    before, now = dice[one.roll]
    if one.low or one.high:
        end = sizes[one.roll] - one.high
        return max(0, min(now, end) - max(before, one.low))
    if one.other is None:
        return now - before
    others = dice[one.other][1] - dice[one.other][0]
    return min(now - before, others) if one.kind == "matches" else max(0, now - before - others)
