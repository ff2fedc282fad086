"""One count of one problem: which way, with what, and the second way of a check."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.by_parts import PartsWay, are_large, parts_way
from tilewright.counting.by_rows import RowCount, row_graph
from tilewright.counting.foresight import foresee
from tilewright.counting.graph import StateGraph
from tilewright.counting.layers import Outcome, count_frontier
from tilewright.counting.memory import allowed_memory
from tilewright.counting.moves import Moves, Options, compile_moves, options_of, scan_width
from tilewright.counting.occupancy import Occupancy
from tilewright.counting.progress import Reporter
from tilewright.counting.saving import Saving
from tilewright.counting.scans import Repeat, Scan, board_scans, mirrors, repeats
from tilewright.cover import Cover
from tilewright.errors import EngineError
from tilewright.problem import Problem
from tilewright.proof import area_reason

__all__ = ["Count", "Engine", "cell_images", "checked_count", "fits_area", "reason", "scan_of"]


@dataclass(frozen=True)
class Count:
    """A number of tilings, and how it was found.

    Attributes
    ----------
    value : int
        The number of tilings (modulo `modulus`, if that is not 0).
    method : str
        ``"rows"``: one state graph for all rows; ``"layers"``: layer by layer; ``"components"``: layer by layer,
        by connected parts instead of placements; ``"area"``: the areas of the pieces do not fit the board.
    scan : str
        ``"rows"`` or ``"columns"``: along which lines the cells are taken.
    folded : bool
        Whether states that are mirror images were held as one.
    states, edges : int
        States (of the largest layer, or of the whole graph for ``"rows"``) and edges kept.
    nbytes : int
        Bytes held at most, by the engine's own account.
    seconds : float
    modulus : int
    checked : str
        How the number was found a second time; empty if it was not.
    """

    value: int
    method: str
    scan: str
    folded: bool
    states: int
    edges: int
    nbytes: int
    seconds: float
    modulus: int = 0
    checked: str = ""


def fits_area(options: Options) -> bool:
    """Whether the areas of the pieces can add up to the area of the board at all."""
    lengths = np.diff(options.start) // options.copies if options.size else np.zeros(0, dtype=np.int64)
    least = most = 0
    for kind in range(len(options.most)):
        mine = options.kind == kind
        if not mine.any():
            if options.least[kind] > 0:
                return False
            continue
        size = int(lengths[mine][0])
        least += size * int(options.least[kind])
        most += size * min(int(options.most[kind]), options.area)
    return least <= options.area <= most


@dataclass(eq=False)
class Engine:
    """One count of one problem: which way, with what."""

    problem: Problem
    modulus: int
    threads: int
    max_memory: int | None
    reporter: Reporter
    saving: Saving | None

    @cached_property
    def cover(self) -> Cover:
        """The compiled problem."""
        return self.problem.cover()

    def run(self, scan: str, folded: bool, method: str = "placements", step: str = "count") -> Count:
        """Count; see `tilewright.counting.totals.count_details`.

        Parameters
        ----------
        step : str
            What a checkpoint calls this count: what is finished is not counted again.
        """
        return self._kept(step, lambda began: self._run(scan, folded, method, began))

    def _kept(self, step: str, work: Callable[[float], Count]) -> Count:
        """Return what a step of the checkpoint found, or else what the work finds."""
        began = time.perf_counter()
        if self.saving is None:
            return work(began)
        kept = self.saving.begin(step)
        if kept is not None:
            return Count(**{**kept, "value": int(kept["value"], 16)})
        found = work(began)
        self.saving.finish({**asdict(found), "value": hex(found.value)})
        return found

    def _run(self, scan: str, folded: bool, method: str, began: float) -> Count:
        # Before anything is compiled.
        if area_reason(self.problem):
            return self._none(scan, began)
        # How a count goes on was decided when it began, maybe with other memory.
        way = "" if self.saving is None else self.saving.way
        asked = "components" in (method, way)
        if asked or (method == "auto" and not way and are_large(self.problem)):
            parts = parts_way(self.problem, scan)
            if parts is not None and (asked or parts.better(allowed_memory(self.max_memory))):
                return self._by_parts(parts, folded, began)
            if method == "components":
                raise EngineError(
                    "counting by components is for any number of all polyominoes of some sizes (such as "
                    "hexominoes+), without marks, on a board without cells that may stay empty"
                )
        axis = {"auto": None, "rows": 0, "columns": 1}[scan]
        repeat = repeats(self.problem, axis)
        if repeat is not None and repeat.length % repeat.period:
            return self._none(scan, began)
        # On a short board most states of the endless one cannot occur.
        if repeat is not None and repeat.length > repeat.reach + 2:
            scan = _line(repeat)
            graph = None
            if way != "layers":
                graph = row_graph(
                    repeat,
                    folded,
                    threads=self.threads,
                    max_memory=self.max_memory,
                    reporter=self.reporter,
                    saving=self.saving,
                )
            if graph is not None:
                return self._by_rows(graph, repeat, began)
        options = options_of(self.cover)
        if not fits_area(options):
            return self._none(scan, began)
        return self._by_layers(options, scan, folded, began)

    def check(self, result: Count, folded: bool) -> Count:
        """Count again in another way.

        Along the other lines; or if that is too much, by connected parts; or else backwards and without the mirror.
        """
        if result.method == "area":
            return checked_count(result, result.value, "by the areas of the pieces")
        other = "columns" if result.scan == "rows" else "rows"
        if result.method == "components":
            return self._check_parts(result, other, folded)
        if _affordable(self.cover, other, self.max_memory):
            again = self.run(other, folded=not folded, step=f"check by {other}")
            return checked_count(result, again.value, f"by {other}: the same number")
        parts = parts_way(self.problem)
        if parts is not None and self._bearable(parts, result):
            again = self._kept("check by parts", lambda began: self._by_parts(parts, folded, began))
            return checked_count(result, again.value, "by connected parts: the same number")
        options = options_of(self.cover)
        backwards = options.area - 1 - scan_of(self.cover, options, result.scan, False)[0].position
        moves = compile_moves(options, backwards)
        again = self._kept(
            "check backwards", lambda began: self._layers(options, moves, result.scan, began, "")
        )
        return checked_count(
            result, again.value, f"backwards by {result.scan}, without the mirror: the same number"
        )

    def _check_parts(self, result: Count, other: str, folded: bool) -> Count:
        """Count again by placements, or if that is too much along the other lines, or else without the mirror."""
        here, there = parts_way(self.problem, result.scan), parts_way(self.problem, other)
        assert here is not None
        assert there is not None
        allowed, patience = allowed_memory(self.max_memory), _patience(result)
        if here.placements is not None and here.placements.seconds(here.mask.size, allowed) < patience:
            again = self.run("auto", folded, step="check by placements")
            return checked_count(result, again.value, "by placements: the same number")
        if self._bearable(there, result):
            again = self._kept(f"check by {other}", lambda began: self._by_parts(there, not folded, began))
            return checked_count(result, again.value, f"by {other}: the same number")
        again = self._kept(
            "check from the other end", lambda began: self._by_parts(here.turned(), False, began)
        )
        return checked_count(
            result, again.value, f"by {result.scan} from the other end, without the mirror: the same number"
        )

    def _bearable(self, parts: PartsWay, result: Count) -> bool:
        """Whether a count by parts is not much more than what was done."""
        return parts.ahead.nbytes < allowed_memory(self.max_memory) and parts.seconds < _patience(result)

    def _none(self, scan: str, began: float) -> Count:
        return Count(0, "area", scan, False, 0, 0, 0, time.perf_counter() - began, self.modulus)

    def _by_rows(self, graph: StateGraph, repeat: Repeat, began: float) -> Count:
        rows = RowCount(
            graph,
            repeat,
            self.modulus,
            self.threads,
            self.reporter,
            self.saving,
        )
        value = rows.run()
        return Count(
            value,
            "rows",
            _line(repeat),
            graph.folded,
            graph.states,
            graph.edges,
            max(graph.nbytes, rows.nbytes),
            time.perf_counter() - began,
            self.modulus,
        )

    def _by_layers(self, options: Options, scan: str, folded: bool, began: float) -> Count:
        way, moves = scan_of(self.cover, options, scan, folded)
        why = reason(options, moves, way.name, self.problem.names)
        return self._layers(options, moves, way.name, began, why)

    def _layers(self, options: Options, moves: Moves, name: str, began: float, why: str) -> Count:
        outcome = count_frontier(
            Occupancy(moves),
            allowed=allowed_memory(self.max_memory),
            threads=self.threads,
            reporter=self.reporter,
            saving=self.saving,
            why=why,
        )
        return self._passed(outcome, "layers", name, moves.folded, began)

    def _by_parts(self, parts: PartsWay, folded: bool, began: float) -> Count:
        parts.check_memory(allowed_memory(self.max_memory))
        frontier = parts.frontier(folded)
        outcome = count_frontier(
            frontier,
            allowed=allowed_memory(self.max_memory),
            threads=self.threads,
            reporter=self.reporter,
            saving=self.saving,
            way="components",
            why=f"the frontier of the scan by {parts.scan} is {parts.width} cells wide, and it holds parts of up to "
            f"{max(parts.sizes)} cells",
        )
        return self._passed(outcome, "components", parts.scan, frontier.folded, began)

    def _passed(self, outcome: Outcome, method: str, scan: str, folded: bool, began: float) -> Count:
        value = sum(outcome.counts.values())
        return Count(
            value % self.modulus if self.modulus else value,
            method,
            scan,
            folded,
            outcome.states,
            0,
            outcome.nbytes,
            time.perf_counter() - began,
            self.modulus,
        )


def _line(repeat: Repeat) -> str:
    return "rows" if repeat.axis == 0 else "columns"


def _patience(result: Count) -> float:
    """Return how many seconds a second count may take."""
    return 10.0 + 5.0 * result.seconds


def checked_count(result: Count, again: int, how: str) -> Count:
    """Return a result that says how it was found again."""
    if again != result.value:
        raise AssertionError(f"two counts disagree: {result.value} and {again} ({how}); please report this")
    return replace(result, checked=how)


def _affordable(cover: Cover, scan: str, max_memory: int | None) -> bool:
    """Whether a scan is not much wider than the best one."""
    repeat = repeats(cover.problem, 0 if scan == "rows" else 1)
    if repeat is not None:
        return foresee(repeat).layer_bytes < min(allowed_memory(max_memory), 1 << 30)
    options = options_of(cover)
    loads = {way.name: scan_width(options, way.position)[1] for way in board_scans(cover.cells, folded=False)}
    return loads[scan] <= max(min(loads.values()) + 4, 14)


def scan_of(cover: Cover, options: Options, scan: str, folded: bool) -> tuple[Scan, Moves]:
    """Choose the scan with the narrowest frontier, and lay the options along it."""
    ways = board_scans(cover.cells, folded=False)
    if folded:
        ways += [
            way
            for way in board_scans(cover.cells, folded=True)
            if way.partner is not None and mirrors(options, cell_images(way))
        ]
    if scan != "auto":
        ways = [way for way in ways if way.name == scan]
    ranked: list[tuple[float, int, Scan]] = []
    for way in ways:
        span, load = scan_width(options, way.position)
        # The mirror halves the states, but needs one-word keys; a second word costs as much again.
        wide = 0.5 if span > 64 else 0.0
        ranked.append(
            (load + wide - (0.4 if way.partner is not None and span <= 64 else 0), len(ranked), way)
        )
    for _, _, way in sorted(ranked):
        moves = compile_moves(options, way.position, partner=way.partner)
        if moves.folded or way.partner is None:
            return way, moves
    raise EngineError("there is no scan of this board")


def cell_images(way: Scan) -> NDArray[np.int64]:
    """Return the mirror image of each cell under a folded scan."""
    assert way.partner is not None
    cell = np.argsort(way.position)
    image: NDArray[np.int64] = cell[way.partner[way.position]]
    return image


def reason(options: Options, moves: Moves, scan: str, names: Sequence[str] = ()) -> str:
    """Say what makes a count large: the frontier, and the pieces whose copies are told apart.

    Parameters
    ----------
    names : sequence of str
        Those of the kinds, if pieces are to be named.
    """
    text = f"the frontier of the scan by {scan} is {moves.span - 1} cells wide"
    rooms = {
        field.kind: min(int(options.most[field.kind]), options.room(field.kind)) + 1 for field in moves.fields
    }
    if not rooms:
        return text
    limited = sum(options.bounded(kind) for kind in rooms)
    counted = len(rooms) - limited
    sorts = [
        f"{number} {'piece' if number == 1 else 'pieces'} {what}"
        for number, what in ((limited, "with limited copies"), (counted, "counted apart"))
        if number
    ]
    number = math.prod(rooms.values())
    combinations = f"{number:,}" if number < 10**9 else f"about 10^{len(str(number)) - 1}"
    text += f", and the copies of {' and '.join(sorts)} have up to {combinations} combinations"
    largest = max(rooms, key=lambda kind: rooms[kind])
    if len(rooms) > 1 and largest < len(names):
        text += f", most of them by {names[largest]} with up to {rooms[largest] - 1:,} copies"
    return text
