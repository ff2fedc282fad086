"""Pictures of a tiling of the plane: a patch that fills the page, one period outlined, or what repeats without a seam.

Each piece is one ``<symbol>``, drawn once; a tile is a use of it, turned and moved. So squares, triangles and hexagons are
drawn alike.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing import PALETTES, THEMES
from tilewright.errors import NoTilingError
from tilewright.lattices.polyform import Polyform
from tilewright.tessellation.answer import Plane
from tilewright.tessellation.colors import PeriodicColoring
from tilewright.tessellation.geometry import Geometry, Sublattice, boundary, hermite

__all__ = ["pdf", "svg"]

_Floats: TypeAlias = NDArray[np.float64]
#: Pixels of the side of a cell; points of a centimeter.
_UNIT, _CENTIMETER = 36, 72 / 2.54
#: The width of a line, and the dashes around a period and what is left between them, in sides of a cell.
_LINE, _DASHES = 0.08, (0.5, 0.25)
_PALETTE, _THEME = next(iter(PALETTES.values())), THEMES["light"]


@dataclass(frozen=True, eq=False)
class _Patch:
    """What is drawn, in sides of cells; x to the right, y downwards.

    Attributes
    ----------
    width, height : float
    pieces : list of (n, 2) arrays
        The outline of each piece, where its drawing has it.
    tiles : list of (piece, matrix, color)
        The matrix takes points (x, y) of the outline to (a x + c y + e, b x + d y + f).
    period : (4, 2) array or None
        The corners of one period.
    """

    width: float
    height: float
    pieces: list[_Floats]
    tiles: list[tuple[int, list[float], int]]
    period: _Floats | None

    @classmethod
    def of(
        cls, answer: Plane, width: float, height: float, *, seamless: bool, coloring: PeriodicColoring | None
    ) -> _Patch:
        """Lay out a patch: see `svg`."""
        tiling, geometry = answer.tiling, answer.geometry
        if tiling is None:
            raise NoTilingError(f"there is no tiling of the plane by {' '.join(answer.names)} to be drawn")
        basis = np.array(geometry.lattice.basis, dtype=np.float64)
        if seamless:
            down, across = _upright(
                tiling.period if coloring is None else _repeats(answer, coloring), geometry
            )
            height, width = float((np.array(down) @ basis)[1]), float((np.array(across) @ basis)[0])
        colors = answer.orientations
        tiles = []
        for tile, times in _tiles(answer, basis, width, height):
            number, motion = tiling.tiles[tile]
            a, b, d = tiling.period
            move = np.array(motion.move) + times[0] * np.array((a, b)) + times[1] * np.array((0, d))
            linear = (
                np.linalg.inv(basis) @ np.array(geometry.matrices[motion.element], dtype=np.float64).T @ basis
            )
            matrix = [*linear.ravel().tolist(), *(move @ basis).tolist()]
            tiles.append((number, matrix, colors[tile] if coloring is None else coloring.color(tile, times)))
        period = None
        if not seamless:
            assert answer.period is not None
            one, other = _shortest(*(np.array(move) @ basis for move in answer.period))
            corner = np.array([width, height]) / 2 - (one + other) / 2
            period = np.stack([corner, corner + one, corner + one + other, corner + other])
        pieces = [_outline(piece, geometry, basis) for piece in answer.pieces]
        return cls(width, height, pieces, tiles, period)


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
    patch = _Patch.of(answer, width, height, seamless=seamless, coloring=coloring)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tilewright plane" role="img" '
        f'viewBox="0 0 {_figure(patch.width)} {_figure(patch.height)}" width="{_figure(patch.width * _UNIT)}" '
        f'height="{_figure(patch.height * _UNIT)}">',
        f"<title>{escape(_title(answer))}</title>",
    ]
    for number, outline in enumerate(patch.pieces):
        path = "M" + "L".join(" ".join(map(_figure, point)) for point in outline.tolist()) + "Z"
        # Nothing of a symbol is cut off.
        parts.append(f'<symbol id="piece{number}" overflow="visible"><path d="{path}"/></symbol>')
    parts.append(f'<g stroke="{_THEME.ink}" stroke-width="{_LINE}" stroke-linejoin="round">')
    for number, matrix, color in patch.tiles:
        parts.append(
            f'<use href="#piece{number}" transform="matrix({" ".join(map(_figure, matrix))})" class="color-{color}" '
            f'fill="{_PALETTE.color(color)}"/>'
        )
    parts.append("</g>")
    if patch.period is not None:
        points = " ".join(",".join(map(_figure, point)) for point in patch.period.tolist())
        dashes = " ".join(map(_figure, _DASHES))
        parts.append(
            f'<polygon class="period" points="{points}" fill="none" stroke="{_THEME.text}" stroke-width="{2 * _LINE}" '
            f'stroke-dasharray="{dashes}"/>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def pdf(
    answer: Plane,
    width: float = 24,
    height: float = 16,
    *,
    seamless: bool = False,
    coloring: PeriodicColoring | None = None,
) -> bytes:
    """Return the same as `svg` does as a PDF document of one page, which it fills; a cell is a centimeter wide."""
    import io

    from reportlab.pdfgen.canvas import Canvas

    patch = _Patch.of(answer, width, height, seamless=seamless, coloring=coloring)
    stream = io.BytesIO()
    # The same picture makes the same bytes: no time stamp.
    canvas = Canvas(stream, pagesize=(patch.width * _CENTIMETER, patch.height * _CENTIMETER), invariant=1)
    canvas.setTitle(_title(answer))
    canvas.setCreator("tilewright")
    # The format has y upwards.
    canvas.transform(_CENTIMETER, 0, 0, -_CENTIMETER, 0, patch.height * _CENTIMETER)
    canvas.setLineJoin(1)
    canvas.setLineWidth(_LINE)
    canvas.setStrokeColor(_THEME.ink)

    def trace(points: _Floats, *, fill: bool) -> None:
        path = canvas.beginPath()
        path.moveTo(*points[0].tolist())
        for point in points[1:].tolist():
            path.lineTo(*point)
        path.close()
        canvas.drawPath(path, stroke=1, fill=fill)

    for number, matrix, color in patch.tiles:
        canvas.setFillColor(_PALETTE.color(color))
        linear, shift = np.array(matrix[:4]).reshape(2, 2), np.array(matrix[4:])
        trace(patch.pieces[number] @ linear + shift, fill=True)
    if patch.period is not None:
        canvas.setStrokeColor(_THEME.text)
        canvas.setLineWidth(2 * _LINE)
        canvas.setDash(*_DASHES)
        trace(patch.period, fill=False)
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _title(answer: Plane) -> str:
    return repr(answer)[1:-1]


def _shortest(one: _Floats, other: _Floats) -> tuple[_Floats, _Floats]:
    """Return the two shortest translations that span the same sublattice (J.-L. Lagrange)."""
    while True:
        if one @ one > other @ other:
            one, other = other, one
        shorter = other - round(float(one @ other / (one @ one))) * one
        # Of two that are as long as each other, but for rounding, either will do: to and fro would have no end.
        if shorter @ shorter > other @ other - 1e-9:
            return one, other
        other = shorter


def _figure(value: float) -> str:
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _outline(piece: Polyform, geometry: Geometry, basis: _Floats) -> _Floats:
    """Return the corners of a piece where its drawing has it, (n, 2)."""
    way = boundary(piece.cells, geometry)
    assert way is not None
    corners = [
        corner
        for k, corner in enumerate(way.corners)
        if way.word[k] != way.word[k - 1]  # where it turns
    ]
    points: _Floats = np.array(corners) / geometry.scale @ basis
    return points


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
