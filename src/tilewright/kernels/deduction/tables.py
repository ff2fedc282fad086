"""Lay out what never changes in a problem: its sums, split over cells, and what each piece may add
to a region. Unchecked: called by `tilewright.puzzles.deduction`.

A term that is for all cells of a placement is shared evenly by them. So that shares are integers,
its sum is scaled by the least common multiple of the numbers of cells.

Both functions are called twice: with empty arrays they only tell how much room they need.

Legend (q = terms, m = sums, p = placements, v = words of p bits, a = cells, k = pieces)
start, item, piece          the placements, see `tilewright.kernels.deduction.steps`
over      (a, v)   uint64   the placements that cover each cell
demand    (q, 4)   int64    the terms, by sum, then by placement: sum, placement, cell (-1 for all),
                            weight; in a colored sum, the weight is a color
bounds    (m, 3)   int64    of each sum: least, most (-1 for no bound), whether it is colored
SumTables                   the result, see `tilewright.kernels.deduction.sums`
neighbor, dot               the board, see `tilewright.kernels.deduction.regions`
whole     (k, 2)   int64    the cells of each piece and the marks on them, -1 if these can differ
connected (k,)     bool     whether all its cells are in one part
most      (k,)     int64
first, share, counted       the result, see `tilewright.kernels.deduction.regions`
sizes     (4,)     int64    the numbers of terms, rows, levels and entries of wide placements; or
                            those of shares, cached sets, rows of a set, words of a row
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..library import kernel

#: The fewest and the most cached sets of region sizes, and the most bytes for them.
_FEWEST, _MOST, _MEMORY = 16, 512, 4 << 20


class SumTables(NamedTuple):
    """The last fields of `DeductionTables`."""

    term: np.ndarray
    sum: np.ndarray
    adds: np.ndarray
    floor: np.ndarray
    ceiling: np.ndarray
    colored: np.ndarray
    local: np.ndarray
    row: np.ndarray
    cell: np.ndarray
    level: np.ndarray
    value: np.ndarray
    shown: np.ndarray
    wide: np.ndarray
    entry: np.ndarray
    lowest: np.ndarray
    highest: np.ndarray


@kernel
def lay_sums(start, item, over, demand, bounds, sums, sizes):
    """Fill the tables of the sums, and `sizes`."""
    writing = sums.value.size > 0
    share = _split(start, item, demand, bounds, sums)
    terms = _add_up(share, sums, writing)
    covering = np.zeros(over.shape[0], np.int64)
    for place in range(item.size):
        covering[item[place]] += 1
    # Where the shares of each cell are among those of a sum, which are sorted by cell.
    begin = np.zeros(over.shape[0] + 1, np.int64)
    row_of = np.empty(over.shape[0], np.int64)
    values = np.empty(share.shape[0], np.int64)
    order = np.empty(share.shape[0], np.int64)
    rows = 0
    levels = 0
    entries = 0
    end = 0
    for number in range(bounds.shape[0]):
        low = end
        while end < share.shape[0] and share[end, 0] == number:
            end += 1
        _sort_by_cell(share, low, end, begin, order)
        for cell in range(covering.size):
            if begin[cell] == begin[cell + 1]:
                continue
            row_of[cell] = rows
            here = order[begin[cell] : begin[cell + 1]]
            count = _list_values(share, here, covering[cell], values)
            if writing:
                sums.cell[rows] = cell
                for each in range(count):
                    sums.value[levels + each] = values[each]
                _show(share, here, over[cell], levels, levels + count, sums)
                sums.level[rows + 1] = levels + count
            levels += count
            rows += 1
        sums.row[number + 1] = rows
        if not bounds[number, 2]:
            entries = _list_wide(share, low, end, row_of, entries, sums, writing)
        sums.wide[number + 1] = entries
    sizes[0] = terms
    sizes[1] = rows
    sizes[2] = levels
    sizes[3] = entries


@kernel
def _split(start, item, demand, bounds, sums):
    """Return the share of each placement at each of its cells, sum by sum: sum, placement, cell,
    share; write the bounds.
    """
    scale = np.ones(bounds.shape[0], np.int64)
    total = 0
    for number in range(bounds.shape[0]):
        sums.colored[number] = bounds[number, 2] > 0
        sums.local[number] = True
        sums.ceiling[number] = 0
    for each in range(demand.shape[0]):
        size = 1
        if demand[each, 2] < 0:
            number = demand[each, 0]
            size = start[demand[each, 1] + 1] - start[demand[each, 1]]
            sums.local[number] = False
            # The least common multiple.
            one, other = scale[number], size
            while other:
                one, other = other, one % other
            scale[number] *= size // one
        total += size
    share = np.empty((total, 4), np.int64)
    total = 0
    for each in range(demand.shape[0]):
        number, placement, cell = demand[each, 0], demand[each, 1], demand[each, 2]
        weight = scale[number] * demand[each, 3]
        first = 0
        size = 1
        if cell < 0:
            first = start[placement]
            size = start[placement + 1] - first
        for place in range(first, first + size):
            share[total, 0] = number
            share[total, 1] = placement
            share[total, 2] = cell if cell >= 0 else item[place]
            share[total, 3] = weight // size
            total += 1
        sums.ceiling[number] += weight
    for number in range(bounds.shape[0]):
        sums.floor[number] = scale[number] * bounds[number, 0]
        if bounds[number, 1] >= 0:
            sums.ceiling[number] = scale[number] * bounds[number, 1]
    return share


@kernel
def _end_of_placement(share, each):
    """Return the end of the shares of the same sum and placement."""
    end = each + 1
    while (
        end < share.shape[0] and share[end, 0] == share[each, 0] and share[end, 1] == share[each, 1]
    ):
        end += 1
    return end


@kernel
def _add_up(share, sums, writing):
    """Count what placements add to sums in all, or write it, by placement; return the number."""
    term = sums.term
    count = 0
    for step in range(2 if writing else 1):
        each = 0
        while each < share.shape[0]:
            number, placement = share[each, 0], share[each, 1]
            end = _end_of_placement(share, each)
            adds = 0
            for one in range(each, end):
                if sums.colored[number]:
                    adds = max(adds, share[one, 3])
                else:
                    adds += share[one, 3]
            each = end
            if adds == 0:
                continue
            if step == 0:
                count += 1
                term[placement + 1] += 1
            else:
                # The end of the placement before it, which moves on to its own.
                sums.sum[term[placement]] = number
                sums.adds[term[placement]] = adds
                term[placement] += 1
        if step == 0:
            for placement in range(term.size - 1):
                term[placement + 1] += term[placement]
    if writing:
        for placement in range(term.size - 1, 0, -1):
            term[placement] = term[placement - 1]
        term[0] = 0
    else:
        term[:] = 0
    return count


@kernel
def _sort_by_cell(share, low, end, begin, order):
    """Sort the numbers of some shares by cell, stably; those of a cell are
    ``order[begin[cell]:begin[cell + 1]]``.
    """
    begin[:] = 0
    for each in range(low, end):
        begin[share[each, 2] + 1] += 1
    for cell in range(begin.size - 1):
        begin[cell + 1] += begin[cell]
    for each in range(low, end):
        order[begin[share[each, 2]]] = each
        begin[share[each, 2]] += 1
    for cell in range(begin.size - 1, 0, -1):
        begin[cell] = begin[cell - 1]
    begin[0] = 0


@kernel
def _list_values(share, here, covering, values):
    """Write the shares at a cell, ascending, each once, and 0 if a placement has no other; return
    how many there are.
    """
    count = 0
    positive = 0
    for each in here:
        value = share[each, 3]
        positive += value > 0
        place = 0
        while place < count and values[place] < value:
            place += 1
        if value == 0 or (place < count and values[place] == value):
            continue
        for later in range(count, place, -1):
            values[later] = values[later - 1]
        values[place] = value
        count += 1
    if positive < covering:
        for later in range(count, 0, -1):
            values[later] = values[later - 1]
        values[0] = 0
        count += 1
    return count


@kernel
def _show(share, here, over, first, end, sums):
    """Write the placements of each level of a cell."""
    for each in here:
        placement = share[each, 1]
        bit = np.uint64(1) << np.uint64(placement & 63)
        for level in range(first, end):
            if sums.value[level] == share[each, 3] and share[each, 3]:
                sums.shown[level, placement >> 6] |= bit
    if sums.value[first] == 0:
        for word in range(over.size):
            rest = over[word]
            for level in range(first + 1, end):
                rest &= ~sums.shown[level, word]
            sums.shown[first, word] = rest


@kernel
def _list_wide(share, low, end, row_of, entries, sums, writing):
    """Write the entries of placements that have several cells in a sum; return how many there are
    then.
    """
    each = low
    while each < end:
        later = _end_of_placement(share, each)
        if later - each > 1:
            for one in range(each, later):
                if writing:
                    sums.entry[entries, 0] = share[one, 1]
                    sums.entry[entries, 1] = row_of[share[one, 2]]
                    sums.entry[entries, 2] = share[one, 3]
                entries += 1
        each = later
    return entries


@kernel
def list_shares(
    start, item, piece, neighbor, dot, whole, connected, most, first, share, counted, sizes
):
    """Write what one copy of each piece may add to a region, ascending, whether its copies are
    counted, and `sizes`.

    A connected piece adds all its cells. Other pieces lie in parts, any of which may be in a
    region; their placements are examined, and so are all if the marks can differ.
    """
    count = 0
    size = 0
    for number in range(most.size):
        size = max(size, whole[number, 0])
    able = np.zeros((size + 1, size + 1), np.bool_)
    for number in range(most.size):
        size = whole[number, 0]
        able[:] = False
        if whole[number, 1] >= 0:
            able[size, whole[number, 1]] = True
        if not connected[number] or whole[number, 1] < 0:
            _list_parts(start, item, piece, neighbor, dot, number, able)
        for cells in range(1, size + 1):
            for marks in range(size + 1):
                if able[cells, marks]:
                    if share.shape[0]:
                        share[count, 0] = cells
                        share[count, 1] = marks
                    count += 1
        first[number + 1] = count
        # Copies that fill the whole board never run out in a part of it.
        counted[number] = most[number] < dot.size // size or count - first[number] > 1
    rows = 1
    for cell in range(dot.size):
        rows += dot[cell]
    words = (dot.size + 64) // 64
    sizes[0] = count
    sizes[1] = max(_FEWEST, min(_MOST, _MEMORY // (rows * words * 8)))
    sizes[2] = rows
    sizes[3] = words


@kernel
def _list_parts(start, item, piece, neighbor, dot, number, able):
    """Mark the cells and marks of every union of parts of the placements of a piece."""
    size = able.shape[0] - 1
    # The parts of a placement, and of the one before it.
    part = np.zeros((size + 1, 2), np.int64)
    before = np.zeros((size + 1, 2), np.int64)
    reached = np.empty(able.shape, np.bool_)
    inside = np.zeros(dot.size, np.bool_)
    queue = np.empty(size + 1, np.int64)
    for placement in range(piece.size):
        if piece[placement] != number:
            continue
        cells = item[start[placement] : start[placement + 1]]
        for cell in cells:
            inside[cell] = True
        part[:] = 0
        parts = 0
        for cell in cells:
            if inside[cell]:
                _flood(neighbor, dot, cell, inside, queue, part[parts])
                parts += 1
        same = True
        for each in range(size + 1):
            same = same and part[each, 0] == before[each, 0] and part[each, 1] == before[each, 1]
        if same:
            continue
        before[:] = part
        reached[:] = False
        reached[0, 0] = True
        for each in range(parts):
            more, dots = part[each, 0], part[each, 1]
            for a in range(size - more, -1, -1):
                for d in range(size - dots, -1, -1):
                    if reached[a, d]:
                        reached[a + more, d + dots] = True
        for a in range(1, size + 1):
            for d in range(size + 1):
                able[a, d] |= reached[a, d]


@kernel
def _flood(neighbor, dot, start, inside, queue, part):
    """Remove the part of a cell from a set, and count its cells and marks."""
    queue[0] = start
    inside[start] = False
    part[0] = 1
    place = 0
    while place < part[0]:
        cell = queue[place]
        place += 1
        part[1] += dot[cell]
        for side in range(neighbor.shape[1]):
            other = neighbor[cell, side]
            if other >= 0 and inside[other]:
                inside[other] = False
                queue[part[0]] = other
                part[0] += 1
