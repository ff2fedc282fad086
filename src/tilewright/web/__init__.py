"""The page to play on, and the HTTP interface behind it.

`http` serves the browser, `workers` are the processes that do the work, `answers` has the operations, and `schema` the requests
and answers. ``static`` is the page: standard modules, without a build step or anything from other hosts.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

from tilewright.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI

    from tilewright.web.http.app import create_app

__all__ = [
    "check_packages",
    "check_puzzle",
    "create_app",
    "is_private",
    "serve",
    "with_key",
]


def check_packages() -> None:
    """Raise an error if a package that the page requires is not installed; none is loaded, as that takes long."""
    for name in ("fastapi", "uvicorn"):
        if importlib.util.find_spec(name) is None:
            raise RequestError(f"the page requires {name}. Install it with: pip install --upgrade tilewright")


def check_puzzle(id: str) -> None:
    """Raise an error if the page cannot show a puzzle."""
    from tilewright.reading import read_id
    from tilewright.web.answers.sheet import describe

    describe(read_id(id))


def is_private(host: str) -> bool:
    """Return True if only this computer can reach a server that listens on `host`."""
    from tilewright.web.http.guard import is_private as only_here

    return only_here(host)


def with_key(address: str, key: str) -> str:
    """Return the link that opens the page, with the key if the server requires one."""
    from tilewright.web.http.guard import KEY

    return f"{address}?{KEY}={key}" if key else address


def __getattr__(name: str) -> Any:
    """Import what requires FastAPI on first use."""
    if name != "create_app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    check_packages()
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
    """Serve the page until interrupted. The HTTP interface is loaded when the page can be opened already."""
    from tilewright.web.http.guard import Guard, names_of
    from tilewright.web.http.later import Later
    from tilewright.web.http.pages import Pages
    from tilewright.web.http.server import serve as serve_app

    def load() -> FastAPI:
        from tilewright.web.http.app import interface

        return interface(first=first, title=title)

    later = Later(load)
    pages = Pages(later, first, title, ready=lambda: later.ready)
    serve_app(Guard(pages, names=names_of(host), key=key), later, host, port, started)
