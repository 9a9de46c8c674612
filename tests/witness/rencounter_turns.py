"""Rencounter over turns, man against man: duel and gunfight. And heroism over games."""

from math import ceil

from .params import Params, chosen
from .rencounter import (
    MELEE,
    MISSILES,
    PLAIN_STROKE,
    POINTS,
    SHOT_DAMAGE,
    action,
    fire,
    knockdown,
    melee,
    stroke_numbers,
    worse,
)
from .rencounter_arms import weapon_breakage, weapon_stuck
from .rencounter_turns_plays import LOADING, a_shot, after_contest, an_action, contest
from .turns import Process

STROKE_RULINGS = (
    "parry_uses_weapon_to_hit",
    "natural_one_hits_through_parry",
    "shield_helps",
    "wounded_modifies_parry",
    "above_opponent_applies_to",
    "riposte_margin_counts",
    "melee_margin",
    "natural_one_in_checks",
    "skill_roll",
    "master_acts",
    "natural_one_acts_max_wounds",
    "checks_can_overcome",
    "overcome_shifts_with_quality",
)

# Two men --------------------------------------------------------------------------------------------------------------
# state: the two men, the tallies of the counters, and how it ended: None or (who lost, how)

SIDES = "ab"
WHOSE_WOUNDS = ("a_wounds", "b_wounds")  # results that tell what a man has who comes through
BETTER = {"shock": "prone", "prone": "up"}


def turn_of_two(roll, state, activate, p):
    """All activations of a turn, as long as nobody has lost."""
    men, tallies, end = state
    leading = SIDES.index(p.first)
    if p.order == "random":
        leading = roll(2) - 1
    for place in range(2):
        if p.order == "counters":
            who = roll.part(contest, tallies=tallies, die=2)
            tallies = after_contest(tallies, who)
        else:
            who = leading if place == 0 else 1 - leading
        men, end = roll.part(activate, men=men, who=who, p=p)
        if end is not None:
            break
    return men, tallies, end


KNOCKDOWN_RULINGS = (
    "variable_knockdown",
    "master_acts",
    "natural_one_acts_max_wounds",
    "natural_one_in_checks",
)


def wounded(roll, p, men, struck, label, damage):
    """A man with one wound more, and whether that kills him; `damage` is that of the weapon which made it.

    A man begins with his points and his posture.
    """
    man = men[struck]
    label = worse(label, man[0], p.death_at)
    if label == "dead":
        return man, True
    points, posture = man[0] + POINTS[label], man[1]
    if label != "none":
        wound = Params(
            **chosen(p, KNOCKDOWN_RULINGS),
            experience=p[f"{SIDES[struck]}_experience"],
            wounds=points,
            wound=label,
            struck="man",
            fanatic=False,
            damage_modifier=damage,
        )
        if roll.part(knockdown, p=wound) == "down":
            posture = "shock"
    return (points, posture, *man[2:]), False


def put(men, who, man):
    """The pair with another man at one place."""
    return (man, men[1]) if who == 0 else (men[0], man)


def own_roll(roll, p, experience, wounds):
    """The action roll of a man: act, hesitate, run or overcome."""
    does = roll.part(action, p=an_action(p, experience=experience, wounds=wounds))
    return "run" if does == "rout" else does


def duel_end(state, turns_done, p):
    """How the fight of two men ended, or None."""
    men, _, end = state
    if end is None:
        return None
    loser, how = end
    if p.result == "end":
        return f"{SIDES[loser]}_{how}"
    if p.result == "winner":
        return f"{SIDES[1 - loser]}_wins"
    if p.result in WHOSE_WOUNDS:
        who = WHOSE_WOUNDS.index(p.result)
        return f"{SIDES[who]}_out" if loser == who else men[who][0]
    return turns_done if p.result == "turns" else men[1 - loser][0]


def end_at_the_limit(state, p):
    """What a fight counts as that nobody has won."""
    if p.result in WHOSE_WOUNDS:
        return state[0][WHOSE_WOUNDS.index(p.result)][0]
    return p.turn_limit if p.result == "turns" else "undecided"


def start_of_two(men, death_at):
    """The state before the first turn."""
    if max(man[0] for man in men) >= death_at:
        raise ValueError("a dead man fights no more")
    return men, (0, 0), None


