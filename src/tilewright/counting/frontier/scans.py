"""The order of the cells: the scan with the narrowest frontier, and the reasons why a count is
large.

A line consists of all cells with the same coordinate along an axis (or, if there are several kinds
of cells along it, with one coordinate of each kind). Nothing here depends on the dimension or the
shape of cells. Boards with branches have a much narrower frontier if the cells are processed one by
one (`narrow_order`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.frontier.orders import narrow_order
from tilewright.counting.moves import Moves, Options, compile_moves, frontier_widths, scan_width
from tilewright.errors import EngineError
from tilewright.model.cover import Cover
from tilewright.model.problem import Problem

#: The lines along which the cells are taken.
Axis = Literal["rows", "columns", "layers"]
#: The same, or cell by cell.
Order = Literal["rows", "columns", "layers", "cells"]
#: The same, or the one with the narrowest frontier.
Lines = Literal["auto", "rows", "columns", "layers", "cells"]
_NAMES: dict[int, tuple[Axis, ...]] = {2: ("rows", "columns"), 3: ("layers", "rows", "columns")}


def axis_names(dimension: int) -> tuple[Axis, ...]:
    """Return the names of the lines along each axis."""
    return _NAMES[dimension]


@dataclass(frozen=True, eq=False)
class Scan:
    """An order of the cells along rows, columns or layers, or cell by cell."""

    name: Order
    #: (area,): the place of each cell.
    position: NDArray[np.int64]
    #: (area,): if lines are taken from both ends at once, the place of each place's mirror image in
    #: its line.
    partner: NDArray[np.int64] | None = None

    def lines(self, cells: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the line of each cell, (a,), given its coordinates (a, d). If cells are processed
        one by one, they form a single line.
        """
        if self.name == "cells":
            return np.zeros(len(cells), dtype=np.int64)
        return cells[:, axis_names(cells.shape[1]).index(self.name)].astype(np.int64)

    def line_ends(self, cells: NDArray[np.int32]) -> list[int]:
        """Return the number of cells up to the end of each line."""
        ends: list[int] = np.cumsum(np.unique(self.lines(cells), return_counts=True)[1]).tolist()
        return ends


#: The logarithm of the estimated states from which on orders of single cells are looked for, and
#: the largest part of the frontier of lines that theirs may have.
WIDE, NARROWER = 16, 0.75


def board_scans(cells: NDArray[np.int32], *, folded: bool) -> list[Scan]:
    """Return the scans by rows and columns, and for cubes by layers, each in two directions."""
    scans: list[Scan] = []
    coordinates = cells.T.astype(np.int64)
    for axes in itertools.permutations(range(len(coordinates))):
        name = axis_names(len(axes))[axes[0]]
        # `lexsort` takes the least significant key first.
        keys = [coordinates[axis] for axis in reversed(axes)]
        if not folded:
            scans.append(Scan(name, inverse(np.lexsort(keys))))
            continue
        place = keys[0]
        mirrored = int(place.min() + place.max()) - place
        position = inverse(np.lexsort([place, np.minimum(place, mirrored), *keys[1:]]))
        image = _look_up_points(np.stack([place, *keys[1:]]), np.stack([mirrored, *keys[1:]]))
        if image is not None:
            partner = np.empty(len(cells), dtype=np.int64)
            partner[position] = position[image]
            scans.append(Scan(name, position, partner))
    return scans


