"""The order in which the unknowns of a drawn graph are eliminated, and the remaining matrix.

A column of the matrix of the graph is an unknown, and a row is an equation. Most equations define
the unknown of the cell below. The other equations remain. They contain the unknowns that no
equation defines, whose number is about half the width of a rectangle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.solving.matching.graph import CountedGraph
from tilewright.solving.matching.kasteleyn import Drawing, Term

#: The most terms of an equation: their limbs must add up to less than 2^63.
_TERMS = 7


@dataclass(frozen=True, eq=False)
class IntegerMatrix:
    """A matrix of long integers: digits of 20 bits, (d, rows, columns) float64; imaginary parts are
    columns after the real ones.
    """

    digits: NDArray[np.float64]
    bits: float

    @property
    def size(self) -> int:
        """The number of rows."""
        return int(self.digits.shape[1])

    def modulo(self, primes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the matrix modulo primes, (P, rows, columns) float64, balanced."""
        from tilewright.kernels.matching.elimination import digits_modulo

        count, rows, columns = self.digits.shape
        out = np.empty((len(primes), rows * columns), dtype=np.float64)
        digits_modulo(self.digits.reshape(count, rows * columns), primes, out)
        return out.reshape(len(primes), rows, columns)


@dataclass(frozen=True, eq=False)
class Program:
    """An elimination of all unknowns (see `tilewright.kernels.matching.elimination`).

    Attributes
    ----------
    drawing : Drawing
    bipartite : bool
        Whether the equations are the cells of one color, and the unknowns are the cells of the
        other color. Otherwise, all cells are both equations and unknowns.
    minus : bool
        Whether the Pfaffian (or its square, if the graph is not bipartite) is minus the determinant
        of the remaining matrix.
    free : int
        The number of rows of the remaining matrix.
    """

    drawing: Drawing
    bipartite: bool
    minus: bool
    free: int
    slots: int
    edge: NDArray[np.int64]
    below: NDArray[np.bool_]
    term_start: NDArray[np.int64]
    term_slot: NDArray[np.int32]
    out_slot: NDArray[np.int32]
    pivot: NDArray[np.int32]
    pivot_term: NDArray[np.int64]
    free_start: NDArray[np.int64]
    free_slot: NDArray[np.int32]

    @property
    def equations(self) -> int:
        """The number of equations."""
        return len(self.out_slot)

    @property
    def left(self) -> NDArray[np.int64]:
        """The slots of the equations that remain."""
        return self.out_slot[self.pivot < 0].astype(np.int64)

    @cached_property
    def entries(self) -> int:
        """The number of entries that change in an elimination of the remaining matrix: a third of
        the cube of its size if it is dense.
        """
        stops = self.free_start[np.flatnonzero(self.pivot < 0) + 1]
        rows = np.arange(len(stops))
        return int(((len(stops) - rows) * np.maximum(stops - rows, 0)).sum())

    def phases(self, term: Term) -> NDArray[np.int8]:
        """The coefficient of each term, as a power of i."""
        phase = self.drawing.phases(term)[self.edge] + 2 * self.below
        return (phase % 4).astype(np.int8)

    def integers(self, term: Term, report: Callable[[int, int], None]) -> IntegerMatrix:
        """Eliminate over the integers, with all weights 1. `report` is called with the number of
        finished equations and the number of bytes used.
        """
        from tilewright.kernels.matching.elimination import eliminate_integers, split_digits

        phases = self.phases(term)
        width = self.free * (2 if (phases % 2).any() else 1)
        minus = (self.pivot >= 0) & (phases[self.pivot_term] == 0)
        limbs = 2
        numbers = np.zeros((self.slots, limbs, width), dtype=np.int64)
        used, size, low, high = np.zeros((4, self.slots), dtype=np.int64)
        accumulator = np.zeros(width, dtype=np.int64)
        done, step = 0, max(1, 1 << 22 >> max(width, 1).bit_length())
        while done < self.equations:
            end = min(self.equations, done + step)
            reached = eliminate_integers(
                done, end, self.term_start, self.term_slot, phases, self.out_slot, minus,
                self.free_start, self.free_slot, numbers, used, size, low, high, accumulator, limbs,
            )  # fmt: skip
            if reached < end:
                more = limbs + max(2, limbs // 2)
                longer = np.zeros((self.slots, more, width), dtype=np.int64)
                longer[:, :limbs] = numbers
                numbers, limbs = longer, more
            done = reached
            report(done, numbers.nbytes)
        left = self.left
        longest = int(used[left].max(initial=1))
        digits = np.zeros((3 * longest, len(left), width), dtype=np.float64)
        split_digits(numbers, used, left, digits)
        return IntegerMatrix(digits, 60.0 * longest)

    def residues(self, coefficient: NDArray[np.int64], prime: int) -> NDArray[np.float64]:
        """Eliminate modulo a prime below 2^25, with any coefficients of the terms, and return the
        remaining matrix with balanced residues.

        The coefficients of pivots must not be 0.
        """
        from tilewright.kernels.matching.elimination import eliminate_residues

        balanced = np.where(2 * coefficient > prime, coefficient - prime, coefficient).astype(
            np.float64
        )
        heads = coefficient[self.pivot_term]
        inverses = {
            int(head): pow(int(-head), -1, prime) for head in np.unique(heads[self.pivot >= 0])
        }
        factor = np.array(
            [
                inverses[head] if held else 1
                for head, held in zip(heads.tolist(), (self.pivot >= 0).tolist(), strict=True)
            ]
        )
        factor = np.where(2 * factor > prime, factor - prime, factor).astype(np.float64)
        values = np.zeros((self.slots, self.free), dtype=np.float64)
        low, high = np.zeros((2, self.slots), dtype=np.int64)
        step = max(1, 1 << 22 >> max(self.free, 1).bit_length())
        for begin in range(0, self.equations, step):
            eliminate_residues(
                begin, min(self.equations, begin + step), self.term_start, self.term_slot,
                balanced, self.out_slot, factor, self.free_start, self.free_slot, values, low, high, prime,  # noqa: E501
            )  # fmt: skip
        return values[self.left]


@dataclass(frozen=True, eq=False)
class Derivatives:
    """The number of matchings that use each edge, modulo primes, for a single Pfaffian."""

    program: Program
    source: NDArray[np.int64]
    phases: NDArray[np.int8]

    @classmethod
    def of(cls, program: Program) -> Derivatives:
        """Prepare an elimination for edge counts."""
        from tilewright.kernels.matching.derivatives import find_sources

        source = np.empty(len(program.edge), dtype=np.int64)
        find_sources(
            program.term_start,
            program.term_slot,
            program.out_slot,
            program.free_start,
            program.free_slot,
            program.slots,
            source,
        )
        return cls(program, source, program.phases(program.drawing.terms[0]))

    def shares(self, edges: int, prime: int) -> NDArray[np.int64] | None:
        """Return the share of the matchings that use each edge, modulo a prime below 2^25, or None
        if the number of matchings is 0 modulo the prime.
        """
        from tilewright.kernels.matching.derivatives import differentiate

        program = self.program
        coefficient = np.where(self.phases == 0, 1.0, -1.0)
        factor = np.where(program.pivot >= 0, -coefficient[program.pivot_term], 1.0)
        vectors, adjoint = np.empty((2, program.equations, program.free), dtype=np.float64)
        derivative = np.zeros(len(program.edge), dtype=np.float64)
        if not differentiate(
            program.term_start,
            self.source,
            coefficient,
            factor,
            program.pivot,
            program.free,
            vectors,
            adjoint,
            derivative,
            prime,
        ):
            return None
        total = np.zeros(edges, dtype=np.int64)
        np.add.at(total, program.edge, (derivative * coefficient).astype(np.int64))
        if not program.bipartite:
            # The logarithm of a determinant is twice that of its root, and each edge has two
            # entries.
            total = total * ((prime + 1) // 2)
        return total % prime


def programs(graph: CountedGraph, drawing: Drawing) -> list[Program]:
    """Return the eliminations for a drawing, with either color as equations, or with all cells as
    equations and unknowns.
    """
    side = graph.side
    ends, layer = drawing.ends, drawing.layer
    plain = (drawing.around == 0) & (drawing.across == 0)
    both = np.concatenate([ends, ends[:, ::-1]])
    edge = np.tile(np.arange(len(ends)), 2)
    below = np.arange(len(both)) >= len(ends)
    step = layer[both[:, 1]] - layer[both[:, 0]]
    rank = np.where(np.tile(plain, 2), np.where(step == 1, 2, np.where(step == 0, 1, 0)), 0).astype(
        np.int8
    )
    candidates = []
    for color in (None,) if side is None else (0, 1):
        mine = (
            np.ones(len(both), dtype=np.bool_)
            if color is None or side is None
            else side[both[:, 0]] == color
        )
        candidates.append(
            _program(drawing, side, color, both[mine], edge[mine], below[mine], rank[mine])
        )
    return [program for program in candidates if program is not None]


def _program(
    drawing: Drawing,
    side: NDArray[np.int8] | None,
    color: int | None,
    both: NDArray[np.int64],
    edge: NDArray[np.int64],
    below: NDArray[np.bool_],
    rank: NDArray[np.int8],
) -> Program | None:
    from tilewright.kernels.matching.elimination import assign_slots, choose_pivots

    order = drawing.order
    cells = np.argsort(order)
    rows = cells if side is None else cells[side[cells] == color]
    columns = cells if side is None else cells[side[cells] != color]
    row_of, column_of = np.full((2, len(order)), -1, dtype=np.int64)
    row_of[rows], column_of[columns] = np.arange(len(rows)), np.arange(len(columns))
    equation, unknown = row_of[both[:, 0]], column_of[both[:, 1]]
    sort = np.lexsort((unknown, equation))
    equation, unknown, edge, below, rank = (
        equation[sort],
        unknown[sort],
        edge[sort],
        below[sort],
        rank[sort],
    )
    m, n = len(rows), len(columns)
    term_start = np.searchsorted(equation, np.arange(m + 1)).astype(np.int64)
    if np.diff(term_start).max(initial=0) > _TERMS:
        return None
    term_unknown = unknown.astype(np.int32)
    pivot, column = np.full(m, -1, dtype=np.int32), np.full(n, -1, dtype=np.int32)
    even = np.zeros(len(edge), dtype=np.int8)
    free = choose_pivots(
        term_start,
        term_unknown,
        even,
        rank,
        pivot,
        column,
        np.zeros(n, dtype=np.int8),
        np.zeros(n, dtype=np.int32),
    )
    term_slot, out_slot = np.empty(len(edge), dtype=np.int32), np.empty(m, dtype=np.int32)
    free_start, free_slot = np.zeros(m + 1, dtype=np.int64), np.zeros(free, dtype=np.int32)
    scratch = np.empty((2, n), dtype=np.int64)
    slots = assign_slots(
        term_start, term_unknown, even, pivot, column, scratch[0], scratch[1],
        np.empty(n + m, dtype=np.int64), term_slot, out_slot, np.empty(m, dtype=np.bool_), free_start, free_slot,  # noqa: E501
    )  # fmt: skip
    pivot_term = np.zeros(m, dtype=np.int64)
    held = np.flatnonzero(term_slot < 0)
    pivot_term[equation[held]] = held
    minus = _is_odd(pivot, column)
    if side is not None:
        # All cells in order, compared with those of one color before the others; then the Pfaffian
        # of a block matrix.
        first = side[cells] == color
        minus ^= bool(int((np.cumsum(~first) * first).sum()) % 2)
        minus ^= m * (m - 1) // 2 % 2 == 1
    held = pivot_term[pivot >= 0]
    # The pivots are 1 or -1 whichever roots of unity the sides have: their signs count too.
    minus ^= bool(int((drawing.minus[edge[held]] ^ below[held]).sum()) % 2)
    return Program(
        drawing, side is not None, minus, free, slots, edge, below, term_start, term_slot,
        out_slot, pivot, pivot_term, free_start, free_slot,
    )  # fmt: skip


def _is_odd(pivot: NDArray[np.int32], column: NDArray[np.int32]) -> bool:
    """Whether the permutation from equations to the unknowns that they define is odd."""
    free = np.flatnonzero(column >= 0)
    free = free[np.argsort(column[free])]
    image = pivot.astype(np.int64)
    left = np.flatnonzero(image < 0)
    if len(left) != len(free):
        return False
    image[left] = free
    from tilewright.kernels.matching.elimination import count_cycles

    return (len(image) - int(count_cycles(image))) % 2 == 1
