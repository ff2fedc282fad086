"""Lay a cover out as items and options.

The items are the cells, the pieces that need one, the number of cells that stay empty, what holds
placements apart, and sums. Unchecked: called by `tilewright.solving.search.engines.dance.layout`.

Legend (a = cells, p = placements, k = pieces, m = sums, o = options, z = entries of all, n = items)
DanceCover     the cover
start     (p + 1,) int64   placement j covers item[start[j]:start[j + 1]]
item      (nnz,)   int32   cells, ascending inside a placement
piece     (p,)     int32   the piece of each placement
optional  (a,)     bool    whether each cell may stay empty
DanceCopies    the copies of each piece, and how many cells stay empty
size      (k,)     int64   cells of each piece
least     (k,)     int64
most      (k,)     int64
unlimited (k,)     bool    pieces that may be used any number of times
empty     (2,)     int64   least and most
DanceSums      what the rules demand
start     (m + 1,) int64   sum i has the terms start[i]:start[i + 1]
placement (nnz_m,) int32   the placement of each term, each once in a sum
weight    (nnz_m,) int32   what it adds, or its color
least     (m,)     int64
most      (m,)     int64
colored   (m,)     bool    all placements that are used must have the same color
DanceOptions   the result; there is room for more
number    (o,)     int32   the placement of each option, -1 for a cell that stays empty
start     (o + 1,) uint32  option i has the entries start[i]:start[i + 1]
item      (z,)     uint32
color     (z,)     int32   0 for none
bounds    (n, 2)   int32   least and most options with each item; (0, 0) for a secondary item
filled    (4,)     int64   options, entries, items, and entries with a color
usable    (p,)     bool    the placements that may be used
apart     (p,)     uint64  at most one placement with each of these bits may be used; or no elements
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bits import count_ones, highest_one
from ..library import kernel


class DanceCover(NamedTuple):
    """The cover."""

    start: np.ndarray
    item: np.ndarray
    piece: np.ndarray
    optional: np.ndarray


class DanceCopies(NamedTuple):
    """The copies of each piece, and how many cells stay empty."""

    size: np.ndarray
    least: np.ndarray
    most: np.ndarray
    unlimited: np.ndarray
    empty: np.ndarray


class DanceSums(NamedTuple):
    """What the rules demand."""

    start: np.ndarray
    placement: np.ndarray
    weight: np.ndarray
    least: np.ndarray
    most: np.ndarray
    colored: np.ndarray


class DanceOptions(NamedTuple):
    """The result."""

    number: np.ndarray
    start: np.ndarray
    item: np.ndarray
    color: np.ndarray
    bounds: np.ndarray
    filled: np.ndarray


@kernel
def tighten(area, copies):
    """Make the bounds as tight as the area allows; return whether that is possible. Otherwise they
    stay, but none is less than the one below it.
    """
    size, least, most, _, empty = copies
    low, high = least.copy(), most.copy()
    few, many = empty[0], empty[1]
    possible = few <= many
    for k in range(size.size):
        possible = possible and low[k] <= high[k]
    changed = True
    while possible and changed:
        down, up = few, many
        for k in range(size.size):
            down += size[k] * low[k]
            up += size[k] * high[k]
        possible = down <= area and area <= up
        changed = False
        for k in range(size.size):
            # All at most, without the share of this piece, bounds its copies from below; all at
            # least bounds them from above.
            above = max(low[k], -((up - size[k] * high[k] - area) // size[k]))
            below = min(high[k], (area - down + size[k] * low[k]) // size[k])
            changed = changed or above != low[k] or below != high[k]
            low[k], high[k] = above, below
            possible = possible and above <= below
        above, below = max(few, area - up + many), min(many, area - down + few)
        changed = changed or above != few or below != many
        few, many = above, below
        possible = possible and few <= many
    for k in range(size.size):
        least[k] = low[k] if possible else least[k]
        most[k] = high[k] if possible else max(least[k], most[k])
    empty[0] = few if possible else empty[0]
    empty[1] = many if possible else max(empty[0], empty[1])
    return possible


@kernel
def lay_options(cover, usable, apart, copies, sums, options):
    """Fill `options`, given tight bounds; return whether the options can reach all sums. Without
    room for all entries, they are only counted.

    Sums with weights other than 1 are left to whoever takes the solutions.
    """
    start, item, piece, optional = cover
    area = optional.size
    free = 0
    for cell in range(area):
        free += optional[cell]
    counted = copies.empty[0] > 0 or copies.empty[1] < free
    # A piece with unlimited copies needs no item, unless its options would have no primary item.
    place = np.full(copies.size.size, -1, np.int64)
    for k in range(place.size):
        fewer = copies.most[k] < area // copies.size[k] and not copies.unlimited[k]
        if copies.least[k] > 0 or fewer:
            place[k] = 0
    option = np.full(piece.size, -1, np.int64)
    count = 0
    for j in range(piece.size):
        if not usable[j] or copies.most[piece[j]] <= 0:
            continue
        options.number[count] = j
        option[j] = count
        count += 1
        if free and not counted and place[piece[j]] < 0:
            forced = False
            for entry in range(start[j], start[j + 1]):
                forced = forced or not optional[item[entry]]
            if not forced:
                place[piece[j]] = 0
    items = area
    for cell in range(area):
        options.bounds[cell, :] = 0 if optional[cell] and not counted else 1
    for k in range(place.size):
        if place[k] >= 0:
            place[k] = items
            options.bounds[items, 0] = copies.least[k]
            options.bounds[items, 1] = copies.most[k]
            items += 1
    length = np.zeros(count + free, np.int64)
    bits = 0
    for o in range(count):
        j = options.number[o]
        length[o] = start[j + 1] - start[j] + (place[piece[j]] >= 0)
        if apart.size and apart[j] != np.uint64(0):
            length[o] += np.int64(count_ones(apart[j]))
            bits = max(bits, np.int64(highest_one(apart[j])) + 1)
    used, stay = count, items
    if counted and copies.empty[1] > 0:
        for cell in range(area):
            if optional[cell]:
                options.number[count] = -1
                length[count] = 2
                count += 1
        options.bounds[items, 0] = copies.empty[0]
        options.bounds[items, 1] = copies.empty[1]
        items += 1
    held = items
    items += bits
    options.bounds[held:items, :] = 0
    able = True
    added = np.full(sums.least.size, -1, np.int64)
    for s in range(added.size):
        terms = reach = 0
        heavy = False
        for term in range(sums.start[s], sums.start[s + 1]):
            heavy = heavy or sums.weight[term] > 1
            if option[sums.placement[term]] >= 0:
                terms += 1
                reach += sums.weight[term]
        able = able and (sums.colored[s] or sums.least[s] <= reach)
        if sums.colored[s]:
            if terms < 2:
                continue
        elif heavy or (sums.least[s] <= 0 and sums.most[s] >= terms):
            continue
        added[s] = items
        once = sums.colored[s] or (sums.least[s] == 0 and sums.most[s] == 1)
        options.bounds[items, 0] = 0 if once else sums.least[s]
        options.bounds[items, 1] = 0 if once else max(min(sums.most[s], terms), 1)
        items += 1
        for term in range(sums.start[s], sums.start[s + 1]):
            if option[sums.placement[term]] >= 0:
                length[option[sums.placement[term]]] += 1
    entries = 0
    for o in range(count):
        entries += length[o]
    options.filled[0] = count
    options.filled[1] = entries
    options.filled[2] = items
    options.filled[3] = 0
    if entries > options.item.size:
        return able
    # Where the next entry of each option goes.
    at = length
    entries = 0
    for o in range(count):
        options.start[o] = entries
        entries += length[o]
        at[o] = options.start[o]
    options.start[count] = entries
    for o in range(used):
        j = options.number[o]
        entry = at[o]
        for k in range(start[j], start[j + 1]):
            options.item[entry] = item[k]
            entry += 1
        if place[piece[j]] >= 0:
            options.item[entry] = place[piece[j]]
            entry += 1
        for bit in range(bits if apart.size else 0):
            if apart[j] >> np.uint64(bit) & np.uint64(1):
                options.item[entry] = held + bit
                entry += 1
        at[o] = entry
    o = used
    for cell in range(area if count > used else 0):
        if optional[cell]:
            options.item[at[o]] = cell
            options.item[at[o] + 1] = stay
            o += 1
    if options.color.size:
        options.color[:entries] = 0
    for s in range(added.size):
        if added[s] < 0:
            continue
        for term in range(sums.start[s], sums.start[s + 1]):
            o = option[sums.placement[term]]
            if o >= 0:
                options.item[at[o]] = added[s]
                if sums.colored[s]:
                    options.color[at[o]] = sums.weight[term]
                    options.filled[3] += 1
                at[o] += 1
    return able
