"""The strongly connected components of a graph (Tarjan's algorithm, without recursion)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def components(edges: Sequence[Sequence[int]]) -> list[list[int]]:
    """Groups of nodes that can reach each other, each group before those from which it can be reached.

    edges : for each node, numbered from 0, the nodes that it leads to.

    >>> components([[1], [0, 2], [2]])
    [[2], [0, 1]]
    """
    count = len(edges)
    index, low = [-1] * count, [0] * count
    waiting = [False] * count
    stack: list[int] = []
    groups: list[list[int]] = []
    clock = 0
    for root in range(count):
        if index[root] >= 0:
            continue
        path: list[tuple[int, Iterator[int]]] = [(root, iter(edges[root]))]
        index[root] = low[root] = clock
        clock += 1
        stack.append(root)
        waiting[root] = True
        while path:
            node, ahead = path[-1]
            for to in ahead:
                if index[to] < 0:
                    index[to] = low[to] = clock
                    clock += 1
                    stack.append(to)
                    waiting[to] = True
                    path.append((to, iter(edges[to])))
                    break
                if waiting[to]:
                    low[node] = min(low[node], index[to])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == index[node]:
                    group: list[int] = []
                    while not group or group[-1] != node:
                        group.append(stack.pop())
                        waiting[group[-1]] = False
                    groups.append(group[::-1])
    return groups
