"""Position: where a game stands, and what can be seen there. How it came there is the session's to know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tilewright.cover import Cover, compile_cover
from tilewright.labels import EMPTY, number_tiles
from tilewright.lattices.lattice import Cell
from tilewright.play.outlines import Region, regions
from tilewright.play.rulebook import Rulebook
from tilewright.play.state import Edge, State, without_crossing
from tilewright.problem import Placement, Problem
from tilewright.tiling import Tiling

__all__ = ["Position"]


@dataclass(frozen=True)
class Position:
    """What a puzzle allows, and the state that it is in.

    Parameters
    ----------
    rules : Rulebook
    state : State
    """

    rules: Rulebook
    state: State

    @cached_property
    def owner(self) -> dict[Cell, Placement]:
        """The placement on each cell that has a piece."""
        mine = {cell: placement for placement in self.state.placed for cell in placement.cells}
        return self.rules.given | mine

    @property
    def drawn(self) -> frozenset[Edge]:
        """The edges that say where pieces end; none where pieces are taken from a tray.

        There, edges that are drawn are notes of the player's, and mean nothing.
        """
        return self.state.edges if self.rules.drawn else frozenset()

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The regions that outlines close; none where pieces are taken from a tray."""
        return regions(self.rules, self.drawn, self.owner) if self.rules.drawn else ()

    @cached_property
    def tiles(self) -> tuple[Placement, ...]:
        """What counts as placed by the player: pieces, and closed outlines that are pieces."""
        closed = (Placement(each.piece, each.cells) for each in self.regions if each.piece is not None)
        return (*self.state.placed, *closed)

    @cached_property
    def tiling(self) -> Tiling:
        """The board as it stands: pieces, and closed outlines that are pieces, are tiles; the rest has -2.

        Tiles do not name their pieces where outlines are drawn: an outline says which cells belong together, no more.
        """
        problem = self.rules.problem
        board = problem.board
        tiles = (*problem.placed, *self.tiles)
        labels = np.where(board.mask, EMPTY, -1).astype(np.int32)
        for number, placement in enumerate(tiles):
            labels[tuple(np.array(placement.cells).T)] = number
        piece = None
        if not self.rules.drawn:
            numbers, first = np.unique(labels[labels >= 0], return_index=True)
            order = numbers[np.argsort(first)].tolist()
            piece = np.array([self.rules.number(tiles[number].piece) for number in order], dtype=np.int32)
        return Tiling(number_tiles(labels), piece, problem.names, board.lattice, board.surface)

    @cached_property
    def free(self) -> dict[Cell, str]:
        """The cells without a piece, with their marks: where a piece may be put, if its marks agree."""
        return {cell: mark for cell, mark in self.rules.marks.items() if cell not in self.owner}

    @cached_property
    def solved(self) -> bool:
        """Whether the board is tiled as the puzzle asks."""
        return not self.tiling.faults(self.rules.problem)

    @property
    def share(self) -> float:
        """How much of what the player has to cover is covered, 0 to 1."""
        whole = len(self.rules.marks) - len(self.rules.given) - self.rules.problem.empty_least
        return min(1.0, sum(len(tile.cells) for tile in self.tiles) / max(1, whole))

    def left(self, piece: str) -> int | None:
        """Return how many copies of a piece are still in the tray; None if there is no end of them."""
        found = self.rules.piece(piece)
        return None if found.most is None else found.most - self.rules.count(self.state.placed)[found.name]

    def after(self, placed: tuple[Placement, ...]) -> Problem:
        """Return the problem that is left after some pieces are placed."""
        problem = self.rules.problem
        empty = 0 if problem.empty_most == 0 else (problem.empty_least, problem.empty_most)
        return Problem(
            problem.board,
            *problem.pieces,
            turn=problem.turn,
            placed=(*problem.placed, *placed),
            empty=empty,
        )

    def rest(self, placed: tuple[Placement, ...], edges: Iterable[Edge]) -> Cover:
        """Return what is left to be covered after some pieces are placed, by pieces that cross none of some edges."""
        return without_crossing(compile_cover(self.after(placed)), edges)
