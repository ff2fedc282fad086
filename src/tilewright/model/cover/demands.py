"""Rules of a compiled problem: clues and impossible terms remove placements, and all other
conditions become sums.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover.cover import Cover, shown_marks
from tilewright.model.cover.sums import Sums, merge_terms
from tilewright.model.rules.rule_types import (
    ANY,
    Apart,
    CellRule,
    Clues,
    Equal,
    FaultFree,
    Maximal,
    NoCrossroads,
    Rule,
    Sum,
    Tiles,
    Unequal,
    crossings,
    fault_lines,
)
from tilewright.model.space.lattice import cell_word
from tilewright.model.space.surface import neighboring
from tilewright.system.values.arrays import grouped, ranges, starts
from tilewright.system.work.deadline import check_time

#: Terms, or cells of placements, between two looks at the clock.
_BLOCK = 1 << 20


@dataclass(frozen=True, eq=False)
class Demand:
    """The sums of one rule: terms (sum, placement, cell, weight), bounds, and the subject of each
    sum.

    A placement may have several terms in a sum, each at a different cell. If the terms have no
    cells, it has one term.
    """

    number: NDArray[np.int64]
    placement: NDArray[np.int64]
    weight: NDArray[np.int64]
    cell: NDArray[np.int64] | None
    least: int
    most: int | None
    about: tuple[str, ...]
    colored: bool = False


def with_rules(cover: Cover) -> Cover:
    """Return the cover of a problem, with its rules applied."""
    rules = cover.problem.rules
    if not rules:
        return cover
    # Clues leave few placements, so they come before the sums.
    allowed = _keeps_placed_marks(cover)
    for rule in rules:
        if isinstance(rule, Clues):
            allowed &= _agrees_with_clues(cover, rule)
    cover = cover if allowed.all() else cover.only(allowed)
    compiler = _Compiler(cover)
    sums = _join_sums(cover, compiler.list_demands())
    allowed = compiler.allowed
    over = ~sums.colored[sums.number] & (sums.weight > sums.most[sums.number])
    allowed[sums.placement[over]] = False
    cover = replace(cover, sums=sums)
    return cover if allowed.all() else cover.only(allowed)


def _agrees_with_clues(cover: Cover, rule: Clues) -> NDArray[np.bool_]:
    """Return which placements agree with clues."""
    wants = np.full(cover.area, -1, dtype=np.int64)
    wants_piece = np.full(cover.area, -1, dtype=np.int64)
    clued = np.zeros(cover.area, dtype=np.bool_)
    for cell, clue in rule.clues:
        number = int(cover.number[cell])
        clued[number] = True
        if isinstance(clue, int):
            wants[number] = clue
        elif clue != ANY:
            piece = cover.problem.piece_index(clue)
            assert piece is not None
            wants_piece[number] = piece
    item, owner = cover.item, cover.owner
    wrong = (wants[item] >= 0) & (wants[item] != np.diff(cover.start)[owner])
    wrong |= (wants_piece[item] >= 0) & (wants_piece[item] != cover.placement_piece[owner])
    allowed = np.ones(cover.size, dtype=np.bool_)
    allowed[owner[wrong]] = False
    if rule.one_each:
        allowed &= np.bincount(owner, clued[item], minlength=cover.size) == 1
    return allowed


def _keeps_placed_marks(cover: Cover) -> NDArray[np.bool_]:
    """Return which placements show the same marks as the placed pieces."""
    allowed = np.ones(cover.size, dtype=np.bool_)
    shown = [placement for placement in cover.problem.placed if placement.marks]
    if not shown or not cover.problem.reads_marks:
        return allowed
    cells, marks, letters = shown_marks(cover)
    code = {letter: number for number, letter in enumerate(letters)}
    wanted = np.full(cover.area, -1, dtype=np.int64)
    for placement in shown:
        for cell, mark in zip(placement.cells, placement.marks, strict=True):
            wanted[cover.number[cell]] = code.get(mark, len(letters))
    wrong = (wanted[cells] >= 0) & (wanted[cells] != marks)
    allowed[cover.owner[wrong]] = False
    return allowed


def demands(cover: Cover) -> list[tuple[int, Demand]]:
    """Return the conditions of the rules on the placements of a compiled problem, each with the
    number of its rule.
    """
    return _Compiler(cover).list_demands()


def _join_sums(cover: Cover, demands: list[tuple[int, Demand]]) -> Sums:
    """Return the sums of all rules."""
    counts = [len(demand.about) for _, demand in demands]
    first = starts(counts)
    none = np.zeros(0, dtype=np.int64)
    number = np.concatenate(
        [none, *(demand.number + at for (_, demand), at in zip(demands, first, strict=False))]
    )
    placement = np.concatenate([none, *(demand.placement for _, demand in demands)])
    weight = np.concatenate([none, *(demand.weight for _, demand in demands)])
    colored = np.repeat([demand.colored for _, demand in demands], counts).astype(np.bool_)
    # Sorted by sum, then by placement; the terms of a placement in a sum are one.
    ends = np.cumsum(np.bincount(number, minlength=int(first[-1])))
    bounds = np.searchsorted(ends, np.arange(_BLOCK, len(number), _BLOCK), side="right")
    parts = []
    for low, high in itertools.pairwise([0, *np.unique(bounds[bounds > 0]).tolist(), len(ends)]):
        check_time()
        whole = high - low == len(ends)
        terms = slice(None) if whole else np.flatnonzero((low <= number) & (number < high))
        parts.append(
            merge_terms(cover.size, colored, number[terms], placement[terms], weight[terms])
        )
    number, placement, weight = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    total = np.bincount(number, weight, minlength=int(first[-1])).astype(np.int64)
    most = np.repeat([-1 if demand.most is None else demand.most for _, demand in demands], counts)
    return Sums(
        size=cover.size,
        start=np.searchsorted(number, np.arange(first[-1] + 1)).astype(np.int64),
        placement=placement.astype(np.int32),
        weight=weight.astype(np.int32),
        least=np.repeat([demand.least for _, demand in demands], counts).astype(np.int64),
        most=np.where(most < 0, total, most).astype(np.int64),
        colored=colored,
        rule=np.repeat([rule for rule, _ in demands], counts).astype(np.int32),
        about=tuple(about for _, demand in demands for about in demand.about),
    )


class _Compiler:
    """The data about placements that the rules of a problem need."""

    def __init__(self, cover: Cover) -> None:
        self.cover = cover
        #: (p,): placements that no rule forbids.
        self.allowed = np.ones(cover.size, dtype=np.bool_)

    def list_demands(self) -> list[tuple[int, Demand]]:
        """Return the sums of all rules, each with the number of its rule."""
        return [
            (number, demand)
            for number, rule in enumerate(self.cover.problem.rules)
            for demand in self.demands(rule)
            if demand.about
        ]

    def demands(self, rule: Rule) -> Iterator[Demand]:
        """Yield the sums of a rule, and remove the placements that it forbids."""
        if isinstance(rule, Tiles):
            group = [index for index in rule.group(self.cover.problem) if index is not None]
            placements = np.flatnonzero(np.isin(self.cover.placement_piece, group))
            ones, zeros = np.ones_like(placements), np.zeros_like(placements)
            yield Demand(zeros, placements, ones, None, rule.least, rule.most, ("tiles",))
        elif isinstance(rule, FaultFree):
            yield self._lines(rule)
        elif isinstance(rule, NoCrossroads):
            yield self._corners()
        elif isinstance(rule, Maximal):
            yield self._maximal()
        elif isinstance(rule, Apart):
            yield self._apart(rule)
        elif isinstance(rule, CellRule):
            yield from self._region(rule)

    def _entries(self) -> Iterator[slice]:
        """Yield the entries of `Cover.item` in blocks of whole placements, and check the time
        limit.
        """
        cover = self.cover
        step = max(1, _BLOCK // max(int(np.diff(cover.start).max(initial=1)), 1))
        for first in range(0, max(cover.size, 1), step):
            check_time()
            yield slice(cover.start[first], cover.start[min(first + step, cover.size)])

    def _sides(
        self, neighbors: NDArray[np.int32]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int8]]:
        """Return the sides of placements: the placement, the pair of neighbors, and which of them
        it covers (2 means both).
        """
        cover, pairs = self.cover, neighbors.astype(np.int64)
        # The pairs of each cell.
        cell = np.concatenate([pairs[:, 0], pairs[:, 1]])
        begin, order = grouped(cell, cover.area)
        pair = order % max(len(pairs), 1)
        parts = []
        for entries in self._entries():
            item = cover.item[entries]
            count = np.diff(begin)[item]
            entry = ranges(begin[item], count)
            key = np.repeat(self.cover.owner[entries], count) * max(len(pairs), 1) + pair[entry]
            distinct, at, times = np.unique(key, return_index=True, return_counts=True)
            placement, side = np.divmod(distinct, max(len(pairs), 1))
            which = (pairs[side, 1] == np.repeat(item, count)[at]).astype(np.int8)
            which[times == 2] = 2
            parts.append((placement, side, which))
        placements, sides, covers = (
            np.concatenate(columns) for columns in zip(*parts, strict=True)
        )
        return placements, sides, covers

    def _lines(self, rule: FaultFree) -> Demand:
        cover = self.cover
        lines = fault_lines(cover.problem.board, rule.axis)
        number = cover.number.ravel()
        line_of = np.full(len(cover.neighbors), -1, dtype=np.int64)
        keys = cover.neighbors[:, 0].astype(np.int64) * cover.area + cover.neighbors[:, 1]
        for rank, line in enumerate(lines):
            pairs_of_line = np.sort(number[line.pairs], axis=1).astype(np.int64)
            line_of[
                np.searchsorted(keys, pairs_of_line[:, 0] * cover.area + pairs_of_line[:, 1])
            ] = rank
        placement, side, which = self._sides(cover.neighbors)
        crossing = (which == 2) & (line_of[side] >= 0)
        key = np.unique(line_of[side[crossing]] * max(cover.size, 1) + placement[crossing])
        crossed, used = np.divmod(key, max(cover.size, 1))
        about = tuple(line.name for line in lines)
        return Demand(crossed, used, np.ones_like(used), None, 1, None, about)

    def _maximal(self) -> Demand:
        """Return a sum for each placement: a tile covers one of its cells."""
        cover = self.cover
        begin, order = grouped(cover.item, cover.area)
        parts = []
        for entries in self._entries():
            item = cover.item[entries]
            count = np.diff(begin)[item]
            touching = cover.owner[order[ranges(begin[item], count)]]
            number = np.repeat(cover.owner[entries].astype(np.int64), count)
            parts.append(np.unique(number * max(cover.size, 1) + touching))
        number, used = np.divmod(np.concatenate(parts), max(cover.size, 1))
        names, piece = cover.problem.names, cover.placement_piece.tolist()
        about = tuple(f"a further {names[index]}" for index in piece)
        return Demand(number, used, np.ones_like(used), None, 1, None, about)

    def _corners(self) -> Demand:
        cover = self.cover
        corners = cover.number.ravel()[crossings(cover.problem.board)]
        corner = np.arange(corners.size) // 4
        begin, order = grouped(corners.ravel(), cover.area)
        parts = []
        for entries in self._entries():
            item = cover.item[entries]
            count = np.diff(begin)[item]
            entry = order[ranges(begin[item], count)]
            key = np.repeat(self.cover.owner[entries], count) * max(len(corners), 1) + corner[entry]
            _, which, times = np.unique(key, return_inverse=True, return_counts=True)
            # Four tiles meet if each of them covers one cell of the corner.
            alone = times[which.ravel()] == 1
            cell = corners.ravel()[entry][alone].astype(np.int64)
            parts.append((*np.divmod(key[alone], max(len(corners), 1)), cell))
        used, number, cell = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        cells = cover.cells[corners[:, 2]].tolist() if len(corners) else []
        about = tuple(f"the upper left corner of {cell_word(cell)}" for cell in cells)
        return Demand(number, used, np.ones_like(used), cell, 0, 3, about)

    def _apart(self, rule: Apart) -> Demand:
        cover, board = self.cover, self.cover.problem.board
        pairs = neighboring(cover.cells, board.lattice, board.surface, corners=rule.corners)
        class_of = rule.classes(cover.problem)
        numbers: dict[object, int] = {None: -1}
        kind = np.array(
            [
                numbers.setdefault(class_of(piece, shape.cells), len(numbers) - 1)
                for piece, (shape, _) in zip(cover.piece.tolist(), cover.oriented, strict=True)
            ],
            dtype=np.int64,
        )[cover.orientation]
        placement, side, covers = self._sides(pairs)
        alone = (covers < 2) & (kind[placement] >= 0)
        placement, side, covers = placement[alone], side[alone], covers[alone]
        kinds = max(len(numbers) - 1, 1)
        key = side * kinds + kind[placement]
        check_time()
        # Only sums with both cells matter.
        seconds = np.bincount(key, covers, minlength=len(pairs) * kinds)
        covered = np.bincount(key, minlength=len(seconds))
        telling = (seconds > 0) & (seconds < covered)
        check_time()
        rank = np.cumsum(telling) - 1
        terms = telling[key]
        check_time()
        there = pairs[side, covers].astype(np.int64)
        places = cover.cells[pairs[np.flatnonzero(telling) // kinds]].tolist()
        check_time()
        about = tuple(" and ".join(map(cell_word, pair)) for pair in places)
        return Demand(
            rank[key[terms]],
            placement[terms],
            np.ones(int(terms.sum()), dtype=np.int64),
            there[terms],
            0,
            1,
            about,
        )

    def _region(self, rule: CellRule) -> Iterator[Demand]:
        cover = self.cover
        inside = np.zeros(cover.area, dtype=np.bool_)
        for cell in rule.cells:
            inside[cover.number[cell]] = True
        cells, marks, letters = shown_marks(cover)
        chosen = inside[cells]
        placement, mark = self.cover.owner[chosen], marks[chosen].astype(np.int64)
        about = (rule.places(),)
        there = cells[chosen].astype(np.int64)
        zero = np.zeros_like(placement)
        if isinstance(rule, Sum):
            digits = np.array([int(letter or 0) for letter in letters], dtype=np.int64)[mark]
            yield Demand(zero, placement, digits, there, rule.least, rule.most, about)
        elif isinstance(rule, Equal):
            low = np.full(cover.size, len(letters), dtype=np.int64)
            high = np.full(cover.size, -1, dtype=np.int64)
            np.minimum.at(low, placement, mark)
            np.maximum.at(high, placement, mark)
            same = (high < 0) | (low == high)
            self.allowed &= same
            terms = same[placement]
            yield Demand(
                zero[terms], placement[terms], mark[terms] + 1, there[terms], 0, None, about, True
            )
        elif isinstance(rule, Unequal):
            yield Demand(mark, placement, zero + 1, there, 0, 1, about * len(letters))
