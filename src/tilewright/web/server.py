"""Server: uvicorn around the application, on an address of this machine."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from tilewright.errors import RequestError

__all__ = ["serve"]


def serve(app: Any, host: str, port: int, started: Callable[[str], None] | None = None) -> None:
    """Serve until interrupted.

    Parameters
    ----------
    app
        The application.
    host : str
    port : int
        0 for a free one.
    started : callable, optional
        Called with the address once the page can be opened.

    Raises
    ------
    RequestError
        If the address cannot be used.
    """
    try:
        listening = socket.create_server((host, port))
    except OSError as error:
        raise RequestError(
            f"cannot listen on {host}, port {port}: {error.strerror}; --port 0 takes a free one",
            where="--port",
        ) from None
    address = f"http://{host}:{listening.getsockname()[1]}/"
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    server = _Server(config)
    server.address, server.started_call = address, started
    server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    address = ""
    started_call: Callable[[str], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.started_call is not None:
            self.started_call(self.address)
