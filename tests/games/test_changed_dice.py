"""Other dice by a house rule: the library against its witnesses, which throw those dice one by one."""

import random
import re
from contextlib import suppress
from itertools import count

import pytest

import rencounter_kit as rk
from rencounter_kit.dice.throw import Random
from rencounter_kit.errors import RuleError
from tests.situations import drawn, tries, without_last_face
from tests.witness.asked import asked
from tests.witness.explore import enumerate_all
from tests.witness.notation import other_dice
from tests.witness.spread import EXACT, IDS, TURNS_IDS, WITNESS, WITNESS_TURNS, cases
from tests.witness.turns import exact

OTHERS = ("d4", "d6", "d8", "d10", "d12", "d20", "2d6", "3d4", "d10 + 1", "d8 - 2", "2d12 lowest", "2d6 highest")
SITUATIONS, DICE = tries((1, 1), (2, 2))
SEED = 812


# What a draw would hardly meet: a chance of 0 is one where the dice may show 0; faces that are not alike tell in an order of turns.
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


def dice_read(check_id, said):
    """The names of the dice that an answer rests on."""
    return sorted(path.removeprefix("dice.") for path in rk.check(check_id, **said).reads if path.startswith("dice."))


def changes(check_id):
    """Situations, each with one of its dice and other dice for it."""
    yield from CORNERS.get(check_id, ())
    rng = random.Random(f"{SEED} {check_id}")
    for said in cases(check_id, SITUATIONS, SEED)[:SITUATIONS]:
        for name in dice_read(check_id, said):
            for written in rng.sample(OTHERS, DICE):
                if written != rk.checks[check_id].book[f"dice.{name}"]:
                    yield said, name, written


def answer_or_refusal(check_id, said, line):
    """The chances by a house rule, or the sentence that refuses it."""
    try:
        rules = rk.checks[check_id].book.with_house_rules(line)
        return dict(rk.check(check_id, rules=rules, **said).items()), ""
    except RuleError as error:
        return {}, str(error)


def by_witness(check_id, said, **written):
    """What the witness makes of it."""
    with other_dice(**written):
        if check_id in EXACT:
            chances = EXACT[check_id](asked(check_id, said))
            return {one: pytest.approx(float(chance), abs=1e-12) for one, chance in chances.items() if chance}
        if check_id in WITNESS_TURNS:
            return exact(WITNESS_TURNS[check_id], asked(check_id, said))[0]
        return enumerate_all(WITNESS[check_id], p=asked(check_id, said))


@pytest.mark.parametrize("check_id", dict.fromkeys([*IDS, *TURNS_IDS]))
def test_other_dice_give_what_the_witness_throws_or_are_refused_in_a_sentence(check_id):
    for said, name, written in changes(check_id):
        answer, refusal = answer_or_refusal(check_id, said, f'dice.{name} = "{written}"')
        if refusal:
            assert re.search(r" must .*; got .*|^each face of .* must have a row in ", refusal), refusal
        else:
            assert answer == by_witness(check_id, said, **{name: written}), (said, name, written)


# Every throw is of dice that the data names --------------------------------------------------------------------------------

# Throws that are none of dice: one of several, drawn; or of dice whose number of sides is a figure of a table; or that are made
# again until they fit (the encounter range).
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


@pytest.mark.parametrize("check_id", [one for one in rk.checks if one.partition(".")[0] in NOT_DICE])
def test_every_throw_is_of_dice_that_the_data_names(check_id):
    check = rk.checks[check_id]
    book, throw = with_fewer_faces(check.book), Noted(SEED)
    named = [book.dice(name) for name in book.group("dice")]
    for said in drawn(check_id, SITUATIONS * 8, "dice"):
        with suppress(RuleError):
            check.throw_once(book, check.targets_of(book, said), throw)
    for name, die in throw.thrown:
        assert name in NOT_DICE[check.stem] or any(is_of(die, dice) for dice in named), (name, die)
