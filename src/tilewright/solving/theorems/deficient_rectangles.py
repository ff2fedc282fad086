"""L-tromino tilings of rectangles with or without a hole, for every size that has a tiling, and
proofs for all sizes that have none.

All rectangles are reduced to a few small boards by cutting off strips of 2 x 3 blocks, in linear
time. Whole rectangles consist of these blocks, except for odd x odd rectangles, which begin with a
9 x 5 block. From deficient rectangles, strips of 3 or 6 rows or columns beside the hole are cut off
until a small board is left. That is 4 x 4 or 8 x 8 (Golomb's), 11 x 11 (5 x 11 and 6 x 11, or four
5 x 6 around the center), 7 x 7, 5 x 5, 5 x 8, 5 x 11 (drawn below) or two rows.

References
----------
I.-P. Chu and R. Johnsonbaugh, "Tiling deficient boards with trominoes", Mathematics Magazine 59
(1986), 34-40. J. M. Ash and S. W. Golomb, "Tiling deficient rectangles with trominoes", Mathematics
Magazine 77 (2004), 46-55.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.labels import EMPTY, number_tiles
from tilewright.model.space.polyform import Polyomino
from tilewright.model.space.surface import is_flat_squares
from tilewright.model.tiling import Tiling
from tilewright.solving.theorems.arguments import (
    Cell,
    check_sides,
    choose_hole,
    label_dtype,
    require_memory,
)
from tilewright.solving.theorems.induction import golomb

if TYPE_CHECKING:
    from tilewright.system.values.arguments import SeedLike

#: A 5 x 9, the smallest rectangle with odd sides that has a tiling.
_NINE = "AABBCCDDE AFBGCHDEE FFIGGHHJJ KIILMMNJO KKLLMNNOO"
#: Small boards with one or 2 x 2 open cells. Any of the four may be the hole, since the other three
#: form a tromino. Every possible hole is open in one of them or its mirror images.
_DRAWINGS = (
    ".AABB CADDB CCDEE FFGEH FGGHH",
    "AA.BB ACCBD EECDD EFGGH FFGHH",
    "AABBC ADBCC DD.EE FFGEH FGGHH",
    "AABBCCDD AEBFCGGD .EEFFGHH IIJKKLHM IJJKLLMM",
    "AABBCCDD AEBFCGGD EE.FFGHH IIJKKLHM IJJKLLMM",
    "AABBCCDD AEBFFCDG EEH.FIGG JHHKLIIM JJKKLLMM",
    "AA..BBCC AD..BECF DDGGEEFF HHIGJKKL HIIJJKLL",
    "AABBCCDDEEF AGBHHCDIEFF GGJ.HKKIILL MJJNOKPPQLR MMNNOOPQQRR",
    "AA..BBCCDDE AF..BGCHDEE FFIJJGGHHKK LIIMJNOOPKQ LLMMNNOPPQQ",
    "AABB..CCDDE AFBG..CHDEE FFIGGJJHHKK LIIMNJOOPKQ LLMMNNOPPQQ",
    "AABBCCDDEEF AGBHCIIDEFF GGHH..IJJKK LLMN..OJPKQ LMMNNOOPPQQ",
    "..AABBC ..ADBCC EEFDDGG EHFFIGJ HHKIIJJ LKKMNNO LLMMNOO",
    "AA..BBC AD..BCC EDDFFGG EEHFIIG JJHHIKK JLMMNKO LLMNNOO",
    "AABBCDD AEBCCDF EE..GFF HH..GGI HJJKKII LJMKNNO LLMMNOO",
)
_TROMINO = Polyomino(((0, 0), (1, 0), (1, 1))).canonical("free")
_CELL = Polyomino(((0, 0),))


@dataclass(frozen=True, slots=True)
class Obstruction:
    """A proof that no tiling exists, which can be verified by hand.

    Parameters
    ----------
    kind : str
        The kind of proof: ``"area"``, ``"one row"``, ``"two rows"``, ``"marked cells"`` or
        ``"corner"``.
    reason : str
        The proof as a sentence without a final period.
    cells : tuple of (row, column)
        The cells that the proof refers to; pictures mark these cells.
    """

    kind: str
    reason: str
    cells: tuple[Cell, ...] = ()

    def __str__(self) -> str:
        return self.reason

    def to_json(self) -> dict[str, object]:
        """Return the reason as JSON values, as printed by `tilewright deficient --json`."""
        return {
            "kind": self.kind,
            "text": self.reason,
            "cells": [list(cell) for cell in self.cells],
        }


def obstruction(
    rows: int,
    columns: int,
    hole: Cell | None = None,
    *,
    whole: bool = False,
    seed: SeedLike = None,
) -> Obstruction | None:
    """Return the reason why a deficient rectangle cannot be tiled by L-trominoes, or None if a
    tiling exists.

    Parameters
    ----------
    rows, columns : int
        The side lengths of the rectangle, each at least 1.
    hole : (row, column), optional
        The removed cell. By default, a random cell is removed, as in `deficient`.
    whole : bool
        Whether to check the whole rectangle, without removing a cell.
    seed : int or numpy.random.Generator, optional
        The seed for choosing a random hole; the same seed gives the same hole.

    Raises
    ------
    ConstructionError
        If a side is less than 1, or the hole is outside the rectangle.

    Notes
    -----
    The function takes O(1) time, plus the time to list the cells to which the reason refers. Chu
    and Johnsonbaugh (1986) and Ash and Golomb (2004) proved that no other obstructions exist.
    `deficient` tiles every rectangle that has no obstruction.

    References
    ----------
    I.-P. Chu and R. Johnsonbaugh, "Tiling deficient boards with trominoes", Mathematics Magazine 59
    (1986), 34-40. J. M. Ash and S. W. Golomb, "Tiling deficient rectangles with trominoes",
    Mathematics Magazine 77 (2004), 46-55.

    Examples
    --------
    >>> print(obstruction(3, 4, (0, 0)))
    11 cells remain, but this number is not a multiple of 3
    >>> obstruction(5, 7, (0, 2)).kind
    'area'
    >>> obstruction(7, 7, (3, 3)) is None
    True
    """
    rows, columns = check_sides(rows, columns)
    return _reason(rows, columns, choose_hole(rows, columns, hole, whole=whole, seed=seed))


def _reason(rows: int, columns: int, hole: Cell | None) -> Obstruction | None:
    """Return the obstruction of a rectangle, which is complete if `hole` is None."""
    cells = rows * columns - (hole is not None)
    if cells % 3:
        return Obstruction("area", f"{cells} cells remain, but this number is not a multiple of 3")
    if cells == 0:
        return None
    if min(rows, columns) == 1:
        line = "row" if rows == 1 else "column"
        return Obstruction(
            "one row",
            f"the board has only one {line}, but an L-tromino needs two rows and two columns",
        )
    if hole is None:
        return (
            _coloring_bound(rows, columns, None)
            if min(rows, columns) == 3 and rows * columns % 2
            else None
        )
    return _deficient(rows, columns, hole)


def _deficient(rows: int, columns: int, hole: Cell) -> Obstruction | None:
    """Return the reason for a deficient rectangle of suitable area."""
    short, place = (rows, hole[1]) if rows <= columns else (columns, hole[0])
    if short == 2 and place % 3 == 2:
        line, before = ("column", "left of") if rows <= columns else ("row", "above")
        return Obstruction(
            "two rows",
            f"{2 * place} cells are {before} the hole's {line}; at most one tromino covers 2 of "
            f"these cells and reaches into that {line}, but neither {2 * place} nor "
            f"{2 * place - 2} is a multiple of 3 "
            f"(the {line} of the hole must be 0 or 1 modulo 3)",
        )
    if rows == columns == 5:
        return _coloring_bound(rows, columns, hole)
    if short == 5:
        return _corner(rows, columns, hole)
    return None


def _coloring_bound(rows: int, columns: int, hole: Cell | None) -> Obstruction | None:
    """Compare the number of dark cells (every second cell of every second row) with the number of
    trominoes.
    """
    if hole is not None and hole[0] % 2 == hole[1] % 2 == 0:
        return None
    cells = tuple((row, column) for row in range(0, rows, 2) for column in range(0, columns, 2))
    tiles = (rows * columns - (hole is not None)) // 3
    return Obstruction(
        "marked cells",
        f"color the {len(cells)} cells in even rows and even columns dark: each tromino covers at "
        "most one dark cell, "
        f"but there are only {tiles} trominoes"
        + (" (the hole must be a dark cell)" if hole else ""),
        cells,
    )


def _corner(rows: int, columns: int, hole: Cell) -> Obstruction | None:
    """Examine five rows with the hole in the middle row, one column from the end."""
    wide = rows == 5
    along, across = (hole[1], hole[0]) if wide else (hole[0], hole[1])
    last = (columns if wide else rows) - 1
    if across != 2 or along not in (1, last - 1):
        return None
    end = 0 if along == 1 else last
    cells = [(2, end), (0, end), (4, end)]
    end_cell, first, second = cells if wide else [(b, a) for a, b in cells]
    return Obstruction(
        "corner",
        f"every tromino that covers cell {_text(end_cell)}, next to the hole, blocks the corner "
        f"{_text(first)} or "
        f"{_text(second)}, which then cannot be covered",
        (end_cell, first, second),
    )


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def deficient(
    rows: int,
    columns: int,
    hole: Cell | None = None,
    *,
    whole: bool = False,
    seed: SeedLike = None,
) -> Tiling | None:
    """Use L-trominoes to tile a rectangle with one cell removed, or return None if that is
    impossible.

    Parameters
    ----------
    rows, columns : int
        The side lengths of the rectangle, each at least 1.
    hole : (row, column), optional
        The removed cell. By default, a random cell is removed. The removed cell gets the label -1.
    whole : bool
        Whether to tile the whole rectangle, without removing a cell.
    seed : int or numpy.random.Generator, optional
        The seed for choosing a random hole; the same seed gives the same hole.

    Returns
    -------
    Tiling or None
        The tiling, or None if and only if `obstruction` returns a reason.

    Raises
    ------
    ConstructionError
        If a side is less than 1, if the hole is outside the rectangle, or if there is not enough
        memory.

    Notes
    -----
    The function takes O(rows × columns) time and memory.

    References
    ----------
    I.-P. Chu and R. Johnsonbaugh, "Tiling deficient boards with trominoes", Mathematics Magazine 59
    (1986), 34-40. J. M. Ash and S. W. Golomb, "Tiling deficient rectangles with trominoes",
    Mathematics Magazine 77 (2004), 46-55.

    Examples
    --------
    >>> print(deficient(4, 4, (1, 2)).text())
    AABB
    AC.B
    DCCE
    DDEE
    >>> deficient(5, 8, (2, 1)) is None
    True
    >>> deficient(5, 8, seed=1)
    <Tiling of 5x8 by 13 tiles>
    """
    rows, columns = check_sides(rows, columns)
    return _tile_rectangle(rows, columns, choose_hole(rows, columns, hole, whole=whole, seed=seed))


def _tile_rectangle(rows: int, columns: int, hole: Cell | None) -> Tiling | None:
    """Return a tiling of a rectangle (complete if `hole` is None), or None if it has an
    obstruction.
    """
    if _reason(rows, columns, hole) is not None:
        return None
    from tilewright.kernels.cover.decode import renumber

    cells = rows * columns
    dtype = label_dtype(cells)
    require_memory(
        cells * dtype.itemsize * 4 // 3,
        f"a board of {rows} x {columns} cells",
        "choose a smaller one",
    )
    labels = np.full((rows, columns), -1, dtype=dtype)
    filler = _Filler()
    if hole is None:
        filler.whole(labels)
    else:
        filler.without(labels, *hole)
    renumber(labels, np.full(filler.tiles, -1, dtype=dtype))
    return Tiling(labels, np.broadcast_to(np.int32(0), (filler.tiles,)), ("L3",))


class _Filler:
    """Fills areas of a label array, and counts the tiles."""

    def __init__(self) -> None:
        self.tiles = 0

    def bricks(self, area: NDArray[Any]) -> None:
        """Fill an area with 2 x 3 blocks."""
        down, across = area.shape[0] // 2, area.shape[1] // 3
        first = self.tiles + 2 * np.arange(down * across, dtype=area.dtype).reshape(down, across)
        for row in range(2):
            for column in range(3):
                # The brick is AAB over ABB.
                area[row::2, column::3] = first + (row + column > 1)
        self.tiles += 2 * down * across

    def whole(self, area: NDArray[Any]) -> None:
        """Fill a rectangle without a hole that has a tiling."""
        rows, columns = area.shape
        if not area.size:
            return
        if rows % 2 == 0 and columns % 3 == 0:
            self.bricks(area)
        elif rows % 3 == 0 and columns % 2 == 0:
            self.bricks(area.T)
        elif rows % 6 == 0:
            self.bricks(area[:, :3])
            self.bricks(area[:, 3:].T)
        elif rows % 3 == 0 and columns % 6:  # both odd, rows >= 9 and columns >= 5
            self.drawing(area[:9, :5], _read_drawing(_NINE).T)
            self.bricks(area[:9, 5:].T)
            self.whole(area[9:])
        else:
            self.whole(area.T)

    def drawing(self, area: NDArray[Any], labels: NDArray[Any], hole: Cell | None = None) -> None:
        """Copy a small label array, in which the open cells except the hole become one tile."""
        count, is_open = int(labels.max()) + 1, labels < 0
        area[:] = self.tiles + np.where(is_open, count, labels)
        if hole is not None:
            area[hole] = -1
        self.tiles += count + int(is_open.sum() > 1)

    def without(self, area: NDArray[Any], row: int, column: int) -> None:
        """Fill a rectangle except for a cell."""
        rows, columns = area.shape
        if rows > columns:
            self.without(area.T, column, row)
        elif rows == 2:
            start = column - column % 3
            self.bricks(area[:, :start])
            area[:, start : start + 2] = self.tiles
            area[row, column] = -1
            self.tiles += 1
            self.bricks(area[:, start + 2 :])
        elif rows == 5:
            base, cut = _five_rows(columns, row, column)
            self._small_board(self._strips(area, 1, cut, base), row, column - cut)
        elif rows > 1:
            self._cut_rectangle(area, row, column)

    def _cut_rectangle(self, area: NDArray[Any], row: int, column: int) -> None:
        """Fill a rectangle: cut off strips until a small board is left."""
        rows, columns = area.shape
        base, step = 4 if rows % 3 == 1 else 8, 3
        if rows % 2 and columns % 2:
            base, step = base + 3, 6
        starts = _offset(row, rows, base, step), _offset(column, columns, base, step)
        # A strip of width three needs an even length, so the odd side is cut first.
        for axis in (0, 1) if columns % 2 == 0 else (1, 0):
            area = self._strips(area, axis, starts[axis], base)
        self._small_board(area, row - starts[0], column - starts[1])

    def _strips(self, area: NDArray[Any], axis: int, start: int, length: int) -> NDArray[Any]:
        """Fill a rectangle except for some rows or columns, and return these."""
        before, part, after = np.split(area, [start, start + length], axis=axis)
        self.whole(before)
        self.whole(after)
        return part

    def _small_board(self, area: NDArray[Any], row: int, column: int) -> None:
        """Fill one of the small boards except for a cell."""
        rows, columns = area.shape
        if min(rows, columns) == 2:
            self.without(area, row, column)
        elif rows == columns and rows in (4, 8):
            labels = golomb(rows.bit_length() - 1, (row, column)).labels
            self.drawing(area, labels, (row, column))
        elif rows == 11:
            self._fill_eleven(area, row, column)
        else:
            self.drawing(area, _small_board(rows, columns, row, column), (row, column))

    def _fill_eleven(self, area: NDArray[Any], row: int, column: int) -> None:
        """Fill 11 x 11: a deficient 5 x 11 and a whole 6 x 11, or four 5 x 6 around the center."""
        if (row, column) == (5, 5):
            for part in (area[:5, :6], area[:6, 6:], area[6:, 5:], area[5:, :5]):
                self.whole(part)
            return
        for up, rest in ((0, area[5:]), (6, area[:6])):
            if up <= row < up + 5 and _reason(5, 11, (row - up, column)) is None:
                self.whole(rest)
                self.without(area[up : up + 5], row - up, column)
                return
        self._fill_eleven(area.T, column, row)


def _five_rows(columns: int, row: int, column: int) -> tuple[int, int]:
    """Return the width and the first column of the small board inside a 5 x columns board."""
    for base in (2, 5, 8, 11):
        for cut in range(max(0, column - column % 3 - 9), column + 1, 3):
            rest = columns - base - cut
            # A strip of five rows can have any width that is a multiple of three, except three
            # itself.
            fits = rest >= 0 and column - cut < base and cut != 3 and rest != 3
            if fits and _reason(5, base, (row, column - cut)) is None:
                return base, cut
    raise AssertionError(
        f"5 x {columns} without {row},{column} has a tiling, but no cut into smaller boards "
        "was found"
    )


def _offset(place: int, size: int, base: int, step: int) -> int:
    """Return the start of a board of length `base` around a position, at a multiple of `step`."""
    return min(place // step * step, size - base)


def _read_drawing(drawing: str) -> NDArray[np.int64]:
    rows = [
        [ord(letter) - ord("A") if letter != "." else -1 for letter in row]
        for row in drawing.split()
    ]
    return np.array(rows, dtype=np.int64)


@cache
def _small_board(rows: int, columns: int, row: int, column: int) -> NDArray[np.int64]:
    """Return a drawing, or its mirror image, in which the given cell is open."""
    for drawing in _DRAWINGS:
        labels = _read_drawing(drawing)
        if labels.shape == (rows, columns):
            images = [labels, labels[::-1], labels[:, ::-1], labels[::-1, ::-1]]
            if rows == columns:
                images += [image.T for image in images]
            for image in images:
                if image[row, column] < 0:
                    return image
    raise AssertionError(f"no drawing of {rows} x {columns} leaves the cell {row},{column} empty")


def tromino_tiling(problem: Problem) -> Tiling | None:
    """Use L-trominoes to tile a rectangle with at most one missing cell.

    The missing cell may be a hole, an empty cell, or a cell covered by a monomino. The construction
    needs no search. On a 2^n x 2^n board with a missing cell, the result is the tiling from
    `golomb`.

    Parameters
    ----------
    problem : Problem
        A valid problem.

    Returns
    -------
    Tiling or None
        The tiling, or None if the construction does not apply or if no tiling exists.

    Notes
    -----
    Time and memory are linear in the area of the board.

    Examples
    --------
    >>> print(tromino_tiling(Problem("4x4", "L3+", "monomino")).text())
    ABCC
    BBDC
    EDDF
    EEFF
    """
    board = problem.board
    if len(problem.pieces) > 2 or problem.placed or board.marks.any() or not is_flat_squares(board):
        return None
    if problem.marks_agree or problem.rules:
        return None
    if any(any(piece.marks) for piece in problem.pieces):
        return None
    kinds = [_kind_of_piece(piece, problem) for piece in problem.pieces]
    if sorted(kinds) not in (["L"], ["L", "O"]):
        return None
    ell, one = kinds.index("L"), kinds.index("O") if "O" in kinds else None
    rows, columns = board.shape
    missing = np.argwhere(~board.mask)
    spare = board.area % 3
    copies, single = problem.pieces[ell], None if one is None else problem.pieces[one]
    count = (board.area - spare) // 3
    if not copies.least <= count <= _most_copies(copies) or len(missing) + spare > 1:
        return None
    covered = (
        spare == 1 and single is not None and _most_copies(single) >= 1 and problem.empty_least == 0
    )
    stays_empty = spare == 1 and not covered
    if (0 if single is None else single.least) > int(covered):
        return None
    if not problem.empty_least <= int(stays_empty) <= problem.empty_most:
        return None
    hole: Cell | None = None
    if len(missing):
        hole = (int(missing[0, 0]), int(missing[0, 1]))
    elif spare:
        cells: itertools.product[tuple[int, int]] = itertools.product(range(rows), range(columns))
        wanted = (cell for cell in cells if not stays_empty or problem.optional[cell])
        hole = next((cell for cell in wanted if _reason(rows, columns, cell) is None), None)
        if hole is None:
            return None
    if hole is not None and 1 < rows == columns == 1 << (rows.bit_length() - 1):
        # The same tiling as everywhere else, with a coloring by theorem.
        tiling: Tiling | None = golomb(rows.bit_length() - 1, hole)
    else:
        tiling = _tile_rectangle(rows, columns, hole)
    if tiling is None:
        return None
    labels = tiling.labels.copy()
    if covered:
        assert hole is not None
        assert one is not None
        labels[hole] = len(tiling)
        labels = number_tiles(labels)
        pieces = np.full(len(tiling) + 1, ell, dtype=np.int32)
        pieces[labels[hole]] = one
    else:
        pieces = np.full(len(tiling), ell, dtype=np.int32)
        if stays_empty and hole is not None:
            labels[hole] = EMPTY
    return Tiling(labels, pieces, problem.names)


def _kind_of_piece(piece: Piece, problem: Problem) -> str:
    if piece.polyomino == _CELL:
        return "O"
    turns = (piece.turn or problem.turn) in ("free", "one-sided")
    return "L" if turns and piece.polyomino.canonical("free") == _TROMINO else ""


def _most_copies(piece: Piece) -> float:
    return float("inf") if piece.most is None else piece.most
