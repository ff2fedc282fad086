"""Color large graphs well in linear time: smallest last, saturation, and then Kempe chains to save colors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.coloring.exact import ColoringSearch, Numbers
from tilewright.coloring.graph import Graph

__all__ = ["greedy", "save_colors"]

#: Kempe chains of the first rounds are cut short; later rounds, with few vertices left, follow longer ones.
_SHORT = 1_000
#: Vertices of all chains that one round may follow.
_ROUND = 5_000_000
#: Rounds without progress before it is given up.
_PATIENCE = 30
#: Around a vertex that resists, so many others are colored anew.
_BALLS = (40, 120, 400)


def greedy(graph: Graph, order: NDArray[np.int32]) -> tuple[NDArray[np.int32], int, str]:
    """Return the better of two greedy colorings, its number of colors, and its name.

    Parameters
    ----------
    graph : Graph
    order : (n,) int32
        A smallest-last order (D. W. Matula and L. L. Beck, 1983).

    Notes
    -----
    Linear time. Smallest last takes at most one color more than the degeneracy; for a planar graph,
    such as that of edges, six. Saturation is DSATUR (D. Brélaz, 1979).
    """
    from tilewright.kernels.coloring import large as kernels

    first = np.full(graph.size, -1, dtype=np.int32)
    colors = int(kernels.greedy(graph.start, graph.neighbor, order, first))
    second = np.empty(graph.size, dtype=np.int32)
    other = int(kernels.saturated(graph.start, graph.neighbor, order, second))
    if 0 < other < colors or (other == colors and np.sum(second == colors - 1) < np.sum(first == colors - 1)):
        return second, other, "saturation"
    return first, colors, "smallest last"


def save_colors(graph: Graph, color: NDArray[np.int32], colors: int, enough: int) -> int:
    """Get rid of the last color, and of the next, down to `enough`; return the number of colors left.

    Parameters
    ----------
    graph : Graph
    color : (n,) int32
        A proper coloring, changed in place; it stays proper.
    colors : int
        Its number of colors, at most 63.
    enough : int
        A lower bound.

    Notes
    -----
    A vertex is freed of its color by one that no neighbor has, or by swapping two colors on the
    chains (A. B. Kempe, "On the geographical problem of the four colours", American Journal of
    Mathematics 2, 1879) that hold one back; Kempe's argument has a gap, but where it fails a chain
    beside the vertex is swapped at random and the next round tries again, and at last the vertices
    around it are colored anew by the exact search.
    """
    while enough < colors <= 63:
        attempt = color.copy()
        if not _without_last(graph, attempt, colors - 1):
            break
        color[:] = attempt
        colors -= 1
    return colors


def _without_last(graph: Graph, color: NDArray[np.int32], last: int) -> bool:
    from tilewright.kernels.coloring.large import recolor

    chain, seen = np.empty(graph.size, dtype=np.int32), np.zeros(graph.size, dtype=np.int32)
    state = np.zeros(3, dtype=np.int64)
    left = int(np.sum(color == last))
    stuck = 0
    turn = 0
    while left and stuck < _PATIENCE:
        state[0] = state[2] = 0
        if state[1] > 1 << 30:
            state[1] = 0
            seen[:] = 0
        longest = _SHORT if turn < 3 else max(_SHORT, _ROUND // (left * (last + 1) ** 2))
        looked = 0
        while state[0] < graph.size:
            looked += recolor(
                graph.start, graph.neighbor, color, last, chain, seen, state, longest, 4096, turn
            )
            if turn == 0 and looked >= 8192 and state[2] * 2 > looked:
                # Most resist: this is not how the color can be saved.
                return False
        now = int(state[2])
        stuck = stuck + 1 if now >= left else 0
        if turn == 0 and now > 1000 and now * 2 > left:
            return False
        left = now
        turn += 1
    resisting = np.flatnonzero(color == last).tolist()
    return all(_recolor_ball(graph, color, vertex, last) for vertex in resisting)


def _recolor_ball(graph: Graph, color: NDArray[np.int32], center: int, colors: int) -> bool:
    """Color the vertices around one anew, without the last color, while all others keep theirs."""
    ball = [center]
    inside = {center}
    grown = 0
    for size in _BALLS:
        while len(ball) < size and grown < len(ball):
            for other in graph.neighbors(ball[grown]).tolist():
                if other not in inside:
                    inside.add(other)
                    ball.append(other)
            grown += 1
        vertices = np.array(sorted(ball), dtype=np.int32)
        piece = graph.induced(vertices)
        numbers = Numbers.free(colors, piece.size)
        # The neighbors around the ball tell the colors apart.
        numbers.palette[:, 2] = -1
        search = ColoringSearch(piece, numbers)
        for index, vertex in enumerate(vertices.tolist()):
            for other in graph.neighbors(vertex).tolist():
                if other not in inside and color[other] < colors:
                    search.forbid(index, int(color[other]))
        found = search.first(max(1000, 10_000_000 // piece.size))
        if isinstance(found, np.ndarray):
            color[vertices] = found
            return True
        if grown >= len(ball):
            break
    return False
