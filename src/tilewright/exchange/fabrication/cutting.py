"""SVG and DXF files for laser cutters: the pieces of a puzzle, with tray and lid, in millimeters.

Without kerf and rounded corners, an SVG shows the pieces as a tiling and cuts each shared edge once. Otherwise each piece
has its own outline, and pieces lie side by side. DXF always does that, with closed POLYLINEs (y upwards) in AutoCAD's
release R12, which all programs read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError
from tilewright.exchange.fabrication.parts import (
    Loop,
    Workpiece,
    check_lengths,
    loops,
    moved,
    parts_of,
    rounded,
)
from tilewright.exchange.format import Entry, Format
from tilewright.labels import OUTSIDE
from tilewright.lattices.lattice import SQUARES
from tilewright.lattices.polyomino import Polyomino
from tilewright.lattices.surface import check_flat_squares
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.tiling import Tiling

__all__ = ["DXF", "cutting", "part_paths", "sheet_size"]

#: Space around parts, and width of lines, in millimeters.
_GAP, _HAIRLINE = 5.0, 0.01
#: Width of a tray's rim, in cells.
_RIM = 1
#: Approximate width of a sheet, in millimeters.
_WIDTH = 300.0


def cutting(
    problem: Problem,
    solution: Tiling,
    *,
    cell: float = 10.0,
    kerf: float = 0.0,
    radius: float = 0.0,
    tray: bool = False,
    lid: bool = False,
) -> str:
    """Return an SVG for a laser cutter with the pieces of a puzzle, and optionally its tray and lid.

    The board must be flat; with a `kerf` or `radius` it must be of squares. All lengths are in millimeters. A `cell` of a
    hexagonal board is the distance between centers. Without `kerf`, parts are smaller by the width of the cut.
    """
    lengths = {"cell": cell, "kerf": kerf, "radius": radius}
    cell, kerf, radius = check_lengths(lengths, ("cell", "kerf", "radius"), may_be_zero=("kerf", "radius"))
    if kerf >= cell:
        raise FormatError(
            f"the kerf must be smaller than a cell ({cell:g} mm), got {kerf:g} mm", where="kerf"
        )
    if problem.board.lattice is not SQUARES and not kerf and not radius:
        return _document(_along_sides(solution, cell, tray=tray, lid=lid))
    check_flat_squares(problem.board, "outlines for cutters with a kerf or rounded corners")
    # The sheet ends at the board's cells.
    there = np.argwhere(problem.board.mask)
    corner, end = there.min(axis=0), there.max(axis=0) + 1
    rows, columns = (end - corner).tolist()
    tall, wide = (rows + 2 * _RIM) * cell, (columns + 2 * _RIM) * cell
    plate = rounded(_rectangle(wide, tall, kerf / 2), radius)
    blocks: list[_Block] = []
    if not kerf and not radius:
        lines = list(_shared_lines(solution.labels[corner[0] : end[0], corner[1] : end[1]], cell))
        if tray:
            inner = [f"M{_mm(x + cell)} {_mm(y + cell)}{way}{_mm(end + cell)}" for x, y, way, end in lines]
            blocks.append((wide, tall, [("pieces", " ".join(inner)), ("frame", _closed(plate, 0, 0))]))
        else:
            plain = [f"M{_mm(x)} {_mm(y)}{way}{_mm(end)}" for x, y, way, end in lines]
            blocks.append((columns * cell, rows * cell, [("pieces", " ".join(plain))]))
    else:
        blocks.append(_apart(problem, solution, cell, kerf, radius))
        if tray:
            cells = [(int(row), int(column)) for row, column in there - corner]
            # The frame is outside the hole, so the path moves the other way.
            holes = [rounded(moved(loop, cell, -kerf / 2), radius) for loop in loops(cells)]
            inside = " ".join(_closed(hole, cell, cell) for hole in holes)
            blocks.append((wide, tall, [("frame", f"{inside} {_closed(plate, 0, 0)}")]))
    blocks += [
        (wide, tall, [(name, _closed(plate, 0, 0))]) for name, add in (("floor", tray), ("lid", lid)) if add
    ]
    return _document(blocks)


def sheet_size(drawn: str) -> tuple[float, float]:
    """Return width and height, in millimeters, of a sheet drawn by `cutting`."""
    found = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', drawn)
    if found is None:
        raise FormatError("the size of the sheet in millimeters is missing")
    return float(found[1]), float(found[2])


#: Width, height, and named paths relative to the corner.
_Block = tuple[float, float, list[tuple[str, str]]]
#: Two points (x, y).
_Line = tuple[tuple[float, float], tuple[float, float]]


def _rectangle(width: float, height: float, outwards: float) -> NDArray[np.float64]:
    """Return the corners of a rectangle at 0, 0, clockwise, moved outwards."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    return corners + outwards * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def _shared_lines(labels: NDArray[np.int32], cell: float) -> Iterator[tuple[float, float, str, float]]:
    """Yield the lines between and around tiles, each once, as x, y, ``H`` or ``V``, and the end.

    Inner lines come first, so that nothing moves before it is cut.
    """
    padded = np.pad(np.maximum(labels, -1), 1, constant_values=-1)
    for outer in (False, True):
        for down in (False, True):
            grid = padded.T if down else padded
            above, below = grid[:-1], grid[1:]
            differ = above != below
            border = (above < 0) | (below < 0)
            for number, line in enumerate(differ & (border == outer)):
                ends = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(np.int8)))
                # Subtract the padding.
                for first, last in ((ends.reshape(-1, 2) - 1) * cell).tolist():
                    place = number * cell
                    yield (place, first, "V", last) if down else (first, place, "H", last)


