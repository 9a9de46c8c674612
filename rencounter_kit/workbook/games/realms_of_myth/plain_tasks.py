"""A plain task: any AV against any DV, and what chance that gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...mechanics.check import Check
from ...mechanics.modifiers import Node, node, value
from ...rulebook.book import Rule, Ruleset
from .tasks import ATTEMPT, RESOLUTION, against, attempt, half_up, never_negative, worth


def with_modifier(name: str, label: str) -> tuple[Node, ...]:
    """A value with its modifiers, together never below 0."""
    return never_negative(value(name, label), value(f"{name}_modifier", f"modifier to the {label}"))


def more_time(r: Ruleset, so_far: int, double_time: bool) -> Rule | None:
    """Twice the time divides the DV, its modifiers included."""
    if not double_time:
        return None
    rule = r.rule("task.double_time")
    return worth(rule, half_up(so_far, rule.value) - so_far, f"{rule.label} {rule.value}")


PARAMETERS = "plain_tasks.av dv av_modifier dv_modifier double_time"
TARGETS = against(with_modifier("av", "AV"), (*with_modifier("dv", "DV"), node(more_time)))
ROLL = attempt("task", "success", "failure")


class Attempt(NamedTuple):
    """The AV, the DV, and the chance that they give."""

    value: int
    difficulty: int
    percent: int


def says(r: Ruleset, attempt: Attempt) -> Sequence[str]:
    """The roll in words."""
    return ROLL.says(r, attempt)


task_chance = Check(
    "realms_of_myth.task_chance",
    "What chance does this AV give against this DV?",
    source="Resolving the Battle; Declarations: Character Actions",
    parameters=(PARAMETERS, RESOLUTION),
    derived=[Node(lambda r: None, (), "chance")],  # it is what is asked
    targets=TARGETS,
    record=Attempt,
    says=says,
)

task = Check(
    "realms_of_myth.task",
    "Does he succeed?",
    source="Resolving the Battle; Declarations: Character Actions",
    parameters=(PARAMETERS, ATTEMPT),
    targets=TARGETS,
    dice=ROLL,
    events={"succeeds": "success"},
)
