"""Find periodic tilings by exact cover of tori of growing size, and count the classes of their
tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tilewright.model.space.lattice import Turn
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.cells import Motion
from tilewright.shapes.plane.geometry import (
    Geometry,
    Periodic,
    Sublattice,
    motions,
)
from tilewright.system.platform.machine import check_room
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
    from tilewright.kernels.plane.plan import next_sublattice

    period = np.zeros(3, dtype=np.int64)
    while next_sublattice(index, period):
        a, b, d = period.tolist()
        yield a, b, d


class Positions:
    """Pieces in all orientations on a lattice of the plane, in the form that the kernels read.

    Attributes
    ----------
    largest : int
        The number of cells of the largest piece.
    tables : PlanePieces
    """

    def __init__(self, pieces: Sequence[Polyform], turn: Turn, geometry: Geometry) -> None:
        from tilewright.kernels.plane.periods import PlanePieces, compare

        lattice = geometry.lattice
        self.geometry = geometry
        self.largest = max(map(len, pieces))
        turned = np.zeros((len(pieces), lattice.order, self.largest, 3), dtype=np.int64)
        for number, piece in enumerate(pieces):
            turned[number, 0, : len(piece)] = geometry.split(np.array(piece.cells, dtype=np.int64))
        self.tables = PlanePieces(
            turned,
            np.array([len(piece) for piece in pieces], dtype=np.int64),
            np.zeros(turned.shape[:2], dtype=np.int64),
            np.zeros((*turned.shape[:2], 2), dtype=np.int64),
        )
        compare(self.tables, geometry.tables)
        self.turns = np.array(lattice.turns[turn], dtype=np.int64)
        #: How many different orientations each piece has.
        shown = self.tables.shape[:, self.turns]
        self.shapes = [len(set(row)) for row in shown.tolist()]

    def classify(self, tiling: Periodic) -> tuple[Periodic, int]:
        """Return the same tiling with the smallest period, and the number of classes of its tiles
        under the symmetries of the tiling.
        """
        from tilewright.kernels.plane.periods import classify

        period, tiles = np.array(tiling.period, dtype=np.int64), tiling.rows()
        count, classes = classify(period, tiles, self.tables, self.geometry.tables)
        return Periodic.read(period, tiles[:count]), classes


class TorusSearch:
    """Searches the tilings with a given period that contain the first piece, unturned, at the
    origin. `tiles` contains all tiles on the torus.
    """

    def __init__(self, positions: Positions, period: Sublattice) -> None:
        from tilewright.kernels.plane.periods import lay

        self.period = period
        a, _, d = period
        self.size = positions.geometry.kinds * a * d
        pieces = positions.tables
        most = a * d * sum(positions.shapes)
        entries = a * d * int(np.dot(positions.shapes, pieces.size))
        check_room(_ENTRY * entries, f"tiles with {entries:,} cells need {{}}")
        cells = np.empty((most, positions.largest), dtype=np.int64)
        tiles = np.empty((most, 4), dtype=np.int64)
        first = np.zeros(self.size + 1, dtype=np.int64)
        options = np.empty(entries, dtype=np.int64)
        piece = np.empty(most, dtype=np.int64)
        taken = np.zeros(self.size, dtype=np.int64)
        used = np.zeros(len(pieces.size), dtype=np.int64)
        found = (cells, tiles, first, options, piece, taken, used)
        check_time()
        count = lay(
            np.array(period, dtype=np.int64),
            pieces,
            positions.turns,
            positions.geometry.faces,
            *found,
        )
        # Otherwise the first piece overlaps its own translate.
        self.complete: bool = count == 0
        self.tiles = motions(tiles[:count])
        self._state = np.zeros(3, dtype=np.int64)
        at = np.full(self.size + 1, -1, dtype=np.int64)
        chosen = np.zeros(self.size + 1, dtype=np.int64)
        self._arrays = (cells, first, options, piece, taken, used, at, chosen, self._state)

    def run(self, nodes: int) -> Iterator[Periodic]:
        """Yield tilings until the search is exhausted or has visited `nodes` nodes."""
        from tilewright.kernels.plane.torus import advance

        if self.complete:
            return
        batch = np.zeros((_BATCH, self.size + 1), dtype=np.int64)
        while not self._state[2] and self._state[1] < nodes:
            check_time()
            count = advance(*self._arrays, batch, min(int(self._state[1]) + _CHUNK, nodes))
            for row in batch[:count].tolist():
                tiles = [self.tiles[number] for number in row[: row.index(-1)]]
                yield Periodic(self.period, ((0, Motion(0, (0, 0))), *tiles))
        self.complete = bool(self._state[2])
