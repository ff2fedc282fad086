"""The field's names of hexiamonds and tetrahexes: each is told by what it looks like, not by its
number.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tilewright.errors import PieceError
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.problem import Problem
from tilewright.model.space.catalog import CALLED, polyforms, resolve
from tilewright.model.space.lattice import HEXAGONS, TRIANGLES, Cell, Lattice
from tilewright.solving.search import Search


def same(lattice: Lattice, cells: tuple[Cell, ...]) -> tuple[int, int]:
    """How many rotations (but the identity) and how many reflections leave a piece as it is."""
    still = [
        element
        for element in lattice.elements
        if sorted(lattice.turned(element, cells)) == sorted(lattice.turned(0, cells))
    ]
    return sum(0 < e < lattice.mirror for e in still), sum(e >= lattice.mirror for e in still)


def around(lattice: Lattice, cells: tuple[Cell, ...]) -> int:
    """How many cells meet in one corner, at the most."""
    corners = Counter(
        tuple(round(x, 3) for x in corner) for cell in cells for corner in lattice.outline(cell)
    )
    return max(corners.values())


def halves(lattice: Lattice, cells: tuple[Cell, ...]) -> bool:
    """Whether it is two pieces of half its size."""
    return any(
        lattice.connected(part) and lattice.connected(set(cells) - set(part))
        for part in combinations(cells, len(cells) // 2)
    )


def links(lattice: Lattice, cells: tuple[Cell, ...]) -> list[int]:
    return sorted(sum(beside in cells for beside in lattice.neighbors(cell)) for cell in cells)


def test_hexiamonds() -> None:
    described = {}
    for name in CALLED[TRIANGLES, 6]:
        cells = resolve(6, name, TRIANGLES)[1].cells
        balanced = sum(column % 2 for _, column in cells) == 3
        described[name] = (
            balanced,
            halves(TRIANGLES, cells),
            same(TRIANGLES, cells),
            around(TRIANGLES, cells),
        )
    assert described == {
        # Two of them have more triangles of the one kind; the sphinx is the pentagon of the two.
        "sphinx": (False, True, (0, 0), 4),
        "yacht": (False, True, (0, 0), 5),
        # Three are not two triamonds.
        "lobster": (True, False, (0, 1), 5),
        "crown": (True, False, (0, 1), 4),
        "signpost": (True, False, (0, 0), 4),
        "bar": (True, True, (1, 0), 3),
        "snake": (True, True, (1, 0), 4),
        "chevron": (True, True, (0, 1), 4),
        "hexagon": (True, True, (5, 6), 6),
        "butterfly": (True, True, (1, 2), 4),
        # The hook goes nearly round a corner, the crook only bends at its end.
        "hook": (True, True, (0, 0), 5),
        "crook": (True, True, (0, 0), 4),
    }


def test_tetrahexes() -> None:
    described = {
        name: (same(HEXAGONS, cells), links(HEXAGONS, cells))
        for name in CALLED[HEXAGONS, 4]
        for cells in [resolve(4, name, HEXAGONS)[1].cells]
    }
    assert described == {
        "bar": ((1, 2), [1, 1, 2, 2]),
        "bee": ((1, 2), [2, 2, 3, 3]),
        "propeller": ((2, 3), [1, 1, 1, 3]),
        "wave": ((1, 0), [1, 1, 2, 2]),
        "arch": ((0, 1), [1, 1, 2, 2]),
        "worm": ((0, 0), [1, 1, 2, 2]),
        # Three cells around a corner are its handle.
        "pistol": ((0, 0), [1, 2, 2, 3]),
    }


def test_names_stand_wherever_numbers_do() -> None:
    for (lattice, size), names in CALLED.items():
        assert len(set(names)) == len(names) == len(polyforms(size, "free", lattice))
        for number, name in enumerate(names, start=1):
            assert resolve(size, name, lattice) == resolve(size, str(number), lattice)
    assert [piece.name for piece in parse_pieces("hexiamond:sphinx,crown=2")] == [
        "hexiamond:2",
        "hexiamond:8",
    ]
    assert Piece.parse("tetrahex:worm.2") == Piece.parse("tetrahex:3.2")
    assert resolve(6, "sphinxm", TRIANGLES)[0] == "2m"
    assert (
        Search(
            Problem("tri:4x9", f"hexiamond:{','.join(CALLED[TRIANGLES, 6])}"), unique=True
        ).count()
        == 74
    )


@pytest.mark.parametrize(
    "word", ["hexiamond:bat", "hexiamond:13", "tetrahex:sphinx", "pentiamond:bar"]
)
def test_unknown_names_are_refused_with_those_that_there_are(word: str) -> None:
    with pytest.raises(PieceError, match="the numbers are 1 to"):
        parse_pieces(word)
    with pytest.raises(PieceError, match="its own mirror image"):
        parse_pieces("tetrahex:beem")
