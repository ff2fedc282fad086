"""The HTTP interface: a game in progress."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from serving import ok
from tilewright.play import Session
from tilewright.web.answers.playing import LONGEST_MOVES
from tilewright.web.http.guard import LARGEST_BODY
from waiting import NEVER


def test_a_hint_that_is_looked_up_is_true_of_an_untouched_board(web: httpx.Client) -> None:
    hint = ok(web.post("/api/hint", json={"id": "talos:tower-gates-5"}))
    assert hint["action"] == "place"
    assert hint["text"] == "there is no simple reason here, but this piece is part of a solution"


def test_a_hint_knows_what_was_found(web: httpx.Client) -> None:
    """The 3 x 20 has two solutions. The page's word for one of them, by the numbers of the pieces, leads to the other."""
    game = Session("classic:3x20")
    while not game.solved:
        game = game.take_hint(NEVER)
    lines = [["."] * 20 for _ in range(3)]
    for placement in game.state.placed:
        for row, column in placement.cells:
            lines[row][column] = "0123456789ab"[game.problem.names.index(placement.piece)]
    word = "/".join(map("".join, lines))
    led = Session("classic:3x20")
    while not led.solved:
        asked = {"id": "classic:3x20", "state": led.state.to_json(), "found": [word, "zz/..", ""]}
        hint = ok(web.post("/api/hint", json=asked))
        led = led.place(hint["piece"], [tuple(cell) for cell in hint["place"]])
    images = {frozenset(image) for image in (game.state.placed, led.state.placed)}
    assert len(images) == 2
    assert web.post("/api/hint", json={"id": "classic:3x20", "found": ["A"]}).status_code == 422


def test_hints_ways_check_and_solve(web: httpx.Client) -> None:
    start = {"id": "talos:hub-gates-1"}
    hint = ok(web.post("/api/hint", json=start))
    assert hint["action"] == "place"
    assert "can cover the cell" in hint["text"]
    # The cells that it names are cells, not words.
    parts = [",".join(map(str, part)) if isinstance(part, list) else part for part in hint["words"]]
    assert "".join(parts) == hint["text"]
    assert not [part for part in hint["words"] if isinstance(part, str) and re.search(r"\d,\d", part)]
    assert [part for part in hint["words"] if isinstance(part, list)]
    word = f"{hint['piece']}:" + "-".join(f"{row},{column}" for row, column in hint["place"])
    after = {"id": "talos:hub-gates-1", "state": {"placed": [word], "edges": []}}
    ways = ok(web.post("/api/ways", json=after))
    assert (ways["exact"], ways["count"], ways["text"]) == (True, "1", "1 way left")
    assert ok(web.post("/api/check", json=after)) == {"solved": False, "wrong": None}
    solved = ok(web.post("/api/solve", json=after))
    labels = solved["tilings"][0]["labels"]
    assert len(labels) == 3
    tiles: dict[int, list[str]] = {}
    for row, line in enumerate(labels):
        for column, label in enumerate(line):
            tiles.setdefault(label, []).append(f"{row},{column}")
    placed = [f"{name}:{'-'.join(tiles[i])}" for i, name in enumerate(solved["tilings"][0]["pieces"])]
    done = {"id": "talos:hub-gates-1", "state": {"placed": placed, "edges": []}}
    assert ok(web.post("/api/ways", json=done))["solved"]
    wrong = {"id": "talos:hub-gates-1", "state": {"placed": ["Z4:1,0-1,1-2,1-2,2"], "edges": []}}
    assert ok(web.post("/api/ways", json=wrong))["count"] == "0"
    assert ok(web.post("/api/check", json=wrong))["wrong"]["action"] == "lift"


