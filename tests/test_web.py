"""The HTTP interface: answers, refusals, limits, headers, hostile requests, and that nobody waits for others."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import tilewright.web
from serving import serving
from tilewright.construction import GolombTile, Touch, golomb, golomb_cell
from tilewright.errors import RequestError
from tilewright.generation.proof import has_one_solution
from tilewright.identity import read_id
from tilewright.web.app import create_app
from tilewright.web.guard import LARGEST_BODY
from tilewright.web.limits import Limits
from tilewright.web.pool import Busy, Pool, Unfinished

STATIC = Path(tilewright.web.__file__).with_name("static")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a server with two workers."""
    with serving(create_app(workers=2)) as found:
        yield found


@pytest.fixture(scope="module")
def web(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60) as client:
        client.get("/api/puzzle/talos:hub-gates-1")  # the workers are warm from here on
        yield client


def ok(response: httpx.Response) -> Any:
    assert response.status_code == 200, response.text
    return response.json()


def test_the_gallery_has_every_named_puzzle(web: httpx.Client) -> None:
    cards = ok(web.get("/api/gallery"))["puzzles"]
    assert {"talos:tower-gates-5", "classic:6x10", "dots:6x6-easy"} <= {card["id"] for card in cards}
    assert {card["level"] for card in cards} == {"easy", "medium", "hard", "expert"}


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


def test_hints_ways_check_and_solve(web: httpx.Client) -> None:
    start = {"id": "talos:hub-gates-1"}
    hint = ok(web.post("/api/hint", json=start))
    assert hint["action"] == "place"
    assert "only one placement covers" in hint["text"]
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
    names = {"J": "J4", "Z": "Z4"}
    placed = [f"{names[name]}:{'-'.join(tiles[i])}" for i, name in enumerate(solved["tilings"][0]["pieces"])]
    done = {"id": "talos:hub-gates-1", "state": {"placed": placed, "edges": []}}
    assert ok(web.post("/api/ways", json=done))["solved"]
    wrong = {"id": "talos:hub-gates-1", "state": {"placed": ["Z4:1,0-1,1-2,1-2,2"], "edges": []}}
    assert ok(web.post("/api/ways", json=wrong))["count"] == "0"
    assert ok(web.post("/api/check", json=wrong))["wrong"]["action"] == "lift"


def test_counting(web: httpx.Client) -> None:
    counted = ok(web.post("/api/count", json={"board": "6x10", "pieces": ["pentominoes"]}))
    assert (counted["count"], counted["unique"], counted["exact"]) == ("9356", "2339", True)
    none = ok(web.post("/api/count", json={"board": "3x3", "pieces": ["L3=2"]}))
    assert (none["count"], none["area"], none["covered"]) == ("0", 9, [6, 6])


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
    assert day["calendar"]["cells"][1][4] == "."
    assert has_one_solution(read_id(day["calendar"]["id"]).problem())
    assert has_one_solution(read_id(day["dots"]["id"]).problem())
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
        stack = stack[:depth]
        if rest:
            stack.append(rest[1:])
        cells = [cell for placement in stack for cell in placement]
        assert len(cells) == len(set(cells)) <= sheet["rows"] * sheet["columns"]
    assert found == end["found"] > 0
    assert end["complete"]
    short = web.get("/api/watch/classic:6x10?steps=100").text.splitlines()
    assert json.loads(short[-1])["end"]["complete"] is False


@pytest.mark.parametrize("touch", ["edge", "strong"])
def test_a_window_of_the_deficient_board(web: httpx.Client, touch: Touch) -> None:
    side = 1 << 60
    hole, corner = (side - 1, 7), (side - 20, 2)
    query = {"n": 60, "hole": f"{hole[0]},{hole[1]}", "corner": f"{corner[0]},{corner[1]}", "touch": touch}
    window = ok(web.get("/api/golomb", params={**query, "rows": 20, "columns": 9}))
    labels, colors = window["labels"], window["colors"]
    assert (len(labels), len(labels[0])) == (20, 9)
    seen: dict[int, GolombTile] = {}
    for row, line in enumerate(labels):
        for column, label in enumerate(line):
            cell = (corner[0] + row, corner[1] + column)
            if label < 0:
                assert cell == hole
                continue
            tile = golomb_cell(60, hole, cell, touch=touch)
            assert seen.setdefault(label, tile) == tile
            assert colors[label] == tile.color
    assert len(seen) == len(colors)
    whole = ok(web.get("/api/golomb", params={"n": 2, "hole": "0,0", "touch": touch}))
    assert whole["labels"] == golomb(2, (0, 0)).labels.tolist()


