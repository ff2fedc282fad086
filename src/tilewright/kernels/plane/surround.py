"""Surround a piece with rings of copies, or prove that it is impossible.

Unchecked: `tilewright.shapes.plane` checks the arguments. The piece itself has level 0; a copy has
level k + 1 if it touches one of level k and none below. All cells that touch a copy of a level
below `levels` must be covered: then there are that many rings. If rings may have no holes, enclosed
cells must be covered, too.

The search chooses a cell without possible copies, which ends the branch, or else one with a single
copy. Otherwise it chooses the cell with the fewest copies for its weight, which is how often it has
ended a branch (F. Boussemart and others, "Boosting systematic search by weighting constraints",
ECAI 2004). Levels are computed again each time, as a copy that was placed for an outer cell may
later touch an inner one. Closed rings with a hole end a branch, too. The chosen cells are logged:
they are the proof.

The copies that can still cover a cell are a row of bits. Placing a copy removes its own set of bits
from the cells near it, the same around every copy of one form; the old bits are saved until it is
removed.

A restart with the current weights often makes a search much shorter.

Legend (k = kinds of cells, c = copies that cover a cell, f = forms of the piece up to translations,
n = cells of a copy, w = words of c bits, g = cells of the grid, d = copies in all)
offsets  (k, c, n) int64   the cells of each copy that covers a cell of each kind, from that cell;
                           the first cell is its corner
form     (k, c)    int64   its form
cells    (f, n)    int64   the cells of each form, from its corner
corner   (f,)      int64   the kind of its corner
beside   (k, s)    int64   the steps from a cell of each kind to the cells beyond its sides, 0
                           padded
rim      (f, h)    int64   the steps from the corner to the cells that touch the form, 0 padded
near     (f, e)    int64   the steps from the corner to the cells from which a copy of this form
                           removes copies
taken    (f, e, w) uint64  which copies
count    (f,)      int64   the number of such cells
grid     (g,)      int64   the copy on the cell, from 1; cell r, c is number r * width + c, and
                           kinds alternate along a row
alive    (g, w)    uint64  the copies that can cover a cell
seen     (g,)      int64   when a cell was last visited
place    (d, 2)    int64   form and corner of the copies that are placed, the piece first
level    (d,)      int64   their levels, as they were when a cell was last chosen; `_FAR` if unknown
target   (d,)      int64   the cell that is covered next, for each number of copies placed
option   (d,)      int64   which copy is tried there next
stage    (d,)      int64   the lowest level that is not surrounded
before   (m, e, w) uint64  `alive` near each copy before it was placed, for as many copies as there
                           is room for
state    (8,)      int64   copies placed; whether the next cell is still to be chosen; nodes; clock
                           of `seen`; how many rows and columns from copies a cell can be that they
                           enclose; how many rows and columns apart neighbors can be
weight   (g,)      int64   how often a cell has ended a branch, plus one
log      (l,)      int64   the cell of each node, in the order of visits, -1 for a hole; entries
                           beyond l are dropped
waiting  (g,)      int64   cells from which a visit goes on
halo     (k, h)    int64   the steps to the cells that touch a cell of each kind, 0 padded
pieces             PlanePieces with one piece, see `tilewright.kernels.plane.periods`
turns    (t,)      int64   the symmetries by which copies may be turned
faces, touching (k, s, 2), (k, h, 2) int64  the steps to the cells beyond its sides, and to those
                           that touch it, as rows and columns, 0 padded
many     (k,)      int64   the copies that cover a cell of each kind
sizes    (10,)     int64   see `measure`
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..bits import count_ones
from ..library import kernel

#: What `advance` returns.
MORE, FOUND, NONE = 0, 1, 2
#: What `_choose` returns: all is covered, a cell is open, a cell cannot be covered.
_CLOSED, _OPEN, _DEAD = 0, 1, 2
_FAR = 1 << 30


class CopyForms(NamedTuple):
    """The piece in all its forms, as they are laid."""

    offsets: Any
    form: Any
    cells: Any
    corner: Any
    beside: Any


class CopyTables(NamedTuple):
    """The piece in all its forms, and their effects around them."""

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
    """The state of a search."""

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
    weight: Any
    log: Any
    waiting: Any


@kernel
def _is_listed(pieces, turns, at):
    """Return whether an earlier turn gives the piece the same shape."""
    listed = False
    for before in range(at):
        listed = listed or pieces.shape[0, turns[before]] == pieces.shape[0, turns[at]]
    return listed


@kernel
def measure(pieces, turns, faces, touching, levels, many, sizes):
    """Fill `many` and `sizes`: the forms, the most copies that cover a cell, the row and the column
    in the middle of the grid, and its rows and columns.

    The last four are the same numbers as those of `state`: the first two of them are given, the
    others are filled.
    """
    kinds = faces.shape[0]
    many[:] = 0
    sizes[:6] = 0
    for at in range(turns.size):
        if _is_listed(pieces, turns, at):
            continue
        sizes[0] += 1
        for axis in range(2):
            low, high = 1 << 40, -1 << 40
            for cell in range(pieces.size[0]):
                here = pieces.turned[0, turns[at], cell]
                many[here[2]] += 1 - axis
                place = here[1] * kinds + here[2] if axis else here[0]
                low, high = min(low, place), max(high, place)
            sizes[2 + axis] = max(sizes[2 + axis], high - low)
    for kind in range(kinds):
        sizes[1] = max(sizes[1], many[kind])
    for axis in range(2):
        touch = apart = 0
        for kind in range(kinds):
            for s in range(touching.shape[1]):
                touch = max(touch, abs(touching[kind, s, axis]))
            for s in range(faces.shape[1]):
                apart = max(apart, abs(faces[kind, s, axis]))
        # A copy in the last ring excludes copies that reach beyond it by its own length.
        side = (levels + 2) * (sizes[2 + axis] + touch) + sizes[6 + axis] + 2 * apart + 4
        sizes[2 + axis] = side
        sizes[8 + axis] = apart
    # Kinds alternate along a row, and the cell in the middle is of kind 0.
    sizes[3] += -sizes[3] % kinds
    sizes[4] = 2 * sizes[2] + 1
    sizes[5] = 2 * sizes[3] + kinds


@kernel
def lay(pieces, turns, faces, touching, width, forms, many, halo):
    """Fill `offsets`, `form`, `cells`, `corner` and `beside` of the forms, `many` and `halo`.
    Form 0 is the piece, not turned; return how far its corner is from the origin.

    Copies are sorted by their cells. Where fewer cover the cells of a kind than those of another,
    the rows beyond them, which are 0 at first, are never used.
    """
    kinds, size = faces.shape[0], pieces.size[0]
    for kind in range(kinds):
        for s in range(faces.shape[1]):
            forms.beside[kind, s] = faces[kind, s, 0] * width + faces[kind, s, 1]
        for s in range(touching.shape[1]):
            halo[kind, s] = touching[kind, s, 0] * width + touching[kind, s, 1]
    # Along the grid, cells are in the order of their rows and columns, of whatever period.
    places = np.empty((forms.cells.shape[0], size), np.int64)
    listed = 0
    many[:] = 0
    for at in range(turns.size):
        if _is_listed(pieces, turns, at):
            continue
        for cell in range(size):
            here = pieces.turned[0, turns[at], cell]
            place = here[0] * width + here[1] * kinds + here[2]
            k = cell
            while k and places[listed, k - 1] > place:
                places[listed, k] = places[listed, k - 1]
                k -= 1
            places[listed, k] = place
        forms.corner[listed] = places[listed, 0] % kinds
        for cell in range(size):
            forms.cells[listed, cell] = places[listed, cell] - places[listed, 0]
            kind = places[listed, cell] % kinds
            # Until all are sorted, a number tells the form and which of its cells is covered.
            k = many[kind]
            while k and _is_before(places, listed, cell, forms.form[kind, k - 1]):
                forms.form[kind, k] = forms.form[kind, k - 1]
                k -= 1
            forms.form[kind, k] = listed * size + cell
            many[kind] += 1
        listed += 1
    for kind in range(kinds):
        for choice in range(many[kind]):
            number, cell = divmod(forms.form[kind, choice], size)
            forms.form[kind, choice] = number
            for k in range(size):
                forms.offsets[kind, choice, k] = places[number, k] - places[number, cell]
    return places[0, 0]


@kernel
def _is_before(places, number, cell, other):
    """Return whether the steps from a cell of a form come before those from a cell of another."""
    size = places.shape[1]
    base, there = places[number, cell], places[other // size, other % size]
    for k in range(size):
        first, second = places[number, k] - base, places[other // size, k] - there
        if first != second:
            return first < second
    return False


@kernel
def prepare(offsets, cells, corner, halo, width, middle, rim, near, taken, count):
    """Fill `rim`, `near`, `taken` and `count`, and return the most near cells of a form.

    Without room for them, `near` and `taken` of a form stay as they are, so e = 0 tells how much
    room is needed.

    `middle` is a cell of kind 0 from which all steps stay on the grid.
    """
    kinds, choices = offsets.shape[:2]
    forms, size = cells.shape
    reach = 0
    for kind in range(kinds):
        for choice in range(choices):
            for k in range(size):
                reach = max(reach, abs(offsets[kind, choice, k]))
    for number in range(forms):
        for k in range(size):
            reach = max(reach, abs(cells[number, k]))
    for kind in range(kinds):
        for s in range(halo.shape[1]):
            reach = max(reach, abs(halo[kind, s]))
    span = 4 * reach + 3
    order = np.empty(span, dtype=np.int64)
    known = np.zeros(span, dtype=np.int64)
    own = np.zeros(span, dtype=np.int64)
    # All steps to cells of copies from a cell of each kind, once, and the kinds of these cells.
    steps = np.empty((kinds, 2 * reach + 1), dtype=np.int64)
    many = np.zeros(kinds, dtype=np.int64)
    lands = np.empty((kinds, choices, size), dtype=np.int64)
    for kind in range(kinds):
        for choice in range(choices):
            for k in range(size):
                step = offsets[kind, choice, k]
                lands[kind, choice, k] = (middle + kind + step) % width % kinds
                if known[step + reach] == 0:
                    known[step + reach] = 1
                    steps[kind, many[kind]] = step
                    many[kind] += 1
        known[:] = 0
    most = 0
    for number in range(forms):
        base = middle + corner[number]
        found = 0
        for k in range(size):
            here = base + cells[number, k]
            for kind in range(kinds):
                for i in range(many[kind]):
                    at = here - steps[kind, i] - base + span // 2
                    if known[at] == 0 and (here - steps[kind, i]) % width % kinds == kind:
                        order[found] = at
                        found += 1
                        known[at] = found
        most = max(most, found)
        count[number] = found
        if found <= near.shape[1]:
            for i in range(found):
                near[number, i] = order[i] - span // 2
            for k in range(size):
                place = cells[number, k] + span // 2
                ends = (base + cells[number, k]) % width % kinds
                for kind in range(kinds):
                    for choice in range(choices):
                        word, bit = choice >> 6, np.uint64(1) << np.uint64(choice & 63)
                        for i in range(size):
                            if lands[kind, choice, i] == ends:
                                at = known[place - offsets[kind, choice, i]] - 1
                                taken[number, at, word] |= bit
        for i in range(found):
            known[order[i]] = 0
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
    return most


@kernel
def beginning(forms, run, many, width, corner):
    """Place the piece itself, not turned."""
    run.alive[:] = 0
    for cell in range(run.alive.shape[0]):
        for choice in range(many[cell % width % many.size]):
            run.alive[cell, choice >> 6] |= np.uint64(1) << np.uint64(choice & 63)
    run.state[0] = 0
    _place(forms, run, 0, corner)
    run.level[0] = 0


@kernel
def again(forms, run):
    """Remove all copies for a restart."""
    while run.state[0] > 1:
        _take(forms, run)
    run.state[1] = 1
    run.state[2] = 0


@kernel
def _place(forms, run, form, corner):
    """Place a copy."""
    placed = run.state[0]
    run.place[placed, 0] = form
    run.place[placed, 1] = corner
    run.level[placed] = _FAR
    for k in range(forms.cells.shape[1]):
        run.grid[corner + forms.cells[form, k]] = placed + 1
    for i in range(forms.count[form]):
        cell = corner + forms.near[form, i]
        for word in range(run.alive.shape[1]):
            run.before[placed, i, word] = run.alive[cell, word]
            run.alive[cell, word] &= ~forms.taken[form, i, word]
    run.state[0] = placed + 1


@kernel
def _take(forms, run):
    """Remove the copy that was placed last."""
    placed = run.state[0] - 1
    form, corner = run.place[placed, 0], run.place[placed, 1]
    for k in range(forms.cells.shape[1]):
        run.grid[corner + forms.cells[form, k]] = 0
    for i in range(forms.count[form]):
        for word in range(run.alive.shape[1]):
            run.alive[corner + forms.near[form, i], word] = run.before[placed, i, word]
    run.state[0] = placed


@kernel
def _ways(run, cell):
    """Return how many copies can cover a cell."""
    count = 0
    for word in range(run.alive.shape[1]):
        count += np.int64(count_ones(run.alive[cell, word]))
    return count


@kernel
def _is_open(run, cell, limit):
    """Return True if no copy of a level up to `limit` covers a cell."""
    there = run.grid[cell]
    return there == 0 or run.level[there - 1] > limit


@kernel
def _outside(forms, run, limit, width):
    """Visit all cells outside of the copies of levels up to `limit`; return the rectangle around
    these copies.
    """
    kinds, size = forms.beside.shape[0], forms.cells.shape[1]
    grid, seen = run.grid, run.seen
    top = left = grid.shape[0]
    bottom = right = 0
    for i in range(run.state[0]):
        if run.level[i] > limit:
            continue
        form, corner = run.place[i, 0], run.place[i, 1]
        for k in range(size):
            row, column = divmod(corner + forms.cells[form, k], width)
            top, bottom = min(top, row), max(bottom, row)
            left, right = min(left, column), max(right, column)
    # No enclosed cell is beyond these rows and columns; from a frame around them, all cells outside
    # are reached.
    rows, columns, down, across = run.state[4], run.state[5], run.state[6], run.state[7]
    top, bottom, left, right = top - rows, bottom + rows, left - columns, right + columns
    run.state[3] += 1
    clock = run.state[3]
    waiting = run.waiting
    held = 0
    # The search stays inside: no step leads across the outer half.
    for row in range(top - 2 * down, bottom + 2 * down + 1):
        for column in range(left - 2 * across, right + 2 * across + 1):
            if top <= row <= bottom and left <= column <= right:
                continue
            cell = row * width + column
            seen[cell] = clock
            if top - down <= row <= bottom + down and left - across <= column <= right + across:
                waiting[held] = cell
                held += 1
    while held > 0:
        held -= 1
        here = waiting[held]
        kind = here % width % kinds
        for s in range(forms.beside.shape[1]):
            step = forms.beside[kind, s]
            if step == 0:
                break
            cell = here + step
            if seen[cell] != clock and _is_open(run, cell, limit):
                seen[cell] = clock
                waiting[held] = cell
                held += 1
    return top, bottom, left, right


@kernel
def _inside(run, limit, width, frame, start):
    """Return the first cell, from `start` on, that copies of levels up to `limit` enclose; -1 if
    there is none.
    """
    top, bottom, left, right = frame
    clock = run.state[3]
    row, column = max(start // width, top), left
    if start // width >= top:
        column = max(start % width, left)
    while row <= bottom:
        while column <= right:
            cell = row * width + column
            if run.seen[cell] != clock and _is_open(run, cell, limit):
                return cell
            column += 1
        row, column = row + 1, left
    return -1


@kernel
def _has_hole(forms, run, lowest, highest, width):
    """Return True if the first rings have a hole, for some number of them from lowest to
    highest.
    """
    for limit in range(lowest, highest + 1):
        frame = _outside(forms, run, limit, width)
        if _inside(run, limit, width, frame, 0) >= 0:
            return True
    return False


@kernel
def _choose(forms, run, levels, limit, width):
    """Find the levels of all copies and the next cell to cover; return what to do. `limit`: see
    `_inside` (below 0: none).
    """
    placed = run.state[0]
    run.state[3] += 1
    clock = run.state[3]
    now = -1
    best = forms.offsets.shape[1] + 1
    heavy = 1
    # Levels up to those surrounded before do not change.
    first = run.stage[placed - 1] if placed > 1 else 0
    for i in range(placed):
        if run.level[i] > first:
            run.level[i] = _FAR
    for j in range(first, levels):
        for i in range(placed):
            if run.level[i] != j:
                continue
            form, corner = run.place[i, 0], run.place[i, 1]
            for s in range(forms.rim.shape[1]):
                if forms.rim[form, s] == 0:
                    break
                cell = corner + forms.rim[form, s]
                there = run.grid[cell]
                if there != 0:
                    run.level[there - 1] = min(run.level[there - 1], j + 1)
                    continue
                if run.seen[cell] == clock:
                    continue
                run.seen[cell] = clock
                if now < 0:
                    now = j
                count = _ways(run, cell)
                if count == 0 or (
                    best > 1 and (count == 1 or count * heavy < best * run.weight[cell])
                ):
                    best, heavy = count, run.weight[cell]
                    run.target[placed] = cell
                if count == 0:
                    run.stage[placed] = now
                    run.weight[cell] += 1
                    return _DEAD
    run.stage[placed] = levels if now < 0 else now
    if now >= 0 and best > 1 and limit >= 0:
        frame = _outside(forms, run, limit, width)
        cell = _inside(run, limit, width, frame, 0)
        while cell >= 0:
            if run.grid[cell] == 0:
                count = _ways(run, cell)
                if count == 0 or (
                    best > 1 and (count == 1 or count * heavy < best * run.weight[cell])
                ):
                    best, heavy = count, run.weight[cell]
                    run.target[placed] = cell
                if count == 0:
                    run.weight[cell] += 1
                    return _DEAD
            cell = _inside(run, limit, width, frame, cell + 1)
    return _OPEN if now >= 0 else _CLOSED


@kernel
def advance(forms, run, width, levels, holes, budget):
    """Search until `budget` nodes in all; return `FOUND`, `NONE` or `MORE`.

    Call again to resume, or with a longer `before`. With `holes` 0 the rings have no holes, with 1
    only the last one may, with 2 all may.
    """
    kinds, choices = forms.offsets.shape[0], forms.offsets.shape[1]
    state = run.state
    limit = -1 if holes == 2 else levels - holes
    while True:
        placed = state[0]
        if state[1] == 1:
            if state[2] >= budget:
                return MORE
            state[1] = 0
            what = _choose(forms, run, levels, limit, width)
            run.option[placed] = 0
            if what != _DEAD:
                surrounded = 0 if placed == 1 else run.stage[placed - 1]
                hole = _has_hole(forms, run, surrounded + 1, min(run.stage[placed], limit), width)
                if hole:
                    run.target[placed] = -1
                    run.option[placed] = choices
                elif what == _CLOSED:
                    return FOUND
            if state[2] < run.log.shape[0]:
                run.log[state[2]] = run.target[placed]
            state[2] += 1
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
            _place(forms, run, forms.form[kind, tried], cell + forms.offsets[kind, tried, 0])
            state[1] = 1
        else:
            if placed == 1:
                return NONE
            _take(forms, run)
