"""Color graphs of millions of vertices in linear time, well but not always best.

The public functions are in `tilewright.solving.coloring`.

Legend (n = vertices, most = 63 colors)
start     (n + 1,)    int64  vertex u touches neighbor[start[u]:start[u + 1]]
neighbor  (entries,)  int32  vertex numbers
order     (n,)        int32  the vertices in the order in which they are removed; they are colored
                             backwards
color     (n,)        int32  color of each vertex, -1 for none
chain     (n,)        int32  vertices of a Kempe chain
seen      (n,)        int32  the number of the last chain of the vertex
state     (3,)        int64  next vertex; number of the last chain; vertices that kept the color to
                             remove
"""

from __future__ import annotations

import numpy as np

from ..library import kernel

ONE = np.uint64(1)
NOTHING = np.uint64(0)


@kernel
def greedy(start, neighbor, order, color):
    """Give each uncolored vertex, last of `order` first, the least color that no neighbor has;
    return the number of colors.

    It is at most one more than the largest number of later neighbors.
    """
    vertices = order.shape[0]
    seen = np.full(vertices + 1, -1, np.int32)
    colors = 0
    for index in range(vertices - 1, -1, -1):
        u = order[index]
        if color[u] >= 0:
            colors = max(colors, np.int64(color[u]) + 1)
            continue
        for k in range(start[u], start[u + 1]):
            other = color[neighbor[k]]
            if other >= 0:
                seen[other] = index
        choice = 0
        while seen[choice] == index:
            choice += 1
        color[u] = choice
        colors = max(colors, choice + 1)
    return colors


@kernel
def saturated(start, neighbor, order, color):
    """Color a vertex with the most colors among its neighbors next (DSATUR); return the number of
    colors, 0 if above 63.

    Ties go to the vertex whose neighbors were colored last, so that the colored part stays
    connected. Linear time: buckets of linked lists.
    """
    vertices = order.shape[0]
    most = 64
    head = np.full(most + 1, -1, np.int32)
    after = np.full(vertices, -1, np.int32)
    before = np.full(vertices, -1, np.int32)
    level = np.zeros(vertices, np.int32)
    mask = np.zeros(vertices, np.uint64)
    colors = 0
    for index in range(vertices):
        u = order[index]
        color[u] = -1
        after[u] = head[0]
        if head[0] >= 0:
            before[head[0]] = u
        head[0] = u
    highest = 0
    for _step in range(vertices):
        while head[highest] < 0:
            highest -= 1
        u = head[highest]
        head[highest] = after[u]
        if after[u] >= 0:
            before[after[u]] = -1
        choice = 0
        while (mask[u] >> np.uint64(choice)) & ONE != NOTHING:
            choice += 1
        if choice == most - 1:
            return 0
        color[u] = choice
        colors = max(colors, choice + 1)
        bit = ONE << np.uint64(choice)
        for k in range(start[u], start[u + 1]):
            other = neighbor[k]
            if color[other] < 0 and mask[other] & bit == NOTHING:
                mask[other] |= bit
                if before[other] >= 0:
                    after[before[other]] = after[other]
                else:
                    head[level[other]] = after[other]
                if after[other] >= 0:
                    before[after[other]] = before[other]
                level[other] += 1
                now = level[other]
                after[other] = head[now]
                before[other] = -1
                if head[now] >= 0:
                    before[head[now]] = other
                head[now] = other
                highest = max(highest, now)
    return colors


@kernel
def _swap(start, neighbor, color, u, one, two, chain, seen, number, longest):
    """Swap colors `one` and `two` on the chains from the neighbors of `u` with color `one`; return
    True if done.

    It fails if a chain leads to a neighbor of `u` with color `two`, or the chains are longer than
    `longest`.
    """
    tail = 0
    for k in range(start[u], start[u + 1]):
        other = neighbor[k]
        if color[other] == one:
            seen[other] = number
            chain[tail] = other
            tail += 1
        elif color[other] == two:
            # Marked, but not in the chain: meeting it is a failure.
            seen[other] = -number
    head = 0
    while head < tail:
        v = chain[head]
        head += 1
        wanted = two if color[v] == one else one
        for k in range(start[v], start[v + 1]):
            other = neighbor[k]
            if color[other] == wanted and other != u and seen[other] != number:
                if seen[other] == -number or tail >= longest:
                    return False
                seen[other] = number
                chain[tail] = other
                tail += 1
    for k in range(tail):
        v = chain[k]
        color[v] = two if color[v] == one else one
    return True


@kernel
def recolor(start, neighbor, color, last, chain, seen, state, longest, budget, random):
    """Remove the color `last` from vertices, with free colors or by swapping Kempe chains.

    Return how many vertices (at most `budget`) were tried. If nothing works for a vertex and
    `random` is not 0, a chain beside it is swapped, so that the next round differs.
    """
    vertices = color.shape[0]
    u = state[0]
    number = state[1]
    looked = 0
    word = np.int64(random)
    while u < vertices and looked < budget:
        if color[u] != last:
            u += 1
            continue
        looked += 1
        held = NOTHING
        for k in range(start[u], start[u + 1]):
            if color[neighbor[k]] < last:
                held |= ONE << np.uint64(color[neighbor[k]])
        choice = -1
        for candidate in range(last):
            if (held >> np.uint64(candidate)) & ONE == NOTHING:
                choice = candidate
                break
        if choice < 0:
            for pair in range(last * last):
                one = pair // last
                two = pair % last
                if one != two:
                    number += 1
                    if _swap(start, neighbor, color, u, one, two, chain, seen, number, longest):
                        choice = one
                        break
        if choice >= 0:
            color[u] = choice
        else:
            state[2] += 1
            if random != 0:
                # A linear congruential generator draws a neighbor and the other color of the chain.
                word = (word * 1103515245 + 12345) & 0x7FFFFFFF
                v = neighbor[start[u] + (word >> 12) % (start[u + 1] - start[u])]
                word = (word * 1103515245 + 12345) & 0x7FFFFFFF
                one = color[v]
                two = (word >> 12) % last
                if one < last and one != two:
                    number += 1
                    _flip(start, neighbor, color, v, one, two, chain, seen, number, longest)
        u += 1
    state[0] = u
    state[1] = number
    return looked


@kernel
def _flip(start, neighbor, color, v, one, two, chain, seen, number, longest):
    """Swap colors `one` and `two` on the chain of `v`, unless it is longer than `longest`."""
    chain[0] = v
    seen[v] = number
    tail = 1
    head = 0
    while head < tail:
        w = chain[head]
        head += 1
        wanted = two if color[w] == one else one
        for k in range(start[w], start[w + 1]):
            other = neighbor[k]
            if color[other] == wanted and seen[other] != number:
                if tail >= longest:
                    return
                seen[other] = number
                chain[tail] = other
                tail += 1
    for k in range(tail):
        w = chain[k]
        color[w] = two if color[w] == one else one
