"""Other dice by a house rule: what the witness throws, or a refusal in a sentence."""

import random
import re

import rencounter_kit as rk
from tests.situations import tries
from tests.witness.notation import other_dice
from tests.witness.spread import EXACT

from .contract import call_text, unlike
from .witness import NEAR, cases_of, chances

OTHERS = ("d4", "d6", "d8", "d10", "d12", "d20", "2d6", "3d4", "d10 + 1", "d8 - 2", "2d12 lowest", "2d6 highest")
SITUATIONS, DICE = tries((1, 1), (2, 2))
SEED = 812

# What a draw would hardly meet: a chance of 0 is one where the dice may show 0; faces that are not alike tell in an
# order of turns.
CORNERS = {
    "rencounter.fire": [
        ({"weapon": "javelin", "shield": "large", "skill": 1, "range_band": "long"}, "confirmation", "d8 - 2")
    ],
    "realms_of_myth.attacks_to_first_wound": [({"attack_chance": 0, "pot": 19, "wear_per_blow": 9}, "task", "d8 - 2")],
    "realms_of_myth.graded_roll": [({"chance": 0, "heroic_rule": rule}, "task", "d8 - 2") for rule in (True, False)],
    "realms_of_myth.initiative_order": [({"awa_mods": [0, 1, 0]}, "initiative", "2d6 highest")],
    "realms_of_myth.object_struggle": [({"str_mods": [9, 9], "chances": [3, 4]}, "task", "d8 - 2")],
    "realms_of_myth.strike": [({"attack_chance": 3}, "task", "d8 - 2")],
    "realms_of_myth.surprise_penalty": [({"source": "chance_meeting", "target_chance": 3}, "task", "d8 - 2")],
}


def dice_read(check, params):
    """The names of the dice that an answer rests on."""
    return sorted(path.removeprefix("dice.") for path in check(**params).reads if path.startswith("dice."))


def changes(check):
    """Situations, each with one of its dice and other dice for it."""
    yield from CORNERS.get(check.id, ())
    rng = random.Random(f"{SEED} {check.id}")
    for params in cases_of(check)[:SITUATIONS]:
        for name in dice_read(check, params):
            for written in rng.sample(OTHERS, DICE):
                if written != check.book[f"dice.{name}"]:
                    yield params, name, written


def other_dice_by_the_witness(check):
    for text, name, written in changes(check) if cases_of(check) else ():
        line = f'dice.{name} = "{written}"'
        where = f"; ask {call_text(check, text)} with {line}"
        try:
            answer = dict(check(rules=check.book.with_house_rules(line), **text).items())
        except rk.RuleError as error:
            proper = re.search(r" must .*; got .*|^each face of .* must have a row in ", str(error))
            yield proper, f"must refuse other dice in a sentence; it says {error}{where}"
        else:
            with other_dice(**{name: written}):
                right = {outcome: chance for outcome, chance in chances(check.id, text)[0].items() if chance}
            how = unlike(answer, right, NEAR if check.id in EXACT else 0)
            yield not how, f"does not agree with its witness by other dice: {how}{where}"
