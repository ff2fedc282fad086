"""Alternating trees with blossoms, in any graph. Unchecked: called by
`tilewright.solving.matching.largest` and `barriers`.

A tree grows from an unmatched cell, its root. Outer cells are those that an alternating path of an
even number of edges leads to; the tree looks at their neighbors. Inner cells lie before an outer
cell, their mate. Two neighbors that are both outer close an odd circle, a blossom, all cells of
which are then outer; it counts as one, its base. A tree that ends without another unmatched cell
can be left out for good.

J. Edmonds, "Paths, trees, and flowers", Canad. J. Math. 17, 1965.

Legend (n = cells, m = edges)
start   (n + 1,) int64  cell i has the neighbors beside[start[i]:start[i + 1]]
beside  (2 m,)   int32  the neighbors of each cell
mate    (n,)     int32  the neighbor that each cell is matched to, -1 for none
label   (n,)     int8   0: in no tree, 1: outer, 2: inner
parent  (n,)     int32  where the path to the root leaves a cell that is or was inner, against its
                        matched edge
base    (n,)     int32  a cell nearer to the base of the blossom; the base has itself
seen    (n,)     int32  the last search for a common base that passed here; 0 at first
queue   (n,)     int32  outer cells whose neighbors are looked at
cells   (n,)     int32  the cells of the trees in the order in which they joined
counts  (4,)     int64  number of cells in trees, number of the last search for a base, steps taken,
                        next root to try
leaves  (n,)     bool   cells that may be left unmatched instead of the root
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..library import kernel


class Trees(NamedTuple):
    """The graph, its matching and the trees (see the legend)."""

    start: Any
    beside: Any
    mate: Any
    label: Any
    parent: Any
    base: Any
    seen: Any
    queue: Any
    cells: Any
    counts: Any
    leaves: Any


OUTER, INNER = 1, 2
CELLS, SEARCH, STEPS, ROOT = 0, 1, 2, 3


@kernel
def find(base, cell):
    """Return the base of the blossom of a cell."""
    while base[cell] != cell:
        base[cell] = base[base[cell]]
        cell = base[cell]
    return cell


@kernel
def flip(parent, mate, cell):
    """Match a cell to its parent, and exchange the edges of the path from there to the root."""
    while cell >= 0:
        before = parent[cell]
        following = mate[before]
        mate[cell] = before
        mate[before] = cell
        cell = following


@kernel
def common_base(one, other, mate, parent, base, seen, counts):
    """Return the nearest base that lies on the paths from two outer cells of a tree to its root."""
    counts[SEARCH] += 1
    search = counts[SEARCH]
    one, other = find(base, one), find(base, other)
    while True:
        if one >= 0:
            if seen[one] == search:
                return one
            seen[one] = search
            one = find(base, parent[mate[one]]) if mate[one] >= 0 else -1
        one, other = other, one


@kernel
def close(cell, across, to, mate, label, parent, base, queue, tail):
    """Make the path from an outer cell to a base part of a blossom that `across` closes; return the
    end of the queue.
    """
    while find(base, cell) != to:
        parent[cell] = across
        across = mate[cell]
        if label[across] == INNER:
            label[across] = OUTER
            queue[tail] = across
            tail += 1
        # Cells of a blossom inside keep its base until the path comes to it.
        if base[cell] == cell:
            base[cell] = to
        if base[across] == across:
            base[across] = to
        cell = parent[across]
    return tail


@kernel
def grow(root, trees):
    """Grow a tree from an unmatched cell.

    Returns -1 if the tree is complete. Otherwise the tree stops at the returned cell: an unmatched
    cell, whose parent is known, or an outer cell that may be left unmatched.
    """
    start, beside, mate, label, parent, base, seen, queue, cells, counts, leaves = trees
    label[root] = OUTER
    cells[counts[CELLS]] = root
    counts[CELLS] += 1
    queue[0] = root
    head, tail = 0, 1
    while head < tail:
        cell = queue[head]
        head += 1
        if leaves[cell] and cell != root:
            return cell
        for k in range(start[cell], start[cell + 1]):
            counts[STEPS] += 1
            other = beside[k]
            if label[other] == 0:
                parent[other] = cell
                following = mate[other]
                if following < 0:
                    return other
                label[other] = INNER
                label[following] = OUTER
                cells[counts[CELLS]] = other
                cells[counts[CELLS] + 1] = following
                counts[CELLS] += 2
                queue[tail] = following
                tail += 1
            elif label[other] == OUTER and find(base, other) != find(base, cell):
                to = common_base(cell, other, mate, parent, base, seen, counts)
                tail = close(cell, other, to, mate, label, parent, base, queue, tail)
                tail = close(other, cell, to, mate, label, parent, base, queue, tail)
    return -1


@kernel
def clear(first, trees):
    """Remove the cells that joined trees after the first ones."""
    label, base, cells, counts = trees.label, trees.base, trees.cells, trees.counts
    for k in range(first, counts[CELLS]):
        label[cells[k]] = 0
        base[cells[k]] = cells[k]
    counts[CELLS] = first


@kernel
def advance(budget, trees):
    """Match the unmatched cells one after the other, about `budget` steps; return whether all were
    tried.

    Trees that end without another unmatched cell stay.
    """
    mate, label, counts = trees.mate, trees.label, trees.counts
    last = counts[STEPS] + budget
    while counts[ROOT] < mate.size:
        root = counts[ROOT]
        counts[ROOT] += 1
        if mate[root] >= 0 or label[root]:
            continue
        first = counts[CELLS]
        reached = grow(root, trees)
        if reached >= 0:
            flip(trees.parent, mate, reached)
            clear(first, trees)
        if counts[STEPS] > last:
            break
    return counts[ROOT] == mate.size


@kernel
def move(cell, trees):
    """Leave an outer cell unmatched instead of the root of its tree."""
    parent, mate = trees.parent, trees.mate
    other = mate[cell]
    if other >= 0:
        mate[cell] = -1
        flip(parent, mate, other)


@kernel
def smallest(roots, budget, enough, sizes, trees):
    """Grow the tree of each root alone, about `budget` steps together, or until one has `enough`
    cells or fewer.

    Writes the number of cells of each, -1 for those that are not tried.
    """
    counts = trees.counts
    last = counts[STEPS] + budget
    least = trees.mate.size + 1
    for i in range(roots.size):
        sizes[i] = -1
        if i and (counts[STEPS] > last or least <= enough):
            continue
        grow(roots[i], trees)
        sizes[i] = counts[CELLS]
        least = min(least, sizes[i])
        clear(0, trees)
