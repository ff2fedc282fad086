"""All colorings of a small tiling: one by one, up to renaming of colors, or counted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.coloring.exact import ColoringSearch, Numbers
from tilewright.coloring.graph import Graph, Touch, as_graph, by_first_appearance
from tilewright.coloring.least import check_colors, check_numbers
from tilewright.coloring.polynomial import chromatic_polynomial, evaluate, partitions
from tilewright.tiling import Tiling

__all__ = ["colorings", "count_colorings"]

#: Colorings that the kernel keeps between two calls.
_KEPT = 4096
#: Vertices looked at between two chances to stop.
_CHUNK = 20_000_000


def colorings(
    tiling: Tiling | Graph | ArrayLike,
    touch: Touch = "edge",
    *,
    colors: int | None = None,
    balanced: bool = False,
    numbers: Sequence[int] | None = None,
    outside: bool = False,
) -> Iterator[NDArray[np.int32]]:
    """Yield all colorings with at most so many colors, each once up to renaming.

    Parameters
    ----------
    tiling, touch, colors, balanced, numbers, outside
        As for `color`. Colors with different `numbers` do not change names.

    Yields
    ------
    (n,) int32
        The color of each tile.

    Examples
    --------
    >>> [found.tolist() for found in colorings(np.array([[0, 1, 2]]), colors=3)]
    [[0, 1, 0], [0, 1, 2]]
    """
    touching = as_graph(tiling, touch, outside)
    wanted = check_numbers(touching.tiles, colors, balanced, numbers, touching.outside)
    for batch in _batches(touching, wanted):
        for found in batch:
            if numbers is None and not touching.outside:
                yield by_first_appearance(found)
            else:
                yield found[: touching.tiles]


def _batches(touching: Graph, numbers: Numbers) -> Iterator[NDArray[np.int32]]:
    search = ColoringSearch(touching, numbers, _KEPT)
    done = False
    while not done:
        found, done = search.advance(max(1, _CHUNK // max(touching.size, 1)))
        yield found


def count_colorings(
    tiling: Tiling | Graph | ArrayLike,
    touch: Touch = "edge",
    *,
    colors: int | None = None,
    balanced: bool = False,
    numbers: Sequence[int] | None = None,
    outside: bool = False,
    up_to_renaming: bool = False,
) -> int:
    """Count the colorings with at most so many colors.

    Parameters
    ----------
    tiling, touch, colors, balanced, numbers, outside
        As for `color`. The outside is a tile like others here, but has color 0 where there are numbers.
    up_to_renaming : bool
        Count colorings that differ in the names of interchangeable colors once.

    Notes
    -----
    By the chromatic polynomial; with `balanced` or `numbers`, by going through them all.

    Examples
    --------
    >>> square = np.array([[0, 1], [2, 3]])
    >>> count_colorings(square, colors=3), count_colorings(square, colors=3, up_to_renaming=True)
    (18, 3)
    >>> count_colorings(square, colors=2, balanced=True)
    2
    """
    touching = as_graph(tiling, touch, outside)
    wanted = check_numbers(touching.tiles, colors, balanced, numbers, touching.outside)
    if not balanced and numbers is None:
        assert colors is not None
        polynomial = chromatic_polynomial(touching)
        if up_to_renaming:
            return sum(partitions(polynomial)[: check_colors(colors) + 1])
        return evaluate(polynomial, check_colors(colors))
    total = 0
    groups = _groups(wanted)
    for batch in _batches(touching, wanted):
        if up_to_renaming:
            total += len(batch)
            continue
        ways = np.ones(len(batch), dtype=object)
        for group in groups:
            used = sum((batch == color).any(axis=1).astype(np.int64) for color in group)
            table = [math.perm(len(group), count) for count in range(len(group) + 1)]
            ways *= np.array(table, dtype=object)[used]
        total += int(ways.sum()) if len(batch) else 0
    return total


def _groups(numbers: Numbers) -> list[list[int]]:
    """Return the sets of colors that can change names."""
    groups: dict[int, list[int]] = {}
    first: dict[int, int] = {}
    for color, before in enumerate(numbers.palette[:, 2].tolist()):
        first[color] = first[before] if before >= 0 else color
        groups.setdefault(first[color], []).append(color)
    return list(groups.values())
