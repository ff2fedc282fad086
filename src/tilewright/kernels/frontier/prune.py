"""Remove from a state graph what is not needed. Unchecked: `tilewright.counting` checks the
arguments.

Legend (P = layers, n = states)
offset  (P + 2,)  int64   states of layer c are offset[c]:offset[c + 1]; layer P is the end, or, in
                          a closed graph, layer 0 again
start   (n + 1,)  int32   state i leads to target[start[i]:start[i + 1]]
target  (e,)      int32   states of later layers
label   (0 or e,) int16   the move of each target
alive   (n,)      uint8   1 for a state that can finish
number  (n,)      int32   0 at first; then the number of a state that is left, or -1
inlined (e,)      int32   the targets that are left
waiting (w,)      int32   work space: edges of a state, times `row`
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def mark(start, target, alive):
    """Mark as alive, from the last state to the first, what leads to a living state; return the
    number of new ones.
    """
    found = 0
    for state in range(alive.size - 1, -1, -1):
        if alive[state]:
            continue
        living = alive[state]
        for edge in range(start[state], start[state + 1]):
            living |= alive[target[edge]]
        alive[state] = living
        found += living
    return found


@kernel
def compact(offset, row, start, target, label, alive):
    """Remove in place dead states, and those with one successor except in the layers 0, row, 2 row,
    … (all with `row` 1).

    Return the number of edges left; `alive` marks the states left.
    """
    layers = offset.size - 1
    # Where an edge to a state finally leads: old numbers first, then new ones.
    end = np.empty(alive.size, np.int32)
    for state in range(alive.size):
        end[state] = state
    for c in range(layers - 1, -1, -1):
        if c % row == 0:
            continue
        for state in range(offset[c], offset[c + 1]):
            if not alive[state]:
                continue
            living = 0
            successor = 0
            for edge in range(start[state], start[state + 1]):
                if alive[target[edge]] or end[target[edge]] != target[edge]:
                    living += 1
                    successor = target[edge]
            if living == 1:
                alive[state] = 0
                end[state] = end[successor]
    number = np.empty(alive.size, np.int32)
    states = 0
    for state in range(alive.size):
        number[state] = states
        states += alive[state]
    kept = label.size > 0
    edges = 0
    states = 0
    begin = offset[0]
    for c in range(layers):
        offset[c] = states
        finish = offset[c + 1]
        for state in range(begin, finish):
            low = start[state]
            high = start[state + 1]
            if not alive[state]:
                continue
            start[states] = edges
            states += 1
            for edge in range(low, high):
                successor = end[target[edge]]
                if alive[successor]:
                    target[edges] = number[successor]
                    if kept:
                        label[edges] = label[edge]
                    edges += 1
        begin = finish
    offset[layers] = states
    start[states] = edges
    return edges


@kernel
def inline(offset, row, start, target, number, inlined, waiting):
    """Replace each edge to a state with one predecessor by the edges of that state, except in the
    layers 0, row, 2 row, …; return the number of edges left.
    """
    layers = offset.size - 1
    for there in target:
        number[there] += 1
    states = 0
    begin = offset[0]
    for c in range(layers):
        finish = offset[c + 1]
        offset[c] = states
        for state in range(begin, finish):
            if c % row == 0 or number[state] != 1:
                number[state] = states
                states += 1
            else:
                number[state] = -1
        begin = finish
    offset[layers] = states
    edges = 0
    for state in range(number.size):
        if number[state] < 0:
            continue
        waiting[0] = state
        left = 1
        first = edges
        while left:
            left -= 1
            here = waiting[left]
            for edge in range(start[here], start[here + 1]):
                there = target[edge]
                if number[there] < 0:
                    waiting[left] = there
                    left += 1
                else:
                    inlined[edges] = number[there]
                    edges += 1
        start[number[state]] = first
    start[states] = edges
    return edges
