"""Sentences about games, read from the same file as on the page, and filled with pieces, cells and
numbers.

A sentence has ``{name}`` for a value, and ``{name|one|many}`` for one of two texts, by a number.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, TypeAlias

from tilewright.model.space.lattice import Cell

_FILE = "apps/page/static/texts/hints.en.json"
#: A value, or the two texts of which one is chosen; the second one may have values of its own.
_SLOT = re.compile(r"\{(\w+)(?:\|([^{}|]*)\|((?:[^{}|]|\{\w+\})*))?\}")


@dataclass(frozen=True, slots=True)
class There:
    """Words that refer to the board, such as *here*, and the first cell that they refer to."""

    word: str
    cell: Cell

    def __str__(self) -> str:
        return f"{self.word} ({','.join(map(str, self.cell))})"


#: A sentence: a text, or its parts in order. Cells are parts of their own.
Words: TypeAlias = str | tuple[str | Cell | There, ...]


def spoken(words: Words) -> tuple[str | Cell | There, ...]:
    """Return the parts of a sentence."""
    return (words,) if isinstance(words, str) else words


def plain(words: Words) -> str:
    """Return a sentence as text, with each cell as ``row,column``, counted from 0.

    >>> plain(("nothing can cover the cell ", (3, 4)))
    'nothing can cover the cell 3,4'
    """
    return "".join(
        ",".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in spoken(words)
    )


def words_json(words: Words) -> list[Any]:
    """Return a sentence as JSON values: texts, cells as ``[row, column]``, and words that refer to
    the board as ``{"word", "cell"}``.

    >>> words_json(("look ", There("here", (0, 1)), ", at ", (3, 4)))
    ['look ', {'word': 'here', 'cell': [0, 1]}, ', at ', [3, 4]]
    """
    return [
        {"word": part.word, "cell": list(part.cell)}
        if isinstance(part, There)
        else list(part)
        if isinstance(part, tuple)
        else part
        for part in spoken(words)
    ]


@functools.cache
def _sentences() -> dict[str, str]:
    text = resources.files("tilewright").joinpath(_FILE).read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def sentence(name: str, **values: Words | int | Cell | There) -> Words:
    """Return a sentence with its values. Neighboring texts are joined.

    >>> plain(sentence("noPlace", piece="the L"))
    'no place is left for the L'
    """
    return joined(*_fill(_sentences()[name], values))


def joined(*parts: str | Cell | There) -> Words:
    """Return a sentence made of parts, which is a single text if all parts are texts."""
    merged: list[str | Cell | There] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    return merged[0] if len(merged) == 1 and isinstance(merged[0], str) else tuple(merged)


def _fill(
    template: str, values: Mapping[str, Words | int | Cell | There]
) -> list[str | Cell | There]:
    parts: list[str | Cell | There] = []
    end = 0
    for slot in _SLOT.finditer(template):
        parts.append(template[end : slot.start()])
        end = slot.end()
        name, one, many = slot.groups()
        value = values[name]
        if one is not None:
            parts += _fill(one if value == 1 else many, values)
        elif isinstance(value, int):
            parts.append(f"{value:,}")
        elif isinstance(value, tuple) and not all(isinstance(axis, int) for axis in value):
            parts += value  # type: ignore[arg-type]
        else:
            parts.append(value)  # type: ignore[arg-type]
    return [*parts, template[end:]]