def test_a_game_from_the_first_move_to_the_last(web: httpx.Client) -> None:
    session = Session("talos:hub-gates-1")
    game: dict[str, Any] = {"puzzle": "talos:hub-gates-1"}
    for number in range(3):
        hint = session.hint(NEVER)
        assert hint.placement is not None
        session = session.follow(hint)
        cells = [list(cell) for cell in hint.placement.cells]
        action = {"do": "follow", "hint": "place", "piece": hint.placement.piece, "cells": cells}
        seen = ok(web.post("/api/play", json={"session": game, "actions": [action], "seconds": 1.5}))
        game = seen["session"]
        assert seen["refused"] == []
        assert Session.load(game).state == session.state
        assert len(seen["tiles"]) == number + 1
        assert (seen["undo"], seen["redo"]) == (True, False)
    assert (seen["solved"], seen["share"], game["seconds"], game["hints"]) == (True, 1.0, 4.5, 3)
    assert seen["free"] == ["....", "....", "...."]
    assert seen["left"] == {"J4": 0, "Z4": 0}
    back = ok(web.post("/api/play", json={"session": game, "actions": [{"do": "undo"}] * 5}))
    assert (back["tiles"], back["undo"], back["redo"], back["solved"]) == ([], False, True, False)
    again = ok(web.post("/api/play", json={"session": back["session"], "actions": [{"do": "redo"}] * 3}))
    assert (again["tiles"], again["solved"]) == (seen["tiles"], True)
    assert (
        ok(web.post("/api/play", json={"session": game, "actions": [{"do": "clear"}], "seconds": 2}))["share"]
        == 0
    )


def test_what_cannot_be_done_is_left_out_and_said(web: httpx.Client) -> None:
    first = {"do": "place", "piece": "J4", "cells": [[0, 0], [0, 1], [1, 0], [2, 0]]}
    actions = [
        first,
        {"do": "place", "piece": "Z4", "cells": [[0, 0], [0, 1], [1, 1], [1, 2]]},
        {"do": "lift", "cell": [2, 3]},
        {"do": "shift", "cell": [0, 0], "cells": [[0, 1], [0, 2], [1, 1], [2, 1]]},
        {"do": "hold", "piece": "Z4", "orientation": 1},
        {"do": "hold", "piece": "Z4", "orientation": 7},
        {"do": "toggle", "edges": [[0, 0, 2, 2]]},
    ]
    seen = ok(web.post("/api/play", json={"session": {"puzzle": "talos:hub-gates-1"}, "actions": actions}))
    assert [text.split(";")[0] for text in seen["refused"]] == [
        "the cell 0,0 is taken",
        "the cell 2,3 is empty",
        "the orientations of Z4 are 0 to 1, not 7",
        "the cells 0,0 and 2,2 do not share an edge",
    ]
    assert [tile["cells"][0] for tile in seen["tiles"]] == [[0, 1]]
    assert seen["hand"]["Z4"] == 1
    assert seen["hand"]["J4"] == seen["tiles"][0]["orientation"]


def test_a_dot_puzzle_is_drawn(web: httpx.Client) -> None:
    actions = [
        {"do": "outline", "cells": [[0, 0], [1, 0]]},
        {"do": "toggle", "edges": [[0, 1, 0, 2], [0, 1, 1, 1]]},
    ]
    seen = ok(web.post("/api/play", json={"session": {"puzzle": "dots:4x6-easy"}, "actions": actions}))
    assert {"kind": "wrong", "cells": [[0, 0], [1, 0]]} in seen["closed"]
    assert len(seen["state"]["edges"]) == 5
    sheet = ok(web.get("/api/puzzle/dots:4x6-easy"))
    assert sheet["play"] == "outlines"
    assert [len(line) for line in seen["free"]] == [6] * 4
    assert sum(letter not in "#." for line in seen["free"] for letter in line) == len(sheet["marks"])


