"""The HTTP interface: random tilings."""

from __future__ import annotations

from fractions import Fraction

import httpx
import numpy as np
import pytest

import tilewright as tw
from serving import ok
from tiles import tiling_of
from tilewright.board import Board
from tilewright.labels import OUTSIDE
from tilewright.matching import shuffling_steps


def ask(web: httpx.Client, board: str, seed: int = 0) -> dict[str, object]:
    found: dict[str, object] = ok(web.post("/api/random", json={"board": board, "seed": seed}))
    return found


@pytest.mark.parametrize(
    "board",
    [
        "aztec:1",
        "aztec:7",
        "8x8",
        "1x2",
        "6x6-0,0-5,4",
        "6x6-1,1-1,4",
        "tri:hexagon2",
        "tri:hexagon2,3,4",
        "##../####/.##.",
    ],
)
def test_a_random_tiling_covers_its_board(web: httpx.Client, board: str) -> None:
    found = ask(web, board)
    tiling = tiling_of(found["tiles"], found["lattice"] is not None)  # type: ignore[arg-type]
    assert np.array_equal(tiling.labels != OUTSIDE, Board.parse(board).mask)
    assert found["proof"] is found["reason"] is None
    assert ask(web, board) == found


def test_seeds_give_different_tilings_and_those_of_the_library(web: httpx.Client) -> None:
    assert len({str(ask(web, "aztec:9", seed)["tiles"]) for seed in range(4)}) == 4
    for board, seed in (("aztec:12", 5), ("30x30", 2)):
        (wanted,) = tw.sample(board, "dominoes+", seed=seed)
        found = tiling_of(ask(web, board, seed)["tiles"])  # type: ignore[arg-type]
        assert np.array_equal(found.labels, wanted.labels)
    *_, last = shuffling_steps(3, 8)
    assert np.array_equal(tiling_of(ask(web, "aztec:3", 8)["tiles"]).labels, last.labels)  # type: ignore[arg-type]


def test_horizontal_dominoes_may_have_a_weight(web: httpx.Client) -> None:
    for board, weight in (("aztec:6", 2), ("8x8", 0.25), ("30x30", 4)):
        (wanted,) = tw.sample(board, "##@fixed+", "#/#@fixed+", seed=3, weights={"##": Fraction(weight)})
        found = ok(web.post("/api/random", json={"board": board, "seed": 3, "weight": weight}))
        assert np.array_equal(tiling_of(found["tiles"]).labels, wanted.labels)
        assert found["growth"] is None
    for body in (
        {"board": "tri:hexagon2", "weight": 2},
        {"board": "4x4", "weight": 0},
        {"board": "4x4", "weight": 65},
    ):
        answer = web.post("/api/random", json=body)
        assert answer.status_code == 422
        assert answer.json()["error"]["where"] == "weight"


def test_where_there_is_no_tiling_the_cells_that_are_too_many_are_shown(web: httpx.Client) -> None:
    found = ask(web, "4x4-0,0-3,3")
    assert found["reason"] == "the 7 dark cells have only 6 light neighbors, and each needs one of its own"
    proof = "".join(found["proof"])  # type: ignore[arg-type]
    assert found["tiles"] is None
    assert proof.count("#") > proof.count("o") > 0


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("hex:3x4", "boards of squares or triangles"),
        ("torus:4x4", "without joined sides"),
        ("aztec:201", "at most 160000 cells"),
        ("aztec:99999999", "at most 160000 cells"),
        ("tri:hexagon9999", "at most 160000 cells"),
        ("400x401", "at most 160000 cells"),
        ("aztec:0", "at least one cell"),
    ],
)
def test_other_boards_are_refused(web: httpx.Client, board: str, why: str) -> None:
    answer = web.post("/api/random", json={"board": board})
    assert answer.status_code == 422
    assert why in answer.json()["error"]["message"]
