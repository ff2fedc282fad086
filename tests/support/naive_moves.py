"""Lattices with joined sides, slowly: every cell is a point, every move a matrix and a shift.

Nothing here is shared with `tilewright.model.space`: the centers of cells and the matrices come
from `naive_lattice`, what each surface joins is written down here, and equality is decided by
rounding points.
"""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import naive_lattice as naive

Cell = tuple[int, ...]
Points = NDArray[np.float64]
Key = tuple[int, ...]
#: What a piece looks like wherever it lies: the kind of its first cell, and the offset and mark of
#: each cell.
Look = tuple[int, tuple[tuple[Key, str], ...]]
#: A rotation or reflection about the origin, then a shift.
Move = tuple[Points, Points]

LATTICES = ("square", "tri", "hex", "cube", "ball")
#: For each lattice, how many steps of rotation there are in the plane.
_STEPS = {"square": 4, "tri": 6, "hex": 6}
_GENERAL = re.compile(r"[a-z]+\[([^|\]]*)(?:\|(\d+)@([^\]]*))?\]")


def keys(points: Points) -> list[Key]:
    """Round points, so that equal ones are equal."""
    return list(map(tuple, np.rint(points * naive.FINE).astype(int).tolist()))


@functools.cache
def _center(lattice: str, cell: Cell) -> Points:
    return np.array(naive.center(lattice, cell))


def center(lattice: str, cell: Cell) -> Points:
    """Where the center of a cell is."""
    return _center(lattice, tuple(cell))


@functools.cache
def neighbors(lattice: str, cell: Cell) -> tuple[Cell, ...]:
    """The cells that share a face with one."""
    return tuple(naive.neighbors(lattice, cell))


def kind(lattice: str, point: Points) -> int:
    """Which kind of cell has its center here: triangles point down (0) or up (1)."""
    if own_lattice := naive.OWN.get(lattice):
        place = np.linalg.solve(np.array(own_lattice.basis).T, point)
        apart = (place - np.array(own_lattice.centers) / own_lattice.scale + 0.5) % 1 - 0.5
        return int(np.abs(apart).max(axis=1).argmin())
    if lattice != "tri":
        return 0
    return round(float(point[1]) / (math.sqrt(3) / 2) % 1 * 3) - 1


def look(lattice: str, points: Points, marks: tuple[str, ...]) -> Look:
    """What cells with marks look like, wherever they lie."""
    order = sorted(range(len(points)), key=keys(points).__getitem__)
    first = points[order[0]]
    offsets = keys(points - first)
    return kind(lattice, first), tuple((offsets[number], marks[number]) for number in order)


@functools.cache
def looks(
    lattice: str, cells: tuple[Cell, ...], marks: tuple[str, ...], turn: str
) -> dict[Look, tuple[Points, tuple[str, ...]]]:
    """Every way a piece may be turned, with its points in one place."""
    ways = {}
    points = np.array([center(lattice, cell) for cell in cells])
    for matrix in naive.allowed(lattice, cells, turn):
        turned = points @ matrix.T
        ways.setdefault(look(lattice, turned, marks), (turned, marks))
    return ways


def _step(lattice: str, cell: Cell) -> Points:
    """Where a translation by so many rows and columns leads."""
    return center(lattice, cell) - center(lattice, (0,) * len(cell))


def element(lattice: str, number: int) -> Points:
    """The matrix of a symmetry of the plane by its number: rotations counterclockwise as seen, then
    these after x -> -x.
    """
    angle = 2 * math.pi * (number % _STEPS[lattice]) / _STEPS[lattice]
    turned = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return turned if number < _STEPS[lattice] else turned @ np.diag([-1.0, 1.0])


