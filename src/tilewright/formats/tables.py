"""Tables of tilings in Parquet files: a column for each cell, and a list of pieces.

Rows are stored in groups, in the order in which tilings were found, so one tiling can be read
without the rest. Problem, options, number of tilings and version are in the metadata under the key
``tilewright``.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import (
    FormatError,
    MemoryLimitError,
    OutputError,
    TilewrightError,
    TilingError,
)
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.lattice import Lattice, as_lattice, box_word
from tilewright.model.space.surface import Surface, space_words
from tilewright.model.tiling import Tiling
from tilewright.system.files.safe_write import replacing
from tilewright.system.platform.machine import allowed_memory, has_room, in_units
from tilewright.system.values.arrays import starts

if TYPE_CHECKING:
    import pyarrow

#: Rows per group and per page. Consecutive tilings are alike, so large pages compress better.
ROWS = 1 << 18
#: Cells of labels held until a group is written, and rows read at a time.
_CELLS = 1 << 25
_READ = 1 << 13
#: Approximate bytes of a tiling besides its labels.
_TILING = 700
#: Parquet options for files whose consecutive rows are alike.
COMPACT: dict[str, Any] = {
    "compression": "zstd",
    "write_statistics": False,
    "max_rows_per_page": ROWS,
}
_PIECES = "pieces"
_KEY = b"tilewright"
_COLUMN = re.compile(r"(?:l(\d{1,5}))?r(\d{1,5})c(\d{1,5})")


def arrow() -> Any:
    """Return pyarrow with its Parquet module, or raise an error if it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise OutputError(
            'tables require pyarrow. Install it with: pip install "tilewright[store]"',
            where="store",
        ) from None
    return pyarrow


def _schema(mask: NDArray[np.bool_], most: int, names: int) -> pyarrow.Schema:
    """Return the columns: labels ``r0c0``, … in reading order, and the list of pieces."""
    pa = arrow()
    kind = pa.int8() if most < 128 else pa.int16() if most < 1 << 15 else pa.int32()
    axes = "lrc"[-mask.ndim :]
    cells = [
        pa.field("".join(f"{axis}{number}" for axis, number in zip(axes, cell, strict=True)), kind)
        for cell in np.argwhere(mask).tolist()
    ]
    number = pa.int8() if names < 128 else pa.int16()
    return pa.schema([*cells, pa.field(_PIECES, pa.list_(pa.dictionary(number, pa.string())))])


def _batch(
    schema: pyarrow.Schema,
    labels: NDArray[np.integer],
    pieces: NDArray[np.integer],
    mask: NDArray[np.bool_],
    names: tuple[str, ...],
) -> pyarrow.RecordBatch:
    """Return rows of labels (m, rows, columns) and pieces (m, depth), padded with -1."""
    pa = arrow()
    kind = schema.field(0).type.to_pandas_dtype()
    columns = np.ascontiguousarray(labels[:, mask].astype(kind).T)
    used = pieces >= 0
    offsets = starts(used.sum(axis=1)).astype(np.int32)
    number = schema.field(_PIECES).type.value_type.index_type.to_pandas_dtype()
    indices = pa.array((pieces if used.all() else pieces[used]).ravel().astype(number))
    named = pa.DictionaryArray.from_arrays(indices, pa.array([*names], type=pa.string()))
    pieces_of_tilings = pa.ListArray.from_arrays(pa.array(offsets), named)
    return pa.record_batch([*map(pa.array, columns), pieces_of_tilings], schema=schema)


