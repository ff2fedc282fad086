"""``tilewright puzzles``: list the named puzzles."""

from __future__ import annotations

import shlex

from tilewright.cli.input.request import Show
from tilewright.cli.output.answers import print_json
from tilewright.errors import ProblemError
from tilewright.puzzle import named_puzzles

__all__ = ["puzzles"]


def puzzles(match: str = "", /, *, show: Show | None = None) -> int:
    """List the named puzzles.

    Each name stands where BOARD stands in every command, and brings its pieces.
    The 366 calendar puzzles (calendar:10-06, calendar:today) are listed when MATCH
    begins with calendar.

    For example:

      tilewright puzzles
      tilewright puzzles tower
      tilewright puzzles calendar:10

    Parameters
    ----------
    match
        List only those that have this in their name or title.
    """
    show = show or Show()
    found = named_puzzles(match)
    if not found:
        raise ProblemError(f"no puzzle has '{match}' in its name or title; `tilewright puzzles` lists all")
    if show.json:
        listed = [
            {
                "name": puzzle.name,
                "title": puzzle.title,
                "board": puzzle.board.name,
                "pieces": list(puzzle.pieces),
                "turn": puzzle.turn,
                "kind": puzzle.kind,
                "level": puzzle.level,
                "tilings": None if puzzle.tilings is None else str(puzzle.tilings),
                "source": puzzle.source,
            }
            for puzzle in found
        ]
        print_json({"puzzles": listed})
        return 0
    width = max(len(puzzle.name) for puzzle in found)
    for puzzle in found:
        # As a shell takes it: a word that begins with # would be a comment.
        pieces = shlex.join(puzzle.pieces)
        turn = "" if puzzle.turn == "free" else f" --turn {puzzle.turn}"
        board = "" if puzzle.board.name == puzzle.name else f"{shlex.quote(puzzle.board.name)} "
        level = f" ({puzzle.level})" if puzzle.level else ""
        print(f"{puzzle.name:<{width}}  {puzzle.title}: {board}{pieces}{turn}{level}")
    return 0
