"""Lengths in millimeters for cutters and 3D printers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from tilewright.errors import FormatError

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
        The distance between parts, and from them to the edge of the sheet.
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
        found = cls(cell, kerf, clearance, radius, spacing, _read_sheet(options["sheet"]))
        for name in ("kerf", "clearance"):
            if getattr(found, name) >= found.cell_size:
                raise FormatError(
                    f"the {name} must be smaller than a cell ({found.cell_size:g} mm), got "
                    f"{getattr(found, name):g} mm",
                    where=name,
                )
        return found

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
    found = []
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
        found.append(value)
    return found


def _read_sheet(given: Any) -> tuple[float, float] | None:
    """Return the width and height of a sheet."""
    if given is None:
        return None
    if isinstance(given, str):
        match = _SHEET.fullmatch(given.strip())
        given = () if match is None else match.groups()
    try:
        width, height = (float(side) for side in given)
    except (TypeError, ValueError):
        width = height = 0.0
    if not (0 < width < np.inf and 0 < height < np.inf):
        raise FormatError(
            "must be the width and height in millimeters, such as 600x300", where="sheet"
        )
    return width, height
