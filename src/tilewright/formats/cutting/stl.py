"""STL files for 3D printers: pieces as prisms, and a tray with walls, each a closed surface.

A piece is smaller than its cells by the clearance, half of it on each side, so that it fits into
the tray. Surfaces are verified to be watertight: each edge belongs to two triangles that run along
it in opposite directions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError
from tilewright.formats.cutting.parts import CutLengths, check_lengths, workpieces
from tilewright.formats.cutting.sheet import Part, on_shelves
from tilewright.formats.format import Entry, Format
from tilewright.model.space.lattice import Cell

_OPTIONS = {"cell_size": 10.0, "clearance": 0.3, "height": 5.0, "floor": 1.5}
#: Space between parts, and the width of their rows, in cells.
_APART, _WIDTH = 0.5, 30


def solid(
    cells: Sequence[Cell], cell: float, clearance: float, height: float, floor: float | None = None
) -> NDArray[np.float64]:
    """Return the triangles of a piece, (n, 3, 3), counterclockwise from outside; with a floor, of a
    tray, whose walls are as high as the pieces.
    """
    rows, columns = (int(last) + 1 for last in np.max(cells, axis=0))
    filled = np.zeros((rows, columns), dtype=bool)
    filled[tuple(np.array(cells).T)] = True
    if floor is None:
        # Cells at the border of the piece lose half a clearance, so the grid has extra lines.
        layers = [_shrunk(filled)]
        heights = [0.0, height]
        down, across = (_lines(count, cell, clearance / 2) for count in (rows, columns))
    else:
        padded = np.pad(filled, 1)
        layers = [np.ones_like(padded), ~padded]
        heights = [0.0, floor, floor + height]
        down, across = (np.arange(count + 3.0) * cell for count in (rows, columns))
    return _surface(np.stack(layers), np.array(heights), down, across)


def _lines(count: int, cell: float, half: float) -> NDArray[np.float64]:
    """Return the lines of a grid in which each cell has a narrow strip on both sides."""
    starts = np.arange(count) * cell
    return np.append(
        np.column_stack([starts, starts + half, starts + cell - half]).ravel(), count * cell
    )


def _shrunk(filled: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cells of a grid of strips, (3 rows, 3 columns), without those at the border."""
    fine = np.pad(filled.repeat(3, axis=0).repeat(3, axis=1), 1)
    inner = fine.copy()
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            inner[1:-1, 1:-1] &= fine[
                1 + down : fine.shape[0] - 1 + down, 1 + right : fine.shape[1] - 1 + right
            ]
    return inner[1:-1, 1:-1]


def _surface(
    layers: NDArray[np.bool_],
    heights: NDArray[np.float64],
    down: NDArray[np.float64],
    across: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the triangles between full and empty boxes of a grid, two for each face."""
    boxes = np.pad(layers, 1)
    lines = (heights, -down, across)
    triangles = []
    for axis in range(3):
        for side in (0, 1):
            near = [slice(1, -1)] * 3
            near[axis] = slice(2, None) if side else slice(None, -2)
            faces = np.argwhere(boxes[1:-1, 1:-1, 1:-1] & ~boxes[tuple(near)])
            axes = [index for index in range(3) if index != axis]
            corners = np.zeros((len(faces), 4, 3))
            for number, (first, second) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
                corners[:, number, axis] = lines[axis][faces[:, axis] + side]
                corners[:, number, axes[0]] = lines[axes[0]][faces[:, axes[0]] + first]
                corners[:, number, axes[1]] = lines[axes[1]][faces[:, axes[1]] + second]
            # (layer, row, column) to (x, y, z).
            points = corners[:, :, [2, 1, 0]]
            normal = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
            outside = np.zeros(3)
            # Rows run downwards, opposite to y.
            outside[2 - axis] = (1 if side else -1) * (-1 if axis == 1 else 1)
            flip = (normal * outside).sum(axis=1) < 0
            points[flip] = points[flip][:, ::-1]
            triangles += [points[:, [0, 1, 2]], points[:, [0, 2, 3]]]
    mesh = np.concatenate(triangles)
    flat = (np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0]) ** 2).sum(axis=1) == 0
    solid_triangles: NDArray[np.float64] = mesh[~flat]
    return solid_triangles


def watertight(triangles: NDArray[np.float64]) -> bool:
    """Return True if each edge is used equally often in both directions, and the volume is
    positive.
    """
    if not len(triangles):
        return False
    _, corner = np.unique(triangles.reshape(-1, 3).round(6), axis=0, return_inverse=True)
    corner = corner.reshape(-1, 3).astype(np.int64)
    starts, ends = corner.ravel(), np.roll(corner, -1, axis=1).ravel()
    count = int(corner.max()) + 1
    there, back = np.sort(starts * count + ends), np.sort(ends * count + starts)
    degenerate = (starts == ends).any()
    volume = (
        np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum() / 6
    )
    return bool(np.array_equal(there, back) and not degenerate and volume > 0)


def _write(entries: list[Entry], options: Mapping[str, Any]) -> bytes:
    cell, clearance, height, floor = check_lengths(
        options, ("cell_size", "clearance", "height", "floor"), may_be_zero=("clearance",)
    )
    if clearance >= cell:
        message = f"the clearance must be smaller than a cell ({cell:g} mm), got {clearance:g} mm"
        raise FormatError(message, where="clearance")
    meshes: list[NDArray[np.float64]] = []
    parts: list[Part] = []

    def add(name: str, cells: Sequence[Cell], tray_floor: float | None = None) -> None:
        mesh = solid(cells, cell, clearance, height, tray_floor)
        if not watertight(mesh):
            raise FormatError(f"the surface of {name} is not closed; please report this bug")
        wide, tall, _ = np.ptp(mesh, axis=(0, 1)).tolist()
        meshes.append(mesh)
        parts.append(Part(name, wide, tall, ()))

    for entry in entries:
        if (board := entry.the_board()) is not None:
            add("tray", [*map(tuple, np.argwhere(board.mask).tolist())], floor)
        for piece in workpieces(entry.all_pieces()):
            add(piece.name, piece.polyomino.cells)
    placed = on_shelves(parts, CutLengths(spacing=_APART * cell), _WIDTH * cell)
    solids = [
        mesh + np.array([part.x, -part.y, 0.0]) for mesh, part in zip(meshes, placed, strict=True)
    ]
    every = np.concatenate(solids)
    normal = np.cross(every[:, 1] - every[:, 0], every[:, 2] - every[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    record = np.zeros(
        len(every), dtype=[("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("rest", "<u2")]
    )
    record["normal"], record["corner"] = normal, every
    head = b"tilewright: pieces and tray in millimeters".ljust(80)
    return head + np.uint32(len(every)).tobytes() + record.tobytes()


STL = Format(
    name="stl",
    title="solids for 3D printers (STL)",
    endings=(".stl",),
    holds=("pieces", "board"),
    write=_write,
    options=_OPTIONS,
)
