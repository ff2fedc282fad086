"""Find periodic tilings by exact cover of tori of growing size, and count the classes of their
tiles.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import Turn
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.cells import Motion
from tilewright.shapes.plane.geometry import (
    Geometry,
    Periodic,
    Point,
    Sublattice,
    hermite,
    numbers,
    reduce_move,
)
from tilewright.system.platform.machine import check_room
from tilewright.system.values.arrays import grouped
from tilewright.system.work.deadline import check_time

#: Nodes between two checks of the clock.
_CHUNK = 20_000
#: Bytes of a cell of a tile.
_ENTRY = 100
#: Tilings fetched from the kernel at once.
_BATCH = 16


def sublattices(index: int) -> Iterator[Sublattice]:
    """Yield all sublattices of an index.

    >>> list(sublattices(2))
    [(1, 0, 2), (1, 1, 2), (2, 0, 1)]
    """
    for a in range(1, index + 1):
        if index % a == 0:
            for b in range(index // a):
                yield a, b, index // a


def preserves_period(element: int, period: Sublattice, geometry: Geometry) -> bool:
    """Return True if a symmetry of the lattice maps the sublattice to itself."""
    a, b, d = period
    linear = Motion(element, (0, 0))
    images = (Motion(0, move).then(geometry.lattice, linear).move for move in ((a, b), (0, d)))
    return all(reduce_move(image, period) == (0, 0) for image in images)


def most_tiles(classes: int, period: Sublattice, geometry: Geometry) -> int:
    """Return the most tiles that a primitive period can have if the tiles fall into `classes`
    classes.
    """
    # A class has at most one tile for each symmetry of the tiling modulo its translations.
    return classes * sum(
        preserves_period(element, period, geometry) for element in range(len(geometry.matrices))
    )


class TorusSearch:
    """Searches the tilings with a given period that have the first piece, unturned, at the
    origin.
    """

    def __init__(
        self, pieces: Sequence[Polyform], turn: Turn, period: Sublattice, geometry: Geometry
    ) -> None:
        self.period, self.geometry = period, geometry
        a, _, d = period
        self.size = geometry.kinds * a * d
        self._tiles: list[tuple[int, Motion]] = []
        rows = self._place_pieces(pieces, turn)
        self.complete = not rows or self._tiles[0] != (0, Motion(0, (0, 0)))
        if self.complete:
            # The first piece overlaps its own translate.
            return
        cells = np.array(rows, dtype=np.int64)
        order = self._number_outwards(cells[0][cells[0] >= 0])
        cells = np.where(cells >= 0, order[cells], -1)
        options = np.repeat(np.arange(len(cells)), (cells >= 0).sum(axis=1))
        first, by_cell = grouped(cells[cells >= 0], self.size)
        taken = np.zeros(self.size, dtype=np.int64)
        taken[cells[0][cells[0] >= 0]] = 1
        used = np.zeros(len(pieces), dtype=np.int64)
        used[0] = 1
        at = np.full(self.size + 1, -1, dtype=np.int64)
        self._state = np.zeros(3, dtype=np.int64)
        self._arrays = (
            np.ascontiguousarray(cells),
            first,
            options[by_cell],
            np.array([number for number, _ in self._tiles], dtype=np.int64),
            taken,
            used,
            at,
            np.zeros(self.size + 1, dtype=np.int64),
            self._state,
        )

    def _place_pieces(self, pieces: Sequence[Polyform], turn: Turn) -> list[list[int]]:
        """List all tiles on the torus, and return the cells of each, padded with -1."""
        period, geometry, lattice = self.period, self.geometry, self.geometry.lattice
        a, _, d = period
        places = np.array(list(itertools.product(range(a), range(d))), dtype=np.int64)
        most = max(map(len, pieces))
        entries = a * d * sum(len(piece.orientations(turn)) * len(piece) for piece in pieces)
        check_room(_ENTRY * entries, f"tiles with {entries:,} cells need")
        rows: list[list[int]] = []
        seen: set[tuple[int, ...]] = set()
        for number, piece in enumerate(pieces):
            shapes: set[frozenset[tuple[int, ...]]] = set()
            cells_of_piece = np.array(piece.cells, dtype=np.int64)
            for element in lattice.turns[turn]:
                check_time()
                turned = lattice.image(element, cells_of_piece)
                shape = frozenset(map(tuple, (turned - lattice.corner(turned)).tolist()))
                if shape in shapes:
                    continue
                shapes.add(shape)
                moved = turned[None] + (places * np.array(lattice.periods))[:, None]
                cells = np.sort(numbers(moved, geometry, period), axis=1)
                proper = (np.diff(cells, axis=1) > 0).all(axis=1)
                cells = cells[proper]
                # Two orientations may cover the same cells modulo the period; one is enough.
                for place, row in zip(places[proper].tolist(), cells.tolist(), strict=True):
                    key = (number, *row)
                    if key not in seen:
                        seen.add(key)
                        rows.append(row + [-1] * (most - len(row)))
                        self._tiles.append((number, Motion(element, (place[0], place[1]))))
        return rows

    def _number_outwards(self, start: NDArray[np.int64]) -> NDArray[np.int64]:
        """Number the cells of the torus outwards from the given ones."""
        lattice = self.geometry.lattice
        kinds = lattice.kinds
        cells = np.stack(np.divmod(np.arange(self.size), self.period[2] * kinds), axis=-1)
        neighbors: list[Sequence[int]] = [()] * self.size
        for kind in range(kinds):
            beyond = [
                numbers(cells[kind::kinds] + np.array(step), self.geometry, self.period).tolist()
                for step in lattice.faces[kind]
            ]
            neighbors[kind::kinds] = zip(*beyond, strict=True)
        order = list(dict.fromkeys(start.tolist()))
        known = set(order)
        for cell in order:
            for neighbor in neighbors[cell]:
                if neighbor not in known:
                    known.add(neighbor)
                    order.append(neighbor)
        number = np.zeros(self.size, dtype=np.int64)
        number[order] = np.arange(self.size)
        return number

    def run(self, nodes: int) -> Iterator[Periodic]:
        """Yield tilings until the search is exhausted or has taken `nodes` nodes."""
        from tilewright.kernels.plane.torus import advance

        if self.complete:
            return
        batch = np.zeros((_BATCH, self.size + 1), dtype=np.int64)
        while not self._state[2] and self._state[1] < nodes:
            check_time()
            count = advance(*self._arrays, batch, min(int(self._state[1]) + _CHUNK, nodes))
            for row in batch[:count].tolist():
                tiles = [self._tiles[number] for number in row[: row.index(-1)]]
                yield Periodic(self.period, ((0, Motion(0, (0, 0))), *tiles))
        self.complete = bool(self._state[2])


class _Tiles:
    """Compares the tiles of a periodic tiling by their cells rather than by their motions."""

    def __init__(self, pieces: Sequence[Polyform], period: Sublattice, geometry: Geometry) -> None:
        self.period, lattice = period, geometry.lattice
        self._shape: dict[tuple[int, int], tuple[int, Point]] = {}
        self.stabilizer: list[list[Motion]] = []
        for number, piece in enumerate(pieces):
            cells = np.array(piece.cells, dtype=np.int64)
            shapes: dict[frozenset[tuple[int, ...]], int] = {}
            same = []
            for element in lattice.elements:
                turned = lattice.image(element, cells)
                corner = lattice.corner(turned)
                shape = frozenset(map(tuple, (turned - corner).tolist()))
                x, y = (corner[0] // np.array(lattice.periods)).tolist()
                first = shapes.setdefault(shape, element)
                self._shape[number, element] = first, (x, y)
                if first == 0:
                    same.append((element, (x, y)))
            x0, y0 = self._shape[number, 0][1]
            self.stabilizer.append([Motion(element, (x0 - x, y0 - y)) for element, (x, y) in same])

    def key(self, number: int, motion: Motion) -> tuple[int, int, Point]:
        """Return a key that is equal for motions that take the piece to the same cells modulo the
        period.
        """
        shape, (x, y) = self._shape[number, motion.element]
        return number, shape, reduce_move((motion.move[0] + x, motion.move[1] + y), self.period)


def primitive(tiling: Periodic, pieces: Sequence[Polyform], geometry: Geometry) -> Periodic:
    """Return the same tiling with the smallest period."""
    tiles = _Tiles(pieces, tiling.period, geometry)
    keys = {tiles.key(*tile) for tile in tiling.tiles}
    a, b, d = tiling.period
    moves: list[Point] = [(a, b), (0, d)]
    number, first = tiling.tiles[0]
    home = tiles.key(number, first)
    for other in keys:
        if other[:2] == home[:2]:
            move = other[2][0] - home[2][0], other[2][1] - home[2][1]
            shifted = (
                tiles.key(piece, Motion(m.element, (m.move[0] + move[0], m.move[1] + move[1])))
                for piece, m in tiling.tiles
            )
            if all(key in keys for key in shifted):
                moves.append(move)
    period = hermite(moves)
    assert period is not None
    tile_of: dict[tuple[int, int, Point], tuple[int, Motion]] = {}
    tiles = _Tiles(pieces, period, geometry)
    for piece, motion in tiling.tiles:
        tile_of.setdefault(
            tiles.key(piece, motion),
            (piece, Motion(motion.element, reduce_move(motion.move, period))),
        )
    return Periodic(period, tuple(tile_of.values()))


def orbits(tiling: Periodic, pieces: Sequence[Polyform], geometry: Geometry) -> int:
    """Count the classes of tiles under the symmetries of a tiling whose period is primitive."""
    lattice = geometry.lattice
    tiles = _Tiles(pieces, tiling.period, geometry)
    keys = [tiles.key(*tile) for tile in tiling.tiles]
    number_of = {key: number for number, key in enumerate(keys)}
    known = list(range(len(keys)))
    # A symmetry of the tiling is determined by the image of the first tile of a piece.
    for start, (piece, motion) in enumerate(tiling.tiles):
        if any(tiling.tiles[earlier][0] == piece for earlier in range(start)):
            continue
        back = motion.undo(lattice)
        for other, there in tiling.tiles:
            if other != piece:
                continue
            for turn in tiles.stabilizer[piece]:
                way = back.then(lattice, turn).then(lattice, there)
                if not preserves_period(way.element, tiling.period, geometry):
                    continue
                onto = [
                    number_of.get(tiles.key(number, tile_motion.then(lattice, way)))
                    for number, tile_motion in tiling.tiles
                ]
                if None in onto:
                    continue
                for one, image in enumerate(onto):
                    assert image is not None
                    old, new = known[one], known[image]
                    known = [new if label == old else label for label in known]
    return len(set(known))