def inverse(order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the position of each element in an order."""
    position = np.empty(len(order), dtype=np.int64)
    position[order] = np.arange(len(order))
    return position


def _look_up_points(
    points: NDArray[np.int64], images: NDArray[np.int64]
) -> NDArray[np.int64] | None:
    """Return the number of the point at each image; None if an image is not a point."""
    shape = tuple((np.maximum(points, images).max(axis=1) + 1).tolist())
    known, wanted = (
        np.ravel_multi_index(tuple(points), shape),
        np.ravel_multi_index(tuple(images), shape),
    )
    order = np.argsort(known)
    numbers = order[np.minimum(np.searchsorted(known, wanted, sorter=order), len(order) - 1)]
    return numbers if np.array_equal(known[numbers], wanted) else None


def line_coordinates(cells: NDArray[np.int64], axis: int, kinds: int) -> NDArray[np.int64]:
    """Return the line of each cell, and its position in the line, (n, 1 + e)."""
    others = [side for side in range(cells.shape[1]) if side != axis]
    if kinds == 1:
        return np.ascontiguousarray(cells[:, [axis, *others]])
    line, kind = np.divmod(cells[:, axis], kinds)
    return np.column_stack([line, cells[:, others], kind])


def line_scan(cells: NDArray[np.int32], axis: int, kinds: int) -> Scan:
    """Return the scan of the lines along an axis in reading order."""
    keys = line_coordinates(cells.astype(np.int64), axis, kinds).T
    return Scan(axis_names(cells.shape[1])[axis], inverse(np.lexsort(keys[::-1])))


def mirrors(options: Options, image: NDArray[np.int64], count: Sequence[int] = ()) -> bool:
    """Return whether a map of the cells permutes the options and preserves the counted kinds."""
    counted = np.array(
        [options.bounded(kind) or kind in count for kind in range(len(options.most))]
    )
    kind = np.where(counted[options.kind], options.kind, -1)
    return np.array_equal(_sorted_sets(options, kind, None), _sorted_sets(options, kind, image))


def _sorted_sets(
    options: Options, kind: NDArray[np.int64], image: NDArray[np.int64] | None
) -> NDArray[np.int64]:
    """Return the options as rows, (p, longest + 2), in an order without their numbers."""
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


def long_axis(problem: Problem) -> int:
    """Return the axis with the most lines, which are the shortest lines."""
    board = problem.board
    lines = [
        size // period for size, period in zip(board.shape, board.lattice.periods, strict=True)
    ]
    return lines.index(max(lines))


def fits_area(options: Options) -> bool:
    """Return whether the areas of the pieces can add up to the area of the board."""
    lengths = (
        np.diff(options.start) // options.copies if options.size else np.zeros(0, dtype=np.int64)
    )
    least = most = 0
    for kind in range(len(options.most)):
        of_kind = options.kind == kind
        if not of_kind.any():
            if options.least[kind] > 0:
                return False
            continue
        size = int(lengths[of_kind][0])
        least += size * int(options.least[kind])
        most += size * min(int(options.most[kind]), options.area)
    return least <= options.area <= most


def scan_of(cover: Cover, options: Options, scan: Lines, folded: bool) -> tuple[Scan, Moves]:
    """Return the scan with the narrowest frontier, and its moves."""
    ways = board_scans(cover.cells, folded=False)
    if folded:
        ways += [
            way
            for way in board_scans(cover.cells, folded=True)
            if way.partner is not None and mirrors(options, cell_images(way))
        ]
    if scan != "auto":
        ways = [way for way in ways if way.name == scan]
    ranked = sorted((_load(options, way), number) for number, way in enumerate(ways))
    if scan in ("auto", "cells"):
        along = list(cover.cells.T.astype(np.int64))
        lines = ways[ranked[0][1]].position if ranked else None
        order = narrower_order(options, lines, along)
        if order is not None:
            return Scan("cells", order), compile_moves(options, order)
    for _, number in ranked:
        way = ways[number]
        moves = compile_moves(options, way.position, partner=way.partner)
        if moves.folded or way.partner is None:
            return way, moves
    raise EngineError("this board cannot be scanned in any supported direction")


def narrower_order(
    options: Options, lines: NDArray[np.int64] | None, levels: Sequence[NDArray[np.int64]] = ()
) -> NDArray[np.int64] | None:
    """Return the position of each cell in an order of single cells, (area,), if its frontier is
    much narrower than with the given positions, or None otherwise.

    If no positions are given, return any order.
    """
    load = math.inf if lines is None else scan_width(options, lines)[1]
    if load <= WIDE:
        return None
    order = narrow_order(options, levels)
    if order is None or lines is None:
        return order
    widest, narrowest = (
        int(frontier_widths(options, place)[1].max(initial=0)) for place in (lines, order)
    )
    return order if narrowest <= NARROWER * widest else None


def _load(options: Options, way: Scan) -> float:
    """Return the logarithm of the estimated number of states of a scan, including the cost of keys
    and mirror images.
    """
    span, load = scan_width(options, way.position)
    # The mirror halves the states, but needs one-word keys; a second word doubles the cost.
    wide = 0.5 if span > 64 else 0.0
    return load + wide - (0.4 if way.partner is not None and span <= 64 else 0)


def expected_most(options: Options, moves: Moves, way: Scan) -> float:
    """Return the largest expected number of states of all layers; infinity if states record copies.

    Measured: up to four times the estimate from the frontier.
    """
    return math.inf if moves.fields else 2.0 ** (2 + scan_width(options, way.position)[1])


def cell_images(way: Scan) -> NDArray[np.int64]:
    """Return the mirror image of each cell under a folded scan."""
    assert way.partner is not None
    cell = np.argsort(way.position)
    image: NDArray[np.int64] = cell[way.partner[way.position]]
    return image


def reason(options: Options, moves: Moves, scan: str, names: Sequence[str] = ()) -> str:
    """Describe why a count is large: the frontier, and pieces with counted copies."""
    if scan == "cells":
        text = f"with the best order of cells, the frontier is {moves.width} cells wide"
    else:
        text = f"when scanning by {scan}, the frontier is {moves.span - 1} cells wide"
    rooms = {
        field.kind: min(int(options.most[field.kind]), options.room(field.kind)) + 1
        for field in moves.fields
    }
    if not rooms:
        return text
    limited = sum(options.bounded(kind) for kind in rooms)
    counted = len(rooms) - limited
    sorts = [
        f"{number} {'piece' if number == 1 else 'pieces'} {what}"
        for number, what in ((limited, "with limited copies"), (counted, "counted apart"))
        if number
    ]
    number = math.prod(rooms.values())
    combinations = f"{number:,}" if number < 10**9 else f"about 10^{len(str(number)) - 1}"
    text += f", and the copies of {' and '.join(sorts)} have up to {combinations} combinations"
    largest = max(rooms, key=lambda kind: rooms[kind])
    if len(rooms) > 1 and largest < len(names):
        text += f", most of them by {names[largest]} with up to {rooms[largest] - 1:,} copies"
    return text
