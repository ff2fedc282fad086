"""The moves of the frontier method: the options of a problem along one scan of the cells.

A scan is an order of the cells. The layer of a cell contains the states in which all earlier cells
are covered. A placement is a move at the first of its cells. `tilewright.kernels.frontier.expand`
describes the keys of states, and this module chooses their bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.model.cover import Cover
from tilewright.model.cover.sums import Sums
from tilewright.system.values.arrays import ranges, starts

#: The label of the move that leaves a cell empty.
EMPTY_CELL = -1
#: Up to this many moves, trying one by one is faster.
_FEW = 24
#: An empty tree: try the moves one by one.
NO_TREE = np.zeros((0, 3), dtype=np.int32)


@dataclass(frozen=True, eq=False)
class Options:
    """The ways to cover cells, without geometry: placements of a `Cover`, or orbits of placements
    on a quotient board.
    """

    #: The number of cells.
    area: int
    #: (p + 1,), (nnz,): option j covers the cells ``item[start[j]:start[j + 1]]``.
    start: NDArray[np.int64]
    item: NDArray[np.int64]
    #: (p,): the piece, whose copies are counted; one more kind for a cell that stays empty.
    kind: NDArray[np.int64]
    #: (p,): copies that the option uses.
    copies: NDArray[np.int64]
    #: (p,): the placement in answers, or `EMPTY_CELL`.
    label: NDArray[np.int64]
    #: (kinds + 1,): bounds on the copies of each kind.
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    #: What rules demand of the options that are used, by their numbers; None without rules.
    sums: Sums | None = None

    @property
    def size(self) -> int:
        """The number of options."""
        return len(self.kind)

    def bounded(self, kind: int) -> bool:
        """Return whether the copies of a kind must be counted."""
        return bool(self.least[kind] > 0 or self.most[kind] < self.room(kind))

    def room(self, kind: int) -> int:
        """Return an upper bound on the copies of a kind, from the area and the number of
        options.
        """
        of_kind = self.kind == kind
        if not of_kind.any():
            return 0
        cells, copies = np.diff(self.start)[of_kind], self.copies[of_kind]
        return min(int((self.area * copies // cells).max()), int(copies.sum()))


def options_of(cover: Cover, *, by_orientation: bool = False) -> Options:
    """Return the placements of a problem, and its cells that may stay empty, as options.

    The options are in the order of the cover, or sorted by orientation.
    """
    order = np.arange(cover.size)
    if by_orientation:
        order = np.argsort(cover.orientation, kind="stable")
    sizes = np.diff(cover.start)[order]
    # The indices of each placement's cells in the cover.
    there = ranges(cover.start[:-1][order], sizes)
    empty = np.flatnonzero(cover.optional) if cover.empty_most > 0 else np.zeros(0, dtype=np.int64)
    lengths = np.concatenate([sizes, np.ones(len(empty), dtype=np.int64)])
    kinds = len(cover.least)
    return Options(
        area=cover.area,
        start=starts(lengths),
        item=np.concatenate([cover.item[there], empty]).astype(np.int64),
        kind=np.concatenate([cover.placement_piece[order], np.full(len(empty), kinds)]).astype(
            np.int64
        ),
        copies=np.ones(len(lengths), dtype=np.int64),
        label=np.concatenate([order, np.full(len(empty), EMPTY_CELL)]).astype(np.int64),
        least=np.concatenate([cover.least, [cover.empty_least]]).astype(np.int64),
        most=np.concatenate([cover.most, [cover.empty_most]]).astype(np.int64),
        sums=None if cover.sums is None else cover.sums.renumbered(order, len(lengths)),
    )


@dataclass(frozen=True)
class Field:
    """A counter in the key: it starts at ``zero``, and a copy adds ``1 << low``.

    The top bit of its `bits` guards a maximum or, if it `saturates`, shows that there are enough
    copies.
    """

    kind: int
    word: int
    low: int
    bits: int
    zero: int
    saturates: bool


_Kind = Literal["once", "any", "color", "count", "never"]


@dataclass(frozen=True, eq=False)
class SumField:
    """The bits of the key for a sum, from the layer of its first term to the layer after its last
    term.

    A sum that may use one term of weight 1 is a bit, which must be clear before a move. One that
    needs at least one term is a bit that each of its moves sets. Each color has a bit, and the bits
    of the other colors must be clear before a move. All other sums are counters with a guard bit,
    unless the limit cannot be reached.
    """

    number: int
    kind: _Kind
    begins: int
    ends: int
    bits: int
    least: int
    most: int
    #: The start of a counter.
    zero: int
    #: The layers of the scan.
    layers: int
    word: int = 0
    low: int = 0

    @property
    def plain(self) -> bool:
        """Whether the field is used from the first cell to the last, and moves only add to it."""
        return self.kind == "count" and not self.begins and self.ends >= self.layers - _LAST

    @property
    def tested(self) -> int:
        """The bit that is set at the end if the sum is large enough, or 0 if every sum is large
        enough.
        """
        if self.kind == "color" or self.least == 0:
            return 0
        return 1 << (self.low + (self.bits - 1 if self.kind == "count" else 0))

    @property
    def raised(self) -> int:
        """The number to add at the end, so that the bit shows the result."""
        return (self.most - self.least + 1) << self.low if self.kind == "count" else 0

    def accepts(self, word: int) -> bool:
        """Return whether a sum that was not decided before the last cell is large enough."""
        raised = (word + self.raised) if self.plain else self.tested
        return raised & self.tested == self.tested

    def write(
        self,
        options: Options,
        rank: NDArray[np.int64],
        table: NDArray[np.uint64],
        layers: NDArray[np.uint64],
        initial: list[int],
    ) -> None:
        """Write the field into moves, layers and the first state."""
        sums = options.sums
        assert sums is not None
        terms = slice(int(sums.start[self.number]), int(sums.start[self.number + 1]))
        move, weight = rank[sums.placement[terms]], sums.weight[terms].astype(np.uint64)
        low, word = np.uint64(self.low), self.word
        every = np.uint64(((1 << self.bits) - 1) << self.low)
        if self.kind == "once":
            table[move, 0, word] |= every
            table[move, 1, word] |= every
        elif self.kind == "any":
            table[move, 4, word] |= every
        elif self.kind == "color":
            color_bit = np.uint64(1) << (
                low + np.unique(weight, return_inverse=True)[1].astype(np.uint64)
            )
            table[move, 0, word] |= every & ~color_bit
            table[move, 4, word] |= color_bit
        elif self.kind == "count":
            table[move, 1, word] += weight << low
            guard = np.uint64(1 << (self.low + self.bits - 1))
            layers[self.begins + 1 : self.ends + 1, 1, word] |= guard
            if self.begins == 0:
                initial[word] |= self.zero << self.low
            else:
                layers[self.begins, 4, word] |= np.uint64(self.zero << self.low)
        if not self.plain:
            layers[self.ends, 4, word] += np.uint64(self.raised)
            layers[self.ends, 5, word] |= np.uint64(self.tested)
            layers[self.ends, 6, word] &= ~every


#: A counter that ends at most so many layers before the last is not cleared.
_LAST = 64


@dataclass(frozen=True, eq=False)
class Moves:
    """The options of a problem along one scan."""

    options: Options
    #: (area,): the layer of each cell.
    position: NDArray[np.int64]
    #: (area + 1,): layer c has the moves ``start[c]:start[c + 1]``, in the order of the options,
    #: empty cells last.
    start: NDArray[np.int64]
    #: (m, 4, Q): block, add, step, full of each move.
    table: NDArray[np.uint64]
    #: (m,): the option of each move.
    option: NDArray[np.int64]
    #: (area + 1, 4, Q): what `expand` needs to enter layer c is ``words[c]``.
    words: NDArray[np.uint64]
    #: (Q,): the state before the first cell.
    first: NDArray[np.uint64]
    #: Bits of the window.
    span: int
    fields: tuple[Field, ...]
    #: States that are mirror images are merged.
    folded: bool
    #: What the rules add to a key.
    ruled: tuple[SumField, ...] = ()

    @property
    def area(self) -> int:
        """The number of layers."""
        return self.options.area

    @property
    def narrow(self) -> bool:
        """Whether keys have one word and moves only add to them."""
        return self.table.shape[1:] == (4, 1)

    @property
    def widths(self) -> NDArray[np.int64]:
        """(area,): the number of cells in the frontier of each layer."""
        return frontier_widths(self.options, self.position)[1]

    @property
    def width(self) -> int:
        """The largest number of cells in the frontier."""
        return int(self.widths.max(initial=0))

    @property
    def edges(self) -> int:
        """The largest number of edges of a state, in either direction."""
        return int(np.diff(self.start).max(initial=0) + 1) * (2 if self.folded else 1)

    def tree(self, c: int) -> NDArray[np.int32]:
        """Return the moves of layer c as a tree of cells in preorder; empty if there are only a few
        moves, or keys have several words.
        """
        return move_tree(self.layer(c)[:, 0, 0]) if self.narrow else NO_TREE

    def layer(self, c: int) -> NDArray[np.uint64]:
        """Return the moves of layer c."""
        return self.table[self.start[c] : self.start[c + 1]]

    def free_bits(self, c: int) -> NDArray[np.uint64]:
        """Return the bits that may be set in a state of layer c: cells ahead, and counters without
        their guard bits.
        """
        ahead = max(0, min(self.span - 1, self.area - c))
        bits = [(1 << max(0, min(64, ahead - 64 * q))) - 1 for q in range(len(self.first))]
        fields: tuple[Field | SumField, ...] = (*self.fields, *self.ruled)
        for field in fields:
            bits[field.word] |= ((1 << field.bits) - 1) << field.low
        free: NDArray[np.uint64] = np.array(bits, dtype=np.uint64) & ~self.words[c, 1]
        return free

    def copies(self, key: Sequence[int]) -> dict[int, int]:
        """Return the copies of each counted kind in a state (a lower bound if saturated)."""
        return {
            field.kind: ((int(key[field.word]) >> field.low) & ((1 << field.bits) - 1)) - field.zero
            for field in self.fields
        }

    def accepts(self, key: Sequence[int]) -> bool:
        """Return whether a state after the last cell is a tiling, with no extra cells and enough
        copies.
        """
        used = self.copies(key)
        window = self.words[0, 0]
        inside = all(int(word) & int(bits) == 0 for word, bits in zip(key, window, strict=True))
        return (
            inside
            and all(used[field.kind] >= self.options.least[field.kind] for field in self.fields)
            and all(field.accepts(int(key[field.word])) for field in self.ruled)
        )


def scan_width(options: Options, position: NDArray[np.int64]) -> tuple[int, float]:
    """Return the span of a scan in bits, and the logarithm of its estimated number of states."""
    if not options.size:
        return 1, 0.0
    span, width = frontier_widths(options, position)
    top = int(width.max())
    load = top / 2 + float(np.log2(np.sum(np.exp2((width - top) / 2))))
    return span, load


def frontier_widths(options: Options, position: NDArray[np.int64]) -> tuple[int, NDArray[np.int64]]:
    """Return the span of a scan in bits, and the number of cells in the frontier of each layer,
    (area,).
    """
    if not options.size:
        return 1, np.zeros(options.area, dtype=np.int64)
    places = position[options.item]
    first = np.minimum.reduceat(places, options.start[:-1])
    last = np.maximum.reduceat(places, options.start[:-1])
    earliest = np.arange(options.area)
    np.minimum.at(earliest, places, np.repeat(first, np.diff(options.start)))
    change = np.zeros(options.area + 1, dtype=np.int64)
    np.add.at(change, earliest, 1)
    np.add.at(change, np.arange(options.area), -1)
    return int((last - first).max()) + 1, np.cumsum(change)[:-1]


def compile_moves(
    options: Options,
    position: NDArray[np.int64],
    *,
    count: Sequence[int] | None = None,
    partner: NDArray[np.int64] | None = None,
) -> Moves:
    """Return the options of a problem along a scan."""
    places = position[options.item]
    first = np.minimum.reduceat(places, options.start[:-1]) if options.size else places
    lengths = np.diff(options.start)
    offset = places - np.repeat(first, lengths)
    span = int(offset.max(initial=0)) + 1
    fields = _fields(options, span, count)
    ruled = _sum_fields(options, first, span, fields)
    last = [field.word + 1 for field in fields] + [field.word + 1 for field in ruled]
    words = max([(span + 63) // 64, *last])
    # Bits that are set several times, or cleared when all is decided, need more rows.
    plain = all(field.plain for field in ruled)
    # A stable sort keeps the order of the options in a layer, with empty cells last.
    order = np.argsort(first, kind="stable")
    table = np.zeros((options.size, 4 if plain else 5, words), dtype=np.uint64)
    rank = np.empty(options.size, dtype=np.int64)
    rank[order] = np.arange(options.size)
    where = (np.repeat(rank, lengths), offset >> 6)
    np.bitwise_or.at(table[:, 0], where, np.uint64(1) << (offset & 63).astype(np.uint64))
    table[:, 1] = table[:, 0]
    initial = [0] * words
    guard = [0] * words
    for field in fields:
        initial[field.word] |= field.zero << field.low
        of_kind = options.kind[order] == field.kind
        top = 1 << (field.low + field.bits - 1)
        table[of_kind, 2, field.word] = options.copies[order][of_kind].astype(
            np.uint64
        ) << np.uint64(field.low)
        if field.saturates:
            table[of_kind, 3, field.word] = top
        else:
            guard[field.word] |= top
    window = [(1 << max(0, min(64, span - 64 * q))) - 1 for q in range(words)]
    layers = np.zeros((options.area + 1, 4 if plain else 7, words), dtype=np.uint64)
    layers[:, 0] = window
    layers[:, 1] = guard
    if not plain:
        layers[:, 6] = ~np.uint64(0)
    for ruling in ruled:
        ruling.write(options, rank, table, layers, initial)
    adjacent = partner is not None and bool((np.abs(partner - np.arange(options.area)) <= 1).all())
    adjacent &= options.sums is None or options.sums.uniform
    folded = adjacent and words == 1 and span > 1
    if folded and partner is not None:
        _fold_window(layers, partner, span)
    start = np.searchsorted(first[order], np.arange(options.area + 1)).astype(np.int64)
    # Options with more copies than their piece has are dropped.
    return _drop_moves(
        Moves(
            options,
            position,
            start,
            table,
            order,
            layers,
            np.array(initial, dtype=np.uint64),
            span,
            fields,
            folded,
            ruled,
        ),
        options.copies[order] > options.most[options.kind[order]],
    )


def _fields(options: Options, span: int, count: Sequence[int] | None) -> tuple[Field, ...]:
    """Choose the positions of the counters, after the window and each within one word."""
    fields = []
    word, low = (span - 1) // 64, (span - 1) % 64 + 1
    kinds = [kind for kind in range(len(options.most)) if options.bounded(kind)]
    for kind in sorted({*kinds, *(count or ())}):
        least, most = int(options.least[kind]), int(options.most[kind])
        largest = int(options.copies[options.kind == kind].max(initial=1))
        room = options.room(kind)
        saturates = most >= room and (count is None or kind not in count)
        if saturates:
            # The top bit means enough; a step of several copies may overshoot by less than
            # `largest`.
            bits = (least + largest).bit_length() + 1
            zero = (1 << (bits - 1)) - least
        else:
            # One spare bit, so that one copy too many sets only the guard.
            bits = max(min(most, room), largest).bit_length() + 1
            zero = (1 << (bits - 1)) - 1 - min(most, room)
        if low + bits > 64:
            word, low = word + 1, 0
        fields.append(Field(kind, word, low, bits, zero, saturates))
        low += bits
    return tuple(fields)


def _sum_fields(
    options: Options, first: NDArray[np.int64], span: int, fields: Sequence[Field]
) -> tuple[SumField, ...]:
    """Choose the bits for the sums. Sums that are not active at the same time may share bits."""
    sums = options.sums
    if sums is None:
        return ()
    sum_fields = []
    for number in range(len(sums)):
        terms = slice(int(sums.start[number]), int(sums.start[number + 1]))
        layers, weight = first[sums.placement[terms]], sums.weight[terms]
        least, most, total = int(sums.least[number]), int(sums.most[number]), int(weight.sum())
        colored = bool(sums.colored[number])
        if colored and len(np.unique(weight)) < 2:
            continue
        if not colored and least <= 0 and most >= total:
            continue
        begins = int(layers.min(initial=options.area - 1))
        ends = int(layers.max(initial=begins)) + 1
        kind: _Kind = "count"
        bits, zero = 1, 0
        if colored:
            kind, bits = "color", len(np.unique(weight))
        elif most == 1 and (weight == 1).all():
            kind = "once"
        elif least == 1 and most >= total:
            kind = "any"
        else:
            most = min(most, total)
            if most < least:
                # It cannot be reached.
                kind = "never"
            else:
                bits = max(most, int(weight.max(initial=1))).bit_length() + 1
                zero = (1 << (bits - 1)) - 1 - most
                # One that is never cleared is there from the start.
                begins = 0 if ends >= options.area - _LAST else begins
        sum_fields.append(
            SumField(number, kind, begins, ends, bits, least, most, zero, options.area)
        )
    return _place_fields(sum_fields, span, fields)


def _place_fields(
    sum_fields: Sequence[SumField], span: int, fields: Sequence[Field]
) -> tuple[SumField, ...]:
    """Assign to each field bits that other fields use only before its first layer or after its last
    layer.
    """
    word, low = (span - 1) // 64, (span - 1) % 64 + 1
    if fields:
        word, low = fields[-1].word, fields[-1].low + fields[-1].bits
    begin = 64 * word + low
    #: For each bit from `begin` on, the layer from which on it is free.
    free: list[int] = []
    placed = []
    for field in sorted(sum_fields, key=lambda field: (field.begins, field.ends)):
        place = 0
        while True:
            bit = (begin + place) % 64
            if bit + field.bits > 64:
                place += 64 - bit
                continue
            if all(last < field.begins for last in free[place : place + field.bits]):
                break
            place += 1
        free += [-1] * (place + field.bits - len(free))
        # A plain counter is never cleared, so nothing else may use its bits.
        last = field.layers if field.plain else field.ends
        free[place : place + field.bits] = [last] * field.bits
        placed.append(replace(field, word=(begin + place) // 64, low=(begin + place) % 64))
    return tuple(placed)


def _fold_window(layers: NDArray[np.uint64], partner: NDArray[np.int64], span: int) -> None:
    """Write the bits of the window to swap for each layer between mirror pairs."""
    area = len(partner)
    fields = ~((1 << span) - 1) & ((1 << 64) - 1)
    swap, stay = 0, 0
    reach = area  # the least place that a place from c on has as its partner
    for c in range(area - 1, -1, -1):
        swap, stay = swap << 1, stay << 1
        if partner[c] == c + 1:
            swap |= 1
        elif partner[c] == c:
            stay |= 1
        bits = (1 << span) - 1
        swap, stay = swap & bits, stay & bits
        reach = min(reach, int(partner[c]))
        if reach >= c:
            layers[c, 2, 0] = swap
            layers[c, 3, 0] = stay | fields


def _drop_moves(moves: Moves, dropped: NDArray[np.bool_]) -> Moves:
    if not dropped.any():
        return moves
    rest = np.flatnonzero(~dropped)
    return replace(
        moves,
        start=np.searchsorted(rest, moves.start).astype(np.int64),
        table=np.ascontiguousarray(moves.table[rest]),
        option=moves.option[rest],
    )


def move_tree(masks: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Return moves, given by their cells, as a tree in preorder (see `Moves.tree`)."""
    return NO_TREE if len(masks) < _FEW else _build_tree(masks.tobytes())


@lru_cache(maxsize=64)
def _build_tree(masks: bytes) -> NDArray[np.int32]:
    """Return the tree of moves whose cells are these bits (uint64 each)."""
    cells = [
        [bit for bit in range(64) if mask >> bit & 1]
        for mask in np.frombuffer(masks, dtype=np.uint64).tolist()
    ]
    rows: list[list[int]] = []
    path: list[int] = []  # the nodes from the root to the last move
    for move in sorted(range(len(cells)), key=cells.__getitem__):
        depth = 0
        while (
            depth < min(len(path), len(cells[move])) and rows[path[depth]][0] == cells[move][depth]
        ):
            depth += 1
        for node in path[depth:]:
            rows[node][1] = len(rows)
        path = path[:depth]
        for bit in cells[move][depth:]:
            path.append(len(rows))
            rows.append([bit, 0, -1])
        if rows[path[-1]][2] >= 0:
            # Two moves with the same cells: a separate node that is never blocked on the way.
            path.append(len(rows))
            rows.append([cells[move][-1], 0, -1])
        rows[path[-1]][2] = move
    for node in path:
        rows[node][1] = len(rows)
    return np.array(rows, dtype=np.int32)
