"""A line of dice, followed: what each part of it may come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from operator import mul

from ..dice import pools, unlike
from ..dice.convolve import Weights
from ..dice.joint import RollReading
from ..words.errors import RuleError
from .errors import NotationError
from .limits import MOST_DICE, Spending
from .one_die import first_faces, kept_die, one_die
from .reading import Reading
from .table_top import TableRows, column, is_sure, read_together, rows as table_top, side_by_side
from .tree import (
    Absolute,
    AsOften,
    BestOf,
    Constant,
    Divide,
    Extreme,
    Holds,
    IfElse,
    Leaf,
    Let,
    Logic,
    Mixed,
    Multiply,
    Name,
    Node,
    Not,
    Pool,
    Read,
    Repeat,
    RollQuestion,
    Several,
    Sum,
    end_of,
    every,
    is_die,
    is_roll,
    leaves_of,
    names_in,
    parts,
    read_once,
)
from .ways import (
    WeightedNumbers,
    best,
    certain,
    extreme,
    held,
    mixed,
    of_all,
    pairwise,
    plus,
    repeated,
    scaled,
    times_all,
    turned,
)
from .worth import divided

Named = Mapping[Node, int]  # what each named throw has shown, and what else is read off it
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


def followed_together(reading: Reading) -> tuple[Together, Fraction]:
    """All that a line with several answers may come to, and the chance of what was not followed to its end."""
    return Follower(reading, FINE).several()


class Follower:
    """Follows a part of a line by what the named throws have shown; what does not depend on a named throw is followed
    once.
    """

    def __init__(self, reading: Reading, precision: int) -> None:
        self.reading, self.precision, self.spending = reading, precision, Spending()
        self.kept: dict[tuple[int, tuple[int, ...]], WeightedNumbers] = {}
        self.leaves: dict[int, tuple[Leaf, ...]] = {}
        self.rows: dict[tuple[int, tuple[Leaf, ...]], TableRows] = {}
        self.dice: list[Node] = []  # dice of a roll that is read once; kept, since they are known by their id
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

    def _number(self, answers: tuple[int, ...]) -> int:
        return self.together.setdefault(answers, len(self.together))

    def __call__(self, node: Node, named: Named) -> WeightedNumbers:
        if (leaves := self.leaves.get(id(node))) is None:
            leaves = self.leaves[id(node)] = tuple(leaves_of(node))
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

    def _ways(self, node: Node, named: Named) -> WeightedNumbers:
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
                return self._unlike(node, RollQuestion(count=node.count), named)
            case Sum(terms):
                ways = certain(0)
                for sign, term in terms:
                    ways = plus(self.spending, ways, scaled(self(term, named), sign))
                return ways
            case Multiply(left, right):
                return self._product(self(left, named), self(right, named))
            case Divide(left, right, rounding):
                return self._quotient(self(left, named), self(right, named), rounding)
            case Holds(op, left, right):
                difference = plus(self.spending, self(left, named), scaled(self(right, named), -1))
                return held(difference, op)
            case Logic(op, parts):
                return extreme(self.spending, [self(part, named) for part in parts], op == "or")
            case Not(what):
                return turned(self(what, named), lambda holds: 1 - holds, -1)
            case Extreme(largest, parts):
                return extreme(self.spending, [self(part, named) for part in parts], largest)
            case Absolute(what):
                return turned(self(what, named), abs, 0)
            case BestOf(times, what, highest, place):
                if place == 1:
                    return best(self.spending, self(what, named), times, highest)
                low, high = (times - place, place - 1) if highest else (place - 1, times - place)
                ways = self(what, named)
                return WeightedNumbers(*self._those_kept(RollQuestion("", times, low, high), ways, int), ways.onward)
            case Repeat(times, what):
                return repeated(self.spending, self(what, named), times)
            case AsOften(times, what):
                return self._as_often(self(times, named), self(what, named))
            case IfElse(condition, then, otherwise):
                return self._choice(self(condition, named), then, otherwise, named)
            case Let():
                return self._named(node, named)
            case Several():
                return self._several(node, named)

    def _several(self, node: Several, named: Named) -> WeightedNumbers:
        """Several answers, as one number that stands for them."""
        each = [self(part, named) for part in parts(node)]
        self.spending.spend(prod(len(ways.every) for ways in each))

        def made(tables: list[Weights]) -> Weights:
            out: Weights = {}
            for combination in product(*[table.items() for table in tables]):
                number = self._answer(node, [answer for answer, _ in combination])
                out[number] = out.get(number, 0) + prod(weight for _, weight in combination)
            return out

        return WeightedNumbers(
            made([ways.every for ways in each]),
            made([ways.followed for ways in each]) if any(ways.sure is not None for ways in each) else None,
        )

    def _answer(self, node: Several, answers: Sequence[int]) -> int:
        """The number of several answers; of none, where what is given does not hold."""
        if node.given is None:
            return self._number(tuple(answers))
        return self._number(tuple(answers[:-1]) if answers[-1] else ())

    def _named(self, node: Let, named: Named) -> WeightedNumbers:
        """What has a name, and what hangs on it."""
        if id(node) not in self.by_rows:
            self.by_rows[id(node)] = is_sure(end_of(node))
        leaves, rows, body = self._on_the_table(node, named)
        while self.by_rows[id(node)] and isinstance(body, Let) and not names_in(body.value):
            further, others, behind = self._on_the_table(body, {})
            if len(rows.weights) * len(others.weights) > MOST_ROWS:
                break
            leaves, rows, body = (*leaves, *further), side_by_side(rows, others), behind
        if self.by_rows[id(node)] and not isinstance(body, Let):
            return self._by_rows(leaves, rows, body, named)
        branches = list[tuple[int, int, WeightedNumbers]]()
        for *numbers, weight, sure in zip(*rows.shows, rows.weights, rows.followed, strict=True):
            shows: dict[Node, int] = dict(zip(leaves, numbers, strict=True))
            branches.append((weight, sure, self(body, {**named, **shows})))
        return mixed(self.spending, branches)

    def _on_the_table(self, node: Let, named: Named) -> tuple[tuple[Leaf, ...], TableRows, Node]:
        """All that a line asks of what has a name, what that shows together, and what stands behind the name; where
        rolls are matched, of both.
        """
        rolls, body = {node.name: node.value}, node.body
        matched = [names_in(one) for one in every(body) if isinstance(one, Read) and one.other]
        while wanted := {name for names in matched if names & rolls.keys() for name in names - rolls.keys()}:
            if not isinstance(body, Let) or not all(map(is_roll, [*rolls.values(), body.value])):
                raise RuleError(
                    "rolls to match must be named one after the other; got something between "
                    f"{' and '.join(sorted({*rolls, *wanted}))}; try a = 4d6: b = 2d6: a matches b"
                )
            rolls[body.name], body = body.value, body.body
        leaves = tuple(leaf for leaf in leaves_of(body) if names_in(leaf) & rolls.keys())
        if all(isinstance(leaf, Name) for leaf in leaves):
            ways, leaves = self(node.value, named), (Name(node.name),)
        elif (key := (id(node), leaves)) in self.rows:
            return leaves, self.rows[key], body
        elif dice := read_once(node.value, leaves):
            self.dice.append(dice)
            ways = self(dice, {})
        else:
            self.rows[key] = self._rows(rolls, leaves)
            return leaves, self.rows[key], body
        sure = [ways.followed.get(number, 0) for number in ways.every]
        return leaves, TableRows([list(ways.every)], list(ways.every.values()), sure), body

    def _rows(self, rolls: Mapping[str, Node], leaves: tuple[Leaf, ...]) -> TableRows:
        """All that is asked of some rolls together."""
        return table_top(self.spending, rolls, leaves, lambda node: self(node, {}), self.precision)

    def _by_rows(self, leaves: Sequence[Leaf], rows: TableRows, body: Node, named: Named) -> WeightedNumbers:
        """What a line makes of all that is asked of some rolls, row by row."""
        length = len(rows.weights)
        self.spending.spend(2 * length * sum(1 for _ in every(body)))
        shows: dict[Node, Sequence[int]] = {leaf: [number] * length for leaf, number in named.items()}
        shows |= dict(zip(leaves, rows.shows, strict=True))
        if isinstance(body, Several):
            each = [column(part, shows, length) for part in parts(body)]
            numbers: Sequence[int] = [self._answer(body, answers) for answers in zip(*each, strict=True)]
        else:
            numbers = column(body, shows, length)
        all_ways, sure = added_up(numbers, rows.weights), None
        if rows.followed != rows.weights:
            sure = {number: ways for number, ways in added_up(numbers, rows.followed).items() if ways}
        return WeightedNumbers(all_ways, None if sure == all_ways else sure)

    def _read(self, node: Read, named: Named) -> WeightedNumbers:
        """Dice that are thrown to be read once."""
        question = node.question
        if node.is_throw and isinstance(node.roll, Pool):
            return self._pool(node.roll, question)
        if node.is_throw and isinstance(node.roll, Mixed):
            return self._unlike(node.roll, question, named)
        one = replace(node, roll=Name(""))
        return self._by_rows((one,), self._rows({"": node.roll}, (one,)), one, {})

    def _pool(self, pool: Pool, question: RollQuestion) -> WeightedNumbers:
        if question.goes_on:
            return self._kept_then_on(pool, question)
        counted, each = question.counted, question.is_whole and pool.brings_dice
        die = one_die(self.spending, pool, self.precision, counted.worth if counted and each else int)
        if question.is_whole:
            if counted and not each:
                die = turned(die, counted.worth, counted.slope)
            return repeated(self.spending, die, pool.count)
        if question.kept == 1 and not counted and not (question.low and question.high):
            return best(self.spending, die, pool.count, question.low > 0)
        every, sure = self._those_kept(question, die, counted.worth if counted else int)
        return WeightedNumbers(every, sure, 0 if counted else die.onward)

    def _those_kept(
        self, question: RollQuestion, die: WeightedNumbers, value: Callable[[int], int]
    ) -> tuple[Weights, Weights | None]:
        """The sums of ``value`` over the dice that are kept, and of those that were followed to their end."""
        values, count, low, high = [value(face) for face in die.every], question.count, question.low, question.high
        places = (max(values) - min(values)) * question.kept + 1
        size = self.spending.table(places, die.total**count)
        moves = len(die.every) * min(count - low, count - high) ** 2 // 2
        self.spending.products(moves if die.sure is None else 2 * moves, places, size)
        every, sure = (
            None if weights is None else pools.kept(weights, count, low, high, value)
            for weights in (die.every, die.sure)
        )
        return every or {}, sure

    def _kept_then_on(self, pool: Pool, question: RollQuestion) -> WeightedNumbers:
        """Dice of which some are kept, and these alone are rolled again or explode.

        Each kept die has come to a number, or goes on in one of a few ways: all of them are told by one number, whose
        digits are how many go on in each way, and the sum of what is fixed.
        """
        spending, faces = self.spending, first_faces(pool)
        onward = replace(pool, reroll=question.reroll, explode=question.explode)
        each = {face: kept_die(spending, onward, face, question.counted, self.precision) for face in faces}
        lowest = {face: min(ways.every) for face, ways in each.items()}
        least = min(lowest.values())
        further = {face: plus(spending, ways, certain(-lowest[face])) for face, ways in each.items()}
        kinds = list[WeightedNumbers]()
        for ways in further.values():
            if len(ways.every) > 1 and ways not in kinds:
                kinds.append(ways)
        base, digit = (max(lowest.values()) - least) * question.kept + 1, question.kept + 1
        code = {
            face: lowest[face] - least + (base * digit ** kinds.index(ways) if ways in kinds else 0)
            for face, ways in further.items()
        }
        every, _ = self._those_kept(question, WeightedNumbers(faces), code.__getitem__)
        by_kinds: dict[int, Weights] = {}
        for number, weight in every.items():
            by_kinds.setdefault(number // base, {})[number % base + least * question.kept] = weight
        branches = list[tuple[int, int, WeightedNumbers]]()
        for number, fixed in by_kinds.items():
            ways, rest, weight = WeightedNumbers(fixed), number, sum(fixed.values())
            for kind in kinds:
                rest, so_many = divmod(rest, digit)
                ways = plus(spending, ways, repeated(spending, kind, so_many)) if so_many else ways
            branches.append((weight, weight, ways))
        return mixed(spending, branches)

    def _unlike(self, node: Mixed, question: RollQuestion, named: Named) -> WeightedNumbers:
        """Several throws that are not alike."""
        counted, spending, low, high = question.counted, self.spending, question.low, question.high
        if question.is_whole:
            ways = certain(0)
            for times, what in node.throws:
                if counted and is_die(what):  # what explodes may count more than once
                    one = self._pool(what, RollQuestion(counted=counted))
                else:
                    one = self(what, named)
                    one = turned(one, counted.worth, 0) if counted else one
                ways = plus(spending, ways, repeated(spending, one, times))
            return ways
        throws = [(self(what, named), times) for times, what in node.throws]
        if question.kept == 1 and not counted and not (low and high):
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
        places = (max(worth) - min(worth)) * question.kept + 1
        size = spending.table(places, total)
        counts = [times for _, times in throws]
        moves = unlike.steps(sum(counts), len(numbers), min(low or high, question.kept))
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

    def _product(self, left: WeightedNumbers, right: WeightedNumbers) -> WeightedNumbers:
        for one, other in ((left, right), (right, left)):
            if len(one.every) == 1 and one.sure is None:
                ((factor, weight),) = one.every.items()
                return times_all(scaled(other, factor), weight)
        return pairwise(self.spending, left, right, mul)

    def _quotient(self, left: WeightedNumbers, right: WeightedNumbers, rounding: str) -> WeightedNumbers:
        if len(right.every) == 1 and right.sure is None:
            ((divisor, weight),) = right.every.items()
            turn = (divisor > 0) - (divisor < 0) if rounding != "rest" else 0
            return times_all(turned(left, lambda number: divided(number, divisor, rounding), turn), weight)
        return pairwise(self.spending, left, right, lambda number, by: divided(number, by, rounding))

    def _choice(self, condition: WeightedNumbers, then: Node, otherwise: Node, named: Named) -> WeightedNumbers:
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
