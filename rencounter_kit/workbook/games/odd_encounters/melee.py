"""Melee: one model's attack this turn."""

from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, always, counting, flag, inputs, total, value
from ...mechanics.space import graded
from ...rulebook.book import Ruleset
from .attack import (
    DAMAGE,
    EVENTS,
    OUTCOMES,
    SPELLS,
    ModelAttack,
    TargetNumbers,
    attack,
    few,
    says_attack,
    says_death,
    throw_attacks,
    throw_verdict,
    to_hit,
)


def of_weapon(column: str) -> Node:
    """What the weapon adds, if anything."""
    return Node(lambda r, weapon: counting(r.rule(f"weapon.{weapon}.{column}")), ("weapon",), column)


TARGETS: TargetNumbers = {
    **attack(
        to_hit(of_weapon("to_hit"), flag("bless.to_hit", "blessed"), flag("fatigue.to_hit", "target_fatigued")),
        total(DAMAGE, of_weapon("damage"), flag("bless.damage", "blessed")),
        value("damage_dice"),
    ),
    "reach": lambda r, weapon: r[f"weapon.{weapon}.reach"],
}


def says_damage(r: Ruleset, model_attack: ModelAttack, reach: int) -> list[str]:
    """The attack in words."""
    far = [f"The weapon reaches {so_many(reach, 'inch')}."] if reach else []
    return says_attack(r, model_attack) + far


def says(r: Ruleset, model_attack: ModelAttack, reach: int, hp: int, helpless: bool) -> list[str]:
    """The attack and what kills."""
    if helpless:
        return ["The target is asleep or held, and is killed without a roll."]
    return [*says_damage(r, model_attack, reach), says_death(hp)]


melee_attack = Check(
    "odd_encounters.melee_attack",
    "Does a melee attack kill?",
    source="Melee; Movement; Equipment Descriptions; Spells",
    parameters=(
        "attacker_th weapon target_ac target_hp target_fatigued target_helpless",
        SPELLS,
        "damage_dice natural_rolls",
    ),
    targets={**TARGETS, **inputs(hp="target_hp", helpless="target_helpless")},
    record=ModelAttack,
    dice=lambda throw, r, model_attack, hp, helpless: (
        "killed" if helpless else throw_verdict(throw, r, model_attack, hp)
    ),
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
    record=ModelAttack,
    dice=throw_attacks,
    says=says_damage,
)

# A conjured elemental -------------------------------------------------------------------------------------------------


elemental_attack = Check(
    "odd_encounters.elemental_attack",
    "Does a conjured elemental kill?",
    source="Magic-User Spells, Fifth Level: Conjure Elemental",
    parameters="target_ac target_hp target_fatigued natural_rolls",
    targets={
        **attack(
            total(
                "to hit ({dice.attack})",
                always("elemental.to_hit"),
                value("target_ac", "the target's Armour Class"),
                flag("fatigue.to_hit", "target_fatigued"),
            ),
            damage=lambda r: 0,
            damage_dice=lambda r: few(r, "elemental.damage_dice"),
            striking_dice=lambda r: 0,
            attacks=lambda r: 1,
        ),
        **inputs(hp="target_hp"),
    },
    record=ModelAttack,
    dice=throw_verdict,
    outcomes=graded(OUTCOMES),
    events=EVENTS,
    says=lambda r, model_attack, hp: [*says_attack(r, model_attack, "The elemental"), says_death(hp)],
)
