"""The catalog: named polyominoes and sets, and the enumeration of all polyominoes of n cells.

Families up to the pentominoes have letters: trominoes ``I L``, tetrominoes ``I J L O S T Z`` (free:
``I L O S T``), pentominoes Golomb's ``F I L N P T U V W X Y Z``, with Conway's ``O Q R S`` accepted for
``I L F N``. The mirror image of a chiral pentomino is the lower-case letter. Hexominoes and larger
have numbers, from 1, in canonical order: a free polyomino is represented by the first of its
orientations (`Polyomino.canonical`), and these are sorted. Its mirror image, where it is another
one-sided polyomino, is the number followed by ``m``. A fixed polyomino is named like the one-sided
polyomino that it is an orientation of, followed by ``.1``, ``.2``, … in order.
"""

from __future__ import annotations

import difflib
import functools

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import PieceError, PolyominoError, quoted
from tilewright.polyomino import Polyomino, unchecked
from tilewright.symmetry import SYMMETRIES, TURNS, Turn, check_turn

__all__ = [
    "FAMILIES",
    "FIXED",
    "LARGEST",
    "Entry",
    "family",
    "family_size",
    "near_misses",
    "polyomino_array",
    "polyominoes",
    "resolve",
]

#: Singular and plural of each family, by number of cells.
FAMILIES: dict[int, tuple[str, str]] = {
    size: (singular, plural)
    for size, (singular, plural) in enumerate(
        [
            ("monomino", "monominoes"),
            ("domino", "dominoes"),
            ("tromino", "trominoes"),
            ("tetromino", "tetrominoes"),
            ("pentomino", "pentominoes"),
            ("hexomino", "hexominoes"),
            ("heptomino", "heptominoes"),
            ("octomino", "octominoes"),
            ("nonomino", "nonominoes"),
            ("decomino", "decominoes"),
            ("undecomino", "undecominoes"),
            ("dodecomino", "dodecominoes"),
        ],
        start=1,
    )
}
#: The most cells that `polyominoes` enumerates.
LARGEST = max(FAMILIES)
#: How many fixed polyominoes there are of 0 to `LARGEST` cells (OEIS A001168).
FIXED = (1, 1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861)

#: A name within a family, and the polyomino in the orientation that the name means.
Entry = tuple[str, Polyomino]

_DRAWINGS: dict[int, dict[str, str]] = {
    1: {"O": "#"},
    2: {"I": "##"},
    3: {"I": "###", "L": "#/##"},
    4: {
        "I": "####",
        "J": ".#/.#/##",
        "L": "#/#/##",
        "O": "##/##",
        "S": ".##/##",
        "T": "###/.#",
        "Z": "##/.##",
    },
    5: {
        "F": ".##/##/.#",
        "I": "#####",
        "L": "#/#/#/##",
        "N": ".#/##/#/#",
        "P": "##/##/#",
        "T": "###/.#/.#",
        "U": "#.#/###",
        "V": "#/#/###",
        "W": "#/##/.##",
        "X": ".#/###/.#",
        "Y": ".#/##/.#/.#",
        "Z": "##/.#/.##",
    },
}
_FREE = {1: "O", 2: "I", 3: "IL", 4: "ILOST", 5: "FILNPTUVWXYZ"}
_ALIASES: dict[int, dict[str, str]] = {3: {"V": "L"}, 5: {"O": "I", "Q": "L", "R": "F", "S": "N"}}


@functools.cache
def _letters(size: int) -> dict[str, Polyomino]:
    """Every letter of a family, in the order of the one-sided set."""
    letters = {}
    for letter, drawing in _DRAWINGS[size].items():
        polyomino = Polyomino.from_text(drawing)
        letters[letter] = polyomino
        mirrored = polyomino.transform(4)
        if size == 5 and mirrored.canonical("one-sided") != polyomino.canonical("one-sided"):
            letters[letter.lower()] = mirrored
    return letters


@functools.lru_cache(maxsize=LARGEST)
def _numbered(size: int) -> tuple[Entry, ...]:
    """Every number of a family, in the order of the one-sided set."""
    entries: list[Entry] = []
    for number, (polyomino, chiral) in enumerate(zip(polyominoes(size), _chiral(size), strict=True), start=1):
        entries.append((str(number), polyomino))
        if chiral:
            entries.append((f"{number}m", polyomino.transform(4)))
    return tuple(entries)


