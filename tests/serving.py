"""A server in a thread, for the tests of the HTTP interface."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
from fastapi import FastAPI, Request, Response
from fastapi.responses import StreamingResponse

from tilewright.web.http.server import Server, configured
from tilewright.web.schema import RequestLimits
from waiting import NEVER, until

#: Nothing is cut short because the machine is busy, neither a worker nor an engine. Work that nobody waits for is ended as usual: an
#: interrupt that comes while a kernel is compiled may be lost, so a worker that goes on is replaced.
PATIENT = RequestLimits(
    short=NEVER,
    puzzle=NEVER,
    make=NEVER,
    count=NEVER,
    watch=NEVER,
    plane=NEVER,
    random=NEVER,
    play=NEVER,
    ways=NEVER,
    margin=NEVER,
)


def ok(response: httpx.Response) -> Any:
    """The answer to a request that is right."""
    assert response.status_code == 200, response.text
    return response.json()


@contextlib.contextmanager
def serving(app: Any, **options: Any) -> Iterator[str]:
    """Serve an application on a free port; give its address."""
    server = Server(configured(app, **{"port": 0, "log_level": "error", **options}))
    if hasattr(app, "state") and hasattr(app.state, "pool"):
        server.leave_call = app.state.pool.leave
    thread = threading.Thread(target=server.run)
    thread.start()
    until(lambda: server.started, "the server starts")
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(NEVER)
        assert not thread.is_alive(), "the server ends"


def proxy(address: str, prefix: str, *, cut: bool, keep_host: bool = True, **said: str) -> FastAPI:
    """A reverse proxy that shows what is served at an address below a prefix.

    Parameters
    ----------
    cut : bool
        Whether it cuts the prefix off before it asks.
    keep_host : bool
        Whether it passes on the name that it was asked for; else it asks for the address.
    **said
        Headers that it adds, with _ for -.
    """
    app = FastAPI(openapi_url=None)

    @app.api_route(prefix + "/{path:path}", methods=["GET", "HEAD", "POST"])
    async def forward(request: Request, path: str) -> Response:
        headers = {
            name: value for name, value in request.headers.items() if keep_host or name.lower() != "host"
        }
        headers |= {name.replace("_", "-"): value for name, value in said.items()}
        client = httpx.AsyncClient(timeout=NEVER)
        asked = client.build_request(
            request.method,
            f"{address}{'' if cut else prefix}/{path}",
            params=request.query_params,
            headers=headers,
            content=await request.body(),
        )
        answer = await client.send(asked, stream=True)

        async def body() -> AsyncIterator[bytes]:
            async for chunk in answer.aiter_raw():
                yield chunk
            await answer.aclose()
            await client.aclose()

        return StreamingResponse(body(), answer.status_code, dict(answer.headers))

    return app
