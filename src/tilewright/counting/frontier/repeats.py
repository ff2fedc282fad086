"""Boards with repeating lines: the placements that begin in a line, and the moves as machine
words.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd, prod

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.frontier.scans import Axis, axis_names, line_coordinates, long_axis
from tilewright.counting.moves import Options
from tilewright.model.problem import Problem
from tilewright.system.values.arrays import ranges, starts
from tilewright.system.values.recent import Recent


@dataclass(frozen=True, eq=False)
class Slides:
    """Placements that begin in one line: shapes with the same number of cells, moved along the
    line.
    """

    cells: NDArray[np.int64]
    shape: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Repeat:
    """A board with the same structure at each line."""

    #: The axis along which lines follow one another (0 if rows repeat, or layers in space), and the
    #: name of the lines.
    axis: int
    lines: Axis
    #: The number of lines.
    length: int
    #: Oriented pieces, (cells, 1 + e) int64 each: the line of each cell, and its place in the line.
    shapes: list[NDArray[np.int64]]
    #: The piece of each shape.
    piece: tuple[int, ...]
    #: (e,): cells of a line along each of its axes.
    box: tuple[int, ...]
    #: (e,): the step by which shapes move along each of them; 0 if fixed.
    steps: tuple[int, ...]
    #: (e,): whether the line is closed along each of them.
    around: tuple[bool, ...]
    #: Cells may stay empty.
    optional: bool

    @cached_property
    def width(self) -> int:
        """The number of cells of a line."""
        return prod(self.box)

    @cached_property
    def reach(self) -> int:
        """The number of lines that the longest shape covers."""
        return 1 + max((int(shape[:, 0].max()) for shape in self.shapes), default=0)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """A key for the moves of a line, which is the same for boards of any length."""
        shapes = tuple(shape.tobytes() for shape in self.shapes)
        # On a closed line, shapes of one piece on the same cells are one placement, those of two
        # pieces are two.
        piece = () if self.flat else self.piece
        return self.box, self.steps, self.around, self.optional, shapes, piece

    @property
    def flat(self) -> bool:
        """Whether no sides are joined."""
        return not any(self.around)

    @property
    def period(self) -> int:
        """The number of lines after which the states are of the same kind again.

        The covered area is a multiple of the gcd g of the areas of the pieces, so after r lines the
        frontier contains -r * width cells modulo g.
        """
        area = gcd(*[len(shape) for shape in self.shapes], 1 if self.optional else 0)
        return area // gcd(area, self.width)

    def narrowed(self, cells: int) -> Repeat:
        """Return the same board with `cells` cells along the longest axis of a line."""
        longest = self.box.index(max(self.box))
        return replace(self, box=(*self.box[:longest], cells, *self.box[longest + 1 :]))

    def only(self, chosen: list[bool]) -> Repeat:
        """Return the same board with a selection of the shapes."""
        numbers = [number for number, wanted in enumerate(chosen) if wanted]
        shapes = [self.shapes[number] for number in numbers]
        return replace(self, shapes=shapes, piece=tuple(self.piece[number] for number in numbers))

    @cached_property
    def slides(self) -> list[Slides]:
        """The placements that begin in a line, for each number of cells of a shape."""
        sizes: dict[int, list[int]] = {}
        for number, shape in enumerate(self.shapes):
            sizes.setdefault(len(shape), []).append(number)
        return [self._slide_shapes(np.array(numbers)) for numbers in sizes.values()]

    def _slide_shapes(self, numbers: NDArray[np.int64]) -> Slides:
        cells = np.stack([self.shapes[number] for number in numbers.tolist()])
        ranges = [
            range(0, size, step or size) for size, step in zip(self.box, self.steps, strict=True)
        ]
        moved = np.array(list(itertools.product(*ranges)), dtype=np.int64).reshape(
            -1, 1, 1, len(self.box)
        )
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
        pairs = np.stack([cells[which, :, 0], place], axis=2)
        slides = Slides(pairs, numbers[which])
        return slides if self.flat else self._drop_duplicates(slides)

    def _drop_duplicates(self, slides: Slides) -> Slides:
        """Drop placements that overlap themselves on a closed line, and duplicates that cover the
        same cells.
        """
        taken = np.sort(slides.cells[:, :, 0] * self.width + slides.cells[:, :, 1], axis=1)
        whole = (np.diff(taken, axis=1) > 0).all(axis=1)
        order = np.flatnonzero(whole)
        order = order[np.argsort(slides.shape[order], kind="stable")]
        piece = np.array(self.piece)[slides.shape[order]]
        _, first = np.unique(np.column_stack([piece, taken[order]]), axis=0, return_index=True)
        survivors = np.sort(order[first])
        return Slides(slides.cells[survivors], slides.shape[survivors])

    def is_symmetric(self, kind: NDArray[np.int64] | None = None) -> bool:
        """Return True if the lines are their own mirror images, with shapes of the same `kind`,
        (shapes,) int64, if given.
        """
        for slides in self.slides:
            line, place = slides.cells[:, :, 0] * self.width, slides.cells[:, :, 1]
            kinds = np.zeros(len(line), dtype=np.int64) if kind is None else kind[slides.shape]
            here = np.column_stack([np.sort(line + place, axis=1), kinds])
            there = np.column_stack([np.sort(line + (self.width - 1 - place), axis=1), kinds])
            if not np.array_equal(here[np.lexsort(here.T)], there[np.lexsort(there.T)]):
                return False
        return True

    def options(self) -> Options:
        """Return the options of a board that is long enough for the moves of a line and the lines
        that follow.
        """
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
        # Options at one cell are ordered by kind, as placements are.
        order = np.argsort(kind, kind="stable")
        there = ranges(starts(size)[:-1][order], size[order])
        count = len(self.shapes) + 1
        return Options(
            area=area,
            start=starts(size[order]),
            item=item[there],
            kind=kind[order],
            copies=np.ones(len(kind), dtype=np.int64),
            label=kind[order],
            least=np.zeros(count, dtype=np.int64),
            most=np.full(count, area, dtype=np.int64),
        )


def find_repeat(problem: Problem, axis: int | None = None) -> Repeat | None:
    """Return how a problem repeats from line to line, or None if it does not.

    The board must contain all cells of its array, and may have joined sides only within lines.
    Pieces must be unlimited and unmarked, and none may be placed. There must be no rules, and
    either any number of cells may stay empty or none.
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
        or problem.rules
        or not free
    ):
        return None
    if any(piece.least or piece.most is not None for piece in problem.pieces):
        return None
    groups = [piece.orientations(problem.turn) for piece in problem.pieces]
    oriented = [shape for group in groups for shape in group]
    if any(any(marks) for _, marks in oriented):
        return None
    around = _find_closed_axes(problem)
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
    others = [side for side in range(len(board.shape)) if side != axis]
    cells = np.array([cell for polyform, _ in oriented for cell in polyform.cells], dtype=np.int64)
    cells = line_coordinates(cells.reshape(-1, len(board.shape)), axis, period)
    ends = list(itertools.accumulate(len(polyform) for polyform, _ in oriented))
    kinds = (period,) if period > 1 else ()
    return Repeat(
        axis,
        axis_names(len(board.shape))[axis],
        board.shape[axis] // period,
        [
            cells[end - len(polyform) : end]
            for end, (polyform, _) in zip(ends, oriented, strict=True)
        ],
        tuple(number for number, group in enumerate(groups) for _ in group),
        box=(*(board.shape[side] for side in others), *kinds),
        steps=(*(board.lattice.periods[side] for side in others), *(0 for _ in kinds)),
        around=(*(around[side] for side in others), *(False for _ in kinds)),
        optional=optional,
    )


