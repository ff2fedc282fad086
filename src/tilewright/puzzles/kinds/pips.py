"""Pips puzzles: dominoes are placed so that their numbers satisfy a condition in each region.

The board is divided at random into regions of two to five cells. At first, each cell is a region
with its number. Then cells are joined to these regions, and dominoes exchanged, as long as there is
one solution. Finally, conditions are weakened or dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import RequestError
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece, shortest_words
from tilewright.model.puzzle import Level, Puzzle
from tilewright.model.rules import functions as rules
from tilewright.model.rules.rule_types import Rule
from tilewright.model.space.surface import check_flat_squares
from tilewright.puzzles.deduction import grade
from tilewright.puzzles.making.clues import is_solved_within
from tilewright.puzzles.making.field import Dice, PuzzleField, Regional
from tilewright.puzzles.making.maker import (
    Attempts,
    Order,
    SolvedPuzzle,
    solved,
    with_copies,
)
from tilewright.system.work.deadline import check_time

#: The numbers of dominoes.
_DIGITS = "0123456789"


class PipsEffort(NamedTuple):
    """How far puzzles are searched for, and what their levels are; the page has the same numbers
    from its facts.
    """

    #: Tilings that are drawn for a puzzle.
    tilings: int = 40
    #: The share of regions of one cell that is small enough.
    singles: float = 0.15
    #: One of so many cells may have no condition.
    free: int = 9
    #: One of so many conditions may become a bound, equal numbers, or different numbers.
    weak: tuple[int, int, int] = (4, 4, 5)
    #: How much the conditions of a level leave open, apart from the list of dominoes, in sixteenths
    #: of a bit for each cell.
    spare: Mapping[str, int] = {"easy": -11, "medium": -8, "hard": -5, "expert": 3, "": -2}
    #: The maximum score of a level for each domino.
    most: Mapping[str, int] = {"easy": 5, "medium": 8, "hard": 75, "expert": 1 << 30}


EFFORT = PipsEffort()


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

    def make(self, dice: Dice, level: Level | None, minimal: bool) -> SolvedPuzzle:
        """Return a puzzle of one of several tilings: the first that has the level and few regions
        of one cell, otherwise the one with the fewest such regions; None if none has the level.
        """
        best: Puzzle | None = None
        fewest = 2.0
        for _ in range(EFFORT.tilings):
            check_time()
            drawn = self.field.draw_regions(dice, EFFORT.spare[level or ""])
            puzzle = None if drawn is None else self._loosened(drawn, dice, level, minimal)
            if puzzle is None:
                continue
            singles = sum("-" not in words for words in puzzle.conditions) / len(puzzle.conditions)
            if singles < fewest:
                best, fewest = puzzle, singles
            if fewest <= EFFORT.singles:
                break
        return None if best is None else solved(best)

    def _loosened(
        self, drawn: Regional, dice: Dice, level: Level | None, minimal: bool
    ) -> Puzzle | None:
        """Return a puzzle with conditions that say as little as its level allows; None if it has
        another level.

        All changes together leave one solution, so any of them do.
        """
        region, about = drawn.region, drawn.about
        pieces = with_copies(self.order.pieces, drawn.copies.tolist())
        puzzle = self._puzzle(pieces, region, about)
        if level and not is_solved_within(compile_cover(puzzle.problem()), level):
            return None
        area, regions = len(region), len(drawn.sizes)
        room = (
            [area] * 4
            if minimal
            else [area // EFFORT.free, *(regions // each for each in EFFORT.weak)]
        )
        refused: set[int] = set()
        for first, other, *said in self.field.loosen(drawn, dice, room).tolist():
            if refused & {first, other}:
                continue
            joined = np.where(region == other, first, region)
            weaker = about.copy()
            weaker[other, 0], weaker[first] = 0, said
            changed = self._puzzle(pieces, joined, weaker)
            if minimal or not level or is_solved_within(compile_cover(changed.problem()), level):
                region, about, puzzle = joined, weaker, changed
            else:
                refused |= {first, other}
        if level is None:
            return puzzle
        found = grade(compile_cover(puzzle.problem()), guesses=1)
        most = EFFORT.most[level] * (area // 2)
        return puzzle if found.level == level and found.score <= most else None

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
