"""The claims of an answer about figures, verified from its JSON alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from tilewright.errors import RequestError, TilewrightError, joined, quoted
from tilewright.model.board import Board
from tilewright.model.claims import ClaimError, check_fields
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling
from tilewright.shapes.figures.problem import FigureProblem, holes_of, is_convex
from tilewright.shapes.figures.symmetries import has_symmetry
from tilewright.solving.search import two_solutions

_FIELDS = ("figure", "cells", "figures", "least", "proven", "complete", "excluded", "nodes")
_REPEAT = "complete searches prove it, which are not repeated"


def figure_claims(data: dict[str, Any]) -> Iterator[tuple[str, bool | None, str]]:
    """Yield what an answer claims, whether it holds (None if that is not verified), and why not.

    Parameters
    ----------
    data : dict
        What `Figures.to_json` returned.
    """
    try:
        check_fields(data, (*_FIELDS, "reason"), "an answer about figures", _FIELDS)
        problem = FigureProblem.from_json(data["figure"])
        if not isinstance(data["figures"], list) or type(data["least"]) is not int:
            raise ClaimError("'figures' must be a list, and 'least' an integer")
    except (ClaimError, TilewrightError, TypeError) as error:
        yield "the answer is of a known form", False, str(error)
        return
    seen: set[Polyform] = set()
    for number, record in enumerate(data["figures"], start=1):
        claim = f"figure {number} has its tilings and is as it should be"
        try:
            check_fields(record, ("tilings",), "a figure", ("tilings",))
            shape = _check_figure(
                problem, [Tiling.from_json(tiling) for tiling in record["tilings"]]
            )
            if len(shape) != data["cells"]:
                raise ClaimError(f"it has {len(shape)} cells, not {data['cells']}")
            form = shape.canonical(problem.equivalence)
            if form in seen:
                raise ClaimError("an earlier figure is the same up to symmetry")
            seen.add(form)
        except (ClaimError, TilewrightError, TypeError) as error:
            yield claim, False, str(error)
        else:
            yield claim, True, ""
    yield from _check_bounds(problem, data)


def _check_figure(problem: FigureProblem, tilings: list[Tiling]) -> Polyform:
    """Return the figure of tilings.

    Raises
    ------
    ClaimError
        If they do not show what the problem asks for.
    """
    if len(tilings) != len(problem.layers):
        raise ClaimError(f"there must be {len(problem.layers)} tilings, got {len(tilings)}")
    mask = tilings[0].labels != OUTSIDE
    for number, (tiling, pieces) in enumerate(zip(tilings, problem.layers, strict=True), start=1):
        if tiling.lattice is not problem.lattice or tiling.surface.joined:
            raise ClaimError(f"tiling {number} is not of {problem.lattice.cells} in the plane")
        if not np.array_equal(tiling.labels != OUTSIDE, mask):
            raise ClaimError(f"tiling {number} covers other cells than the first one")
        board = Board(mask, lattice=problem.lattice)
        if faults := tiling.faults(Problem(board, *pieces, turn=problem.turn)):
            raise ClaimError(f"tiling {number}: {joined(faults)}")
        if len(tiling) not in problem.tiles:
            raise ClaimError(f"tiling {number} has {len(tiling)} tiles")
        if problem.one_tiling and _count_tilings(problem, board, pieces) != 1:
            raise ClaimError(f"tiling {number} is not the only one")
        used = Counter(tiling.piece_names())
        if problem.equal and len({used[piece.name] for piece in pieces}) > 1:
            raise ClaimError(f"tiling {number} does not use its pieces equally often")
    if problem.different:
        tiles = [cells for tiling in tilings for _, cells in tiling]
        if len(set(tiles)) < len(tiles):
            raise ClaimError("two tilings have a tile in common")
    shape = Polyform.from_array(mask, problem.lattice)
    if not shape.is_connected():
        raise ClaimError("the figure is not connected")
    if not has_symmetry(shape, problem.symmetry):
        raise ClaimError(f"the figure does not have the symmetry {problem.symmetry}")
    if problem.rectangle and not mask.all():
        raise ClaimError("the figure is not a rectangle")
    if problem.convex and not is_convex(shape):
        raise ClaimError("the figure has a gap in a row or column")
    if problem.holes is not None:
        holes = len(holes_of(problem.lattice, frozenset(shape.cells)))
        if holes != problem.holes:
            raise ClaimError(f"the figure has {holes} holes")
    if problem.enlarges:
        shapes = [
            Polyform.from_array(target, target.lattice) for target in problem.boards(len(shape))
        ]
        if shape not in shapes:
            raise ClaimError(f"the figure is not {problem.enlarges}, enlarged")
    elif problem.scale > 1:
        small = shape.array()[:: problem.scale, :: problem.scale]
        large = small.repeat(problem.scale, axis=0).repeat(problem.scale, axis=1)
        if not np.array_equal(large, shape.array()):
            raise ClaimError(f"the figure is no polyomino enlarged by {problem.scale}")
    return shape


def _count_tilings(problem: FigureProblem, board: Board, layer: tuple[Piece, ...]) -> int:
    """Return the number of tilings of a figure by a layer up to symmetry, at most 2."""
    return sum(
        len(two_solutions(question, engine="dance")) for question in problem.problems(layer, board)
    )


def _check_bounds(
    problem: FigureProblem, data: dict[str, Any]
) -> Iterator[tuple[str, bool | None, str]]:
    """Verify which sizes are excluded, as far as no search is needed."""
    least, size, has_figures = data["least"], data["cells"], bool(data["figures"])
    none = not has_figures and data["complete"] is True
    claim = "there is no figure" if none else f"no figure has fewer than {least} cells"
    try:
        if (size is not None) is not has_figures:
            raise ClaimError("'cells' and 'figures' contradict each other")
        proven = data["complete"] if size is None else size <= least
        if data["proven"] is not proven:
            raise ClaimError(f"'proven' must be {str(proven).lower()}")
        most = problem.most_cells()
        if (reason := data.get("reason")) is not None:
            # Areas or a coloring exclude all sizes.
            if reason != problem.reason:
                raise ClaimError(f"the reason is not {quoted(reason)}")
            if not none:
                raise ClaimError("'complete' and 'reason' contradict each other")
        elif none and (most is None or least <= most):
            raise ClaimError("there may be larger figures")
        stated = {}
        for entry in data["excluded"]:
            check_fields(entry, ("cells", "because"), "an excluded size", ("cells", "because"))
            stated[entry["cells"]] = entry["because"]
        searched = False
        for cells in range(1, least):
            because = problem.excluded(cells)
            stated_reason = stated.pop(cells, "areas")
            if because is None and stated_reason == "search":
                searched = True
            elif stated_reason != because:
                raise ClaimError(f"{cells} cells are not excluded by {stated_reason}")
        if stated:
            raise ClaimError(f"{min(stated)} cells are not fewer than {least}")
    except (ClaimError, RequestError, TypeError) as error:
        yield claim, False, str(error)
        return
    yield claim, None if searched else True, _REPEAT if searched else ""
    if has_figures and data["complete"] is True:
        yield f"there is no other figure of {size} cells", None, _REPEAT
