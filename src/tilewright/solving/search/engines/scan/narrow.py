"""The scan engine for windows of one machine word: always fill the first empty cell along the short
side.

The orientations that fit at a node are the AND of a few table entries. States whose subtree is
known to contain no tiling are not entered again. Larger problems use a second kernel
(`tilewright.solving.search.engines.scan.wide`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError
from tilewright.model.cover import Cover
from tilewright.solving.search.engines.scan.layout import ScanLayout
from tilewright.solving.search.engines.scan.tree import LEVELS, NogoodTable, ScanRuns, ScanTree
from tilewright.solving.search.running.protocol import Status
from tilewright.system.values.arrays import Tables

if TYPE_CHECKING:
    from tilewright.kernels.scan.narrow import ScanProblem

#: Bits of a table: three or four tables stay in the first-level cache.
_TABLE_BITS = 9
#: The largest table of dead states: 2^24 words, 128 MB.
_NOGOODS_BITS = 24


class ScanEngine(ScanTree):
    """Scan for at most 64 orientations and a window of at most 64 positions."""

    node_time = 25.0

    def __init__(
        self,
        cover: Cover,
        allowed: NDArray[np.bool_] | None = None,
        seed: int | None = None,
        memory: int = 8 << _NOGOODS_BITS,
        layout: ScanLayout | None = None,
    ) -> None:
        super().__init__(cover, allowed, seed, layout)
        layout = self.layout
        reason = layout.refusal
        if reason is not None:
            raise EngineError(reason, where="scan")
        position_bits = (layout.end + 1).bit_length()
        #: Bits of window and fields; a word may have room for the position, too.
        full = layout.span + layout.fields.width
        self._in_key = full + position_bits <= 64
        counted = bool(
            np.all(layout.limited | (layout.piece_size == 0)) and not layout.occupied.any()
        )
        self.remembers = self._in_key or (full <= 64 and counted)
        #: The first bit of the fields in a word.
        self.shift = layout.span if self.remembers else 0
        #: The orientations of each piece, and all of them, as bits.
        self.masks = layout.masks
        self.everything = (1 << layout.orientations) - 1
        self.problem = self._compile(position_bits)
        self.nogoods = NogoodTable(self._levels(), memory)

    def share(self, tables: Tables) -> None:
        """Share the table of dead states with other searches of the same tree."""
        self.nogoods.share(tables)

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> ScanRun:
        """Return a new run over a part, or over the whole tree."""
        return ScanRun(self, part, capacity)

    def _compile(self, position_bits: int) -> ScanProblem:
        """Make the kernel's arrays (see the legend of `tilewright.kernels.scan.narrow`)."""
        from tilewright.kernels.scan.layout import fill_table
        from tilewright.kernels.scan.narrow import ScanProblem

        layout, fields, shift = self.layout, self.layout.fields, self.shift
        span, end = layout.span, layout.end
        tables = max(3, -(-(span - 1) // _TABLE_BITS))
        bits = max(1, -(-(span - 1) // tables))
        slack_shift = shift + fields.slack_shift
        settings = [
            bits,
            tables,
            end,
            layout.orientations,
            (1 << span) - 1,
            fields.slackful,
            slack_shift,
            0,
        ]

        board = np.zeros((end + 1, 4), dtype=np.uint64)
        board[:, 0] = layout.fit[:, 0]
        holes = np.zeros(end + 65, dtype=bool)
        holes[:end] = layout.occupied
        if layout.occupied.any():
            windows = np.lib.stride_tricks.sliding_window_view(holes, 64)[: end + 1]
            board[:, 1] = np.packbits(windows, axis=1, bitorder="little").view("<u8")[:, 0]
        if any(fields.need):
            needs = np.array([need << shift for need in fields.need], dtype=np.uint64)
            np.bitwise_or.at(board[:, 2], layout.deadline + 1, needs)
            np.bitwise_or.accumulate(board[:, 2], out=board[:, 2])
        if self._in_key:
            board[:, 3] = np.arange(end + 1, dtype=np.uint64) << np.uint64(64 - position_bits)

        shapes = np.array(layout.shapes, dtype=np.uint64)
        of_piece = [
            (self.everything & ~mask, unit << shift, limit << shift, need << shift)
            for mask, unit, limit, need in zip(
                self.masks, fields.unit, fields.limit, fields.need, strict=True
            )
        ]
        pieces = np.zeros((64, 8), dtype=np.uint64)
        pieces[: len(shapes), 0] = shapes
        pieces[: len(shapes), 1:5] = np.array(of_piece, dtype=np.uint64)[layout.piece]
        pieces[: len(shapes), 5] = layout.size
        table = np.full((tables, 1 << bits), (1 << 64) - 1, dtype=np.uint64)
        fill_table(shapes, bits, table)
        return ScanProblem(
            settings=np.array(settings, dtype=np.uint64),
            board=board,
            pieces=pieces,
            table=table.ravel(),
            placement=layout.placement.ravel(),
        )

    def _levels(self) -> int:
        """Return the levels on which dead states may be remembered, as bits."""
        layout = self.layout
        if not self.remembers:
            return 0
        smallest = int(layout.size.min()) if layout.orientations else 1
        # Three pieces from the end, searching is as cheap as a lookup.
        deepest = max(1, min(LEVELS - 1, layout.area // smallest - 3, layout.depth - 3))
        last = LEVELS if layout.depth > LEVELS else deepest + 1
        return sum(1 << level for level in range(1, last))


class ScanRun(ScanRuns):
    """A run over one part of the tree of a `ScanEngine`."""

    def __init__(self, engine: ScanEngine, part: NDArray[np.int32] | None, capacity: int) -> None:
        from tilewright.kernels.scan import narrow as kernel

        super().__init__(kernel, 192, part)
        self._engine = engine
        layout = engine.layout
        self._out = np.empty((capacity, layout.depth), dtype=np.int32)
        widest = min(layout.orientations, 64)
        self._state = kernel.ScanState(
            stack=np.zeros((layout.depth * max(1, widest) + widest + 8, 8), dtype=np.uint64),
            levels=np.full((layout.depth + 2, 3), -1, dtype=np.int64),
            control=self._control,
        )
        self._begin()

    def _begin(self) -> None:
        """Put the node at the end of the part's path on the stack."""
        engine, layout, fields = self._engine, self._engine.layout, self._engine.layout.fields
        node, depth, code = layout.root, 0, 0
        counts, hand = fields.start, engine.everything
        for depth, (first, o, before) in enumerate(self._choices(layout), start=1):
            k = int(layout.piece[o])
            need = fields.need[k]
            if fields.slackful and (counts & need) == need:
                counts -= int(layout.size[o]) << fields.slack_shift
            counts += fields.unit[k]
            if counts & fields.limit[k]:
                hand &= ~engine.masks[k]
            code = first * layout.orientations + o
            self._state.levels[depth, 0] = code
            node = layout.place(before, o)
        done = not layout.alive(node) or fields.impossible
        candidates = layout.candidates(node) if node.first < layout.end else 0
        self._state.stack[0, :6] = [
            candidates,
            node.window & ((1 << 64) - 1),
            node.first,
            hand,
            counts << engine.shift,
            depth << int(self._kernel.DEPTH_SHIFT) | code,
        ]
        self._control[self._kernel.TOP] = -1 if done else 0

    def advance(self, budget: int) -> Status:
        """Take at most about `budget` steps."""
        engine, control, kernel = self._engine, self._control, self._kernel
        before = control.copy()
        control[kernel.STOP] = control[kernel.NODES] + budget
        control[kernel.NOGOODS_SHIFT] = min(63, 65 - len(engine.nogoods.words).bit_length())
        control[kernel.LEVELS] = np.uint64(engine.nogoods.levels).astype(np.int64)
        with np.errstate(over="ignore"):
            status = Status(
                kernel.advance(engine.problem, self._state, engine.nogoods.words, self._out)
            )
        if control[kernel.LEVELS]:
            did = control - before
            engine.nogoods.note(
                int(did[kernel.NODES]),
                int(did[kernel.STORED]),
                did[kernel.PROBES : kernel.PROBES + LEVELS],
                did[kernel.HITS : kernel.HITS + LEVELS],
            )
        return status

    def take(self) -> NDArray[np.int32]:
        """Return the tilings found since the last call, and remove them."""
        rows = self._out[: self._filled].copy()
        self._control[self._kernel.FILLED] = 0
        return rows

    def _stack_depths(self) -> NDArray[np.int64]:
        """Return the depth of each node on the stack."""
        top = int(self._control[self._kernel.TOP])
        depths: NDArray[np.int64] = (
            self._state.stack[: top + 1, 5] >> self._kernel.DEPTH_SHIFT
        ).astype(np.int64)
        return depths

    def _waiting(self) -> NDArray[np.int64]:
        """Return the slots of the stack whose nodes are not expanded yet."""
        depths = self._stack_depths()
        return np.flatnonzero(self._state.levels[depths, 1] != np.arange(len(depths)))

    def _path(self) -> NDArray[np.int64]:
        """Return the codes of the choices that lead to the node on top of the stack."""
        top = int(self._control[self._kernel.TOP])
        if top < 0:
            return np.zeros(0, dtype=np.int64)
        return self._codes(top)

    def _codes(self, slot: int) -> NDArray[np.int64]:
        """Return the codes of the choices that lead to a node on the stack."""
        step = self._state.stack[slot, 5]
        codes: NDArray[np.int64] = self._state.levels[
            1 : int(step >> self._kernel.DEPTH_SHIFT) + 1, 0
        ].copy()
        codes[-1:] = int(step & self._kernel.CODE)
        return codes

    def _weights(self) -> NDArray[np.float64]:
        """Return the share of this part for a node of each depth; 0 beyond 48 levels."""
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
        """The estimated finished share of this part."""
        left = float(self._weights()[self._stack_depths()[self._waiting()]].sum())
        return min(1.0, max(0.0, 1.0 - left))

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return the nodes not expanded yet as parts, in order, each with its share of this
        part.
        """
        depths, weights = self._stack_depths(), self._weights()
        parts = []
        for slot in self._waiting()[::-1].tolist():
            depth = int(depths[slot])
            path = np.stack(np.divmod(self._codes(slot), self._engine.layout.orientations), axis=1)
            parts.append((path.astype(np.int32).ravel(), float(weights[depth])))
        return parts

    def stack(self) -> NDArray[np.int32]:
        """Return the currently chosen placements, starting with the oldest."""
        chosen: NDArray[np.int32] = self._engine.problem.placement[self._path()]
        return chosen[chosen >= 0]

    def walk(self) -> tuple[Status, list[list[int]]]:
        """Expand one node. Also return the placements chosen at each node that was left, in order
        (for animation).

        There may be several, because nodes without children, such as tilings, are left without
        being counted.
        """
        steps = self._state.stack[: int(self._control[self._kernel.TOP]) + 1, 5].copy()
        codes = self._state.levels[:, 0].copy()
        waiting = self._waiting()
        status = self.advance(1)
        # An expanded node is replaced by its children, or stays below them without waiting.
        still = self._waiting()
        still = still[still < len(steps)]
        still = still[steps[still] == self._state.stack[still, 5]]
        left = np.setdiff1d(waiting, still, assume_unique=True)[::-1]
        passed = []
        for step in steps[left].tolist():
            path = codes[1 : (step >> int(self._kernel.DEPTH_SHIFT)) + 1].copy()
            path[-1:] = step & int(self._kernel.CODE)
            chosen = self._engine.problem.placement[path]
            passed.append(chosen[chosen >= 0].tolist())
        return status, passed
