"""Advice: the next step that a person could find, what has to go, and in how many ways a game can be finished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tilewright.cover import Cover, compile_cover
from tilewright.deadline import Deadline
from tilewright.deduction import (
    LARGEST,
    Candidates,
    Contradiction,
    Deducer,
    Step,
    StepKind,
    Words,
    called,
    placement_number,
    placement_of,
    plain,
    spoken,
)
from tilewright.lattices.lattice import Cell
from tilewright.placement import Placement
from tilewright.play.position import Position
from tilewright.play.remaining import Found, WaysLeft, first_tilings, ways
from tilewright.play.state import Edge
from tilewright.problem import Problem
from tilewright.tiling import Tiling

#: How many solutions a suggestion is drawn from, at most, and among how many cells it is looked for.
_SOLUTIONS = 20_000
_LOOKS = 6


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint: what to do next, and why.

    Parameters
    ----------
    action : {"place", "lift", "outline", "done", "none"}
        *place* and *lift*: place or remove `placement`. *outline*: a drawn edge or a closed region is wrong. *done*: the
        puzzle is solved. *none*: no hint is available.
    words : Words
        The reason; `text` writes its cells as ``row,column``, counted from 0.
    placement : Placement or None
        The piece to place or lift, with its cells.
    cells : tuple of cells
        The cells to look at.
    kinds : tuple of str
        The kinds of the deductions used (see `tilewright.deduction`). ``"ahead"``: every other way to cover the cell fails
        later. ``"try"``: a suggestion without a proof. ``"look"``: the step comes from a known solution.
    edges : tuple of Edge
        The edges that are wrong.
    """

    action: Literal["place", "lift", "outline", "done", "none"]
    words: Words
    placement: Placement | None = None
    cells: tuple[Cell, ...] = ()
    kinds: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()

    @property
    def text(self) -> str:
        """The reason as text."""
        return plain(self.words)


def deduce(
    problem: Problem,
    placed: tuple[Placement, ...],
    solution: Tiling,
    timeout: float = 2.0,
    others: Callable[[float], Found] | None = None,
    closed: frozenset[tuple[Cell, ...]] = frozenset(),
) -> Hint:
    """Return the next placement that can be deduced, or else one of `solution` with what speaks for it.

    `others` finds solutions within a time: how often a placement is among them is a reason to try it. What is `closed` needs no hint.
    """
    deadline = Deadline(timeout)
    cover = compile_cover(problem)
    if cover.size <= LARGEST:
        numbers = [placement_number(cover, placement) for placement in (*problem.placed, *placed)]
        if None not in numbers:
            deducer = Deducer(cover)
            position = deducer.start(tuple(n for n in numbers if n is not None))
            found = _until_placement(deducer, position, deadline, closed)
            if found is None and not deducer.solved(position):
                left = max(0.2, deadline.left)
                found = _suggest(deducer, position, solution, others(left) if others else None, closed)
            if found is not None:
                return found
    return _look_up(problem, placed, solution, closed)


def _suggest(
    deducer: Deducer,
    position: Candidates,
    solution: Tiling,
    known: Found | None,
    closed: frozenset[tuple[Cell, ...]],
) -> Hint | None:
    """Suggest what to place where no simple step is left: where few placements fit, and how often solutions have one there.

    A suggestion is no step of a proof, but its numbers hold: placements that were excluded are in no solution.
    """
    places = deducer.places(position)
    tilings = known.tilings if known is not None and known.tilings else (solution,)
    every = known is not None and known.complete and len(tilings) == len(known.tilings)
    # What a solution leaves empty is no place to begin.
    open_ = {cell for _, cells in solution if cells not in closed for cell in cells}
    looks = [cell for cell in sorted(places, key=lambda each: places[each]) if cell in open_]
    if not looks:
        return None
    counted = {cell: Counter(_tile_at(tiling, cell) for tiling in tilings) for cell in looks[:_LOOKS]}
    alike = [cell for cell, count in counted.items() if every and len(count) == 1]
    cell = (alike or looks)[0]
    # A cell that most solutions leave empty has a piece in others, and the piece is what is placed and counted.
    pieces = Counter({tile: times for tile, times in counted[cell].items() if tile[0]})
    ((piece, where), times) = next(iter(pieces.most_common(1)), (_tile_at(solution, cell), 0))
    cells = tuple(
        tuple(at) for at in np.argwhere(np.frombuffer(where, dtype=bool).reshape(solution.shape)).tolist()
    )
    name = called(deducer.cover.problem.pieces, _number(deducer.cover, piece))
    new = "new " if known is not None and known.new else ""
    if alike and new:
        kind, why = "ahead", f"; looking further ahead, only {name} like this leads to a new solution"
    elif alike and places[cell] == 1:
        kind, why = "ahead", f"; looking further ahead, the cell cannot stay empty: {name} goes here"
    elif alike:
        kind, why = "ahead", f"; looking further ahead, all but one lead to a dead end: {name} goes here"
    elif every and times:
        kind, why = (
            "try",
            f"; {name} lies like this in {times:,} of {len(tilings):,} {new}solutions, so try it first",
        )
    else:
        kind, why = "try", f"; begin where few fit: with {name} like this there is a solution"
    fewest = min(number for number in places.values() if number)
    return Hint(
        "place",
        (*_few(cell, places[cell], fewest), why),
        Placement(piece, cells),
        (cell,),
        (kind,),
    )


