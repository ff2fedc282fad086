"""The placements of a cover in scan order, and the tables of a scan.

Unchecked: called by `tilewright.solving.search.engines.scan.layout` and by the narrow engine beside
it.

Legend (a = cells of the board, e = positions, p = placements, q = patterns of placements, f =
orientations of the scan)
position   (a,)       int64   position of each cell
start      (p + 1,)   int64   placement j covers item[start[j]:start[j + 1]]
item       (nnz,)     int32   cell numbers
pattern    (p,)       int32   pattern of each placement
usable     (p,)       bool    placements that may be used
example    (q,)       int64   the first usable placement of each pattern, -1 (as at first) for none
number     (q,)       int64   the orientation that a pattern is, -1 for none
placement  (e, f)     int32   the placement of each orientation from each position on, -1 (as at
                              first) for none
fit        (e + 1, w) uint64  the orientations that fit with this first position, as bits; 0 at
                              first
last       (f,)       int64   the last position where each orientation fits, -1 (as at first) for
                              none
shapes     (f,)       uint64  cells of each orientation as a window
table      (t, 2^b)   uint64  orientations that b bits of a window do not block, for each t of its
                              parts; all at first
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

U = np.uint64


@kernel
def find_examples(begin, end, pattern, usable, example):
    """Process the placements begin:end."""
    for j in range(begin, end):
        if usable[j] and example[pattern[j]] < 0:
            example[pattern[j]] = j


@kernel
def lay_out(begin, end, position, start, item, pattern, usable, number, placement, fit, last):
    """Write the placements begin:end in scan order."""
    for j in range(begin, end):
        o = number[pattern[j]]
        if not usable[j] or o < 0:
            continue
        first = position[item[start[j]]]
        for k in range(start[j] + 1, start[j + 1]):
            first = min(first, position[item[k]])
        placement[first, o] = j
        fit[first, o >> 6] |= U(1) << U(o & 63)
        last[o] = max(last[o], first)


@kernel
def fill_table(shapes, bits, table):
    """Remove from each entry the orientations with a cell in one of its bits; a table begins with
    bit 1 of the window.
    """
    for t in range(table.shape[0]):
        for b in range(bits):
            place = t * bits + b + 1
            blocked = U(0)
            if place < 64:
                for o in range(shapes.size):
                    blocked |= ((shapes[o] >> U(place)) & U(1)) << U(o)
            # Entries whose highest bit this is are those without it, less what it blocks.
            half = 1 << b
            for low in range(half):
                table[t, half + low] = table[t, low] & ~blocked
