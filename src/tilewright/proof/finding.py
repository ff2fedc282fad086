"""Find a weighting: in a pattern that a person sees at a glance, if there is one; else any."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, prod

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.proof.lattice import Lattice, Vector
from tilewright.proof.patterns import Pattern, patterns
from tilewright.proof.relations import Copies, Relations, count_copies, own_relations, pattern_relations
from tilewright.proof.weights import Weighting

__all__ = ["find_weighting"]

#: With more placements than this, cells have no weights of their own and patterns few classes; or no weights at all.
_OWN, _LARGE = 20_000, 1_000_000
_CLASSES = 6
#: Generators whose relations are solved quickly.
_GENERATORS = 64
#: So many weightings of one kind are compared.
_COMPARED = 600
#: Moduli that are tried before any that must do.
_MODULI = (2, 3, 4, 5, 7, 8, 9, 11, 13, 16)


def find_weighting(cover: Cover) -> Weighting | None:
    """Find the simplest weighting that shows that there is no tiling.

    Parameters
    ----------
    cover : Cover

    Returns
    -------
    Weighting or None
        None if there is none, or if the problem is so large that it was not looked for.
    """
    if cover.size > _LARGE or not cover.size:
        return None
    copies = count_copies(cover)
    own = own_relations(cover, copies, _GENERATORS) if cover.size <= _OWN else None
    if own is not None and own.lattice.reduce(own.target)[1] is None:
        return None
    best: Weighting | None = None
    for pattern in patterns():
        if own is None and pattern.size > _CLASSES:
            break
        relations = pattern_relations(cover, copies, pattern)
        if relations is None:
            continue
        for weighting in _weightings(cover, copies, relations, pattern):
            if best is None or weighting.complexity < best.complexity:
                best = weighting
        if best is not None and best.is_plain:
            return best
    if best is None and own is not None:
        best = min(
            _weightings(cover, copies, own, None), key=lambda weighting: weighting.complexity, default=None
        )
    return best


def _weightings(
    cover: Cover, copies: Copies, relations: Relations, pattern: Pattern | None
) -> Iterator[Weighting]:
    """Yield weightings that tell the board from the placements: whole numbers, and by a modulus."""
    lattice, target, size = relations.lattice, relations.target, relations.size
    if lattice.reduce(target)[1] is None:
        return
    for vector in _orthogonal(lattice, size):
        if _dot(vector, target):
            yield _made(cover, copies, relations, vector, 0, pattern)
    for modulus in (*_MODULI, prod(row[place] for place, row in lattice.rows.items())):
        if modulus < 2:
            continue
        narrow = Lattice(modulus)
        for row in lattice.rows.values():
            narrow.add(row)
        if narrow.reduce(target)[1] is None:
            continue
        for vector in narrow.characters(size, _COMPARED):
            if _dot(vector, target) % modulus:
                yield _made(cover, copies, relations, vector, modulus, pattern)
        return


def _orthogonal(lattice: Lattice, size: int) -> Iterator[list[int]]:
    """Yield short vectors that are orthogonal to the lattice; the first ones span all that are."""
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


def _made(
    cover: Cover,
    copies: Copies,
    relations: Relations,
    vector: list[int],
    modulus: int,
    pattern: Pattern | None,
) -> Weighting:
    """Make the weighting that a vector of generators stands for, as plain as its kind can be."""
    weights = np.array([_dot(vector, cell) for cell in relations.cells], dtype=object)
    values = vector[: len(copies.number)]
    if modulus:
        weights %= modulus
    if (copies.group >= 0).all() and (copies.empties >= 0 or not cover.empty_most):
        weights, values = _shifted(cover, copies, weights, values, modulus)
    divisor = gcd(modulus, *weights.tolist())
    if divisor > 1 and all(value % divisor == 0 for value in values):
        weights, values, modulus = weights // divisor, [v // divisor for v in values], modulus // divisor
    return Weighting.of(cover, copies, weights, values, modulus, pattern)


def _shifted(
    cover: Cover, copies: Copies, weights: NDArray[np.object_], values: list[int], modulus: int
) -> tuple[NDArray[np.object_], list[int]]:
    """Add the same number to all weights, so that none is negative, or the most frequent one is 0.

    Every piece of s cells then gains s times the number, and so do all copies together and the board.
    """
    if modulus:
        kinds, counts = np.unique(weights.astype(np.int64), return_counts=True)
        less = int(kinds[counts.argmax()])
    else:
        less = min(weights.tolist())
    cells = [1] * len(values)
    for k, piece in enumerate(cover.problem.pieces):
        cells[int(copies.group[k])] = len(piece.polyomino)
    moved = [value - less * size for value, size in zip(values, cells, strict=True)]
    if modulus:
        return (weights - less) % modulus, [value % modulus for value in moved]
    return weights - less, moved
