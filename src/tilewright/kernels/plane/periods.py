"""Lay pieces on a torus, and find the smallest period and the classes of the tiles of a tiling.
Unchecked: called by `tilewright.shapes.plane.tori`.

A tile is told by its cells: motions that take a piece to the same cells are the same tile.

Legend (k = pieces, g = symmetries, n = cells of the largest piece, t = tiles, s = cells of the
torus, e = turns)
PlanePieces    the pieces in all orientations
turned   (k, g, n, 3) int64  row, column in periods and kind of each cell after each symmetry; the
                           first of these is the identity
size     (k,)      int64   cells of each piece
shape    (k, g)    int64   the first symmetry after which the piece has the same shape
corner   (k, g, 2) int64   how far the piece is from the origin then, in periods
lattice            see `tilewright.kernels.plane.lattice`
period   (3,)      int64   the sublattice (a, b) and (0, d), with a, d > 0 and 0 <= b < d
turns    (e,)      int64   the symmetries by which pieces may be turned
faces    (kinds, f, 2) int64  the steps to the cells beside a cell of each kind, perhaps to itself
tile     (t, 4)    int64   the piece and the motion of each tile: symmetry, translation
cells, first, options, piece, taken, used   see `tilewright.kernels.plane.torus`
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..library import kernel
from .lattice import image


class PlanePieces(NamedTuple):
    """The pieces in all orientations."""

    turned: np.ndarray
    size: np.ndarray
    shape: np.ndarray
    corner: np.ndarray


@kernel
def compare(pieces, lattice):
    """Fill `turned`, `shape` and `corner` from the cells of the pieces, not turned."""
    turned, size, shape, corner = pieces
    for piece in range(turned.shape[0]):
        for g in range(turned.shape[1]):
            own = turned[piece, g, : size[piece]]
            for cell in range(own.shape[0] if g else 0):
                own[cell, 0], own[cell, 1], own[cell, 2] = image(lattice, g, turned[piece, 0, cell])
            for axis in range(2):
                corner[piece, g, axis] = own[0, axis]
                for cell in range(1, own.shape[0]):
                    corner[piece, g, axis] = min(corner[piece, g, axis], own[cell, axis])
            shape[piece, g] = g
            for other in range(g):
                down = corner[piece, g, 0] - corner[piece, other, 0]
                across = corner[piece, g, 1] - corner[piece, other, 1]
                if _is_translate(own, turned[piece, other], down, across):
                    shape[piece, g] = other
                    break


@kernel
def _is_translate(own, other, down, across):
    """Return whether all cells of a set are those of another after a translation."""
    for cell in range(own.shape[0]):
        found = False
        for near in range(own.shape[0]):
            if (
                own[cell, 0] == other[near, 0] + down
                and own[cell, 1] == other[near, 1] + across
                and own[cell, 2] == other[near, 2]
            ):
                found = True
                break
        if not found:
            return False
    return True


@kernel
def reduce_move(down, across, period):
    """Return a translation modulo the period."""
    times = down // period[0]
    return down - times * period[0], (across - times * period[1]) % period[2]


@kernel
def number_cell(down, across, kind, kinds, period):
    """Return the number of a cell of the torus."""
    down, across = reduce_move(down, across, period)
    return (down * period[2] + across) * kinds + kind


@kernel
def lay(period, pieces, turns, faces, cells, tile, first, options, piece, taken, used):
    """List all tiles on a torus, the first piece at the origin first, which is placed; return their
    number, or 0 if it overlaps its own translate. Cells are numbered outwards from it.

    Tiles of a piece that cover the same cells in several orientations are listed once.
    """
    kinds = faces.shape[0]
    total = kinds * period[0] * period[2]
    room = 2
    while room < 2 * cells.shape[0]:
        room *= 2
    table = np.full(room, -1, np.int64)
    stamp = np.full(total, -1, np.int64)
    count = 0
    for number in range(pieces.size.size):
        start = count
        for at in range(turns.size):
            g = turns[at]
            listed = False
            for before in range(at):
                listed = listed or pieces.shape[number, turns[before]] == pieces.shape[number, g]
            if listed:
                continue
            for place in range(period[0] * period[2]):
                down, across = place // period[2], place % period[2]
                own = pieces.turned[number, g, : pieces.size[number]]
                mine = cells[count]
                if not _project(own, down, across, kinds, period, mine, stamp):
                    if count == 0:
                        return 0
                    continue
                slot = _find_tile(mine, own.shape[0], cells, start, table, stamp)
                if table[slot] >= start:
                    continue
                table[slot] = count
                tile[count, 0] = number
                tile[count, 1] = g
                tile[count, 2] = down
                tile[count, 3] = across
                piece[count] = number
                count += 1
    _number_outwards(cells, count, pieces.size[0], faces, period, stamp)
    first[:] = 0
    for row in range(count):
        for cell in cells[row]:
            if cell >= 0:
                first[cell + 1] += 1
    for cell in range(total):
        first[cell + 1] += first[cell]
    for row in range(count):
        for cell in cells[row]:
            if cell >= 0:
                options[first[cell]] = row
                first[cell] += 1
    for cell in range(total, 0, -1):
        first[cell] = first[cell - 1]
    first[0] = 0
    for cell in cells[0, : pieces.size[0]]:
        taken[cell] = 1
    used[0] = 1
    return count


@kernel
def _project(own, down, across, kinds, period, row, stamp):
    """Write the cells of a tile on the torus; return whether they are different."""
    row[:] = -1
    proper = True
    for cell in range(own.shape[0]):
        row[cell] = number_cell(
            own[cell, 0] + down, own[cell, 1] + across, own[cell, 2], kinds, period
        )
        proper = proper and stamp[row[cell]] != 0
        stamp[row[cell]] = 0
    for cell in range(own.shape[0]):
        stamp[row[cell]] = -1
    return proper


@kernel
def _find_tile(row, size, cells, start, table, stamp):
    """Return the place in a hash table of a tile with the same cells, or a free place."""
    mixed = 0
    for cell in range(size):
        stamp[row[cell]] = 0
        mixed += (row[cell] * 7919 + 17) * (row[cell] + 3) % 1000003
    slot = mixed * 40503 % table.size
    # Tiles of earlier pieces are passed over.
    while table[slot] >= 0:
        same = table[slot] >= start
        for cell in range(size):
            same = same and stamp[cells[table[slot], cell]] == 0
        if same:
            break
        slot = (slot + 1) % table.size
    for cell in range(size):
        stamp[row[cell]] = -1
    return slot


@kernel
def _number_outwards(cells, count, size, faces, period, order):
    """Number the cells of the torus outwards from the first tile, in all tiles."""
    kinds = faces.shape[0]
    queue = np.empty(order.size, np.int64)
    order[:] = -1
    for cell in cells[0, :size]:
        order[cell] = 0
    end = 0
    for cell in range(order.size):
        if order[cell] == 0:
            order[cell] = end
            queue[end] = cell
            end += 1
    place = 0
    while place < end:
        kind = queue[place] % kinds
        across = queue[place] // kinds % period[2]
        down = queue[place] // kinds // period[2]
        place += 1
        for side in range(faces.shape[1]):
            column = kind + faces[kind, side, 1]
            other = number_cell(
                down + faces[kind, side, 0],
                across + column // kinds,
                column % kinds,
                kinds,
                period,
            )
            if order[other] < 0:
                order[other] = end
                queue[end] = other
                end += 1
    for row in range(count):
        for cell in range(cells.shape[1]):
            if cells[row, cell] >= 0:
                cells[row, cell] = order[cells[row, cell]]


@kernel
def count_keeping(period, lattice):
    """Return how many symmetries map the sublattice of a period to itself."""
    count = 0
    for g in range(lattice.matrices.shape[0]):
        count += _keeps(lattice.matrices[g], period)
    return count


@kernel
def _keeps(matrix, period):
    """Return whether a matrix maps the sublattice to itself."""
    for down, across in ((period[0], period[1]), (0, period[2])):
        x, y = reduce_move(
            matrix[0, 0] * down + matrix[0, 1] * across,
            matrix[1, 0] * down + matrix[1, 1] * across,
            period,
        )
        if x != 0 or y != 0:
            return False
    return True


@kernel
def classify(period, tile, pieces, lattice):
    """Make a period as small as it can be, and move the tiles of one such period to the front.
    Return their number, and the number of classes under the symmetries of the tiling.
    """
    count = _shorten(period, tile, pieces)
    numbers = _number_tiles(period, tile, count, pieces)
    label = np.arange(count)
    onto = np.empty(count, np.int64)
    moved = np.empty(4, np.int64)
    way = np.empty(4, np.int64)
    for start in range(count):
        piece = tile[start, 0]
        # A symmetry of the tiling is determined by the image of the first tile of a piece.
        earlier = False
        for other in range(start):
            earlier = earlier or tile[other, 0] == piece
        if earlier:
            continue
        for there in range(count):
            if tile[there, 0] != piece:
                continue
            for g in range(lattice.inverse.size):
                if pieces.shape[piece, g] != 0:
                    continue
                _symmetry(tile[start], tile[there], pieces.corner[piece], g, lattice, way)
                if not _keeps(lattice.matrices[way[1]], period):
                    continue
                maps = True
                for one in range(count):
                    then(tile[one], way, lattice, moved)
                    onto[one] = numbers[_key(moved, period, pieces, 0, 0)]
                    if onto[one] < 0:
                        maps = False
                        break
                if maps:
                    _join(label, onto)
    classes = 0
    for one in range(count):
        new = True
        for other in range(one):
            new = new and label[other] != label[one]
        classes += new
    return count, classes


@kernel
def _join(label, onto):
    """Give each tile and its image the same label."""
    for one in range(label.size):
        old, new = label[one], label[onto[one]]
        if old != new:
            for other in range(label.size):
                if label[other] == old:
                    label[other] = new


@kernel
def _key(tile, period, pieces, down, across):
    """Return a number that tells the cells of a tile modulo the period, after a translation."""
    piece, g = tile[0], tile[1]
    x, y = reduce_move(
        tile[2] + pieces.corner[piece, g, 0] + down,
        tile[3] + pieces.corner[piece, g, 1] + across,
        period,
    )
    shape = piece * pieces.shape.shape[1] + pieces.shape[piece, g]
    return (shape * period[0] + x) * period[2] + y


@kernel
def _number_tiles(period, tile, count, pieces):
    """Return the number of the tile with each key, -1 for none."""
    numbers = np.full(pieces.shape.size * period[0] * period[2], -1, np.int64)
    for one in range(count):
        numbers[_key(tile[one], period, pieces, 0, 0)] = one
    return numbers


@kernel
def _shorten(period, tile, pieces):
    """Make a period as small as it can be; return the number of tiles, which come first."""
    whole = period.copy()
    count = tile.shape[0]
    numbers = _number_tiles(whole, tile, count, pieces)
    piece, g = tile[0, 0], tile[0, 1]
    for other in range(count):
        if tile[other, 0] != piece or pieces.shape[piece, tile[other, 1]] != pieces.shape[piece, g]:
            continue
        shift = np.zeros(2, np.int64)
        for axis in range(2):
            shift[axis] = tile[other, 2 + axis] + pieces.corner[piece, tile[other, 1], axis]
            shift[axis] -= tile[0, 2 + axis] + pieces.corner[piece, g, axis]
        same = True
        for one in range(count):
            if numbers[_key(tile[one], whole, pieces, shift[0], shift[1])] < 0:
                same = False
                break
        if same:
            span(period, shift[0], shift[1])
    numbers = np.full(pieces.shape.size * period[0] * period[2], -1, np.int64)
    kept = 0
    for one in range(count):
        key = _key(tile[one], period, pieces, 0, 0)
        if numbers[key] < 0:
            numbers[key] = one
            down, across = reduce_move(tile[one, 2], tile[one, 3], period)
            tile[kept, 0] = tile[one, 0]
            tile[kept, 1] = tile[one, 1]
            tile[kept, 2] = down
            tile[kept, 3] = across
            kept += 1
    return kept


@kernel
def span(period, down, across):
    """Add a translation to a sublattice, which may have rank 0 or 1 at first (then a or d is 0)."""
    a, b, d = period[0], period[1], period[2]
    while down != 0:
        if a == 0 or abs(down) < abs(a):
            a, b, down, across = down, across, a, b
            continue
        times = down // a
        down -= times * a
        across -= times * b
    across = abs(across)
    while across:
        d, across = across, d % across
    if a < 0:
        a, b = -a, -b
    period[0] = a
    period[1] = b % d if d else b
    period[2] = d


@kernel
def then(one, other, lattice, product):
    """Write a motion followed by another."""
    matrix = lattice.matrices[other[1]]
    product[0] = one[0]
    product[1] = lattice.compose[other[1], one[1]]
    for axis in range(2):
        product[2 + axis] = matrix[axis, 0] * one[2] + matrix[axis, 1] * one[3] + other[2 + axis]


@kernel
def _symmetry(start, there, corner, g, lattice, way):
    """Write the motion that takes a tile to another of the same piece by one of the symmetries of
    the piece.
    """
    back = np.zeros(4, np.int64)
    turn = np.zeros(4, np.int64)
    both = np.empty(4, np.int64)
    back[1] = lattice.inverse[start[1]]
    turn[1] = g
    matrix = lattice.matrices[back[1]]
    for axis in range(2):
        back[2 + axis] = -matrix[axis, 0] * start[2] - matrix[axis, 1] * start[3]
        turn[2 + axis] = corner[0, axis] - corner[g, axis]
    then(back, turn, lattice, both)
    then(both, there, lattice, way)
