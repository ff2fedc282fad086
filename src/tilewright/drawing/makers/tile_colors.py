"""Default colors of tiles: a piece has the same color in every picture, and neighbors never have
the same color.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.palette import TILEWRIGHT
from tilewright.model.space.heights import Corners
from tilewright.model.space.labels import OUTSIDE, tile_cells
from tilewright.model.space.lattice import SQUARES, Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.model.space.surface import FLAT, Surface, labels_beside
from tilewright.system.values.arrays import read_only

#: What decides the colors of tiles.
ColorBy = Literal["piece", "orientation", "parity", "height", "touch"]

#: Color numbers of the letters, the same in every picture. Letters of smaller pieces borrow those
#: of pentominoes.
LETTER_COLORS = {
    **dict(zip("TLZIPNFWVUYX", range(12), strict=True)),
    "J": 4,
    "O": 9,
    "S": 5,
    "Q": 1,
    "R": 6,
}

#: Colors that are used in turn where pieces do not decide.
_WHEEL = 6
#: How many shades show heights.
SHADES = 48
#: The most orientations of a piece of squares.
_TURNS = 8


def piece_colors(
    names: Sequence[str], colors: int = len(TILEWRIGHT), fixed: Sequence[int | None] = ()
) -> list[int]:
    """Return a color number for each named piece, the same in every picture.

    The number follows from its fixed color (starting at 1), or else from the letter or number in
    its name. If that color is already used, the first free color is used. If there are more pieces
    than colors, colors are shared.
    """
    preset = [*fixed, *[None] * (len(names) - len(fixed))]
    wishes = [
        (_wished_color(name, number) if color is None else color - 1) % colors
        for number, (name, color) in enumerate(zip(names, preset, strict=True))
    ]
    taken = {wish for wish, color in zip(wishes, preset, strict=True) if color is not None}
    chosen: list[int] = []
    for wish, color in zip(wishes, preset, strict=True):
        if color is None and wish in taken and len(taken) < colors >= len(names):
            # Colors that no piece prefers come first, so that later pieces get theirs.
            left = [color for color in range(colors) if color not in taken]
            wish = next((color for color in left if color not in wishes), left[0])
        taken.add(wish)
        chosen.append(wish)
    return chosen


def _wished_color(name: str, number: int) -> int:
    last = name.rpartition(":")[2]
    if last[:1].isdigit() and not set(last) & set("/#"):
        digits = "".join(character for character in last.partition(".")[0] if character.isdigit())
        return int(digits) - 1
    return LETTER_COLORS.get(last[:1].upper(), number) if last[:1].isalpha() else number


def tile_colors(
    labels: NDArray[Any],
    piece: NDArray[Any] | None = None,
    names: Sequence[str] = (),
    *,
    colors: int = 12,
    fixed: Sequence[int | None] = (),
    lattice: Lattice = SQUARES,
    surface: Surface = FLAT,
) -> NDArray[np.int16]:
    """Choose a color for each tile so that tiles that share an edge (or a face) differ, in linear
    time.

    Each tile gets the color of its piece or, if a neighbor has this color, the least used color.
    The number of colors is not minimal. `tilewright.solving.coloring` finds the minimum.
    """
    count = int(labels.max(initial=-1)) + 1
    preferred = np.full(count, -1, dtype=np.int16)
    if piece is not None and (len(names) > 1 or any(fixed)):
        preferred[:] = np.array(piece_colors(names, colors, fixed), dtype=np.int16)[
            np.asarray(piece)[:count]
        ]
        if any(fixed):
            # Pieces with colors of their own keep them, also beside each other.
            return preferred
        pairs = _touching_pairs(labels, lattice, surface)
        if not any((color == other).any() for color, other in (preferred[pair] for pair in pairs)):
            return preferred
    if lattice is not SQUARES or surface.joined:
        # The kernel finds the neighbors of a tile side by side in a row.
        every = np.stack([np.arange(count)] * 2)
        sides = np.concatenate([every, *_touching_pairs(labels, lattice, surface)], axis=1)
        labels = np.pad(sides.T, ((0, 0), (0, 1)), constant_values=OUTSIDE).reshape(1, -1)
    return _spread_colors(labels, preferred, colors)


def orientation_colors(labels: NDArray[Any], lattice: Lattice = SQUARES) -> NDArray[np.int16]:
    """Return a color number for each tile, which is the same for tiles that are translations of
    each other.

    Orientations are numbered by size, then by their cells in reading order, so that horizontal
    dominoes come before vertical ones. Copies of one piece have the same numbers in every tiling,
    even if some orientations do not occur.
    """
    array = read_only(np.ascontiguousarray(labels, dtype=np.int32))
    start, cells = tile_cells(array)
    places = np.stack(np.unravel_index(cells, labels.shape), axis=1)
    sizes = np.diff(start)
    colors = np.zeros(len(sizes), dtype=np.int16)
    known = 0
    for size in np.unique(sizes).tolist():
        which = np.flatnonzero(sizes == size)
        tiles = places[start[which][:, None] + np.arange(size)]
        least = tiles.min(axis=1)
        # A translation keeps the kinds of cells.
        least[:, -1] -= least[:, -1] % lattice.kinds
        shapes, number = np.unique(
            (tiles - least[:, None]).reshape(len(which), -1), axis=0, return_inverse=True
        )
        every = _all_orientations(shapes, lattice)
        place = {shape: index for index, shape in enumerate(every)}
        colors[which] = (
            known
            + np.array([place[shape] for shape in map(tuple, shapes.tolist())])[number.ravel()]
        )
        known += len(every)
    return colors


def _all_orientations(shapes: NDArray[np.int64], lattice: Lattice) -> list[tuple[int, ...]]:
    """Return the orientations that occur, or all orientations if they belong to one piece of
    squares.
    """
    present = [tuple(shape) for shape in shapes.tolist()]
    if lattice is not SQUARES or len(present) > _TURNS:
        return present
    pieces = [
        Polyform([*map(tuple, shape.tolist())]) for shape in shapes.reshape(len(shapes), -1, 2)
    ]
    if len({piece.canonical() for piece in pieces}) > 1:
        return present
    return sorted(tuple(np.ravel(turned.cells).tolist()) for turned in pieces[0].orientations())


def parity_colors(labels: NDArray[Any], lattice: Lattice = SQUARES) -> NDArray[np.int16]:
    """Return a color number for each tile, with two numbers for each orientation, by the parity of
    the coordinates of the first cell.
    """
    start, cells = tile_cells(read_only(np.ascontiguousarray(labels, dtype=np.int32)))
    parity = np.stack(np.unravel_index(cells[start[:-1]], labels.shape)).sum(axis=0) % 2
    colors: NDArray[np.int16] = (2 * orientation_colors(labels, lattice) + parity).astype(np.int16)
    return colors


def height_shades(
    labels: NDArray[Any], lattice: Lattice = SQUARES, surface: Surface = FLAT
) -> NDArray[np.int16]:
    """Return a shade for each tile, from 0 (the lowest) to SHADES - 1, by the mean height of the
    corners of its cells.

    Raises
    ------
    TilingError
        If the tiling has no heights (see `tilewright.Tiling.heights`).
    """
    corners = Corners(labels, lattice, surface.joined)
    height = corners.heights()[0]
    cells = np.argwhere(labels != OUTSIDE)
    sums = np.zeros(len(cells))
    for kind in range(lattice.kinds):
        of_kind = lattice.kind(cells) == kind
        sums[of_kind] = corners.sums(height, cells[of_kind])
    mean = np.bincount(labels[tuple(cells.T)], weights=sums)
    spread = float(np.ptp(mean))
    shades: NDArray[np.int16] = np.rint(
        (mean - mean.min()) * ((SHADES - 1) / (spread or 1.0))
    ).astype(np.int16)
    return shades


def _touching_pairs(
    labels: NDArray[Any], lattice: Lattice, surface: Surface
) -> Iterator[NDArray[np.int64]]:
    """Yield pairs of tiles that share a side, as arrays (2, m)."""
    if lattice is SQUARES and not surface.joined:
        # No copies are made, as a board may have millions of cells.
        for first, second in ((labels[:-1], labels[1:]), (labels[:, :-1], labels[:, 1:])):
            touching = (first != second) & (first >= 0) & (second >= 0)
            yield np.stack([first[touching], second[touching]])
        return
    for tiles, beside in labels_beside(labels, lattice, surface, lattice.faces):
        touching = (tiles != beside) & (tiles >= 0) & (beside >= 0)
        yield np.stack([tiles[touching], beside[touching]]).astype(np.int64)


def _spread_colors(
    labels: NDArray[Any], preferred: NDArray[np.int16], colors: int
) -> NDArray[np.int16]:
    from tilewright.kernels.drawing.raster import spread_colors

    array = read_only(np.ascontiguousarray(labels, dtype=np.int32))
    start, cells = tile_cells(array)
    color = np.full(len(preferred), -1, dtype=np.int16)
    # A greedy choice may need more colors than the palette has.
    used = np.zeros(colors + 64, dtype=np.int64)
    claimed = np.unique(preferred[preferred >= 0])
    # Colors that pieces prefer are used last.
    used[claimed] = 1 << 40
    wheel = colors if len(claimed) else min(_WHEEL, colors)
    spread_colors(array, start, cells, preferred, wheel, used, color)
    return color


class FrameColors:
    """Colors for a sequence of partial tilings in which tiles keep their colors."""

    def __init__(
        self, names: Sequence[str] = (), colors: int = 12, fixed: Sequence[int | None] = ()
    ) -> None:
        self._wishes = piece_colors(names, colors, fixed) if len(names) > 1 or any(fixed) else []
        self._colors = colors
        self._kept: dict[bytes, int] = {}
        self._clock = 0

    def colors(
        self,
        labels: NDArray[Any],
        piece: NDArray[Any] | None = None,
        lattice: Lattice = SQUARES,
        surface: Surface = FLAT,
    ) -> NDArray[np.int16]:
        """Return the (n,) colors of the tiles of the next partial tiling."""
        count = int(labels.max(initial=-1)) + 1
        start, cells = tile_cells(labels)
        keys = [part.tobytes() for part in np.split(cells, start[1:-1])] if count else []
        neighbors = _neighbors(labels, count, lattice, surface)
        color = np.full(count, -1, dtype=np.int16)
        for tile, key in enumerate(keys):
            color[tile] = self._kept.get(key, -1)
        for tile in np.flatnonzero(color < 0).tolist():
            taken = {int(color[other]) for other in neighbors[tile]}
            color[tile] = next(self._choices(tile, piece, taken))
        self._kept = dict(zip(keys, color.tolist(), strict=True))
        return color

    def _choices(self, tile: int, piece: NDArray[Any] | None, taken: set[int]) -> Iterator[int]:
        if piece is not None and self._wishes:
            wish = self._wishes[int(piece[tile])]
            if wish not in taken:
                yield wish
        self._clock += 1
        claimed = set(self._wishes)
        free = [color for color in range(self._colors) if color not in claimed] if claimed else []
        free = free or list(range(min(_WHEEL, self._colors)))
        turned = [free[(self._clock + step) % len(free)] for step in range(len(free))]
        rest = (color for color in range(self._colors + 64) if color not in free)
        yield from (color for color in [*turned, *rest] if color not in taken)


def _neighbors(
    labels: NDArray[Any], count: int, lattice: Lattice, surface: Surface
) -> list[set[int]]:
    neighbors: list[set[int]] = [set() for _ in range(count)]
    for pair in _touching_pairs(labels, lattice, surface):
        for first, second in np.unique(pair.T, axis=0).tolist():
            neighbors[first].add(second)
            neighbors[second].add(first)
    return neighbors
