"""A random tiling as the page shows it, drawn by the library: a reference for the page."""

from __future__ import annotations

import base64
import re
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.apps.page.sheets import lattice_sheet, read_board
from tilewright.errors import BoardError, NoTilingError, RequestError
from tilewright.model.problem import Problem
from tilewright.model.space.labels import tile_cells
from tilewright.model.space.lattice import SQUARES, TRIANGLES, Lattice
from tilewright.model.tiling import Tiling
from tilewright.solving.proofs import barrier

#: The most cells of a board, in its bounding rectangle: an Aztec diamond of order 200.
LARGEST = 160_000
#: The pieces, where none has a weight, and where horizontal dominoes have one.
_PAIRS = ("diamond+", "dominoes+")
_LYING_AND_UPRIGHT = ("##@fixed+", "#/#@fixed+")
#: Bytes that the probabilities may use.
_MEMORY = 256 << 20


def random_tiling(board: str, seed: int, weight: float = 1) -> dict[str, Any]:
    """Draw a random tiling by two-cell pieces, where a horizontal domino has a weight; the same
    seed gives the same one.
    """
    read = read_board(board, LARGEST)
    if read.lattice not in (SQUARES, TRIANGLES) or read.surface.joined or read.marks.any():
        raise BoardError(
            "random tilings are for boards of squares or triangles, without joined sides and "
            "without marks",
            where="board",
        )
    if weight != 1 and read.lattice is not SQUARES:
        raise RequestError("weights are for boards of squares", where="weight")
    problem = Problem(
        read, *([*_LYING_AND_UPRIGHT] if weight != 1 else [_PAIRS[read.lattice is SQUARES]])
    )
    answer = {
        "board": read.name,
        "rows": read.shape[0],
        "columns": read.shape[1],
        "lattice": None if read.lattice is SQUARES else lattice_sheet(read.lattice),
        **dict.fromkeys(("how", "tiles", "growth", "reason", "proof")),
    }
    if weight == 1 and (match := re.fullmatch(r"aztec:(\d+)", read.name)):
        return {**answer, **_grown(int(match[1]), seed)}
    try:
        how, tiling = _drawn(
            problem, seed, None if weight == 1 else [Fraction(weight), Fraction(1)]
        )
    except NoTilingError:
        return {**answer, **_why_none(problem)}
    return {**answer, "how": how, "tiles": _tiles(read.lattice, read.shape, _pairs(tiling))}


def _drawn(problem: Problem, seed: int, weights: list[Fraction] | None) -> tuple[str, Tiling]:
    """Draw the same tiling as `tilewright.sample`, and say how."""
    # Only the processes that work load the kernels.
    from tilewright.counting import RandomMatchings, compile

    drawer = RandomMatchings.of(problem, weights)
    if drawer is None:
        (tiling,) = compile(problem, max_memory=_MEMORY).sample(1, seed)
        return "by a random number among all tilings", tiling
    (tiling,) = drawer.tilings(1, seed)
    return drawer.how, tiling


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


def _why_none(problem: Problem) -> dict[str, Any]:
    """Return why there is no tiling, in words and on the board."""
    proof = barrier(problem)
    if proof is None:
        raise AssertionError("there is neither a tiling nor a proof that there is none")
    letters = np.where(proof.parts >= 0, "#", np.where(proof.between, "o", "."))
    return {"reason": proof.text(), "proof": ["".join(row) for row in letters.tolist()]}


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
