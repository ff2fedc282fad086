"""STL files for 3D printers: pieces and a tray with walls, each a closed surface.

The parts lie side by side or, without spacing, as in a solution. Surfaces are verified to be
watertight: each edge belongs to two triangles that run along it in opposite directions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError
from tilewright.formats.cutting.parts import (
    CutLengths,
    check_lengths,
    check_smaller_than_cell,
    workpieces,
)
from tilewright.formats.cutting.sheet import Part, on_shelves
from tilewright.formats.cutting.solids import Sizes, most_radius, normals, solid_piece, solid_tray
from tilewright.formats.format import Entry, Format
from tilewright.model.space.lattice import (
    BALLS,
    CUBES,
    HEXAGONS,
    SQUARES,
    TRIANGLES,
    Cell,
    Lattice,
)

_OPTIONS = {
    "cell_size": 10.0,
    "clearance": 0.3,
    "height": 5.0,
    "floor": 1.5,
    "corner_radius": 0.0,
    "spacing": None,
}
#: Space between parts, and the width of their rows, in cells.
_APART, _WIDTH = 0.5, 30


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
    names = ("cell_size", "clearance", "corner_radius", "height", "floor")
    sizes = Sizes(*check_lengths(options, names, may_be_zero=("clearance", "corner_radius")))
    spacing = _APART * sizes.cell
    if options["spacing"] is not None:
        (spacing,) = check_lengths(options, ("spacing",), may_be_zero=("spacing",))
    solids: list[NDArray[np.float64]] = []
    for entry in entries:
        solids += _assembled(entry, sizes) if not spacing else _apart(entry, sizes, spacing)
    every = np.concatenate(solids)
    normal = normals(every)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    record = np.zeros(
        len(every), dtype=[("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("rest", "<u2")]
    )
    record["normal"], record["corner"] = normal, every
    head = b"tilewright: pieces and tray in millimeters".ljust(80)
    return head + np.uint32(len(every)).tobytes() + record.tobytes()


def _apart(entry: Entry, sizes: Sizes, spacing: float) -> list[NDArray[np.float64]]:
    """Return the tray and the pieces of an entry beside each other."""
    meshes = []
    board = entry.the_board()
    if board is not None:
        meshes.append(_closed("tray", board.lattice, _cells(board.mask), sizes, tray=True))
    for piece in workpieces(entry.all_pieces()):
        meshes.append(_closed(piece.name, piece.lattice, piece.polyomino.cells, sizes))
    extents = [np.ptp(mesh, axis=(0, 1)).tolist() for mesh in meshes]
    parts = [Part("", wide, tall, ()) for wide, tall, _ in extents]
    placed = on_shelves(parts, CutLengths(spacing=spacing), _WIDTH * sizes.cell)
    corners = [
        np.array([*low[:1], *high[1:2], *low[2:]])
        for mesh in meshes
        for low, high in [(mesh.min(axis=(0, 1)), mesh.max(axis=(0, 1)))]
    ]
    return [
        mesh - corner + np.array([part.x, -part.y, 0.0])
        for mesh, part, corner in zip(meshes, placed, corners, strict=True)
    ]


def _assembled(entry: Entry, sizes: Sizes) -> list[NDArray[np.float64]]:
    """Return the pieces of a tiling where they lie, in the tray if there is a board."""
    if not entry.tilings:
        raise FormatError(
            "pieces can lie in place only in a solution; name a board", where="spacing"
        )
    tiling, board = entry.tilings[0], entry.the_board()
    meshes = [
        _closed(name, tiling.lattice, _cells(tiling.labels == tile), sizes)
        for tile, name in enumerate(tiling.piece_names())
    ]
    if board is not None:
        tray = _closed("tray", board.lattice, _cells(board.mask), sizes, tray=True)
        meshes = [tray, *(mesh + np.array([0.0, 0.0, sizes.floor]) for mesh in meshes)]
    return meshes


def _cells(mask: NDArray[np.bool_]) -> list[Cell]:
    return [tuple(cell) for cell in np.argwhere(mask).tolist()]


def _closed(
    name: str, lattice: Lattice, cells: Sequence[Cell], sizes: Sizes, *, tray: bool = False
) -> NDArray[np.float64]:
    """Return a tray or a piece, whose surface is verified."""
    if tray and lattice.dimension == 3:
        raise FormatError(f"a tray requires a flat board, got {lattice.cells}", where="tray")
    check_smaller_than_cell(lattice, sizes.cell, clearance=sizes.clearance)
    if sizes.radius and not tray and sizes.radius >= (most := most_radius(lattice, sizes)):
        raise FormatError(
            f"the corner radius of {lattice.cells} must be less than {most:g} mm, got "
            f"{sizes.radius:g} mm"
            if most
            else "balls have no edges to round",
            where="corner-radius",
        )
    mesh = (solid_tray if tray else solid_piece)(lattice, cells, sizes)
    if not watertight(mesh):
        raise FormatError(f"the surface of {name} is not closed; please report this bug")
    return mesh


STL = Format(
    name="stl",
    title="solids for 3D printers (STL)",
    endings=(".stl",),
    holds=("pieces", "board"),
    write=_write,
    options=_OPTIONS,
    lattices=frozenset({SQUARES, TRIANGLES, HEXAGONS, CUBES, BALLS}),
)
