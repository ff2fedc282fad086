"""A random tiling as the page shows it, drawn by the library: a reference for the page."""

from __future__ import annotations

import base64
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tilewright as tw
from tilewright.apps.page.sheets import lattice_sheet
from tilewright.model.space.labels import tile_cells
from tilewright.model.space.lattice import SQUARES, Lattice
from tilewright.model.tiling import Tiling


def random_tiling(board: str, seed: int) -> dict[str, Any]:
    """Draw a random tiling by two-cell pieces; the same seed gives the same one."""
    read = tw.Board.parse(board)
    answer = {
        "board": read.name,
        "rows": read.shape[0],
        "columns": read.shape[1],
        "lattice": None if read.lattice is SQUARES else lattice_sheet(read.lattice),
        **dict.fromkeys(("how", "tiles", "growth", "reason", "proof")),
    }
    if match := re.fullmatch(r"aztec:(\d+)", read.name):
        return {**answer, **_grown(int(match[1]), seed)}
    pieces = "dominoes+" if read.lattice is SQUARES else "diamond+"
    (tiling,) = tw.sample(read, pieces, seed=seed)
    return {**answer, "tiles": _tiles(read.lattice, read.shape, _pairs(tiling))}


def _grown(order: int, seed: int) -> dict[str, Any]:
    """Return a random tiling of the Aztec diamond, and the choices from which it grows."""
    from tilewright.solving.matching import shuffling_steps

    choices = []
    for reached, tiling in enumerate(shuffling_steps(order, seed), 1):
        i, j = np.indices((reached, reached))
        row, column = i + j, reached - 1 + j - i
        one, two = tiling.labels[row, column], tiling.labels[row, column + 1]
        three, four = tiling.labels[row + 1, column], tiling.labels[row + 1, column + 1]
        lying, upright = (one == two) & (three == four), (one == three) & (two == four)
        # Two dominoes fill one of these squares only if they are new: all others have moved away
        # from each other.
        choices.append(lying[lying | upright])
    bits = np.packbits(np.concatenate(choices), bitorder="little")
    return {
        "how": "domino shuffling, exactly uniform",
        "tiles": _tiles(SQUARES, tiling.shape, _pairs(tiling)),
        "growth": base64.b64encode(bits.tobytes()).decode(),
    }


def _pairs(tiling: Tiling) -> NDArray[np.int64]:
    """Return the cells of each tile (n, 2, 2)."""
    _, cells = tile_cells(tiling.labels)
    return (
        np.stack(np.unravel_index(cells, tiling.shape), axis=1).reshape(-1, 2, 2).astype(np.int64)
    )


def _tiles(lattice: Lattice, shape: tuple[int, ...], pairs: NDArray[np.int64]) -> list[str]:
    """Return the number of the face that leads to the partner of each cell, row by row, from pairs
    of cells (n, 2, 2).
    """
    number = np.full(shape, ord("."), dtype=np.uint8)
    for begin, end in ((0, 1), (1, 0)):
        cells = pairs[:, begin]
        steps, kind = pairs[:, end] - cells, lattice.kind(cells)
        for k, faces in enumerate(lattice.faces):
            for face, step in enumerate(faces):
                chosen = cells[(kind == k) & (steps == step).all(axis=1)]
                number[tuple(chosen.T)] = ord("0") + face
    return [row.tobytes().decode() for row in number]
