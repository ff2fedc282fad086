"""A lattice of the plane: its symmetries, the sides of its cells, and the boundary of a piece.
Unchecked: `tilewright.shapes.plane` checks the arguments.

A motion is a symmetry of the lattice about the origin, followed by a translation in periods of the
lattice. It takes a corner z to M z + scale * t.

Legend (g = symmetries, the rotations first; k = kinds of cells, c = most corners of a cell, n =
cells of a piece, m = corners on its boundary, s = sides)
PlaneLattice   the lattice
matrices (g, 2, 2) int64   what each symmetry does to coordinates in periods
shift    (g, k, 2) int64   what is added for a cell of each kind
kind     (g, k)    int64   the kind that each kind becomes
compose  (g, g)    int64   compose[i, j] is j followed by i
inverse  (g,)      int64
corners  (k, c, 2) int64   the corners around a cell of each kind; the last one is repeated
scale              int64   units of corners in a period
cells    (n, 3)    int64   row, column in periods and kind of each cell of a piece
way      (m, 2)    int64   the corners on the boundary, counterclockwise from the smallest one
sides    (s, 4)    int64   the sides of cells in both directions, up to translations: the step along
                           each, and where in a period it begins
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..library import kernel


class PlaneLattice(NamedTuple):
    """The symmetries and the corners of a lattice."""

    matrices: Any
    shift: Any
    kind: Any
    compose: Any
    inverse: Any
    corners: Any
    scale: Any


@kernel
def rotation(lattice, degrees):
    """Return the counterclockwise rotation by 60, 90, 120 or 180 degrees; -1 if there is none."""
    trace = max(3 - degrees // 30, -2)
    for g in range(lattice.inverse.size // 2):
        matrix = lattice.matrices[g]
        if matrix[0, 0] + matrix[1, 1] == trace and (matrix[1, 0] > 0) == (degrees < 180):
            return g
    return -1


@kernel
def apply(matrix, x, y):
    """Return the image of a point or a step."""
    return matrix[0, 0] * x + matrix[0, 1] * y, matrix[1, 0] * x + matrix[1, 1] * y


@kernel
def image(lattice, g, cell):
    """Return where a symmetry takes a cell: row, column in periods and kind."""
    down, across = apply(lattice.matrices[g], cell[0], cell[1])
    shift = lattice.shift[g, cell[2]]
    return down + shift[0], across + shift[1], lattice.kind[g, cell[2]]


@kernel
def list_sides(lattice):
    """Return `sides`."""
    kinds, most = lattice.corners.shape[:2]
    sides = np.zeros((2 * kinds * most + 1, 4), np.int64)
    count = 0
    for kind in range(kinds):
        for k in range(most):
            for way in range(2):
                begin = lattice.corners[kind, (k + way) % most]
                end = lattice.corners[kind, (k + 1 - way) % most]
                x, y = end[0] - begin[0], end[1] - begin[1]
                # Those that are not listed yet are after the last one, too.
                sides[count, 0] = x
                sides[count, 1] = y
                sides[count, 2] = begin[0] % lattice.scale
                sides[count, 3] = begin[1] % lattice.scale
                if (x or y) and letter(sides, lattice.scale, begin[0], begin[1], x, y) == count:
                    count += 1
    return sides[:count]


@kernel
def letter(sides, scale, a, b, x, y):
    """Return the number of the side that leads from (a, b) by the step (x, y), or -1."""
    a, b = a % scale, b % scale
    for number in range(sides.shape[0]):
        side = sides[number]
        if side[0] == x and side[1] == y and side[2] == a and side[3] == b:
            return number
    return -1


@kernel
def turned_letter(sides, lattice, g, number):
    """Return the image of a side under a symmetry."""
    side, matrix = sides[number], lattice.matrices[g]
    a, b = apply(matrix, side[2], side[3])
    x, y = apply(matrix, side[0], side[1])
    return letter(sides, lattice.scale, a, b, x, y)


@kernel
def replaces_mirrors(lattice):
    """Return whether half turns about straight parts of a boundary can replace reflections at them.

    Then Heesch's types, which have no reflections, are all isohedral tilings. Of squares, triangles
    and hexagons it is True.
    """
    sides, scale, order = list_sides(lattice), lattice.scale, lattice.inverse.size
    half = rotation(lattice, 180) >= 0
    for number in range(sides.shape[0]):
        side = sides[number]
        x, y, a, b = side[0], side[1], side[2], side[3]
        for g in range(order // 2, order):
            if turned_letter(sides, lattice, g, number) != number:
                continue
            # The half turns about the middle of the side, and about its end if it goes on there.
            if not half or (2 * a + x) % scale != 0 or (2 * b + y) % scale != 0:
                return False
            goes_on = letter(sides, scale, a + x, b + y, x, y) >= 0
            if goes_on and (2 * (a + x) % scale != 0 or 2 * (b + y) % scale != 0):
                return False
    return True


@kernel
def _find(table, rows, row, size):
    """Return the place in a hash table of the row that begins with the same numbers, or a free
    place.
    """
    mixed = 0
    for k in range(size):
        mixed = (mixed * 65599 + row[k]) % 2147483647
    slot = mixed % table.size
    while table[slot] >= 0:
        same = True
        for k in range(size):
            same = same and rows[table[slot], k] == row[k]
        if same:
            break
        slot = (slot + 1) % table.size
    return slot


@kernel
def boundary(cells, lattice, way):
    """Fill `way` for a connected piece, and return the number of corners; 0 if it has a hole."""
    most = lattice.corners.shape[1]
    sides = np.empty((cells.shape[0] * most, 4), np.int64)
    count = 0
    for cell in range(cells.shape[0]):
        corners = lattice.corners[cells[cell, 2]]
        area = 0
        for k in range(most):
            begin, end = corners[k], corners[(k + 1) % most]
            area += begin[0] * end[1] - begin[1] * end[0]
        for k in range(most):
            begin, end = corners[k], corners[(k + 1) % most]
            if begin[0] == end[0] and begin[1] == end[1]:
                continue
            for axis in range(2):
                far = lattice.scale * cells[cell, axis]
                sides[count, axis if area > 0 else 2 + axis] = far + begin[axis]
                sides[count, 2 + axis if area > 0 else axis] = far + end[axis]
            count += 1
    known = np.full(2 * count + 1, -1, np.int64)
    for side in range(count):
        known[_find(known, sides, sides[side], 4)] = side
    starts = np.full(2 * count + 1, -1, np.int64)
    back = np.empty(4, np.int64)
    outer, first = 0, -1
    for side in range(count):
        own = sides[side]
        for axis in range(2):
            back[axis] = own[2 + axis]
            back[2 + axis] = own[axis]
        if known[_find(known, sides, back, 4)] >= 0:
            continue
        slot = _find(starts, sides, own, 2)
        # A connected piece whose boundary meets itself in a corner encloses a cell that is not in
        # it.
        if starts[slot] >= 0:
            return 0
        starts[slot] = side
        outer += 1
        if (
            first < 0
            or own[0] < sides[first, 0]
            or (own[0] == sides[first, 0] and own[1] < sides[first, 1])
        ):
            first = side
    at, length = first, 0
    while length == 0 or at != first:
        way[length, 0] = sides[at, 0]
        way[length, 1] = sides[at, 1]
        length += 1
        at = starts[_find(starts, sides, sides[at, 2:], 2)]
    return length if length == outer else 0