@functools.lru_cache(maxsize=LARGEST)
def _chiral(size: int) -> tuple[bool, ...]:
    """Whether each free polyomino differs from its mirror image however that is rotated."""
    cells = polyomino_array(size)
    own = _keys(cells, size)
    chiral = np.ones(len(cells), dtype=bool)
    for element in range(4, 8):
        chiral &= (_keys(_images(cells, element), size) != own).any(axis=1)
    return tuple(chiral.tolist())


@functools.lru_cache(maxsize=64)
def family(size: int, turn: Turn = "free") -> tuple[Entry, ...]:
    """Return the whole set of polyominoes of `size` cells under a way of turning, with their names.

    Parameters
    ----------
    size : int
        Number of cells, 1 to 12. The sets grow fast: 369 free octominoes, 63,600 of 12 cells.
    turn : {"free", "one-sided", "fixed"}
        Polyominoes are the same piece if this way of turning takes one to the other.

    Raises
    ------
    PolyominoError
        If the catalog has no polyominoes of this size.
    PieceError
        If `turn` is no way of turning.

    Examples
    --------
    >>> "".join(name for name, _ in family(4, "one-sided"))
    'IJLOSTZ'
    >>> len(family(5)), len(family(5, "one-sided")), len(family(5, "fixed"))
    (12, 18, 63)
    """
    _check_size(size)
    check_turn(turn)
    if turn == "free" and size not in _FREE:
        # The numbers without the mirror images, which for 12 cells are worth some seconds.
        return tuple((str(number), polyomino) for number, polyomino in enumerate(polyominoes(size), start=1))
    entries = tuple(_letters(size).items()) if size in _DRAWINGS else _numbered(size)
    if turn == "free":
        return tuple(entry for entry in entries if entry[0] in _FREE[size])
    if turn == "one-sided":
        return entries
    return tuple(
        (f"{name}.{number}", oriented)
        for name, polyomino in entries
        for number, oriented in enumerate(polyomino.orientations("one-sided"), start=1)
    )


def resolve(size: int, name: str) -> Entry:
    """Return the canonical name and the polyomino of a name within a family.

    Parameters
    ----------
    size : int
        Number of cells of the family.
    name : str
        A letter (``F``; ``f`` is its mirror image), an alias, a number (``12``, ``12m``), or one of
        these with an orientation (``L.2``).

    Raises
    ------
    PieceError
        If the family has no such piece; the message says what there is.
    """
    _check_size(size)
    singular, _ = FAMILIES[size]
    base, dot, orientation = name.partition(".")
    base, polyomino = _lettered(size, base) if size in _DRAWINGS else _counted(size, base)
    if not dot:
        return base, polyomino
    oriented = polyomino.orientations("one-sided")
    number = _whole(orientation)
    if not 1 <= number <= len(oriented):
        raise PieceError(
            f"the {singular} '{base}' has the orientations .1 to .{len(oriented)}, not {quoted(dot + orientation)}",
            where=name,
        )
    return f"{base}.{number}", oriented[number - 1]


def _lettered(size: int, name: str) -> Entry:
    letters = _letters(size)
    aliases = _ALIASES.get(size, {})
    base = aliases.get(name, name)
    if base not in letters:
        # A lower-case letter is the mirror image where there is one, else the letter itself.
        upper = aliases.get(name.upper(), name.upper())
        base = upper.lower() if upper.lower() in letters else upper
    if base not in letters:
        known = "".join(dict.fromkeys(letter.upper() for letter in letters))
        raise PieceError(
            f"there is no {FAMILIES[size][0]} {quoted(name)}; the letters are {known}", where=name or None
        )
    return base, letters[base]


def _counted(size: int, name: str) -> Entry:
    singular, _ = FAMILIES[size]
    number = _whole(name.removesuffix("m"))
    listed = polyominoes(size)
    if not 1 <= number <= len(listed):
        raise PieceError(
            f"there is no {singular} {quoted(name)}; the numbers are 1 to {len(listed)}", where=name or None
        )
    polyomino = listed[number - 1]
    if not name.endswith("m"):
        return str(number), polyomino
    if not _chiral(size)[number - 1]:
        raise PieceError(f"the {singular} {number} is its own mirror image, there is no '{name}'", where=name)
    return f"{number}m", polyomino.transform(4)


