"""Files of PolySolver (.psv): a board, tiles, placed pieces, and solutions.

The first line is the title. The rest is words and numbers; ``#`` begins a comment, commas are blanks, and case does not
matter.

    [grid] "board" "(" coord {coord} ")" {"tile" ["flip" | "fixed"] [max [min]] "(" coord {coord} ")" ["(" r g b ")"]}
    ["place" sol] ["mode" word] {"solution" sol} ["notes" letters]

The first coordinate of the board is the far corner of a box; the others toggle cells. A solution lists ``number
(x,y|orientation)``: the number counts copies of tiles from 1, and x,y is the corner of the placed tile's box. The
orientation counts distinct images: quarter turns (x, y) -> (y, -x), then those of the mirror image (-x, y).

References
----------
J. Scherphuis, *PolyForm Puzzle Solver*, https://www.jaapsch.net/puzzles/polysolver.htm. The meaning of orientations was
inferred from solutions that the program wrote.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import IO, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, RequestError, quoted
from tilewright.exchange.format import LARGEST_BOX, Entry, Format, decoded
from tilewright.exchange.puzzles.shapes import (
    board_of,
    make_piece,
    make_problem,
    most_copies,
    placements_of,
    tiling_of,
    turn_of,
)
from tilewright.lattices.lattice import Cell, Turn
from tilewright.lattices.polyomino import Polyomino
from tilewright.problem import Problem
from tilewright.tiling import Tiling

_TOKEN = re.compile(r"(#.*)|([\x00-\x20,]+)|([-A-Za-z0-9^_'.\\/]+|.)")
_TURNS: dict[str, Turn] = {"flip": "free", "": "one-sided", "fixed": "fixed"}
_WORDS = {turn: word for word, turn in _TURNS.items()}
#: Most digits of a number.
_DIGITS = 6
_COPIES = 1 << 16


class _Tokens:
    """The words of a file with their lines and columns."""

    def __init__(self, text: str, where: str) -> None:
        self.text, self.where = text, where
        self.found = self._all()
        self.place = (1, 1)
        self.word = self._next()

    def _all(self) -> Iterator[tuple[str, int, int]]:
        for number, line in enumerate(self.text.split("\n"), start=1):
            if number == 1:
                continue
            for match in _TOKEN.finditer(line):
                if match.lastindex == 3:
                    yield match[0].lower(), number, match.start() + 1

    def _next(self) -> str:
        word, *place = next(self.found, ("", 0, 0))
        if word:
            self.place = (place[0], place[1])
        return word

    def fail(self, message: str) -> NoReturn:
        raise FormatError(message, where=f"{self.where}, line {self.place[0]}, column {self.place[1]}")

    def take(self, expected: str = "") -> str:
        """Return the current word and move on."""
        word = self.word
        if expected and word != expected:
            self.fail(f"expected '{expected}', got {quoted(word) if word else 'the end of the file'}")
        self.word = self._next()
        return word

    def number(self) -> int:
        """Return the current number and move on."""
        if not re.fullmatch(r"-?\d+", self.word, re.ASCII):
            self.fail(f"expected an integer, got {quoted(self.word) if self.word else 'the end of the file'}")
        if len(self.word) > _DIGITS:
            self.fail(f"numbers must have at most {_DIGITS} digits, got {quoted(self.word)}")
        return int(self.take())


def _coord(tokens: _Tokens) -> Cell:
    """Read ``(x,y)`` as row and column."""
    tokens.take("(")
    x, y = tokens.number(), tokens.number()
    if tokens.word != ")":
        if tokens.word != "0":
            tokens.fail("boards with several layers are not supported in this format")
        tokens.number()
    tokens.take(")")
    return y, x


def _coords(tokens: _Tokens) -> list[Cell]:
    cells = []
    while tokens.word == "(":
        cells.append(_coord(tokens))
    return cells


def _read_board(tokens: _Tokens) -> NDArray[np.int64]:
    """Return the cells (row, column) of a rectangle, with some cells removed or added."""
    tokens.take("(")
    (height, width), *toggled = _coords(tokens) or [(-1, -1)]
    tokens.take(")")
    if height < 0 or width < 0 or (height + 1) * (width + 1) > LARGEST_BOX:
        tokens.fail(f"a board must have 1 to {LARGEST_BOX} cells, got {width + 1}x{height + 1}")
    mask = np.ones((height + 1, width + 1), dtype=bool)
    outside = []
    for cell, times in Counter(toggled).items():
        if times % 2 and 0 <= cell[0] <= height and 0 <= cell[1] <= width:
            mask[cell] = False
        elif times % 2:
            outside.append(cell)
    cells = np.concatenate([np.argwhere(mask), np.array(outside, dtype=np.int64).reshape(-1, 2)])
    if not len(cells):
        tokens.fail("the board has no cells")
    return cells


def _read_tile(tokens: _Tokens) -> tuple[list[Cell], Turn, int, int]:
    turn = _TURNS[tokens.take() if tokens.word in ("flip", "fixed") else ""]
    most, least = 1, 0
    if tokens.word != "(":
        most = tokens.number()
        if tokens.word != "(":
            least = tokens.number()
    if not 0 <= least <= most <= _COPIES:
        tokens.fail(f"copies must be 0 <= least <= most <= {_COPIES}, got {least} and {most}")
    tokens.take("(")
    cells = _coords(tokens)
    if tokens.word == "+":
        tokens.fail("tiles of several shapes, joined by '+', are not supported")
    tokens.take(")")
    if not cells or len(set(cells)) < len(cells):
        tokens.fail("a tile must have at least one cell, and no cell twice")
    if tokens.word == "(":
        tokens.take("(")
        for _ in range(3):
            tokens.number()
        tokens.take(")")
    return cells, turn, least, most


def _images(cells: list[Cell], turn: Turn) -> list[list[Cell]]:
    """Return the distinct images in PolySolver's order, each with its box at 0,0."""
    found: list[list[Cell]] = []
    for mirrored in (False, True) if turn == "free" else (False,):
        image = [(y, -x) for y, x in cells] if mirrored else list(cells)
        for _ in range(1 if turn == "fixed" else 4):
            top, left = min(y for y, _ in image), min(x for _, x in image)
            own: list[Cell] = sorted((y - top, x - left) for y, x in image)
            if own not in found:
                found.append(own)
            image = [(-x, y) for y, x in image]
    return found


