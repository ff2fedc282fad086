"""All colorings of a small tiling, listed up to renaming of colors, or counted by the chromatic
polynomial.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.errors import LimitError
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring.exact import ColoringSearch, Numbers
from tilewright.solving.coloring.least import check_colors, check_numbers
from tilewright.solving.coloring.touching import Graph, Touch, as_graph, by_first_appearance

#: Most states of the frontier.
_MOST_STATES = 1_000_000
#: Colorings per call of the kernel.
_KEPT = 4096
#: Vertices visited between two chances to stop.
_CHUNK = 20_000_000


def chromatic_polynomial(
    tiling: Tiling | Graph | ArrayLike, touch: Touch = "edge", *, outside: bool = False
) -> tuple[int, ...]:
    """Return the chromatic polynomial, whose value at k is the number of colorings with k colors.

    Colorings that differ only in the names of the colors count separately, and a coloring may use
    fewer than k colors.

    Parameters
    ----------
    tiling : Tiling, label array or Graph
        The tiling to color, which may have a few hundred tiles if the frontier of its graph is
        short.
    touch : {"edge", "strong"} or int
        Which pairs of tiles must have different colors; see `color`.
    outside : bool
        Whether to color the outside of the board as an additional tile.

    Returns
    -------
    tuple of int
        The exact coefficients of 1, k, k^2, …

    Raises
    ------
    LimitError
        If the frontier has more than a million states.

    Notes
    -----
    The computation adds vertices one by one. A state describes which vertices have the same color,
    considering only vertices with neighbors that have not been added yet. The weight of a state is
    the polynomial that counts the colorings leading to the state. A new vertex joins a block of
    vertices that it does not touch, or receives one of the k - b colors that the b blocks do not
    use. Graphs of tilings are nearly planar, so there are few states.

    Examples
    --------
    >>> import numpy as np
    >>> chromatic_polynomial(np.array([[0, 1], [2, 3]]))
    (0, -3, 6, -4, 1)
    """
    from flint import fmpz_poly

    touching = as_graph(tiling, touch, outside)
    neighbors = [set(touching.neighbors(vertex).tolist()) for vertex in range(touching.size)]
    order = _order_vertices(neighbors)
    done: set[int] = set()
    frontier: list[int] = []
    states: dict[tuple[int, ...], Any] = {(): fmpz_poly([1])}
    for vertex in order:
        done.add(vertex)
        places = [index for index, other in enumerate(frontier) if other in neighbors[vertex]]
        grown = [*frontier, vertex]
        stays = [index for index, other in enumerate(grown) if not neighbors[other] <= done]
        following: dict[tuple[int, ...], Any] = {}
        for state, weight in states.items():
            blocks = max(state, default=-1) + 1
            forbidden = {state[index] for index in places}
            for block in range(blocks + 1):
                if block in forbidden:
                    continue
                names: dict[int, int] = {}
                longer = (*state, block)
                key = tuple(names.setdefault(longer[index], len(names)) for index in stays)
                ways = weight * fmpz_poly([-blocks, 1]) if block == blocks else weight
                following[key] = following[key] + ways if key in following else ways
        if len(following) > _MOST_STATES:
            raise LimitError(
                f"the chromatic polynomial of {touching.size} tiles needs more states than the "
                f"limit of {_MOST_STATES}",
                where="polynomial",
            )
        states = following
        frontier = [grown[index] for index in stays]
    return tuple(int(value) for value in states[()].coeffs())


def polynomial_text(coefficients: Sequence[int]) -> str:
    """Return a polynomial in k as a string.

    Parameters
    ----------
    coefficients : sequence of int
        The coefficients of 1, k, k^2, …, as returned by `chromatic_polynomial`.

    Examples
    --------
    >>> polynomial_text((0, -3, 6, -4, 1))
    'k^4 - 4 k^3 + 6 k^2 - 3 k'
    """
    terms: list[str] = []
    for degree, value in reversed(list(enumerate(coefficients))):
        if value == 0:
            continue
        power = "" if degree == 0 else "k" if degree == 1 else f"k^{degree}"
        size = "" if abs(value) == 1 and power else str(abs(value))
        sign = ("-" if value < 0 else "") if not terms else (" - " if value < 0 else " + ")
        terms.append(f"{sign}{size}{' ' if size and power else ''}{power}")
    return "".join(terms) or "0"


def evaluate(polynomial: tuple[int, ...], colors: int) -> int:
    """Return the number of colorings with `colors` colors from a chromatic polynomial."""
    value = 0
    for coefficient in reversed(polynomial):
        value = value * colors + coefficient
    return value


def partitions(polynomial: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of colorings, up to renaming, with exactly 0, 1, 2, … colors.

    >>> partitions((0, -3, 6, -4, 1))
    (0, 0, 1, 2, 1)
    """
    # In falling factorials of k the coefficient of degree j is the j-th difference at 0 over j!.
    values = [evaluate(polynomial, colors) for colors in range(len(polynomial))]
    counts = []
    for degree in range(len(polynomial)):
        counts.append(values[0] // math.factorial(degree))
        values = [two - one for one, two in pairwise(values)]
    return tuple(counts)


def _order_vertices(neighbors: list[set[int]]) -> list[int]:
    """Return an order of vertices that keeps the frontier short, found greedily."""
    order: list[int] = []
    done: set[int] = set()
    frontier: set[int] = set()
    waiting = set(range(len(neighbors)))

    def growth(vertex: int) -> tuple[int, int, int]:
        closed = sum(neighbors[other] <= done | {vertex} for other in neighbors[vertex] & frontier)
        opens = not neighbors[vertex] <= done
        return int(opens) - closed, len(neighbors[vertex] - done), vertex

    while waiting:
        near = {other for vertex in frontier for other in neighbors[vertex]} - done or waiting
        vertex = min(near, key=growth)
        order.append(vertex)
        done.add(vertex)
        waiting.discard(vertex)
        frontier.add(vertex)
        frontier.difference_update([other for other in frontier if neighbors[other] <= done])
    return order


def colorings(
    tiling: Tiling | Graph | ArrayLike,
    touch: Touch = "edge",
    *,
    colors: int | None = None,
    balanced: bool = False,
    sizes: Sequence[int] | None = None,
    outside: bool = False,
) -> Iterator[NDArray[np.int32]]:
    """Yield all colorings with at most `colors` colors; colorings that differ only in the names of
    the colors count once.

    Parameters
    ----------
    tiling, touch, colors, balanced, sizes, outside
        See `color`. Colors with different `sizes` are not interchangeable.

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
    wanted = check_numbers(touching.tiles, colors, balanced, sizes, touching.outside)
    for batch in _batches(touching, wanted):
        for coloring in batch:
            if sizes is None and not touching.outside:
                yield by_first_appearance(coloring)
            else:
                yield coloring[: touching.tiles]


def _batches(touching: Graph, numbers: Numbers) -> Iterator[NDArray[np.int32]]:
    search = ColoringSearch(touching, numbers, _KEPT)
    done = False
    while not done:
        batch, done = search.advance(max(1, _CHUNK // max(touching.size, 1)))
        yield batch


def count_colorings(
    tiling: Tiling | Graph | ArrayLike,
    touch: Touch = "edge",
    *,
    colors: int | None = None,
    balanced: bool = False,
    sizes: Sequence[int] | None = None,
    outside: bool = False,
    up_to_renaming: bool = False,
) -> int:
    """Return the number of colorings with at most `colors` colors.

    Parameters
    ----------
    tiling, touch, colors, balanced, sizes, outside
        See `color`. This function treats the outside of the board as a tile. With `balanced` or
        `sizes`, the color of the outside is always 0.
    up_to_renaming : bool
        Count colorings only once if they differ only in the names of interchangeable colors.

    Notes
    -----
    By default, the count is computed from the chromatic polynomial. With `balanced` or `sizes`, the
    function enumerates all colorings.

    Examples
    --------
    >>> square = np.array([[0, 1], [2, 3]])
    >>> count_colorings(square, colors=3), count_colorings(square, colors=3, up_to_renaming=True)
    (18, 3)
    >>> count_colorings(square, colors=2, balanced=True)
    2
    """
    touching = as_graph(tiling, touch, outside)
    wanted = check_numbers(touching.tiles, colors, balanced, sizes, touching.outside)
    if not balanced and sizes is None:
        assert colors is not None
        polynomial = chromatic_polynomial(touching)
        if up_to_renaming:
            return sum(partitions(polynomial)[: check_colors(colors) + 1])
        return evaluate(polynomial, check_colors(colors))
    total = 0
    groups = _color_groups(wanted)
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


def _color_groups(numbers: Numbers) -> list[list[int]]:
    """Return the sets of interchangeable colors."""
    groups: dict[int, list[int]] = {}
    first: dict[int, int] = {}
    for color, before in enumerate(numbers.palette[:, 2].tolist()):
        first[color] = first[before] if before >= 0 else color
        groups.setdefault(first[color], []).append(color)
    return list(groups.values())
