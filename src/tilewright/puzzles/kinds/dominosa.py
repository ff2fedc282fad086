"""Puzzles of which only the marks are left: each piece of a list lies on the board once, and the
board shows the marks of all.

Dominosa is such a puzzle: the numbers of a set of dominoes, without the lines between them.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from tilewright.errors import RequestError
from tilewright.model.board import Board
from tilewright.model.piece import Piece, shortest_words
from tilewright.model.puzzle import Level
from tilewright.model.space.lattice import Cell
from tilewright.model.space.polyform import Polyform, Polyomino
from tilewright.model.tiling import Tiling
from tilewright.puzzles.making.clues import climb, solutions
from tilewright.puzzles.making.maker import Attempts, Order, SolvedPuzzle, solved

#: Most solutions that are counted, and changes of a layout for each tile.
_MOST, _CHANGES = 24, 12


class _Tile(NamedTuple):
    """A tile: its cells in sorted order, the mark of each, and the piece that has these marks."""

    cells: tuple[Cell, ...]
    marks: tuple[str, ...]
    piece: Piece


_Layout = list[_Tile]


class LabelPuzzles(Attempts):
    """Makes puzzles whose clues are the marks of all pieces.

    A random tiling of the board gets the marks of the pieces at random. As long as there are
    several solutions, two tiles where they differ exchange their marks, if that leaves no more.
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self.alphabet = tuple(sorted({mark for piece in order.pieces for mark in piece.marks}))
        self._ways: dict[Piece, dict[Polyform, list[tuple[str, ...]]]] = {}
        for piece in order.pieces:
            ways: dict[Polyform, list[tuple[str, ...]]] = defaultdict(list)
            for shape, marks in piece.orientations(order.turn):
                ways[shape].append(marks)
            self._ways[piece] = dict(ways)

    def make(self, dice: random.Random, level: Level | None, minimal: bool) -> SolvedPuzzle:
        """Return a puzzle, of whatever level; None if this attempt failed."""
        for piece in self.order.pieces:
            if not all(piece.marks) or not piece.marks or piece.least != piece.most:
                raise RequestError(
                    "pieces of this kind of puzzle must have a mark in each cell, such as 35 or "
                    f"double-6, and a number of copies; got {piece.word()}",
                    where="pieces",
                )
        drawn = self._draw_tiles(dice)
        if drawn is None:
            return None

        def change(layout: _Layout, tilings: Sequence[Tiling]) -> _Layout:
            """Exchange the marks of two tiles, one of them where a solution differs."""
            there = {cells for _, cells in dice.choice(tilings)}
            differing = [number for number, tile in enumerate(layout) if tile.cells not in there]
            one = dice.choice(differing or range(len(layout)))
            alike = [
                other
                for other, tile in enumerate(layout)
                if tile.piece != layout[one].piece
                and self._fits(tile.cells, layout[one].piece)
                and self._fits(layout[one].cells, tile.piece)
            ]
            other = dice.choice(alike) if alike else one
            changed = list(layout)
            for at, from_ in ((one, other), (other, one)):
                changed[at] = self._draw_marks(layout[at].cells, layout[from_].piece, dice)
            return changed

        layout = climb(
            drawn,
            lambda layout: solutions(
                self.order.problem(self.order.pieces, self._board(layout)), _MOST
            ),
            change,
            _CHANGES * len(drawn),
        )
        if layout is None:
            return None
        return solved(self.order.puzzle(shortest_words(self.order.pieces), self._board(layout)))

    def _draw_tiles(self, dice: random.Random) -> _Layout | None:
        """Return a random tiling whose tiles have the marks of random pieces."""
        tilings = solutions(self.order.problem(self.order.bare), 1, seed=dice.randrange(1 << 31))
        if not tilings:
            return None
        left = [piece for piece in self.order.pieces for _ in range(piece.least)]
        dice.shuffle(left)
        drawn = []
        for _, cells in tilings[0]:
            at = next(at for at, piece in enumerate(left) if self._fits(cells, piece))
            drawn.append((cells, left.pop(at)))
        return [self._draw_marks(cells, piece, dice) for cells, piece in drawn]

    def _fits(self, cells: tuple[Cell, ...], piece: Piece) -> bool:
        return _shape(cells) in self._ways[piece]

    def _draw_marks(self, cells: tuple[Cell, ...], piece: Piece, dice: random.Random) -> _Tile:
        return _Tile(cells, dice.choice(self._ways[piece][_shape(cells)]), piece)

    def _board(self, layout: _Layout) -> Board:
        """Return the board with the marks of tiles."""
        marks = {
            cell: mark for tile in layout for cell, mark in zip(tile.cells, tile.marks, strict=True)
        }
        return self.order.marked_board(marks, self.alphabet)


def _shape(cells: tuple[Cell, ...]) -> Polyform:
    """Return cells of squares, moved to the origin."""
    return Polyomino(cells)