def _few(cell: Cell, left: int, fewest: int) -> tuple[str | Cell, ...]:
    """Say how many placements are left on a cell, and whether no cell has fewer, apart from those that have none."""
    if left == fewest:
        are = "1 is left" if left == 1 else f"{left} are left"
        return ("the cell with the fewest possible placements is ", cell, f": {are}")
    return (f"{left} possible placements are left on the cell ", cell)


def _tile_at(tiling: Tiling, cell: Cell) -> tuple[str, bytes]:
    """Return the piece on a cell and a mask of its cells; an empty name where the cell stays empty."""
    label = int(tiling.labels[cell])
    return (tiling.piece_names()[label] if label >= 0 else ""), (tiling.labels == label).tobytes()


def _number(cover: Cover, piece: str) -> int:
    """Return the number of a piece by its name."""
    return [each.name for each in cover.problem.pieces].index(piece)


def _until_placement(
    deducer: Deducer, position: Candidates, deadline: Deadline, closed: frozenset[tuple[Cell, ...]]
) -> Hint | None:
    """Make deductions until one of them is a placement."""
    before: list[Step] = []
    # Symmetry is left out: it holds up to turning the board, and the player may have turned it otherwise.
    kinds: frozenset[StepKind] = frozenset({"cell", "piece", "region", "blocked", "trial"})
    try:
        while not deadline.passed:
            step = deducer.next_step(position, kinds, deadline)
            if step is None:
                return None
            fresh = (placement_of(deducer.cover, number) for number in step.chosen)
            placement = next((each for each in fresh if each.cells not in closed), None)
            if placement is not None:
                return Hint(
                    "place",
                    _story(before, step),
                    placement,
                    step.cells,
                    tuple(dict.fromkeys(s.kind for s in (*before, step))),
                )
            before.append(step)
            deducer.take(position, step)
    except Contradiction:
        return None
    return None


def _story(before: list[Step], step: Step) -> Words:
    if not before:
        return step.words
    reasons = list(dict.fromkeys(s.words for s in before if s.kind != "trial"))[:2]
    trials = [s.words for s in before if s.kind == "trial"]
    if trials:
        others = "one other place fails" if len(trials) == 2 else f"{len(trials) - 1} other places fail"
        reasons.append(
            (*spoken(trials[-1]), *((f" ({others} in a similar way)",) if len(trials) > 1 else ()))
        )
    joined = [part for reason in reasons for part in ("; ", *spoken(reason))]
    return (*joined[1:], "; so ", *spoken(step.words))


def _look_up(
    problem: Problem,
    placed: tuple[Placement, ...],
    solution: Tiling,
    closed: frozenset[tuple[Cell, ...]],
) -> Hint:
    taken = {cell for placement in (*problem.placed, *placed) for cell in placement.cells}
    for piece, cells in solution:
        if cells[0] not in taken and cells not in closed:
            placement = Placement(piece, cells)
            text = "this piece is part of a solution"
            return Hint("place", text, placement, cells, ("look",))
    return Hint("done", "everything is in the right place")


def find_ways(position: Position, timeout: float, known: int | None = None) -> WaysLeft:
    """Return in how many ways the board can be finished, with what is placed and what is drawn.

    What is `known` is how many tilings the puzzle has up to symmetry; it is about a board that nobody has touched.
    """
    if any(region.kind == "wrong" for region in position.regions):
        return WaysLeft(0, True)
    touched = position.tiles or position.drawn
    tiles, placed = position.tiles, position.state.placed
    found = WaysLeft(0, True)
    if not position.exceeds(tiles):
        found = ways(position.rest(tiles, position.drawn), timeout, None if touched else known)
    if found.exact and not found.count and len(placed) < len(tiles):
        # An outline that is a piece may also be divided further, or stay empty.
        found = ways(position.rest(placed, position.drawn), timeout)
    return found


