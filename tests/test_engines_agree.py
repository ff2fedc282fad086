"""Scan and dance give the same tilings of problems that are too large for naive twins."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tilewright.board import Board
from tilewright.problem import Problem
from tilewright.search import Search, solve

SETS = [
    "tetrominoes+",
    "tetromino:IJLOSTZ=0..2",
    "pentominoes=0..1",
    "L3=1..9 I4+",
    "pentomino:LPVY+ I3=0..2",
]


@st.composite
def middling(draw: st.DrawFn) -> Problem:
    """Draw a board of 20 to 40 cells with a few holes, and many pieces for it."""
    rows, columns = draw(st.sampled_from([(4, 5), (4, 6), (5, 5), (5, 6), (4, 8), (6, 6), (5, 8), (2, 15)]))
    cells = [["#"] * columns for _ in range(rows)]
    for _ in range(draw(st.integers(0, 4))):
        row, column = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
        cells[row][column] = draw(st.sampled_from(".?"))
    words = draw(st.sampled_from(SETS)).split()
    empty = draw(st.sampled_from([0, 0, 1]))
    board = Board.from_text("\n".join(map("".join, cells)))
    problem = Problem(board, *words, turn=draw(st.sampled_from(["free", "one-sided"])), empty=empty)
    assume(not problem.faults())
    return problem


def labels_of(labels: bytes) -> int:
    """The number of tiles."""
    return int(np.frombuffer(labels, dtype=np.int32).max()) + 1


def found(problem: Problem, engine: str, unique: bool) -> set[tuple[bytes, bytes]] | None:
    """The tilings; None if there are very many."""
    search = Search(problem, engine=engine, unique=unique, threads=1, limit=3000)
    tilings = {(tiling.labels.tobytes(), tiling.piece.tobytes()) for tiling in search}
    assert all(len(tiles) // 4 == labels_of(labels) for labels, tiles in tilings)
    return tilings if search.complete else None


@given(middling(), st.booleans())
@settings(max_examples=60)
def test_scan_and_dance_give_the_same(problem: Problem, unique: bool) -> None:
    scan, dance = found(problem, "scan", unique), found(problem, "dance", unique)
    if unique and scan is not None and dance is not None:
        # Which of the images is given may differ; how many there are may not.
        assert len(scan) == len(dance)
    else:
        assert scan == dance


@given(middling())
@settings(max_examples=40)
def test_one_tiling_or_none(problem: Problem) -> None:
    scan, dance = solve(problem, engine="scan", threads=1), solve(problem, engine="dance", threads=1)
    assert (scan is None) == (dance is None)
    for tiling in (scan, dance):
        assert tiling is None or tiling.faults(problem) == []
