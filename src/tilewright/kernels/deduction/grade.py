"""Solve a puzzle as a person does: always by the easiest step, and by a guess if no step is left.

Where no other step is left, any way to cover a cell may be taken if each of them leads to a
solution by steps that need no trial. A few such cells may be on that way.

Legend (the problem as in `tilewright.kernels.deduction.steps`, p = placements, v = words of p bits,
a = cells, k = pieces, m = sums, s = symmetries, d = positions)

images      (s, p)   int32  where each symmetry of the puzzle takes each placement; no rows: not
                            known yet

`PositionArrays`:
alive, covered, used        as in `steps`
chosen      (v,)     uint64 the placements that were chosen
at          (2,)     int64  whether nothing can be cut off before the next is chosen; the next trial

`Grading`: the first position, and those after each guess or way that is tried
alive       (d, v)   uint64
covered     (d, a)   bool
used        (d, k + m) int64
chosen      (d, v)   uint64
at          (d, 2)   int64
ways        (d, v)   uint64 the placements that were not tried yet in each position
good, bad   (v,)     uint64 a step: the placements that every solution has, and those that none has
counts      (16, 2)  int64  for each kind of step, how many were taken, and whether it was the first
                            kind that was needed, the second, …
what        (5,)     int64  of the step, as in `steps`
clock       (5,)     int64  see its columns below
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bits import lowest_one
from ..library import kernel
from .regions import misfit
from .steps import (
    BLOCKED,
    CELL,
    CUTTING,
    GUESS,
    NOTHING,
    PIECE,
    REGION,
    RULE,
    SUM,
    SYMMETRY,
    TRIAL,
    blocked,
    choose,
    copied,
    cutting,
    forced,
    living,
    some,
    trial,
)
from .sums import BROKEN, EXCLUDED, narrow

#: A kind of step: any way to cover a cell may be taken.
WAY = 15
#: What `advance` returns: there is more to do, symmetries are needed, the puzzle is solved, or it
#: cannot be.
MORE, ASKS, SOLVED, STUCK = range(16, 20)
#: Columns of `clock`: the last position; the step to take in the next call, 0 if it is to be found;
#: how many guesses may be made; 1 + the position in which all ways are tried, or 0 if no ways are
#: being tried; the contradiction, if the puzzle cannot be solved because of one.
LEVEL, KIND, GUESSES, BASE, BROKE = range(5)

#: How often on a way any of several ways may be taken: the positions behind those of the guesses.
AGAIN = 2
#: The kinds of steps on a way.
_PLAIN = 1 << CELL | 1 << RULE | 1 << CUTTING | 1 << BLOCKED


class PositionArrays(NamedTuple):
    """The arrays above, as one argument."""

    alive: np.ndarray
    covered: np.ndarray
    used: np.ndarray
    chosen: np.ndarray
    at: np.ndarray


class Grading(NamedTuple):
    """The arrays above, as one argument."""

    alive: np.ndarray
    covered: np.ndarray
    used: np.ndarray
    chosen: np.ndarray
    at: np.ndarray
    ways: np.ndarray
    good: np.ndarray
    bad: np.ndarray
    counts: np.ndarray
    what: np.ndarray
    clock: np.ndarray


@kernel
def place(problem, position, placement):
    """Choose a placement, and remove what it excludes."""
    choose(problem, position.alive, position.covered, position.used, placement)
    position.chosen[placement >> 6] |= np.uint64(1) << np.uint64(placement & 63)
    position.at[0] = 0
    position.at[1] = 0


@kernel
def take(problem, position, good, bad):
    """Carry out a step."""
    for word in range(bad.size):
        position.alive[word] &= ~bad[word]
    for word in range(good.size):
        rest = good[word]
        while rest != np.uint64(0):
            placement = word * 64 + np.int64(lowest_one(rest))
            rest &= rest - np.uint64(1)
            if living(position.alive, placement):
                place(problem, position, placement)


@kernel
def is_solved(problem, position):
    """Return True if nothing is left to do."""
    empty = 0
    for cell in range(position.covered.size):
        if not position.covered[cell]:
            empty += 1
            if not problem.optional[cell]:
                return False
    pieces = problem.least.size
    for piece in range(pieces):
        if position.used[piece] < problem.least[piece]:
            return False
    for number in range(problem.floor.size):
        total = position.used[pieces + number]
        if problem.colored[number]:
            if total < 0:
                return False
        elif not problem.floor[number] <= total <= problem.ceiling[number]:
            return False
    return problem.fewest <= empty <= problem.empty


@kernel
def _next_step(problem, regions, images, grading, position, allowed, trials):
    """Find the easiest step, with at most this many trials: return its kind, a contradiction,
    `MORE`, `ASKS` or `NOTHING`.
    """
    good, bad, what = grading.good, grading.bad, grading.what
    for word in range(bad.size):
        good[word] = np.uint64(0)
        bad[word] = np.uint64(0)
    at = position.at
    if at[1] == 0:
        kind = _plain_step(problem, regions, position, allowed, good, bad, what)
        if kind != NOTHING:
            return kind
        if allowed >> SYMMETRY & 1:
            if images.shape[0] == 0:
                return ASKS
            if _find_images(problem, images, position, grading.ways[grading.clock[0]], bad, what):
                return SYMMETRY
    if not allowed >> TRIAL & 1:
        return NOTHING
    alive = position.alive
    end = min(at[1] + trials, problem.piece.size)
    placement = trial(
        problem, regions, alive, position.covered, position.used, alive, at[1], end, what
    )
    at[1] = end
    if placement < 0 and end < problem.piece.size:
        return MORE
    at[1] = 0
    if placement < 0:
        return NOTHING
    bad[placement >> 6] = np.uint64(1) << np.uint64(placement & 63)
    return TRIAL


@kernel
def _plain_step(problem, regions, position, allowed, good, bad, what):
    """Return the easiest step that needs no symmetry and no trial, or a contradiction."""
    alive, covered, used = position.alive, position.covered, position.used
    if allowed >> CELL & 1:
        step = forced(problem, alive, covered, used, what)
        if step == CELL:
            good[what[1] >> 6] = np.uint64(1) << np.uint64(what[1] & 63)
        elif step == PIECE:
            for word in range(good.size):
                good[word] = alive[word] & problem.own[what[0], word]
        if step != NOTHING:
            return step
    if allowed >> RULE & 1:
        sums = narrow(problem, alive, covered, used, 0, bad, what)
        if sums == BROKEN:
            return SUM
        if sums == EXCLUDED:
            return RULE
    if allowed >> CUTTING & 1 and not position.at[0]:
        size = misfit(regions, covered, used)
        if size:
            what[0] = size
            return REGION
        if cutting(problem, regions, alive, covered, used, bad):
            return CUTTING
        position.at[0] = 1
    if allowed >> BLOCKED & 1 and blocked(problem, alive, covered, used, bad):
        return BLOCKED
    return NOTHING


@kernel
def _find_images(problem, images, position, choice, bad, what):
    """Set the bits of placements that need not be tried, as a symmetry maps others to them; return
    whether there are any. They are those of a piece with one copy, or else of a cell, which is in
    ``what[0]``. `choice` is spare.
    """
    group = np.empty(images.shape[0], np.int64)
    order = 0
    for number in range(images.shape[0]):
        if _is_kept(images[number], position):
            group[order] = number
            order += 1
    if order < 2:
        return False
    alive = position.alive
    best = 0
    what[0] = -1
    for piece in range(problem.least.size):
        if problem.least[piece] == 1 and problem.most[piece] == 1 and position.used[piece] == 0:
            for word in range(choice.size):
                choice[word] = alive[word] & problem.own[piece, word]
            best = _spare(images, group[:order], choice, best, bad)
    for cell in range(0 if best else position.covered.size):
        if not position.covered[cell] and not problem.optional[cell]:
            for word in range(choice.size):
                choice[word] = alive[word] & problem.over[cell, word]
            more = _spare(images, group[:order], choice, best, bad)
            if more > best:
                best = more
                what[0] = cell
    return best > 0


@kernel
def _is_kept(image, position):
    """Return True if a symmetry changes nothing in a position."""
    for placement in range(image.size):
        there = image[placement]
        if living(position.alive, placement) != living(position.alive, there):
            return False
        if living(position.chosen, placement) and not living(position.chosen, there):
            return False
    return True


@kernel
def _spare(images, group, choice, best, bad):
    """Set the bits of what can be left out of a choice if that is more than the best; return how
    much is.
    """
    found = 0
    spare = np.zeros_like(choice)
    for word in range(choice.size):
        rest = choice[word]
        while rest != np.uint64(0):
            low = lowest_one(rest)
            rest &= rest - np.uint64(1)
            placement = word * 64 + np.int64(low)
            for number in group:
                image = images[number, placement]
                if image < placement and living(choice, image):
                    spare[word] |= np.uint64(1) << low
                    found += 1
                    break
    if found > best:
        copied(bad, spare)
    return max(found, best)


@kernel
def _list_ways(problem, position, ways):
    """Set the bits of the placements on the open cell with the fewest; return the cell, -1 if there
    are none.
    """
    best = -1
    least = position.alive.size * 64 + 1
    for cell in range(position.covered.size):
        if not position.covered[cell]:
            over = problem.over[cell]
            number, _ = some(
                position.alive, over, problem.span[cell, 0], problem.span[cell, 1], least
            )
            if 0 < number < least:
                least = number
                best = cell
    for word in range(ways.size):
        ways[word] = position.alive[word] & problem.over[best, word] if best >= 0 else np.uint64(0)
    return best


@kernel
def _next_way(ways):
    """Return the first of some placements, and remove it; -1 if there is none."""
    for word in range(ways.size):
        if ways[word] != np.uint64(0):
            placement = word * 64 + np.int64(lowest_one(ways[word]))
            ways[word] &= ways[word] - np.uint64(1)
            return placement
    return -1


@kernel
def _row(state, level):
    """Return one of several positions."""
    return PositionArrays(
        state.alive[level],
        state.covered[level],
        state.used[level],
        state.chosen[level],
        state.at[level],
    )


@kernel
def _copy(into, source):
    """Copy a position."""
    copied(into.alive, source.alive)
    copied(into.covered, source.covered)
    copied(into.used, source.used)
    copied(into.chosen, source.chosen)
    copied(into.at, source.at)


@kernel
def _step_to(grading, placement):
    """Make a placement the step to take next."""
    for word in range(grading.good.size):
        grading.good[word] = np.uint64(0)
        grading.bad[word] = np.uint64(0)
    grading.good[placement >> 6] = np.uint64(1) << np.uint64(placement & 63)
    grading.clock[KIND] = WAY


@kernel
def _try_next(grading):
    """Go on with the next way of the last position; return False if there is none."""
    level = grading.clock[LEVEL]
    way = _next_way(grading.ways[level])
    if way < 0:
        return False
    _copy(_row(grading, level + 1), _row(grading, level))
    grading.clock[LEVEL] = level + 1
    _step_to(grading, way)
    return True


@kernel
def _lead_on(problem, grading):
    """Try the next way, as the last one leads to a solution; where there is none, take the first.
    Return True if that is the step.
    """
    clock = grading.clock
    clock[LEVEL] -= 1
    if _try_next(grading):
        return False
    level = clock[LEVEL]
    ways = grading.ways[level]
    grading.what[0] = _list_ways(problem, _row(grading, level), ways)
    _step_to(grading, _next_way(ways))
    if level + 1 > clock[BASE]:
        return False
    clock[BASE] = 0
    return True


@kernel
def advance(problem, regions, images, grading, allowed, steps, trials):
    """Take a limited number of steps, with a limited number of trials: return `MORE`, `ASKS`,
    `SOLVED` or `STUCK`. The kinds of steps that are allowed are bits.

    The first position is where to begin. A step that was found is taken in the next call.
    """
    clock = grading.clock
    while True:
        level = clock[LEVEL]
        position = _row(grading, level)
        if clock[KIND]:
            take(problem, position, grading.good, grading.bad)
            clock[KIND] = 0
        if is_solved(problem, position):
            if not clock[BASE]:
                return SOLVED
            if not _lead_on(problem, grading):
                continue
            kind = WAY
        else:
            if steps == 0:
                return MORE
            steps -= 1
            kinds = _PLAIN if clock[BASE] else allowed
            kind = _next_step(problem, regions, images, grading, position, kinds, trials)
            if kind in (MORE, ASKS):
                return kind
        if kind == NOTHING and not clock[BASE] and (allowed >> SYMMETRY & allowed >> TRIAL & 1):
            clock[BASE] = level + 1
        is_none = kind == NOTHING
        is_wrong = PIECE < kind <= SUM
        if clock[BASE]:
            if is_none and level < clock[BASE] + AGAIN:
                _list_ways(problem, position, grading.ways[level])
                if _try_next(grading):
                    continue
            if is_none or is_wrong:
                # Some way does not lead on.
                clock[LEVEL] = clock[BASE] - 1
                clock[BASE] = 0
                is_none = True
                is_wrong = False
        if not (is_none or is_wrong):
            clock[KIND] = kind
            if not clock[BASE]:
                _count(grading.counts, TRIAL if kind == WAY else kind)
                if steps == 0:
                    return MORE
            continue
        if is_none and allowed >> GUESS & 1:
            level = clock[LEVEL]
            _list_ways(problem, _row(grading, level), grading.ways[level])
        else:
            clock[BROKE] = kind if is_wrong else NOTHING
            clock[LEVEL] -= 1
        if not _guess(grading):
            clock[LEVEL] = 0
            return STUCK


@kernel
def _guess(grading):
    """Try the next placement of the last guess that has any; return False if there is none."""
    clock, counts = grading.clock, grading.counts
    while clock[LEVEL] >= 0:
        ways = grading.ways[clock[LEVEL]]
        if some(ways, ways, 0, ways.size, 1)[0]:
            _count(counts, GUESS)
            if counts[GUESS, 0] <= clock[GUESSES]:
                return _try_next(grading)
        clock[LEVEL] -= 1
    return False


@kernel
def _count(counts, kind):
    """Count a step."""
    counts[kind, 0] += 1
    if counts[kind, 1] == 0:
        rank = 1
        for other in range(counts.shape[0]):
            rank += counts[other, 1] > 0
        counts[kind, 1] = rank
