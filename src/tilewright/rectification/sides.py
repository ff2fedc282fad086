"""Sides: what the tiles along one side of a rectangle, or along an edge of a box, can look like, and which lengths it can have.

Every tiling of a rectangle, cut off at some depth below one side, is a walk through the states of a strip whose far side is
open. Where there is no walk from one corner to the other, there is no rectangle: not one of any size, as copies of a low one
on top of each other are a high one. So this finite search is a proof for all sizes at once. An edge of a box is a side of its faces:
what lies along it, cut off at some depth on both of them, is a walk as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tilewright.errors import MemoryLimitError, RequestError
from tilewright.lattices.polyomino import Polyomino
from tilewright.rectification.lengths import Lengths
from tilewright.rectification.strips import StripLengths, StripProgress, Walks, explore

__all__ = ["Side", "look_at_side", "look_deeper"]

#: The greatest depth.
_DEEPEST = 32


Depth = TypeVar("Depth")


@dataclass(frozen=True)
class Side(Generic[Depth]):
    """What is known about the sides of all rectangles that can be tiled, or of all boxes.

    Attributes
    ----------
    depth : int, or (int, int)
        How deep the cells along the side were looked at: how many rows, or how many layers and rows.
    lengths : Lengths
        Lengths that a side can have as far as these cells are concerned: nothing that is tiled has a side of another length.
    endless : bool
        Whether the cells along a side that begins at a corner and does not end can be covered: if not, no quadrant can.
    states : int
        States that were reached.
    """

    depth: Depth
    lengths: Lengths
    endless: bool
    states: int


def look_deeper(depths: Iterable[Depth], explore_to: Callable[[Depth], Walks]) -> Side[Depth] | None:
    """Look at a side more and more deeply, until it is seen that there is none, or the states are too many.

    Parameters
    ----------
    depths : iterable
        From the first to the last.
    explore_to : callable
        Finds the walks to a depth.

    Returns
    -------
    Side or None
        The least depth that shows as much as the greatest that was looked at; None if even the first had too many
        states.
    """
    seen = None
    for depth in depths:
        try:
            walks = explore_to(depth)
        except (MemoryLimitError, RequestError):
            break
        deeper = Side(depth, StripLengths(walks).lengths, walks.endless, walks.found)
        if seen is None or (deeper.lengths, deeper.endless) != (seen.lengths, seen.endless):
            seen = deeper
        if not seen.lengths:
            break
    return seen


def look_at_side(
    orientations: Sequence[Polyomino],
    *,
    most_states: int,
    max_memory: int,
    first: int = 1,
    deepest: int = _DEEPEST,
    progress: StripProgress | None = None,
) -> Side[int] | None:
    """Look at the sides of rectangles, as `look_deeper` does.

    Parameters
    ----------
    orientations : sequence of Polyomino
    most_states : int
    max_memory : int
        In bytes.
    first, deepest : int
        The depths to begin and to end with.
    """
    return look_deeper(
        range(first, deepest + 1),
        lambda depth: explore(
            orientations,
            depth,
            open_end=True,
            max_memory=max_memory,
            most_states=most_states,
            progress=progress,
        ),
    )
