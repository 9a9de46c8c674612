"""Other dice, asked for in words such as "d20 instead of d12" or "use 2d6 to hit": the dice that may be meant."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ...engine.dice.notation import notation
from ...engine.words.errors import RuleError
from .book import DICE_HEADING, Rule, Ruleset
from .small_words import listed
from .text import plain_words

USUAL = ("2d6", "d20", "d12", "d10", "d8", "d6", "d4", "d100", "3d6")
_DICE_WORDS = re.compile(
    r"(?:(?:lowest|highest)\s+of\s+)?\b(?:\d{1,2}\s*)?d(?:\d{1,3}\b|%)(?:\s+(?:lowest|highest)\b)?(?:\s*[+-]\s*\d{1,3}\b)?",
    re.IGNORECASE,
)
_AS_NOTATION = {"two": "2", "three": "3", "four": "4"}
_AS_NOTATION |= {"best": "highest", "better": "highest", "higher": "highest", "worst": "lowest", "lower": "lowest"}
_SPELT = re.compile(rf"\b(?:{'|'.join(_AS_NOTATION)})\b", re.IGNORECASE)
# Between two dice: the first are to go.
_TURNED_ROUND = re.compile(
    r"(?!.*\b(?:instead|rather|place)\b).*(?:\b(?:by|with|becomes?|into)\b|\bto( an?| the)?\s*$|[=-]>)"
)


class DiceWish(NamedTuple):
    """What is to be thrown; in place of which dice, "" where that is not said; the words that say for what."""

    new: str
    old: str
    words: list[str]


def dice_wish(line: str) -> DiceWish | None:
    """A line as a wish for other dice; ``None`` where it names none.

    >>> dice_wish("d20 instead of d12")
    DiceWish(new='d20', old='d12', words=[])
    >>> dice_wish("replace the d12 to hit by 2d6")
    DiceWish(new='2d6', old='d12', words=['hit'])
    >>> dice_wish("the best of two d12 to hit")
    DiceWish(new='2d12 highest', old='', words=['hit'])
    """
    line = _SPELT.sub(lambda word: _AS_NOTATION[word[0].lower()], line)
    matches = [match for match in _DICE_WORDS.finditer(line) if notation(match[0])]
    if not matches or "=" in line:
        return None
    new, old = matches[0], matches[1] if len(matches) > 1 else None
    if old is not None and _TURNED_ROUND.match(line[new.end() : old.start()].lower()):
        new, old = old, new
    words = [word for word in plain_words(_DICE_WORDS.sub(" ", line)).split() if word.isalpha() and len(word) > 2]
    notation_now = notation(new[0]) or ""
    return DiceWish(
        notation_now,
        notation(old[0]) or "" if old else "",
        [word for word in words if word not in listed("says_nothing.dice")],
    )


def dice_wished(book: Ruleset, prefix: str, wish: DiceWish) -> list[tuple[str, str]]:
    """The dice that are meant, as they have most words of the wish: their path below a heading, and what is to be
    thrown. None where no dice have any of its words, or those that are meant may not become so.
    """
    scores = list[tuple[int, str]]()
    for rule in all_dice(book):
        begins = plain_words(f" {rule.path} {rule.label}")
        if rule.path.startswith(prefix) and wish.old in ("", rule.value):
            scores.append((sum(f" {word.removesuffix('s')}" in begins for word in wish.words), rule.path))
    most = max((many for many, _ in scores), default=0)
    paths = [path for many, path in scores if many == most and (most or not wish.words)]
    return [(path.removeprefix(prefix), wish.new) for path in paths if may_be(book, path, wish.new)]


def all_dice(book: Ruleset) -> list[Rule]:
    """The dice of a game."""
    return [book.rule(path) for path in book if path.startswith(DICE_HEADING)]


def others(book: Ruleset, path: str) -> list[str]:
    """The usual dice that may be thrown in place of some, and the lowest and the highest of two of these."""
    now = book[path]
    two = (f"2{now} lowest", f"2{now} highest") if re.fullmatch(r"d\d+", now) else ()
    return [dice for dice in (*USUAL[:2], *two, *USUAL[2:]) if may_be(book, path, dice)]


@lru_cache(maxsize=1024)
def may_be(book: Ruleset, path: str, dice: str) -> bool:
    """May these other dice be thrown? A table may have no row for their faces."""
    try:
        book.changed({path: dice})
    except RuleError:
        return False
    return True
