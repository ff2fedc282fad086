"""Paint a picture on a canvas, back to front. There are two kinds of canvas: SVG and PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.makers.tiling import INDIVIDUAL
from tilewright.drawing.model.extent import ARROW_WIDTH, THICK_WIDTH, Look, all_texts
from tilewright.drawing.model.geometry import (
    SHADES,
    Corner,
    Mesh,
    enclosed,
    long_lines,
    outlines,
    rounded,
)
from tilewright.drawing.model.palette import GRID
from tilewright.drawing.model.picture import THICK, THIN, Picture, Text
from tilewright.model.space.labels import OUTSIDE, UNCOVERED

#: Lines through points (x, y) in cells, y downwards. In a raster the numbers are integers.
Lines: TypeAlias = Sequence[Sequence[Sequence[float]]]
#: Larger than any color number.
_COLORS = 1 << 16


#: Beyond this many tiles, tiles have neither edges nor rounded corners.
_EDGED = 1_000


class Area(NamedTuple):
    """An area that is filled at once: a tile (or its part of one color), or all cells of one color.

    `kind` is "tile" (number `tile` of `tiles`), "tiles" (too many for separate paths) or "cells"
    (outside all tiles). If `corners` is not empty, they are drawn instead of the loops.
    """

    kind: str
    number: int
    loops: Lines
    tile: int = -1
    tiles: int = 0
    corners: Sequence[Sequence[Corner]] = ()

    def rounded(self, look: Look) -> Area:
        """Return the area with rounded corners, moved inward by half a seam."""
        if not look.radius:
            return self
        return self._replace(corners=[rounded(loop, look.gap, look.radius) for loop in self.loops])


class Canvas(Protocol):
    """The surface that pictures are painted on. Positions are x and y in cells, with y downward."""

    #: Sizes of strokes and corners.
    look: Look

    def fill(self, areas: Iterable[Area], *, grouped: bool = False, edge: float = 0.0) -> None:
        """Fill areas by the even-odd rule, as one group if `grouped`, with an edge of the given
        width.
        """

    def well(self, color: str, width: float, loops: Lines) -> None:
        """Fill closed lines by the nonzero rule, and draw a line of the same color around them."""

    def pits(self, color: str, line: str, loops: Lines) -> None:
        """Fill closed lines with a color, and hatch them with another color."""

    def shade(self, color: str, share: float, loops: Lines) -> None:
        """Fill closed lines with a color that is partly transparent."""

    def stroke(
        self,
        name: str,
        color: str,
        width: float,
        lines: Iterable[Sequence[Sequence[float]]],
        *,
        share: float = 1.0,
    ) -> None:
        """Draw lines with round ends, in a color that is partly transparent."""

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
    style = _Style.of(picture)
    if not picture.bare:
        _paint_wells(picture, canvas)
    canvas.fill(_cells(picture))
    if picture.regions is not None:
        areas = (_tiles if style.individual else _tiles_by_color)(picture.fill, picture.regions)
        if style.edged:
            areas = (area.rounded(canvas.look) for area in areas)
        canvas.fill(areas, grouped=style.individual, edge=canvas.look.edge if style.edged else 0.0)
    if picture.mesh is not None:
        _paint_mesh(picture, picture.mesh, canvas, style)
    _paint_lines(picture, canvas, style)
    arrows = [stroke for arrow in picture.arrows for stroke in arrow.strokes()]
    if arrows:
        canvas.stroke("arrows", picture.theme.note, ARROW_WIDTH, arrows)
    _paint_marks(picture, canvas)
    plain = {"label": picture.theme.text, "note": picture.theme.note}
    for text in all_texts(picture):
        canvas.text(text, plain.get(text.role) or picture.ink_at(text.row, text.column))


@dataclass(frozen=True, slots=True)
class _Style:
    """How tiles are distinguished: by their own edges, or by lines of the color `between`."""

    # Tiles are edged unless they are too many (not individual), have several colors, or are open
    # at joined sides.

    individual: bool
    edged: bool
    between: str

    @staticmethod
    def of(picture: Picture) -> _Style:
        regions = picture.regions
        individual = regions is None or int(regions.max(initial=-1)) < INDIVIDUAL
        few = regions is None or int(regions.max(initial=-1)) < _EDGED
        edged = few and not picture.bare and not picture.arrows
        if edged and regions is not None:
            inside = regions >= 0
            color = np.zeros(int(regions.max(initial=-1)) + 1, dtype=np.int64)
            color[regions[inside]] = picture.fill[inside]
            edged = bool((color[regions[inside]] == picture.fill[inside]).all())
        return _Style(individual, edged, picture.ink if few else picture.seam)


def _paint_wells(picture: Picture, canvas: Canvas) -> None:
    """Paint the boards below their cells, and the missing cells inside them."""
    loops: list[Sequence[Sequence[float]]] = []
    for _, traced in _trace(picture.on_board().astype(np.int8) - 1):
        loops += traced
    mesh = picture.mesh
    if mesh is not None and not mesh.shades.any():
        inside = (mesh.fill != OUTSIDE) & ~np.isin(mesh.region, list(picture.loose))
        loops += mesh.outlines(np.flatnonzero(inside))
    # A hole with words, such as the date of a calendar, stays open.
    pits = [loop for loop in loops if enclosed(loop) and not _has_words(picture, loop)]
    around = [loop for loop in loops if loop not in pits]
    if around:
        canvas.well(picture.theme.well, 2 * canvas.look.rim, around)
    if pits:
        canvas.pits(picture.theme.well, picture.theme.note, pits)


def _has_words(picture: Picture, loop: Sequence[Sequence[float]]) -> bool:
    """Return whether a text stands in the box around a closed line."""
    across, down = zip(*loop, strict=True)
    return any(
        min(across) < text.column < max(across) and min(down) < text.row < max(down)
        for text in picture.texts
    )


def _paint_mesh(picture: Picture, mesh: Mesh, canvas: Canvas, style: _Style) -> None:
    groups, count = list(mesh.groups()), int(mesh.region.max(initial=-1)) + 1
    solid = bool(mesh.shades.any())
    edged = (
        style.edged
        and not solid
        and len({tile for tile, *_ in groups if tile >= 0}) == sum(tile >= 0 for tile, *_ in groups)
    )
    areas = (
        Area("tile" if tile >= 0 else "cells", number, loops, tile, count)
        for tile, number, shade, loops in groups
        if not (mesh.piled and shade)
    )
    if mesh.piled:
        canvas.fill(areas, grouped=True, edge=canvas.look.edge)
    elif edged:
        polygons = list(areas)
        canvas.fill(area for area in polygons if area.kind == "cells")
        tiles = (area.rounded(canvas.look) for area in polygons if area.kind == "tile")
        canvas.fill(tiles, grouped=True, edge=canvas.look.edge)
    else:
        canvas.fill(areas, grouped=True)
    shaded: dict[int, list[Any]] = {}
    for _, _, shade, loops in groups:
        if shade and not picture.bare:
            shaded.setdefault(shade, []).extend(loops)
    for shade, loops in shaded.items():
        canvas.shade(*SHADES[shade], loops)
    thin = mesh.weight == THIN
    within = _within_tiles(mesh) if thin.any() and not picture.bare else np.zeros_like(thin)
    kinds = _kinds_of_lines(picture, canvas.look, picture.ink)
    for name, here in (
        ("grid", thin & within),
        ("thin", thin & ~within),
        ("thick", mesh.weight == THICK),
    ):
        lines = mesh.points[mesh.lines[here]].tolist()
        if lines and not (name == "thick" and edged):
            color, width, share = kinds[name]
            canvas.stroke(name, color, width, lines, share=share)


def _within_tiles(mesh: Mesh) -> NDArray[np.bool_]:
    """Return which lines of a mesh are inside a tile, or between two cells of a tile."""
    number = len(mesh.points)
    ends = np.stack([mesh.faces, np.roll(mesh.faces, -1, axis=1)])
    ends.sort(axis=0)
    tiled = np.repeat(mesh.region >= 0, mesh.faces.shape[1])
    keys = (ends[0] * number + ends[1]).ravel()[tiled]
    lines = np.sort(mesh.lines, axis=1)
    return np.isin(lines[:, 0] * number + lines[:, 1], keys)


def _kinds_of_lines(
    picture: Picture, look: Look, between: str
) -> dict[str, tuple[str, float, float]]:
    """Return the color, width and share of the lines between cells, by name."""
    thick = picture.ink if picture.bare else between
    return {
        "grid": ("#000000", look.thin, GRID),
        "thin": (picture.theme.line, look.thin, 1.0),
        "thick": (thick, look.thick, 1.0),
    }


def _paint_lines(picture: Picture, canvas: Canvas, style: _Style) -> None:
    """Draw the lines of a raster."""
    kinds = _kinds_of_lines(
        picture, canvas.look, picture.theme.note if style.edged else style.between
    )
    if style.between == picture.seam:
        kinds["thick"] = (style.between, THICK_WIDTH, 1.0)
    level = _lines_by_kind(picture, style, picture.horizontal, transposed=False)
    upright = _lines_by_kind(picture, style, picture.vertical.T, transposed=True)
    for name, (color, width, share) in kinds.items():
        across, down = (
            long_lines(level, _KINDS[name]).tolist(),
            long_lines(upright, _KINDS[name]).tolist(),
        )
        if across or down:
            flat = (((first, row), (last, row)) for row, first, last in across)
            steep = (((column, first), (column, last)) for column, first, last in down)
            canvas.stroke(name, color, width, chain(flat, steep), share=share)


#: Lines in a tile, other thin ones, and thick ones.
_KINDS = {"thin": THIN, "thick": THICK, "grid": 3}


def _lines_by_kind(
    picture: Picture, style: _Style, weight: NDArray[np.uint8], *, transposed: bool
) -> NDArray[np.uint8]:
    """Return the kind of each line of a raster: one of `_KINDS`, or 0 for none."""
    regions = picture.regions
    if picture.bare or not style.individual or not weight.size:
        return weight
    fill = picture.fill.T if transposed else picture.fill
    there = np.pad(fill != OUTSIDE, ((1, 1), (0, 0)))
    board = there[1:] & there[:-1]
    kinds = weight.copy()
    if regions is None:
        # The well shows where a board ends.
        kinds[~board] = 0
        return kinds
    tiles = np.pad(
        regions.T if transposed else regions, ((1, 1), (0, 0)), constant_values=OUTSIDE
    ).clip(-1)
    same = tiles[1:] == tiles[:-1]
    kinds[(weight == THIN) & same & (tiles[1:] >= 0)] = _KINDS["grid"]
    if style.edged:
        kinds[(weight == THICK) & ~(board & same)] = 0
    return kinds


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
    alone = (
        picture.fill
        if picture.regions is None
        else np.where(picture.regions >= 0, OUTSIDE, picture.fill)
    )
    codes = np.where(alone == OUTSIDE, -1, alone.astype(np.int32) - UNCOVERED)
    return (Area("cells", code + UNCOVERED, loops) for code, loops in _trace(codes))


def _tiles(fill: NDArray[np.int16], regions: NDArray[np.signedinteger[Any]]) -> Iterator[Area]:
    """Yield the tiles of a raster one by one. A tile of several colors is split by color."""
    count = int(regions.max(initial=-1)) + 1
    inside = regions >= 0
    color = np.zeros(count, dtype=np.int64)
    labels = regions[inside]
    color[labels] = fill[inside]
    if (color[labels] == fill[inside]).all():
        for tile, loops in _trace(regions):
            yield Area("tile", int(color[tile]), loops, tile, count)
        return
    codes = np.where(inside, regions.astype(np.int64) * _COLORS + (fill - UNCOVERED), -1)
    known, which = np.unique(np.append(codes, -1), return_inverse=True)
    for number, loops in _trace(which[:-1].reshape(codes.shape) - 1):
        tile, code = divmod(int(known[number + 1]), _COLORS)
        yield Area("tile", code + UNCOVERED, loops, tile, count)


def _tiles_by_color(
    fill: NDArray[np.int16], regions: NDArray[np.signedinteger[Any]]
) -> Iterator[Area]:
    return (
        Area("tiles", number, loops) for number, loops in _trace(np.where(regions >= 0, fill, -1))
    )


def _trace(codes: NDArray[Any]) -> Iterator[tuple[int, Lines]]:
    """Yield each number of an array with the outlines of its cells."""
    traced = outlines(codes)
    numbers, first = np.unique(traced.region, return_index=True)
    bounds = np.append(first, len(traced.region)).tolist()
    for number, begin, end in zip(numbers.tolist(), bounds, bounds[1:], strict=False):
        start = traced.start[begin : end + 1]
        points = traced.corner[start[0] : start[-1], ::-1].tolist()
        cuts = (start - start[0]).tolist()
        yield number, [points[one:other] for one, other in pairwise(cuts)]
