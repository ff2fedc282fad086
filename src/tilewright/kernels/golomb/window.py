"""Cells and windows of Golomb's tilings that are never stored whole.

Unchecked: `tilewright.solving.theorems` checks the arguments. The terms and the closed form are
those of `tilewright.kernels.golomb.labels`. Each block is computed by itself, so the board may be
as large as 2^62 x 2^62.

Legend
labels  (h, w)      int32  tiles of a window numbered in reading order; hole -1
colors  (h, w)      int8   color of each cell; hole -1
state   (n, 6)      int8   one row for each level, from the whole board down to a block: the classes
                           of the walls N, E, S, W, the color of the first block, parity (see
                           docs/explanation/golomb.md)
"""

from __future__ import annotations

from ..library import kernel
from .labels import lowest_bit


@kernel
def missing(i, j, k, hole_row, hole_column):
    """Return the quadrant, 2 * row + column, that holds the removed cell of the square (i, j) of
    level k.
    """
    apart = (i ^ (hole_row >> k)) | (j ^ (hole_column >> k))
    if apart == 0:
        return 2 * ((hole_row >> (k - 1)) & 1) + ((hole_column >> (k - 1)) & 1)
    y = i ^ (i >> 1) ^ j ^ (j >> 1)
    low = y & -y
    if low == 0 or low > apart:
        low = 1
        while low <= apart >> 1:
            low <<= 1
    return (0 if i & low else 2) + (0 if j & low else 1)


@kernel
def tile(row, column, hole_row, hole_column):
    """Return (vertex row, vertex column, missing quadrant, level) of the tile of a cell that is not
    the hole.
    """
    i = row >> 1
    j = column >> 1
    gap = missing(i, j, 1, hole_row, hole_column)
    if gap != 2 * (row & 1) + (column & 1):
        return 2 * i + 1, 2 * j + 1, gap, 1
    v = row + (row & 1)
    w = column + (column & 1)
    k = lowest_bit(v) + 1
    return v, w, missing(v >> k, w >> k, k, hole_row, hole_column), k


@kernel
def window(top, left, hole_row, hole_column, labels):
    """Number the tiles of a window by first appearance; return their number."""
    count = 0
    for y in range(labels.shape[0]):
        for x in range(labels.shape[1]):
            row = top + y
            column = left + x
            if row == hole_row and column == hole_column:
                labels[y, x] = -1
                continue
            v, w, gap, _ = tile(row, column, hole_row, hole_column)
            label = -1
            for quadrant in range(4):
                y0 = v - 1 + (quadrant >> 1) - top
                x0 = w - 1 + (quadrant & 1) - left
                if quadrant != gap and y0 >= 0 and x0 >= 0 and x0 < labels.shape[1]:
                    if y0 != y or x0 != x:
                        label = labels[y0, x0]
                    break
            if label < 0:
                label = count
                count += 1
            labels[y, x] = label
    return count


@kernel
def three_colors(top, left, hole_row, hole_column, colors):
    """Color a window so that tiles that touch along an edge differ: blocks like a chessboard, the
    rest 2.
    """
    for y in range(colors.shape[0]):
        for x in range(colors.shape[1]):
            row = top + y
            column = left + x
            i = row >> 1
            j = column >> 1
            if row == hole_row and column == hole_column:
                colors[y, x] = -1
            elif missing(i, j, 1, hole_row, hole_column) == 2 * (row & 1) + (column & 1):
                colors[y, x] = 2
            else:
                colors[y, x] = (i + j) & 1


@kernel
def _descend(state, n, i, j, depth):
    """Compute the levels after `depth` on the way down to the block (i, j)."""
    for d in range(depth, n - 1):
        north = state[d, 0]
        east = state[d, 1]
        south = state[d, 2]
        west = state[d, 3]
        color = state[d, 4]
        arm_north = north ^ (west if state[d, 5] else east)
        arm_south = south ^ (east if state[d, 5] else west)
        arm_east = arm_south if state[d, 5] else arm_north
        arm_west = arm_north if state[d, 5] else arm_south
        a = (i >> (n - 2 - d)) & 1
        b = (j >> (n - 2 - d)) & 1
        last = d == n - 2
        state[d + 1, 0] = (arm_east if b else arm_west) if a else north
        state[d + 1, 1] = east if b else (arm_south if a else arm_north)
        state[d + 1, 2] = south if a else (arm_east if b else arm_west)
        state[d + 1, 3] = (arm_south if a else arm_north) if b else west
        if a and b:
            color ^= arm_north ^ arm_east
        elif b:
            color ^= arm_north if last else north
        elif a:
            color ^= arm_west if last else west
        state[d + 1, 4] = color
        state[d + 1, 5] = (a + b) & 1


@kernel
def _center_color(state, d):
    """Return the color of the tile at the center of the square in row d of the state."""
    parity = state[d, 5]
    x = state[d, 0] ^ (state[d, 3] if parity else state[d, 1])
    y = state[d, 2] ^ (state[d, 1] if parity else state[d, 3])
    if x == y:
        return state[d, 4] ^ (x % 3 + 1)
    return state[d, 4] ^ (y if parity else x ^ y)


@kernel
def four_colors(n, top, left, hole_row, hole_column, colors, state):
    """Color a window so that tiles that touch along an edge or at a corner differ, with colors 0 to
    3.
    """
    for y in range(colors.shape[0]):
        row = top + y
        i = row >> 1
        before = -1
        for x in range(colors.shape[1]):
            column = left + x
            j = column >> 1
            if j != before:
                depth = 0
                if before < 0:
                    state[0, 0] = 1
                    state[0, 1] = 2
                    state[0, 2] = 1
                    state[0, 3] = 2
                    state[0, 4] = 0
                    state[0, 5] = 0
                else:  # the block before shares all levels above the highest bit that changed
                    depth = n - 2 - lowest_bit(j)
                _descend(state, n, i, j, depth)
                before = j
            if row == hole_row and column == hole_column:
                colors[y, x] = -1
            elif missing(i, j, 1, hole_row, hole_column) == 2 * (row & 1) + (column & 1):
                k = lowest_bit(row + (row & 1)) + 1
                colors[y, x] = _center_color(state, n - k)
            else:
                colors[y, x] = state[n - 1, 4]
