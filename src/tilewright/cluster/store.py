"""The tilings of a task as a file: a Parquet table, or without pyarrow their placements as an array of NumPy.

A worker makes the bytes, and whoever keeps the ledger writes them: machines need no disk in common. Nothing in these files
is ever unpickled.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover, decode_batch, decode_tilings
from tilewright.errors import CheckpointError, TilewrightError
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.problem import Problem

__all__ = ["STORES", "Arrays", "Store", "Tables", "default_store", "steps"]

#: Cells of the labels that are decoded at a time.
_CELLS = 1 << 21


def steps(cover: Cover, rows: NDArray[np.int32]) -> Iterator[NDArray[np.int32]]:
    """Yield rows of placement numbers, as many at a time as are decoded at once."""
    step = max(1, _CELLS // cover.number.size)
    for first in range(0, len(rows), step):
        yield rows[first : first + step]


class Store(ABC):
    """A way to keep the tilings of a task in a file."""

    ending: str

    @abstractmethod
    def pack(self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]) -> bytes:
        """Return the content of a file with tilings, given as rows of placement numbers."""

    @abstractmethod
    def tilings(self, path: Path, problem: Problem, count: int) -> Iterator[Tiling]:
        """Yield the tilings in a file.

        Raises
        ------
        CheckpointError
            If the file is not there, or does not have so many.
        """

    @abstractmethod
    def arrays(
        self, path: Path, problem: Problem, count: int
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield labels (m, rows, columns) and pieces (m, depth), -1 padded, some thousand tilings at a time."""

    @abstractmethod
    def tiling(self, path: Path, problem: Problem, count: int, number: int) -> Tiling:
        """Return one tiling."""


def _wrong(path: Path, why: str) -> CheckpointError:
    return CheckpointError(f"the run's file is missing or damaged: {why}", where=str(path))


class Tables(Store):
    """Parquet: `tilewright.exchange.tables`."""

    ending = ".parquet"

    def pack(self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]) -> bytes:
        """Return the content of a file with tilings, given as rows of placement numbers."""
        from tilewright.exchange.tables import TableWriter

        stream = io.BytesIO()
        writer = TableWriter(stream, problem, options)
        for part in steps(cover, rows):
            writer.add(*decode_batch(cover, part))
        writer.finish(complete=False)
        return stream.getvalue()

    def _table(self, path: Path, count: int) -> Any:
        from tilewright.exchange.tables import TilingTable

        try:
            table = TilingTable(path)
        except TilewrightError as error:
            raise _wrong(path, error.message) from None
        if len(table) != count:
            raise _wrong(path, f"it has {len(table):,} tilings, not {count:,}")
        return table

    def tilings(self, path: Path, problem: Problem, count: int) -> Iterator[Tiling]:
        """Yield the tilings in a file."""
        yield from self._table(path, count)

    def arrays(
        self, path: Path, problem: Problem, count: int
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield labels and pieces."""
        yield from self._table(path, count).arrays(problem.names)

    def tiling(self, path: Path, problem: Problem, count: int, number: int) -> Tiling:
        """Return one tiling."""
        found: Tiling = self._table(path, count)[number]
        return found


class Arrays(Store):
    """Rows of placement numbers in the smallest type that holds them, as `numpy.save` writes an array."""

    ending = ".npy"

    def pack(self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]) -> bytes:
        """Return the content of a file with tilings, given as rows of placement numbers."""
        kind = np.int16 if cover.size < 1 << 15 else np.int32
        stream = io.BytesIO()
        np.save(stream, rows.astype(kind), allow_pickle=False)
        return stream.getvalue()

    def _rows(self, path: Path, cover: Cover, count: int) -> NDArray[np.int32]:
        try:
            rows = np.load(path, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise _wrong(path, str(error)) from None
        if not isinstance(rows, np.ndarray) or rows.ndim != 2 or rows.dtype.kind != "i" or len(rows) != count:
            raise _wrong(path, f"it has no {count:,} rows of numbers")
        if rows.size and not (int(rows.min()) >= -1 and int(rows.max()) < cover.size):
            raise _wrong(path, f"it names placements that are not among the {cover.size:,}")
        return rows.astype(np.int32)

    def tilings(self, path: Path, problem: Problem, count: int) -> Iterator[Tiling]:
        """Yield the tilings in a file."""
        cover = problem.cover()
        for rows in steps(cover, self._rows(path, cover, count)):
            yield from decode_tilings(cover, rows)

    def arrays(
        self, path: Path, problem: Problem, count: int
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield labels and pieces."""
        cover = problem.cover()
        for rows in steps(cover, self._rows(path, cover, count)):
            yield decode_batch(cover, rows)

    def tiling(self, path: Path, problem: Problem, count: int, number: int) -> Tiling:
        """Return one tiling."""
        cover = problem.cover()
        return next(decode_tilings(cover, self._rows(path, cover, count)[number : number + 1]))


#: Each way by the word that a ledger has for it.
STORES: dict[str, Store] = {"parquet": Tables(), "arrays": Arrays()}


def default_store() -> str:
    """Return Parquet if pyarrow is there, else arrays."""
    from importlib.util import find_spec

    return "parquet" if find_spec("pyarrow") is not None else "arrays"
