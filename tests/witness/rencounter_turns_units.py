"""Rencounter over turns, units of men: under fire, in a skirmish, and in a charge.

A rank is how many men there are with 0, 1, 2... points; whoever has as many as the last place says has fallen.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Any

from .rencounter import POINTS, action, fire
from .rencounter_turns import SIDES, put, two_sides
from .rencounter_turns_plays import ACTION_RULINGS, FIRE, LOADING, SHOT_RULINGS, chosen
from .turns import Process, choice, whole, yes_no

OUT_OF_A_UNIT = 3
SHARE = {"usual": Fraction(1, 2), "less_elan": Fraction(1, 3), "least_elan": Fraction(1, 4)}
ELAN = choice(*SHARE)


@dataclass(frozen=True)
class Unit:
    """A unit: its men with 0, 1 and 2 points, those lost, the leader's points (or "none" or "lost"), and its fear."""

    men: tuple
    lost: int
    leader: Any
    alarmed: bool

    def led(self):
        """Whether the leader is there."""
        return self.leader in (0, 1, 2)

    def there(self):
        """How many are there, with the leader."""
        return sum(self.men) + self.led()

    def gives_way(self, all_of_them, elan):
        """Whether too few are fit."""
        fit = self.men[0] + self.men[1] + (self.leader in (0, 1))
        return all_of_them - fit > SHARE[elan] * all_of_them


def fresh(men, leader):
    """A unit before the fight."""
    return Unit((men, 0, 0), 0, 0 if leader else "none", False)


def falls_on(roll, *, rank, leader, points):
    """A wound on one of those who were there at first: the rank and the leader's points after it."""
    last = len(rank) - 1
    bag = dict(enumerate(rank))
    if leader is not None:
        bag["leader"] = 1
    struck = roll.draw(bag)
    if struck == "leader":
        return rank, min(last, leader + points)
    after = list(rank)
    after[struck] -= 1
    after[min(last, struck + points)] += 1
    return tuple(after), leader


def points_of_a_shot(roll, *, shot):
    """The points that a shot does; a deadly one counts as one that cripples, which ends the fight for a man as well."""
    label = roll.part(fire, **dict(shot))
    return POINTS["crippling"] if label == "dead" else POINTS.get(label, 0)


def shots_fall(roll, *, rank, leader, shots, shot):
    """Shots that fall together: the rank and the leader's points after them."""
    if shots > 1:
        rank, leader = roll.part(shots_fall, rank=rank, leader=leader, shots=shots - 1, shot=shot)
    points = roll.part(points_of_a_shot, shot=shot)
    return roll.part(falls_on, rank=rank, leader=leader, points=points) if points else (rank, leader)


def fired_on(roll, *, unit, volleys):
    """The unit after shots that fall together, given as pairs (how many, the shot)."""
    rank, leader = (*unit.men, 0), unit.leader if unit.led() else None
    for shots, shot in volleys:
        if shots:
            rank, leader = roll.part(shots_fall, rank=rank, leader=leader, shots=shots, shot=shot)
    fallen = rank[OUT_OF_A_UNIT]
    falls = leader == OUT_OF_A_UNIT
    if leader is None:
        leader = unit.leader
    return Unit(
        rank[:OUT_OF_A_UNIT], unit.lost + fallen, "lost" if falls else leader, unit.alarmed or falls or fallen > 0
    )


def rolls_of(roll, *, men, asked):
    """How many of some men act and how many are out for good, by an action roll each."""
    acting, out = roll.part(rolls_of, men=men - 1, asked=asked) if men > 1 else (0, 0)
    does = roll.part(action, **dict(asked))
    return acting + (does == "act"), out + (does in ("rout", "overcome"))


def nerve(roll, *, unit, experience, leader_experience, rulings):
    """The action rolls of all who are there: the unit after them, and how many act with 0, 1 and 2 points."""
    fear = {"morale_check": unit.alarmed, "men_lost": unit.lost, "leader_lost": unit.leader == "lost", **dict(rulings)}
    men, acting = list(unit.men), [0, 0, 0]
    for points, many in enumerate(unit.men):
        if many:
            asked = frozenset({"experience": experience, "wounds": points, **fear}.items())
            acting[points], out = roll.part(rolls_of, men=many, asked=asked)
            men[points] -= out
    lost = sum(unit.men) - sum(men)
    leader, shaken = unit.leader, lost > 0
    if unit.led():
        asked = frozenset({"experience": leader_experience, "wounds": leader, **fear}.items())
        acts, out = roll.part(rolls_of, men=1, asked=asked)
        acting[leader] += acts
        if out:
            leader, shaken = "lost", True
    return Unit(tuple(men), unit.lost + lost, leader, shaken), tuple(acting)


