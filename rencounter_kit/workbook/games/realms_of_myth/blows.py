"""Blows: how hard they land."""

from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import each, refuse, total, value
from ...rulebook.book import Rule, Ruleset
from .tasks import BOOK, half_up, worth

# What the weapon adds -------------------------------------------------------------------------------------------------

WEIGHTS = BOOK.names("damage_bonus.column")

WEAPON = "size weight_class"


def by_size(r: Ruleset, table: str, size: int, weight_class: str, weight_columns: str) -> Rule:
    """The figure of a table by Size and Weight Class."""
    column = r[f"damage_bonus.column.{weight_class}"]
    if weight_columns == "last_five":
        column = column % len(WEIGHTS) + 1
    return r.rule(f"{table}.{r.look_up(f'{table}.size', size)}.c{column}")


def bonus(r: Ruleset, size: int, weight_class: str, weight_columns: str) -> Rule:
    """The Damage Bonus by Size and Weight Class."""
    return by_size(r, "damage_bonus", size, weight_class, weight_columns)


def multiplier(r: Ruleset, size: int, weight_class: str, weight_columns: str) -> Rule:
    """The Damage Multiplier by Size and Weight Class, in hundredths."""
    return by_size(r, "damage_multiplier", size, weight_class, weight_columns)


weapon_db = Check(
    "realms_of_myth.weapon_db",
    "What is the weapon's Damage Bonus?",
    source="Table 6-5",
    parameters=(WEAPON, "weight_columns"),
    targets={"bonus": total("Damage Bonus", bonus)},
    says="The weapon adds {bonus} to the POT of its blows.",
)

weapon_dm = Check(
    "realms_of_myth.weapon_dm",
    "What is the weapon's Damage Multiplier?",
    source="Weapon DM's, by Size & Class",
    parameters="weapon_dm.size weight_class weight_columns",
    targets={"multiplier": total("Damage Multiplier (hundredths)", multiplier)},
    says="The weapon adds {multiplier} % of a blow's Body Points to them.",
)

# Potence of a blow ----------------------------------------------------------------------------------------------------

MISSILES = BOOK.names("pot.percent_of_strength")

FIGHTER = "use force.strength force.modified_sta"


def share_of_body(r: Ruleset, use: str, force: int, source: str, modified_sta: int) -> tuple[Rule, int, str]:
    """The percentage that counts, of how many points, and where these come from; bows and slings leave STA out."""
    if use in MISSILES:
        return r.rule(f"pot.percent_of_strength.{use}"), force, source
    rule = r.rule(f"pot.percent.{'one_handed' if use == 'brawling' else use}")
    return rule, modified_sta + force, f"modified STA {modified_sta} + {source}"


def power(r: Ruleset, use: str, strength: int, slash: bool, crd: int, modified_sta: int) -> Rule | None:
    """What his body gives: STA and STR, or CRD in the place of STR for a Slash."""
    if use == "crossbow":
        return None
    source = f"CRD {crd}" if slash else f"STR {strength}"
    rule, force, source = share_of_body(r, use, crd if slash else strength, source, modified_sta)
    points, label = half_up(rule.value * force, 100), f"{rule.value} % of {source}"
    if use != "brawling":
        return worth(rule, points, label)
    brawling = r.rule("pot.brawling")
    return worth(brawling, half_up(points, brawling.value), f"{label}, divided by {brawling.value}")


def fixed_force(r: Ruleset, use: str, crossbow_pot: int) -> int | None:
    """The force of a crossbow, whoever shoots it."""
    return crossbow_pot if use == "crossbow" else None


def days_cocked(r: Ruleset, days_cocked: int, crossbow_pot: int) -> Rule | None:
    """A crossbow kept cocked loses force, down to none."""
    if not days_cocked:
        return None
    lost = r.rule("pot.crossbow_day").times(days_cocked)
    return lost if crossbow_pot + lost.value >= 0 else worth(lost, -crossbow_pot, f"{lost.label}: no force left")


def damage_bonus(r: Ruleset, use: str, size: int, weight_class: str, weight_columns: str) -> Rule | None:
    """The weapon's Damage Bonus; bows and slings are light."""
    if use in ("crossbow", "brawling"):
        return None
    return bonus(r, size, "light" if use in MISSILES else weight_class, weight_columns)


def jump(r: Ruleset, jump_down_feet: int) -> Rule | None:
    """The force of a jump down onto the foe."""
    if not jump_down_feet:
        return None
    rule = r.rule("pot.jump.points")
    return worth(rule, half_up(rule.value * jump_down_feet, r["pot.jump.feet"]), f"jump of {jump_down_feet} feet")


pot = Check(
    "realms_of_myth.pot",
    "How hard does the blow land?",
    source="The POT of Blows; Opportunity Actions; A Word about Crossbows; Making the Most of Combat",
    parameters=(
        FIGHTER,
        "slash force.crd",
        WEAPON,
        "head_db crossbow_pot days_cocked charge_speed foe_speed jump_down_feet weight_columns",
    ),
    targets={
        "pot": total(
            "POT",
            power,
            fixed_force,
            days_cocked,
            damage_bonus,
            value("head_db", "arrowhead"),
            each("pot.charge", "charge_speed"),
            each("pot.foe_speed", "foe_speed"),
            jump,
        )
    },
    says="The blow lands with a POT of {pot}, before armour.",
)

# Body Points ----------------------------------------------------------------------------------------------------------


def body_points(r: Ruleset, use: str, strength: int, modified_sta: int, dm: int) -> Rule:
    """The base of the blow and the share of it that the weapon adds; fists add none, and do a part of it."""
    refuse(
        use == "crossbow",
        "use must not be crossbow, whose Body Points are fixed, in another chapter; got crossbow; try bow",
    )
    rule, force, source = share_of_body(r, use, strength, f"STR {strength}", modified_sta)
    label, hundred = f"{rule.value} % of {source}", 100
    if use == "brawling":
        brawling = r.rule("pot.brawling")
        return worth(
            brawling, half_up(rule.value * force, hundred * brawling.value), f"{label}, divided by {brawling.value}"
        )
    points = half_up(rule.value * force * (hundred + dm), hundred * hundred)
    return worth(rule, points, f"{label}, and {dm} % more")


bp_damage = Check(
    "realms_of_myth.bp_damage",
    "How many Body Points does the blow take?",
    source="Optional Body Point Rules; Damage Multipliers",
    parameters=(FIGHTER, "dm"),
    targets={"damage": total("Body Points", body_points)},
    says=lambda r, damage: [f"The blow takes {so_many(damage, 'Body Point')}."],
)
