"""Invariants that rule out whole classes of sizes: area, repeating weights, tiles that come in
pairs, and the lengths of sides.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.model.space.lattice import Turn
from tilewright.model.space.polyform import Polyform, Polyomino
from tilewright.model.space.symmetry import TURNS, apply
from tilewright.shapes.rectangles.strips import Side
from tilewright.solving.proofs.integer_lattice import VectorLattice
from tilewright.system.work.deadline import check_time

#: The periods and moduli to try.
_PERIODS = (2, 3, 4, 5, 6, 7, 8)
_MODULI = (2, 3, 4, 5, 7, 8, 9)
#: Weights are compared on sides below the first; their common period is at most the second.
_COMPARED, _LONGEST = 48, 240
#: The depth of the search that shows that two tiles fit in no rectangle.
_DEPTH = 6

_Cell = tuple[int, int]
#: A tile, and the cell of its pocket.
_Images = Mapping[frozenset[_Cell], _Cell]


@dataclass(frozen=True)
class Weights:
    """A block of weights that repeats in both directions, such that every tile covers a sum of 0
    modulo `modulus`.

    A rectangle whose sum is not 0 cannot be tiled. The same holds for all rectangles whose sides
    differ by multiples of `period`. The area is the block with the single weight 1.
    """

    values: tuple[tuple[int, ...], ...]
    modulus: int

    @property
    def period(self) -> int:
        """The number of rows or columns after which the sums repeat."""
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
        """Return the invariant as a clause.

        >>> Weights(((1,),), 5).text()
        'the area must be a multiple of 5'
        >>> Weights(((0, 1), (0, 1)), 2).text()
        'every tile has weight 0 modulo 2 for the repeated weights 0 1/0 1'
        """
        if self.values == ((1,),):
            return f"the area must be a multiple of {self.modulus}"
        block = "/".join(" ".join(map(str, row)) for row in self.values)
        return f"every {tile} has weight 0 modulo {self.modulus} for the repeated weights {block}"

    def to_json(self) -> dict[str, Any]:
        """Return a dict for JSON."""
        return {"values": [list(row) for row in self.values], "modulus": self.modulus}


def area_weights(orientations: Sequence[Polyform]) -> list[Weights]:
    """Return the invariant of the area, if it rules out any size."""
    area = math.gcd(*(len(o) for o in orientations))
    return [Weights(((1,),), area)] if area > 1 else []


def find_weights(orientations: Sequence[Polyform]) -> list[Weights]:
    """Return weights that each rule out new sizes, starting with the area.

    They are generalized colorings (J. H. Conway and J. C. Lagarias, *Tiling with polyominoes and
    combinatorial group theory*, 1990): the vectors modulo q orthogonal to all placements on a p x p
    torus. A basis is enough.
    """
    chosen = area_weights(orientations)
    ruled = np.zeros((_COMPARED, _COMPARED), dtype=bool)
    for weights in chosen:
        ruled |= _excluded_sizes(weights)
    total = math.lcm(*(weights.period for weights in chosen))
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
                more = _excluded_sizes(weights)
                if (more & ~ruled).any():
                    ruled |= more
                    chosen.append(weights)
                    total = math.lcm(total, weights.period)
    return chosen


def _excluded_sizes(weights: Weights) -> NDArray[np.bool_]:
    """Return which sizes below `_COMPARED` are ruled out."""
    sides = np.arange(_COMPARED) % weights.period
    return weights.excluded[np.ix_(sides, sides)]


@dataclass(frozen=True)
class Pairs:
    """Tiles come in pairs: the tile that covers the pocket of another tile has that tile in its own
    pocket.

    The pocket is a cell in the bounding box of the piece, and `shapes` are the shapes that two
    tiles form together. Up to `depth` more tiles were tried next to two tiles, to find the pairs
    that fit into no rectangle.
    """

    pocket: _Cell
    depth: int
    shapes: tuple[Polyomino, ...]

    def images(self, turn: Turn) -> tuple[Polyomino, ...]:
        """Return all orientations of a pair."""
        return tuple(
            dict.fromkeys(image for shape in self.shapes for image in shape.orientations(turn))
        )

    def text(self) -> str:
        """Return the invariant as a clause."""
        return f"tiles come in pairs of shape {' or '.join(shape.text() for shape in self.shapes)}"

    def to_json(self) -> dict[str, Any]:
        """Return a dict for JSON."""
        return {
            "pocket": list(self.pocket),
            "depth": self.depth,
            "shapes": [shape.text() for shape in self.shapes],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Pairs:
        """Rebuild the value that `to_json` returned."""
        row, column = value["pocket"]
        return cls((row, column), value["depth"], tuple(map(Polyomino.from_text, value["shapes"])))


def find_pairs(piece: Polyomino, turn: Turn) -> Pairs | None:
    """Return a proof that tiles come in pairs, or None if none is found.

    >>> find_pairs(Polyomino.from_text("###/#.#/#"), "free").text()
    'tiles come in pairs of shape ####/####/#### or ###/###/.###/.###'
    """
    for depth, (row, column) in itertools.product(
        (0, _DEPTH), np.argwhere(~piece.array()).tolist()
    ):
        if shapes := _pair_shapes(piece, (row, column), depth, turn):
            return Pairs((row, column), depth, shapes)
    return None


def _pair_shapes(piece: Polyomino, pocket: _Cell, depth: int, turn: Turn) -> tuple[Polyomino, ...]:
    """Return the shapes of a tile with the tile that covers its pocket; empty if tiles do not come
    in pairs.
    """
    drawn = piece.array().astype(np.int8)
    drawn[pocket] = 2
    images: dict[frozenset[_Cell], _Cell] = {}
    for element in TURNS[turn]:
        image = apply(element, drawn)
        cells = frozenset((row, column) for row, column in np.argwhere(image == 1).tolist())
        row, column = np.argwhere(image == 2)[0].tolist()
        if images.setdefault(cells, (row, column)) != (row, column):
            return ()  # a symmetry of the tile moves the pocket
    tile = frozenset((row, column) for row, column in piece.cells)
    pairs = set()
    for other, other_pocket in _list_covering_tiles(pocket, tile, images):
        if not _fits_nowhere(tile | other, depth, images):
            if other_pocket not in tile:
                return ()
            pairs.add(Polyomino(list(tile | other)).canonical(turn))
    return tuple(sorted(pairs))


def _list_covering_tiles(
    cell: _Cell, taken: Collection[_Cell], images: _Images
) -> list[tuple[frozenset[_Cell], _Cell]]:
    """Return the tiles that cover a cell and do not overlap covered cells, each with its pocket."""
    tiles = []
    for cells, (row, column) in images.items():
        for down, right in cells:
            rows, columns = cell[0] - down, cell[1] - right
            moved = frozenset((down + rows, right + columns) for down, right in cells)
            if moved.isdisjoint(taken):
                tiles.append((moved, (row + rows, column + columns)))
    return tiles


def _fits_nowhere(tiles: frozenset[_Cell], depth: int, images: _Images) -> bool:
    """Return whether at most `depth` further tiles show that no rectangle contains these tiles."""
    check_time()
    rows, columns = zip(*tiles, strict=True)
    box = itertools.product(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))
    # Branch on the most constrained cell; there is none if the tiles fill the box.
    fewest = min(
        (_list_covering_tiles(cell, tiles, images) for cell in box if cell not in tiles),
        key=len,
        default=None,
    )
    if fewest is None or not depth:
        return fewest == []
    return all(_fits_nowhere(tiles | other, depth - 1, images) for other, _ in fewest)


def is_allowed(ruling: Iterable[Weights], side: Side | None, sides: tuple[int, int]) -> bool:
    """Return whether no invariant rules out a rectangle."""
    if side is not None and not all(length in side.lengths for length in sides):
        return False
    return not any(
        weights.excluded[one % weights.period, other % weights.period]
        for weights in ruling
        for one, other in (sides, sides[::-1])
    )


def allowed_sizes(
    ruling: Iterable[Weights], side: Side | None, size: int
) -> tuple[NDArray[np.bool_], int, int]:
    """Return a symmetric table of the sizes up to `size` that are not ruled out, its period, and
    the start of the period.
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
