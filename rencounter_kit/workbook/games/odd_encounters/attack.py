"""What melee and missile fire share: dice to hit, then damage, once or (hasted) again."""

from collections.abc import Callable
from typing import NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ....engine.words.wording import adjusted, several_dice, so_many
from ...mechanics.modifiers import Node, Total, refuse, total, value
from ...mechanics.ready_dice import or_more
from ...mechanics.space import graded
from ...rulebook.book import Ruleset

MOST = 20  # dice or attacks that a house rule may ask for; more is a slip

SPELLS = "blessed striking hasted"
DAMAGE = "damage added to the dice"
OUTCOMES = ("miss", "wounded", "killed")
EVENTS = {"hits": ("wounded", "killed"), "kills": "killed"}
HARM = graded(("unhurt", "wounded", "killed"))  # of a spell
HURTS = {"kills": "killed", "hurts": ("wounded", "killed")}

# Targets -------------------------------------------------------------------------------------------------------------


class ModelAttack(NamedTuple):
    """The attacks of one model in a turn: what its dice need, and what they do."""

    to_hit: int
    needed: int
    damage: int
    damage_dice: int
    striking_dice: int
    attacks: int


TargetNumbers = dict[str, Total | Node | Callable[..., object]]


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


def attack(
    to_hit: Total,
    damage: Total | Callable[..., object],
    damage_dice: Node | Callable[..., object],
    striking_dice: Callable[..., object] = striking_dice,
    attacks: Callable[..., object] = attacks,
) -> TargetNumbers:
    """What the dice see of the attacks of one model in a turn."""
    return {
        "to_hit": to_hit,
        "needed": lambda r, to_hit, natural_rolls: lowest_face(r, "attack", r["attack.target"] - to_hit, natural_rolls),
        "damage": damage,
        "damage_dice": damage_dice,
        "striking_dice": striking_dice,
        "attacks": attacks,
    }


# Dice ----------------------------------------------------------------------------------------------------------------


def wounding(throw: Throw, r: Ruleset, model_attack: ModelAttack, hp: int | None = None) -> Consequence:
    """Damage of all attacks of the turn together, cut off at ``hp``; a hit uses Striking up."""

    def once(state: tuple[int, int]) -> Consequence:
        wounds, striking = state
        if wounds == hp:
            return state

        def harm(points: int) -> tuple[int, int]:
            both = wounds + max(points + model_attack.damage, 0)
            return (both if hp is None else min(both, hp)), 0

        def damage(came: str) -> Consequence:
            if came == "miss":
                return state
            return throw("damage", (model_attack.damage_dice + striking) @ r.dice("damage"), harm)

        return throw.after(throw.split("to hit", r.dice("attack"), ((model_attack.needed - 1, "miss"),), "hit"), damage)

    state: Consequence = (0, model_attack.striking_dice)
    for _ in range(model_attack.attacks):
        state = throw.after(state, once)
    return throw.after(state, lambda last: last[0])


def throw_attacks(throw: Throw, r: Ruleset, model_attack: ModelAttack) -> Consequence:
    """Damage of all attacks of the turn together."""
    return wounding(throw, r, model_attack)


def throw_verdict(throw: Throw, r: Ruleset, model_attack: ModelAttack, hp: int) -> Consequence:
    """What the attacks do to a target of ``hp`` Hit Points."""
    return throw.after(wounding(throw, r, model_attack, hp), lambda wounds: fate(wounds, hp, "miss"))


def fate(points: int, hp: int, none: str = "unhurt") -> str:
    """What so many points of damage do to one who has ``hp`` Hit Points."""
    return "killed" if points >= hp else "wounded" if points else none


# Words ---------------------------------------------------------------------------------------------------------------


def says_attack(r: Ruleset, model_attack: ModelAttack, who: str = "An attack") -> list[str]:
    """The attack in words."""
    dice = r["dice.damage"]
    sentences = [
        f"{who} {or_more('hits', r['dice.attack'], model_attack.needed)}.",
        f"A hit does {adjusted(several_dice(model_attack.damage_dice, dice), model_attack.damage)} damage.",
    ]
    if model_attack.striking_dice:
        sentences.append(f"The first hit does {several_dice(model_attack.striking_dice, dice)} extra.")
    if model_attack.attacks != 1:
        sentences.append(f"There are {model_attack.attacks} attacks, one after the other.")
    return sentences


def says_death(hp: int) -> str:
    """What kills, in words."""
    return f"The target dies after {so_many(hp, 'point')} of damage."
