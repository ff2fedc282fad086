"""Failure: that there is no such puzzle, or that none was found in time."""

from __future__ import annotations

from tilewright.errors import LimitError, RequestError

__all__ = ["GenerationError", "NoPuzzleError"]


class GenerationError(LimitError):
    """No such puzzle was found within a limit."""

    kind = "generation"


class NoPuzzleError(RequestError):
    """It is proven that there is no such puzzle."""

    kind = "no puzzle"
    exit_code = 1
