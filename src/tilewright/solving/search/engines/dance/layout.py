"""Convert a cover, or any exact cover problem, to the items and options of dance.

Cells are items that are covered exactly once, and pieces are items with bounds. A cell that may
stay empty is a secondary item if the number of empty cells is free. Otherwise, it has an additional
option, "stays empty", and a shared item counts these options.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import MemoryLimitError
from tilewright.formats.exactcover import ExactCover
from tilewright.model.cover import Cover
from tilewright.model.cover.cover import shown_marks
from tilewright.model.rules.rule_types import Sum
from tilewright.solving.search.running.bounds import tighten_bounds
from tilewright.system.platform.machine import check_room
from tilewright.system.values.arrays import ranges, starts
from tilewright.system.work.deadline import check_time

#: The bound on the entries of all options; the kernel's keys have room for it.
_LARGEST = 1 << 28
#: Entries of options between two looks at the clock.
_BLOCK = 1 << 22
#: Areas of regions are checked if all pieces have a multiple of this many cells. For pentominoes it
#: would save 3% of the nodes and cost 5% of the time.
_TELLING = 6


@dataclass(frozen=True, eq=False)
class Totals:
    """Sums of the numbers that the chosen options show in some cells, each with a lower and an
    upper bound.
    """

    #: (z,): what each entry of the options adds; empty without totals.
    digit: NDArray[np.int32]
    #: (t + 1,), (c,): total i adds up over the cells ``cell[start[i]:start[i + 1]]``.
    start: NDArray[np.int32]
    cell: NDArray[np.int32]
    #: (t, 2)
    bounds: NDArray[np.int32]


_NO_TOTALS = Totals(*(np.zeros(shape, dtype=np.int32) for shape in (0, 1, 0, (0, 2))))


@dataclass(frozen=True, eq=False)
class Layout:
    """An exact cover problem in the form that the kernel reads."""

    #: (p + 1,): option o has the entries ``start[o]:start[o + 1]``.
    start: NDArray[np.uint32]
    #: (z,): the item of each entry, and its color (0 for none); no colors if no option has one.
    item: NDArray[np.uint32]
    color: NDArray[np.int32]
    #: (n, 2): least and most options that hold each item; (0, 0) for a secondary item.
    bounds: NDArray[np.int32]
    #: (p,): the placement or option of the exact cover problem; -1 for "stays empty".
    number: NDArray[np.int32]
    #: (m, d): neighbors of the first m items, -1 padded; m is 0 if areas of regions are not
    #: checked.
    neighbor: NDArray[np.int32]
    #: It divides the area of each region of uncovered cells; 0 if unknown.
    modulus: int
    #: At least the number of options with a number in any solution.
    depth: int
    #: (p,): logarithm of the number of placements of the option's piece; 0 without pieces.
    rarity: NDArray[np.float64]
    #: False if the bounds alone exclude every solution.
    possible: bool
    totals: Totals = _NO_TOTALS
    #: With more items than this, the keys of each level are counted back and not saved.
    many_items: int = 20_000

    @property
    def size(self) -> int:
        """The number of options."""
        return len(self.start) - 1

    @property
    def items(self) -> int:
        """The number of items."""
        return len(self.bounds)


def layout_cover(
    cover: Cover, allowed: NDArray[np.bool_] | None = None, apart: NDArray[np.uint64] | None = None
) -> Layout:
    """Convert a cover. The items are the cells, the pieces that need an item, the counter of empty
    cells, and the sums, in this order.

    Each bit of `apart` is an additional item, which at most one of the placements with this bit may
    cover.
    """
    from tilewright.kernels.dance import layout as kernel

    check_room(options_size(cover), f"options with {len(cover.item):,} entries need {{}}")
    copies, possible = tighten_bounds(cover)
    check_time()
    sums = _NO_SUMS if cover.sums is None else cover.sums.arrays()
    apart = np.zeros(0, dtype=np.uint64) if apart is None or not apart.any() else apart
    bits = int(apart.max(initial=0)).bit_length()
    size = cover.size + int(np.count_nonzero(cover.optional))
    most = len(cover.item) + 2 * size + bits * len(apart) + len(sums[1])
    items = cover.area + len(copies.most) + 1 + bits + len(sums[3])
    options = kernel.DanceOptions(
        number=np.empty(size, dtype=np.int32),
        start=np.empty(size + 1, dtype=np.uint32),
        item=np.empty(min(most, _LARGEST - 1), dtype=np.uint32),
        color=np.empty(most if sums[5].any() else 0, dtype=np.int32),
        bounds=np.empty((items, 2), dtype=np.int32),
        filled=np.zeros(4, dtype=np.int64),
    )
    able = kernel.lay_options(
        kernel.DanceCover(cover.start, cover.item, cover.placement_piece, cover.optional),
        np.ones(cover.size, dtype=np.bool_) if allowed is None else allowed,
        apart,
        copies,
        kernel.DanceSums(*sums),
        options,
    )
    count, entries, items, colored = options.filled.tolist()
    _check_entries(entries)
    check_time()
    number = options.number[:count]
    used = number[: int(np.count_nonzero(number >= 0))]
    modulus = _region_modulus(cover, copies.most, int(copies.empty[1]))
    layout = Layout(
        start=options.start[: count + 1],
        item=options.item[:entries],
        color=options.color[: entries if colored else 0],
        bounds=options.bounds[:items],
        number=number,
        neighbor=cover.beside if modulus else np.zeros((0, 0), dtype=np.int32),
        modulus=modulus,
        depth=_bound_depth(cover, copies.most),
        rarity=_rarity(cover.placement_piece[used], count - len(used)),
        possible=possible and able,
    )
    return _with_totals(cover, used, layout)


#: The arrays of a cover without sums.
_NO_SUMS = tuple(
    np.zeros(size, dtype=dtype)
    for size, dtype in (
        *((1, np.int64), (0, np.int32), (0, np.int32), (0, np.int64), (0, np.int64)),
        (0, np.bool_),
    )
)


def _with_totals(cover: Cover, number: NDArray[np.int32], layout: Layout) -> Layout:
    """Return the layout with the totals of the rules. The first options are these placements."""
    rules = [rule for rule in cover.problem.rules if isinstance(rule, Sum)]
    if not rules:
        return layout
    cells, mark, letters = shown_marks(cover)
    value = np.array([int(letter or 0) for letter in letters], dtype=np.int32)
    lengths: NDArray[np.int64] = np.diff(cover.start)
    owner = np.repeat(np.arange(cover.size), lengths)
    # By their numbers, as in the options.
    value = value[mark[np.lexsort((cells, owner))]]
    sizes = lengths[number]
    digit = np.zeros(len(layout.item), dtype=np.int32)
    digit[ranges(layout.start[: len(number)].astype(np.int64), sizes)] = value[
        ranges(cover.start[number], sizes)
    ]
    regions = [[int(cover.number[cell]) for cell in rule.cells] for rule in rules]
    bounds = [
        (rule.least, 9 * len(rule.cells) if rule.most is None else rule.most) for rule in rules
    ]
    totals = Totals(
        digit,
        starts([*map(len, regions)]).astype(np.int32),
        np.array([cell for region in regions for cell in region], dtype=np.int32),
        np.array(bounds, dtype=np.int32),
    )
    return replace(layout, totals=totals)


def _bound_depth(cover: Cover, most: NDArray[np.int64]) -> int:
    """Return an upper bound on the number of placements in a tiling."""
    least = min(cover.shapes.size[most > 0].tolist(), default=1)
    return max(1, min(cover.area // least, int(most.sum())))


def _rarity(piece: NDArray[np.integer], others: int) -> NDArray[np.float64]:
    """Return the logarithm of the number of placements of the piece of each option."""
    rarity = np.full(len(piece) + others, np.log(max(len(piece), 1)) + 1.0)
    rarity[: len(piece)] = np.log(np.bincount(piece)[piece]) if len(piece) else []
    return rarity


def layout_exact(cover: ExactCover) -> Layout:
    """Convert an exact cover problem."""
    check_room(options_size(cover), f"options with {len(cover.item):,} entries need {{}}")
    items, primary = len(cover.items), cover.primary
    start, item, color, number = (
        cover.start,
        cover.item,
        cover.color,
        np.arange(cover.size, dtype=np.int32),
    )
    bounds = np.zeros((items, 2), dtype=np.int64)
    bounds[:primary, 0] = cover.least
    bounds[:primary, 1] = cover.most
    # An item that no option may hold: its options are dropped.
    closed = cover.most == 0
    if closed.any():
        bounds[:primary][closed, 1] = 1
        length = np.diff(start)
        option = np.repeat(number, length)
        usable = np.ones(cover.size, dtype=bool)
        usable[option[np.append(closed, np.zeros(items - primary, dtype=bool))[item]]] = False
        entries = usable[option]
        item, color, number = item[entries], color[entries], np.flatnonzero(usable).astype(np.int32)
        start = starts(length[usable])
    _check_entries(item.size)
    uses = np.bincount(item, minlength=items)
    np.minimum(bounds[:, 1], np.maximum(uses, 1), out=bounds[:, 1])
    return Layout(
        start=start.astype(np.uint32),
        item=item.astype(np.uint32),
        color=color if color.any() else np.zeros(0, dtype=np.int32),
        bounds=bounds.astype(np.int32),
        number=number,
        neighbor=np.zeros((0, 4), dtype=np.int32),
        modulus=0,
        depth=max(1, min(cover.size, int(bounds[:primary, 1].sum()) // _fewest_primary(cover))),
        rarity=np.zeros(len(number)),
        # An item without options has room for one, but no option fills it.
        possible=bool((bounds[:, 0] <= np.minimum(uses, bounds[:, 1])).all()),
    )


def _fewest_primary(cover: ExactCover) -> int:
    """Return the minimum number of primary items in an option, at least 1."""
    if not cover.size:
        return 1
    # Every option holds a primary item.
    if cover.primary == len(cover.items):
        return int(np.diff(cover.start).min())
    return max(
        1, int(np.add.reduceat(cover.item < cover.primary, cover.start[:-1], dtype=np.int64).min())
    )


def shuffled(layout: Layout, generator: np.random.Generator) -> Layout:
    """Return the layout with its options, and so its branches, in a random order."""
    return _reorder_options(layout, generator.permutation(layout.size))


def rarest_first(
    layout: Layout, generator: np.random.Generator | None, spread: float = 0.0
) -> Layout:
    """Order the options so that pieces with few placements come first, because easy pieces are best
    placed last.

    Options of a piece are shuffled if there is a generator. `spread` mixes pieces that are about
    equally rare.
    """
    if generator is None:
        return _reorder_options(layout, np.argsort(layout.rarity, kind="stable"))
    order = generator.permutation(layout.size)
    rarity = layout.rarity[order] + spread * generator.standard_normal(layout.size)
    return _reorder_options(layout, order[np.argsort(rarity, kind="stable")])


def _reorder_options(layout: Layout, order: NDArray[np.integer]) -> Layout:
    from tilewright.kernels.dance.search import fill_options

    check_time()
    start = _offsets(np.diff(layout.start.astype(np.int64))[order])
    number, before = order.astype(np.int64), layout.start.astype(np.int64)
    # The clock is looked at after as many entries, however large the pieces are.
    ends = np.searchsorted(start, np.arange(_BLOCK, int(start[-1]), _BLOCK)).tolist()

    def move_entries(entries: NDArray[Any]) -> NDArray[Any]:
        """Return the entries of the options in their new order; their elements have four bytes."""
        if not len(entries):
            return entries
        written = np.empty(len(entries), dtype=np.uint32)
        given = number, before, entries.view(np.int32), start, written
        for begin, end in itertools.pairwise([0, *ends, len(number)]):
            check_time()
            fill_options(begin, end, *given)
        return written.view(entries.dtype)

    return replace(
        layout,
        start=start,
        item=move_entries(layout.item),
        color=move_entries(layout.color),
        totals=replace(layout.totals, digit=move_entries(layout.totals.digit)),
        number=layout.number[order],
        rarity=layout.rarity[order],
    )


def _offsets(lengths: NDArray[np.integer]) -> NDArray[np.uint32]:
    start = starts(lengths)
    _check_entries(int(start[-1]))
    return start.astype(np.uint32)


def _check_entries(total: int) -> None:
    if total >= _LARGEST:
        raise MemoryLimitError(
            f"the options have {total} entries, but at most {_LARGEST - 1} are supported"
        )


def options_size(cover: Cover | ExactCover) -> int:
    """Return the approximate number of bytes that dance needs for the options, two orders of
    options, and lists.
    """
    return 50 * cover.size + 20 * len(cover.item)


def _region_modulus(cover: Cover, most: NDArray[np.int64], empty_most: int) -> int:
    """Return the number that divides the area of each region that the pieces of a tiling leave, or
    0 if there is none.

    This requires connected pieces, so that each piece is in one region.
    """
    pieces = [
        piece.polyomino for piece, number in zip(cover.problem.pieces, most, strict=True) if number
    ]
    if empty_most or not pieces or not all(piece.is_connected() for piece in pieces):
        return 0
    modulus = int(np.gcd.reduce([len(piece) for piece in pieces]))
    return modulus if modulus >= _TELLING else 0
