"""Proofs by numbers in the cells, on every lattice and surface."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.apps.command import run
from tilewright.drawing import svg, terminal
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.solving.proofs import WeightBound, draw_weighting, weighting
from tilewright.solving.search import Search
from tried import examples

#: Boards to remove cells from, and pieces that often have no tiling of them.
SPACES = {
    "tri:3x3": "diamonds+",
    "tri:hexagon2": "tetriamond:1+",
    "hex:3x4": "trihex:1+",
    "hex:triangle4": "dihexes+",
    "cube:2x3x3": "I2+",
    "cube:2x2x3": "cube:###+",
    "cylinder:3x4": "T4+",
    "torus:4x4": "I2+",
    "torus:4x6": "I4+",
    "moebius:3x4": "L3+",
    "klein:3x4": "I2+",
    "torus:hex:3x3": "trihexes+",
    "torus:tri:2x3": "diamonds+",
}


@pytest.mark.parametrize("word", SPACES)
@examples(12)
@given(data=st.data())
def test_a_weighting_is_a_proof_wherever_it_is_found(word: str, data: st.DataObject) -> None:
    board = Board.parse(word)
    cells = np.argwhere(board.mask)
    gone = data.draw(st.sets(st.integers(0, len(cells) - 1), max_size=4))
    mask = board.mask.copy()
    mask[tuple(cells[sorted(gone)].T)] = False
    if not mask.any():
        return
    problem = tw.Problem(
        Board.from_array(mask, lattice=board.lattice, surface=board.surface), SPACES[word]
    )
    found = weighting(problem)
    if found is None:
        return
    assert Search(problem).count() == 0
    assert found.holds()
    # Each placement on its own, without the arrays of the cover.
    cover = compile_cover(problem)
    for placement in range(cover.size):
        covered = cover.cells[cover.item[cover.start[placement] : cover.start[placement + 1]]]
        piece = int(cover.placement_piece[placement])
        differs = (
            sum(int(found.weights[tuple(cell)]) for cell in covered.tolist()) - found.values[piece]
        )
        if isinstance(found, WeightBound):
            assert differs >= 0
        else:
            assert differs % found.modulus == 0 if found.modulus else differs == 0
    assert svg(draw_weighting(found)).startswith("<svg")
    assert terminal(draw_weighting(found), color="none")


@pytest.mark.parametrize(
    ("board", "pieces", "said"),
    [
        (
            "cube:3x3x3-0,0,1",
            "I2+",
            "(layer + row + column) mod 2 is 1: each domino covers one dark cell",
        ),
        (
            "torus:6x6",
            "T4+",
            "each T4 covers an odd number of dark cells, so 9 pieces cover an odd number of dark "
            "cells in total",
        ),
        ("torus:6x6", "I4+", "repeat the block 10/00 over the board"),
        ("cube:6x6x6", "cube:####+", "54 pieces need 108 dark cells, but there are only 106"),
    ],
)
def test_the_plainest_proof_is_said(board: str, pieces: str, said: str) -> None:
    found = weighting(board, pieces)
    assert found is not None
    assert found.holds()
    assert said in found.text()


def test_a_pattern_that_does_not_go_round_is_no_proof() -> None:
    # On a ring of five, no chessboard coloring exists, so dominoes may leave out any cell.
    assert weighting("cylinder:1x5-0,0", "I2+") is None
    assert weighting("1x5-0,1", "I2+") is not None
    assert tw.solve(tw.Problem("cylinder:1x5-0,1", "I2+")) is not None


def test_the_command_explains_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "why.svg"
    assert run(["solve", "cube:3x3x3-0,0,1", "I2+", "-o", str(file)]) == 1
    assert "(layer + row + column) mod 2" in capsys.readouterr().out
    assert "There is no tiling" in file.read_text()
    assert run(["solve", "torus:6x6", "T4+", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["weighting"]["modulus"] == 2
