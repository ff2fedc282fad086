"""The sets of the atlas: the free polyforms of each lattice by their number of cells, and published
sequences about them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tilewright.errors import RequestError, quoted
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.space.catalog import POLYFORMS, find_family
from tilewright.model.space.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES, Lattice, Turn

#: What the polyforms of each lattice are called, and the most cells in the atlas unless more are
#: requested.
FORMS: dict[str, tuple[Lattice, int]] = {
    "polyominoes": (SQUARES, 8),
    "polyiamonds": (TRIANGLES, 8),
    "polyhexes": (HEXAGONS, 6),
    "polycubes": (CUBES, 5),
}


class Sequence(NamedTuple):
    """A published sequence: its number in the OEIS, and the polyforms of n cells that it counts."""

    number: str
    what: str
    #: The key of the same count in `records.counts`.
    key: str


#: The sequences of each lattice.
SEQUENCES: dict[Lattice, tuple[Sequence, ...]] = {
    SQUARES: (
        Sequence("A000105", "free", "free"),
        Sequence("A000988", "one-sided", "one-sided"),
        Sequence("A001168", "fixed", "fixed"),
        Sequence("A054359", "tile the plane", "tile"),
        Sequence("A054360", "do not tile the plane", "do not tile"),
        Sequence(
            "A054361", "do not tile the plane and have no hole", "do not tile and have no hole"
        ),
        Sequence("A075198", "tile by translations", "translation"),
        Sequence("A075205", "tile isohedrally", "isohedral"),
        Sequence("A075206", "tile, but not isohedrally", "anisohedral"),
        Sequence("A126138", "tile a rectangle", "rectangle"),
    ),
    TRIANGLES: (
        Sequence("A000577", "free", "free"),
        Sequence("A006534", "one-sided", "one-sided"),
        Sequence("A001420", "fixed", "fixed"),
        Sequence("A070765", "have no hole", "no hole"),
        Sequence("A071332", "tile the plane", "tile"),
        Sequence("A075223", "tile isohedrally", "isohedral"),
        Sequence("A075224", "tile, but not isohedrally", "anisohedral"),
    ),
    HEXAGONS: (
        Sequence("A000228", "free", "free"),
        Sequence("A006535", "one-sided", "one-sided"),
        Sequence("A001207", "fixed", "fixed"),
        Sequence("A070766", "tile the plane", "tile"),
        Sequence("A075207", "tile by translations", "translation"),
        Sequence("A075214", "tile isohedrally", "isohedral"),
        Sequence("A075215", "tile, but not isohedrally", "anisohedral"),
    ),
    CUBES: (
        Sequence("A038119", "free", "free"),
        Sequence("A000162", "one-sided", "one-sided"),
        Sequence("A001931", "fixed", "fixed"),
    ),
}


@dataclass(frozen=True)
class Family:
    """The free polyforms of one size.

    Attributes
    ----------
    lattice : Lattice
    cells : int

    Examples
    --------
    >>> family, = families(["pentominoes"])
    >>> family, len(family.pieces)
    (<Family of pentominoes>, 12)
    """

    lattice: Lattice
    cells: int

    def __repr__(self) -> str:
        return f"<Family of {self.plural}>"

    @property
    def singular(self) -> str:
        """The name of one piece of the set."""
        return POLYFORMS[self.lattice][self.cells][0]

    @property
    def plural(self) -> str:
        """The name of all pieces of the set."""
        return POLYFORMS[self.lattice][self.cells][1]

    @property
    def form(self) -> str:
        """The name of the polyforms of all sizes."""
        return next(form for form, (lattice, _) in FORMS.items() if lattice is self.lattice)

    @property
    def turn(self) -> Turn:
        """How pieces may be turned. Solid pieces are not mirrored."""
        return self.lattice.turn

    @functools.cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces in the order of the catalog."""
        return tuple(parse_pieces(self.plural, "free"))


def families(words: Iterable[str] = (), cells: int | None = None) -> tuple[Family, ...]:
    """Return the sets with the given names.

    Parameters
    ----------
    words : iterable of str
        Names of families (``polyominoes``, ``polyiamonds``, ``polyhexes`` or ``polycubes``) or of
        sets of one size, such as ``pentominoes``. By default, all four families are included.
    cells : int, optional
        The maximum number of cells of a piece; by default, 8, 8, 6 and 5 for the four families.

    Raises
    ------
    RequestError
        If a set is unknown, or the catalog has no pieces of the requested size.
    """
    chosen: dict[Family, None] = {}
    for word in tuple(words) or tuple(FORMS):
        if word in FORMS:
            lattice, most = FORMS[word]
            known = max(POLYFORMS[lattice])
            if cells is not None and not 1 <= cells <= known:
                raise RequestError(
                    f"{word} must have 1 to {known} cells, got {cells}", where="cells"
                )
            chosen |= dict.fromkeys(Family(lattice, size) for size in range(1, (cells or most) + 1))
            continue
        one = find_family(word)
        if one is None or not one[2]:
            known_words = ", ".join(FORMS)
            raise RequestError(
                f"unknown set {quoted(word)}; the sets are {known_words}, and sets of one size, "
                "such as pentominoes",
                where="sets",
            )
        chosen[Family(one[0], one[1])] = None
    return tuple(chosen)


def file_name(piece: str) -> str:
    """Return the name of the page of a piece, without the extension.

    >>> file_name("hexomino:12")
    'hexomino-12'
    """
    return piece.replace(":", "-")
