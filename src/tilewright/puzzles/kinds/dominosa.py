"""Puzzles of which only the marks are left: each piece of a list lies on the board once, and the
board shows the marks of all.

Dominosa is such a puzzle: the numbers of a set of dominoes, without the lines between them.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable

import numpy as np

from tilewright.errors import RequestError
from tilewright.model.board import Board
from tilewright.model.piece import Piece, shortest_words
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Level, make_puzzle
from tilewright.model.space.lattice import Cell
from tilewright.model.space.polyform import Polyform, Polyomino
from tilewright.model.tiling import Tiling
from tilewright.puzzles.making.clues import ClueSubsets, only_solution, solutions
from tilewright.puzzles.making.maker import Attempts, Order, SolvedPuzzle
from tilewright.system.work.deadline import check_time

#: Most solutions that are counted, and changes of a layout for each tile.
_MOST, _CHANGES = 24, 12

#: A tile: its cells in sorted order, and the mark of each.
_Tile = tuple[tuple[Cell, ...], tuple[str, ...]]


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
        tiles, pieces = drawn
        tilings = self._solutions(tiles)
        for _ in range(_CHANGES * len(tiles)):
            check_time()
            if len(tilings) == 1:
                break
            changed = list(tiles)
            one = dice.choice(_find_differing(tiles, dice.choice(tilings)) or range(len(tiles)))
            alike = [
                other
                for other in range(len(tiles))
                if pieces[other] != pieces[one]
                and all(
                    _shape(tiles[mine][0]) in self._ways[pieces[its]]
                    for mine, its in ((one, other), (other, one))
                )
            ]
            other = dice.choice(alike) if alike else one
            swapped = list(pieces)
            swapped[one], swapped[other] = pieces[other], pieces[one]
            for tile in (one, other):
                changed[tile] = self._draw_marks(tiles[tile][0], swapped[tile], dice)
            fewer = self._solutions(changed)
            if len(fewer) <= len(tilings):
                tiles, pieces, tilings = changed, swapped, fewer
        return self._make_puzzle(tiles) if len(tilings) == 1 else None

    def list_clue_subsets(self) -> list[Callable[[], ClueSubsets]] | None:
        """Return None: no clue can be left out."""
        return None

    def _draw_tiles(self, dice: random.Random) -> tuple[list[_Tile], list[Piece]] | None:
        """Return a random tiling whose tiles have the marks of random pieces."""
        order = self.order
        problem = Problem(order.board, *order.bare, turn=order.turn)
        tilings = solutions(problem, 1, seed=dice.randrange(1 << 31))
        if not tilings:
            return None
        cells = [tile for _, tile in tilings[0]]
        left = [piece for piece in order.pieces for _ in range(piece.least)]
        dice.shuffle(left)
        pieces = []
        for tile in cells:
            at = next(at for at, piece in enumerate(left) if _shape(tile) in self._ways[piece])
            pieces.append(left.pop(at))
        tiles = [
            self._draw_marks(tile, piece, dice) for tile, piece in zip(cells, pieces, strict=True)
        ]
        return tiles, pieces

    def _draw_marks(self, cells: tuple[Cell, ...], piece: Piece, dice: random.Random) -> _Tile:
        return cells, dice.choice(self._ways[piece][_shape(cells)])

    def _board(self, tiles: list[_Tile]) -> Board:
        """Return the board with the marks of tiles."""
        codes = np.zeros(self.order.board.shape, dtype=np.int16)
        for cells, marks in tiles:
            for cell, mark in zip(cells, marks, strict=True):
                codes[cell] = 1 + self.alphabet.index(mark)
        return Board(self.order.board.mask, marks=codes, alphabet=self.alphabet)

    def _solutions(self, tiles: list[_Tile]) -> tuple[Tiling, ...]:
        order = self.order
        return solutions(Problem(self._board(tiles), *order.pieces, turn=order.turn), _MOST)

    def _make_puzzle(self, tiles: list[_Tile]) -> SolvedPuzzle:
        order = self.order
        puzzle = make_puzzle(
            order.kind,
            self._board(tiles),
            shortest_words(order.pieces),
            turn=order.turn,
        )
        solution = only_solution(puzzle.problem())
        return None if solution is None else (puzzle, solution)


def _shape(cells: tuple[Cell, ...]) -> Polyform:
    """Return cells of squares, moved to the origin."""
    return Polyomino(cells)


def _find_differing(tiles: list[_Tile], other: Tiling) -> list[int]:
    """Return the tiles that a tiling does not have."""
    there = {cells for _, cells in other}
    return [number for number, (cells, _) in enumerate(tiles) if cells not in there]
