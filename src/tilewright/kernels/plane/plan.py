"""Choose the searches that decide whether a piece without an isohedral tiling tiles the plane.
Unchecked: called by `tilewright.shapes.plane.decide`.

In each round, with eight times as many nodes as in the round before, rings of copies are searched
first, then periods. If there is a tiling, periods that could have fewer classes are searched. If
some number of rings is impossible, the rings that fit are counted: first without holes, then with
holes in the last ring. If nothing is decided, the rings without holes are searched, to show them.

Legend
plan     (22,)     int64   the columns below, 0 at first; the caller fills the first `GIVEN`
period   (3,)      int64   the sublattice (a, b) and (0, d); zeros come before the first one
lattice            see `tilewright.kernels.plane.lattice`
"""

from __future__ import annotations

from ..library import kernel
from .periods import count_keeping
from .surround import FOUND, MORE, NONE

#: What `advance` returns: there is nothing left to search, search rings, or search a period.
DONE, RINGS, PERIOD = 0, 1, 2
#: The rings that may have holes.
NO_HOLES, LAST_HOLES, ANY_HOLES = 0, 1, 2

#: Columns that are given: the most tiles of a period, rings and rounds; the nodes of the first
#: round; cells of the piece; the fewest classes that are not excluded; how many rings without holes
#: are known, which may grow.
_TILES, _CORONAS, _ROUNDS, _NODES, _SIZE, _LEAST, SHOWN = range(7)
GIVEN = 7
#: The next search: how many rings, and which of them may have holes; the period and its tiles; the
#: most nodes of this search, with those of earlier rounds.
LEVELS, HOLES, PERIOD_AT, COUNT, BUDGET = 7, 8, 9, 12, 13
#: What is known: all periods of up to so many tiles were searched, so many rings fit, no tiling has
#: fewer classes; then the most rings without holes, and with holes in the last one, -1 if unknown.
PERIODS, SURROUNDED, FEWEST, HEESCH, WITH_HOLES = range(14, 19)
#: The phase, the round, and whether the searches of all periods of this phase were complete.
_PHASE, _ROUND, _COMPLETE = range(19, 22)
COLUMNS = 22

#: Phases.
_AROUND, _REPEAT, _FEWER, _COUNT, _LAST, _SHOW = range(6)


@kernel
def next_sublattice(index, period):
    """Replace a sublattice by the next one of the same index; return whether there is one."""
    period[1] += 1
    if period[1] >= period[2]:
        period[0] += 1
        period[1] = 0
        while period[0] < index and index % period[0]:
            period[0] += 1
        period[2] = index // period[0]
    return period[0] <= index


@kernel
def advance(plan, lattice, outcome, classes):
    """Choose the next search. `outcome` is that of the search before: `MORE`, `FOUND` or `NONE` for
    rings, whether it was complete for a period. The first one is `FOUND`, as no rings always fit.
    The best tiling has `classes`, 0 if there is none.
    """
    if plan[_PHASE] == _AROUND:
        plan[HEESCH] = plan[WITH_HOLES] = -1
        if outcome == FOUND:
            plan[SURROUNDED] = plan[LEVELS]
        elif outcome == MORE:
            _begin_periods(plan, _REPEAT)
        else:
            plan[SURROUNDED] = plan[LEVELS] - 1
            plan[_PHASE], plan[LEVELS], outcome = _COUNT, 0, FOUND
    elif plan[_PHASE] < _COUNT:
        plan[_COMPLETE] &= outcome
    while plan[_PHASE] < _COUNT:
        if plan[_PHASE] == _AROUND:
            plan[LEVELS] = plan[SURROUNDED] + 1
            if plan[LEVELS] <= min(plan[_CORONAS], 2 * plan[_ROUND] + 2):
                plan[HOLES] = ANY_HOLES
                plan[BUDGET] = plan[_NODES] << 3 * plan[_ROUND]
                return RINGS
            _begin_periods(plan, _REPEAT)
        if _next_period(plan, lattice, classes):
            return PERIOD
        if 0 < classes <= plan[_LEAST]:
            return DONE
        plan[FEWEST] = plan[_PHASE] == _FEWER and plan[_COMPLETE]
        if plan[FEWEST]:
            return DONE
        # The first search for fewer classes is in the same round.
        plan[_ROUND] += classes == 0 or plan[_PHASE] == _FEWER
        if classes and plan[_ROUND] == plan[_ROUNDS]:
            return DONE
        if classes:
            _begin_periods(plan, _FEWER)
        elif plan[_ROUND] < plan[_ROUNDS]:
            plan[_PHASE] = _AROUND
        else:
            plan[_PHASE], plan[LEVELS], outcome = _SHOW, plan[SHOWN], FOUND
    return _count_rings(plan, outcome)


@kernel
def _count_rings(plan, outcome):
    """Search one ring more if the last ones fit, or the same ones with holes if they do not."""
    phase = plan[_PHASE]
    if phase != _SHOW and outcome != NONE:
        plan[WITH_HOLES] = plan[LEVELS] if outcome == FOUND else -1
        if phase == _COUNT:
            plan[HEESCH] = plan[WITH_HOLES]
    if phase == _COUNT and outcome == NONE:
        plan[_PHASE] = _LAST
        plan[HOLES] = LAST_HOLES
        return RINGS
    if phase == _LAST or outcome != FOUND or plan[LEVELS] >= plan[SURROUNDED]:
        return DONE
    plan[LEVELS] += 1
    plan[HOLES] = NO_HOLES
    plan[BUDGET] = plan[_NODES] << (3 * plan[_ROUNDS] if phase == _COUNT else 0)
    return RINGS


@kernel
def _begin_periods(plan, phase):
    """Begin with more tiles than all periods that were searched have."""
    plan[_PHASE] = phase
    plan[_COMPLETE] = 1
    plan[COUNT] = plan[PERIODS] + 1
    plan[PERIOD_AT : PERIOD_AT + 3] = 0
    plan[BUDGET] = plan[_NODES] << 3 * plan[_ROUND]


@kernel
def _next_period(plan, lattice, classes):
    """Find the next period of this phase and round; return whether there is one."""
    period = plan[PERIOD_AT : PERIOD_AT + 3]
    repeat, kinds = plan[_PHASE] == _REPEAT, lattice.kind.shape[1]
    while classes == 0 or classes > plan[_LEAST]:
        count, cells = plan[COUNT], plan[COUNT] * plan[_SIZE]
        if repeat:
            most = min(4 * (plan[_ROUND] + 1), plan[_TILES])
        else:
            most = (classes - 1) * lattice.inverse.size
        if count > most:
            return False
        if cells % kinds == 0 and next_sublattice(cells // kinds, period):
            # A class has at most one tile for each symmetry of the tiling modulo its translations.
            if repeat or count <= (classes - 1) * count_keeping(period, lattice):
                return True
            continue
        if repeat:
            if not plan[_COMPLETE]:
                return False
            plan[PERIODS] = count
        plan[COUNT] = count + 1
        period[:] = 0
    return False
