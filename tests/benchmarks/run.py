"""How fast the dice are, against the best programs of two other libraries on the same problems; then fights over turns.

Run ``make bench``, or ``python tests/benchmarks/run.py [ROUNDS]``. All programs take turns in each round (slow ones in
some of the rounds) and the least time of the processor is printed, in ms for one warm call that does its work anew. The
floats of NumPy and, where it has what it takes, of SciPy are the floor: not exact. "Agrees" is against counting with
Fractions (floats: within rounding). The exit status is 1 when an answer is wrong or a budget is missed.
``checks.py`` times the checks of the games; with ``fights.py``, their fights over turns, ``tuning.py``, the house-rule
workshop, ``reading.py``, hostile texts, and ``lines.py``, any dice in one line, this ends. All that is printed also
goes into ``MEASURED.md``, between its two marks.
"""

from __future__ import annotations

import gc
import sys
from time import process_time

import fights
import lines
import measured
import ours
import reading
import tuning
import with_dyce
import with_icepool
import with_numpy
import with_scipy
from frame import ended, table, yes
from problems import REFERENCES, WHAT, plain, programs

EXACT = {"ours": ours, "icepool": with_icepool, "dyce": with_dyce}
FLOATS = {"NumPy": with_numpy, "SciPy": with_scipy}
PROGRAMS = {
    (name, who): program for who, module in {**EXACT, **FLOATS}.items() for name, program in programs(module).items()
}
AT_LEAST = 2  # times faster than the best exact peer
TIMES_FASTER = dict.fromkeys(("P1", "P2", "P3a", "P3b", "P3sweep", "P6"), 3) | {"P2sweep": 30, "P8sweep": 30}
CHUNK = 0.002  # seconds that one program runs in each round, at least
SLOW, SELDOM = 0.1, 10  # a program of twice, thrice ... so many seconds runs in every second, third ... tenth round


def agrees(name: str, expected) -> dict[str, bool]:
    """Who gives the exact answer; floats must come near it."""
    agreement = {who: plain(PROGRAMS[name, who](), module.outcomes) == expected for who, module in EXACT.items()}
    floats = {who: PROGRAMS[name, who]() for who in FLOATS if (name, who) in PROGRAMS}
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
    start = process_time()
    for _ in range(calls):
        program()
    return (process_time() - start) / calls


def least(rounds: int) -> dict[tuple[str, str], float]:
    """The least time of every program in ms; they take turns."""
    times = {key: min(seconds(program, 1) for _ in range(3)) for key, program in PROGRAMS.items()}
    calls = {key: max(1, round(CHUNK / each)) for key, each in times.items()}
    every = {key: min(SELDOM, max(1, int(each / SLOW))) for key, each in times.items()}
    gc.collect()
    gc.freeze()
    for turn in range(rounds):
        for key, program in PROGRAMS.items():
            if not turn % every[key]:
                times[key] = min(times[key], seconds(program, calls[key]))
    return {key: 1000 * each for key, each in times.items()}


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


def main(rounds: int = 31) -> int:
    with measured.written_to(measured.PAGE, rounds):
        references = {name: REFERENCES[name]() for name in WHAT}
        times = least(rounds)
        mine = ended(lambda: report_problems(times, references))
        return max(mine, fights.main(), tuning.main(), reading.main(), lines.main())


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
