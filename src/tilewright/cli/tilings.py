"""Read tilings from files: a text or drawing, JSON as the commands print it, or a label array."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.board import LARGEST_AREA
from tilewright.cluster.ledger import is_run
from tilewright.errors import TilingError
from tilewright.exchange.native import drawings, tiling_values
from tilewright.puzzle import is_puzzle_name
from tilewright.text import STANDARD_INPUT, read_text
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tilewright.cluster import RunTable
    from tilewright.exchange.tables import TilingTable

__all__ = ["is_table", "open_table", "read_table", "read_tilings"]

#: Bytes of a tiling in a file.
_LONGEST = 1 << 30


def read_tilings(word: str, mask: NDArray[np.bool_] | None = None) -> list[Tiling]:
    """Return the tilings in a file."""
    if is_table(word):
        return read_table(word)
    if word.lower().endswith(".npy"):
        return [Tiling(_read_labels(word))]
    if is_puzzle_name(word):
        raise TilingError(
            f"this is a puzzle, and no file of tilings; `tilewright solve {word} -o tiling.txt` finds one",
            where=word,
        )
    where = STANDARD_INPUT if word == "-" else word
    text = read_text(sys.stdin if word == "-" else word, _LONGEST, TilingError, "a tiling")
    try:
        if not text.lstrip().startswith(("{", "[")):
            return [Tiling.from_text(part, mask) for part in drawings(text)]
        return [Tiling.from_json(value) for value in tiling_values(text)]
    except TilingError as error:
        place = where if error.where is None else f"{where}, {error.where}"
        raise TilingError(error.message, where=place) from None
    except (ValueError, RecursionError) as error:
        raise TilingError(f"this is not JSON: {error}", where=where) from None


def is_table(word: str) -> bool:
    """Whether a word names a table of tilings, or a tiling in one: ``FILE.parquet``, ``FILE.parquet#7``, or the folder of a run."""
    return (
        is_run(word) or re.fullmatch(r".+\.parquet(#\d{1,18})?", word, re.IGNORECASE | re.ASCII) is not None
    )


def read_table(word: str) -> list[Tiling]:
    """Return the tilings of a table, or the one with a number."""
    whole = word.lower().endswith(".parquet") or is_run(word)
    name, _, number = (word, "", "") if whole else word.rpartition("#")
    table = open_table(name)
    if number:
        return [table[int(number)]]
    return table.listed()


def open_table(word: str) -> TilingTable | RunTable:
    """Return the table in a file, or that of a run."""
    if is_run(word):
        from tilewright.cluster import RunTable

        return RunTable(word)
    from tilewright.exchange.tables import TilingTable

    return TilingTable(word)


def _read_labels(word: str) -> NDArray[Any]:
    """Return the label array in a file."""
    from tilewright.coloring.graph import check_labels
    from tilewright.files.fields import load_array

    try:
        labels = load_array(Path(word), LARGEST_AREA)
    except OSError as error:
        raise TilingError(f"cannot read the file: {error.strerror or error}", where=word) from None
    except ValueError as error:
        raise TilingError(f"this is not an array as numpy.save writes it: {error}", where=word) from None
    try:
        return check_labels(labels)
    except TilingError as error:
        raise TilingError(error.message, where=word) from None
