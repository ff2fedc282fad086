"""Rulebook: tables of what a puzzle allows. It is created once for each puzzle and shared by all of
its sessions.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

import numpy as np

from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Oriented, Piece, turned
from tilewright.model.placement import Placement
from tilewright.model.problem import EMPTY_MARK, Problem
from tilewright.model.puzzle import KINDS, Puzzle
from tilewright.model.space.lattice import Cell, cell_word
from tilewright.model.space.surface import copied, is_flat_squares, neighboring
from tilewright.puzzles.play.remaining import first_tilings
from tilewright.puzzles.play.state import (
    Edge,
    Exclusion,
    PlayError,
    joined_edge,
    without_crossing,
)

#: How long it may take to see that a region can be cut into pieces, in seconds, and how many of
#: these answers are kept.
_SEEING, _KEPT = 0.2, 4096


@lru_cache(maxsize=64)
def rulebook(puzzle: Puzzle) -> Rulebook:
    """Return the rulebook of a puzzle, which is cached for the next session of the same puzzle."""
    return Rulebook(puzzle)


class Rulebook:
    """The rulebook of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle

    Attributes
    ----------
    problem : Problem
        The original problem.
    marks : dict from cell to str
        The mark of every cell of the board, in reading order; ``""`` means no mark.
    given : dict from cell to Placement
        The pieces that came with the puzzle, by the cells that they cover.
    drawn : bool
        Whether the puzzle is played by drawing outlines. This is the case for dot puzzles and, on
        flat squares, for puzzles whose pieces are all unlimited, so that there is no tray. Pieces
        in several parts always come from a tray, because an outline closes only one part.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        # A player lays a piece on cells, and cannot say which way round it goes.
        self.problem: Problem = replace(puzzle, by_wrap=False).problem()
        board = self.problem.board
        letters = ("", *board.alphabet)
        self.marks: dict[Cell, str] = {
            tuple(cell): letters[mark]
            for cell, mark in zip(
                np.argwhere(board.mask).tolist(), board.marks[board.mask].tolist(), strict=True
            )
        }
        self._indexes = {piece.name: number for number, piece in enumerate(self.problem.pieces)}
        self.given = {
            cell: placement for placement in self.problem.placed for cell in placement.cells
        }
        #: Whether the cells and their marks say what a piece looks like there: not over joined
        #: sides, nor where marks agree with others.
        self._by_look = not (board.surface.joined or self.problem.marks_agree)
        self._lying: dict[tuple[int, tuple[Cell, ...]], dict[int | None, tuple[str, ...]]] = {}
        self._cut: dict[tuple[tuple[Cell, ...], frozenset[Edge]], bool] = {}
        pieces = self.problem.pieces
        self.drawn = all(piece.polyomino.is_connected() for piece in pieces) and (
            KINDS[puzzle.kind].outlines
            or (is_flat_squares(board) and all(piece.most is None for piece in pieces))
        )

    def number(self, name: str) -> int:
        """Return the index of the piece with this name."""
        index = self.problem.piece_index(name)
        if index is None:
            raise PlayError(f"this puzzle has no piece '{name}'")
        return index

    def piece(self, name: str) -> Piece:
        """Return the piece with this name. It raises the same errors as `number`."""
        return self.problem.pieces[self.number(name)]

    def add_marks(self, placement: Placement, first: int | None = None) -> Placement:
        """Return a placement that fits, with its marks if a rule depends on them. The orientation
        `first` is preferred.
        """
        if placement.marks or not self.problem.reads_marks:
            return placement
        ways = self._ways(self._indexes[placement.piece], placement.cells)
        if not ways:
            return placement
        return replace(placement, marks=ways.get(first, next(iter(ways.values()))))

    def settle(self, placement: Placement) -> Placement:
        """Return a placement with the full name of its piece, and its marks if a rule depends on
        them. It is unchanged if it does not fit.
        """
        named = self.problem.named(placement)
        fits = named.piece in self._indexes and self.marks.keys() >= {*named.cells}
        return self.add_marks(named) if fits else named

    @cached_property
    def optional(self) -> frozenset[Cell]:
        """The cells that may stay empty, which are the unmarked cells unless the problem specifies
        them.
        """
        optional, marked = self.problem.optional, self.problem.marks_agree.get(EMPTY_MARK, ())
        return frozenset(
            cell
            for cell, mark in self.marks.items()
            if optional[cell] and (not mark or mark in marked)
        )

    @cached_property
    def largest(self) -> int:
        """The number of cells of the largest piece."""
        return max(len(piece.polyomino) for piece in self.problem.pieces)

    @cached_property
    def orientations(self) -> tuple[tuple[Oriented, ...], ...]:
        """The orientations of each piece."""
        return tuple(piece.orientations(self.problem.turn) for piece in self.problem.pieces)

    @cached_property
    def _numbers(self) -> tuple[dict[tuple[tuple[Cell, ...], tuple[str, ...]], int], ...]:
        return tuple(
            {(shape.cells, marks): number for number, (shape, marks) in enumerate(oriented)}
            for oriented in self.orientations
        )

    @cached_property
    def _shapes(self) -> dict[tuple[tuple[Cell, ...], tuple[str, ...]], int]:
        return {look: index for index, looks in enumerate(self._numbers) for look in looks}

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The number of the initial orientation of each piece."""
        return tuple(
            looks[piece.polyomino.cells, piece.marks or ("",) * len(piece.polyomino)]
            for piece, looks in zip(self.problem.pieces, self._numbers, strict=True)
        )

    @cached_property
    def _turns(self) -> list[tuple[int, ...]]:
        """The symmetries by which each piece may turn."""
        problem = self.problem
        return [
            piece.lattice.allowed(piece.turn or problem.turn, np.array(piece.polyomino.cells))
            for piece in problem.pieces
        ]

    def image(self, index: int, orientation: int, element: int) -> int | None:
        """Return the image of an orientation under a symmetry, or None if it is not allowed."""
        if element not in self._turns[index]:
            return None
        shape, marks = turned(self.orientations[index][orientation], element)
        return self._numbers[index][shape.cells, marks]

    @cached_property
    def beside(self) -> dict[Cell, tuple[Cell, ...]]:
        """The cells of the board that share an edge or a face with each cell, including cells
        across joined sides.
        """
        cells, board = list(self.marks), self.problem.board
        neighbors: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
        for one, other in neighboring(np.array(cells), board.lattice, board.surface).tolist():
            neighbors[cells[one]].append(cells[other])
            neighbors[cells[other]].append(cells[one])
        return {cell: tuple(others) for cell, others in neighbors.items()}

    def is_edge(self, edge: Edge) -> bool:
        """Whether this is an edge between two cells of the board."""
        first, second = edge
        return first in self.marks and second in self.beside[first]

    def edge(self, first: Cell, second: Cell) -> Edge:
        """Return the edge between two cells of the board."""
        for cell in (first, second):
            if cell not in self.marks:
                raise PlayError(f"the cell {cell_word(cell)} is not on the board")
        if second not in self.beside[first]:
            raise PlayError(
                f"the cells {cell_word(first)} and {cell_word(second)} do not share an edge"
            )
        return joined_edge(first, second)

    @cached_property
    def copies(self) -> dict[Cell, Cell]:
        """If sides are joined, the cells around the board that are identified with cells of the
        board, together with these; otherwise empty.

        The margin is as wide as a piece on the board can reach.
        """
        board = self.problem.board
        if not board.surface.joined:
            return {}
        reach = 1 + max(
            max(map(max, shape.cells)) for looks in self.orientations for shape, _ in looks
        )
        reach += reach % board.lattice.kinds
        return copied(board.mask, board.lattice, board.surface, reach)

    def _look(self, cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
        """Return cells of a flat board as a shape that touches the origin, and their marks."""
        corner = [min(axis) for axis in zip(*cells, strict=True)]
        corner[-1] -= corner[-1] % self.problem.board.lattice.kinds
        moved = tuple(tuple(x - y for x, y in zip(cell, corner, strict=True)) for cell in cells)
        return moved, tuple(self.marks[cell] for cell in cells)

    def _find_orientation(
        self, index: int, cells: tuple[Cell, ...], marks: tuple[str, ...] = ()
    ) -> int | None:
        """Return the orientation in which a piece covers cells with these marks, or None."""
        if self._by_look and not marks:
            return self._numbers[index].get(self._look(cells))
        ways = self._ways(index, cells)
        return next((number for number, shown in ways.items() if marks in ((), shown)), None)

    def _ways(self, index: int, cells: tuple[Cell, ...]) -> dict[int | None, tuple[str, ...]]:
        """Return the orientations in which a piece covers cells, each with its marks."""
        if (index, cells) not in self._lying:
            self._lying[index, cells] = dict(self._list_ways(index, cells))
        return self._lying[index, cells]

    def _list_ways(
        self, index: int, cells: tuple[Cell, ...]
    ) -> Iterator[tuple[int | None, tuple[str, ...]]]:
        agree = self.problem.marks_agree
        kinds = self.problem.board.lattice.kinds
        wanted = {cell: self.marks[cell] for cell in cells}
        for number, (shape, marks) in enumerate(self.orientations[index]):
            if not len(shape.cells) == len(cells) == len(wanted):
                continue
            for to, anchor in itertools.product(cells, shape.cells):
                by = tuple(x - y for x, y in zip(to, anchor, strict=True))
                moved = [
                    tuple(x + y for x, y in zip(cell, by, strict=True)) for cell in shape.cells
                ]
                there = {
                    self.copies.get(cell, cell): mark
                    for cell, mark in zip(moved, marks, strict=True)
                }
                if by[-1] % kinds or there.keys() != wanted.keys():
                    continue
                if all(wanted[cell] in agree.get(mark, (mark,)) for cell, mark in there.items()):
                    yield number, tuple(there[cell] for cell in cells)
                    break

    def orientation(self, placement: Placement) -> int:
        """Return the number of the orientation of a piece that fits."""
        number = self._find_orientation(
            self._indexes[placement.piece], placement.cells, placement.marks
        )
        assert number is not None, placement
        return number

    def piece_at(self, cells: tuple[Cell, ...]) -> str | None:
        """Return the name of the piece that these sorted cells of the board form, if any."""
        if not self._by_look:
            numbers = range(len(self.problem.pieces))
            index = next(
                (number for number in numbers if self._find_orientation(number, cells) is not None),
                None,
            )
        else:
            index = self._shapes.get(self._look(cells))
        return None if index is None else self.problem.pieces[index].name

    def can_be_cut(self, cells: tuple[Cell, ...], edges: frozenset[Edge]) -> bool:
        """Whether some cells of the board can be cut into pieces that do not cross an edge, or
        whether this is not known soon.

        The number of copies is not checked exactly, because other regions may use them.
        """
        key = cells, edges
        if key not in self._cut:
            if len(self._cut) >= _KEPT:
                self._cut.clear()
            self._cut[key] = self._search_cut(cells, edges)
        return self._cut[key]

    def _search_cut(self, cells: tuple[Cell, ...], edges: frozenset[Edge]) -> bool:
        board = self.problem.board
        mask = np.zeros_like(board.mask)
        mask[tuple(np.array(cells).T)] = True
        part = Board(
            mask,
            optional=board.optional & mask,
            marks=np.where(mask, board.marks, 0),
            alphabet=board.alphabet,
            lattice=board.lattice,
            surface=board.surface,
        )
        pieces = (replace(piece, least=0) for piece in self.problem.pieces)
        most = min(self.problem.empty_most, int((self.problem.optional & mask).sum()))
        problem = Problem(
            part,
            *pieces,
            turn=self.problem.turn,
            empty=(0, most) if most else 0,
            marks_agree=self.problem.marks_agree,
        )
        if problem.faults():
            return False
        division = first_tilings(without_crossing(compile_cover(problem), edges), 1, _SEEING)
        return bool(division.tilings) or not division.complete

    def fault(
        self, placement: Placement, taken: Mapping[Cell, Placement], used: Mapping[str, int]
    ) -> str | None:
        """Return the reason why a piece cannot be placed, or None if it can."""
        index = self._indexes.get(placement.piece)
        if index is None:
            return f"this puzzle has no piece '{placement.piece}'"
        most = self.problem.pieces[index].most
        if most is not None and used.get(placement.piece, 0) >= most:
            return f"the puzzle allows at most {most} of this piece, and no copies are left"
        for cell in placement.cells:
            if cell not in self.marks:
                return f"the cell {cell_word(cell)} is not on the board"
            if cell in taken:
                return f"the cell {cell_word(cell)} is already covered"
        if self._find_orientation(index, placement.cells, placement.marks) is None:
            return "the piece has no orientation with these cells and marks"
        return None

    def exclusion_fault(self, exclusion: Exclusion) -> str | None:
        """Return the reason why the note that a piece does not cover a cell is invalid, or None if
        it is valid.
        """
        piece, cell = exclusion
        if piece not in self._indexes:
            return f"this puzzle has no piece '{piece}'"
        return None if cell in self.marks else f"the cell {cell_word(cell)} is not on the board"

    def count(self, placed: Iterable[Placement]) -> Counter[str]:
        """Return the number of used copies of each piece, including those that came with the
        puzzle.
        """
        return Counter(placement.piece for placement in (*self.problem.placed, *placed))
