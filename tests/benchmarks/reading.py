"""How fast each reader of rules reads or refuses the slowest hostile texts, as long as a text may be.

Run ``python tests/benchmarks/reading.py``; ``run.py`` ends with it. The tests say that the work grows with the text and
no faster; this tells the seconds, those of work in C too. Numbers may have as many digits as the command line allows.
Times are medians in ms; the budget is for the slowest of all. The exit status is 1 when it is missed.
"""

from __future__ import annotations

import sys
from statistics import median

from frame import table, timed, yes

from rencounter_kit.workbook.rulebook.text import LONGEST_TEXT
from tests.rulebook.hostile import GROWING, READERS, SLOWEST, reads

SLOW = 2  # seconds
ROUNDS = 5


def main() -> int:
    sys.set_int_max_str_digits(0)
    rows, times = [], []
    for name in SLOWEST:
        text = GROWING[name](LONGEST_TEXT)
        for read in READERS:
            reads(read, text)  # loads what is loaded at the first use
        each = [median(timed(reads, read, text)[0] for _ in range(ROUNDS)) for read in READERS]
        times += each
        rows.append([name, f"{len(text):,}", *(f"{1000 * s:.1f}" for s in each), yes(max(each) < SLOW)])
    print(table(["a hostile text", "letters", *(f"{read} ms" for read in READERS), f"below {1000 * SLOW:g} ms"], rows))
    return 0 if max(times) < SLOW else 1


if __name__ == "__main__":
    sys.exit(main())
