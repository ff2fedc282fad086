"""The catalog: named polyforms and sets, and the enumeration of all polyforms of n cells of a
lattice.

The pieces of families up to the pentominoes have letters: trominoes ``I L``, tetrominoes ``I J L O
S T Z`` (free: ``I L O S T``), pentominoes Golomb's ``F I L N P T U V W X Y Z``, with Conway's ``O Q
R S`` accepted for ``I L F N``. The mirror image of a chiral pentomino has the lowercase letter.
Hexominoes and larger pieces have numbers, starting with 1, in canonical order: a free polyomino is
represented by the first of its orientations (`Polyomino.canonical`), and these are sorted. If the
mirror image is a different one-sided polyomino, its name is the number followed by ``m``. The name
of a fixed polyomino is the name of its one-sided polyomino, followed by ``.1``, ``.2``, … in order.

Polyiamonds (of triangles), polyhexes (of hexagons), polycubes and polyballs of all sizes are
numbered in the same way. Two sets are named: ``soma`` and ``kanoodle``.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import PieceError, PolyominoError, quoted
from tilewright.model.space.lattice import (
    BALLS,
    CUBES,
    HEXAGONS,
    SQUARES,
    TRIANGLES,
    Lattice,
    Turn,
    are_flat,
    check_turn,
)
from tilewright.model.space.polyform import Polyform
from tilewright.system.work.deadline import check_time


def _families(shape: str, plural: str, prefixes: str) -> dict[int, tuple[str, str]]:
    return {
        size: (f"{prefix}{shape}", f"{prefix}{plural}")
        for size, prefix in enumerate(prefixes.split(), start=1)
    }


#: Singular and plural of each family, by number of cells.
FAMILIES = _families("omino", "ominoes", "mon d tr tetr pent hex hept oct non dec undec dodec")
#: The most cells that `polyominoes` enumerates.
LARGEST = max(FAMILIES)
#: Singular and plural of each family of each lattice, by number of cells.
POLYFORMS: dict[Lattice, dict[int, tuple[str, str]]] = {
    SQUARES: FAMILIES,
    TRIANGLES: _families("iamond", "iamonds", "mon d tr tetr pent hex hept oct enne dec")
    | {2: ("diamond", "diamonds"), 3: ("triamond", "triamonds")},
    HEXAGONS: _families("hex", "hexes", "mono di tri tetra penta hexa hepta octa"),
    CUBES: _families("cube", "cubes", "mono di tri tetra penta hexa hepta"),
    BALLS: _families("ball", "balls", "mono di tri tetra penta hexa"),
}
#: How many fixed polyominoes there are of 0 to `LARGEST` cells (OEIS A001168).
FIXED = (1, 1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861)

#: A name within a family, and the polyform in the orientation that the name means.
Entry = tuple[str, Polyform]

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
#: Other letters of pieces, by the size of their family.
ALIASES: dict[int, dict[str, str]] = {3: {"V": "L"}, 5: {"O": "I", "Q": "L", "R": "F", "S": "N"}}
#: What the members of a family without letters are called, in the order of their numbers.
#: Hexiamonds: T. H. O'Beirne, New Scientist, 1961, as M. Gardner, "Mathematical Games", Scientific
#: American, December 1964, has them; tetrahexes: Gardner, June 1967.
CALLED: dict[tuple[Lattice, int], tuple[str, ...]] = {
    (TRIANGLES, 6): (
        "bar",
        "sphinx",
        "lobster",
        "yacht",
        "hook",
        "chevron",
        "crook",
        "crown",
        "signpost",
        "hexagon",
        "snake",
        "butterfly",
    ),
    (HEXAGONS, 4): ("bar", "pistol", "worm", "bee", "wave", "arch", "propeller"),
}
#: Sets with a name of their own, and drawings of their members.
SETS: dict[str, tuple[Lattice, dict[str, str]]] = {
    # Piet Hein, 1933; the letters are those of Berlekamp, Conway and Guy, "Winning Ways", chapter
    # 24.
    "soma": (
        CUBES,
        {
            "V": "##/#",
            "L": "###/#",
            "T": "###/.#",
            "Z": "##/.##",
            "A": "##/#//./#",
            "B": "##/#//.#",
            "P": "##/#//#",
        },
    ),
    # The twelve pieces of Lonpos and Kanoodle: polyominoes of balls, which fill a pyramid and a
    # rectangle.
    "kanoodle": (
        SQUARES,
        {
            "A": "###/#",
            "B": "###/##",
            "C": "####/#",
            "D": "####/.#",
            "E": "###/..##",
            "F": "##/#",
            "G": "###/#/#",
            "H": "##/.##/..#",
            "I": "###/#.#",
            "J": "####",
            "K": "##/##",
            "L": ".#/###/.#",
        },
    ),
}


@functools.cache
def _letters(size: int) -> dict[str, Polyform]:
    """Every letter of a family, in the order of the one-sided set."""
    letters: dict[str, Polyform] = {}
    for letter, drawing in _DRAWINGS[size].items():
        polyomino = Polyform.from_text(drawing)
        letters[letter] = polyomino
        mirrored = polyomino.transform(4)
        if size == 5 and mirrored.canonical("one-sided") != polyomino.canonical("one-sided"):
            letters[letter.lower()] = mirrored
    return letters


def has_letters(lattice: Lattice, size: int) -> bool:
    """Whether the members of a family are named by letters instead of numbers."""
    return lattice is SQUARES and size in _DRAWINGS


@functools.lru_cache(maxsize=4 * LARGEST)
def _family_numbers(size: int, lattice: Lattice) -> tuple[Entry, ...]:
    """Every number of a family, in the order of the one-sided set."""
    entries: list[Entry] = []
    forms = zip(polyforms(size, "free", lattice), _are_chiral(size, lattice), strict=True)
    for number, (polyform, chiral) in enumerate(forms, start=1):
        entries.append((str(number), polyform))
        if chiral:
            entries.append((f"{number}m", polyform.transform(lattice.mirror)))
    return tuple(entries)


@functools.lru_cache(maxsize=4 * LARGEST)
def _are_chiral(size: int, lattice: Lattice) -> tuple[bool, ...]:
    """Whether each free polyform differs from all rotations of its mirror image."""
    cells = polyform_array(size, "free", lattice)
    keys = _number_cells(cells, lattice)
    chiral = ~are_flat(cells) if lattice.dimension == 3 else np.ones(len(cells), dtype=bool)
    for element in lattice.elements[lattice.mirror :]:
        check_time()
        chiral &= (_number_cells(_move_forms(cells, element, lattice), lattice) != keys).any(axis=1)
    return tuple(chiral.tolist())


@functools.lru_cache(maxsize=64)
def family(size: int, turn: Turn = "free", lattice: Lattice = SQUARES) -> tuple[Entry, ...]:
    """Return all polyforms of `size` cells, up to the allowed turns, with their names.

    Parameters
    ----------
    size : int
        The number of cells: 1 to 12 for polyominoes. The sets grow quickly: there are 369 free
        octominoes, and 63,600 free polyominoes of 12 cells.
    turn : {"free", "one-sided", "half-turn", "fixed"}
        Two polyforms are the same piece if an allowed turn maps one to the other.
    lattice : Lattice

    Raises
    ------
    PolyominoError
        If the catalog has no polyforms of the requested size.
    PieceError
        If `turn` is invalid.

    Examples
    --------
    >>> "".join(name for name, _ in family(4, "one-sided"))
    'IJLOSTZ'
    >>> len(family(5)), len(family(5, "one-sided")), len(family(5, "fixed"))
    (12, 18, 63)
    >>> len(family(6, "free", TRIANGLES)), len(family(4, "one-sided", CUBES))
    (12, 8)
    """
    _check_size(size, lattice)
    check_turn(turn)
    lettered = has_letters(lattice, size)
    if turn == "free" and not lettered:
        # The numbers without the mirror images, which for 12 cells are worth some seconds.
        return tuple(
            (str(number), polyform)
            for number, polyform in enumerate(polyforms(size, "free", lattice), start=1)
        )
    entries = tuple(_letters(size).items()) if lettered else _family_numbers(size, lattice)
    if turn == "free":
        return tuple(entry for entry in entries if entry[0] in _FREE[size])
    if turn == "one-sided":
        return entries
    return tuple(
        (f"{name}.{number}", oriented)
        for name, polyform in entries
        for number, oriented in enumerate(polyform.orientations("one-sided"), start=1)
        if oriented == oriented.canonical(turn)
    )


def resolve(size: int, name: str, lattice: Lattice = SQUARES) -> Entry:
    """Return the canonical name and the polyform of the family member with the given name.

    Parameters
    ----------
    size : int
        The number of cells in each polyform of the family.
    name : str
        A letter (``F``; ``f`` is its mirror image), an alias, a number (``12``, ``12m``), a name
        (``sphinx``, ``sphinxm``), or one of these with an orientation (``L.2``).
    lattice : Lattice

    Raises
    ------
    PieceError
        If the family has no piece with the given name. The error message lists the valid names.
    """
    _check_size(size, lattice)
    singular, _ = POLYFORMS[lattice][size]
    base, dot, orientation = name.partition(".")
    if has_letters(lattice, size):
        base, polyform = _letter_of(size, base)
    else:
        base, polyform = _number_of(size, base, lattice)
    if not dot:
        return base, polyform
    oriented = polyform.orientations("one-sided")
    number = _read_number(orientation)
    if not 1 <= number <= len(oriented):
        raise PieceError(
            f"the orientation of the {singular} '{base}' must be .1 to .{len(oriented)}, got "
            f"{quoted(dot + orientation)}",
            where=name,
        )
    return f"{base}.{number}", oriented[number - 1]


def _letter_of(size: int, name: str) -> Entry:
    letters = _letters(size)
    aliases = ALIASES.get(size, {})
    base = aliases.get(name, name)
    if base not in letters:
        # A lower-case letter is the mirror image where there is one, else the letter itself.
        upper = aliases.get(name.upper(), name.upper())
        base = upper.lower() if upper.lower() in letters else upper
    if base not in letters:
        known = "".join(dict.fromkeys(letter.upper() for letter in letters))
        raise PieceError(
            f"unknown {FAMILIES[size][0]} {quoted(name)}; the letters are {known}",
            where=name or None,
        )
    return base, letters[base]


def _number_of(size: int, name: str, lattice: Lattice) -> Entry:
    singular, _ = POLYFORMS[lattice][size]
    called = CALLED.get((lattice, size), ())
    if name in called:
        name = str(called.index(name) + 1)
    elif name.removesuffix("m") in called:
        name = f"{called.index(name.removesuffix('m')) + 1}m"
    number = _read_number(name.removesuffix("m"))
    members = polyforms(size, "free", lattice)
    if not 1 <= number <= len(members):
        names = f", the names {', '.join(called)}" if called else ""
        raise PieceError(
            f"unknown {singular} {quoted(name)}; the numbers are 1 to {len(members)}{names}",
            where=name or None,
        )
    polyform = members[number - 1]
    if not name.endswith("m"):
        return str(number), polyform
    if not _are_chiral(size, lattice)[number - 1]:
        raise PieceError(
            f"'{name}' does not exist, because the {singular} {number} is its own mirror image",
            where=name,
        )
    return f"{number}m", polyform.transform(lattice.mirror)


def _read_number(word: str) -> int:
    """Return the value of a short word of ASCII digits, or 0 for any other word."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 9 else 0


