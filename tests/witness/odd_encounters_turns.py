"""Odd Encounters over turns: duels, skirmishes, volleys and the approach under fire."""

from .odd_encounters import ARMOR, MISSILE_RANGE, melee_numbers, missile_numbers, one_attack
from .turns import Process, choice, one_pass, whole, yes_no

MOVE = {"none": 4, "leather": 4, "chain": 3, "plate": 2}
ORDERS = ("a", "b", "random")
NATURAL = choice("none", "one_misses", "twenty_hits", "both")
MISSILE = choice(*MISSILE_RANGE, default="long_bow")


def sides(most_hp):
    """The knobs of two sides in melee."""
    knobs = {}
    for side in ("a", "b"):
        knobs[f"{side}_th"] = whole(1, 0, 20)
        knobs[f"{side}_ac"] = whole(9, -10, 9)
        knobs[f"{side}_hp"] = whole(4, 1, most_hp)
        knobs[f"{side}_weapon"] = choice("hand", "two_hand_weapons", "pole_arm", "two_handed")
    return {**knobs, "first": choice(*ORDERS), "natural_rolls": NATURAL}


def blow_of(side, params):
    """What an attack of this side adds to the dice."""
    other = "b" if side == "a" else "a"
    numbers = melee_numbers(params[f"{side}_th"], params[f"{side}_weapon"], params[f"{other}_ac"], False, False)
    return {**numbers, "dice": 1, "natural_rolls": params["natural_rolls"]}


def known_first(first):
    """The side that begins, None while it has to be drawn."""
    return None if first == "random" else first


# Two models --------------------------------------------------------------------------------------------------------------
# state: who begins (None: not drawn yet), hit points of A, hit points of B


def duel_start(*, first, a_hp, b_hp, **others):
    """Both are whole."""
    return known_first(first), a_hp, b_hp


def duel_round(roll, state, **params):
    """A turn of the one, then a turn of the other if he lives."""
    first, a_hp, b_hp = state
    if first is None:
        first = "ab"[roll(2) - 1]
    for side in (first, "b" if first == "a" else "a"):
        if a_hp <= 0 or b_hp <= 0:
            break
        damage = roll.part(one_attack, **blow_of(side, params))
        if side == "a":
            b_hp = max(0, b_hp - damage)
        else:
            a_hp = max(0, a_hp - damage)
    return first, a_hp, b_hp


def duel_outcome(state, turns_done, **params):
    """Who lives."""
    if state[1] <= 0:
        return "b_wins"
    return "a_wins" if state[2] <= 0 else None


def length_outcome(state, turns_done, **params):
    """The round of the death."""
    return turns_done if state[1] <= 0 or state[2] <= 0 else None


DUEL = Process(
    {**sides(64), "rounds": whole(0, 0, 50)},
    duel_start,
    duel_round,
    duel_outcome,
    limit=lambda *, rounds, **others: rounds or None,
    unfinished=lambda state, **params: "undecided",
)
DUEL_LENGTH = Process(
    {**sides(64), "max_rounds": whole(20, 1, 40)},
    duel_start,
    duel_round,
    length_outcome,
    limit=lambda *, max_rounds, **others: max_rounds,
    unfinished=lambda state, *, max_rounds, **others: max_rounds + 1,
)


# Several models ----------------------------------------------------------------------------------------------------------
# state: who begins (None: not drawn yet), hit points of the living of A and of B, each in ascending order


def struck(roll, *, targets, targeting, blow):
    """The living after one attack on them."""
    if not targets:
        return targets
    damage = roll.part(one_attack, **dict(blow))
    chosen = 0 if targeting == "focus" else roll(len(targets)) - 1
    left = [hp - damage if place == chosen else hp for place, hp in enumerate(targets)]
    return tuple(sorted(hp for hp in left if hp > 0))


def assault(roll, *, attackers, targets, targeting, blow):
    """The living of a side after the other side's turn: one attack for each of its models, one after the other."""
    if attackers > 1:
        targets = roll.part(assault, attackers=attackers - 1, targets=targets, targeting=targeting, blow=blow)
    return roll.part(struck, targets=targets, targeting=targeting, blow=blow)


def skirmish_start(*, first, a_count, b_count, a_hp, b_hp, **others):
    """All are whole."""
    return known_first(first), (a_hp,) * a_count, (b_hp,) * b_count


def skirmish_round(roll, state, **params):
    """A turn of the one side, then a turn of the other."""
    first, a_side, b_side = state
    if first is None:
        first = "ab"[roll(2) - 1]
    for side in (first, "b" if first == "a" else "a"):
        if not a_side or not b_side:
            break
        how = {"targeting": params["targeting"], "blow": tuple(sorted(blow_of(side, params).items()))}
        if side == "a":
            b_side = roll.part(assault, attackers=len(a_side), targets=b_side, **how)
        else:
            a_side = roll.part(assault, attackers=len(b_side), targets=a_side, **how)
    return first, a_side, b_side


def skirmish_outcome(state, turns_done, **params):
    """The survivors, those of B counted below zero."""
    _, a_side, b_side = state
    if a_side and b_side:
        return None
    return len(a_side) - len(b_side)


def gold_destroyed(state, *, b_count, b_cost, **others):
    """The price of the dead of B."""
    return b_cost * (b_count - len(state[2]))


