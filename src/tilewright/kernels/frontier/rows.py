"""Grow the state graph of a repeating row. Unchecked: `tilewright.counting` checks the arguments.

A state is one word: bit i is set if the i-th cell from the layer's cell on is covered. A move of a
layer covers its cell and others behind it. Then the state moves on, past covered cells, to the
layer of the next free cell, but not beyond the end of the row. With lookahead, it goes on from
there if a single move fits, and is dropped if none does. So the cell of a state is free (and more
than one move fits it), unless it is the first of a row.

The moves that fit a state are looked up six cells at a time: each of these chunks allows some
moves, and those that all chunks allow fit.

If the cells before a layer are whole pairs of mirror images, a state and its image are merged. If
one cell of the next pair is covered, the image with the first one covered represents both, and
moves on; otherwise the lesser word does.

The states of a layer are in one *segment*, or in one for each thread: the hash of a state decides
its part. A thread first writes the successors of the states of its part (`spread`); then each finds
or adds those of its part (`enter`), so that no two write to the same place.

Legend (W = cells of a row, P = layers until the graph closes, S = P * parts segments, K = a power
of 2 at least 4, of which a segment's states fill three quarters at most, E = edges)
moves    (m,)      uint64   the cells of each move
begin    (W + 1,)  int64    column c of the row has the moves begin[c]:begin[c + 1]
fits     (Q, W + 1, 64 B)  uint64  moves of a column that a chunk of six bits allows, a bit for each
                                   in Q words:
                            chunk i with the bits v is 64 i + v. After the last column all are
                            allowed
mirror   (W + 1, 2) uint64  in the mirror, from a column on: bits to swap with the bit above, bits
                            that stay; (0, 0) if there is no mirror there
keys     (S, K)    uint64   states; segment layer * parts + part
start    (S, K)    int32    state i of a segment has the edges start[s, i]:start[s, i + 1]
target   (S, E)    int32    the place where an edge leads, (layer * parts + part) * K + number in
                            its segment; from the last row it is layer P, which is layer 0 again
table    (S, K)    int32    open addressing: 1 + number of a state in the segment, 0 free
level    (S, 3)    int64    states found, states expanded, edges
pending  (b,)      uint64   successors that were spread and not yet entered, and
hop      (b,)      uint8    by how many layers each is ahead
place    (b,)      int32    work space: how many successors before each are kept
forced   (b,)      int32    work space: numbers of successors with a single move
active   (A,)      int64    how many states of each of the first A layers can be reached; more at
                            each passage
tally    (5,)      int64    layers passed; layers since the last one with work; successors spread,
                            and of those entered; 1 if the layer had work
gap      (S,)      int64    the place of a segment's first state minus its number, if all are
                            numbered in one sequence
flat_start (n + 1,) int32   state i leads to flat_target[flat_start[i]:flat_start[i + 1]]
flat_target (e,)   int32    numbers of states; layer 0 is repeated at the end, without edges
kind     (m,)      uint16   the class of each move
label    (e,)      uint16   the class of the move of each edge; 0: the cell was covered
"""

from __future__ import annotations

import numpy as np

from ..bits import count_ones, lowest_one
from ..library import kernel
from .table import PART, hash_word

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_SIX = np.uint64(6)
_ALL = ~_ZERO
_CHUNK = np.uint64(63)
#: Up to this many moves of a column are tried one by one.
_FEW = np.uint64(12)


