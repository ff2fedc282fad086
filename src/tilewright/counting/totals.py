"""How many tilings there are."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tilewright.area import area_reason
from tilewright.board import Board
from tilewright.counting.by_rows import RowCount, row_graph
from tilewright.counting.checking import LISTED, Lister, recount
from tilewright.counting.foresight import foresee
from tilewright.counting.graph import StateGraph
from tilewright.counting.layers import count_layers
from tilewright.counting.memory import allowed_memory, stay_within
from tilewright.counting.moves import Moves, Options, compile_moves, options_of, scan_width
from tilewright.counting.progress import Report, Reporter
from tilewright.counting.request import check_limits, checked_problem, checked_whole
from tilewright.counting.scans import Repeat, Scan, board_scans, mirrors, repeats
from tilewright.cover import Cover
from tilewright.errors import EngineError
from tilewright.piece import Piece
from tilewright.problem import Problem, as_problem

__all__ = ["Count", "available_threads", "count", "count_details", "fits_area", "reason"]


@dataclass(frozen=True)
class Count:
    """A number of tilings, and how it was found.

    Attributes
    ----------
    value : int
        The number of tilings (modulo `modulus`, if that is not 0).
    method : str
        ``"rows"``: one state graph for all rows; ``"layers"``: layer by layer; ``"area"``: the areas
        of the pieces do not fit the board.
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


def count(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    modulus: int = 0,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
    checkpoint: str | Path | None = None,
) -> int:
    """Count the tilings of a problem exactly.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    modulus : int
        Return the count modulo this number; 0 for the count itself.
    threads : int, optional
        By default as many as there are cores; small problems use one.
    max_memory : int, optional
        Bytes that the engine may take; by default 80 % of what is free.
    progress : callable, optional
        Called with a `Progress` now and then, between two steps. To stop there, raise KeyboardInterrupt: the
        checkpoint is kept.
    checkpoint : path, optional
        A file to keep what was done in, and to go on from.

    Raises
    ------
    EngineError
        If there is no Problem, or a number is out of range or none.
    ProblemError
        If the problem has faults.
    MemoryLimitError
        Before the limit would be passed.
    CheckpointError
        If the checkpoint is damaged or belongs to another problem.

    Examples
    --------
    >>> count("9x12", "trominoes+")
    20574308184277971

    Notes
    -----
    Dynamic programming over the cells (frontier method, broken profile); see docs/counting.md.
    """
    return count_details(
        as_problem(problem, *pieces),
        modulus=modulus,
        threads=threads,
        max_memory=max_memory,
        progress=progress,
        checkpoint=checkpoint,
    ).value


def count_details(
    problem: Problem,
    *,
    modulus: int = 0,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_interval: float = 30.0,
    scan: str = "auto",
    folded: bool = True,
    check: bool = False,
    lister: Lister | None = None,
) -> Count:
    """Count the tilings of a problem exactly, and say how.

    Parameters
    ----------
    scan : {"auto", "rows", "columns"}
        Along which lines the cells are taken; by default the way with the narrower frontier.
    folded : bool
        Hold mirror images as one state where the problem allows it.
    check : bool
        Count a second time in another way, and say which: by listing the tilings if there is a `lister` and they are
        at most a million, found within some seconds; else along the other lines if that is not much
        wider, else backwards along the same.
    lister : callable, optional
        What lists tilings for `check`: `tilewright.search.Search`.
    checkpoint_interval : float
        Seconds between two checkpoints, at least.

    Others as for `count`.

    Raises
    ------
    EngineError, ProblemError, MemoryLimitError, CheckpointError
        As for `count`.

    Examples
    --------
    >>> from tilewright.search import Search
    >>> found = count_details(Problem("6x10", "pentominoes"), check=True, lister=Search)
    >>> found.value, found.method, found.checked
    (9356, 'layers', 'by listing: the search engine finds the same number')
    """
    checked_problem(problem)
    if scan not in ("auto", "rows", "columns"):
        raise EngineError(f"a scan is 'auto', 'rows' or 'columns', not {scan!r}")
    modulus = checked_whole(modulus, 0, "a modulus")
    check_limits(threads, max_memory)
    if modulus > 1 << 48:
        # Beyond what residues in machine words can serve: from the number itself.
        whole = count_details(
            problem,
            threads=threads,
            max_memory=max_memory,
            progress=progress,
            checkpoint=checkpoint,
            checkpoint_interval=checkpoint_interval,
            scan=scan,
            folded=folded,
            check=check,
            lister=lister,
        )
        return replace(whole, value=whole.value % modulus, modulus=modulus)
    engine = _Engine(
        problem,
        modulus=modulus,
        threads=available_threads() if threads is None else threads,
        max_memory=max_memory,
        reporter=Reporter(progress),
        checkpoint=None if checkpoint is None else Path(checkpoint),
        interval=checkpoint_interval,
    )
    result = engine.run(scan, folded)
    stay_within(result.states, result.nbytes, max_memory, f"that is what the scan by {result.scan} takes")
    if not check:
        return result
    again = None if lister is None else recount(problem, result.value, lister, modulus=modulus)
    if again is not None:
        return _checked(result, again, LISTED)
    return engine.check(result, folded)


