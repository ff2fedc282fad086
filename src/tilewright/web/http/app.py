"""App: the routes of the HTTP interface, what they may cost, and the headers of every answer."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException

from tilewright.version import __version__
from tilewright.web import schema
from tilewright.web.answers.operations import OPERATIONS, Operation
from tilewright.web.answers.sheet import cards, daily_requests, daily_words, kinds
from tilewright.web.http.guard import Guard, names_of
from tilewright.web.http.packing import Packed, packed_file
from tilewright.web.schema import PICTURES, RequestLimits
from tilewright.web.workers.pool import Busy, Down, Stopped, WorkerPool
from tilewright.web.workers.worker import Failure, Unfinished

__all__ = ["create_app", "fault_in_words"]


#: What the fields are called on the page. The others are known by their names.
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
#: Faults by their type in pydantic, with {name} and what pydantic knows of them.
_WORDS = {
    "bool_type": "{name} is true or false",
    "extra_forbidden": "nothing here is called {name}",
    "float_type": "{name} is a number",
    "greater_than_equal": "{name} is at least {ge}",
    "int_type": "{name} is a whole number",
    "int_parsing": "{name} is a whole number",
    "json_invalid": "the request's body is no JSON",
    "less_than": "{name} is less than {lt}",
    "less_than_equal": "{name} is at most {le}",
    "literal_error": "{name} is {expected}",
    "missing": "{name} is missing",
    "string_too_long": "{name} has at most {max_length} characters",
    "string_too_short": "{name} is missing",
    "string_type": "{name} is a text",
    "too_long": "{name} has at most {max_length} entries",
    "too_short": "{name} has at least {min_length} entries",
}
_NO_PUZZLE = (
    "this link is no puzzle's ID or name: those have letters, digits and : _ . - only, at most 4096 of them"
)


def fault_in_words(fault: Mapping[str, Any]) -> tuple[str, str]:
    """Return where a fault is (`actions.0.cell`, or nothing), and what it is."""
    place = [str(part) for part in fault["loc"][1:]]
    kind, where = str(fault["type"]), ".".join(place)
    if kind == "json_invalid":
        where = ""  # pydantic gives the position in the text
    names = [part for part in place if not part.isdigit()]
    last = names[-1] if names else "the body"
    if last in {"id", "puzzle"} and kind.startswith("string"):
        return where, _NO_PUZZLE
    if kind in {"date_type", "date_parsing", "date_from_datetime_parsing", "value_error"} and last == "date":
        return where, "a date is written as year-month-day, such as 2026-11-21"
    if kind == "string_pattern_mismatch" and last in {"hole", "corner"}:
        return where, f"{last} is a row and a column, such as 5,7"
    if kind not in _WORDS:
        return where, f"{where}: {fault['msg']}" if where else str(fault["msg"])
    name = _FIELDS.get(last, last) if place and place[-1] == last else f"each of {_FIELDS.get(last, last)}"
    return where, _WORDS[kind].format(name=name, **fault.get("ctx", {}))


_ERRORS: dict[int | str, dict[str, Any]] = {
    403: {"model": schema.ErrorAnswer, "description": "Another site's page has asked."},
    413: {"model": schema.ErrorAnswer, "description": "The body is too large."},
    421: {"model": schema.ErrorAnswer, "description": "The host that was asked is not served here."},
    422: {
        "model": schema.ErrorAnswer,
        "description": "The request is wrong; the message says what would be right.",
    },
    429: {"model": schema.ErrorAnswer, "description": "Too much is going on; try again soon."},
    503: {
        "model": schema.ErrorAnswer,
        "description": "The server cannot work (its own messages say why) or is shutting down.",
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
    """Return the application: the page, and the HTTP interface behind it.

    It can be served as it is, or mounted in another ASGI application at any path. Its processes start with the server
    or, where its lifespan is not run, with the first request.

    Parameters
    ----------
    workers : int, optional
        Number of processes that do the work; one for each core and one more if not given.
    first : str
        ID of a puzzle that the page opens with.
    title : str
        What that puzzle is called, as its ID does not say it.
    limits : RequestLimits, optional
        How long requests may take.
    host : str or sequence of str
        The address that the server listens on, or the names by which it is asked: requests to other names are
        refused, so that no other site's name can be made to lead here. 0.0.0.0 and :: listen everywhere, and are
        answered under any name.
    root_path : str
        The prefix below which a reverse proxy shows the application, such as ``/tiles``, if it does not cut it off on
        the way. A proxy may say it in the header ``X-Forwarded-Prefix`` instead.
    key : str
        What has to be in the link that opens the page (``/?key=…``), in letters, digits, ``-`` and ``_``; the browser
        keeps it from then on. Anybody is let in if it is empty.

    Raises
    ------
    RequestError
        If the extra ``web`` is not installed; the message has the command that installs it.

    Examples
    --------
    In another application, with the lifespan of this one, so that the first player need not wait:

    >>> from fastapi import FastAPI
    >>> from tilewright.web import create_app
    >>> tiles = create_app(host="www.example.org")
    >>> site = FastAPI(lifespan=tiles.router.lifespan_context)
    >>> site.mount("/tiles", tiles)
    """
    desk = Desk(WorkerPool(workers, grace=(limits or RequestLimits()).grace), limits or RequestLimits())

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        desk.pool.start()
        # What everyone looks at first is made before anyone asks.
        early = [
            asyncio.create_task(desk.do("make", wanted))
            for wanted in daily_requests(datetime.date.today()).values()
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
        description="Every request is bounded in size, time and memory. What does not end in time says so "
        "(`finished: false`, `exact: false`). IDs hold the whole puzzle: nothing is kept on the server.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=_ERRORS,
    )
    app.add_middleware(Guard, names=names_of(host), prefix=root_path, key=key)
    app.state.pool = desk.pool
    _add_errors(app)
    _add_pages(app, first)
    _add_puzzles(app, desk, first, title)
    for name, operation in OPERATIONS.items():
        if operation.takes is not None:
            _add_operation(app, desk, name, operation)
    _add_watch(app, desk)
    return app


@dataclass(frozen=True, slots=True)
class Desk:
    """Where requests become work, within their limits."""

    pool: WorkerPool
    limits: RequestLimits

    async def do(self, name: str, asked: dict[str, Any], client: str = "") -> Any:
        """Do the work of an operation and return its answer (see `WorkerPool.run`)."""
        operation = OPERATIONS[name]
        return await self.pool.run(
            name,
            operation.arguments(self.limits, asked),
            operation.seconds(self.limits),
            size=operation.size,
            client=client,
        )

    async def answer(self, request: Request, name: str, asked: dict[str, Any]) -> Any:
        """Do the work of an operation while the client is there, and return its answer in its model."""
        found = await _while_connected(request, self.do(name, asked, _client(request)), self.limits.poll)
        model = OPERATIONS[name].answers
        return found if model is None else model.model_validate(found)

    def stream(self, name: str, asked: dict[str, Any], client: str) -> AsyncIterator[Any]:
        """Do the work of an operation and yield what comes, piece by piece."""
        operation = OPERATIONS[name]
        arguments = operation.arguments(self.limits, asked)
        return self.pool.stream(name, arguments, operation.seconds(self.limits), client=client)


def _add_errors(app: FastAPI) -> None:
    """Answer what goes wrong in words."""

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        faults = [fault_in_words(fault) for fault in error.errors()[:5]]
        message = "; ".join(dict.fromkeys(text for _, text in faults))
        where = faults[0][0] if faults else ""
        return _error(422, "request", message or "the request cannot be read", where or None)

    @app.exception_handler(Failure)
    async def failed(_: Request, error: Failure) -> JSONResponse:
        return _error(422, error.kind, error.message, error.where)

    @app.exception_handler(Unfinished)
    async def unfinished(_: Request, error: Unfinished) -> JSONResponse:
        return _error(
            422, "limit", "this is too much work for one request: not finished within its time and memory"
        )

    @app.exception_handler(Busy)
    async def busy(_: Request, error: Busy) -> JSONResponse:
        return _error(429, "busy", "too many players at once; try again in a moment", retry_after="2")

    @app.exception_handler(Down)
    async def down(_: Request, error: Down) -> JSONResponse:
        return _error(
            503,
            "down",
            "this server cannot work: the processes that do the work end as they start; it has said why",
        )

    @app.exception_handler(Stopped)
    async def leaving(_: Request, error: Stopped) -> JSONResponse:
        return _error(503, "down", "the server is shutting down")

    @app.exception_handler(HTTPException)
    async def other(_: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 400:
            return _error(422, "request", "the request's body is no JSON")
        return _error(error.status_code, "request", str(error.detail), **(error.headers or {}))


def _add_pages(app: FastAPI, first: str) -> None:
    """Serve the page and its files."""
    static = FilePath(str(resources.files("tilewright.web").joinpath("static")))
    # What a service worker may answer is below the path of its file.
    pages = {"/": "index.html", "/docs": "docs.html", "/offline.js": "offline.js"}
    names = {path.relative_to(static).as_posix() for path in static.rglob("*.*") if path.is_file()}

    async def page(request: Request) -> Response:
        path = request.scope["path"].removeprefix(request.scope.get("root_path", "").rstrip("/"))
        name = pages.get(path) or path.removeprefix("/static/")
        if name not in names:
            raise HTTPException(404)
        return packed_file(static / name).answer(request.headers)

    for path in (*pages, "/static/{name:path}"):
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)

    @app.get("/start.json", include_in_schema=False)
    async def start() -> dict[str, str]:
        return {"first": first, "version": __version__}


def _add_puzzles(app: FastAPI, desk: Desk, first: str, title: str) -> None:
    """Answer what is asked of puzzles by their addresses."""
    # Put into words once: it is long, and the same for everyone.
    listed = Packed.of(schema.Gallery.model_validate(cards()).model_dump_json().encode(), "application/json")

    @app.get("/api/gallery", tags=["puzzles"], response_model=schema.Gallery)
    async def gallery(request: Request) -> Response:
        """List the named puzzles, with what their pictures need."""
        return listed.answer(request.headers)

    @app.get("/api/kinds", tags=["puzzles"])
    async def making() -> schema.KindsAnswer:
        """List the kinds of puzzles that are made, and what there is to choose for each."""
        return schema.KindsAnswer.model_validate({"kinds": kinds()})

    @app.get("/api/daily/{date}", tags=["puzzles"])
    async def daily(request: Request, date: schema.Date) -> schema.Daily:
        """Make the puzzles of a day; they are the same for everyone."""
        requests = daily_requests(date).values()
        answers = await asyncio.gather(*(desk.answer(request, "make", wanted) for wanted in requests))
        made: list[schema.Sheet] = [answer.puzzle for answer in answers if answer.finished]
        if len(made) < len(answers):
            raise Unfinished
        puzzles = []
        for sheet in made:
            area = "".join(sheet.cells).count("#")
            called, doing = daily_words(sheet.kind, area, len(sheet.pieces[0].cells))
            puzzles.append(schema.DailySheet(title=called, doing=doing, puzzle=sheet))
        return schema.Daily(date=date, puzzles=puzzles)

    @app.get("/api/puzzle/{id}", tags=["puzzles"])
    async def puzzle(request: Request, id: Annotated[schema.PuzzleId, Path()]) -> schema.Sheet:
        """Describe a puzzle; its grade comes with it if it has exactly one solution."""
        sheet: schema.Sheet = await desk.answer(request, "puzzle", {"id": id})
        return sheet.model_copy(update={"title": title}) if title and id == first else sheet


def _add_operation(app: FastAPI, desk: Desk, name: str, operation: Operation) -> None:
    """Answer an operation that is asked by POST."""

    async def endpoint(request: Request, wanted: Any) -> Any:
        asked = wanted.model_dump(mode="json")
        answer = await desk.answer(request, name, asked)
        if operation.answers is None:
            return Response(answer["picture"], media_type=PICTURES[asked["format"]])
        return answer

    endpoint.__name__, endpoint.__doc__ = name, operation.says
    answers = operation.answers or Response
    endpoint.__annotations__ = {"request": Request, "wanted": operation.takes, "return": answers}
    shown: dict[str, Any] = {} if operation.answers else {"response_class": Response, "responses": _PICTURES}
    app.post(f"/api/{name}", tags=[operation.tag], **shown)(endpoint)


def _add_watch(app: FastAPI, desk: Desk) -> None:
    """Stream the steps of a search."""

    @app.get(
        "/api/watch/{id}",
        tags=["play"],
        response_class=StreamingResponse,
        responses={
            200: {"content": {"application/x-ndjson": {}}, "description": "A JSON object in each line."}
        },
    )
    async def watch(
        request: Request,
        id: Annotated[schema.PuzzleId, Path()],
        steps: Annotated[int, Query(ge=1, le=50_000)] = 20_000,
    ) -> StreamingResponse:
        """Stream the steps of the search engine: a JSON object in each line.

        First `{"puzzle": ..., "engine": ...}`, then bundles `{"events": [[depth, piece, cell, ...], [depth], [-1], ...]}`, at
        last `{"end": ...}`. A cell is `row * columns + column`.
        """
        stream = desk.stream("watch", {"id": id, "steps": steps}, _client(request))
        # The first line is waited for, so that a wrong request is answered with its status.
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
    """Wait for work, and give it up when the client has left."""
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