def _along_sides(solution: Tiling, cell: float, *, tray: bool, lid: bool) -> list[_Block]:
    """Return pieces of triangles or hexagons as they lie, and plates; cuts follow the sides of cells."""
    lattice, labels = solution.lattice, np.maximum(solution.labels, -1)
    if lattice.dimension != 2 or solution.surface.joined:
        raise FormatError("files for laser cutters require a flat board, without joined sides")
    tile_of = {
        tuple(place): int(labels[tuple(place)]) for place in np.argwhere(solution.labels != OUTSIDE).tolist()
    }
    # Inner lines are cut first, so that nothing moves before it is cut.
    inner: list[_Line] = []
    outer: list[_Line] = []
    for place, tile in tile_of.items():
        corners = lattice.outline(place)
        for number, step in enumerate(lattice.sides[place[-1] % lattice.kinds]):
            other = (place[0] + step[0], place[1] + step[1])
            beyond = tile_of.get(other, -1)
            # A side between two tiles occurs twice; cut it once.
            if beyond != tile and (beyond < 0 or (tile >= 0 and place < other)):
                (x, y), (right, down) = corners[number], corners[(number + 1) % len(corners)]
                side = (x, y), (right, down)
                (outer if beyond < 0 else inner).append(side)
    points = np.array([*inner, *outer])
    low, high = points.min(axis=(0, 1)), points.max(axis=(0, 1))
    wide, tall = ((high - low + 2 * _RIM * tray) * cell).tolist()
    lines = [*_joined(np.array(inner)), *_joined(np.array(outer))]
    path = " ".join(
        f"M{_mm(one[0])} {_mm(one[1])}L{_mm(two[0])} {_mm(two[1])}"
        for one, two in ((np.array(line) - low + _RIM * tray) * cell for line in lines)
    )
    plate = _closed(rounded(_rectangle(wide, tall, 0.0), 0.0), 0, 0)
    frame = [("frame", plate)] if tray else []
    plates = [name for name, add in (("floor", tray), ("lid", lid)) if add]
    return [(wide, tall, [("pieces", path), *frame]), *((wide, tall, [(name, plate)]) for name in plates)]


def _joined(sides: NDArray[np.float64]) -> list[_Line]:
    """Join collinear adjacent sides (n, 2, 2) into lines."""
    found: list[_Line] = []
    last: tuple[tuple[float, ...], float] = ((), 0.0)
    if not len(sides):
        return found
    # Orient all sides left to right or top to bottom; collinear sides then have the same direction and offset.
    way = sides[:, 1] - sides[:, 0]
    way /= np.hypot(*way.T)[:, None]
    way = np.round(way, 6) + 0.0
    backwards = (way[:, 0] < 0) | ((way[:, 0] == 0) & (way[:, 1] < 0))
    way[backwards] *= -1
    sides = np.where(backwards[:, None, None], sides[:, ::-1], sides)
    off = np.round(sides[:, 0, 0] * way[:, 1] - sides[:, 0, 1] * way[:, 0], 6) + 0.0
    along = np.round((sides * way[:, None, :]).sum(axis=2), 6)
    for index in np.lexsort((along[:, 0], off, way[:, 1], way[:, 0])).tolist():
        (x, y), (right, down) = sides[index].tolist()
        key = (*way[index].tolist(), float(off[index]))
        if found and key == last[0] and along[index, 0] == last[1]:
            found[-1] = found[-1][0], (right, down)
        else:
            found.append(((x, y), (right, down)))
        last = key, float(along[index, 1])
    return found


def _apart(problem: Problem, solution: Tiling, cell: float, kerf: float, radius: float) -> _Block:
    """Return the pieces side by side, each with its own outline."""
    pieces = []
    for tile, name in enumerate(solution.piece_names()):
        cells = np.argwhere(solution.labels == tile)
        if np.ptp(cells[:, 0]) > np.ptp(cells[:, 1]):
            # Horizontal pieces take less room. They are turned, not flipped, as the sheet may have a back.
            cells = np.column_stack([cells[:, 1], -cells[:, 0]])
        shape = Polyomino(tuple((int(row), int(column)) for row, column in cells))
        pieces.append(Piece(shape, name))
    parts = parts_of([Entry(pieces=tuple(pieces))], (_GAP + kerf) / cell, _WIDTH / cell)
    paths = [
        (
            part.name,
            " ".join(
                _closed(path, part.column * cell, part.row * cell)
                for path in part_paths(part, cell, kerf, radius)
            ),
        )
        for part in parts
    ]
    return (*_size(parts, cell), paths)


