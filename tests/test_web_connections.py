"""Connections of the HTTP interface: slow ones are closed, and too many are not kept."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI
from fastapi.responses import StreamingResponse

from serving import PATIENT, ok, serving
from tilewright.web.http.app import create_app, interface
from tilewright.web.http.guard import Guard, names_of
from tilewright.web.http.later import Later
from tilewright.web.http.pages import Pages
from tilewright.web.http.server import Connection, most_at_once, serve
from waiting import NEVER, until

GET = b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n"


class Watched(Connection):
    """A connection whose time passes when a test says so; there is one at a time."""

    timers: ClassVar[list[tuple[asyncio.TimerHandle, Callable[[], object]]]] = []
    arrived: ClassVar[int] = 0
    running: ClassVar[asyncio.AbstractEventLoop]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        Watched.timers, Watched.arrived, Watched.running = [], 0, self.loop
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        Watched.arrived += len(data)

    def later(self, seconds: float, do: Callable[[], object]) -> asyncio.TimerHandle:
        assert seconds == self.patience
        handle = super().later(1e6, do)
        self.timers.append((handle, do))
        return handle

    @classmethod
    def pass_time(cls) -> None:
        """Let the time pass that a request may take."""
        done = threading.Event()

        def fire() -> None:
            for handle, do in cls.timers:
                if not handle.cancelled():
                    do()
            done.set()

        cls.running.call_soon_threadsafe(fire)
        assert done.wait(NEVER)


class Few(Connection):
    """A connection that is one of few, and has all the time that it needs."""

    most = 40
    patience = 10 * NEVER


#: The answer of the slow server goes on when this is set.
GO_ON = threading.Event()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server whose answer takes as long as a test wants."""
    app = FastAPI()

    @app.get("/slow")
    def slow() -> StreamingResponse:
        def lines() -> Iterator[str]:
            for number in range(4):
                assert GO_ON.wait(NEVER)
                yield f"{number}\n"

        return StreamingResponse(lines())

    @app.post("/slow")
    def sent(body: dict[str, int]) -> dict[str, int]:
        return body

    with serving(app, http=Watched) as found:
        yield found


def _connect(address: str) -> socket.socket:
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname, parts.port), timeout=NEVER)


def _closed(connection: socket.socket) -> bool:
    """Whether the server closes a connection without an answer."""
    try:
        return connection.recv(100) == b""
    except ConnectionResetError:
        return True


def _said(connection: socket.socket, words: bytes, before: int = 0) -> None:
    """Say something on the one connection that there is, and wait until it has arrived."""
    connection.sendall(words)
    until(lambda: Watched.timers != [] and Watched.arrived >= before + len(words), "it has arrived")


@pytest.mark.parametrize("said", [b"", b"GET / HT", GET[:-2], POST, POST + b"{"])
def test_a_request_that_does_not_arrive_is_given_up(address: str, said: bytes) -> None:
    Watched.timers = []
    with _connect(address) as connection:
        _said(connection, said)
        Watched.pass_time()
        assert _closed(connection)


def test_a_second_request_that_does_not_arrive_is_given_up(address: str) -> None:
    Watched.timers = []
    GO_ON.set()
    with _connect(address) as connection:
        _said(connection, GET + GET[:9])
        seen = b""
        while not seen.endswith(b"0\r\n\r\n"):
            seen += connection.recv(1000)
        # The first request is answered; of the second one more byte comes, but not the rest.
        _said(connection, b"x", before=len(GET) + 9)
        Watched.pass_time()
        assert _closed(connection)


def test_bytes_one_by_one_win_no_time(address: str) -> None:
    Watched.timers = []
    with _connect(address) as connection:
        _said(connection, POST)
        begun = len(Watched.timers)
        for number in range(20):
            _said(connection, b" ", before=len(POST) + number)
        assert len(Watched.timers) == begun
        Watched.pass_time()
        assert _closed(connection)


def test_an_answer_may_take_longer(address: str) -> None:
    with httpx.Client(base_url=address, timeout=NEVER) as client:
        for _ in range(2):
            Watched.timers = []
            GO_ON.clear()
            with client.stream("GET", "/slow") as answer:
                Watched.pass_time()
                GO_ON.set()
                assert answer.read().split() == [b"0", b"1", b"2", b"3"]
            # A connection that is kept waits longer for its next request.
            Watched.pass_time()
        assert ok(client.post("/slow", json={"a": 1})) == {"a": 1}


def _kept(connection: socket.socket) -> bool:
    """Whether the server has not closed a connection so far."""
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


