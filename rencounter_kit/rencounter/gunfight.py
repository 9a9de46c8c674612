"""A gunfight: two men shoot at each other over a fixed distance in the open, until one is out of it."""

from __future__ import annotations

from math import ceil
from typing import Any, NamedTuple

from ..modifiers import Node, node, part
from ..parameter import Parameter, choice, whole, yes_no
from ..process import Play, Process
from ..rules import Ruleset
from ..throw import Throw
from ..wording import adjusted
from .fire import BOOK, SHOT_RULINGS, counted, fire
from .two_men import (
    ACTING,
    ACTS,
    EVENTS,
    NO_WINNER,
    ORDER,
    OUTCOMES,
    RESULT,
    TURN_LIMIT,
    acted,
    end,
    hit,
    in_order,
    read,
    refuse_dead,
    says_order,
    turned,
)  # fmt: skip
from .wound import WOUNDS

POLICIES = {"shoot": 0, "aim_1": 1, "aim_2": 2}  # activations spent aiming before each shot


class Shooter(NamedTuple):
    """How a man is in the middle of a gunfight. reloading, aimed : activations spent on it so far."""

    points: int
    posture: str
    rounds: int
    reloading: int = 0
    aimed: int = 0


def shooter(side: str) -> tuple[Parameter, ...]:
    """The figure of one of the two men."""
    group = "figure" if side == "a" else "target"
    return (
        whole(f"{side}_skill", 1, 12, 6, f"Fire skill of {side}; 4 to 10 is usual.", group=group),
        choice(f"{side}_weapon", BOOK.names("fire.weapon"), "flintlock_musket", "Missile weapons table.", group=group),
        whole(f"{side}_experience", 1, 6, 4, "1 scum, 2 raw, 3 green, 4 average, 5 veteran, 6 master.", group=group),
        whole(f"{side}_wounds", 0, 5, 0, "Wound points that he has.", group=group, unit="points"),
        whole(f"{side}_armor", 0, 4, 0, "0 none, 1 light, 2 half, 3 nearly full, 4 full.", group=group, unit="points"),
        yes_no(f"{side}_loaded", True, "The weapon is loaded at the start.", group=group),
        choice(f"{side}_policy", tuple(POLICIES), "shoot", "Shoot at once, or spend one or two activations on aiming before each shot.", group=group),
    )  # fmt: skip


PARAMETERS = (
    *shooter("a"), *shooter("b"),
    whole("distance", 0, 200, 8, "Distance between the two.", unit="inches"),
    *ORDER, TURN_LIMIT, RESULT,
    *SHOT_RULINGS,
    *ACTING,
)  # fmt: skip


def aim(side: str) -> Node:
    """Turns of aim that a shot of this man has."""
    return Node(lambda r, policy: POLICIES[policy] or r["time.least_aim"], (f"{side}_policy",), f"{side} aim")


def shots(side: str, foe: str, posture: str) -> Any:
    """A shot of one man at the other, as in ``rencounter.fire``."""
    names = {"skill": f"{side}_skill", "weapon": f"{side}_weapon", "wounds": f"{side}_wounds",
             "target_armor": f"{foe}_armor", "aim_turns": f"{side}_aim", "distance": "distance"}  # fmt: skip
    made = part(f"{side.upper()} shoots at {foe.upper()}", fire, PARAMETERS, names, posture=posture)
    return made if posture == "standing" else Node(made.function, made.names, f"{side} shoots low")


def gun(side: str) -> Node:
    """(shots, activations to reload) of a man's weapon, and whether it is loaded."""

    def drill(r: Ruleset, weapon: str, loaded: bool) -> tuple[int, int, bool]:
        return int(r[f"fire.weapon.{weapon}.shots"]), ceil(r[f"fire.weapon.{weapon}.reload"]), loaded

    return node(drill, weapon=f"{side}_weapon", loaded=f"{side}_loaded")


def play(t: Any, throw: Throw, r: Ruleset) -> Play:
    """Activation after activation: get up, reload, aim, or shoot."""
    base = {"a": (t.a_shoots, t.a_shoots_low), "b": (t.b_shoots, t.b_shoots_low)}
    rolls, guns = {"a": t.a_acts, "b": t.b_acts}, {"a": t.a_gun, "b": t.b_gun}
    began = dict(zip("ab", t.wounds, strict=True))
    patience = {"a": t.a_patience, "b": t.b_patience}
    point = r["wounds.point.fire"]

    @throw.cached
    def shot(side: str, points: int, low: bool) -> Any:
        """The wound that one shot makes; "none" for a miss too."""
        unhurt = base[side][low]
        now = unhurt._replace(needed=unhurt.needed + point * (points - began[side]))
        return throw.after(throw.asked(fire, now, r), lambda got: got if got in WOUNDS else "none")

    @throw.cached
    def activation(side: str, foe: str, me: Shooter, him: Shooter) -> Any:
        """(me, him) after my activation."""
        magazine, turns, _ = guns[side]

        def act() -> Any:
            if not me.rounds:
                loaded = me.reloading + 1 >= turns
                return me._replace(rounds=magazine * loaded, reloading=0 if loaded else me.reloading + 1), him
            if me.aimed < patience[side]:
                return me._replace(aimed=me.aimed + 1), him
            after = me._replace(rounds=me.rounds - (magazine < t.turn_limit * 2), aimed=0)
            return throw.after(shot(side, me.points, him.posture != "up"), lambda wound: (after, struck(him, wound)))

        return acted(throw, r, rolls[side][me.points], me, him, act)

    def struck(man: Shooter, wound: str) -> Shooter:
        after = hit(r, man, wound, t.death_at)
        return after._replace(aimed=0) if after.posture == "shock" else after

    start = (*(Shooter(began[side], "up", guns[side][0] * guns[side][2]) for side in "ab"), None)
    phases = in_order(t.order, t.first, throw, r, turned(throw, activation))
    return Play(start, phases, end, t.turn_limit, NO_WINNER, read(t.result))


def says(t: Any, r: Ruleset) -> list[str]:
    """A turn in words."""
    told = []
    for side, shot, roll, (magazine, turns, _) in (
        ("A", t.a_shoots, t.a_acts[t.wounds[0]], t.a_gun), ("B", t.b_shoots, t.b_acts[t.wounds[1]], t.b_gun),
    ):  # fmt: skip
        many = "a round" if magazine == 1 else f"{magazine} rounds"
        told.append(
            f"{side} acts on a {adjusted('d6', roll.modifier)} of {roll.experience} or less and needs {counted(shot)} to "
            f"hit; after {many} he reloads for {turns} activation{'s' if turns > 1 else ''}."
        )
    told.append(says_order(t))
    told.append(
        "A serious or crippling wound puts a man in shock and ends his aim: one action to recover, one to get up."
    )
    return told


gunfight = Process(
    "rencounter.gunfight",
    "A gunfight",
    "Fire Combat; Actions; Wounds",
    PARAMETERS,
    {
        "a_shoots": shots("a", "b", "standing"),
        "b_shoots": shots("b", "a", "standing"),
        "a_shoots_low": shots("a", "b", "prone"),
        "b_shoots_low": shots("b", "a", "prone"),
        "a_gun": gun("a"),
        "b_gun": gun("b"),
        "a_patience": lambda r, a_policy: POLICIES[a_policy],
        "b_patience": lambda r, b_policy: POLICIES[b_policy],
        **ACTS,
    },
    play,
    OUTCOMES,
    EVENTS,
    derived=(aim("a"), aim("b")),
    refusals=(refuse_dead,),
    says=says,
)
