"""What a line of dice says, as a tree of named nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeGuard

from ..dice.dist import Outcome


@dataclass(frozen=True)
class Which:
    """Some faces: ``op`` is ">=", "<=" or "!=" with one number, or "in" with several.

    words : how they are called, where they are faces in words.
    """

    op: str
    numbers: tuple[int, ...]
    words: tuple[str, ...] = ()

    def __contains__(self, face: object) -> bool:
        if not isinstance(face, int):
            return False
        if self.op == "in":
            return face in self.numbers
        bound = self.numbers[0]
        return face >= bound if self.op == ">=" else face <= bound if self.op == "<=" else face != bound

    def worth(self, face: int) -> int:
        """How often a die with this face counts."""
        return int(face in self)

    @property
    def slope(self) -> int:
        """1 where a higher face never counts less, -1 where it never counts more, else 0."""
        return {">=": 1, "<=": -1}.get(self.op, 0)


@dataclass(frozen=True)
class Scored:
    """Faces that count once, and others that count more often, or are taken off.

    others : how often they count instead, -1 where they are taken off.
    """

    which: Which
    others: tuple[tuple[int, Which], ...]
    slope = 0

    def worth(self, face: int) -> int:
        return next((often for often, which in self.others if face in which), self.which.worth(face))

    @property
    def every(self) -> Which:
        """All faces in words that count."""
        numbers = (number for which in (self.which, *(one for _, one in self.others)) for number in which.numbers)
        return replace(self.which, numbers=tuple(numbers))


Counted: TypeAlias = Which | Scored


@dataclass(frozen=True)
class Die:
    """A die with sides from 1 on, or with faces of its own.

    words : of faces in words, what is on each; ``ordered`` where one is more than another.
    """

    sides: int
    own: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    ordered: bool = False

    @property
    def faces(self) -> tuple[int, ...] | range:
        return self.own or range(1, self.sides + 1)


FUDGE = Die(0, (-1, 0, 1))
TENS_AND_UNITS = Die(0, tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7)))  # a d66


@dataclass(frozen=True)
class Reroll:
    """These faces are rolled again: at most so many times, or for ever.

    first : only of the dice thrown first, not of those that an explosion brings?
    """

    which: Which
    most: int | None = None
    first: bool = False


@dataclass(frozen=True)
class Explode:
    """These faces bring another die: at most so many times, or for ever.

    compound : is all that one die brings one number, also where dice are counted?
    less : each further die counts so much less.
    """

    which: Which
    compound: bool = False
    most: int | None = None
    less: int = 0


@dataclass(frozen=True)
class Pool:
    """Dice alike, thrown together and added up.

    floor, ceiling : a face below or above counts as that.
    """

    count: int
    die: Die
    reroll: Reroll | None = None
    explode: Explode | None = None
    floor: int | None = None
    ceiling: int | None = None

    @property
    def brings_dice(self) -> bool:
        """Do dice bring others, each with a number of its own?"""
        return self.explode is not None and not self.explode.compound

    def face_value(self, face: int) -> int:
        """What a face counts as."""
        face = face if self.floor is None else max(face, self.floor)
        return face if self.ceiling is None else min(face, self.ceiling)


@dataclass(frozen=True)
class Mixed:
    """Unlike throws beside each other, each so many times, added up."""

    throws: tuple[tuple[int, Node], ...]

    @property
    def count(self) -> int:
        return sum(times for times, _ in self.throws)


@dataclass(frozen=True)
class Constant:
    """A number, or that of a face in words."""

    value: int
    word: str = ""


@dataclass(frozen=True)
class Name:
    """What a throw was named, on which something depends."""

    name: str


@dataclass(frozen=True)
class RollQuestion:
    """What is asked of the dice of a roll, as they lie on the table.

    kind : "sum", of the faces or of those that are counted; "pairs"; "sets", faces that at least so many dice show;
        "largest set" and the "face" of it; "different" faces; "run", the most faces in a row; "matches", dice that show
        the same as one of the other roll.
    count : how many dice there are.
    low, high : how many of the lowest and of the highest are left out before.
    least : the dice of a set.
    reroll, explode : of the dice that are kept.
    """

    kind: str = "sum"
    count: int = 1
    low: int = 0
    high: int = 0
    counted: Counted | None = None
    least: int = 2
    reroll: Reroll | None = None
    explode: Explode | None = None

    @property
    def kept(self) -> int:
        return self.count - self.low - self.high

    @property
    def is_whole(self) -> bool:
        """Are no dice left out?"""
        return not self.low + self.high

    @property
    def goes_on(self) -> bool:
        """Are the dice that are kept rolled again, or do they explode?"""
        return self.reroll is not None or self.explode is not None

    @property
    def is_open(self) -> bool:
        """Can these dice still be read in another way than by adding them up?"""
        return self.kind == "sum" and not self.counted


@dataclass(frozen=True)
class Read:
    """What is read off a roll: some of its dice, or how many count, or more; off one with a name as often as one likes.

    roll : a ``Name``, or dice that are thrown for this alone.
    other : the roll whose dice match those of the first, or take them away.
    """

    roll: Node
    question: RollQuestion
    other: Node | None = None

    @property
    def is_throw(self) -> bool:
        """Are these dice thrown for this alone, of which some are added up or counted?"""
        return self.question.kind == "sum" and isinstance(self.roll, (Pool, Mixed))


@dataclass(frozen=True)
class Sum:
    """Terms, each with 1 or -1 before it."""

    terms: tuple[tuple[int, Node], ...]


@dataclass(frozen=True)
class Multiply:
    left: Node
    right: Node


@dataclass(frozen=True)
class Divide:
    """rounding : "up", "down" or "half up"; "" where nothing may be left over; "rest" for what is left over alone."""

    left: Node
    right: Node
    rounding: str = ""


@dataclass(frozen=True)
class Holds:
    """op : ">=", "<=", ">", "<", "=" or "!="."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Logic:
    """op : "and" or "or"."""

    op: str
    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Not:
    what: Node


