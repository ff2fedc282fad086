"""Fill the first empty cell, always, for any width and any number of orientations. Unchecked, like
`.narrow`.

It is the search of `tilewright.kernels.scan.narrow` for windows or orientations of several machine
words. The filled positions are one long word, masks of orientations have several words, copies are
counted in an array, and placements are undone on the way back. The public functions are in
`tilewright.solving.search.engines.scan.wide`.

Legend (e = positions to the end of the board, f orientations, k pieces, m words of a mask, d =
longest tiling) WideProblem, never written:
fit      (e + 1, m)     uint64  of each position, the orientations that fit the board with this
                                first cell
shapes   (f, 2 + size)  int32   of each orientation: piece, number of cells, and their offsets
masks    (k, m)         uint64  orientations of each piece
tables   (t, 256, m)    uint64  orientations that eight bits of the window do not block, from bit 1
                                on
due      (e + 2 + k,)   int32   pieces due[due[q]:due[q + 1]] cannot start after position q
WideState, where it goes on:
pieces   (k, 6)         int64   least, most, size, word (-1: none) and shift of the copies in a key;
                                copies used
filled   (…,)           uint64  a bit for each position, holes set; zero behind the last cell
stack    (d + 3, m)     uint64  orientations of pieces in hand; of each depth, candidates not tried
                                yet
levels   (d + 2, 3)     int64   of each depth: first empty position; orientation chosen; tilings
                                found before
control  (16,)          int64   see below
Remembered states, and results:
nogoods  (2^n, words)   uint64  states whose subtree held no tiling, all 0 for none: position + 1,
                                window, copies
out      (…, d)         int64   codes (position * f + orientation) of the tilings found, -1 padded
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bits import highest_one
from ..library import kernel
from .narrow import DONE, FULL, MIX, MORE

#: Numbers in `control`.
END, STOP, NODES, FOUND, FILLED, DEPTH, BASE, SLACK, LAST, STORED, WINDOW_WORDS = range(11)

U = np.uint64
ZERO, ONE, SIX, LOW, WORD = U(0), U(1), U(6), U(63), U(64)
HALF = U(32)


@kernel
def _window(filled, position):
    """Return the 64 bits of `filled` from a position on."""
    place = U(position)
    word = place >> SIX
    shift = place & LOW
    bits = filled[word] >> shift
    if shift != ZERO:
        bits |= filled[word + ONE] << (WORD - shift)
    return bits


@kernel
def flip(filled, shapes, first, o):
    """Set the cells of an orientation, or clear them again."""
    for i in range(2, 2 + shapes[o, 1]):
        place = U(first + shapes[o, i])
        filled[place >> SIX] ^= ONE << (place & LOW)


@kernel
def _next_empty(filled, first):
    """Return the first empty position from `first` on."""
    while True:
        free = ~_window(filled, first)
        if free != ZERO:
            return first + np.int64(highest_one(free & (~free + ONE)))
        first += 64


@kernel
def _candidates(fit, tables, filled, stack, first, depth):
    """Put the orientations that fit at `first` on the stack; return True if there are any."""
    words = stack.shape[1]
    row = depth + 1
    for word in range(words):
        stack[row, word] = fit[first, word] & stack[0, word]
    for t in range(tables.shape[0]):
        byte = _window(filled, first + 1 + 8 * t) & U(255)
        if byte != ZERO:
            left = ZERO
            for word in range(words):
                stack[row, word] &= tables[t, byte, word]
                left |= stack[row, word]
            if left == ZERO:
                return False
    for word in range(words):  # noqa: SIM110 (Numba has no any())
        if stack[row, word] != ZERO:
            return True
    return False


@kernel
def _make_key(key, filled, pieces, first, window_words):
    """Write the state to `key`; return its hash."""
    key[0] = U(first + 1)
    for word in range(window_words):
        key[1 + word] = _window(filled, first + 64 * word)
    key[1 + window_words :] = ZERO
    for k in range(pieces.shape[0]):
        if pieces[k, 3] >= 0:
            key[1 + window_words + pieces[k, 3]] |= U(pieces[k, 5]) << U(pieces[k, 4])
    mixed = ZERO
    for word in key:
        mixed = (mixed ^ word) * MIX
        mixed ^= mixed >> HALF
    return mixed


@kernel
def _same(nogoods, slot, key):
    """Return True if a slot holds a key."""
    for i in range(key.size):  # noqa: SIM110
        if nogoods[slot, i] != key[i]:
            return False
    return True


@kernel
def _undo(shapes, pieces, masks, filled, stack, control, first, o):
    """Undo a placement."""
    flip(filled, shapes, first, o)
    k = shapes[o, 0]
    if pieces[k, 5] == pieces[k, 1]:
        stack[0] |= masks[k]
    pieces[k, 5] -= 1
    if pieces[k, 5] >= pieces[k, 0]:
        control[SLACK] += pieces[k, 2]


@kernel
def _do(shapes, pieces, masks, due, filled, stack, control, first, o):
    """Place an orientation; return the next empty position, or -1 if a needed piece would come too
    late.
    """
    flip(filled, shapes, first, o)
    k = shapes[o, 0]
    if pieces[k, 5] >= pieces[k, 0]:
        control[SLACK] -= pieces[k, 2]
    pieces[k, 5] += 1
    if pieces[k, 5] == pieces[k, 1]:
        for word in range(masks.shape[1]):
            stack[0, word] &= ~masks[k, word]
    if control[SLACK] < 0:
        return -1
    following = _next_empty(filled, first)
    for i in range(due[first], due[following]):
        late = due[i]
        if pieces[late, 5] < pieces[late, 0]:
            return -1
    return following


class WideProblem(NamedTuple):
    """The arrays that are never written."""

    fit: np.ndarray
    shapes: np.ndarray
    masks: np.ndarray
    tables: np.ndarray
    due: np.ndarray


class WideState(NamedTuple):
    """The arrays that the search writes: copies of them are a checkpoint."""

    pieces: np.ndarray
    filled: np.ndarray
    stack: np.ndarray
    levels: np.ndarray
    control: np.ndarray


@kernel
def advance(problem, state, nogoods, out):
    """Search until ``control[STOP]`` nodes are made, `out` is full, or the tree is done."""
    # Unpacked here, since each access in the loop would count references.
    fit, shapes, masks, tables, due = problem
    pieces, filled, stack, levels, control = state
    orientations = shapes.shape[0]
    words = stack.shape[1]
    window_words = control[WINDOW_WORDS]
    key = np.zeros(nogoods.shape[1], np.uint64)
    last_slot = U(nogoods.shape[0] - 1)
    while True:
        if control[FILLED] == out.shape[0]:
            return FULL
        if control[NODES] >= control[STOP]:
            return MORE
        depth = control[DEPTH]
        if depth < control[BASE]:
            return DONE
        first = levels[depth, 0]
        word = words - 1
        while word >= 0 and stack[depth + 1, word] == ZERO:
            word -= 1
        if word < 0:
            if depth <= control[LAST] and levels[depth, 2] == control[FOUND]:
                slot = _make_key(key, filled, pieces, first, window_words) & last_slot
                nogoods[slot] = key
                control[STORED] += 1
            control[DEPTH] -= 1
            if depth > control[BASE]:
                _undo(
                    shapes,
                    pieces,
                    masks,
                    filled,
                    stack,
                    control,
                    levels[depth - 1, 0],
                    levels[depth - 1, 1],
                )
            continue
        bit = highest_one(stack[depth + 1, word])
        stack[depth + 1, word] ^= ONE << bit
        o = 64 * word + np.int64(bit)
        control[NODES] += 1
        levels[depth, 1] = o
        following = _do(shapes, pieces, masks, due, filled, stack, control, first, o)
        live = False
        if following == control[END]:
            row = control[FILLED]
            for level in range(depth + 1):
                out[row, level] = levels[level, 0] * orientations + levels[level, 1]
            out[row, depth + 1 :] = -1
            control[FILLED] += 1
            control[FOUND] += 1
        elif following >= 0 and _candidates(fit, tables, filled, stack, following, depth + 1):
            live = True
            if depth + 1 <= control[LAST]:
                slot = _make_key(key, filled, pieces, following, window_words) & last_slot
                live = not _same(nogoods, slot, key)
        if live:
            control[DEPTH] += 1
            levels[depth + 1, 0] = following
            levels[depth + 1, 2] = control[FOUND]
        else:
            _undo(shapes, pieces, masks, filled, stack, control, first, o)


@kernel
def copy_nogoods(old, nogoods):
    """Enter the dead states of one table into another."""
    last_slot = U(nogoods.shape[0] - 1)
    for i in range(old.shape[0]):
        if old[i, 0] != ZERO:
            mixed = ZERO
            for word in old[i]:
                mixed = (mixed ^ word) * MIX
                mixed ^= mixed >> HALF
            nogoods[mixed & last_slot] = old[i]
