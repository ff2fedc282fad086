"""Scans: in which order the cells are taken, and when the lines of a board repeat.

Nothing here knows how many coordinates a cell has, or what shape: a line is all cells with one number along an axis (or
with as many of them as there are kinds of cells along it), and what may be placed in it follows from the translations.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd, prod
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.scan.moves import Options
from tilewright.problem import Problem

__all__ = [
    "Axis",
    "Lines",
    "Repeat",
    "Scan",
    "axis_names",
    "board_scans",
    "line_coordinates",
    "line_scan",
    "long_axis",
    "mirrors",
    "repeats",
]

#: Along which lines the cells are taken.
Axis = Literal["rows", "columns", "layers"]
#: The same, or the way with the narrower frontier.
Lines = Literal["auto", "rows", "columns", "layers"]

_NAMES: dict[int, tuple[Axis, ...]] = {2: ("rows", "columns"), 3: ("layers", "rows", "columns")}


def axis_names(dimension: int) -> tuple[Axis, ...]:
    """Return what the lines along each axis are called."""
    return _NAMES[dimension]


@dataclass(frozen=True, eq=False)
class Scan:
    """An order of the cells.

    Attributes
    ----------
    name : {"rows", "columns", "layers"}
        Along which lines the cells are taken.
    position : (area,) int64
        The place of each cell.
    partner : (area,) int64 or None
        For a scan that takes each line from both ends at once, the place of each place's mirror
        image in its line.
    """

    name: Axis
    position: NDArray[np.int64]
    partner: NDArray[np.int64] | None = None

    def lines(self, cells: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the line of each cell, (a,), given its coordinates (a, d)."""
        return cells[:, axis_names(cells.shape[1]).index(self.name)].astype(np.int64)

    def line_ends(self, cells: NDArray[np.int32]) -> list[int]:
        """Return how many cells are taken after each line."""
        ends: list[int] = np.cumsum(np.unique(self.lines(cells), return_counts=True)[1]).tolist()
        return ends


def board_scans(cells: NDArray[np.int32], *, folded: bool) -> list[Scan]:
    """Return the scans by rows and by columns; of cells in space by layers, rows and columns, each in two ways.

    Parameters
    ----------
    cells : (a, d) int32
        The coordinates of each cell.
    folded : bool
        Take each line from its two ends inwards, so that mirror images come side by side.
    """
    scans: list[Scan] = []
    coordinates = cells.T.astype(np.int64)
    for axes in itertools.permutations(range(len(coordinates))):
        name = axis_names(len(axes))[axes[0]]
        # What is sorted by last stands first.
        keys = [coordinates[axis] for axis in reversed(axes)]
        if not folded:
            scans.append(Scan(name, _inverse(np.lexsort(keys))))
            continue
        place = keys[0]
        mirrored = int(place.min() + place.max()) - place
        position = _inverse(np.lexsort([place, np.minimum(place, mirrored), *keys[1:]]))
        image = _lookup(np.stack([place, *keys[1:]]), np.stack([mirrored, *keys[1:]]))
        if image is not None:
            partner = np.empty(len(cells), dtype=np.int64)
            partner[position] = position[image]
            scans.append(Scan(name, position, partner))
    return scans


def _inverse(order: NDArray[np.int64]) -> NDArray[np.int64]:
    position = np.empty(len(order), dtype=np.int64)
    position[order] = np.arange(len(order))
    return position


