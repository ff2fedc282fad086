"""Advice: whether a game can still be finished, in how many ways, what has to go, and what comes next."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tilewright.play.hint import Hint, deduce
from tilewright.play.remaining import Ways, first_tilings, ways
from tilewright.problem import Placement

if TYPE_CHECKING:
    from tilewright.play.position import Position

__all__ = ["find_hint", "find_ways", "find_wrong"]


def find_ways(position: Position, seconds: float) -> Ways:
    """Return in how many ways the board can be finished."""
    if any(region.kind == "wrong" for region in position.regions):
        return Ways(0, True)
    return ways(position.after(position.tiles), seconds)


def find_hint(position: Position, seconds: float) -> Hint:
    """Return the next step that a person could find; or what has to go first."""
    if position.solved:
        return Hint("done", "everything is in its place")
    wrong = find_wrong(position, seconds)
    if wrong is not None:
        return wrong
    found = first_tilings(position.after(position.tiles), 1, seconds)
    if not found.tilings:
        return Hint("none", "no way to finish was found in this time")
    return deduce(position.problem, position.tiles, found.tilings[0], seconds)


def find_wrong(position: Position, seconds: float) -> Hint | None:
    """Return what has to go; None if all may be right, or that was not found out in time."""
    for region in position.regions:
        if region.kind == "wrong":
            size = len(region.cells)
            text = f"this closed region of {size} cells is no piece of the puzzle, or its dots do not agree"
            return Hint("outline", text, None, region.cells)
    placed = position.tiles
    deadline = time.monotonic() + seconds
    if not placed or not _hopeless(position, placed, deadline):
        return None
    # The last piece after which it could not be finished any more.
    good, bad_until = 0, len(placed)
    while bad_until - good > 1:
        middle = (good + bad_until) // 2
        if _hopeless(position, placed[:middle], deadline):
            bad_until = middle
        else:
            good = middle
    guilty = placed[bad_until - 1]
    text = "with this piece here the board can no longer be finished"
    return Hint("outline" if position.drawn else "lift", text, guilty, guilty.cells)


def _hopeless(position: Position, placed: tuple[Placement, ...], deadline: float) -> bool:
    found = first_tilings(position.after(placed), 1, max(0.05, deadline - time.monotonic()))
    return found.complete and not found.tilings
