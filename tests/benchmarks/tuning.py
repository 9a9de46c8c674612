"""How fast the house-rule workshop answers: rulesets compared, questions asked backwards, a chance shared out.

Run ``python tests/benchmarks/tuning.py``; ``run.py`` ends with it. The rules are others each time, so that nothing is
remembered. Times are medians, or of one run where it takes seconds; those of the processor are for a busy machine, the
budgets are for the clock. The exit status is 1 when a budget is missed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from frame import Seconds, ended, forget, once, report_times, timed

import rencounter_kit as rk

FIRE, DUEL, MODELS = "rencounter.fire", "rencounter.duel", "odd_encounters.duel"
COMPARE, SOLVE, FIGHT, SHARE = 0.3, 0.05, 5, 0.5  # seconds
ROUNDS = 15
GRID: dict[str, Any] = {
    "skill": range(1, 13),
    "range_band": ["short", "medium", "long", "extreme"],
    "cover": rk.checks[FIRE].parameters["cover"].choices,
    "wounds": range(6),
    "extra_modifier": range(-2, 3),
}
CELLS = 10_000  # at least
# Ten modifiers that are in force.
SHOT = {
    "skill": 12,
    "wounds": 1,
    "unfamiliar": True,
    "aim_turns": 1,
    "weapon": "large_double_action_revolver",
    "shot_number": 2,
    "range_band": "medium",
    "cover": "half_solid",
    "posture": "kneeling",
    "target_speed": 9,
    "appearing": "last_activation",
    "mounted": True,
}


def several(ask: Callable[[rk.Ruleset], Any]) -> list[Seconds]:
    """Seconds of each of several calls, each by rules that nobody has asked yet."""
    forget()
    book = rk.rules("rencounter")
    return [timed(ask, book.changed({"fire.range.medium": -2 - more})) for more in range(1, ROUNDS + 1)]


def compared(rules: rk.Ruleset) -> None:
    comparison = rk.compare(rk.rules("rencounter"), rules, FIRE, GRID)
    assert prod(comparison.shape) >= CELLS and len(comparison.changed("hits"))


def solved(unknown: str) -> Callable[[rk.Ruleset], Any]:
    return lambda rules: rk.solve_for(FIRE, unknown, "1/2", rules=rules, range_band="medium", cover="half_solid")


def shared(rules: rk.Ruleset) -> None:
    shares = rk.shapley(FIRE, rules=rules, **SHOT)
    assert sum(bool(row.share) for row in shares.rows) == 10
    assert shares.base + sum(row.share for row in shares.rows) == shares.final


def questions() -> Iterator[tuple[str, list[Seconds], float]]:
    """What is asked, the times, and the budget in seconds."""
    rk.compare(rk.rules("rencounter"), rk.rules("rencounter"), FIRE)  # loads NumPy and pandas
    cells = prod(len(axis) for axis in GRID.values())
    yield f"compare: {FIRE}, {cells:,} cells, and what changes", several(compared), COMPARE
    yield f"solve_for: {FIRE} by skill", several(solved("skill")), SOLVE
    yield f"solve_for: {FIRE} by a figure", several(solved("fire.range.medium")), SOLVE
    yield f"solve_for: {DUEL} by skill", once(rk.solve_for, DUEL, "a_skill", "3/4"), FIGHT
    yield f"solve_for: {MODELS} by Hit Points", once(rk.solve_for, MODELS, "b_hp", like="B wins", a_hp=24), FIGHT
    yield f"shapley: {FIRE}, ten modifiers", several(shared), SHARE


def main() -> int:
    return ended(lambda: report_times("the workshop", questions(), of=0))


if __name__ == "__main__":
    sys.exit(main())
