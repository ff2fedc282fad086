"""Verify label arrays of trominoes and their colorings, independently of the theorem."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ConstructionError
from tilewright.solving.theorems.arguments import Touch, check_touch
from tilewright.system.values.arrays import read_only


def tromino_faults(
    labels: NDArray[Any],
    *,
    empty: int | None = None,
    colors: NDArray[Any] | None = None,
    touch: Touch = "edge",
) -> list[str]:
    """Return the faults of a tiling with L-trominoes and of its coloring. The list is empty if the
    tiling and its coloring are valid.

    Parameters
    ----------
    labels : signed integer array, shape (rows, columns)
        The tile of each cell, numbered from 0 to m - 1 in any order; negative for cells without a
        tile.
    empty : int, optional
        The number of cells without a tile (1 for a deficient board).
    colors : int array, shape (rows, columns) or (m,), optional
        The colors, one for each cell or one for each tile.
    touch : {"edge", "strong"}
        Which tiles must have different colors: those that share an edge, or those that share an
        edge or a corner.

    Returns
    -------
    list of str
        The faults, at most one of each kind.

    Raises
    ------
    ConstructionError
        If an array has the wrong type or shape.

    Notes
    -----
    The function reads each array once and needs m bytes of additional memory.

    Examples
    --------
    >>> tromino_faults(np.array([[0, 0, 1], [0, 1, 1]]), empty=0)
    []
    >>> tromino_faults(np.array([[0, 0, 0], [1, 1, 1]]))
    ['tile 0 is not an L-tromino']
    """
    from tilewright.kernels.golomb import verify

    strong = check_touch(touch) == "strong"
    labels = np.asarray(labels)
    if labels.ndim != 2 or labels.dtype.kind != "i":
        raise ConstructionError(
            f"must be a 2-dimensional array of signed integers, got {labels.dtype} of shape "
            f"{labels.shape}",
            where="labels",
        )
    plain: NDArray[np.signedinteger[Any]] = read_only(
        np.ascontiguousarray(labels, dtype=np.int64 if labels.dtype.itemsize > 4 else np.int32)
    )
    covered = int(np.count_nonzero(plain >= 0))
    faults = []
    if empty is not None and plain.size - covered != empty:
        faults.append(f"{plain.size - covered} cells have no tile, expected {empty}")
    if covered % 3:
        faults.append(f"{covered} cells are covered, but this number is not a multiple of 3")
    tiles = covered // 3
    fault = np.zeros(3, dtype=np.int64)
    verify.trominoes(plain, np.zeros(tiles, dtype=np.uint8), fault)
    if fault[0] == 1:
        faults.append(
            f"cell {fault[1]},{fault[2]} has label {plain[fault[1], fault[2]]}, but the {covered} "
            "covered cells can contain only "
            f"{tiles} trominoes"
        )
    elif fault[0] == 2:
        faults.append(f"tile {fault[1]} is not an L-tromino")
    if colors is not None and not faults:
        if colors.shape == (tiles,):
            cells = np.where(plain >= 0, np.append(colors, -1).astype(np.int8)[plain], -1).astype(
                np.int8
            )
        elif colors.shape == plain.shape:
            cells = np.ascontiguousarray(colors, dtype=np.int8)
        else:
            raise ConstructionError(
                f"must have the shape {plain.shape} or ({tiles},), got {colors.shape}",
                where="colors",
            )
        fault[:] = 0
        verify.proper(plain, cells, strong, fault)
        if fault[0] == 3:
            faults.append(f"the tile of cell {fault[1]},{fault[2]} has two colors")
        elif fault[0] == 4:
            faults.append(f"cell {fault[1]},{fault[2]} touches another tile of the same color")
    return faults