def find_family(word: str) -> tuple[Lattice, int, bool] | None:
    """Return the lattice and size of the family that a word names, and whether the word is plural.
    Return None if the word does not name a family.

    >>> find_family("hexiamonds"), find_family("L3")
    ((<Lattice of triangles>, 6, True), None)
    """
    for lattice, families in POLYFORMS.items():
        for size, (singular, plural) in families.items():
            if word == singular:
                return lattice, size, False
            if word in (plural, f"{singular}s"):
                return lattice, size, True
    return None


def family_size(word: str) -> tuple[int, bool] | None:
    """Return the size of the polyomino family that a word names, and whether the word is plural.
    Return None if the word does not name a family of polyominoes.

    >>> family_size("pentominoes"), family_size("L3")
    ((5, True), None)
    """
    named_family = find_family(word)
    return named_family[1:] if named_family is not None and named_family[0] is SQUARES else None


def near_misses(word: str) -> list[str]:
    """Return the names that are similar to an unknown word, the most similar name first."""
    import difflib

    names = [name for families in POLYFORMS.values() for pair in families.values() for name in pair]
    names += SETS
    names += [f"{letter}{size}" for size in (3, 4, 5) for letter in _DRAWINGS[size]]
    return difflib.get_close_matches(
        word.lower(), names, n=3, cutoff=0.6
    ) or difflib.get_close_matches(word.upper(), names, n=3, cutoff=0.6)


