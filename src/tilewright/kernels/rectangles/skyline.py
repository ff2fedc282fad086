"""Tile a rectangle with rectangles, always in the lowest gap of the skyline.

Unchecked: `tilewright.solving.search.skyline` checks the arguments. The tiles are laid from row 0
on. The skyline is the first open row of each column, and its lowest gap is filled from the left, so
each tiling is found in one order. A gap is given up if no choice of the widths left adds up to it.

Legend (o = ways to lie, p = pieces, w = columns, t = most tiles)

ways     (o, 3)     int64  the PIECE, the columns WIDE and the rows HIGH, in the order of trial
widths   (p, 2)     int64  the columns of each piece, and those of the other way, or 0
left     (p,)       int64  the copies that may still be used
needed   (p,)       int64  the copies that must still be used; less than 0 if more are used
skyline  (w,)       int64  the first open row of each column
stack    (t + 1, 4) int64  for each level the way that was LAID (-1 none), and the lowest gap: its
                           first column AT, its columns GAP, and its ROW
sums     (s,)       uint64 work space: a bit for each number of columns from 0 to w
numbers  (6,)       int64  LEVEL, NODES, FRESH (1 if the level is to be set up), and the cells that
                           are OPEN, that tiles left can cover (SUPPLY), and must cover (NEED)
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

PIECE, WIDE, HIGH = range(3)
LAID, AT, GAP, ROW = range(4)
LEVEL, NODES, FRESH, OPEN, SUPPLY, NEED = range(6)
#: What `advance` returns: the budget is used up; a tiling is found; there is none.
PAUSED, FOUND, FINISHED = 0, 1, 2


@kernel
def advance(ways, widths, left, needed, skyline, stack, sums, numbers, rows, budget):
    """Search until a tiling is found, for `budget` nodes, or to the end. Call again to resume."""
    end = numbers[NODES] + budget
    while True:
        level = numbers[LEVEL]
        way = len(ways)
        if numbers[FRESH] == 1:
            if numbers[OPEN] == 0:
                return FOUND
            if numbers[NODES] >= end:
                return PAUSED
            numbers[FRESH] = 0
            stack[level, LAID] = -1
            find_gap(skyline, stack[level])
            if adds_up(widths, left, sums, stack[level, GAP]):
                way = 0
        elif stack[level, LAID] >= 0:
            way = stack[level, LAID]
            lay(ways[way], left, needed, skyline, stack[level], numbers, -1)
            stack[level, LAID] = -1
            way += 1
        row, gap = stack[level, ROW], stack[level, GAP]
        while way < len(ways) and (
            left[ways[way, PIECE]] == 0 or ways[way, WIDE] > gap or row + ways[way, HIGH] > rows
        ):
            way += 1
        if way == len(ways):
            if level == 0:
                return FINISHED
            numbers[LEVEL] = level - 1
            continue
        stack[level, LAID] = way
        numbers[NODES] += 1
        lay(ways[way], left, needed, skyline, stack[level], numbers, 1)
        if numbers[SUPPLY] >= numbers[OPEN] >= numbers[NEED]:
            numbers[LEVEL] = level + 1
            numbers[FRESH] = 1


@kernel
def find_gap(skyline, place):
    """Write the lowest gap, the first of several."""
    at, row = 0, skyline[0]
    for column in range(1, len(skyline)):
        if skyline[column] < row:
            at, row = column, skyline[column]
    after = at + 1
    while after < len(skyline) and skyline[after] == row:
        after += 1
    place[AT], place[GAP], place[ROW] = at, after - at, row


@kernel
def adds_up(widths, left, sums, gap):
    """Whether the widths of some tiles that are left add up to a gap."""
    words = (gap >> 6) + 1
    for word in range(words):
        sums[word] = 0
    sums[0] = 1
    for piece in range(len(left)):
        one, other = widths[piece]
        shorter = one if other == 0 else min(one, other)
        for _ in range(min(left[piece], gap // shorter)):
            for word in range(words - 1, -1, -1):
                more = sums[word] | shifted(sums, word, one)
                if other > 0:
                    more |= shifted(sums, word, other)
                sums[word] = more
        if (sums[gap >> 6] >> np.uint64(gap & 63)) & np.uint64(1):
            return True
    return False


@kernel
def shifted(bits, word, by):
    """Return a word of bits that are moved up."""
    at, low = word - (by >> 6), by & 63
    if at < 0:
        return np.uint64(0)
    moved = bits[at] << np.uint64(low)
    if at > 0:
        moved |= (bits[at - 1] >> np.uint64(1)) >> np.uint64(63 - low)
    return moved


@kernel
def lay(way, left, needed, skyline, place, numbers, sign):
    """Lay a tile in the lowest gap, or with sign -1 take it away."""
    piece, wide, high = way[PIECE], way[WIDE], way[HIGH]
    cells = wide * high
    if sign < 0:
        needed[piece] += 1
    if needed[piece] > 0:
        numbers[NEED] -= sign * cells
    if sign > 0:
        needed[piece] -= 1
    left[piece] -= sign
    numbers[OPEN] -= sign * cells
    numbers[SUPPLY] -= sign * cells
    after = place[ROW] + (high if sign > 0 else 0)
    for column in range(place[AT], place[AT] + wide):
        skyline[column] = after