# the duel; a man: points, posture, his weapon (held, stuck or gone), whether he has his shield

FENCER = ("skill", "weapon", "experience", "armor", "shield", "second_weapon", "extra_modifier")


def in_hand(p, men, who):
    """What a man fights with: his weapon, or bare hands."""
    return p[f"{SIDES[who]}_weapon"] if men[who][2] == "held" else "unarmed"


def stroke(p, men, who):
    """The parameters of a stroke."""
    settings = {**PLAIN_STROKE, **chosen(p, STROKE_RULINGS), "result": "wounds", "active_attackers": 1}
    for role, side in (("attacker", who), ("defender", 1 - who)):
        settings.update({f"{role}_{name}": p[f"{SIDES[side]}_{name}"] for name in FENCER})
        settings[f"{role}_weapon"] = in_hand(p, men, side)
        settings[f"{role}_shield"] = settings[f"{role}_shield"] if men[side][3] else "none"
        settings[f"{role}_wounds"] = men[side][0]
    settings["above_opponent"] = men[1 - who][1] != "up"
    settings["defender_shield_make"] = "metal_faced"
    return Params(**settings)


class Heard:
    """Dice, and what they have shown."""

    def __init__(self, roll):
        self.roll = roll
        self.faces = []

    def __call__(self, sides, name=""):
        self.faces.append(self.roll(sides, name))
        return self.faces[-1]


def stroke_and_breakage(roll, *, p):
    """The two wounds of a stroke, and what the same two dice break."""
    heard = Heard(roll)
    wounds = melee(heard, p, in_fight=True)
    again = iter(heard.faces)
    return *wounds, weapon_breakage(lambda sides, name="": next(again), p)


def after_breakage(p, men, who, broken):
    """The men when something has broken; bare hands do not break, and what one holds no more neither."""
    foe = 1 - who
    attacker, defender = men[who], men[foe]
    if broken in ("attacker_breaks", "both") and in_hand(p, men, who) != "unarmed":
        attacker = (*attacker[:2], "gone", attacker[3])
    if broken in ("defender_breaks", "both"):
        if defender[3]:
            defender = (*defender[:3], False)
        elif in_hand(p, men, foe) != "unarmed":
            defender = (*defender[:2], "gone", defender[3])
    return put(put(men, who, attacker), foe, defender)


def pulled_out(roll, p, men, who):
    """The men when one has struck the other down and would have his weapon back."""
    if in_hand(p, men, who) == "unarmed":
        return men
    points, posture, _, shield = men[who]
    pull = Params(
        skill=p[f"{SIDES[who]}_skill"] - points,
        blunt=p[f"{SIDES[who]}_weapon"] == "improvised_club",
        riding_on=False,
        skill_roll=p.skill_roll,
    )
    came = {"free": "held", "stuck": "stuck", "broken": "gone"}[roll.part(weapon_stuck, p=pull)]
    return put(men, who, (points, posture, came, shield))


def duel_activation(roll, *, men, who, p):
    """One man's activation: the men after it, and who has lost."""
    points, posture, weapon, shield = men[who]
    does = own_roll(roll, p, p[f"{SIDES[who]}_experience"], points)
    if does == "hesitate":
        return men, None
    if does != "act":
        return men, (who, does)
    if posture != "up":
        return put(men, who, (points, BETTER[posture], weapon, shield)), None
    if weapon == "stuck":
        return put(men, who, (points, posture, "held", shield)), None
    foe = 1 - who
    wound, returned, broken = roll.part(stroke_and_breakage, p=stroke(p, men, who))
    if p.duel_weapons_break:
        men = after_breakage(p, men, who, broken)
    if men[foe][1] == "shock":
        returned = "none"
    if returned == "overcome":
        return men, (foe, "overcome")
    for struck, label in ((foe, wound), (who, returned)):
        man, dies = wounded(roll, p, men, struck, label, MELEE[in_hand(p, men, 1 - struck)][1])
        if dies:
            return men, (struck, "dead")
        men = put(men, struck, man)
        if label == "crippling" and p.duel_weapons_stick:
            men = pulled_out(roll, p, men, 1 - struck)
    return men, None


