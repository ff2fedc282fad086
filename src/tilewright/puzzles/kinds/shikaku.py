"""Shikaku puzzles: a board is divided into rectangles, each with its area in one cell.

The pieces are rectangles with their area in one cell. The rectangles of a random division get their
numbers in random cells. As long as there are several solutions, a number where they differ is moved
to another cell of its rectangle, unless this increases the number of solutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tilewright.errors import RequestError
from tilewright.model.cover import compile_cover
from tilewright.model.piece import area_mark, shortest_words
from tilewright.model.puzzle import Puzzle
from tilewright.model.puzzle.genres import rectangles_of
from tilewright.model.rules.rule_types import Clues
from tilewright.puzzles.kinds.dots import any_number
from tilewright.puzzles.making.field import EFFORT, Dice, PuzzleField, Tiles
from tilewright.puzzles.making.maker import ClueAttempts, Order, Way

#: The smallest area that is a letter as a mark.
_LETTERED = 10


class RectanglePuzzles(ClueAttempts):
    """Makes puzzles of rectangles on one board."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self.pieces = tuple(replace(piece, least=0, most=None) for piece in order.pieces)
        for piece in self.pieces:
            shape, size = piece.polyomino.shape, len(piece.polyomino)
            if [mark for mark in piece.marks if mark] != [area_mark(size)] or size != shape[
                0
            ] * shape[1]:
                raise RequestError(
                    "pieces of this kind of puzzle must be rectangles with their area in one "
                    f"cell, such as rectangles-9 or rectangles-20; got {piece.word()}",
                    where="pieces",
                )
        self.alphabet = tuple(
            sorted({mark for piece in self.pieces for mark in piece.marks if mark})
        )
        bare = any_number(order.pieces, order.turn)
        self.field = PuzzleField(
            compile_cover(order.problem(bare)), self.pieces, self.alphabet, turned=False
        )

    def ways(self, dice: Dice, *, hard: bool, minimal: bool) -> Sequence[Way]:
        """Return a puzzle from a random division, if possible without single cells."""
        from tilewright.kernels.deduction.climb import REMARK

        field = self.field
        several = np.diff(field.tables.start) > 1
        drawn = field.draw(dice, several, most=EFFORT.divided) or field.draw(dice)
        if drawn is None:
            return []
        tiling = drawn[0]
        if not field.climb(tiling, REMARK, dice, EFFORT.marked * int((tiling >= 0).sum())):
            return []
        return [lambda: self._puzzle(field.show(tiling))]

    def _puzzle(self, labels: Tiles) -> Puzzle:
        if max(len(piece.polyomino) for piece in self.pieces) < _LETTERED:
            board = self.order.labeled_board(labels, self.alphabet)
            return self.order.puzzle(shortest_words(self.pieces), board)
        # Marks of the board have one letter each, but clues are numbers.
        places = self.field.cover.cells.tolist()
        clues = {
            tuple(places[cell]): int(self.alphabet[labels[cell] - 1], 36)
            for cell in np.flatnonzero(labels).tolist()
        }
        words = (
            f"{piece.name}+" for piece in rectangles_of(self.order.board.shape, clues.values())
        )
        rule = Clues(tuple(clues.items()), one_each=True)
        return self.order.puzzle(tuple(words), conditions=(rule.word(),))
