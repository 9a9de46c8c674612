"""Magic: the saving throw of a spell's target."""

from ...mechanics.check import Check
from ...mechanics.modifiers import always, total, value
from ...mechanics.ready_dice import reach
from ...rulebook.book import Ruleset
from .attack import lowest_face


def effective_level(r: Ruleset, level: int, magic_user_level: int, multiclass_level: str) -> int:
    """The level that counts; of a double class the higher, or both together."""
    return level + magic_user_level if multiclass_level == "sum" else max(level, magic_user_level)


saving_throw = Check(
    "odd_encounters.saving_throw",
    "Does the target resist the spell?",
    source="Spells",
    parameters="magic.level magic_user_level modifier multiclass_level natural_rolls",
    targets={
        "saving": total(
            "saving throw ({dice.saving})", value("effective_level", "level"), always("save.bonus"), "modifier"
        ),
        "needed": lambda r, saving, natural_rolls: lowest_face(r, "saving", r["save.target"] - saving, natural_rolls),
    },
    dice=reach("saving throw", "dice.saving", "needed", failure="fails", success="saves", does="saves"),
    events={"saves": "saves"},
    derived=[effective_level],
)
