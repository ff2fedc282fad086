"""Random matchings, all equally likely, by domino shuffling in an Aztec diamond around the board.

Shuffling grows a random matching of the Aztec diamond order by order (Elkies, Kuperberg, Larsen and
Propp 1992); with weights it draws matchings in proportion to the product of their weights (Propp
2003). The board is placed inside a diamond. Missing edges have a weight that tends to 0, and the
cells outside the board are matched among themselves. Triangles are treated as the cells of a brick
wall, which are squares of which every second one is joined to the square below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.space.labels import OUTSIDE, number_tiles
from tilewright.model.space.lattice import SQUARES, TRIANGLES
from tilewright.model.tiling import Tiling
from tilewright.solving.matching.graph import MatchingGraph
from tilewright.solving.matching.largest import largest_matching
from tilewright.system.values.arguments import check_integer, check_seed

if TYPE_CHECKING:
    from tilewright.system.values.arguments import SeedLike

# A random choice among parallel edges: pieces on the same cells.


class Parallel:
    """Chooses one of the parallel edges for each drawn pair of cells.

    Edges with the same `entry` are parallel. `weights` contains the weights of the edges, which are
    equal by default.
    """

    def __init__(
        self,
        entry: NDArray[np.int64],
        weights: NDArray[np.float64] | None,
        dice: np.random.Generator,
    ) -> None:
        self._entry, self._weights, self._dice = entry, weights, dice
        self._several = bool(np.bincount(entry).max(initial=0) > 1)

    def __call__(self, edges: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return one edge of each entry, in ascending order."""
        if not self._several:
            return edges
        # The least of exponential variables with these rates is that of each edge in proportion to
        # its rate.
        rates = np.ones(len(edges)) if self._weights is None else self._weights[edges]
        order = np.lexsort((self._dice.exponential(size=len(edges)) / rates, self._entry[edges]))
        entry = self._entry[edges][order]
        first = np.concatenate([[True], entry[1:] != entry[:-1]])
        return np.sort(edges[order[first]])


