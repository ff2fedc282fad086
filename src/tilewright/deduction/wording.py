"""Wording: sentences that name cells, so that whoever shows them can say or point out where those are."""

from __future__ import annotations

from typing import TypeAlias

from tilewright.lattices.lattice import Cell

__all__ = ["Words", "plain", "spoken"]

#: A sentence: a text, or its parts in order: texts, and the cells that are named between them.
Words: TypeAlias = str | tuple[str | Cell, ...]


def spoken(words: Words) -> tuple[str | Cell, ...]:
    """Return the parts of a sentence."""
    return (words,) if isinstance(words, str) else words


def plain(words: Words) -> str:
    """Return a sentence as a text, each cell as ``row,column`` from 0.

    >>> plain(("no placement covers the cell ", (3, 4)))
    'no placement covers the cell 3,4'
    """
    return "".join(part if isinstance(part, str) else ",".join(map(str, part)) for part in spoken(words))
