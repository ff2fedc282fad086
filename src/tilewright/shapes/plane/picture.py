"""Pictures of a tiling of the plane as SVG and PDF: a patch with one period outlined, or a
rectangle that repeats seamlessly.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing import PALETTES, THEMES, Picture, ThemeName, draw, save
from tilewright.errors import NoTilingError
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.plane.answer import Plane
from tilewright.shapes.plane.colors import PeriodicColoring
from tilewright.shapes.plane.geometry import Geometry, Sublattice, boundary, hermite
from tilewright.system.values.svg_repr import picture_of, picture_svg, save_picture

_Floats: TypeAlias = NDArray[np.float64]
#: Pixels per side of a cell; points per centimeter.
_UNIT, _CENTIMETER = 36, 72 / 2.54
#: The width of lines, and the lengths of dashes and gaps around a period, in sides of a cell.
_LINE, _DASHES = 0.08, (0.5, 0.25)
#: Rows and columns of a picture of cells.
_PATCH = (12, 24)
_PALETTE, _THEME = next(iter(PALETTES.values())), THEMES["light"]


@dataclass(frozen=True, eq=False)
class _Patch:
    """Outlines, and a piece, a matrix and a color for each tile. A side of a cell has length 1."""

    width: float
    height: float
    pieces: list[_Floats]
    tiles: list[tuple[int, list[float], int]]
    period: _Floats | None

    @classmethod
    def of(
        cls,
        answer: Plane,
        width: float,
        height: float,
        *,
        seamless: bool,
        coloring: PeriodicColoring | None,
    ) -> _Patch:
        """Return the layout of a patch; see `svg`."""
        tiling, geometry = answer.tiling, answer.geometry
        if tiling is None:
            raise NoTilingError(f"no tiling of the plane by {' '.join(answer.names)} is known")
        basis = np.array(geometry.lattice.basis, dtype=np.float64)
        if seamless:
            down, across = _upright_periods(
                tiling.period if coloring is None else _colored_period(answer, coloring), geometry
            )
            height, width = float((np.array(down) @ basis)[1]), float((np.array(across) @ basis)[0])
        colors = answer.orientations
        tiles = []
        for tile, times in _tiles(answer, basis, width, height):
            number, motion = tiling.tiles[tile]
            a, b, d = tiling.period
            move = np.array(motion.move) + times[0] * np.array((a, b)) + times[1] * np.array((0, d))
            linear = np.linalg.inv(basis) @ geometry.lattice.matrices[motion.element].T @ basis
            matrix = [*linear.ravel().tolist(), *(move @ basis).tolist()]
            tiles.append(
                (number, matrix, colors[tile] if coloring is None else coloring.color(tile, times))
            )
        period = None
        if not seamless:
            assert answer.period is not None
            one, other = _shortest_vectors(*(np.array(move) @ basis for move in answer.period))
            corner = np.array([width, height]) / 2 - (one + other) / 2
            period = np.stack([corner, corner + one, corner + one + other, corner + other])
        pieces = [_trace_outline(piece, geometry, basis) for piece in answer.pieces]
        return cls(width, height, pieces, tiles, period)


def draw_plane(
    plane: Plane, rows: int = _PATCH[0], columns: int = _PATCH[1], **options: Any
) -> Picture:
    """Return a picture of a patch of a tiling of the plane, or of the rings of copies around a
    piece that does not tile.
    """
    if plane.tiling is not None:
        from tilewright.solving.coloring import color

        patch = plane.patch(rows, columns)
        return draw(patch, **{"coloring": color(patch), **options})
    if plane.coronas is None:
        raise NoTilingError(f"there is no tiling of the plane by {' '.join(plane.names)} to draw")
    labels, levels = plane.rings()
    return draw(labels, coloring=levels, lattice=plane.geometry.lattice, **options)


def svg(
    answer: Plane,
    width: float = 24,
    height: float = 16,
    *,
    seamless: bool = False,
    coloring: PeriodicColoring | None = None,
    theme: ThemeName = "light",
) -> str:
    """Return a patch of a tiling as an SVG document.

    Parameters
    ----------
    answer : Plane
        An answer with a tiling.
    width, height : float
        The size of the patch, in sides of cells (for hexagons, distances between centers).
    seamless : bool
        Draw the smallest upright rectangle that repeats, including its colors, without the outline
        of a period.
    coloring : PeriodicColoring, optional
        A coloring, for example from `fewest_colors`. By default, tiles of the same orientation have
        the same color.
    theme : {"light", "dark"}
        The colors of seams and of the period.

    Raises
    ------
    NoTilingError
        If no tiling is known.
    """
    patch = _Patch.of(answer, width, height, seamless=seamless, coloring=coloring)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tilewright plane" role="img" '
        f'viewBox="0 0 {_number_text(patch.width)} {_number_text(patch.height)}" '
        f'width="{_number_text(patch.width * _UNIT)}" '
        f'height="{_number_text(patch.height * _UNIT)}">',
        f"<title>{escape(_title(answer), quote=False)}</title>",
    ]
    for number, outline in enumerate(patch.pieces):
        path = (
            "M" + "L".join(" ".join(map(_number_text, point)) for point in outline.tolist()) + "Z"
        )
        parts.append(f'<symbol id="piece{number}" overflow="visible"><path d="{path}"/></symbol>')
    inks = THEMES[theme]
    parts.append(f'<g stroke="{inks.well}" stroke-width="{_LINE}" stroke-linejoin="round">')
    for number, matrix, ink in patch.tiles:
        parts.append(
            f'<use href="#piece{number}" transform="matrix({" ".join(map(_number_text, matrix))})" '
            f'class="color-{ink}" '
            f'fill="{_PALETTE.color(ink)}"/>'
        )
    parts.append("</g>")
    if patch.period is not None:
        points = " ".join(",".join(map(_number_text, point)) for point in patch.period.tolist())
        dashes = " ".join(map(_number_text, _DASHES))
        parts.append(
            f'<polygon class="period" points="{points}" fill="none" stroke="{inks.text}" '
            f'stroke-width="{2 * _LINE}" '
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
    """Return the picture from `svg` as a PDF document with one page and cells that are one
    centimeter wide.
    """
    import io

    from reportlab.pdfgen.canvas import Canvas

    patch = _Patch.of(answer, width, height, seamless=seamless, coloring=coloring)
    stream = io.BytesIO()
    # Without a time stamp, the same picture makes the same bytes.
    canvas = Canvas(
        stream, pagesize=(patch.width * _CENTIMETER, patch.height * _CENTIMETER), invariant=1
    )
    canvas.setTitle(_title(answer))
    canvas.setCreator("tilewright")
    # In PDF, y grows upwards.
    canvas.transform(_CENTIMETER, 0, 0, -_CENTIMETER, 0, patch.height * _CENTIMETER)
    canvas.setLineJoin(1)
    canvas.setLineWidth(_LINE)
    canvas.setStrokeColor(_THEME.well)

    def trace(points: _Floats, *, fill: bool) -> None:
        path = canvas.beginPath()
        path.moveTo(*points[0].tolist())
        for point in points[1:].tolist():
            path.lineTo(*point)
        path.close()
        canvas.drawPath(path, stroke=1, fill=fill)

    for number, matrix, ink in patch.tiles:
        canvas.setFillColor(_PALETTE.color(ink))
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


def _shortest_vectors(one: _Floats, other: _Floats) -> tuple[_Floats, _Floats]:
    """Return the two shortest vectors that span the same lattice (J.-L. Lagrange)."""
    while True:
        if one @ one > other @ other:
            one, other = other, one
        shorter = other - round(float(one @ other / (one @ one))) * one
        # The tolerance avoids an endless loop between two vectors of the same length.
        if shorter @ shorter > other @ other - 1e-9:
            return one, other
        other = shorter


def _number_text(value: float) -> str:
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _trace_outline(piece: Polyform, geometry: Geometry, basis: _Floats) -> _Floats:
    """Return the corners of a piece in the coordinates of the drawing, (n, 2)."""
    way = boundary(piece.cells, geometry)
    assert way is not None
    steps = np.roll(way, -1, axis=0) - way
    corners = way[(steps != np.roll(steps, 1, axis=0)).any(axis=1)]  # where it turns
    points: _Floats = corners / geometry.scale @ basis
    return points


def _tiles(
    answer: Plane, basis: _Floats, width: float, height: float
) -> list[tuple[int, tuple[int, int]]]:
    """Return the tiles that the picture shows: the number within a period, and the period."""
    kinds = answer.geometry.kinds
    # The rows and columns of cells that meet the rectangle, with a margin; cells may lie in other
    # periods than their own.
    margin = 1 + max(max(move) for move in answer.geometry.lattice.moves)
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]]) @ np.linalg.inv(basis)
    top, left = np.floor(corners.min(axis=0)).astype(int) - margin
    bottom, right = np.ceil(corners.max(axis=0)).astype(int) + margin
    shape = (int(bottom - top + 1), int(right - left + 1) * kinds)
    _, which, times = answer.parts(shape, (int(top), int(left) * kinds))
    rows = np.arange(top, bottom + 1)[:, None]
    columns = np.arange(left * kinds, (right + 1) * kinds)[None, :]
    cells = np.stack(np.broadcast_arrays(rows, columns), axis=-1).astype(np.int64)
    x, y = np.moveaxis(answer.geometry.lattice.center(cells), -1, 0)
    near = (x > -1) & (x < width + 1) & (y > -1) & (y < height + 1)
    shown = np.unique(np.column_stack([which[near], times[near]]), axis=0)
    return [(tile, (down, across)) for tile, down, across in shown.tolist()]


def _colored_period(answer: Plane, coloring: PeriodicColoring) -> Sublattice:
    """Return the period of a tiling together with its colors."""
    assert answer.tiling is not None
    (a, b, d), (p, q, r) = answer.tiling.period, coloring.repeats
    period = hermite([(p * a, p * b + q * d), (0, r * d)])
    assert period is not None
    return period


def _upright_periods(
    period: Sublattice, geometry: Geometry
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the smallest vertical and horizontal translations of a period."""
    a, b, d = period
    slant = geometry.lattice.basis[0][0]
    for times in range(1, 2 * d + 1):
        # A step down by one period moves `slant` to the right, which has to be undone.
        down = times * a
        back = -slant * down
        if math.isclose(back, round(back)) and (times * b - round(back)) % d == 0:
            return (down, round(back)), (0, d)
    raise AssertionError("any two independent translations repeat some rectangle")


picture_of.register(Plane, draw_plane)


@picture_svg.register
def _(plane: Plane) -> str:
    return picture_svg(draw_plane(plane)) if plane.tiling is None else svg(plane)


@save_picture.register
def _(plane: Plane, path: str | os.PathLike[str], **options: Any) -> Path | None:
    return save(draw_plane(plane, **options), path)
