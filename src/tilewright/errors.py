"""The exceptions: what was wrong, where, and what would be right.

Every error that tilewright raises on purpose is a `TilewrightError`; the command turns it into one
line and the exit code that the error carries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

__all__ = [
    "BoardError",
    "CheckpointError",
    "ColoringError",
    "ConstructionError",
    "EngineError",
    "FormatError",
    "LimitError",
    "MemoryLimitError",
    "NoTilingError",
    "OutputError",
    "PieceError",
    "PolyominoError",
    "ProblemError",
    "RequestError",
    "TilewrightError",
    "TilingError",
    "TimeLimitError",
    "UndecidedError",
    "joined",
    "quoted",
]

_LONGEST = 80


def quoted(text: object) -> str:
    r"""Return a text in quotes, on one line and cut to a length that fits into a message.

    Examples
    --------
    >>> print(quoted("6y10"), quoted("two\nlines"), len(quoted("x" * 1000)))
    '6y10' 'two\nlines' 83
    """
    return f"'{_line(str(text), _LONGEST)}'"


def joined(faults: Sequence[object], most: int = 10) -> str:
    """Return faults as one message: the first `most` of them, and how many there are beyond.

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
    r"""Anything that tilewright raises on purpose.

    Parameters
    ----------
    message : str
        One line: what was wrong and what would be right, with the numbers.
    where : str, optional
        The part of the request that is meant: a word, ``line 3, column 5``, a file. Line breaks in
        it are shown as ``\n`` and a very long one is cut, so that the error stays one line.
    advice : str, optional
        Which command would help: said where commands are typed, and not on the page.

    Attributes
    ----------
    kind : str
        A short stable word for programs, such as ``"board"``.
    exit_code : int
        What the command exits with.
    """

    kind: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 2

    def __init__(self, message: str, where: str | None = None, *, advice: str | None = None) -> None:
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
        return self.message if self.message.startswith(f"{name} ") else f"{self.where}: {self.message}"

    def to_json(self) -> dict[str, dict[str, str | None]]:
        """Return the error in the shape that ``--json`` prints."""
        return {"error": {"kind": self.kind, "message": self.message, "where": self.where}}


class RequestError(TilewrightError, ValueError):
    """The request is wrong; nothing was computed."""

    kind = "request"


class PolyominoError(RequestError):
    """Cells that do not make a polyomino: none, or one of them twice."""

    kind = "polyomino"


class BoardError(RequestError):
    """A board that cannot be read or does not make sense."""

    kind = "board"


class PieceError(RequestError):
    """A piece that nobody knows, or with impossible copies."""

    kind = "piece"


class ProblemError(RequestError):
    """A problem with faults; the message lists all of them."""

    kind = "problem"


class TilingError(RequestError):
    """A tiling that is not one, or not of the problem."""

    kind = "tiling"


class FormatError(RequestError):
    """A file or text that is not in the format it should be."""

    kind = "format"


class OutputError(RequestError):
    """An output that cannot be written; what was there before is as it was."""

    kind = "output"


class CheckpointError(RequestError):
    """A checkpoint that is damaged, or that belongs to another problem."""

    kind = "checkpoint"


class EngineError(RequestError):
    """The requested engine does not support this problem."""

    kind = "engine"


class NoTilingError(EngineError):
    """The request is about the tilings of a problem, and it is proven that there are none."""

    kind = "none"
    exit_code = 1


class ConstructionError(RequestError):
    """A construction asked for outside the range of its theorem."""

    kind = "construction"


class ColoringError(RequestError):
    """A coloring asked for that makes no sense."""

    kind = "coloring"


class LimitError(TilewrightError):
    """Stopped by a limit that the user set: a number, a time or memory."""

    kind = "limit"
    exit_code = 3


class MemoryLimitError(LimitError):
    """Stopped before the memory limit would have been passed."""

    kind = "memory"


class TimeLimitError(LimitError):
    """Stopped because the time that was given is up."""

    kind = "time"


class UndecidedError(LimitError):
    """The search ended without an answer within its limits, neither yes nor no."""

    kind = "undecided"
