"""The positions of cells in a picture: squares in a raster, cubes in layers and as a solid, and all
others as polygons.

Arrows show how sides of a board are joined.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.geometry import Mesh
from tilewright.drawing.model.picture import HEAD, NONE, THICK, THIN, Arrow, Mark, edges_between
from tilewright.model.space.labels import EMPTY, OUTSIDE
from tilewright.model.space.lattice import CUBES, SQUARES, Cell, Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.model.space.surface import FLAT, Surface, continued

#: Width of a line of layers, in cells.
_LINE = 36
#: The most that a layer of cubes is lifted off the one below, in edges of a cube.
_LIFT = 6


def scale_of(lattice: Lattice) -> float:
    """Return the length of the unit of a lattice in a picture such that a cell has the area of a
    square on average.
    """
    return math.sqrt(lattice.kinds / abs(float(np.linalg.det(np.array(lattice.basis)))))


class CellLayout:
    """The cells of a label array, as a part of a picture."""

    def __init__(
        self,
        labels: NDArray[np.signedinteger[Any]],
        lattice: Lattice = SQUARES,
        surface: Surface = FLAT,
    ) -> None:
        self.labels, self.lattice, self.surface = labels, lattice, surface

    @property
    def is_raster(self) -> bool:
        """Whether the picture is a raster with the shape of the array."""
        return self.lattice is SQUARES

    @cached_property
    def _corner(self) -> NDArray[np.float64]:
        """The smallest x and y of the mesh, before it is moved to the origin."""
        corners = _corners(np.argwhere(self.labels != OUTSIDE), self.lattice)
        least: NDArray[np.float64] = corners.min(axis=(0, 1), initial=np.inf)
        return least

    @cached_property
    def _layers(self) -> list[tuple[int, int]]:
        """The row and column at which each layer of cubes begins in the raster."""
        layers, rows, columns = self.labels.shape
        across = max(1, min(layers, (_LINE + 1) // (columns + 1)))
        return [
            (number // across * (rows + 1), number % across * (columns + 1))
            for number in range(layers)
        ]

    def place(self, cells: Sequence[Sequence[int]] | NDArray[Any]) -> list[tuple[float, float]]:
        """Return the row and column of the upper left corner of a square around the middle of each
        cell.
        """
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
        """Return fields of `Picture`. `grid` draws lines inside tiles. `removed` contains holes
        that get an edge.
        """
        labels = self.labels
        mesh = None
        if self.lattice.dimension == 3:
            fill, labels, mesh = self._lift_layers(fill)
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
        # The center of the first square is half a cell from the corner of the raster.
        origin = np.array([0.5, 0.5]) if self.is_raster else -self._corner
        return seam_arrows(self.labels, self.lattice, self.surface, scale_of(self.lattice), origin)

    def _edges(
        self, labels: NDArray[np.signedinteger[Any]], grid: bool
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the edges of a raster, without edges that a tile crosses at a joined side."""
        if not self.surface.joined or not self.is_raster:
            return edges_between(labels, grid=grid)
        horizontal, vertical = edges_between(continued(labels, SQUARES, self.surface, 1), grid=grid)
        horizontal, vertical = horizontal[1:-1, 1:-1].copy(), vertical[1:-1, 1:-1].copy()
        there = np.pad(labels != OUTSIDE, 1)
        horizontal[~(there[1:, 1:-1] | there[:-1, 1:-1])] = NONE
        vertical[~(there[1:-1, 1:] | there[1:-1, :-1])] = NONE
        return horizontal, vertical

    def _lift_layers(self, fill: NDArray[np.int16]) -> tuple[NDArray[np.int16], NDArray[Any], Mesh]:
        """Return the fill and labels of the layers, and a mesh of cubes with separated layers."""
        _, rows, columns = self.labels.shape
        height, width = (max(corner) for corner in zip(*self._layers, strict=True))
        shape = height + rows, width + columns
        flat_fill = np.full(shape, OUTSIDE, dtype=np.int16)
        flat = np.full(shape, OUTSIDE, dtype=np.int32)
        for (top, left), layer, color in zip(self._layers, self.labels, fill, strict=True):
            flat[top : top + rows, left : left + columns] = layer
            flat_fill[top : top + rows, left : left + columns] = color
        # No cube hides the top of another if layers are lifted by more than their shorter side. For
        # squares, one more keeps corners from touching.
        apart = (
            min(min(rows, columns) + 1 + (rows == columns), _LIFT) if len(self.labels) > 1 else 1
        )
        mesh = solid_mesh(self.labels, fill, apart, self.lattice)
        return flat_fill, flat, mesh.moved((shape[1] - mesh.box[3]) / 2, shape[0] + 1)


