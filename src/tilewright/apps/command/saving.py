"""Files that are written while the work goes on: lines of JSON, or a table of tilings."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tilewright.errors import OutputError
from tilewright.model.tiling import Tiling
from tilewright.solving.search import Search
from tilewright.system.files.safe_write import Beside, cut_to_lines, held

if TYPE_CHECKING:
    from tilewright.formats.tables import TableWriter


class JsonLines:
    """A file with an object on each line; without a stream, nothing is written."""

    def __init__(self, path: Path | None = None, stream: IO[str] | None = None) -> None:
        self.path, self.stream = path, stream

    def write(self, record: dict[str, Any]) -> None:
        """Write one line."""
        if self.stream is not None:
            with _naming_errors(self.path):
                self.stream.write(json.dumps(record) + "\n")


@contextlib.contextmanager
def written_lines(path: Path | None) -> Iterator[JsonLines]:
    """Open a file for lines. It is moved into place at the end; of work that failed, if it has a
    whole line.
    """
    if path is None:
        yield JsonLines()
        return
    with held(path):
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
            yield JsonLines(path, stream)
            with _naming_errors(path):
                finish(0)
        except BaseException as error:
            if not isinstance(error, OutputError | OSError):
                # What was found before an interrupt, a limit or an error is kept.
                with contextlib.suppress(OSError):
                    finish(1)
            raise
        finally:
            with contextlib.suppress(OSError):
                stream.close()
            if beside is not None:
                beside.drop()


@contextlib.contextmanager
def _naming_errors(path: Path | None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(
            f"cannot write the file: {error.strerror or error}", where=str(path)
        ) from None


class TilingsFile:
    """Where tilings are written while they are found; without lines and table, nowhere."""

    def __init__(self, lines: JsonLines | None = None, table: TableWriter | None = None) -> None:
        self._lines, self.table = lines or JsonLines(), table

    @classmethod
    @contextlib.contextmanager
    def open(cls, search: Search, out: Path | None) -> Iterator[TilingsFile]:
        """Open the file if its ending says that it gets all tilings (.jsonl, .parquet), and finish
        it at the end.
        """
        ending = "" if out is None else out.suffix.lower()
        if out is None or ending != ".parquet":
            with written_lines(out if ending == ".jsonl" else None) as lines:
                yield cls(lines)
            return
        from tilewright.formats.tables import TableWriter

        options = {"unique": search.unique, "seed": search.seed, "engine": search.engine}
        with held(out):
            table = TableWriter(out, search.problem, options)
            try:
                yield cls(table=table)
                table.finish(complete=search.complete)
            except BaseException:
                table.abandon()
                raise

    def add(self, tiling: Tiling) -> None:
        """Write one tiling."""
        self._lines.write(tiling.to_json())
        if self.table is not None:
            piece = tiling.piece
            assert piece is not None
            self.table.add(tiling.labels[None], piece[None])
