"""Random tilings of hexagons by lozenges (Borodin and Gorin 2009). Called by
`tilewright.solving.matching.hexagons`.

A tiling is N paths down the T rows of a hexagon, S of whose steps lead to the right. A run begins
with S = 0, which has one tiling, and adds one step to the right at a time. The new paths are drawn
row by row. A path moves if its old place allows only that. Among paths side by side that may move
or stay, a random number of the last ones moves.

Legend
paths      (T + 1, N)  int32   the places of the paths on each line between rows, ascending; in the
                               rows above `at`, already the new ones
at         (3,)        int64   where the run goes on: S, row and path
undecided  (2,)        int64   the random bits (of 53) whose choice is too close to call in floating
                               point, or -1; how many paths move
state      (4,)        uint64  of the random generator, see `shuffling`
"""

from __future__ import annotations

from ..library import kernel
from .shuffling import draw_bits


@kernel
def grow(paths, end, near, at, undecided, state):
    """Add steps to the right until S is `end`; return False if a choice is within `near` of both
    ways.

    The caller then decides it, writes into `undecided` how many paths move, and calls again.
    """
    rows, count = paths.shape[0] - 1, paths.shape[1]
    scale = 1.0 / 9007199254740992.0
    while at[0] < end:
        step, row = at[0], at[1]
        if row == rows:
            at[0], at[1], at[2] = step + 1, 0, 0
            continue
        old, above = paths[row + 1], paths[row]
        i = at[2]
        while i < count:
            if above[i] != old[i]:
                old[i] = max(above[i], old[i])
                i += 1
                continue
            j, first = i + 1, old[i]
            while j < count and above[j] == old[j] and old[j] == first + j - i:
                j += 1
            size = j - i
            if rows - row - step - 1 + first <= 0:
                # The first path has to move, and all before it.
                moved = size
            elif undecided[0] >= 0:
                moved, undecided[0] = undecided[1], -1
            else:
                total, weight = 1.0, 1.0
                for k in range(size):
                    place = first + size - 1 - k
                    weight *= (place + 1.0) / (rows - row - step - 1.0 + place)
                    total += weight
                bits = draw_bits(state)
                drawn = bits * scale * total
                moved, sum_, weight = 0, 1.0, 1.0
                while moved < size and drawn >= sum_:
                    if drawn - sum_ < near * total:
                        break
                    place = first + size - 1 - moved
                    weight *= (place + 1.0) / (rows - row - step - 1.0 + place)
                    sum_ += weight
                    moved += 1
                if abs(drawn - sum_) < near * total:
                    at[2], undecided[0] = i, bits
                    return False
            for k in range(j - moved, j):
                old[k] += 1
            i = j
        at[1], at[2] = row + 1, 0
    return True
