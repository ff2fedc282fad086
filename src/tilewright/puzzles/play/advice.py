"""Advice: the next step that a person could find, the pieces to remove, and the number of ways to
finish a game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tilewright.formats.request import as_puzzle
from tilewright.model.board import shown_letters
from tilewright.model.cover import Cover, compile_cover, placement_number, placement_of
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.model.space.lattice import Cell
from tilewright.model.tiling import Tiling
from tilewright.puzzles.deduction import (
    LARGEST,
    Candidates,
    Deducer,
    Explainer,
    Scene,
    Words,
    called,
    joined,
    plain,
    sentence,
    this_cell,
    words_json,
)
from tilewright.puzzles.play.position import Position
from tilewright.puzzles.play.remaining import FirstTilings, WaysLeft, first_tilings, ways
from tilewright.puzzles.play.rulebook import rulebook
from tilewright.puzzles.play.state import Edge, State
from tilewright.system.work.deadline import Deadline

#: How many solutions a suggestion is drawn from, at most, and among how many cells it is looked
#: for.
_SOLUTIONS = 1000
_LOOKS = 6
#: How many of the pieces are shown that follow a suggestion.
_FOLLOW = 3


@dataclass(frozen=True, slots=True)
class HintPicture:
    """One picture of a hint: a sentence, pieces to show on the board, and cells to mark.

    Parameters
    ----------
    words : Words
        The sentence.
    tried : tuple of Placement
        The pieces that the hint tries out. The first piece is wrong; the other pieces show what
        would follow from placing it.
    cells : tuple of cells
        The cells on the board that the sentence refers to.
    """

    words: Words
    tried: tuple[Placement, ...] = ()
    cells: tuple[Cell, ...] = ()

    @property
    def text(self) -> str:
        """The sentence as text."""
        return plain(self.words)

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> dict[str, Any]:
        """Return the sentence, the tried pieces and the cells as JSON values."""
        return {
            "words": words_json(self.words),
            "tried": [
                {"piece": placement.piece, **_place_json(placement, "cells")}
                for placement in self.tried
            ],
            "cells": _cells_json(self.cells),
        }


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint that explains what to do next, and why.

    Parameters
    ----------
    action : {"place", "lift", "outline", "done", "none"}
        *place* means that the piece `placement` should be placed, and *lift* that it should be
        removed. *outline* means that a drawn edge or a closed region is wrong. *done* means that
        the puzzle is solved, and *none* that no hint is available.
    words : Words
        The reason for the hint, as the parts of a sentence. In `text`, cells are written as
        ``row,column``, counted from 0.
    placement : Placement or None
        The piece to place or remove, with its cells.
    cells : tuple of cells
        The cells that the player should look at.
    kinds : tuple of str
        The kinds of the deductions used (see `tilewright.puzzles.deduction`). ``"ahead"`` means
        that every other way to cover a cell leads to a dead end, some of them only later. ``"try"``
        means that the hint is one of several ways to a solution. ``"look"`` means that the step was
        taken from a known solution.
    edges : tuple of Edge
        The drawn edges that are wrong.
    clue : HintPicture or None
        A first picture, which shows the player where to look without revealing the piece.
    pictures : tuple of HintPicture
        Up to five pictures of the reasoning, showing the numbers left in regions, why another
        placement fails, and what follows from this. If the hint is a guess that was checked, the
        last picture shows pieces that follow it.
    cases : tuple of HintPicture
        One picture for each placement that fails, or for each way to continue after it, if the hint
        needs such pictures. Placements that fail for the same reason share a picture.
    """

    action: Literal["place", "lift", "outline", "done", "none"]
    words: Words
    placement: Placement | None = None
    cells: tuple[Cell, ...] = ()
    kinds: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()
    clue: HintPicture | None = None
    pictures: tuple[HintPicture, ...] = ()
    cases: tuple[HintPicture, ...] = ()

    @property
    def text(self) -> str:
        """The reason as text."""
        return plain(self.words)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        what = "" if self.placement is None else f" {self.placement.word()}"
        return f"<Hint: {self.action}{what}>"

    def to_json(self) -> dict[str, Any]:
        """Return the hint as JSON values.

        In ``words``, a cell is written ``[row, column]``. If a word refers to a place on the board,
        it is an object that also contains the first cell of this place. If the hint does not place
        or remove a piece, ``piece`` is null and ``place`` is empty.

        Examples
        --------
        >>> import tilewright as tw
        >>> hint = tw.hint("2x2 dominoes+")
        >>> {name: hint.to_json()[name] for name in ("action", "piece", "place")}
        {'action': 'place', 'piece': 'domino', 'place': [[0, 0], [0, 1]]}
        """
        placement = self.placement
        return {
            "action": self.action,
            "text": self.text,
            "words": words_json(self.words),
            "piece": None if placement is None else placement.piece,
            **({"place": []} if placement is None else _place_json(placement, "place")),
            "cells": _cells_json(self.cells),
            "kinds": list(self.kinds),
            "edges": [[*first, *second] for first, second in self.edges],
            "clue": None if self.clue is None else self.clue.to_json(),
            "pictures": [picture.to_json() for picture in self.pictures],
            "cases": [case.to_json() for case in self.cases],
        }


