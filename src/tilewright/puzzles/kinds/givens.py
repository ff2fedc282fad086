"""Puzzles with a list of pieces, some of which are already placed so that the rest has one
solution.

If a list does not have too many tilings, all tilings are found, which can prove that no puzzle has
a level. The pieces to place then follow from a table of the tiles that each tiling shares with each
other tiling.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover, placement_number
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle
from tilewright.model.space.labels import number_tiles
from tilewright.model.tiling import Tiling
from tilewright.puzzles.deduction import LARGEST, Deducer
from tilewright.puzzles.making.clues import (
    MOST_PUZZLES,
    ClueSubsets,
    all_solutions,
    is_level,
)
from tilewright.puzzles.making.field import Dice, PuzzleField
from tilewright.puzzles.making.maker import ClueAttempts, Order, Way, with_copies

if TYPE_CHECKING:
    from tilewright.solving.search import EngineName

#: Lists with at most this many tilings are enumerated.
_ALL = 12_000
#: Most nodes for that: in space and on a torus an engine may search in vain for hours.
_LISTED = 1 << 21


@dataclass(frozen=True)
class _List:
    """A list of pieces with fixed numbers of copies, and its tilings if there are only a few."""

    problem: Problem
    tilings: tuple[Tiling, ...] | None
    labels: NDArray[np.integer]
    kinds: NDArray[np.integer]
    cover: Cover
    deducer: Deducer | None

    @functools.cached_property
    def number(self) -> dict[bytes, int]:
        """The index of each tiling by its labels and kinds."""
        rows = zip(self.labels, self.kinds, strict=True)
        return {
            labels.tobytes() + kinds.tobytes(): place for place, (labels, kinds) in enumerate(rows)
        }


class _Tiles:
    """The tiles of one tiling, and the tiles that it shares with the other tilings of the list."""

    def __init__(self, known: _List, number: int) -> None:
        labels, kinds = known.labels[number], known.kinds[number]
        tiles = [np.flatnonzero(labels == tile) for tile in range(int(labels.max(initial=-1)) + 1)]
        table = np.empty((len(known.labels), len(tiles)), dtype=bool)
        for tile, cells in enumerate(tiles):
            label = known.labels[:, cells[0]]
            size = (known.labels == label[:, None]).sum(axis=1)
            same = (known.labels[:, cells] == label[:, None]).all(axis=1)
            same &= known.kinds[:, cells[0]] == kinds[cells[0]]
            table[:, tile] = (label >= 0) & same & (size == len(cells))
        others = np.flatnonzero(~table.all(axis=1))
        self._shared: NDArray[np.bool_] = table[others]
        #: For each other tiling that is a rotation of this one: where the rotations take each tile,
        #: or -1 if to none.
        self._turns: dict[int, list[NDArray[np.int64]]] = {}
        place = {int(other): row for row, other in enumerate(others)}
        for turn in known.cover.turnings():
            moved, moved_kinds = np.empty_like(labels), np.empty_like(kinds)
            moved[turn.cells], moved_kinds[turn.cells] = labels, kinds
            other = known.number[_renumber(moved).tobytes() + moved_kinds.tobytes()]
            if other in place:
                self._turns.setdefault(place[other], []).append(
                    np.array(
                        [_tile_on(turn.cells[cells], labels) for cells in tiles], dtype=np.int64
                    )
                )

    def __len__(self) -> int:
        return int(self._shared.shape[1])

    def has_one_solution(self, tiles: list[int]) -> bool:
        """Return whether there is only one solution with these tiles placed."""
        rows = np.flatnonzero(self._shared[:, tiles].all(axis=1))
        return len(rows) <= len(self._turns) and all(
            self._is_rotation(int(row), tiles) for row in rows
        )

    def _is_rotation(self, row: int, tiles: list[int]) -> bool:
        """Return whether a rotation gives another tiling and preserves the placed tiles."""
        return any(set(turn[tiles].tolist()) == set(tiles) for turn in self._turns.get(row, ()))


def _renumber(labels: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return labels with tiles numbered by first appearance."""
    numbered: NDArray[np.integer] = number_tiles(labels[None])[0].astype(labels.dtype)
    return numbered


def _tile_on(cells: NDArray[np.integer], labels: NDArray[np.integer]) -> int:
    """Return the tile with exactly these cells, or -1."""
    tile = int(labels[cells[0]])
    same = bool((labels[cells] == tile).all()) and int((labels == tile).sum()) == len(cells)
    return tile if same else -1


