"""Tasks: an AV against a DV becomes a percentage, and d100 settles it; or two such rolls against each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from ...dice.dist import d
from ...dice.throw import Lead, Throw
from ...errors import RuleError
from ...mechanics.check import Check
from ...mechanics.modifiers import Node, Total, given, node, refuse, total, value
from ...mechanics.parameter import Parameter, asked, figure, rows, ruling, whole
from ...mechanics.resolution import no_dice, or_less, roll_under
from ...rulebook.book import Rule, Ruleset, rules
from ...wording import words

BOOK = rules("realms_of_myth")
D100 = d(100)

# What all chapters need -----------------------------------------------------------------------------------------------


def half_up(number: int, divisor: int) -> int:
    """A quotient rounded to the nearest whole number, halves upwards.

    >>> half_up(15, 10), half_up(32, 10), half_up(0, 2)
    (2, 3, 0)
    """
    return (2 * number + divisor) // (2 * divisor)


def worth(rule: Rule, points: int, label: str) -> Rule:
    """A rule as it counts here: so many points, in these words."""
    return replace(rule, value=points, label=label)


# From AV and DV to a percentage ---------------------------------------------------------------------------------------

RESOLUTION = (
    ruling("resolution_model"),
    rows(
        "resolution_table",
        "The game's own table: rows of [smallest AV - DV, percent].",
        group="ruling",
        only_with=("resolution_model", ("table",)),
    ),
    figure("rulings.min_chance", group="ruling", unit="percent"),
    figure("rulings.max_chance", group="ruling", unit="percent"),
)


def chance(name: str = "chance") -> Parameter:
    """A percentage that the player has read from the game's own table."""
    return whole(
        name,
        0,
        100,
        None,
        "Chance read from the game's own table; it replaces AV, DV and model.",
        unit="percent",
        tick="use it instead",
    )


class Attempt(NamedTuple):
    """A roll of an AV against a DV."""

    attack: int
    difficulty: int
    percent: int


def against(attack: Iterable[Node | str], difficulty: Iterable[Node | str], prefix: str = "") -> dict[str, Total]:
    """The target numbers of an ``Attempt``: what makes its AV and its DV, and the percentage that comes of them.

    The check asks for a ``chance`` and for ``RESOLUTION``. prefix : of the chance and of the target numbers, where a
    check has several such rolls.

    >>> list(against(["av"], ["dv"], "reprisal_"))
    ['reprisal_attack', 'reprisal_difficulty', 'reprisal_percent']
    """
    ours = {name: prefix + name for name in ("chance", *Attempt._fields)}
    of = words(prefix)
    return {
        ours["attack"]: total(f"{of}AV", *attack),
        ours["difficulty"]: total(f"{of}DV", *difficulty),
        ours["percent"]: total(
            f"{of}chance of success (percent)",
            value(ours["chance"], "read from the game's own table, in place of AV and DV"),
            node(row_of_the_table, **ours),
            node(formula, **ours),
        ),
    }


def row_of_the_table(
    r: Ruleset,
    chance: int | None,
    attack: int,
    difficulty: int,
    resolution_model: str,
    resolution_table: tuple[tuple[int, int], ...] | None,
) -> int | None:
    """The percentage of the last row that the difference reaches; the first row also covers all below it."""
    if resolution_model != "table":
        return None
    if not resolution_table:
        raise RuleError(
            "resolution_table must be given with resolution_model table; got none; try resolution_table=[[-40, 5], [0, 45], [40, 92]]"
        )
    if chance is not None:
        return None
    reached = [percent for least, percent in resolution_table if least <= attack - difficulty]
    return reached[-1] if reached else resolution_table[0][1]


def formula(
    r: Ruleset,
    chance: int | None,
    attack: int,
    difficulty: int,
    resolution_model: str,
    min_chance: int,
    max_chance: int,
) -> list[Rule] | None:
    """The percentage by one of the three formulas, kept between floor and ceiling."""
    refuse(
        min_chance > max_chance,
        f"min_chance must not be above max_chance; got {min_chance} and {max_chance}; swap them",
    )
    if chance is not None or resolution_model == "table":
        return None
    if resolution_model != "ratio":
        slope = r.rule(f"resolution.{resolution_model}")
        points = slope.value * (attack - difficulty)
        counted = [r.rule("resolution.even"), worth(slope, points, f"AV {attack} against DV {difficulty}")]
    elif both := attack + difficulty:
        ratio = r.rule("resolution.ratio")
        share = half_up(ratio.value * attack, both)
        counted = [worth(ratio, share, f"AV {attack} as a share of AV + DV {both}")]
    else:
        counted = [r.rule("resolution.even")]
    reached = sum(rule.value for rule in counted)
    if reached < min_chance:
        counted.append(worth(r.rule("rulings.min_chance"), min_chance - reached, f"never below {min_chance} %"))
    elif reached > max_chance:
        counted.append(worth(r.rule("rulings.max_chance"), max_chance - reached, f"never above {max_chance} %"))
    return counted