def _check_size(size: int, lattice: Lattice) -> None:
    largest = max(POLYFORMS.get(lattice, (0,)))
    if not largest:
        raise PolyominoError(f"the catalog has no sets of {lattice.cells}")
    if not 1 <= size <= largest:
        named = "polyominoes" if lattice is SQUARES else f"sets of {lattice.cells}"
        raise PolyominoError(f"the catalog contains {named} of 1 to {largest} cells, got {size}")


def polyform_array(size: int, turn: Turn = "free", lattice: Lattice = SQUARES) -> NDArray[np.int8]:
    """Enumerate the polyforms of `size` cells as one array.

    Parameters
    ----------
    size : int
        The number of cells: up to 12 squares, 10 triangles, 8 hexagons, 7 cubes or 6 balls.
    turn : {"free", "one-sided", "half-turn", "fixed"}
        The allowed turns. If an allowed turn maps one polyform to another, the two are considered
        equal.
    lattice : Lattice

    Returns
    -------
    array of shape (number, size, dimension), int8
        The canonical representatives of the polyforms in sorted order, each with its cells in
        sorted order. The numbers of free, one-sided and fixed polyforms are given by the OEIS
        sequences A000105, A000988 and A001168 (squares), A000577, A006534 and A001420 (triangles),
        A000228, A006535 and A001207 (hexagons), A038119, A000162 and A001931 (cubes).

    Raises
    ------
    PolyominoError
        If the catalog has no polyforms of the requested size.
    PieceError
        If `turn` is invalid.

    Notes
    -----
    Redelmeier's algorithm finds all fixed polyforms. A free or one-sided polyform is represented by
    the first of its images. For 12 squares (505,861 fixed polyominoes), the enumeration takes a few
    seconds and about 100 MB.
    """
    _check_size(size, lattice)
    cells = _fixed_forms(size, lattice)
    keys = _number_cells(cells, lattice)
    rotations = lattice.turns[check_turn(turn)]
    solid = lattice.dimension == 3 and turn == "one-sided"
    flat = are_flat(cells) if solid else np.zeros(len(cells), dtype=bool)
    for element in (lattice.elements if solid else rotations)[1:]:
        check_time()
        is_canonical = ~_is_before(
            _number_cells(_move_forms(cells, element, lattice), lattice), keys
        )
        if element not in rotations:
            is_canonical |= ~flat
        cells, keys, flat = cells[is_canonical], keys[is_canonical], flat[is_canonical]
    keys = keys[np.lexsort(keys.T[::-1])]
    places = np.unravel_index(keys, (size + lattice.kinds - 1,) * lattice.dimension)
    return np.stack(places, axis=2).astype(np.int8)