class GivenPuzzles(ClueAttempts):
    """Makes puzzles with some pieces already placed on one board."""

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self.field = PuzzleField(compile_cover(order.problem(order.pieces)))

    def ways(self, dice: Dice, *, hard: bool, minimal: bool) -> Sequence[Way]:
        """Return puzzles from one tiling, from the most placed pieces to the fewest.

        Pieces are removed in random order as long as there is one solution.
        """
        from tilewright.kernels.deduction.making import PLACED

        drawn = self.field.draw(dice)
        if drawn is None:
            return []
        tiling, copies = drawn
        pieces = with_copies(self.order.pieces, copies.tolist())
        labels = (tiling >= 0).astype(np.int32)
        field = self.field.with_copies(copies)
        left, decided = field.reduce(PLACED, tiling, labels, dice, all_=hard)
        if minimal and not decided:
            return []
        problem = self.order.problem(pieces)
        placed = [self._placement(tile) for tile in tiling[tiling >= 0].tolist()]
        return [
            functools.partial(self._make_puzzle, problem, placed, np.flatnonzero(way).tolist())
            for way in left
        ]

    def _placement(self, number: int) -> Placement:
        """Return a placement of the field."""
        cover = self.field.cover
        cells = tuple(tuple(cover.cells[cell].tolist()) for cell in self.field.cells_of(number))
        return Placement(cover.problem.pieces[self.field.piece_of(number)].name, cells)

    def list_clue_subsets(self) -> list[Callable[[], ClueSubsets]] | None:
        """Return the clue subsets of each tiling, or None if there are too many to try all."""
        if any(piece.most != piece.least for piece in self.order.pieces):
            return None
        known = self._known
        if known.tilings is None or known.deducer is None:
            return None
        if sum(1 << len(tiling) for tiling in known.tilings) > MOST_PUZZLES:
            return None
        return [
            functools.partial(self._clue_subsets, known, number)
            for number in range(len(known.tilings))
        ]

    def _clue_subsets(self, known: _List, number: int) -> ClueSubsets:
        tilings, deducer = known.tilings, known.deducer
        assert tilings is not None and deducer is not None
        placed = [Placement(*tile) for tile in tilings[number]]
        numbers = [placement_number(deducer.cover, placement) or 0 for placement in placed]
        return ClueSubsets(
            len(placed),
            _Tiles(known, number).has_one_solution,
            lambda givens, level: is_level(deducer, level, tuple(numbers[n] for n in givens)),
            lambda givens: (self._make_puzzle(known.problem, placed, givens), tilings[number]),
        )

    def _make_puzzle(self, problem: Problem, placed: list[Placement], givens: list[int]) -> Puzzle:
        return self.order.puzzle(
            tuple(problem.words()),
            placed=tuple(_placement_word(placed[tile], problem) for tile in givens),
        )

    @functools.cached_property
    def _known(self) -> _List:
        """The tilings of the pieces."""
        order = self.order
        problem = order.problem(order.pieces)
        # In a box of cubes, filling the first empty cell first may take hours with small pieces.
        engine: EngineName = "dance" if len(order.board.shape) > 2 else "auto"
        tilings = all_solutions(
            problem, _ALL, None if order.has_short_id else _LISTED, engine=engine
        )
        none = np.zeros((0, 0), dtype=np.int32)
        every, labels, kinds = (
            (None, none, none) if tilings is None else _sort_tilings(tilings, order.board)
        )
        cover: Cover = compile_cover(problem)
        deducer = Deducer(cover) if cover.size <= LARGEST else None
        return _List(problem, every, labels, kinds, cover, deducer)


def _sort_tilings(
    tilings: Sequence[Tiling], board: Board
) -> tuple[tuple[Tiling, ...], NDArray[np.integer], NDArray[np.integer]]:
    """Return tilings in the same order with any engine, and their tiles and pieces."""
    labels = np.array([tiling.labels[board.mask] for tiling in tilings]).reshape(len(tilings), -1)
    kinds = np.full(labels.shape, -1, dtype=np.int32)
    for row, tiling in enumerate(tilings):
        if tiling.piece is not None:
            kinds[row] = np.where(labels[row] < 0, -1, tiling.piece[np.maximum(labels[row], 0)])
    # By labels, and by pieces, which may have the same cells where sides are joined. Cells without
    # a tile (-1) come last.
    order = np.lexsort(np.concatenate([labels, kinds], axis=1).astype(np.uint16).T[::-1])
    return tuple(tilings[place] for place in order), labels[order], kinds[order]


def _placement_word(placement: Placement, problem: Problem) -> str:
    index = problem.piece_index(placement.piece)
    base = problem.pieces[index].base() if index is not None else placement.piece
    return Placement(base, placement.cells).word()
