"""Puzzles that show only marks: each piece of a list is on the board once, and the board shows the
marks of all pieces.

Dominosa is such a puzzle: the numbers of a set of dominoes, without the lines between them.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.errors import RequestError
from tilewright.model.cover import compile_cover
from tilewright.model.piece import shortest_words
from tilewright.model.puzzle import Puzzle
from tilewright.puzzles.making.field import EFFORT, Dice, PuzzleField, Tiles
from tilewright.puzzles.making.maker import ClueAttempts, Order, Way


class LabelPuzzles(ClueAttempts):
    """Makes puzzles whose clues are the marks of all pieces.

    The pieces of a random tiling show their marks. As long as there are several solutions, a piece
    where the solutions differ is exchanged with another piece, unless this increases their number.
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        for piece in order.pieces:
            if not all(piece.marks) or not piece.marks or piece.least != piece.most:
                raise RequestError(
                    "pieces of this kind of puzzle must have a mark in each cell, such as 35 or "
                    f"double-6, and a number of copies; got {piece.word()}",
                    where="pieces",
                )
        self.alphabet = tuple(sorted({mark for piece in order.pieces for mark in piece.marks}))
        self.field = PuzzleField(
            compile_cover(order.problem(order.bare)), order.pieces, self.alphabet, turned=False
        )

    def ways(self, dice: Dice, *, hard: bool, minimal: bool) -> Sequence[Way]:
        """Return a puzzle that shows all marks."""
        from tilewright.kernels.deduction.climb import EXCHANGE

        drawn = self.field.draw(dice)
        if drawn is None:
            return []
        tiling = drawn[0]
        rounds = EFFORT.marked * int((tiling >= 0).sum())
        if not self.field.climb(tiling, EXCHANGE, dice, rounds):
            return []
        return [lambda: self._puzzle(self.field.show(tiling))]

    def _puzzle(self, labels: Tiles) -> Puzzle:
        board = self.order.labeled_board(labels, self.alphabet)
        return self.order.puzzle(shortest_words(self.order.pieces), board)
