"""How fast the checks of the games answer, how soon the package is there, how much a sweep costs; fights over turns
have ``fights.py``.

Run ``python tests/benchmarks/checks.py``. A cold check was never asked for those parameters (random ones, the same in
every run, without contradictions); its dice are the step from target numbers to chances. Times of single checks are
medians, the others the best of several. The exit status is 1 when a budget is missed.
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from statistics import median

from frame import ROOT, ended, forget, table, timed, yes

import rencounter_kit as rk
from rencounter_kit.engine.dice.throw import Exact
from rencounter_kit.workbook.mechanics.parameter import Rows, SeveralChoices
from rencounter_kit.workbook.mechanics.processes.process import Process

SEED = 1998
CASES = 60  # of each check, as far as it has so many
MAX_SETTINGS = 9  # parameters that are not at their defaults
COLD, DICE, AGAIN = 1.0, 0.2, 0.05  # ms
IMPORT, SWEEP = 250, 1000  # ms
SWEPT = 100_800  # combinations that the budget of a sweep is for
GROWTH = 1.5  # what a combination may cost more than in a smaller sweep: noise
TRIES = {"import": 10, "sweep": 3}
NOT_AT_ONCE = ("ipywidgets", "matplotlib", "numpy", "pandas", "scipy", "sympy")


def ms(f, *args, **params) -> float:
    """The time of one call."""
    return 1000 * timed(f, *args, **params)[0]


# Single checks --------------------------------------------------------------------------------------------------------


def some_value(p, rng):
    """A value that the parameter may have."""
    if isinstance(p, SeveralChoices):
        return tuple(rng.choices(p.choices, k=rng.randint(p.low, p.high)))
    if isinstance(p, Rows):
        starts, percents = (sorted(rng.sample(span, 4)) for span in (range(-60, 61), range(101)))
        return tuple(zip(starts, percents, strict=True))
    return rng.choice(p.values())


def cases(check) -> list:
    """Different parameters that do not contradict each other, with their target numbers; no dice are thrown for it."""
    rng = random.Random(f"{SEED} {check.id}")
    every = {}
    for _ in range(20 * CASES):
        names = rng.sample(list(check.parameters), rng.randint(0, min(len(check.parameters), MAX_SETTINGS)))
        params = {name: some_value(check.parameters[name], rng) for name in names}
        try:
            targets, _ = check.numbers(check.book, check.values(check.book, params))
        except rk.RuleError:
            continue
        every[tuple(sorted(params.items()))] = targets
        if len(every) == CASES:
            break
    return [(dict(params), targets) for params, targets in every.items()]


def single_checks() -> dict[str, tuple[list[float], ...]]:
    """Check to times: cold, of the dice alone, asked again. The dice have cases of their own, where there
    are enough.
    """
    spreads = {check: cases(check) for check in rk.checks.values() if not isinstance(check, Process)}
    times = {check: ([], [], []) for check in spreads}
    for check in spreads:
        check()
    gc.collect()
    gc.freeze()
    for turn in range(CASES):
        for check, spread in spreads.items():
            if turn < len(spread):
                (params, targets), (cold, dice, again) = spread[turn], times[check]
                few = len(spread) < 4
                if few or turn % 2:
                    dice.append(ms(check._distribution, Exact(), check.book, targets))
                if few or not turn % 2:
                    forget(check)
                    cold.append(ms(rk.check, check.id, **params))
                    again.append(ms(rk.check, check.id, **params))
    return {check.id: kinds for check, kinds in times.items()}


def report_checks() -> bool:
    """Medians for each game and for all, and the slowest checks."""
    times = single_checks()
    games = {}
    for check, kinds in times.items():
        games.setdefault(check.split(".")[0], []).append(kinds)
    rows, met = [], []
    for game, each in {**games, "all": list(times.values())}.items():
        cold, dice, again = (median(ms for kinds in each for each_ms in kinds[place]) for place in range(3))
        met.append(cold < COLD and dice < DICE and again < AGAIN)
        rows.append([game, len(each), f"{cold:.3f}", f"{dice:.3f}", f"{again:.4f}", yes(met[-1])])
    head = ["cold ms", "of which dice ms", "asked again ms"]
    print(table(["game", "checks", *head, "budget met"], rows))
    print(f"\nBudgets: {COLD} ms cold, {DICE} ms of it for the dice, {AGAIN} ms asked again.\n")
    slowest = sorted(times.items(), key=lambda row: median(row[1][0]), reverse=True)[:5]
    rows = [[check, *(f"{median(kind):.3f}" for kind in kinds), f"{max(kinds[0]):.3f}"] for check, kinds in slowest]
    print(table(["slowest checks", *head, "slowest case ms"], rows))
    return all(met)


# Import and sweep -----------------------------------------------------------------------------------------------------


def python(program: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True).stdout


def report_import() -> bool:
    """The time of the import, without that of a bare interpreter, and what must not come with it."""
    best = {program: float("inf") for program in ("", "import rencounter_kit")}
    for _ in range(TRIES["import"]):
        for program in best:
            best[program] = min(best[program], ms(python, program))
    bare, ours = best.values()
    loaded = python(f"import sys, rencounter_kit\nprint(*sorted(sys.modules.keys() & {set(NOT_AT_ONCE)}))").split()
    met = ours - bare < IMPORT and not loaded
    row = [f"{bare:.0f}", f"{ours - bare:.0f}", IMPORT, ", ".join(loaded) or "none", yes(met)]
    print(table(["bare interpreter ms", "import ms", "budget ms", "large libraries loaded", "budget met"], [row]))
    return met


def report_sweep() -> bool:
    """Larger and larger cold sweeps, for one event and for all outcomes."""
    fire = rk.checks["rencounter.fire"]
    steps = (
        {"skill": range(1, 13), "braced": [False, True]}
        | {name: fire.parameters[name].choices for name in ("range_band", "cover")},
        {"wounds": range(6), "mounted": [False, True]},
        {"target_armor": range(5), "unfamiliar": [False, True]},
        {"aim_turns": list(fire.parameters["aim_turns"].choices)},
    )
    rk.sweep(fire.id, skill=[6])  # loads pandas
    axes, rows, met, least = {}, [], [], {"hits": float("inf"), None: float("inf")}
    for step in steps:
        axes |= step
        times = {outcome: float("inf") for outcome in least}
        for _ in range(TRIES["sweep"]):
            for outcome in times:
                forget(fire)
                times[outcome] = min(times[outcome], ms(rk.sweep, fire.id, **axes, outcome=outcome))
        size = len(rk.sweep(fire.id, **axes, outcome="hits"))
        each = {outcome: 1000 * ms / size for outcome, ms in times.items()}
        met.append(all(each[o] < GROWTH * least[o] for o in each) and (size != SWEPT or max(times.values()) < SWEEP))
        least = {outcome: min(each[outcome], least[outcome]) for outcome in each}
        cells = [text for o in times for text in (f"{times[o]:.0f}", f"{each[o]:.1f}")]
        rows.append([f"{size:,}", *cells, yes(met[-1])])
    head = ["hits ms", "µs each", "all outcomes ms", "µs each"]
    print(table(["combinations of rencounter.fire", *head, "budget met"], rows))
    print(f"\nBudgets: {SWEEP} ms for {SWEPT:,} combinations; one of them does not cost more in a larger sweep.")
    return all(met)


def main() -> int:
    return ended(report_checks, report_import, report_sweep)


if __name__ == "__main__":
    sys.exit(main())
