"""Find isohedral tilings from the boundary of a piece.

The types are Heesch's nine main types (H. Heesch and O. Kienzle, *Flaechenschluss*, Springer,
1963); all others arise when sides are left out. S. Langerman and A. Winslow give the conditions on
the boundary word for the seven types on squares ("A quasilinear-time algorithm for tiling the plane
isohedrally with a polyomino", SoCG 2016).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import Turn
from tilewright.shapes.cells import Motion
from tilewright.shapes.plane.geometry import (
    Boundary,
    Geometry,
    Periodic,
    Point,
    from_motions,
)

#: The factorizations of a type that are listed first.
_TRIED = 16
#: The most palindromes of a boundary; only long straight or winding pieces exceed it.
_MOST_PALINDROMES = 50_000_000


@dataclass(frozen=True)
class Kind:
    """A main type of isohedral tilings: Heesch's symbol, the kind that the command prints, and how
    the six factors match.

    `pairs` says which two factors match and how. ``T`` is a translation, ``C`` a half turn of a
    factor onto itself, ``G`` the reflection found, ``H`` the one perpendicular to it, and ``90``,
    ``120`` or ``60`` a rotation.
    """

    name: str
    word: Literal["translation", "half turn", "isohedral"]
    pairs: tuple[tuple[int, int, str], ...]
    reflects: bool = False


@dataclass(frozen=True, eq=False)
class Factorization:
    """A boundary split into six factors, some perhaps empty, and the motions that take the piece to
    its neighbors.
    """

    kind: Kind
    starts: tuple[int, ...]
    lengths: tuple[int, ...]
    motions: tuple[Motion, ...]


class _Words:
    """Arrays that the searches share, computed on demand."""

    def __init__(self, boundary: Boundary, geometry: Geometry) -> None:
        self.size = len(boundary.word)
        self._directions = np.concatenate([boundary.word] * 3)
        self._corners = np.array(boundary.corners * 3, dtype=np.int64)
        # Equal letters are translates of each other, so that sides that match are moved by
        # symmetries of the lattice.
        self.word = np.concatenate([geometry.letters(boundary.word, boundary.corners)] * 3)
        self.opposite = geometry.opposite
        self.geometry = geometry
        first = geometry.rotations
        self.mirrors = np.ascontiguousarray(geometry.turned[first:])
        half = geometry.rotation(180)
        self.across = np.full(first, -1)
        if half is not None:
            self.across = geometry.lattice.compose[half, first:].astype(np.int64) - first
        self.turns = cache(self._list_turns)

    @cached_property
    def palindromes(self) -> tuple[NDArray[np.int64], ...]:
        """The reach, first and length arrays of all palindromes."""
        from tilewright.kernels.plane import factors

        n = self.size
        reach = np.zeros(6 * n + 1, dtype=np.int64)
        total = factors.palindromes(self._directions, n, reach)
        reach[~self._half_turns()] = 0
        if total > _MOST_PALINDROMES:
            raise TooWindingError
        first, length = np.zeros(n + 1, dtype=np.int64), np.zeros(max(total, 1), dtype=np.int64)
        factors.list_palindromes(n, reach, first, length)
        return reach, first, length

    def _half_turns(self) -> NDArray[np.bool_]:
        """Return for each letter and gap whether the lattice has a half turn about it."""
        n = self.size
        if self.geometry.rotation(180) is None:
            return np.zeros(6 * n + 1, dtype=np.bool_)
        ends = np.concatenate((self._corners, self._corners[:1]))
        twice = np.empty((6 * n + 1, 2), dtype=np.int64)
        twice[::2] = 2 * ends
        twice[1::2] = ends[:-1] + ends[1:]
        whole: NDArray[np.bool_] = (twice % self.geometry.scale == 0).all(axis=1)
        return whole

    def _list_turns(self, degrees: int) -> tuple[NDArray[np.int64], ...]:
        """Return first, length and radius of the factors followed by their own rotation."""
        from tilewright.kernels.plane import factors

        n, geometry = self.size, self.geometry
        radius = np.zeros(n, dtype=np.int64)
        first = np.zeros(n + 1, dtype=np.int64)
        element = geometry.rotation(degrees)
        if element is None:
            return first, first[:1], radius
        # Reversed and rotated back around the corner, a side is the one before it.
        back = geometry.turned[geometry.lattice.inverse[element]][self.opposite]
        length = np.zeros(max(factors.turns(self.word, n, back, radius), 1), dtype=np.int64)
        factors.list_turns(n, radius, first, length)
        return first, length, radius


class TooWindingError(Exception):
    """The boundary has too many palindromes to search, so nothing is known."""


#: Fills rows with factorizations and returns their number, given the kernels.
_Search = Callable[[Any, _Words, NDArray[np.int64]], int]


def _palindrome_and_turns(one: int, other: int) -> _Search:
    return lambda kernels, w, rows: kernels.palindrome_and_turns(
        w.size, w.palindromes[0], *w.turns(one)[:2], *w.turns(other)[:2], rows
    )


_T = ((0, 3, "T"),)
_TCC = (*_T, (1, 1, "C"), (2, 2, "C"))
#: The types, simplest first, and the search for each, by the kernels.
KINDS: dict[Kind, _Search] = {
    Kind("TTTTTT", "translation", (*_T, (1, 4, "T"), (2, 5, "T"))): lambda kernels, w, rows: (
        kernels.translations(w.word, w.size, w.opposite, rows)
    ),
    Kind("TCCTCC", "half turn", (*_TCC, (4, 4, "C"), (5, 5, "C"))): lambda kernels, w, rows: (
        kernels.half_turns(w.word, w.size, w.opposite, w.mirrors[:0], *w.palindromes, rows)
    ),
    Kind("CC4C4C4C4", "isohedral", ((0, 0, "C"), (1, 2, "90"), (3, 4, "90"))): (
        _palindrome_and_turns(90, 90)
    ),
    Kind("C3C3C3C3C3C3", "isohedral", ((0, 1, "120"), (2, 3, "120"), (4, 5, "120"))): (
        lambda kernels, w, rows: kernels.three_turns(w.size, *w.turns(120), rows)
    ),
    Kind("CC3C3C6C6", "isohedral", ((0, 0, "C"), (1, 2, "120"), (3, 4, "60"))): (
        _palindrome_and_turns(120, 60)
    ),
    Kind("CC6C6C3C3", "isohedral", ((0, 0, "C"), (1, 2, "60"), (3, 4, "120"))): (
        _palindrome_and_turns(60, 120)
    ),
    Kind("TCCTGG", "isohedral", (*_TCC, (4, 5, "G")), reflects=True): lambda kernels, w, rows: (
        kernels.half_turns(w.word, w.size, w.opposite, w.mirrors, *w.palindromes, rows)
    ),
    Kind("TG1G1TG2G2", "isohedral", (*_T, (1, 2, "G"), (4, 5, "G")), reflects=True): (
        lambda kernels, w, rows: kernels.parallel_glides(
            w.word, w.size, w.opposite, w.mirrors, rows
        )
    ),
    Kind("TG1G2TG2G1", "isohedral", (*_T, (1, 5, "G"), (2, 4, "G")), reflects=True): (
        lambda kernels, w, rows: kernels.crossing_glides(
            w.word, w.size, w.opposite, w.mirrors, rows
        )
    ),
    Kind(
        "CG1CG2G1G2",
        "isohedral",
        ((0, 0, "C"), (2, 2, "C"), (1, 4, "G"), (3, 5, "H")),
        reflects=True,
    ): lambda kernels, w, rows: kernels.glides_at_right_angles(
        w.word, w.size, w.mirrors, w.across, *w.palindromes, rows
    ),
}


def isohedral(
    boundary: Boundary,
    cells: NDArray[np.int64],
    geometry: Geometry,
    turn: Turn = "free",
    words: str | None = None,
) -> Iterator[tuple[Factorization, Periodic]]:
    """Yield at most one isohedral tiling of each type, simplest first; each is verified to cover
    one period.
    """
    if turn == "fixed":
        words = "translation"
    arrays = _Words(boundary, geometry)
    for kind, search in KINDS.items():
        if (words is not None and kind.word != words) or (kind.reflects and turn != "free"):
            continue
        for row in _list_rows(search, arrays):
            factorization = _factorization(kind, row[:6], row[6], boundary, geometry)
            tiling = (
                None
                if factorization is None
                else from_motions(factorization.motions, cells, geometry)
            )
            if factorization is not None and tiling is not None:
                yield factorization, tiling
                break


def _list_rows(search: _Search, words: _Words) -> Iterator[list[int]]:
    """Yield all rows that a search finds; normally the first one gives a tiling."""
    from tilewright.kernels.plane import factors

    room, seen = _TRIED, 0
    while True:
        rows = np.zeros((room, 7), dtype=np.int64)
        count = search(factors, words, rows)
        yield from rows[seen:count].tolist()
        if count < room:
            return
        room, seen = 8 * room, min(count, room)


def _factorization(
    kind: Kind, starts: list[int], mirror: int, boundary: Boundary, geometry: Geometry
) -> Factorization | None:
    """Return the factorization with its motions; None if one is not of the lattice."""
    n = len(boundary.word)
    lengths = [(b - a) % n for a, b in zip(starts, starts[1:] + starts[:1], strict=True)]
    motions = []
    for one, other, how in kind.pairs:
        if not lengths[one]:
            continue
        # The neighbor's side `other` lies along the piece's side `one`, in the opposite direction.
        begin = boundary.corners[starts[one]]
        end = boundary.corners[(starts[one] + lengths[one]) % n]
        there = boundary.corners[starts[other]]
        before, after, element = _matching(how, mirror, begin, end, there, geometry)
        motion = None if element is None else geometry.about(element, before, after)
        if motion is None:
            return None
        motions.append(motion)
    return Factorization(kind, tuple(starts), tuple(lengths), tuple(motions))


def _matching(
    how: str, mirror: int, begin: Point, end: Point, there: Point, geometry: Geometry
) -> tuple[Point, Point, int | None]:
    """Return a corner of a side, its image under the motion, and the symmetry."""
    if how == "T":
        return there, end, 0
    if how == "C":
        return begin, end, geometry.rotation(180)
    if how in "GH":
        element = geometry.rotations + mirror
        half = geometry.rotation(180)
        if how == "H" and half is not None:
            element = int(geometry.lattice.compose[half, element])
        return there, begin, element
    return end, end, geometry.rotation(int(how))
