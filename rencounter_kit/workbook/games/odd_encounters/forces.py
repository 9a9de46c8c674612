"""Assembling forces: what a model may be, what it costs, and the spells that it carries. No dice are thrown."""

from dataclasses import replace
from typing import Any

from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, each, flag, pick, refuse, total, value
from ...mechanics.question import Words
from ...rulebook.book import Rule, Ruleset
from .models import DOUBLE_CLASS, MONSTER

SPELL_LEVELS = range(1, 6)

# What it may be -------------------------------------------------------------------------------------------------------


max_level = Check(
    "odd_encounters.max_level",
    "How high a level may a race reach?",
    source="Races: Maximum Level by Race and Class",
    parameters="race forces.char_class",
    targets={"level": total("highest level", lambda r, race, char_class: r.rule(f"max_level.{race}.{char_class}"))},
    says=lambda r, level: [f"Can rise to level {level}." if level else "The class is closed to this race."],
)

# What it carries ------------------------------------------------------------------------------------------------------


def memorized(r: Ruleset, char_class: str, level: int, spell_level: int) -> int:
    """Spells of one level that a caster of some level has in mind."""
    return int(r[f"spells_memorized.{char_class}.{level}"][spell_level - 1])


def least_caster(r: Ruleset, char_class: str, spell_level: int) -> int:
    """The lowest level of a caster who has spells of one level in mind; one more than there is where none has."""
    levels = range(1, len(r.names(f"spells_memorized.{char_class}")) + 1)
    return next((level for level in levels if memorized(r, char_class, level, spell_level)), levels.stop)


spells_memorized = Check(
    "odd_encounters.spells_memorized",
    "How many spells does a caster carry into battle?",
    source="Classes: Cleric; Classes: Magic-User",
    parameters="spells_memorized.char_class spells_memorized.level spell_level",
    targets={"spells": memorized},
    wording=Words(unit="spell"),
    says=lambda r, spells: [f"The caster starts with {so_many(spells, 'spell')} of that level."],
)

# What it costs --------------------------------------------------------------------------------------------------------

Chart = list[Rule]


def levels_paid(r: Ruleset, char_class: str, level: int, magic_user_level: int, elf_pricing: str) -> Chart:
    """The chart's price of the level, or of all levels of a double class."""
    if char_class != DOUBLE_CLASS:
        return [r.rule(f"level_price.{level}")]
    both = [r.rule(f"level_price.{one}") for one in (level, magic_user_level) if one]
    if elf_pricing == "every_level":
        return [r.rule(f"level_price.{n}") for last in (level, magic_user_level) for n in range(1, last + 1)]
    return [rule.times(2) for rule in both] if elf_pricing == "doubled" else both


def dwarf_discount(r: Ruleset, race: str, equipment: int) -> Rule | None:
    """What dwarves pay less."""
    rule = r.rule("dwarf.discount")
    return replace(rule, value=-(equipment * rule.value // 100)) if race == "dwarf" and equipment else None


def spells_of(level: int) -> Node:
    """The price of all spells of one level."""

    def price(r: Ruleset, number: int) -> Rule | None:
        return r.rule("spell_price.per_level").times(level * number) if number else None

    return Node(price, (f"spells_{level}",), f"spells of level {level}")


def refuse_class(r: Ruleset, race: str, char_class: str) -> None:
    """Only elves have two classes, and monsters have one."""
    refuse(
        char_class == DOUBLE_CLASS and race != "elf",
        f"race must be elf with char_class {DOUBLE_CLASS}; got {race}; try char_class fighter",
    )
    refuse(
        race == MONSTER and char_class != "fighter",
        f"char_class must be fighter with race {MONSTER}; got {char_class}; try race human",
    )


def refuse_levels(r: Ruleset, race: str, char_class: str, level: int, magic_user_level: int) -> None:
    """No model goes beyond the highest level of its race."""
    if race == MONSTER:
        return
    single = {"level": (char_class, level)}
    double = {"level": ("fighter", level), "magic_user_level": ("magic_user", magic_user_level)}
    for name, (one, reached) in (double if char_class == DOUBLE_CLASS else single).items():
        most = r[f"max_level.{race}.{one}"]
        refuse(not most, f"char_class must be open to a {race}; got {one}; try fighter")
        refuse(
            not 1 <= reached <= most,
            f"{name} must be from 1 to {most} for race {race} and char_class {char_class}; got {reached}; try 1",
        )


def lifted(
    r: Ruleset, short_race_pole_arm: str, cleric_thrown_weapons: bool, magic_user_shield: bool
) -> tuple[str, ...]:
    """Bans that do not hold by the rulings in force."""
    bans = {
        "may_own.dwarf.pole_arm": short_race_pole_arm == "no_reach",
        "may_own.halfling.pole_arm": short_race_pole_arm == "no_reach",
        "may_own.cleric.thrown_weapons": cleric_thrown_weapons,
        "may_own.magic_user.shield": magic_user_shield,
    }
    return tuple(path for path, lifts in bans.items() if lifts)


def refuse_owned(item: str) -> Node:
    """Refuse what the race or the class may not own."""
    none = {"armor": "none", "thrown_weapons": "0"}.get(item, "false")

    def refuse_item(r: Ruleset, owned: Any, race: str, char_class: str, lifted: tuple[str, ...]) -> None:
        if owned in (False, "none"):
            return
        for who in (race, char_class):
            path = f"may_own.{who}.{item}"
            banned = not r.get(path, True) and path not in lifted
            refuse(banned, f"{item} must be {none} for a {who}; got {str(owned).lower()}; leave it out")

    return Node(refuse_item, (item, "race", "char_class", "lifted"), item)


OWNED = "pole_arm two_handed_weapon sling short_bow long_bow crossbow"
EQUIPMENT = total(
    "arms and armour (gp)",
    pick("price.armor", "armor"),
    flag("price.shield"),
    each("price.hand_weapon", "extra_hand_weapons"),
    each("price.thrown_weapon", "thrown_weapons"),
    *(flag(f"price.{owned}") for owned in OWNED.split()),
)

model_cost = Check(
    "odd_encounters.model_cost",
    "What does a model cost in gold pieces?",
    source="Assembling Forces; Races; Classes; Equipment",
    parameters=(
        "forces.race model_cost.char_class forces.level hit_points.magic_user_level armor forces.shield",
        "extra_hand_weapons thrown_weapons",
        OWNED,
        "spells_1 spells_2 spells_3 spells_4 spells_5 special_abilities elf_pricing short_race_pole_arm",
        "cleric_thrown_weapons magic_user_shield",
    ),
    targets={
        "levels": total("levels (gp)", levels_paid),
        "equipment": EQUIPMENT,
        "spells": total("spells (gp)", *map(spells_of, SPELL_LEVELS)),
        "cost": total(
            "the model (gp)",
            "levels",
            value("equipment", "arms and armour"),
            dwarf_discount,
            "spells",
            "special_abilities",
        ),
    },
    wording=Words(unit="gold piece"),
    derived=[lifted],
    refusals=[
        refuse_class,
        refuse_levels,
        *map(refuse_owned, ("armor", "shield", "thrown_weapons", *OWNED.split())),
    ],
    says="The model costs {cost} gp.",
)
