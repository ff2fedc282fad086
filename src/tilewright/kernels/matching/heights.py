"""Heights of the corners of cells. Unchecked: called by `tilewright.model.space.heights`.

Legend (v = corners in a grid, d = directions in which edges lead)
step    (d, v)   int8   how much the height changes along the edge in each direction, or at most; 0
                        where there is no edge
move    (d,)     int64  how far the number of a corner changes in each direction
height  (v,)     int64  the height of each corner
known   (v,)     bool   whether the height of a corner is known
queue   (v,)     int32  corners whose edges are followed
order   (s,)     int64  the corners whose height is fixed, in ascending order of it
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def follow(first, step, move, height, known, queue):
    """Find the heights of all corners that edges connect with a first one, whose height is
    given.
    """
    known[first] = True
    queue[0] = first
    head, tail = 0, 1
    while head < tail:
        corner = queue[head]
        head += 1
        for d in range(move.size):
            if step[d, corner] == 0:
                continue
            other = corner + move[d]
            if not known[other]:
                known[other] = True
                height[other] = height[corner] + step[d, corner]
                queue[tail] = other
                tail += 1


@kernel
def raise_all(order, step, move, height):
    """Raise the height of each corner as far as steps from the fixed corners allow; `height` has
    large numbers at first.

    E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959, with a list for each of
    four heights, which is enough for steps of at most 3.
    """
    size = height.size
    entries = size * move.size + 1
    corner_of = np.empty(entries, np.int64)
    after = np.empty(entries, np.int64)
    first = np.full(4, -1, np.int64)
    used, waiting, taken = 0, 0, 0
    level = height[order[0]]
    while taken < order.size or waiting:
        if not waiting:
            level = height[order[taken]]
        while taken < order.size and height[order[taken]] <= level:
            corner_of[used] = order[taken]
            after[used] = first[level % 4]
            first[level % 4] = used
            used += 1
            waiting += 1
            taken += 1
        while first[level % 4] >= 0:
            entry = first[level % 4]
            first[level % 4] = after[entry]
            waiting -= 1
            corner = corner_of[entry]
            if height[corner] != level:
                continue
            for d in range(move.size):
                if step[d, corner] == 0:
                    continue
                other = corner + move[d]
                reached = level + step[d, corner]
                if reached < height[other]:
                    height[other] = reached
                    corner_of[used] = other
                    after[used] = first[reached % 4]
                    first[reached % 4] = used
                    used += 1
                    waiting += 1
        level += 1
