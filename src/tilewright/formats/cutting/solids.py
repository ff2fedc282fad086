"""Solids for 3D printers, in millimeters: pieces, and trays for boards.

A piece is smaller than its cells by the clearance, half of it on each side. Each piece is a union
of convex hulls: of spheres if edges are rounded or cells are balls, of points otherwise. The
library Manifold computes them, so each surface is closed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold, OpType, triangulate
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from tilewright.errors import FormatError
from tilewright.formats.cutting.parts import check_smaller_than_cell, loops, width_of_cell
from tilewright.model.space.lattice import BALLS, SQUARES, Cell, Lattice

_Floats: TypeAlias = NDArray[np.float64]
#: The sides of a polygon in place of a circle. Its corners lie in the directions in which sides of
#: triangles and hexagons move, so rounded pieces are as wide as others.
_STEPS = 24
#: More for balls, which are larger than rounded edges.
_STEPS_OF_BALLS = 36
#: The radius of the neck between two balls, relative to theirs.
_NECK = 0.45
#: The most that a corner moves if its sides move by 1: the corners of triangles move by 2.
_MITER = 3.0
#: Details that are smaller, in millimeters, are left out; files have about seven digits.
_DETAIL = 1e-3
#: Rows and layers are counted downwards, y and z upwards.
_UPWARDS = (1, -1, -1)


class Sizes(NamedTuple):
    """The lengths of solids in millimeters."""

    cell: float
    clearance: float
    radius: float
    height: float
    floor: float


def solid_piece(lattice: Lattice, cells: Sequence[Cell], sizes: Sizes) -> Manifold:
    """Return a piece where its cells lie."""
    check_smaller_than_cell(lattice, sizes.cell, clearance=sizes.clearance)
    _check_radius(lattice, sizes)
    if lattice is BALLS:
        return _balls(np.array(cells), sizes)
    inset = sizes.clearance / 2 + sizes.radius
    if lattice.dimension == 3:
        corners = _boxes(np.array(cells), sizes.cell, inset)
    else:
        outline = _section(lattice, cells, sizes.cell).offset(-inset, JoinType.Miter, _MITER)
        corners = _prisms(outline, sizes.radius, sizes.height - sizes.radius)
    ball = _sphere(sizes.radius, _STEPS) if sizes.radius else np.zeros((1, 3))
    return _union(corners, ball)


def solid_tray(lattice: Lattice, cells: Sequence[Cell], sizes: Sizes) -> Manifold:
    """Return a tray with a floor, whose walls are as high as the pieces and at least as wide as a
    cell.
    """
    if lattice.dimension == 3:
        raise FormatError(f"a tray requires a flat board, got {lattice.cells}", where="tray")
    check_smaller_than_cell(lattice, sizes.cell, clearance=sizes.clearance)
    board = _section(lattice, cells, sizes.cell)
    around = board.hull()
    if lattice is SQUARES:
        # As the frame for laser cutters.
        left, low, right, high = board.bounds()
        around = CrossSection.square((right - left, high - low)).translate((left, low))
    plate = around.offset(sizes.cell, JoinType.Miter, _MITER)
    top = sizes.floor + sizes.height
    return plate.extrude(top) - board.extrude(top).translate((0, 0, sizes.floor))


def _check_radius(lattice: Lattice, sizes: Sizes) -> None:
    """Check the radius of rounded edges."""
    if not sizes.radius:
        return
    if lattice is BALLS:
        raise FormatError("balls have no edges to round", where="corner-radius")
    most = (width_of_cell(lattice, sizes.cell) - sizes.clearance) / 2
    if lattice.dimension == 2:
        most = min(most, sizes.height / 2)
    if sizes.radius >= most:
        raise FormatError(
            f"the corner radius of {lattice.cells} must be less than {most:g} mm, got "
            f"{sizes.radius:g} mm",
            where="corner-radius",
        )


def _section(lattice: Lattice, cells: Iterable[Cell], size: float) -> CrossSection:
    """Return the area of flat cells."""
    # Outlines run clockwise, and areas are to the left of their outlines.
    return CrossSection([loop[::-1] * (size, -size) for loop in loops(cells, lattice)])


def _prisms(outline: CrossSection, low: float, high: float) -> _Floats:
    """Return the corners (n, 6, 3) of prisms whose bases are triangles that fill an outline."""
    polygons = outline.to_polygons()
    bases = np.concatenate(polygons)[triangulate(polygons)]
    ends = [np.dstack([bases, np.full(bases.shape[:2], height)]) for height in (low, high)]
    return np.concatenate(ends, axis=1)


def _boxes(cells: NDArray[np.int64], size: float, inset: float) -> _Floats:
    """Return the corners (n, 8, 3) of boxes that fill a piece whose sides have moved inwards: one
    for each full block of at most 2x2x2 cubes.
    """
    filled = np.zeros(cells.max(axis=0) + 2, dtype=bool)
    filled[tuple(cells.T)] = True
    ends = np.array([*itertools.product((0, 1), repeat=3)])
    boxes = []
    for shape in itertools.product((1, 2), repeat=3):
        blocks = np.argwhere(sliding_window_view(filled, shape).all(axis=(3, 4, 5)))
        boxes.append((blocks[:, None] + ends * shape) * size + inset * (1 - 2 * ends))
    return np.concatenate(boxes)[..., ::-1] * _UPWARDS


def _balls(cells: NDArray[np.int64], sizes: Sizes) -> Manifold:
    """Return balls with necks between those that touch."""
    centers = BALLS.center(cells) * _UPWARDS * sizes.cell
    ball = _sphere((sizes.cell - sizes.clearance) / 2, _STEPS_OF_BALLS)
    apart = np.linalg.norm(centers[:, None] - centers, axis=2)
    pairs = np.argwhere(np.triu(np.abs(apart - sizes.cell) < 1e-6))
    return _union(centers[:, None], ball) + _union(centers[pairs], _NECK * ball)


def _sphere(radius: float, steps: int) -> _Floats:
    """Return the corners (n, 3) of a polyhedron in place of a sphere."""
    points: _Floats = Manifold.sphere(radius, steps).to_mesh64().vert_properties
    return points


def _union(corners: _Floats, ball: _Floats) -> Manifold:
    """Return the union of the convex hulls of balls around the corners (n, number, 3)."""
    hulls = [Manifold.hull_points((each[:, None] + ball).reshape(-1, 3)) for each in corners]
    return Manifold.batch_boolean(hulls, OpType.Add).simplify(_DETAIL)
