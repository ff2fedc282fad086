"""The inverse of the matrix of a drawn graph, in floating point, and the probability of each edge
in a random matching.

Cells are ordered in layers, so the matrix has few entries far from its diagonal. If sides are
joined, layers are taken alternately from both ends. Several Pfaffians are added as in `signs`. A
Pfaffian may be 0 although its derivatives are not. In this case, an entry is added to the matrix
for each missing pivot, once as 1 and once as -1. The average of both results is correct, because
determinants are linear in each entry.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.solving.matching.graph import MatchingGraph
from tilewright.solving.matching.kasteleyn import Drawing, Term, drawings
from tilewright.system.values.arrays import starts

#: Pivots up to this are taken for 0; the entries of the matrix are about 1.
_SMALL = 1e-9
#: The most pivots that may be missing.
MISSING = 3
#: How far the logarithm of the sum of Pfaffians may be from that of the number of matchings.
_CLOSE = 1e-7


@dataclass(frozen=True, eq=False)
class BandMatrix:
    """The positions of the entries in the matrix of a drawing: between cells of both colors, or
    between all cells.

    Attributes
    ----------
    size : int
        The number of rows.
    below, above : int
        The largest distance of entries from the diagonal.
    row, column, edge : (t,) int64
        The position of each entry, and its edge.
    back : (t,) bool
        Whether the entry belongs to the edge from its second cell to its first.
    place : (n,) int64
        The row or column of each cell.
    """

    drawing: Drawing
    bipartite: bool
    size: int
    below: int
    above: int
    row: NDArray[np.int64]
    column: NDArray[np.int64]
    edge: NDArray[np.int64]
    back: NDArray[np.bool_]
    place: NDArray[np.int64]

    @classmethod
    def of(cls, graph: MatchingGraph, drawing: Drawing) -> BandMatrix:
        """Choose the order of the cells."""
        flips = drawing.turned is not None or any(term.around % 2 for term in drawing.terms)
        layer = _fold(drawing.layer, bool(drawing.across.any()) or flips)
        sizes = np.bincount(drawing.layer)
        within = drawing.order - starts(sizes)[drawing.layer]
        if drawing.around.any():
            within = np.minimum(2 * within, 2 * (sizes[drawing.layer] - 1 - within) + 1)
        ranked = np.lexsort((within, layer))
        place = np.empty(graph.size, dtype=np.int64)
        place[ranked] = np.arange(graph.size)
        side, ends = graph.side, drawing.ends
        both = np.concatenate([ends, ends[:, ::-1]])
        edge = np.tile(np.arange(len(ends)), 2)
        back = np.arange(len(both)) >= len(ends)
        size = graph.size
        if side is not None:
            mine = side[both[:, 0]] == 0
            both, edge, back = both[mine], edge[mine], back[mine]
            for color in range(2):
                cells = np.flatnonzero(side == color)
                place[cells[np.argsort(place[cells])]] = np.arange(len(cells))
            size = graph.size // 2
        row, column = place[both].T
        step = column - row
        below, above = int(max(0, -step.min(initial=0))), int(max(0, step.max(initial=0)))
        return cls(drawing, side is not None, size, below, above, row, column, edge, back, place)

    @property
    def nbytes(self) -> int:
        """The memory of the factors and the inverse without complex numbers, in bytes."""
        return 16 * self.size * (2 * self.below + self.above + 1)

    def values(self, term: Term, weights: NDArray[np.float64] | None) -> NDArray[Any]:
        """Return the value of each entry for a Pfaffian."""
        phase = (self.drawing.phases(term)[self.edge] + 2 * self.back) % 4
        powers = np.array([1, 1j, -1, -1j])[phase]
        values: NDArray[Any] = powers if (phase % 2).any() else powers.real.copy()
        return values if weights is None else values * weights[self.edge]


def _fold(layer: NDArray[np.int64], fold: bool) -> NDArray[np.int64]:
    """Return layers in an order for joined sides, in which opposite layers follow each other."""
    return np.minimum(2 * layer, 2 * (int(layer.max(initial=0)) - layer) + 1) if fold else layer


class Factors:
    """The factors of a matrix for one Pfaffian; `missing` (r,) int64 are the rows whose pivot is 1
    instead of 0.
    """

    def __init__(
        self,
        matrix: BandMatrix,
        pair: tuple[int, int],
        weights: NDArray[np.float64] | None = None,
    ) -> None:
        from tilewright.kernels.matching.banded import factor

        self.matrix, self.values = matrix, matrix.values(Term(*pair, 0), weights)
        width = 2 * matrix.below + matrix.above + 1
        self.work = np.zeros((matrix.size, width), dtype=self.values.dtype)
        np.add.at(self.work, (matrix.row, matrix.column - matrix.row + matrix.below), self.values)
        self.swap, tiny = (
            np.empty(matrix.size, dtype=np.int64),
            np.empty(matrix.size, dtype=np.bool_),
        )
        factor(self.work, matrix.below, _SMALL, self.swap, tiny)
        self.missing = np.flatnonzero(tiny)
        heads = self.work[:, matrix.below]
        odd = np.count_nonzero(self.swap != np.arange(matrix.size)) % 2
        #: The determinant is `phase` times e^log; without two colors, its root is the Pfaffian.
        self.log = float(np.log(np.abs(heads)).sum())
        phase = complex(np.prod(heads / np.abs(heads))) * (-1 if odd else 1)
        if not matrix.bipartite:
            self.log, phase = self.log / 2, np.sqrt(phase)
        self._share = phase * sum(
            term.times * (1 if term.part == "real" else -1j)
            for term in matrix.drawing.terms
            if (term.around, term.across) == pair
        )

    def shares(self) -> Iterator[tuple[tuple[int, ...], complex]]:
        """Yield 1 or -1 for each missing pivot, in all ways, and what they add to the sum of the
        Pfaffians, divided by e^log.
        """
        for signs in product((1, -1), repeat=len(self.missing)):
            yield signs, self._share * np.prod(signs) / 2 ** len(signs)

    def derivatives(self, signs: tuple[int, ...]) -> NDArray[Any]:
        """Return each entry times that of the transposed inverse, (t,): the derivatives of the
        logarithm of the determinant.
        """
        from tilewright.kernels.matching.banded import invert_band

        matrix = self.matrix
        self.work[self.missing, matrix.below] = signs
        inverse = np.zeros_like(self.work)
        invert_band(self.work, matrix.below, self.swap, inverse)
        likely: NDArray[Any] = (
            inverse[matrix.row, matrix.column - matrix.row + matrix.below] * self.values
        )
        return likely

    def inverse_entries(
        self, signs: tuple[int, ...], side: NDArray[np.int8] | None, cells: NDArray[np.int64]
    ) -> NDArray[np.complex128]:
        """Return the entries of the inverse between some cells, (k, k); with two colors, as if it
        were symmetric.
        """
        from tilewright.kernels.matching.banded import solve

        matrix = self.matrix
        self.work[self.missing, matrix.below] = signs
        heads, tails = (np.arange(len(cells)),) * 2
        if side is not None:
            heads, tails = (np.flatnonzero(side[cells] == color) for color in range(2))
        right = np.zeros((matrix.size, len(heads)), dtype=self.work.dtype)
        right[matrix.place[cells[heads]], np.arange(len(heads))] = 1.0
        solve(self.work, matrix.below, self.swap, right)
        known = np.zeros((len(cells), len(cells)), dtype=np.complex128)
        known[np.ix_(tails, heads)] = right[matrix.place[cells[tails]]]
        if side is not None:
            known[np.ix_(heads, tails)] = right[matrix.place[cells[tails]]].T
        return known


def likely_edges(
    graph: MatchingGraph,
    weights: NDArray[np.float64] | None,
    allowed: int,
    total: int | None = None,
) -> NDArray[np.float64] | None:
    """Return how likely each edge is in a random matching of a graph that has one, (m,) float64.

    The sum of the Pfaffians is verified to be the number `total` of matchings, but it is not
    verified that the result adds up to 1.

    None if the graph cannot be drawn in layers, or if the matrices need more than `allowed` bytes.
    Several Pfaffians cannot be added on a board without two colors, because the signs of roots of
    determinants are unknown.
    """
    matrices = [BandMatrix.of(graph, drawing) for drawing in drawings(graph)]
    if not matrices:
        return None
    matrix = min(
        matrices, key=lambda matrix: matrix.size * matrix.below * (matrix.below + matrix.above)
    )
    pairs = matrix.drawing.pairs
    if matrix.nbytes * (2 if matrix.drawing.complex else 1) > allowed or (
        len(pairs) > 1 and not matrix.bipartite
    ):
        return None
    with np.errstate(all="ignore"):
        sums: list[tuple[float, complex, NDArray[Any]]] = []
        for pair in pairs:
            factors = Factors(matrix, pair, weights)
            if len(factors.missing) > MISSING:
                # Its derivatives are 0, or it is not known well enough, which the check will show.
                continue
            for signs, share in factors.shares():
                sums.append((factors.log, share, factors.derivatives(signs)))
        if not sums:
            return None
        top = max(log for log, _, _ in sums)
        added = np.zeros(len(matrix.edge))
        whole = 0.0
        for log, share, likely in sums:
            size = share * np.exp(log - top)
            whole += size.real
            added += (size * likely).real
        if total is not None and not is_total(top, whole, total):
            return None
        edges = np.zeros(len(graph.ends))
        np.add.at(edges, matrix.edge, added / (whole if matrix.bipartite else 2 * whole))
        return edges


def is_total(log: float, sums: float, total: int) -> bool:
    """Whether the sum of Pfaffians, which is half of `sums` times e^log up to its sign, is a
    number.
    """
    return bool(sums) and abs(log + np.log(abs(sums) / 2) - math.log(total)) < _CLOSE
