"""The pictures of the atlas, as parts of a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tilewright.drawing import PALETTES, Picture, draw, draw_pieces, svg
from tilewright.model.space.lattice import CUBES
from tilewright.model.tiling import Tiling
from tilewright.shapes.atlas.records import PieceRecord
from tilewright.shapes.plane import draw_plane, from_json
from tilewright.shapes.plane import svg as plane_svg

#: The width and height of a patch of the plane, in sides of cells: for small pieces, and for
#: others.
_PATCH, _SMALL_PATCH = (20, 12), (12, 7)
#: Units of a thumbnail per side of a cell.
_UNIT = 10
_SHADES = {1: "light", 0: "", -1: "shadow"}


def color_of(number: int) -> int:
    """Return the color of a piece by its number in its set."""
    return (number - 1) % len(PALETTES["tilewright"])


def palette_style() -> str:
    """Return a style sheet with a rule for each color."""
    colors = PALETTES["tilewright"].colors
    return "".join(
        f".c{number}, .color-{number} {{ fill: {color}; }}\n" for number, color in enumerate(colors)
    )


def draw_piece(record: PieceRecord) -> str:
    """Return the picture of a piece."""
    color = color_of(record.number)
    picture = draw_pieces([record.piece], names=False, orientations=False, coloring=[color])
    return _inline(
        svg(replace(picture, title=f"The {record.title}"), cell=52 if record.cells < 5 else 40)
    )


def draw_family(records: Sequence[PieceRecord]) -> str:
    """Return the picture of a set, with the numbers or letters of the pieces, as an SVG
    document.
    """
    pieces = [record.piece for record in records]
    colors = [color_of(record.number) for record in records]
    picture = draw_pieces(pieces, orientations=False, coloring=colors, columns=48)
    return svg(replace(picture, title=f"The {records[0].family}"))


def draw_patch(record: PieceRecord) -> str:
    """Return a patch of the tiling of the plane of a record, with a period."""
    width, height = _SMALL_PATCH if record.cells < 3 else _PATCH
    return _inline(plane_svg(from_json(record.facts["plane"]), width, height))


def draw_rings(record: PieceRecord) -> str:
    """Return the rings of copies around a piece that does not tile the plane."""
    picture = draw_plane(from_json(record.facts["plane"]))
    return _inline(
        svg(replace(picture, title=f"Rings of copies around the {record.title}"), cell=24)
    )


def draw_tiling(record: PieceRecord, labels: Any, title: str) -> str:
    """Return a tiling by copies of a piece, given by labels."""
    numbers = np.array(labels, dtype=np.int32)
    which = np.zeros(int(numbers.max()) + 1, dtype=np.int32)
    picture = draw(Tiling(numbers, which, (record.id,), record.space), names=False, title=title)
    return _inline(svg(replace(picture, description=""), cell=_cell_pixels(picture)))


def draw_answer(data: dict[str, Any], title: str, cell: float | None = None) -> str:
    """Return a tiling of an answer about figures, as `Tiling.to_json` returns it."""
    picture = draw(Tiling.from_json(data), names=False, title=title)
    return _inline(svg(replace(picture, description=""), cell=cell or _cell_pixels(picture)))


def _cell_pixels(picture: Picture) -> float:
    """Return the pixels of a cell: large tilings are not wider than the page."""
    return max(8.0, min(30.0, 640 / max(*picture.size, 1)))


def _inline(document: str) -> str:
    """Return an SVG document as part of a page, where the style sheet sets its background."""
    text = re.sub(r'<rect class="page"[^>]*/>\n?', "", document)
    # Tiles of one piece need no titles of their own.
    text = re.sub(r"(<path [^>]*[^/])><title>[^<]*</title></path>", r"\1/>", text)
    # The style sheet has the colors of tiles.
    text = re.sub(r'class="(?:tile [^"]*)?(color-\d+)" fill="#\w+"', r'class="\1"', text)
    return text.replace("\n", "")


def thumbnail(record: PieceRecord) -> tuple[str, list[tuple[str, str]]]:
    """Return the view box of a small picture of a piece, and the classes and the data of its paths,
    which the style sheet colors.
    """
    outlines = _shade_faces(record) if record.space is CUBES else {"": _outline_cells(record)}
    points = np.concatenate([point for shade in outlines.values() for point in shade])
    (left, top), (width, height) = points.min(axis=0).tolist(), np.ptp(points, axis=0).tolist()
    side = max(width, height) + 4
    view = (left - (side - width) / 2, top - (side - height) / 2, side, side)
    return " ".join(map(_number_text, view)), [
        (f"c{color_of(record.number)} {shade}".rstrip(), "".join(map(_loop_path, loops)))
        for shade, loops in outlines.items()
    ]


def _outline_cells(record: PieceRecord) -> list[np.ndarray[Any, Any]]:
    return [
        np.round(np.array(record.space.outline(cell)) * _UNIT, 1) for cell in record.polyform.cells
    ]


def _shade_faces(record: PieceRecord) -> dict[str, list[np.ndarray[Any, Any]]]:
    """Return the faces of a solid piece by their shades."""
    mesh = draw_pieces([record.piece], names=False, orientations=False).mesh
    assert mesh is not None
    points = np.round(mesh.points * _UNIT, 1)
    faces: dict[str, list[np.ndarray[Any, Any]]] = {}
    for corners, shade in zip(mesh.faces.tolist(), mesh.shades.tolist(), strict=True):
        faces.setdefault(_SHADES[shade], []).append(points[corners])
    return faces


def _loop_path(points: np.ndarray[Any, Any]) -> str:
    return "M" + "L".join(f"{_number_text(x)} {_number_text(y)}" for x, y in points.tolist()) + "z"


def _number_text(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
