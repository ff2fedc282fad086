"""Find the clue of a placement that follows: the regions whose numbers exclude others, what the
placement is found by, and the sentences that say so.

A region *tells* of a placement if that has a number at one of its cells that is not left there. If
all open cells have the same numbers left, it tells of all of them, and otherwise of one.

Legend (p = placements, v = words of p bits, a = cells, m = sums, t = regions that are told)
clue        (a,)    bool   the cells with a number, letter or mark; none if all cells have one
telling     (m,)    bool   the sums that are about the numbers of a region
told        (t, 16) int64  the regions, see the columns below
rivals      (v,)    uint64 placements that fail; those that a region tells of are removed
bad, seen   (v,)    uint64 work space
found       (7,)    int64  what placements are found by, see the columns below
says        (a,)    int64  the number that each cell says, or `NOTHING`, `DOT` or `LETTERS`
names       (3,)    int64  the numbers of sentences in `SENTENCES`: where to look, how all other
                           ways fail (0 if there are none), and what follows

The problem and the position are those of `tilewright.kernels.deduction.steps`.
"""

from __future__ import annotations

import numpy as np

from ..bits import count_ones
from ..library import kernel
from .steps import BLOCKED, CUTTING, RULE, TRIAL
from .sums import EXCLUDED, narrow_one

#: Columns of `told`: the number of the sum; the cell that is told of, -1 for all open cells; how
#: many cells are open; the sum so far, or the color; how many numbers are left, and the first one.
NUMBER, AT, OPEN, SO_FAR, VALUES, VALUE = range(6)
#: What a placement is found by: a cell; the clue of the cell, or one elsewhere in the placement;
#: the area that it fills; the region of the cell; the only free side of the cell; its piece.
BY_CELL, BY_CLUE, BY_REACH, BY_AREA, BY_REGION, BY_SIDE, BY_PIECE = range(7)
#: Columns of `found`: what it is found by; the cell or piece; the cell of the clue, the region, or
#: the free sides; how many placements follow, how many other ways fail, and the step by which all
#: of them fail, 0 if there are several; the cells of a placement.
BY, WHERE, ABOUT, CHOSEN, FAILING, MANNER, SIZE = range(7)
#: Stands for that step if there are more cases than a person looks at: they are to be tried.
TRY = -1
#: What a cell says if it is no number: nothing, a mark that says nothing but that a piece has it,
#: or letters.
NOTHING, DOT, LETTERS = -3, -2, -1
#: The sentences by their numbers. Where there are two for one number, the second one is about other
#: ways that fail.
SENTENCES = (
    *("", "fail", "failRule", "failRegion", "failBlocked", "failTrial"),
    *("piece", "pieceWays", "pair", "pairWays", "pieces"),
    *("cell", "cellWays", "join", "joinWays", "clue", "clueWays", "inRegion", "inRegionWays"),
    *("clueLine", "reachNumber", "reachLetter", "area", "side"),
    *("onePlace", "allPlaces", "onePair", "onlyArea", "onlyPiece", "onlyHolder", "onlyJoin"),
    *("onlyDot", "onlyNumber", "onlyLetter", "onlyReachNumber", "onlyReachLetter", "failTry"),
)
_FAIL, _FAIL_RULE, _PIECE, _PAIR, _PIECES = 1, 2, 6, 8, 10
_CELL, _JOIN, _CLUE, _IN_REGION = 11, 13, 15, 17
_CLUE_LINE, _REACH, _AREA, _SIDE = 19, 20, 22, 23
_ONE_PLACE, _ALL_PLACES, _ONE_PAIR, _ONLY_AREA, _ONLY_PIECE, _ONLY_HOLDER = range(24, 30)
_ONLY_JOIN, _ONLY_DOT, _ONLY_CLUE, _ONLY_REACH, _FAIL_TRY = 30, 31, 32, 34, 36


@kernel
def read_regions(problem, first, covered, used, telling, where, told, rivals, bad, seen, what):
    """Write the regions that tell of rivals, as many as `told` has rows; return their number.

    The region of the cell `where` comes first, then the one that tells of the most.
    """
    number = 0
    while number < told.shape[0]:
        best = -1
        most = 0
        for each in range(telling.size):
            if not telling[each] or (number and told[0, NUMBER] == each):
                continue
            count = _read(
                problem, first, covered, used, each, told[number], rivals, bad, seen, what
            )
            if count and _has_cell(problem, each, where):
                count = rivals.size * 64
            if count > most:
                most = count
                best = each
        if best < 0:
            break
        _read(problem, first, covered, used, best, told[number], rivals, bad, seen, what)
        for word in range(rivals.size):
            rivals[word] &= ~seen[word]
        number += 1
    return number


@kernel
def _has_cell(problem, number, cell):
    """Return True if a cell is in a region."""
    for row in range(problem.row[number], problem.row[number + 1]):
        if problem.cell[row] == cell:
            return True
    return False


@kernel
def _read(problem, first, covered, used, number, told, rivals, bad, seen, what):
    """Write what a region tells; return how many rivals it tells of, whose bits are in `seen`."""
    for word in range(bad.size):
        bad[word] = np.uint64(0)
    if narrow_one(problem, first, covered, used, number, bad, what) != EXCLUDED:
        return 0
    begin = problem.row[number]
    end = problem.row[number + 1]
    told[NUMBER] = number
    told[AT] = -1
    told[OPEN] = 0
    told[SO_FAR] = used[problem.least.size + number]
    alike = -1
    count = 0
    for word in range(seen.size):
        seen[word] = np.uint64(0)
    best = -1
    most = 0
    for row in range(begin, end):
        if covered[problem.cell[row]]:
            continue
        told[OPEN] += 1
        if alike < 0:
            alike = row
        elif not _are_alike(problem, first, bad, alike, row):
            alike = end
        excluded = _exclude(problem, first, bad, row, rivals, seen)
        if excluded > most:
            most = excluded
            best = row
    if alike == end:
        # They have different numbers left: one cell is told of.
        for word in range(seen.size):
            seen[word] = np.uint64(0)
        if best >= 0:
            told[AT] = problem.cell[best]
            _exclude(problem, first, bad, best, rivals, seen)
    for word in range(seen.size):
        count += np.int64(count_ones(seen[word]))
    if count:
        _list_values(problem, first, bad, best, told)
    return count


