"""Checks whose dice are counted instead of followed: following every face comes to the same, by other dice too."""

from contextlib import suppress

import rencounter_kit as rk
from rencounter_kit.engine.dice.dist import Dist
from rencounter_kit.engine.dice.throw import Exact
from tests.situations import PROCESSES, drawn, tries

from .changed_dice import changes
from .contract import call_text

KNOWN = {"realms_of_myth.contested_roll", "realms_of_myth.surprise_penalty"}


class FaceByFace(Exact):
    """Every way the dice can fall, without shortcuts, which it counts."""

    shortcuts = 0

    def shortcut(self, once, known):
        self.shortcuts += 1
        return once()


def followed(answer):
    """What comes of the dice face by face, and how many shortcuts were not taken."""
    throw = FaceByFace()
    consequence = answer.check._dice(throw, answer.rules, answer.targets)
    return Dist([0]).map(lambda _: consequence), throw.shortcuts


def every_face(check):
    counted = check.id not in PROCESSES and any(
        followed(check(**params))[1] for params in drawn(check.id, 4, "shortcuts")
    )
    yield counted or check.id not in KNOWN, "must count dice that are too many to be followed"
    plain = [(params, check.book) for params in drawn(check.id, tries(12, 100), "counted")] if counted else []
    for params, name, written in changes(check) if counted else ():
        with suppress(rk.RuleError):
            plain.append((params, check.book.with_house_rules(f'dice.{name} = "{written}"')))
    for params, rules in plain:
        with suppress(rk.RuleError):
            answer = check(rules=rules, **params)
            where = f"ask {call_text(check, params)}{''.join(f' with {rule}' for rule in rules.house_rules)}"
            yield answer.dist == followed(answer)[0], f"comes to other chances face by face; {where}"
