"""A line of dice without what is known before anything is thrown: ``max(2, 3) + d6 + 1`` is ``d6 + 4``."""

from __future__ import annotations

from .evaluation import FINE, Follower
from .reading import Reading
from .tree import Constant, IfElse, Let, Mixed, Name, Operation, Phrase, Pool, Read, Repeat, Several, Sum, added_up

YES, NO = Operation("=", (Constant(0), Constant(0))), Operation("!=", (Constant(0), Constant(0)))


def simpler(reading: Reading) -> Phrase:
    """Its tree, in which all that no dice decide is worked out; what is no longer asked for is gone.

    >>> from .reading import read
    >>> from .formatting import written
    >>> [written(simpler(read(line))) for line in ("if 1 = 2 then d6 else d8 - 1 + max(2, 3)", "(1 = 1) and 2d6 + 1 >= 8")]
    ['d8 + 2', '2d6 + 1 >= 8']
    """  # noqa: E501
    follow = Follower(reading, FINE)
    nodes: list[Phrase] = []  # kept, since the follower knows a node by its id

    def rebuilt(node: Phrase) -> Phrase:
        if isinstance(node, (Constant, Name, Pool)) or node in (YES, NO):
            return node
        node = node.with_parts([rebuilt(part) for part in node.parts])
        if not node.names and not node.throws_dice:
            nodes.append(node)
            ((number, _),) = follow(node, {}).every.items()
            return (NO, YES)[number] if node.is_test else Constant(number)
        return _shorter(node)

    return rebuilt(reading.tree)


def _shorter(node: Phrase) -> Phrase:
    match node:
        case IfElse(condition, then, otherwise) if condition in (YES, NO):
            return then if condition == YES else otherwise
        case Operation("and" | "or" as op, several):
            decides, idle = (NO, YES) if op == "and" else (YES, NO)
            left = tuple(part for part in several if part != idle)
            if decides in several or not left:
                return decides if decides in several else idle
            return left[0] if len(left) == 1 else Operation(op, left)
        case Operation("not", (what,)) if what in (YES, NO):
            return NO if what == YES else YES
        case Let(name, value, body) if _times(body, name) == 1 and not isinstance(body, (Let, Several)):
            return _instead(body, name, value)
        case Sum(terms):
            return _summed(terms)
    return node


def _times(node: Phrase, name: str) -> int:
    """How often a named throw is asked for; what is thrown again and again asks for it more than once."""
    if node == Name(name):
        return 1
    often = sum(_times(part, name) for part in node.parts)
    again = isinstance(node, Repeat) or isinstance(node, Mixed) and node.count > len(node.throws)
    beside = isinstance(node, Read) and node.other  # both rolls must have names
    return 2 * often if again or beside else often


def _instead(node: Phrase, name: str, value: Phrase) -> Phrase:
    """The throw in the place of its name."""
    if node == Name(name):
        return value
    return _shorter(node.with_parts([_instead(part, name, value) for part in node.parts]))


def _summed(terms: tuple[tuple[int, Phrase], ...]) -> Phrase:
    """A sum with its numbers as one, behind the dice."""
    flat = [term for sign, part in terms for term in part.as_terms(sign)]
    number = sum(sign * one.value for sign, one in flat if isinstance(one, Constant))
    left: list[tuple[int, Phrase]] = [(sign, one) for sign, one in flat if not isinstance(one, Constant)]
    if number:
        left.append((1 if number > 0 else -1, Constant(abs(number))))
    return added_up(left)
