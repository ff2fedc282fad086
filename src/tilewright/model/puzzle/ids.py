"""IDs: every puzzle as a short text in URL-safe letters, which recreates it anywhere without data
on a server.

The ID of a named puzzle is its name. The ID of any other puzzle is ``id:`` and letters.

A *short* ID can be typed from paper: ``id:21QW-3WC4-9ZAY`` has letters of Crockford's alphabet, in
groups of four. No two letters look alike, case does not matter, I and L are read as 1, and O is
read as 0. The last letter is a checksum: a single wrong letter or two swapped letters are detected.
The first letter determines the meaning of the others:

``0``
    a rectangle and a list of pieces: all that a sigil is;
``2`` and up
    what a puzzle was made from, and the version of the generator that makes the same of it again.

They encode one number, whose digits have different bases.

Other puzzles have a *long* ID: a text of up to six fields, deflated with a dictionary of common
parts of such texts, in base64 with ``-`` and ``_``. The fields are the kind and turn, the board,
the pieces, the placed pieces, the rules, and the marks that agree.

Never change this format, because IDs are on paper.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import functools
import json
import math
import re
import zlib
from dataclasses import dataclass, replace
from typing import Any, TypedDict, TypeVar, Unpack

from tilewright.errors import FormatError, RequestError
from tilewright.model.board import Board
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.puzzle.calendar import calendar_date, calendar_title
from tilewright.model.puzzle.kinds import KINDS, PLAIN, Kind, Level
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.space.lattice import Turn
from tilewright.model.space.surface import is_flat_squares
from tilewright.model.space.symmetry import TURNS

#: Crockford's alphabet: 32 letters. The check is a sum in the field of so many elements.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_FIELD = 0b100101  # x^5 + x^2 + 1
_MISREAD = str.maketrans("ILO", "110")
_GROUPED = re.compile(r"[0-9A-Za-z]{4}(-[0-9A-Za-z]{4})*(-[0-9A-Za-z]{1,4})?")
#: An ID of more letters than this is no shorter than the description in 64 letters, nor typed by
#: anyone.
_LONGEST = 24

# Never change the order, and add none: IDs that are out in the world were written with it. A kind
# that is not here has long IDs.
_KINDS: tuple[Kind, ...] = ("sigil", "calendar", "given", "hole", "dots")
_TURNS: tuple[Turn, ...] = ("free", "one-sided", "fixed")
_LEVELS: tuple[Level | None, ...] = (None, "easy", "medium", "hard", "expert")
_PIECES = (
    *("trominoes", "tetrominoes", "pentominoes", "hexominoes"),
    *("monomino", "domino", "I3", "L3", "I4", "J4", "L4", "O4", "S4", "T4", "Z4"),
    *("F5", "f5", "I5", "L5", "l5", "N5", "n5", "P5", "p5"),
    *("T5", "U5", "V5", "W5", "X5", "Y5", "y5", "Z5", "z5"),
)  # fmt: skip
#: How many copies of a piece: one, any number, one or none, or so many.
_COPIES = ("", "+", "=0..1", "=")
#: Room for forty words of pieces, of which some are free, and for boards of so many rows and
#: columns.
_WORDS = 40
_SIDE = 20
#: Days of a leap year, by which a calendar says its date; 0 where the seed says it.
_DAYS = 367

_Choice = TypeVar("_Choice")


@dataclass(frozen=True, slots=True)
class PieceList:
    """A rectangle and the pieces that fit on it."""

    shape: tuple[int, int]
    pieces: tuple[str, ...]
    turn: Turn


@dataclass(frozen=True, slots=True)
class Recipe:
    """The request that a puzzle was made from."""

    version: int
    kind: Kind
    shape: tuple[int, int] | None
    pieces: tuple[str, ...]
    turn: Turn
    level: Level | None
    minimal: bool
    date: tuple[int, int] | None
    seed: int
    attempt: int


def known_words() -> dict[str, Any]:
    """Return the data that another reader of IDs needs, as JSON values."""
    return {
        "letters": _LETTERS,
        "field": _FIELD,
        "longest_short": _LONGEST,
        "turns": _TURNS,
        "pieces": _PIECES,
        "copies": _COPIES,
        "words": _WORDS,
        "side": _SIDE,
        "longest": LONGEST,
        "longest_description": _LONGEST_DESCRIPTION,
        "largest_area": LARGEST_AREA,
        "boxes": _BOX_OF,
        "turn_letters": _TURN_LETTER,
        "by_wrap": _BY_WRAP,
        "dictionary": _DICTIONARY.decode(),
    }


class _NoShortIDError(Exception):
    """A short ID cannot encode this."""


class _Number:
    """A number whose digits have different bases, starting with the lowest digit.

    The same functions read and write a short ID. They take the value to write, and return the value
    that was read or written.
    """

    def __init__(self, value: int | None = None) -> None:
        self.value = value or 0
        self._scale = 0 if value is not None else 1

    @property
    def is_read(self) -> bool:
        """Whether digits are read instead of written."""
        return not self._scale

    def take(self, base: int, digit: int = 0) -> int:
        """Read or write a digit."""
        if self.is_read:
            self.value, digit = divmod(self.value, base)
        elif 0 <= digit < base:
            self.value += digit * self._scale
            self._scale *= base
        else:
            raise _NoShortIDError
        return digit

    def count(self, base: int, count: int = 0) -> int:
        """Read or write a number of any size. Every digit except the last says that another digit
        follows.
        """
        if self.is_read:
            scale = 1
            while (digit := self.take(2 * base)) >= base and scale < 1 << 64:
                count += (digit - base) * scale
                scale *= base
            return count + digit * scale
        left = count
        while left >= base:
            self.take(2 * base, base + left % base)
            left //= base
        self.take(2 * base, left)
        return count

    def choice(self, choices: tuple[_Choice, ...], choice: _Choice) -> _Choice:
        """Read or write one of several choices."""
        if not self.is_read and choice not in choices:
            raise _NoShortIDError
        return choices[self.take(len(choices), 0 if self.is_read else choices.index(choice))]

    def rest(self, count: int) -> int:
        """Read or write a number of any size, which must be the last value."""
        if self.is_read:
            return self.value
        self.value += count * self._scale
        return count


def short_id(content: PieceList | Recipe, pieces: tuple[Piece, ...]) -> str | None:
    """Return the short ID of a puzzle without its prefix, or None if it needs a long ID.

    Examples
    --------
    >>> short_id(PieceList((4, 7), (), "one-sided"), parse_pieces("tetromino:IILSTTZ", "one-sided"))
    '050A-X2D1-8JGK-2V'
    """
    if content.turn not in _TURNS:
        return None
    number = _Number()
    try:
        if isinstance(content, PieceList):
            version = 0
            _code_list(number, content, pieces)
        else:
            version = content.version
            _code_recipe(number, content, pieces)
    except _NoShortIDError:
        return None
    letters = _LETTERS[version]
    digits = ""
    value = number.value
    while value or len(digits) < 2:
        value, digit = divmod(value, 32)
        digits = _LETTERS[digit] + digits
    letters += digits
    letters += _LETTERS[_multiply_by_x(_checksum(letters))]
    if len(letters) > _LONGEST:
        return None
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def looks_short(code: str) -> bool:
    """Whether a code without its prefix has the form of a short ID: groups of four letters, all
    lowercase or all uppercase.

    A code without dashes could also be a long ID.
    """
    return (
        "-" in code
        and _GROUPED.fullmatch(code) is not None
        and code in (code.upper(), code.lower())
    )


def read_short_id(code: str) -> PieceList | Recipe:
    """Decode a short ID from `short_id`."""
    letters = code.replace("-", "").upper().translate(_MISREAD)
    if not 4 <= len(letters) <= _LONGEST or not set(letters) <= set(_LETTERS):
        raise FormatError(
            f"a short ID must have 4 to {_LONGEST} digits and letters, excluding U", where=code
        )
    if _checksum(letters):
        raise FormatError(
            "this ID has a typo: a letter is wrong or missing, or two letters are swapped (the "
            "last letter is a checksum)",
            where=code,
        )
    value = 0
    for letter in letters[1:-1]:
        value = 32 * value + _LETTERS.index(letter)
    number = _Number(value)
    version = _LETTERS.index(letters[0])
    try:
        content: PieceList | Recipe = (
            _code_recipe(number, replace(_RECIPE, version=version))
            if version
            else _code_list(number)
        )
        again = short_id(content, _parse_words(content.pieces, content.turn))
    except (IndexError, RequestError):
        again = None
    if again is None or again.replace("-", "") != letters:
        raise FormatError("no puzzle has this ID", where=code)
    return content


def _checksum(letters: str) -> int:
    """Return the sum of the letters, each multiplied by its own power of x in the field of 32
    elements. For a complete ID, the sum is 0.

    Therefore, a single wrong letter or two swapped letters change the sum.
    """
    total = 0
    for letter in letters:
        total = _multiply_by_x(total) ^ _LETTERS.index(letter)
    return total


def _multiply_by_x(element: int) -> int:
    doubled = element << 1
    return doubled ^ _FIELD if doubled & 32 else doubled


#: What stands for the values that are still to be read.
_LIST = PieceList((1, 1), (), "free")
_RECIPE = Recipe(0, PLAIN, (1, 1), (), "free", None, False, None, 0, 0)


def _code_list(
    number: _Number, known: PieceList = _LIST, pieces: tuple[Piece, ...] = ()
) -> PieceList:
    turn = number.choice(_TURNS, known.turn)
    shape = _code_shape(number, known.shape)
    return PieceList(shape, _code_pieces(number, pieces, turn), turn)


def _code_recipe(number: _Number, known: Recipe, pieces: tuple[Piece, ...] = ()) -> Recipe:
    kind = number.choice(_KINDS, known.kind)
    turn = number.choice(_TURNS, known.turn)
    level = number.choice(_LEVELS, known.level)
    minimal = bool(number.take(2, known.minimal))
    shape, date, words = known.shape, known.date, known.pieces
    if KINDS[kind].own_board:
        shape, date = None, _code_date(number, date)
    elif shape is None:
        raise _NoShortIDError
    else:
        shape = _code_shape(number, shape)
        words = _code_pieces(number, pieces, turn)
    attempt = number.count(4, known.attempt)
    seed = number.rest(known.seed)
    return Recipe(known.version, kind, shape, words, turn, level, minimal, date, seed, attempt)


def _code_date(number: _Number, date: tuple[int, int] | None) -> tuple[int, int] | None:
    day = number.take(_DAYS, datetime.date(2000, *date).timetuple().tm_yday if date else 0)
    moment = datetime.date(1999, 12, 31) + datetime.timedelta(days=day)
    return (moment.month, moment.day) if day else None


def _code_shape(number: _Number, shape: tuple[int, int]) -> tuple[int, int]:
    rows, columns = (number.take(_SIDE, side - 1) + 1 for side in shape)
    return rows, columns


def _code_pieces(number: _Number, pieces: tuple[Piece, ...], turn: Turn) -> tuple[str, ...]:
    words = _pieces_words(pieces, turn)
    coded = []
    size = number.count(4, len(words))
    for word, form, copies in [(0, 0, 2)] * min(size, 100) if number.is_read else words:
        said = number.take(_WORDS * len(_COPIES), word * len(_COPIES) + form)
        word, form = divmod(said, len(_COPIES))
        many = str(number.count(4, copies - 2) + 2) if form == 3 else ""
        coded.append(_PIECES[word] + _COPIES[form] + many)
    return tuple(coded)


def _pieces_words(pieces: tuple[Piece, ...], turn: Turn) -> list[tuple[int, int, int]]:
    """Return pieces as words, forms and copies. A complete set is one word."""
    words: list[tuple[int, int, int]] = []
    at = 0
    while at < len(pieces):
        least, most = pieces[at].least, pieces[at].most
        form = {(1, 1): 0, (0, None): 1, (0, 1): 2}.get((least, most), 3)
        if form == 3 and (least != most or least < 2):
            raise _NoShortIDError
        for word, base in enumerate(_PIECES):
            named = _parse_words((f"{base}{_COPIES[form]}{least if form == 3 else ''}",), turn)
            if named and pieces[at : at + len(named)] == named:
                words.append((word, form, least))
                at += len(named)
                break
        else:
            raise _NoShortIDError
    return words


@functools.lru_cache(maxsize=512)
def _parse_words(words: tuple[str, ...], turn: Turn) -> tuple[Piece, ...]:
    """Return the pieces that words name; empty if a word does not name a piece."""
    try:
        return tuple(piece for word in words for piece in parse_pieces(word, turn))
    except RequestError:
        return ()


#: The longest text, in characters, and the longest description that one may stand for.
LONGEST = 4096
_LONGEST_DESCRIPTION = 1 << 15
#: The most cells (bounding rectangle) of a board in an ID.
LARGEST_AREA = 4096

#: What a whole board has so many of along its sides, where sides alone do not say it.
_BOX_OF = {"tri": " rhombs", "hex": " hexagons"}

_PREFIX = "id:"
_SOURCE = "made with tilewright"
#: Rows and columns, or layers, rows and columns, behind the words for surface and lattice.
_SIDES = re.compile(r"(?:[a-z]+(?:\[[-0-9,;|@]*\])?:){0,2}(\d{1,4}(?:x\d{1,4}){1,2})(?!\d)")
_TURN_LETTER: dict[Turn, str] = {"free": "f", "one-sided": "o", "half-turn": "h", "fixed": "x"}
_BY_WRAP = "w"
# Never change this: IDs that are out in the world were written with it.
_DICTIONARY = (
    b"hexomino:pentomino:FILNPTUVWXYZ###/###-0,0-0,1-0,2-1,0-1,1-1,2-2,0-2,1-2,2-3,3-3,4-4,3-4,4 "
    b"tetromino:IJLOSTZ "
    b"L3:T4:Z4:S4:J4:I4:O4:P5:##o##o###o#/#o#/o##/##o#o/tetrominoes@fixed+pentominoes\nsf\n5x5\n7x7\n8x8\n6x6\n"
    b"\ndf\n###o##/##o###/#o##o#/o###o#/\no#/#+ o##+\n#o#+ #o/#+\n"
)


class PuzzleParts(TypedDict, total=False):
    """The properties of a puzzle besides its kind, board and pieces; see `Puzzle`."""

    turn: Turn
    placed: tuple[str, ...]
    empty: tuple[int, int]
    by_wrap: bool
    conditions: tuple[str, ...]
    marks_agree: tuple[tuple[str, tuple[str, ...]], ...]
    title: str


def make_puzzle(
    kind: Kind, board: Board, pieces: tuple[str, ...], **parts: Unpack[PuzzleParts]
) -> Puzzle:
    """Return a puzzle whose name is its ID.

    Raises
    ------
    FormatError
        If the puzzle is so large that its ID would be longer than `LONGEST` characters.
    """
    parts["title"] = parts.get("title") or default_title(kind, board)
    puzzle = Puzzle(name="", board=board, pieces=pieces, kind=kind, source=_SOURCE, **parts)
    return replace(puzzle, name=puzzle_id(puzzle))


def default_title(kind: Kind, board: Board) -> str:
    """Return the default title of a puzzle: its kind and size, or its date."""
    date = calendar_date(board.mask) if KINDS[kind].own_board else None
    return calendar_title(*date) if date else f"{KINDS[kind].title} {size_words(board)}"


def size_words(board: Board) -> str:
    """Return the size of a board for a title: its sides or, on other lattices and if cells are
    missing, the number of cells.

    >>> size_words(Board.parse("4x7")), size_words(Board.parse("cube:3x3x3")), size_words(Board.parse("tri:hexagon2"))
    ('4 x 7', '3 x 3 x 3', '24 triangles')
    >>> size_words(Board.parse("torus:4x5")), size_words(Board.parse("torus:hex:4x4"))
    ('4 x 5, torus', '4 x 4 hexagons, torus')
    """  # noqa: E501
    lattice, surface = board.lattice, board.surface
    sides = " x ".join(map(str, (*board.shape[:-1], board.shape[-1] // lattice.kinds)))
    if is_flat_squares(board):
        return sides
    cells = _BOX_OF.get(lattice.name, "")
    size = f"{sides}{cells}" if board.mask.all() else f"{board.area} {lattice.cells}"
    return f"{size}, {surface.title}" if surface.joined else size


def puzzle_id(puzzle: Puzzle) -> str:
    """Return the text from which `tilewright.formats.request.read_id` recreates the puzzle. The
    text is the name of the puzzle or, if the puzzle has no name, its description.

    Examples
    --------
    >>> from tilewright.model.puzzle import find_puzzle
    >>> puzzle_id(find_puzzle("talos:hub-gates-1"))
    'talos:hub-gates-1'
    """
    if puzzle.name:
        return puzzle.name
    return _PREFIX + (_list_id(puzzle) or _describe(puzzle))


def whole_id(puzzle: Puzzle) -> str:
    """Return the name of a puzzle or its complete ID, even if a shorter ID exists that contains
    only the request and the seed.
    """
    if puzzle.name and not puzzle.name.startswith(_PREFIX):
        return puzzle.name
    return puzzle_id(replace(puzzle, name=""))


def _list_id(puzzle: Puzzle) -> str | None:
    """Return the short ID of a list of pieces for a rectangle, or None for any other puzzle."""
    board = puzzle.board
    if puzzle.kind != PLAIN or not board.is_rectangle or puzzle.placed or puzzle.empty != (0, 0):
        return None
    if puzzle.conditions or puzzle.marks_agree:
        return None
    rows, columns = board.shape
    return short_id(PieceList((rows, columns), puzzle.pieces, puzzle.turn), puzzle.problem().pieces)


def _describe(puzzle: Puzzle) -> str:
    """Return the long ID of a puzzle, without its prefix."""
    least, most = puzzle.empty
    empty = f"{least},{most}" if most else ""
    fields = (
        KINDS[puzzle.kind].letter + _TURN_LETTER[puzzle.turn] + _BY_WRAP * puzzle.by_wrap + empty,
        _board_word(puzzle.board),
        " ".join(puzzle.pieces),
        " ".join(puzzle.placed),
        ";".join(puzzle.conditions),
        json.dumps(dict(puzzle.marks_agree), separators=(",", ":")) if puzzle.marks_agree else "",
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    packed = packer.compress("\n".join(fields).rstrip("\n").encode()) + packer.flush()
    code = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if len(_PREFIX + code) > LONGEST:
        raise FormatError(
            f"the puzzle needs an ID of {len(_PREFIX + code)} characters; at most {LONGEST} are "
            "allowed"
        )
    return code


def read_code(code: str) -> Puzzle | Recipe:
    """Return the puzzle for an ID without its prefix, or the recipe from which it is generated
    again.

    Raises
    ------
    RequestError
        If the ID is invalid: damaged, incomplete or too long.
    """
    word = _PREFIX + code
    if len(word) > LONGEST:
        raise FormatError(f"a puzzle's ID must have at most {LONGEST} characters, got {len(word)}")
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
    """Return the puzzle or the recipe for a short ID."""
    content = read_short_id(word.removeprefix(_PREFIX))
    if isinstance(content, PieceList):
        return _check_puzzle(
            word, PLAIN, Board.rectangle(*content.shape), content.pieces, turn=content.turn
        )
    return content


def _read_long(word: str) -> Puzzle:
    """Return the puzzle for a long ID."""
    code = word[len(_PREFIX) :]
    try:
        if re.fullmatch(r"[A-Za-z0-9_-]+", code) is None:
            raise ValueError
        packed = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        reader = zlib.decompressobj(-15, _DICTIONARY)
        text = reader.decompress(packed, _LONGEST_DESCRIPTION).decode()
        if not reader.eof or reader.unused_data:
            raise ValueError
        rules, board, pieces, placed, conditions, agree = [*text.split("\n"), *[""] * 4][:6]
        match = re.fullmatch(rf"([a-z])([a-z])({_BY_WRAP}?)(?:(\d{{1,4}}),(\d{{1,4}}))?", rules)
        if match is None:
            raise ValueError
        kind = next(kind for kind in KINDS if KINDS[kind].letter == match[1])
        turn = next(turn for turn in TURNS if _TURN_LETTER[turn] == match[2])
        marks_agree = _read_agree(agree)
    except (ValueError, IndexError, StopIteration, zlib.error, binascii.Error):
        raise FormatError("invalid or incomplete puzzle ID", where=_shorten(word)) from None
    puzzle = _check_puzzle(
        word,
        kind,
        board,
        tuple(pieces.split()),
        turn=turn,
        placed=tuple(placed.split()),
        empty=(int(match[4]), int(match[5])) if match[4] else (0, 0),
        by_wrap=bool(match[3]),
        conditions=tuple(filter(None, conditions.split(";"))),
        marks_agree=marks_agree,
    )
    # What is called by a long ID stays so called: games are kept under it.
    return replace(puzzle, name=word)


def _check_puzzle(
    word: str,
    kind: Kind,
    board: Board | str,
    pieces: tuple[str, ...],
    **parts: Unpack[PuzzleParts],
) -> Puzzle:
    """Return the puzzle that an ID describes, if it is valid."""
    try:
        field = _read_board(board) if isinstance(board, str) else board
        puzzle = make_puzzle(kind, field, pieces, **parts)
        puzzle.problem().check()
    except RequestError as error:
        raise FormatError(f"invalid puzzle ID: {error}", where=_shorten(word)) from None
    return puzzle


def _read_agree(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the marks that agree, or raise `ValueError` if the text is invalid."""
    mapping = json.loads(text) if text else {}
    if not isinstance(mapping, dict) or not all(
        isinstance(marks, list) and all(isinstance(mark, str) for mark in marks)
        for marks in mapping.values()
    ):
        raise ValueError
    return tuple((mark, tuple(marks)) for mark, marks in mapping.items())


