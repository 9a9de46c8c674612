"""A model's own numbers: Hit Points, To Hit bonus and Armor Class. No dice are thrown."""

from __future__ import annotations

from ..check import Check, ruling
from ..modifiers import amount, refuse, total
from ..parameter import choice, whole, yes_no
from ..rules import Rule, Ruleset, rules
from ..wording import words

STEM = "odd_encounters"
BOOK = rules(STEM)
DOUBLE_CLASS = "fighter_magic_user"
MONSTER = "monster"

MAGIC_USER_LEVEL = whole(
    "magic_user_level", 0, 8, 0, "Second level of a fighter_magic_user; 0 for all others.", group="figure"
)
LEVELS = (
    choice("char_class", (*BOOK.names("class"), DOUBLE_CLASS, MONSTER), "fighter",
           "fighter_magic_user is the elf's double class; a monster counts as a fighter.", group="figure"),
    whole("level", 1, 20, 1, "Class level; fighter level of a double class, Hit Dice of a monster.", group="figure"),
    MAGIC_USER_LEVEL,
    ruling(STEM, "multiclass_stats"),
)  # fmt: skip

# Levels --------------------------------------------------------------------------------------------------------------


def lines(r: Ruleset, char_class: str, level: int, magic_user_level: int) -> tuple[tuple[str, int], ...]:
    """The classes that count, each with its level."""
    if char_class == DOUBLE_CLASS:
        return ("fighter", level), ("magic_user", magic_user_level)
    return (("fighter" if char_class == MONSTER else char_class, level),)


def counted(found: list[Rule], multiclass_stats: str) -> list[Rule]:
    """The figures of both classes, or only the better one."""
    return [max(found, key=lambda rule: rule.value)] if multiclass_stats == "best" else found


def points(r: Ruleset, lines: tuple[tuple[str, int], ...], multiclass_stats: str) -> list[Rule]:
    """Hit Points for each level."""
    return counted(
        [r.rule(f"class.{line}.hit_points_per_level").times(level) for line, level in lines], multiclass_stats
    )


def bonus(r: Ruleset, lines: tuple[tuple[str, int], ...], multiclass_stats: str, th_rounding: str) -> list[Rule]:
    """To Hit bonus for each step of levels."""

    def steps(line: str, level: int) -> int:
        size = r[f"class.{line}.levels_per_step"]
        refuse(size < 1, f"class.{line}.levels_per_step must be 1 or more; got {size}; 1 gives the bonus at each level")
        started = {"down": 0, "nearest": size // 2, "up": size - 1}[th_rounding]
        return int((level + started) // size)

    found = [r.rule(f"class.{line}.to_hit_per_step").times(steps(line, level)) for line, level in lines]
    return counted(found, multiclass_stats)


def refuse_level(r: Ruleset, char_class: str, level: int) -> None:
    """No class goes beyond its highest level; a monster has none."""
    if char_class == MONSTER:
        return
    most = r["max_level.elf.fighter" if char_class == DOUBLE_CLASS else f"max_level.human.{char_class}"]
    refuse(level > most, f"level must be at most {most} for a {char_class}; got {level}; only a monster goes higher")


def refuse_magic_user_level(r: Ruleset, char_class: str, magic_user_level: int) -> None:
    """Only a double class has a second level, and it must have one."""
    if char_class == DOUBLE_CLASS:
        most = r["max_level.elf.magic_user"]
        refuse(
            not 1 <= magic_user_level <= most,
            f"magic_user_level must be from 1 to {most} for a {char_class}; got {magic_user_level}; try 1",
        )
    else:
        refuse(
            magic_user_level,
            f"magic_user_level must be 0 for a {char_class}; got {magic_user_level}; try char_class {DOUBLE_CLASS}",
        )


hit_points = Check(
    "odd_encounters.hit_points",
    "How many Hit Points?",
    "Classes; Races",
    LEVELS,
    {"hit_points": total("Hit Points", points)},
    lambda t, throw, r: t.hit_points,
    derived=(lines,),
    refusals=(refuse_level, refuse_magic_user_level),
    says=lambda t, r: [f"Dead once {t.hit_points} points of damage are taken."],
)

to_hit_bonus = Check(
    "odd_encounters.to_hit_bonus",
    "How large a To Hit bonus?",
    "Classes; Races",
    (*LEVELS, ruling(STEM, "th_rounding")),
    {"to_hit": total("To Hit bonus", bonus)},
    lambda t, throw, r: t.to_hit,
    derived=(lines,),
    refusals=(refuse_level, refuse_magic_user_level),
    says=lambda t, r: [f"Adds {t.to_hit} to the d20 of each attack."],
)

# Armor Class ---------------------------------------------------------------------------------------------------------


def worn(
    r: Ruleset, armor: str, shield: bool, shield_spell: bool, attack_kind: str, shield_spell_ac: str
) -> list[Rule]:
    """Armor and shield, or the Shield spell where it takes their place."""
    own = [r.rule(f"armor.{armor}"), *([r.rule("shield.ac")] if shield else [])]
    spell = r.rule(f"shield_spell.{attack_kind}")
    better = shield_spell_ac == "flat" or spell.value < amount(own)
    return [spell] if shield_spell and better else own


def protected(
    r: Ruleset, protection: bool, protection_10_radius: bool, shield_spell: bool,
    protection_stacking: str, shield_spell_ac: str,
) -> list[Rule]:  # fmt: skip
    """The cleric's two spells; a flat Shield spell leaves nothing to them."""
    if shield_spell and shield_spell_ac == "flat":
        return []
    found = [r.rule("protection.self")] if protection else []
    found += [r.rule("protection.radius")] if protection_10_radius else []
    return [min(found, key=lambda rule: rule.value)] if found and protection_stacking == "one" else found


def refuse_shield(r: Ruleset, shield: bool, in_hand: str) -> None:
    """A shield needs an arm."""
    refuse(
        shield and not r[f"shield.with.{in_hand}"],
        f"a shield must go with a weapon that leaves an arm free; got {words(in_hand)}; try in_hand hand_weapon",
    )


armor_class = Check(
    "odd_encounters.armor_class",
    "What Armor Class?",
    "Equipment Descriptions; Spells",
    (
        choice("armor", BOOK.names("armor"), "none", "Armor worn.", group="figure"),
        yes_no("shield", False, "A shield on the arm.", group="figure"),
        choice("in_hand", BOOK.names("shield.with"), "hand_weapon", "What is wielded; most leave no arm for a shield.",
               group="weapon"),
        yes_no("protection", False, "Under the cleric's Protection."),
        yes_no("protection_10_radius", False, "Within a Protection 10' Radius."),
        yes_no("shield_spell", False, "Under the magic-user's Shield."),
        choice("attack_kind", BOOK.names("shield_spell"), "melee", "Attack to stand against, for the Shield spell."),
        ruling(STEM, "protection_stacking"),
        ruling(STEM, "shield_spell_ac"),
    ),
    {"armor_class": total("Armor Class (lower is better)", worn, protected)},
    lambda t, throw, r: t.armor_class,
    refusals=(refuse_shield,),
    says=lambda t, r: [f"It is hit when d20 and To Hit bonus come to {r['attack.target'] - t.armor_class} or more."],
)  # fmt: skip

__all__ = ["BOOK", "MAGIC_USER_LEVEL", "STEM", "armor_class", "hit_points", "to_hit_bonus"]
