"""Wording: what a piece is called in a sentence, and sentences that name cells, to be said or pointed out by whoever shows them."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import TypeAlias

from tilewright.lattices.catalog import CALLED, find_family
from tilewright.lattices.lattice import Cell
from tilewright.piece import Piece, piece_label

__all__ = ["Words", "called", "plain", "spoken"]

#: A sentence: a text, or its parts in order: texts, and the cells that are named between them.
Words: TypeAlias = str | tuple[str | Cell, ...]

#: A letter and a size, as of F5 or I3; the size is null where the name has none.
_LETTER = re.compile(r"([A-Za-z])([1-9]?)(?:\.[0-9]+)?")


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
    piece, nouns = pieces[index], [_noun(other.name) for other in pieces]
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


@functools.cache
def _noun(name: str) -> str:
    """Return the letter or the name of a piece, or what has so many cells."""
    family, _, last = name.rpartition(":")
    found = find_family(family) if family else None
    number = re.fullmatch(r"([0-9]+)(m?)(?:\.[0-9]+)?", last)
    if found and number:
        lattice, size, _ = found
        names = CALLED.get((lattice, size))
        if names is None:
            return family
        return ("mirrored " if number[2] else "") + names[int(number[1]) - 1]
    label = last if not set(last) & set("#/") else piece_label(name)
    if match := _LETTER.fullmatch(label):
        return match[1]
    if match := re.fullmatch(r"([0-9]+)x([0-9]+)", label):
        return f"{match[1]} x {match[2]} rectangle"
    return {"1": "monomino", "2": "domino"}.get(label, label) or "piece"
