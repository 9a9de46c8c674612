"""Body Checks and tackles: who runs whom over, or brings him down."""

from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, called, counted_if, each_above, is_, node, total, value
from ...rulebook.book import Rule, Ruleset
from .contests import TIES_TO_ATTACKER, both_sides, clash, says_clash
from .tasks import RESOLUTION, To, against, growth_rule, on_task, progressive_for, roll

# What an attacker throws into it --------------------------------------------------------------------------------------

ATTACKER = "agl_mod body_checks.modified_sta str_mod shield_size armor_layers speed"
WEIGHT = (
    value("agl_mod", "AGL modifier"),
    value("modified_sta", "modified STA"),
    value("str_mod", "STR modifier"),
    value("shield_size", "Size of his shield"),
    progressive_for("armor_layers", "layers of armour"),
    value("speed", "speed"),
)

body_check_av = Check(
    "realms_of_myth.body_check_av",
    "What is the AV of a Body Check?",
    source="Opportunity Actions",
    parameters=(ATTACKER, "progressive"),
    targets={"av": total("AV", *WEIGHT)},
    says=lambda r, av: [f"The Body Check has an AV of {av}{'' if av >= 0 else ', which counts as 0'}."],
)

# The Body Check -------------------------------------------------------------------------------------------------------


class BodyCheck(NamedTuple):
    """Both chances, and the footing of an attacker who is dodged."""

    attacker_av: int
    target_av: int
    attacker_percent: int
    target_percent: int
    dodges: bool
    equal_margins: str
    footing_percent: int


def small_and_nimble(r: Ruleset, smaller_by: int, size_dodge_bonus: str, progressive: str) -> Rule | None:
    """A smaller target dodges more easily."""
    if size_dodge_bonus == "progressive":
        return growth_rule(r, smaller_by, progressive, "points by which he is smaller")
    return r.rule("body_check.smaller").times(smaller_by) if smaller_by else None


def bulk(
    r: Ruleset, modified_sta: int, target_modified_sta: int, dodged_footing_dv: str, progressive: str
) -> Rule | None:
    """What the difference of both bodies adds to the DV of the attacker's footing, where the ruling counts it."""
    if dodged_footing_dv == "speed":
        return None
    return growth_rule(r, abs(modified_sta - target_modified_sta), progressive, "points between the two modified STAs")


def throw_body_check(throw: Throw, r: Ruleset, body_check: BodyCheck) -> Consequence:
    """Who gives way; an attacker who is dodged may lose his footing."""
    ends = "dodged_attacker_stands", "dodged_attacker_falls"
    footing = throw.cached(lambda: roll(throw, r, "attacker's footing", body_check.footing_percent, *ends))
    loses: To = footing if body_check.dodges else "attacker_bounced"
    equal = {"attacker": "target_bounced", "target": loses, "both_halt": "both_halt"}[body_check.equal_margins]
    percents = body_check.attacker_percent, body_check.target_percent
    return clash(throw, r, *percents, "target_bounced", loses, equal, "both_halt", ("attacker", "target"))


def says_body_check(r: Ruleset, body_check: BodyCheck) -> list[str]:
    """The rolls in words."""
    ties = (
        "Equal margins halt both"
        if body_check.equal_margins == "both_halt"
        else f"Equal margins go to the {body_check.equal_margins}"
    )
    footing = f"An attacker who is dodged {on_task(r, 'keeps his feet', body_check.footing_percent)}."
    return [
        *says_clash(r, body_check.attacker_percent, body_check.target_percent, ("attacker", "target")),
        f"{ties}; if both fail, both come to a halt.",
        *([footing] if body_check.dodges else []),
    ]


body_check = Check(
    "realms_of_myth.body_check",
    "Does the Body Check knock the target aside?",
    source="Opportunity Actions",
    parameters=(
        ATTACKER,
        "response target_agl_mod target_modified_sta target_str_mod target_dodge attacker_agl attacker_chance",
        "body_checks.target_chance footing_chance equal_margins size_dodge_bonus dodged_footing_dv progressive",
        RESOLUTION,
    ),
    derived=called(
        stands=is_("response", "stand"),
        smaller_by=lambda r, modified_sta, target_modified_sta: max(0, modified_sta - target_modified_sta),
    ),
    targets={
        "dodges": is_("response", "dodge"),
        "equal_margins": value("equal_margins"),
        **both_sides(
            WEIGHT,
            (
                *counted_if(
                    "stands",
                    value("target_agl_mod", "AGL modifier"),
                    value("target_modified_sta", "modified STA"),
                    value("target_str_mod", "STR modifier"),
                ),
                *counted_if("dodges", value("target_dodge", "Dodge"), node(small_and_nimble)),
            ),
        ),
        **against(
            [value("attacker_agl", "AGL of the attacker")], [value("speed", "speed"), node(bulk)], "footing_", "dodges"
        ),
    },
    record=BodyCheck,
    dice=throw_body_check,
    outcomes=("target_bounced", "attacker_bounced", "both_halt", "dodged_attacker_stands", "dodged_attacker_falls"),
    events={
        "the target is bounced": "target_bounced",
        "the target dodges": ("dodged_attacker_stands", "dodged_attacker_falls"),
        "the attacker is bounced or falls": ("attacker_bounced", "dodged_attacker_falls"),
    },
    wording={
        "target_bounced": "the target is bounced",
        "attacker_bounced": "the attacker is bounced",
        "both_halt": "both come to a halt",
        "dodged_attacker_stands": "dodged, and the attacker stands",
        "dodged_attacker_falls": "dodged, and the attacker falls",
    },
    says=says_body_check,
)

# Tackling and Overbearing ---------------------------------------------------------------------------------------------


class Tackle(NamedTuple):
    """The AVs and the chances of both."""

    attacker_av: int
    target_av: int
    attacker_percent: int
    target_percent: int
    ties_to_attacker: bool


def throw_tackle(throw: Throw, r: Ruleset, tackle: Tackle) -> Consequence:
    """Is he brought down?"""
    won, lost = "brought_down", "target_prevails"
    equal = won if tackle.ties_to_attacker else lost
    sides = ("attackers", "target")
    return clash(throw, r, tackle.attacker_percent, tackle.target_percent, won, lost, equal, "both_fail", sides)


def says_tackle(r: Ruleset, tackle: Tackle) -> list[str]:
    """The rolls in words."""
    sides = ("attacker", "target")
    return [
        *says_clash(r, tackle.attacker_percent, tackle.target_percent, sides),
        f"Equal margins go to the {sides[not tackle.ties_to_attacker]}.",
    ]


tackle = Check(
    "realms_of_myth.tackle",
    "Is he brought down?",
    source="Opportunity Actions",
    parameters=(
        "attacker_values target_value body_checks.attacker_speed body_checks.target_speed attacker_chance",
        "body_checks.target_chance body_checks.margin_tie",
        RESOLUTION,
    ),
    targets={
        **both_sides(
            [
                Node(lambda r, values: sum(values), ("attacker_values",), "all attackers"),
                each_above("tackle.faster", "attacker_speed", "target_speed"),
            ],
            [value("target_value", "target"), each_above("tackle.faster", "target_speed", "attacker_speed")],
        ),
        "ties_to_attacker": TIES_TO_ATTACKER,
    },
    record=Tackle,
    dice=throw_tackle,
    outcomes=("brought_down", "target_prevails", "both_fail"),
    events={"he is brought down": "brought_down", "he stays up": ("target_prevails", "both_fail")},
    says=says_tackle,
)
