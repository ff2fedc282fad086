"""A seed makes the same puzzle in the library and on the page, of every kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from node import in_node
from tilewright.errors import TilewrightError
from tilewright.formats.request import read_id
from tilewright.model.puzzle import KINDS, Puzzle
from tilewright.model.puzzle.ids import whole_id
from tilewright.puzzles import generate
from tilewright.puzzles.making.field import EFFORT

#: Kind, board, pieces, level, and whether clues are the fewest.
REQUESTS: list[tuple[str, str, list[str] | None, str | None, bool]] = [
    ("dots", "4x6", None, None, False),
    ("dots", "6x6", None, "medium", False),
    ("dots", "4x6", ["L3"], None, True),
    ("hole", "5x5", ["L3"], "easy", False),
    ("hole", "7x7", ["trominoes"], None, False),
    ("hole", "hex:4x4", None, "medium", False),
    ("hole", "torus:4x5", None, None, True),
    ("given", "4x5", ["tetromino:ILTTZ"], None, False),
    ("given", "5x12", ["pentominoes"], "easy", False),
    ("given", "hex:4x6", None, None, True),
    ("given", "cube:3x3x3", None, "medium", False),
    ("given", "klein:5x8", None, None, False),
    ("given", "tri:4x9", None, "hard", False),
    ("sigil", "4x4", None, None, False),
    ("sigil", "4x5", None, "medium", False),
    ("sigil", "tri:triangle6", ["tetriamonds"], None, False),
    ("sigil", "torus:tri:3x4", None, None, False),
    ("calendar", "", None, None, True),
    ("calendar", "", None, "easy", False),
    ("weekday", "", None, "medium", False),
    ("dominosa", "4x5", None, None, False),
    ("dominosa", "6x7", None, "hard", False),
    ("shikaku", "6x6", None, None, False),
    ("shikaku", "5x5-2,2", None, "easy", False),
    ("shikaku", "6x7", ["rectangles-20+"], None, False),
    ("pentominous", "5x5", None, None, False),
    ("tetrominous", "6x6", None, "medium", False),
    ("tetrominous", "4x4", None, None, True),
    ("heteromino", "5x5", None, None, True),
    ("heteromino", "6x6", None, "medium", False),
    ("fillomino", "4x5", None, None, False),
    ("fillomino", "5x5", ["polyominoes-5"], "medium", False),
    ("pips", "3x4", None, None, False),
    ("pips", "4x4", None, "medium", False),
    ("pips", "4x5", ["double-3=0..1"], None, True),
]


def described(name: str) -> Puzzle:
    """The puzzle of an ID without the ID, which is packed in different ways."""
    return replace(read_id(name), name="")


def made_here(
    kind: str, board: str, pieces: list[str] | None, level: str | None, minimal: bool, seed: int
) -> tuple[Puzzle, str] | None:
    """The ID and the level of a puzzle of the library; None if attempts fail."""
    try:
        made = generate(
            kind,
            board or None,
            *(pieces or []),
            seed=seed,
            level=level,
            minimal=minimal,
            attempts=EFFORT.attempts,
            timeout=None,
        )
    except TilewrightError:
        return None
    return described(whole_id(made.puzzle)), made.grade.level


def check_seeds(requests: list[tuple[Any, ...]], seeds: range) -> int:
    """Compare what is made; return how many puzzles there are."""
    every = [(*request, seed) for request in requests for seed in seeds]
    asked = [
        {
            "kind": kind,
            "board": board or None,
            "pieces": pieces,
            "level": level,
            "minimal": minimal,
            "seed": seed,
            "attempts": EFFORT.attempts,
            "date": None,
        }
        for kind, board, pieces, level, minimal, seed in every
    ]
    made = 0
    for each, answer in zip(every, in_node("making.js", asked), strict=True):
        puzzle, here = answer["puzzle"], made_here(*each)
        there = puzzle and (described(puzzle["id"]), puzzle["level"])
        # Lists of pieces are tried one by one after all attempts.
        if here is not None or each[0] != "sigil":
            assert there == here, each
        made += puzzle is not None
    return made


def test_a_seed_makes_the_same_puzzle_on_the_page() -> None:
    assert {kind for kind, *_ in REQUESTS} == {*KINDS.built_in}
    assert check_seeds(REQUESTS, range(3, 5)) > 1.8 * len(REQUESTS)


def test_each_level_of_a_kind_is_made_on_its_board() -> None:
    asked = [
        {"kind": kind, "board": board or None, "pieces": None, "level": level, "seed": 11}
        for kind, about in KINDS.built_in.items()
        for level, board in about.levels.items()
    ]
    assert {each["kind"] for each in asked} == {*KINDS.built_in}
    made = [answer["puzzle"] for answer in in_node("making.js", asked)]
    found = [puzzle and puzzle["level"] for puzzle in made]
    assert found == [each["level"] for each in asked]


@pytest.mark.slow
def test_many_seeds_make_the_same_puzzles_on_the_page() -> None:
    assert check_seeds(REQUESTS, range(100, 110)) > 9 * len(REQUESTS)


def test_the_page_ends_at_once_if_there_is_no_tiling() -> None:
    requests = [("dots", "2x4", "I3"), ("given", "2x4", "T4"), ("tetrominous", "4x5", "T4")]
    asked = [
        {"kind": kind, "board": board, "pieces": [piece], "seed": 1}
        for kind, board, piece in requests
    ]
    assert [answer["puzzle"] for answer in in_node("making.js", asked)] == [None] * len(requests)
