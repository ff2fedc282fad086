"""The HTTP interface: puzzles described, made, shared, counted, drawn and watched."""

from __future__ import annotations

import io
import json
import re

import httpx
import pytest
from PIL import Image

from serving import ok
from tilewright.drawing.model.palette import TILEWRIGHT
from tilewright.generation.judging import has_one_solution
from tilewright.reading import read_id


def test_the_gallery_has_every_named_puzzle(web: httpx.Client) -> None:
    cards = ok(web.get("/api/gallery"))["puzzles"]
    assert {"talos:tower-gates-5", "classic:6x10", "dots:6x6-easy"} <= {card["id"] for card in cards}
    assert {card["level"] for card in cards if card["lattice"] is None} == {
        "easy",
        "medium",
        "hard",
        "expert",
    }
    shelves = {card["lattice"]["cells"] for card in cards if card["lattice"]}
    assert shelves == {"triangles", "hexagons", "cubes"}


def test_a_puzzle_is_described(web: httpx.Client) -> None:
    sheet = ok(web.get("/api/puzzle/calendar:10-06"))
    assert (sheet["rows"], sheet["columns"], sheet["kind"]) == (7, 7, "calendar")
    assert [piece["name"] for piece in sheet["pieces"]] == [
        "L5",
        "N5",
        "P5",
        "U5",
        "V5",
        "Y5",
        "Z5",
        "###/###",
    ]
    assert sheet["cells"][1] == "###.##."


def test_a_made_puzzle_can_be_played_anywhere(web: httpx.Client) -> None:
    request = {"kind": "dots", "board": "6x6", "pieces": ["trominoes"], "seed": 3, "level": "medium"}
    made = ok(web.post("/api/make", json=request))
    assert made["finished"]
    sheet = made["puzzle"]
    assert sheet["grade"]["level"] == "medium"
    assert has_one_solution(read_id(sheet["id"]).problem())
    again = ok(web.get(f"/api/puzzle/{sheet['id']}"))
    assert again["marks"] == sheet["marks"]
    assert again["level"] == "medium"


def test_counting(web: httpx.Client) -> None:
    counted = ok(web.post("/api/count", json={"board": "6x10", "pieces": ["pentominoes"]}))
    assert (counted["count"], counted["different"], counted["exact"]) == ("9356", "2339", True)
    none = ok(web.post("/api/count", json={"board": "3x3", "pieces": ["L3=2"]}))
    assert (none["count"], none["reason"]) == ("0", "the board has 9 cells, but the pieces cover 6")
    chess = ok(web.post("/api/count", json={"board": "14x14-0,0-13,13", "pieces": ["dominoes+"]}))
    assert chess["reason"].endswith("so 97 dominoes need 97 dark cells, but there are only 96")
    assert sum(map(sum, chess["weights"])) == 96
    assert chess["weights"][0][:4] == [0, 0, 1, 0]
    many = ok(web.post("/api/count", json={"board": "8x8", "pieces": ["dominoes+"]}))
    assert (many["count"], many["exact"]) == ("12988816", True)
    more = ok(web.post("/api/count", json={"board": "12x12", "pieces": ["trominoes+"]}))
    assert more["count"] == "17735061025562799941630"


def test_sharing(web: httpx.Client) -> None:
    sheet = ok(
        web.post("/api/share", json={"board": "###/#.#", "pieces": ["I3=1", "domino"], "turn": "one-sided"})
    )
    assert ok(web.get(f"/api/puzzle/{sheet['id']}"))["cells"] == ["###", "#.#"]


def test_a_large_puzzle_made_by_hand_opens_soon_and_has_no_grade(web: httpx.Client) -> None:
    for board, pieces in (("6x10", ["pentominoes"]), ("20x20", ["pentominoes+"]), ("12x15", ["trominoes+"])):
        sheet = ok(web.post("/api/share", json={"board": board, "pieces": pieces}))
        opened = ok(web.get(f"/api/puzzle/{sheet['id']}"))
        assert opened["grade"] is None
        assert opened["id"] == sheet["id"]


def test_the_daily_puzzles_are_the_same_for_everyone(web: httpx.Client) -> None:
    day = ok(web.get("/api/daily/2026-11-21"))
    calendar, *others = (each["puzzle"] for each in day["puzzles"])
    assert day["puzzles"][0]["doing"] == "Cover all but today"
    assert calendar["cells"][1][4] == "."
    assert len({calendar["kind"], *(each["kind"] for each in others)}) == 3
    assert {calendar["level"], *(each["level"] for each in others)} == {"easy", "medium", "hard"}
    assert all(has_one_solution(read_id(each["id"]).problem(), turned=True) for each in (calendar, *others))
    assert ok(web.get("/api/daily/2026-11-21")) == day


def test_the_steps_of_the_search_rebuild_the_tilings(web: httpx.Client) -> None:
    lines = [json.loads(line) for line in web.get("/api/watch/talos:tower-gates-1").text.splitlines()]
    sheet, end = lines[0]["puzzle"], lines[-1]["end"]
    stack: list[list[int]] = []
    found = 0
    for depth, *rest in (event for line in lines[1:-1] for event in line["events"]):
        if depth < 0:
            found += 1
            assert sorted(cell for placement in stack for cell in placement) == list(range(16))
            continue
        # Each event is one placement, or one retraction.
        assert depth == (len(stack) if rest else len(stack) - 1)
        stack = stack[:depth]
        if rest:
            stack.append(rest[1:])
        cells = [cell for placement in stack for cell in placement]
        assert len(cells) == len(set(cells)) <= sheet["rows"] * sheet["columns"]
    assert found == end["found"] > 0
    assert end["complete"]
    short = web.get("/api/watch/classic:6x10?steps=100").text.splitlines()
    assert json.loads(short[-1])["end"]["complete"] is False


