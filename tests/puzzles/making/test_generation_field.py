"""A field's quick answers are those of the search engine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from naive_matching import chi_square
from plain_kernels import plain
from tilewright.kernels.deduction.climb import REARRANGE
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import parse_pieces
from tilewright.model.problem import Problem
from tilewright.puzzles.kinds.dots import DotPuzzles
from tilewright.puzzles.making.clues import has_one_solution
from tilewright.puzzles.making.field import PuzzleField, Tiles, dice_of, shuffled
from tilewright.puzzles.making.maker import Order
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


def drawn(field: PuzzleField, text: str) -> Tiles:
    """A random tiling, marked in the first way."""
    found = field.draw(dice_of(text), field.leading)
    assert found is not None
    return found[0]


def covers_once(field: PuzzleField, tiling: Tiles, empty: int) -> bool:
    """Whether a tiling covers each cell once, but for some empty ones."""
    cells = Counter(cell for tile in tiling[tiling >= 0] for cell in field.cells_of(int(tile)))
    return set(cells.values()) <= {1} and len(cells) == field.cover.area - empty


def same_answers(made: DotPuzzles, seed: int) -> int:
    """Leave out some dots of a random tiling; compare whether there is one solution with the
    tilings of the engine; return how often there is.
    """
    field, dice = made.field, np.random.default_rng(seed)
    labels = field.show(drawn(field, str(seed)))
    labels[dice.random(len(labels)) < dice.choice([0, 0.2])] = 0
    single = 0
    for pieces in (made.marked, made.both):
        one = has_one_solution(made._puzzle(labels, pieces).problem())
        assert field.has_one_solution(labels, kinds=len(pieces)) == one, (seed, labels)
        single += one
    return single


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("board", "words", "hole"), BOARDS)
def test_what_has_one_solution_is_found(board: str, words: tuple[str, ...], hole: bool) -> None:
    made = puzzles(board, words, hole)
    assert 0 < sum(same_answers(made, seed) for seed in range(30)) < 60


@pytest.mark.parametrize(("board", "words", "hole"), BOARDS)
def test_what_is_drawn_and_scrambled_is_a_tiling(
    board: str, words: tuple[str, ...], hole: bool
) -> None:
    field = puzzles(board, words, hole).field
    tiling = drawn(field, "one")
    assert covers_once(field, tiling, int(hole))
    before = tiling.tolist()
    field.scramble(tiling, field.leading, dice_of("other"))
    assert covers_once(field, tiling, int(hole))
    assert tiling.tolist() == sorted(tiling[tiling >= 0]) + [-1] * (tiling < 0).sum()
    again = drawn(field, "one")
    assert again.tolist() == before


def test_all_tilings_are_drawn() -> None:
    """https://oeis.org/A004003: 36 tilings of the 4 x 4 by dominoes."""
    field = PuzzleField(compile_cover(Problem("4x4", "domino+")))
    assert len({tuple(drawn(field, str(seed)).tolist()) for seed in range(900)}) == 36
    assert PuzzleField(compile_cover(Problem("4x5", "tetrominoes"))).draw(dice_of("none")) is None


def test_a_climb_ends_with_one_solution() -> None:
    made = puzzles("6x6", ("trominoes",), False)
    field, dice = made.field, dice_of("climb")
    tiling = drawn(field, "start")
    assert field.climb(tiling, REARRANGE, dice, 400, wanted=field.leading)
    problem = made._puzzle(field.show(tiling), made.marked).problem()
    (only,) = tilings(problem)
    places = field.cover.cells.tolist()
    assert {frozenset(cells) for _, cells in only} == {
        frozenset(tuple(places[cell]) for cell in field.cells_of(int(tile)))
        for tile in tiling[tiling >= 0]
    }


def test_random_choices_are_those_of_the_generator() -> None:
    """The first numbers of xoshiro256++ from the state 1, 2, 3, 4 (Blackman and Vigna)."""
    state = np.arange(1, 5, dtype=np.uint64)
    numbers = [int(plain("deduction.chance")._next(state)) for _ in range(4)]
    assert numbers == [41943041, 58720359, 3588806011781223, 3591011842654386]
    one, same = dice_of("dots 7 0"), dice_of("dots 7 0")
    twin = np.zeros(4, dtype=np.uint64)
    plain("deduction.chance").begin(np.frombuffer(b"dots 7 0", dtype=np.uint8), twin)
    assert twin.tolist() == one.tolist() != dice_of("dots 7 1").tolist()
    rolls = [plain("deduction.chance").roll(same, 6) for _ in range(6000)]
    assert chi_square(Counter(rolls), dict.fromkeys(range(6), 1 / 6)) < 4
    orders = Counter(tuple(shuffled(one, range(3)).tolist()) for _ in range(6000))
    assert chi_square(orders, dict.fromkeys(orders, 1 / 6)) < 4 and len(orders) == 6


@pytest.mark.slow
def test_with_the_jit_off() -> None:
    program = """
from test_generation_field import puzzles, same_answers
for board, words, hole in (("3x4", ("trominoes",), False), ("4x4", ("L3",), True)):
    same_answers(puzzles(board, words, hole), 1)
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
