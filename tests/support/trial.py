"""One random problem under judgement: as the library reads it, and as the naive twin does."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cases import Case
from naive_moves import Cell, center
from naive_problem import Lying, NaiveProblem, Tile
from naive_problem import Tiling as TwinTiling
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.cover.cover import decode_marks
from tilewright.model.problem import Problem
from tilewright.model.space.labels import EMPTY, OUTSIDE, number_tiles
from tilewright.model.tiling import Tiling


class Disagreement(Exception):
    """The library and the twin, or two ways of the library, do not agree."""


@dataclass
class Trial:
    """One problem under judgement."""

    case: Case
    seed: int = 0

    @cached_property
    def problem(self) -> Problem:
        return self.case.problem()

    @cached_property
    def cover(self) -> Cover:
        return compile_cover(self.problem)

    @cached_property
    def twin(self) -> NaiveProblem:
        return NaiveProblem(self.case)

    def rng(self, name: str) -> random.Random:
        """Random choices of one check; they do not depend on the other checks."""
        return random.Random(f"{self.seed} {name}")

    def same(self, expected: object, got: object, verb: str, *options: str, call: str = "") -> None:
        """Raise if two answers differ."""
        if expected != got:
            note = f"  [{call}]" if call else ""
            raise Disagreement(
                f"{self.case.command(verb, *options)}{note}\n    expected {expected}, got {got}"
            )

    @cached_property
    def placements(self) -> list[Tile]:
        """Each placement of the library's cover as the twin writes it."""
        cover, twin = self.cover, self.twin
        cells = [tuple(cell) for cell in cover.cells.tolist()]
        tiles = []
        for number in range(cover.size):
            piece = int(cover.placement_piece[number])
            placement_cells = frozenset(
                cells[item] for item in cover.item[cover.start[number] : cover.start[number + 1]]
            )
            points = np.zeros((0, 0))
            if self.case.by_wrap:
                begin, end = cover.shape_start[
                    cover.orientation[number] : cover.orientation[number] + 2
                ]
                plane = cover.shape_cells[begin:end] + cover.anchor[number]
                points = np.array(
                    [center(self.case.lattice, tuple(cell)) for cell in plane.tolist()]
                )
            shown = dict.fromkeys(placement_cells, "")
            if twin.reads_marks:
                marks = decode_marks(cover, np.array([[number]], dtype=np.int32))[0]
                shown = {cell: str(marks[cell]) for cell in placement_cells}
            tiles.append(twin.tile(piece, shown, points))
        return tiles

    def adopt(self) -> None:
        """Let the twin leave out placements that the library leaves out as the rules forbid them,
        and add symmetries that it finds although the words of the rules are not symmetric.

        Raises
        ------
        Disagreement
            If a tiling uses such a placement, or a symmetry is none.
        """
        twin, placements = self.twin, set(self.placements)
        every, used = set(twin.placements), {tile for tiling in twin.tilings for tile in tiling}
        self.same(set(), placements - every, "solve", call="placements that are none")
        self.same(set(), used - placements, "solve", call="placements of tilings")
        twin.placements = [tile for tile in twin.placements if tile in placements]
        rows = {tuple(self.placements[p] for p in row) for row in self.cover.symmetries().tolist()}
        by_words = twin.moves
        # A piece that the rules leave no placement is no obstacle to a symmetry any more.
        twin._ways = {tile: ways for tile, ways in twin._ways.items() if tile in placements}
        del twin.plain_moves
        twin.moves = [
            move
            for move in twin.plain_moves
            if tuple(move.tiles[tile] for tile in self.placements) in rows
        ]
        call = "symmetries"
        there = [move.symmetry.cells for move in twin.moves]
        missing = [move for move in by_words if move.symmetry.cells not in there]
        self.same(0, len(missing), "solve", "--unique", call=call)
        tilings = set(twin.tilings)
        for move in twin.moves:
            moved = {frozenset(move.tiles[tile] for tile in tiling) for tiling in tilings}
            self.same(tilings, moved, "solve", "--unique", call=call)

    def tiling(self, lying: Iterable[tuple[int, Iterable[Cell]]], named: bool = True) -> Tiling:
        """What lies on the board as a tiling of the library, with or without the names of the
        pieces.
        """
        board = self.problem.board
        labels = np.where(board.mask, EMPTY, OUTSIDE).astype(np.int32)
        ordered = sorted((min(cells), k, sorted(cells)) for k, cells in lying)
        for number, (_, _, cells) in enumerate(ordered):
            labels[tuple(np.array(cells).T)] = number
        pieces = np.array([k for _, k, _ in ordered], dtype=np.int32)
        names = self.problem.names
        return Tiling(
            number_tiles(labels),
            pieces if named else None,
            names if named else (),
            lattice=board.lattice,
            surface=board.surface,
        )


def in_order(tiling: Lying) -> list[tuple[int, list[Cell]]]:
    """The tiles of a tiling in an order that is always the same; tilings are sorted by it, too."""
    return sorted((k, sorted(cells)) for k, cells in tiling)


def marked(tiling: Tiling) -> TwinTiling:
    """A tiling of the library with marks as the twin tells it apart."""
    assert tiling.marks is not None
    shown = tiling.marks
    return frozenset(
        (piece, cells, ((), *(str(shown[cell]) for cell in sorted(cells))))
        for piece, cells in tiles(tiling)
    )


def tiles(tiling: Tiling) -> Lying:
    """A tiling of the library as the twin sees it."""
    cells: dict[int, list[Cell]] = {}
    for cell in np.argwhere(tiling.labels >= 0).tolist():
        cells.setdefault(int(tiling.labels[tuple(cell)]), []).append(tuple(cell))
    assert tiling.piece is not None
    piece = tiling.piece.tolist()
    return frozenset((piece[label], frozenset(lying)) for label, lying in cells.items())
