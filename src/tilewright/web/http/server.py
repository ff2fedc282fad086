"""Run uvicorn on an address of this machine, with limits on the number and duration of connections.

A connection costs an open file, even if it sends nothing. So there are at most `most` connections, three quarters of them from
one address; others are closed at once. A request must arrive within `patience` seconds. Answers may take any time.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import Callable
from types import FrameType
from typing import Any, ClassVar

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilewright.errors import RequestError
from tilewright.system.quota import most_open_files, raise_open_files
from tilewright.web.http.later import Later

__all__ = ["OPEN_FILES", "USUAL_PORT", "Connection", "Server", "configured", "most_at_once", "serve"]

_MOST = 1000
#: Most files that a server opens.
OPEN_FILES = 4096


def most_at_once() -> int:
    """Return the most connections: a third of the open files allowed.

    The loop accepts a hundred at a time before it closes the extra ones, which need files until then.
    """
    files = most_open_files()
    return _MOST if files is None else min(_MOST, files // 3)


class Connection(H11Protocol):
    """A connection that is closed if there are too many, or its request does not arrive in time.

    `patience` is the time for a request in seconds. `most` is the limit on connections; None derives it from the open files.
    """

    patience: ClassVar[float] = 10.0
    most: ClassVar[int | None] = None
    _timer: asyncio.TimerHandle | None = None
    _began = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Keep a new connection if there is room for it."""
        super().connection_made(transport)
        most = most_at_once() if self.most is None else self.most
        same = sum(
            isinstance(other, Connection) and other.address == self.address for other in self.connections
        )
        if len(self.connections) > most or same > most * 3 // 4:
            transport.abort()
            return
        self._expect()

    @property
    def address(self) -> str:
        """The address of the client, without its port."""
        return self.client[0] if self.client else ""

    def data_received(self, data: bytes) -> None:
        """Receive data; the time for a request runs from its first byte to its last."""
        if not self._began:
            self._began = True
            self._expect()
        super().data_received(data)
        if self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:  # the request is complete
            self._began = False
            self._forget()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._forget()
        super().connection_lost(exc)

    def later(self, seconds: float, do: Callable[[], object]) -> asyncio.TimerHandle:
        """Call a function after some seconds, unless the handle is cancelled."""
        return self.loop.call_later(seconds, do)

    def _expect(self) -> None:
        self._forget()
        self._timer = self.later(self.patience, self.transport.abort)

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


#: Browsers keep games by address and port, so another port would hide them.
USUAL_PORT = 8453


def serve(
    app: ASGIApp, later: Later, host: str, port: int, started: Callable[[str], None] | None = None
) -> None:
    """Serve an application and the one behind it, which is loaded `later`, until interrupted.

    Port 0 takes `USUAL_PORT` if it is free, so that the browser finds its games, or else any free port. `started` is called with
    the address once the page can be opened.
    """
    if not 0 <= port <= 65535:
        raise RequestError(f"must be from 0 to 65535, got {port}", where="--port")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = _listen(host, port, family)
    except OSError as error:
        if error.errno in {errno.EADDRINUSE, errno.EACCES}:
            reason = f"port {port} is in use or not allowed; use --port 0 for a free one"
            raise RequestError(reason, where="--port") from None
        raise RequestError(f"'{host}' is not an address of this machine", where="--host") from None
    # Send answers without waiting for acknowledgements. Connections inherit this option, and asyncio sets it only
    # for sockets made with the protocol's number.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # A wildcard address cannot be opened.
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.getsockname()[1]}/"
    raise_open_files(OPEN_FILES)
    server = Server(configured(app))
    server.address, server.started_call, server.leave_call = address, started, later.leave
    later.failed = server.end
    server.run(sockets=[listening])
    if later.error is not None:
        raise later.error


def configured(app: Any, **options: Any) -> uvicorn.Config:
    """Return the configuration of uvicorn for the application."""
    usual: dict[str, Any] = {
        "http": Connection,
        "ws": "none",
        "backlog": 100,
        "log_level": "warning",
        "access_log": False,
        "timeout_keep_alive": 30,
        "timeout_graceful_shutdown": 2,
        "server_header": False,
    }
    return uvicorn.Config(app, **{**usual, **options})


class Server(uvicorn.Server):
    """A server that reports when it is ready, and closes all connections when it ends.

    `started_call` is called with `address` once the server listens, and `leave_call` when it shuts down, to end pending work.
    """

    address = ""
    started_call: Callable[[str], None] | None = None
    leave_call: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and report it."""
        await super().startup(sockets)
        if self.started and self.started_call is not None:
            self.started_call(self.address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to shut down. A second Ctrl-C changes nothing, since it would leave workers behind."""
        self.end()

    def end(self) -> None:
        """Begin to shut down."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish pending answers, and close what is still open within the configured time."""
        if self.leave_call is not None:
            self.leave_call()
        # A client that does not read its answer would keep its connection open. Abort after half the time, as
        # uvicorn then cancels with a traceback for each.
        patience = self.config.timeout_graceful_shutdown
        closing = asyncio.get_running_loop().call_later(patience / 2, self._abort) if patience else None
        await super().shutdown(sockets)
        if closing is not None:
            closing.cancel()
        self._abort()
        await asyncio.sleep(0)

    def _abort(self) -> None:
        """Close all connections."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def _listen(host: str, port: int, family: socket.AddressFamily) -> socket.socket:
    """Return a listening socket, on the usual port if any port will do and it is free."""
    if port == 0:
        with contextlib.suppress(OSError):
            return socket.create_server((host, USUAL_PORT), family=family)
    return socket.create_server((host, port), family=family)
