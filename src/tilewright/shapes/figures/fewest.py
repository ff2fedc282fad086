"""The smallest sets of cells that contain pieces, exclude pieces or surround a hole.

All three are the same question: the cells must contain at least one set from each of several lists.
If pieces must be contained, the sets are the placements of each piece. If a piece must be excluded,
they are the single cells of each placement. For a ring, a single set contains all neighbors of the
hole. The numbers of cells are searched in increasing order, so fewer cells are not enough.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import MemoryLimitError, RequestError
from tilewright.model.board import Board
from tilewright.model.piece import Piece, PieceLike, listed_pieces, parse_pieces
from tilewright.model.space.catalog import POLYFORMS, polyforms
from tilewright.model.space.lattice import PLAIN_TURNS, Cell, Lattice, Turn, as_lattice, check_turn
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
#: Bytes of a cell of a placement in a search.
_BYTES = 40
#: Cells so far from a hole connect those around it, on every lattice.
_CONNECTING = 3


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
        is returned: a small figure, and a lower bound (`Fewest.least`). Each lower bound on the
        number of cells is reported to ``progress`` as ``done``.

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
    The longest piece is placed at the origin. A connected figure of n cells cannot extend far
    beyond this piece, so a search in a window around the piece proves that there is no smaller
    figure. Published: OEIS A327094.

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
    way = check_turn(turn or (pieces[0].lattice.turn if pieces else "free"), PLAIN_TURNS)
    for piece in pieces:
        check_turn(piece.turn or way, PLAIN_TURNS)
    return tuple(pieces), way


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
    """Search around the longest piece, which lies at the origin in one of its orientations."""
    longest = max(
        requirement.pieces,
        key=lambda piece: (max(piece.polyomino.shape), -len(requirement.forms(piece))),
    )
    # A symmetry of the requirement turns the longest piece into the first of its images.
    forms = {
        min(form.transform(element) for element in requirement.elements)
        for form in requirement.forms(longest)
    }

    def find(most: int) -> Cells | None:
        for form in sorted(forms) if most >= len(longest.polyomino) else ():
            cells = _search_around(requirement, longest, form, most).find(most)
            if cells is not None:
                return cells
        return None

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


def _search_around(requirement: Contains, longest: Piece, form: Polyform, most: int) -> MeetSearch:
    """Return the search for a figure of at most `most` cells around a form of a piece."""
    window = _Window(form, most)
    # The symmetries that map the form to itself leave a choice for one more piece.
    others = [piece for piece in requirement.pieces if piece is not longest]
    turned = max(others, key=lambda piece: len(requirement.forms(piece)), default=longest)
    requirements, entries = [window.numbers(np.array(form.cells)[None])], 0
    for piece in others:
        check_time()
        check_room(_BYTES * entries, f"placements with {entries:,} cells need {{}}")
        sets = np.concatenate([window.place(form) for form in requirement.forms(piece)])
        if piece is turned:
            sets = window.first_images(sets, requirement.elements)
        requirements.append(sets)
        entries += sets.size
    return MeetSearch(form.lattice, window.cells, requirements, connected=True)


class _Window:
    """The cells of a lattice that a connected figure around a form can have.

    A figure of at most `most` cells reaches a cell only if there is room for a path to it.
    """

    def __init__(self, form: Polyform, most: int) -> None:
        self._form, self._room = form, most - len(form)
        lattice = form.lattice
        distance = dict.fromkeys(form.cells, 0)
        ring = frozenset(form.cells)
        for steps in range(1, self._room + 1):
            ring = neighbors_of(lattice, ring) - distance.keys()
            distance |= dict.fromkeys(ring, steps)
        self.cells = sorted(distance)
        self._distance = np.array([distance[cell] for cell in self.cells])
        self._array = np.array(self.cells)
        self._low = self._array.min(axis=0)
        self._grid = np.full(np.ptp(self._array, axis=0) + 1, -1)
        self._grid[tuple((self._array - self._low).T)] = np.arange(len(self.cells))

    def numbers(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of cells, or -1 for cells outside the window."""
        placed, last = cells - self._low, np.array(self._grid.shape) - 1
        inside = ((placed >= 0) & (placed <= last)).all(axis=-1)
        number = self._grid[tuple(np.moveaxis(np.clip(placed, 0, last), -1, 0))]
        numbers: NDArray[np.int64] = np.where(inside, number, -1)
        return numbers

    def place(self, form: Polyform) -> NDArray[np.int64]:
        """Return the cells of each placement of a form for which there is room."""
        cells = np.array(form.cells)
        kind = form.lattice.kind
        first = self._array[kind(self._array) == kind(cells[0])]
        sets = self.numbers(first[:, None] + (cells - cells[0]))
        sets = sets[(sets >= 0).all(axis=1)]
        distance = self._distance[sets]
        # New cells, and those of a path to the placement.
        needed = (distance > 0).sum(axis=1) + np.maximum(0, distance.min(axis=1) - 1)
        near: NDArray[np.int64] = sets[needed <= self._room]
        return near

    def first_images(self, sets: NDArray[np.int64], elements: Iterable[int]) -> NDArray[np.int64]:
        """Return the sets that are the first of their images under the symmetries of the form."""
        lattice, own = self._form.lattice, np.array(self._form.cells)
        least = rows = np.sort(sets, axis=1).tolist()
        for element in elements:
            image = lattice.image(element, own)
            corner = lattice.corner(image)
            if {*map(tuple, (image - corner).tolist())} == {*self._form.cells}:
                cells = lattice.image(element, self._array[sets]) - corner
                images = np.sort(self.numbers(cells), axis=1).tolist()
                least = [*map(min, least, images)]
        return sets[[row == first for row, first in zip(rows, least, strict=True)]]


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
            order = sorted(near)
            wanted = np.array([[number for number, cell in enumerate(order) if cell in edge]])
            cells = MeetSearch(lattice, order, [wanted], connected=True).find(most)
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
