"""Escape and avoidance: does a group get away before the first blow?"""

from ...mechanics.check import Check
from ...mechanics.modifiers import is_, total
from ...mechanics.ready_dice import only_if, reach
from ...rulebook.book import Rule, Ruleset, rules

RANGES = rules("traveller").names("encounter_range.table")


def escape_dm(r: Ruleset, far: str, close_or_short: int) -> Rule | int:
    """The DM of an escape at some range; that of close and short range is a ruling."""
    return r.group("escape.dm").get(far) or close_or_short


def close_or_short_range(r: Ruleset, throws: bool, range: str, close_short_escape_dm: int) -> Rule | int:
    """What the range adds, where there is a throw."""
    return escape_dm(r, range, close_short_escape_dm) if throws else 0


escape = Check(
    "traveller.escape",
    "Does a group get away?",
    source="Escape and Avoidance",
    parameters="range has_surprise close_short_escape_dm",
    targets={"throws": is_("has_surprise", False), "dm": total("to escape ({dice.escape})", close_or_short_range)},
    dice=only_if(
        "throws",
        reach(
            "escape", "dice.escape", "escape.needed", failure="no_escape", success="escapes", plus="dm", does="escapes"
        ),
        otherwise="no_escape",
        says="Only a group without surprise throws to escape.",
    ),
    events={"escapes": "escapes", "is still there": "no_escape"},
)

avoid = Check(
    "traveller.avoid",
    "Do outnumbered people slip away unseen?",
    source="Escape and Avoidance",
    parameters="outnumbered escape.has_surprise",
    targets={"throws": lambda r, outnumbered, has_surprise: outnumbered and has_surprise},
    dice=only_if(
        "throws",
        reach("avoid", "dice.avoid", "escape.avoid", failure="stays", success="avoids", does="avoids the meeting"),
        otherwise="stays",
        says="Only those who have surprise and are outnumbered throw to avoid.",
    ),
    events={"avoids": "avoids", "stays": "stays"},
)
