"""``tilewright rectangles``: the rectangles of every size that a piece tiles, and the proof that there are no others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.cli.answers import (
    check_out,
    print_json,
    print_picture,
    say,
    say_unwritten,
)
from tilewright.cli.limits import PATIENCE, Limits, ProgressLine, TimeLimit, TimeUp, duration
from tilewright.cli.options import OutPath, Positive, Show, options, refuse
from tilewright.cli.runs import Runs, work_through
from tilewright.cli.tilings import read_tilings
from tilewright.errors import FormatError, RequestError, TimeLimitError
from tilewright.files.replacing import checked_path, write
from tilewright.lattices.lattice import CUBES
from tilewright.piece import Piece, parse_pieces
from tilewright.system.memory import in_units

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.progress import StatesProgress
    from tilewright.rectification import Boxes, Effort, JointRectangles, Rectangles
    from tilewright.rectification.answers import Bar, JointWidth, Width
    from tilewright.rectification.search import SectionSearch

    #: What may be known of a piece or a set.
    Found = Rectangles | JointRectangles | Boxes

__all__ = ["rectangles"]

#: Cells of the tilings that are drawn in the terminal; the others are in the picture that `-o` writes.
_DRAWN = 300
#: Tilings on a page of a booklet, at most, and of how many pieces it tells all that is known in front of them.
_TO_A_PAGE, _TOLD = 6, 4
#: Prime rectangles that are printed in a line of a table.
_LISTED = 6


@options
class _Question:
    """What is asked about pieces."""

    turn: Literal["free", "one-sided"] | None = None
    """How pieces turn: free (the default in the plane) or one-sided (the default among cubes)."""

    widths: Positive | None = None
    """Decide all widths up to this, or until the list is complete; not given: until that, or the states are many. With --boxes: all boxes with two sides up to this."""

    search: float | None = None
    """Decide single rectangles beyond the widths for so many seconds, until the list is complete; not given: a few of them, and 180 seconds where no rectangle was found. Of one piece, not with --both or --boxes."""

    table: bool = False
    """Print a line for each piece, and how many tile a rectangle."""

    known: tuple[str, ...] = ()
    """Files of tilings of rectangles by the piece that were found before, as solve -o or -o FILE.jsonl of this command writes them; each is looked at. Again for each file."""

    both: bool = False
    """The pieces are one set: the rectangles that are tiled with every piece of it."""

    boxes: bool = False
    """The pieces are solid, of cubes: the boxes that each fills."""

    def effort(self) -> Effort:
        """Return how much is tried, with what was asked for."""
        from tilewright.rectification import Effort

        return Effort.searching(self.search)

    def check(self, out: Path | None, show: Show) -> None:
        """Find out before the work whether what is asked goes together, and whether `-o` can be written."""
        table = out is not None and out.suffix.lower() == ".md"
        refuse(
            (
                self.known and (self.both or self.boxes),
                "only rectangles of one piece may be known",
                "--known",
            ),
            (
                self.both and self.table,
                "--table has a line for each piece, --both asks about one set",
                "--both",
            ),
            (
                self.both and self.boxes,
                "--boxes asks about each piece for itself, --both about one set",
                "--both",
            ),
            (
                table and (not self.table or self.boxes),
                "a table of rectangles is written as .md; add --table",
                "-o",
            ),
        )
        check_out(out, show, **({"md": "a table"} if table else {"jsonl": "certificates"}))


def rectangles(
    *words: Annotated[str, Parameter(allow_leading_hyphen=True)],
    asked: _Question = _Question(),
    max_states: Positive | None = None,
    out: OutPath = None,
    limits: Limits = Limits(),
    runs: Runs = Runs(),
    show: Show = Show(),
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
      tilewright rectangles trominoes --table -o trominoes.md
      tilewright rectangles trominoes --table --run runs/trominoes
      tilewright rectangles I3 L3 --both
      tilewright rectangles tetracubes --boxes --widths 3 --table
      tilewright rectangles L4 -o primes.jsonl
      tilewright rectangles L4 --known primes.jsonl
      tilewright rectangles check primes.jsonl
      tilewright rectangles check primes.jsonl --max-states 5000000

    Parameters
    ----------
    words
        Pieces, each for itself; or check and the name of a file of certificates.
    max_states
        Of check: so many states of a strip are found again at most; 200000 when not given.
    out
        Save a tiling of each prime rectangle (.pdf .svg .png .txt), certificates (.jsonl), or the table (.md).
    """
    limits.checked()
    runs.check()
    if runs.run is not None:
        return _table_in_run(words, asked, out, limits, show, runs)
    # The time runs from here on: reading of the pieces included.
    with TimeLimit(limits.timeout, PATIENCE) as limit:
        if words and words[0] == "check":
            return _check(words[1:], max_states, show, limit)
        if max_states is not None:
            raise RequestError("it is a limit of check", where="--max-states")
        return _rectangles(words, asked, out, limits, show, limit)


