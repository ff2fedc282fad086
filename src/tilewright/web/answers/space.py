"""Space: what a face needs to know of a lattice and of joined sides, as data: where cells lie, what is beside them, what keys do."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.makers.layout import seam_arrows
from tilewright.lattices.lattice import Cell, Lattice
from tilewright.lattices.surface import Space, is_flat_squares

__all__ = ["lattice_of", "lines_of", "sheet_of", "space_of"]

#: What is sent of the places of corners.
_DIGITS = 6


def space_of(space: Space, mask: NDArray[np.bool_], copies: Mapping[Cell, Cell]) -> dict[str, Any]:
    """Return what a face needs to know of the cells of a board or of a tiling.

    Parameters
    ----------
    space : Board or Tiling
    mask : bool array
        The cells of the board.
    copies : dict from cell to cell
        Cells around the board with the cell of it that each is, where sides are joined (`tilewright.lattices.surface.copied`).

    Returns
    -------
    dict
        ``rows``, ``columns``, ``cells``: of each layer, its drawing; ``lattice``: as `lattice_of` says; ``copies``: the
        numbers of a cell around the board, then those of the cell that it is; ``seams``: the lines of the arrows beside
        sides that are joined, each by its points, in a picture in which the cell 0,0 begins at the origin.
    """
    return {
        "rows": mask.shape[-2],
        "columns": mask.shape[-1],
        "cells": lines_of(mask),
        "lattice": lattice_of(space, mask.shape),
        "copies": [[*copy, *cell] for copy, cell in copies.items()],
        "seams": _seams(space, mask),
    }


def lines_of(mask: NDArray[np.bool_]) -> list[str]:
    """Return the rows of a board, those of all layers: ``#`` a cell, ``.`` none."""
    return [
        "".join("#" if cell else "." for cell in row) for row in mask.reshape(-1, mask.shape[-1]).tolist()
    ]


def lattice_of(space: Space, shape: tuple[int, ...]) -> dict[str, Any] | None:
    """Return what a face needs to know of the lattice of a board; None for flat squares, which every face knows."""
    if is_flat_squares(space):
        return None
    return sheet_of(space.lattice, 0 if space.lattice.dimension == 2 else shape[0])


def sheet_of(lattice: Lattice, layers: int = 0) -> dict[str, Any]:
    """Return what a face needs to know of a lattice, on a board of so many layers if it is of cubes."""
    plane = lattice.dimension == 2
    outlines = [_outline(lattice, kind) for kind in range(lattice.kinds)]
    least = np.min([point for corners in outlines for point in corners], axis=0)
    steps = [list(step) for step in lattice.basis] if plane else [[0.0, 1.0], [1.0, 0.0]]
    return {
        "cells": lattice.cells,
        "kinds": lattice.kinds,
        "polygons": [_rounded(np.array(corners) - least) for corners in outlines],
        "steps": _rounded(np.array(steps)),
        "faces": [[list(step) for step in steps] for steps in lattice.faces],
        "touching": [[list(step) for step in steps] for steps in lattice.touching],
        "arrows": _arrows(lattice, np.array(steps)),
        "degrees": 360 // len(lattice.cycles[0]),
        "layers": layers,
    }


def _outline(lattice: Lattice, kind: int) -> list[tuple[float, float]]:
    """Return the corners of the cell of a kind, clockwise; of a cube those of its upper side."""
    if lattice.dimension == 2:
        return [(x, y) for x, y in lattice.outline((0, kind))]
    return [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]


def _arrows(lattice: Lattice, steps: NDArray[np.float64]) -> dict[str, list[list[int]]]:
    """Return the step that each arrow key means; two, for even and odd rows, where straight on is between cells."""
    up, right = (_ahead(lattice, steps, direction) for direction in ((0, -1), (1, 0)))
    found = {"ArrowUp": up, "ArrowRight": right[:1]}
    # What leads down undoes what led up to a row, from the row below.
    found["ArrowDown"] = [[-x for x in step] for step in up[::-1]]
    found["ArrowLeft"] = [[-x for x in step] for step in right[:1]]
    if lattice.dimension == 3:
        found |= {"PageUp": [[-1, 0, 0]], "PageDown": [[1, 0, 0]]}
    return found


def _ahead(lattice: Lattice, steps: NDArray[np.float64], direction: tuple[int, int]) -> list[list[int]]:
    """Return the shortest of the steps that lead most nearly in a direction."""
    front = (0,) * (lattice.dimension - 2)
    found: list[tuple[float, float, list[int]]] = []
    for row, column in itertools.product((-1, 0, 1), repeat=2):
        move = row * steps[0] + column * steps[1]
        if length := math.hypot(*move):
            ahead = round(float(move @ np.array(direction)) / length, _DIGITS)
            found.append((-ahead, round(length, _DIGITS), [*front, row, column * lattice.kinds]))
    found.sort()
    return [step for ahead, length, step in found if (ahead, length) == found[0][:2]]


def _seams(space: Space, mask: NDArray[np.bool_]) -> list[Any]:
    """Return the lines of the arrows beside sides that are joined."""
    if not space.surface.joined:
        return []
    kinds = range(space.lattice.kinds)
    least = np.min([point for kind in kinds for point in _outline(space.lattice, kind)], axis=0)
    arrows = seam_arrows(np.where(mask, 0, -1), space.lattice, space.surface, 1.0, -least)
    return [_rounded(np.array(line)) for arrow in arrows for line in arrow.strokes()]


def _rounded(numbers: NDArray[np.float64]) -> list[Any]:
    rounded: list[Any] = (numbers.round(_DIGITS) + 0.0).tolist()
    return rounded
