"""Demoralising attacks: a blow that is to break the foe's spirit, and what it does to his guard."""

from functools import partial
from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, each, inputs, total, value
from ...rulebook.book import Rule, Ruleset
from .contests import TIES_TO_ATTACKER, clash, says_clash
from .tasks import RESOLUTION, To, against, growth_rule, never_negative, on_task, percentage, roll


class Intimidation(NamedTuple):
    """The blow, both sides of the contest of wills, and the check against tears."""

    attack_percent: int
    pot_through: int
    presence: int
    resistance: int
    intimidate_percent: int
    resist_percent: int
    ties_to_attacker: bool
    stronger: bool
    fears_for_life: bool
    tears_percent: int


def impression(r: Ruleset, pot_through: int, by_reprisal: bool, progressive: str) -> Rule | int | None:
    """What the POT that got through adds, Progressive where it was a Reprisal."""
    return growth_rule(r, pot_through, progressive, "POT of the Reprisal") if by_reprisal else pot_through


def throw_intimidation(throw: Throw, r: Ruleset, intimidation: Intimidation) -> Consequence:
    """The blow, the contest of wills, and tears."""

    if not intimidation.pot_through:
        return roll(throw, r, "blow", intimidation.attack_percent, "no_effect", "attack_missed")
    tears = throw.cached(
        lambda: roll(throw, r, "holding back tears", intimidation.tears_percent, "surrenders", "breaks_down")
    )
    won: To = tears if intimidation.fears_for_life else "surrenders"
    won, lost = (won, "guard_drops") if intimidation.stronger else ("backs_away", "unaffected")
    ends = won, lost, won if intimidation.ties_to_attacker else lost, lost
    percents = intimidation.intimidate_percent, intimidation.resist_percent
    will = partial(clash, throw, r, *percents, *ends, ("attacker", "target"))
    return roll(throw, r, "blow", intimidation.attack_percent, will, "attack_missed")


def says(r: Ruleset, intimidation: Intimidation) -> list[str]:
    """The rolls in words."""
    lines = [f"The blow {on_task(r, 'hits', intimidation.attack_percent)}."]
    if not intimidation.pot_through:
        return [*lines, "No POT gets through, so the target is not impressed."]
    tie = "attacker" if intimidation.ties_to_attacker else "target"
    greater, won, lost = (
        ("AV", "surrenders", "drops his guard") if intimidation.stronger else ("DV", "backs away", "is not affected")
    )
    return [
        *lines,
        *says_clash(r, intimidation.intimidate_percent, intimidation.resist_percent, ("attacker", "target")),
        f"Equal margins go to the {tie}.",
        (
            f"The {greater} of the Presence attack counts as the greater: the target {won} if the attacker wins, "
            f"otherwise he {lost}."
        ),
        *(
            [f"He {on_task(r, 'holds back his tears', intimidation.tears_percent)}."]
            if intimidation.fears_for_life and intimidation.stronger
            else []
        ),
    ]


intimidation = Check(
    "realms_of_myth.intimidation",
    "Does the blow break the foe's spirit?",
    source="Demoralizing Attacks, Intimidating Foes",
    parameters=(
        "intimidation.attack_av intimidation.defence_dv intimidation.attack_chance intimidation.pot_through",
        "by_reprisal intimidate_av presence_dv target_presence_sl fellows_standing fellows_fallen fears_for_life",
        "intimidation.hrt intimidate_chance resist_chance tears_chance body_checks.margin_tie equal_av_dv",
        "intimidation.progressive",
        RESOLUTION,
    ),
    targets={
        **against(["attack_av"], ["defence_dv"], "attack_"),
        **inputs("pot_through", "fears_for_life"),
        "presence": total(
            "AV of the Presence attack",
            "intimidate_av",
            Node(impression, ("pot_through", "by_reprisal", "progressive"), "POT that gets through"),
            when="pot_through",
        ),
        "resistance": total(
            "DV of the target against it",
            *never_negative(
                value("presence_dv"),
                value("target_presence_sl", "Presence SL"),
                each("intimidation.fellow_standing", "fellows_standing"),
                each("intimidation.fellow_fallen", "fellows_fallen"),
            ),
            when="pot_through",
        ),
        "intimidate_percent": percentage("presence", "resistance", "intimidate_", "pot_through"),
        "resist_percent": percentage("resistance", "presence", "resist_", "pot_through"),
        "ties_to_attacker": TIES_TO_ATTACKER,
        "stronger": lambda r, presence, resistance, equal_av_dv: (
            presence > resistance or (presence == resistance and equal_av_dv == "attacker")
        ),
        **against([value("hrt", "HRT")], ["pot_through"], "tears_", "fears_for_life"),
    },
    record=Intimidation,
    dice=throw_intimidation,
    outcomes=("attack_missed", "no_effect", "unaffected", "guard_drops", "backs_away", "surrenders", "breaks_down"),
    events={
        "breaks his spirit": ("backs_away", "surrenders", "breaks_down"),
        "shakes him": ("guard_drops", "backs_away", "surrenders", "breaks_down"),
        "gives up": ("surrenders", "breaks_down"),
        "is missed": "attack_missed",
    },
    wording={"no_effect": "hit, but nothing gets through", "breaks_down": "breaks down in tears"},
    says=says,
)

# The guard drops ------------------------------------------------------------------------------------------------------

guard_drop = Check(
    "realms_of_myth.guard_drop",
    "How far does a shaken foe drop his guard?",
    source="Demoralizing Attacks, Intimidating Foes",
    parameters="intimidate_sl intimidation.hrt_mod",
    targets={
        "drop": total(
            "points off the DV",
            *never_negative(
                value("intimidate_sl", "Intimidate SL"),
                Node(lambda r, mod: -mod, ("hrt_mod",), "target's HRT modifier"),
            ),
        )
    },
    says="In the next segment (CS) the target's DV is {drop} lower.",
)
