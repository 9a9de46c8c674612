"""A duel: two men in contact, stroke after stroke, until one is dead, overcome or runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import CachedMethod, Consequence, Throw
from ...mechanics.modifiers import inputs, number
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Ruleset
from .acting import Nerve, acts_on
from .broken_weapons import Pull, weapon_stuck
from .duel_weapons import (
    HELD,
    LOST,
    WEAPONS,
    WHOLE,
    Arms,
    ByArms,
    Fencer,
    Has,
    bare,
    blunt,
    by_arms,
    damage,
    pulls,
    says_weapons,
    strikes,
)
from .knockdown import Knockdown
from .melee import OVERCOME, RIPOSTE_RULINGS, STROKE_RULINGS, Attack, Stroke, answer_to, attack_with, faces
from .shock import KNOCKDOWN, falls, rolled, rolled_points
from .two_men import (
    ACTING,
    ACTS,
    CHANGING,
    EVENT_WORDS,
    EVENTS,
    NOBODY_YET,
    ORDER,
    OTHER,
    OUTCOMES,
    Activations,
    Pair,
    acted,
    action_rolls,
    hit,
    lost,
    refuse_dead,
    says_order,
    says_shock,
    struck,
    until_one_is_out,
)

PARAMETERS = (
    "man.a_* man.b_*",
    ORDER,
    "turn_limit duel.result",
    STROKE_RULINGS,
    RIPOSTE_RULINGS,
    ACTING,
    KNOCKDOWN,
    WEAPONS,
)


class Duellists(NamedTuple):
    """What the two need in all that may come: strokes by what they still have, rolls by their wound points, falls,
    pulls.

    wound_point, parry_point : for each wound point, on attack and riposte, and on the parry.
    """

    a_strikes: Stroke
    b_strikes: Stroke
    a_strikes_down: Stroke
    b_strikes_down: Stroke
    a_by_arms: ByArms
    b_by_arms: ByArms
    a_pulls: Pull | None
    b_pulls: Pull | None
    a_falls: Knockdown | None
    b_falls: Knockdown | None
    a_falls_bare: Knockdown | None
    b_falls_bare: Knockdown | None
    wound_point: int
    parry_point: int
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
    checks_can_overcome: bool


class DuelSide(NamedTuple):
    """One of the two.

    arms : his strokes, by what he and his foe have.
    falls : struck by a weapon, or by bare hands.
    """

    arms: dict[tuple[Has, Has], Arms]
    may_have: set[Has]
    acts: Sequence[Nerve]
    checks: Sequence[Nerve]
    falls: dict[bool, Knockdown | None]
    pull: Pull | None
    began: int


class Duel:
    """Activation after activation; each stroke as in rencounter.melee, with the wounds that they have by then."""

    def __init__(self, throw: Throw, r: Ruleset, duellists: Duellists) -> None:
        self.throw, self.r, self.numbers = throw, r, duellists
        self.seen = {side: r.of_side(side) for side in "ab"}
        (a, b), of = duellists.wounds, duellists
        a_arms = {(WHOLE, WHOLE): Arms(of.a_strikes, of.a_strikes_down, None), **dict(of.a_by_arms)}
        b_arms = {(WHOLE, WHOLE): Arms(of.b_strikes, of.b_strikes_down, None), **dict(of.b_by_arms)}
        a_falls, b_falls = {True: of.a_falls, False: of.a_falls_bare}, {True: of.b_falls, False: of.b_falls_bare}
        self.sides = {
            "a": DuelSide(a_arms, {has for has, _ in a_arms}, of.a_acts, of.a_checks, a_falls, of.a_pulls, a),
            "b": DuelSide(b_arms, {has for has, _ in b_arms}, of.b_acts, of.b_checks, b_falls, of.b_pulls, b),
        }
        self.roll = action_rolls(throw, r, a=of.a_acts, b=of.b_acts)

    def turns(self) -> TurnModel:
        """The duel, turn by turn."""
        of = self.numbers
        start = (*(Fencer(side.began) for side in self.sides.values()), *NOBODY_YET)
        phases = Activations(self.throw, self.r, self.activation).phases(of.order, of.first)
        return until_one_is_out(of, start, phases)

    # A stroke ---------------------------------------------------------------------------------------------------------

    @CachedMethod
    def attack(self, side: str, me: int, has: tuple[Has, Has], down: bool) -> Dist | Attack:
        """My attack, with my wounds."""
        mine = self.sides[side]
        of = mine.arms[has]
        unhurt = of.strikes_down if down else of.strikes
        now = unhurt._replace(attack=unhurt.attack + self.numbers.wound_point * (me - mine.began))
        return attack_with(self.throw, self.seen[side], now, of.brittle)

    @CachedMethod
    def answer(self, side: str, him: int, has: tuple[Has, Has], posture: str) -> Callable[[Attack], Consequence]:
        """What comes of each attack: the wounds (of the foe, of me), with the wounds he has by then; or what breaks."""
        foe, of = self.sides[OTHER[side]], self.sides[side].arms[has]
        his = him - foe.began
        unhurt = of.strikes_down if posture != "up" else of.strikes
        overcome_at = foe.acts[him].overcome_at if self.numbers.checks_can_overcome else None
        now = unhurt._replace(
            parry=unhurt.parry + self.numbers.parry_point * his,
            riposte=unhurt.riposte + self.numbers.wound_point * his,
            check=foe.checks[him]._replace(overcome_at=overcome_at),
            may_riposte=unhurt.may_riposte and posture != "shock",
        )
        return answer_to(self.throw, self.seen[side], now, of.brittle)

    @CachedMethod
    def stroke(self, side: str, me: int, him: int, has: tuple[Has, Has], posture: str) -> Consequence:
        """The wounds of one stroke (of the foe, of me); or what breaks on a parry."""
        attack = self.attack(side, me, has, posture != "up")
        return self.throw.after(attack, self.answer(side, him, has, posture))

    # What is lost -----------------------------------------------------------------------------------------------------

    def without(self, side: str, man: Fencer, what: str) -> Fencer:
        """The man without his weapon or shield, if he had what he can lose."""
        after = man._replace(weapon=LOST) if what == "weapon" else man._replace(shield=False)
        return after if after.has in self.sides[side].may_have else man

    def parried(self, side: str, me: Fencer, him: Fencer, broken: str) -> tuple[Fencer, Fencer]:
        """(me, him) after he has parried; his shield goes before his weapon."""
        foe = OTHER[side]
        if broken in ("attacker_breaks", "both") and me.weapon == HELD:
            me = self.without(side, me, "weapon")
        if broken in ("defender_breaks", "both"):
            bereft = self.without(foe, him, "shield")
            him = self.without(foe, him, "weapon") if bereft == him and him.weapon == HELD else bereft
        return me, him

    def pulled(self, side: str, me: Fencer, wound: str) -> Dist | Fencer:
        """The man once he has tried to get his weapon out of him whom he wounded so."""
        pull, lost = self.sides[side].pull, self.without(side, me, "weapon")
        if pull is None or lost == me or me.weapon != HELD or self.r[f"wounds.{wound}"] < self.r["weapon_stuck.points"]:
            return me
        after = {"free": me, "stuck": me._replace(weapon=self.r["weapon_stuck.activations"])}
        now = pull._replace(skill=pull.skill + self.numbers.wound_point * me.points)
        pulled = self.throw.dice_of(weapon_stuck, now, self.seen[side])
        return self.throw.after(pulled, lambda how: after.get(how, lost))

    # Wounds -----------------------------------------------------------------------------------------------------------

    @CachedMethod
    def wounded(self, side: str, man: Fencer, wound: str, by_weapon: bool) -> Dist | Fencer:
        """The man after a wound, by a weapon or by bare hands."""
        of = self.sides[side]
        return hit(self.throw, self.seen[side], man, wound, self.numbers.death_at, of.falls[by_weapon], of.checks)

    def wounds(self, side: str, me: Fencer, him: Fencer, wound: str) -> Dist | Pair:
        """(me, him) after I have wounded him."""

        def then(him: Fencer) -> Dist | Pair:
            if him.posture == "dead" or self.sides[side].pull is None:
                return struck(me, him)
            return self.throw.after(self.pulled(side, me, wound), lambda me: (me, him))

        return self.throw.after(self.wounded(OTHER[side], him, wound, me.weapon == HELD), then)

    # An activation ----------------------------------------------------------------------------------------------------

    @CachedMethod
    def activation(self, side: str, foe: str, me: Fencer, him: Fencer) -> Dist | Pair:
        """(me, him) after my activation."""

        def act() -> Dist | Pair:
            if me.weapon > HELD:
                return me._replace(weapon=me.weapon - 1), him
            stroke = self.stroke(side, me.points, him.points, (me.has, him.has), him.posture)
            return self.throw.after(stroke, lambda came: self.comes(side, me, him, came))

        return acted(self.throw, self.roll(side, me.points), me, him, act)

    def comes(self, side: str, me: Fencer, him: Fencer, came: str | tuple[str, str]) -> Dist | Pair:
        """(me, him) after what came of my stroke."""
        if came == OVERCOME:
            return lost("overcome", me.points)[::-1]
        if isinstance(came, str):
            return self.parried(side, me, him, came)
        wound, returned = came
        if returned != "none":
            return self.throw.after(self.wounds(OTHER[side], him, me, returned), lambda pair: (pair[1], pair[0]))
        return self.wounds(side, me, him, wound) if wound != "none" else (me, him)


def play(throw: Throw, r: Ruleset, duellists: Duellists) -> TurnModel:
    """A duel, turn by turn."""
    return Duel(throw, r, duellists).turns()


def says_man(r: Ruleset, side: str, stroke: Stroke, roll: Nerve) -> str:
    """What one of them needs, in words."""
    attack, parry = (faces(r, needed, stroke.reading.strict) for needed in (stroke.attack, stroke.parry))
    return f"{side} {acts_on(r, roll)}; his attack then succeeds on {attack}, and the parry on {parry}."


def says(r: Ruleset, duellists: Duellists) -> list[str]:
    """A turn in words."""
    a, b = duellists.wounds
    return [
        says_man(r, "A", duellists.a_strikes, duellists.a_acts[a]),
        says_man(r, "B", duellists.b_strikes, duellists.b_acts[b]),
        says_order(duellists),
        f"{says_shock(duellists.a_falls)}: one action to recover, another to get up.",
        *says_weapons(r, duellists.a_by_arms, duellists.b_by_arms, duellists.a_pulls),
    ]


duel = Process(
    "rencounter.duel",
    "Who wins the duel?",
    source="Melee; Actions; Wounds",
    parameters=PARAMETERS,
    targets={
        "a_strikes": strikes("a", "b", PARAMETERS),
        "b_strikes": strikes("b", "a", PARAMETERS),
        "a_strikes_down": strikes("a", "b", PARAMETERS, True).without_reasons(),
        "b_strikes_down": strikes("b", "a", PARAMETERS, True).without_reasons(),
        "a_by_arms": by_arms("a", "b", PARAMETERS),
        "b_by_arms": by_arms("b", "a", PARAMETERS),
        "a_pulls": pulls("a", PARAMETERS),
        "b_pulls": pulls("b", PARAMETERS),
        "a_falls": falls("A, struck by B", "a_experience", PARAMETERS, "b_damage"),
        "b_falls": falls("B, struck by A", "b_experience", PARAMETERS, "a_damage"),
        "a_falls_bare": falls("A, struck by B", "a_experience", PARAMETERS, "bare_damage").without_reasons(),
        "b_falls_bare": falls("B, struck by A", "b_experience", PARAMETERS, "bare_damage").without_reasons(),
        "wound_point": number("wounds.point.melee"),  # to attack and riposte
        "parry_point": number("wounds.point.melee", "wounded_modifies_parry"),
        **ACTS,
        **inputs("checks_can_overcome"),
    },
    record=Duellists,
    play=play,
    outcomes=OUTCOMES,
    events=EVENTS,
    wording=EVENT_WORDS,
    derived=(
        rolled,
        rolled_points,
        bare,
        *(damage(weapon) for weapon in ("a_weapon", "b_weapon", "bare")),
        *(blunt(side) for side in "ab"),
    ),
    refusals=(refuse_dead,),
    changing=CHANGING,
    says=says,
)
