"""Images of tilings under the symmetries of their problem. Unchecked: `tilewright.solving.search`
checks the arguments.

A tiling is a set of placement numbers, an image the set of their images. Sets are compared by their
smallest member, then the next, so most comparisons scan each row once.

Legend (m = tilings, d = longest tiling, g = symmetries, p = placements)
rows      (m, d)  int32  placement numbers, -1 padded, in any order
group     (g, p)  int32  image of each placement under each symmetry, row 0 the identity
allowed   (p,)    bool   placements that the search may use
apart     (p,)    uint64 two placements with a common bit are not used together by the search
kept      (m,)    int64  numbers of the rows to keep
images    (m * g, d)  int32  distinct images of each row, the row itself first
Laid      the placements in the order of an engine
position  (a,)    int64  when the engine reaches each cell
start     (p + 1,)  int64  placement j covers item[start[j]:start[j + 1]]
item      (nnz,)  int32  cell numbers
orientation (p,)  int32
piece     (f,)    int32  piece of each orientation
rank      (p,)    int64  the order in which the engine reaches the placements
leads     (p,)    bool   no image of the placement is before it
moved     (k,)    bool   pieces with a placement whose image belongs to another piece
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..library import kernel


class Laid(NamedTuple):
    """The placements, and when an engine reaches them."""

    position: np.ndarray
    start: np.ndarray
    item: np.ndarray
    orientation: np.ndarray
    piece: np.ndarray


@kernel
def lead(begin, end, group, laid, rank, leads, moved):
    """Compare each placement with its images under the symmetries begin:end; with begin 0, also
    fill `rank`.
    """
    position, start, item, orientation, piece = laid
    if begin == 0:
        for j in range(rank.size):
            first = position[item[start[j]]]
            for k in range(start[j] + 1, start[j + 1]):
                first = min(first, position[item[k]])
            # The first cell of a placement is the one that the engine reaches first.
            rank[j] = first * piece.size + orientation[j]
    for g in range(max(begin, 1), end):
        for j in range(rank.size):
            image = group[g, j]
            if rank[image] < rank[j]:
                leads[j] = False
            if piece[orientation[image]] != piece[orientation[j]]:
                moved[piece[orientation[j]]] = True


@kernel
def _order(row, one, other):
    """Return -1, 0 or 1 if the image of `row` under `one` is before, equal to or after that under
    `other`.
    """
    last = np.int32(-1)
    while True:
        first = np.int32(2147483647)
        second = np.int32(2147483647)
        for placement in row:
            if placement < 0:
                break
            image = one[placement]
            if last < image < first:
                first = image
            image = other[placement]
            if last < image < second:
                second = image
        if first != second:
            return -1 if first < second else 1
        if first == 2147483647:
            return 0
        last = first


@kernel
def keep(rows, group, allowed, apart, kept):
    """Fill `kept` with the least row of each class of images that the search may find; return their
    number.
    """
    count = 0
    for m in range(rows.shape[0]):
        row = rows[m]
        lead = row[0]
        for placement in row:
            if 0 <= placement < lead:
                lead = placement
        least = True
        for g in range(1, group.shape[0]):
            # Most images are decided by their smallest member.
            competes = True
            first, seen = np.int32(2147483647), np.uint64(0)
            for placement in row:
                if placement < 0:
                    break
                image = group[g, placement]
                if not allowed[image] or seen & apart[image] != np.uint64(0):
                    competes = False
                    break
                seen |= apart[image]
                first = min(first, image)
            if competes and (
                first < lead or (first == lead and _order(row, group[g], group[0]) < 0)
            ):
                least = False
                break
        if least:
            kept[count] = m
            count += 1
    return count


@kernel
def expand(rows, group, images):
    """Fill `images` with the distinct images of each row; return their number."""
    count = 0
    for m in range(rows.shape[0]):
        row = rows[m]
        for g in range(group.shape[0]):
            new = True
            for h in range(g):
                if _order(row, group[g], group[h]) == 0:
                    new = False
                    break
            if new:
                for i in range(rows.shape[1]):
                    images[count, i] = group[g, row[i]] if row[i] >= 0 else -1
                count += 1
    return count


@kernel
def count_images(rows, group):
    """Return the number of distinct images of the rows, which are from different classes."""
    total = 0
    for m in range(rows.shape[0]):
        fixed = 1
        for g in range(1, group.shape[0]):
            if _order(rows[m], group[g], group[0]) == 0:
                fixed += 1
        total += group.shape[0] // fixed
    return total
