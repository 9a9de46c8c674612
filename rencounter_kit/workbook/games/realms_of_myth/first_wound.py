"""The first wound: attack after attack, until the armour gives way."""

from fractions import Fraction
from typing import NamedTuple

from ....engine.dice.dist import Dist
from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import so_many
from ...mechanics.modifiers import inputs, node
from ...mechanics.processes.process import Process
from ...mechanics.processes.turn_model import TurnModel
from ...mechanics.question import Words
from ...rulebook.book import Ruleset
from .armor import way_through
from .armor_wear import WORN, WORN_BY, ArmorLayers, resisted, spent, taken_off, unbreached, worn
from .attempts import attempts_for
from .strike import ATTACK, ROLL
from .tasks import RESOLUTION, on_task, roll
from .wounds import BODY, READINGS, inflicted, threshold, waived

WOUNDED = "wounded"


class Assault(NamedTuple):
    """The chance to hit, the armour at first and how it wears, and what a blow does to the man inside."""

    attack_percent: int
    pot: int
    spent: bool
    fresh: ArmorLayers
    from_protection: bool
    threshold: Fraction
    waived: bool
    edge_wounds: str
    max_attacks: int


def wounds_through(r: Ruleset, assault: Assault, layers: ArmorLayers) -> int:
    """The wounds of a hit on the armour as it stands; the Threshold counts unless all of it is pierced."""
    through = max(0, assault.pot - taken_off(r, layers, assault.pot, assault.spent))
    return inflicted(through, assault.threshold, assault.waived and not unbreached(r, layers), assault.edge_wounds)


def play_attacks(throw: Throw, r: Ruleset, assault: Assault) -> TurnModel:
    """Attack after attack; a hit that does not wound wears the armour."""

    def hit(layers: ArmorLayers) -> ArmorLayers | str:
        return WOUNDED if wounds_through(r, assault, layers) else worn(r, layers, assault.from_protection)

    def attack(layers: ArmorLayers) -> Consequence:
        return roll(throw, r, "to hit", assault.attack_percent, hit(layers), layers)

    def exact_length() -> Dist:
        """Hits come one after the other, and the armour decides which of them wounds."""
        dice, layers = r.dice("task"), assault.fresh
        for hits in range(1, assault.max_attacks + 1):
            after = hit(layers)
            if isinstance(after, str):
                return attempts_for(dice, hits, assault.attack_percent, assault.max_attacks)
            if after == layers or not dice.up_to(assault.attack_percent):
                break
            layers = after
        return Dist([assault.max_attacks + 1])

    return TurnModel(
        assault.fresh,
        [attack],
        lambda state: state if state == WOUNDED else None,
        assault.max_attacks,
        read=lambda state, end, attacks: attacks if state == WOUNDED else assault.max_attacks + 1,
        known=exact_length,
    )


def says_attacks(r: Ruleset, assault: Assault) -> list[str]:
    """The attacks in words."""
    hits, resistance = on_task(r, "hits", assault.attack_percent), resisted(assault.fresh)
    most = assault.max_attacks
    return [
        f"The attacker {hits}; at first the armour has a DR of {resistance}.",
        f"{most + 1} means that no wound is inflicted in {so_many(most, 'attack')}.",
    ]


attacks_to_first_wound = Process(
    "realms_of_myth.attacks_to_first_wound",
    "How many attacks until the first wound?",
    turn="attack",
    wording=Words(unit="attack"),
    source="Optional Rule: Armor Wear; Wound Thresholds",
    parameters=(
        ATTACK,
        "strike.pot",
        WORN_BY,
        "armor_wear",
        BODY,
        "blow",
        READINGS,
        "first_wound.max_attacks",
        RESOLUTION,
    ),
    derived=[node(way_through)],
    targets={
        **ROLL,
        **inputs("pot"),
        "spent": spent,
        **WORN,
        "threshold": threshold,
        "waived": waived,
        **inputs("edge_wounds", "max_attacks"),
    },
    record=Assault,
    play=play_attacks,
    events={"wounds with the first attack": "1"},
    says=says_attacks,
)
