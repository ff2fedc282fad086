"""Paint a picture on a canvas, back to front. SVG and PDF are two kinds of canvas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.makers.compose import INDIVIDUAL
from tilewright.drawing.model.extent import ARROW_WIDTH, THICK_WIDTH, THIN_WIDTH, all_texts
from tilewright.drawing.model.geometry import SHADES, Mesh, long_lines, outlines
from tilewright.drawing.model.picture import THICK, THIN, UNCOVERED, Picture, Text
from tilewright.labels import OUTSIDE

__all__ = ["Area", "Canvas", "Lines", "paint"]

#: Lines through points (x, y) in cells, y downwards. In a raster the numbers are integers.
Lines: TypeAlias = Sequence[Sequence[Sequence[float]]]
#: Larger than any color number.
_COLORS = 1 << 16


class Area(NamedTuple):
    """Something filled at once: a tile (or its part of one color), or all cells of one color.

    `kind` is "tile" (number `tile` of `tiles`), "tiles" (too many for a path each) or "cells" (outside all tiles).
    """

    kind: str
    number: int
    loops: Lines
    tile: int = -1
    tiles: int = 0


class Canvas(Protocol):
    """What pictures are painted on. Places are x and y in cells, y downwards."""

    def fill(self, areas: Iterable[Area], *, grouped: bool = False) -> None:
        """Fill areas by the even-odd rule, as one group if `grouped`."""

    def shade(self, color: str, share: float, loops: Lines) -> None:
        """Fill closed lines with a color that is partly transparent."""

    def stroke(self, name: str, color: str, width: float, lines: Iterable[Sequence[Sequence[float]]]) -> None:
        """Draw lines with round ends."""

    def holes(self, color: str, corners: Sequence[tuple[float, float]]) -> None:
        """Fill cells, given by their upper left corners."""

    def dots(self, middles: Mapping[str, Sequence[tuple[float, float]]]) -> None:
        """Draw dots of several colors."""

    def rings(self, color: str, middles: Sequence[tuple[float, float]]) -> None:
        """Draw rings."""

    def text(self, text: Text, color: str) -> None:
        """Write a text."""


def paint(picture: Picture, canvas: Canvas) -> None:
    """Paint a picture on a canvas, back to front."""
    canvas.fill(_cells(picture))
    if picture.regions is not None:
        individual = int(picture.regions.max(initial=-1)) < INDIVIDUAL
        areas = (_tiles if individual else _tiles_by_color)(picture.fill, picture.regions)
        canvas.fill(areas, grouped=individual)
    if picture.mesh is not None:
        _paint_mesh(picture, picture.mesh, canvas)
    for weight, name, color, width in _weights(picture):
        across = long_lines(picture.horizontal, weight).tolist()
        down = long_lines(picture.vertical.T, weight).tolist()
        if across or down:
            level = (((first, row), (last, row)) for row, first, last in across)
            upright = (((column, first), (column, last)) for column, first, last in down)
            canvas.stroke(name, color, width, chain(level, upright))
    arrows = [stroke for arrow in picture.arrows for stroke in arrow.strokes()]
    if arrows:
        canvas.stroke("arrows", picture.theme.note, ARROW_WIDTH, arrows)
    _paint_marks(picture, canvas)
    plain = {"label": picture.theme.text, "note": picture.theme.note}
    for text in all_texts(picture):
        canvas.text(text, plain.get(text.role) or picture.ink_at(text.row, text.column))


def _paint_mesh(picture: Picture, mesh: Mesh, canvas: Canvas) -> None:
    groups, count = list(mesh.groups()), int(mesh.region.max(initial=-1)) + 1
    canvas.fill(
        (
            Area("tile" if tile >= 0 else "cells", number, loops, tile, count)
            for tile, number, _, loops in groups
        ),
        grouped=True,
    )
    shaded: dict[int, list[Any]] = {}
    for _, _, shade, loops in groups:
        if shade and not picture.bare:
            shaded.setdefault(shade, []).extend(loops)
    for shade, loops in shaded.items():
        canvas.shade(*SHADES[shade], loops)
    for weight, name, color, width in _weights(picture):
        lines = mesh.points[mesh.lines[mesh.weight == weight]].tolist()
        if lines:
            canvas.stroke(name, color, width, lines)


def _weights(picture: Picture) -> tuple[tuple[int, str, str, float], ...]:
    """Return the weights of lines with their names, colors and widths."""
    return (
        (THIN, "thin", picture.theme.line, THIN_WIDTH),
        (THICK, "thick", picture.ink, THICK_WIDTH),
    )


def _paint_marks(picture: Picture, canvas: Canvas) -> None:
    places: dict[str, list[tuple[float, float]]] = {"hole": [], "dot": [], "ring": []}
    for mark in picture.marks:
        places[mark.kind].append((mark.column, mark.row))
    if places["hole"]:
        canvas.holes(picture.theme.hole, places["hole"])
    by_color: dict[str, list[tuple[float, float]]] = {}
    for x, y in places["dot"]:
        by_color.setdefault(picture.ink_at(y + 0.5, x + 0.5), []).append((x + 0.5, y + 0.5))
    if by_color:
        canvas.dots(by_color)
    if places["ring"]:
        canvas.rings(picture.theme.accent, [(x + 0.5, y + 0.5) for x, y in places["ring"]])


def _cells(picture: Picture) -> Iterator[Area]:
    """Yield the cells of a raster outside all tiles, by color."""
    alone = picture.fill if picture.regions is None else np.where(picture.regions >= 0, OUTSIDE, picture.fill)
    codes = np.where(alone == OUTSIDE, -1, alone.astype(np.int32) - UNCOVERED)
    return (Area("cells", code + UNCOVERED, loops) for code, loops in _traced(codes))


def _tiles(fill: NDArray[np.int16], regions: NDArray[np.signedinteger[Any]]) -> Iterator[Area]:
    """Yield the tiles of a raster one by one. A tile of several colors is split by color."""
    count = int(regions.max(initial=-1)) + 1
    inside = regions >= 0
    color = np.zeros(count, dtype=np.int64)
    own = regions[inside]
    color[own] = fill[inside]
    if (color[own] == fill[inside]).all():
        for tile, loops in _traced(regions):
            yield Area("tile", int(color[tile]), loops, tile, count)
        return
    codes = np.where(inside, regions.astype(np.int64) * _COLORS + (fill - UNCOVERED), -1)
    known, which = np.unique(np.append(codes, -1), return_inverse=True)
    for number, loops in _traced(which[:-1].reshape(codes.shape) - 1):
        tile, code = divmod(int(known[number + 1]), _COLORS)
        yield Area("tile", code + UNCOVERED, loops, tile, count)


def _tiles_by_color(fill: NDArray[np.int16], regions: NDArray[np.signedinteger[Any]]) -> Iterator[Area]:
    return (Area("tiles", number, loops) for number, loops in _traced(np.where(regions >= 0, fill, -1)))


def _traced(codes: NDArray[Any]) -> Iterator[tuple[int, Lines]]:
    """Yield each number of an array with the outlines of its cells."""
    traced = outlines(codes)
    numbers, first = np.unique(traced.region, return_index=True)
    bounds = np.append(first, len(traced.region)).tolist()
    for number, begin, end in zip(numbers.tolist(), bounds, bounds[1:], strict=False):
        start = traced.start[begin : end + 1]
        points = traced.corner[start[0] : start[-1], ::-1].tolist()
        cuts = (start - start[0]).tolist()
        yield number, [points[one:other] for one, other in pairwise(cuts)]
