"""Puzzles that divide a board into pieces, with the letters or the sizes of pieces in some cells.

Each tile of a random tiling shows its letter in one of its cells, or its size if tiles of the same
size are kept apart. If other tilings agree with all clues, more clues are shown. Then clues are
removed in random order as long as there is one solution.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from tilewright.model.cover import compile_cover
from tilewright.model.piece import find_name, shortest_words
from tilewright.model.puzzle import Puzzle
from tilewright.model.rules.rule_types import SIZE, Apart, Clues
from tilewright.puzzles.kinds.dots import any_number
from tilewright.puzzles.making.field import Dice, PuzzleField, Tiles
from tilewright.puzzles.making.maker import ClueAttempts, Order, Way


class LetterPuzzles(ClueAttempts):
    """Makes puzzles whose clues are the letters or the sizes of pieces in some cells."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self.pieces = any_number(order.pieces, order.turn)
        problem = order.problem(self.pieces, rules=order.about.conditions)
        self.field = PuzzleField(compile_cover(problem), turned=False)
        # Each cell of a placement shows its size or its piece.
        sizes = np.diff(self.field.tables.start).astype(np.int32)
        sized = Apart(SIZE) in problem.rules
        shown = sizes if sized else 1 + self.field.tables.piece
        self.field.code = np.repeat(shown[:, None], int(sizes.max(initial=0)), axis=1)
        names = problem.names
        letters = [
            short if find_name(short := name[:1], names) == number else name
            for number, name in enumerate(names)
        ]
        largest = int(sizes.max(initial=0))
        self._clues: Sequence[int | str] = range(1, largest + 1) if sized else letters

    def ways(self, dice: Dice, *, hard: bool, minimal: bool) -> Sequence[Way]:
        """Return puzzles from one tiling, from the most clues to the fewest."""
        from tilewright.kernels.deduction.making import LOOSE

        drawn = self.field.draw(dice)
        labels = None if drawn is None else self.field.settle(drawn[0], dice)
        if drawn is None or labels is None:
            return []
        left, decided = self.field.reduce(LOOSE, drawn[0], labels, dice, all_=hard)
        return (
            [functools.partial(self._puzzle, way) for way in left] if decided or not minimal else []
        )

    def _puzzle(self, labels: Tiles) -> Puzzle:
        places = self.field.cover.cells.tolist()
        shown = [
            (tuple(places[cell]), self._clues[labels[cell] - 1])
            for cell in np.flatnonzero(labels).tolist()
        ]
        # A board with only one division needs no clues.
        clues = (Clues(tuple(shown)).word(),) if shown else ()
        conditions = (*self.order.about.conditions, *clues)
        return self.order.puzzle(shortest_words(self.pieces), conditions=conditions)
