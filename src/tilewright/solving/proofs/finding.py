"""Search for a weighting that rules out all tilings, preferably with a simple repeating pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import gcd, prod

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.solving.proofs.integer_lattice import Vector, VectorLattice
from tilewright.solving.proofs.relations import (
    Copies,
    Pattern,
    Relations,
    cell_relations,
    count_copies,
    pattern_relations,
    patterns,
)
from tilewright.solving.proofs.weights import Weighting

#: Up to the first number of placements, each cell may have its own weight; up to the second,
#: patterns are tried.
_OWN, _LARGE = 20_000, 1_000_000
_CLASSES = 6
#: The most generators; more take too long.
_GENERATORS = 64
#: The most candidates of one kind to compare.
_COMPARED = 600
#: The moduli to try before the determinant.
_MODULI = (2, 3, 4, 5, 7, 8, 9, 11, 13, 16)


def find_weighting(cover: Cover) -> Weighting | None:
    """Return the simplest weighting found, or None if there is none or the board is too large."""
    if cover.size > _LARGE or not cover.size:
        return None
    copies = count_copies(cover)
    exact = cell_relations(cover, copies, _GENERATORS) if cover.size <= _OWN else None
    if exact is not None and exact.lattice.reduce(exact.target)[1] is None:
        return None
    best: _Numbers | None = None
    for pattern in patterns(cover.cells.shape[1]):
        if exact is None and pattern.size > _CLASSES:
            break
        relations = pattern_relations(cover, copies, pattern)
        numbers = None if relations is None else _find_plainest(cover, copies, relations, pattern)
        if numbers is not None and (best is None or numbers.complexity < best.complexity):
            best = numbers
            if best.is_plain:
                break
    if best is None and exact is not None:
        best = _find_plainest(cover, copies, exact, None)
    return None if best is None else Weighting.of(cover, copies, *best.parts)


@dataclass(frozen=True)
class _Numbers:
    """A candidate: the number of each class of cells and the value of each group."""

    relations: Relations
    by_class: list[int]
    values: list[int]
    modulus: int
    pattern: Pattern | None

    @property
    def is_plain(self) -> bool:
        """Whether cells are only dark or light, and counted as integers or by parity."""
        return set(self.by_class) <= {0, 1} and self.modulus in (0, 2)

    @property
    def complexity(self) -> tuple[int, ...]:
        """A sort key: the kinds of numbers, their range, the modulus, and the nonzero cells."""
        kinds = set(self.by_class)
        there = sum(
            times
            for number, times in zip(self.by_class, self.relations.counts, strict=True)
            if number
        )
        return len(kinds), max(kinds) - min(kinds), self.modulus, there

    @property
    def parts(self) -> tuple[NDArray[np.object_], list[int], int, Pattern | None]:
        """The number of each cell, the value of each group, the modulus and the pattern."""
        return (
            np.array(self.by_class, dtype=object)[self.relations.classes],
            self.values,
            self.modulus,
            self.pattern,
        )


def _find_plainest(
    cover: Cover, copies: Copies, relations: Relations, pattern: Pattern | None
) -> _Numbers | None:
    """Return the simplest numbers that separate the board and the placements, or None if there are
    none.
    """
    shifts = _shifts(cover, copies)
    candidates = (
        _simplify(
            _Numbers(relations, *_split(relations, vector, len(copies.number)), modulus, pattern),
            shifts,
        )
        for vector, modulus in _separating_vectors(relations)
    )
    return min(candidates, key=lambda candidate: candidate.complexity, default=None)


def _separating_vectors(relations: Relations) -> Iterator[tuple[list[int], int]]:
    """Yield vectors that vanish on the lattice but not on the target, with their modulus."""
    lattice, target, size = relations.lattice, relations.target, relations.size
    if lattice.reduce(target)[1] is None:
        return
    for vector in _orthogonal(lattice, size):
        if _dot(vector, target):
            yield vector, 0
    for modulus in (*_MODULI, prod(row[place] for place, row in lattice.rows.items())):
        if modulus < 2:
            continue
        narrow = VectorLattice(modulus)
        for row in lattice.rows.values():
            narrow.add(row)
        if narrow.reduce(target)[1] is None:
            continue
        for vector in narrow.characters(size, _COMPARED):
            if _dot(vector, target) % modulus:
                yield vector, modulus
        return


def _orthogonal(lattice: VectorLattice, size: int) -> Iterator[list[int]]:
    """Yield short vectors orthogonal to the lattice; the first ones span the orthogonal space."""
    from flint import fmpz_mat

    rows = [[row.get(place, 0) for place in range(size)] for row in lattice.rows.values()]
    if len(rows) == size:
        return
    if rows:
        columns, rank = fmpz_mat(rows).nullspace()
        spanning = [[int(columns[i, j]) for i in range(size)] for j in range(rank)]
    else:
        spanning = [[int(i == j) for i in range(size)] for j in range(size)]
    short = [[int(value) for value in row] for row in fmpz_mat(spanning).lll().tolist()]
    primitive = [[value // gcd(*row) for value in row] for row in short]
    yield from primitive
    for i, one in enumerate(primitive):
        for other in primitive[:i]:
            yield [a + b for a, b in zip(one, other, strict=True)]
            yield [a - b for a, b in zip(one, other, strict=True)]


def _dot(vector: list[int], target: Vector) -> int:
    return sum(vector[place] * value for place, value in target.items())


def _split(relations: Relations, vector: list[int], groups: int) -> tuple[list[int], list[int]]:
    """Return the number of each class of cells and the value of each group."""
    return [_dot(vector, cell) for cell in relations.cells], vector[:groups]


def _shifts(cover: Cover, copies: Copies) -> list[int] | None:
    """Return the amount by which the value of each group grows with each number, or None for no
    group.
    """
    if (copies.group < 0).any() or (copies.empties < 0 and cover.empty_most > 0):
        return None
    cells = [1] * len(copies.number)
    for k, piece in enumerate(cover.problem.pieces):
        cells[int(copies.group[k])] = len(piece.polyomino)
    return cells


def _simplify(numbers: _Numbers, shifts: list[int] | None) -> _Numbers:
    """Reduce the numbers: nonnegative or mostly 0, and without a common divisor."""
    modulus = numbers.modulus
    by_class, values = numbers.by_class, numbers.values
    if modulus:
        by_class = [number % modulus for number in by_class]
    if shifts is not None:
        less = min(by_class)
        if modulus:
            frequency: Counter[int] = Counter()
            for number, times in zip(by_class, numbers.relations.counts, strict=True):
                frequency[number] += times
            less = max(sorted(frequency), key=frequency.__getitem__)
        by_class = [number - less for number in by_class]
        values = [value - less * cells for value, cells in zip(values, shifts, strict=True)]
    if modulus:
        by_class = [number % modulus for number in by_class]
        values = [value % modulus for value in values]
    divisor = gcd(modulus, *by_class)
    if divisor > 1 and all(value % divisor == 0 for value in values):
        by_class = [number // divisor for number in by_class]
        values = [value // divisor for value in values]
        modulus //= divisor
    return replace(numbers, by_class=by_class, values=values, modulus=modulus)
