"""``tilewright plane``: whether a piece tiles the plane."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import (
    Json,
    check_out,
    keep,
    note,
    note_unwritten,
    note_written,
    print_json,
    print_picture,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    LIMITS,
    PICTURES,
    MaxMemory,
    OutPath,
    Positive,
    Seconds,
    Show,
    TurnWord,
    Word,
    refuse,
)
from tilewright.apps.command.runs import Runs
from tilewright.apps.command.saving import written_lines
from tilewright.formats.request import piece_words, read_pieces
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import Turn
from tilewright.system.values.arguments import counted
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.question import INTERRUPTED

if TYPE_CHECKING:
    from tilewright.shapes.plane import Plane, PlaneEffort


def plane(
    *pieces: Word,
    turn: TurnWord = None,
    table: bool = False,
    heesch: bool = False,
    max_tiles: Annotated[Positive, Parameter(group=LIMITS)] = 12,
    timeout: Annotated[
        Seconds, Parameter(help="Stop after this many seconds (with --table, for each piece).")
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
    does not, and 3 if the answer is unknown.

    For example:

      tilewright plane Y5
      tilewright plane X5 -o plane.svg
      tilewright plane '.#../####/.#../.#..' --heesch
      tilewright plane heptominoes --table
      tilewright plane pentominoes --table --run runs/plane@1

    Parameters
    ----------
    pieces
        One or more pieces: X5, '##/.#', hex:##/#, hexominoes, …
    table
        Decide each piece separately, and print a summary. With -v, print one line for each piece.
    heesch
        Draw the coronas (rings of copies) around a piece that does not tile.
    seamless
        Save the smallest upright rectangle that repeats seamlessly (.svg .png .pdf).
    color_by
        Color the saved picture (.svg .png .pdf) by orientation, or with the fewest colors so that
        tiles that share an edge differ. [default: orientation]
    max_tiles
        Search for periods of up to N tiles. [default: 12]
    out
        Save a picture of the tiling or the coronas (.svg .png .pdf .txt), or certificates (.jsonl),
        one per line.
    """
    runs.check()
    refuse((not pieces, "specify a piece, such as tilewright plane Y5", "PIECE"))
    check_out(out, options, jsonl="certificates")
    turning: Turn = turn or "free"
    began = time.perf_counter()
    # Reading the pieces counts as time, too. With --table, the limit is for each piece.
    with CommandWork(options, None if table else timeout, max_memory) as work:
        from tilewright.shapes.plane.decide import Decision, PlaneEffort, check_together

        piece_list = [*read_pieces(pieces, turning)]
        effort = PlaneEffort(max_tiles)
        if table:
            records: Iterable[Json]
            if runs.run is None:
                records = _decide_each(piece_list, turning, effort, timeout, work)
            else:
                from tilewright.shapes.plane.work import PlaneWork

                task = PlaneWork.of(
                    *piece_words(pieces), turn=turning, effort=effort, timeout=timeout
                )
                records = runs.answers(
                    task,
                    work,
                    lambda count: {"turn": turning, "pieces": str(count)},
                    out,
                )
            return _deliver_table(turning, records, out, work)
        again = f"write `tilewright plane {shlex.join(pieces)} --table`"
        check_together(pieces, len(piece_list), again)
        turns = {piece.turn or turning for piece in piece_list}
        refuse((len(turns) > 1, "all pieces must be allowed to turn in the same ways", "PIECE"))
        names = [piece.name for piece in piece_list]
        polyforms = [piece.polyomino for piece in piece_list]
        answer = work.ask(Decision(names, polyforms, turns.pop(), effort))
    if options.json:
        print_json(answer.to_json())
    else:
        _print_plane(answer, options, heesch)
    if out is not None:
        _save_plane(answer, out, seamless, color_by, work.left, options)
    if options.verbose:
        note(f"{time.perf_counter() - began:.2f} s")
    if work.stopped == INTERRUPTED:
        return work.code
    return {"tiles": 0, "does not tile": 1, "not known": 3}[answer.verdict]


def _decide_each(
    pieces: list[Piece], turn: Turn, effort: PlaneEffort, timeout: float | None, work: CommandWork
) -> Iterator[Json]:
    """Decide each piece alone."""
    from tilewright.shapes.plane.decide import decide

    for number, piece in enumerate(pieces):
        work.say(f"{number} of {len(pieces)}: {piece.name}")
        with Deadline(timeout).holds():
            answer = decide([piece.name], [piece.polyomino], piece.turn or turn, effort)
        yield answer.to_json()


def _deliver_table(turn: Turn, records: Iterable[Json], out: Path | None, work: CommandWork) -> int:
    """Print the summary, and write each certificate at once; return the exit code."""
    from tilewright.shapes.plane import from_json, table, table_text

    show, answers = work.show, []
    with written_lines(out) as lines:
        for record in records:
            answers.append(record)
            lines.write(record)
            if show.verbose and not show.json:
                work.line.wipe()
                print(from_json(record))
    work.line.wipe()
    note_written(out, counted(len(answers), "certificate"), show)
    counts = table(answers)
    if show.json:
        print_json({"turn": turn, **counts})
    else:
        print(table_text(counts))
    return 0 if counts["not_known"] == "0" else 3


def _print_plane(answer: Plane, options: Show, heesch: bool) -> None:
    from tilewright.shapes.plane import draw_plane

    if not options.quiet and (answer.tiling is not None or (heesch and answer.coronas is not None)):
        print_picture(draw_plane(answer))
    print(answer)


def _save_plane(
    answer: Plane, out: Path, seamless: bool, colors: str, seconds: float | None, show: Show
) -> None:
    if out.suffix.lower() == ".jsonl":
        keep(out, json.dumps(answer.to_json()) + "\n", "certificate", show)
    elif answer.tiling is not None and (
        out.suffix.lower() in (".svg", ".png", ".pdf") or str(out) == "-"
    ):
        from tilewright.shapes.plane import fewest_colors, pdf, svg

        coloring = (
            fewest_colors(answer, timeout=None if seconds is None else max(seconds, 0.1))
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
        keep(out, content, "picture of a tiling of the plane", show)
    elif answer.tiling is not None or answer.coronas is not None:
        from tilewright.shapes.plane import draw_plane

        keep(out, draw_plane(answer), "picture", show)
    else:
        note_unwritten(out)