def test_pictures(web: httpx.Client) -> None:
    for query in ("", "?solved=true"):
        response = web.get(f"/api/picture/talos:hub-gates-1{query}")
        assert response.headers["content-type"] == "image/svg+xml"
        assert response.text.startswith("<svg")


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "message"),
    [
        ("GET", "/api/puzzle/talos:tower-gates-55", None, 422, "did you mean talos:tower-gates-5"),
        ("GET", "/api/puzzle/id:AAAA", None, 422, "not a puzzle's ID"),
        ("GET", "/api/puzzle/../../etc/passwd", None, 404, "Not Found"),
        ("GET", "/static/../app.py", None, 404, "Not Found"),
        ("GET", "/static/%2e%2e/app.py", None, 404, "Not Found"),
        ("GET", "/api/daily/yesterday", None, 422, "date"),
        ("GET", "/api/watch/talos:hub-gates-1?steps=0", None, 422, "steps"),
        ("POST", "/api/hint", {"id": "talos:hub-gates-1", "extra": 1}, 422, "extra"),
        (
            "POST",
            "/api/hint",
            {"id": "talos:hub-gates-1", "state": {"placed": ["L5:0,0"]}},
            422,
            "does not fit",
        ),
        (
            "POST",
            "/api/hint",
            {"id": "talos:hub-gates-1", "state": {"edges": [[0, 0, 9, 9]]}},
            422,
            "share an edge",
        ),
        (
            "POST",
            "/api/ways",
            {"id": "talos:hub-gates-1", "state": {"edges": [[0, 8, 0, 9]]}},
            422,
            "not on the board",
        ),
        ("POST", "/api/count", {"board": "99999999x99999999", "pieces": ["L3+"]}, 422, "at most 576"),
        ("POST", "/api/count", {"board": "2^60", "pieces": ["L3+"]}, 422, "at most 576"),
        ("POST", "/api/count", {"board": "4x4", "pieces": ["pentomines"]}, 422, "did you mean pentominoes"),
        ("POST", "/api/make", {"kind": "dots", "board": "4x4", "pieces": ["L3=x"]}, 422, "number of copies"),
        ("GET", "/api/golomb?n=61&hole=0,0", None, 422, "less than or equal to 60"),
        ("GET", "/api/golomb?n=3&hole=8,0", None, 422, "outside the board"),
        ("GET", "/api/golomb?n=3&hole=0,0&corner=4,4&rows=8", None, 422, "not all on the board"),
        ("GET", "/api/golomb?n=30&hole=0,0&rows=65", None, 422, "less than or equal to 64"),
        ("GET", "/api/golomb?n=3&hole=0,0&touch=corner", None, 422, "'edge' or 'strong'"),
        ("GET", "/api/golomb?n=3&hole=-1,0", None, 422, "hole"),
        ("DELETE", "/api/gallery", None, 405, "Method Not Allowed"),
    ],
)
def test_wrong_requests_are_told_what_would_be_right(
    web: httpx.Client, method: str, path: str, body: Any, status: int, message: str
) -> None:
    response = web.request(method, path, json=body)
    assert response.status_code == status
    error = response.json()["error"]
    assert set(error) == {"kind", "message", "where"}
    assert message in error["message"] or message in str(error["where"])


def test_large_bodies_are_refused(web: httpx.Client) -> None:
    assert web.post("/api/hint", content=b"x" * (LARGEST_BODY + 1)).status_code == 413

    def dripping() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 4096

    assert web.post("/api/hint", content=dripping()).status_code == 413


