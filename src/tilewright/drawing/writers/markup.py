"""Pictures as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.makers.compose import INDIVIDUAL
from tilewright.drawing.model.extent import (
    ARROW_WIDTH,
    DOT,
    RING,
    STACK,
    THICK_WIDTH,
    THIN_WIDTH,
    Extent,
    all_texts,
    extent,
)
from tilewright.drawing.model.geometry import SHADES, long_lines, outlines
from tilewright.drawing.model.palette import (
    DARK,
    HATCH_CELL,
    HATCH_DOT,
    HATCH_LINE,
    Theme,
    hatching,
    hatching_ink,
    readable_on,
)
from tilewright.drawing.model.picture import THICK, THIN, UNCOVERED, Mark, Picture, Text, check_picture
from tilewright.labels import EMPTY, OUTSIDE

__all__ = ["cell_color", "default_cell", "ink_on", "svg"]

#: User units of a cell: whole numbers for every corner keep the file small.
_UNIT = 10


def svg(picture: Picture, *, cell: float | None = None) -> str:
    """Return a picture as an SVG document.

    Up to 5,000 tiles there is one path for each (classes ``tile``, ``tile-NAME`` and ``color-N``, with a
    title); beyond, one for each color. Colors are attributes, so that a page with a strict
    Content-Security-Policy shows them and its style sheet may overrule them.

    Parameters
    ----------
    picture : Picture
    cell : float, optional
        Pixels of a cell (attributes width and height; the drawing scales anyway).
    """
    box = extent(check_picture(picture))
    pixels = default_cell(picture) if cell is None else cell
    width, height = (_number(pixels * side) for side in (box.width, box.height))
    view = " ".join(_number(_UNIT * value) for value in (box.left, box.top, box.width, box.height))
    classes = "tilewright" + (" auto" if picture.theme.follow else "") + (" bare" if picture.bare else "")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" role="img" viewBox="{view}" '
        f'width="{width}" height="{height}">',
        f"<title>{escape(picture.title)}</title>" if picture.title else "",
        f"<desc>{escape(picture.description)}</desc>" if picture.description else "",
        _style(picture) if picture.theme.follow else "",
        _hatchings(picture) if picture.patterns else "",
        _page(box, picture.theme),
        *_cells(picture),
        *_tiles(picture),
        *_polygons(picture),
        *_lines(picture),
        *_arrows(picture),
        *_marks(picture),
        *_texts(picture),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def default_cell(picture: Picture) -> float:
    """Return how many pixels a cell should have on a screen: 36, fewer on large boards."""
    return float(min(36.0, max(960 / max(*picture.size, 1), 2.0)))


def cell_color(picture: Picture, number: int) -> str:
    """Return the color of a cell that is filled with a color number."""
    special = {
        UNCOVERED: picture.theme.board,
        EMPTY: picture.theme.empty,
        OUTSIDE: picture.theme.background,
    }
    return special[number] if number in special else picture.palette.color(number)


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _word(name: str) -> str:
    """Return a name as part of a CSS class."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-") or "x"


def _style(picture: Picture) -> str:
    swaps = {
        ("fill", "page"): DARK.background,
        ("fill", "uncovered"): DARK.board,
        ("fill", "empty"): DARK.empty,
        ("fill", "hole"): DARK.hole,
        ("stroke", "thin"): DARK.line,
        ("stroke", "thick"): DARK.text if picture.bare else DARK.ink,
        ("fill", "label"): DARK.text,
        ("fill", "note"): DARK.note,
        ("stroke", "ring"): DARK.accent,
    }
    if picture.arrows:
        swaps["stroke", "arrows"] = DARK.note
    # Other pictures on the same page must not be hit.
    root = ".tilewright.auto" + (".bare" if picture.bare else ":not(.bare)")
    rules = "".join(f"{root} .{name}{{{what}:{color}}}" for (what, name), color in swaps.items())
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def _hatchings(picture: Picture) -> str:
    side = HATCH_CELL * _UNIT
    size = _number(side)
    square = f"M0 0h{size}v{size}h-{size}z"
    parts = []
    fills = picture.fill if picture.mesh is None else np.append(picture.fill, picture.mesh.fill)
    for number in np.unique(fills[fills >= 0]).tolist():
        color = picture.palette.color(number)
        dotted, shapes = hatching(number)
        words = [[_number(side * value) for value in shape] for shape in shapes]
        data = "".join(f"M{w[0]} {w[1]}h0" if dotted else f"M{w[0]} {w[1]}L{w[2]} {w[3]}" for w in words)
        width = _number((HATCH_DOT if dotted else HATCH_LINE) * _UNIT)
        lines = (
            f'<path fill="none" stroke="{hatching_ink(color)}" stroke-width="{width}" '
            f'stroke-linecap="{"round" if dotted else "square"}" d="{data}"/>'
        )
        parts.append(
            f'<pattern id="{_hatching_id(picture, number)}" width="{size}" height="{size}" '
            f'patternUnits="userSpaceOnUse"><path fill="{color}" d="{square}"/>{lines if data else ""}</pattern>'
        )
    return f"<defs>{''.join(parts)}</defs>"


