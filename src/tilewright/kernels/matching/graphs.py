"""The graph of the cells that two-cell pieces join. Unchecked: called by
`tilewright.solving.matching.graph`.

Legend (n = cells, m = edges)
ends    (m, 2)   int32  the two cells of each edge, the smaller number first
start   (n + 1,) int64  cell i has the entries start[i]:start[i + 1] of `beside` and `edge`
beside  (2 m,)   int32  the neighbors of each cell, in the order of the edges; parallel edges are
                        entries of their own
edge    (2 m,)   int32  the edge to each neighbor
side    (n,)     int8   the color of each cell, 0 or 1; -1 before it is known
queue   (n,)     int32  cells whose neighbors are to be colored
"""

from __future__ import annotations

from ..library import kernel


@kernel
def list_neighbors(ends, start, beside, edge):
    """Write the neighbors of each cell; `start` is zero at first."""
    n = start.size - 1
    for k in range(ends.shape[0]):
        start[ends[k, 0] + 1] += 1
        start[ends[k, 1] + 1] += 1
    for i in range(n):
        start[i + 1] += start[i]
    for k in range(ends.shape[0]):
        for j in range(2):
            cell = ends[k, j]
            place = start[cell]
            beside[place] = ends[k, 1 - j]
            edge[place] = k
            start[cell] = place + 1
    for i in range(n, 0, -1):
        start[i] = start[i - 1]
    start[0] = 0


@kernel
def clashes(ends, side):
    """Return the number of edges whose cells have the same color."""
    count = 0
    for k in range(ends.shape[0]):
        if side[ends[k, 0]] == side[ends[k, 1]]:
            count += 1
    return count


@kernel
def two_color(start, beside, side, queue):
    """Color the cells so that neighbors differ, the first cell of each part 0; return whether that
    is possible.
    """
    for root in range(side.size):
        if side[root] >= 0:
            continue
        side[root] = 0
        queue[0] = root
        head, tail = 0, 1
        while head < tail:
            cell = queue[head]
            head += 1
            for place in range(start[cell], start[cell + 1]):
                other = beside[place]
                if side[other] < 0:
                    side[other] = 1 - side[cell]
                    queue[tail] = other
                    tail += 1
                elif side[other] == side[cell]:
                    return False
    return True
