"""Shapes that are enlarged."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from tilewright.lattices.polyform import Polyform


def scaled(shape: Polyform, scale: int) -> NDArray[np.bool_]:
    """Return the cells of a shape that is enlarged, as a mask.

    >>> scaled(Polyform.from_text("#/##"), 2).astype(int).tolist()
    [[1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1]]
    >>> scaled(Polyform.from_text("##", "tri"), 2).astype(int).tolist()
    [[1, 1, 1, 1], [1, 1, 1, 1]]
    """
    lattice = shape.lattice
    if lattice.kinds == 1:
        grown: NDArray[np.bool_] = np.kron(
            shape.array(), np.ones((scale,) * lattice.dimension, dtype=bool)
        )
        return grown
    own = set(shape.cells)
    rows, columns = shape.rows * scale, -(-shape.columns // 2) * scale
    mask = np.zeros((rows, 2 * columns), dtype=bool)
    for row, column, kind in itertools.product(range(rows), range(columns), range(2)):
        # The center of a small triangle, in thirds of its period, lies in one large triangle of its
        # rhomb.
        (down, y), (across, x) = (
            divmod(3 * place + 1 + kind, 3 * scale) for place in (row, column)
        )
        mask[row, 2 * column + kind] = (down, 2 * across + (x + y > 3 * scale)) in own
    return mask
