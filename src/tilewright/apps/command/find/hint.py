"""``tilewright hint``: the next step that a person could find."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.apps.command.answers import deliver
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import Rules, ShowText, Timeout, Word
from tilewright.apps.command.reading import check_wrap
from tilewright.errors import RequestError
from tilewright.formats.request import read_puzzles

if TYPE_CHECKING:
    from tilewright.model.placement import Placement
    from tilewright.puzzles.play import Hint

#: Seconds for each question that a hint depends on, by default.
_SECONDS = 10.0


def hint(
    *puzzle: Word,
    timeout: Timeout = None,
    rules: Rules = Rules(),
    show: ShowText = ShowText(),
) -> int:
    """Show the next step that a person could find, and explain it.

    --placed lists pieces that are already on the board; if one of them is wrong, the hint says
    which piece to remove. The first word of the hint is 'place', 'lift', 'outline', 'done' or
    'none'. To follow a hint, add its piece and cells to --placed. Exits with 1 if there is no hint.

    For example:

      tilewright hint talos:hub-gates-1
      tilewright hint talos:hub-gates-1 --placed Z4:1,0-1,1-2,1-2,2
      tilewright hint puzzle.txt --placed half.txt --json

    Parameters
    ----------
    puzzle
        A puzzle file, an ID, a named puzzle, or a board followed by its pieces.
    """
    from tilewright.puzzles.play import hint as find

    with CommandWork(show, timeout):
        start = replace(rules, placed=())
        puzzles = read_puzzles(puzzle, **start.arguments())
        check_wrap(rules, *(entry.board for entry in puzzles))
        if len(puzzles) > 1:
            raise RequestError(f"only one puzzle can be given, got {len(puzzles)}")
        problem = puzzles[0].problem()
        problem.check()
        mine: tuple[Placement, ...] = ()
        if rules.placed:
            (half,) = read_puzzles(puzzle, **rules.arguments())
            mine = half.problem().placed[len(problem.placed) :]
        found = find(problem, placed=mine, timeout=timeout or _SECONDS)
    return deliver(
        show, found.to_json, lambda: _text(found, show), code=int(found.action == "none")
    )


def _text(found: Hint, show: ShowText) -> str:
    """Return what to do, and the reasons."""
    what = " ".join([found.action, *([found.placement.word()] if found.placement else [])])
    if show.quiet:
        return what
    reasons = [picture.text for picture in found.pictures] or [found.text]
    return "\n".join([what, *dict.fromkeys(reasons)])
