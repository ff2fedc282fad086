"""Whether the data of a lattice are consistent: cells that fill the plane or space, and symmetries
that permute them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

#: Lattices of the plane and of space.
_DIMENSIONS = (2, 3)
_TOLERANCE = 1e-6


def lattice_faults(lattice: Any) -> list[str]:
    """Return the faults in the data of a lattice. The list is empty if the data are valid.

    Later checks depend on earlier checks, so only the faults of the first stage with faults are
    listed.
    """
    for stage in (_shape_faults, _symmetry_faults, _cell_faults):
        if faults := list(stage(lattice)):
            return faults
    return []


def _shape_faults(lattice: Any) -> Iterator[str]:
    """Yield faults of types and sizes."""
    name, dimension = lattice.name, lattice.dimension
    if not (isinstance(name, str) and name.isidentifier()):
        yield f"the name must be a single word, got {name!r}"
    if dimension not in _DIMENSIONS:
        yield f"the dimension must be 2 or 3, got {dimension!r}"
        return
    if not isinstance(lattice.scale, int) or lattice.scale < 1:
        yield f"the scale must be a positive integer, got {lattice.scale!r}"
    if not lattice.centers or len(lattice.centers) != len(lattice.corners):
        yield (
            "each kind of cell must have a center and a list of corners, got "
            f"{len(lattice.centers)} centers and "
            f"{len(lattice.corners)} lists of corners"
        )
    if not all(_is_point(center, dimension) for center in lattice.centers):
        yield f"each center must consist of {dimension} integers"
    for kind, corners in enumerate(lattice.corners):
        if len(set(corners)) != len(corners) or len(corners) <= dimension:
            least = dimension + 1
            yield f"kind {kind} must have at least {least} different corners, got {len(set(corners))}"  # noqa: E501
        if not all(_is_point(corner, dimension) for corner in corners):
            yield f"each corner of kind {kind} must consist of {dimension} integers"
    if np.shape(lattice.basis) != (dimension, dimension):
        yield f"the basis must consist of {dimension} vectors of {dimension} numbers"
    elif abs(np.linalg.det(np.array(lattice.basis, dtype=float))) < _TOLERANCE:
        yield "the vectors of the basis must be linearly independent"
    for what, matrix in _motions(lattice):
        if np.shape(matrix) != (dimension, dimension) or not all(
            _is_point(row, dimension) for row in matrix
        ):
            yield f"each {what} must be a {dimension}x{dimension} matrix of integers, got {matrix}"


def _motions(lattice: Any) -> list[tuple[str, Any]]:
    """Return the matrices of a lattice, and the required properties of each."""
    return [*(("rotation", one) for one in lattice.rotations), ("reflection", lattice.reflection)]


def _is_point(value: Any, dimension: int) -> bool:
    return len(value) == dimension and all(isinstance(number, int | np.integer) for number in value)


def _symmetry_faults(lattice: Any) -> Iterator[str]:
    """Yield faults of the matrices: changed lengths, or a wrong number of generated symmetries."""
    basis = np.array(lattice.basis, dtype=float)
    lengths = basis @ basis.T
    for what, entries in _motions(lattice):
        matrix = np.array(entries, dtype=np.int64)
        motion = "rotation" if round(float(np.linalg.det(matrix))) == 1 else "reflection"
        if not np.allclose(matrix.T @ lengths @ matrix, lengths, atol=_TOLERANCE):
            yield f"the {what} {entries} changes lengths in the basis {lattice.basis}"
        elif motion != what:
            yield f"the {what} {entries} is a {motion}"
    wanted = "one generator" if lattice.dimension == 2 else "two generators"
    if len(lattice.rotations) != lattice.dimension - 1:
        yield (
            f"the rotations of a {lattice.dimension}-dimensional lattice must be given by "
            f"{wanted}, got {len(lattice.rotations)}"
        )


def _cell_faults(lattice: Any) -> Iterator[str]:
    """Yield faults of the cells: symmetries that do not permute them, gaps and overlaps."""
    scale = lattice.scale
    places = [tuple(int(x) % scale for x in center) for center in lattice.centers]
    if len(set(places)) < len(places):
        yield "the centers of two kinds of cells differ only by a period"
        return
    centers = np.array(lattice.centers, dtype=np.int64)
    for what, entries in _motions(lattice):
        matrix = np.array(entries, dtype=np.int64)
        for kind, center in enumerate(centers):
            image = matrix @ center
            place = tuple((image % scale).tolist())
            if place not in places:
                yield (
                    f"the {what} {entries} does not map a cell of kind {kind} to a cell: no cell "
                    f"has its center at {place}"
                )
                continue
            image_kind = places.index(place)
            shift = image - centers[image_kind]
            moved = {
                tuple((matrix @ np.array(corner)).tolist()) for corner in lattice.corners[kind]
            }
            wanted = {
                tuple((np.array(corner) + shift).tolist()) for corner in lattice.corners[image_kind]
            }
            if moved != wanted:
                yield (
                    f"the {what} {entries} does not map the corners of kind {kind} to the "
                    f"corners of kind {image_kind}"
                )
    if lattice.dimension == 2:
        yield from _side_faults(lattice)


def _side_faults(lattice: Any) -> Iterator[str]:
    """Yield faults of cells in the plane: sides without exactly one neighbor, and areas that do not
    fill the plane.
    """
    scale = lattice.scale
    areas = 0.0
    for kind, corners in enumerate(lattice.corners):
        points = np.array(corners, dtype=float)
        x, y = points.T
        areas += abs(float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())) / 2
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            beside = sum(
                {start, end} <= _move(other, move, scale)
                for move in lattice.moves
                for number, other in enumerate(lattice.corners)
                if (number, move) != (kind, (0, 0))
            )
            if beside != 1:
                yield (
                    f"the side from {start} to {end} of kind {kind} must have one neighbor, "
                    f"got {beside}"
                )
    if not math.isclose(areas, scale**2):
        yield f"the cells must cover a period exactly: their area is {areas / scale**2:g} periods"


def _move(corners: Any, move: tuple[int, ...], scale: int) -> set[tuple[int, ...]]:
    return {
        tuple(x + scale * step for x, step in zip(corner, move, strict=True)) for corner in corners
    }