def _cells_json(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in cells]


def _place_json(placement: Placement, name: str) -> dict[str, Any]:
    """Return the cells of a placement, with the marks that it shows if a rule depends on them."""
    marks = {"marks": list(placement.marks)} if placement.marks else {}
    return {name: _cells_json(placement.cells), **marks}


def deduce(
    problem: Problem,
    placed: tuple[Placement, ...],
    solution: Tiling,
    timeout: float = 2.0,
    others: Callable[[float], FirstTilings] | None = None,
    closed: frozenset[tuple[Cell, ...]] = frozenset(),
) -> Hint:
    """Return the next placement that can be deduced, or else a placement of `solution` with the
    reasons for it.

    `others` finds solutions within a time limit. The number of solutions that contain a placement
    is a reason to try it. Placements that are `closed` need no hint.
    """
    deadline = Deadline(timeout)
    cover = compile_cover(problem)
    if cover.size <= LARGEST:
        numbers = [placement_number(cover, placement) for placement in (*problem.placed, *placed)]
        if None not in numbers:
            deducer = Deducer(cover)
            position = deducer.start(tuple(n for n in numbers if n is not None))
            step = _explain_placement(deducer, position, deadline, closed)
            if isinstance(step, Explainer):
                left = max(0.2, deadline.left)
                step = _suggest(step, solution, others(left) if others else None, closed)
            if step is not None:
                return step
    return _look_up_placement(problem, placed, solution, closed)


def _suggest(
    explainer: Explainer,
    solution: Tiling,
    known: FirstTilings | None,
    closed: frozenset[tuple[Cell, ...]],
) -> Hint | None:
    """Suggest a placement if no simple step is left, based on the number of placements that fit and
    the solutions that contain them, and show what follows it.

    A suggestion is not a step of a proof, but what it says was checked.
    """
    deducer = explainer.deducer
    places = deducer.places(explainer.position)
    tilings = known.tilings if known is not None and known.tilings else (solution,)
    every = known is not None and known.complete and len(tilings) == len(known.tilings)
    found = _find_beginning(places, tilings, every, closed)
    if found is None:
        return None
    cell, tiles, alike = found
    number = deducer.cover.problem.piece_index
    tile = min(tiles, key=lambda tile: (-tiles[tile], number(tile.piece), tile.cells))
    name = called(deducer.cover.problem.pieces, _piece_number(deducer.cover, tile.piece))
    new = known is not None and known.new
    left = places[cell]
    key, look = "begin", "lookTry"
    if alike:
        key, look = "aheadNew" if new else "ahead", "lookAhead"
        if left == 1:
            key, look = (key, "lookTry") if new else ("covered", "lookCovered")
    elif len(tiles) == left:
        key = "oftenAll"
    elif every and not new:
        key = "often"
    elif len(tiles) > 1:
        key = "oftenMore"
    cases: tuple[HintPicture, ...] = ()
    soon = 0
    if key == "ahead":
        cases, soon = _list_failing(explainer, cell, tile)
        key = "ahead" if not soon else "aheadSome" if soon < left - 1 else "aheadAll"
    why = sentence(
        key,
        piece=name,
        cell=cell,
        number=left,
        other=left - 1,
        times=len(tiles),
        soon=soon,
        late=left - 1 - soon,
    )
    follow: tuple[Placement, ...] = ()
    placed = placement_number(deducer.cover, tile)
    if placed is not None and key not in ("aheadNew", "covered"):
        numbers = explainer.follow(placed)[:_FOLLOW]
        follow = tuple(placement_of(deducer.cover, each) for each in numbers)
        then = sentence("thenFollow", number=len(follow)) if follow else ""
        why = sentence("try", piece=name, why=joined(then, why))
    last = (HintPicture(why, follow),) if follow or cases else ()
    return Hint(
        "place",
        why,
        tile,
        (cell,),
        ("ahead" if alike else "try",),
        clue=_look(look, cell, left),
        pictures=(*cases[:1], *last),
        cases=cases,
    )


