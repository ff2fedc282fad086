"""Pips: files of dominoes and regions with conditions, counted by two ways that share no code."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from naive_pips import holds, number_of_solutions
from tilewright.apps.command import run
from tilewright.drawing import draw_answer, draw_puzzle, draw_tiling
from tilewright.formats import read_entries
from tilewright.model.puzzle import Level
from tilewright.model.rules.rule_types import CellRule, Equal, Sum
from tilewright.model.space.labels import EMPTY

Cell = tuple[int, int]

#: A puzzle with one solution.
ONE = {
    "dominoes": [[3, 5], [0, 0], [1, 6], [2, 2]],
    "regions": [
        {"indices": [[0, 0], [0, 1]], "type": "sum", "target": 8},
        {"indices": [[0, 2], [1, 2]], "type": "equal"},
        {"indices": [[1, 0]], "type": "less", "target": 1},
        {"indices": [[1, 1]], "type": "empty"},
        {"indices": [[2, 0]], "type": "greater", "target": 5},
        {"indices": [[2, 1]], "type": "sum", "target": 1},
    ],
}


def random_puzzle(seed: int) -> dict[str, Any]:
    """A puzzle made from a solution, with regions and conditions of all types."""
    dice = random.Random(seed)
    rows, columns = dice.choice([(2, 3), (2, 4), (3, 4), (2, 5)])
    cut = tw.solve(f"{rows}x{columns}", "domino+", seed=seed)
    assert cut is not None
    on: dict[Cell, int] = {}
    dominoes = []
    for _, (one, two) in cut:
        on[one], on[two] = dice.randrange(3), dice.randrange(4)
        dominoes.append([on[one], on[two]])
    left, regions = set(on), []
    while left:
        region = [dice.choice(sorted(left))]
        for _ in range(dice.randrange(3)):
            beside = sorted(
                cell
                for cell in left.difference(region)
                if any(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c in region)
            )
            region += [dice.choice(beside)] if beside else []
        left -= set(region)
        numbers = [on[cell] for cell in region]
        total = sum(numbers)
        choices: list[dict[str, Any]] = [
            {"type": "sum", "target": total},
            {"type": "less", "target": total + dice.randint(1, 3)},
        ]
        if dice.random() < 0.2:
            choices = [{"type": "empty"}]
        if total:
            choices.append({"type": "greater", "target": total - 1})
        if len(region) > 1:
            kinds = (("equal", {"type": "equal"}), ("unequal", {"type": "unequal"}))
            choices += [each for _, each in kinds if holds(each, numbers)] * 3
        regions.append({"indices": [list(cell) for cell in region], **dice.choice(choices)})
    return {"dominoes": dominoes, "regions": regions}


def problems(path: Path, data: Any) -> list[tw.Problem]:
    """Write a puzzle file and read it."""
    path.write_text(json.dumps(data))
    return [entry.problem for entry in read_entries(str(path))[1] if entry.problem]


def test_counts_agree_with_a_small_solver(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for seed in range(40):
        puzzle = random_puzzle(seed)
        (problem,) = problems(tmp_path / "puzzle.json", puzzle)
        expected = number_of_solutions(puzzle)
        assert expected > 0
        assert tw.count(problem) == expected, puzzle
        assert len([*tw.tilings(problem)]) == expected, puzzle
        seen.update(region["type"] for region in puzzle["regions"])
    assert min(seen.values()) >= 5, seen
    assert len(seen) == 6


def test_a_file_is_solved_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(ONE))
    assert number_of_solutions(ONE) == 2
    assert run(["count", str(path), "-q"]) == 0
    assert capsys.readouterr().out == "2\n"
    assert run(["solve", str(path)]) == 0
    shown = capsys.readouterr().out.split("\n")
    assert "2" in shown[1] and "6" in shown[5] and "1" in shown[5]
    # A day's file has several puzzles, by name; positions may begin anywhere.
    moved = json.loads(json.dumps(ONE))
    for region in moved["regions"]:
        region["indices"] = [[row + 3, column + 2] for row, column in region["indices"]]
    easy, hard = problems(path, {"printDate": "2026-11-27", "easy": ONE, "hard": moved})
    assert easy == hard


def test_a_hint_begins_at_a_region() -> None:
    agree = {"1": [""], "2": [""]}
    problem = tw.Problem("1x2", "12", marks_agree=agree, rules=["sum 0,0 = 2"])
    hint = tw.hint(problem)
    assert hint.kinds == ("rule", "cell")
    assert hint.clue is not None and hint.clue.text == (
        "this cell (0,0) is a region of its own and must be 2"
    )
    assert "only the domino 1-2 has a 2 left" in hint.text
    assert hint.placement is not None and hint.placement.word() == "12/:0,0=2-0,1=1"
    assert tw.hint(problem, [hint.placement]).action == "done"
    assert tw.hint(problem, ["12:0,0=1-0,1=2"]).action == "lift"


def test_a_puzzle_is_printed_with_its_regions(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path / "puzzle.json", ONE)
    picture = draw_puzzle(problem)
    badges = [text.text for text in picture.texts][:5]
    assert badges == ["8", "=", "0", ">5", "1"]
    path = tmp_path / "sheet.pdf"
    assert run(["print", str(tmp_path / "puzzle.json"), "-o", str(path), "-q"]) == 0
    assert path.read_bytes().startswith(b"%PDF")


def test_disconnected_regions_are_allowed(tmp_path: Path) -> None:
    puzzle = {
        "dominoes": [[0, 1], [0, 1]],
        "regions": [
            {"indices": [[0, 0], [0, 3]], "type": "equal"},
            {"indices": [[0, 1], [0, 2]], "type": "sum", "target": 2},
        ],
    }
    (problem,) = problems(tmp_path / "puzzle.json", puzzle)
    assert tw.count(problem) == number_of_solutions(puzzle) == 1


def changed(number: int, **values: Any) -> dict[str, Any]:
    """The puzzle with another region."""
    regions = [dict(region) for region in ONE["regions"]]
    regions[number].update(values)
    return {**ONE, "regions": regions}


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (changed(3, indices=[[0, 0]]), "regions 1 and region 4 (0,0) overlap in the cell 0,0"),
        (changed(0, indices=[[0, 0], [0, 0]]), "region 1 (0,0-0,0) lists the cell 0,0 twice"),
        (
            changed(0, target=12),
            "region 1 (0,0-0,1) must add up to 12, but its 2 cells can show at most 11",
        ),
        (
            changed(2, target=0),
            "region 3 (1,0) must add up to less than 0, but its 1 cell must show at least 0",
        ),
        (changed(4, target=6), "region 5 (2,0) must add up to more than 6"),
        (changed(0, type="twice"), "the type of region 1 must be one of sum, less, greater"),
        (changed(0, target=None), "region 1 needs a target"),
        (changed(0, indices=[]), "region 1 must have a list of indices"),
        (
            {**ONE, "dominoes": [[0, 1]]},
            "the regions have 8 cells, but the 1 dominoes cover 2",
        ),
        (
            {**ONE, "dominoes": [[0, 12]]},
            "a domino must be two numbers from 0 to 9",
        ),
    ],
)
def test_what_is_wrong_is_said_with_the_region(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], puzzle: dict[str, Any], said: str
) -> None:
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(puzzle))
    code = run(["solve", str(path), "-q"])
    error = capsys.readouterr().err
    assert said in error
    assert code == 2
    assert error.count("\n") == 1


def test_files_of_the_newspaper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They write *equals*, and name the puzzles of a day by their levels."""
    newspaper = json.loads(json.dumps(ONE).replace('"equal"', '"equals"'))
    path = tmp_path / "day.json"
    other = {"dominoes": [[0, 1]], "regions": [{"indices": [[0, 0], [0, 1]], "type": "empty"}]}
    assert problems(path, newspaper) == problems(tmp_path / "puzzle.json", ONE)
    path.write_text(json.dumps({"printDate": "2026-11-27", "easy": other, "hard": newspaper}))
    for which in ("2", "hard"):
        assert tw.read(f"{path}#{which}") == problems(tmp_path / "puzzle.json", ONE)[0]
        for command in (["count", "-q"], ["solve", "--all", "-q"]):
            assert run([command[0], f"{path}#{which}", *command[1:]]) == 0
            assert capsys.readouterr().out == "2\n"
        assert run(["convert", f"{path}#{which}", "--to", "puzzle"]) == 0
        assert "rule: sum 0,0-0,1 = 8\n" in capsys.readouterr().out
    for which, said in (("3", "must be 1 to 2, got 3"), ("expert", "Names: easy, hard; or give")):
        assert run(["count", f"{path}#{which}"]) == 2
        assert said in capsys.readouterr().err
    assert run(["count", str(path)]) == 2
    assert f"or by its name, {path}#easy" in capsys.readouterr().err


