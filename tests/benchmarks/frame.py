"""The frame of all benchmarks: what they time, forget and print with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import rencounter_kit as rk
from rencounter_kit.workbook.mechanics import dice_memory

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

Seconds = tuple[float, float]  # on the clock, and of the processor


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


def ended(*reports: Callable[[], bool]) -> int:
    """Prints each report; the exit status, 1 where a budget is missed."""
    met = []
    for report in reports:
        met.append(report())
        print()
    return 0 if all(met) else 1


def timed(f, *args, **params) -> Seconds:
    """Seconds of one call."""
    start, began = perf_counter(), process_time()
    f(*args, **params)
    return perf_counter() - start, process_time() - began


def once(f, *args, **params) -> list[Seconds]:
    """One call, as the first one of all."""
    forget()
    return [timed(f, *args, **params)]


def forget(*checks) -> None:
    """As if nothing had been asked of them yet; without one, as if nothing had been asked at all."""
    for check in checks or rk.checks.values():
        for kept in vars(check).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    if not checks:
        dice_memory.forget()


def report_times(title: str, questions: Iterable[tuple[str, list[Seconds], float | None]], of: int) -> bool:
    """What is asked, the medians of its times beside those of the first question, and its budget in seconds; of the
    clock for 0, of the processor for 1.
    """
    rows, met, first = [], [], 0.0
    for what, times, budget in questions:
        medians = [median(each) for each in zip(*times, strict=True)]
        first = first or medians[1]
        met.append(budget is None or medians[of] < budget)
        figures = [f"{1000 * s:.1f}" for s in (*medians, max(times)[0])]
        cells = (f"{1000 * budget:g}", yes(met[-1])) if budget else ("", "")
        rows.append([what, len(times), *figures, f"{medians[1] / first:.1f}", *cells])
    figures = ["median ms", "processor ms", "slowest ms", "of the first", "budget ms", "budget met"]
    print(table([title, "times", *figures], rows))
    return all(met)
