"""Barriers: cells that too many odd parts of a board depend on, which proves that pieces of two
cells cannot cover the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tilewright.model.answer import Proof
from tilewright.model.claims import ClaimError, check_fields, check_stated
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.model.space.labels import EMPTY, OUTSIDE
from tilewright.model.space.lattice import CUBES, SQUARES, cell_word
from tilewright.model.space.surface import labels_beside
from tilewright.solving.matching import (
    MatchingGraph,
    find_odd_parts,
    largest_matching,
    matching_refusal,
)
from tilewright.system.values.arguments import counted
from tilewright.system.values.arrays import grid_text, grouped

#: A barrier of at most so many parts is told cell by cell.
_FEW = 3


@dataclass(frozen=True, eq=False)
class Barrier(Proof):
    """Cells of a board whose removal leaves too many parts with an odd number of cells. This kind
    of proof requires that every piece has two cells.

    The pieces that lie inside a part cover an even number of its cells. Each part with an odd
    number of cells therefore needs an empty cell, or a piece that also covers one of the cells
    between the parts. If there are more parts with an odd number of cells than cells between the
    parts, no tiling exists. If each part is a single cell, the proof is an application of Hall's
    theorem; in general, it is an application of the Tutte–Berge theorem. Whenever no tiling exists,
    there is a proof of this kind.

    Attributes
    ----------
    problem : Problem
    parts : (rows, columns) int32
        For each cell, the number of the part that contains the cell: -2 for cells in no part, and
        -1 outside the board.
    between : (rows, columns) bool
        The mask of the cells between the parts.
    """

    problem: Problem
    parts: NDArray[np.int32] = field(repr=False)
    between: NDArray[np.bool_] = field(repr=False)
    kind: ClassVar[str] = "barrier"

    @property
    def number(self) -> int:
        """The number of parts with an odd number of cells."""
        return int(self.parts.max()) + 1

    @property
    def missing(self) -> int:
        """The number of parts minus the number of cells between them."""
        return self.number - int(self.between.sum())

    def check(self) -> None:
        """Verify the proof like `holds`, but raise an error if the proof is wrong.

        Raises
        ------
        ClaimError
            If the proof is wrong. The message explains the error.
        """
        cover = compile_cover(self.problem)
        if matching_refusal(self.problem) is not None:
            raise ClaimError("each piece must have two cells and any number of copies")
        if self.parts.shape != cover.number.shape or self.between.shape != cover.number.shape:
            raise ClaimError("the parts do not have the shape of the board")
        at = tuple(cover.cells.T)
        part, between = self.parts[at], self.between[at]
        if (between & (part >= 0)).any():
            raise ClaimError("a cell is both in a part and between the parts")
        inside = part[part >= 0]
        sizes = np.bincount(inside, minlength=self.number)
        if len(sizes) != self.number or not (sizes % 2).all():
            raise ClaimError("a part has an even number of cells")
        ends = cover.item.reshape(-1, 2)
        for end, opposite in ((0, 1), (1, 0)):
            parts, beside = part[ends[:, end]], ends[:, opposite]
            if ((parts >= 0) & (part[beside] != parts) & ~between[beside]).any():
                raise ClaimError("a placement leaves a part without covering a cell between parts")
        optional = np.bincount(inside, weights=cover.optional[part >= 0], minlength=self.number)
        must = int(np.count_nonzero(optional == 0))
        if self.missing <= cover.empty_most and must <= np.count_nonzero(self.between):
            raise ClaimError(
                f"{counted(self.number, 'odd part')} cannot rule out a tiling of this board"
            )

    def __repr__(self) -> str:
        return f"<Barrier of {self.problem.board}: {self.text()}>"

    def text(self) -> str:
        """Return the proof as a sentence without a final period.

        Examples
        --------
        >>> from tilewright.solving.proofs import barrier
        >>> print(barrier("###./.#../.###/...#", "dominoes+").text())
        the 4 dark cells have only 3 light neighbors, and each needs a different one
        >>> print(barrier("3x4", "dominoes+", placed=["domino:0,1-1,1", "domino:2,1-2,2"]).text())
        where no piece is placed, the 2 dark cells 0,0 and 2,0 have only 1 light neighbor, and each needs a different one
        """  # noqa: E501
        argument = (
            f"where no piece is placed, {self._parts()}" if self.problem.placed else self._parts()
        )
        most = self.problem.empty_most
        if self._optional and most:
            return (
                f"{argument}, so at least {counted(self.missing, 'cell')} "
                f"stay{'s' if self.missing == 1 else ''} empty, but at most {most:,} may"
            )
        return argument

    @cached_property
    def _optional(self) -> bool:
        """Whether a cell of the parts may stay empty."""
        return bool((self.problem.optional & (self.parts >= 0)).any())

    @cached_property
    def single(self) -> bool:
        """Whether each part is a single cell, so that Hall's theorem is enough."""
        return int((self.parts >= 0).sum()) == self.number

    @cached_property
    def _colors(self) -> tuple[str, str]:
        """The names of the cells of the parts, and of the cells between them."""
        lattice, kinds = self.problem.board.lattice, set()
        if lattice in (SQUARES, CUBES):
            kinds = set((np.argwhere(self.parts >= 0).sum(axis=1) % 2).tolist())
            kinds |= set(((np.argwhere(self.between).sum(axis=1) + 1) % 2).tolist())
        return ("dark ", "light ") if len(kinds) == 1 else ("", "")

    def _parts(self) -> str:
        """Return a phrase for the number of parts and the cells between them."""
        number, between = self.number, self.number - self.missing
        if not self.single:
            if not between and number == 1 and not (self.parts == EMPTY).any():
                return "the board has an odd number of cells"
            if not between:
                return (
                    "a part of the board with an odd number of cells is cut off"
                    if number == 1
                    else f"{number:,} parts of the board with an odd number of cells are cut off"
                )
            without = counted(between, "cell")
            of = "that cell" if between == 1 else f"those {between:,}"
            return (
                f"without {without}, the board has {number:,} separate odd parts, and each needs "
                f"one of {of}"
            )
        color, opposite = self._colors
        which = ""
        if number <= _FEW:
            words = [cell_word(cell) for cell in np.argwhere(self.parts >= 0).tolist()]
            which = f" {' and '.join(filter(None, [', '.join(words[:-1]), words[-1]]))}"
        if not self._plain:
            these = f"the cell{which}" if number == 1 else f"the {number:,} {color}cells{which}"
            if not between:
                return f"no piece can cover {these}"
            return (
                f"pieces join {these} only to {counted(between, 'other')}, and each needs a "
                "different one"
            )
        if not between:
            return (
                f"the {color}cell{which} has no {opposite}neighbors"
                if number == 1
                else f"the {number:,} {color}cells{which} have no {opposite}neighbors"
            )
        # Then there are several parts.
        neighbors = counted(between, f"{opposite}neighbor")
        return (
            f"the {number:,} {color}cells{which} have only {neighbors}, and each needs a different "
            "one"
        )

    @cached_property
    def _plain(self) -> bool:
        """Whether the cells between the parts are all of their free neighbors."""
        board = self.problem.board
        free = board.mask.copy()
        for placement in self.problem.placed:
            free[tuple(np.array(placement.cells).T)] = False
        part, allowed = (self.parts >= 0).ravel(), (self.between | ~free).ravel()
        number = np.where(board.mask, np.arange(part.size).reshape(board.shape), OUTSIDE)
        around = labels_beside(number, board.lattice, board.surface, board.lattice.faces)
        return all(
            allowed[beside[(cells >= 0) & (beside >= 0) & part[cells]]].all()
            for cells, beside in around
        )

    @property
    def needs_table(self) -> bool:
        """Whether a drawing is needed because the sentence from `text` does not name the cells."""
        return not self.single or (self.number > _FEW and self.number > self.missing)

    def table(self) -> str:
        """Return the board as text: ``#`` for cells of the parts, ``o`` for cells between them,
        ``-`` for other cells, and ``.`` outside the board.

        Layers of cubes are separated by blank lines.
        """
        signs = np.where(self.parts >= 0, "#", np.where(self.between, "o", "-"))
        signs[~self.problem.board.mask] = "."
        return grid_text(signs, "")

    @classmethod
    def from_json(cls, problem: Problem, data: Any) -> Barrier:
        """Return the barrier saved by `to_json`, without verifying it; see `check`.

        Raises
        ------
        ClaimError
            If the data do not describe cells of the board, or the stated number of missing cells is
            wrong.
        """
        check_fields(data, ("parts", "between", "missing"), "a barrier", ("parts", "between"))
        mask = problem.board.mask
        parts = np.where(mask, EMPTY, OUTSIDE).astype(np.int32)
        between = np.zeros(mask.shape, dtype=np.bool_)
        try:
            for number, cells in enumerate((data["between"], *data["parts"]), start=-1):
                for cell in map(tuple, cells):
                    if len(cell) != mask.ndim or any(type(x) is not int or x < 0 for x in cell):
                        raise ValueError
                    if not mask[cell] or between[cell] or parts[cell] >= 0:
                        raise ClaimError(f"{cell} is not a cell of the board, or is listed twice")
                    if number < 0:
                        between[cell] = True
                    else:
                        parts[cell] = number
        except (TypeError, IndexError, ValueError):
            raise ClaimError(
                "a barrier must have 'parts' and 'between', which list cells of the board"
            ) from None
        barrier = cls(problem, parts, between)
        check_stated(data, {"missing": barrier.missing})
        return barrier

    def to_json(self) -> dict[str, Any]:
        """Return the barrier as JSON values: the cells of each part, the cells between the parts,
        and the number of missing cells.
        """
        cells = np.argwhere(self.parts >= 0)
        number = self.parts[tuple(cells.T)]
        start, order = grouped(number, self.number)
        return {
            "parts": [part.tolist() for part in np.split(cells[order], start[1:-1])],
            "between": np.argwhere(self.between).tolist(),
            "missing": self.missing,
        }


def find_barrier(cover: Cover) -> Barrier | None:
    """Return a barrier that is as small as is easily found, or None if a tiling exists or the
    pieces do not have two cells.

    If cells must stay empty, None means that there is no barrier, not that a tiling exists.
    """
    if matching_refusal(cover.problem) is not None:
        return None
    odd = find_odd_parts(largest_matching(MatchingGraph(cover)))
    if odd is None:
        return None
    parts = np.full(cover.number.shape, OUTSIDE, dtype=np.int32)
    parts[tuple(cover.cells.T)] = np.where(odd.part < 0, EMPTY, odd.part)
    between = np.zeros(cover.number.shape, dtype=np.bool_)
    between[tuple(cover.cells[odd.between].T)] = True
    return Barrier(cover.problem, parts, between)