HOSTILE = [
    ("/api/count", {"board": "24x20", "pieces": ["pentominoes+"]}),
    ("/api/count", {"board": "16x16", "pieces": ["dodecominoes+"]}),
    ("/api/make", {"kind": "dots", "board": "20x20", "pieces": ["hexominoes"], "level": "expert"}),
    ("/api/share", {"board": "24x24", "pieces": ["dodecominoes"]}),
]


def test_a_hostile_problem_is_answered_in_time_and_slows_nobody_for_long() -> None:
    limits = Limits(make=1.0, count=1.0, short=1.0, margin=0.5, grace=1.0)
    app = create_app(workers=3, limits=limits)
    answers: list[tuple[int, dict[str, Any], float]] = []

    def attack(address: str, path: str, body: dict[str, Any]) -> None:
        begin = time.monotonic()
        with httpx.Client(base_url=address, timeout=90) as client:
            response = client.post(path, json=body)
        answers.append((response.status_code, response.json(), time.monotonic() - begin))

    with serving(app) as where, httpx.Client(base_url=where, timeout=60) as web:
        ok(web.get("/api/puzzle/talos:hub-gates-1"))  # the workers are warm from here on
        threads = [threading.Thread(target=attack, args=(where, *each)) for each in HOSTILE]
        for thread in threads:
            thread.start()
        time.sleep(0.2)
        waits = []
        for name in itertools.cycle(f"talos:hub-gates-{number}" for number in (1, 2, 3, 4)):
            if not any(thread.is_alive() for thread in threads):
                break
            begin = time.monotonic()
            ok(web.post("/api/ways", json={"id": name, "state": {"placed": [], "edges": []}}))
            waits.append(time.monotonic() - begin)
            time.sleep(0.1)
        for thread in threads:
            thread.join()
    assert len(waits) >= 4
    # Others never wait for the end of the hostile work: it cannot take the last worker.
    assert max(waits) < limits.count
    for status, body, seconds in answers:
        assert status in {200, 413, 422, 429}
        assert status != 200 or not body["finished"]
        assert seconds < len(HOSTILE) * (limits.make + limits.margin + limits.grace) + 3


def test_work_is_given_up_when_the_client_leaves() -> None:
    limits = Limits(make=30.0, count=30.0, poll=0.05)  # by itself it would go on for half a minute
    app = create_app(workers=2, limits=limits)
    heavy = {"board": "20x20", "pieces": ["pentominoes+"]}
    with serving(app) as where, httpx.Client(base_url=where, timeout=60) as client:
        ok(client.get("/api/daily/2026-11-21"))
        workers = app.state.pool._workers
        with pytest.raises(httpx.ReadTimeout):
            client.post("/api/count", json=heavy, timeout=0.7)
        assert any(worker.job is not None for worker in workers)
        begin = time.monotonic()
        while any(worker.job is not None for worker in workers):
            time.sleep(0.02)
            assert time.monotonic() - begin < 10
        assert ok(client.get("/api/puzzle/talos:hub-gates-1"))["rows"] == 3


def test_a_full_queue_says_so_and_keeps_room_for_short_work() -> None:
    async def crowd() -> None:
        pool = Pool(2, waiting=8)
        await pool.start()
        try:
            heavy = {"board": "20x20", "pieces": ["pentominoes+"], "turn": "free", "empty": 0, "seconds": 60}
            tasks = [
                asyncio.create_task(pool.run("count", {**heavy, "empty": n}, 0.5, size="large"))
                for n in range(6)
            ]
            answers = asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0)
            assert (await pool.run("puzzle", {"id": "talos:hub-gates-2"}, 60))["rows"] == 4
            kinds = {type(answer) for answer in await answers}
            assert Busy in kinds
            assert kinds <= {Busy, Unfinished, dict}  # a dict says that it was not finished
        finally:
            await pool.stop()

    asyncio.run(crowd())


