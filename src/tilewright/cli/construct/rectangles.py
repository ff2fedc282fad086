"""``tilewright rectangles``: the rectangles of every size that a piece tiles, and the proof that there are no others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from tilewright.cli.input.request import OutPath, Show, Whole
from tilewright.cli.output.answers import (
    check_out,
    print_json,
    print_picture,
    say,
    say_unwritten,
)
from tilewright.cli.output.limits import PATIENCE, Limits, TimeLimit, TimeUp
from tilewright.cli.output.progress import ProgressLine, duration
from tilewright.errors import FormatError, RequestError
from tilewright.files import checked_path, write
from tilewright.piece import Piece, parse_pieces
from tilewright.symmetry import Turn
from tilewright.system.memory import in_units

if TYPE_CHECKING:
    from tilewright.progress import StatesProgress
    from tilewright.rectification import Rectangles

__all__ = ["rectangles"]

#: Cells of the tilings that are drawn in the terminal; the others are in the picture that `-o` writes.
_DRAWN = 300
#: Prime rectangles that are printed in a line of a table.
_LISTED = 6


def rectangles(
    *words: Annotated[str, Parameter(allow_leading_hyphen=True)],
    turn: Annotated[Literal["free", "one-sided"], Parameter(show_default=False)] = "free",
    widths: Annotated[Whole | None, Parameter(show_default=False)] = None,
    table: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    out: OutPath = None,
    limits: Limits | None = None,
    show: Show | None = None,
) -> int:
    """Find the rectangles of every size that a piece tiles.

    A rectangle is prime if no straight cut leaves two that the piece tiles. The
    list is complete, and says why, or it is complete for all widths up to one.
    Exits with 1 if the piece tiles no rectangle, with the reason.

    For example:

      tilewright rectangles L3
      tilewright rectangles L4 --json
      tilewright rectangles P5 -o primes.pdf
      tilewright rectangles trominoes L4 --table
      tilewright rectangles L4 -o primes.jsonl
      tilewright rectangles check primes.jsonl

    Parameters
    ----------
    words
        Pieces, each for itself; or check and the name of a file of certificates.
    turn
        How pieces turn: free (the default) or one-sided.
    widths
        Decide all widths up to this, or until the list is complete; not given: until that, or the states are many.
    table
        Print a line for each piece.
    out
        Save a tiling of each prime rectangle (.pdf .svg .png .txt), or certificates (.jsonl).
    """
    show, limits = show or Show(), (limits or Limits()).checked()
    # The time runs from here on: reading of the pieces included.
    with TimeLimit(limits.timeout, PATIENCE) as limit:
        return _rectangles(words, turn, widths, table, out, limits, show, limit)


def _rectangles(
    words: tuple[str, ...],
    turn: Turn,
    widths: int | None,
    table: bool,
    out: Path | None,
    limits: Limits,
    show: Show,
    limit: TimeLimit,
) -> int:
    """Find or check what was asked for, and return the exit code."""
    if words and words[0] == "check":
        return _check(words[1:], show)
    if not words:
        raise RequestError("which piece? Name at least one, such as Y5", where="PIECES")
    check_out(out, show, jsonl="certificates")
    pieces = [piece for word in words for piece in parse_pieces(word, turn)]
    found: list[Rectangles] = []
    interrupted = late = False
    with ProgressLine(not show.json and not show.quiet) as line:
        try:
            for piece in pieces:
                if limit.deadline.passed:
                    break
                found.append(_find(piece, turn, widths, limits, line))
                if table and not show.json:
                    line.wipe()
                    print(_row(found[-1]), flush=True)
        except TimeUp:
            # What was under way never looked at the time.
            late = True
        except KeyboardInterrupt:
            interrupted = True
    # What was found by then is told, drawn and written.
    limit.end()
    if late and not found:
        raise limit.error()
    stopped = "interrupted" if interrupted else next((one.stopped for one in found if one.stopped), "")
    if len(found) < len(pieces):
        stopped = stopped or f"{len(found)} of {len(pieces)} pieces were looked at"
    if show.json:
        if table or len(pieces) > 1:
            print_json([one.to_json() for one in found])
        elif found:
            print_json(found[0].to_json())
    elif not table:
        for one in found:
            _print(one, show)
    if out is not None:
        _save(found, out)
    if stopped:
        say(f"stopped: {stopped}")
    return 130 if interrupted else _code(found, stopped)


def _find(piece: Piece, turn: Turn, widths: int | None, limits: Limits, line: ProgressLine) -> Rectangles:
    from tilewright.rectification import rectangles as find

    def progress(far: StatesProgress) -> None:
        what = {"side": "looking at a side", "strip": "the strip", "search": "searching"}[far.phase]
        states = f" · {far.states:,} states · {in_units(far.nbytes)}" if far.states else ""
        line.show(f"{piece.name}: {what} {far.part}{states}")

    return find(piece, turn=turn, widths=widths, max_memory=limits.memory(), progress=progress)


def _code(found: Sequence[Rectangles], stopped: str) -> int:
    """Return the exit code: 0 where a rectangle is tiled, 1 where it is proven that none is, 3 where it is not known."""
    if stopped:
        return 3
    if any(one.rectifiable for one in found):
        return 0
    return 1 if all(one.rectifiable is False for one in found) else 3


def _row(found: Rectangles) -> str:
    """Return a line of a table."""
    name = f"{found.piece.name:<14}"
    if found.rectifiable is False:
        return f"{name} tiles no rectangle: {found.because}"
    if found.rectifiable is None:
        return f"{name} open: {found.because}, and there is none"
    order = f"order {found.order}" if found.order else "order not known"
    odd = f"odd order {found.odd_order}" if found.odd_order else ("odd order none" if found.complete else "")
    primes = [f"{short}x{long}" for short, long in found.primes]
    listed = " ".join(primes[:_LISTED]) + (" …" if len(primes) > _LISTED else "")
    how = "complete" if found.complete else f"to width {found.widths}"
    return f"{name} {order:<10} {odd:<14} {len(primes):>3} prime, {how}: {listed}"


def _print(found: Rectangles, show: Show) -> None:
    name = found.piece.name
    if show.verbose:
        for strip in found.strips:
            if strip.found:
                say(
                    f"width {strip.width}: {strip.found:,} states, {strip.states:,} between two ends, "
                    f"{duration(strip.seconds)}, {in_units(strip.nbytes)}"
                )
    if found.rectifiable is False:
        print(f"{name} tiles no rectangle: {found.because}")
        return
    if found.rectifiable is None:
        print(f"{name}: {found.because}, and there is none; what is beyond is open")
        return
    said = []
    if found.order and found.order_rectangle:
        said.append(f"order {found.order} ({_word(found.order_rectangle)})")
    if found.odd_order and found.odd_rectangle:
        said.append(f"odd order {found.odd_order} ({_word(found.odd_rectangle)})")
    elif found.complete:
        said.append("no odd order")
    print(f"{name}: {', '.join(said)}" if said else f"{name}: the order is not known")
    print(f"prime rectangles: {' '.join(map(_word, found.primes))}")
    if found.pinwheels:
        print(f"only weakly prime: {' '.join(map(_word, found.pinwheels))}")
    print(f"{'complete: ' if found.complete else ''}{found.because}")
    if not show.quiet:
        from tilewright.drawing import draw

        for (short, long), tiling in found.primes.items():
            if short * long <= _DRAWN:
                print_picture(draw(tiling, names=False, title=f"{short}x{long}"), show.color)


def _word(rectangle: tuple[int, int]) -> str:
    return f"{rectangle[0]}x{rectangle[1]}"


def _save(found: Sequence[Rectangles], out: Path) -> None:
    if out.suffix.lower() == ".jsonl":
        from tilewright.rectification import certificate_text

        write("".join(map(certificate_text, found)), out)
        return
    from tilewright.drawing import draw, save

    pictures = [
        draw(
            tiling,
            names=False,
            title=f"{one.piece.name}: {_word(rectangle)}",
            caption=f"{one.piece.name} {_word(rectangle)}: {tiling.size} copies",
        )
        for one in found
        for rectangle, tiling in one.primes.items()
    ]
    if pictures:
        save(pictures, out)
    else:
        say_unwritten(out, "there is no rectangle")


def _check(files: Sequence[str], show: Show) -> int:
    """Check a file of certificates; 1 if a claim does not hold, 3 if one was not checked."""
    from tilewright.rectification import check_certificate

    if len(files) != 1:
        raise RequestError(f"check takes the name of one file, not {len(files)}", where="check")
    path = checked_path(files[0])
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise FormatError(f"cannot read the file: {reason}", where=files[0]) from None
    verdicts = list(check_certificate(text.splitlines()))
    if not verdicts:
        raise FormatError("there is no claim in it", where=files[0])
    wrong = [verdict for verdict in verdicts if verdict.holds is False]
    unknown = [verdict for verdict in verdicts if verdict.holds is None]
    if show.json:
        listed = [
            {
                "line": verdict.line,
                "piece": verdict.piece,
                "claim": verdict.claim,
                "holds": verdict.holds,
                "why": verdict.why or None,
            }
            for verdict in verdicts
        ]
        print_json({"claims": listed, "wrong": len(wrong), "unchecked": len(unknown)})
    else:
        for verdict in verdicts if show.verbose else [*wrong, *unknown]:
            word = {True: "holds", False: "WRONG", None: "not checked"}[verdict.holds]
            why = f": {verdict.why}" if verdict.why else ""
            print(f"line {verdict.line}: {verdict.piece}: {verdict.claim}: {word}{why}")
        print(
            f"{len(verdicts)} claims, {len(verdicts) - len(wrong) - len(unknown)} hold, {len(wrong)} are wrong, "
            f"{len(unknown)} were not checked"
        )
    return 1 if wrong else 3 if unknown else 0
