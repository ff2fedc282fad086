"""Answers: pictures and text for people, JSON for programs, on any kind of stream."""

from __future__ import annotations

import codecs
import contextlib
import functools
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Literal, TextIO, TypeVar

from tilewright.apps.command.options import PictureColors, Poster, Show
from tilewright.errors import OutputError, RequestError, quoted
from tilewright.system.values.arguments import counted

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from tilewright.drawing import Picture
    from tilewright.model.board import Board
    from tilewright.model.problem import Problem
    from tilewright.model.tiling import Tiling
    from tilewright.solving.proofs import Barrier, Reasons, WeightBound, Weighting

#: What JSON says, by key.
Json = dict[str, Any]
#: Replacements for characters that an encoding lacks, and the name of the error handler.
_INSTEAD = {"…": "...", "×": "x"}
_PLAIN = "tilewright-plain"


class Exit(Exception):
    """Ends a command whose answer was given, with an exit code."""

    def __init__(self, code: int) -> None:
        self.code = code


def open_closed() -> None:
    """Replace closed streams, so that no file opened later takes their place; output goes nowhere
    and input is an error.
    """
    # In this order, as the system gives a new file the lowest free number.
    if sys.stdin is None:
        sys.stdin = _nowhere(os.O_WRONLY, "r")
    if sys.stdout is None:
        sys.stdout = _nowhere(os.O_RDWR, "w")
    if sys.stderr is None:
        sys.stderr = _nowhere(os.O_RDWR, "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # The encoding of the terminal may lack characters.
            stream.reconfigure(errors=_PLAIN)


def _replace_lacking(error: UnicodeError) -> tuple[str, int]:
    """Write characters that an encoding lacks in ASCII, escaped if nothing looks like them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    escaped = (letter.encode("ascii", "backslashreplace").decode() for letter in lacking)
    plain = (_INSTEAD.get(letter, code) for letter, code in zip(lacking, escaped, strict=True))
    return "".join(plain), error.end


codecs.register_error(_PLAIN, _replace_lacking)


def _nowhere(flags: int, mode: Literal["r", "w"]) -> TextIO:
    return open(os.open(os.devnull, flags), mode, encoding="utf-8")  # noqa: PTH123


def write_error(text: str) -> None:
    """Write on standard error."""
    with contextlib.suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def drop_output() -> None:
    """Discard what standard output still holds, so that Python does not complain again at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def note(line: str) -> None:
    """Print a line for the user on standard error."""
    write_error(f"{line}\n")


def check_out(out: Path | None, show: Show, **also: str) -> None:
    """Check before the work that `-o` can be written, as a picture or as one of `also`
    (``jsonl="tilings"``).
    """
    if out is None:
        return
    from tilewright.drawing import check_path

    try:
        check_path(out, also={f".{ending}": things for ending, things in also.items()})
    except OutputError as error:
        ending = out.suffix.lower()
        hint = "; --json prints JSON" if ending == ".json" else ""
        if ending in (".jsonl", ".parquet") and not also:
            hint = f"; `tilewright solve … --all -o FILE{ending}` saves tilings"
        raise OutputError(error.message + hint, where=error.where) from None
    if str(out) == "-" and show.json:
        raise RequestError(
            "cannot write both the picture and the JSON to standard output", where="-o -"
        )


def check_file(out: Path, ending: str | Sequence[str], what: str, show: Show) -> None:
    """Check before the work that a file with this ending, or one of these, which holds `what`, can
    be written.
    """
    from tilewright.system.files.safe_write import check_place, checked_path

    name = str(checked_path(out))
    if name == "-" and show.json:
        thing = "table" if ending == ".csv" else "file"
        raise RequestError(
            f"cannot write both the {thing} and the JSON to standard output", where="-o -"
        )
    if name == "-":
        return
    endings = (ending,) if isinstance(ending, str) else ending
    if out.suffix.lower() not in endings:
        known = " or ".join(endings)
        raise OutputError(
            f"the file name for {what} must end in {known}, got {quoted(out.suffix)}", where=name
        )
    check_place(out)


def keep(
    out: Path,
    content: Picture | Iterable[Picture] | str | bytes,
    what: str,
    show: Show,
    **options: Any,
) -> None:
    """Save pictures, a text or bytes, and say `what` was saved; `options` are those of
    `tilewright.drawing.save`.
    """
    if isinstance(content, str | bytes):
        from tilewright.system.files.safe_write import write

        write(content, out)
    else:
        from tilewright.drawing import save

        save(content, out, theme=show.theme, **options)
    note_written(out, what, show)


def note_written(out: Path | None, what: str, show: Show) -> None:
    """Say on standard error what was saved, in one line; nothing about standard output, or with
    -q.
    """
    if what and out is not None and str(out) != "-" and not show.quiet:
        note(f"{out}: {what}")


def note_unwritten(out: Path | None, why: str = "there is no tiling") -> None:
    """Say that nothing was saved, if something was to be saved."""
    if out is not None:
        note(f"{out} was not written: {why}")


_Item = TypeVar("_Item")
#: The most tilings in one picture.
SHEET = 240


def save_sheet(
    out: Path,
    items: Sequence[_Item],
    draw: Callable[[_Item, bool], Picture],
    total: int = 0,
    *,
    tilings: Sequence[Tiling],
    of: bool = False,
    hint: str = "",
    show: Show,
    **pages: Any,
) -> None:
    """Save pictures on one sheet, or `tilings` in a text file: as drawings with lines, or letters
    where these would not be read as the tilings. Say how many, or that these are only the first of
    those found.

    `pages` are options of a PDF.
    """
    more = total > len(items)
    words = "" if more else f"picture of {counted(len(items), 'tiling')}"
    if out.suffix.lower() == ".txt":
        keep(out, drawn_text(tilings, [draw(item, True) for item in items]), words, show)
    else:
        keep(out, [draw(item, False) for item in items], words, show, **pages)
    if more:
        note(f"{out} shows the first {len(items)}{f' of {total}' if of else ''}{hint}")


def drawn_text(tilings: Sequence[Tiling], pictures: Sequence[Picture]) -> str:
    """Return tilings as a text that every command reads: their pictures, if these can be read."""
    from tilewright.drawing import terminal
    from tilewright.formats.native import tilings_text

    drawn = [terminal(picture, color="none", width=1 << 16) for picture in pictures]
    return tilings_text(tilings, drawn)


def terminal_color() -> Literal["none", "16", "256", "truecolor"]:
    """Return which colors to use on standard output.

    ``NO_COLOR`` turns colors off. A pipe or a dumb terminal has colors only with ``FORCE_COLOR``.
    """
    forced = bool(os.environ.get("FORCE_COLOR"))
    shown = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if os.environ.get("NO_COLOR") or not (forced or shown):
        return "none"
    if os.environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return "truecolor"
    term = os.environ.get("TERM", "")
    return "256" if forced or "256" in term else "16"


def uses_unicode() -> bool:
    """Return True if standard output can show box drawing: not on a dumb terminal or under
    NO_COLOR.
    """
    plain = os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR")
    return takes_unicode(sys.stdout) and not plain


def takes_unicode(stream: TextIO) -> bool:
    """Return True if a stream can show every character."""
    return (stream.encoding or "ascii").lower().startswith("utf")


def picture_text(picture: Picture) -> str:
    """Return a picture as text for standard output, with its width, colors and characters."""
    from tilewright.drawing import terminal

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 10_000
    return terminal(picture, color=terminal_color(), unicode=uses_unicode(), width=width)


def print_picture(picture: Picture) -> None:
    """Print a picture on standard output."""
    print(picture_text(picture))


@dataclass(frozen=True)
class TilingPictures:
    """How tilings are drawn, and the file that gets their pictures."""

    out: Path | None
    show: Show
    letters: bool = False
    inks: PictureColors = field(default_factory=PictureColors)
    poster: Poster = field(default_factory=Poster)

    def of(self, problem: Problem | Board) -> Callable[[Tiling, bool], Picture]:
        """Return what draws tilings of a problem, or of a board if the problem is not known.

        It takes a tiling, and whether the picture is written as text, which is read as a tiling
        again: without regions.
        """

        def picture(tiling: Tiling, lines: bool) -> Picture:
            from tilewright.drawing import draw, draw_tiling, signs_of_problem
            from tilewright.model.board import Board
            from tilewright.model.space.lattice import SQUARES

            board = problem if isinstance(problem, Board) else problem.board
            # Holes are painted on squares only.
            painted = holes(board) if lines and board.lattice is SQUARES else ()
            options: dict[str, Any] = {"letters": self.letters, "holes": painted}
            options |= self.inks.arguments()
            if isinstance(problem, Board):
                return draw(tiling, marks=board, **options)
            if lines:
                return draw(tiling, marks=signs_of_problem(problem, tiling), **options)
            return draw_tiling(problem, tiling, **options)

        return picture

    def print(self, tiling: Tiling, problem: Problem | Board) -> None:
        """Print the picture of a tiling."""
        print_picture(self.of(problem)(tiling, True))

    def save(self, tilings: Sequence[Tiling], problem: Problem | Board) -> None:
        """Save the picture of a tiling, or a sheet of several."""
        assert self.out is not None
        save_sheet(self.out, tilings, self.of(problem), tilings=tilings, show=self.show)


@functools.lru_cache(maxsize=1)
def holes(board: Board) -> list[tuple[int, int]]:
    """Return the holes of a board; cached, as a board may have many tilings."""
    return enclosed(board.mask)


def enclosed(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the cells off the board that the board encloses; in a drawing of lines they would look
    like tiles.
    """
    import numpy as np

    # Flood the cells off the board from a ring outside.
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
    """Return the digits of an integer of any length; Python's own limit is some thousands."""
    if value.bit_length() < 13_000:
        return str(value)
    from flint import fmpz

    return str(fmpz(value))


def deliver(
    show: Show,
    json: Callable[[], Json | list[Json]],
    text: str | Callable[[], str] = "",
    *,
    picture: Callable[[], Picture] | None = None,
    out: Path | None = None,
    what: str = "picture",
    code: int = 0,
) -> int:
    """Answer: save the picture, print JSON, or print picture and text; return the exit code."""
    if out is not None:
        if picture is None:
            note_unwritten(out)
        else:
            keep(out, picture(), what, show)
    if show.json:
        print_json(json())
        return code
    if picture is not None and out is None and not show.quiet:
        print_picture(picture())
    words = text if isinstance(text, str) else text()
    if words:
        print(words)
    return code


def print_json(value: Json | list[Json]) -> None:
    """Print one JSON object on standard output."""
    print(_json(value))


def _json(value: Json | list[Json] | str) -> str:
    """Return JSON in which characters that standard output lacks are escaped."""
    return json.dumps(value, ensure_ascii=not takes_unicode(sys.stdout))


def print_json_stream(
    head: Json,
    key: str | None,
    values: Iterable[Json | str],
    tail: Iterator[Json],
) -> None:
    """Print one JSON object with a list of any length: `head`, then ``key: [values…]``, then the
    first of `tail`.

    Without a key, the values are only consumed. After an error, the object is closed without
    `tail`, so that the output is JSON.
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


#: The widest table of numbers that is printed.
_LINE = 100


def symmetry_words(symmetric: str) -> str:
    """Return the name of a symmetry in words.

    >>> symmetry_words("half-turn"), symmetry_words("mirror-90")
    ('half turn', 'mirror with an axis at 90 degrees')
    """
    kind, _, rest = symmetric.partition("-")
    return f"{kind} with an axis at {rest} degrees" if rest.isdigit() else f"{kind} {rest}".strip()


def none_words(
    reasons: Sequence[str],
    proof: Weighting | WeightBound | Barrier | None = None,
    symmetric: str | None = None,
) -> list[str]:
    """Return the lines that say that there is no tiling, with the reasons, and a table of the cells
    if it fits.
    """
    none = (
        f"There is no tiling that is symmetric under a {symmetry_words(symmetric)}"
        if symmetric and not reasons
        else "There is no tiling"
    )
    lines = [f"{none}{': ' + '; '.join(reasons) if reasons else '.'}"]
    if proof is not None and proof.needs_table:
        table = proof.table().splitlines()
        if len(table[0]) <= _LINE:
            lines += table
    return lines


def none_text(problem: Problem, *, quiet: bool = False) -> str:
    """Return the text about a problem without a tiling, with the reason if one is easy to see."""
    return reason_text(problem, quiet=quiet) or "\n".join(none_words([]))


def reason_text(problem: Problem, *, quiet: bool = False) -> str:
    """Return why there is no tiling, if that is easy to see; empty otherwise."""
    reasons = weigh_reasons(problem)
    if not reasons.sentences:
        return ""
    proof = None if quiet else reasons.weighting or reasons.barrier
    return "\n".join(none_words(reasons.sentences, proof))


def weigh_reasons(problem: Problem) -> Reasons:
    """Return why there is no tiling, as far as that is easy to see."""
    from tilewright.solving.proofs import Reasons

    reasons = Reasons(problem)
    reasons.weigh()
    return reasons


def reason_sentences(problem: Problem) -> list[str]:
    """Return why there is no tiling in sentences; none if that is not easy to see."""
    return list(weigh_reasons(problem).sentences)