@pytest.mark.parametrize("color_by", [None, "piece"])
def test_a_solution_is_drawn_with_its_regions(tmp_path: Path, color_by: str | None) -> None:
    (problem,) = problems(tmp_path / "puzzle.json", ONE)
    solution = tw.solve(problem)
    assert solution is not None
    own: Any = {"color_by": color_by} if color_by else {}
    for picture in (
        draw_tiling(problem, solution, **own),
        draw_answer(problem, solution, title="", **own),
    ):
        shown = [text.text for text in picture.texts]
        assert shown[-5:] == ["8", "=", "0", ">5", "1"]
        regions = [{(0, 0), (0, 1)}, {(0, 2), (1, 2)}, {(1, 1)}]
        colors = [{int(picture.fill[cell]) for cell in region} for region in regions]
        if color_by is None:
            assert [len(each) for each in colors] == [1, 1, 1]
            assert colors[0] != colors[1] and colors[2] == {EMPTY}
        outlines = (picture.horizontal, picture.vertical)
        plain = tw.draw(solution)
        assert all(map(np.array_equal, outlines, (plain.horizontal, plain.vertical)))
    path = tmp_path / "picture.svg"
    file = str(tmp_path / "puzzle.json")
    words = ["--color-by", "piece"] if color_by else []
    assert run(["solve", file, "-o", str(path), *words]) == 0
    assert "&gt;5" in path.read_text()


