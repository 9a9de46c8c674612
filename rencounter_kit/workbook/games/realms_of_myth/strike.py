"""Strikes: from the roll to hit to the wounds, with one weapon or two."""

from fractions import Fraction
from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, Total, inputs, is_, refuse, total, value
from ...rulebook.book import Rule, Ruleset
from .armor import armor_through
from .blows import pot
from .combinations import two_weapons as of_two_weapons
from .levels import level, wound_level
from .pain import pain, stun_duration, stun_penalty
from .plain_tasks import task_chance
from .tasks import RESOLUTION, against, half_up, never_negative, on_task, worth
from .wounds import TOUGHNESS, wounds, wounds_of

# What they ask --------------------------------------------------------------------------------------------------------

ATTACK = "attack_av defence_dv attack_chance"

STEPS = [one.id for one in (task_chance, pot, armor_through, wounds, wound_level, pain, stun_penalty, stun_duration)]

# Target numbers -------------------------------------------------------------------------------------------------------

ROLL = against([value("attack_av", "weapon AV")], [value("defence_dv", "DV of the defence")], "attack_")


def stopped(r: Ruleset, so_far: int, armor_dr: int) -> int:
    """What the armour takes off a POT: its DR, or all of it."""
    return -min(armor_dr, so_far)


def harm(pot: str, through: str, wounds: str, hit: str = "", when: str = "") -> dict[str, Total]:
    """What of a POT gets through the armour, and the wounds of it.

    pot : names the POT.
    through, wounds : names of both.
    hit : how they are told.
    when : a value that must be true for such a hit.
    """
    dr = Node(stopped, ("so_far", "armor_dr"), "DR of the armour")
    return {
        through: total(f"{hit}POT through the armour", *never_negative(value(pot, "POT")), dr, when=when),
        wounds: wounds_of(f"{hit}wounds", through, when),
    }


def refuse_no_armour(r: Ruleset, armor_dr: int, through_unbreached_armor: bool) -> None:
    """What is not there cannot hold."""
    refuse(
        through_unbreached_armor and not armor_dr,
        "through_unbreached_armor must be false with armor_dr 0; got true; set armor_dr to what the armour stops",
    )


# One strike -----------------------------------------------------------------------------------------------------------


class Strike(NamedTuple):
    """What a hit does, and what a heroic one."""

    attack_percent: int
    threshold: Fraction
    cuts: bool
    pot_through: int
    wounds: int
    heroic: int
    heroic_pot: int
    heroic_through: int
    heroic_wounds: int


def heroic_hit(r: Ruleset, attack_percent: int) -> Rule:
    """A part of the chance to hit."""
    share = r.rule("heroic.share")
    return worth(share, half_up(attack_percent, share.value), f"{attack_percent} %, divided by {share.value}")


def heroic_force(r: Ruleset, so_far: int) -> Rule:
    """A heroic hit multiplies the POT."""
    rule = r.rule("heroic.pot")
    return worth(rule, (rule.value - 1) * so_far, f"{rule.value} {rule.label} {so_far}")


def throw_strike(throw: Throw, r: Ruleset, strike: Strike) -> Consequence:
    """One roll: heroic, a hit, or a miss."""
    wounds = {"heroic": strike.heroic_wounds, "success": strike.wounds, "failure": 0}
    heroic = ((strike.heroic, "heroic"),) if strike.heroic else ()
    came = throw.split("to hit", r.dice("task"), (*heroic, (strike.attack_percent, "success")), "failure")
    return throw.after(came, wounds.__getitem__)


def says_strike(r: Ruleset, strike: Strike) -> list[str]:
    """The attack in words."""
    return [
        f"The attacker {on_task(r, 'hits', strike.attack_percent)}.",
        (
            f"A POT of {strike.pot_through} gets through, against a Wound Threshold of {strike.threshold}: "
            f"{so_many(strike.wounds, 'wound')}."
        ),
        *(
            [f"With {strike.heroic} or less the hit is heroic: {so_many(strike.heroic_wounds, 'wound')}."]
            if strike.heroic >= r.dice("task").faces[0]
            else []
        ),
        *(
            [f"On a man unhurt until then, that is the Level {r.spelling.words(level(r, strike.wounds))}."]
            if strike.wounds
            else []
        ),
        *(
            [f"Pain affects anyone whose P-RES is less than {strike.pot_through}, and the Stun may follow."]
            if strike.pot_through
            else []
        ),
    ]


