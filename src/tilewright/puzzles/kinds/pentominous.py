"""Puzzles that divide a board into pieces, with the letters of the pieces in some cells.

Each tile of a random tiling has its letter in one of its cells. Where other tilings agree with all
letters, there are more. Then letters are taken away in random order as long as there is one
solution.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover, compile_cover
from tilewright.model.piece import find_name, shortest_words
from tilewright.model.puzzle import Level
from tilewright.model.rules.rule_types import Clues
from tilewright.model.tiling import Tiling
from tilewright.puzzles.kinds.dots import any_number
from tilewright.puzzles.making.clues import (
    find_within,
    hardest,
    is_solved_within,
    random_solution,
    remove_clues,
)
from tilewright.puzzles.making.maker import Attempts, Order, SolvedPuzzle, solved
from tilewright.system.work.deadline import check_time

#: Most nodes of a search for a second solution, and first limit for drawing one tiling.
_JUDGED, _DRAWN = 1 << 15, 1 << 15


class LetterPuzzles(Attempts):
    """Makes puzzles whose clues are the letters of pieces in some cells."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self.pieces = any_number(order.pieces, order.turn)
        self.problem = order.problem(self.pieces, rules=order.about.conditions)
        self.cover: Cover = compile_cover(self.problem)
        self._owner = np.repeat(np.arange(self.cover.size), np.diff(self.cover.start))
        names = self.problem.names
        self._letters = [
            short if find_name(short := name[:1], names) == number else name
            for number, name in enumerate(names)
        ]

    def make(self, dice: random.Random, level: Level | None, minimal: bool) -> SolvedPuzzle:
        """Return a puzzle, of the requested level if possible; None if this attempt failed."""
        order = self.order
        tiling = random_solution(self.problem, dice.randrange(1 << 31), _DRAWN)
        whole = None if tiling is None else self._choose_cells(tiling, dice)
        if tiling is None or whole is None:
            return None
        kinds = self._pieces_on_cells(tiling)
        ways = remove_clues(
            whole,
            dice.sample(whole, len(whole)),
            max(1, len(whole) // 3) if level is None and not minimal else 0,
            lambda cells: len(self._find_solutions(kinds, cells) or ()) == 1,
        )
        cells = (
            ways[-1]
            if level is None or minimal
            else hardest(
                ways, lambda cells: is_solved_within(self._agreeing_cover(kinds, cells), level)
            )
        )
        places = self.cover.cells.tolist()
        letters = [(tuple(places[cell]), self._letters[kinds[cell]]) for cell in sorted(cells)]
        # A board with only one division needs no letters.
        clues = (Clues(tuple(letters)).word(),) if letters else ()
        conditions = (*order.about.conditions, *clues)
        return solved(order.puzzle(shortest_words(self.pieces), conditions=conditions))

    def _choose_cells(self, tiling: Tiling, dice: random.Random) -> list[int] | None:
        """Return cells whose letters allow one solution; None if all letters allow others."""
        labels, kinds = tiling.labels[self.order.board.mask], self._pieces_on_cells(tiling)
        cells = [
            dice.choice(np.flatnonzero(labels == tile).tolist()) for tile in range(len(tiling))
        ]
        while True:
            solutions = self._find_solutions(kinds, cells)
            if solutions is not None and len(solutions) == 1:
                return cells
            # Where a solution has another letter, or anywhere if the search takes too long.
            differing = np.ones(len(kinds), dtype=np.bool_)
            if solutions is not None:
                differing = np.logical_or.reduce([pieces != kinds for pieces in solutions])
            left = np.setdiff1d(np.flatnonzero(differing), cells).tolist()
            if not left:
                return None
            cells.append(dice.choice(left))

    def _pieces_on_cells(self, tiling: Tiling) -> NDArray[np.integer]:
        """Return the piece on each cell."""
        assert tiling.piece is not None
        kinds: NDArray[np.integer] = tiling.piece[tiling.labels[self.order.board.mask]]
        return kinds

    def _agreeing_cover(self, kinds: NDArray[np.integer], cells: list[int]) -> Cover:
        """Return the cover of the puzzle with the letters of some cells."""
        wanted = np.full(self.cover.area, -1)
        wanted[cells] = kinds[cells]
        there = wanted[self.cover.item]
        wrong = (there >= 0) & (there != self.cover.placement_piece[self._owner])
        allowed = np.ones(self.cover.size, dtype=np.bool_)
        allowed[self._owner[wrong]] = False
        return self.cover.only(allowed)

    def _find_solutions(
        self, kinds: NDArray[np.integer], cells: list[int]
    ) -> list[NDArray[np.integer]] | None:
        """Return the pieces on the cells in up to two solutions; None if unknown."""
        check_time()
        tilings, ended = find_within(self._agreeing_cover(kinds, cells), 2, _JUDGED, engine="dance")
        return [self._pieces_on_cells(tiling) for tiling in tilings] if ended else None