def test_clients_take_turns() -> None:
    async def crowd() -> None:
        pool = Pool(2, waiting=64)
        await pool.start()
        order: list[str] = []

        async def ask(client: str, number: int) -> None:
            date = f"calendar:{1 + number % 12:02}-{1 + number // 12:02}"
            await pool.run("ways", {"id": date, "state": {}, "seconds": 0.5}, 60, client=client)
            order.append(client)

        try:
            greedy = [asyncio.create_task(ask("greedy", number)) for number in range(24)]
            await asyncio.sleep(0)
            modest = [asyncio.create_task(ask("modest", 100 + number)) for number in range(2)]
            await asyncio.gather(*modest)
            # Two were begun before and two may have had their turns meanwhile, and a few are on their way.
            assert order.count("greedy") <= 8
            # There is no room for more of one client, but there is for others.
            more = [asyncio.create_task(ask("greedy", 200 + number)) for number in range(40)]
            await asyncio.sleep(0)
            await ask("modest", 300)
            answers = await asyncio.gather(*greedy, *more, return_exceptions=True)
            assert {type(answer) for answer in answers} == {type(None), Busy}
        finally:
            await pool.stop()

    asyncio.run(crowd())


def test_work_is_given_up_when_nobody_waits_for_it() -> None:
    async def play() -> None:
        pool = Pool(2)
        await pool.start()
        try:
            await pool.run("puzzle", {"id": "talos:hub-gates-1"}, 60)
            heavy = {"board": "20x20", "pieces": ["pentominoes+"], "turn": "free", "empty": 0, "seconds": 60}
            task = asyncio.create_task(pool.run("count", heavy, 90, size="large"))
            await asyncio.sleep(0.3)
            assert any(worker.job is not None for worker in pool._workers)
            task.cancel()
            for _ in range(400):
                await asyncio.sleep(0.02)
                if all(worker.job is None for worker in pool._workers):
                    break
            assert all(worker.job is None for worker in pool._workers)
            # The pool goes on, and a limit of time is kept.
            with pytest.raises(Unfinished):
                await pool.run("count", heavy, 0.2, size="large")
            assert (await pool.run("puzzle", {"id": "talos:hub-gates-2"}, 60))["rows"] == 4
            # The same request at the same time is worked on once, and one of two may leave.
            first = asyncio.create_task(pool.run("puzzle", {"id": "calendar:01-25"}, 60))
            second = asyncio.create_task(pool.run("puzzle", {"id": "calendar:01-25"}, 60))
            await asyncio.sleep(0)
            first.cancel()
            assert (await second)["kind"] == "calendar"
        finally:
            await pool.stop()

    asyncio.run(play())


def test_every_answer_has_the_headers_that_keep_the_page_to_itself(web: httpx.Client) -> None:
    for path in ("/", "/docs", "/static/app.js", "/api/gallery", "/nothing", "/openapi.json"):
        headers = web.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"


def test_pages_of_other_sites_may_link_here_but_not_ask(web: httpx.Client) -> None:
    asked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    for response in (
        web.get("/api/watch/classic:6x10", headers=asked),
        web.post("/api/count", content=b"{}", headers=asked),
    ):
        assert response.status_code == 403
        assert "other sites" in response.json()["error"]["message"]
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert web.get("/", headers=followed).status_code == 200
    assert web.get("/api/gallery", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_the_page_names_no_other_host() -> None:
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8")
        hosts = set(re.findall(r"(?:https?:)?//([a-z0-9.-]+\.[a-z]{2,})", text))
        assert hosts <= {"www.w3.org"}, path.name


def test_the_page_and_its_modules_are_served(web: httpx.Client) -> None:
    page = web.get("/").text
    assert "tilewright" in page
    for path in STATIC.iterdir():
        response = web.get(f"/static/{path.name}")
        assert response.status_code == 200
        for module in re.findall(r'from "\./([\w.]+)"', response.text):
            assert (STATIC / module).exists(), (path.name, module)


def test_the_interface_is_described(web: httpx.Client) -> None:
    description = ok(web.get("/openapi.json"))
    assert len(description["paths"]) >= 11
    for path, methods in description["paths"].items():
        for details in methods.values():
            assert details["description"], path
            assert {"413", "422", "429"} <= set(details["responses"])


def test_without_the_extra_there_is_a_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fastapi", None)
    with pytest.raises(RequestError, match=r"pip install 'tilewright\[web\]'"):
        tilewright.web.create_app()
