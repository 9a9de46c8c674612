"""Odd Encounters over turns: duels, skirmishes, volleys and the approach under fire."""

from .odd_encounters import ARMOR, MISSILE_RANGE, melee_numbers, missile_numbers, one_attack
from .params import changed
from .turns import Process, one_pass

MOVE = {"none": 4, "leather": 4, "chain": 3, "plate": 2}


def blow_of(side, p):
    """What an attack of this side adds to the dice."""
    other = "b" if side == "a" else "a"
    numbers = melee_numbers(p[f"{side}_th"], p[f"{side}_weapon"], p[f"{other}_ac"], False, False)
    return {**numbers, "dice": 1, "natural_rolls": p.natural_rolls}


def known_first(first):
    """The side that begins, None while it has to be drawn."""
    return None if first == "random" else first


# Two models -----------------------------------------------------------------------------------------------------------
# state: who begins (None: not drawn yet), hit points of A, hit points of B


def duel_start(p):
    """Both are whole."""
    return known_first(p.first), p.a_hp, p.b_hp


def duel_round(roll, state, p):
    """A turn of the one, then a turn of the other if he lives."""
    first, a_hp, b_hp = state
    if first is None:
        first = "ab"[roll(2) - 1]
    for side in (first, "b" if first == "a" else "a"):
        if a_hp <= 0 or b_hp <= 0:
            break
        damage = roll.part(one_attack, **blow_of(side, p)) or 0
        if side == "a":
            b_hp = max(0, b_hp - damage)
        else:
            a_hp = max(0, a_hp - damage)
    return first, a_hp, b_hp


def duel_outcome(state, turns_done, p):
    """Who lives."""
    if state[1] <= 0:
        return "b_wins"
    return "a_wins" if state[2] <= 0 else None


def length_outcome(state, turns_done, p):
    """The round of the death."""
    return turns_done if state[1] <= 0 or state[2] <= 0 else None


DUEL = Process(
    duel_start,
    duel_round,
    duel_outcome,
    limit=lambda p: p.rounds or None,
    unfinished=lambda state, p: "undecided",
)
DUEL_LENGTH = Process(
    duel_start,
    duel_round,
    length_outcome,
    limit=lambda p: p.max_rounds,
    unfinished=lambda state, p: p.max_rounds + 1,
)


# Several models -------------------------------------------------------------------------------------------------------
# state: who begins (None: not drawn yet), hit points of the living of A and of B, each in ascending order


def struck(roll, *, targets, targeting, blow):
    """The living after one attack on them."""
    if not targets:
        return targets
    damage = roll.part(one_attack, **dict(blow)) or 0
    chosen = 0 if targeting == "focus" else roll(len(targets)) - 1
    left = [hp - damage if place == chosen else hp for place, hp in enumerate(targets)]
    return tuple(sorted(hp for hp in left if hp > 0))


def assault(roll, *, attackers, targets, targeting, blow):
    """The living of a side after the other side's turn: one attack for each of its models, one after the other."""
    if attackers > 1:
        targets = roll.part(assault, attackers=attackers - 1, targets=targets, targeting=targeting, blow=blow)
    return roll.part(struck, targets=targets, targeting=targeting, blow=blow)


def skirmish_start(p):
    """All are whole."""
    return known_first(p.first), (p.a_hp,) * p.a_count, (p.b_hp,) * p.b_count


def skirmish_round(roll, state, p):
    """A turn of the one side, then a turn of the other."""
    first, a_side, b_side = state
    if first is None:
        first = "ab"[roll(2) - 1]
    for side in (first, "b" if first == "a" else "a"):
        if not a_side or not b_side:
            break
        how = {"targeting": p.targeting, "blow": tuple(sorted(blow_of(side, p).items()))}
        if side == "a":
            b_side = roll.part(assault, attackers=len(a_side), targets=b_side, **how)
        else:
            a_side = roll.part(assault, attackers=len(b_side), targets=a_side, **how)
    return first, a_side, b_side


def skirmish_outcome(state, turns_done, p):
    """The survivors, those of B counted below zero."""
    _, a_side, b_side = state
    if a_side and b_side:
        return None
    return len(a_side) - len(b_side)


