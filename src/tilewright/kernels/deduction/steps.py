"""Deductions on sets of placements, kept as bits of words.

Unchecked: `tilewright.puzzles.deduction` checks the arguments. Mostly only whether a set has no
member, one or more matters, which its first few words show. So nothing is counted ahead: a position
is copied in a few words, and a trial costs no more than its steps.

Legend (p = placements, v = words of p bits, a = cells, k = pieces, m = sums, z = cells of all
placements)

Tables, never written:
start       (p + 1,) int64  placement j covers item[start[j]:start[j + 1]]
item        (z,)     int32
piece       (p,)     int32  the piece of each placement
conflict    (p, v)   uint64 the placements that overlap with each one, and itself
over        (a, v)   uint64 the placements that cover each cell
span        (a, 2)   int64  the words of `over` from the first to the end that are not 0
own         (k, v)   uint64 the placements of each piece
            (`tilewright.kernels.deduction.finish` needs no `conflict`: it may have no rows)
least, most (k,)     int64  copies of each piece
optional    (a,)     bool   cells that may stay empty
empty       ()       int64  how many of these may stay empty, and how many must
fewest      ()       int64
sums                        the sums that rules demand, see `tilewright.kernels.deduction.sums`

Position:
alive       (v,)     uint64 the placements that may still be chosen
covered     (a,)     bool   the cells that are covered
used        (k + m,) int64  copies used of each piece, then what is used of each sum, of a colored
                            one its color: 0 none yet, -1 several

what        (5,)     int64  the result: a cell, piece or sum, how many or which placement, pieces
                            placed before, the bounds of a sum
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bits import count_ones, lowest_one
from ..library import kernel
from .regions import cut_off, misfit
from .sums import BROKEN, EXCLUDED, narrow

#: What `forced` returns. Steps: a cell with one placement, a piece without a choice.
#: Contradictions: a cell without placements, too many of these, a piece without a place, copies
#: that overlap, a region that cannot be filled, a sum that cannot be reached.
NOTHING, CELL, PIECE, DEAD, EMPTY, SHORT, OVERLAP, REGION, SUM = range(9)
#: The kinds of steps beyond these: placements that break a rule, cut off a region, leave something
#: without a place, are images of others, fail after some steps; and a guess.
RULE, CUTTING, BLOCKED, SYMMETRY, TRIAL, GUESS = range(9, 15)


class DeductionTables(NamedTuple):
    """The arrays that are never written."""

    start: np.ndarray
    item: np.ndarray
    piece: np.ndarray
    conflict: np.ndarray
    over: np.ndarray
    span: np.ndarray
    own: np.ndarray
    least: np.ndarray
    most: np.ndarray
    optional: np.ndarray
    empty: int
    fewest: int
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


#: Where the numbers of copies, what follows them, and the sums begin in `DeductionTables`.
COPIES, OTHERS, SUMS = 7, 9, 12


@kernel
def conflicts(start, item, piece, conflict, over, span, own):
    """Fill the tables of a problem."""
    one = np.uint64(1)
    for placement in range(piece.size):
        word = placement >> 6
        bit = one << np.uint64(placement & 63)
        own[piece[placement], word] |= bit
        for place in range(start[placement], start[placement + 1]):
            cell = item[place]
            if span[cell, 1] == 0:
                span[cell, 0] = word
            span[cell, 1] = word + 1
            over[cell, word] |= bit
    for placement in range(conflict.shape[0]):
        row = conflict[placement]
        for place in range(start[placement], start[placement + 1]):
            cell = item[place]
            for word in range(span[cell, 0], span[cell, 1]):
                row[word] |= over[cell, word]


@kernel
def choose(problem, alive, covered, used, placement):
    """Place a placement, and remove what it excludes."""
    for place in range(problem.start[placement], problem.start[placement + 1]):
        cell = problem.item[place]
        covered[cell] = True
        over = problem.over[cell]
        for word in range(problem.span[cell, 0], problem.span[cell, 1]):
            alive[word] &= ~over[word]
    piece = problem.piece[placement]
    used[piece] += 1
    if used[piece] >= problem.most[piece]:
        own = problem.own[piece]
        for word in range(alive.size):
            alive[word] &= ~own[word]
    pieces = problem.least.size
    for place in range(problem.term[placement], problem.term[placement + 1]):
        number = problem.sum[place]
        if problem.colored[number]:
            same = used[pieces + number] in (0, problem.adds[place])
            used[pieces + number] = problem.adds[place] if same else -1
        else:
            used[pieces + number] += problem.adds[place]


@kernel
def some(alive, bits, begin, end, enough):
    """Return how many bits two sets share (at most `enough`), and the first of them."""
    found = 0
    first = -1
    for word in range(begin, end):
        both = alive[word] & bits[word]
        if both != np.uint64(0):
            if first < 0:
                first = word * 64 + np.int64(lowest_one(both))
            found += np.int64(count_ones(both))
            if found >= enough:
                return enough, first
    return found, first


@kernel
def copied(into, source):
    """Copy a row, faster than a slice."""
    for place in range(source.size):
        into[place] = source[place]


@kernel
def forced(problem, alive, covered, used, what):
    """Return a step of the two easiest kinds, a contradiction, or `NOTHING`."""
    optional = problem.optional
    dead = 0
    lonely = -1
    only = -1
    # The first cell with one placement among those that may stay empty.
    lonely_optional = -1
    only_optional = -1
    for cell in range(covered.size):
        if covered[cell]:
            continue
        number, first = some(
            alive, problem.over[cell], problem.span[cell, 0], problem.span[cell, 1], 2
        )
        if number == 0:
            if not optional[cell]:
                what[0] = cell
                return DEAD
            dead += 1
        elif number == 1:
            if optional[cell]:
                if lonely_optional < 0:
                    lonely_optional = cell
                    only_optional = first
            elif lonely < 0:
                lonely = cell
                only = first
    if dead > problem.empty:
        what[0] = dead
        return EMPTY
    if dead == problem.empty and lonely_optional >= 0 and (lonely < 0 or lonely_optional < lonely):
        lonely = lonely_optional
        only = only_optional
    if lonely >= 0:
        what[0] = lonely
        what[1] = only
        return CELL
    tight = -1
    for piece in range(problem.least.size):
        need = problem.least[piece] - used[piece]
        if need > 0:
            number, _ = some(alive, problem.own[piece], 0, alive.size, need + 1)
            if number < need:
                what[0] = piece
                return SHORT
            if number == need and tight < 0:
                tight = piece
    if tight < 0:
        return NOTHING
    what[0] = tight
    own = problem.own[tight]
    for word in range(alive.size):
        both = alive[word] & own[word]
        while both != np.uint64(0):
            placement = word * 64 + np.int64(lowest_one(both))
            both &= both - np.uint64(1)
            row = problem.conflict[placement]
            for place in range(alive.size):
                more = alive[place] & own[place] & row[place]
                if place == word:
                    more &= ~(np.uint64(1) << np.uint64(placement & 63))
                if more != np.uint64(0):
                    return OVERLAP
    return PIECE


@kernel
def _take(problem, alive, covered, used, step, what):
    """Carry out a step that `forced` found; return the number of pieces placed."""
    if step == CELL:
        choose(problem, alive, covered, used, what[1])
        return 1
    placed = 0
    own = problem.own[what[0]]
    for word in range(alive.size):
        both = alive[word] & own[word]
        while both != np.uint64(0):
            choose(problem, alive, covered, used, word * 64 + np.int64(lowest_one(both)))
            both &= both - np.uint64(1)
            placed += 1
    return placed


@kernel
def _tighten(problem, alive, covered, used, bad, what):
    """Remove once what would break each sum: return `EXCLUDED`, `SUM` or `NOTHING`; `bad` is spare
    and stays empty.
    """
    changed = NOTHING
    number = 0
    while True:
        found = narrow(problem, alive, covered, used, number, bad, what)
        if found == NOTHING:
            return changed
        for word in range(alive.size):
            alive[word] &= ~bad[word]
            bad[word] = np.uint64(0)
        if found == BROKEN:
            return SUM
        changed = EXCLUDED
        number = what[0] + 1


@kernel
def living(alive, placement):
    """Return True if a placement may still be chosen."""
    return (alive[placement >> 6] >> np.uint64(placement & 63)) & np.uint64(1) != np.uint64(0)


@kernel
def trial(problem, regions, alive, covered, used, wanted, begin, end, what):
    """Return the first placement of begin:end, of some that may be chosen, that leads to a
    contradiction by forced steps alone; -1 if there is none.

    The kind of the contradiction is in ``what[1]``.
    """
    later = np.empty_like(alive)
    taken = np.empty_like(covered)
    copies = np.empty_like(used)
    bad = np.zeros_like(alive)
    for placement in range(begin, end):
        if not living(wanted, placement):
            continue
        copied(later, alive)
        copied(taken, covered)
        copied(copies, used)
        choose(problem, later, taken, copies, placement)
        step = carry_out(problem, regions, later, taken, copies, bad, what)
        if step != NOTHING:
            what[1] = step
            return placement
    return -1


@kernel
def carry_out(problem, regions, alive, covered, used, bad, what):
    """Carry out all forced steps; return the contradiction, or `NOTHING`. ``what[2]`` is how many
    pieces were placed; `bad` is spare and stays empty.
    """
    placed = 0
    step = forced(problem, alive, covered, used, what)
    while True:
        if step in (CELL, PIECE):
            placed += _take(problem, alive, covered, used, step, what)
        elif step != NOTHING:
            break
        else:
            sums = _tighten(problem, alive, covered, used, bad, what)
            if sums == SUM:
                step = SUM
            if sums != EXCLUDED:
                break
        step = forced(problem, alive, covered, used, what)
    if step == NOTHING:
        size = misfit(regions, covered, used)
        if size:
            step = REGION
            what[0] = size
    what[2] = placed
    return step


@kernel
def cutting(problem, regions, alive, covered, used, bad):
    """Set the bits of the placements that would cut off a region that cannot be filled; return
    their number.
    """
    found = 0
    for word in range(alive.size):
        rest = alive[word]
        while rest != np.uint64(0):
            low = lowest_one(rest)
            rest &= rest - np.uint64(1)
            placement = word * 64 + np.int64(low)
            cells = problem.item[problem.start[placement] : problem.start[placement + 1]]
            if cut_off(regions, covered, used, cells, problem.piece[placement]):
                bad[word] |= np.uint64(1) << low
                found += 1
    return found


@kernel
def left(problem, alive, number):
    """Write the number of placements left on each cell."""
    for cell in range(number.size):
        number[cell], _ = some(
            alive,
            problem.over[cell],
            problem.span[cell, 0],
            problem.span[cell, 1],
            alive.size * 64 + 1,
        )


@kernel
def blocked(problem, alive, covered, used, bad):
    """Set the bits of the placements that would leave a cell or a piece without a place; return
    their number.
    """
    dead = 0
    for cell in range(covered.size):
        if not covered[cell]:
            number, _ = some(
                alive, problem.over[cell], problem.span[cell, 0], problem.span[cell, 1], 1
            )
            dead += number == 0
    common = np.empty_like(alive)
    for cell in range(covered.size):
        if covered[cell] or (problem.optional[cell] and dead != problem.empty):
            continue
        over = problem.over[cell]
        number, _ = some(alive, over, problem.span[cell, 0], problem.span[cell, 1], 1)
        if number:
            _overlap_all(problem, alive, over, common, bad)
    for piece in range(problem.least.size):
        need = problem.least[piece] - used[piece]
        own = problem.own[piece]
        if need == 1:
            _overlap_all(problem, alive, own, common, bad)
        elif need > 1:
            _crowding(problem, alive, piece, need, bad)
    found = 0
    for word in range(bad.size):
        found += np.int64(count_ones(bad[word]))
    return found


@kernel
def _overlap_all(problem, alive, bits, common, bad):
    """Set the bits of what overlaps with every living placement of a set, and is not in it;
    `common` is spare.
    """
    for word in range(alive.size):
        common[word] = alive[word] & ~bits[word]
    # From both ends: neighbors in the list overlap with much the same placements.
    low = 0
    high = alive.size - 1
    while low <= high:
        for word in (low, high):
            both = alive[word] & bits[word]
            while both != np.uint64(0):
                placement = word * 64 + np.int64(lowest_one(both))
                both &= both - np.uint64(1)
                row = problem.conflict[placement]
                some = np.uint64(0)
                for place in range(common.size):
                    common[place] &= row[place]
                    some |= common[place]
                if some == np.uint64(0):
                    return
        low += 1
        high -= 1
    for word in range(alive.size):
        bad[word] |= common[word]


@kernel
def _crowding(problem, alive, piece, need, bad):
    """Set the bits of the placements that leave fewer places of a piece than it needs."""
    own = problem.own[piece]
    for word in range(alive.size):
        rest = alive[word]
        while rest != np.uint64(0):
            low = lowest_one(rest)
            rest &= rest - np.uint64(1)
            placement = word * 64 + np.int64(low)
            row = problem.conflict[placement]
            wanted = need - (problem.piece[placement] == piece)
            number = 0
            for place in range(alive.size):
                number += np.int64(count_ones(alive[place] & own[place] & ~row[place]))
                if number >= wanted:
                    break
            if number < wanted:
                bad[word] |= np.uint64(1) << low
