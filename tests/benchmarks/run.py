"""How fast the dice are, against the best programs of two other libraries on the same problems; then fights over turns.

Run ``make bench``, or ``python tests/benchmarks/run.py [ROUNDS]``. All programs take turns in each round (slow ones in
some of the rounds) and the medians are printed, in ms for one warm call that does its work anew; on a busy machine look
at the ratios. The floats of NumPy and, where it has what it takes, of SciPy are the floor: not exact. "Agrees" is
against counting with Fractions (floats: within rounding). The exit status is 1 when an answer is wrong or a budget is
missed. ``checks.py`` times the checks of the games; with ``fights.py``, their fights over turns, ``tuning.py``, the
house-rule workshop, ``reading.py``, hostile texts, and ``lines.py``, any dice in one line, this ends. All that is
printed also goes into ``MEASURED.md``, between its two marks.
"""

from __future__ import annotations

import gc
import statistics
import sys
from time import perf_counter

import fights
import lines
import measured
import ours
import problems
import reading
import tuning
import with_dyce
import with_icepool
import with_numpy
import with_scipy
from problems import REFERENCES, WHAT, plain
from tables import table, yes

EXACT = {"ours": ours, "icepool": with_icepool, "dyce": with_dyce}
FLOATS = {"NumPy": with_numpy, "SciPy": with_scipy}
EVERY = {**EXACT, **FLOATS}
AT_LEAST = 2  # times faster than the best exact peer
TIMES_FASTER = {
    "P1": 3,
    "P2": 3,
    "P3a": 3,
    "P3b": 3,
    "P3sweep": 3,
    "P6": 3,
    "P2sweep": 30,
    "P8sweep": 30,
}  # and these more
MORE = {
    ("P3a", 'icepool, map(repeat="inf")'): lambda: with_icepool.p3_until_over(*problems.DUELS["P3a"]),
}
CHUNK = 0.002  # seconds that one program runs in each round, at least
SLOW, SELDOM = 0.1, 10  # a program of twice, thrice ... so many seconds runs in every second, third ... tenth round


def agrees(name: str, expected) -> dict[str, bool]:
    """Who gives the exact answer; floats must come near it."""
    agreement = {who: plain(module.PROGRAMS[name](), module.outcomes) == expected for who, module in EXACT.items()}
    floats = {who: module.PROGRAMS[name]() for who, module in FLOATS.items() if name in module.PROGRAMS}
    return {**agreement, **{who: near(with_numpy.named(name, answer), expected) for who, answer in floats.items()}}


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
    } | MORE
    best = {key: min(seconds(program, 1) for _ in range(3)) for key, program in programs.items()}
    calls = {key: max(1, round(CHUNK / each)) for key, each in best.items()}
    every = {key: min(SELDOM, max(1, int(each / SLOW))) for key, each in best.items()}
    times = {key: [] for key in programs}
    gc.collect()
    gc.freeze()
    for turn in range(rounds):
        for key, program in programs.items():
            if not turn % every[key]:
                times[key].append(seconds(program, calls[key]))
    return {key: 1000 * statistics.median(each) for key, each in times.items()}


def report_problems(times, references) -> bool:
    """Every problem: the time of each program, and whether it is right."""
    rows, met = [], []
    for name, what in WHAT.items():
        right = agrees(name, references[name])
        mine, *peers = (times[name, who] for who in EXACT)
        floors = [f"{times[name, who]:.3f}" if (name, who) in times else "cannot" for who in FLOATS]
        ratio, wanted = min(peers) / mine, TIMES_FASTER.get(name, AT_LEAST)
        met.append(all(right.values()) and ratio > wanted)
        figures = [f"{ms:.3f}" for ms in (mine, *peers)]
        wrong = [who for who, good in right.items() if not good]
        agree = "no: " + ", ".join(wrong) if wrong else "yes"
        rows.append([name, what, *figures, f"{ratio:.1f}", wanted, *floors, agree, yes(met[-1])])
    head = ["problem", "what", *(f"{who} ms" for who in EXACT), "best peer / ours", "at least"]
    head += [f"{who} floats ms" for who in FLOATS]
    print(table([*head, "agrees exactly", "budget met"], rows))
    return all(met)


def report_more(times, references) -> bool:
    """The duels in other ways, beside the best exact program of a peer."""
    rows, met = [], []
    for (name, who), program in MORE.items():
        share = times[name, who] / min(times[name, peer] for peer in EXACT if peer != "ours")
        met.append(program() == references[name])
        rows.append([name, who, f"{times[name, who]:.3f}", f"{share:.3f}", yes(met[-1])])
    print(table(["problem", "in another way", "ms", "of the best exact peer's", "agrees exactly"], rows))
    return all(met)


def main(rounds: int = 31) -> int:
    with measured.written_to(measured.PAGE, rounds):
        references = {name: REFERENCES[name]() for name in WHAT}
        times = medians(rounds)
        met = []
        for report in (report_problems, report_more):
            met.append(report(times, references))
            print()
        return max(0 if all(met) else 1, fights.main(), tuning.main(), reading.main(), lines.main())


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
