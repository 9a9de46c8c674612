"""A duel: two men in contact, stroke after stroke, until one is dead, overcome or runs."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import CachedMethod, Consequence, Targets, Throw
from ...mechanics.modifiers import Node, inputs, number
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.sides import OTHER, of_both, of_each
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
from .melee import OVERCOME, RIPOSTE_RULINGS, STROKE_RULINGS, Attack, Stroke, answer_to, attack_with, faces
from .shock import KNOCKDOWN, rolled, rolled_points
from .two_men import (
    ACTING,
    ACTS,
    CHANGING,
    EVENT_WORDS,
    EVENTS,
    ORDER,
    OUTCOMES,
    Pair,
    TwoMen,
    acted,
    action_rolls,
    hit,
    lost,
    refuse_dead,
    says_order,
    says_shock,
    struck,
    struck_by,
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


class Duellist(NamedTuple):
    """One of the two, in all that may come: his strokes by what he and his foe still have, how he pulls his weapon out,
    when he falls, and his rolls by wound points.

    falls, falls_bare : struck by a weapon, or by bare hands.
    """

    strikes: Stroke
    strikes_down: Stroke
    by_arms: ByArms
    pulls: Pull | None
    falls: Targets | None
    falls_bare: Targets | None
    checks: Sequence[Nerve]
    acts: Sequence[Nerve]

    @property
    def arms(self) -> dict[tuple[Has, Has], Arms]:
        """His strokes, by what he and his foe have."""
        return {(WHOLE, WHOLE): Arms(self.strikes, self.strikes_down, None), **dict(self.by_arms)}


class Hurt(NamedTuple):
    """What wounds change in a stroke: for each point on attack and riposte, and on the parry; and can the check of a
    riposte overcome him?
    """

    wound_point: int
    parry_point: int
    checks_can_overcome: bool


class Duel:
    """Activation after activation; each stroke as in rencounter.melee, with the wounds that they have by then."""

    def __init__(self, throw: Throw, r: Ruleset, a: Duellist, b: Duellist, hurt: Hurt, two_men: TwoMen) -> None:
        self.throw, self.r, self.hurt, self.two_men = throw, r, hurt, two_men
        self.sides, self.began = {"a": a, "b": b}, dict(zip("ab", two_men.wounds, strict=True))
        self.seen = {side: r.of_side(side) for side in self.sides}
        self.arms = {side: man.arms for side, man in self.sides.items()}
        self.may_have = {side: {has for has, _ in arms} for side, arms in self.arms.items()}
        self.roll = action_rolls(throw, r, a=a.acts, b=b.acts)

    def turns(self) -> TurnModel:
        """The duel, turn by turn."""
        men = map(Fencer, self.began.values())
        return until_one_is_out(self.throw, self.r, self.two_men, self.activation, men)

    # A stroke ---------------------------------------------------------------------------------------------------------

    @CachedMethod
    def attack(self, side: str, me: int, has: tuple[Has, Has], down: bool) -> Dist | Attack:
        """My attack, with my wounds."""
        of = self.arms[side][has]
        unhurt = of.strikes_down if down else of.strikes
        now = unhurt._replace(attack=unhurt.attack + self.hurt.wound_point * (me - self.began[side]))
        return attack_with(self.throw, self.seen[side], now, of.brittle)

    @CachedMethod
    def answer(self, side: str, him: int, has: tuple[Has, Has], posture: str) -> Callable[[Attack], Consequence]:
        """What comes of each attack: the wounds (of the foe, of me), with the wounds he has by then; or what breaks."""
        foe, of = self.sides[OTHER[side]], self.arms[side][has]
        his = him - self.began[OTHER[side]]
        unhurt = of.strikes_down if posture != "up" else of.strikes
        overcome_at = foe.acts[him].overcome_at if self.hurt.checks_can_overcome else None
        now = unhurt._replace(
            parry=unhurt.parry + self.hurt.parry_point * his,
            riposte=unhurt.riposte + self.hurt.wound_point * his,
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
        return after if after.has in self.may_have[side] else man

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
        pull, lost = self.sides[side].pulls, self.without(side, me, "weapon")
        if pull is None or lost == me or me.weapon != HELD or self.r[f"wounds.{wound}"] < self.r["weapon_stuck.points"]:
            return me
        after = {"free": me, "stuck": me._replace(weapon=self.r["weapon_stuck.activations"])}
        now = pull._replace(skill=pull.skill + self.hurt.wound_point * me.points)
        pulled = self.throw.dice_of(weapon_stuck, now, self.seen[side])
        return self.throw.after(pulled, lambda how: after.get(how, lost))

    # Wounds -----------------------------------------------------------------------------------------------------------

    @CachedMethod
    def wounded(self, side: str, man: Fencer, wound: str, by_weapon: bool) -> Dist | Fencer:
        """The man after a wound, by a weapon or by bare hands."""
        of = self.sides[side]
        falls = of.falls if by_weapon else of.falls_bare
        return hit(self.throw, self.seen[side], man, wound, self.two_men.death_at, falls, of.checks)

    def wounds(self, side: str, me: Fencer, him: Fencer, wound: str) -> Dist | Pair:
        """(me, him) after I have wounded him."""

        def then(him: Fencer) -> Dist | Pair:
            if him.posture == "dead" or self.sides[side].pulls is None:
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


def says_man(r: Ruleset, side: str, man: Duellist, wounds: int) -> str:
    """What one of them needs, in words."""
    stroke = man.strikes
    attack, parry = (faces(r, needed, stroke.reading.strict) for needed in (stroke.attack, stroke.parry))
    return f"{side} {acts_on(r, man.acts[wounds])}; his attack then succeeds on {attack}, and the parry on {parry}."


def says(r: Ruleset, a: Duellist, b: Duellist, two_men: TwoMen) -> list[str]:
    """A turn in words."""
    return [
        *map(partial(says_man, r), "AB", (a, b), two_men.wounds),
        says_order(two_men),
        f"{says_shock(a.falls)}: one action to recover, another to get up.",
        *says_weapons(r, a.by_arms, b.by_arms, a.pulls),
    ]


duel = Process(
    "rencounter.duel",
    "Who wins the duel?",
    source="Melee; Actions; Wounds",
    parameters=PARAMETERS,
    targets={
        **of_both(
            strikes=lambda side, foe: strikes(side, foe, PARAMETERS),
            strikes_down=lambda side, foe: strikes(side, foe, PARAMETERS, True).without_reasons(),
            by_arms=lambda side, foe: by_arms(side, foe, PARAMETERS),
            pulls=lambda side, foe: pulls(side, PARAMETERS),
            falls=struck_by(PARAMETERS),
            falls_bare=lambda side, foe: struck_by(PARAMETERS, "bare_damage")(side, foe).without_reasons(),
        ),
        "wound_point": number("wounds.point.melee"),  # to attack and riposte
        "parry_point": number("wounds.point.melee", "wounded_modifies_parry"),
        **ACTS,
        **inputs("checks_can_overcome"),
    },
    record={"a": Duellist, "b": Duellist, "hurt": Hurt, "two_men": TwoMen},
    play=lambda throw, r, a, b, hurt, two_men: Duel(throw, r, a, b, hurt, two_men).turns(),
    outcomes=OUTCOMES,
    events=EVENTS,
    wording=EVENT_WORDS,
    derived=(
        rolled,
        rolled_points,
        bare,
        *of_each(damage).values(),
        Node(damage, ("bare",), "bare damage"),
        *of_each(blunt, "duel_weapons_stick").values(),
    ),
    refusals=(refuse_dead,),
    changing=CHANGING,
    says=says,
)
