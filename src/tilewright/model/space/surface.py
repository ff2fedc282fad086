"""Surfaces: flat boards with joined sides. A surface identifies cells of the plane that certain
moves map to each other.

It is given by the group of these moves: translations by combinations of at most two periods. A
Möbius strip or Klein bottle also has a glide reflection, whose square is a period. All images of a
cell of the plane under the moves are the same cell of the surface. Therefore, a piece that crosses
a joined side continues at the other side. Only `Surface.copies` depends on this.

>>> Surface.named("torus", (2, 3), SQUARES).periods
((2, 0), (0, 3))
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BoardError, ProblemError, quoted
from tilewright.model.space.lattice import SQUARES, Cell, Lattice, cell_word

#: The names of the surfaces, as they stand before the shape of a board.
SURFACES = ("cylinder", "moebius", "torus", "klein")
_FLAT = "flat"
#: The label of what is not on a board.
_OUTSIDE = -1
_Integers = TypeVar("_Integers", bound=np.signedinteger[Any])
_PAIR = r"-?[0-9]{1,9},-?[0-9]{1,9}"
_GENERAL = re.compile(rf"([a-z]+)\[({_PAIR}(?:;{_PAIR})?)(?:\|([0-9]{{1,2}})@({_PAIR}))?\]")


@dataclass(frozen=True)
class Surface:
    """A surface, which says how the sides of a flat board are joined.

    Parameters
    ----------
    periods : iterable of (row, column) pairs
        At most two independent translations that map each cell to itself. They are stored in a
        normal form, so surfaces with the same group are equal.
    glide : (element, shift), optional
        A symmetry of the lattice, followed by a translation, that also maps each cell to itself.
    name : str
        The name, which is ignored in comparisons.

    Raises
    ------
    BoardError
        If the periods are not independent, or the square of the glide is not a combination of
        periods.
    """

    periods: tuple[Cell, ...] = ()
    glide: tuple[int, Cell] | None = None
    name: str = field(default=_FLAT, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "periods", _normal_form(self.periods))
        if self.joined and self.name == _FLAT:
            kinds = ("klein", "torus") if len(self.periods) == 2 else ("moebius", "cylinder")
            object.__setattr__(self, "name", kinds[self.glide is None])
        if self.glide is not None:
            element, shift = self.glide
            object.__setattr__(
                self, "glide", (element, tuple(self.reduced(np.array(shift)).tolist()))
            )

    @classmethod
    def named(cls, name: str, shape: tuple[int, ...], lattice: Lattice) -> Surface:
        """Return the surface with this name for a board of a given shape.

        Raises
        ------
        BoardError
            If there is no such surface, or the lattice does not support it.
        """
        if name == "flat":
            return FLAT
        if not isinstance(name, str):
            raise BoardError(f"the name of a surface must be a string, got {quoted(name)}")
        if match := _GENERAL.fullmatch(name):
            periods = tuple(_pair(pair) for pair in match[2].split(";"))
            glide = (int(match[3]), _pair(match[4])) if match[3] else None
            return cls(periods, glide, match[1])
        if name not in SURFACES:
            raise BoardError(f"unknown surface {quoted(name)}; supported: {', '.join(SURFACES)}")
        if lattice.dimension != 2:
            raise BoardError(
                f"only flat boards can have joined sides, got a board of {lattice.cells}"
            )
        if shape[1] % lattice.kinds:
            raise BoardError(
                f"to join sides, each row must have the same number of {lattice.cells} of each "
                "kind, "
                f"got {shape[1]} columns"
            )
        rows, columns = shape
        upright = ((rows, 0),) if name in ("torus", "klein") else ()
        if name in ("cylinder", "torus"):
            return cls((*upright, (0, columns)), name=name)
        if lattice is not SQUARES:
            raise BoardError(
                f"on {lattice.cells}, the left and right sides cannot be joined with a flip, "
                "because the rows are slanted; supported: cylinder, torus"
            )
        flip = lattice.matrices.tolist().index([[-1, 0], [0, 1]])
        return cls((*upright, (0, 2 * columns)), (flip, (rows - 1, columns)), name)

    @property
    def title(self) -> str:
        """The name in a sentence."""
        return {"moebius": "Möbius strip", "klein": "Klein bottle"}.get(self.name, self.name)

    @property
    def joined(self) -> bool:
        """Whether any sides are joined."""
        return bool(self.periods)

    def word(self, shape: tuple[int, ...], lattice: Lattice) -> str:
        """Return the name that `named` reads for a board of this shape; empty for a flat board."""
        if not self.joined:
            return ""
        if self.name in SURFACES and lattice.dimension == 2:
            try:
                if Surface.named(self.name, shape, lattice) == self:
                    return self.name
            except BoardError:
                pass
        periods = ";".join(map(cell_word, self.periods))
        glide = ""
        if self.glide is not None:
            glide = f"|{self.glide[0]}@{cell_word(self.glide[1])}"
        return f"{self.name}[{periods}{glide}]"

    @cached_property
    def _turnings(self) -> tuple[tuple[int, Cell], ...]:
        """The moves up to translations by periods: the identity and the glide."""
        identity = (0, (0,) * len(self.periods[0]) if self.periods else ())
        return (identity,) if self.glide is None else (identity, self.glide)

    def check(self, lattice: Lattice) -> None:
        """Raise an error if the moves do not form a group of moves of a lattice.

        Raises
        ------
        BoardError
            If a period maps a cell to a cell of another kind, or the glide is not compatible with
            the periods.
        """
        for period in self.periods:
            if period[-1] % lattice.kinds:
                raise BoardError(
                    f"the period {period[0]},{period[1]} maps {lattice.cells} to cells of a "
                    "different kind"
                )
        if self.glide is not None:
            if not 0 < self.glide[0] < lattice.order:
                raise BoardError(
                    f"the glide must be a symmetry number from 1 to {lattice.order - 1}, "
                    f"got {self.glide[0]}"
                )
            origin = np.zeros((1, lattice.dimension), dtype=np.int64)
            once = self.image(lattice, 1, origin)
            twice = self.image(lattice, 1, once)
            back = (
                lattice.compose[self.glide[0], self.glide[0]] == 0
                and not self.reduced(twice - origin).any()
            )
            periods = [
                self.image(lattice, 1, origin + np.array(period)) - once for period in self.periods
            ]
            if not back or any(self.reduced(period).any() for period in periods):
                raise BoardError(
                    "the glide is invalid: applied twice, it must give one of the translations, "
                    "and it must map each translation to a translation"
                )

    @property
    def turnings(self) -> tuple[int, ...]:
        """The symmetries in which a piece that goes around the surface comes back; 0 is the
        identity.
        """
        return tuple(element for element, _ in self._turnings)

    def reduced(self, cells: NDArray[np.signedinteger[Any]]) -> NDArray[np.signedinteger[Any]]:
        """Return cells of the plane, shape (…, 2), moved by periods to a representative that is the
        same for all copies.
        """
        moved = np.array(cells)
        for period in self.periods:
            axis = next(axis for axis, step in enumerate(period) if step)
            times = moved[..., axis] // period[axis]
            moved -= times[..., None] * np.array(period, dtype=moved.dtype)
        return moved

    def image(self, lattice: Lattice, turning: int, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the images of cells under a move: 0 is the identity, and 1 is the glide."""
        element, shift = self._turnings[turning]
        if not element:
            return cells
        moved: NDArray[np.int64] = lattice.image(element, cells) + np.array(shift)
        return moved

    def copies(
        self,
        lattice: Lattice,
        cells: NDArray[np.int64],
        low: NDArray[np.int64],
        high: NDArray[np.int64],
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all cells in a part of the plane that are identified with cells of the board.

        Parameters
        ----------
        cells : (a, d) int
            The cells of the board.
        low, high : (d,) int
            The part of the plane: low <= cell < high.

        Returns
        -------
        where : (n, d) int
        which : (n,) int
            The number of the corresponding cell of the board.
        """
        places, numbers = [], []
        all_numbers = np.arange(len(cells))
        for moved in self.images(lattice, cells, low, high):
            inside = ((moved >= low) & (moved < high)).all(axis=1)
            places.append(moved[inside])
            numbers.append(all_numbers[inside])
        if not places:
            return cells[:0], all_numbers[:0]
        return np.concatenate(places), np.concatenate(numbers)

    def images(
        self,
        lattice: Lattice,
        cells: NDArray[np.int64],
        low: NDArray[np.int64],
        high: NDArray[np.int64],
    ) -> Iterator[NDArray[np.int64]]:
        """Yield the images of all cells under each move that may map a cell into a part of the
        plane.

        Parameters
        ----------
        cells : (a, d) int
        low, high : (d,) int
            The part of the plane: low <= cell < high.
        """
        for turning in range(len(self._turnings)):
            image = self.image(lattice, turning, cells)
            least, most = image.min(axis=0), image.max(axis=0)
            for shift in self._translations(low - most, high - 1 - least):
                yield image + shift

    def _translations(
        self, low: NDArray[np.int64], high: NDArray[np.int64]
    ) -> Iterator[NDArray[np.int64]]:
        """Yield the combinations of the periods with low <= combination <= high."""
        shifts = [np.zeros(len(low), dtype=np.int64)]
        for period in self.periods:
            step = np.array(period, dtype=np.int64)
            axis = next(axis for axis, length in enumerate(period) if length)
            # Later periods have no step along this axis.
            bounds = [
                (
                    -(-(int(low[axis]) - int(s[axis])) // period[axis]),
                    (int(high[axis]) - int(s[axis])) // period[axis],
                )
                for s in shifts
            ]
            shifts = [
                shift + times * step
                for shift, (first, last) in zip(shifts, bounds, strict=True)
                for times in range(first, last + 1)
            ]
        for shift in shifts:
            if (shift >= low).all() and (shift <= high).all():
                yield shift

    def transform(self, lattice: Lattice, element: int, shift: NDArray[np.int64]) -> Surface:
        """Return the image of the surface under a symmetry followed by a translation."""
        origin = np.zeros((1, lattice.dimension), dtype=np.int64)
        home = lattice.image(element, origin)
        periods = [
            tuple((lattice.image(element, origin + np.array(period)) - home)[0].tolist())
            for period in self.periods
        ]
        glide = None
        if self.glide is not None:
            symmetry = int(
                lattice.compose[lattice.compose[element, self.glide[0]], lattice.inverse[element]]
            )
            start = home + shift
            end = lattice.image(element, self.image(lattice, 1, origin)) + shift
            glide = (symmetry, tuple((end - lattice.image(symmetry, start))[0].tolist()))
        return Surface(tuple(periods), glide, self.name)

    def preserved_by(
        self, lattice: Lattice, element: int, shifts: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Return after which translations a symmetry leaves the surface as it is, (n,) bool for
        shifts (n, d).
        """
        origin = np.zeros((1, lattice.dimension), dtype=np.int64)
        if self.transform(lattice, element, origin[0]).periods != self.periods:
            return np.zeros(len(shifts), dtype=np.bool_)
        if self.glide is None:
            return np.ones(len(shifts), dtype=np.bool_)
        symmetry = int(
            lattice.compose[lattice.compose[element, self.glide[0]], lattice.inverse[element]]
        )
        if symmetry != self.glide[0]:
            return np.zeros(len(shifts), dtype=np.bool_)
        # The glide between what is turned and moved: back, along the glide, and there again.
        start = lattice.image(element, origin) + shifts
        end = lattice.image(element, self.image(lattice, 1, origin)) + shifts
        same: NDArray[np.bool_] = (
            self.reduced(end - lattice.image(symmetry, start)) == self.glide[1]
        ).all(axis=1)
        return same

    def __str__(self) -> str:
        return self.name


def continued(
    labels: NDArray[_Integers], lattice: Lattice, surface: Surface, margin: int = 2
) -> NDArray[_Integers]:
    """Return a label array with a margin. Beyond a joined side, the margin contains the cells at
    the other side.

    Parameters
    ----------
    labels : signed integer array of `Lattice.dimension` axes
        The labels; -1 outside the board.
    margin : int
        The width of the margin on each side of each axis, which is a multiple of `Lattice.kinds` so
        that kinds stay aligned.

    Returns
    -------
    array
        An array that is longer by twice the margin along each axis; -1 if there is no cell.

    Examples
    --------
    >>> ring = np.array([[0, 0, 1]])
    >>> continued(ring, SQUARES, Surface.named("cylinder", (1, 3), SQUARES), 1).tolist()
    [[-1, -1, -1, -1, -1], [1, 0, 0, 1, 0], [-1, -1, -1, -1, -1]]
    """
    around: NDArray[_Integers] = np.pad(labels, margin, constant_values=_OUTSIDE)
    if surface.joined and len(cells := np.argwhere(labels != _OUTSIDE)):
        low = np.full(labels.ndim, -margin)
        where, which = surface.copies(lattice, cells, low, np.array(labels.shape) + margin)
        around[tuple((where + margin).T)] = labels[tuple(cells[which].T)]
    return around


def labels_beside(
    labels: NDArray[_Integers], lattice: Lattice, surface: Surface, steps: Sequence[Sequence[Cell]]
) -> Iterator[tuple[NDArray[_Integers], NDArray[_Integers]]]:
    """Yield the labels of the cells of each kind, and for each step of that kind the labels of the
    cells a step away; -1 if there is no cell.

    Parameters
    ----------
    steps : sequence of sequences of cells
        The steps from the cells of each kind, such as `Lattice.faces`.

    Examples
    --------
    >>> for here, there in labels_beside(np.array([[0, 1]]), SQUARES, FLAT, [[(0, 1), (1, 0)]]):
    ...     print(here.tolist(), there.tolist())
    [[0, 1]] [[1, -1]]
    [[0, 1]] [[-1, -1]]
    """
    kinds = lattice.kinds
    reach = max(abs(x) for of_kind in steps for step in of_kind for x in step)
    margin = -(-reach // kinds) * kinds
    around = continued(labels, lattice, surface, margin)
    for kind, of_kind in enumerate(steps):
        cells = labels[..., kind::kinds]
        for step in of_kind:
            begin = [margin + x for x in step]
            begin[-1] += kind
            part = tuple(slice(x, x + size) for x, size in zip(begin, labels.shape, strict=True))
            yield cells, around[part][..., ::kinds][..., : cells.shape[-1]]


def copied(
    mask: NDArray[np.bool_], lattice: Lattice, surface: Surface, margin: int = 2
) -> dict[Cell, Cell]:
    """Return the cells around a board that are identified with cells of the board, together with
    these; empty if no sides are joined.

    Parameters
    ----------
    mask : bool array of `Lattice.dimension` axes
        The cells of the board.
    margin : int
        The distance around the board, on each side of each axis, which is a multiple of
        `Lattice.kinds`.

    Examples
    --------
    >>> ring = np.ones((1, 3), dtype=bool)
    >>> copied(ring, SQUARES, Surface.named("cylinder", (1, 3), SQUARES), 1)
    {(0, -1): (0, 2), (0, 3): (0, 0)}
    """
    if not surface.joined:
        return {}
    cells = np.argwhere(mask)
    where, which = surface.copies(
        lattice, cells, np.full(mask.ndim, -margin), np.array(mask.shape) + margin
    )
    pairs = zip(map(tuple, where.tolist()), map(tuple, cells[which].tolist()), strict=True)
    return {copy: cell for copy, cell in pairs if copy != cell}


def neighboring(
    cells: NDArray[np.signedinteger[Any]],
    lattice: Lattice,
    surface: Surface,
    *,
    corners: bool = False,
) -> NDArray[np.int32]:
    """Return the pairs of cells that share a face (in the plane, an edge), including pairs across
    joined sides.

    Parameters
    ----------
    cells : (a, d) int
    corners : bool
        Include cells that share only a corner.

    Returns
    -------
    (m, 2) int32
        The rows of the cells, the smaller one first.

    Examples
    --------
    >>> ring = np.array([[0, 0], [0, 1], [0, 2]])
    >>> neighboring(ring, SQUARES, Surface.named("cylinder", (1, 3), SQUARES)).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    number = np.full(cells.max(axis=0) + 1, _OUTSIDE, dtype=np.int32)
    number[tuple(cells.T)] = np.arange(len(cells))
    steps = lattice.touching if corners else lattice.faces
    pairs = [
        np.stack([here, there], axis=-1)[(here >= 0) & (there > here)]
        for here, there in labels_beside(number, lattice, surface, steps)
    ]
    return np.unique(np.concatenate(pairs), axis=0)


class Space(Protocol):
    """A value with cells of a lattice on a surface: a board, a tiling, a flat piece or polyform."""

    @property
    def lattice(self) -> Lattice:
        """The lattice of the cells."""

    @property
    def surface(self) -> Surface:
        """The surface, which determines how sides are joined."""


def is_flat_squares(space: Space) -> bool:
    """Whether the cells are squares and no sides are joined."""
    return space.lattice is SQUARES and not space.surface.joined


def space_words(space: Space, shape: tuple[int, ...]) -> dict[str, str]:
    """Return the JSON keys for a lattice and a surface; empty if the cells are squares and no sides
    are joined.
    """
    if is_flat_squares(space):
        return {}
    return {
        "lattice": space.lattice.name,
        "surface": space.surface.word(shape, space.lattice) or _FLAT,
    }


def space_prefix(space: Space, shape: tuple[int, ...]) -> str:
    """Return surface and lattice as a prefix, such as ``torus:hex:``; empty for flat squares."""
    surface = space.surface.word(shape, space.lattice)
    return (f"{surface}:" if surface else "") + space.lattice.prefix


def check_flat_squares(space: Space, what: str) -> None:
    """Raise `ProblemError` unless `space` consists of flat squares, as `what` (a plural)
    requires.
    """
    if not is_flat_squares(space):
        on = (
            f"a {space.surface.title} of {space.lattice.cells}"
            if space.surface.joined
            else space.lattice.cells
        )
        raise ProblemError(f"{what} are supported only on flat boards of squares, not on {on}")


def _pair(text: str) -> Cell:
    row, column = text.split(",")
    return int(row), int(column)


def _normal_form(periods: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the periods in Hermite normal form, which is the same for all bases of a group."""
    rows = [[int(x) for x in period] for period in periods]
    if len(rows) > 2 or any(len(row) != 2 for row in rows):
        raise BoardError(
            f"a surface must have at most two periods (rows, columns), got {quoted(rows)}"
        )
    if len(rows) == 2:
        (a, b), (c, d) = rows
        if a * d == b * c:
            raise BoardError(f"the periods {a},{b} and {c},{d} must be linearly independent")
        while c:
            a, b, c, d = c, d, a - a // c * c, b - a // c * d
        d = abs(d)
        if a < 0:
            a, b = -a, -b
        return ((a, b % d), (0, d))
    if len(rows) == 1:
        ((a, b),) = rows
        if not math.gcd(a, b):
            raise BoardError("a period must not be 0,0")
        return ((a, b) if (a, b) > (0, 0) else (-a, -b),)
    return ()


#: No sides are joined.
FLAT = Surface()
