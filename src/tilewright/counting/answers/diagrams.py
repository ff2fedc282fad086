"""Operations on labeled state graphs, which represent sets of tilings: unroll, restrict, combine,
and build a graph from a list.

Each path from state 0 to the last layer is a tiling. The edges of a state have different labels,
so a graph is a deterministic automaton that reads a tiling cell by cell. A union, an intersection
and a difference are products of two automata. A list is converted to the smallest automaton that
reads it, in which prefixes of tilings with the same endings share a state.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.answers.listing import (
    ListingFinished,
    ListingRace,
    NoTilingProven,
    short_listing,
)
from tilewright.counting.frontier.labeled import (
    STAYS_EMPTY,
    Alphabet,
    LabeledGraph,
    alphabet_of,
    build_labeled_graph,
)
from tilewright.counting.resources import Resources
from tilewright.counting.state_graph import StateGraph
from tilewright.errors import MemoryLimitError
from tilewright.kernels.frontier.prune import compact, mark
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.system.values.arrays import ranges, starts
from tilewright.system.work.deadline import check_time

#: How two sets are combined.
Combination = Literal["and", "or", "minus", "xor"]


def build_graph(problem: Problem, resources: Resources) -> LabeledGraph | None:
    """Return the graph of all tilings of a problem, by the frontier method or from a list,
    whichever is expected to be faster; None if there is no tiling.
    """
    cover = compile_cover(problem)
    if short_listing(cover) is not None:
        return graph_of_list(problem, resources)
    rows = _Rows(problem, resources)
    try:
        race = ListingRace(cover, resources, tally=rows.take, unique=rows.unique)
        return build_labeled_graph(problem, resources, race.look)
    except NoTilingProven:
        return None
    except ListingFinished:
        return rows.graph()


def graph_of_list(problem: Problem, resources: Resources) -> LabeledGraph | None:
    """Return the graph of a list that a search produces."""
    from tilewright.solving.search import Search

    rows = _Rows(problem, resources)
    resources.reporter.begin()
    listing = Search(rows.alphabet.cover, threads=resources.threads, unique=rows.unique)
    for batch in listing.batches():
        rows.take(batch)
    check_time()
    if not listing.complete:
        raise AssertionError(
            f"the search stopped before it listed all tilings ({listing.stopped_by}); "
            "please report this bug"
        )
    return rows.graph()


class _Rows:
    """The tilings that a search lists, as rows of placement numbers.

    A search up to symmetry is faster; the symmetries give the other tilings.
    """

    def __init__(self, problem: Problem, resources: Resources) -> None:
        self._problem, self._resources = problem, resources
        self._batches: list[NDArray[np.int32]] = []
        self._held = 0

    @cached_property
    def alphabet(self) -> Alphabet:
        """The meaning of the labels of a graph."""
        return alphabet_of(self._problem, self._resources)

    @cached_property
    def _symmetries(self) -> NDArray[np.int32]:
        return compile_cover(self._problem).symmetries()

    @property
    def unique(self) -> bool:
        """Whether the tilings are listed up to symmetry."""
        return len(self._symmetries) > 1

    def take(self, batch: NDArray[np.int32]) -> None:
        """Add tilings."""
        self._batches.append(batch)
        self._held += len(batch) * len(self._symmetries)
        nbytes = self._held * self.alphabet.cover.area
        try:
            self.alphabet.check(self._held, nbytes)
        except MemoryLimitError:
            self._batches.clear()
            raise
        self._resources.reporter.tell("tilings", self._held, 0, self._held, nbytes, unit="tiling")

    def graph(self) -> LabeledGraph | None:
        """Return the graph of these tilings, or None if there are none."""
        if not self._held:
            return None
        depth = max(batch.shape[1] for batch in self._batches)
        table = np.full((sum(map(len, self._batches)), depth), -1, dtype=np.int32)
        at = 0
        for batch in self._batches:
            table[at : at + len(batch), : batch.shape[1]] = batch
            at += len(batch)
        # The padding, -1, is the last element of each.
        images = [np.append(image, np.int32(-1))[table] for image in self._symmetries]
        return graph_of_rows(self.alphabet, np.concatenate(images))


def unroll(diagram: LabeledGraph) -> LabeledGraph:
    """Return a graph that has a layer for each cell of the board."""
    graph, blocks = diagram.graph, diagram.blocks
    if graph.length:
        return diagram
    period = graph.layers
    first, states = int(graph.offset[1]), int(graph.offset[period])
    edges = int(graph.start[states])
    diagram.check(states * blocks, edges * blocks)
    sizes = np.diff(graph.offset[: period + 1])
    offset = starts(np.append(np.tile(sizes, blocks), first))
    block = np.arange(blocks)[:, None]
    start = (graph.start[None, :states] + block * edges).ravel()
    target = (graph.target[None, :edges] + block * states).ravel()
    return _trim_graph(
        diagram,
        offset,
        np.concatenate([start, np.full(first + 1, blocks * edges)]),
        target,
        np.tile(graph.label[:edges], blocks).astype(np.int16),
        # Layer 0 begins with the state of an empty frontier.
        np.arange(first) == 0,
    )


def restrict(diagram: LabeledGraph, allowed: NDArray[np.bool_]) -> LabeledGraph:
    """Return the graph of the tilings that use only allowed labels, (area, k + 1), as
    `LabeledGraph.placement`.
    """
    diagram = unroll(diagram)
    graph = diagram.graph
    check_time()
    layer = edge_layers(graph)
    stays = allowed[layer, graph.label]
    return _trim_graph(
        diagram,
        graph.offset.copy(),
        starts(stays)[graph.start],
        graph.target[stays],
        graph.label[stays].astype(np.int16),
    )


def combine(one: LabeledGraph, other: LabeledGraph, operation: Combination) -> LabeledGraph:
    """Return the graph of the intersection, union or difference of two sets of tilings of one
    problem; its labels are those of the first graph.
    """
    one, other = unroll(one), translate(unroll(other), one)
    first, second = one.graph, other.graph
    columns = one.placement.shape[1] + 1
    #: For each pair of states, the numbers of both; -1 where a set has no such tiling any more.
    left, right = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    offset, begins, targets, labels = [0], [], [], []
    edges = 0
    for _ in range(one.cover.area):
        check_time()
        parts = [
            _list_edges(graph, here, columns) for graph, here in ((first, left), (second, right))
        ]
        keys = np.concatenate([key for key, _ in parts])
        edge_keys, place = np.unique(keys, return_inverse=True)
        reached = np.full((2, len(edge_keys)), -1, dtype=np.int64)
        cut = len(parts[0][0])
        reached[0, place[:cut]] = parts[0][1]
        reached[1, place[cut:]] = parts[1][1]
        if operation == "and":
            alive = (reached >= 0).all(axis=0)
        elif operation == "minus":
            alive = reached[0] >= 0
        else:
            alive = np.ones(len(edge_keys), dtype=np.bool_)
        edge_keys, reached = edge_keys[alive], reached[:, alive]
        pair = (reached[0] + 1) * (second.states + 1) + reached[1] + 1
        pairs, target = np.unique(pair, return_inverse=True)
        begins.append(edges + np.searchsorted(edge_keys, np.arange(len(left)) * columns))
        offset.append(offset[-1] + len(left))
        targets.append(target + offset[-1])
        labels.append((edge_keys % columns - 1).astype(np.int16))
        edges += len(edge_keys)
        left, right = pairs // (second.states + 1) - 1, pairs % (second.states + 1) - 1
        one.check(offset[-1] + len(pairs), edges)
    in_one, in_other = left >= 0, right >= 0
    accepted = {
        "and": in_one & in_other,
        "or": in_one | in_other,
        "minus": in_one & ~in_other,
        "xor": in_one ^ in_other,
    }[operation]
    return _trim_graph(
        one,
        np.array([*offset, offset[-1] + len(left)], dtype=np.int64),
        np.concatenate([*begins, np.full(len(left) + 1, edges)]),
        np.concatenate(targets),
        np.concatenate(labels),
        accepted,
    )


def graph_of_rows(alphabet: Alphabet, rows: NDArray[np.int32]) -> LabeledGraph:
    """Return the graph of tilings given as rows of placement numbers, padded with -1."""
    labels = alphabet.labels(rows)
    count, area = labels.shape
    # Labels begin with -1; big-endian bytes compare as the numbers do.
    keys = np.ascontiguousarray((labels + 1).astype(">u2")).view(np.dtype((np.void, 2 * area)))
    labels = labels[np.argsort(keys[:, 0], kind="stable")]
    if count > 1:
        differs = labels[1:] != labels[:-1]
        fresh = differs.any(axis=1)
        labels = labels[np.concatenate([[True], fresh])]
        parted = np.concatenate([[0], differs.argmax(axis=1)[fresh]])
    else:
        parted = np.zeros(count, dtype=np.int64)
    count = len(labels)
    # From the last layer to the first: the state of the prefix of each tiling that begins a group.
    row = np.arange(count)
    node = np.zeros(count, dtype=np.int64)
    layers = []
    for layer in range(area - 1, -1, -1):
        check_time()
        # A prefix of `layer` labels is shared by rows that differ later.
        opens = np.ones(len(row), dtype=np.bool_)
        opens[1:] = parted[row[1:]] < layer
        begin = np.flatnonzero(opens)
        label = labels[row, layer]
        number, kinds = _number_groups(begin, node, label)
        layers.append((begin[kinds], np.append(begin, len(row)), kinds, node, label))
        row, node = row[begin], number
    return _join_layers(alphabet, layers[::-1])


def _number_groups(
    begin: NDArray[np.int64], node: NDArray[np.int64], label: NDArray[np.int16]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return a number for each group of edges, which is the same for equal groups, and the first
    group with each number.
    """
    end = np.append(begin[1:], len(node))
    sizes = end - begin
    edge = node * (int(label.max(initial=0)) + 2) + label + 1
    known = np.zeros(len(begin), dtype=np.int64)
    top = 1
    for place in range(int(sizes.max(initial=0))):
        longer = np.flatnonzero(sizes > place)
        code = known[longer] * (int(edge.max()) + 1) + edge[begin[longer] + place]
        codes, number = np.unique(code, return_inverse=True)
        # No number is given twice, so that groups of different sizes stay apart.
        known[longer] = top + number
        top += len(codes)
    _, kinds, number = np.unique(known, return_index=True, return_inverse=True)
    return number, kinds