def gold_outcome(state, turns_done, **params):
    """The price of the dead of B at the end of the fight."""
    return None if state[1] and state[2] else gold_destroyed(state, **params)


MELEE = {
    **sides(24),
    "a_count": whole(2, 1, 4),
    "b_count": whole(2, 1, 4),
    "targeting": choice("focus", "random"),
}
SKIRMISH = Process(
    MELEE,
    skirmish_start,
    skirmish_round,
    skirmish_outcome,
    limit=lambda **params: None,
    unfinished=lambda state, **params: 0,
)
COST_EFFECTIVENESS = Process(
    {**MELEE, "a_cost": whole(75, 1, 10000), "b_cost": whole(75, 1, 10000)},
    skirmish_start,
    skirmish_round,
    gold_outcome,
    limit=lambda **params: None,
    unfinished=gold_destroyed,
)


# Missiles ----------------------------------------------------------------------------------------------------------------


def shot_damage(roll, *, attacker_th, missile, distance, target_ac, target_fatigued, natural_rolls):
    """The damage of one shot in the open by a shooter who stands still; None when it cannot be made."""
    numbers = missile_numbers(
        attacker_th,
        missile,
        distance,
        shooter_move="still",
        line_of_sight=True,
        woods="none",
        woods_exactly_two="fire_through",
        target_ac=target_ac,
        target_fatigued=target_fatigued,
        blessed=False,
        two_weapons=False,
        two_weapons_when_throwing=False,
        bless_missiles=True,
    )
    if numbers is None:
        return None
    return roll.part(one_attack, **numbers, dice=1, natural_rolls=natural_rolls)


# volley; state: targets dead, hit points of the one that is shot at; a turn is one shot


def volley_shot(
    roll,
    state,
    *,
    target_hp,
    attacker_th,
    missile,
    distance,
    target_ac,
    target_fatigued,
    natural_rolls,
    **others,
):
    """One shot at the target in front."""
    dead, hp = state
    damage = shot_damage(
        roll,
        attacker_th=attacker_th,
        missile=missile,
        distance=distance,
        target_ac=target_ac,
        target_fatigued=target_fatigued,
        natural_rolls=natural_rolls,
    )
    hp -= damage or 0
    return (dead, hp) if hp > 0 else (dead + 1, target_hp)


VOLLEY = Process(
    {
        "shots": whole(6, 1, 24),
        "targets": whole(4, 1, 12),
        "attacker_th": whole(1, 0, 20),
        "missile": MISSILE,
        "distance": whole(10, 0, 60),
        "target_ac": whole(9, -10, 9),
        "target_hp": whole(4, 1, 40),
        "target_fatigued": yes_no(),
        "natural_rolls": NATURAL,
    },
    start=lambda *, target_hp, **others: (0, target_hp),
    turn=volley_shot,
    outcome=lambda state, turns_done, *, targets, **others: targets if state[0] == targets else None,
    limit=lambda *, shots, **others: shots,
    unfinished=lambda state, **params: state[0],
)


# the approach; state: distance (0 in contact), target's hit points, whether it is fatigued; a turn is one of each side

APPROACH = {
    "missile": MISSILE,
    "distance": whole(21, 1, 60),
    "target_armor": choice(*MOVE),
    "gait": choice("walk", "run", "run_then_walk"),
    "first": choice("shooter", "target", default="target"),
}


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


def approach_round(
    roll,
    state,
    *,
    missile,
    target_armor,
    gait,
    first,
    attacker_th,
    target_shield,
    natural_rolls,
    **others,
):
    """A turn of the one, then a turn of the other, unless contact or death comes between."""
    distance, hp, fatigued = state
    for side in both_turns(first):
        if distance == 0 or hp == 0:
            break
        if side == "target":
            distance, fatigued = step_closer(distance, MOVE[target_armor], gait)
            continue
        damage = shot_damage(
            roll,
            attacker_th=attacker_th,
            missile=missile,
            distance=distance,
            target_ac=ARMOR[target_armor] - (1 if target_shield else 0),
            target_fatigued=fatigued,
            natural_rolls=natural_rolls,
        )
        hp = max(0, hp - (damage or 0))
    return distance, hp, fatigued


APPROACH_UNDER_FIRE = Process(
    {
        **APPROACH,
        "attacker_th": whole(1, 0, 20),
        "target_shield": yes_no(),
        "target_hp": whole(4, 1, 100),
        "natural_rolls": NATURAL,
    },
    start=lambda *, distance, target_hp, **others: (distance, target_hp, False),
    turn=approach_round,
    outcome=lambda state, turns_done, **params: state[1] if state[0] == 0 or state[1] == 0 else None,
    limit=lambda *, distance, **others: distance,  # every turn brings the target an inch nearer at least
    unfinished=lambda state, **params: None,  # so there is no such state
)


def shots_before_contact(roll, *, missile="long_bow", distance=21, target_armor="none", gait="walk", first="target"):
    """The shooter's turns with the target in range before contact; no dice."""
    shots = 0
    while True:
        for side in both_turns(first):
            if side == "shooter":
                shots += distance <= MISSILE_RANGE[missile]
            else:
                distance, _ = step_closer(distance, MOVE[target_armor], gait)
                if distance == 0:
                    return shots


SHOTS_BEFORE_CONTACT = one_pass(APPROACH, shots_before_contact)