def _read_solution(tokens: _Tokens, images: list[list[list[Cell]]]) -> list[list[Cell]]:
    """Return the cells of each placed tile."""
    tokens.take("(")
    found: list[list[Cell]] = []
    while tokens.word != ")":
        number = tokens.number()
        if not 1 <= number <= len(images):
            tokens.fail(f"tile numbers must be 1 to {len(images)}, got {number}")
        tokens.take("(")
        x, y = tokens.number(), tokens.number()
        turn = 0
        if tokens.word == "|":
            tokens.take()
            turn = tokens.number()
        tokens.take(")")
        if not 0 <= turn < len(images[number - 1]):
            tokens.fail(
                f"orientations of tile {number} must be 0 to {len(images[number - 1]) - 1}, got {turn}"
            )
        found.append([(y + row, x + column) for row, column in images[number - 1][turn]])
    tokens.take(")")
    return found


def _read(stream: IO[bytes], where: str) -> list[Entry]:
    text = decoded(stream, where, "a file of PolySolver").replace("\r\n", "\n")
    tokens = _Tokens(text, where)
    if tokens.word not in ("board", "tile"):
        if not tokens.word:
            tokens.fail("there is nothing after the title in the first line")
        if tokens.word != "square":
            tokens.fail(f"the grid must be 'Square', got {quoted(tokens.word)}")
        tokens.take()
    board: NDArray[np.int64] = np.zeros((0, 2), dtype=np.int64)
    tiles: list[tuple[list[Cell], Turn, int, int]] = []
    while tokens.word in ("board", "tile"):
        if tokens.take() == "tile":
            tiles.append(_read_tile(tokens))
        else:
            board = _read_board(tokens)
    if not len(board):
        tokens.fail("the board is missing")
    if not tiles:
        tokens.fail("the tiles are missing")
    pieces = [make_piece(cells, turn=turn, least=least, most=most) for cells, turn, least, most in tiles]
    copies = sum(most for _, _, _, most in tiles)
    if copies > _COPIES:
        tokens.fail(f"the tiles must have at most {_COPIES} copies in total, got {copies}")
    images = [image for (cells, turn, _, most) in tiles for image in [_images(cells, turn)] * most]
    top, left = board.min(axis=0).tolist()
    place = (
        _moved(_read_solution(tokens, images), top, left) if tokens.word == "place" and tokens.take() else []
    )
    mode = "fillall"
    if tokens.word == "mode":
        tokens.take()
        if tokens.word not in ("fillall", "useall"):
            tokens.fail(f"the mode must be FillAll or UseAll, got {quoted(tokens.word)}")
        mode = tokens.take()
    if mode == "useall":
        pieces = [replace(piece, least=piece.most or 0) for piece in pieces]
    try:
        bare = make_problem(board_of(board), pieces, empty=len(board) if mode == "useall" else None)
        problem = _placed(bare, place)
        tilings: list[Tiling] = []
        while tokens.word == "solution":
            tokens.take()
            cells = _moved(_read_solution(tokens, images), top, left)
            tilings.append(tiling_of(problem, cells, f"solution {len(tilings) + 1}"))
    except RequestError as error:
        raise FormatError(error.message, where=error.where if where in str(error.where) else where) from None
    notes = _unpacked(tokens.take()) if tokens.word == "notes" and tokens.take() else ""
    if tokens.word:
        tokens.fail(f"unexpected {quoted(tokens.word)}")
    name = text.partition("\n")[0].strip()
    return [Entry(problem=problem, tilings=tuple(tilings), name=name, notes=notes)]


