"""A server in a thread, for the tests of the HTTP interface."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from tilewright.web.server import configured


def ok(response: httpx.Response) -> Any:
    """The answer to a request that is right."""
    assert response.status_code == 200, response.text
    return response.json()


@contextlib.contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """Serve an application on a free port; give its address."""
    server = uvicorn.Server(configured(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)