def _size(parts: list[Workpiece], cell: float) -> tuple[float, float]:
    """Return width and height of laid out parts, in millimeters."""
    right = max(part.column + max(column for _, column in part.cells) + 1 for part in parts)
    bottom = max(part.row + max(row for row, _ in part.cells) + 1 for part in parts)
    return right * cell, bottom * cell


def _closed(path: Loop, x: float, y: float) -> str:
    """Return a closed path at a place as SVG data. Arcs are quarter circles."""
    words = [f"M{_mm(path[0][0] + x)} {_mm(path[0][1] + y)}"]
    for number, (left, _, bulge) in enumerate(path):
        right, bottom, _ = path[(number + 1) % len(path)]
        if bulge:
            reach = _mm(abs(right - left))
            words.append(f"A{reach} {reach} 0 0 {int(bulge > 0)} {_mm(right + x)} {_mm(bottom + y)}")
        elif number + 1 < len(path):
            words.append(f"L{_mm(right + x)} {_mm(bottom + y)}")
    return "".join([*words, "Z"])


def _document(blocks: list[_Block]) -> str:
    """Lay blocks below each other, or side by side where there is room, and return the SVG."""
    groups = []
    x = y = right = bottom = _GAP
    for number, (width, height, paths) in enumerate(blocks):
        if number and x + width > _WIDTH + _GAP:
            x, y = _GAP, bottom + _GAP
        inside = "\n".join(
            f'<path id="{_id(name, number, place)}" d="{path}"/>' for place, (name, path) in enumerate(paths)
        )
        groups.append(f'<g transform="translate({_mm(x)} {_mm(y)})">\n{inside}\n</g>')
        x += width + _GAP
        right, bottom = max(right, x), max(bottom, y + height)
    wide, tall = _mm(right), _mm(bottom + _GAP)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{tall}mm" viewBox="0 0 {wide} {tall}" '
        f'fill="none" stroke="#000000" stroke-width="{_HAIRLINE}">'
    )
    return "\n".join([head, *groups, "</svg>"]) + "\n"


def _id(name: str, block: int, place: int) -> str:
    """Return the id of a path: its name, with a number if it is a piece."""
    if name in ("pieces", "frame", "floor", "lid"):
        return name
    word = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name) or "piece"
    return f"piece-{place + 1}-{word}"


def _mm(value: float) -> str:
    return f"{np.round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")


_OPTIONS = {"cell_size": 10.0, "kerf": 0.0, "corner_radius": 0.0, "spacing": 5.0}


def part_paths(part: Workpiece, cell: float, kerf: float, radius: float) -> list[Loop]:
    """Return the closed paths of a part, moved outwards by half the kerf."""
    found = []
    for loop in loops(part.cells):
        outline = moved(loop, cell, kerf / 2)
        found.append(rounded(outline, radius))
    return found


def _write(entries: list[Entry], options: Mapping[str, Any]) -> str:
    cell, kerf, radius, gap = check_lengths(
        options,
        ("cell_size", "kerf", "corner_radius", "spacing"),
        may_be_zero=("kerf", "corner_radius", "spacing"),
    )
    if kerf >= cell:
        raise FormatError(
            f"the kerf must be smaller than a cell ({cell:g} mm), got {kerf:g} mm", where="kerf"
        )
    lines = [
        "0",
        "SECTION",
        "2",
        "HEADER",
        "9",
        "$ACADVER",
        "1",
        "AC1009",
        "9",
        "$INSUNITS",
        "70",
        "4",
        "0",
        "ENDSEC",
    ]
    lines += ["0", "SECTION", "2", "ENTITIES"]
    for part in parts_of(entries, gap / cell):
        layer = (
            "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in part.name)[:31]
            or "piece"
        )
        for path in part_paths(part, cell, kerf, radius):
            x, y = part.column * cell, part.row * cell
            lines += _polyline([(px + x, -(py + y), -bulge) for px, py, bulge in path], layer)
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF"]) + "\n"


def _polyline(path: Loop, layer: str) -> Iterator[str]:
    yield from ("0", "POLYLINE", "8", layer, "66", "1", "70", "1")
    for x, y, bulge in path:
        yield from ("0", "VERTEX", "8", layer, "10", _length(x), "20", _length(y))
        if bulge:
            yield from ("42", _length(bulge))
    yield from ("0", "SEQEND", "8", layer)


def _length(value: float) -> str:
    return f"{np.round(value, 6) + 0.0:.6f}".rstrip("0").rstrip(".")


DXF = Format(
    name="dxf",
    title="outlines for laser cutters (DXF)",
    endings=(".dxf",),
    holds=("pieces", "board"),
    write=_write,
    options=_OPTIONS,
)
