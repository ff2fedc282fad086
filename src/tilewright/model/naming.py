"""The names of a piece: in a sentence, below its picture and on a tile."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

from tilewright.errors import RequestError
from tilewright.model.piece import Piece
from tilewright.model.space.catalog import CALLED, POLYFORMS, family, find_family
from tilewright.model.space.lattice import SQUARES, Lattice

#: The largest pieces with letters; larger rectangles are called by their sides.
_LETTERED = 5
#: A piece that has a letter: the letter, its size, and its orientation if it has one.
_LETTER = re.compile(r"([A-Za-z])([1-5])((?:\.[0-9]+)?)")
#: A member of a family by its number: the number, m if mirrored, and its orientation.
_NUMBER = re.compile(r"([0-9]{1,9})(m?)((?:\.[0-9]+)?)")


class Naming(NamedTuple):
    """The names of a piece.

    Parameters
    ----------
    noun : str
        The name in a sentence, after *the* or *a*: a letter, a name, or the family.
    title : str
        The name by itself, with the family and the number.
    caption : str
        The name below a picture; empty if the piece has no name.
    sign : str
        The name on a tile, as short as possible; empty if the piece has no name.
    """

    noun: str
    title: str
    caption: str
    sign: str


@functools.cache
def naming(name: str) -> Naming:
    """Return the names to use for a piece with this name, which is from the catalog, a drawing, or
    any other name.

    A drawing is named after the shape that it shows. A set of cells that is not connected has no
    name.

    Examples
    --------
    >>> for name in ("F5", "domino", "hexomino:12", "hexiamond:2m", "###/##", "###/###", "35/", "4#/##", "#.#", "dragon"):
    ...     print(*naming(name), sep=" | ")
    F | F pentomino | F5 | F5
    domino | domino | domino | I2
    hexomino | hexomino 12 | 12 | 12
    mirrored sphinx | mirrored sphinx | mirrored sphinx | 2m
    P | P pentomino | P5 | P5
    2 x 3 rectangle | 2 x 3 rectangle | 2x3 | 2x3
    domino 3-5 | domino 3-5 | 3-5 | 3-5
    2 x 2 rectangle | 2 x 2 rectangle | 2x2 | 2x2
    piece | piece of 2 cells |  |
    dragon | dragon | dragon | dragon
    """  # noqa: E501
    if set(name.rpartition(":")[2]) & set("#/"):
        return _name_drawing(name)
    match = _LETTER.fullmatch(name)
    if match and match[1] in _letters(int(match[2])):
        return _name_by_letter(match[1], int(match[2]), match[3])
    prefix, _, last = name.rpartition(":")
    named_family = find_family(prefix or name)
    if named_family is not None and not named_family[2]:
        lattice, size, _ = named_family
        if not prefix:
            return _name_only_form(lattice, size)
        if match := _NUMBER.fullmatch(last):
            return _name_by_number(lattice, size, int(match[1]), match[2], match[3])
    return Naming(last, last, last, last)


@functools.cache
def _letters(size: int) -> frozenset[str]:
    """Return the letters of the pieces of this size; empty for the monomino and the domino."""
    return frozenset(letter for letter, _ in family(size, "one-sided")) if size > 2 else frozenset()


def _name_by_letter(letter: str, size: int, orientation: str = "") -> Naming:
    word = f"{letter}{size}{orientation}"
    return Naming(letter, f"{letter} {POLYFORMS[SQUARES][size][0]}", word, word)


def _name_only_form(lattice: Lattice, size: int) -> Naming:
    """Name the only polyform of its size."""
    singular = POLYFORMS[lattice][size][0]
    return Naming(
        singular, singular, singular, f"{'OI'[size - 1]}{size}" if lattice is SQUARES else singular
    )


def _name_by_number(
    lattice: Lattice, size: int, number: int, mirrored: str, orientation: str
) -> Naming:
    singular, sign = POLYFORMS[lattice][size][0], f"{number}{mirrored}{orientation}"
    called = CALLED.get((lattice, size), ())
    if not 1 <= number <= len(called):
        return Naming(singular, f"{singular} {sign}", sign, sign)
    noun = f"{'mirrored ' if mirrored else ''}{called[number - 1]}"
    return Naming(noun, noun, noun + orientation, sign)


def _name_drawing(name: str) -> Naming:
    try:
        drawn = Piece.parse(name)
    except RequestError:
        return Naming(name, name, name, name)
    if drawn.name != name:
        # Words with a slash can be read as a drawing, but no piece is called by such a one.
        return Naming(name, name, name, name)
    shape = drawn.polyomino
    size, lattice = len(shape), shape.lattice
    if not shape.is_connected():
        return Naming("piece", f"piece of {size} cells", "", "")
    numbered = size > 1 and [mark for mark in drawn.marks if mark] == [str(size)]
    if lattice is SQUARES and (size > _LETTERED or numbered) and size == shape.rows * shape.columns:
        low, high = sorted(shape.shape)
        noun, word = f"{low} x {high} rectangle", f"{low}x{high}"
        return Naming(noun, noun, word, word)
    if size not in POLYFORMS.get(lattice, {}):
        return Naming("piece", f"piece of {size} cells", "", "")
    if size <= 2:
        only = _name_only_form(lattice, size)
        # Marks of both cells say which one.
        ends = "-".join(drawn.marks) if size == 2 and all(drawn.marks) else ""
        return Naming(f"{only.noun} {ends}", f"{only.noun} {ends}", ends, ends) if ends else only
    singular = POLYFORMS[lattice][size][0]
    if not ((lattice, size) in CALLED or (lattice is SQUARES and size <= _LETTERED)):
        # Others have numbers only, which say nothing of a piece that somebody drew.
        return Naming(singular, singular, "", "")
    canonical = shape.canonical("free")
    member = next(
        word
        for word, polyomino in family(size, "free", lattice)
        if polyomino.canonical("free") == canonical
    )
    return (
        _name_by_letter(member, size)
        if lattice is SQUARES
        else _name_by_number(lattice, size, int(member), "", "")
    )


def tile_signs(names: Sequence[str]) -> list[str]:
    """Return the labels for tiles of pieces with these names. The size is omitted if it is the same
    for all letters.

    Examples
    --------
    >>> tile_signs(["F5", "I5", "###/###"]), tile_signs(["L3", "domino"])
    (['F', 'I', '2x3'], ['L3', 'I2'])
    """
    return _without_size([naming(name).sign for name in names])


def piece_captions(names: Sequence[str]) -> list[str]:
    """Return the captions for pictures of pieces with these names. The size is omitted if it is the
    same for all letters.

    Examples
    --------
    >>> piece_captions(["L3", "domino", "hexiamond:2"])
    ['L', 'domino', 'sphinx']
    """
    return _without_size([naming(name).caption for name in names])


def _without_size(labels: list[str]) -> list[str]:
    lettered = [_LETTER.fullmatch(label) for label in labels]
    if len({match[2] for match in lettered if match}) > 1:
        return labels
    return [
        match[1] + match[3] if match else label
        for label, match in zip(labels, lettered, strict=True)
    ]
