"""Lattices of integer vectors: whether a vector is a combination of others, and if not, a
functional that separates it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from math import gcd

#: A sparse vector: coordinates that are not 0.
Vector = dict[int, int]


class VectorLattice:
    """All integer combinations of some vectors, in echelon form, plus all multiples of `modulus` if
    it is not 0.

    The form is Hermite's, except that entries above the pivots are only kept small (H. Cohen, *A
    Course in Computational Algebraic Number Theory*, 2.4).
    """

    def __init__(self, modulus: int = 0) -> None:
        self.modulus = modulus
        self.rows: dict[int, Vector] = {}

    def _row(self, pivot: int) -> Vector | None:
        row = self.rows.get(pivot)
        return {pivot: self.modulus} if row is None and self.modulus else row

    def add(self, vector: Mapping[int, int]) -> None:
        """Add a vector to the lattice."""
        rest = self._small({place: value for place, value in vector.items() if value})
        while rest:
            pivot = min(rest)
            row = self._row(pivot)
            if row is None:
                break
            have, got = row[pivot], rest[pivot]
            if got % have == 0:
                rest = self._small(plus(rest, row, -(got // have)))
                continue
            common, x, y = _bezout(have, got)
            self._keep(pivot, plus(_times(row, x), rest, y))
            rest = self._small(plus(_times(rest, have // common), row, -(got // common)))
        if rest:
            pivot = min(rest)
            self._keep(pivot, rest if rest[pivot] > 0 else _times(rest, -1))

    def _keep(self, pivot: int, row: Vector) -> None:
        """Store a row, with small entries at other pivots."""
        for place in sorted(row):
            other = self._row(place) if place > pivot else None
            if other is not None and place in row:
                row = plus(row, other, -(row[place] // other[place]))
        self.rows[pivot] = row

    def _small(self, vector: Vector) -> Vector:
        """Reduce the entries modulo the modulus."""
        if not self.modulus:
            return vector
        return {
            place: value % self.modulus for place, value in vector.items() if value % self.modulus
        }

    def reduce(self, vector: Mapping[int, int]) -> tuple[Vector, int | None]:
        """Return the remainder of a vector, and the coordinate where it leaves the lattice (None if
        it is in the lattice).
        """
        rest = self._small({place: value for place, value in vector.items() if value})
        while rest:
            pivot = min(rest)
            row = self._row(pivot)
            if row is None or rest[pivot] % row[pivot]:
                return rest, pivot
            rest = self._small(plus(rest, row, -(rest[pivot] // row[pivot])))
        return rest, None

    def reduced(self, vector: Mapping[int, int]) -> Vector:
        """Return an equivalent vector modulo the lattice, with small entries."""
        rest = self._small({place: value for place, value in vector.items() if value})
        for place in range(min(rest, default=0), max(rest, default=-1) + 1):
            row = self._row(place)
            if row is not None and place in rest:
                # This may create later entries, which are still to come.
                rest = self._small(plus(rest, row, -(rest[place] // row[place])))
        return rest

    def characters(self, size: int, most: int) -> Iterator[list[int]]:
        """Yield vectors y below the modulus with y·v ≡ 0 for all v in the lattice: a basis, then at
        most `most` of its combinations.
        """
        basis = []
        orders = []
        for pivot in range(size):
            row = self._row(pivot)
            assert row is not None, "characters require a lattice with a modulus"
            if row[pivot] > 1:
                basis.append(self._dual(pivot, size))
                orders.append(row[pivot])
        yield from basis
        for times in islice(product(*map(range, orders)), most):
            if sum(map(bool, times)) + max(times, default=0) > 2:
                yield [
                    sum(t * vector[place] for t, vector in zip(times, basis, strict=True))
                    % self.modulus
                    for place in range(size)
                ]

    def _dual(self, pivot: int, size: int) -> list[int]:
        """Return y with y·row = modulus for the row of this pivot, and 0 for all other rows."""
        y = [0] * size
        for place in range(pivot, -1, -1):
            row = self._row(place)
            assert row is not None
            wanted = self.modulus if place == pivot else 0
            wanted -= sum(value * y[at] for at, value in row.items() if at != place)
            y[place] = wanted // row[place]
        return [value % self.modulus for value in y]


def plus(one: Mapping[int, int], other: Mapping[int, int], times: int = 1) -> Vector:
    """Return ``one + times * other``."""
    total = dict(one)
    for place, value in other.items():
        value = total.get(place, 0) + times * value
        if value:
            total[place] = value
        else:
            total.pop(place, None)
    return total


def _times(vector: Mapping[int, int], times: int) -> Vector:
    return {place: times * value for place, value in vector.items()} if times else {}


def _bezout(one: int, other: int) -> tuple[int, int, int]:
    """Return g, x, y with ``x * one + y * other == g``, the greatest common divisor."""
    common = gcd(one, other)
    x = pow(one // common, -1, abs(other) // common)
    return common, x, (common - x * one) // other
