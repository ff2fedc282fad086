"""Balls: positions of pieces against distances between centers, and puzzles of ball pyramids
against published numbers and solutions.
"""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

import naive_lattice
import tilewright as tw
from tilewright.errors import BoardError
from tilewright.model.piece import parse_pieces
from tilewright.model.space.catalog import polyforms
from tilewright.model.space.lattice import BALLS, Cell

#: The twelve pieces of IQ Puzzler Pro.
PUZZLER = "L3 tetromino:LST pentomino:FLNPUVWY"
#: The first five solutions of the ball pyramid in https://github.com/deverw/IQpuzzler, file
#: solutions/pyra_orig.3do; the largest layer comes first.
SOLUTIONS = """\
AAAAB ACBBB ICCBK ICDKD IIDDD  EEEE JJEH JJHK JHKF  GGG GFH GHF  FL LF  L
AAAAB ACBBB ICCBK ICDKD IIDDD  EEEE JJEH JJHK JHKF  LLG LFH GHF  FG GF  G
AAAAB ACBBB ICCBK ICDKD IIDDD  EJJJ EJJH EEHK EHKF  GGG GFH GHF  FL LF  L
AAAAB ACBBB ICCBK ICDKD IIDDD  EJJJ EJJH EEHK EHKF  LLG LFH GHF  FG GF  G
AAAAB AHBBB CHHBG CCHHG CFGGG  EJJJ EEJJ EDFL EFLL  III IKF DFK  KD DK  D"""


def place(cells: tuple[Cell, ...]) -> tuple[object, ...]:
    """What is the same for two sets of balls if one can be moved onto the other in space: distances
    in some order, and on which side of the first three balls the fourth lies.
    """
    points = np.array([naive_lattice.center("ball", cell) for cell in cells])
    keys = []
    for order in itertools.permutations(range(len(points))):
        moved = points[list(order)]
        apart = np.linalg.norm(moved[:, None] - moved, axis=-1).round(3).ravel().tolist()
        side = np.linalg.det(moved[1:] - moved[0]).round(3) if len(points) == 4 else 0
        keys.append((*apart, float(np.sign(side))))
    return max(keys)


@pytest.mark.parametrize(("size", "pieces"), [(2, 1), (3, 4), (4, 25)])
def test_orientations_are_all_positions_in_the_packing(size: int, pieces: int) -> None:
    fixed = Counter(place(polyform.cells) for polyform in polyforms(size, "fixed", BALLS))
    listed = polyforms(size, "one-sided", BALLS)
    assert len(listed) == pieces
    assert {place(each.cells): len(each.orientations("one-sided")) for each in listed} == fixed


def test_numbers_of_orientations() -> None:
    flat = [len(each.polyomino.orientations("one-sided")) for each in _pieces("kanoodle")]
    assert flat == [24, 24, 24, 24, 24, 12, 12, 12, 12, 6, 3, 3]
    assert [len(polyforms(size, "free", BALLS)) for size in range(1, 6)] == [1, 1, 4, 20, 131]


def _pieces(words: str) -> list[tw.Piece]:
    return [piece for word in words.split() for piece in parse_pieces(word, None, BALLS)]


def test_the_twelve_pieces_fill_the_pyramid_and_the_rectangle() -> None:
    assert tw.count("pyramid:5 kanoodle") == 2448
    assert tw.count("pyramid:5 kanoodle", unique=True) == 306
    # https://github.com/MenschlichTv/lonpos-puzzle-solver
    assert tw.count("5x11 kanoodle") == 371020


def test_published_solutions_are_valid() -> None:
    problem = tw.Problem("pyramid:5", PUZZLER)
    for line in SOLUTIONS.splitlines():
        layers = [[*layer.split(), "", "", "", ""][:5] for layer in line.split("  ")][::-1]
        text = "\n\n".join("\n".join(row.ljust(5, ".") for row in layer) for layer in layers)
        assert not tw.Tiling.from_text(text, problem.board).faults(problem)
        wrong = text.replace("AAAA", "BAAA").replace("AAAB", "AAAA")
        assert wrong != text and tw.Tiling.from_text(wrong, problem.board).faults(problem)


def test_the_published_number_counts_some_solutions_twice() -> None:
    """IQpuzzler found 4,360 solutions with one of eight directions of the long L in a layer, and
    four directions in an upright plane, whose reflection turns a solution into another one.
    """
    problem = tw.Problem("pyramid:5", PUZZLER)
    long = [piece.name for piece in problem.pieces].index("L5")
    in_layer = upright = 0
    for tiling in tw.tilings(problem):
        tile = tiling.piece.tolist().index(long)
        flat = len({layer for layer, _, _ in np.argwhere(tiling.labels == tile).tolist()}) == 1
        in_layer, upright = in_layer + flat, upright + (not flat)
    assert (in_layer, upright) == (8 * 2320, 8 * 1020)
    assert in_layer // 8 + 2 * upright // 8 == 4360


def test_eleven_of_the_twelve_pentominoes_do_not_fill_the_pyramid() -> None:
    assert tw.count("pyramid:5 pentominoes=0..1") == 0


@pytest.mark.parametrize(
    ("word", "area", "symmetries"), [("pyramid:4", 30, 8), ("tetrahedron:4", 20, 24)]
)
def test_stacks(word: str, area: int, symmetries: int) -> None:
    board = tw.Board.parse(word)
    assert board.area == area and board == tw.Board.from_text(board.text())
    assert len(board.symmetries()) == symmetries


def test_a_ball_inside_touches_twelve_others() -> None:
    mask = tw.Board.parse("pyramid:4").mask
    near = BALLS.neighbors((2, 1, 1))
    assert len(set(near)) == 12 and all(mask[ball] for ball in near)


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("pyramid:40", "a pyramid may have at most 30 layers of balls, got 40"),
        ("tetrahedron:0", "each side of a tetrahedron must have at least one cell, got 0"),
        ("pyramid:2,3", "the size of a pyramid must be one number, got 2,3"),
        ("torus:pyramid:3", "only flat boards can have joined sides"),
        ("pyramid:3-0,1,0", "the hole 0,1,0 is outside the ball:pyramid:3 board"),
    ],
)
def test_impossible_stacks_are_refused(word: str, why: str) -> None:
    with pytest.raises(BoardError, match=why):
        tw.Board.parse(word)
