"""Find isohedral tilings from the boundary of a piece.

The types are Heesch's nine main types (H. Heesch and O. Kienzle, *Flaechenschluss*, Springer,
1963); all others arise when sides are left out. S. Langerman and A. Winslow give the conditions on
the boundary word for the seven types on squares ("A quasilinear-time algorithm for tiling the plane
isohedrally with a polyomino", SoCG 2016).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import Turn
from tilewright.shapes.plane.geometry import (
    Boundary,
    Geometry,
    Motion,
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
    turns: bool = True


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
        reflections = range(geometry.rotations, 2 * geometry.rotations)
        self.mirrors = np.ascontiguousarray(geometry.turned[list(reflections)])
        half = geometry.rotation(180)
        self.across = np.array(
            [
                -1 if half is None else geometry.compose[half][m] - geometry.rotations
                for m in reflections
            ]
        )
        self._palindromes: tuple[NDArray[np.int64], ...] | None = None
        self._turns: dict[int, tuple[NDArray[np.int64], ...]] = {}

    def palindromes(self) -> tuple[NDArray[np.int64], ...]:
        """Return the reach, first and length arrays of all palindromes."""
        if self._palindromes is None:
            from tilewright.kernels.plane import factors

            n = self.size
            reach = np.zeros(6 * n + 1, dtype=np.int64)
            total = factors.palindromes(self._directions, n, reach)
            reach[~self._half_turns()] = 0
            if total > _MOST_PALINDROMES:
                raise TooWindingError
            first, length = np.zeros(n + 1, dtype=np.int64), np.zeros(max(total, 1), dtype=np.int64)
            factors.list_palindromes(n, reach, first, length)
            self._palindromes = reach, first, length
        return self._palindromes

    def _half_turns(self) -> NDArray[np.bool_]:
        """Return for each letter and each gap whether the half turn about it is a symmetry of the
        lattice.
        """
        n = self.size
        if self.geometry.rotation(180) is None:
            return np.zeros(6 * n + 1, dtype=np.bool_)
        ends = np.concatenate((self._corners, self._corners[:1]))
        twice = np.empty((6 * n + 1, 2), dtype=np.int64)
        twice[::2] = 2 * ends
        twice[1::2] = ends[:-1] + ends[1:]
        whole: NDArray[np.bool_] = (twice % self.geometry.scale == 0).all(axis=1)
        return whole

    def turns(self, degrees: int) -> tuple[NDArray[np.int64], ...]:
        """Return the radius, first and length arrays of the factors that are followed by their own
        rotation.
        """
        if degrees not in self._turns:
            from tilewright.kernels.plane import factors

            n = self.size
            radius = np.zeros(n, dtype=np.int64)
            first = np.zeros(n + 1, dtype=np.int64)
            total = 0
            element = self.geometry.rotation(degrees)
            if element is not None:
                # Reversed and rotated back around the corner, a side is the one before it.
                back = self.geometry.turned[self.geometry.inverse[element]]
                total = factors.turns(self.word, n, back[self.opposite], radius)
            length = np.zeros(max(total, 1), dtype=np.int64)
            if total:
                factors.list_turns(n, radius, first, length)
            self._turns[degrees] = radius, first, length
        return self._turns[degrees]


class TooWindingError(Exception):
    """The boundary has too many palindromes to search, so nothing is known."""


def _translations(words: _Words, rows: Any) -> int:
    from tilewright.kernels.plane import factors

    count: int = factors.translations(words.word, words.size, words.opposite, rows)
    return count


def _half_turns(words: _Words, rows: Any) -> int:
    from tilewright.kernels.plane import factors

    none = words.mirrors[:0]
    count: int = factors.half_turns(
        words.word, words.size, words.opposite, none, *words.palindromes(), rows
    )
    return count


def _half_turns_and_glide(words: _Words, rows: Any) -> int:
    from tilewright.kernels.plane import factors

    count: int = factors.half_turns(
        words.word, words.size, words.opposite, words.mirrors, *words.palindromes(), rows
    )
    return count


def _parallel_glides(words: _Words, rows: Any) -> int:
    from tilewright.kernels.plane import factors

    count: int = factors.parallel_glides(
        words.word, words.size, words.opposite, words.mirrors, rows
    )
    return count


def _crossing_glides(words: _Words, rows: Any) -> int:
    from tilewright.kernels.plane import factors

    count: int = factors.crossing_glides(
        words.word, words.size, words.opposite, words.mirrors, rows
    )
    return count


def _glides_at_right_angles(words: _Words, rows: Any) -> int:
    from tilewright.kernels.plane import factors

    count: int = factors.glides_at_right_angles(
        words.word, words.size, words.mirrors, words.across, *words.palindromes(), rows
    )
    return count


def _palindrome_and_turns(one: int, other: int) -> Callable[[_Words, Any], int]:
    def search(words: _Words, rows: Any) -> int:
        from tilewright.kernels.plane import factors

        _, *first = words.turns(one)
        _, *second = words.turns(other)
        if not first[0][-1]:
            return 0
        count: int = factors.palindrome_and_turns(
            words.size, words.palindromes()[0], *first, *second, rows
        )
        return count

    return search


def _three_turns(words: _Words, rows: Any) -> int:
    from tilewright.kernels.plane import factors

    radius, first, length = words.turns(120)
    count: int = factors.three_turns(words.size, first, length, radius, rows) if first[-1] else 0
    return count


_T = ((0, 3, "T"),)
_C3 = ((0, 1, "120"), (2, 3, "120"), (4, 5, "120"))
#: The types, simplest first, and the search for each.
KINDS: dict[Kind, Callable[[_Words, Any], int]] = {
    Kind("TTTTTT", "translation", (*_T, (1, 4, "T"), (2, 5, "T")), turns=False): _translations,
    Kind(
        "TCCTCC", "half turn", (*_T, (1, 1, "C"), (2, 2, "C"), (4, 4, "C"), (5, 5, "C"))
    ): _half_turns,
    Kind(
        "CC4C4C4C4", "isohedral", ((0, 0, "C"), (1, 2, "90"), (3, 4, "90"))
    ): _palindrome_and_turns(90, 90),
    Kind("C3C3C3C3C3C3", "isohedral", _C3): _three_turns,
    Kind(
        "CC3C3C6C6", "isohedral", ((0, 0, "C"), (1, 2, "120"), (3, 4, "60"))
    ): _palindrome_and_turns(120, 60),
    Kind(
        "CC6C6C3C3", "isohedral", ((0, 0, "C"), (1, 2, "60"), (3, 4, "120"))
    ): _palindrome_and_turns(60, 120),
    Kind(
        "TCCTGG", "isohedral", (*_T, (1, 1, "C"), (2, 2, "C"), (4, 5, "G")), reflects=True
    ): _half_turns_and_glide,
    Kind(
        "TG1G1TG2G2", "isohedral", (*_T, (1, 2, "G"), (4, 5, "G")), reflects=True
    ): _parallel_glides,
    Kind(
        "TG1G2TG2G1", "isohedral", (*_T, (1, 5, "G"), (2, 4, "G")), reflects=True
    ): _crossing_glides,
    Kind(
        "CG1CG2G1G2",
        "isohedral",
        ((0, 0, "C"), (2, 2, "C"), (1, 4, "G"), (3, 5, "H")),
        reflects=True,
    ): _glides_at_right_angles,
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


def _list_rows(search: Callable[[_Words, Any], int], words: _Words) -> Iterator[list[int]]:
    """Yield all rows that a search finds; normally the first one gives a tiling."""
    room, seen = _TRIED, 0
    while True:
        rows = np.zeros((room, 7), dtype=np.int64)
        count = search(words, rows)
        yield from rows[seen:count].tolist()
        if count < room:
            return
        room, seen = 8 * room, min(count, room)


def _factorization(
    kind: Kind, starts: list[int], mirror: int, boundary: Boundary, geometry: Geometry
) -> Factorization | None:
    """Return the factorization with its motions; None if one of them does not preserve the
    lattice.
    """
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
            element = geometry.compose[half][element]
        return there, begin, element
    return end, end, geometry.rotation(int(how))
