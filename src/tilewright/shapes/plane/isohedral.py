"""Find isohedral tilings from the boundary of a piece.

The types are Heesch's nine main types (H. Heesch and O. Kienzle, *Flaechenschluss*, Springer,
1963); all others arise when sides are left out. S. Langerman and A. Winslow give the conditions on
the boundary word for the seven types on squares ("A quasilinear-time algorithm for tiling the plane
isohedrally with a polyomino", SoCG 2016).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import Turn
from tilewright.shapes.cells import Motion
from tilewright.shapes.plane.geometry import Geometry, Periodic, motions


@dataclass(frozen=True)
class Kind:
    """A main type of isohedral tilings: Heesch's symbol, the kind that the command prints, and how
    the six factors match.

    `pairs` says which two factors match and how. ``T`` is a translation, ``C`` is a half turn of a
    factor onto itself, ``G`` is the reflection found, ``H`` is the perpendicular reflection, and
    ``90``, ``120`` or ``60`` is a rotation.
    """

    name: str
    word: Literal["translation", "half turn", "isohedral"]
    pairs: tuple[tuple[int, int, str], ...]
    reflects: bool = False


@dataclass(frozen=True, eq=False)
class Factorization:
    """A boundary split into six factors, some of which may be empty, and the motions that map the
    piece to its neighbors.
    """

    kind: Kind
    starts: tuple[int, ...]
    lengths: tuple[int, ...]
    motions: tuple[Motion, ...]


class TooWindingError(Exception):
    """The boundary has too many palindromes to search, so the answer is unknown."""


_T = ((0, 3, "T"),)
_TCC = (*_T, (1, 1, "C"), (2, 2, "C"))
#: The types, simplest first; the kernel has a search for each.
KINDS = (
    Kind("TTTTTT", "translation", (*_T, (1, 4, "T"), (2, 5, "T"))),
    Kind("TCCTCC", "half turn", (*_TCC, (4, 4, "C"), (5, 5, "C"))),
    Kind("CC4C4C4C4", "isohedral", ((0, 0, "C"), (1, 2, "90"), (3, 4, "90"))),
    Kind("C3C3C3C3C3C3", "isohedral", ((0, 1, "120"), (2, 3, "120"), (4, 5, "120"))),
    Kind("CC3C3C6C6", "isohedral", ((0, 0, "C"), (1, 2, "120"), (3, 4, "60"))),
    Kind("CC6C6C3C3", "isohedral", ((0, 0, "C"), (1, 2, "60"), (3, 4, "120"))),
    Kind("TCCTGG", "isohedral", (*_TCC, (4, 5, "G")), reflects=True),
    Kind("TG1G1TG2G2", "isohedral", (*_T, (1, 2, "G"), (4, 5, "G")), reflects=True),
    Kind("TG1G2TG2G1", "isohedral", (*_T, (1, 5, "G"), (2, 4, "G")), reflects=True),
    Kind(
        "CG1CG2G1G2",
        "isohedral",
        ((0, 0, "C"), (2, 2, "C"), (1, 4, "G"), (3, 5, "H")),
        reflects=True,
    ),
)
_MOST_PAIRS = max(len(kind.pairs) for kind in KINDS)


@cache
def types() -> NDArray[np.int64]:
    """Return `KINDS` in the form that `tilewright.kernels.plane.isohedral` reads."""
    found = np.full((len(KINDS), _MOST_PAIRS, 3), -1, dtype=np.int64)
    for number, kind in enumerate(KINDS):
        for pair, (one, other, how) in enumerate(kind.pairs):
            found[number, pair] = one, other, int(how) if how.isdigit() else "TCGH".index(how)
    return found


def isohedral(
    way: NDArray[np.int64],
    cells: NDArray[np.int64],
    geometry: Geometry,
    turn: Turn = "free",
    words: str | None = None,
) -> Iterator[tuple[Factorization, Periodic]]:
    """Yield at most one isohedral tiling of each type, starting with the simplest. Each tiling is
    verified to cover one period.
    """
    from tilewright.kernels.plane.isohedral import TOO_WINDING, find

    words = "translation" if turn == "fixed" else words
    chosen = np.array(
        [words in (None, kind.word) and (turn == "free" or not kind.reflects) for kind in KINDS]
    )
    row, period = np.zeros(7, dtype=np.int64), np.zeros(3, dtype=np.int64)
    to_neighbors = np.zeros((_MOST_PAIRS, 4), dtype=np.int64)
    tiles = np.zeros((geometry.lattice.order, 4), dtype=np.int64)
    given = geometry.tables, geometry.split(cells), way, types(), chosen
    while True:
        number, count = find(*given, row, to_neighbors, period, tiles)
        if number == TOO_WINDING:
            raise TooWindingError
        if number < 0:
            return
        starts = row[:6]
        lengths = (np.roll(starts, -1) - starts) % len(way)
        found = motions(to_neighbors[to_neighbors[:, 1] >= 0])
        yield (
            Factorization(
                KINDS[number],
                tuple(starts.tolist()),
                tuple(lengths.tolist()),
                tuple(motion for _, motion in found),
            ),
            Periodic.read(period, tiles[:count]),
        )
        chosen[: number + 1] = False
