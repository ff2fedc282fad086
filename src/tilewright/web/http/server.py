"""Server: uvicorn around the application, on an address of this machine; how many connections there are, and for how long.

A connection costs the server an open file, whether it asks for anything or not. So there are at most `most` of them,
three quarters of them from one address; one more is closed at once. And a request, header and body, has to be there
`patience` seconds after it began, and to begin that soon on a new connection. How long an answer takes is not limited.
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
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilewright.errors import RequestError
from tilewright.system.quota import most_open_files, raise_open_files

__all__ = ["OPEN_FILES", "USUAL_PORT", "Connection", "Server", "configured", "most_at_once", "serve"]

_MOST = 1000
#: How many files a server has open at the most.
OPEN_FILES = 4096


def most_at_once() -> int:
    """Return how many connections there may be: a third of the files that may be open.

    The loop accepts a hundred at a time and closes those beyond a few rounds later: they need files until then.
    """
    files = most_open_files()
    return _MOST if files is None else min(_MOST, files // 3)


class Connection(H11Protocol):
    """A connection that is closed if there are too many, or if its request does not arrive in time.

    Attributes
    ----------
    patience : float
        Seconds for a request to arrive.
    most : int or None
        How many connections there may be; None for as many as files allow (`most_at_once`).
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
        """Take what arrives; the time for a request runs from its first byte to its last."""
        if not self._began:
            self._began = True
            self._expect()
        super().data_received(data)
        if self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:  # it is all there
            self._began = False
            self._forget()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._forget()
        super().connection_lost(exc)

    def later(self, seconds: float, do: Callable[[], object]) -> asyncio.TimerHandle:
        """Have something done so many seconds from now, unless the handle is cancelled."""
        return self.loop.call_later(seconds, do)

    def _expect(self) -> None:
        self._forget()
        self._timer = self.later(self.patience, self.transport.abort)

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


#: A browser keeps games for an address with its port: what is kept is lost sight of when the port is another.
USUAL_PORT = 8453


def serve(app: Any, host: str, port: int, started: Callable[[str], None] | None = None) -> None:
    """Serve until interrupted.

    Parameters
    ----------
    app
        The application.
    host : str
    port : int
        0 for a free one: `USUAL_PORT` if it is, so that the browser finds again what it has kept.
    started : callable, optional
        Called with the address once the page can be opened.

    Raises
    ------
    RequestError
        If the address cannot be used.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = _listen(host, port, family)
    except OSError as error:
        if error.errno in {errno.EADDRINUSE, errno.EACCES}:
            reason = f"port {port} is taken or not allowed; --port 0 takes a free one"
            raise RequestError(reason, where="--port") from None
        raise RequestError(f"{host} is not an address of this machine", where="--host") from None
    # Answers leave at once, not when the one before is acknowledged: connections take this from the socket that
    # listens, and asyncio sets it only for sockets that were made with the protocol's number.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # An address that listens everywhere is no address to go to.
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.getsockname()[1]}/"
    raise_open_files(OPEN_FILES)
    server = Server(configured(app))
    server.address, server.started_call, server.leave_call = address, started, app.state.pool.leave
    server.run(sockets=[listening])


def configured(app: Any, **options: Any) -> uvicorn.Config:
    """Return how the application is served: what a connection may do, and what is said (little)."""
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
    """A server that says when it is ready, and that leaves no connection open when it ends.

    Attributes
    ----------
    address : str
        What `started_call` is told.
    started_call : callable or None
        Called once the server listens.
    leave_call : callable or None
        Called when it shuts down, to have what is under way answered at once.
    """

    address = ""
    started_call: Callable[[str], None] | None = None
    leave_call: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        if self.started and self.started_call is not None:
            self.started_call(self.address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to shut down. A second Ctrl-C changes nothing: it would leave the workers behind, and all ends in seconds anyway."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what is under way, and close what is still open within the time that the configuration gives."""
        if self.leave_call is not None:
            self.leave_call()
        # Whoever does not read his answer would hold his connection for as long as this process lives. Half the time, as
        # uvicorn cancels what is open when the time is up, and shows a traceback for each.
        patience = self.config.timeout_graceful_shutdown
        closing = asyncio.get_running_loop().call_later(patience / 2, self._abort) if patience else None
        await super().shutdown(sockets)
        if closing is not None:
            closing.cancel()
        self._abort()
        await asyncio.sleep(0)

    def _abort(self) -> None:
        """Close all connections, whatever they are at."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def _listen(host: str, port: int, family: socket.AddressFamily) -> socket.socket:
    """Return a socket that listens; on the usual port, if any will do and that is free."""
    if port == 0:
        with contextlib.suppress(OSError):
            return socket.create_server((host, USUAL_PORT), family=family)
    return socket.create_server((host, port), family=family)
