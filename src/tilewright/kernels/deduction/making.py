"""Make puzzles: draw a tiling, and take its clues away while there is one solution.

Unchecked: called by `tilewright.puzzles.making`. What counts as a clue depends on the kind: a tile
that is already placed, a label of a cell, or a tile whose cells are holes of the board.

Legend (the problem and the regions as in `tilewright.kernels.deduction.steps`, p = placements, a =
cells, k = pieces, s = turnings)

moves       (s, a)   int32  where each turning of the board takes the cells, the identity first:
                            solutions that they take to each other are one
code        (p, z)   int32  what each placement shows on its cells, 0 for nothing; no rows if
                            clues are placed tiles
kinds       ()       int64  how many of the pieces are used: the first ones
how         ()       int64  what the clues are, see below
tiling      (a,)     int32  its placements, ascending, -1 padded
labels      (a,)     int32  of each cell, or of each tile if the clues are placed tiles or holes;
                            0 for none
gaps        (2,)     int64  how many cells stay empty, least and most
dice        (4,)     uint64 see `tilewright.kernels.deduction.chance`
wanted      (p,)     bool   the placements to draw from
copies      (k,)     int64  the copies of each piece
order       (c,)     int64  the clues, in the order in which they are tried
gone        (c,)     int64  those that were taken away
where       (4,)     int64  the place in the order; how many are gone, and were when the order
                            began; how often that was not decided
"""

from __future__ import annotations

import numpy as np

from ..library import kernel
from .chance import roll
from .finish import complete
from .steps import COPIES, OTHERS, SUMS, DeductionTables, choose, conflicts, copied

#: What the clues are: tiles that are placed; the labels of all cells that show any; labels that
#: tiles on them show, too; tiles that are holes, as are the cells without a tile.
PLACED, EXACT, LOOSE, HOLES = range(4)


@kernel
def draw(problem, regions, wanted, gaps, dice, tiling, copies, budget):
    """Write a random tiling and its copies of each piece: return 1, 0 if there is none, or -1 if
    none was found after `budget` placements.
    """
    alive = all_of(problem, wanted)
    covered = np.zeros(tiling.size, np.bool_)
    used = np.zeros(problem.least.size + problem.floor.size, np.int64)
    for _ in range(gaps[1]):
        cell = roll(dice, tiling.size)
        while covered[cell] or not problem.optional[cell]:
            cell = (cell + 1) % tiling.size
        covered[cell] = True
        for word in range(alive.size):
            alive[word] &= ~problem.over[cell, word]
    rows = np.empty((1, tiling.size), np.int32)
    full = np.zeros(2, np.int64)
    found = complete(problem, regions, alive, covered, used, full, rows, budget, dice)
    if found <= 0:
        return -1 if gaps[1] else found
    copied(tiling, rows[0])
    sort_tiles(tiling)
    copies[:] = 0
    for each in range(length(tiling)):
        copies[problem.piece[tiling[each]]] += 1
    return 1


@kernel
def all_of(problem, wanted):
    """Return some placements as bits, without those of pieces that have no copies."""
    alive = np.zeros(problem.own.shape[1], np.uint64)
    for placement in range(wanted.size):
        if wanted[placement] and problem.most[problem.piece[placement]] > 0:
            alive[placement >> 6] |= np.uint64(1) << np.uint64(placement & 63)
    return alive


@kernel
def members(chosen):
    """Return the numbers of the members of a set."""
    count = 0
    for number in range(chosen.size):
        count += chosen[number]
    numbers = np.empty(count, np.int64)
    count = 0
    for number in range(chosen.size):
        if chosen[number]:
            numbers[count] = number
            count += 1
    return numbers


@kernel
def length(tiling):
    """Return the number of tiles."""
    count = 0
    while count < tiling.size and tiling[count] >= 0:
        count += 1
    return count


@kernel
def sort_tiles(tiling):
    """Sort the placements of a tiling."""
    for each in range(1, length(tiling)):
        tile = tiling[each]
        place = each
        while place > 0 and tiling[place - 1] > tile:
            tiling[place] = tiling[place - 1]
            place -= 1
        tiling[place] = tile


