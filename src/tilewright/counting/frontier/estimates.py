"""Estimate the states of a count before memory is allocated, and build a state graph if it fits."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.frontier.builder import closed_graph
from tilewright.counting.frontier.graph import Growth
from tilewright.counting.frontier.repeats import Repeat, find_repeat
from tilewright.counting.resources import Resources, Watch
from tilewright.errors import MemoryLimitError
from tilewright.model.problem import Problem
from tilewright.model.space.surface import is_flat_squares
from tilewright.system.platform.machine import in_units
from tilewright.system.values.recent import Recent

#: The largest factor by which a closed graph is overestimated (1.5 was measured).
MISJUDGED = 2.5
#: The same for an unrolled graph that contains a rectangle, or goes on as it began (2.4 was
#: measured).
MISJUDGED_UNROLLED = 4.0
#: Smaller graphs, in bytes, are not projected.
_SMALL = 1 << 26
#: How many times as many states as after a quarter of the lines a graph has later, and as after all
#: lines, if it grows fast. Measured after half of the lines: 3 to 5 if it closes soon, 29 if it
#: does not.
_GROWS, _GROWS_ON = 12, 2
#: How a graph grows: looking one move ahead, without, or with labels (each cell has its layer).
Kind = Literal["looking", "plain", "labeled"]
#: Narrow boards are measured up to this many states in all layers.
_MEASURED: dict[Kind, int] = {"looking": 60_000, "plain": 60_000, "labeled": 400_000}
#: Bytes for each state (keys, table, edges) and layer of a growing graph, measured.
_GROWING, _LAYER = 50, 1 << 18
#: States of a layer if layers are forgotten, for each state of a graph that grows without looking
#: ahead, as waiting states are held too. Measured 1.8 to 3.4.
_WAITING = 2.4
#: Bytes for each of them in two layers: keys, table, three limbs.
_PASSING = 75
#: Bytes for each state of a growing labeled graph, closed or unrolled, measured: 51 to 57, 20 to
#: 26.
_CLOSED, _UNROLLED = 55, 22
#: Bytes of the count that each state of a labeled graph gets at last.
COUNT_BYTES = 8
#: Single-thread seconds for each estimated state of a state graph and of a layer. Measured: 3e-7 to
#: 1e-6 and 3e-8 to 2.5e-7.
_SECONDS_GRAPH, _SECONDS_LAYER = 1e-6, 1.5e-7


@dataclass(frozen=True)
class Estimate:
    """The cost of a count along a scan of a repeating board, within a factor of two or so."""

    #: States of one layer when layers are forgotten.
    states: float
    #: Bytes for the whole state graph.
    graph_bytes: float
    #: Bytes when only one layer and the next are held.
    layer_bytes: float
    #: The width itself was measured, not narrower ones.
    measured: bool

    @property
    def graph_states(self) -> float:
        """The estimated states of a large growing state graph."""
        return self.graph_bytes / _GROWING

    def seconds(self, layers: int, allowed: int) -> float:
        """Estimate the time of a count of `layers` layers on one thread, in seconds (inf if it does
        not fit into memory).
        """
        by_layers = (
            self.states * layers * _SECONDS_LAYER if self.layer_bytes <= allowed else math.inf
        )
        return min(by_layers, self.graph_seconds(allowed))

    def graph_seconds(self, allowed: int) -> float:
        """Estimate the time for the state graph on one thread, in seconds (inf if it does not fit
        into memory).
        """
        if self.graph_bytes > allowed:
            return math.inf
        return self.graph_states * _SECONDS_GRAPH

    def __str__(self) -> str:
        return (
            f"each layer has about {self.states:.3g} states; the state graph needs "
            f"{_format_size(self.graph_bytes)}, and counting layer by layer needs "
            f"{_format_size(self.layer_bytes)}"
        )


@dataclass(frozen=True)
class LabeledEstimate:
    """The cost of a growing labeled graph of a board, within a factor of two or so."""

    graph_states: float
    graph_bytes: float

    def error(self, allowed: int, why: str) -> MemoryLimitError:
        """Return the error that says that the graph exceeds the memory limit."""
        return MemoryLimitError(f"{self}, more than the {in_units(allowed)} allowed; {why}")

    def __str__(self) -> str:
        size = _format_size(self.graph_bytes)
        return f"the labeled state graph has about {self.graph_states:.3g} states and needs {size}"


def _format_size(size: float) -> str:
    return in_units(size) if size < 1 << 55 else f"{size:.1e} bytes"


def estimate(repeat: Repeat) -> Estimate:
    """Estimate the states of a repeating board from narrower boards, assuming exponential growth.
    This takes about 0.01 s.
    """
    held, measured = _project_states(repeat, "looking")
    states, _ = _project_states(repeat, "plain")
    graph = (held * _GROWING + _LAYER) * repeat.period * repeat.width
    return Estimate(states * _WAITING, graph, states * _WAITING * _PASSING, measured)


def estimate_labeled(repeat: Repeat, *, lines: int = 0) -> LabeledEstimate:
    """Estimate a labeled graph of a repeating board: unrolled over `lines` lines, or closed (0)."""
    per_layer, _ = _project_states(repeat, "labeled")
    states = per_layer * repeat.width * (lines or repeat.period)
    return LabeledEstimate(states, states * (_UNROLLED if lines else _CLOSED))


def estimate_inside(problem: Problem, axis: int) -> LabeledEstimate | None:
    """Estimate a labeled graph of a board of squares from a wide rectangle in it, or return None if
    there is none.

    In this rectangle, unlimited pieces behave as on a repeating board, so this is approximately a
    lower bound.
    """
    if not is_flat_squares(problem.board):
        return None
    area = problem.board.area
    free = [
        replace(piece, least=0, most=None)
        for piece in problem.pieces
        if piece.most is None or piece.most * len(piece.polyomino) >= area
    ]
    if not free or problem.board.marks.any() or problem.marks_agree:
        return None
    mask = problem.board.mask.copy()
    for placement in problem.placed:
        rows, columns = zip(*placement.cells, strict=True)
        mask[rows, columns] = False
    lines, width = _find_widest(
        mask if axis == 0 else mask.T,
        3 * max(max(piece.polyomino.rows, piece.polyomino.columns) for piece in free),
    )
    if not width:
        return None
    board = f"{lines}x{width}" if axis == 0 else f"{width}x{lines}"
    repeat = find_repeat(Problem(board, *free, turn=problem.turn), axis)
    return None if repeat is None else estimate_labeled(repeat, lines=lines)


def _find_widest(mask: NDArray[np.bool_], deep: int) -> tuple[int, int]:
    """Return the number of lines and the width of the widest rectangle with at least `deep`
    lines.
    """
    deep = min(deep, len(mask))
    best, where = 0, (0, 0)
    for first in range(len(mask) - deep + 1):
        begin, end = _longest_run(np.logical_and.reduce(mask[first : first + deep]))
        if end - begin > best:
            best, where = end - begin, (first, begin)
    first, begin = where
    full = mask[first:, begin : begin + best].all(axis=1)
    return int(full.size if full.all() else full.argmin()), best


def _longest_run(row: NDArray[np.bool_]) -> tuple[int, int]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]])))
    if not edges.size:
        return 0, 0
    longest = int(np.argmax(edges[1::2] - edges[::2]))
    return int(edges[2 * longest]), int(edges[2 * longest + 1])


class Outlook:
    """Monitors the growth of an unrolled graph, and stops it if it is expected to become far too
    large.

    `widths` contains the number of cells in the line or the frontier of each layer. A layer is
    assumed to have as many states as the last layer if it is at least as wide, and no states
    otherwise. This overestimates by a factor of up to 2.4 if limited copies run out.
    """

    def __init__(self, widths: NDArray[np.int64], allowed: int, why: str) -> None:
        self._allowed, self._why = allowed, why
        self._before = 0
        # For each layer, how many later layers have are at least as wide.
        self._left = np.zeros(len(widths) + 1, dtype=np.int64)
        counted = np.zeros(int(widths.max(initial=0)) + 1, dtype=np.int64)
        for layer in range(len(widths) - 1, -1, -1):
            counted[: widths[layer] + 1] += 1
            self._left[layer] = counted[widths[layer]]

    def note(self, layer: int, states: int, held: int) -> None:
        """Record a layer; raise `MemoryLimitError` if far too much is expected."""
        latest, self._before = states - self._before, states
        if held > _SMALL:
            left = latest * int(self._left[layer])
            ahead = LabeledEstimate(
                states + left, held + left * _UNROLLED + (states + left) * COUNT_BYTES
            )
            if ahead.graph_bytes > MISJUDGED_UNROLLED * self._allowed:
                raise ahead.error(self._allowed, self._why)


def _project_states(repeat: Repeat, kind: Kind) -> tuple[float, bool]:
    """Return the average states of a layer of the growing graph, and whether they were measured."""
    sizes: list[tuple[int, float]] = []
    longest = repeat.box.index(max(repeat.box))
    step, widest = repeat.steps[longest] or 1, repeat.box[longest]
    narrowest = max((int(shape[:, 1 + longest].max()) for shape in repeat.shapes), default=0) + 1
    for cells in range(widest - (widest - min(narrowest, widest)) // step * step, widest + 1, step):
        narrow = repeat.narrowed(cells)
        states = _STATES.get((kind, narrow.key), partial(_average_states, narrow, kind))
        if states is None:
            break
        sizes.append((cells // step, states))
    if sizes and sizes[-1][0] == widest // step:
        return sizes[-1][1], True
    if len(sizes) < 2:
        # Nothing could be measured: estimate from the frontier alone.
        reach = max(int(shape[:, 0].max()) for shape in repeat.shapes)
        return 2.0 ** min(1000, reach * repeat.width / 2), False
    width, last = sizes[-1]
    back = min(len(sizes) - 1, 3)
    ratio = (last / sizes[-1 - back][1]) ** (1 / back)
    # Within the range of floats, with room for bytes and layers.
    return last * math.exp(min((widest // step - width) * math.log(ratio), 600.0)), False


def _average_states(repeat: Repeat, kind: Kind) -> float | None:
    """Return the average number of states of a layer of a narrow board, or None if it is not narrow
    enough.
    """
    sizes: list[int] = []
    try:
        closed_graph(
            repeat,
            Growth(
                _MEASURED[kind] * _GROWING + _LAYER * repeat.period * repeat.width,
                watch=lambda step, states, held: sizes.append(states),
            ),
            prune=kind == "looking",
            lookahead=kind == "looking",
            labeled=kind == "labeled",
            folded=kind != "labeled",
        )
    except MemoryLimitError:
        return None
    return sizes[-1] / (repeat.period * repeat.width)


_STATES: Recent[tuple[object, ...], float | None] = Recent(256)


G = TypeVar("G")
E = TypeVar("E", Estimate, LabeledEstimate)


@dataclass(frozen=True)
class TooLarge(Generic[E]):
    """A state graph that does not fit into memory, with the errors of the first attempt and the
    last attempt (None if there was only one).
    """

    ahead: E
    first: MemoryLimitError
    error: MemoryLimitError | None


class _Lines:
    """Monitors the growth of a closed graph for a board, and stops it if counting layer by layer is
    cheaper.

    The graph finds each state once, and layers find it again in each line that contains it.
    Therefore, up to the same line, layers cost about as much as the graph. However, layers have
    fewer and fewer states in the second half of the board, and none after the last line. The graph
    grows until it is closed.
    """

    def __init__(self, board: Repeat, then: Watch | None) -> None:
        self._board, self._then = board, then
        self._end = board.length * board.width
        #: The first states seen after a quarter and after all of the lines.
        self._quarter = self._all = 0

    @property
    def passed(self) -> bool:
        """Whether the graph has passed all lines of the board."""
        return self._all > 0

    def record(self, layer: int, states: int, nbytes: int) -> None:
        """Record the number of states in the first `layer` layers."""
        if not self._quarter and 4 * layer >= self._end:
            self._quarter = states
        if not self._all and layer > self._end:
            self._all = states
        if self._then is not None:
            self._then(layer, states, nbytes)

    def check(self, layer: int, states: int, nbytes: int) -> None:
        """Record the states, and raise `MemoryLimitError` if the graph still grows fast."""
        self.record(layer, states, nbytes)
        fast = states > _GROWS_ON * self._all if self._all else states > _GROWS * self._quarter
        if fast and 2 * layer >= self._end:
            raise MemoryLimitError(
                f"the state graph is still growing after many {self._board.lines}"
            )


def build(
    attempt: Callable[[Growth], G],
    estimate_size: Callable[[], E],
    resources: Resources,
    share: float,
    board: Repeat | None = None,
) -> G | TooLarge[E]:
    """Build a state graph if it is small, or if it is estimated to fit into this share of the
    allowed memory.

    If it is for a single `board`, it is abandoned if counting the board layer by layer is cheaper.
    """
    reporter, tuning = resources.reporter, resources.tuning
    # Free memory is not read before it matters: that takes as long as a small graph.
    limit = resources.max_memory
    small = tuning.first_try if limit is None else min(limit, tuning.first_try)
    watch = reporter.watch()
    tried = None if board is None else _Lines(board, watch)
    try:
        return attempt(
            Growth(small, watch=tried.record if tried else watch, tuning=tuning, first=True)
        )
    except MemoryLimitError as error:
        first = error
    ahead, allowed = estimate_size(), resources.allowed
    if ahead.graph_bytes > share * allowed:
        return TooLarge(ahead, first, None)
    if tried is not None and tried.passed:
        return TooLarge(ahead, first, first)
    threads = resources.threads if ahead.graph_bytes >= tuning.shared_graph else 1
    watch = reporter.watch(ahead.graph_states)
    if board is not None:
        watch = _Lines(board, watch).check
    try:
        return attempt(Growth(allowed, threads, watch, tuning))
    except MemoryLimitError as error:
        return TooLarge(ahead, first, error)


def check_width(repeat: Repeat, ahead: Estimate, allowed: int) -> None:
    """Raise `MemoryLimitError` if rows are far too wide for any way of counting."""
    if min(ahead.graph_bytes, ahead.layer_bytes) > 4 * allowed:
        raise MemoryLimitError(
            f"{ahead}, more than the {in_units(allowed)} allowed, because each "
            f"{repeat.lines[:-1]} has {repeat.width} cells"
        )