def _whole(word: str) -> int:
    """Return the number that a short word of ASCII digits stands for; 0 for any other word."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 9 else 0


def family_size(word: str) -> tuple[int, bool] | None:
    """Return the size of the family that a word names, and whether it is the plural; None if it names none.

    >>> family_size("pentominoes"), family_size("L3")
    ((5, True), None)
    """
    for size, (singular, plural) in FAMILIES.items():
        if word == singular:
            return size, False
        if word in (plural, f"{singular}s"):
            return size, True
    return None


def near_misses(word: str) -> list[str]:
    """Return the names that look most like a word that names nothing, best first."""
    names = [name for pair in FAMILIES.values() for name in pair]
    names += [f"{letter}{size}" for size in (3, 4, 5) for letter in _DRAWINGS[size]]
    return difflib.get_close_matches(word.lower(), names, n=3, cutoff=0.6) or difflib.get_close_matches(
        word.upper(), names, n=3, cutoff=0.6
    )


def _check_size(size: int) -> None:
    if not 1 <= size <= LARGEST:
        raise PolyominoError(f"the catalog has polyominoes of 1 to {LARGEST} cells, not {size}")


def polyomino_array(size: int, turn: Turn = "free") -> NDArray[np.int8]:
    """Enumerate the polyominoes of `size` cells as one array.

    Parameters
    ----------
    size : int
        Number of cells, 1 to 12.
    turn : {"free", "one-sided", "fixed"}
        What counts as the same polyomino.

    Returns
    -------
    array of shape (number, size, 2), int8
        Rows and columns of the canonical representatives: cells sorted, polyominoes sorted.
        The numbers are OEIS A000105 (free), A000988 (one-sided) and A001168 (fixed).

    Raises
    ------
    PolyominoError
        If `size` is not 1 to 12.
    PieceError
        If `turn` is no way of turning.

    Notes
    -----
    All fixed polyominoes come from Redelmeier's algorithm; the others are those that are first
    among their images. For 12 cells (505,861 fixed ones) this takes seconds and some 100 MB.
    """
    from tilewright.kernels.enumerate import fixed_polyominoes

    _check_size(size)
    check_turn(turn)
    count = fixed_polyominoes(size, np.zeros((0, size, 2), dtype=np.int8))
    cells = np.zeros((count, size, 2), dtype=np.int8)
    fixed_polyominoes(size, cells)
    own = _keys(cells, size)
    for element in TURNS[turn][1:]:
        keep = ~_before(_keys(_images(cells, element), size), own)
        cells, own = cells[keep], own[keep]
    own = own[np.lexsort(own.T[::-1])]
    return np.stack([own // size, own % size], axis=2).astype(np.int8)


def _images(cells: NDArray[np.int8], element: int) -> NDArray[np.int8]:
    """Return the image of each polyomino, shifted to touch row 0 and column 0."""
    image: NDArray[np.int8] = cells @ SYMMETRIES[element].T
    image -= image.min(axis=1, keepdims=True)
    return image


def _keys(cells: NDArray[np.int8], size: int) -> NDArray[np.uint8]:
    """Cell numbers, sorted within each polyomino: (number, size)."""
    numbers = cells[:, :, 0].astype(np.uint8) * np.uint8(size) + cells[:, :, 1].astype(np.uint8)
    return np.sort(numbers, axis=1)


def _before(left: NDArray[np.uint8], right: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether each row of `left` is lexicographically less than its row of `right`."""
    differ = left != right
    first = differ.argmax(axis=1)
    rows = np.arange(len(left))
    less: NDArray[np.bool_] = left[rows, first] < right[rows, first]
    return less


@functools.lru_cache(maxsize=8)
def polyominoes(size: int, turn: Turn = "free") -> tuple[Polyomino, ...]:
    """Return all polyominoes of `size` cells in canonical order (see `polyomino_array`).

    Examples
    --------
    >>> [p.text() for p in polyominoes(3)]
    ['###', '##/#']
    """
    return tuple(unchecked(tuple(map(tuple, cells))) for cells in polyomino_array(size, turn).tolist())
