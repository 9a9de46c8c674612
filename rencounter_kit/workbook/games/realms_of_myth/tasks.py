"""What all tasks need: how an AV against a DV becomes a percentage, and what is Progressive."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from ....engine.dice.throw import Consequence, Throw
from ...mechanics.modifiers import Node, Total, node, refuse, total, value
from ...mechanics.ready_dice import ReadyDice, only_if, or_less, roll_under
from ...rulebook.book import Rule, Ruleset, rules

BOOK = rules("realms_of_myth")
TASK = "dice.task"
To = Consequence | Callable[[], Consequence]  # what comes of a roll, or the further one to which it leads

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


NOT_NEGATIVE = Node(lambda r, so_far: max(0, -so_far), ("so_far",), "never below 0")


def never_negative(*parts: Node) -> tuple[Node, ...]:
    """Modifiers, and what lifts their sum to 0 where it falls below."""
    return (*parts, NOT_NEGATIVE)


def divided(path: str, *when: str) -> Node:
    """What is lost where the sum so far is divided by a figure, rounded half up, while all of ``when`` are true."""

    def lost(r: Ruleset, so_far: int, *true: bool) -> Rule | None:
        by = r.rule(path) if all(true) else None
        return by and worth(by, half_up(so_far, by.value) - so_far, f"{by.label} {by.value}")

    return Node(lost, ("so_far", *when), path)


def roll(throw: Throw, r: Ruleset, name: str, percent: int, success: To, failure: To) -> Consequence:
    """A roll of the percentage or less succeeds; further rolls are functions that make them."""
    came = throw.split(name, r.dice("task"), ((percent, "success"),), "failure")
    return throw.after(came, lambda came: comes(success if came == "success" else failure))


def comes(to: To) -> Consequence:
    """What comes of a roll: that, or what the further one comes to."""
    return to() if callable(to) else to


def on_task(r: Ruleset, does: str, percent: int) -> str:
    """The same in words, as "hits on a d100 of 60 or less"."""
    return or_less(does, r[TASK], percent)


# Progressive figures --------------------------------------------------------------------------------------------------


def growth(r: Ruleset, points: int, progressive: str) -> int:
    """What a Progressive figure comes to for so many points; nothing for none, or less."""
    number = max(0, points)
    return number + int(r[f"progressive.{progressive}"]) * number * (number - 1) // 2


def growth_rule(r: Ruleset, points: int, progressive: str, label: str) -> Rule | None:
    """The same as a rule that counts, in these words; ``None`` for no points."""
    if points <= 0:
        return None
    return worth(r.rule(f"progressive.{progressive}"), growth(r, points, progressive), f"{label} {points}, Progressive")


def progressive_for(name: str, label: str) -> Node:
    """A Progressive modifier: ``name`` is a parameter, or was worked out before. The check asks for ``progressive``."""

    def for_each_point(r: Ruleset, points: int, progressive: str) -> Rule | None:
        return growth_rule(r, points, progressive, label)

    return node(for_each_point, points=name)


# From AV and DV to a percentage ---------------------------------------------------------------------------------------

Rows = tuple[tuple[int, int], ...]

RESOLUTION = "resolution_model resolution_table min_chance max_chance"

ATTEMPT = ("chance", RESOLUTION)  # what an attempt asks beside its AV and its DV


def attempt(name: str, success: str, failure: str, does: str = "succeeds", easy: str = "") -> ReadyDice:
    """The dice of an attempt, which know both outcomes.

    easy : why it succeeds without a roll where the target number ``rolls`` is not true, a sentence.
    """
    roll = roll_under(name, TASK, "percent", success=success, failure=failure, does=does)
    return only_if("rolls", roll, otherwise=success, says=easy) if easy else roll


def against(
    attack: Iterable[Node | str],
    difficulty: Iterable[Node | str],
    prefix: str = "",
    when: str = "",
    shared: bool = False,
) -> dict[str, Total]:
    """The target numbers of an attempt: its AV, its DV, and the percentage that comes of them.

    The check asks for a ``chance`` and for ``RESOLUTION``.

    prefix : of the chance and of the target numbers, where a check has several such rolls.
    when : a value that must be true for the roll to be made.
    shared : does more than this percentage come of AV and DV? Else they count only where it is not given.

    >>> list(against(["av"], ["dv"], "reprisal_"))
    ['reprisal_value', 'reprisal_difficulty', 'reprisal_percent']
    """
    ours, theirs = f"{prefix}value", f"{prefix}difficulty"
    of = BOOK.spelling.words(prefix)
    chance = "" if shared else f"{prefix}chance"
    return {
        ours: total(f"{of}AV", *unless_set(chance, attack), when=when),
        theirs: total(f"{of}DV", *unless_set(chance, difficulty), when=when),
        f"{prefix}percent": percentage(ours, theirs, prefix, when),
    }


def percentage(attack: str, difficulty: str, prefix: str = "", when: str = "") -> Total:
    """The percentage that comes of an AV and a DV, each at least 0, or the one that is given instead.

    attack, difficulty : names of both.
    prefix : of the ``chance``.
    when : a value that must be true for it to count.
    """
    ours = {"chance": f"{prefix}chance", "attack": attack, "difficulty": difficulty}
    return total(
        f"{BOOK.spelling.words(prefix)}chance of success (percent)",
        value(ours["chance"], "read from the game's own table, in place of AV and DV"),
        node(row_of_the_table, **ours),
        node(formula, **ours),
        node(within_bounds, chance=ours["chance"]),
        when=when,
    )


def unless_set(chance: str, parts: Iterable[Node | str]) -> Iterator[Node]:
    """Modifiers that count only where that chance is not given."""

    def unless(part: Node) -> Node:
        def count(r: Ruleset, base_chance: int | None, *arguments: Any) -> Any:
            return part.function(r, *arguments) if base_chance is None else None

        return Node(count, (chance, *part.names), part.label)

    nodes = (value(part) if isinstance(part, str) else part for part in parts)
    yield from map(unless, nodes) if chance else nodes


def table(r: Ruleset, resolution_table: Rows | None) -> tuple[Rows, Rule | None]:
    """The table that holds, and the house rule that has it where none is given."""
    ours = None if resolution_table else r.rule("rulings.resolution_table")
    lines = resolution_table or (ours.value if ours else ())
    refuse(
        not lines,
        "resolution_table must be given with resolution_model table; got none; "
        "try resolution_table=[[-40, 5], [0, 45], [40, 92]]",
    )
    return lines, ours


def row_reached(lines: Rows, difference: int) -> int:
    """The percentage of the last row that AV - DV reaches; the first row also covers all below it."""
    reached = [percent for least, percent in lines if least <= difference]
    return reached[-1] if reached else lines[0][1]


def row_of_the_table(
    r: Ruleset, chance: int | None, attack: int, difficulty: int, resolution_model: str, resolution_table: Rows | None
) -> int | Rule | None:
    """The percentage by the table, where that is the model."""
    if resolution_model != "table":
        return None
    lines, ours = table(r, resolution_table)
    if chance is not None:
        return None
    difference = max(0, attack) - max(0, difficulty)
    percent = row_reached(lines, difference)
    return worth(ours, percent, f"by the table for AV - DV {difference}") if ours else percent


def refuse_chances(min_chance: int, max_chance: int) -> None:
    """A floor above the ceiling."""
    refuse(
        min_chance > max_chance,
        f"min_chance must not be above max_chance; got {min_chance} and {max_chance}; try them the other way round",
    )


def formula(r: Ruleset, chance: int | None, attack: int, difficulty: int, resolution_model: str) -> list[Rule] | None:
    """The percentage by one of the three formulas."""
    if chance is not None or resolution_model == "table":
        return None
    attack, difficulty = max(0, attack), max(0, difficulty)
    if resolution_model != "ratio":
        slope, terms = r.rule(f"resolution.{resolution_model}"), [r.rule("resolution.even")]
        if attack != difficulty:
            points = slope.value * (attack - difficulty)
            terms.append(worth(slope, points, f"AV {attack} against DV {difficulty}"))
    elif both := attack + difficulty:
        ratio = r.rule("resolution.ratio")
        share = half_up(ratio.value * attack, both)
        terms = [worth(ratio, share, f"AV {attack} as a share of AV + DV {both}")]
    else:
        terms = [r.rule("resolution.even")]
    return terms


def within_bounds(
    r: Ruleset, so_far: int, chance: int | None, resolution_model: str, min_chance: int, max_chance: int
) -> Rule | None:
    """What keeps the percentage of a formula between floor and ceiling."""
    refuse_chances(min_chance, max_chance)
    if chance is not None or resolution_model == "table" or min_chance <= so_far <= max_chance:
        return None
    which, bound, end = ("min", min_chance, "floor") if so_far < min_chance else ("max", max_chance, "cap")
    return worth(r.rule(f"rulings.{which}_chance"), bound - so_far, f"{end} of {bound} %")


class Model(NamedTuple):
    """How any AV against any DV becomes a percentage, for checks in which there are many such rolls."""

    rows: Rows  # of a table; none for a formula
    even: int
    slope: int
    ratio: int
    min_chance: int
    max_chance: int

    def percent(self, attack: int, difficulty: int) -> int:
        """The chance of an AV against a DV, each at least 0."""
        attack, difficulty = max(0, attack), max(0, difficulty)
        if self.rows:
            return row_reached(self.rows, attack - difficulty)
        both = attack + difficulty if self.ratio else 0
        reached = half_up(self.ratio * attack, both) if both else self.even + self.slope * (attack - difficulty)
        return min(max(reached, self.min_chance), self.max_chance)


def model(r: Ruleset, resolution_model: str, resolution_table: Rows | None, min_chance: int, max_chance: int) -> Model:
    """The model by the rules and by what is asked."""
    refuse_chances(min_chance, max_chance)
    if resolution_model == "table":
        return Model(table(r, resolution_table)[0], 0, 0, 0, min_chance, max_chance)
    even, figure = r["resolution.even"], r[f"resolution.{resolution_model}"]
    slope, ratio = (0, figure) if resolution_model == "ratio" else (figure, 0)
    return Model((), even, slope, ratio, min_chance, max_chance)
