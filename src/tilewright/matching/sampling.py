"""Random matchings, all equally likely, by domino shuffling in an Aztec diamond around the board.

Shuffling grows a random matching of the Aztec diamond order by order (Elkies, Kuperberg, Larsen and Propp 1992); with weights it
draws matchings in proportion to the product of their weights (Propp 2003). The board lies inside a diamond. Edges that do not
exist have a weight that tends to 0, and the cells outside of the board are matched among themselves. Triangles are cells of a
brick wall: squares of which every other one is joined to the one below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import check_integer
from tilewright.board import Board
from tilewright.cover import compile_cover
from tilewright.errors import EngineError
from tilewright.labels import OUTSIDE, number_tiles
from tilewright.lattices.lattice import SQUARES, TRIANGLES
from tilewright.matching.finding import largest_matching
from tilewright.matching.graph import MatchingGraph
from tilewright.problem import Problem
from tilewright.tiling import Tiling

__all__ = ["Shuffler", "shuffler", "shuffling_steps"]

#: Steps (right, down, left, up) of a partner.
_STEPS = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Shuffler:
    """Draws random matchings of a graph.

    Attributes
    ----------
    order : int
        The order of the Aztec diamond.
    place : (n, 2) int64
        Where each cell of the board lies in the diamond.
    """

    graph: MatchingGraph
    order: int
    place: NDArray[np.int64]

    @cached_property
    def whole(self) -> bool:
        """Whether the board is the whole diamond, so that no weights are needed, and choices are exact coin flips."""
        edges = 4 * self.order**2
        return self.graph.size == 2 * self.order * (self.order + 1) and len(self.graph.ends) == edges

    @property
    def how(self) -> str:
        """How matchings are drawn, and how exactly."""
        if self.whole:
            return "domino shuffling, exactly uniform"
        # Each weight of an order is rounded four times, as if the edges of each matching had other weights.
        distance = 3e-16 * self.order**3
        return (
            f"domino shuffling in an Aztec diamond of order {self.order}, uniform but for rounding "
            f"(total variation distance at most {distance:.0e})"
        )

    @property
    def nbytes(self) -> int:
        """Bytes that the chances take."""
        n = self.order
        return 2 * n * n + (0 if self.whole else 8 * n * (n + 1) * (2 * n + 1) // 6 + 96 * n * n)

    def _chances(self, told: Callable[[int, int], None]) -> NDArray[np.float64]:
        from tilewright.kernels.matching.shuffling import chances_of_order

        n = self.order
        if self.whole:
            return np.zeros(1, dtype=np.float64)
        coefficient, exponent = np.ones((2 * n, 2 * n)), self._exponents()
        chances = np.empty(n * (n + 1) * (2 * n + 1) // 6, dtype=np.float64)
        for order in range(n, 0, -1):
            smaller = np.empty((2 * order - 2, 2 * order - 2), dtype=np.float64)
            smaller_exponent = np.empty((2 * order - 2, 2 * order - 2), dtype=np.int32)
            place = (order - 1) * order * (2 * order - 1) // 6
            part = chances[place : place + order * order].reshape(order, order)
            chances_of_order(coefficient, exponent, order, part, smaller, smaller_exponent)
            coefficient, exponent = smaller, smaller_exponent
            if order % 16 == 0:
                told(n - order, n)
        return chances

    def _exponents(self) -> NDArray[np.int32]:
        """Return which edges do not exist: between the board and the rest, or on the board and not in the graph."""
        n = self.order
        row, column = np.meshgrid(np.arange(2 * n), np.arange(2 * n), indexing="ij")
        i, j = (row + 1) // 2, column // 2
        one = np.stack([i + j, n + j - i], axis=-1)
        i, j = row // 2, (column + 1) // 2
        two = np.stack([i + j, n - 1 + j - i], axis=-1)
        number = np.full((2 * n, 2 * n), -1, dtype=np.int64)
        number[tuple(self.place.T)] = np.arange(len(self.place))
        a, b = number[tuple(np.moveaxis(one, -1, 0))], number[tuple(np.moveaxis(two, -1, 0))]
        low, high = np.minimum(a, b), np.maximum(a, b)
        ends = self.graph.ends.astype(np.int64)
        keys = np.sort(ends[:, 0] * self.graph.size + ends[:, 1])
        key = low * self.graph.size + high
        found = keys[np.minimum(np.searchsorted(keys, key), len(keys) - 1)] == key
        exists = np.where(low >= 0, found, high < 0)
        return np.where(exists, 0, 1).astype(np.int32)

    def draw(
        self, n: int, seed: int | None = None, told: Callable[[int, int], None] = lambda done, total: None
    ) -> Iterator[NDArray[np.int32]]:
        """Yield n random matchings: the edges of each, ascending. The same seed gives the same ones."""
        from tilewright.kernels.matching.shuffling import partners_of, shuffle

        chances = self._chances(told)
        source = np.random.SeedSequence(seed)
        state = source.generate_state(4, dtype=np.uint64)
        order = self.order
        ends = self.graph.ends
        step = self.place[ends[:, 1]] - self.place[ends[:, 0]]
        wanted = np.where(step[:, 0] == 0, np.where(step[:, 1] > 0, 0, 2), np.where(step[:, 0] > 0, 1, 3))
        first = self.place[ends[:, 0]]
        for _ in range(n):
            blocks, other = np.zeros((2, order, order), dtype=np.uint8)
            done = 0
            while done < order:
                end = min(order, done + max(1, (1 << 24) // order**2))
                shuffle(done, end, chances, not self.whole, blocks, other, state)
                if (end - done) % 2:
                    blocks, other = other, blocks
                done = end
                told(done, order)
            partner = np.full((2 * order, 2 * order), -1, dtype=np.int8)
            partners_of(blocks, order, partner)
            edges = np.flatnonzero(partner[tuple(first.T)] == wanted).astype(np.int32)
            if not np.array_equal(np.sort(ends[edges], axis=None), np.arange(self.graph.size)):
                raise AssertionError("the edges that were drawn are not a matching of the board")
            yield edges


def shuffler(graph: MatchingGraph) -> Shuffler | None:
    """Return what draws matchings of a graph that has one; None if it does not fit in an Aztec diamond.

    That is possible for squares and triangles without joined sides and without parallel edges, if the cells around the board
    and in its holes can be matched among themselves.
    """
    cover = graph.cover
    board = cover.problem.board
    if (
        board.surface.joined
        or board.lattice not in (SQUARES, TRIANGLES)
        or not graph.is_adjacent
        or not graph.size
    ):
        return None
    keys = np.unique(graph.ends.astype(np.int64) @ np.array([graph.size, 1]))
    if len(keys) < len(graph.ends):
        return None
    cells = cover.cells.astype(np.int64)
    if board.lattice is TRIANGLES:
        cells = np.column_stack([cells[:, 0], cells.sum(axis=1)])
    cells -= cells.min(axis=0)
    middle = (cells.max(axis=0) + 1) // 2
    shifts = [
        cells - middle + np.array(shift) for shift in ((0, 0), (0, 1), (1, 0), (1, 1), (0, -1), (-1, 0))
    ]
    # The distance of the farthest center of a cell from the center of the diamond.
    leasts = [int(np.abs(shifted + 0.5).sum(axis=1).max()) for shifted in shifts]
    more = 0
    while more <= max(2, 3 * min(leasts) // 2):
        for shifted, least in zip(shifts, leasts, strict=True):
            order = least + more
            place = shifted + order
            if order and _rest_matches(place, order):
                return Shuffler(graph, order, place)
        more += max(1, more // 4)
    return None


def shuffling_steps(order: int, seed: int | None = None) -> Iterator[Tiling]:
    """Yield random domino tilings of the Aztec diamonds of order 1, 2, …, the steps of one run of domino shuffling.

    From each tiling to the next, dominoes that face each other are removed, all others slide by one cell, and the empty 2x2
    squares get two dominoes each, by the toss of a coin. Each tiling alone is uniformly random.

    Parameters
    ----------
    order : int
        The order of the last diamond. The tiling of order n has 2 n rows and columns.
    seed : int, optional
        The same seed (at least 0) gives the same tilings, whatever the order is. The last one is the tiling that `sample` draws for
        ``aztec:N`` with this seed, if the diamond is too large for `Ranking`.

    Raises
    ------
    EngineError
        If `order` or `seed` is not a nonnegative integer.

    Examples
    --------
    >>> *_, last = shuffling_steps(3, seed=2)
    >>> print(last)
    ..AA..
    .BBCD.
    EFFCDG
    EHIJKG
    .HIJK.
    ..LL..
    """
    order = check_integer(order, "`order`", 0, error=EngineError)
    if seed is not None:
        seed = check_integer(seed, "`seed`", 0, error=EngineError)
    return _steps(order, seed)


def _steps(order: int, seed: int | None) -> Iterator[Tiling]:
    from tilewright.kernels.matching.shuffling import partners_of, shuffle

    state = np.random.SeedSequence(seed).generate_state(4, dtype=np.uint64)
    blocks, other = np.zeros((2, order, order), dtype=np.uint8)
    for reached in range(1, order + 1):
        shuffle(reached - 1, reached, np.zeros(1), False, blocks, other, state)
        blocks, other = other, blocks
        partner = np.full((2 * reached, 2 * reached), -1, dtype=np.int8)
        partners_of(blocks, reached, partner)
        number = np.where(partner < 0, OUTSIDE, np.arange(partner.size).reshape(partner.shape))
        for direction, (down, right) in ((2, _STEPS[2]), (3, _STEPS[3])):
            # Both cells of a domino have the number of the first.
            row, column = np.nonzero(partner == direction)
            number[row, column] = number[row + down, column + right]
        labels = number_tiles(number.astype(np.int32))
        yield Tiling(labels, np.zeros(reached * (reached + 1), dtype=np.int32), ("domino",))


def _rest_matches(place: NDArray[np.int64], order: int) -> bool:
    """Whether the cells of a diamond outside of the board can be matched among themselves."""
    far = np.abs(np.arange(2 * order) + 0.5 - order)
    rest = far[:, None] + far[None, :] <= order
    if not rest[tuple(place.T)].all():
        return False
    rest[tuple(place.T)] = False
    if not rest.any():
        return True
    graph = MatchingGraph(compile_cover(Problem(Board(rest), "dominoes+")))
    return largest_matching(graph).is_tiling
