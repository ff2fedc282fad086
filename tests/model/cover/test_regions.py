"""The kind *pips*: dominoes, and regions with conditions on their numbers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from made import followed, written
from naive_pips import number_of_solutions
from node import in_node
from tilewright.counting import count_details
from tilewright.formats.request import read_id
from tilewright.model.cover import compile_cover
from tilewright.model.puzzle import Puzzle, puzzle_text, read_puzzle_text
from tilewright.model.rules.rule_types import CellRule, Equal, Sum
from tilewright.puzzles import generate
from tilewright.puzzles.making.clues import all_solutions, count_completions
from tilewright.puzzles.making.rules import rules
from tilewright.puzzles.play import Session

#: A hard puzzle, as it was made.
DOMINOES = [
    "00",
    "02",
    "03",
    "11",
    "12",
    "13",
    "15",
    "16",
    "22",
    "24",
    "25",
    "33",
    "35",
    "45",
    "46",
]
CONDITIONS = [
    *("sum 0,0 = 0", "sum 0,1-1,1 = 3", "sum 0,2 = 0", "sum 0,3-1,3 = 1", "equal 0,4-0,5"),
    *("sum 1,0-2,0 = 8", "sum 1,2 = 5", "sum 1,4-2,4 = 2", "sum 1,5 = 4", "sum 2,3 = 2"),
    *("sum 2,1-2,2-3,1 = 8", "sum 2,5 = 3", "sum 3,0-4,0 = 7", "sum 3,2 = 1", "sum 3,3 = 6"),
    *("sum 3,4-4,3-4,4 = 11", "sum 3,5 = 1", "sum 4,1 = 2", "sum 4,2 = 4", "sum 4,5 = 3"),
]


def as_data(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as the small solver takes it; a sum with one bound has no other."""
    problem = puzzle.problem()
    regions: list[dict[str, Any]] = []
    left = {(row, column) for row, column in np.argwhere(problem.board.mask).tolist()}
    for rule in problem.rules:
        assert isinstance(rule, CellRule)
        said: dict[str, Any] = {"type": "equal" if isinstance(rule, Equal) else "unequal"}
        if isinstance(rule, Sum) and rule.most is None:
            said = {"type": "greater", "target": rule.least - 1}
        elif isinstance(rule, Sum) and rule.least == rule.most:
            said = {"type": "sum", "target": rule.most}
        elif isinstance(rule, Sum):
            assert rule.least == 0
            assert rule.most is not None
            said = {"type": "less", "target": rule.most + 1}
        regions.append({"indices": [list(cell) for cell in rule.cells], **said})
        left -= {(cell[0], cell[1]) for cell in rule.cells}
    regions += [{"indices": [list(cell)], "type": "empty"} for cell in left]
    dominoes = [
        [int(mark) for mark in piece.marks] for piece in problem.pieces for _ in range(piece.least)
    ]
    return {"dominoes": dominoes, "regions": regions}


@pytest.mark.parametrize("board", ["2x4", "3x4", "###/#.#/###"])
def test_made_puzzles_have_one_solution_by_a_small_solver(board: str) -> None:
    for seed in range(4):
        made = generate("pips", board, seed=seed)
        assert number_of_solutions(as_data(made.puzzle)) == tw.count(made.puzzle.problem())
        assert not made.solution.faults(made.puzzle.problem())
        assert read_id(made.puzzle.name) == made.puzzle
        assert read_puzzle_text(puzzle_text(made.puzzle)) == made.puzzle
    assert generate("pips", board, seed=seed).puzzle == made.puzzle


def test_a_large_puzzle_is_counted_by_a_short_search() -> None:
    """Counting layer by layer needs hundreds of millions of states."""
    shown = {str(digit): [""] for digit in range(7)}
    problem = tw.Problem("5x6", *DOMINOES, marks_agree=shown, rules=CONDITIONS)
    details = count_details(problem)
    assert (details.value, details.method) == (1, "listing")


def test_dominoes_are_those_of_the_set() -> None:
    made = generate("pips", "4x5", "double-3", seed=2)
    shown = Counter(piece.word() for piece in made.puzzle.problem().pieces)
    assert shown == Counter(piece.word() for piece in tw.Problem("4x5", "double-3").pieces)
    with pytest.raises(tw.RequestError, match="dominoes with numbers"):
        generate("pips", "4x4", "dominoes+")
    with pytest.raises(tw.RequestError, match="only on flat boards of squares"):
        generate("pips", "torus:4x4")


def test_a_level_is_kept_and_conditions_can_be_fewest() -> None:
    assert generate("pips", "3x4", level="easy", seed=1).grade.level == "easy"
    made = generate("pips", "3x4", seed=1, minimal=True).puzzle
    for left_out in range(len(made.conditions)):
        kept = made.conditions[:left_out] + made.conditions[left_out + 1 :]
        loose = tw.Problem("3x4", *made.pieces, marks_agree=dict(made.marks_agree), rules=kept)
        assert tw.count(loose) > tw.count(made.problem())


def test_both_searches_find_the_same_number_with_fewer_conditions() -> None:
    several = 0
    for seed in range(6):
        made = generate("pips", "3x4", seed=seed).puzzle
        loose = tw.Problem(
            "3x4", *made.pieces, marks_agree=dict(made.marks_agree), rules=made.conditions[1:]
        )
        cover = compile_cover(loose)
        found = all_solutions(cover, 5000, None, engine="dance")
        assert found is not None
        assert count_completions(cover, 5001) == len(found)
        several += len(found) > 1
    assert several


def test_a_puzzle_is_played_by_its_hints() -> None:
    made = generate("pips", "3x4", seed=3)
    session = Session(made.puzzle)
    assert any("rule" in hint.kinds for hint in followed(session))


def test_words_and_files(tmp_path: Path) -> None:
    made = generate("pips", "3x4", seed=1)
    assert rules(made.puzzle).startswith("Lay all dominoes on the board. In each region, the")
    written(tmp_path, "pips", "3x4")


def test_the_page_makes_them_too() -> None:
    request = {"pieces": None, "level": None, "minimal": False, "date": None}
    asked = [
        {**request, "kind": "pips", "board": board, "seed": seed}
        for board in ("2x4", "3x4")
        for seed in range(2)
    ]
    for answer in in_node("making.js", asked):
        made = read_id(answer["puzzle"]["id"])
        assert number_of_solutions(as_data(made)) == tw.count(made.problem())
        assert answer["puzzle"]["level"] == tw.grade(made.problem()).level
