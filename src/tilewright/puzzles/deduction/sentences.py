"""Sentences about games, read from the same file as on the page, and filled with pieces, cells and
numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from tilewright.model.space.lattice import Cell, cell_word
from tilewright.system.values.language import filled


@dataclass(frozen=True, slots=True)
class There:
    """Words that refer to the board, such as *here*, and the first cell that they refer to."""

    word: str
    cell: Cell

    def __str__(self) -> str:
        return f"{self.word} ({cell_word(self.cell)})"


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
        cell_word(part) if isinstance(part, tuple) else str(part) for part in spoken(words)
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


def sentence(name: str, **values: Words | int | Cell | There) -> Words:
    """Return a sentence with its values. Neighboring texts are joined.

    >>> plain(sentence("noPlace", piece="the L"))
    'no place is left for the L'
    """
    return joined(
        *(f"{part:,}" if isinstance(part, int) else part for part in filled("hints", name, values))
    )


def this_cell(cell: Cell) -> There:
    """Return words that refer to a cell; of cubes, they also say the layer."""
    key = "thisCell" if len(cell) == 2 else "thisCellIn"
    return There(plain(sentence(key, layer=cell[0] + 1)), cell)


def joined(*parts: Words | Cell | There) -> Words:
    """Return a sentence made of sentences and parts, which is a single text if all are texts."""
    merged: list[str | Cell | There] = []
    for part in parts:
        is_cell = isinstance(part, tuple) and all(isinstance(axis, int) for axis in part)
        inside: tuple[Any, ...] = part if isinstance(part, tuple) and not is_cell else (part,)
        for piece in inside:
            if isinstance(piece, str) and merged and isinstance(merged[-1], str):
                merged[-1] += piece
            elif piece not in ("", ()):
                merged.append(piece)
    return merged[0] if len(merged) == 1 and isinstance(merged[0], str) else tuple(merged)
