"""Order the cells of any board so that the frontier stays narrow. Unchecked: `tilewright.counting`
checks the arguments.

Each cell has a level: its distance from some cell, or its place along an axis. The cells from a
level on fall apart into parts; the cells of the level in one part are a *block*, and the blocks of
the parts behind it are its children. Children come before their parent, so each arm of a board is
finished before the place where it begins. Of several children, that one comes first which needs the
most room and leaves the least, as for the registers of an expression (R. Sethi, J. D. Ullman, *The
generation of optimal code for arithmetic expressions*, J. ACM 17, 1970).

Two cells are neighbors if a placement covers both. A cell joins the frontier with its first
neighbor, and leaves it when it is taken itself.

Legend (n = cells, L = levels, B = blocks)
begin    (n + 1,)  int64   the neighbors of cell i are beside[begin[i]:begin[i + 1]]
beside   (e,)      int64
level    (n,)      int64   the level of each cell: 0 to L - 1
order    (n,)      int64   the cells in their order
block    (n,)      int64   the block of each cell; blocks of deeper levels come first
child    (n,)      int64   the first child of each of B blocks, -1: none
sibling  (n,)      int64   the next child of the same parent, -1: none; for a root, the next root
need     (n,)      int64   the cells in the frontier while a block and all behind it are taken
stay     (n,)      int64   the cells in the frontier after that
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def distances(begin, beside, start, level):
    """Write the distance of each cell from `start`, and return the number of levels.

    In parts of the board that cannot be reached, it is the distance from the part's first cell.
    """
    number = level.size
    level[:] = -1
    waiting = np.empty(number, np.int64)
    levels = 0
    for each in range(number):
        cell = (start + each) % number
        if level[cell] >= 0:
            continue
        level[cell] = 0
        waiting[0] = cell
        done, found = 0, 1
        while done < found:
            here = waiting[done]
            done += 1
            levels = max(levels, level[here] + 1)
            for edge in range(begin[here], begin[here + 1]):
                other = beside[edge]
                if level[other] < 0:
                    level[other] = level[here] + 1
                    waiting[found] = other
                    found += 1
    return levels


@kernel
def order_by_levels(begin, beside, level, levels, order):
    """Write the cells in the order of their blocks."""
    number = level.size
    cells, first = _grouped(level, levels)
    block = np.empty(number, np.int64)
    child = np.empty(number, np.int64)
    sibling = np.empty(number, np.int64)
    blocks, root = _make_blocks(begin, beside, level, cells, first, block, child, sibling)
    members, start = _grouped(block, blocks)
    _sort_children(begin, beside, level, members, start, child, sibling)
    # Depth first, each block after its children.
    path = np.empty(blocks, np.int64)
    seen = np.zeros(number, np.bool_)
    unseen = begin[1:] - begin[:-1]
    done = 0
    while root >= 0:
        path[0] = root
        root = sibling[root]
        depth = 1
        while depth:
            here = path[depth - 1]
            if child[here] >= 0:
                path[depth] = child[here]
                child[here] = sibling[child[here]]
                depth += 1
                continue
            depth -= 1
            _take(begin, beside, members[start[here] : start[here + 1]], seen, unseen, order[done:])
            done += start[here + 1] - start[here]


@kernel
def _grouped(group, groups):
    """Return the elements sorted by their group, and where each group begins."""
    start = np.zeros(groups + 1, np.int64)
    for each in range(group.size):
        start[group[each] + 1] += 1
    for each in range(groups):
        start[each + 1] += start[each]
    place = start.copy()
    members = np.empty(group.size, np.int64)
    for each in range(group.size):
        members[place[group[each]]] = each
        place[group[each]] += 1
    return members, start


@kernel
def _root_of(parent, cell):
    """Return the cell that stands for the part of a cell."""
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = parent[cell]
    return cell


@kernel
def _make_blocks(begin, beside, level, cells, first, block, child, sibling):
    """Write the blocks; return their number, and the first root."""
    number = level.size
    parent = np.arange(number)
    # The blocks without a parent of each part, as a list from `head` to `tail`.
    head = np.full(number, -1, np.int64)
    tail = np.full(number, -1, np.int64)
    blocks = 0
    for here in range(first.size - 2, -1, -1):
        for place in range(first[here], first[here + 1]):
            cell = cells[place]
            for edge in range(begin[cell], begin[cell + 1]):
                if level[beside[edge]] < here:
                    continue
                one, other = _root_of(parent, cell), _root_of(parent, beside[edge])
                if one == other:
                    continue
                parent[other] = one
                if head[one] < 0:
                    head[one] = head[other]
                    tail[one] = tail[other]
                elif head[other] >= 0:
                    sibling[tail[one]] = head[other]
                    tail[one] = tail[other]
        earlier = blocks
        for place in range(first[here], first[here + 1]):
            part = _root_of(parent, cells[place])
            if head[part] < earlier:
                child[blocks] = head[part]
                sibling[blocks] = -1
                head[part] = tail[part] = blocks
                blocks += 1
            block[cells[place]] = head[part]
    root = -1
    for cell in range(number):
        if parent[cell] == cell:
            sibling[tail[cell]] = root
            root = head[cell]
    return blocks, root


@kernel
def _sort_children(begin, beside, level, members, start, child, sibling):
    """Sort the children of each block: first what needs more and leaves less."""
    blocks = start.size - 1
    need = np.empty(blocks, np.int64)
    stay = np.empty(blocks, np.int64)
    noted = np.full(level.size, -1, np.int64)
    for here in range(blocks):
        ordered = np.int64(-1)
        left = child[here]
        while left >= 0:
            one = left
            left = sibling[one]
            worth = need[one] - stay[one]
            before = np.int64(-1)
            after = ordered
            while after >= 0 and need[after] - stay[after] >= worth:
                before = after
                after = sibling[after]
            sibling[one] = after
            if before < 0:
                ordered = one
            else:
                sibling[before] = one
        child[here] = ordered
        held = 0
        most = start[here + 1] - start[here]
        while ordered >= 0:
            most = max(most, held + need[ordered])
            held += stay[ordered]
            ordered = sibling[ordered]
        stay[here] = 0
        for place in range(start[here], start[here + 1]):
            cell = members[place]
            for edge in range(begin[cell], begin[cell + 1]):
                other = beside[edge]
                if level[other] < level[cell] and noted[other] != here:
                    noted[other] = here
                    stay[here] += 1
        need[here] = max(most, held, stay[here])


@kernel
def _take(begin, beside, members, seen, unseen, order):
    """Write the cells of a block: always the one that brings the fewest cells to the frontier."""
    number = members.size
    left = members.copy()
    for place in range(number):
        best = place
        least = np.int64(1 << 60)
        for each in range(place, number):
            new = unseen[left[each]] + (not seen[left[each]])
            if new < least:
                least = new
                best = each
        cell = left[best]
        # The others keep their order.
        for each in range(best, place, -1):
            left[each] = left[each - 1]
        left[place] = cell
        order[place] = cell
        _see(begin, beside, cell, seen, unseen)
        for edge in range(begin[cell], begin[cell + 1]):
            _see(begin, beside, beside[edge], seen, unseen)


@kernel
def _see(begin, beside, cell, seen, unseen):
    """Let a cell join the frontier."""
    if not seen[cell]:
        seen[cell] = True
        for edge in range(begin[cell], begin[cell + 1]):
            unseen[beside[edge]] -= 1
