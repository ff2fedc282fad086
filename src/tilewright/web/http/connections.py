"""Connections: how many there are, and how long one may take to say what it wants.

A connection costs the server an open file, whether it asks for anything or not. So there are at most `most` of them,
three quarters of them from one address; one more is closed at once. And a request, header and body, has to be there
`patience` seconds after it began, and to begin that soon on a new connection. How long an answer takes is not limited here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilewright.system.quota import most_open_files

__all__ = ["OPEN_FILES", "Connection", "most_at_once"]

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
