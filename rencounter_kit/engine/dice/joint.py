"""What is read off dice that lie on the table, all at once: they are counted face by face, never listed.

>>> from rencounter_kit.engine.dice.dist import d
>>> readings = [RollReading("sum", worth=lambda face: int(face >= 5)), RollReading("largest set")]
>>> dict(sorted(Joint([[(d(6).weights, 2)]], readings).table().items()))
{(0, 1): 12, (0, 2): 4, (1, 1): 16, (2, 1): 2, (2, 2): 2}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, product
from math import comb, prod
from operator import mul
from typing import NamedTuple, TypeAlias

from .convolve import Weights, room, unpack

Groups: TypeAlias = Sequence[tuple[Weights, int]]  # the dice of a roll, those alike together: one of them, and how many
Table: TypeAlias = dict[tuple[int, ...], int]  # of all that the readings show together, the weight
State: TypeAlias = tuple[int, int]  # of a reading: what it shows so far, and what it must know
_Move: TypeAlias = tuple[int, int, int, tuple[int, ...]]  # to a number of dice, the ways, the shift, what is shown


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
        return self.kind in ("sum", "pairs", "sets", "different", "matches")

    @property
    def is_simple(self) -> bool:
        """Does each die add to it by itself?"""
        return self.kind == "sum" and self.other is None and not self.low + self.high

    @property
    def sets(self) -> RollReading | None:
        """Of the largest set its face, which knows the size as well."""
        return self._replace(kind="face") if self.kind == "largest set" else None

    def span(self, rolls: Sequence[Groups]) -> tuple[int, int]:
        """The least and the most that it can show, where it is added up."""
        dice = sum(count for _, count in rolls[self.roll]) - self.low - self.high
        if self.kind != "sum":
            return 0, dice
        worth = [self.worth(face) for weights, _ in rolls[self.roll] for face in weights]
        return dice * min(worth) if self.other is None else 0, dice * max(worth)

    def adds(self, face: int, count: int) -> int:
        """What so many dice that show a face add to it."""
        match self.kind:
            case "sum":
                return count * self.worth(face)
            case "pairs":
                return count // 2
            case "sets":
                return int(count >= self.least)
            case "different":
                return int(count > 0)
        return count

    def step(self, state: State, face: int, count: int, follows: bool) -> State:
        """Where so many dice that show a face lead.

        follows : is the face before it one less?
        """
        match self.kind:
            case "largest set":
                return max(state[0], count), 0
            case "face":
                return (face, count) if count and count >= state[1] else state
            case "run":
                now = (state[1] + 1 if follows else 1) if count else 0
                return max(state[0], now), now
            case "highest" | "lowest":
                return (self.worth(face), 1) if count and not (self.kind == "lowest" and state[1]) else state
        return state[0] + self.adds(face, count), 0


class Joint:
    """All that is read off some rolls together.

    rolls : of each the dice, those alike together.
    outcomes : how many there may be, at most. Where these are no more than the ways in which dice can lie there, what
        is added up stands in one large integer for each state of the rest; else all is part of the state.
    places : the numbers in such an integer.
    moves : from how many numbers of dice that have a face to how many others, at most, face by face; products : of how
        many states of these, each a product.
    total : the weight of all.
    """

    def __init__(self, rolls: Sequence[Groups], readings: Sequence[RollReading]) -> None:
        self.readings, self.rolls = readings, rolls
        if all(one.kind == "sum" and one.other is None for one in readings):
            self.rolls = self._joined()
        self.groups = [(at, weights, count) for at, roll in enumerate(self.rolls) for weights, count in roll]
        self.total = prod(sum(weights.values()) ** count for _, weights, count in self.groups)
        spans = [one.span(self.rolls) if one.is_added_up else (0, 0) for one in readings]
        lying = prod(comb(count + len(weights) - 1, count) for _, weights, count in self.groups)
        self.places = prod(most - least + 1 for least, most in spans)
        self.is_simple = all(one.is_simple for one in readings) and self.places <= 16 * lying
        is_packed = self.is_simple or self.places <= lying
        self.packed = [one for one in readings if is_packed and one.is_added_up]
        self.special = [one for one in readings if one not in self.packed and one.sets not in readings]
        self.places = self.places if is_packed else 1
        faces = len({face for _, weights, _ in self.groups for face in weights})
        states = [self._states(number) if is_packed else lying for number in range(faces + 1)]
        self.outcomes = self.places * min(states[-1], lying)
        self.parts = self._parts()
        places = prod(count + 1 for _, _, count in self.groups)
        ways = sum(
            places * prod(self.groups[at][2] + 2 for at in part) // 2 ** len(part) for part in self.parts
        )  # from each number of dice that have a face, part by part
        most = 2 * faces * lying * len(self.parts)
        self.moves = 0 if self.is_simple else min(faces * ways, most)
        self.products = 1 if self.is_simple else min(ways * sum(states[:-1]), most)

    def _parts(self) -> list[list[int]]:
        """The dice, by their places, of which it must be known at once how many show a face; kinds of dice that add
        to sums alone come one after the other.
        """
        at_once = list[set[int]]()
        for one in self.readings:
            if one.kind != "sum" or one.other is not None:
                rolls = {one.roll, one.roll if one.other is None else one.other}
                rolls.update(*[other for other in at_once if other & rolls])
                at_once = [*[other for other in at_once if not other & rolls], rolls]
        parts = [[at for at, (roll, _, _) in enumerate(self.groups) if roll in rolls] for rolls in at_once]
        return [*parts, *([at] for at in range(len(self.groups)) if not any(at in part for part in parts))]

    def _states(self, faces: int) -> int:
        """In how many states the readings may be after so many faces, at most; of sets, for half of the dice."""
        number = 1
        for one in self.special:
            dice = sum(count for _, count in self.rolls[one.roll]) // 2 + 1
            number *= {"largest set": dice, "face": faces * dice + 1, "run": (faces + 1) * (faces + 2) // 2}.get(
                one.kind, faces + 1
            )
        return number

    def table(self) -> Table:
        """The weight of all that the readings may show together; what is added up where dice are taken away must not be
        below 0.
        """
        size = room(self.total)
        steps, at = list[int](), 1
        where = list[tuple[int, int, int, int]]()  # of each reading its state and which part, or step, places and least
        for one in self.readings:
            if one in self.packed:
                least, most = one.span(self.rolls)
                where.append((-1, at, most - least + 1, least))
                steps.append(8 * size * at)
                at *= most - least + 1
            else:
                face = one.sets if one.sets in self.special else None
                where.append((self.special.index(face or one), 0, int(face is not None), 0))
        packed = {(): self._alike(steps)} if self.is_simple else self._face_by_face(steps)
        table: Table = {}
        for state, sums in packed.items():
            numbers = [state[which][second] if which >= 0 else 0 for which, _, second, _ in where]
            for place, weight in unpack(sums, 0, at, size).items():
                row = tuple(
                    [
                        place // step % width + least if step else number
                        for (_, step, width, least), number in zip(where, numbers, strict=True)
                    ]
                )
                table[row] = table.get(row, 0) + weight
        return table

    def _joined(self) -> Sequence[Groups]:
        """The dice, with faces in a row that are worth the same to all readings as one."""
        faces = sorted({face for roll in self.rolls for weights, _ in roll for face in weights})
        worths = [[one.worth(face) for one in self.readings] for face in faces]
        first = dict[int, int]()
        for at, face in enumerate(faces):
            first[face] = first[faces[at - 1]] if at and worths[at] == worths[at - 1] else face
        return [[(_turned(weights, first), count) for weights, count in roll] for roll in self.rolls]

    def _worth(self, one: RollReading) -> Callable[[int, int], int]:
        """What so many dice that show a face add to a reading, above the least that they could."""
        if one.kind != "sum" or one.other is not None:
            return one.adds
        base = min(one.worth(face) for weights, _ in self.rolls[one.roll] for face in weights)
        return lambda face, count: count * (one.worth(face) - base)

    def _alike(self, steps: Sequence[int]) -> int:
        """The sums of all dice in one large integer, as a product of those of single dice."""
        adding = [(one.roll, self._worth(one), step) for one, step in zip(self.packed, steps, strict=True)]
        whole = 1
        for at, weights, count in self.groups:
            mine = [(worth, step) for roll, worth, step in adding if roll == at]
            one_die = 0
            for face, weight in weights.items():
                one_die += weight << sum([step * worth(face, 1) for worth, step in mine])
            whole *= one_die**count
        return whole

    def _face_by_face(self, steps: Sequence[int]) -> dict[tuple[State, ...], int]:
        """By the states of the readings that are not packed, the sums of the others in one large integer.

        Face by face, from the lowest, so many dice of each kind show it. Of each number of dice that have a face so
        far, the sums are one large integer.
        """
        adding = [(one, self._worth(one), step) for one, step in zip(self.packed, steps, strict=True)]
        faces = sorted({face for _, weights, _ in self.groups for face in weights})
        everyone = prod(count + 1 for _, _, count in self.groups)
        now = {((0, 0),) * len(self.special): {0: 1}}  # of each state the sums by how many dice have a face
        for number, face in enumerate(faces):
            follows = number > 0 and faces[number - 1] == face - 1
            for part in self.parts:
                moves = _Moves(self, face, part, adding)
                if moves.are_idle:
                    continue
                after: dict[tuple[State, ...], dict[int, int]] = {}
                for state, sums in now.items():
                    there: dict[tuple[int, ...], dict[int, int]] = {}
                    for before, packed in sums.items():
                        for now_placed, ways, shift, counts in moves[before]:
                            if (target := there.get(counts)) is None:
                                to = list(state)
                                for at, so_many in zip(moves.special, counts, strict=True):
                                    to[at] = self.special[at].step(state[at], face, so_many, follows)
                                target = there[counts] = after.setdefault(tuple(to), {})
                            target[now_placed] = target.get(now_placed, 0) + (packed * ways << shift)
                now = after
        return {state: sums[everyone - 1] for state, sums in now.items() if everyone - 1 in sums}


def _turned(weights: Weights, first: dict[int, int]) -> Weights:
    fewer: Weights = {}
    for face, weight in weights.items():
        fewer[first[face]] = fewer.get(first[face], 0) + weight
    return fewer


class _Moves(dict[int, list[_Move]]):
    """From each number of dice of each kind that have a face, as one number, to those that have one then, as dice of a
    part show it.

    special : the places of the readings that these dice step on.
    are_idle : does none of them show it, and no reading miss it?
    """

    def __init__(
        self,
        whole: Joint,
        face: int,
        part: Sequence[int],
        adding: Sequence[tuple[RollReading, Callable[[int, int], int], int]],
    ) -> None:
        super().__init__()
        self.part, self.rolls = part, [at for at, _, _ in whole.groups]
        self.counts = [count for _, _, count in whole.groups]
        self.units = list(accumulate([count + 1 for count in self.counts], mul, initial=1))
        self.sizes = [sum(count for _, count in roll) for roll in whole.rolls]
        self.choices = [_Choices(weights, count, face) for _, weights, count in whole.groups]
        mine = {self.rolls[at] for at in part}
        self.plain = {roll: [0] * (self.sizes[roll] + 1) for roll in mine}  # the shift by how many dice show the face
        self.others = list[tuple[RollReading, list[int]]]()
        for one, worth, step in adding:
            if one.roll not in mine:
                continue
            shifts = [step * worth(face, many) for many in range(self.sizes[one.roll] + 1)]
            if one.other is None and not one.low + one.high:
                self.plain[one.roll] = list(map(int.__add__, self.plain[one.roll], shifts))
            else:
                self.others.append((one, shifts))
        self.special = [at for at, one in enumerate(whole.special) if one.roll in mine]
        self.stepped = [whole.special[at] for at in self.special]
        self.are_idle = not any(self.choices[at].weight for at in part) and all(one.is_added_up for one in self.stepped)

    def __missing__(self, before: int) -> list[_Move]:
        moves = self[before] = list(self._from(before))
        return moves

    def _from(self, before: int) -> Iterator[_Move]:
        placed = [before // unit % (count + 1) for unit, count in zip(self.units, self.counts, strict=False)]
        had = [0] * len(self.sizes)
        for roll, was in zip(self.rolls, placed, strict=True):
            had[roll] += was
        if len(self.part) == 1:
            (at,) = self.part
            have, unit, plain = had.copy(), self.units[at], self.plain[roll := self.rolls[at]]
            for more, ways in self.choices[at][placed[at]]:
                have[roll], shift = more, plain[more]
                for one, shifts in self.others:
                    shift += shifts[self._faces_in_sight(one, had, have)]
                yield (
                    before + more * unit,
                    ways,
                    shift,
                    tuple([self._faces_in_sight(one, had, have) for one in self.stepped]),
                )
            return
        for choice in product(*[self.choices[at][placed[at]] for at in self.part]):
            to, ways, have = before, 1, [0] * len(self.sizes)
            for at, (more, way) in zip(self.part, choice, strict=True):
                to, ways = to + more * self.units[at], ways * way
                have[self.rolls[at]] += more
            shift = sum([shifts[have[roll]] for roll, shifts in self.plain.items()])
            shift += sum([shifts[self._faces_in_sight(one, had, have)] for one, shifts in self.others])
            yield to, ways, shift, tuple([self._faces_in_sight(one, had, have) for one in self.stepped])

    def _faces_in_sight(self, one: RollReading, had: Sequence[int], have: Sequence[int]) -> int:
        """How many dice that show the face a reading sees."""
        before, counts = had[one.roll], have[one.roll]
        if one.low or one.high:
            return max(0, min(before + counts, self.sizes[one.roll] - one.high) - max(before, one.low))
        if one.other is None:
            return counts
        return min(counts, have[one.other]) if one.kind == "matches" else max(0, counts - have[one.other])


class _Choices(dict[int, list[tuple[int, int]]]):
    """Of each number of dice that have a face, how many more may have this one, and in how many ways; all others where
    it is their last.
    """

    def __init__(self, weights: Weights, count: int, face: int) -> None:
        super().__init__()
        self.weight, self.count, self.is_last = weights.get(face, 0), count, face >= max(weights)

    def __missing__(self, before: int) -> list[tuple[int, int]]:
        left, ways = self.count - before, 1
        choices = [(0, 1)]
        if self.is_last and self.weight:
            choices = [(left, self.weight**left)]
        elif self.weight:
            for more in range(1, left + 1):
                ways = ways * (left - more + 1) * self.weight // more
                choices.append((more, ways))
        self[before] = choices
        return choices