@cache
def _around(lattice: Lattice) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the corners of each kind (kinds, k, 2), clockwise, and the steps across the sides."""
    # If a cell has fewer corners than others, its last one is repeated.
    corners: list[list[Any]] = []
    steps: list[list[Any]] = []
    most = max(map(len, lattice.corners))
    for kind in range(lattice.kinds):
        outline, across = lattice.outline((0, kind)), list(lattice.sides[kind])
        x, y = np.array(outline).T
        if (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() < 0:
            outline, across = outline[::-1], [*across[-2::-1], across[-1]]
        more = most - len(outline)
        corners.append(outline + outline[-1:] * more)
        steps.append(across + across[-1:] * more)
    return np.array(corners), np.array(steps, dtype=np.int64)


def _corners(cells: NDArray[np.int64], lattice: Lattice) -> NDArray[np.float64]:
    """Return the corners of cells of the plane in a picture, (n, k, 2)."""
    outlines = _around(lattice)[0]
    home = np.array([[0, kind] for kind in range(lattice.kinds)])
    kinds = lattice.kind(cells)
    moved = lattice.center(cells) - lattice.center(home)[kinds]
    corners: NDArray[np.float64] = (outlines[kinds] + moved[:, None]) * scale_of(lattice)
    return corners


def plane_mesh(
    labels: NDArray[np.signedinteger[Any]],
    fill: NDArray[np.int16],
    lattice: Lattice,
    surface: Surface = FLAT,
    *,
    grid: bool = False,
) -> Mesh:
    """Return the cells of a lattice of the plane as polygons, with the lines between tiles.

    Lines are thick between labels that differ and thin between uncovered cells. A tile has no line
    where it crosses a joined side.
    """
    cells = np.argwhere(labels != OUTSIDE)
    corners = _corners(cells, lattice)
    count, sides = corners.shape[:2]
    points, numbers = np.unique(corners.reshape(-1, 2).round(6), axis=0, return_inverse=True)
    faces = numbers.reshape(count, sides).astype(np.int64)
    start, end = faces, np.roll(faces, -1, axis=1)
    tiles = labels[tuple(cells.T)]
    margin = lattice.reach
    around = continued(labels, lattice, surface, margin)
    flat = np.pad(labels, margin, constant_values=OUTSIDE)
    steps = _around(lattice)[1][lattice.kind(cells)]
    beside = (cells[:, None] + steps + margin).transpose(2, 0, 1)
    across, near = around[tuple(beside)], flat[tuple(beside)]
    mine = np.broadcast_to(tiles[:, None], across.shape)
    weight = np.where(mine == across, THIN if grid else NONE, THICK).astype(np.uint8)
    weight[(mine <= EMPTY) & (across <= EMPTY)] = THIN
    # A tile that crosses a joined side is open there.
    weight[(mine == across) & (mine >= 0) & (near == OUTSIDE)] = NONE
    # One of two neighbors draws the line between them.
    weight[(near != OUTSIDE) & (start > end)] = NONE
    # Corners that fill up a cell with fewer ones have no side.
    weight[start == end] = NONE
    drawn = weight != NONE
    return Mesh(
        points,
        faces,
        fill[tuple(cells.T)].astype(np.int16),
        tiles.astype(np.int32),
        np.stack([start[drawn], end[drawn]], axis=1),
        weight[drawn],
    )


def shape_mesh(shape: Polyform, tile: int, color: int, *, grid: bool = True) -> Mesh:
    """Return a polyform as a mesh of one tile with its upper left corner at the origin."""
    cells = np.array(shape.cells)
    labels = np.full(cells.max(axis=0) + 1, OUTSIDE, dtype=np.int32)
    labels[tuple(cells.T)] = tile
    fill = np.where(labels == tile, color, OUTSIDE).astype(np.int16)
    if shape.lattice.dimension == 3:
        return solid_mesh(labels, fill, lattice=shape.lattice)
    mesh = plane_mesh(labels, fill, shape.lattice, grid=grid)
    top, left, _, _ = mesh.box
    return mesh.moved(-left, -top)


def _with_holes(labels: NDArray[Any], removed: Sequence[Mark]) -> NDArray[Any]:
    """Return the labels with the painted holes as an additional region, so that they get an
    edge.
    """
    if not removed:
        return labels
    joined = labels.copy() if labels.dtype.itemsize > 2 else labels.astype(np.int32)
    rows, columns = (
        np.array([int(corner) for corner in corners])
        for corners in zip(*((mark.row, mark.column) for mark in removed), strict=True)
    )
    joined[rows, columns] = int(labels.max(initial=-1)) + 1
    return joined


#: Two triangles for each visible side of a cube, as corners (row, column, height).
_UPPER = (((0, 0, 1), (0, 1, 1), (1, 1, 1)), ((0, 0, 1), (1, 1, 1), (1, 0, 1)))
_LEFT = (((1, 0, 1), (1, 1, 1), (1, 0, 0)), ((1, 1, 1), (1, 1, 0), (1, 0, 0)))
_RIGHT = (((0, 1, 1), (1, 1, 1), (0, 1, 0)), ((1, 1, 1), (1, 1, 0), (0, 1, 0)))
#: Each side with its shade and the step to the cube that would hide it.
_SIDES = ((_UPPER, 1, (-1, 0, 0)), (_LEFT, 0, (0, 1, 0)), (_RIGHT, -1, (0, 0, 1)))
#: Place of a corner in the picture: in halves of a cube's width to the right, in halves of an edge
#: down.
_Spot: TypeAlias = tuple[int, int]
#: x of a step along a row, in edges of a cube. y is half an edge.
_WIDE = math.sqrt(3) / 2


class _Seen(NamedTuple):
    """The visible surface at a triangle: the cell, its side, and the depth of each corner."""

    cell: tuple[int, ...]
    side: int
    depth: dict[_Spot, int]

    @property
    def nearness(self) -> int:
        """The depth of a point, which is larger if the point is nearer to the eye."""
        return sum(self.depth.values())


def solid_mesh(
    labels: NDArray[np.signedinteger[Any]],
    fill: NDArray[np.int16],
    apart: int = 1,
    lattice: Lattice = CUBES,
) -> Mesh:
    """Return cubes or balls (layers, rows, columns) seen from above, with the first layer on top.

    The distance between layers of cubes is `apart` edges, or 1 if they touch.
    """
    if lattice is not CUBES:
        return _ball_mesh(labels, fill, lattice)
    seen: dict[tuple[_Spot, ...], _Seen] = {}
    there = labels != OUTSIDE
    for layer, row, column in np.argwhere(there).tolist():
        base = apart * (len(labels) - 1 - layer)
        for side, (triangles, _, step) in enumerate(_SIDES):
            beside = (layer + step[0], row + step[1], column + step[2])
            hidden = all(0 <= x < size for x, size in zip(beside, labels.shape, strict=True))
            if hidden and not (step[0] and apart > 1) and there[beside]:
                continue
            for triangle in triangles:
                corners = [(row + r, column + c, base + h) for r, c, h in triangle]
                depth = {(c - r, r + c - 2 * h): r + c + h for r, c, h in corners}
                face, key = _Seen((layer, row, column), side, depth), tuple(sorted(depth))
                if key not in seen or seen[key].nearness < face.nearness:
                    seen[key] = face
    return _mesh(seen, labels, fill)


#: A ball is seen from this side, in turns about the vertical axis, and from this height.
_ASIDE, _ABOVE = math.radians(25), math.radians(40)
#: The corners of the circle and the highlight that show a ball, clockwise.
_CIRCLE = np.exp(2j * np.pi * np.arange(32) / 32)
_BALL, _HIGHLIGHT = 0.5 * _CIRCLE, 0.15 * _CIRCLE - 0.15 - 0.2j


def _ball_mesh(
    labels: NDArray[np.signedinteger[Any]], fill: NDArray[np.int16], lattice: Lattice
) -> Mesh:
    """Return balls as circles, the farthest first, with a highlight if it is not hidden."""
    cells = np.argwhere(labels != OUTSIDE)
    across, back, down = lattice.center(cells).T
    floor = (across + 1j * back) * np.exp(1j * _ASIDE)
    middle = floor.real + 1j * (floor.imag * math.sin(_ABOVE) + down * math.cos(_ABOVE))
    order = np.argsort(floor.imag * math.cos(_ABOVE) - down * math.sin(_ABOVE), kind="stable")
    cells, middle = cells[order], middle[order]
    away = np.abs(middle[:, None] + _HIGHLIGHT.mean() - middle)
    lit = np.flatnonzero((np.triu(away < 0.65, 1)).sum(axis=1) == 0)
    which = tuple(cells[np.concatenate([np.arange(len(cells)), lit])].T)
    circles = np.concatenate([middle[:, None] + _BALL, middle[lit, None] + _HIGHLIGHT])
    points = np.stack([circles.real, circles.imag], axis=-1).reshape(-1, 2)
    return Mesh(
        points - points.min(axis=0, initial=math.inf),
        np.arange(len(points)).reshape(circles.shape),
        fill[which].astype(np.int16),
        labels[which].astype(np.int32),
        np.zeros((0, 2), dtype=np.int64),
        np.zeros(0, dtype=np.uint8),
        (np.arange(len(circles)) >= len(cells)).astype(np.int8),
        piled=True,
    )


def _mesh(
    seen: dict[tuple[_Spot, ...], _Seen],
    labels: NDArray[np.signedinteger[Any]],
    fill: NDArray[np.int16],
) -> Mesh:
    """Return the mesh of the visible triangles."""
    number: dict[_Spot, int] = {}
    beside: dict[tuple[_Spot, _Spot], list[_Seen]] = {}
    faces = []
    for key, face in seen.items():
        faces.append([number.setdefault(spot, len(number)) for spot in _clockwise(key)])
        for ends in ((key[0], key[1]), (key[0], key[2]), (key[1], key[2])):
            beside.setdefault(ends, []).append(face)
    weights = {ends: _weight(ends, both, labels) for ends, both in beside.items()}
    drawn = {ends: weight for ends, weight in weights.items() if weight != NONE}
    points = np.array([(x * _WIDE, y / 2) for x, y in number], dtype=np.float64).reshape(-1, 2)
    return Mesh(
        points - points.min(axis=0, initial=math.inf),
        np.array(faces, dtype=np.int64).reshape(-1, 3),
        np.array([fill[face.cell] for face in seen.values()], dtype=np.int16),
        np.array([labels[face.cell] for face in seen.values()], dtype=np.int32),
        np.array([[number[end] for end in ends] for ends in drawn], dtype=np.int64).reshape(-1, 2),
        np.array([*drawn.values()], dtype=np.uint8),
        np.array([_SIDES[face.side][1] for face in seen.values()], dtype=np.int8),
    )


def _weight(
    ends: tuple[_Spot, _Spot], seen: list[_Seen], labels: NDArray[np.signedinteger[Any]]
) -> int:
    """Return the weight of the line between one or two triangles."""
    if len(seen) < 2:
        return THICK
    one, other = seen
    if any(one.depth[end] != other.depth[end] for end in ends):
        # One is in front of the other; they only seem to meet.
        return THICK
    tile, another = int(labels[one.cell]), int(labels[other.cell])
    if tile != another:
        return THIN if max(tile, another) <= EMPTY else THICK
    return NONE if (one.cell, one.side) == (other.cell, other.side) else THIN


def _clockwise(key: tuple[_Spot, ...]) -> tuple[_Spot, ...]:
    (a, b), (c, d), (e, f) = key
    return key if (c - a) * (f - b) - (d - b) * (e - a) > 0 else (key[0], key[2], key[1])


#: Arrows: distance from the side, length relative to the side, least and greatest length, in cells.
_AWAY, _SHARE, _LEAST, _GREATEST = 0.45, 0.5, 0.8, 4.0
#: Digits behind the point that are no noise, in cells.
_NOISE = 4

_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Move:
    """A motion of the board onto a copy at a joined side, which maps x to
    ``x @ linear + shift``.
    """

    linear: _Floats
    shift: _Floats

    def back(self, point: _Floats) -> _Floats:
        """Return the point that the motion maps to this point."""
        came: _Floats = (point - self.shift) @ np.linalg.inv(self.linear)
        return came

    @property
    def key(self) -> bytes:
        """A key that is equal for equal motions."""
        return (np.append(self.linear, self.shift).round(_NOISE) + 0.0).tobytes()

    @property
    def inverse(self) -> _Move:
        """The inverse of this motion."""
        linear: _Floats = np.linalg.inv(self.linear).astype(np.float64)
        return _Move(linear, -self.shift @ linear)


def arrow_sizes() -> dict[str, float]:
    """Return the sizes of the arrows beside joined sides, in cells, as JSON values."""
    sizes = {"away": _AWAY, "share": _SHARE, "least": _LEAST, "greatest": _GREATEST}
    return {**sizes, "head": HEAD, "noise": 10.0**-_NOISE}


def seam_arrows(
    labels: NDArray[np.signedinteger[Any]],
    lattice: Lattice,
    surface: Surface,
    scale: float,
    origin: _Floats,
) -> tuple[Arrow, ...]:
    """Return the arrows of a surface. Two arrows with the same number of heads show sides that are
    joined.

    The unit of the lattice has the length `scale` in the picture, and its origin is at `origin` (x,
    y).
    """
    if not surface.joined:
        return ()
    sides = _open_sides(labels, lattice)
    by_key: dict[bytes, tuple[_Move, list[_Floats]]] = {}
    for move, where in _moves(labels, lattice, surface, scale, origin):
        joined = [ends for beyond, ends in sides if beyond in where]
        if joined:
            by_key[move.key] = move, [np.array(ends) * scale + origin for ends in joined]
    # The longest side first. A single cell may be a side only if two sides are joined in all.
    longest = sorted(by_key.values(), key=lambda pair: -len(pair[1]))
    if len(longest) > 4:
        longest = [pair for pair in longest if len(pair[1]) > 1]
    arrows: list[Arrow] = []
    done: set[bytes] = set()
    # Left and right before top and bottom.
    for move, ends in sorted(
        longest, key=lambda pair: -round(abs(float(pair[0].shift[0])), _NOISE)
    ):
        if move.key not in done:
            done |= {move.key, move.inverse.key}
            arrows += _pair(move, ends, 1 + len(arrows) // 2)
    return tuple(arrows)


def _open_sides(
    labels: NDArray[np.signedinteger[Any]], lattice: Lattice
) -> list[tuple[Cell, list[tuple[float, ...]]]]:
    """Return the cell beyond each open side of the board, and the two ends of that side."""
    there = {tuple(cell) for cell in np.argwhere(labels != OUTSIDE).tolist()}
    border = []
    for cell in sorted(there):
        corners = lattice.outline(cell)
        steps = lattice.sides[cell[-1] % lattice.kinds]
        for step, start, end in zip(steps, corners, [*corners[1:], corners[0]], strict=True):
            beyond = tuple(x + s for x, s in zip(cell, step, strict=True))
            if beyond not in there:
                border.append((beyond, [start, end]))
    return border


def _moves(
    labels: NDArray[np.signedinteger[Any]],
    lattice: Lattice,
    surface: Surface,
    scale: float,
    origin: _Floats,
) -> Iterator[tuple[_Move, set[Cell]]]:
    """Yield the motions that map the board onto copies beside it, with the cells of each copy."""
    cells = np.argwhere(labels != OUTSIDE)
    corners = np.array([[0, 0], [0, lattice.kinds], [1, 0]])
    extended = np.concatenate([cells, corners])
    margin = lattice.reach
    low, high = np.full(2, -margin), np.array(labels.shape) + margin
    before = lattice.center(corners) * scale + origin
    for moved in surface.images(lattice, extended, low, high):
        if (moved == extended).all():
            continue
        after = lattice.center(moved[len(cells) :]) * scale + origin
        linear = np.linalg.solve(before[1:] - before[0], after[1:] - after[0])
        yield (
            _Move(linear, after[0] - before[0] @ linear),
            set(map(tuple, moved[: len(cells)].tolist())),
        )


def _pair(move: _Move, ends: list[_Floats], heads: int) -> list[Arrow]:
    """Return the arrow beside some sides, and the arrow beside the sides that they are joined
    with.
    """
    points = np.concatenate(ends)
    middle = points.mean(axis=0)
    along = _direction(points)
    outward = np.array([along[1], -along[0]])
    # The motion leads away from the board.
    if round(float(outward @ (move.shift + middle @ move.linear - middle)), _NOISE) < 0:
        outward = -outward
    reach, far = (points - middle) @ along, (points - middle) @ outward
    length = float(np.clip(_SHARE * (reach.max() - reach.min()), _LEAST, _GREATEST))
    center = middle + along * (reach.max() + reach.min()) / 2
    tail, tip = center - along * length / 2, center + along * length / 2
    # On the other side, the same direction leads into the board.
    other_outward = -(outward @ np.linalg.inv(move.linear))
    arrows = []
    for start, end, away, off in (
        (tail, tip, outward, far.max()),
        (move.back(tail), move.back(tip), other_outward, -far.min()),
    ):
        place = away * (off + _AWAY)
        arrows.append(Arrow(tuple((start + place).tolist()), tuple((end + place).tolist()), heads))
    return arrows


def _direction(points: _Floats) -> _Floats:
    """Return the unit vector of the direction of points, pointing down or to the right."""
    x, y = (points - points.mean(axis=0)).T
    # The axis of least moment; where no direction is better than another, to the right.
    twice, spread = (round(float(number), _NOISE) + 0.0 for number in (2 * (x @ y), x @ x - y @ y))
    angle = math.atan2(twice, spread) / 2
    along = np.array([math.cos(angle), math.sin(angle)])
    steeper = int(abs(along[1]) > abs(along[0]) + 10.0**-_NOISE)
    return -along if along[steeper] < 0 else along
