"""The basic throw to hit, made for each blow, swing or shot."""

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.check import Check
from ...mechanics.modifiers import pick, total, value
from ...mechanics.ready_dice import reach
from ...rulebook.book import Ruleset


def does_hit(face: int, dm: int, r: Ruleset) -> bool:
    """Does a throw hit? No throw does so or fails by itself."""
    return bool(face + dm >= r["to_hit.needed"])


def throw_to_hit(throw: Throw, r: Ruleset, name: str, dm: int) -> Consequence:
    """One throw to hit, which hits or misses."""
    return throw(name, r.dice("to_hit"), lambda face: "hit" if does_hit(face, dm, r) else "miss")


def parry(r: Ruleset, parry_skill: int) -> int:
    """The defender's skill takes away as much as the attacker's adds."""
    return -parry_skill


to_hit = Check(
    "traveller.to_hit",
    "Does a blow, swing or shot hit?",
    source="Basic Throw to Hit; To Hit Dice Modifiers",
    parameters="weapon_skill parry_skill characteristic_dm armor_dm range_dm cover_dm evading throw.range "
    "throw.other_dm",
    targets={
        "dm": total(
            "to hit ({dice.to_hit})",
            "weapon_skill",
            parry,
            "characteristic_dm",
            "armor_dm",
            "range_dm",
            "cover_dm",
            pick("to_hit.evading", "range", "evading"),
            value("other_dm", "other DMs"),
        )
    },
    dice=reach("to hit", "dice.to_hit", "to_hit.needed", failure="miss", success="hit", plus="dm", does="hits"),
    events={"hits": "hit"},
)

evading_dm = Check(
    "traveller.evading_dm",
    "What DM does an evading target give?",
    source="Ranges: Evading DMs",
    parameters="to_hit.range",
    targets={"dm": total("the attacker's throw to hit ({dice.to_hit})", pick("to_hit.evading", "range"))},
    says="The attacker takes {dm:+} on his throw.",
)
