"""The order in which the states of a chain are left for good: groups of those that lead to each other, level by level (NumPy)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..dice.chances import IntArray

_SMALL = 128  # nodes of which it is looked at once who reaches whom: sooner than SciPy is there


class Topology:
    """Of so many nodes, with ways from ``source`` to ``to``.

    place : of each node in an order in which no way leads back to an earlier level. group : by place, the number of its group, those
    that lead to each other. begin : where each level begins, and the end; no way leads from a node to another group of its level.

    >>> found = Topology(np.array([0, 1, 2]), np.array([1, 0, 1]), 3)
    >>> found.place.tolist(), found.group.tolist(), found.begin.tolist()
    ([1, 2, 0], [0, 1, 1], [0, 1, 3])
    """

    def __init__(self, source: IntArray, to: IntArray, count: int) -> None:
        group = _groups(source, to, count)
        out = group[source] != group[to]
        level = _levels(group[source[out]], group[to[out]], int(group.max()) + 1)[group]
        order = np.lexsort((group, level))
        self.place: IntArray = np.empty(count, dtype=np.int64)
        self.place[order] = np.arange(count)
        self.group: IntArray = np.cumsum(np.diff(group[order], prepend=group[order[:1]]) != 0)
        self.begin: IntArray = np.append(0, np.cumsum(np.bincount(level)))

    def levels(self, backward: bool = False) -> Iterator[slice]:
        """The places of each level."""
        each = list(map(slice, self.begin[:-1].tolist(), self.begin[1:].tolist()))
        return iter(each[::-1] if backward else each)


def _groups(source: IntArray, to: IntArray, count: int) -> IntArray:
    """The group of each node."""
    if count > _SMALL:
        from scipy import sparse
        from scipy.sparse.csgraph import connected_components

        graph = sparse.csr_array((np.ones(len(source), dtype=np.int8), (source, to)), shape=(count, count))
        return np.asarray(connected_components(graph, connection="strong")[1])
    reach = np.eye(count)
    reach[source, to] = 1
    for _ in range(count.bit_length()):
        reach = np.minimum(reach @ reach, 1)
    return np.unique(np.argmax(reach * reach.T > 0, axis=1), return_inverse=True)[1]


def _levels(source: IntArray, to: IntArray, count: int) -> IntArray:
    """The longest way to each node of a graph without circles, in ways."""
    to = to[np.argsort(source, kind="stable")]
    begin = np.append(0, np.cumsum(np.bincount(source, minlength=count)))
    left, level = np.bincount(to, minlength=count), np.zeros(count, dtype=np.int64)
    ready, now = np.flatnonzero(left == 0), 0
    while len(ready):
        level[ready] = now
        counts = begin[ready + 1] - begin[ready]
        ways = np.arange(counts.sum()) + np.repeat(begin[ready] - (np.cumsum(counts) - counts), counts)
        after, times = np.unique(to[ways], return_counts=True)
        left[after] -= times
        ready, now = after[left[after] == 0], now + 1
    return level
