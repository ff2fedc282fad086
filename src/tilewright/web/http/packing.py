"""Compress and cache what is the same for everyone.

Text is sent as gzip if the client accepts it (RFC 9110, section 8.4). Each answer has an entity tag; a client that already has
it gets 304 (section 13.1.2). So after the first visit, each file of the page costs one short request.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.responses import Response

__all__ = ["Packed", "packed_file"]

#: Shorter files are not compressed: they fit into one packet.
_SHORT = 1000
_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}


@dataclass(frozen=True, slots=True)
class Packed:
    """Something to send, plain and compressed.

    `gzipped` is None if compression does not help, `tag` is the entity tag, and `kind` the media type.
    """

    body: bytes
    gzipped: bytes | None
    tag: str
    kind: str

    @classmethod
    def of(cls, body: bytes, kind: str) -> Packed:
        """Compress something; equal bytes have equal tags."""
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


def packed_file(path: Path) -> Packed:
    """Return a file, compressed; it is read again only if it has changed."""
    status = path.stat()
    return _read(path, status.st_mtime_ns, status.st_size)


@functools.lru_cache(maxsize=256)
def _read(path: Path, changed: int, size: int) -> Packed:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Packed.of(path.read_bytes(), kind)


def _takes_gzip(accepted: str) -> bool:
    """Return True if an ``Accept-Encoding`` header allows gzip, with a weight above 0."""
    weights = {}
    for part in accepted.lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        weight = next((word[2:] for word in parameters if word.startswith("q=")), "1")
        weights[name] = weight.strip("0.") != ""
    return weights.get("gzip", weights.get("*", False))
