"""Closed surfaces of parts for 3D printers, as triangles (n, 3, 3) in millimeters.

Squares and cubes are boxes of a grid. Other cells of the plane are prisms, and balls are spheres
with necks where they touch. A piece is smaller than its cells by the clearance, half of it on each
side.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError
from tilewright.formats.cutting.parts import moved, signed_area, width_of_cell
from tilewright.model.space.lattice import BALLS, CUBES, SQUARES, Cell, Lattice

_Floats: TypeAlias = NDArray[np.float64]
#: A corner of a cell: the number of the cell, and of the corner.
_Corner: TypeAlias = tuple[int, int]
#: Points of a rounded edge between two faces.
_STEPS = 4


class Sizes(NamedTuple):
    """The lengths of solids in millimeters."""

    cell: float
    clearance: float
    radius: float
    height: float
    floor: float


def most_radius(lattice: Lattice, sizes: Sizes) -> float:
    """Return what the radius of rounded edges must be smaller than; 0 for balls."""
    if lattice is BALLS:
        return 0.0
    room = (width_of_cell(lattice, sizes.cell) - sizes.clearance) / 2
    return room if lattice.dimension == 3 else min(room, sizes.height / 2)


def solid_piece(lattice: Lattice, cells: Sequence[Cell], sizes: Sizes) -> _Floats:
    """Return the surface of a piece, counterclockwise from outside, where its cells lie."""
    if lattice in (SQUARES, CUBES):
        return _blocks(np.array(cells), sizes)
    if lattice is BALLS:
        return _balls(np.array(cells), sizes)
    if lattice.dimension == 2:
        return _prism(lattice, cells, sizes)
    raise FormatError(f"solids of {lattice.cells} are not supported")


def solid_tray(lattice: Lattice, cells: Sequence[Cell], sizes: Sizes) -> _Floats:
    """Return the surface of a tray with a floor, whose walls are as high as the pieces."""
    if lattice is not SQUARES:
        return _tray(lattice, cells, sizes)
    filled = _filled(np.array(cells))
    padded = np.pad(filled, 1)
    heights = np.array([0.0, sizes.floor, sizes.floor + sizes.height])
    down, across = (np.arange(-1.0, count + 2.0) * sizes.cell for count in filled.shape)
    return _surface(np.stack([np.ones_like(padded), ~padded]), (heights, -down, across))


def _filled(cells: NDArray[np.int64]) -> NDArray[np.bool_]:
    filled = np.zeros(tuple((cells.max(axis=0) + 1).tolist()), dtype=bool)
    filled[tuple(cells.T)] = True
    return filled


def _blocks(cells: NDArray[np.int64], sizes: Sizes) -> _Floats:
    """Return a piece of squares or cubes. Cells at its border lose half a clearance, so the grid
    has extra lines.
    """
    half, radius = sizes.clearance / 2, sizes.radius
    strips = sorted({0.0, half, half + radius, sizes.cell - half - radius, sizes.cell - half})
    if not half:
        strips.pop()
    filled = _filled(cells)
    for axis in range(filled.ndim):
        filled = filled.repeat(len(strips), axis=axis)
    if half:
        filled = _shrunk(filled)
    lines = []
    for count in (cells.max(axis=0) + 1).tolist():
        starts = np.arange(count)[:, None] * sizes.cell
        lines.append(np.append((starts + np.array(strips)).ravel(), count * sizes.cell))
    if len(lines) == 3:
        return _surface(filled, (-lines[0], -lines[1], lines[2]), radius)
    heights = np.array(sorted({0.0, radius, sizes.height - radius, sizes.height}))
    layers = np.stack([filled] * (len(heights) - 1))
    return _surface(layers, (heights, -lines[0], lines[1]), radius)


def _shrunk(fine: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the boxes of a grid without those at the border."""
    padded = np.pad(fine, 1)
    inner = fine.copy()
    for steps in itertools.product(range(3), repeat=fine.ndim):
        inner &= padded[
            tuple(slice(step, step + size) for step, size in zip(steps, fine.shape, strict=True))
        ]
    return inner


def _surface(
    layers: NDArray[np.bool_], lines: tuple[_Floats, _Floats, _Floats], radius: float = 0.0
) -> _Floats:
    """Return the triangles between full and empty boxes of a grid, two for each face. Convex edges
    are rounded.
    """
    boxes = np.pad(layers, 1)
    grid = np.stack(np.meshgrid(*lines, indexing="ij"), axis=-1)
    ways = [float(np.sign(line[-1] - line[0])) for line in lines]
    if radius:
        grid += _rounding(boxes, radius) * ways
    triangles = []
    for axis in range(3):
        for side in (0, 1):
            near = [slice(1, -1)] * 3
            near[axis] = slice(2, None) if side else slice(None, -2)
            faces = np.argwhere(boxes[1:-1, 1:-1, 1:-1] & ~boxes[tuple(near)])
            axes = [index for index in range(3) if index != axis]
            corners = np.zeros((len(faces), 4, 3))
            for number, (first, second) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
                place = faces.copy()
                place[:, axis] += side
                place[:, axes[0]] += first
                place[:, axes[1]] += second
                corners[:, number] = grid[tuple(place.T)]
            # (layer, row, column) to (x, y, z).
            points = corners[:, :, [2, 1, 0]]
            outside = np.zeros(3)
            outside[2 - axis] = (1 if side else -1) * ways[axis]
            flip = (normals(points) * outside).sum(axis=1) < 0
            points[flip] = points[flip][:, ::-1]
            triangles += [points[:, [0, 1, 2]], points[:, [0, 2, 3]]]
    return _not_flat(np.concatenate(triangles))


