"""Connections of the HTTP interface: slow ones are closed, and too many are not kept."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import AsyncIterator, Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI
from fastapi.responses import StreamingResponse

from serving import ok, serving
from tilewright.web.http.app import create_app
from tilewright.web.http.connections import Connection, most_at_once
from waiting import NEVER, until

GET = b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n"


class Hasty(Connection):
    """A connection with little patience."""

    patience = 1.0


class Few(Connection):
    """A connection that is one of few."""

    most = 40


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server with little patience whose answer takes longer than that."""
    app = FastAPI()

    @app.get("/slow")
    def slow() -> StreamingResponse:
        def lines() -> Iterator[str]:
            for number in range(4):
                time.sleep(0.4)  # together longer than the patience
                yield f"{number}\n"

        return StreamingResponse(lines())

    @app.post("/slow")
    def sent(body: dict[str, int]) -> dict[str, int]:
        return body

    with serving(app, http=Hasty) as found:
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


@pytest.mark.parametrize("said", [b"", b"GET / HT", GET[:-2], POST, POST + b"{", GET + GET[:9]])
def test_a_request_that_does_not_arrive_is_given_up(address: str, said: bytes) -> None:
    with _connect(address) as connection:
        connection.sendall(said)
        while said.startswith(GET) and b"3\n" not in connection.recv(1000):
            pass  # the first request is answered, only the second is not all there
        if said.startswith(GET):
            connection.recv(100)
            connection.sendall(b"x")
        assert _closed(connection)


def test_bytes_one_by_one_win_no_time(address: str) -> None:
    with _connect(address) as connection, pytest.raises(OSError):
        connection.sendall(POST)
        for _ in range(3000):
            connection.sendall(b" ")
            time.sleep(0.1)


def test_an_answer_may_take_longer(address: str) -> None:
    with httpx.Client(base_url=address) as client:
        assert client.get("/slow").text.split() == ["0", "1", "2", "3"]
        time.sleep(1.2)  # a connection that is kept waits longer for its next request
        assert client.get("/slow").text.split() == ["0", "1", "2", "3"]
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


def test_as_many_connections_as_files_allow() -> None:
    assert 30 < most_at_once() <= 1000
