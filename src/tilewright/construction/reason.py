"""Why a rectangle, whole or without a cell, has no tiling by L-trominoes: every reason there is, with its proof."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.construction.request import Cell, check_cell, check_side

__all__ = ["Obstruction", "obstruction"]


@dataclass(frozen=True, slots=True)
class Obstruction:
    """A reason why there is no tiling, that a person can check.

    Parameters
    ----------
    kind : str
        ``"area"``, ``"one row"``, ``"two rows"``, ``"marked cells"`` or ``"corner"``.
    reason : str
        The argument, in one or two sentences.
    cells : tuple of (row, column)
        The cells that the argument speaks of, for a picture; empty if it speaks of none.
    """

    kind: str
    reason: str
    cells: tuple[Cell, ...] = ()

    def __str__(self) -> str:
        return self.reason


def obstruction(rows: int, columns: int, hole: Cell | None = None) -> Obstruction | None:
    """Return why a rectangle has no tiling by L-trominoes, or None if it has one.

    Parameters
    ----------
    rows, columns : int
        At least 1.
    hole : (row, column), optional
        The cell that is removed, if any.

    Raises
    ------
    ConstructionError
        If the rectangle or the hole make no sense.

    Notes
    -----
    O(1), but for the cells of the argument. That the list is complete is the theorem of Chu and Johnsonbaugh and of
    Ash and Golomb, and `deficient` is its proof: it has a tiling for every rectangle that is not listed here.

    References
    ----------
    I.-P. Chu and R. Johnsonbaugh, "Tiling deficient boards with trominoes", Mathematics Magazine 59 (1986), 34-40.
    J. M. Ash and S. W. Golomb, "Tiling deficient rectangles with trominoes", Mathematics Magazine 77 (2004), 46-55.

    Examples
    --------
    >>> print(obstruction(3, 4, (0, 0)))
    11 cells are left, and that is not a multiple of 3
    >>> obstruction(5, 7, (0, 2)).kind
    'area'
    >>> obstruction(7, 7, (3, 3)) is None
    True
    """
    rows, columns = check_side(rows, "rows"), check_side(columns, "columns")
    if hole is not None:
        hole = check_cell(rows, columns, hole)
    cells = rows * columns - (hole is not None)
    if cells % 3:
        return Obstruction("area", f"{cells} cells are left, and that is not a multiple of 3")
    if cells == 0:
        return None
    if min(rows, columns) == 1:
        line = "row" if rows == 1 else "column"
        return Obstruction(
            "one row", f"the board is one {line}, and an L-tromino needs two rows and two columns"
        )
    if hole is None:
        return _marked(rows, columns, None) if min(rows, columns) == 3 and rows * columns % 2 else None
    return _deficient(rows, columns, hole)


def _deficient(rows: int, columns: int, hole: Cell) -> Obstruction | None:
    """Return the reason for a deficient rectangle with two or more rows and columns and the right area."""
    short, place = (rows, hole[1]) if rows <= columns else (columns, hole[0])
    if short == 2 and place % 3 == 2:
        line, before = ("column", "left of") if rows <= columns else ("row", "above")
        return Obstruction(
            "two rows",
            f"{2 * place} cells lie {before} the hole's {line}; at most one tromino crosses into that {line}, "
            f"where one cell is left, and it takes 2 of them: {2 * place} or {2 * place - 2} would have to be a "
            f"multiple of 3 (the hole must be in {line} 0 or 1 of every three)",
        )
    if rows == columns == 5:
        return _marked(rows, columns, hole)
    if short == 5:
        return _corner(rows, columns, hole)
    return None


def _marked(rows: int, columns: int, hole: Cell | None) -> Obstruction | None:
    """Mark every other cell of every other row: a tromino covers at most one, so there must not be too many."""
    if hole is not None and hole[0] % 2 == hole[1] % 2 == 0:
        return None
    cells = tuple((row, column) for row in range(0, rows, 2) for column in range(0, columns, 2))
    tiles = (rows * columns - (hole is not None)) // 3
    return Obstruction(
        "marked cells",
        f"mark the {len(cells)} cells whose row and column are both even: a tromino covers at most one of them, "
        f"and there are only {tiles} trominoes" + (" (the hole must be a marked cell)" if hole else ""),
        cells,
    )


def _corner(rows: int, columns: int, hole: Cell) -> Obstruction | None:
    """Five rows, the hole in the middle row one column from the end: the cell at the end of that row is the reason."""
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
        f"beside the hole, cell {_text(end_cell)} can only be covered together with the two cells on the way to corner "
        f"{_text(first)}, or with the two on the way to corner {_text(second)}; either way that corner "
        "cannot be covered any more",
        (end_cell, first, second),
    )


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
