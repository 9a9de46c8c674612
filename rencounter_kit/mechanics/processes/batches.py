"""Many fights of one kind followed at once, and kept: those that differ only in numbers that dice are asked with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from threading import Lock
from typing import Any

from ...chains.chain import Chain
from ...chains.outcome_amounts import OutcomeAmounts, together
from ...dice.dist import Dist
from ...dice.throw import Targets, Throw
from ...errors import RuleError
from ...rulebook.book import Ruleset, playable
from ...rulebook.watching import WatchedRuleset, agree
from .cache import CachedChain, ReadSoFar, Watched
from .turn_model import TurnModel

Cell = tuple[Ruleset, Targets]
_KEPT = 8192  # cells
_FEW = 4  # cells, from which on following them at once is quicker
_BATCHES, _MAX_WAYS = 2, 250_000  # kept, each with so many ways at most (some 20 MB)


class Batches:
    """The distributions of a process for many rules and target numbers. chain : one that is followed to its end."""

    def __init__(
        self, play: Callable[[Any, Throw, Ruleset], TurnModel], chain: Callable[[Ruleset, Targets], CachedChain]
    ) -> None:
        self._play, self._chain = play, chain
        self._kept: dict[Cell, Dist | None] = {}
        self._batches: list[CachedBatch] = []  # the last one asked first
        self._lock = Lock()

    def cache_clear(self) -> None:
        """Keep none."""
        self._kept, self._batches = {}, []

    def dists(self, every: Sequence[Cell]) -> list[Dist | None]:
        """The distribution of each, its outcomes in no order; ``None`` for what must be followed alone."""
        kept, cells = self._kept, [(book.plain, targets) for book, targets in every]
        with self._lock:  # several threads may ask
            found = {cell: kept[cell] for cell in cells if cell in kept}
        new = [cell for cell in dict.fromkeys(cells) if cell not in found]
        if new:
            found.update(zip(new, self._followed(new), strict=True))
        with self._lock:
            kept.update(found)
            for cell in list(islice(kept, max(0, len(kept) - _KEPT))):
                del kept[cell]
        return [found[cell] for cell in cells]

    def _followed(self, cells: Sequence[Cell]) -> list[Dist | None]:
        rules, read = cells[0][0], set[str]()
        dists = self._in_parts(rules, list(dict.fromkeys(targets for _, targets in cells)), read)
        return [dists.get(targets) if agree(rules, book, frozenset(read)) else None for book, targets in cells]

    def _in_parts(self, rules: Ruleset, some: Sequence[Targets], read: set[str]) -> dict[Targets, Dist]:
        """Those that are known together, or in parts. read : which rules were read, to be added to."""
        from ...chains.batch import NotTogetherError

        if len(some) < _FEW:
            return {}
        try:
            return self._together(rules, some, read)
        except NotTogetherError as apart:
            parts = [self._in_parts(rules, [some[i] for i in part], read) for part in apart.parts]
            return {targets: dist for part in parts for targets, dist in part.items()}
        except RuleError:
            return {}

    def _together(self, rules: Ruleset, some: Sequence[Targets], read: set[str]) -> dict[Targets, Dist]:
        from ...chains.batch import BatchThrow, BatchValue, NotTogetherError, batched

        watched = WatchedRuleset(rules)
        with playable(rules):
            play = self._play(batched(some), BatchThrow(), watched)
            limit: Any = play.limit  # one for each, where it differs
            if play.known:
                raise NotTogetherError
            if isinstance(limit, BatchValue):  # those with other limits share a batch
                (_, many), *_ = Counter(limit.each.tolist()).most_common(1)
                raise NotTogetherError(limit if 2 * many > len(some) else None)
            if limit:
                batch, dists = self._gone_on(rules, some, play) or self._begun(rules, some, play)
                self._keep(batch)
                read |= batch.read.rules
            else:
                dists = self._at_the_end(play, watched, some)
        read |= watched.paths_read
        return dict(zip(some, dists, strict=True))

    def _gone_on(
        self, rules: Ruleset, some: Sequence[Targets], play: TurnModel
    ) -> tuple[CachedBatch, list[Dist]] | None:
        """A batch that tells of all of these, followed to their limit; nobody else goes on with it meanwhile."""
        with self._lock:
            batch = next((one for one in self._batches if one.turn <= play.limit and one.holds_for(rules, some)), None)
            self._batches = [one for one in self._batches if one is not batch]
        if batch is None:
            return None
        try:
            dists = batch.dists(some, play)
        except Exception:  # it may have gone on to where it tells no more of these; else they meet it again
            return None
        return (batch, dists) if batch.holds_for(rules, some) else None

    def _begun(self, rules: Ruleset, some: Sequence[Targets], play: TurnModel) -> tuple[CachedBatch, list[Dist]]:
        batch = CachedBatch(self._play, rules, some)
        return batch, batch.dists(some, play)

    def _keep(self, batch: CachedBatch) -> None:
        if batch.ways <= _MAX_WAYS:
            with self._lock:
                self._batches = [batch, *self._batches][:_BATCHES]

    def _at_the_end(self, play: TurnModel, rules: Ruleset, some: Sequence[Targets]) -> list[Dist]:
        """What comes of those whose turns are the same, and that differ in what is asked at the end."""
        from ...chains.batch import BatchValue, NotTogetherError

        Chain(play.start, *play.phases, ended=play.over).run(1)  # what differs is mostly seen in the first turn
        chain = self._chain(rules, some[0])
        if not all(chain.holds_for(rules.plain, targets, 0) for targets in some):
            raise NotTogetherError
        rules.note(chain.reads().rules)
        ends = chain.end.states._weights
        told = [play.outcome(state, None) for state in ends]
        columns = [one.each.tolist() if isinstance(one, BatchValue) else [one] * len(some) for one in told]
        each = list(zip(*columns, strict=True))
        places = Dist._of(dict(enumerate(ends.values())))
        dists = {outcomes: places.map(outcomes.__getitem__) for outcomes in dict.fromkeys(each)}
        return [dists[outcomes] for outcomes in each]


class CachedBatch:
    """Fights followed together, and what was read of their target numbers and rules: it tells of all that agree with its
    own in that, and may be followed further for them.
    """

    def __init__(
        self, play: Callable[[Any, Throw, Ruleset], TurnModel], rules: Ruleset, some: Sequence[Targets]
    ) -> None:
        from ...chains.batch import BatchThrow, batched, unbatched, walk_together

        self._rules, self._some = rules, some
        self._watched = Watched(play, rules, batched(some), BatchThrow())
        of = self._watched.model
        self._walk = walk_together(unbatched(of.start, len(some)), of.phases, of.over)
        self._ended: list[OutcomeAmounts] = []  # turn by turn

    @property
    def turn(self) -> int:
        """How far it has come."""
        return self._walk.turn

    @property
    def ways(self) -> int:
        """How much it keeps: ways from a state of a fight to another."""
        return self._walk.ways

    @property
    def read(self) -> ReadSoFar:
        """What was read so far."""
        return self._watched.read

    def _places(self, some: Sequence[Targets]) -> list[int | None]:
        """Which of its own fights these are; ``None`` for one that is not among them."""
        names = self.read.targets
        own, asked = ([tuple([getattr(one, name) for name in names]) for one in each] for each in (self._some, some))
        place = {numbers: i for i, numbers in enumerate(own)}
        return [place.get(numbers) for numbers in asked]

    def holds_for(self, rules: Ruleset, some: Sequence[Targets]) -> bool:
        """Does it tell of these, as far as it has come?"""
        return agree(self._rules, rules, self.read.rules) and None not in self._places(some)

    def dists(self, some: Sequence[Targets], play: TurnModel) -> list[Dist]:
        """The distributions of fights of which it tells, at the limit of their play."""
        walk, of = self._walk, self._watched.model
        walk.go_on(play.limit)
        new = range(len(self._ended), walk.turn + 1)
        self._ended += walk.ended(new, lambda turn, states: [of.outcome(state, turn) for state in states])
        dists = together([*self._ended, walk.standing(partial(map, play.cut_off))])
        return [dists[place] for place in self._places(some) if place is not None]
