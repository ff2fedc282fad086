"""The number of matchings that a symmetry of the board fixes, which are matchings of its quotient.
The quotient is planar for boards in the plane.

The cells of the quotient are orbits of cells, and its edges are orbits of edges whose cells are all
different. The quotient by a rotation is a cone, and the quotient by a reflection is half of the
board. An edge that the symmetry turns around, or that crosses the axis, is a tile on a single cell
of the quotient: a *loop*.

A planar graph with an order of the edges around each vertex is directed so that each face has an
odd number of edges along it. Then all matchings have the same sign in the Pfaffian (Kasteleyn
1963), whatever the order of the cells. Euler's formula verifies that the graph is planar, and no
other assumption is made.

The number of used loops in a part has the same parity as the number of cells in the part. All loops
on one face are joined to a chain of triangles, which has a unique matching for each such choice. If
loops are on several faces, the results for each choice of parities are added.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover, cycles
from tilewright.solving.matching.counting import Way
from tilewright.solving.matching.kasteleyn import ONE_TERM, Drawing
from tilewright.solving.matching.modular_determinant import programs

#: The most choices of even or odd numbers of loops.
_CHOICES = 16


@dataclass(frozen=True, eq=False)
class PlanarGraph:
    """A graph, and the order of the edges around each vertex.

    Attributes
    ----------
    size : int
        The number of vertices.
    ends : (m, 2) int64
        The two vertices of each edge.
    following : (2 m,) int64
        The next dart after each dart, counterclockwise (see `tilewright.kernels.matching.planar`).
    along : (o, size) int64
        The orders of the vertices, as positions.
    """

    size: int
    ends: NDArray[np.int64]
    following: NDArray[np.int64]
    along: NDArray[np.int64]

    @cached_property
    def side(self) -> NDArray[np.int8] | None:
        """(n,) int8: a color 0 or 1 for each vertex so that neighbors differ; None if no such
        coloring exists.
        """
        from tilewright.kernels.matching.graphs import list_neighbors, two_color

        start = np.zeros(self.size + 1, dtype=np.int64)
        ends = self.ends.astype(np.int32)
        beside, edge = np.empty((2, 2 * len(ends)), dtype=np.int32)
        list_neighbors(ends, start, beside, edge)
        side = np.full(self.size, -1, dtype=np.int8)
        return side if two_color(start, beside, side, np.empty(self.size, dtype=np.int32)) else None

    @cached_property
    def faces(self) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
        """The number of faces, the face of each dart, and its position on the face."""
        from tilewright.kernels.matching.planar import trace_faces

        face, place = np.empty((2, len(self.following)), dtype=np.int64)
        return int(trace_faces(self.following, face, place)), face, place

    @cached_property
    def parts(self) -> tuple[int, NDArray[np.int64], NDArray[np.bool_]]:
        """The number of connected parts, a vertex of the part of each vertex, and the edges of a
        spanning forest.
        """
        from tilewright.kernels.matching.planar import find_parts

        part, tree = np.empty(self.size, dtype=np.int64), np.empty(len(self.ends), dtype=np.bool_)
        return int(find_parts(self.ends, part, tree)), part, tree

    @property
    def is_planar(self) -> bool:
        """Whether the orders around the vertices are those of a drawing in the plane (Euler),
        ignoring vertices without edges.
        """
        alone = self.size - len(np.unique(self.ends))
        count = self.parts[0] - alone
        return self.size - alone - len(self.ends) + self.faces[0] == 2 * count

    def ways(self) -> list[Way]:
        """Return the ways to count the matchings, starting with the fastest."""
        from tilewright.kernels.matching.planar import direct_edges

        minus = np.empty(len(self.ends), dtype=np.bool_)
        direct_edges(self.ends, self.parts[2], self.faces[1], self.faces[0], minus)
        candidates = []
        none = np.zeros(len(self.ends), dtype=np.int8)
        for order in self.along:
            turned = order[self.ends[:, 0]] > order[self.ends[:, 1]]
            ends = np.where(turned[:, None], self.ends[:, ::-1], self.ends)
            drawing = Drawing(
                "rows", order, np.zeros(self.size, dtype=np.int64), ends, minus ^ turned,
                none, none, ONE_TERM, signed=False,
            )  # fmt: skip
            candidates += [Way(self, program) for program in programs(self, drawing)]
        return sorted(candidates, key=lambda way: way.seconds)


@dataclass(frozen=True, eq=False)
class Quotient:
    """The quotient of a graph by a symmetry.

    Attributes
    ----------
    graph : PlanarGraph
        The quotient. Each loop is an edge to an additional vertex, which has no other edges.
    cells : int
        The number of vertices, excluding those of loops.
    """

    graph: PlanarGraph
    cells: int

    def graphs(self) -> list[PlanarGraph] | None:
        """Return planar graphs whose matchings together are those of the quotient, or None if that
        is not possible.
        """
        graph = self.graph
        if not graph.is_planar:
            return None
        _, face, place = graph.faces
        _, part, _ = graph.parts
        loops = np.flatnonzero(graph.ends[:, 1] >= self.cells)
        sizes = np.bincount(part[: self.cells], minlength=graph.size)
        chains: list[list[int]] = []
        chains_of: dict[int, list[int]] = {}
        for here in np.unique(face[2 * loops]):
            mine = loops[face[2 * loops] == here]
            sort = np.argsort(-place[2 * mine])
            chains_of.setdefault(int(part[graph.ends[mine[0], 0]]), []).append(len(chains))
            chains.append(graph.ends[mine[sort], 1].tolist())
        if set(np.flatnonzero(sizes % 2).tolist()) - chains_of.keys():
            return []
        if 2 ** (len(chains) - len(chains_of)) > _CHOICES:
            return None
        options = [
            [
                odd
                for odd in product((0, 1), repeat=len(numbers))
                if (sum(odd) - sizes[root]) % 2 == 0
            ]
            for root, numbers in chains_of.items()
        ]
        order = [number for numbers in chains_of.values() for number in numbers]
        graphs = []
        for choice in product(*options):
            odd = [value for parities in choice for value in parities]
            chosen = [(chains[number], value) for number, value in zip(order, odd, strict=True)]
            graphs.append(_Chained(graph).join_chains(chosen))
        return graphs if all(graph.is_planar for graph in graphs) else None


class _Chained:
    """A graph to which vertices and edges are added to choose the used loops."""

    def __init__(self, graph: PlanarGraph) -> None:
        self.graph = graph
        self.ends: list[tuple[int, int]] = []
        #: The darts around each vertex that is new or has new edges, counterclockwise.
        self.rings: list[list[int]] = []
        #: The vertex that each new one follows in the orders.
        self.after: list[int] = []

    def join_chains(self, chains: list[tuple[list[int], int]]) -> PlanarGraph:
        """Return the graph for chains of the vertices of loops, in which an odd or an even number
        of each is used.
        """
        gone: list[int] = []
        for chain, odd in chains:
            if len(chain) > 1:
                self._join(chain, odd)
            elif not odd:
                gone += chain
        graph = self.graph
        ends = np.concatenate([graph.ends, np.array(self.ends, dtype=np.int64).reshape(-1, 2)])
        following = np.concatenate([graph.following, np.zeros(2 * len(self.ends), dtype=np.int64)])
        for ring in self.rings:
            following[ring] = np.roll(ring, -1)
        after = np.array(self.after, dtype=np.int64)
        along = np.array([_places(np.concatenate([order, order[after]])) for order in graph.along])
        return _remove_vertices(PlanarGraph(graph.size + len(after), ends, following, along), gone)

    def _join(self, chain: list[int], odd: int) -> None:
        """Add a triangle to each vertex of a chain, and an edge to the next vertex."""
        of_loop = {
            int(two): edge for edge, two in enumerate(self.graph.ends[:, 1]) if two in set(chain)
        }
        link = -1
        for number, head in enumerate(chain):
            up, down = self._vertex(head), self._vertex(head)
            left, right, across = self._edge(head, up), self._edge(head, down), self._edge(up, down)
            self.rings.append([2 * of_loop[head] + 1, 2 * right, 2 * left])
            self.rings.append([*([2 * link + 1] if number else []), 2 * left + 1, 2 * across])
            ring = [2 * across + 1, 2 * right + 1]
            if number < len(chain) - 1:
                # To the vertex that is made next.
                link = self._edge(down, self.graph.size + len(self.after))
                ring.append(2 * link)
            elif (len(chain) + odd) % 2:
                # A triangle uses an odd number of edges to others; the last one makes up for it.
                link = self._edge(down, self._vertex(head))
                ring.append(2 * link)
                self.rings.append([2 * link + 1])
            self.rings.append(ring)

    def _vertex(self, after: int) -> int:
        self.after.append(after)
        return self.graph.size + len(self.after) - 1

    def _edge(self, one: int, two: int) -> int:
        self.ends.append((one, two))
        return len(self.graph.ends) + len(self.ends) - 1


def _places(order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the position of each element in ascending order. Equal elements keep their order."""
    places = np.empty(len(order), dtype=np.int64)
    places[np.argsort(order, kind="stable")] = np.arange(len(order))
    return places


