"""Matchings in graphs of two colors. Unchecked: called by `tilewright.solving.matching.largest`.

Legend (n = cells, m = edges)
start   (n + 1,) int64  cell i has the neighbors beside[start[i]:start[i + 1]]
beside  (2 m,)   int32  the neighbors of each cell
order   (n,)     int32  the order in which cells are tried
mate    (n,)     int32  the neighbor that each cell is matched to, -1 for none
degree  (n,)     int32  the unmatched neighbors of each cell
stack   (n,)     int32  cells that have one unmatched neighbor; the cells of a path
side    (n,)     int8   the color of each cell, 0 or 1
layer   (n,)     int32  for cells of color 0, the distance from an unmatched one in steps of two; -1
                        if unknown
place   (n,)     int64  the next neighbor that a cell tries
queue   (n,)     int32  cells of color 0 by distance
"""

from __future__ import annotations

from ..library import kernel


@kernel
def begin(order, start, beside, mate, degree, stack):
    """Match cells greedily, those with a single unmatched neighbor first; return the number of
    pairs.

    R. M. Karp and M. Sipser, "Maximum matchings in sparse random graphs", FOCS 1981.
    """
    n = mate.size
    top = 0
    for cell in range(n):
        count = 0
        if mate[cell] < 0:
            for k in range(start[cell], start[cell + 1]):
                if mate[beside[k]] < 0:
                    count += 1
        degree[cell] = count
        if count == 1:
            stack[top] = cell
            top += 1
    pairs = 0
    tried = 0
    while tried < n or top:
        if top:
            top -= 1
            cell = stack[top]
        else:
            cell = order[tried]
            tried += 1
        if mate[cell] >= 0 or degree[cell] == 0:
            continue
        partner = -1
        for k in range(start[cell], start[cell + 1]):
            other = beside[k]
            if mate[other] < 0 and (partner < 0 or degree[other] < degree[partner]):
                partner = other
        mate[cell] = partner
        mate[partner] = cell
        pairs += 1
        for j in range(2):
            end = partner if j else cell
            for k in range(start[end], start[end + 1]):
                other = beside[k]
                degree[other] -= 1
                if degree[other] == 1 and mate[other] < 0:
                    stack[top] = other
                    top += 1
    return pairs


@kernel
def lay(start, side, beside, mate, layer, place, queue):
    """Find the distance of the cells of color 0 from the unmatched ones; return the number of
    these, and that of the nearest end.

    The second number is that of all cells if no path ends at an unmatched cell of color 1.
    """
    tail = 0
    for cell in range(mate.size):
        layer[cell] = -1
        if side[cell] == 0 and mate[cell] < 0:
            layer[cell] = 0
            place[cell] = start[cell]
            queue[tail] = cell
            tail += 1
    roots = tail
    deepest = mate.size
    head = 0
    while head < tail:
        cell = queue[head]
        head += 1
        if layer[cell] >= deepest:
            break
        for k in range(start[cell], start[cell + 1]):
            following = mate[beside[k]]
            if following < 0:
                deepest = layer[cell]
            elif layer[following] < 0:
                layer[following] = layer[cell] + 1
                place[following] = start[following]
                queue[tail] = following
                tail += 1
    return roots, deepest


@kernel
def turn(other, top, mate, stack):
    """Match the last cell of a path to another one, and exchange the edges before it."""
    while top >= 0:
        cell = stack[top]
        former = mate[cell]
        mate[cell] = other
        mate[other] = cell
        other = former
        top -= 1


@kernel
def augment(start, beside, side, mate, layer, place, queue, stack):
    """Enlarge a matching along shortest paths, then along any; return the number of paths (0: it is
    a largest matching).

    A phase of J. E. Hopcroft and R. M. Karp, "An n^(5/2) algorithm for maximum matchings in
    bipartite graphs", SIAM J. Comput. 2, 1973, with the second part of I. S. Duff and T. Wiberg,
    "Remarks on implementation of O(n^(1/2) tau) assignment algorithms", ACM Trans. Math. Softw. 14,
    1988.
    """
    roots, deepest = lay(start, side, beside, mate, layer, place, queue)
    if deepest == mate.size:
        return 0
    paths = 0
    for i in range(roots):
        top = 0
        stack[0] = queue[i]
        while top >= 0:
            cell = stack[top]
            if place[cell] == start[cell + 1]:
                top -= 1
                continue
            other = beside[place[cell]]
            place[cell] += 1
            following = mate[other]
            if following < 0:
                turn(other, top, mate, stack)
                paths += 1
                break
            if layer[following] == layer[cell] + 1:
                top += 1
                stack[top] = following
    # From here on, the layer of a cell of color 1 is 0 if a path went there.
    for i in range(roots):
        if mate[queue[i]] >= 0:
            continue
        top = 0
        stack[0] = queue[i]
        place[queue[i]] = start[queue[i]]
        while top >= 0:
            cell = stack[top]
            if place[cell] == start[cell + 1]:
                top -= 1
                continue
            other = beside[place[cell]]
            place[cell] += 1
            if layer[other] == 0:
                continue
            layer[other] = 0
            following = mate[other]
            if following < 0:
                turn(other, top, mate, stack)
                paths += 1
                break
            top += 1
            stack[top] = following
            place[following] = start[following]
    return paths


@kernel
def list_matched(start, beside, edge, mate, matched):
    """Write the edges of a matching in the order of their first cells, of parallel edges the first;
    return their number.
    """
    count = 0
    for cell in range(mate.size):
        if mate[cell] > cell:
            for k in range(start[cell], start[cell + 1]):
                if beside[k] == mate[cell]:
                    matched[count] = edge[k]
                    count += 1
                    break
    return count
