"""The HTTP interface: what is refused, and that hostile requests slow nobody for long."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from serving import ok, serving
from tilewright.web.app import create_app
from tilewright.web.guard import LARGEST_BODY
from tilewright.web.limits import Limits

TWO = {"board": "2x2", "pieces": ["dominoes+"]}


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
        ("GET", "/api/golomb?n=61&hole=0,0", None, 422, "n is at most 60"),
        ("GET", "/api/golomb?n=3&hole=8,0", None, 422, "outside the board"),
        ("GET", "/api/golomb?n=3&hole=0,0&corner=4,4&rows=8", None, 422, "not all on the board"),
        ("GET", "/api/golomb?n=30&hole=0,0&rows=65", None, 422, "rows is at most 64"),
        ("GET", "/api/golomb?n=3&hole=0,0&touch=corner", None, 422, "'edge' or 'strong'"),
        ("GET", "/api/golomb?n=3&hole=-1,0", None, 422, "hole"),
        ("DELETE", "/api/gallery", None, 405, "Method Not Allowed"),
        ("GET", "/api/daily/0", None, 422, "year-month-day, such as 2026-11-21"),
        ("GET", "/api/puzzle/no%20puzzle", None, 422, "this link is no puzzle's ID"),
        ("GET", "/api/puzzle/" + "a" * 5000, None, 422, "this link is no puzzle's ID"),
        ("POST", "/api/hint", {"id": "<>"}, 422, "this link is no puzzle's ID"),
        ("POST", "/api/play", {"session": {"puzzle": "ä"}}, 422, "this link is no puzzle's ID"),
        ("POST", "/api/hint", {}, 422, "the puzzle's ID is missing"),
        ("POST", "/api/count", {**TWO, "empty": 577}, 422, "cells that stay empty is at most 576"),
        ("POST", "/api/count", {**TWO, "empty": True}, 422, "cells that stay empty is a whole number"),
        ("POST", "/api/count", {**TWO, "pieces": []}, 422, "the list of pieces has at least 1"),
        (
            "POST",
            "/api/count",
            {**TWO, "pieces": ["x" * 200]},
            422,
            "each of the list of pieces has at most 120",
        ),
        ("POST", "/api/make", {"kind": "dots", "seed": "5"}, 422, "the seed is a whole number"),
        ("POST", "/api/make", {"kind": "dots", "minimal": "yes"}, 422, "minimal is true or false"),
        ("POST", "/api/make", {"kind": "calendar", "date": 0}, 422, "year-month-day"),
        ("POST", "/api/make", {"kind": "calendar", "date": "1790000000"}, 422, "year-month-day"),
        (
            "POST",
            "/api/play",
            {"session": {"puzzle": "talos:hub-gates-1"}, "seconds": False},
            422,
            "seconds is a number",
        ),
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


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe{}", b"[" * 60_000])
def test_a_body_that_is_no_json_is_said_to_be_none(web: httpx.Client, body: bytes) -> None:
    response = web.post("/api/hint", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 422
    assert response.json()["error"]["message"] == "the request's body is no JSON"


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