def joined_by(
    lattice: str, surface: str, shape: tuple[int, ...]
) -> tuple[list[Points], Move | None]:
    """The periods of a surface, and its glide if it has one."""
    if surface == "flat":
        return [], None
    if match := _GENERAL.fullmatch(surface):
        periods = [_step(lattice, _pair(text)) for text in match[1].split(";")]
        glide = (
            (element(lattice, int(match[2])), _step(lattice, _pair(match[3]))) if match[2] else None
        )
        return periods, glide
    rows, columns = shape
    up, along = _step(lattice, (rows, 0)), _step(lattice, (0, columns))
    upright = [up] if surface in ("torus", "klein") else []
    if surface in ("cylinder", "torus"):
        return [*upright, along], None
    assert lattice == "square" and surface in ("moebius", "klein")
    # From the right side on, what was the upper row is the lower one.
    return [*upright, 2 * along], (np.diag([1.0, -1.0]), along + np.array([0.0, rows - 1]))


def _pair(text: str) -> Cell:
    row, column = text.split(",")
    return int(row), int(column)


@dataclass(frozen=True)
class Symmetry:
    """A move that takes a board to itself: its matrix, and where it takes each cell."""

    move: Move
    cells: dict[Cell, Cell]
    #: Whether, with a period added to it, it is a rotation about an axis or a reflection in a line
    #: or plane; a glide is not.
    is_turn: bool

    @property
    def order(self) -> int:
        """How often the matrix has to be applied until nothing is turned."""
        power, times = self.move[0], 1
        while not np.allclose(power, np.eye(len(power))):
            power, times = power @ self.move[0], times + 1
        return times

    @property
    def mirrored(self) -> bool:
        return bool(np.linalg.det(self.move[0]) < 0)


