"""Flips, which turn two dominoes in a 2x2 square or three lozenges in a hexagon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import TilingError
from tilewright.model.space.heights import Corners
from tilewright.model.space.labels import OUTSIDE, number_tiles
from tilewright.model.space.lattice import Cell
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import format_value


def flips(tiling: Tiling) -> Iterator[Tiling]:
    r"""Yield the tilings that are one flip away from a tiling. A flip rotates two dominoes in a 2x2
    square, or three lozenges in a hexagon.

    Parameters
    ----------
    tiling : Tiling
        A tiling of squares with dominoes, or of triangles with lozenges (`diamond`), without empty
        cells.

    Yields
    ------
    Tiling
        The tilings, in reading order of the centers of the flips.

    Raises
    ------
    TilingError
        If the tiling has empty cells, contains pieces other than dominoes or lozenges, or is on a
        board with joined sides.

    Notes
    -----
    On a board without holes, flips lead from each tiling to every other tiling (W. P. Thurston,
    *Conway's tiling groups*, 1990).

    Examples
    --------
    >>> for other in flips(Tiling.from_text("AAB\nCCB")):
    ...     print(other)
    ABC
    ABC
    """
    corners = _corners(tiling)
    lattice, columns = tiling.lattice, corners.shape[1]
    for place in corners.flips.tolist():
        around = corners.cells_around(divmod(place, columns))
        labels = tiling.labels.copy()
        for cell in around:
            for other in lattice.neighbors(cell):
                # The neighbor around the point that is in another tile is in the same tile
                # afterwards.
                if other in around and tiling.labels[other] != tiling.labels[cell]:
                    labels[cell] = min(_number(tiling, cell), _number(tiling, other))
        yield _renumber(tiling, labels)


def _number(tiling: Tiling, cell: Cell) -> int:
    """Return a number that no tile uses."""
    return len(tiling) + cell[0] * tiling.shape[1] + cell[1]


def flip_distance(one: Tiling, other: Tiling) -> int:
    """Return the minimum number of flips that lead from one tiling to another.

    Parameters
    ----------
    one, other : Tiling
        Two domino or lozenge tilings of the same board, which must not have holes.

    Raises
    ------
    TilingError
        If the boards differ, or a tiling does not consist of dominoes or lozenges.

    Notes
    -----
    A flip changes the height of a single point by the number of sides of a cell. The distance
    between two tilings is therefore the sum of all height differences, divided by the number of
    sides of a cell.

    Examples
    --------
    >>> from tilewright.solving.search import solve
    >>> tiling = solve("8x8", "dominoes+")
    >>> flip_distance(lowest_tiling(tiling), highest_tiling(tiling))
    84
    """
    first, second = _corners(one), _corners(other)
    same = one.lattice is other.lattice and one.shape == other.shape
    if not same or ((one.labels == OUTSIDE) != (other.labels == OUTSIDE)).any():
        raise TilingError("the two tilings must have the same board", where="other")
    first.check_simple()
    change = np.abs(first.heights()[0] - second.heights()[0]).sum()
    return int(change) // first.size


def highest_tiling(tiling: Tiling) -> Tiling:
    """Return the tiling of the same board with the largest possible height at every point.

    Raises
    ------
    TilingError
        If the board has holes, or the tiling contains pieces other than dominoes or lozenges.

    Examples
    --------
    >>> from tilewright.solving.search import solve
    >>> print(highest_tiling(solve("4x4", "dominoes+")))
    ABBC
    ADEC
    FDEG
    FHHG
    """
    return _renumber(tiling, _corners(tiling).extreme(1))


def lowest_tiling(tiling: Tiling) -> Tiling:
    """Return the tiling of the same board with the smallest possible height at every point.

    This function raises the same errors as `highest_tiling`.
    """
    return _renumber(tiling, _corners(tiling).extreme(-1))


def _corners(tiling: Tiling) -> Corners:
    """Return the corners of a tiling, or raise `TilingError`."""
    if not isinstance(tiling, Tiling):
        raise TilingError(f"expected a Tiling, got {format_value(tiling)}")
    return Corners(tiling.labels, tiling.lattice, tiling.surface.joined)


def _renumber(tiling: Tiling, labels: NDArray[np.signedinteger]) -> Tiling:
    """Return a tiling of the same board, which names pieces if all tiles are the same piece."""
    numbered = cast("NDArray[np.int32]", number_tiles(labels).astype(np.int32))
    piece = None if tiling.piece is None else tiling.piece[: len(tiling)]
    if piece is not None and len(np.unique(piece)) > 1:
        piece = None
    return Tiling(numbered, piece, tiling.names if piece is not None else (), tiling.lattice)
