"""Weapons in a duel, by optional rules: they break on a parry or stick in the victim, and he fights on bare-handed."""

from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import NamedTuple

from ....engine.dice.dist import Outcome
from ...mechanics.asks import ParameterNames
from ...mechanics.modifiers import Node, Part, amount, composite, node, part
from ...mechanics.ready_dice import or_less
from ...rulebook.book import Ruleset
from .broken_weapons import Pull, on_attacker, on_defender, parries_with, weapon_breakage, weapon_stuck
from .melee import Brittle, Stroke, melee

HELD, LOST = 0, -1  # a weapon; more than 0 is stuck, for so many activations
WEAPONS = "duel_weapons_break duel_weapons_stick"


class Fencer(NamedTuple):
    """How a man is in the middle of a duel: wound points, posture, his weapon, and whether his shield is whole."""

    points: int
    posture: str = "up"
    weapon: int = HELD
    shield: bool = True

    @property
    def has(self) -> tuple[bool, bool]:
        """Has he his weapon in hand, and his shield?"""
        return self.weapon == HELD, self.shield


WHOLE = Fencer(0).has


class Arms(NamedTuple):
    """What a stroke needs with what the two still have: at a man who is up, at one who is down, and to break things."""

    strikes: Stroke
    strikes_down: Stroke
    brittle: Brittle | None


Has = tuple[bool, bool]
ByArms = tuple[tuple[tuple[Has, Has], Arms], ...]


def bare(r: Ruleset, duel_weapons_break: bool, duel_weapons_stick: bool) -> str:
    """What a man fights with who has lost his weapon; "" where nobody loses it."""
    return str(r["weapon_breakage.bare"]) if duel_weapons_break or duel_weapons_stick else ""


def damage(r: Ruleset, weapon: str) -> int:
    """The damage modifier of a weapon, or of what is left without it."""
    return int(r[f"melee.weapon.{weapon}.damage"]) if weapon else 0


def strikes(side: str, foe: str, parameters: ParameterNames, down: bool = False) -> Part:
    """A stroke of one man at the other, as in ``rencounter.melee``; or at a man who is down."""
    names = {"attacker_": f"{side}_", "defender_": f"{foe}_"}
    label = f"{side.upper()} strikes {foe.upper()}"
    if down:
        return part(label, melee, parameters, names, above_opponent=True)
    return part(label, melee, parameters, names)


def brittle(side: str, foe: str) -> Node:
    """What a stroke adds to break things, as in ``rencounter.weapon_breakage``; ``None`` if nothing breaks."""
    make = weapon_breakage.parameters["defender_shield_make"].default

    def added(r: Ruleset, mine: str, his: str, shield: str, duel_weapons_break: bool) -> Brittle | None:
        if not duel_weapons_break:
            return None
        item = parries_with(r, his, shield, make, False)
        return Brittle(amount(on_defender(r, mine, item)), amount(on_attacker(r, mine, item)))

    return node(added, mine=f"{side}_weapon", his=f"{foe}_weapon", shield=f"{foe}_shield")


def may_have(arms: Mapping[str, Outcome], man: str) -> dict[Has, dict[str, str]]:
    """All that a man may still have (see ``Fencer.has``), and his weapon and shield then."""
    weapon, shield = arms[f"{man}_weapon"], arms[f"{man}_shield"]
    loses_weapon = arms["bare"] not in ("", weapon)
    loses_shield = arms["duel_weapons_break"] and shield != "none"
    return {
        (armed, covered): {
            f"{man}_weapon": weapon if armed else arms["bare"],
            f"{man}_shield": shield if covered else "none",
        }
        for armed, covered in product((True, False)[: 1 + loses_weapon], (True, False)[: 1 + loses_shield])
    }


def by_arms(side: str, foe: str, parameters: ParameterNames) -> Node:
    """The strokes of one man for all that the two may still have; nothing where nobody loses anything."""
    clash = brittle(side, foe)
    return composite(
        partial(_by_arms, side, foe, clash), strikes(side, foe, parameters), strikes(side, foe, parameters, True)
    )


def _by_arms(side: str, foe: str, clash: Node, up: Part, down: Part) -> Node:
    """The same of a stroke at a man who is up, and at one who is down."""
    names = tuple(dict.fromkeys((*up.names, *down.names, *clash.names, "bare")))

    def table(r: Ruleset, *row_values: Outcome) -> ByArms:
        arms = dict(zip(names, row_values, strict=True))
        if not arms["bare"]:
            return ()
        each = product(may_have(arms, side).items(), may_have(arms, foe).items())
        now = {(mine, his): arms | of_me | of_him for (mine, of_me), (his, of_him) in each}
        return tuple((has, Arms(up(r, values), down(r, values), clash(r, values))) for has, values in now.items())

    return Node(table, names, f"{side} by arms")


def blunt(r: Ruleset, weapon: str, duel_weapons_stick: bool) -> bool:
    """Is his weapon one that cannot stick?"""
    return bool(duel_weapons_stick and weapon == r["weapon_stuck.blunt"])


def pulls(side: str, parameters: ParameterNames) -> Part:
    """The roll of a man to get his weapon out, as in ``rencounter.weapon_stuck``; ``None`` where none sticks."""
    names = {"skill": f"{side}_skill", "blunt": f"{side}_blunt"}
    return part(f"{side.upper()} pulls it out", weapon_stuck, parameters, names, when="duel_weapons_stick")


def says_weapons(r: Ruleset, a: ByArms, b: ByArms, pull: Pull | None) -> list[str]:
    """What becomes of weapons, in words."""
    lines = []
    for side, foe, table in (("A", "B", a), ("B", "A", b)):
        if table and (added := dict(table)[WHOLE, WHOLE].brittle):
            theirs, own = (or_less("breaks", r["dice.melee"], r["weapon_breakage.breaks"], n) for n in added)
            lines.append(
                f"When {foe} parries, his shield or weapon {theirs} (the attack die), "
                f"and {side}'s weapon {own} (the parry die)."
            )
    if pull:
        lines.append(f"After a wound of {r['weapon_stuck.points']} points or more he rolls to get his weapon out.")
    left = r.spelling.words(r["weapon_breakage.bare"]) if lines else ""
    return [*lines, f"Without his weapon a man uses the row {left} of the weapons table."] if lines else []
