"""Identity: every puzzle as a short text in URL-safe letters that recreates it anywhere.

A named puzzle is its name. Any other is ``id:`` and its description: five fields (kind, rules, board,
pieces, pieces already placed) as text, deflated with a dictionary of what such texts are made of, in
base64 with ``-`` and ``_``. Nothing has to be kept on a server, and no version of a generator matters.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from tilewright.board import Board
from tilewright.errors import FormatError, RequestError
from tilewright.puzzle import KINDS, Kind, Puzzle, calendar_date, calendar_title, find_puzzle
from tilewright.symmetry import TURNS, Turn

__all__ = ["LARGEST_AREA", "LONGEST", "make_puzzle", "puzzle_id", "read_id"]

#: The longest text, in characters, and the longest description that one may stand for.
LONGEST = 4096
_LONGEST_DESCRIPTION = 1 << 15
#: The most cells (bounding rectangle) of a board in an ID.
LARGEST_AREA = 4096

_PREFIX = "id:"
_KIND_LETTER: dict[Kind, str] = {"sigil": "s", "calendar": "c", "given": "g", "hole": "h", "dots": "d"}
_TURN_LETTER: dict[Turn, str] = {"free": "f", "one-sided": "o", "fixed": "x"}
# Never change this: IDs that are out in the world were written with it.
_DICTIONARY = (
    b"hexomino:pentomino:FILNPTUVWXYZ###/###-0,0-0,1-0,2-1,0-1,1-1,2-2,0-2,1-2,2-3,3-3,4-4,3-4,4 tetromino:IJLOSTZ "
    b"L3:T4:Z4:S4:J4:I4:O4:P5:##o##o###o#/#o#/o##/##o#o/tetrominoes@fixed+pentominoes\nsf\n5x5\n7x7\n8x8\n6x6\n"
    b"\ndf\n###o##/##o###/#o##o#/o###o#/\no#/#+ o##+\n#o#+ #o/#+\n"
)
_TITLES: dict[Kind, str] = {
    "sigil": "Sigil",
    "calendar": "Calendar",
    "given": "Finish it",
    "hole": "Find the hole",
    "dots": "Dots",
}


def make_puzzle(
    kind: Kind,
    board: Board,
    pieces: tuple[str, ...],
    *,
    turn: Turn = "free",
    placed: tuple[str, ...] = (),
    empty: tuple[int, int] = (0, 0),
    title: str = "",
    source: str = "made with tilewright",
) -> Puzzle:
    """Make a puzzle that is called by its ID.

    Raises
    ------
    FormatError
        If it is too large for an ID of `LONGEST` characters.
    """
    rows, columns = board.shape
    date = calendar_date(board.mask) if kind == "calendar" else None
    title = title or (calendar_title(*date) if date else f"{_TITLES[kind]} {rows} x {columns}")
    puzzle = Puzzle("", title, board, pieces, turn, source, None, kind, placed, empty)
    return Puzzle(puzzle_id(puzzle), title, board, pieces, turn, source, None, kind, placed, empty)


def puzzle_id(puzzle: Puzzle) -> str:
    """Return the text that `read_id` reads back: the name if it has one, else its description.

    Examples
    --------
    >>> from tilewright.puzzle import find_puzzle
    >>> puzzle_id(find_puzzle("talos:hub-gates-1"))
    'talos:hub-gates-1'
    """
    if puzzle.name:
        return puzzle.name
    least, most = puzzle.empty
    empty = f"{least},{most}" if most else ""
    fields = (
        _KIND_LETTER[puzzle.kind] + _TURN_LETTER[puzzle.turn] + empty,
        _board_word(puzzle.board),
        " ".join(puzzle.pieces),
        " ".join(puzzle.placed),
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    packed = packer.compress("\n".join(fields).rstrip("\n").encode()) + packer.flush()
    word = _PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if len(word) > LONGEST:
        raise FormatError(f"the puzzle needs an ID of {len(word)} characters; at most {LONGEST} are allowed")
    return word


def read_id(word: str) -> Puzzle:
    """Return the puzzle that an ID, or a name, stands for.

    Raises
    ------
    RequestError
        If it stands for none: damaged, cut off, too long, or an unknown name.
    """
    if len(word) > LONGEST:
        raise FormatError(f"a puzzle's ID has at most {LONGEST} characters, this has {len(word)}")
    if not word.startswith(_PREFIX):
        return find_puzzle(word)
    code = word[len(_PREFIX) :]
    try:
        if re.fullmatch(r"[A-Za-z0-9_-]+", code) is None:
            raise ValueError
        packed = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        reader = zlib.decompressobj(-15, _DICTIONARY)
        text = reader.decompress(packed, _LONGEST_DESCRIPTION).decode()
        if not reader.eof or reader.unused_data:
            raise ValueError
        rules, board, pieces, placed = [*text.split("\n"), "", ""][:4]
        match = re.fullmatch(r"([a-z])([a-z])(?:(\d{1,4}),(\d{1,4}))?", rules)
        if match is None:
            raise ValueError
        kind = next(kind for kind in KINDS if _KIND_LETTER[kind] == match[1])
        turn = next(turn for turn in TURNS if _TURN_LETTER[turn] == match[2])
    except (ValueError, IndexError, StopIteration, zlib.error, binascii.Error):
        raise FormatError(
            "this is not a puzzle's ID, or a part of it is missing", where=_short(word)
        ) from None
    empty = (int(match[3]), int(match[4])) if match[3] else (0, 0)
    try:
        puzzle = make_puzzle(
            kind,
            _read_board(board),
            tuple(pieces.split()),
            turn=turn,
            placed=tuple(placed.split()),
            empty=empty,
        )
        puzzle.problem().check()
    except RequestError as error:
        raise FormatError(f"this ID describes no puzzle: {error}", where=_short(word)) from None
    return puzzle


def _short(word: str) -> str:
    return word if len(word) <= 40 else word[:37] + "…"


def _board_word(board: Board) -> str:
    """Return a word for the board: as short as `Board.parse` reads, else the whole drawing."""
    holes = board.mask.size - board.area
    if not board.optional.any() and not board.marks.any() and holes <= 16:
        return str(Board(board.mask))
    return board.text().replace("\n", "/") + "/"


def _read_board(word: str) -> Board:
    """Read what `_board_word` wrote; an ID can come from anyone, so large boards are refused before they are made."""
    if word.endswith("/"):
        lines = word.rstrip("/").split("/")
        area = len(lines) * max(map(len, lines))
    else:
        sides = re.match(r"(\d{1,4})x(\d{1,4})(?!\d)", word)
        if sides is None:
            raise FormatError(f"'{_short(word)}' is not a board that an ID may have", where="board")
        area = int(sides[1]) * int(sides[2])
    if area > LARGEST_AREA:
        raise FormatError(f"the board has {area} cells; an ID may have at most {LARGEST_AREA}", where="board")
    return Board.from_text(word.rstrip("/").replace("/", "\n")) if word.endswith("/") else Board.parse(word)