def duel_start(p):
    """Two men on their feet, in contact."""
    men = tuple((p[f"{side}_wounds"], "up", "held", p[f"{side}_shield"] != "none") for side in SIDES)
    for who in range(2):
        stroke_numbers(stroke(p, men, who), 0)
    return start_of_two(men, p.death_at)


DUEL = Process(
    start=duel_start,
    turn=lambda roll, state, p: turn_of_two(roll, state, duel_activation, p),
    outcome=duel_end,
    limit=lambda p: p.turn_limit,
    unfinished=end_at_the_limit,
)

# the gunfight; a man: points, posture, rounds in the weapon, activations spent on loading, activations spent on aiming

AIMING = {"shoot": 0, "aim_1": 1, "aim_2": 2}
AIM_TURNS = (0.5, 1, 2)


def gun_damage(weapon, distance):
    """The damage modifier of a weapon by itself; that of shot goes with the range."""
    short, medium, far, extreme, damage, _, kind = MISSILES[weapon]
    if kind != "shot":
        return damage
    reach = {"too_close": 2, "short": short, "medium": medium, "long": far, "extreme": extreme}
    return next((SHOT_DAMAGE[band] for band, inches in reach.items() if distance <= inches), 0)


def shooting_activation(roll, *, men, who, p):
    """One man's activation: the men after it, and who has lost."""
    own = SIDES[who]
    points, posture, rounds, loading, aim = men[who]
    does = own_roll(roll, p, p[f"{own}_experience"], points)
    if does == "hesitate":
        return men, None
    if does != "act":
        return men, (who, does)
    turns, magazine = LOADING[p[f"{own}_weapon"]]
    if posture != "up":
        return put(men, who, (points, BETTER[posture], rounds, loading, aim)), None
    if rounds == 0:
        loading += 1
        if loading == ceil(turns):
            rounds, loading = magazine, 0
        return put(men, who, (points, posture, rounds, loading, aim)), None
    if aim < AIMING[p[f"{own}_policy"]]:
        return put(men, who, (points, posture, rounds, loading, aim + 1)), None
    foe = 1 - who
    shot_params = a_shot(
        p,
        skill=p[f"{own}_skill"],
        weapon=p[f"{own}_weapon"],
        distance=p.distance,
        target_armor=p[f"{SIDES[foe]}_armor"],
        posture="standing" if men[foe][1] == "up" else "prone",
        aim_turns=AIM_TURNS[aim],
        wounds=points,
    )
    label = roll.part(fire, p=shot_params)
    men = put(men, who, (points, posture, rounds - 1, loading, 0))
    if label == "miss":
        return men, None
    man, dies = wounded(roll, p, men, foe, label, gun_damage(p[f"{own}_weapon"], p.distance))
    if dies:
        return men, (foe, "dead")
    if man[1] == "shock":
        man = (*man[:4], 0)
    return put(men, foe, man), None


def gunfight_start(p):
    """Two men on their feet, at their distance."""
    men = tuple(
        (p[f"{side}_wounds"], "up", LOADING[p[f"{side}_weapon"]][1] if p[f"{side}_loaded"] else 0, 0, 0)
        for side in SIDES
    )
    return start_of_two(men, p.death_at)


GUNFIGHT = Process(
    start=gunfight_start,
    turn=lambda roll, state, p: turn_of_two(roll, state, shooting_activation, p),
    outcome=duel_end,
    limit=lambda p: p.turn_limit,
    unfinished=end_at_the_limit,
)

# Heroism --------------------------------------------------------------------------------------------------------------
# state: the face up to which the first roll inspires, how often it did, whether the face was ever a six


def game(roll, state, p):
    """The first morale roll of one game."""
    level, inspired, ever = state
    if roll(6, "action") <= level and roll(6, "action") <= p.experience:
        level, inspired = min(6, level + 1), inspired + 1
    else:
        level = max(1, level - 1)
    return level, inspired, ever or level == 6


def hero(state, p):
    """What the games have made of him."""
    level, inspired, ever = state
    if p.result == "ever_six":
        return "yes" if ever else "no"
    return level if p.result == "level" else inspired


HEROISM = Process(
    start=lambda p: (p.inspire_at, 0, p.inspire_at == 6),
    turn=game,
    outcome=lambda state, turns_done, p: None,
    limit=lambda p: p.games,
    unfinished=hero,
)
