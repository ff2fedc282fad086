"""``tilewright play``: open the page in the browser."""

from __future__ import annotations

import webbrowser
from typing import Annotated

from cyclopts import Parameter

from tilewright.cli.output import say
from tilewright.cli.progress import announce_compiling
from tilewright.cli.request import read_board
from tilewright.errors import RequestError
from tilewright.identity import make_puzzle, puzzle_id, read_id
from tilewright.problem import Problem
from tilewright.puzzle import is_puzzle_name
from tilewright.puzzlefile import is_puzzle_file, read_puzzle_file

__all__ = ["play"]


def play(
    puzzle: Annotated[str, Parameter(show_default=False)] = "",
    *pieces: str,
    host: str = "127.0.0.1",
    port: int = 0,
    browser: bool = True,
) -> int:
    """Play in the browser: open the page, or one puzzle on it.

    The page is served by this computer, on an address that only this computer can reach, until Ctrl-C.
    It needs the extra 'web': pip install 'tilewright[web]'

    For example:

      tilewright play
      tilewright play talos:tower-gates-5
      tilewright play puzzle.txt
      tilewright play 5x5-2,2 L3+
      tilewright play --port 8000 --no-browser

    Parameters
    ----------
    puzzle
        A named puzzle, an ID, a file that 'make' wrote, or a BOARD.
    pieces
        The pieces, if PUZZLE is a board; trominoes+ for a file of a dot puzzle.
    host
        The address to listen on.
    port
        The port; 0 is a free one.
    browser
        Open the browser.
    """
    from tilewright.web import create_app, serve, warm_up

    first = _puzzle(puzzle, pieces) if puzzle else ""
    create_app()  # says what is missing before anything starts

    def started(address: str) -> None:
        link = address if not first else f"{address}#/p/{first}"
        say(f"tilewright plays at {link} (Ctrl-C ends it)")
        if browser:
            webbrowser.open(link)

    if not 0 <= port <= 65535:
        raise RequestError(f"a port is 0 to 65535, not {port}", where="--port")
    if announce_compiling():
        # Done before the page opens, so that its first puzzle does not keep a player waiting.
        warm_up()
    serve(host, port, started, first=first)
    return 0


def _puzzle(word: str, pieces: tuple[str, ...]) -> str:
    """Return the ID of what is to be played."""
    if is_puzzle_name(word):
        return puzzle_id(read_id(word))
    if is_puzzle_file(word):
        return puzzle_id(read_puzzle_file(word))
    board = read_board(word)
    if not pieces:
        raise RequestError(
            "which pieces? Name them after the board, such as 'tilewright play 6x10 pentominoes'"
        )
    problem = Problem(board, *pieces)
    problem.check()
    dots = bool(board.marks.any())
    return make_puzzle("dots" if dots else "sigil", board, tuple(problem.words()), turn=problem.turn).name
