"""Blows: how hard they land, and what armour lets through."""

from __future__ import annotations

from dataclasses import replace

from ...mechanics.check import Check
from ...mechanics.modifiers import each, total, value
from ...mechanics.parameter import choice, ruling, several, whole, yes_no
from ...mechanics.resolution import no_dice
from ...rulebook.book import Rule, Ruleset
from .tasks import BOOK, half_up, worth

# Damage Bonus ---------------------------------------------------------------------------------------------------------

WEIGHTS = BOOK.names("damage_bonus.column")
WEAPON = (
    whole(
        "size",
        0,
        20,
        4,
        "Size of the weapon or bow.",
        hint="of the weapon or bow, as the rules count it",
        group="weapon",
    ),
    choice(
        "weight_class",
        WEIGHTS,
        "medium",
        "Weight Class of the weapon; bows and slings are always light.",
        group="weapon",
    ),
)


def bonus(r: Ruleset, size: int, weight_class: str, weight_columns: str) -> Rule:
    """The Damage Bonus by Size and Weight Class."""
    column = r[f"damage_bonus.column.{weight_class}"]
    if weight_columns == "last_five":
        column = column % len(WEIGHTS) + 1
    return r.rule(f"damage_bonus.{r.look_up('damage_bonus.size', size)}.c{column}")


weapon_db = Check(
    "realms_of_myth.weapon_db",
    "What is the weapon's Damage Bonus?",
    source="Table 6-5",
    parameters=(*WEAPON, ruling("weight_columns")),
    targets={"bonus": total("Damage Bonus", bonus)},
    dice=no_dice("bonus"),
    says="The weapon adds {bonus} to the POT of its blows.",
)

# Potence of a blow ----------------------------------------------------------------------------------------------------

BY_BODY = BOOK.names("pot.percent")  # STA gives force too
MISSILES = BOOK.names("pot.percent_of_strength")
BY_ARM = (*BY_BODY, *MISSILES, "brawling")
IN_HAND = tuple(use for use in BY_ARM if use not in (*MISSILES, "hurled"))
USES = (*BY_BODY, *MISSILES, "crossbow", "brawling")


def power(r: Ruleset, use: str, strength: int, slash: bool, crd: int, modified_sta: int) -> Rule | None:
    """What his body gives: STA and STR, or CRD in the place of STR for a Slash."""
    if use == "crossbow":
        return None
    force, source = (crd, f"CRD {crd}") if slash else (strength, f"STR {strength}")
    if use in MISSILES:
        rule = r.rule(f"pot.percent_of_strength.{use}")
    else:
        rule = r.rule(f"pot.percent.{'one_handed' if use == 'brawling' else use}")
        force, source = modified_sta + force, f"modified STA {modified_sta} + {source}"
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
        choice("use", USES, "one_handed", "How the weapon is used.", group="weapon"),
        whole("strength", 1, 200, 13, "STR.", group="figure", unit="points"),
        whole("modified_sta", 1, 500, 20, "Modified STA.", group="figure", unit="points"),
        yes_no("slash", False, "The blow is a Slash, with CRD in place of STR.", only_with=("use", BY_ARM)),
        whole("crd", 1, 200, 13, "CRD, for a Slash.", group="figure", unit="points", only_with=("slash", (True,))),
        *WEAPON,
        whole(
            "head_db",
            0,
            20,
            0,
            "Damage Bonus of the arrowhead (bow).",
            hint="of the arrowhead",
            group="weapon",
            unit="POT",
            only_with=("use", ("bow",)),
        ),
        whole(
            "crossbow_pot",
            0,
            200,
            30,
            "Fixed POT of the crossbow.",
            group="weapon",
            unit="POT",
            only_with=("use", ("crossbow",)),
        ),
        whole(
            "days_cocked",
            0,
            100,
            0,
            "Full days the crossbow has been kept cocked, {pot.crossbow_day} POT each.",
            group="weapon",
            unit="days",
            only_with=("use", ("crossbow",)),
        ),
        whole(
            "charge_speed",
            0,
            149,
            0,
            "Speed of a Charge (hand-held weapons only).",
            hint="miles an hour",
            unit="mph",
            only_with=("use", IN_HAND),
        ),
        whole(
            "foe_speed",
            0,
            149,
            0,
            "Speed of a foe running into an Opportunity Attack.",
            hint="miles an hour, of a foe who runs into the blow",
            group="target",
            unit="mph",
        ),
        whole(
            "jump_down_feet",
            0,
            200,
            0,
            "Height of a jump down onto the foe (hand-held weapons only).",
            unit="feet",
            only_with=("use", IN_HAND),
        ),
        ruling("weight_columns"),
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
    dice=no_dice("pot"),
    says="The blow lands with a POT of {pot}, before armour.",
)

