"""The routes of the HTTP interface, their limits, and errors in words."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException

from tilewright.version import __version__
from tilewright.web import schema
from tilewright.web.answers.operations import OPERATIONS, Operation
from tilewright.web.answers.sheet import cards, daily_requests, daily_sheet, kinds
from tilewright.web.bundle import MODULE
from tilewright.web.http.guard import Guard, names_of
from tilewright.web.http.pages import Pages
from tilewright.web.schema import PICTURES, RequestLimits
from tilewright.web.shipped import days
from tilewright.web.workers.pool import Busy, Down, Stopped, WorkerPool
from tilewright.web.workers.worker import Failure, Unfinished

__all__ = ["create_app", "fault_in_words", "interface"]


#: Names of fields on the page. Others are shown as they are.
_FIELDS = {
    "board": "the board",
    "empty": "the number of cells that stay empty",
    "id": "the puzzle's ID",
    "level": "the level",
    "moves": "the list of moves",
    "pieces": "the list of pieces",
    "placed": "the list of placed pieces",
    "puzzle": "the puzzle's ID",
    "seed": "the seed",
}
#: Faults by pydantic's type, with {name} and pydantic's context.
_WORDS = {
    "bool_type": "{name} must be true or false",
    "extra_forbidden": "unknown field {name}",
    "float_type": "{name} must be a number",
    "greater_than_equal": "{name} must be at least {ge}",
    "int_type": "{name} must be an integer",
    "int_parsing": "{name} must be an integer",
    "json_invalid": "the request's body must be JSON",
    "less_than": "{name} must be less than {lt}",
    "less_than_equal": "{name} must be at most {le}",
    "literal_error": "{name} must be {expected}",
    "missing": "{name} is missing",
    "string_too_long": "{name} must have at most {max_length} characters",
    "string_too_short": "{name} is missing",
    "string_type": "{name} must be a string",
    "too_long": "{name} must have at most {max_length} entries",
    "too_short": "{name} must have at least {min_length} entries",
}
_NO_PUZZLE = (
    "the ID or name of a puzzle must have only letters, digits and : _ . - and at most 4096 characters"
)


def fault_in_words(fault: Mapping[str, Any]) -> tuple[str, str]:
    """Return where a fault is (`actions.0.cell`, or empty), and what it is."""
    place = [str(part) for part in fault["loc"][1:]]
    kind, where = str(fault["type"]), ".".join(place)
    if kind == "json_invalid":
        where = ""  # pydantic gives a position in the text
    names = [part for part in place if not part.isdigit()]
    last = names[-1] if names else "the body"
    if last in {"id", "puzzle"} and kind.startswith("string"):
        return where, _NO_PUZZLE
    if kind in {"date_type", "date_parsing", "date_from_datetime_parsing", "value_error"} and last == "date":
        return where, "a date must be written as year-month-day, such as 2026-11-21"
    if kind == "string_pattern_mismatch" and last in {"hole", "corner"}:
        return where, f"{last} must be a row and a column, such as 5,7"
    if kind not in _WORDS:
        return where, f"{where}: {fault['msg']}" if where else str(fault["msg"])
    name = _FIELDS.get(last, last) if place and place[-1] == last else f"each of {_FIELDS.get(last, last)}"
    return where, _WORDS[kind].format(name=name, **fault.get("ctx", {}))


_ERRORS: dict[int | str, dict[str, Any]] = {
    403: {"model": schema.ErrorAnswer, "description": "The request came from a page of another site."},
    413: {"model": schema.ErrorAnswer, "description": "The body is too large."},
    421: {"model": schema.ErrorAnswer, "description": "This host is not served here."},
    422: {
        "model": schema.ErrorAnswer,
        "description": "The request is invalid; see the message for what is allowed.",
    },
    429: {"model": schema.ErrorAnswer, "description": "The server is busy; try again soon."},
    503: {
        "model": schema.ErrorAnswer,
        "description": "The server cannot work (see its log) or is shutting down.",
    },
}

_PICTURES: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {} for kind in PICTURES.values()}, "description": "A picture."}
}


def _error(status: int, kind: str, message: str, where: str | None = None, **headers: str) -> JSONResponse:
    body = {"error": {"kind": kind, "message": message, "where": where}}
    return JSONResponse(
        body, status, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


def create_app(
    *,
    workers: int | None = None,
    first: str = "",
    title: str = "",
    limits: RequestLimits | None = None,
    host: str | Sequence[str] = "127.0.0.1",
    root_path: str = "",
    key: str = "",
) -> FastAPI:
    """Return the web application: the page and its HTTP interface.

    The application can be served directly or mounted in another ASGI application at any path. The worker processes start with
    the server, or with the first request if the lifespan is not run.

    Parameters
    ----------
    workers : int, optional
        The number of worker processes; by default, the number of cores plus one.
    first : str
        The ID of the puzzle that the page opens.
    title : str
        The title of that puzzle, which its ID does not contain.
    limits : RequestLimits, optional
        The time limits for requests.
    host : str or sequence of str
        The address that the server listens on, or its host names. Requests for other host names are rejected, which prevents
        DNS rebinding. 0.0.0.0 and :: listen on all addresses and accept any name.
    root_path : str
        The path prefix of a reverse proxy, such as ``/tiles``, if the proxy does not remove it. The proxy may send it in the
        header ``X-Forwarded-Prefix`` instead.
    key : str
        A key that the link to the page must contain (``/?key=…``), in letters, digits, ``-`` and ``_``. The browser remembers
        the key. If the key is empty, everyone has access.

    Raises
    ------
    RequestError
        If the extra ``web`` is not installed; the message contains the command that installs it.

    Examples
    --------
    Mount the application in another one and use its lifespan, so the first player does not have to wait:

    >>> from fastapi import FastAPI
    >>> from tilewright.web import create_app
    >>> tiles = create_app(host="www.example.org")
    >>> site = FastAPI(lifespan=tiles.router.lifespan_context)
    >>> site.mount("/tiles", tiles)
    """
    app = interface(workers=workers, first=first, title=title, limits=limits)
    app.add_middleware(Pages, first=first, title=title, ready=lambda: app.state.pool.ready)
    app.add_middleware(Guard, names=names_of(host), prefix=root_path, key=key)
    return app


def interface(
    *, workers: int | None = None, first: str = "", title: str = "", limits: RequestLimits | None = None
) -> FastAPI:
    """Return the HTTP interface alone, without the page and its guard; see `create_app`."""
    desk = Desk(WorkerPool(workers, grace=(limits or RequestLimits()).grace), limits or RequestLimits())

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        desk.pool.start()
        # Make the daily puzzles before anyone asks, unless browsers know them.
        today = datetime.date.today()
        known = MODULE.is_file() and today.isoformat() in days()
        early = [
            asyncio.create_task(desk.do("make", wanted.model_dump(mode="json")))
            for wanted in ([] if known else daily_requests(today).values())
        ]
        yield
        for task in early:
            task.cancel()
        await asyncio.gather(*early, return_exceptions=True)
        await desk.pool.stop()

    app = FastAPI(
        title="tilewright",
        version=__version__,
        summary="Play, make, count and watch polyomino puzzles.",
        description="Every request is limited in size, time and memory. An answer that is incomplete because of a limit is marked "
        "(`finished: false`, `exact: false`). IDs contain the whole puzzle, so the server stores nothing.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=_ERRORS,
    )
    app.state.pool = desk.pool
    _add_errors(app)
    _add_puzzles(app, desk, first, title)
    for name, operation in OPERATIONS.items():
        if operation.takes is not None:
            _add_operation(app, desk, name, operation)
    _add_watch(app, desk)
    return app


@dataclass(frozen=True, slots=True)
class Desk:
    """Turns requests into work, within their limits."""

    pool: WorkerPool
    limits: RequestLimits

    async def do(self, name: str, asked: dict[str, Any], client: str = "") -> Any:
        """Run an operation and return its answer."""
        operation = OPERATIONS[name]
        return await self.pool.run(
            name,
            operation.arguments(self.limits, asked),
            operation.seconds(self.limits),
            size=operation.size,
            client=client,
        )

    async def answer(self, request: Request, name: str, asked: dict[str, Any]) -> Any:
        """Run an operation while the client is connected, and return its answer."""
        return await _while_connected(request, self.do(name, asked, _client(request)), self.limits.poll)

    def stream(self, name: str, asked: dict[str, Any], client: str) -> AsyncIterator[Any]:
        """Run an operation and yield its results one by one."""
        operation = OPERATIONS[name]
        arguments = operation.arguments(self.limits, asked)
        return self.pool.stream(name, arguments, operation.seconds(self.limits), client=client)


def _add_errors(app: FastAPI) -> None:
    """Answer errors in words."""

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        faults = [fault_in_words(fault) for fault in error.errors()[:5]]
        message = "; ".join(dict.fromkeys(text for _, text in faults))
        where = faults[0][0] if faults else ""
        return _error(422, "request", message or "invalid request", where or None)

    @app.exception_handler(Failure)
    async def failed(_: Request, error: Failure) -> JSONResponse:
        return _error(422, error.kind, error.message, error.where)

    @app.exception_handler(Unfinished)
    async def unfinished(_: Request, error: Unfinished) -> JSONResponse:
        return _error(422, "limit", "too much work for one request: its limit of time or memory was reached")

    @app.exception_handler(Busy)
    async def busy(_: Request, error: Busy) -> JSONResponse:
        return _error(429, "busy", "too many players at once; try again in a moment", retry_after="2")

    @app.exception_handler(Down)
    async def down(_: Request, error: Down) -> JSONResponse:
        return _error(
            503,
            "down",
            "the server cannot work: its worker processes do not start. See its log.",
        )

    @app.exception_handler(Stopped)
    async def leaving(_: Request, error: Stopped) -> JSONResponse:
        return _error(503, "down", "the server is shutting down")

    @app.exception_handler(HTTPException)
    async def other(_: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 400:
            return _error(422, "request", "the request's body must be JSON")
        return _error(error.status_code, "request", str(error.detail), **(error.headers or {}))


def _add_puzzles(app: FastAPI, desk: Desk, first: str, title: str) -> None:
    """Add the routes of puzzles."""

    # Those that come with tilewright are answered by `Pages` before they arrive here.
    @app.get("/api/gallery", tags=["puzzles"])
    async def gallery() -> schema.Gallery:
        """List the named puzzles, with what their pictures need."""
        return cards()

    @app.get("/api/kinds", tags=["puzzles"])
    async def making() -> schema.KindsAnswer:
        """List the kinds of puzzles that can be made, with the choices for each."""
        return kinds()

    @app.get("/api/daily/{date}", tags=["puzzles"])
    async def daily(request: Request, date: schema.Date) -> schema.Daily:
        """Return the puzzles of a day. They are the same for everyone."""
        requests = [wanted.model_dump(mode="json") for wanted in daily_requests(date).values()]
        answers = await asyncio.gather(*(desk.answer(request, "make", wanted) for wanted in requests))
        made: list[schema.Sheet] = [answer.puzzle for answer in answers if answer.finished]
        if len(made) < len(answers):
            raise Unfinished
        return schema.Daily(date=date, puzzles=list(map(daily_sheet, made)))

    @app.get("/api/puzzle/{id}", tags=["puzzles"])
    async def puzzle(request: Request, id: Annotated[schema.PuzzleId, Path()]) -> schema.Sheet:
        """Describe a puzzle, with its grade if it has exactly one solution."""
        sheet: schema.Sheet = await desk.answer(request, "puzzle", {"id": id})
        return sheet.model_copy(update={"title": title}) if title and id == first else sheet


def _add_operation(app: FastAPI, desk: Desk, name: str, operation: Operation) -> None:
    """Add the route of an operation that accepts POST."""

    async def endpoint(request: Request, wanted: Any) -> Any:
        asked = wanted.model_dump(mode="json")
        answer = await desk.answer(request, name, asked)
        if operation.answers is None:
            return Response(answer, media_type=PICTURES[asked["format"]])
        return answer

    endpoint.__name__, endpoint.__doc__ = name, operation.says
    answers = operation.answers or Response
    endpoint.__annotations__ = {"request": Request, "wanted": operation.takes, "return": answers}
    shown: dict[str, Any] = {} if operation.answers else {"response_class": Response, "responses": _PICTURES}
    app.post(f"/api/{name}", tags=[operation.tag], **shown)(endpoint)


def _add_watch(app: FastAPI, desk: Desk) -> None:
    """Add the route that streams the steps of a search."""

    @app.get(
        "/api/watch/{id}",
        tags=["play"],
        response_class=StreamingResponse,
        responses={
            200: {"content": {"application/x-ndjson": {}}, "description": "One JSON object on each line."}
        },
    )
    async def watch(
        request: Request,
        id: Annotated[schema.PuzzleId, Path()],
        steps: Annotated[int, Query(ge=1, le=50_000)] = 20_000,
    ) -> StreamingResponse:
        """Stream the steps of the search engine, one JSON object per line.

        The first line is `{"puzzle": ..., "engine": ...}`, the last `{"end": ...}`. Between them are bundles
        `{"events": [[depth, piece, cell, ...], [depth], [-1], ...]}`. A cell is `row * columns + column`.
        """
        stream = desk.stream("watch", {"id": id, "steps": steps}, _client(request))
        # Wait for the first line, so that an invalid request is answered with its status.
        opening = await _while_connected(request, anext(stream), desk.limits.poll)

        async def lines() -> AsyncIterator[str]:
            yield json.dumps(opening) + "\n"
            with contextlib.suppress(Unfinished, Stopped):
                async for item in stream:
                    yield json.dumps(item, separators=(",", ":")) + "\n"

        return StreamingResponse(lines(), media_type="application/x-ndjson")


def _client(request: Request) -> str:
    return request.client.host if request.client else ""


async def _while_connected(request: Request, work: Awaitable[Any], poll: float) -> Any:
    """Wait for work, and cancel it if the client disconnects."""
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=poll)
            if not task.done() and await request.is_disconnected():
                break
        if not task.done():
            raise Unfinished
        return task.result()
    finally:
        task.cancel()
