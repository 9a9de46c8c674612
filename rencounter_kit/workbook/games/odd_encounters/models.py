"""A model's own numbers: Hit Points, To Hit bonus and Armour Class. No dice are thrown."""

from ...mechanics.check import Check
from ...mechanics.modifiers import amount, refuse, total
from ...mechanics.question import Words
from ...rulebook.book import Rule, Ruleset, rules

BOOK = rules("odd_encounters")
DOUBLE_CLASS = "fighter_magic_user"
MONSTER = "monster"

LEVELS = "char_class level hit_points.magic_user_level multiclass_stats"

# Levels --------------------------------------------------------------------------------------------------------------

Classes = tuple[tuple[str, int], ...]  # those that count, each with its level


def classes(r: Ruleset, char_class: str, level: int, magic_user_level: int) -> Classes:
    """The classes that count, each with its level."""
    if char_class == DOUBLE_CLASS:
        return ("fighter", level), ("magic_user", magic_user_level)
    return (("fighter" if char_class == MONSTER else char_class, level),)


def all_or_best(figures: list[Rule], multiclass_stats: str) -> list[Rule]:
    """The figures of both classes, or only the better one."""
    return [max(figures, key=lambda rule: rule.value)] if multiclass_stats == "best" else figures


def points(r: Ruleset, classes: Classes, multiclass_stats: str) -> list[Rule]:
    """Hit Points for each level."""
    figures = [r.rule(f"class.{name}.hit_points_per_level").times(level) for name, level in classes]
    return all_or_best(figures, multiclass_stats)


def bonus(r: Ruleset, classes: Classes, multiclass_stats: str, th_rounding: str) -> list[Rule]:
    """To Hit bonus for each step of levels."""

    def steps(name: str, level: int) -> int:
        path = f"class.{name}.levels_per_step"
        size = r[path]
        refuse(size < 1, f"{path} must be 1 or more; got {size}; 1 gives the bonus at each level")
        return int((level + {"down": 0, "nearest": size // 2, "up": size - 1}[th_rounding]) // size)

    figures = [r.rule(f"class.{name}.to_hit_per_step").times(steps(name, level)) for name, level in classes]
    return all_or_best(figures, multiclass_stats)


def refuse_level(r: Ruleset, char_class: str, level: int) -> None:
    """No class goes beyond its highest level; a monster has none."""
    if char_class == MONSTER:
        return
    most = r["max_level.elf.fighter" if char_class == DOUBLE_CLASS else f"max_level.human.{char_class}"]
    refuse(level > most, f"level must be at most {most} for a {char_class}; got {level}; only a monster goes higher")


def refuse_magic_user_level(r: Ruleset, char_class: str, magic_user_level: int) -> None:
    """A double class must have its second level."""
    if char_class != DOUBLE_CLASS:
        return
    most = r["max_level.elf.magic_user"]
    refuse(
        not 1 <= magic_user_level <= most,
        f"magic_user_level must be from 1 to {most} for a {char_class}; got {magic_user_level}; try 1",
    )


hit_points = Check(
    "odd_encounters.hit_points",
    "How many Hit Points does a model have?",
    source="Classes; Races",
    parameters=LEVELS,
    targets={"hit_points": total("Hit Points", points)},
    wording=Words(unit="Hit Point"),
    derived=[classes],
    refusals=[refuse_level, refuse_magic_user_level],
    says="Dies after taking {hit_points} points of damage.",
)

to_hit_bonus = Check(
    "odd_encounters.to_hit_bonus",
    "What To Hit bonus does a model have?",
    source="Classes; Races",
    parameters=(LEVELS, "th_rounding"),
    targets={"to_hit": total("To Hit bonus", bonus)},
    derived=[classes],
    refusals=[refuse_level, refuse_magic_user_level],
    says="Adds {to_hit} to the {dice.attack} of each attack.",
)

# Armour Class ---------------------------------------------------------------------------------------------------------


def armor_or_spell(
    r: Ruleset, armor: str, shield: bool, shield_spell: bool, attack_kind: str, shield_spell_ac: str
) -> list[Rule]:
    """Armour and shield, or the Shield spell where it takes their place."""
    own = [r.rule(f"armor.{armor}"), *([r.rule("shield.ac")] if shield else [])]
    spell = r.rule(f"shield_spell.{attack_kind}")
    better = shield_spell_ac == "flat" or spell.value < amount(own)
    return [spell] if shield_spell and better else own


def protections(
    r: Ruleset,
    protection: bool,
    protection_10_radius: bool,
    shield_spell: bool,
    protection_stacking: str,
    shield_spell_ac: str,
) -> list[Rule]:
    """The cleric's two spells; a flat Shield spell leaves nothing to them."""
    if shield_spell and shield_spell_ac == "flat":
        return []
    spells = {"protection.self": protection, "protection.radius": protection_10_radius}
    in_force = [r.rule(path) for path, works in spells.items() if works]
    return [min(in_force, key=lambda rule: rule.value)] if in_force and protection_stacking == "one" else in_force


def refuse_shield(r: Ruleset, shield: bool, in_hand: str) -> None:
    """A shield needs an arm."""
    refuse(
        shield and not r[f"shield.with.{in_hand}"],
        f"shield must be false with in_hand {in_hand}, which leaves no arm free; got true; try in_hand hand_weapon",
    )


def says_armor_class(r: Ruleset, armor_class: int) -> list[str]:
    """What an attacker needs."""
    needed = r["attack.target"] - armor_class
    return [f"Hit when the attacker's {r['dice.attack']} plus To Hit bonus comes to {needed} or more."]


armor_class = Check(
    "odd_encounters.armor_class",
    "What Armour Class does a model have?",
    source="Equipment Descriptions; Spells",
    parameters=(
        "armor shield in_hand protection protection_10_radius shield_spell attack_kind protection_stacking",
        "shield_spell_ac",
    ),
    targets={"armor_class": total("Armour Class (lower is better)", armor_or_spell, protections)},
    refusals=[refuse_shield],
    says=says_armor_class,
)