class NaiveSpace:
    """The cells of a board, and all cells of the plane that are the same as one of them.

    Parameters
    ----------
    cells : list of cells
        Those of the board.
    reach : float
        How far pieces reach over the sides.
    """

    def __init__(
        self,
        lattice: str,
        surface: str,
        shape: tuple[int, ...],
        cells: list[Cell],
        reach: float = 8.0,
    ) -> None:
        self.lattice, self.cells = lattice, cells
        self.points = np.array([center(lattice, cell) for cell in cells])
        self.periods, self.glide = joined_by(lattice, surface, shape)
        middle = self.points.mean(axis=0)
        wide = 2 * float(np.linalg.norm(self.points - middle, axis=1).max()) + reach + 2
        self.moves = self._moves(middle, 2 * wide)
        #: Every cell near the board, by its point: which cell of the board it is, and what moves
        #: that one there.
        self.same: dict[Key, list[tuple[Cell, int]]] = {}
        for number, (matrix, shift) in enumerate(self.moves):
            for cell, at in zip(cells, keys(self.points @ matrix.T + shift), strict=True):
                self.same.setdefault(at, []).append((cell, number))

    def _moves(self, middle: Points, far: float) -> list[Move]:
        """All moves that take the middle of the board at most so far."""
        dimension = len(middle)
        if not self.periods:
            return [(np.eye(dimension), np.zeros(dimension))]
        times = [int(far / self._apart(number)) + 2 for number in range(len(self.periods))]
        shifts = [
            sum(
                (many * period for many, period in zip(combination, self.periods, strict=True)),
                np.zeros(2),
            )
            for combination in itertools.product(*(range(-most, most + 1) for most in times))
        ]
        moves = [(np.eye(2), shift) for shift in shifts]
        if self.glide is not None:
            matrix, glide_shift = self.glide
            moves += [(matrix, glide_shift + shift) for shift in shifts]
        return [
            (matrix, shift)
            for matrix, shift in moves
            if np.linalg.norm(matrix @ middle + shift - middle) <= far
        ]

    def _apart(self, number: int) -> float:
        """How far a period leads away from the line along the other one."""
        period = self.periods[number]
        if len(self.periods) == 1:
            return float(np.linalg.norm(period))
        other = self.periods[1 - number]
        return float(abs(period[0] * other[1] - period[1] * other[0]) / np.linalg.norm(other))

    def board_cell(self, point: Points) -> Cell | None:
        """The cell of the board that a cell of the plane is."""
        (at,) = keys(point[None])
        return self.same[at][0][0] if at in self.same else None

    def beside(self, cell: Cell) -> list[Cell]:
        """The cells of the board that share a face with one, also over joined sides."""
        there = (
            self.board_cell(center(self.lattice, other)) for other in neighbors(self.lattice, cell)
        )
        return [other for other in there if other is not None]

    def ways(
        self, piece: tuple[Points, tuple[str, ...]]
    ) -> Iterator[tuple[Points, tuple[Cell, ...]]]:
        """Every way to lay a turned piece on the board: its points, and the cells of the board, no
        two of them the same.
        """
        points, _ = piece
        # Translations bring the first cell of a piece to the board; a glide may bring another one.
        for first in range(len(points) if self.glide is not None else 1):
            first_kind = kind(self.lattice, points[first])
            for start in self.points:
                if kind(self.lattice, start) != first_kind:
                    continue
                laid = points - points[first] + start
                board_cells = [self.same[at][0][0] for at in keys(laid) if at in self.same]
                if len(board_cells) == len(points) == len(set(board_cells)):
                    yield laid, tuple(board_cells)

    def way_round(self, points: Points) -> tuple[Key, ...]:
        """The same for all ways to lie that are the same after a move, different for others."""
        images = []
        for at in keys(points):
            for _, number in self.same[at]:
                matrix, shift = self.moves[number]
                images.append(tuple(sorted(keys((points - shift) @ matrix))))
        return min(images)

    def _is_period(self, vector: Points) -> bool:
        """Whether a translation is a combination of the periods."""
        if not self.periods:
            return bool(np.allclose(vector, 0))
        basis = np.array(self.periods).T
        times = np.rint(np.linalg.lstsq(basis, vector, rcond=None)[0])
        return bool(np.allclose(basis @ times, vector))

    def _keeps_joins(self, move: Move) -> bool:
        """Whether what is joined is joined after a move: it takes each period to a period, and the
        glide to a glide.
        """
        matrix, shift = move
        if not all(self._is_period(matrix @ period) for period in self.periods):
            return False
        if self.glide is None:
            return True
        glide_matrix, step = self.glide
        again = matrix @ glide_matrix @ matrix.T
        return bool(np.allclose(again, glide_matrix)) and self._is_period(
            matrix @ step + shift - again @ shift - step
        )

    def _is_turn(self, move: Move) -> bool:
        """Whether a move, and a period after it, leaves some points where they are, more than one
        of them in space.
        """
        matrix, shift = move
        fixed = np.eye(len(shift)) - matrix
        if len(shift) == 3 and np.linalg.matrix_rank(fixed) == 3:
            return False
        periods = [period for other, period in self.moves if np.allclose(other, np.eye(len(shift)))]
        ends = shift + np.array(periods)
        # Some x has x = matrix x + end.
        best = np.linalg.pinv(fixed) @ ends.T
        return bool((np.abs(fixed @ best - ends.T).max(axis=0) < 1e-6).any())

    def symmetries(self, alike: dict[Cell, object]) -> Iterator[Symmetry]:
        """Every move that takes the board to itself, and each cell to one that is like it."""
        ends = self.points
        if self.glide is not None:
            # One move of the board may be a half turn and, seen from beyond the flip, a mirror.
            ends = np.concatenate([ends, ends @ self.glide[0].T + self.glide[1]])
        for matrix in naive.maps(self.lattice, "free"):
            turned = self.points @ matrix.T
            for end in ends:
                if kind(self.lattice, end) != kind(self.lattice, turned[0]):
                    continue
                shift = end - turned[0]
                moved = turned + shift
                images = [self.same[at][0][0] for at in keys(moved) if at in self.same]
                if len(set(images)) < len(self.cells):
                    continue
                to = dict(zip(self.cells, images, strict=True))
                move = matrix, shift
                alike_all = all(alike[cell] == alike[other] for cell, other in to.items())
                if alike_all and self._keeps_joins(move):
                    yield Symmetry(move, to, self._is_turn(move))
