"""Dice thrown at random: they come out as the exact answer says, and are those that the data names."""

import re
from contextlib import suppress
from itertools import count

import rencounter_kit as rk
from rencounter_kit.engine.dice.throw import Random
from rencounter_kit.workbook.verification.throws import frequencies, unlikely
from tests.situations import PROCESSES, drawn, few, tries, without_last_face

from .contract import call_text, named
from .ready import some

THROWS, OF_A_PROCESS = tries(500, 4_000), tries(200, 1_000)
SITUATIONS = tries(8, 16)
SEED = 812

# Throws that are none of dice: one of several, drawn; or of dice whose number of sides is a figure of a table; or that
# are made again until they fit (the encounter range).
NOT_DICE = {
    "rencounter": {
        *("who is first", "who is hit", "tie", "A's counter die", "B's counter die", "highest dice"),
        *("the unit that wins", "how it begins", "improvement", "men", "kick", "scatter"),
        *("card", "cards before the joker", "cards of the side among them", "the commander's card"),
        *(f"cards of unit {number} among them" for number in range(1, 11)),
        # horsemanship, of which a ruling names the dice
        *("horsemanship", "to fall clear", "to dismount in time", "after the impact", "to stay on"),
        *("to make it go in", "to make it strike"),
    },
    "odd_encounters": {"place", "how it begins", "who is attacked", "who is shot at", "turns", "sleep"},
    "realms_of_myth": {"coin flip", "direction", "who goes first"},
    "salamis": {"wind", "drift", "draw"},
    "traveller": {"bands apart", "characteristic", "encounter range", "overflow"},
}


class Noted(Random):
    """Dice thrown at random; which ones is noted."""

    def __init__(self, seed):
        super().__init__(seed)
        self.thrown = set()

    def __call__(self, name, die, then):
        self.thrown.add((name, die))
        return super().__call__(name, die, then)

    def split(self, name, dice, parts, otherwise):
        self.thrown.add((name, dice))
        return super().split(name, dice, parts, otherwise)


def with_fewer_faces(book):
    """A book of which all dice lack their last face, which no dice of the book do."""
    return book.changed({rule.path: without_last_face(rule.value) for rule in book.group("dice").values()})


def is_of(die, dice):
    """Is a die that is thrown so many of some dice, added up or each for itself?"""
    if isinstance(die.outcomes[0], tuple):
        die = die.map(sum)
    number = next(many for many in count() if dice.total**many >= die.total)
    return dice.total**number == die.total and number @ dice == die


def dice_named_in_the_data(check):
    """Every throw is of dice that the data names, so that a house rule reaches it."""
    book, throw = with_fewer_faces(check.book), Noted(SEED)
    dice = [book.dice(name) for name in book.group("dice")]
    for params in drawn(check.id, SITUATIONS, "dice"):
        with suppress(rk.RuleError):
            check.throw_once(book, check.targets_of(book, params), throw)
    for name, die in throw.thrown:
        right = name in NOT_DICE.get(check.stem, ()) or any(is_of(die, one) for one in dice)
        yield right, f"throws for {name!r} other dice than those that data/{check.stem}.toml names"


def throws(check):
    """How often each outcome comes in a drawn situation is no less likely than one in a million."""
    *_, params = some(check)
    for one in unlikely(frequencies(check(**params), few(check.id, THROWS, OF_A_PROCESS), SEED, 0)):
        yield False, f"is not thrown as its exact answer says: {one}; ask {call_text(check, params)}"


def courses(check):
    """A fight thrown once ends as it may, turn after turn, and every face is among those that are named beside it."""
    for seed in range(3 if check.id in PROCESSES else 0):
        went, where = check().course(seed), f"in the course that begins with {seed}"
        yield went.outcome in check(), f"must end as it may {where}; it ended {went.outcome}"
        turns = [re.fullmatch(rf"{check.turn} (\d+)(?:, .+)?|at first", part.name) for part in went.parts]
        numbers = [int(turn[1]) for turn in turns if turn[1]]
        in_order = numbers == sorted(numbers) and {*numbers} == {*range(1, max(numbers, default=0) + 1)}
        yield in_order, f"must tell of one turn after the other {where}; it tells of {named(numbers)}"
        for step in (step for part in went.parts for step in part.steps):
            if span := re.fullmatch(r"(\d+) or (more|less)", step.among):
                face, end = int(step.face), int(span[1])
                among = face >= end if span[2] == "more" else face <= end
                yield among, f"must name a face that is among {step.among} {where}; it names {face}"
