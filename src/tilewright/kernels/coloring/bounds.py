"""Lower bounds on the number of colors of a graph, and orders of its vertices.

The public functions are in `tilewright.solving.coloring`.

Legend (n = vertices)
start     (n + 1,)      int64  vertex u touches neighbor[start[u]:start[u + 1]]
neighbor  (entries,)    int32  vertex numbers, ascending for each vertex
order     (n,)          int32  the vertices, in the order in which they are removed
position  (n,)          int32  where each vertex is in `order`
degree    (n,)          int32  neighbors left when the vertex was removed
bucket    (n + 1,)      int32  work space
clique    (d + 1,)      int32  vertices that all touch each other; d is the largest degree
room      (d + 1, d + 1) int32 the candidates at each depth of the search
mark      (n,)          int32  the hub number + 1 of the last hub that the vertex touches
side      (n,)          int32  distance from the root of the tree of the last hub, and which hub
cycle     (n,)          int32  an odd cycle
hub       (2,)          int32  vertices that touch all of the cycle
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def smallest_last(start, neighbor, order, position, degree, bucket):
    """Remove a vertex of least degree repeatedly; return the largest degree met. Linear time.

    D. W. Matula and L. L. Beck, "Smallest-last ordering and clustering and graph coloring
    algorithms", Journal of the ACM 30, 1983.
    """
    vertices = order.shape[0]
    for u in range(vertices + 1):
        bucket[u] = 0
    for u in range(vertices):
        degree[u] = start[u + 1] - start[u]
        bucket[degree[u]] += 1
    total = 0
    for size in range(vertices + 1):
        count = bucket[size]
        bucket[size] = total
        total += count
    for u in range(vertices):
        position[u] = bucket[degree[u]]
        order[position[u]] = u
        bucket[degree[u]] += 1
    for size in range(vertices, 0, -1):
        bucket[size] = bucket[size - 1]
    bucket[0] = 0
    largest = 0
    for index in range(vertices):
        u = order[index]
        largest = max(largest, degree[u])
        for k in range(start[u], start[u + 1]):
            other = neighbor[k]
            if degree[other] > degree[u]:
                # Move it to the front of its bucket, whose border then moves past it.
                place = position[other]
                front = bucket[degree[other]]
                moved = order[front]
                order[place] = moved
                position[moved] = place
                order[front] = other
                position[other] = front
                bucket[degree[other]] += 1
                degree[other] -= 1
    return largest


@kernel
def _touch(start, neighbor, one, two):
    """Return True if two vertices touch (binary search)."""
    low = start[one]
    high = start[one + 1]
    while low < high:
        middle = (low + high) // 2
        if neighbor[middle] < two:
            low = middle + 1
        else:
            high = middle
    return low < start[one + 1] and neighbor[low] == two


@kernel
def largest_clique(start, neighbor, order, position, enough, clique, room, budget):
    """Find a largest clique, or one of `enough` vertices, within `budget` steps; return its size.

    The vertex of a clique that is removed first has the others among its later neighbors, at most
    as many as the degeneracy.
    """
    chosen = np.empty(clique.shape[0] + 1, np.int32)
    size = np.empty(clique.shape[0] + 1, np.int64)
    index = np.empty(clique.shape[0] + 1, np.int64)
    best = 0
    steps = 0
    for at in range(order.shape[0] - 1, -1, -1):
        u = order[at]
        count = 0
        for k in range(start[u], start[u + 1]):
            if position[neighbor[k]] > at:
                room[0, count] = neighbor[k]
                count += 1
        if best == 0:
            best = 1
            clique[0] = u
        if count + 1 <= best:
            continue
        chosen[0] = u
        size[0] = count
        index[0] = 0
        depth = 0
        while depth >= 0:
            steps += 1
            if steps > budget:
                return best
            if size[depth] - index[depth] + depth + 1 <= best:
                depth -= 1
                continue
            u = room[depth, index[depth]]
            index[depth] += 1
            chosen[depth + 1] = u
            count = 0
            for k in range(index[depth], size[depth]):
                if _touch(start, neighbor, u, room[depth, k]):
                    room[depth + 1, count] = room[depth, k]
                    count += 1
            if depth + 2 > best:
                best = depth + 2
                for k in range(best):
                    clique[k] = chosen[k]
                if best >= enough:
                    return best
            if count > 0:
                depth += 1
                size[depth] = count
                index[depth] = 0
    return best


@kernel
def _odd_cycle(start, neighbor, members, count, mark, number, parent, depth, cycle):
    """Find an odd cycle among `members`, the vertices with ``mark == number``; return its length,
    or 0.

    `depth` is -1 for the members at first; afterwards its parity is the side of a bipartition.
    """
    for begin in range(count):
        if depth[members[begin]] >= 0:
            continue
        # Breadth first; `cycle` is the queue.
        cycle[0] = members[begin]
        depth[members[begin]] = 0
        parent[members[begin]] = -1
        head = 0
        tail = 1
        while head < tail:
            u = cycle[head]
            head += 1
            for k in range(start[u], start[u + 1]):
                other = neighbor[k]
                if mark[other] != number:
                    continue
                if depth[other] < 0:
                    depth[other] = depth[u] + 1
                    parent[other] = u
                    cycle[tail] = other
                    tail += 1
                elif depth[other] == depth[u]:
                    # Two branches of equal length meet: go up to where they part.
                    length = 0
                    one = u
                    two = other
                    while one != two:
                        cycle[length] = one
                        length += 1
                        one = parent[one]
                        two = parent[two]
                    cycle[length] = one
                    length += 1
                    half = length - 1
                    two = other
                    for k2 in range(half):
                        cycle[2 * half - k2] = two
                        two = parent[two]
                    return 2 * half + 1
    return 0


@kernel
def odd_cycle(start, neighbor, depth, cycle):
    """Find an odd cycle; return its length, or 0: then ``depth & 1`` is a coloring with two
    colors.
    """
    vertices = depth.shape[0]
    members = np.empty(vertices, np.int32)
    mark = np.zeros(vertices, np.int32)
    parent = np.empty(vertices, np.int32)
    for u in range(vertices):
        members[u] = u
        depth[u] = -1
    return _odd_cycle(start, neighbor, members, vertices, mark, 0, parent, depth, cycle)


@kernel
def odd_wheel(start, neighbor, hubs, widest, hub, cycle):
    """Find an odd cycle whose vertices all touch one hub (`hubs` 1), or two that touch each other
    (2).

    Return its length or 0. `widest` is the largest degree. Linear in the sum of the squared
    degrees.
    """
    vertices = start.shape[0] - 1
    mark = np.full(vertices, -1, np.int32)
    depth = np.empty(vertices, np.int32)
    parent = np.empty(vertices, np.int32)
    members = np.empty(widest, np.int32)
    number = 0
    for u in range(vertices):
        rounds = 1 if hubs == 1 else start[u + 1] - start[u]
        for turn in range(rounds):
            count = 0
            if hubs == 1:
                for k in range(start[u], start[u + 1]):
                    members[count] = neighbor[k]
                    count += 1
            else:
                second = neighbor[start[u] + turn]
                if second < u:
                    continue
                hub[1] = second
                one = start[u]
                two = start[second]
                while one < start[u + 1] and two < start[second + 1]:
                    if neighbor[one] < neighbor[two]:
                        one += 1
                    elif neighbor[one] > neighbor[two]:
                        two += 1
                    else:
                        members[count] = neighbor[one]
                        count += 1
                        one += 1
                        two += 1
            if count < 3:
                continue
            for k in range(count):
                mark[members[k]] = number
                depth[members[k]] = -1
            length = _odd_cycle(start, neighbor, members, count, mark, number, parent, depth, cycle)
            number += 1
            if length > 0:
                hub[0] = u
                return length
    return 0
