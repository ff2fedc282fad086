"""Sums of weights along a strip, as integers instead of numbers of tilings, with recurrences of the
same kind.

Weights with denominators are scaled to integers. Let D be a multiple of all denominators. The
weight of a piece with s cells is multiplied by D^s, so the sum for n cells is multiplied by D^n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from math import lcm, prod

from tilewright.counting.answers.weights import WeightedRows
from tilewright.counting.frontier.graph import Backward
from tilewright.counting.frontier.repeats import Repeat
from tilewright.counting.numbers.residues import (
    Residues,
    RowResidues,
    Scale,
    primes_for,
    split_passes,
)
from tilewright.counting.resources import Reporter, Resources
from tilewright.counting.state_graph import StateGraph
from tilewright.counting.strips.recurrences import Terms, run_turns
from tilewright.errors import MemoryLimitError
from tilewright.system.platform.machine import in_units
from tilewright.system.values.primes import combine, primes_below

#: What to do if a strip is too wide.
_SINGLE = "Single short lengths can often be counted without the whole graph"
#: Lines of a strip for which its moves are found; any length has the same.
_LINES = 1 << 20


@dataclass
class WeightedTerms(Terms):
    """The sums of the weights of tilings along a closed graph, for each turn, as integers.

    The sum for `n` cells is ``scale ** n`` times that of the weights.
    """

    graph: StateGraph
    reporter: Reporter
    rows: WeightedRows
    #: Cells of a turn.
    cells: int
    scale: int
    together: int

    @property
    def largest(self) -> int:
        """The upper limit for primes."""
        return (1 << 32) // max(2, self.graph.fanout) + 1

    def begin(self, modulus: int = 0) -> Backward:
        """Return the sums after the last cell, modulo a prime."""
        return self._begin_sums([modulus])

    def _begin_sums(self, primes: Sequence[int]) -> Backward:
        return Backward(self.graph, RowResidues(Residues(primes), self.rows.classes))

    def primes(self) -> Iterator[int]:
        """Yield the primes for `begin`, starting with the largest."""
        # Residues in Montgomery form need odd primes.
        return takewhile(lambda prime: prime > 2, primes_below(self.largest))

    def exact(self, n: int, phase: str = "counts") -> list[int]:
        """Return the terms of 0 to n - 1 turns; without a phase, nothing is reported."""
        if n < 2:
            return [1] * n
        primes = self._primes(n - 1)
        residues: list[list[int]] = [[] for _ in range(n)]
        for part, chosen in split_passes(primes, self.together):
            self.reporter.part = part
            self.reporter.begin()
            backward = self._begin_sums(chosen)
            residues[0] += [1] * len(chosen)
            for k in range(1, n):
                run_turns(backward, 1)
                residues[k] += backward.arrays[0][0].tolist()
                self.report(phase, k + 1, n, backward)
        self.reporter.part = ""
        return [_from_residues(values, primes) for values in residues]

    def at(self, k: int, modulus: int = 0) -> int:
        """Return the term of k turns."""
        primes = self._primes(k)
        residues: list[int] = []
        for part, chosen in split_passes(primes, self.together):
            self.reporter.part = part
            backward = self._begin_sums(chosen)
            self.run(backward, k)
            residues += backward.arrays[0][0].tolist()
        self.reporter.part = ""
        return _from_residues(residues, primes)

    def _primes(self, k: int) -> list[int]:
        """Return primes whose product is more than twice as large as any term of 0 to k turns."""
        # The weights are integers, so the bound grows with the area.
        scale = self.rows.scale(max(1, k) * self.cells)
        bits = scale.bits + scale.content.numerator.bit_length()
        return primes_for(Scale(Fraction(1), bits, ()), self.graph.fanout)


def _from_residues(residues: Sequence[int], primes: Sequence[int]) -> int:
    modulus = prod(primes)
    number = combine(residues, primes)
    return number - modulus if number > modulus // 2 else number


def without_zeros(repeat: Repeat, weights: Sequence[Fraction]) -> Repeat:
    """Return the strip without shapes of weight 0, given the weights of shapes and empty cells."""
    wanted = [weight != 0 for weight in weights[:-1]]
    if not any(wanted):
        # There are no rows without a shape; one of weight 0 changes nothing.
        wanted[0] = True
    return replace(repeat.only(wanted), optional=repeat.optional and weights[-1] != 0)


def weighted_terms(
    repeat: Repeat, weights: Sequence[Fraction], resources: Resources
) -> WeightedTerms:
    """Return the sums of a strip, for the weights of shapes and of an empty cell.

    Raises
    ------
    MemoryLimitError
        If the state graph is too large.
    """
    repeat = replace(repeat, length=_LINES)
    sizes = [*map(len, repeat.shapes), 1]
    scale = lcm(*(weight.denominator for weight in weights))
    whole = [weight * scale**size for weight, size in zip(weights, sizes, strict=True)]
    rows = WeightedRows.of(repeat, whole, resources)
    if rows is None:
        raise MemoryLimitError(
            f"lines of {repeat.width} cells are too wide for weighted counts, because a state must "
            f"fit in 64 bits. {_SINGLE}"
        )
    graph = rows.rows.graph(4)
    if graph is None:
        raise MemoryLimitError(
            f"a strip with weights needs the whole state graph for lines of {repeat.width} "
            f"cells, which takes more than the {in_units(resources.allowed)} allowed. {_SINGLE}"
        )
    cells = repeat.width * repeat.period
    return WeightedTerms(
        graph, resources.reporter, rows, cells, scale, resources.tuning.primes_at_once
    )
