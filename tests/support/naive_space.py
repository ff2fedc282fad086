"""Problems on any lattice and surface, slowly: random ones, all their tilings, what is wrong with
others, their symmetries.

Turns, pieces laid and joined sides come from `naive_lattice` and `naive_surface`; nothing is shared
with the library but the values that are handed to it at the end.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import naive_lattice as naive
from naive_surface import as_one, folded
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.labels import number_tiles
from tilewright.model.space.lattice import LATTICES
from tilewright.model.space.polyform import Polyform
from tilewright.model.space.surface import Surface
from tilewright.model.tiling import Tiling

Cell = tuple[int, ...]
#: A piece by its number, and the cells that it covers.
Tile = tuple[int, frozenset[Cell]]
#: A way to turn a piece: its cells near the origin, each with its mark.
Look = tuple[tuple[Cell, str], ...]

#: Every surface that boards of a lattice have.
SPACES = [
    *itertools.product(("square",), ("flat", "cylinder", "torus", "moebius", "klein")),
    *itertools.product(("hex", "tri"), ("flat", "cylinder", "torus")),
    ("cube", "flat"),
    ("ball", "flat"),
]
#: How often a symmetry of each kind has to be done until all is where it was, and the sign of its
#: determinant.
KINDS = {
    "half-turn": (2, 1),
    "quarter-turn": (4, 1),
    "third-turn": (3, 1),
    "sixth-turn": (6, 1),
    "mirror": (2, -1),
}
_SHAPES = {
    "square": [
        (1, 4),
        (1, 6),
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 4),
        (3, 3),
        (4, 2),
        (3, 4),
        (1, 1),
        (1, 2),
        (1, 3),
    ],
    "hex": [(1, 4), (2, 2), (2, 3), (3, 3), (3, 2), (1, 3), (2, 4)],
    "tri": [(1, 2), (1, 4), (2, 2), (1, 6), (2, 4), (3, 4), (2, 6), (4, 2)],
    "cube": [(1, 2, 3), (2, 2, 2), (1, 3, 3), (2, 2, 3), (1, 1, 4), (1, 2, 2)],
    "ball": [(1, 2, 3), (2, 2, 2), (3, 2, 1), (2, 2, 3), (1, 1, 4), (3, 1, 2)],
}


class TooMany(Exception):
    """There are more tilings than anybody has the patience for."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece: cells near the origin, a mark for each, how many copies there are, and how it turns
    if it says so.
    """

    cells: tuple[Cell, ...]
    marks: tuple[str, ...]
    least: int
    most: int | None
    turn: str | None = None


@dataclass(frozen=True)
class NaiveSpace:
    """A problem, taken literally.

    Attributes
    ----------
    marks : dict from cell to str
        The cells of the board, each with its mark or "".
    optional : set of cells
        Those that may stay empty, `empty` says how many of them.
    """

    lattice: str
    surface: str
    shape: tuple[int, ...]
    marks: dict[Cell, str]
    optional: frozenset[Cell]
    empty: tuple[int, int]
    turn: str
    pieces: tuple[Shape, ...]
    placed: tuple[Tile, ...] = ()
    by_wrap: bool = False
    patience: int = field(default=20_000, repr=False)

    def problem(self) -> Problem:
        """Return the same for the library."""
        lattice = LATTICES[self.lattice]
        mask = np.zeros(self.shape, dtype=bool)
        for cell in self.marks:
            mask[cell] = True
        alphabet = sorted({mark for mark in self.marks.values() if mark})
        codes = np.zeros(self.shape, dtype=np.int16)
        for cell, mark in self.marks.items():
            codes[cell] = 1 + alphabet.index(mark) if mark else 0
        board = Board(
            mask,
            marks=codes,
            alphabet=alphabet,
            lattice=lattice,
            surface=Surface.named(self.surface, self.shape, lattice),
        )
        pieces = [
            Piece(
                Polyform(piece.cells, lattice),
                f"P{k}",
                piece.least,
                piece.most,
                piece.turn,
                piece.marks if any(piece.marks) else (),
            )
            for k, piece in enumerate(self.pieces)
        ]
        placed = [(f"P{k}", sorted(cells)) for k, cells in self.placed]
        return Problem(
            board, *pieces, turn=self.turn, placed=placed, empty=self.empty, by_wrap=self.by_wrap
        )

    @cached_property
    def looks(self) -> list[set[Look]]:
        """For each piece, the ways to turn it: its cells near the origin, each with its mark."""
        return [
            {
                self.turned(tuple(zip(piece.cells, piece.marks, strict=True)), matrix)
                for matrix in naive.allowed(self.lattice, piece.cells, piece.turn or self.turn)
            }
            for piece in self.pieces
        ]

    def turned(self, look: Look, matrix: NDArray[np.float64]) -> Look:
        """Return cells with their marks, turned and moved to the origin."""
        marks = {naive.image(self.lattice, cell, matrix): mark for cell, mark in look}
        moved = sorted(marks)
        return tuple(
            zip(naive.moved_home(self.lattice, moved), (marks[cell] for cell in moved), strict=True)
        )

    @cached_property
    def ways(self) -> list[dict[frozenset[Cell], int]]:
        """For each piece, the sets of cells that it covers, and in how many ways round each."""
        fold = folded(self.surface, self.shape)
        around = list(self.shape)
        if self.surface in ("moebius", "klein"):
            around[1] *= 2
        numbers_of_ways = []
        for piece in range(len(self.pieces)):
            rounds_of_cells: dict[frozenset[Cell], set[tuple[Cell, ...]]] = {}
            for look in self.looks[piece]:
                # Each way round begins on the board, or on its next copy if that is flipped over.
                for first in itertools.product(*(range(size) for size in around)):
                    place = tuple(x - y for x, y in zip(first, look[0][0], strict=True))
                    if self.lattice == "tri" and place[1] % 2:
                        continue
                    plane = [
                        tuple(x + y for x, y in zip(cell, place, strict=True)) for cell, _ in look
                    ]
                    board_cells = [fold(cell) for cell in plane]
                    if len(set(board_cells)) == len(board_cells) and all(
                        self.marks.get(cell) == mark
                        for cell, (_, mark) in zip(board_cells, look, strict=True)
                    ):
                        rounds_of_cells.setdefault(frozenset(board_cells), set()).add(
                            as_one(self.surface, self.shape, plane, 9)
                        )
            numbers_of_ways.append(
                {cells: len(rounds) for cells, rounds in rounds_of_cells.items()}
            )
        return numbers_of_ways

    @cached_property
    def tilings(self) -> list[tuple[frozenset[Tile], frozenset[Cell]]]:
        """All tilings: the tiles and the cells that stay empty.

        Raises
        ------
        TooMany
        """
        on: dict[Cell, list[Tile]] = {cell: [] for cell in self.marks}
        taken = {cell for _, cells in self.placed for cell in cells}
        for piece, sets in enumerate(self.ways):
            for cells in sets:
                if not cells & taken:
                    on[min(cells)].append((piece, cells))
        tilings: list[tuple[frozenset[Tile], frozenset[Cell]]] = []
        steps = 0

        def extend(left: frozenset[Cell], tiles: list[Tile], empty: frozenset[Cell]) -> None:
            nonlocal steps
            steps += 1
            if steps > self.patience:
                raise TooMany
            if not left:
                if self.is_tiling(tiles, empty):
                    tilings.append((frozenset(tiles), empty))
                return
            first = min(left)
            for piece, cells in on[first]:
                if cells <= left:
                    extend(left - cells, [*tiles, (piece, cells)], empty)
            if first in self.optional and len(empty) < self.empty[1]:
                extend(left - {first}, tiles, empty | {first})

        extend(frozenset(self.marks) - taken, list(self.placed), frozenset())
        return tilings

    def is_tiling(self, tiles: list[Tile], empty: frozenset[Cell]) -> bool:
        """Whether tiles with their pieces are a tiling."""
        covered = Counter(cell for _, cells in tiles for cell in cells)
        covered.update(empty)
        used = Counter(piece for piece, _ in tiles)
        return (
            covered == Counter(self.marks)
            or (set(covered) == set(self.marks) and max(covered.values(), default=1) == 1)
        ) and (
            self.empty[0] <= len(empty) <= self.empty[1]
            and empty <= self.optional
            and all(cells in self.ways[piece] for piece, cells in tiles)
            and set(self.placed) <= set(tiles)
            and all(
                piece.least <= used[k] and (piece.most is None or used[k] <= piece.most)
                for k, piece in enumerate(self.pieces)
            )
        )

    def may_be_tiling(self, parts: list[frozenset[Cell]], empty: frozenset[Cell]) -> bool:
        """Whether tiles without names are a tiling, whichever pieces they are."""
        able = [[k for k, sets in enumerate(self.ways) if cells in sets] for cells in parts]
        return any(
            self.is_tiling(list(zip(pieces, parts, strict=True)), empty)
            for pieces in itertools.product(*able)
        )

    def weight(self, tiles: frozenset[Tile]) -> int:
        """How often a tiling counts: once, or for each choice of ways round."""
        return math.prod(self.ways[piece][cells] for piece, cells in tiles) if self.by_wrap else 1

    def known(self, tiling: Tiling) -> tuple[frozenset[Tile], frozenset[Cell]]:
        """Return a tiling of the library as `tilings` has it."""
        tiles = frozenset((int(name[1:]), frozenset(cells)) for name, cells in tiling)
        return tiles, frozenset(map(tuple, np.argwhere(tiling.labels == -2).tolist()))

    def value(self, tiles: list[Tile], empty: frozenset[Cell], *, named: bool = True) -> Tiling:
        """Return tiles as the library has them; later ones hide earlier ones."""
        labels = np.full(self.shape, -1, dtype=np.int32)
        for cell in empty:
            labels[cell] = -2
        for number, (_, cells) in enumerate(tiles):
            for cell in cells:
                labels[cell] = number
        seen = list(dict.fromkeys(label for label in labels.ravel().tolist() if label >= 0))
        board = self.problem().board
        return Tiling(
            number_tiles(labels),
            np.array([tiles[label][0] for label in seen], dtype=np.int32) if named else None,
            tuple(f"P{k}" for k in range(len(self.pieces))),
            board.lattice,
            board.surface,
        )


def change_tiling(
    rng: random.Random, space: NaiveSpace, tiles: list[Tile], empty: frozenset[Cell]
) -> tuple[list[Tile], frozenset[Cell]]:
    """Change a tiling a little; what comes of it may still be one."""
    tiles, cells = list(tiles), sorted(space.marks)
    what = rng.choice(
        ["nothing", "missing", "renamed", "exchanged", "swapped", "laid", "cut", "none"]
    )
    if what == "none":
        return [], frozenset(cells)
    if what == "laid" and (
        every := [(k, tile_cells) for k, sets in enumerate(space.ways) for tile_cells in sets]
    ):
        new = rng.choice(sorted(every, key=lambda tile: (tile[0], sorted(tile[1]))))
        tiles = [tile for tile in tiles if not tile[1] & new[1]] + [new]
        return tiles, frozenset(cells).difference(*(tile_cells for _, tile_cells in tiles))
    if what == "swapped" and len(cells) > 1:
        one, two = rng.sample(cells, 2)
        other = {one: two, two: one}
        tiles = [
            (k, frozenset(other.get(cell, cell) for cell in tile_cells)) for k, tile_cells in tiles
        ]
        return tiles, frozenset(other.get(cell, cell) for cell in empty)
    if not tiles or what == "nothing":
        return tiles, empty
    at = rng.randrange(len(tiles))
    piece, tile_cells = tiles[at]
    if what == "missing":
        return tiles[:at] + tiles[at + 1 :], empty | tile_cells
    if what == "renamed":
        tiles[at] = (rng.randrange(len(space.pieces)), tile_cells)
    if what == "exchanged":
        to = rng.randrange(len(tiles))
        tiles[at], tiles[to] = (tiles[to][0], tile_cells), (piece, tiles[to][1])
    if what == "cut" and len(tile_cells) > 1:
        first = rng.randrange(1, len(tile_cells))
        tiles[at : at + 1] = [
            (piece, frozenset(part))
            for part in (sorted(tile_cells)[:first], sorted(tile_cells)[first:])
        ]
    return tiles, empty


def random_space(
    rng: random.Random, lattice: str, surface: str, *, wraps: bool = False
) -> NaiveSpace:
    """Draw a problem without faults and with few tilings: any pieces, also in several parts, marks,
    empty cells, pieces placed.
    """
    while True:
        space = _draw_space(rng, lattice, surface, wraps)
        with contextlib.suppress(TooMany):
            if not space.problem().faults() and space.tilings is not None:
                return space


def _draw_space(rng: random.Random, lattice: str, surface: str, wraps: bool) -> NaiveSpace:
    shape = rng.choice(_SHAPES[lattice])
    cells = list(itertools.product(*(range(size) for size in shape)))
    holes = set(rng.sample(cells, rng.choice([0, 0, 0, 1, 2]))) if len(cells) > 3 else set()
    if holes and rng.random() < 0.5:
        holes |= {
            tuple(size - 1 - x for x, size in zip(cell, shape, strict=True)) for cell in holes
        }
    cells = [cell for cell in cells if cell not in holes] or cells
    alphabet = ["", "", "", "a"] if rng.random() < 0.2 else [""]
    turn = rng.choice(["free", "free", "one-sided", "fixed"])
    if surface in ("moebius", "klein") and rng.random() < 0.8:
        turn = "free"
    pieces: list[Shape] = []
    for _ in range(rng.choice([1, 2, 2, 3])):
        size = rng.choice([1, 2, 2, 3, 3, 4, 4])
        piece_cells = _polyform(rng, lattice, size)
        least = rng.choice([0, 0, 0, 1, 1, 2])
        most = rng.choice([None, None, least, least + 1, least + 2])
        pieces.append(
            Shape(piece_cells, tuple(rng.choice(alphabet) for _ in piece_cells), least, most)
        )
    empty = rng.choice([(0, 0), (0, 0), (0, 1), (1, 2), (0, len(cells))])
    empty = (min(empty[0], len(cells)), min(empty[1], len(cells)))
    space = NaiveSpace(
        lattice,
        surface,
        shape,
        {cell: rng.choice(alphabet) for cell in cells},
        frozenset(cells) if empty[1] else frozenset(),
        empty,
        turn,
        _drop_duplicates(pieces, lattice, turn),
        by_wrap=wraps and surface != "flat" and rng.random() < 0.5,
    )
    if rng.random() < 0.2 and (
        sets := [
            (k, piece_cells) for k, cell_sets in enumerate(space.ways) for piece_cells in cell_sets
        ]
    ):
        piece, piece_cells = rng.choice(sorted(sets, key=lambda tile: (tile[0], sorted(tile[1]))))
        return replace(space, placed=((piece, piece_cells),))
    return space


def _drop_duplicates(pieces: list[Shape], lattice: str, turn: str) -> tuple[Shape, ...]:
    """Return the pieces that are not the same as an earlier one: two alike would be one piece."""
    shapes: dict[object, Shape] = {}
    for piece in pieces:
        space = NaiveSpace(lattice, "flat", (), {}, frozenset(), (0, 0), turn, (piece,))
        shapes.setdefault(frozenset(space.looks[0]), piece)
    return tuple(shapes.values())


def _polyform(rng: random.Random, lattice: str, size: int) -> tuple[Cell, ...]:
    """Draw a piece; one in five has a gap."""
    start = (0,) * (3 if lattice in naive.SOLID else 2)
    if lattice == "tri" and rng.random() < 0.5:
        start = (0, 1)
    cells = [start]
    while len(cells) < size:
        near = naive.neighbors(lattice, rng.choice(cells))
        if rng.random() < 0.1:
            near = [other for cell in near for other in naive.neighbors(lattice, cell)]
        other = rng.choice(near)
        if other not in cells:
            cells.append(other)
    return naive.moved_home(lattice, cells)
