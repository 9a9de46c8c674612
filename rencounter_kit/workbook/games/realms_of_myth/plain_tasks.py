"""A plain task: any AV against any DV, and what chance that gives."""

from typing import NamedTuple

from ...mechanics.check import Check
from ...mechanics.modifiers import Node, called, value
from .tasks import ATTEMPT, RESOLUTION, against, attempt, divided, never_negative


def with_modifier(name: str, label: str) -> tuple[Node, ...]:
    """A value with its modifiers, together never below 0."""
    return never_negative(value(name, label), value(f"{name}_modifier", f"modifier to the {label}"))


PARAMETERS = "plain_tasks.av dv av_modifier dv_modifier double_time"
TARGETS = against(with_modifier("av", "AV"), (*with_modifier("dv", "DV"), divided("task.double_time", "double_time")))
ROLL = attempt("task", "success", "failure")


class Attempt(NamedTuple):
    """The AV, the DV, and the chance that they give."""

    value: int
    difficulty: int
    percent: int


task_chance = Check(
    "realms_of_myth.task_chance",
    "What chance does this AV give against this DV?",
    source="Resolving the Battle; Declarations: Character Actions",
    parameters=(PARAMETERS, RESOLUTION),
    derived=called(chance=lambda r: None),  # it is what is asked
    targets=TARGETS,
    record=Attempt,
    says=lambda r, attempt: [*ROLL.says(r, attempt)],
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
