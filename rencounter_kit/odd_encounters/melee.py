"""Melee: one model's attack this turn."""

from __future__ import annotations

from typing import Any

from ..check import Check, figure
from ..modifiers import flag, node, total
from ..parameter import choice, yes_no
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

WEAPON = choice("weapon", BOOK.names("weapon"), "hand", "two_hand_weapons is one in each hand; two_handed needs both.",
                group="weapon")  # fmt: skip
DAMAGE_DICE = figure(STEM, "damage.dice", "damage_dice", "Dice of damage; 3 for a conjured elemental, else 1.",
                     group="weapon", unit="d6")  # fmt: skip


def weapon_to_hit(r: Ruleset, weapon: str) -> Rule | None:
    """What the weapon adds to the d20."""
    rule = r.rule(f"weapon.{weapon}.to_hit")
    return rule if rule.value else None


def weapon_damage(r: Ruleset, weapon: str) -> Rule | None:
    """What the weapon adds to the damage."""
    rule = r.rule(f"weapon.{weapon}.damage")
    return rule if rule.value else None


TARGETS: dict[str, Any] = {
    "to_hit": total(
        TO_HIT,
        *ATTACKER_AND_TARGET,
        weapon_to_hit,
        flag("bless.to_hit", "blessed"),
        flag("fatigue.to_hit", "target_fatigued"),
    ),
    "needed": needed,
    "damage": total(DAMAGE, weapon_damage, flag("bless.damage", "blessed")),
    "damage_dice": lambda r, damage_dice: damage_dice,
    "striking_dice": striking_dice,
    "attacks": attacks,
    "reach": lambda r, weapon: r[f"weapon.{weapon}.reach"],
}


def dice(t: Any, throw: Throw, r: Ruleset) -> Any:
    """A helpless target dies without a throw."""
    return "killed" if t.helpless else throw_verdict(t, throw)


def says_damage(t: Any, r: Ruleset) -> list[str]:
    """The attack in words."""
    far = [f"The weapon reaches {t.reach} inch{'es' if t.reach > 1 else ''} away."] if t.reach else []
    return says_attack(t) + far


def says(t: Any, r: Ruleset) -> list[str]:
    """The attack and what kills."""
    if t.helpless:
        return ["Asleep or held, the target is killed without a roll."]
    return [*says_damage(t, r), says_death(t)]


melee_attack = Check(
    "odd_encounters.melee_attack",
    "One model's melee attack",
    "Melee; Movement; Equipment Descriptions; Spells",
    (
        ATTACKER_TH,
        WEAPON,
        TARGET_AC,
        TARGET_HP,
        TARGET_FATIGUED,
        yes_no("target_helpless", False, "The target is asleep or held.", group="target"),
        *SPELLS,
        DAMAGE_DICE,
        NATURAL_ROLLS,
    ),
    {
        **TARGETS,
        "hp": node(lambda r, hp: hp, hp="target_hp"),
        "helpless": node(lambda r, helpless: helpless, helpless="target_helpless"),
    },
    dice,
    OUTCOMES,
    EVENTS,
    says=says,
)

melee_damage = Check(
    "odd_encounters.melee_damage",
    "How much damage does a melee attack do?",
    "Melee; Movement; Equipment Descriptions; Spells",
    (ATTACKER_TH, WEAPON, TARGET_AC, TARGET_FATIGUED, *SPELLS, DAMAGE_DICE, NATURAL_ROLLS),
    TARGETS,
    lambda t, throw, r: throw_attacks(t, throw),
    says=says_damage,
)

__all__ = ["melee_attack", "melee_damage"]
