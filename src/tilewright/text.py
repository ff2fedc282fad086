"""Text: read all of a file or stream, if it is text and not too long."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

from tilewright.errors import RequestError

__all__ = ["STANDARD_INPUT", "read_text"]

#: What an open stream is called in messages.
STANDARD_INPUT = "standard input"


def read_text(source: str | Path | IO[Any], longest: int, error: type[RequestError], what: str) -> str:
    """Return the text of a file, or of an open stream of bytes or text.

    Parameters
    ----------
    source : path or stream
    longest : int
        The most bytes that are read.
    error : type
        What is raised; its `where` names the file.
    what : str
        What should be there, for the messages: ``"a board text"``.

    Raises
    ------
    RequestError
        Of the type `error`, if the file is missing, a folder, unreadable, too long, or not UTF-8.
    """
    if not isinstance(source, str | Path):
        return _decoded(source, STANDARD_INPUT, longest, error, what)
    where = str(source)
    if "\0" in where:
        raise error("no file has such a name", where=where)
    path = Path(source)
    try:
        if path.is_dir():
            raise error(f"this is a folder, not {what}", where=where)
        size = path.stat().st_size
        if size > longest:
            raise error(f"the file is {size} bytes long; {what} has at most {longest}", where=where)
        with path.open("rb") as stream:
            return _decoded(stream, where, longest, error, what)
    except OSError as fault:
        raise error(f"cannot read the file: {fault.strerror}", where=where) from None


def _decoded(stream: IO[Any], where: str, longest: int, error: type[RequestError], what: str) -> str:
    # Bytes where we can have them, so that the position of a wrong one is known.
    data = getattr(stream, "buffer", stream).read(longest + 1)
    if len(data) > longest:
        raise error(f"the text is too long; {what} has at most {longest} bytes", where=where)
    if isinstance(data, str):
        return data
    try:
        return bytes(data).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise error(f"this is not a text file (byte {fault.start} is not UTF-8)", where=where) from None
