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
Merging  placements on joined sides, or with marks that agree with several
start, item, orientation   see `Placements`; the cells of each are sorted here
mark     (nnz,)   int32  what a placement shows on each cell; no elements if that does not count
piece    (p,)     int32  the piece of each placement
extra    (p,)     int64  what else tells placements apart; or no elements
which    (p,)     int32  the number of the placement that each is one of; -1 if it meets itself
chosen   (p,)     int32  the first one of each, by their numbers
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


class Merging(NamedTuple):
    """Placements on joined sides, or with marks that agree with several."""

    start: np.ndarray
    item: np.ndarray
    mark: np.ndarray
    piece: np.ndarray
    orientation: np.ndarray
    extra: np.ndarray
    which: np.ndarray
    chosen: np.ndarray


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


@kernel
def merge(laid):
    """Make one of placements that cover the same cells with the same piece, unless they show other
    marks there; return their number. They are numbered by first cell, then by orientation.
    """
    start, item, mark, _, _, _, which, chosen = laid
    size = which.size
    table = np.full(2 * size + 1, -1, np.int32)
    count = 0
    for j in range(size):
        proper = True
        mixed = np.int64(laid.piece[j])
        for k in range(start[j], start[j + 1]):
            cell, shown = item[k], mark[k] if mark.size else np.int32(0)
            at = k
            while at > start[j] and item[at - 1] > cell:
                item[at] = item[at - 1]
                if mark.size:
                    mark[at] = mark[at - 1]
                at -= 1
            item[at] = cell
            if mark.size:
                mark[at] = shown
            proper = proper and (at == start[j] or item[at - 1] != cell)
        which[j] = -1
        if not proper:
            continue
        for k in range(start[j], start[j + 1]):
            mixed = (mixed * 65599 + item[k]) % 2147483647
        slot = mixed % table.size
        while table[slot] >= 0:
            other = chosen[table[slot]]
            if laid.piece[j] == laid.piece[other] and _order(laid, j, other, False) == 0:
                break
            slot = (slot + 1) % table.size
        if table[slot] < 0:
            table[slot] = count
            chosen[count] = j
            count += 1
        which[j] = table[slot]
    # Sort the first of each by merging longer and longer runs.
    rank = np.arange(count)
    spare = np.empty(count, np.int64)
    width = 1
    while width < count:
        for begin in range(0, count, 2 * width):
            middle, end = min(begin + width, count), min(begin + 2 * width, count)
            one, other = begin, middle
            for place in range(begin, end):
                first = other == end or (
                    one < middle and _order(laid, chosen[rank[one]], chosen[rank[other]], True) <= 0
                )
                spare[place] = rank[one] if first else rank[other]
                one += first
                other += not first
        rank, spare = spare, rank
        width *= 2
    number = spare
    example = np.empty(count, np.int32)
    for place in range(count):
        number[rank[place]] = place
        example[place] = chosen[rank[place]]
    for place in range(count):
        chosen[place] = example[place]
    for j in range(size):
        if which[j] >= 0:
            which[j] = number[which[j]]
    return count


@kernel
def _order(laid, one, other, oriented):
    """Return a negative number, 0 or a positive one: by first cell, orientation if that counts, all
    cells, what else tells them apart, and marks.
    """
    start, item, mark = laid.start, laid.item, laid.mark
    begin, there = start[one], start[other]
    if oriented and item[begin] != item[there]:
        return np.int64(item[begin]) - item[there]
    if oriented and laid.orientation[one] != laid.orientation[other]:
        return np.int64(laid.orientation[one]) - laid.orientation[other]
    size = start[one + 1] - begin
    if size != start[other + 1] - there:
        return size - (start[other + 1] - there)
    for k in range(size):
        if item[begin + k] != item[there + k]:
            return np.int64(item[begin + k]) - item[there + k]
    if laid.extra.size and laid.extra[one] != laid.extra[other]:
        return laid.extra[one] - laid.extra[other]
    for k in range(size if mark.size else 0):
        if mark[begin + k] != mark[there + k]:
            return np.int64(mark[begin + k]) - mark[there + k]
    return np.int64(0)
