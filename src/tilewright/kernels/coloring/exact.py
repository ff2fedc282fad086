"""Color a graph with k colors, exactly, by backtracking. The public functions are in
`tilewright.solving.coloring`.

Legend (n = vertices, k = colors, capacity = colorings to keep)
start     (n + 1,)       int64  vertex u touches neighbor[start[u]:start[u + 1]]
neighbor  (entries,)     int32  vertex numbers
palette   (k, 4)         int64  of each color: the least and the most vertices that it may have; the
                                color before it that it is interchangeable with, -1 for none; its
                                vertices now
vertex    (n, 3)         int32  color, -1 for none; saturation: colors among the neighbors; the
                                stack: the i-th vertex that was colored
taken     (>= n, >= k)   int32  how many neighbors of the vertex have the color
found     (capacity, >= n) int32  complete colorings
state     (6,)           int64  colored vertices; 1 to go back; vertices that the colors still need
                                to reach their least; colorings in `found`; steps taken; vertices
                                colored beforehand

The vertex with the most colors among its neighbors comes first, of those the one with the most
neighbors (D. Brélaz, "New methods to color the vertices of a graph", Communications of the ACM 22,
1979, sections 3 and 4). An unused color is opened only after the interchangeable ones before it, so
every coloring is found once up to renaming.
"""

from __future__ import annotations

from ..library import kernel

#: What `advance` returns: the budget is spent, `found` is full, or the search is complete.
MORE, FULL, DONE = 0, 1, 2


@kernel
def begin(start, neighbor, palette, vertex, taken, state, fixed):
    """Reset the state; vertex `fixed`, if not -1, has color 0 and does not count for it."""
    for u in range(vertex.shape[0]):
        vertex[u, 0] = -1
        vertex[u, 1] = 0
        for color in range(palette.shape[0]):
            taken[u, color] = 0
    for k in range(state.shape[0]):
        state[k] = 0
    for color in range(palette.shape[0]):
        palette[color, 3] = 0
        state[2] += palette[color, 0]
    if fixed >= 0:
        vertex[fixed, 0] = 0
        vertex[0, 2] = fixed
        state[0] = 1
        state[5] = 1
        for k in range(start[fixed], start[fixed + 1]):
            taken[neighbor[k], 0] = 1
            vertex[neighbor[k], 1] = 1


@kernel
def advance(start, neighbor, palette, vertex, taken, found, state, budget):
    """Take at most `budget` steps; call again to resume."""
    vertices = vertex.shape[0]
    colors = palette.shape[0]
    depth = state[0]
    back = state[1]
    need = state[2]
    steps = 0
    status = MORE
    while steps < budget:
        steps += 1
        if back == 0:
            if depth == vertices:
                for u in range(vertices):
                    found[state[3], u] = vertex[u, 0]
                state[3] += 1
                back = 1
                if state[3] == found.shape[0]:
                    status = FULL
                    break
                continue
            best = -1
            most = -1
            degree = -1
            for u in range(vertices):
                if vertex[u, 0] < 0 and vertex[u, 1] >= most:
                    length = start[u + 1] - start[u]
                    if vertex[u, 1] > most or length > degree:
                        best = u
                        most = vertex[u, 1]
                        degree = length
            vertex[depth, 2] = best
            color = 0
        else:
            if depth == state[5]:
                status = DONE
                break
            depth -= 1
            best = vertex[depth, 2]
            color = vertex[best, 0]
            vertex[best, 0] = -1
            palette[color, 3] -= 1
            if palette[color, 3] < palette[color, 0]:
                need += 1
            for k in range(start[best], start[best + 1]):
                other = neighbor[k]
                taken[other, color] -= 1
                if taken[other, color] == 0:
                    vertex[other, 1] -= 1
            color += 1
        back = 1
        while color < colors:
            if (
                taken[best, color] == 0
                and palette[color, 3] < palette[color, 1]
                and (
                    palette[color, 3] > 0
                    or palette[color, 2] < 0
                    or palette[palette[color, 2], 3] > 0
                )
                and (palette[color, 3] < palette[color, 0] or need < vertices - depth)
            ):
                if palette[color, 3] < palette[color, 0]:
                    need -= 1
                palette[color, 3] += 1
                vertex[best, 0] = color
                for k in range(start[best], start[best + 1]):
                    other = neighbor[k]
                    if taken[other, color] == 0:
                        vertex[other, 1] += 1
                    taken[other, color] += 1
                depth += 1
                back = 0
                break
            color += 1
    state[0] = depth
    state[1] = back
    state[2] = need
    state[4] += steps
    return status
