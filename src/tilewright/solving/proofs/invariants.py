"""Bounds for packings: numbers in the cells such that the pieces cover too much unless some cells
stay empty.

Allow each placement to be used fractionally. By duality of linear programs, the largest covered
area is the smallest sum of numbers in the cells such that each placement covers at least its area.
The numbers are rounded to integers, as in `tilewright.solving.proofs.linear_program`. The result is
verified as a `WeightBound` of the problem in which fewer cells stay empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.model.problem import Problem
from tilewright.solving.highs import linear_program
from tilewright.solving.proofs.bounds import WeightBound, least_sums
from tilewright.solving.proofs.linear_program import Relaxation, nearby_integers, run_linear
from tilewright.solving.proofs.weights import numbers_on_board

#: Seconds that the solver may take.
_SECONDS = 20.0
#: Errors of rounding.
_SMALL = 1e-6


def packing_numbers(cover: Cover) -> tuple[Fraction, NDArray[np.int64], Fraction] | None:
    """Return an upper bound on the number of covered cells and the numbers that prove it, or None
    if the program is too large.

    Returns
    -------
    covered : Fraction
        No packing covers more cells.
    numbers : (a,) int64
        The number of each cell.
    unit : Fraction
        A placement of n cells covers a sum of at least n times the unit, except for pieces with
        limited copies.
    """
    program = Relaxation(cover)
    if not cover.size or not program.is_small:
        return None
    answer = _solve(program)
    if answer is None:
        return None
    solution, wanted = answer
    best: tuple[Fraction, NDArray[np.int64], Fraction] | None = None
    for orbit_numbers in nearby_integers(solution):
        numbers = orbit_numbers[program.orbit]
        if cover.empty_most:
            numbers = np.where(cover.optional, np.maximum(numbers, 0), numbers)
        for unit in _units(cover, numbers):
            covered = _most_covered(cover, numbers, unit)
            if best is None or covered < best[0]:
                best = covered, numbers, unit
        if best is not None and int(best[0]) <= wanted:
            break
    return best


def _solve(program: Relaxation) -> tuple[NDArray[np.float64], int] | None:
    """Return the number of each orbit, and the cells that may be covered, in floating point."""
    cover = program.cover
    cells, piece = program.placements
    count = int(program.orbit.max()) + 1
    limited = np.flatnonzero(limited_pieces(cover))
    extra = np.full(len(cover.most), -1)
    extra[limited] = count + np.arange(len(limited))
    row, place = np.nonzero(cells >= 0)
    limit = extra[piece]
    more = np.flatnonzero(limit >= 0)
    total = count + len(limited)
    rows, columns = np.concatenate([row, more]), np.concatenate([cells[row, place], limit[more]])
    lower = np.zeros(total)
    must = np.ones(count, dtype=bool)
    if cover.empty_most:
        must[program.orbit[cover.optional]] = False
    lower[:count][must] = -np.inf
    cost = np.concatenate([np.bincount(program.orbit, minlength=count), cover.most[limited]])
    linear = linear_program(
        cost.astype(np.float64),
        (lower, np.full(total, np.inf)),
        (cover.shapes.size[piece].astype(np.float64), np.full(len(cells), np.inf)),
        (rows, columns, np.ones(len(rows))),
        least=True,
    )
    solver = run_linear(linear, _SECONDS)
    if solver is None:
        return None
    covered = int(np.floor(solver.getInfo().objective_function_value + _SMALL))
    return np.array(solver.getSolution().col_value)[:count], covered


def limited_pieces(cover: Cover) -> NDArray[np.bool_]:
    """Return the pieces whose limited copies cannot cover the whole board."""
    limited: NDArray[np.bool_] = (cover.most + 1) * cover.shapes.size <= cover.area
    return limited


def _units(cover: Cover, numbers: NDArray[np.int64]) -> Iterator[Fraction]:
    """Yield the candidate units: the minimum sum per cell of each piece."""
    limited = limited_pieces(cover)
    ratios = [
        (Fraction(value, len(piece.polyomino)), bool(few))
        for value, piece, few in zip(
            least_sums(cover, numbers), cover.problem.pieces, limited.tolist(), strict=True
        )
        if value is not None
    ]
    most = min((ratio for ratio, few in ratios if not few), default=None)
    for unit in {ratio for ratio, _ in ratios}:
        if unit > 0 and (most is None or unit <= most):
            yield unit


def _most_covered(cover: Cover, numbers: NDArray[np.int64], unit: Fraction) -> Fraction:
    """Return the maximum number of covered cells if each cell counts as one unit."""
    total = Fraction(int(numbers.sum()))
    for value, piece, most in zip(
        least_sums(cover, numbers), cover.problem.pieces, cover.most.tolist(), strict=True
    ):
        if value is not None:
            total += most * max(Fraction(0), unit * len(piece.polyomino) - value)
    return total / unit


def excluding_bound(
    problem: Problem, cover: Cover, numbers: NDArray[np.int64], unit: Fraction
) -> WeightBound | None:
    """Return the bound of a problem with these numbers, or with each number reduced by one unit, or
    None if they do not rule out tilings. Copies and empty cells are those of the problem, not of
    the cover.
    """
    for shifted in (numbers, numbers * unit.denominator - unit.numerator):
        integers = [int(number) for number in shifted.tolist()]
        divisor = gcd(*integers) or 1
        numbers_of_cells = [number // divisor for number in integers]
        bound = WeightBound(problem, numbers_on_board(cover, numbers_of_cells))
        if bound.holds():
            return bound
    return None
