"""Different tilings: how many there are, two of them, and errors that say so of a puzzle without
exactly one solution.

Different tilings are those that no turn of the whole board maps to each other. Puzzles promise, and
games count, different tilings; where pieces cannot be flipped over, mirror images differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

import numpy as np

from tilewright.errors import NoTilingError, RequestError
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Cell
from tilewright.model.tiling import Tiling
from tilewright.solving.proofs import Reasons
from tilewright.solving.search.choice import EngineName
from tilewright.solving.search.enumeration import Search
from tilewright.solving.search.running.symmetry_breaking import Breaking
from tilewright.system.work.deadline import current_deadline
from tilewright.system.work.limits import Limits, limited

#: Cells that a message lists.
_LISTED = 12
#: The most solutions of a puzzle without a grade that are counted.
COUNTED = 1000


class SeveralSolutionsError(RequestError):
    """The request needs a puzzle with exactly one solution, but it has several.

    Attributes
    ----------
    solutions : tuple of Tiling
        Two of them. No rotation of the board maps one to the other.
    count : int
        How many are known. Rotations of the board count once.
    complete : bool
        Whether these are all.
    """

    kind = "several"

    def __init__(
        self,
        solutions: Sequence[Tiling],
        where: str | None = None,
        *,
        count: int,
        complete: bool,
    ) -> None:
        self.solutions, self.count, self.complete = tuple(solutions), count, complete
        number = f"{count:,}" if complete else f"at least {count:,}"
        super().__init__(
            f"the puzzle has {number} solutions; two of them {differ_in(*self.solutions)}", where
        )


@dataclass(frozen=True, slots=True)
class DifferentTilings:
    """The number of different tilings, whether these are all, and the first ones, if requested."""

    count: int
    complete: bool
    examples: tuple[Tiling, ...] = ()
    #: The mirror image of each tiling is another one among them; a search that is `unique` counts
    #: the two as one.
    mirrored: bool = False

    @property
    def first(self) -> Tiling | None:
        """The first tiling; None if there is none, or none was requested."""
        return self.examples[0] if self.examples else None


@limited
def different_tilings(
    cover: Cover,
    *,
    limit: int | None = None,
    examples: int = 0,
    engine: EngineName = "auto",
    **limits: Unpack[Limits],
) -> DifferentTilings:
    """Count the tilings up to turns of the whole board (`Cover.turnings`), at most `limit`; return
    the first `examples` of them, too.
    """
    search = Search(cover, engine=engine, threads=1)
    turnings = cover.turnings()
    mirrored = is_mirrored(cover)
    if len(turnings) == 1 and limit is None and not examples:
        return DifferentTilings(search.count(), search.complete, mirrored=mirrored)
    one_of_each = Breaking(
        np.stack([turning.placements for turning in turnings]), np.ones(cover.size, dtype=np.bool_)
    )
    count = 0
    tilings: list[Tiling] = []
    for rows in search.batches():
        representatives = one_of_each.keep_representatives(rows)
        count += len(representatives)
        tilings += [decode(cover, row) for row in representatives[: examples - len(tilings)]]
        if limit is not None and count >= limit:
            complete = search.complete and count == limit
            return DifferentTilings(limit, complete, tuple(tilings), mirrored)
    return DifferentTilings(count, search.complete, tuple(tilings), mirrored)


def is_mirrored(cover: Cover) -> bool:
    """Return True if a problem is its own mirror image, but its pieces cannot be flipped over (see
    `DifferentTilings`).
    """
    every = cover.symmetries()
    return len(cover.symmetries("rotations")) == len(cover.turnings()) < len(every)


def two_solutions(problem: Problem | Cover, *, engine: EngineName = "auto") -> tuple[Tiling, ...]:
    """Return two different tilings; if there are fewer, all of them.

    Raises
    ------
    TimeLimitError
        If a surrounding deadline (see `tilewright.system.work.deadline`) has passed before it is
        known how many there are.
    """
    cover = problem if isinstance(problem, Cover) else compile_cover(problem)
    different = different_tilings(cover, limit=2, examples=2, engine=engine)
    if different.count < 2 and not different.complete:
        raise current_deadline().error(" before the solutions were counted")
    return different.examples


def one_solution(cover: Cover) -> Tiling:
    """Return the only solution of a puzzle. If there are several, at most `COUNTED` are counted.

    Raises
    ------
    NoTilingError
        If there is none. The message says why, if the reason is simple.
    SeveralSolutionsError
        If there are several. Rotations of the whole board count once.
    TimeLimitError
        If a surrounding deadline (see `tilewright.system.work.deadline`) has passed.
    """
    found = different_tilings(cover, limit=COUNTED, examples=2)
    if found.count > 1:
        raise SeveralSolutionsError(found.examples, count=found.count, complete=found.complete)
    if not found.complete:
        raise current_deadline().error(" before the solutions were counted")
    if not found.count:
        raise no_solution(cover.problem)
    return found.examples[0]


def no_solution(
    problem: Problem, *, where: str | None = None, advice: str | None = None
) -> NoTilingError:
    """Return the error that a puzzle has no solution, with the reason, if it is simple."""
    reasons = Reasons(problem)
    reasons.weigh()
    sentence = "; ".join(["the puzzle has no solution", *reasons.sentences[:1]])
    return NoTilingError(sentence, where, advice=advice)


def differing_cells(one: Tiling, other: Tiling) -> tuple[Cell, ...]:
    """Return the cells that two tilings of a board cover in different ways: by tiles with other
    cells, by other pieces, or with other marks.
    """
    sides = []
    for tiling in (one, other):
        shown = tiling.marks
        sides.append(
            {
                cell: (name, cells, None if shown is None else str(shown[cell]))
                for name, cells in tiling
                for cell in cells
            }
        )
    first, second = sides
    return tuple(
        sorted(cell for cell in first.keys() | second.keys() if first.get(cell) != second.get(cell))
    )


def differ_in(one: Tiling, other: Tiling) -> str:
    """Return where two tilings differ, in words."""
    cells = differing_cells(one, other)
    if not cells:
        return "differ only in how pieces wrap around the board"
    if len(cells) > _LISTED:
        return f"differ in {len(cells)} cells"
    return f"differ in the cells {'-'.join(','.join(map(str, cell)) for cell in cells)}"
