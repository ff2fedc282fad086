"""App: the routes of the HTTP interface, what they may cost, and the headers of every answer."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
from collections.abc import AsyncIterator, Awaitable
from importlib import resources
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response, StreamingResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from tilewright import __version__
from tilewright.web import models
from tilewright.web.failure import Failure, Unfinished
from tilewright.web.gallery import cards, daily_requests
from tilewright.web.guard import Guard, names_of
from tilewright.web.limits import Limits
from tilewright.web.play_models import PlayAnswer, PlayRequest
from tilewright.web.pool import Busy, Pool, Size
from tilewright.web.wording import fault_in_words

__all__ = ["create_app"]

_ERRORS: dict[int | str, dict[str, Any]] = {
    403: {"model": models.ErrorAnswer, "description": "Another site's page has asked."},
    413: {"model": models.ErrorAnswer, "description": "The body is too large."},
    421: {"model": models.ErrorAnswer, "description": "The host that was asked is not served here."},
    422: {
        "model": models.ErrorAnswer,
        "description": "The request is wrong; the message says what would be right.",
    },
    429: {"model": models.ErrorAnswer, "description": "Too much is going on; try again soon."},
}

_PICTURES = {"svg": "image/svg+xml", "png": "image/png"}
_PICTURE_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {} for kind in _PICTURES.values()}, "description": "A picture."}
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
    limits: Limits | None = None,
    host: str = "127.0.0.1",
) -> FastAPI:
    """Return the application.

    Parameters
    ----------
    workers : int, optional
        Number of processes that do the work; one for each core and one more if not given.
    first : str
        ID of a puzzle that the page opens with.
    title : str
        What that puzzle is called, as its ID does not say it.
    limits : Limits, optional
        How long requests may take.
    host : str
        The address that the server listens on: requests to other names are refused, unless it is
        0.0.0.0 or ::, which listen everywhere.
    """
    limits = Limits() if limits is None else limits
    pool = Pool(workers, grace=limits.grace)

    def making(wanted: dict[str, Any]) -> dict[str, Any]:
        return {**wanted, "seconds": limits.make}

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await pool.start()
        # What everyone looks at first is made before anyone asks.
        requests = daily_requests(datetime.date.today()).values()
        early = [
            asyncio.create_task(pool.run("make", making(wanted), limits.make + limits.margin, size="large"))
            for wanted in requests
        ]
        yield
        for task in early:
            task.cancel()
        await asyncio.gather(*early, return_exceptions=True)
        await pool.stop()

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
    app.add_middleware(Guard, names=names_of(host))
    app.state.pool = pool
    static = resources.files("tilewright.web").joinpath("static")

    async def work(
        request: Request, name: str, arguments: dict[str, Any], size: Size = "small", *, keep: bool = True
    ) -> Any:
        if "seconds" in arguments and name != "play":
            # A hint asks up to three engines, one after the other.
            seconds = arguments["seconds"] * (3 if name in {"hint", "check"} else 1) + limits.margin
        else:
            seconds = limits.puzzle if name == "puzzle" else limits.short
        answer = pool.run(name, arguments, seconds, size=size, client=_client(request), keep=keep)
        return await _while_connected(request, answer, limits.poll)

    def game(given: models.Play, seconds: float) -> dict[str, Any]:
        return {"id": given.id, "state": given.state.model_dump(), "seconds": seconds}

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

    @app.exception_handler(HTTPException)
    async def other(_: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 400:
            return _error(422, "request", "the request's body is no JSON")
        return _error(error.status_code, "request", str(error.detail), **(error.headers or {}))

    # Pages -----------------------------------------------------------------------------------------

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def index() -> FileResponse:
        return FileResponse(str(static.joinpath("index.html")))

    @app.api_route("/docs", methods=["GET", "HEAD"], include_in_schema=False)
    async def docs() -> FileResponse:
        return FileResponse(str(static.joinpath("docs.html")))

    @app.get("/start.json", include_in_schema=False)
    async def start() -> dict[str, str]:
        return {"first": first, "version": __version__}

    app.mount("/static", StaticFiles(directory=str(static)), name="static")

    # The interface ---------------------------------------------------------------------------------

    # Put into words once: it is long, and the same for everyone.
    listed = models.Gallery.model_validate(cards()).model_dump_json()

    @app.get("/api/gallery", tags=["puzzles"], response_model=models.Gallery)
    async def gallery() -> Response:
        """List the named puzzles, with what their pictures need."""
        return Response(listed, media_type="application/json")

    @app.get("/api/daily/{date}", tags=["puzzles"])
    async def daily(request: Request, date: models.Date) -> models.Daily:
        """Make the calendar puzzle and the dot puzzle of a day; the same for everyone."""
        requests = daily_requests(date)
        answers = await asyncio.gather(
            *(work(request, "make", making(wanted), "large") for wanted in requests.values())
        )
        made = dict(zip(requests, answers, strict=True))
        if not all(answer["finished"] for answer in answers):
            raise Unfinished
        return models.Daily(date=date, **{name: answer["puzzle"] for name, answer in made.items()})

    @app.get("/api/puzzle/{id}", tags=["puzzles"])
    async def puzzle(request: Request, id: Annotated[models.PuzzleId, Path()]) -> models.Sheet:
        """Describe a puzzle; its grade comes with it if it has exactly one solution."""
        described = await work(request, "puzzle", {"id": id}, "middle")
        called = {"title": title} if title and id == first else {}
        return models.Sheet.model_validate({**described, **called})

    async def drawn(request: Request, arguments: dict[str, Any]) -> Response:
        answer = await work(request, "picture", arguments, "middle")
        if "picture" not in answer:
            raise Unfinished
        return Response(answer["picture"], media_type=_PICTURES[arguments["format"]])

    @app.get("/api/picture/{id}", tags=["puzzles"], response_class=Response, responses=_PICTURE_ANSWERS)
    async def picture(
        request: Request,
        id: Annotated[models.PuzzleId, Path()],
        solved: bool = False,
        format: models.PictureFormat = "svg",
    ) -> Response:
        """Draw a puzzle as it would be printed, or its answer."""
        return await drawn(request, {"id": id, "state": {}, "solved": solved, "format": format})

    @app.post("/api/picture", tags=["puzzles"], response_class=Response, responses=_PICTURE_ANSWERS)
    async def picture_of_game(request: Request, wanted: models.PictureRequest) -> Response:
        """Draw a puzzle as it would be printed, with what is on the board."""
        return await drawn(request, {**wanted.model_dump(), "solved": False})

    @app.post("/api/make", tags=["puzzles"])
    async def make(request: Request, wanted: models.MakeRequest) -> models.MakeAnswer:
        """Make a puzzle with exactly one solution, reproducible from its seed."""
        return models.MakeAnswer.model_validate(
            await work(request, "make", making(wanted.model_dump(mode="json")), "large")
        )

    @app.post("/api/share", tags=["puzzles"])
    async def share(request: Request, wanted: models.ShareRequest) -> models.Sheet:
        """Turn a problem into a puzzle with an ID."""
        return models.Sheet.model_validate(
            await work(request, "share", wanted.model_dump(mode="json"), "middle")
        )

    @app.post("/api/count", tags=["puzzles"])
    async def count(request: Request, wanted: models.CountRequest) -> models.CountAnswer:
        """Count the tilings of a problem exactly, as far as time allows."""
        arguments = {**wanted.model_dump(mode="json"), "seconds": limits.count}
        return models.CountAnswer.model_validate(await work(request, "count", arguments, "large"))

    @app.post("/api/play", tags=["play"])
    async def play(request: Request, wanted: PlayRequest) -> PlayAnswer:
        """Make moves in a saved game. Nothing is kept here: the answer has the game, to be sent with the next moves."""
        answer = work(request, "play", wanted.model_dump(), keep=False)
        return PlayAnswer.model_validate(await answer)

    @app.post("/api/hint", tags=["play"])
    async def hint(request: Request, state: models.Play) -> models.HintAnswer:
        """Say the next step that a person could find, and why."""
        return models.HintAnswer.model_validate(
            await work(request, "hint", game(state, limits.play), "middle")
        )

    @app.post("/api/ways", tags=["play"])
    async def ways(request: Request, state: models.Play) -> models.WaysAnswer:
        """Count the ways that are left."""
        return models.WaysAnswer.model_validate(await work(request, "ways", game(state, limits.ways)))

    @app.post("/api/check", tags=["play"])
    async def check(request: Request, state: models.Play) -> models.CheckAnswer:
        """Say whether it is solved, or what is wrong."""
        return models.CheckAnswer.model_validate(
            await work(request, "check", game(state, limits.play), "middle")
        )

    @app.post("/api/solve", tags=["play"])
    async def solve(request: Request, state: models.Play) -> models.SolveAnswer:
        """Return one way to finish."""
        return models.SolveAnswer.model_validate(
            await work(request, "solve", game(state, limits.play), "middle")
        )

    @app.get("/api/golomb", tags=["deficient board"])
    async def golomb(
        request: Request,
        n: Annotated[int, Query(ge=1, le=60, description="the board is 2^n x 2^n")],
        hole: Annotated[models.FarCell, Query()],
        corner: Annotated[models.FarCell, Query()] = "0,0",
        rows: Annotated[int, Query(ge=1, le=64)] = 16,
        columns: Annotated[int, Query(ge=1, le=64)] = 16,
        touch: Annotated[models.Touch, Query()] = "edge",
    ) -> models.GolombAnswer:
        """Tile a window of the 2^n x 2^n board without one cell, and color it: three colors, or four where corners count.

        `corner` is the window's first row and column. It may not reach beyond the board; without `rows` and
        `columns` it is 16 x 16, or the whole board if that is smaller.
        """
        side = 1 << n
        window = {"rows": min(rows, side), "columns": min(columns, side)}
        arguments = {"n": n, "hole": hole, "corner": corner, **window, "touch": touch}
        return models.GolombAnswer.model_validate(await work(request, "golomb", arguments))

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
        id: Annotated[models.PuzzleId, Path()],
        steps: Annotated[int, Query(ge=1, le=50_000)] = 20_000,
    ) -> StreamingResponse:
        """Stream the steps of the search engine: a JSON object in each line.

        First `{"puzzle": ..., "engine": ...}`, then bundles `{"events": [[depth, piece, cell, ...], [depth], [-1], ...]}`, at
        last `{"end": ...}`. A cell is `row * columns + column`.
        """
        stream = pool.stream(
            "watch",
            {"id": id, "steps": steps, "seconds": limits.watch},
            limits.watch + limits.margin,
            client=_client(request),
        )
        # The first line is waited for, so that a wrong request is answered with its status.
        opening = await _while_connected(request, anext(stream), limits.poll)

        async def lines() -> AsyncIterator[str]:
            yield json.dumps(opening) + "\n"
            with contextlib.suppress(Unfinished):
                async for item in stream:
                    yield json.dumps(item, separators=(",", ":")) + "\n"

        return StreamingResponse(lines(), media_type="application/x-ndjson")

    return app


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