def _remove_vertices(graph: PlanarGraph, gone: list[int]) -> PlanarGraph:
    """Return a graph without some vertices."""
    if not gone:
        return graph
    remaining = np.ones(graph.size, dtype=np.bool_)
    remaining[gone] = False
    number = np.cumsum(remaining) - 1
    edges = remaining[graph.ends].all(axis=1)
    dart = np.repeat(edges, 2)
    following = graph.following.copy()
    # The next dart that is kept; around a vertex that is kept, there is one.
    while not dart[following[dart]].all():
        skipped = dart & ~dart[following]
        following[skipped] = following[following[skipped]]
    new = np.cumsum(dart) - 1
    along = np.array([_places(order[remaining]) for order in graph.along])
    return PlanarGraph(int(remaining.sum()), number[graph.ends[edges]], new[following[dart]], along)


def quotient(
    cover: Cover, cells: NDArray[np.int32], placements: NDArray[np.int32]
) -> Quotient | None:
    """Return the quotient of the graph of a board in the plane by a symmetry, given by the images
    of cells and placements, or None if sides are joined or pieces share a position.
    """
    if cover.problem.board.surface.joined:
        return None
    orbit, classes = cycles(cells)
    whole, _ = cycles(placements)
    item = cover.item.reshape(-1, 2).astype(np.int64)
    # Orbits of placements that do not overlap: all their cells are different.
    keys = whole[:, None] * cover.area + item
    distinct = np.bincount(np.unique(keys) // cover.area, minlength=cover.size)
    usable = distinct[whole] == 2 * np.bincount(whole, minlength=cover.size)[whole]
    points = cover.problem.board.lattice.center(cover.cells)
    mine = _representatives(cells, points, orbit)
    # The darts that begin at a representative.
    dart = np.flatnonzero((usable[:, None] & mine[item]).ravel())
    placement, end = dart // 2, dart % 2
    here, there = item[placement, end], item[placement, 1 - end]
    head, tail = orbit[here], orbit[there]
    loop = head == tail
    step = points[there] - points[here]
    angle = np.round(np.arctan2(step[:, 1], step[:, 0]), 6)
    number = whole[placement]
    sign = np.where(head < tail, 1, -1)
    around = np.lexsort((sign * number, angle, head))
    edges, edge, times = np.unique(number, return_inverse=True, return_counts=True)
    is_loop = np.zeros(len(edges), dtype=np.bool_)
    is_loop[edge] = loop
    if (times != np.where(is_loop, 1, 2)).any() or len(edges) != len(np.unique(whole[usable])):
        return None
    if np.bincount(head[loop], minlength=1).max() > 1:
        # Different pieces in the same place.
        return None
    ends = np.empty((len(edges), 2), dtype=np.int64)
    ends[edge, np.where(loop | (head < tail), 0, 1)] = head
    ends[is_loop, 1] = classes + np.arange(is_loop.sum())
    new_dart = 2 * edge + np.where(loop | (head < tail), 0, 1)
    following = np.zeros(2 * len(edges), dtype=np.int64)
    ring, first = new_dart[around], head[around]
    begin = np.searchsorted(first, first)
    end = np.searchsorted(first, first, side="right") - 1
    index = np.arange(len(ring))
    following[ring] = ring[np.where(index == end, begin, index + 1)]
    following[2 * np.flatnonzero(is_loop) + 1] = 2 * np.flatnonzero(is_loop) + 1
    along = np.array(
        [_place_vertices(scan, orbit, classes, ends[is_loop, 0]) for scan in _scans(cover)]
    )
    return Quotient(PlanarGraph(classes + int(is_loop.sum()), ends, following, along), classes)


def _representatives(
    cells: NDArray[np.int32], points: NDArray[np.float64], orbit: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return which cells represent their orbits, (n,) bool."""
    number = np.arange(len(cells))
    first = np.zeros(len(cells), dtype=np.bool_)
    first[np.unique(orbit, return_index=True)[1]] = True
    moved = points - points[cells]
    if not np.array_equal(cells[cells], number) or not moved.any():
        return first
    normal = moved[np.flatnonzero(np.abs(moved).max(axis=1) > 1e-6)[0]]
    across = moved @ normal
    turned = np.abs(moved[:, 0] * normal[1] - moved[:, 1] * normal[0]).max() > 1e-6
    # A half turn moves cells in all directions (if the board is not a line through its center).
    return first if turned else (across > 1e-6) | (cells == number)


def _scans(cover: Cover) -> list[NDArray[np.int64]]:
    """Return orders of the cells as positions: along rows, along columns, and from the border
    inward.
    """
    row, column = cover.cells.T.astype(np.int64)
    inward = [np.minimum(axis, axis.max() - axis) for axis in (row, column)]
    ring = np.minimum(*inward)
    keys = [
        (column, row),
        (row, column),
        (column, row, ring),
        (column, row, row + column),
        (row, column, inward[1]),
        (column, row, inward[0]),
    ]
    scans = []
    for key in keys:
        place = np.empty(cover.area, dtype=np.int64)
        place[np.lexsort(key)] = np.arange(cover.area)
        scans.append(place)
    return scans


def _place_vertices(
    scan: NDArray[np.int64], orbit: NDArray[np.int64], classes: int, loops: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the position of each vertex of a quotient, which is the position of its first cell."""
    first = np.full(classes, len(scan), dtype=np.int64)
    np.minimum.at(first, orbit, scan)
    return _places(np.concatenate([first, first[loops]]))
