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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import IO, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, RequestError, quoted
from tilewright.formats.format import LARGEST_BOX, Entry, Format, decoded
from tilewright.formats.puzzles.grids import GRIDS, Point, PointGrid, grid_of
from tilewright.formats.puzzles.shapes import (
    board_of,
    most_copies,
    moved,
    placements_of,
    tiling_of,
    turn_of,
)
from tilewright.formats.puzzles.tiles import Tile, pose
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Cell, Turn
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling

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
        self.found = self._split_tokens()
        self.place = (1, 1)
        self.word = self._next()

    def _split_tokens(self) -> Iterator[tuple[str, int, int]]:
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
        raise FormatError(
            message, where=f"{self.where}, line {self.place[0]}, column {self.place[1]}"
        )

    def take(self, expected: str = "") -> str:
        """Return the current word and move on."""
        word = self.word
        if expected and word != expected:
            self.fail(
                f"expected '{expected}', got {quoted(word) if word else 'the end of the file'}"
            )
        self.word = self._next()
        return word

    def number(self) -> int:
        """Return the current number and move on."""
        if not re.fullmatch(r"-?\d+", self.word, re.ASCII):
            self.fail(
                "expected an integer, got "
                f"{quoted(self.word) if self.word else 'the end of the file'}"
            )
        if len(self.word) > _DIGITS:
            self.fail(f"numbers must have at most {_DIGITS} digits, got {quoted(self.word)}")
        return int(self.take())


def _coord(tokens: _Tokens, grid: PointGrid) -> Point:
    """Read ``(x,y)``, ``(x,y,z)`` or ``(x,y:kind)``."""
    tokens.take("(")
    point = _read_point(tokens, grid)
    tokens.take(")")
    return point


def _read_point(tokens: _Tokens, grid: PointGrid) -> Point:
    """Read coordinates, up to the orientation or the end."""
    x, y = tokens.number(), tokens.number()
    z = kind = 0
    if tokens.word not in (":", "|", ")"):
        if grid.dimension < 3 and tokens.word != "0":
            tokens.fail(
                f"boards of {grid.name}s have a single layer: the third coordinate must be 0"
            )
        z = tokens.number()
    if tokens.word == ":":
        tokens.take()
        if not tokens.word.isdigit() or int(tokens.word[:3]) >= grid.kinds:
            tokens.fail(
                f"the kind of a cell must be 0 to {grid.kinds - 1}, got {quoted(tokens.word)}"
            )
        kind = tokens.number()
    return (kind, x, y, z)[: grid.dimension + 1]


def _coords(tokens: _Tokens, grid: PointGrid) -> list[Point]:
    points = []
    while tokens.word == "(":
        points.append(_coord(tokens, grid))
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
        tokens.fail("the board has no cells")
    return points


@dataclass(frozen=True)
class _Tile:
    """A tile as it is read: the points of its shapes, and the rest."""

    morphs: list[list[Point]]
    turn: Turn
    least: int
    most: int

    def tile(self, grid: PointGrid) -> Tile:
        """Return the tile."""
        morphs = tuple(tuple(grid.cell(point) for point in points) for points in self.morphs)
        return Tile(morphs, self.turn, self.least, self.most)

    def images(self, grid: PointGrid) -> list[list[Point]]:
        """Return the images of all shapes, each once."""
        images = [image for points in self.morphs for image in grid.images(points, self.turn)]
        return [image for number, image in enumerate(images) if image not in images[:number]]


def _read_tile(tokens: _Tokens, grid: PointGrid) -> _Tile:
    turn = _TURNS[tokens.take() if tokens.word in ("flip", "fixed") else ""]
    most, least = 1, 0
    if tokens.word != "(":
        most = tokens.number()
        if tokens.word != "(":
            least = tokens.number()
    if not 0 <= least <= most <= _COPIES:
        tokens.fail(f"copies must be 0 <= least <= most <= {_COPIES}, got {least} and {most}")
    tokens.take("(")
    morphs = [_coords(tokens, grid)]
    while tokens.word == "+":
        tokens.take()
        morphs.append(_coords(tokens, grid))
    tokens.take(")")
    for points in morphs:
        if not points or len(set(points)) < len(points):
            tokens.fail("a tile must have at least one cell, and no cell twice")
    if tokens.word == "(":
        tokens.take("(")
        for _ in range(3):
            tokens.number()
        tokens.take(")")
    return _Tile(morphs, turn, least, most)


def _read_solution(
    tokens: _Tokens, images: list[list[list[Point]]], grid: PointGrid
) -> list[list[Cell]]:
    """Return the cells of each placed tile."""
    tokens.take("(")
    placements: list[list[Cell]] = []
    while tokens.word != ")":
        number = tokens.number()
        if not 1 <= number <= len(images):
            tokens.fail(f"tile numbers must be 1 to {len(images)}, got {number}")
        tokens.take("(")
        _, *corner = _read_point(tokens, grid)
        turn = 0
        if tokens.word == "|":
            tokens.take()
            turn = tokens.number()
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
    tokens.take(")")
    return placements


