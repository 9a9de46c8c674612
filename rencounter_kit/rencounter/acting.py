"""Acting and morale: does a man act when his unit's turn comes?"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..check import Check, ruling
from ..dist import d
from ..modifiers import each, node, total, value
from ..parameter import whole, yes_no
from ..rules import Ruleset
from ..throw import Throw
from ..wording import adjusted

STEM = "rencounter"
D6 = d(6)
OUTCOMES = ("act", "hesitate", "run", "rout", "overcome")

FIGURE = (
    whole("experience", 1, 6, 4, "1 scum, 2 raw, 3 green, 4 average, 5 veteran, 6 master.", group="figure"),
    whole("wounds", 0, 5, 0, "Wound points: minor 1, serious 2, crippling 3.", group="figure", unit="points"),
)
MORALE = (
    yes_no("morale_check", False, "Does the roll count as a morale check?"),
    whole("men_lost", 0, 20, 0, "Other men of the unit dead, crippled, overcome or run away (+1 each).", unit="men"),
    yes_no("leader_lost", False, "The unit's leader is lost (+2)."),
    whole("units_lost_24", 0, 10, 0, "Friendly units eliminated within 24 inches (+1 each).", unit="units"),
    whole("units_lost_12", 0, 10, 0, "Friendly units eliminated within 12 inches (+2 each).", unit="units"),
    whole(
        "small_group_losses", 0, 3, 0, "Losses known to a split-off part of three men or fewer (+1 each).", unit="men"
    ),
    yes_no("leader_inspires", False, "The leader has acted and is near (-1 against losses, optional rule)."),
    yes_no("leader_panics", False, "The leader has panicked: counts as lost (optional rule)."),
)
EXTRA = whole("extra_modifier", -20, 20, 0, "What the referee adds to the die.")
RULINGS = tuple(
    ruling(STEM, name) for name in ("master_acts", "overcome_shifts_with_quality", "natural_one_acts_max_wounds")
)


def losses(
    r: Ruleset, morale_check: bool, men_lost: int, leader_lost: bool, units_lost_24: int, units_lost_12: int,
    small_group_losses: int, leader_inspires: bool, leader_panics: bool,
) -> Any:  # fmt: skip
    """Morale modifiers; a leader who inspires offsets losses only, so never below nothing."""
    if not morale_check:
        return None
    counted = [
        r.rule(f"morale.{name}").times(number)
        for name, number in (
            ("man_lost", men_lost),
            ("leader_lost", int(leader_lost or leader_panics)),
            ("unit_lost_24", units_lost_24),
            ("unit_lost_12", units_lost_12),
            ("small_group_loss", small_group_losses),
        )
        if number
    ]
    if leader_inspires and sum(rule.value for rule in counted) > 0:
        counted.append(r.rule("morale.leader_inspires"))
    return counted


def rout_at(r: Ruleset, experience: int) -> int:
    """The total at which this quality routs for good."""
    return int(r[f"action.rout.{experience}"])


def overcome_at(r: Ruleset, wounds: int, rout_at: int, overcome_shifts_with_quality: bool) -> int | None:
    """The total at which wounds overcome him; ``None`` for a man too little hurt."""
    if wounds < r["action.overcome_wounds"]:
        return None
    return rout_at if overcome_shifts_with_quality else int(r["action.overcome"])


def run_at(r: Ruleset) -> int:
    """The lowest total that is a failure of nerve."""
    return int(r["action.highest_act"]) + 1


def lucky(r: Ruleset, wounds: int, natural_one_acts_max_wounds: int) -> bool:
    """Does a natural 1 always act?"""
    return wounds <= natural_one_acts_max_wounds


def confirms(r: Ruleset, experience: int, master_acts: str) -> bool:
    """Must a master confirm a natural 6?"""
    return experience == r["action.master"] and master_acts == "confirm"


# What the action die sees, beside its modifier; also for the action checks inside other rules.
TARGETS: dict[str, Any] = {
    "experience": node(lambda r, x: x, x="experience"),
    "rout_at": rout_at,
    "overcome_at": overcome_at,
    "lucky": lucky,
    "confirms": confirms,
}
MODIFIER = total("on the action die (d6)", each("wounds.point.action", "wounds"), losses, value("extra_modifier"))


def throw_action(t: Any, throw: Throw, r: Ruleset, then: Any = lambda outcome: outcome) -> Any:
    """The action die; ``then`` says where each of ``OUTCOMES`` leads."""

    def natural(face: int) -> Any:
        total = face + t.modifier
        if face == r["action.lucky"] and t.lucky:
            return then("act")
        if t.confirms and not t.modifier and face == D6.outcomes[-1]:
            low = r["action.master_confirms"]
            return throw("second die of a master", D6, lambda second: then("act" if second < low else "hesitate"))
        if total <= t.experience and total <= r["action.highest_act"]:
            return then("act")
        if total <= r["action.highest_act"]:
            return then("hesitate")
        if t.overcome_at is not None and total >= t.overcome_at:
            return then("overcome")
        return then("rout" if total >= t.rout_at and total > run_at(r) else "run")

    return throw("action", D6, natural)


def says_acts(t: Any, r: Ruleset, does: str) -> list[str]:
    """When the roll succeeds, in words."""
    told = [f"{does} when the {adjusted('d6', t.modifier)} is {t.experience} or less."]
    if t.lucky:
        told.append(f"A natural {r['action.lucky']} always succeeds.")
    if t.confirms and not t.modifier:
        told.append(f"A natural 6 fails when a second die shows {r['action.master_confirms']} or more.")
    return told


def says(t: Any, r: Ruleset) -> list[str]:
    """The action roll in words."""
    told = [*says_acts(t, r, "Acts"), f"A total of {run_at(r)} or more runs, of {t.rout_at} or more for good."]
    if t.overcome_at is not None:
        told.append(f"Hurt as he is, a total of {t.overcome_at} or more overcomes him.")
    return told


action = Check(
    "rencounter.action",
    "Does he act?",
    "Actions; Effects of Wounds; Morale",
    (*FIGURE, *MORALE, EXTRA, *RULINGS),
    {"modifier": MODIFIER, **TARGETS},
    throw_action,
    OUTCOMES,
    {"acts": ("act",), "runs or routs": ("run", "rout"), "is out of the game": ("rout", "overcome")},
    says=says,
)


def check_lucky(r: Ruleset, wounds: int, natural_one_acts_max_wounds: int, natural_one_in_checks: bool) -> bool:
    """Does a natural 1 always succeed in an action check inside another rule?"""
    return natural_one_in_checks and wounds <= natural_one_acts_max_wounds


class Nerve(NamedTuple):
    """What the action die sees when another rule asks only whether a man acts."""

    modifier: int
    experience: int
    lucky: bool
    confirms: bool
    rout_at: int
    overcome_at: int | None


def nerve(
    r: Ruleset, experience: int, wounds: int, master_acts: str, natural_one_acts_max_wounds: int,
    natural_one_in_checks: bool, checks_can_overcome: bool,
) -> Nerve:  # fmt: skip
    """The target numbers of an action check inside another rule, for a man with these wounds."""
    return Nerve(
        wounds * r["wounds.point.action"],
        experience,
        check_lucky(r, wounds, natural_one_acts_max_wounds, natural_one_in_checks),
        confirms(r, experience, master_acts),
        rout_at(r, experience),
        overcome_at(r, wounds, rout_at(r, experience), False) if checks_can_overcome else None,
    )


def activation(
    r: Ruleset, experience: int, wounds: int, master_acts: str, natural_one_acts_max_wounds: int,
    overcome_shifts_with_quality: bool,
) -> Nerve:  # fmt: skip
    """The target numbers of an action roll proper, within a process, for a man with these wounds."""
    rolls = nerve(r, experience, wounds, master_acts, natural_one_acts_max_wounds, True, False)
    return rolls._replace(overcome_at=overcome_at(r, wounds, rolls.rout_at, overcome_shifts_with_quality))


duck_back = Check(
    "rencounter.duck_back",
    "Does he duck back behind his cover?",
    "Duck backs",
    (*FIGURE, *MORALE, EXTRA, *RULINGS, ruling(STEM, "natural_one_in_checks")),
    {
        "modifier": total(MODIFIER.roll, *MODIFIER.parts, lambda r: r.rule("fire.duck_back")),
        **TARGETS,
        "lucky": check_lucky,
    },
    lambda t, throw, r: throw_action(t, throw, r, lambda outcome: "stays" if outcome == "act" else "ducks"),
    ("stays", "ducks"),
    {"ducks": ("ducks",)},
    says=lambda t, r: says_acts(t, r, "Stays"),
)

__all__ = ["D6", "FIGURE", "RULINGS", "STEM", "action", "activation", "duck_back", "nerve", "throw_action"]
