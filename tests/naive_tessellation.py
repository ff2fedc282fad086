"""Slow twins: the factors of a boundary, by trying all cuts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tilewright.tessellation.boundary import Boundary
from tilewright.tessellation.geometry import Geometry
from tilewright.tessellation.isohedral import Kind

Vector = tuple[int, int]


def apply(matrix: Sequence[Sequence[int]], vector: Vector) -> Vector:
    (a, b), (c, d) = matrix
    return a * vector[0] + b * vector[1], c * vector[0] + d * vector[1]


def compositions(total: int, weights: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All numbers from 0 on, one for each weight, whose weighted sum is `total`."""
    if not weights:
        if total == 0:
            yield ()
        return
    for number in range(total // weights[0] + 1):
        for rest in compositions(total - number * weights[0], weights[1:]):
            yield (number, *rest)


def fits(kind: Kind, boundary: Boundary, geometry: Geometry) -> bool:
    """Whether a boundary can be cut into the factors of a kind, all but those that are left out."""
    steps = [geometry.directions[letter] for letter in boundary.word]
    n = len(steps)
    mirrors = geometry.matrices[geometry.rotations :]
    weights = [1 if one == other else 2 for one, other, _ in kind.pairs]
    for sizes in compositions(n, weights):
        if sum(size > 0 for size in sizes) < 2:
            continue
        lengths = [0] * 6
        for (one, other, _), size in zip(kind.pairs, sizes, strict=True):
            lengths[one] = lengths[other] = size
        ends = list(itertools.accumulate(lengths, initial=0))
        for start in range(n):
            turned = steps[start:] + steps[:start]
            parts = [turned[a:b] for a, b in itertools.pairwise(ends)]
            if any(
                all(match(how, parts[one], parts[other], mirror, geometry) for one, other, how in kind.pairs)
                for mirror in (mirrors if kind.reflects else mirrors[:1])
            ):
                return True
    return False


def match(
    how: str, one: list[Vector], other: list[Vector], mirror: Sequence[Sequence[int]], geometry: Geometry
) -> bool:
    if how == "T":
        return other == [(-a, -b) for a, b in reversed(one)]
    if how == "C":
        return one == one[::-1]
    if how == "G":
        return other == [apply(mirror, step) for step in one]
    if how == "H":
        return other == [(-a, -b) for a, b in (apply(mirror, step) for step in one)]
    element = geometry.rotation(int(how))
    if element is None:
        return not one
    # Round the corner between them, the second side turns into the first one walked backwards.
    return [apply(geometry.matrices[element], step) for step in other] == [(-a, -b) for a, b in reversed(one)]
