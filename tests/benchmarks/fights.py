"""How fast fights over turns are answered: exactly, for a slider, over a grid, and thrown at random.

Run ``python tests/benchmarks/fights.py``; ``run.py`` ends with it. Cold: nothing of the game was asked before. Times
are medians over other parameters each time, or of one run where it takes seconds. The budgets are seconds of the
processor, so that they can be asked of a busy machine too; on a slower one look at how many cold duels each question
takes. The exit status is 1 when a budget is missed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from time import perf_counter, process_time

from checks import cases
from frame import Seconds, ended, forget, once, report_times, table, timed, yes

import rencounter_kit as rk
from rencounter_kit.workbook.analysis.grid import Grid

DUEL, GUNFIGHT, CHARGE = "rencounter.duel", "rencounter.gunfight", "rencounter.charge"
UNIT, SKIRMISH = "rencounter.unit_under_fire", "rencounter.skirmish"
COLD, SLIDER, GRID, ALL_VALUES, SOLVED, SOLVED_GUNFIGHT, FOUR, THROWN = 0.006, 0.05, 0.3, 2, 0.3, 1, 2, 12  # seconds
FIRE = {8: 0.3, 12: 2}  # by men
SKILLS = range(1, 13)
FRESH = [{"a_skill": a, "b_skill": b} for a, b in product(range(4, 9), range(5, 8))]
MOVES = [{f"{side}_skill": skill} for side in "ab" for skill in SKILLS if skill != 6]  # from the default
MEN, SHOOTERS, TURNS = (1, 2, 4, 6, 8, 10, 12), 8, 10
FIGHTS, FEW = 1_000_000, 100_000
SURE = 0.999  # confidence of the intervals in which the exact chances must be


# Two men --------------------------------------------------------------------------------------------------------------


def cold(spread) -> list[Seconds]:
    """Exact answers, each as the first one of all."""
    return [seconds for params in spread for seconds in once(rk.check, DUEL, **params)]


def moved(answer) -> list[Seconds]:
    """Answers for one skill after the other, the duel of the defaults being known."""
    forget()
    answer()
    return [timed(answer, **params) for params in MOVES]


def grid() -> None:
    """The chance that A wins for every pair of skills."""
    duel = rk.checks[DUEL]
    won = Grid(duel, duel.book, {"a_skill": SKILLS, "b_skill": SKILLS}).event("A wins")
    assert won.shape == (12, 12) and won[0, 11] < won[5, 5] < won[11, 0]


def questions() -> Iterator[tuple[str, list[Seconds], float | None]]:
    """What is asked, the times, and the budget; the cold duel comes first."""
    rk.check(DUEL)
    yield f"{DUEL}: exact, cold, other skills", cold(FRESH), COLD
    any_duel = [params for params, _ in cases(rk.checks[DUEL])[: len(FRESH)]]
    yield f"{DUEL}: exact, cold, any other parameters", cold(any_duel), None
    yield f"{DUEL}: another skill each time (slider)", moved(rk.checks[DUEL]), SLIDER
    yield f"{DUEL}: chance to win for 12 x 12 skills", once(grid), GRID
    for fight in (DUEL, GUNFIGHT, CHARGE, UNIT):
        yield f"{fight}: tornado", once(rk.tornado, fight), ALL_VALUES
        yield f"{fight}: worth", once(rk.worth, fight), ALL_VALUES
    yield f"{SKIRMISH}: worth", once(rk.worth, SKIRMISH), ALL_VALUES
    by_shield = once(rk.solve_for, DUEL, "melee.shield.large", "1/2", b_shield="large")
    yield f"{DUEL}: solve_for a figure", by_shield, SOLVED
    yield f"{GUNFIGHT}: solve_for a figure", once(rk.solve_for, GUNFIGHT, "fire.range.medium", "1/2"), SOLVED_GUNFIGHT
    yield f"{SKIRMISH}: exact, cold, 4 against 4", once(rk.check, SKIRMISH, a_men=4, b_men=4), FOUR


def report_questions() -> bool:
    """Exact, for a slider, over a grid, asked backwards; beside what a cold duel takes."""
    return report_times("fights", questions(), of=1)


# Units ----------------------------------------------------------------------------------------------------------------


def report_units() -> bool:
    """What more men cost."""
    rows, met = [], []
    for men in MEN:
        params = {"men": men, "leader": True, "shooters": SHOOTERS, "turn_limit": TURNS}
        [(clock, processor)] = once(rk.check, UNIT, **params)
        met.append(men not in FIRE or processor < FIRE[men])
        cells = [FIRE[men], yes(met[-1])] if men in FIRE else ["", ""]
        rows.append([men, f"{clock:.2f}", f"{processor:.2f}", *cells])
    head = [f"men of {UNIT}", "exact, cold s", "processor s", "budget s", "budget met"]
    print(table(head, rows))
    print(f"\nWith a leader, under {SHOOTERS} shots a turn, to the limit of {TURNS} turns.")
    return all(met)


# At random ------------------------------------------------------------------------------------------------------------


def report_random() -> bool:
    """A skirmish small enough to be known exactly: are its chances inside the intervals of the simulation?"""
    exact, small = rk.check(SKIRMISH, a_men=2, b_men=2), {"a_men": 2, "b_men": 2, "confidence": SURE}
    start = perf_counter()
    thrown = rk.simulate(SKIRMISH, FEW, **small)
    clock = perf_counter() - start
    rows, met = [], []
    for outcome, chance in exact.items():
        low, high = thrown.interval([outcome])
        met.append(low <= chance <= high)
        cells = [f"{100 * float(p):.2f}" for p in (thrown[outcome], low, high, chance)]
        rows.append([outcome, *cells, yes(met[-1])])
    head = [f"{SKIRMISH}, 2 against 2", "thrown %", "from", "to", "exact %", "inside"]
    print(table(head, rows))
    print(f"\n{FEW:,} fights thrown in {clock:.1f} s; intervals of {100 * SURE:g} %.")
    return all(met)


def report_million() -> bool:
    """A skirmish too large to be followed exactly: thrown by one process, and by two workers."""
    params = {"a_men": 8, "b_men": 8}
    start, began = perf_counter(), process_time()
    thrown = rk.simulate(SKIRMISH, FIGHTS, **params)
    clock, processor = perf_counter() - start, process_time() - began
    with ProcessPoolExecutor(2) as pool:
        start = perf_counter()
        by_two = rk.simulate(SKIRMISH, FIGHTS, executor=pool, **params)
        clock_of_two = perf_counter() - start
    rows = []
    for outcome, share in thrown.items():
        low, high = thrown.interval([outcome])
        rows.append([outcome, *(f"{100 * p:.3f}" for p in (share, low, high))])
    print(table([f"{SKIRMISH}, 8 against 8", "thrown %", "from", "to"], rows))
    met = processor < THROWN and by_two.counts == thrown.counts
    print(
        f"\n{thrown.fights:,} fights thrown by one process in {clock:.1f} s, {processor:.1f} s of the "
        f"processor (budget {THROWN} s; "
        f"met, and the same by two: {yes(met)}); by two workers in {clock_of_two:.1f} s; "
        f"intervals of {100 * thrown.confidence:g} %."
    )
    return met


def main() -> int:
    return ended(report_questions, report_units, report_random, report_million)


if __name__ == "__main__":
    sys.exit(main())
