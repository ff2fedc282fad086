"""Grow the state graph of a row that repeats. Unchecked; `tilewright.counting` is the door.

A state is one word: bit i is set if the i-th cell from the cell that the layer is about is taken. A move
of a layer takes that cell and others behind it. Then the state goes on, past the cells that are taken
already, to the layer of the next cell that is free, but not beyond the end of the row. If asked to look, it
goes on from there where just one move fits, and is left out where none does. So the cell of a state is
free (and more than one move fits it), unless a row begins with it.

Where the cells before a layer are whole pairs of mirror images, a state and its image are one. If one cell
of the pair to come is taken, the image in which it is the first stands for both, and goes on; otherwise the
lesser word does.

The states of a layer lie in one *segment*, or in as many as there are threads: by its hash a state
belongs to one part of all parts. A thread first writes down the successors of the states of its part
(`spread`); then each finds or founds those that belong to it (`enter`), so that no two write to the same
place.

Legend (W = cells of a row, P = layers until the graph closes, S = P * parts segments, K = a power of 2
at least 4, of which a segment's states fill three quarters at most, E = edges)
moves    (m,)      uint64   the cells of each move
begin    (W + 1,)  int64    column c of the row has the moves begin[c]:begin[c + 1]
tree     (t, 3)    int32    the moves of each column as a tree in preorder: bit of a cell, where to go on if
                            it is taken, move that ends here or -1
branch   (W + 1,)  int64    column c has the rows branch[c]:branch[c + 1] of the tree; if none, its moves are
                            tried one by one
mirror   (W + 1, 2) uint64  in the mirror, seen from a column: bits that change places with the bit above, bits
                            that stay; (0, 0) if there is no mirror there
keys     (S, K)    uint64   states; segment layer * parts + part
start    (S, K)    int32    state i of a segment has the edges start[s, i]:start[s, i + 1]
target   (S, E)    int32    the place where an edge leads, (layer * parts + part) * K + number in its segment; from
                            the last row it is layer P, which is layer 0 once more
table    (S, K)    int32    open addressing: 1 + number of a state in the segment, 0 free
level    (S, 3)    int64    states found, states expanded, edges
pending  (b,)      uint64   successors that were spread, not yet entered, and
hop      (b,)      uint8    by how many layers each is ahead
"""

from __future__ import annotations

import numpy as np

from ._jit import kernel
from .frontier import _hash

