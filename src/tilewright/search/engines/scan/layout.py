"""A cover as scan sees it: positions along the short side, orientations as windows of bits.

Everything here is plain Python and NumPy of any size; the kernels' machine words are made from it
(`tilewright.search.engines.scan.narrow`). `children` says in a few lines what the kernels do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.deadline import check_time

__all__ = ["Fields", "Node", "ScanLayout", "lay_out", "scan_positions", "split_layout"]

#: Placements or positions between two looks at the clock.
_BLOCK = 1 << 20
#: Positions whose masks are packed together.
_LINES = 1 << 14


@dataclass(frozen=True, slots=True)
class Node:
    """A state of the scan: what is filled, and what has been used.

    Attributes
    ----------
    window : int
        Bit i is set if position ``first + i`` is filled or no cell; bit 0 is not.
    first : int
        The first empty position; the end of the board when all is filled.
    counts : tuple of int
        Copies of each piece used so far.
    """

    window: int
    first: int
    counts: tuple[int, ...]


class Fields:
    """How the copies used are counted in one word: for each piece what to add, and which bit says what.

    Attributes
    ----------
    unit, limit, need : list of int
        Of each piece: what a copy adds; the bit that is set when no copy is left (0: never); the bit
        that is set when there are as many as needed (0: none needed).
    start : int
        The word with nothing placed.
    width : int
        Bits in use.
    """

    def __init__(self, layout: ScanLayout) -> None:
        self.unit: list[int] = []
        self.limit: list[int] = []
        self.need: list[int] = []
        self.start = 0
        self.width = 0
        for k, (least, most) in enumerate(zip(layout.least.tolist(), layout.most.tolist(), strict=True)):
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
        """Add a field whose top bit is set from `threshold` to `greatest` copies; return its unit and top bit."""
        size = max((threshold - 1).bit_length(), (greatest - threshold).bit_length()) + 1
        half = 1 << (size - 1)
        unit = 1 << self.width
        self.start |= (half - threshold) * unit
        self.width += size
        return unit, half * unit


@dataclass(frozen=True, eq=False)
class ScanLayout:
    """The cover in scan order.

    A cell that may stay empty has one more placement, of a pseudo-piece of one cell whose number
    is ``k``, after the pieces of the cover.

    Attributes
    ----------
    end : int
        Number of positions up to the last cell.
    height : int
        Positions in one line of the scan: the short side of the board.
    occupied : (end,) bool
        Positions that are no cell.
    shapes : tuple of int
        Cells of each orientation, bit i being position first + i; bit 0 is always set.
    piece, size : (f,) int64
        Piece and number of cells of each orientation.
    least, most : (k,) int64
        Copies of each piece.
    fit : (end + 1, words) uint64
        Of each position, the mask of orientations that fit the board with this first cell.
    placement : (end, f) int32
        Placement number of the cover; -1 for none, and for a cell that stays empty.
    """

    end: int
    height: int
    occupied: NDArray[np.bool_]
    shapes: tuple[int, ...]
    piece: NDArray[np.int64]
    size: NDArray[np.int64]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    fit: NDArray[np.uint64]
    placement: NDArray[np.int32]

    @property
    def orientations(self) -> int:
        """Number of orientations, that of a cell that stays empty included."""
        return len(self.shapes)

    @cached_property
    def span(self) -> int:
        """Bits of the window that matter: positions from the first to the last cell of any orientation."""
        return max((shape.bit_length() for shape in self.shapes), default=1)

    @cached_property
    def area(self) -> int:
        """Number of cells."""
        return int(self.end - np.count_nonzero(self.occupied))

    @cached_property
    def piece_size(self) -> NDArray[np.int64]:
        """(k,) int64: number of cells of each piece; 0 if none of its orientations is left."""
        sizes = np.zeros(len(self.least), dtype=np.int64)
        sizes[self.piece] = self.size
        return sizes

    @cached_property
    def limited(self) -> NDArray[np.bool_]:
        """(k,) bool: pieces that can run out before the board is full; none of those that fit nowhere."""
        return np.asarray((self.piece_size > 0) & ((self.most + 1) * self.piece_size <= self.area))

    @cached_property
    def depth(self) -> int:
        """The greatest number of choices on the way to a tiling."""
        if not self.orientations:
            return 1
        smallest_first = np.argsort(self.piece_size, kind="stable")
        left, depth = self.area, 0
        for k in smallest_first[self.piece_size[smallest_first] > 0]:
            copies = min(int(self.most[k]), left // int(self.piece_size[k]))
            depth += copies
            left -= copies * int(self.piece_size[k])
        return max(depth, 1)

    @cached_property
    def deadline(self) -> NDArray[np.int64]:
        """(k,) int64: the last position where a copy of the piece may start; -1 if nowhere."""
        last = np.full(len(self.least), -1, dtype=np.int64)
        for begin in range(0, len(self.fit), _BLOCK):
            check_time()
            positions, bits = np.nonzero(self.bits_of(self.fit[begin : begin + _BLOCK]))
            np.maximum.at(last, self.piece[bits], positions + begin)
        return last

    @cached_property
    def fields(self) -> Fields:
        """How the copies used are counted in one word."""
        return Fields(self)

    def bits_of(self, words: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Unpack (n, words) masks into (n, f) booleans."""
        spread = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
        return spread[:, : self.orientations].astype(bool)

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
        """Return the node with nothing placed."""
        return self._node(self._occupied_bits, 0, (0,) * len(self.least))

    def place(self, node: Node, o: int) -> Node:
        """Return the node after putting orientation `o` on the first empty cell; unchecked."""
        k = int(self.piece[o])
        counts = (*node.counts[:k], node.counts[k] + 1, *node.counts[k + 1 :])
        return self._node(node.window | self.shapes[o], node.first, counts)

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
        """Whether the copies that are still needed can come in time and have room."""
        missing = np.maximum(self.least - np.array(node.counts, dtype=np.int64), 0)
        if (missing[self.deadline < node.first] > 0).any():
            return False
        if not missing.any():
            return True
        filled = self.area - int(np.count_nonzero(~self.occupied[node.first :]))
        inside = node.window & ~(self._occupied_bits >> node.first)
        left = self.area - filled - inside.bit_count()
        return int((missing * self.piece_size).sum()) <= left

    def children(self, node: Node) -> Iterator[tuple[int, Node]]:
        """Yield each orientation that fits and the node it leads to, in the kernels' order."""
        mask = self.candidates(node)
        while mask:
            o = mask.bit_length() - 1
            mask ^= 1 << o
            child = self.place(node, o)
            if self.alive(child) and (child.first == self.end or self.candidates(child)):
                yield o, child


