"""Problems with L-trominoes and at most one spare cell are solved by theorem, however the cell is
spared.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.model.problem import Problem
from tilewright.solving.search import Search, solve
from tilewright.solving.theorems import obstruction, tromino_tiling


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("6x6", "L3+"), {}),
        (("6x6", "L3=12"), {"turn": "one-sided"}),
        (("9x15", "L3+"), {}),
        (("8x8-3,3", "L3+"), {}),
        (("8x8", "L3+", "monomino"), {}),
        (("7x7", "monomino=0..3", "L3+"), {}),
        (("8x8", "L3=21"), {"empty": 1}),
        (("8x8", "L3+"), {"empty": (0, 4)}),
        (("100x100", "L3+", "monomino"), {}),
    ],
)
def test_it_is_a_tiling_of_the_problem(words: tuple[str, ...], options: dict[str, object]) -> None:
    problem = Problem(*words, **options)
    tiling = tromino_tiling(problem)
    assert tiling is not None
    assert tiling.faults(problem) == []
    search = Search(problem, limit=1)
    assert (search.engine, search.races) == ("construction", ())
    assert list(search) == [tiling]
    assert (search.complete, search.stopped_by, search.snapshot().nodes) == (False, "limit", 0)
    assert Search(problem, limit=1).count() == 1


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("6x6", "L3+"), {"turn": "fixed"}),
        (("6x6", "L3=11"), {"empty": 3}),
        (("8x8", "L3=20", "monomino+"), {}),
        (("6x6", "L3+", "monomino=3"), {}),
        (("6x6", "I3+"), {}),
        (("6x6", "L3+", "I3+"), {}),
        (("5x5-2,1", "L3+"), {}),
        (("6x6-0,0-0,1-0,2", "L3+"), {}),
        (("8x8", "L3+", "monomino"), {"placed": [("L3", [(0, 0), (0, 1), (1, 0)])]}),
    ],
)
def test_other_problems_are_none_of_its_business(
    words: tuple[str, ...], options: dict[str, object]
) -> None:
    assert tromino_tiling(Problem(*words, **options)) is None


@given(
    rows=st.integers(1, 9),
    columns=st.integers(1, 9),
    hole=st.booleans(),
    most=st.sampled_from([None, 0, 1]),
    empty=st.sampled_from([0, 1, (0, 1)]),
    data=st.data(),
)
def test_every_size_against_the_search(
    rows: int,
    columns: int,
    hole: bool,
    most: int | None,
    empty: int | tuple[int, int],
    data: st.DataObject,
) -> None:
    board = f"{rows}x{columns}"
    if hole and rows * columns > 1:
        board += f"-{data.draw(st.integers(0, rows - 1))},{data.draw(st.integers(0, columns - 1))}"
    pieces = ["L3+"] if most is None else ["L3+", f"monomino=0..{max(most, 1)}"]
    problem = Problem(board, *pieces, empty=empty)
    if problem.faults():
        return
    tiling = tromino_tiling(problem)
    if tiling is not None:
        assert tiling.faults(problem) == []
        assert solve(problem, engine="scan", threads=1) is not None
    elif not hole and most is None and empty == 0:
        assert obstruction(rows, columns, whole=True) is not None
