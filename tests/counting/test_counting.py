"""Counting: every kind of problem against listing; limits, checkpoints, modes of the engine."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given

import naive_count
from strategies import problems, tileable_problems
from tilewright.counting import count, count_details
from tilewright.counting.tuning import Tuning
from tilewright.errors import EngineError, MemoryLimitError, TimeLimitError
from tilewright.model.board import Board
from tilewright.model.problem import Problem


@given(problems(area=12))
def test_count_equals_enumeration(problem: Problem) -> None:
    assert count(problem) == naive_count.count(problem)


@given(problems(area=10, marks="ab"))
def test_count_equals_enumeration_with_marks(problem: Problem) -> None:
    assert count(problem) == naive_count.count(problem)


@given(tileable_problems(area=16, marks="ab"))
def test_count_equals_enumeration_where_there_are_tilings(problem: Problem) -> None:
    expected = naive_count.count(problem)
    assert count(problem) == expected > 0
    assert count(problem, mod=5) == expected % 5


@given(problems(area=10) | tileable_problems(area=12, marks="ab"))
def test_every_scan_and_check_agree(problem: Problem) -> None:
    expected = naive_count.count(problem)
    for scan in ("rows", "columns"):
        for folded in (True, False):
            assert count_details(problem, direction=scan, folded=folded).value == expected
    checked = count_details(problem, check=True, tuning=Tuning(listing_limit=0))
    assert checked.value == expected
    assert checked.checked
    assert "listing" not in checked.checked
    listed = count_details(problem, check=True)
    assert listed.value == expected
    assert "listing" in listed.checked


class _Wrong:
    """A search that finds one tiling more, or none at all, or does not come to an end."""

    complete = True

    def __init__(self, problem: Problem, *, unique: bool, limit: int, progress: object) -> None:
        self.limit = limit

    def count(self) -> int:
        return self.limit


class _Slow(_Wrong):
    complete = False

    def count(self) -> int:
        return 3


def test_a_check_by_listing_finds_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem("4x4", "dominoes+")
    assert count_details(problem, check=True, mod=10).value == 6
    assert count(problem, unique=True, check=True) == 9
    monkeypatch.setattr("tilewright.solving.search.Search", _Wrong)
    with pytest.raises(AssertionError, match="36 and 37"):
        count(problem, check=True)
    with pytest.raises(AssertionError, match="up to symmetry disagree: 9 and 10"):
        count(problem, unique=True, check=True)
    many = count_details(Problem("8x8", "dominoes+"), check=True)
    assert (many.value, "listing" in many.checked) == (12988816, False)
    monkeypatch.setattr("tilewright.solving.search.Search", _Slow)
    slow = count_details(problem, check=True)
    assert (slow.value, "listing" in slow.checked) == (36, False)


def test_up_to_symmetry_by_the_same_function() -> None:
    assert count("8x8", "dominoes+", unique=True) == 1629189
    assert count("8x8", "dominoes+", unique=True, mod=1000) == 189
    assert count("5x5", "dominoes+", unique=True, mod=7) == 0
    with pytest.raises(EngineError, match="mod"):
        count("4x4", "dominoes+", unique=True, mod=-1)
    with pytest.raises(TimeLimitError):
        count("8x8", "dominoes+", unique=True, timeout=1e-9)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("width", [1, 2, 3, 4, 5, 7])
@pytest.mark.parametrize(
    "pieces",
    [
        ("dominoes+",),
        ("trominoes+",),
        ("L3+", "monomino+"),
        ("I3+", "O4+"),
        ("L4@one-sided+", "domino+"),
        ("T4@fixed+", "I3+", "L3+"),
    ],
)
def test_repeating_boards_agree_with_layers(width: int, pieces: tuple[str, ...]) -> None:
    for length in range(width, 13):
        problem = Problem(f"{width}x{length}", *pieces)
        closed = count_details(problem)
        # Bounds that are no bounds make the engine count copies, layer by layer.
        counted = [piece.rstrip("+") + "=0..99" for piece in pieces]
        apart = count_details(Problem(f"{length}x{width}", *counted), folded=False)
        if not any("@" in piece for piece in pieces):
            assert closed.value == apart.value
        modulus = 10**9 + 7
        assert count(problem, mod=modulus) == closed.value % modulus


def test_limited_copies_are_counted() -> None:
    assert count(Problem("6x10", "pentominoes")) == 9356
    assert count(Problem("8x8", "I3+", "L3+", "monomino=0..4")) == 10074871667766
    assert count(Problem("4x4", "L4=2..3", "I4=1..")) == naive_count.count(
        Problem("4x4", "L4=2..3", "I4=1..")
    )


def test_area_alone_can_say_no() -> None:
    found = count_details(Problem("5x5", "dominoes+"))
    assert (found.value, found.method) == (0, "area")
    assert count(Problem("6x10", "pentominoes", turn="one-sided")) == 0


def test_wide_frontiers_use_several_words() -> None:
    # Bars of 66 cells: the window has more bits than a word. Each row is one bar or two halves.
    long, half = "#" * 66, "#" * 33
    assert count(Problem("3x66", long + "+", half + "+", turn="fixed")) == 2**3
    for scan in ("rows", "columns"):
        found = count_details(
            Problem("3x66", long + "=0..2", half + "+", turn="fixed"), direction=scan
        )
        assert found.value == 2**3 - 1
    assert count(Problem("4x66", long + "=1..3", half + "=2..", turn="fixed")) == 2**4 - 2


def test_a_board_in_many_parts_is_the_product_of_its_parts() -> None:
    part = count(Problem("4x4", "dominoes+"))
    board = Board.from_text("####.####.####\n" * 4)
    assert count(Problem(board, "dominoes+")) == part**3


def test_threads_change_nothing() -> None:
    problem = Problem("7x10", "tetrominoes+", "monomino=0..2")
    assert count(problem, threads=1) == count(problem, threads=2) == count(problem, threads=3)


def test_memory_limit_says_how_much_and_why() -> None:
    with pytest.raises(MemoryLimitError, match=r"states.*(KiB|MiB).*frontier"):
        count(Problem("8x8-0,0-7,7", "tetrominoes+", "domino=1"), max_memory=100_000)
    with pytest.raises(MemoryLimitError, match=r"about .* states.*each row has 30 cells"):
        count(Problem("30x30", "pentominoes+"), max_memory=1 << 30)


def test_requests_that_make_no_sense() -> None:
    problem = Problem("4x4", "dominoes+")
    with pytest.raises(EngineError, match="direction"):
        count_details(problem, direction="diagonal")
    with pytest.raises(EngineError, match="mod"):
        count(problem, mod=-3)


def test_progress_is_told() -> None:
    told = []
    count(Problem("7x9-0,0", "tetrominoes+", "domino+"), progress=told.append)
    assert told[-1].done == told[-1].total > 0
    assert told[-1].states > 0


@pytest.mark.slow
def test_with_plain_kernels_the_answers_are_the_same() -> None:
    script = """