def _rectangles(
    words: tuple[str, ...], asked: _Question, out: Path | None, limits: Limits, show: Show, limit: TimeLimit
) -> int:
    """Find what was asked for, and return the exit code."""
    if not words:
        raise RequestError("which piece? Name at least one, such as Y5", where="PIECES")
    asked.check(out, show)
    if asked.boxes:
        pieces = [piece for word in words for piece in parse_pieces(word, asked.turn, CUBES)]
    else:
        pieces = [piece for word in words for piece in parse_pieces(word, asked.turn or "free")]
    sets = [tuple(pieces)] if asked.both else [(piece,) for piece in pieces]
    if asked.known and len(pieces) > 1:
        raise RequestError("only rectangles of one piece may be known", where="--known")
    effort = asked.effort()
    works: list[SectionSearch[Any]] = []
    done = rows = 0
    stopped = ""
    with ProgressLine(not show.json and not show.quiet) as line:
        try:
            for own in sets:
                if works and limit.deadline.passed:
                    break
                with limit.keep():
                    works.append(_begin(own, asked, effort, limits, line))
                works[-1].within(None)
                done += 1
                if asked.table and not show.json:
                    with limit.keep():
                        line.wipe()
                        print(_row(works[-1].answer()), flush=True)
                        rows += 1
            limit.end()
        except (KeyboardInterrupt, TimeLimitError) as error:
            limit.end()
            stopped = _reason(error, limit)
            if not works:
                raise
            # The piece under way: what of it was found by then is told, drawn and written, too.
            for work in works[done:]:
                work.stopped = work.stopped or stopped
    found = [work.answer() for work in works]
    stopped = stopped or next((one.stopped for one in found if one.stopped), "")
    if len(found) < len(sets):
        stopped = stopped or f"{len(found)} of {len(sets)} pieces were looked at"
    if show.json:
        listed = [one.to_json() for one in found]
        if asked.table or len(sets) > 1:
            print_json(listed)
        elif listed:
            print_json(listed[0])
    elif asked.table:
        _print_table(found, rows)
    else:
        for one in found:
            _print(one, show)
    if out is not None:
        _save(found, out)
    if stopped:
        say(f"stopped: {stopped}")
    return _code(found, stopped)


def _reason(error: BaseException, limit: TimeLimit) -> str:
    """Say what stopped the work."""
    if isinstance(error, TimeLimitError):
        return error.message
    return limit.error().message if isinstance(error, TimeUp) else "interrupted"


def _table_in_run(
    words: tuple[str, ...], asked: _Question, out: Path | None, limits: Limits, show: Show, runs: Runs
) -> int:
    """Ask about each piece alone in a run: each is a task, and the time is for each."""
    from tilewright.cluster import RectanglesWork, Run

    if asked.known:
        raise RequestError("only rectangles of one piece may be known, not in a run", where="--known")
    if not asked.table or asked.both or asked.boxes or not words:
        raise RequestError(
            "a run asks about the rectangles of each piece of a set; add --table", where="--run"
        )
    asked.check(out, show)
    assert runs.run is not None
    asked.effort()
    turn = asked.turn or "free"
    work = RectanglesWork.of(
        *words,
        turn=turn,
        widths=asked.widths,
        search=asked.search,
        max_memory=limits.memory(),
        timeout=limits.timeout,
    )
    with Run(runs.run, work) as run:
        code = work_through(
            run, runs, show, lambda: {"turn": turn, "pieces": str(run.count), "complete": False}, out
        )
        if code is not None:
            return code
        found = work.found(run.answers())
    if show.json:
        print_json([one.to_json() for one in found])
    else:
        _print_table(found)
    if out is not None:
        _save(found, out)
    stopped = next((one.stopped for one in found if one.stopped), "")
    if stopped:
        say(f"stopped: {stopped}")
    return _code(found, stopped)


def _print_table(found: Sequence[Found], printed: int = 0) -> None:
    """Print a line for each piece that is not printed yet, and how many of several pieces tile a rectangle."""
    from tilewright.rectification import Rectangles, summary_text

    for one in found[printed:]:
        print(_row(one))
    listed = [one for one in found if isinstance(one, Rectangles)]
    if len(listed) > 1:
        print(summary_text(listed))


