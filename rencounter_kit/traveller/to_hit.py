"""The basic throw to hit, made for each blow, swing or shot."""

from __future__ import annotations

from typing import Any

from ..check import Check
from ..modifiers import total, value
from ..parameter import Parameter, choice, whole, yes_no
from ..rules import Rule, Ruleset
from ..throw import Throw
from .basics import BOOK, TWO_DICE, modified


def hits(face: int, dm: int, r: Ruleset) -> bool:
    """Does a throw of two dice hit? No throw does so or fails by itself."""
    return bool(face + dm >= r["to_hit.needed"])


def parry(r: Ruleset, parry_skill: int) -> int:
    """The defender's skill takes away as much as the attacker's adds."""
    return -parry_skill


def evades(r: Ruleset, evading: bool, range: str) -> Rule | None:
    """Who evades is harder to hit, the more so the farther he is."""
    return r.rule(f"to_hit.evading.{range}") if evading else None


def throw_to_hit(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Two dice and all DMs against one number."""
    return throw("to hit", TWO_DICE, lambda face: "hit" if hits(face, t.dm, r) else "miss")


def dm(name: str, help: str) -> Parameter:
    """A DM for which the sheet has no figure; the player brings his own."""
    return whole(name, -12, 12, 0, help)


to_hit = Check(
    "traveller.to_hit",
    "Does a blow, swing or shot hit?",
    "Basic Throw to Hit; To Hit Dice Modifiers",
    (
        whole("weapon_skill", 0, 10, 0, "Attacker's skill with the weapon.", group="figure", unit="levels"),
        whole("parry_skill", 0, 10, 0, "Blade skill with which the defender parries.", group="target", unit="levels"),
        dm("characteristic_dm", "DM for strength and dexterity that the weapon asks for or rewards."),
        dm("armor_dm", "DM of the weapon against the armor."),
        dm("range_dm", "DM of the weapon at this range."),
        dm("cover_dm", "DM for cover or concealment of the defender."),
        yes_no("evading", False, "The defender evades.", group="target"),
        choice("range", BOOK.names("to_hit.evading"), "short", "Range, which tells on the evading defender.",
               only_with=("evading", (True,))),
        dm("other_dm", "All other DMs together: automatic fire, weakened blows, darkness, zero-G, referee."),
    ),
    {
        "dm": total(
            "to hit (2d6)", "weapon_skill", parry, "characteristic_dm", "armor_dm", "range_dm", "cover_dm", evades,
            value("other_dm", "other DMs"),
        )
    },
    throw_to_hit,
    ("miss", "hit"),
    {"hits": ("hit",)},
    says=lambda t, r: [f"A {modified('2d6', t.dm)} of {r['to_hit.needed']} or more hits."],
)  # fmt: skip
