"""The smallest sets of cells that contain pieces, exclude pieces or surround a hole.

All three are the same question: the cells must contain at least one set from each of several lists.
If pieces must be contained, the sets are the placements of each piece. If a piece must be excluded,
they are the single cells of each placement. For a ring, a single set contains all neighbors of the
hole. The numbers of cells are searched in increasing order, so fewer cells are not enough.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import MemoryLimitError, RequestError
from tilewright.model.board import Board
from tilewright.model.piece import Piece, PieceLike, listed_pieces, parse_pieces
from tilewright.model.space.catalog import POLYFORMS, polyforms
from tilewright.model.space.lattice import Cell, Lattice, Turn, as_lattice
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.cells import OTHER_KIND, Cells, move_to, neighbors_of
from tilewright.shapes.figures.excluding import plan_exclusion
from tilewright.shapes.figures.fewest_problem import Contains, Excludes, Fewest, Requirement, Ring
from tilewright.shapes.figures.meeting import MeetSearch, SearchPlan
from tilewright.system.platform.machine import check_room
from tilewright.system.values.arguments import counted
from tilewright.system.work.deadline import check_time, current_deadline, report
from tilewright.system.work.limits import ProgressLimits, limited
from tilewright.system.work.progress import Progress
from tilewright.system.work.question import ask

#: The largest hole: of larger ones there are too many.
_LARGEST_HOLE = 9
#: Bytes of a cell of a placement in a search that is kept, and in one that is built.
_KEPT, _BUILT = 90, 250
#: Cells so far from a hole connect those around it, on every lattice.
_CONNECTING = 3
#: The sides of a box, in periods of the lattice.
Box = tuple[int, ...]


@limited
def superform(
    *pieces: PieceLike,
    turn: Turn | None = None,
    **limits: Unpack[ProgressLimits],
) -> Fewest:
    """Find the smallest connected figure that contains each of the given pieces.

    Parameters
    ----------
    *pieces : str, Piece or list
        The pieces, such as ``"hexominoes"``.
    turn : {"free", "one-sided", "fixed"}, optional
        Which rotations and reflections of the pieces are allowed. The default depends on the
        lattice.
    timeout, max_memory, progress
        See `tilewright.system.work.limits`. When the time limit is reached, the best answer so far
        is returned: a small figure, and a lower bound (`Fewest.least`). ``progress`` receives each
        lower bound on the number of cells as ``done``.

    Returns
    -------
    Fewest
        The figure. `Fewest.proven` is True if it is proven that no smaller figure exists.

    Raises
    ------
    RequestError
        If a string is not the name of a piece, or the pieces are on different lattices.
    TimeLimitError
        If the time limit is reached before the search starts.
    MemoryLimitError
        If the memory limit is reached. The message contains the lower bound.

    Notes
    -----
    A connected figure of n squares fits into an h x w box with h + w = n + 1, so searching a few
    boxes proves that no smaller figure exists. Published: OEIS A327094.

    Examples
    --------
    >>> superform("pentominoes").size
    9
    """
    return ask(FewestCells(Contains(*_list_pieces(pieces, turn))))


@limited
def exclusion(
    board: Board | str,
    *pieces: PieceLike,
    turn: Turn | None = None,
    **limits: Unpack[ProgressLimits],
) -> Fewest:
    """Find the smallest set of cells to remove from a board so that no piece fits into the rest.

    Parameters
    ----------
    board : Board or str
        A board of any shape. On a board with joined sides, such as ``"torus:8x8"``,
        `Fewest.density` is the density of a pattern in the whole plane.
    *pieces, turn, timeout, max_memory, progress
        See `superform`.

    Returns
    -------
    Fewest
        The cells to remove from the board.

    Raises
    ------
    RequestError, TimeLimitError, MemoryLimitError
        See `superform`.

    Notes
    -----
    This problem comes from S. W. Golomb, *Polyominoes*, chapter 3. For the X pentomino on squares,
    the answers are published as OEIS A104519.

    Examples
    --------
    >>> exclusion("6x6", "X5").size
    4
    """
    on = Board.parse(board) if isinstance(board, str) else board
    requirement = Excludes(*_list_pieces(pieces, turn, on.lattice), on)
    return ask(FewestCells(requirement))


@limited
def ring_around(
    hole: int,
    lattice: Lattice | str = "square",
    **limits: Unpack[ProgressLimits],
) -> Fewest:
    """Find the smallest connected figure that surrounds a hole with a given number of cells.

    Parameters
    ----------
    hole : int
        The number of cells in the hole, from 1 to 9; at most 8 for hexagons and 7 for cubes.
    lattice : Lattice or str
        The lattice: ``square``, ``tri``, ``hex`` or ``cube``.
    timeout, max_memory, progress
        See `superform`.

    Returns
    -------
    Fewest
        The figure.

    Raises
    ------
    RequestError, TimeLimitError, MemoryLimitError
        See `superform`.

    Notes
    -----
    The search tries every shape of the hole, except for shapes with too many neighbors. Published:
    OEIS A283056.

    Examples
    --------
    >>> ring_around(1).size
    7
    """
    return ask(FewestCells(Ring(hole, as_lattice(lattice))))


def _list_pieces(
    arguments: Sequence[PieceLike], turn: Turn | None, lattice: Lattice | None = None
) -> tuple[tuple[Piece, ...], Turn]:
    """Return the pieces of arguments, and how they may be turned."""
    pieces: list[Piece] = []
    for argument in listed_pieces(arguments):
        if isinstance(argument, Piece):
            pieces.append(argument)
        elif lattice is None:
            pieces += parse_pieces(argument, turn)
        else:
            pieces += [piece.among(lattice) for piece in parse_pieces(argument, turn, lattice)]
    return tuple(pieces), turn or (pieces[0].lattice.turn if pieces else "free")


class FewestCells:
    """The question of the smallest set of cells that meets a requirement. The numbers of cells are
    searched in increasing order.
    """

    def __init__(self, requirement: Requirement) -> None:
        if isinstance(requirement, Ring):
            lattice = requirement.lattice
            largest = min(_LARGEST_HOLE, max(POLYFORMS.get(lattice, (_LARGEST_HOLE,))))
            if requirement.hole > largest:
                raise RequestError(
                    f"a hole of {lattice.cells} can have at most {largest} cells, got "
                    f"{requirement.hole}",
                    where="ring",
                )
        self.requirement = requirement
        self.least = 0
        #: Returns cells that are enough.
        self._cells: Callable[[], Iterable[Cell]] | None = None

    def run(self) -> None:
        """Search until the fewest cells are found."""
        search, self._cells = _PLANS[type(self.requirement)](self.requirement)
        known = "at least 0 cells"
        try:
            while (cells := next(search)) is None:
                self.least += 1
                known = f"at least {counted(self.least, 'cell')}"
                report(Progress(phase=known, done=self.least))
        except MemoryLimitError as error:
            raise MemoryLimitError(
                f"{error.message}; {known} are needed", where=error.where
            ) from None
        self._cells = lambda: cells

    def answer(self, stopped: str = "") -> Fewest:
        """Return the results so far.

        Raises
        ------
        TimeLimitError
            If the search did not start.
        """
        if self._cells is None:
            raise current_deadline().error()
        return Fewest(self.requirement, tuple(sorted(self._cells())), self.least)


def _plan_superform(requirement: Contains) -> SearchPlan:
    searches: dict[Box, MeetSearch] = {}

    def find(most: int) -> Cells | None:
        cells = None
        for box in _list_boxes(requirement, most):
            if cells is None:
                held = sum(search.entries for search in searches.values())
                search = searches.get(box) or _search_box(requirement, box, held)
                searches[box] = search
                cells = search.find(most)
        return cells

    return map(find, itertools.count()), partial(_overlay_pieces, requirement)


def _overlay_pieces(requirement: Contains) -> Cells:
    """Return a figure of all pieces, each placed where it needs the fewest additional cells."""
    pieces = sorted(requirement.pieces, key=lambda piece: -len(piece.polyomino))
    figure = frozenset(requirement.forms(pieces[0])[0].cells)
    for piece in pieces[1:]:
        near = sorted(figure | neighbors_of(requirement.lattice, figure))
        least = figure
        more = len(piece.polyomino) + 1
        for form, cell in itertools.product(requirement.forms(piece), near):
            placed = move_to(requirement.lattice, form.cells, cell)
            if placed != OTHER_KIND and len(placed - figure) < more:
                least, more = placed, len(placed - figure)
            if not more:
                break
        figure |= least
    return figure


def _list_boxes(requirement: Contains, cells: int) -> list[Box]:
    """Return boxes such that each connected figure of a size has an image in one of them."""
    lattice = requirement.lattice
    steps = abs(np.array([step for sides in lattice.faces for step in sides]))
    # Each row but one is entered by a step, so a step of a path counts at most once in each sum.
    axes = np.eye(lattice.dimension) / steps.max(axis=0)
    weights = [*axes, *([axes.sum(axis=0)] if (steps @ axes.sum(axis=0) <= 1).all() else [])]

    def fits(box: Box) -> bool:
        # A figure that needs all periods of a row leaves out cells of the outer ones.
        sides = [
            side if kinds == 1 or side == 1 else kinds * (side - 2) + 2
            for side, kinds in zip(box, lattice.periods, strict=True)
        ]
        return all(1 + (np.array(sides) - 1) @ weight <= cells + 1e-9 for weight in weights)

    def larger(box: Box) -> Iterator[Box]:
        for axis in range(len(box)):
            yield tuple(side + (axis == other) for other, side in enumerate(box))

    boxes, waiting = set[Box](), [(1,) * lattice.dimension]
    seen = set(waiting)
    while waiting and cells > 0:
        box = waiting.pop()
        more = [other for other in larger(box) if fits(other)]
        if not more:
            boxes.add(min(_turn_box(requirement, box)))
        waiting += [other for other in more if other not in seen]
        seen.update(more)
    return sorted(boxes)


def _turn_box(requirement: Contains, box: Box) -> Iterator[Box]:
    """Yield the sides of a box under the symmetries of the requirement."""
    yield box
    if requirement.lattice.kinds == 1:
        for element in requirement.elements:
            matrix = abs(requirement.lattice.matrices[element].astype(int))
            if (matrix.sum(axis=0) == 1).all():
                yield tuple((matrix @ np.array(box)).tolist())


def _search_box(requirement: Contains, box: Box, held: int) -> MeetSearch:
    """Return the search for a figure in a box. The searches of other boxes use `held` entries."""
    lattice = requirement.lattice
    array = np.argwhere(np.ones(np.array(box) * lattice.periods, dtype=bool))
    cells: list[Cell] = [*map(tuple, array.tolist())]
    inside = frozenset(cells)
    symmetries = [
        element
        for element in requirement.elements
        if frozenset(map(tuple, _move_cells(lattice, element, array).tolist())) == inside
    ]
    turned = max(requirement.pieces, key=lambda piece: len(requirement.forms(piece)))
    requirements: list[list[Cells]] = []
    entries = 0
    for piece in requirement.pieces:
        check_time()
        check_room(
            _KEPT * held + _BUILT * entries, f"placements with {held + entries:,} cells need {{}}"
        )
        forms = set(requirement.forms(piece))
        if piece is turned:
            # A symmetry of the box makes of one piece the first of its images.
            forms = {min(form.transform(element) for element in symmetries) for form in forms}
        requirements.append(
            [placement for form in sorted(forms) for placement in _place_form(form, array)]
        )
        entries += len(requirements[-1]) * len(piece.polyomino)
    return MeetSearch(lattice, cells, requirements, connected=True)


def _place_form(form: Polyform, box: NDArray[np.int64]) -> Iterator[Cells]:
    """Yield the placements of a form in a box, given by its cells."""
    cells = np.array(form.cells)
    free = box.max(axis=0) - cells.max(axis=0)
    for step in itertools.product(
        *(
            range(0, most + 1, period)
            for most, period in zip(free.tolist(), form.lattice.periods, strict=True)
        )
    ):
        yield frozenset(map(tuple, (cells + step).tolist()))


def _move_cells(lattice: Lattice, element: int, cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the image of cells under a symmetry, moved to the origin."""
    image = lattice.image(element, cells)
    moved: NDArray[np.int64] = image - lattice.corner(image)
    return moved


