"""Salamis ad Actium: setting up a battle of galleys, reserves, and the draw for phases. Figures in ``data/salamis.toml``."""

from __future__ import annotations

from typing import Any

from .check import Check, figure, ruling
from .dist import Dist, d
from .modifiers import flag, pick, refuse, total
from .parameter import choice, whole, yes_no
from .rules import Ruleset, rules
from .space import NUMBERS
from .throw import Throw
from .wording import signed

STEM = "salamis"
BOOK = rules(STEM)
D6, D10 = d(6), d(10)

# The three-sided die -----------------------------------------------------------------------------------------------------


def half_of_six(t: Any, throw: Throw, r: Ruleset) -> Any:
    """A d6, halved, rounded up."""
    return throw("halved and rounded up", D6, lambda face: (face + 1) // 2)


d3 = Check(
    "salamis.d3",
    "The three-sided die",
    "Die Rolling Conventions",
    (),
    {},
    half_of_six,
    says=lambda t, r: ["A d6: 1 and 2 are 1, 3 and 4 are 2, 5 and 6 are 3."],
)

# Terrain -----------------------------------------------------------------------------------------------------------------

FEATURES = (
    "headland_or_peninsula",
    "shoreline",
    "open_water",
    "two_small_islands",
    "single_island",
    "mostly_shore",
    "corner_headland",
)


def throw_terrain(t: Any, throw: Throw, r: Ruleset) -> Any:
    """Two dice on the terrain table; large pieces of land in a corner are headlands."""

    @throw.cached
    def feature(score: int) -> str:
        row = r.look_up("terrain", score)
        large = r.group("corner_headland").get(row)
        return "corner_headland" if t.corner and large and large.value else row

    return throw("first die", D6, lambda one: throw("second die", D6, lambda other: feature(one + other)))


terrain_square = Check(
    "salamis.terrain_square",
    "What is in one square of the table?",
    "How to generate a playing area: Method",
    (yes_no("corner", False, "The square is a corner of the table."),),
    {"corner": lambda r, corner: corner},
    throw_terrain,
    FEATURES,
    {
        "has a feature": [f for f in FEATURES if f != "open_water"],
        "has an island": ("two_small_islands", "single_island"),
    },
    says=lambda t, r: [
        "The sum of two d6 on the terrain table.",
        *(["In a corner large land features become a headland."] if t.corner else []),
    ],
)

# Wind --------------------------------------------------------------------------------------------------------------------


def sides(r: Ruleset, wind_die: str) -> int:
    """How many sides the die of the wind has."""
    return int(wind_die.removeprefix("d"))


wind_direction = Check(
    "salamis.wind_direction",
    "Where does the wind come from?",
    "The Wind: Wind Direction",
    (ruling(STEM, "wind_die"),),
    {"sides": sides},
    lambda t, throw, r: throw("wind", d(t.sides), lambda face: r.look_up("wind", face)),
    ("west", "northwest", "northeast", "east", "southeast", "southwest"),
    {"blows along the table": ("west", "east"), "comes from a northern corner": ("northwest", "northeast")},
    says=lambda t, r: [f"A d{t.sides} on the wind table; north is a long edge that the players name."],
)

# Reserves ----------------------------------------------------------------------------------------------------------------

ARRIVAL = (
    choice("command", ("inept", "poor", "average", "skilled", "exceptional"), "average",
           "Quality of whoever commands the arriving ships.", group="figure"),
    choice("edge", BOOK.names("entry.edge"), "base_line", "Where the ships come on."),
    choice("position", BOOK.names("entry.position"), "behind_rear", "Where that is, seen from the own fleet."),
    yes_no("enemy_near", False, "An enemy ship or squadron is within 15 cm of that point."),
    whole("loyalty", -5, 5, 0, "Loyalty of an allied fleet; the figures are not in the sample pages.", group="figure"),
)  # fmt: skip
MODIFIER = total(
    "on the entry die (d10)",
    pick("command", "command"),
    pick("entry.edge", "edge"),
    pick("entry.position", "position"),
    flag("entry.enemy_near", "enemy_near"),
    "loyalty",
)

entry_modifier = Check(
    "salamis.entry_modifier",
    "What counts when reserves try to come on?",
    "Off table Forces",
    ARRIVAL,
    {"modifier": MODIFIER},
    lambda t, throw, r: t.modifier,
    says=lambda t, r: [f"The d10 of the entry counts {signed(t.modifier)}."],
)


def results(t: Any, r: Ruleset) -> list[str]:
    """The entry roll in words."""
    told = [f"A d10{f' {signed(t.modifier)}' if t.modifier else ''} on the table of results; high is good."]
    if r.look_up("entry.result", 1 + t.modifier) != "lost":
        told.append("The ships cannot get lost.")
    return [*told, "Delayed ships may try again in a later Action Phase, at any point."]


entry = Check(
    "salamis.entry",
    "Do the reserves come on?",
    "Off table Forces",
    ARRIVAL,
    {"modifier": MODIFIER},
    lambda t, throw, r: throw("entry", D10, lambda face: r.look_up("entry.result", face + t.modifier)),
    ("lost", "delayed", "enters"),
    {"enters": ("enters",), "is lost": ("lost",)},
    says=results,
)

# The draw for phases -------------------------------------------------------------------------------------------------------


def refuse_empty_bag(r: Ruleset, own_counters: int, enemy_counters: int) -> None:
    """A turn needs somebody who can act."""
    refuse(
        own_counters == enemy_counters == 0,
        "own_counters and enemy_counters must not both be 0; got 0 and 0; put at least one counter in the bag",
    )


def draw(t: Any, throw: Throw, r: Ruleset) -> Any:
    """One counter after another, none put back, until the Intermediate counter comes."""
    stop = r["turn.intermediate.counters"]

    @throw.cached
    def after(own: int, enemy: int) -> Any:
        bag = {"own": t.own - own, "enemy": t.enemy - enemy, "intermediate": stop}

        def drawn(counter: str) -> Any:
            if counter == "intermediate":
                return own + t.own_initiative, enemy + t.enemy_initiative
            return after(own + 1, enemy) if counter == "own" else after(own, enemy + 1)

        return throw("draw", Dist(bag), drawn)

    return after(0, 0)


def phases_said(t: Any, r: Ruleset) -> list[str]:
    """The draw in words."""
    told = [f"{t.own} own, {t.enemy} enemy and {r['turn.intermediate.counters']} Intermediate counters are in the bag."]
    if t.own_initiative or t.enemy_initiative:
        told.append(f"Tactical Initiative adds {t.own_initiative} own and {t.enemy_initiative} enemy Action Phases.")
    return told


action_phases = Check(
    "salamis.action_phases",
    "How often does each side act before the Intermediate Phase?",
    "The Turn Concept; Game Equipment; Crew and Command Quality",
    (
        *(
            figure(STEM, f"turn.counters.{side}", f"{side}_counters", f"Counters of the {whose} side in the bag.",
                   unit="counters")
            for side, whose in (("own", "own"), ("enemy", "other"))
        ),
        whole("own_initiative", 0, 5, 0, "Tactical Initiative counters that the own side plays this turn.", unit="counters"),
        whole("enemy_initiative", 0, 5, 0, "Tactical Initiative counters that the enemy plays this turn.", unit="counters"),
    ),
    {
        "own": lambda r, own_counters: own_counters,
        "enemy": lambda r, enemy_counters: enemy_counters,
        "own_initiative": lambda r, own_initiative: own_initiative,
        "enemy_initiative": lambda r, enemy_initiative: enemy_initiative,
    },
    draw,
    NUMBERS.times(2),
    {
        "own side acts more often": lambda phases: phases[0] > phases[1],
        "both act equally often": lambda phases: phases[0] == phases[1],
        "nobody acts": lambda phases: phases == (0, 0),
    },
    refusals=(refuse_empty_bag,),
    says=phases_said,
    joined="-",
)  # fmt: skip

CHECKS = (d3, terrain_square, wind_direction, entry_modifier, entry, action_phases)
