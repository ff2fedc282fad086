"""The tables for the kernels of deductions."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.model.cover.demands import Demand, demands
from tilewright.model.rules.rule_types import Rule
from tilewright.model.space.polyform import Polyform
from tilewright.system.values.arrays import ranges

if TYPE_CHECKING:
    from tilewright.kernels.deduction.regions import Regions
    from tilewright.kernels.deduction.steps import DeductionTables

#: The number of cached sets of region sizes, and the most bytes for them.
_SETS, _MEMORY = 512, 4 << 20


def problem_tables(cover: Cover, *, pairs: bool = True) -> DeductionTables:
    """Return the placements as sets of bits; with `pairs` also which overlap (p² / 8 bytes for p
    placements).
    """
    from tilewright.kernels.deduction.steps import DeductionTables, conflicts

    words, pieces = -(-cover.size // 64), len(cover.least)
    start = np.ascontiguousarray(cover.start, dtype=np.int64)
    item = np.ascontiguousarray(cover.item, dtype=np.int32)
    piece = np.ascontiguousarray(cover.placement_piece, dtype=np.int32)
    conflict = np.zeros((cover.size if pairs else 0, words), dtype=np.uint64)
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
        np.ascontiguousarray(cover.least, dtype=np.int64),
        np.ascontiguousarray(cover.most, dtype=np.int64),
        np.ascontiguousarray(cover.optional, dtype=np.bool_),
        int(cover.empty_most),
        int(cover.empty_least),
        *_sum_tables(cover, over),
    )


@dataclass(frozen=True, eq=False)
class _Shares:
    """What each placement adds to one sum at each of its cells."""

    placement: NDArray[np.int64]
    cell: NDArray[np.int64]
    share: NDArray[np.int64]
    floor: int
    ceiling: int


def _shares_of_sums(cover: Cover) -> list[tuple[Demand, _Shares]]:
    """Return the sums of the rules, split over cells; one without cells is split evenly."""
    sums = []
    sizes = np.diff(cover.start)
    for _, demand in demands(cover):
        order = np.argsort(demand.number, kind="stable")
        ends = np.searchsorted(demand.number[order], np.arange(len(demand.about) + 1))
        for first, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True):
            entries = order[first:end]
            placement, share = demand.placement[entries], demand.weight[entries]
            scale = 1
            if demand.cell is not None:
                cell = demand.cell[entries]
            else:
                size = sizes[placement]
                scale = math.lcm(*np.unique(size).tolist())
                share = np.repeat(share * scale // size, size)
                entry = ranges(cover.start[placement], size)
                placement, cell = np.repeat(placement, size), cover.item[entry].astype(np.int64)
            most = int(share.sum()) if demand.most is None else scale * demand.most
            sums.append((demand, _Shares(placement, cell, share, scale * demand.least, most)))
    return sums


def sum_rules(cover: Cover) -> list[tuple[Rule, str]]:
    """Return the rule of each sum, and what it is about."""
    if cover.sums is None:
        return []
    rules = cover.problem.rules
    return [(rules[rule], about) for rule, demand in demands(cover) for about in demand.about]


def _sum_tables(cover: Cover, over: NDArray[np.uint64]) -> tuple[NDArray[Any], ...]:
    """Return the arrays of `tilewright.kernels.deduction.sums`."""
    sums = _shares_of_sums(cover) if cover.sums is not None else []
    rows, levels = [0], [0]
    cells: list[int] = []
    values: list[int] = []
    shown: list[NDArray[np.uint64]] = []
    terms = [np.zeros((0, 3), dtype=np.int64)]
    wide = [np.zeros((0, 3), dtype=np.int64)]
    for number, (demand, shares) in enumerate(sums):
        terms.append(_terms(number, shares, demand.colored))
        there = np.unique(shares.cell)
        wide.append(wide[0] if demand.colored else _wide_entries(shares, there, len(cells)))
        for cell in there.tolist():
            here = shares.cell == cell
            level_sets = _levels(over[cell], shares.placement[here], shares.share[here])
            values += level_sets
            shown += level_sets.values()
            cells.append(cell)
            levels.append(len(values))
        rows.append(len(cells))
    every = np.concatenate(terms)
    every = every[np.argsort(every[:, 0], kind="stable")]
    return (
        np.searchsorted(every[:, 0], np.arange(cover.size + 1)).astype(np.int64),
        every[:, 1].astype(np.int32),
        every[:, 2].copy(),
        np.array([shares.floor for _, shares in sums], dtype=np.int64),
        np.array([shares.ceiling for _, shares in sums], dtype=np.int64),
        np.array([demand.colored for demand, _ in sums], dtype=np.bool_),
        np.array([demand.cell is not None for demand, _ in sums], dtype=np.bool_),
        np.array(rows, dtype=np.int64),
        np.array(cells, dtype=np.int32),
        np.array(levels, dtype=np.int64),
        np.array(values, dtype=np.int64),
        np.array(shown, dtype=np.uint64).reshape(len(shown), over.shape[1]),
        np.cumsum([0, *map(len, wide[1:])]).astype(np.int64),
        np.concatenate(wide),
        np.zeros(len(cells), dtype=np.int64),
        np.zeros(len(cells), dtype=np.int64),
    )


def _terms(number: int, shares: _Shares, colored: bool) -> NDArray[np.int64]:
    """Return (placement, number, what it adds in all or its color) for a sum, (t, 3) int64."""
    used, which = np.unique(shares.placement, return_inverse=True)
    adds = np.zeros(len(used), dtype=np.int64)
    (np.maximum if colored else np.add).at(adds, which, shares.share)
    return np.stack([used, np.full(len(used), number), adds], axis=1)


def _levels(
    over: NDArray[np.uint64], placement: NDArray[np.int64], share: NDArray[np.int64]
) -> dict[int, NDArray[np.uint64]]:
    """Return the placements on a cell by their shares, ascending, as sets of bits."""
    sets = {}
    rest = over.copy()
    for value in np.unique(share[share > 0]).tolist():
        bits = np.zeros(64 * len(over), dtype=np.uint8)
        bits[placement[share == value]] = 1
        sets[value] = np.packbits(bits, bitorder="little").view("<u8").astype(np.uint64)
        rest &= ~sets[value]
    return {0: rest, **sets} if rest.any() else sets


def _wide_entries(shares: _Shares, there: NDArray[np.int64], first: int) -> NDArray[np.int64]:
    """Return the entries of the placements that have several cells in a sum."""
    order = np.argsort(shares.placement, kind="stable")
    placement = shares.placement[order]
    several = np.bincount(placement, minlength=1)[placement] > 1
    wide = order[several]
    row = first + np.searchsorted(there, shares.cell[wide])
    return np.stack([shares.placement[wide], row, shares.share[wide]], axis=1).astype(np.int64)


def region_tables(cover: Cover) -> Regions:
    """Return the neighbors of cells, the shares of pieces, and a cache of region sizes."""
    from tilewright.kernels.deduction.regions import Regions

    board, area, pieces = cover.problem.board, cover.area, cover.problem.pieces
    size = np.array([len(piece.polyomino) for piece in pieces], dtype=np.int64)
    dot = (board.marks[board.mask] > 0).astype(np.int64)
    most = np.ascontiguousarray(cover.most, dtype=np.int64)
    shares = _shares(cover, dot)
    number = np.array([len(piece_shares) for piece_shares in shares], dtype=np.int64)
    marks, words = int(dot.sum()) + 1, (area + 64) // 64
    sets = int(np.clip(_MEMORY // (marks * words * 8), 16, _SETS))
    return Regions(
        cover.beside,
        dot,
        np.concatenate([[0], np.cumsum(number)]),
        np.array(
            [share for piece_shares in shares for share in piece_shares], dtype=np.int64
        ).reshape(-1, 2),
        most,
        # Copies that fill the whole board never run out in a part of it.
        (most < area // size) | (number > 1),
        int(cover.empty_most),
        np.full((sets, len(pieces)), -1, dtype=np.int64),
        np.zeros((sets, marks, words), dtype=np.uint64),
        np.zeros((marks, words), dtype=np.uint64),
        np.zeros(area, dtype=np.int64),
        np.zeros(area, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
    )


def _shares(cover: Cover, dot: NDArray[np.int64]) -> list[list[tuple[int, int]]]:
    """Return what one copy of each piece may add to a region: numbers of cells and of marks on
    them.

    A piece with connected cells adds all of them. Other pieces lie in parts, any of which may be in
    a region; their placements are examined, and so are all if a mark agrees with several.
    """
    shares: list[set[tuple[int, int]]] = [
        {(len(piece.polyomino), sum(map(bool, piece.marks)))} for piece in cover.problem.pieces
    ]
    loose = [not _is_connected(piece.polyomino) for piece in cover.problem.pieces]
    if cover.problem.marks_agree:
        shares, loose = [set() for _ in shares], [True] * len(loose)
    if not any(loose):
        return [list(piece_shares) for piece_shares in shares]
    ways: list[set[tuple[tuple[int, int], ...]]] = [set() for _ in loose]
    for placement in np.flatnonzero(np.array(loose)[cover.placement_piece]).tolist():
        begin, end = cover.start[placement : placement + 2].tolist()
        parts = parts_of(cover.item[begin:end].tolist(), cover.beside)
        ways[cover.placement_piece[placement]].add(
            tuple(sorted((len(part), int(dot[part].sum())) for part in parts))
        )
    for piece_shares, parted in zip(shares, ways, strict=True):
        for sizes in parted:
            sums = {(0, 0)}
            for cells, marks in sizes:
                sums |= {(size + cells, dots + marks) for size, dots in sums}
            piece_shares |= sums - {(0, 0)}
    return [sorted(piece_shares) for piece_shares in shares]


@functools.lru_cache(maxsize=512)
def _is_connected(polyform: Polyform) -> bool:
    return polyform.is_connected()


def parts_of(cells: list[int], beside: NDArray[np.int32]) -> list[list[int]]:
    """Return the connected components of some cells."""
    left, parts = set(cells), []
    while left:
        part = [left.pop()]
        for cell in part:
            near = left.intersection(beside[cell].tolist())
            left -= near
            part.extend(near)
        parts.append(part)
    return parts
