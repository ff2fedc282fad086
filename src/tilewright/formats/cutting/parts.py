"""The parts of a puzzle side by side (the tray, and each copy of each piece), and closed paths
around cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import SQUARES, Cell

# Lengths in millimeters for cutters and 3D printers.

_SHEET = re.compile(r"([0-9.]+) *[xX×] *([0-9.]+)")


@dataclass(frozen=True, slots=True)
class CutLengths:
    """The lengths of parts that are cut, in millimeters.

    Parameters
    ----------
    cell_size : float
        The side of a square cell; for hexagons, the distance between centers.
    kerf : float
        The width that the cutter removes. Outlines move away from the parts by half of it.
    clearance : float
        How much narrower a piece is than its cells.
    corner_radius : float
        The radius of rounded corners.
    spacing : float
        The distance between parts, and from parts to the edge of the sheet.
    sheet : (width, height), or str such as ``600x300``; optional
        The size of the material. By default, the sheet is as large as the parts need.
    """

    cell_size: float = 10.0
    kerf: float = 0.0
    clearance: float = 0.0
    corner_radius: float = 0.0
    spacing: float = 5.0
    sheet: tuple[float, float] | None = None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> CutLengths:
        """Return checked lengths.

        Raises
        ------
        FormatError
            If a length is not a number, is negative, or is too large for a cell.
        """
        names = [field.name for field in fields(cls) if field.name != "sheet"]
        cell, kerf, clearance, radius, spacing = check_lengths(
            options, names, may_be_zero=names[1:]
        )
        lengths = cls(cell, kerf, clearance, radius, spacing, _read_sheet(options["sheet"]))
        for name in ("kerf", "clearance"):
            if getattr(lengths, name) >= lengths.cell_size:
                raise FormatError(
                    f"the {name} must be smaller than a cell ({lengths.cell_size:g} mm), got "
                    f"{getattr(lengths, name):g} mm",
                    where=name,
                )
        return lengths

    @property
    def shares_edges(self) -> bool:
        """Whether neighboring pieces have the same outline, so that one cut separates them."""
        return not (self.kerf or self.clearance or self.corner_radius)

    @property
    def outwards(self) -> float:
        """How far the outline of a piece is moved outwards."""
        return (self.kerf - self.clearance) / 2


def check_lengths(
    options: Mapping[str, Any], names: Sequence[str], may_be_zero: Sequence[str] = ()
) -> list[float]:
    """Return options that are lengths in millimeters, checked."""
    lengths = []
    for name in names:
        try:
            value = float(options[name])
        except (TypeError, ValueError):
            raise FormatError(
                f"`{name}` must be a number of millimeters, got '{options[name]}'", where=name
            ) from None
        if not np.isfinite(value) or value < 0 or (value == 0 and name not in may_be_zero):
            raise FormatError(
                f"`{name}` must be {'at least' if name in may_be_zero else 'more than'} 0, got "
                f"{value:g}",
                where=name,
            )
        lengths.append(value)
    return lengths


def _read_sheet(sides: Any) -> tuple[float, float] | None:
    """Return the width and height of a sheet."""
    if sides is None:
        return None
    if isinstance(sides, str):
        match = _SHEET.fullmatch(sides.strip())
        sides = () if match is None else match.groups()
    try:
        width, height = (float(side) for side in sides)
    except (TypeError, ValueError):
        width = height = 0.0
    if not (0 < width < np.inf and 0 < height < np.inf):
        raise FormatError(
            "must be the width and height in millimeters, such as 600x300", where="sheet"
        )
    return width, height


#: The most parts.
_MOST = 10_000


def workpieces(pieces: Iterable[Piece]) -> list[Piece]:
    """Return each copy of each piece of squares. A piece without a maximum is made as often as
    required, at least once.
    """
    copies: list[Piece] = []
    for piece in pieces:
        if piece.polyomino.lattice != SQUARES:
            lattice = piece.polyomino.lattice
            flat = lattice.dimension == 2
            raise FormatError(
                f"only pieces of squares can be cut or printed without a board, but {piece.name} "
                f"is made of {lattice.cells}"
                + ("; `tilewright cut BOARD PIECES` cuts a solution" if flat else "")
            )
        copies += [piece] * (max(piece.least, 1) if piece.most is None else piece.most)
        if len(copies) > _MOST:
            raise FormatError(f"there must be at most {_MOST:,} parts")
    return copies


#: A closed path: corners (x, y), each with the bulge of the edge after it (tangent of a quarter of
#: the angle).
Loop = list[tuple[float, float, float]]


def loops(cells: Iterable[Cell]) -> list[NDArray[np.int64]]:
    """Return the outlines of cells as corners (x, y), clockwise with y downwards; holes run the
    other way.

    Where cells touch only at a corner, outlines stay apart, so no path crosses itself.

    >>> [loop.tolist() for loop in loops([(0, 0), (0, 1)])]
    [[[0, 0], [2, 0], [2, 1], [0, 1]]]
    """
    inside = set(cells)
    # Directed sides with the cell on their right: east above it, south right of it, west below,
    # north left.
    sides: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in sorted(inside):
        for neighbor, start, step in (
            ((row - 1, column), (column, row), (1, 0)),
            ((row, column + 1), (column + 1, row), (0, 1)),
            ((row + 1, column), (column + 1, row + 1), (-1, 0)),
            ((row, column - 1), (column, row + 1), (0, -1)),
        ):
            if neighbor not in inside:
                sides.setdefault(start, []).append(step)
    outlines = []
    while sides:
        start = min(sides, key=lambda point: (point[1], point[0]))
        point, step = start, sides[start][0]
        corners = []
        last = None
        while True:
            ways = sides[point]
            if last is not None and len(ways) > 1:
                # Two parts meet at a corner: turn right, around the own part.
                step = next(way for way in ways if way == (-last[1], last[0]))
            else:
                step = ways[0]
            ways.remove(step)
            if not ways:
                del sides[point]
            if step != last:
                corners.append(point)
            last = step
            point = (point[0] + step[0], point[1] + step[1])
            if point == start:
                break
        outlines.append(np.array(corners, dtype=np.int64))
    return outlines


def signed_area(corners: NDArray[np.floating] | NDArray[np.integer]) -> float:
    """Return the area of a polygon, negative if its corners run counterclockwise (y downwards)."""
    x, y = corners[:, 0], corners[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def moved(corners: NDArray[np.integer], size: float, by: float) -> NDArray[np.float64]:
    """Return an outline with cells of `size` mm, moved away from its cells by `by` mm."""
    corners = np.asarray(corners)
    before = np.sign(corners - np.roll(corners, 1, axis=0))
    after = np.sign(np.roll(corners, -1, axis=0) - corners)
    # The outside is to the left of a side; a corner moves with both of its sides.
    outwards = np.column_stack([before[:, 1] + after[:, 1], -before[:, 0] - after[:, 0]])
    return corners * float(size) + by * outwards


def rounded(corners: NDArray[np.float64], radius: float) -> Loop:
    """Return a closed path with rounded corners."""
    if radius <= 0:
        return [(float(x), float(y), 0.0) for x, y in corners]
    shortest = float(np.abs(np.roll(corners, -1, axis=0) - corners).sum(axis=1).min())
    if 2 * radius > shortest:
        raise FormatError(
            f"the corner radius must be at most {shortest / 2:g} mm for sides of {shortest:g} mm, "
            f"got {radius:g} mm"
        )
    path: Loop = []
    count = len(corners)
    for index in range(count):
        here = corners[index]
        into = np.sign(here - corners[index - 1])
        out = np.sign(corners[(index + 1) % count] - here)
        turn = float(into[0] * out[1] - into[1] * out[0])
        # The bulge of a quarter circle is the tangent of 22.5 degrees.
        first, second = here - radius * into, here + radius * out
        path.append((float(first[0]), float(first[1]), turn * float(np.tan(np.pi / 8))))
        path.append((float(second[0]), float(second[1]), 0.0))
    return path
