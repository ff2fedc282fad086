"""``tilewright design``: the sets of pieces that solve all of several boards."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.apps.command.answers import check_out, deliver, keep, note, note_unwritten
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    FIND,
    Limit,
    LimitOptions,
    OutPath,
    PieceWord,
    ShowPictures,
    Threads,
    TurnWord,
    Word,
    options,
)
from tilewright.apps.command.runs import Runs

if TYPE_CHECKING:
    from tilewright.solving.design import Designer, Designs


@options(FIND)
class _Sets:
    """Which sets to find."""

    turn: TurnWord = None

    copies: Annotated[str | None, Parameter(metavar="N|N..M")] = None
    """The number of pieces in a set: N, or any number from N to M. [default: as few as possible]"""

    fewest: bool = False
    """List the sets with the fewest solutions on their worst boards first, not those with the
    most.
    """


def design(
    boards: Word,
    /,
    *pieces: PieceWord,
    sets: _Sets = _Sets(),
    limit: Limit = None,
    limits: LimitOptions = LimitOptions(),
    threads: Threads = None,
    out: OutPath = None,
    runs: Runs = Runs(),
    show: ShowPictures = ShowPictures(),
) -> int:
    """Find the sets of pieces that solve all of several boards.

    Each set uses all of its pieces on every board. PIECES are the pieces to choose from: each at
    most once, L3=2 exactly twice, L3=0..2 at most twice, L3+ any number. For each set, prints the
    number of solutions of its worst board, which is the board with the fewest solutions. The sets
    with the most solutions come first. Exits with 1 if no set solves all boards, and with 3 if a
    limit was reached before all sets were examined.

    For example:

      tilewright design '3x20 4x15 5x12 6x10' pentominoes
      tilewright design 'calendar:*' pentominoes hexominoes --copies 8
      tilewright design 'weekday:*' pentominoes tetrominoes --limit 1 --run runs/weekday

    Parameters
    ----------
    boards
        The boards, quoted together. 'calendar:*' means the boards of all dates.
    limit
        Find only the N best sets, which is faster.
    out
        Save a picture of the first sets, each with a solution of its worst board.
    """
    check_out(out, show)
    with CommandWork(show, **vars(limits), threads=threads) as work:
        from tilewright.solving.design import Designer

        runs.check()
        designer = Designer(
            boards,
            *pieces,
            turn=sets.turn,
            copies=sets.copies,
            fewest=sets.fewest,
            limit=limit,
        )
        if runs.run is not None:
            found = _run(designer, sets.copies, work, runs)
        else:
            found = work.ask(designer)
    code = 0 if found.sets else 1
    if out is not None and found.sets:
        from tilewright.api import draw

        keep(out, draw(found), "picture", show)
    else:
        note_unwritten(out, "there is no set")
    deliver(show, found.to_json, lambda: _text(found, show))
    if found.sets and not (show.json or show.quiet):
        note(f"to cut the first set: tilewright cut {shlex.join(found.sets[0].pieces)} -o cut.svg")
    if not found.complete:
        note(
            f"{work.stopped}, so there may be other sets; use --run FOLDER to save the progress of "
            "the search, so that you can resume it"
        )
        return work.code
    return code


def _run(designer: Designer, copies: str | None, work: CommandWork, runs: Runs) -> Designs:
    """Answer in a run."""
    from tilewright.solving.design.work import DesignsWork

    # From here on the run itself watches the time and keeps what it found.
    work.release()
    task = DesignsWork.of(designer, copies)
    return task.found(runs.answers(task, work, lambda count: {"sets": str(count)}))


def _text(found: Designs, show: ShowPictures) -> str:
    """Return the answer, or only the pieces of each set."""
    if show.quiet:
        return "\n".join(" ".join(one.pieces) for one in found.sets)
    return found.text()