def test_there_are_only_so_many_connections(capfd: pytest.CaptureFixture[str]) -> None:
    with serving(create_app(workers=2), http=Few) as address:
        held = [_connect(address) for _ in range(60)]
        try:
            # Three quarters, as they are all from one address.
            until(lambda: sum(map(_kept, held)) <= 30, "those beyond the limit are closed")
            assert sum(map(_kept, held)) == 30
        finally:
            for connection in held:
                connection.close()

        def answers() -> bool:
            """Whether there is room again: the server needs a moment to see that they are gone."""
            try:
                return httpx.get(address, timeout=NEVER).status_code == 200
            except httpx.TransportError:
                return False

        until(answers, "there is room again")
    assert capfd.readouterr().err == ""


def test_none_is_left_open_when_the_server_ends() -> None:
    app = FastAPI()

    @app.get("/endless")
    async def endless() -> StreamingResponse:
        async def lines() -> AsyncIterator[bytes]:
            while True:
                yield bytes(1 << 20)

        return StreamingResponse(lines())

    with contextlib.ExitStack() as stack:
        address = stack.enter_context(serving(app, timeout_graceful_shutdown=0, log_level="critical"))
        asking = _connect(address)
        asking.sendall(GET.replace(b"slow", b"endless"))
        assert asking.recv(100).startswith(b"HTTP/1.1 200")  # and now reads no more
    with asking, contextlib.suppress(ConnectionResetError):  # without an end to read, it is left open
        while asking.recv(1 << 20):
            pass


def test_what_is_under_way_when_the_server_ends_is_answered(capfd: pytest.CaptureFixture[str]) -> None:
    app = create_app(workers=2, limits=PATIENT)
    pool = app.state.pool
    answers: list[httpx.Response] = []

    def ask(address: str, number: int) -> None:
        heavy = {"board": "20x20", "pieces": ["pentominoes+"], "turn": "free", "empty": 5 * number}
        answers.append(httpx.post(f"{address}/api/count", json=heavy, timeout=NEVER))

    def under_way() -> bool:
        jobs = [*pool._queue, *(worker.job for worker in pool.workers if worker.job is not None)]
        return sum(job.name == "count" for job in jobs) == 6

    with contextlib.ExitStack() as stack:
        address = stack.enter_context(serving(app))
        asking = [threading.Thread(target=ask, args=(address, number)) for number in range(6)]
        for thread in asking:
            thread.start()
        until(under_way, "all are under way")
        # Somebody watches a search, and reads nothing of it.
        watching = _connect(address)
        watching.sendall(b"GET /api/watch/calendar:02-11?steps=50000 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        processes = [worker.process.pid for worker in pool.workers]
        stack.close()
        for thread in asking:
            thread.join(NEVER)
        watching.close()
    assert [answer.status_code for answer in answers] == [503] * 6
    assert answers[0].json()["error"]["message"] == "the server is shutting down"
    assert capfd.readouterr().err == ""
    assert not any(Path(f"/proc/{process}").exists() for process in processes)


def test_the_page_is_there_before_its_interface_is_loaded() -> None:
    go_on = threading.Event()

    def load() -> FastAPI:
        assert go_on.wait(NEVER)
        return interface(workers=2)

    later = Later(load)
    front = Guard(Pages(later, "id:1", ready=lambda: later.ready), names=names_of("127.0.0.1"), key="a-key")
    with serving(front) as address, httpx.Client(base_url=address, timeout=NEVER) as web:
        assert web.get("/static/page.js").status_code == 403
        assert web.get("/?key=a-key").status_code == 303
        for path in (
            "/",
            "/static/page.js",
            "/api/gallery",
            "/api/puzzle/talos:hub-gates-1",
            "/api/ids.json",
        ):
            answer = web.get(path)
            assert answer.status_code == 200, path
            assert answer.headers.get_list("x-frame-options") == ["DENY"]
        assert web.get("/api/gallery", headers={"Host": "evil.example"}).status_code == 421
        assert web.get("/api/gallery", headers={"Origin": "http://evil.example"}).status_code == 403
        opening = ok(web.get("/start.json"))
        assert (opening["first"], opening["ready"]) == ("id:1", False)
        # A request to the interface waits for it.
        answers: list[httpx.Response] = []
        asking = threading.Thread(target=lambda: answers.append(web.get("/openapi.json")))
        asking.start()
        assert ok(
            httpx.get(f"{address}/api/kinds", headers={"Cookie": f"tilewright-key-{web.base_url.port}=a-key"})
        )
        assert answers == []
        go_on.set()
        asking.join(NEVER)
        assert "/api/gallery" in ok(answers[0])["paths"]
        assert answers[0].headers.get_list("x-frame-options") == ["DENY"]
        assert web.get("/static/none.js").json()["error"]["message"] == "Not Found"


def test_an_interface_that_cannot_be_loaded_ends_the_server() -> None:
    def load() -> FastAPI:
        raise ImportError("a package is broken")

    later = Later(load)
    with pytest.raises(ImportError, match="a package is broken"):
        serve(later, later, "127.0.0.1", 0)


def test_as_many_connections_as_files_allow() -> None:
    assert 30 < most_at_once() <= 1000
