"""Faces of a graph with an order of the edges around each vertex, and signs of its edges. Called by
`tilewright.solving.matching.quotients`.

Legend (n = vertices, m = edges, 2 m = darts; dart 2 e goes from ends[e, 0] to ends[e, 1], dart 2 e
+ 1 back)
ends       (m, 2)   int64  the two vertices of each edge
following  (2 m,)   int64  the next dart around the vertex that a dart begins at, counterclockwise
face       (2 m,)   int64  the face on the right of each dart
place      (2 m,)   int64  how many darts lie before it on the way around the face
minus      (m,)     bool   whether an edge is directed from ends[e, 1] to ends[e, 0]
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def trace_faces(following, face, place):
    """Write the face of each dart; return the number of faces."""
    face[:] = -1
    faces = 0
    for begin in range(following.size):
        if face[begin] >= 0:
            continue
        dart, step = begin, 0
        while face[dart] < 0:
            face[dart] = faces
            place[dart] = step
            step += 1
            dart = following[dart ^ 1]
        faces += 1
    return faces


@kernel
def find_parts(ends, part, tree):
    """Write a vertex of the connected part of each vertex, and which edges are in a spanning
    forest; return the number of parts.
    """
    parts = part.size
    for v in range(part.size):
        part[v] = v
    for e in range(ends.shape[0]):
        one, two = ends[e, 0], ends[e, 1]
        while part[one] != one:
            part[one] = part[part[one]]
            one = part[one]
        while part[two] != two:
            part[two] = part[part[two]]
            two = part[two]
        tree[e] = one != two
        if one != two:
            part[two] = one
            parts -= 1
    for v in range(part.size):
        root = v
        while part[root] != root:
            root = part[root]
        part[v] = root
    return parts


@kernel
def direct_edges(ends, tree, face, faces, minus):
    """Direct the edges of a planar graph so that all faces but one of each part have an odd number
    of darts (Kasteleyn).

    Edges of the forest keep their direction. The others join the faces as a forest, and each face
    without other undecided edges decides one.
    """
    odd = np.zeros(faces, dtype=np.bool_)
    open_edges, mixed = np.zeros(faces, dtype=np.int64), np.zeros(faces, dtype=np.int64)
    queue = np.empty(faces, dtype=np.int64)
    for e in range(ends.shape[0]):
        minus[e] = False
        if tree[e]:
            odd[face[2 * e]] = not odd[face[2 * e]]
        else:
            for k in range(2):
                open_edges[face[2 * e + k]] += 1
                mixed[face[2 * e + k]] ^= e
    tail = 0
    for f in range(faces):
        if open_edges[f] == 1:
            queue[tail] = f
            tail += 1
    head = 0
    while head < tail:
        here = queue[head]
        head += 1
        if open_edges[here] != 1:
            continue
        e = mixed[here]
        other = face[2 * e] + face[2 * e + 1] - here
        mine = not odd[here]
        minus[e] = mine != (face[2 * e] == here)
        if mine:
            odd[here] = True
        else:
            odd[other] = not odd[other]
        for f in (here, other):
            open_edges[f] -= 1
            mixed[f] ^= e
        if open_edges[other] == 1:
            queue[tail] = other
            tail += 1
