"""Exact coloring by backtracking: find a coloring with k colors, or prove that there is none,
within a limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.solving.coloring.touching import Graph
from tilewright.system.values.arrays import grouped
from tilewright.system.work.deadline import check_time

#: Vertices that the search visits for each question, by default.
LOOKS = 4_000_000_000
#: Larger graphs are not searched exactly.
MOST_VERTICES = 20_000
#: Steps of the search for a clique to begin with.
_CLIQUE_STEPS = 1_000_000
#: Vertices visited between two chances to stop.
_CHUNK = 20_000_000


class NoColoring(Enum):
    """The reasons why a search finds no coloring."""

    #: Proven: there is no coloring.
    NO = "no"
    #: The limit was reached.
    UNKNOWN = "unknown"


class Numbers:
    """Limits on the number of tiles of each color.

    If `fixed`, color 0 is the color of the outside and is not interchangeable.
    """

    def __init__(self, least: Sequence[int], most: Sequence[int], fixed: bool = False) -> None:
        self.palette = np.zeros((len(least), 4), dtype=np.int64)
        self.palette[:, 0] = least
        self.palette[:, 1] = most
        self.palette[:, 2] = -1
        for color in range(1, len(least)):
            # Colors with the same limits are interchangeable, and used in order.
            for other in range(color - 1, -1, -1):
                if (least[other], most[other]) == (least[color], most[color]) and not (
                    fixed and other == 0
                ):
                    self.palette[color, 2] = other
                    break

    @classmethod
    def free(cls, colors: int, vertices: int, fixed: bool = False) -> Numbers:
        """Return the limits for colors that may be used any number of times."""
        return cls([0] * colors, [vertices] * colors, fixed)


def balanced_numbers(colors: int, tiles: int, fixed: bool = False) -> Numbers:
    """Return the limits for a balanced coloring, in which the numbers of tiles differ by at most
    one.
    """
    return Numbers([tiles // colors] * colors, [-(-tiles // colors)] * colors, fixed)


class ColoringSearch:
    """A resumable search for colorings. `capacity` colorings are kept between calls."""

    def __init__(self, graph: Graph, numbers: Numbers, capacity: int = 1) -> None:
        from tilewright.kernels.coloring import exact as kernels

        self._kernels = kernels
        self._graph = graph
        self._palette = numbers.palette
        self._vertex = np.empty((graph.size, 3), dtype=np.int32)
        self._taken = np.empty((graph.size, len(numbers.palette)), dtype=np.int32)
        self._found = np.empty((capacity, graph.size), dtype=np.int32)
        self._state = np.empty(6, dtype=np.int64)
        fixed = graph.size - 1 if graph.outside else -1
        kernels.begin(
            graph.start,
            graph.neighbor,
            self._palette,
            self._vertex,
            self._taken,
            self._state,
            fixed,
        )

    @property
    def steps(self) -> int:
        """The number of steps so far. Each step visits all vertices once."""
        return int(self._state[4])

    def forbid(self, vertex: int, color: int) -> None:
        """Forbid a color for a vertex, before the first step."""
        if self._taken[vertex, color] == 0:
            self._vertex[vertex, 1] += 1
        self._taken[vertex, color] += 1

    def place(self, clique: Sequence[int]) -> None:
        """Give the vertices of a clique the colors 0, 1, …, before the first step.

        All colors must be interchangeable and unlimited.
        """
        for color, vertex in enumerate(clique):
            self._vertex[vertex, 0] = color
            self._vertex[color, 2] = vertex
            self._palette[color, 3] = 1
            for other in self._graph.neighbors(vertex).tolist():
                self._vertex[other, 1] += self._taken[other, color] == 0
                self._taken[other, color] += 1
        self._state[0] = self._state[5] = len(clique)

    def advance(self, steps: int) -> tuple[NDArray[np.int32], bool]:
        """Take at most `steps` steps. Return the colorings found, (m, n), and whether the search is
        finished.
        """
        check_time()
        self._state[3] = 0
        status = self._kernels.advance(
            self._graph.start,
            self._graph.neighbor,
            self._palette,
            self._vertex,
            self._taken,
            self._found,
            self._state,
            steps,
        )
        return self._found[: self._state[3]].copy(), status == self._kernels.DONE

    def first(self, steps: int) -> NDArray[np.int32] | NoColoring:
        """Return the first coloring, or the reason why there is none."""
        chunk = max(1, _CHUNK // max(self._graph.size, 1))
        while self.steps < steps:
            batch, done = self.advance(min(chunk, steps - self.steps))
            if len(batch):
                first: NDArray[np.int32] = batch[0]
                return first
            if done:
                return NoColoring.NO
        return NoColoring.UNKNOWN


class VertexOrder(NamedTuple):
    """The vertices of a graph in smallest-last order: each vertex has the fewest neighbors among
    the earlier vertices.

    `degree` contains these numbers by vertex, and `degeneracy` is the largest number.
    """

    vertices: NDArray[np.int32]
    position: NDArray[np.int32]
    degree: NDArray[np.int32]
    degeneracy: int


def smallest_last(graph: Graph) -> VertexOrder:
    """Return the vertices in this order, in linear time."""
    from tilewright.kernels.coloring.bounds import smallest_last as kernel

    order, position, degree = np.empty((3, graph.size), dtype=np.int32)
    bucket = np.empty(graph.size + 1, dtype=np.int32)
    degeneracy = kernel(graph.start, graph.neighbor, order, position, degree, bucket)
    return VertexOrder(order, position, degree, int(degeneracy))


def largest_clique(graph: Graph, order: VertexOrder, enough: int, steps: int) -> list[int]:
    """Return a largest clique, or a clique of `enough` vertices, or the largest clique found before
    the steps are used up.
    """
    from tilewright.kernels.coloring.bounds import largest_clique as kernel

    width = order.degeneracy + 2
    vertices, room = np.empty(width, dtype=np.int32), np.empty((width, width), dtype=np.int32)
    size = kernel(
        graph.start, graph.neighbor, order.vertices, order.position, enough, vertices, room, steps
    )
    clique: list[int] = vertices[:size].tolist()
    return clique


def _components(graph: Graph) -> list[NDArray[np.int64]]:
    """Return the connected components of a graph, each in ascending order."""
    from tilewright.kernels.cover.regions import join, number

    edges, region = graph.edges(), np.arange(graph.size, dtype=np.int32)
    join(0, len(edges), 2 * np.arange(len(edges) + 1), edges.ravel(), region, graph.size)
    number(region)
    start, members = grouped(region, int(region.max(initial=-1)) + 1)
    return np.split(members, start[1:-1]) if graph.size else []


def decide_colors(
    graph: Graph, colors: int, looks: int = LOOKS
) -> tuple[NDArray[np.int32] | NoColoring, NDArray[np.int32]]:
    """Return a coloring with `colors` colors, or `NoColoring` and vertices that prove it."""
    from tilewright.kernels.coloring.large import greedy

    order = smallest_last(graph)
    # Vertices with fewer neighbors are colored last.
    stays = np.flatnonzero(order.degree[order.vertices] >= colors)
    inner_vertices = np.sort(order.vertices[stays[0] if len(stays) else graph.size :])
    nothing = inner_vertices[:0]
    color = np.full(graph.size, -1, dtype=np.int32)
    if len(inner_vertices) > MOST_VERTICES:
        return NoColoring.UNKNOWN, nothing
    answer = None
    inner = graph.induced(inner_vertices)
    for part in sorted(_components(inner), key=len):
        piece = inner.induced(part)
        search = ColoringSearch(piece, Numbers.free(colors, piece.size))
        inside = smallest_last(piece)
        clique = largest_clique(piece, inside, inside.degeneracy + 2, _CLIQUE_STEPS)
        if len(clique) > colors:
            return NoColoring.NO, inner_vertices[part]
        search.place(clique)
        coloring = search.first(max(1000, looks // piece.size))
        if coloring is NoColoring.NO:
            return NoColoring.NO, inner_vertices[part]
        if coloring is NoColoring.UNKNOWN:
            answer = NoColoring.UNKNOWN
        else:
            assert isinstance(coloring, np.ndarray)
            color[inner_vertices[part]] = coloring
    if answer is not None:
        return answer, nothing
    greedy(graph.start, graph.neighbor, order.vertices, color)
    return color, nothing
