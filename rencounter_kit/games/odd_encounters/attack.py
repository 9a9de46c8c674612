"""What melee and missile fire share: dice to hit, then damage, once or (hasted) again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol

from ...dice.dist import Dice, Dist
from ...dice.throw import Throw
from ...mechanics.modifiers import Node, Total, refuse, total, value
from ...mechanics.ready_dice import or_more
from ...rulebook.book import Ruleset
from ...wording import adjusted, several_dice, so_many

MOST = 20  # dice or attacks that a house rule may ask for; more is a slip

SPELLS = "blessed striking hasted"
DAMAGE = "damage added to the dice"
OUTCOMES = ("miss", "wounded", "killed")
EVENTS = {"hits": ("wounded", "killed"), "kills": "killed"}

# Targets -------------------------------------------------------------------------------------------------------------

TargetNumbers = dict[str, Total | Node | Callable[..., object]]


class Attacks(Protocol):
    """The attacks of one model in a turn, as their dice see them."""

    @property
    def needed(self) -> int: ...
    @property
    def damage(self) -> int: ...
    @property
    def damage_dice(self) -> int: ...
    @property
    def striking_dice(self) -> int: ...
    @property
    def attacks(self) -> int: ...


class AttacksOnTarget(Attacks, Protocol):
    """The same, on a target with so many Hit Points."""

    @property
    def hp(self) -> int: ...


def to_hit(*modifiers: Callable[..., object] | Node) -> Total:
    """What is added to the dice: the attacker's bonus, the target's armour, and more."""
    armed = value("attacker_th", "To Hit bonus"), value("target_ac", "the target's Armour Class")
    return total("to hit ({dice.attack})", *armed, *modifiers)


def lowest_face(r: Ruleset, dice: str, needed: int, natural_rolls: str) -> int:
    """The lowest face of these dice that succeeds, natural rolls counted; one above the highest when none does."""
    faces = r.dice(dice).faces
    if natural_rolls in ("one_misses", "both"):
        needed = max(needed, r["natural.fails"] + 1)
    if natural_rolls in ("twenty_hits", "both"):
        needed = min(needed, r["natural.succeeds"])
    return min(max(needed, faces[0]), faces[-1] + 1)


def needed(r: Ruleset, to_hit: int, natural_rolls: str) -> int:
    """The lowest face that hits."""
    return lowest_face(r, "attack", r["attack.target"] - to_hit, natural_rolls)


def few(r: Ruleset, path: str) -> int:
    """A number of dice or attacks, small enough to be worked out whatever the house rules say."""
    number = int(r[path])
    refuse(not 0 <= number <= MOST, f"{path} must be from 0 to {MOST}; got {number}; it is a number of rolls")
    return number


def striking_dice(r: Ruleset, striking: bool) -> int:
    """Dice that Striking adds to the first hit."""
    return few(r, "striking.dice") if striking else 0


def attacks(r: Ruleset, hasted: bool) -> int:
    """Attacks this turn."""
    return few(r, "haste.attacks") if hasted else 1


OF_ALL: TargetNumbers = {"needed": needed, "striking_dice": striking_dice, "attacks": attacks}

# Dice ----------------------------------------------------------------------------------------------------------------


@cache
def several(number: int, dice: Dice) -> Dist:
    """The sum of several of the same dice."""
    return number @ dice


def throw_attacks(t: Attacks, throw: Throw, r: Ruleset, hp: int | None = None) -> Dist | int:
    """Damage of all attacks of the turn together, cut off at ``hp``; a hit uses Striking up."""

    def attack(state: tuple[int, int]) -> Dist | tuple[int, int]:
        wounds, striking = state
        if wounds == hp:
            return state

        def harm(points: int) -> tuple[int, int]:
            both = wounds + max(points + t.damage, 0)
            return (both if hp is None else min(both, hp)), 0

        def damage(hit: bool) -> Dist | tuple[int, int]:
            return throw("damage", several(t.damage_dice + striking, r.dice("damage")), harm) if hit else state

        return throw.after(throw.split("to hit", r.dice("attack"), ((t.needed - 1, False),), True), damage)

    state: Dist | tuple[int, int] = (0, t.striking_dice)
    for _ in range(t.attacks):
        state = throw.after(state, attack)
    return throw.after(state, lambda last: last[0])


def throw_verdict(t: AttacksOnTarget, throw: Throw, r: Ruleset) -> Dist | str:
    """What the attacks do to a target of ``t.hp`` Hit Points."""

    def verdict(wounds: int) -> str:
        return "killed" if wounds == t.hp else "wounded" if wounds else "miss"

    return throw.after(throw_attacks(t, throw, r, t.hp), verdict)


# Words ---------------------------------------------------------------------------------------------------------------


def says_attack(t: Attacks, r: Ruleset, who: str = "An attack") -> list[str]:
    """The attack in words."""
    dice = r["dice.damage"]
    sentences = [
        f"{who} {or_more('hits', r['dice.attack'], t.needed)}.",
        f"A hit does {adjusted(several_dice(t.damage_dice, dice), t.damage)} damage.",
    ]
    if t.striking_dice:
        sentences.append(f"The first hit does {several_dice(t.striking_dice, dice)} extra.")
    if t.attacks != 1:
        sentences.append(f"There are {t.attacks} attacks, one after the other.")
    return sentences


def says_death(hp: int) -> str:
    """What kills, in words."""
    return f"The target dies after {so_many(hp, 'point')} of damage."
