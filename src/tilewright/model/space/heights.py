"""The heights of tilings with dominoes and lozenges (W. P. Thurston, "Conway's tiling groups",
Amer. Math. Monthly 97, 1990).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import TilingError
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.lattice import SQUARES, TRIANGLES, Cell, Lattice


@dataclass(frozen=True, eq=False)
class Corners:
    """The corners of the cells of a tiling, and how the height changes along the edges between
    them.

    Along an edge with a dark cell on its right, the height increases by 1. If the edge lies inside
    a tile, the height instead decreases by the increase along all other edges of the cell. For
    squares, the dark cells are those with even row + column. For triangles, they are those that
    point down.

    Parameters
    ----------
    labels : int array, shape (rows, columns)
        A tiling of a part of the plane. Each tile has two cells that share a side.
    lattice : Lattice
        The lattice: squares or triangles.
    joined : bool
        Whether sides of the board are joined, which is not supported.

    Raises
    ------
    TilingError
        If the tiling is of another kind.
    """

    labels: NDArray[np.signedinteger]
    lattice: Lattice
    joined: bool = False

    def __post_init__(self) -> None:
        if self.joined:
            raise TilingError("heights require a board without joined sides")
        if self.lattice not in (SQUARES, TRIANGLES):
            raise TilingError(f"heights require squares or triangles, got {self.lattice.cells}")
        inside = self.labels[self.labels != OUTSIDE]
        if not inside.size or (inside < 0).any():
            raise TilingError("heights require a tiling that covers every cell of the board")
        pairs = sum(int(np.count_nonzero(self._inside(*edge)[1])) for edge in self._edges)
        if (np.bincount(inside) != 2).any() or pairs != inside.size:
            raise TilingError("heights require tiles of two cells that share a side")

    @property
    def size(self) -> int:
        """The number of sides of a cell."""
        return len(self.lattice.corners[0])

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of the grid of corners."""
        return self.labels.shape[0] + 1, -(-self.labels.shape[1] // self.lattice.kinds) + 1

    @cached_property
    def _edges(self) -> list[tuple[int, int]]:
        """The kind and number of each edge of the cells of each kind."""
        return [(kind, side) for kind in range(self.lattice.kinds) for side in range(self.size)]

    def _inside(
        self, kind: int, side: int
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the cells of a kind, and whether the same tile or no tile is across a side."""
        cells = np.argwhere(self.labels != OUTSIDE)
        cells = cells[self.lattice.kind(cells) == kind]
        neighbors = cells + np.array(self.lattice.sides[kind][side])
        there = ((neighbors >= 0) & (neighbors < self.labels.shape)).all(axis=1)
        label = np.full(len(cells), OUTSIDE, dtype=self.labels.dtype)
        label[there] = self.labels[tuple(neighbors[there].T)]
        return cells, label == self.labels[tuple(cells.T)], label == OUTSIDE

    def _dark(self, cells: NDArray[np.int64]) -> NDArray[np.bool_]:
        parity = self.lattice.kind(cells) if self.lattice.kinds > 1 else cells.sum(axis=1) % 2
        dark: NDArray[np.bool_] = parity == 0
        return dark

    def _corner(self, cells: NDArray[np.int64], number: int) -> NDArray[np.int64]:
        """Return the position of a corner of each cell of one kind."""
        if not len(cells):
            return np.zeros(0, dtype=np.int64)
        kind = int(self.lattice.kind(cells[0]))
        least = np.array(self.lattice.corners).min(axis=(0, 1))
        corner = (
            np.array(self.lattice.corners[kind][number % self.size]) - least
        ) // self.lattice.scale
        places = cells.copy()
        places[:, 1] //= self.lattice.kinds
        row, column = (places + corner).T
        flat: NDArray[np.int64] = row * self.shape[1] + column
        return flat

    def sums(self, height: NDArray[np.int64], cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the sum of the heights of the corners of each cell of one kind."""
        flat = height.ravel()
        total: NDArray[np.int64] = sum(
            (flat[self._corner(cells, number)] for number in range(self.size)),
            np.zeros(len(cells), dtype=np.int64),
        )
        return total

    @cached_property
    def move(self) -> NDArray[np.int64]:
        """(d,) int64: the directions in which edges lead, as differences of places."""
        directions = set()
        for kind, side in self._edges:
            cell = np.array([[1, self.lattice.kinds + kind]])
            directions.add(int((self._corner(cell, side + 1) - self._corner(cell, side))[0]))
        return np.array(sorted(directions | {-step for step in directions}), dtype=np.int64)

    @cached_property
    def _height_changes(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """The change of height along each edge (directions, corners), and along the border."""
        step, border = np.zeros((2, len(self.move), self.shape[0] * self.shape[1]), dtype=np.int8)
        index = {int(way): number for number, way in enumerate(self.move)}
        for kind, side in self._edges:
            cells, same, outer = self._inside(kind, side)
            if not len(cells):
                continue
            begin, end = self._corner(cells, side), self._corner(cells, side + 1)
            change = np.where(same, 1 - self.size, 1) * np.where(self._dark(cells), 1, -1)
            ahead = index[int(end[0] - begin[0])]
            back = index[int(begin[0] - end[0])]
            step[ahead, begin], step[back, end] = change, -change
            border[ahead, begin[outer]], border[back, end[outer]] = change[outer], -change[outer]
        return step, border

    @property
    def step(self) -> NDArray[np.int8]:
        """(directions, corners) int8: the change of the height along each edge; 0 where there is no
        edge.
        """
        return self._height_changes[0]

    @cached_property
    def flips(self) -> NDArray[np.int64]:
        """The inner corners of the board around which tiles can be turned, in ascending order."""
        step, border = self._height_changes
        inner = (step != 0).all(axis=0) & (border == 0).all(axis=0)
        return np.flatnonzero(inner & ((step > 0).all(axis=0) | (step < 0).all(axis=0)))

    def cells_around(self, corner: tuple[int, int]) -> list[Cell]:
        """Return the cells around a corner, given its row and column."""
        kinds, least = self.lattice.kinds, np.array(self.lattice.corners).min(axis=(0, 1))
        cells: list[Cell] = []
        for kind, side in self._edges:
            row, column = (np.array(self.lattice.corners[kind][side]) - least) // self.lattice.scale
            cells.append((corner[0] - int(row), (corner[1] - int(column)) * kinds + kind))
        return cells

    def check_simple(self) -> None:
        """Raise `TilingError` if the board has a hole."""
        step, border = self._height_changes
        if self._follow_edges(border)[2] > self._follow_edges(step)[2]:
            raise TilingError("the board has a hole")

    def heights(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the height of each corner, and which corners have a height.

        The first corner in reading order has height 0, and so does the first corner of each
        separate part.

        Raises
        ------
        TilingError
            If a hole has unequal numbers of dark and light cells, so that the heights on both sides
            differ.
        """
        height, known, _ = self._follow_edges(self.step)
        for way, step in zip(self.move.tolist(), self.step, strict=True):
            begin = np.flatnonzero(step)
            if (height[begin + way] - height[begin] != step[begin]).any():
                raise TilingError(
                    "the board has a hole with unequal numbers of dark and light cells, so there "
                    "are no heights"
                )
        return height.reshape(self.shape), known.reshape(self.shape)

    def _follow_edges(
        self, step: NDArray[np.int8]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_], int]:
        """Return the heights along the edges of `step`, the corners with edges, and the number of
        parts.
        """
        from tilewright.kernels.matching.heights import follow

        there = (step != 0).any(axis=0)
        height, known = np.zeros(there.size, dtype=np.int64), np.zeros(there.size, dtype=np.bool_)
        queue, parts = np.empty(there.size, dtype=np.int32), 0
        while len(left := np.flatnonzero(there & ~known)):
            follow(left[0], step, self.move, height, known, queue)
            parts += 1
        return height, known, parts

    def extreme(self, sign: int) -> NDArray[np.int32]:
        """Return the tile of each cell in the tiling with the largest heights (`sign` 1) or the
        smallest heights (-1).

        Tiles are not numbered by first cells. Cells outside the board are -1.

        Raises
        ------
        TilingError
            If the board has a hole.
        """
        from tilewright.kernels.matching.heights import raise_all

        step, border = self._height_changes
        self.check_simple()
        height, known = self.heights()
        flat, there = height.ravel(), known.ravel()
        edge = (border != 0).any(axis=0)
        upward = (step == 1) | (step == 1 - self.size)
        if sign < 0:
            upward = ~upward
        most = np.where(step == 0, 0, np.where(upward, 1, self.size - 1)).astype(np.int8)
        raised = np.where(edge, sign * flat, 1 << 40)
        fixed = np.flatnonzero(edge)
        raise_all(fixed[np.argsort(raised[fixed], kind="stable")], most, self.move, raised)
        return self._read_tiles(np.where(there, sign * raised, 0))

    def _read_tiles(self, height: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the tiles that heights determine. A tile extends across the long step of a dark
        cell.
        """
        tiles = np.full(self.labels.shape, OUTSIDE, dtype=np.int32)
        for kind, side in self._edges:
            cells, _, _ = self._inside(kind, side)
            cells = cells[self._dark(cells)]
            long = (
                height[self._corner(cells, side + 1)] - height[self._corner(cells, side)]
                == 1 - self.size
            )
            cells = cells[long]
            number = cells[:, 0] * self.labels.shape[1] + cells[:, 1]
            tiles[tuple(cells.T)] = number
            tiles[tuple((cells + np.array(self.lattice.sides[kind][side])).T)] = number
        return tiles
