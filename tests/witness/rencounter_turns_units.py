"""Rencounter over turns, units of men: under fire, in a skirmish, and in a charge.

A rank is how many men there are with 0, 1, 2... points; whoever has as many as the last place says has fallen.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Any

from .params import Params, chosen
from .rencounter import MISSILES, POINTS, SHOT_DAMAGE, action, fire, knockdown
from .rencounter_turns import KNOCKDOWN_RULINGS, SIDES, put
from .rencounter_turns_plays import LOADING, a_shot, an_action
from .turns import Process

OUT_OF_A_UNIT = 3
SHARE = {"usual": Fraction(1, 2), "less_elan": Fraction(1, 3), "least_elan": Fraction(1, 4)}


@dataclass(frozen=True)
class Unit:
    """A unit: its men with 0, 1 and 2 points, those lost, the leader's points (or "none" or "lost"), and its fear.

    Men who lie knocked down stand apart, with 0, 1 and 2 points, and so does whether the leader does.
    """

    men: tuple
    lost: int
    leader: Any
    alarmed: bool
    down: tuple = (0, 0, 0)
    leader_down: bool = False

    def led(self):
        """Whether the leader is there."""
        return self.leader in (0, 1, 2)

    def there(self):
        """How many are there, with the leader."""
        return sum(self.men) + sum(self.down) + self.led()

    def gives_way(self, all_of_them, elan):
        """Whether too few are fit."""
        fit = sum(self.men[:2]) + sum(self.down[:2]) + (self.leader in (0, 1))
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
    label = roll.part(fire, p=shot)
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


def wound_on_one(roll, *, unit, fallen, label, foe, damage, p):
    """A wound on one of those who were there when the fire began: the unit, and how many this fire has felled."""
    bag = {(lies, points): many for lies, rank in enumerate((unit.men, unit.down)) for points, many in enumerate(rank)}
    struck = roll.draw({**bag, "leader": int(unit.led()), "fallen": fallen})
    if struck == "fallen":
        return unit, fallen
    lies, before = (unit.leader_down, unit.leader) if struck == "leader" else struck
    points = before + POINTS.get(label, OUT_OF_A_UNIT)
    out = points >= OUT_OF_A_UNIT
    if not out and not lies:
        experience = f"{foe}_leader_experience" if struck == "leader" else f"{foe}_experience"
        wound = Params(
            **chosen(p, KNOCKDOWN_RULINGS),
            experience=p[experience],
            wounds=points,
            wound=label,
            struck="man",
            fanatic=False,
            damage_modifier=damage,
        )
        lies = roll.part(knockdown, p=wound) == "down"
    alarmed, fallen = unit.alarmed or out, fallen + out
    if struck == "leader":
        leader = "lost" if out else points
        return replace(unit, leader=leader, leader_down=bool(lies) and not out, alarmed=alarmed), fallen
    ranks = [list(unit.men), list(unit.down)]
    ranks[struck[0]][before] -= 1
    if not out:
        ranks[bool(lies)][points] += 1
    men, down = map(tuple, ranks)
    return replace(unit, men=men, down=down, lost=unit.lost + out, alarmed=alarmed), fallen


def shots_that_shock(roll, *, unit, fallen, shots, shot, **more):
    """Shots that fall together, where men are knocked down."""
    if shots > 1:
        unit, fallen = roll.part(shots_that_shock, unit=unit, fallen=fallen, shots=shots - 1, shot=shot, **more)
    label = roll.part(fire, p=shot)
    if label != "dead" and not POINTS.get(label):
        return unit, fallen
    return roll.part(wound_on_one, unit=unit, fallen=fallen, label=label, **more)


def shocked(roll, *, unit, volleys, foe, damage, p):
    """The unit after shots that fall together, given as pairs (how many, the shot)."""
    fallen = 0
    for shots, shot in volleys:
        if shots:
            unit, fallen = roll.part(
                shots_that_shock, unit=unit, fallen=fallen, shots=shots, shot=shot, foe=foe, damage=damage, p=p
            )
    return unit


def rolls_of(roll, *, men, rolls_now):
    """How many of some men act and how many are out for good, by an action roll each."""
    acting, out = roll.part(rolls_of, men=men - 1, rolls_now=rolls_now) if men > 1 else (0, 0)
    does = roll.part(action, p=rolls_now)
    return acting + (does == "act"), out + (does in ("rout", "overcome"))


def nerve(roll, *, unit, experience, leader_experience, p):
    """The action rolls of all who are there: the unit after them, and how many act with 0, 1 and 2 points."""
    fear = {"morale_check": unit.alarmed, "men_lost": unit.lost, "leader_lost": unit.leader == "lost"}
    men, acting = list(unit.men), [0, 0, 0]
    for points, many in enumerate(unit.men):
        if many:
            act = an_action(p, experience=experience, wounds=points, **fear)
            acting[points], out = roll.part(rolls_of, men=many, rolls_now=act)
            men[points] -= out
    down = list(unit.down)
    for points, many in enumerate(unit.down):
        if many:
            act = an_action(p, experience=experience, wounds=points, **fear)
            risen, out = roll.part(rolls_of, men=many, rolls_now=act)
            men[points] += risen
            down[points] -= risen + out
    lost = sum(unit.men) + sum(unit.down) - sum(men) - sum(down)
    leader, shaken, leader_down = unit.leader, lost > 0, unit.leader_down
    if unit.led():
        act = an_action(p, experience=leader_experience, wounds=leader, **fear)
        acts, out = roll.part(rolls_of, men=1, rolls_now=act)
        acting[leader] += acts and not leader_down
        leader_down = leader_down and not acts and not out
        if out:
            leader, shaken = "lost", True
    return Unit(tuple(men), unit.lost + lost, leader, shaken, tuple(down), leader_down), tuple(acting)


# A unit under fire ----------------------------------------------------------------------------------------------------
# state: the unit, and how it ended or None


def fate(unit, everybody, elan):
    """Whether a unit is gone or broken."""
    if unit.there() == 0:
        return "gone"
    return "broken" if unit.gives_way(everybody, elan) else None


def fired_on_turn(roll, state, p):
    """The fire of all shooters, then the nerve."""
    unit, _ = state
    shot = a_shot(p, **chosen(p, TARGET))
    unit = roll.part(fired_on, unit=unit, volleys=((p.shooters, shot),))
    end = fate(unit, p.men + p.leader, p.elan)
    if end is None:
        unit, _ = roll.part(nerve, unit=unit, experience=p.experience, leader_experience=p.leader_experience, p=p)
        end = fate(unit, p.men + p.leader, p.elan)
    return unit, end


def fire_end(state, turns_done, p):
    """How it ended, or None."""
    unit, end = state
    if end is None and turns_done < p.turn_limit:
        return None
    if p.result == "lost":
        return unit.lost + (unit.leader == "lost")
    return turns_done if p.result == "turns" else end or "holds"


TARGET = (
    "skill",
    "weapon",
    "range_band",
    "distance",
    "target_armor",
    "cover",
    "posture",
    "aim_turns",
    "target_speed",
    "extra_modifier",
)
UNIT_UNDER_FIRE = Process(
    start=lambda p: (fresh(p.men, p.leader), None),
    turn=fired_on_turn,
    outcome=fire_end,
    limit=lambda p: p.turn_limit,
    unfinished=lambda state, p: None,  # at the limit it holds
)

# The skirmish ---------------------------------------------------------------------------------------------------------
# state: the units, the activations that each still spends on loading, and who won or None


def loading_after_fire(weapon):
    """The activations without fire after a shot; half a turn is done in the turn of the shot."""
    turns, magazine = LOADING[weapon]
    return 0 if magazine > 1 else floor(turns)


def gun_damage(weapon, band):
    """The damage modifier of a weapon by itself; that of shot goes with the range."""
    *_, damage, _, kind = MISSILES[weapon]
    return SHOT_DAMAGE[band or "short"] if kind == "shot" else damage


def unit_activation(roll, *, units, loading, who, p):
    """One unit's activation: the units, their loading, and who has won."""
    own, foe = SIDES[who], SIDES[1 - who]
    unit, acting = roll.part(
        nerve,
        unit=units[who],
        experience=p[f"{own}_experience"],
        leader_experience=p[f"{own}_leader_experience"],
        p=p,
    )
    units = put(units, who, unit)
    if unit.gives_way(p[f"{own}_men"] + p[f"{own}_leader"], p.elan):
        return units, loading, f"{foe}_wins"
    if loading[who]:
        return units, put(loading, who, loading[who] - 1), None
    if not any(acting):
        return units, loading, None
    shot = {
        "skill": p[f"{own}_skill"],
        "weapon": p[f"{own}_weapon"],
        "target_armor": p[f"{foe}_armor"],
        "cover": p[f"{foe}_cover"],
        "range_band": p.range_band,
        "aim_turns": p.aim_turns,
    }
    volleys = tuple((many, a_shot(p, **shot, wounds=points)) for points, many in enumerate(acting))
    if p.skirmish_knockdown or p.variable_knockdown:
        damage = gun_damage(p[f"{own}_weapon"], p.range_band)
        target = roll.part(shocked, unit=units[1 - who], volleys=volleys, foe=foe, damage=damage, p=p)
    else:
        target = roll.part(fired_on, unit=units[1 - who], volleys=volleys)
    units = put(units, 1 - who, target)
    won = target.gives_way(p[f"{foe}_men"] + p[f"{foe}_leader"], p.elan)
    return units, put(loading, who, loading_after_fire(p[f"{own}_weapon"])), f"{own}_wins" if won else None


