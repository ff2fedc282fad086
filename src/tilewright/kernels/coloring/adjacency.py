"""Which tiles touch, as a sparse graph, from one pass over the cells. Unchecked:
`tilewright.solving.coloring` checks the arguments.

Legend (rows x columns = the grid, n = tiles, w = offsets)
labels    (rows, columns)    int32  tile of each cell, 0 to n - 1; -1 off the board, -2 stayed empty
offsets   (w, 2)             int32  row and column steps from a cell to those that it touches
following (rows * columns,)  int32  the next cell, in reading order, of the same tile; -1 after the
                                    last
first     (n,)               int32  first cell of each tile, -1 for none
seen      (n + 1,)           int32  the last tile in whose list each vertex was put, -1 at first
start     (v + 1,)           int64  vertex u touches neighbor[start[u]:start[u + 1]]; v is n, or n +
                                    1 with the outside
neighbor  (room,)            int32  vertex numbers, ascending for each vertex; n is the outside
state     (2,)               int64  the next tile, and how much of `neighbor` is written
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

#: Cells between two checks of the clock.
CHUNK = 200_000_000


@kernel
def chain(labels, first, following):
    """Link the cells of each tile in reading order; `first` must be all -1."""
    rows, columns = labels.shape
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            tile = labels[row, column]
            if tile >= 0:
                cell = row * columns + column
                following[cell] = first[tile]
                first[tile] = cell


@kernel
def _sort(values, begin, end):
    """Sort a range by Shell's method (Knuth's gaps 1, 4, 13, …): lists this long are rare."""
    gap = np.int64(1)
    while gap < (end - begin) // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for k in range(begin + gap, end):
            value = values[k]
            place = k
            while place >= begin + gap and values[place - gap] > value:
                values[place] = values[place - gap]
                place -= gap
            values[place] = value
        gap //= 3


@kernel
def touching(labels, offsets, outside, first, following, seen, start, neighbor, state, budget):
    """Write the lists of at most `budget` tiles; stop early, and return True, if `neighbor` is
    full.

    With `outside`, cells off the array and those labeled -1 are the vertex n. Call again, with a
    longer `neighbor` if needed, until ``state[0]`` is n.
    """
    rows, columns = labels.shape
    tiles = first.shape[0]
    reach = np.int64(0)
    for k in range(offsets.shape[0]):
        reach = max(reach, abs(offsets[k, 0]), abs(offsets[k, 1]))
    tile = state[0]
    written = state[1]
    last = min(tiles, tile + budget)
    full = False
    while tile < last:
        begin = written
        cell = first[tile]
        while cell >= 0:
            if written + offsets.shape[0] > neighbor.shape[0]:
                full = True
                break
            row = cell // columns
            column = cell - row * columns
            inner = reach <= row < rows - reach and reach <= column < columns - reach
            for k in range(offsets.shape[0]):
                r = row + offsets[k, 0]
                c = column + offsets[k, 1]
                other = np.int64(-1)
                if inner or (0 <= r < rows and 0 <= c < columns):
                    other = np.int64(labels[r, c])
                if other == -1 and outside:
                    other = np.int64(tiles)
                if other >= 0 and other != tile and seen[other] != tile:
                    seen[other] = tile
                    # Insertion keeps short lists sorted; long ones are sorted at the end.
                    if written - begin < 24:
                        place = written
                        while place > begin and neighbor[place - 1] > other:
                            neighbor[place] = neighbor[place - 1]
                            place -= 1
                        neighbor[place] = other
                    else:
                        neighbor[written] = other
                    written += 1
            cell = following[cell]
        if full:
            # Resume this tile from its first cell.
            for k in range(begin, written):
                seen[neighbor[k]] = -1
            written = begin
            break
        if written - begin > 24:
            _sort(neighbor, begin, written)
        tile += 1
        start[tile] = written
    state[0] = tile
    state[1] = written
    return full


def steps(distance: int) -> np.ndarray:
    """Return the offsets for touching: 0 is along an edge, d >= 1 within Chebyshev distance d (1:
    corners too).
    """
    if distance == 0:
        return np.array([[-1, 0], [0, -1], [0, 1], [1, 0]], dtype=np.int32)
    side = np.arange(-distance, distance + 1, dtype=np.int32)
    window = np.stack(np.meshgrid(side, side, indexing="ij"), axis=-1).reshape(-1, 2)
    return np.ascontiguousarray(window[(window != 0).any(axis=1)])


def adjacency(
    labels: np.ndarray,
    distance: int = 0,
    outside: bool = False,
    tiles: int | None = None,
    offsets: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Return which tiles touch, as ``(start, neighbor)``: tile t touches
    ``neighbor[start[t]:start[t + 1]]``.

    `distance` is as for `steps`, unless `offsets` are given. With `outside`, one more vertex
    touches every tile beside a cell off the board. Time O(cells (2d + 1)^2); 4 bytes for each cell
    and entry.
    """
    grid = np.ascontiguousarray(labels, dtype=np.int32)
    if tiles is None:
        tiles = int(grid.max(initial=-1)) + 1
    first = np.full(tiles, -1, dtype=np.int32)
    following = np.empty(grid.size, dtype=np.int32)
    chain(grid, first, following)
    # No two cells are further apart than the longer side.
    if offsets is None:
        offsets = steps(min(distance, max(grid.shape)))
    seen = np.full(tiles + 1, -1, dtype=np.int32)
    start = np.zeros(tiles + 1 + outside, dtype=np.int64)
    neighbor = np.empty(8 * tiles + 2 * len(offsets) + 64, dtype=np.int32)
    state = np.zeros(2, dtype=np.int64)
    budget = max(1, int(CHUNK * tiles / max(1, grid.size * len(offsets))))
    while state[0] < tiles:
        if touching(grid, offsets, outside, first, following, seen, start, neighbor, state, budget):
            # Extrapolate from the tiles so far, and a little more.
            done, written = state.tolist()
            wanted = int(written * (tiles / max(done, 1)) * 1.05) if done > 64 else 0
            room = max(wanted, 2 * len(neighbor))
            neighbor = np.concatenate(
                [neighbor[:written], np.empty(room - written, dtype=np.int32)]
            )
    written = int(state[1])
    if outside:
        beside = np.searchsorted(
            start[1 : tiles + 1], np.flatnonzero(neighbor[:written] == tiles), side="right"
        )
        start[-1] = written + len(beside)
        return start, np.concatenate([neighbor[:written], beside.astype(np.int32)])
    return start, neighbor[:written].copy() if written < len(neighbor) // 2 else neighbor[:written]