@pytest.mark.parametrize(
    ("piece", "turn", "verdict", "kind", "tiles"),
    [
        ("####/.#", "free", "tiles", "translation", 1),
        (".##/##/.#", "one-sided", "tiles", "half turn", 2),
        ("tri:.###/###", "fixed", "tiles", "translation", 1),
        ("hex:##/#", "free", "tiles", "translation", 1),
        ("##/.##/..#/..##/..#", "free", "tiles", "periodic", 4),
        ("###/#.#/###", "free", "does not tile", None, 0),
    ],
)
def test_whether_a_piece_tiles_the_plane(
    web: httpx.Client, piece: str, turn: str, verdict: str, kind: str | None, tiles: int
) -> None:
    found = ok(web.post("/api/plane", json={"piece": piece, "turn": turn}))["plane"]
    assert (found["verdict"], found["kind"], found["piece"]) == (verdict, kind, piece)
    assert len(found["tiles"]) == len(found["orientations"]) == tiles
    assert {len(cells) for cells in found["tiles"]} <= {piece.count("#")}
    assert (found["coloring"] is None) == (tiles == 0)
    kinds = found["lattice"]["kinds"] if found["lattice"] else 1
    if tiles:
        (a, b), (zero, d) = found["period"]
        assert (zero, b % kinds, d % kinds) == (0, 0, 0)
        # Moved back by the two moves to the first period, the cells are those of one period.
        back = {(row % a, (column - row // a * b) % d) for tile in found["tiles"] for row, column in tile}
        assert len(back) == a * d == tiles * piece.count("#")


def test_rings_around_a_piece_that_does_not_tile_the_plane(web: httpx.Client) -> None:
    found = ok(web.post("/api/plane", json={"piece": ".#../####/.#../.#.."}))["plane"]
    assert (found["verdict"], found["heesch"], found["heesch_with_holes"]) == ("does not tile", 0, 1)
    (ring,) = found["rings"]
    cells = [tuple(cell) for tile in [found["cells"], *ring] for cell in tile]
    assert len(cells) == len(set(cells)) == 7 * (1 + len(ring))


@pytest.mark.parametrize(
    ("piece", "why"),
    [
        ("#" * 21, "at most 20"),
        ("/".join("#" * 21), "at most 20"),
        ("I5", "match pattern"),
        ("...", "match pattern"),
    ],
)
def test_what_is_no_small_piece_of_the_plane_is_refused(web: httpx.Client, piece: str, why: str) -> None:
    answer = web.post("/api/plane", json={"piece": piece})
    assert answer.status_code == 422
    assert why in answer.json()["error"]["message"]


def drawn_of(web: httpx.Client, name: str) -> str:
    return web.post("/api/picture", json={"id": name}).text


def test_pictures_are_as_they_would_be_printed(web: httpx.Client) -> None:
    blank = web.post("/api/picture", json={"id": "talos:hub-gates-1"})
    assert blank.headers["content-type"] == "image/svg+xml"
    for text in ("Hub Gates (Green) #1", "flipped over", "talos:hub-gates-1", "easy"):
        assert text in blank.text
    date = drawn_of(web, "calendar:10-06")
    assert "Oct" in date
    assert ">31<" in date
    game = {"id": "talos:hub-gates-1", "state": {"placed": ["J4:0,0-0,1-1,0-2,0"]}}
    standing = web.post("/api/picture", json=game).text
    assert standing.startswith("<svg")
    assert standing != blank.text
    drawn = web.post("/api/picture", json={**game, "format": "png"})
    assert drawn.headers["content-type"] == "image/png"
    with Image.open(io.BytesIO(drawn.content)) as picture:
        assert picture.width == 1600
    assert web.post("/api/picture", json={**game, "format": "gif"}).status_code == 422


def test_a_picture_and_the_page_have_the_same_colors(web: httpx.Client) -> None:
    sheet = ok(web.get("/api/puzzle/talos:tower-gates-5"))
    colors = {TILEWRIGHT.colors[piece["color"]] for piece in sheet["pieces"]}
    text = drawn_of(web, "talos:tower-gates-5")
    assert set(re.findall("|".join(TILEWRIGHT.colors), text)) == colors


def test_rules_do_not_promise_one_solution_where_there_are_several(web: httpx.Client) -> None:
    promise = "There is one solution"
    assert promise in " ".join(re.findall(r">([^<]+)<", drawn_of(web, "talos:hub-gates-1")))
    assert promise not in " ".join(re.findall(r">([^<]+)<", drawn_of(web, "classic:6x10")))


def test_a_calendar_names_every_cell_that_stays_free(web: httpx.Client) -> None:
    for name, goal in (
        ("calendar:10-06", "Cover everything but Oct and 6."),
        ("weekday:2026-11-23", "Cover everything but Nov, 23 and Mon."),
    ):
        assert ok(web.get(f"/api/puzzle/{name}"))["goal"] == goal
