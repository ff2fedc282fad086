"""Fill the first empty cell, always, with states of one machine word.

Unchecked: `tilewright.solving.search.engines.scan.narrow` checks the arguments. Cells are positions
along the short side of the board: position = column * height + row. The occupied positions from the
first empty one on are one machine word, the window: its bit i is position first + i, and bit 0 is
always empty. Holes of the board are occupied; all behind the last cell is empty. For each few bits
of the window, a table has the mask of orientations that they do not block. The AND of these, of the
orientations that fit the board here, and of those in hand are exactly the placements that fit, so
no test ever fails.

Copies are counted in fields of one word: the top bit of a field is set by the last copy allowed
(limit) or needed (need). A state (window, fields and position) whose subtree held no tiling is kept
in `nogoods` and not searched again. It is a single word, so threads may share the table without a
lock.

The stack holds nodes not yet expanded, all children of a node at once. A child is written, then
kept or not by moving the top, so the processor has no branch to predict. A node that will be
remembered stays below its children until they are done.

Legend (e = positions to the end of the board, f <= 64 orientations, d = longest tiling)
ScanProblem, never written:
settings   (8,)        uint64  see below
board      (e + 1, 4)  uint64  of each position: orientations that fit the board with this first
                               cell; holes from here on; need bits that must be set by now; key bits
pieces     (64, 8)     uint64  of each orientation: cells as a window; orientations of other pieces;
                               what a copy adds to the fields; limit bit; need bit; size
table      (t * 2^b,)  uint64  orientations that b bits of the window do not block, t tables
placement  (e * f,)    int32   placement number; -1 for a cell that stays empty
ScanState, where it goes on:
stack      (…, 8)      uint64  candidates, window, position, orientations in hand, fields, step
levels     (d + 2, 3)  int64   of each depth: code of the choice; slot of the node to be remembered;
                               tilings found when it was expanded
control    (192,)      int64   see below
Shared by all runs, and results:
nogoods    (2^n,)      uint64  states whose subtree held no tiling, 0 for none
out        (m, d)      int32   placement numbers of the tilings found, -1 padded

A code is position * f + orientation. A step is depth * 2^36 + code: boards have at most 2^28 cells,
and f is at most 64.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bits import fetch_early, lowest_one
from ..library import kernel

#: Numbers in `settings`.
TABLE_BITS, TABLES, END, ORIENTATIONS, WINDOW, SLACK, SLACK_SHIFT = range(7)
#: Numbers in `control`. From PROBES and HITS on there is one for each of 64 levels.
TOP, STOP, NODES, FOUND, FILLED, LEVELS, NOGOODS_SHIFT, STORED = range(8)
PROBES, HITS = 64, 128
#: What `advance` returns; the values of `tilewright.solving.search.running.protocol.Status`.
MORE, FULL, DONE = range(3)

U = np.uint64
ZERO, ONE, LAST_LEVEL = U(0), U(1), U(63)
DEPTH_SHIFT = U(36)
CODE = U((1 << 36) - 1)
#: 2^64 divided by the golden ratio, odd: multiplication by it mixes keys well (Knuth, volume 3,
#: 6.4).
MIX = U(0x9E3779B97F4A7C15)


class ScanProblem(NamedTuple):
    """The arrays that are never written."""

    settings: np.ndarray
    board: np.ndarray
    pieces: np.ndarray
    table: np.ndarray
    placement: np.ndarray


class ScanState(NamedTuple):
    """The arrays that the search writes: copies of them are a checkpoint."""

    stack: np.ndarray
    levels: np.ndarray
    control: np.ndarray


@kernel
def advance(problem, state, nogoods, out):
    """Search until ``control[STOP]`` nodes are made, `out` is full, or the tree is done."""
    # Unpacked here, since each access in the loop would count references.
    settings, board, pieces, table, placement = problem
    stack, levels, control = state
    bits = settings[TABLE_BITS]
    tables = settings[TABLES]
    end = settings[END]
    orientations = settings[ORIENTATIONS]
    window_mask = settings[WINDOW]
    slackful = settings[SLACK] != ZERO
    slack_shift = settings[SLACK_SHIFT]
    low = (ONE << bits) - ONE
    second = low + ONE
    third = second + second
    skip = bits + ONE
    skip2 = skip + bits

    top = control[TOP]
    stop = control[STOP]
    nodes = control[NODES]
    found = control[FOUND]
    filled = control[FILLED]
    remember = U(control[LEVELS])
    shift = U(control[NOGOODS_SHIFT])
    stored = control[STORED]
    status = DONE
    while top >= 0:
        if nodes >= stop:
            status = MORE
            break
        candidates = stack[top, 0]
        window = stack[top, 1]
        first = stack[top, 2]
        hand = stack[top, 3]
        fields = stack[top, 4]
        step = stack[top, 5]
        depth = step >> DEPTH_SHIFT
        levels[depth, 0] = np.int64(step & CODE)
        if first == end:
            if filled == out.shape[0]:
                status = FULL
                break
            width = 0
            for level in range(1, np.int64(depth) + 1):
                chosen = placement[U(levels[level, 0])]
                if chosen >= 0:
                    out[filled, width] = chosen
                    width += 1
            for column in range(width, out.shape[1]):
                out[filled, column] = -1
            found += 1
            filled += 1
            top -= 1
            continue
        if levels[depth, 1] == top:
            if levels[depth, 2] == found:
                key = (window & window_mask) | fields | board[first, 3]
                nogoods[(key * MIX) >> shift] = key
                stored += 1
            levels[depth, 1] = -1
            top -= 1
            continue
        level = min(depth, LAST_LEVEL)
        if (remember >> level) & ONE != ZERO:
            key = (window & window_mask) | fields | board[first, 3]
            slot = (key * MIX) >> shift
            control[U(PROBES) + level] += 1
            if nogoods[slot] == key:
                control[U(HITS) + level] += 1
                top -= 1
                continue
            levels[depth, 1] = top
            levels[depth, 2] = found
            top += 1
        ahead = (remember >> min(depth + ONE, LAST_LEVEL)) & ONE != ZERO
        step = ((depth + ONE) << DEPTH_SHIFT) + first * orientations
        while candidates != ZERO:
            o = lowest_one(candidates)
            candidates &= candidates - ONE
            nodes += 1
            next_window = window | pieces[o, 0]
            next_first = first
            free = ~next_window
            while free == ZERO:
                next_first += U(64)
                next_window = board[next_first, 1]
                free = ~next_window
            gap = lowest_one(free)
            next_first += gap
            next_window = (next_window >> gap) | board[next_first, 1]
            next_fields = fields + pieces[o, 2]
            next_hand = hand
            if next_fields & pieces[o, 3] != ZERO:
                next_hand = hand & pieces[o, 1]
            enough = True
            if slackful and (fields & pieces[o, 4]) == pieces[o, 4]:
                # A copy beyond those needed takes cells from them.
                enough = (fields >> slack_shift) >= pieces[o, 5]
                next_fields -= pieces[o, 5] << slack_shift
            fits = (
                board[next_first, 0]
                & next_hand
                & table[(next_window >> ONE) & low]
                & table[second + ((next_window >> skip) & low)]
                & table[third + ((next_window >> skip2) & low)]
            )
            for t in range(U(3), tables):
                fits &= table[(t << bits) + ((next_window >> (t * bits + ONE)) & low)]
            stack[top, 0] = fits
            stack[top, 1] = next_window
            stack[top, 2] = next_first
            stack[top, 3] = next_hand
            stack[top, 4] = next_fields
            stack[top, 5] = step + o
            if ahead:
                key = (next_window & window_mask) | next_fields | board[next_first, 3]
                fetch_early(nogoods, (key * MIX) >> shift)
            live = (
                ((fits != ZERO) | (next_first == end))
                & enough
                & (board[next_first, 2] & ~next_fields == ZERO)
            )
            top += np.int64(live)
        top -= 1
    control[TOP] = top
    control[NODES] = nodes
    control[FOUND] = found
    control[FILLED] = filled
    control[STORED] = stored
    return status


@kernel
def copy_nogoods(old, nogoods, shift):
    """Enter the states of one table into another, whose length is 2^(64 - shift)."""
    for i in range(old.size):
        key = old[i]
        if key != ZERO:
            nogoods[(key * MIX) >> shift] = key