strike = Check(
    "realms_of_myth.strike",
    "How many wounds does one attack inflict?",
    source="Resolving the Battle; Getting Hit",
    parameters=(
        ATTACK,
        "strike.pot strike.armor_dr modified_sta cnd blow through_unbreached_armor edge_wounds threshold_rounding",
        "strike.heroic_rule",
        RESOLUTION,
    ),
    targets={
        **ROLL,
        **TOUGHNESS,
        **harm("pot", "pot_through", "wounds"),
        "heroic": total("heroic hit (percent)", heroic_hit, when="heroic_rule"),
        "heroic_pot": total("POT of a heroic hit", value("pot", "POT"), heroic_force, when="heroic_rule"),
        **harm("heroic_pot", "heroic_through", "heroic_wounds", "heroic hit: ", "heroic_rule"),
    },
    record=Strike,
    dice=throw_strike,
    events={"wounds him": "1.."},
    refusals=(refuse_no_armour,),
    says=says_strike,
    steps=STEPS,
)

# Two weapons ----------------------------------------------------------------------------------------------------------


class TwoWeapons(NamedTuple):
    """The chances of both weapons, and what each hit, or the one of both, does."""

    together: bool
    apart: bool
    primary: int
    off_hand: int
    threshold: Fraction
    cuts: bool
    joint_pot: int
    joint_through: int
    joint_wounds: int
    primary_through: int
    primary_wounds: int
    off_hand_through: int
    off_hand_wounds: int


def throw_two_weapons(throw: Throw, r: Ruleset, two_weapons: TwoWeapons) -> Consequence:
    """The wounds of one roll for both, or of one for each."""
    percents = (two_weapons.primary, two_weapons.off_hand)
    each = (two_weapons.primary_wounds, two_weapons.off_hand_wounds)
    return of_two_weapons(throw, r, two_weapons.apart, percents, each, two_weapons.joint_wounds)


def says_two_weapons(r: Ruleset, two_weapons: TwoWeapons) -> list[str]:
    """Both weapons in words."""

    def sentence(who: str, does: str, percent: int, wounds: int) -> str:
        return f"{who} {on_task(r, does, percent)}: {so_many(wounds, 'wound')}."

    if two_weapons.together:
        return [sentence("Both weapons", "hit", two_weapons.primary, two_weapons.joint_wounds)]
    return [
        sentence("The primary weapon", "hits", two_weapons.primary, two_weapons.primary_wounds),
        sentence("The off hand", "hits", two_weapons.off_hand, two_weapons.off_hand_wounds),
    ]


combination_strike = Check(
    "realms_of_myth.combination_strike",
    "How many wounds do two weapons inflict?",
    source="Attack, Defense & Mixed Combinations; Wound Thresholds",
    parameters=(
        "mode primary_chance primary_pot off_hand_chance off_hand_pot combination_strike.armor_dr modified_sta",
        "cnd blow through_unbreached_armor edge_wounds threshold_rounding",
    ),
    targets={
        "together": is_("mode", "in_concert"),
        "apart": is_("mode", "separate"),
        **inputs(primary="primary_chance", off_hand="off_hand_chance"),
        **TOUGHNESS,
        "joint_pot": total("POT of both weapons", "primary_pot", "off_hand_pot", when="together"),
        **harm("joint_pot", "joint_through", "joint_wounds", "both weapons: ", "together"),
        **harm("primary_pot", "primary_through", "primary_wounds", "primary weapon: ", "apart"),
        **harm("off_hand_pot", "off_hand_through", "off_hand_wounds", "off hand: ", "apart"),
    },
    record=TwoWeapons,
    dice=throw_two_weapons,
    events={"wounds him": "1.."},
    refusals=(refuse_no_armour,),
    says=says_two_weapons,
    steps=STEPS[1:],
)
