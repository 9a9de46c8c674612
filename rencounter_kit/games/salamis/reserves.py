"""Reserves that try to come on."""

from __future__ import annotations

from ...dice.throw import Targets
from ...mechanics.check import Check
from ...mechanics.modifiers import flag, pick, total
from ...mechanics.parameter import asked, choice, whole
from ...mechanics.resolution import no_dice, read_off
from ...rulebook.book import Ruleset, rules

BOOK = rules("salamis")
ARRIVAL = (
    choice(
        "command",
        ("inept", "poor", "average", "skilled", "exceptional"),
        "average",
        "Quality of whoever commands the arriving ships.",
        hint="of whoever commands the arriving ships",
        group="figure",
    ),
    choice("edge", BOOK.names("entry.edge"), "base_line", "Where the ships come on."),
    choice(
        "position",
        BOOK.names("entry.position"),
        "behind_rear",
        "Where that is, seen from the own fleet.",
        hint="seen from the own fleet",
    ),
    asked("entry.enemy_near"),
    whole(
        "loyalty",
        -5,
        5,
        0,
        "Loyalty of an allied fleet; the figures are not in the sample pages.",
        hint="of an allied fleet, as its printed rating",
        group="figure",
    ),
)
MODIFIER = total(
    "on the entry die (d10)",
    pick("command", "command"),
    pick("entry.edge", "edge"),
    pick("entry.position", "position"),
    flag("entry.enemy_near"),
    "loyalty",
)


def says_rest(t: Targets, r: Ruleset) -> list[str]:
    """What the throw leaves open, in words."""
    sure = r.look_up("entry.result", 1 + t.modifier) != "lost"
    again = "Delayed ships may try again in a later Action Phase, at any point."
    return ["The ships cannot get lost.", again] if sure else [again]


entry_modifier = Check(
    "salamis.entry_modifier",
    "What counts when reserves try to come on?",
    source="Off table Forces",
    parameters=ARRIVAL,
    targets={"modifier": MODIFIER},
    dice=no_dice("modifier"),
    says="The d10 of the entry counts {modifier:+}.",
)

entry = Check(
    "salamis.entry",
    "Do the reserves come on?",
    source="Off table Forces",
    parameters=ARRIVAL,
    targets={"modifier": MODIFIER},
    dice=read_off("entry", "d10", "entry.result", plus="modifier", on="the table of results; high is good"),
    events={"enters": "enters", "is lost": "lost"},
    says=says_rest,
)
