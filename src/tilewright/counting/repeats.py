"""Boards whose lines repeat: what may be placed in a line, and the moves of a line as machine words."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd, prod

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.moves import Options
from tilewright.counting.scans import Axis, axis_names, line_coordinates, long_axis
from tilewright.problem import Problem
from tilewright.system.recent import Recent

__all__ = ["Repeat", "RowMoves", "repeats"]


@dataclass(frozen=True, eq=False)
class Slides:
    """What may begin in a line of a board that repeats: the shapes with one number of cells, slid along the line."""

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


def repeats(problem: Problem, axis: int | None = None) -> Repeat | None:
    """Return how a problem repeats from line to line; None if it does not.

    It does if the board has all cells of its array, sides are joined only inside the lines, pieces are unlimited and
    unmarked, none is placed, and any number of cells may stay empty or none.
    """
    board = problem.board
    optional = problem.empty_most > 0 and bool(problem.optional.any())
    free = problem.empty_least == 0 and (
        not optional or (problem.empty_most >= board.area and bool(problem.optional.all()))
    )
    if (
        board.area != board.mask.size
        or board.marks.any()
        or problem.marks_agree
        or problem.placed
        or not free
    ):
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


#: Cells of a row at most: a key has a bit for each, and one more.
_WIDEST = 63
#: The moves of so many rows are kept.
_FEW = 8


@dataclass(frozen=True, eq=False)
class RowMoves:
    """The moves of a row that repeats, as words (see `tilewright.kernels.frontier.rows`)."""

    repeat: Repeat
    folded: bool

    @classmethod
    def of(cls, repeat: Repeat, folded: bool) -> RowMoves | None:
        """Lay the moves out, or find them laid out; None if a state does not fit a word."""
        if repeat.width > _WIDEST or (repeat.reach - 1) * repeat.width > 63 or not repeat.shapes:
            return None

        def make() -> RowMoves:
            return cls(repeat, folded and repeat.width > 1 and repeat.is_symmetric())

        moves = _KEPT.get((folded, repeat.key), make)
        return moves if moves._laid[2] <= 64 else None

    @property
    def width(self) -> int:
        """Cells of a row."""
        return self.repeat.width

    @cached_property
    def position(self) -> NDArray[np.int64]:
        """(W,) int64: the column of the scan in which each place of a row is taken."""
        places = np.arange(self.width)
        if not self.folded:
            return places
        # From both ends at once, so that mirror images come side by side.
        return np.minimum(2 * places, 2 * (self.width - 1 - places) + 1)

    @property
    def moves(self) -> NDArray[np.uint64]:
        """(m,) uint64: the cells of each move, by column."""
        return self._laid[0]

    @property
    def begin(self) -> NDArray[np.int64]:
        """(W + 1,) int64: where the moves of each column begin."""
        return self._laid[1]

    @property
    def shape(self) -> NDArray[np.int64]:
        """(m,) int64: the shape of each move; behind the last one for a cell that stays empty."""
        return self._laid[3]

    @cached_property
    def fanout(self) -> int:
        """The most moves that a state can have."""
        return int(np.diff(self.begin).max(initial=1))

    @cached_property
    def _laid(self) -> tuple[NDArray[np.uint64], NDArray[np.int64], int, NDArray[np.int64]]:
        """Return moves, begin, the cells from the first to the last of a move, at most, and shape."""
        width = self.width
        masks, firsts, owners, span = [], [], [], 1
        for slides in self.repeat.slides:
            taken = slides.cells[:, :, 0] * width + self.position[slides.cells[:, :, 1]]
            first = taken.min(axis=1, initial=width)
            offset = taken - first[:, None]
            span = max(span, int(offset.max(initial=0)) + 1)
            masks.append(np.bitwise_or.reduce(np.uint64(1) << offset.astype(np.uint64), axis=1))
            firsts.append(first)
            owners.append(slides.shape)
        if self.repeat.optional:
            masks.append(np.ones(width, dtype=np.uint64))
            firsts.append(np.arange(width))
            owners.append(np.full(width, len(self.repeat.shapes)))
        mask, first, owner = np.concatenate(masks), np.concatenate(firsts), np.concatenate(owners)
        order = np.argsort(first, kind="stable")
        begin = np.searchsorted(first[order], np.arange(width + 1)).astype(np.int64)
        return mask[order], begin, span, owner[order]

    @cached_property
    def fits(self) -> NDArray[np.uint64]:
        """(Q, W + 1, 64 B) uint64: the moves of each column that six cells of a state allow.

        Behind the last column everything is allowed.
        """
        moves, begin, span, _ = self._laid
        width, chunks, words = self.width, -(-span // 6), -(-self.fanout // 64)
        sizes = np.diff(begin)
        column = np.repeat(np.arange(width), sizes)
        number = np.arange(len(moves)) - np.repeat(begin[:-1], sizes)
        # Which moves take each cell of a chunk, and after the last cell which moves there are.
        takes = np.zeros((width, 6 * chunks + 1, 64 * words), dtype=np.uint8)
        cells = np.arange(min(6 * chunks, 64))
        takes[column[:, None], cells, number[:, None]] = moves[:, None] >> cells.astype(
            np.uint64
        ) & np.uint64(1)
        takes[column, -1, number] = 1
        bits = np.packbits(takes, axis=2, bitorder="little").view("<u8").transpose(2, 0, 1)
        forbids = bits[:, :, :-1].reshape(words, width, chunks, 6)
        fits = np.full((words, width + 1, chunks, 64), (1 << 64) - 1, dtype=np.uint64)
        fits[:, :width, :, 0] = bits[:, :, -1:]
        for cell in range(6):
            half = 1 << cell
            fits[:, :width, :, half : 2 * half] = fits[:, :width, :, :half] & ~forbids[..., cell, None]
        return fits.reshape(words, width + 1, 64 * chunks)

    @cached_property
    def mirror(self) -> NDArray[np.uint64]:
        """(W + 1, 2) uint64: bits that change places on the way into each column, and bits that stay."""
        width, span = self.width, self._laid[2]
        masks = [(0, 0)] * (width + 1)
        if self.folded:
            pairs = sum(1 << column for column in range(0, width - 1, 2))
            middle = 1 << (width - 1) if width % 2 else 0
            rows = sum(1 << (width * row) for row in range(2 + span // width))
            window = (1 << span) - 1
            # In the middle of a pair there is no mirror: only one of the two is behind.
            for column in (*range(0, width, 2), width):
                masks[column] = (pairs * rows >> column & window, middle * rows >> column & window)
        return np.array(masks, dtype=np.uint64)


_KEPT: Recent[tuple[object, ...], RowMoves] = Recent(_FEW)
