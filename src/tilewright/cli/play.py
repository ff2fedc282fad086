"""``tilewright play``: open the page in the browser, on this computer or for others on its network."""

from __future__ import annotations

import contextlib
import secrets
import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.cli.answers import say, takes_unicode
from tilewright.cli.limits import announce_compiling
from tilewright.cli.options import Whole
from tilewright.errors import RequestError
from tilewright.lattices.symmetry import Turn
from tilewright.puzzle import is_puzzle_name, puzzle_id
from tilewright.reading import read_puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["code_lines", "play"]


def play(
    puzzle: str = "",
    /,
    *pieces: str,
    turn: Turn | None = None,
    host: Annotated[str, Parameter(show_default=True)] = "127.0.0.1",
    port: Whole = 0,
    browser: Annotated[bool, Parameter(negative="--no-browser")] = True,
    key: Annotated[bool, Parameter(negative="--no-key")] = True,
) -> int:
    """Play in the browser: open the page, or one puzzle on it.

    The page is served by this computer until Ctrl-C, on an address that only
    this computer can reach. With --host 0.0.0.0 others on the network can play,
    too: those who have the link, which has a key in it and is also shown as a QR
    code. It needs an extra: pip install 'tilewright[web]'

    For example:

      tilewright play
      tilewright play talos:tower-gates-5
      tilewright play puzzle.txt
      tilewright play 5x5-2,2 L3+
      tilewright play 4x7 tetromino:IILSTTZ --turn one-sided
      tilewright play --port 8000 --no-browser
      tilewright play --host 0.0.0.0

    Parameters
    ----------
    puzzle
        What to open: a named puzzle, an ID, a file that 'make' wrote, or a
        board. All puzzles if it is left out.
    pieces
        The pieces, if PUZZLE is a board; see tilewright --help.
    turn
        How the pieces may turn, if PUZZLE is a board: free (the default; among cubes one-sided), one-sided or fixed.
    host
        The address to listen on; 0.0.0.0 lets others on the network play.
    port
        The port; 0 is a free one, the usual 8453 if it is.
    browser
        Open the browser.
    key
        Where others can reach the page: let in only those who have the link with its
        key. With --no-key it is open to everybody, as behind a proxy that asks itself.
    """
    from tilewright.web import check_puzzle, create_app, is_private, serve, warm_up, with_key

    found = read_puzzle(puzzle, *pieces, turn=turn) if puzzle else None
    first = "" if found is None else puzzle_id(found)
    # A named puzzle has its title from its name; the ID of one from a file does not say it.
    title = "" if found is None or pieces or is_puzzle_name(puzzle) else found.title
    create_app()  # says what is missing before anything starts
    if first:
        check_puzzle(first)

    private = is_private(host)
    password = secrets.token_urlsafe(9) if key and not private else ""

    def started(address: str) -> None:
        place = f"#/p/{first}" if first else ""
        link = f"{with_key(address, password)}{place}"
        say(f"tilewright plays at {link} (Ctrl-C ends it)")
        if not private:
            others = with_key(_seen_by_others(address, host), password)
            _say_shared(f"{others}{place}", everybody=not password)
        if browser:
            # Not here: the server answers when this returns, and a browser may be one that ends when it has the page.
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()

    if not 0 <= port <= 65535:
        raise RequestError(f"a port is 0 to 65535, not {port}", where="--port")
    if announce_compiling("search", "deductions"):
        # Done before the page opens, so that its first puzzle does not keep a player waiting.
        warm_up()
    with contextlib.suppress(KeyboardInterrupt):
        serve(host, port, started, first=first, title=title, key=password)  # Ctrl-C is how it ends
    say("tilewright has stopped")
    return 0


def _seen_by_others(address: str, host: str) -> str:
    """Return the address of the page for others on the network."""
    if host not in {"0.0.0.0", "::", ""}:
        return address
    own = socket.gethostname()
    # Nothing is sent: only the system is asked which of its addresses it would send from. The other end is one that
    # is set aside for documentation (RFC 5737 and RFC 3849).
    family, other = (socket.AF_INET6, "2001:db8::1") if host == "::" else (socket.AF_INET, "192.0.2.1")
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((other, 9))
        own = asking.getsockname()[0]
    port = address.rstrip("/").rpartition(":")[2]
    return f"http://{f'[{own}]' if ':' in own else own}:{port}/"


def _say_shared(link: str, *, everybody: bool) -> None:
    """Say how others open the page, and what that means."""
    say(f"others on your network play at {link}")
    who = "everybody who can reach this computer" if everybody else "everybody who has this link"
    say(
        f"warning: {who} can have it work for them, and what is sent is not encrypted; use it where you trust the network"
    )
    if not (sys.stderr.isatty() and takes_unicode(sys.stderr)):
        return
    try:
        from tilewright.printing.pages import scanned

        code = scanned(link)
    except RequestError as error:
        say(error.message)
        return
    say("\n".join(code_lines(code)))


def code_lines(code: NDArray[np.bool_]) -> list[str]:
    """Return a QR code in the letters of a terminal, black on white whatever its colors are."""
    import numpy as np

    framed = np.pad(code, ((4, 4 + len(code) % 2), (4, 4)))
    letters = np.array([" ", "▄", "▀", "█"])[2 * framed[::2] + framed[1::2]]
    return [f"\x1b[30;107m{''.join(line)}\x1b[0m" for line in letters.tolist()]
