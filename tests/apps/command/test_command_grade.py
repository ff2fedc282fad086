"""``tilewright grade``: how many solutions there are, the level, and the steps to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.model.cover import compile_cover
from tilewright.model.puzzle import find_puzzle, puzzle_text
from tilewright.puzzles.deduction import GRADES, grade
from tilewright.solving.search import SeveralSolutionsError

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
    assert run(["grade", "calendar:10-06"]) == 1
    assert capsys.readouterr().out.startswith("7 solutions")
    assert run(["grade", "8x8", "dominoes+", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["solutions"], told["complete"], told["level"]) == ("1000", False, None)
    assert run(["grade", "3x3", "L3", "I3=2"]) == 1
    assert capsys.readouterr().out.startswith("There is no tiling")


#: A puzzle of Pips in which the dominoes 2-2 and 3-4 may lie in four ways.
PIPS = {
    "dominoes": [[1, 1], [2, 2], [3, 4]],
    "regions": [
        {"indices": [[0, 0], [0, 1]], "type": "sum", "target": 2},
        {"indices": [[1, 0], [1, 1], [2, 0], [2, 1]], "type": "greater", "target": 10},
    ],
}


def test_two_of_several_solutions_are_shown(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "pips.json"
    path.write_text(json.dumps(PIPS))
    wanted = tw.read(path)
    assert run(["grade", str(path)]) == 1
    first, *pictures = capsys.readouterr().out.splitlines()
    assert first.startswith("4 solutions: ")
    assert "differ in the cells 1,0-1,1-2,0-2,1:" in first
    assert sum("1   1" in line for line in pictures) == 2
    assert run(["grade", str(path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    shown = [tw.Tiling.from_json(each) for each in told["examples"]]
    assert shown[0] != shown[1]
    assert [each.faults(wanted) for each in shown] == [[], []]
    assert told["differing_cells"] == [[1, 0], [1, 1], [2, 0], [2, 1]]
    with pytest.raises(tw.RequestError, match="differ in the cells 1,0-1,1-2,0-2,1") as caught:
        tw.grade(path)
    error = caught.value
    assert isinstance(error, SeveralSolutionsError)
    assert (list(error.solutions), error.count, error.complete) == (shown, 4, True)
    assert "has 4 solutions" in str(error)
    with pytest.raises(SeveralSolutionsError, match="has at least 1,000 solutions") as caught:
        tw.grade("6x10 pentominoes")
    assert (caught.value.count, caught.value.complete) == (1000, False)


def test_who_prints_a_puzzle_with_clues_learns_that_it_has_several_solutions(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "pips.json"
    path.write_text(json.dumps(PIPS))
    note = "has several solutions"
    for words, noted in (([str(path)], True), (["4x4", "dominoes+"], False)):
        assert run(["print", *words, "-o", str(tmp_path / "sheet.pdf")]) == 0
        assert (note in capsys.readouterr().err) == noted
    path.write_text(
        json.dumps(
            {
                **PIPS,
                "regions": [
                    {"indices": [[row, column]], "type": "sum", "target": number}
                    for row, pair in enumerate(PIPS["dominoes"])
                    for column, number in enumerate(pair)
                ],
            }
        )
    )
    assert run(["print", str(path), "-o", str(tmp_path / "sheet.pdf")]) == 0
    assert note not in capsys.readouterr().err


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
