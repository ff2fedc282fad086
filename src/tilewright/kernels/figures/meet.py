"""Find a number of cells that meet requirements: of each, at least one set is inside.

Unchecked: `tilewright.shapes.figures` checks the arguments. Each level of the search takes the
requirement with the fewest sets that still fit and puts one of them inside. Sets that were tried
before are barred: not all of their cells come inside any more. If all requirements are met and the
cells must be connected, a neighbor of the first part comes inside.

Legend (c = cells, s = sets, r = requirements, f = neighbors of a cell, m = most cells inside)

Problem, never written:
first      (r + 1,)  int32  requirement i has the sets listed[first[i]:first[i + 1]]
listed     (e,)      int32  numbers of sets
start      (s + 1,)  int32  set j has the cells member[start[j]:start[j + 1]]; set c < cells is the
                            cell c alone
member     (n,)      int32  numbers of cells
owner      (c + 1,)  int32  cell c is in the sets owned[owner[c]:owner[c + 1]]
owned      (n,)      int32  numbers of sets
neighbors  (c, f)    int32  the neighbors of each cell, -1 padded
options    (3,)      int64  MOST cells inside; CONNECTED, 1 if they must be; SINGLE, 1 if all sets
                            of requirements are single cells

State:
missing    (s,)      int32  the cells of each set that are not inside
barred     (s,)      int32  1 + the level at which a set was barred, 0 if it is not
inside     (c,)      uint8  1 if a cell is inside
chosen     (m,)      int32  the cells inside, in the order of their coming
stack      (m + 2, 4) int32 for each level the number of its CHOICES, the NEXT one, the MOVE made
                            (-1 none), and the number of cells inside BEFORE
choices    (m + 2, q) int32 the sets to try at each level
mark       (c,)      int64  work space
queue      (2, c)    int32  work space
numbers    (5,)      int64  LEVEL, NODES, FRESH (1 if the level is to be set up), STAMP, and COUNT
                            of the cells inside
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..library import kernel

MOST, CONNECTED, SINGLE = range(3)
CHOICES, NEXT, MOVE, BEFORE = range(4)
LEVEL, NODES, FRESH, STAMP, COUNT = range(5)
#: What `advance` returns: the budget is used up; cells are found; the search is over.
PAUSED, FOUND, FINISHED = 0, 1, 2


class MeetProblem(NamedTuple):
    """The arrays that are never written."""

    first: np.ndarray
    listed: np.ndarray
    start: np.ndarray
    member: np.ndarray
    owner: np.ndarray
    owned: np.ndarray
    neighbors: np.ndarray
    options: np.ndarray


class MeetState(NamedTuple):
    """The arrays of a search."""

    missing: np.ndarray
    barred: np.ndarray
    inside: np.ndarray
    chosen: np.ndarray
    stack: np.ndarray
    choices: np.ndarray
    mark: np.ndarray
    queue: np.ndarray
    numbers: np.ndarray


@kernel
def advance(problem, search, budget):
    """Search until cells are found, for `budget` nodes, or to the end. Call again to resume."""
    numbers, stack = search.numbers, search.stack
    end = numbers[NODES] + budget
    while True:
        level = numbers[LEVEL]
        if numbers[FRESH] == 1:
            if numbers[NODES] >= end:
                return PAUSED
            numbers[NODES] += 1
            numbers[FRESH] = 0
            stack[level, CHOICES] = 0
            stack[level, NEXT] = 0
            stack[level, MOVE] = -1
            stack[level, BEFORE] = numbers[COUNT]
            if choose(problem, search) == 1:
                return FOUND
        # Take back what this level did, and bar it.
        if stack[level, MOVE] >= 0:
            move = stack[level, MOVE]
            shrink(problem, search, stack[level, BEFORE])
            search.barred[move] = level + 1
            stack[level, MOVE] = -1
        k = stack[level, NEXT]
        if k >= stack[level, CHOICES]:
            for j in range(k):
                if search.barred[search.choices[level, j]] == level + 1:
                    search.barred[search.choices[level, j]] = 0
            if level == 0:
                return FINISHED
            numbers[LEVEL] = level - 1
            continue
        stack[level, NEXT] = k + 1
        stack[level, MOVE] = search.choices[level, k]
        if grow(problem, search, search.choices[level, k]):
            numbers[LEVEL] = level + 1
            numbers[FRESH] = 1


@kernel
def grow(problem, search, move):
    """Put a set inside; return False if a barred set is inside then."""
    possible = True
    for j in range(problem.start[move], problem.start[move + 1]):
        cell = problem.member[j]
        if search.inside[cell] == 1:
            continue
        search.inside[cell] = 1
        search.chosen[search.numbers[COUNT]] = cell
        search.numbers[COUNT] += 1
        for k in range(problem.owner[cell], problem.owner[cell + 1]):
            other = problem.owned[k]
            search.missing[other] -= 1
            if search.missing[other] == 0 and search.barred[other] > 0:
                possible = False
    return possible


@kernel
def shrink(problem, search, before):
    """Take the last cells out again."""
    for number in range(before, search.numbers[COUNT]):
        cell = search.chosen[number]
        search.inside[cell] = 0
        for k in range(problem.owner[cell], problem.owner[cell + 1]):
            search.missing[problem.owned[k]] += 1
    search.numbers[COUNT] = min(before, search.numbers[COUNT])


@kernel
def choose(problem, search):
    """Set up the choices of a level. Return 1 if all requirements are met instead."""
    numbers, level = search.numbers, search.numbers[LEVEL]
    room = problem.options[MOST] - numbers[COUNT]
    connected = True
    if problem.options[CONNECTED] == 1 and numbers[COUNT] > 0:
        steps = steps_to_connect(problem, search, room)
        if steps > room:
            return 0
        connected = steps == 0
    fewest, best = 1 << 30, -1
    for number in range(problem.first.shape[0] - 1):
        fitting = 0
        for k in range(problem.first[number], problem.first[number + 1]):
            move = problem.listed[k]
            if search.missing[move] == 0:
                fitting = -1
                break
            if search.missing[move] <= room and search.barred[move] == 0:
                fitting += 1
                if fitting == fewest:
                    # No better choice, whether it is met or not.
                    break
        if 0 <= fitting < fewest:
            fewest, best = fitting, number
            if fewest == 0:
                return 0
    if best < 0:
        if connected:
            return 1
        choose_neighbor(problem, search, level)
        return 0
    if problem.options[SINGLE] == 1 and count_apart(problem, search, room) > room:
        return 0
    fitting = 0
    for k in range(problem.first[best], problem.first[best + 1]):
        move = problem.listed[k]
        if search.missing[move] <= room and search.barred[move] == 0:
            search.choices[level, fitting] = move
            fitting += 1
    search.stack[level, CHOICES] = fitting
    return 0


@kernel
def count_apart(problem, search, room):
    """Return how many cells are needed at least, or more than `room`: requirements that have no
    cell in common need one each.
    """
    search.numbers[STAMP] += 1
    stamp = search.numbers[STAMP]
    needed = 0
    for number in range(problem.first.shape[0] - 1):
        free = True
        for k in range(problem.first[number], problem.first[number + 1]):
            move = problem.listed[k]
            if search.missing[move] == 0 or (
                search.barred[move] == 0 and search.mark[move] == stamp
            ):
                free = False
                break
        if not free:
            continue
        needed += 1
        if needed > room:
            break
        for k in range(problem.first[number], problem.first[number + 1]):
            search.mark[problem.listed[k]] = stamp
    return needed


@kernel
def steps_to_connect(problem, search, room):
    """Return 0 if the cells inside are connected; otherwise at least how many cells are missing for
    it, or more than `room`. Marks the part of the first cell.
    """
    numbers, mark, queue = search.numbers, search.mark, search.queue
    numbers[STAMP] += 2
    stamp = numbers[STAMP]
    here, there = 0, 1
    count, found, steps = 1, 1, 0
    queue[here, 0] = search.chosen[0]
    mark[search.chosen[0]] = stamp
    while True:
        number, later = 0, 0
        while number < count:
            cell = queue[here, number]
            number += 1
            for side in range(problem.neighbors.shape[1]):
                other = problem.neighbors[cell, side]
                if other < 0 or mark[other] >= stamp - 1 or search.barred[other] > 0:
                    continue
                # The first part has one stamp, all that is reached later the one before.
                mark[other] = stamp if steps == 0 and search.inside[other] == 1 else stamp - 1
                if search.inside[other] == 1:
                    found += 1
                    queue[here, count] = other
                    count += 1
                else:
                    queue[there, later] = other
                    later += 1
        if found == numbers[COUNT]:
            return steps
        steps += 1
        if later == 0 or steps > room:
            return room + 1
        here, there = there, here
        count = later


@kernel
def choose_neighbor(problem, search, level):
    """Set up a level: which neighbor of the first part comes inside."""
    stamp = search.numbers[STAMP]
    number = 0
    for k in range(search.numbers[COUNT]):
        cell = search.chosen[k]
        if search.mark[cell] != stamp:
            continue
        for side in range(problem.neighbors.shape[1]):
            other = problem.neighbors[cell, side]
            if other < 0 or search.inside[other] == 1 or search.barred[other] > 0:
                continue
            if search.mark[other] == stamp:
                continue
            search.mark[other] = stamp
            search.choices[level, number] = other
            number += 1
    search.stack[level, CHOICES] = number
