"""Pentominous and tetrominous: a board divided into pieces, equal ones apart, by some letters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from dividing import divisions
from made import followed, made_by_the_page, written
from tilewright.formats.request import read_id
from tilewright.model.puzzle import Kind, Puzzle, puzzle_text, read_puzzle_text
from tilewright.model.rules.rule_types import Clues
from tilewright.puzzles import NoPuzzleError, generate
from tilewright.puzzles.making.rules import rules
from tilewright.puzzles.play import Session

SIZES: dict[str, int] = {"pentominous": 5, "tetrominous": 4}


def solved(puzzle: Puzzle) -> list[set[frozenset[tuple[int, ...]]]]:
    """All solutions by a solver that shares nothing with the library."""
    problem = puzzle.problem()
    (clues,) = (rule for rule in problem.rules if isinstance(rule, Clues))
    free = frozenset((row, column) for row, column in np.argwhere(problem.board.mask).tolist())
    return list(divisions(free, SIZES[puzzle.kind], clues.at))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "board"),
    [
        ("tetrominous", "4x4"),
        ("tetrominous", "6x6"),
        ("pentominous", "5x5"),
        ("pentominous", "4x5"),
    ],
)
def test_made_puzzles_have_one_solution_by_another_solver(kind: Kind, board: str) -> None:
    for seed in range(1 if board == "6x6" else 3):
        made = generate(kind, board, seed=seed)
        assert solved(made.puzzle) == [{frozenset(cells) for _, cells in made.solution}]
        assert read_id(made.puzzle.name) == made.puzzle
        assert read_puzzle_text(puzzle_text(made.puzzle)) == made.puzzle
    assert generate(kind, board, seed=seed).puzzle == made.puzzle


def test_counts_with_fewer_letters_agree_with_another_solver() -> None:
    several = 0
    for seed in range(6):
        made = generate("tetrominous", "4x5", seed=seed).puzzle
        apart, clues = made.conditions
        left = clues.rpartition(" ")[0]
        if left == "clues":
            continue
        problem = tw.Problem("4x5", "tetrominoes+", rules=[apart, left])
        fewer = Puzzle.of(problem, kind="tetrominous")
        number = len(solved(fewer))
        several += number > 1
        assert number == tw.count(fewer.problem())
    assert several


def test_a_level_is_kept_and_letters_can_be_fewest() -> None:
    easy = generate("tetrominous", "4x4", level="easy", seed=1)
    assert easy.grade.level == "easy"
    fewest = generate("tetrominous", "4x4", minimal=True, seed=1).puzzle
    apart, clues = fewest.conditions
    given = clues.split()[1:]
    for left_out in given:
        kept = " ".join(["clues", *(each for each in given if each != left_out)])
        loose = [apart, *([kept] if len(given) > 1 else [])]
        assert tw.count("4x4", "tetrominoes+", rules=loose) > 1


@pytest.mark.parametrize("asked", [{"level": "easy"}, {"minimal": True}])
def test_a_board_with_one_division_needs_no_letters(asked: dict[str, Any]) -> None:
    made = generate("tetrominous", "2x2", seed=1, **asked)
    assert not any(isinstance(rule, Clues) for rule in made.puzzle.problem().rules)
    assert made.solution.labels.tolist() == [[0, 0], [0, 0]]


def test_a_puzzle_is_played_by_its_hints_and_outlines() -> None:
    made = generate("tetrominous", "4x4", seed=3)
    session = Session(made.puzzle)
    assert session.rules.drawn
    assert any(hint.kinds for hint in followed(session))
    # Two equal pieces side by side do not solve it.
    session = Session(Puzzle.of(tw.Problem("2x4", "tetrominoes+", rules=["apart"])))
    for row in (0, 1):
        session = session.outline([(row, column) for column in range(4)])
    assert not session.solved


def test_words_and_files(tmp_path: Path) -> None:
    made = generate("pentominous", "5x5", seed=1)
    assert rules(made.puzzle).startswith("Divide the board into pentominoes.")
    shown = written(tmp_path, "pentominous", "5x5")
    for clue in made.puzzle.conditions[1].split()[1:]:
        assert f">{clue[-1]}</text>" in shown


def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(NoPuzzleError, match="16 cells"):
        generate("pentominous", "4x4")
    with pytest.raises(NoPuzzleError, match="no tiling"):
        generate("tetrominous", "2x4", "I4")
    with pytest.raises(tw.RequestError, match="supported only on flat boards"):
        generate("tetrominous", "hex:4x4", "hex:####")


def test_the_page_makes_them_too() -> None:
    for puzzle in made_by_the_page(
        ("tetrominous", "4x4"), ("tetrominous", "6x6"), ("pentominous", "5x5")
    ):
        made = read_id(puzzle["id"])
        assert len(solved(made)) == 1
        assert puzzle["level"] == tw.grade(made.problem()).level
        assert [cell[-1] for cell in puzzle["clues"]] == [
            clue[-1] for clue in made.conditions[1].split()[1:]
        ]
