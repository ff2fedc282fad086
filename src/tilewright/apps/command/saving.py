"""The file that gets all tilings of a search: lines of JSON, or a table."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tilewright.errors import OutputError
from tilewright.model.tiling import Tiling
from tilewright.solving.search import Search
from tilewright.system.files.safe_write import Beside, cut_to_lines, held

if TYPE_CHECKING:
    from tilewright.formats.tables import TableWriter


class TilingsFile:
    """Where tilings are written while they are found; without lines and table, nowhere."""

    def __init__(
        self, path: Path | None, lines: IO[str] | None = None, table: TableWriter | None = None
    ) -> None:
        self._path, self._lines, self.table = path, lines, table

    @classmethod
    @contextlib.contextmanager
    def open(cls, search: Search, out: Path | None) -> Iterator[TilingsFile]:
        """Open the file if its ending says that it gets all tilings (.jsonl, .parquet), and finish
        it at the end.
        """
        ending = "" if out is None else out.suffix.lower()
        if out is None or ending not in (".jsonl", ".parquet"):
            yield cls(out)
            return
        with held(out):
            if ending == ".jsonl":
                with _open_lines(out) as stream:
                    yield cls(out, lines=stream)
                return
            from tilewright.formats.tables import TableWriter

            options = {"unique": search.unique, "seed": search.seed, "engine": search.engine}
            table = TableWriter(out, search.problem, options)
            try:
                yield cls(out, table=table)
                table.finish(complete=search.complete)
            except BaseException:
                table.abandon()
                raise

    def add(self, tiling: Tiling) -> None:
        """Write one tiling."""
        if self._lines is not None and self._path is not None:
            with _naming_errors(self._path):
                self._lines.write(json.dumps(tiling.to_json()) + "\n")
        if self.table is not None:
            piece = tiling.piece
            assert piece is not None
            self.table.add(tiling.labels[None], piece[None])


@contextlib.contextmanager
def _naming_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(
            f"cannot write the file: {error.strerror or error}", where=str(path)
        ) from None


@contextlib.contextmanager
def _open_lines(path: Path) -> Iterator[IO[str]]:
    """Open a file for lines. It is moved into place at the end; of a search that failed, if it has
    a whole line.
    """
    with _naming_errors(path):
        replaced = not path.exists() or path.is_file()
        beside = Beside(path) if replaced else None
        stream = beside.stream if beside else path.open("w", encoding="utf-8")

    def finish(least: int) -> None:
        stream.flush()
        # An interrupt may come within a line.
        if beside is not None and cut_to_lines(stream.fileno()) >= least:
            beside.move()
        stream.close()

    try:
        yield stream
        with _naming_errors(path):
            finish(0)
    except BaseException as error:
        if not isinstance(error, OutputError | OSError):
            # Tilings found before an interrupt, a limit or an error are kept.
            with contextlib.suppress(OSError):
                finish(1)
        raise
    finally:
        with contextlib.suppress(OSError):
            stream.close()
        if beside is not None:
            beside.drop()
