"""Pips puzzles: dominoes are placed so that their numbers satisfy a condition in each region.

Random dominoes are assigned to a random tiling. At first, each cell is a region with its number.
Then regions are joined, and conditions are dropped, in random order as long as there is one
solution.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import RequestError
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece, shortest_words
from tilewright.model.puzzle import Puzzle
from tilewright.model.rules import functions as rules
from tilewright.model.rules.rule_types import Rule
from tilewright.model.space.surface import check_flat_squares
from tilewright.puzzles.making.field import Dice, PuzzleField
from tilewright.puzzles.making.maker import Attempts, Order, Way, with_copies

#: Changes for each tile, and cells for each condition if no level is requested.
_CHANGES, _ENOUGH = 12, 3
#: The numbers of dominoes.
_DIGITS = "0123456789"


class RegionPuzzles(Attempts):
    """Makes puzzles whose clues are conditions on the numbers in regions."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        check_flat_squares(order.board, f"puzzles of {order.kind}")
        for piece in order.pieces:
            if len(piece.marks) != 2 or not all(mark.isdigit() for mark in piece.marks):
                raise RequestError(
                    "pieces of this kind of puzzle must be dominoes with numbers, such as 35 or "
                    f"double-6=0..1; got {piece.word()}",
                    where="pieces",
                )
        self.field = PuzzleField(
            compile_cover(order.problem(order.bare)), order.pieces, _DIGITS, turned=False
        )

    def ways(self, dice: Dice, *, hard: bool, minimal: bool) -> Sequence[Way]:
        """Return puzzles from one tiling, from the most conditions to the fewest.

        Equal numbers are moved together, because regions with equal numbers need adjacent equal
        numbers. Then the numbers are changed until there is one solution.
        """
        from tilewright.kernels.deduction.climb import EXCHANGE

        drawn = self.field.draw(dice)
        if drawn is None:
            return []
        tiling, copies = drawn
        pieces = with_copies(self.order.pieces, copies.tolist())
        field = self.field.with_copies(copies)
        field.gather(tiling, dice)
        if not field.climb(tiling, EXCHANGE, dice, _CHANGES * int((tiling >= 0).sum())):
            return []
        area = field.cover.area
        labels = field.show(tiling)
        region, about = np.arange(area), np.ones((area, 2), dtype=np.int64)
        about[:, 1] = labels - 1
        ways = [functools.partial(self._puzzle, pieces, region, about)]
        for change in field.join(labels, dice, 0 if hard else area // _ENOUGH):
            first, other, *said = change.tolist()
            region, about = np.where(region == other, first, region), about.copy()
            about[other, 0], about[first] = 0, said
            ways.append(functools.partial(self._puzzle, pieces, region, about))
        return ways

    def _puzzle(
        self, pieces: tuple[Piece, ...], region: NDArray[np.int64], about: NDArray[np.int64]
    ) -> Puzzle:
        marks = sorted({mark for piece in pieces for mark in piece.marks})
        return self.order.puzzle(
            shortest_words(pieces),
            conditions=tuple(rule.word() for rule in self._rules(region, about)),
            # Each number may lie on every cell, as the board shows none.
            marks_agree=tuple((mark, ("",)) for mark in marks),
        )

    def _rules(self, region: NDArray[np.int64], about: NDArray[np.int64]) -> list[Rule]:
        """Return the rules of regions, in reading order."""
        from tilewright.kernels.deduction import joining as kinds

        conditions: list[Rule] = []
        for number, (kind, bound) in enumerate(about.tolist()):
            cells = [tuple(cell) for cell in self.field.cover.cells[region == number].tolist()]
            if kind == kinds.EQUAL:
                conditions.append(rules.equal(cells))
            elif kind == kinds.UNEQUAL:
                conditions.append(rules.unequal(cells))
            elif kind == kinds.MORE:
                conditions.append(rules.sum(cells, ">", bound))
            elif kind == kinds.LESS:
                conditions.append(rules.sum(cells, "<", bound))
            elif kind == kinds.SUM:
                conditions.append(rules.sum(cells, "=", bound))
        return conditions