# Armour and clothing ---------------------------------------------------------------------------------------------------

FORMS = BOOK.names("spent_on_armor")
BODKIN = ("attack_form", ("bodkin",))
MOST_CLOTHES = 6
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
    if r[f"spent_on_armor.{attack_form}"]:
        return []
    way = attack_form if attack_form in r.names("piercing") else ""
    if way == "bodkin" and (proof or not within_short_range):
        way = "spent_bodkin"
    return [layer(r, name, way) for name in layers]


def spent_on_the_armor(r: Ruleset, pot: int, layers: tuple[str, ...], attack_form: str) -> int | None:
    """A Slash only wears armour down; nothing gets through."""
    return -pot if layers and r[f"spent_on_armor.{attack_form}"] else None


def clothing(r: Ruleset, clothing_layers: int, edged: bool, first_blow: bool) -> Rule | None:
    """Street clothes without armour take something off the first edged blow."""
    if not (clothing_layers and edged and first_blow):
        return None
    rule = r.rule("clothing.layers")
    return worth(rule, -half_up(clothing_layers, rule.value), f"street clothes, {clothing_layers} layers")


def through(r: Ruleset, left: int) -> int:
    """What gets through, never less than nothing."""
    return max(0, left)


armor_through = Check(
    "realms_of_myth.armor_through",
    "What gets through the armour?",
    source="The Virtue of Armor; Armor Wear; Knock-Back (clothing)",
    parameters=(
        whole("pot", 0, 500, 30, "POT of the blow.", group="weapon", unit="POT", takes=pot.id),
        several(
            "layers",
            BOOK.names("armor"),
            0,
            6,
            ("singlemail", "padded"),
            "Armour, outermost layer first; a shield in the way comes first of all.",
            hint="type a name; the outermost layer first",
            group="target",
        ),
        choice(
            "attack_form",
            FORMS,
            "common",
            "Common Strike; Thrust or Lunge; Slash; bodkin arrow or heavy bolt.",
            group="weapon",
        ),
        yes_no("within_short_range", True, "The target is within Short Range (bodkin).", only_with=BODKIN),
        yes_no(
            "proof",
            False,
            "The armour is Armour of Proof (bodkin).",
            hint="Armour of Proof",
            group="target",
            only_with=BODKIN,
        ),
        whole(
            "clothing_layers",
            0,
            MOST_CLOTHES,
            0,
            "Layers of street clothes; only without armour.",
            group="target",
            unit="layers",
            only_with=("layers", ((),)),
        ),
        yes_no("edged", True, "The weapon is edged (clothing).", group="weapon", only_with=CLOTHED),
        yes_no("first_blow", True, "This is the first blow against these clothes (clothing).", only_with=CLOTHED),
    ),
    targets={"left": total("POT left", "pot", armor, spent_on_the_armor, clothing), "through": through},
    dice=no_dice("through"),
    says=lambda t, r: [f"A POT of {t.through} gets through." if t.through else "Nothing gets through."],
)
