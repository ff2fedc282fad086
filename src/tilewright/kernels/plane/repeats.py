"""The tiles that touch each other in a periodic tiling, the graphs of tiles that repeat by some of
its translations, and those of parts of it. Unchecked: called by `tilewright.shapes.plane.colors`.

Legend (t = tiles of one period, p = pairs, v = vertices, e = edges in both directions)
period, tile, pieces, faces   see `tilewright.kernels.plane.periods`
pairs  (p, 4)   int64   a tile of the first period, a tile that touches it, and the period of that,
                        by the first tile
start  (v + 1,) int64   the neighbors of vertex i are near[start[i]:start[i + 1]], ascending
near   (e,)     int32
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .periods import number_cell


@kernel
def _place(pieces, one, cell):
    """Return where a cell of a tile lies."""
    own = pieces.turned[one[0], one[1], cell]
    return own[0] + one[2], own[1] + one[3], own[2]


@kernel
def _times(down, across, period):
    """Return in which period a cell lies."""
    times = down // period[0]
    return times, (across - times * period[1]) // period[2]


@kernel
def touches(period, tile, pieces, faces, pairs):
    """Fill `pairs` for a tiling; return their number."""
    kinds = faces.shape[0]
    home = np.empty((kinds * period[0] * period[2], 3), np.int64)
    for number in range(tile.shape[0]):
        for cell in range(pieces.size[tile[number, 0]]):
            down, across, kind = _place(pieces, tile[number], cell)
            own = home[number_cell(down, across, kind, kinds, period)]
            own[0] = number
            own[1], own[2] = _times(down, across, period)
    count = 0
    for number in range(tile.shape[0]):
        start = count
        for cell in range(pieces.size[tile[number, 0]]):
            down, across, kind = _place(pieces, tile[number], cell)
            for side in range(faces.shape[1]):
                column = kind + faces[kind, side, 1]
                there = down + faces[kind, side, 0], across + column // kinds
                own = home[number_cell(there[0], there[1], column % kinds, kinds, period)]
                x, y = _times(there[0], there[1], period)
                x, y = x - own[1], y - own[2]
                new = own[0] != number or x != 0 or y != 0
                for k in range(start, count):
                    pair = pairs[k]
                    new = new and not (pair[1] == own[0] and pair[2] == x and pair[3] == y)
                if new:
                    pairs[count, 0] = number
                    pairs[count, 1] = own[0]
                    pairs[count, 2] = x
                    pairs[count, 3] = y
                    count += 1
    return count


@kernel
def repeat(pairs, tiles, p, q, r, start, near):
    """Fill `start` and `near` for the tiling modulo p first plus q second periods and r second
    periods: vertex (down * r + across) * tiles + tile is a tile. Return the number of edges in both
    directions; -1 if a tile touches its own translate.
    """
    count = vertex = 0
    start[0] = 0
    for place in range(p * r):
        k = 0
        for tile in range(tiles):
            while k < pairs.shape[0] and pairs[k, 0] == tile:
                down, across = place // r + pairs[k, 2], place % r + pairs[k, 3]
                turns = down // p
                other = (down - turns * p) * r + (across - turns * q) % r
                other = other * tiles + pairs[k, 1]
                if other == vertex:
                    return -1
                count = _insert(near, start[vertex], count, other)
                k += 1
            vertex += 1
            start[vertex] = count
    return count


@kernel
def _insert(near, begin, end, other):
    """Insert a number between begin and end, where they ascend; return the new end."""
    at = begin
    while at < end and near[at] < other:
        at += 1
    if at < end and near[at] == other:
        return end
    for place in range(end, at, -1):
        near[place] = near[place - 1]
    near[at] = other
    return end + 1


@kernel
def part(pairs, start, near):
    """Fill `start` and `near` for the tiles nearest to the first one, as many as there is room for;
    return the number of edges in both directions.
    """
    size = start.size - 1
    tile = np.zeros((size, 3), np.int64)
    held = 1
    for listing in range(2):
        count = 0
        for number in range(size):
            start[number] = count
            for k in range(pairs.shape[0]):
                if pairs[k, 0] != tile[number, 0]:
                    continue
                x, y = tile[number, 1] + pairs[k, 2], tile[number, 2] + pairs[k, 3]
                other = 0
                while other < held and not (
                    tile[other, 0] == pairs[k, 1] and tile[other, 1] == x and tile[other, 2] == y
                ):
                    other += 1
                if listing and other < held:
                    count = _insert(near, start[number], count, other)
                elif other == held and held < size:
                    tile[held, 0] = pairs[k, 1]
                    tile[held, 1] = x
                    tile[held, 2] = y
                    held += 1
        start[size] = count
    return count