@kernel
def solve(problem, regions, code, kinds, how, tiling, labels, gaps, rows, budget):
    """Write the solutions of clues, without the tiles that are placed; return their number, or -1
    after `budget` placements.
    """
    in_order = np.empty(0, np.uint64)
    covered = np.full(labels.size, how == HOLES, np.bool_)
    for each in range(length(tiling) if how == HOLES else 0):
        for place in range(problem.start[tiling[each]], problem.start[tiling[each] + 1]):
            covered[problem.item[place]] = labels[each] != 0
    used = np.zeros(problem.least.size + problem.floor.size, np.int64)
    kept = np.zeros(problem.piece.size, np.bool_)
    for placement in range(kept.size):
        piece = problem.piece[placement]
        kept[placement] = piece < kinds and (
            how == PLACED or _agrees(problem, code, how, labels, covered, placement)
        )
    alive = all_of(problem, kept)
    if how == HOLES:
        full = np.zeros(2, np.int64)
        return complete(problem, regions, alive, covered, used, full, rows, budget, in_order)
    if how != EXACT:
        for each in range(labels.size if how == PLACED else 0):
            if labels[each]:
                choose(problem, alive, covered, used, tiling[each])
        return complete(problem, regions, alive, covered, used, gaps, rows, budget, in_order)
    number = members(kept)
    few = part_of(problem, number, labels.size)
    alive = all_of(few, np.ones(number.size, np.bool_))
    found = complete(few, regions, alive, covered, used, gaps, rows, budget, in_order)
    for row in range(found):
        for each in range(length(rows[row])):
            rows[row, each] = number[rows[row, each]]
    return found


@kernel
def _agrees(problem, code, how, labels, covered, placement):
    """Return True if a placement shows what the cells show, or if it covers no holes."""
    begin = problem.start[placement]
    for place in range(begin, problem.start[placement + 1]):
        if how == HOLES:
            if covered[problem.item[place]]:
                return False
            continue
        label = labels[problem.item[place]]
        if label != code[placement, place - begin] and (how == EXACT or label != 0):
            return False
    return True


@kernel
def part_of(problem, number, area):
    """Return a problem without sums with some of its placements."""
    words = (number.size + 63) >> 6
    size = 0
    for placement in number:
        size += problem.start[placement + 1] - problem.start[placement]
    start = np.zeros(number.size + 1, np.int64)
    item = np.empty(size, np.int32)
    piece = np.empty(number.size, np.int32)
    size = 0
    for each in range(number.size):
        piece[each] = problem.piece[number[each]]
        for place in range(problem.start[number[each]], problem.start[number[each] + 1]):
            item[size] = problem.item[place]
            size += 1
        start[each + 1] = size
    conflict = np.zeros((0, words), np.uint64)
    over = np.zeros((area, words), np.uint64)
    span = np.zeros((area, 2), np.int64)
    own = np.zeros((problem.least.size, words), np.uint64)
    conflicts(start, item, piece, conflict, over, span, own)
    laid = (start, item, piece, conflict, over, span, own)
    # No placement has a term.
    term = np.zeros(number.size + 1, np.int64)
    return DeductionTables(*laid, *problem[COPIES:SUMS], term, *problem[SUMS:][1:])


@kernel
def judge(problem, regions, moves, code, kinds, how, tiling, labels, gaps, budget):
    """Return 1 if clues have one solution, 0 if they have none or several, or -1 after `budget`
    placements.
    """
    rows = np.empty((moves.shape[0] + 1, labels.size), np.int32)
    found = solve(problem, regions, code, kinds, how, tiling, labels, gaps, rows, budget)
    if found < 0:
        return -1
    if found == 0 or found == rows.shape[0]:
        return 0
    clues = np.full(labels.size, -1, np.int32)
    count = 0
    for each in range(labels.size if how == PLACED else 0):
        if labels[each]:
            clues[count] = tiling[each]
            count += 1
    for other in range(1, found):
        same = False
        for number in range(1, moves.shape[0]):
            move = moves[number]
            same = same or (
                (how == PLACED or _keeps(labels, move))
                and _leads(problem, clues, clues, move)
                and _leads(problem, rows[0], rows[other], move)
            )
        if not same:
            return 0
    return 1


@kernel
def _keeps(labels, move):
    """Return True if a turning takes labels to equal ones."""
    same = True
    for cell in range(move.size):
        same = same and labels[move[cell]] == labels[cell]
    return same


@kernel
def _leads(problem, tiling, other, move):
    """Return True if a turning takes tiles to those of another tiling."""
    owner = np.full(move.size, -1, np.int32)
    for each in range(length(other)):
        for place in range(problem.start[other[each]], problem.start[other[each] + 1]):
            owner[problem.item[place]] = other[each]
    for each in range(length(tiling)):
        begin, end = problem.start[tiling[each]], problem.start[tiling[each] + 1]
        there = owner[move[problem.item[begin]]]
        if there < 0 or problem.piece[there] != problem.piece[tiling[each]]:
            return False
        if problem.start[there + 1] - problem.start[there] != end - begin:
            return False
        for place in range(begin, end):
            if owner[move[problem.item[place]]] != there:
                return False
    return True