def _plan_ring(requirement: Ring) -> SearchPlan:
    """Search for each shape of the hole, connecting its neighbors with as few cells as possible."""
    lattice = requirement.lattice
    shapes = [
        (frozenset(shape.cells), neighbors_of(lattice, frozenset(shape.cells)))
        for shape in polyforms(requirement.hole, "free", lattice)
    ]

    def find(most: int) -> Cells | None:
        cells = None
        for hole, edge in shapes:
            room = most - len(edge)
            if cells is not None or room < 0:
                continue
            near = edge
            for _ in range((room + 1) // 2):
                near |= neighbors_of(lattice, near) - hole
            cells = MeetSearch(lattice, near, [[edge]], connected=True).find(most)
        return cells

    def enough() -> Cells:
        """Return the cells around a hole, without superfluous cells that are not needed to connect
        them.
        """
        for hole, edge in sorted(shapes, key=lambda shape: len(shape[1])):
            ring = edge
            for _ in range(_CONNECTING):
                ring |= neighbors_of(lattice, ring) - hole
            if lattice.connected(ring):
                break
        for cell in sorted(ring - edge):
            if lattice.connected(ring - {cell}):
                ring -= {cell}
        return ring

    return map(find, itertools.count()), enough


_PLANS: dict[type[Requirement], Callable[[Any], SearchPlan]] = {
    Contains: _plan_superform,
    Excludes: plan_exclusion,
    Ring: _plan_ring,
}
