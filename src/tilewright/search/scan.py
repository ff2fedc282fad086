"""The scan engine: fill the first empty cell, always, along the short side of the board.

At each node the orientations that fit are the AND of a few table entries, and states whose tree
is known to hold no tiling are not entered again. Problems whose window or orientations do not fit
in a machine word go to a second kernel of the same form (`tilewright.search.scan_wide`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.errors import EngineError
from tilewright.search.engine import Status
from tilewright.search.memo import LEVELS, Memo
from tilewright.search.scan_fields import Fields, refusal
from tilewright.search.scan_layout import ScanLayout
from tilewright.search.scan_tree import ScanRuns, ScanTree

__all__ = ["ScanEngine", "ScanRun"]

#: Tables of at most this many bits: three or four of them stay in the first-level cache.
_TABLE_BITS = 9
#: The table of dead states has at most 2^24 words: 128 megabytes.
_MEMO_BITS = 24


class ScanEngine(ScanTree):
    """Scan with one-word windows: at most 64 orientations and a window of at most 64 positions.

    Parameters
    ----------
    cover, allowed, seed, layout
        As for `ScanTree`.
    memory : int, optional
        Greatest size of the table of dead states in bytes. It starts at half a megabyte.

    Raises
    ------
    EngineError
        If the problem does not fit in one word; `serves` tells beforehand.
    """

    def __init__(
        self,
        cover: Cover,
        allowed: NDArray[np.bool_] | None = None,
        seed: int | None = None,
        memory: int = 8 << _MEMO_BITS,
        layout: ScanLayout | None = None,
    ) -> None:
        super().__init__(cover, allowed, seed, layout)
        fields = Fields(self.layout)
        reason = refusal(self.layout, fields)
        if reason:
            raise EngineError(reason, where="scan")
        self._compile(fields)
        self.memo = Memo(self._levels(), memory)

    @staticmethod
    def serves(layout: ScanLayout) -> str:
        """Return why a problem does not fit in one word; empty if it does."""
        return refusal(layout, Fields(layout))

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> ScanRun:
        """Return a new run over a part, or over the whole tree."""
        return ScanRun(self, part, capacity)

    def _compile(self, fields: Fields) -> None:
        """Make the kernel's arrays (their legend is in `tilewright.kernels.scan`)."""
        layout = self.layout
        span, end = layout.span, layout.end
        tables = max(3, -(-(span - 1) // _TABLE_BITS))
        bits = max(1, -(-(span - 1) // tables))
        position_bits = (end + 1).bit_length()
        full = span + fields.width
        counted = bool(np.all(layout.limited | (layout.piece_size == 0)) and not layout.occupied.any())
        self.remembers = full + position_bits <= 64 or (full <= 64 and counted)
        shift = span if self.remembers else 0
        self.shift = shift
        self.fields = fields

        self.settings = np.zeros(8, dtype=np.uint64)
        self.settings[:7] = [
            bits,
            tables,
            end,
            layout.orientations,
            (1 << span) - 1,
            fields.slackful,
            shift + fields.slack_shift,
        ]
        self.board = np.zeros((end + 1, 4), dtype=np.uint64)
        self.board[:, 0] = layout.fit[:, 0]
        holes = np.zeros(end + 65, dtype=bool)
        holes[:end] = layout.occupied
        windows = np.lib.stride_tricks.sliding_window_view(holes, 64)[: end + 1]
        self.board[:, 1] = np.packbits(windows, axis=1, bitorder="little").view("<u8")[:, 0]
        for need, deadline in zip(fields.need, layout.deadline.tolist(), strict=True):
            self.board[deadline + 1 :, 2] |= np.uint64(need << shift)
        if full + position_bits <= 64:
            self.board[:, 3] = np.arange(end + 1, dtype=np.uint64) << np.uint64(64 - position_bits)

        masks = [0] * len(layout.least)
        for o, k in enumerate(layout.piece.tolist()):
            masks[k] |= 1 << o
        self.everything = (1 << layout.orientations) - 1
        self.masks = masks
        self.pieces = np.zeros((64, 8), dtype=np.uint64)
        block = np.zeros(tables * bits, dtype=np.uint64)
        for o, k in enumerate(layout.piece.tolist()):
            self.pieces[o, :6] = [
                layout.shapes[o],
                self.everything & ~masks[k],
                fields.unit[k] << shift,
                fields.limit[k] << shift,
                fields.need[k] << shift,
                int(layout.size[o]),
            ]
            offsets = [i - 1 for i in range(1, span) if layout.shapes[o] >> i & 1]
            block[offsets] |= np.uint64(1 << o)
        blocked = np.zeros((tables, 1), dtype=np.uint64)
        for bit in range(bits):
            more = block.reshape(tables, bits)[:, bit : bit + 1]
            blocked = np.concatenate([blocked, blocked | more], axis=1)
        self.table = ~np.ascontiguousarray(blocked).ravel()
        self.placement = layout.placement.ravel()

    def _levels(self) -> int:
        """Return the levels on which dead states may be remembered, as bits."""
        layout = self.layout
        if not self.remembers:
            return 0
        smallest = int(layout.size.min()) if layout.orientations else 1
        # Three pieces from the end a tree is as cheap as a look into the table.
        deepest = max(1, min(LEVELS - 1, layout.area // smallest - 3, layout.depth - 3))
        last = LEVELS if layout.depth > LEVELS else deepest + 1
        return sum(1 << level for level in range(1, last))


class ScanRun(ScanRuns):
    """One part of the tree of a `ScanEngine`, being searched."""

    def __init__(self, engine: ScanEngine, part: NDArray[np.int32] | None, capacity: int) -> None:
        from tilewright.kernels import scan as kernel

        super().__init__(kernel, 192, part)
        self._engine = engine
        layout = engine.layout
        self._out = np.empty((capacity, layout.depth), dtype=np.int32)
        self._levels = np.full((layout.depth + 2, 3), -1, dtype=np.int64)
        widest = min(layout.orientations, 64)
        self._stack = np.zeros((layout.depth * max(1, widest) + widest + 8, 8), dtype=np.uint64)
        self._begin()

    def _begin(self) -> None:
        """Put the node at the end of the part's path on the stack."""
        engine, layout = self._engine, self._engine.layout
        node = layout.root
        path = self.part.reshape(-1, 2).tolist()
        fields, hand = engine.fields.start, engine.everything
        code = 0
        for depth, (first, o) in enumerate(path, start=1):
            k = int(layout.piece[o])
            need = engine.fields.need[k]
            if engine.fields.slackful and (fields & need) == need:
                fields -= int(layout.size[o]) << engine.fields.slack_shift
            fields += engine.fields.unit[k]
            if fields & engine.fields.limit[k]:
                hand &= ~engine.masks[k]
            code = first * layout.orientations + o
            self._levels[depth, 0] = code
            node = layout.place(node, o)
        done = not layout.alive(node) or engine.fields.impossible
        candidates = layout.candidates(node) if node.first < layout.end else 0
        self._stack[0, :6] = [
            candidates,
            node.window & ((1 << 64) - 1),
            node.first,
            hand,
            fields << engine.shift,
            len(path) << int(self._kernel.DEPTH_SHIFT) | code,
        ]
        self._control[self._kernel.TOP] = -1 if done else 0

    def advance(self, budget: int) -> Status:
        """Take at most about `budget` steps."""
        engine, control, kernel = self._engine, self._control, self._kernel
        words = engine.memo.words
        control[kernel.STOP] = control[kernel.NODES] + budget
        control[kernel.MEMO_SHIFT] = min(63, 65 - len(words).bit_length())
        control[kernel.LEVELS] = np.uint64(engine.memo.levels).astype(np.int64)
        before = control.copy()
        with np.errstate(over="ignore"):
            status = kernel.advance(
                engine.settings,
                engine.board,
                engine.pieces,
                engine.table,
                engine.placement,
                self._stack,
                self._levels,
                control,
                words,
                self._out,
            )
        if control[kernel.LEVELS]:
            did = control - before
            engine.memo.note(
                int(did[kernel.NODES]),
                int(did[kernel.STORED]),
                did[kernel.PROBES : kernel.PROBES + LEVELS],
                did[kernel.HITS : kernel.HITS + LEVELS],
            )
        return Status(status)

    def take(self) -> NDArray[np.int32]:
        """Return the tilings found since the last call, and forget them."""
        rows = self._out[: self._filled].copy()
        self._control[self._kernel.FILLED] = 0
        return rows

    def _stack_depths(self) -> NDArray[np.int64]:
        """Return the depth of each node on the stack."""
        top = int(self._control[self._kernel.TOP])
        depths: NDArray[np.int64] = (self._stack[: top + 1, 5] >> self._kernel.DEPTH_SHIFT).astype(np.int64)
        return depths

    def _waiting(self) -> NDArray[np.int64]:
        """Return the slots of the nodes on the stack that are not expanded yet."""
        depths = self._stack_depths()
        return np.flatnonzero(self._levels[depths, 1] != np.arange(len(depths)))

    def _path(self) -> NDArray[np.int64]:
        """Return the codes of the choices that lead to the node on top of the stack."""
        top = int(self._control[self._kernel.TOP])
        if top < 0:
            return np.zeros(0, dtype=np.int64)
        return self._codes(top)

    def _codes(self, slot: int) -> NDArray[np.int64]:
        """Return the codes of the choices that lead to a node on the stack."""
        step = self._stack[slot, 5]
        codes: NDArray[np.int64] = self._levels[1 : int(step >> self._kernel.DEPTH_SHIFT) + 1, 0].copy()
        codes[-1:] = int(step & self._kernel.CODE)
        return codes

    def _weights(self) -> NDArray[np.float64]:
        """Return the share of this part that a node of each depth stands for, every branch counting the same.

        From 48 levels below the part's root on it is taken for 0.
        """
        layout = self._engine.layout
        start = len(self.part) // 2
        path = self._path()
        weights = np.zeros(layout.depth + 2)
        weights[: start + 1] = weight = 1.0
        node = layout.root
        for depth, code in enumerate(path[: start + 48].tolist()):
            if depth >= start:
                weight /= max(1, layout.candidates(node).bit_count())
                weights[depth + 1] = weight
            node = layout.place(node, code % layout.orientations)
        return weights

    @property
    def share(self) -> float:
        """Estimated share of this part that is done."""
        left = float(self._weights()[self._stack_depths()[self._waiting()]].sum())
        return min(1.0, max(0.0, 1.0 - left))

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return the nodes that wait to be expanded as parts, in order, each with its share of this part."""
        depths, weights = self._stack_depths(), self._weights()
        parts = []
        for slot in self._waiting()[::-1].tolist():
            depth = int(depths[slot])
            path = np.stack(np.divmod(self._codes(slot), self._engine.layout.orientations), axis=1)
            parts.append((path.astype(np.int32).ravel(), float(weights[depth])))
        return parts

    def stack(self) -> NDArray[np.int32]:
        """Return the placements that are chosen right now, the oldest first."""
        chosen: NDArray[np.int32] = self._engine.placement[self._path()]
        return chosen[chosen >= 0]

    def _arrays(self) -> dict[str, tuple[NDArray[Any], int | None]]:
        return {
            "control": (self._control, None),
            "levels": (self._levels, None),
            "stack": (self._stack, int(self._control[self._kernel.TOP]) + 1),
            "out": (self._out, self._filled),
        }