def gold_destroyed(state, p):
    """The price of the dead of B."""
    return p.b_cost * (p.b_count - len(state[2]))


def gold_outcome(state, turns_done, p):
    """The price of the dead of B at the end of the fight."""
    return None if state[1] and state[2] else gold_destroyed(state, p)


SKIRMISH = Process(
    skirmish_start,
    skirmish_round,
    skirmish_outcome,
    limit=lambda p: None,
    unfinished=lambda state, p: 0,
)
COST_EFFECTIVENESS = Process(
    skirmish_start,
    skirmish_round,
    gold_outcome,
    limit=lambda p: None,
    unfinished=gold_destroyed,
)


# Missiles -------------------------------------------------------------------------------------------------------------


# a shot in the open by a shooter who stands still
IN_THE_OPEN = {
    "shooter_move": "still",
    "line_of_sight": True,
    "woods": "none",
    "woods_exactly_two": "fire_through",
    "blessed": False,
    "two_weapons": False,
    "two_weapons_when_throwing": False,
    "bless_missiles": True,
}


def shot_damage(roll, p):
    """The damage of such a shot; None when it cannot be made."""
    numbers = missile_numbers(changed(p, **IN_THE_OPEN))
    if numbers is None:
        return None
    return roll.part(one_attack, **numbers, dice=1, natural_rolls=p.natural_rolls)


# volley; state: targets dead, hit points of the one that is shot at; a turn is one shot


def volley_shot(roll, state, p):
    """One shot at the target in front."""
    dead, hp = state
    damage = shot_damage(roll, p)
    hp -= damage or 0
    return (dead, hp) if hp > 0 else (dead + 1, p.target_hp)


VOLLEY = Process(
    start=lambda p: (0, p.target_hp),
    turn=volley_shot,
    outcome=lambda state, turns_done, p: p.targets if state[0] == p.targets else None,
    limit=lambda p: p.shots,
    unfinished=lambda state, p: state[0],
)


# the approach; state: distance (0 in contact), target's hit points, whether it is fatigued; a turn is one of each side


def step_closer(distance, rate, gait):
    """The distance after the target's turn and whether it is fatigued; distance 0 is contact."""
    if distance <= rate:
        return 0, False
    if gait == "walk":
        return distance - rate, False
    if gait == "run":
        return max(0, distance - 3 * rate), True
    nearer = max(1, distance - 3 * rate)
    return nearer, distance - nearer > rate


def both_turns(first):
    """The order of the two turns in a round."""
    return ("shooter", "target") if first == "shooter" else ("target", "shooter")


def approach_round(roll, state, p):
    """A turn of the one, then a turn of the other, unless contact or death comes between."""
    distance, hp, fatigued = state
    for side in both_turns(p.first):
        if distance == 0 or hp == 0:
            break
        if side == "target":
            distance, fatigued = step_closer(distance, MOVE[p.target_armor], p.gait)
            continue
        target_ac = ARMOR[p.target_armor] - (1 if p.target_shield else 0)
        damage = shot_damage(roll, changed(p, distance=distance, target_ac=target_ac, target_fatigued=fatigued))
        hp = max(0, hp - (damage or 0))
    return distance, hp, fatigued


APPROACH_UNDER_FIRE = Process(
    start=lambda p: (p.distance, p.target_hp, False),
    turn=approach_round,
    outcome=lambda state, turns_done, p: state[1] if state[0] == 0 or state[1] == 0 else None,
    limit=lambda p: p.distance,  # every turn brings the target an inch nearer at least
    unfinished=lambda state, p: None,  # so there is no such state
)


def shots_before_contact(roll, p):
    """The shooter's turns with the target in range before contact; no dice."""
    shots, distance = 0, p.distance
    while True:
        for side in both_turns(p.first):
            if side == "shooter":
                shots += distance <= MISSILE_RANGE[p.missile]
            else:
                distance, _ = step_closer(distance, MOVE[p.target_armor], p.gait)
                if distance == 0:
                    return shots


SHOTS_BEFORE_CONTACT = one_pass(shots_before_contact)
