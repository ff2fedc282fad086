"""The page of `tilewright.web` without a server: as one text for a frame, and answers to its requests."""

from __future__ import annotations

import base64
import functools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import unquote

from pydantic import ValidationError

from tilewright.deadline import Deadline
from tilewright.errors import LimitError, TilewrightError
from tilewright.web.answers.operations import OPERATIONS
from tilewright.web.answers.work import SMALL
from tilewright.web.bundle import STATIC, bundle
from tilewright.web.schema import PICTURES, RequestLimits

__all__ = ["LIMITS", "Answer", "answer", "page_text"]

#: Nobody else is waiting, so engines have as long as on the page, and everything else has plenty of time.
LIMITS = RequestLimits(short=60.0, puzzle=60.0, margin=60.0)
_PATIENT = RequestLimits(play=600.0, ways=600.0)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a request of the page.

    `status` is as in HTTP (200, 404 or 422), and `kind` is the media type. `body` is JSON, a picture, or an iterator of lines.
    """

    status: int
    body: str | bytes | Iterator[str]
    kind: str = "application/json"

    @classmethod
    def of(cls, value: Any) -> Answer:
        """Return a value as an answer."""
        return cls(200, json.dumps(value, default=lambda model: model.model_dump(mode="json")))

    @classmethod
    def error(cls, status: int, kind: str, message: str, where: str | None = None) -> Answer:
        """Return an error as an answer."""
        return cls(status, json.dumps({"error": {"kind": kind, "message": message, "where": where}}))


def answer(
    path: str, body: str | None, own: dict[str, Callable[[str], Any]], limits: RequestLimits | None = None
) -> Answer:
    """Answer a request of the page."""
    first, _, rest = path.removeprefix("/api").strip("/").partition("/")
    try:
        if body is None and first in own:
            return Answer.of(own[first](unquote(rest)))
        if body is None:
            asked = {"id": unquote(rest)} if first in ("puzzle", "watch") else None
        else:
            asked = _read(first, body)
        if asked is None:
            return Answer.error(404, "request", f"unknown address {path}")
        return _done(first, asked, limits or LIMITS)
    except LimitError as error:
        return Answer.error(422, "limit", error.message, error.where)
    except TilewrightError as error:
        return Answer.error(422, error.kind, error.message, error.where)
    except ValidationError as error:
        fault = error.errors()[0]
        return Answer.error(422, "request", fault["msg"], ".".join(map(str, fault["loc"])))


def _read(name: str, body: str) -> dict[str, Any] | None:
    """Return a request in its model, or None if the operation does not accept POST."""
    operation = OPERATIONS.get(name)
    if operation is None or operation.takes is None:
        return None
    return operation.takes.model_validate_json(body).model_dump(mode="json")


def _done(name: str, asked: dict[str, Any], limits: RequestLimits) -> Answer:
    """Run an operation."""
    operation = OPERATIONS[name]
    if operation.engine:
        _load_engine(name)
    if name == "watch":
        asked = {**asked, "steps": 20_000}
    arguments = operation.arguments(limits, asked)
    if name == "watch":
        found = operation.work(**arguments)
        # The first line is produced now, so that an invalid request is answered as such.
        opening = json.dumps(next(found)) + "\n"
        return Answer(200, _lines(opening, found), "application/x-ndjson")
    with Deadline(operation.seconds(limits)).holds():
        result = operation.work(**arguments)
    if name == "picture":
        return Answer(200, result.encode() if isinstance(result, str) else result, PICTURES[asked["format"]])
    return Answer(200, result.model_dump_json())


@cache
def _load_engine(name: str) -> None:
    """Load and compile what operations on a game need, so that their time limits do not include it."""
    if OPERATIONS[name].takes is not OPERATIONS["hint"].takes:
        return
    for puzzle in SMALL:
        asked = _read(name, json.dumps({"id": puzzle, "state": {}}))
        assert asked is not None
        OPERATIONS[name].work(**OPERATIONS[name].arguments(_PATIENT, asked))


def _lines(opening: str, rest: Iterator[dict[str, Any]]) -> Iterator[str]:
    yield opening
    for item in rest:
        yield json.dumps(item, separators=(",", ":")) + "\n"


@functools.cache
def page_text() -> str:
    """Return the page as one text, with style, pictures and script inlined."""

    def text(name: str) -> str:
        return (STATIC / name).read_text(encoding="utf-8")

    script = bundle()
    assert "</script" not in script
    font = _as_address("font/woff2", (STATIC / "fonts" / "figtree.woff2").read_bytes())
    parts = {
        # A document cannot be installed as an app.
        '  <link rel="manifest" href="static/tilewright.webmanifest" crossorigin="use-credentials">\n': "",
        '<link rel="stylesheet" href="static/tokens.css">': (
            f"<style>{text('tokens.css').replace('fonts/figtree.woff2', font)}</style>"
        ),
        '<link rel="stylesheet" href="static/style.css">': f"<style>{text('style.css')}</style>",
        '<script type="module" src="static/page.js"></script>': f'<script type="module">{script}</script>',
        '"static/icon.svg"': f'"{_as_address("image/svg+xml", text("icon.svg").encode())}"',
    }
    page = text("index.html")
    for said, meant in parts.items():
        page = page.replace(said, meant)
    return page


def _as_address(kind: str, content: bytes) -> str:
    """Return a data URL with the whole content."""
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