def table(tilings: Iterable[Tiling]) -> pyarrow.Table:
    """Return tilings as an Arrow table.

    Parameters
    ----------
    tilings : iterable of Tiling
        The tilings to store; at least one is required. All tilings must have the same shape, like
        those returned by `tilewright.tilings`.

    Returns
    -------
    pyarrow.Table
        The columns ``r0c0``, ``r0c1``, … (``l0r0c0``, … for cubes) contain the labels of the cells,
        and the column ``pieces`` contains the pieces of the tiles. Cells outside the board have the
        label -1, and empty cells have the label -2.

    Raises
    ------
    TilingError
        If the iterable is empty, or if the tilings differ in shape, lattice or surface.
    OutputError
        If pyarrow (the ``store`` extra) is not installed.

    Examples
    --------
    >>> import tilewright as tw
    >>> tw.table(tw.tilings("2x2", "dominoes+")).to_pylist()[0]
    {'r0c0': 0, 'r0c1': 0, 'r1c0': 1, 'r1c1': 1, 'pieces': ['domino', 'domino']}
    """
    rows = list(tilings)
    if not rows:
        raise TilingError("a table must have at least one tiling, got 0")
    first, names = (rows[0], tuple(dict.fromkeys(name for tiling in rows for name in tiling.names)))
    if any(tiling.shape != first.shape for tiling in rows):
        raise TilingError("all tilings of a table must have the same shape")
    if any(
        tiling.lattice is not first.lattice or tiling.surface != first.surface for tiling in rows
    ):
        raise TilingError("all tilings of a table must have the same lattice and surface")
    labels, pieces = _arrays(rows, names)
    mask = (labels != OUTSIDE).any(axis=0)
    pa = arrow()
    schema = _schema(mask, pieces.shape[1], len(names)).with_metadata(_space_metadata(first))
    return pa.Table.from_batches([_batch(schema, labels, pieces, mask, names)])


