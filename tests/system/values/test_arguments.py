"""Arguments of a wrong type: every public function says in its own words what would be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright import counting, drawing
from tilewright.errors import RequestError, TilewrightError
from tilewright.solving import coloring, search
from tilewright.solving import theorems as construction
from tilewright.solving.proofs import weighting
from tilewright.solving.theorems import golomb_cell

SILLY = [None, 3.5, float("nan"), -1, 10**30, "", "silly!", b"bytes", [], {}, ...]
PROBLEM = tw.Problem("2x3", "L3+")
TILING = tw.Tiling(np.array([[0, 0, 1], [0, 1, 1]]))
PICTURE = drawing.draw(TILING)

#: Public functions that take one thing, and nothing silly in its place.
FUNCTIONS: list[Callable[[Any], object]] = [
    tw.Board.from_text,
    tw.Board.parse,
    tw.Board.read,
    tw.Board(np.ones((2, 3))).transform,
    tw.Piece,
    tw.Piece.parse,
    tw.Polyomino,
    tw.Polyomino.from_text,
    tw.Polyomino(((0, 0),)).transform,
    tw.Problem,
    tw.Tiling,
    tw.Tiling.from_json,
    lambda value: TILING.canonical(3 if value is None else value),
    TILING.transform,
    lambda value: TILING.faults(value) if value is not None else tw.Problem(value),
    tw.solve,
    tw.count,
    tw.sample,
    lambda value: tw.nth(PROBLEM, value),
    lambda value: tw.rank(PROBLEM, value),
    lambda value: next(tw.tilings(value)),
    tw.color,
    lambda value: tw.golomb(value, (0, 0)),
    lambda value: golomb_cell(2, value, (0, 0)),
    lambda value: tw.deficient(value, 4, (0, 0)),
    search.Search,
    search.choose,
    tw.explain,
    weighting,
    search.exact_cover,
    lambda value: counting.strip(value, "L3+"),
    counting.heat,
    counting.tiling_set,
    lambda value: counting.cheapest(PROBLEM, value) if value != {} else tw.Problem(value),
    coloring.cell_colors,
    coloring.judge,
    coloring.crossings,
    construction.tromino_faults,
    drawing.svg,
    drawing.png,
    drawing.terminal,
    lambda value: drawing.pdf([value]),
    lambda value: drawing.gif([value]),
    lambda value: drawing.sheet([value]),
    lambda value: drawing.save(value, "-"),
    drawing.check_path,
]


@pytest.mark.parametrize("value", SILLY, ids=repr)
def test_every_door_refuses_what_is_silly_in_its_own_words(value: object) -> None:
    for function in FUNCTIONS:
        try:
            function(value)
        except TilewrightError as error:
            assert len(error.message) > 8, function
        else:
            pytest.fail(f"{function} takes {value!r}")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tw.Board.parse(3), "a board must be a str, got '3' (int)"),
        (lambda: tw.Piece.parse(3), "a piece must be a str, got '3' (int)"),
        (
            lambda: tw.Piece(3),
            "the shape of a piece must be a Polyomino or a list of cells, got '3' (int)",
        ),
        (
            lambda: tw.solve(3),
            "`board` must be a Board, a string such as '6x10' or an array, got '3' (int)",
        ),
        (
            lambda: tw.solve(PROBLEM, threads=1.5),
            "`threads` must be an integer, got '1.5'",
        ),
        (lambda: tw.solve(PROBLEM, seed="x"), "`seed` must be an integer, got 'x'"),
        (lambda: tw.solve(PROBLEM, timeout="1 s"), "`timeout` must be a number, got '1 s'"),
        (lambda: tw.solve(PROBLEM, timeout=0), "`timeout` must be greater than 0, got 0"),
        (lambda: list(tw.tilings(PROBLEM, limit=-1)), "`limit` must be at least 0, got -1"),
        (lambda: TILING.transform(8), "`element` must be a symmetry number from 0 to 7, got 8"),
        (lambda: TILING.faults(3), "problem must be a Problem, got '3' (int)"),
        (
            lambda: drawing.svg(TILING),
            "expected a Picture, as returned by draw(), got 'AAB\\nABB' (Tiling)",
        ),
        (
            lambda: drawing.save(PICTURE, None),
            "a path must be a string or a Path, got 'None' (NoneType)",
        ),
        (
            lambda: tw.color(TILING, sizes=3),
            "`sizes` must list the number of tiles of each color, got '3'",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_words_say_what_would_be_right(call: Callable[[], object], message: str) -> None:
    with pytest.raises(RequestError) as caught:
        call()
    assert message in str(caught.value)
