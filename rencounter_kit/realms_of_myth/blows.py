"""Blows: how hard they land, and what armor lets through."""

from __future__ import annotations

from dataclasses import replace

from ..check import Check, ruling
from ..modifiers import each, total, value
from ..parameter import choice, several, whole, yes_no
from ..rules import Rule, Ruleset
from .tasks import BOOK, STEM, divisor, half_up, worth

WEIGHTS = ("light", "medium_light", "medium", "medium_heavy", "heavy")
SURPLUS = "unnamed_sixth"
USES = ("one_handed", "hand_and_a_half", "two_handed", "hurled", "bow", "sling", "crossbow", "brawling")
IN_HAND = ("one_handed", "hand_and_a_half", "two_handed", "brawling")
BY_ARM = tuple(use for use in USES if use != "crossbow")  # his body gives the force
MISSILES = ("bow", "sling")

WEAPON = (
    whole("size", 0, 20, 4, "Size of the weapon or bow.", group="weapon"),
    choice("weight_class", (*WEIGHTS, SURPLUS), "medium", "Bows and slings are always light.", group="weapon"),
)

# Damage Bonus --------------------------------------------------------------------------------------------------------------


def bonus(r: Ruleset, size: int, weight_class: str, weight_columns: str) -> Rule:
    """The Damage Bonus by Size and Weight Class."""
    columns = (*WEIGHTS, SURPLUS) if weight_columns == "first_five" else (SURPLUS, *WEIGHTS)
    return r.rule(f"damage_bonus.{r.look_up('damage_bonus.size', size)}.c{columns.index(weight_class) + 1}")


weapon_db = Check(
    "realms_of_myth.weapon_db",
    "What does the weapon add to the blow?",
    "Table 6-5",
    (*WEAPON, ruling(STEM, "weight_columns")),
    {"bonus": total("Damage Bonus", bonus)},
    lambda t, throw, r: t.bonus,
    says=lambda t, r: [f"The weapon adds {t.bonus} to the POT of its blows."],
)

# Potence of a blow ---------------------------------------------------------------------------------------------------------


def power(r: Ruleset, use: str, strength: int, slash: bool, crd: int, modified_sta: int) -> Rule | None:
    """What his body gives: STA and STR, or CRD in the place of STR for a Slash."""
    limb, points = ("CRD", crd) if slash else ("STR", strength)
    if use == "crossbow":
        return None
    if use in MISSILES:
        rule = r.rule(f"pot.percent_of_strength.{use}")
        return worth(rule, half_up(rule.value * points, 100), f"{rule.value} % of {limb} {points}")
    both = modified_sta + points
    if use == "brawling":
        part, by = r.rule("pot.percent.one_handed"), divisor(r, "pot.brawling")
        label = f"{part.value} % of modified STA {modified_sta} + {limb} {points}, divided by {by}"
        one_handed = half_up(part.value * both, 100)
        return worth(r.rule("pot.brawling"), half_up(one_handed, by), label)
    rule = r.rule(f"pot.percent.{use}")
    label = f"{rule.value} % of modified STA {modified_sta} + {limb} {points}"
    return worth(rule, half_up(rule.value * both, 100), label)


def fixed_force(r: Ruleset, use: str, crossbow_pot: int) -> int | None:
    """The force of a crossbow, whoever shoots it."""
    return crossbow_pot if use == "crossbow" else None


def days_cocked(r: Ruleset, days_cocked: int, crossbow_pot: int) -> Rule | None:
    """A crossbow kept cocked loses force, down to none."""
    if not days_cocked:
        return None
    lost = r.rule("pot.crossbow_day").times(days_cocked)
    return lost if crossbow_pot + lost.value >= 0 else worth(lost, -crossbow_pot, f"{lost.label}: no force is left")


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
    points = half_up(rule.value * jump_down_feet, divisor(r, "pot.jump.feet"))
    return worth(rule, points, f"jump of {jump_down_feet} feet")


