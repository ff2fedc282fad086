"""Which engine suits a problem."""

from __future__ import annotations

import pytest

from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.search import Search, choose, solve


def test_choice_is_explained() -> None:
    name, reason = choose(compile_cover(Problem("6x10", "pentominoes")))
    assert name == "scan"
    assert "short side" in reason
    search = Search(Problem("6x10", "pentominoes"), engine="dance")
    assert (search.engine, search.reason) == ("dance", "requested with `engine`")


@pytest.mark.parametrize(
    ("board", "words", "name"),
    [
        ("6x10", ["pentominoes"], "scan"),
        ("6x6", ["hexominoes=0..1"], "scan"),
        ("100x100", ["domino+"], "scan"),
        ("15x15", ["hexominoes=0..1", "pentominoes=0..1"], "dance"),
        ("20x20", ["pentominoes+"], "dance"),
        ("cube:3x3x3", ["soma"], "dance"),
        ("cube:2x3x10", ["pentominoes"], "dance"),
        ("cube:3x3x4", ["L4=9"], "scan"),
        ("cube:2x5x6", ["pentominoes"], "dance"),
        ("cube:3x4x5", ["pentominoes"], "dance"),
        ("tri:6x6", ["hexiamonds"], "dance"),
        # Many orientations: dance where its options are words, else scan if no piece runs out.
        ("tri:4x9", ["hexiamonds+"], "dance"),
        ("5x12", ["hexominoes+"], "dance"),
        ("torus:6x10", ["pentominoes+"], "dance"),
        ("cube:3x4x4", ["tetracubes+"], "dance"),
        ("5x12", ["pentominoes+", "hexominoes+"], "scan"),
        ("5x12", ["hexominoes=0..1"], "scan"),
        ("7x12", ["hexominoes+"], "scan"),
        ("10x12", ["hexominoes+"], "scan"),
        ("12x14", ["hexominoes=0..1"], "dance"),
        ("hex:4x7", ["tetrahexes"], "scan"),
    ],
)
def test_each_engine_gets_what_suits_it(board: str, words: list[str], name: str) -> None:
    problem = Problem(board, *words)
    assert choose(compile_cover(problem))[0] == name
    tiling = solve(problem)
    assert tiling is not None
    assert tiling.faults(problem) == []


def test_pieces_that_fit_nowhere_do_not_keep_a_problem_from_the_fast_scan() -> None:
    search = Search(Problem("1x100000", "pentominoes+"))
    assert (search.engine, "fits in 5 bits" in search.reason) == ("scan", True)
    assert search.count() == 1
