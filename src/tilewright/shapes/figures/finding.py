"""The search for the smallest figure, which searches each number of cells completely, in increasing
order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Unpack

from tilewright.errors import MemoryLimitError, RequestError, TimeLimitError
from tilewright.model.piece import Piece, PieceLike, gives_copies, listed_pieces, parse_pieces
from tilewright.model.space.lattice import SQUARES, Turn
from tilewright.shapes.figures.answer import Figure, Figures
from tilewright.shapes.figures.problem import FigureProblem
from tilewright.shapes.figures.symmetries import NONE
from tilewright.system.values.arguments import check_integer, counted
from tilewright.system.work.deadline import check_time, report
from tilewright.system.work.limits import ThreadLimits, limited
from tilewright.system.work.progress import Progress
from tilewright.system.work.question import ask


def figure_problem(
    layers: Sequence[PieceLike],
    *,
    once: bool = False,
    turn: Turn | None = None,
    **conditions: object,
) -> FigureProblem:
    """Return the figure problem described by pieces and conditions; see `figure`.

    Raises
    ------
    RequestError
        If a string is not the name of a piece, or the conditions are incompatible.
    """
    read = [_read_layer(layer, once, turn) for layer in layers]
    if once:
        read = [tuple(piece for layer in read for piece in layer)]
    lattice = next((piece.lattice for layer in read for piece in layer), SQUARES)
    return FigureProblem(tuple(read), turn or lattice.turn, **conditions)  # type: ignore[arg-type]


def _read_layer(argument: PieceLike, once: bool, turn: Turn | None) -> tuple[Piece, ...]:
    """Return the pieces of a layer."""
    layer: list[Piece] = []
    for entry in listed_pieces(argument):
        if isinstance(entry, Piece):
            layer.append(entry)
            continue
        pieces = parse_pieces(entry, turn)
        if once or gives_copies(entry):
            layer += pieces
        elif len(pieces) == 1:
            layer.append(replace(pieces[0], least=1, most=None))
        else:
            raise RequestError(
                f"the number of copies of these {len(pieces)} pieces is missing: --once uses each "
                f"piece once, and {entry}+ allows any number of copies",
                where=entry,
            )
    return tuple(layer)


@limited
def figure(
    *layers: PieceLike,
    once: bool = False,
    turn: Turn | None = None,
    symmetry: str = NONE,
    copies: str = "",
    different: bool = False,
    rectangle: bool = False,
    convex: bool = False,
    holes: int | None = None,
    scale: int = 1,
    enlarges: str = "",
    one_tiling: bool = False,
    max_cells: int | None = None,
    limit: int | None = 1,
    **limits: Unpack[ThreadLimits],
) -> Figures:
    """Find the smallest connected figure that each of several pieces tiles.

    All sizes are searched completely, in increasing order, so no figure is smaller than the
    returned figures.

    Parameters
    ----------
    *layers : str, Piece, or list of these
        The pieces of each tiling. A piece is used any number of times unless it has a number of
        copies (``"F5=3"``). To use several pieces in one tiling, pass a list or a string with
        several pieces: ``["F5=1..", "L5=1.."]``. If only one tiling is requested, a symmetry, a
        rectangle or a scale is also required.
    once : bool
        Use all pieces in one tiling, each exactly once.
    turn : {"free", "one-sided", "fixed"}, optional
        Which rotations and reflections of the pieces are allowed. The default depends on the
        lattice.
    symmetry : str
        The symmetry that the figure must have; the figure may also have other symmetries. For
        squares, the symmetry is ``"mirror"``, ``"diagonal"``, ``"half-turn"``, ``"two-mirrors"``,
        ``"two-diagonals"``, ``"quarter-turn"`` or ``"full"``.
    copies : str
        The number of tiles in each tiling: ``"odd"``, ``"3"``, ``"2..6"`` or ``"2.."``. With
        ``"equal"``, all pieces of a tiling must have the same number of copies.
    different : bool
        Whether no two tilings of a figure may have a tile in common.
    rectangle, convex : bool
        Whether the figure must be a rectangle, or must have no gaps in any row or column. The
        conditions `rectangle` and `convex` are supported only for squares.
    holes : int, optional
        The required number of holes in the figure.
    scale : int
        The figure must be a polyomino enlarged by this factor.
    enlarges : str
        The figure must be an enlarged copy of this piece. The enlargement factor is `scale`; if
        `scale` is 1, any factor of at least 2 is allowed. If the piece tiles its own enlargement,
        the answer is the smallest *rep-tile*. If ``"monomino"`` is given, the answer is the
        smallest square that the pieces tile.
    one_tiling : bool
        Whether each tiling must be the only tiling of the figure with its pieces, up to symmetries
        of the figure.
    max_cells : int, optional
        The maximum number of cells of a figure.
    limit : int, optional
        The maximum number of figures to return. If None, return all figures of the smallest size,
        up to the symmetries that `turn` and the pieces allow.
    timeout, max_memory, progress, threads
        See `tilewright.system.work.limits`. When the time limit is reached, the results so far are
        returned. ``progress`` is called before each size is searched, with the results so far as
        ``answer``.

    Returns
    -------
    Figures
        The smallest figures, their tilings, and the excluded sizes.

    Raises
    ------
    RequestError
        If a string is not the name of a piece, if the conditions are incompatible, or if areas or a
        coloring prove that no figure exists.
    MemoryLimitError
        If the memory limit is reached. The message lists the sizes ruled out so far.

    Notes
    -----
    If a tile of one tiling covers a cell, every other tiling must also cover the cell and its
    images under the symmetry. At each step, the search covers the cell that the fewest remaining
    tiles can cover. These problems come from G. L. Sicherman, *Polyform Curiosities*.

    Examples
    --------
    >>> found = figure("F5", "L5")
    >>> print(found.text())
    10 cells: 2 F5 = 2 L5; there is no smaller figure
    >>> found = figure("F5", symmetry="half-turn", copies="odd")
    >>> found.size, found.proof
    (35, 'complete searches found no figure of 5, 15 and 25 cells')
    """
    problem = figure_problem(
        layers,
        once=once,
        turn=turn,
        symmetry=symmetry,
        copies=copies,
        different=different,
        rectangle=rectangle,
        convex=convex,
        holes=holes,
        scale=scale,
        enlarges=enlarges,
        one_tiling=one_tiling,
    )
    return ask(SmallestFigures(problem, max_cells, limit))


def figures_of_each(
    problems: Sequence[FigureProblem],
    *,
    max_cells: int | None = None,
    limit: int | None = 1,
) -> list[Figures]:
    """Return the smallest figures of each problem, within the limits. If areas or a coloring rule
    out all figures of a problem, its answer gives the reason, and the search continues with the
    other problems.

    Raises
    ------
    RequestError
        If there is only one problem, and `figure` would raise an error for it.

    Examples
    --------
    Compare all pairs of three pieces:

    >>> from itertools import combinations
    >>> pairs = [figure_problem(both) for both in combinations(["I4", "L4", "T4"], 2)]
    >>> for answer in figures_of_each(pairs):
    ...     print(answer.text())
    8 cells: 2 I4 = 2 L4; there is no smaller figure
    8 cells: 2 I4 = 2 T4; there is no smaller figure
    8 cells: 2 L4 = 2 T4; there is no smaller figure
    """
    return [
        no_figures(problem)
        if problem.reason and len(problems) > 1
        else ask(SmallestFigures(problem, max_cells, limit))
        for problem in problems
    ]


def no_figures(problem: FigureProblem) -> Figures:
    """Return the answer for a problem without figures, by areas or a coloring."""
    return Figures(problem, (), {}, 1, True)


#: Finds figures of a problem with a number of cells, at most a number of them; returns them,
#: whether these are all, and the number of steps.
Find = Callable[[FigureProblem, int, "int | None"], tuple[Iterable[Figure], bool, int]]


class SmallestFigures:
    """The question of the smallest figures of a problem. `find` may search for the figures of one
    size.

    Raises
    ------
    RequestError
        If a limit is not a positive integer, or areas or a coloring prove that there is no figure.
    """

    def __init__(
        self,
        problem: FigureProblem,
        max_cells: int | None = None,
        limit: int | None = 1,
        find: Find | None = None,
    ) -> None:
        for name, value in (("max_cells", max_cells), ("limit", limit)):
            if value is not None:
                check_integer(value, name, 1)
        problem.check()
        self.problem, self.limit, self._find = problem, limit, find or _find_of_size
        sizes = [size for size in (max_cells, problem.most_cells()) if size is not None]
        self._most = min(sizes, default=math.inf)
        self._largest = problem.most_cells() or math.inf
        #: No figure has fewer cells; why none has each of these numbers of cells.
        self.least = 1
        self.excluded: dict[int, str] = {}
        self.figures: tuple[Figure, ...] = ()
        self.complete = False
        self.nodes = 0

    def run(self) -> None:
        """Search the numbers of cells in increasing order."""
        while self.least <= self._most:
            cells = self.least
            because = self.problem.excluded(cells)
            if because is None:
                self._search_size(cells)
                if self.figures or not self.complete:
                    return
                because = "search"
            if because != "areas":
                self.excluded[cells] = because
            self.complete = False
            self.least += 1
            check_time()
        self.complete = self.least > self._largest

    def answer(self, stopped: str = "") -> Figures:
        """Return the results so far."""
        return Figures(
            self.problem, self.figures, dict(self.excluded), self.least, self.complete, self.nodes
        )

    def _search_size(self, cells: int) -> None:
        known = f"no figure has fewer than {counted(cells, 'cell')}"
        report(Progress(phase=f"{known} · {self.nodes:,} steps", answer=self.answer()))
        try:
            figures, self.complete, nodes = self._find(self.problem, cells, self.limit)
        except MemoryLimitError as error:
            raise MemoryLimitError(f"{error.message}; {known}", where=error.where) from None
        self.figures = tuple(figures)
        self.nodes += nodes


def _find_of_size(
    problem: FigureProblem, cells: int, limit: int | None
) -> tuple[Iterable[Figure], bool, int]:
    """Return the figures of a size: boards that all layers tile, or figures that a search finds."""
    from tilewright.shapes.figures.growing import find_figures, tile_board

    if not (problem.rectangle or problem.enlarges):
        found = find_figures(problem, cells, limit)
        return found.figures.values(), found.complete, found.nodes

    figures: list[Figure] = []
    for board in problem.boards(cells):
        if limit is not None and len(figures) >= limit:
            return figures, False, 0
        try:
            figure = tile_board(problem, board)
        except TimeLimitError:
            return figures, False, 0
        if figure is not None:
            figures.append(figure)
    return figures, True, 0
