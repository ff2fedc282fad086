"""The exceptions, which say what is wrong, where, and what would be right.

Every error that tilewright raises on purpose is a `TilewrightError`. The command prints it on one
line and uses its exit code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

_LONGEST = 80


def quoted(text: object) -> str:
    r"""Quote text for use in a message: shorten it and keep it on one line.

    Examples
    --------
    >>> print(quoted("6y10"), quoted("two\nlines"), len(quoted("x" * 1000)))
    '6y10' 'two\nlines' 83
    """
    return f"'{_line(str(text), _LONGEST)}'"


def joined(faults: Sequence[object], most: int = 10) -> str:
    """Join faults into one message that lists the first `most` faults and the number of remaining
    faults.

    Examples
    --------
    >>> joined(["this", "that"]), joined(range(100), most=2)
    ('this; that', '0; 1; and 98 more')
    """
    listed = [str(fault) for fault in faults[:most]]
    return "; ".join(listed + [f"and {len(faults) - most} more"] * (len(faults) > most))


def _line(text: str, longest: int) -> str:
    cut = text if len(text) <= longest else f"{text[:longest]}…"
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in cut)


class TilewrightError(Exception):
    r"""The base class of all errors that tilewright raises on purpose.

    Parameters
    ----------
    message : str
        A one-line message that says what is wrong and what is allowed, including the relevant
        numbers.
    where : str, optional
        The invalid part of the request, such as a word, a file or ``line 3, column 5``. Line breaks
        are shown as ``\n`` and long text is shortened, so the error stays on one line.
    advice : str, optional
        A command that would fix the error. The command line shows the advice, but the page does
        not.

    Attributes
    ----------
    kind : str
        A short, stable code for programs, such as ``"board"``.
    exit_code : int
        The exit code of the command.
    """

    kind: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 2

    def __init__(
        self, message: str, where: str | None = None, *, advice: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice
        self.where = None if where is None else _line(where, 4 * _LONGEST)

    def __str__(self) -> str:
        if not self.where:
            return self.message
        name = f"`{self.where}`" if self.where.isidentifier() else self.where
        if self.message.startswith("must "):
            return f"{name} {self.message}"
        # A message that begins with the name of the parameter does not need it twice.
        return (
            self.message if self.message.startswith(f"{name} ") else f"{self.where}: {self.message}"
        )

    def to_json(self) -> dict[str, dict[str, str | None]]:
        """Return the error as a JSON object, as printed by ``--json``."""
        return {"error": {"kind": self.kind, "message": self.message, "where": self.where}}


class RequestError(TilewrightError, ValueError):
    """The request is invalid; nothing was computed."""

    kind = "request"


class PolyominoError(RequestError):
    """The cells do not form a polyomino, because there are no cells or a cell occurs twice."""

    kind = "polyomino"


class BoardError(RequestError):
    """The board cannot be read or is invalid."""

    kind = "board"


class PieceError(RequestError):
    """The piece is unknown, or its number of copies is invalid."""

    kind = "piece"


class ProblemError(RequestError):
    """The problem is invalid; the message lists all faults."""

    kind = "problem"


class TilingError(RequestError):
    """The tiling is invalid or does not solve the problem."""

    kind = "tiling"


class FormatError(RequestError):
    """The file or text is not in the expected format."""

    kind = "format"


class PluginError(RequestError):
    """A plug-in cannot be loaded or is invalid."""

    kind = "plugin"


class OutputError(RequestError):
    """The output cannot be written. An existing file is left unchanged."""

    kind = "output"


class CheckpointError(RequestError):
    """The checkpoint is damaged or belongs to another problem."""

    kind = "checkpoint"


class EngineError(RequestError):
    """The requested engine does not support this problem."""

    kind = "engine"


class NoTilingError(EngineError):
    """The request needs a tiling, but the problem provably has no tiling."""

    kind = "none"
    exit_code = 1


class ConstructionError(RequestError):
    """The theorem does not cover the requested construction."""

    kind = "construction"


class ColoringError(RequestError):
    """The requested coloring is invalid or not supported."""

    kind = "coloring"


class LimitError(TilewrightError):
    """The work was stopped because a limit on time, memory or another quantity was reached."""

    kind = "limit"
    exit_code = 3


class MemoryLimitError(LimitError):
    """The work was stopped because it would have exceeded the memory limit."""

    kind = "memory"


class TimeLimitError(LimitError):
    """The work was stopped because the time limit was reached."""

    kind = "time"


class UndecidedError(LimitError):
    """The search reached a limit before it found an answer."""

    kind = "undecided"
