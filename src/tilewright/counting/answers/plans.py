"""The plans to count the tilings of a problem. Each plan counts, explains why it was chosen, and
provides a second opinion.

A new plan is a class here, a row of `_PLANS`, and a case of `choose_plan`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar, get_args

from tilewright.counting.answers.fault_free import fault_free_tilings
from tilewright.counting.answers.listing import (
    LISTED,
    Lister,
    ListingFinished,
    ListingRace,
    NoTilingProven,
    count_by_listing,
    disagreement,
    other_engine,
    recount,
    short_listing,
)
from tilewright.counting.frontier.components import ComponentScan, component_scan, has_large_pieces
from tilewright.counting.frontier.estimates import estimate
from tilewright.counting.frontier.layers import Frontier, count_layers
from tilewright.counting.frontier.profile import BrokenProfile, fold_profile
from tilewright.counting.frontier.repeats import Repeat, find_repeat
from tilewright.counting.frontier.rows import count_rows, row_graph
from tilewright.counting.frontier.scans import (
    Lines,
    axis_names,
    board_scans,
    expected_most,
    fits_area,
    reason,
    scan_of,
)
from tilewright.counting.moves import Options, compile_moves, options_of, scan_width
from tilewright.counting.resources import Resources
from tilewright.errors import EngineError
from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.model.rules.rule_types import FaultFree
from tilewright.model.space.surface import is_flat_squares
from tilewright.solving.proofs import area_reason
from tilewright.system.files.fields import Fields
from tilewright.system.values.arguments import counted

if TYPE_CHECKING:
    from tilewright.solving.matching import Way

T = TypeVar("T")
#: How a number was counted.
Method = Literal[
    "area", "rows", "layers", "components", "listing", "matching", "by piece", "proof", "faults"
]
#: The requested method: any, one whose frontier holds covered cells, or one that holds connected
#: parts.
MethodChoice = Literal["auto", "placements", "components"]
#: The reason for the plan of a second opinion.
_SECOND = "for a second opinion"


@dataclass(frozen=True)
class Count:
    """The number of tilings of a problem, and the method that counted them.

    Attributes
    ----------
    value : int
        The number of tilings, modulo `modulus` if `modulus` is not 0.
    method : {"rows", "layers", "components", "listing", "matching", "by piece", "area", "proof", \
"faults"}
        ``"rows"`` uses one state graph for all rows. ``"layers"`` and ``"components"`` count layer
        by layer; the states of ``"components"`` record which cells are connected. ``"listing"`` is
        a search that lists the tilings. ``"area"`` means that the area rules out any tiling.
        ``"proof"`` means that numbers assigned to the cells rule out any tiling, as in
        `tilewright.explain`. ``"matching"`` counts perfect matchings by determinants, if all pieces
        have two cells. ``"by piece"`` distinguishes equal pieces, and adds up the counts for all
        combinations of numbers of copies. ``"faults"`` uses inclusion-exclusion over the lines of a
        rectangle that tiles must cross.
    scan : {"rows", "columns", "layers", "cells", "auto"}
        The lines along which cells were processed, or ``"cells"`` if they were processed one by one
        in an order that keeps the frontier narrow. ``"auto"`` means that no direction had to be
        chosen.
    folded : bool
        Whether mirror-image states were merged.
    states, edges : int
        The number of states (in the largest layer, or in the whole graph for ``"rows"``), and the
        number of edges. For ``"matching"``, the number of rows of the matrix whose determinant is
        computed, and the number of primes used.
    nbytes : int
        The peak memory in bytes, as measured by the engine.
    seconds : float
    modulus : int
    why : str
        The reason why this method was chosen.
    checked : str
        How the number was verified with a second count; empty if it was not verified.
    merged : int, optional
        The number of tilings when equal pieces are treated as identical; set only if
        ``distinct_pieces=True``.
    """

    value: int
    method: Method
    scan: Lines
    folded: bool = False
    states: int = 0
    edges: int = 0
    nbytes: int = 0
    seconds: float = 0.0
    modulus: int = 0
    why: str = ""
    checked: str = ""
    merged: int | None = None

    def __str__(self) -> str:
        modulo = f" modulo {self.modulus}" if self.modulus else ""
        checked = f", checked: {self.checked}" if self.checked else ""
        return f"{self.value} tilings{modulo}, counted by {self.method}{checked}"

    @classmethod
    def of_fields(cls, fields: Fields) -> Count:
        """Return the result stored in a checkpoint."""
        return cls(
            value=fields.hexadecimal("value"),
            method=fields.word("method", *get_args(Method)),  # type: ignore[arg-type]
            scan=fields.word("scan", *get_args(Lines)),  # type: ignore[arg-type]
            folded=fields.flag("folded"),
            states=fields.integer("states"),
            edges=fields.integer("edges"),
            nbytes=fields.integer("nbytes"),
            seconds=fields.number("seconds"),
            modulus=fields.integer("modulus"),
            why=fields.text("why"),
            checked=fields.text("checked"),
        )


@dataclass(eq=False)
class Job:
    """A problem to count, and the resources for it."""

    problem: Problem
    modulus: int
    resources: Resources

    @cached_property
    def cover(self) -> Cover:
        """The compiled problem."""
        return compile_cover(self.problem)

    @cached_property
    def options(self) -> Options:
        """The placements, and the cells that may stay empty."""
        return options_of(self.cover)

    @property
    def begun(self) -> str:
        """The method of the current step in the checkpoint, or an empty string."""
        saving = self.resources.saving
        return "" if saving is None else saving.way

    def run_step(self, name: str, choose: Callable[[], Plan]) -> Count:
        """Return the saved result of a step, or else the result of the plan that `choose`
        returns.
        """

        def work() -> Count:
            began = time.perf_counter()
            result = choose().run(self)
            value = result.value % self.modulus if self.modulus else result.value
            seconds = time.perf_counter() - began
            return replace(result, value=value, seconds=seconds, modulus=self.modulus)

        return self.resources.step(
            name,
            work,
            lambda result: {**asdict(result), "value": hex(result.value)},
            lambda done: Count.of_fields(done.fields(name)),
        )

    def count_along(
        self,
        frontier: Frontier,
        plan: Plan,
        scan: Lines,
        folded: bool,
        large: str,
        look: Callable[[int, int, int], None] = lambda done, area, states: None,
    ) -> Count:
        """Count along a frontier, layer by layer."""
        outcome = count_layers(frontier, self.resources, way=plan.method, why=large, look=look)
        return Count(
            value=outcome.total,
            method=plan.method,
            scan=scan,
            folded=folded,
            states=outcome.states,
            nbytes=outcome.nbytes,
            why=plan.why,
        )


class Plan(Protocol):
    """A way to count a problem."""

    @property
    def method(self) -> Method:
        """The way in which the plan counts."""
        ...

    @property
    def why(self) -> str:
        """The reason why the plan was chosen."""
        ...

    def run(self, job: Job) -> Count:
        """Count."""
        ...

    @staticmethod
    def second_opinion(job: Job, first: Count, folded: bool) -> SecondOpinion | None:
        """Return the second opinion on a number from such a plan, or None if it follows from the
        areas.
        """
        ...


@dataclass(frozen=True)
class SecondOpinion:
    """A second opinion: a plan that shares as little as possible with the first one."""

    plan: Callable[[], Plan]
    #: Its name in a checkpoint, and the message if it finds the same number.
    step: str
    message: str


class _ByPlacements:
    """The second opinion of all plans by placements."""

    @staticmethod
    def second_opinion(job: Job, first: Count, folded: bool) -> SecondOpinion:
        """Return a count along the other lines. If this is too large, count by parts or, as a last
        resort, backward without merging mirror images.
        """
        lines: Lines = "columns" if first.scan == "rows" else "rows"
        if first.scan == "cells":
            lines = min(loads := _estimate_loads(job), key=loads.__getitem__)
        if _is_scan_affordable(job, lines):
            return SecondOpinion(
                lambda: choose_plan(job, lines, not folded, "placements"),
                f"check by {lines}",
                f"counting by {lines} gives the same number",
            )
        parts = component_scan(job.problem)
        if parts is not None and _are_parts_affordable(
            parts, job.resources.allowed, _patience(first)
        ):
            by_parts = ByComponents(parts, folded, _SECOND)
            return SecondOpinion(
                lambda: by_parts,
                "check by parts",
                "counting by connected parts gives the same number",
            )
        why = f"{_SECOND}, because the other lines are too long"
        backwards = ByLayers(first.scan, False, why, backwards=True)
        message = f"counting backwards by {first.scan}, without symmetry, gives the same number"
        return SecondOpinion(lambda: backwards, "check backwards", message)


@dataclass(frozen=True)
class ByArea:
    """There is no tiling, because the areas of the pieces do not add up to the area of the
    board.
    """

    scan: Lines
    method: Method = "area"
    why: str = "the areas of the pieces cannot add up to the area of the board"

    def run(self, job: Job) -> Count:
        """Return 0."""
        return Count(0, self.method, self.scan, why=self.why)

    @staticmethod
    def second_opinion(job: Job, first: Count, folded: bool) -> SecondOpinion | None:
        """Return None, because the areas prove the answer."""
        return None


@dataclass(frozen=True)
class ByRows(_ByPlacements):
    """One state graph serves all rows. If it is too large to keep, the count goes layer by
    layer.
    """

    repeat: Repeat
    folded: bool
    leaves: bool = False
    method: Method = "rows"

    @property
    def why(self) -> str:
        """The reason why the plan was chosen."""
        return f"all {self.repeat.length} {self.scan} are identical, and no piece spans all of them"

    @property
    def scan(self) -> Lines:
        """The lines."""
        return self.repeat.lines

    def run(self, job: Job) -> Count:
        """Count."""
        # A resumed count keeps its method, even with other memory.
        graph = (
            None if job.begun == "layers" else row_graph(self.repeat, self.folded, job.resources)
        )
        if graph is None:
            why = f"the state graph of the {self.scan} is too large"
            return ByLayers(self.scan, self.folded, why, self.leaves).run(job)
        value, nbytes = count_rows(graph, self.repeat, job.modulus, job.resources)
        return Count(
            value=value,
            method=self.method,
            scan=self.scan,
            folded=graph.folded,
            states=graph.states,
            edges=graph.edges,
            nbytes=nbytes,
            why=self.why,
        )


#: Why cells are taken one by one.
_NARROW = "the board branches; with the best order of cells, the frontier has at most {} cells"


@dataclass(frozen=True)
class ByLayers(_ByPlacements):
    """One layer of states after another, along the scan with the narrowest frontier."""

    lines: Lines
    folded: bool
    why: str
    #: The tilings may be listed if that is expected to be faster.
    leaves: bool = False
    #: The cells are taken from the last to the first.
    backwards: bool = False
    method: Method = "layers"

    def run(self, job: Job) -> Count:
        """Count."""
        if not fits_area(job.options):
            return ByArea(self.lines).run(job)
        way, moves = scan_of(job.cover, job.options, self.lines, self.folded)
        plan = self
        if way.name == "cells" and self.lines == "auto":
            plan = replace(self, why=_NARROW.format(moves.width))
        large = reason(job.options, moves, way.name, job.problem.names)
        if self.backwards:
            moves = compile_moves(job.options, job.options.area - 1 - way.position)
            profile = BrokenProfile(moves, tuning=job.resources.tuning)
            return job.count_along(profile, plan, way.name, False, large)
        frontier = fold_profile(BrokenProfile(moves, tuning=job.resources.tuning), job.cover, way)
        if not self.leaves:
            return job.count_along(frontier, plan, way.name, moves.folded, large)
        most = expected_most(job.options, moves, way)
        race = ListingRace(job.cover, job.resources, most, words=len(frontier.first))
        try:
            return job.count_along(frontier, plan, way.name, moves.folded, large, race.look)
        except ListingFinished as listed:
            return Count(listed.found, "listing", "auto", why=str(listed))
        except NoTilingProven as proven:
            return Count(0, "proof", "auto", why=str(proven))


@dataclass(frozen=True)
class ByListing:
    """A search engine lists the tilings."""

    why: str
    engine: Lister = "auto"
    method: Method = "listing"

    def run(self, job: Job) -> Count:
        """Count."""
        value = count_by_listing(job.cover, job.resources, self.engine)
        return Count(value, self.method, "auto", why=self.why)

    @staticmethod
    def second_opinion(job: Job, first: Count, folded: bool) -> SecondOpinion:
        """Return a listing by another engine."""
        engine = other_engine(job.cover)
        plan = ByListing(_SECOND, engine)
        return SecondOpinion(
            lambda: plan,
            f"check by {engine}",
            f"listing all tilings with the engine {engine} gives the same number",
        )


@dataclass(frozen=True)
class ByMatching:
    """All pieces have two cells, so tilings are perfect matchings, and determinants count them."""

    way: Way
    why: str
    method: Method = "matching"

    def run(self, job: Job) -> Count:
        """Count."""
        from tilewright.counting.answers.matchings import count_matchings

        way = self.way
        result = count_matchings(way, job.resources)
        return Count(
            value=int(result.value),
            method=self.method,
            scan=way.lines,
            states=result.rows,
            edges=result.primes,
            nbytes=result.nbytes,
            why=self.why,
        )

    @staticmethod
    def second_opinion(job: Job, first: Count, folded: bool) -> SecondOpinion:
        """Return a count by matchings along the other lines, or else from the other end."""
        from tilewright.solving.matching import MatchingGraph, ways

        graph = MatchingGraph(job.cover)
        other_ways = [way for way in ways(graph) if way.lines != first.scan]
        if other_ways:
            message = (
                f"determinants with cells ordered by {other_ways[0].lines} give the same number"
            )
            return SecondOpinion(
                lambda: ByMatching(other_ways[0], _SECOND),
                f"check by matching, with cells ordered by {other_ways[0].lines}",
                message,
            )
        turned = ways(graph, turned=True)[0]
        message = "determinants with the cells in the opposite order give the same number"
        return SecondOpinion(
            lambda: ByMatching(turned, _SECOND), "check by matching in the opposite order", message
        )


@dataclass(frozen=True)
class ByFaults(_ByPlacements):
    """Tiles must cross lines of a rectangle, so inclusion-exclusion over the lines is used."""

    axis: str
    scan: Lines = "auto"
    method: Method = "faults"
    why: str = "the rectangles between lines that no tile crosses are tiled independently"

    def run(self, job: Job) -> Count:
        """Count."""
        problem = job.problem.without_rules()
        resources = replace(job.resources, saving=None)
        states = nbytes = 0

        @cache
        def tilings(rows: int, columns: int) -> int:
            nonlocal states, nbytes
            board = Board.rectangle(rows, columns)
            empty = board.area if problem.empty_most else 0
            part = Job(
                Problem(board, *problem.pieces, turn=problem.turn, empty=empty),
                job.modulus,
                resources,
            )
            result = choose_plan(part, "auto", True).run(part)
            states, nbytes = max(states, result.states), max(nbytes, result.nbytes)
            return result.value

        height, width = problem.board.shape
        value = fault_free_tilings(
            height,
            width,
            tilings,
            across=self.axis != "rows",
            along=self.axis != "columns",
        )
        return Count(value, self.method, "auto", states=states, nbytes=nbytes, why=self.why)


@dataclass(frozen=True)
class ByComponents:
    """One layer after another, by connected parts."""

    parts: ComponentScan
    folded: bool
    why: str
    method: Method = "components"

    def run(self, job: Job) -> Count:
        """Count."""
        parts = self.parts
        parts.check_memory(job.resources.allowed)
        job.resources.explain(
            lambda: f"about {parts.ahead.states:.2g} states in a layer were expected"
        )
        frontier = parts.frontier(self.folded, job.resources.tuning)
        large = (
            f"when scanning by {parts.scan}, the frontier is {parts.width} cells wide, and its "
            f"parts have up to {max(parts.sizes)} cells"
        )
        return job.count_along(frontier, self, parts.scan, frontier.folded, large)

    @staticmethod
    def second_opinion(job: Job, first: Count, folded: bool) -> SecondOpinion:
        """Return a count by placements, along the other lines, or from the other end."""
        lines: Lines = "columns" if first.scan == "rows" else "rows"
        here, there = _scan_parts(job, first.scan), _scan_parts(job, lines)
        allowed, patience = job.resources.allowed, _patience(first)
        if (
            here.placements is not None
            and here.placements.seconds(here.mask.size, allowed) < patience
        ):
            return SecondOpinion(
                lambda: choose_plan(job, "auto", folded, "placements"),
                "check by placements",
                "counting by placements gives the same number",
            )
        if _are_parts_affordable(there, allowed, patience):
            plan = ByComponents(there, not folded, _SECOND)
            return SecondOpinion(
                lambda: plan, f"check by {lines}", f"counting by {lines} gives the same number"
            )
        turned = ByComponents(here.reverse_lines(), False, _SECOND)
        message = (
            f"counting by {first.scan} from the other end, without symmetry, gives the same number"
        )
        return SecondOpinion(lambda: turned, "check by counting from the other end", message)


def choose_plan(job: Job, lines: Lines, folded: bool, method: MethodChoice = "auto") -> Plan:
    """Choose how to count a problem, or how to resume a count."""
    problem, begun = job.problem, job.begun
    if lines == "cells":
        if method == "components":
            raise EngineError("counting by components requires whole lines, not single cells")
        return ByLayers(lines, folded, "requested with `direction`")
    axis = None if lines == "auto" else _axis(problem, lines)
    # Before anything is compiled.
    if area_reason(problem):
        return ByArea(lines)
    if lines == "auto" and method == "auto" and not begun:
        way = _find_matchings(job)
        if way is not None:
            return ByMatching(way, _matching_reason(way))
    if lines == "auto" and method == "auto" and (axis_of := _find_fault_axis(problem)) is not None:
        return ByFaults(axis_of)
    leaves = method == "auto" and lines == "auto"
    if leaves and not begun and (nodes := short_listing(job.cover)) is not None:
        return ByListing(f"a search ends after {counted(nodes, 'node')}")
    by_parts = "components" in (method, begun)
    if by_parts or (method == "auto" and not begun and has_large_pieces(problem)):
        parts = component_scan(problem, lines)
        if parts is not None and (by_parts or parts.is_better(job.resources.allowed)):
            why = (
                "requested with `method`"
                if by_parts
                else "this is estimated to be faster than counting by placements"
            )
            return ByComponents(parts, folded, why)
        if method == "components":
            raise EngineError(
                "counting by components requires all polyominoes of one or more sizes in any "
                "number (such as hexominoes+), no marks, and a board without cells that may stay "
                "empty"
            )
    repeat = find_repeat(problem, axis)
    if repeat is None:
        return ByLayers(
            lines,
            folded,
            "the rows of this problem differ, so they cannot share a state graph",
            leaves,
        )
    if repeat.length % repeat.period:
        return ByArea(lines)
    if lines == "auto" and problem.board.surface.joined and _is_wide(job, repeat):
        return ByLayers(
            lines,
            folded,
            f"joined sides make the frontier for identical {repeat.lines} wider than usual",
            leaves,
        )
    if repeat.length > repeat.reach + 2:
        return ByRows(repeat, folded, leaves)
    return ByLayers(
        lines, folded, "the board is short, so most states of a longer board cannot occur", leaves
    )


def _find_fault_axis(problem: Problem) -> str | None:
    """Return the axis of the only rule, if it requires tiles to cross the lines of a rectangle with
    unlimited pieces, or None for other problems.
    """
    if len(problem.rules) != 1 or not isinstance(rule := problem.rules[0], FaultFree):
        return None
    board = problem.board
    if not (board.is_rectangle and is_flat_squares(board)) or min(board.shape) > _LINES:
        return None
    # The cells of a piece on both sides of a line need not be neighbors if it has several parts.
    if not all(piece.polyomino.is_connected() for piece in problem.pieces):
        return None
    plain = problem.without_rules()
    return rule.axis if find_repeat(plain, 0) is not None else None


def _find_matchings(job: Job) -> Way | None:
    """Return the fastest way to count by matchings, if it is faster than the frontier."""
    if any(len(piece.polyomino) != 2 for piece in job.problem.pieces):
        return None
    from tilewright.counting.answers.matchings import best_way

    return best_way(job.problem, lambda: job.cover)


def _matching_reason(way: Way) -> str:
    """Return the reason why matchings are counted."""
    rows = counted(way.rows, "row")
    return (
        f"all pieces have two cells, so one determinant of {rows} gives the number of perfect "
        "matchings"
        if way.pfaffians == 1
        else f"all pieces have two cells, so {way.pfaffians} determinants of {rows} give the "
        "number of perfect matchings"
    )


def sum_tilings(
    problem: Problem,
    resources: Resources,
    nothing: T,
    of_copies: Callable[[Sequence[int], int], T],
    *ways: Callable[[], T | None],
) -> T:
    """Return a value that is a sum over all tilings.

    If all tilings have the same copies of each piece, `of_copies` computes the value from these
    copies and the number of tilings. Otherwise, it is the first value that another way returns.
    """
    if area_reason(problem):
        return nothing
    if all(piece.least == piece.most for piece in problem.pieces):
        copies = [piece.least for piece in problem.pieces]
        tiles = zip(problem.pieces, copies, strict=True)
        empty = problem.board.area - sum(len(piece.polyomino) * used for piece, used in tiles)
        job = Job(problem, 0, resources)
        result = choose_plan(job, "auto", True).run(job)
        resources.stay_within(result.states, result.nbytes, result.why)
        return of_copies([*copies, empty], result.value)
    return next(value for way in ways if (value := way()) is not None)


def _axis(problem: Problem, lines: Lines) -> int:
    """Return the axis along which the lines are ordered."""
    names = axis_names(len(problem.board.shape))
    if lines not in names:
        raise EngineError(
            f"{problem.board} cannot be scanned by {lines}. Supported: {', '.join(names)}",
            where="direction",
        )
    return names.index(lines)


def _scan_parts(job: Job, lines: Lines) -> ComponentScan:
    parts = component_scan(job.problem, lines)
    assert parts is not None
    return parts


def _are_parts_affordable(parts: ComponentScan, allowed: int, patience: float) -> bool:
    """Return whether a count by parts is not much more expensive than the first count."""
    return parts.ahead.nbytes < allowed and parts.seconds < patience


def _patience(result: Count) -> float:
    """Return the time limit for a second count, in seconds."""
    return 10.0 + 5.0 * result.seconds


def _is_scan_affordable(job: Job, lines: Lines) -> bool:
    """Return whether a scan is not much wider than the best scan."""
    repeat = find_repeat(job.problem, _axis(job.problem, lines))
    if repeat is not None:
        return estimate(repeat).layer_bytes < min(job.resources.allowed, 1 << 30)
    loads = _estimate_loads(job)
    return loads[lines] <= max(min(loads.values()) + _WIDER, 14)


def _is_wide(job: Job, repeat: Repeat) -> bool:
    """Whether equal lines have a much wider frontier than those that joined sides make unequal."""
    loads = _estimate_loads(job)
    return loads[repeat.lines] > min(loads.values()) + _WIDER


def _estimate_loads(job: Job) -> dict[Lines, float]:
    """Return the logarithm of the estimated number of states of the scan for each kind of line."""
    loads: dict[Lines, float] = {}
    for way in board_scans(job.cover.cells, folded=False):
        load = scan_width(job.options, way.position)[1]
        loads[way.name] = min(load, loads.get(way.name, load))
    return loads


#: By how much the logarithm of the states may be larger than for other lines.
_WIDER = 4
#: Rectangles with more rows and columns have too many partitions into blocks.
_LINES = 40
_Plans = ByArea | ByRows | ByLayers | ByComponents | ByListing | ByMatching | ByFaults
#: The plans by their methods.
_PLANS: dict[Method, type[_Plans]] = {plan.method: plan for plan in get_args(_Plans)}


def verify_count(job: Job, result: Count, folded: bool) -> Count:
    """Return a result that is verified by a second count: by listing if the number is small, and
    otherwise with another method.
    """
    if result.method in ("listing", "proof"):
        return verify_again(job, result, folded)
    again = recount(job.problem, result.value, modulus=job.modulus, tuning=job.resources.tuning)
    return (
        verify_again(job, result, folded)
        if again is None
        else _confirm_count(result, again, LISTED)
    )


def verify_again(job: Job, result: Count, folded: bool) -> Count:
    """Return a result that is verified by the second opinion of its plan."""
    if result.method == "proof":
        return replace(result, checked="the proof was verified in exact integer arithmetic")
    second = _PLANS[result.method].second_opinion(job, result, folded)
    if second is None:
        return replace(result, checked="the areas of the pieces rule out any tiling")
    return _confirm_count(result, job.run_step(second.step, second.plan).value, second.message)


def _confirm_count(result: Count, again: int, method: str) -> Count:
    if again != result.value:
        raise disagreement("", result.value, again, method)
    return replace(result, checked=method)
