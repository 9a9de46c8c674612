"""How fast the dice are, against the best programs of two other libraries on the same problems.

Run ``make bench``, or ``python tests/benchmarks/run.py [ROUNDS]``. All programs take turns in each round and the medians
are printed, in ms for one warm call that does its work anew; on a busy machine look at the ratios. The floats of NumPy and,
where it has the random variables, of SciPy are the floor: not exact. "Agrees" is against counting with Fractions (floats: within rounding). The exit status is 1 when an answer
is wrong or a budget is missed. ``checks.py`` times the checks of the games.
"""

from __future__ import annotations

import gc
import statistics
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

import ours
import with_dyce
import with_icepool
import with_numpy
import with_scipy
from problems import REFERENCES, WHAT, plain

ROOT = Path(__file__).parents[2]
EXACT = {"ours": ours, "icepool": with_icepool, "dyce": with_dyce}
FLOATS = {"NumPy": with_numpy, "SciPy": with_scipy}
EVERY = {**EXACT, **FLOATS}
TIMES_FASTER = {"P1": 3, "P2": 3, "P6": 3, "P2sweep": 30, "P8sweep": 30}  # than the best exact peer; all others faster
CHUNK = 0.002  # seconds that one program runs in each round, at least


def agrees(name: str, expected) -> dict[str, bool]:
    """Who gives the exact answer; floats must come near it."""
    found = {who: plain(module.PROGRAMS[name](), module.outcomes) == expected for who, module in EXACT.items()}
    floats = {who: module.PROGRAMS[name]() for who, module in FLOATS.items() if name in module.PROGRAMS}
    return {**found, **{who: near(with_numpy.named(name, answer), expected) for who, answer in floats.items()}}


def near(floats, exact) -> bool:
    """Do floats differ from Fractions by rounding only?"""
    if isinstance(floats, dict):
        return all(near(value, exact.get(key, 0)) for key, value in floats.items())
    if isinstance(exact, list):
        return len(exact) == floats.size and all(map(near, floats.ravel().tolist(), exact))
    return abs(floats - float(exact)) < 1e-12


def seconds(program, calls: int) -> float:
    """One call, from several in a row."""
    start = perf_counter()
    for _ in range(calls):
        program()
    return (perf_counter() - start) / calls


def medians(rounds: int) -> dict[tuple[str, str], float]:
    """The median time of every program in ms; they take turns."""
    programs = {
        (name, who): module.PROGRAMS[name] for name in WHAT for who, module in EVERY.items() if name in module.PROGRAMS
    }
    calls = {
        key: max(1, round(CHUNK / min(seconds(program, 1) for _ in range(3)))) for key, program in programs.items()
    }
    times = {key: [] for key in programs}
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for key, program in programs.items():
            times[key].append(seconds(program, calls[key]))
    return {key: 1000 * statistics.median(each) for key, each in times.items()}


def table(head, rows) -> str:
    """A table in Markdown, its columns lined up."""
    every = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*every, strict=True)]
    every.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in every
    )


def yes(holds: bool) -> str:
    return "yes" if holds else "NO"


def main(rounds: int = 31) -> int:
    right = {name: agrees(name, REFERENCES[name]()) for name in WHAT}
    times = medians(rounds)
    rows, met = [], []
    for name, what in WHAT.items():
        mine, *peers = (times[name, who] for who in EXACT)
        floors = [f"{times[name, who]:.3f}" if (name, who) in times else "cannot" for who in FLOATS]
        ratio, wanted = min(peers) / mine, TIMES_FASTER.get(name, 1)
        met.append(all(right[name].values()) and ratio > wanted)
        shown = [f"{ms:.3f}" for ms in (mine, *peers)]
        wrong = [who for who, good in right[name].items() if not good]
        agree = "no: " + ", ".join(wrong) if wrong else "yes"
        rows.append([name, what, *shown, f"{ratio:.1f}", wanted, *floors, agree, yes(met[-1])])
    head = ["problem", "what", *(f"{who} ms" for who in EXACT), "best peer / ours", "at least"]
    head += [f"{who} floats ms" for who in FLOATS]
    print(table([*head, "agrees exactly", "budget met"], rows))
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
