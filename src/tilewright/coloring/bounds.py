"""How many colors are needed at least, with the reason: cliques, odd cycles, odd wheels, critical subgraphs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tilewright.coloring.exact import ColoringSearch, NoColoring, Numbers
from tilewright.coloring.graph import Graph
from tilewright.coloring.result import Certificate

__all__ = ["clique", "critical", "local", "odd_cycle", "odd_wheel"]

#: Steps of the search for a largest clique: a few seconds.
_CLIQUE_STEPS = 200_000_000
#: How many vertices a ball has in which a small subgraph is looked for.
_BALLS = (24, 60, 150)


def clique(
    graph: Graph, order: NDArray[np.int32], position: NDArray[np.int32], degeneracy: int, enough: int
) -> Certificate:
    """Return a largest clique, or one of `enough` vertices (a large one when time is short)."""
    from tilewright.kernels.coloring.bounds import largest_clique

    found = np.empty(degeneracy + 2, dtype=np.int32)
    room = np.empty((degeneracy + 1, degeneracy + 1), dtype=np.int32)
    size = largest_clique(graph.start, graph.neighbor, order, position, enough, found, room, _CLIQUE_STEPS)
    return Certificate("clique", int(size), tuple(sorted(found[:size].tolist())))


def odd_cycle(graph: Graph) -> tuple[Certificate | None, NDArray[np.int32]]:
    """Return an odd cycle, or None and a coloring with two colors."""
    from tilewright.kernels.coloring.bounds import odd_cycle as find

    depth, cycle = np.empty(graph.size, dtype=np.int32), np.empty(graph.size, dtype=np.int32)
    length = find(graph.start, graph.neighbor, depth, cycle)
    if length == 0:
        return None, depth & 1
    vertices = tuple(cycle[:length].tolist())
    if length == 3:
        return Certificate("clique", 3, tuple(sorted(vertices))), depth
    return Certificate("odd cycle", 3, vertices), depth


def odd_wheel(graph: Graph, hubs: int) -> Certificate | None:
    """Return an odd cycle and one or two vertices that touch all of it, or None."""
    from tilewright.kernels.coloring.bounds import odd_wheel as find

    hub, cycle = np.empty(2, dtype=np.int32), np.empty(graph.size, dtype=np.int32)
    widest = int(graph.degree.max(initial=0))
    length = find(graph.start, graph.neighbor, hubs, widest, hub, cycle)
    if length == 0:
        return None
    rim = tuple(cycle[:length].tolist())
    if length == 3:
        return Certificate("clique", hubs + 3, tuple(sorted([*rim, *hub[:hubs].tolist()])))
    return Certificate("odd wheel", hubs + 3, rim, tuple(hub[:hubs].tolist()))


def critical(graph: Graph, vertices: NDArray[np.int32], colors: int, looks: int = 20_000_000) -> Certificate:
    """Shrink a set of vertices that needs `colors` colors, as long as what is left still needs them.

    Halves, quarters, … down to single vertices are left out in turn; one that cannot be spared
    stays. Each question is given `looks` vertex looks; one that is not answered in time counts as no.
    """
    kept = vertices
    sure = True
    size = max(1, len(kept) // 2)
    while True:
        begin = 0
        while begin < len(kept):
            rest = np.concatenate([kept[:begin], kept[begin + size :]])
            answer = _colorable(graph.induced(rest), colors - 1, looks) if len(rest) else None
            if answer is NoColoring.NO:
                kept = rest
                continue
            if answer is NoColoring.UNKNOWN and size == 1:
                sure = False
            begin += size
        if size == 1:
            break
        size = max(1, size // 2)
    if len(kept) == colors:
        return Certificate("clique", colors, tuple(kept.tolist()))
    return Certificate("critical" if sure else "subgraph", colors, tuple(kept.tolist()))


def local(graph: Graph, centers: Iterable[int], colors: int, looks: int = 2_000_000) -> Certificate | None:
    """Look around some vertices for a small subgraph that needs `colors` colors.

    Balls of growing size are searched exactly, each within `looks` vertex looks.
    """
    for center in centers:
        ball = [center]
        inside = {center}
        grown = 0
        for size in _BALLS:
            while len(ball) < size and grown < len(ball):
                for other in graph.neighbors(ball[grown]).tolist():
                    if other not in inside and len(ball) < size:
                        inside.add(other)
                        ball.append(other)
                if len(ball) < size:
                    grown += 1
            vertices = np.array(sorted(ball), dtype=np.int32)
            if _colorable(graph.induced(vertices), colors - 1, looks) is NoColoring.NO:
                return critical(graph, vertices, colors, looks)
            if len(ball) < size:
                break
    return None


def _colorable(graph: Graph, colors: int, looks: int) -> NDArray[np.int32] | NoColoring:
    search = ColoringSearch(graph, Numbers.free(colors, graph.size))
    return search.first(max(1000, looks // max(graph.size, 1)))
