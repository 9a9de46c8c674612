"""Tasks: an AV against a DV becomes a percentage, and d100 settles it; or two such rolls against each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from ..check import Check, figure, ruling
from ..dist import d
from ..modifiers import Node, node, refuse, total, value
from ..parameter import Parameter, rows, whole, yes_no
from ..rules import Rule, Ruleset, rules
from ..throw import Throw

STEM = "realms_of_myth"
BOOK = rules(STEM)
D100 = d(100)

# What all chapters need --------------------------------------------------------------------------------------------------


def half_up(number: int, divisor: int) -> int:
    """A quotient rounded to the nearest whole number, halves upwards.

    >>> half_up(15, 10), half_up(32, 10), half_up(0, 2)
    (2, 3, 0)
    """
    return (2 * number + divisor) // (2 * divisor)


def divisor(r: Ruleset, path: str) -> int:
    """A rule that something is divided by; ``RuleError`` when a house rule makes it useless."""
    refuse(r[path] < 1, f"{path} must be 1 or more; got {r[path]}; {BOOK[path]} is the figure of the book")
    return int(r[path])


def worth(rule: Rule, points: int, label: str) -> Rule:
    """A rule as it counts here: so many points, in these words."""
    return replace(rule, value=points, label=label)


# From AV and DV to a percentage --------------------------------------------------------------------------------------------


def bound(name: str) -> Parameter:
    """Floor or ceiling of the formulas, also a house-rule switch."""
    return figure(STEM, f"rulings.{name}", name, group="ruling", unit="percent")


CHANCE = whole("chance", 0, 100, None, "Read from the game's own table; replaces AV, DV and model.", unit="percent")
RESOLUTION = (
    ruling(STEM, "resolution_model"),
    rows("resolution_table", "The game's own table: from which AV - DV on, what percentage.", group="ruling",
         only_with=("resolution_model", ("table",))),
    bound("min_chance"),
    bound("max_chance"),
)  # fmt: skip


class Resolution(NamedTuple):
    """How a difference becomes a percentage."""

    model: str
    table: tuple[tuple[int, int], ...]
    lowest: int
    highest: int


def resolution(
    r: Ruleset, resolution_model: str, resolution_table: Any, min_chance: int, max_chance: int
) -> Resolution:
    """The four rulings together, refused when they contradict each other."""
    refuse(
        resolution_model == "table" and not resolution_table,
        "resolution_model table must have a resolution_table; got none; try resolution_table=[[-40, 5], [0, 45], [40, 92]]",
    )
    refuse(
        min_chance > max_chance,
        f"min_chance must not be above max_chance; got {min_chance} and {max_chance}; exchange them",
    )
    return Resolution(resolution_model, resolution_table or (), min_chance, max_chance)


def formula(r: Ruleset, chance: int | None, attack: int, difficulty: int, resolution: Resolution) -> list[Rule] | None:
    """The percentage by one of the three formulas, kept between floor and ceiling."""
    model, _, lowest, highest = resolution
    if chance is not None or model == "table":
        return None
    if model != "ratio":
        slope = r.rule(f"resolution.{model}")
        points = slope.value * (attack - difficulty)
        counted = [r.rule("resolution.even"), worth(slope, points, f"AV {attack} against DV {difficulty}")]
    elif both := attack + difficulty:
        share = half_up(r["resolution.ratio"] * attack, both)
        counted = [worth(r.rule("resolution.ratio"), share, f"share of AV {attack} in AV + DV {both}")]
    else:
        counted = [r.rule("resolution.even")]
    reached = sum(rule.value for rule in counted)
    if reached < lowest:
        counted.append(worth(r.rule("rulings.min_chance"), lowest - reached, f"never below {lowest} %"))
    elif reached > highest:
        counted.append(worth(r.rule("rulings.max_chance"), highest - reached, f"never above {highest} %"))
    return counted


def row_of_the_table(
    r: Ruleset, chance: int | None, attack: int, difficulty: int, resolution: Resolution
) -> int | None:
    """The percentage of the last row that the difference reaches; the first row also covers all below it."""
    if chance is not None or resolution.model != "table":
        return None
    reached = [percent for least, percent in resolution.table if least <= attack - difficulty]
    return reached[-1] if reached else resolution.table[0][1]


PERCENT = total(
    "chance of success (percent)",
    value("chance", "read from the game's own table; AV and DV do not count"),
    formula,
    row_of_the_table,
)
NO_CHANCE = Node(lambda r: None, (), "chance")  # for what has no percentage of its own


def never_below_zero(r: Ruleset, points: int, modifier: int) -> int | None:
    """What lifts a sum below 0 to 0."""
    return -(points + modifier) if points + modifier < 0 else None


def double_time(r: Ruleset, dv: int, dv_modifier: int, double_time: bool) -> Rule | None:
    """Twice the time halves the DV, its modifiers included."""
    by, points = divisor(r, "task.double_time"), max(0, dv + dv_modifier)
    label = f"twice the normal time: DV divided by {by}"
    return worth(r.rule("task.double_time"), half_up(points, by) - points, label) if double_time else None


AGAINST = (
    whole("av", 0, 500, 50, "Attack or ability value of the one who acts.", group="figure", unit="points"),
    whole("dv", 0, 500, 50, "Difficulty or defense value.", group="target", unit="points"),
    whole("av_modifier", -500, 500, 0, "Bonuses and penalties to the AV together.", unit="points"),
    whole("dv_modifier", -500, 500, 0, "Bonuses and penalties to the DV together.", unit="points"),
    yes_no("double_time", False, "He takes twice the normal time, which halves the DV."),
)
TARGETS = {
    "attack": total(
        "AV",
        value("av", "AV"),
        value("av_modifier", "modifier of the AV"),
        node(never_below_zero, points="av", modifier="av_modifier"),
    ),
    "difficulty": total(
        "DV",
        value("dv", "DV"),
        value("dv_modifier", "modifier of the DV"),
        node(never_below_zero, points="dv", modifier="dv_modifier"),
        double_time,
    ),
    "percent": PERCENT,
}


def succeeds_on(percent: int) -> str:
    """A percentage as a throw of d100, in words."""
    return f"Succeeds on a d100 of {percent} or less (00 is 100)." if percent else "No d100 is low enough."


task_chance = Check(
    "realms_of_myth.task_chance",
    "What chance does an AV have against a DV?",
    "Resolving the Battle; Declarations: Character Actions",
    (*AGAINST, *RESOLUTION),
    TARGETS,
    lambda t, throw, r: t.percent,
    derived=(resolution, NO_CHANCE),
    says=lambda t, r: [succeeds_on(t.percent)],
)

task = Check(
    "realms_of_myth.task",
    "Does he succeed?",
    "Resolving the Battle; Declarations: Character Actions",
    (*AGAINST, CHANCE, *RESOLUTION),
    TARGETS,
    lambda t, throw, r: throw.split("task", 100, ((t.percent, "success"), (100, "failure"))),
    ("success", "failure"),
    {"succeeds": ("success",)},
    derived=(resolution,),
    says=lambda t, r: [succeeds_on(t.percent)],
)

# Both sides roll -----------------------------------------------------------------------------------------------------------


def contest(t: Any, throw: Throw, r: Ruleset) -> Any:
    """One d100 each; where both succeed, the wider margin wins."""

    @throw.cached
    def second(margin: int) -> Any:
        """The other side's die, when the first side succeeded by ``margin``; below 0 it failed."""
        if margin < 0:
            return throw.split("second side", 100, ((t.second, "second_succeeds_alone"), (100, "both_fail")))
        equal = t.second - margin
        parts = (
            (equal - 1, "both_succeed_second_wider"),
            (equal, "both_succeed_equal"),
            (t.second, "both_succeed_first_wider"),
            (100, "first_succeeds_alone"),
        )
        return throw.split("second side", 100, parts)

    # Margins below 0, and margins that the other side cannot reach, are all alike: one answer serves for them.
    return throw("first side", D100, lambda face: second(max(-1, min(t.first - face, t.second))))


contested_roll = Check(
    "realms_of_myth.contested_roll",
    "Two rolls against each other",
    "Surprise!!; Opportunity Actions; Resolving Ranged Attacks",
    (
        whole("first_chance", 0, 100, 50, "Chance of the first side.", group="figure", unit="percent"),
        whole("second_chance", 0, 100, 50, "Chance of the second side.", group="target", unit="percent"),
    ),
    {"first": lambda r, first_chance: first_chance, "second": lambda r, second_chance: second_chance},
    contest,
    (
        "first_succeeds_alone",
        "both_succeed_first_wider",
        "both_succeed_equal",
        "both_succeed_second_wider",
        "second_succeeds_alone",
        "both_fail",
    ),
    {
        "first side wins": ("first_succeeds_alone", "both_succeed_first_wider"),
        "second side wins": ("second_succeeds_alone", "both_succeed_second_wider"),
        "nobody wins": ("both_succeed_equal", "both_fail"),
    },
    says=lambda t, r: [
        f"The first side succeeds on a d100 of {t.first} or less, the second on one of {t.second} or less.",
        "Where both succeed, the margins (chance less roll) are compared.",
    ],
)