def _rounding(boxes: NDArray[np.bool_], radius: float) -> _Floats:
    """Return how far the corners of a grid move onto circles and spheres, along each axis."""
    shape = tuple(size - 1 for size in boxes.shape)
    inwards, count = np.zeros((*shape, 3)), np.zeros(shape, dtype=int)
    for steps in itertools.product((0, 1), repeat=3):
        here = boxes[
            tuple(slice(step, step + size) for step, size in zip(steps, shape, strict=True))
        ]
        inwards += here[..., None] * (2 * np.array(steps) - 1)
        count += here
    inwards = np.sign(inwards)
    axes = np.abs(inwards).sum(axis=-1)
    convex = ((count == 1) & (axes == 3)) | ((count == 2) & (axes == 2))
    far = radius * (1 - 1 / np.sqrt(np.maximum(axes, 1)))
    shift: _Floats = inwards * np.where(convex, far, 0.0)[..., None]
    return shift


def _not_flat(mesh: _Floats) -> _Floats:
    """Return the triangles with an area."""
    solid: _Floats = mesh[(normals(mesh) ** 2).sum(axis=1) >= 1e-18]
    return solid


def normals(mesh: _Floats) -> _Floats:
    """Return the cross product of two sides of each triangle."""
    across: _Floats = np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0])
    return across


def _outline(lattice: Lattice, cell: Cell, size: float) -> _Floats:
    """Return the corners of a cell, counterclockwise with y upwards."""
    corners = np.array(lattice.outline(cell)) * (size, -size)
    return corners if signed_area(corners) > 0 else corners[::-1]


def _sides(outlines: Sequence[_Floats]) -> dict[tuple[bytes, bytes], _Corner]:
    """Return the cell and the number of each side, by its two ends."""
    ends = [[(corner.round(6) + 0.0).tobytes() for corner in outline] for outline in outlines]
    return {
        (start, end): (cell, side)
        for cell, corners in enumerate(ends)
        for side, (start, end) in enumerate(zip(corners, [*corners[1:], corners[0]], strict=True))
    }


def _faces(outlines: Sequence[_Floats]) -> Iterator[list[_Corner]]:
    """Yield the polygons of cells that are smaller than their outlines, of the strips between
    neighbors, and of the corners where all cells are there.
    """
    sides = _sides(outlines)
    across = {
        where: sides[end, start] for (start, end), where in sides.items() if (end, start) in sides
    }
    sizes = [len(outline) for outline in outlines]
    seen: set[_Corner] = set()
    for cell, size in enumerate(sizes):
        yield [(cell, side) for side in range(size)]
        for side in range(size):
            here, there = (cell, side), across.get((cell, side))
            if there is not None and here < there:
                yield [
                    *((cell, (side + 1) % size), here),
                    *((there[0], (there[1] + 1) % sizes[there[0]]), there),
                ]
            around = [here]
            while (beyond := across.get(around[-1])) is not None:
                following = beyond[0], (beyond[1] + 1) % sizes[beyond[0]]
                if following == here:
                    if not seen.intersection(around):
                        yield around[::-1]
                    seen.update(around)
                    break
                around.append(following)


def _prism(lattice: Lattice, cells: Sequence[Cell], sizes: Sizes) -> _Floats:
    """Return a piece as a prism with rounded edges."""
    outlines = [_outline(lattice, cell, sizes.cell) for cell in cells]
    start = np.cumsum([0, *map(len, outlines)])
    triangles = np.array(
        [
            [start[cell] + corner for cell, corner in (face[0], *face[number : number + 2])]
            for face in _faces(outlines)
            for number in range(1, len(face) - 1)
        ]
    )
    turns = np.linspace(0, np.pi / 2, _STEPS + 1) if sizes.radius else np.array([np.pi / 2])
    levels = [(sizes.radius * (1 - np.cos(t)), sizes.radius * (1 - np.sin(t))) for t in turns]
    profile = [*levels, *((sizes.height - height, inset) for height, inset in levels[::-1])]
    rings = [
        np.column_stack([points, np.full(len(points), height)])
        for height, inset in profile
        for points in [
            np.concatenate([moved(o, 1.0, -sizes.clearance / 2 - inset) for o in outlines])
        ]
    ]
    meshes = [rings[0][triangles[:, ::-1]], rings[-1][triangles]]
    one, other = _border(triangles).T
    for low, high in itertools.pairwise(rings):
        meshes.append(np.stack([low[one], low[other], high[other]], axis=1))
        meshes.append(np.stack([low[one], high[other], high[one]], axis=1))
    return _not_flat(np.concatenate(meshes).round(6))


