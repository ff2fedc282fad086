"""The requirements for cells, the answer, and its verification."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.errors import RequestError
from tilewright.model.answer import Answer
from tilewright.model.board import Board
from tilewright.model.claims import ClaimError
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Cell, Lattice, Turn, as_lattice, check_turn
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.cells import Cells, holes_of, move_to
from tilewright.system.platform.machine import check_room
from tilewright.system.values.arguments import check_integer, counted
from tilewright.system.values.svg_repr import picture_of

if TYPE_CHECKING:
    from tilewright.drawing import Picture


#: Bytes of a cell of a placement, in all lists of a search together.
_ENTRY = 400


@dataclass(frozen=True)
class _PieceRequirement:
    """A requirement about pieces."""

    pieces: tuple[Piece, ...]
    turn: Turn

    def __post_init__(self) -> None:
        if not self.pieces:
            raise RequestError("specify a piece, such as F5", where="PIECE")
        if len(lattices := {piece.lattice for piece in self.pieces}) > 1:
            names = " and ".join(sorted(lattice.cells for lattice in lattices))
            raise RequestError(
                f"all pieces must be on the same lattice, got {names}", where="PIECE"
            )
        if any(piece.marks for piece in self.pieces):
            raise RequestError("pieces with marks are not supported in figures", where="PIECE")
        if any((piece.least, piece.most) != (1, 1) for piece in self.pieces):
            raise RequestError(
                "numbers of copies are not supported for this question; remove them", where="PIECE"
            )

    @property
    def lattice(self) -> Lattice:
        """The lattice of the pieces."""
        return self.pieces[0].lattice

    def forms(self, piece: Piece) -> tuple[Polyform, ...]:
        """Return the orientations of a piece."""
        return piece.polyomino.orientations(piece.turn or self.turn)

    @cached_property
    def elements(self) -> list[int]:
        """The symmetries of the lattice that do not affect the requirement."""
        orientations = [set(self.forms(piece)) for piece in self.pieces]
        return [
            element
            for element in self.lattice.turns[self.turn]
            if all(form.transform(element) in forms for forms in orientations for form in forms)
        ]

    def names(self) -> str:
        """Return the names of the pieces, or their number."""
        if len(self.pieces) <= 3:
            return " and ".join(piece.name for piece in self.pieces)
        return f"each of {len(self.pieces)} pieces"

    def to_json(self) -> dict[str, Any]:
        """Return the requirement as JSON values."""
        return {
            "pieces": [piece.word() for piece in self.pieces],
            "lattice": self.lattice.name,
            "turn": self.turn,
        }


def _read_pieces(data: dict[str, Any]) -> tuple[tuple[Piece, ...], Turn]:
    lattice, turn = as_lattice(data["lattice"]), check_turn(data["turn"])
    words = data["pieces"]
    if not isinstance(words, list):
        raise ClaimError("'pieces' must be a list")
    pieces = tuple(piece for word in words for piece in parse_pieces(word, turn, lattice))
    if any(piece.lattice is not lattice for piece in pieces):
        raise ClaimError(f"the pieces must be made of {lattice.cells}")
    return pieces, turn


@dataclass(frozen=True)
class Contains(_PieceRequirement):
    """A connected figure that contains each piece."""

    fields: ClassVar[tuple[str, ...]] = ("pieces", "lattice", "turn")

    def check(self, cells: Cells) -> None:
        """Raise a ClaimError if cells do not meet the requirement."""
        if cells and not self.lattice.connected(cells):
            raise ClaimError("the figure is not connected")
        for piece in self.pieces:
            if not any(
                move_to(self.lattice, form.cells, cell) <= cells
                for form in self.forms(piece)
                for cell in cells
            ):
                raise ClaimError(f"{piece.name} does not fit")

    def text(self, size: int) -> str:
        """Return a phrase for what the given number of cells do."""
        return f"{counted(size, 'cell')} contain{'s' if size == 1 else ''} {self.names()}"

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Contains:
        """Return the requirement that `to_json` saved."""
        return cls(*_read_pieces(data))


@dataclass(frozen=True)
class Excludes(_PieceRequirement):
    """Cells to remove from a board so that no piece fits into the rest."""

    board: Board

    fields: ClassVar[tuple[str, ...]] = ("pieces", "lattice", "turn", "board")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.board.lattice is not self.lattice:
            raise RequestError(
                f"the board must be made of {self.lattice.cells}, got {self.board.lattice.cells}",
                where="BOARD",
            )
        if self.board.alphabet or self.board.optional.any():
            raise RequestError("the board must not have marks or optional cells", where="BOARD")

    def placements(self, board: Board) -> list[frozenset[int]]:
        """Return the cells of each placement of a piece on a board, by their numbers."""
        placements: dict[frozenset[int], None] = {}
        entries = 0
        for piece in self.pieces:
            alone = Piece(piece.polyomino, piece.name, least=0, most=None, turn=piece.turn)
            problem = Problem(board, alone, turn=self.turn, empty=(0, board.area))
            cover = compile_cover(problem)
            entries += len(cover.item)
            check_room(_ENTRY * entries, f"placements with {entries:,} cells need {{}}")
            for first, last in itertools.pairwise(cover.start.tolist()):
                placements[frozenset(cover.item[first:last].tolist())] = None
        return list(placements)

    def check(self, cells: Cells) -> None:
        """Raise a ClaimError if cells do not meet the requirement."""
        board, mask = self.board, self.board.mask.copy()
        for cell in cells:
            if not all(0 <= x < size for x, size in zip(cell, mask.shape, strict=True)) or (
                not mask[cell]
            ):
                raise ClaimError(f"the cell {cell} is not on the board")
            mask[cell] = False
        if mask.any():
            rest = Board(mask, lattice=board.lattice, surface=board.surface)
            if self.placements(rest):
                raise ClaimError("a piece still fits on the board")

    def text(self, size: int) -> str:
        """Return a phrase for what the given number of cells do."""
        names = " and ".join(piece.name for piece in self.pieces)
        return f"if {size:,} of the {self.board.area:,} cells are removed, {names} no longer fits"

    def to_json(self) -> dict[str, Any]:
        """Return the requirement as JSON values."""
        return {**super().to_json(), "board": self.board.text() + "\n"}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Excludes:
        """Return the requirement that `to_json` saved."""
        return cls(*_read_pieces(data), Board.from_text(data["board"]))


@dataclass(frozen=True)
class Ring:
    """A connected figure around a hole with a given number of cells.

    Parts of the outside that touch only at a corner are separate.
    """

    hole: int
    lattice: Lattice

    fields: ClassVar[tuple[str, ...]] = ("hole", "lattice")

    def __post_init__(self) -> None:
        check_integer(self.hole, "ring", 1)

    def check(self, cells: Cells) -> None:
        """Raise a ClaimError if cells do not meet the requirement."""
        if cells and not self.lattice.connected(cells):
            raise ClaimError("the figure is not connected")
        if self.hole not in map(len, holes_of(self.lattice, cells)):
            raise ClaimError(f"the figure has no hole with {counted(self.hole, 'cell')}")

    def text(self, size: int) -> str:
        """Return a phrase for what the given number of cells do."""
        return f"{counted(size, 'cell')} around a hole of {counted(self.hole, 'cell')}"

    def to_json(self) -> dict[str, Any]:
        """Return the requirement as JSON values."""
        return {"hole": self.hole, "lattice": self.lattice.name}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Ring:
        """Return the requirement that `to_json` saved."""
        return cls(data["hole"], as_lattice(data["lattice"]))


Requirement = Contains | Excludes | Ring
#: The requirements by their names in JSON.
REQUIREMENTS: dict[str, type[Requirement]] = {
    "contains": Contains,
    "excludes": Excludes,
    "ring": Ring,
}


@dataclass(frozen=True, eq=False)
class Fewest(Answer):
    """The smallest set of cells that meets a requirement.

    Attributes
    ----------
    requirement : Contains, Excludes or Ring
    cells : tuple of tuple of int
        The cells of the figure, or the cells to remove from the board.
    least : int
        A proven lower bound on the number of cells. If a time limit is reached, the bound may be
        less than `size`.
    """

    requirement: Requirement
    cells: tuple[Cell, ...]
    least: int

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.cells)

    @property
    def proven(self) -> bool:
        """Whether it is proven that no smaller set of cells is enough."""
        return self.size <= self.least

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def board(self) -> Board:
        """The figure as a board, or the board without the removed cells."""
        if isinstance(self.requirement, Excludes):
            board = self.requirement.board
            mask = board.mask.copy()
            for cell in self.cells:
                mask[cell] = False
            return Board(mask, lattice=board.lattice, surface=board.surface)
        return Board.from_array(self.shape.array(), self.requirement.lattice)

    @property
    def shape(self) -> Polyform:
        """The cells as a polyform."""
        return Polyform(self.cells, self.requirement.lattice)

    @property
    def density(self) -> Fraction:
        """The fraction of the board's cells that is removed; 1 for a figure."""
        area = self.requirement.board.area if isinstance(self.requirement, Excludes) else self.size
        return Fraction(self.size, area)

    def text(self) -> str:
        """Return the answer as a sentence without a final period.

        Examples
        --------
        >>> from tilewright.shapes.figures import superform
        >>> print(superform("tetrominoes").text())
        6 cells contain each of 5 pieces; fewer are not enough
        """
        needed = f"{self.least:,} {'is' if self.least == 1 else 'are'} needed"
        more = "fewer are not enough" if self.proven else f"at least {needed}"
        return f"{self.requirement.text(self.size)}; {more}"

    def __repr__(self) -> str:
        return f"<Fewest: {self.text()}>"

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values."""
        (name,) = (name for name, of in REQUIREMENTS.items() if isinstance(self.requirement, of))
        return {
            "fewest": name,
            **self.requirement.to_json(),
            "size": self.size,
            "least": self.least,
            "proven": self.proven,
            "cells": [list(cell) for cell in self.cells],
        }


@picture_of.register(Fewest)
def _draw(fewest: Fewest, **options: Any) -> Picture:
    """Return a picture of the figure, or of the rest of the board."""
    from tilewright.drawing import draw_board

    return draw_board(fewest.board, **{"title": fewest.text(), **options})
