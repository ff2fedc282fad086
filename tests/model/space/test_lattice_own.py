"""Lattices of one's own: their data are checked, and engines, counts and pictures use them like the
others.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from own_lattices import DATA, QUARTERS
from tilewright.errors import RequestError
from tilewright.model.space.lattice import CUBES, LATTICES, Lattice
from tilewright.model.space.own_lattices import lattice_faults
from tilewright.model.space.polyform import Polyform


@functools.cache
def matchings(left: frozenset[tuple[int, int, str]]) -> int:
    """How often triangles of squares (row, column, side) can be paired along sides, one after the
    other.
    """
    if not left:
        return 1
    row, column, side = min(left)
    turns = "NESW"
    place = turns.index(side)
    beside = [(row, column, turns[(place + 1) % 4]), (row, column, turns[place - 1])]
    down, right = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}[side]
    beside.append((row + down, column + right, turns[(place + 2) % 4]))
    return sum(matchings(left - {(row, column, side), other}) for other in beside if other in left)


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (3, 3), (2, 5)])
def test_counts_and_lists_agree_with_pairs_of_triangles(size: tuple[int, int]) -> None:
    rows, columns = size
    board = tw.Board.from_array(np.ones((rows, 4 * columns), dtype=bool), QUARTERS)
    half = tw.Piece(Polyform(((0, 0), (0, 1)), QUARTERS), "half", 0, None)
    diamond = tw.Piece(Polyform(((0, 2), (1, 0)), QUARTERS), "diamond", 0, None)
    problem = tw.Problem(board, half, diamond)
    cells = frozenset(
        (row, column, side) for row in range(rows) for column in range(columns) for side in "NESW"
    )
    expected = matchings(cells)
    assert tw.count(problem) == expected
    if expected < 1000:
        found = list(tw.tilings(problem))
        assert len(set(found)) == len(found) == expected
        assert not any(tiling.faults(problem) for tiling in found)
    assert tw.draw(tw.sample(problem, seed=1))._repr_svg_().startswith("<svg")


def test_the_lattices_of_tilewright_have_no_faults() -> None:
    assert [lattice_faults(lattice) for lattice in LATTICES.values()] == [[]] * 5
    copy = {field.name: getattr(CUBES, field.name) for field in dataclasses.fields(CUBES)}
    assert Lattice(**{**copy, "name": "block"}).order == 48


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"name": "two words"}, "the name must be a single word"),
        ({"name": "hex"}, "a lattice named 'hex' already exists"),
        ({"dimension": 4}, "the dimension must be 2 or 3"),
        ({"scale": 0}, "the scale must be a positive integer"),
        ({"centers": ((1, 3), (3, 5))}, "got 2 centers and 4 lists of corners"),
        ({"centers": ((1, 3), (3, 5), (5, 3), (3, 1.5))}, "each center must consist of 2 integers"),
        (
            {"centers": ((1, 3), (3, 5), (5, 3), (3, 2))},
            r"to a cell: no cell has its center at \(3, 1\)",
        ),
        (
            {"centers": ((1, 3), (3, 5), (5, 3), (7, 3))},
            "the centers of two kinds of cells differ only",
        ),
        (
            {"corners": (((0, 0), (0, 6)), *DATA["corners"][1:])},
            "kind 0 must have at least 3 different corners",
        ),
        (
            {"corners": (((0, 0), (0, 6), (2, 3)), *DATA["corners"][1:])},
            "does not map the corners of kind 0 to the corners of kind 3",
        ),
        ({"basis": ((0.0, 1.0), (0.0, 2.0))}, "must be linearly independent"),
        ({"basis": ((0.5, 1.0), (1.0, 0.0))}, "changes lengths in the basis"),
        ({"rotations": (((1, 0), (0, -1)),)}, "is a reflection"),
        ({"reflection": ((0, -1), (1, 0))}, "is a rotation"),
        ({"rotations": ()}, "must be given by one generator, got 0"),
        ({"rotations": (((0, -1), (1, 0.5)),)}, "must be a 2x2 matrix of integers"),
    ],
)
def test_inconsistent_data_are_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(RequestError, match=why):
        Lattice(**{**DATA, **wrong})


def test_gaps_overlaps_and_sides_without_a_neighbor_are_refused() -> None:
    square = {**DATA, "centers": ((0, 0),), "name": "tiles", "scale": 2}
    assert Lattice(**{**square, "corners": (((-1, -1), (-1, 1), (1, 1), (1, -1)),)}).kinds == 1
    with pytest.raises(RequestError, match="must have one neighbor, got 0"):
        Lattice(**{**square, "scale": 4, "corners": (((-1, -1), (-1, 1), (1, 1), (1, -1)),)})
    with pytest.raises(RequestError, match="their area is 4 periods"):
        Lattice(**{**square, "corners": (((-2, -2), (-2, 2), (2, 2), (2, -2)),)})
