"""Find the sizes that the remaining pieces can cover, and regions that cannot be filled.

The public functions are in `tilewright.puzzles.deduction`. A region is a connected set of open
cells. What can be covered is a set of pairs (size, marks): for each number of marks, a row of bits,
one for each size, which a piece shifts. Sets are cached by the copies used.

A copy of a piece that is always connected adds all its cells to one region, or none. One that may
lie in several parts adds any of several shares, with the other parts elsewhere.

Legend (a = cells, k = pieces, s = shares, d = marks on the board + 1, w = words of a + 1 bits, h =
sets cached)

Pieces, never written:
neighbor    (a, d) int32   the cells beside each cell, of squares: above, left, right, below; -1
                           none
dot         (a,)   int64   1 for a cell with a mark
first       (k + 1,) int64 a copy of piece j adds one of share[first[j]:first[j + 1]] to a region,
            or nothing
share       (s, 2) int64   a number of cells, and of marks on them
most        (k,)   int64   copies of each piece
counted     (k,)   bool    whether its copies are counted; not if there are always as many as a
                           region can take
empty       ()     int64   cells that may stay empty

Work space:
known       (h, k) int64   the copies used for which each set is cached; -1 none
fits        (h, d, w) uint64 the sets
spare       (d, w) uint64  a set before a copy is added
seen        (a,)   int64   the flood that reached each cell
queue       (a,)   int32   the cells of a flood
clock       (1,)   int64   the number of the last flood
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..library import kernel


class Regions(NamedTuple):
    """The arrays above, as one argument."""

    neighbor: np.ndarray
    dot: np.ndarray
    first: np.ndarray
    share: np.ndarray
    most: np.ndarray
    counted: np.ndarray
    empty: int
    known: np.ndarray
    fits: np.ndarray
    spare: np.ndarray
    seen: np.ndarray
    queue: np.ndarray
    clock: np.ndarray


@kernel
def capacity(regions, used):
    """Return the index of the cached set for the copies used; compute it if it is not cached."""
    counted = regions.counted
    place = 0
    for piece in range(regions.most.size):
        if counted[piece]:
            place = (place * 31 + used[piece]) & 0xFFFFFF
    place %= regions.known.shape[0]
    known = regions.known[place]
    same = known[0] >= 0
    for piece in range(regions.most.size):
        same = same and (not counted[piece] or known[piece] == used[piece])
    if same:
        return place
    for piece in range(regions.most.size):
        known[piece] = used[piece]
    sums = regions.fits[place]
    for row in range(sums.shape[0]):
        for word in range(sums.shape[1]):
            sums[row, word] = np.uint64(0)
    sums[0, 0] = np.uint64(1)
    for piece in range(regions.most.size):
        left = regions.most[piece] - (used[piece] if counted[piece] else 0)
        begin = regions.first[piece]
        end = regions.first[piece + 1]
        if end - begin > 1:
            _add_shares(regions, sums, begin, end, left)
            continue
        # Sums of 1, 2, 4, … copies make every number of copies.
        copies = 1
        while left > 0:
            copies = min(copies, left)
            left -= copies
            if not _shift(
                sums, sums, copies * regions.share[begin, 0], copies * regions.share[begin, 1]
            ):
                break
            copies *= 2
    for _ in range(min(regions.empty, regions.seen.size)):
        changed = False
        for marks in range(sums.shape[0] - 1, -1, -1):
            changed = _or_shifted(sums, marks, sums, marks, 1) or changed
            if marks:
                changed = _or_shifted(sums, marks, sums, marks - 1, 1) or changed
        if not changed:
            break
    return place


@kernel
def _add_shares(regions, sums, begin, end, copies):
    """Add to each pair what this many copies may add, each one of some shares or nothing."""
    spare = regions.spare
    changed = True
    while copies > 0 and changed:
        copies -= 1
        for row in range(sums.shape[0]):
            for word in range(sums.shape[1]):
                spare[row, word] = sums[row, word]
        changed = False
        for number in range(begin, end):
            share = regions.share[number]
            changed = _shift(sums, spare, share[0], share[1]) or changed


@kernel
def _shift(sums, source, size, marks):
    """Add each pair of a set (perhaps the same one), with more size and marks; return True if any
    is new.
    """
    changed = False
    for row in range(sums.shape[0] - 1 - marks, -1, -1):
        changed = _or_shifted(sums, row + marks, source, row, size) or changed
    return changed


@kernel
def _or_shifted(sums, into, source, row, shift):
    """Join a row of bits with another that is shifted up; return True if any is new."""
    words = shift >> 6
    low = np.uint64(shift & 63)
    high = np.uint64(64 - (shift & 63))
    changed = False
    # From the top, so that a row can be joined with itself.
    for word in range(sums.shape[1] - 1, words - 1, -1):
        value = source[row, word - words] << low
        if low and word > words:
            value |= source[row, word - words - 1] >> high
        before = sums[into, word]
        sums[into, word] = before | value
        changed = changed or sums[into, word] != before
    return changed


@kernel
def _fits(regions, place, size, marks):
    """Return True if a set has a pair."""
    return (regions.fits[place, marks, size >> 6] >> np.uint64(size & 63)) & np.uint64(
        1
    ) != np.uint64(0)


@kernel
def _flood(regions, covered, seed, stamp):
    """Reach the region of a cell; return its size and marks. Its cells are in the queue."""
    queue = regions.queue
    seen = regions.seen
    queue[0] = seed
    seen[seed] = stamp
    size = 1
    marks = 0
    at = 0
    while at < size:
        cell = queue[at]
        at += 1
        marks += regions.dot[cell]
        for side in range(regions.neighbor.shape[1]):
            beside = regions.neighbor[cell, side]
            if beside >= 0 and seen[beside] != stamp and not covered[beside]:
                seen[beside] = stamp
                queue[size] = beside
                size += 1
    return size, marks


@kernel
def misfit(regions, covered, used):
    """Return the size of the first open region that cannot be filled, its cells in the queue; 0 if
    all can.
    """
    regions.clock[0] += 1
    stamp = regions.clock[0]
    place = capacity(regions, used)
    for cell in range(covered.size):
        if not covered[cell] and regions.seen[cell] != stamp:
            size, marks = _flood(regions, covered, cell, stamp)
            if not _fits(regions, place, size, marks):
                return size
    return 0


@kernel
def stranded(regions, covered, used, cells):
    """Write the cells of the smallest open region that cannot be filled, ascending; return their
    number, 0 if all can.
    """
    regions.clock[0] += 1
    stamp = regions.clock[0]
    place = capacity(regions, used)
    least = 0
    seed = -1
    for cell in range(covered.size):
        if not covered[cell] and regions.seen[cell] != stamp:
            size, marks = _flood(regions, covered, cell, stamp)
            if (seed < 0 or size < least) and not _fits(regions, place, size, marks):
                least = size
                seed = cell
    if seed >= 0:
        regions.clock[0] += 1
        _flood(regions, covered, seed, regions.clock[0])
        number = 0
        for cell in range(covered.size):
            if regions.seen[cell] == regions.clock[0]:
                cells[number] = cell
                number += 1
    return least


@kernel
def cut_off(regions, covered, used, cells, piece):
    """Return the size of a region beside a placement of `piece` on `cells` that could not be
    filled; see `misfit`.
    """
    regions.clock[0] += 1
    stamp = regions.clock[0]
    used[piece] += 1
    place = capacity(regions, used)
    used[piece] -= 1
    for cell in cells:
        regions.seen[cell] = stamp
    for cell in cells:
        for side in range(regions.neighbor.shape[1]):
            beside = regions.neighbor[cell, side]
            if beside >= 0 and not covered[beside] and regions.seen[beside] != stamp:
                size, marks = _flood(regions, covered, beside, stamp)
                if not _fits(regions, place, size, marks):
                    return size
    return 0
