"""The scan engine for boards of any width and any number of orientations.

`tilewright.solving.search.engines.scan.narrow` does the same with single machine words, and is
several times as fast.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.solving.search.engines.scan.layout import ScanLayout
from tilewright.solving.search.engines.scan.tree import ScanRuns, ScanTree
from tilewright.solving.search.running.protocol import Status
from tilewright.system.work.deadline import check_time

#: A table of dead states grows from 2^10 to 2^20 rows.
_NOGOODS_START = 10
_NOGOODS_END = 20
#: Nodes this many levels below a part's root do not count in the estimated share.
_ESTIMATED = 48


class ScanWideEngine(ScanTree):
    """Scan for problems of any size."""

    node_time = 100.0

    def __init__(
        self,
        cover: Cover,
        allowed: NDArray[np.bool_] | None = None,
        seed: int | None = None,
        layout: ScanLayout | None = None,
    ) -> None:
        from tilewright.kernels.scan.wide import WideProblem

        super().__init__(cover, allowed, seed, layout)
        layout = self.layout
        words = layout.fit.shape[1]
        shapes = np.zeros(
            (layout.orientations, 2 + int(layout.size.max(initial=0))), dtype=np.int32
        )
        masks = np.zeros((len(layout.least), words), dtype=np.uint64)
        tables = np.zeros((max(1, -(-(layout.span - 1) // 8)), 256, words), dtype=np.uint64)
        blocked = np.zeros((len(tables) * 8, words), dtype=np.uint64)
        for o, shape in enumerate(layout.shapes):
            check_time()
            offsets = [i for i in range(shape.bit_length()) if shape >> i & 1]
            shapes[o, : 2 + len(offsets)] = [layout.piece[o], len(offsets), *offsets]
            bit = np.uint64(1 << o % 64)
            masks[layout.piece[o], o // 64] |= bit
            blocked[np.array(offsets[1:], dtype=np.int64) - 1, o // 64] |= bit
        for bit_number in range(8):
            half = 1 << bit_number
            tables[:, half : 2 * half] = tables[:, :half] | blocked[bit_number::8, None]
        np.invert(tables, out=tables)
        self.problem = WideProblem(
            fit=layout.fit, shapes=shapes, masks=masks, tables=tables, due=_due(layout)
        )
        self.pieces = _pieces(layout)
        self.key_words = int(self.pieces[:, 3].max()) + 1
        self.window_words = -(-layout.span // 64)
        self.placement = layout.placement.ravel()

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> ScanWideRun:
        """Return a new run over a part, or over the whole tree."""
        return ScanWideRun(self, part, capacity)


def _due(layout: ScanLayout) -> NDArray[np.int32]:
    """Return the pieces by the last position where they can start, for the kernel."""
    order = np.argsort(layout.deadline, kind="stable")
    # Pieces that fit nowhere are due at once; such problems are rejected before the run.
    deadline = np.maximum(layout.deadline[order], 0)
    due = np.bincount(deadline, minlength=layout.end + 2)
    start = np.cumsum(due) - due + layout.end + 2
    return np.concatenate([start, order]).astype(np.int32)


def _pieces(layout: ScanLayout) -> NDArray[np.int64]:
    """Return the data of each piece for the kernel, with the position of its copies in a key."""
    pieces = np.zeros((len(layout.least), 6), dtype=np.int64)
    pieces[:, 0] = layout.least
    pieces[:, 1] = layout.most
    pieces[:, 2] = layout.piece_size
    word, shift = 0, 0
    for k in range(len(pieces)):
        if not layout.limited[k] and not layout.least[k]:
            pieces[k, 3] = -1
            continue
        bits = max(1, int(layout.most[k]).bit_length())
        if shift + bits > 64:
            word, shift = word + 1, 0
        pieces[k, 3:5] = word, shift
        shift += bits
    return pieces


class ScanWideRun(ScanRuns):
    """A run over one part of the tree of a `ScanWideEngine`."""

    def __init__(
        self, engine: ScanWideEngine, part: NDArray[np.int32] | None, capacity: int
    ) -> None:
        from tilewright.kernels.scan import wide as kernel

        super().__init__(kernel, 16, part)
        self._engine = engine
        layout = engine.layout
        words = layout.fit.shape[1]
        self._out = np.empty((capacity, layout.depth), dtype=np.int64)
        self._state = kernel.WideState(
            pieces=engine.pieces.copy(),
            filled=np.zeros(layout.end // 64 + engine.window_words + 4, dtype=np.uint64),
            stack=np.zeros((layout.depth + 3, words), dtype=np.uint64),
            levels=np.zeros((layout.depth + 2, 3), dtype=np.int64),
            control=self._control,
        )
        self._nogoods = np.zeros(
            (1 << _NOGOODS_START, 1 + engine.window_words + engine.key_words), dtype=np.uint64
        )
        self._begin()

    def _begin(self) -> None:
        """Set the arrays to the node at the end of the part's path."""
        kernel, layout, control = self._kernel, self._engine.layout, self._control
        bits = np.packbits(layout.occupied, bitorder="little")
        self._state.filled[:] = 0
        self._state.filled.view(np.uint8)[: len(bits)] = bits
        slack = layout.area - int((layout.least * layout.piece_size).sum())
        alive = slack >= 0
        node = layout.root
        path = []
        for depth, (first, o, before) in enumerate(self._choices(layout)):
            path.append((first, o))
            self._state.levels[depth, :2] = first, o
            k = int(layout.piece[o])
            if before.counts[k] >= layout.least[k]:
                slack -= int(layout.size[o])
            kernel.flip(self._state.filled, self._engine.problem.shapes, first, o)
            node = layout.place(before, o)
        self._state.pieces[:, 5] = node.counts
        in_hand = self._state.pieces[:, 5] < self._state.pieces[:, 1]
        self._state.stack[0] = np.bitwise_or.reduce(self._engine.problem.masks[in_hand], axis=0)
        alive = alive and slack >= 0 and layout.alive(node)
        depth = len(path)
        mask = layout.candidates(node) if alive and node.first < layout.end else 0
        words = self._state.stack.shape[1]
        self._state.stack[depth + 1] = np.frombuffer(
            mask.to_bytes(8 * words, "little"), dtype="<u8"
        )
        self._state.levels[depth, 0] = node.first
        control[kernel.END] = layout.end
        control[kernel.DEPTH] = depth
        control[kernel.BASE] = depth
        control[kernel.SLACK] = slack
        # Three pieces from the end, searching is as cheap as a lookup.
        control[kernel.LAST] = layout.depth - 3
        control[kernel.WINDOW_WORDS] = self._engine.window_words
        if alive and node.first == layout.end:
            codes = [first * layout.orientations + o for first, o in path]
            self._out[0] = -1
            self._out[0, :depth] = codes
            control[kernel.FILLED] = control[kernel.FOUND] = 1

    def advance(self, budget: int) -> Status:
        """Take at most about `budget` steps."""
        engine, control, kernel = self._engine, self._control, self._kernel
        control[kernel.STOP] = control[kernel.NODES] + budget
        with np.errstate(over="ignore"):
            status = kernel.advance(engine.problem, self._state, self._nogoods, self._out)
            if (
                control[kernel.STORED] * 2 > len(self._nogoods)
                and len(self._nogoods) < 1 << _NOGOODS_END
            ):
                larger = np.zeros((len(self._nogoods) * 4, self._nogoods.shape[1]), dtype=np.uint64)
                kernel.copy_nogoods(self._nogoods, larger)
                self._nogoods = larger
                control[kernel.STORED] //= 2
        return Status(status)

    def take(self) -> NDArray[np.int32]:
        """Return the tilings found since the last call, and remove them."""
        filled = self._filled
        self._control[self._kernel.FILLED] = 0
        codes = self._out[:filled]
        rows = np.where(codes >= 0, self._engine.placement[codes], np.int32(-1))
        if (self._engine.layout.size == 1).any() and filled:
            # Close the gaps of cells that stay empty, which are choices without a placement.
            rows = np.take_along_axis(rows, np.argsort(rows < 0, axis=1, kind="stable"), axis=1)
        return rows

    def _path(self) -> NDArray[np.int64]:
        """Return the position and orientation of the choices that lead to the current node, (n,
        2).
        """
        depth = max(int(self._control[self._kernel.DEPTH]), 0)
        return self._state.levels[:depth, :2].copy()

    def _tails(self) -> list[tuple[int, int, float]]:
        """Return the depth, the untried candidates and the share of each, starting at the root of
        the part.
        """
        layout = self._engine.layout
        start = len(self.part) // 2
        depth = int(self._control[self._kernel.DEPTH])
        if depth < start:
            return []
        node = layout.root
        path = self._path()[:, 1].tolist()
        weight = 1.0
        tails = []
        for level in range(depth + 1):
            left = int.from_bytes(self._state.stack[level + 1].astype("<u8").tobytes(), "little")
            if level >= start:
                if level < start + _ESTIMATED:
                    weight /= max(1, layout.candidates(node).bit_count())
                    if level < len(path):
                        node = layout.place(node, path[level])
                else:
                    weight = 0.0
                tails.append((level, left, weight))
            else:
                node = layout.place(node, path[level])
        return tails

    @property
    def share(self) -> float:
        """The estimated finished share of this part. All branches of a node have the same
        weight.
        """
        tails = self._tails()
        if not tails:
            return 1.0
        # Below the last level that is estimated, the current branch counts as not done.
        left = sum(mask.bit_count() * weight for _, mask, weight in tails)
        return min(1.0, max(0.0, 1.0 - left))

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return the untried candidates as parts, in order, each with its share of this part."""
        path = self._path().astype(np.int32)
        parts = []
        for level, left, weight in reversed(self._tails()):
            mask = left
            while mask:
                o = mask.bit_length() - 1
                mask ^= 1 << o
                step = np.array([[self._state.levels[level, 0], o]], dtype=np.int32)
                parts.append((np.concatenate([path[:level], step]).ravel(), weight))
        return parts

    def stack(self) -> NDArray[np.int32]:
        """Return the currently chosen placements, starting with the oldest."""
        path = self._path()
        chosen: NDArray[np.int32] = self._engine.layout.placement[path[:, 0], path[:, 1]]
        return chosen[chosen >= 0]
