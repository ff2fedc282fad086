"""What a count by layers is made of: along which scan, whether the areas fit at all, and what makes it large."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.scan.moves import Moves, Options, compile_moves, scan_width
from tilewright.counting.scan.scans import Lines, Scan, board_scans, mirrors
from tilewright.cover import Cover
from tilewright.errors import EngineError

__all__ = ["cell_images", "fits_area", "reason", "scan_of"]


def fits_area(options: Options) -> bool:
    """Whether the areas of the pieces can add up to the area of the board at all."""
    lengths = np.diff(options.start) // options.copies if options.size else np.zeros(0, dtype=np.int64)
    least = most = 0
    for kind in range(len(options.most)):
        mine = options.kind == kind
        if not mine.any():
            if options.least[kind] > 0:
                return False
            continue
        size = int(lengths[mine][0])
        least += size * int(options.least[kind])
        most += size * min(int(options.most[kind]), options.area)
    return least <= options.area <= most


def scan_of(cover: Cover, options: Options, scan: Lines, folded: bool) -> tuple[Scan, Moves]:
    """Choose the scan with the narrowest frontier, and lay the options along it."""
    ways = board_scans(cover.cells, folded=False)
    if folded:
        ways += [
            way
            for way in board_scans(cover.cells, folded=True)
            if way.partner is not None and mirrors(options, cell_images(way))
        ]
    if scan != "auto":
        ways = [way for way in ways if way.name == scan]
    ranked: list[tuple[float, int, Scan]] = []
    for way in ways:
        span, load = scan_width(options, way.position)
        # The mirror halves the states, but needs one-word keys; a second word costs as much again.
        wide = 0.5 if span > 64 else 0.0
        ranked.append(
            (load + wide - (0.4 if way.partner is not None and span <= 64 else 0), len(ranked), way)
        )
    for _, _, way in sorted(ranked):
        moves = compile_moves(options, way.position, partner=way.partner)
        if moves.folded or way.partner is None:
            return way, moves
    raise EngineError("there is no scan of this board")


def cell_images(way: Scan) -> NDArray[np.int64]:
    """Return the mirror image of each cell under a folded scan."""
    assert way.partner is not None
    cell = np.argsort(way.position)
    image: NDArray[np.int64] = cell[way.partner[way.position]]
    return image


def reason(options: Options, moves: Moves, scan: str, names: Sequence[str] = ()) -> str:
    """Say what makes a count large: the frontier, and the pieces whose copies are told apart.

    Parameters
    ----------
    names : sequence of str
        Those of the kinds, if pieces are to be named.
    """
    text = f"the frontier of the scan by {scan} is {moves.span - 1} cells wide"
    rooms = {
        field.kind: min(int(options.most[field.kind]), options.room(field.kind)) + 1 for field in moves.fields
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
