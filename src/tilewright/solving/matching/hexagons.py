"""Random, exactly uniform tilings of hexagons with lozenges, by the shuffling of Borodin and Gorin.

A. Borodin and V. Gorin, *Shuffling algorithm for boxed plane partitions* (2009). Choices are made
in floating point unless the two probabilities are too close. In that case, the choice is made with
fractions and more random bits, so all tilings are equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import TRIANGLES
from tilewright.solving.matching.graph import MatchingGraph

#: How close a choice may be, relative to the sum of all weights, before it is made with fractions.
_NEAR = 1e-11


@dataclass(frozen=True, eq=False)
class LozengeShuffler:
    """Draws random tilings of a hexagon.

    Attributes
    ----------
    count, rows, steps : int
        The numbers of paths, rows, and steps of each path to the right. The sides of the hexagon
        are `count`, `steps` and `rows` - `steps`.
    first : int
        The column of the first triangle in the first row whose side is at the top.
    near : float
        The margin below which a choice is made with fractions.
    """

    graph: MatchingGraph
    count: int
    rows: int
    steps: int
    first: int
    near: float = _NEAR

    @property
    def how(self) -> str:
        """How matchings are drawn, and how exact the sampling is."""
        return "lozenge shuffling (Borodin and Gorin), exactly uniform"

    @property
    def order(self) -> int:
        """The number of rounds."""
        return self.steps

    @property
    def nbytes(self) -> int:
        """The memory that sampling needs, in bytes."""
        return 4 * (self.rows + 1) * self.count + 64 * self.graph.size

    def draw(
        self,
        n: int,
        seed: int | None = None,
        report: Callable[[int, int], None] = lambda done, total: None,
    ) -> Iterator[NDArray[np.int32]]:
        """Yield n random matchings, each as its edges in ascending order. The same seed gives the
        same matchings.
        """
        state = np.random.SeedSequence(seed).generate_state(4, dtype=np.uint64).astype(np.uint64)
        ends = self.graph.ends.astype(np.int64)
        key = ends[:, 0] * self.graph.size + ends[:, 1]
        order = np.argsort(key)
        for _ in range(n):
            wanted = self._pairs(self._paths(state, report))
            edges = np.sort(order[np.searchsorted(key[order], wanted)])
            yield self.graph.drawn(edges)

    def _paths(
        self, state: NDArray[np.uint64], report: Callable[[int, int], None]
    ) -> NDArray[np.int32]:
        from tilewright.kernels.matching.lozenges import grow

        paths = np.tile(np.arange(self.count, dtype=np.int32), (self.rows + 1, 1))
        at, undecided = np.zeros(3, dtype=np.int64), np.array([-1, 0], dtype=np.int64)
        portion = max(1, (1 << 22) // (self.rows * self.count))
        for end in [*range(portion, self.steps, portion), self.steps]:
            while not grow(paths, end, self.near, at, undecided, state):
                undecided[1] = self._decide(paths, at.tolist(), int(undecided[0]), state)
            report(end, self.steps)
        return paths

    def _decide(
        self, paths: NDArray[np.int32], at: list[int], bits: int, state: NDArray[np.uint64]
    ) -> int:
        """Return the number of adjacent paths that move, like the kernel but with fractions."""
        from tilewright.kernels.matching.shuffling import draw_bits

        step, row, i = at
        above, old = paths[row].tolist(), paths[row + 1].tolist()
        size = 1
        while i + size < self.count and above[i + size] == old[i + size] == old[i] + size:
            size += 1
        weights = [Fraction(1)]
        for place in range(old[i] + size - 1, old[i] - 1, -1):
            weights.append(weights[-1] * Fraction(place + 1, self.rows - row - step - 1 + place))
        total, length = sum(weights), 53
        while True:
            low, high = (Fraction(bits + more, 1 << length) * total for more in range(2))
            reached, moved = weights[0], 0
            while reached <= low:
                moved += 1
                reached += weights[moved]
            if high <= reached:
                return moved
            # The random number may still lie on either side: it needs more bits.
            bits, length = bits << 53 | int(draw_bits(state)), length + 53

    def _pairs(self, paths: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the pairs of cells of a tiling, as first * cells + second."""
        number, cells = self.graph.cover.number, self.graph.cover.cells
        top = int(cells[:, 0].min())
        line = np.arange(self.rows + 1)
        low, high = _range(self.count, self.rows, self.steps, line)
        pairs = []
        row: NDArray[np.int64] = np.repeat(np.arange(self.rows), self.count)
        place, after = paths[:-1].ravel(), paths[1:].ravel()
        # A path covers the triangle below a line and one beside it; the others lie across a line.
        down = number[top + row, self.first - 2 * row + 2 * place]
        up = number[top + row, self.first - 2 * row - 1 + 2 * after]
        pairs.append((down, up))
        free = np.ones((self.rows + 1, self.count + self.steps), dtype=np.bool_)
        free[np.repeat(line, self.count), paths.ravel()] = False
        places = np.arange(self.count + self.steps)
        free &= (places >= low[:, None]) & (places <= high[:, None])
        below, hole = np.nonzero(free)
        across = (
            number[top + below - 1, self.first - 2 * (below - 1) - 1 + 2 * hole],
            number[top + below, self.first - 2 * below + 2 * hole],
        )
        pairs.append(across)
        one, two = (np.concatenate(part).astype(np.int64) for part in zip(*pairs, strict=True))
        return np.minimum(one, two) * self.graph.size + np.maximum(one, two)


def _range(
    count: int, rows: int, steps: int, line: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first and the last position of each line between rows."""
    return np.maximum(0, line + steps - rows), np.minimum(line, steps) + count - 1


def lozenge_shuffler(graph: MatchingGraph) -> LozengeShuffler | None:
    """Return the sampler for tilings of a hexagon with lozenges, or None for other boards and if
    some edges do not exist.
    """
    board, cells = graph.cover.problem.board, graph.cover.cells.astype(np.int64)
    if (
        board.lattice is not TRIANGLES
        or board.surface.joined
        or not graph.size
        or not graph.is_adjacent
    ):
        return None
    top, rows = int(cells[:, 0].min()), int(np.ptp(cells[:, 0])) + 1
    # Triangles in even columns have their horizontal side at the top.
    down = cells[:, 1] % 2 == 0
    starts, stops = (
        cells[(cells[:, 0] == top) & down, 1],
        cells[(cells[:, 0] == top + rows - 1) & ~down, 1],
    )
    if not len(starts) or not len(stops):
        return None
    first = int(starts.min())
    steps = (int(stops.min()) - first + 1) // 2 + rows - 1
    if not 0 <= steps <= rows:
        return None
    shuffler = LozengeShuffler(graph, len(starts), rows, steps, first)
    low, high = _range(shuffler.count, rows, steps, np.arange(rows + 1))
    # Each row is as wide as the lines above and below it; each triangle has an edge to each
    # neighbor, and just one.
    row = np.arange(rows)
    left = first - 2 * row + np.minimum(2 * low[:-1], 2 * low[1:] - 1)
    right = first - 2 * row + np.maximum(2 * high[:-1], 2 * high[1:] - 1)
    line = cells[:, 0] - top
    fits = (cells[:, 1] >= left[line]) & (cells[:, 1] <= right[line])
    edges = int((right - left).sum() + (high - low + 1)[1:-1].sum())
    keys = graph.ends.astype(np.int64) @ np.array([graph.size, 1])
    whole = (
        fits.all()
        and len(cells) == int((right - left + 1).sum())
        and edges == len(np.unique(keys)) == len(keys)
    )
    return shuffler if whole else None
