"""Lattices as data: the cells, which cells touch, and the symmetries.

A cell is a tuple of `Lattice.dimension` integers, so that boards and tilings are plain arrays.
If a lattice has several kinds of cells, they alternate along the last axis: the triangle ``(r, c)``
has kind ``c % 2``. Moving a cell by a multiple of `Lattice.periods` keeps its kind. These moves are
the translations.

All data are derived from the positions of the centers and corners of the cells. These positions are
integers in units of 1/`Lattice.scale` of a period, so nothing is rounded. Two cells that share a
corner have the same coordinates for it, and a symmetry is one integer matrix for all kinds.

>>> TRIANGLES.faces[0]
((-1, 1), (0, -1), (0, 1))
>>> len(CUBES.matrices), len(CUBES.turns["one-sided"])
(48, 24)
>>> len(BALLS.faces[0])
12
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import add
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import PieceError, RequestError, joined, quoted
from tilewright.system.values.arguments import check_integer, check_text
from tilewright.system.values.arrays import read_only
from tilewright.system.values.plugins import Table

#: A cell of a lattice; of squares ``(row, column)``, rows growing downwards, both from 0.
Cell: TypeAlias = tuple[int, ...]
#: How a piece may turn: *free* all symmetries, *one-sided* the rotations, *half-turn* those by 180
#: degrees (of cubes, about the three axes), *fixed* none.
Turn = Literal["free", "one-sided", "half-turn", "fixed"]

#: The axes of arrays over the cells, as errors call them; boards of the plane have the last two.
AXES = ("layers", "rows", "columns")
#: The names in `LATTICES`.
_NAMES = ("square", "tri", "hex", "cube", "ball")
_TURNS: tuple[Turn, ...] = ("free", "one-sided", "half-turn", "fixed")
#: Those without half-turns, for questions that do not support these.
PLAIN_TURNS: tuple[Turn, ...] = ("free", "one-sided", "fixed")
_Matrix: TypeAlias = tuple[tuple[int, ...], ...]
#: A cell, or a number.
_Node = TypeVar("_Node", int, Cell)
_Integers = TypeVar("_Integers", bound=np.signedinteger[Any])


def cell_word(cell: Iterable[Any]) -> str:
    """Return the coordinates of a cell, separated by commas: ``0,3``."""
    return ",".join(map(str, cell))


def box_word(sides: Iterable[Any]) -> str:
    """Return the sides of a box: ``4x6``."""
    return "x".join(map(str, sides))


def connected_parts(
    nodes: Iterable[_Node], near: Callable[[_Node], Iterable[_Node]]
) -> Iterator[list[_Node]]:
    """Yield the connected components of nodes, given the neighbors of each node.

    >>> [*connected_parts([1, 2, 3, 5], lambda node: (node - 1, node + 1))]
    [[1, 2, 3], [5]]
    """
    left = set(nodes)
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        part = [first]
        for node in part:
            for other in near(node):
                if other in left:
                    left.remove(other)
                    part.append(other)
        yield part


def check_turn(turn: str, turns: Sequence[Turn] = _TURNS) -> Turn:
    """Return `turn`, or raise `PieceError` if it is not one of `turns`."""
    for known in turns:
        if turn == known:
            return known
    *others, last = map(repr, turns)
    raise PieceError(f"must be {', '.join(others)} or {last}, got {quoted(turn)}", where="turn")


@dataclass(frozen=True, eq=False)
class Lattice:
    """A lattice: the cells, their neighbors and their symmetries.

    The symmetries are numbered. Number 0 is the identity. It is followed by the other rotations,
    which do not lift a piece off the plane (or out of space). These are followed by the
    reflections, which are `mirror` followed by each rotation.

    Attributes
    ----------
    name : str
        The prefix of a board of this lattice: ``tri``, ``hex``, ``cube``, ``ball``, or ``square``,
        which is omitted.
    cells : str
        The name of the cells, in the plural: ``triangles``.
    dimension : int
        The number of coordinates of a cell, and of axes in the array of a board.
    scale : int
        The scale of centers and corners, which are in units of 1/scale of a period.
    centers : tuple, one for each kind
        The center of the cell of each kind that is nearest to the origin, in scaled coordinates.
    corners : tuple, one for each kind
        The corners of that cell, in scaled coordinates. In the plane, they are in the order around
        the cell.
    basis : tuple, one for each axis
        The step in a picture for one period along each axis: x to the right, y downward.
    rotations : tuple of matrices
        Generators of the rotations, acting on columns of coordinates.
    reflection : matrix
        One reflection.
    turn : {"free", "one-sided"}
        How pieces may be turned by default. A wooden piece cannot be mirrored.

    Raises
    ------
    RequestError
        If the data are inconsistent: symmetries that change lengths or do not permute the cells,
        sides without exactly one neighbor, or cells that do not fill the plane. The message lists
        the faults.

    Notes
    -----
    A symmetry takes the point x to A x. A cell of kind k is the listed cell of that kind,
    translated by some x. Its center x + z(k) goes to A x + A z(k). Because A z(k) is z(k') plus a
    translation, this is an affine map for each kind, together with the resulting kind.
    """

    name: str
    cells: str
    dimension: int
    scale: int
    centers: tuple[Cell, ...]
    corners: tuple[tuple[Cell, ...], ...]
    basis: tuple[tuple[float, ...], ...]
    rotations: tuple[_Matrix, ...]
    reflection: _Matrix
    turn: Turn = "free"

    def __post_init__(self) -> None:
        """Check the data of a lattice that is not one of `LATTICES`."""
        if self.name in _NAMES:
            if "LATTICES" in globals():
                raise RequestError(
                    f"a lattice named {quoted(self.name)} already exists", where="name"
                )
            return
        from tilewright.model.space.own_lattices import lattice_faults

        if faults := lattice_faults(self):
            raise RequestError(
                f"invalid lattice: {joined(faults)}", where=quoted(str(self.name))[1:-1]
            )

    def __repr__(self) -> str:
        return f"<Lattice of {self.cells}>"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return as_lattice, (self.name,)

    def __lt__(self, other: object) -> bool:
        return self.name < other.name if isinstance(other, Lattice) else NotImplemented

    @property
    def kinds(self) -> int:
        """The number of kinds of cells."""
        return len(self.centers)

    @property
    def prefix(self) -> str:
        """The prefix of strings for this lattice: ``tri:``; empty for squares."""
        return "" if self is SQUARES else f"{self.name}:"

    @cached_property
    def periods(self) -> tuple[int, ...]:
        """The smallest translation along each axis."""
        return (1,) * (self.dimension - 1) + (self.kinds,)

    @cached_property
    def matrices(self) -> NDArray[np.int8]:
        """(symmetries, dimension, dimension) int8: what each symmetry does to coordinates."""
        rotations = [np.eye(self.dimension, dtype=np.int64)]
        known = {rotations[0].tobytes()}
        for matrix in rotations:
            for generator in self.rotations:
                product = np.array(generator, dtype=np.int64) @ matrix
                if product.tobytes() not in known:
                    known.add(product.tobytes())
                    rotations.append(product)
        mirrored = [matrix @ np.array(self.reflection, dtype=np.int64) for matrix in rotations]
        return read_only(np.array([*rotations, *mirrored], dtype=np.int8))

    @property
    def order(self) -> int:
        """The number of symmetries."""
        return len(self.matrices)

    @property
    def mirror(self) -> int:
        """The number of the first reflection, which is also the number of rotations."""
        return self.order // 2

    @cached_property
    def turns(self) -> dict[Turn, tuple[int, ...]]:
        """The symmetries that each way of turning allows."""
        basis = np.array(self.basis)
        moved = np.linalg.inv(basis) @ self.matrices.transpose(0, 2, 1) @ basis
        others = np.abs(moved) * (1 - np.eye(self.dimension))
        straight = np.flatnonzero(others.max(axis=(1, 2)) < 0.1)
        return {
            "free": tuple(range(self.order)),
            "one-sided": tuple(range(self.mirror)),
            "half-turn": tuple(straight[straight < self.mirror].tolist()),
            "fixed": (0,),
        }

    def allowed(self, turn: Turn, cells: NDArray[_Integers]) -> tuple[int, ...]:
        """Return the symmetries to apply to a set of cells, shape (n, dimension), that may be
        turned.

        A flat piece in space can be turned over, so its mirror image is the same piece. If balls
        lie in a triangular plane, only reflections of the lattice reach some of its positions.

        >>> bent = np.array([[0, 0, 0], [0, 0, 1], [1, 1, 2]])
        >>> len(BALLS.allowed("one-sided", bent)), len(BALLS.allowed("fixed", bent))
        (48, 1)
        """
        solid = self.dimension == 3 and turn == "one-sided"
        return self.turns["free" if solid and are_flat(cells) else turn]

    @property
    def elements(self) -> tuple[int, ...]:
        """The numbers of all symmetries."""
        return self.turns["free"]

    @cached_property
    def compose(self) -> NDArray[np.int8]:
        """(symmetries, symmetries) int8: ``compose[g, h]`` does h first, then g."""
        products = np.einsum("gij,hjk->ghik", self.matrices, self.matrices)
        same = (products[:, :, None] == self.matrices[None, None]).all(axis=(3, 4))
        return read_only(same.argmax(axis=2).astype(np.int8))

    @cached_property
    def cycles(self) -> tuple[tuple[int, ...], ...]:
        """For each axis of rotation, the symmetries by number of steps. The plane has one axis, and
        space has three.

        Rotations are counterclockwise as seen. In space, the axes are perpendicular to the layers,
        from left to right, and from front to back.

        >>> TRIANGLES.cycles, [len(cycle) for cycle in CUBES.cycles]
        (((0, 1, 2, 3, 4, 5),), [4, 4, 4])
        """
        matrices = self.matrices.tolist()
        steps = [matrices.index([list(row) for row in generator]) for generator in self.rotations]
        if self.dimension == 3:
            upright, across = steps
            steps.append(int(self.compose[self.compose[upright, across], self.inverse[upright]]))
        cycles = []
        for step in steps:
            cycle = [0]
            while following := int(self.compose[step, cycle[-1]]):
                cycle.append(following)
            cycles.append(tuple(cycle))
        return tuple(cycles)

    @cached_property
    def inverse(self) -> NDArray[np.int8]:
        """(symmetries,) int8: the symmetry that undoes each."""
        return read_only((self.compose == 0).argmax(axis=1).astype(np.int8))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each symmetry."""
        if self is SQUARES:
            return _SQUARE_NAMES
        if self.dimension == 2:
            step = 360 // self.mirror
            turned = [f"rotation by {step * number} degrees" for number in range(1, self.mirror)]
        else:
            turned = [f"rotation {number}" for number in range(1, self.mirror)]
        mirrored = [f"reflection {number}" for number in range(1, self.mirror + 1)]
        return ("identity", *turned, *mirrored)

    @cached_property
    def _affine(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each symmetry and kind, the translation (in periods) and the resulting kind."""
        shift = np.zeros((self.order, self.kinds, self.dimension), dtype=np.int64)
        kind = np.zeros((self.order, self.kinds), dtype=np.int64)
        centers = np.array(self.centers, dtype=np.int64)
        for element, matrix in enumerate(self.matrices.astype(np.int64)):
            for from_kind, center in enumerate(centers):
                steps, left = np.divmod(matrix @ center - centers, self.scale)
                (kind[element, from_kind],) = np.flatnonzero((left == 0).all(axis=1))
                shift[element, from_kind] = steps[kind[element, from_kind]]
        return shift, kind

    def check_element(self, element: int | str) -> int:
        """Return the number of a symmetry, given by number or name, or raise `RequestError`."""
        if isinstance(element, str):
            # Counterclockwise, as in pictures; "flip" turns over from left to right.
            plain = [
                name.replace("rotation by", "rotate").removesuffix(" degrees")
                for name in self.names
            ]
            usual = {name: number for number, name in enumerate(self.names)}
            usual |= {name: number for number, name in enumerate(plain)}
            if self.name == "square":
                usual |= {f"rotate {90 * turns}": turns for turns in range(4)}
                usual |= {"flip": 4, "flip left-right": 4, "flip top-bottom": 6, "transpose": 5}
            if element not in usual:
                raise RequestError(
                    f"unknown symmetry {quoted(element)}; the names are {', '.join(usual)}",
                    where="element",
                )
            return usual[element]
        number = check_integer(element, "element")
        if not 0 <= number < self.order:
            raise RequestError(
                f"must be a symmetry number from 0 to {self.order - 1}, got {number}",
                where="element",
            )
        return number

    def kind(self, cells: NDArray[_Integers]) -> NDArray[_Integers]:
        """Return the kind of each cell of an array of shape (…, dimension)."""
        kind: NDArray[_Integers] = cells[..., -1] % self.kinds
        return kind

    def image(self, element: int, cells: NDArray[_Integers]) -> NDArray[_Integers]:
        """Return the image of each cell under a symmetry.

        Parameters
        ----------
        element : int
            The number of a symmetry.
        cells : signed integer array, shape (…, dimension)

        Returns
        -------
        array of the same shape and type

        Examples
        --------
        >>> TRIANGLES.image(1, np.array([[0, 0], [0, 1]])).tolist()
        [[-1, 1], [-1, 2]]
        """
        matrix = self.matrices[element].T.astype(cells.dtype)
        if self.kinds == 1:
            image: NDArray[_Integers] = cells @ matrix
            return image
        reduced = cells.copy()
        of_kind = self.kind(cells)
        reduced[..., -1] //= self.kinds
        shift, kind = self._affine
        moved: NDArray[_Integers] = reduced @ matrix + shift[element][of_kind].astype(cells.dtype)
        moved[..., -1] = moved[..., -1] * self.kinds + kind[element][of_kind].astype(cells.dtype)
        return moved

    @cached_property
    def maps(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The symmetries as affine maps, for kernels.

        Returns
        -------
        matrices : (symmetries, dimension, dimension) int64
            The matrix of each symmetry on coordinates in periods, where the last coordinate is
            divided by the number of kinds.
        shift : (symmetries, kinds, dimension) int64
            The translation to add for a cell of each kind.
        kind : (symmetries, kinds) int64
            The image of each kind.
        """
        shift, kind = self._affine
        return read_only(self.matrices.astype(np.int64)), read_only(shift), read_only(kind)

    def corner(self, cells: NDArray[_Integers]) -> NDArray[_Integers]:
        """Return the translation of sets of cells from the origin.

        Parameters
        ----------
        cells : signed integer array, shape (…, n, dimension)
            The sets of n cells.

        Returns
        -------
        array, shape (…, 1, dimension)
            After subtracting it, each set touches 0 along every axis, or comes as close to 0 as a
            translation allows.
        """
        least: NDArray[_Integers] = cells.min(axis=-2, keepdims=True)
        if self.kinds > 1:
            least[..., -1] -= self.kind(least)
        return least

    def turned(self, element: int, cells: Sequence[Cell]) -> list[Cell]:
        """Return the images of a few cells under a symmetry, moved to the origin, in the same
        order.
        """
        if self.dimension == 2 and self.kinds == 1:
            # For a handful of cells, ten times as fast as arrays are.
            (a, b), (c, d) = self._rows[element]
            moved = [(a * row + b * column, c * row + d * column) for row, column in cells]
            top = min(moved)[0]
            left = min(column for _, column in moved)
            return [(row - top, column - left) for row, column in moved]
        image = self.image(element, np.array(cells, dtype=np.int64))
        return [tuple(cell) for cell in (image - self.corner(image)).tolist()]

    @cached_property
    def _rows(self) -> list[list[list[int]]]:
        """The matrices as lists."""
        rows: list[list[list[int]]] = self.matrices.tolist()
        return rows

    @cached_property
    def faces(self) -> tuple[tuple[Cell, ...], ...]:
        """For each kind, the steps to the cells that share a face (in the plane: an edge)."""
        return self._steps_sharing(self.dimension)

    @cached_property
    def touching(self) -> tuple[tuple[Cell, ...], ...]:
        """For each kind, the steps to the cells that share at least a corner."""
        return self._steps_sharing(1)

    @cached_property
    def moves(self) -> tuple[Cell, ...]:
        """The translations, in periods, to periods whose cells may share a corner with cells of the
        first period.
        """
        spread = np.ptp(
            np.array([corner for corners in self.corners for corner in corners]), axis=0
        )
        return tuple(
            itertools.product(*(range(-n, n + 1) for n in (-(-spread // self.scale)).tolist()))
        )

    @cached_property
    def reach(self) -> int:
        """The largest distance in rows and columns between touching cells, rounded up to a multiple
        of the number of kinds.

        A margin of this width around an array contains all touching cells, and keeps the kinds
        aligned.

        >>> SQUARES.reach, TRIANGLES.reach
        (1, 4)
        """
        far = max(abs(x) for steps in self.touching for step in steps for x in step)
        return -(-far // self.kinds) * self.kinds

    def _steps_sharing(self, least: int) -> tuple[tuple[Cell, ...], ...]:
        """Return the steps from a cell of each kind to the cells that share this number of corners
        with it.
        """
        steps_of_kinds: list[tuple[Cell, ...]] = []
        for from_kind in range(self.kinds):
            corners = set(self.corners[from_kind])
            steps = []
            for move in self.moves:
                for to_kind in range(self.kinds):
                    step = (*move[:-1], move[-1] * self.kinds + to_kind - from_kind)
                    if any(step) and len(corners & self._corners_at(from_kind, step)) >= least:
                        steps.append(step)
            steps_of_kinds.append(tuple(sorted(steps)))
        return tuple(steps_of_kinds)

    @cached_property
    def sides(self) -> tuple[tuple[Cell, ...], ...]:
        """For each kind in the plane, the step across the side between each corner and the next
        corner around the cell.
        """
        steps_of_kinds = []
        for from_kind, corners in enumerate(self.corners):
            across: list[Cell] = []
            for corner, following in zip(corners, (*corners[1:], corners[0]), strict=True):
                across += [
                    step
                    for step in self.faces[from_kind]
                    if {corner, following} <= self._corners_at(from_kind, step)
                ]
            steps_of_kinds.append(tuple(across))
        return tuple(steps_of_kinds)

    def _corners_at(self, from_kind: int, step: Cell) -> set[Cell]:
        """Return the scaled corners of the cell that is one step away from the cell of a kind."""
        periods, to_kind = divmod(from_kind + step[-1], self.kinds)
        move = (*step[:-1], periods)
        return {
            tuple(x + self.scale * m for x, m in zip(corner, move, strict=True))
            for corner in self.corners[to_kind]
        }

    def neighbors(self, cell: Cell) -> list[Cell]:
        """Return the cells that share a face with a cell.

        Examples
        --------
        >>> HEXAGONS.neighbors((2, 2))
        [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]
        """
        steps = self.faces[cell[-1] % self.kinds]
        return [tuple(map(add, cell, step)) for step in steps]

    def connected(self, cells: Iterable[Cell]) -> bool:
        """Whether cells are connected through faces."""
        whole = set(cells)
        return len(next(self.parts(whole))) == len(whole)

    def parts(self, cells: Iterable[Cell]) -> Iterator[list[Cell]]:
        """Yield the components of cells connected through faces, in ascending order of their first
        cells. Each component starts with its first cell.
        """
        return connected_parts(cells, self.neighbors)

    def outline(self, cell: Cell) -> list[tuple[float, ...]]:
        """Return the corners of a cell in a picture. For a lattice of the plane, they are in the
        order around the cell.

        Returns
        -------
        list of points
            ``(x, y)``, or ``(x, y, z)`` in space; x to the right, y downwards. The sides of cells
            have length 1, except for hexagons, whose neighboring centers have distance 1.

        Examples
        --------
        >>> SQUARES.outline((1, 0))
        [(-0.5, 0.5), (0.5, 0.5), (0.5, 1.5), (-0.5, 1.5)]
        """
        kind = cell[-1] % self.kinds
        place = np.array((*cell[:-1], cell[-1] // self.kinds))
        corners = np.array(self.corners[kind]) / self.scale + place
        return [tuple(point) for point in (corners @ np.array(self.basis)).tolist()]

    def center(self, cells: NDArray[np.signedinteger[Any]]) -> NDArray[np.float64]:
        """Return the positions of the centers of cells in a picture, for an array of shape (…,
        dimension).
        """
        reduced = cells.astype(np.float64)
        kinds = self.kind(cells)
        reduced[..., -1] = cells[..., -1] // self.kinds
        points: NDArray[np.float64] = (
            reduced + np.array(self.centers)[kinds] / self.scale
        ) @ np.array(self.basis)
        return points


def are_flat(cells: NDArray[_Integers]) -> NDArray[np.bool_]:
    """Return whether sets of cells in space, shape (…, n, 3), each lie in one plane."""
    flat: NDArray[np.bool_] = np.linalg.matrix_rank(cells - cells[..., :1, :]) < 3
    return flat


def as_lattice(lattice: Lattice | str) -> Lattice:
    """Return a lattice, given as a lattice or by name."""
    if isinstance(lattice, Lattice):
        return lattice
    name = check_text(lattice, "a lattice", error=RequestError)
    if name not in LATTICES:
        raise RequestError(
            f"must be one of {', '.join(LATTICES)}, got {quoted(name)}", where="lattice"
        )
    return LATTICES[name]


def is_known(lattice: Lattice) -> bool:
    """Return whether other processes know a lattice by name, because it was not created in this
    process.
    """
    return LATTICES.get(lattice.name) is lattice


_SQUARE_NAMES = (
    "identity",
    "quarter turn",
    "half turn",
    "three-quarter turn",
    "left-right reflection",
    "main-diagonal reflection",
    "top-bottom reflection",
    "anti-diagonal reflection",
)
_HEIGHT = math.sqrt(3) / 2
#: A turn by 60 degrees counterclockwise, and the left-right reflection, of triangles and hexagons.
_SIXTH: _Matrix = ((0, -1), (1, 1))
_FLIP: _Matrix = ((1, 0), (-1, -1))

#: The squares. Rows grow downwards; the rotations are counterclockwise as seen.
SQUARES = Lattice(
    name="square",
    cells="squares",
    dimension=2,
    scale=2,
    centers=((0, 0),),
    corners=(((-1, -1), (-1, 1), (1, 1), (1, -1)),),
    basis=((0.0, 1.0), (1.0, 0.0)),
    rotations=(((0, -1), (1, 0)),),
    reflection=((1, 0), (0, -1)),
)
#: The triangles: a rhomb of each row and column is two of them, the first pointing down, the second
#: up.
TRIANGLES = Lattice(
    name="tri",
    cells="triangles",
    dimension=2,
    scale=3,
    centers=((1, 1), (2, 2)),
    corners=(((0, 0), (0, 3), (3, 0)), ((0, 3), (3, 3), (3, 0))),
    basis=((0.5, _HEIGHT), (1.0, 0.0)),
    rotations=(_SIXTH,),
    reflection=_FLIP,
)
#: The hexagons in axial coordinates: each row lies half a cell to the right of the row above it.
HEXAGONS = Lattice(
    name="hex",
    cells="hexagons",
    dimension=2,
    scale=3,
    centers=((0, 0),),
    corners=(((-2, 1), (-1, 2), (1, 1), (2, -1), (1, -2), (-1, -1)),),
    basis=((0.5, _HEIGHT), (1.0, 0.0)),
    rotations=(_SIXTH,),
    reflection=_FLIP,
)
#: The cubes: layer, row, column. The first rotation is a quarter turn in a layer, as that of the
#: squares.
CUBES = Lattice(
    name="cube",
    cells="cubes",
    dimension=3,
    scale=2,
    centers=((0, 0, 0),),
    corners=(tuple(itertools.product((-1, 1), repeat=3)),),
    basis=((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
    rotations=(((1, 0, 0), (0, 0, -1), (0, 1, 0)), ((0, -1, 0), (1, 0, 0), (0, 0, 1))),
    reflection=((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    turn="one-sided",
)

#: The balls of a face-centered cubic packing: layer, row, column. In each layer, they form squares.
#: Each ball rests on four balls of the next layer, so rows and columns of that layer begin half a
#: ball earlier. A cell is the rhombic dodecahedron around a ball.
BALLS = Lattice(
    name="ball",
    cells="balls",
    dimension=3,
    scale=4,
    centers=((0, 0, 0),),
    corners=(
        tuple(
            (sign * layer, sign * row, sign * column)
            for layer, row, column in (
                *((0, 2, 2), (0, 2, -2), (4, 2, 2)),
                *((2, 3, 1), (2, 1, 3), (2, 1, -1), (2, -1, 1)),
            )
            for sign in (1, -1)
        ),
    ),
    basis=((-0.5, -0.5, math.sqrt(0.5)), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
    rotations=(((1, 0, 0), (1, 0, -1), (0, 1, 0)), ((0, -1, 1), (0, 0, 1), (-1, 0, 1))),
    reflection=((-1, 0, 0), (-1, 1, 0), (-1, 0, 1)),
    turn="one-sided",
)

#: All lattices by their names: those of tilewright, and those of plug-ins.
LATTICES: Table[str, Lattice] = Table(
    "tilewright.lattices",
    Lattice,
    {lattice.name: lattice for lattice in (SQUARES, TRIANGLES, HEXAGONS, CUBES, BALLS)},
    lambda name, lattice: "" if lattice.name == name else f"has the name '{lattice.name}'",
)
