"""Slow, obvious twins of the coloring engines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np


def touching(labels: np.ndarray, distance: int, outside: bool = False) -> list[set[int]]:
    """Compare every two cells, those beyond the array included."""
    rows, columns = labels.shape
    tiles = int(labels.max(initial=-1)) + 1
    reach = max(distance, 1)
    neighbors: list[set[int]] = [set() for _ in range(tiles + outside)]

    def vertex(row: int, column: int) -> int | None:
        label = int(labels[row, column]) if 0 <= row < rows and 0 <= column < columns else -1
        if label == -1:
            return tiles if outside else None
        return None if label == -2 else label

    for row, column in product(range(-reach, rows + reach), range(-reach, columns + reach)):
        for down, right in product(range(-reach, reach + 1), repeat=2):
            near = abs(down) + abs(right) == 1 if distance == 0 else True
            one, two = vertex(row, column), vertex(row + down, column + right)
            if near and one is not None and two is not None and one != two:
                neighbors[one].add(two)
                neighbors[two].add(one)
    return neighbors


def every_coloring(neighbors: Sequence[set[int]], colors: int) -> Iterator[tuple[int, ...]]:
    """Try every color for every vertex."""

    def extend(chosen: list[int]) -> Iterator[tuple[int, ...]]:
        vertex = len(chosen)
        if vertex == len(neighbors):
            yield tuple(chosen)
            return
        for color in range(colors):
            if all(chosen[other] != color for other in neighbors[vertex] if other < vertex):
                yield from extend([*chosen, color])

    return extend([])


def least_colors(neighbors: Sequence[set[int]]) -> int:
    """Try 0, 1, 2, … colors. Which color has which name is nothing to it: a vertex gets a color of
    those before it, or the first new one.
    """

    def fits(chosen: list[int], colors: int) -> bool:
        vertex = len(chosen)
        return vertex == len(neighbors) or any(
            fits([*chosen, color], colors)
            for color in range(min(colors, max(chosen, default=-1) + 2))
            if all(chosen[other] != color for other in neighbors[vertex] if other < vertex)
        )

    return next(k for k in range(len(neighbors) + 1) if fits([], k))


def up_to_renaming(colorings: Iterator[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Rename by first appearance, and forget the doubles."""

    def renamed(coloring: tuple[int, ...]) -> tuple[int, ...]:
        names: dict[int, int] = {}
        return tuple(names.setdefault(color, len(names)) for color in coloring)

    return {renamed(coloring) for coloring in colorings}
