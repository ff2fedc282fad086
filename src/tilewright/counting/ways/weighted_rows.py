"""Weighted sums on boards whose rows repeat, along one state graph whose edges know their moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from tilewright.counting.run.resources import Resources
from tilewright.counting.scan.row_moves import RowMoves
from tilewright.counting.scan.scans import Repeat
from tilewright.counting.values.residues import Residues, RowResidues, in_passes
from tilewright.counting.values.scale import Scale, Weighted, primes_for
from tilewright.counting.ways.labeled_rows import LabeledRows

__all__ = ["WeightedRows"]


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
    resources: Resources

    @classmethod
    def of(cls, repeat: Repeat, weights: Sequence[Fraction], resources: Resources) -> WeightedRows:
        """Leave out the shapes that weigh nothing.

        Parameters
        ----------
        weights : sequence of Fraction
            Those of the shapes, and behind them that of a cell that stays empty.
        """
        left = replace(
            repeat.only([weight != 0 for weight in weights[:-1]]),
            optional=repeat.optional and weights[-1] != 0,
        )
        return cls(left, [weight for weight in weights[:-1] if weight] + [weights[-1]], resources)

    def run(self) -> Fraction | None:
        """Return the sum; None if there is no state graph for the rows, or it is too large to keep.

        Raises
        ------
        MemoryLimitError
            If the rows are far too wide for any way of counting.
        """
        repeat, resources = self.repeat, self.resources
        classes = [Fraction(1), *dict.fromkeys(self.weights)]
        kinds = np.array([classes.index(weight, 1) for weight in self.weights], dtype=np.uint16)
        rows = LabeledRows(repeat, kinds, resources)
        if not rows.serves:
            return None
        if repeat.length % repeat.period:
            return Fraction(0)
        moves = rows.moves()
        if moves is None:
            return None
        scale = Scale.of(self._kinds(moves), repeat.width * repeat.length)
        primes = primes_for(scale, moves.fanout)
        together = resources.tuning.primes_at_once
        # No pass has more primes than the first.
        graph = rows.graph(moves, 4 * len(next(in_passes(primes, together))[1]))
        if graph is None:
            return None
        residues: list[int] = []
        for part, chosen in in_passes(primes, together):
            resources.reporter.part = part
            (found,) = rows.pull(graph, RowResidues(Residues(chosen), classes))
            residues += found[0].tolist()
        return scale.value(residues, primes)

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