# A plain task ---------------------------------------------------------------------------------------------------------


def never_below_zero(r: Ruleset, points: int, modifier: int) -> int | None:
    """What lifts a sum below 0 to 0."""
    return -(points + modifier) if points + modifier < 0 else None


def adjusted(name: str, label: str) -> tuple[Node, ...]:
    """A value with its modifiers, together never below 0."""
    modifier = f"{name}_modifier"
    return (
        value(name, label),
        value(modifier, f"modifier to the {label}"),
        node(never_below_zero, points=name, modifier=modifier),
    )


def more_time(r: Ruleset, dv: int, dv_modifier: int, double_time: bool) -> Rule | None:
    """Twice the time divides the DV, its modifiers included."""
    if not double_time:
        return None
    rule, points = r.rule("task.double_time"), max(0, dv + dv_modifier)
    return worth(rule, half_up(points, rule.value) - points, f"{rule.label} {rule.value}")


PARAMETERS = (
    whole(
        "av",
        0,
        500,
        50,
        "Attack or ability value (AV) of the one who acts.",
        hint="of the one who acts",
        group="figure",
        unit="points",
    ),
    whole(
        "dv",
        0,
        500,
        50,
        "Difficulty or defense value (DV).",
        hint="of the task or the foe",
        group="target",
        unit="points",
    ),
    whole(
        "av_modifier",
        -500,
        500,
        0,
        "Sum of all bonuses and penalties to the AV.",
        hint="all bonuses and penalties together",
        unit="points",
        free=True,
    ),
    whole(
        "dv_modifier",
        -500,
        500,
        0,
        "Sum of all bonuses and penalties to the DV.",
        hint="all bonuses and penalties together",
        unit="points",
        free=True,
    ),
    asked("task.double_time"),
)
TARGETS = against(adjusted("av", "AV"), (*adjusted("dv", "DV"), node(more_time)))
ROLL = roll_under("task", "d100", "percent", success="success", failure="failure")

task_chance = Check(
    "realms_of_myth.task_chance",
    "What chance does this AV give against this DV?",
    source="Resolving the Battle; Declarations: Character Actions",
    parameters=(*PARAMETERS, *RESOLUTION),
    derived=[Node(lambda r: None, (), "chance")],  # it is what is asked
    targets=TARGETS,
    dice=no_dice("percent"),
    says=ROLL.says,
)

task = Check(
    "realms_of_myth.task",
    "Does he succeed?",
    source="Resolving the Battle; Declarations: Character Actions",
    parameters=(*PARAMETERS, chance(), *RESOLUTION),
    targets=TARGETS,
    dice=ROLL,
    events={"succeeds": "success"},
)

# Both sides roll ------------------------------------------------------------------------------------------------------


class ContestedRoll(NamedTuple):
    """The chances of two sides that roll against each other."""

    first: int
    second: int


def contest(t: ContestedRoll, throw: Throw, r: Ruleset) -> Lead:
    """One d100 each; where both succeed, the wider margin wins."""

    @throw.cached
    def second(margin: int) -> Lead:
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
    "Who wins a contested roll?",
    source="Surprise!!; Opportunity Actions; Resolving Ranged Attacks",
    parameters=(
        whole(
            "first_chance", 0, 100, 50, "The first side's chance.", group="figure", unit="percent", takes=task_chance.id
        ),
        whole(
            "second_chance",
            0,
            100,
            50,
            "The second side's chance.",
            group="target",
            unit="percent",
            takes=task_chance.id,
        ),
    ),
    targets=given(first="first_chance", second="second_chance"),
    dice=contest,
    outcomes=(
        "first_succeeds_alone",
        "both_succeed_first_wider",
        "both_succeed_equal",
        "both_succeed_second_wider",
        "second_succeeds_alone",
        "both_fail",
    ),
    events={
        "first side wins": ("first_succeeds_alone", "both_succeed_first_wider"),
        "second side wins": ("second_succeeds_alone", "both_succeed_second_wider"),
        "nobody wins": ("both_succeed_equal", "both_fail"),
    },
    says=lambda t, r: [
        f"The first side {or_less('succeeds', 'd100', t.first)}.",
        f"The second side {or_less('succeeds', 'd100', t.second)}.",
        "If both succeed, the wider margin (chance minus roll) wins.",
    ],
)
