"""Layers dealt to threads: any number of threads and any size of batches give the same number."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings

import naive_count
from strategies import tileable_problems
from tilewright.board import Board
from tilewright.counting import count_details, dealing, layers
from tilewright.counting.components import Components
from tilewright.counting.layers import count_frontier
from tilewright.counting.progress import Reporter
from tilewright.problem import Problem


@pytest.fixture(scope="module")
def small() -> Iterator[None]:
    """Batches of a few states, with room for a few successors; layers of two states are shared."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layers, "_SHARED", 2)
        for name, value in (("_ALONE", 3), ("_SHARED", 2), ("_BRANCHES", 1)):
            patch.setattr(dealing, name, value)
        yield


@settings(max_examples=60)
@given(tileable_problems(area=16, marks="ab"))
def test_any_number_of_threads_counts_what_listing_finds(small: None, problem: Problem) -> None:
    expected = naive_count.count(problem)
    for threads in (1, 2, 3):
        assert count_details(problem, threads=threads, method="placements").value == expected


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(
    ("board", "pieces", "number"),
    [
        # Keys of two words: the rows are longer than a word has bits.
        ("4x66", ("#" * 66 + "=1..3", "#" * 33 + "=2.."), 2**4 - 2),
        # Mirror images as one.
        ("6x7-2,3", ("trominoes+", "monomino=0..2"), None),
    ],
)
def test_small_batches(
    small: None, threads: int, board: str, pieces: tuple[str, ...], number: int | None
) -> None:
    problem = Problem(board, *pieces, turn="fixed" if number else "free")
    found = count_details(problem, threads=threads, method="placements")
    if number is None:
        number = count_details(problem, threads=1, folded=False, scan="columns").value
    assert found.value == number


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_parts_in_small_batches(small: None, threads: int) -> None:
    frontier = Components(np.ones((6, 6), dtype=np.bool_), [4, 6])
    usual = Components(np.ones((6, 6), dtype=np.bool_), [4, 6])
    found = count_frontier(frontier, allowed=1 << 30, threads=threads, reporter=Reporter(None))
    expected = count_frontier(usual, allowed=1 << 30, reporter=Reporter(None))
    assert found.counts == expected.counts


def test_counts_of_many_words_are_dealt(small: None) -> None:
    # A factor of two for each square: counts outgrow a limb again and again, and no carry may get lost.
    squares = 150
    board = Board.from_text("\n".join(["##." * squares] * 2))
    for threads in (1, 2):
        assert count_details(Problem(board, "dominoes+"), threads=threads).value == 2**squares
    line = Problem("2x300-0,7", "dominoes+", "monomino+")
    assert len({count_details(line, threads=threads, scan="columns").value for threads in (1, 2)}) == 1
