"""The tilings of a task as a file: their placements as columns of Parquet, or without pyarrow as an array of NumPy.

A worker makes the bytes, and whoever keeps the ledger writes them: machines need no disk in common. Nothing in these files
is ever unpickled. One tiling differs from the one that was found before it in its last placements mostly, so a column for each
step of the search is a tenth of a column for each cell (`tilewright.exchange.tables`), which runs of older versions have.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover, compile_cover, decode_batch, decode_tilings
from tilewright.errors import CheckpointError, TilewrightError
from tilewright.files.fields import load_array
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.problem import Problem

__all__ = ["STORES", "ArrayStore", "ParquetStore", "PlacementStore", "Store", "default_store", "steps"]
#: Cells of the labels that are decoded at a time.
_CELLS = 1 << 21
#: How hard a Parquet file is compressed: harder, or with a dictionary for each column, it takes more time and is hardly smaller.
_LEVEL = 2


def steps(cover: Cover, rows: NDArray[np.int32]) -> Iterator[NDArray[np.int32]]:
    """Yield rows of placement numbers, as many at a time as are decoded at once."""
    step = max(1, _CELLS // cover.number.size)
    for first in range(0, len(rows), step):
        yield rows[first : first + step]


class Store(ABC):
    """A way to keep the tilings of a task in a file."""

    ending: str
    #: Whether placements are named by their numbers, which are those of one version of tilewright.
    numbered: bool = True

    @abstractmethod
    def pack(self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]) -> bytes:
        """Return the content of a file with tilings, given as rows of placement numbers."""

    @abstractmethod
    def tilings(self, path: Path, problem: Problem, count: int) -> Iterator[Tiling]:
        """Yield the tilings in a file."""

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


class ParquetStore(Store):
    """A column for each cell: `tilewright.exchange.tables`."""

    ending = ".parquet"
    numbered = False

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


class _Rows(Store):
    """PlacementStore by their numbers, in the order of the search, -1 padded; what a way of keeping them adds is reading some of them."""

    @abstractmethod
    def _rows(self, path: Path, cover: Cover, count: int) -> Iterator[NDArray[np.int32]]:
        """Yield the rows of a file, a group at a time."""

    @staticmethod
    def _checked(path: Path, cover: Cover, rows: NDArray[np.integer]) -> NDArray[np.int32]:
        """Return rows whose numbers are those of placements."""
        if rows.size and not (int(rows.min()) >= -1 and int(rows.max()) < cover.size):
            raise _wrong(path, f"it names placements that are not among the {cover.size:,}")
        return np.ascontiguousarray(rows, dtype=np.int32)

    def tilings(self, path: Path, problem: Problem, count: int) -> Iterator[Tiling]:
        """Yield the tilings in a file."""
        cover = compile_cover(problem)
        for group in self._rows(path, cover, count):
            for rows in steps(cover, group):
                yield from decode_tilings(cover, rows)

    def arrays(
        self, path: Path, problem: Problem, count: int
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield labels and pieces."""
        cover = compile_cover(problem)
        for group in self._rows(path, cover, count):
            for rows in steps(cover, group):
                yield decode_batch(cover, rows)

    def tiling(self, path: Path, problem: Problem, count: int, number: int) -> Tiling:
        """Return one tiling."""
        cover = compile_cover(problem)
        for rows in self._rows(path, cover, count):
            if number < len(rows):
                return next(decode_tilings(cover, rows[number : number + 1]))
            number -= len(rows)
        raise _wrong(path, f"it has fewer than {count:,} tilings")


class PlacementStore(_Rows):
    """Parquet with a column ``t0``, ``t1``, … for each step of the search: the placement that it made."""

    ending = ".parquet"

    def pack(self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]) -> bytes:
        """Return the content of a file with tilings, given as rows of placement numbers."""
        from tilewright.exchange.tables import COMPACT, ROWS, arrow

        pa = arrow()
        columns = np.ascontiguousarray(rows.T, dtype=_smallest(cover))
        content = pa.table({f"t{step}": column for step, column in enumerate(columns)})
        stream = io.BytesIO()
        pa.parquet.write_table(
            content,
            stream,
            row_group_size=ROWS,
            use_dictionary=False,
            compression_level=_LEVEL,
            store_schema=False,
            **COMPACT,
        )
        return stream.getvalue()

    def _rows(self, path: Path, cover: Cover, count: int) -> Iterator[NDArray[np.int32]]:
        from tilewright.exchange.tables import arrow

        pa = arrow()
        try:
            with pa.parquet.ParquetFile(path) as file:
                names = file.schema_arrow.names
                known = names == [f"t{step}" for step in range(len(names))]
                if not known or file.metadata.num_rows != count:
                    raise _wrong(path, f"it has no {count:,} rows of placements")
                for group in range(file.num_row_groups):
                    table = file.read_row_group(group)
                    if not all(pa.types.is_integer(kind) for kind in table.schema.types):
                        raise _wrong(path, "its columns are not of whole numbers")
                    # A null, which tilewright does not write, is no placement.
                    columns = [np.asarray(table.column(name).fill_null(-1)) for name in names]
                    yield self._checked(path, cover, np.stack(columns, axis=1))
        except (OSError, pa.ArrowException) as error:
            raise _wrong(path, str(error).splitlines()[0]) from None


class ArrayStore(_Rows):
    """Rows of placement numbers in the smallest type that holds them, as `numpy.save` writes an array."""

    ending = ".npy"

    def pack(self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]) -> bytes:
        """Return the content of a file with tilings, given as rows of placement numbers."""
        stream = io.BytesIO()
        np.save(stream, rows.astype(_smallest(cover)), allow_pickle=False)
        return stream.getvalue()

    def _rows(self, path: Path, cover: Cover, count: int) -> Iterator[NDArray[np.int32]]:
        try:
            rows = load_array(path)
        except (OSError, ValueError) as error:
            raise _wrong(path, str(error)) from None
        if rows.ndim != 2 or rows.dtype.kind != "i" or len(rows) != count:
            raise _wrong(path, f"it has no {count:,} rows of numbers")
        yield self._checked(path, cover, rows)


def _smallest(cover: Cover) -> type[np.int16 | np.int32]:
    """Return the smallest type that holds the numbers of all placements."""
    return np.int16 if cover.size < 1 << 15 else np.int32


#: Each way by the word that a ledger has for it.
STORES: dict[str, Store] = {"placements": PlacementStore(), "parquet": ParquetStore(), "arrays": ArrayStore()}


def default_store() -> str:
    """Return placements as Parquet if pyarrow is there, else as arrays."""
    from importlib.util import find_spec

    return "placements" if find_spec("pyarrow") is not None else "arrays"
