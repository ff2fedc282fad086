"""Surround a piece by rings of copies, or show that this cannot be done. Unchecked: `tilewright.tessellation` checks what it is given.

A copy is of level 0 if it is the piece itself, of level k + 1 if it touches one of level k and none below. All cells that
touch a copy of a level below `levels` must be covered: then there are so many rings. The search takes the lowest level
with a cell that is not, and there the cell with the fewest copies that would cover it; a cell with none, at any level that
has to be surrounded, ends the branch. Which cell was taken is written down: that is the proof.

Legend (k = kinds of cells, c = copies that cover a cell, n = cells of a copy, g = cells of the grid, d = copies in all)
offsets  (k, c, n) int64   the cells of each copy that covers a cell of each kind, from that cell
halo     (k, h)    int64   the steps to the cells that touch a cell of each kind; 0 where there are fewer
beside   (k, s)    int64   the steps to the cells beyond its sides; 0 where there are fewer
grid     (g,)      int64   1 where a copy is; cell r, c is number r * width + c, and kinds lie in turn along a row
seen     (g,)      int64   when a cell was last looked at
tiles    (d, n)    int64   the cells of the copies that are placed, the piece first
level    (d,)      int64   their levels
target   (d,)      int64   the cell that is covered next, when so many copies are placed
option   (d,)      int64   which copy is tried there next
stage    (d,)      int64   the lowest level that is not surrounded
state    (4,)      int64   copies placed; whether the next cell is still to be chosen; nodes; clock of `seen`
log      (m,)      int64   the cell of each node, in the order in which they are entered; what is beyond m is left out
"""

from __future__ import annotations

from .._jit import kernel

#: What `advance` returns.
MORE, FOUND, NONE = 0, 1, 2


@kernel
def _copies(offsets, kind, cell, grid, most):
    """Return how many copies would cover a cell, but no more than `most`."""
    count = 0
    for choice in range(offsets.shape[1]):
        free = True
        for k in range(offsets.shape[2]):
            if grid[cell + offsets[kind, choice, k]] != 0:
                free = False
                break
        if free:
            count += 1
            if count >= most:
                break
    return count


@kernel
def _choose(offsets, halo, width, levels, grid, seen, tiles, level, target, stage, state):
    """Choose the next cell to be covered; return False if every cell that must be is covered."""
    kinds = offsets.shape[0]
    placed = state[0]
    state[3] += 1
    now = -1
    best = offsets.shape[1] + 1
    for j in range(levels):
        for i in range(placed):
            if level[i] != j:
                continue
            for k in range(tiles.shape[1]):
                here = tiles[i, k]
                own = here % width % kinds
                for s in range(halo.shape[1]):
                    if halo[own, s] == 0:
                        break
                    cell = here + halo[own, s]
                    if grid[cell] != 0 or seen[cell] == state[3]:
                        continue
                    seen[cell] = state[3]
                    if now < 0:
                        now = j
                    count = _copies(offsets, cell % width % kinds, cell, grid, best if j == now else 1)
                    if count == 0 or (j == now and count < best):
                        best = count
                        target[placed] = cell
                    if count == 0:
                        stage[placed] = now
                        return True
    stage[placed] = levels if now < 0 else now
    return now >= 0


@kernel
def _has_hole(beside, width, grid, seen, state):
    """Whether copies are all around cells that none covers; the border of the grid is outside."""
    kinds = beside.shape[0]
    total = grid.shape[0]
    state[3] += 1
    reached = 0
    waiting = [0]
    seen[0] = state[3]
    while len(waiting) > 0:
        here = waiting.pop()
        reached += 1
        own = here % width % kinds
        for s in range(beside.shape[1]):
            step = beside[own, s]
            cell = here + step
            if step == 0 or cell < 0 or cell >= total or grid[cell] != 0 or seen[cell] == state[3]:
                continue
            seen[cell] = state[3]
            waiting.append(cell)
    free = 0
    for cell in range(total):
        if grid[cell] == 0:
            free += 1
    return reached < free


@kernel
def advance(
    offsets,
    halo,
    beside,
    width,
    levels,
    holes,
    grid,
    seen,
    tiles,
    level,
    target,
    option,
    stage,
    state,
    log,
    budget,
):
    """Take at most `budget` nodes; return `FOUND`, `NONE` or `MORE`. All state is in the arrays: call again to go on.

    With `holes` of 0 the rings have no holes, with 1 only the last one may, with 2 holes do not matter.
    """
    kinds = offsets.shape[0]
    while True:
        placed = state[0]
        if state[1] == 1:
            if state[2] >= budget:
                return MORE
            state[1] = 0
            open_ = _choose(offsets, halo, width, levels, grid, seen, tiles, level, target, stage, state)
            before = 0 if placed == 1 else stage[placed - 1]
            good = True
            if stage[placed] > before and holes < 2 and (holes == 0 or open_):
                good = not _has_hole(beside, width, grid, seen, state)
            if good and not open_:
                return FOUND
            if good:
                if state[2] < log.shape[0]:
                    log[state[2]] = target[placed]
                state[2] += 1
                option[placed] = 0
            else:
                option[placed] = offsets.shape[1]
        # Try the next copy that covers the cell.
        cell = target[placed]
        own = cell % width % kinds
        tried = option[placed]
        while tried < offsets.shape[1]:
            free = True
            for k in range(offsets.shape[2]):
                if grid[cell + offsets[own, tried, k]] != 0:
                    free = False
                    break
            if free:
                break
            tried += 1
        if tried < offsets.shape[1]:
            option[placed] = tried + 1
            for k in range(offsets.shape[2]):
                tiles[placed, k] = cell + offsets[own, tried, k]
                grid[tiles[placed, k]] = 1
            level[placed] = stage[placed] + 1
            state[0] = placed + 1
            state[1] = 1
        else:
            if placed == 1:
                return NONE
            for k in range(offsets.shape[2]):
                grid[tiles[placed - 1, k]] = 0
            state[0] = placed - 1