@kernel
def fitting(value, d, fits, q):
    """Return which of the moves 64 q, 64 q + 1, … of column d fit, a bit for each."""
    fit = _ALL
    for chunk in range(fits.shape[2] // 64):
        fit &= fits[np.uint64(q), d, np.uint64(64 * chunk) + (value & _CHUNK)]
        value >>= _SIX
    return fit


@kernel
def _onward(value, d, width, mirror):
    """Move on past covered cells, to the image that represents both; return it and its column.

    Without a branch, as the path of a state cannot be predicted.
    """
    if mirror[0, 0] == _ZERO:
        taken = min(lowest_one(~value), width - d)
        return value >> taken, d + taken
    pairs = width & ~_ONE
    value >>= d & _ONE
    d += d & _ONE
    # Whole pairs first; then the middle cell, or half of a pair.
    taken = min(lowest_one(~value) & ~_ONE, pairs - d)
    value >>= taken
    d += taken
    last = np.uint64(d == pairs)
    half = (value & _THREE) * (_ONE - last)
    middle = (value & last) * (width - d)
    value >>= middle
    d += middle
    swap = mirror[d, 0]
    image = ((value & swap) << _ONE) | ((value >> _ONE) & swap) | (value & mirror[d, 1])
    other = np.uint64(half == _TWO) | (np.uint64(half == _ZERO) & np.uint64(image < value))
    value ^= (value ^ image) * other
    step = np.uint64(half != _ZERO)
    return value >> step, d + step


@kernel
def _follow(forced, count, values, columns, moves, begin, fits, mirror):
    """Make the single move of the `count` successors in `forced`, and of what follows, while there
    is a single one.
    """
    width = np.uint64(begin.size - 1)
    while count != _ZERO:
        again = _ZERO
        for k in range(count):
            i = np.uint64(forced[k])
            value, d = values[i], np.uint64(columns[i])
            for q in range(fits.shape[0]):
                fit = fitting(value, d, fits, q)
                if fit != _ZERO:
                    value |= moves[np.uint64(begin[d] + 64 * q) + lowest_one(fit)]
                    break
            value, d = _onward(value, d, width, mirror)
            ways = _ZERO
            for q in range(fits.shape[0]):
                ways += count_ones(fitting(value, d, fits, q))
            values[i] = value
            columns[i] = d
            forced[again] = i
            again += np.uint64(ways == _ONE)
        count = again


@kernel
def _look(count, place, forced, values, columns, moves, begin, fits, mirror):
    """Drop the successors without a move, and move on those with a single one; return how many are
    kept.
    """
    single = _ZERO
    living = _ZERO
    for i in range(np.uint64(count)):
        value, d = values[i], np.uint64(columns[i])
        ways = _ZERO
        for q in range(fits.shape[0]):
            ways += count_ones(fitting(value, d, fits, q))
        place[i] = living
        values[living] = value
        columns[living] = d
        forced[single] = living
        single += np.uint64(ways == _ONE)
        living += np.uint64(ways != _ZERO)
    place[count] = living
    _follow(forced, single, values, columns, moves, begin, fits, mirror)
    return np.int64(living)


@kernel
def _make_moves(segment, first, last, c, moves, begin, fits, mirror, keys, start, pending):
    """Make the moves of some states; return their number. ``start`` gets where those of a state
    begin.
    """
    low, high = np.uint64(begin[c]), np.uint64(begin[c + 1])
    corner = _THREE if mirror[c, 0] & _ONE != _ZERO else _ONE
    few = high - low <= _FEW
    count = _ZERO
    for i in range(first, last):
        key = keys[segment, i]
        start[segment, i] = count
        if (key & corner) != _ZERO:
            # The first cell of a row is covered: the state only moves on.
            pending[count] = key
            count += _ONE
        elif few:
            for j in range(low, high):
                move = moves[j]
                pending[count] = key | move
                count += np.uint64(key & move == _ZERO)
        else:
            for q in range(fits.shape[0]):
                fit = fitting(key, np.uint64(c), fits, q)
                while fit != _ZERO:
                    pending[count] = key | moves[low + np.uint64(64 * q) + lowest_one(fit)]
                    fit &= fit - _ONE
                    count += _ONE
    return np.int64(count)


@kernel
def spread(
    segment,
    c,
    moves,
    begin,
    fits,
    mirror,
    look,
    keys,
    start,
    target,
    level,
    pending,
    hop,
    place,
    forced,
):
    """Write the successors of a segment's states until done or full, with lookahead if `look`;
    return their number.

    It works in passes of one simple step each, with few branches to predict.
    """
    width, column = np.uint64(begin.size - 1), np.uint64(c)
    first, edge = level[segment, 1], level[segment, 2]
    room = min(pending.size, target.shape[1] - edge) - 1
    last = min(level[segment, 0], first + room // max(1, begin[c + 1] - begin[c]))
    count = _make_moves(segment, first, last, c, moves, begin, fits, mirror, keys, start, pending)
    for i in range(np.uint64(count)):
        pending[i], hop[i] = _onward(pending[i], column, width, mirror)
    living = count
    if look:
        living = _look(count, place, forced, pending, hop, moves, begin, fits, mirror)
        for i in range(first, last):
            start[segment, i] = place[start[segment, i]]
    for i in range(living):
        hop[i] -= np.uint8(c)
    for i in range(first, last):
        start[segment, i] += edge
    start[segment, last] = edge + living
    level[segment, 1] = last
    return living


@kernel
def enter(segment, layer, parts, part, pending, hop, first, count, keys, table, target, level):
    """Find or add the successors of a part from `first` on; return the first without room, or
    `count`.

    `segment` (in `layer`) is where the successors come from; its edges are entered from
                              ``level[segment, 2]`` on.
    """
    layers = keys.shape[0] // parts
    room = keys.shape[1]
    most = np.uint64(room // 4 * 3)
    mask = np.uint64(room - 1)
    base = np.uint64(level[segment, 2])
    states = keys.reshape(-1)
    entries = table.reshape(-1)
    # Beside the numbers of other parts they would share a cache line, and wait for each other at
    # each state.
    sizes = level[part::parts, 0].copy()
    done = np.uint64(count)
    for i in range(np.uint64(first), np.uint64(count)):
        value = pending[i]
        slot = hash_word(value)
        if parts > 1 and np.int64(slot >> PART) % parts != part:
            continue
        on = layer + np.int64(hop[i])
        there = np.uint64(on if on < layers else 0)
        begin = (there * np.uint64(parts) + np.uint64(part)) * np.uint64(room)
        place = slot & mask
        while True:
            entry = np.uint64(entries[begin + place])
            if entry == _ZERO:
                entry = np.uint64(sizes[there])
                if entry == most:
                    done = i
                    break
                states[begin + entry] = value
                entry += _ONE
                sizes[there] = entry
                entries[begin + place] = entry
                break
            if states[begin + entry - _ONE] == value:
                break
            place = (place + _ONE) & mask
        if done == i:
            break
        target[segment, base + i] = (on * parts + part) * room + np.int64(entry) - 1
    level[part::parts, 0] = sizes
    return np.int64(done)


@kernel
def grow(
    moves,
    begin,
    fits,
    mirror,
    look,
    keys,
    start,
    target,
    table,
    level,
    active,
    pending,
    hop,
    tally,
    budget,
):
    """Grow a graph of one part until it closes, or there is no room, or about `budget` successors
    are entered.

    Return 0 if the graph is closed, 1 if a segment lacks room for states, 2 for edges, 3 if the
    budget is spent.
    """
    layers = keys.shape[0]
    width = begin.size - 1
    place = np.empty(pending.size, np.int32)
    forced = np.empty(pending.size, np.int32)
    while tally[1] < layers:
        layer = tally[0] % layers
        if tally[3] < tally[2]:
            tally[3] = enter(
                layer, layer, 1, 0, pending, hop, tally[3], tally[2], keys, table, target, level
            )
            if tally[3] < tally[2]:
                return 1
            level[layer, 2] += tally[2]
            budget -= tally[2]
            tally[2] = tally[3] = 0
            if budget <= 0:
                return 3
        if tally[0] < active.size:
            active[tally[0]] = level[layer, 0]
        if level[layer, 1] == level[layer, 0]:
            tally[1] = 0 if tally[4] else tally[1] + 1
            tally[0] += 1
            tally[4] = 0
            continue
        done = level[layer, 1]
        tally[4] = 1
        tally[2] = spread(
            layer,
            layer % width,
            moves,
            begin,
            fits,
            mirror,
            look,
            keys,
            start,
            target,
            level,
            pending,
            hop,
            place,
            forced,
        )
        if level[layer, 1] == done:
            return 2
    return 0


@kernel
def line_up(start, target, level, shift, gap, flat_start, flat_target):
    """Write all states and edges to flat arrays; `gap` has the place of each segment's first state
    minus its number.
    """
    state = 0
    edges = 0
    for segment in range(level.shape[0]):
        for i in range(level[segment, 0]):
            flat_start[state] = edges + start[segment, i]
            state += 1
        for edge in range(level[segment, 2]):
            to = target[segment, edge]
            flat_target[edges + edge] = to - gap[to >> shift]
        edges += level[segment, 2]
    flat_start[state:] = edges


@kernel
def label_edges(keys, level, parts, begin, fits, mirror, kind, label):
    """Write the class of the move of each edge of a graph that grew without lookahead.

    A state's moves are found again in the same order.
    """
    width = begin.size - 1
    edge = 0
    for segment in range(level.shape[0]):
        c = segment // parts % width
        low = np.uint64(begin[c])
        corner = _THREE if mirror[c, 0] & _ONE != _ZERO else _ONE
        for state in range(level[segment, 0]):
            key = keys[segment, state]
            if key & corner != _ZERO:
                # The first cell of a row is covered.
                label[edge] = 0
                edge += 1
                continue
            for q in range(fits.shape[0]):
                fit = fitting(key, np.uint64(c), fits, q)
                while fit != _ZERO:
                    label[edge] = kind[low + np.uint64(64 * q) + lowest_one(fit)]
                    fit &= fit - _ONE
                    edge += 1
