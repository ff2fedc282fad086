"""What a construction may be asked for: sizes, holes, arrays, and the room that they need."""

from __future__ import annotations

import operator
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, SupportsIndex, cast, get_args

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tilewright.arguments import format_value
from tilewright.errors import ConstructionError, OutputError
from tilewright.system.memory import available_memory, in_units

__all__ = [
    "Cell",
    "Numbering",
    "Touch",
    "check_cell",
    "check_numbering",
    "check_power",
    "check_side",
    "check_touch",
    "check_window",
    "label_dtype",
    "out_array",
    "require_disk",
    "require_memory",
    "size_text",
    "tile_count",
]

Cell = tuple[int, int]
#: How tiles are numbered: by first appearance in *reading* order, or in the order of the *proof*, level by level.
Numbering = Literal["reading", "proof"]
#: What counts as touching in a coloring: a common *edge*, or a corner as well (*strong*).
Touch = Literal["edge", "strong"]


#: Tile numbers below 4^n must stay within the 4,300 digits that Python prints.
_LARGEST_POWER = 7_000


def _integer(value: object, where: str) -> int:
    if isinstance(value, SupportsIndex) and not isinstance(value, (bool, np.bool_)):
        return int(operator.index(value))
    raise ConstructionError(f"must be an integer, not {value!r}", where=where)


def check_power(n: object, most: int | None = None, purpose: str = "") -> int:
    """Return n as an integer, if there is a 2^n x 2^n board with something to tile."""
    power = _integer(n, "n")
    if power < 1:
        raise ConstructionError(f"the board is 2^n x 2^n with n >= 1, not n = {power}", where="n")
    if most is None:
        most, purpose = _LARGEST_POWER, "the theorem holds for every n, but this"
    if power > most:
        raise ConstructionError(f"{purpose} works up to n = {most}, not n = {power}", where="n")
    return power


def check_cell(rows: int, columns: int, cell: object, where: str = "hole") -> Cell:
    """Return a cell of a rows x columns board as a pair of integers."""
    if isinstance(cell, str) or not isinstance(cell, (Sequence, np.ndarray)) or len(cell) != 2:
        raise ConstructionError(f"must be one cell (row, column), not {cell!r}", where=where)
    if any(isinstance(part, (Sequence, np.ndarray)) for part in cell):
        raise ConstructionError(
            f"exactly one cell is removed, but there are {len(cell)}: {cell!r}", where=where
        )
    row, column = (_integer(part, where) for part in cell)
    if not (0 <= row < rows and 0 <= column < columns):
        raise ConstructionError(
            f"cell {_short(row)},{_short(column)} is outside the board: rows are 0..{_short(rows - 1)}, "
            f"columns 0..{_short(columns - 1)}",
            where=where,
        )
    return row, column


def check_side(side: object, where: str) -> int:
    """Return the number of rows or columns of a rectangle."""
    count = _integer(side, where)
    if count < 1:
        raise ConstructionError(f"must be at least 1, not {count}", where=where)
    return count


def _short(value: int) -> str:
    """Return an integer in few characters: boards may be larger than anybody cares to read."""
    if abs(value) < 10**24:
        return str(value)
    power = (abs(value) + 1).bit_length() - 1
    if value == (1 << power) - 1:
        return f"2^{power} - 1"
    return f"{'-' if value < 0 else ''}2^{power}" + ("" if abs(value) == 1 << power else " and more")


def check_numbering(numbering: str) -> Numbering:
    """Return `numbering` if it names one."""
    for known in get_args(Numbering):
        if numbering == known:
            return cast(Numbering, known)
    raise ConstructionError(
        f"tiles are numbered in 'reading' or 'proof' order, not '{numbering}'", where="numbering"
    )


def check_touch(touch: str) -> Touch:
    """Return `touch` if it names a way of touching."""
    for known in get_args(Touch):
        if touch == known:
            return cast(Touch, known)
    raise ConstructionError(f"tiles touch by 'edge' or 'strong' (corners too), not '{touch}'", where="touch")


