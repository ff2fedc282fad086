"""Tile a torus. Unchecked: `tilewright.shapes.plane` checks the arguments.

The first free cell is always covered next. Cells are numbered outwards from the first tile, so that
the covered part stays compact.

Legend (p = placements, n = cells of the largest piece, t = cells of the torus)
cells    (p, n)    int64   the cells of each placement, -1 padded
first    (t + 1,)  int64   placements options[first[c]:first[c + 1]] cover cell c
options  (q,)      int64   placements
piece    (p,)      int64   the number of its piece
taken    (t,)      int64   1 where a tile is
used     (pieces,) int64   the number of tiles of each piece
at       (t + 1,)  int64   the cell that is covered by the tile of each depth; at[0] = -1 at first
chosen   (t + 1,)  int64   where in `options` that tile is
state    (3,)      int64   depth; nodes; whether the search is complete
found    (m, t)    int64   placements of each tiling, -1 padded
"""

from __future__ import annotations

from ..library import kernel


@kernel
def advance(cells, first, options, piece, taken, used, at, chosen, state, found, budget):
    """Search until `budget` nodes, `found` is full or the end; return the number of tilings found.
    Call again to resume.
    """
    total = taken.shape[0]
    count = 0
    depth = state[0]
    while count < found.shape[0] and state[1] < budget:
        if at[depth] < 0:
            cell = 0 if depth == 0 else at[depth - 1]
            while cell < total and taken[cell] != 0:
                cell += 1
            if cell == total:
                whole = True
                for number in range(used.shape[0]):
                    if used[number] == 0:
                        whole = False
                if whole:
                    for k in range(depth):
                        found[count, k] = options[chosen[k]]
                    found[count, depth] = -1
                    count += 1
                depth -= 1
                if depth < 0:
                    state[2] = 1
                    break
                _take(cells, options[chosen[depth]], piece, taken, used, 0)
                chosen[depth] += 1
                continue
            at[depth] = cell
            chosen[depth] = first[cell]
            state[1] += 1
        cell = at[depth]
        k = chosen[depth]
        while k < first[cell + 1]:
            placement = options[k]
            free = True
            for j in range(cells.shape[1]):
                if cells[placement, j] >= 0 and taken[cells[placement, j]] != 0:
                    free = False
                    break
            if free:
                break
            k += 1
        chosen[depth] = k
        if k < first[cell + 1]:
            _take(cells, options[k], piece, taken, used, 1)
            depth += 1
            at[depth] = -1
        else:
            depth -= 1
            if depth < 0:
                state[2] = 1
                break
            _take(cells, options[chosen[depth]], piece, taken, used, 0)
            chosen[depth] += 1
    state[0] = max(depth, 0)
    return count


@kernel
def _take(cells, placement, piece, taken, used, value):
    """Place or remove a tile."""
    for j in range(cells.shape[1]):
        if cells[placement, j] >= 0:
            taken[cells[placement, j]] = value
    used[piece[placement]] += 2 * value - 1
