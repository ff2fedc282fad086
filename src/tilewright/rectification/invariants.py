"""What rules out whole classes of sizes: area, weights that repeat, tiles that come in pairs, and the lengths of a side."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.deadline import check_time
from tilewright.lattices.polyform import Polyform
from tilewright.lattices.polyomino import Polyomino
from tilewright.lattices.symmetry import TURNS, Turn, apply
from tilewright.proof.lattice import VectorLattice
from tilewright.rectification.strips import Side

__all__ = ["Pairs", "Weights", "allowed_sizes", "area_weights", "find_pairs", "find_weights", "is_allowed"]

#: Periods and moduli that are tried.
_PERIODS = (2, 3, 4, 5, 6, 7, 8)
_MODULI = (2, 3, 4, 5, 7, 8, 9)
#: Sides up to which two sets of weights are compared, and the longest period of what all rule out together.
_COMPARED, _LONGEST = 48, 240
#: Tiles that are laid beside two, one after the other, where there is least choice, to see that they fit in no rectangle.
_DEPTH = 6

_Cell = tuple[int, int]
#: A tile, and the cell of its pocket.
_Images = Mapping[frozenset[_Cell], _Cell]


@dataclass(frozen=True)
class Weights:
    """Numbers in the cells, repeating in both directions, of which every tile covers 0 modulo a number.

    A rectangle whose own sum is not 0 modulo it cannot be tiled, and neither can one with sides that differ from its
    by multiples of `period`. Area is the simplest: every cell has the number 1.

    Attributes
    ----------
    values : tuple of tuple of int
        The block of numbers that repeats; it is as wide as it is high.
    modulus : int
    """

    values: tuple[tuple[int, ...], ...]
    modulus: int

    @property
    def period(self) -> int:
        """The rows or columns after which the sums repeat."""
        return len(self.values) * self.modulus

    @cached_property
    def excluded(self) -> NDArray[np.bool_]:
        """The sizes that are ruled out, modulo `period`: shape (period, period)."""
        size = len(self.values)
        block = np.array(self.values, dtype=np.int64)
        repeated = np.tile(block, (self.modulus, self.modulus))
        sums = np.zeros((size * self.modulus + 1, size * self.modulus + 1), dtype=np.int64)
        sums[1:, 1:] = repeated.cumsum(axis=0).cumsum(axis=1)
        return np.asarray(sums[:-1, :-1] % self.modulus != 0)

    def text(self, tile: str = "tile") -> str:
        """Say it in words.

        Examples
        --------
        >>> Weights(((1,),), 5).text()
        'the area is a multiple of 5'
        >>> Weights(((0, 1), (0, 1)), 2).text()
        'repeat the numbers 0 1/0 1: every tile covers 0 modulo 2'
        """
        if self.values == ((1,),):
            return f"the area is a multiple of {self.modulus}"
        block = "/".join(" ".join(map(str, row)) for row in self.values)
        return f"repeat the numbers {block}: every {tile} covers 0 modulo {self.modulus}"

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {"values": [list(row) for row in self.values], "modulus": self.modulus}


def area_weights(orientations: Sequence[Polyform]) -> list[Weights]:
    """Return the weights that say what the area is a multiple of; none if that says nothing."""
    area = math.gcd(*(len(o) for o in orientations))
    return [Weights(((1,),), area)] if area > 1 else []


def find_weights(orientations: Sequence[Polyform]) -> list[Weights]:
    """Return weights of which each rules out sizes that those before it do not; the first is area.

    Notes
    -----
    For a period p and a modulus q the weights are the vectors modulo q that are orthogonal to all placements on the torus
    of p x p cells (J. H. Conway and J. C. Lagarias, *Tiling with polyominoes and combinatorial group theory*, 1990,
    call these generalized colorings). Sums of weights rule out nothing more, so a basis is enough.
    """
    found = area_weights(orientations)
    ruled = np.zeros((_COMPARED, _COMPARED), dtype=bool)
    for weights in found:
        ruled |= _upto(weights)
    total = math.lcm(*(weights.period for weights in found))
    for size in _PERIODS:
        for modulus in _MODULI:
            check_time()
            if math.lcm(total, size * modulus) > _LONGEST:
                continue
            lattice = VectorLattice(modulus)
            for orientation in orientations:
                for shift in range(size * size):
                    vector: dict[int, int] = {}
                    for row, column in orientation.cells:
                        place = (row + shift // size) % size * size + (column + shift) % size
                        vector[place] = vector.get(place, 0) + 1
                    lattice.add(vector)
            for numbers in lattice.characters(size * size, 0):
                rows = tuple(
                    tuple(int(n) % modulus for n in numbers[i : i + size])
                    for i in range(0, size * size, size)
                )
                weights = Weights(rows, modulus)
                more = _upto(weights)
                if (more & ~ruled).any():
                    ruled |= more
                    found.append(weights)
                    total = math.lcm(total, weights.period)
    return found


def _upto(weights: Weights) -> NDArray[np.bool_]:
    """Return which sizes up to `_COMPARED` - 1 are ruled out."""
    sides = np.arange(_COMPARED) % weights.period
    return weights.excluded[np.ix_(sides, sides)]


@dataclass(frozen=True)
class Pairs:
    """Why the tiles of every rectangle come in pairs: whatever covers the pocket of a tile has that tile in its own pocket.

    Attributes
    ----------
    pocket : (int, int)
        A cell between those of the piece, as it is drawn: within its bounding box, so within every rectangle.
    depth : int
        The number of tiles that were laid beside two to see which fit in no rectangle.
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
    """Return why the tiles of every rectangle come in pairs; None if no reason is found.

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


def is_allowed(ruling: Iterable[Weights], side: Side[int] | None, sides: tuple[int, int]) -> bool:
    """Return whether neither weights nor the lengths of a side rule out a rectangle: `allowed_sizes` for one size."""
    if side is not None and not all(length in side.lengths for length in sides):
        return False
    return not any(
        weights.excluded[one % weights.period, other % weights.period]
        for weights in ruling
        for one, other in (sides, sides[::-1])
    )


def allowed_sizes(
    ruling: Iterable[Weights], side: Side[int] | None, size: int
) -> tuple[NDArray[np.bool_], int, int]:
    """Return which sizes are not ruled out, the period with which that repeats, and from where on it does.

    The array is symmetric and goes to `size`, the longest side.
    """
    allowed = np.ones((size + 1, size + 1), dtype=bool)
    allowed[0] = allowed[:, 0] = False
    period, beginning = 1, 1
    for weights in ruling:
        sides = np.arange(size + 1) % weights.period
        allowed &= ~weights.excluded[np.ix_(sides, sides)]
        period = int(np.lcm(period, weights.period))
    allowed &= allowed.T
    if side is not None:
        lengths = side.lengths
        able = np.array([length in lengths for length in range(size + 1)])
        allowed &= able[:, None] & able[None]
        period, beginning = int(np.lcm(period, lengths.period)), lengths.beginning
    return allowed, period, beginning