def skirmish_turn(roll, state, p):
    """Both units' activations, unless the first ends it."""
    units, loading, end = state
    leading = roll(2) - 1 if p.order == "random" else SIDES.index(p.first)
    for who in (leading, 1 - leading):
        units, loading, end = roll.part(unit_activation, units=units, loading=loading, who=who, p=p)
        if end is not None:
            break
    return units, loading, end


def skirmish_end(state, turns_done, p):
    """How it ended, or None."""
    units, _, end = state
    if end is None and turns_done < p.turn_limit:
        return None
    if p.result == "end":
        return end or "undecided"
    return turns_done if p.result == "turns" else units[SIDES.index(p.result[0])].there()


SKIRMISH = Process(
    start=lambda p: (
        tuple(fresh(p[f"{side}_men"], p[f"{side}_leader"]) for side in SIDES),
        (0, 0),
        None,
    ),
    turn=skirmish_turn,
    outcome=skirmish_end,
    limit=lambda p: p.turn_limit,
    unfinished=lambda state, p: None,  # at the limit it is undecided
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


def shooters_turn(roll, *, state, p):
    """Fire, or loading."""
    if state.loading:
        return replace(state, loading=state.loading - 1)
    shot = a_shot(
        p,
        **chosen(p, ("skill", "weapon", "target_armor", "aim_turns")),
        distance=state.distance,
        target_speed=p.speed if state.moved else 0,
    )
    # the fallen lie where they are and are shot at no more
    before = (*state.rank[:2], 0)
    rank, _ = roll.part(shots_fall, rank=before, leader=None, shots=p.shooters, shot=shot)
    return replace(
        state,
        rank=(*rank[:2], state.rank[2] + rank[2]),
        alarmed=state.alarmed or rank[2] > 0,
        loading=loading_after_fire(p.weapon),
        end=None if rank[0] + rank[1] else "shot_down",
    )


def attackers_turn(roll, *, state, p):
    """One roll for all, and the move."""
    act = an_action(p, experience=p.experience, morale_check=state.alarmed, men_lost=state.rank[2])
    does = roll.part(action, p=act)
    distance = max(0, state.distance - p.speed) if does == "act" else state.distance
    end = "fails" if does == "rout" else None if distance else "arrives"
    return replace(state, distance=distance, moved=does == "act", alarmed=False, end=end)


def charge_turn(roll, state, p):
    """Both sides' turns, unless the first ends it."""
    order = (shooters_turn, attackers_turn) if p.first == "shooters" else (attackers_turn, shooters_turn)
    for side in order:
        if state.end is None:
            state = roll.part(side, state=state, p=p)
    return state


def charge_end(state, turns_done, p):
    """How it ended, or None."""
    if state.end is None and turns_done < p.turn_limit:
        return None
    if p.result == "end":
        return state.end or "undecided"
    return sum(state.rank[:2]) if state.end == "arrives" else 0


CHARGE = Process(
    start=lambda p: Charge((p.men, 0, 0), p.distance, False, False, 0, None),
    turn=charge_turn,
    outcome=charge_end,
    limit=lambda p: p.turn_limit,
    unfinished=lambda state, p: None,  # at the limit it is undecided
)
