"""The number of tilings in a graph by the copies of each piece."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.answers.by_piece import ByPiece, used_kinds
from tilewright.counting.answers.diagrams import unroll
from tilewright.counting.frontier.graph import BackwardCounts
from tilewright.counting.frontier.labeled import LabeledGraph
from tilewright.errors import EngineError
from tilewright.model.problem import Problem
from tilewright.system.values.arrays import ranges
from tilewright.system.values.primes import combine, primes_exceeding
from tilewright.system.work.deadline import check_time


def count_copies(
    diagram: LabeledGraph | None, problem: Problem, names: Sequence[str] | None
) -> ByPiece:
    """Return the numbers of tilings of a graph by the copies of the pieces.

    Ways to reach a state are counted apart by the copies used so far, which are the digits of one
    number.
    """
    used, chosen = used_kinds(problem, names)
    if diagram is None:
        return ByPiece(chosen, {})
    diagram = unroll(diagram)
    cover = diagram.cover
    sizes = np.diff(cover.start)
    most = [
        cover.empty_most
        if kind == len(problem.names)
        else min(int(cover.most[kind]), cover.area // _piece_size(diagram, sizes, kind))
        for kind in used
    ]
    if prod(top + 1 for top in most) >= 1 << 62:
        raise EngineError("the copies have too many combinations; name fewer pieces")
    digit = np.zeros(len(problem.names) + 1, dtype=np.int64)
    worth = 1
    for kind, top in zip(used, most, strict=True):
        digit[kind] = worth
        worth *= top + 1
    #: What a placement adds; then TAKEN (-1), and STAYS_EMPTY (-2), from the end.
    adds = np.concatenate([digit[cover.placement_piece], [digit[-1], 0]])
    counts = BackwardCounts(diagram.graph)
    diagram.backward(counts)
    total = counts.count()
    primes = primes_exceeding(total)
    code, residues = _sum_labels(diagram, adds, primes)
    numbers: dict[tuple[int, ...], int] = {}
    for number, values in zip(code.tolist(), residues.tolist(), strict=True):
        copies = []
        for top in most:
            number, digits = divmod(number, top + 1)
            copies.append(digits)
        if total and (count := combine(tuple(values), primes)):
            numbers[tuple(copies)] = count
    return ByPiece(chosen, dict(sorted(numbers.items())))


def _piece_size(diagram: LabeledGraph, sizes: NDArray[np.int64], kind: int) -> int:
    piece_sizes = sizes[diagram.cover.placement_piece == kind]
    return int(piece_sizes[0]) if len(piece_sizes) else diagram.cover.area + 1


def _sum_labels(
    diagram: LabeledGraph, adds: NDArray[np.int64], primes: list[int]
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Return the sums of what the labels of tilings add, (m,), and the number of tilings with each
    sum modulo each prime, (m, k).
    """
    graph = diagram.graph
    moduli = np.array(primes, dtype=np.uint64)
    state, code = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    ways = np.ones((1, len(primes)), dtype=np.uint64)
    for layer in range(diagram.cover.area):
        check_time()
        begin = graph.start[state].astype(np.int64)
        number = graph.start[state + 1] - begin
        edge = ranges(begin, number)
        placements = diagram.meanings(layer)[graph.label[edge]]
        target = graph.target[edge].astype(np.int64)
        after = np.repeat(code, number) + adds[placements]
        carried = np.repeat(ways, number, axis=0)
        order = np.lexsort((after, target))
        target, after, carried = target[order], after[order], carried[order]
        fresh = np.ones(len(target), dtype=np.bool_)
        fresh[1:] = (target[1:] != target[:-1]) | (after[1:] != after[:-1])
        first = np.flatnonzero(fresh)
        state, code = target[first], after[first]
        ways = np.add.reduceat(carried, first, axis=0) % moduli if len(first) else carried
    order = np.argsort(code, kind="stable")
    code, ways = code[order], ways[order]
    sums, first = np.unique(code, return_index=True)
    if len(sums):
        ways = np.add.reduceat(ways, first, axis=0) % moduli
    return sums, ways