def _read_grid(tokens: _Tokens) -> PointGrid:
    if tokens.word in ("board", "tile"):
        return GRIDS["square"]
    if not tokens.word:
        tokens.fail("there is nothing after the title in the first line")
    if tokens.word not in GRIDS:
        known = ", ".join(name.title() for name in GRIDS)
        tokens.fail(f"the grid must be one of {known}, got {quoted(tokens.word)}")
    return GRIDS[tokens.take()]


def _read(stream: IO[bytes], where: str) -> list[Entry]:
    text = decoded(stream, where, "a file of PolySolver").replace("\r\n", "\n")
    tokens = _Tokens(text, where)
    grid = _read_grid(tokens)
    board: NDArray[np.int64] | None = None
    tiles: list[_Tile] = []
    while tokens.word in ("board", "tile"):
        if tokens.take() == "tile":
            tiles.append(_read_tile(tokens, grid))
        else:
            board = _read_board(tokens, grid)
    if board is None:
        tokens.fail("the board is missing")
    if not tiles:
        tokens.fail("the tiles are missing")
    copies = sum(tile.most for tile in tiles)
    if copies > _COPIES:
        tokens.fail(f"the tiles must have at most {_COPIES} copies in total, got {copies}")
    images = [
        images_of_tile for tile in tiles for images_of_tile in [tile.images(grid)] * tile.most
    ]
    place = _read_solution(tokens, images, grid) if tokens.word == "place" and tokens.take() else []
    mode = "fillall"
    if tokens.word == "mode":
        tokens.take()
        if tokens.word not in ("fillall", "useall"):
            tokens.fail(f"the mode must be FillAll or UseAll, got {quoted(tokens.word)}")
        mode = tokens.take()
    if mode == "useall":
        tiles = [replace(tile, least=tile.most) for tile in tiles]
    name = text.partition("\n")[0].strip()
    try:
        field, corner = board_of(grid.cells(board), grid.lattice)
        posed = pose(
            field, [tile.tile(grid) for tile in tiles], field.area if mode == "useall" else None
        )
        problem = _place_pieces(posed.problem, [moved(cells, corner) for cells in place])
        tilings: list[Tiling] = []
        while tokens.word == "solution":
            tokens.take()
            cells = [moved(placement, corner) for placement in _read_solution(tokens, images, grid)]
            tilings.append(tiling_of(problem, cells, f"solution {len(tilings) + 1}"))
    except RequestError as error:
        raise FormatError(
            error.message, where=error.where if where in str(error.where) else where
        ) from None
    notes = _decode_notes(tokens.take()) if tokens.word == "notes" and tokens.take() else ""
    if tokens.word:
        tokens.fail(f"unexpected {quoted(tokens.word)}")
    if posed.refused:
        why = posed.refused if not place else "placed tiles with several shapes are not supported"
        return [
            Entry(
                cover=None if place else posed.cover,
                tilings=tuple(tilings),
                name=name,
                notes=notes,
                refused=why,
            )
        ]
    return [Entry(problem=problem, tilings=tuple(tilings), name=name, notes=notes)]


def _place_pieces(problem: Problem, place: list[list[Cell]]) -> Problem:
    """Return the problem with pieces placed on these cells."""
    if not place:
        return problem
    owners = {
        shape: piece.name
        for piece in problem.pieces
        for shape, _ in piece.orientations(problem.turn)
    }
    placed = []
    for cells in place:
        name = owners.get(Polyform(tuple(cells), problem.board.lattice))
        if name is None:
            raise FormatError("a placed shape is not one of the tiles")
        placed.append((name, cells))
    return problem.but(placed=placed)


def _decode_notes(word: str) -> str:
    """Return the notes. Two letters encode a character, each a half byte plus one."""
    halves = [(ord(letter) - 1) & 15 for letter in word]
    return "".join(
        chr(16 * high + low) for high, low in zip(halves[::2], halves[1::2], strict=False)
    )


def _encode_notes(notes: str) -> str:
    data = notes.encode("latin-1", "replace")
    return "".join(chr(97 + half) for byte in data for half in (byte >> 4, byte & 15))


def _write(entries: list[Entry], options: Mapping[str, Any]) -> str:
    entry = entries[0]
    problem = entry.problem
    assert problem is not None
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
        words = [
            (problem.piece_index(placement.piece) or 0, list(placement.cells))
            for placement in problem.placed
        ]
        lines.append(f"place ({_solution(problem, copies, words)})")
    lines.append(f"mode {'UseAll' if _uses_all(problem) else 'FillAll'}")
    for tiling in entry.tilings:
        lines.append(f"solution ({_solution(problem, copies, placements_of(problem, tiling))})")
    if entry.notes:
        lines.append(f"notes {_encode_notes(entry.notes)}")
    return "\n".join(lines) + "\n"


def _word(point: Point, grid: PointGrid) -> str:
    """Return a point as ``(x,y)``, ``(x,y,z)`` or ``(x,y:kind)``."""
    kind, *coordinates = point
    return f"({','.join(map(str, coordinates))}{f':{kind}' if grid.kinds > 1 else ''})"


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
        words.append(f"{free[owner]} ({','.join(map(str, corner))}|{turn})")
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
    read=_read,
    write=_write,
    lattices=frozenset(grid.lattice for grid in GRIDS.values()),
)