from tilewright.counting import cheapest, count, count_by_piece, heat, strip, tiling_set
from tilewright.model.problem import Problem
assert count(Problem("4x4", "dominoes+")) == 36
assert count(Problem("4x9", "trominoes+")) == 41813
assert count(Problem("3x6", "trominoes+"), mod=7) == 170 % 7
assert count(Problem("4x5", "pentomino:LPUY", turn="fixed")) == 0
assert count(Problem("5x4", "pentomino:LPUY=0..4")) == 110
long, half = "#" * 66, "#" * 33
assert count(Problem("2x66", long + "=0..1", half + "+", turn="fixed")) == 3
ranking = tiling_set(Problem("4x4", "dominoes+"))
assert [ranking.index(ranking.nth(k)) for k in range(36)] == list(range(36))
assert heat(Problem("2x3", "dominoes+")).right.tolist() == [[2, 2], [2, 2]]
assert cheapest(Problem("3x4", "trominoes+"), {"I": 1}).count == 4
assert count_by_piece(Problem("3x4", "trominoes+")).total == 23
assert strip(2, "dominoes+").recurrence == (1, 1)
print("done")
"""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, "TILEWRIGHT_KERNELS": "python"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.strip() == "done", result.stderr


@pytest.mark.parametrize("board", ["1x3000", "3000x1"])
def test_a_long_line_is_checked_in_another_way(board: str) -> None:
    terms = [1, 0, 1]
    while len(terms) <= 3000:
        terms.append(terms[-2] + terms[-3])
    found = count_details(Problem(board, "I3+", "I2+"), check=True)
    assert found.value == terms[3000]
    assert found.checked
