"""Lines that are closed: states that a symmetry of the lines takes to each other are one, and
nothing else is.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tilewright.counting import count_by_piece, count_details
from tilewright.counting.frontier.layers import count_layers
from tilewright.counting.frontier.profile import BrokenProfile, WrappedFrontier, line_symmetries
from tilewright.counting.frontier.scans import Scan, board_scans
from tilewright.counting.moves import compile_moves, options_of
from tilewright.counting.resources import Resources
from tilewright.counting.tuning import Tuning
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Turn
from tilewright.solving.search import Search

SMALL = Tuning(deal_alone=3, deal_shared=2, branches=1, shared_profile=2)


def scans(problem: Problem) -> list[Scan]:
    return board_scans(compile_cover(problem).cells, folded=False)


def folded(problem: Problem, way: Scan, resources: Resources | None = None) -> tuple[int, int]:
    """Return the number of tilings along a scan with the symmetries of its lines, and the most
    states.
    """
    cover = compile_cover(problem)
    options = options_of(cover)
    profile = BrokenProfile(compile_moves(options, way.position))
    symmetries = line_symmetries(cover, options, way)
    found = count_layers(
        WrappedFrontier(profile, symmetries, way.line_ends(cover.cells)), resources or Resources()
    )
    return sum(found.counts.values()), found.states


def plain(problem: Problem, way: Scan) -> tuple[int, int]:
    """Return the same without the symmetries."""
    found = count_layers(
        BrokenProfile(compile_moves(options_of(compile_cover(problem)), way.position)), Resources()
    )
    return sum(found.counts.values()), found.states


def problem(board: str, *words: str, **options: Any) -> Problem:
    return Problem(board, *words, **options)


#: The problem, and how many symmetries take each line to itself: rows, then columns.
PROBLEMS = [
    (problem("torus:4x6", "dominoes+"), (12, 8)),
    (problem("torus:5x6", "I3+", "L3+"), (12, 10)),
    (problem("torus:5x6", "##/#.+", turn="fixed"), (6, 5)),
    (problem("torus:4x5", "L3+", "I2=1..4"), (10, 8)),
    (problem("torus:4x5", "tetromino:L", "tetromino:T", "trominoes+", "I2=0..3"), (10, 8)),
    (problem("torus:4x5-1,1", "L3+", "monomino+"), (2, 2)),
    (problem("torus:4x5", "L3+", "I2+", placed=["L3:0,0-0,1-1,0"]), (1, 1)),
    (problem("cylinder:4x5", "dominoes+"), (10, 2)),
    (problem("cylinder:6x4", "trominoes+"), (8, 2)),
    (problem("klein:4x6", "dominoes+"), None),
    (problem("klein:6x4", "L3+"), None),
    (problem("moebius:5x6", "trominoes+"), None),
    (problem("torus:hex:4x6", "trihexes+"), None),
    (problem("torus:hex:5x6", "dihexes+"), None),
    (problem("torus:tri:4x3", "diamonds+"), None),
    (problem("torus:tri:3x4", "triamonds+"), None),
    (problem("cylinder:tri:3x4", "tetriamonds+"), None),
    (problem("torus[4,2;0,6]:4x6", "dominoes+"), None),
    (problem("6x6", "dominoes+"), (1, 1)),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("problem", "orders"), PROBLEMS, ids=lambda given: getattr(given, "board", None) and str(given)
)
def test_folded_states_count_the_same(problem: Problem, orders: tuple[int, int] | None) -> None:
    cover = compile_cover(problem)
    for number, way in enumerate(scans(problem)):
        value, states = plain(problem, way)
        number_folded, states_folded = folded(problem, way)
        assert number_folded == value
        assert states_folded <= states
        assert folded(problem, way, Resources(threads=2, tuning=SMALL))[0] == value
        group = line_symmetries(cover, options_of(cover), way)
        assert np.array_equal(group[0], np.arange(cover.area))
        rows = {tuple(row) for row in group.tolist()}
        assert len(rows) == len(group)
        assert all(tuple(own[other].tolist()) in rows for own in group for other in group)
        if orders is not None:
            assert len(group) == orders[number]


def test_progress_counts_steps_not_cells() -> None:
    """Between two lines is a step in which states are folded, so there are more of them than
    cells."""
    told: list[tuple[str, int, int]] = []
    for board in ("torus:6x6", "6x6-0,0-0,1"):
        told.clear()
        count_details(
            Problem(board, "dominoes+"),
            method="placements",
            progress=lambda so_far: told.append((so_far.unit, so_far.done, so_far.total)),
            tuning=Tuning(report_every=0),
        )
        unit, done, total = told[-1]
        assert (unit, done, total) == (
            ("step", 41, 41) if board == "torus:6x6" else ("cell", 34, 34)
        )


def test_keys_of_two_words() -> None:
    problem = Problem("torus:8x9", "dominoes+")
    rows = next(way for way in scans(problem) if way.name == "rows")
    value, states = plain(problem, rows)
    assert problem.board.area > 64
    number_folded, states_folded = folded(problem, rows)
    assert number_folded == value
    assert 4 * states_folded < states


def test_terms_that_were_counted_otherwise() -> None:
    """Kasteleyn's formula for dominoes; the other numbers are those of the layers without
    symmetries.
    """
    for board, pieces, number in (
        ("torus:10x10", "dominoes+", 11203604497408),
        ("torus:9x7", "trominoes+", 556449414363),
        ("torus:6x6", "tetrominoes+", 109424360),
    ):
        found = count_details(Problem(board, pieces), check=board == "torus:10x10")
        assert found.value == number


@pytest.mark.parametrize(
    ("board", "pieces", "turn"),
    [
        ("torus:4x4", ["trominoes+", "dominoes+"], "free"),
        pytest.param("torus:4x5", ["trominoes+", "dominoes+"], "free", marks=pytest.mark.slow),
        # A reflection takes one of the two to the other: their copies are told apart, so only moves
        # fold.
        ("torus:4x4", ["#../###+", "###/#..+"], "one-sided"),
        ("torus:4x5", ["##./.##+", ".##/##.+", "domino+"], "one-sided"),
        pytest.param(
            "torus:4x6", ["##./.##+", ".##/##.+", "domino+"], "one-sided", marks=pytest.mark.slow
        ),
    ],
)
def test_numbers_by_piece(board: str, pieces: list[str], turn: Turn) -> None:
    problem = Problem(board, *pieces, turn=turn)
    expected: Counter[tuple[int, ...]] = Counter()
    for tiling in Search(problem):
        used = Counter(tiling.piece_names())
        expected[tuple(used[name] for name in problem.names)] += 1
    assert count_by_piece(problem).counts == expected
