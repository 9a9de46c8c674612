"""Reads a line of dice: the grammar beside this file finds its words, the rules beside it make a tree of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lark import Lark, Token
from lark.exceptions import UnexpectedInput
from lark.lark import PostLex

from ..words.errors import RuleError
from ..words.typed import cleaned
from ..words.wording import as_text
from . import conditions, operations, pools
from .context import Context, Countable, Parsed
from .errors import NotationError
from .face_words import FaceWords, refused
from .faces import worded
from .foreign import foreign
from .limits import DEEPEST, LONGEST
from .names import WORDS, let
from .rolled_twice import one_roll_instead
from .tree import Phrase

RULES_OF = (conditions, operations, pools)  # which say what the rules of the grammar mean
EXAMPLES = "2d6 + 3, 4d6 drop lowest, 5d10 >= 8 or 3d6 <= 11"
_SIGNS = {"\u2265": ">=", "\u2264": "<=", "\u2260": "!=", "\u00d7": "x", "\u00f7": "/"}
_BEFORE = re.compile(
    r"^(?:(?:what(?:'s|\s+is|\s+are)\s+)?(?:the\s+)?(?:chances?|odds|probability)\s+(?:of|that)\s+)?"
    r"(?:(?:output|/?roll(?:ing)?|/?throw|/r)\s+)?",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"\s+named\s+\"[^\"]*\"\s*$|\s*[;:?]\s*$|\s#.*", re.IGNORECASE)
PLACEHOLDER = re.compile(r"(?<!@)\{\s*(?!d(?:\d+|f)\s*\})([a-z]\w*(?:\.\w+)*)\s*\}", re.IGNORECASE | re.ASCII)
_LABEL = re.compile(r"(?<=[\d)\]}!%])\s*(\[[^\[\]]*\])")  # as the grammar leaves them out
_AWAITED = {"if": "then", "then": "else", "repeat": "times"}
_STANDS = {"RPAR": '")"', "RSQB": '"]"', "RBRACE": '"}"', "PLUS": "+", "MINUS": "-", "TIMES_SIGN": "*", "DIVIDE": "/"}
_STANDS |= {"COMPARE": ">=", "KEEP": "keep", "DROP": "drop", "EXPLODE": "explode", "REROLL": "reroll", "COUNT": "count"}
_STANDS |= {"READING": "pairs", "ADVANTAGE": "advantage", "NUMBER": "a number", "AND": "and", "OR": "or"}
_STANDS |= {"ELSE": "else", "GIVEN": "given", "COLON": '":"', "$END": "the end"}  # by their names in the grammar


class Reading(NamedTuple):
    """A line of dice as it was read.

    line : in the letters of the keyboard.
    notes : where it may mean two things, which one was taken.
    places : of each node of the tree, by its id, where it stands in the line.
    comparisons : those that may mean two things, in order.
    """

    line: str
    tree: Phrase
    notes: tuple[str, ...]
    places: Mapping[int, tuple[int, int]]
    comparisons: tuple[Countable, ...]


def read(text: str, counting: tuple[bool, ...] | None = None, several: bool = False) -> Reading:
    """A line of dice, read; ``RuleError`` for what is none.

    counting : of each comparison that may mean two things, are the dice counted? ``None`` where the line decides.
    several : may it have several answers?

    >>> read("4d6 drop lowest").tree == read("4D6kh3").tree
    True
    """
    line = plain_line(text)
    if empty := PLACEHOLDER.search(line):
        name = empty[1]
        raise NotationError(
            f"each name in braces must have a value; got none for {name}; try {name}=4 after the line",
            line,
            *empty.span(),
        )
    try:
        parsed = _grammar().parse(line)
    except UnexpectedInput as error:
        raise _unexpected(line, error) from None
    context = Context(line, counting, several)
    node = _meaning(context, parsed.children[0])
    if labels := _LABEL.findall(line):
        context.notes.append(f"{' and '.join(labels)}: a label behind dice or a number, which changes nothing.")
    if (twice := one_roll_instead(node)) and len(twice[1]) <= LONGEST:
        dice, named = twice
        context.notes.append(f"{dice} is rolled twice; to read one roll twice write {named}.")
    if _depth(node) > DEEPEST:
        raise RuleError(f"a line must have at most {DEEPEST} parts within parts; got more; try fewer brackets")
    places = {id(part): context.places[id(part)] for part in node.every() if id(part) in context.places}
    return Reading(line, node, tuple(dict.fromkeys(context.notes)), places, tuple(context.comparisons))


def _meaning(context: Context, tree: Parsed) -> Phrase:
    """The tree of a whole line."""
    dice = sorted(tree.find_data("worded"), key=lambda die: die.meta.start_pos)
    context.faces = FaceWords(map(worded, dice))
    node = let(context, tree, whole=True)
    if context.faces.numbers and (wrong := refused(node, {})):
        raise RuleError(wrong)
    return node


def plain_line(text: str) -> str:
    """A line in the letters of the keyboard, without what other programs put round it; ``RuleError`` for none.

    >>> plain_line("/roll 2d6 \u2212 1 # damage")
    '2d6 - 1'
    """
    if not isinstance(text, str):
        raise RuleError(f"dice must be a line of text; got {as_text(text)}; try {EXAMPLES}")
    if len(text) > LONGEST:
        raise RuleError(f"a line of dice must have at most {LONGEST} characters; got {len(text):,}; try a shorter one")
    line = cleaned(text).replace("\n", " ")
    for sign, plain in _SIGNS.items():
        line = line.replace(sign, plain)
    line = _BEHIND.sub("", _BEFORE.sub("", line))
    if not line:
        raise RuleError(f"a line of dice must say what is rolled; got an empty text; try {EXAMPLES}")
    return line


def is_word(word: str) -> bool:
    """Is it a word of the notation, so that it names nothing else?

    >>> is_word("count"), is_word("more"), is_word("needed")
    (True, True, False)
    """
    own = (one.pattern.to_regexp() for one in _grammar().terminals if one.name != "NAME")
    matches = (re.match(one, f"{word} (", re.IGNORECASE | re.ASCII) for one in own)
    return word in " ".join(WORDS).split() or any(one and one.end() == len(word) for one in matches)


@cache
def _grammar() -> Lark:
    text = (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=_Commas(),
        propagate_positions=True,
        g_regex_flags=re.IGNORECASE | re.ASCII,
    )


class _Commas(PostLex):
    """A comma between dice in a list is another word than one in braces or in a function: highest of d8, d6."""

    always_accept = ("COMMA",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        within, before = [False], ""  # of each bracket that is open, do commas belong to it?
        for token in stream:
            if token.type in ("LPAR", "LSQB", "LBRACE"):
                within.append(token.type == "LBRACE" or before == "FUNCTION")
            elif token.type in ("RPAR", "RSQB", "RBRACE"):
                within = within[:-1] or within
            beside = token.type == "COMMA" and not within[-1]
            before = token.type
            yield Token.new_borrow_pos("BESIDE", token.value, token) if beside else token


def _depth(node: Phrase) -> int:
    level, depth = [node], 0
    while level and depth <= DEEPEST:
        level, depth = [part for one in level for part in one.parts], depth + 1
    return depth


# What cannot be read -------------------------------------------------------------------------------------------------


def _unexpected(line: str, error: UnexpectedInput) -> NotationError:
    """The sentence for a line that is none, with its place."""
    ended = getattr(getattr(error, "token", None), "type", "") == "$END"
    start = len(line) if ended or error.pos_in_stream is None else error.pos_in_stream
    word = re.compile(r"[a-z]+|\d+|.", re.IGNORECASE).match(line, start)
    got = word[0] if word else ""
    meant = _meant(line, start, got)
    if not meant and (known := foreign(line)):
        return known
    if start >= len(line):
        sentence = f"a line of dice must go on with {_wanted(line)}; got its end"
        return NotationError(sentence, line, len(line), len(line) + 1)
    sentence = f"this must be {_wanted(line[:start])}; got {as_text(got)}{meant}"
    return NotationError(sentence, line, start, start + len(got))


def _meant(line: str, start: int, got: str) -> str:
    """What to write instead, where it is sure to be read as what was typed, as far as that was understood."""
    earlier = re.search(r"([a-z]+)\s*$", line[:start], re.IGNORECASE)
    for at, word in [(start, got), *([(earlier.start(), earlier[1])] if earlier else [])]:
        for near in get_close_matches(word.lower(), WORDS, n=3, cutoff=0.7):
            meant = line[:at] + near + line[at + len(word) :]
            if near != word.lower() and _right_up_to(meant) > start + len(near) - len(word) * (at < start):
                return f"; did you mean {near}?"
    return ""


def _right_up_to(line: str) -> int:
    """How far a line is right."""
    try:
        _grammar().parse(line)
    except UnexpectedInput as error:
        return len(line) if error.pos_in_stream is None else error.pos_in_stream
    return len(line) + 1


def _wanted(before: str) -> str:
    """What could stand behind a line that is right so far."""
    parser = _grammar().parse_interactive(before)
    try:
        parser.exhaust_lexer()
    except UnexpectedInput:
        return "something else"
    expected: set[str] = parser.accepts()  # type: ignore[no-untyped-call]
    awaiting = re.findall(r"\b(?:if|then|else|repeat|times)\b", before.lower())
    awaited = _AWAITED.get(awaiting[-1], "") if awaiting else ""
    if awaited.upper() in expected and awaited != "else":
        return f'"{awaited}"'
    if "LPAR" in expected:
        return "dice, a number or a bracket"
    if "MANY" in expected and "PLUS" not in expected:
        return "the faces that are meant, such as 8 or more"
    expected -= set() if re.search(r"[<>=]|\b(?:is|at|than|over|under)\b", before) else {"AND", "OR"}
    *most, last = [word for name, word in _STANDS.items() if name in expected] or ["something else"]
    return f"{', '.join(most)} or {last}" if most else last
