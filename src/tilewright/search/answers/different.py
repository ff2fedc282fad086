"""Different tilings: those that are not one another with the whole board turned.

A person who solves a puzzle turns the board as its pieces may be turned, and sees the same solution. So puzzles promise,
and games count, *different* tilings. Where pieces are not flipped over, a mirror image is another one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tilewright.cover import Cover, decode
from tilewright.search.answers.enumeration import Search
from tilewright.search.choice.choice import EngineName
from tilewright.search.choice.symmetry_breaking import Breaking
from tilewright.tiling import Tiling

__all__ = ["Different", "different_tilings", "is_mirrored"]


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