def polyomino_array(size: int, turn: Turn = "free") -> NDArray[np.int8]:
    """Enumerate the polyominoes of `size` cells, 1 to 12, as one array (see `polyform_array`)."""
    return polyform_array(size, turn)


def _fixed_forms(size: int, lattice: Lattice) -> NDArray[np.int8]:
    """Return all polyforms of a size up to translation, (number, size, dimension)."""
    from tilewright.kernels.catalog.enumerate import fixed_polyforms

    # What grows from the middle of the second layer on stays in this box; its width is a multiple
    # of the kinds.
    box = (size + 2, *(2 * size + 2 for _ in range(lattice.dimension - 1)))
    middle = (1, *(size + size % lattice.kinds for _ in range(lattice.dimension - 1)))
    start = int(np.ravel_multi_index(middle, box))
    strides = np.cumprod((1, *box[:0:-1]))[::-1]
    steps = np.array(lattice.faces, dtype=np.int64) @ strides
    starts = start + np.arange(lattice.kinds)
    closed = np.zeros(int(np.prod(box)), dtype=np.uint8)

    def enumerate_into(rows: NDArray[np.int32]) -> int:
        return int(
            fixed_polyforms(size, starts.astype(np.int32), steps.astype(np.int32), closed, rows)
        )

    places = np.empty((enumerate_into(np.empty((0, size), dtype=np.int32)), size), dtype=np.int32)
    enumerate_into(places)
    cells = np.stack(np.unravel_index(places, box), axis=2).astype(np.int8)
    return cells - lattice.corner(cells)


