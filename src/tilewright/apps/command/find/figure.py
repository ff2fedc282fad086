"""``tilewright figure``: the smallest figure that pieces tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.apps.command.answers import check_out, deliver, keep, note
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    FIND,
    Limit,
    LimitOptions,
    Natural,
    OutPath,
    Positive,
    Show,
    Threads,
    TurnWord,
    Word,
    options,
    refuse,
)
from tilewright.apps.command.runs import Runs
from tilewright.system.work.question import INTERRUPTED, OUT_OF_TIME

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.shapes.figures import FigureProblem, Figures


@options(FIND)
class _Conditions:
    """The conditions on a figure and its tilings."""

    turn: TurnWord = None

    once: bool = False
    """Use all PIECES in one tiling, each exactly once."""

    copies: Annotated[str, Parameter(metavar="odd|equal|N|N..M")] = ""
    """The number of tiles in each tiling: N, N..M, or any odd number ('odd'); 'equal' means that
    each tiling must use all of its pieces equally often.
    """

    symmetry: Annotated[str, Parameter(metavar="KIND")] = "none"
    """A symmetry that the figure must have. For squares: mirror, diagonal, half-turn, two-mirrors,
    two-diagonals, quarter-turn or full.
    """

    different: bool = False
    """No two tilings may have a tile in common."""

    in_: Annotated[str, Parameter(name="--in", metavar="rectangle|PIECE")] = ""
    """The figure must be a rectangle (--in rectangle) or an enlarged piece (--in L3). The piece is
    enlarged by --scale, or by any factor of at least 2.
    """

    convex: bool = False
    """The figure must have no gap in any row or column."""

    holes: Natural | None = None
    """The number of holes in the figure."""

    scale: Positive = 1
    """The figure must be a polyomino enlarged by a factor of N. [default: 1]"""

    one_tiling: bool = False
    """The pieces of each tiling must tile the figure in only one way, up to symmetry."""

    def problem(self, pieces: tuple[str, ...]) -> FigureProblem:
        """Return the problem that words and conditions mean."""
        from tilewright.shapes.figures import figure_problem

        options = dict(vars(self))
        inside = options.pop("in_")
        return figure_problem(
            [_piece_words((word,)) for word in pieces],
            rectangle=inside == "rectangle",
            enlarges="" if inside == "rectangle" else inside,
            **options,
        )


def _piece_words(pieces: tuple[str, ...]) -> list[str]:
    """Return the words of several pieces."""
    from tilewright.formats.request import piece_words

    return [*piece_words([part for word in pieces for part in _split(word)])]


def _split(text: str) -> list[str]:
    return [text] if "#" in text else text.split()


def figure(
    *pieces: Word,
    conditions: _Conditions = _Conditions(),
    all: bool = False,
    limit: Limit = None,
    max_cells: Limit = None,
    limits: LimitOptions = LimitOptions(),
    threads: Threads = None,
    out: OutPath = None,
    runs: Runs = Runs(),
    show: Show = Show(),
) -> int:
    """Find the smallest figure that several pieces tile.

    Each of the PIECES tiles the figure by itself, with any number of copies (F5=3 means three).
    Pieces that are quoted together ('F5=1..4 L5=1..4') tile the figure together. A single piece
    needs a condition, such as a symmetry. All smaller sizes are searched completely, so no smaller
    figure exists. Exits with 1 if there is no figure, and with 3 if a limit was reached before the
    smallest figure was found.

    For example:

      tilewright figure F5 L5
      tilewright figure F5 --symmetry half-turn --copies odd
      tilewright figure P5 P5 --different --all
      tilewright figure 'F5=1.. L5=1..' --in rectangle --copies odd
      tilewright figure F5 I5 --run runs/F5-I5

    Parameters
    ----------
    pieces
        The pieces: X5, '##/.#', hex:##/#, … With --once, a set (pentominoes) is also allowed.
    all
        Find all figures of the smallest size, up to symmetry.
    limit
        With --all, find at most N figures.
    max_cells
        Stop after searching figures of N cells.
    out
        Save a picture of the figures with their tilings (.svg .png .pdf .txt). With --one-tiling,
        FILE.txt is a puzzle file.
    """
    check_out(out, show)
    with CommandWork(show, **vars(limits), threads=threads) as work:
        many = limit if all else 1
        runs.check()
        if runs.run is not None:
            return _find_in_run(conditions.problem(pieces), many, max_cells, work, runs)
        from tilewright.shapes.figures import SmallestFigures

        problem = conditions.problem(pieces)
        figures = work.ask(SmallestFigures(problem, max_cells, many))
    stopped = not figures and not figures.complete
    if figures and conditions.one_tiling and out is not None and out.suffix.lower() == ".txt":
        _write_puzzle(figures, out, show)
        out = None
    _deliver(figures, show, out)
    if work.stopped:
        note(work.stopped)
    if work.stopped == INTERRUPTED:
        return work.code
    if not figures:
        return 3 if stopped else 1
    if all and not figures.complete and (limit is None or len(figures) < limit):
        note(f"{work.stopped or OUT_OF_TIME}, so there may be more figures of this size")
        return 3
    return 0


def _find_in_run(
    problem: FigureProblem,
    limit: int | None,
    max_cells: int | None,
    work: CommandWork,
    runs: Runs,
) -> int:
    """Answer in a run; return the exit code."""
    from tilewright.shapes.figures.work import FiguresWork

    # From here on the run itself watches the time and keeps what it found.
    work.release()
    task = FiguresWork.of([problem], limit=limit, max_cells=max_cells)
    (answer,) = task.found(runs.answers(task, work, lambda count: {"figures": count}))
    _deliver(answer, work.show)
    if not answer and not answer.complete:
        return 3
    return 0 if answer else 1


def _deliver(figures: Figures, show: Show, out: Path | None = None) -> None:
    """Print or save figures."""
    deliver(
        show,
        figures.to_json,
        lambda: _text(figures, show),
        picture=(lambda: _picture(figures)) if figures else None,
        out=out,
    )


def _write_puzzle(figures: Figures, out: Path, show: Show) -> None:
    """Save the only figure as a puzzle file."""
    from tilewright.model.puzzle import puzzle_text

    puzzles = figures.puzzles
    refuse((len(puzzles) > 1, "a puzzle file holds one puzzle; remove --all", "-o"))
    keep(out, puzzle_text(puzzles[0]), "puzzle", show)


def _text(figures: Figures, show: Show) -> str:
    """Return the lines below the picture."""
    if show.quiet:
        return figures.text() if figures.size is None else str(figures.size)
    lines = [figures.text()]
    if figures.excluded:
        lines.append(figures.proof)
    if show.verbose:
        lines.append(f"{figures.nodes:,} steps")
    return "\n".join(lines)


def _picture(answer: Figures):  # type: ignore[no-untyped-def]
    from tilewright.system.values.svg_repr import load_pictures, picture_of

    load_pictures()
    return picture_of(answer)