def _frame(cover: Cover, seed: int | None) -> tuple[NDArray[np.int64], int]:
    """Return the position of each cell, and how many positions there are in a line."""
    corner = cover.cells.min(axis=0)
    places = (cover.cells - corner).astype(np.int64)
    extents = cover.cells.max(axis=0) - corner + 1
    # Along the shortest side first, then along the next.
    axes = np.argsort(extents, kind="stable")
    flips = np.zeros(len(axes), dtype=np.int64)
    if seed is not None:
        flips = np.random.default_rng(seed).integers(0, 2, size=len(axes))
    position = np.zeros(len(places), dtype=np.int64)
    step = 1
    for axis, flip in zip(axes.tolist(), flips.tolist(), strict=True):
        extent = int(extents[axis])
        position += step * (extent - 1 - places[:, axis] if flip else places[:, axis])
        step *= extent
    return position, int(extents[axes[0]])


def scan_positions(cover: Cover, seed: int | None = None) -> NDArray[np.int64]:
    """Return the position of each cell (a,) in the order in which scan fills them.

    The scan runs along the short side, so that what is ahead of the first empty cell and already
    filled is near it.
    """
    return _frame(cover, seed)[0]


def lay_out(cover: Cover, allowed: NDArray[np.bool_] | None = None, seed: int | None = None) -> ScanLayout:
    """Bring a cover into scan order.

    Parameters
    ----------
    allowed : (p,) bool, optional
        Placements that may be used; all when not given.
    seed : int, optional
        Draws the order of the orientations and the corner where the scan starts.
    """
    position, height = _frame(cover, seed)
    pattern, piece_of = cover.patterns
    end = int(position.max()) + 1
    occupied = np.ones(end, dtype=bool)
    occupied[position] = False

    in_hand = (cover.most > 0)[piece_of]
    blocks = [(begin, min(begin + _BLOCK, cover.size)) for begin in range(0, cover.size, _BLOCK)]

    def kept_of(begin: int, stop: int) -> NDArray[np.int64]:
        """Return the placements of a block that may be used."""
        kept = in_hand[pattern[begin:stop]]
        return begin + np.flatnonzero(kept if allowed is None else kept & allowed[begin:stop])

    example = np.full(len(piece_of), -1, dtype=np.int64)
    for begin, stop in blocks[::-1]:
        check_time()
        kept = kept_of(begin, stop)[::-1]
        # The last one written, which is the first one of all, stays.
        example[pattern[kept]] = kept
    used = np.flatnonzero(example >= 0)
    order = np.arange(len(used))[::-1]
    if seed is not None:
        order = np.random.default_rng((seed, 1)).permutation(len(used))
    used = used[order]
    shapes = _windows(cover, position, example[used])
    piece = piece_of[used].astype(np.int64)
    size = np.array([shape.bit_count() for shape in shapes], dtype=np.int64)
    least, most = cover.least, cover.most
    if cover.optional.any() or cover.empty_least:
        # The cell that stays empty is tried last: the kernels take the highest bit first.
        shapes.insert(0, 1)
        piece = np.concatenate([[len(least)], piece])
        size = np.concatenate([[1], size])
        least = np.concatenate([least, [cover.empty_least]])
        most = np.concatenate([most, [cover.empty_most]])

    extra = len(shapes) - len(used)
    new_number = np.full(len(piece_of), -1, dtype=np.int64)
    new_number[used] = np.arange(len(used)) + extra
    words = max(1, -(-len(shapes) // 64))
    placement = np.full((end, len(shapes)), -1, dtype=np.int32)
    for begin, stop in blocks:
        check_time()
        kept, entry = kept_of(begin, stop), cover.start[begin:stop]
        covered = position[cover.item[cover.start[begin] : cover.start[stop]]]
        first = np.minimum.reduceat(covered, entry - entry[0])[kept - begin]
        placement[first, new_number[pattern[kept]]] = kept
    fit = np.zeros((end + 1, words), dtype=np.uint64)
    for begin in range(0, end, _LINES):
        check_time()
        bits = np.packbits(placement[begin : begin + _LINES] >= 0, axis=1, bitorder="little")
        fit[begin : begin + len(bits)].view(np.uint8)[:, : bits.shape[1]] = bits
    # The bytes of a word, the lowest first, are the word only where the machine has them in that order.
    fit = fit.view("<u8").astype(np.uint64, copy=False)
    if extra and cover.empty_most > 0:
        fit[position[cover.optional], 0] |= np.uint64(1)
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
    )


def _windows(cover: Cover, position: NDArray[np.int64], placements: NDArray[np.int64]) -> list[int]:
    """Return the cells of placements as windows of bits: bit i is the i-th position from the first cell on."""
    if not len(placements):
        return []
    begin, length = cover.start[placements], cover.start[placements + 1] - cover.start[placements]
    entry = np.cumsum(length) - length
    offset = position[cover.item[np.repeat(begin - entry, length) + np.arange(int(length.sum()))]]
    offset -= np.repeat(np.minimum.reduceat(offset, entry), length)
    if offset.max() < 64:
        words: list[int] = np.bitwise_or.reduceat(np.uint64(1) << offset.astype(np.uint64), entry).tolist()
        return words
    windows = []
    for offsets in np.split(offset, entry[1:]):
        check_time()
        windows.append(sum(1 << place for place in offsets.tolist()))
    return windows


def split_layout(layout: ScanLayout, parts: int) -> list[NDArray[np.int32]]:
    """Return the choices (position, orientation, position, …) that lead to each subtree, in order."""
    front: list[tuple[tuple[int, ...], Node]] = [((), layout.root)]
    for _ in range(64):
        if len(front) >= parts or all(node.first == layout.end for _, node in front):
            break
        front = [
            child
            for path, node in front
            for child in (
                [(path, node)]
                if node.first == layout.end
                else [((*path, node.first, o), next_node) for o, next_node in layout.children(node)]
            )
        ]
    return [np.array(path, dtype=np.int32) for path, _ in front]
