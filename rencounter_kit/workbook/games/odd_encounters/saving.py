"""Saving throws of those that a spell falls on, and the half of the damage that is left."""

from typing import Any, NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.modifiers import Node, Total, flag, node, total
from ...mechanics.ready_dice import or_more
from ...rulebook.book import Ruleset
from .attack import TargetNumbers, lowest_face


class Save(NamedTuple):
    """What a target adds to the dice of its saving throw, and the lowest face that saves; ``None`` for no throw."""

    saving: int
    saves_from: int | None


SAVE = "save_allowed natural_rolls"


def saves_from(r: Ruleset, saving: int, save_allowed: bool, natural_rolls: str) -> int | None:
    """The lowest face that saves; ``None`` where there is no saving throw."""
    return lowest_face(r, "saving", r["save.target"] - saving, natural_rolls) if save_allowed else None


def saving(roll: str, level: str, allowed: str, *more: Node) -> Total:
    """What a model of that level adds to its dice, where there is a throw, with further modifiers of it."""
    own = Node(lambda r, level, allowed: allowed and level, (level, allowed), "level")
    return total(f"{roll} ({{dice.saving}})", own, flag("save.bonus", allowed), *more)


def saves(level: str = "target_level", allowed: str = "save_allowed", *more: Node) -> TargetNumbers:
    """The throw of a target, and the lowest face that saves it."""
    return {
        "saving": saving("saving throw", level, allowed, *more),
        "saves_from": node(saves_from, save_allowed=allowed),
    }


def throw_save(
    throw: Throw, r: Ruleset, saves_from: int | None, fails: Any, saves: Any, name: str = "saving throw"
) -> Consequence:
    """What becomes of one who fails and of one who saves; both are known before the throw."""
    return fails if saves_from is None else throw.split(name, r.dice("saving"), ((saves_from - 1, fails),), saves)


def half(r: Ruleset, points: int, half_rounding: str) -> int:
    """What is left of the damage after a saving throw."""
    hundredths = points * r["save.percent"]
    return int(-(-hundredths // 100) if half_rounding == "up" else hundredths // 100)


def says_save(r: Ruleset, saves_from: int | None, who: str = "The target") -> str:
    """The saving throw in words."""
    if saves_from is None:
        return "There is no saving throw."
    return f"{who} {or_more('saves', r['dice.saving'], saves_from)}."
