"""``tilewright play``: open the page in the browser."""

from __future__ import annotations

import contextlib
import threading
import webbrowser
from typing import Annotated

from cyclopts import Parameter

from tilewright.cli.input.request import Whole, read_board
from tilewright.cli.output.answers import say
from tilewright.cli.output.progress import announce_compiling
from tilewright.errors import RequestError
from tilewright.lattices.symmetry import Turn
from tilewright.problem import Problem
from tilewright.puzzle import (
    is_puzzle_file,
    is_puzzle_name,
    make_puzzle,
    puzzle_id,
    read_id,
    read_puzzle_file,
)

__all__ = ["play"]


def play(
    puzzle: Annotated[str, Parameter(show_default=False)] = "",
    /,
    *pieces: str,
    turn: Turn = "free",
    host: str = "127.0.0.1",
    port: Whole = 0,
    browser: bool = True,
) -> int:
    """Play in the browser: open the page, or one puzzle on it.

    The page is served by this computer until Ctrl-C, on an address that only
    this computer can reach. It needs an extra: pip install 'tilewright[web]'

    For example:

      tilewright play
      tilewright play talos:tower-gates-5
      tilewright play puzzle.txt
      tilewright play 5x5-2,2 L3+
      tilewright play 4x7 tetromino:IILSTTZ --turn one-sided
      tilewright play --port 8000 --no-browser

    Parameters
    ----------
    puzzle
        What to open: a named puzzle, an ID, a file that 'make' wrote, or a
        board. All puzzles if it is left out.
    pieces
        The pieces, if PUZZLE is a board; see tilewright --help.
    turn
        How the pieces may turn, if PUZZLE is a board.
    host
        The address to listen on; 0.0.0.0 lets others on the network play.
    port
        The port; 0 is a free one, the usual 8453 if it is.
    browser
        Open the browser.
    """
    from tilewright.web import check_puzzle, create_app, serve, warm_up

    first = _puzzle(puzzle, pieces, turn) if puzzle else ""
    # A named puzzle has its title from its name; the ID of one from a file does not say it.
    from_file = bool(puzzle) and not is_puzzle_name(puzzle) and is_puzzle_file(puzzle)
    title = read_puzzle_file(puzzle).title if from_file else ""
    create_app()  # says what is missing before anything starts
    if first:
        check_puzzle(first)

    def started(address: str) -> None:
        link = address if not first else f"{address}#/p/{first}"
        say(f"tilewright plays at {link} (Ctrl-C ends it)")
        if browser:
            # Not here: the server answers when this returns, and a browser may be one that ends when it has the page.
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()

    if not 0 <= port <= 65535:
        raise RequestError(f"a port is 0 to 65535, not {port}", where="--port")
    if announce_compiling("search", "deductions"):
        # Done before the page opens, so that its first puzzle does not keep a player waiting.
        warm_up()
    with contextlib.suppress(KeyboardInterrupt):
        serve(host, port, started, first=first, title=title)  # Ctrl-C is how it ends
    return 0


def _puzzle(word: str, pieces: tuple[str, ...], turn: Turn) -> str:
    """Return the ID of what is to be played."""
    named = is_puzzle_name(word)
    if named or is_puzzle_file(word):
        found = read_id(word) if named else read_puzzle_file(word)
        if pieces or turn != "free":
            raise RequestError("a puzzle brings its own pieces: none can be named after it", where=word)
        return puzzle_id(found)
    board = read_board(word)
    if not pieces:
        raise RequestError(
            "which pieces? Name them after the board, such as 'tilewright play 6x10 pentominoes'"
        )
    problem = Problem(board, *pieces, turn=turn)
    problem.check()
    dots = bool(board.marks.any())
    return make_puzzle("dots" if dots else "sigil", board, tuple(problem.words()), turn=problem.turn).name
