"""``tilewright plane``: whether a piece tiles the plane, and how."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.cli.answers import check_out, print_json, print_picture, say, say_unwritten
from tilewright.cli.limits import PATIENCE, ProgressLine, TimeLimit, TimeUp
from tilewright.cli.options import OutPath, Positive, Show
from tilewright.cli.runs import Runs, work_through
from tilewright.errors import FormatError, OutputError, RequestError, TimeLimitError
from tilewright.files.replacing import cut_to_lines, held, write
from tilewright.lattices.lattice import Turn, check_turn
from tilewright.piece import Piece, parse_pieces
from tilewright.text import STANDARD_INPUT, read_text

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.tessellation import Plane, PlaneEffort

__all__ = ["plane"]

#: Rows and columns of the patch that is shown.
_SHOWN = 12, 24
#: The rows of a table, and what they are called.
_ROWS = {
    "pieces": "pieces",
    "holes": "with holes",
    "translation": "by translations",
    "half_turn": "by half turns (Conway)",
    "translation_or_half_turn": "by one or the other",
    "isohedral": "isohedrally",
    "anisohedral": "only otherwise",
    "tile": "tile the plane",
    "do_not": "do not, without holes",
    "not_known": "not known",
}
#: Bytes of a file of certificates.
_LONGEST = 1 << 30


def plane(
    *pieces: Annotated[str, Parameter(allow_leading_hyphen=True)],
    turn: Literal["free", "one-sided", "fixed"] = "free",
    table: bool = False,
    heesch: bool = False,
    seamless: bool = False,
    colors: Literal["orientation", "fewest"] = "orientation",
    tiles: Positive = 12,
    coronas: Positive = 7,
    timeout: float | None = None,
    out: OutPath = None,
    runs: Runs = Runs(),
    options: Show = Show(),
) -> int:
    """Say whether a piece tiles the plane, how, and what proves it.

    PIECES is one piece, or several that are to be used together, each at least
    once. 'plane check FILE' checks what --json printed or -o FILE.jsonl wrote,
    without what found it. Exits with 0 if the piece tiles, 1 if it does not, 3 if
    it is not known.

    For example:

      tilewright plane Y5
      tilewright plane X5 -o plane.svg
      tilewright plane '.#../####/.#../.#..' --heesch
      tilewright plane heptominoes --table
      tilewright plane pentominoes --table --run runs/plane --cluster 1

    Parameters
    ----------
    pieces
        Words of the grammar: X5, '##/.#', hexominoes, hex:##/#, …
    turn
        How pieces turn: free (the default), one-sided or fixed.
    table
        Ask about each of the pieces alone, and count; one line each with -v.
    heesch
        Draw the rings of copies around a piece that does not tile.
    seamless
        Save the smallest upright rectangle that repeats (.svg .png .pdf): laid side by side it has no seam.
    colors
        Of a picture (.svg .png .pdf): orientation (the default), or fewest, so that tiles that share an edge differ.
    tiles
        Look for periods of at most so many tiles (12 when not given).
    coronas
        Look for at most so many rings of copies (7 when not given).
    timeout
        Stop after so many seconds; with --table, so many for each piece.
    out
        Save a picture of a patch or of the rings (.svg .png .pdf .txt), or a certificate a line (.jsonl); with
        --table the file is gone on with if it is there (with --run, it is written at the end).
    """
    runs.check()
    if runs.run is not None and not table:
        raise RequestError("a run asks about each piece of a set; add --table", where="--run")
    if not pieces:
        raise RequestError("which piece? Name one, such as 'tilewright plane Y5'", where="PIECES")
    check_out(out, options, jsonl="certificates")
    began = time.perf_counter()
    # The time runs from here on, reading of the pieces included; each piece of a table has its own.
    with TimeLimit(None if table else timeout, PATIENCE) as limit:
        if pieces[0] == "check":
            return _check(pieces[1:], options)
        from tilewright.tessellation.decision import PlaneEffort, decision_of

        asked = [piece for word in pieces for piece in parse_pieces(word, check_turn(turn))]
        effort = PlaneEffort(tiles, coronas)
        if runs.run is not None:
            return _table_in_run(pieces, turn, effort, timeout, out, options, runs)
        if table:
            return _table(asked, turn, effort, timeout, out, options)
        own = {piece.turn or turn for piece in asked}
        if len(own) > 1:
            raise RequestError("pieces that tile the plane together turn alike", where="PIECES")
        names, forms = [piece.name for piece in asked], [piece.polyomino for piece in asked]
        with ProgressLine(not options.json and not options.quiet) as line:
            decision = decision_of(names, forms, own.pop(), lambda far: line.show(far.text))
            # What is known when it is interrupted, by the clock or by Ctrl-C, is printed.
            interrupted = False
            try:
                answer = decision.run(effort)
                limit.end()
            except (KeyboardInterrupt, TimeLimitError) as error:
                limit.end()
                interrupted = not isinstance(error, TimeUp | TimeLimitError)
                answer = decision.so_far("interrupted" if interrupted else "the time was up")
    if options.json:
        print_json(answer.to_json())
    else:
        _print(answer, options, heesch)
    if out is not None:
        _save(answer, out, seamless, colors, limit.left)
    if options.verbose:
        say(f"{time.perf_counter() - began:.2f} s")
    return 130 if interrupted else {"tiles": 0, "does not tile": 1, "not known": 3}[answer.verdict]


def _table(
    asked: list[Piece],
    turn: Turn,
    effort: PlaneEffort,
    timeout: float | None,
    out: Path | None,
    options: Show,
) -> int:
    """Ask about each piece alone; exits with 3 if one is not known."""
    from tilewright.tessellation.decision import decide

    _check_table_file(out)
    known = {} if out is None else _known(out)
    records: list[dict[str, Any]] = []
    with (
        held(out),
        ProgressLine(not options.json and not options.quiet) as line,
        contextlib.ExitStack() as stack,
    ):
        stream = None if out is None else stack.enter_context(_appending(out))
        for number, piece in enumerate(asked):
            line.show(f"{number} of {len(asked)}: {piece.name}")
            own = piece.turn or turn
            record = known.get((piece.polyomino.lattice.name, piece.polyomino.text(), own))
            if record is None or record["verdict"] == "not known":
                record = decide([piece.name], [piece.polyomino], own, effort, timeout).to_json()
                if stream is not None:
                    # A run that is stopped has what was done until then.
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
                print(_said(record))
    return _print_table(turn, records, options)


def _table_in_run(
    words: tuple[str, ...],
    turn: Turn,
    effort: PlaneEffort,
    timeout: float | None,
    out: Path | None,
    options: Show,
    runs: Runs,
) -> int:
    """Ask about each piece alone in a run: each is a task."""
    from tilewright.cluster import PlaneWork, Run

    _check_table_file(out)
    assert runs.run is not None
    work = PlaneWork.of(*words, turn=turn, effort=effort, timeout=timeout)
    with Run(runs.run, work) as run:
        code = work_through(
            run, runs, options, lambda: {"turn": turn, "pieces": str(run.count), "complete": False}, out
        )
        if code is not None:
            return code
        records = run.answers()
    if out is not None:
        write("".join(json.dumps(record) + "\n" for record in records), out)
    if options.verbose and not options.json:
        for record in records:
            print(_said(record))
    return _print_table(turn, records, options)


def _check_table_file(out: Path | None) -> None:
    if out is not None and out.suffix.lower() != ".jsonl":
        raise RequestError("a table is written as certificates, one a line: -o FILE.jsonl", where="-o")


def _print_table(turn: Turn, records: list[dict[str, Any]], options: Show) -> int:
    """Print what the answers come to, and return the exit code."""
    from tilewright.tessellation import table

    counts = table(records)
    if options.json:
        print_json({"turn": turn, **counts})
    else:
        for key, words in _ROWS.items():
            print(f"{words:<28}{counts[key]:>8}")
        for number, count in counts["heesch"].items():
            print(f"  {f'Heesch number {number}':<26}{count:>8}")
    return 0 if counts["not_known"] == "0" else 3


@contextlib.contextmanager
def _appending(out: Path) -> Iterator[IO[str]]:
    """Open a file to add lines to it; whatever happens, it ends with a whole line."""
    with (
        out.open("a+b", buffering=0) as file,
        os.fdopen(os.dup(file.fileno()), "a", encoding="utf-8") as stream,
    ):
        try:
            yield stream
        except BaseException:
            # What waited to be written is tried once more when it is closed.
            with contextlib.suppress(OSError):
                stream.close()
            with contextlib.suppress(OSError):
                cut_to_lines(file.fileno())
            raise


def _known(out: Path) -> dict[tuple[str, str, str], dict[str, Any]]:
    """Return what an earlier run has written: by lattice, drawing and turning of the piece."""
    from tilewright.tessellation import table

    if not out.is_file():
        return {}
    text = out.read_text(encoding="utf-8")
    if not text.endswith("\n"):
        # The last line was under way.
        with out.open("r+b") as stream:
            cut_to_lines(stream.fileno())
    found = {}
    for place, record in _records((str(out),)):
        try:
            found[record["lattice"], record["cells"], record["turn"]] = record
            table((record,))
        except (KeyError, TypeError):
            raise FormatError(
                "this is no certificate as 'plane' writes it; name another file", where=place
            ) from None
    if found:
        say(f"going on from {out}: {len(found)} pieces are there")
    return found


def _said(record: dict[str, Any]) -> str:
    names = record["piece"] if isinstance(record["piece"], list) else [record["piece"]]
    how = ""
    if record["kind"] is not None:
        how = f" ({record['kind']}; isohedral number {record['isohedral_number']})"
    elif record["heesch"] is not None:
        heesch, known = record["heesch"], record["heesch_with_holes"]
        how = f" (Heesch number {heesch}"
        if known != heesch:
            how += f", {'at least ' * (known is None)}{heesch if known is None else known} with holes"
        how += ")"
    said = {"tiles": "tiles the plane", "does not tile": "does not tile the plane"}
    if len(names) > 1:
        said = {"tiles": "tile the plane", "does not tile": "do not tile the plane"}
    return f"{' '.join(names)}: {said.get(record['verdict'], record['verdict'])}{how}: {record['why']}"


def _print(answer: Plane, options: Show, heesch: bool) -> None:
    if not options.quiet and (answer.tiling is not None or (heesch and answer.coronas is not None)):
        print_picture(_picture(answer, *_SHOWN), options.color)
    print(_said(answer.to_json()))


def _save(answer: Plane, out: Path, seamless: bool, colors: str, seconds: float | None) -> None:
    if out.suffix.lower() == ".jsonl":
        write(json.dumps(answer.to_json()) + "\n", out)
    elif answer.tiling is not None and (out.suffix.lower() in (".svg", ".png", ".pdf") or str(out) == "-"):
        from tilewright.tessellation import fewest_colors, pdf, svg

        coloring = (
            fewest_colors(answer, None if seconds is None else max(seconds, 0.1))
            if colors == "fewest"
            else None
        )
        if coloring is not None:
            enough = "fewer are not enough" if coloring.proven else "whether fewer are enough is not known"
            say(f"{coloring.colors} colors, {enough}")
        ending = out.suffix.lower()
        if ending == ".pdf":
            content: bytes | str = pdf(answer, seamless=seamless, coloring=coloring)
        else:
            content = svg(answer, seamless=seamless, coloring=coloring)
            if ending == ".png":
                import resvg_py

                content = bytes(resvg_py.svg_to_bytes(svg_string=content))
        write(content, out)
    elif answer.tiling is not None or answer.coronas is not None:
        from tilewright.drawing import save

        save(_picture(answer, *_SHOWN), out)
    else:
        say_unwritten(out)


def _picture(answer: Plane, rows: int, columns: int) -> Picture:
    from tilewright.coloring import color
    from tilewright.drawing import draw

    if answer.tiling is None:
        labels, levels = answer.rings()
        return draw(labels, coloring=levels, lattice=answer.geometry.lattice)
    patch = answer.patch(rows, columns)
    return draw(patch, coloring=color(patch))


def _check(files: tuple[str, ...], options: Show) -> int:
    """Check certificates; exits with 1 if one of them is faulty, else with 3 if the proof of one was left out."""
    from tilewright.tessellation import ClaimError, Unchecked, check

    if not files:
        raise RequestError("which file? 'tilewright plane check verdicts.jsonl'", where="FILE")
    good = 0
    faults: list[dict[str, Any]] = []
    unproven: list[dict[str, Any]] = []
    for place, record in _records(files):
        try:
            shown = check(record)
        except ClaimError as error:
            listed = unproven if isinstance(error, Unchecked) else faults
            listed.append({"where": place, "fault": str(error)})
            continue
        good += 1
        if options.verbose and not options.json:
            print(f"{record.get('piece')}: {shown}")
    if options.json:
        counts = {"good": str(good), "faulty": str(len(faults)), "unproven": str(len(unproven))}
        print_json({**counts, "faults": faults + unproven})
    else:
        for fault in faults + unproven:
            print(f"{fault['where']}: {fault['fault']}")
        print(
            f"{good} good, {len(faults)} faulty" + (f", {len(unproven)} without a proof" if unproven else "")
        )
    if faults:
        return 1
    return 3 if unproven else 0


def _records(files: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in files:
        text = read_text(sys.stdin if file == "-" else file, _LONGEST, FormatError, "certificates")
        for number, line in enumerate(text.splitlines(), start=1):
            if not line.strip():
                continue
            place = f"{STANDARD_INPUT if file == '-' else file}, line {number}"
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise FormatError(f"this is not JSON: {error}", where=place) from None
            if not isinstance(record, dict):
                raise FormatError("this is no JSON object", where=place)
            yield place, record
