"""The tilings of a problem in order: the k-th one, the number of a tiling, and uniformly random
ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.graph import BackwardCounts
from tilewright.counting.labeled import STAYS_EMPTY, TAKEN, LabeledGraph, build_labeled_graph
from tilewright.counting.matchings import RandomMatchings
from tilewright.counting.request import (
    checked_rates,
    checked_whole,
)
from tilewright.counting.resources import Report, Resources
from tilewright.counting.values import Arrays, from_int, to_int, to_ints
from tilewright.cover import decode_tilings
from tilewright.errors import (
    EngineError,
    MemoryLimitError,
    NoTilingError,
    TilingError,
    joined,
    quoted,
)
from tilewright.kernels.frontier.walk import descend
from tilewright.lattices.labels import EMPTY, tile_cells
from tilewright.reading import read_request, takes_request
from tilewright.system.deadline import Deadline
from tilewright.system.memory import in_units
from tilewright.values.board import Board
from tilewright.values.piece import PieceLike
from tilewright.values.problem import Problem, ProblemRules
from tilewright.values.tiling import Tiling

#: Bytes of a tiling in a list, of each of its cells, and of a number in a list; measured.
_TILING, _CELL, _NUMBER = 500, 8, 40
#: The largest number of tilings in one walk.
_TOGETHER = 4096


class Ranking:
    """All tilings of a problem in order, without listing them.

    Cells are ordered row by row if the board has at least as many rows as columns, otherwise column
    by column (in general, along the axis with the most lines). Two tilings are compared at the
    first cell that they cover differently, by the number of the oriented piece there
    (`Cover.orientation`); an empty cell comes last.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        A problem, or whatever `tilewright.read` reads: a board followed by its pieces, words, a
        puzzle or a file.
    max_memory : int or str, optional
        The memory limit in bytes for the state graph and its counts; by default, 80% of the free
        memory.
    progress : callable, optional
        Called with a `tilewright.system.progress.StatesProgress`.
    timeout : float, optional
        Stop if the graph is not ready after this many seconds.

    Attributes
    ----------
    problem : Problem
    total : int
        The number of tilings.

    Raises
    ------
    EngineError
        If the problem is not a Problem.
    ProblemError
        If the problem has faults.
    TimeLimitError
        If the time limit is reached.
    MemoryLimitError
        If the graph would exceed the memory limit; raised at once if an estimate already exceeds
        it.

    Examples
    --------
    >>> ranking = Ranking("4x4", "dominoes+")
    >>> ranking.total
    36
    >>> ranking.rank(ranking.nth(17))
    17
    """

    def __init__(
        self,
        problem: Problem | Board | str,
        *pieces: PieceLike,
        max_memory: int | str | None = None,
        progress: Report | None = None,
        timeout: float | None = None,
        **rules: Unpack[ProblemRules],
    ) -> None:
        with Deadline(timeout).holds():
            self.problem = read_request(problem, pieces, rules)
            kept = build_labeled_graph(self.problem, Resources.of(1, max_memory, progress))
            self.total = 0
            if kept is not None:
                # Without a tiling there is no graph, and no method needs one.
                self._kept: LabeledGraph = kept
                self._counts = BackwardCounts(kept.graph)
                self._ends: list[Arrays] = kept.backward(self._counts)
                self.total = self._counts.count()

    def __len__(self) -> int:
        return self.total

    def __repr__(self) -> str:
        return f"<Ranking of {self.total} tilings of {self.problem.board}>"

    def nth(self, k: int) -> Tiling:
        """Return tiling number k; the first tiling has number 0.

        Raises
        ------
        EngineError
            If `k` is not an integer, or no tiling has this number.
        """
        return next(self._at([checked_whole(k, 0, "`k`")]))

    def sample(self, n: int, seed: int | None = None) -> list[Tiling]:
        """Return n independent tilings, drawn uniformly from all tilings.

        Parameters
        ----------
        seed : int, optional
            The same seed (at least 0) gives the same tilings.

        Raises
        ------
        NoTilingError
            If the problem has no tiling.
        EngineError
            If `n` or `seed` is not a nonnegative integer.
        MemoryLimitError
            If the tilings would exceed the memory limit.
        """
        return self.tilings(self.draw(n, seed))

    def tilings(self, numbers: Iterable[int]) -> list[Tiling]:
        """Return the tilings with these numbers; one walk finds many of them.

        Raises
        ------
        EngineError
            If a number is not an integer, or no tiling has this number.
        MemoryLimitError
            If the tilings would exceed the memory limit.
        """
        ranks = [checked_whole(number, 0, "each of `numbers`") for number in numbers]
        self._stay_within(len(ranks), _TILING + _CELL * self.problem.board.area, "tilings")
        return list(self.each(ranks))

    def draw(self, n: int, seed: int | None = None) -> list[int]:
        """Return the numbers of the tilings that `sample` returns, with the same parameters and
        errors.

        Examples
        --------
        >>> ranking = Ranking(Problem("4x4", "dominoes+"))
        >>> ranking.sample(2, seed=1) == [ranking.nth(k) for k in ranking.draw(2, seed=1)]
        True
        """
        numbers = self.numbers(n, seed)
        self._stay_within(n, _NUMBER + self.total.bit_length() // 8, "numbers of tilings")
        return list(numbers)

    def numbers(self, n: int, seed: int | None = None) -> Iterator[int]:
        """Return an iterator over the numbers that `draw` returns, without storing them."""
        n = checked_whole(n, 0, "`n`")
        if seed is not None:
            # Python draws the same numbers from a seed and its negative.
            seed = checked_whole(seed, 0, "`seed`")
        if not self.total:
            raise NoTilingError("there is no tiling to sample")
        generator = random.Random(seed)
        return (generator.randrange(self.total) for _ in range(n))

    def each(self, numbers: Iterable[int]) -> Iterator[Tiling]:
        """Return an iterator over the tilings with these numbers, storing only a few.

        Raises
        ------
        NoTilingError, EngineError
            As for `tilings`, at the first wrong number.
        """
        for few in _batches(numbers):
            yield from self._at([checked_whole(number, 0, "each of `numbers`") for number in few])

    def _stay_within(self, n: int, size: int, what: str) -> None:
        """Raise `MemoryLimitError` if n things of `size` bytes would not fit."""
        if self.total and n * size > self._kept.allowed:
            raise MemoryLimitError(
                f"{n:,} {what} need about {in_units(n * size)}, more than the "
                f"{in_units(self._kept.allowed)} allowed; "
                f"ask for about {self._kept.allowed // size // 10:,} at a time"
            )

    def rank(self, tiling: Tiling) -> int:
        """Return the number of a tiling: the inverse of `nth`.

        If sides are joined, a tiling may have several numbers: with ``by_wrap``, or if it does not
        name its pieces and several pieces can cover the same cells. The smallest number is
        returned.

        Raises
        ------
        TilingError
            If `tiling` is not a tiling of the problem; the message says why.
        """
        _checked_tiling(tiling, self.problem)
        kept, graph = self._kept, self._kept.graph
        wanted = self._placements(tiling)
        # The least number of a tiling up to each state; there are several states only if tiles fit
        # several pieces.
        least = {0: 0}
        for layer, _, _ in kept.forward(self._counts, self._ends):
            if layer and layer % graph.layers == 0:
                # The last layer is layer 0 again.
                least = {state - int(graph.offset[-2]): number for state, number in least.items()}
            meant = kept.labels(layer)
            following: dict[int, int] = {}
            for state, number in least.items():
                left = len(wanted[layer])
                for edge in range(int(graph.start[state]), int(graph.start[state + 1])):
                    target = int(graph.target[edge])
                    if meant[graph.label[edge]] in wanted[layer]:
                        following[target] = min(number, following.get(target, number))
                        left -= 1
                        if not left:
                            break
                    number += to_int(self._counts.counts[target].tolist(), self._counts.bits)
            least = following
        if not least:
            raise TilingError("the tiling does not solve the problem")
        return min(least.values())

    def _at(self, ranks: list[int]) -> Iterator[Tiling]:
        """Yield the tilings with these numbers."""
        for number in ranks:
            if not self.total:
                raise NoTilingError("there is no tiling")
            if not 0 <= number < self.total:
                raise EngineError(
                    f"there is no tiling with number {number}; the {self.total} tilings are "
                    "numbered from 0"
                )
        if not ranks:
            return
        kept, graph, counts = self._kept, self._kept.graph, self._counts
        taken = np.full((len(ranks), kept.cover.area), -1, dtype=np.int16)
        state = np.zeros(len(ranks), dtype=np.int64)
        left: NDArray[np.uint64] | None = None
        last = int(graph.offset[-2])
        for layer, _, _ in kept.forward(counts, self._ends):
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
            np.broadcast_to(kept.placement, (len(ranks), *kept.placement.shape)),
            taken[:, :, None].astype(np.int64) % kept.placement.shape[1],
            axis=2,
        )[:, :, 0]
        yield from decode_tilings(kept.cover, np.maximum(choices, -1).astype(np.int32))

    def _placements(self, tiling: Tiling) -> list[tuple[int, ...]]:
        """Return what may happen at each layer: placements, `TAKEN` or `STAYS_EMPTY`.

        Only joined sides, or marks that agree with several, allow several placements for a tile: of
        different pieces if the tiling does not name its pieces, and of one piece if different wraps
        count.
        """
        kept, cover = self._kept, self._kept.cover
        layer_of = np.empty(cover.area, dtype=np.int64)
        layer_of[kept.cells] = np.arange(cover.area)
        wanted: list[tuple[int, ...]] = [(TAKEN,)] * cover.area
        inside = tiling.labels[tuple(cover.cells.T)]
        for layer in layer_of[inside == EMPTY].tolist():
            wanted[layer] = (STAYS_EMPTY,)
        pieces = None
        if cover.lifts is not None and tiling.piece is not None:
            index = [self.problem.piece_index(name) for name in tiling.names]
            pieces = [index[number] for number in tiling.piece[: len(tiling)].tolist()]
        start, cells = tile_cells(tiling.labels)
        for tile in range(len(start) - 1):
            items = cover.number.ravel()[cells[start[tile] : start[tile + 1]]]
            low, high = np.searchsorted(cover.first, [items[0], items[0] + 1]).tolist()
            found = []
            for j in range(low, high):
                named = pieces is None or cover.placement_piece[j] == pieces[tile]
                if named and np.array_equal(cover.item[cover.start[j] : cover.start[j + 1]], items):
                    found.append(j)
                    if cover.lifts is None:
                        break
            if not found:
                raise TilingError(f"tile {tile} is not a placement of the problem")
            wanted[int(layer_of[items].min())] = tuple(found)
        return wanted


@takes_request
def sample(
    problem: Problem,
    number: int = 1,
    seed: int | None = None,
    *,
    weight: dict[str, int | Fraction] | None = None,
    max_memory: int | str | None = None,
    progress: Report | None = None,
    timeout: float | None = None,
) -> list[Tiling]:
    """Return independent tilings of a problem, drawn uniformly from all tilings, or by weight.

    Call the function as ``sample(problem, 3)`` or ``sample(board, *pieces, number=3)``.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
    *pieces : Piece, str, array or list
        The pieces, if `problem` is a board.
    number : int
        The number of tilings; by default 1. A tiling may be drawn more than once.
    seed : int, optional
        The same seed (at least 0) gives the same tilings.
    weight : dict, optional
        The weight for each name of a piece, as for `weighted_count`, but not negative: each tiling
        is drawn in proportion to the product of the weights of its pieces. Only for pieces of two
        cells, with any number of copies.
    max_memory, progress, timeout
        See `Ranking`.

    Raises
    ------
    NoTilingError
        If the problem has no tiling.
    EngineError
        If `number` or `seed` is not a nonnegative integer, or tilings cannot be drawn with these
        weights.
    ProblemError, TimeLimitError, MemoryLimitError
        See `Ranking`.

    See Also
    --------
    Ranking : keeps the state graph for further questions.

    Examples
    --------
    >>> [tiling.shape for tiling in sample("8x8", "dominoes+", number=3, seed=1)]
    [(8, 8), (8, 8), (8, 8)]
    """
    with Deadline(timeout).holds():
        number = checked_whole(number, 0, "`number`")
        if seed is not None:
            seed = checked_whole(seed, 0, "`seed`")
        rates = None if weight is None else sampling_weights(problem, weight)
        drawn = RandomMatchings.of(problem, max_memory, progress, rates)
        if drawn is not None:
            return list(drawn.tilings(number, seed))
        ranking = Ranking(problem, max_memory=max_memory, progress=progress)
        return ranking.sample(number, seed)


def sampling_weights(problem: Problem, weights: object) -> list[Fraction]:
    """Return the weight of each piece for random tilings, or raise `EngineError`."""
    exact = checked_rates(weights, problem.names, "weight", problem.piece_index)
    for name, weight in exact.items():
        if weight < 0:
            raise EngineError(
                f"the weight of {name} is negative ({weight}), but random tilings are drawn in "
                "proportion to their weight"
            )
    return [Fraction(exact.get(name, 1)) for name in problem.names]


@takes_request
def nth(
    problem: Problem,
    k: int | None = None,
    *,
    max_memory: int | str | None = None,
    progress: Report | None = None,
    timeout: float | None = None,
) -> Tiling:
    """Return tiling number k (from 0) in the order of `Ranking`.

    Call the function as ``nth(problem, k)`` or ``nth(board, *pieces, k=k)``. The other parameters
    and errors are the same as for `sample`.

    Parameters
    ----------
    k : int

    Raises
    ------
    EngineError
        If `k` is not an integer, or no tiling has this number.

    Examples
    --------
    >>> print(nth("2x3", "trominoes+", k=0).text())
    AAA
    BBB
    """
    with Deadline(timeout).holds():
        if k is None:
            raise EngineError(
                "`k`, the number of the tiling, is missing, as in nth('4x4', 'dominoes+', k=3)"
            )
        number = checked_whole(k, 0, "`k`")
        return Ranking(problem, max_memory=max_memory, progress=progress).nth(number)


@takes_request
def rank(
    problem: Problem,
    tiling: Tiling | None = None,
    *,
    max_memory: int | str | None = None,
    progress: Report | None = None,
    timeout: float | None = None,
) -> int:
    """Return the number of a tiling in the order of `Ranking`: the inverse of `nth`.

    Call the function as ``rank(problem, tiling)`` or ``rank(board, *pieces, tiling=tiling)``. The
    other parameters and errors are the same as for `sample`.

    Parameters
    ----------
    tiling : Tiling

    Raises
    ------
    TilingError
        If `tiling` is not a tiling of the problem; the message says why.

    Examples
    --------
    >>> rank("9x12", "trominoes+", tiling=nth("9x12", "trominoes+", k=12345678901234567))
    12345678901234567
    """
    with Deadline(timeout).holds():
        if tiling is None:
            raise TilingError("`tiling` is missing, as in rank('4x4', 'dominoes+', tiling=tiling)")
        # Before the work.
        checked = _checked_tiling(tiling, problem)
        return Ranking(problem, max_memory=max_memory, progress=progress).rank(checked)


def _batches(numbers: Iterable[int]) -> Iterator[list[int]]:
    """Yield the numbers in batches for walks; the first ones are small, so that the first tilings
    come soon.
    """
    rest, size = iter(numbers), 1
    while batch := list(islice(rest, size)):
        yield batch
        size = min(4 * size, _TOGETHER)


def _checked_tiling(tiling: object, problem: Problem) -> Tiling:
    """Return a value if it is a tiling of a problem."""
    if not isinstance(tiling, Tiling):
        raise TilingError(
            f"`tiling` must be a Tiling, got {quoted(tiling)} ({type(tiling).__name__})"
        )
    if faults := tiling.faults(problem):
        raise TilingError(joined(faults))
    return tiling
