"""The parts that are made of a puzzle: each copy of each piece, laid side by side, and the tray."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.errors import FormatError
from tilewright.exchange.format import Entry
from tilewright.lattices.polyomino import Cell

__all__ = ["Workpiece", "check_lengths", "parts_of"]

#: About so many cells are in a row of parts.
_WIDTH = 30
_MOST = 10_000


@dataclass(frozen=True)
class Workpiece:
    """A part: its cells, and where its corner lies, in cells."""

    name: str
    cells: tuple[Cell, ...]
    row: float
    column: float
    is_tray: bool = False


def check_lengths(
    options: Mapping[str, Any], names: Sequence[str], may_be_zero: Sequence[str] = ()
) -> list[float]:
    """Return lengths in millimeters.

    Raises
    ------
    FormatError
        If one is no number, or too small.
    """
    found = []
    for name in names:
        try:
            value = float(options[name])
        except (TypeError, ValueError):
            raise FormatError(
                f"a length is a number of millimeters, not '{options[name]}'", where=name
            ) from None
        if not np.isfinite(value) or value < 0 or (value == 0 and name not in may_be_zero):
            raise FormatError(
                f"a length is {'at least' if name in may_be_zero else 'more than'} 0, not {value:g}",
                where=name,
            )
        found.append(value)
    return found


def parts_of(entries: list[Entry], gap: float, width: float = _WIDTH) -> list[Workpiece]:
    """Return the tray, if there is a board, and each copy of each piece, with a gap (in cells) between them.

    A piece of which any number may be there is made once, or as often as it must be there. Tall pieces come first, so
    that those side by side are about as tall.

    Parameters
    ----------
    entries : list of Entry
    gap : float
        Between parts, in cells.
    width : float
        How many cells are side by side at most, if no part is wider.
    """
    shapes: list[tuple[str, tuple[Cell, ...], bool]] = []
    for entry in entries:
        board = entry.problem.board if entry.problem is not None else entry.board
        if board is not None:
            cells: tuple[Cell, ...] = tuple(
                (int(row), int(column)) for row, column in np.argwhere(board.mask)
            )
            shapes.append(("tray", cells, True))
        for piece in entry.all_pieces():
            copies = max(piece.least, 1) if piece.most is None else piece.most
            shapes += [(piece.name, piece.polyomino.cells, False)] * copies
            if len(shapes) > _MOST:
                raise FormatError(f"there are more than {_MOST:,} parts to be made")
    shapes.sort(key=lambda shape: (not shape[2], *(-max(cell[axis] for cell in shape[1]) for axis in (0, 1))))
    parts: list[Workpiece] = []
    row = column = height = 0.0
    # The tray has a rim of a cell around it.
    for name, cells, is_tray in shapes:
        rim = 1.0 if is_tray else 0.0
        rows, columns = (max(cell[axis] for cell in cells) + 1 + 2 * rim for axis in (0, 1))
        if column and (column + columns > width or (parts and parts[-1].is_tray)):
            row, column, height = row + height + gap, 0.0, 0.0
        parts.append(Workpiece(name, cells, row + rim, column + rim, is_tray))
        column += columns + gap
        height = max(height, rows)
    return parts
