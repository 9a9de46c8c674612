"""Defences: what a dodge, a weapon or a shield is still worth when it has been used before."""

from ....engine.words.wording import so_many
from ...mechanics.check import Check
from ...mechanics.modifiers import total, value
from ...rulebook.book import Rule, Ruleset
from .contests import halve
from .tasks import worth


def lessening(r: Ruleset, av: int, times: int, halving: str) -> Rule | None:
    """What earlier uses take off an AV, each dividing it once more."""
    if not times:
        return None
    rule = r.rule("defence.halved")
    return worth(rule, halve(av, rule.value, times, halving) - av, f"divided by {rule.value}, {so_many(times, 'time')}")


def full_dodges(r: Ruleset, trade_sl: int, dodge_allowance: str) -> int:
    """How many dodges of an Action are made at the full AV."""
    ordinary, by_trade = r["defence.full_dodges"], trade_sl // r["defence.sl_for_dodge"]
    return int(ordinary + by_trade if dodge_allowance == "extra" else max(ordinary, by_trade))


def halvings_of_dodge(r: Ruleset, use: int, trade_sl: int, dodge_allowance: str) -> int:
    """How many times the ``use``-th dodge is halved."""
    return max(0, use - full_dodges(r, trade_sl, dodge_allowance))


def halvings(
    r: Ruleset, defence: str, use: int, trade_sl: int, dedicated: bool, reprisal_same_weapon: bool, dodge_allowance: str
) -> int:
    """How many times the defence is halved."""
    uses = 1 if dedicated else use
    if defence == "dodge":
        return halvings_of_dodge(r, uses, trade_sl, dodge_allowance)
    return uses - 1 + reprisal_same_weapon


def spent(r: Ruleset, defence: str, use: int, dedicated: bool, weapon_defence_uses: str) -> bool:
    """Is a weapon past its only defence, where the ruling allows no more?"""
    return defence != "dodge" and use > 1 and not dedicated and weapon_defence_uses == "once"


def by_use(r: Ruleset, so_far: int, halvings: int, spent: bool, halving: str) -> Rule | int | None:
    """What earlier uses take off."""
    return -so_far if spent else lessening(r, so_far, halvings, halving)


defence_value = Check(
    "realms_of_myth.defence_value",
    "What is a defence still worth?",
    source="Defenses & Defending; A Word about Defenses; Reprisal",
    parameters=(
        "defence defences.av defences.use defences.trade_sl dedicated reprisal_same_weapon",
        "defences.dodge_allowance weapon_defence_uses halving",
    ),
    derived=[halvings, spent],
    targets={"dv": total("Defense DV", value("av", "AV of the defence"), by_use)},
    says=lambda r, dv: [f"The defence has a DV of {dv}." if dv else "No such defence is left."],
)