def _hatching_id(picture: Picture, number: int) -> str:
    return f"hatching-{number}-{picture.palette.color(number)[1:]}"


def _paint(picture: Picture, number: int) -> str:
    if number >= 0 and picture.patterns:
        return f"url(#{_hatching_id(picture, number)})"
    return cell_color(picture, number)


def _page(box: Extent, theme: Theme) -> str:
    left, top, width, height = (_number(_UNIT * v) for v in (box.left, box.top, box.width, box.height))
    return f'<rect class="page" x="{left}" y="{top}" width="{width}" height="{height}" fill="{theme.background}"/>'


def _path(corner: NDArray[np.int32], start: NDArray[np.int64]) -> str:
    """Return closed outlines as path data, one horizontal or vertical step a corner."""
    parts = []
    scaled = (corner * _UNIT).tolist()
    for first, last in zip(start[:-1].tolist(), start[1:].tolist(), strict=True):
        row, column = scaled[first]
        steps = [f"M{column} {row}"]
        for y, x in scaled[first + 1 : last]:
            steps.append(f"h{x - column}" if y == row else f"v{y - row}")
            row, column = y, x
        parts.append("".join(steps) + "z")
    return "".join(parts)


def _region_paths(region: NDArray[np.int32]) -> Iterable[tuple[int, str]]:
    traced = outlines(region)
    numbers, first = np.unique(traced.region, return_index=True)
    ends = np.append(first, len(traced.region))
    for index, number in enumerate(numbers.tolist()):
        loops = traced.start[ends[index] : ends[index + 1] + 1]
        yield number, _path(traced.corner[loops[0] : loops[-1]], loops - loops[0])


def _cells(picture: Picture) -> list[str]:
    """Return the cells that belong to no tile, one path for each way of filling."""
    alone = picture.fill if picture.regions is None else np.where(picture.regions >= 0, OUTSIDE, picture.fill)
    codes = np.where(alone == OUTSIDE, -1, alone.astype(np.int32) - UNCOVERED)
    parts = []
    for code, data in _region_paths(codes):
        number = code + UNCOVERED
        name = _fill_class(number)
        parts.append(
            f'<path class="cells {name}" fill="{_paint(picture, number)}" fill-rule="evenodd" d="{data}"/>'
        )
    return parts


def _fill_class(number: int) -> str:
    return {UNCOVERED: "uncovered", EMPTY: "empty", OUTSIDE: "outside"}.get(number, f"color-{number}")


def _tiles(picture: Picture) -> list[str]:
    region = picture.regions
    if region is None:
        return []
    count = int(region.max(initial=-1)) + 1
    if count > INDIVIDUAL:
        codes = np.where(region >= 0, picture.fill, -1)
        return [
            f'<path class="tiles color-{number}" fill="{_paint(picture, number)}" fill-rule="evenodd" d="{data}"/>'
            for number, data in _region_paths(codes)
        ]
    flat = region.ravel()
    tiles, first = np.unique(flat, return_index=True)
    color = dict(zip(tiles.tolist(), picture.fill.ravel()[first].tolist(), strict=True))
    parts = ['<g class="tiles" fill-rule="evenodd">']
    for tile, data in _region_paths(np.ascontiguousarray(region, dtype=np.int32)):
        parts.append(_tile(picture, tile, count, color[tile], data))
    return [*parts, "</g>"]


def _tile(picture: Picture, tile: int, count: int, number: int, data: str) -> str:
    """Return the path of a tile, with its name."""
    name = picture.names[tile] if picture.names else ""
    classes = "tile" + (f" tile-{_word(name)}" if name else "") + (f" color-{number}" if number >= 0 else "")
    title = escape(f"{name}, tile {tile + 1} of {count}" if name else f"Tile {tile + 1} of {count}")
    paint = "none" if picture.bare else _paint(picture, number)
    return f'<path class="{classes}" fill="{paint}" d="{data}"><title>{title}</title></path>'


def _polygons(picture: Picture) -> list[str]:
    """Return what is no raster of squares: a path for each tile, and for each side of it that is lit in its own way."""
    mesh = picture.mesh
    if mesh is None:
        return []
    count = int(mesh.region.max(initial=-1)) + 1
    parts = ['<g class="tiles" fill-rule="evenodd">']
    shaded: dict[int, list[str]] = {}
    for tile, number, shade, loops in mesh.groups():
        data = "".join(f"M{'L'.join(map(_point, loop))}z" for loop in loops)
        if tile >= 0:
            parts.append(_tile(picture, tile, count, number, data))
        else:
            name = _fill_class(number)
            parts.append(f'<path class="cells {name}" fill="{_paint(picture, number)}" d="{data}"/>')
        if shade and not picture.bare:
            shaded.setdefault(shade, []).append(data)
    parts.append("</g>")
    for shade, paths in shaded.items():
        color, share = SHADES[shade]
        data = "".join(paths)
        parts.append(f'<path class="shade" fill="{color}" fill-opacity="{share}" d="{data}"/>')
    points = mesh.points.tolist()
    for weight, name, width, color in _weights(picture):
        data = "".join(
            f"M{_point(points[one])}L{_point(points[other])}"
            for one, other in mesh.lines[mesh.weight == weight].tolist()
        )
        if data:
            parts.append(_stroke(name, color, width, data))
    return parts


