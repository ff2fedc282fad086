"""A solver of its own for grids with letters: divide a grid into polyominoes of one size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

Cell = tuple[int, int]
Tile = frozenset[Cell]

#: A drawing of each piece that a letter stands for.
DRAWN = {
    5: {
        "F": ".##/##/.#",
        "I": "#####",
        "L": "####/#",
        "N": "###/..##",
        "P": "###/##",
        "T": "###/.#/.#",
        "U": "#.#/###",
        "V": "#/#/###",
        "W": "#/##/.##",
        "X": ".#/###/.#",
        "Y": "####/.#",
        "Z": "##/.#/.##",
    },
    4: {"I": "####", "L": "###/#", "O": "##/##", "S": ".##/##", "T": "###/.#"},
}


def _look(tile: Tile) -> frozenset[Cell]:
    """The same for tiles that are turned or flipped images of each other."""
    looks = []
    for flip in (1, -1):
        cells = [(row, flip * column) for row, column in tile]
        for _ in range(4):
            cells = [(column, -row) for row, column in cells]
            low = [min(numbers) for numbers in zip(*cells, strict=True)]
            looks.append(sorted((row - low[0], column - low[1]) for row, column in cells))
    return frozenset(min(looks))


@cache
def _letters(size: int) -> dict[frozenset[Cell], str]:
    return {
        _look(
            frozenset(
                (row, column)
                for row, line in enumerate(drawing.split("/"))
                for column, sign in enumerate(line)
                if sign == "#"
            )
        ): letter
        for letter, drawing in DRAWN[size].items()
    }


def beside(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


def grow_tile(tile: Tile, free: frozenset[Cell], size: int) -> set[Tile]:
    """All connected sets of free cells of a size that contain a tile."""
    tiles = {tile}
    for _ in range(size - len(tile)):
        tiles = {
            part | {other}
            for part in tiles
            for cell in part
            for other in beside(cell)
            if other in free and other not in part
        }
    return tiles


def divisions(
    free: frozenset[Cell], size: int, letters: Mapping[Cell, str], done: tuple[Tile, ...] = ()
) -> Iterator[set[Tile]]:
    """Yield every division into pieces of one size that agrees with letters and keeps equal pieces
    apart.
    """
    if not free:
        yield set(done)
        return
    names = _letters(size)
    for tile in sorted(grow_tile(frozenset([min(free)]), free, size), key=sorted):
        name = names[_look(tile)]
        if any(letters.get(cell, name) != name for cell in tile):
            continue
        around = {other for cell in tile for other in beside(cell)} - tile
        if all(names[_look(other)] != name for other in done if other & around):
            yield from divisions(free - tile, size, letters, (*done, tile))
