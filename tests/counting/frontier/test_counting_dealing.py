"""Layers dealt to threads: any number of threads and any size of batches give the same number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import naive_count
from strategies import tileable_problems
from tilewright.counting import count_details
from tilewright.counting.frontier.components import Components
from tilewright.counting.frontier.layers import count_layers
from tilewright.counting.frontier.profile import BrokenProfile
from tilewright.counting.frontier.scans import board_scans
from tilewright.counting.moves import compile_moves, options_of
from tilewright.counting.numbers.values import Limbs, to_ints
from tilewright.counting.resources import Resources
from tilewright.counting.tuning import Tuning
from tilewright.kernels.frontier.table import gather
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem

#: Batches of a few states, with room for a few successors; layers of two states are shared.
SMALL = Tuning(deal_alone=3, deal_shared=2, branches=1, shared_profile=2, shared_components=2)


@given(tileable_problems(area=16, marks="ab"))
def test_any_number_of_threads_counts_what_listing_finds(problem: Problem) -> None:
    expected = naive_count.count(problem)
    for threads in (1, 2, 3):
        assert (
            count_details(problem, threads=threads, method="placements", tuning=SMALL).value
            == expected
        )


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
    threads: int, board: str, pieces: tuple[str, ...], number: int | None
) -> None:
    problem = Problem(board, *pieces, turn="fixed" if number else "free")
    found = count_details(problem, threads=threads, method="placements", tuning=SMALL)
    if number is None:
        number = count_details(problem, threads=1, folded=False, direction="columns").value
    assert found.value == number


@pytest.mark.parametrize(
    "threads", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)]
)
def test_parts_in_small_batches(threads: int) -> None:
    frontier = Components(np.ones((6, 6), dtype=np.bool_), [4, 6], tuning=SMALL)
    usual = Components(np.ones((6, 6), dtype=np.bool_), [4, 6])
    found = count_layers(frontier, Resources(threads=threads, tuning=SMALL))
    expected = count_layers(usual, Resources())
    assert found.counts == expected.counts


@pytest.mark.parametrize("bits", [6, 9])
def test_no_carry_is_lost_where_limbs_are_short(bits: int) -> None:
    """With limbs of a few bits, a new one is due every few layers, just when the last one is
    full."""
    for words in (
        ("8x8", "dominoes+"),
        ("6x7-2,3", "trominoes+", "monomino+"),
        ("5x8", "tetrominoes+"),
    ):
        problem = Problem(*words)
        for scan in ("rows", "columns"):
            options = options_of(compile_cover(problem))
            way = next(
                way
                for way in board_scans(compile_cover(problem).cells, folded=False)
                if way.name == scan
            )
            frontier = BrokenProfile(compile_moves(options, way.position))
            found = count_layers(frontier, Resources(tuning=Tuning(limb_bits=bits)))
            assert sum(found.counts.values()) == count_details(problem).value


def test_a_new_limb_comes_before_the_last_one_is_full() -> None:
    """As many counts as can be are added up, each as large as can be; and those sums again, with a
    new limb.
    """
    problem = Problem("6x6", "dominoes+")
    moves = compile_moves(options_of(compile_cover(problem)), np.arange(36))
    values = Limbs.of_layers(60, moves.edges, moves.edges)
    largest = 0
    for bit in range(63, -1, -1):
        largest += 0 if values.full([largest + (1 << bit)]) else 1 << bit
    counts = np.full((moves.edges, 1), largest, dtype=np.uint64)
    for power in (1, 2):
        made, source = np.zeros((moves.edges, 1), np.uint64), np.arange(moves.edges, dtype=np.int32)
        sums, size = np.zeros((4, counts.shape[1]), np.uint64), np.zeros(1, np.int64)
        table, found = np.zeros(16, np.int32), np.zeros((4, 1), np.uint64)
        assert gather(values.bits, made, source, 0, counts, table, found, sums, size) == moves.edges
        assert to_ints(sums[:1], values.bits) == [largest * moves.edges**power]
        counts = np.pad(np.repeat(sums[:1], moves.edges, axis=0), ((0, 0), (0, 1)))


def test_counts_of_many_words_are_dealt() -> None:
    # A factor of two for each square: counts outgrow a limb again and again, and no carry may get
    # lost.
    squares = 150
    board = Board.from_text("\n".join(["##." * squares] * 2))
    for threads in (1, 2):
        assert (
            count_details(Problem(board, "dominoes+"), threads=threads, tuning=SMALL).value
            == 2**squares
        )
    line = Problem("2x300-0,7", "dominoes+", "monomino+")
    assert (
        len(
            {
                count_details(line, threads=threads, direction="columns", tuning=SMALL).value
                for threads in (1, 2)
            }
        )
        == 1
    )
