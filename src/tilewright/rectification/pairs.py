"""Tiles that always come in pairs, so that what is true of the pairs is true of all tilings: their area, and the weights that they cover."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.deadline import check_time
from tilewright.lattices.polyomino import Polyomino
from tilewright.lattices.symmetry import TURNS, Turn, apply

__all__ = ["Pairs", "find_pairs"]

#: So many tiles are laid beside two, one after the other, where there is least choice, to see that they fit in no rectangle.
_DEPTH = 6

_Cell = tuple[int, int]
#: A tile, and the cell of its pocket.
_Images = Mapping[frozenset[_Cell], _Cell]


@dataclass(frozen=True)
class Pairs:
    """Why the tiles of every rectangle come in pairs: whatever covers the pocket of a tile has that tile in its own pocket.

    Attributes
    ----------
    pocket : (int, int)
        A cell between those of the piece, as it is drawn: within its bounding box, so within every rectangle.
    depth : int
        So many tiles were laid beside two to see which fit in no rectangle.
    shapes : tuple of Polyomino
        What two tiles look like together, up to turning.
    """

    pocket: _Cell
    depth: int
    shapes: tuple[Polyomino, ...]

    def images(self, turn: Turn) -> tuple[Polyomino, ...]:
        """Return all images that a pair may have."""
        return tuple(dict.fromkeys(image for shape in self.shapes for image in shape.orientations(turn)))

    def text(self) -> str:
        """Say it in words, without a full stop."""
        return f"tiles come in pairs, each {' or '.join(shape.text() for shape in self.shapes)}"

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {
            "pocket": list(self.pocket),
            "depth": self.depth,
            "shapes": [shape.text() for shape in self.shapes],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Pairs:
        """Return what `to_json` has returned."""
        row, column = value["pocket"]
        return cls((row, column), value["depth"], tuple(map(Polyomino.from_text, value["shapes"])))


def find_pairs(piece: Polyomino, turn: Turn) -> Pairs | None:
    """Return why the tiles of every rectangle come in pairs; None if that is not seen.

    Examples
    --------
    >>> find_pairs(Polyomino.from_text("###/#.#/#"), "free").text()
    'tiles come in pairs, each ####/####/#### or ###/###/.###/.###'
    """
    for depth, (row, column) in itertools.product((0, _DEPTH), np.argwhere(~piece.array()).tolist()):
        if shapes := _shapes(piece, (row, column), depth, turn):
            return Pairs((row, column), depth, shapes)
    return None


def _shapes(piece: Polyomino, pocket: _Cell, depth: int, turn: Turn) -> tuple[Polyomino, ...]:
    """Return what a tile looks like together with what may cover its pocket; none if that need not have the tile in its own pocket."""
    drawn = piece.array().astype(np.int8)
    drawn[pocket] = 2
    images: dict[frozenset[_Cell], _Cell] = {}
    for element in TURNS[turn]:
        image = apply(element, drawn)
        cells = frozenset((row, column) for row, column in np.argwhere(image == 1).tolist())
        row, column = np.argwhere(image == 2)[0].tolist()
        if images.setdefault(cells, (row, column)) != (row, column):
            return ()  # a tile with two pockets
    tile = frozenset((row, column) for row, column in piece.cells)
    found = set()
    for other, own in _covering(pocket, tile, images):
        if not _fits_nowhere(tile | other, depth, images):
            if own not in tile:
                return ()
            found.add(Polyomino(list(tile | other)).canonical(turn))
    return tuple(sorted(found))


def _covering(cell: _Cell, taken: Collection[_Cell], images: _Images) -> list[tuple[frozenset[_Cell], _Cell]]:
    """Return the tiles that cover a cell and none that is taken, each with its pocket."""
    found = []
    for cells, (row, column) in images.items():
        for down, right in cells:
            rows, columns = cell[0] - down, cell[1] - right
            moved = frozenset((down + rows, right + columns) for down, right in cells)
            if moved.isdisjoint(taken):
                found.append((moved, (row + rows, column + columns)))
    return found


def _fits_nowhere(tiles: frozenset[_Cell], depth: int, images: _Images) -> bool:
    """Whether some cell of the bounding box, which is within every rectangle that the tiles are in, can be covered by no tile.

    Or by none with which, at most `depth` tiles later, that is so again; the cell with the fewest is looked at.
    """
    check_time()
    rows, columns = zip(*tiles, strict=True)
    box = itertools.product(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))
    # A rectangle without a hole can be all of it.
    fewest = min((_covering(cell, tiles, images) for cell in box if cell not in tiles), key=len, default=None)
    if fewest is None or not depth:
        return fewest == []
    return all(_fits_nowhere(tiles | other, depth - 1, images) for other, _ in fewest)
