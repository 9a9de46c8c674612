"""Traveller reference sheet, played with dice: getting away, hostility, what a day or week brings, ranges
and closing.
"""

from . import traveller_turns as turns
from .traveller import encounter_range
from .traveller_turns import EVADING, throw


def escape(roll, p):
    """A party without surprise tries to get away."""
    if p.has_surprise:
        return "no_escape"
    return turns.escape(roll, range=p.range, close_short_escape_dm=p.close_short_escape_dm)


def avoid(roll, p):
    """People with surprise who are outnumbered slip away."""
    if not p.has_surprise:
        return "stays"
    return turns.avoid(roll, outnumbered=p.outnumbered)


def hostile_attack(roll, p):
    """Whether a reaction turns into an attack."""
    return turns.hostile_attack(roll, reaction=p.reaction, may_attack=p.may_attack)


# What a day or week brings --------------------------------------------------------------------------------------------


def legal(roll, p):
    """The law of the world, every day."""
    total = sum(roll(6, "law") for _ in range(p.legal_dice))
    if p.legal_direction == "or_less_avoids":
        return "left_alone" if total <= p.law_level else "harassed"
    return "left_alone" if total >= p.law_level else "harassed"


def random_encounter(roll, p):
    """One die, every day."""
    return "encounter" if roll(6, "encounter") >= 5 else "no_encounter"


def animal_encounter(roll, p):
    """What the player's own table of animals says, every day."""
    total = sum(roll(6, "animals") for _ in range(p.animal_dice))
    return "encounter" if total + p.animal_dm >= p.animal_target else "no_encounter"


def patron(roll, p):
    """A week's search for a patron."""
    if not p.searching:
        return "no_patron"
    return "patron" if roll(6, "patron") >= 5 else "no_patron"


def rumor(roll, p):
    """Two dice, every week."""
    return "rumor" if throw(roll, dice="rumor", needed=7, dm=0) else "no_rumor"


# Ranges and closing; only the last one throws dice --------------------------------------------------------------------

SPEEDS = {
    "bands": {"stand": 0, "walking": 1, "double": 2, "triple": 3, "quadruple": 4},
    "squares": {"stand": 0, "walking": 17, "double": 33, "triple": 50, "quadruple": 67},
}
BANDS = {"close": (0, 0), "short": (0, 0), "medium": (1, 2), "long": (3, 10), "very_long": (11, 20)}


def evading_dm(roll, p):
    """What evading takes from the attacker's throw."""
    return EVADING[p.range]


def range_by_distance(roll, p):
    """The range of a number of metres."""
    for name, most in (("close", 0), ("short", 5), ("medium", 50), ("long", 250), ("very_long", 500)):
        if p.metres <= most:
            return name
    return "out_of_range"


def range_by_bands(roll, p):
    """The range of a number of bands."""
    for name, most in (("close_or_short", 0), ("medium", 2), ("long", 10), ("very_long", 20)):
        if p.bands <= most:
            return name
    return "out_of_range"


def rounds_apart(distance, both_speeds):
    """How long it takes to close a distance, round by round."""
    if distance > 0 and both_speeds == 0:
        return "never"
    rounds = 0
    while distance > 0:
        distance -= both_speeds
        rounds += 1
    return rounds


def rounds_to_close(roll, p):
    """How many rounds until two groups meet."""
    speeds = SPEEDS[p.unit]
    return rounds_apart(p.distance, speeds[p.speed] + speeds[p.other_speed])


def closing(roll, p):
    """How many rounds until contact after the throw for range."""
    nearest, farthest = BANDS[roll.part(encounter_range, p=p)]
    if p.start_band == "near":
        apart = nearest
    elif p.start_band == "far" or nearest == farthest:
        apart = farthest
    else:
        apart = nearest - 1 + roll(farthest - nearest + 1)
    speeds = SPEEDS["bands"]
    return rounds_apart(apart, speeds[p.speed] + speeds[p.other_speed])
