"""Simple reasons why there is no tiling: the areas, and cells or regions that no choice of pieces
covers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem, foreign_marks, mark_words
from tilewright.model.space.lattice import cell_word
from tilewright.solving.matching import matching_refusal
from tilewright.solving.proofs.sums import clue_reasons, rule_reasons
from tilewright.system.values.arguments import counted
from tilewright.system.work.deadline import check_time

if TYPE_CHECKING:
    from tilewright.solving.proofs.barriers import Barrier
    from tilewright.solving.proofs.bounds import WeightBound
    from tilewright.solving.proofs.weights import Weighting

#: The most cells for which regions are found quickly.
_LARGE = 100_000
#: Placements per pass.
_BLOCK = 1 << 20
#: The most misfit pieces to name.
_NAMED = 5


def area_reason(problem: Problem) -> list[str]:
    """Return a reason by area as a list with one sentence, or an empty list if the areas match.

    >>> area_reason(Problem("4x4", "trominoes+"))
    ['the board has 16 cells, and no choice of pieces covers exactly 16 cells, only multiples of 3']
    >>> area_reason(Problem("6x6", "L3+", empty=(1, 1)))
    ['the board has 36 cells, of which 1 stays empty, and no choice of pieces covers exactly 35 cells, only multiples of 3']
    """  # noqa: E501
    area = problem.board.area
    sizes = [len(piece.polyomino) for piece in problem.pieces]
    least = [piece.least for piece in problem.pieces]
    most = [
        max(piece.least, min(area if piece.most is None else piece.most, area // size))
        for piece, size in zip(problem.pieces, sizes, strict=True)
    ]
    empty_least, empty_most = problem.empty_least, _may_stay_empty(problem)
    fewest = sum(size * low for size, low in zip(sizes, least, strict=True))
    greatest = sum(size * high for size, high in zip(sizes, most, strict=True))
    must, may = area - empty_most, area - empty_least
    board = _with_empty(area, empty_least, empty_most)
    if fewest == greatest and not (must <= fewest <= may):
        return [f"the board has {board}, but the pieces cover {fewest}"]
    if fewest > may:
        return [f"the board has {cells(may)} to cover, but the pieces cover at least {fewest}"]
    if greatest < must:
        return [f"the board has {cells(must)} to cover, but the pieces cover at most {greatest}"]
    possible = possible_areas([*sizes, 1], [*least, empty_least], [*most, empty_most], area)
    if not possible >> area & 1:
        board = _with_empty(area, empty_least, empty_most)
        wanted = cells(must) if empty_least == empty_most else f"{_format_range(must, may)} cells"
        step = math.gcd(*sizes)
        only = f", only multiples of {step}" if step > 1 else ""
        return [f"the board has {board}, and no choice of pieces covers exactly {wanted}{only}"]
    return []


def possible_areas(sizes: list[int], least: list[int], most: list[int], largest: int) -> int:
    """Return the areas that the allowed numbers of copies can have together, as bits 0 to
    `largest`.
    """
    mask = (2 << largest) - 1
    areas = 1
    for size, low, high in zip(sizes, least, most, strict=True):
        areas = areas << (size * low) & mask if size * low <= largest else 0
        extra, step = high - low, 1
        while extra > 0 and size * step <= largest:
            # Binary steps of 1, 2, 4, … copies give every number.
            step = min(step, extra)
            areas |= areas << (size * step) & mask
            extra -= step
            step *= 2
    return areas


def cells(number: int) -> str:
    """Return a number of cells as text: ``1 cell``, ``2 cells``."""
    return counted(number, "cell")


def _may_stay_empty(problem: Problem) -> int:
    """Return the maximum number of cells that may stay empty, excluding cells of placed pieces."""
    optional = problem.optional & problem.board.mask
    for placement in problem.placed:
        optional[tuple(np.array(placement.cells).T)] = False
    return min(problem.empty_most, int(optional.sum()))


def _with_empty(area: int, least: int, most: int) -> str:
    """Return a phrase for the number of cells of a board, and the number that stay empty."""
    if not most:
        return cells(area)
    return (
        f"{cells(area)}, of which {_format_range(least, most)} stay{'s' if most == 1 else ''} empty"
    )


def _format_range(least: int, most: int) -> str:
    return str(most) if least == most else f"{least} to {most}"


def mark_reasons(problem: Problem) -> list[str]:
    """Yield the reason that no piece can cover cells whose marks no piece has, if they cannot all
    stay empty.
    """
    foreign = foreign_marks(problem) if problem.board.alphabet else np.zeros(1, dtype=bool)
    count, spare = int(foreign.sum()), problem.empty_most
    if count <= spare and not (foreign & ~problem.optional).any():
        return []
    do = "1 cell does" if count == 1 else f"{count} cells do"
    left = f", and at most {spare} may stay empty" if spare else ""
    return [
        f"no piece has {mark_words(problem)}, but {do}{left}; write # for a cell without a mark"
    ]


def reach_reasons(cover: Cover) -> list[str]:
    """Return reasons beyond the area: pieces that fit nowhere, cells that nothing covers, and
    regions of a wrong size.
    """
    homeless = _name_homeless_pieces(cover) or _too_few_fit(cover)
    if cover.area > _LARGE:
        return homeless + _name_bare_cells(cover)
    parent, regions = _join_cells(cover)
    if regions == 1 < cover.area and not cover.problem.placed:
        # All cells are connected by placements, so each is covered.
        return homeless
    return homeless + _name_bare_cells(cover) + _regions(cover, parent)


def _name_homeless_pieces(cover: Cover) -> list[str]:
    """Name the required pieces that fit nowhere, or only if their marks did not matter."""
    placements = np.bincount(cover.placement_piece, minlength=len(cover.least))
    numbers = np.flatnonzero((cover.least > 0) & (placements == 0)).tolist()
    by_marks = [number for number in numbers if _fits_without_marks(cover.problem, number)]
    sentences = []
    for indices, why in (
        ([number for number in numbers if number not in by_marks], ""),
        (by_marks, " with marks that agree; the rule 'marks-agree' says which marks agree"),
    ):
        names = [cover.problem.names[number] for number in indices]
        if len(names) > (1 if why else _NAMED):
            sentences.append(
                f"the pieces {_name_pieces(names)} must be used, but fit nowhere on the board{why}"
            )
        else:
            sentences += [
                f"the piece {name} must be used, but fits nowhere on the board{why}"
                for name in names
            ]
    return sentences


def _fits_without_marks(problem: Problem, number: int) -> bool:
    """Return whether a piece that fits nowhere would fit without the marks on the piece and the
    board.
    """
    piece, board = problem.pieces[number], problem.board
    if not piece.marks and not board.alphabet:
        return False
    plain = replace(piece, marks=(), least=0, most=None)
    unmarked = Board(board.mask, lattice=board.lattice, surface=board.surface)
    return bool(compile_cover(Problem(unmarked, plain, turn=problem.turn)).size)


def _name_pieces(names: list[str]) -> str:
    """Return the names of some pieces, and the number of others."""
    some, left = ", ".join(names[:_NAMED]), len(names) - _NAMED
    return f"{some} and {counted(left, 'other piece')}" if left > 0 else some


def _too_few_fit(cover: Cover) -> list[str]:
    """Say that the pieces that fit on the board cannot cover its area, if others do not fit."""
    fits = np.bincount(cover.placement_piece, minlength=len(cover.least)) > 0
    if not cover.size or fits.all():
        return []
    sizes = cover.shapes.size.tolist()
    most = np.where(fits, cover.most, 0).tolist()
    empty_most = min(cover.empty_most, int(cover.optional.sum()))
    possible = possible_areas(
        [*sizes, 1], [*cover.least.tolist(), cover.empty_least], [*most, empty_most], cover.area
    )
    if possible >> cover.area & 1:
        return []
    misfits = [
        name for name, fit in zip(cover.problem.names, fits.tolist(), strict=True) if not fit
    ]
    return [
        "no choice of the pieces that fit on the board covers the board: "
        f"{_name_pieces(misfits)} fit{'s' if len(misfits) == 1 else ''} nowhere"
    ]


def _name_bare_cells(cover: Cover) -> list[str]:
    """Name the cells that no placement covers."""
    covered = np.zeros(cover.area, dtype=bool)
    covered[cover.item] = True
    bare = np.flatnonzero(~covered & ~cover.optional)
    if not len(bare):
        return []
    cell = cell_word(cover.cells[bare[0]].tolist())
    others = f" or {counted(len(bare) - 1, 'other cell')}" if len(bare) > 1 else ""
    return [f"no piece can cover the cell {cell}{others}"]


def _regions(cover: Cover, parent: NDArray[np.int32]) -> list[str]:
    """Name isolated regions whose size no choice of pieces has, above single cells."""
    from tilewright.kernels.cover.regions import number

    region = parent.copy()
    number(region)
    sizes = cover.shapes.size.tolist()
    counts = np.bincount(region)
    if len(counts) < 2 and not cover.problem.placed:
        return []
    empties = np.minimum(
        np.bincount(region, weights=cover.optional).astype(np.int64), cover.empty_most
    )
    kinds, kind = np.unique(np.stack([counts, empties], axis=1), axis=0, return_inverse=True)
    impossible = np.array(
        [
            count > 1
            and not possible_areas(
                [*sizes, 1], [0] * (len(sizes) + 1), [*cover.most.tolist(), empty], count
            )
            >> count
            & 1
            for count, empty in kinds.tolist()
        ]
    )
    reasons = []
    for which in np.flatnonzero(impossible[kind.ravel()])[:3].tolist():
        cell = cell_word(cover.cells[np.argmax(region == which)].tolist())
        size = cells(int(counts[which]))
        reasons.append(
            f"the region of {size} around {cell} is cut off, and no choice of pieces covers "
            f"exactly {size}"
        )
    return reasons


def _join_cells(cover: Cover) -> tuple[NDArray[np.int32], int]:
    """Join cells that a placement covers together."""
    from tilewright.kernels.cover.regions import join

    parent = np.arange(cover.area, dtype=np.int32)
    regions = cover.area
    for begin in range(0, cover.size, _BLOCK):
        check_time()
        regions = int(
            join(begin, min(begin + _BLOCK, cover.size), cover.start, cover.item, parent, regions)
        )
    return parent, regions


class Reasons:
    """The reasons why a valid problem has no tiling: simple reasons at once, and a weighting or a
    barrier from `weigh`.

    Each sentence in `sentences` is a proof. `weighting` or `barrier` is the argument if it has this
    kind. `cover` is called only if the areas fit.
    """

    def __init__(self, problem: Problem, cover: Callable[[], Cover] | None = None) -> None:
        self._cover = cover or (lambda: compile_cover(problem))
        self.sentences = (
            mark_reasons(problem)
            or area_reason(problem)
            or (clue_reasons(self._cover()) if problem.rules else [])
            or reach_reasons(self._cover())
            or (rule_reasons(self._cover()) if problem.rules else [])
        )
        self.weighting: Weighting | WeightBound | None = None
        self.barrier: Barrier | None = None
        self.weighed = bool(self.sentences)

    def weigh(self) -> bool:
        """Search once for a weighting or a barrier, if there is no other reason. Return whether
        there is any reason.
        """
        if not self.weighed:
            from tilewright.solving.proofs.finding import find_weighting

            self.weighed = True
            cover = self._cover()
            pairs = matching_refusal(cover.problem) is None
            if pairs:
                from tilewright.solving.proofs.barriers import find_barrier

                self.barrier = find_barrier(cover)
                if self.barrier is None and not cover.empty_least:
                    # There is a tiling.
                    return False
            if not pairs or self.barrier is None or _is_uneven(cover):
                self.weighting = find_weighting(cover)
            if self.weighting is None and self.barrier is None:
                from tilewright.solving.proofs.linear_program import find_bound

                self.weighting = find_bound(cover)
            if self.weighting is not None:
                self.barrier = None
                self.sentences = [self.weighting.text()]
            elif self.barrier is not None:
                self.sentences = [self.barrier.text()]
        return bool(self.sentences)


def _is_uneven(cover: Cover) -> bool:
    """Return whether a board that is not large has unequal numbers of dark and light cells."""
    from tilewright.solving.matching import MatchingGraph

    if cover.area > _LARGE or (side := MatchingGraph(cover).side) is None:
        return False
    return 2 * int(side.sum()) != cover.area
