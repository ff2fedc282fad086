"""The tilings of a labeled graph by number, found by walks through the graph in both directions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.frontier.graph import BackwardCounts
from tilewright.counting.frontier.labeled import STAYS_EMPTY, TAKEN, LabeledGraph
from tilewright.counting.numbers.values import Arrays, WeightSums, from_int, to_int, to_ints
from tilewright.errors import NoTilingError, TilingError
from tilewright.kernels.frontier.walk import descend, descend_weighed
from tilewright.model.cover import decode_tilings
from tilewright.model.cover.cover import shown_marks
from tilewright.model.space.labels import EMPTY, tile_cells
from tilewright.model.tiling import Tiling
from tilewright.system.work.deadline import check_time

#: The largest number of tilings in one walk.
_TOGETHER = 1 << 14


@dataclass(frozen=True, eq=False)
class NumberedGraph:
    """A graph with the numbers of ways to complete a tiling from each state, which determine the
    numbers of tilings.
    """

    diagram: LabeledGraph
    counts: BackwardCounts
    ends: list[Arrays]
    total: int

    @classmethod
    def of(cls, diagram: LabeledGraph) -> NumberedGraph:
        """Return a graph with its numbers."""
        counts = BackwardCounts(diagram.graph)
        ends = diagram.backward(counts)
        return cls(diagram, counts, ends, counts.count())

    def tilings(self, ranks: list[int]) -> Iterator[Tiling]:
        """Yield the tilings with these numbers, each below `total`."""
        if not ranks:
            return
        diagram, counts, graph = self.diagram, self.counts, self.diagram.graph
        taken = np.full((len(ranks), diagram.cover.area), -1, dtype=np.int16)
        state = np.zeros(len(ranks), dtype=np.int64)
        left: NDArray[np.uint64] | None = None
        last = int(graph.offset[-2])
        for layer, _, _ in diagram.forward(counts, self.ends):
            check_time()
            if layer % graph.layers == 0:
                state[state >= last] -= last
                if left is not None:
                    ranks = to_ints(left, counts.bits)
                limbs = counts.words
                left = np.array(
                    [from_int(rank, counts.bits, limbs) for rank in ranks], dtype=np.uint64
                )
            assert left is not None
            descend(
                graph.start,
                graph.target,
                graph.label,
                counts.counts,
                state,
                left,
                taken,
                layer,
                counts.bits,
            )
        choices = np.take_along_axis(
            np.broadcast_to(diagram.placement, (len(ranks), *diagram.placement.shape)),
            taken[:, :, None].astype(np.int64) % diagram.placement.shape[1],
            axis=2,
        )[:, :, 0]
        yield from decode_tilings(diagram.cover, np.maximum(choices, -1).astype(np.int32))

    def draw(self, number: int, weights: Sequence[Fraction], generator: Random) -> Iterator[int]:
        """Return an iterator over the numbers of random tilings. The probability of a tiling is
        proportional to the product of the weights of its pieces.

        Raises
        ------
        NoTilingError
            If all tilings have weight 0.
        """
        sums = BackwardCounts(
            self.diagram.graph, values=(values := _weight_sums(self.diagram, weights))
        )
        ends = self.diagram.backward(sums)
        total = sums.count()
        if not total:
            raise NoTilingError("all tilings have weight 0")
        batches = (range(number)[at : at + _TOGETHER] for at in range(0, number, _TOGETHER))
        return (
            rank
            for batch in batches
            for rank in self._descend(
                values, sums, ends, [generator.randrange(total) for _ in batch]
            )
        )

    def _descend(
        self, values: WeightSums, sums: BackwardCounts, ends: list[Arrays], drawn: list[int]
    ) -> list[int]:
        """Return the numbers of the tilings at which these sums of weights are reached."""
        graph, counts = self.diagram.graph, self.counts
        state = np.zeros(len(drawn), dtype=np.int64)
        left = ranks = work = np.zeros((0, 0), dtype=np.uint64)
        walks = (self.diagram.forward(counts, self.ends), self.diagram.forward(sums, ends))
        for (layer, _, _), _ in zip(*walks, strict=True):
            check_time()
            if layer == 0:
                limbs = [from_int(value, sums.bits, sums.words) for value in drawn]
                left = np.array(limbs, dtype=np.uint64)
                ranks = np.zeros((len(drawn), counts.words), dtype=np.uint64)
                work = np.zeros((2, sums.words + values.words), dtype=np.uint64)
            elif layer % graph.layers == 0:
                # The last layer is layer 0 again.
                state -= graph.offset[-2]
            descend_weighed(
                graph.start,
                graph.target,
                graph.label,
                counts.counts,
                counts.bits,
                sums.counts,
                sums.bits,
                values.factors(layer),
                state,
                left,
                ranks,
                work,
            )
        return to_ints(ranks, counts.bits)

    def rank(self, tiling: Tiling) -> int | None:
        """Return the index of a tiling (the smallest if it has several), or None if the graph does
        not contain the tiling.

        Raises
        ------
        TilingError
            If a tile is not a placement of the problem.
        """
        diagram, graph, counts = self.diagram, self.diagram.graph, self.counts
        wanted = self._list_choices(tiling)
        # The least number of a tiling up to each state; there are several states only if tiles fit
        # several pieces.
        least = {0: 0}
        for layer, _, _ in diagram.forward(counts, self.ends):
            check_time()
            if layer and layer % graph.layers == 0:
                # The last layer is layer 0 again.
                least = {state - int(graph.offset[-2]): number for state, number in least.items()}
            placements = diagram.meanings(layer)
            following: dict[int, int] = {}
            for state, number in least.items():
                left = len(wanted[layer])
                for edge in range(int(graph.start[state]), int(graph.start[state + 1])):
                    target = int(graph.target[edge])
                    if placements[graph.label[edge]] in wanted[layer]:
                        following[target] = min(number, following.get(target, number))
                        left -= 1
                        if not left:
                            break
                    number += to_int(counts.counts[target].tolist(), counts.bits)
            least = following
        return min(least.values(), default=None)

    def _list_choices(self, tiling: Tiling) -> list[tuple[int, ...]]:
        """Return the possible labels at each layer: placements, `TAKEN` or `STAYS_EMPTY`.

        A tile has several possible placements only if sides are joined or marks agree with several
        marks. The placements have different pieces if the tiling does not name its pieces, or the
        same piece if different wraps count.
        """
        diagram, cover = self.diagram, self.diagram.cover
        problem = cover.problem
        wanted: list[tuple[int, ...]] = [(TAKEN,)] * cover.area
        inside = tiling.labels[tuple(cover.cells.T)]
        for layer in diagram.layer[inside == EMPTY].tolist():
            wanted[layer] = (STAYS_EMPTY,)
        pieces = None
        if cover.lifts is not None and tiling.piece is not None:
            index = [problem.piece_index(name) for name in tiling.names]
            pieces = [index[number] for number in tiling.piece[: len(tiling)].tolist()]
        shows = np.ones(cover.size, dtype=np.bool_)
        if tiling.marks is not None and problem.reads_marks:
            there, mark, letters = shown_marks(cover)
            agrees = tiling.marks[tuple(cover.cells[there].T)] == np.array(letters)[mark]
            shows = np.logical_and.reduceat(agrees, cover.start[:-1]) if cover.size else shows
        start, cells = tile_cells(tiling.labels)
        for tile in range(len(start) - 1):
            items = cover.number.ravel()[cells[start[tile] : start[tile + 1]]]
            low, high = np.searchsorted(cover.first, [items[0], items[0] + 1]).tolist()
            numbers = []
            for j in range(low, high):
                named = pieces is None or cover.placement_piece[j] == pieces[tile]
                named = named and bool(shows[j])
                if named and np.array_equal(cover.item[cover.start[j] : cover.start[j + 1]], items):
                    numbers.append(j)
                    if cover.lifts is None:
                        break
            if not numbers:
                raise TilingError(f"tile {tile} is not a placement of the problem")
            wanted[int(diagram.layer[items].min())] = tuple(numbers)
        return wanted


def _weight_sums(diagram: LabeledGraph, weights: Sequence[Fraction]) -> WeightSums:
    """Return integer weights of the labels that are proportional to weights of pieces.

    All tilings have the same number of cells, so the weight of a label is multiplied by a factor
    for each of its cells.
    """
    cover, scale = diagram.cover, lcm(*(weight.denominator for weight in weights))
    sizes = np.diff(cover.start)
    kinds, kind = np.unique(
        np.stack([cover.placement_piece, sizes], axis=1), axis=0, return_inverse=True
    )
    exact = [int(weights[piece] * scale**size) for piece, size in kinds.tolist()]
    # Then an empty cell, and a cell that is covered already.
    exact += [scale, 1]
    numbers = np.append(kind.ravel(), [len(exact) - 2, len(exact) - 1])
    values = WeightSums(
        diagram.graph.fanout, max(exact), lambda layer: table[diagram.meanings(layer)]
    )
    table = values.limbs(exact)[numbers]
    return values
