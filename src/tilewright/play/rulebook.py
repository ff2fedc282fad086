"""Rulebook: what a puzzle allows, looked up. Made once for each puzzle, shared by all its sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

import numpy as np

from tilewright.board import Board
from tilewright.lattices.polyomino import Cell
from tilewright.lattices.surface import check_flat_squares
from tilewright.lattices.symmetry import TURNS
from tilewright.piece import Oriented, Piece, turned
from tilewright.play.remaining import first_tilings
from tilewright.play.state import Edge, PlayError, without_crossing
from tilewright.problem import Placement, Problem
from tilewright.puzzle import KIND_OF, Puzzle

__all__ = ["Rulebook", "rulebook"]

#: How long it may take to see that a region can be cut into pieces, in seconds, and how many of these answers are kept.
_SEEING, _KEPT = 0.2, 4096


@lru_cache(maxsize=64)
def rulebook(puzzle: Puzzle) -> Rulebook:
    """Return what a puzzle allows; it is kept for the next session of the same puzzle."""
    return Rulebook(puzzle)


class Rulebook:
    """What a puzzle allows.

    Parameters
    ----------
    puzzle : Puzzle

    Attributes
    ----------
    problem : Problem
        The puzzle as it was set.
    marks : dict from (row, column) to str
        The mark of every cell of the board, in reading order; ``""`` for none.
    given : dict from (row, column) to Placement
        The pieces that came with the puzzle, by the cells that they cover.
    drawn : bool
        Whether it is played by drawing outlines: a dot puzzle, or one whose pieces may all be used any
        number of times, so that there is no tray to take them from.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.problem: Problem = puzzle.problem()
        board = self.problem.board
        check_flat_squares(board, "games")
        self.marks: dict[Cell, str] = {
            (row, column): board.alphabet[int(board.marks[row, column]) - 1]
            if board.marks[row, column]
            else ""
            for row, column in np.argwhere(board.mask).tolist()
        }
        self._indexes = {piece.name: number for number, piece in enumerate(self.problem.pieces)}
        self.given = {
            cell: placement
            for each in self.problem.placed
            for placement in [self.named(each)]
            for cell in each.cells
        }
        self._cut: dict[tuple[tuple[Cell, ...], frozenset[Edge]], bool] = {}
        self.drawn = KIND_OF[puzzle.kind].outlines or all(piece.most is None for piece in self.problem.pieces)

    def index(self, piece: str) -> int | None:
        """Return the number of the piece that a name means, if there is one."""
        found = self._indexes.get(piece)
        if found is None:
            found = self.problem.piece_index(piece)
        return found

    def number(self, name: str) -> int:
        """Return the number of the piece that a name means.

        Raises
        ------
        PlayError
            If there is none.
        """
        index = self.index(name)
        if index is None:
            raise PlayError(f"there is no piece '{name}' in this puzzle")
        return index

    def piece(self, name: str) -> Piece:
        """Return the piece that a name means; raises as `number`."""
        return self.problem.pieces[self.number(name)]

    def named(self, placement: Placement) -> Placement:
        """Return a placement by the full name of its piece."""
        index = self.index(placement.piece)
        if index is None or self.problem.pieces[index].name == placement.piece:
            return placement
        return Placement(self.problem.pieces[index].name, placement.cells)

    @cached_property
    def optional(self) -> frozenset[Cell]:
        """The cells that may stay empty: those without a mark, unless the board says which."""
        optional = self.problem.optional
        return frozenset(cell for cell, mark in self.marks.items() if optional[cell] and not mark)

    @cached_property
    def largest(self) -> int:
        """How many cells the largest piece has."""
        return max(len(piece.polyomino) for piece in self.problem.pieces)

    @cached_property
    def orientations(self) -> tuple[tuple[Oriented, ...], ...]:
        """The orientations of each piece."""
        return tuple(piece.orientations(self.problem.turn) for piece in self.problem.pieces)

    @cached_property
    def _numbers(self) -> tuple[dict[tuple[tuple[Cell, ...], tuple[str, ...]], int], ...]:
        return tuple(
            {(shape.cells, marks): number for number, (shape, marks) in enumerate(each)}
            for each in self.orientations
        )

    @cached_property
    def _shapes(self) -> dict[tuple[tuple[Cell, ...], tuple[str, ...]], int]:
        return {look: index for index, looks in enumerate(self._numbers) for look in looks}

    @cached_property
    def first(self) -> tuple[int, ...]:
        """How each piece lies before it is turned: the number of its orientation."""
        return tuple(
            looks[piece.polyomino.cells, piece.marks or ("",) * len(piece.polyomino)]
            for piece, looks in zip(self.problem.pieces, self._numbers, strict=True)
        )

    def image(self, index: int, orientation: int, element: int) -> int | None:
        """Return the orientation into which a symmetry takes another one; None if the piece may not turn so."""
        turn = self.problem.pieces[index].turn or self.problem.turn
        if element not in TURNS[turn]:
            return None
        shape, marks = turned(self.orientations[index][orientation], element)
        return self._numbers[index][shape.cells, marks]

    def _look(self, cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
        top, left = cells[0][0], min(column for _, column in cells)
        moved = tuple((row - top, column - left) for row, column in cells)
        return moved, tuple(self.marks[cell] for cell in cells)

    def orientation(self, placement: Placement) -> int:
        """Return how a piece that fits lies: the number of its orientation."""
        index = self._indexes[placement.piece]
        return self._numbers[index][self._look(placement.cells)]

    def piece_at(self, cells: tuple[Cell, ...]) -> str | None:
        """Return the name of the piece that these cells of the board, sorted, would be, if they are one."""
        index = self._shapes.get(self._look(cells))
        return None if index is None else self.problem.pieces[index].name

    def can_be_cut(self, cells: tuple[Cell, ...], edges: frozenset[Edge]) -> bool:
        """Whether some cells of the board can be cut into pieces, none of which crosses an edge, or that is not known soon.

        How many copies there are is not looked at closely: other regions may have used them, or not.
        """
        key = cells, edges
        if key not in self._cut:
            if len(self._cut) >= _KEPT:
                self._cut.clear()
            self._cut[key] = self._cuts(cells, edges)
        return self._cut[key]

    def _cuts(self, cells: tuple[Cell, ...], edges: frozenset[Edge]) -> bool:
        board = self.problem.board
        check_flat_squares(board, "games")
        mask = np.zeros_like(board.mask)
        mask[tuple(np.array(cells).T)] = True
        part = Board(
            mask,
            optional=board.optional & mask,
            marks=np.where(mask, board.marks, 0),
            alphabet=board.alphabet,
        )
        pieces = (replace(piece, least=0) for piece in self.problem.pieces)
        most = min(self.problem.empty_most, len(cells))
        problem = Problem(part, *pieces, turn=self.problem.turn, empty=(0, most) if most else 0)
        if problem.faults():
            return False
        found = first_tilings(without_crossing(problem.cover(), edges), 1, _SEEING)
        return bool(found.tilings) or not found.complete

    def fault(
        self, placement: Placement, taken: Mapping[Cell, Placement], used: Mapping[str, int]
    ) -> str | None:
        """Return why a piece cannot be placed; None if it can.

        Parameters
        ----------
        placement : Placement
            By the full name of its piece.
        taken : mapping from (row, column) to Placement
            What is on the board.
        used : mapping from str to int
            How many copies of each piece are on the board.
        """
        index = self._indexes.get(placement.piece)
        if index is None:
            return f"there is no piece '{placement.piece}' in this puzzle"
        most = self.problem.pieces[index].most
        if most is not None and used.get(placement.piece, 0) >= most:
            return f"there {'is' if most == 1 else 'are'} at most {most} of this piece, and no copy is left"
        for cell in placement.cells:
            if cell not in self.marks:
                return f"the cell {cell[0]},{cell[1]} is not on the board"
            if cell in taken:
                return f"the cell {cell[0]},{cell[1]} is taken"
        if self._look(placement.cells) not in self._numbers[index]:
            return "these cells, with their marks, are not an orientation of the piece"
        return None

    def count(self, placed: Iterable[Placement]) -> Counter[str]:
        """Return how many copies of each piece are used: those that came with the puzzle, and others."""
        everything = (*map(self.named, self.problem.placed), *placed)
        return Counter(placement.piece for placement in everything)
