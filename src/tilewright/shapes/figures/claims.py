"""The claims of answers about figures and the fewest cells, verified only from JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from tilewright.errors import joined, quoted
from tilewright.model.board import Board
from tilewright.model.claims import Claim, ClaimError, Unchecked, check_fields, judge
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling
from tilewright.shapes.cells import holes_of
from tilewright.shapes.figures.fewest_problem import REQUIREMENTS
from tilewright.shapes.figures.problem import FigureProblem, is_convex
from tilewright.shapes.figures.symmetries import has_symmetry
from tilewright.solving.search import two_solutions
from tilewright.system.values.arguments import counted

_FIELDS = ("figure", "cells", "figures", "least", "proven", "complete", "excluded", "nodes")
_NODES = ("nodes",)
_REPEAT = "verification does not repeat the complete searches that the proof relies on"


def figure_claims(data: dict[str, Any]) -> Iterator[Claim]:
    """Verify the JSON of `Figures`: the figures, and what is proven about smaller ones."""
    check_fields(data, (*_FIELDS, "reason"), "a `figure` answer", _FIELDS)
    problem = FigureProblem.from_json(data["figure"])
    if not isinstance(data["figures"], list) or type(data["least"]) is not int:
        raise ClaimError("'figures' must be a list, and 'least' an integer")
    seen: set[Polyform] = set()

    def check(record: Any) -> None:
        check_fields(record, ("tilings",), "a figure", ("tilings",))
        shape = _check_figure(problem, [Tiling.from_json(tiling) for tiling in record["tilings"]])
        if len(shape) != data["cells"]:
            raise ClaimError(f"the figure has {len(shape)} cells, not {data['cells']}")
        form = shape.canonical(problem.equivalence)
        if form in seen:
            raise ClaimError("the figure is equal to an earlier figure up to symmetry")
        seen.add(form)

    for number, record in enumerate(data["figures"], start=1):
        claim = f"figure {number} has the stated tilings and properties"
        yield judge(claim, partial(check, record), not_checked=_NODES)
    least, size = data["least"], data["cells"]
    none = not data["figures"] and data["complete"] is True
    claim = "there is no figure" if none else f"no figure has fewer than {least} cells"
    bounds = judge(claim, lambda: _check_bounds(problem, data, none=none), not_checked=_NODES)
    yield bounds
    if bounds.holds is not False and data["figures"] and data["complete"] is True:
        claim = f"there is no other figure of {size} cells"
        yield Claim(claim, None, _REPEAT, not_checked=_NODES)


def _check_figure(problem: FigureProblem, tilings: list[Tiling]) -> Polyform:
    """Return the figure of tilings, or raise ClaimError if it does not meet the conditions of the
    problem.
    """
    if len(tilings) != len(problem.layers):
        raise ClaimError(
            f"expected {len(problem.layers)} tilings of the figure, got {len(tilings)}"
        )
    mask = tilings[0].labels != OUTSIDE
    for number, (tiling, pieces) in enumerate(zip(tilings, problem.layers, strict=True), start=1):
        if tiling.lattice is not problem.lattice or tiling.surface.joined:
            raise ClaimError(f"tiling {number} is not a flat tiling of {problem.lattice.cells}")
        if not np.array_equal(tiling.labels != OUTSIDE, mask):
            raise ClaimError(f"tiling {number} does not cover the same cells as the first tiling")
        board = Board(mask, lattice=problem.lattice)
        if faults := tiling.faults(Problem(board, *pieces, turn=problem.turn)):
            raise ClaimError(f"tiling {number}: {joined(faults)}")
        if len(tiling) not in problem.tiles:
            raise ClaimError(f"tiling {number} has {len(tiling)} tiles")
        if problem.one_tiling and _count_tilings(problem, board, pieces) != 1:
            raise ClaimError(f"tiling {number} is not unique")
        used = Counter(tiling.piece_names())
        if problem.equal and len({used[piece.name] for piece in pieces}) > 1:
            raise ClaimError(f"tiling {number} does not use all its pieces equally often")
    if problem.different:
        tiles = [cells for tiling in tilings for _, cells in tiling]
        if len(set(tiles)) < len(tiles):
            raise ClaimError("two tilings share a tile")
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
        holes = len(holes_of(problem.lattice, shape.cells))
        if holes != problem.holes:
            raise ClaimError(f"the figure has {holes} holes")
    if problem.enlarges:
        shapes = [
            Polyform.from_array(target, target.lattice) for target in problem.boards(len(shape))
        ]
        if shape not in shapes:
            raise ClaimError(f"the figure is not an enlargement of {problem.enlarges}")
    elif problem.scale > 1:
        small = shape.array()[:: problem.scale, :: problem.scale]
        large = small.repeat(problem.scale, axis=0).repeat(problem.scale, axis=1)
        if not np.array_equal(large, shape.array()):
            raise ClaimError(
                f"the figure is not a polyomino enlarged by a factor of {problem.scale}"
            )
    return shape


def _count_tilings(problem: FigureProblem, board: Board, layer: tuple[Piece, ...]) -> int:
    """Return the number of tilings of a figure by a layer up to symmetry, at most 2."""
    return sum(
        len(two_solutions(question, engine="dance")) for question in problem.problems(layer, board)
    )


def _check_bounds(problem: FigureProblem, data: dict[str, Any], *, none: bool) -> None:
    """Verify which sizes are excluded, as far as this needs no search. `none` means that all sizes
    are excluded.
    """
    least, size = data["least"], data["cells"]
    if (size is not None) is not bool(data["figures"]):
        raise ClaimError("'cells' and 'figures' contradict each other")
    proven = data["complete"] if size is None else size <= least
    if data["proven"] is not proven:
        raise ClaimError(f"'proven' must be {str(proven).lower()}")
    most = problem.most_cells()
    if (reason := data.get("reason")) is not None:
        # Areas or a coloring exclude all sizes.
        if reason != problem.reason:
            raise ClaimError(f"the stated reason {quoted(reason)} is wrong")
        if not none:
            raise ClaimError("'complete' and 'reason' contradict each other")
    elif none and (most is None or least <= most):
        raise ClaimError("larger figures are not ruled out")
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
        elif because is None or stated_reason != because:
            raise ClaimError(f"{cells} cells are not ruled out by {stated_reason}")
    if stated:
        raise ClaimError(f"{min(stated)} cells are listed as excluded, but 'least' is only {least}")
    if searched:
        raise Unchecked(_REPEAT)


def fewest_claims(data: dict[str, Any]) -> Iterator[Claim]:
    """Verify the JSON of a `Fewest`."""
    of = REQUIREMENTS.get(data["fewest"])
    if of is None:
        raise ClaimError(f"unknown requirement {data['fewest']!r}")
    fields = ("fewest", *of.fields, "size", "cells")
    check_fields(data, (*fields, "least", "proven"), "a `fewest` answer", fields)
    requirement = of.from_json(data)
    positions = [tuple(cell) for cell in data["cells"]]
    if any(
        len(cell) != requirement.lattice.dimension or any(type(x) is not int for x in cell)
        for cell in positions
    ):
        raise ClaimError("'cells' must contain cells of the lattice")
    cells = frozenset(positions)
    # Answers of earlier versions were all proven.
    least = data.get("least", len(cells))

    def check() -> None:
        if len(cells) < len(positions):
            raise ClaimError("a cell is listed twice")
        if type(data["size"]) is not int or data["size"] != len(cells):
            raise ClaimError(f"'size' must be {len(cells)}")
        if type(least) is not int or not 0 <= least <= len(cells):
            raise ClaimError(f"'least' must be an integer from 0 to {len(cells)}")
        if data.get("proven", least == len(cells)) is not (least == len(cells)):
            raise ClaimError(f"'proven' must be {str(least == len(cells)).lower()}")
        requirement.check(cells)

    found = judge(requirement.text(len(positions)), check)
    yield found
    if found.holds and least:
        bound = "fewer cells" if least == len(cells) else f"fewer than {counted(least, 'cell')}"
        yield Claim(f"{bound} are not enough", None, "verification does not repeat the search")
