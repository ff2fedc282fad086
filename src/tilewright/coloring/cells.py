"""Color the cells of a board in a pattern, as material for proofs that there is no tiling."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import check_integer
from tilewright.board import Board
from tilewright.errors import ColoringError

__all__ = ["cell_colors"]

#: Colors are 32-bit numbers.
_LARGEST = (1 << 31) - 1


def cell_colors(
    board: Board | str, modulus: int = 2, row: int = 1, column: int = 1, layer: int = 1
) -> NDArray[np.int32]:
    """Color each cell ``(row * its row + column * its column) mod modulus``; of cubes, with ``layer * its layer`` as well.

    Parameters
    ----------
    board : Board or str
    modulus : int
        Number of colors, 1 or more; 2 is the chessboard.
    row, column, layer : int
        What a step down, a step to the right and a step to the next layer add to the color.

    Returns
    -------
    (rows, columns) int32, or (layers, rows, columns)
        -1 for cells that are not on the board.

    Notes
    -----
    If every placement covers the colors in the same proportion, or in proportions that cannot add
    up to those of the board, there is no tiling (S. W. Golomb, "Checker boards and polyominoes",
    American Mathematical Monthly 61, 1954).

    Examples
    --------
    The chessboard without two opposite corners has 30 cells of one color and 32 of the other, a
    domino has one of each.

    >>> colors = cell_colors("8x8-0,0-7,7")
    >>> np.bincount(colors[colors >= 0]).tolist()
    [30, 32]
    >>> cell_colors("2x4", 3, 1, -1).tolist()
    [[0, 2, 1, 0], [1, 0, 2, 1]]
    """
    modulus = check_integer(modulus, "the modulus", 1, error=ColoringError, where="modulus")
    row = check_integer(row, "the step of a row", error=ColoringError, where="row")
    column = check_integer(column, "the step of a column", error=ColoringError, where="column")
    layer = check_integer(layer, "the step of a layer", error=ColoringError, where="layer")
    if modulus > _LARGEST:
        raise ColoringError(f"the modulus is at most {_LARGEST}, not {modulus}", where="modulus")
    cells = board if isinstance(board, Board) else Board.parse(board)
    colors = np.zeros(cells.shape, dtype=np.int64)
    for axis, (step, size) in enumerate(zip((layer, row, column)[-colors.ndim :], cells.shape, strict=True)):
        # Remainders first: no step is too large for a machine word.
        line = np.array([step * k % modulus for k in range(size)], dtype=np.int64)
        colors = (
            colors + line.reshape([-1 if axis == other else 1 for other in range(colors.ndim)])
        ) % modulus
    return np.where(cells.mask, colors, -1).astype(np.int32)
