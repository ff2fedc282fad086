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
from collections.abc import Iterator

import numpy as np

from tilewright.errors import FormatError, RequestError, quoted
from tilewright.model.puzzle.genres import GENRES, Texts, texts_to_write, unknown_genre
from tilewright.model.puzzle.ids import LARGEST_AREA, LONGEST
from tilewright.model.puzzle.penpa import PARAMETER, read_penpa
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.rules.rule_types import ANY

_SITE = "https://puzz.link/p?"
_ADDRESS = re.compile(r"\s*https?://\S+\s*", re.ASCII)
#: The genre, which older addresses name in other ways, a flag of a variant, the columns, the rows
#: and the clues.
_PARTS = re.compile(
    r"[^?]*\?(?P<name>[^/]*?)(?:01)?(?:_edit)?(?P<flag>/[a-z]+:)?"
    r"/(?P<columns>[0-9]{1,4})/(?P<rows>[0-9]{1,4})/(?P<clues>[^/]*)",
    re.ASCII,
)
#: The letter before the first one that skips cells, and what else there is, with clues and without.
_CODES = {
    False: ("f", re.compile(r"([g-z])|\.|[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}", re.ASCII)),
    True: ("`", re.compile(r"([a-z])|7", re.ASCII)),
}
#: The sign before a number, by its number of digits.
_SIGNS = ("", "", "-", "+", "+")
#: The genres of puzz.link.
_GENRES = {name: genre for name, genre in GENRES.items() if name != "dominosa"}


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
    packed = PARAMETER.search(link)
    try:
        return read_penpa(packed[1]) if packed else _read_puzzlink(link)
    except RequestError as error:
        raise FormatError(error.message, where=quoted(link)[1:-1]) from None


def _read_puzzlink(link: str) -> Puzzle:
    if len(link) > LONGEST:
        raise FormatError(f"a link must have at most {LONGEST} characters")
    parts = _PARTS.match(link.strip())
    if parts is None:
        raise FormatError(f"expected a genre, columns, rows and clues, as in {_SITE}shikaku/6/6/…")
    genre = _GENRES.get(parts["name"])
    if genre is None:
        raise unknown_genre(parts["name"], _GENRES)
    if parts["flag"]:
        raise FormatError(f"variants are not supported, got {quoted(parts['flag'][1:])}")
    columns, rows = int(parts["columns"]), int(parts["rows"])
    if not 1 <= rows * columns <= LARGEST_AREA:
        raise FormatError(f"the board must have 1 to {LARGEST_AREA} cells, got {columns} x {rows}")
    mask = np.ones((rows, columns), dtype=bool)
    letters: dict[int | str, str] = dict(enumerate(genre.letters))
    texts: Texts = {}
    for place, word in _decode(parts["clues"], rows * columns, genre.only_holes):
        cell = divmod(place, columns)
        number = ANY if word == "." else int(word, 16)
        if number == genre.hole:
            mask[cell] = False
        else:
            texts[cell] = letters.get(number, str(number))
    return genre.puzzle(mask, texts)


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
    genre, texts = texts_to_write(puzzle, "puzz.link", _GENRES)
    board = puzzle.board
    codes = {" ": " ", ANY: "."} | {each: f"{i:x}" for i, each in enumerate(genre.letters)}

    def code(cell: tuple[int, ...]) -> str:
        text = texts.get(cell, " ") if board.mask[cell] else str(genre.hole)
        digits = codes.get(text) or f"{int(text):x}"
        return _SIGNS[len(digits)] + digits

    rows, columns = board.shape
    before = ord(_CODES[genre.only_holes][0])
    clues = re.sub(
        f" {{1,{ord('z') - before}}}",
        lambda gap: chr(before + len(gap[0])),
        "".join(map(code, np.ndindex(rows, columns))),
    )
    return f"{_SITE}{genre.kind}/{columns}/{rows}/{clues}"


def _decode(text: str, cells: int, only_holes: bool) -> Iterator[tuple[int, str]]:
    """Yield the cells with a clue, and what it is without its sign."""
    cell = position = 0
    before, code = _CODES[only_holes]
    while position < len(text):
        found = code.match(text, position)
        if found is None:
            raise FormatError(f"unexpected {quoted(text[position])} in the clues")
        position = found.end()
        if found[1]:
            cell += ord(found[1]) - ord(before)
            continue
        if cell >= cells:
            raise FormatError(
                f"the clues continue after the {cells} cells of the board; walls are not supported"
            )
        yield cell, found[0].lstrip("+-")
        cell += 1