# A unit under fire ----------------------------------------------------------------------------------------------------
# state: the unit, and how it ended or None


def fate(unit, everybody, elan):
    """Whether a unit is gone or broken."""
    if unit.there() == 0:
        return "gone"
    return "broken" if unit.gives_way(everybody, elan) else None


def fired_on_turn(roll, state, *, men, leader, experience, leader_experience, shooters, elan, **params):
    """The fire of all shooters, then the nerve."""
    unit, _ = state
    shot = chosen(params, TARGET)
    unit = roll.part(fired_on, unit=unit, volleys=((shooters, frozenset(shot.items())),))
    end = fate(unit, men + leader, elan)
    if end is None:
        unit, _ = roll.part(
            nerve,
            unit=unit,
            experience=experience,
            leader_experience=leader_experience,
            rulings=frozenset(chosen(params, ACTION_RULINGS).items()),
        )
        end = fate(unit, men + leader, elan)
    return unit, end


def fired_on_told(state, turns_done, *, result, turn_limit, **others):
    """How it ended, or None."""
    unit, end = state
    if end is None and turns_done < turn_limit:
        return None
    if result == "lost":
        return unit.lost + (unit.leader == "lost")
    return turns_done if result == "turns" else end or "holds"


TARGET = {
    **{name: FIRE[name] for name in ("skill", "weapon", "range_band", "distance", "target_armor", "cover", "posture")},
    **{name: FIRE[name] for name in ("aim_turns", "target_speed", "extra_modifier")},
    **SHOT_RULINGS,
}
UNIT_UNDER_FIRE = Process(
    {
        "men": whole(4, 1, 20),
        "leader": yes_no(True),
        "experience": whole(4, 1, 6),
        "leader_experience": whole(5, 1, 6),
        "shooters": whole(4, 1, 40),
        **TARGET,
        "elan": ELAN,
        "turn_limit": whole(10, 1, 60),
        "result": choice("end", "lost", "turns"),
        **ACTION_RULINGS,
    },
    start=lambda *, men, leader, **others: (fresh(men, leader), None),
    turn=fired_on_turn,
    outcome=fired_on_told,
    limit=lambda *, turn_limit, **others: turn_limit,
    unfinished=lambda state, **params: None,  # at the limit it holds
)

# The skirmish ---------------------------------------------------------------------------------------------------------
# state: the units, the activations that each still spends on loading, and who won or None


def loading_after_fire(weapon):
    """The activations without fire after a shot; half a turn is done in the turn of the shot."""
    turns, magazine = LOADING[weapon]
    return 0 if magazine > 1 else floor(turns)


def unit_activation(roll, *, units, loading, who, fight):
    """One unit's activation: the units, their loading, and who has won."""
    params = dict(fight)
    own, foe = ({name: params[f"{SIDES[side]}_{name}"] for name in UNIT_KNOBS} for side in (who, 1 - who))
    unit, acting = roll.part(
        nerve,
        unit=units[who],
        experience=own["experience"],
        leader_experience=own["leader_experience"],
        rulings=frozenset(chosen(params, ACTION_RULINGS).items()),
    )
    units = put(units, who, unit)
    if unit.gives_way(own["men"] + own["leader"], params["elan"]):
        return units, loading, f"{SIDES[1 - who]}_wins"
    if loading[who]:
        return units, put(loading, who, loading[who] - 1), None
    if not any(acting):
        return units, loading, None
    shot = {
        "skill": own["skill"],
        "weapon": own["weapon"],
        "target_armor": foe["armor"],
        "cover": foe["cover"],
        **chosen(params, ("range_band", "aim_turns", *SHOT_RULINGS)),
    }
    volleys = tuple((many, frozenset({**shot, "wounds": points}.items())) for points, many in enumerate(acting))
    target = roll.part(fired_on, unit=units[1 - who], volleys=volleys)
    units = put(units, 1 - who, target)
    won = target.gives_way(foe["men"] + foe["leader"], params["elan"])
    return units, put(loading, who, loading_after_fire(own["weapon"])), f"{SIDES[who]}_wins" if won else None


def skirmish_turn(roll, state, **params):
    """Both units' activations, unless the first ends it."""
    units, loading, end = state
    fight = frozenset(params.items())
    leading = roll(2) - 1 if params["order"] == "random" else SIDES.index(params["first"])
    for who in (leading, 1 - leading):
        units, loading, end = roll.part(unit_activation, units=units, loading=loading, who=who, fight=fight)
        if end is not None:
            break
    return units, loading, end


def skirmish_told(state, turns_done, *, result, turn_limit, **others):
    """How it ended, or None."""
    units, _, end = state
    if end is None and turns_done < turn_limit:
        return None
    if result == "end":
        return end or "undecided"
    return turns_done if result == "turns" else units[SIDES.index(result[0])].there()


