"""Web: the page and the HTTP interface behind it (the extra ``web``).

`app` has the routes, `models` what requests and answers look like, `wording` what faults are called,
`connections` how many clients there may be, `pool` the processes that do the work, `worker` the life of one, `work` what they do,
`playing` how a game goes on (the rules are those of `tilewright.play`), `gallery` what is in front.
``static`` is the page: standard modules, no build step, nothing from other hosts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.errors import RequestError

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["check_puzzle", "create_app", "serve", "warm_up"]


def check_puzzle(id: str) -> None:
    """Raise if a puzzle cannot be shown on the page.

    Raises
    ------
    RequestError
        If it is larger than the page allows, or no puzzle.
    """
    from tilewright.identity import read_id
    from tilewright.web.sheet import describe

    describe(read_id(id))


def create_app(**options: Any) -> FastAPI:
    """Return the application (see `tilewright.web.app.create_app`).

    Raises
    ------
    RequestError
        If the extra ``web`` is not installed; the message has the command that installs it.
    """
    try:
        import fastapi  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise RequestError(
            f"the page needs {error.name}, which is not installed; install it with: pip install 'tilewright[web]'"
        ) from None
    from tilewright.web import app

    return app.create_app(**options)


def serve(host: str, port: int, started: Any = None, **options: Any) -> None:
    """Serve the page until interrupted (see `tilewright.web.server.serve`)."""
    app = create_app(host=host, **options)
    from tilewright.web import server

    server.serve(app, host, port, started)


def warm_up() -> None:
    """Compile what the first puzzle needs (see `tilewright.web.work.warm_up`)."""
    from tilewright.web import work

    work.warm_up()
