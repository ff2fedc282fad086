"""A cover as scan sees it: positions along the short side, orientations as windows of bits.

Everything here is plain Python and NumPy of any size; the kernels' machine words are made from it
(`tilewright.search.scan`). `children` says in a few lines what the kernels do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover

__all__ = ["Node", "ScanLayout", "lay_out", "scan_positions", "split_layout"]


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
        positions, bits = np.nonzero(self.bits_of(self.fit))
        np.maximum.at(last, self.piece[bits], positions)
        return last

    def bits_of(self, words: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Unpack (n, words) masks into (n, f) booleans."""
        spread = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
        return spread[:, : self.orientations].astype(bool)

    @cached_property
    def _occupied_bits(self) -> int:
        packed = np.packbits(self.occupied, bitorder="little").tobytes()
        return int.from_bytes(packed, "little")

    @cached_property
    def _orientations_of(self) -> list[int]:
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
                mask &= ~self._orientations_of[k]
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


def _frame(cover: Cover, seed: int | None) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Return line and place in the line of each cell, and the number of places in a line."""
    corner = cover.cells.min(axis=0)
    place, line = (cover.cells - corner).astype(np.int64).T
    height, width = (cover.cells.max(axis=0) - corner + 1).tolist()
    if height > width:
        place, line, height, width = line, place, width, height
    if seed is not None:
        flip_place, flip_line = np.random.default_rng(seed).integers(0, 2, size=2)
        place = height - 1 - place if flip_place else place
        line = width - 1 - line if flip_line else line
    return line, place, height


def scan_positions(cover: Cover, seed: int | None = None) -> NDArray[np.int64]:
    """Return the position of each cell (a,) in the order in which scan fills them.

    The scan runs along the short side, so that what is ahead of the first empty cell and already
    filled is near it.
    """
    line, place, height = _frame(cover, seed)
    return line * height + place


def lay_out(cover: Cover, allowed: NDArray[np.bool_] | None = None, seed: int | None = None) -> ScanLayout:
    """Bring a cover into scan order.

    Parameters
    ----------
    allowed : (p,) bool, optional
        Placements that may be used; all when not given.
    seed : int, optional
        Draws the order of the orientations and the corner where the scan starts.
    """
    line, place, height = _frame(cover, seed)
    position = line * height + place
    end = int(position.max()) + 1
    occupied = np.ones(end, dtype=bool)
    occupied[position] = False

    kept = np.arange(cover.size) if allowed is None else np.flatnonzero(allowed)
    kept = kept[cover.most[cover.placement_piece[kept]] > 0]
    used, examples = np.unique(cover.orientation[kept], return_index=True)
    order = np.arange(len(used))[::-1]
    if seed is not None:
        order = np.random.default_rng((seed, 1)).permutation(len(used))
    used, examples = used[order], kept[examples[order]]
    shapes = []
    for j in examples.tolist():
        cells = position[cover.item[cover.start[j] : cover.start[j + 1]]]
        shapes.append(sum(1 << offset for offset in (cells - cells.min()).tolist()))
    piece = cover.piece[used].astype(np.int64)
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
    new_number = np.full(len(cover.piece), -1, dtype=np.int64)
    new_number[used] = np.arange(len(used)) + extra
    first = np.minimum.reduceat(position[cover.item], cover.start[:-1])[kept] if cover.size else kept
    orientation = new_number[cover.orientation[kept]]
    fit = np.zeros((end + 1, max(1, -(-len(shapes) // 64))), dtype=np.uint64)
    np.bitwise_or.at(fit, (first, orientation // 64), np.uint64(1) << (orientation % 64).astype(np.uint64))
    placement = np.full((end, len(shapes)), -1, dtype=np.int32)
    placement[first, orientation] = kept
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
