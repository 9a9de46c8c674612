"""Melee: one model's attack this turn."""

from __future__ import annotations

from typing import NamedTuple

from ...dice.dist import Dist
from ...dice.throw import Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, always, flag, given, node, total, value
from ...mechanics.space import graded
from ...rulebook.book import Rule, Ruleset
from ...wording import so_many
from .attack import (
    DAMAGE,
    EVENTS,
    OF_ALL,
    OUTCOMES,
    SPELLS,
    TargetNumbers,
    few,
    needed,
    says_attack,
    says_death,
    throw_attacks,
    throw_verdict,
    to_hit,
)


class MeleeAttack(NamedTuple):
    """A model's attacks in melee; where that is asked, the target too."""

    to_hit: int
    needed: int
    damage: int
    damage_dice: int
    striking_dice: int
    attacks: int
    reach: int
    hp: int = 0
    helpless: bool = False


def of_weapon(column: str) -> Node:
    """What the weapon adds, if anything."""

    def rule(r: Ruleset, weapon: str) -> Rule | None:
        row = r.rule(f"weapon.{weapon}.{column}")
        return row if row.value else None

    return node(rule)


TARGETS: TargetNumbers = {
    "to_hit": to_hit(
        of_weapon("to_hit"),
        flag("bless.to_hit", "blessed"),
        flag("fatigue.to_hit", "target_fatigued"),
    ),
    **OF_ALL,
    "damage": total(DAMAGE, of_weapon("damage"), flag("bless.damage", "blessed")),
    **given("damage_dice"),
    "reach": lambda r, weapon: r[f"weapon.{weapon}.reach"],
}


def throw_damage(t: MeleeAttack, throw: Throw, r: Ruleset) -> Dist | int:
    """The damage, whatever the target can take."""
    return throw_attacks(t, throw, r)


def throw_attack(t: MeleeAttack, throw: Throw, r: Ruleset) -> Dist | str:
    """A helpless target dies without a throw."""
    return "killed" if t.helpless else throw_verdict(t, throw, r)


def says_damage(t: MeleeAttack, r: Ruleset) -> list[str]:
    """The attack in words."""
    far = [f"The weapon reaches {so_many(t.reach, 'inch')}."] if t.reach else []
    return says_attack(t, r) + far


def says(t: MeleeAttack, r: Ruleset) -> list[str]:
    """The attack and what kills."""
    if t.helpless:
        return ["The target is asleep or held, and is killed without a roll."]
    return [*says_damage(t, r), says_death(t.hp)]


melee_attack = Check(
    "odd_encounters.melee_attack",
    "Does a melee attack kill?",
    source="Melee; Movement; Equipment Descriptions; Spells",
    parameters=(
        "attacker_th weapon target_ac target_hp target_fatigued target_helpless",
        SPELLS,
        "damage_dice natural_rolls",
    ),
    targets={**TARGETS, **given(hp="target_hp", helpless="target_helpless")},
    dice=throw_attack,
    outcomes=graded(OUTCOMES),
    events=EVENTS,
    says=says,
)

melee_damage = Check(
    "odd_encounters.melee_damage",
    "How much damage does a melee attack do?",
    source="Melee; Movement; Equipment Descriptions; Spells",
    parameters=("attacker_th weapon target_ac target_fatigued", SPELLS, "damage_dice natural_rolls"),
    targets=TARGETS,
    dice=throw_damage,
    says=says_damage,
)

# A conjured elemental -------------------------------------------------------------------------------------------------


class ElementalAttack(NamedTuple):
    """Its one attack, and the target."""

    to_hit: int
    needed: int
    damage: int
    damage_dice: int
    striking_dice: int
    attacks: int
    hp: int


def throw_elemental(t: ElementalAttack, throw: Throw, r: Ruleset) -> Dist | str:
    """An attack as any other."""
    return throw_verdict(t, throw, r)


elemental_attack = Check(
    "odd_encounters.elemental_attack",
    "Does a conjured elemental kill?",
    source="Magic-User Spells, Fifth Level: Conjure Elemental",
    parameters="target_ac target_hp target_fatigued natural_rolls",
    targets={
        "to_hit": total(
            "to hit ({dice.attack})",
            always("elemental.to_hit"),
            value("target_ac", "the target's Armour Class"),
            flag("fatigue.to_hit", "target_fatigued"),
        ),
        "needed": needed,
        "damage": lambda r: 0,
        "damage_dice": lambda r: few(r, "elemental.damage_dice"),
        "striking_dice": lambda r: 0,
        "attacks": lambda r: 1,
        **given(hp="target_hp"),
    },
    dice=throw_elemental,
    outcomes=graded(OUTCOMES),
    events=EVENTS,
    says=lambda t, r: [*says_attack(t, r, "The elemental"), says_death(t.hp)],
)

__all__ = ["MeleeAttack", "elemental_attack", "melee_attack", "melee_damage"]
