"""Which color each tile gets when nobody says: stable by piece, and never that of a neighbor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.outline import interpreted
from tilewright.tiling import tile_cells

__all__ = ["Tints", "piece_colors", "tile_colors"]

#: The color number of each letter, so that F looks the same in every picture. The twelve pentominoes
#: have twelve; letters that only smaller pieces have borrow those of absent ones.
_LETTERS = {
    **dict(zip("TLZIPNFWVUYX", range(12), strict=True)),
    "J": 4,
    "O": 9,
    "S": 5,
    "Q": 1,
    "R": 6,
}

#: How many colors are dealt out evenly before others are touched, when pieces decide nothing.
_WHEEL = 6


def piece_colors(names: Sequence[str], colors: int) -> list[int]:
    """Return the color number that each named piece likes, the same in every picture.

    Parameters
    ----------
    names : sequence of str
        As a tiling has them: ``F``, ``L3``, ``hexomino:12``, a drawing, ….
    colors : int
        The size of the palette.

    Notes
    -----
    The letter decides, or else the number. A piece whose color an earlier one took goes to the
    first color that is left; when there are more pieces than colors, colors are shared.
    """
    wishes = [_wish(name, number) % colors for number, name in enumerate(names)]
    taken: set[int] = set()
    chosen: list[int] = []
    for wish in wishes:
        if wish in taken and len(names) <= colors:
            # Colors that nobody wishes for come first, so that later pieces get what they like.
            left = [color for color in range(colors) if color not in taken]
            wish = next((color for color in left if color not in wishes), left[0])
        taken.add(wish)
        chosen.append(wish)
    return chosen


def _wish(name: str, number: int) -> int:
    last = name.rpartition(":")[2]
    if last[:1].isdigit():
        digits = "".join(character for character in last.partition(".")[0] if character.isdigit())
        return int(digits) - 1
    return _LETTERS.get(last[:1].upper(), number) if last[:1].isalpha() else number


def tile_colors(
    labels: NDArray[Any],
    piece: NDArray[Any] | None = None,
    names: Sequence[str] = (),
    *,
    colors: int = 12,
) -> NDArray[np.int16]:
    """Choose a color for each tile so that tiles that share an edge differ.

    Parameters
    ----------
    labels : int array, shape (rows, columns)
    piece : int array, shape (n,), optional
        Index into `names` of the piece of each tile.
    names : sequence of str
    colors : int
        The size of the palette; more are used only where a tile has that many neighbors.

    Returns
    -------
    (n,) int16

    Notes
    -----
    In reading order, each tile takes the color of its piece unless a neighbor has it, and then the color
    used least so far, if possible one that is no other piece's. With one kind of piece only, six colors are dealt out evenly. Linear in the
    cells; makes no proof of how few colors would do (`tilewright.coloring` does).
    """
    count = int(labels.max(initial=-1)) + 1
    preferred = np.full(count, -1, dtype=np.int16)
    if piece is not None and len(names) > 1:
        preferred[:] = np.array(piece_colors(names, colors), dtype=np.int16)[np.asarray(piece)[:count]]
        if not _clashes(labels, preferred):
            return preferred
    return _spread(labels, preferred, colors)


def _clashes(labels: NDArray[Any], color: NDArray[np.int16]) -> bool:
    for one, two in ((labels[:-1], labels[1:]), (labels[:, :-1], labels[:, 1:])):
        touching = (one != two) & (one >= 0) & (two >= 0)
        if (color[one[touching]] == color[two[touching]]).any():
            return True
    return False


def _spread(labels: NDArray[Any], preferred: NDArray[np.int16], colors: int) -> NDArray[np.int16]:
    from tilewright.kernels.drawing.raster import spread_colors

    array = np.ascontiguousarray(labels, dtype=np.int32)
    start, cells = tile_cells(array)
    color = np.full(len(preferred), -1, dtype=np.int16)
    # Room for more colors than the palette has: a greedy choice may need them.
    used = np.zeros(colors + 64, dtype=np.int64)
    claimed = np.unique(preferred[preferred >= 0])
    # A color that some piece calls its own counts as used often already: others come first.
    used[claimed] = 1 << 40
    wheel = colors if len(claimed) else min(_WHEEL, colors)
    interpreted(spread_colors, array.size)(array, start, cells, preferred, wheel, used, color)
    return color


class Tints:
    """Colors for a run of partial tilings: a tile keeps its color while it stays.

    Parameters
    ----------
    names : sequence of str
    colors : int
        The size of the palette.
    """

    def __init__(self, names: Sequence[str] = (), colors: int = 12) -> None:
        self._wishes = piece_colors(names, colors) if len(names) > 1 else []
        self._colors = colors
        self._kept: dict[bytes, int] = {}
        self._clock = 0

    def colors(self, labels: NDArray[Any], piece: NDArray[Any] | None = None) -> NDArray[np.int16]:
        """Return the (n,) colors of the tiles of the next partial tiling."""
        count = int(labels.max(initial=-1)) + 1
        start, cells = tile_cells(labels)
        keys = [part.tobytes() for part in np.split(cells, start[1:-1])] if count else []
        neighbors = _neighbors(labels, count)
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


def _neighbors(labels: NDArray[Any], count: int) -> list[set[int]]:
    neighbors: list[set[int]] = [set() for _ in range(count)]
    for one, two in ((labels[:-1], labels[1:]), (labels[:, :-1], labels[:, 1:])):
        touching = (one != two) & (one >= 0) & (two >= 0)
        for first, second in np.unique(np.stack([one[touching], two[touching]], axis=1), axis=0).tolist():
            neighbors[first].add(second)
            neighbors[second].add(first)
    return neighbors
