"""Shared by puzzle formats: lists of cells as named pieces, and placed cells as tilings and
back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, PieceError
from tilewright.formats.format import LARGEST_BOX
from tilewright.model.board import Board
from tilewright.model.piece import Alternatives, Oriented, Piece
from tilewright.model.problem import Problem
from tilewright.model.space.catalog import FAMILIES, family
from tilewright.model.space.labels import EMPTY, OUTSIDE, UNCOVERED, number_tiles, tile_cells
from tilewright.model.space.lattice import PLAIN_TURNS, SQUARES, Cell, Lattice, Turn, cell_word
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling

#: Shapes of at most this many cells are named by letters.
_LETTERED = 5


def board_of(
    cells: Sequence[Cell] | NDArray[np.int64], lattice: Lattice = SQUARES
) -> tuple[Board, Cell]:
    """Return the board of these cells, moved to the origin, and the translation by which they were
    away from it.
    """
    if not len(cells):
        raise FormatError("the board contains no cells")
    places = np.array(cells, dtype=np.int64)
    corner = lattice.corner(places)
    shape = ((places - corner).max(axis=0) + 1).tolist()
    if math.prod(shape) > LARGEST_BOX:
        raise FormatError(
            f"the board must fit into {LARGEST_BOX} cells, got {'x'.join(map(str, shape))}"
        )
    mask = np.zeros(shape, dtype=bool)
    mask[tuple((places - corner).T)] = True
    return Board(mask, lattice=lattice), tuple(corner[0].tolist())


def moved(cells: Iterable[Cell], corner: Cell) -> list[Cell]:
    """Return cells moved back by a translation."""
    return [tuple(x - low for x, low in zip(cell, corner, strict=True)) for cell in cells]


def _polyform(cells: Sequence[Cell], lattice: Lattice) -> Polyform:
    places = tuple(map(tuple, cells))
    return Polyform(places, lattice)


@cache
def _letters(size: int) -> dict[frozenset[Polyform], tuple[str, Polyform]]:
    """Return the named shapes of a size by their orientations."""
    names = {}
    turns: tuple[Turn, ...] = ("one-sided", "free")
    for turn in turns:
        for letter, shape in family(size, turn):
            names[frozenset(shape.orientations(turn))] = (letter, shape)
    return names


def make_piece(
    cells: Iterable[Cell],
    *,
    name: str = "",
    turn: Turn | None = None,
    least: int = 1,
    most: int | None = 1,
    marks: Sequence[str] = (),
    lattice: Lattice = SQUARES,
) -> Piece:
    """Return a piece of cells in any order and place, named by its letter if it has one and no
    other name.
    """
    places = list(cells)
    if marks:
        order = sorted(range(len(places)), key=lambda index: places[index])
        marks = [marks[index] for index in order]
    shape = _polyform(places, lattice)
    if (
        lattice is SQUARES
        and not name
        and not any(marks)
        and len(shape) <= _LETTERED
        and turn != "fixed"
    ):
        letter = _letters(len(shape)).get(frozenset(shape.orientations(turn or "free")))
        if letter is not None:
            shape = letter[1]
            name = f"{letter[0]}{len(shape)}" if len(shape) > 2 else FAMILIES[len(shape)][0]
    return Piece(shape, name, least, most, turn, tuple(marks))


def make_problem(
    board: Board,
    pieces: Sequence[Piece | Alternatives],
    *,
    empty: int | tuple[int, int] | None = None,
    placed: Sequence[tuple[str, list[Cell]]] = (),
    marks_agree: Mapping[str, Iterable[str]] | None = None,
) -> Problem:
    """Return the problem of a board and pieces. Names that are used twice get numbers."""
    if not pieces:
        raise FormatError("the problem contains no pieces")
    alternatives = [item.pieces if isinstance(item, Alternatives) else (item,) for item in pieces]
    turns = {piece.turn for shapes in alternatives for piece in shapes}
    common: Turn = turns.pop() or "free" if len(turns) == 1 else "free"
    looks: dict[str, frozenset[Oriented]] = {}

    def with_own_name(piece: Piece) -> Piece:
        turn = piece.turn or common
        plain = piece if piece.turn != common else replace(piece, turn=None)
        shape, name, number = frozenset(piece.orientations(turn)), piece.name, 2
        while looks.setdefault(name, shape) != shape:
            name, number = f"{piece.name}.{number}", number + 1
        return replace(plain, name=name)

    renamed: list[Piece | Alternatives] = [
        replace(item, pieces=tuple(map(with_own_name, item.pieces)))
        if isinstance(item, Alternatives)
        else with_own_name(item)
        for item in pieces
    ]
    return Problem(
        board, *renamed, turn=common, placed=placed, empty=empty, marks_agree=marks_agree
    )


def turn_of(piece: Piece, problem: Problem) -> Turn:
    """Return how a piece turns in a problem: freely, if that makes no difference."""
    orientations = piece.orientations(piece.turn or problem.turn)
    bare = replace(piece, turn=None)
    for turn in PLAIN_TURNS:
        if bare.orientations(turn) == orientations:
            return turn
    raise FormatError(
        f"the format cannot store {piece.word()}, which turns only by half. Formats that can: "
        "json, puzzle"
    )


def most_copies(piece: Piece, problem: Problem) -> int:
    """Return the most copies of a piece that fit on the board."""
    room = max(problem.board.area // len(piece.polyomino), piece.least, 1)
    return room if piece.most is None else min(piece.most, room)


def name_placed(problem: Problem, placed: Iterable[list[Cell]]) -> list[tuple[str, list[Cell]]]:
    """Return placed cells with the names of the pieces that have their shapes."""
    owners = {
        shape: piece.name
        for piece in problem.pieces
        for shape, _ in piece.orientations(problem.turn)
    }
    named = []
    for cells in placed:
        name = owners.get(_polyform(cells, problem.board.lattice))
        if name is None:
            raise FormatError("a placed shape does not match any of the tiles")
        named.append((name, cells))
    return named


def placed_pieces(problem: Problem) -> list[tuple[int, list[Cell]]]:
    """Return the piece and the cells of each placed piece."""
    return [
        (problem.piece_index(placement.piece) or 0, list(placement.cells))
        for placement in problem.placed
    ]


def fixed_copies(problem: Problem, what: str) -> list[int]:
    """Return the number of copies of each piece, for formats without ranges.

    If a single piece has no fixed number and no cell may stay empty, the area determines it.
    """
    copies = [piece.least if piece.least == piece.most else None for piece in problem.pieces]
    open_ones = [index for index, number in enumerate(copies) if number is None]
    if len(open_ones) == 1 and problem.empty_most == 0:
        piece = problem.pieces[open_ones[0]]
        rest = problem.board.area - sum(
            (number or 0) * len(other.polyomino)
            for number, other in zip(copies, problem.pieces, strict=True)
        )
        number, left = divmod(rest, len(piece.polyomino))
        if left == 0 and number >= piece.least and (piece.most is None or number <= piece.most):
            copies[open_ones[0]] = number
    for piece, count in zip(problem.pieces, copies, strict=True):
        if count is None:
            raise FormatError(
                f"{what} requires a fixed number of copies of each piece, got {piece.word()}"
            )
    return [number or 0 for number in copies]


class _Owners:
    """Finds the piece of a problem that covers given cells of the board."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.alike: dict[Polyform, list[tuple[int, tuple[str, ...]]]] = {}
        for index, piece in enumerate(problem.pieces):
            for shape, marks in piece.orientations(problem.turn):
                self.alike.setdefault(shape, []).append((index, marks))

    def of(self, cells: list[Cell], meant: int | None = None) -> int | None:
        """Return the piece that can cover these sorted cells: the one that is meant, or else the
        first.
        """
        board, agree = self.problem.board, self.problem.marks_agree
        letters = ("", *board.alphabet)
        there = [letters[board.marks[cell]] for cell in cells]
        able = [
            index
            for index, marks in self.alike.get(_polyform(cells, board.lattice), [])
            if all(
                letter in agree.get(mark, (mark,))
                for mark, letter in zip(marks, there, strict=True)
            )
        ]
        return meant if meant in able else next(iter(able), None)


