"""Tilings that a symmetry of the board maps to themselves, found by orbits.

Such a tiling consists of orbits of placements and of empty cells. Therefore, it is an exact cover
by orbits, with at most half as many decisions. Pieces that the tiling does not use are ignored.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError
from tilewright.formats.exactcover import ExactCover
from tilewright.model.cover import Cover
from tilewright.model.space.lattice import Lattice
from tilewright.solving.search.running.bounds import most_tiles
from tilewright.solving.search.running.protocol import EngineRun, Status, WholeRun
from tilewright.system.values.arrays import ranges, starts
from tilewright.system.work.deadline import check_time

#: The symmetries that a tiling can be required to have. The number after a mirror is the angle
#: between its axis and the rows of the board, counterclockwise as seen.
Symmetric = Literal[
    "half-turn",
    "quarter-turn",
    "third-turn",
    "sixth-turn",
    "mirror",
    "mirror-0",
    "mirror-30",
    "mirror-45",
    "mirror-60",
    "mirror-90",
    "mirror-120",
    "mirror-135",
    "mirror-150",
]
#: The order of each, and whether it is a reflection.
SYMMETRIES: dict[str, tuple[int, bool]] = {
    "half-turn": (2, False),
    "quarter-turn": (4, False),
    "third-turn": (3, False),
    "sixth-turn": (6, False),
    **{name: (2, True) for name in get_args(Symmetric) if name.startswith("mirror")},
}


class Orbits(NamedTuple):
    """The orbits under a symmetry of the board.

    Attributes
    ----------
    images : (p + 1,) int32
        The image of each placement, or -1 if it has none, followed by -1.
    placements : (p,) int64
        The smallest placement in the orbit of each placement, or -1 if no symmetric tiling uses it
        because it has no image or overlaps its image.
    cells : (a,) int64
        The smallest cell in the orbit of each cell.
    """

    images: NDArray[np.int32]
    placements: NDArray[np.int64]
    cells: NDArray[np.int64]


def orbits_of(cover: Cover, kind: str) -> list[Orbits]:
    """Return the orbits under each symmetry of the board of a given kind.

    Raises
    ------
    EngineError
        If the kind is unknown, or the board has no such symmetry.
    """
    if kind not in SYMMETRIES:
        raise EngineError(
            f"unknown symmetry {kind!r}. Supported: {', '.join(SYMMETRIES)}", where="symmetric"
        )
    order, _ = SYMMETRIES[kind]
    by_placements = {
        orbits.placements.tobytes(): orbits
        for cells, images in cover.board_moves(
            lambda element, shift: _is_of_kind(cover, element, shift, kind)
        )
        for orbits in [_orbits(cover, cells, images, order)]
    }
    if not by_placements:
        raise EngineError(
            f"the board does not have the symmetry {kind}, so no tiling has this symmetry",
            where="symmetric",
        )
    # A turn and its inverse have the same orbits.
    return list(by_placements.values())


def _is_of_kind(cover: Cover, element: int, shift: tuple[int, ...], kind: str) -> bool:
    """Return whether a symmetry of the board comes from a symmetry of the plane or space of this
    kind.

    If sides are joined, one symmetry of the board corresponds to many symmetries of the plane,
    which map to different copies of a cell. Glide reflections among them are not mirrors.
    """
    board = cover.problem.board
    lattice, surface = board.lattice, board.surface
    order, reflects = SYMMETRIES[kind]
    origin = np.zeros((1, lattice.dimension), dtype=np.int64)

    def moved(cells: NDArray[np.int64], turning: int) -> NDArray[np.int64]:
        return surface.image(lattice, turning, lattice.image(element, cells) + np.array(shift))

    for turning, flip in enumerate(surface.turnings):
        turned = int(lattice.compose[flip, element])
        if _order(lattice, turned) != order or (turned >= lattice.mirror) != reflects:
            continue
        if not reflects:
            return True
        if int(np.trace(lattice.matrices[turned])) != lattice.dimension - 2:
            continue  # a point reflection of space
        if kind not in ("mirror", f"mirror-{_axis(lattice, turned)}"):
            continue
        home = moved(origin, turning)
        step = (moved(home, turning) - origin)[0]
        # How much a period, added to the move, changes the step that the move makes when done
        # twice.
        along = [
            (np.array(period) + moved(origin + np.array(period), turning) - home)[0]
            for period in surface.periods
        ]
        span = [
            math.gcd(*(int(change[axis]) for change in along)) for axis in range(lattice.dimension)
        ]
        if all(
            length % width == 0 if width else not length
            for length, width in zip(step.tolist(), span, strict=True)
        ):
            return True
    return False


def _axis(lattice: Lattice, element: int) -> int:
    """Return the angle of the axis of a reflection of the plane, in degrees, or -1 in space.

    >>> from tilewright.model.space.lattice import SQUARES, TRIANGLES
    >>> [_axis(SQUARES, element) for element in range(4, 8)]
    [90, 135, 0, 45]
    >>> sorted(_axis(TRIANGLES, element) for element in range(6, 12))
    [0, 30, 60, 90, 120, 150]
    """
    if lattice.dimension > 2:
        return -1
    basis = np.array(lattice.basis).T
    (cosine, sine), _ = basis @ lattice.matrices[element] @ np.linalg.inv(basis)
    # In pictures, y grows downward.
    return round(-math.degrees(math.atan2(sine, cosine)) / 2) % 180


def _order(lattice: Lattice, element: int) -> int:
    """Return the order of a symmetry of a lattice."""
    times, power = 1, element
    while power:
        times, power = times + 1, int(lattice.compose[element, power])
    return times


def _orbits(
    cover: Cover, cells: NDArray[np.int32], images: NDArray[np.int32], order: int
) -> Orbits:
    """Return the orbits under a symmetry of the given order."""
    items, here = cover.padded(), np.arange(cover.size)
    images = np.append(images, np.int32(-1))
    least, able = here.copy(), np.ones(cover.size, dtype=np.bool_)
    power = images[:-1]
    for _ in range(order - 1):
        check_time()
        able &= power >= 0
        least = np.minimum(least, power)
        image, shared = items[power], np.zeros(cover.size, dtype=np.bool_)
        for column in items.T:
            shared |= ((image == column[:, None]) & (column >= 0)[:, None]).any(axis=1)
        able &= ~shared | (power == here)
        power = images[power]
    able &= power == here
    lowest, there = np.arange(cover.area), cells
    for _ in range(order - 1):
        lowest, there = np.minimum(lowest, there), cells[there]
    return Orbits(images, np.where(able, least, -1), lowest)


class OrbitEngine:
    """The dance engine on orbits; see `tilewright.solving.search.running.protocol.Engine`."""

    name = "dance"
    single = False

    def __init__(
        self, cover: Cover, symmetric: Symmetric, seed: int | None = None, one: bool = False
    ) -> None:
        self.cover = cover
        self.variants = orbits_of(cover, symmetric)
        self.depth = most_tiles(cover)
        self.seed = seed
        self.restarts = one

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> OrbitRun:
        """Return a new run."""
        return OrbitRun(self, capacity)


class OrbitRun(WholeRun):
    """A run that processes one symmetry after another; see
    `tilewright.solving.search.running.protocol.EngineRun`.
    """

    def __init__(self, engine: OrbitEngine, capacity: int) -> None:
        super().__init__(engine.depth)
        self._engine = engine
        self._capacity = capacity
        self._done = self._nodes = 0
        self._run: EngineRun | None = None
        self._members = np.zeros((1, 0), dtype=np.int32)

    @property
    def nodes(self) -> int:
        """The number of branches taken so far."""
        return self._nodes + (0 if self._run is None else self._run.nodes)

    @property
    def share(self) -> float:
        """The finished share of the symmetries, including the search tree of the current
        symmetry.
        """
        current = 0.0 if self._run is None else self._run.share
        return (self._done + current) / len(self._engine.variants)

    def advance(self, budget: int) -> Status:
        """Take at most `budget` steps."""
        from tilewright.solving.search.engines.dance.engine import DanceEngine

        engine = self._engine
        if self._done == len(engine.variants):
            return Status.DONE
        if self.found - self._taken >= self._capacity:
            return Status.FULL
        if self._run is None:
            exact, self._members = _cover_by_orbits(engine.cover, engine.variants[self._done])
            self._run = DanceEngine(exact, seed=engine.seed, restarts=engine.restarts).start(
                capacity=self._capacity
            )
        status = self._run.advance(budget)
        self._waiting.append(self._tilings(self._run.take()))
        if status is Status.DONE:
            self._nodes += self._run.nodes
            self._run, self._done = None, self._done + 1
        return Status.DONE if self._done == len(engine.variants) else Status.MORE

    def _tilings(self, chosen: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the tilings for rows of orbits, without tilings that an earlier symmetry also
        has.
        """
        cover = self._engine.cover
        placements = self._members[chosen].reshape(
            len(chosen), chosen.shape[1] * len(self._members.T)
        )
        placements = -np.sort(-placements, axis=1)
        rows = np.full((len(chosen), self._engine.depth), -1, dtype=np.int32)
        rows[:, : placements.shape[1]] = placements[:, : self._engine.depth]
        row, column = np.nonzero(rows >= 0)
        piece = cover.placement_piece[rows[row, column]]
        copies = np.zeros((len(rows), len(cover.least)), dtype=np.int64)
        np.add.at(copies, (row, piece), 1)
        empty = cover.area - copies @ cover.shapes.size
        fits = ((cover.least <= copies) & (copies <= cover.most)).all(axis=1)
        fits &= (cover.empty_least <= empty) & (empty <= cover.empty_most)
        for earlier in self._engine.variants[: self._done]:
            fits &= (-np.sort(-earlier.images[rows], axis=1) != rows).any(axis=1)
        return rows[fits]


