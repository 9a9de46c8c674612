"""Magic: the saving throw of a spell's target."""

from __future__ import annotations

from ...mechanics.check import Check
from ...mechanics.modifiers import always, total, value
from ...mechanics.parameter import free_modifier, ruling
from ...mechanics.ready_dice import reach
from ...rulebook.book import Ruleset
from .attack import NATURAL_ROLLS, lowest_face
from .models import MAGIC_USER_LEVEL, level_of
from .saving import LEVEL_OF_TARGET


def effective_level(r: Ruleset, level: int, magic_user_level: int, multiclass_level: str) -> int:
    """The level that counts; of a double class the higher, or both together."""
    return level + magic_user_level if multiclass_level == "sum" else max(level, magic_user_level)


def needed(r: Ruleset, saving: int, natural_rolls: str) -> int:
    """The lowest face that saves."""
    return lowest_face(r, "saving", r["save.target"] - saving, natural_rolls)


saving_throw = Check(
    "odd_encounters.saving_throw",
    "Does the target resist the spell?",
    source="Spells",
    parameters=[
        level_of("level", 1, LEVEL_OF_TARGET),
        MAGIC_USER_LEVEL,
        free_modifier(
            "modifier",
            10,
            "Added to the {dice.saving}; a penalty for Hold Person on a single target.",
            hint="added to the throw",
        ),
        ruling("multiclass_level"),
        NATURAL_ROLLS,
    ],
    targets={
        "saving": total(
            "saving throw ({dice.saving})", value("effective_level", "level"), always("save.bonus"), "modifier"
        ),
        "needed": needed,
    },
    dice=reach("saving throw", "dice.saving", "needed", failure="fails", success="saves", does="saves"),
    events={"saves": "saves"},
    derived=[effective_level],
)

__all__ = ["saving_throw"]