@dataclass(frozen=True)
class Extreme:
    """The largest or the smallest of several numbers."""

    largest: bool
    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Absolute:
    """A number without its sign."""

    what: Node


@dataclass(frozen=True)
class BestOf:
    """The same thrown several times, of which the highest or the lowest counts.

    place : or the 2nd, the 3rd from that end.
    """

    times: int
    what: Node
    highest: bool
    place: int = 1


@dataclass(frozen=True)
class Repeat:
    """The same thrown several times, and added up."""

    times: int
    what: Node


@dataclass(frozen=True)
class AsOften:
    """The same thrown as often as something else says, and added up."""

    times: Node
    what: Node


@dataclass(frozen=True)
class IfElse:
    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True)
class Let:
    """One throw, named, and what depends on it."""

    name: str
    value: Node
    body: Node


@dataclass(frozen=True)
class Several:
    """Several answers at once, at the end of a line; or one of those throws in which something holds.

    given : what holds; ``None`` for all throws.
    """

    parts: tuple[Node, ...]
    given: Node | None = None


Node: TypeAlias = (
    Pool
    | Mixed
    | Constant
    | Name
    | Read
    | Sum
    | Multiply
    | Divide
    | Holds
    | Logic
    | Not
    | Extreme
    | Absolute
    | BestOf
    | Repeat
    | AsOften
    | IfElse
    | Let
    | Several
)
Leaf: TypeAlias = Name | Read  # what a line asks of a named throw


_PARTS: dict[type, tuple[str, ...]] = {
    Read: ("roll", "other"),
    Mixed: ("throws",),
    Sum: ("terms",),
    **dict.fromkeys((Multiply, Divide, Holds), ("left", "right")),
    **dict.fromkeys((Logic, Extreme), ("parts",)),
    **dict.fromkeys((Not, Absolute, BestOf, Repeat), ("what",)),
    AsOften: ("times", "what"),
    IfElse: ("condition", "then", "otherwise"),
    Let: ("value", "body"),
    Several: ("parts", "given"),
}


def parts(node: Node) -> tuple[Node, ...]:
    """The nodes of which a node is made."""
    nodes = list[Node]()
    for name in _PARTS.get(type(node), ()):
        value = getattr(node, name)
        if isinstance(value, tuple):
            nodes += [one[1] if isinstance(one, tuple) else one for one in value]
        elif value is not None:
            nodes.append(value)
    return tuple(nodes)


def with_parts(node: Node, new: Sequence[Node]) -> Node:
    """The same node, made of others."""
    others, fields = iter(new), dict[str, Node | tuple[Node | tuple[int, Node], ...]]()
    for name in _PARTS.get(type(node), ()):
        value = getattr(node, name)
        if isinstance(value, tuple):
            fields[name] = tuple([(one[0], next(others)) if isinstance(one, tuple) else next(others) for one in value])
        elif value is not None:
            fields[name] = next(others)
    return replace(node, **fields) if fields else node  # type: ignore[arg-type]


def every(node: Node) -> Iterator[Node]:
    """A node and all below it."""
    todo = [node]
    while todo:
        one = todo.pop()
        yield one
        todo.extend(parts(one))


def is_test(node: Node) -> bool:
    """Is the answer yes or no?"""
    match node:
        case Holds() | Logic() | Not():
            return True
        case IfElse(_, then, otherwise):
            return is_test(then) and is_test(otherwise)
        case Let(_, _, body):
            return is_test(body)
        case BestOf(_, what) | Several((what,)):
            return is_test(what)
    return False


def end_of(node: Node) -> Node:
    """What stands in a line behind all that has a name."""
    while isinstance(node, Let):
        node = node.body
    return node


def answers_in(node: Node) -> tuple[Node, ...]:
    """The answers of a whole line; most have one."""
    end = end_of(node)
    return end.parts if isinstance(end, Several) else (end,)


def each_alone(node: Node) -> tuple[Node, ...]:
    """Of a line with several answers a line for each."""
    if isinstance(node, Several):
        return node.parts if node.given is None else tuple(Several((part,), node.given) for part in node.parts)
    if not isinstance(node, Let):
        return (node,)
    bodies = each_alone(node.body)
    return tuple(replace(node, body=body) if node.name in names_in(body) else body for body in bodies)


