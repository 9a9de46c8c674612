"""Rencounter over turns, man against man: duel and gunfight. And heroism over games."""

from math import ceil

from .rencounter import MELEE, MELEE_SHIELD, MISSILES, PLAIN_STROKE, POINTS, action, fire, melee, stroke_numbers, worse
from .rencounter_turns_plays import ACTION_RULINGS, DEATH_AT, LOADING, SHOT_RULINGS, after_contest, chosen, contest
from .turns import Knob, Process, choice, whole, yes_no

# without overcome_shifts_with_quality, which no stroke asks
STROKE_RULINGS = {
    "parry_uses_weapon_to_hit": yes_no(True),
    "natural_one_hits_through_parry": yes_no(),
    "shield_helps": choice("attack", "parry", "both"),
    "wounded_modifies_parry": yes_no(True),
    "above_opponent_applies_to": choice("attack", "parry", "both"),
    "riposte_margin_counts": yes_no(True),
    "melee_margin": choice("needed", "roll_difference"),
    "natural_one_in_checks": yes_no(True),
    "skill_roll": SHOT_RULINGS["skill_roll"],
    "master_acts": ACTION_RULINGS["master_acts"],
    "natural_one_acts_max_wounds": ACTION_RULINGS["natural_one_acts_max_wounds"],
}

# Two men -----------------------------------------------------------------------------------------------------------------
# state: the two men, the tallies of the counters, and how it ended: None or (who lost, how)

SIDES = "ab"
BETTER = {"shock": "prone", "prone": "up"}


def turn_of_two(roll, state, activate, params):
    """All activations of a turn, as long as nobody has lost."""
    men, tallies, end = state
    fight = frozenset(params.items())
    order = params["order"]
    leading = SIDES.index(params["first"])
    if order == "random":
        leading = roll(2) - 1
    for place in range(2):
        if order == "counters":
            who = roll.part(contest, tallies=tallies, die=2)
            tallies = after_contest(tallies, who)
        else:
            who = leading if place == 0 else 1 - leading
        men, end = roll.part(activate, men=men, who=who, fight=fight)
        if end is not None:
            break
    return men, tallies, end


def wounded(man, label, death_at):
    """The man with one wound more, and whether that kills him. A man begins with his points and his posture."""
    label = worse(label, man[0], death_at)
    if label == "dead":
        return man, True
    posture = "shock" if label in ("serious", "crippling") else man[1]
    return (man[0] + POINTS[label], posture, *man[2:]), False


def put(men, who, man):
    """The pair with another man at one place."""
    return (man, men[1]) if who == 0 else (men[0], man)


def own_roll(roll, params, experience, wounds):
    """The action roll of a man: act, hesitate, run or overcome."""
    does = roll.part(action, experience=experience, wounds=wounds, **chosen(params, ACTION_RULINGS))
    return "run" if does == "rout" else does


def told(state, turns_done, *, result, **params):
    """How the fight of two men ended, or None."""
    men, _, end = state
    if end is None:
        return None
    loser, how = end
    if result == "end":
        return f"{SIDES[loser]}_{how}"
    if result == "winner":
        return f"{SIDES[1 - loser]}_wins"
    return turns_done if result == "turns" else men[1 - loser][0]


def told_at_the_limit(state, *, result, turn_limit, **params):
    """What a fight counts as that nobody has won."""
    return turn_limit if result == "turns" else "undecided"


def two_sides(**knobs):
    """The knobs of both men."""
    return {f"{side}_{name}": knob for side in SIDES for name, knob in knobs.items()}


FIGHT = {
    "order": choice("alternate", "random", "counters"),
    "first": choice("a", "b"),
    "turn_limit": whole(10, 1, 100),
    "result": choice("end", "winner", "turns", "winners_wounds"),
    "death_at": DEATH_AT,
    "overcome_shifts_with_quality": ACTION_RULINGS["overcome_shifts_with_quality"],
}


def start_of_two(men, death_at):
    """The state before the first turn."""
    if max(man[0] for man in men) >= death_at:
        raise ValueError("a dead man fights no more")
    return men, (0, 0), None


# the duel; a man: points, posture

FENCER = ("skill", "weapon", "experience", "armor", "shield", "second_weapon", "extra_modifier")


def stroke(params, men, who):
    """The parameters of a stroke."""
    asked = {}
    for role, side in (("attacker", who), ("defender", 1 - who)):
        asked.update({f"{role}_{name}": params[f"{SIDES[side]}_{name}"] for name in FENCER})
        asked[f"{role}_wounds"] = men[side][0]
    asked["above_opponent"] = men[1 - who][1] != "up"
    return {**asked, **chosen(params, STROKE_RULINGS)}


def duel_activation(roll, *, men, who, fight):
    """One man's activation: the men after it, and who has lost."""
    params = dict(fight)
    points, posture = men[who]
    does = own_roll(roll, params, params[f"{SIDES[who]}_experience"], points)
    if does == "hesitate":
        return men, None
    if does != "act":
        return men, (who, does)
    if posture != "up":
        return put(men, who, (points, BETTER[posture])), None
    given, returned = roll.part(melee, **stroke(params, men, who))
    foe = 1 - who
    if men[foe][1] == "shock":
        returned = "none"
    for struck, label in ((foe, given), (who, returned)):
        man, dies = wounded(men[struck], label, params["death_at"])
        if dies:
            return men, (struck, "dead")
        men = put(men, struck, man)
    return men, None


