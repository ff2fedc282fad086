"""Different tilings: those that are not one another with the whole board turned.

A person who solves a puzzle turns the board as its pieces may be turned, and sees the same solution. So puzzles promise,
and games count, *different* tilings. Where pieces are not flipped over, a mirror image is another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from tilewright.arguments import format_value
from tilewright.cover import Cover, decode
from tilewright.deadline import current_deadline
from tilewright.errors import RequestError
from tilewright.puzzle import Puzzle, calendar_date, named_puzzles
from tilewright.search.choice import EngineName
from tilewright.search.enumeration import Search
from tilewright.search.symmetry_breaking import Breaking
from tilewright.tiling import Tiling

__all__ = ["Different", "calendar_counts", "different_tilings", "is_mirrored"]


@dataclass(frozen=True, slots=True)
class Different:
    """How many different tilings there are.

    Parameters
    ----------
    count : int
        As many were found.
    complete : bool
        Whether these are all.
    first : Tiling or None
        The first one, if it was asked for.
    mirrored : bool
        Whether the mirror image of each is another one among them: the problem is its own mirror image, but its pieces
        cannot be flipped over. A search that is `unique` takes the two for one.
    """

    count: int
    complete: bool
    first: Tiling | None = None
    mirrored: bool = False


def different_tilings(
    cover: Cover,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    first: bool = False,
    engine: EngineName = "auto",
) -> Different:
    """Count the tilings of which none is another with the whole board turned (`Cover.turnings`).

    Parameters
    ----------
    limit : int, optional
        Stop at so many.
    timeout : float, optional
        Stop after so many seconds.
    first : bool
        Return the first one, too.
    engine : str
        As for `tilewright.search.Search`.
    """
    search = Search(cover, timeout=timeout, threads=1, engine=engine)
    turnings = cover.turnings()
    mirrored = is_mirrored(cover)
    if len(turnings) == 1 and limit is None and not first:
        return Different(search.count(), search.complete, mirrored=mirrored)
    one_of_each = Breaking(
        np.stack([each.placements for each in turnings]), np.ones(cover.size, dtype=np.bool_)
    )
    count, tiling = 0, None
    for rows in search.batches():
        kept = one_of_each.keep(rows)
        count += len(kept)
        if first and tiling is None and len(kept):
            tiling = decode(cover, kept[0])
        if limit is not None and count >= limit:
            return Different(limit, search.complete and count == limit, tiling, mirrored)
    return Different(count, search.complete, tiling, mirrored)


def is_mirrored(cover: Cover) -> bool:
    """Whether a problem is its own mirror image, but its pieces cannot be flipped over (see `Different`)."""
    every = cover.cell_symmetries()
    rotations = sum(each.element < cover.problem.board.lattice.mirror for each in every)
    return rotations == len(cover.turnings()) < len(every)


def calendar_counts(puzzles: Iterable[Puzzle] | None = None) -> Iterator[tuple[tuple[int, ...], int]]:
    """Count the solutions of calendar puzzles, one date after the other.

    Parameters
    ----------
    puzzles : iterable of Puzzle, optional
        By default those of all 366 dates of the calendar without weekdays.

    Yields
    ------
    (month, day) or (month, day, weekday), int
        The date (Monday is 0) and its number of solutions; the board has no symmetry, so no two are each other turned.

    Raises
    ------
    RequestError
        If a puzzle is not one of the calendar's.
    TimeLimitError
        If a deadline that holds (`tilewright.deadline`) has passed; what was yielded before stays true.

    Examples
    --------
    >>> from tilewright.reading import find_puzzle
    >>> list(calendar_counts([find_puzzle("calendar:10-06"), find_puzzle("calendar:01-25")]))
    [((10, 6), 7), ((1, 25), 216)]
    >>> list(calendar_counts([find_puzzle("weekday:2026-10-06")]))
    [((10, 6, 1), 826)]
    """
    for puzzle in named_puzzles("calendar") if puzzles is None else puzzles:
        date = calendar_date(puzzle.board.mask) if isinstance(puzzle, Puzzle) else None
        if date is None:
            raise RequestError(f"this is no puzzle of the calendar: {format_value(puzzle)}", where="puzzles")
        search = Search(puzzle.problem(), threads=1)
        count = search.count()
        if not search.complete:
            raise current_deadline().error(" before all dates were counted")
        yield date, count