def _cover_by_orbits(cover: Cover, orbits: Orbits) -> tuple[ExactCover, NDArray[np.int32]]:
    """Return the exact cover by orbits, and the placements of each option, padded with -1 and
    followed by a row of -1.

    Items are the cells, the pieces, and a counter of empty cells. An orbit may contain several
    copies of a piece. If orbits differ in this number, the bounds on options are only necessary
    conditions.
    """
    usable = np.flatnonzero(orbits.placements >= 0)
    lead, option, times = np.unique(
        orbits.placements[usable], return_inverse=True, return_counts=True
    )
    # Pieces as numbers after the cells, then what stays empty.
    counter = cover.area + len(cover.least)
    sizes = np.diff(cover.start)
    option_of = np.concatenate([np.repeat(option, sizes[usable]), option])
    item = np.concatenate(
        [
            cover.item[np.repeat(orbits.placements >= 0, sizes)],
            cover.area + cover.placement_piece[usable],
        ]
    )
    most = np.concatenate([np.ones(cover.area, np.int64), cover.most, [cover.empty_most]])
    least = np.concatenate([np.ones(cover.area, np.int64), cover.least, [cover.empty_least]])
    if cover.empty_most:
        free = np.flatnonzero(np.bincount(orbits.cells, ~cover.optional, cover.area) == 0)
        free = free[np.isin(free, orbits.cells)]
        there = np.flatnonzero(np.isin(orbits.cells, free))
        number = len(lead) + np.searchsorted(free, orbits.cells[there])
        option_of = np.concatenate([option_of, number, number])
        item = np.concatenate([item, there, np.full(len(there), counter)])
    else:
        free = np.zeros(0, dtype=np.int64)
    # Each entry once, with how often the orbit has it.
    key, weight = np.unique(option_of * (counter + 1) + item, return_counts=True)
    option_of, item = np.divmod(key, counter + 1)
    count = len(lead) + len(free)
    able = np.ones(count, dtype=np.bool_)
    able[option_of[weight > most[item]]] = False
    entries = able[option_of]
    option_of, item, weight = option_of[entries], item[entries], weight[entries]
    low, high = np.full(counter + 1, np.iinfo(np.int64).max), np.ones(counter + 1, np.int64)
    np.minimum.at(low, item, weight)
    np.maximum.at(high, item, weight)
    least, most = -(-least // high), most // low
    limited = ~cover.unlimited & (cover.most < cover.area // cover.shapes.size)
    counted = [cover.empty_most < int(cover.optional.sum())]
    telling = (least > 0) | np.concatenate([np.ones(cover.area, np.bool_), limited, counted])
    entries = telling[item]
    members = np.full((count + 1, int(times.max(initial=0))), -1, dtype=np.int32)
    order = np.argsort(option, kind="stable")
    column = ranges(np.zeros(len(times), dtype=np.int64), times)
    members[option[order], column] = usable[order]
    length = np.bincount(option_of[entries], minlength=count)[able]
    place = np.cumsum(telling) - 1
    item = place[item[entries]].astype(np.int32)
    exact = ExactCover(
        items=tuple(map(str, np.flatnonzero(telling).tolist())),
        least=least[telling],
        most=most[telling],
        start=starts(length),
        item=item,
        color=np.zeros(len(item), dtype=np.int32),
    )
    return exact, members[np.append(able, True)]
