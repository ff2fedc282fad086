"""Color many tilings at once, without Python for each of them. The public functions are in
`tilewright.solving.coloring`.

Legend (m = tilings, rows x columns = the grid, t = tiles of the largest)
labels    (m, rows, columns)  int32  tile of each cell, 0 and up; -1 off the board, -2 empty
offsets   (w, 2)              int32  row and column steps from a cell to those that it touches
palette   (k, 4)              int64  as in `tilewright.kernels.coloring.exact`
least     (m,)                int32  colors needed; 0 if all colors are not enough, -1 if the limit
                                     came first
coloring  (m, t)              int32  color of each tile, all -1 at first
points    (m,)                int32  points where four tiles meet
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .adjacency import chain, touching
from .exact import DONE, FULL, advance, begin


@kernel
def judge(labels, offsets, outside, palette, lowest, limit, least, coloring):
    """Find the least number of colors of each tiling, from `lowest` up, and a coloring, in `limit`
    steps for each number.
    """
    most = coloring.shape[1]
    grid = labels.shape[1] * labels.shape[2]
    highest = palette.shape[0]
    first = np.empty(most, np.int32)
    following = np.empty(grid, np.int32)
    seen = np.empty(most + 1, np.int32)
    start = np.empty(most + 2, np.int64)
    room = min(most * (most + 1), grid * offsets.shape[0]) + offsets.shape[0] + most
    neighbor = np.empty(room, np.int32)
    vertex = np.empty((most + 1, 3), np.int32)
    taken = np.empty((most + 1, highest), np.int32)
    found = np.empty((1, most + 1), np.int32)
    where = np.empty(2, np.int64)
    state = np.empty(6, np.int64)
    for index in range(labels.shape[0]):
        tiles = np.int64(0)
        for row in range(labels.shape[1]):
            for column in range(labels.shape[2]):
                tiles = max(tiles, np.int64(labels[index, row, column]) + 1)
        for tile in range(tiles):
            first[tile] = -1
            seen[tile] = -1
        seen[tiles] = -1
        where[0] = 0
        where[1] = 0
        start[0] = 0
        chain(labels[index], first[:tiles], following)
        touching(
            labels[index],
            offsets,
            outside,
            first[:tiles],
            following,
            seen,
            start,
            neighbor,
            where,
            tiles,
        )
        vertices = tiles
        fixed = np.int64(-1)
        if outside:
            # The last vertex is the outside: it touches every tile whose list ends with it.
            written = start[tiles]
            for tile in range(tiles):
                if start[tile + 1] > start[tile] and neighbor[start[tile + 1] - 1] == tiles:
                    neighbor[written] = tile
                    written += 1
            start[tiles + 1] = written
            vertices += 1
            fixed = tiles
        least[index] = 0
        for colors in range(lowest, highest + 1):
            begin(start, neighbor, palette[:colors], vertex[:vertices], taken, state, fixed)
            status = advance(
                start, neighbor, palette[:colors], vertex[:vertices], taken, found, state, limit
            )
            if status == FULL:
                least[index] = colors
                for tile in range(tiles):
                    coloring[index, tile] = found[0, tile]
                break
            if status != DONE:
                least[index] = -1
                break


@kernel
def crossings(labels, points):
    """Count the points where four tiles meet, in each tiling."""
    for index in range(labels.shape[0]):
        count = 0
        for row in range(labels.shape[1] - 1):
            for column in range(labels.shape[2] - 1):
                a = labels[index, row, column]
                b = labels[index, row, column + 1]
                c = labels[index, row + 1, column]
                d = labels[index, row + 1, column + 1]
                if (
                    min(a, b, c, d) >= 0
                    and a != b
                    and a != c
                    and a != d
                    and b != c
                    and b != d
                    and c != d
                ):
                    count += 1
        points[index] = count
