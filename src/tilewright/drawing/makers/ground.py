"""How the cells of a board lie in a picture: squares as a raster, layers of cubes side by side, all others as polygons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.makers.seams import seam_arrows
from tilewright.drawing.makers.solids import solid_mesh
from tilewright.drawing.model.mesh import Mesh
from tilewright.drawing.model.picture import NONE, THICK, THIN, Arrow, Mark, edges_between
from tilewright.labels import EMPTY, OUTSIDE
from tilewright.lattices.lattice import SQUARES, Lattice
from tilewright.lattices.polyform import Polyform
from tilewright.lattices.surface import FLAT, Surface, continued

__all__ = ["Ground", "plane_mesh", "scale_of", "shape_mesh"]

#: The most columns of layers in one line, in cells.
_LINE = 36
#: A layer of cubes is lifted so many edges off the one below it, if that is needed to see all of that.
_LIFT = 6


def scale_of(lattice: Lattice) -> float:
    """Return the size of a picture's unit of a plane lattice, in cells of pictures: a cell has the area of a square."""
    corners = np.array(lattice.outline((0,) * lattice.dimension))
    x, y = corners[:, 0], corners[:, 1]
    area = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
    return 1 / math.sqrt(area)


class Ground:
    """The cells of a label array as a part of a picture.

    Parameters
    ----------
    labels : int array
        Tiles, and the negative labels of `draw`.
    lattice : Lattice
    surface : Surface
    """

    def __init__(
        self, labels: NDArray[np.signedinteger[Any]], lattice: Lattice = SQUARES, surface: Surface = FLAT
    ) -> None:
        self.labels, self.lattice, self.surface = labels, lattice, surface

    @property
    def is_raster(self) -> bool:
        """Whether the picture is of the shape of the array."""
        return self.lattice is SQUARES

    @cached_property
    def _corner(self) -> NDArray[np.float64]:
        """The least x and y of a plane mesh before it is moved to the origin."""
        corners = _corners(np.argwhere(self.labels != OUTSIDE), self.lattice)
        least: NDArray[np.float64] = corners.min(axis=(0, 1), initial=np.inf)
        return least

    @cached_property
    def _layers(self) -> list[tuple[int, int]]:
        """The row and column at which each layer of cubes begins in the raster."""
        layers, rows, columns = self.labels.shape
        across = max(1, min(layers, (_LINE + 1) // (columns + 1)))
        return [(number // across * (rows + 1), number % across * (columns + 1)) for number in range(layers)]

    def place(self, cells: Sequence[Sequence[int]] | NDArray[Any]) -> list[tuple[float, float]]:
        """Return the row and column of the upper left corner of a square around the middle of each cell."""
        if not len(cells):
            return []
        array = np.asarray(cells)
        if self.is_raster:
            return [(row, column) for row, column in array.tolist()]
        if self.lattice.dimension == 3:
            return [
                (self._layers[layer][0] + row, self._layers[layer][1] + column)
                for layer, row, column in array.tolist()
            ]
        middles = self.lattice.center(array) * scale_of(self.lattice) - self._corner
        return [(y - 0.5, x - 0.5) for x, y in middles.tolist()]

    def parts(
        self, fill: NDArray[np.int16], *, grid: bool = False, removed: Sequence[Mark] = ()
    ) -> dict[str, Any]:
        """Return what a picture is made of, by the names of its fields.

        Parameters
        ----------
        fill : int16 array, of the shape of the labels
        grid : bool
            Thin lines between the cells of a tile, too.
        removed : sequence of Mark
            Holes of a raster that are painted, and get an edge.
        """
        labels = self.labels
        mesh = None
        if self.lattice.dimension == 3:
            fill, labels, mesh = self._solid(fill)
        elif not self.is_raster:
            mesh = plane_mesh(labels, fill, self.lattice, self.surface, grid=grid)
            mesh = mesh.moved(*(-self._corner).tolist())
            fill, labels = np.zeros((0, 0), dtype=np.int16), np.zeros((0, 0), dtype=np.int32)
        horizontal, vertical = self._edges(_with_holes(labels, removed), grid)
        return {
            "fill": fill,
            "horizontal": horizontal,
            "vertical": vertical,
            "regions": labels,
            "mesh": mesh,
            "arrows": self._arrows(),
        }

    def _arrows(self) -> tuple[Arrow, ...]:
        if not self.surface.joined:
            return ()
        # The middle of the first square is half a cell from the corner of a raster.
        origin = np.array([0.5, 0.5]) if self.is_raster else -self._corner
        return seam_arrows(self.labels, self.lattice, self.surface, scale_of(self.lattice), origin)

    def _edges(
        self, labels: NDArray[np.signedinteger[Any]], grid: bool
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the edges of a raster; where a tile goes on over a joined side, there is none."""
        if not self.surface.joined or not self.is_raster:
            return edges_between(labels, grid=grid)
        horizontal, vertical = edges_between(continued(labels, SQUARES, self.surface, 1), grid=grid)
        horizontal, vertical = horizontal[1:-1, 1:-1].copy(), vertical[1:-1, 1:-1].copy()
        there = np.pad(labels != OUTSIDE, 1)
        horizontal[~(there[1:, 1:-1] | there[:-1, 1:-1])] = NONE
        vertical[~(there[1:-1, 1:] | there[1:-1, :-1])] = NONE
        return horizontal, vertical

    def _solid(self, fill: NDArray[np.int16]) -> tuple[NDArray[np.int16], NDArray[Any], Mesh]:
        """Return fill and labels of the layers side by side, and below them all cubes with the layers lifted apart."""
        _, rows, columns = self.labels.shape
        height, width = (max(corner) for corner in zip(*self._layers, strict=True))
        shape = height + rows, width + columns
        flat_fill = np.full(shape, OUTSIDE, dtype=np.int16)
        flat = np.full(shape, OUTSIDE, dtype=np.int32)
        for (top, left), layer, color in zip(self._layers, self.labels, fill, strict=True):
            flat[top : top + rows, left : left + columns] = layer
            flat_fill[top : top + rows, left : left + columns] = color
        # Lifted by more than the shorter side of a layer is long, no cube hides the top of another one; a square's corner
        # would touch the next one's.
        apart = min(min(rows, columns) + 1 + (rows == columns), _LIFT) if len(self.labels) > 1 else 1
        mesh = solid_mesh(self.labels, fill, apart)
        return flat_fill, flat, mesh.moved((shape[1] - mesh.box[3]) / 2, shape[0] + 1)


def _corners(cells: NDArray[np.int64], lattice: Lattice) -> NDArray[np.float64]:
    """Return the corners of cells of the plane, (n, k, 2), in cells of pictures."""
    outlines = np.array(
        [lattice.outline((0,) * (lattice.dimension - 1) + (kind,)) for kind in range(lattice.kinds)]
    )
    home = np.array([[0, kind] for kind in range(lattice.kinds)])
    own = lattice.kind(cells)
    moved = lattice.center(cells) - lattice.center(home)[own]
    corners: NDArray[np.float64] = (outlines[own] + moved[:, None]) * scale_of(lattice)
    return corners


def plane_mesh(
    labels: NDArray[np.signedinteger[Any]],
    fill: NDArray[np.int16],
    lattice: Lattice,
    surface: Surface = FLAT,
    *,
    grid: bool = False,
) -> Mesh:
    """Return the cells of a plane lattice as polygons, with the lines that the labels make.

    Parameters
    ----------
    labels, fill : (rows, columns) int arrays
        As in a tiling, and color numbers.
    lattice : Lattice
    surface : Surface
    grid : bool
        Thin lines between the cells of a tile, too.

    Notes
    -----
    Lines are thick between different labels, thin between cells that no tile covers; there is none where a tile goes on over
    a joined side.
    """
    cells = np.argwhere(labels != OUTSIDE)
    corners = _corners(cells, lattice)
    count, sides = corners.shape[:2]
    points, numbers = np.unique(corners.reshape(-1, 2).round(6), axis=0, return_inverse=True)
    faces = numbers.reshape(count, sides).astype(np.int64)
    one, other = faces, np.roll(faces, -1, axis=1)
    own = labels[tuple(cells.T)]
    margin = 2 * lattice.kinds
    around = continued(labels, lattice, surface, margin)
    flat = np.pad(labels, margin, constant_values=OUTSIDE)
    steps = np.array(lattice.sides)[lattice.kind(cells)]
    beside = (cells[:, None] + steps + margin).transpose(2, 0, 1)
    across, near = around[tuple(beside)], flat[tuple(beside)]
    mine = np.broadcast_to(own[:, None], across.shape)
    weight = np.where(mine == across, THIN if grid else NONE, THICK).astype(np.uint8)
    weight[(mine <= EMPTY) & (across <= EMPTY)] = THIN
    # Beyond a joined side the same tile goes on: the side stays open.
    weight[(mine == across) & (mine >= 0) & (near == OUTSIDE)] = NONE
    # Between two cells of the board, one of them draws the line.
    weight[(near != OUTSIDE) & (one > other)] = NONE
    drawn = weight != NONE
    area = _doubled_area(points, faces)
    faces[area < 0] = faces[area < 0][:, ::-1]
    return Mesh(
        points,
        faces,
        fill[tuple(cells.T)].astype(np.int16),
        own.astype(np.int32),
        np.stack([one[drawn], other[drawn]], axis=1),
        weight[drawn],
    )


def shape_mesh(shape: Polyform, tile: int, color: int, *, grid: bool = True) -> Mesh:
    """Return a polyform as a mesh of one tile whose upper left corner is the origin; cubes are seen from a corner."""
    cells = np.array(shape.cells)
    labels = np.full(cells.max(axis=0) + 1, OUTSIDE, dtype=np.int32)
    labels[tuple(cells.T)] = tile
    fill = np.where(labels == tile, color, OUTSIDE).astype(np.int16)
    if shape.lattice.dimension == 3:
        return solid_mesh(labels, fill)
    mesh = plane_mesh(labels, fill, shape.lattice, grid=grid)
    top, left, _, _ = mesh.box
    return mesh.moved(-left, -top)


def _doubled_area(points: NDArray[np.float64], faces: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return twice the area of each polygon; positive if its corners are clockwise, y downwards."""
    x, y = points[faces].transpose(2, 0, 1)
    area: NDArray[np.float64] = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)
    return area


def _with_holes(labels: NDArray[Any], removed: Sequence[Mark]) -> NDArray[Any]:
    """Return the labels with one more region where holes are painted, so that these get an edge."""
    if not removed:
        return labels
    joined = labels.copy() if labels.dtype.itemsize > 2 else labels.astype(np.int32)
    rows, columns = (
        np.array([int(corner) for corner in corners])
        for corners in zip(*((mark.row, mark.column) for mark in removed), strict=True)
    )
    joined[rows, columns] = int(labels.max(initial=-1)) + 1
    return joined
