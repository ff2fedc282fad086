"""Fill the first empty cell, always, for many sets of pieces at once. Unchecked.

A tile goes on the board if a set that is not finished contains all pieces used so far, and this
one. Every set covers as many cells as the board has.

From a cell on (`CUT`), what follows depends only on the cells that are filled. So the ways to fill
the rest are found once, and kept as the sums of the digits of their pieces. Added to the sum of the
pieces used so far, each is the sum of a set, or of no set. The public functions are in
`tilewright.solving.design`.

Legend (c cells in the order of the scan, p placements in the order of their first cells, b words of
cells, k pieces, s words of sets, d twice the pieces of the longest tiling)
SetsProblem, never written:
start    (c + 1,)   int64   the placements whose first cell is q are start[q]:start[q + 1]
masks    (p, b)     uint64  the cells of each placement; the bits behind the last cell are set in no
                            mask
piece    (p,)       int32   the piece of each placement
has      (k, …, s)  uint64  the sets with more than 0, 1, … copies of each piece
near     (c, b)     uint64  the neighbors of each cell
sizes    (c + 1,)   bool    whether pieces of a set can have this many cells together
digit    (k,)       uint64  what a copy of each piece adds to a sum; no two sets have equal sums
total    (2^h,)     uint64  the sums of the sets, in a hash table with open addressing
number   (2^h,)     int32   the set with this sum; -1: the slot is free
SetsState, where it goes on:
filled   (d + 1, b) uint64  the cells that are filled at each depth; bits behind the last cell set
sets     (d + 1, s) uint64  the sets that contain all pieces used at each depth
levels   (d + 1, 2) int64   the first empty cell at each depth; the next placement to try
region   (2, b)     uint64  empty cells that are connected; those whose neighbors were added
sums     (d + 1,)   uint64  the sum of the pieces used at each depth
used     (2, k)     int64   copies in use; copies in use since `BASE`
wanted   (s,)       uint64  the sets that are not finished
left     (n,)       int64   how many more solutions of each of the n sets are counted; 0: finished
profiles (2^m, b)   uint64  filled cells whose rests are known, in a hash table
spans    (2^m, 2)   int64   the first of their rests, and the one after the last; -1: free
rests    (r,)       uint64  the sums of rests; the first is that of no pieces
control  (7,)       int64   see below
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bits import lowest_one
from ..library import kernel

#: Numbers in `control`. `BASE` is the depth from which rests are being found, or -1, and `SLOT` is
#: the slot of these rests. `RESTS`, `PROFILES` and `UNFINISHED` are the numbers of known rests and
#: profiles, and of sets that are not finished; the latter is 0 at the end of the search.
DEPTH, CUT, BASE, SLOT, RESTS, PROFILES, UNFINISHED = range(7)
#: All rests are forgotten if there are so many.
MOST_RESTS = 1 << 22

U = np.uint64
ZERO, ONE = U(0), U(1)


class SetsProblem(NamedTuple):
    """The arrays that are never written."""

    start: np.ndarray
    masks: np.ndarray
    piece: np.ndarray
    has: np.ndarray
    near: np.ndarray
    sizes: np.ndarray
    digit: np.ndarray
    total: np.ndarray
    number: np.ndarray


class SetsState(NamedTuple):
    """The arrays that the search writes."""

    filled: np.ndarray
    sets: np.ndarray
    levels: np.ndarray
    region: np.ndarray
    sums: np.ndarray
    used: np.ndarray
    wanted: np.ndarray
    left: np.ndarray
    profiles: np.ndarray
    spans: np.ndarray
    rests: np.ndarray
    control: np.ndarray


@kernel
def _fits(masks, filled, j, depth):
    """Return True if all cells of a placement are empty."""
    for word in range(masks.shape[1]):  # noqa: SIM110 (Numba has no any())
        if masks[j, word] & filled[depth, word] != ZERO:
            return False
    return True


@kernel
def _narrow(has, sets, wanted, k, used, depth):
    """Keep the sets that contain one more copy of a piece; return True if one is left."""
    left = ZERO
    for word in range(sets.shape[1]):
        kept = sets[depth, word] & has[k, used, word] & wanted[word]
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
def _hash(word):
    """Mix a word."""
    word = (word ^ (word >> U(32))) * U(0x9E3779B97F4A7C15)
    return word ^ (word >> U(29))


@kernel
def lay_out(sums, total, number):
    """Enter the sum of each set in a hash table, which is empty and larger."""
    last = U(total.size - 1)
    for k in range(sums.size):
        place = _hash(sums[k]) & last
        while number[place] >= 0:
            place = (place + ONE) & last
        total[place] = sums[k]
        number[place] = k


@kernel
def _join(problem, state, first, stop, begun):
    """Count the solutions that begin with pieces of a sum and end with some of the rests."""
    total, number = problem.total, problem.number
    last = U(total.size - 1)
    for rest in range(first, stop):
        whole = begun + state.rests[rest]
        place = _hash(whole) & last
        while number[place] >= 0 and total[place] != whole:
            place = (place + ONE) & last
        k = np.int64(number[place])
        if k >= 0 and state.left[k] > 0:
            state.left[k] -= 1
            if state.left[k] == 0:
                state.wanted[k >> 6] &= ~(ONE << U(k & 63))
                state.control[UNFINISHED] -= 1


@kernel
def _find(profiles, spans, cells):
    """Return the slot of filled cells, or the free slot for them."""
    key = ZERO
    for word in cells:
        key = _hash(key ^ word)
    last = U(profiles.shape[0] - 1)
    slot = key & last
    while spans[slot, 0] >= 0 and (profiles[slot] != cells).any():
        slot = (slot + ONE) & last
    return np.int64(slot)


@kernel
def _begin_rests(state, depth):
    """Begin to find the rests of the filled cells; forget all others if there are too many."""
    profiles, spans, control = state.profiles, state.spans, state.control
    if 2 * control[PROFILES] >= profiles.shape[0] or control[RESTS] >= MOST_RESTS:
        spans[:] = -1
        control[PROFILES], control[RESTS] = 0, 1
    slot = _find(profiles, spans, state.filled[depth])
    profiles[slot] = state.filled[depth]
    spans[slot] = control[RESTS]
    control[PROFILES] += 1
    control[BASE], control[SLOT] = depth, slot
    state.sets[depth] = state.wanted
    state.used[1] = 0


@kernel
def advance(problem, state, budget):
    """Search until `budget` placements were made, all sets are finished, or there is no room for
    a rest.
    """
    start, masks, piece, has, near, sizes, digit = problem[:7]
    filled, sets, levels, region, sums, used, wanted = state[:7]
    spans, rests, control = state.spans, state.rests, state.control
    depth = control[DEPTH]
    while budget > 0 and control[UNFINISHED] > 0 and control[RESTS] < rests.size:
        budget -= 1
        part = np.int64(control[BASE] >= 0)
        first = levels[depth, 0]
        j = levels[depth, 1]
        while j < start[first + 1]:
            k = piece[j]
            if _fits(masks, filled, j, depth) and _narrow(
                has, sets, wanted, k, used[part, k], depth
            ):
                break
            j += 1
        levels[depth, 1] = j + 1
        if j == start[first + 1]:
            if depth == control[BASE]:
                spans[control[SLOT], 1] = control[RESTS]
                control[BASE] = -1
                part = 0
                _join(problem, state, spans[control[SLOT], 0], control[RESTS], sums[depth])
            if depth == 0:
                control[UNFINISHED] = 0
            else:
                depth -= 1
                used[part, piece[levels[depth, 1] - 1]] -= 1
            continue
        for word in range(masks.shape[1]):
            filled[depth + 1, word] = filled[depth, word] | masks[j, word]
        sums[depth + 1] = sums[depth] + digit[k]
        following = _next_empty(filled, depth + 1, first)
        if following < 0 and part:
            rests[control[RESTS]] = sums[depth + 1] - sums[control[BASE]]
            control[RESTS] += 1
        elif following < 0:
            _join(problem, state, 0, 1, sums[depth + 1])
        elif _fillable(near, sizes, filled, region, depth + 1, following):
            used[part, k] += 1
            depth += 1
            levels[depth, 0] = following
            levels[depth, 1] = start[following]
            if part == 0 and following >= control[CUT]:
                slot = _find(state.profiles, spans, filled[depth])
                if spans[slot, 0] < 0:
                    _begin_rests(state, depth)
                else:
                    levels[depth, 1] = start[following + 1]
                    _join(problem, state, spans[slot, 0], spans[slot, 1], sums[depth])
    control[DEPTH] = depth
