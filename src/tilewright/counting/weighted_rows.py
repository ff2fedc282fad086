"""Weighted sums on boards whose rows repeat: one state graph whose edges know their moves, pulled row by row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.by_rows import check_width
from tilewright.counting.foresight import foresee
from tilewright.counting.growth import Growth
from tilewright.counting.memory import allowed_memory, stay_within
from tilewright.counting.progress import Reporter
from tilewright.counting.row_moves import RowMoves
from tilewright.counting.scale import Residues, Scale, Weighted, in_passes, primes_for
from tilewright.counting.scans import Repeat
from tilewright.errors import MemoryLimitError
from tilewright.kernels.frontier_flow import restart
from tilewright.kernels.frontier_weighted import number_living, pull_weighted, sweep_weighted, write_living
from tilewright.kernels.frontier_write import mark_rows

__all__ = ["WeightedRows"]

#: A first try at a state graph may take this much, on one thread.
_SMALL = 1 << 26
#: Edges, times rows, up to which all rows are pulled in one call.
_QUICK = 20_000_000
#: Layers with fewer residues than this are not worth a second thread.
_SHARED = 150_000
#: Bytes for each state and each edge when the graph has grown and is written flat with its labels.
_STATE, _EDGE = 13, 6


@dataclass(frozen=True, eq=False)
class WeightedRows:
    """One weighted sum of a board whose rows repeat.

    Attributes
    ----------
    repeat : Repeat
        Only with shapes that weigh something.
    weights : list of Fraction
        Those of the shapes, and of a cell that stays empty.
    """

    repeat: Repeat
    weights: list[Fraction]
    threads: int
    max_memory: int | None
    reporter: Reporter

    @classmethod
    def of(
        cls,
        repeat: Repeat,
        weights: Sequence[Fraction],
        *,
        threads: int,
        max_memory: int | None,
        reporter: Reporter,
    ) -> WeightedRows:
        """Leave out the shapes that weigh nothing.

        Parameters
        ----------
        weights : sequence of Fraction
            Those of the shapes, and behind them that of a cell that stays empty.
        """
        pairs = [(shape, weight) for shape, weight in zip(repeat.shapes, weights[:-1], strict=True) if weight]
        left = replace(
            repeat, shapes=[shape for shape, _ in pairs], optional=repeat.optional and weights[-1] != 0
        )
        return cls(left, [weight for _, weight in pairs] + [weights[-1]], threads, max_memory, reporter)

    def run(self) -> Fraction | None:
        """Return the sum; None if there is no state graph for the rows, or it is too large to keep.

        Raises
        ------
        MemoryLimitError
            If the rows are far too wide for any way of counting.
        """
        repeat = self.repeat
        if not repeat.shapes or repeat.length <= repeat.reach + 2:
            return None
        if repeat.length % repeat.period:
            return Fraction(0)
        moves = RowMoves.of(repeat, self._mirrored())
        if moves is None:
            return None
        scale = Scale.of(self._kinds(moves), repeat.width * repeat.length)
        primes = primes_for(scale, moves.fanout)
        growth = self._grown(moves)
        if growth is None:
            return None
        allowed = allowed_memory(self.max_memory)
        states = growth.states
        flat = growth.nbytes + _STATE * states + _EDGE * int(growth.level[:, 2].sum())
        if flat > allowed:
            return None
        classes = [Fraction(1), *dict.fromkeys(self.weights)]
        kind = np.array([classes.index(weight, 1) for weight in self.weights], dtype=np.uint16)
        graph = _living(growth, kind[moves.shape])
        del growth
        # No pass has more primes than the first.
        held = graph.nbytes + 4 * graph.states * len(next(in_passes(primes))[1])
        if held > allowed:
            return None
        held = max(held, flat)
        stay_within(graph.states, held, self.max_memory)
        residues: list[int] = []
        with ThreadPoolExecutor(self.threads) as pool:
            for part, chosen in in_passes(primes):
                self.reporter.part = part
                residues += self._pull(_Pull(graph, classes, Residues(chosen), self.threads, pool), held)
        return scale.value(residues, primes)

    def _mirrored(self) -> bool:
        """Whether mirror images weigh the same."""
        here, there = Counter[object](), Counter[object]()
        for shape, weight in zip(self.repeat.shapes, self.weights[:-1], strict=True):
            widest = int(shape[:, 1].max())
            cells = shape.tolist()
            here[frozenset((line, place) for line, place in cells), weight] += 1
            there[frozenset((line, widest - place) for line, place in cells), weight] += 1
        return here == there

    def _kinds(self, moves: RowMoves) -> list[Weighted]:
        """Return shapes of one size and one weight as kinds."""
        area = self.repeat.width * self.repeat.length
        column = np.repeat(np.arange(moves.width), np.diff(moves.begin))
        sizes = [len(shape) for shape in self.repeat.shapes] + [1]
        alike = list(zip(self.weights, sizes, strict=True))
        which = [alike.index(pair) for pair in alike]
        mine = np.array(which)[moves.shape]
        kinds = []
        for number in sorted(set(mine.tolist())):
            weight, size = alike[number]
            ways = int(np.bincount(column[mine == number]).max())
            kinds.append(Weighted(weight, size, ways, 0, area // size))
        return kinds

    def _grown(self, moves: RowMoves) -> Growth | None:
        """Return the state graph, of which no state is left out; None if it is too large to keep."""
        reporter = self.reporter
        reporter.begin()

        def watch(layer: int, states: int, nbytes: int) -> None:
            reporter.tell("states", states, 0, states, nbytes, unit="state")

        heard = watch if reporter.listens else None
        allowed = allowed_memory(self.max_memory)
        for room, threads in ((min(allowed, _SMALL), 1), (allowed, self.threads)):
            try:
                growth = Growth(moves, self.repeat.period, False, False, threads, room, heard, "")
                growth.run()
            except MemoryLimitError:
                ahead = foresee(self.repeat)
                # Without looking ahead a graph has up to twice as many states.
                if ahead.graph_bytes > 0.5 * allowed:
                    check_width(self.repeat, ahead, allowed)
                    return None
            else:
                return growth
        return None

    def _pull(self, pull: _Pull, held: int) -> list[int]:
        """Pull sums through all rows; return the residues of the beginning."""
        repeat, graph = self.repeat, pull.graph
        stride = 1 if len(graph.target) * repeat.length > _QUICK else repeat.length
        unit = "row" if repeat.axis == 0 else "column"
        self.reporter.begin()
        for row in range(repeat.length, 0, -stride):
            below = max(0, row - stride)
            pull.run(row * repeat.width, below * repeat.width)
            self.reporter.tell("counts", repeat.length - below, repeat.length, graph.states, held, unit=unit)
        first: list[int] = pull.sums[0].tolist()
        return first


@dataclass(frozen=True, eq=False)
class _Graph:
    """The living states of a grown graph, and edges that know their moves (see `StateGraph`)."""

    offset: NDArray[np.int64]
    active: NDArray[np.int64]
    start: NDArray[np.int32]
    target: NDArray[np.int32]
    label: NDArray[np.uint16]

    @property
    def states(self) -> int:
        return int(self.offset[-1])

    @property
    def nbytes(self) -> int:
        return self.start.nbytes + self.target.nbytes + self.label.nbytes


def _living(growth: Growth, kind: NDArray[np.uint16]) -> _Graph:
    """Leave out the states of a grown graph from which nothing can finish.

    Parameters
    ----------
    kind : (m,) uint16
        The class of each move.
    """
    moves, parts, level = growth.moves, growth.parts, growth.level
    segments, room = growth.keys.shape
    alive = np.zeros((segments + parts, room), dtype=np.uint8)
    first, again = alive[:parts], alive[segments:]
    first[0, 0] = again[0, 0] = 1
    while mark_rows(growth.start, growth.target, level, alive):
        again[:] = first
    number = np.empty(alive.shape, dtype=np.int32)
    offset = np.zeros(growth.layers + 2, dtype=np.int64)
    edges = number_living(growth.start, growth.target, level, parts, alive, number, offset)
    start = np.empty(int(offset[-1]) + 1, dtype=np.int32)
    target, label = np.empty(edges, dtype=np.int32), np.empty(edges, dtype=np.uint16)
    write_living(
        growth.keys,
        growth.start,
        growth.target,
        level,
        parts,
        moves.moves,
        moves.begin,
        moves.fits,
        moves.mirror,
        kind,
        alive,
        number,
        start,
        target,
        label,
    )
    layers = np.arange(len(growth.active)) % growth.layers
    active = [
        np.count_nonzero(alive[layer, :states])
        for layer, states in zip(layers.tolist(), growth.active.tolist(), strict=True)
    ]
    return _Graph(offset, np.array(active, dtype=np.int64), start, target, label)


class _Pull:
    """The sums of a graph modulo a few primes."""

    def __init__(
        self,
        graph: _Graph,
        classes: Sequence[Fraction],
        residues: Residues,
        threads: int,
        pool: ThreadPoolExecutor,
    ) -> None:
        self.graph, self.threads, self.pool = graph, threads, pool
        self.sums = np.zeros((graph.states, len(residues.primes)), dtype=np.uint32)
        # After the last row: 1 if no cell is taken.
        self.sums[int(graph.offset[-2])] = 1
        self._fresh = True
        self._edges = (
            graph.start,
            graph.target,
            graph.label,
            residues.of(classes),
            residues.prime,
            self.sums,
        )

    def run(self, above: int, below: int) -> None:
        """Move the sums from layer `above` to layer `below`."""
        graph = self.graph
        if self.threads > 1 and int(np.diff(graph.offset).max()) * self.sums.shape[1] >= _SHARED:
            for layer in range(above - 1, below - 1, -1):
                self._layer(layer)
        else:
            sweep_weighted(graph.offset, graph.active, *self._edges, above, below, self._fresh)
        self._fresh = False

    def _layer(self, layer: int) -> None:
        """Move the sums from layer + 1 to layer, on all threads."""
        graph = self.graph
        layers = len(graph.offset) - 2
        c = layer % layers
        if c == layers - 1 and not self._fresh:
            restart(graph.offset, self.sums)
        self._fresh = False
        base, after = graph.offset[c : c + 2].tolist()
        states = int(graph.active[layer]) if layer < len(graph.active) else after - base
        cuts = np.linspace(base, base + states, self.threads + 1).astype(np.int64).tolist()
        list(self.pool.map(partial(pull_weighted, *self._edges), cuts[:-1], cuts[1:]))
