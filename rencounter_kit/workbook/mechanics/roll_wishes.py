"""Rolls put in that somebody asks for in words: "armour saves on 5+", "reroll misses", "no confirmation roll"."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from ...engine.dice.amendment import AFTER, AGAIN, BEFORE, INSTEAD, WITHOUT
from ...engine.words.errors import RuleError
from ...engine.words.wording import first_up
from ..rulebook.book import DICE_HEADING, Ruleset
from ..rulebook.procedures import Procedure, procedure_of
from ..rulebook.small_words import english, listed
from ..rulebook.words import parts, plain, single
from .check import Check
from .parameter import YesNo
from .procedures import DiceRolls, rolls_of

_SAVE = re.compile(r"\bsav(?:e[sd]?|ing)\b(?: (?:throw|roll)s?)?")
_DIE = re.compile(r"(?:\b(?:on|with) (?:an? )?)?\b(\d?d\d{1,3})\b")
_NUMBER = re.compile(
    r"(?:\b(?:on|of|with) (?:an? )?(?:(?:roll|throw) of )?(?:an? )?)?(?<![\w+-])(?<![+-] )(\d{1,3})\b\s*"
    r"(\+|or (?:more|better|higher|over)\b|or (?:less|lower|under)\b)?"
)
_AGAIN = re.compile(r"(?:^re-?|\b(?=.*\bagain\b))(?:rolls?|rolled|throws?)\b(.*)")
_BEST = re.compile(r"\b(best|better|highest|higher|worst|worse|lowest|lower) of (two|three|2|3)\b(.*)")
_WHEN = re.compile(r"\b(?:when|if|while)\b(.*)")
_NO = re.compile(r"\b(?:no|without|skip|drop)\b(.+)\b(?:roll|rolls|die|dice|throw)\b|\bno (confirmation)\b")
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "1s": 1, "6s": 6}
_OR_LESS = {"less", "lower", "under"}
_MOST, _LETTERS = 4, 4


def new_rolls(book: Ruleset, line: str) -> list[tuple[str, Procedure]]:
    """The rolls put in that a line may mean, each with a path; none where it speaks of none.

    >>> from rencounter_kit import rules
    >>> for path, roll in new_rolls(rules("rencounter"), "reroll misses"):
    ...     print(path, "=", roll)
    again = { again = "dice.fire", of = "miss" }
    again = { again = "dice.melee", of = "miss" }
    again = { again = "dice.confirmation", of = "miss" }
    """
    text = line.lower().strip(" .!?")
    if "=" in text:
        return []
    meant = list[tuple[str, Procedure]]()
    for name, roll in _meant(book, text):
        path = next(
            path for path in (name, f"{name}_too", f"house.{name}") if path not in book and not book.names(path)
        )
        with suppress(RuleError):
            book.fitting(path, roll)
            meant.append((path, procedure_of(path, tomllib.loads(f"roll = {roll}")["roll"])))
        if len(meant) == _MOST:
            break
    return meant


def _meant(book: Ruleset, text: str) -> Iterator[tuple[str, Procedure]]:
    """What a line may mean, the likeliest first."""
    if match := _AGAIN.search(text):
        return _again(book, match[1])
    if match := _BEST.search(text):
        return _best(book, match)
    if (match := _NO.search(text)) and not _NUMBER.search(text):
        return _left_out(book, match[1] or match[2])
    return _saves(book, text)


def _saves(book: Ruleset, text: str) -> Iterator[tuple[str, Procedure]]:
    """Saves with a number or more, or by what the man who is struck wears, such as his armour. Of whoever else, and of
    whatever else is said, it is asked.
    """
    dice, text = _DIE.findall(text), _DIE.sub(" ", text)
    numbers, (before, *rest) = _NUMBER.findall(text), _SAVE.split(_NUMBER.sub(" ", text))
    if len(rest) != 1 or len(dice) > 1 or len(numbers) > 1 or re.search(r"\d", before + rest[0]):
        return
    what, condition = (" ".join(part.strip(" .,:;").split()) for part in (before, rest[0]))
    what = " ".join(word for word in what.split() if word not in listed("says_nothing.figures"))
    condition = condition if {*plain(condition)} - listed("says_nothing.figures") else ""
    threshold, end = numbers[0] if numbers else ("5", "")
    roll = f"{(dice or ['d6'])[0]} {'<=' if end[3:] in _OR_LESS else '>='} {threshold}"
    name = "_".join([*plain(what)[:2], "save"])
    ask = " ".join([f"{first_up(what)} saves him" if what else "He has a save", *condition.split()]) + "."
    is_called = any(_SAVE.search(path.replace(".", " ")) for path in book if path.startswith(DICE_HEADING))
    for rolls in _likeliest(book, ""):
        order = next((names for names, is_order in rolls.spaces if is_order), ())
        hurts = not listed("new_rule.harm").isdisjoint(order) and 2 * len(rolls.words & {*order}) > len(rolls.words)
        best = order[0] if hurts else "miss" if "miss" in rolls.words else ""
        trait, values = _worn(book, rolls, what)
        put_in = Procedure(BEFORE, rolls.dice, roll, best)
        asked = replace(put_in, ask=ask, foe=True)
        if best and values and (numbers or (len(values) > 1 and all(type(one) is int for one in values))):
            by = {"when": ((trait, values),)} if numbers else {"roll": f"d6 >= {{7 - {trait}}}"}
            yield name, replace(asked, ask=ask if condition else "", **by)
        if best and (numbers or not (what or condition or is_called)):
            yield from ((name, one) for one in ([asked] if what or condition else [put_in, asked]))


def _worn(book: Ruleset, rolls: DiceRolls, what: str) -> tuple[str, tuple[str | int, ...]]:
    """What most checks ask of the man who is struck, where it is called so, and with which values he has some."""
    words = {single(word) for one in parts(book.stem, what) for word in (one.means or (one.words,))[0]}
    asked = [p for check in rolls.checks for p in check.parameters.values() if p.group == "target"]
    many = Counter(p.trait for p in asked)
    for p in asked:
        called = {*map(single, plain(p.trait))}
        if called and called <= words and 2 * many[p.trait] > len(rolls.checks):
            kind, known = words - called, [(one, {*map(single, plain(p.text(one)))} - {str(one)}) for one in p.values()]
            return p.trait, tuple(one for one, names in known if (names == kind if kind else one and one != "none"))
    return "", ()


def _again(book: Ruleset, text: str) -> Iterator[tuple[str, Procedure]]:
    words = text.replace("again", " ").split()
    faces = [_NUMBERS.get(single(one), int(one) if one.isdigit() else 0) for one in words]
    numbers = tuple(one for one in faces if one)
    for rolls in _likeliest(book, text):
        starts = tuple(word[:_LETTERS] for word in words if len(word) >= _LETTERS)
        outcomes = [name for name in sorted(rolls.words) if name.startswith(starts)]
        if numbers:
            yield "again", Procedure(AGAIN, rolls.dice, of=numbers)
        elif outcomes:
            yield "again", Procedure(AGAIN, rolls.dice, of=(min(outcomes, key=len),))


def _best(book: Ruleset, match: re.Match[str]) -> Iterator[tuple[str, Procedure]]:
    when = _WHEN.search(match[3])
    if not when:
        return
    kept = {"highest": ["highest"], "higher": ["highest"], "lowest": ["lowest"], "lower": ["lowest"]}
    many = {"two": 2, "three": 3}.get(match[2], match[2])
    words = {*map(single, plain(when[1]))}

    def share(rolls: DiceRolls) -> tuple[int, bool]:
        """How many of the checks that roll the dice ask for it; are they the usual dice?"""
        many = sum(bool(_box(check, words)) for check in rolls.checks)
        return many, english()["new_rule"]["sum"] in book.rule(rolls.dice).label

    for rolls in sorted(_likeliest(book, match[3][: when.start()]), key=share, reverse=True):
        dice = str(book[rolls.dice])
        box = next((box for check in rolls.checks if (box := _box(check, words))), "")
        for one in kept.get(match[1], ["lowest", "highest"]) if re.fullmatch(r"d\d+", dice) else ():
            case = ((box, (True,)),) if box else ()
            ask = "" if box else f"{first_up(when[1].strip())}."
            yield "best", Procedure(INSTEAD, rolls.dice, f"{many}{dice} {one}", ask=ask, when=case)


def _box(check: Check, words: set[str]) -> str:
    """The box of a check that is called by some words; "" where it has none."""
    boxes = (p.name for p in check.parameters.values() if isinstance(p, YesNo))
    return next((name for name in boxes if {*map(single, plain(name))} == words), "")


def _left_out(book: Ruleset, text: str) -> Iterator[tuple[str, Procedure]]:
    for rolls in _likeliest(book, text, at_least=1):
        name = f"no_{rolls.dice.removeprefix(DICE_HEADING)}"
        events = (event for check in rolls.checks for event in check.events if rolls.meant(event))
        orders = (one for names, is_order in rolls.spaces if is_order for one in names if one in rolls.words)
        for to in filter(None, [next(events, "").removesuffix("s"), next(orders, "")]):
            yield name, Procedure(WITHOUT, rolls.dice, to=to)


def _likeliest(book: Ruleset, text: str, at_least: int = 0) -> Sequence[DiceRolls]:
    """The rolls of a game, those first whose dice have most words of a text, then those of most checks."""
    words = {single(word) for word in plain(text) if word not in listed("says_nothing.figures")}
    paths = [path for path in book if path.startswith(DICE_HEADING)]
    score = {path: len(words & {*map(single, plain(f"{path} {book.rule(path).label}"))}) for path in paths}
    best = max(score.values(), default=0)
    rolls = [rolls_of(book.stem, path) for path in paths if score[path] >= max(best, at_least)]
    return sorted(rolls, key=lambda one: -len(one.checks))


def example(book: Ruleset, kind: str, dice: str) -> Procedure | None:
    """A roll put in as one may go on to write it."""
    rolls = rolls_of(book.stem, dice)
    order = next((names for names, is_order in rolls.spaces if is_order), ()) or tuple(sorted(rolls.words))
    face = book.dice(dice.removeprefix(DICE_HEADING)).faces[0]
    first, last = (order[0], order[-1]) if order else (face, face)
    examples = {
        BEFORE: Procedure(BEFORE, dice, "d6 >= 5", first),
        AFTER: Procedure(AFTER, dice, "d6 >= 5", first, (last,) if order else ()),
        AGAIN: Procedure(AGAIN, dice, of=(first,)),
        WITHOUT: Procedure(WITHOUT, dice, to=first),
        INSTEAD: Procedure(INSTEAD, dice, f"2{book[dice]} lowest", ask="He is steady."),
    }
    return examples.get(kind)
