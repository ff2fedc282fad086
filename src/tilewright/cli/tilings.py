"""Read tilings from files: a text or drawing, JSON as the commands print it, or a label array."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tilewright import reading
from tilewright.cluster.ledger import is_run
from tilewright.errors import FormatError
from tilewright.values.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.cluster import RunTable
    from tilewright.exchange.tables import TilingTable
    from tilewright.values.board import Board


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
    return table.listed()


def open_table(word: str) -> TilingTable | RunTable:
    """Return the table in a file or in the folder of a run."""
    if is_run(word):
        from tilewright.cluster import RunTable

        return RunTable(word)
    from tilewright.exchange.tables import TilingTable

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
