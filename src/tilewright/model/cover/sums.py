"""Sums: the conditions of the rules of a problem on the used placements, as flat arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tilewright.system.values.arrays import grouped, ranges, starts
from tilewright.system.work.deadline import check_time

#: Numbers of the tables that `holds` fills at a time.
_BLOCK = 1 << 22


def merge_terms(
    size: int,
    colored: NDArray[np.bool_],
    number: NDArray[np.int64],
    placement: NDArray[np.int64],
    weight: NDArray[np.integer],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the sorted terms of sums over `size` placements. Each placement occurs once in a sum,
    with the sum of its weights or its largest color.
    """
    terms, place = np.unique(number * max(size, 1) + placement, return_inverse=True)
    adds = np.zeros(len(terms), dtype=np.int64)
    np.add.at(adds, place, weight)
    number, placement = np.divmod(terms, max(size, 1))
    colors = np.zeros_like(adds)
    np.maximum.at(colors, place, weight)
    merged = np.where(colored[number], colors, adds)
    return number[merged > 0], placement[merged > 0], merged[merged > 0]


@dataclass(frozen=True, eq=False)
class Sums:
    """Sums over the used placements, each with a lower and an upper bound.

    Attributes
    ----------
    size : int
        The number of placements.
    start : (m + 1,) int64
        Sum i has the terms ``start[i]:start[i + 1]``.
    placement, weight : (nnz,) int32
        The placement of each term, ascending within a sum, and the number that it adds, at least 1.
    least, most : (m,) int64
        The lower and upper bound of each sum.
    colored : (m,) bool
        Whether the weights are colors, so that all used placements must have the same color.
    rule : (m,) int32
        The rule of the problem that the sum belongs to.
    about : tuple of str
        The subject of each sum: a line, or some cells.
    """

    size: int
    start: NDArray[np.int64]
    placement: NDArray[np.int32]
    weight: NDArray[np.int32]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    colored: NDArray[np.bool_]
    rule: NDArray[np.int32]
    about: tuple[str, ...]

    def __len__(self) -> int:
        """Return the number of sums."""
        return len(self.least)

    @cached_property
    def number(self) -> NDArray[np.int32]:
        """(nnz,) int32: the sum of each term."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.start))

    @cached_property
    def by_placement(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The terms of each placement.

        Returns
        -------
        start : (p + 1,) int64
        term : (nnz,) int64
            Placement j has the terms ``term[start[j]:start[j + 1]]``.
        """
        return grouped(self.placement, self.size)

    def holds(self, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return which rows of placement numbers (padded with -1) satisfy all conditions."""
        step = max(1, _BLOCK // max(len(self), 1))
        parts = [self._holds(rows[first : first + step]) for first in range(0, len(rows), step)]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.bool_)

    def _holds(self, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
        row = np.nonzero(rows >= 0)[0]
        placement = rows[rows >= 0]
        start, term = self.by_placement
        counts = start[placement + 1] - start[placement]
        terms = term[ranges(start[placement], counts)]
        at = np.repeat(row, counts) * len(self) + self.number[terms]
        flat = np.zeros(len(rows) * len(self), dtype=np.int64)
        np.add.at(flat, at, self.weight[terms])
        total = flat.reshape(len(rows), len(self))
        inside = (self.least <= total) & (total <= self.most)
        fine: NDArray[np.bool_] = np.logical_and.reduce(self.colored | inside, axis=1)
        in_color = self.colored[self.number[terms]]
        if in_color.any():
            low = np.full(total.size, np.iinfo(np.int32).max, dtype=np.int64)
            high = np.zeros(total.size, dtype=np.int64)
            np.minimum.at(low, at[in_color], self.weight[terms[in_color]])
            np.maximum.at(high, at[in_color], self.weight[terms[in_color]])
            same = ((high == 0) | (low == high)).reshape(total.shape)
            fine &= np.logical_and.reduce(same, axis=1)
        return fine

    def only(self, allowed: NDArray[np.bool_]) -> Sums:
        """Return the sums over the given placements only, (p,) bool, which are numbered anew."""
        is_kept = allowed[self.placement]
        number = np.cumsum(allowed, dtype=np.int32) - np.int32(1)
        count = np.bincount(self.number[is_kept], minlength=len(self))
        return replace(
            self,
            size=int(np.count_nonzero(allowed)),
            start=starts(count),
            placement=number[self.placement[is_kept]],
            weight=self.weight[is_kept],
        )

    @property
    def uniform(self) -> bool:
        """Whether every sum contains all placements with weight 1, so that only their number
        matters.
        """
        return not self.colored.any() and bool(
            (np.diff(self.start) == self.size).all() and (self.weight == 1).all()
        )

    def renumbered(self, order: NDArray[np.int64], size: int) -> Sums:
        """Return the sums over `size` numbers, where number i stands for placement ``order[i]``."""
        place = np.empty(self.size, dtype=np.int64)
        place[order] = np.arange(len(order))
        placement = place[self.placement].astype(np.int32)
        terms = np.lexsort((placement, self.number))
        return replace(self, size=size, placement=placement[terms], weight=self.weight[terms])

    def merged(self, groups: Sequence[Sequence[int]]) -> tuple[Sums, NDArray[np.bool_]]:
        """Return the sums over groups of placements that are used together, and the groups that may
        be used.
        """
        start, term = self.by_placement
        sizes = [len(members) for members in groups]
        placement = np.fromiter(chain.from_iterable(groups), dtype=np.int64, count=sum(sizes))
        counts = np.diff(start)[placement]
        terms = term[ranges(start[placement], counts)]
        number, adds = self.number[terms].astype(np.int64), self.weight[terms]
        group = np.repeat(np.repeat(np.arange(len(groups)), sizes), counts)
        merged = merge_terms(len(groups), self.colored, number, group, adds)
        able = np.ones(len(groups), dtype=np.bool_)
        # Members of one color only, and no more than a sum allows.
        keys = merged[0] * len(groups) + merged[1]
        color = merged[2][np.searchsorted(keys, number * len(groups) + group)]
        able[group[self.colored[number] & (color != adds)]] = False
        over = ~self.colored[merged[0]] & (merged[2] > self.most[merged[0]])
        able[merged[1][over]] = False
        return replace(
            self,
            size=len(groups),
            start=starts(np.bincount(merged[0], minlength=len(self))),
            placement=merged[1].astype(np.int32),
            weight=merged[2].astype(np.int32),
        ), able

    def keeps(self, permutation: NDArray[np.int32]) -> bool:
        """Return True if a permutation of the placements, (p,) int32, permutes the sums."""
        before_and_after = (
            self._sort_terms(self.placement),
            self._sort_terms(permutation[self.placement]),
        )
        return all(
            np.array_equal(before, after) for before, after in zip(*before_and_after, strict=True)
        )

    def _sort_terms(self, names: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the bounds and terms of all sums, renamed, in an order that depends only on their
        values.
        """
        check_time()
        random = np.random.default_rng(0).integers(1, 1 << 62, size=self.size, dtype=np.int64)
        mixed = np.zeros(len(self), dtype=np.int64)
        # A sum of random numbers only sorts; what is compared are the terms themselves.
        np.add.at(mixed, self.number, random[names] * self.weight)
        order = np.lexsort((mixed, self.colored, self.most, self.least))
        rank = np.empty(len(self), dtype=np.int64)
        rank[order] = np.arange(len(self))
        check_time()
        term = rank[self.number] * self.size + names
        place = np.argsort(term)
        bounds = np.stack([self.least, self.most, self.colored], axis=1)[order]
        return bounds, np.stack([term[place], self.weight[place]])

    def arrays(self) -> tuple[NDArray[np.int64] | NDArray[np.int32] | NDArray[np.bool_], ...]:
        """Return the values that determine which rows satisfy the conditions."""
        return (self.start, self.placement, self.weight, self.least, self.most, self.colored)
