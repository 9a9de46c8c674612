"""A duel: two men in contact, stroke after stroke, until one is dead, overcome or runs."""

from __future__ import annotations

from typing import NamedTuple

from ...dice.dist import Dist, Outcome
from ...dice.throw import Throw
from ...mechanics.modifiers import Node, Part, part
from ...mechanics.play import Play
from ...mechanics.process import Process
from ...rulebook.book import Ruleset
from .acting import Nerve, acts_on, checks_can_overcome, nerve
from .melee import RULINGS, Stroke, faces, man, melee
from .two_men import (
    ACTING,
    ACTS,
    EVENTS,
    NO_WINNER,
    ORDER,
    OUTCOMES,
    RESULT,
    TURN_LIMIT,
    Man,
    acted,
    end,
    for_each_wound,
    hit,
    in_order,
    read,
    refuse_dead,
    says_order,
    turned,
)

ELSEWHERE = {"cover_applies_to_parry", "checks_can_overcome"}
RULED = tuple(one for one in RULINGS if one.name not in ELSEWHERE)
PARAMETERS = (
    *man("a"),
    *man("b"),
    *ORDER,
    TURN_LIMIT,
    RESULT,
    *RULED,
    *(one for one in ACTING if one.name not in {ruling.name for ruling in RULED}),
)


def strikes(side: str, foe: str) -> Part:
    """A stroke of one man at the other, as in ``rencounter.melee``."""
    names = {"attacker_": f"{side}_", "defender_": f"{foe}_"}
    return part(f"{side.upper()} strikes {foe.upper()}", melee, PARAMETERS, names)


def strikes_down(side: str, foe: str) -> Node:
    """The same against a man who is down."""
    names = {"attacker_": f"{side}_", "defender_": f"{foe}_"}
    above = part("", melee, PARAMETERS, names, above_opponent=True)
    return Node(above.function, above.names, f"{side} strikes from above")


def wound_point(r: Ruleset) -> int:
    """What each wound point does to attack and riposte."""
    return int(r["wounds.point.melee"])


def parry_point(r: Ruleset, wounded_modifies_parry: bool) -> int:
    """What each wound point does to the parry."""
    return wound_point(r) if wounded_modifies_parry else 0


class Bout(NamedTuple):
    """A duel: each man's strokes, also at a man who is down, and his rolls for each number of wound points."""

    a_strikes: Stroke
    b_strikes: Stroke
    a_strikes_down: Stroke
    b_strikes_down: Stroke
    a_checks: tuple[Nerve, ...]
    b_checks: tuple[Nerve, ...]
    wound_point: int
    parry_point: int
    a_acts: tuple[Nerve, ...]
    b_acts: tuple[Nerve, ...]
    wounds: tuple[int, int]
    order: str
    first: str
    turn_limit: int
    death_at: int
    result: str


def play(t: Bout, throw: Throw, r: Ruleset) -> Play:
    """Activation after activation; each stroke as in rencounter.melee, with the wounds that they have by then."""
    base = {"a": (t.a_strikes, t.a_strikes_down), "b": (t.b_strikes, t.b_strikes_down)}
    rolls, checks = {"a": t.a_acts, "b": t.b_acts}, {"a": t.a_checks, "b": t.b_checks}
    began = dict(zip("ab", t.wounds, strict=True))

    @throw.cached
    def stroke(side: str, foe: str, me: int, him: int, posture: str) -> Dist | Outcome:
        """The wounds of one stroke (of the foe, of me)."""
        unhurt = base[side][posture != "up"]
        mine, his = me - began[side], him - began[foe]
        now = unhurt._replace(
            attack=unhurt.attack + t.wound_point * mine,
            parry=unhurt.parry + t.parry_point * his,
            riposte=unhurt.riposte + t.wound_point * his,
            check=checks[foe][him],
            may_riposte=unhurt.may_riposte and posture != "shock",
        )
        return throw.asked(melee, now, r)

    @throw.cached
    def after(man: Man, wound: str) -> Man:
        return hit(r, man, wound, t.death_at)

    @throw.cached
    def activation(side: str, foe: str, me: Man, him: Man) -> Dist | tuple[Man, Man]:
        """(me, him) after my activation."""

        def strike() -> Dist | tuple[Man, Man]:
            wounds = stroke(side, foe, me.points, him.points, him.posture)
            return throw.after(wounds, lambda two: (after(me, two[1]), after(him, two[0])))

        return acted(throw, r, rolls[side][me.points], me, him, strike)

    start = (Man(t.wounds[0]), Man(t.wounds[1]), None)
    phases = in_order(t.order, t.first, throw, r, turned(throw, activation))
    return Play(start, phases, end, t.turn_limit, NO_WINNER, read(t.result))


def says_man(side: str, stroke: Stroke, roll: Nerve, r: Ruleset) -> str:
    """What one of them needs, in words."""
    return (
        f"{side} {acts_on(roll, r)}; his attack then succeeds on {faces(r, stroke.attack, stroke.strict)}, and the "
        f"parry on {faces(r, stroke.parry, stroke.strict)}."
    )


def says(t: Bout, r: Ruleset) -> list[str]:
    """A turn in words."""
    a, b = t.wounds
    return [
        says_man("A", t.a_strikes, t.a_acts[a], r),
        says_man("B", t.b_strikes, t.b_acts[b], r),
        says_order(t),
        "A man with a serious or crippling wound goes into shock: one action to recover, another to get up.",
    ]


duel = Process(
    "rencounter.duel",
    "A duel",
    source="Melee; Actions; Wounds",
    parameters=PARAMETERS,
    targets={
        "a_strikes": strikes("a", "b"),
        "b_strikes": strikes("b", "a"),
        "a_strikes_down": strikes_down("a", "b"),
        "b_strikes_down": strikes_down("b", "a"),
        "a_checks": for_each_wound(nerve, "a"),
        "b_checks": for_each_wound(nerve, "b"),
        "wound_point": wound_point,
        "parry_point": parry_point,
        **ACTS,
    },
    play=play,
    outcomes=OUTCOMES,
    events=EVENTS,
    derived=(checks_can_overcome,),
    refusals=(refuse_dead,),
    says=says,
)