def _move_forms(cells: NDArray[np.int8], element: int, lattice: Lattice) -> NDArray[np.int8]:
    """Return the image of each polyform, moved to the origin."""
    image = lattice.image(element, cells)
    image -= lattice.corner(image)
    return image


def _number_cells(cells: NDArray[np.int8], lattice: Lattice) -> NDArray[np.unsignedinteger[Any]]:
    """Cell numbers, sorted within each polyform, in the order of the cells: (number, size)."""
    extent = cells.shape[1] + lattice.kinds - 1
    word: type[np.unsignedinteger[Any]] = (
        np.uint8 if extent**lattice.dimension <= 256 else np.uint16
    )
    numbers = cells[..., 0].astype(word)
    for axis in range(1, lattice.dimension):
        numbers = numbers * word(extent) + cells[..., axis].astype(word)
    return np.sort(numbers, axis=1)


def _is_before(
    left: NDArray[np.unsignedinteger[Any]], right: NDArray[np.unsignedinteger[Any]]
) -> NDArray[np.bool_]:
    """Whether each row of `left` is lexicographically less than its row of `right`."""
    differ = left != right
    first = differ.argmax(axis=1)
    rows = np.arange(len(left))
    less: NDArray[np.bool_] = left[rows, first] < right[rows, first]
    return less


@functools.lru_cache(maxsize=16)
def polyforms(size: int, turn: Turn = "free", lattice: Lattice = SQUARES) -> tuple[Polyform, ...]:
    """Return all polyforms of `size` cells of a lattice in canonical order (see `polyform_array`).

    Examples
    --------
    >>> [p.text() for p in polyforms(3, "free", TRIANGLES)]
    ['###']
    """
    forms: list[Polyform] = []
    for cells in polyform_array(size, turn, lattice).tolist():
        check_time()
        forms.append(Polyform._of_sorted(tuple(map(tuple, cells)), lattice))
    return tuple(forms)


def polyominoes(size: int, turn: Turn = "free") -> tuple[Polyform, ...]:
    """Return all polyominoes of `size` cells in canonical order (see `polyform_array`).

    Examples
    --------
    >>> [p.text() for p in polyominoes(3)]
    ['###', '##/#']
    """
    return polyforms(size, turn)