__all__ = ["choose", "enter", "enter_all", "grow", "line_up", "mark_rows", "spread", "write"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_PART = np.uint64(32)


@kernel
def _fitting(value, d, moves, begin, tree, branch):
    """Look for moves of column d that fit; return how many there are, if less than two, and the last one."""
    found = 0
    moved = value
    if branch[d] == branch[d + 1]:
        for j in range(begin[d], begin[d + 1]):
            if (value & moves[j]) == _ZERO:
                moved = value | moves[j]
                found += 1
                if found == 2:
                    break
        return found, moved
    node = branch[d]
    while node < branch[d + 1]:
        if (value >> np.uint64(tree[node, 0])) & _ONE != _ZERO:
            node = branch[d] + tree[node, 1]
            continue
        if tree[node, 2] >= 0:
            moved = value | moves[begin[d] + tree[node, 2]]
            found += 1
            if found == 2:
                break
        node += 1
    return found, moved


@kernel
def spread(segment, c, moves, begin, tree, branch, mirror, look, keys, start, target, level, pending, hop):
    """Write down the successors of a segment's states until done or until there is no room; how many.

    Parameters
    ----------
    look : bool
        Look which moves fit a successor: worth the while where finding states takes longer.
    """
    width = begin.size - 1
    state, size, edge = level[segment, 1], level[segment, 0], level[segment, 2]
    low, high = begin[c], begin[c + 1]
    first, last = branch[c], branch[c + 1]
    room = min(pending.size, target.shape[1] - edge) - (high - low) - 1
    corner = _THREE if mirror[c, 0] & _ONE != _ZERO else _ONE
    fitting = np.empty(high - low + 1, np.uint64)
    count = 0
    while state < size and count <= room:
        key = keys[segment, state]
        start[segment, state] = edge + count
        # First the moves that fit, without a branch where they are few; then where each leads.
        found = 0
        if (key & corner) != _ZERO:
            fitting[0] = key
            found = 1
        elif first == last:
            for j in range(low, high):
                move = moves[j]
                fitting[found] = key | move
                found += 1 if (key & move) == _ZERO else 0
        else:
            node = first
            while node < last:
                if (key >> np.uint64(tree[node, 0])) & _ONE != _ZERO:
                    node = first + tree[node, 1]
                    continue
                if tree[node, 2] >= 0:
                    fitting[found] = key | moves[low + tree[node, 2]]
                    found += 1
                node += 1
        for j in range(found):
            value = fitting[j]
            d = c
            while True:
                # Go on past the cells that are taken.
                while d < width:
                    swap = mirror[d, 0]
                    if swap & _ONE != _ZERO:
                        pair = value & _THREE
                        if pair == _THREE:
                            value >>= _TWO
                            d += 2
                            continue
                        if pair == _ZERO:
                            break
                        if pair == _TWO:
                            value = (
                                ((value & swap) << _ONE) | ((value >> _ONE) & swap) | (value & mirror[d, 1])
                            )
                        value >>= _ONE
                        d += 1
                        break
                    if value & _ONE == _ZERO:
                        break
                    value >>= _ONE
                    d += 1
                swap = mirror[d, 0]
                if swap != _ZERO:
                    image = ((value & swap) << _ONE) | ((value >> _ONE) & swap) | (value & mirror[d, 1])
                    value = min(value, image)
                ways = 2
                if look and d < width:
                    ways, moved = _fitting(value, d, moves, begin, tree, branch)
                    if ways == 1:
                        value = moved
                        continue
                pending[count] = value
                hop[count] = d - c
                count += 1 if ways else 0
                break
        state += 1
        start[segment, state] = edge + count
    level[segment, 1] = state
    return count


@kernel
def enter(segment, layer, parts, part, pending, hop, first, count, keys, table, target, level):
    """Find or found the successors of one part; return the first for which there is no room, or `count`.

    Parameters
    ----------
    segment : int
        Where the successors come from; its edges are entered from ``level[segment, 2]`` on.
    layer : int
        The layer of that segment.
    first : int
        The successor to begin with.
    """
    layers = keys.shape[0] // parts
    room = keys.shape[1]
    most = room // 4 * 3
    mask = np.uint64(room - 1)
    base = level[segment, 2]
    states = keys.reshape(-1)
    entries = table.reshape(-1)
    for i in range(first, count):
        value = pending[i]
        slot = _hash(value)
        if parts > 1 and np.int64(slot >> _PART) % parts != part:
            continue
        on = layer + np.int64(hop[i])
        there = (on if on < layers else 0) * parts + part
        place = np.int64(slot & mask)
        while True:
            entry = np.int64(entries[there * room + place])
            if entry == 0:
                entry = level[there, 0]
                if entry == most:
                    return i
                states[there * room + entry] = value
                entry += 1
                level[there, 0] = entry
                entries[there * room + place] = entry
                break
            if states[there * room + entry - 1] == value:
                break
            place = (place + 1) & (room - 1)
        target[segment, base + i] = (on * parts + part) * room + entry - 1
    return count


@kernel
def enter_all(keys, size, table):
    """Enter the first `size` states of a segment into its empty table."""
    mask = np.uint64(table.size - 1)
    for state in range(size):
        slot = _hash(keys[state]) & mask
        while table[slot] != 0:
            slot = (slot + _ONE) & mask
        table[slot] = state + 1


@kernel
def grow(
    moves,
    begin,
    tree,
    branch,
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
    """Grow a graph of one part from layer to layer until it closes, or there is no room.

    Parameters
    ----------
    active : (A,) int64
        Filled: how many states of each of the first A layers can be reached; of a layer that is passed
        again, more.
    tally : (5,) int64
        Layers passed; layers since the last one with something to do; successors spread, and of those
        entered; 1 if the layer had something to do.
    budget : int
        Successors to enter before the kernel comes back, about.

    Returns
    -------
    int
        0 if the graph is whole, 1 if a segment lacks room for states, 2 for edges, 3 if the budget is spent.
    """
    layers = keys.shape[0]
    width = begin.size - 1
    while tally[1] < layers:
        layer = tally[0] % layers
        if tally[3] < tally[2]:
            tally[3] = enter(layer, layer, 1, 0, pending, hop, tally[3], tally[2], keys, table, target, level)
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
            tree,
            branch,
            mirror,
            look,
            keys,
            start,
            target,
            level,
            pending,
            hop,
        )
        if level[layer, 1] == done:
            return 2
    return 0


@kernel
def mark_rows(start, target, level, alive):
    """Make alive what leads to a living state, from the last layer to the first; return how many.

    Parameters
    ----------
    alive : (S + parts, K) uint8
        The last segments are those of layer 0 once more, where the board goes on.
    """
    found = 0
    lives = alive.reshape(-1)
    for segment in range(level.shape[0] - 1, -1, -1):
        for state in range(level[segment, 0]):
            if alive[segment, state]:
                continue
            for edge in range(start[segment, state], start[segment, state + 1]):
                if lives[target[segment, edge]]:
                    alive[segment, state] = 1
                    found += 1
                    break
    return found


@kernel
def line_up(start, target, level, shift, gap, flat_start, flat_target):
    """Write states and edges one behind the other.

    Parameters
    ----------
    shift : int
        K is 2^shift.
    gap : (S + parts,) int64
        How many places of a segment are its first state's number ahead of it.
    flat_start : (n + 1,) int32
    flat_target : (e,) int32
        Filled. The states of layer 0 come once more at the end, without edges.
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
def choose(start, target, level, parts, width, alive, number, offset):
    """Say which living states to keep: not those that lead to one other only, or that only one leads to.

    An edge to a state of the first kind may as well go to where that leads, and one to a state of the
    second kind may be as many edges as that has. States with which a row begins are kept.

    Parameters
    ----------
    alive : (S + parts, K) uint8
        As `mark_rows` left it. Afterwards 1 for what is kept, 2 for the first kind, 3 for the second.
    number : (S + parts, K) int32
        All 0. Afterwards the number of what is kept, in one sequence, and the place where the first kind
        leads.
    offset : (P + 2,) int64
        Filled: states of layer c are ``offset[c]:offset[c + 1]``; layer P is layer 0 once more.

    Returns
    -------
    int
        How many edges there will be.
    """
    segments = level.shape[0]
    layers = segments // parts
    places = number.reshape(-1)
    lives = alive.reshape(-1)
    for segment in range(segments - 1, -1, -1):
        if segment // parts % width == 0:
            continue
        for state in range(level[segment, 0]):
            if not alive[segment, state]:
                continue
            living = 0
            there = 0
            for edge in range(start[segment, state], start[segment, state + 1]):
                place = target[segment, edge]
                if lives[place]:
                    living += 1
                    there = places[place] if lives[place] == 2 else place
            if living == 1:
                alive[segment, state] = 2
                number[segment, state] = there
    edges = 0
    for segment in range(segments):
        inside = segment // parts % width != 0
        for state in range(level[segment, 0]):
            if alive[segment, state] != 1:
                continue
            if inside and number[segment, state] == 1:
                alive[segment, state] = 3
                edges -= 1
            for edge in range(start[segment, state], start[segment, state + 1]):
                place = target[segment, edge]
                if lives[place] == 2:
                    place = places[place]
                if lives[place]:
                    places[place] += 1
                    edges += 1
    states = 0
    for segment in range(segments + parts):
        if segment % parts == 0:
            offset[segment // parts] = states
        for state in range(level[segment % segments, 0]):
            if alive[segment, state] == 1:
                number[segment, state] = states
                states += 1
    offset[layers + 1] = states
    return edges


@kernel
def write(start, target, level, shift, alive, number, flat_start, flat_target, waiting):
    """Write the edges between the states that are kept one behind the other.

    Parameters
    ----------
    shift : int
        K is 2^shift.
    alive, number
        As `choose` left them.
    flat_start : (n + 1,) int32
    flat_target : (e,) int32
        Filled. The states of layer 0 come once more at the end, without edges.
    waiting : (w,) int64
        Room for the places of the second kind that a state leads to: moves of a column, times columns.
    """
    places = number.reshape(-1)
    lives = alive.reshape(-1)
    inside = (1 << shift) - 1
    edges = 0
    last = 0
    for segment in range(level.shape[0]):
        for state in range(level[segment, 0]):
            if alive[segment, state] != 1:
                continue
            last = number[segment, state]
            flat_start[last] = edges
            waiting[0] = (segment << shift) + state
            left = 1
            while left:
                left -= 1
                here = waiting[left] >> shift
                local = waiting[left] & inside
                for edge in range(start[here, local], start[here, local + 1]):
                    place = target[here, edge]
                    if lives[place] == 2:
                        place = places[place]
                    if lives[place] == 3:
                        waiting[left] = place
                        left += 1
                    elif lives[place]:
                        flat_target[edges] = places[place]
                        edges += 1
    flat_start[last + 1 :] = edges
