"""Color a periodic tiling of the whole plane with few colors, so that tiles that share an edge
differ.

A coloring repeats by some of the translations that repeat the tiling. Sublattices of these
translations are tried by increasing index. Tiles that are translates of each other become one
vertex of a finite graph. A finite patch that needs the same number of colors proves that fewer
colors are not enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ColoringError, NoTilingError
from tilewright.shapes.plane.answer import Plane
from tilewright.shapes.plane.geometry import Sublattice
from tilewright.shapes.plane.tori import Positions, sublattices
from tilewright.system.work.deadline import check_time
from tilewright.system.work.limits import Limits, limited
from tilewright.system.work.question import ask

#: The largest index of sublattices and the largest number of vertices that are tried.
_INDEX = 16
_TILES = 400
#: The tiles of parts of the tiling.
_PARTS = (24, 60, 150)


@dataclass(frozen=True, eq=False)
class PeriodicColoring:
    """A coloring of a periodic tiling in which tiles that share an edge have different colors.

    Attributes
    ----------
    colors : int
        The number of colors.
    proven : bool
        Whether a patch of the tiling needs this number of colors.
    repeats : (int, int, int)
        The numbers p, q, r: the coloring repeats by p first plus q second periods of the tiling,
        and by r second periods.
    table : (p, r, tiles) int64
        The color of each tile in each of these periods.
    """

    colors: int
    proven: bool
    repeats: Sublattice
    table: NDArray[np.int64]

    def __str__(self) -> str:
        return f"{self.colors} colors, fewer {'are not' if self.proven else 'may be'} enough"

    def color(self, tile: int, times: tuple[int, int]) -> int:
        """Return the color of a tile in the given period."""
        p, q, r = self.repeats
        turns, row = divmod(times[0], p)
        return int(self.table[row, (times[1] - turns * q) % r, tile])


@limited
def fewest_colors(answer: Plane, **limits: Unpack[Limits]) -> PeriodicColoring:
    """Color a tiling of the plane periodically, with as few colors as possible.

    Parameters
    ----------
    answer : Plane
        An answer with a tiling.
    timeout, max_memory
        See `tilewright.system.work.limits`. When the time limit is reached, the best coloring so
        far is returned. A first coloring is always found.

    Returns
    -------
    PeriodicColoring
        If it is `proven`, no coloring has fewer colors, periodic or not.

    Raises
    ------
    NoTilingError
        If no tiling is known.
    ColoringError
        If no coloring repeats by a small multiple of the period.

    Examples
    --------
    >>> import tilewright as tw
    >>> coloring = fewest_colors(tw.plane("O4"))
    >>> coloring.colors, coloring.proven
    (3, True)
    """
    if answer.tiling is None:
        raise NoTilingError(
            f"no tiling of the plane by {' '.join(answer.names)} is known, "
            "so there is nothing to color"
        )
    search = _improve_colorings(answer, len(answer.tiling.tiles))
    # The first one takes no time, so whether there is an answer does not depend on the clock.
    best = next(search, None)
    if best is None:
        raise ColoringError(
            "this tiling has no coloring that repeats within a small multiple of its period"
        )
    return ask(_FewestColors(best, search))


class _FewestColors:
    """The question of colorings that are better than the first one."""

    def __init__(self, best: PeriodicColoring, search: Iterator[PeriodicColoring]) -> None:
        self._best, self._search = best, search

    def run(self) -> None:
        for better in self._search:
            self._best = better

    def answer(self, stopped: str = "") -> PeriodicColoring:
        return self._best


def _improve_colorings(answer: Plane, tiles: int) -> Iterator[PeriodicColoring]:
    """Yield better and better colorings. The last coloring may be proven to be the best."""
    touching = _find_touching_tiles(answer)
    parts = iter(_PARTS)
    need, best = 1, None
    for index in range(1, max(1, min(_INDEX, _TILES // tiles)) + 1):
        for repeats in sublattices(index):
            check_time()
            coloring = _color_periods(touching, tiles, repeats)
            if coloring is not None and (best is None or coloring.colors < best.colors):
                best = coloring
                yield best
        while best is not None and need < best.colors and (size := next(parts, None)) is not None:
            check_time()
            need = max(need, _lower_bound(touching, size))
        if best is not None and need >= best.colors:
            yield replace(best, proven=True)
            return


def _lower_bound(touching: NDArray[np.int64], size: int) -> int:
    """Return a lower bound on the number of colors of the `size` tiles nearest to the first
    tile.
    """
    from tilewright.kernels.plane.repeats import part
    from tilewright.solving.coloring import Graph, color

    start = np.empty(size + 1, dtype=np.int64)
    near = np.empty(size * len(touching), dtype=np.int32)
    edges = part(touching, start, near)
    return color(Graph(start, near[:edges].copy(), size)).lower_bound


def _find_touching_tiles(answer: Plane) -> NDArray[np.int64]:
    """Return pairs, (pairs, 4): a tile of the first period, its neighbor, and its period."""
    from tilewright.kernels.plane.repeats import touches

    assert answer.tiling is not None
    positions = Positions(answer.pieces, answer.turn, answer.geometry)
    tiles, faces = answer.tiling.rows(), answer.geometry.faces
    pairs = np.empty((len(tiles) * positions.largest * faces.shape[1], 4), dtype=np.int64)
    period = np.array(answer.tiling.period, dtype=np.int64)
    return pairs[: touches(period, tiles, positions.tables, faces, pairs)].copy()


def _color_periods(
    touching: NDArray[np.int64], tiles: int, repeats: Sublattice
) -> PeriodicColoring | None:
    """Color the tiling with the given periods. Return None if a tile touches its own translate."""
    from tilewright.kernels.plane.repeats import repeat
    from tilewright.solving.coloring import Graph, color

    p, _, r = repeats
    size = p * r * tiles
    start = np.empty(size + 1, dtype=np.int64)
    near = np.empty(p * r * len(touching), dtype=np.int32)
    edges = repeat(touching, tiles, *repeats, start, near)
    if edges < 0:
        return None
    graph_coloring = color(Graph(start, near[:edges].copy(), size))
    table = np.asarray(graph_coloring.coloring, dtype=np.int64).reshape(p, r, tiles)
    return PeriodicColoring(graph_coloring.colors, False, repeats, table)