def _begin(
    pieces: tuple[Piece, ...], asked: _Question, effort: Effort, limits: Limits, line: ProgressLine
) -> SectionSearch[Any]:
    """Return the work on one piece or one set, to be run."""
    from tilewright.rectification.box_search import BoxSearch
    from tilewright.rectification.joint_search import JointSearch
    from tilewright.rectification.rectangle_search import RectangleSearch
    from tilewright.rectification.search import Settings

    name = " ".join(piece.name for piece in pieces)

    def progress(far: StatesProgress) -> None:
        what = {
            "side": "looking at an edge" if asked.boxes else "looking at a side",
            "strip": "the bar" if asked.boxes else "the strip",
            "search": "searching",
        }[far.phase]
        states = f" · {far.states:,} states · {in_units(far.nbytes)}" if far.states else ""
        line.show(f"{name}: {what} {far.part}{states}")

    settings = Settings(asked.widths, limits.memory(), progress, effort)
    if asked.boxes:
        return BoxSearch(pieces[0], asked.turn, settings)
    turn = asked.turn or "free"
    if asked.both:
        return JointSearch(pieces, turn, settings)
    known = (tiling for word in asked.known for tiling in read_tilings(word))
    return RectangleSearch(pieces[0], turn, settings, known)


def _code(found: Sequence[Found], stopped: str) -> int:
    """Return the exit code: 0 where a rectangle is tiled, 1 where it is proven that none is, 3 where it is not known."""
    if stopped:
        return 130 if stopped == "interrupted" else 3
    if any(one.rectifiable for one in found):
        return 0
    return 1 if all(one.rectifiable is False for one in found) else 3


def _row(found: Found) -> str:
    """Return a line of a table."""
    from tilewright.rectification import Boxes, JointRectangles

    assert not isinstance(found, JointRectangles)  # --both has no table
    what = "box" if isinstance(found, Boxes) else "rectangle"
    name = f"{found.name:<14}"
    if found.rectifiable is False:
        return f"{name} {'fills' if what == 'box' else 'tiles'} no {what}: {found.because}"
    if found.rectifiable is None:
        return f"{name} open: {found.because}, and there is none"
    order = f"order {found.order}" if found.order else "order open"
    odd = f"odd order {found.odd_order or ('none' if _has_no_odd_order(found) else 'open')}"
    primes = [_word(prime) for prime in found.primes]
    listed = " ".join(primes[:_LISTED]) + (" …" if len(primes) > _LISTED else "")
    upto = f"two sides up to {found.sides}" if isinstance(found, Boxes) else f"to width {found.widths}"
    how = "complete" if found.complete else upto
    what = "found" if found.unproven else "prime"
    return f"{name} {order:<10} {odd:<14} {len(primes):>3} {what}, {how}: {listed}"


def _print(found: Found, show: Show) -> None:
    if show.verbose:
        for name, one in _looked_at(found):
            if one.found:
                say(
                    f"{name}: {one.found:,} states, {one.states:,} between two ends, "
                    f"{duration(one.seconds)}, {in_units(one.nbytes)}"
                )
    for line in _said(found):
        print(line)
    if not show.quiet:
        from tilewright.drawing import draw

        for prime, tiling in found.primes.items():
            if math.prod(prime) <= _DRAWN:
                print_picture(draw(tiling, names=False, title=_word(prime)), show.color)


def _looked_at(found: Found) -> list[tuple[str, Width | JointWidth | Bar]]:
    """Return the strips or the bars of which all lengths are known, with what they are called."""
    from tilewright.rectification import Boxes

    if isinstance(found, Boxes):
        return [(f"section {_word(bar.section)}", bar) for bar in found.bars]
    return [(f"width {strip.width}", strip) for strip in found.strips]


def _said(found: Found) -> list[str]:
    """Return what is known, in lines."""
    from tilewright.rectification import Boxes, JointRectangles

    name, joint = found.name, isinstance(found, JointRectangles)
    if isinstance(found, Boxes):
        if found.rectifiable is False:
            return [f"{name} fills no box: {found.because}"]
        if found.rectifiable is None:
            return [f"{name}: no box was found; {found.because}"]
        listed = f"prime boxes: {' '.join(map(_word, found.primes))}"
        return [_orders(found), listed, *_unproven(found), found.because]
    if found.rectifiable is False:
        return [f"{name} {'tile no rectangle together' if joint else 'tiles no rectangle'}: {found.because}"]
    if found.rectifiable is None:
        return [f"{name}: {found.because}, and there is none; what is beyond is open"]
    primes = f"prime rectangles: {' '.join(map(_word, found.primes))}"
    because = f"{'complete: ' if found.complete else ''}{found.because}"
    if isinstance(found, JointRectangles):
        smallest = f"smallest {_word(found.smallest)}" if found.smallest else "the smallest is not known"
        some = f"prime with any of them: {' '.join(map(_word, found.any_primes))}"
        return [f"{name} together: {smallest}", primes, *_unproven(found), some, because]
    weak = [f"only weakly prime: {' '.join(map(_word, found.pinwheels))}"] if found.pinwheels else []
    return [_orders(found), primes, *weak, *_unproven(found), because]


