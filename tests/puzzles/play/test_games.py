"""Recorded games: what the library says of every state is what was recorded, and so is what the
page says.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from games import Player, checksum, graded, recorded, replay, shown
from node import in_node
from ruled import ruled_problem
from tilewright.apps.page.sheets import read_board
from tilewright.errors import RequestError
from tilewright.formats.request import read_id
from tilewright.model.problem import Problem
from tilewright.model.puzzle import KINDS, Puzzle, make_puzzle
from tilewright.puzzles.play import Session
from tilewright.puzzles.play.remaining import first_tilings
from waiting import NEVER

#: All recorded games. Every 32nd is played in every run, and these, in which other sentences are
#: said.
GAMES = range(len(recorded()))
SAMPLE = sorted({*GAMES[::32], *GAMES[-14:], 4, 12, 31, 56, 75, 174, 205, 504})

every = pytest.mark.parametrize(
    "numbers",
    [SAMPLE, pytest.param(GAMES, marks=pytest.mark.slow)],
    ids=["some games", "all games"],
)


def told(game: dict[str, Any], number: int) -> str:
    """Where a game is."""
    return f"{game['id']} after {game['steps'][: number + 1]}"


def check_hint(session: Session, hint: dict[str, Any]) -> None:
    """What a hint says is true of all solutions that are left."""
    position = session.position
    if hint["action"] in ("lift", "outline"):
        # Of drawn outlines, more may be a piece than there are copies.
        assert (
            position.exceeds(position.tiles)
            or not first_tilings(position.rest(position.tiles, position.drawn), 1, NEVER).tilings
        )
        return
    if hint["action"] == "done":
        assert session.solved
        return
    left = ()
    for tiles in (position.tiles, position.state.placed):
        # An outline that is a piece may also be divided further, or stay empty.
        left = left or first_tilings(position.rest(tiles, position.drawn), 10_000, NEVER).tilings
    if hint["action"] == "none":
        assert not left and hint["text"] == "this puzzle has no solution"
        return
    assert hint["action"] == "place"
    solutions = [
        {
            (
                piece,
                cells,
                () if tiling.marks is None else tuple(str(tiling.marks[c]) for c in cells),
            )
            for piece, cells in tiling
        }
        for tiling in left
    ]
    placed = hint["piece"], tuple(map(tuple, hint["place"])), tuple(hint.get("marks", ()))
    with_it = sum(placed in solution for solution in solutions)
    if hint["kinds"][-1] != "try":
        assert with_it == len(solutions), hint
    elif told := re.search(r"(at least )?(?:(\d+) of the|all) (\d+) ways", hint["text"]):
        cell = tuple(hint["cells"][0])
        ways = {tile for solution in solutions for tile in solution if cell in tile[1]}
        least, some, every_way = told.groups()
        number = int(some or every_way)
        assert number <= len(ways) if least else number == len(ways), hint
    assert with_it > 0
    for picture in hint["pictures"] + hint["cases"]:
        tried = [
            (each["piece"], tuple(map(tuple, each["cells"])), tuple(each.get("marks", ())))
            for each in picture["tried"]
        ]
        if tried and "like this: " in hint["text"] and picture is hint["pictures"][-1]:
            assert {*tried} <= set.intersection(*(each for each in solutions if placed in each))
        elif tried:
            assert not any(tried[0] in solution for solution in solutions), (hint, picture)


@every
def test_the_library_plays_recorded_games(numbers: Sequence[int]) -> None:
    seen: Counter[str] = Counter()
    games = recorded()
    for game in map(games.__getitem__, numbers):
        puzzle = read_id(game["id"])
        board = puzzle.board
        seen.update([puzzle.kind, board.lattice.name, "joined" if board.surface.joined else "flat"])
        assert checksum(graded(puzzle)) == game["grade"], game["id"]
        for number, (session, state) in enumerate(replay(puzzle, game["steps"])):
            hint = state["hint"]
            check_hint(session, hint)
            assert checksum(state) == game["states"][number], (told(game, number), state)
            seen.update([f"hint: {kind}" for kind in hint["kinds"] or [hint["action"]]])
    wanted = [*KINDS, "square", "tri", "hex", "cube", "flat", "joined"]
    wanted += [f"hint: {kind}" for kind in ("cell", "piece", "region", "blocked", "trial", "try")]
    assert {*wanted} <= {*seen}, seen


@every
def test_the_page_plays_recorded_games(numbers: Sequence[int]) -> None:
    games = [*map(recorded().__getitem__, numbers)]
    asked = [{"sheet": shown(read_id(game["id"])), "steps": game["steps"]} for game in games]
    answers = in_node("playing.js", asked)
    for game, found in zip(games, answers, strict=True):
        if not read_id(game["id"]).problem().by_wrap:
            assert checksum(found["grade"]) == game["grade"], (game["id"], found["grade"])
        for number, state in enumerate(found["states"]):
            if checksum(state) != game["states"][number]:
                # What the library says tells where they differ.
                _, own = list(replay(read_id(game["id"]), game["steps"]))[number]
                assert state == json.loads(json.dumps(own)), told(game, number)
                raise AssertionError(f"the record is old: {told(game, number)}")


def both(puzzle: Puzzle, step: dict[str, Any]) -> tuple[Session, dict[str, Any]]:
    """A game after one step, and its hint: what the library says, and the page says the same."""
    puzzle = read_id(shown(puzzle)["id"])
    ((session, state),) = replay(puzzle, [step])
    (found,) = in_node("playing.js", [{"sheet": shown(puzzle), "steps": [step]}])
    assert found["states"] == json.loads(json.dumps([state]))
    return session, state["hint"]


def test_a_piece_that_leaves_no_place_for_others_breaks_a_number_of_tiles() -> None:
    """What is said of it is that a cell cannot be covered."""
    problem = Problem(
        "torus:hex:#/#/?", ".#/#.=0..2", turn="one-sided", rules=["tiles 1", "clues 1,0=2 0,0=2"]
    )
    _, hint = both(Puzzle.of(problem), {"do": "undo"})
    assert hint["kinds"] == ["rule", "cell"]
    assert hint["text"].startswith("if a dihex goes here (0,0), nothing can cover this cell (1,0)")


@pytest.mark.parametrize("puzzle", ["talos:hub-gates-1", Problem("cube:2x2x1", "cube:#/#=2")])
def test_both_note_which_piece_does_not_cover_a_cell(puzzle: str | Problem) -> None:
    game = Session(puzzle if isinstance(puzzle, str) else Puzzle.of(puzzle))
    (one, two, *_), (name, *_) = game.rules.marks, game.problem.names
    saved = game.exclude(name, [one]).exclude(name, [two]).save()
    wrong = {**saved, "moves": [f"x{','.join(map(str, one))}:Q"]}
    steps: list[dict[str, Any]] = [
        {"do": "exclude", "piece": name, "cells": [two, one]},
        {"do": "exclude", "piece": name, "cells": [one]},
        {"do": "exclude", "piece": name, "cells": [[99] * len(one)]},
        {"do": "exclude", "piece": "Q", "cells": [one]},
        {"do": "undo"},
        {"do": "load", "saved": saved},
        {"do": "load", "saved": wrong},
        {"do": "clear"},
    ]
    sheet = shown(game.puzzle)
    own = [state for _, state in replay(read_id(sheet["id"]), steps)]
    (found,) = in_node("playing.js", [{"sheet": sheet, "steps": steps}])
    assert found["states"] == json.loads(json.dumps(own))
    assert [state["refused"] for state in own] == [number in (2, 3, 6) for number in range(8)]
    assert len(own[1]["saved"]["moves"]) == 2 and own[4]["saved"]["done"] == 1


@pytest.mark.parametrize(
    "numbers",
    [range(8), pytest.param(range(8, 300), marks=pytest.mark.slow)],
    ids=["some games", "many games"],
)
def test_both_play_with_rules(numbers: Sequence[int]) -> None:
    """Puzzles with rules beyond covering: the page says the same as the library, and it is true."""
    asked, own = [], []
    for number in numbers:
        problem = ruled_problem(number)
        try:
            sheet = {} if problem is None else shown(Puzzle.of(problem))
        except RequestError:
            continue
        slanted = sheet.get("lattice") and sheet["lattice"]["cells"] == "triangles"
        if not sheet or (slanted and any("fault" in rule for rule in sheet["rules"])):
            continue
        puzzle = read_id(sheet["id"])
        assert problem is not None and puzzle.problem().rules == problem.rules
        steps = [*Player(puzzle, number).play(4)]
        states = [*replay(puzzle, steps)]
        for session, state in states:
            check_hint(session, state["hint"])
        asked.append({"sheet": sheet, "steps": steps})
        own.append([state for _, state in states])
    found = in_node("playing.js", asked)
    for one, states, given in zip(found, own, asked, strict=True):
        for number, (state, expected) in enumerate(
            zip(one["states"], json.loads(json.dumps(states)), strict=True)
        ):
            assert state == expected, (given, number)
    assert len(asked) > len(numbers) // 2


def test_a_right_outline_needs_no_hint_beside_a_wrong_one() -> None:
    """Three dominoes fill the board; one of them is outlined, and the rest as one piece of four
    cells.
    """
    puzzle = make_puzzle("dots", read_board("1x6"), ("I2=3", "I4=0..1"))
    session, hint = both(puzzle, {"do": "toggle", "edges": [[0, 1, 0, 2]]})
    assert [len(tile.cells) for tile in session.position.tiles] == [2, 4]
    assert hint["place"] == [[0, 2], [0, 3]]


def test_both_say_that_dots_are_the_reason() -> None:
    pieces = ["hex:.a/##=0..2", "hex:a#/.a", "hex:#/##=1..3", "hex:#=0..1"]
    _, hint = both(Puzzle.of(Problem("hex:#a#a#/####a", *pieces)), {"do": "undo"})
    assert "this cell (1,4) is stranded (because of the dots)" in hint["text"]
    _, hint = both(read_id("dots:4x6-easy"), {"do": "outline", "cells": [[0, 2], [0, 3], [0, 4]]})
    assert "not its dots" in hint["text"]


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ("0,0 0,1 0,2 1,0 1,1 1,2 2,0 2,1 2,2", "has 9 cells, but its number is 8"),
        ("0,0 0,1", "of 2 cells contains no number"),
        ("2,1 2,2 3,1 3,2", "has 4 cells, but its numbers add up to 16"),
        ("0,0 0,1 1,0 1,1 2,0 2,1 3,1 4,1", "of 8 cells does not have the shape of a piece"),
    ],
)
def test_what_is_wrong_with_a_rectangle_names_its_numbers(cells: str, said: str) -> None:
    puzzle = read_id("id:ywbrMgJ7FqTHAuJxIKVvBGSa6nMVpSaXJOal56QW61pqAwA")
    outline = {"do": "outline", "cells": [[*map(int, cell.split(","))] for cell in cells.split()]}
    session, hint = both(puzzle, outline)
    assert session.check(NEVER) == [f"this closed region {said}"]
    assert hint["text"] == f"this closed region {said}"


def test_numbers_with_the_right_sum_may_have_no_rectangles() -> None:
    puzzle = Puzzle.of(Problem("22#/1#1", "rectangles-4+"), kind="shikaku")
    cells = [[0, 0], [0, 1], [0, 2], [1, 1]]
    _, hint = both(puzzle, {"do": "outline", "cells": cells})
    assert hint["text"] == (
        "this closed region of 4 cells cannot be divided into rectangles with its 2 numbers"
    )


def test_edges_inside_a_region_are_the_reason_that_is_told() -> None:
    """Without them, the numbers of the region have rectangles."""
    puzzle = read_id("id:ywbrMgJ7FqTHAuJxIKVvBGSa6nMVpSaXJOal56QW61pqAwA")
    _, hint = both(puzzle, {"do": "toggle", "edges": [[0, 0, 0, 1]]})
    assert hint["text"] == (
        "with the edges drawn inside it, this closed region of 25 cells cannot be filled by pieces"
    )


@pytest.mark.parametrize("rule", ["apart", "apart corners"])
def test_both_see_pieces_that_touch_at_a_corner(rule: str) -> None:
    puzzle = Puzzle.of(Problem("##../..##", "domino=2", rules=[rule]))
    steps: list[dict[str, Any]] = [
        {"do": "place", "piece": "domino", "cells": cells}
        for cells in ([[0, 0], [0, 1]], [[1, 2], [1, 3]])
    ]
    sheet = shown(puzzle)
    own = [state for _, state in replay(read_id(sheet["id"]), steps)]
    (found,) = in_node("playing.js", [{"sheet": sheet, "steps": steps}])
    assert found["states"] == json.loads(json.dumps(own))
    assert own[-1]["solved"] is (rule == "apart")
