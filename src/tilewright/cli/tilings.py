"""Read tilings from files: a text or drawing, JSON as the commands print it, or a label array."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from tilewright.errors import TilingError, quoted
from tilewright.text import STANDARD_INPUT, read_text
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["read_tilings"]

#: Bytes of a tiling in a file.
_LONGEST = 1 << 30


def read_tilings(word: str, mask: NDArray[np.bool_] | None = None) -> list[Tiling]:
    """Return the tilings in a file.

    Parameters
    ----------
    word : str
        The file; ``-`` is standard input. A name that ends in .npy is that of a label array.
    mask : (rows, columns) bool, optional
        The cells of the board, if it is known: a drawing of lines does not tell a hole from a tile.

    Returns
    -------
    list of Tiling
        One, but for JSON, which may have any number: an object of one or several tilings (as ``--json``
        prints it), an object on each line (.jsonl), or an array of labels.

    Raises
    ------
    TilingError
        If the file cannot be read, or what it holds is no tiling.
    """
    if word.endswith(".npy"):
        return [Tiling(_read_labels(word))]
    where = STANDARD_INPUT if word == "-" else word
    text = read_text(sys.stdin if word == "-" else word, _LONGEST, TilingError, "a tiling")
    try:
        if not text.lstrip().startswith(("{", "[")):
            return [Tiling.from_text(text, mask)]
        return [Tiling.from_json(value) for value in _values(text)]
    except TilingError as error:
        place = where if error.where is None else f"{where}, {error.where}"
        raise TilingError(error.message, where=place) from None
    except (ValueError, RecursionError) as error:
        raise TilingError(f"this is not JSON: {error}", where=where) from None


def _values(text: str) -> list[Any]:
    """Return the JSON of each tiling."""
    try:
        values = [json.loads(text)]
    except json.JSONDecodeError as error:
        if error.msg != "Extra data":
            raise
        values = [json.loads(line) for line in text.splitlines() if line.strip()]
    found: list[Any] = []
    for value in values:
        if isinstance(value, dict) and "tilings" in value:
            if not isinstance(value["tilings"], list):
                raise TilingError(f"'tilings' in JSON is a list; {quoted(value['tilings'])} is no list")
            found += value["tilings"]
        else:
            found.append({"labels": value} if isinstance(value, list) else value)
    return found


def _read_labels(word: str) -> NDArray[Any]:
    """Return the label array in a file."""
    import numpy as np

    from tilewright.coloring.graph import check_labels

    try:
        labels = np.load(word, allow_pickle=False)
    except OSError as error:
        raise TilingError(f"cannot read the file: {error.strerror or error}", where=word) from None
    except ValueError:
        raise TilingError("this is not an array as numpy.save writes it", where=word) from None
    if not isinstance(labels, np.ndarray):
        labels.close()
        raise TilingError("this is an archive of arrays, not one array", where=word)
    try:
        return check_labels(labels)
    except TilingError as error:
        raise TilingError(error.message, where=word) from None
