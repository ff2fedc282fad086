"""Bounds: numbers in the cells such that every placement covers at least a certain sum, and the
pieces need more than the board has.

The numbers are a solution of the dual of the linear relaxation, rounded to integers. Any integers
give a valid inequality, because the minimum sum for each piece is computed from them. Therefore,
the solver need not be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tilewright.model.claims import ClaimError, check_fields, check_stated
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.proofs.relations import Copies, count_copies
from tilewright.solving.proofs.weights import CellNumbers, integer_weights
from tilewright.system.values.arguments import counted

#: The fields of its JSON.
_FIELDS = ("weights", "least", "empty", "covered", "total")
#: The most pieces that are named with their sums.
_NAMED = 6


@dataclass(frozen=True, eq=False, repr=False)
class WeightBound(CellNumbers):
    """Numbers assigned to the cells of a board that prove that the pieces need a larger sum than
    the board has.

    Every placement of a piece covers at least a certain sum. The lower bound for all copies of a
    piece is this sum times the minimum number of copies if the sum is positive, and times the
    maximum number if the sum is negative. Empty cells are treated in the same way. All sums can be
    computed from the numbers, so the proof needs no other data.

    Attributes
    ----------
    problem : Problem
    weights : (rows, columns) object
        An integer of any size for each cell, or 0 for cells outside the board.
    """

    kind: ClassVar[str] = "bound"

    @cached_property
    def _cover(self) -> Cover:
        return compile_cover(self.problem)

    @cached_property
    def _copies(self) -> Copies:
        return count_copies(self._cover)

    @cached_property
    def _numbers(self) -> NDArray[np.object_]:
        numbers: NDArray[np.object_] = self.weights[tuple(self._cover.cells.T)]
        return numbers

    @cached_property
    def values(self) -> tuple[int | None, ...]:
        """For each piece, the minimum sum that a placement covers, or None if the piece fits
        nowhere.
        """
        return least_sums(self._cover, self._numbers)

    @cached_property
    def empty(self) -> int:
        """The smallest number in any cell that may stay empty, or 0 if no cell may stay empty."""
        cover = self._cover
        return min(self._numbers[cover.optional].tolist(), default=0) if cover.empty_most else 0

    @cached_property
    def covered(self) -> int:
        """The minimum sum that all pieces and empty cells cover together."""
        return least_needed(self._cover, self._copies, self.values, self.empty)

    @cached_property
    def total(self) -> int:
        """The sum of the numbers in all cells of the board."""
        return sum(self._numbers.tolist())

    def check(self) -> None:
        """Verify the proof like `holds`, but raise an error if the proof is wrong.

        Raises
        ------
        ClaimError
            If the proof is wrong.
        """
        integer_weights(self.weights, self.problem)
        # Of the numbers as they are now: the sums of this object may be older.
        now = WeightBound(self.problem, self.weights)
        if now.covered <= now.total:
            raise ClaimError(
                f"the numbers do not rule out a tiling: the pieces need {now.covered:,}, "
                "and the board has "
                f"{now.total:,}"
            )
        self._check_same(now, "values", "empty", "covered", "total")

    @property
    def needs_table(self) -> bool:
        """Always True, because the sentence from `text` does not list the numbers."""
        return True

    def text(self, *, shown: bool = False) -> str:
        """Return the proof as a sentence without a final period. To show the numbers, use the
        method `table`.

        Examples
        --------
        >>> from tilewright.solving.proofs import weighting
        >>> print(weighting("cube:6x6x6", "I4=53", empty=4).text())
        color 104 cells dark, as shown: each I4 covers at least 2 dark cells, so 53 pieces need 106 dark cells, but there are only 104
        """  # noqa: E501
        dark = int(np.count_nonzero(self.weights))
        cells = counted(dark, "cell")
        rule = f"color {cells} dark, as shown" if self.marks else "use the numbers shown"
        if self.marks:
            there = f"there {'is' if self.total == 1 else 'are'} only {self.total:,}"
        else:
            there = f"the sum over the whole board is {self.total:,}"
        return f"{rule}: {self._values()}, so {self._together()}, but {there}"

    def _amount(self, number: int) -> str:
        if not self.marks:
            return f"a sum of at least {number:,}"
        return f"at least {counted(number, 'dark cell')}"

    def _values(self) -> str:
        """Return a phrase for the minimum sum of each piece and each empty cell."""
        named = [
            (name, value)
            for name, value, most in zip(
                self.problem.names, self.values, self._cover.most.tolist(), strict=True
            )
            if value is not None and most
        ]
        values = {value for _, value in named}
        if len(values) == 1 or len(named) > _NAMED:
            (one, *others) = named
            whole = one[0] if not others else "piece"
            parts = [f"each {whole} covers {self._amount(min(values))}"]
        else:
            parts = [f"each {name} covers {self._amount(value)}" for name, value in named]
        if self.empty and self._cover.empty_most:
            parts.append(f"each cell that stays empty counts at least {self.empty:,}")
        return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]

    def _together(self) -> str:
        """Return a phrase for the sum that all pieces cover together."""
        cover, copies = self._cover, self._copies
        empties = cover.empty_most and self.empty
        whole = "the pieces and empty cells" if empties else "the pieces"
        if not empties and (copies.group >= 0).all():
            whole = counted(copies.pieces, "piece")
        amount = (
            f"{self.covered:,} dark cells" if self.marks else f"a sum of at least {self.covered:,}"
        )
        return f"{whole} {'need' if whole[-1] == 's' else 'needs'} {amount}"

    @classmethod
    def from_json(cls, problem: Problem, data: Any) -> WeightBound:
        """Return the bound saved by `to_json`. Only the numbers in the cells are read; all other
        values are computed from them.

        Raises
        ------
        ClaimError
            If the data are not numbers for the cells of the board, or a stated value does not
            follow from the numbers.
        """
        check_fields(data, _FIELDS, "a bound", ("weights",))
        bound = cls(problem, integer_weights(data["weights"], problem))
        check_stated(data, bound.to_json())
        return bound

    def to_json(self) -> dict[str, Any]:
        """Return the bound as JSON values: the numbers, and the values that follow from them."""
        return {
            "weights": self.weights.tolist(),
            "least": dict(zip(self.problem.names, self.values, strict=True)),
            "empty": self.empty,
            "covered": self.covered,
            "total": self.total,
        }


def least_sums(cover: Cover, numbers: NDArray[Any]) -> tuple[int | None, ...]:
    """Return the minimum sum that a placement of each piece covers, or None if the piece has no
    placement.
    """
    least: list[int | None] = [None] * len(cover.least)
    if not cover.size:
        return tuple(least)
    sums = np.add.reduceat(numbers[cover.item], cover.start[:-1])
    for piece in np.unique(cover.placement_piece).tolist():
        least[piece] = int(sums[cover.placement_piece == piece].min())
    return tuple(least)


def least_needed(cover: Cover, copies: Copies, values: tuple[int | None, ...], empty: int) -> int:
    """Return the minimum sum that all pieces and empty cells cover together, given the minimum for
    each.

    If only the total number of several pieces is known, each of them may be the piece with the
    smallest minimum.
    """
    needed = empty * (cover.empty_least if empty > 0 else cover.empty_most)
    known: dict[int, int] = {}
    for piece, value in enumerate(values):
        group = int(copies.group[piece])
        if value is None:
            continue
        if group >= 0:
            known[group] = min(value, known.get(group, value))
        else:
            needed += value * int(cover.least[piece] if value > 0 else cover.most[piece])
    return needed + sum(value * copies.number[group] for group, value in known.items())
