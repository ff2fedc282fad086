"""The tables for the kernels of deductions."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.model.cover.demands import demands
from tilewright.model.rules.rule_types import Rule
from tilewright.model.space.polyform import Polyform

if TYPE_CHECKING:
    from tilewright.kernels.deduction.regions import Regions
    from tilewright.kernels.deduction.steps import DeductionTables
    from tilewright.kernels.deduction.tables import SumTables


class Placed(NamedTuple):
    """Placements on the board of a cover: the cells and the piece of each placement."""

    start: NDArray[np.int64]
    item: NDArray[np.int32]
    piece: NDArray[np.int32]
    least: NDArray[np.int64]
    most: NDArray[np.int64]

    @classmethod
    def of(cls, cover: Cover) -> Placed:
        """Return the placements of a cover."""
        return cls(cover.start, cover.item, cover.placement_piece, cover.least, cover.most)


def problem_tables(
    cover: Cover, *, pairs: bool = True, placed: Placed | None = None
) -> DeductionTables:
    """Return the placements as sets of bits. With `pairs`, also return which placements overlap (p²
    / 8 bytes for p placements). Placements that are not in the cover have no sums.
    """
    from tilewright.kernels.deduction.steps import DeductionTables, conflicts

    start, item, piece, least, most = placed or Placed.of(cover)
    size, pieces = len(piece), len(least)
    words = -(-size // 64)
    conflict = np.zeros((size if pairs else 0, words), dtype=np.uint64)
    over = np.zeros((cover.area, words), dtype=np.uint64)
    span = np.zeros((cover.area, 2), dtype=np.int64)
    of_piece = np.zeros((pieces, words), dtype=np.uint64)
    conflicts(start, item, piece, conflict, over, span, of_piece)
    return DeductionTables(
        start,
        item,
        piece,
        conflict,
        over,
        span,
        of_piece,
        least,
        most,
        cover.optional,
        int(cover.empty_most),
        int(cover.empty_least),
        *_sum_tables(_list_terms(cover if placed is None else None), start, item, over),
    )


def sum_rules(cover: Cover) -> list[tuple[Rule, str]]:
    """Return the rule and the subject of each sum."""
    if cover.sums is None:
        return []
    rules = cover.problem.rules
    return [(rules[rule], about) for rule, demand in demands(cover) for about in demand.about]


def _list_terms(cover: Cover | None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the terms and the bounds of all sums, in the form that the kernel reads."""
    terms = [np.zeros((0, 4), dtype=np.int64)]
    bounds: list[tuple[int, int, int]] = []
    for _, demand in demands(cover) if cover and cover.sums is not None else ():
        cell = np.full_like(demand.placement, -1) if demand.cell is None else demand.cell
        number = demand.number + len(bounds)
        terms.append(np.stack([number, demand.placement, cell, demand.weight], axis=1))
        most = -1 if demand.most is None else demand.most
        bounds += [(demand.least, most, demand.colored)] * len(demand.about)
    every = np.concatenate(terms)
    order = np.lexsort((every[:, 1], every[:, 0]))
    return every[order], np.array(bounds, dtype=np.int64).reshape(-1, 3)


def _sum_tables(
    demanded: tuple[NDArray[np.int64], NDArray[np.int64]],
    start: NDArray[np.int64],
    item: NDArray[np.int32],
    over: NDArray[np.uint64],
) -> SumTables:
    """Return the arrays of `tilewright.kernels.deduction.sums`."""
    from tilewright.kernels.deduction.tables import SumTables, lay_sums

    terms, bounds = demanded
    number = len(bounds)
    sizes = np.zeros(4, dtype=np.int64)
    # The first time, it tells how much room it needs.
    for _ in range(2):
        count, rows, levels, entries = sizes.tolist()
        sums = SumTables(
            term=np.zeros_like(start),
            sum=np.empty(count, dtype=np.int32),
            adds=np.empty(count, dtype=np.int64),
            floor=np.empty(number, dtype=np.int64),
            ceiling=np.empty(number, dtype=np.int64),
            colored=np.empty(number, dtype=np.bool_),
            local=np.empty(number, dtype=np.bool_),
            row=np.zeros(number + 1, dtype=np.int64),
            cell=np.empty(rows, dtype=np.int32),
            level=np.zeros(rows + 1, dtype=np.int64),
            value=np.empty(levels, dtype=np.int64),
            shown=np.zeros((levels, over.shape[1]), dtype=np.uint64),
            wide=np.zeros(number + 1, dtype=np.int64),
            entry=np.empty((entries, 3), dtype=np.int64),
            lowest=np.zeros(rows, dtype=np.int64),
            highest=np.zeros(rows, dtype=np.int64),
        )
        lay_sums(start, item, over, terms, bounds, sums, sizes)
    return sums


def region_tables(
    cover: Cover, placed: Placed | None = None, shapes: Sequence[Polyform] = ()
) -> Regions:
    """Return the neighbors of cells, the shares of pieces, and a cache of region sizes. If the
    pieces are not those of the cover, they have these shapes and no marks.
    """
    from tilewright.kernels.deduction.regions import Regions
    from tilewright.kernels.deduction.tables import list_shares

    start, item, piece, _, most = placed or Placed.of(cover)
    board, area, pieces = cover.problem.board, cover.area, cover.problem.pieces
    dot = (board.marks[board.mask] > 0).astype(np.int64)
    agree = bool(cover.problem.marks_agree)
    whole = [(len(shape), 0) for shape in shapes] or [
        (len(each.polyomino), -1 if agree else sum(map(bool, each.marks))) for each in pieces
    ]
    first = np.zeros(len(whole) + 1, dtype=np.int64)
    counted = np.empty(len(whole), dtype=np.bool_)
    read = (
        *(start, item, piece),
        cover.beside,
        dot,
        np.array(whole, dtype=np.int64),
        np.array(
            [_is_connected(shape) for shape in shapes or [each.polyomino for each in pieces]],
            dtype=np.bool_,
        ),
        most,
        first,
    )
    sizes = np.zeros(4, dtype=np.int64)
    for _ in range(2):
        share = np.empty((int(sizes[0]), 2), dtype=np.int64)
        list_shares(*read, share, counted, sizes)
    _, sets, rows, words = sizes.tolist()
    return Regions(
        cover.beside,
        dot,
        first,
        share,
        most,
        counted,
        int(cover.empty_most),
        np.full((sets, len(whole)), -1, dtype=np.int64),
        np.zeros((sets, rows, words), dtype=np.uint64),
        np.zeros((rows, words), dtype=np.uint64),
        np.zeros(area, dtype=np.int64),
        np.zeros(area, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
    )


@functools.lru_cache(maxsize=512)
def _is_connected(polyform: Polyform) -> bool:
    return polyform.is_connected()
