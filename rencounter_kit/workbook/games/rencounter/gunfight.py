"""A gunfight: two men shoot at each other over a fixed distance in the open, until one is out of it."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import Targets, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import Node, Part, node, part
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Ruleset
from .acting import Nerve, acts_on
from .fire import SHOT_RULINGS, Shot, band_at, damage_alone, fire, kind, needs
from .shock import KNOCKDOWN, falls, rolled, rolled_points
from .two_men import (
    ACTING,
    ACTS,
    CHANGING,
    EVENTS,
    NOBODY_YET,
    ORDER,
    OUTCOMES,
    OWN,
    SAID,
    After,
    Man,
    Pair,
    acted,
    action_rolls,
    hit,
    in_order,
    refuse_dead,
    says_order,
    says_shock,
    struck,
    until_one_is_out,
)
from .wound import WOUNDS

ACTIVATIONS = 2  # of one man in a turn at most, where it is drawn who acts
POLICIES = {"shoot": 0, "aim_1": 1, "aim_2": 2}  # activations spent aiming before each shot


class Ready(NamedTuple):
    """How ready a man is to shoot: rounds in his weapon. reloading, aimed : activations spent on it so far."""

    rounds: int
    reloading: int = 0
    aimed: int = 0


PARAMETERS = ("gunman.* gunfight.distance", ORDER, "turn_limit duel.result", SHOT_RULINGS, ACTING, KNOCKDOWN)


def aim(side: str) -> Node:
    """Turns of aim that a shot of this man has."""
    return Node(lambda r, policy: POLICIES[policy] or r["time.least_aim"], (f"{side}_policy",), f"{side} aim")


def patience(side: str) -> Node:
    """Activations that this man spends aiming before each shot."""
    return Node(lambda r, policy: POLICIES[policy], (f"{side}_policy",), f"{side} patience")


def shots(side: str, foe: str, posture: str = "standing") -> Part:
    """A shot of one man at the other, as in ``rencounter.fire``."""
    names = {
        "skill": f"{side}_skill",
        "weapon": f"{side}_weapon",
        "wounds": f"{side}_wounds",
        "target_armor": f"{foe}_armor",
        "aim_turns": f"{side}_aim",
        "distance": "distance",
    }
    return part(f"{side.upper()} shoots at {foe.upper()}", fire, PARAMETERS, names, posture=posture)


def damage(side: str) -> Node:
    """The damage modifier of this man's weapon by itself: that of shot goes with the range."""

    def damage(r: Ruleset, weapon: str, distance: int) -> int:
        return damage_alone(r, weapon, band_at(r, weapon, kind(r, weapon), False, distance))

    return Node(damage, (f"{side}_weapon", "distance"), f"{side} damage")


class Gun(NamedTuple):
    """A man's weapon: the shots that it holds, the activations to reload it, and whether it is loaded at the start.

    counted : can it be shot empty before the fight is broken off?
    """

    shots: int
    reload: int
    loaded: bool
    counted: bool


def gun(side: str) -> Node:
    """The weapon of this man."""

    def by_table(r: Ruleset, weapon: str, loaded: bool, turn_limit: int) -> Gun:
        shots = r[f"fire.weapon.{weapon}.shots"]
        return Gun(shots, ceil(r[f"fire.weapon.{weapon}.reload"]), loaded, shots < turn_limit * ACTIVATIONS)

    return node(by_table, weapon=f"{side}_weapon", loaded=f"{side}_loaded")


