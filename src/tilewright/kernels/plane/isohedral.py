"""Find isohedral tilings from the boundary of a piece. Unchecked: `tilewright.shapes.plane` checks
the arguments.

The boundary is split into six factors that match in one of the ways of Heesch and Kienzle
(`tilewright.kernels.plane.factors`). The motions that take the piece to its neighbors along these
factors generate a group. Its images of the piece are a tiling if they cover one period.

Legend (t = types, p = most pairs of factors, g = symmetries, n = cells of a piece, m = corners on
its boundary)
lattice, cells, way        see `tilewright.kernels.plane.lattice`
types    (t, p, 3) int64   the pairs of factors that match, and how: `_SHIFT` by a translation,
                           `_HALF` a half turn of a factor onto itself, `_GLIDE` by the reflection
                           found, `_ACROSS` by the one perpendicular to it, or the degrees of a
                           rotation; -1 for no pair. Their order is that of `_search`
chosen   (t,)      bool    the types that are searched
row      (7,)      int64   the factorization: see `found` of `tilewright.kernels.plane.factors`
motions  (p, 4)    int64   the motion to the neighbor of each pair: 0, symmetry, translation; the
                           symmetry is -1 if the factor is empty
period   (3,)      int64   see `tilewright.kernels.plane.periods`
tile     (g, 4)    int64   the tiles of one period: 0, symmetry, translation
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from . import factors
from .lattice import apply, image, letter, list_sides, rotation, turned_letter
from .periods import number_cell, reduce_move, span, then

#: How two factors match, if not by a rotation.
_SHIFT, _HALF, _GLIDE, _ACROSS = 0, 1, 2, 3
#: The factorizations of a type that are listed first, and how many times as many later.
_TRIED, _TIMES = 16, 8
#: The most palindromes of a boundary; only long straight or winding pieces exceed it.
_MOST = 50_000_000
#: What `find` returns instead of a type: there is none, or there are too many palindromes.
NONE, TOO_WINDING = -1, -2


@kernel
def find(lattice, cells, way, types, chosen, row, motions, period, tile):
    """Find a tiling of the first of the chosen types that has one; return the number of the type,
    or `NONE` or `TOO_WINDING`, and the number of tiles in a period.
    """
    n, scale, order = way.shape[0], lattice.scale, lattice.inverse.size
    sides = list_sides(lattice)
    size = sides.shape[0]
    # Equal letters are translates of each other, so that sides that match are moved by symmetries
    # of the lattice.
    word, direction = np.empty(3 * n, np.int64), np.empty(3 * n, np.int64)
    for k in range(n):
        x = way[(k + 1) % n, 0] - way[k, 0]
        y = way[(k + 1) % n, 1] - way[k, 1]
        word[k] = letter(sides, scale, way[k, 0], way[k, 1], x, y)
        direction[k] = 0
        while sides[direction[k], 0] != x or sides[direction[k], 1] != y:
            direction[k] += 1
        word[n + k] = word[2 * n + k] = word[k]
        direction[n + k] = direction[2 * n + k] = direction[k]
    opposite = np.empty(size, np.int64)
    mirrors = np.empty((order // 2, size), np.int64)
    for number in range(size):
        own = sides[number]
        opposite[number] = letter(sides, scale, own[2] + own[0], own[3] + own[1], -own[0], -own[1])
        for mirror in range(order // 2):
            mirrors[mirror, number] = turned_letter(sides, lattice, order // 2 + mirror, number)
    across = np.full(order // 2, -1, np.int64)
    half = rotation(lattice, 180)
    for mirror in range(order // 2 if half >= 0 else 0):
        across[mirror] = lattice.compose[half, order // 2 + mirror] - order // 2
    reach = np.zeros(0, np.int64)
    first, length = reach, reach
    for number in range(types.shape[0]):
        if not chosen[number]:
            continue
        turns = False
        for pair in range(types.shape[1]):
            turns = turns or types[number, pair, 2] == _HALF
        if turns and reach.size == 0:
            reach = np.zeros(6 * n + 1, np.int64)
            total = _palindromes(way, direction, half, scale, reach)
            if total > _MOST:
                return TOO_WINDING, 0
            first, length = np.zeros(n + 1, np.int64), np.zeros(max(total, 1), np.int64)
            factors.list_palindromes(n, reach, first, length)
        room, seen = _TRIED, 0
        while True:
            found = np.empty((room, 7), np.int64)
            count = _search(
                lattice,
                number,
                types[number],
                sides,
                word,
                opposite,
                mirrors,
                across,
                reach,
                first,
                length,
                found,
            )
            for at in range(seen, min(count, room)):
                if _list_motions(lattice, way, types[number], found[at], motions):
                    tiles = _generate(lattice, motions, period, tile)
                    if covers(lattice, cells, period, tile[:tiles]):
                        for k in range(7):
                            row[k] = found[at, k]
                        return number, tiles
            if count < room:
                break
            room, seen = _TIMES * room, room
    return NONE, 0


@kernel
def _palindromes(way, direction, half, scale, reach):
    """Fill `reach` for palindromes that a half turn of the lattice maps to themselves; return the
    number of all.
    """
    n = way.shape[0]
    total = factors.palindromes(direction, n, reach)
    for center in range(6 * n + 1):
        one, other = way[center // 2 % n], way[(center + 1) // 2 % n]
        if half < 0 or (one[0] + other[0]) % scale != 0 or (one[1] + other[1]) % scale != 0:
            reach[center] = 0
    return total


@kernel
def _search(
    lattice, number, pairs, sides, word, opposite, mirrors, across, reach, first, length, found
):
    """Find factorizations of a type; return their number."""
    n = word.size // 3
    if number == 0:
        return factors.translations(word, n, opposite, found)
    if number == 1 or number == 6:
        used = mirrors if number == 6 else mirrors[:0]
        return factors.half_turns(word, n, opposite, used, reach, first, length, found)
    if number == 7:
        return factors.parallel_glides(word, n, opposite, mirrors, found)
    if number == 8:
        return factors.crossing_glides(word, n, opposite, mirrors, found)
    if number == 9:
        return factors.glides_at_right_angles(word, n, mirrors, across, reach, first, length, found)
    radius, one, lengths = _turns(lattice, sides, word, opposite, pairs[1, 2])
    if one[n] == 0:
        return 0
    if number == 3:
        return factors.three_turns(n, one, lengths, radius, found)
    _, other, others = _turns(lattice, sides, word, opposite, pairs[2, 2])
    return factors.palindrome_and_turns(n, reach, one, lengths, other, others, found)


@kernel
def _turns(lattice, sides, word, opposite, degrees):
    """Return radius, first and length of the factors followed by their own rotation."""
    n = word.size // 3
    radius, first = np.zeros(n, np.int64), np.zeros(n + 1, np.int64)
    length = np.zeros(1, np.int64)
    element = rotation(lattice, degrees)
    if element >= 0:
        # Reversed and rotated back around the corner, a side is the one before it.
        back = np.empty_like(opposite)
        for number in range(opposite.size):
            back[number] = turned_letter(sides, lattice, lattice.inverse[element], opposite[number])
        length = np.zeros(max(factors.turns(word, n, back, radius), 1), np.int64)
        factors.list_turns(n, radius, first, length)
    return radius, first, length


@kernel
def _list_motions(lattice, way, pairs, row, motions):
    """Fill `motions`; return False if one does not preserve the lattice."""
    rotations, scale = lattice.inverse.size // 2, lattice.scale
    for pair in range(pairs.shape[0]):
        one, other, how = pairs[pair, 0], pairs[pair, 1], pairs[pair, 2]
        motions[pair, 1] = -1
        if one < 0 or row[one] == row[(one + 1) % 6]:
            continue
        # The neighbor's side `other` lies along the piece's side `one`, in the opposite direction.
        begin, end, there = row[one], row[(one + 1) % 6], row[other]
        before, after, element = end, end, 0
        if how == _SHIFT:
            before = there
        elif how == _HALF:
            before, element = begin, rotation(lattice, 180)
        elif how in (_GLIDE, _ACROSS):
            before, after, element = there, begin, rotations + row[6]
            if how == _ACROSS and rotation(lattice, 180) >= 0:
                element = lattice.compose[rotation(lattice, 180), element]
        else:
            element = rotation(lattice, how)
        if element < 0:
            return False
        x, y = apply(lattice.matrices[element], way[before, 0], way[before, 1])
        x, y = way[after, 0] - x, way[after, 1] - y
        if x % scale != 0 or y % scale != 0:
            return False
        motions[pair, 1] = element
        motions[pair, 2] = x // scale
        motions[pair, 3] = y // scale
    return True


@kernel
def _generate(lattice, motions, period, tile):
    """Fill `period` and `tile` for the group that motions generate; return the number of tiles, 0
    if the translations of the group are all parallel.
    """
    generators = np.zeros((2 * motions.shape[0], 4), np.int64)
    count = 0
    for back in range(2):
        for k in range(motions.shape[0]):
            element = motions[k, 1]
            if element < 0:
                continue
            x, y = motions[k, 2], motions[k, 3]
            if back:
                element = lattice.inverse[element]
                x, y = apply(lattice.matrices[element], -x, -y)
            generators[count, 1] = element
            generators[count, 2] = x
            generators[count, 3] = y
            count += 1
    where = np.full(lattice.inverse.size, -1, np.int64)
    where[0] = 0
    tile[0, 1:] = 0
    period[:] = 0
    product = np.zeros(4, np.int64)
    held, at = 1, 0
    # The translations of the group are generated by the Schreier generators.
    while at < held:
        for k in range(count):
            then(generators[k], tile[at], lattice, product)
            known = where[product[1]]
            if known < 0:
                where[product[1]] = held
                for axis in range(1, 4):
                    tile[held, axis] = product[axis]
                held += 1
            else:
                span(period, product[2] - tile[known, 2], product[3] - tile[known, 3])
        at += 1
    if period[0] == 0 or period[2] == 0:
        return 0
    for k in range(held):
        tile[k, 2], tile[k, 3] = reduce_move(tile[k, 2], tile[k, 3], period)
    return held


@kernel
def covers(lattice, cells, period, tile):
    """Return whether the tiles of one period cover every cell once."""
    kinds = lattice.kind.shape[1]
    total = kinds * period[0] * period[2]
    if tile.shape[0] * cells.shape[0] != total:
        return False
    seen = np.zeros(total, np.bool_)
    for k in range(tile.shape[0]):
        for cell in range(cells.shape[0]):
            down, across, kind = image(lattice, tile[k, 1], cells[cell])
            number = number_cell(down + tile[k, 2], across + tile[k, 3], kind, kinds, period)
            if seen[number]:
                return False
            seen[number] = True
    return True
