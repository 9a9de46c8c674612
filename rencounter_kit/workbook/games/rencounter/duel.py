"""A duel: two men in contact, stroke after stroke, until one is dead, overcome or runs."""

from __future__ import annotations

from collections.abc import Callable

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import Targets, Throw
from ...mechanics.modifiers import given, number
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...rulebook.book import Ruleset
from .acting import Nerve, acts_on
from .broken_weapons import weapon_stuck
from .duel_weapons import (
    GONE,
    HELD,
    WEAPONS,
    WHOLE,
    Arms,
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
from .melee import OVERCOME, RULINGS, Attack, Stroke, answer_to, attack_with, faces
from .shock import KNOCKDOWN, falls, rolled, rolled_points
from .two_men import (
    ACTING,
    ACTS,
    CHANGING,
    EVENTS,
    NOBODY_YET,
    ORDER,
    OTHER,
    OUTCOMES,
    SAID,
    Pair,
    acted,
    action_rolls,
    hit,
    in_order,
    lost,
    refuse_dead,
    says_order,
    says_shock,
    struck,
    until_one_is_out,
)

RULED = RULINGS.replace(" cover_applies_to_parry", "")
PARAMETERS = ("man.a_* man.b_*", ORDER, "turn_limit duel.result", RULED, ACTING, KNOCKDOWN, WEAPONS)


def play(t: Targets, throw: Throw, r: Ruleset) -> TurnModel:
    """Activation after activation; each stroke as in rencounter.melee, with the wounds that they have by then."""
    arms: dict[str, dict[tuple[Has, Has], Arms]] = {
        "a": {(WHOLE, WHOLE): Arms(t.a_strikes, t.a_strikes_down, None), **dict(t.a_by_arms)},
        "b": {(WHOLE, WHOLE): Arms(t.b_strikes, t.b_strikes_down, None), **dict(t.b_by_arms)},
    }
    may_have = {side: {mine for mine, _ in table} for side, table in arms.items()}
    acts, checks = {"a": t.a_acts, "b": t.b_acts}, {"a": t.a_checks, "b": t.b_checks}
    roll = action_rolls(throw, r, **acts)
    falls = {("a", True): t.a_falls, ("b", True): t.b_falls, ("a", False): t.a_falls_bare, ("b", False): t.b_falls_bare}
    pulls = {"a": t.a_pulls, "b": t.b_pulls}
    began = dict(zip("ab", t.wounds, strict=True))

    @throw.cached
    def attack(side: str, me: int, has: tuple[Has, Has], down: bool) -> Dist | Attack:
        """My attack, with my wounds."""
        of = arms[side][has]
        unhurt = of.strikes_down if down else of.strikes
        now = unhurt._replace(attack=unhurt.attack + t.wound_point * (me - began[side]))
        return attack_with(throw, r, now, of.brittle)

    @throw.cached
    def answer(side: str, him: int, has: tuple[Has, Has], posture: str) -> Callable[[Attack], Dist | Outcome]:
        """What comes of each attack: the wounds (of the foe, of me), with the wounds he has by then; or what breaks."""
        foe = OTHER[side]
        of, his = arms[side][has], him - began[foe]
        unhurt = of.strikes_down if posture != "up" else of.strikes
        now = unhurt._replace(
            parry=unhurt.parry + t.parry_point * his,
            riposte=unhurt.riposte + t.wound_point * his,
            check=checks[foe][him]._replace(overcome_at=acts[foe][him].overcome_at if t.checks_can_overcome else None),
            may_riposte=unhurt.may_riposte and posture != "shock",
        )
        return answer_to(throw, r, now, of.brittle)

    @throw.cached
    def stroke(side: str, me: int, him: int, has: tuple[Has, Has], posture: str) -> Dist | Outcome:
        """The wounds of one stroke (of the foe, of me); or what breaks on a parry."""
        return throw.after(attack(side, me, has, posture != "up"), answer(side, him, has, posture))

    def without(side: str, man: Fencer, what: str) -> Fencer:
        """The man without his weapon or shield, if he had what he can lose."""
        after = man._replace(weapon=GONE) if what == "weapon" else man._replace(shield=False)
        return after if after.has in may_have[side] else man

    def parried(side: str, foe: str, me: Fencer, him: Fencer, broken: str) -> tuple[Fencer, Fencer]:
        """(me, him) after he has parried; his shield goes before his weapon."""
        if broken in ("attacker_breaks", "both") and me.weapon == HELD:
            me = without(side, me, "weapon")
        if broken in ("defender_breaks", "both"):
            bereft = without(foe, him, "shield")
            him = without(foe, him, "weapon") if bereft == him and him.weapon == HELD else bereft
        return me, him

    def pulled(side: str, me: Fencer, wound: str) -> Dist | Fencer:
        """The man once he has tried to get his weapon out of him whom he wounded so."""
        roll, lost = pulls[side], without(side, me, "weapon")
        if roll is None or lost == me or me.weapon != HELD or r[f"wounds.{wound}"] < r["weapon_stuck.points"]:
            return me
        after = {"free": me, "stuck": me._replace(weapon=r["weapon_stuck.activations"])}
        now = roll._replace(skill=roll.skill + t.wound_point * me.points)
        return throw.after(throw.asked(weapon_stuck, now, r), lambda how: after.get(how, lost))

    @throw.cached
    def wounded(side: str, man: Fencer, wound: str, by_weapon: bool) -> Dist | Fencer:
        """The man after a wound, by a weapon or by bare hands."""
        return hit(throw, r, man, wound, t.death_at, falls[side, by_weapon], checks[side])

    def wounds(side: str, me: Fencer, him: Fencer, wound: str) -> Dist | Pair:
        """(me, him) after I have wounded him."""

        def then(him: Fencer) -> Dist | Pair:
            if him.posture == "dead" or pulls[side] is None:
                return struck(me, him)
            return throw.after(pulled(side, me, wound), lambda me: (me, him))

        return throw.after(wounded(OTHER[side], him, wound, me.weapon == HELD), then)

    @throw.cached
    def activation(side: str, foe: str, me: Fencer, him: Fencer) -> Dist | Pair:
        """(me, him) after my activation."""

        def on(came: str | tuple[str, str]) -> Dist | Pair:
            if came == OVERCOME:
                return lost("overcome", me.points)[::-1]
            if isinstance(came, str):
                return parried(side, foe, me, him, came)
            given, returned = came
            if returned != "none":
                return throw.after(wounds(foe, him, me, returned), lambda pair: (pair[1], pair[0]))
            return wounds(side, me, him, given) if given != "none" else (me, him)

        def act() -> Dist | Pair:
            if me.weapon > HELD:
                return me._replace(weapon=me.weapon - 1), him
            return throw.after(stroke(side, me.points, him.points, (me.has, him.has), him.posture), on)

        return acted(throw, roll(side, me.points), me, him, act)

    start = (Fencer(t.wounds[0]), Fencer(t.wounds[1]), *NOBODY_YET)
    return until_one_is_out(t, start, in_order(t.order, t.first, throw, r, activation))


def says_man(side: str, stroke: Stroke, roll: Nerve, r: Ruleset) -> str:
    """What one of them needs, in words."""
    return (
        f"{side} {acts_on(r, roll)}; his attack then succeeds on {faces(r, stroke.attack, stroke.reading.strict)}, and the "
        f"parry on {faces(r, stroke.parry, stroke.reading.strict)}."
    )


def says(t: Targets, r: Ruleset) -> list[str]:
    """A turn in words."""
    a, b = t.wounds
    return [
        says_man("A", t.a_strikes, t.a_acts[a], r),
        says_man("B", t.b_strikes, t.b_acts[b], r),
        says_order(t),
        f"{says_shock(t.a_falls)}: one action to recover, another to get up.",
        *says_weapons(t.a_by_arms, t.b_by_arms, t.a_pulls, r),
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
        **given("checks_can_overcome"),
    },
    play=play,
    outcomes=OUTCOMES,
    events=EVENTS,
    said=SAID,
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
