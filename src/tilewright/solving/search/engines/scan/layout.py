"""Convert a cover for scan: positions along the short side, orientations as windows of bits.

Windows are Python integers of any size, from which the machine words of the kernels are made.
`ScanLayout.children` is a reference implementation of the kernels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.system.platform.machine import check_room
from tilewright.system.values.arrays import ranges, starts
from tilewright.system.work.deadline import check_time

#: Placements between two looks at the clock.
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Node:
    """A state of the scan: the cells filled and the copies used."""

    #: Bit i is set if position ``first + i`` is filled or outside; bit 0 is not.
    window: int
    #: The first empty position; the end of the board if all is filled.
    first: int
    #: Copies of each piece used so far.
    counts: tuple[int, ...]


class CopyFields:
    """How one word counts the used copies: for each piece, the number that a copy adds, and the
    bits that show its bounds.
    """

    def __init__(self, layout: ScanLayout) -> None:
        #: What a copy adds; the bit set when no copy is left (0: never) or as many as needed are
        #: used (0: none needed).
        self.unit: list[int] = []
        self.limit: list[int] = []
        self.need: list[int] = []
        #: The word with nothing placed, and the bits in use.
        self.start = 0
        self.width = 0
        for k, (least, most) in enumerate(
            zip(layout.least.tolist(), layout.most.tolist(), strict=True)
        ):
            fields = []
            limit = need = 0
            if layout.limited[k] and most > 0:
                unit, limit = self._add(most, most)
                fields.append(unit)
            if least > 0 and limit and least == most:
                need = limit
            elif least > 0:
                unit, need = self._add(least, max(most, least))
                fields.append(unit)
            self.unit.append(sum(fields))
            self.limit.append(limit)
            self.need.append(need)
        needed = int((layout.least * layout.piece_size).sum())
        slack = layout.area - needed
        self.slackful = int(needed > 0 and slack >= 0 and bool((layout.least < layout.most).any()))
        self.slack_shift = self.width if self.slackful else 0
        self.impossible = slack < 0
        if self.slackful:
            self.start |= slack << self.width
            self.width += layout.area.bit_length()

    def _add(self, threshold: int, greatest: int) -> tuple[int, int]:
        """Add a field whose top bit is set from `threshold` copies on, and return its unit and top
        bit.
        """
        size = max((threshold - 1).bit_length(), (greatest - threshold).bit_length()) + 1
        half = 1 << (size - 1)
        unit = 1 << self.width
        self.start |= (half - threshold) * unit
        self.width += size
        return unit, half * unit


@dataclass(frozen=True, eq=False)
class ScanLayout:
    """The cover in scan order. A cell that stays empty is treated as an additional piece of one
    cell, after the pieces of the cover.
    """

    #: Positions up to the last cell, and in one line of the scan (the short side of the board).
    end: int
    height: int
    #: (end,): positions that are not cells.
    occupied: NDArray[np.bool_]
    #: Cells of each orientation: bit i is position first + i; bit 0 is always set.
    shapes: tuple[int, ...]
    #: (f,): piece and number of cells of each orientation.
    piece: NDArray[np.int64]
    size: NDArray[np.int64]
    #: (k,): copies of each piece.
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    #: (end + 1, words): the mask of orientations that fit the board with their first cell here.
    fit: NDArray[np.uint64]
    #: (end, f): placement number of the cover; -1 for none, and for a cell that stays empty.
    placement: NDArray[np.int32]
    #: (f,): the last position where each orientation fits, -1 for none.
    last: NDArray[np.int64]

    @property
    def orientations(self) -> int:
        """The number of orientations, including a cell that stays empty."""
        return len(self.shapes)

    @cached_property
    def span(self) -> int:
        """The number of bits of the window: from the first to the last cell of any orientation."""
        return max(self.shapes, default=1).bit_length()

    @cached_property
    def area(self) -> int:
        """The number of cells."""
        return int(self.end - np.count_nonzero(self.occupied))

    @cached_property
    def piece_size(self) -> NDArray[np.int64]:
        """(k,) int64: the number of cells of each piece; 0 if none of its orientations is left."""
        sizes = np.zeros(len(self.least), dtype=np.int64)
        sizes[self.piece] = self.size
        return sizes

    @cached_property
    def limited(self) -> NDArray[np.bool_]:
        """(k,) bool: pieces that can run out before the board is full; not those that fit
        nowhere.
        """
        return np.asarray((self.piece_size > 0) & ((self.most + 1) * self.piece_size <= self.area))

    @cached_property
    def depth(self) -> int:
        """The largest number of choices on the way to a tiling."""
        if not self.orientations:
            return 1
        left, depth = self.area, 0
        for size, most in sorted(zip(self.piece_size.tolist(), self.most.tolist(), strict=True)):
            if size > 0:
                copies = min(most, left // size)
                depth += copies
                left -= copies * size
        return max(depth, 1)

    @cached_property
    def deadline(self) -> NDArray[np.int64]:
        """(k,) int64: the last position where a copy of the piece may start; -1 if nowhere."""
        last = np.full(len(self.least), -1, dtype=np.int64)
        np.maximum.at(last, self.piece, self.last)
        return last

    @cached_property
    def refusal(self) -> str | None:
        """Why the problem does not fit in one machine word, or None."""
        if self.orientations > 64:
            return f"{self.orientations} orientations do not fit in a word of 64 bits"
        if self.span > 64:
            return f"a window of {self.span} positions does not fit in a word of 64 bits"
        if self.fields.width > 64:
            return f"the copies need {self.fields.width} bits, but a word has only 64"
        return None

    @cached_property
    def fields(self) -> CopyFields:
        """How the copies used are counted in one word."""
        return CopyFields(self)

    @cached_property
    def _occupied_bits(self) -> int:
        packed = np.packbits(self.occupied, bitorder="little").tobytes()
        return int.from_bytes(packed, "little")

    @cached_property
    def masks(self) -> list[int]:
        """The orientations of each piece, as bits."""
        masks = [0] * len(self.least)
        for o, k in enumerate(self.piece.tolist()):
            masks[k] |= 1 << o
        return masks

    def _node(self, window: int, first: int, counts: tuple[int, ...]) -> Node:
        gap = (~window & (window + 1)).bit_length() - 1
        return Node(window >> gap, first + gap, counts)

    @cached_property
    def root(self) -> Node:
        """The node with nothing placed."""
        return self._node(self._occupied_bits, 0, (0,) * len(self.least))

    def place(self, node: Node, o: int) -> Node:
        """Return the node after placing orientation `o` on the first empty cell, without checks."""
        k = int(self.piece[o])
        counts = (*node.counts[:k], node.counts[k] + 1, *node.counts[k + 1 :])
        return self._node(node.window | self.shapes[o], node.first, counts)

    def fits(self, node: Node, o: int) -> bool:
        """Return whether an orientation fits at the first empty cell and a copy of its piece is
        left.
        """
        return (
            node.first < self.end
            and 0 <= o < self.orientations
            and bool(int(self.fit[node.first, o // 64]) >> o % 64 & 1)
            and not node.window & self.shapes[o]
            and node.counts[int(self.piece[o])] < int(self.most[self.piece[o]])
        )

    def candidates(self, node: Node) -> int:
        """Return the mask of the orientations that fit at the first empty cell."""
        mask = int.from_bytes(self.fit[node.first].astype("<u8").tobytes(), "little")
        for k, count in enumerate(node.counts):
            if count >= self.most[k]:
                mask &= ~self.masks[k]
        fits = 0
        while mask:
            o = mask.bit_length() - 1
            mask ^= 1 << o
            if not node.window & self.shapes[o]:
                fits |= 1 << o
        return fits

    def alive(self, node: Node) -> bool:
        """Return whether the copies that are still needed have enough room and can be placed in
        time.
        """
        needed = 0
        for count, (least, size, deadline) in zip(node.counts, self._needs, strict=True):
            if count < least:
                if deadline < node.first:
                    return False
                needed += (least - count) * size
        if not needed:
            return True
        inside = node.window & ~(self._occupied_bits >> node.first)
        left = int(np.count_nonzero(~self.occupied[node.first :])) - inside.bit_count()
        return needed <= left

    @cached_property
    def _needs(self) -> list[tuple[int, int, int]]:
        """For each piece, the number of copies that it needs, its size, and its deadline."""
        columns = (self.least.tolist(), self.piece_size.tolist(), self.deadline.tolist())
        return list(zip(*columns, strict=True))


class ScanOrder(NamedTuple):
    """The position of each cell, (a,), and the number of positions in a line."""

    position: NDArray[np.int64]
    height: int


def scan_order(cover: Cover, seed: int | None = None) -> ScanOrder:
    """Return the order in which scan fills the cells: along the short side, from a corner that the
    seed chooses.
    """
    low, high = cover.cells.min(axis=0).tolist(), cover.cells.max(axis=0).tolist()
    extents = [last + 1 - first for first, last in zip(low, high, strict=True)]
    # Along the shortest side first, then along the next.
    axes = sorted(range(len(extents)), key=extents.__getitem__)
    flips = [0] * len(axes)
    if seed is not None:
        flips = np.random.default_rng(seed).integers(0, 2, size=len(axes)).tolist()
    steps = np.zeros(len(axes), dtype=np.int64)
    origin, step = 0, 1
    for axis, flip in zip(axes, flips, strict=True):
        steps[axis] = -step if flip else step
        origin += step * (high[axis] if flip else -low[axis])
        step *= extents[axis]
    return ScanOrder(cover.cells @ steps + origin, extents[axes[0]])


def lay_out(
    cover: Cover,
    allowed: NDArray[np.bool_] | None = None,
    seed: int | None = None,
    order: ScanOrder | None = None,
) -> ScanLayout:
    """Convert a cover to scan order."""
    from tilewright.kernels.scan import layout as kernel

    position, height = order or scan_order(cover, seed)
    pattern, piece_of = cover.patterns
    end = int(position.max()) + 1
    occupied = np.ones(end, dtype=bool)
    occupied[position] = False

    usable = (cover.most > 0)[piece_of][pattern] & (True if allowed is None else allowed)
    blocks = [(begin, min(begin + _BLOCK, cover.size)) for begin in range(0, cover.size, _BLOCK)]
    example = _examples(pattern, usable, blocks, len(piece_of))
    used = np.flatnonzero(example >= 0)
    used = (
        used[::-1]
        if seed is None
        else used[np.random.default_rng((seed, 1)).permutation(len(used))]
    )
    examples = example[used]
    shapes = _windows(cover, position, examples)
    piece = piece_of[used].astype(np.int64)
    size = cover.start[examples + 1] - cover.start[examples]
    least, most = cover.least, cover.most
    if cover.optional.any() or cover.empty_least:
        # The kernels take the highest bit first, so that a cell stays empty last.
        shapes.insert(0, 1)
        piece = np.concatenate([[len(least)], piece])
        size = np.concatenate([[1], size])
        least = np.concatenate([least, [cover.empty_least]])
        most = np.concatenate([most, [cover.empty_most]])

    extra = len(shapes) - len(used)
    number = np.full(len(piece_of), -1, dtype=np.int64)
    number[used] = np.arange(extra, len(shapes))
    check_room(5 * end * len(shapes), f"{len(shapes):,} oriented pieces on {end:,} cells need {{}}")
    placement = np.full((end, len(shapes)), -1, dtype=np.int32)
    fit = np.zeros((end + 1, max(1, -(-len(shapes) // 64))), dtype=np.uint64)
    last = np.full(len(shapes), -1, dtype=np.int64)
    for begin, stop in blocks:
        check_time()
        kernel.lay_out(
            begin,
            stop,
            position,
            cover.start,
            cover.item,
            pattern,
            usable,
            number,
            placement,
            fit,
            last,
        )
    if extra and cover.empty_most > 0:
        empty = position[cover.optional]
        fit[empty, 0] |= np.uint64(1)
        last[0] = empty.max(initial=-1)
    return ScanLayout(
        end=end,
        height=height,
        occupied=occupied,
        shapes=tuple(shapes),
        piece=piece,
        size=size,
        least=least,
        most=most,
        fit=fit,
        placement=placement,
        last=last,
    )


def _examples(
    pattern: NDArray[np.integer],
    usable: NDArray[np.bool_],
    blocks: list[tuple[int, int]],
    patterns: int,
) -> NDArray[np.int64]:
    """Return a usable placement of each pattern (oriented piece), or -1 if there is none."""
    from tilewright.kernels.scan import layout as kernel

    example = np.full(patterns, -1, dtype=np.int64)
    for begin, stop in blocks:
        check_time()
        kernel.find_examples(begin, stop, pattern, usable, example)
    return example


def _windows(cover: Cover, position: NDArray[np.int64], placements: NDArray[np.int64]) -> list[int]:
    """Return the cells of placements as windows. Bit i is i positions after the first cell."""
    if not len(placements):
        return []
    begin, length = cover.start[placements], cover.start[placements + 1] - cover.start[placements]
    entry = starts(length)[:-1]
    offset = position[cover.item[ranges(begin, length)]]
    offset -= np.repeat(np.minimum.reduceat(offset, entry), length)
    if offset.max() < 64:
        words: list[int] = np.bitwise_or.reduceat(
            np.uint64(1) << offset.astype(np.uint64), entry
        ).tolist()
        return words
    windows = []
    for offsets in np.split(offset, entry[1:]):
        check_time()
        windows.append(sum(1 << place for place in offsets.tolist()))
    return windows
