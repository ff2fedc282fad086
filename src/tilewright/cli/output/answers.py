"""Print and save answers: pictures for people, JSON for programs."""

from __future__ import annotations

import functools
import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Literal, TextIO

from tilewright.cli.output.streams import tell
from tilewright.errors import OutputError, RequestError

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from tilewright.board import Board
    from tilewright.cli.input.request import PictureColors, Show
    from tilewright.drawing import Picture
    from tilewright.problem import Problem
    from tilewright.tiling import Tiling

__all__ = [
    "check_out",
    "digits",
    "enclosed",
    "holes",
    "picture_text",
    "print_json",
    "print_json_stream",
    "print_picture",
    "say",
    "say_unwritten",
    "space_json",
    "takes_unicode",
    "terminal_color",
    "tiling_picture",
    "uses_unicode",
]


def say(line: str) -> None:
    """Print a line for the user on standard error."""
    tell(f"{line}\n")


def check_out(out: Path | None, show: Show, **also: str) -> None:
    """Find out before the work whether `-o` can be written, as a picture or what else there is (``jsonl="tilings"``).

    Raises
    ------
    OutputError, RequestError
        If it cannot.
    """
    if out is None:
        return
    from tilewright.drawing import check_path

    try:
        check_path(out, also={f".{ending}": things for ending, things in also.items()})
    except OutputError as error:
        ending = out.suffix.lower()
        hint = "; --json prints one object" if ending == ".json" else ""
        if ending in (".jsonl", ".parquet") and not also:
            hint = f"; files of tilings ({ending}) are written by solve --all"
        raise OutputError(error.message + hint, where=error.where) from None
    if str(out) == "-" and show.json:
        raise RequestError("standard output takes the picture or the JSON, not both", where="-o -")


def say_unwritten(out: Path | None, why: str = "there is no tiling") -> None:
    """Say that there was nothing to write, if something was to be written."""
    if out is not None:
        say(f"{out} was not written: {why}")


def terminal_color(choice: Literal["auto", "always", "never"]) -> Literal["none", "16", "256", "truecolor"]:
    """Return what colors to use on standard output.

    ``auto`` is color on a terminal that has it, unless ``NO_COLOR`` is set (to anything but nothing)
    or the terminal is ``dumb``.
    """
    if choice == "never":
        return "none"
    wanted = choice == "always" or (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )
    if not wanted:
        return "none"
    if os.environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return "truecolor"
    term = os.environ.get("TERM", "")
    return "256" if choice == "always" or "256" in term else "16"


def uses_unicode() -> bool:
    """Whether standard output takes box drawing: not without Unicode, on a dumb terminal, or under NO_COLOR."""
    plain = os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR")
    return takes_unicode(sys.stdout) and not plain


def takes_unicode(stream: TextIO) -> bool:
    """Whether a stream takes every character."""
    return (stream.encoding or "ascii").lower().startswith("utf")


def picture_text(picture: Picture, choice: Literal["auto", "always", "never"] = "auto") -> str:
    """Return a picture as text for standard output: its width, its colors, and its character set."""
    from tilewright.drawing import terminal

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 10_000
    return terminal(picture, color=terminal_color(choice), unicode=uses_unicode(), width=width)


def print_picture(picture: Picture, choice: Literal["auto", "always", "never"] = "auto") -> None:
    """Print a picture on standard output."""
    print(picture_text(picture, choice))


def tiling_picture(
    tiling: Tiling, board: Board, *, lines: bool, letters: bool = False, inks: PictureColors | None = None
) -> Picture:
    """Return the picture of a tiling of a board.

    Parameters
    ----------
    lines : bool
        Whether it is drawn in lines, where a hole looks like a tile: then holes are filled.
    letters : bool
        Whether the name of its piece is on each tile.
    inks : PictureColors, optional
        Its colors, if others than usual were asked for.
    """
    from tilewright.drawing import draw
    from tilewright.lattices.lattice import SQUARES

    # Of other cells, no hole is painted.
    painted = holes(board) if lines and board.lattice is SQUARES else ()
    return draw(tiling, letters=letters, marks=board, holes=painted, **({} if inks is None else asdict(inks)))


def space_json(problem: Problem) -> dict[str, Any]:
    """Return what JSON says of the lattice and the surface of a board: nothing if they are squares and flat."""
    from tilewright.lattices.surface import space_words

    words = space_words(problem.board, problem.board.shape)
    return {**words, "by_wrap": True} if words and problem.by_wrap else words


@functools.lru_cache(maxsize=1)
def holes(board: Board) -> list[tuple[int, int]]:
    """Return the holes of a board; those of the last board are kept, as it may have many tilings."""
    return enclosed(board.mask)


def enclosed(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the cells off the board that have the board all around: in a drawing of lines they look like tiles.

    Parameters
    ----------
    mask : (rows, columns) bool
        The cells of the board.
    """
    import numpy as np

    # A ring around all is the outside; it spreads over the cells off the board.
    off = np.pad(~mask, 1, constant_values=True)
    outside = np.pad(np.zeros_like(mask), 1, constant_values=True)
    reached = 0
    while (count := int(np.count_nonzero(outside))) > reached:
        reached = count
        outside[1:] |= outside[:-1] & off[1:]
        outside[:-1] |= outside[1:] & off[:-1]
        outside[:, 1:] |= outside[:, :-1] & off[:, 1:]
        outside[:, :-1] |= outside[:, 1:] & off[:, :-1]
    return [(row - 1, column - 1) for row, column in np.argwhere(off & ~outside).tolist()]


def digits(value: int) -> str:
    """Write a number however long it is; Python by itself stops at some thousands of digits."""
    if value.bit_length() < 13_000:
        return str(value)
    from flint import fmpz

    return str(fmpz(value))


def print_json(value: dict[str, Any] | list[dict[str, Any]]) -> None:
    """Print one JSON object on standard output."""
    print(_json(value))


def _json(value: dict[str, Any] | list[dict[str, Any]] | str) -> str:
    """Write JSON with the letters that standard output has; all others, and halves of pairs, are escaped."""
    return json.dumps(value, ensure_ascii=not takes_unicode(sys.stdout))


def print_json_stream(
    head: dict[str, Any],
    key: str | None,
    values: Iterable[dict[str, Any] | str],
    tail: Iterator[dict[str, Any]],
) -> None:
    """Print one JSON object with a list of any length, without keeping the list in memory.

    `head` comes first, then ``key: [values…]``, then what `tail` yields after the last value.
    Without a key there must be no values; the iterable is only exhausted.

    An error before the first value leaves standard output empty. After that, the object is closed without `tail` before
    the error is raised, so that what was printed is still JSON.
    """
    values = iter(values)
    if key is None:
        for _ in values:
            pass
        print_json(head | next(tail))
        return
    first = list(islice(values, 1))
    print(f"{_json(head)[:-1]}, {json.dumps(key)}: [", end="")
    end = "}"
    try:
        separator = ""
        for value in chain(first, values):
            print(separator + _json(value), end="")
            separator = ", "
        end = f", {_json(next(tail))[1:]}"
    finally:
        print(f"]{end}")