def _point(point: Sequence[float]) -> str:
    return f"{_number(_UNIT * point[0])} {_number(_UNIT * point[1])}"


def _arrows(picture: Picture) -> list[str]:
    data = "".join(
        f"M{'L'.join(map(_point, stroke))}" for arrow in picture.arrows for stroke in arrow.strokes()
    )
    return [_stroke("arrows", picture.theme.note, ARROW_WIDTH, data)] if data else []


def _weights(picture: Picture) -> tuple[tuple[int, str, float, str], ...]:
    """Return the weights of lines with their classes, widths and colors."""
    return (
        (THIN, "thin", THIN_WIDTH, picture.theme.line),
        (THICK, "thick", THICK_WIDTH, picture.ink),
    )


def _stroke(name: str, color: str, width: float, data: str) -> str:
    return (
        f'<path class="{name}" fill="none" stroke="{color}" stroke-width="{_number(width * _UNIT)}" '
        f'stroke-linecap="round" d="{data}"/>'
    )


def _lines(picture: Picture) -> list[str]:
    parts = []
    for weight, name, width, color in _weights(picture):
        across = (_UNIT * long_lines(picture.horizontal, weight)).tolist()
        down = (_UNIT * long_lines(picture.vertical.T, weight)).tolist()
        data = "".join(f"M{first} {row}h{last - first}" for row, first, last in across)
        data += "".join(f"M{column} {first}v{last - first}" for column, first, last in down)
        if data:
            parts.append(_stroke(name, color, width, data))
    return parts


def _marks(picture: Picture) -> list[str]:
    shapes = {"hole": "", "dot": "", "ring": ""}
    dots: dict[str, list[Mark]] = {}
    for mark in picture.marks:
        x, y = (mark.column + 0.5) * _UNIT, (mark.row + 0.5) * _UNIT
        if mark.kind == "hole":
            shapes["hole"] += f"M{mark.column * _UNIT} {mark.row * _UNIT}h{_UNIT}v{_UNIT}h-{_UNIT}z"
        elif mark.kind == "ring":
            radius = _number(RING * _UNIT)
            shapes["ring"] += (
                f'<circle class="ring" cx="{_number(x)}" cy="{_number(y)}" r="{radius}" fill="none" '
                f'stroke="{picture.theme.accent}" stroke-width="{_number(0.1 * _UNIT)}"/>'
            )
        else:
            dots.setdefault(ink_on(picture, mark.row + 0.5, mark.column + 0.5), []).append(mark)
    hole = f'<path class="hole" fill="{picture.theme.hole}" d="{shapes["hole"]}"/>' if shapes["hole"] else ""
    for color, marks in dots.items():
        circles = "".join(
            f'<circle cx="{_number((m.column + 0.5) * _UNIT)}" cy="{_number((m.row + 0.5) * _UNIT)}" '
            f'r="{_number(DOT * _UNIT)}"/>'
            for m in marks
        )
        plain = " label" if color == picture.theme.text else ""
        shapes["dot"] += f'<g class="dots{plain}" fill="{color}">{circles}</g>'
    return [shape for shape in (hole, shapes["dot"], shapes["ring"]) if shape]


def ink_on(picture: Picture, row: float, column: float) -> str:
    """Return the ink for what stands at a place, in cells."""
    number = picture.fill_at(row, column)
    return picture.theme.text if number < 0 else readable_on(picture.palette.color(number))


def _texts(picture: Picture) -> list[str]:
    return [_text(picture, text) for text in all_texts(picture)]


def _text(picture: Picture, text: Text) -> str:
    theme = picture.theme
    color = {"label": theme.text, "note": theme.note}.get(text.role) or ink_on(picture, text.row, text.column)
    size = text.size * _UNIT
    # Letters are a little above the middle of their line, so the base line is 0.36 em below it.
    y = _number(text.row * _UNIT + 0.36 * size)
    halo = ""
    if text.role == "letter" and picture.patterns and not picture.bare:
        under = cell_color(picture, picture.fill_at(text.row, text.column))
        halo = f' stroke="{under}" stroke-width="{_number(0.3 * size)}" stroke-linejoin="round" paint-order="stroke"'
    bold = ' font-weight="bold"' if text.bold else ""
    plain = text.role if text.role != "letter" or color != theme.text else "letter label"
    return (
        f'<text class="{plain}" x="{_number(text.column * _UNIT)}" y="{y}" font-size="{_number(size)}" '
        f'font-family={quoteattr(STACK)} text-anchor="{text.anchor}"{bold} fill="{color}"{halo}>{escape(text.text)}</text>'
    )
