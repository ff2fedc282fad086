"""``tilewright plane``: whether a piece tiles the plane."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import (
    check_out,
    note,
    note_unwritten,
    note_written,
    print_json,
    print_picture,
)
from tilewright.apps.command.limits import PATIENCE, ProgressLine, TimeLimit, TimeUp
from tilewright.apps.command.options import (
    LIMITS,
    PICTURES,
    SECONDS,
    MaxMemory,
    OutPath,
    Positive,
    Show,
    TurnWord,
)
from tilewright.apps.command.reading import read_records
from tilewright.apps.command.runs import Runs, work_through
from tilewright.errors import (
    FormatError,
    OutputError,
    RequestError,
    TimeLimitError,
)
from tilewright.formats.request import piece_words, read_pieces
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import Turn
from tilewright.system.files.safe_write import cut_to_lines, held, write
from tilewright.system.values.arguments import counted
from tilewright.system.values.text import STANDARD_INPUT, read_text
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.question import INTERRUPTED, OUT_OF_TIME

if TYPE_CHECKING:
    from tilewright.shapes.plane import Plane, PlaneEffort
    from tilewright.system.runs import PlaneWork


def plane(
    *pieces: Annotated[str, Parameter(allow_leading_hyphen=True)],
    turn: TurnWord = None,
    table: bool = False,
    heesch: bool = False,
    known: Annotated[tuple[str, ...], Parameter(metavar="FILE")] = (),
    max_tiles: Annotated[Positive, Parameter(group=LIMITS)] = 12,
    max_coronas: Annotated[Positive, Parameter(group=LIMITS)] = 7,
    timeout: Annotated[
        float | None,
        SECONDS,
        Parameter(
            group=LIMITS,
            metavar="SECONDS",
            help="Stop after this many seconds (with --table, for each piece).",
        ),
    ] = None,
    max_memory: MaxMemory = None,
    out: OutPath = None,
    color_by: Annotated[
        Literal["orientation", "fewest"], Parameter(group=PICTURES)
    ] = "orientation",
    seamless: Annotated[bool, Parameter(group=PICTURES)] = False,
    runs: Runs = Runs(),
    options: Show = Show(),
) -> int:
    """Decide whether a piece tiles the plane.

    Explains how the piece tiles, or why it does not. With several PIECES, a tiling
    must use each of them at least once. Exits with 0 if the piece tiles, 1 if it
    does not, and 3 if the answer is not known.

    For example:

      tilewright plane Y5
      tilewright plane X5 -o plane.svg
      tilewright plane '.#../####/.#../.#..' --heesch
      tilewright plane heptominoes --table
      tilewright plane pentominoes --table --run runs/plane --workers 1

    Parameters
    ----------
    pieces
        The piece, or several: X5, '##/.#', hex:##/#, hexominoes, …
    table
        Decide each piece separately, and print a summary. With -v, print one line for each piece.
    heesch
        Draw the coronas (rings of copies) around a piece that does not tile.
    known
        With --table, reuse results from this file, written earlier with -o FILE.jsonl. Each result
        is verified. Repeat for more files.
    seamless
        Save the smallest upright rectangle that repeats seamlessly (.svg .png .pdf).
    color_by
        Color the saved picture (.svg .png .pdf) by orientation, or with the fewest colors so that
        tiles that share an edge differ. [default: orientation]
    max_tiles
        Search for periods of up to N tiles. [default: 12]
    max_coronas
        Search for up to N coronas. [default: 7]
    out
        Save a picture of the tiling or the coronas (.svg .png .pdf .txt), or certificates (.jsonl),
        one per line.
    """
    runs.check()
    if runs.run is not None and not table:
        raise RequestError("a run decides each piece of a set alone; add --table", where="--run")
    if not pieces:
        raise RequestError("name a piece: tilewright plane Y5", where="PIECE")
    check_out(out, options, jsonl="certificates")
    if known and (not table or runs.run is not None):
        raise RequestError("needs --table, without --run", where="--known")
    turning: Turn = turn or "free"
    began = time.perf_counter()
    # Reading the pieces counts as time, too. With --table, the limit is for each piece.
    with TimeLimit(None if table else timeout, PATIENCE, max_memory) as limit:
        from tilewright.shapes.plane.decide import Decision, PlaneEffort, check_together

        piece_list = [*read_pieces(pieces, turning)]
        effort = PlaneEffort(max_tiles, max_coronas)
        if runs.run is not None:
            from tilewright.shapes.plane.work import PlaneWork

            work = PlaneWork.of(*piece_words(pieces), turn=turning, effort=effort, timeout=timeout)
            return _decide_in_run(work.within(limit.deadline.memory), turning, out, options, runs)
        if table:
            return _decide_each(piece_list, turning, effort, timeout, known, out, options)
        again = f"write `tilewright plane {shlex.join(pieces)} --table`"
        check_together(pieces, len(piece_list), again)
        turns = {piece.turn or turning for piece in piece_list}
        if len(turns) > 1:
            raise RequestError("all pieces must turn in the same way", where="PIECE")
        names, forms = (
            [piece.name for piece in piece_list],
            [piece.polyomino for piece in piece_list],
        )
        with ProgressLine(not options.json and not options.quiet) as line:
            decision = Decision(names, forms, turns.pop(), effort)
            # After an interrupt or a time limit, what is known by then is printed.
            stopped = ""
            try:
                with Deadline(listener=lambda far: line.show(far.text)).holds():
                    decision.run()
                limit.release()
            except (KeyboardInterrupt, TimeLimitError) as error:
                limit.release()
                out_of_time = isinstance(error, TimeUp | TimeLimitError)
                stopped = OUT_OF_TIME if out_of_time else INTERRUPTED
            answer = decision.answer(stopped)
    if options.json:
        print_json(answer.to_json())
    else:
        _print_plane(answer, options, heesch)
    if out is not None:
        _save_plane(answer, out, seamless, color_by, limit.left, options)
    if options.verbose:
        note(f"{time.perf_counter() - began:.2f} s")
    return (
        130
        if stopped == INTERRUPTED
        else {"tiles": 0, "does not tile": 1, "not known": 3}[answer.verdict]
    )


def _decide_each(
    pieces: list[Piece],
    turn: Turn,
    effort: PlaneEffort,
    timeout: float | None,
    files: tuple[str, ...],
    out: Path | None,
    options: Show,
) -> int:
    """Decide each piece alone; return 3 if the answer for one is not known."""
    from tilewright.shapes.plane import from_json
    from tilewright.shapes.plane.decide import decide

    _check_table_file(out)
    known = _read_known(files)
    records: list[dict[str, Any]] = []
    with (
        held(out),
        ProgressLine(not options.json and not options.quiet) as line,
        contextlib.ExitStack() as stack,
    ):
        stream = None if out is None else stack.enter_context(_open_lines(out))
        for number, piece in enumerate(pieces):
            line.show(f"{number} of {len(pieces)}: {piece.name}")
            piece_turn = piece.turn or turn
            record = known.get((piece.polyomino.lattice.name, piece.polyomino.text(), piece_turn))
            if record is None or record["verdict"] == "not known":
                with Deadline(timeout).holds():
                    answer = decide([piece.name], [piece.polyomino], piece_turn, effort)
                record = answer.to_json()
            if stream is not None:
                # Written at once, so that an interrupt loses nothing.
                try:
                    stream.write(json.dumps(record) + "\n")
                    stream.flush()
                except OSError as error:
                    raise OutputError(
                        f"cannot write the file: {error.strerror or error}", where=str(out)
                    ) from None
            records.append(record)
            if options.verbose and not options.json:
                line.wipe()
                print(from_json(record))
    note_written(out, counted(len(records), "certificate"), options)
    return _print_table(turn, records, options)


def _decide_in_run(work: PlaneWork, turn: Turn, out: Path | None, options: Show, runs: Runs) -> int:
    """Decide each piece alone in a run; each piece is a task."""
    from tilewright.system.runs import Run

    _check_table_file(out)
    assert runs.run is not None
    with Run(runs.run, work) as run:
        code = work_through(
            run,
            runs,
            options,
            lambda: {"turn": turn, "pieces": str(run.count), "complete": False},
            out,
        )
        if code is not None:
            return code
        records = run.answers()
    if out is not None:
        write("".join(json.dumps(record) + "\n" for record in records), out)
        note_written(out, counted(len(records), "certificate"), options)
    if options.verbose and not options.json:
        from tilewright.shapes.plane import from_json

        for record in records:
            print(from_json(record))
    return _print_table(turn, records, options)


def _check_table_file(out: Path | None) -> None:
    if out is not None and out.suffix.lower() != ".jsonl":
        raise RequestError(
            "--table writes certificates, one per line; name a .jsonl file", where="-o"
        )


def _print_table(turn: Turn, records: list[dict[str, Any]], options: Show) -> int:
    """Print the summary, and return the exit code."""
    from tilewright.shapes.plane import table, table_text

    counts = table(records)
    if options.json:
        print_json({"turn": turn, **counts})
    else:
        print(table_text(counts))
    return 0 if counts["not_known"] == "0" else 3


@contextlib.contextmanager
def _open_lines(out: Path) -> Iterator[IO[str]]:
    """Open a file to write lines to it; whatever happens, it ends with a whole line."""
    with (
        out.open("w+b", buffering=0) as file,
        os.fdopen(os.dup(file.fileno()), "w", encoding="utf-8") as stream,
    ):
        try:
            yield stream
        except BaseException:
            # Closing the stream would try to write the rest once more.
            with contextlib.suppress(OSError):
                stream.close()
            with contextlib.suppress(OSError):
                cut_to_lines(file.fileno())
            raise


def _read_known(files: tuple[str, ...]) -> dict[tuple[str, str, str], dict[str, Any]]:
    """Return results found earlier, each verified, by lattice, drawing and turn of the piece."""
    from tilewright.shapes.plane import ClaimError, Unchecked, check, table

    records = {}
    for file in files:
        text = read_text(sys.stdin if file == "-" else file, 1 << 30, FormatError, "certificates")
        if not text.endswith("\n"):
            # The last line is incomplete if its writer was interrupted.
            text = text[: text.rfind("\n") + 1]
        for place, record in read_records(text, STANDARD_INPUT if file == "-" else file):
            try:
                table((record,))
                # A line whose proof is too long to repeat is accepted, as `verify` does.
                with contextlib.suppress(Unchecked):
                    check(record)
                records[record["lattice"], record["cells"], record["turn"]] = record
            except ClaimError as error:
                raise FormatError(f"this certificate is wrong: {error}", where=place) from None
            except (KeyError, TypeError):
                raise FormatError(
                    "not a certificate written by `tilewright plane`", where=place
                ) from None
    if records:
        note(f"{len(records)} pieces are known")
    return records


def _print_plane(answer: Plane, options: Show, heesch: bool) -> None:
    from tilewright.shapes.plane import draw_plane

    if not options.quiet and (answer.tiling is not None or (heesch and answer.coronas is not None)):
        print_picture(draw_plane(answer), options.color)
    print(answer)


def _save_plane(
    answer: Plane, out: Path, seamless: bool, colors: str, seconds: float | None, show: Show
) -> None:
    if out.suffix.lower() == ".jsonl":
        write(json.dumps(answer.to_json()) + "\n", out)
        note_written(out, "certificate", show)
    elif answer.tiling is not None and (
        out.suffix.lower() in (".svg", ".png", ".pdf") or str(out) == "-"
    ):
        from tilewright.shapes.plane import fewest_colors, pdf, svg

        coloring = (
            fewest_colors(answer, None if seconds is None else max(seconds, 0.1))
            if colors == "fewest"
            else None
        )
        if coloring is not None:
            note(str(coloring))
        ending = out.suffix.lower()
        if ending == ".pdf":
            content: bytes | str = pdf(answer, seamless=seamless, coloring=coloring)
        else:
            content = svg(answer, seamless=seamless, coloring=coloring, theme=show.theme)
            if ending == ".png":
                import resvg_py

                content = bytes(resvg_py.svg_to_bytes(svg_string=content))
        write(content, out)
        note_written(out, "picture of a tiling of the plane", show)
    elif answer.tiling is not None or answer.coronas is not None:
        from tilewright.drawing import save
        from tilewright.shapes.plane import draw_plane

        save(draw_plane(answer), out, theme=show.theme)
        note_written(out, "picture", show)
    else:
        note_unwritten(out)
