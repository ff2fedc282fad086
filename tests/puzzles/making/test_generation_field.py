"""A field's quick answers are those of the search engine."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from tilewright.model.board import Board
from tilewright.model.piece import parse_pieces
from tilewright.model.problem import Problem
from tilewright.model.space.labels import number_tiles
from tilewright.model.tiling import Tiling
from tilewright.puzzles.kinds.dots import DotPuzzles
from tilewright.puzzles.making.maker import Order
from tilewright.puzzles.making.search_field import climb, shuffle_layout
from tilewright.solving.search import tilings

BOARDS = [
    ("4x6", ("trominoes",), False),
    pytest.param("5x5", ("trominoes",), True, marks=pytest.mark.slow),
    ("4x4", ("L3",), True),
    ("###./####/.###/..##", ("trominoes",), False),
    ("4x4", ("domino", "I4", "tetromino:O"), False),
    # One shape with marks in several ways.
    ("3x4", ("o##", "#o#", "#/#b"), False),
]


def puzzles(board: str, words: tuple[str, ...], hole: bool) -> DotPuzzles:
    """The puzzles of a board."""
    pieces = tuple(piece for word in words for piece in parse_pieces(word, "free"))
    order = Order("hole" if hole else "dots", Board.parse(board), pieces, "free", is_list=False)
    return DotPuzzles(order)


def labels_of(made: DotPuzzles, layout: np.ndarray) -> np.ndarray:
    """The label of each cell; -1 where nothing lies."""
    labels = np.full(made.board.shape, -1, dtype=np.int32)
    labels[made.board.mask] = made.field.tiles(layout)
    return number_tiles(labels)


def same_tilings(made: DotPuzzles, seed: int) -> None:
    """Leave out some dots of a random tiling; compare the tilings of what is left with those of the
    engine.
    """
    field, dice = made.field, random.Random(seed)
    layout = made._draw_layout(dice)
    assert layout is not None
    marks = field.marks(layout)
    marks[[cell for cell in range(len(marks)) if dice.random() < 0.3]] = 0
    for bare, pieces in ((False, made.marked), (True, made.both)):
        problem = made.order.problem(pieces, made._board(marks))
        expected = {each.labels.tobytes() for each in tilings(problem)}
        found = field.tilings(field.agreeing_placements(marks, bare=bare), 5000)
        labels = set()
        for each in found:
            # The hole of a layout is where nothing lies.
            cells = labels_of(made, each)
            cells = np.where(made.board.mask & (cells < 0), -2, cells)
            labels.add(cells.astype(next(iter(tilings(problem, limit=1))).labels.dtype).tobytes())
        assert len(labels) == len(found)
        assert labels == expected


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("board", "words", "hole"), BOARDS)
def test_tilings_are_those_of_the_engine(board: str, words: tuple[str, ...], hole: bool) -> None:
    made = puzzles(board, words, hole)
    for seed in range(12):
        same_tilings(made, seed)


def test_all_tilings_of_a_board() -> None:
    """https://oeis.org/A004003: 36 tilings of the 4 x 4 by dominoes."""
    field = puzzles("4x4", ("domino",), False).field
    assert len(field.tilings(field.agreeing_placements(None), 100)) == 36
    assert len(field.tilings(field.agreeing_placements(None), 10)) == 10


def test_a_part_of_a_board() -> None:
    field = puzzles("4x4", ("domino",), False).field
    within = np.zeros(16, dtype=bool)
    within[[0, 1, 4, 5]] = True
    found = field.tilings(field.agreeing_placements(None), 10, within)
    assert len(found) == 2
    assert all(len(layout) == 2 for layout in found)


def test_a_climb_ends_with_one_solution_and_layouts_stay_tilings() -> None:
    made = puzzles("6x6", ("trominoes",), False)
    dice = random.Random(4)
    start = made._draw_layout(dice)
    assert start is not None
    layout = shuffle_layout(made.field, start, dice)
    assert Tiling(labels_of(made, layout)).faults(Problem("6x6", "trominoes+")) == []

    def puzzle(layout: np.ndarray) -> np.ndarray:
        return made.field.agreeing_placements(made.field.marks(layout))

    found = climb(made.field, layout, puzzle, dice, rounds=400)
    assert found is not None
    problem = Problem(made._board(made.field.marks(found)), *made.marked)
    assert [each.labels.tolist() for each in tilings(problem)] == [labels_of(made, found).tolist()]


@pytest.mark.slow
def test_with_the_jit_off() -> None:
    program = """
from test_generation_field import puzzles, same_tilings
for board, words, hole in (("3x4", ("trominoes",), False), ("4x4", ("L3",), True)):
    same_tilings(puzzles(board, words, hole), 1)
print("same")
"""
    environment = {
        **os.environ,
        "TILEWRIGHT_KERNELS": "python",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout == "same\n", result.stderr
