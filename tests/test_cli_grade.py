"""``tilewright grade``: how many solutions there are, the level, and the steps to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilewright.cli import run
from tilewright.cover import compile_cover
from tilewright.deduction import GRADES, grade
from tilewright.puzzle import find_puzzle, puzzle_text

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", ["talos:hub-gates-1", "dots:4x6-easy"])
def test_the_grade_is_that_of_the_deductions(name: str, tmp_path: Path, capsys: Captured) -> None:
    wanted = grade(compile_cover(find_puzzle(name).problem()))
    (tmp_path / "own.txt").write_text(puzzle_text(find_puzzle(name)))
    for word in (name, str(tmp_path / "own.txt")):
        assert run(["grade", word, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["solutions"], told["complete"]) == ("1", True)
        assert (told["level"], told["score"]) == (wanted.level, wanted.score)
        assert [step["text"] for step in told["steps"]] == [step.text for step in wanted.steps]
        assert {step["kind"] for step in told["steps"]} <= GRADES[told["level"]]


def test_the_steps_are_printed(capsys: Captured) -> None:
    assert run(["grade", "2x3", "L3=2"]) == 0
    first, *steps = capsys.readouterr().out.splitlines()
    assert "one solution" in first
    assert steps[0].startswith("1. ")
    assert run(["grade", "2x3", "L3=2", "-q"]) == 0
    assert capsys.readouterr().out.strip() in GRADES


def test_a_puzzle_without_exactly_one_solution_has_no_grade(capsys: Captured) -> None:
    assert run(["grade", "calendar:10-06"]) == 0
    assert capsys.readouterr().out.startswith("7 solutions")
    assert run(["grade", "8x8", "dominoes+", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["solutions"], told["complete"], told["level"]) == ("1000", False, None)
    assert run(["grade", "3x3", "L3", "I3=2"]) == 1
    assert capsys.readouterr().out.startswith("There is no tiling")


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        ("4x4 L4", "the board has 16 cells, but the pieces cover 4"),
        ("4x4-0,0-3,3 dominoes+", "dark where row + column is even"),
    ],
)
def test_why_there_is_no_solution_is_said_as_solve_says_it(
    puzzle: str, why: str, capsys: Captured
) -> None:
    assert run(["grade", *puzzle.split()]) == 1
    told = capsys.readouterr().out
    assert why in told
    assert run(["solve", *puzzle.split()]) == 1
    assert capsys.readouterr().out == told
    assert run(["grade", *puzzle.split(), "--json"]) == 1
    assert why in json.loads(capsys.readouterr().out)["reasons"][0]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("grade", "which puzzle"),
        ("grade 4x4", "which pieces"),
        ("grade talos:hub-gates-1 talos:hub-gates-2", "one puzzle"),
    ],
)
def test_what_cannot_be_graded_is_one_line(line: str, why: str, capsys: Captured) -> None:
    assert run(line.split()) == 2
    said = capsys.readouterr().err
    assert why in said
    assert len(said.splitlines()) == 1