def _find_closed_axes(problem: Problem) -> list[bool] | None:
    """Return the axes along which the board closes on itself, or None if it closes in another
    way.
    """
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


#: The largest number of cells in a row: a key has a bit for each, and one more.
_WIDEST = 63
#: The number of row moves kept in memory.
_FEW = 8


@dataclass(frozen=True, eq=False)
class RowMoves:
    """The moves of a repeating row as words (see `tilewright.kernels.frontier.rows`)."""

    repeat: Repeat
    folded: bool

    @classmethod
    def of(cls, repeat: Repeat, folded: bool) -> RowMoves | None:
        """Return the moves of a row, cached if possible, or None if a state does not fit into a
        word.
        """
        if repeat.width > _WIDEST or (repeat.reach - 1) * repeat.width > 63 or not repeat.shapes:
            return None

        def make() -> RowMoves:
            return cls(repeat, folded and repeat.width > 1 and repeat.is_symmetric())

        moves = _KEPT.get((folded, repeat.key), make)
        return moves if moves._laid[2] <= 64 else None

    @property
    def width(self) -> int:
        """The number of cells of a row."""
        return self.repeat.width

    @cached_property
    def position(self) -> NDArray[np.int64]:
        """(W,) int64: the scan column of each place in a row."""
        places = np.arange(self.width)
        if not self.folded:
            return places
        # From both ends at once, so that mirror images are neighbors.
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
        """(m,) int64: the shape of each move; one more number for a cell that stays empty."""
        return self._laid[3]

    @cached_property
    def fanout(self) -> int:
        """The largest number of moves of a state."""
        return int(np.diff(self.begin).max(initial=1))

    @cached_property
    def _laid(self) -> tuple[NDArray[np.uint64], NDArray[np.int64], int, NDArray[np.int64]]:
        """Return the moves, `begin`, the longest span of a move in cells, and `shape`."""
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
        """(Q, W + 1, 64 B) uint64: the moves of each column that six cells of a state allow; all
        after the last column.
        """
        moves, begin, span, _ = self._laid
        width, chunks, words = self.width, -(-span // 6), -(-self.fanout // 64)
        sizes = np.diff(begin)
        column = np.repeat(np.arange(width), sizes)
        number = np.arange(len(moves)) - np.repeat(begin[:-1], sizes)
        # The moves on each cell of a chunk; after the last cell, the moves that exist.
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
            fits[:, :width, :, half : 2 * half] = (
                fits[:, :width, :, :half] & ~forbids[..., cell, None]
            )
        return fits.reshape(words, width + 1, 64 * chunks)

    @cached_property
    def mirror(self) -> NDArray[np.uint64]:
        """(W + 1, 2) uint64: bits that change places on the way into each column, and bits that
        stay.
        """
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