def _lookup(points: NDArray[np.int64], images: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Return the number of the point at each image; None if there is none at one of them."""
    shape = tuple((np.maximum(points, images).max(axis=1) + 1).tolist())
    known, wanted = np.ravel_multi_index(tuple(points), shape), np.ravel_multi_index(tuple(images), shape)
    order = np.argsort(known)
    found = order[np.minimum(np.searchsorted(known, wanted, sorter=order), len(order) - 1)]
    return found if np.array_equal(known[found], wanted) else None


def line_coordinates(cells: NDArray[np.int64], axis: int, kinds: int) -> NDArray[np.int64]:
    """Return the line of each cell, then where it is in the line, (n, 1 + e).

    Parameters
    ----------
    cells : (n, d) int64
    axis : int
        Along which lines follow one another.
    kinds : int
        How many kinds of cells there are along it: so many cells are one line, and their kind stands last.
    """
    others = [other for other in range(cells.shape[1]) if other != axis]
    if kinds == 1:
        return np.ascontiguousarray(cells[:, [axis, *others]])
    line, kind = np.divmod(cells[:, axis], kinds)
    return np.column_stack([line, cells[:, others], kind])


def line_scan(cells: NDArray[np.int32], axis: int, kinds: int) -> Scan:
    """Return the scan that takes line after line along an axis, each in reading order."""
    keys = line_coordinates(cells.astype(np.int64), axis, kinds).T
    return Scan(axis_names(cells.shape[1])[axis], _inverse(np.lexsort(keys[::-1])))


def mirrors(options: Options, image: NDArray[np.int64], count: Sequence[int] = ()) -> bool:
    """Whether a map of the cells takes options to options, counted kinds to themselves.

    Parameters
    ----------
    image : (area,) int64
        The image of each cell.
    count : sequence of int
        Kinds that are counted beside those whose copies have bounds.
    """
    counted = np.array([options.bounded(kind) or kind in count for kind in range(len(options.most))])
    kind = np.where(counted[options.kind], options.kind, -1)
    return np.array_equal(_sorted_sets(options, kind, None), _sorted_sets(options, kind, image))


def _sorted_sets(
    options: Options, kind: NDArray[np.int64], image: NDArray[np.int64] | None
) -> NDArray[np.int64]:
    """Return the options, (p, longest + 2), as rows in an order that does not depend on their numbers."""
    lengths = np.diff(options.start)
    longest = int(lengths.max(initial=0))
    rows = np.full((options.size, longest + 2), options.area, dtype=np.int64)
    where = np.arange(longest) < lengths[:, None]
    body = np.full((options.size, longest), options.area, dtype=np.int64)
    body[where] = options.item if image is None else image[options.item]
    body.sort(axis=1)
    rows[:, :longest] = body
    rows[:, longest] = kind
    rows[:, longest + 1] = options.copies
    return rows[np.lexsort(rows.T[::-1])]


@dataclass(frozen=True, eq=False)
class Slides:
    """What may begin in a line of a board that repeats: the shapes with one number of cells, slid along the line.

    Attributes
    ----------
    cells : (m, k, 2) int64
        Line and place of each cell; the first line is 0.
    shape : (m,) int64
        The number of the shape.
    """

    cells: NDArray[np.int64]
    shape: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Repeat:
    """A board that looks the same at each line.

    Attributes
    ----------
    axis : int
        The axis along which lines follow one another: 0 if rows (layers, in space) repeat.
    lines : {"rows", "columns", "layers"}
        What they are called.
    length : int
        Number of lines.
    shapes : list of (cells, 1 + e) int64 arrays
        The oriented pieces: the line of each cell, then where it is in the line.
    piece : tuple of int
        The piece of each shape.
    box : (e,) tuple of int
        How many cells a line has along each of its own axes.
    steps : (e,) tuple of int
        By how many cells a shape can be moved along each of them; 0 if not at all.
    around : (e,) tuple of bool
        Along which of them the line closes on itself.
    optional : bool
        Whether cells may stay empty.
    """

    axis: int
    lines: Axis
    length: int
    shapes: list[NDArray[np.int64]]
    piece: tuple[int, ...]
    box: tuple[int, ...]
    steps: tuple[int, ...]
    around: tuple[bool, ...]
    optional: bool

    @cached_property
    def width(self) -> int:
        """Cells of a line."""
        return prod(self.box)

    @cached_property
    def reach(self) -> int:
        """Over how many lines the longest shape goes."""
        return 1 + max((int(shape[:, 0].max()) for shape in self.shapes), default=0)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What says which moves a line has: equal for boards of any length that have the same."""
        shapes = tuple(shape.tobytes() for shape in self.shapes)
        return self.box, self.steps, self.around, self.optional, shapes

    @property
    def flat(self) -> bool:
        """Whether no sides are joined."""
        return not any(self.around)

    @property
    def period(self) -> int:
        """After how many lines the states are of the same kind again.

        The covered area is a multiple of the greatest common divisor g of the areas of the pieces,
        so at the end of line r the frontier holds -r * width cells modulo g.
        """
        area = gcd(*[len(shape) for shape in self.shapes], 1 if self.optional else 0)
        return area // gcd(area, self.width)

    def narrowed(self, cells: int) -> Repeat:
        """Return the same with a line that has so many cells along its longest axis."""
        longest = self.box.index(max(self.box))
        return replace(self, box=(*self.box[:longest], cells, *self.box[longest + 1 :]))

    def only(self, chosen: list[bool]) -> Repeat:
        """Return the same with some of the shapes."""
        numbers = [number for number, wanted in enumerate(chosen) if wanted]
        shapes = [self.shapes[number] for number in numbers]
        return replace(self, shapes=shapes, piece=tuple(self.piece[number] for number in numbers))

    @cached_property
    def slides(self) -> list[Slides]:
        """What may begin in a line, for each number of cells that shapes have."""
        sizes: dict[int, list[int]] = {}
        for number, shape in enumerate(self.shapes):
            sizes.setdefault(len(shape), []).append(number)
        return [self._slid(np.array(numbers)) for numbers in sizes.values()]

    def _slid(self, numbers: NDArray[np.int64]) -> Slides:
        cells = np.stack([self.shapes[number] for number in numbers.tolist()])
        ranges = [range(0, size, step or size) for size, step in zip(self.box, self.steps, strict=True)]
        moved = np.array(list(itertools.product(*ranges)), dtype=np.int64).reshape(-1, 1, 1, len(self.box))
        there = cells[:, :, 1:] + moved
        if not self.flat:
            box = np.where(self.around, self.box, np.iinfo(np.int64).max)
            there %= box
        inside = (there < np.array(self.box)).all(axis=(2, 3))
        place = there[..., 0]
        for axis, size in enumerate(self.box[1:], start=1):
            place = place * size + there[..., axis]
        place = place[inside]
        which = np.broadcast_to(np.arange(len(numbers)), inside.shape)[inside]
        found = np.stack([cells[which, :, 0], place], axis=2)
        slides = Slides(found, numbers[which])
        return slides if self.flat else self._different(slides)

    def _different(self, slides: Slides) -> Slides:
        """Leave out what meets itself on its way round, and all but the first of what covers the same cells."""
        taken = np.sort(slides.cells[:, :, 0] * self.width + slides.cells[:, :, 1], axis=1)
        whole = (np.diff(taken, axis=1) > 0).all(axis=1)
        order = np.flatnonzero(whole)
        order = order[np.argsort(slides.shape[order], kind="stable")]
        piece = np.array(self.piece)[slides.shape[order]]
        _, first = np.unique(np.column_stack([piece, taken[order]]), axis=0, return_index=True)
        kept = np.sort(order[first])
        return Slides(slides.cells[kept], slides.shape[kept])

    def is_symmetric(self, kind: NDArray[np.int64] | None = None) -> bool:
        """Whether the lines are their own mirror images, with all that may begin in them.

        Parameters
        ----------
        kind : (shapes,) int64, optional
            Kinds of shapes that are to be taken to themselves.
        """
        for slides in self.slides:
            line, place = slides.cells[:, :, 0] * self.width, slides.cells[:, :, 1]
            own = np.zeros(len(line), dtype=np.int64) if kind is None else kind[slides.shape]
            here = np.column_stack([np.sort(line + place, axis=1), own])
            there = np.column_stack([np.sort(line + (self.width - 1 - place), axis=1), own])
            if not np.array_equal(here[np.lexsort(here.T)], there[np.lexsort(there.T)]):
                return False
        return True

    def options(self) -> Options:
        """Return the options of a board long enough to show a line's moves and what lies behind them."""
        height = self.reach + 2 if self.shapes else 3
        items: list[NDArray[np.int64]] = []
        kinds: list[NDArray[np.int64]] = []
        lengths: list[NDArray[np.int64]] = []
        nothing = np.zeros(0, dtype=np.int64)
        for slides in self.slides:
            if not len(slides.shape):
                continue
            size = slides.cells.shape[1]
            flat = slides.cells[:, :, 0] * self.width + slides.cells[:, :, 1]
            top = height - slides.cells[:, :, 0].max(axis=1)
            line = np.arange(height)[:, None]
            fits = line < top
            items.append((line[:, :, None] * self.width + flat)[fits])
            kinds.append(np.broadcast_to(slides.shape, fits.shape)[fits])
            lengths.append(np.full(len(kinds[-1]), size))
        area = height * self.width
        if self.optional:
            items.append(np.arange(area)[:, None])
            kinds.append(np.full(area, len(self.shapes)))
            lengths.append(np.ones(area, dtype=np.int64))
        kind, size = np.concatenate([nothing, *kinds]), np.concatenate([nothing, *lengths])
        item = np.concatenate([nothing, *(item.ravel() for item in items)])
        # Options that begin at one cell are in the order of their kinds, as placements are.
        order = np.argsort(kind, kind="stable")
        begin = np.concatenate([[0], np.cumsum(size)])
        there = np.repeat(begin[:-1][order] - np.cumsum(size[order]) + size[order], size[order])
        count = len(self.shapes) + 1
        return Options(
            area=area,
            start=np.concatenate([[0], np.cumsum(size[order])]).astype(np.int64),
            item=item[there + np.arange(len(there))],
            kind=kind[order],
            copies=np.ones(len(kind), dtype=np.int64),
            label=kind[order],
            least=np.zeros(count, dtype=np.int64),
            most=np.full(count, area, dtype=np.int64),
        )


def long_axis(problem: Problem) -> int:
    """Return the axis along which a board has the most lines: they are the shortest ones."""
    board = problem.board
    lines = [size // period for size, period in zip(board.shape, board.lattice.periods, strict=True)]
    return lines.index(max(lines))


def repeats(problem: Problem, axis: int | None = None) -> Repeat | None:
    """Return how a problem repeats from line to line; None if it does not.

    It does if the board has all cells of its array, sides are joined only inside the lines, pieces are unlimited and
    unmarked, none is placed, and any number of cells may stay empty or none.

    Parameters
    ----------
    problem : Problem
        Without faults.
    axis : int, optional
        0 to take rows (layers, in space), 1 columns, …; by default the shortest lines of those that repeat.
    """
    board = problem.board
    optional = problem.empty_most > 0 and bool(problem.optional.any())
    free = problem.empty_least == 0 and (
        not optional or (problem.empty_most >= board.area and bool(problem.optional.all()))
    )
    if board.area != board.mask.size or board.marks.any() or problem.placed or not free:
        return None
    if any(piece.least or piece.most is not None for piece in problem.pieces):
        return None
    groups = [piece.orientations(problem.turn) for piece in problem.pieces]
    oriented = [shape for group in groups for shape in group]
    if any(any(marks) for _, marks in oriented):
        return None
    around = _around(problem)
    if around is None:
        return None
    if axis is None:
        axis = long_axis(problem)
        if around[axis]:
            axis = around.index(False) if False in around else axis
    if around[axis]:
        return None
    period = board.lattice.periods[axis]
    if board.shape[axis] % period:
        return None
    others = [other for other in range(len(board.shape)) if other != axis]
    cells = np.array([cell for polyform, _ in oriented for cell in polyform.cells], dtype=np.int64)
    cells = line_coordinates(cells.reshape(-1, len(board.shape)), axis, period)
    ends = list(itertools.accumulate(len(polyform) for polyform, _ in oriented))
    kinds = (period,) if period > 1 else ()
    return Repeat(
        axis,
        axis_names(len(board.shape))[axis],
        board.shape[axis] // period,
        [cells[end - len(polyform) : end] for end, (polyform, _) in zip(ends, oriented, strict=True)],
        tuple(number for number, group in enumerate(groups) for _ in group),
        box=(*(board.shape[other] for other in others), *kinds),
        steps=(*(board.lattice.periods[other] for other in others), *(0 for _ in kinds)),
        around=(*(around[other] for other in others), *(False for _ in kinds)),
        optional=optional,
    )


def _around(problem: Problem) -> list[bool] | None:
    """Return along which axes the board closes on itself; None if it does so in another way."""
    shape, surface = problem.board.shape, problem.board.surface
    around = [False] * len(shape)
    if surface.glide is not None or (surface.joined and problem.by_wrap):
        return None
    for period in surface.periods:
        along = [axis for axis, step in enumerate(period) if step]
        if len(along) > 1 or period[along[0]] != shape[along[0]]:
            return None
        around[along[0]] = True
    return around