pot = Check(
    "realms_of_myth.pot",
    "How hard does the blow land?",
    "The POT of Blows; Opportunity Actions; A Word about Crossbows; Making the Most of Combat",
    (
        choice("use", USES, "one_handed", "How the weapon is used.", group="weapon"),
        whole("strength", 1, 200, 13, "STR.", group="figure", unit="points"),
        whole("modified_sta", 1, 500, 20, "Modified STA.", group="figure", unit="points"),
        yes_no("slash", False, "A Slash: CRD takes the place of STR.", only_with=("use", BY_ARM)),
        whole("crd", 1, 200, 13, "CRD, for a Slash.", group="figure", unit="points", only_with=("slash", (True,))),
        *WEAPON,
        whole("head_db", 0, 20, 0, "Damage Bonus of the arrow head (bow).", group="weapon", unit="POT",
              only_with=("use", ("bow",))),
        whole("crossbow_pot", 0, 200, 30, "Fixed POT of the crossbow.", group="weapon", unit="POT",
              only_with=("use", ("crossbow",))),
        whole("days_cocked", 0, 100, 0, "Full days that the crossbow was kept cocked.", group="weapon", unit="days",
              only_with=("use", ("crossbow",))),
        whole("charge_speed", 0, 149, 0, "Speed of a Charge (weapons in the hand).", unit="mph",
              only_with=("use", IN_HAND)),
        whole("foe_speed", 0, 149, 0, "Speed of a foe who runs into an Opportunity Attack.", group="target", unit="mph"),
        whole("jump_down_feet", 0, 200, 0, "Height jumped down onto the foe (weapons in the hand).", unit="feet",
              only_with=("use", IN_HAND)),
        ruling(STEM, "weight_columns"),
    ),
    {
        "pot": total(
            "POT", power, fixed_force, days_cocked, damage_bonus, value("head_db", "arrow head"),
            each("pot.charge", "charge_speed"), each("pot.foe_speed", "foe_speed"), jump,
        )
    },
    lambda t, throw, r: t.pot,
    says=lambda t, r: [f"The blow lands with a POT of {t.pot}; armor comes off that."],
)  # fmt: skip

# Armor and clothing ----------------------------------------------------------------------------------------------------------

MOST_CLOTHES = 6
BODKIN = ("attack_form", ("bodkin",))
CLOTHED = ("clothing_layers", tuple(range(1, MOST_CLOTHES + 1)))


def layer(r: Ruleset, name: str, way: str) -> Rule:
    """What one layer takes off the POT; ``way`` is the group of piercing rules that is asked, "" for none."""
    resistance = r.rule(f"armor.{name}.dr")
    label = name.replace("_", " ")
    if not way:
        return worth(resistance, -resistance.value, label)
    passes, loss = r.rule(f"piercing.{way}.{r[f'armor.{name}.class']}"), r.rule("piercing.loss")
    taken, how = (loss, "pierced") if passes.value else (resistance, "not pierced")
    return replace(taken, value=-taken.value, label=f"{label}, {how}", mark=passes.mark, note=loss.note)


def armor(r: Ruleset, layers: tuple[str, ...], attack_form: str, within_short_range: bool, proof: bool) -> list[Rule]:
    """What each layer takes off, outermost first."""
    if attack_form == "slash":
        return []
    way = {"common": "", "thrust": "thrust", "bodkin": "bodkin"}[attack_form]
    if way == "bodkin" and (proof or not within_short_range):
        way = "spent_bodkin"
    return [layer(r, name, way) for name in layers]


def slash_spent_on_the_armor(r: Ruleset, pot: int, layers: tuple[str, ...], attack_form: str) -> int | None:
    """A Slash only wears armor down; nothing gets through."""
    return -pot if attack_form == "slash" and layers else None


def clothing(r: Ruleset, clothing_layers: int, edged: bool, first_blow: bool) -> Rule | None:
    """Street clothes without armor take something off the first edged blow."""
    if not (clothing_layers and edged and first_blow):
        return None
    rule = r.rule("clothing.layers")
    return worth(rule, -half_up(clothing_layers, divisor(r, rule.path)), f"street clothes, {clothing_layers} layers")


armor_through = Check(
    "realms_of_myth.armor_through",
    "What gets through the armor?",
    "The Virtue of Armor; Armor Wear; Knock-Back (clothing)",
    (
        whole("pot", 0, 500, 30, "POT of the blow.", group="weapon", unit="POT"),
        several("layers", BOOK.names("armor"), 0, 6, ("singlemail", "padded"),
                "Armor, outermost first; a shield in the way is the outermost.", group="target"),
        choice("attack_form", ("common", "thrust", "slash", "bodkin"), "common",
               "Common Strike, Thrust or Lunge, Slash, or bodkin arrow and heavy bolt.", group="weapon"),
        yes_no("within_short_range", True, "The target is within Short Range (bodkin).", only_with=BODKIN),
        yes_no("proof", False, "Armor of Proof (bodkin).", group="target", only_with=BODKIN),
        whole("clothing_layers", 0, MOST_CLOTHES, 0, "Layers of street clothes, without armor.", group="target",
              unit="layers", only_with=("layers", ((),))),
        yes_no("edged", True, "An edged weapon (clothing).", group="weapon", only_with=CLOTHED),
        yes_no("first_blow", True, "The first blow against these clothes.", only_with=CLOTHED),
    ),
    {
        "left": total("POT that is left", "pot", armor, slash_spent_on_the_armor, clothing),
        "through": lambda r, left: max(0, left),
    },
    lambda t, throw, r: t.through,
    says=lambda t, r: [f"A POT of {t.through} gets through." if t.through else "Nothing gets through."],
)  # fmt: skip
