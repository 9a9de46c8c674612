"""Rolls that the book does not make, or makes otherwise, as a line of house rules says it of the dice of a roll::

    fire.talisman = { before = "dice.severity", roll = "d6 >= 5", then = "none", ask = "He wears a talisman." }
    melee.save = { before = "dice.severity", roll = "d6 >= {7 - target_armor}", then = "none" }
    fire.second = { again = "dice.fire", of = "miss" }
    fire.steady = { dice = "dice.fire", roll = "2d12 lowest", when = { braced = true } }

An outcome is named by a word, a face of the dice by a number. Which outcomes a roll may have, the checks of the game
know: see ``mechanics/procedures.py``.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from ...engine.dice.amendment import AFTER, AGAIN, BEFORE, INSTEAD, WITHOUT, Amendment
from ...engine.dice.notation import EXAMPLES, dice_of
from ...engine.words.errors import RuleError
from ...engine.words.typed import cleaned
from ...engine.words.wording import AS_WRITTEN, Spelling, as_text, first_up
from .added import Addition, Cases, Table, as_written, cases_when, counting, modifier_of, refuse_other_keys
from .line_dice import dice_text

DICE = "dice"  # which are thrown instead of those
KINDS = {**{kind: kind for kind in (BEFORE, AFTER, AGAIN, WITHOUT)}, DICE: INSTEAD}  # by the word that says so
_KEYS = {  # what each kind must say, and may say
    BEFORE: (("roll", "then"), ()),
    AFTER: ((), ("roll", "of", "then", "worse")),
    AGAIN: (("of",), ("times",)),
    WITHOUT: (("as",), ()),
    INSTEAD: (("roll",), ()),
}
_ALWAYS = ("ask", "when", "both", "foe")
_EXAMPLES = {
    BEFORE: 'roll = "d6 >= 5", then = "none"',
    AFTER: 'of = "serious", then = "crippling"',
    AGAIN: 'of = "miss"',
    WITHOUT: 'as = "miss"',
    INSTEAD: 'roll = "2d12 lowest", when = { braced = true }',
}
_DICE = "dice."
_MOST_TIMES, _MOST_OF, _LONGEST_WORD, _LONGEST_ROLL, _LONGEST_SUM = 5, 20, 60, 120, 60
MOST_ON_DICE = 5  # rolls put in at the same dice: each may make those below it again
_ROLL = re.compile(r"(?P<dice>.+?)\s*(?P<op>>=|<=|==|=|≥|≤|>|<)\s*(?P<number>-?\d{1,5}|\{[^{}]*\})")
_OR = r"(?P<or>\+|or (?:more|better|higher|over|less|lower|under))"
_AS_PLAYERS_WRITE = [
    re.compile(rf"(?P<number>\d{{1,5}}|\{{[^{{}}]*\}})\s*{_OR}\s*on\s+(?:an?\s+)?(?P<dice>.+)"),
    re.compile(rf"(?P<dice>.+?)\s*[:,]?\s+(?P<number>\d{{1,5}}|\{{[^{{}}]*\}})\s*{_OR}"),
]
_NAME = re.compile(r"(?<![\w.])[a-z]\w*(?![\w.])")  # no path
_BRACES = re.compile(r"\{([^{}]*)\}")
_OPS: Mapping[str, Callable[[int, int], bool]] = {">=": operator.ge, "<=": operator.le, "=": operator.eq}
_SPELT = {"==": "=", "≥": ">=", "≤": "<="}
_SUMS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
_LESS = ("less", "lower", "under")
_OF_LABEL = {">=": "{} or more", "<=": "{} or less", "=": "{}"}


@dataclass(frozen=True, slots=True)
class Procedure(Addition):
    """A roll that house rules put in, leave out or make otherwise.

    kind : one of ``KINDS``.
    rides : the dice of the roll, by their path.
    roll : what is thrown besides, or in its place; figures and what is asked stand in braces.
    to : the outcome or the face to which it leads; ``None`` where that is said by ``worse``.
    of : outcomes or faces with which it counts.
    times : how often it is made again at most.
    worse : by how much an outcome is worse then.
    ask, when, both : as for a modifier.
    foe : is what is asked, and what it goes by, that of the other: of him who is struck?
    value : false takes it away.
    leads, known, among, called, foes : as the checks of the game have it: from which outcome to which, all that there
        are, those that ``to`` means if it is an event, the name of the dice, and which parameters are the other's.
    """

    kind: str
    rides: str
    roll: str = ""
    to: str | int | None = None
    of: tuple[str | int, ...] = ()
    times: int = 1
    worse: int = 0
    ask: str = ""
    when: Cases = ()
    both: bool = False
    foe: bool = False
    value: bool = True
    leads: tuple[tuple[str | None, str | int], ...] = field(default=(), compare=False)
    known: frozenset[str] = field(default=frozenset(), compare=False)
    among: frozenset[str] = field(default=frozenset(), compare=False)
    called: str = field(default="", compare=False)
    foes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def shape(self) -> Procedure:
        """Itself: it is worth nothing that a check does not ask for."""
        return self

    @property
    def named(self) -> list[str]:
        """The parameters that it names."""
        return list(dict.fromkeys([*(name for name, _ in self.when), *(n for n in self.in_braces if "." not in n)]))

    @property
    def in_braces(self) -> list[str]:
        """What stands in its braces: parameters, and figures by their paths."""
        return list(dict.fromkeys(name for text in _BRACES.findall(self.roll) for name in _names(_sum(text))))

    @property
    def is_always(self) -> bool:
        """Does it count whatever is asked?"""
        return not self.ask and not self.named

    def amendment(self, path: str, spelling: Spelling, figure: Callable[[str], object]) -> Amendment:
        """What rides on the dice.

        figure : what a name or a path in braces stands for.
        """
        dice, succeeds = "", frozenset[int]()
        if self.roll:
            dice, succeeds = _filled(path, self.kind, self.roll, figure)
        name = self.label(path, spelling)
        return Amendment(path, self.kind, name, dice, succeeds, self.of, self.leads, self.times, self.known, self.among)

    def cases(self, spelling: Spelling = AS_WRITTEN) -> str:
        """What it does, and when, in words.

        >>> Procedure("again", "dice.fire", of=("miss",), ask="He may roll again.", called="dice to hit").cases()
        'on miss roll the dice to hit again, if you tick "He may roll again."'
        """
        rolled, comes = _roll_words(self.roll, spelling)
        return ", ".join([self._does(rolled, comes, spelling.value), *cases_when(self, spelling)])

    def _does(self, rolled: str, comes: str, in_words: Callable[[str | int], str]) -> str:
        """What it does.

        rolled, comes : the dice of its roll, and with what that holds.
        in_words : an outcome in words.
        """
        dice = self.called or self.rides
        dice = dice if dice.startswith("each of") else f"the {dice}"
        of = " or ".join(map(in_words, self.of))
        to = "" if self.to is None else in_words(self.to)
        becomes = f"{of or 'whatever comes'} becomes {to}"
        if self.worse:
            becomes = " and ".join(f"{in_words(one)} becomes {in_words(to)}" for one, to in self.leads if one)
        return {
            BEFORE: f"before {dice}, roll {rolled}; on {comes}: {to}",
            AFTER: f"after {dice}, roll {rolled}; on {comes} {becomes}" if rolled else f"after {dice} {becomes}",
            AGAIN: f"on {of} roll {dice} again{f', {self.times} times at most' if self.times > 1 else ''}",
            WITHOUT: f"do not roll {dice}: {'as if they showed' if isinstance(self.to, int) else 'always'} {to}",
            INSTEAD: f"roll {rolled} in place of {dice}",
        }[self.kind]

    def sentence(self, amendment: Amendment, words_of: Callable[[str | int], str]) -> str:
        """What it does here, in a sentence."""
        does = self._does(amendment.dice, _faces_words(amendment) if amendment.succeeds else "", words_of)
        return f"{first_up(does)} ({amendment.name})."

    def __str__(self) -> str:
        """As one writes it."""
        keys = {
            DICE if self.kind == INSTEAD else self.kind: self.rides,
            "of": self.of[0] if len(self.of) == 1 else self.of,
            "roll": self.roll,
            "as" if self.kind == WITHOUT else "then": "" if self.to is None else self.to,
            "worse": self.worse or "",
            "times": self.times if self.times > 1 else "",
            "foe": self.foe,
        }
        return as_written(self, keys)


def is_procedure(table: Table) -> bool:
    """Is what stands in braces a roll put in, and not figures below a path?"""
    dice_by_kind = {word: table[word] for word in KINDS if isinstance(table.get(word), str)}
    return any(word != DICE or dice.startswith(_DICE) for word, dice in dice_by_kind.items())


def addition_of(path: str, table: Table) -> Addition:
    """What somebody adds to the book by what he writes in braces: a roll put in, or a modifier."""
    return procedure_of(path, table) if is_procedure(table) else modifier_of(path, table)


def procedure_of(path: str, table: Table) -> Procedure:
    """The roll that somebody puts in by what he writes in braces; ``RuleError`` for what it cannot be, whatever the
    game.

    >>> print(procedure_of("fire.luck", {"before": "dice.severity", "roll": "D6>=5", "then": "none"}))
    { before = "dice.severity", roll = "d6 >= 5", then = "none" }
    """
    words = [word for word in KINDS if word in table]
    if len(words) > 1:
        raise RuleError(
            f"{path} must have only one of {', '.join(KINDS)}; got {' and '.join(words)}; write a line for each"
        )
    word, kind = words[0], KINDS[words[0]]
    must, may = _KEYS[kind]
    keys = (word, *must, *may, *_ALWAYS)
    if kind == AGAIN and (more := {"then", "roll", "add"}.intersection(table)):
        raise RuleError(
            f"{path} must have no {' or '.join(sorted(more))}, since what is rolled again counts alone; leave it out, "
            f'or write dice that explode, such as {cleaned(table[word])} = "d6! at most 3 times"'
        )
    refuse_other_keys(f"{path}, with {word},", table, keys)
    rides = cleaned(table[word])
    example = f'{path} = {{ {word} = "{rides if rides.startswith(_DICE) else "dice.fire"}", {_EXAMPLES[kind]} }}'
    if missing := next((key for key in must if key not in table), None):
        raise RuleError(f"{path}, with {word}, must also have {' and '.join(must)}; got no {missing}; try {example}")
    if kind == AFTER and ("then" in table) == ("worse" in table):
        raise RuleError(
            f"{path} must have either then or worse; got {'both' if 'then' in table else 'neither'}; try {example}"
        )
    target = table.get("then", table.get("as"))
    ask, when, both = counting(path, table)
    procedure = Procedure(
        kind,
        rides,
        _roll(path, kind, table["roll"]) if "roll" in table else "",
        None if target is None else _outcome(path, "as" if kind == WITHOUT else "then", target),
        _of(path, kind, table.get("of")),
        _number(path, "times", table, 1) or 1,
        _number(path, "worse", table, -_MOST_TIMES),
        ask,
        when,
        both,
        table.get("foe", False),
    )
    if not isinstance(procedure.foe, bool):
        raise RuleError(f"foe of {path} must be true, or left out; got {as_text(procedure.foe)}")
    if procedure.foe and procedure.is_always:
        raise RuleError(
            f"{path}, with foe = true, must depend on the man who is struck, by ask, when or "
            "{braces}; got none of these; leave foe out"
        )
    if kind == INSTEAD and procedure.is_always:
        raise RuleError(
            f"{path} must have ask or when, to say which rolls use the other dice; got neither; for all rolls write "
            f'{rides} = "{procedure.roll}"'
        )
    if kind in (AFTER, AGAIN) and procedure.to is not None and procedure.of == (procedure.to,):
        raise RuleError(f"{path} must lead to a new outcome; got {as_text(procedure.to)} again; name another")
    return procedure


def _outcome(path: str, key: str, value: object) -> str | int:
    """A word for an outcome, or the number of a face."""
    word = cleaned(value) if isinstance(value, str) else value
    fits = (type(word) is int and abs(word) <= 1000) or (
        isinstance(word, str) and 0 < len(word) <= _LONGEST_WORD and word.isprintable()
    )
    if not fits:
        raise RuleError(f"{key} of {path} must be an outcome in quotes, or the number of a face; got {as_text(value)}")
    return word  # type: ignore[return-value]


def _of(path: str, kind: str, value: object) -> tuple[str | int, ...]:
    """Outcomes or faces, one or several."""
    if value is None:
        return ()
    each = list(value) if isinstance(value, (list, tuple)) else [value]
    of = tuple(dict.fromkeys(_outcome(path, "of", one) for one in each))
    kinds = {type(one) for one in of}
    if not 1 <= len(of) <= _MOST_OF or len(kinds) > 1 or (kind == AFTER and kinds == {int}):
        faces = "" if kind == AFTER else ", or faces"
        raise RuleError(f"of of {path} must be 1 to {_MOST_OF} outcomes{faces}; got {as_text(value)}")
    return of


def _number(path: str, key: str, table: Table, least: int) -> int:
    """A whole number that is not 0; 0 where none is said."""
    value = table.get(key, 0)
    if key in table and (type(value) is not int or not value or not least <= value <= _MOST_TIMES):
        numbers = f"from {least} to {_MOST_TIMES}{', and not 0' if least < 0 else ''}"
        raise RuleError(f"{key} of {path} must be a whole number {numbers}; got {as_text(value)}")
    return value


# The roll -------------------------------------------------------------------------------------------------------------


def _roll(path: str, kind: str, value: object) -> str:
    """The roll as it is kept, and refused where it never or always holds."""
    text = cleaned(value) if isinstance(value, str) else ""
    if not text or len(text) > _LONGEST_ROLL:
        raise RuleError(f'roll of {path} must be a text such as "d6 >= 5"; got {as_text(value)}')
    for inner in _BRACES.findall(text):
        if not [*_names(_sum(inner, path))]:
            raise RuleError(
                f"braces in {path} must name a figure or an input; got {as_text(inner)}; leave out the braces"
            )
    if kind == INSTEAD:
        if "{" not in text and not (dice := dice_text(text)):
            raise RuleError(f"roll of {path} must be {EXAMPLES}; got {as_text(text)}")
        return text if "{" in text else str(dice)
    for match in filter(None, (way.fullmatch(text) for way in _AS_PLAYERS_WRITE)):
        text = f"{match['dice']} {'<=' if match['or'].split()[-1] in _LESS else '>='} {match['number']}"
    dice, op, number = _parts(path, text)
    spelt = f"{dice_text(dice) or dice} {op} {number}"
    if "{" not in spelt:
        rolled, succeeds = _filled(path, kind, spelt, lambda name: name)
        if len({face in succeeds for face in dice_of(rolled)}) == 1:
            comes = "always holds" if succeeds else "never comes"
            way = "take the roll out" if succeeds else "take a number that the dice reach"
            raise RuleError(f"roll of {path} must hold with some faces and not with others; {spelt} {comes}; {way}")
    return spelt


def _parts(path: str, text: str) -> tuple[str, str, str]:
    """Dice, sign and number of a roll."""
    match = _ROLL.fullmatch(text)
    if not match or ("{" not in match["dice"] and not dice_text(match["dice"])):
        raise RuleError(f'roll of {path} must be dice, a sign and a number, such as "d6 >= 5"; got {as_text(text)}')
    op, number = _SPELT.get(match["op"], match["op"]), match["number"]
    if op in "<>":
        more = {">": (">=", 1), "<": ("<=", -1)}[op]
        op = more[0]
        number = (
            f"{{{number[1:-1]} {'+' if more[1] > 0 else '-'} 1}}" if number[0] == "{" else str(int(number) + more[1])
        )
    return match["dice"], op, number


def _filled(path: str, kind: str, roll: str, figure: Callable[[str], object]) -> tuple[str, frozenset[int]]:
    """The dice of a roll, and the faces with which it holds."""

    def number(match: re.Match[str]) -> str:
        value = _worked_out(_sum(match[1]), figure, path)
        return str(int(value or 0) if value is None or isinstance(value, bool) else value)

    filled = _BRACES.sub(number, roll)
    if kind == INSTEAD:
        text, test = dice_text(filled), None
    else:
        dice, op, bound = _parts(path, filled)
        text, test = dice_text(dice), (_OPS[op], int(bound))
    if text is None:
        raise RuleError(f"roll of {path} must be {EXAMPLES}; got {as_text(filled)}")
    faces = dice_of(text).faces if test else ()
    return text, frozenset(face for face in faces if test and test[0](face, test[1]))


def _sum(text: str, path: str = "a line") -> ast.expr:
    """What stands in braces, read and never run: numbers, names and paths, with + - * // between."""
    try:
        if len(text) > _LONGEST_SUM:
            raise ValueError
        tree = ast.parse(text.strip(), mode="eval").body
        list(_names(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise RuleError(
            f"braces in {path} must be a sum of numbers, figures and inputs, such as {{7 - target_armor}}; "
            f"got {as_text(text)}"
        ) from None
    return tree


def _names(tree: ast.expr) -> Iterator[str]:
    """The names and paths in a sum; ``ValueError`` for what it must not hold."""
    match tree:
        case ast.BinOp(left, op, right) if type(op) in _SUMS:
            yield from _names(left)
            yield from _names(right)
        case ast.UnaryOp(ast.USub(), operand):
            yield from _names(operand)
        case ast.Constant(value) if type(value) is int and abs(value) <= 10_000:
            return
        case ast.Name() | ast.Attribute():
            yield _path(tree)
        case _:
            raise ValueError


def _path(tree: ast.expr) -> str:
    match tree:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            return f"{_path(value)}.{name}"
    raise ValueError


def _worked_out(tree: ast.expr, figure: Callable[[str], object], path: str) -> object:
    match tree:
        case ast.BinOp(left, op, right):
            one, other = _whole(left, figure, path), _whole(right, figure, path)
            if isinstance(op, ast.FloorDiv) and not other:
                raise RuleError(f"{path} must not divide by 0; got 0 below the line; take another figure")
            return _SUMS[type(op)](one, other)
        case ast.UnaryOp(operand=operand):
            return -_whole(operand, figure, path)
        case ast.Constant(value):
            return value
    return figure(_path(tree))


def _whole(tree: ast.expr, figure: Callable[[str], object], path: str) -> int:
    value = _worked_out(tree, figure, path)
    value = 0 if value is None else value
    if not isinstance(value, int):
        raise RuleError(f"braces in {path} must add up whole numbers; got {as_text(value)}; name a number")
    return int(value)


def _roll_words(roll: str, spelling: Spelling) -> tuple[str, str]:
    """The dice of a roll, and with what it holds, in words: "d6", "5 or more"."""
    dice, op, number = next((roll.partition(f" {op} ") for op in _OF_LABEL if f" {op} " in roll), (roll, "", ""))
    if not op:
        return dice, ""
    number = _BRACES.sub(lambda inner: _NAME.sub(lambda name: spelling.words(name[0]), inner[1]), number)
    return dice, _OF_LABEL[op.strip()].format(number)


def _faces_words(amendment: Amendment) -> str:
    """The faces with which a roll holds, in words."""
    every, held = dice_of(amendment.dice).faces, sorted(amendment.succeeds)
    if len(held) == 1:
        return str(held[0])
    return f"{held[0]} or more" if held[-1] == every[-1] else f"{held[-1]} or less"
