"""Text: read all of a file or stream, if it is text and not too long."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import IO, Any

from tilewright.errors import RequestError
from tilewright.system.values.arguments import format_value

#: What an open stream is called in messages.
STANDARD_INPUT = "standard input"

#: How checkpoints and sets of tilings begin, in all versions.
OWN_BINARY = b"tilewright checkpoint "


def read_text(
    source: str | Path | IO[Any], longest: int, error: type[RequestError], what: str
) -> str:
    """Return the text of a file, or of an open stream of bytes or text, of at most `longest` bytes.

    If the file is missing, a folder, unreadable, too long, or not UTF-8, `error` is raised, with
    what should be there (``"a board text"``).
    """
    if not isinstance(source, str | Path):
        if not hasattr(source, "read"):
            raise error(
                f"{what} must be read from a file or an open stream, got {format_value(source)}"
            )
        return _decode(source, STANDARD_INPUT, longest, error, what)
    where = str(source)
    if "\0" in where:
        raise error("invalid file name", where=where)
    path = Path(source)
    try:
        if path.is_dir():
            raise error(f"expected {what}, got a folder", where=where)
        size = path.stat().st_size
        if size > longest:
            raise error(
                f"the file has {size} bytes, but {what} can have at most {longest} bytes",
                where=where,
            )
        with path.open("rb") as stream:
            return _decode(stream, where, longest, error, what)
    except OSError as fault:
        raise error(f"cannot read the file: {fault.strerror}", where=where) from None


def why_unreadable(fault: OSError) -> str:
    """Say why an open file, such as standard input, cannot be read."""
    return "it is closed" if fault.errno == errno.EBADF else fault.strerror or str(fault)


def _decode(stream: IO[Any], where: str, longest: int, error: type[RequestError], what: str) -> str:
    # Bytes where we can have them, so that the position of a wrong one is known.
    try:
        data = getattr(stream, "buffer", stream).read(longest + 1)
    except OSError as fault:
        raise error(f"cannot read {what}: {why_unreadable(fault)}", where=where) from None
    if len(data) > longest:
        raise error(f"the text is too long; {what} can have at most {longest} bytes", where=where)
    if isinstance(data, str):
        return data
    try:
        return bytes(data).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        refuse_own_binary(data, where, error)
        raise error(
            f"this is not a text file (byte {fault.start} is not UTF-8)", where=where
        ) from None


def refuse_own_binary(data: bytes, where: str, error: type[RequestError]) -> None:
    """Raise an error if data begin like a checkpoint or a set of tilings."""
    if data.startswith(OWN_BINARY):
        raise error(
            "this is a set of tilings or a checkpoint; to read a set, use tilewright.load, or "
            "the command compile, sample or nth",
            where=where,
        ) from None
