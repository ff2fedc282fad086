"""Find figures of a given number of cells that are tiled in several layers, and symmetric.

Unchecked: `tilewright.shapes.figures` checks the arguments. A cell is undecided, inside the figure,
or outside. Each cell inside has to be covered by one tile of every layer, and its images under the
symmetries are inside, too. So a tile of one layer makes cells that the tiles of the others must
cover, and each level of the search covers the cell with the fewest tiles that fit. If all cells
inside are covered and the figure is too small, a neighbor is put inside, and later outside.

Legend (w = cells of the window, k = kinds of cells, g = symmetries, l = layers, m = moves, p =
pieces, t = cells of the largest piece, d = room for levels)

Problem, never written:
kind     (w,)        uint8  the kind of each cell
orbits   (w, g)      int32  the images of each cell
faces    (k, s)      int32  the steps to the neighbors of a cell of each kind, 0 padded
first    (l k + 1,)  int32  moves first[j k + c]:first[j k + c + 1] cover a cell of kind c in layer
                            j
offsets  (m, t)      int32  the cells of each move, as steps from the cell that it covers
sizes    (m,)        int32  the number of cells of each move
piece    (m,)        int32  its piece
turn     (m,)        int32  a number for each shape and orientation, from 1, the same in all layers
anchor   (m,)        int32  the step to the first cell of the tile
least    (p,)        int32  the fewest tiles of each piece
most     (p,)        int32  the most tiles of each piece
layer    (p,)        int32  the layer of each piece
allowed  (l, a)      bool   whether a layer may have so many tiles
options  (7,)        int64  CELLS of the figure; LINKED, 1 if all that is inside is connected
                            anyway; DIFFERENT, 1 if no tile may lie in two layers; CONVEX, 1 if the
                            cells in each row and column must be; WIDTH of the window; FULL, the
                            bits of all layers; EQUAL, 1 if all pieces of a layer are used equally
                            often

State:
state    (w,)        uint8  UNDECIDED, INSIDE or OUTSIDE
covers   (w,)        uint8  the layers in which a cell is covered, as bits
inside   (c,)        int32  the cells inside, in the order of their coming
used     (p,)        int32  the number of tiles of each piece
covered  (l,)        int32  the number of covered cells of each layer
tiles    (l, w)      int32  the turn of the tile at its first cell, 0 elsewhere
stack    (d, 6)      int32  for each level its LAYER (-1: a cell is put INSIDE, then OUTSIDE), CELL,
                            the number of its CHOICES, the NEXT one, the MOVE made (-1 none), and
                            the number of cells inside BEFORE
choices  (d, q)      int32  the moves to try at each level
queue    (2, w)      int32  work space
reached  (w,)        int64  work space
numbers  (4,)        int64  LEVEL, NODES, FRESH (1 if the level is to be set up), STAMP
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..library import kernel

UNDECIDED, INSIDE, OUTSIDE = 0, 1, 2
CELLS, LINKED, DIFFERENT, CONVEX, WIDTH, FULL, EQUAL = range(7)
LAYER, CELL, CHOICES, NEXT, MOVE, BEFORE = range(6)
LEVEL, NODES, FRESH, STAMP = range(4)
#: What `advance` returns: the budget is used up; a figure is found; the search is over.
PAUSED, FOUND, FINISHED = 0, 1, 2


class GrowProblem(NamedTuple):
    """The arrays that are never written."""

    kind: np.ndarray
    orbits: np.ndarray
    faces: np.ndarray
    first: np.ndarray
    offsets: np.ndarray
    sizes: np.ndarray
    piece: np.ndarray
    turn: np.ndarray
    anchor: np.ndarray
    least: np.ndarray
    most: np.ndarray
    layer: np.ndarray
    allowed: np.ndarray
    options: np.ndarray


class GrowState(NamedTuple):
    """The arrays of a search."""

    state: np.ndarray
    covers: np.ndarray
    inside: np.ndarray
    used: np.ndarray
    covered: np.ndarray
    tiles: np.ndarray
    stack: np.ndarray
    choices: np.ndarray
    queue: np.ndarray
    reached: np.ndarray
    numbers: np.ndarray


@kernel
def advance(problem, search, budget):
    """Search until the next figure, `budget` nodes, or the end. Call again to resume.

    Before the first call, one cell and its images are inside.
    """
    numbers, stack = search.numbers, search.stack
    end = numbers[NODES] + budget
    cells = count_inside(search)
    while True:
        level = numbers[LEVEL]
        if numbers[FRESH] == 1:
            if numbers[NODES] >= end:
                return PAUSED
            numbers[NODES] += 1
            numbers[FRESH] = 0
            found = choose(problem, search, cells)
            if found == 1:
                # The level has no choices, so that the next call goes back.
                stack[level, CHOICES] = 0
                stack[level, NEXT] = 0
                stack[level, LAYER] = 0
                stack[level, MOVE] = -1
                stack[level, BEFORE] = cells
                return FOUND
        # Take back what this level did.
        layer = stack[level, LAYER]
        if stack[level, MOVE] >= 0:
            if layer >= 0:
                lift(problem, search, layer, stack[level, CELL], stack[level, MOVE])
            elif stack[level, MOVE] == OUTSIDE:
                settle(problem, search, stack[level, CELL], UNDECIDED)
            cells = shrink(search, cells, stack[level, BEFORE])
            stack[level, MOVE] = -1
        # Take the next choice.
        k = stack[level, NEXT]
        if k >= stack[level, CHOICES]:
            if level == 0:
                return FINISHED
            numbers[LEVEL] = level - 1
            continue
        stack[level, NEXT] = k + 1
        if layer < 0:
            stack[level, MOVE] = INSIDE if k == 0 else OUTSIDE
            if k == 0:
                cells = put_inside(problem, search, cells, stack[level, CELL])
            else:
                settle(problem, search, stack[level, CELL], OUTSIDE)
        else:
            move = search.choices[level, k]
            stack[level, MOVE] = move
            cells = lay(problem, search, cells, layer, stack[level, CELL], move)
        if cells > 0 and problem.options[CONVEX] == 1:
            cells = fill(problem, search, cells)
        if cells < 0:
            # More cells than the figure has, or a conflict: -cells - 1 are inside now.
            cells = -cells - 1
            continue
        numbers[LEVEL] = level + 1
        numbers[FRESH] = 1


@kernel
def count_inside(search):
    """Return the number of cells inside."""
    number = 0
    while number < search.inside.shape[0] and search.inside[number] >= 0:
        number += 1
    return number


@kernel
def choose(problem, search, cells):
    """Set up a level: which cell is covered next in which layer, and by what. Return 1 if the
    figure is complete instead.
    """
    options, stack = problem.options, search.stack
    level = search.numbers[LEVEL]
    stack[level, LAYER] = 0
    stack[level, CELL] = 0
    stack[level, CHOICES] = 0
    stack[level, NEXT] = 0
    stack[level, MOVE] = -1
    stack[level, BEFORE] = cells
    if options[LINKED] == 0 and not can_connect(problem, search, cells):
        return 0
    kinds = problem.faces.shape[0]
    full = options[FULL]
    fewest = 1 << 30
    for number in range(cells):
        cell = search.inside[number]
        if search.covers[cell] == full:
            continue
        for layer in range(search.covered.shape[0]):
            if search.covers[cell] >> layer & 1:
                continue
            row = layer * kinds + problem.kind[cell]
            fitting = 0
            for move in range(problem.first[row], problem.first[row + 1]):
                if fits(problem, search, cells, layer, cell, move):
                    fitting += 1
                    if fitting >= fewest:
                        break
            if fitting < fewest:
                fewest = fitting
                stack[level, LAYER] = layer
                stack[level, CELL] = cell
                if fitting == 0:
                    return 0
    if fewest < 1 << 30:
        layer, cell = stack[level, LAYER], stack[level, CELL]
        row = layer * kinds + problem.kind[cell]
        fitting = 0
        for move in range(problem.first[row], problem.first[row + 1]):
            if fits(problem, search, cells, layer, cell, move):
                search.choices[level, fitting] = move
                fitting += 1
        stack[level, CHOICES] = fitting
        return 0
    if cells == options[CELLS]:
        return 1 if counts_agree(problem, search) else 0
    for number in range(cells):
        cell = search.inside[number]
        kind = problem.kind[cell]
        for side in range(problem.faces.shape[1]):
            other = cell + problem.faces[kind, side]
            if search.state[other] == UNDECIDED:
                stack[level, LAYER] = -1
                stack[level, CELL] = other
                stack[level, CHOICES] = 2
                return 0
    return 0


@kernel
def fits(problem, search, cells, layer, cell, move):
    """Whether a tile can be laid."""
    piece = problem.piece[move]
    if search.used[piece] >= problem.most[piece]:
        return False
    room = problem.options[CELLS] - cells
    for j in range(problem.sizes[move]):
        other = cell + problem.offsets[move, j]
        if search.state[other] == OUTSIDE or search.covers[other] >> layer & 1:
            return False
        if search.state[other] == UNDECIDED:
            room -= 1
            if room < 0:
                return False
    if problem.options[DIFFERENT] == 1:
        anchor = cell + problem.anchor[move]
        for other in range(search.tiles.shape[0]):
            if search.tiles[other, anchor] == problem.turn[move]:
                return False
    return True


@kernel
def put_inside(problem, search, cells, cell):
    """Put a cell and its images inside; return the number of cells inside, or -1 less this number
    if there are too many, or if an image is outside.
    """
    if search.state[cell] == INSIDE:
        return cells
    for g in range(problem.orbits.shape[1]):
        image = problem.orbits[cell, g]
        if search.state[image] == INSIDE:
            continue
        if cells >= problem.options[CELLS] or search.state[image] == OUTSIDE:
            return -cells - 1
        search.state[image] = INSIDE
        search.inside[cells] = image
        cells += 1
    return cells


@kernel
def shrink(search, cells, before):
    """Take the last cells out again; return how many are left."""
    for number in range(before, cells):
        search.state[search.inside[number]] = UNDECIDED
        search.inside[number] = -1
    return min(before, cells)


@kernel
def settle(problem, search, cell, value):
    """Put an undecided cell and its images outside, or take this back."""
    for g in range(problem.orbits.shape[1]):
        search.state[problem.orbits[cell, g]] = value


@kernel
def lay(problem, search, cells, layer, cell, move):
    """Lay a tile; return as `put_inside`."""
    bit = 1 << layer
    for j in range(problem.sizes[move]):
        search.covers[cell + problem.offsets[move, j]] |= bit
    piece = problem.piece[move]
    search.used[piece] += 1
    search.covered[layer] += problem.sizes[move]
    search.tiles[layer, cell + problem.anchor[move]] = problem.turn[move]
    for j in range(problem.sizes[move]):
        cells = put_inside(problem, search, cells, cell + problem.offsets[move, j])
        if cells < 0:
            break
    return cells


@kernel
def lift(problem, search, layer, cell, move):
    """Take a tile back; its cells stay inside."""
    bit = 1 << layer
    for j in range(problem.sizes[move]):
        search.covers[cell + problem.offsets[move, j]] &= 255 - bit
    search.used[problem.piece[move]] -= 1
    search.covered[layer] -= problem.sizes[move]
    search.tiles[layer, cell + problem.anchor[move]] = 0


@kernel
def fill(problem, search, cells):
    """Put all cells inside that lie between two cells inside; return as `put_inside`."""
    far, width = problem.options[CELLS], problem.options[WIDTH]
    number = 0
    while number < cells:
        for way in range(4):
            step = 1 if way == 0 else -1 if way == 1 else width if way == 2 else -width
            other = search.inside[number] + step
            if search.state[other] == INSIDE:
                continue
            steps, barred = 1, False
            while steps < far and search.state[other] != INSIDE:
                if search.state[other] == OUTSIDE:
                    barred = True
                other += step
                steps += 1
                if other < 0 or other >= search.state.shape[0]:
                    steps = far
            if steps >= far:
                continue
            if barred:
                return -cells - 1
            other = search.inside[number] + step
            while search.state[other] != INSIDE:
                cells = put_inside(problem, search, cells, other)
                if cells < 0:
                    return cells
                other += step
        number += 1
    return cells


@kernel
def can_connect(problem, search, cells):
    """Whether the cells inside are connected, or each of them can be reached with the cells that
    are still to come.
    """
    numbers, reached = search.numbers, search.reached
    numbers[STAMP] += 1
    stamp = numbers[STAMP]
    room = problem.options[CELLS] - cells
    here, there = 0, 1
    count, found, spent = 1, 1, 0
    search.queue[here, 0] = search.inside[0]
    reached[search.inside[0]] = stamp
    while True:
        # All that is reached with so many undecided cells on the way.
        number, later = 0, 0
        while number < count:
            cell = search.queue[here, number]
            number += 1
            kind = problem.kind[cell]
            for side in range(problem.faces.shape[1]):
                other = cell + problem.faces[kind, side]
                if reached[other] == stamp or search.state[other] == OUTSIDE:
                    continue
                reached[other] = stamp
                if search.state[other] == INSIDE:
                    found += 1
                    search.queue[here, count] = other
                    count += 1
                else:
                    search.queue[there, later] = other
                    later += 1
        if found == cells:
            return True
        spent += 1
        if later == 0 or spent > room:
            return False
        here, there = there, here
        count = later


@kernel
def counts_agree(problem, search):
    """Whether the numbers of tiles are allowed."""
    for piece in range(search.used.shape[0]):
        if search.used[piece] < problem.least[piece]:
            return False
    for layer in range(search.covered.shape[0]):
        number, last = 0, -1
        for piece in range(search.used.shape[0]):
            if problem.layer[piece] != layer:
                continue
            used = search.used[piece]
            if problem.options[EQUAL] == 1 and last >= 0 and used != last:
                return False
            last = used
            number += used
        if number >= problem.allowed.shape[1] or not problem.allowed[layer, number]:
            return False
    return True
