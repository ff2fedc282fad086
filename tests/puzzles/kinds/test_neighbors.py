"""Heteromino and Fillomino: a board divided into pieces, those of one class apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

import tilewright as tw
from dividing import Cell, Tile, beside, grow_tile
from made import followed, made_by_the_page, written
from tilewright.formats.request import read_id
from tilewright.model.piece import parse_pieces, shortest_words
from tilewright.model.puzzle import Kind, Puzzle, puzzle_text, read_puzzle_text
from tilewright.model.rules.rule_types import Clues
from tilewright.puzzles import NoPuzzleError, generate
from tilewright.puzzles.making.rules import rules
from tilewright.puzzles.play import Session

#: The rule of the kind *heteromino*.
RULES = ["apart same-way"]


def look(region: Tile, kind: Kind) -> object:
    """What regions side by side must not have in common."""
    if kind == "fillomino":
        return len(region)
    top, left = (min(values) for values in zip(*region, strict=True))
    return frozenset((row - top, column - left) for row, column in region)


def solved(puzzle: Puzzle) -> list[set[Tile]]:
    """All solutions by a solver that shares nothing with the library."""
    problem = puzzle.problem()
    given = {
        cell: clue for rule in problem.rules if isinstance(rule, Clues) for cell, clue in rule.clues
    }
    sizes = {len(piece.polyomino) for piece in problem.pieces}

    def fill(free: frozenset[Cell], owner: dict[Cell, Tile]) -> Iterator[set[Tile]]:
        if not free:
            yield set(owner.values())
            return
        first = frozenset([min(free)])
        for region in set().union(*(grow_tile(first, free, size) for size in sizes)):
            if any(given.get(cell, len(region)) != len(region) for cell in region):
                continue
            near = {owner[other] for cell in region for other in beside(cell) if other in owner}
            if look(region, puzzle.kind) not in {look(other, puzzle.kind) for other in near}:
                yield from fill(free - region, owner | dict.fromkeys(region, region))

    cells = ((row, column) for row, column in np.argwhere(problem.board.mask).tolist())
    return list(fill(frozenset(cells), {}))


@pytest.mark.parametrize(
    ("kind", "board"), [("heteromino", "5x5"), ("heteromino", "6x6"), ("fillomino", "4x4")]
)
def test_made_puzzles_have_one_solution_by_another_solver(kind: Kind, board: str) -> None:
    for seed in range(3):
        made = generate(kind, board, seed=seed)
        assert solved(made.puzzle) == [{frozenset(cells) for _, cells in made.solution}]
        assert read_id(made.puzzle.name) == made.puzzle
        assert read_puzzle_text(puzzle_text(made.puzzle)) == made.puzzle
    assert generate(kind, board, seed=seed).puzzle == made.puzzle


def with_tile(mask: np.ndarray, cells: Iterable[Cell]) -> tw.Board:
    larger = mask.copy()
    larger[tuple(zip(*cells, strict=True))] = True
    return tw.Board(larger)


def test_boards_with_holes_have_as_few_as_possible() -> None:
    """The holes are tiles, none of which can be given back to the board, and four cells."""
    # With 21, the board to which no more tiles can be given back is in several parts.
    for seed in (0, 1, 21):
        mask = generate("heteromino", "5x5", seed=seed, minimal=True).puzzle.board.mask
        assert any(
            all(tw.count(with_tile(mask, cells), "trominoes+", rules=RULES) > 1 for _, cells in cut)
            for cut in tw.tilings(tw.Board(~mask), "trominoes+", empty=4, rules=RULES)
        )
    easy = generate("heteromino", "6x6", level="easy", seed=1)
    assert easy.grade.level == "easy"
    assert easy.puzzle.board.lattice.connected(
        map(tuple, np.argwhere(easy.puzzle.board.mask).tolist())
    )


@pytest.mark.parametrize(("kind", "board"), [("heteromino", "5x5"), ("fillomino", "4x4")])
def test_a_puzzle_is_played_by_its_hints_and_outlines(kind: Kind, board: str) -> None:
    session = Session(generate(kind, board, seed=3).puzzle)
    assert session.rules.drawn
    assert any(hint.kinds for hint in followed(session))


@pytest.mark.parametrize(
    ("kind", "problem", "outlines"),
    [
        (
            "heteromino",
            tw.Problem("2x3", "trominoes+", rules=["apart same-way"]),
            [[(row, column) for column in range(3)] for row in range(2)],
        ),
        (
            "fillomino",
            tw.Problem("2x2", "polyominoes-4+", rules=["apart size"]),
            [[(row, 0), (row, 1)] for row in range(2)],
        ),
    ],
)
def test_equal_neighbors_are_no_solution(
    kind: Kind, problem: tw.Problem, outlines: list[list[Cell]]
) -> None:
    session = Session(Puzzle.of(problem, kind=kind))
    for cells in outlines:
        session = session.outline(cells)
    assert not session.solved


@pytest.mark.parametrize(
    ("kind", "board", "words"),
    [
        ("heteromino", "5x5", "two pieces of the same shape that lie the same way share a side at"),
        ("fillomino", "5x5", "two pieces of the same size share a side at"),
    ],
)
def test_hints_say_which_rule_is_broken(kind: Kind, board: str, words: str) -> None:
    session = Session(generate(kind, board, seed=0).puzzle)
    assert words in " ".join(hint.text for hint in followed(session))


def test_words_and_files(tmp_path: Path) -> None:
    made = generate("fillomino", "4x4", "polyominoes-4", seed=1)
    assert made.puzzle.pieces == ("polyominoes-4+",)
    assert shortest_words(parse_pieces("polyominoes-3")) == ("polyominoes-3",)
    assert rules(made.puzzle).startswith(
        "Divide the board into pieces of up to 4 cells. Two pieces"
    )
    shown = written(tmp_path, "fillomino", "4x4", "polyominoes-4")
    for clue in made.puzzle.conditions[1].split()[1:]:
        assert f">{clue[-1]}</text>" in shown


def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(NoPuzzleError, match="no tiling"):
        generate("fillomino", "2x2", "domino")
    with pytest.raises(tw.RequestError, match="supported only on flat boards"):
        generate("heteromino", "hex:4x4", "hex:###")


def test_the_page_makes_them_too() -> None:
    for puzzle in made_by_the_page(("heteromino", "5x5"), ("fillomino", "4x4")):
        assert len(solved(read_id(puzzle["id"]))) == 1
