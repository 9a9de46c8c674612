"""Armour wear: what blows leave of the armour, layer by layer."""

from collections.abc import Iterable
from typing import NamedTuple

from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, called, is_, node, total
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.ready_dice import no_dice
from ...rulebook.book import Rule, Ruleset
from .armor import FORM, pierced, way_through
from .tasks import half_up, worth

WORN_BY = ("wear_per_blow layers", FORM, "pierce_loss")

# Wear, blow after blow ------------------------------------------------------------------------------------------------


class ArmorLayer(NamedTuple):
    """A layer as it stands: what it protects by and what holds it together. What a blow pierces, and else takes off."""

    name: str
    protection: int
    structure: int
    pierced: bool
    loss: int

    @property
    def resistance(self) -> int:
        """Its DR: the smaller of both figures."""
        return min(self.protection, self.structure)


ArmorLayers = tuple[ArmorLayer, ...]  # those that are left, outermost first


def fresh(
    r: Ruleset, pot: int, wear_per_blow: int, layers: tuple[str, ...], attack_form: str, way: str, armor_wear: bool
) -> ArmorLayers:
    """The armour before the first blow. Without rules of wear it has one figure, and Common Strikes do not wear it."""
    slashed = r[f"spent_on_armor.{attack_form}"]
    every = []
    for name in layers:
        resistance = r[f"armor.{name}.dr"]
        structure = r[f"armor.{name}.structure"] if armor_wear and f"armor.{name}.structure" in r else resistance
        loss = half_up(r[f"armor_wear.slash.{name}"] * pot, 100) if slashed else wear_per_blow if armor_wear else 0
        every.append(ArmorLayer(name, resistance, structure, pierced(r, name, way), loss))
    return left(every)


def resisted(layers: ArmorLayers) -> int:
    """The DR of all layers together."""
    return sum(one.resistance for one in layers)


def left(layers: Iterable[ArmorLayer]) -> ArmorLayers:
    """The layers that still have some DR."""
    return tuple(one for one in layers if one.resistance > 0)


def pierce(one: ArmorLayer, points: int, from_protection: bool) -> ArmorLayer:
    """The layer once pierced: the point comes off the structure, or first off the protection while that is less."""
    if from_protection and one.protection < one.structure:
        return one._replace(protection=one.protection - points)
    return one._replace(structure=one.structure - points)


def worn(r: Ruleset, layers: ArmorLayers, from_protection: bool) -> ArmorLayers:
    """The armour after one more blow: each pierced layer loses a little, or else the outermost takes it all."""
    if any(one.pierced for one in layers):
        points = r["armor_wear.pierced"]
        return left(pierce(one, points, from_protection) if one.pierced else one for one in layers)
    return left(one._replace(structure=one.structure - one.loss) if one is layers[0] else one for one in layers)


def standing(r: Ruleset, fresh: ArmorLayers, from_protection: bool, blows: int) -> ArmorLayers:
    """The armour as it stands after so many blows."""
    layers = fresh
    for _ in range(blows):
        before, layers = layers, worn(r, layers, from_protection)
        if layers == before:
            break
    return layers


def armor_left(r: Ruleset, fresh: ArmorLayers, standing: ArmorLayers) -> list[Rule]:
    """What each layer has left."""
    full = {one.name: one.resistance for one in fresh}
    return [
        worth(
            r.rule(f"armor.{one.name}.dr"),
            one.resistance,
            f"{r.spelling.words(one.name)}, {one.resistance} of {full[one.name]}",
        )
        for one in standing
    ]


def unbreached(r: Ruleset, standing: ArmorLayers) -> bool:
    """Will one more such blow leave some of it unbreached?"""
    return not all(one.pierced for one in standing)


def spent(r: Ruleset, attack_form: str) -> bool:
    """A Slash does nothing but wear the armour, while there is some."""
    return bool(r[f"spent_on_armor.{attack_form}"])


def taken_off(r: Ruleset, standing: ArmorLayers, pot: int, spent: bool) -> int:
    """What the armour as it stands takes off one more such blow."""
    if spent and standing:
        return pot
    loss = r["piercing.loss"]
    return sum(loss if one.pierced else one.resistance for one in standing)


WORN = {"fresh": node(fresh, way="way_through"), "from_protection": is_("pierce_loss", "protection")}
ALWAYS_WORN = (node(way_through), Node(lambda r: True, (), "armor_wear"))  # where the rules of wear are what is asked

armor_after_blows = Check(
    "realms_of_myth.armor_after_blows",
    "What is left of the armour after several blows?",
    source="Optional Rule: Armor Wear",
    parameters=("pot", WORN_BY, "blows"),
    derived=(*ALWAYS_WORN, *called(**WORN), standing, spent),
    targets={
        "dr": total("DR left", armor_left),
        "through_unbreached_armor": node(unbreached),
        "armor_dr": node(taken_off),
    },
    dice=no_dice("dr"),
    says=lambda r, dr, armor_dr: [
        f"All layers together have a DR of {dr} left.",
        *([f"They take {armor_dr} off the POT of one more such blow."] if armor_dr != dr else []),
    ],
)

blows_to_wear_through = Process(
    "realms_of_myth.blows_to_wear_through",
    "How many blows wear the armour through?",
    turn="blow",
    source="Optional Rule: Armor Wear",
    parameters=("pot", WORN_BY, "max_blows"),
    derived=ALWAYS_WORN,
    targets=WORN,
    play=lambda throw, r, fresh, from_protection, max_blows: TurnModel(
        fresh,
        [lambda layers: worn(r, layers, from_protection)],
        lambda layers: None if layers else "worn_through",
        max_blows,
        read=lambda layers, end, blows: max_blows + 1 if layers else blows,
    ),
    says=lambda r, fresh, max_blows: [
        f"At first its DR is {resisted(fresh)}.",
        f"{max_blows + 1} means that it still holds after {so_many(max_blows, 'blow')}.",
    ],
)
