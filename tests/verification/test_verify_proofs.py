"""Proofs that there is no tiling, verified from a file: from the numbers alone, nothing else in it
is trusted.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.errors import FormatError, RequestError
from tilewright.solving.proofs import barrier, weighting

Captured = pytest.CaptureFixture[str]

WEIGHTED = [
    ("8x8-0,0-7,7", "dominoes+"),
    ("10x10", "I4+"),
    ("4x5", "tetrominoes"),
    ("6x6", "tetromino:T=9"),
]
BARRED = ("#######/.#.#.#./###.###", "dominoes+")


def saved(path: Path, data: Any) -> Path:
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize(("board", "pieces"), WEIGHTED)
def test_a_weighting_is_verified_from_its_json(board: str, pieces: str, tmp_path: Path) -> None:
    found = weighting(board, pieces)
    assert found is not None
    path = saved(tmp_path / "w.json", found.to_json())
    checked = tw.verify(path, f"{board} {pieces}")
    assert checked
    assert checked.what == "weighting"
    with pytest.raises(FormatError, match="the problem is missing"):
        tw.verify(path)


def test_a_barrier_is_verified_from_its_json(tmp_path: Path) -> None:
    found = barrier(*BARRED)
    assert found is not None
    path = saved(tmp_path / "b.json", found.to_json())
    assert tw.verify(path, " ".join(BARRED))
    wrong = found.to_json()
    wrong["parts"] = wrong["parts"][:-1]
    assert not tw.verify(saved(path, wrong), " ".join(BARRED))
    wrong["parts"] = [[[9, 9]]]
    assert not tw.verify(saved(path, wrong), " ".join(BARRED))


def test_the_answer_of_the_command_is_verified(tmp_path: Path, capsys: Captured) -> None:
    assert run(["solve", "8x8-0,0-7,7", "dominoes+", "--json"]) == 1
    path = tmp_path / "answer.json"
    path.write_text(capsys.readouterr().out)
    assert run(["verify", str(path)]) == 0
    assert capsys.readouterr().out == "The claim holds.\n"
    # The same numbers prove nothing about another board.
    assert run(["verify", str(path), "8x8-0,0-0,7", "dominoes+"]) == 1


def test_what_a_file_claims_beside_its_numbers_is_compared(tmp_path: Path) -> None:
    found = weighting("10x10", "I4+")
    assert found is not None
    data = found.to_json()
    # A board that has tilings, with claims that it has none.
    for change in ({"covered": 1}, {"total": 1}, {"values": {"I4": 3}}):
        assert not tw.verify(saved(tmp_path / "x.json", {**data, **change}), "10x10 dominoes+")
        checked = tw.verify(saved(tmp_path / "x.json", {**data, **change}), "10x10 I4+")
        assert f"'{next(iter(change))}' must be" in checked.claims[0].why
    data["weights"][0][2] += 1
    assert not tw.verify(saved(tmp_path / "x.json", data), "10x10 I4+")


@pytest.mark.parametrize(
    "change",
    [
        {"weights": [[1]]},
        {"weights": 3},
        {"modulus": -1},
        {"modulus": "x"},
        {"weights": [["a"] * 10] * 10},
    ],
)
def test_data_that_are_no_weighting_do_not_hold(change: dict[str, Any], tmp_path: Path) -> None:
    found = weighting("10x10", "I4+")
    assert found is not None
    checked = tw.verify(saved(tmp_path / "x.json", {**found.to_json(), **change}), "10x10 I4+")
    assert not checked


def test_empty_cells_are_refused_and_other_answers_take_no_problem(tmp_path: Path) -> None:
    found = weighting("10x10", "I4+")
    assert found is not None
    path = saved(tmp_path / "x.json", found.to_json())
    assert not tw.verify(path, tw.read("10x10", "I4+", empty=4))
    with pytest.raises(RequestError, match="only with tilings or impossibility proofs"):
        tw.verify(tw.plane("L3"), "10x10 I4+")
