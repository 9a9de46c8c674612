"""Fights that differ in numbers only, followed together and kept: a batch of them has the same turns, each cell weights
of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from threading import Lock
from typing import Any

from ....engine.chains.outcome_amounts import to_dists
from ....engine.dice.dist import Dist
from ....engine.dice.throw import Targets
from ....engine.words.errors import RuleError
from ....engine.work.later import has_arrays
from ...rulebook.book import Ruleset, playable
from ...rulebook.watching import WatchedRuleset, agree
from ..procedures import riding
from .cache import CachedChain, OutcomesByTurn, ReadSoFar, WatchedPlay
from .turn_model import Play, TurnModel

Cell = tuple[Ruleset, Targets]
_KEPT = 8192  # cells
_FEW = 4  # cells, from which on following them at once is quicker
_BATCHES, _MAX_WAYS = 2, 250_000  # kept, each with so many ways at most (some 20 MB)


class Batches:
    """The distributions of a process for many rules and target numbers.

    chain : one that is followed to its end.
    """

    def __init__(self, play: Play, chain: Callable[[Ruleset, Targets], CachedChain]) -> None:
        self._play, self._chain = play, chain
        self._memory: dict[Cell, Dist | None] = {}
        self._batches: list[CachedBatch] = []  # the last one asked first
        self._lock = Lock()

    def cache_clear(self) -> None:
        """Keep none."""
        self._memory, self._batches = {}, []

    def dists(self, cells: Sequence[Cell]) -> list[Dist | None]:
        """The distribution of each cell, its outcomes in no order; ``None`` for what must be followed alone."""
        memory, cells = self._memory, [(book.plain, targets) for book, targets in cells]
        with self._lock:  # several threads may ask
            results = {cell: memory[cell] for cell in cells if cell in memory}
        new = [cell for cell in dict.fromkeys(cells) if cell not in results]
        if new:
            results.update(zip(new, self._followed(new), strict=True))
        with self._lock:
            memory.update(results)
            for cell in list(islice(memory, max(0, len(memory) - _KEPT))):
                del memory[cell]
        return [results[cell] for cell in cells]

    def _followed(self, cells: Sequence[Cell]) -> list[Dist | None]:
        rules, read = cells[0][0], set[str]()
        dists = self._in_parts(rules, list(dict.fromkeys(targets for _, targets in cells)), read)
        return [dists.get(targets) if agree(rules, book, frozenset(read)) else None for book, targets in cells]

    def _in_parts(self, rules: Ruleset, targets: Sequence[Targets], read: set[str]) -> dict[Targets, Dist]:
        """Those that are known together, or in parts.

        read : which rules were read, to be added to.
        """
        if len(targets) < _FEW or not has_arrays():
            return {}
        from ....engine.chains.batch import NotTogetherError

        try:
            return self._together(rules, targets, read)
        except NotTogetherError as apart:
            parts = [self._in_parts(rules, [targets[i] for i in part], read) for part in apart.parts]
            return {one: dist for part in parts for one, dist in part.items()}
        except RuleError:
            return {}

    def _together(self, rules: Ruleset, targets: Sequence[Targets], read: set[str]) -> dict[Targets, Dist]:
        from ....engine.chains.batch import BatchExact, BatchValue, NotTogetherError, batched

        watched = WatchedRuleset(rules)
        with playable(rules):
            model = self._play(BatchExact(), watched, batched(targets))
            limit: Any = model.limit  # one for each, where it differs
            if model.known:
                raise NotTogetherError
            if isinstance(limit, BatchValue):  # those with other limits share a batch
                (_, count), *_ = Counter(limit.cells.tolist()).most_common(1)
                raise NotTogetherError(limit if 2 * count > len(targets) else None)
            if limit:
                batch = self._batch(rules, targets, limit)
                dists = batch.dists(targets, model)
                if batch.walk.ways <= _MAX_WAYS:
                    with self._lock:
                        self._batches = [batch, *self._batches][:_BATCHES]
                read |= batch.read.rules
            else:
                dists = self._at_the_end(model, watched, targets)
        read |= watched.paths_read
        return dict(zip(targets, dists, strict=True))

    def _batch(self, rules: Ruleset, targets: Sequence[Targets], limit: int) -> CachedBatch:
        """A cached batch valid for all of these, or a new one, followed to their limit; no other thread has it
        meanwhile.
        """
        with self._lock:
            valid = (one for one in self._batches if one.walk.turn <= limit and one.is_valid(rules, targets))
            batch = next(valid, None)
            self._batches = [one for one in self._batches if one is not batch]
        if batch:
            with suppress(Exception):  # it may read more, and be valid no longer; else these meet it again
                batch.follow(limit)
                if batch.is_valid(rules, targets):
                    return batch
        new = CachedBatch(self._play, rules, targets)
        new.follow(limit)
        return new

    def _at_the_end(self, model: TurnModel, rules: Ruleset, targets: Sequence[Targets]) -> list[Dist]:
        """What comes of those whose turns are the same, and that differ in what is asked at the end."""
        from ....engine.chains.batch import BatchValue, NotTogetherError

        model.chain().run(1)  # what differs is mostly seen in the first turn
        chain = self._chain(rules, targets[0])
        if not all(chain.is_valid(rules.plain, one, 0) for one in targets):
            raise NotTogetherError
        rules.note(chain.reads().rules)
        ends = chain.end.states._weights
        outcomes = [model.outcome(state, None) for state in ends]
        columns = [one.cells.tolist() if isinstance(one, BatchValue) else [one] * len(targets) for one in outcomes]
        cells = list(zip(*columns, strict=True))
        places = Dist._of(dict(enumerate(ends.values())))
        dists = {cell: places.map(cell.__getitem__) for cell in dict.fromkeys(cells)}
        return [dists[cell] for cell in cells]


class CachedBatch:
    """Fights followed together: valid for all that agree with some of them in what was read of target numbers and
    rules.
    """

    def __init__(self, play: Play, rules: Ruleset, targets: Sequence[Targets]) -> None:
        from ....engine.chains.batch import BatchExact, batch_walk, batched, unbatched

        self._targets, self._watched = targets, WatchedPlay(play, rules, batched(targets), BatchExact())
        model = self._watched.model
        self.walk = batch_walk(unbatched(model.start, len(targets)), model.phases, model.over)
        self._outcomes = OutcomesByTurn(self._watched)

    @property
    def read(self) -> ReadSoFar:
        """What was read so far."""
        return self._watched.read

    def _places(self, targets: Sequence[Targets]) -> list[int | None]:
        """Which of its own fights these are; ``None`` for one that is not among them."""
        names = self.read.targets
        own, batch_numbers = (
            [(riding(one), *(getattr(one, name) for name in names)) for one in each]
            for each in (self._targets, targets)
        )
        place = {numbers: i for i, numbers in enumerate(own)}
        return [place.get(numbers) for numbers in batch_numbers]

    def is_valid(self, rules: Ruleset, targets: Sequence[Targets]) -> bool:
        """Do these agree with it in all that was read so far?"""
        return agree(self._watched.rules, rules, self.read.rules) and None not in self._places(targets)

    def follow(self, turns: int) -> None:
        """Follow them for so many turns."""
        self.walk.go_on(turns)
        self._outcomes.until(self.walk)

    def dists(self, targets: Sequence[Targets], model: TurnModel) -> list[Dist]:
        """The distributions of these at the limit of turns to which it was followed."""
        dists = to_dists([*self._outcomes.until(self.walk), self.walk.standing(partial(map, model.cut_off))])
        return [dists[place] for place in self._places(targets) if place is not None]
