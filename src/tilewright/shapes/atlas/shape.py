"""The facts that follow directly from a shape: symmetry, perimeter, hull, holes, names, and the
named puzzles that use it.
"""

from __future__ import annotations

import functools
import string
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from tilewright.errors import PieceError
from tilewright.model.naming import naming
from tilewright.model.piece import Piece
from tilewright.model.puzzle.collections import named_puzzles
from tilewright.model.space.catalog import SETS, resolve
from tilewright.model.space.lattice import CUBES, SQUARES, Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.atlas.records import PieceRecord
from tilewright.shapes.atlas.sets import Family
from tilewright.shapes.cells import holes_of

_TURNS = {1: "", 2: "half turn", 3: "third turns", 4: "quarter turns", 6: "sixth turns"}
_Point = tuple[int, int]


def describe(family: Family, number: int) -> PieceRecord:
    """Return the record of a piece of a set, given its number starting at 1, without the facts that
    take time.

    Examples
    --------
    >>> from tilewright.shapes.atlas import families
    >>> made = describe(families(["pentominoes"])[0], 6)
    >>> made.title, made.symmetry["name"], made.perimeter, made.hull, made.orientations
    ('T pentomino', 'D1', 12, 7.0, {'one-sided': 1, 'fixed': 4})
    """
    piece = family.pieces[number - 1]
    shape = piece.polyomino
    return PieceRecord(
        id=piece.name,
        family=family.plural,
        number=number,
        lattice=family.lattice.name,
        drawing=shape.text(),
        key=shape.canonical("free").text(),
        title=naming(piece.name).title,
        names=_other_names(piece),
        symmetry=symmetry(shape),
        orientations={
            "one-sided": len(
                {image.canonical("one-sided") for image in shape.orientations("free")}
            ),
            "fixed": len(shape.orientations("free")),
        },
        perimeter=perimeter(shape),
        box=tuple(sorted(shape.shape)) if family.lattice in (SQUARES, CUBES) else None,
        hull=None if family.lattice is CUBES else float(hull(shape)),
        # A hole in cubes needs a shell, which is larger than all of the catalog.
        holes=0
        if family.lattice is CUBES
        else sum(map(len, holes_of(family.lattice, shape.cells))),
        puzzles=_puzzles().get((family.lattice.name, shape.canonical("free").cells), ()),
    )


def symmetry(shape: Polyform) -> dict[str, Any]:
    """Return the symmetry group of a shape: its name, its description, and its numbers of rotations
    and reflections.

    >>> symmetry(Polyform.from_text("#/##"))
    {'name': 'D1', 'words': 'one mirror line, diagonal', 'rotations': 1, 'reflections': 1}
    """
    lattice = shape.lattice
    elements = [element for element in lattice.elements if shape.transform(element) == shape]
    turns = sum(element < lattice.mirror for element in elements)
    mirrors = len(elements) - turns
    name = f"{'D' if mirrors else 'C'}{turns}"
    if lattice.dimension == 3:
        words = f"{turns} rotation{'s'[: turns != 1]}, " + (
            f"{mirrors} with a reflection" if mirrors else "none with a reflection"
        )
        name = f"{turns}+{mirrors}"
    else:
        parts = [_TURNS[turns]] if turns > 1 else []
        if mirrors:
            parts.append(f"{'one' if mirrors == 1 else mirrors} mirror line{'s'[: mirrors != 1]}")
        if lattice is SQUARES and mirrors in (1, 2):
            # The left-right reflection is 4, and a quarter turn after it makes a diagonal one.
            parts.append("diagonal" if elements[-1] % 2 else "along the grid")
        words = ", ".join(parts) or "none"
    return {"name": name, "words": words, "rotations": turns, "reflections": mirrors}


def perimeter(shape: Polyform) -> int:
    """Return the number of sides of cells on the boundary."""
    cells = set(shape.cells)
    return sum(
        neighbor not in cells for cell in cells for neighbor in shape.lattice.neighbors(cell)
    )


def hull(shape: Polyform) -> Fraction:
    """Return the area of the convex hull of a flat shape, in cells.

    >>> hull(Polyform.from_text("#/##")), hull(Polyform.from_text("##", "hex"))
    (Fraction(7, 2), Fraction(7, 3))
    """
    lattice = shape.lattice
    points = {corner for cell in shape.cells for corner in _corners(cell, lattice)}
    cell = _corners(shape.cells[0], lattice)
    return Fraction(
        _doubled_area(_find_hull_corners(points)), _doubled_area(_find_hull_corners(cell))
    )


def _corners(cell: tuple[int, ...], lattice: Lattice) -> list[_Point]:
    """Return the corners of a cell in integers, along the axes of the lattice."""
    kind = cell[-1] % lattice.kinds
    place = np.array([cell[0], cell[1] // lattice.kinds]) * lattice.scale
    return [(int(a), int(b)) for a, b in (np.array(lattice.corners[kind]) + place).tolist()]


def _find_hull_corners(points: Iterable[_Point]) -> list[_Point]:
    """Return the corners of the convex hull of points, in order (A. M. Andrew's monotone chain)."""
    ordered = sorted(set(points))
    halves: list[_Point] = []
    for chain in (ordered, ordered[::-1]):
        half: list[_Point] = []
        for point in chain:
            while len(half) > 1 and _turn(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        halves += half[:-1]
    return halves


def _turn(a: _Point, b: _Point, c: _Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _doubled_area(corners: list[_Point]) -> int:
    following = corners[1:] + corners[:1]
    return abs(sum(a * d - b * c for (a, b), (c, d) in zip(corners, following, strict=True)))


def _other_names(piece: Piece) -> tuple[str, ...]:
    """Return the other names of a piece: letters of other authors, or of a named set."""
    shape = piece.polyomino
    size, lattice = len(shape), shape.lattice
    other_names = []
    if lattice is SQUARES and size in (3, 5):
        for letter in string.ascii_uppercase:
            try:
                word, _ = resolve(size, letter)
            except PieceError:
                continue
            if f"{word}{size}" == piece.name and word != letter:
                other_names.append(f"{letter}{size}")
    for name, (set_lattice, drawings) in SETS.items():
        if set_lattice is lattice:
            other_names += [
                f"{name}:{letter}"
                for letter, drawing in drawings.items()
                if Polyform.from_text(drawing, set_lattice).canonical("free")
                == shape.canonical("free")
            ]
    return tuple(other_names)


@functools.cache
def _puzzles() -> dict[tuple[str, tuple[tuple[int, ...], ...]], tuple[str, ...]]:
    """Return the names of the named puzzles that use each free polyform."""
    puzzles_of: dict[tuple[str, tuple[tuple[int, ...], ...]], dict[str, None]] = {}
    for puzzle in named_puzzles():
        for piece in puzzle.problem().pieces:
            key = piece.lattice.name, piece.polyomino.canonical("free").cells
            puzzles_of.setdefault(key, {})[puzzle.name] = None
    return {key: tuple(names) for key, names in puzzles_of.items()}
