"""Different tilings: their number, two examples, and errors for puzzles without exactly one
solution.

Tilings are different if no turn of the whole board maps one to the other. Puzzles and games count
different tilings. If pieces cannot be flipped over, mirror images are different.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

import numpy as np

from tilewright.errors import NoTilingError, RequestError
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Cell, cell_word
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
    """The request needs a puzzle with exactly one solution, but the puzzle has several.

    Attributes
    ----------
    solutions : tuple of Tiling
        Two of the solutions. No rotation of the board maps one to the other.
    count : int
        The number of known solutions. Rotations of the board count once.
    complete : bool
        Whether all solutions are known.
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
    """The number of different tilings, whether the number is complete, and the first tilings, if
    requested.
    """

    count: int
    complete: bool
    examples: tuple[Tiling, ...] = ()
    #: The mirror image of each tiling is another one among them; a search that is `unique` counts
    #: the two as one.
    mirrored: bool = False

    @property
    def first(self) -> Tiling | None:
        """The first tiling; None if there is none or none was requested."""
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
    """Count the tilings up to turns of the whole board (`Cover.turnings`), up to `limit`. Also
    return the first `examples` tilings.
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
    """Return whether a problem is its own mirror image although its pieces cannot be flipped over
    (see `DifferentTilings`).
    """
    every = cover.symmetries()
    return len(cover.symmetries("rotations")) == len(cover.turnings()) < len(every)


def two_solutions(problem: Problem | Cover, *, engine: EngineName = "auto") -> tuple[Tiling, ...]:
    """Return two different tilings, or all tilings if there are fewer.

    Raises
    ------
    TimeLimitError
        If a surrounding deadline (see `tilewright.system.work.deadline`) passes before the number
        is known.
    """
    cover = problem if isinstance(problem, Cover) else compile_cover(problem)
    different = different_tilings(cover, limit=2, examples=2, engine=engine)
    if different.count < 2 and not different.complete:
        raise current_deadline().error_before("the solutions were counted")
    return different.examples


def one_solution(cover: Cover) -> Tiling:
    """Return the only solution of a puzzle. If there are several solutions, at most `COUNTED` are
    counted.

    Raises
    ------
    NoTilingError
        If there is no solution. The message gives the reason if it is simple.
    SeveralSolutionsError
        If there are several solutions. Rotations of the whole board are counted once.
    TimeLimitError
        If a surrounding deadline (see `tilewright.system.work.deadline`) has passed.
    """
    found = different_tilings(cover, limit=COUNTED, examples=2)
    if found.count > 1:
        raise SeveralSolutionsError(found.examples, count=found.count, complete=found.complete)
    if not found.complete:
        raise current_deadline().error_before("the solutions were counted")
    if not found.count:
        raise no_solution(cover.problem)
    return found.examples[0]


def no_solution(
    problem: Problem, *, where: str | None = None, advice: str | None = None
) -> NoTilingError:
    """Return the error for a puzzle without a solution, with the reason if it is simple."""
    reasons = Reasons(problem)
    reasons.weigh()
    sentence = "; ".join(["the puzzle has no solution", *reasons.sentences[:1]])
    return NoTilingError(sentence, where, advice=advice)


def differing_cells(one: Tiling, other: Tiling) -> tuple[Cell, ...]:
    """Return the cells that two tilings of a board cover differently: by tiles with different
    cells, by different pieces, or with different marks.
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
    """Return a phrase that says where two tilings differ."""
    cells = differing_cells(one, other)
    if not cells:
        return "differ only in the way that pieces wrap around the board"
    if len(cells) > _LISTED:
        return f"differ in {len(cells)} cells"
    return f"differ in the cells {'-'.join(cell_word(cell) for cell in cells)}"
