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
import re
from typing import TYPE_CHECKING, Any

from tilewright.errors import FormatError
from tilewright.formats import request as reading
from tilewright.system.runs.ledger import is_run

if TYPE_CHECKING:
    from tilewright.formats.tables import TilingTable
    from tilewright.model.board import Board
    from tilewright.solving.search.recorded import RunTable
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.apps.command.answers import read_problem
from tilewright.apps.command.limits import Limits, Watch
from tilewright.apps.command.options import Rules, refuse

if TYPE_CHECKING:
    from tilewright.counting import TilingSet


# Sets of tilings that the words of a command line describe, or that a file contains.

#: The ending of the files of sets.
ENDING = ".tw"


def read_set(
    board: str, pieces: Sequence[str], rules: Rules, limits: Limits, watch: Watch
) -> TilingSet:
    """Return the tilings that the words of a command line mean: a file of a set, which rules
    restrict, or all tilings of a problem.
    """
    from tilewright.counting import compile as compile_tilings
    from tilewright.counting import load

    if not board.endswith(ENDING):
        problem = read_problem(board, pieces, rules)
        return compile_tilings(problem, max_memory=limits.memory(), progress=watch)
    refuse(
        (bool(pieces), "a file of a set has its own pieces", pieces[0] if pieces else ""),
        (rules.turn is not None, "a file of a set has its own turns", "--turn"),
        (rules.by_wrap, "is a property of the problem in the file", "--by-wrap"),
    )
    every = load(board, max_memory=limits.memory(), progress=watch)
    return every.where(
        placed=rules.placed,
        copies={} if rules.empty is None else {"empty": rules.empty},
        rules=rules.words(),
    )


# Read tilings from files: a text or drawing, JSON as the commands print it, or a label array.


def read_tilings(word: str, board: Board | None = None) -> list[Tiling]:
    """Return the tilings in a file, a table or a run; of a board, if the file does not say it."""
    if is_table(word):
        return read_table(word)
    return reading.read_tilings(word, board)


def is_table(word: str) -> bool:
    """Return True for a table of tilings or a tiling in one: ``FILE.parquet``, ``FILE.parquet#7``,
    or the folder of a run.
    """
    return (
        is_run(word)
        or re.fullmatch(r".+\.parquet(#\d{1,18})?", word, re.IGNORECASE | re.ASCII) is not None
    )


def read_table(word: str) -> list[Tiling]:
    """Return the tilings in a table, or the one with the given number."""
    whole = word.lower().endswith(".parquet") or is_run(word)
    name, _, number = (word, "", "") if whole else word.rpartition("#")
    table = open_table(name)
    if number:
        return [table[int(number)]]
    return table.read_all()


def open_table(word: str) -> TilingTable | RunTable:
    """Return the table in a file or in the folder of a run."""
    if is_run(word):
        from tilewright.solving.search.recorded import RunTable

        return RunTable(word)
    from tilewright.formats.tables import TilingTable

    return TilingTable(word)


def read_records(text: str, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the JSON objects of a text, one on each line, with their places."""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        place = f"{where}, line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise FormatError(f"invalid JSON: {error}", where=place) from None
        if not isinstance(record, dict):
            raise FormatError("each line must be a JSON object", where=place)
        yield place, record


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
                with _lines(out) as stream:
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
            with _writing(self._path):
                self._lines.write(json.dumps(tiling.to_json()) + "\n")
        if self.table is not None:
            piece = tiling.piece
            assert piece is not None
            self.table.add(tiling.labels[None], piece[None])


@contextlib.contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(
            f"cannot write the file: {error.strerror or error}", where=str(path)
        ) from None


@contextlib.contextmanager
def _lines(path: Path) -> Iterator[IO[str]]:
    """Open a file for lines. It is moved into place at the end; of a search that failed, if it has
    a whole line.
    """
    with _writing(path):
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
        with _writing(path):
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
