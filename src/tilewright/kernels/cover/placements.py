"""Lay every oriented piece on every cell of a board. Unchecked: `tilewright.cover` checks what it is given.

The board lies in a grid with so many empty columns at its right and rows below that a piece whose first cell
(in reading order) is on the board never leaves the grid: whether it fits is a look at one number for each cell.
Where sides are joined, the grid goes on around the board with the numbers of the cells that are joined there. A mark
says the kind of a cell as well, where there are several.

Legend (a = places to lay at, f = oriented pieces, g = places of the grid, t = pieces already placed, k = pieces, p = placements)
Grid     where cells are
place    (a,)     int64  place of each cell in the grid
number   (g,)     int32  cell of each place, -1 for none
mark     (g,)     int32  mark of each place, 0 for none, -1 for no cell
owner    (g,)     int32  the piece already placed there, -1 for none
Shapes   what is laid
first    (f + 1,) int64  oriented piece o has the entries first[o]:first[o + 1]
offset   (nnz_f,) int64  from the place of its first cell to that of each cell, ascending
wanted   (nnz_f,) int32  mark of each cell
agrees   (w, m)   bool   whether a mark of a piece may lie on a mark of the grid; empty if equal ones may
fits     (f,)     bool   whether it is laid at all
piece    (f,)     int32
Settled  what is already placed
piece    (t,)     int32
size     (t,)     int32
free     (k,)     bool   whether a copy of the piece is left
Placements   what is found, sorted by first cell, then by oriented piece
start    (p + 1,) int64  placement j covers item[start[j]:start[j + 1]]
item     (nnz,)   int32  cells, ascending inside a placement
orientation (p,)  int32
origin   (p,)     int32  at which of the places its first cell lies
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._jit import kernel


class Grid(NamedTuple):
    """Where cells are."""

    place: np.ndarray
    number: np.ndarray
    mark: np.ndarray
    owner: np.ndarray


class Shapes(NamedTuple):
    """What is laid."""

    first: np.ndarray
    offset: np.ndarray
    wanted: np.ndarray
    agrees: np.ndarray
    fits: np.ndarray
    piece: np.ndarray


class Settled(NamedTuple):
    """What is already placed."""

    piece: np.ndarray
    size: np.ndarray
    free: np.ndarray


class Placements(NamedTuple):
    """What is found."""

    start: np.ndarray
    item: np.ndarray
    orientation: np.ndarray
    origin: np.ndarray


@kernel
def lay(begin, end, grid, shapes, settled, placements, filled):
    """Write the placements with their first cells at the places begin:end after those that are there.

    `filled` is how many placements there are, and how many cells they cover together; returned is how many there
    are then. If there is no room at all in `placements`, they are only counted.
    """
    # Taken out of their tuples here: in the loop each access would count references.
    place, number, mark, owner = grid
    first, offset, wanted, agrees, fits, piece = shapes
    equal = agrees.size == 0
    start, item, orientation, origin = placements
    writing = item.size > 0
    count, entry = filled
    for cell in range(begin, end):
        here = place[cell]
        taken_by = owner[here]
        for o in range(piece.size):
            if not fits[o]:
                continue
            entries = first[o + 1] - first[o]
            if taken_by < 0:
                if not settled.free[piece[o]]:
                    continue
            elif settled.piece[taken_by] != piece[o] or settled.size[taken_by] != entries:
                continue
            lies = True
            for k in range(first[o], first[o + 1]):
                there = here + offset[k]
                if equal:
                    if mark[there] != wanted[k] or owner[there] != taken_by:
                        lies = False
                        break
                elif mark[there] < 0 or not agrees[wanted[k], mark[there]] or owner[there] != taken_by:
                    lies = False
                    break
            if not lies:
                continue
            if writing:
                for k in range(entries):
                    item[entry + k] = number[here + offset[first[o] + k]]
                orientation[count] = o
                origin[count] = cell
                start[count + 1] = entry + entries
            count += 1
            entry += entries
    return count, entry
