"""What many checks ask alike: points, modifiers, chances, speeds."""

from __future__ import annotations

from typing import Any

from ...mechanics.parameter import Parameter, whole

FULL_DODGES = "Warrior, Assassin, Huntsman, Acrobat or Dancer"


def points(name: str, default: int, help: str, group: str = "figure", **more: Any) -> Parameter:
    """An AV, a DV, an attribute or a POT; here and below ``more`` is as for ``whole``."""
    return whole(name, 0, 500, default, help, group=group, unit="points", **more)


def dv(name: str, default: int, help: str, **more: Any) -> Parameter:
    """The DV of a defence."""
    return points(name, default, help, "target", takes="realms_of_myth.defence_value", **more)


def modifier(name: str, help: str, group: str = "figure", **more: Any) -> Parameter:
    """The modifier that an attribute gives."""
    return whole(name, -20, 20, 0, help, group=group, unit="points", **more)


def percent(name: str, help: str, group: str, **more: Any) -> Parameter:
    """The chance of a task."""
    return whole(name, 0, 100, 50, help, group=group, unit="percent", takes="realms_of_myth.task_chance", **more)


def skill(name: str, high: int, help: str, group: str = "figure", **more: Any) -> Parameter:
    """An SL that helps; without the skill it is 0."""
    return whole(name, 0, high, 0, help, group=group, unit="SL", **more)


def mph(
    name: str, default: int, help: str, group: str = "figure", hint: str = "miles an hour", **more: Any
) -> Parameter:
    """How fast somebody moves."""
    return whole(name, 0, 149, default, help, group=group, unit="mph", hint=hint, **more)


def blow(name: str, default: int, help: str, high: int = 500, **more: Any) -> Parameter:
    """The POT of a blow."""
    return whole(name, 0, high, default, help, group="weapon", unit="POT", **more)