#: Steps (right, down, left, up) of a partner.
_STEPS = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Shuffler:
    """Draws random matchings of a graph, or computes the probability of each edge.

    Attributes
    ----------
    order : int
        The order of the Aztec diamond.
    place : (n, 2) int64
        The position of each cell of the board in the diamond.
    weights : (m,) float64, optional
        The weight of each edge, greater than 0: matchings are drawn in proportion to the product of
        their weights. By default 1.
    """

    graph: MatchingGraph
    order: int
    place: NDArray[np.int64]
    weights: NDArray[np.float64] | None = None

    @cached_property
    def whole(self) -> bool:
        """Whether the board is the whole diamond, so that no weights are needed, and choices are
        exact coin flips.
        """
        edges = 4 * self.order**2
        whole = (
            self.graph.size == 2 * self.order * (self.order + 1) and len(self.graph.ends) == edges
        )
        return whole and self.weights is None

    @property
    def how(self) -> str:
        """How matchings are drawn, and how exact the sampling is."""
        if self.whole:
            return "domino shuffling, exactly uniform"
        # Each weight of an order is rounded four times, as if the edges of each matching had other
        # weights.
        distance = 3e-16 * self.order**3
        return (
            f"domino shuffling in an Aztec diamond of order {self.order}, "
            f"{'uniform' if self.weights is None else 'by weight'} except for rounding "
            f"(total variation distance at most {distance:.0e})"
        )

    @property
    def nbytes(self) -> int:
        """The memory of the probabilities, in bytes."""
        n = self.order
        return 2 * n * n + (0 if self.whole else 8 * n * (n + 1) * (2 * n + 1) // 6 + 96 * n * n)

    @cached_property
    def _entry(self) -> NDArray[np.int64]:
        """(m,) int64: the entry of each edge in the flat array of all edges of the diamond."""
        n = self.order
        row, column = self.place[:, 0], self.place[:, 1]
        total = row + column
        # Of the two cells of an edge, one is A(i, j) and the other B(i, j); the sums of both i and
        # both j tell the entry.
        second = (total + n) % 2
        i, j = (n - second - column + row) // 2, (total - n + second) // 2
        share = i * (2 * n) + j
        entry: NDArray[np.int64] = share[self.graph.ends[:, 0]] + share[self.graph.ends[:, 1]]
        return entry

    def _coefficients(self) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
        """Return the weights of all edges of the diamond.

        Edges between the board and the rest do not exist, and neither do edges on the board that
        are not in the graph.
        """
        n = self.order
        number = np.zeros((2 * n, 2 * n), dtype=np.bool_)
        number[tuple(self.place.T)] = True
        row, column = np.arange(2 * n)[:, None], np.arange(2 * n)[None, :]
        i, j = (row + 1) // 2, column // 2
        one = number[i + j, n + j - i]
        i, j = row // 2, (column + 1) // 2
        two = number[i + j, n - 1 + j - i]
        exponent = (one | two).astype(np.int32)
        exponent.reshape(-1)[self._entry] = 0
        coefficient = np.ones((2 * n, 2 * n))
        if self.weights is not None or np.bincount(self._entry).max(initial=0) > 1:
            coefficient.reshape(-1)[self._entry] = 0
            sizes = 1.0 if self.weights is None else self.weights
            np.add.at(coefficient.reshape(-1), self._entry, sizes)
        return coefficient, exponent

    def _chances(
        self, report: Callable[[int, int], None] = lambda done, total: None
    ) -> NDArray[np.float64]:
        from tilewright.kernels.matching.shuffling import chances_of_orders

        n = self.order
        if self.whole:
            return np.zeros(1, dtype=np.float64)
        coefficient, exponent = self._coefficients()
        chances = np.empty(n * (n + 1) * (2 * n + 1) // 6, dtype=np.float64)
        for begin, end in _portions(n):
            chances_of_orders(n - begin, n - end, coefficient, exponent, chances)
            report(end, n)
        return chances

    def probabilities(self) -> NDArray[np.float64]:
        """Return how likely each edge is in a random matching, (m,) float64."""
        from tilewright.kernels.matching.shuffling import probabilities_of_orders

        chances = self._chances()
        matrix = np.zeros((2 * self.order, 2 * self.order), dtype=np.float64)
        for begin, end in _portions(self.order):
            probabilities_of_orders(begin, end, chances, not self.whole, matrix)
        likely: NDArray[np.float64] = matrix.reshape(-1)[self._entry]
        # Parallel edges share an entry.
        together = np.bincount(self._entry, weights=self.weights)
        if self.weights is not None or together.max(initial=1) > 1:
            likely = (
                likely * (1.0 if self.weights is None else self.weights) / together[self._entry]
            )
        return likely

    def draw(
        self,
        n: int,
        seed: int | None = None,
        report: Callable[[int, int], None] = lambda done, total: None,
    ) -> Iterator[NDArray[np.int32]]:
        """Yield n random matchings, each as its edges in ascending order. The same seed gives the
        same matchings.
        """
        from tilewright.kernels.matching.shuffling import shuffle

        chances = self._chances(report)
        source = np.random.SeedSequence(seed)
        state = source.generate_state(4, dtype=np.uint64)
        choose = Parallel(self._entry, self.weights, np.random.default_rng(source.spawn(1)[0]))
        order = self.order
        for _ in range(n):
            blocks, spare = np.zeros((2, order, order), dtype=np.uint8)
            for begin, end in _portions(order):
                shuffle(begin, end, chances, not self.whole, blocks, spare, state)
                if (end - begin) % 2:
                    blocks, spare = spare, blocks
                report(end, order)
            drawn = np.empty((order, 2, order, 2), dtype=np.bool_)
            for bit in range(4):
                drawn[:, bit // 2, :, bit % 2] = blocks >> bit & 1
            yield self.graph.drawn(choose(np.flatnonzero(drawn.reshape(-1)[self._entry])))


def _portions(order: int) -> Iterator[tuple[int, int]]:
    """Yield the limits of slices of work, from 0 to the order."""
    done = 0
    while done < order:
        end = min(order, done + max(1, (1 << 24) // order**2))
        yield done, end
        done = end


def shuffler(graph: MatchingGraph, weights: NDArray[np.float64] | None = None) -> Shuffler | None:
    """Return the sampler for matchings of a graph with a matching, or None if it does not fit into
    an Aztec diamond.

    This is possible for squares and triangles without joined sides, if the cells around the board
    and in its holes can be matched among themselves. `weights` contains the weights of the edges;
    see `Shuffler`.
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
    # Of each coordinate by itself: boards may have millions of cells.
    cells = cover.cells.T.astype(np.int64)
    if board.lattice is TRIANGLES:
        cells[1] += cells[0]
    cells -= cells.min(axis=1)[:, None]
    cells -= (cells.max(axis=1)[:, None] + 1) // 2
    # The distance of the farthest center of a cell from the center of the diamond, for each of some
    # shifts.
    total, across = cells[0] + cells[1], cells[0] - cells[1]
    shifts = ((0, 0), (0, 1), (1, 0), (1, 1), (0, -1), (-1, 0))
    leasts = [
        max(
            *(abs(int(end) + down + right + 1) for end in (total.min(), total.max())),
            *(abs(int(end) + down - right) for end in (across.min(), across.max())),
        )
        for down, right in shifts
    ]
    more = 0
    while more <= max(2, 3 * min(leasts) // 2):
        for shift, least in zip(shifts, leasts, strict=True):
            order = least + more
            place = (cells + (np.array(shift) + order)[:, None]).T
            if order and _rest_matches(place, order):
                return Shuffler(graph, order, place, weights)
        more += max(1, more // 4)
    return None


def shuffling_steps(order: int, seed: SeedLike = None) -> Iterator[Tiling]:
    """Yield random domino tilings of the Aztec diamonds of order 1, 2, …, as steps of one run of
    domino shuffling.

    In each step, dominoes that face each other are removed, and all others slide by one cell. Two
    parallel dominoes in a random direction are then placed in each empty 2x2 square. Each tiling by
    itself is uniformly random.

    Parameters
    ----------
    order : int
        The order of the last diamond. A diamond of order n has 2n rows and 2n columns.
    seed : int or numpy.random.Generator, optional
        The same seed (a nonnegative integer) gives the same tilings, regardless of ``order``. If
        the diamond is too large for `tilewright.tiling_set`, calling `sample` on ``aztec:N`` with
        the same seed returns the last of these tilings.

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
    order = check_integer(order, "order", 0, error=EngineError)
    return _steps(order, check_seed(seed, error=EngineError))


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
    """Whether the cells of a diamond outside the board can be matched among themselves."""
    far = np.abs(np.arange(2 * order) + 0.5 - order)
    rest = far[:, None] + far[None, :] <= order
    if not rest[tuple(place.T)].all():
        return False
    rest[tuple(place.T)] = False
    if not rest.any():
        return True
    graph = MatchingGraph(compile_cover(Problem(Board(rest), "dominoes+")))
    return largest_matching(graph).is_tiling
