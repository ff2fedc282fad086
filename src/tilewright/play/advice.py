"""Advice: whether a game can still be finished, in how many ways, what has to go, and what comes next."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

from tilewright.cover import Cover, compile_cover
from tilewright.deduction import called
from tilewright.lattices.lattice import Cell
from tilewright.play.hint import Hint, deduce
from tilewright.play.position import Position
from tilewright.play.remaining import WaysLeft, first_tilings, ways

__all__ = ["find_hint", "find_ways", "find_wrong"]


def find_ways(position: Position, timeout: float, known: int | None = None) -> WaysLeft:
    """Return in how many ways the board can be finished, with what is placed and what is drawn.

    What is `known` is how many tilings the puzzle has up to symmetry; it is about a board that nobody has touched.
    """
    if any(region.kind == "wrong" for region in position.regions):
        return WaysLeft(0, True)
    touched = position.tiles or position.drawn
    return ways(position.rest(position.tiles, position.drawn), timeout, None if touched else known)


def find_hint(position: Position, timeout: float, found: Iterable[Mapping[Cell, str]] = ()) -> Hint:
    """Return the next step that a person could find; or what has to go first.

    Where it is looked up, it leads away from the solutions that were `found` before, if there are others: each is the piece
    on each of its cells, and its images are the same.
    """
    if position.solved:
        return Hint("done", "everything is in its place")
    wrong = find_wrong(position, timeout)
    if wrong is not None:
        return wrong
    known = _images(position, found)
    ways = first_tilings(position.rest(position.tiles, position.drawn), len(known) + 1, timeout)
    if not ways.tilings:
        return Hint("none", "no way to finish was found in this time")
    fresh = (tiling for tiling in ways.tilings if _owners(tiling) not in known)
    return deduce(position.rules.problem, position.tiles, next(fresh, ways.tilings[0]), timeout)


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
    deadline = time.monotonic() + timeout
    tiles = position.tiles
    number = _first_wrong(len(tiles), lambda some: position.rest(tiles[:some], ()), deadline)
    if number is not None:
        guilty = tiles[number]
        rules = position.rules
        name = called(rules.problem.pieces, rules.number(guilty.piece))
        text = f"with {name} here the board can no longer be finished"
        return Hint("outline" if position.rules.drawn else "lift", text, guilty, guilty.cells)
    edges = sorted(position.drawn)
    number = _first_wrong(len(edges), lambda some: position.rest(tiles, edges[:some]), deadline)
    if number is not None:
        edge = edges[number]
        text = "this edge separates two cells of one piece: with it here the board can no longer be finished"
        return Hint("outline", text, None, edge, edges=(edge,))
    return None


def _misfit(position: Position, cells: tuple[Cell, ...]) -> str:
    """Say why no pieces make up a closed region: it has too many or too few cells, another shape, or its dots elsewhere."""
    rules = position.rules
    size, sizes = len(cells), {len(piece.polyomino) for piece in rules.problem.pieces}
    region = f"this closed region of {size} cell{'' if size == 1 else 's'}"
    if len(sizes) == 1 and size % min(sizes):
        return f"{region} does not work out: each piece has {min(sizes)}"
    dots = " with their dots" if rules.problem.board.marks.any() else ""
    if size > rules.largest:
        return f"{region} cannot be filled by pieces{dots}"
    shapes = {oriented.cells for orientations in rules.orientations for oriented, _ in orientations}
    first = [min(axis) for axis in zip(*cells, strict=True)]
    moved = tuple(sorted(tuple(at - low for at, low in zip(cell, first, strict=True)) for cell in cells))
    if moved in shapes:
        return f"{region} has the shape of a piece, but not its dots"
    return f"{region} has not the shape of a piece"


def _first_wrong(number: int, rest: Callable[[int], Cover], deadline: float) -> int | None:
    """Return the first of some things after which the board cannot be finished any more; None if it can with all.

    Parameters
    ----------
    number : int
        How many things there are.
    rest : callable
        What is left to be covered after the first so many.
    deadline : float
    """

    def hopeless(some: int) -> bool:
        found = first_tilings(rest(some), 1, max(0.05, deadline - time.monotonic()))
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