def tiling_of(
    problem: Problem,
    placements: Iterable[Sequence[Cell]],
    what: str,
    meant: Sequence[int] = (),
) -> Tiling:
    """Return the tiling with pieces on these cells; `meant` numbers the pieces if marks allow
    several.
    """
    board = problem.board
    labels = np.where(board.mask, UNCOVERED, OUTSIDE).astype(np.int64)
    owners = _Owners(problem)
    pieces = []
    for number, cells in enumerate(placements):
        for cell in cells:
            inside = all(0 <= place < side for place, side in zip(cell, board.shape, strict=True))
            if not inside or not board.mask[cell]:
                raise FormatError(f"{what}: cell {cell_word(cell)} is not on the board")
            if labels[cell] >= 0:
                raise FormatError(f"{what}: cell {cell_word(cell)} is covered twice")
            labels[cell] = number
        owner = owners.of(sorted(cells), meant[number] if meant else None)
        if owner is None:
            raise FormatError(
                f"{what}: no piece of the problem has the shape at {cell_word(cells[0])}"
            )
        pieces.append(owner)
    labels[(labels == UNCOVERED) & problem.optional] = EMPTY
    if (labels == UNCOVERED).any():
        raise FormatError(
            f"{what}: cell {cell_word(np.argwhere(labels == UNCOVERED)[0].tolist())} is not covered"
        )
    tiles = number_tiles(labels)
    order = np.zeros(len(pieces), dtype=np.int32)
    covered = labels >= 0
    order[tiles[covered]] = np.array(pieces, dtype=np.int32)[labels[covered]]
    return Tiling(tiles, order, problem.names, lattice=board.lattice)


def placements_of(problem: Problem, tiling: Tiling) -> list[tuple[int, list[Cell]]]:
    """Return the piece and the cells of each tile."""
    start, flat = tile_cells(tiling.labels)
    owners = _Owners(problem)
    indexes = [] if tiling.piece is None else [problem.piece_index(name) for name in tiling.names]
    axes = [numbers.tolist() for numbers in np.unravel_index(flat, tiling.shape)]
    placements = []
    for tile in range(len(tiling)):
        span = slice(start[tile], start[tile + 1])
        cells: list[Cell] = list(zip(*(axis[span] for axis in axes), strict=True))
        owner = owners.of(cells, indexes[tiling.piece[tile]] if tiling.piece is not None else None)
        if owner is None:
            raise PieceError(
                f"no piece of the problem has the shape of tile {tile}, at {cell_word(cells[0])}"
            )
        placements.append((owner, cells))
    return placements
