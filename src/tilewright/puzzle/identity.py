"""Identity: every puzzle as a short text in URL-safe letters that recreates it anywhere.

A named puzzle is its name. Any other is ``id:`` and letters; nothing has to be kept on a server. A *short* ID can be
typed from paper (`tilewright.puzzle.short_id`): a list of pieces for a rectangle, or what the generator made a puzzle from. What
has no short one has a *long* one, its description: five fields (kind, rules, board, pieces, pieces already placed) as
text, deflated with a dictionary of what such texts are made of, in base64 with ``-`` and ``_``.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import zlib
from dataclasses import replace

from tilewright.board import Board
from tilewright.errors import FormatError, RequestError
from tilewright.lattices.surface import is_flat_squares
from tilewright.lattices.symmetry import TURNS, Turn
from tilewright.puzzle.calendar import calendar_date, calendar_title
from tilewright.puzzle.kind import KIND_OF, PLAIN, Kind
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.short_id import PieceList, Recipe, looks_short, read_short_id, short_id

__all__ = ["LARGEST_AREA", "LONGEST", "make_puzzle", "puzzle_id", "read_code", "size_words"]

#: The longest text, in characters, and the longest description that one may stand for.
LONGEST = 4096
_LONGEST_DESCRIPTION = 1 << 15
#: The most cells (bounding rectangle) of a board in an ID.
LARGEST_AREA = 4096

#: What a whole board has so many of along its sides, where sides alone do not say it.
_BOX_OF = {"tri": " rhombs", "hex": " hexagons"}

_PREFIX = "id:"
#: Rows and columns, or layers, rows and columns, behind the words for surface and lattice.
_SIDES = re.compile(r"(?:[a-z]+(?:\[[-0-9,;|@]*\])?:){0,2}(\d{1,4}(?:x\d{1,4}){1,2})(?!\d)")
_TURN_LETTER: dict[Turn, str] = {"free": "f", "one-sided": "o", "fixed": "x"}
_BY_WRAP = "w"
# Never change this: IDs that are out in the world were written with it.
_DICTIONARY = (
    b"hexomino:pentomino:FILNPTUVWXYZ###/###-0,0-0,1-0,2-1,0-1,1-1,2-2,0-2,1-2,2-3,3-3,4-4,3-4,4 tetromino:IJLOSTZ "
    b"L3:T4:Z4:S4:J4:I4:O4:P5:##o##o###o#/#o#/o##/##o#o/tetrominoes@fixed+pentominoes\nsf\n5x5\n7x7\n8x8\n6x6\n"
    b"\ndf\n###o##/##o###/#o##o#/o###o#/\no#/#+ o##+\n#o#+ #o/#+\n"
)


def make_puzzle(
    kind: Kind,
    board: Board,
    pieces: tuple[str, ...],
    *,
    turn: Turn = "free",
    placed: tuple[str, ...] = (),
    empty: tuple[int, int] = (0, 0),
    by_wrap: bool = False,
    title: str = "",
    source: str = "made with tilewright",
) -> Puzzle:
    """Make a puzzle that is called by its ID.

    Raises
    ------
    FormatError
        If it is too large for an ID of `LONGEST` characters.
    """
    date = calendar_date(board.mask) if KIND_OF[kind].own_board else None
    title = title or (calendar_title(*date) if date else f"{KIND_OF[kind].title} {size_words(board)}")
    puzzle = Puzzle("", title, board, pieces, turn, source, None, kind, placed, empty, by_wrap=by_wrap)
    return replace(puzzle, name=puzzle_id(puzzle))


def size_words(board: Board) -> str:
    """Return how large a board is, in a title: its sides, or, off flat squares, how many cells it has where some are missing.

    >>> size_words(Board.parse("4x7")), size_words(Board.parse("cube:3x3x3")), size_words(Board.parse("tri:hexagon2"))
    ('4 x 7', '3 x 3 x 3', '24 triangles')
    >>> size_words(Board.parse("torus:4x5")), size_words(Board.parse("torus:hex:4x4"))
    ('4 x 5, torus', '4 x 4 hexagons, torus')
    """
    lattice, surface = board.lattice, board.surface
    sides = " x ".join(map(str, (*board.shape[:-1], board.shape[-1] // lattice.kinds)))
    if is_flat_squares(board):
        return sides
    cells = _BOX_OF.get(lattice.name, "")
    size = f"{sides}{cells}" if board.mask.all() else f"{board.area} {lattice.cells}"
    return f"{size}, {surface.title}" if surface.joined else size


def puzzle_id(puzzle: Puzzle) -> str:
    """Return the text that `tilewright.reading.read_id` reads back: the name if it has one, else its description.

    Examples
    --------
    >>> from tilewright.reading import find_puzzle
    >>> puzzle_id(find_puzzle("talos:hub-gates-1"))
    'talos:hub-gates-1'
    """
    if puzzle.name:
        return puzzle.name
    return _PREFIX + (_listed(puzzle) or _described(puzzle))


def _listed(puzzle: Puzzle) -> str | None:
    """Return the short ID of a list of pieces for a rectangle; None for any other puzzle."""
    board = puzzle.board
    if puzzle.kind != PLAIN or not board.is_rectangle or puzzle.placed or puzzle.empty != (0, 0):
        return None
    rows, columns = board.shape
    return short_id(PieceList((rows, columns), puzzle.pieces, puzzle.turn), puzzle.problem().pieces)


def _described(puzzle: Puzzle) -> str:
    """Return the long ID of a puzzle, without its prefix."""
    least, most = puzzle.empty
    empty = f"{least},{most}" if most else ""
    fields = (
        KIND_OF[puzzle.kind].letter + _TURN_LETTER[puzzle.turn] + _BY_WRAP * puzzle.by_wrap + empty,
        _board_word(puzzle.board),
        " ".join(puzzle.pieces),
        " ".join(puzzle.placed),
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    packed = packer.compress("\n".join(fields).rstrip("\n").encode()) + packer.flush()
    code = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if len(_PREFIX + code) > LONGEST:
        raise FormatError(
            f"the puzzle needs an ID of {len(_PREFIX + code)} characters; at most {LONGEST} are allowed"
        )
    return code


def read_code(code: str) -> Puzzle | Recipe:
    """Return the puzzle that an ID stands for, given without its prefix; or the recipe from which it is generated again.

    Raises
    ------
    RequestError
        If it stands for none: damaged, cut off, or too long.
    """
    word = _PREFIX + code
    if len(word) > LONGEST:
        raise FormatError(f"a puzzle's ID has at most {LONGEST} characters, this has {len(word)}")
    short = looks_short(code)
    try:
        # Letters that look like one kind of ID may be one of the other: what can be read is read.
        return _read_short(word) if short else _read_long(word)
    except FormatError as error:
        try:
            return _read_long(word) if short else _read_short(word)
        except FormatError:
            raise error from None


def _read_short(word: str) -> Puzzle | Recipe:
    """Return the puzzle or the recipe of a short ID."""
    said = read_short_id(word.removeprefix(_PREFIX))
    if isinstance(said, PieceList):
        return _checked(word, PLAIN, Board.rectangle(*said.shape), said.pieces, said.turn)
    return said


def _read_long(word: str) -> Puzzle:
    """Return the puzzle of a long ID."""
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
        match = re.fullmatch(rf"([a-z])([a-z])({_BY_WRAP}?)(?:(\d{{1,4}}),(\d{{1,4}}))?", rules)
        if match is None:
            raise ValueError
        kind = next(kind for kind in KIND_OF if KIND_OF[kind].letter == match[1])
        turn = next(turn for turn in TURNS if _TURN_LETTER[turn] == match[2])
    except (ValueError, IndexError, StopIteration, zlib.error, binascii.Error):
        raise FormatError(
            "this is not a puzzle's ID, or a part of it is missing", where=_short(word)
        ) from None
    empty = (int(match[4]), int(match[5])) if match[4] else (0, 0)
    puzzle = _checked(
        word, kind, board, tuple(pieces.split()), turn, tuple(placed.split()), empty, by_wrap=bool(match[3])
    )
    # What is called by a long ID stays so called: games are kept under it.
    return replace(puzzle, name=word)


def _checked(
    word: str,
    kind: Kind,
    board: Board | str,
    pieces: tuple[str, ...],
    turn: Turn,
    placed: tuple[str, ...] = (),
    empty: tuple[int, int] = (0, 0),
    *,
    by_wrap: bool = False,
) -> Puzzle:
    """Return the puzzle that an ID describes, if that is one."""
    try:
        field = _read_board(board) if isinstance(board, str) else board
        puzzle = make_puzzle(kind, field, pieces, turn=turn, placed=placed, empty=empty, by_wrap=by_wrap)
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
        return str(Board(board.mask, lattice=board.lattice, surface=board.surface))
    return board.text().replace("\n", "/") + "/"


def _read_board(word: str) -> Board:
    """Read what `_board_word` wrote; an ID can come from anyone, so large boards are refused before they are made."""
    if word.endswith("/"):
        lines = word.rstrip("/").split("/")
        area = len(lines) * max(map(len, lines))
    else:
        sides = _SIDES.match(word)
        if sides is None:
            raise FormatError(f"'{_short(word)}' is not a board that an ID may have", where="board")
        # A rhomb of triangles is two cells.
        area = math.prod(map(int, sides[1].split("x"))) * (2 if "tri:" in word else 1)
    if area > LARGEST_AREA:
        raise FormatError(f"the board has {area} cells; an ID may have at most {LARGEST_AREA}", where="board")
    return Board.from_text(word.rstrip("/").replace("/", "\n")) if word.endswith("/") else Board.parse(word)
