"""A line of dice without what is known before anything is thrown: ``max(2, 3) + d6 + 1`` is ``d6 + 4``."""

from __future__ import annotations

from .evaluation import FINE, Follower
from .limits import MOST_DICE
from .reading import Reading
from .tree import (
    AsOften,
    BestOf,
    Constant,
    Holds,
    IfElse,
    Let,
    Logic,
    Mixed,
    Name,
    Node,
    Not,
    Pool,
    Repeat,
    Several,
    Sum,
    added_up,
    every,
    is_test,
    names_in,
    parts,
    terms_of,
    with_parts,
)

YES, NO = Holds("=", Constant(0), Constant(0)), Holds("!=", Constant(0), Constant(0))


def simpler(reading: Reading) -> Node:
    """Its tree, in which all that no dice decide is worked out; what is no longer asked for is gone.

    >>> from .reading import read
    >>> from .formatting import written
    >>> [written(simpler(read(line))) for line in ("if 1 = 2 then d6 else d8 - 1 + max(2, 3)", "(1 = 1) and 2d6 + 1 >= 8")]
    ['d8 + 2', '2d6 + 1 >= 8']
    """  # noqa: E501
    follow = Follower(reading, FINE)
    nodes: list[Node] = []  # kept, since the follower knows a node by its id

    def rebuilt(node: Node) -> Node:
        if isinstance(node, (Constant, Name, Pool)) or node in (YES, NO):
            return node
        node = with_parts(node, [rebuilt(part) for part in parts(node)])
        if not names_in(node) and not any(isinstance(part, Pool) for part in every(node)):
            nodes.append(node)
            ((number, _),) = follow(node, {}).every.items()
            return (NO, YES)[number] if is_test(node) else Constant(number)
        return _shorter(node)

    return rebuilt(reading.tree)


def _shorter(node: Node) -> Node:
    match node:
        case IfElse(condition, then, otherwise) if condition in (YES, NO):
            return then if condition == YES else otherwise
        case Logic(op, several):
            decides, idle = (NO, YES) if op == "and" else (YES, NO)
            left = tuple(part for part in several if part != idle)
            if decides in several or not left:
                return decides if decides in several else idle
            return left[0] if len(left) == 1 else Logic(op, left)
        case Not(what) if what in (YES, NO):
            return NO if what == YES else YES
        case Let(name, value, body) if _times(body, name) == 1 and not isinstance(body, (Let, Several)):
            return _instead(body, name, value)
        case AsOften(Constant(times), what) if 1 <= times <= MOST_DICE:
            return Repeat(times, what)
        case Sum(terms):
            return _summed(terms)
    return node


def _times(node: Node, name: str) -> int:
    """How often a named throw is asked for; what is thrown again and again asks for it more than once."""
    if node == Name(name):
        return 1
    often = sum(_times(part, name) for part in parts(node))
    again = isinstance(node, (BestOf, Repeat, AsOften)) or isinstance(node, Mixed) and node.count > len(node.throws)
    return 2 * often if again else often


def _instead(node: Node, name: str, value: Node) -> Node:
    """The throw in the place of its name."""
    if node == Name(name):
        return value
    return _shorter(with_parts(node, [_instead(part, name, value) for part in parts(node)]))


def _summed(terms: tuple[tuple[int, Node], ...]) -> Node:
    """A sum with its numbers as one, behind the dice."""
    flat = [term for sign, part in terms for term in terms_of(sign, part)]
    number = sum(sign * one.value for sign, one in flat if isinstance(one, Constant))
    left: list[tuple[int, Node]] = [(sign, one) for sign, one in flat if not isinstance(one, Constant)]
    if number:
        left.append((1 if number > 0 else -1, Constant(abs(number))))
    return added_up(left)
