"""The parts of a puzzle side by side (the tray, and each copy of each piece), and closed paths
around cells.
"""

from __future__ import annotations

import cmath
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import SQUARES, Cell, Lattice
from tilewright.system.values.arrays import read_only

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
            If a length is not a number, or is negative.
        """
        names = [field.name for field in fields(cls) if field.name != "sheet"]
        cell, kerf, clearance, radius, spacing = check_lengths(
            options, names, may_be_zero=names[1:]
        )
        return cls(cell, kerf, clearance, radius, spacing, _read_sheet(options["sheet"]))

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


def width_of_cell(lattice: Lattice, size: float) -> float:
    """Return the diameter of the largest circle or sphere in a cell of `size` mm."""
    if lattice.dimension == 3:
        return size
    corners = np.array(lattice.outline((0, 0)))
    middles = (corners + np.roll(corners, 1, axis=0)) / 2 - corners.mean(axis=0)
    return float(2 * size * np.hypot(*middles.T).min())


def check_smaller_than_cell(lattice: Lattice, size: float, **lengths: float) -> None:
    """Check the kerf or clearance of cells of `size` mm."""
    most = width_of_cell(lattice, size)
    for name, length in lengths.items():
        if length > most - 1e-6:
            raise FormatError(
                f"the {name} must be smaller than a cell ({most:g} mm wide), got {length:g} mm",
                where=name,
            )


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
    """Return each copy of each piece. A piece without a maximum is made as often as required, at
    least once.
    """
    copies: list[Piece] = []
    for piece in pieces:
        copies += [piece] * (max(piece.least, 1) if piece.most is None else piece.most)
        if len(copies) > _MOST:
            raise FormatError(f"there must be at most {_MOST:,} parts")
    return copies


#: A closed path: corners (x, y), each with the bulge of the edge after it (tangent of a quarter of
#: the angle).
Loop = list[tuple[float, float, float]]


def loops(cells: Iterable[Cell], lattice: Lattice = SQUARES) -> list[NDArray[np.float64]]:
    """Return the outlines of cells as corners (x, y), clockwise with y downwards; holes run the
    other way. The first square has its middle at 0, 0.

    Where cells touch only at a corner, outlines stay apart, so no path crosses itself.

    >>> [loop.tolist() for loop in loops([(0, 0), (0, 1)])]
    [[[-0.5, -0.5], [1.5, -0.5], [1.5, 0.5], [-0.5, 0.5]]]
    """
    return list(_loops(tuple(sorted(set(cells))), lattice))


@lru_cache(maxsize=1024)
def _loops(cells: tuple[Cell, ...], lattice: Lattice) -> tuple[NDArray[np.float64], ...]:
    # Directed sides with the cell on their right, by their starts; a side of two cells has both
    # directions.
    sides: dict[complex, list[complex]] = {}
    for cell in cells:
        corners = np.array(lattice.outline(cell))
        if signed_area(corners) < 0:
            corners = corners[::-1]
        around: list[complex] = (corners.round(9) @ [1, 1j]).tolist()
        for start, end in zip(around, [*around[1:], around[0]], strict=True):
            if start in sides.get(end, ()):
                sides[end].remove(start)
            else:
                sides.setdefault(start, []).append(end)
    outlines = []
    while left := [start for start, ends in sides.items() if ends]:
        start = min(left, key=lambda point: (point.imag, point.real))
        path = [start, sides[start].pop(0)]
        while path[-1] != start:
            # Where two parts meet at a corner: turn right, around the own part.
            ways, here, step = sides[path[-1]], path[-1], path[-1] - path[-2]
            ways.sort(key=lambda end: cmath.phase((end - here) / step))
            path.append(ways.pop())
        corners = np.array([(point.real, point.imag) for point in path[:-1]])
        into = _directions(corners)
        straight = (into * np.roll(into, -1, axis=0)).sum(axis=1) > 1 - 1e-9
        outlines.append(read_only(corners[~straight]))
    return tuple(outlines)


def signed_area(corners: NDArray[np.floating] | NDArray[np.integer]) -> float:
    """Return the area of a polygon, negative if its corners run counterclockwise (y downwards)."""
    x, y = corners[:, 0], corners[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def moved(corners: NDArray[Any], size: float, by: float) -> NDArray[np.float64]:
    """Return an outline with cells of `size` mm, moved away from its cells by `by` mm."""
    corners = np.asarray(corners, dtype=np.float64)
    into = _directions(corners)
    # The outside is to the left of a side; a corner moves with both of its sides.
    left = np.column_stack([into[:, 1], -into[:, 0]])
    after = np.roll(left, -1, axis=0)
    outwards = (left + after) / (1 + (left * after).sum(axis=1))[:, None]
    outline: NDArray[np.float64] = corners * float(size) + by * outwards
    return outline


def _directions(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the direction of the side before each corner."""
    steps = corners - np.roll(corners, 1, axis=0)
    directions: NDArray[np.float64] = steps / np.hypot(*steps.T)[:, None]
    return directions


def rounded(corners: NDArray[np.float64], radius: float) -> Loop:
    """Return a closed path with rounded corners."""
    if radius <= 0:
        return [(float(x), float(y), 0.0) for x, y in corners]
    into = _directions(corners)
    out = np.roll(into, -1, axis=0)
    turn = np.arctan2(
        into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0], (into * out).sum(axis=1)
    ).round(12)
    share = np.tan(np.abs(turn) / 2).round(12)
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    most = sides / (share + np.roll(share, -1))
    if radius > most.min() + 1e-9:
        raise FormatError(
            f"the corner radius must be at most {most.min():g} mm for sides of "
            f"{sides[most.argmin()]:g} mm, got {radius:g} mm"
        )
    path: Loop = []
    for here, before, after, angle, part in zip(corners, into, out, turn, share, strict=True):
        first, second = here - radius * part * before, here + radius * part * after
        # The bulge of an arc is the tangent of a quarter of its angle.
        path.append((float(first[0]), float(first[1]), float(np.tan(angle / 4))))
        path.append((float(second[0]), float(second[1]), 0.0))
    return path
