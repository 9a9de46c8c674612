"""Recovery: what becomes of a man's wounds after the fight.

A septic wound point is thrown again as two dice, so there is no last die. It ends all the same, but with chances that
are roots of equations and no fractions: they are rounded here, which every answer says, and SymPy knows them exactly.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from ....engine.dice.dist import Dist, Outcome
from ....engine.dice.throw import Consequence, Exact, Throw
from ....engine.words.errors import RuleError
from ....engine.words.wording import adjusted, rounded_text
from ...mechanics.check import Algebra, Check, Proven
from ...mechanics.modifiers import inputs, number, refuse, total
from ...mechanics.space import graded
from ...rulebook.book import Rule, Ruleset
from .offspring import NEAR, EndlessDiceError, Kind, Number, exactly, rounded


def danger(r: Ruleset, hazard: int) -> Rule | None:
    """What makes it worse."""
    return r.rule("recovery.great_hazard" if hazard > 1 else "recovery.some_hazard") if hazard else None


def refuse_care(r: Ruleset, hazard: int, prompt_care: bool) -> None:
    """Care and a hazard at once."""
    refuse(
        hazard and prompt_care, f"hazard must be 0 with prompt_care; got {hazard}; it is either the one or the other"
    )


def one_die(throw: Throw, r: Ruleset, modifier: int, rerolls: int) -> Consequence:
    """A die on the table; a bad one may be thrown again."""

    def row(left: int, face: int) -> Dist | str:
        if left and face <= r["recovery.care_up_to"]:
            return throw("reroll", r.dice("recovery"), lambda again: row(left - 1, again))
        return r.look_up("recovery.table", face + modifier)

    return throw("wound point", r.dice("recovery"), lambda face: row(rerolls, face))


def kind(r: Ruleset, modifier: int, rerolls: int) -> Kind:
    """What one die does."""
    die = one_die(Exact(), r, modifier, rerolls)
    return Kind(die["healed"], die["permanent"], die["sepsis"])


class Recovery(NamedTuple):
    """A die for each wound point: what is added to it and to those in place of a septic one, and how often a bad one is
    thrown again.
    """

    wound_points: int
    modifier: int
    later: int
    rerolls: int


def kinds(r: Ruleset, recovery: Recovery) -> tuple[Kind, Kind]:
    """A die of a wound point, and one in place of a septic one."""
    return kind(r, recovery.modifier, recovery.rerolls), kind(r, recovery.later, recovery.rerolls)


def throw_recovery(throw: Throw, r: Ruleset, recovery: Recovery) -> Dist | int | str:
    """Die by die, those in place of septic ones first, until all have fallen or he is dead."""
    new, survives = r["recovery.sepsis_dice"], r["recovery.survives"]

    def exact_days(points: int, extra: int, permanent: int) -> Dist:
        """What comes of so many dice."""
        try:
            chances = rounded((points, extra), *kinds(r, recovery), new, survives - permanent)
        except EndlessDiceError:
            raise RuleError(
                f"recovery.table must let wounds heal or stay; got a {r['dice.recovery']} that can go on for ever"
            ) from None
        whole = lcm(*(chance.denominator for chance in chances))
        weights = {permanent + n: int(chance * whole) for n, chance in enumerate(chances)}
        return Dist({**weights, "dead": whole - sum(weights.values())})

    @throw.cached
    def go_on(points: int, extra: int, permanent: int) -> Dist | int | str:
        if permanent > survives:
            return "dead"
        if not points and not extra:
            return permanent
        rest = (points, extra - 1) if extra else (points - 1, 0)

        def becomes(row: str) -> Dist | int | str:
            if row != "sepsis":
                return go_on(*rest, permanent + (row == "permanent"))
            septic = (rest[0], rest[1] + new, permanent)
            return throw.unending("the dice after a septic one", lambda: go_on(*septic), lambda: exact_days(*septic))

        return throw.after(one_die(throw, r, recovery.later if extra else recovery.modifier, recovery.rerolls), becomes)

    return go_on(recovery.wound_points, 0, 0)


def within(r: Ruleset, recovery: Recovery) -> Fraction:
    """How near the rounded chances are; no distance where no die can be septic."""
    return NEAR if kinds(r, recovery)[0].again else Fraction(0)


def algebraic(r: Ruleset, recovery: Recovery) -> Mapping[Outcome, Number]:
    """The chances as exact numbers."""
    survives = r["recovery.survives"]
    chances = exactly((recovery.wound_points, 0), *kinds(r, recovery), r["recovery.sepsis_dice"], survives)
    return {**dict(enumerate(chances)), "dead": 1 - sum(chances)}


def says(r: Ruleset, recovery: Recovery) -> list[str]:
    """The dice in words."""
    each = adjusted(r["dice.recovery"], recovery.modifier)
    lines = [f"A {each} for each wound point: sepsis (more dice in its place), a permanent point, or healed."]
    if recovery.later != recovery.modifier:
        lines.append("The dice in place of a septic one are rolled without the modifier.")
    if recovery.rerolls:
        lines.append(f"A die of {r['recovery.care_up_to']} or less is rolled again.")
    lines.append(f"More than {r['recovery.survives']} permanent points kill.")
    return [*lines, *filter(None, [rounded_text(within(r, recovery))])]


recovery = Check(
    "rencounter.recovery",
    "What becomes of his wounds?",
    source="Campaigning and Improvement between games",
    parameters="wound_points hazard prompt_care sepsis_modifier_repeats",
    targets={
        **inputs("wound_points"),
        "modifier": total("on each die ({dice.recovery})", danger),
        # in place of a septic one
        "later": lambda r, modifier, sepsis_modifier_repeats: modifier if sepsis_modifier_repeats else 0,
        "rerolls": number("recovery.care_rerolls", "prompt_care"),
    },
    record=Recovery,
    dice=throw_recovery,
    outcomes=graded(("dead",), numbers=True),
    events={"heals without a mark": "0", "dies": "dead"},
    refusals=(refuse_care,),
    says=says,
    proven=Proven(algebra=Algebra(within, algebraic)),
)
