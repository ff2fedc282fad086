"""The file of a task: placements as Parquet columns, or as a NumPy array if pyarrow is missing.

Workers return the bytes, and the owner of the ledger writes them, so machines need no shared disk.
Nothing in these files is unpickled. A tiling usually differs from the one before in its last
placements only, so a column per search step is a tenth of a column per cell, which older runs have.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import CheckpointError, TilewrightError
from tilewright.model.cover import Cover, compile_cover, decode_batch, decode_tilings
from tilewright.model.tiling import Tiling
from tilewright.system.files.fields import load_array

if TYPE_CHECKING:
    from tilewright.model.problem import Problem

#: Cells to decode in a batch.
_CELLS = 1 << 21
#: The compression level; higher levels and dictionaries take more time and save little.
_LEVEL = 2


def steps(cover: Cover, rows: NDArray[np.int32]) -> Iterator[NDArray[np.int32]]:
    """Yield rows of placement numbers in batches for decoding."""
    step = max(1, _CELLS // cover.number.size)
    for first in range(0, len(rows), step):
        yield rows[first : first + step]


class Store(ABC):
    """A file format for the tilings of a task."""

    ending: str
    #: Whether it stores placement numbers, which may change between versions of tilewright.
    numbered: bool = True

    @abstractmethod
    def pack(
        self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]
    ) -> bytes:
        """Return the content of a file, given tilings as rows of placement numbers."""

    @abstractmethod
    def tilings(self, path: Path, problem: Problem, count: int) -> Iterator[Tiling]:
        """Yield the tilings in a file."""

    @abstractmethod
    def arrays(
        self, path: Path, problem: Problem, count: int
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield labels (m, rows, columns) and pieces (m, depth), padded with -1, in batches."""

    @abstractmethod
    def tiling(self, path: Path, problem: Problem, count: int, number: int) -> Tiling:
        """Return one tiling."""


def _damaged_file(path: Path, why: str) -> CheckpointError:
    return CheckpointError(f"this file of the run is missing or damaged: {why}", where=str(path))


class ParquetStore(Store):
    """A column for each cell, as in `tilewright.formats.tables`."""

    ending = ".parquet"
    numbered = False

    def pack(
        self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]
    ) -> bytes:
        """Return the content of a file, given tilings as rows of placement numbers."""
        from tilewright.formats.tables import TableWriter

        stream = io.BytesIO()
        writer = TableWriter(stream, problem, options)
        for part in steps(cover, rows):
            writer.add(*decode_batch(cover, part))
        writer.finish(complete=False)
        return stream.getvalue()

    def _table(self, path: Path, count: int) -> Any:
        from tilewright.formats.tables import TilingTable

        try:
            table = TilingTable(path)
        except TilewrightError as error:
            raise _damaged_file(path, error.message) from None
        if len(table) != count:
            raise _damaged_file(path, f"the file has {len(table):,} tilings, expected {count:,}")
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
        tiling: Tiling = self._table(path, count)[number]
        return tiling


class _Rows(Store):
    """Rows of placement numbers in the order of the search, padded with -1."""

    @abstractmethod
    def _rows(self, path: Path, cover: Cover, count: int) -> Iterator[NDArray[np.int32]]:
        """Yield the rows of a file in groups."""

    @staticmethod
    def _check_rows(path: Path, cover: Cover, rows: NDArray[np.integer]) -> NDArray[np.int32]:
        """Return the rows if all placement numbers are valid."""
        if rows.size and not (int(rows.min()) >= -1 and int(rows.max()) < cover.size):
            raise _damaged_file(
                path, f"the file has placement numbers outside 0 to {cover.size - 1:,}"
            )
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
        raise _damaged_file(path, f"the file has fewer than {count:,} tilings")


class PlacementStore(_Rows):
    """Parquet with a column ``t0``, ``t1``, … for the placement at each search step."""

    ending = ".parquet"

    def pack(
        self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]
    ) -> bytes:
        """Return the content of a file, given tilings as rows of placement numbers."""
        from tilewright.formats.tables import COMPACT, ROWS, arrow

        pa = arrow()
        columns = np.ascontiguousarray(rows.T, dtype=_smallest_type(cover))
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
        from tilewright.formats.tables import arrow

        pa = arrow()
        try:
            with pa.parquet.ParquetFile(path) as file:
                names = file.schema_arrow.names
                known = names == [f"t{step}" for step in range(len(names))]
                if not known or file.metadata.num_rows != count:
                    raise _damaged_file(path, f"expected {count:,} rows of placements")
                for group in range(file.num_row_groups):
                    table = file.read_row_group(group)
                    if not all(pa.types.is_integer(kind) for kind in table.schema.types):
                        raise _damaged_file(path, "the columns must be integers")
                    # Nulls, which tilewright does not write, stand for no placement.
                    columns = [np.asarray(table.column(name).fill_null(-1)) for name in names]
                    yield self._check_rows(path, cover, np.stack(columns, axis=1))
        except (OSError, pa.ArrowException) as error:
            raise _damaged_file(path, str(error).splitlines()[0]) from None


class ArrayStore(_Rows):
    """Rows of placement numbers as a ``.npy`` array of the smallest integer type."""

    ending = ".npy"

    def pack(
        self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]
    ) -> bytes:
        """Return the content of a file, given tilings as rows of placement numbers."""
        stream = io.BytesIO()
        np.save(stream, rows.astype(_smallest_type(cover)), allow_pickle=False)
        return stream.getvalue()

    def _rows(self, path: Path, cover: Cover, count: int) -> Iterator[NDArray[np.int32]]:
        try:
            rows = load_array(path)
        except (OSError, ValueError) as error:
            raise _damaged_file(path, str(error)) from None
        if rows.ndim != 2 or rows.dtype.kind != "i" or len(rows) != count:
            raise _damaged_file(path, f"expected {count:,} rows of integers")
        yield self._check_rows(path, cover, rows)


def _smallest_type(cover: Cover) -> type[np.int16 | np.int32]:
    """Return the smallest integer type for the placement numbers."""
    return np.int16 if cover.size < 1 << 15 else np.int32


#: The formats by their names in a ledger.
STORES: dict[str, Store] = {
    "placements": PlacementStore(),
    "parquet": ParquetStore(),
    "arrays": ArrayStore(),
}


def default_store() -> str:
    """Return ``placements`` if pyarrow is installed, else ``arrays``."""
    from importlib.util import find_spec

    return "placements" if find_spec("pyarrow") is not None else "arrays"