def outcomes(node: Node, rows: Sequence[tuple[int, ...]]) -> list[Outcome]:
    """What a whole line has come to: a number, "yes" or "no", or several of these."""
    tests = [is_test(part) for part in answers_in(node)]
    several = [
        tuple([("no", "yes")[number] if test else number for test, number in zip(tests, numbers, strict=True)])
        for numbers in rows
    ]
    return several if len(tests) > 1 else [one for (one,) in several]


def names_in(node: Node) -> frozenset[str]:
    """The names on which a node depends."""
    match node:
        case Name(name):
            return frozenset([name])
        case Let(name, value, body):
            return names_in(value) | names_in(body) - {name}
    return frozenset[str]().union(*map(names_in, parts(node)))


def leaves_of(node: Node) -> frozenset[Leaf]:
    """What a node asks of named throws that are not its own: their numbers, and what else is read off them."""
    match node:
        case Name() | Read(Name()):
            return frozenset([node])
        case Let(name, value, body):
            return leaves_of(value) | {leaf for leaf in leaves_of(body) if name not in names_in(leaf)}
    return frozenset[Leaf]().union(*map(leaves_of, parts(node)))


def all_different(read: Read) -> Holds:
    """Whether no two dice of a roll show the same."""
    if read.other:  # nobody knows how many are left
        return Holds("<=", replace(read, question=replace(read.question, kind="largest set")), Constant(1))
    return Holds(">=", replace(read, question=replace(read.question, kind="different")), Constant(read.question.kept))


def any_pair(read: Read) -> Holds:
    """Whether two dice of a roll show the same, or more do."""
    holds = all_different(read)
    return Holds(">=", holds.left, Constant(2)) if read.other else Holds("<", holds.left, holds.right)


def whole_roll(roll: Node) -> tuple[Node, int, int]:
    """A roll with all its dice, and how many of the lowest and of the highest are left out of it."""
    return (roll.roll, roll.question.low, roll.question.high) if isinstance(roll, Read) else (roll, 0, 0)


def settled(read: Read) -> Node:
    """One of several throws is their largest or smallest; all of them are a sum, and all dice of a roll the roll."""
    roll, question = read.roll, read.question
    if read.other or not question.is_open or question.goes_on:
        return read
    if not isinstance(roll, Mixed):
        return roll if question.is_whole else read
    if question.is_whole:
        terms = tuple(
            (1, term)
            for times, what in roll.throws
            for term in ([replace(what, count=times)] if is_die(what) else [what] * times)
        )
        return added_up(terms)
    dice = any(times > 1 and is_die(what) for times, what in roll.throws)
    if dice or question.kept > 1 or question.low and question.high:
        return read
    return Extreme(question.low > 0, tuple(what for times, what in roll.throws for _ in range(times)))


def terms_of(sign: int, node: Node) -> Iterator[tuple[int, Node]]:
    """The terms of a part of a sum; what stands in brackets is added one by one as well."""
    if isinstance(node, Sum):
        yield from ((sign * own, term) for own, term in node.terms)
    elif isinstance(node, Constant) and node.value < 0:
        yield -sign, Constant(-node.value)
    else:
        yield sign, node


def added_up(terms: Iterable[tuple[int, Node]]) -> Node:
    """Their sum, or the one that there is."""
    flat = tuple(term for sign, node in terms for term in terms_of(sign, node))
    return flat[0][1] if len(flat) == 1 and flat[0][0] > 0 else Sum(flat)


def alike(node: Node) -> tuple[Pool, RollQuestion] | None:
    """Dice alike that are thrown for this alone, and what is read off them; ``None`` for all else."""
    match node:
        case Pool(count):
            return node, RollQuestion(count=count)
        case Read(Pool() as pool, RollQuestion("sum") as question):
            return pool, question
    return None


def read_once(roll: Node, leaves: Sequence[Node]) -> Read | None:
    """Dice thrown for the one thing that is read off a roll, where that is some of them, added up or counted."""
    dice, low, high = whole_roll(roll)
    match dice, leaves:
        case ((Pool() | Mixed()), (Read(_, RollQuestion("sum") as question, None),)):
            question = replace(question, count=dice.count, low=low + question.low, high=high + question.high)
            return Read(dice, question)
    return None


def throws_dice(node: Node) -> bool:
    """Is something thrown in it?"""
    return any(isinstance(one, Pool) for one in every(node))


def is_roll(node: Node) -> bool:
    """Are these dice that can be read one by one?"""
    match node:
        case Pool() | Mixed():
            return not names_in(node)
        case Read(roll, question):
            return node.is_throw and question.is_open and not question.goes_on and not names_in(roll)
        case Sum(terms):
            return all(sign > 0 and isinstance(one, Pool) for sign, one in terms)
    return False


def is_die(node: Node) -> TypeGuard[Pool]:
    """Is it one die?"""
    return isinstance(node, Pool) and node.count == 1


def single_die(node: Node) -> bool:
    """Is it one die, also where it is counted?"""
    return is_die(node.roll if isinstance(node, Read) and node.is_throw else node)
