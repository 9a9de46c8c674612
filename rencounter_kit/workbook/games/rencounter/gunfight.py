"""A gunfight: two men shoot at each other over a fixed distance in the open, until one is out of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import CachedMethod, Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import Node, Part, node, part
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Ruleset
from .acting import Nerve, acts_on
from .fire import SHOT_RULINGS, Shot, band_at, damage_alone, fire, kind, needs
from .knockdown import Knockdown
from .shock import KNOCKDOWN, falls, rolled, rolled_points
from .two_men import (
    ACTING,
    ACTS,
    CHANGING,
    EVENT_WORDS,
    EVENTS,
    NOBODY_YET,
    ORDER,
    OUTCOMES,
    OWN,
    Activations,
    After,
    Man,
    Pair,
    acted,
    action_rolls,
    hit,
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
    """How ready a man is to shoot: rounds in his weapon.

    reloading, aimed : activations spent on it so far.
    """

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

    def reloading(self, ready: Ready) -> Ready:
        """How ready he is after one more activation of reloading."""
        turns = ready.reloading + 1
        return Ready(self.shots) if turns >= self.reload else ready._replace(reloading=turns)


def gun(side: str) -> Node:
    """The weapon of this man."""

    def by_table(r: Ruleset, weapon: str, loaded: bool, turn_limit: int) -> Gun:
        shots = r[f"fire.weapon.{weapon}.shots"]
        return Gun(shots, ceil(r[f"fire.weapon.{weapon}.reload"]), loaded, shots < turn_limit * ACTIVATIONS)

    return node(by_table, weapon=f"{side}_weapon", loaded=f"{side}_loaded")


class Gunmen(NamedTuple):
    """What the two need in all that may come: shots at a man who is up and at one who is not, guns, rolls, falls.

    a_patience, b_patience : activations spent aiming before each shot.
    """

    a_shoots: Shot
    b_shoots: Shot
    a_shoots_low: Shot
    b_shoots_low: Shot
    a_gun: Gun
    b_gun: Gun
    a_patience: int
    b_patience: int
    a_falls: Knockdown | None
    b_falls: Knockdown | None
    a_checks: Sequence[Nerve]
    b_checks: Sequence[Nerve]
    a_acts: Sequence[Nerve]
    b_acts: Sequence[Nerve]
    wounds: tuple[int, int]
    order: str
    first: str
    turn_limit: int
    death_at: int
    result: str


class GunfightSide(NamedTuple):
    """One of the two.

    shots : by whether his target lies low.
    """

    shots: dict[bool, Shot]
    gun: Gun
    patience: int
    checks: Sequence[Nerve]
    falls: Knockdown | None
    began: int


class Gunfight:
    """Activation after activation: get up, reload, aim, or shoot."""

    def __init__(self, throw: Throw, r: Ruleset, gunmen: Gunmen) -> None:
        self.throw, self.r, self.numbers, self.point = throw, r, gunmen, r["wounds.point.fire"]
        (a, b), of = gunmen.wounds, gunmen
        a_shots, b_shots = {False: of.a_shoots, True: of.a_shoots_low}, {False: of.b_shoots, True: of.b_shoots_low}
        self.sides = {
            "a": GunfightSide(a_shots, of.a_gun, of.a_patience, of.a_checks, of.a_falls, a),
            "b": GunfightSide(b_shots, of.b_gun, of.b_patience, of.b_checks, of.b_falls, b),
        }
        self.roll = action_rolls(throw, r, a=of.a_acts, b=of.b_acts)

    def turns(self) -> TurnModel:
        """The fight, turn by turn."""
        of, sides = self.numbers, self.sides.values()
        ready = [Ready(side.gun.shots * side.gun.loaded) for side in sides]
        start = (*(Man(side.began) for side in sides), *NOBODY_YET, *ready)
        phases = Activations(self.throw, self.r, self.activation, OWN).phases(of.order, of.first)
        return until_one_is_out(of, start, phases)

    @CachedMethod
    def shot(self, side: str, points: int, low: bool) -> Consequence:
        """The wound that one shot makes; "none" for a miss too."""
        of = self.sides[side]
        unhurt = of.shots[low]
        now = unhurt._replace(needed=unhurt.needed + self.point * (points - of.began))
        return self.throw.after(
            self.throw.dice_of(fire, now, self.r), lambda wound: wound if wound in WOUNDS else "none"
        )

    @CachedMethod
    def wounded(self, side: str, man: Man, wound: str) -> Dist | Man:
        """The man after a wound."""
        of = self.sides[side]
        return hit(self.throw, self.r.of_side(side), man, wound, self.numbers.death_at, of.falls, of.checks)

    @CachedMethod
    def shoots(self, side: str, foe: str, me: Man, him: Man) -> Dist | Pair:
        """(me, him) after my shot."""
        shot = self.shot(side, me.points, him.posture != "up")
        shot_at = self.throw.after(shot, lambda wound: self.wounded(foe, him, wound))
        return self.throw.after(shot_at, lambda him: struck(me, him))

    @CachedMethod
    def activation(self, side: str, foe: str, me: Man, him: Man, ready: Ready) -> Dist | After:
        """(me, him, how ready I am) after my activation."""
        of = self.sides[side]
        if me.posture != "up":  # shock took my aim, which nobody asks for before I am up again
            ready = ready._replace(aimed=0)

        def act() -> Dist | After:
            if not ready.rounds:
                return me, him, of.gun.reloading(ready)
            if ready.aimed < of.patience:
                return me, him, ready._replace(aimed=ready.aimed + 1)
            after = ready._replace(rounds=ready.rounds - of.gun.counted, aimed=0)
            return self.throw.after(self.shoots(side, foe, me, him), lambda pair: (*pair, after))

        return acted(self.throw, self.roll(side, me.points), me, him, act, ready)


def play(throw: Throw, r: Ruleset, gunmen: Gunmen) -> TurnModel:
    """A gunfight, turn by turn."""
    return Gunfight(throw, r, gunmen).turns()


def says_man(r: Ruleset, side: str, shot: Shot, roll: Nerve, gun: Gun) -> str:
    """What one of them needs, in words."""
    loads = f"after {so_many(gun.shots, 'round')} he reloads for {so_many(gun.reload, 'activation')}"
    hits = f"needs {needs(r, shot)} to hit" if shot.in_reach else "cannot reach the other"
    return f"{side} {acts_on(r, roll)}; he {hits}, and {loads}."


def says(r: Ruleset, gunmen: Gunmen) -> list[str]:
    """A turn in words."""
    a, b = gunmen.wounds
    return [
        says_man(r, "A", gunmen.a_shoots, gunmen.a_acts[a], gunmen.a_gun),
        says_man(r, "B", gunmen.b_shoots, gunmen.b_acts[b], gunmen.b_gun),
        says_order(gunmen),
        f"{says_shock(gunmen.a_falls)} and loses his aim.",
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
    record=Gunmen,
    play=play,
    outcomes=OUTCOMES,
    events=EVENTS,
    wording=EVENT_WORDS,
    derived=(aim("a"), aim("b"), damage("a"), damage("b"), rolled, rolled_points),
    refusals=(refuse_dead,),
    changing=CHANGING,
    says=says,
)
