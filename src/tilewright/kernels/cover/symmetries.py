"""Images of the placements of a cover under symmetries. Unchecked: called by
`tilewright.model.cover.cover`.

A placement is at a place (a cell of the board; if sides are joined, also a copy of one). A symmetry
maps its orientation to another one, and one of its cells to the first cell of the image, which
gives its place.

Legend (c = candidates, g = symmetries of the lattice, a = cells, m = places, f = oriented pieces, k
= pieces, p = placements)
matrices  (c, d, d) int64  the action of each candidate on coordinates in periods
offset    (c, kinds, d) int64  what is added for each kind of cell
kinds     (c, kinds) int64 the image of each kind
BoardCells     the cells of a flat board
cells     (a, d)    int32  coordinates
number    (n,)      int32  the cell of each place of the bounding box in reading order, -1 for none
sides     (d,)      int64  sides of that box
look      (a,)      int32  differs for cells with different marks, or if only one may stay empty
shift     (c, d)    int64  the translation after each that restores the corner of the cells
element   (c,)      int64  the symmetry of the lattice of each candidate
images    (c, m)    int32  the image of each place
Turning   the action of the lattice's symmetries on pieces
target    (g, f)    int32  the image of each orientation, -1 for none
lead      (g, f)    int32  the number, inside the orientation, of the cell that becomes the first
piece     (f,)      int32  piece of each
used      (u,)      int64  the oriented pieces that have a placement
least     (k,)      int64  copies of each piece
most      (k,)      int64
Covered   the cells of the placements
start     (p + 1,)  int64  placement j has the entries start[j]:start[j + 1]
place     (nnz,)    int32  place of each of its cells, in the order of the orientation's cells
orientation (p,)    int32
Located   the placement at each place
table     (m * f,)  int32  the placement of each orientation at each place, -1 for none; empty if
                           that would be large
key       (n,)      int64  place * f + orientation, ascending; used if the table is empty
placement (n,)      int32  the placement of each key
group     (c, p)    int32  the image of each placement
holds     (c,)      bool   whether the candidate maps pieces to pieces, and every placement to one
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..library import kernel


class BoardCells(NamedTuple):
    """The cells of a flat board."""

    cells: np.ndarray
    number: np.ndarray
    sides: np.ndarray
    look: np.ndarray


class Turning(NamedTuple):
    """The action of the lattice's symmetries on pieces."""

    target: np.ndarray
    lead: np.ndarray
    piece: np.ndarray
    used: np.ndarray
    least: np.ndarray
    most: np.ndarray


class Covered(NamedTuple):
    """The cells of the placements."""

    start: np.ndarray
    place: np.ndarray
    orientation: np.ndarray


class Located(NamedTuple):
    """The placement at each place."""

    table: np.ndarray
    key: np.ndarray
    placement: np.ndarray


@kernel
def move_cells(matrices, offset, kinds, board, shift, images, holds):
    """Fill `shift`, `images` and `holds` (whether the board is mapped to itself) for a flat
    board.
    """
    cells, number, sides, look = board
    area, axes = cells.shape
    period = kinds.shape[1]
    corner = np.full(axes, np.int64(1) << 60)
    moved = np.empty((area, axes), np.int64)
    for cell in range(area):
        for axis in range(axes):
            corner[axis] = min(corner[axis], cells[cell, axis])
    corner[axes - 1] -= corner[axes - 1] % period
    for c in range(matrices.shape[0]):
        least = shift[c]
        least[:] = np.int64(1) << 60
        for cell in range(area):
            kind = cells[cell, axes - 1] % period
            for axis in range(axes):
                place = offset[c, kind, axis]
                for other in range(axes - 1):
                    place += matrices[c, axis, other] * cells[cell, other]
                place += matrices[c, axis, axes - 1] * (cells[cell, axes - 1] // period)
                if axis == axes - 1:
                    place = place * period + kinds[c, kind]
                moved[cell, axis] = place
                least[axis] = min(least[axis], place)
        least[axes - 1] -= least[axes - 1] % period
        for axis in range(axes):
            least[axis] = corner[axis] - least[axis]
        holds[c] = True
        for cell in range(area):
            there = np.int64(0)
            inside = True
            for axis in range(axes):
                place = moved[cell, axis] + least[axis]
                inside = inside and place < sides[axis]
                there = there * sides[axis] + place
            image = number[there] if inside else np.int32(-1)
            if image < 0 or look[image] != look[cell]:
                holds[c] = False
                break
            images[c, cell] = image


@kernel
def move(element, images, turning, laid, located, group, holds):
    """Fill `group` and `holds`."""
    target, lead, piece, used, least, most = turning
    start, place, orientation = laid
    table, key, placement = located
    count = piece.size
    becomes = np.empty(least.size, np.int64)
    for c in range(element.size):
        g = element[c]
        holds[c] = True
        becomes[:] = -1
        for o in used:
            if target[g, o] < 0:
                holds[c] = False
                break
            own, other = piece[o], piece[target[g, o]]
            alike = least[own] == least[other] and most[own] == most[other]
            if not alike or (becomes[own] >= 0 and becomes[own] != other):
                holds[c] = False
                break
            becomes[own] = other
        if not holds[c]:
            continue
        for j in range(orientation.size):
            o = orientation[j]
            there = np.int64(images[c, place[start[j] + lead[g, o]]])
            found = np.int32(-1)
            if there >= 0:
                wanted = there * count + target[g, o]
                if table.size:
                    found = table[wanted]
                else:
                    low, high = 0, key.size
                    while low < high:
                        middle = (low + high) // 2
                        if key[middle] < wanted:
                            low = middle + 1
                        else:
                            high = middle
                    if low < key.size and key[low] == wanted:
                        found = placement[low]
            if found < 0:
                holds[c] = False
                break
            group[c, j] = found