@kernel
def _is_left(problem, first, bad, row, level):
    """Return True if a number is left at a cell."""
    cell = problem.cell[row]
    for word in range(problem.span[cell, 0], problem.span[cell, 1]):
        if first[word] & ~bad[word] & problem.shown[level, word] != np.uint64(0):
            return True
    return False


@kernel
def _are_alike(problem, first, bad, one, other):
    """Return True if two cells have the same numbers left."""
    return _all_left(problem, first, bad, one, other) and _all_left(problem, first, bad, other, one)


@kernel
def _all_left(problem, first, bad, one, other):
    """Return True if all numbers that are left at one cell are left at the other."""
    for level in range(problem.level[one], problem.level[one + 1]):
        if not _is_left(problem, first, bad, one, level):
            continue
        found = False
        for same in range(problem.level[other], problem.level[other + 1]):
            if problem.value[same] == problem.value[level]:
                found = _is_left(problem, first, bad, other, same)
        if not found:
            return False
    return True


@kernel
def _exclude(problem, first, bad, row, rivals, seen):
    """Set the bits of the rivals with a number that is not left at a cell; return how many."""
    count = 0
    for level in range(problem.level[row], problem.level[row + 1]):
        if _is_left(problem, first, bad, row, level):
            continue
        for word in range(rivals.size):
            both = rivals[word] & problem.shown[level, word]
            count += np.int64(count_ones(both))
            seen[word] |= both
    return count


@kernel
def _list_values(problem, first, bad, row, told):
    """Write the numbers that are left at a cell, ascending, as far as there is room."""
    told[VALUES] = 0
    for level in range(problem.level[row], problem.level[row + 1]):
        if _is_left(problem, first, bad, row, level):
            if VALUE + told[VALUES] < told.size:
                told[VALUE + told[VALUES]] = problem.value[level]
            told[VALUES] += 1


@kernel
def found_by(problem, regions, covered, clue, telling, where, placement, what):
    """Return what a placement on a cell is found by; ``what[0]`` is the cell of the clue, the
    region, or the number of free sides.
    """
    cells = problem.item[problem.start[placement] : problem.start[placement + 1]]
    what[0] = where
    if clue[where]:
        return BY_CLUE
    for cell in cells:
        if clue[cell]:
            what[0] = cell
            return BY_REACH
    for number in range(telling.size):
        if telling[number] and _has_cell(problem, number, where):
            what[0] = number
            return BY_REGION
    what[0] = 0
    around = 0
    for cell in cells:
        for side in range(regions.neighbor.shape[1]):
            beside = regions.neighbor[cell, side]
            if beside < 0 or covered[beside] or beside == cell:
                continue
            what[0] += cell == where
            inside = False
            for other in cells:
                inside = inside or other == beside
            around += not inside
    if not around:
        return BY_AREA
    return BY_SIDE if what[0] < 2 else BY_CELL


@kernel
def name_sentences(found, says, labeled, held, names):
    """Choose the sentences for what placements are found by. `labeled`: pairs of labels are looked
    for; `held`: a region leaves a number at the cell that only one piece has.
    """
    by, ways = found[BY], found[FAILING] > 0
    letters = by in (BY_CLUE, BY_REACH) and says[found[ABOUT]] < 0
    where = _CELL + ways
    if by == BY_PIECE:
        where = (_PAIR if labeled else _PIECE) + ways
        if found[CHOSEN] > 1 and not ways:
            where = _PIECES
    elif by == BY_CLUE:
        where = _CLUE + ways
        if not ways and says[found[WHERE]] == found[SIZE] and _is_prime(found[SIZE]):
            where = _CLUE_LINE
    elif by == BY_REGION:
        where = _IN_REGION + ways
    elif by == BY_REACH and not ways:
        where = _REACH + letters
    elif by == BY_AREA and not ways:
        where = _AREA
    elif by == BY_SIDE and not ways:
        where = _SIDE
    elif labeled:
        where = _JOIN + ways
    names[0] = where
    names[1] = _FAIL * ways
    for number, manner in enumerate((RULE, CUTTING, BLOCKED, TRIAL)):
        if ways and found[MANNER] == manner:
            names[1] = _FAIL_RULE + number
    if ways and found[MANNER] == TRY:
        names[1] = _FAIL_TRY
    last = _ONLY_PIECE
    if by == BY_PIECE:
        last = _ALL_PLACES if found[CHOSEN] > 1 else _ONE_PLACE
        if labeled and not ways:
            last = _ONE_PAIR
    elif by == BY_AREA:
        last = _ONLY_AREA
    elif by in (BY_CLUE, BY_REACH):
        last = (_ONLY_CLUE if by == BY_CLUE else _ONLY_REACH) + letters
    elif held:
        last = _ONLY_HOLDER
    elif labeled:
        last = _ONLY_JOIN
    elif says[found[WHERE]] == DOT:
        last = _ONLY_DOT
    names[2] = last


@kernel
def _is_prime(number):
    """Return whether a number is prime: a rectangle with this area is then a line."""
    prime = number > 1
    for divisor in range(2, number):
        prime = prime and number % divisor != 0
    return prime
