"""Missile fire: one model's shots this turn, if it can shoot at all."""

from __future__ import annotations

from typing import Any

from ..check import Check, ruling
from ..modifiers import flag, node, refuse, total
from ..parameter import choice, whole, yes_no
from ..rules import Rule, Ruleset
from ..throw import Throw
from .attack import (
    ATTACKER_AND_TARGET,
    ATTACKER_TH,
    DAMAGE,
    EVENTS,
    NATURAL_ROLLS,
    OUTCOMES,
    SPELLS,
    TARGET_AC,
    TARGET_FATIGUED,
    TARGET_HP,
    TO_HIT,
    attacks,
    needed,
    says_attack,
    says_death,
    striking_dice,
    throw_attacks,
    throw_verdict,
)
from .models import BOOK, STEM

SHOT = (
    ATTACKER_TH,
    choice("missile", BOOK.names("missile"), "long_bow", "What is shot or thrown; it sets the range.", group="weapon"),
    whole("distance", 0, 60, 10, "Distance to the target.", unit="inches"),
    choice("shooter_move", BOOK.names("shooter_move"), "still", "How much of its movement the shooter used."),
    yes_no("line_of_sight", True, "Nothing stands between shooter and target."),
    choice("woods", ("none", "under_2", "exactly_2", "over_2"), "none", "Woods shot through.", unit="inches"),
    TARGET_AC,
)
WAYS = (
    TARGET_FATIGUED,
    *SPELLS,
    yes_no("two_weapons", False, "A weapon in each hand; thrown weapons only.", group="weapon"),
    *(
        ruling(STEM, name)
        for name in ("woods_exactly_two", "two_weapons_when_throwing", "bless_missiles", "striking_missiles")
    ),
    NATURAL_ROLLS,
)

# Can it shoot? -------------------------------------------------------------------------------------------------------


def barred(
    r: Ruleset, missile: str, distance: int, shooter_move: str, line_of_sight: bool, woods: str, woods_exactly_two: str
) -> str:
    """Why there is no shot; an empty text when there is one."""
    reach = r[f"missile.{missile}.range"]
    reasons = (
        (not line_of_sight, "something stands in the line of sight"),
        (woods == "over_2" or (woods == "exactly_2" and woods_exactly_two == "blocked"), "the woods are too deep"),
        (distance > reach, f"the target is more than {reach} inches away"),
        (not r[f"shooter_move.{shooter_move}"], "the shooter moved too far"),
        (shooter_move != "still" and not r[f"missile.{missile}.after_moving"], "this weapon needs a still shooter"),
    )
    return next((why for bars, why in reasons if bars), "")


def refuse_two_weapons(r: Ruleset, two_weapons: bool, missile: str) -> None:
    """Only a thrown weapon leaves the other hand for a second one."""
    refuse(
        two_weapons and missile != "thrown",
        f"two_weapons must go with a thrown missile; got {missile}; try missile thrown",
    )


# To hit --------------------------------------------------------------------------------------------------------------


def far(r: Ruleset, missile: str, distance: int) -> Rule | None:
    """A shot beyond half range, halves of an inch counted."""
    beyond = distance * 100 > r[f"missile.{missile}.range"] * r["far_shot.percent"]
    return r.rule("far_shot.to_hit") if beyond else None


def through_woods(r: Ruleset, woods: str) -> Rule | None:
    """Woods that do not block hamper."""
    return r.rule("woods.to_hit") if woods != "none" else None


def second_weapon(r: Ruleset, two_weapons: bool, two_weapons_when_throwing: bool) -> Rule | None:
    """A weapon in each hand, where the ruling lets it help a throw."""
    return r.rule("weapon.two_hand_weapons.to_hit") if two_weapons and two_weapons_when_throwing else None


def blessing(r: Ruleset, blessed: bool, bless_missiles: bool) -> bool:
    """Does Bless count?"""
    return blessed and bless_missiles


def charged(r: Ruleset, striking: bool, striking_missiles: bool) -> bool:
    """Does Striking count?"""
    return striking and striking_missiles


TARGETS: dict[str, Any] = {
    "barred": barred,
    "to_hit": total(
        TO_HIT,
        *ATTACKER_AND_TARGET,
        far,
        through_woods,
        flag("fatigue.to_hit", "target_fatigued"),
        flag("bless.to_hit", "blessing"),
        second_weapon,
    ),
    "needed": needed,
    "damage": total(DAMAGE, flag("bless.damage", "blessing")),
    "damage_dice": lambda r: r["damage.dice"],
    "striking_dice": node(striking_dice, striking="charged"),
    "attacks": attacks,
}


def says_damage(t: Any, r: Ruleset) -> list[str]:
    """The shots in words, or why there are none."""
    return [f"No shot: {t.barred}."] if t.barred else says_attack(t)


def says(t: Any, r: Ruleset) -> list[str]:
    """The shots and what kills."""
    return says_damage(t, r) + ([] if t.barred else [says_death(t)])


def dice(t: Any, throw: Throw, r: Ruleset) -> Any:
    """The shots, if there are any."""
    return "no_shot" if t.barred else throw_verdict(t, throw)


missile_attack = Check(
    "odd_encounters.missile_attack",
    "One model's missile fire",
    "Missile Fire; Movement; Terrain; Melee; Equipment Descriptions; Spells",
    (*SHOT, TARGET_HP, *WAYS),
    {**TARGETS, "hp": node(lambda r, hp: hp, hp="target_hp")},
    dice,
    ("no_shot", *OUTCOMES),
    EVENTS,
    derived=(blessing, charged),
    refusals=(refuse_two_weapons,),
    says=says,
)

missile_damage = Check(
    "odd_encounters.missile_damage",
    "How much damage does missile fire do?",
    "Missile Fire; Movement; Terrain; Melee; Equipment Descriptions; Spells",
    (*SHOT, *WAYS),
    TARGETS,
    lambda t, throw, r: 0 if t.barred else throw_attacks(t, throw),
    derived=(blessing, charged),
    refusals=(refuse_two_weapons,),
    says=says_damage,
)

__all__ = ["missile_attack", "missile_damage"]
