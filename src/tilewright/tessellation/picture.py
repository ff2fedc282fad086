"""Pictures of a tiling of the plane: a patch that fills the page, one period outlined, or what repeats without a seam.

Each piece is one ``<symbol>``, drawn once; a tile is a use of it, turned and moved. So squares, triangles and hexagons are
drawn alike.
"""

from __future__ import annotations

import math
from typing import TypeAlias
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing import PALETTES, THEMES
from tilewright.errors import NoTilingError
from tilewright.lattices.polyform import Polyform
from tilewright.tessellation.answer import Plane
from tilewright.tessellation.boundary import boundary
from tilewright.tessellation.colors import PeriodicColoring
from tilewright.tessellation.geometry import Geometry
from tilewright.tessellation.periodic import Sublattice, hermite

__all__ = ["svg"]

_Floats: TypeAlias = NDArray[np.float64]
#: Pixels of the side of a cell.
_UNIT = 36


def svg(
    answer: Plane,
    width: float = 24,
    height: float = 16,
    *,
    seamless: bool = False,
    coloring: PeriodicColoring | None = None,
) -> str:
    """Return a patch of a tiling as an SVG document; tiles of one orientation have one color, if there is no coloring.

    Parameters
    ----------
    answer : Plane
        Of pieces that tile.
    width, height : float
        How much of the plane, in sides of cells (of hexagons, distances of centers).
    seamless : bool
        The smallest upright rectangle that repeats, instead: laid side by side it is the tiling again, colors included. No period is outlined.
    coloring : PeriodicColoring, optional
        Such as `fewest_colors` finds.

    Raises
    ------
    NoTilingError
        If there is no tiling.
    """
    tiling, geometry = answer.tiling, answer.geometry
    if tiling is None:
        raise NoTilingError(f"there is no tiling of the plane by {' '.join(answer.names)} to be drawn")
    basis = np.array(geometry.lattice.basis, dtype=np.float64)
    if seamless:
        down, across = _upright(tiling.period if coloring is None else _repeats(answer, coloring), geometry)
        height, width = float((np.array(down) @ basis)[1]), float((np.array(across) @ basis)[0])
    palette, theme = next(iter(PALETTES.values())), THEMES["light"]
    colors = answer.orientations
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tilewright plane" role="img" '
        f'viewBox="0 0 {_figure(width)} {_figure(height)}" width="{_figure(width * _UNIT)}" '
        f'height="{_figure(height * _UNIT)}">',
        f"<title>{escape(repr(answer)[1:-1])}</title>",
    ]
    for number, piece in enumerate(answer.pieces):
        # Nothing of a symbol is cut off.
        parts.append(
            f'<symbol id="piece{number}" overflow="visible"><path d="{_path(piece, geometry, basis)}"/></symbol>'
        )
    parts.append(f'<g stroke="{theme.ink}" stroke-width="0.08" stroke-linejoin="round">')
    for tile, times in _tiles(answer, basis, width, height):
        number, motion = tiling.tiles[tile]
        a, b, d = tiling.period
        move = np.array(motion.move) + times[0] * np.array((a, b)) + times[1] * np.array((0, d))
        linear = (
            np.linalg.inv(basis) @ np.array(geometry.matrices[motion.element], dtype=np.float64).T @ basis
        )
        x, y = (move @ basis).tolist()
        matrix = " ".join(map(_figure, [*linear.ravel().tolist(), x, y]))
        color = colors[tile] if coloring is None else coloring.color(tile, times)
        parts.append(
            f'<use href="#piece{number}" transform="matrix({matrix})" class="color-{color}" '
            f'fill="{palette.color(color)}"/>'
        )
    parts.append("</g>")
    if not seamless:
        assert answer.period is not None
        one, other = _shortest(*(np.array(move) @ basis for move in answer.period))
        corner = np.array([width, height]) / 2 - (one + other) / 2
        outline = " ".join(
            ",".join(map(_figure, point.tolist()))
            for point in (corner, corner + one, corner + one + other, corner + other)
        )
        parts.append(
            f'<polygon class="period" points="{outline}" fill="none" stroke="{theme.text}" stroke-width="0.16" '
            'stroke-dasharray="0.5 0.25"/>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _shortest(one: _Floats, other: _Floats) -> tuple[_Floats, _Floats]:
    """Return the two shortest translations that span the same sublattice (J.-L. Lagrange)."""
    while True:
        if one @ one > other @ other + 1e-9:
            one, other = other, one
        times = round(float(one @ other / (one @ one)))
        if not times:
            return one, other
        other = other - times * one


def _figure(value: float) -> str:
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _path(piece: Polyform, geometry: Geometry, basis: _Floats) -> str:
    """Return the outline of a piece where its drawing has it."""
    way = boundary(piece.cells, geometry)
    assert way is not None
    corners = [
        corner
        for k, corner in enumerate(way.corners)
        if way.word[k] != way.word[k - 1]  # where it turns
    ]
    points = (np.array(corners) / geometry.scale @ basis).tolist()
    return "M" + "L".join(" ".join(map(_figure, point)) for point in points) + "Z"


def _tiles(answer: Plane, basis: _Floats, width: float, height: float) -> list[tuple[int, tuple[int, int]]]:
    """Return the tiles that a rectangle of the picture meets: which of a period, and how many periods away."""
    kinds = answer.geometry.kinds
    # The rows and columns of cells that the rectangle meets, with those around it.
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]]) @ np.linalg.inv(basis)
    top, left = np.floor(corners.min(axis=0)).astype(int) - 2
    bottom, right = np.ceil(corners.max(axis=0)).astype(int) + 2
    shape = (int(bottom - top + 1), int(right - left + 1) * kinds)
    _, which, times = answer.parts(shape, (int(top), int(left) * kinds))
    rows = np.arange(top, bottom + 1)[:, None]
    columns = np.arange(left * kinds, (right + 1) * kinds)[None, :]
    cells = np.stack(np.broadcast_arrays(rows, columns), axis=-1).astype(np.int64)
    x, y = np.moveaxis(answer.geometry.points(cells) / answer.geometry.scale @ basis, -1, 0)
    near = (x > -1) & (x < width + 1) & (y > -1) & (y < height + 1)
    listed = np.unique(np.column_stack([which[near], times[near]]), axis=0)
    return [(tile, (down, across)) for tile, down, across in listed.tolist()]


def _repeats(answer: Plane, coloring: PeriodicColoring) -> Sublattice:
    """Return the period of a tiling with its colors."""
    assert answer.tiling is not None
    (a, b, d), (p, q, r) = answer.tiling.period, coloring.repeats
    found = hermite([(p * a, p * b + q * d), (0, r * d)])
    assert found is not None
    return found


def _upright(period: Sublattice, geometry: Geometry) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the least translations straight down and to the right that are in a period."""
    a, b, d = period
    slant = geometry.lattice.basis[0][0]
    for times in range(1, 2 * d + 1):
        # Going down by one period of the lattice goes `slant` to the right; that is taken back.
        down = times * a
        back = -slant * down
        if math.isclose(back, round(back)) and (times * b - round(back)) % d == 0:
            return (down, round(back)), (0, d)
    raise AssertionError("two independent translations repeat a rectangle")
