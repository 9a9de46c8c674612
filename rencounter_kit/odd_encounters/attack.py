"""What melee and missile fire share: one d20 to hit, then d6 damage, once or (hasted) again."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..check import ruling
from ..dist import Dist, d
from ..modifiers import refuse, value
from ..parameter import whole, yes_no
from ..rules import Ruleset
from ..throw import Throw
from ..wording import signed
from .models import STEM

NO_FACE = 21  # needed on the d20 when no face will do
MOST = 20  # dice or attacks that a house rule may ask for; more is a slip

ATTACKER_TH = whole("attacker_th", 0, 20, 1, "The attacker's To Hit bonus.", group="figure")
TARGET_AC = whole("target_ac", -10, 9, 9, "Armor Class of the target; lower is better, 9 is no armor.", group="target")
TARGET_HP = whole("target_hp", 1, 100, 4, "Hit Points that the target has left.", group="target", unit="HP")
TARGET_FATIGUED = yes_no("target_fatigued", False, "The target ran on its last turn.", group="target")
SPELLS = (
    yes_no("blessed", False, "The attacker is under Bless."),
    yes_no("striking", False, "The attacker's Striking is still to be used: more damage on the first hit."),
    yes_no("hasted", False, "The attacker is under Haste: two attacks on this target."),
)
NATURAL_ROLLS = ruling(STEM, "natural_rolls")
TO_HIT = "to hit (d20)"
DAMAGE = "damage beside the dice"
ATTACKER_AND_TARGET = (value("attacker_th", "To Hit bonus"), value("target_ac", "target's Armor Class"))
OUTCOMES = ("miss", "wounded", "killed")
EVENTS = {"hits": ("wounded", "killed"), "kills": ("killed",)}

# Targets -------------------------------------------------------------------------------------------------------------


def lowest_face(r: Ruleset, needed: int, natural_rolls: str) -> int:
    """The lowest face of the d20 that succeeds, natural rolls counted; ``NO_FACE`` when none does."""
    if natural_rolls in ("one_misses", "both"):
        needed = max(needed, r["natural.fails"] + 1)
    if natural_rolls in ("twenty_hits", "both"):
        needed = min(needed, r["natural.succeeds"])
    return min(max(needed, 1), NO_FACE)


def needed(r: Ruleset, to_hit: int, natural_rolls: str) -> int:
    """The lowest face that hits."""
    return lowest_face(r, r["attack.target"] - to_hit, natural_rolls)


def few(path: str, number: int) -> int:
    """A number of dice or attacks, small enough to be worked out whatever the house rules say."""
    refuse(not 0 <= number <= MOST, f"{path} must be from 0 to {MOST}; got {number}; it counts throws")
    return number


def striking_dice(r: Ruleset, striking: bool) -> int:
    """Dice that Striking adds to the first hit."""
    return few("striking.dice", r["striking.dice"]) if striking else 0


def attacks(r: Ruleset, hasted: bool) -> int:
    """Attacks this turn."""
    return few("haste.attacks", r["haste.attacks"]) if hasted else 1


# Dice ----------------------------------------------------------------------------------------------------------------


@cache
def sixes(number: int) -> Dist:
    """The sum of several d6."""
    return number @ d(6)


def throw_d20(throw: Throw, name: str, needed: int, fails: Any = False, succeeds: Any = True) -> Any:
    """A d20 that succeeds from ``needed`` on."""
    return throw.split(name, 20, ((needed - 1, fails), (20, succeeds)))


def throw_attacks(t: Any, throw: Throw, hp: int | None = None) -> Any:
    """Damage of all attacks of the turn together, cut off at ``hp``; a hit uses Striking up."""

    def attack(state: tuple[int, int]) -> Any:
        taken, striking = state
        if taken == hp:
            return state

        def harm(points: int) -> tuple[int, int]:
            sum_taken = taken + max(points + t.damage, 0)
            return (sum_taken if hp is None else min(sum_taken, hp)), 0

        def struck(hit: bool) -> Any:
            return throw("damage", sixes(t.damage_dice + striking), harm) if hit else state

        return throw.after(throw_d20(throw, "to hit", t.needed), struck)

    state: Any = (0, t.striking_dice)
    for _ in range(t.attacks):
        state = throw.after(state, attack)
    return throw.after(state, lambda reached: reached[0])


def throw_verdict(t: Any, throw: Throw) -> Any:
    """What the attacks do to a target of ``t.hp`` Hit Points."""

    def verdict(taken: int) -> str:
        return "killed" if taken == t.hp else "wounded" if taken else "miss"

    return throw.after(throw_attacks(t, throw, t.hp), verdict)


# Words ---------------------------------------------------------------------------------------------------------------


def says_face(needed: int, succeeds: str) -> str:
    """The number on the d20 in words; ``succeeds`` such as "hits"."""
    if needed == NO_FACE:
        return f"No face of the d20 {succeeds}."
    if needed == 1:
        return f"Every face of the d20 {succeeds}."
    return f"The d20 {succeeds} on {needed} or more."


def says_attack(t: Any) -> list[str]:
    """The attack in words."""
    plus = f" {signed(t.damage)}" if t.damage else ""
    told = [says_face(t.needed, "hits"), f"A hit does {t.damage_dice}d6{plus} damage."]
    if t.striking_dice:
        told.append(f"The first hit does {t.striking_dice}d6 more.")
    if t.attacks != 1:
        told.append(f"There are {t.attacks} attacks, one after the other.")
    return told


def says_death(t: Any) -> str:
    """What kills, in words."""
    return f"The target dies of {t.hp} points of damage."
