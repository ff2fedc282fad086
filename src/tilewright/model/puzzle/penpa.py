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
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from itertools import accumulate, pairwise
from typing import Any
from urllib.parse import unquote

import numpy as np

from tilewright.errors import FormatError, quoted
from tilewright.model.puzzle.genres import (
    GENRES,
    Genre,
    clues_to_write,
    genre_named,
)
from tilewright.model.puzzle.ids import LARGEST_AREA
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.space.lattice import Cell

_SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_PARAMETER = re.compile(r"[?#&]p=([^&]*)")
#: The most characters of a link, and of the text in it.
_LONGEST, _LONGEST_TEXT = 1 << 16, 1 << 20
#: The most rows and columns of a board, and the rows and columns around it.
_LARGEST, _MARGIN = 100, 2
#: Abbreviations, in the order in which they are made.
_SHORT = {
    "z": "zZ",
    **{
        f'"{word}"': f"z{letter}"
        for word, letter in {
            "qa": "9",
            "pu_q": "Q",
            "pu_a": "A",
            "grid": "G",
            "edit_mode": "M",
            "surface": "S",
            "line": "L",
            "lineE": "E",
            "wall": "W",
            "cage": "C",
            "number": "N",
            "symbol": "Y",
            "special": "P",
            "board": "B",
            "command_redo": "R",
            "command_undo": "U",
            "command_replay": "8",
            "numberS": "1",
            "freeline": "F",
            "freelineE": "2",
            "thermo": "T",
            "arrows": "3",
            "direction": "D",
            "squareframe": "0",
            "polygon": "5",
            "deletelineE": "4",
            "killercages": "6",
            "nobulbthermo": "7",
            "__a": "_",
        }.items()
    },
    "null": "zO",
}
#: The layers of a drawing that are dictionaries, and those that are lists.
_BY_POINT = (
    *("surface", "number", "numberS", "symbol", "freeline", "freelineE"),
    *("line", "lineE", "wall", "cage", "deletelineE"),
)
_LISTED = (
    *("thermo", "arrows", "direction", "squareframe", "polygon"),
    *("killercages", "nobulbthermo"),
)
_HISTORY = ("command_redo", "command_undo", "command_replay")
#: The layers that are read.
_READ = {"surface", "number", "symbol", "lineE", *_HISTORY}
#: Shades of grey and black, which are cells outside of the board.
_DARK, _BLACK = (1, 3, 4, 8), 4
_PIXELS = 38
_VERSION = [3, 1, 4]
#: What the tools of the editor are set to: solvers draw lines between cells.
_TOOLS = {
    "surface": ["", 1],
    "line": ["1", 3],
    "lineE": ["1", 3],
    "wall": ["", 3],
    "cage": ["1", 10],
    "number": ["1", 1],
    "symbol": ["circle_L", 1],
    "special": ["thermo", ""],
    "board": ["", ""],
    "move": ["1", ""],
    "combi": ["edgesub", ""],
    "sudoku": ["1", 1],
}
_MODE = {
    "qa": "pu_a",
    "grid": ["1", "2", "1"],
    "pu_q": {"edit_mode": "number", **_TOOLS},
    "pu_a": {"edit_mode": "lineE", **_TOOLS},
}


def is_penpa(link: str) -> bool:
    """Return True if an address is a link to Penpa+."""
    return _PARAMETER.search(link) is not None


def read_penpa(link: str) -> Puzzle:
    """Return the puzzle of a link to Penpa+.

    Raises
    ------
    FormatError
        If the link is damaged, or its genre is not supported.
    """
    if len(link) > _LONGEST:
        raise FormatError(f"a link must have at most {_LONGEST} characters")
    found = _PARAMETER.search(link)
    assert found is not None
    lines = _unpack(found[1])
    try:
        drawing = _Drawing(lines)
        tags = json.loads("".join(lines[17:18]) or "[]")
        genre = drawing.genre([str(tag).lower() for tag in tags])
        return genre.puzzle(drawing.mask, genre.read(drawing.texts))
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError("the link to Penpa+ is damaged") from None


def _unpack(packed: str) -> list[str]:
    """Return the lines of text in a link."""
    data = unquote(packed).strip().rstrip("=")
    try:
        raw = base64.b64decode(data + "=" * (-len(data) % 4), validate=True)
        text = zlib.decompressobj(-15).decompress(raw, _LONGEST_TEXT).decode()
    except (binascii.Error, ValueError, zlib.error):
        raise FormatError("the link to Penpa+ is damaged") from None
    for word, short in reversed(_SHORT.items()):
        text = text.replace(short, word)
    return text.split("\n")


