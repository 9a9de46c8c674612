"""Magic: the saving throw of a spell's target."""

from __future__ import annotations

from ..check import Check, ruling
from ..modifiers import total, value
from ..parameter import whole
from ..rules import Ruleset
from .attack import NATURAL_ROLLS, lowest_face, says_face, throw_d20
from .models import MAGIC_USER_LEVEL, STEM


def effective_level(r: Ruleset, level: int, magic_user_level: int, multiclass_level: str) -> int:
    """The level that counts; of a double class the higher, or both together."""
    return level + magic_user_level if multiclass_level == "sum" else max(level, magic_user_level)


def needed(r: Ruleset, saving: int, natural_rolls: str) -> int:
    """The lowest face that saves."""
    return lowest_face(r, r["save.target"] - saving, natural_rolls)


saving_throw = Check(
    "odd_encounters.saving_throw",
    "Does it resist the spell?",
    "Spells",
    (
        whole("level", 1, 20, 1, "Level of the target; Hit Dice of a monster.", group="target"),
        MAGIC_USER_LEVEL,
        whole("modifier", -10, 10, 0, "Added to the d20; -2 for Hold Person on a single target."),
        ruling(STEM, "multiclass_level"),
        NATURAL_ROLLS,
    ),
    {
        "saving": total(
            "saving throw (d20)", value("effective_level", "level"), lambda r: r.rule("save.bonus"), "modifier"
        ),
        "needed": needed,
    },
    lambda t, throw, r: throw_d20(throw, "saving throw", t.needed, "fails", "saves"),
    ("fails", "saves"),
    {"saves": ("saves",)},
    derived=(effective_level,),
    says=lambda t, r: [says_face(t.needed, "saves")],
)

__all__ = ["saving_throw"]