def _find_beginning(
    places: Mapping[Cell, int],
    tilings: tuple[Tiling, ...],
    every: bool,
    closed: frozenset[tuple[Cell, ...]],
) -> tuple[Cell, dict[Placement, int], bool] | None:
    """Return where to begin: a cell, how often the tilings have each placement there, and whether
    it is certain, as `every` tiling is given, and all have the same one.
    """
    counted: dict[Cell, dict[Placement, int]] = {}
    for cell in sorted(places, key=lambda cell: places[cell]):
        count = Counter(_tile_at(tiling, cell) for tiling in tilings)
        # A cell that most solutions leave empty has a piece in others, which is what is counted.
        tiles = {tile: n for tile, n in count.items() if tile and tile.cells not in closed}
        # What all solutions leave empty is no place to begin.
        if tiles and every and len(count) == 1:
            return cell, tiles, True
        if tiles:
            counted[cell] = tiles
        if len(counted) == _LOOKS:
            break
    if not counted:
        return None
    # It is best if there are few ways to cover a cell, and if most of them lead to a solution.
    cell = min(counted, key=lambda at: 3 * places[at] - 2 * len(counted[at]))
    return cell, counted[cell], False


def _list_failing(
    explainer: Explainer, cell: Cell, tile: Placement
) -> tuple[tuple[HintPicture, ...], int]:
    """Return why some of the other ways to cover a cell fail soon, and how many do."""
    cover = explainer.deducer.cover
    scenes, soon = explainer.failing(cell, placement_number(cover, tile))
    return tuple(_picture(cover, scene) for scene in scenes), soon


def _look(key: str, cell: Cell, number: int = 0) -> HintPicture:
    """Return where to look for a placement that no step finds."""
    return HintPicture(sentence(key, here=this_cell(cell), number=number), (), (cell,))


def _tile_at(tiling: Tiling, cell: Cell) -> Placement | None:
    """Return the tile on a cell, or None if the cell stays empty."""
    label = int(tiling.labels[cell])
    if label < 0:
        return None
    cells = tuple(tuple(index) for index in np.argwhere(tiling.labels == label).tolist())
    return _as_placement(tiling, tiling.piece_names()[label], cells)


def _as_placement(tiling: Tiling, piece: str, cells: tuple[Cell, ...]) -> Placement:
    """Return a tile of a tiling as a placement, with its marks if the tiling contains them."""
    marks = () if tiling.marks is None else tuple(str(tiling.marks[cell]) for cell in cells)
    return Placement(piece, cells, marks)


def _piece_number(cover: Cover, piece: str) -> int:
    """Return the index of the piece with this name."""
    return [puzzle_piece.name for puzzle_piece in cover.problem.pieces].index(piece)


def _picture(cover: Cover, scene: Scene) -> HintPicture:
    tried = tuple(placement_of(cover, number) for number in scene.tried)
    return HintPicture(scene.words, tried, scene.cells)


def _explain_placement(
    deducer: Deducer, position: Candidates, deadline: Deadline, closed: frozenset[tuple[Cell, ...]]
) -> Hint | Explainer | None:
    """Explain placements until one of them is not closed. Return the explainer if there is no such
    placement in a position that is not solved.
    """
    cover = deducer.cover
    while not deducer.solved(position):
        start = position.copy()
        explainer = Explainer(deducer, position)
        explanation = explainer.explain(deadline)
        if explanation is None:
            # What a person sees is not what the steps have left.
            position.become(start)
            return explainer
        fresh = [placement_of(cover, number) for number in explanation.chosen]
        placement = next((tile for tile in fresh if tile.cells not in closed), None)
        if placement is not None:
            return Hint(
                "place",
                explanation.words,
                placement,
                explanation.cells,
                explanation.kinds,
                clue=_picture(cover, explanation.clue),
                pictures=tuple(_picture(cover, scene) for scene in explanation.scenes),
                cases=tuple(_picture(cover, case) for case in explanation.cases),
            )
        for number in explanation.chosen:
            deducer.choose(start, number)
        position.become(start)
    return None