def _join_layers(
    alphabet: Alphabet,
    layers: list[
        tuple[
            NDArray[np.int64],
            NDArray[np.int64],
            NDArray[np.int64],
            NDArray[np.int64],
            NDArray[np.int16],
        ]
    ],
) -> LabeledGraph:
    """Return the graph whose states of each layer are the kinds of groups of edges."""
    sizes = [len(kinds) for _, _, kinds, _, _ in layers]
    offset = starts([*sizes, 1])
    begins, targets, labels = [], [], []
    edges = 0
    for layer, (first, bounds, kinds, node, label) in enumerate(layers):
        number = bounds[kinds + 1] - first
        begin = np.cumsum(number) - number
        edge = ranges(first, number)
        begins.append(edges + begin)
        targets.append(node[edge] + offset[layer + 1])
        labels.append(label[edge])
        edges += len(edge)
    begins.append(np.array([edges, edges]))
    graph = StateGraph.labeled(
        alphabet.cover.area,
        offset,
        np.concatenate(begins),
        np.concatenate(targets),
        np.concatenate(labels),
    )
    return alphabet.label_graph(graph)


def edge_layers(graph: StateGraph) -> NDArray[np.int64]:
    """Return the layer of each edge of an unrolled graph, (e,)."""
    ends = graph.start[graph.offset[:-1]]
    return np.repeat(np.arange(graph.layers), np.diff(ends))


