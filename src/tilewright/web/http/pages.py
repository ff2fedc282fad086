"""The page's files, and the answers that come with tilewright: what is served without FastAPI, which takes long to load."""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tilewright.version import __version__
from tilewright.web.bundle import MODULE, SCRIPTS, STATIC, scripts
from tilewright.web.shipped import answers, day_files, days, plane_files

__all__ = ["Pages", "shipped", "start"]

#: The files of pages. A service worker controls only paths below its own file.
_PAGES = {"/": "index.html", "/docs": "docs.html", "/offline.js": "offline.js"}
_JSON = "application/json"
#: The file with the days of a month.
_MONTH = re.compile(r"api/daily/\d{4}-\d\d\.json")
#: Shorter files are not compressed: they fit into one packet.
_SHORT = 1000
_TYPES = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class _Packed:
    """Something to send that is the same for everyone, plain and as gzip (RFC 9110, section 8.4).

    `gzipped` is None if compression does not help, and `kind` is the media type. A client that already has the entity `tag` is
    answered with 304 (section 13.1.2), so after the first visit each file of the page costs one short request.
    """

    body: bytes
    gzipped: bytes | None
    tag: str
    kind: str

    @classmethod
    def of(cls, body: bytes, kind: str) -> _Packed:
        """Return something compressed; equal bytes have equal tags."""
        # No time stamp, so the result is the same on every machine.
        gzipped = gzip.compress(body, 9, mtime=0) if len(body) >= _SHORT else body
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
        return cls(body, gzipped if len(gzipped) < len(body) * 9 // 10 else None, tag, kind)

    def answer(self, asked: Mapping[str, str]) -> Response:
        """Return the response to a request with these headers."""
        headers = {"ETag": self.tag, "Vary": "Accept-Encoding"}
        known = {tag.strip() for tag in asked.get("if-none-match", "").split(",")}
        if known & {self.tag, self.tag.removeprefix("W/"), "*"}:
            return Response(status_code=304, headers=headers)
        if self.gzipped is not None and _takes_gzip(asked.get("accept-encoding", "")):
            return Response(
                self.gzipped, media_type=self.kind, headers={**headers, "Content-Encoding": "gzip"}
            )
        return Response(self.body, media_type=self.kind, headers=headers)


def _packed_file(path: Path) -> _Packed:
    """Return a file, compressed; it is read again only if it has changed."""
    status = path.stat()
    return _packed(path, status.st_mtime_ns, status.st_size)


@functools.lru_cache(maxsize=256)
def _packed(path: Path, changed: int, size: int) -> _Packed:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _Packed.of(path.read_bytes(), kind)


@functools.lru_cache(maxsize=len(SCRIPTS))
def _packed_script(text: str) -> _Packed:
    return _Packed.of(text.encode(), _TYPES[".js"])


def _takes_gzip(accepted: str) -> bool:
    """Return True if an ``Accept-Encoding`` header allows gzip, with a weight above 0."""
    weights = {}
    for part in accepted.lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        weight = next((word[2:] for word in parameters if word.startswith("q=")), "1")
        weights[name] = weight.strip("0.") != ""
    return weights.get("gzip", weights.get("*", False))


def start(first: str, title: str = "", *, kernels: bool) -> dict[str, str | bool]:
    """Return what the page asks for first: the puzzle to open, its title, and whether the browser has kernels."""
    return {"first": first, "title": title, "version": __version__, "kernels": kernels}


class Pages:
    """Middleware that answers requests for the page's files; the application behind it answers all others.

    `first` and `title` are the puzzle that the page opens, and `ready` says whether the processes that work have loaded everything.
    """

    def __init__(
        self, app: ASGIApp, first: str = "", title: str = "", ready: Callable[[], bool] = lambda: True
    ) -> None:
        self.app = app
        self._first, self._title, self._ready = first, title, ready
        self._names = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*") if path.is_file()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        found = None
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            found = self._found(scope["path"].removeprefix(scope.get("root_path", "").rstrip("/")))
        await (found.answer(Headers(scope=scope)) if found else self.app)(scope, receive, send)

    def _found(self, path: str) -> _Packed | None:
        """Return what has a path, if it is of the page."""
        if path == "/start.json":
            return _Packed.of(json.dumps(self._start()).encode(), _JSON)
        if path.startswith("/api/"):
            return shipped(path)
        name = _PAGES.get(path) or path.removeprefix("/static/")
        if name == path:
            return None
        if name in SCRIPTS:
            return _packed_script(scripts()[name])
        return _packed_file(STATIC / name) if name in self._names else None

    def _start(self) -> dict[str, object]:
        return {**start(self._first, self._title, kernels=MODULE.is_file()), "ready": self._ready()}


@functools.lru_cache(maxsize=256)
def shipped(path: str) -> _Packed | None:
    """Return an answer that comes with tilewright, or None.

    Lists and named puzzles have the addresses that they have in the HTTP interface, and days and tables those of the files of a site.
    """
    name = path[1:]
    text = _files().get(name) if path.endswith(".json") else answers().get(_addresses().get(name, ""))
    if text is None and _MONTH.fullmatch(name):
        text = "{}"  # the server makes the puzzles of all other days
    return None if text is None else _Packed.of(text.encode(), _JSON)


@functools.cache
def _addresses() -> dict[str, str]:
    """Return the path of each answer by its address, such as ``api/puzzle/talos:hub-gates-1``."""
    return {path.removesuffix(".json").replace(".", ":", 1): path for path in answers()}


@functools.cache
def _files() -> dict[str, str]:
    """Return the files of days and of *Plane*, by their paths."""
    return {**day_files({day: known["puzzles"] for day, known in days().items()}), **plane_files()}
