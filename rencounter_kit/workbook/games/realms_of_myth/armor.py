"""Armour and clothing: what they take off a blow."""

from dataclasses import replace

from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import flag, node, pick, total
from ...mechanics.ready_dice import no_dice
from ...rulebook.book import Rule, Ruleset
from .tasks import BOOK, half_up, worth

# What they ask --------------------------------------------------------------------------------------------------------

FORMS = BOOK.names("spent_on_armor")
PIERCING = tuple(form for form in FORMS if form in BOOK.names("piercing"))
HELD = "Some of the armour is not breached, so an edge or a point must exceed the Wound Threshold as well."
FORM = "attack_form within_short_range proof"


# One blow -------------------------------------------------------------------------------------------------------------


def way_through(r: Ruleset, attack_form: str, within_short_range: bool, proof: bool) -> str:
    """The group of rules that says what such a blow pierces, "" where it pierces nothing."""
    if attack_form == "bodkin" and (proof or not within_short_range):
        return "spent_bodkin"
    return attack_form if attack_form in PIERCING else ""


def pierced(r: Ruleset, name: str, way: str) -> bool:
    """Does such a blow pierce a layer?"""
    return bool(way and r[f"piercing.{way}.{r[f'armor.{name}.class']}"])


def unbreached(r: Ruleset, layers: tuple[str, ...], way: str) -> bool:
    """Did some of the armour hold, so that what gets through is no cut?"""
    return not all(pierced(r, name, way) for name in layers)


def layer(r: Ruleset, name: str, way: str) -> Rule:
    """What one layer takes off the POT."""
    resistance, label = r.rule(f"armor.{name}.dr"), r.spelling.words(name)
    if not way:
        return worth(resistance, -resistance.value, label)
    passes, loss = r.rule(f"piercing.{way}.{r[f'armor.{name}.class']}"), r.rule("piercing.loss")
    result, how = (loss, "pierced") if passes.value else (resistance, "not pierced")
    return replace(result, value=-result.value, label=f"{label}, {how}", mark=passes.mark, note=loss.note)


def armor(r: Ruleset, layers: tuple[str, ...], attack_form: str, way: str) -> list[Rule]:
    """What each layer takes off, outermost first."""
    return [] if r[f"spent_on_armor.{attack_form}"] else [layer(r, name, way) for name in layers]


def spent_on_the_armor(r: Ruleset, so_far: int, layers: tuple[str, ...], attack_form: str) -> int | None:
    """A Slash only wears armour down; nothing gets through."""
    return -so_far if layers and r[f"spent_on_armor.{attack_form}"] else None


def clothing(r: Ruleset, clothing_layers: int, edged: bool, first_blow: bool) -> Rule | None:
    """Street clothes without armour take something off the first edged blow."""
    if not (clothing_layers and edged and first_blow):
        return None
    rule = r.rule("clothing.layers")
    return worth(rule, -half_up(clothing_layers, rule.value), f"street clothes, {clothing_layers} layers")


clothing_worn = Check(
    "realms_of_myth.clothing_worn",
    "How many layers of clothing does he wear?",
    source="Knock-Back (rule of thumb)",
    parameters="social_class winter",
    targets={"worn": total("layers of clothing", pick("clothing.worn", "social_class"), flag("clothing.winter"))},
    says=lambda r, worn: [f"He wears {so_many(worn, 'layer')} of street clothes."],
)

armor_through = Check(
    "realms_of_myth.armor_through",
    "What gets through the armour?",
    source="The Virtue of Armor; Armor Wear; Knock-Back (clothing)",
    parameters=("pot layers", FORM, "clothing_layers edged first_blow"),
    derived=[node(way_through)],
    targets={
        "left": total("POT left", "pot", node(armor, way="way_through"), spent_on_the_armor, clothing),
        "through": lambda r, left: max(0, left),
        "through_unbreached_armor": node(unbreached, way="way_through"),
    },
    dice=no_dice("through"),
    says=lambda r, through, through_unbreached_armor: [
        f"A POT of {through} gets through." if through else "Nothing gets through.",
        *([HELD] if through and through_unbreached_armor else []),
    ],
)
