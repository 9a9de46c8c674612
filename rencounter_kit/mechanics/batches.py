"""Many fights of one kind followed at once, and kept: those that differ only in numbers that dice are asked with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from threading import Lock
from typing import Any

from ..dice.chain import Chain
from ..dice.dist import Dist
from ..dice.throw import Targets, Throw
from ..errors import RuleError
from ..rulebook.book import Ruleset, playable
from ..rulebook.watching import WatchedRuleset, agree
from .play import Play
from .track import Track

Cell = tuple[Ruleset, Targets]
_KEPT = 8192  # cells
_FEW = 4  # cells, from which on following them at once is quicker


class Batches:
    """The distributions of a process for many rules and target numbers. track : one that is followed to its end."""

    def __init__(self, play: Callable[[Any, Throw, Ruleset], Play], track: Callable[[Ruleset, Targets], Track]) -> None:
        self._play, self._track = play, track
        self._kept: dict[Cell, Dist | None] = {}
        self._lock = Lock()

    def cache_clear(self) -> None:
        """Keep none."""
        self._kept = {}

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
        from ..dice.batch import NotTogetherError

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
        from ..dice.batch import BatchThrow, BatchValue, NotTogetherError, batched, unbatched

        watched = WatchedRuleset(rules)
        with playable(rules):
            play = self._play(batched(some), BatchThrow(), watched)
            limit: Any = play.limit  # one for each, where it differs
            if play.known:
                raise NotTogetherError
            if isinstance(limit, BatchValue):  # those with other limits share a track
                (_, many), *_ = Counter(limit.each.tolist()).most_common(1)
                raise NotTogetherError(limit if 2 * many > len(some) else None)
            if limit:
                from ..dice.batch_chain import BatchChain

                chain = BatchChain(unbatched(play.start, len(some)), play.phases, play.over)
                dists = chain.outcomes(limit, lambda turn, state: play.outcome(state, play.lasted(turn)))
            else:
                dists = self._at_the_end(play, watched, some)
        read |= watched.paths_read
        return dict(zip(some, dists, strict=True))

    def _at_the_end(self, play: Play, rules: Ruleset, some: Sequence[Targets]) -> list[Dist]:
        """What comes of those whose turns are the same, and that differ in what is asked at the end."""
        from ..dice.batch import BatchValue, NotTogetherError

        Chain(play.start, *play.phases, ended=play.over).run(1)  # what differs is mostly seen in the first turn
        track = self._track(rules, some[0])
        if not all(track.tells(rules.plain, targets, 0) for targets in some):
            raise NotTogetherError
        rules.note(track.reads().rules)
        ends = track.end.states._weights
        told = [play.outcome(state, None) for state in ends]
        columns = [one.each.tolist() if isinstance(one, BatchValue) else [one] * len(some) for one in told]
        each = list(zip(*columns, strict=True))
        places = Dist._of(dict(enumerate(ends.values())))
        dists = {outcomes: places.map(outcomes.__getitem__) for outcomes in dict.fromkeys(each)}
        return [dists[outcomes] for outcomes in each]
