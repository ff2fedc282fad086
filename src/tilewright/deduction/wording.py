"""Wording: what a piece is called in a sentence, and sentences that name cells, to be said or pointed out by whoever shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tilewright.lattices.lattice import Cell
from tilewright.naming import naming
from tilewright.piece import Piece

__all__ = ["Words", "called", "plain", "spoken"]

#: A sentence: a text, or its parts in order: texts, and the cells that are named between them.
Words: TypeAlias = str | tuple[str | Cell, ...]


def spoken(words: Words) -> tuple[str | Cell, ...]:
    """Return the parts of a sentence."""
    return (words,) if isinstance(words, str) else words


def plain(words: Words) -> str:
    """Return a sentence as a text, each cell as ``row,column`` from 0.

    >>> plain(("nothing can cover the cell ", (3, 4)))
    'nothing can cover the cell 3,4'
    """
    return "".join(part if isinstance(part, str) else ",".join(map(str, part)) for part in spoken(words))


def called(pieces: Sequence[Piece], index: int) -> str:
    """Return what to call one of some pieces in a sentence: by its letter or its name, with its size only where that is needed.

    Examples
    --------
    >>> from tilewright import Problem
    >>> pieces = Problem("8x8", "U5", "L4=2", "L5", "#o#+", "###/###=1", "domino", "hexomino:5").pieces
    >>> [called(pieces, index) for index in range(len(pieces))]
    ['the U', 'an L of 4 cells', 'the L of 5 cells', 'an I', 'the 2 x 3 rectangle', 'the domino', 'the hexomino']
    """
    piece, nouns = pieces[index], [naming(other.name).noun for other in pieces]
    noun, size = nouns[index], len(piece.polyomino)
    alike = [other for other, name in zip(pieces, nouns, strict=True) if name == noun]
    if any(len(other.polyomino) != size for other in alike):
        alike = [other for other in alike if len(other.polyomino) == size]
        noun = f"{noun} of {size} cells"
    if piece.most == 1 and len(alike) == 1:
        return f"the {noun}"
    # The names of these letters begin with a vowel: an L, but a U.
    vowels = "aefhilmnorsx" if len(nouns[index]) == 1 else "aeiou"
    return f"{'an' if noun[0].lower() in vowels else 'a'} {noun}"
