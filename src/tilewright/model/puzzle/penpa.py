"""Links to Penpa+, an editor for all sorts of puzzles.

``https://swaroopg92.github.io/penpa-edit/#m=edit&p=…`` contains lines of text, with abbreviations
for common words, compressed and in base 64. Line 0 begins with the shape of the cells, the columns
and the rows. Line 3 has what is drawn on the board, by layer. Line 5 has the cells of the board, as
differences of their numbers. Line 17 has the genres, often none.

Points have numbers from 0. The first are the cells of a board with two more rows and columns on
each side, row by row. The lower right corners of these cells follow, then the middles of their
lower sides, and then those of their right sides. A puzzle is more than its drawing: if a link does
not name the genre, the clues must fit only one genre.

References
----------
Penpa+, https://github.com/swaroopg92/penpa-edit, defines the encoding (``docs/js/class_p.js`` and
``docs/js/general.js``).
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from itertools import accumulate
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, quoted
from tilewright.model.puzzle.genres import (
    GENRES,
    TABLE,
    Genre,
    Texts,
    texts_to_write,
    unknown_genre,
)
from tilewright.model.puzzle.ids import LARGEST_AREA
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.rules.rule_types import ANY
from tilewright.model.space.lattice import Cell

_SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
#: The text in a link.
PARAMETER = re.compile(r"[?#&]p=([^&]*)")
#: The most characters of a link, and of the text in it.
_LONGEST, _LONGEST_TEXT = 1 << 16, 1 << 20
#: The most rows and columns of a board, and the rows and columns around it.
_LARGEST, _MARGIN = 100, 2
#: Abbreviations, in the order in which they are made.
_SHORT: dict[str, str] = TABLE["penpa"]["short"]
#: A drawing without anything, by layer, and what the tools of the editor are set to: solvers draw
#: lines between cells.
_BLANK, _MODE = TABLE["penpa"]["blank"], TABLE["penpa"]["mode"]
#: The layers that are read, and those of histories, which are never empty.
_READ = {"surface", "number", "symbol", "lineE", *filter(_BLANK.get, _BLANK)}
#: Shades of grey and black, which are cells outside of the board.
_DARK, _BLACK = (1, 3, 4, 8), 4
_PIXELS = 38
_VERSION = [3, 1, 4]


def read_penpa(packed: str) -> Puzzle:
    """Return the puzzle of the text in a link to Penpa+.

    Raises
    ------
    FormatError
        If the link is damaged, or its genre is not supported.
    """
    if len(packed) > _LONGEST:
        raise FormatError(f"a link must have at most {_LONGEST} characters")
    data = unquote(packed).strip().rstrip("=")
    try:
        raw = base64.b64decode(data + "=" * (-len(data) % 4), validate=True)
        text = zlib.decompressobj(-15).decompress(raw, _LONGEST_TEXT).decode()
        for word, short in reversed(_SHORT.items()):
            text = text.replace(short, word)
        return _read_lines(text.split("\n"))
    except FormatError:
        raise
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
        zlib.error,
    ):
        raise FormatError("the link to Penpa+ is damaged") from None


def _read_lines(lines: list[str]) -> Puzzle:
    """Return the puzzle that is drawn."""
    shape, columns, rows, *_ = lines[0].split(",")
    if shape not in ("square", "sudoku", "kakuro"):
        raise FormatError(f"only boards of squares are supported, got {quoted(shape)}")
    height, width = int(rows) + 2 * _MARGIN, int(columns) + 2 * _MARGIN
    if not 2 * _MARGIN < min(height, width) <= max(height, width) <= _LARGEST + 2 * _MARGIN:
        raise FormatError(f"a board of Penpa+ must have 1 to {_LARGEST} rows and columns")
    numbers = [*accumulate(json.loads(lines[5]))]
    cells = np.transpose(np.divmod(numbers, width))
    cells -= cells.min(axis=0)
    size = cells.max(axis=0) + 1
    if not (0 <= min(numbers) <= max(numbers) < height * width and size.prod() <= LARGEST_AREA):
        raise FormatError(f"the board must have 1 to {LARGEST_AREA} cells")
    layers = json.loads(lines[3])
    strange = [name for name, layer in layers.items() if layer and name not in _READ]
    if strange:
        raise FormatError(f"the drawing has parts that are not supported: {strange[0]}")
    #: The cells of the board, by their points.
    board: dict[int, Cell] = dict(zip(numbers, map(tuple, cells.tolist()), strict=True))
    for point, color in layers.get("surface", {}).items():
        if color in _DARK:
            board.pop(int(point), None)
    mask = np.zeros(size, dtype=bool)
    for cell in board.values():
        mask[cell] = True
    for line in layers.get("lineE", {}):
        one, other = sorted(int(point) - height * width for point in line.split(","))
        # The side of a cell goes from the lower right corner of its neighbor to its own.
        beyond = {1: width, width: 1}.get(other - one)
        if beyond is None or {other, other + beyond} <= board.keys():
            raise FormatError("lines between the cells of the board are not supported")
    texts = {}
    # Circles are clues without a number.
    for point, (_, name, *_) in layers.get("symbol", {}).items():
        if int(point) not in board or not name.startswith("circle"):
            raise FormatError(f"the drawing has parts that are not supported: {name}")
        texts[board[int(point)]] = ANY
    for point, (text, *_) in layers.get("number", {}).items():
        if int(point) not in board:
            raise FormatError("a clue is outside of the board")
        texts[board[int(point)]] = str(text).strip().upper() or ANY
    tags = [str(tag).lower() for tag in json.loads("".join(lines[17:18]) or "[]")]
    return _choose_genre(tags, mask, texts).puzzle(mask, texts)


def _choose_genre(tags: list[str], mask: NDArray[np.bool_], texts: Texts) -> Genre:
    """Return the genre that the tags name, or the only one that the clues fit."""
    named = [GENRES[tag] for tag in tags if tag in GENRES]
    fitting = named[:1] or [
        genre
        for genre in GENRES.values()
        if not tags and all(map(genre.knows, texts.values())) and genre.fits(mask, texts)
    ]
    if len(fitting) > 1:
        kinds = " and ".join(genre.kind for genre in fitting)
        raise FormatError(f"the clues fit {kinds}; choose a genre tag in Penpa+")
    if not fitting and tags:
        raise unknown_genre(tags[0], GENRES)
    if not fitting:
        raise FormatError(f"the clues fit no known genre. Supported: {', '.join(GENRES)}")
    return fitting[0]


def penpa_link(puzzle: Puzzle) -> str:
    """Return a link that opens a puzzle in Penpa+.

    Raises
    ------
    FormatError
        If the genre of the puzzle is not supported, or if the board is too large.

    Examples
    --------
    >>> from tilewright.model.puzzle import read_link
    >>> link = penpa_link(read_link("https://puzz.link/p?tetrominous/4/4/n3m"))
    >>> read_link(link).conditions
    ('apart', 'clues 2,0=S4')
    """
    genre, texts = texts_to_write(puzzle, "Penpa+", GENRES)
    rows, columns = puzzle.board.shape
    if max(rows, columns) > _LARGEST:
        raise FormatError(f"a board of Penpa+ must have 1 to {_LARGEST} rows and columns")
    # The number of each cell, row by row.
    points = np.arange((rows + 2 * _MARGIN) * (columns + 2 * _MARGIN)).reshape(
        rows + 2 * _MARGIN, -1
    )[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
    # The middle of the board is a cell, a corner, or the middle of a lower or a right side.
    family = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[rows % 2, columns % 2]
    middle = points[(rows - 1) // 2, (columns - 1) // 2]
    center = family * (rows + 2 * _MARGIN) * (columns + 2 * _MARGIN) + middle
    title = puzzle.title.replace(",", "%2C")
    header = [
        *("square", columns, rows, _PIXELS, 0, 1, 1),
        *((columns + 1) * _PIXELS, (rows + 1) * _PIXELS, center, center, 0, 0, 0, 0),
        *(f"Title: {title}", "Author: ", "", "", "OFF", "false"),
    ]
    drawing = {
        **_BLANK,
        "surface": {str(point): _BLACK for point in points[~puzzle.board.mask]},
        "number": {str(points[cell]): [text, 1, "1"] for cell, text in sorted(texts.items())},
    }
    parts = [
        *([0] * 4, _MODE, drawing, _BLANK, np.diff(points.ravel(), prepend=0).tolist()),
        *([], {}, "x", "x", _VERSION, _MODE, "x", 0, _BLANK, _BLANK, {}, [genre.kind]),
    ]
    lines = [json.dumps(part, separators=(",", ":")) for part in parts]
    text = "\n".join([",".join(map(str, header)), *lines, ""])
    for word, short in _SHORT.items():
        text = text.replace(word, short)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return _SITE + base64.b64encode(packed).decode()
