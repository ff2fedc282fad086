"""Files of PolySolver (.psv): a board, tiles, placed pieces, and solutions.

The first line is the title. The rest is words and numbers; ``#`` begins a comment, commas are
blanks, and case does not matter.

    [grid] "board" "(" coord {coord} ")" {"tile" ["flip" | "fixed"] [max [min]] "(" shape {"+"
    shape} ")" ["(" r g b ")"]} ["place" sol] ["mode" word] {"solution" sol} ["notes" letters]

A shape is a list of coordinates ``(x,y)``, ``(x,y,z)`` of cubes, or ``(x,y:kind)`` of triangles.
The first coordinate of the board is the far corner of a box; the others toggle cells. A solution
lists ``number (x,y|orientation)``: the number counts copies of tiles from 1, and x,y is the corner
of the placed tile's box. The orientation counts distinct images of the tile's shapes: the
rotations, then those of the mirror image (see `grids`).

References
----------
J. Scherphuis, *PolyForm Puzzle Solver*, https://www.jaapsch.net/puzzles/polysolver.htm. The meaning
of orientations was inferred from solutions that the program wrote.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, quoted
from tilewright.formats.format import LARGEST_BOX, Entry, Format, problem_writer, text_reader
from tilewright.formats.puzzles.grids import GRIDS, Point, PointGrid, grid_of
from tilewright.formats.puzzles.shapes import (
    board_of,
    most_copies,
    moved,
    name_placed,
    placed_pieces,
    placements_of,
    tiling_of,
    turn_of,
)
from tilewright.formats.puzzles.tiles import Tile, tile_problem
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Cell, Turn, cell_word
from tilewright.model.tiling import Tiling

_TOKEN = re.compile(r"(#.*)|([\x00-\x20,]+)|([-A-Za-z0-9^_'.\\/]+|.)")
_TURNS: dict[str, Turn] = {"flip": "free", "": "one-sided", "fixed": "fixed"}
_WORDS = {turn: word for word, turn in _TURNS.items()}
#: Most digits of a number.
_DIGITS = 6
_COPIES = 1 << 16


class _Tokens:
    """The words of a file with their lines and columns."""

    def __init__(self, text: str) -> None:
        self.found = (
            (match[0].lower(), f"line {number}, column {match.start() + 1}")
            for number, line in enumerate(text.split("\n"), start=1)
            for match in _TOKEN.finditer(line)
            if number > 1 and match.lastindex == 3
        )
        self.place = "line 1, column 1"
        self._next()

    def _next(self) -> None:
        self.word, place = next(self.found, ("", ""))
        self.place = place or self.place

    def fail(self, message: str) -> NoReturn:
        raise FormatError(message, where=self.place)

    def expect(self, what: str) -> NoReturn:
        """Raise an error that something else was expected than the current word."""
        self.fail(
            f"expected {what}, got {quoted(self.word) if self.word else 'the end of the file'}"
        )

    def take(self, expected: str = "") -> str:
        """Return the current word and move on."""
        word = self.word
        if expected and word != expected:
            self.expect(f"'{expected}'")
        self._next()
        return word

    def skip(self, word: str) -> bool:
        """Move on if this is the current word; return whether it is."""
        return self.word == word and bool(self.take())

    def number(self) -> int:
        """Return the current number and move on."""
        if not re.fullmatch(r"-?\d+", self.word, re.ASCII):
            self.expect("an integer")
        if len(self.word) > _DIGITS:
            self.fail(f"numbers must have at most {_DIGITS} digits, got {quoted(self.word)}")
        return int(self.take())


def _read_point(tokens: _Tokens, grid: PointGrid) -> Point:
    """Read coordinates, up to the orientation or the end."""
    x, y = tokens.number(), tokens.number()
    z = kind = 0
    if tokens.word not in (":", "|", ")"):
        if grid.dimension < 3 and tokens.word != "0":
            tokens.fail(
                f"a board of {grid.name}s has only one layer, so the third coordinate must be 0"
            )
        z = tokens.number()
    if tokens.skip(":"):
        if not tokens.word.isdigit() or int(tokens.word[:3]) >= grid.kinds:
            tokens.fail(
                f"the kind of a cell must be 0 to {grid.kinds - 1}, got {quoted(tokens.word)}"
            )
        kind = tokens.number()
    return (kind, x, y, z)[: grid.dimension + 1]


def _coords(tokens: _Tokens, grid: PointGrid) -> list[Point]:
    """Read any number of ``(x,y)``, ``(x,y,z)`` or ``(x,y:kind)``."""
    points = []
    while tokens.skip("("):
        points.append(_read_point(tokens, grid))
        tokens.take(")")
    return points


def _read_board(tokens: _Tokens, grid: PointGrid) -> NDArray[np.int64]:
    """Return the points of a box, with some removed or added."""
    tokens.take("(")
    corner, *toggled = _coords(tokens, grid) or [(-1,) * (grid.dimension + 1)]
    tokens.take(")")
    sizes = [far + 1 for far in corner[1:]]
    if min(sizes) < 1 or math.prod(sizes) > LARGEST_BOX:
        tokens.fail(f"a board must have 1 to {LARGEST_BOX} cells, got {'x'.join(map(str, sizes))}")
    points = grid.board(corner, toggled)
    if not len(points):
        tokens.fail("the board contains no cells")
    return points


def _read_tile(tokens: _Tokens, grid: PointGrid) -> tuple[Tile, list[list[Point]]]:
    """Return a tile, and the images of all its shapes, each once."""
    turn = _TURNS[tokens.take() if tokens.word in ("flip", "fixed") else ""]
    most, least = 1, 0
    if tokens.word != "(":
        most = tokens.number()
        if tokens.word != "(":
            least = tokens.number()
    if not 0 <= least <= most <= _COPIES:
        tokens.fail(f"copies must satisfy 0 <= least <= most <= {_COPIES}, got {least} and {most}")
    tokens.take("(")
    morphs = [_coords(tokens, grid)]
    while tokens.skip("+"):
        morphs.append(_coords(tokens, grid))
    tokens.take(")")
    for points in morphs:
        if not points or len(set(points)) < len(points):
            tokens.fail("a tile must have at least one cell, without duplicates")
    if tokens.skip("("):
        for _ in range(3):
            tokens.number()
        tokens.take(")")
    images: list[list[Point]] = []
    for image in (image for points in morphs for image in grid.images(points, turn)):
        if image not in images:
            images.append(image)
    cells = tuple(tuple(map(grid.cell, points)) for points in morphs)
    return Tile(cells, turn, least, most), images


def _read_solution(
    tokens: _Tokens, images: list[list[list[Point]]], grid: PointGrid
) -> list[list[Cell]]:
    """Return the cells of each placed tile."""
    tokens.take("(")
    placements: list[list[Cell]] = []
    while not tokens.skip(")"):
        number = tokens.number()
        if not 1 <= number <= len(images):
            tokens.fail(f"tile numbers must be 1 to {len(images)}, got {number}")
        tokens.take("(")
        _, *corner = _read_point(tokens, grid)
        turn = tokens.number() if tokens.skip("|") else 0
        tokens.take(")")
        if not 0 <= turn < len(images[number - 1]):
            tokens.fail(
                f"orientations of tile {number} must be 0 to {len(images[number - 1]) - 1}, got "
                f"{turn}"
            )
        points = (
            (kind, *(x + low for x, low in zip(coordinates, corner, strict=True)))
            for kind, *coordinates in images[number - 1][turn]
        )
        placements.append([grid.cell(point) for point in points])
    return placements


def _read_grid(tokens: _Tokens) -> PointGrid:
    if tokens.word in ("board", "tile"):
        return GRIDS["square"]
    if not tokens.word:
        tokens.fail("the first line ends too early: after the title, the grid is missing")
    if tokens.word not in GRIDS:
        known = ", ".join(name.title() for name in GRIDS)
        tokens.fail(f"the grid must be one of {known}, got {quoted(tokens.word)}")
    return GRIDS[tokens.take()]


def _read(text: str) -> list[Entry]:
    tokens = _Tokens(text.replace("\r\n", "\n"))
    grid = _read_grid(tokens)
    board: NDArray[np.int64] | None = None
    read: list[tuple[Tile, list[list[Point]]]] = []
    while tokens.word in ("board", "tile"):
        if tokens.take() == "board":
            board = _read_board(tokens, grid)
        else:
            read.append(_read_tile(tokens, grid))
    if board is None:
        tokens.fail("the board is missing")
    if not read:
        tokens.fail("the tiles are missing")
    tiles = [tile for tile, _ in read]
    copies = sum(tile.most for tile in tiles)
    if copies > _COPIES:
        tokens.fail(f"the tiles must have at most {_COPIES} copies in total, got {copies}")
    images = [images_of_tile for tile, images_of_tile in read for _ in range(tile.most)]
    place = _read_solution(tokens, images, grid) if tokens.skip("place") else []
    mode = "fillall"
    if tokens.skip("mode"):
        if tokens.word not in ("fillall", "useall"):
            tokens.fail(f"the mode must be FillAll or UseAll, got {quoted(tokens.word)}")
        mode = tokens.take()
    field, corner = board_of(grid.cells(board), grid.lattice)
    empty = None
    if mode == "useall":
        tiles = [replace(tile, least=tile.most) for tile in tiles]
        empty = field.area
    problem = tile_problem(field, tiles, empty)
    if place:
        problem = problem.but(
            placed=name_placed(problem, (moved(cells, corner) for cells in place))
        )
    tilings: list[Tiling] = []
    while tokens.skip("solution"):
        cells = [moved(placement, corner) for placement in _read_solution(tokens, images, grid)]
        tilings.append(tiling_of(problem, cells, f"solution {len(tilings) + 1}"))
    notes = _decode_notes(tokens.take()) if tokens.skip("notes") else ""
    if tokens.word:
        tokens.fail(f"unexpected {quoted(tokens.word)}")
    name = text.partition("\n")[0].strip()
    return [Entry(problem=problem, tilings=tuple(tilings), name=name, notes=notes)]


def _decode_notes(word: str) -> str:
    """Return the notes. Two letters encode a character, each a half byte plus one."""
    halves = [(ord(letter) - 1) & 15 for letter in word]
    return "".join(
        chr(16 * high + low) for high, low in zip(halves[::2], halves[1::2], strict=False)
    )


def _encode_notes(notes: str) -> str:
    data = notes.encode("latin-1", "replace")
    return "".join(chr(97 + half) for byte in data for half in (byte >> 4, byte & 15))


def _write(entry: Entry, problem: Problem) -> str:
    grid = grid_of(problem.board.lattice)
    lines = [" ".join(entry.name.split()) or f"{problem.board}", grid.name.title()]
    board = grid.points(map(tuple, np.argwhere(problem.board.mask).tolist()))
    corner = (grid.kinds - 1, *[max(values) for values in zip(*board, strict=True)][1:])
    holes = map(tuple, grid.board(corner, board).tolist())
    lines.append(f"Board ({''.join(_word(point, grid) for point in (corner, *holes))})")
    copies: list[int] = []
    for piece in problem.pieces:
        copies.append(most_copies(piece, problem))
        turn = _WORDS[turn_of(piece, problem)]
        cells = "".join(_word(point, grid) for point in grid.points(piece.polyomino.cells))
        lines.append(f"tile {turn} {copies[-1]} {piece.least} ({cells})".replace("  ", " "))
    if problem.placed:
        lines.append(f"place ({_solution(problem, copies, placed_pieces(problem))})")
    lines.append(f"mode {'UseAll' if _uses_all(problem) else 'FillAll'}")
    for tiling in entry.tilings:
        lines.append(f"solution ({_solution(problem, copies, placements_of(problem, tiling))})")
    if entry.notes:
        lines.append(f"notes {_encode_notes(entry.notes)}")
    return "\n".join(lines) + "\n"


def _word(point: Point, grid: PointGrid) -> str:
    """Return a point as ``(x,y)``, ``(x,y,z)`` or ``(x,y:kind)``."""
    kind, *coordinates = point
    return f"({cell_word(coordinates)}{f':{kind}' if grid.kinds > 1 else ''})"


def _solution(problem: Problem, copies: list[int], placements: list[tuple[int, list[Cell]]]) -> str:
    free = [1 + sum(copies[:index]) for index in range(len(copies))]
    words = []
    grid = grid_of(problem.board.lattice)
    # The points of the whole board first, as they say where its corner is.
    board = [tuple(cell) for cell in np.argwhere(problem.board.mask).tolist()]
    points = dict(zip(board, grid.points(board), strict=True))
    for owner, cells in placements:
        piece = problem.pieces[owner]
        places = [points[cell] for cell in cells]
        corner = [min(values) for values in zip(*(point[1:] for point in places), strict=True)]
        images = grid.images(grid.points(piece.polyomino.cells), turn_of(piece, problem))
        turn = images.index(sorted(grid.points(cells)))
        words.append(f"{free[owner]} ({cell_word(corner)}|{turn})")
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


def _list_features(problem: Problem) -> frozenset[str]:
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
    says=_list_features,
    recognizes=_is_polysolver,
    read=text_reader("a file of PolySolver", _read),
    write=problem_writer(_write),
    lattices=frozenset(grid.lattice for grid in GRIDS.values()),
)
