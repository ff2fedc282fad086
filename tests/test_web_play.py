"""The HTTP interface: a game in progress."""

from __future__ import annotations

import re

import httpx
import pytest

from serving import ok
from tilewright.play import Session
from waiting import NEVER


def test_a_hint_that_is_looked_up_is_true_of_an_untouched_board(web: httpx.Client) -> None:
    hint = ok(web.post("/api/hint", json={"id": "talos:tower-gates-5"}))
    assert hint["action"] == "place"
    assert hint["kinds"][-1] in ("try", "ahead")
    assert hint["text"].startswith("the cell with the fewest possible placements is ")


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


def test_hints_ways_and_check(web: httpx.Client) -> None:
    start = {"id": "talos:hub-gates-1"}
    hint = ok(web.post("/api/hint", json=start))
    assert hint["action"] == "place"
    assert "can cover the cell" in hint["text"]
    # The cells that it names are cells, not words.
    parts = [",".join(map(str, part)) if isinstance(part, list) else part for part in hint["words"]]
    assert "".join(parts) == hint["text"]
    assert not [part for part in hint["words"] if isinstance(part, str) and re.search(r"\d,\d", part)]
    assert [part for part in hint["words"] if isinstance(part, list)]
    finished = Session("talos:hub-gates-1")
    while not finished.solved:
        finished = finished.take_hint(NEVER)
    word = f"{hint['piece']}:" + "-".join(f"{row},{column}" for row, column in hint["place"])
    after = {"id": "talos:hub-gates-1", "state": {"placed": [word], "edges": []}}
    ways = ok(web.post("/api/ways", json=after))
    assert (ways["exact"], ways["count"], ways["text"]) == (True, "1", "1 solution left")
    assert ok(web.post("/api/check", json=after)) == {"solved": False, "wrong": None}
    placed = [placement.word() for placement in finished.state.placed]
    done = {"id": "talos:hub-gates-1", "state": {"placed": placed, "edges": []}}
    assert ok(web.post("/api/ways", json=done))["solved"]
    wrong = {"id": "talos:hub-gates-1", "state": {"placed": ["Z4:1,0-1,1-2,1-2,2"], "edges": []}}
    assert ok(web.post("/api/ways", json=wrong))["count"] == "0"
    assert ok(web.post("/api/check", json=wrong))["wrong"]["action"] == "lift"


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


def test_a_puzzle_with_one_solution_has_one_way_left_however_its_board_turns(web: httpx.Client) -> None:
    made = ok(
        web.post("/api/make", json={"kind": "sigil", "board": "4x5", "pieces": ["tetrominoes"], "seed": 3})
    )["puzzle"]
    ways = ok(web.post("/api/ways", json={"id": made["id"]}))
    assert (ways["count"], ways["exact"], ways["text"]) == ("1", True, "1 solution left")
    picture = web.post("/api/picture", json={"id": made["id"]}).text
    assert "There is one solution; turning the whole board" in " ".join(
        picture.replace("</text>", " ").split()
    )


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
