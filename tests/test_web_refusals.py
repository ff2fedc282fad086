"""The HTTP interface: what is refused, and that hostile requests slow nobody for long."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from serving import PATIENT, ok, serving
from tilewright.web.http.app import create_app
from tilewright.web.http.guard import LARGEST_BODY
from tilewright.web.schema import RequestLimits
from waiting import NEVER, until

TWO = {"board": "2x2", "pieces": ["dominoes+"]}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "message"),
    [
        ("GET", "/api/puzzle/talos:tower-gates-55", None, 422, "did you mean talos:tower-gates-5"),
        ("GET", "/api/puzzle/id:AAAA", None, 422, "invalid or incomplete puzzle ID"),
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
            "the edge (0, 0) (9, 9) is not on the board",
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
        ("DELETE", "/api/gallery", None, 405, "Method Not Allowed"),
        ("GET", "/api/daily/0", None, 422, "year-month-day, such as 2026-11-21"),
        ("GET", "/api/puzzle/no%20puzzle", None, 422, "the ID or name of a puzzle must have only"),
        ("GET", "/api/puzzle/" + "a" * 5000, None, 422, "the ID or name of a puzzle must have only"),
        ("POST", "/api/hint", {"id": "<>"}, 422, "the ID or name of a puzzle must have only"),
        ("POST", "/api/ways", {"id": "ä"}, 422, "the ID or name of a puzzle must have only"),
        ("POST", "/api/hint", {}, 422, "the puzzle's ID is missing"),
        ("POST", "/api/count", {**TWO, "empty": 577}, 422, "cells that stay empty must be at most 576"),
        ("POST", "/api/count", {**TWO, "empty": True}, 422, "cells that stay empty must be an integer"),
        ("POST", "/api/count", {**TWO, "pieces": []}, 422, "the list of pieces must have at least 1"),
        (
            "POST",
            "/api/count",
            {**TWO, "pieces": ["x" * 200]},
            422,
            "each of the list of pieces must have at most 120",
        ),
        ("POST", "/api/make", {"kind": "dots", "seed": "5"}, 422, "the seed must be an integer"),
        ("POST", "/api/make", {"kind": "dots", "minimal": "yes"}, 422, "minimal must be true or false"),
        ("POST", "/api/make", {"kind": "calendar", "date": 0}, 422, "year-month-day"),
        ("POST", "/api/make", {"kind": "calendar", "date": "1790000000"}, 422, "year-month-day"),
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
    assert response.json()["error"]["message"] == "the request's body must be JSON"


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


def _attack(address: str, path: str, body: dict[str, Any]) -> socket.socket:
    """Send a request, and do not wait for the answer."""
    parts = urlsplit(address)
    connection = socket.create_connection((parts.hostname, parts.port), timeout=NEVER)
    text = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    )
    connection.sendall(f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text)
    return connection


def _answer(connection: socket.socket) -> tuple[int, dict[str, Any]]:
    """Wait for the answer."""
    received = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def test_a_hostile_problem_is_answered_in_time() -> None:
    """The work itself would take days: that there is an answer at all is by the limits."""
    limits = RequestLimits(make=1.0, count=1.0, short=1.0, margin=0.5, grace=1.0)
    with serving(create_app(workers=3, limits=limits)) as where:
        attacks = [_attack(where, *each) for each in HOSTILE]
        for connection in attacks:
            with connection:
                status, body = _answer(connection)
            assert status in {200, 413, 422, 429}
            assert status != 200 or not body["finished"]


def test_a_hostile_problem_slows_nobody() -> None:
    """Others never wait for the end of the hostile work, which cannot take the last worker: it goes on for hours."""
    app = create_app(workers=3, limits=replace(PATIENT, make=9000.0, count=9000.0, poll=0.05))
    with serving(app) as where, httpx.Client(base_url=where, timeout=NEVER) as web:
        ok(web.get("/api/puzzle/talos:hub-gates-1"))
        workers = app.state.pool.workers

        def busy() -> int:
            return sum(worker.job is not None and worker.job.size == "large" for worker in workers)

        boards = ("20x20", "20x21", "20x22", "20x23")
        attacks = [
            _attack(where, "/api/count", {"board": board, "pieces": ["pentominoes+"]}) for board in boards
        ]
        until(lambda: busy() > 0, "the hostile work has begun")
        for name in (f"talos:hub-gates-{number}" for number in (1, 2, 3, 4)):
            ok(web.post("/api/ways", json={"id": name, "state": {"placed": [], "edges": []}}))
            assert busy() > 0
        for connection in attacks:
            connection.close()
        until(lambda: busy() == 0, "it is given up")


def test_work_is_given_up_when_the_client_leaves() -> None:
    app = create_app(workers=2, limits=replace(PATIENT, make=9000.0, count=9000.0, poll=0.05))
    with serving(app) as where, httpx.Client(base_url=where, timeout=NEVER) as client:
        ok(client.get("/api/daily/2026-11-21"))
        workers = app.state.pool.workers
        with _attack(where, "/api/count", {"board": "20x20", "pieces": ["pentominoes+"]}):
            until(lambda: any(worker.job is not None for worker in workers), "it is begun")
        until(lambda: all(worker.job is None for worker in workers), "it is given up")
        assert ok(client.get("/api/puzzle/talos:hub-gates-1"))["rows"] == 3