def _shorten(word: str) -> str:
    return word if len(word) <= 40 else word[:37] + "…"


def _board_word(board: Board) -> str:
    """Return a string for the board: the shortest one that `Board.parse` reads, or else the whole
    drawing.
    """
    holes = board.mask.size - board.area
    if not board.optional.any() and not board.marks.any() and holes <= 16:
        word = str(Board(board.mask, lattice=board.lattice, surface=board.surface))
        # Rows of triangles may have an odd number of cells, which no sides say.
        if _SIDES.match(word):
            return word
    return board.text().replace("\n", "/") + "/"


def _read_board(word: str) -> Board:
    """Parse a string from `_board_word`. Boards that are too large are rejected before they are
    built.
    """
    if word.endswith("/"):
        lines = word.rstrip("/").split("/")
        area = len(lines) * max(map(len, lines))
    else:
        sides = _SIDES.match(word)
        if sides is None:
            raise FormatError(f"IDs do not support the board '{_shorten(word)}'", where="board")
        # A rhomb of triangles is two cells.
        area = math.prod(map(int, sides[1].split("x"))) * (2 if "tri:" in word else 1)
    if area > LARGEST_AREA:
        raise FormatError(
            f"a board in an ID must have at most {LARGEST_AREA} cells, got {area}", where="board"
        )
    return (
        Board.from_text(word.rstrip("/").replace("/", "\n"))
        if word.endswith("/")
        else Board.parse(word)
    )
