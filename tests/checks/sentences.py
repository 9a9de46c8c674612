"""What the sentences of a check say is what comes of it: the roll that one names has the chance of the event that it
names.
"""

import re
from fractions import Fraction

from rencounter_kit.engine.dice.notation import dice_of
from tests.situations import PROCESSES

from .contract import in_each
from .ready import situations

ROLL = re.compile(
    r"(?:He |She |It |The attacker )?(?P<does>\w+) on (?:an? )?"
    r"(?:(?P<dice>\d*d\d+(?: lowest| highest)?(?: [+-]\d+)?) of (?P<number>-?\d+) or (?P<way>less|more)"
    r"|natural \d+ (?P<only>only))(?: \(00 is 100\))?\."
)
CHANCE = re.compile(r"d\d|\bdie\b|%|natural|card|counter|drawn|at random|equally likely|as likely|\d+ or (?:less|more)")
UNNAMED = {"rencounter.wound_location"}  # its sentences tell what the place of a wound does, not how it is thrown


def chance(roll):
    """The chance of "d12 -1 of 6 or less"."""
    dice = dice_of(re.sub(r"([+-])", r"\1 ", roll["dice"]))
    at_most = dice.at_most if roll["way"] == "less" else dice.at_least
    return at_most(int(roll["number"]))


def rolls(answer):
    """What an answer says of a roll for one of its events: the roll, and the event."""
    for line in answer.check.says(answer.rules, answer.targets):
        if (roll := ROLL.fullmatch(line)) and (event := roll["does"].lower()) in answer.events:
            yield roll, event


@in_each(situations)
def sentences(check, params):
    answer = check(**params)
    lines = " ".join(check.says(answer.rules, answer.targets))
    has_chance = len(answer.dist) == 1 or check.id in UNNAMED or CHANCE.search(lines)
    yield has_chance, f"must say by what chance decides; it says {lines!r}"
    for roll, event in rolls(answer) if check.id not in PROCESSES else ():
        right = answer.events[event] <= Fraction(1, 6) if roll["only"] else answer.events[event] == chance(roll)
        yield right, f"says {roll[0]!r}, and {event!r} comes with {answer.events[event]}"