def _look_up_placement(
    problem: Problem,
    placed: tuple[Placement, ...],
    solution: Tiling,
    closed: frozenset[tuple[Cell, ...]],
) -> Hint:
    taken = {cell for placement in (*problem.placed, *placed) for cell in placement.cells}
    for piece, cells in solution:
        if cells[0] not in taken and cells not in closed:
            placement = _as_placement(solution, piece, cells)
            text = sentence("part")
            clue = _look("lookPart", cells[0])
            return Hint("place", text, placement, cells, ("look",), clue=clue)
    return Hint("done", sentence("inPlace"))


def find_ways(position: Position, timeout: float, known: int | None = None) -> WaysLeft:
    """Return the number of ways to finish the board, given the placed pieces and the drawn
    outlines.

    `known` is the number of tilings of the puzzle up to symmetry. It applies to the initial board.
    """
    if any(region.kind == "wrong" for region in position.regions):
        return WaysLeft(0, True)
    touched = position.tiles or position.drawn
    tiles, placed = position.tiles, position.state.placed
    ways_left = WaysLeft(0, True)
    if not position.exceeds(tiles):
        ways_left = ways(position.rest(tiles, position.drawn), timeout, None if touched else known)
    if ways_left.exact and not ways_left.count and len(placed) < len(tiles):
        # An outline that is a piece may also be divided further, or stay empty.
        ways_left = ways(position.rest(placed, position.drawn), timeout)
    return ways_left


@takes_request
def hint(
    problem: Problem,
    placed: Iterable[Placement | str | tuple[str, Iterable[Cell]]] = (),
    *,
    timeout: float = 2.0,
) -> Hint:
    """Return the next step that a person could find, with the reason, or a piece that must be
    removed first.

    Call the function as ``hint(problem, placed)`` or ``hint(board, *pieces, placed=placed)``.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        The puzzle, in any form that `tilewright.read` accepts. Hints never remove pieces that are
        part of the puzzle.
    placed : iterable of Placement, str or (name, cells)
        The pieces that the player has placed, in any form that `tilewright.Problem` accepts.
    timeout : float
        The time limit, in seconds, for each search needed to find the hint.

    Returns
    -------
    Hint
        The hint, as returned by `Session.hint`.

    Raises
    ------
    ProblemError
        If the problem has faults, or if a placed piece does not fit.

    Examples
    --------
    >>> found = hint("talos:hub-gates-1", timeout=60)
    >>> found.pictures[-1].text, found.placement.word()
    ('only a J can cover the cell 0,3, and only like this', 'J4:0,3-1,3-2,2-2,3')
    >>> hint("talos:hub-gates-1", placed=["Z4:1,0-1,1-2,1-2,2"], timeout=60).action
    'lift'
    """
    after = problem.with_rules(placed=placed)
    after.check()
    rules = rulebook(as_puzzle(problem))
    mine = after.placed[len(problem.placed) :]
    return find_hint(Position(rules, State(tuple(map(rules.settle, mine)))), timeout)


def find_hint(
    position: Position, timeout: float, known_solutions: Iterable[Mapping[Cell, str]] = ()
) -> Hint:
    """Return the next step that a person could find, or the piece that must be removed first.

    If the step comes from a known solution, it leads to a solution that was not known before, if
    possible. A solution gives the piece on each cell, and its images count as the same solution.
    """
    if position.solved:
        return Hint("done", sentence("inPlace"))
    wrong = find_wrong(position, timeout)
    if wrong is not None:
        return wrong
    solutions = [dict(solution) for solution in known_solutions]
    known = _list_images(compile_cover(position.rules.problem), solutions) if solutions else set()
    tiles = position.tiles
    if not (_find_tiling(position, tiles, position.drawn, timeout)).tilings:
        tiles = position.state.placed
    rest = position.rest(tiles, position.drawn)
    ways = first_tilings(rest, len(known) + 1, timeout)
    if not ways.tilings:
        return Hint("none", sentence("noSolution" if ways.complete else "noTime"))
    fresh = (tiling for tiling in ways.tilings if _owners(tiling) not in known)

    def others(seconds: float) -> FirstTilings:
        every = first_tilings(rest, _SOLUTIONS, seconds)
        new: tuple[Tiling, ...] = ()
        if known:
            new = tuple(tiling for tiling in every.tilings if _owners(tiling) not in known)
        return FirstTilings(new or every.tilings, every.complete, bool(new))

    closed = frozenset(region.cells for region in position.regions)
    return deduce(
        position.rules.problem, tiles, next(fresh, ways.tilings[0]), timeout, others, closed
    )


