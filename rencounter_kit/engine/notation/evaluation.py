"""A line of dice, followed: what each part of it may come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from ..dice import pools, unlike
from ..dice.convolve import Weights
from ..dice.joint import RollReading
from ..words.errors import RuleError
from .errors import NotationError
from .limits import MOST_DICE, Spending
from .one_die import first_faces, kept_die, one_die
from .reading import Reading
from .table_top import TableRows, column, is_sure, read_together, rows as table_top, side_by_side
from .tree import Constant, IfElse, Leaf, Let, Mixed, Name, Operation, Phrase, Pool, Read, Repeat, Several, Sum, is_die
from .ways import WeightedNumbers, best, certain, computed, extreme, held, mixed, of_all, plus, repeated, scaled, turned

Named = Mapping[Phrase, int]  # what each named throw has shown, and what else is read off it
Together = dict[tuple[int, ...], int]  # of several answers the weight
MOST_ROWS = 20_000  # of rolls side by side
FINE, FINEST = 9, 100  # a die that may go on is left when less than 1 in 10^9 of its ways still go on


def followed(reading: Reading) -> WeightedNumbers:
    """All that a line may come to; a yes or no that hangs on dice which still go on is followed further, if that may
    help.
    """
    ways, precision = Follower(reading, FINE).alone(), FINE
    while ways.sure is not None and ways.onward and not set(ways.every) - {0, 1} and precision < FINEST:
        precision *= 2
        try:
            ways = Follower(reading, precision).alone()
        except RuleError:  # that would take too much; as far as it was followed it is right
            break
    return ways


class Follower:
    """Follows a part of a line by what the named throws have shown; what does not depend on a named throw is followed
    once.
    """

    def __init__(self, reading: Reading, precision: int) -> None:
        self.reading, self.precision, self.spending = reading, precision, Spending()
        self.kept: dict[tuple[int, tuple[int, ...]], WeightedNumbers] = {}
        self.leaves: dict[int, tuple[Leaf, ...]] = {}
        self.rows: dict[tuple[int, tuple[Leaf, ...]], TableRows] = {}
        self.dice: list[Phrase] = []  # dice of a roll that is read once; kept, since they are known by their id
        self.by_rows: dict[int, bool] = {}
        self.together: dict[tuple[int, ...], int] = {}  # of several answers the number that stands for them

    def alone(self) -> WeightedNumbers:
        """All that the line may come to, which has one answer."""
        ways = self(self.reading.tree, {})
        if not self.together:
            return ways
        shows = {number: answer for (answer,), number in self._met(ways).items()}
        return replace(
            ways,
            every={shows[number]: weight for number, weight in ways.every.items() if number in shows},
            sure=ways.sure and {shows[number]: weight for number, weight in ways.sure.items() if number in shows},
        )

    def several(self) -> tuple[Together, Fraction]:
        """All that the line may come to, which has several answers, and the chance of what was not followed."""
        ways = self(self.reading.tree, {})
        met = self._met(ways)
        every = {answers: ways.every[number] for answers, number in met.items()}
        if ways.sure is None:
            return every, Fraction(0)
        return every, 1 - Fraction(sum(ways.sure.get(number, 0) for number in met.values()), sum(every.values()))

    def _met(self, ways: WeightedNumbers) -> dict[tuple[int, ...], int]:
        """All several answers that may come, but for the throws in which what is given does not hold."""
        met = {answers: number for answers, number in self.together.items() if answers and number in ways.every}
        if not met:
            raise RuleError("the condition after given must hold in some roll; got one that never does; try another")
        return met

    def __call__(self, node: Phrase, named: Named) -> WeightedNumbers:
        if (leaves := self.leaves.get(id(node))) is None:
            leaves = self.leaves[id(node)] = tuple(node.leaves)
        key = (id(node), tuple([named[leaf] for leaf in leaves]))
        if (ways := self.kept.get(key)) is None:
            self.spending.spend(40)
            try:
                ways = self.kept[key] = self._ways(node, named)
            except NotationError:
                raise
            except RuleError as error:
                place = self.reading.places.get(id(node), (0, len(self.reading.line)))
                raise NotationError(str(error), self.reading.line, *place) from None
        return ways

    def _ways(self, node: Phrase, named: Named) -> WeightedNumbers:
        match node:
            case Constant(value):
                return certain(value)
            case Name():
                return certain(named[node])
            case Read():
                return certain(named[node]) if node in named else self._read(node, named)
            case Pool():
                return repeated(self.spending, one_die(self.spending, node, self.precision), node.count)
            case Mixed():
                return self._unlike(node, Read(node, node.count), named)
            case Sum(terms):
                ways = certain(0)
                for sign, term in terms:
                    ways = plus(self.spending, ways, scaled(self(term, named), sign))
                return ways
            case Operation(op, compares=True):
                left, right = (self(part, named) for part in node.operands)
                return held(plus(self.spending, left, scaled(right, -1)), op)
            case Operation(op):
                return self._operation(op, *(self(part, named) for part in node.operands))
            case Repeat(Constant(times), what, place) if place:
                return self._one_of_all(self(what, named), times, place)
            case Repeat(Constant(times), what):
                return repeated(self.spending, self(what, named), times) if times else certain(0)
            case Repeat(times, what):
                return self._as_often(self(times, named), self(what, named))
            case IfElse(condition, then, otherwise):
                return self._choice(self(condition, named), then, otherwise, named)
            case Let():
                return self._named(node, named)
            case Several():
                return self._several(node, named)
        raise TypeError(node)

    def _operation(self, op: str, first: WeightedNumbers, *others: WeightedNumbers) -> WeightedNumbers:
        if op in ("and", "or", "min", "max"):
            return extreme(self.spending, [first, *others], op in ("or", "max"))
        if op == "not":
            return turned(first, lambda holds: 1 - holds, -1)
        if op == "abs":
            return turned(first, abs, 0)
        return computed(self.spending, op, first, *others)

    def _one_of_all(self, ways: WeightedNumbers, times: int, place: int) -> WeightedNumbers:
        """Of so many throws the highest, or the second; below 0 from the lowest."""
        if abs(place) == 1:
            return best(self.spending, ways, times, place > 0)
        low, high = (times - place, place - 1) if place > 0 else (-place - 1, times + place)
        return WeightedNumbers(*self._those_kept(ways, int, times, low, high), ways.onward)

    def _several(self, node: Several, named: Named) -> WeightedNumbers:
        """Several answers, as one number that stands for them."""
        each = [self(part, named) for part in node.parts]
        self.spending.spend(prod(len(ways.every) for ways in each))

        def made(tables: list[Weights]) -> Weights:
            out: Weights = {}
            for combination in product(*[table.items() for table in tables]):
                number = self._answer(node.met([answer for answer, _ in combination]))
                out[number] = out.get(number, 0) + prod(weight for _, weight in combination)
            return out

        return WeightedNumbers(
            made([ways.every for ways in each]),
            made([ways.followed for ways in each]) if any(ways.sure is not None for ways in each) else None,
        )

    def _answer(self, answers: tuple[int, ...]) -> int:
        """The number that stands for several answers."""
        return self.together.setdefault(answers, len(self.together))

    def _named(self, node: Let, named: Named) -> WeightedNumbers:
        """What has a name, and what hangs on it."""
        if id(node) not in self.by_rows:
            self.by_rows[id(node)] = is_sure(node.end)
        leaves, rows, body = self._on_the_table(node, named)
        while self.by_rows[id(node)] and isinstance(body, Let) and not body.value.names:
            further, others, behind = self._on_the_table(body, {})
            if len(rows.weights) * len(others.weights) > MOST_ROWS:
                break
            leaves, rows, body = (*leaves, *further), side_by_side(rows, others), behind
        if self.by_rows[id(node)] and not isinstance(body, Let):
            return self._by_rows(leaves, rows, body, named)
        branches = list[tuple[int, int, WeightedNumbers]]()
        for *numbers, weight, sure in zip(*rows.shows, rows.weights, rows.followed, strict=True):
            shows: dict[Phrase, int] = dict(zip(leaves, numbers, strict=True))
            branches.append((weight, sure, self(body, {**named, **shows})))
        return mixed(self.spending, branches)

    def _on_the_table(self, node: Let, named: Named) -> tuple[tuple[Leaf, ...], TableRows, Phrase]:
        """All that a line asks of what has a name, what that shows together, and what stands behind the name; where
        rolls are matched, of both.
        """
        rolls, body = {node.name: node.value}, node.body
        matched = [one.names for one in body.every() if isinstance(one, Read) and one.other]
        while wanted := {name for names in matched if names & rolls.keys() for name in names - rolls.keys()}:
            if not isinstance(body, Let) or not all(roll.is_roll for roll in [*rolls.values(), body.value]):
                raise RuleError(
                    "rolls to match must be named one after the other; got something between "
                    f"{' and '.join(sorted({*rolls, *wanted}))}; try a = 4d6: b = 2d6: a matches b"
                )
            rolls[body.name], body = body.value, body.body
        leaves = tuple(leaf for leaf in body.leaves if leaf.names & rolls.keys())
        if all(isinstance(leaf, Name) for leaf in leaves):
            ways, leaves = self(node.value, named), (Name(node.name),)
        elif (key := (id(node), leaves)) in self.rows:
            return leaves, self.rows[key], body
        elif len(leaves) == 1 and isinstance(leaf := leaves[0], Read) and (dice := leaf.instead_of(node.value)):
            self.dice.append(dice)
            ways = self(dice, {})
        else:
            self.rows[key] = self._rows(rolls, leaves)
            return leaves, self.rows[key], body
        sure = [ways.followed.get(number, 0) for number in ways.every]
        return leaves, TableRows([list(ways.every)], list(ways.every.values()), sure), body

    def _rows(self, rolls: Mapping[str, Phrase], leaves: tuple[Leaf, ...]) -> TableRows:
        """All that is asked of some rolls together."""
        return table_top(self.spending, rolls, leaves, lambda node: self(node, {}), self.precision)

    def _by_rows(self, leaves: Sequence[Leaf], rows: TableRows, body: Phrase, named: Named) -> WeightedNumbers:
        """What a line makes of all that is asked of some rolls, row by row."""
        length = len(rows.weights)
        self.spending.spend(2 * length * sum(1 for _ in body.every()))
        shows: dict[Phrase, Sequence[int]] = {leaf: [number] * length for leaf, number in named.items()}
        shows |= dict(zip(leaves, rows.shows, strict=True))
        if isinstance(body, Several):
            each = [column(part, shows, length) for part in body.parts]
            numbers: Sequence[int] = [self._answer(body.met(answers)) for answers in zip(*each, strict=True)]
        else:
            numbers = column(body, shows, length)
        all_ways, sure = added_up(numbers, rows.weights), None
        if rows.followed != rows.weights:
            sure = {number: ways for number, ways in added_up(numbers, rows.followed).items() if ways}
        return WeightedNumbers(all_ways, None if sure == all_ways else sure)

    def _read(self, node: Read, named: Named) -> WeightedNumbers:
        """Dice that are thrown to be read once."""
        match node:
            case Read(Pool() as pool, kind="sum"):
                return self._pool(pool, node)
            case Read(Mixed() as mixed, kind="sum"):
                return self._unlike(mixed, node, named)
        one = replace(node, roll=Name(""))
        return self._by_rows((one,), self._rows({"": node.roll}, (one,)), one, {})

    def _pool(self, pool: Pool, read: Read) -> WeightedNumbers:
        if read.goes_on:
            return self._kept_then_on(pool, read)
        counted, each = read.counted, read.is_whole and pool.brings_dice
        die = one_die(self.spending, pool, self.precision, counted.worth if counted and each else int)
        if read.is_whole:
            if counted and not each:
                die = turned(die, counted.worth, counted.slope)
            return repeated(self.spending, die, pool.count)
        if read.kept == 1 and not counted and not (read.low and read.high):
            return best(self.spending, die, pool.count, read.low > 0)
        every, sure = self._those_kept(die, counted.worth if counted else int, read.count, read.low, read.high)
        return WeightedNumbers(every, sure, 0 if counted else die.onward)

    def _those_kept(
        self, die: WeightedNumbers, value: Callable[[int], int], count: int, low: int, high: int
    ) -> tuple[Weights, Weights | None]:
        """The sums of ``value`` over the dice that are kept, and of those that were followed to their end."""
        values = [value(face) for face in die.every]
        places = (max(values) - min(values)) * (count - low - high) + 1
        size = self.spending.table(places, die.total**count)
        moves = len(die.every) * min(count - low, count - high) ** 2 // 2
        self.spending.products(moves if die.sure is None else 2 * moves, places, size)
        every, sure = (
            None if weights is None else pools.kept(weights, count, low, high, value)
            for weights in (die.every, die.sure)
        )
        return every or {}, sure

    def _kept_then_on(self, pool: Pool, read: Read) -> WeightedNumbers:
        """Dice of which some are kept, and these alone are rolled again or explode.

        Each kept die has come to a number, or goes on in one of a few ways: all of them are told by one number, whose
        digits are how many go on in each way, and the sum of what is fixed.
        """
        spending, faces = self.spending, first_faces(pool)
        onward = replace(pool, reroll=read.reroll, explode=read.explode)
        each = {face: kept_die(spending, onward, face, read.counted, self.precision) for face in faces}
        lowest = {face: min(ways.every) for face, ways in each.items()}
        least = min(lowest.values())
        further = {face: plus(spending, ways, certain(-lowest[face])) for face, ways in each.items()}
        kinds = list[WeightedNumbers]()
        for ways in further.values():
            if len(ways.every) > 1 and ways not in kinds:
                kinds.append(ways)
        base, digit = (max(lowest.values()) - least) * read.kept + 1, read.kept + 1
        code = {
            face: lowest[face] - least + (base * digit ** kinds.index(ways) if ways in kinds else 0)
            for face, ways in further.items()
        }
        every, _ = self._those_kept(WeightedNumbers(faces), code.__getitem__, read.count, read.low, read.high)
        by_kinds: dict[int, Weights] = {}
        for number, weight in every.items():
            by_kinds.setdefault(number // base, {})[number % base + least * read.kept] = weight
        branches = list[tuple[int, int, WeightedNumbers]]()
        for number, fixed in by_kinds.items():
            ways, rest, weight = WeightedNumbers(fixed), number, sum(fixed.values())
            for kind in kinds:
                rest, so_many = divmod(rest, digit)
                ways = plus(spending, ways, repeated(spending, kind, so_many)) if so_many else ways
            branches.append((weight, weight, ways))
        return mixed(spending, branches)

    def _unlike(self, node: Mixed, read: Read, named: Named) -> WeightedNumbers:
        """Several throws that are not alike."""
        counted, spending, low, high = read.counted, self.spending, read.low, read.high
        if read.is_whole:
            ways = certain(0)
            for times, what in node.throws:
                if counted and is_die(what):  # what explodes may count more than once
                    one = self._pool(what, Read(what, counted=counted))
                else:
                    one = self(what, named)
                    one = turned(one, counted.worth, 0) if counted else one
                ways = plus(spending, ways, repeated(spending, one, times))
            return ways
        throws = [(self(what, named), times) for times, what in node.throws]
        if read.kept == 1 and not counted and not (low and high):
            return extreme(spending, [best(spending, one, times, low > 0) for one, times in throws], low > 0)
        total, numbers = 1, {number for one, _ in throws for number in one.every}
        for one, times in throws:
            spending.spend(times * one.total.bit_length() // 100)
            total *= one.total**times
        value = counted.worth if counted else int
        if low and high:
            reading = RollReading("sum", low=low, high=high, worth=value)
            rows = read_together(spending, [throws], [reading])
            sums, surely = (added_up(rows.shows[0], ways) for ways in (rows.weights, rows.followed))
            ways = of_all([one for one, _ in throws], sums, lambda: surely)
            return replace(ways, onward=0) if counted else ways
        worth = [value(number) for number in numbers]
        places = (max(worth) - min(worth)) * read.kept + 1
        size = spending.table(places, total)
        counts = [times for _, times in throws]
        moves = unlike.steps(sum(counts), len(numbers), min(low or high, read.kept))
        runs = 1 if all(one.sure is None for one, _ in throws) else 2
        spending.products(moves * runs, places, size)
        every, sure = (
            [(weights, times) for weights, times in zip(each, counts, strict=True)]
            for each in ([one.every for one, _ in throws], [one.followed for one, _ in throws])
        )
        for number, wide, width in unlike.wide_steps(every, low, high, value):
            spending.wide(number * runs, min(wide, places) * size // places, width * size // places)
        ways = of_all(
            [one for one, _ in throws],
            unlike.kept(every, low, high, value),
            lambda: unlike.kept(sure, low, high, value),
        )
        return replace(ways, onward=0) if counted else ways

    def _as_often(self, times: WeightedNumbers, ways: WeightedNumbers) -> WeightedNumbers:
        """As often as a number says."""
        if not 0 <= min(times.every) <= max(times.every) <= MOST_DICE:
            raise RuleError(
                f"the number of dice must be from 0 to {MOST_DICE:,}; got {min(times.every)} to {max(times.every)};"
                " try (d4)d6"
            )
        branches = [
            (weight, times.followed.get(number, 0), repeated(self.spending, ways, number) if number else certain(0))
            for number, weight in times.every.items()
        ]
        return mixed(self.spending, branches)

    def _choice(self, condition: WeightedNumbers, then: Phrase, otherwise: Phrase, named: Named) -> WeightedNumbers:
        branches = [
            (weight, condition.followed.get(holds, 0), self(then if holds else otherwise, named))
            for holds, weight in condition.every.items()
        ]
        return mixed(self.spending, branches)


def added_up(numbers: Sequence[int], weights: Sequence[int]) -> Weights:
    """The weight of each number, of all rows that come to it."""
    ways: Weights = {}
    for number, weight in zip(numbers, weights, strict=True):
        ways[number] = ways.get(number, 0) + weight
    return ways
