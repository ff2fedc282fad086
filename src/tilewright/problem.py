"""Problem: board, pieces and rules. The one thing that every engine takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.catalog import FAMILIES
from tilewright.errors import PieceError, ProblemError, RequestError
from tilewright.piece import Oriented, Piece, parse_pieces
from tilewright.polyomino import Cell, Polyomino
from tilewright.symmetry import Turn, check_turn
from tilewright.tiling import EMPTY, OUTSIDE, Tiling, tile_cells

if TYPE_CHECKING:
    from tilewright.cover import Cover

__all__ = ["Placement", "Problem"]


@dataclass(frozen=True, slots=True)
class Placement:
    """One orientation of one piece at one position on the board.

    Parameters
    ----------
    piece : str
        The name of the piece.
    cells : tuple of (row, column) pairs
        The cells that it covers.
    """

    piece: str
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "cells", tuple(sorted((int(row), int(column)) for row, column in self.cells))
        )

    @classmethod
    def parse(cls, word: str) -> Placement:
        """Read ``PIECE:row,column-row,column-…``, such as ``L3:0,0-1,0-1,1``.

        Raises
        ------
        PieceError
            If the word is not of this form.
        """
        piece, _, cells = word.rpartition(":")
        try:
            pairs = [tuple(map(int, cell.split(","))) for cell in cells.split("-")]
            if not piece or any(len(pair) != 2 for pair in pairs):
                raise ValueError
        except ValueError:
            raise PieceError(
                "a piece already placed is written PIECE:row,column-row,column-…, such as L3:0,0-1,0-1,1",
                where=word,
            ) from None
        return cls(piece, tuple((row, column) for row, column in pairs))

    def word(self) -> str:
        """Return the word that `parse` reads."""
        return f"{self.piece}:" + "-".join(f"{row},{column}" for row, column in self.cells)


@dataclass(frozen=True, eq=False)
class Problem:
    """Board, pieces and rules.

    Parameters
    ----------
    board : Board or str
        A board, or a word of the grammar (`Board.parse`).
    *pieces : Piece or str
        Pieces, or words of the grammar (`tilewright.piece.parse_pieces`). Pieces that are the same
        under the turn are merged and their copies added.
    turn : {"free", "one-sided", "fixed"}
        How pieces turn that do not say so themselves.
    placed : iterable of Placement, str, or (name, cells)
        Pieces that are already on the board. They count towards the copies of their piece.
    empty : int or (least, most)
        How many cells may stay empty: at most this many, or between least and most. If the board
        says which cells may stay empty (``?``), it is those and 0 stands for any number of them;
        otherwise it may be any cell.

    Raises
    ------
    RequestError
        If a word cannot be read (all such words are named). What is wrong beyond that, `faults` says.

    Examples
    --------
    >>> problem = Problem("6x10", "pentominoes")
    >>> problem.faults()
    []
    >>> "".join(problem.names)
    'FILNPTUVWXYZ'
    """

    board: Board
    pieces: tuple[Piece, ...]
    turn: Turn
    placed: tuple[Placement, ...]
    empty_least: int
    empty_most: int
    #: (rows, columns) bool: the cells that may stay empty.
    optional: NDArray[np.bool_]

    def __init__(
        self,
        board: Board | str,
        *pieces: Piece | str,
        turn: Turn = "free",
        placed: Iterable[Placement | str | tuple[str, Iterable[Cell]]] = (),
        empty: int | tuple[int, int] = 0,
    ) -> None:
        check_turn(turn)
        errors: list[RequestError] = []
        listed: list[Piece] = []
        standing: list[Placement] = []
        if isinstance(board, str):
            try:
                board = Board.parse(board)
            except RequestError as error:
                errors.append(error)
        for piece in pieces:
            try:
                listed.extend([piece] if isinstance(piece, Piece) else parse_pieces(piece, turn))
            except RequestError as error:
                errors.append(error)
        for placement in placed:
            try:
                standing.append(_placement(placement))
            except RequestError as error:
                errors.append(error)
        if len(errors) == 1:
            raise errors[0]
        if errors or isinstance(board, str):
            raise ProblemError("; ".join(map(str, errors)))
        least, most = empty if isinstance(empty, tuple) else (0, empty)
        if board.optional.any():
            optional = board.optional
            if empty == 0:
                most = int(optional.sum())
        else:
            optional = board.mask if most > 0 else np.zeros_like(board.mask)
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "pieces", _merged(listed, turn))
        object.__setattr__(self, "turn", turn)
        object.__setattr__(self, "placed", tuple(standing))
        object.__setattr__(self, "empty_least", least)
        object.__setattr__(self, "empty_most", most)
        object.__setattr__(self, "optional", optional)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the pieces in tilings: without the size when all are of one family."""
        families = {len(piece.polyomino) for piece in self.pieces}
        short = [_short_name(piece) for piece in self.pieces]
        if len(families) == 1 and len(set(short)) == len(short):
            return tuple(short)
        return tuple(piece.name for piece in self.pieces)

    def words(self) -> list[str]:
        """Return the pieces as words of the grammar."""
        return [piece.word() for piece in self.pieces]

    def faults(self) -> list[str]:
        """Return everything that is wrong with the request, in words; empty if an engine may take it.

        That a problem has no tiling is not a fault.
        """
        found = []
        if not self.pieces:
            found.append("there are no pieces; name at least one")
        for name, number in Counter(piece.name for piece in self.pieces).items():
            if number > 1:
                found.append(f"{number} different pieces have the name '{name}'")
        owners: dict[Oriented, str] = {}
        for piece in self.pieces:
            shared = {owners.setdefault(shape, piece.name) for shape in piece.orientations(self.turn)} - {
                piece.name
            }
            found += [
                f"the pieces {name} and {piece.name} have an orientation in common, so a tiling could not "
                "tell them apart"
                for name in sorted(shared)
            ]
        if self.empty_least < 0 or self.empty_least > self.empty_most:
            found.append(f"at least {self.empty_least} but at most {self.empty_most} empty cells cannot be")
        available = int(self.optional.sum())
        if self.empty_most > available > 0:
            found.append(
                f"{self.empty_most} cells may stay empty, but only {available} cells are there for it"
            )
        found += self._placed_faults()
        return found

    def check(self) -> None:
        """Raise if there are faults.

        Raises
        ------
        ProblemError
            With all the faults.
        """
        if faults := self.faults():
            raise ProblemError("; ".join(faults))

    def cover(self) -> Cover:
        """Compile the problem (see `tilewright.cover`)."""
        from tilewright.cover import compile_cover

        return compile_cover(self)

    def piece_index(self, name: str) -> int | None:
        """Return the number of the piece that a name means, if there is one."""
        for names in (self.names, tuple(piece.name for piece in self.pieces)):
            if name in names:
                return names.index(name)
        try:
            meant = Piece.parse(name, self.turn)
        except RequestError:
            return None
        shapes = meant.orientations(self.turn)
        return next(
            (i for i, piece in enumerate(self.pieces) if piece.orientations(self.turn) == shapes), None
        )

    def _placed_faults(self) -> list[str]:
        found = []
        taken: dict[Cell, Placement] = {}
        used: Counter[int] = Counter()
        for placement in self.placed:
            word = placement.word()
            index = self.piece_index(placement.piece)
            if index is None:
                found.append(f"{word}: there is no piece '{placement.piece}' in the problem")
            else:
                used[index] += 1
                if not self._fits(index, placement.cells):
                    found.append(
                        f"{word}: these cells, with their marks, are not an orientation of the piece"
                    )
            for row, column in placement.cells:
                rows, columns = self.board.shape
                if not (0 <= row < rows and 0 <= column < columns and self.board.mask[row, column]):
                    found.append(f"{word}: the cell {row},{column} is not on the board")
                elif (row, column) in taken:
                    found.append(f"{word}: the cell {row},{column} is taken by {taken[row, column].word()}")
                taken[row, column] = placement
        for index, number in used.items():
            most = self.pieces[index].most
            if most is not None and number > most:
                found.append(
                    f"{number} copies of {self.pieces[index].name} are placed, but there are at most {most}"
                )
        return found

    def _fits(self, index: int, cells: tuple[Cell, ...]) -> bool:
        rows, columns = self.board.shape
        inside = all(0 <= row < rows and 0 <= column < columns for row, column in cells)
        if not inside or len(set(cells)) < len(cells):
            return not inside  # being off the board, or twice on a cell, is another fault
        marks = tuple(self._mark(cell) for cell in cells)
        return (Polyomino(cells), marks) in self.pieces[index].orientations(self.turn)

    def _mark(self, cell: Cell) -> str:
        number = int(self.board.marks[cell])
        return self.board.alphabet[number - 1] if number else ""

    def tiling_faults(self, tiling: Tiling) -> list[str]:
        """Return in what a well-numbered label array fails to be a tiling of this problem.

        Shares nothing with the engines; `Tiling.faults` is the door.
        """
        if tiling.shape != self.board.shape:
            return [
                "the board is {}x{}, the tiling is {}x{}".format(*self.board.shape, *tiling.shape),
            ]
        found = []
        labels = tiling.labels
        for wrong, message in (
            ((labels != OUTSIDE) & ~self.board.mask, "is not on the board, but the tiling has it"),
            ((labels == OUTSIDE) & self.board.mask, "is on the board, but the tiling leaves it out"),
            ((labels == EMPTY) & self.board.mask & ~self.optional, "is empty, but must be covered"),
        ):
            if wrong.any():
                row, column = np.argwhere(wrong)[0].tolist()
                others = f" (and {int(wrong.sum()) - 1} more)" if wrong.sum() > 1 else ""
                found.append(f"the cell {row},{column} {message}{others}")
        empties = int((labels == EMPTY).sum())
        if not self.empty_least <= empties <= self.empty_most and not found:
            found.append(f"{empties} cells are empty, not {self.empty_least} to {self.empty_most}")
        return found or self._tile_faults(tiling)

    def _tile_faults(self, tiling: Tiling) -> list[str]:
        found = []
        known = {
            shape: index for index, piece in enumerate(self.pieces) for shape in piece.orientations(self.turn)
        }
        copies = np.zeros(len(self.pieces), dtype=np.int64)
        start, cells = tile_cells(tiling.labels)
        sizes = np.diff(start)
        for size in np.unique(sizes).tolist():
            tiles = np.flatnonzero(sizes == size)
            block = cells[start[tiles, None] + np.arange(size)]
            marks = self.board.marks[block[:, :, 0], block[:, :, 1]]
            block = block - block.min(axis=1, keepdims=True)
            keyed = np.concatenate([block.reshape(len(tiles), -1), marks], axis=1)
            shapes, which = np.unique(keyed, axis=0, return_inverse=True)
            for number, shape in enumerate(shapes.tolist()):
                members = tiles[which.ravel() == number]
                pairs = tuple(zip(shape[: 2 * size : 2], shape[1 : 2 * size : 2], strict=True))
                letters = tuple(self.board.alphabet[mark - 1] if mark else "" for mark in shape[2 * size :])
                index = known.get((Polyomino(pairs), letters))
                if index is None:
                    found.append(
                        f"tile {members[0]} is {Polyomino(pairs).text()}, which is no piece of the problem"
                    )
                    continue
                copies[index] += len(members)
                if tiling.piece is not None:
                    named = {tiling.names[i] for i in tiling.piece[members].tolist()}
                    if wrong := named - {self.names[index]}:
                        found.append(f"a tile is called {wrong.pop()}, but is {self.names[index]}")
        for index, piece in enumerate(self.pieces):
            most = piece.most
            if copies[index] < piece.least or (most is not None and copies[index] > most):
                allowed = f"{piece.least} to {'any number' if most is None else most}"
                found.append(f"{copies[index]} copies of {piece.name} are used, not {allowed}")
        for placement in self.placed:
            rows, columns = np.array(placement.cells).T
            label = tiling.labels[rows[0], columns[0]]
            if label < 0 or sizes[label] != len(rows) or (tiling.labels[rows, columns] != label).any():
                found.append(f"the piece placed at {placement.word()} is not there")
        return found

    def to_json(self) -> dict[str, Any]:
        """Return the problem in a form that `from_json` reads back."""
        indexes = [self.piece_index(placement.piece) for placement in self.placed]
        placed = [
            placement if index is None else replace(placement, piece=self.pieces[index].base())
            for placement, index in zip(self.placed, indexes, strict=True)
        ]
        return {
            "board": self.board.text() + "\n",
            "pieces": self.words(),
            "turn": self.turn,
            "placed": [placement.word() for placement in placed],
            "empty": [self.empty_least, self.empty_most],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Problem:
        """Read what `to_json` returns.

        Raises
        ------
        ProblemError
            If a key is missing or has the wrong type.
        """
        try:
            least, most = data.get("empty", [0, 0])
            text = str(data["board"])
            board = Board.from_text(text) if "\n" in text else Board.parse(text)
            words = [str(word) for word in data["pieces"]]
            placed = [str(word) for word in data.get("placed", [])]
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, RequestError):
                raise
            raise ProblemError(
                f"a problem in JSON has 'board', 'pieces' and 'turn'; missing or wrong: {error}"
            ) from None
        empty = (
            0 if board.optional.any() and (least, most) == (0, int(board.optional.sum())) else (least, most)
        )
        return cls(board, *words, turn=check_turn(data.get("turn", "free")), placed=placed, empty=empty)

    def __repr__(self) -> str:
        words = ", ".join(map(repr, self.words()))
        turn = "" if self.turn == "free" else f", turn={self.turn!r}"
        return f"Problem({self.board.name!r}, {words}{turn})"

    def _repr_svg_(self) -> str:
        from tilewright.drawing import notebook_svg

        return notebook_svg(self.board)


def _placement(given: Placement | str | tuple[str, Iterable[Cell]]) -> Placement:
    if isinstance(given, Placement):
        return given
    if isinstance(given, str):
        return Placement.parse(given)
    name, cells = given
    return Placement(name, tuple(cells))


def _merged(pieces: Iterable[Piece], turn: Turn) -> tuple[Piece, ...]:
    """Add up the copies of pieces that are the same under their turn."""
    merged: dict[tuple[Oriented, ...], Piece] = {}
    for piece in pieces:
        shapes = piece.orientations(turn)
        if shapes in merged:
            earlier = merged[shapes]
            most = None if earlier.most is None or piece.most is None else earlier.most + piece.most
            merged[shapes] = replace(earlier, least=earlier.least + piece.least, most=most)
        else:
            merged[shapes] = piece
    return tuple(merged.values())


def _short_name(piece: Piece) -> str:
    size = len(piece.polyomino)
    if size in FAMILIES and piece.name.startswith(f"{FAMILIES[size][0]}:"):
        return piece.name.partition(":")[2]
    head, _, tail = piece.name.partition(str(size))
    return head + tail if len(head) == 1 and head.isalpha() else piece.name
