"""Animations are the search: one piece is placed, or one taken back, from each board to the next;
the last is the tiling.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from PIL import Image

from answering import watch
from strategies import problems
from tilewright.drawing import draw_frames, gif
from tilewright.errors import EngineError
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.puzzle import find_puzzle, named_puzzles
from tilewright.model.space.labels import EMPTY, UNCOVERED, number_tiles
from tilewright.model.tiling import Tiling
from tilewright.solving.search import SearchTrace, search_frames, tilings

PUZZLES = [puzzle.name for puzzle in named_puzzles("talos:")] + ["calendar:10-06"]
OTHERS = [
    Problem("5x6", "pentomino:FILPTV"),
    Problem("5x5", "L3+", "monomino"),
    Problem("5x4", "tetrominoes"),
    Problem("4x5", "L3+", empty=(2, 2)),
    Problem("8x8-0,0-3,4", "L3+", "domino+", "monomino+"),
    Problem("#o#/##o", "#o/#=2"),
    Problem("6x10", "pentominoes", placed=["X5:0,1-1,0-1,1-1,2-2,1"]),
    # Too wide for one machine word: the other kernel of scan.
    pytest.param(Problem("12x12", "dominoes+", "X5=2"), marks=pytest.mark.slow),
    Problem("3x21", "heptominoes=0..1"),
]
ENGINES = ("scan", "dance")


def tiles(board: Tiling) -> set[tuple[int, tuple[tuple[int, ...], ...]]]:
    cells: list[list[tuple[int, ...]]] = [[] for _ in board.piece]
    covered = board.labels >= 0
    for tile, cell in zip(
        board.labels[covered].tolist(), np.argwhere(covered).tolist(), strict=True
    ):
        cells[tile].append(tuple(cell))
    return {(piece, tuple(own)) for piece, own in zip(board.piece.tolist(), cells, strict=True)}


def checked(problem: Problem, boards: Iterable[Tiling]) -> Tiling:
    """Return the last of the boards of a search, after a look at all."""
    before: Tiling | None = None
    there: set[tuple[int, tuple[tuple[int, ...], ...]]] = set()
    for board in boards:
        here = tiles(board)
        if before is None:
            assert not here
        else:
            # Nothing goes on after a tiling, and one tile comes or goes.
            assert (before.labels == UNCOVERED).any()
            assert len(there ^ here) == 1
        before, there = board, here
    assert before is not None
    if (before.labels == UNCOVERED).any():
        return before
    assert Tiling(number_tiles(before.labels)).faults(problem) == []
    return before


@pytest.mark.sampled(4)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", PUZZLES)
def test_each_board_differs_by_one_tile_and_the_last_is_the_tiling(name: str, engine: str) -> None:
    problem = find_puzzle(name).problem()
    checked(problem, search_frames(problem, engine=engine, limit=4000))
    last = checked(problem, search_frames(problem, engine=engine, seed=3, limit=600))
    assert last.labels.shape == problem.board.shape


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "problem", OTHERS, ids=lambda problem: f"{problem.board} {len(problem.pieces)}"
)
def test_whatever_the_rules_are(problem: Problem, engine: str) -> None:
    last = checked(problem, search_frames(problem, engine=engine, limit=3000))
    if problem.board.area <= 30:
        possible = next(iter(tilings(problem, limit=1)), None) is not None
        assert (last.labels != UNCOVERED).all() == possible
    if problem.empty_most:
        assert np.count_nonzero(last.labels == EMPTY) == problem.empty_least


@pytest.mark.parametrize("engine", ENGINES)
@given(problem=problems(marks="ox"))
def test_random_problems(engine: str, problem: Problem) -> None:
    if not problem.faults():
        checked(problem, search_frames(problem, engine=engine, limit=300))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "problem",
    [OTHERS[0], OTHERS[3], Problem("4x6", "trominoes+"), Problem("4x6", "hexominoes=0..1")],
    ids=lambda problem: str(problem.board),
)
def test_a_walk_passes_every_tiling_once_and_comes_back_to_the_empty_board(
    problem: Problem, engine: str
) -> None:
    walk = SearchTrace(compile_cover(problem), engine)
    before: list[int] = []
    found = set()
    while not walk.done:
        for tiling in walk.step():
            small, large = sorted((before, walk.stack), key=len)
            assert large[: len(small)] == small
            assert len(large) - len(small) == (0 if tiling and before == walk.stack else 1)
            before = walk.stack.copy()
            if tiling:
                found.add(frozenset(before))
    assert not walk.stack
    assert len(found) == walk.found == sum(1 for _ in tilings(problem))


def test_only_the_last_boards_of_a_long_search() -> None:
    problem = find_puzzle("calendar:10-06").problem()
    every = list(map(tiles, search_frames(problem, engine="dance")))
    last = list(map(tiles, search_frames(problem, engine="dance", last=50)))
    assert len(every) > 100
    assert last == every[-50:]


def test_a_picture_changes_where_the_tile_is_and_nowhere_else() -> None:
    problem = find_puzzle("talos:tower-gates-5").problem()
    boards = list(search_frames(problem))
    pictures = list(draw_frames(boards))
    for number, (one, two) in enumerate(itertools.pairwise(pictures)):
        changed = {tuple(cell) for cell in np.argwhere(one.fill != two.fill).tolist()}
        ((_, cells),) = tiles(boards[number]) ^ tiles(boards[number + 1])
        assert changed == set(cells)
    with Image.open(io.BytesIO(gif(pictures))) as moving:
        assert moving.n_frames == len(boards)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["talos:tower-gates-5", "talos:messenger-a-3", "calendar:10-06"])
def test_the_page_is_told_every_placing_and_every_taking_back(name: str) -> None:
    opening, *bundles, end = list(watch(name, 6000, 60.0))
    columns = opening["puzzle"]["columns"]
    area = sum(row.count("#") for row in opening["puzzle"]["cells"])
    stack: list[list[int]] = []
    found: list[list[list[int]]] = []
    for bundle in bundles:
        for depth, *rest in bundle["events"]:
            if depth < 0:
                assert sorted(cell for _, *cells in stack for cell in cells) == sorted(
                    row * columns + column
                    for row, cells in enumerate(opening["puzzle"]["cells"])
                    for column, cell in enumerate(cells)
                    if cell == "#"
                )
                found.append([list(each) for each in stack])
            elif rest:
                assert depth == len(stack)
                stack.append(rest)
            else:
                assert depth == len(stack) - 1
                stack.pop()
            covered = [cell for _, *cells in stack for cell in cells]
            assert len(set(covered)) == len(covered) <= area
    assert len(found) == end["end"]["found"]
    assert all(one != two for number, one in enumerate(found) for two in found[:number])
    assert not end["end"]["complete"] or not stack


def test_an_engine_without_steps_is_refused() -> None:
    with pytest.raises(EngineError, match="the steps of sat cannot be shown"):
        next(search_frames(Problem("2x3", "L3=2"), engine="sat"))
