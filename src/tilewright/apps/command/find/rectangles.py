"""``tilewright rectangles``: all rectangles that a piece tiles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tilewright.apps.command.answers import (
    check_out,
    keep,
    note,
    note_unwritten,
    print_json,
    print_picture,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    FIND,
    Limit,
    LimitOptions,
    OutPath,
    Seconds,
    Show,
    Word,
    options,
    refuse,
)
from tilewright.apps.command.runs import Runs
from tilewright.formats.request import piece_words, read_pieces
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import CUBES
from tilewright.system.values.arguments import counted, duration, in_units
from tilewright.system.work.question import INTERRUPTED

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.shapes.rectangles import Boxes, Effort, JointRectangles, Rectangles
    from tilewright.shapes.rectangles.search import SectionSearch

    #: What may be known of a piece or a set.
    PieceAnswer = Rectangles | JointRectangles | Boxes

#: Cells of the largest tilings drawn in the terminal.
_DRAWN = 300
#: Tilings per page of a booklet, and pieces whose answers are printed in front.
_TO_A_PAGE, _SUMMARIZED = 6, 4


@options(FIND)
class _Question:
    """What is asked about the pieces."""

    turn: Literal["free", "one-sided"] | None = None
    """How pieces may turn: rotated and flipped (free) or only rotated (one-sided). [default: free,
    or one-sided for cubes]
    """

    max_width: Limit = None
    """Decide all rectangles up to N wide; with --boxes, all boxes with two sides up to N. [default:
    until the list is complete or a strip has too many states]
    """

    search: Seconds = None
    """Spend up to this much time on individual sizes beyond --max-width, smallest first. Supported
    only for a single piece. [default: 180 if nothing was found yet]
    """

    table: bool = False
    """Print one line for each piece, and a summary."""

    both: bool = False
    """Use the pieces together: find rectangles tiled with at least one copy of each."""

    boxes: bool = False
    """Find the boxes that solid pieces (polycubes) fill."""

    def effort(self) -> Effort:
        """Return how much to try."""
        from tilewright.shapes.rectangles import Effort

        return Effort.searching(self.search)


def rectangles(
    *words: Word,
    question: _Question = _Question(),
    out: OutPath = None,
    limits: LimitOptions = LimitOptions(),
    runs: Runs = Runs(),
    show: Show = Show(),
) -> int:
    """Find all rectangles that a piece tiles.

    Lists the prime rectangles: those that no straight cut divides into two
    rectangles that the piece tiles. The last line says whether the list is
    complete, and why. Exits with 1 if the piece tiles no rectangle, and explains
    why.

    For example:

      tilewright rectangles L3
      tilewright rectangles L4 --json
      tilewright rectangles P5 -o primes.pdf
      tilewright rectangles trominoes L4 --table
      tilewright rectangles trominoes --table -o trominoes.md
      tilewright rectangles trominoes --table --run runs/trominoes
      tilewright rectangles I3 L3 --both
      tilewright rectangles tetracubes --boxes --max-width 3 --table
      tilewright rectangles L4 -o primes.jsonl

    Parameters
    ----------
    words
        The pieces, each of which is decided separately: Y5, '##/.#', tetrominoes, …
    out
        Save a tiling of each prime rectangle (.pdf .svg .png .txt), certificates (.jsonl), or the
        table (.md).
    """
    runs.check()
    refuse((not words, "specify a piece, such as tilewright rectangles Y5", "PIECE"))
    table = out is not None and out.suffix.lower() == ".md"
    check_out(out, show, **({"md": "a table"} if table else {"jsonl": "certificates"}))
    if runs.run is not None:
        return _decide_in_run(words, question, out, limits, show, runs)
    answers: list[PieceAnswer] = []
    rows = 0
    # Reading the pieces counts as time, too.
    with CommandWork(show, **vars(limits)) as work:
        if question.boxes:
            pieces = [*read_pieces(words, question.turn, CUBES)]
        else:
            pieces = [*read_pieces(words, question.turn or "free")]
        sets = [tuple(pieces)] if question.both else [(piece,) for piece in pieces]
        for piece_set in sets:
            name = " ".join(piece.name for piece in piece_set)
            answers.append(work.ask(_make_search(piece_set, question), name))
            if work.stopped == INTERRUPTED or work.deadline.passed:
                break
            if question.table and not show.json:
                print(_row(answers[-1]), flush=True)
                rows += 1
        stopped = work.stopped or next((answer.stopped for answer in answers if answer.stopped), "")
    if show.json:
        records = [answer.to_json() for answer in answers]
        print_json(records if question.table or len(sets) > 1 else records[0])
    elif question.table:
        _print_table(answers, rows)
    else:
        for answer in answers:
            _print_answer(answer, show)
    return _finish(answers, stopped, out, work)


def _make_search(pieces: tuple[Piece, ...], question: _Question) -> SectionSearch[Any]:
    """Return the search for one piece or one set, not started."""
    from tilewright.shapes.rectangles.box_search import BoxSearch
    from tilewright.shapes.rectangles.rectangle_search import JointSearch, RectangleSearch

    widths, effort = question.max_width, question.effort()
    if question.boxes:
        return BoxSearch(pieces[0], question.turn, widths, effort)
    if question.both:
        return JointSearch(pieces, question.turn or "free", widths, effort)
    return RectangleSearch(pieces[0], question.turn or "free", widths, effort)


def _decide_in_run(
    words: tuple[str, ...],
    question: _Question,
    out: Path | None,
    limits: LimitOptions,
    show: Show,
    runs: Runs,
) -> int:
    """Decide each piece alone in a run; each piece is a task, and the time limit is for each."""
    from tilewright.shapes.rectangles.work import RectanglesWork

    question.effort()
    turn = question.turn or "free"
    work = CommandWork(show, max_memory=limits.max_memory)
    task = RectanglesWork.of(
        *piece_words(words),
        turn=turn,
        widths=question.max_width,
        search=question.search,
        max_memory=work.deadline.memory,
        timeout=limits.timeout,
    )
    answers = task.found(
        runs.answers(task, work, lambda count: {"turn": turn, "pieces": str(count)}, out)
    )
    if show.json:
        print_json([answer.to_json() for answer in answers])
    else:
        _print_table(answers)
    stopped = next((answer.stopped for answer in answers if answer.stopped), "")
    return _finish(answers, stopped, out, work)


def _finish(
    answers: Sequence[PieceAnswer], stopped: str, out: Path | None, work: CommandWork
) -> int:
    """Save the answers; return 0 if a rectangle is tiled, 1 if provably none is, else 3."""
    if out is not None:
        _save_answers(answers, out, work.show)
    if stopped:
        note(f"stopped: {stopped}")
        return work.code or 3
    if any(answer.rectifiable for answer in answers):
        return 0
    return 1 if all(answer.rectifiable is False for answer in answers) else 3


def _print_table(answers: Sequence[PieceAnswer], printed: int = 0) -> None:
    """Print a line for each piece that is not printed yet, and a summary of several."""
    from tilewright.shapes.rectangles import Rectangles, summary_text

    for answer in answers[printed:]:
        print(_row(answer))
    pieces = [answer for answer in answers if isinstance(answer, Rectangles)]
    if len(pieces) > 1:
        print(summary_text(pieces))


def _row(answer: PieceAnswer) -> str:
    from tilewright.shapes.rectangles import JointRectangles

    assert not isinstance(answer, JointRectangles)  # --both has no table
    return answer.row()


def _print_answer(answer: PieceAnswer, show: Show) -> None:
    from tilewright.shapes.rectangles import Boxes

    if show.verbose:
        for strip in answer.bars if isinstance(answer, Boxes) else answer.strips:
            if strip.found:
                note(
                    f"{strip}: {strip.found:,} states, of which {strip.states:,} lie on a path "
                    f"from start to end, {duration(strip.seconds)}, {in_units(strip.nbytes)}"
                )
    print(answer.text())
    if not show.quiet:
        from tilewright.drawing import draw
        from tilewright.shapes.rectangles.answers import size_words

        for prime, tiling in answer.primes.items():
            if math.prod(prime) <= _DRAWN:
                print_picture(draw(tiling, names=False, title=size_words(prime)))


def _save_answers(answers: Sequence[PieceAnswer], out: Path, show: Show) -> None:
    if out.suffix.lower() == ".jsonl":
        from tilewright.shapes.rectangles import certificate_text

        text = "".join(map(certificate_text, answers))
        keep(out, text, counted(len(answers), "certificate"), show)
        return
    if out.suffix.lower() == ".md":
        from tilewright.shapes.rectangles import Rectangles, table_text

        text = table_text([answer for answer in answers if isinstance(answer, Rectangles)])
        keep(out, text, f"table of {counted(len(answers), 'piece')}", show)
        return
    from tilewright.drawing import draw
    from tilewright.shapes.rectangles.answers import size_words

    pictures = []
    for answer in answers:
        pictures += [
            draw(
                tiling,
                names=False,
                title=f"{answer.name}: {size_words(rectangle)}",
                caption=f"{answer.name} {size_words(rectangle)}: {len(tiling)} copies",
            )
            for rectangle, tiling in answer.primes.items()
        ]
    if not pictures:
        note_unwritten(out, "nothing is tiled")
        return
    content = _booklet(answers, pictures) if out.suffix.lower() == ".pdf" else pictures
    keep(out, content, counted(len(pictures), "tiling"), show)


def _booklet(answers: Sequence[PieceAnswer], pictures: Sequence[Picture]) -> bytes:
    """Return a PDF with several tilings per page, and a summary in front."""
    from tilewright.drawing import booklet
    from tilewright.shapes.rectangles import Boxes

    what = (
        "Prime boxes"
        if any(isinstance(answer, Boxes) for answer in answers)
        else "Prime rectangles"
    )
    title = f"{what} of {answers[0].name}" if len(answers) == 1 else what
    if len(answers) <= _SUMMARIZED:
        sentences = [
            f"{line[:1].upper()}{line[1:]}."
            for answer in answers
            for line in answer.text().splitlines()
        ]
    else:
        number = sum(bool(answer.primes) for answer in answers)
        sentences = [
            f"{number} of {len(answers)} pieces "
            f"{'fill a box' if what == 'Prime boxes' else 'tile a rectangle'}."
        ]
    return booklet(
        pictures,
        title=title,
        instructions="\n".join(sentences),
        per_page=min(_TO_A_PAGE, len(pictures)),
    )