def _unproven(found: Found) -> list[str]:
    """Return a line about the primes that may not be prime, if there are any."""
    listed = " ".join(map(_word, found.unproven))
    return [f"perhaps made of smaller ones that are open: {listed}"] if listed else []


def _has_no_odd_order(found: Rectangles | Boxes) -> bool:
    """Return whether it is proven that no odd number of copies will do."""
    from tilewright.rectification import Rectangles

    return found.no_odd_order if isinstance(found, Rectangles) else found.complete


def _orders(found: Rectangles | Boxes) -> str:
    from tilewright.rectification import Boxes

    least = found.order_box if isinstance(found, Boxes) else found.order_rectangle
    least_odd = found.odd_box if isinstance(found, Boxes) else found.odd_rectangle
    said = f"order {found.order} ({_word(least)})" if least else "order open"
    if least_odd:
        odd = f"odd order {found.odd_order} ({_word(least_odd)})"
    else:
        odd = "no odd order" if _has_no_odd_order(found) else "odd order open"
    return f"{found.name}: {said}, {odd}"


def _word(sides: tuple[int, ...]) -> str:
    return "x".join(map(str, sides))


def _save(found: Sequence[Found], out: Path) -> None:
    if out.suffix.lower() == ".jsonl":
        from tilewright.rectification import certificate_text

        write("".join(map(certificate_text, found)), out)
        return
    if out.suffix.lower() == ".md":
        from tilewright.rectification import Rectangles, table_text

        write(table_text([one for one in found if isinstance(one, Rectangles)]), out)
        return
    from tilewright.drawing import draw, save

    pictures = []
    for one in found:
        pictures += [
            draw(
                tiling,
                names=False,
                title=f"{one.name}: {_word(rectangle)}",
                caption=f"{one.name} {_word(rectangle)}: {tiling.size} copies",
            )
            for rectangle, tiling in one.primes.items()
        ]
    if not pictures:
        say_unwritten(out, "there is nothing that is tiled")
    elif out.suffix.lower() == ".pdf":
        write(_booklet(found, pictures), out)
    else:
        save(pictures, out)


def _booklet(found: Sequence[Found], pictures: Sequence[Picture]) -> bytes:
    """Return a PDF with several tilings to a page, and what is known in front of them."""
    from tilewright.drawing import booklet
    from tilewright.rectification import Boxes

    what = "Prime boxes" if any(isinstance(one, Boxes) for one in found) else "Prime rectangles"
    title = f"{what} of {found[0].name}" if len(found) == 1 else what
    if len(found) <= _TOLD:
        said = [f"{line[:1].upper()}{line[1:]}." for one in found for line in _said(one)]
    else:
        number = sum(bool(one.primes) for one in found)
        said = [
            f"{number} of {len(found)} pieces {'fill a box' if what == 'Prime boxes' else 'tile a rectangle'}."
        ]
    return booklet(
        pictures, title=title, instructions="\n".join(said), per_page=min(_TO_A_PAGE, len(pictures))
    )


def _check(files: Sequence[str], max_states: int | None, show: Show, limit: TimeLimit) -> int:
    """Check a file of certificates; 1 if a claim does not hold, 3 if one was not checked."""
    from tilewright.rectification import CheckedClaim, check_certificate

    if len(files) != 1:
        raise RequestError(f"check takes the name of one file, not {len(files)}", where="check")
    most = {} if max_states is None else {"most_states": max_states}
    path = checked_path(files[0])
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise FormatError(f"cannot read the file: {reason}", where=files[0]) from None
    verdicts: list[CheckedClaim] = []
    stopped = ""
    try:
        for verdict in check_certificate(text.splitlines(), **most):
            verdicts.append(verdict)
        limit.end()
    except (KeyboardInterrupt, TimeLimitError) as error:
        limit.end()
        stopped = _reason(error, limit)
    if not verdicts and not stopped:
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
        counts = {"wrong": len(wrong), "unchecked": len(unknown)}
        print_json({"claims": listed, **counts, "stopped": stopped or None})
    else:
        for verdict in verdicts if show.verbose else [*wrong, *unknown]:
            word = {True: "holds", False: "WRONG", None: "not checked"}[verdict.holds]
            why = f": {verdict.why}" if verdict.why else ""
            print(f"line {verdict.line}: {verdict.piece}: {verdict.claim}: {word}{why}")
        print(
            f"{len(verdicts)} claims, {len(verdicts) - len(wrong) - len(unknown)} hold, {len(wrong)} are wrong, "
            f"{len(unknown)} were not checked"
        )
        if any(verdict.states for verdict in unknown):
            say("a higher --max-states checks what has more states")
    if stopped:
        say(
            f"stopped: {stopped}; the claims after line {verdicts[-1].line if verdicts else 0} were not checked"
        )
    if stopped == "interrupted":
        return 130
    return 1 if wrong else 3 if unknown or stopped else 0
