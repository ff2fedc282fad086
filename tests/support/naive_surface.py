"""Tilings of any lattice and surface, slowly: sets of cells, laid by points and rounding, covered
by brute force.

Lattices come from `naive_lattice`; how sides are joined is written down here cell by cell, and
shared with nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import naive_lattice as naive

Cell = tuple[int, ...]


def folded(surface: str, shape: tuple[int, ...]) -> Callable[[Cell], Cell]:
    """Where on the board a cell of the plane is; itself if no side leads back."""
    if surface == "flat":
        return lambda cell: cell
    rows, columns = shape

    def fold(cell: Cell) -> Cell:
        row, column = cell
        if surface in ("torus", "klein"):
            row %= rows
        times, column = divmod(column, columns)
        if surface in ("moebius", "klein") and times % 2:
            row = rows - 1 - row
        return row, column

    return fold


def as_one(
    surface: str, shape: tuple[int, ...], plane: list[Cell], far: int = 4
) -> tuple[Cell, ...]:
    """Of all sets of cells of the plane that are the same as one, the first that begins on the
    board or its next copy.

    It is at most `far` copies of the board away.
    """
    if surface == "flat":
        return tuple(sorted(plane))
    rows, columns = shape
    flips = surface in ("moebius", "klein")
    images = []
    for across, down in itertools.product(
        range(-far, far + 1), range(-far, far + 1) if surface in ("torus", "klein") else (0,)
    ):
        flipped = flips and across % 2
        image = sorted(
            ((rows - 1 - row if flipped else row) + down * rows, column + across * columns)
            for row, column in plane
        )
        if 0 <= image[0][0] < rows and 0 <= image[0][1] < (2 if flips else 1) * columns:
            images.append(tuple(image))
    return min(images)


def ways(
    lattice: str,
    cells: set[Cell],
    shape: tuple[int, ...],
    surface: str,
    piece: tuple[Cell, ...],
    turn: str,
) -> dict[frozenset[Cell], set[tuple[Cell, ...]]]:
    """All sets of cells that a piece covers, each with the ways to lie on it."""
    fold = folded(surface, shape)
    rounds_of_cells: dict[frozenset[Cell], set[tuple[Cell, ...]]] = {}
    reach = max(max(cell) for cell in piece) + 2
    around = [range(-reach, size + reach) for size in shape]
    if surface in ("moebius", "klein"):
        around[1] = range(-reach, 2 * shape[1] + reach)
    for look in naive.orientations(lattice, piece, turn):
        for place in itertools.product(*around):
            if lattice == "tri" and place[1] % 2:
                continue
            plane = [tuple(x + y for x, y in zip(cell, place, strict=True)) for cell in look]
            board_cells = [fold(cell) for cell in plane]
            if len(set(board_cells)) == len(board_cells) and set(board_cells) <= cells:
                rounds_of_cells.setdefault(frozenset(board_cells), set()).add(
                    as_one(surface, shape, plane)
                )
    return rounds_of_cells


def covers(
    cells: frozenset[Cell], sets: list[tuple[str, frozenset[Cell]]]
) -> Iterator[tuple[int, ...]]:
    """All exact covers, each as the numbers of its sets."""
    on = {
        cell: [number for number, (_, members) in enumerate(sets) if cell in members]
        for cell in cells
    }

    def rest(left: frozenset[Cell]) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
            return
        for number in on[min(left)]:
            if sets[number][1] <= left:
                for others in rest(left - sets[number][1]):
                    yield (number, *others)

    return rest(cells)
