"""Enumerate fixed polyominoes. Unchecked; `tilewright.catalog` is the door.

The method is D. H. Redelmeier's ("Counting polyominoes: yet another attack", Discrete Math. 36,
1981): cells are tried in the order in which they became reachable, and a cell that was passed over
is never tried again, so every polyomino appears once.

Legend (n = cells of a polyomino, m = number of polyominoes)
found   (m, n, 2) int8   rows and columns, shifted to touch 0; not filled when m is too small
list_   (cells,)  int32  cells reachable so far, by grid number row * width + column
chosen  (n,)      int32  index into list_ of each chosen cell, increasing
"""

from __future__ import annotations

import numpy as np

from ._jit import kernel


@kernel
def fixed_polyominoes(n, found):
    """Fill `found` with the fixed polyominoes of n cells and return how many there are."""
    width = 2 * n + 1
    seen = np.zeros((n + 1) * width, np.uint8)
    reach = np.zeros(4 * n + 4, np.int32)
    chosen = np.zeros(n, np.int32)
    length = np.zeros(n + 1, np.int32)
    steps = np.array([1, -1, width, -width], np.int32)
    # Row 0 left of the start is closed, so that the start is the first cell in reading order.
    for column in range(n):
        seen[column] = 1
    reach[0] = n
    seen[n] = 1
    size = 1
    depth = 0
    following = 0
    count = 0
    while True:
        if following < size:
            chosen[depth] = following
            if depth + 1 == n:
                if count < found.shape[0]:
                    left = width
                    for k in range(n):
                        left = min(left, reach[chosen[k]] % width)
                    for k in range(n):
                        cell = reach[chosen[k]]
                        found[count, k, 0] = cell // width
                        found[count, k, 1] = cell % width - left
                count += 1
                following += 1
            else:
                length[depth] = size
                cell = reach[following]
                for step in steps:
                    neighbor = cell + step
                    if neighbor >= 0 and seen[neighbor] == 0:
                        seen[neighbor] = 1
                        reach[size] = neighbor
                        size += 1
                depth += 1
                following += 1
        else:
            depth -= 1
            if depth < 0:
                return count
            for k in range(length[depth], size):
                seen[reach[k]] = 0
            size = length[depth]
            following = chosen[depth] + 1
