"""Every engine against every other, and against the naive twin where the problem is small enough
for it.
"""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

import naive_search
import strategies
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.search import Search, solve
from tried import examples

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
    rows, columns = draw(
        st.sampled_from([(4, 5), (4, 6), (5, 5), (5, 6), (4, 8), (6, 6), (5, 8), (2, 15)])
    )
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
def test_scan_and_dance_give_the_same(problem: Problem, unique: bool) -> None:
    scan, dance = found(problem, "scan", unique), found(problem, "dance", unique)
    if unique and scan is not None and dance is not None:
        # Which of the images is given may differ; how many there are may not.
        assert len(scan) == len(dance)
    else:
        assert scan == dance


@given(middling())
@examples(40)
def test_one_tiling_or_none(problem: Problem) -> None:
    scan, dance = (
        solve(problem, engine="scan", threads=1),
        solve(problem, engine="dance", threads=1),
    )
    assert (scan is None) == (dance is None)
    for tiling in (scan, dance):
        assert tiling is None or tiling.faults(problem) == []


ENGINES = ("auto", "scan", "dance", "clauses")

Classes = set[frozenset[frozenset[int]]]


def class_of(problem: Problem, chosen: list[int]) -> frozenset[frozenset[int]]:
    """The images of a tiling under the symmetries of its problem, each as the set of its
    placements.
    """
    group = compile_cover(problem).symmetries()
    return frozenset(frozenset(image) for image in group[:, chosen].tolist())


def rows_of(search: Search) -> list[list[int]]:
    return [
        [number for number in row if number >= 0]
        for rows in search.batches()
        for row in rows.tolist()
    ]


@given(
    problem=strategies.problems(marks="ab") | strategies.tileable_problems(marks="ab"),
    unique=st.booleans(),
    limit=st.sampled_from([None, None, 1, 2, 5]),
    seed=st.sampled_from([None, 0, 7]),
)
@examples(40)
def test_all_engines_agree_on_all_kinds_of_problems(
    problem: Problem, unique: bool, limit: int | None, seed: int | None
) -> None:
    """With holes, copies, ways of turning, marks, empty cells and placed pieces, all drawn at
    random together.
    """
    known = naive_search.all_tilings(problem)
    classes: Classes | None = None
    for engine in ENGINES:
        everything = Search(problem, engine=engine, unique=unique, seed=seed, threads=1)
        rows = rows_of(everything)
        assert everything.complete
        found = {class_of(problem, row) for row in rows}
        classes = found if classes is None else classes
        assert found == classes
        assert len(rows) == (len(classes) if unique else len(known))

        search = Search(problem, engine=engine, unique=unique, limit=limit, seed=seed, threads=1)
        tilings = [naive_search.as_tiles(tiling) for tiling in search]
        wanted = len(rows) if limit is None else min(limit, len(rows))
        assert len(tilings) == len(set(tilings)) == search.delivered == wanted
        assert set(tilings) <= known
        # Complete is what has all; and what ended by itself is complete.
        assert len(tilings) == len(rows) or not search.complete
        assert search.complete == (search.stopped_by is None)

        counting = Search(problem, engine=engine, unique=unique, limit=limit, seed=seed, threads=1)
        assert counting.count() == wanted
        assert wanted == len(rows) or not counting.complete
        assert counting.complete == (counting.stopped_by is None)

        one = solve(problem, engine=engine, seed=seed, threads=1)
        assert (one is None) == (not known)
        assert one is None or naive_search.as_tiles(one) in known


@given(problem=strategies.tileable_problems(), engine=st.sampled_from(["auto", "scan", "dance"]))
@examples(40)
def test_what_a_limit_held_back_comes_later(problem: Problem, engine: str) -> None:
    """A search that was stopped by its limit, counted or iterated, and goes on without it, has all
    in the end.
    """
    whole = len(naive_search.all_tilings(problem))
    search = Search(problem, engine=engine, limit=2, threads=1)
    first = len(list(search))
    search.limit = None
    assert first + len(list(search)) == whole
    assert search.complete
    counted = Search(problem, engine=engine, limit=2, threads=1)
    if counted.count() < whole:
        assert not counted.complete
        counted.limit = None
        list(counted)
        assert counted.delivered == whole or not counted.complete