@pytest.mark.parametrize("ending", [".svg", ".txt"])
@pytest.mark.parametrize("command", ["solve", "sample"])
@pytest.mark.parametrize("rule", ["clues 0,0=I 1,3=I", "clues 0,3=4"])
def test_the_picture_of_a_tiling_has_the_clues(
    tmp_path: Path, rule: str, command: str, ending: str
) -> None:
    path = tmp_path / f"picture{ending}"
    assert run([command, "2x4", "tetrominoes+", "--rule", rule, "-o", str(path)]) == 0
    text = path.read_text()
    assert f">{rule[-1]}<" in text or f" {rule[-1]} " in text
    if ending == ".txt":
        (tiling,) = tw.read_tilings(path)
        assert not tiling.faults(tw.Problem("2x4", "tetrominoes+"))


def test_numbers_are_drawn_without_any_condition(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "free.json"
    cells = [[row, column] for row in range(3) for column in range(2)]
    regions = [{"indices": [cell], "type": "empty"} for cell in cells]
    file.write_text(json.dumps({"dominoes": [[1, 2], [0, 0], [3, 4]], "regions": regions}))

    assert run(["solve", str(file)]) == 0
    assert sorted(filter(str.isdigit, capsys.readouterr().out)) == [*"001234"]
    assert run(["solve", str(file), "--seed", "3", "-o", str(tmp_path / "free.svg"), "-q"]) == 0
    written = re.findall(r">(\d)</text>", (tmp_path / "free.svg").read_text())
    assert sorted(written) == [*"001234"]


#: What a region of each kind is called in the small solver.
SHOWN = {"=": "sum", "<": "less", ">": "greater"}


def as_shown(made: tw.Generated) -> dict[str, Any]:
    """The puzzle as the small solver reads it."""
    left = {(int(row), int(column)) for row, column in np.argwhere(made.puzzle.board.mask)}
    regions: list[dict[str, Any]] = []
    for rule in made.puzzle.problem().rules:
        assert isinstance(rule, CellRule)
        left -= set(rule.cells)
        region: dict[str, Any] = {"indices": [list(cell) for cell in rule.cells]}
        if isinstance(rule, Sum):
            badge = rule.badge()
            region["type"] = SHOWN.get(badge[0], "sum")
            region["target"] = int(badge.lstrip("<>"))
        else:
            region["type"] = "equal" if isinstance(rule, Equal) else "unequal"
        regions.append(region)
    regions += [{"indices": [list(cell)], "type": "empty"} for cell in sorted(left)]
    dominoes = [
        [int(mark) for mark in piece.marks]
        for piece in made.puzzle.problem().pieces
        for _ in range(piece.least)
    ]
    return {"dominoes": dominoes, "regions": regions}


#: The largest score of a puzzle of each level, for each domino.
MOST: dict[Level, int] = {"easy": 5, "medium": 8, "hard": 75}


def test_made_regions_are_those_of_a_newspaper() -> None:
    """Few regions have one cell, none more than five; all conditions occur; few cells are free."""
    sizes: Counter[int] = Counter()
    types: Counter[str] = Counter()
    for level, most in MOST.items():
        for board in ("3x4", "4x4"):
            for seed in range(1, 9):
                made = tw.generate("pips", board, level=level, seed=seed, timeout=None)
                assert made.grade.level == level
                assert made.grade.score <= most * made.puzzle.board.area // 2
                puzzle = as_shown(made)
                assert number_of_solutions(puzzle) == 1
                for region in puzzle["regions"]:
                    types[region["type"]] += 1
                    if region["type"] != "empty":
                        sizes[len(region["indices"])] += 1
    assert max(sizes) <= 5
    assert sizes[1] <= 0.15 * sum(sizes.values()), sizes
    assert len(types) == 6, types
    assert types["empty"] <= 0.1 * sum(size * number for size, number in sizes.items())


def test_a_board_without_many_dominoes_has_puzzles() -> None:
    for board in ("1x2", "2x2", "2x3", "1x4"):
        made = tw.generate("pips", board, seed=1, timeout=None)
        assert number_of_solutions(as_shown(made)) == 1