def available_threads() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


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
class _Engine:
    """One count of one problem: which way, with what."""

    problem: Problem
    modulus: int
    threads: int
    max_memory: int | None
    reporter: Reporter
    checkpoint: Path | None
    interval: float

    @cached_property
    def cover(self) -> Cover:
        return self.problem.cover()

    def run(self, scan: str, folded: bool) -> Count:
        began = time.perf_counter()
        # Before anything is compiled.
        if area_reason(self.problem):
            return self._none(scan, began)
        axis = {"auto": None, "rows": 0, "columns": 1}[scan]
        repeat = repeats(self.problem, axis)
        if repeat is not None and repeat.length % repeat.period:
            return self._none(scan, began)
        # On a short board most states of the endless one cannot occur.
        if repeat is not None and repeat.length > repeat.reach + 2:
            graph = row_graph(
                repeat, folded, threads=self.threads, max_memory=self.max_memory, reporter=self.reporter
            )
            if graph is not None:
                return self._by_rows(graph, repeat, began)
            scan = _line(repeat)
        options = options_of(self.cover)
        if not fits_area(options):
            return self._none(scan, began)
        return self._by_layers(options, scan, folded, began)

    def check(self, result: Count, folded: bool) -> Count:
        """Count again along the other lines, or if that is too much, backwards and without the mirror."""
        if result.method == "area":
            return _checked(result, result.value, "by the areas of the pieces")
        other = "columns" if result.scan == "rows" else "rows"
        self.checkpoint = None
        if _affordable(self.cover, other, self.max_memory):
            again = self.run(other, folded=not folded)
            return _checked(result, again.value, f"by {other}: the same number")
        options = options_of(self.cover)
        backwards = options.area - 1 - _scan_of(self.cover, options, result.scan, False)[0].position
        again = self._layers(options, compile_moves(options, backwards), result.scan, time.perf_counter(), "")
        return _checked(
            result, again.value, f"backwards by {result.scan}, without the mirror: the same number"
        )

    def _none(self, scan: str, began: float) -> Count:
        return Count(0, "area", scan, False, 0, 0, 0, time.perf_counter() - began, self.modulus)

    def _by_rows(self, graph: StateGraph, repeat: Repeat, began: float) -> Count:
        rows = RowCount(
            graph,
            repeat,
            self.modulus,
            self.threads,
            self.reporter,
            self.checkpoint,
            self.interval,
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
        way, moves = _scan_of(self.cover, options, scan, folded)
        why = reason(options, moves, way.name)
        return self._layers(options, moves, way.name, began, why)

    def _layers(self, options: Options, moves: Moves, name: str, began: float, why: str) -> Count:
        outcome = count_layers(
            moves,
            allowed=allowed_memory(self.max_memory),
            threads=self.threads,
            reporter=self.reporter,
            checkpoint=self.checkpoint,
            interval=self.interval,
            why=why,
        )
        value = sum(outcome.counts.values())
        return Count(
            value % self.modulus if self.modulus else value,
            "layers",
            name,
            moves.folded,
            outcome.states,
            0,
            outcome.nbytes,
            time.perf_counter() - began,
            self.modulus,
        )


def _line(repeat: Repeat) -> str:
    return "rows" if repeat.axis == 0 else "columns"


def _checked(result: Count, again: int, how: str) -> Count:
    if again != result.value:
        raise AssertionError(f"two counts disagree: {result.value} and {again} ({how}); please report this")
    return Count(**{**result.__dict__, "checked": how})


def _affordable(cover: Cover, scan: str, max_memory: int | None) -> bool:
    """Whether a scan is not much wider than the best one."""
    repeat = repeats(cover.problem, 0 if scan == "rows" else 1)
    if repeat is not None:
        return foresee(repeat).layer_bytes < min(allowed_memory(max_memory), 1 << 30)
    options = options_of(cover)
    loads = {way.name: scan_width(options, way.position)[1] for way in board_scans(cover.cells, folded=False)}
    return loads[scan] <= max(min(loads.values()) + 4, 14)


def _scan_of(cover: Cover, options: Options, scan: str, folded: bool) -> tuple[Scan, Moves]:
    """Choose the scan with the narrowest frontier, and lay the options along it."""
    ways = board_scans(cover.cells, folded=False)
    if folded:
        ways += [
            way
            for way in board_scans(cover.cells, folded=True)
            if way.partner is not None and mirrors(options, _cell_images(way))
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


def _cell_images(way: Scan) -> NDArray[np.int64]:
    """Return the mirror image of each cell under a folded scan."""
    assert way.partner is not None
    cell = np.argsort(way.position)
    image: NDArray[np.int64] = cell[way.partner[way.position]]
    return image


def reason(options: Options, moves: Moves, scan: str) -> str:
    """Say what makes a count large: the frontier, and the pieces with the most copies to tell apart."""
    parts = [f"the frontier of the scan by {scan} is {moves.span - 1} cells wide"]
    rooms = {
        field.kind: min(int(options.most[field.kind]), options.room(field.kind)) + 1 for field in moves.fields
    }
    if rooms:
        combinations = int(np.prod([float(room) for room in rooms.values()]))
        parts.append(f"and the copies of {len(rooms)} limited pieces have up to {combinations} combinations")
    return " ".join(parts)
