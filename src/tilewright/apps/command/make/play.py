"""``tilewright play``: open the page in the browser, on this computer or for others on its
network.
"""

from __future__ import annotations

import contextlib
import secrets
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from cyclopts import Group, Parameter

from tilewright.apps.command.answers import note, print_json, takes_unicode
from tilewright.apps.command.options import Rules, ShowText, Whole, between
from tilewright.apps.command.reading import check_wrap
from tilewright.errors import RequestError
from tilewright.formats.request import read_id, read_puzzle
from tilewright.model.puzzle import KINDS, Puzzle, is_puzzle_name, puzzle_id, whole_id

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The panel of options of the server.
_SERVER = Group("The page", sort_key=2)


def play(
    puzzle: str = "",
    /,
    *pieces: str,
    host: Annotated[str, Parameter(group=_SERVER, metavar="ADDRESS")] = "127.0.0.1",
    port: Annotated[Whole, between(0, 65535), Parameter(group=_SERVER)] = 0,
    browser: Annotated[bool, Parameter(group=_SERVER, negative="--no-browser")] = True,
    key: Annotated[bool, Parameter(group=_SERVER, negative="--no-key")] = True,
    rules: Rules = Rules(),
    show: ShowText = ShowText(),
) -> int:
    """Play puzzles in the browser.

    Opens the list of puzzles, or PUZZLE if it is given. The page is served until
    you press Ctrl-C, and only on this computer. With --host 0.0.0.0, others on your
    network can also play if they have the link, which contains a key.

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
        A named puzzle, an ID, a puzzle file, or a board. [default: all puzzles]
    pieces
        The pieces, if a board is given. `tilewright --help` shows how to write pieces.
    host
        The address to listen on. 0.0.0.0 lets others on the network play. [default: 127.0.0.1]
    port
        The port. [default: 8453 if it is free, else any free port]
    browser
        Whether to open the browser.
    key
        Whether players need the key that the link contains. With --no-key, anyone who can reach
        this computer can play.
    """
    from tilewright.apps.page.sheets import describe
    from tilewright.apps.site.serving import is_private, serve, with_key

    first_puzzle = read_puzzle(puzzle, *pieces, **rules.arguments()) if puzzle else None
    if first_puzzle is not None:
        check_wrap(rules, first_puzzle.board)
    if first_puzzle is not None and first_puzzle.kind not in KINDS.built_in:
        # The page does not know the kinds of plug-ins, but their boards and pieces.
        first_puzzle = Puzzle.of(first_puzzle.problem(), title=first_puzzle.title)
    if first_puzzle is not None and first_puzzle.name and not is_puzzle_name(first_puzzle.name):
        # A date of a calendar in a file, which others do not have.
        first_puzzle = replace(first_puzzle, name="")
    first = "" if first_puzzle is None else puzzle_id(first_puzzle)
    # The ID of a puzzle from a file does not have its title.
    title = "" if first_puzzle is None or pieces or is_puzzle_name(puzzle) else first_puzzle.title
    whole = "" if first_puzzle is None else whole_id(first_puzzle)
    if first:
        describe(read_id(first))

    private = is_private(host)
    password = secrets.token_urlsafe(9) if key and not private else ""

    def started(address: str) -> None:
        place = f"#/p/{first}" if first else ""
        link = f"{with_key(address, password)}{place}"
        others = "" if private else f"{with_key(_shared_address(address, host), password)}{place}"
        if show.json:
            print_json({"url": link, "shared": others or None})
        elif show.quiet:
            print(link)
        else:
            note(f"tilewright is running at {link} (press Ctrl-C to stop)")
        sys.stdout.flush()
        if others:
            _note_shared(others, everybody=not password)
        if browser:
            # In a thread, as the server answers only when this returns and some browsers run until
            # they have the page.
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()

    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is the usual end
        serve(host, port, started, first=first, title=title, whole=whole, key=password)
    if not show.quiet:
        note("tilewright has stopped")
    return 0


def _shared_address(address: str, host: str) -> str:
    """Return the address of the page for others on the network."""
    if host not in {"0.0.0.0", "::", ""}:
        return address
    local = socket.gethostname()
    # Nothing is sent; the system only says which of its addresses it would use. The other end is
    # reserved for documentation (RFC 5737 and RFC 3849).
    family, other = (
        (socket.AF_INET6, "2001:db8::1") if host == "::" else (socket.AF_INET, "192.0.2.1")
    )
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((other, 9))
        local = asking.getsockname()[0]
    port = address.rstrip("/").rpartition(":")[2]
    return f"http://{f'[{local}]' if ':' in local else local}:{port}/"


def _note_shared(link: str, *, everybody: bool) -> None:
    """Print how others open the page, with a warning."""
    note(f"others on your network can play at {link}")
    who = "anyone who can reach this computer" if everybody else "anyone who has this link"
    note(
        f"warning: {who} can use this page, and the connection is not encrypted; share it only on "
        "a network you trust"
    )
    if not (sys.stderr.isatty() and takes_unicode(sys.stderr)):
        return
    try:
        from tilewright.puzzles.printing.pages import scanned

        code = scanned(link)
    except RequestError as error:
        note(error.message)
        return
    note("\n".join(code_lines(code)))


def code_lines(code: NDArray[np.bool_]) -> list[str]:
    """Return a QR code as characters for a terminal, black on white whatever its colors are."""
    import numpy as np

    framed = np.pad(code, ((4, 4 + len(code) % 2), (4, 4)))
    letters = np.array([" ", "▄", "▀", "█"])[2 * framed[::2] + framed[1::2]]
    return [f"\x1b[30;107m{''.join(line)}\x1b[0m" for line in letters.tolist()]