def _border(triangles: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sides, by their two points, that belong to one triangle only."""
    sides = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    inner = {tuple(side) for side in sides[:, ::-1].tolist()}
    return np.array([side for side in sides.tolist() if tuple(side) not in inner])


def _tray(lattice: Lattice, cells: Sequence[Cell], sizes: Sizes) -> _Floats:
    """Return a tray whose wall is a ring of cells."""
    inside = set(cells)
    ring = {
        tuple(x + step for x, step in zip(cell, steps, strict=True))
        for cell in cells
        for steps in lattice.touching[cell[-1] % lattice.kinds]
    } - inside
    every = [*cells, *sorted(ring)]
    outlines = [_outline(lattice, cell, sizes.cell) for cell in every]
    tops = [sizes.floor + sizes.height * (number >= len(cells)) for number in range(len(every))]
    sides = _sides(outlines)
    polygons = []
    for corners, top in zip(outlines, tops, strict=True):
        for height, points in ((0.0, corners[::-1]), (top, corners)):
            polygons.append(np.column_stack([points, np.full(len(points), height)]))
    for (start, end), (cell, side) in sides.items():
        beyond = sides.get((end, start))
        low = 0.0 if beyond is None else tops[beyond[0]]
        if low < tops[cell]:
            one, other = outlines[cell][side], np.roll(outlines[cell], -1, axis=0)[side]
            heights = ((one, low), (other, low), (other, tops[cell]), (one, tops[cell]))
            polygons.append(np.array([[*point, height] for point, height in heights]))
    triangles = [
        polygon[[0, number, number + 1]]
        for polygon in polygons
        for number in range(1, len(polygon) - 1)
    ]
    return np.array(triangles).round(6)


@cache
def _sphere() -> tuple[_Floats, NDArray[np.int64]]:
    """Return the points and triangles of a sphere that has all symmetries of the balls: an
    octahedron whose triangles are divided three times.
    """
    side = np.sqrt(0.5)
    ends = np.array([[side, side, 0], [-side, side, 0], [0, 0, 1]])
    points = [tuple(sign * x for x in end) for end in ends.tolist() for sign in (1, -1)]
    faces = [(x, 2 + y, 4 + z) for x, y, z in itertools.product((0, 1), repeat=3)]
    for _ in range(3):
        middles: dict[frozenset[int], int] = {}
        smaller = []
        for a, b, c in faces:
            for pair in ((a, b), (b, c), (c, a)):
                if frozenset(pair) not in middles:
                    middles[frozenset(pair)] = len(points)
                    middle = np.add(points[pair[0]], points[pair[1]])
                    points.append(tuple(middle / np.linalg.norm(middle)))
            d, e, f = (middles[frozenset(pair)] for pair in ((a, b), (b, c), (c, a)))
            smaller += [(a, d, f), (d, b, e), (f, e, c), (d, e, f)]
        faces = smaller
    array, triangles = np.array(points), np.array(faces)
    inwards = (array[triangles[:, 0]] * normals(array[triangles])).sum(axis=1) < 0
    triangles[inwards] = triangles[inwards][:, ::-1]
    return array, triangles


def _balls(cells: NDArray[np.int64], sizes: Sizes) -> _Floats:
    """Return balls with necks between those that touch."""
    points, triangles = _sphere()
    flip = np.array([1.0, -1.0, -1.0])
    centers = BALLS.center(cells) * flip * sizes.cell
    radius = (sizes.cell - sizes.clearance) / 2
    meshes = []
    for center in centers:
        kept = np.ones(len(triangles), dtype=bool)
        for step in centers - center:
            if abs(np.linalg.norm(step) - sizes.cell) > 1e-6:
                continue
            way = step / sizes.cell
            # The sphere is open around the neck, 27 degrees to each side.
            open_here = (points @ way > np.cos(np.radians(27)))[triangles].all(axis=1)
            kept &= ~open_here
            if tuple(way) < (0, 0, 0):
                continue
            rim = _border(triangles[open_here]).T
            mirrored = points - 2 * (points @ way)[:, None] * way
            image = np.linalg.norm(mirrored[:, None] - points, axis=2).argmin(axis=1)
            one, other = (center + radius * points[ends] for ends in rim)
            far, farther = (center + step + radius * points[image[ends]] for ends in rim)
            meshes.append(np.stack([one, other, farther], axis=1))
            meshes.append(np.stack([one, farther, far], axis=1))
        meshes.append(center + radius * points[triangles[kept]])
    return np.concatenate(meshes).round(6)
