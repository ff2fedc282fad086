"""What is known before a search: why there is no tiling, and which engine suits the problem."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

import naive_search
import strategies
import tilewright as tw
from tilewright.errors import EngineError
from tilewright.problem import Problem
from tilewright.search import Search, choose, explain, solve, tilings

SETTINGS = settings(max_examples=60, deadline=None)


@pytest.mark.parametrize(
    ("board", "pieces", "reason"),
    [
        ("6x11", ["pentominoes"], "the board has 66 cells, but the pieces cover 60"),
        ("2x5", ["L3=3"], "the board has 10 cells, but the pieces cover 9"),
        ("3x3", ["pentomino:XI=0..1"], "the board has 9 cells, and no choice of copies"),
        ("2x2", ["pentomino:XI"], "the board has 4 cells, but the pieces cover 10"),
        ("3x3", ["I4", "P5"], "the piece I4 must be used, but fits nowhere"),
        ("3x5-0,1-1,0", ["L3+", "domino+"], "no piece can cover the cell 0,0"),
        ("2x5-0,3-1,3", ["O4=1..2"], "the region of"),
        ("3x5", ["X5=3"], "no piece can cover the cell 0,0, nor"),
    ],
)
def test_reasons(board: str, pieces: list[str], reason: str) -> None:
    assert any(re.search(reason, text) for text in explain(Problem(board, *pieces))), explain(
        Problem(board, *pieces)
    )


@SETTINGS
@given(problem=strategies.problems(marks="a"))
def test_reasons_are_proofs(problem: Problem) -> None:
    if explain(problem):
        assert naive_search.all_tilings(problem) == set()


def test_choice_is_explained() -> None:
    name, reason = choose(Problem("6x10", "pentominoes").cover())
    assert name == "scan"
    assert "short side" in reason
    search = Search(Problem("6x10", "pentominoes"), engine="dance")
    assert (search.engine, search.reason) == ("dance", "asked for")


@pytest.mark.parametrize(
    ("board", "words", "name"),
    [
        ("6x10", ["pentominoes"], "scan"),
        ("6x6", ["hexominoes=0..1"], "scan"),
        ("100x100", ["domino+"], "scan"),
        ("15x15", ["hexominoes=0..1", "pentominoes=0..1"], "dance"),
        ("20x20", ["pentominoes+"], "dance"),
    ],
)
def test_each_engine_gets_what_suits_it(board: str, words: list[str], name: str) -> None:
    problem = Problem(board, *words)
    assert choose(problem.cover())[0] == name
    tiling = solve(problem)
    assert tiling is not None
    assert tiling.faults(problem) == []


def test_cells_that_do_not_add_up_are_seen_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("tilewright.cover.compile_cover")
    search = Search(Problem("4x4", "decominoes"))
    assert list(search) == []
    assert search.complete
    assert (search.engine, search.count()) == ("none", 0)
    assert search.reasons == ["the board has 16 cells, but the pieces cover 46550"]
    assert explain(search.problem) == search.reasons
    assert solve(search.problem) is None
    with pytest.raises(EngineError, match="there is no engine 'sat4'"):
        Search(search.problem, engine="sat4")


def test_copies_are_named_as_asked_for() -> None:
    assert explain(Problem("2x2", "L3=100")) == ["the board has 4 cells, but the pieces cover 300"]


def test_cells_of_placed_pieces_do_not_stay_empty() -> None:
    problem = Problem("2x2", "domino", empty=2, placed=["domino:0,0-0,1"])
    assert explain(problem) == []
    assert len(list(tilings(problem))) == 1
    problem = Problem("2x3", "domino", empty=4, placed=["domino:0,0-0,1"])
    assert len(list(tilings(problem))) == 1
    full = Problem("2x2", "domino=2", "monomino=0..1", empty=(1, 4), placed=["domino:0,0-0,1"])
    assert explain(full) == ["the board has 3 cells to cover, but the pieces cover 4 or more"]


def test_of_many_pieces_that_fit_nowhere_some_are_named() -> None:
    problem = Problem("1x60", "pentominoes")
    assert explain(problem)[0] == (
        "the pieces F, L, N, P, T and 6 other pieces must be used, but fit nowhere on the board"
    )


def test_many_regions_are_looked_at_together() -> None:
    board = "##.###.####." * 4000
    reasons = explain(Problem(tw.Board.from_text(board), "I2+", "I4=0..6000"))
    assert len(reasons) == 3
    assert reasons[0].startswith("the region of 3 cells around 0,3 is cut off")


def test_pieces_that_fit_nowhere_do_not_keep_a_problem_from_the_fast_scan() -> None:
    search = Search(Problem("1x100000", "pentominoes+"))
    assert (search.engine, "fits in 5 bits" in search.reason) == ("scan", True)
    assert search.count() == 1