def duel_start(*, death_at, **params):
    """Two men on their feet, in contact."""
    men = tuple((params[f"{side}_wounds"], "up") for side in SIDES)
    for who in range(2):
        stroke_numbers({**PLAIN_STROKE, **stroke(params, men, who)}, 0)
    return start_of_two(men, death_at)


DUEL = Process(
    {
        **two_sides(
            skill=whole(6, 1, 12),
            weapon=choice(*MELEE),
            experience=whole(4, 1, 6),
            wounds=whole(0, 0, 5),
            armor=whole(0, 0, 4),
            shield=choice(*MELEE_SHIELD),
            second_weapon=yes_no(),
            extra_modifier=Knob(0),
        ),
        **FIGHT,
        **STROKE_RULINGS,
    },
    start=duel_start,
    turn=lambda roll, state, **params: turn_of_two(roll, state, duel_activation, params),
    outcome=told,
    limit=lambda *, turn_limit, **others: turn_limit,
    unfinished=told_at_the_limit,
)

# the gunfight; a man: points, posture, rounds in the weapon, activations spent on loading, activations spent on aiming

AIMING = {"shoot": 0, "aim_1": 1, "aim_2": 2}
AIM_TURNS = (0.5, 1, 2)


def shooting_activation(roll, *, men, who, fight):
    """One man's activation: the men after it, and who has lost."""
    params = dict(fight)
    own = {name: params[f"{SIDES[who]}_{name}"] for name in ("experience", "skill", "weapon", "policy")}
    points, posture, rounds, loading, aim = men[who]
    does = own_roll(roll, params, own["experience"], points)
    if does == "hesitate":
        return men, None
    if does != "act":
        return men, (who, does)
    turns, magazine = LOADING[own["weapon"]]
    if posture != "up":
        return put(men, who, (points, BETTER[posture], rounds, loading, aim)), None
    if rounds == 0:
        loading += 1
        if loading == ceil(turns):
            rounds, loading = magazine, 0
        return put(men, who, (points, posture, rounds, loading, aim)), None
    if aim < AIMING[own["policy"]]:
        return put(men, who, (points, posture, rounds, loading, aim + 1)), None
    foe = 1 - who
    label = roll.part(
        fire,
        skill=own["skill"],
        weapon=own["weapon"],
        distance=params["distance"],
        target_armor=params[f"{SIDES[foe]}_armor"],
        posture="standing" if men[foe][1] == "up" else "prone",
        aim_turns=AIM_TURNS[aim],
        wounds=points,
        **chosen(params, SHOT_RULINGS),
    )
    men = put(men, who, (points, posture, rounds - 1, loading, 0))
    if label == "miss":
        return men, None
    man, dies = wounded(men[foe], label, params["death_at"])
    if dies:
        return men, (foe, "dead")
    if label in ("serious", "crippling"):
        man = (*man[:4], 0)
    return put(men, foe, man), None


def gunfight_start(*, death_at, **params):
    """Two men on their feet, at their distance."""
    men = tuple(
        (
            params[f"{side}_wounds"],
            "up",
            LOADING[params[f"{side}_weapon"]][1] if params[f"{side}_loaded"] else 0,
            0,
            0,
        )
        for side in SIDES
    )
    return start_of_two(men, death_at)


GUNFIGHT = Process(
    {
        **two_sides(
            experience=whole(4, 1, 6),
            skill=whole(6, 1, 12),
            weapon=choice(*MISSILES, default="flintlock_musket"),
            wounds=whole(0, 0, 5),
            armor=whole(0, 0, 4),
            loaded=yes_no(True),
            policy=choice(*AIMING),
        ),
        "distance": whole(8, 0, 240),
        **FIGHT,
        **ACTION_RULINGS,
        **SHOT_RULINGS,
    },
    start=gunfight_start,
    turn=lambda roll, state, **params: turn_of_two(roll, state, shooting_activation, params),
    outcome=told,
    limit=lambda *, turn_limit, **others: turn_limit,
    unfinished=told_at_the_limit,
)

# Heroism -----------------------------------------------------------------------------------------------------------------
# state: the face up to which the first roll inspires, how often it did, whether the face was ever a six


def game(roll, state, *, experience, **others):
    """The first morale roll of one game."""
    level, inspired, ever = state
    if roll(6) <= level and roll(6) <= experience:
        level, inspired = min(6, level + 1), inspired + 1
    else:
        level = max(1, level - 1)
    return level, inspired, ever or level == 6


def hero(state, *, result, **others):
    """What the games have made of him."""
    level, inspired, ever = state
    if result == "ever_six":
        return "yes" if ever else "no"
    return level if result == "level" else inspired


HEROISM = Process(
    {
        "experience": whole(4, 1, 6),
        "inspire_at": whole(1, 1, 6),
        "games": whole(10, 1, 30),
        "result": choice("level", "inspired", "ever_six"),
    },
    start=lambda *, inspire_at, **others: (inspire_at, 0, inspire_at == 6),
    turn=game,
    outcome=lambda state, turns_done, **params: None,
    limit=lambda *, games, **others: games,
    unfinished=hero,
)
