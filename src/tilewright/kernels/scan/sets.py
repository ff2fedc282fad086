"""Fill the first empty cell, always, for many sets of pieces at once. Unchecked.

A tile goes on the board if a set that is not finished contains all pieces used so far, and this
one. A board that is full is a solution of the only set with these pieces, because every set covers
as many cells as the board has. The public functions are in `tilewright.solving.design`.

Legend (c cells in the order of the scan, p placements in the order of their first cells, b words of
cells, k pieces, s words of sets, d longest tiling)
SetsProblem, never written:
start    (c + 1,)   int64   the placements whose first cell is q are start[q]:start[q + 1]
masks    (p, b)     uint64  the cells of each placement; the bits behind the last cell are set in no
                            mask
piece    (p,)       int32   the piece of each placement
copy     (k,)       int64   the row of `has` for the first copy of each piece; one row for each copy
has      (…, s)     uint64  the sets with this copy; the row after the last copy is 0
near     (c, b)     uint64  the neighbors of each cell
sizes    (c + 1,)   bool    whether pieces of a set can have this many cells together
SetsState, where it goes on:
filled   (d + 1, b) uint64  the cells that are filled at each depth; bits behind the last cell set
sets     (d + 1, s) uint64  the sets that contain all pieces used at each depth
levels   (d + 1, 2) int64   the first empty cell at each depth; the next placement to try
region   (2, b)     uint64  empty cells that are connected; those whose neighbors were added
used     (k,)       int64   copies in use
wanted   (s,)       uint64  the sets that are not finished
counts   (s * 64,)  int64   solutions of each set so far
limits   (s * 64,)  int64   a set is finished when it has this many
control  (3,)       int64   see below
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bits import lowest_one
from ..library import kernel

#: Numbers in `control`.
DEPTH, NODES, STOP = range(3)

U = np.uint64
ZERO, ONE = U(0), U(1)


class SetsProblem(NamedTuple):
    """The arrays that are never written."""

    start: np.ndarray
    masks: np.ndarray
    piece: np.ndarray
    copy: np.ndarray
    has: np.ndarray
    near: np.ndarray
    sizes: np.ndarray


class SetsState(NamedTuple):
    """The arrays that the search writes."""

    filled: np.ndarray
    sets: np.ndarray
    levels: np.ndarray
    region: np.ndarray
    used: np.ndarray
    wanted: np.ndarray
    counts: np.ndarray
    limits: np.ndarray
    control: np.ndarray


@kernel
def _fits(masks, filled, j, depth):
    """Return True if all cells of a placement are empty."""
    for word in range(masks.shape[1]):  # noqa: SIM110 (Numba has no any())
        if masks[j, word] & filled[depth, word] != ZERO:
            return False
    return True


@kernel
def _narrow(has, sets, wanted, row, depth):
    """Keep the sets that contain one more copy of a piece; return True if one is left."""
    left = ZERO
    for word in range(sets.shape[1]):
        kept = sets[depth, word] & has[row, word] & wanted[word]
        sets[depth + 1, word] = kept
        left |= kept
    return left != ZERO


@kernel
def _next_empty(filled, depth, first):
    """Return the first empty cell from `first` on, or -1 if the board is full."""
    for word in range(first >> 6, filled.shape[1]):
        free = ~filled[depth, word]
        if free != ZERO:
            return 64 * word + np.int64(lowest_one(free))
    return -1


@kernel
def _fillable(near, sizes, filled, region, depth, first):
    """Return True if pieces can have as many cells as are connected to the first empty cell."""
    region[:] = ZERO
    region[0, first >> 6] = ONE << U(first & 63)
    size = 0
    word = 0
    while word < region.shape[1]:
        left = region[0, word] & ~region[1, word]
        if left == ZERO:
            word += 1
            continue
        region[1, word] |= left
        while left != ZERO:
            cell = 64 * word + np.int64(lowest_one(left))
            left &= left - ONE
            size += 1
            for other in range(region.shape[1]):
                region[0, other] |= near[cell, other] & ~filled[depth, other]
        word = 0
    return sizes[size]


@kernel
def _count(sets, wanted, counts, limits, depth):
    """Count a solution; return False if no set is left that is not finished."""
    left = ZERO
    for word in range(wanted.size):
        found = sets[depth, word]
        while found != ZERO:
            bit = lowest_one(found)
            found &= found - ONE
            number = 64 * word + np.int64(bit)
            counts[number] += 1
            if counts[number] >= limits[number]:
                wanted[word] &= ~(ONE << bit)
        left |= wanted[word]
    return left != ZERO


@kernel
def advance(problem, state):
    """Search until ``control[STOP]`` placements were tried; return True if the search is done."""
    start, masks, piece, copy, has, near, sizes = problem
    filled, sets, levels, region, used, wanted, counts, limits, control = state
    depth = control[DEPTH]
    nodes = control[NODES]
    while nodes < control[STOP]:
        first = levels[depth, 0]
        j = levels[depth, 1]
        end = start[first + 1]
        while j < end:
            nodes += 1
            k = piece[j]
            if _fits(masks, filled, j, depth) and _narrow(
                has, sets, wanted, copy[k] + used[k], depth
            ):
                break
            j += 1
        levels[depth, 1] = j + 1
        if j == end:
            if depth == 0:
                control[DEPTH], control[NODES] = depth, nodes
                return True
            depth -= 1
            used[piece[levels[depth, 1] - 1]] -= 1
            continue
        for word in range(masks.shape[1]):
            filled[depth + 1, word] = filled[depth, word] | masks[j, word]
        following = _next_empty(filled, depth + 1, first)
        if following >= 0:
            if not _fillable(near, sizes, filled, region, depth + 1, following):
                continue
            used[piece[j]] += 1
            depth += 1
            levels[depth, 0] = following
            levels[depth, 1] = start[following]
        elif not _count(sets, wanted, counts, limits, depth + 1):
            control[DEPTH], control[NODES] = depth, nodes
            return True
    control[DEPTH], control[NODES] = depth, nodes
    return False
