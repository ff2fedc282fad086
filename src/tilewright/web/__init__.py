"""Web: the page and the HTTP interface behind it (the extra ``web``).

`http` talks to the browser, `workers` are the processes that do the work, `answers` is what they can be asked,
`schema` what requests and answers look like.
``static`` is the page: standard modules, no build step, nothing from other hosts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.web.http.app import create_app

__all__ = ["check_puzzle", "create_app", "is_private", "serve", "warm_up", "with_key"]


def check_puzzle(id: str) -> None:
    """Raise if a puzzle cannot be shown on the page."""
    from tilewright.reading import read_id
    from tilewright.web.answers.sheet import describe

    describe(read_id(id))


def is_private(host: str) -> bool:
    """Return whether only this computer can reach a server that listens on `host`."""
    from tilewright.web.http.guard import is_private as only_here

    return only_here(host)


def with_key(address: str, key: str) -> str:
    """Return the link that opens the page at an address whose server asks for a key; the address where it asks for none."""
    from tilewright.web.http.guard import KEY

    return f"{address}?{KEY}={key}" if key else address


def __getattr__(name: str) -> Any:
    """Load what needs the extra ``web`` when it is asked for."""
    if name != "create_app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import fastapi  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise RequestError(
            f"the page needs {error.name}, which is not installed; install it with: pip install 'tilewright[web]'"
        ) from None
    from tilewright.web.http.app import create_app

    return create_app


def serve(
    host: str,
    port: int,
    started: Callable[[str], None] | None = None,
    *,
    first: str = "",
    title: str = "",
    key: str = "",
) -> None:
    """Serve the page until interrupted (see `tilewright.web.http.server.serve`)."""
    from tilewright.web import create_app
    from tilewright.web.http.server import serve as serve_app

    serve_app(create_app(host=host, first=first, title=title, key=key), host, port, started)


def warm_up() -> None:
    """Compile what the first puzzle needs (see `tilewright.web.answers.work.warm_up`)."""
    from tilewright.web.answers import work

    work.warm_up()