class _Drawing:
    """What a link to Penpa+ draws."""

    def __init__(self, lines: list[str]) -> None:
        shape, columns, rows, *_ = lines[0].split(",")
        if shape not in ("square", "sudoku", "kakuro"):
            raise FormatError(f"only boards of squares are supported, got {quoted(shape)}")
        sides = int(rows) + 2 * _MARGIN, int(columns) + 2 * _MARGIN
        if max(sides) > _LARGEST + 2 * _MARGIN or min(sides) <= 2 * _MARGIN:
            raise FormatError(f"a board of Penpa+ must have 1 to {_LARGEST} rows and columns")
        self.width, self.points = sides[1], sides[0] * sides[1]
        layers = json.loads(lines[3])
        cells = [divmod(number, self.width) for number in accumulate(json.loads(lines[5]))]
        self.top, self.left = (min(axis) for axis in zip(*cells, strict=True))
        bottom, right = (max(axis) for axis in zip(*cells, strict=True))
        size = bottom - self.top + 1, right - self.left + 1
        if not (bottom < sides[0] and self.top >= 0 and size[0] * size[1] <= LARGEST_AREA):
            raise FormatError(f"the board must have 1 to {LARGEST_AREA} cells")
        self.mask = np.zeros(size, dtype=bool)
        for row, column in cells:
            self.mask[row - self.top, column - self.left] = True
        strange = [name for name, layer in layers.items() if layer and name not in _READ]
        if strange:
            raise FormatError(f"the drawing has parts that are not supported: {strange[0]}")
        for number, color in layers.get("surface", {}).items():
            cell = self._cell(int(number))
            if color in _DARK and cell:
                self.mask[cell] = False
        self._check_lines(layers.get("lineE", {}))
        self.texts = self._circles(layers.get("symbol", {}))
        for number, (text, *_) in layers.get("number", {}).items():
            cell = self._cell(int(number))
            if cell is None or not self.mask[cell]:
                raise FormatError("a clue is outside of the board")
            self.texts[cell] = str(text).strip()

    def _cell(self, point: int) -> Cell | None:
        """Return the cell in the middle of which a point is, if it is on the board."""
        row, column = divmod(point, self.width)
        cell = row - self.top, column - self.left
        inside = all(0 <= at < side for at, side in zip(cell, self.mask.shape, strict=True))
        return cell if inside and point < self.points else None

    def _circles(self, symbols: Mapping[str, Any]) -> dict[Cell, str]:
        """Return the cells with a circle, which are clues without a number."""
        cells = {}
        for number, (_, name, *_) in symbols.items():
            cell = self._cell(int(number))
            if cell is None or not self.mask[cell] or not name.startswith("circle"):
                raise FormatError(f"the drawing has parts that are not supported: {name}")
            cells[cell] = ""
        return cells

    def _check_lines(self, lines: Mapping[str, Any]) -> None:
        """Raise an error if lines divide the board."""
        for word in lines:
            one, *other = sorted(int(point) - self.points for point in word.split(","))
            # The side of a cell goes from the lower right corner of its neighbor to its own.
            step = other[0] - one if other else 0
            beyond = {1: self.width, self.width: 1}.get(step)
            sides = [other[0], other[0] + beyond] if other and beyond else []
            cells = [self._cell(point) for point in sides]
            if not cells or all(cell is not None and self.mask[cell] for cell in cells):
                raise FormatError("lines between the cells of the board are not supported")

    def genre(self, tags: list[str]) -> Genre:
        """Return the genre that the tags name, or the only one that the clues fit."""
        named = [genre for tag in tags if (genre := genre_named(tag))]
        fitting = named[:1] if tags else [genre for genre in GENRES if self._fits(genre)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            kinds = " and ".join(genre.kind for genre in fitting)
            raise FormatError(f"the clues fit {kinds}; choose a genre tag in Penpa+")
        known = ", ".join(genre.kind for genre in GENRES)
        tagged = f"unknown genre {quoted(tags[0])}" if tags else "the clues fit no known genre"
        raise FormatError(f"{tagged}. Supported: {known}")

    def _fits(self, genre: Genre) -> bool:
        known = all(genre.clue(text) is not None for text in self.texts.values())
        return known and genre.fits(self.mask, genre.read(self.texts))


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
    genre, clues = clues_to_write(puzzle, "Penpa+", GENRES)
    rows, columns = puzzle.board.shape
    if max(rows, columns) > _LARGEST:
        raise FormatError(f"a board of Penpa+ must have 1 to {_LARGEST} rows and columns")
    width = columns + 2 * _MARGIN

    def point(cell: Cell) -> int:
        return (cell[0] + _MARGIN) * width + cell[1] + _MARGIN

    places = [point(cell) for cell in np.ndindex(rows, columns)]
    drawing = {**_blank(), "surface": {}, "number": {}}
    for cell in np.ndindex(rows, columns):
        if not puzzle.board.mask[cell]:
            drawing["surface"][str(point(cell))] = _BLACK
        elif cell in clues:
            drawing["number"][str(point(cell))] = [genre.text(clues[cell]), 1, "1"]
    # The middle of the board is a cell, a corner, or the middle of a lower or a right side.
    middle = point(((rows - 1) // 2, (columns - 1) // 2))
    family = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[rows % 2, columns % 2]
    center = family * (rows + 2 * _MARGIN) * width + middle
    title = puzzle.title.replace(",", "%2C")
    header = [
        *("square", columns, rows, _PIXELS, 0, 1, 1),
        *((columns + 1) * _PIXELS, (rows + 1) * _PIXELS, center, center, 0, 0, 0, 0),
        *(f"Title: {title}", "Author: ", "", "", "OFF", "false"),
    ]
    differences = [places[0], *(after - before for before, after in pairwise(places))]
    parts = [
        *([0] * 4, _MODE, drawing, _blank(), differences, [], {}, "x", "x", _VERSION, _MODE),
        *("x", 0, _blank(), _blank(), {}, [genre.kind]),
    ]
    lines = [json.dumps(part, separators=(",", ":")) for part in parts]
    text = "\n".join([",".join(map(str, header)), *lines, ""])
    for word, short in _SHORT.items():
        text = text.replace(word, short)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return _SITE + base64.b64encode(packed).decode()


def _blank() -> dict[str, Any]:
    """Return a drawing without anything."""
    return {
        **{name: {"__a": []} for name in _HISTORY},
        **{name: {} for name in _BY_POINT},
        **{name: [] for name in _LISTED},
    }
