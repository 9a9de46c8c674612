"""The basic throw to hit, made for each blow, swing or shot."""

from __future__ import annotations

from typing import Any

from ...mechanics.check import Check
from ...mechanics.modifiers import pick, total, value
from ...mechanics.parameter import Parameter, choice, whole, yes_no
from ...mechanics.ready_dice import no_dice, reach
from ...rulebook.book import Ruleset
from .basics import BOOK


def does_hit(face: int, dm: int, r: Ruleset) -> bool:
    """Does a throw of two dice hit? No throw does so or fails by itself."""
    return bool(face + dm >= r["to_hit.needed"])


def parry(r: Ruleset, parry_skill: int) -> int:
    """The defender's skill takes away as much as the attacker's adds."""
    return -parry_skill


def dm(name: str, help: str, **more: Any) -> Parameter:
    """A DM for which the sheet has no figure; the player brings his own."""
    return whole(name, -12, 12, 0, help, **more)


to_hit = Check(
    "traveller.to_hit",
    "Does a blow, swing or shot hit?",
    source="Basic Throw to Hit; To Hit Dice Modifiers",
    parameters=(
        whole("weapon_skill", 0, 10, 0, "Attacker's skill with the weapon.", group="figure", unit="levels"),
        whole("parry_skill", 0, 10, 0, "Blade skill with which the defender parries.", group="target", unit="levels"),
        dm("characteristic_dm", "DM for strength and dexterity that the weapon asks for or rewards."),
        dm("armor_dm", "DM of the weapon against the armour."),
        dm("range_dm", "DM of the weapon at this range."),
        dm("cover_dm", "DM for cover or concealment of the defender."),
        yes_no("evading", False, "The defender evades.", group="target"),
        choice(
            "range",
            BOOK.names("to_hit.evading"),
            "short",
            "Range, which matters against a defender who evades.",
            only_with=("evading", (True,)),
        ),
        dm(
            "other_dm",
            "All other DMs together: automatic fire, weakened blows, darkness, zero-G, referee.",
            free=True,
            hint="all others on the throw to hit, the referee's too",
        ),
    ),
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
    parameters=[
        choice("range", BOOK.names("to_hit.evading"), "short", "Range from the attacker to the one who evades.")
    ],
    targets={"dm": total("the attacker's throw to hit ({dice.to_hit})", pick("to_hit.evading", "range"))},
    dice=no_dice("dm"),
    says="Whoever attacks takes {dm:+} on his throw.",
)