def play(t: Targets, throw: Throw, r: Ruleset) -> TurnModel:
    """Activation after activation: get up, reload, aim, or shoot."""
    base = {"a": (t.a_shoots, t.a_shoots_low), "b": (t.b_shoots, t.b_shoots_low)}
    roll, guns = action_rolls(throw, r, a=t.a_acts, b=t.b_acts), {"a": t.a_gun, "b": t.b_gun}
    checks, falls = {"a": t.a_checks, "b": t.b_checks}, {"a": t.a_falls, "b": t.b_falls}
    began = dict(zip("ab", t.wounds, strict=True))
    patience = {"a": t.a_patience, "b": t.b_patience}
    point = r["wounds.point.fire"]

    @throw.cached
    def shot(side: str, points: int, low: bool) -> Dist | str:
        """The wound that one shot makes; "none" for a miss too."""
        unhurt = base[side][low]
        now = unhurt._replace(needed=unhurt.needed + point * (points - began[side]))
        return throw.after(throw.asked(fire, now, r), lambda wound: wound if wound in WOUNDS else "none")

    @throw.cached
    def activation(side: str, foe: str, me: Man, him: Man, ready: Ready) -> Dist | After:
        """(me, him, how ready I am) after my activation."""
        gun = guns[side]
        if me.posture != "up":  # shock took my aim, which nobody asks for before I am up again
            ready = ready._replace(aimed=0)

        def act() -> Dist | After:
            if not ready.rounds:
                loaded = ready.reloading + 1 >= gun.reload
                return me, him, Ready(gun.shots) if loaded else ready._replace(reloading=ready.reloading + 1)
            if ready.aimed < patience[side]:
                return me, him, ready._replace(aimed=ready.aimed + 1)
            after = ready._replace(rounds=ready.rounds - gun.counted, aimed=0)
            return throw.after(shoots(side, foe, me, him), lambda pair: (*pair, after))

        return acted(throw, roll(side, me.points), me, him, act, ready)

    @throw.cached
    def shoots(side: str, foe: str, me: Man, him: Man) -> Dist | Pair:
        """(me, him) after my shot."""
        shot_at = throw.after(shot(side, me.points, him.posture != "up"), lambda wound: wounded(foe, him, wound))
        return throw.after(shot_at, lambda him: struck(me, him))

    @throw.cached
    def wounded(side: str, man: Man, wound: str) -> Dist | Man:
        return hit(throw, r, man, wound, t.death_at, falls[side], checks[side])

    ready = [Ready(guns[side].shots * guns[side].loaded) for side in "ab"]
    start = (Man(began["a"]), Man(began["b"]), *NOBODY_YET, *ready)
    return until_one_is_out(t, start, in_order(t.order, t.first, throw, r, activation, OWN))


def says_man(side: str, shot: Shot, roll: Nerve, gun: Gun, r: Ruleset) -> str:
    """What one of them needs, in words."""
    loads = f"after {so_many(gun.shots, 'round')} he reloads for {so_many(gun.reload, 'activation')}"
    hits = f"needs {needs(r, shot)} to hit" if shot.in_reach else "cannot reach the other"
    return f"{side} {acts_on(r, roll)}; he {hits}, and {loads}."


def says(t: Targets, r: Ruleset) -> list[str]:
    """A turn in words."""
    a, b = t.wounds
    return [
        says_man("A", t.a_shoots, t.a_acts[a], t.a_gun, r),
        says_man("B", t.b_shoots, t.b_acts[b], t.b_gun, r),
        says_order(t),
        f"{says_shock(t.a_falls)} and loses his aim.",
        "It takes him one action to recover, and another to get up.",
    ]


gunfight = Process(
    "rencounter.gunfight",
    "Who wins the gunfight?",
    source="Fire Combat; Actions; Wounds",
    parameters=PARAMETERS,
    targets={
        "a_shoots": shots("a", "b"),
        "b_shoots": shots("b", "a"),
        "a_shoots_low": shots("a", "b", "prone").without_reasons(),
        "b_shoots_low": shots("b", "a", "prone").without_reasons(),
        "a_gun": gun("a"),
        "b_gun": gun("b"),
        "a_patience": patience("a"),
        "b_patience": patience("b"),
        "a_falls": falls("A, struck by B", "a_experience", PARAMETERS, "b_damage"),
        "b_falls": falls("B, struck by A", "b_experience", PARAMETERS, "a_damage"),
        **ACTS,
    },
    play=play,
    outcomes=OUTCOMES,
    events=EVENTS,
    said=SAID,
    derived=(aim("a"), aim("b"), damage("a"), damage("b"), rolled, rolled_points),
    refusals=(refuse_dead,),
    changing=CHANGING,
    says=says,
)