def _list_edges(
    graph: StateGraph, here: NDArray[np.int64], columns: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the keys of the edges of states (position and label), and the targets of the edges."""
    place = np.flatnonzero(here >= 0)
    number, edge = graph.edges_of(here[place])
    return (
        np.repeat(place, number) * columns + graph.label[edge] + 1,
        graph.target[edge].astype(np.int64),
    )


def translate(diagram: LabeledGraph, like: Alphabet) -> LabeledGraph:
    """Return an unrolled graph with the labels of another graph, without the tilings that these
    labels cannot express.
    """
    if diagram.placement is like.placement:
        return diagram
    graph = diagram.graph
    column = np.full(diagram.cover.size + 2, -1, dtype=np.int64)
    number = _match_placements(diagram.cover, like.cover)
    column[: diagram.cover.size] = np.where(number >= 0, like.column[number], -2)
    label = np.empty(len(graph.label), dtype=np.int16)
    for layer, ends in enumerate(pairwise(graph.start[graph.offset[:-1]].tolist())):
        check_time()
        edges = slice(*ends)
        placements = diagram.placement[layer, graph.label[edges]]
        label[edges] = np.where(
            placements == STAYS_EMPTY, like.empty_column[layer], column[placements]
        )
    stays = label > -2
    return _trim_graph(
        like,
        graph.offset.copy(),
        starts(stays)[graph.start],
        graph.target[stays],
        label[stays],
    )


def _match_placements(cover: Cover, other: Cover) -> NDArray[np.int64]:
    """Return the number of each placement in another cover, or -1 if it has none."""
    keys = [
        np.column_stack([side.orientation, side.first, side.origin]).astype(np.int64)
        for side in (cover, other)
    ]
    _, number = np.unique(np.concatenate(keys), axis=0, return_inverse=True)
    number = number.reshape(-1)
    there = np.full(len(number) + 1, -1, dtype=np.int64)
    there[number[cover.size :]] = np.arange(other.size)
    return there[number[: cover.size]]


def _trim_graph(
    alphabet: Alphabet,
    offset: NDArray[np.int64],
    start: NDArray[np.integer],
    target: NDArray[np.integer],
    label: NDArray[np.int16],
    accepted: NDArray[np.bool_] | Literal[True] = True,
) -> LabeledGraph:
    """Return the states between the first one and the accepted ones of the last layer."""
    start, target = start.astype(np.int32), target.astype(np.int32)
    alive = np.zeros(int(offset[-1]), dtype=np.uint8)
    alive[offset[-2] :] = accepted
    mark(start, target, alive)
    reached = np.zeros(len(alive), dtype=np.bool_)
    reached[0] = True
    for layer in range(len(offset) - 2):
        check_time()
        first, last = int(offset[layer]), int(offset[layer + 1])
        number = np.diff(start[first : last + 1])
        there = target[start[first] : start[last]]
        reached[there[np.repeat(reached[first:last], number)]] = True
    alive &= reached
    # The beginning stays in any case.
    alive[0] = 1
    edges = compact(offset, 1, start, target, label, alive)
    states = int(offset[-1])
    return alphabet.label_graph(
        StateGraph.labeled(
            alphabet.cover.area, offset, start[: states + 1], target[:edges], label[:edges]
        )
    )
