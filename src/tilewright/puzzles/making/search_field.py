"""All placements of pieces on one board, compiled once, so that many dot puzzles on it are judged
quickly.

Compiled are all placements without marks. A dot puzzle selects those whose marks agree with the
board's, so thousands of puzzles are tried without compiling any. The search engines verify the
final one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Turn
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling
from tilewright.puzzles.making import clues
from tilewright.system.platform.machine import check_room
from tilewright.system.work.deadline import check_time

#: A tiling as ascending numbers of placements.
DotLayout = NDArray[np.int32]
#: With more placements tried than this, a puzzle counts as having too many solutions.
_BUDGET = 100_000
#: Bytes of a placement, in all tables together.
_PLACEMENT = 700


class DotField:
    """All placements of pieces on one board, with quick answers about tilings with some of them."""

    def __init__(
        self,
        board: Board,
        pieces: tuple[Piece, ...],
        turn: Turn,
        choices: dict[Polyform, list[tuple[int, ...]]],
        *,
        hole: bool,
    ) -> None:
        self.cover: Cover = compile_cover(
            Problem(board, *pieces, turn=turn, empty=(1, 1) if hole else None)
        )
        check_room(
            _PLACEMENT * self.cover.size, f"{self.cover.size:,} placements of a new puzzle need"
        )
        self._completions = clues.Completions(self.cover)
        size = np.diff(self.cover.start)
        self._cells = np.full((self.cover.size, size.max()), self.cover.area, dtype=np.int32)
        self._cells[np.arange(size.max()) < size[:, None]] = self.cover.item
        most = max(len(ways) for ways in choices.values())
        codes = np.zeros((len(self.cover.oriented), most, size.max()), dtype=np.int16)
        for number, (shape, _) in enumerate(self.cover.oriented):
            ways = choices[shape]
            for row in range(most):
                codes[number, row, : len(shape)] = ways[min(row, len(ways) - 1)]
        self._codes = codes[self.cover.orientation]
        self._number = {row.tobytes(): n for n, row in enumerate(self._cells)}

    # Layouts -------------------------------------------------------------------------------------

    def layout(self, tiling: Tiling) -> DotLayout:
        """Return a tiling as numbers of placements."""
        labels = np.append(tiling.labels[self.cover.problem.board.mask], -1)
        placements = []
        for tile in range(len(tiling)):
            row = np.full(self._cells.shape[1], self.cover.area, dtype=np.int32)
            cells = np.flatnonzero(labels == tile)
            row[: len(cells)] = cells
            placements.append(self._number[row.tobytes()])
        return np.sort(np.array(placements, dtype=np.int32))

    def tiles(self, layout: DotLayout) -> NDArray[np.int64]:
        """Return, for each cell, the index in the layout of the placement on it; -1 for the
        hole.
        """
        label = np.full(self.cover.area + 1, -1, dtype=np.int64)
        label[self._cells[layout]] = np.arange(len(layout))[:, None]
        return label[:-1]

    def cells_around(self, within: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the cells outside a set that share an edge with it."""
        beside = np.append(within, False)[self.cover.beside].any(axis=1)
        return np.flatnonzero(beside & ~within)

    def copies(self, layout: DotLayout) -> NDArray[np.int64]:
        """Return the number of copies of each piece in a layout."""
        return np.bincount(self.cover.placement_piece[layout], minlength=len(self.cover.least))

    # Marks ---------------------------------------------------------------------------------------

    def marks(self, layout: DotLayout) -> NDArray[np.int16]:
        """Return the mark codes of the cells, with each placement marked in its first way."""
        codes = np.zeros(self.cover.area + 1, dtype=np.int16)
        codes[self._cells[layout]] = self._codes[layout, 0]
        return codes[:-1]

    def agreeing_placements(
        self, marks: NDArray[np.int16] | None, *, bare: bool = False
    ) -> NDArray[np.bool_]:
        """Return which placements agree with marks, or all without marks; with `bare`, unmarked
        pieces agree as well.
        """
        if marks is None:
            return np.ones(self.cover.size, dtype=bool)
        marked = np.append(marks, np.int16(0))[self._cells]
        agree: NDArray[np.bool_] = (marked[:, None, :] == self._codes).all(axis=2).any(axis=1)
        if bare:
            agree |= (marked == 0).all(axis=1)
        return agree

    # Tilings -------------------------------------------------------------------------------------

    def tilings(
        self,
        allowed: NDArray[np.bool_],
        most: int,
        within: NDArray[np.bool_] | None = None,
        empty: tuple[int, int] | None = None,
    ) -> list[DotLayout]:
        """Return up to `most` tilings of the board, or of a part of it, with some of the
        placements.
        """
        covered = None
        if within is not None:
            covered = ~within
            allowed = allowed & ~np.append(covered, False)[self._cells].any(axis=1)
        rows = self._completions.find(most, _BUDGET, allowed=allowed, covered=covered, empty=empty)
        if rows is None:
            return [np.empty(0, dtype=np.int32)] * most
        return [np.sort(row[row >= 0]) for row in rows]

    def has_one_tiling(self, marks: NDArray[np.int16], *, bare: bool = False) -> bool:
        """Return True if a quick search finds exactly one tiling that agrees with the marks."""
        return len(self.tilings(self.agreeing_placements(marks, bare=bare), 2)) == 1


#: Most solutions that are counted.
_MOST = 24
#: Ways to rearrange a few tiles, one of which is drawn.
_WAYS = 40


def shuffle_layout(field: DotField, layout: DotLayout, dice: random.Random) -> DotLayout:
    """Return a layout changed in many random places, since engines may draw monotonous ones."""
    everything = field.agreeing_placements(None)
    for _ in range(2 * len(layout)):
        check_time()
        layout = _change(field, layout, layout, everything, dice)
    return layout


def climb(
    field: DotField,
    layout: DotLayout,
    puzzle: Callable[[DotLayout], NDArray[np.bool_]],
    dice: random.Random,
    *,
    rounds: int,
) -> DotLayout | None:
    """Change a layout until its puzzle has one solution; return None after `rounds` changes."""
    everything = field.agreeing_placements(None)

    def change(best: DotLayout, layouts: Sequence[DotLayout]) -> DotLayout:
        others = [solution for solution in layouts if not np.array_equal(solution, best)]
        return _change(field, best, dice.choice(others or layouts), everything, dice)

    return clues.climb(layout, lambda other: field.tilings(puzzle(other), _MOST), change, rounds)


def _change(
    field: DotField,
    layout: DotLayout,
    other: DotLayout,
    everything: NDArray[np.bool_],
    dice: random.Random,
) -> DotLayout:
    """Rearrange a few tiles around a difference from `other`, if there is a way."""
    tiles = field.tiles(layout)
    there = set(other.tolist())
    differ = [place for place, number in enumerate(layout.tolist()) if number not in there]
    # One extra entry for the hole, which has index -1.
    taken = np.zeros(len(layout) + 1, dtype=bool)
    taken[dice.choice(differ or range(len(layout)))] = True
    for _ in range(2 if dice.random() < 0.7 else 3):
        around = field.cells_around(taken[tiles])
        if not len(around):
            break
        taken[tiles[around[dice.randrange(len(around))]]] = True
    layouts = field.tilings(everything, _WAYS, taken[tiles], empty=(int(taken[-1]),) * 2)
    if len(layouts) < 2 or not len(layouts[0]):
        return layout
    return np.sort(np.concatenate([layout[~taken[:-1]], dice.choice(layouts)]))
