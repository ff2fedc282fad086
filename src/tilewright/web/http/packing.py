"""Packing: what is the same for everyone is packed once, and not sent again to who has it.

Text goes over the wire as gzip where the client takes that (RFC 9110, section 8.4). Each answer has a tag of its contents;
who says that he has it is answered with 304, and nothing else (section 13.1.2). So after the first visit, the page costs a
question for each of its files.
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

#: What is shorter is sent as it is: it fits in one packet of the network.
_SHORT = 1000
_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}


@dataclass(frozen=True, slots=True)
class Packed:
    """Something to send, as it is and packed.

    Parameters
    ----------
    body : bytes
    gzipped : bytes or None
        None where packing it is no gain.
    tag : str
        Of its contents: an entity tag.
    kind : str
        Its media type.
    """

    body: bytes
    gzipped: bytes | None
    tag: str
    kind: str

    @classmethod
    def of(cls, body: bytes, kind: str) -> Packed:
        """Pack something; equal bytes have equal tags."""
        # No time in it, so that it is the same on every machine.
        gzipped = gzip.compress(body, 9, mtime=0) if len(body) >= _SHORT else body
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
        return cls(body, gzipped if len(gzipped) < len(body) * 9 // 10 else None, tag, kind)

    def answer(self, asked: Mapping[str, str]) -> Response:
        """Return what is sent to who asks with these headers."""
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
    """Return a file, packed; it is read again only if it has changed."""
    status = path.stat()
    return _read(path, status.st_mtime_ns, status.st_size)


@functools.lru_cache(maxsize=256)
def _read(path: Path, changed: int, size: int) -> Packed:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Packed.of(path.read_bytes(), kind)


def _takes_gzip(accepted: str) -> bool:
    """Return whether a header ``Accept-Encoding`` allows gzip: it names it, or anything, with a weight above 0."""
    weights = {}
    for part in accepted.lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        weight = next((word[2:] for word in parameters if word.startswith("q=")), "1")
        weights[name] = weight.strip("0.") != ""
    return weights.get("gzip", weights.get("*", False))