def check_window(side: int, window: object) -> tuple[int, int, int, int]:
    """Return a window (top, left, rows, columns) that lies on a side x side board."""
    if isinstance(window, str) or not isinstance(window, (Sequence, np.ndarray)) or len(window) != 4:
        raise ConstructionError(f"must be top, left, rows, columns, not {window!r}", where="window")
    top, left, rows, columns = (_integer(part, "window") for part in window)
    if rows < 1 or columns < 1:
        raise ConstructionError(
            f"must have at least one row and one column, not {rows} x {columns}", where="window"
        )
    if top < 0 or left < 0 or top + rows > side or left + columns > side:
        raise ConstructionError(
            f"rows {top}..{top + rows - 1} and columns {left}..{left + columns - 1} are not all on the board: "
            f"both go from 0 to {_short(side - 1)}",
            where="window",
        )
    return top, left, rows, columns


def tile_count(n: int) -> int:
    """Return how many trominoes cover a 2^n x 2^n board without a cell."""
    return ((1 << 2 * n) - 1) // 3


def label_dtype(largest: int, dtype: DTypeLike | None) -> np.dtype[Any]:
    """Return the dtype for labels up to `largest`: the given one if it fits, else 32 or 64 bits."""
    if dtype is None:
        return np.dtype(np.int32 if largest <= np.iinfo(np.int32).max else np.int64)
    try:
        chosen = np.dtype(dtype)
    except TypeError:
        raise ConstructionError(
            f"a type of numbers is one such as 'int32', not {format_value(dtype)}", where="dtype"
        ) from None
    if chosen.kind == "u":
        raise ConstructionError(f"labels are signed (the hole is -1), so {chosen} does not do", where="dtype")
    if chosen.kind != "i":
        raise ConstructionError(f"labels are signed integers, not {chosen}", where="dtype")
    if largest > np.iinfo(chosen).max:
        fits = next((t for t in ("int8", "int16", "int32", "int64") if largest <= np.iinfo(t).max), None)
        right = f"; {fits} is wide enough" if fits else ", and neither does int64"
        raise ConstructionError(
            f"{chosen} holds labels up to {np.iinfo(chosen).max}, but the tiles are numbered up to {largest}{right}",
            where="dtype",
        )
    return chosen


def size_text(count: int) -> str:
    """Return a number of bytes in words, however large."""
    return in_units(count) if count < 1 << 70 else f"2^{count.bit_length() - 1} bytes"


def require_memory(needed: int, what: str, instead: str) -> None:
    """Raise if `needed` bytes are more than there are, before anything is allocated."""
    available = available_memory()
    if needed > available:
        raise ConstructionError(
            f"{what} needs {size_text(needed)} of memory, but {size_text(available)} are available; {instead}",
            where="memory",
        )


def require_disk(needed: int, path: Path) -> None:
    """Raise if a file of `needed` bytes does not fit beside `path`, before anything is written."""
    folder = path.parent
    try:
        free = shutil.disk_usage(folder).free
    except FileNotFoundError:
        raise OutputError(f"the folder {folder} does not exist", where=str(path)) from None
    except OSError:
        return
    if needed > free:
        raise OutputError(
            f"needs {size_text(needed)} of disk, but {size_text(free)} are free", where=str(path)
        )


def out_array(out: NDArray[Any], shape: tuple[int, int], largest: int) -> NDArray[Any]:
    """Return the caller's array if the labels fit it."""
    if not isinstance(out, np.ndarray):
        raise ConstructionError(f"must be a NumPy array, not {type(out).__name__}", where="out")
    if out.shape != shape:
        raise ConstructionError(f"must have the shape {shape}, not {out.shape}", where="out")
    if not out.flags.writeable:
        raise ConstructionError("is read-only", where="out")
    label_dtype(largest, out.dtype)
    return out
