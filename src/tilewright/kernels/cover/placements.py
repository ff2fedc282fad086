"""Place every oriented piece on every cell of a board. Unchecked: `tilewright.model.cover` checks
the arguments.

The board is in a grid with empty columns at its right and empty rows below. A piece whose first
cell (in reading order) is on the board never leaves the grid, so one lookup for each cell decides
whether it fits. If sides are joined, the grid continues around the board with the numbers of the
joined cells. Marks also encode the kind of a cell, if there are several.

Legend (a = places for a first cell, f = oriented pieces, g = places of the grid, t = placed pieces,
k = pieces, p = placements)
Grid     the cells
place    (a,)     int64  place of each cell in the grid
number   (g,)     int32  cell of each place, -1 for none
mark     (g,)     int32  mark of each place, 0 for none, -1 for no cell
owner    (g,)     int32  the piece already placed there, -1 for none
Shapes   the oriented pieces
first    (f + 1,) int64  oriented piece o has the entries first[o]:first[o + 1]
offset   (nnz_f,) int64  from the place of its first cell to that of each cell, ascending
wanted   (nnz_f,) int32  mark of each cell
agrees   (w, m)   bool   whether a mark of a piece may be on a mark of the grid; empty if they must
                         be equal
fits     (f,)     bool   whether it is used at all
piece    (f,)     int32
Settled  the pieces already placed
piece    (t,)     int32
size     (t,)     int32
free     (k,)     bool   whether a copy of the piece is left
Placements   the result, sorted by first cell, then by oriented piece
start    (p + 1,) int64  placement j covers item[start[j]:start[j + 1]]
item     (nnz,)   int32  cells, ascending inside a placement
orientation (p,)  int32
origin   (p,)     int32  the place of its first cell
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..library import kernel


class Grid(NamedTuple):
    """The cells."""

    place: np.ndarray
    number: np.ndarray
    mark: np.ndarray
    owner: np.ndarray


class Shapes(NamedTuple):
    """The oriented pieces."""

    first: np.ndarray
    offset: np.ndarray
    wanted: np.ndarray
    agrees: np.ndarray
    fits: np.ndarray
    piece: np.ndarray


class Settled(NamedTuple):
    """The pieces already placed."""

    piece: np.ndarray
    size: np.ndarray
    free: np.ndarray


class Placements(NamedTuple):
    """The result."""

    start: np.ndarray
    item: np.ndarray
    orientation: np.ndarray
    origin: np.ndarray


@kernel
def lay(begin, end, grid, shapes, settled, placements, filled):
    """Append the placements with their first cells at the places begin:end; return the new numbers
    of placements and cells.

    `filled` has the numbers so far. If `placements` has no room at all, they are only counted.
    """
    # Unpacked here, since each access in the loop would count references.
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
                elif (
                    mark[there] < 0
                    or not agrees[wanted[k], mark[there]]
                    or owner[there] != taken_by
                ):
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
