"""Links to other sites: addresses that contain a whole puzzle.

``https://puzz.link/p?shikaku/6/6/s66j4.g8n4h4g`` names the genre, the columns, the rows and the
clues, row by row. A clue is a hexadecimal digit, or a sign and several digits; ``.`` is a clue
without a number. A letter from ``g`` to ``z`` skips 1 to 20 cells. If there are only holes, each is
a ``7``, and a letter from ``a`` to ``z`` skips 1 to 26 cells. For links to Penpa+, see
`tilewright.model.puzzle.penpa`.

References
----------
pzprjs, https://github.com/robx/pzprjs, the program behind puzz.link, defines the encoding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np

from tilewright.errors import FormatError, RequestError, quoted
from tilewright.model.puzzle.genres import GENRES, clues_to_write, genre_named
from tilewright.model.puzzle.ids import LARGEST_AREA, LONGEST
from tilewright.model.puzzle.penpa import is_penpa, read_penpa
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.rules.rule_types import ANY
from tilewright.model.space.lattice import Cell

_SITE = "https://puzz.link/p?"
_ADDRESS = re.compile(r"\s*https?://\S+\s*", re.ASCII)
_SIDE = re.compile(r"[0-9]{1,4}", re.ASCII)
_NUMBER = re.compile(
    r"(?P<digit>[0-9a-f])|-(?P<two>[0-9a-f]{2})|\+(?P<three>[0-9a-f]{3})|(?P<open>\.)|(?P<skip>[g-z])",
    re.ASCII,
)
_HOLES = re.compile(r"(?P<hole>7)|(?P<skip>[a-z])", re.ASCII)
#: The number of a clue without a number.
_OPEN = -1
#: The sign before the first letter that skips cells, with clues and without.
_BEFORE_SKIPS, _BEFORE_A = ord("g") - 1, ord("a") - 1

#: The genres of puzz.link.
_GENRES = tuple(genre for genre in GENRES if genre.names is not None)


def is_link(word: str) -> bool:
    """Return True if a word is the address of a web page."""
    return _ADDRESS.fullmatch(word) is not None


def read_link(link: str) -> Puzzle:
    """Return the puzzle that is encoded in an address of puzz.link or Penpa+. Nothing is
    downloaded.

    Raises
    ------
    FormatError
        If the link is damaged, or its genre is not supported.

    Examples
    --------
    >>> read_link("https://puzz.link/p?tetrominous/4/4/n3m").conditions
    ('apart', 'clues 2,0=S4')
    """
    try:
        return read_penpa(link) if is_penpa(link) else _read_puzzlink(link)
    except RequestError as error:
        raise FormatError(error.message, where=quoted(link)[1:-1]) from None


def _read_puzzlink(link: str) -> Puzzle:
    if len(link) > LONGEST:
        raise FormatError(f"a link must have at most {LONGEST} characters")
    name, *parts = link.strip().partition("?")[2].split("/")
    if len(parts) < 3 or not all(map(_SIDE.fullmatch, parts[:2])):
        raise FormatError(f"expected a genre, columns, rows and clues, as in {_SITE}shikaku/6/6/…")
    genre = genre_named(name.removesuffix("_edit"), _GENRES)
    if genre is None:
        known = ", ".join(genre.kind for genre in _GENRES)
        raise FormatError(f"unknown genre {quoted(name)}. Supported: {known}")
    columns, rows = map(int, parts[:2])
    if not 1 <= rows * columns <= LARGEST_AREA:
        raise FormatError(f"the board must have 1 to {LARGEST_AREA} cells, got {columns} x {rows}")
    mask, names = np.ones((rows, columns), dtype=bool), genre.names
    texts: dict[Cell, str] = {}
    for place, number in _decode(parts[2], rows * columns, genre.only_holes):
        cell = divmod(place, columns)
        if number == genre.hole:
            mask[cell] = False
        elif number == _OPEN:
            texts[cell] = ANY
        else:
            texts[cell] = names[number] if names and number < len(names) else str(number)
    return genre.puzzle(mask, genre.read(texts))


def puzzle_link(puzzle: Puzzle) -> str:
    """Return the puzz.link address of a puzzle.

    Raises
    ------
    FormatError
        If no supported puzz.link genre matches the puzzle.

    Examples
    --------
    >>> puzzle_link(read_link("https://puzz.link/p?tetrominous/4/4/n3m"))
    'https://puzz.link/p?tetrominous/4/4/n3m'
    """
    genre, clues = clues_to_write(puzzle, "puzz.link", _GENRES)
    names, board = genre.names, puzzle.board

    def number(cell: tuple[int, ...]) -> int | None:
        clue = clues.get(cell)
        if not board.mask[cell]:
            return genre.hole
        if isinstance(clue, str):
            return _OPEN if clue == ANY else (names or ()).index(clue)
        return clue

    rows, columns = board.shape
    numbers = map(number, np.ndindex(rows, columns))
    return f"{_SITE}{genre.kind}/{columns}/{rows}/{_encode(numbers, genre.only_holes)}"


def _decode(text: str, cells: int, only_holes: bool) -> Iterator[tuple[int, int]]:
    """Yield the cells with a number, and their numbers."""
    cell = position = 0
    number, before = (_HOLES, _BEFORE_A) if only_holes else (_NUMBER, _BEFORE_SKIPS)
    while position < len(text):
        found = number.match(text, position)
        if found is None:
            raise FormatError(f"unexpected {quoted(text[position])} in the clues")
        position = found.end()
        if found["skip"]:
            cell += ord(found["skip"]) - before
            continue
        if cell >= cells:
            raise FormatError(
                f"the clues continue after the {cells} cells of the board; walls are not supported"
            )
        is_open = found.lastgroup == "open"
        yield cell, _OPEN if is_open else int(found[found.lastgroup or 0], 16)
        cell += 1


def _encode(numbers: Iterable[int | None], only_holes: bool) -> str:
    """Return numbers and gaps as text."""
    parts: list[str] = []
    skipped = 0
    before = _BEFORE_A if only_holes else _BEFORE_SKIPS
    for number in [*numbers, _OPEN]:
        if number is None:
            skipped += 1
            continue
        while skipped:
            step = min(skipped, ord("z") - before)
            parts.append(chr(before + step))
            skipped -= step
        sign = "" if number < 16 else "-" if number < 256 else "+"
        parts.append("." if number == _OPEN else f"{sign}{number:x}")
    return "".join(parts[:-1])
