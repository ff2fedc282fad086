"""Label arrays of Golomb's tilings, row by row. Unchecked: `tilewright.solving.theorems` checks the
arguments.

The words here: the board has 2^n rows and columns. A *square of level k* is one of the aligned 2^k
x 2^k squares. Its tromino sits around its center, a *vertex* (v, w): the point where the rows v - 1
and v and the columns w - 1 and w meet. Exactly one of the four cells there, the *missing* one, is
left out: it lies in the quadrant that holds the square's own removed cell. The aligned 2 x 2
squares are the *blocks*.

The closed form. The square (i, j) of level k has the rows i 2^k to (i + 1) 2^k - 1, likewise
columns. Its removed cell is the corner that faces the center of the square that made it. Write q_0,
q_1, ... for the quadrants (bit of i, bit of j) on the way up. The removed corner stays the same as
long as the quadrants stay on one diagonal. Let s be the first level where the next quadrant is on
the other diagonal, or where the next square holds the hole. There it is the corner opposite q_s. A
bit of x = i ^ j says on which diagonal a quadrant is. So s is the lowest set bit of x ^ (x >> 1), a
Gray code, capped by the level at which the square and the hole part.

Numbers. A tile of level 1 has its first cell in an even row, and each even row begins 2^(n-1) of
them. A tile of level k > 1 has its first cell in the odd row v - 1 above its vertex, and all tiles
of that row have the same level. So both in reading order and level by level, the numbers along a
row are an arithmetic progression, and only where the rows begin differs.

Legend
out     (rows, 2^n) signed   rows top, top + 1, ... of the label array; hole -1
small   (2^(n-1),)  int64    label of the first tile of level 1 in each row of blocks
large   (2^(n-1) + 1,) int64 label of the first tile on each row of vertices v = 2 * index
hole    row and column of the cell that is removed
side    0 for the row above a row of vertices, 1 for the row below
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

_INT = np.int32


@kernel
def lowest_bit(value):
    """Return the index of the lowest set bit of a positive integer."""
    index = 0
    while value & 1 == 0:
        value >>= 1
        index += 1
    return index


@kernel
def _every_fourth(row, base, large, first, i, cap, side):
    """Fill rows next to tiles of level 2: the columns from 4 * first on, four at a time, in vector
    code.

    The compiler vectorizes slices that begin at 0, with 32-bit geometry.
    """
    gray = _INT(i ^ (i >> 1))
    limit = _INT(cap)
    mine = _INT(i) if side == 1 else _INT(~i)
    start = _INT(first)
    for g in range(row.shape[0] >> 2):
        j = _INT(_INT(g) + start)
        y = _INT(_INT(gray ^ j) ^ _INT(j >> _INT(1))) | limit
        low = _INT(y & _INT(-y))
        s = base + 2 * g
        x = large + g
        row[4 * g] = s
        row[4 * g + 1] = s if _INT((mine | _INT(~j)) & low) == _INT(0) else x
        row[4 * g + 2] = s + 1 if _INT((mine | j) & low) == _INT(0) else x
        row[4 * g + 3] = s + 1


@kernel
def _every_eighth(row, base, large, first, i, cap, side):
    """Fill rows next to tiles of level 3, likewise."""
    gray = _INT(i ^ (i >> 1))
    limit = _INT(cap)
    mine = _INT(i) if side == 1 else _INT(~i)
    start = _INT(first)
    for g in range(row.shape[0] >> 3):
        j = _INT(_INT(g) + start)
        y = _INT(_INT(gray ^ j) ^ _INT(j >> _INT(1))) | limit
        low = _INT(y & _INT(-y))
        s = base + 4 * g
        x = large + g
        row[8 * g] = s
        row[8 * g + 1] = s
        row[8 * g + 2] = s + 1
        row[8 * g + 3] = s + 1 if _INT((mine | _INT(~j)) & low) == _INT(0) else x
        row[8 * g + 4] = s + 2 if _INT((mine | j) & low) == _INT(0) else x
        row[8 * g + 5] = s + 2
        row[8 * g + 6] = s + 3
        row[8 * g + 7] = s + 3


@kernel
def _scatter(row, large, k, first, i, cap, side):
    """Put the tiles of level k into a row that is full of tiles of level 1."""
    gray = i ^ (i >> 1)
    mine = i if side == 1 else ~i
    column = 1 << (k - 1)
    for g in range(row.shape[0] >> k):
        j = g + first
        y = (gray ^ j ^ (j >> 1)) | cap
        low = y & -y
        if (mine | ~j) & low != 0:
            row[column - 1] = large + g
        if (mine | j) & low != 0:
            row[column] = large + g
        column += 1 << k


@kernel
def _pairs(row, base):
    """Fill a row with tiles of level 1 only."""
    for block in range(row.shape[0] >> 1):
        row[2 * block] = base + block
        row[2 * block + 1] = base + block


@kernel
def _stretch(row, base, large, k, first, count, i, cap, side):
    """Fill the squares first, first + 1, ... of level k, which all have the same cap."""
    part = row[first << k : (first + count) << k]
    base += first << (k - 1)
    large += first
    if k == 2:
        _every_fourth(part, base, large, first, i, cap, side)
    elif k == 3 and row.itemsize == 4:  # at 8 bytes this is not faster
        _every_eighth(part, base, large, first, i, cap, side)
    else:
        _pairs(part, base)
        _scatter(part, large, k, first, i, cap, side)


@kernel
def fill(out, top, n, hole_row, hole_column, small, large):
    """Fill rows of the label array."""
    half = 1 << (n - 1)
    for r in range(top, top + out.shape[0]):
        row = out[r - top]
        side = 1 - (r & 1)
        vertex = (r + 1) >> 1
        base = small[r >> 1]
        if vertex == 0 or vertex == half:
            _pairs(row, base)
        else:
            k = lowest_bit(vertex) + 2
            first = large[vertex]
            i = (2 * vertex) >> k
            lo = hole_column >> k
            apart = i ^ (hole_row >> k)
            size = 1
            if apart == 0:  # this row of squares has the hole: its own square first
                part = row[lo << k : (lo + 1) << k]
                _pairs(part, base + (lo << (k - 1)))
                center = 1 << (k - 1)
                a = (hole_row >> (k - 1)) & 1
                b = (hole_column >> (k - 1)) & 1
                if a != side or b != 0:
                    part[center - 1] = first + lo
                if a != side or b != 1:
                    part[center] = first + lo
            else:
                while size <= apart:
                    size *= 2
                lo &= ~(size - 1)
                _stretch(row, base, first, k, lo, size, i, size >> 1, side)
            while size << k < row.shape[0]:  # the squares that part from the hole one level later
                _stretch(row, base, first, k, lo ^ size, size, i, size, side)
                lo &= ~size
                size *= 2
        if r == hole_row:
            row[hole_column] = -1
