"""An application that is loaded while the server listens already: the page is there at once, and its interface a second later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["Later"]


#: What is answered if the server shuts down before the application is there.
_NONE = JSONResponse(
    {"error": {"kind": "down", "message": "the server is shutting down", "where": None}}, status_code=503
)


class Later:
    """An application that is loaded in a thread when the server starts; requests wait for it.

    `load` returns it. If it cannot be loaded, `error` is the reason, and `failed` is called.
    """

    def __init__(self, load: Callable[[], FastAPI]) -> None:
        self._load = load
        self._app: FastAPI | None = None
        self._there, self._over = asyncio.Event(), asyncio.Event()
        self._leaving = False
        self.error: Exception | None = None
        self.failed: Callable[[], object] = lambda: None

    @property
    def ready(self) -> bool:
        """Whether its processes have loaded everything."""
        return self._app is not None and bool(self._app.state.pool.ready)

    def leave(self) -> None:
        """End pending work, as the server shuts down."""
        self._leaving = True
        if self._app is not None:
            self._app.state.pool.leave()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, as soon as the application is there."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        await self._there.wait()
        await (self._app or _NONE)(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Start loading, and let the server go on."""
        await receive()
        running = asyncio.create_task(self._run())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._over.set()
        await running
        await send({"type": "lifespan.shutdown.complete"})

    async def _run(self) -> None:
        """Load the application, and keep it alive until the server shuts down."""
        try:
            app = await asyncio.to_thread(self._load)
        except Exception as error:
            self.error = error
            self.failed()
            self._there.set()
            return
        if self._leaving or self._over.is_set():
            self._there.set()
            return
        async with app.router.lifespan_context(app):
            self._app = app
            self._there.set()
            await self._over.wait()