@pytest.mark.parametrize(
    ("edges", "text", "cells", "wrong"),
    [
        # A closed region of 2 x 2, which is no tromino, and no trominoes.
        ([[0, 1, 0, 2], [1, 1, 1, 2], [1, 0, 2, 0], [1, 1, 2, 1]], "closed region of 4 cells", 4, []),
        # One edge between two cells of one piece of the only solution.
        ([[0, 0, 1, 0]], "separates two cells", 2, [[0, 0, 1, 0]]),
    ],
)
def test_what_is_drawn_wrong_is_counted_and_told(
    edges: list[list[int]], text: str, cells: int, wrong: list[list[int]], web: httpx.Client
) -> None:
    drawn = {"id": "dots:4x6-easy", "state": {"placed": [], "edges": edges}}
    untouched = ok(web.post("/api/ways", json={"id": "dots:4x6-easy"}))
    assert (untouched["count"], untouched["exact"]) == ("1", True)
    ways = ok(web.post("/api/ways", json=drawn))
    assert (ways["count"], ways["exact"], ways["solved"]) == ("0", True, False)
    found = ok(web.post("/api/check", json=drawn))["wrong"]
    assert found["action"] == "outline"
    assert text in found["text"]
    assert (len(found["cells"]), found["edges"]) == (cells, wrong)
    assert ok(web.post("/api/hint", json=drawn)) == found
    assert ok(web.post("/api/solve", json=drawn))["tilings"] == []
    actions = [{"do": "toggle", "edges": edges}]
    seen = ok(web.post("/api/play", json={"session": {"puzzle": "dots:4x6-easy"}, "actions": actions}))
    assert [region["kind"] for region in seen["closed"]] == ["wrong"] * (cells == 4)


def test_a_puzzle_with_one_solution_has_one_way_left_however_its_board_turns(web: httpx.Client) -> None:
    made = ok(
        web.post("/api/make", json={"kind": "sigil", "board": "4x5", "pieces": ["tetrominoes"], "seed": 3})
    )["puzzle"]
    ways = ok(web.post("/api/ways", json={"id": made["id"]}))
    assert (ways["count"], ways["exact"], ways["text"]) == ("1", True, "1 way left")
    picture = web.get(f"/api/picture/{made['id']}").text
    assert "There is one solution; turning the whole board" in " ".join(
        picture.replace("</text>", " ").split()
    )


def test_the_history_of_a_game_is_bounded(web: httpx.Client) -> None:
    there = {"do": "place", "piece": "J4", "cells": [[0, 0], [0, 1], [1, 0], [2, 0]]}
    game: dict[str, Any] = {"puzzle": "talos:hub-gates-1"}
    for _ in range(8):
        actions = [there, {"do": "lift", "cell": [0, 0]}] * 100
        game = ok(web.post("/api/play", json={"session": game, "actions": actions}))["session"]
    assert sum(map(len, game["moves"])) <= LONGEST_MOVES
    assert game["done"] == len(game["moves"]) > 200
    assert len(str(game)) < LARGEST_BODY / 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"puzzle": "talos:tower-gates-55"}, "did you mean"),
        ({"moves": ["J4:0,0-0,1-0,2-0,3"]}, "does not fit the puzzle"),
        ({"moves": ["nonsense"]}, "no move of a saved game"),
        ({"moves": ["-0,0"]}, "no piece to lift"),
        ({"start": "0,3r"}, "not on the board"),
        ({"done": 1}, "1 of its 0 moves are done"),
        ({"hand": {"J4": 5}}, "are 0 to 3, not 5"),
        ({"seconds": -1}, "seconds is at least 0"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_game_that_cannot_be_is_refused(web: httpx.Client, change: dict[str, Any], message: str) -> None:
    response = web.post("/api/play", json={"session": {"puzzle": "talos:hub-gates-1", **change}})
    assert response.status_code == 422
    error = response.json()["error"]
    assert message in error["message"] or message in str(error["where"])


def test_the_orientations_of_a_sheet_turn_into_each_other(web: httpx.Client) -> None:
    for name in ("calendar:10-06", "talos:hub-gates-1", "dots:6x6-medium"):
        for piece in ok(web.get(f"/api/puzzle/{name}"))["pieces"]:
            looks = piece["orientations"]
            assert looks[piece["first"]]["cells"] == piece["cells"]
            for look in looks:
                rows = max(row for row, _ in look["cells"])
                columns = max(column for _, column in look["cells"])
                pairs = list(zip(look["cells"], look["marks"], strict=True))
                clockwise = sorted(([column, rows - row], mark) for (row, column), mark in pairs)
                there = looks[look["turned"][0]]
                assert there["turned"][1] == looks.index(look)
                assert list(zip(there["cells"], there["marks"], strict=True)) == clockwise
                if name.startswith("talos"):
                    assert look["flipped"] is None
                    continue
                there = looks[look["flipped"]]
                flipped = sorted(([row, columns - column], mark) for (row, column), mark in pairs)
                assert list(zip(there["cells"], there["marks"], strict=True)) == flipped
