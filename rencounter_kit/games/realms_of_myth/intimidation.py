"""Demoralising attacks: a blow that is to break the foe's spirit, and what it does to his guard."""

from __future__ import annotations

from typing import NamedTuple

from ...dice.throw import Lead, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, each, given, total, value
from ...mechanics.parameter import ruling, whole, yes_no
from ...mechanics.ready_dice import no_dice
from ...rulebook.book import Rule, Ruleset
from .armor import armor_through
from .contests import TIES_TO_ATTACKER, clash, margin_tie, says_clash
from .parameters import blow, dv, modifier, points, skill
from .tasks import RESOLUTION, against, chance, growth_rule, no_less_than_0, on_task, percentage, throw_task

AFRAID = ("fears_for_life", (True,))


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


def stronger(r: Ruleset, presence: int, resistance: int, equal_av_dv: str) -> bool:
    """Is the AV the greater one?"""
    return presence > resistance or (presence == resistance and equal_av_dv == "attacker")


def throw_intimidation(t: Intimidation, throw: Throw, r: Ruleset) -> Lead:
    """The blow, the contest of wills, and tears."""

    def will(hit: bool) -> Lead:
        if not hit:
            return "attack_missed"
        if not t.pot_through:
            return "no_effect"
        equal = t.ties_to_attacker
        names = ("attacker", "target")
        contest = clash(throw, r, t.intimidate_percent, t.resist_percent, True, False, equal, False, names)
        return throw.after(contest, broken)

    def broken(won: bool) -> Lead:
        if not won:
            return "guard_drops" if t.stronger else "unaffected"
        if not t.stronger:
            return "backs_away"
        if not t.fears_for_life:
            return "surrenders"
        return throw_task(throw, r, "holding back tears", t.tears_percent, "surrenders", "breaks_down")

    return throw.after(throw_task(throw, r, "blow", t.attack_percent, True, False), will)


def says(t: Intimidation, r: Ruleset) -> list[str]:
    """The rolls in words."""
    lines = [f"The blow {on_task(r, 'hits', t.attack_percent)}."]
    if not t.pot_through:
        return [*lines, "No POT gets through, so the target is not impressed."]
    tie = "attacker" if t.ties_to_attacker else "target"
    greater, won, lost = (
        ("AV", "surrenders", "drops his guard") if t.stronger else ("DV", "backs away", "is not affected")
    )
    return [
        *lines,
        *says_clash(r, t.intimidate_percent, t.resist_percent, ("attacker", "target")),
        f"Equal margins go to the {tie}.",
        (
            f"The {greater} of the Presence attack counts as the greater: the target {won} if the attacker wins, "
            f"otherwise he {lost}."
        ),
        *([f"He {on_task(r, 'holds back his tears', t.tears_percent)}."] if t.fears_for_life and t.stronger else []),
    ]


intimidation = Check(
    "realms_of_myth.intimidation",
    "Does the blow break the foe's spirit?",
    source="Demoralizing Attacks, Intimidating Foes",
    parameters=(
        points("attack_av", 50, "Weapon AV of the blow.", hint="of the blow that is to frighten him"),
        dv("defence_dv", 50, "DV against the blow.", hint="of the defence against the blow"),
        chance("attack_chance", "to hit", group="figure"),
        blow(
            "pot_through",
            8,
            "POT of the blow that gets through the armour.",
            hint="what gets through the armour",
            takes=armor_through.id,
        ),
        yes_no("by_reprisal", False, "The blow is a Reprisal, so its POT counts as Progressive.", group="figure"),
        points("intimidate_av", 40, "AV of the Presence attack."),
        points("presence_dv", 40, "DV of the target against it.", "target"),
        skill(
            "target_presence_sl",
            200,
            "The target's highest SL in a Presence skill, 0 for none.",
            "target",
            hint="his highest; 0 for none",
        ),
        whole("fellows_standing", 0, 200, 0, "Comrades of the target who still stand.", group="target", unit="men"),
        whole("fellows_fallen", 0, 200, 0, "Comrades of the target who have fallen.", group="target", unit="men"),
        yes_no(
            "fears_for_life",
            False,
            "The target has reason to fear for his life, and may burst into tears.",
            hint="he may burst into tears",
            group="target",
        ),
        points("hrt", 13, "HRT of the target.", "target", only_with=AFRAID, hint="of the one who is to be frightened"),
        chance("intimidate_chance", "of the Presence attack", group="figure"),
        chance("resist_chance", "to resist it", group="target"),
        chance("tears_chance", "to hold back his tears", group="target", only_with=AFRAID),
        margin_tie(),
        ruling("equal_av_dv"),
        ruling("progressive", only_with=("by_reprisal", (True,))),
        *RESOLUTION,
    ),
    targets={
        **against(["attack_av"], ["defence_dv"], "attack_"),
        **given("pot_through", "fears_for_life"),
        "presence": total(
            "AV of the Presence attack",
            "intimidate_av",
            Node(impression, ("pot_through", "by_reprisal", "progressive"), "POT that gets through"),
            when="pot_through",
        ),
        "resistance": total(
            "DV of the target against it",
            *no_less_than_0(
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
        "stronger": stronger,
        **against([value("hrt", "HRT")], ["pot_through"], "tears_", "fears_for_life"),
    },
    dice=throw_intimidation,
    outcomes=("attack_missed", "no_effect", "unaffected", "guard_drops", "backs_away", "surrenders", "breaks_down"),
    events={
        "breaks his spirit": ("backs_away", "surrenders", "breaks_down"),
        "shakes him": ("guard_drops", "backs_away", "surrenders", "breaks_down"),
        "gives up": ("surrenders", "breaks_down"),
        "is missed": "attack_missed",
    },
    said={"no_effect": "hit, but nothing gets through", "breaks_down": "breaks down in tears"},
    says=says,
)

# The guard drops ------------------------------------------------------------------------------------------------------


def heart(r: Ruleset, hrt_mod: int) -> int:
    """The target's HRT modifier counts against it."""
    return -hrt_mod


guard_drop = Check(
    "realms_of_myth.guard_drop",
    "How far does a shaken foe drop his guard?",
    source="Demoralizing Attacks, Intimidating Foes",
    parameters=(
        whole("intimidate_sl", 0, 200, 10, "SL of the attacker in Intimidate.", group="figure", unit="SL"),
        modifier("hrt_mod", "HRT modifier of the target.", "target"),
    ),
    targets={
        "drop": total(
            "points off the DV",
            *no_less_than_0(
                value("intimidate_sl", "Intimidate SL"), Node(heart, ("hrt_mod",), "target's HRT modifier")
            ),
        )
    },
    dice=no_dice("drop"),
    says="In the next segment (CS) the target's DV is {drop} lower.",
)