def find_hint(position: Position, timeout: float, found: Iterable[Mapping[Cell, str]] = ()) -> Hint:
    """Return the next step that a person could find; or what has to go first.

    Where it is looked up, it leads away from the solutions that were `found` before, if there are others: each is the piece
    on each of its cells, and its images are the same.
    """
    if position.solved:
        return Hint("done", "everything is in the right place")
    wrong = find_wrong(position, timeout)
    if wrong is not None:
        return wrong
    known = _images(position, found)
    tiles = position.tiles
    if not (_tilings(position, tiles, position.drawn, timeout)).tilings:
        tiles = position.state.placed
    ways = first_tilings(position.rest(tiles, position.drawn), len(known) + 1, timeout)
    if not ways.tilings:
        return Hint("none", "time ran out before a solution was found; ask again")
    fresh = (tiling for tiling in ways.tilings if _owners(tiling) not in known)
    rest = position.rest(tiles, position.drawn)

    def others(seconds: float) -> Found:
        every = first_tilings(rest, _SOLUTIONS, seconds)
        new = tuple(tiling for tiling in every.tilings if _owners(tiling) not in known) if known else ()
        return Found(new or every.tilings, every.complete, bool(new))

    closed = frozenset(region.cells for region in position.regions)
    return deduce(position.rules.problem, tiles, next(fresh, ways.tilings[0]), timeout, others, closed)


def _owners(tiling: Iterable[tuple[str, tuple[Cell, ...]]]) -> frozenset[tuple[Cell, str]]:
    """Return the piece on each cell."""
    return frozenset((cell, piece) for piece, cells in tiling for cell in cells)


def _images(position: Position, found: Iterable[Mapping[Cell, str]]) -> set[frozenset[tuple[Cell, str]]]:
    """Return the solutions that were found, and all their images."""
    each = [dict(one) for one in found]
    if not each:
        return set()
    cover = compile_cover(position.rules.problem)
    cells = [tuple(cell) for cell in cover.cells.tolist()]
    moves = [
        dict(zip(cells, (cells[to] for to in one.cells.tolist()), strict=True))
        for one in cover.cell_symmetries()
    ]
    return {
        frozenset((move[cell], piece) for cell, piece in one.items() if cell in move)
        for one in each
        for move in moves
    }


def find_wrong(position: Position, timeout: float) -> Hint | None:
    """Return what has to go; None if all may be right, or that was not found out in time."""
    for region in position.regions:
        if region.kind == "wrong":
            return Hint("outline", _misfit(position, region.cells), None, region.cells)
    deadline = Deadline(timeout)
    tiles = position.tiles
    number = _first_wrong(len(tiles), lambda some, left: _tilings(position, tiles[:some], (), left), deadline)
    if number is not None:
        free = _tilings(position, position.state.placed, position.drawn, max(0.05, deadline.left))
        if position.rules.drawn and (free.tilings or not free.complete):
            # An outline that is a piece may also be divided further, or stay empty.
            return None
        guilty = tiles[number]
        rules = position.rules
        name = called(rules.problem.pieces, rules.number(guilty.piece))
        text = f"with {name} here, the board cannot be finished"
        return Hint("outline" if position.rules.drawn else "lift", text, guilty, guilty.cells)
    edges = sorted(position.drawn)
    number = _first_wrong(
        len(edges), lambda some, left: _tilings(position, tiles, edges[:some], left), deadline
    )
    if number is not None:
        edge = edges[number]
        text = "this edge separates two cells of one piece; with it, the board cannot be finished"
        return Hint("outline", text, None, edge, edges=(edge,))
    return None


def _misfit(position: Position, cells: tuple[Cell, ...]) -> str:
    """Say why no pieces make up a closed region: it has too many or too few cells, another shape, or its dots elsewhere."""
    rules = position.rules
    size, sizes = len(cells), {len(piece.polyomino) for piece in rules.problem.pieces}
    region = f"this closed region of {size} cell{'' if size == 1 else 's'}"
    if len(sizes) == 1 and size % min(sizes):
        return f"{region} cannot be filled, because each piece has {min(sizes)} cells"
    dots = " with their dots" if rules.problem.board.marks.any() else ""
    if size > rules.largest:
        return f"{region} cannot be filled by pieces{dots}"
    shapes = {oriented.cells for orientations in rules.orientations for oriented, _ in orientations}
    first = [min(axis) for axis in zip(*cells, strict=True)]
    moved = tuple(sorted(tuple(at - low for at, low in zip(cell, first, strict=True)) for cell in cells))
    if moved in shapes:
        return f"{region} has the shape of a piece, but not its dots"
    return f"{region} does not have the shape of a piece"


def _tilings(
    position: Position, placed: tuple[Placement, ...], edges: Iterable[Edge], timeout: float
) -> Found:
    """Return a tiling of what is left, if there is one: none if more copies are placed than there are."""
    if position.exceeds(placed):
        return Found((), True)
    return first_tilings(position.rest(placed, edges), 1, timeout)


def _first_wrong(number: int, tilings: Callable[[int, float], Found], deadline: Deadline) -> int | None:
    """Return the first of some things after which the board cannot be finished any more; None if it can with all."""

    def hopeless(some: int) -> bool:
        found = tilings(some, max(0.05, deadline.left))
        return found.complete and not found.tilings

    if not number or not hopeless(number):
        return None
    good, bad = 0, number
    while bad - good > 1:
        middle = (good + bad) // 2
        if hopeless(middle):
            bad = middle
        else:
            good = middle
    return bad - 1