def stream(tilings: Iterable[Tiling], problem: Problem) -> pyarrow.RecordBatchReader:
    """Return tilings of a problem as a stream with the columns of `table`; they are read as the
    stream is.
    """
    pa, mask = arrow(), problem.board.mask
    schema = _problem_schema(problem).with_metadata(_space_metadata(problem.board))
    rows = max(1, min(_READ, _CELLS // mask.size))

    def batches() -> Iterator[pyarrow.RecordBatch]:
        waiting = iter(tilings)
        while part := list(islice(waiting, rows)):
            yield _batch(schema, *_arrays(part, problem.names), mask, problem.names)

    return pa.RecordBatchReader.from_batches(schema, batches())


def _arrays(
    tilings: Sequence[Tiling], names: tuple[str, ...]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the labels and piece numbers of tilings, padded with -1, for `_batch`."""
    labels = np.stack([tiling.labels for tiling in tilings])
    pieces = np.full((len(tilings), int(labels.max(initial=0)) + 1), -1, dtype=np.int32)
    number = {name: index for index, name in enumerate(names)}
    for row, tiling in zip(pieces, tilings, strict=True):
        owners = [number[name] for name in tiling.piece_names()]
        row[: len(owners)] = owners
    return labels, pieces


def _space_metadata(space: Tiling | Board) -> dict[bytes, str]:
    """Return the metadata that state shape, lattice and surface."""
    return {_KEY: json.dumps({"shape": list(space.shape), **space_words(space, space.shape)})}


def _problem_schema(problem: Problem) -> pyarrow.Schema:
    """Return the columns for the tilings of a problem."""
    smallest = min((len(piece.polyomino) for piece in problem.pieces), default=1)
    return _schema(problem.board.mask, problem.board.area // smallest + 1, len(problem.names))


class TableWriter:
    """Writes the tilings of a problem to a table while they are found."""

    def __init__(
        self, path: Path | io.BytesIO, problem: Problem, options: Mapping[str, Any]
    ) -> None:
        self._pa = arrow()
        self._memory = path if isinstance(path, io.BytesIO) else None
        self.path = Path() if isinstance(path, io.BytesIO) else path
        self._problem = problem
        self._options = dict(options)
        self._mask = problem.board.mask
        self._schema = _problem_schema(problem)
        self._rows = max(1, min(ROWS, _CELLS // self._mask.size))
        self._waiting: list[pyarrow.RecordBatch] = []
        self._held = 0
        self._stack = contextlib.ExitStack()
        self._writer: Any = None
        #: Writes one group while the next one is being found.
        self._beside = ThreadPoolExecutor(1, "tilewright-table")
        self._pending: Future[None] | None = None
        self._count = 0

    def add(self, labels: NDArray[np.integer], pieces: NDArray[np.integer]) -> None:
        """Add tilings: labels (m, *shape) and pieces (m, depth), padded with -1."""
        for first in range(0, len(labels), self._rows):
            part = slice(first, first + self._rows)
            batch = _batch(
                self._schema, labels[part], pieces[part], self._mask, self._problem.names
            )
            self._waiting.append(batch)
            self._held += len(batch)
            if self._held >= self._rows:
                self._write(all_of_it=False)

    def _write(self, *, all_of_it: bool) -> None:
        """Write full groups of rows, and the rest as well if `all_of_it`."""
        waiting = self._pa.Table.from_batches(self._waiting, schema=self._schema)
        end = len(waiting) if all_of_it else len(waiting) - len(waiting) % self._rows
        if self._writer is None and end:
            self._open()
        for first in range(0, end, self._rows):
            self._wait_for_group()
            group = waiting.slice(first, min(self._rows, end - first))
            self._pending = self._beside.submit(
                self._writer.write_table, group, row_group_size=self._rows
            )
        self._waiting = waiting.slice(end).to_batches()
        self._held = len(waiting) - end
        self._count += end

    def _wait_for_group(self) -> None:
        """Wait until the group in progress is written."""
        pending, self._pending = self._pending, None
        if pending is not None:
            with self._name_file_in_errors():
                pending.result()

    @contextlib.contextmanager
    def _name_file_in_errors(self) -> Iterator[None]:
        """Turn an `OSError` into an `OutputError` that names the file."""
        try:
            yield
        except OSError as error:
            raise OutputError(
                f"cannot write the file: {error.strerror or error}", where=str(self.path)
            ) from None

    def _open(self) -> None:
        stream: Any = self._memory
        if stream is None:
            stream = self._stack.enter_context(replacing(self.path))
        with self._name_file_in_errors():
            # Arrow cannot read lists of dictionaries in groups, so the file declares lists of
            # strings.
            self._writer = self._pa.parquet.ParquetWriter(
                stream, self._schema, store_schema=False, **COMPACT
            )

    def finish(self, *, complete: bool) -> None:
        """Write the rest and the metadata, and put the file in its place."""
        if self._writer is None:
            self._open()
        self._write(all_of_it=True)
        self._wait_for_group()
        with self._name_file_in_errors():
            self._writer.add_key_value_metadata({_KEY: self._metadata(self._count, complete)})
            self._writer.close()
            self._writer = None
            self._stack.close()

    def abandon(self) -> None:
        """Leave the file unchanged."""
        if self._pending is not None:
            wait([self._pending])
        error = OutputError("abandoned")
        with contextlib.suppress(OutputError):
            self._stack.__exit__(OutputError, error, None)

    def _metadata(self, count: int, complete: bool) -> str:
        from tilewright.version import __version__

        board = self._problem.board
        return json.dumps(
            {
                "version": __version__,
                "problem": self._problem.to_json(),
                "options": self._options,
                "shape": list(board.shape),
                **space_words(board, board.shape),
                "count": str(count),
                "complete": complete,
            }
        )


def _check_room(tilings: int, shape: Sequence[int], where: str) -> None:
    """Raise `MemoryLimitError` if the tilings do not fit into free memory."""
    nbytes = tilings * (_TILING + 4 * math.prod(shape))
    if not has_room(nbytes):
        raise MemoryLimitError(
            f"{tilings:,} tilings need about {in_units(nbytes)}, more than the "
            f"{in_units(allowed_memory())} allowed. Read a single tiling by its number, "
            "as in FILE.parquet#7",
            where=where,
        )


class TilingSequence(ABC):
    """Stored tilings in a fixed order, read on demand: index it with a number from 0, or
    iterate.
    """

    path: Path
    shape: tuple[int, ...]
    #: The number of the first tiling of each part, and the number of all tilings.
    _starts: NDArray[np.int64]

    def __len__(self) -> int:
        return int(self._starts[-1])

    def __getitem__(self, number: int) -> Tiling:
        """Return the tiling with a number from 0, reading its part only."""
        if not 0 <= number < len(self):
            raise self._fail(
                f"the number of a tiling must be 0 to {len(self) - 1:,}, got {number:,}"
            )
        part = int(np.searchsorted(self._starts, number, side="right")) - 1
        return self._read_tiling(part, number - int(self._starts[part]))

    def _fail(self, message: str) -> FormatError:
        return FormatError(message, where=str(self.path))

    def read_all(self) -> list[Tiling]:
        """Return all tilings, or raise `MemoryLimitError` if they do not fit into free memory."""
        _check_room(len(self), self.shape, str(self.path))
        return list(self)

    @property
    @abstractmethod
    def problem(self) -> Problem | None:
        """The problem, if it is known."""

    @abstractmethod
    def __iter__(self) -> Iterator[Tiling]:
        """Yield the tilings, in order."""

    @abstractmethod
    def _read_tiling(self, part: int, within: int) -> Tiling:
        """Return one tiling of a part."""


class TilingTable(TilingSequence):
    """The tilings in a Parquet file, read on demand. To get the tilings, iterate over the table, or
    index it with the number of a tiling, starting at 0.

    Parameters
    ----------
    path : path-like

    Attributes
    ----------
    metadata : dict
        The metadata stored by tilewright: the problem, options, count, completeness and version.
        The dictionary is empty if another program wrote the file.
    shape : (rows, columns) or (layers, rows, columns)
    lattice : Lattice
    surface : Surface

    Raises
    ------
    FormatError
        If the file is not a table of tilings.
    OutputError
        If pyarrow is not installed.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._pa = arrow()
        self.path = Path(path)
        try:
            self._file = self._pa.parquet.ParquetFile(self.path)
        except (OSError, self._pa.ArrowException) as error:
            raise self._damage_error(error) from None
        schema = self._file.schema_arrow
        self._cells = [(name, match) for name in schema.names if (match := _COLUMN.fullmatch(name))]
        integral = all(
            self._pa.types.is_integer(schema.field(name).type) for name, _ in self._cells
        )
        if not self._cells or not integral:
            raise self._fail("a table of tilings must have integer columns r0c0, r0c1, …")
        self.metadata = self._read_metadata()
        self.lattice, words = self._read_space()
        numbers = [
            [int(number) for number in match.groups() if number is not None]
            for _, match in self._cells
        ]
        if {len(cell) for cell in numbers} != {self.lattice.dimension}:
            raise self._fail(f"the columns do not match a board of {self.lattice.cells}")
        self._places = np.array(numbers)
        least = self._places.max(axis=0) + 1
        shape = self.metadata.get("shape")
        known = (
            isinstance(shape, list)
            and len(shape) == len(least)
            and all(isinstance(side, int) for side in shape)
        )
        if known and (np.array(shape) >= least).all():
            least = np.array(shape)
        self.shape: tuple[int, ...] = tuple(least.tolist())
        if math.prod(self.shape) > 2 * _CELLS:
            box = box_word(self.shape)
            raise self._fail(
                f"the board is too large: {box} cells, but at most {2 * _CELLS} are allowed"
            )
        try:
            self.surface = Surface.named(words, self.shape, self.lattice)
        except TilewrightError as error:
            raise self._fail(error.message) from None
        groups = self._file.metadata
        self._starts = np.cumsum(
            [0, *(groups.row_group(g).num_rows for g in range(groups.num_row_groups))]
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return all rows, unchanged, as an Arrow stream for pandas, Polars, DuckDB and other
        programs.
        """
        rows = self._pa.RecordBatchReader.from_batches(
            self._file.schema_arrow, self._file.iter_batches()
        )
        return rows.__arrow_c_stream__(requested_schema)

    def _damage_error(self, error: Exception) -> FormatError:
        """Return an error with what Arrow says about a file, in one line."""
        if isinstance(error, OSError) and error.errno:
            return self._fail(f"cannot read the file: {os.strerror(error.errno)}")
        first = next(iter(str(error).splitlines()), type(error).__name__)
        return self._fail(f"invalid or damaged Parquet file: {first[:200]}")

    def _batches(
        self, columns: list[str] | None = None, groups: Sequence[int] | None = None
    ) -> Iterator[Any]:
        """Yield batches of some thousand rows."""
        try:
            yield from self._file.iter_batches(
                batch_size=self._rows_at_once, columns=columns, row_groups=groups
            )
        except (OSError, self._pa.ArrowException) as error:
            raise self._damage_error(error) from None

    @property
    def _rows_at_once(self) -> int:
        """Rows that are read at a time."""
        return max(1, min(_READ, _CELLS // math.prod(self.shape)))

    def _read_metadata(self) -> dict[str, Any]:
        metadata = (self._file.metadata.metadata or {}).get(_KEY)
        try:
            data = json.loads(metadata) if metadata else {}
        except ValueError:
            raise self._fail("the metadata is damaged") from None
        return data if isinstance(data, dict) else {}

    def _read_space(self) -> tuple[Lattice, str]:
        """Return the lattice, and the name of the surface."""
        # Older tables have them in the problem's board only.
        words: Any = self.metadata
        try:
            if "lattice" not in words and (problem := self.problem) is not None:
                words = space_words(problem.board, problem.board.shape)
            lattice = as_lattice(str(words.get("lattice", "square")))
        except TilewrightError as error:
            raise self._fail(error.message) from None
        return lattice, str(words.get("surface", "flat"))

    @property
    def problem(self) -> Problem | None:
        """The problem, or None if the file does not contain it."""
        data = self.metadata.get("problem")
        return Problem.from_json(data) if data else None

    def _read_tiling(self, part: int, within: int) -> Tiling:
        # A damaged group may claim any number of rows.
        for batch in self._batches(groups=[part]):
            if within < len(batch):
                return next(self._tilings(batch.slice(within, 1)))
            within -= len(batch)
        raise self._fail("the file has fewer tilings than its metadata states")

    def __iter__(self) -> Iterator[Tiling]:
        for batch in self._batches():
            yield from self._tilings(batch)

    def labels(self) -> Iterator[NDArray[np.int32]]:
        """Yield the labels in batches of a few thousand tilings, as int32 arrays of shape ``(m,
        *shape)``.
        """
        for batch in self._batches([name for name, _ in self._cells]):
            yield self._labels(batch)

    def arrays(self, names: Sequence[str]) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield two arrays for each batch of m tilings: the labels with shape ``(m, *shape)``, and
        the pieces with shape ``(m, depth)``. The pieces are given as indices into `names`, padded
        with -1.
        """
        if _PIECES not in self._file.schema_arrow.names:
            raise self._fail("the table has no column 'pieces'")
        import pyarrow.compute as compute

        known = self._pa.array([*names], type=self._pa.string())
        for batch in self._batches():
            tile_names = batch.column(_PIECES)
            numbers = compute.index_in(
                tile_names.flatten().cast(self._pa.string()), value_set=known
            )
            if numbers.null_count:
                raise self._fail("the table has pieces that are not in the problem")
            sizes = np.asarray(compute.list_value_length(tile_names))
            pieces = np.full((len(batch), int(sizes.max(initial=0))), -1, dtype=np.int32)
            pieces[np.arange(pieces.shape[1]) < sizes[:, None]] = np.asarray(numbers)
            yield self._labels(batch), pieces

    def _labels(self, rows: Any) -> NDArray[np.int32]:
        labels = np.full((len(rows), *self.shape), OUTSIDE, dtype=np.int32)
        for (name, _), place in zip(self._cells, self._places.tolist(), strict=True):
            # tilewright writes no nulls; treat them as outside the board.
            labels[:, *place] = np.asarray(rows.column(name).fill_null(OUTSIDE))
        return labels

    def _tilings(self, rows: Any) -> Iterator[Tiling]:
        labels = self._labels(rows)
        tile_names = (
            rows.column(_PIECES).to_pylist()
            if _PIECES in self._file.schema_arrow.names
            else [None] * len(rows)
        )
        for labels_of_tiling, names in zip(labels, tile_names, strict=True):
            words = [str(name) for name in names or []]
            index = {name: number for number, name in enumerate(dict.fromkeys(words))}
            piece = np.array([index[name] for name in words], dtype=np.int32) if words else None
            tiling = Tiling(labels_of_tiling, piece, tuple(index), self.lattice, self.surface)
            if faults := tiling.faults():
                raise self._fail(f"a row of the table is not a tiling: {faults[0]}")
            yield tiling
