"""Position: where a game stands, and every question about it. How it came there is the session's to know."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from tilewright.piece import Piece
from tilewright.play.advice import find_hint, find_ways, find_wrong
from tilewright.play.hint import Hint
from tilewright.play.outlines import Region, regions
from tilewright.play.remaining import Ways
from tilewright.play.rulebook import Rulebook, rulebook
from tilewright.play.state import PlayError, State
from tilewright.polyomino import Cell
from tilewright.problem import Placement, Problem
from tilewright.puzzle import Puzzle
from tilewright.tiling import EMPTY, Tiling, number_tiles

__all__ = ["Position"]


class Position:
    """A puzzle and the state that it is in; `Session` adds history, hand and clock."""

    puzzle: Puzzle
    state: State

    @property
    def rules(self) -> Rulebook:
        """What the puzzle allows."""
        return rulebook(self.puzzle)

    @property
    def problem(self) -> Problem:
        """The puzzle as it was set, without the player's pieces."""
        return self.rules.problem

    @property
    def drawn(self) -> bool:
        """Whether the puzzle is played by drawing outlines, not with pieces from a tray."""
        return self.rules.drawn

    @cached_property
    def owner(self) -> dict[Cell, Placement]:
        """The placement on each cell that has a piece."""
        mine = {cell: placement for placement in self.state.placed for cell in placement.cells}
        return self.rules.given | mine

    def left(self, piece: str) -> int | None:
        """Return how many copies of a piece are still in the tray; None if there is no end of them."""
        found = self.problem.pieces[self._index(piece)]
        return None if found.most is None else found.most - self.rules.count(self.state.placed)[found.name]

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The regions that outlines close; none where pieces are taken from a tray.

        Where there is a tray, edges that are drawn are notes of the player's, and mean nothing.
        """
        return regions(self.rules, self.state.edges, self.owner) if self.drawn else ()

    @cached_property
    def tiles(self) -> tuple[Placement, ...]:
        """What counts as placed by the player: pieces, and closed outlines that are pieces."""
        closed = (Placement(each.piece, each.cells) for each in self.regions if each.piece is not None)
        return (*self.state.placed, *closed)

    @cached_property
    def tiling(self) -> Tiling:
        """The board as it stands: pieces, and closed outlines that are pieces, are tiles; the rest has -2."""
        labels = np.where(self.problem.board.mask, EMPTY, -1).astype(np.int32)
        for number, placement in enumerate((*self.problem.placed, *self.tiles)):
            labels[tuple(np.array(placement.cells).T)] = number
        return Tiling(number_tiles(labels))

    @cached_property
    def free(self) -> dict[Cell, str]:
        """The cells without a piece, with their marks: where a piece may be put, if its marks agree."""
        return {cell: mark for cell, mark in self.rules.marks.items() if cell not in self.owner}

    @cached_property
    def solved(self) -> bool:
        """Whether the board is tiled as the puzzle asks."""
        return not self.tiling.faults(self.problem)

    @property
    def share(self) -> float:
        """How much of what the player has to cover is covered, 0 to 1."""
        whole = len(self.rules.marks) - len(self.rules.given) - self.problem.empty_least
        return min(1.0, sum(len(tile.cells) for tile in self.tiles) / max(1, whole))

    def check(self) -> list[str]:
        """Return what is wrong so far, in words; empty while everything may still be right.

        What is placed is compared with the tilings of the puzzle, not with one of them only.
        """
        wrong = self.wrong(seconds=2.0)
        return [] if wrong is None else [wrong.text]

    def ways(self, seconds: float = 0.5) -> Ways:
        """Return in how many ways the board can be finished from here.

        Parameters
        ----------
        seconds : float
            Budget of time.
        """
        return find_ways(self, seconds)

    def hint(self, seconds: float = 2.0) -> Hint:
        """Return the next step that a person could find, and why; or what has to go first."""
        return find_hint(self, seconds)

    def wrong(self, seconds: float) -> Hint | None:
        """Return a hint that says what has to go; None if all may be right, or that was not found out in time."""
        return find_wrong(self, seconds)

    def after(self, placed: tuple[Placement, ...]) -> Problem:
        """Return the problem that is left after some pieces are placed."""
        problem = self.problem
        words: tuple[Piece, ...] = problem.pieces
        empty = 0 if problem.empty_most == 0 else (problem.empty_least, problem.empty_most)
        return Problem(
            problem.board, *words, turn=problem.turn, placed=(*problem.placed, *placed), empty=empty
        )

    def _index(self, piece: str) -> int:
        index = self.rules.index(piece)
        if index is None:
            raise PlayError(f"there is no piece '{piece}' in this puzzle")
        return index