@kernel
def reduce(
    problem, regions, moves, code, kinds, how, tiling, labels, order, gone, where, enough, gaps,
    budget,
):  # fmt: skip
    """Take the next clue away if one solution and at least `enough` clues are left; return False at
    the end.

    A clue that had to stay can be taken away later only if the board can then be turned.
    """
    while where[0] < order.size:
        clue = order[where[0]]
        label = labels[clue]
        where[0] += 1
        if label == 0 or order.size - where[1] <= enough:
            continue
        labels[clue] = 0
        one = judge(problem, regions, moves, code, kinds, how, tiling, labels, gaps, budget)
        if one == 1:
            gone[where[1]] = clue
            where[1] += 1
        else:
            labels[clue] = label
            where[3] -= min(one, 0)
        return True
    if moves.shape[0] == 1 or where[1] == where[2]:
        return False
    where[0] = 0
    where[2] = where[1]
    where[3] = 0
    return True


@kernel
def settle(problem, regions, code, kinds, tiling, labels, gaps, dice, budget):
    """Label one cell of each tile, or else one more where another solution shows something else:
    return 1 if the labels have one solution, -1 if even all have several, or else 0.
    """
    truth = labels_of(problem, code, tiling, labels.size)
    choice = np.zeros(labels.size, np.bool_)
    count = 0
    for cell in range(labels.size):
        count += labels[cell] != 0
    if count == 0:
        for each in range(length(tiling)):
            begin, end = problem.start[tiling[each]], problem.start[tiling[each] + 1]
            cell = problem.item[begin + roll(dice, end - begin)]
            labels[cell] = truth[cell]
    rows = np.empty((2, labels.size), np.int32)
    found = solve(problem, regions, code, kinds, LOOSE, tiling, labels, gaps, rows, budget)
    if found == 1:
        return 1
    if found < 0:
        # The search takes too long.
        choice[:] = True
    for row in range(found):
        shown = labels_of(problem, code, rows[row], labels.size)
        for cell in range(labels.size):
            choice[cell] |= shown[cell] != truth[cell]
    for cell in range(labels.size):
        choice[cell] &= labels[cell] == 0
    left = members(choice)
    if left.size == 0:
        return -1
    cell = left[roll(dice, left.size)]
    labels[cell] = truth[cell]
    return 0


@kernel
def labels_of(problem, code, tiling, area):
    """Return what a tiling shows on each cell."""
    labels = np.empty(area, np.int32)
    show(problem, code, tiling, labels)
    return labels


@kernel
def show(problem, code, tiling, labels):
    """Label each cell with what a tiling shows on it."""
    labels[:] = 0
    for each in range(length(tiling)):
        begin = problem.start[tiling[each]]
        for place in range(begin, problem.start[tiling[each] + 1]):
            labels[problem.item[place]] = code[tiling[each], place - begin]


@kernel
def dullness(copies):
    """Return how dull a list is to play: 2 for one kind of piece, 1 if one kind dominates or there
    are two of many, else 0.
    """
    kinds = 0
    total = 0
    largest = 0
    for number in copies:
        kinds += number > 0
        total += number
        largest = max(largest, number)
    if copies.size == 1:
        return 0
    if kinds == 1:
        return 2
    return 1 if 2 * largest > total or (kinds < 3 and total > 4) else 0


@kernel
def _is_among(lists, copies):
    """Return True if a list is one of some."""
    for number in range(lists.shape[0]):
        same = True
        for piece in range(copies.size):
            same = same and lists[number, piece] == copies[piece]
        if same:
            return True
    return False


@kernel
def draw_list(problem, regions, moves, copies, gaps, dice, lists, budget):
    """Draw some lists of pieces, until one fits in one way only; return True if there is one."""
    none = np.zeros(moves.shape[1], np.int32)
    code = np.zeros((0, 0), np.int32)
    tried = np.empty((lists, copies.size), np.int64)
    count = 0
    size = np.ones(copies.size, np.int64)
    for placement in range(problem.piece.size):
        size[problem.piece[placement]] = problem.start[placement + 1] - problem.start[placement]
    for _ in range(lists):
        copies[:] = 0
        left = none.size - gaps[0]
        while left > 0:
            piece = roll(dice, copies.size)
            left -= size[piece]
            copies[piece] += 1
        if left == 0 and dullness(copies) == 0 and not _is_among(tried[:count], copies):
            tried[count] = copies
            count += 1
            kinds = copies.size
            few = DeductionTables(*problem[:COPIES], copies, copies, *problem[OTHERS:])
            if judge(few, regions, moves, code, kinds, PLACED, none, none, gaps, budget) == 1:
                return True
    return False
