"""Find the next placement that follows, and tell its reason: of all that can be deduced, the one
whose reason is nearest and smallest.

A placement follows where all its *rivals* fail: every other way to cover a cell, or every other
place of a piece. Each placement that fails has a *cause*, unless a region of numbers tells of it
(`tilewright.kernels.deduction.clues`): a region is said once, however many placements it excludes.
Causes are found in rounds: those of one round may need what was removed in the rounds before.
Trials begin where the fewest placements are left. Then a placement fails, too, if only two or three
ways are left after it to cover a cell, or to place a piece, and all of these fail. Each *way* is a
case. Of the conclusions with the smallest causes, the one with the fewest and smallest cases is
chosen, including the causes before these. Causes that are told with the same words and cells are
one case for a person. More cases than a person likes to look at are taken only if nothing else is
left.

Legend (p = placements, v = words of p bits, a = cells, k = pieces, m = sums)

`Causes`:
first       (v,)   uint64 the placements that could be chosen at the beginning
here        (v,)   uint64 those at the beginning of the round
cause       (p, 3) int64  why each placement fails: the kind, the round, and what it weighs; 0 for
                          one that does not
needs       (p, v) uint64 the placements that had to fail before its failure is seen
shows       (p,)   int64  1 + the number of cells of its failure; 0 if it was not told yet
alike       (p,)   int64  a number for the words and cells that tell its failure; 0 if other pieces
                          have to follow
chosen      (p,)   int32  the placements that follow
empty       (a,)   int32  the cells that stay empty therefore
cases       (p,)   int32  all that fails for the conclusion, by what its causes weigh
tried       (a,)   int32  a story: the placement that fails, and what has to follow it
cells       (a,)   int32  the cells of the failure, ascending
sizes       (6,)   int64  the sizes of the remaining pieces, if these are why
what        (16,)  int64  the story, see its columns below
found       (18,)  int64  the conclusion, see its columns below
split       (24, 7) int32  what fails in a few ways: the placement; how many ways there are, of what
                          kind, `CELL` or `PIECE`, and of which cell or piece; and the ways
spare       (6, v) uint64 work space, see its rows below
covered     (a,)   bool   a position for trials
used        (k + m,) int64
clue        (a,)   bool   the clues, the sums that regions have, and the regions that are told, see
telling     (m,)   bool   `tilewright.kernels.deduction.clues`; the first two are given
told        (2, 16) int64

The problem and the position are those of `tilewright.kernels.deduction.steps`; what fails is
removed from the position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bits import lowest_one
from ..library import kernel
from .clues import BY_PIECE, found_by, read_regions
from .regions import stranded
from .steps import (
    BLOCKED,
    CELL,
    CUTTING,
    DEAD,
    EMPTY,
    GUESS,
    NOTHING,
    PIECE,
    REGION,
    RULE,
    SHORT,
    SUM,
    TRIAL,
    blocked,
    carry_out,
    choose,
    copied,
    cutting,
    forced,
    living,
    some,
    trial,
)
from .sums import BROKEN, narrow

#: What `advance` returns: no placement follows, one was found, or there is more to try.
NONE, FOUND, MORE = range(3)
#: Columns of `what`. The number of the cell, piece or sum; the contradiction; whether several
#: copies are missing, or a sum is too low; the number to say of the sum; how many were tried, and
#: how many cells there are; whether others had to fail before; a remark on the pieces, and its
#: number; how many ways to continue there are, which all fail, 0 if they are not looked at; why the
#: first of the pieces follows that have to: `CELL`, `PIECE` or 0 for none, and the number of the
#: cell or piece; the same of the ways, and how many were tried before this way.
NUMBER, OUTCOME, FEW, BOUND, _UPPER, TRIED, CELLS, BESIDES, REMARK, SIZE, WAYS = range(11)
FORCED, FORCED_BY, WAYS_OF, WAYS_BY, EARLIER = range(11, 16)
#: Remarks on why the remaining pieces do not fit: none, the size that all of them have, the marks,
#: or the list of their sizes.
SILENT, EACH, MARKS, LISTED = range(4)
#: Columns of `found`. `CELL` or `PIECE`, and the number of the cell or piece; how many follow, how
#: many rivals fail, how many cells stay empty, whether anything could cover these at first, how
#: many cases there are; the case to show, and the one to show before it, -1 for none; the round,
#: the next placement to try, -1 before a round, and how many have failed in it; what it is found
#: by, and the cell, region or number of this; how many regions are told; by which kind of step all
#: rivals fail, 0 if there are several, `TRIAL` if not all fail at once; which of `_WAYS` is tried;
#: how many fail in a few ways.
KIND, WHERE, CHOSEN, RIVALS, EMPTIES, COVERED, CASES, SHOWN, BEFORE, ROUND, NEXT, SINCE = range(12)
BY, ABOUT, REGIONS, MANNER, TIER, SPLITS = range(12, 18)
#: Columns of `split`; the ways follow.
_PLACEMENT, _NUMBER, _OF, _BY, _FIRST = range(5)
#: Rows of `spare`: rivals, all that fails for them, what is still to be told; of a trial, what may
#: be chosen after what was removed, and if nothing was, and what is chosen or removed next.
_RIVALS, _EVERY, _PENDING, _HERE, _FREE, _NEXT = range(6)

#: What a cause weighs: each kind, each piece that has to follow, and each round before it.
_RULE, _REGION, _BLOCKED, _TRIAL, _FOLLOWS, _ROUND = 1, 2, 3, 4, 3, 8
#: How many ways fail after a placement, at most, and what they weigh together.
_MOST, _SPLIT = 3, 4
#: Among how many conclusions the one with the smallest cases is chosen.
_LOOKS = 12
#: How many cases a person looks at, and how many if nothing else is left; what a cause weighs that
#: is told together with another one.
FEW_CASES, _CASES, _ALIKE = 3, 6, 1
#: Stands for the number of cells where there is nothing to see.
_FAR = 1000
#: What it weighs to look for the places of a piece on the whole board, to read a region, and to
#: look at a cell without a clue where others have one.
_EVERYWHERE, _REGION_READ, _NO_CLUE = 4, 2, 3
#: How many placements are left on the cells, or of the pieces, that are tried first, and then, up
#: to the most that a person would try.
_WAYS = (2, 3, 5, 8, 12, 16)
#: The most rounds.
_ROUNDS = 3
#: How many placements are left where the ways after them are tried, first and then; how many trials
#: these count as.
_SPLITTING = (2, 4, 8)
_TRIALS = 16
#: What a conclusion may weigh that is taken before there are trials where more than two placements
#: are left, and before several ways are tried.
_LIGHT, _HEAVY = 14, 24
#: More than any conclusion weighs.
_ANY = 1 << 40


class Causes(NamedTuple):
    """The arrays above, as one argument; all 0 at first but ``found[NEXT]``, which is -1."""

    first: np.ndarray
    here: np.ndarray
    cause: np.ndarray
    needs: np.ndarray
    shows: np.ndarray
    alike: np.ndarray
    chosen: np.ndarray
    empty: np.ndarray
    cases: np.ndarray
    tried: np.ndarray
    cells: np.ndarray
    sizes: np.ndarray
    what: np.ndarray
    found: np.ndarray
    split: np.ndarray
    spare: np.ndarray
    covered: np.ndarray
    used: np.ndarray
    clue: np.ndarray
    telling: np.ndarray
    told: np.ndarray


@kernel
def advance(problem, regions, alive, covered, used, causes, trials):
    """Look for a placement that follows, with at most this many trials; without any, take what can
    be concluded already. Return `FOUND`, `MORE` or `NONE`.

    If one is found, so are all cases.
    """
    outcome = _look(problem, regions, alive, covered, used, causes, trials)
    if outcome == FOUND:
        _list_cases(problem, regions, alive, covered, used, causes)
    return outcome


@kernel
def _look(problem, regions, alive, covered, used, causes, trials):
    """Do what `advance` does, but list no cases."""
    found = causes.found
    if found[ROUND] == 0 and found[NEXT] < 0:
        copied(causes.first, alive)
        if forced(problem, alive, covered, used, causes.what) not in (NOTHING, CELL, PIECE):
            return NONE
        if _conclude(problem, regions, alive, covered, used, causes, _ANY, FEW_CASES):
            return FOUND
    if found[NEXT] < 0:
        copied(causes.here, alive)
        found[SINCE] = 0
        if not _fail_at_once(problem, regions, alive, covered, used, causes):
            return NONE
        most = _ANY if found[ROUND] else _LIGHT
        if _conclude(problem, regions, alive, covered, used, causes, most, FEW_CASES):
            return FOUND
        found[NEXT] = 0
        found[TIER] = 0
    splits = found[TIER] >= len(_WAYS)
    if splits:
        _fail_in_ways(problem, regions, alive, covered, used, causes, trials)
    else:
        _fail_later(problem, regions, alive, covered, used, causes, trials)
    if found[NEXT] < problem.piece.size and trials:
        return MORE
    most = _HEAVY if found[TIER] else _LIGHT
    if found[ROUND] or splits or not trials:
        most = _ANY
    if _conclude(problem, regions, alive, covered, used, causes, most, FEW_CASES):
        return FOUND
    tiers = len(_WAYS) if found[ROUND] else len(_WAYS) + len(_SPLITTING)
    if found[TIER] + 1 < tiers and trials:
        found[TIER] += 1
        found[NEXT] = 0
        return MORE
    if not found[SINCE] or not trials or found[ROUND] + 1 == _ROUNDS:
        many = _conclude(problem, regions, alive, covered, used, causes, _ANY, _CASES)
        return FOUND if many else NONE
    found[ROUND] += 1
    found[NEXT] = -1
    return MORE


@kernel
def _fail_at_once(problem, regions, alive, covered, used, causes):
    """Remove what breaks a rule, strands a region, or leaves something without a place; return
    False if a sum cannot be reached.
    """
    here = causes.here
    bad = causes.spare[_RIVALS]
    _clear(bad)
    earlier = _ROUND * causes.found[ROUND]
    number = 0
    while True:
        outcome = narrow(problem, here, covered, used, number, bad, causes.what)
        if outcome == BROKEN:
            return False
        if outcome == NOTHING:
            break
        number = causes.what[0] + 1
    _remove(alive, causes, bad, RULE, _RULE + earlier)
    if not earlier:
        # What is cut off does not depend on what was removed.
        cutting(problem, regions, here, covered, used, bad)
        _remove(alive, causes, bad, CUTTING, _REGION)
    blocked(problem, here, covered, used, bad)
    _remove(alive, causes, bad, BLOCKED, _BLOCKED + earlier)
    return True


@kernel
def _clear(bits):
    """Remove everything from a set."""
    for word in range(bits.size):
        bits[word] = np.uint64(0)


@kernel
def _remove(alive, causes, bad, kind, weight):
    """Remove placements that have no cause yet, and note why."""
    for word in range(bad.size):
        rest = bad[word]
        while rest != np.uint64(0):
            placement = word * 64 + np.int64(lowest_one(rest))
            rest &= rest - np.uint64(1)
            _note(alive, causes, placement, kind, weight)


@kernel
def _note(alive, causes, placement, kind, weight):
    """Remove a placement, and note why."""
    if causes.cause[placement, 0] == 0:
        causes.cause[placement, 0] = kind
        causes.cause[placement, 1] = causes.found[ROUND]
        causes.cause[placement, 2] = weight
        alive[placement >> 6] &= ~(np.uint64(1) << np.uint64(placement & 63))
        causes.found[SINCE] += 1


@kernel
def _fail_later(problem, regions, alive, covered, used, causes, trials):
    """Remove what leads to a contradiction by pieces that have to follow, with some trials."""
    found = causes.found
    end = min(found[NEXT] + trials, problem.piece.size)
    wanted = causes.spare[_RIVALS]
    _clear(wanted)
    _add_tight(problem, alive, covered, used, causes.here, _WAYS[found[TIER]], False, wanted)
    if found[TIER]:
        ways = _WAYS[found[TIER] - 1]
        _add_tight(problem, alive, covered, used, causes.here, ways, True, wanted)
    while found[NEXT] < end:
        placement = trial(
            problem,
            regions,
            causes.here,
            covered,
            used,
            wanted,
            found[NEXT],
            end,
            causes.what,
        )
        if placement < 0:
            break
        weight = _TRIAL + _FOLLOWS * causes.what[2] + _ROUND * found[ROUND]
        _note(alive, causes, placement, TRIAL, weight)
        found[NEXT] = placement + 1
    found[NEXT] = end


@kernel
def _fail_in_ways(problem, regions, alive, covered, used, causes, trials):
    """Remove some placements after which the few ways to continue all fail, where the fewest are
    left.
    """
    found = causes.found
    end = min(found[NEXT] + (trials + _TRIALS - 1) // _TRIALS, problem.piece.size)
    wanted = causes.spare[_RIVALS]
    if not found[NEXT]:
        _clear(wanted)
        ways = _SPLITTING[found[TIER] - len(_WAYS)]
        _add_tight(problem, alive, covered, used, alive, ways, False, wanted)
    later = np.empty_like(causes.first)
    taken = np.empty_like(covered)
    copies = np.empty_like(used)
    bad = np.zeros_like(later)
    for placement in range(found[NEXT], end):
        if not living(wanted, placement) or found[SPLITS] == causes.split.shape[0]:
            continue
        copied(later, causes.first)
        copied(taken, covered)
        copied(copies, used)
        choose(problem, later, taken, copies, placement)
        if carry_out(problem, regions, later, taken, copies, bad, causes.what) != NOTHING:
            continue
        weight = _TRIAL + _FOLLOWS * causes.what[2] + _SPLIT
        kept = causes.split[found[SPLITS]]
        ways = _split(problem, regions, later, taken, copies, causes.what, kept)
        if ways:
            kept[_PLACEMENT] = placement
            found[SPLITS] += 1
            _note(alive, causes, placement, GUESS, weight + ways)
    found[NEXT] = end


@kernel
def _split(problem, regions, alive, covered, used, what, kept):
    """Write the ways to cover a cell, or the places of a piece, that are few and all fail; return
    what the shortest of these weigh, 0 if there are none.
    """
    least = 0
    ways = np.empty_like(alive)
    failing = np.empty(_MOST, np.int32)
    for each in range(covered.size + problem.least.size):
        cell = each < covered.size
        by = each if cell else each - covered.size
        if cell and (covered[by] or problem.optional[by]):
            continue
        if not cell and problem.least[by] - used[by] != 1:
            continue
        bits = problem.over[by] if cell else problem.own[by]
        number, _ = some(alive, bits, 0, alive.size, _MOST + 1)
        if number > _MOST:
            continue
        for word in range(alive.size):
            ways[word] = alive[word] & bits[word]
        weight = number
        count = 0
        begin = 0
        while begin < problem.piece.size:
            way = trial(
                problem, regions, alive, covered, used, ways, begin, problem.piece.size, what
            )
            if way < 0:
                break
            failing[count] = way
            count += 1
            weight += _TRIAL + _FOLLOWS * what[2]
            begin = way + 1
        if count == number and (not least or weight < least):
            least = weight
            kept[_NUMBER] = number
            kept[_OF] = CELL if cell else PIECE
            kept[_BY] = by
            for way in range(number):
                kept[_FIRST + way] = failing[way]
    return least


@kernel
def _find_split(causes, placement):
    """Return the row of `split` of a placement."""
    row = 0
    while causes.split[row, _PLACEMENT] != placement:
        row += 1
    return row


@kernel
def _add_tight(problem, alive, covered, used, here, ways, remove, wanted):
    """Set, or remove, the bits of what may be chosen on cells, or of pieces, that had at most this
    number of placements left at the beginning of the round.
    """
    for cell in range(covered.size):
        over = problem.over[cell]
        if not covered[cell] and some(here, over, 0, here.size, ways + 1)[0] <= ways:
            _add(alive, over, remove, wanted)
    for piece in range(problem.least.size):
        own = problem.own[piece]
        if used[piece] < problem.least[piece] and (
            some(here, own, 0, here.size, ways + 1)[0] <= ways
        ):
            _add(alive, own, remove, wanted)


@kernel
def _add(alive, bits, remove, wanted):
    """Set, or remove, what may be chosen of some placements."""
    for word in range(alive.size):
        if remove:
            wanted[word] &= ~bits[word]
        else:
            wanted[word] |= alive[word] & bits[word]


# What follows


@kernel
def _conclude(problem, regions, alive, covered, used, causes, most, few):
    """Find the conclusion with the fewest and shortest causes; return whether there is any that
    weighs at most this much, and has at most `few` cases.
    """
    # What each of the best weighs, its kind, its cell or piece, and what it weighs without causes.
    best = np.zeros((_LOOKS, 4), np.int64)
    number = 0
    rivals = causes.spare[_RIVALS]
    dead = _list_dead(problem, alive, covered, causes.empty)
    clues = False
    for cell in range(covered.size):
        clues = clues or causes.clue[cell]
    for cell in range(covered.size):
        if covered[cell] or (problem.optional[cell] and dead != problem.empty):
            continue
        over = problem.over[cell]
        if some(alive, over, problem.span[cell, 0], problem.span[cell, 1], 2)[0] != 1:
            continue
        weight = _find_rivals(problem, alive, covered, used, causes, dead, CELL, cell, rivals)
        causal = _weigh(causes, rivals)
        if clues and not causes.clue[cell]:
            weight += _NO_CLUE
        for side in range(regions.neighbor.shape[1]):
            beside = regions.neighbor[cell, side]
            weight += beside >= 0 and not covered[beside]
        if problem.optional[cell]:
            weight += 2 * dead
        number = _offer(best, number, weight, CELL, cell, weight - causal)
    for piece in range(problem.least.size):
        need = problem.least[piece] - used[piece]
        if need < 1:
            continue
        places, placement = some(alive, problem.own[piece], 0, alive.size, need + 1)
        if places == need:
            weight = _find_rivals(problem, alive, covered, used, causes, dead, PIECE, piece, rivals)
            causal = _weigh(causes, rivals)
            weight += problem.start[placement + 1] - problem.start[placement] + _EVERYWHERE
            number = _offer(best, number, weight, PIECE, piece, weight - causal)
    if not number:
        return False
    every = causes.spare[_EVERY]
    for each in range(number):
        kind = best[each, 1]
        where = best[each, 2]
        _find_rivals(problem, alive, covered, used, causes, dead, kind, where, rivals)
        _tell_all(problem, regions, covered, used, causes, rivals, every)
        best[each, 0] = best[each, 3] + _weigh_cases(causes, every, few)
    least = 0
    for each in range(1, number):
        if best[each, 0] < best[least, 0]:
            least = each
    if best[least, 0] > most:
        return False
    causes.found[KIND] = best[least, 1]
    causes.found[WHERE] = best[least, 2]
    return True


@kernel
def _offer(best, number, weight, kind, where, without):
    """Insert a conclusion by its weight, behind those that weigh the same; return how many there
    are.
    """
    place = number
    while place > 0 and best[place - 1, 0] > weight:
        if place < _LOOKS:
            copied(best[place], best[place - 1])
        place -= 1
    if place < _LOOKS:
        best[place, 0] = weight
        best[place, 1] = kind
        best[place, 2] = where
        best[place, 3] = without
    return min(number + 1, _LOOKS)


@kernel
def _list_dead(problem, alive, covered, cells):
    """Write the open cells without a placement; return their number."""
    number = 0
    for cell in range(covered.size):
        if not covered[cell]:
            over = problem.over[cell]
            if some(alive, over, problem.span[cell, 0], problem.span[cell, 1], 1)[0] == 0:
                cells[number] = cell
                number += 1
    return number


@kernel
def _find_rivals(problem, alive, covered, used, causes, dead, kind, where, rivals):
    """Set the bits of the rivals of a conclusion of which no region tells, write the regions, and
    return what the causes and regions weigh.
    """
    first = causes.first
    for word in range(rivals.size):
        bits = problem.over[where, word] if kind == CELL else problem.own[where, word]
        stays = alive[word] & bits
        if kind == CELL and problem.optional[where]:
            for each in range(dead):
                bits |= problem.over[causes.empty[each], word]
        rivals[word] = first[word] & bits & ~stays
    causes.found[REGIONS] = 0
    if _has_rule(causes, rivals):
        causes.found[REGIONS] = read_regions(
            problem,
            first,
            covered,
            used,
            causes.telling,
            where if kind == CELL else -1,
            causes.told,
            rivals,
            causes.spare[_HERE],
            causes.spare[_FREE],
            causes.what,
        )
    return _weigh(causes, rivals) + _REGION_READ * causes.found[REGIONS]


@kernel
def _has_rule(causes, bits):
    """Return True if a placement fails since it breaks a rule."""
    for word in range(bits.size):
        rest = bits[word]
        while rest != np.uint64(0):
            if causes.cause[word * 64 + np.int64(lowest_one(rest)), 0] == RULE:
                return True
            rest &= rest - np.uint64(1)
    return False


@kernel
def _weigh(causes, bits):
    """Return what the causes of some placements weigh."""
    weight = 0
    for word in range(bits.size):
        rest = bits[word]
        while rest != np.uint64(0):
            weight += causes.cause[word * 64 + np.int64(lowest_one(rest)), 2]
            rest &= rest - np.uint64(1)
    return weight


@kernel
def _weigh_cases(causes, bits, few):
    """Return what some causes weigh that were told, as the cases that a person sees; more than any
    conclusion if these are too many.
    """
    cases = causes.cases
    groups = 0
    weight = 0
    for each in range(_list(bits, cases)):
        alike = causes.alike[cases[each]]
        told = False
        for other in range(each if alike else 0):
            told = told or causes.alike[cases[other]] == alike
        groups += not told
        if causes.cause[cases[each], 0] == GUESS:
            groups += causes.split[_find_split(causes, cases[each]), _NUMBER] - 1
        weight += _ALIKE if told else causes.cause[cases[each], 2]
    return weight if groups <= few else _ANY + 1


@kernel
def _tell_all(problem, regions, covered, used, causes, rivals, every):
    """Tell why all rivals fail, and all that had to fail before; set the bits of all these."""
    pending = causes.spare[_PENDING]
    copied(pending, rivals)
    _clear(every)
    word = 0
    while word < pending.size:
        if pending[word] == np.uint64(0):
            word += 1
            continue
        placement = word * 64 + np.int64(lowest_one(pending[word]))
        every[word] |= pending[word] & (~pending[word] + np.uint64(1))
        pending[word] &= pending[word] - np.uint64(1)
        if causes.shows[placement] == 0:
            tell(problem, regions, covered, used, causes, placement, 0)
        needs = causes.needs[placement]
        least = word
        for each in range(pending.size):
            pending[each] |= needs[each] & ~every[each]
            if pending[each] != np.uint64(0) and each < least:
                least = each
        word = least


@kernel
def _list_cases(problem, regions, alive, covered, used, causes):
    """Write what was found: the placements that follow, the cells that stay empty, and
    what fails, in order.
    """
    found = causes.found
    kind = found[KIND]
    where = found[WHERE]
    rivals = causes.spare[_RIVALS]
    every = causes.spare[_EVERY]
    dead = _list_dead(problem, alive, covered, causes.empty)
    _find_rivals(problem, alive, covered, used, causes, dead, kind, where, rivals)
    found[EMPTIES] = dead if kind == CELL and problem.optional[where] else 0
    found[COVERED] = 0
    for each in range(found[EMPTIES]):
        over = problem.over[causes.empty[each]]
        found[COVERED] |= some(causes.first, over, 0, alive.size, 1)[0]
    for word in range(alive.size):
        over = problem.over[where, word] if kind == CELL else problem.own[where, word]
        every[word] = alive[word] & over
    found[CHOSEN] = _list(every, causes.chosen)
    found[BY] = BY_PIECE
    if kind == CELL:
        placement = causes.chosen[0]
        found[BY] = found_by(
            problem,
            regions,
            covered,
            causes.clue,
            causes.telling,
            where,
            placement,
            found[ABOUT : ABOUT + 1],
        )
    _tell_all(problem, regions, covered, used, causes, rivals, every)
    # The rivals come first here, so that they are counted.
    found[RIVALS] = _list(rivals, causes.cases)
    shown = -1
    before = -1
    found[MANNER] = min(causes.cause[causes.cases[0], 0], TRIAL) if found[RIVALS] else 0
    for each in range(found[RIVALS]):
        rival = causes.cases[each]
        manner = min(causes.cause[rival, 0], TRIAL)
        if causes.cause[rival, 1] or found[MANNER] == TRIAL:
            found[MANNER] = TRIAL
        elif manner != found[MANNER]:
            found[MANNER] = TRIAL if manner == TRIAL else 0
        if shown < 0 or _is_easier(causes, rival, shown):
            shown = rival
    if shown >= 0:
        needs = causes.needs[shown]
        for placement in range(problem.piece.size):
            if living(needs, placement) and (
                before < 0 or causes.cause[placement, 2] < causes.cause[before, 2]
            ):
                before = placement
    found[CASES] = _list(every, causes.cases)
    _sort(causes, found[CASES])
    found[SHOWN] = -1
    found[BEFORE] = -1
    for each in range(found[CASES]):
        if causes.cases[each] == shown:
            found[SHOWN] = each
        if causes.cases[each] == before:
            found[BEFORE] = each


@kernel
def _list(bits, numbers):
    """Write the numbers of the set bits; return how many there are."""
    number = 0
    for word in range(bits.size):
        rest = bits[word]
        while rest != np.uint64(0):
            numbers[number] = word * 64 + np.int64(lowest_one(rest))
            rest &= rest - np.uint64(1)
            number += 1
    return number


@kernel
def _is_easier(causes, one, other):
    """Return True if a failure is easier to see than that of a smaller number."""
    ease = causes.cause[one, 2] - causes.cause[other, 2]
    cells = causes.shows[one] - 1
    more = causes.shows[other] - 1
    return ease < 0 or (ease == 0 and (cells if cells else _FAR) < (more if more else _FAR))


@kernel
def _sort(causes, number):
    """Sort the cases by their rounds, and then by what their causes weigh."""
    cases = causes.cases
    cause = causes.cause
    for each in range(1, number):
        placement = cases[each]
        place = each
        while place > 0:
            other = cases[place - 1]
            later = cause[other, 1] - cause[placement, 1]
            if later < 0 or (later == 0 and cause[other, 2] <= cause[placement, 2]):
                break
            cases[place] = other
            place -= 1
        cases[place] = placement


# What happens


class _Trial(NamedTuple):
    """A placement that is tried: what may be chosen after what was removed, and if nothing was."""

    here: np.ndarray
    free: np.ndarray
    covered: np.ndarray
    used: np.ndarray
    #: What had to fail before.
    needs: np.ndarray


@kernel
def tell(problem, regions, covered, used, causes, placement, way):
    """Try a placement that fails, up to a contradiction: write what had to follow, and how it ends,
    in one of the ways to continue if there are several.

    It is tried where its failure was found, and where nothing was removed. What may be chosen only
    in the second position had to fail before.
    """
    what = causes.what
    spare = causes.spare
    trial = _Trial(spare[_HERE], spare[_FREE], causes.covered, causes.used, causes.needs[placement])
    copied(trial.here, causes.first)
    copied(trial.free, causes.first)
    copied(trial.covered, covered)
    copied(trial.used, used)
    cause = causes.cause
    for other in range(problem.piece.size):
        if cause[other, 0] and cause[other, 1] < cause[placement, 1]:
            trial.here[other >> 6] &= ~(np.uint64(1) << np.uint64(other & 63))
    what[TRIED] = 0
    what[FORCED] = 0
    what[WAYS] = 0
    if cause[placement, 0] == GUESS:
        split = causes.split[_find_split(causes, placement)]
        what[WAYS] = split[_NUMBER]
        what[WAYS_OF] = split[_OF]
        what[WAYS_BY] = split[_BY]
        way = split[_FIRST + way]
    outcome = _follow(problem, trial, causes, placement, way)
    number = what[NUMBER]
    what[CELLS] = 0
    what[FEW] = 0
    what[REMARK] = SILENT
    if outcome == NOTHING:
        outcome = REGION
        what[CELLS] = stranded(regions, trial.covered, trial.used, causes.cells)
        _remark(problem, regions, trial.used, causes)
    elif outcome == DEAD:
        _note_removed(trial, problem.over[number])
        causes.cells[0] = number
        what[CELLS] = 1
    elif outcome == EMPTY:
        _note_dead(problem, trial, causes)
    elif outcome == SUM:
        what[FEW] = what[_UPPER] < problem.floor[number]
        if what[FEW]:
            what[BOUND] = what[_UPPER]
        if problem.local[number]:
            for row in range(problem.row[number], problem.row[number + 1]):
                causes.cells[what[CELLS]] = problem.cell[row]
                what[CELLS] += 1
    else:
        _note_removed(trial, problem.own[number])
        what[FEW] = problem.least[number] - trial.used[number] > 1
    what[OUTCOME] = outcome
    what[BESIDES] = some(trial.needs, trial.needs, 0, trial.needs.size, 1)[0]
    causes.shows[placement] = what[CELLS] + 1
    causes.alike[placement] = _sign(causes) if what[TRIED] == 1 and not what[WAYS] else 0


@kernel
def _sign(causes):
    """Return a number for the words and cells of what was told, which is not 0."""
    what = causes.what
    sign = what[OUTCOME]
    for column in (BESIDES, FEW, REMARK, CELLS):
        sign = _mix(sign, what[column])
    if what[OUTCOME] not in (REGION, EMPTY):
        sign = _mix(sign, what[NUMBER])
    for each in range(what[CELLS]):
        sign = _mix(sign, causes.cells[each])
    return sign + 1


@kernel
def _mix(sign, value):
    """Return a number for a number and a value after it."""
    return (sign * 1000003 + value + 7) & 0xFFFFFFFFFF


@kernel
def _follow(problem, trial, causes, placement, way):
    """Choose a placement, and what has to follow, then one of several ways, and what has to follow
    it; return the contradiction, `NOTHING` if that is a region.
    """
    what = causes.what
    kind = causes.cause[placement, 0]
    several = kind == GUESS
    bits = causes.spare[_NEXT]
    _clear(bits)
    bits[placement >> 6] = np.uint64(1) << np.uint64(placement & 63)
    while True:
        _place(problem, trial, causes, bits)
        if kind == CUTTING:
            return NOTHING
        if kind == BLOCKED:
            piece = _find_short(problem, trial)
            if piece >= 0:
                what[NUMBER] = piece
                return SHORT
        # Too many pieces may be needed since no other one fits beside this one.
        first = kind == RULE
        kind = TRIAL
        while True:
            outcome = NOTHING
            if not first:
                outcome = forced(problem, trial.here, trial.covered, trial.used, what)
            if outcome != NOTHING:
                break
            sums = _tighten(problem, trial, causes)
            if sums == SUM:
                return SUM
            if sums == NOTHING and not first:
                if not several:
                    return NOTHING
                break
            first = False
        if outcome == NOTHING:
            several = False
            what[EARLIER] = what[TRIED]
            bits = causes.spare[_NEXT]
            _clear(bits)
            bits[way >> 6] = np.uint64(1) << np.uint64(way & 63)
            continue
        number = what[NUMBER]
        if what[TRIED] == 1:
            what[FORCED] = outcome
            what[FORCED_BY] = number
        if outcome == CELL:
            if problem.optional[number]:
                _note_dead(problem, trial, causes)
            bits = problem.over[number]
        elif outcome == PIECE:
            bits = problem.own[number]
        else:
            return outcome
        _note_removed(trial, bits)


@kernel
def _find_short(problem, trial):
    """Return the first piece that has too few places left, or -1."""
    for piece in range(problem.least.size):
        need = problem.least[piece] - trial.used[piece]
        own = problem.own[piece]
        if need > 0 and some(trial.here, own, 0, own.size, need)[0] < need:
            return piece
    return -1


@kernel
def _place(problem, trial, causes, bits):
    """Choose what may be chosen of some placements."""
    what = causes.what
    for word in range(bits.size):
        rest = trial.here[word] & bits[word]
        while rest != np.uint64(0):
            placement = word * 64 + np.int64(lowest_one(rest))
            rest &= rest - np.uint64(1)
            choose(problem, trial.here, trial.covered, trial.used, placement)
            conflict = problem.conflict[placement]
            piece = problem.piece[placement]
            own = problem.own[piece]
            spent = trial.used[piece] >= problem.most[piece]
            for place in range(bits.size):
                trial.free[place] &= ~conflict[place]
                if spent:
                    trial.free[place] &= ~own[place]
            causes.tried[what[TRIED]] = placement
            what[TRIED] += 1


@kernel
def _note_removed(trial, bits):
    """Note what was removed of some placements."""
    for word in range(bits.size):
        trial.needs[word] |= trial.free[word] & bits[word] & ~trial.here[word]


@kernel
def _note_dead(problem, trial, causes):
    """Write the open cells without a placement, and note what was removed there."""
    number = _list_dead(problem, trial.here, trial.covered, causes.cells)
    for each in range(number):
        _note_removed(trial, problem.over[causes.cells[each]])
    causes.what[CELLS] = number


@kernel
def _tighten(problem, trial, causes):
    """Remove what would break each sum; return `SUM` if one cannot be reached, `NOTHING` if nothing
    was removed.
    """
    what = causes.what
    changed = NOTHING
    number = 0
    bad = causes.spare[_NEXT]
    while True:
        _clear(bad)
        outcome = narrow(problem, trial.here, trial.covered, trial.used, number, bad, what)
        if outcome == NOTHING:
            return changed
        number = what[NUMBER]
        for row in range(problem.row[number], problem.row[number + 1]):
            if not trial.covered[problem.cell[row]]:
                _note_removed(trial, problem.over[problem.cell[row]])
        if outcome == BROKEN:
            return SUM
        for word in range(bad.size):
            trial.here[word] &= ~bad[word]
            trial.free[word] &= ~bad[word]
        changed = RULE
        number += 1


@kernel
def _remark(problem, regions, used, causes):
    """Note why the remaining pieces cannot fill a region: their sizes, or else their marks."""
    what = causes.what
    cells = what[CELLS]
    if problem.empty:
        return
    size = 0
    several = False
    loose = False
    copies = 0
    listed = 0
    reached = np.zeros(cells + 1, np.bool_)
    reached[0] = True
    for piece in range(problem.least.size):
        shares = regions.share[regions.first[piece] : regions.first[piece + 1]]
        left = min(problem.most[piece] - used[piece], cells)
        if left < 1:
            continue
        copies += left
        loose = loose or shares.shape[0] > 1
        for share in range(shares.shape[0]):
            several = several or size not in (0, shares[share, 0])
            size = shares[share, 0]
        if shares.shape[0] == 1:
            for _ in range(min(left, causes.sizes.size - listed)):
                _insert(causes.sizes, listed, size)
                listed += 1
        _reach(reached, shares, left)
    if size and not several and cells % size:
        what[REMARK] = EACH
        what[SIZE] = size
    elif reached[cells]:
        what[REMARK] = MARKS
    elif listed and not loose and copies <= causes.sizes.size:
        what[REMARK] = LISTED
        what[SIZE] = listed


@kernel
def _insert(numbers, number, value):
    """Insert a number into some that ascend."""
    place = number
    while place > 0 and numbers[place - 1] > value:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = value


@kernel
def _reach(reached, shares, copies):
    """Add to the sums that are reached what this many copies may add, each one of some shares."""
    changed = True
    while copies > 0 and changed:
        copies -= 1
        changed = False
        for total in range(reached.size - 1, 0, -1):
            if reached[total]:
                continue
            for each in range(shares.shape[0]):
                share = shares[each, 0]
                if share <= total and reached[total - share]:
                    reached[total] = True
                    changed = True
