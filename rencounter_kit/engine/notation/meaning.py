"""What the words of a line of dice mean: nodes of the tree, made of what the grammar has found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeGuard, TypeVar

from lark import Token, Tree

from ..words.errors import RuleError
from ..words.wording import as_text
from .errors import NotationError
from .face_words import FaceWords, refused
from .foreign import FOREIGN
from .formatting import which as which_text, written
from .limits import LARGEST, MOST_DICE, MOST_SIDES
from .tree import (
    FUDGE,
    TENS_AND_UNITS,
    Absolute,
    AsOften,
    BestOf,
    Constant,
    Counted,
    Die,
    Divide,
    Explode,
    Extreme,
    Holds,
    IfElse,
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
    Reroll,
    RollQuestion,
    Scored,
    Several,
    Sum,
    Which,
    all_different,
    any_pair,
    every,
    is_die,
    is_roll,
    is_test,
    names_in,
    parts,
)
from .worth import REACHES, worth_of

Dice = TypeVar("Dice", bound=Pool | Mixed | RollQuestion)

Parsed: TypeAlias = Any  # a tree of lark, whose children are trees and tokens
WORDS = (
    *("keep", "drop", "highest", "lowest", "middle", "explode", "compound", "reroll", "count", "advantage"),
    *("disadvantage", "once", "twice", "repeat", "times", "or more", "or less", "at least", "at most", "round up"),
    *("round down", "best of", "worst of", "then", "else", "sum", "pairs", "sets", "largest set", "different"),
    *("all different", "any pair", "doubles", "longest run", "matches", "without", "given", "and"),
    *("or", "not", "if", "of", "mod", "penetrate", "exactly"),
)  # fmt: skip
_DIGITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(_DIGITS, 1)} | {"twenty": 20, "once": 1, "twice": 2}
_OPERATORS = {"==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "is": "=", "equals": "=", "over": ">", "under": "<"}
_OPERATORS |= dict.fromkeys(("vs", "vs.", "versus", "against", "dc"), ">=") | {"exactly": "="}
_OPERATORS |= {"at least": ">=", "at most": "<=", "more than": ">", "less than": "<", "fewer than": "<"}
_PLACES = ("first", "second", "third", "fourth", "fifth")
_KINDS = {"all": "largest set", "any": "largest set", "doubles": "largest set", "pairs": "pairs", "sets": "sets"}
_KINDS |= {"different": "different", "distinct": "different", "face": "face", "run": "run", "straight": "run"}
_KINDS |= {"set": "largest set"}  # of the first word that is there
_TENS_AND_UNITS = "A d66 is two d6 read as tens and units, 11 to 66; for a die of 66 sides write d{1..66}."


def number_of(token: str) -> int:
    """The number that a token writes: "3", "(-3)", "three", "3s", "sixes", "8+", "at most 3 times"."""
    if digits := re.search(r"\d+", token):
        number = int(digits[0]) if len(digits[0]) < 10 else 10**9
        return -number if re.match(r"\(\s*-", token) else number
    words = re.findall(r"[a-z]+", token.lower())
    return next(
        _NUMBERS[form]
        for word in words
        for form in (word, word.removesuffix("s"), word.removesuffix("es"))
        if form in _NUMBERS
    )


class Countable(NamedTuple):
    """Dice beside a number, which may be counted or added up.

    several : are they more than one, and all of them kept?
    can_show : can one of them then show the number?
    """

    several: bool
    can_show: bool


class Meaning:
    """Makes nodes of what the grammar has found: a method for each of its rules, with the names that are known there.

    counting : of each of ``comparisons``, are the dice counted? ``None`` where each decides for itself.
    notes : where the line may mean two things, which one was taken.
    places : of each node, by its id, where it stands.
    rolls : of each name of dice, how they are read; thrown : which they are.
    """

    def __init__(self, line: str, counting: tuple[bool, ...] | None = None, several: bool = False) -> None:
        self.line, self.counting, self.several, self.notes = line, counting, several, list[str]()
        self.rolls: dict[str, Read] = {}
        self.faces = FaceWords(())
        self.thrown: dict[str, Node] = {}
        self.places: dict[int, tuple[int, int]] = {}
        self.comparisons: list[Countable] = []
        self.beside: dict[int, Node] = {}  # of each braces, by the id of their tree, the dice in them

    def wrong(self, at: Parsed | Token, sentence: str) -> NoReturn:
        """The sentence, with the place in the line."""
        if isinstance(at, Token):
            start, end = at.start_pos or 0, at.end_pos or len(self.line)
        elif at.meta.empty:
            start, end = 0, len(self.line)
        else:
            start, end = at.meta.start_pos, at.meta.end_pos
        raise NotationError(sentence, self.line, start, end)

    def of_line(self, tree: Parsed) -> Node:
        """A whole line."""
        self.faces = FaceWords(map(_worded, sorted(tree.find_data("worded"), key=lambda die: die.meta.start_pos)))
        node = self.let(tree, frozenset(), whole=True)
        if self.faces.numbers and (wrong := refused(node, {})):
            raise RuleError(wrong)
        return node

    # Rolls that are named ---------------------------------------------------------------------------------------------

    def let(self, tree: Parsed, known: frozenset[str], whole: bool = False) -> Node:
        """What has a name, and what is asked of it;

        whole : does it end the line, so that there may be several answers?
        """
        if tree.data == "answers":
            if whole:
                return self._answers(tree, known)
            self.wrong(tree, "several answers, or given, must end a line; got them in brackets; leave these out")
        if tree.data != "bound":
            return self.node(tree, known)
        named, value, body = tree.children
        name = re.split(r"\s*:?=", named)[0].lower()
        if name in known:
            self.wrong(named, f"each name must be given once; got {name} twice; try another name")
        self.rolls.pop(name, None)
        node = self.node(value, known)
        if is_roll(node):
            self.rolls[name] = Read(Name(name), RollQuestion(count=_dice(node)))
            self.thrown[name] = node
        elif isinstance(node, Read) and isinstance(node.roll, Name) and _is_open(node):
            self.rolls[name] = node  # some of the dice of another
        elif isinstance(node, Name) and node.name in self.rolls:
            self.rolls[name] = self.rolls[node.name]
        inner = self.let(body, known | {name}, whole)
        return inner if name in self.rolls and self.rolls[name].roll != Name(name) else Let(name, node, inner)

    def _answers(self, tree: Parsed, known: frozenset[str]) -> Node:
        """Several answers, each read off what has a name, of all throws or of those in which something holds."""
        places: list[Parsed] = [part for part in tree.children if isinstance(part, Tree)]
        last: Parsed = places.pop() if places[-1].data in ("given", "given_it") else None
        answers = tuple(self.node(place, known) for place in places)
        if len(answers) > 1:
            if not self.several:
                self.wrong(
                    tree, f"there must be one answer here; got {len(answers)}; try {as_text(written(answers[0]))} alone"
                )
            for place, answer in zip(places, answers, strict=True):
                if not names_in(answer):
                    self.wrong(
                        place,
                        "several answers must be read off a roll that has a name; got other dice; try p = 6d6: "
                        "p count 6s, p count 1s",
                    )
        if last is None:
            return Several(answers)
        if last.data == "given":
            holds = self._test(last.children[1], known)
            if not names_in(holds):
                self.wrong(
                    last, "given must be about a roll that has a name; got other dice; try a = 2d6: a given a >= 8"
                )
            return Several(answers, holds)
        _, sign, number = last.children
        if len(answers) > 1 or is_test(answers[0]):
            self.wrong(last, "given must have a condition after it; got no number before it; try given p count 6s >= 1")
        again = answers[0] if names_in(answers[0]) and not _throws(answers[0]) else Name("it")
        asked = Several((again,), Holds(_operator(sign), again, self.node(number, known)))
        return asked if again is answers[0] else Let("it", answers[0], asked)

    def _roll(self, tree: Parsed, known: frozenset[str]) -> Read:
        """The roll of a name."""
        said = str(tree.children[0])
        self._name(tree, known)
        if (read := self.rolls.get(said.lower())) is None:
            self.wrong(
                tree,
                f"what is read must be dice alone; got {said}, a number; try {said} = 5d10: {said} count 7 or more",
            )
        return read

    def _looked_at(self, tree: Parsed, known: frozenset[str]) -> Node:
        """A roll that has a name, read: ``p keep highest 3 count 6s``."""
        node: Node = self._roll(tree, known)
        for look in tree.children[1:]:
            node = self._looked(look, node, known)
        return _settled(node)

    def _looked(self, look: Parsed, node: Node, known: frozenset[str]) -> Node:
        """Dice, or a roll that has a name, read once more."""
        if not isinstance(node, (Pool, Mixed, Read)) or isinstance(node, Read) and not _is_open(node):
            self.wrong(look, "dice must be read once; got more after it; try p = 5d10: p pairs, p count 7 or more")
        if isinstance(node, Read):
            match look.data:
                case "matches" | "without":
                    other = self._roll(look.children[1], known)
                    if node.other or node.question.low + node.question.high + other.question.low + other.question.high:
                        self.wrong(
                            look, "two rolls must be matched as a whole; got some of the dice; leave out keep or drop"
                        )
                    kind = "matches" if look.data == "matches" else "sum"
                    return replace(node, question=replace(node.question, kind=kind), other=other.roll)
                case "reading":
                    return self._reading(look, node.roll, node.question, node.other)
            question: Any = self._modified(look, node.question)
            if node.other and question.kept < question.count and (question.kept > 1 or question.low and question.high):
                self.wrong(look, "of dice without others one must be kept; got more; try highest or lowest")
            return replace(node, question=question)
        if look.data in ("matches", "without"):
            self.wrong(
                look, "rolls that are matched must have names; got dice without; try a = 4d6: b = 2d6: a matches b"
            )
        if look.data == "reading":
            if node.counted:
                self.wrong(
                    look, "dice must be read once; got more after a count; try p = 5d10: p pairs, p count 7 or more"
                )
            return self._reading(look, node, RollQuestion(count=node.kept))
        return self._modified(look, node)

    def _reading(self, tree: Parsed, roll: Node, question: RollQuestion, other: Node | None = None) -> Node:
        """What a word asks of dice; some of these are a yes or no."""
        said = (token := tree.children[0]).lower().split()
        kind = next(kind for word, kind in _KINDS.items() if word in said)
        least = self._figure(token) if kind == "sets" and len(said) > 1 else 2
        if least < 1:
            self.wrong(tree, f"a set must have at least 1 die; got {least}; try sets of 3")
        if said[0] == "doubles" and question.kept != 2:
            self.wrong(tree, f"doubles must be of two dice; got {question.kept}; try any pair")
        read = Read(roll, replace(question, kind=kind, least=least), other)
        if said[0] not in ("all", "any", "doubles"):
            return read
        return all_different(read) if said[0] == "all" else any_pair(read)

    def _read_of(self, tree: Parsed, known: frozenset[str]) -> Node:
        """pairs in 5d6, 2nd highest of p."""
        return self._looked(
            Tree("ordinal" if _is(tree.children[0], "ORDINAL") else "reading", tree.children[:-1], tree.meta),
            self._single(tree.children[-1], known),
            known,
        )

    def node(self, tree: Parsed, known: frozenset[str]) -> Node:
        node: Node = getattr(self, f"_{tree.data}".rstrip("_"))(tree, known)
        self.places.setdefault(id(node), (tree.meta.start_pos, tree.meta.end_pos))
        return node

    def _group(self, tree: Parsed, known: frozenset[str]) -> Node:
        return self.let(_last_tree(tree), known)

    def _number(self, tree: Parsed, known: frozenset[str]) -> Node:
        return Constant(self._figure(tree.children[0]))

    def _figure(self, token: Token, most: int = LARGEST, what: str = "a number") -> int:
        if abs(figure := number_of(token)) > most:
            self.wrong(token, f"{what} must be at most {most:,}; got {as_text(str(token))}; try a smaller one")
        return figure

    def _name(self, tree: Parsed, known: frozenset[str]) -> Node:
        token = tree.children[0]
        if token.lower() not in known:
            if (word := self.faces.word(token)) and (word,) in self.faces.numbers:
                return Constant(self.faces.numbers[word,], word)
            near = get_close_matches(token.lower(), known, n=1, cutoff=0.7)
            hint = (
                f"did you mean {near[0]}?"
                if near
                else f"write {{{token}}} for a number to give, or {token} = d20: first"
            )
            if token.lower() in WORDS:
                hint = "try dice before it, such as d20 advantage or 4d6 keep 3"
            self.wrong(token, f"a name must be given to a roll before it is used; got {as_text(str(token))}; {hint}")
        return _settled(self.rolls.get(token.lower(), Name(token.lower())))

    # Sums and the like ------------------------------------------------------------------------------------------------

    def _plus(self, tree: Parsed, known: frozenset[str]) -> Node:
        terms: list[tuple[int, Node]] = []
        while tree.data in ("plus", "minus"):
            left, _, right = tree.children
            terms[:0] = _terms(1 if tree.data == "plus" else -1, self.node(right, known))
            tree = left
        return Sum((*_terms(1, self.node(tree, known)), *terms))

    _minus = _plus

    def _negative(self, tree: Parsed, known: frozenset[str]) -> Node:
        sign = -1
        while (tree := tree.children[1]).data in ("negative", "positive"):
            sign = -sign if tree.data == "negative" else sign
        node = self.node(tree, known)
        if isinstance(node, Constant):
            return Constant(sign * node.value)
        return Sum(((sign, node),)) if sign < 0 else node

    def _positive(self, tree: Parsed, known: frozenset[str]) -> Node:
        return self.node(tree.children[1], known)

    def _times(self, tree: Parsed, known: frozenset[str]) -> Node:
        left, sign, right = tree.children
        one, other = self.node(left, known), self.node(right, known)
        if sign.lower() == "x" and isinstance(one, Constant) and _throws(other):
            return self._repeated(tree, one.value, other)
        return Multiply(one, other)

    def _divide(self, tree: Parsed, known: frozenset[str]) -> Node:
        left, sign, right, *rounding = tree.children
        if sign.type == "MOD":
            return Divide(self.node(left, known), self.node(right, known), "rest")
        said = re.sub(r".*round\w*\s+", "", rounding[0].lower(), flags=re.DOTALL) if rounding else ""
        way = said if said in ("", "up", "down") else "half up"
        return Divide(self.node(left, known), self.node(right, known), way)

    def _advantage(self, tree: Parsed, known: frozenset[str]) -> Node:
        what, token = tree.children
        node = self.node(what, known)
        if not _throws(node):
            self.wrong(
                token, f"{as_text(str(token))} must come after dice; got it after a number; try d20 with advantage + 5"
            )
        return _best(2, node, "dis" not in token.lower())

    # Yes or no --------------------------------------------------------------------------------------------------------

    def _compare(self, tree: Parsed, known: frozenset[str], condition: bool = False) -> Node:
        """Several dice beside a number that one of them can show are counted; else, and in a condition, added up."""
        left, sign, right, *failures = tree.children
        op = self._said_operator(sign, right)
        one, other = self.node(left, known), self.node(right, known)
        pool = None if condition and not failures else self._not_counted(left, one)
        if failures:
            if not pool or not isinstance(other, Constant):
                self.wrong(sign, "failures must be taken off the successes of dice; got none; try 5d10 >= 7 f1")
            return replace(pool, counted=self._scored(tree, _which(op, other.value), failures[1::2]))
        if isinstance(one, Name) and isinstance(other, Constant) and not condition:
            dice = self.thrown.get(one.name)
            if isinstance(dice, (Pool, Mixed)) and dice.kept > 1 and _can_show(dice, other.value):
                count = written(Read(one, RollQuestion(counted=_which(op, other.value))))
                self.notes.append(f"{one.name} is added up; to count its dice write {count}.")
        if pool and isinstance(other, Constant) and not other.word and self._are_counted(pool, other.value):
            return self._each_compared(left, pool, op, other.value)
        if (
            pool
            and pool.kept == pool.count > 1
            and isinstance(other, Sum)
            and isinstance(other.terms[0][1], Constant)
            and right.data in ("plus", "minus")
        ):
            first = right
            while first.data in ("plus", "minus"):
                first = first.children[0]
            number = self._text(first)
            rest = self._text(right)[len(number) :]
            self.wrong(
                right,
                "a comparison must be with one number, or have brackets around it; got a sum after it;"
                f" try ({self._text(left)} {sign} {number}){rest}, or ({self._text(left)}) {sign} {number}{rest}",
            )
        if is_test(one) or is_test(other):
            hint = ""
            if isinstance(one, Holds) and isinstance(one.left, Constant) and not is_test(other):  # 7 <= 2d6 <= 9
                both = (Holds(one.op, one.left, Name("a")), Holds(op, Name("a"), other))
                hint = f"; try {written(Let('a', one.right, Logic('and', both)))}"
            self.wrong(sign, f"a comparison must be of numbers; got one of a yes or no{hint}")
        return Holds(op, one, other)

    def _said_operator(self, sign: Token, number: Parsed) -> str:
        """The sign for a word; of those that players use in two ways, a note says how it was taken."""
        op, word, said = _operator(sign), sign.lower().split()[-1], self._text(number)
        if word in ("vs", "vs.", "versus", "against", "dc"):
            self.notes.append(
                f"{sign} {said} is read as >= {said}; where a tie fails write > {said}, to roll under <= {said}."
            )
        elif word == "under":
            self.notes.append(f"under {said} is read as < {said}; where {said} succeeds too write <= {said}.")
        return op

    def _text(self, tree: Parsed | Token) -> str:
        """What stands in the line."""
        if isinstance(tree, Token):
            return str(tree)
        return self.line[tree.meta.start_pos : tree.meta.end_pos]

    def _some_show(self, tree: Parsed, known: frozenset[str]) -> Node:
        """5d6 at least one 6, or at least one 6 on 5d6."""
        left, some, faces = tree.children
        node = self._roll(left, known) if left.data == "name" else self.node(left, known)
        node = self.beside.get(id(left), node)
        if not isinstance(node, (Pool, Mixed, Read)) or left.data not in ("pool", "beside", "name"):
            self.wrong(left, "what shows a face must be dice; got other things; try 5d6 at least one 6")
        look = Tree("count", [Tree("counted", [faces], tree.meta)], tree.meta)
        return Holds(
            _operator(some.rsplit(maxsplit=1)[0]), self._looked(look, node, known), Constant(self._figure(some))
        )

    def _some_on(self, tree: Parsed, known: frozenset[str]) -> Node:
        some, faces, _, what = tree.children
        return self._some_show(Tree("some_show", [what, some, faces], tree.meta), known)

    def _reached(self, tree: Parsed, known: frozenset[str]) -> Node:
        """8+ on 2d6: their sum, as it stands on a die."""
        *goal, _, what = tree.children
        which = self.which(goal[0] if len(goal) == 1 else Tree("glued", goal, tree.meta))
        if len(goal) == 2:
            self._said_operator(*goal)
        node, number = self.node(what, known), which.numbers[0]
        if (pool := self._not_counted(what, node)) and pool.kept == pool.count > 1 and _can_show(pool, number):
            self.notes.append(f"The sum is compared; to count dice write {self._text(what)} count {which_text(which)}.")
        return Holds("=" if which.op == "in" else which.op, node, Constant(number))

    def _not_counted(self, tree: Parsed, node: Node) -> Pool | Mixed | None:
        """Dice that are not counted yet, without brackets; ``None`` for all else."""
        node = self.beside.get(id(tree), node)
        return (
            node if isinstance(node, (Pool, Mixed)) and not node.counted and tree.data in ("pool", "beside") else None
        )

    def _are_counted(self, pool: Pool | Mixed, number: int) -> bool:
        every = pool.kept == pool.count  # of which some are left out are added up, whatever the number
        comparison = Countable(every and pool.count > 1, every and _can_show(pool, number))
        self.comparisons.append(comparison)
        return all(comparison) if self.counting is None else self.counting[len(self.comparisons) - 1]

    def _each_compared(self, tree: Parsed, pool: Pool | Mixed, op: str, number: int) -> Pool | Mixed:
        if self.counting is None:
            said = self.line[tree.meta.start_pos : tree.meta.end_pos]
            self.notes.append(
                f"Each die is compared, as one of them can show {number}; for their sum write ({said}) {op} {number}."
            )
        return replace(pool, counted=_which(op, number))

    def _any_of(self, tree: Parsed, known: frozenset[str]) -> Node:
        return Logic("or", tuple(self._test(part, known) for part in tree.children[::2]))

    def _all_of(self, tree: Parsed, known: frozenset[str]) -> Node:
        if (first := tree.children[0]).data == "chosen":
            self.wrong(
                first, "dice of which some are chosen must have commas between them; got and; try highest 2 of 2d6, d8"
            )
        return Logic("and", tuple(self._test(part, known) for part in tree.children[::2]))

    def _not(self, tree: Parsed, known: frozenset[str]) -> Node:
        return Not(self._test(tree.children[1], known))

    def _choice(self, tree: Parsed, known: frozenset[str]) -> Node:
        asked, *places = (part for part in tree.children if isinstance(part, Tree))
        condition, sides = self._test(asked, known), list[Node]()
        for place, taken in zip(places, (1, 0), strict=False):
            try:
                sides.append(self.node(place, known))
            except NotationError:  # what is not asked for may be wrong, as keeping one of {n} dice for n=0
                if _known(condition) in (None, taken):
                    raise
                return self.node(places[taken], known) if taken < len(places) else Constant(0)
        if len(sides) == 2:
            return IfElse(condition, sides[0], sides[1])
        return Logic("and", (condition, sides[0])) if is_test(sides[0]) else IfElse(condition, sides[0], Constant(0))

    def _test(self, tree: Parsed, known: frozenset[str]) -> Node:
        node = self._compare(tree, known, condition=True) if tree.data == "compare" else self.node(tree, known)
        if not is_test(node):
            self.wrong(
                tree,
                "a condition must be a yes or no; got a number; try a comparison such as d20 >= 15",
            )
        return node

    # Several rolls ----------------------------------------------------------------------------------------------------

    def _repeat(self, tree: Parsed, known: frozenset[str]) -> Node:
        _, times, _, what = tree.children
        return self._rolled_often(tree, self.node(times, known), self.node(what, known))

    def _often(self, tree: Parsed, known: frozenset[str]) -> Node:
        """3 times (d20 >= 11): how often that is so."""
        often, _, what = tree.children
        node = self.node(what, known)
        if not is_test(node):
            said = f"{often} times {self._text(what)}, or {often} * {self._text(what)}"
            self.wrong(tree, f"a number must be rolled again or multiplied; got words for both; try repeat {said}")
        return self._repeated(tree, self._figure(often), node)

    def _rolled_often(self, tree: Parsed, times: Node, what: Node) -> Node:
        if is_test(times):
            self.wrong(tree, "the number of rolls must be a number; got a yes or no; try repeat (d4) times d6")
        return self._repeated(tree, times.value, what) if isinstance(times, Constant) else AsOften(times, what)

    def _repeated(self, tree: Parsed, times: int, what: Node) -> Node:
        if not 1 <= times <= MOST_DICE:
            self.wrong(
                tree, f"rolls must be repeated from 1 to {MOST_DICE:,} times; got {times}; try repeat 3 times 2d6"
            )
        return Repeat(times, what)

    def _function(self, tree: Parsed, known: frozenset[str]) -> Node:
        token, *arguments = tree.children
        name, nodes = token.lower(), tuple(self.node(one, known) for one in arguments)
        if name.startswith(("max", "min")):
            if len(nodes) > 1:
                return Extreme(name.startswith("max"), nodes)
            return self._side_of(tree, nodes[0], name.startswith("max"))
        if len(nodes) > 1:
            self.wrong(tree, f"{name} must have one number; got {len(nodes)}; try {name}(3d6 / 2)")
        if name == "abs":
            return Absolute(nodes[0])
        if not isinstance(nodes[0], Divide):
            self.wrong(tree, f"{name} must be of a division; got something else; try {name}(3d6 / 2)")
        rounding = {"floor": "down", "ceil": "up", "round": "half up"}[name]
        return replace(nodes[0], rounding=rounding)

    def _chosen(self, tree: Parsed, known: frozenset[str]) -> Node:
        """highest 3 of 4d6, keep two highest of d4, d6, d8: each die is one."""
        first, dice = tree.children[0], _last_tree(tree)
        tokens: list[Any] = first.children if isinstance(first, Tree) else [first]
        number = next((self._figure(token) for token in tokens if _is(token, "NUMBER")), 1)
        side = next((token.type for token in tokens if token.type in ("HIGH", "LOW", "MIDDLE")), "")
        node = self._single(dice, known)
        if isinstance(node, Read):
            look = Tree("drop" if tokens[0].type == "DROP" else "keep", tokens, tree.meta)
            return _settled(self._looked(look, node, known))
        throws = getattr(node, "throws", ())
        if number == 1 and dice.data == "listed" and any(times > 1 for times, _ in throws) and side != "MIDDLE":
            each = ", ".join(f"{times if times > 1 else ''}{written(what)}" for times, what in throws)
            larger, most = ("smaller", "min") if (side == "LOW") != (tokens[0].type == "DROP") else ("larger", "max")
            self.notes.append(
                f"Each die is one of them; for the {larger} of throws that are added up write {most}({each})."
            )
        if tokens[0].type == "DROP":
            return _settled(self._dropped(tree, node, side or "LOW", number))
        return _settled(self._kept(tree, node, side or "HIGH", number))

    def _side_of(self, tree: Parsed, node: Node, highest: bool) -> Node:
        pool = node if isinstance(node, Pool) and node.is_plain else self._no_dice(tree)
        return self._kept(tree, pool, "HIGH" if highest else "LOW", 1)

    def _no_dice(self, tree: Parsed) -> NoReturn:
        self.wrong(
            tree,
            "the highest or lowest must be of several dice; got other things; try highest 3 of 4d6, or max(2d6, d12)",
        )

    def _single(self, tree: Parsed, known: frozenset[str]) -> Pool | Mixed | Read:
        """Each of several dice for itself, or a roll that has a name."""
        if tree.data == "name":
            return self._roll(tree, known)
        several = tree.children if tree.data in ("listed", "braces") else [tree]
        throws = [self.node(part, known) for part in several if isinstance(part, Tree)]
        every_die = [die for throw in throws for die in _dice_in(throw)]
        dice = [die for die in every_die if not isinstance(die, Pool) or die.count] or every_die[:1]
        if len(dice) == 1:
            return dice[0] if isinstance(dice[0], Pool) else self._no_dice(tree)
        for throw in dice:
            if isinstance(throw, Pool) and not throw.is_plain:
                self.wrong(
                    tree,
                    "dice beside dice must not be dropped or counted before; got some that were; try highest 2 of "
                    "3d6, d8",
                )
        beside = _mixed(
            [(throw.count, replace(throw, count=1)) if isinstance(throw, Pool) else (1, throw) for throw in dice]
        )
        if beside.count > MOST_DICE:
            self.wrong(tree, f"the number of dice must be at most {MOST_DICE:,}; got {beside.count:,}; try fewer")
        return beside

    def _beside(self, tree: Parsed, known: frozenset[str]) -> Node:
        """{d8, d6}kh1, as Roll20 writes it: each throw between the commas is one; or each die of {2d8 + d6} keep 2."""
        braces, *modifiers = tree.children
        several = braces.children
        nodes = [self.node(part, known) for part in several]
        node: Node = nodes[0]
        if len(nodes) > 1:
            node = _mixed([(1, one) for one in nodes])
        elif isinstance(node, Sum) and all(
            sign > 0 and isinstance(one, Pool) and one.is_plain for sign, one in node.terms
        ):
            node = self._single(braces, known)
        if not modifiers:
            self.beside[id(tree)] = node
            return nodes[0] if len(nodes) == 1 else Sum(tuple(term for one in nodes for term in _terms(1, one)))
        whole = next((one for one in nodes if isinstance(one, Pool) and one.count > 1 and one.is_plain), None)
        for modifier in modifiers:
            if not isinstance(node, (Pool, Mixed)):
                self.wrong(tree, "braces must hold several throws; got one; try {d8, d6} keep highest 1")
            if isinstance(node, Mixed) and modifier.data in ("explode", "reroll", "advantage_mod"):
                self.wrong(
                    modifier,
                    "dice must explode or be rerolled inside the braces; got it after them; try {d8!, d6!} keep "
                    "highest 1",
                )
            node = self._looked(modifier, node, known)
        node = self._checked(tree, _settled(node))
        if whole and len(nodes) > 1:
            apart = written(
                _mixed(
                    [
                        (one.count, replace(one, count=1)) if isinstance(one, Pool) and one.is_plain else (1, one)
                        for one in nodes
                    ]
                )
            )
            self.notes.append(
                f"{written(whole)} between commas is added up first; for dice one by one join them by +, as in "
                f"{apart} keep highest."
            )
        return node

    def _as_often(self, tree: Parsed, known: frozenset[str]) -> Node:
        """(d4)d6: so many dice as the other shows."""
        number, _, sides, *modifiers = tree.children
        pool: Node = Pool(1, self._die(sides))
        for modifier in modifiers:
            if modifier.data not in ("bound_each", "explode", "reroll", "count"):
                self.wrong(
                    modifier,
                    "dice whose number is rolled must all count; got some left out; try n = d2: if n = 1 then d6 "
                    "else 2d6 keep 1",
                )
            pool = self._modified(modifier, pool)  # type: ignore[arg-type]
        return self._rolled_often(tree, self.let(number, known), self._checked(tree, pool))

    def _place(self, tree: Parsed, known: frozenset[str]) -> Node:
        """2@3d6, as AnyDice writes the second highest of three."""
        place, what = self._figure(tree.children[0]), tree.children[1]
        pool = self._roll(what, known).question if what.data == "name" else self._pool_alone(what, known)
        if not 1 <= place <= pool.count or pool.kept < pool.count or pool.counted:
            self.wrong(tree, f"@ must name one of the dice after it; got {place}; try 1@3d6, the highest of them")
        placed = replace(pool, high=place - 1, low=pool.count - place)
        return Read(self._roll(what, known).roll, placed) if isinstance(placed, RollQuestion) else placed

    def _best_of(self, tree: Parsed, known: frozenset[str]) -> Node:
        *places, side, _, times, what = tree.children
        node = self._best(tree, side, self._figure(times, MOST_DICE, "the number of rolls"), self.let(what, known))
        if not places:
            return node
        place = _place(places[0])
        if isinstance(node, Pool) and 1 <= place <= node.count:  # of dice alike
            low, high = (node.count - place, place - 1) if node.low else (place - 1, node.count - place)
            return replace(node, low=low, high=high)
        if not isinstance(node, BestOf) or not 1 <= place <= node.times:
            self.wrong(tree, f"of {times} rolls one must be asked; got {places[0]}; try 2nd best of 6 (4d6 keep 3)")
        return replace(node, place=place)

    def _best(self, tree: Parsed, side: Token, times: int, what: Node) -> Node:
        if side.type == "MIDDLE" or times < 1:
            self.wrong(tree, "of several rolls the best or worst must be asked; got something else; try best of 3 2d6")
        return _best(times, what, side.type == "HIGH")

    def _extreme_of(self, tree: Parsed, known: frozenset[str]) -> Node:
        side, *_ = tree.children
        if side.type == "MIDDLE":
            self.wrong(side, "of two rolls the highest or lowest must be asked; got the middle; try middle 1 of 3d6")
        other = tree.children[-1]
        one = self.node(tree.children[2], known)
        number = Constant(self._figure(other)) if _is(other, "NUMBER") else self.node(other, known)
        if several := [part for part in (one, number) if isinstance(part, Pool) and part.is_plain and part.count > 1]:
            dice = [written(part) for part in (one, number) if isinstance(part, Pool) and part.is_plain]
            alone = f"{'highest' if side.type == 'HIGH' else 'lowest'} of {', '.join(dice)}"
            way = f"; for dice one by one write {alone}" if len(dice) > 1 else ""
            self.notes.append(f"{written(several[0])} is added up first{way}.")
        return Extreme(side.type == "HIGH", (one, number))

    def _exploding(self, tree: Parsed, known: frozenset[str]) -> Node:
        word, what = tree.children
        pool = self._pool_alone(what, known)
        if pool.explode:
            self.wrong(word, "dice must explode in one way; got it twice; leave one out")
        said = word.lower()
        return replace(pool, explode=Explode(_highest(pool), said.startswith("comp"), less=int(said.startswith("pen"))))

    def _counting(self, tree: Parsed, known: frozenset[str]) -> Node:
        _, counted, _, what = tree.children
        return self._looked(Tree("count", [counted], tree.meta), self._single(what, known), known)

    # Dice -------------------------------------------------------------------------------------------------------------

    def _pool_alone(self, tree: Parsed, known: frozenset[str]) -> Pool:
        """Dice that are thrown once."""
        pool = self._pool(tree, known)
        if not isinstance(pool, Pool):
            self.wrong(
                tree, "these dice must be thrown once; got advantage after them; try d20 advantage, or 3d6 explode"
            )
        return pool

    def _pool(self, tree: Parsed, known: frozenset[str]) -> Node:
        dice, *modifiers = tree.children
        count = next((self._figure(t, MOST_DICE, "the number of dice") for t in dice.children if _is(t, "HOW_MANY")), 1)
        if count < 0:
            self.wrong(dice, f"there must be 0 dice or more; got {count}; try 1d6")
        pool: Node = Pool(count, self._die(_last_tree(dice)))
        for modifier in modifiers:
            if isinstance(pool, BestOf):
                self.wrong(modifier, "advantage must come last; got more after it; try 2d6 reroll 1s advantage")
            pool = self._looked(modifier, pool, known)
        return self._checked(tree, pool)

    def _die(self, tree: Parsed) -> Die:
        first = tree.children[0]
        if isinstance(first, Tree):
            return self._worded_die(first) if first.data == "worded" else Die(0, self._faces(first))
        if first.type == "PERCENT":
            return Die(100)
        if first.type == "FUDGE":
            return FUDGE
        sides = self._figure(first, MOST_SIDES, "the number of sides")
        if sides < 1:
            self.wrong(first, f"a die must have at least 1 side; got {sides}; try d6")
        if sides == 66:
            if _TENS_AND_UNITS not in self.notes:
                self.notes.append(_TENS_AND_UNITS)
            return TENS_AND_UNITS
        return Die(sides)

    def _worded_die(self, tree: Parsed) -> Die:
        """d{skull x3, lion}, or with an order d{miss < hit}."""
        signs = [token for token in tree.children if _is(token, "COMPARE")]
        for token in tree.scan_values(lambda token: _is(token, "NUMBER")):
            if self._figure(token, 100, "faces or symbols alike") < 1:
                self.wrong(token, f"a face must be there at least once; got {token}; leave it out")
        if signs and (len(signs) < len(tree.children) // 2 or any(_operator(sign) != "<" for sign in signs)):
            self.wrong(tree, "faces with an order must all have < between them; got other signs; try d{miss < hit}")
        faces, ordered = _worded(tree)
        if len(faces) > MOST_SIDES:
            self.wrong(tree, f"a die must have at most {MOST_SIDES:,} faces; got {len(faces):,}; leave some out")
        return self.faces.die(faces, ordered)

    def _faces(self, tree: Parsed) -> tuple[int, ...]:
        faces: list[int] = []
        for face in tree.children:
            ends = [self._signed(part) for part in face.children if isinstance(part, Tree)]
            if len(ends) == 2:
                low, high = ends
                if not low <= high < low + MOST_SIDES:
                    self.wrong(
                        face,
                        f"faces must run from low to high, at most {MOST_SIDES:,} of them; got {low} to {high}; "
                        f"try 1..6",
                    )
                faces += range(low, high + 1)
            else:
                faces += ends
        if len(faces) > MOST_SIDES:
            self.wrong(tree, f"a die must have at most {MOST_SIDES:,} faces; got {len(faces):,}; try fewer")
        return tuple(sorted(faces))

    def _signed(self, tree: Parsed) -> int:
        *minus, number = tree.children
        return (-1 if minus else 1) * self._figure(number)

    def _checked(self, tree: Parsed, node: Node) -> Node:
        """Dice, or the best or worst of several throws of them, whose words fit them."""
        if isinstance(node, BestOf):
            self._checked(tree, node.what)
        if isinstance(node, Read):
            self._checked(tree, node.roll)
        if isinstance(node, Pool):
            for said, which in (
                ("reroll", node.reroll and node.reroll.which),
                ("explode", node.explode and node.explode.which),
            ):
                if which and not any(face in which for face in node.die.faces):
                    tip = "for what comes of them, 5d6!! count 8 or more" if said == "explode" else "reroll 1s"
                    self.wrong(tree, f"dice must {said} on a face that they have; got none of these; try {tip}")
        return node

    # What is done with them -------------------------------------------------------------------------------------------

    def _modified(self, tree: Parsed, pool: Pool | Mixed | RollQuestion) -> Any:
        tokens = [token for token in tree.children if isinstance(token, Token)]
        number = next((self._figure(token) for token in tokens if token.type == "NUMBER"), None)
        side = next((token.type for token in tokens if token.type in ("HIGH", "LOW", "MIDDLE")), None)
        limit = next(
            (self._figure(token, 100, "the number of times") for token in tokens if token.type == "LIMIT"), None
        )
        match tree.data:
            case "keep_short":
                return self._kept(tree, pool, "LOW" if tokens[0].lower() == "kl" else "HIGH", number or 1)
            case "drop_short":
                return self._dropped(tree, pool, "HIGH" if tokens[0].lower() == "dh" else "LOW", number or 1)
            case "keep":
                return self._kept(tree, pool, side or "HIGH", 1 if number is None else number)
            case "drop":
                return self._dropped(tree, pool, side or "LOW", 1 if number is None else number)
            case "ordinal":
                place = _place(tokens[0])
                if side == "LOW":
                    return self._dropped(tree, self._kept(tree, pool, side, place), "LOW", place - 1)
                return self._dropped(tree, self._kept(tree, pool, "HIGH", place), "HIGH", place - 1)
            case "advantage_mod" if not isinstance(pool, RollQuestion):
                return _best(2, pool, not tokens[0].lower().startswith("dis"))
            case "explode" if isinstance(pool, Pool):
                return self._explodes(tree, pool, tokens[0], limit)
            case "reroll" if isinstance(pool, Pool):
                return self._rerolls(tree, pool, tokens[0], limit)
            case "bound_each" if number is not None:
                return self._bounded(tree, pool, tokens[0].lower() == "min", number)
        return self._modified_count(tree, pool, self._counted(_last_tree(tree)))

    def _kept(self, tree: Parsed, pool: Dice, side: str, number: int) -> Dice:
        if not 1 <= number <= pool.kept or pool.kept < pool.count and side == "MIDDLE":
            self.wrong(
                tree,
                f"of {_so_many(pool.kept)} some must be kept; got {number}"
                + (f"; try keep highest {max(1, pool.kept - 1)}" if pool.kept else ""),
            )
        left = pool.kept - number
        if side == "MIDDLE":
            if left % 2:
                self.wrong(
                    tree,
                    f"the middle of {pool.kept} dice must leave as many on both sides; got {number}; try middle "
                    f"{number - 1 or 2}",
                )
            return replace(pool, low=left // 2, high=left // 2)
        return self._dropped(tree, pool, "LOW" if side == "HIGH" else "HIGH", left)

    def _dropped(self, tree: Parsed, pool: Dice, side: str, number: int) -> Dice:
        if pool.counted:
            self.wrong(
                tree,
                "dice must be kept or dropped before they are counted; got it after; try 5d10 keep 3 count 8 or more",
            )
        if isinstance(pool, Pool) and pool.goes_on_late:
            self.wrong(
                tree,
                "dice must be kept or dropped once before they explode or are rerolled; got it again after that; try "
                "4d6 keep 3 explode",
            )
        if tree.data == "drop_short" and number >= pool.kept and tree.children[0].lower() == "d":
            self.wrong(
                tree,
                f"dice beside dice must have a sign between them; got d{number} after others; try + d{number}, or "
                f"d6 + d8"
                f" for both; to choose, highest of d6, d{number}; to drop some, 4d6 drop lowest",
            )
        if side == "MIDDLE" or not 0 <= number < pool.kept:
            self.wrong(
                tree,
                f"of {_so_many(pool.kept)} fewer must be dropped, lowest or highest; got {number}; try 4d6 drop lowest",
            )
        return replace(pool, low=pool.low + number) if side == "LOW" else replace(pool, high=pool.high + number)

    def _explodes(self, tree: Parsed, pool: Pool, word: Token, limit: int | None) -> Pool:
        which = next((part for part in tree.children if isinstance(part, Tree)), None)
        if pool.explode:
            self.wrong(tree, "dice must explode in one way; got it twice; leave one out")
        said, late = word.lower(), pool.kept < pool.count
        compound = said.startswith(("!!", "comp"))
        sign = which.children[0] if which and which.data == "glued" else None
        if which and isinstance(sign, Token) and sign.type == "COMPARE" and _operator(sign) == "=":
            self._say_what_explodes(tree, pool, which)
        faces = self.which(which) if which else _highest(pool)
        if said.endswith("again") and (number := number_of(said)) != max(pool.die.faces):
            faces = _which(">=", number)
        explode = Explode(faces, compound, limit, int(said.startswith(("!p", "pen"))), late)
        return replace(pool, explode=explode, reroll=pool.reroll and replace(pool.reroll, first=True))

    def _say_what_explodes(self, tree: Parsed, pool: Pool, which: Parsed) -> None:
        """The sign behind the word is that of a face; it could be meant for the total."""
        sign, face = (str(part) for part in which.children)
        said = self.line[tree.meta.start_pos : which.meta.start_pos].strip()
        self.notes.append(
            f"{sign} {face} says which faces {said}; to compare the total write ({written(pool)} {said}) {sign} {face}."
        )

    def _rerolls(self, tree: Parsed, pool: Pool, word: Token, limit: int | None) -> Pool:
        if pool.reroll:
            self.wrong(tree, "dice must reroll in one way; got it twice; try reroll 1s and 2s")
        which = self.which(next(part for part in tree.children if isinstance(part, Tree)))
        late = pool.kept < pool.count
        if late and pool.explode and not pool.explode.late:
            self.wrong(
                tree,
                "dice that have exploded must be rerolled before some are kept; got it after; try 4d6 explode reroll "
                "1s keep 3",
            )
        first = pool.explode is not None and any(_is(token, "FIRST_DICE") for token in tree.children)
        return replace(pool, reroll=Reroll(which, 1 if word.lower() == "ro" else limit, first, late))

    def _bounded(self, tree: Parsed, pool: Dice, is_floor: bool, number: int) -> Pool:
        """Each face counts as so much at least, or at most."""
        said = "floor" if is_floor else "ceiling"
        if not isinstance(pool, Pool):
            self.wrong(tree, f"a {said} must stand where dice are thrown; got it after them; try 4d6 min 2")
        if getattr(pool, said) is not None:
            self.wrong(tree, f"dice must have one {said}; got two; leave one out")
        if number > LARGEST // 2 or pool.counted:
            self.wrong(tree, f"a {said} must come before a count; got it after; as in 5d10 min 2 count 2s")
        most, side = ("least", "lowest") if is_floor else ("most", "highest")
        word = tree.children[0].lower()
        self.notes.append(f"{word} {number} is the {most} that each die counts as; to keep some write keep {side}.")
        return replace(pool, floor=number) if is_floor else replace(pool, ceiling=number)

    def _modified_count(self, tree: Parsed, pool: Dice, counted: Counted) -> Dice:
        if pool.counted:
            self.wrong(tree, "dice must be counted once; got it twice; try (5d10 >= 8) >= 2")
        return replace(pool, counted=counted)

    def _counted(self, tree: Parsed) -> Counted:
        """Which faces count, and which of them more often, or are taken off."""
        first, *others = (part for part in tree.children if isinstance(part, Tree))
        if not others and (words := _names_in(first)):
            return self._in_words(first, words)
        return self._scored(tree, self.which(first), others)

    def _scored(self, tree: Parsed, which: Which, others: list[Parsed]) -> Counted:
        """The faces that count, of which others count more often or are taken off; none of them in two ways."""
        scored = list[tuple[int, Which]]()
        for other in others:
            faces, often = other.children if other.data == "scored" else (other, None)
            times = self._figure(often, 100, "the number of times") if _is(often, "LIMIT") else -1
            scored.append((times, self.which(faces)))
        every = [which, *(these for _, these in scored)]
        named = sorted({number + by for one in every for number in one.numbers for by in (0, -1, 1)})
        for at, (times, these) in enumerate(scored):
            before = [other for _, other in scored[:at]] + [which] * (times < 0)
            for face in named:
                if face in these and any(face in other for other in before):
                    self.wrong(tree, f"a face must count in one way; got two for {face}; leave one out")
        return Scored(which, tuple(scored)) if scored else which

    # Faces that are meant ---------------------------------------------------------------------------------------------

    def _in_words(self, tree: Parsed, words: list[Token]) -> Counted:
        """Faces in words: how often each counts."""
        among = tree.data == "face_list" and len(_tokens_in(tree)) > 1
        for token in words:
            if self.faces.word(token) is None or among and len(words) < len(_tokens_in(tree)):
                for pattern, sentence in FOREIGN:
                    if match := re.search(pattern, self.line, re.IGNORECASE):
                        raise NotationError(sentence, self.line, *match.span())
                known = sorted({symbol for face in self.faces.numbers for symbol in face})
                hint = f"try {known[0]}" if known else "try count 8 or more, or d{skull x3, lion} count skull"
                if among:
                    hint = "put brackets round a count before and, or, as in (p count 6s) or (p count 1s)"
                self.wrong(token, f"what counts must be a face of the dice; got {as_text(str(token))}; {hint}")
        named = [word for token in words if (word := self.faces.word(token))]
        if tree.data in ("at_least", "at_most"):
            return self.faces.reaching(named[0], ">=" if tree.data == "at_least" else "<=")
        return self.faces.counted(list(dict.fromkeys(named)))

    def which(self, tree: Parsed) -> Which:
        if words := _names_in(tree):
            counted = self._in_words(tree, words)
            return counted if isinstance(counted, Which) else counted.every
        match tree.data:
            case "glued":
                *sign, number = tree.children
                return _which(_operator(sign[0]) if sign else "=", self._figure(number))
            case "below_zero":
                sign, _, number = tree.children
                return _which(_operator(sign), -self._figure(number))
            case "at_least":
                return Which(">=", (self._figure(tree.children[0]),))
            case "at_most":
                return Which("<=", (self._figure(tree.children[0]),))
            case "face_set":
                return Which("in", tuple(sorted(set(self._faces(_last_tree(tree))))))
        faces: set[int] = set()
        for item in tree.children:
            if isinstance(item, Tree):
                written = [str(token).split("-") if _is(token, "SPAN") else [token] for token in item.children]
                ends = [end for part in written for end in part if not _is(end, "DOTS")]
                numbers = [self._figure(Token("NUMBER", end)) for end in ends]
                if not numbers[0] <= numbers[-1] < numbers[0] + MOST_SIDES:
                    self.wrong(
                        item,
                        f"faces must run from low to high; got {numbers[0]} to {numbers[-1]}; try 5 to 6, or 5 or more",
                    )
                faces.update(range(numbers[0], numbers[-1] + 1))
        return Which("in", tuple(sorted(faces)))


def _names_in(tree: Parsed) -> list[Token]:
    """The faces in words that are meant."""
    return [token for token in _tokens_in(tree) if _is(token, "NAME")]


def _tokens_in(tree: Parsed) -> list[Token]:
    """The faces that are meant, without what joins them."""
    tokens = tree.scan_values(lambda token: isinstance(token, Token) and token.type not in ("OR", "AND"))
    return list(tokens)


def _worded(tree: Parsed) -> tuple[list[tuple[str, ...]], bool]:
    """The faces of a die with words, each with the symbols on it; have they an order?"""
    faces = list[tuple[str, ...]]()
    for face in tree.children:
        if isinstance(face, Tree):
            times = [number_of(token) for token in face.children if _is(token, "NUMBER")]
            symbols = [
                str(symbol.children[-1]).lower()
                for symbol in face.children
                if isinstance(symbol, Tree)
                for _ in range(min(number_of(str(symbol.children[0])), 100) if len(symbol.children) > 1 else 1)
            ]
            faces += [tuple(symbols)] * min(times[0] if times else 1, MOST_SIDES)
    return faces, any(_is(token, "COMPARE") for token in tree.children)


def _which(op: str, number: int) -> Which:
    match op:
        case ">":
            return Which(">=", (number + 1,))
        case "<":
            return Which("<=", (number - 1,))
        case "=":
            return Which("in", (number,))
    return Which(op, (number,))


def _place(token: str) -> int:
    """Which one "2nd" or "third" is."""
    return number_of(token) if token[0].isdigit() else _PLACES.index(token.lower()) + 1


def _known(node: Node) -> int | None:
    """What it comes to where no dice decide it."""
    if isinstance(node, Constant):
        return node.value
    numbers = [_known(part) for part in parts(node)]
    known = [number for number in numbers if number is not None]
    return worth_of(node)(known) if isinstance(node, REACHES) and len(known) == len(numbers) else None


def _highest(pool: Pool) -> Which:
    return Which("in", (max(pool.die.faces),))


def _operator(token: str) -> str:
    plain = re.sub(r"^(?:is|with|rolls?) (?=.)", "", re.sub(r"\s+", " ", token.lower()))
    return _OPERATORS.get(plain, plain)


def _terms(sign: int, node: Node) -> Iterator[tuple[int, Node]]:
    """The terms of a part of a sum; what stands in brackets is added one by one as well."""
    if isinstance(node, Sum):
        yield from ((sign * own, term) for own, term in node.terms)
    elif isinstance(node, Constant) and node.value < 0:
        yield -sign, Constant(-node.value)
    else:
        yield sign, node


def _best(times: int, node: Node, highest: bool) -> Node:
    """The best or worst of several rolls; of single dice these are a pool."""
    if isinstance(node, Pool) and node.count == 1 and not node.counted:
        low, high = (times - 1, 0) if highest else (0, times - 1)
        return replace(node, count=times, low=low, high=high)
    return BestOf(times, node, highest)


def _mixed(several: list[tuple[int, Node]]) -> Pool | Mixed:
    """Throws beside each other; dice alike are a pool."""
    throws: dict[Node, int] = {}
    for times, what in several:
        throws[what] = throws.get(what, 0) + times
    if len(throws) == 1:
        ((what, times),) = throws.items()
        if is_die(what):
            return replace(what, count=times)
    return Mixed(tuple((times, what) for what, times in throws.items()))


def _settled(node: Node) -> Node:
    """One of several throws is their largest or smallest; all of them are a sum, and all dice of a roll its name."""
    if isinstance(node, Read) and _is_open(node) and node.question.kept == node.question.count and not node.other:
        return node.roll
    if not isinstance(node, Mixed) or node.counted:
        return node
    several = tuple(what for times, what in node.throws for _ in range(times))
    if node.kept == node.count:
        terms = [
            term
            for times, what in node.throws
            for term in ([(1, replace(what, count=times))] if is_die(what) else times * list(_terms(1, what)))
        ]
        return Sum(tuple(terms)) if len(terms) > 1 else terms[0][1]
    dice = any(times > 1 and is_die(what) for times, what in node.throws)
    return node if dice or node.kept > 1 or node.low and node.high else Extreme(node.low > 0, several)


def _dice_in(node: Node) -> list[Node]:
    """The terms of a sum of dice, or the throw itself."""
    if isinstance(node, Sum) and all(sign > 0 and isinstance(term, Pool) for sign, term in node.terms):
        return [term for _, term in node.terms]
    return [node]


def _dice(roll: Node) -> int:
    """How many dice of a roll can be read."""
    if isinstance(roll, Sum):
        return sum(map(_dice, parts(roll)))
    return roll.kept if isinstance(roll, (Pool, Mixed)) else 0


def _is_open(read: Read) -> bool:
    """Can its dice still be read in another way than by adding them up?"""
    return read.question.kind == "sum" and not read.question.counted


def _throws(node: Node) -> bool:
    """Is something thrown in it?"""
    return any(isinstance(one, Pool) for one in every(node))


def _can_show(pool: Pool | Mixed, number: int) -> bool:
    """Can one of the dice show it? Dice with minus signs, as Fudge dice, are never counted so."""
    if isinstance(pool, Mixed):
        dice = [what for _, what in pool.throws if is_die(what) and min(what.die.faces) >= 0]
        return len(dice) == len(pool.throws) and any(_can_show(die, number) for die in dice)
    if min(pool.die.faces) < 0:
        return False
    compound = pool.explode is not None and pool.explode.compound
    return number in pool.die.faces or (compound and number > max(pool.die.faces))


def _is(token: object, kind: str) -> TypeGuard[Token]:
    return isinstance(token, Token) and token.type == kind


def _last_tree(tree: Parsed) -> Parsed:
    return next(part for part in reversed(tree.children) if isinstance(part, Tree))


def _so_many(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"
