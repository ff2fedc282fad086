"""Position: the closed regions, the remaining problem, and whether the game is solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover, compile_cover
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.model.space.labels import EMPTY, number_tiles
from tilewright.model.space.lattice import Cell
from tilewright.model.tiling import Tiling
from tilewright.puzzles.play.rulebook import Rulebook
from tilewright.puzzles.play.state import Edge, State, without_crossing

#: Regions of up to so many times the cells of the largest piece are looked at.
_LOOKED_AT = 4


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the board that outlines close, with its status.

    Parameters
    ----------
    kind : {"piece", "hole", "wrong"}
        *hole*: the region is not a piece, but may be the part of the board that stays empty.
        *wrong*: no pieces can cover the region.
    cells : tuple of cells
        Sorted.
    piece : str or None
        The name of the piece.
    """

    kind: Literal["piece", "hole", "wrong"]
    cells: tuple[Cell, ...]
    piece: str | None = None


def regions(
    rules: Rulebook,
    edges: frozenset[Edge],
    taken: Container[Cell] = (),
    placed: Iterable[Placement] = (),
) -> tuple[Region, ...]:
    """Return the regions that outlines close, in reading order, given the cells that placed pieces
    cover.
    """
    parts: list[Region] = []
    left = {cell for cell in rules.marks if cell not in taken}
    for start in rules.marks:
        if start not in left:
            continue
        left.remove(start)
        region = [start]
        for cell in region:
            for other in rules.beside[cell]:
                if other in left and (min(cell, other), max(cell, other)) not in edges:
                    left.remove(other)
                    region.append(other)
        if len(region) > _LOOKED_AT * rules.largest:
            continue
        cells = tuple(sorted(region))
        inside = set(cells)
        loose = frozenset(edge for edge in edges if edge[0] in inside and edge[1] in inside)
        piece = None if loose else rules.piece_at(cells)
        if piece is not None:
            parts.append(Region("piece", cells, piece))
        elif len(cells) <= rules.problem.empty_most and rules.optional.issuperset(cells):
            parts.append(Region("hole", cells))
        elif not rules.can_be_cut(cells, loose):
            parts.append(Region("wrong", cells))
    return tuple(_mark_holes(rules, parts, rules.count(placed)))


#: A region whose cells stay empty.
_HOLE = "hole"


def _mark_holes(rules: Rulebook, parts: list[Region], used: Counter[str]) -> list[Region]:
    """Turn regions that are pieces into holes, if there are enough pieces without them."""
    problem = rules.problem
    left = sum(len(region.cells) for region in parts if region.kind == _HOLE)
    may_be = [
        region.kind == "piece"
        and len(region.cells) <= problem.empty_most
        and rules.optional.issuperset(region.cells)
        for region in parts
    ]
    used.update(
        region.piece for region, may in zip(parts, may_be, strict=True) if region.piece and not may
    )
    for number, region in enumerate(parts):
        if not may_be[number] or region.piece is None:
            continue
        piece = rules.piece(region.piece)
        plenty = piece.most is not None and used[piece.name] >= piece.most
        if used[piece.name] >= piece.least and (plenty or left < problem.empty_least):
            parts[number] = Region("hole", region.cells)
            left += len(region.cells)
        else:
            used[piece.name] += 1
    return parts


@dataclass(frozen=True)
class Position:
    """The rules of a puzzle, and its current state.

    Parameters
    ----------
    rules : Rulebook
    state : State
    """

    rules: Rulebook
    state: State

    @cached_property
    def owner(self) -> dict[Cell, Placement]:
        """The placement on each covered cell."""
        mine = {cell: placement for placement in self.state.placed for cell in placement.cells}
        return self.rules.given | mine

    @property
    def drawn(self) -> frozenset[Edge]:
        """The edges where pieces end; empty if pieces come from a tray.

        With a tray, drawn edges are only notes of the player.
        """
        return self.state.edges if self.rules.drawn else frozenset()

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The regions that outlines close; empty if pieces come from a tray."""
        return (
            regions(self.rules, self.drawn, self.owner, self.state.placed)
            if self.rules.drawn
            else ()
        )

    @cached_property
    def tiles(self) -> tuple[Placement, ...]:
        """The placements by the player: pieces, and closed outlines that are pieces."""
        closed = (
            Placement(region.piece, region.cells)
            for region in self.regions
            if region.piece is not None
        )
        return (*self.state.placed, *closed)

    @cached_property
    def tiling(self) -> Tiling:
        """The current board. Pieces, and closed outlines that are pieces, are tiles; all other
        cells are -2.

        If outlines are drawn, tiles do not name their pieces, because an outline only says which
        cells belong together.
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
            piece = np.array(
                [self.rules.number(tiles[number].piece) for number in order], dtype=np.int32
            )
        return Tiling(
            number_tiles(labels),
            piece,
            problem.names,
            board.lattice,
            board.surface,
            problem.colors,
            self._shown_marks(tiles),
        )

    def _shown_marks(self, tiles: Iterable[Placement]) -> NDArray[np.str_] | None:
        """Return the mark that each cell shows, if a rule depends on it."""
        if not self.rules.problem.reads_marks:
            return None
        shown = {
            cell: mark
            for tile in map(self.rules.add_marks, tiles)
            for cell, mark in zip(tile.cells, tile.marks, strict=True)
        }
        longest = max(map(len, shown.values()), default=1)
        marks = np.zeros(self.rules.problem.board.shape, dtype=f"U{max(1, longest)}")
        for cell, mark in shown.items():
            marks[cell] = mark
        return marks

    @cached_property
    def free(self) -> dict[Cell, str]:
        """The cells without a piece, with their marks. A piece may be placed on them if its marks
        agree.
        """
        return {cell: mark for cell, mark in self.rules.marks.items() if cell not in self.owner}

    @cached_property
    def solved(self) -> bool:
        """Whether the board is tiled as the puzzle requires."""
        return not self.tiling.faults(self.rules.problem)

    @property
    def share(self) -> float:
        """The covered share of the cells that the player must cover, from 0 to 1."""
        whole = len(self.rules.marks) - len(self.rules.given) - self.rules.problem.empty_least
        return min(1.0, sum(len(tile.cells) for tile in self.tiles) / max(1, whole))

    def left(self, piece: str) -> int | None:
        """Return the number of copies of a piece in the tray, or None if it is unlimited."""
        puzzle_piece = self.rules.piece(piece)
        return (
            None
            if puzzle_piece.most is None
            else puzzle_piece.most - self.rules.count(self.state.placed)[puzzle_piece.name]
        )

    def exceeds(self, placed: tuple[Placement, ...]) -> bool:
        """Whether more copies of a piece are placed than there are. A player may outline a piece
        any number of times.
        """
        used = self.rules.count(placed)
        pieces = self.rules.problem.pieces
        return any(piece.most is not None and used[piece.name] > piece.most for piece in pieces)

    def after(self, placed: tuple[Placement, ...]) -> Problem:
        """Return the remaining problem after some pieces are placed."""
        return self.rules.problem.with_rules(placed=placed)

    def rest(self, placed: tuple[Placement, ...], edges: Iterable[Edge]) -> Cover:
        """Return the remaining cover after some pieces are placed, with pieces that do not cross
        the given edges.
        """
        return without_crossing(compile_cover(self.after(placed)), edges)
