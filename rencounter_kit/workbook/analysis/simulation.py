"""Checks thrown at random many times: to see that the exact answer is right, or where a fight has too many states for
one.
"""

from __future__ import annotations

from ...engine.work.progress import ProgressBar
from ...engine.work.work import Workers
from ..mechanics.check import Check
from ..mechanics.estimate import Simulation, throw_many
from ..mechanics.registry import check_of
from ..rulebook.book import Ruleset, Value, playable


def simulate(
    id: str | Check, /, fights: int = 100_000, seed: int = 0, *, rules: Ruleset | None = None,
    executor: Workers | None = None, progress: ProgressBar = None, confidence: float = 0.95, **settings: Value,
) -> Simulation:  # fmt: skip
    """A check thrown at random many times; for fights with too many states to be followed exactly.

    id : a check, or its id.
    fights : how many throws, of a process how many fights (1 to 1,000,000,000).
    seed : 0 or more; the same seed gives the same result whatever the executor.
    executor : any ``concurrent.futures.Executor``, or a Dask ``Client``, that shares the work out; this process alone
        when left out.
    progress : true for a bar, or a function of (blocks done, blocks).
    confidence : of the intervals.
    settings : the parameters of the check.

    Returns a ``Simulation``; interrupted (Ctrl-C, or the stop button of a notebook), one with what was done by then.
    Raises ``RuleError`` for wrong input.

    >>> import rencounter_kit as rk
    >>> rk.simulate("rencounter.duel", 20_000, seed=1).fights
    20000
    """
    check = check_of(id, rules)
    book = check.ruleset(rules)
    with playable(book):
        targets, _ = check.numbers(book, check.values(book, settings))
    return throw_many(check, book, targets, fights, seed, executor, progress, confidence)