def _placed(problem: Problem, place: list[list[Cell]]) -> Problem:
    """Return the problem with pieces placed on these cells."""
    if not place:
        return problem
    owners = {shape: piece.name for piece in problem.pieces for shape, _ in piece.orientations(problem.turn)}
    placed = []
    for cells in place:
        name = owners.get(Polyomino(tuple(map(tuple, cells))))
        if name is None:
            raise FormatError("a placed shape is not one of the tiles")
        placed.append((name, cells))
    return Problem(
        problem.board,
        *problem.pieces,
        turn=problem.turn,
        placed=placed,
        empty=(problem.empty_least, problem.empty_most),
    )


def _moved(placements: list[list[Cell]], top: int, left: int) -> list[list[Cell]]:
    return [[(row - top, column - left) for row, column in cells] for cells in placements]


def _unpacked(word: str) -> str:
    """Return the notes. Two letters encode a character, each a half byte plus one."""
    halves = [(ord(letter) - 1) & 15 for letter in word]
    return "".join(chr(16 * high + low) for high, low in zip(halves[::2], halves[1::2], strict=False))


def _packed(notes: str) -> str:
    data = notes.encode("latin-1", "replace")
    return "".join(chr(97 + half) for byte in data for half in (byte >> 4, byte & 15))


def _write(entries: list[Entry], options: Mapping[str, Any]) -> str:
    entry = entries[0]
    problem = entry.problem
    assert problem is not None
    rows, columns = problem.board.shape
    lines = [" ".join(entry.name.split()) or f"{problem.board}", "Square"]
    holes = "".join(
        f"({column},{row})"
        for row in range(rows)
        for column in range(columns)
        if not problem.board.mask[row, column]
    )
    lines.append(f"Board (({columns - 1},{rows - 1}){holes})")
    copies: list[int] = []
    for piece in problem.pieces:
        copies.append(most_copies(piece, problem))
        turn = _WORDS[turn_of(piece, problem)]
        cells = "".join(f"({column},{row})" for row, column in piece.polyomino.cells)
        lines.append(f"tile {turn} {copies[-1]} {piece.least} ({cells})".replace("  ", " "))
    if problem.placed:
        words = [(problem.piece_index(each.piece) or 0, list(each.cells)) for each in problem.placed]
        lines.append(f"place ({_solution(problem, copies, words)})")
    lines.append(f"mode {'UseAll' if _uses_all(problem) else 'FillAll'}")
    for tiling in entry.tilings:
        lines.append(f"solution ({_solution(problem, copies, placements_of(problem, tiling))})")
    if entry.notes:
        lines.append(f"notes {_packed(entry.notes)}")
    return "\n".join(lines) + "\n"


def _solution(problem: Problem, copies: list[int], placements: list[tuple[int, list[Cell]]]) -> str:
    free = [1 + sum(copies[:index]) for index in range(len(copies))]
    words = []
    for owner, cells in placements:
        piece = problem.pieces[owner]
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        image: list[Cell] = sorted((row - top, column - left) for row, column in cells)
        turn = _images(list(piece.polyomino.cells), turn_of(piece, problem)).index(image)
        words.append(f"{free[owner]} ({left},{top}|{turn})")
        free[owner] += 1
    return ", ".join(words)


def _uses_all(problem: Problem) -> bool:
    """Return True for PolySolver's UseAll: fixed numbers of copies, and any cell may stay empty."""
    left = problem.board.area - sum(piece.least * len(piece.polyomino) for piece in problem.pieces)
    return bool(
        problem.empty_most > 0
        and problem.optional[problem.board.mask].all()
        and problem.empty_least <= left <= problem.empty_most
        and all(piece.least == piece.most for piece in problem.pieces)
    )


def _says(problem: Problem) -> frozenset[str]:
    plain = frozenset({"turn", "turns", "ranges", "placed", "name", "notes"})
    return plain | {"optional", "empties"} if _uses_all(problem) else plain


def _is_polysolver(text: str) -> bool:
    tokens = re.sub(r"#.*", "", text.partition("\n")[2]).lower()
    return bool(re.match(r"\s*([a-z]+\s+)?board\s*\(\s*\(", tokens))


POLYSOLVER = Format(
    name="psv",
    title="a puzzle of PolySolver",
    endings=(".psv",),
    holds=("problem", "tilings"),
    says=_says,
    recognizes=_is_polysolver,
    read=_read,
    write=_write,
)
