"""The search for all figures with a given number of cells: the tables and states of the kernel, and
the threads that run it.
"""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import TimeLimitError
from tilewright.kernels.figures.grow import (
    CELL,
    CELLS,
    CHOICES,
    FOUND,
    FRESH,
    INSIDE,
    LAYER,
    LEVEL,
    MOVE,
    NEXT,
    NODES,
    OUTSIDE,
    PAUSED,
    GrowProblem,
    GrowState,
    advance,
)
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import Cell, Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling
from tilewright.shapes.cells import holes_of
from tilewright.shapes.figures.answer import Figure, build_tiling
from tilewright.shapes.figures.problem import FigureProblem
from tilewright.shapes.figures.symmetries import Group, beginnings, symmetry_groups
from tilewright.solving.search import Search, two_solutions
from tilewright.system.platform.machine import check_room, useful_threads
from tilewright.system.work.deadline import Deadline, current_deadline

# The arrays of a search for figures of a given number of cells.


@dataclass(frozen=True)
class Window:
    """A part of a lattice that holds every figure with a given number of cells.

    Cells are numbered in reading order.

    Attributes
    ----------
    lattice : Lattice
    shape : tuple of int
    origin : array
        The cell at the origin of the lattice.
    margin : int
        The rows and columns along the border that contain no cell of a figure.
    reach : int
        The largest distance of a figure from the origin in rows and columns, in periods.
    """

    lattice: Lattice
    shape: tuple[int, ...]
    origin: NDArray[np.int64]
    margin: NDArray[np.int64]
    reach: int

    @classmethod
    def for_figures(cls, lattice: Lattice, cells: int, extent: int) -> Window:
        """Return the window for figures of `cells` cells with pieces of a given extent."""
        step = max(abs(x) for steps in lattice.faces for face in steps for x in face)
        reach = cells * step
        periods = np.array(lattice.periods)
        margin = np.maximum(extent, lattice.reach) * np.ones(lattice.dimension, dtype=np.int64)
        margin = -(-margin // periods) * periods
        origin = reach * periods + margin
        return cls(lattice, tuple((2 * origin + periods).tolist()), origin, margin, reach)

    def number(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of cells of the lattice, or -1 for cells outside the window."""
        placed = cells + self.origin
        inside = ((placed >= 0) & (placed < self.shape)).all(axis=-1)
        steps = self.steps(placed)
        return np.where(inside, steps, -1)

    def steps(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return translations as differences of cell numbers."""
        weights = np.cumprod((1, *self.shape[:0:-1]))[::-1]
        steps: NDArray[np.int64] = cells @ weights
        return steps

    def cells(self) -> NDArray[np.int64]:
        """Return all cells in order, in the coordinates of the lattice."""
        return np.argwhere(np.ones(self.shape, dtype=bool)) - self.origin

    def orbits(self, group: Group) -> NDArray[np.int64]:
        """Return the images of each cell, or -1 for images outside the window."""
        cells = self.cells()
        return np.stack(
            [self.number(motion.image(self.lattice, cells)) for motion in group], axis=1
        )

    def bordering(self) -> NDArray[np.bool_]:
        """Return whether each cell is in the margin."""
        inner = np.zeros(self.shape, dtype=bool)
        inner[tuple(slice(m, s - m) for m, s in zip(self.margin, self.shape, strict=True))] = True
        return ~inner.ravel()


#: Steps of a search between two looks at the clock.
_BUDGET = 1 << 17
#: A tiling by so many pieces is not grown with its figure.
_LARGE = 8
#: Bytes of a figure with its tilings, and figures between two looks at the memory.
_FIGURE, _OFTEN = 8 << 10, 1 << 8
#: The tiles of a layer: the number of the piece of each, and its cells.
_Tiles = list[tuple[int, tuple[Cell, ...]]]


@dataclass
class FiguresOfSize:
    """Figures with the same number of cells. `complete` is True if there are no others."""

    figures: dict[Polyform, Figure] = field(default_factory=dict)
    complete: bool = True
    nodes: int = 0


def find_figures(problem: FigureProblem, cells: int, limit: int | None) -> FiguresOfSize:
    """Return the figures of `cells` cells, at most `limit`, until the current deadline.

    The figures do not depend on the number of threads.
    """
    result, stop, deadline = FiguresOfSize(), threading.Event(), current_deadline()
    waiting: deque[Future[FiguresOfSize]] = deque()
    many = useful_threads()
    pool = ThreadPoolExecutor(many)
    try:
        for growth, search in _list_searches(problem, cells):
            if deadline.passed:
                result.complete = False
                break
            held = sum(array.nbytes for array in search) * (len(waiting) + many)
            check_room(held, f"{many} searches for figures of {cells:,} cells need {{}}")
            waiting.append(pool.submit(_search_part, growth, search, limit, stop, deadline))
            if len(waiting) > 2 * many:
                _add_figures(result, waiting.popleft().result(), limit)
                if limit is not None and len(result.figures) >= limit:
                    result.complete = False
                    break
        while waiting:
            if limit is not None and len(result.figures) >= limit:
                result.complete = False
                break
            _add_figures(result, waiting.popleft().result(), limit)
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
    return result


def _add_figures(total: FiguresOfSize, more: FiguresOfSize, limit: int | None) -> None:
    """Add the figures of a part."""
    total.nodes += more.nodes
    for shape, figure in more.figures.items():
        if shape in total.figures:
            continue
        if limit is not None and len(total.figures) >= limit:
            total.complete = False
            return
        total.figures[shape] = figure
        if not len(total.figures) % _OFTEN:
            number = len(total.figures)
            check_room(_FIGURE * number, f"{number:,} figures need {{}}")
    total.complete &= more.complete


def _list_searches(problem: FigureProblem, cells: int) -> Iterator[tuple[FigureSearch, GrowState]]:
    """Yield the parts of a search: for each beginning of a figure, each first choice."""
    for group in symmetry_groups(problem.lattice, problem.symmetry, problem.equivalence):
        growth = FigureSearch(problem, cells, group)
        for search in growth.searches():
            for part in growth.divide(search):
                yield growth, part


def _search_part(
    growth: FigureSearch,
    search: GrowState,
    limit: int | None,
    stop: threading.Event,
    deadline: Deadline,
) -> FiguresOfSize:
    """Search a part for figures that are distinct up to the symmetries of the lattice."""
    result, seen = FiguresOfSize(), set[Polyform]()
    with deadline.holds(), Deadline(stop=stop.is_set).holds():
        while True:
            try:
                figure, ended = next_figure(growth, search, _BUDGET, seen)
            except TimeLimitError:
                result.complete = False
                break
            if figure is not None:
                result.figures[figure.shape.canonical(growth.question.equivalence)] = figure
                if limit is not None and len(result.figures) >= limit:
                    result.complete = False
                    break
            if ended:
                break
            if current_deadline().passed:
                result.complete = False
                break
    result.nodes = int(search.numbers[NODES])
    return result


def next_figure(
    growth: FigureSearch, search: GrowState, budget: int, seen: set[Polyform]
) -> tuple[Figure | None, bool]:
    """Search until the next new figure, or for a number of steps. Return the figure, and whether
    the search is finished.

    Raises
    ------
    TimeLimitError
        If the current deadline passes before a figure has a tiling.
    """
    problem = growth.question
    result = advance(growth.problem, search, budget)
    if result != FOUND:
        return None, result != PAUSED
    shape = growth.shape(search).canonical(problem.equivalence)
    if shape in seen:
        return None, False
    seen.add(shape)
    if not len(seen) % _OFTEN:
        check_room(_FIGURE * len(seen), f"{len(seen):,} figures need {{}}")
    if problem.holes is not None and problem.holes != len(holes_of(shape.lattice, shape.cells)):
        return None, False
    return growth.figure(search), False


class FigureSearch:
    """The figures with a given number of cells and one symmetry group."""

    def __init__(self, question: FigureProblem, cells: int, group: Group) -> None:
        self.question = question
        lattice = question.lattice
        #: The layers that the kernel tiles; without any, it lists all figures.
        self.layers = layers = () if _is_large_set(question) else question.layers
        shapes = [
            [
                [form.cells for form in piece.polyomino.orientations(piece.turn or question.turn)]
                for piece in layer
            ]
            for layer in layers
        ]
        pieces = [piece for layer in layers for piece in layer]
        extent = max((max(piece.polyomino.shape) for piece in pieces), default=1)
        self.window = window = Window.for_figures(lattice, cells, extent)
        # Cells and their images, of which the tables of the kernel are copies.
        cell_bytes = 8 * (4 * lattice.dimension + 3 + 3 * len(group))
        check_room(
            math.prod(window.shape) * cell_bytes,
            f"a search for figures of {cells:,} cells needs {{}}",
        )
        self.group = group
        kinds = lattice.kind(window.cells())
        self._find_orbits(group)
        largest = max((len(piece.polyomino) for piece in pieces), default=1)
        rows: list[tuple[int, ...]] = []
        offsets: list[NDArray[np.int64]] = []
        #: The cells of each move, less the cell that it covers.
        self._moves: list[NDArray[np.int64]] = []
        turns: dict[tuple[Cell, ...], int] = {}
        first, before = [0], 0
        for layer in shapes:
            for kind in range(lattice.kinds):
                for index, forms in enumerate(layer):
                    for form in forms:
                        turn = turns.setdefault(form, len(turns) + 1)
                        array = np.array(form, dtype=np.int64)
                        for covered in array[lattice.kind(array) == kind]:
                            steps = window.steps(array - covered)
                            offsets.append(np.pad(steps, (0, largest - len(form))))
                            rows.append((len(form), before + index, turn, int(steps[0])))
                            self._moves.append(array - covered)
                first.append(len(rows))
            before += len(layer)
        most = cells // min((len(piece.polyomino) for piece in pieces), default=cells)
        allowed = np.array([number in question.tiles for number in range(most + 1)])
        sides = max(map(len, lattice.faces))
        faces = np.zeros((lattice.kinds, sides), dtype=np.int32)
        for kind, across in enumerate(lattice.faces):
            faces[kind, : len(across)] = window.steps(np.array(across))
        # Tiles that overlap are connected, and so are all of them without a symmetry.
        linked = len(group) == 1 and all(piece.polyomino.is_connected() for piece in pieces)
        sizes, piece, turn_of, anchor = np.array(rows, dtype=np.int32).reshape(-1, 4).T.copy()
        self.problem = GrowProblem(
            kinds.astype(np.uint8),
            self.orbits,
            faces,
            np.array(first, dtype=np.int32),
            np.array(offsets, dtype=np.int32).reshape(-1, largest),
            sizes,
            piece,
            turn_of,
            anchor,
            np.array([piece.least for piece in pieces], dtype=np.int32),
            np.array(
                [most if piece.most is None else min(piece.most, most) for piece in pieces],
                dtype=np.int32,
            ),
            np.repeat(np.arange(len(layers)), [*map(len, layers)]).astype(np.int32),
            np.repeat(allowed[None], len(layers), axis=0),
            np.array(
                [
                    cells,
                    linked,
                    question.different,
                    question.convex,
                    window.shape[-1],
                    (1 << len(layers)) - 1,
                    question.equal,
                ],
                dtype=np.int64,
            ),
        )
        self._depth = 2 + len(layers) * most + cells * (sides + 1)
        self._choices = max(2, int(np.diff(first).max(initial=0)))

    def _find_orbits(self, group: Group) -> None:
        """Find the images of all cells, and the cells with an image that cannot be in a figure."""
        window, scale = self.window, self.question.scale
        orbits = window.orbits(group)
        if scale > 1:
            cells = window.cells()
            steps = np.stack(np.unravel_index(np.arange(scale**2), (scale, scale)), axis=1)
            orbits = window.number((cells - cells % scale)[:, None] + steps)
        barred = window.bordering()
        barred |= ((orbits < 0) | barred[orbits]).any(axis=1)
        orbits[barred] = np.flatnonzero(barred)[:, None]
        self.orbits = orbits.astype(np.int32)
        self._barred = barred

    def searches(self) -> Iterator[GrowState]:
        """Yield the search from each cell where a figure can begin."""
        begin = beginnings(self.question.lattice, self.group, self.window.reach)
        blocked = np.where(self._barred, OUTSIDE, 0).astype(np.uint8)
        if len(self.group) == 1:
            # No cell of a figure comes before its first one.
            blocked[: self.window.number(begin.cells[0])] = OUTSIDE
        orbits = self.orbits
        ordered = np.sort(orbits, axis=1)
        sizes = 1 + (np.diff(ordered, axis=1) != 0).sum(axis=1)
        before = self.window.number(begin.before)
        blocked[before[before >= 0]] = OUTSIDE
        blocked[orbits[blocked == OUTSIDE].ravel()] = OUTSIDE
        for start in self.window.number(begin.cells[: begin.starts]).tolist():
            if start < 0 or blocked[start] == OUTSIDE:
                continue
            orbit = np.unique(orbits[start])
            blocked[orbit] = OUTSIDE
            rest = int(self.problem.options[CELLS]) - len(orbit)
            # The other cells come in orbits of certain sizes.
            unit = int(np.gcd.reduce(sizes[blocked != OUTSIDE], initial=0))
            if rest == 0 or (rest > 0 and unit and rest % unit == 0):
                yield self._begin_search(blocked, orbit)

    def _begin_search(self, blocked: NDArray[np.uint8], orbit: NDArray[np.int32]) -> GrowState:
        cells = len(blocked)
        state = blocked.copy()
        state[orbit] = INSIDE
        inside = np.full(self.problem.options[CELLS], -1, dtype=np.int32)
        inside[: len(orbit)] = orbit
        pieces = len(self.problem.least)
        return GrowState(
            state,
            np.zeros(cells, dtype=np.uint8),
            inside,
            np.zeros(pieces, dtype=np.int32),
            np.zeros(len(self.layers), dtype=np.int32),
            np.zeros((len(self.layers), cells), dtype=np.int32),
            np.zeros((self._depth, 6), dtype=np.int32),
            np.zeros((self._depth, self._choices), dtype=np.int32),
            np.zeros((2, cells), dtype=np.int32),
            np.zeros(cells, dtype=np.int64),
            np.array([0, 0, 1, 0], dtype=np.int64),
        )

    def divide(self, search: GrowState) -> Iterator[GrowState]:
        """Yield a search in parts, one for each choice of its first level."""
        advance(self.problem, search, 1)
        for number in range(int(search.stack[0, CHOICES])):
            part = GrowState(*(array.copy() for array in search))
            part.numbers[[LEVEL, FRESH]] = 0
            part.stack[0, [NEXT, CHOICES]] = number, number + 1
            yield part

    def nodes(self, search: GrowState) -> int:
        """Return the number of steps of a search so far."""
        return int(search.numbers[NODES])

    def resume_at(self, search: GrowState, path: Sequence[int]) -> GrowState | None:
        """Return a search that starts at a position in its tree, or None if nothing is left there.

        Parameters
        ----------
        path : sequence of int
            The choice at each level. The last number is the next choice.
        """
        stack, numbers = search.stack, search.numbers
        for level, choice in enumerate(path):
            last = level == len(path) - 1
            if last and choice == 0:
                return search
            # Set up the level, and take any choice.
            if advance(self.problem, search, 1) not in (FOUND, PAUSED):
                return None
            numbers[[LEVEL, FRESH]] = level, 0
            stack[level, NEXT] = choice
            if not last:
                stack[level, CHOICES] = choice + 1
                advance(self.problem, search, 0)
        return search

    def list_places_left(self, search: GrowState) -> Iterator[tuple[list[int], float]]:
        """Yield the remaining positions in the tree, in order, each with its share of the tree."""
        path: list[int] = []
        level, fresh = search.numbers[[LEVEL, FRESH]].tolist()
        places, share = list[tuple[list[int], float]](), 1.0
        for row in search.stack[: level + 1 - fresh].tolist():
            branch_share = share / max(1, row[CHOICES])
            if row[NEXT] < row[CHOICES]:
                places.append(([*path, row[NEXT]], branch_share * (row[CHOICES] - row[NEXT])))
            path.append(row[NEXT] - 1)
            share = branch_share
        if fresh:
            places.append(([*path, 0], share))
        # What is deepest comes first.
        yield from reversed(places)

    def shape(self, search: GrowState) -> Polyform:
        """Return a figure that was found."""
        cells = np.argwhere(search.state.reshape(self.window.shape) == INSIDE)
        return Polyform([*map(tuple, (cells - self.window.origin).tolist())], self.question.lattice)

    def figure(self, search: GrowState) -> Figure | None:
        """Return a figure with its tilings, or None if the figure has no tilings."""
        lattice = self.question.lattice
        cells = np.argwhere(search.state.reshape(self.window.shape) == INSIDE) - self.window.origin
        corner = lattice.corner(cells)[0]
        box = (cells - corner).max(axis=0) + 1
        if not self.layers:
            mask = np.zeros(box, dtype=bool)
            mask[tuple((cells - corner).T)] = True
            return tile_board(self.question, Board(mask, lattice=lattice), 1)
        figure = Figure(
            tuple(
                build_tiling(lattice, pieces, tiles, corner, box)
                for pieces, tiles in zip(self.layers, self._tiles(search), strict=True)
            )
        )
        return tile_board(self.question, figure.board, 1) if self.question.one_tiling else figure

    def _tiles(self, search: GrowState) -> list[_Tiles]:
        """Return the tiles of each layer: the number of the piece in the layer, and its cells."""
        tiles: list[_Tiles] = [[] for _ in self.layers]
        first = np.cumsum([0, *map(len, self.layers)])
        box = self.window.shape
        for row in search.stack[: search.numbers[LEVEL]].tolist():
            layer, move = row[LAYER], row[MOVE]
            if layer >= 0 and move >= 0:
                at = np.array(np.unravel_index(row[CELL], box)) - self.window.origin
                cells = sorted(map(tuple, (at + self._moves[move]).tolist()))
                piece = int(self.problem.piece[move] - first[layer])
                tiles[layer].append((piece, tuple(cells)))
        return tiles


def _is_large_set(question: FigureProblem) -> bool:
    """Whether many pieces with few copies are used once, so that `solve` tiles each figure."""
    return (
        len(question.layers) == 1
        and len(question.layers[0]) >= _LARGE
        and all(piece.most is not None for piece in question.layers[0])
    )


def tile_board(question: FigureProblem, board: Board, threads: int | None = None) -> Figure | None:
    """Return a board with a tiling by each layer, or None if a layer has no tiling, or several
    although only one is allowed.

    Raises
    ------
    TimeLimitError
        If the current deadline passes before this is known.
    """
    tilings = []
    for layer in question.layers:
        tiling = _tile_layer(question, board, layer, threads)
        if tiling is None:
            return None
        tilings.append(tiling)
    return Figure(tuple(tilings))


def _tile_layer(
    question: FigureProblem, board: Board, layer: tuple[Piece, ...], threads: int | None
) -> Tiling | None:
    """Return a tiling of a board by a layer. If required, it must be the only tiling."""
    if question.one_tiling:
        tilings = [
            tiling
            for problem in question.problems(layer, board)
            for tiling in two_solutions(problem)
        ]
        return tilings[0] if len(tilings) == 1 else None
    for problem in question.problems(layer, board):
        search = Search(problem, limit=1, threads=threads)
        tiling = next(iter(search), None)
        if tiling is not None:
            return tiling
        if not search.complete:
            raise current_deadline().error()
    return None
