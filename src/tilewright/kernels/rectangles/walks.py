"""Closed walks in the graph of the states of a strip, and their lengths.

Unchecked: `tilewright.shapes.rectangles.strips` checks the arguments.

Legend (s = states, e = edges)
start, target  (s + 1,) int64, (e,) int32  edges start[i]:start[i + 1] lead from state i to target
before, source (s + 1,) int64, (e,) int32  the reversed edges
used           (e,)     uint8              the pieces that an edge uses, as bits
now, following (s, 2^n) bool               states that a walk of some length can reach with each set
                                           of n pieces used on the way, and one step later
live           (s,)     bool               states that lead to state 0
"""

from __future__ import annotations

import numpy as np

from ..library import kernel


@kernel
def reverse(start, target, before, source):
    """Write the reversed edges; `before` is zeros."""
    for at in target:
        before[at + 1] += 1
    for state in range(len(before) - 1):
        before[state + 1] += before[state]
    free = before[:-1].copy()
    for state in range(len(start) - 1):
        for edge in range(start[state], start[state + 1]):
            at = target[edge]
            source[free[at]] = state
            free[at] += 1


@kernel
def closing(before, source, live):
    """Mark the states that lead to state 0 in at least one step; return their number."""
    waiting = np.empty(len(live), dtype=np.int32)
    count = 0
    for edge in range(before[0], before[1]):
        state = source[edge]
        if not live[state]:
            live[state] = True
            waiting[count] = state
            count += 1
    done = 0
    while done < count:
        at = waiting[done]
        done += 1
        for edge in range(before[at], before[at + 1]):
            state = source[edge]
            if not live[state]:
                live[state] = True
                waiting[count] = state
                count += 1
    return count


@kernel
def endless(start, before, source):
    """Return the number of states with an endless walk, by removing states without successors."""
    states = len(start) - 1
    left = np.empty(states, dtype=np.int64)
    waiting = np.empty(states, dtype=np.int32)
    count = 0
    for state in range(states):
        left[state] = start[state + 1] - start[state]
        if left[state] == 0:
            waiting[count] = state
            count += 1
    done = 0
    while done < count:
        at = waiting[done]
        done += 1
        for edge in range(before[at], before[at + 1]):
            state = source[edge]
            left[state] -= 1
            if left[state] == 0:
                waiting[count] = state
                count += 1
    return states - count


@kernel
def keep(start, target, used, live, number, keys):
    """Keep only living states, in place, and write their new numbers; return the states and edges
    left.
    """
    count = 0
    for state in range(len(live)):
        number[state] = -1
        if live[state]:
            number[state] = count
            count += 1
    edges = 0
    at = 0
    last = start[0]
    for state in range(len(live)):
        first, last = last, start[state + 1]
        if live[state]:
            for edge in range(first, last):
                if live[target[edge]]:
                    target[edges], used[edges] = number[target[edge]], used[edge]
                    edges += 1
            keys[at, 0], keys[at, 1] = keys[state, 0], keys[state, 1]
            at += 1
            start[at] = edges
    return count, edges


@kernel
def step(start, target, used, now, following):
    """Mark in `following`, all false before, the states and sets of pieces one step later."""
    for state in range(len(now)):
        for pieces in range(now.shape[1]):
            if now[state, pieces]:
                for edge in range(start[state], start[state + 1]):
                    following[target[edge], pieces | used[edge]] = True


@kernel
def period(start, target):
    """Return the gcd of the lengths of all closed walks; every state is on one through state 0."""
    states = len(start) - 1
    distance = np.full(states, -1, dtype=np.int64)
    waiting = np.empty(states, dtype=np.int32)
    waiting[0] = 0
    distance[0] = 0
    done, count = 0, 1
    divisor = 0
    while done < count:
        at = waiting[done]
        done += 1
        for edge in range(start[at], start[at + 1]):
            other = target[edge]
            if distance[other] < 0:
                distance[other] = distance[at] + 1
                waiting[count] = other
                count += 1
            else:
                one = abs(distance[at] + 1 - distance[other])
                while one:
                    one, divisor = divisor % one, one
    return divisor