def _owners(tiling: Iterable[tuple[str, tuple[Cell, ...]]]) -> frozenset[tuple[Cell, str]]:
    """Return the piece on each cell."""
    return frozenset((cell, piece) for piece, cells in tiling for cell in cells)


def _list_images(
    cover: Cover, solutions: Iterable[Mapping[Cell, str]]
) -> set[frozenset[tuple[Cell, str]]]:
    """Return some solutions and all their images."""
    cells = [tuple(cell) for cell in cover.cells.tolist()]
    moves = [
        dict(zip(cells, (cells[to] for to in symmetry.cells.tolist()), strict=True))
        for symmetry in cover.cell_symmetries()
    ]
    return {
        frozenset((move[cell], piece) for cell, piece in solution.items() if cell in move)
        for solution in solutions
        for move in moves
    }


def find_wrong(position: Position, timeout: float) -> Hint | None:
    """Return the piece that must be removed, or None if there is no mistake or it was not found in
    time.
    """
    misfits = [region.cells for region in position.regions if region.kind == "wrong"]
    if misfits:
        # A wrong outline often leaves a rest of the board that is wrong, too.
        cells = min(misfits, key=len)
        return Hint("outline", _misfit_words(position, cells), None, cells)
    deadline = Deadline(timeout)
    tiles = position.tiles
    number = _first_wrong(
        len(tiles), lambda some, left: _find_tiling(position, tiles[:some], (), left), deadline
    )
    if number is not None:
        free = _find_tiling(
            position, position.state.placed, position.drawn, max(0.05, deadline.left)
        )
        if position.rules.drawn and (free.tilings or not free.complete):
            # An outline that is a piece may also be divided further, or stay empty.
            return None
        guilty = tiles[number]
        rules = position.rules
        name = called(rules.problem.pieces, rules.number(guilty.piece))
        text = sentence("wrongPiece", piece=name)
        return Hint("outline" if position.rules.drawn else "lift", text, guilty, guilty.cells)
    edges = sorted(position.drawn)
    number = _first_wrong(
        len(edges), lambda some, left: _find_tiling(position, tiles, edges[:some], left), deadline
    )
    if number is not None:
        edge = edges[number]
        text = sentence("wrongEdge")
        return Hint("outline", text, None, edge, edges=(edge,))
    return None


def _misfit_words(position: Position, cells: tuple[Cell, ...]) -> Words:
    """Return why no pieces fill a closed region: its numbers, its size, its shape, or its marks."""
    rules = position.rules
    letters = len(shown_letters(rules.problem.board))
    number, sizes = len(cells), {len(piece.polyomino) for piece in rules.problem.pieces}
    count = 0
    if all("".join(piece.marks) == str(len(piece.polyomino)) for piece in rules.problem.pieces):
        numbers = [
            int(mark) for cell in cells if re.fullmatch("[1-9][0-9]*", mark := rules.marks[cell])
        ]
        total, count = sum(numbers), len(numbers)
        if not numbers:
            return sentence("regionNoNumber", cells=number)
        if total != number:
            return sentence("regionNumber", cells=number, count=count, sum=total)
    if len(sizes) == 1 and number % min(sizes):
        return sentence("regionSize", cells=number, size=min(sizes))
    if any({*edge} <= {*cells} for edge in position.drawn):
        return sentence("regionEdges", cells=number)
    if count > 1:
        return sentence("regionNumbers", cells=number, count=count)
    if number > rules.largest:
        return sentence(
            "regionLargeDots" if letters else "regionLarge", cells=number, letters=letters
        )
    shapes = {oriented.cells for orientations in rules.orientations for oriented, _ in orientations}
    first = [min(axis) for axis in zip(*cells, strict=True)]
    moved = tuple(
        sorted(tuple(at - low for at, low in zip(cell, first, strict=True)) for cell in cells)
    )
    return sentence(
        "regionDots" if moved in shapes else "regionShape", cells=number, letters=letters
    )


def _find_tiling(
    position: Position, placed: tuple[Placement, ...], edges: Iterable[Edge], timeout: float
) -> FirstTilings:
    """Return a tiling of the remaining board; empty if too many copies are placed."""
    if position.exceeds(placed):
        return FirstTilings((), True)
    return first_tilings(position.rest(placed, edges), 1, timeout)


def _first_wrong(
    number: int, tilings: Callable[[int, float], FirstTilings], deadline: Deadline
) -> int | None:
    """Return the first item after which the board cannot be finished, or None."""

    def hopeless(some: int) -> bool:
        answer = tilings(some, max(0.05, deadline.left))
        return answer.complete and not answer.tilings

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
