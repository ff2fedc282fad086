"""Sums of weights along a strip: integers in place of numbers of tilings, with recurrences of the
same kind.

Weights with denominators become integers. Let D be a multiple of all denominators. A piece of s
cells weighs D^s times as much then, and the sum for n cells is D^n times as large.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from math import lcm, prod

import numpy as np

from tilewright.counting.frontier.graph import Backward
from tilewright.counting.frontier.repeats import Repeat
from tilewright.counting.frontier.rows import LabeledRows
from tilewright.counting.numbers.residues import (
    Residues,
    RowResidues,
    Scale,
    Weighted,
    most_moves,
    primes_for,
    split_passes,
)
from tilewright.counting.resources import Reporter, Resources
from tilewright.counting.state_graph import StateGraph
from tilewright.counting.strips.recurrences import Terms, report_turns, run_turns
from tilewright.errors import MemoryLimitError
from tilewright.system.platform.machine import in_units
from tilewright.system.values.primes import combine, primes_below

#: What to do if a strip is too wide.
_SINGLE = "Single short lengths may work without the graph"
#: Lines of a strip for which its moves are found; any length has the same.
_LINES = 1 << 20


@dataclass
class WeightedTerms(Terms):
    """The sums of the weights of tilings along a closed graph, for each turn, as integers.

    The sum for `n` cells is ``scale ** n`` times that of the weights.
    """

    graph: StateGraph
    #: The weight of each label of the graph; the first is that of a covered cell.
    classes: Sequence[Fraction]
    #: What is known of the moves, to bound the sums.
    kinds: Sequence[Weighted]
    #: Cells of a turn.
    cells: int
    scale: int
    together: int

    @property
    def largest(self) -> int:
        """The primes are below this number."""
        return (1 << 32) // max(2, self.graph.fanout) + 1

    def begin(self, modulus: int = 0) -> Backward:
        """Return the sums after the last cell, modulo a prime."""
        return self._begin_sums([modulus])

    def _begin_sums(self, primes: Sequence[int]) -> Backward:
        return Backward(self.graph, RowResidues(Residues(primes), self.classes))

    def primes(self) -> Iterator[int]:
        """Yield the primes for `begin`, the largest first."""
        # Residues in Montgomery form need odd primes.
        return takewhile(lambda prime: prime > 2, primes_below(self.largest))

    def exact(self, n: int, reporter: Reporter, phase: str = "counts") -> list[int]:
        """Return the terms of 0 to n - 1 turns."""
        if n < 2:
            return [1] * n
        primes = self._primes(n - 1)
        residues: list[list[int]] = [[] for _ in range(n)]
        for part, chosen in split_passes(primes, self.together):
            reporter.part = part
            reporter.begin()
            backward = self._begin_sums(chosen)
            residues[0] += [1] * len(chosen)
            for k in range(1, n):
                run_turns(backward, 1)
                residues[k] += backward.arrays[0][0].tolist()
                report_turns(reporter, phase, k + 1, n, backward)
        reporter.part = ""
        return [_from_residues(values, primes) for values in residues]

    def at(self, k: int, reporter: Reporter) -> int:
        """Return the term of k turns."""
        primes = self._primes(k)
        residues: list[int] = []
        for part, chosen in split_passes(primes, self.together):
            reporter.part = part
            backward = self._begin_sums(chosen)
            run_turns(backward, k, reporter)
            residues += backward.arrays[0][0].tolist()
        reporter.part = ""
        return _from_residues(residues, primes)

    def _primes(self, k: int) -> list[int]:
        """Return primes whose product is more than twice as large as any term of 0 to k turns."""
        # The weights are integers, so the bound grows with the area.
        area = max(1, k) * self.cells
        kinds = [replace(kind, most=area // kind.size) for kind in self.kinds]
        scale = Scale.of(kinds, area)
        bits = scale.bits + scale.content.numerator.bit_length()
        return primes_for(Scale(Fraction(1), bits, ()), self.graph.fanout)


def _from_residues(residues: Sequence[int], primes: Sequence[int]) -> int:
    modulus = prod(primes)
    number = combine(residues, primes)
    return number - modulus if number > modulus // 2 else number


def without_zeros(repeat: Repeat, weights: Sequence[Fraction]) -> Repeat:
    """Return the strip without shapes of weight 0, by the weights of its shapes and of an empty
    cell.
    """
    wanted = [weight != 0 for weight in weights[:-1]]
    if not any(wanted):
        # There are no rows without a shape; one of weight 0 changes nothing.
        wanted[0] = True
    return replace(repeat.only(wanted), optional=repeat.optional and weights[-1] != 0)


def weighted_terms(
    repeat: Repeat, weights: Sequence[Fraction], resources: Resources
) -> WeightedTerms:
    """Return the sums of a strip, by the weights of its shapes and of an empty cell.

    Raises
    ------
    MemoryLimitError
        If the state graph is too large.
    """
    repeat = replace(repeat, length=_LINES)
    sizes = [*map(len, repeat.shapes), 1]
    scale = lcm(*(weight.denominator for weight in weights))
    whole = [weight * scale**size for weight, size in zip(weights, sizes, strict=True)]
    # A covered cell comes first; no move is of its class.
    classes = [Fraction(1), *dict.fromkeys(whole)]
    rows = LabeledRows.of(
        repeat, np.array([classes.index(weight, 1) for weight in whole], np.uint16), resources
    )
    if rows is None:
        raise MemoryLimitError(
            f"lines of {repeat.width} cells are too wide for weights, as a state must fit in 64 "
            f"bits. {_SINGLE}"
        )
    graph = rows.graph(4)
    if graph is None:
        raise MemoryLimitError(
            f"a strip with weights needs the whole state graph of lines of {repeat.width} cells, "
            "but only "
            f"{in_units(resources.allowed)} are allowed. {_SINGLE}"
        )
    moves = rows.moves
    alike = [*zip(whole, sizes, strict=True)]
    kind = np.array([alike.index(pair) for pair in alike])[moves.shape]
    kinds = [
        Weighted(weight, size, ways, 0, 0)
        for number, ways in most_moves(moves.begin, kind).items()
        for weight, size in [alike[number]]
        if weight
    ]
    cells = repeat.width * repeat.period
    return WeightedTerms(graph, classes, kinds, cells, scale, resources.tuning.primes_at_once)
