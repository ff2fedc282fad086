"""What the words of a command line describe: a problem, tilings, or a set of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.apps.command.answers import note
from tilewright.apps.command.limits import LimitOptions, Watch
from tilewright.apps.command.options import Rules, refuse
from tilewright.errors import FormatError, RequestError
from tilewright.formats import request as reading
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.solving.proofs import area_reason

if TYPE_CHECKING:
    from tilewright.counting import TilingSet
    from tilewright.formats.tables import TilingTable
    from tilewright.solving.search.recorded import RunTable


def check_wrap(rules: Rules, *boards: Board) -> None:
    """Reject --by-wrap if no board has joined sides."""
    if rules.by_wrap and not any(board.surface.joined for board in boards):
        raise RequestError("works only on boards with joined sides", where="--by-wrap")


#: With this many pieces, finding their placements takes seconds.
_MANY = 4000


def read_problem(
    board: str, pieces: Sequence[str], rules: Rules, *, distinct_pieces: bool = False
) -> Problem:
    """Return the problem that the words of a command line describe; equal pieces are mentioned
    unless `distinct_pieces`.
    """
    problem = reading.read_problem(
        board,
        *pieces,
        **rules.arguments(),
        say_lost=lambda lost: note(f"tilewright: {board}: ignored: {lost}"),
        distinct_pieces=distinct_pieces,
    )
    check_wrap(rules, problem.board)
    if len(problem.pieces) >= _MANY and not area_reason(problem):
        note(f"tilewright: {len(problem.pieces):,} pieces; this takes a while …")
    return problem


# Sets of tilings that the words of a command line describe, or that a file contains.

#: The ending of the files of sets.
ENDING = ".tw"


def read_set(
    board: str, pieces: Sequence[str], rules: Rules, limits: LimitOptions, watch: Watch
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
    from tilewright.system.runs.ledger import is_run

    return (
        is_run(word)
        or re.fullmatch(r".+\.parquet(#\d{1,18})?", word, re.IGNORECASE | re.ASCII) is not None
    )


def read_table(word: str) -> list[Tiling]:
    """Return the tilings in a table, or the one with the given number."""
    from tilewright.system.runs.ledger import is_run

    whole = word.lower().endswith(".parquet") or is_run(word)
    name, _, number = (word, "", "") if whole else word.rpartition("#")
    table = open_table(name)
    if number:
        return [table[int(number)]]
    return table.read_all()


def open_table(word: str) -> TilingTable | RunTable:
    """Return the table in a file or in the folder of a run."""
    from tilewright.system.runs.ledger import is_run

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
