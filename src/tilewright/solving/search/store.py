"""The file of a task, which contains placements as Parquet columns, or as a NumPy array if pyarrow
is missing.

Workers return the bytes, and the owner of the ledger writes them, so machines need no shared disk.
Nothing in these files is unpickled. A tiling usually differs from the previous tiling only in the
last placements. Therefore, a column per search step needs a tenth of the space of a column per
cell, which older runs use.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

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


Arrays = Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]


class Content(Protocol):
    """The tilings in a file."""

    def __iter__(self) -> Iterator[Tiling]: ...

    def __getitem__(self, number: int, /) -> Tiling: ...

    def arrays(self, names: Sequence[str], /) -> Arrays:
        """Yield labels (m, rows, columns) and pieces (m, depth), padded with -1, in batches."""


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
    def open(self, path: Path, problem: Problem, count: int) -> Content:
        """Return the content of a file with a number of tilings."""


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

    def open(self, path: Path, problem: Problem, count: int) -> Content:
        """Return the table."""
        from tilewright.formats.tables import TilingTable

        try:
            table: Any = TilingTable(path)
        except TilewrightError as error:
            raise _damaged_file(path, error.message) from None
        if len(table) != count:
            raise _damaged_file(path, f"the file has {len(table):,} tilings, expected {count:,}")
        content: Content = table
        return content


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows of placement numbers in the order of the search, padded with -1, read in groups."""

    path: Path
    cover: Cover
    groups: Callable[[], Iterator[NDArray[np.integer]]]

    def _checked(self) -> Iterator[NDArray[np.int32]]:
        """Yield the groups if all placement numbers are valid."""
        size = self.cover.size
        for rows in self.groups():
            if rows.size and not (int(rows.min()) >= -1 and int(rows.max()) < size):
                raise _damaged_file(
                    self.path, f"the file contains placement numbers outside 0 to {size - 1:,}"
                )
            yield np.ascontiguousarray(rows, dtype=np.int32)

    def __iter__(self) -> Iterator[Tiling]:
        for group in self._checked():
            for rows in steps(self.cover, group):
                yield from decode_tilings(self.cover, rows)

    def __getitem__(self, number: int, /) -> Tiling:
        for rows in self._checked():
            if number < len(rows):
                return next(decode_tilings(self.cover, rows[number : number + 1]))
            number -= len(rows)
        raise _damaged_file(self.path, "the file contains too few tilings")

    def arrays(self, names: Sequence[str], /) -> Arrays:
        """Yield labels and pieces."""
        for group in self._checked():
            for rows in steps(self.cover, group):
                yield decode_batch(self.cover, rows)


class PlacementStore(Store):
    """Parquet with a column ``t0``, ``t1``, … for the placement in each search step."""

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

    def open(self, path: Path, problem: Problem, count: int) -> Content:
        """Return the rows, read a group at a time."""
        from tilewright.formats.tables import arrow

        pa = arrow()

        def groups() -> Iterator[NDArray[np.integer]]:
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
                        yield np.stack(columns, axis=1)
            except (OSError, pa.ArrowException) as error:
                raise _damaged_file(path, str(error).splitlines()[0]) from None

        return _Rows(path, compile_cover(problem), groups)


class ArrayStore(Store):
    """Rows of placement numbers as a ``.npy`` array of the smallest integer type."""

    ending = ".npy"

    def pack(
        self, problem: Problem, cover: Cover, rows: NDArray[np.int32], options: dict[str, Any]
    ) -> bytes:
        """Return the content of a file, given tilings as rows of placement numbers."""
        stream = io.BytesIO()
        np.save(stream, rows.astype(_smallest_type(cover)), allow_pickle=False)
        return stream.getvalue()

    def open(self, path: Path, problem: Problem, count: int) -> Content:
        """Return the rows."""
        try:
            rows = load_array(path)
        except (OSError, ValueError) as error:
            raise _damaged_file(path, str(error)) from None
        if rows.ndim != 2 or rows.dtype.kind != "i" or len(rows) != count:
            raise _damaged_file(path, f"expected {count:,} rows of integers")
        return _Rows(path, compile_cover(problem), lambda: iter([rows]))


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
    """Return ``placements`` if pyarrow is installed, and ``arrays`` otherwise."""
    from importlib.util import find_spec

    return "placements" if find_spec("pyarrow") is not None else "arrays"
