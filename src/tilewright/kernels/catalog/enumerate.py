"""Enumerate fixed polyforms of any lattice. Unchecked: `tilewright.model.space.catalog` checks the
arguments.

The method is D. H. Redelmeier's ("Counting polyominoes: yet another attack", Discrete Math. 36,
1981). Cells are tried in the order in which they became reachable, and a rejected cell is never
tried again, so every polyform appears once. The start is its first cell in the order of the places;
those before it are closed. If there are several kinds of cells, each may be the start.

Legend (n = cells of a polyform, m = number of polyforms, q = kinds, s = neighbors of a cell)
found   (m, n)    int32  places of the cells of each polyform; not filled when m is too small
starts  (q,)      int32  a place of each kind, with room for n cells in every direction but before
                         it
closed  (places,) uint8  zeros: working space
steps   (q, s)    int32  from a place of each kind to those of its neighbors; the kind of a place is
                         place % q
reach   (places,) int32  places reachable so far
chosen  (n,)      int32  index into reach of each chosen place, increasing
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def fixed_polyforms(n, starts, steps, closed, found):
    """Fill `found` with the fixed polyforms of n cells; return their number."""
    kinds = steps.shape[0]
    reach = np.zeros(closed.size, np.int32)
    chosen = np.zeros(n, np.int32)
    length = np.zeros(n + 1, np.int32)
    count = 0
    for start in starts:
        closed[:] = 0
        closed[: start + 1] = 1
        reach[0] = start
        size = 1
        depth = 0
        following = 0
        while depth >= 0:
            if following < size:
                chosen[depth] = following
                if depth + 1 == n:
                    if count < found.shape[0]:
                        for k in range(n):
                            found[count, k] = reach[chosen[k]]
                    count += 1
                    following += 1
                else:
                    length[depth] = size
                    cell = reach[following]
                    for step in steps[cell % kinds]:
                        neighbor = cell + step
                        if closed[neighbor] == 0:
                            closed[neighbor] = 1
                            reach[size] = neighbor
                            size += 1
                    depth += 1
                    following += 1
            else:
                depth -= 1
                if depth >= 0:
                    for k in range(length[depth], size):
                        closed[reach[k]] = 0
                    size = length[depth]
                    following = chosen[depth] + 1
    return count
