"""Surround a piece by rings of copies, or show that this cannot be done. Unchecked: `tilewright.tessellation` checks what it is given.

A copy is of level 0 if it is the piece itself, of level k + 1 if it touches one of level k and none below. All cells that
touch a copy of a level below `levels` must be covered: then there are so many rings. The search takes the lowest level
with a cell that is not, and there the cell with the fewest copies that would cover it; a cell with none, at any level that
has to be surrounded, ends the branch. Which cell was taken is written down: that is the proof.

Which copies would still cover a cell is a row of bits. A copy that is placed takes its own bits away from the cells near
it, the same around every copy of one form, and what stood there before is kept until it is taken up again.

Legend (k = kinds of cells, c = copies that cover a cell, f = forms of the piece up to translations, n = cells of a copy,
w = words of c bits, g = cells of the grid, d = copies in all)
offsets  (k, c, n) int64   the cells of each copy that covers a cell of each kind, from that cell; the first cell is its corner
form     (k, c)    int64   its form
cells    (f, n)    int64   the cells of each form, from its corner
corner   (f,)      int64   the kind of its corner
beside   (k, s)    int64   the steps from a cell of each kind to the cells beyond its sides; 0 where there are fewer
rim      (f, h)    int64   the steps from the corner to the cells that touch the form; 0 where there are fewer
near     (f, e)    int64   the steps from the corner to the cells which a copy of this form takes copies away from
taken    (f, e, w) uint64  which copies
count    (f,)      int64   how many such cells there are
grid     (g,)      int64   1 where a copy is; cell r, c is number r * width + c, and kinds lie in turn along a row
alive    (g, w)    uint64  the copies that would cover a cell
seen     (g,)      int64   when a cell was last looked at
place    (d, 2)    int64   form and corner of the copies that are placed, the piece first
level    (d,)      int64   their levels
target   (d,)      int64   the cell that is covered next, when so many copies are placed
option   (d,)      int64   which copy is tried there next
stage    (d,)      int64   the lowest level that is not surrounded
before   (m, e, w) uint64  `alive` near each copy before it was placed, for as many copies as there is room for
state    (4,)      int64   copies placed; whether the next cell is still to be chosen; nodes; clock of `seen`
log      (l,)      int64   the cell of each node, in the order in which they are entered; what is beyond l is left out
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .._jit import kernel
from ..bits import count_ones

__all__ = ["FOUND", "MORE", "NONE", "CopyTables", "SurroundState", "advance", "beginning", "prepare"]

#: What `advance` returns.
MORE, FOUND, NONE = 0, 1, 2


class CopyTables(NamedTuple):
    """The piece in all its forms, and what each does around it."""

    offsets: Any
    form: Any
    cells: Any
    corner: Any
    beside: Any
    rim: Any
    near: Any
    taken: Any
    count: Any


class SurroundState(NamedTuple):
    """Where a search is."""

    grid: Any
    alive: Any
    seen: Any
    place: Any
    level: Any
    target: Any
    option: Any
    stage: Any
    before: Any
    state: Any
    log: Any


@kernel
def prepare(offsets, cells, corner, halo, width, middle, words):
    """Return `rim`, `near`, `taken` and `count`; `middle` is a cell of kind 0 from which all steps stay on the grid.

    Parameters
    ----------
    halo : (k, h) int64
        The steps to the cells that touch a cell of each kind; 0 where there are fewer.
    """
    kinds = offsets.shape[0]
    forms, size = cells.shape
    rim = np.zeros((forms, size * halo.shape[1]), dtype=np.int64)
    count = np.zeros(forms, dtype=np.int64)
    # Each pair of a cell of the form and a cell of a copy gives a cell near it; not more than there are.
    reach = 0
    for kind in range(kinds):
        for choice in range(offsets.shape[1]):
            for k in range(size):
                reach = max(reach, abs(offsets[kind, choice, k]))
    for number in range(forms):
        for k in range(size):
            reach = max(reach, abs(cells[number, k]))
    span = 4 * reach + 3
    bits = np.zeros((span, words), dtype=np.uint64)
    order = np.empty(span, dtype=np.int64)
    known = np.zeros(span, dtype=np.int64)
    own = np.zeros(span, dtype=np.int64)
    most = 0
    for fill in range(2):
        near = np.zeros((forms, most), dtype=np.int64)
        taken = np.zeros((forms, most, words), dtype=np.uint64)
        for number in range(forms):
            base = middle + corner[number]
            found = 0
            for k in range(size):
                here = base + cells[number, k]
                for kind in range(kinds):
                    for choice in range(offsets.shape[1]):
                        for step in range(size):
                            cell = here - offsets[kind, choice, step]
                            if cell % width % kinds != kind:
                                continue
                            at = cell - base + span // 2
                            if known[at] == 0:
                                known[at] = 1
                                order[found] = at
                                found += 1
                            bits[at, choice >> 6] |= np.uint64(1) << np.uint64(choice & 63)
            most = max(most, found)
            count[number] = found
            for i in range(found):
                if fill == 1:
                    near[number, i] = order[i] - span // 2
                    taken[number, i] = bits[order[i]]
                known[order[i]] = 0
                bits[order[i]] = 0
    for number in range(forms):
        for k in range(size):
            own[cells[number, k] + span // 2] = 1
        found = 0
        for k in range(size):
            here = middle + corner[number] + cells[number, k]
            kind = here % width % kinds
            for s in range(halo.shape[1]):
                step = halo[kind, s]
                if step == 0:
                    break
                at = cells[number, k] + step + span // 2
                if own[at] == 0:
                    own[at] = 1
                    order[found] = at
                    rim[number, found] = at - span // 2
                    found += 1
        for i in range(found):
            own[order[i]] = 0
        for k in range(size):
            own[cells[number, k] + span // 2] = 0
    return rim, near, taken, count


@kernel
def beginning(forms, run, form, corner):
    """Place the piece itself."""
    for choice in range(forms.offsets.shape[1]):
        run.alive[:, choice >> 6] |= np.uint64(1) << np.uint64(choice & 63)
    run.state[0] = 0
    _put(forms, run, form, corner, 0)


@kernel
def _put(forms, run, form, corner, level):
    """Place a copy."""
    placed = run.state[0]
    run.place[placed, 0] = form
    run.place[placed, 1] = corner
    run.level[placed] = level
    for k in range(forms.cells.shape[1]):
        run.grid[corner + forms.cells[form, k]] = 1
    for i in range(forms.count[form]):
        cell = corner + forms.near[form, i]
        for word in range(run.alive.shape[1]):
            run.before[placed, i, word] = run.alive[cell, word]
            run.alive[cell, word] &= ~forms.taken[form, i, word]
    run.state[0] = placed + 1


@kernel
def _take(forms, run):
    """Take up the copy that was placed last."""
    placed = run.state[0] - 1
    form, corner = run.place[placed, 0], run.place[placed, 1]
    for k in range(forms.cells.shape[1]):
        run.grid[corner + forms.cells[form, k]] = 0
    for i in range(forms.count[form]):
        for word in range(run.alive.shape[1]):
            run.alive[corner + forms.near[form, i], word] = run.before[placed, i, word]
    run.state[0] = placed


@kernel
def _choose(forms, run, levels):
    """Choose the next cell to be covered; return False if every cell that must be is covered."""
    placed = run.state[0]
    run.state[3] += 1
    clock = run.state[3]
    now = -1
    best = forms.offsets.shape[1] + 1
    # What was surrounded stays so.
    first = run.stage[placed - 1] if placed > 1 else 0
    for j in range(first, levels):
        for i in range(placed):
            if run.level[i] != j:
                continue
            form, corner = run.place[i, 0], run.place[i, 1]
            for s in range(forms.rim.shape[1]):
                if forms.rim[form, s] == 0:
                    break
                cell = corner + forms.rim[form, s]
                if run.grid[cell] != 0 or run.seen[cell] == clock:
                    continue
                run.seen[cell] = clock
                if now < 0:
                    now = j
                count = 0
                for word in range(run.alive.shape[1]):
                    count += np.int64(count_ones(run.alive[cell, word]))
                if count == 0 or (j == now and count < best):
                    best = count
                    run.target[placed] = cell
                if count == 0:
                    run.stage[placed] = now
                    return True
    run.stage[placed] = levels if now < 0 else now
    return now >= 0


@kernel
def _has_hole(forms, run, width):
    """Whether copies are all around cells that none covers."""
    kinds, size = forms.beside.shape[0], forms.cells.shape[1]
    placed = run.state[0]
    grid, seen = run.grid, run.seen
    top = left = grid.shape[0]
    bottom = right = 0
    for i in range(placed):
        form, corner = run.place[i, 0], run.place[i, 1]
        for k in range(size):
            row, column = divmod(corner + forms.cells[form, k], width)
            top, bottom = min(top, row), max(bottom, row)
            left, right = min(left, column), max(right, column)
    # Three rows and columns around them hang together on every lattice; a frame around these is not crossed.
    top, bottom, left, right = top - 3, bottom + 3, left - 3, right + 3
    run.state[3] += 1
    clock = run.state[3]
    for row in range(top - 1, bottom + 2):
        seen[row * width + left - 1] = clock
        seen[row * width + right + 1] = clock
    for column in range(left - 1, right + 2):
        seen[(top - 1) * width + column] = clock
        seen[(bottom + 1) * width + column] = clock
    room = (bottom - top + 1) * (right - left + 1)
    waiting = np.empty(room, dtype=np.int64)
    waiting[0] = top * width + left
    seen[waiting[0]] = clock
    reached, held = 0, 1
    while held > 0:
        held -= 1
        here = waiting[held]
        reached += 1
        kind = here % width % kinds
        for s in range(forms.beside.shape[1]):
            step = forms.beside[kind, s]
            if step == 0:
                break
            cell = here + step
            if grid[cell] != 0 or seen[cell] == clock:
                continue
            seen[cell] = clock
            waiting[held] = cell
            held += 1
    return reached < room - placed * size


@kernel
def advance(forms, run, width, levels, holes, budget):
    """Search until `budget` nodes are taken in all; return `FOUND`, `NONE` or `MORE`.

    All state is in the arrays: call again to go on, with more nodes, or with more room in `before` if that is full. With
    `holes` of 0 the rings have no holes, with 1 only the last one may, with 2 holes do not matter.
    """
    kinds, choices = forms.offsets.shape[0], forms.offsets.shape[1]
    state = run.state
    while True:
        placed = state[0]
        if state[1] == 1:
            if state[2] >= budget:
                return MORE
            state[1] = 0
            open_ = _choose(forms, run, levels)
            surrounded = 0 if placed == 1 else run.stage[placed - 1]
            good = True
            if run.stage[placed] > surrounded and holes < 2 and (holes == 0 or open_):
                good = not _has_hole(forms, run, width)
            if good and not open_:
                return FOUND
            if good:
                if state[2] < run.log.shape[0]:
                    run.log[state[2]] = run.target[placed]
                state[2] += 1
                run.option[placed] = 0
            else:
                run.option[placed] = choices
        # Try the next copy that covers the cell.
        cell = run.target[placed]
        tried = run.option[placed]
        while tried < choices:
            if run.alive[cell, tried >> 6] >> np.uint64(tried & 63) & np.uint64(1):
                break
            tried += 1
        run.option[placed] = tried
        if tried < choices:
            if placed == run.before.shape[0]:
                return MORE
            kind = cell % width % kinds
            run.option[placed] = tried + 1
            _put(
                forms,
                run,
                forms.form[kind, tried],
                cell + forms.offsets[kind, tried, 0],
                run.stage[placed] + 1,
            )
            state[1] = 1
        else:
            if placed == 1:
                return NONE
            _take(forms, run)