UNIT_KNOBS = {
    "men": whole(3, 1, 8),
    "leader": yes_no(),
    "experience": whole(4, 1, 6),
    "leader_experience": whole(5, 1, 6),
    **{name: FIRE[name] for name in ("skill", "weapon", "cover")},
    "armor": whole(0, 0, 4),
}
SKIRMISH = Process(
    {
        **two_sides(**UNIT_KNOBS),
        "range_band": FIRE["range_band"],
        "aim_turns": FIRE["aim_turns"],
        "elan": ELAN,
        "order": choice("alternate", "random"),
        "first": choice("a", "b"),
        "turn_limit": whole(10, 1, 60),
        "result": choice("end", "turns", "a_left", "b_left"),
        **ACTION_RULINGS,
        **SHOT_RULINGS,
    },
    start=lambda **params: (
        tuple(fresh(params[f"{side}_men"], params[f"{side}_leader"]) for side in SIDES),
        (0, 0),
        None,
    ),
    turn=skirmish_turn,
    outcome=skirmish_told,
    limit=lambda *, turn_limit, **others: turn_limit,
    unfinished=lambda state, **params: None,  # at the limit it is undecided
)

# The charge -----------------------------------------------------------------------------------------------------------
# a rank: men with 0 points, with 1, and fallen


@dataclass(frozen=True)
class Charge:
    """Where a charge stands."""

    rank: tuple
    distance: int
    moved: bool  # in the attackers' last turn
    alarmed: bool  # somebody has fallen since their last roll
    loading: int  # the shooters' turns without fire
    end: Any  # arrives, shot_down, fails, or None


def shooters_turn(roll, *, state, fight):
    """Fire, or loading."""
    params = dict(fight)
    if state.loading:
        return replace(state, loading=state.loading - 1)
    shot = {
        **chosen(params, ("skill", "weapon", "target_armor", "aim_turns", *SHOT_RULINGS)),
        "distance": state.distance,
        "target_speed": params["speed"] if state.moved else 0,
    }
    # the fallen lie where they are and are shot at no more
    before = (*state.rank[:2], 0)
    rank, _ = roll.part(shots_fall, rank=before, leader=None, shots=params["shooters"], shot=frozenset(shot.items()))
    return replace(
        state,
        rank=(*rank[:2], state.rank[2] + rank[2]),
        alarmed=state.alarmed or rank[2] > 0,
        loading=loading_after_fire(params["weapon"]),
        end=None if rank[0] + rank[1] else "shot_down",
    )


def attackers_turn(roll, *, state, fight):
    """One roll for all, and the move."""
    params = dict(fight)
    does = roll.part(
        action,
        experience=params["experience"],
        morale_check=state.alarmed,
        men_lost=state.rank[2],
        **chosen(params, ACTION_RULINGS),
    )
    distance = max(0, state.distance - params["speed"]) if does == "act" else state.distance
    end = "fails" if does == "rout" else None if distance else "arrives"
    return replace(state, distance=distance, moved=does == "act", alarmed=False, end=end)


def charge_turn(roll, state, **params):
    """Both sides' turns, unless the first ends it."""
    fight = frozenset(params.items())
    order = (shooters_turn, attackers_turn) if params["first"] == "shooters" else (attackers_turn, shooters_turn)
    for side in order:
        if state.end is None:
            state = roll.part(side, state=state, fight=fight)
    return state


def charge_told(state, turns_done, *, result, turn_limit, **others):
    """How it ended, or None."""
    if state.end is None and turns_done < turn_limit:
        return None
    if result == "end":
        return state.end or "undecided"
    return sum(state.rank[:2]) if state.end == "arrives" else 0


CHARGE = Process(
    {
        "men": whole(6, 1, 20),
        "experience": whole(4, 1, 6),
        "speed": whole(6, 1, 18),
        "distance": whole(20, 1, 60),
        "target_armor": FIRE["target_armor"],
        "shooters": whole(4, 1, 20),
        "skill": FIRE["skill"],
        "weapon": FIRE["weapon"],
        "aim_turns": FIRE["aim_turns"],
        "first": choice("shooters", "attackers"),
        "turn_limit": whole(20, 1, 60),
        "result": choice("arriving", "end"),
        **ACTION_RULINGS,
        **SHOT_RULINGS,
    },
    start=lambda *, men, distance, **others: Charge((men, 0, 0), distance, False, False, 0, None),
    turn=charge_turn,
    outcome=charge_told,
    limit=lambda *, turn_limit, **others: turn_limit,
    unfinished=lambda state, **params: None,  # at the limit it is undecided
)
