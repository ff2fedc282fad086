"""Connections of the HTTP interface: slow ones are closed, and too many are not kept."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI
from fastapi.responses import StreamingResponse

from serving import ok, serving
from tilewright.web import connections
from tilewright.web.app import create_app

GET = b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n"


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server with little patience whose answer takes longer than that."""
    monkeypatch.setattr(connections, "PATIENCE", 0.5)
    app = FastAPI()

    @app.get("/slow")
    def slow() -> StreamingResponse:
        def lines() -> Iterator[str]:
            for number in range(4):
                time.sleep(0.4)
                yield f"{number}\n"

        return StreamingResponse(lines())

    @app.post("/slow")
    def sent(body: dict[str, int]) -> dict[str, int]:
        return body

    with serving(app) as found:
        yield found


def _connect(address: str) -> socket.socket:
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname, parts.port), timeout=5)


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
        begin = time.monotonic()
        assert _closed(connection)
        assert time.monotonic() - begin < 3


def test_bytes_one_by_one_win_no_time(address: str) -> None:
    with _connect(address) as connection, pytest.raises(OSError):
        connection.sendall(POST)
        for _ in range(30):
            connection.sendall(b" ")
            time.sleep(0.1)


def test_an_answer_may_take_longer(address: str) -> None:
    with httpx.Client(base_url=address) as client:
        for _ in range(2):
            assert client.get("/slow").text.split() == ["0", "1", "2", "3"]
            time.sleep(0.8)  # a connection that is kept waits longer for its next request
        assert ok(client.post("/slow", json={"a": 1})) == {"a": 1}


def test_there_are_only_so_many_connections(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(connections, "most_at_once", lambda: 40)
    with serving(create_app(workers=2)) as address:
        held = [_connect(address) for _ in range(60)]
        try:
            time.sleep(0.5)
            kept = []
            for connection in held:
                connection.setblocking(False)
                try:
                    closed = connection.recv(1) == b""
                except BlockingIOError:
                    closed = False
                except ConnectionResetError:
                    closed = True
                kept.append(not closed)
            assert sum(kept) == 30  # three quarters, as they are all from one address
        finally:
            for connection in held:
                connection.close()
        time.sleep(0.2)
        with httpx.Client(base_url=address, timeout=60) as client:
            assert client.get("/").status_code == 200
    assert capfd.readouterr().err == ""


def test_as_many_connections_as_files_allow() -> None:
    assert 30 < connections.most_at_once() <= 1000
