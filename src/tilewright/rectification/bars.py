"""Bars: all lengths at which a bar of one section can be tiled by solid pieces, and what the edges of boxes can look like.

A bar is a strip whose rows are the cells of its section, so its states, lengths and tilings are those of a strip. With two sides of the
section open it is what lies along an edge of a box: where no walk leads from one corner to the other, there is no box, not one of any
size, as copies of a small one are a large one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from tilewright.errors import RequestError
from tilewright.lattices.polyform import Polyform
from tilewright.rectification.sides import Side, look_deeper
from tilewright.rectification.strips import STRIP_BITS, StripLengths, StripProgress, Walks, find_walks

__all__ = ["Edge", "Section", "bar_tiling", "explore_bar", "look_at_edge"]

#: The sides of a section: the shorter one, the longer one.
Section = tuple[int, int]

#: What is known about the edges of all boxes that can be tiled.
Edge: TypeAlias = Side[Section]

#: How deep an edge is looked at: layers and rows beside it.
_DEPTHS = ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4))


def explore_bar(
    orientations: Sequence[Polyform],
    section: Section,
    *,
    open_sides: bool = False,
    max_memory: int,
    most_states: int | None = None,
    progress: StripProgress | None = None,
) -> Walks:
    """Find the states of a bar that can be reached and can finish.

    Parameters
    ----------
    orientations : sequence of Polyform
        All images that a tile may have: of cubes, closed under turns.
    section : (int, int)
        Layers and rows; the bar grows along the columns.
    open_sides : bool
        Whether tiles may stick out beyond the last layer and the last row, where nothing is looked at.
    max_memory : int
        In bytes.
    most_states : int, optional
    progress : callable, optional

    Raises
    ------
    RequestError
        If the section has too many cells.
    MemoryLimitError
        If the states do not fit into memory, or are more than `most_states`.
    """
    layers, rows = section
    cells = layers * rows
    # What does not fit into the section needs no room in a state.
    masks, columns = _placements(orientations, section, open_sides=open_sides)
    most = min(63, STRIP_BITS // (columns + 1))
    if cells > most:
        raise RequestError(f"the section of a bar has at most {most} cells with this piece, not {cells}")
    return find_walks(
        masks,
        columns,
        # A half turn about the axis of the bar puts the cells of the section in the other order.
        folded=not open_sides,
        name=f"the bar of section {layers}x{rows}",
        max_memory=max_memory,
        most_states=most_states,
        progress=progress,
    )


def _placements(
    orientations: Iterable[Polyform], section: Section, *, open_sides: bool
) -> tuple[list[list[int]], int]:
    """Return the placements that begin in each cell of the section, as bit sets, and the columns beyond their first."""
    layers, rows = section
    area = layers * rows
    masks: list[set[int]] = [set() for _ in range(area)]
    columns = 0
    for orientation in orientations:
        high, deep, _ = orientation.shape
        for top in range(layers if open_sides else layers - high + 1):
            for front in range(rows if open_sides else rows - deep + 1):
                cells = sorted(
                    (column, (top + layer) * rows + front + row)
                    for layer, row, column in orientation.cells
                    if top + layer < layers and front + row < rows
                )
                if not cells:
                    continue
                left, first = cells[0]
                columns = max(columns, cells[-1][0] - left)
                masks[first].add(sum(1 << ((column - left) * area + place) for column, place in cells))
    return [sorted(found) for found in masks], columns


def bar_tiling(bar: StripLengths, section: Section, length: int) -> list[list[tuple[int, int, int]]]:
    """Return the tiles of a tiling of section x length, each a list of cells (layer, row, column)."""
    rows = section[1]
    return [[(*divmod(place, rows), column) for place, column in cells] for cells in bar.tiling(length)]


def look_at_edge(
    orientations: Sequence[Polyform],
    *,
    most_states: int,
    max_memory: int,
    progress: StripProgress | None = None,
) -> Edge | None:
    """Look at the edges of boxes, as `look_deeper` does.

    Parameters
    ----------
    orientations : sequence of Polyform
    most_states : int
    max_memory : int
        In bytes.
    progress : callable, optional
    """
    return look_deeper(
        _DEPTHS,
        lambda depth: explore_bar(
            orientations,
            depth,
            open_sides=True,
            max_memory=max_memory,
            most_states=most_states,
            progress=progress,
        ),
    )
