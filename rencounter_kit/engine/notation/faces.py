"""Which die is meant in a line, and which of its faces."""

from __future__ import annotations

import re

from lark import Token, Tree

from ..words.wording import as_text
from .context import Context, Parsed, is_token, number_of, trees_in
from .die import FUDGE, TENS_AND_UNITS, Counted, Die, Which
from .foreign import foreign
from .limits import MOST_SIDES

_OPERATORS = {"==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "is": "=", "equals": "=", "over": ">", "under": "<"}
_OPERATORS |= dict.fromkeys(("vs", "vs.", "versus", "against", "dc", "ac", "tn"), ">=") | {"exactly": "="}
_OPERATORS |= {"at least": ">=", "at most": "<=", "more than": ">", "less than": "<", "fewer than": "<"}
_TENS_AND_UNITS = "A d66 is two d6 read as tens and units, 11 to 66; for a die of 66 sides write d{1..66}."


def operator(token: str) -> str:
    """The sign for a sign or a word that compares."""
    plain = re.sub(
        r"^(?:is|with|rolls?|(?:vs\.?|versus|against)(?= [dat])) (?=.)", "", re.sub(r"\s+", " ", token.lower())
    )
    return _OPERATORS.get(plain, plain)


# Dice -----------------------------------------------------------------------------------------------------------------


def die(context: Context, tree: Parsed) -> Die:
    """A die with sides, or with faces of its own."""
    first = tree.children[0]
    if isinstance(first, Tree):
        return _worded_die(context, first) if first.data == "worded" else Die(0, _own_faces(context, first))
    if is_token(first, "PERCENT", "FUDGE"):
        return Die(100) if first.type == "PERCENT" else FUDGE
    sides = context.figure(first, MOST_SIDES, "the number of sides")
    if sides < 1:
        context.wrong(first, f"a die must have at least 1 side; got {sides}; try d6")
    if sides != 66:
        return Die(sides)
    if _TENS_AND_UNITS not in context.notes:
        context.notes.append(_TENS_AND_UNITS)
    return TENS_AND_UNITS


def _worded_die(context: Context, tree: Parsed) -> Die:
    """d{skull x3, lion}, or with an order d{miss < hit}."""
    signs = [token for token in tree.children if is_token(token, "COMPARE")]
    for token in tree.scan_values(lambda token: is_token(token, "NUMBER")):
        if context.figure(token, 100, "faces or symbols alike") < 1:
            context.wrong(token, f"a face must be there at least once; got {token}; leave it out")
    if signs and (len(signs) < len(tree.children) // 2 or any(operator(sign) != "<" for sign in signs)):
        context.wrong(tree, "faces with an order must all have < between them; got other signs; try d{miss < hit}")
    faces, ordered = worded(tree)
    if len(faces) > MOST_SIDES:
        context.wrong(tree, f"a die must have at most {MOST_SIDES:,} faces; got {len(faces):,}; leave some out")
    return context.faces.die(faces, ordered)


def worded(tree: Parsed) -> tuple[list[tuple[str, ...]], bool]:
    """The faces of a die with words, each with the symbols on it; have they an order?"""
    faces = list[tuple[str, ...]]()
    for face in trees_in(tree):
        times = [number_of(token) for token in face.children if is_token(token, "NUMBER")]
        symbols = [
            str(symbol.children[-1]).lower()
            for symbol in trees_in(face)
            for _ in range(min(number_of(str(symbol.children[0])), 100) if len(symbol.children) > 1 else 1)
        ]
        faces += [tuple(symbols)] * min(times[0] if times else 1, MOST_SIDES)
    return faces, any(is_token(token, "COMPARE") for token in tree.children)


def _own_faces(context: Context, tree: Parsed) -> tuple[int, ...]:
    faces = list[int]()
    for face in tree.children:
        ends = [
            (-1) ** len(minus) * context.figure(number) for *minus, number in (end.children for end in trees_in(face))
        ]
        if not ends[0] <= ends[-1] < ends[0] + MOST_SIDES:
            context.wrong(
                face,
                f"faces must run from low to high, at most {MOST_SIDES:,} of them; got {ends[0]} to {ends[-1]}; "
                "try 1..6",
            )
        faces += range(ends[0], ends[-1] + 1)
    if len(faces) > MOST_SIDES:
        context.wrong(tree, f"a die must have at most {MOST_SIDES:,} faces; got {len(faces):,}; try fewer")
    return tuple(sorted(faces))


# Faces that are meant -------------------------------------------------------------------------------------------------


def compared(sign: str, number: int) -> Which:
    """The faces of which a comparison holds."""
    if sign in "<>":
        return Which(f"{sign}=", (number + (1 if sign == ">" else -1),))
    return Which("in" if sign == "=" else sign, (number,))


def which(context: Context, tree: Parsed) -> Which:
    """Faces: "8+", "1s and 2s", "5 to 6", "< 3"."""
    if words := _words_in(tree):
        return _in_words(context, tree, words).every
    numbers = [token for token in tree.children if is_token(token, "NUMBER", "MANY", "NUMBER_PLUS")]
    match tree.data:
        case "glued":
            sign = operator(tree.children[0]) if is_token(tree.children[0], "COMPARE") else "="
            return compared(sign, context.figure(numbers[0]))
        case "below_zero":
            return compared(operator(tree.children[0]), -context.figure(numbers[0]))
        case "at_least" | "at_most":
            return Which(">=" if tree.data == "at_least" else "<=", (context.figure(numbers[0]),))
        case "face_set":
            return Which("in", tuple(sorted(set(_own_faces(context, trees_in(tree)[-1])))))
    faces = set[int]()
    for item in trees_in(tree):
        words = [token for token in item.children if not is_token(token, "DOTS")]
        ends = [
            context.figure(Token("NUMBER", end))
            for word in words
            for end in (word.split("-") if is_token(word, "SPAN") else [word])
        ]
        if not ends[0] <= ends[-1] < ends[0] + MOST_SIDES:
            context.wrong(
                item, f"faces must run from low to high; got {ends[0]} to {ends[-1]}; try 5 to 6, or 5 or more"
            )
        faces.update(range(ends[0], ends[-1] + 1))
    return Which("in", tuple(sorted(faces)))


def counted_faces(context: Context, tree: Parsed) -> Counted:
    """Which faces count, and which of them more often, or are taken off."""
    first, *others = trees_in(tree)
    if not others and (words := _words_in(first)):
        return _in_words(context, first, words)
    return scored(context, tree, which(context, first), others)


def scored(context: Context, tree: Parsed, faces: Which, others: list[Parsed]) -> Counted:
    """The faces that count, of which others count more often or are taken off; none of them in two ways."""
    scores = list[tuple[int, Which]]()
    for other in others:
        these, often = other.children if other.data == "scored" else (other, None)
        times = context.figure(often, 100, "the number of times") if is_token(often, "LIMIT") else -1
        scores.append((times, which(context, these)))
    every = [faces, *(these for _, these in scores)]
    near = sorted({number + by for one in every for number in one.numbers for by in (0, -1, 1)})
    for at, (times, these) in enumerate(scores):
        before = [other for _, other in scores[:at]] + [faces] * (times < 0)
        for face in near:
            if face in these and any(face in other for other in before):
                context.wrong(tree, f"a face must count in one way; got two for {face}; leave one out")
    return Counted(faces, tuple(scores))


def _in_words(context: Context, tree: Parsed, words: list[Token]) -> Counted:
    """Faces in words: how often each counts."""
    among = tree.data == "face_list" and len(_tokens_in(tree)) > 1
    for token in words:
        if context.faces.word(token) is None or among and len(words) < len(_tokens_in(tree)):
            if error := foreign(context.line):
                raise error
            known = sorted({symbol for face in context.faces.numbers for symbol in face})
            hint = f"try {known[0]}" if known else "try count 8 or more, or d{skull x3, lion} count skull"
            if among:
                hint = "put brackets round a count before and, or, as in (p count 6s) or (p count 1s)"
            context.wrong(token, f"what counts must be a face of the dice; got {as_text(str(token))}; {hint}")
    named = [word for token in words if (word := context.faces.word(token))]
    if tree.data in ("at_least", "at_most"):
        return Counted(context.faces.reaching(named[0], ">=" if tree.data == "at_least" else "<="))
    return context.faces.counted(list(dict.fromkeys(named)))


def _words_in(tree: Parsed) -> list[Token]:
    """The faces in words that are meant."""
    return [token for token in _tokens_in(tree) if is_token(token, "NAME")]


def _tokens_in(tree: Parsed) -> list[Token]:
    """The faces that are meant, without what joins them."""
    return list(tree.scan_values(lambda token: isinstance(token, Token) and not is_token(token, "OR", "AND")))
