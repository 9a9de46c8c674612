"""What a line of dice says, as a tree of named nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    late : only of the dice that are kept?
    """

    which: Which
    most: int | None = None
    first: bool = False
    late: bool = False


@dataclass(frozen=True)
class Explode:
    """These faces bring another die: at most so many times, or for ever.

    compound : is all that one die brings one number, also where dice are counted?
    less : each further die counts so much less.
    late : do only the dice that are kept explode?
    """

    which: Which
    compound: bool = False
    most: int | None = None
    less: int = 0
    late: bool = False


@dataclass(frozen=True)
class Pool:
    """Dice thrown together: some rolled again, some left out, the others added up or counted.

    low, high : how many of the lowest and of the highest are left out.
    counted : what is counted, instead of adding up.
    floor, ceiling : a face below or above counts as that.
    """

    count: int
    die: Die
    reroll: Reroll | None = None
    explode: Explode | None = None
    low: int = 0
    high: int = 0
    counted: Counted | None = None
    floor: int | None = None
    ceiling: int | None = None

    @property
    def kept(self) -> int:
        return self.count - self.low - self.high

    @property
    def is_plain(self) -> bool:
        """Are all added up?"""
        return self.kept == self.count and not self.counted

    @property
    def goes_on_late(self) -> bool:
        """Are the dice that are kept rolled again, or do they explode?"""
        return any(what is not None and what.late for what in (self.reroll, self.explode))

    def face_value(self, face: int) -> int:
        """What a face counts as."""
        face = face if self.floor is None else max(face, self.floor)
        return face if self.ceiling is None else min(face, self.ceiling)


@dataclass(frozen=True)
class Mixed:
    """Unlike throws beside each other, each so many times: some left out, the others added up or counted.

    low, high, counted : as in a ``Pool``.
    """

    throws: tuple[tuple[int, Node], ...]
    low: int = 0
    high: int = 0
    counted: Counted | None = None

    @property
    def count(self) -> int:
        return sum(times for times, _ in self.throws)

    @property
    def kept(self) -> int:
        return self.count - self.low - self.high


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
    """

    kind: str = "sum"
    count: int = 1
    low: int = 0
    high: int = 0
    counted: Counted | None = None
    least: int = 2

    @property
    def kept(self) -> int:
        return self.count - self.low - self.high


@dataclass(frozen=True)
class Read:
    """What is read off a roll; where that has a name, it can be read as often as one likes.

    roll : a ``Name``, or dice that are thrown for this alone.
    other : the roll whose dice match those of the first, or take them away.
    """

    roll: Node
    question: RollQuestion
    other: Node | None = None


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


def parts(node: Node) -> tuple[Node, ...]:
    """The nodes of which a node is made."""
    match node:
        case Pool() | Constant() | Name():
            return ()
        case Read(roll, _, other):
            return (roll,) if other is None else (roll, other)
        case Several(several, given):
            return several if given is None else (*several, given)
        case Sum(several) | Mixed(several):
            return tuple(part for _, part in several)
        case Multiply(left, right) | Divide(left, right) | Holds(_, left, right) | AsOften(left, right):
            return (left, right)
        case Logic(_, several) | Extreme(_, several):
            return several
        case Not(what) | Absolute(what) | BestOf(_, what) | Repeat(_, what):
            return (what,)
        case IfElse(condition, then, otherwise):
            return (condition, then, otherwise)
        case Let(_, value, body):
            return (value, body)


def with_parts(node: Node, new: Sequence[Node]) -> Node:
    """The same node, made of others."""
    match node:
        case Pool() | Constant() | Name():
            return node
        case Read():
            return replace(node, roll=new[0], other=new[1] if node.other else None)
        case Several(given=given):
            return Several(tuple(new if given is None else new[:-1]), given and new[-1])
        case Sum(terms):
            return Sum(tuple((sign, part) for (sign, _), part in zip(terms, new, strict=True)))
        case Mixed(throws):
            return replace(node, throws=tuple((times, part) for (times, _), part in zip(throws, new, strict=True)))
        case Divide(rounding=rounding):
            return Divide(new[0], new[1], rounding)
        case Holds(op=op):
            return Holds(op, new[0], new[1])
        case Logic(op=op):
            return Logic(op, tuple(new))
        case Extreme(largest=largest):
            return Extreme(largest, tuple(new))
        case BestOf() | Repeat():
            return replace(node, what=new[0])
        case Let(name=name):
            return Let(name, new[0], new[1])
    return type(node)(*new)


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
    """What a whole line tells: of most lines one part."""
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


def outcomes(node: Node, numbers: Sequence[tuple[int, ...]]) -> list[Outcome]:
    """What a whole line has come to, as it is told: a number, "yes" or "no", or several of these."""
    tests = [is_test(part) for part in answers_in(node)]
    told = [
        tuple([("no", "yes")[number] if test else number for test, number in zip(tests, shown, strict=True)])
        for shown in numbers
    ]
    return told if len(tests) > 1 else [one for (one,) in told]


def names_in(node: Node) -> frozenset[str]:
    """The names on which a node depends."""
    match node:
        case Name(name):
            return frozenset([name])
        case Let(name, value, body):
            return names_in(value) | names_in(body) - {name}
    return frozenset[str]().union(*map(names_in, parts(node)))


def asked(node: Node) -> frozenset[Name | Read]:
    """What a node asks of named throws that are not its own: their numbers, and what else is read off them."""
    match node:
        case Name():
            return frozenset([node])
        case Read() if names_in(node):
            return frozenset([node])
        case Let(name, value, body):
            return asked(value) | {one for one in asked(body) if name not in names_in(one)}
    return frozenset[Name | Read]().union(*map(asked, parts(node)))


def all_different(read: Read) -> Holds:
    """Whether no two dice of a roll show the same."""
    if read.other:  # nobody knows how many are left
        return Holds("<=", replace(read, question=replace(read.question, kind="largest set")), Constant(1))
    return Holds(">=", replace(read, question=replace(read.question, kind="different")), Constant(read.question.kept))


def any_pair(read: Read) -> Holds:
    """Whether two dice of a roll show the same, or more do."""
    holds = all_different(read)
    return Holds(">=", holds.left, Constant(2)) if read.other else Holds("<", holds.left, holds.right)


def dice_read_once(roll: Node, reads: Sequence[Node]) -> Node | None:
    """Dice that say the same as the one thing that is read off a roll, where there are such."""
    match roll, reads:
        case ((Pool() | Mixed()), (Read(_, RollQuestion("sum", _, low, high, counted), None),)):
            return replace(roll, low=roll.low + low, high=roll.high + high, counted=counted)
    return None


def is_roll(node: Node) -> bool:
    """Are these dice that can be read one by one?"""
    match node:
        case Pool() | Mixed():
            return not (node.counted or names_in(node) or isinstance(node, Pool) and node.goes_on_late)
        case Sum(terms):
            return all(sign > 0 and isinstance(one, Pool) and one.is_plain for sign, one in terms)
    return False


def is_die(node: Node) -> TypeGuard[Pool]:
    """Is it one die that is added up?"""
    return isinstance(node, Pool) and node.count == 1 and not node.counted
