"""The facts that take time, each with a limit: the plane, rectangles and boxes, rep-tiles, and
boards with one cell missing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tilewright.errors import LimitError, PieceError, quoted
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.catalog import POLYFORMS
from tilewright.model.space.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES, Lattice
from tilewright.model.space.polyform import scaled
from tilewright.model.tiling import Tiling
from tilewright.shapes.atlas.records import PieceRecord
from tilewright.shapes.atlas.sets import Family
from tilewright.shapes.atlas.shape import describe
from tilewright.shapes.plane import plane
from tilewright.shapes.rectangles import Effort, boxes, from_record, rectangles, to_record
from tilewright.solving.search import solve
from tilewright.system.values.arguments import check_timeout
from tilewright.system.work.deadline import Deadline

#: Seconds for each fact.
LIMIT = 5.0
#: The largest scale of a rep-tile that is searched for; that of cubes.
_SCALE, _SOLID_SCALE = 5, 3
#: The largest area of a rectangle of which one cell is missing.
_AREA = 65
#: The least seconds for one board.
_LEAST = 0.01
#: The longest proof that a record keeps, in cells.
_PROOF = 2000


@dataclass(frozen=True)
class Fact:
    """A fact that takes time: how to find it, and whether more time could tell more."""

    name: str
    lattices: tuple[Lattice, ...]
    find: Callable[[PieceRecord, float], dict[str, Any]]
    settled: Callable[[dict[str, Any]], bool]
    #: How much it says, to compare: a later search on a busier machine may find less.
    knows: Callable[[dict[str, Any]], tuple[int, ...]]
    #: A piece for which it is found quickly, by all the kernels that others need.
    example: str


def record(piece: str, per_fact: float = LIMIT) -> PieceRecord:
    """Collect what is known about a piece of the atlas.

    Parameters
    ----------
    piece : str
        Its name: ``P5``, ``hexomino:12``, ``hexiamond:sphinx``, or a drawing of a polyform that the
        catalog has.
    per_fact : float
        Seconds for each fact. What is not found by then counts as not known.

    Returns
    -------
    PieceRecord

    Raises
    ------
    PieceError
        If the catalog has no such piece.

    Examples
    --------
    >>> found = record("I4")
    >>> found.tiles, found.rectifiable, found.order, found.facts["rep_tile"]["scale"]
    (True, True, (1, 1), 2)
    """
    limit = check_timeout(per_fact, where="per_fact") or LIMIT
    made = look_up(piece)
    for fact in open_facts(made, limit):
        made = with_fact(made, fact, limit)
    return made


def look_up(piece: str) -> PieceRecord:
    """Return the record of a piece without the facts that take time; see `record`."""
    shape = Piece.parse(piece).polyomino
    key = shape.canonical("free")
    if shape.is_connected() and len(shape) <= max(POLYFORMS[shape.lattice]):
        family = Family(shape.lattice, len(shape))
        for number, other in enumerate(family.pieces, start=1):
            if other.polyomino.canonical("free") == key:
                return describe(family, number)
    raise PieceError(f"the catalog does not have {quoted(piece)}", where="piece")


def open_facts(made: PieceRecord, limit: float) -> list[Fact]:
    """Return the facts that a record lacks, and those about which a limit that was raised may tell
    more.
    """
    return [
        fact
        for fact in FACTS
        if made.space in fact.lattices
        and (
            fact.name not in made.facts
            or (limit > made.limits.get(fact.name, 0) and not fact.settled(made.facts[fact.name]))
        )
    ]


def with_fact(made: PieceRecord, fact: Fact, limit: float) -> PieceRecord:
    """Return a record with one more fact, or with one that says more than before."""
    found, before = fact.find(made, limit), made.facts.get(fact.name)
    if before is not None and fact.knows(found) < fact.knows(before):
        found = before
    return replace(
        made,
        facts={**made.facts, fact.name: found},
        limits={**made.limits, fact.name: limit},
    )


def _plane(made: PieceRecord, limit: float) -> dict[str, Any]:
    """Find how the piece tiles the plane. Long proofs are left out, as certificates may."""
    found = plane(made.piece, timeout=limit).to_json()
    proof = found["certificate"]
    for name in ("proof", "proof_without_holes"):
        if len(proof.get(name) or ()) > _PROOF:
            proof[name] = None
    return found


def _plane_known(found: dict[str, Any]) -> tuple[int, ...]:
    heesch = (found["heesch"] is not None) + (found["heesch_with_holes"] is not None)
    fewest = -(found["isohedral_number"] or 0)
    return (
        int(found["verdict"] != "not known"),
        fewest,
        int(bool(found["isohedral_number_proven"])),
        heesch,
    )


def _plane_settled(found: dict[str, Any]) -> bool:
    if found["verdict"] == "tiles":
        return bool(found["isohedral_number"] == 1 or found["isohedral_number_proven"])
    holes = "hole" in found["certificate"]
    return bool(
        found["verdict"] == "does not tile" and (holes or found["heesch_with_holes"] is not None)
    )


def _rectangles(made: PieceRecord, limit: float) -> dict[str, Any]:
    before = made.facts.get("rectangles")
    known = () if before is None else from_record(before).primes.values()
    return to_record(rectangles(made.piece, timeout=limit, known=known))


def _boxes_known(found: dict[str, Any]) -> tuple[int, ...]:
    """Return how much is known of rectangles or boxes."""
    orders = (found["order"] is not None) + (
        found["odd_order"] is not None or bool(found.get("no_odd_order"))
    )
    known = found["rectifiable"] is not None
    return int(found["complete"]), int(known), orders, len(found["primes"]), found.get("widths", 0)


def _boxes(made: PieceRecord, limit: float) -> dict[str, Any]:
    """Find the boxes: small sections, so that time is left to prove the order."""
    effort = Effort(strip_states=20_000, seconds=limit / 10)
    found = boxes(made.piece, turn=CUBES.turn, effort=effort, timeout=limit)
    return {
        **found.to_json(),
        "bars": [],
        "tilings": [
            {"box": list(sides), "labels": tiling.labels.tolist()}
            for sides, tiling in found.primes.items()
        ],
    }


def _rep_tile(made: PieceRecord, limit: float) -> dict[str, Any]:
    """Find the smallest scale at which copies tile the piece itself, enlarged."""
    largest = _SOLID_SCALE if made.space is CUBES else _SCALE
    found: dict[str, Any] = {
        "verdict": "not known",
        "scale": None,
        "excluded": [],
        "tried": largest,
        "labels": None,
    }
    if made.tiles is False:
        # Enlarged again and again, it would tile all of the plane.
        return {**found, "verdict": "none"}
    deadline = Deadline(limit)
    for scale in range(2, largest + 1):
        board = Board.from_array(scaled(made.polyform, scale), made.space)
        try:
            tiling = _tiling(made, board, deadline)
        except LimitError:
            break
        if tiling is not None:
            return {**found, "verdict": "found", "scale": scale, "labels": tiling.labels.tolist()}
        found["excluded"].append(scale)
    return found


def _rep_tile_known(found: dict[str, Any]) -> tuple[int, ...]:
    return int(found["verdict"] != "not known"), len(found["excluded"])


def _rep_tile_settled(found: dict[str, Any]) -> bool:
    return bool(found["verdict"] != "not known" or len(found["excluded"]) == found["tried"] - 1)


def _tiling(made: PieceRecord, board: Board, deadline: Deadline) -> Tiling | None:
    """Return a tiling of a board by copies, or None."""
    if deadline.passed:
        raise LimitError("the time limit was reached")
    piece = Piece(made.polyform, made.id, least=0, most=None)
    problem = Problem(board, piece, turn=made.space.turn)
    return solve(problem, timeout=max(deadline.left, _LEAST))


def _one_missing(made: PieceRecord, limit: float) -> dict[str, Any]:
    """Find the smallest rectangle that copies tile, except for one cell."""
    deadline = Deadline(limit)
    most = (_AREA - 1) // made.cells
    found: dict[str, Any] = {
        "board": None,
        "hole": None,
        "copies": None,
        "excluded": 0,
        "tried": most,
        "labels": None,
    }
    for copies in range(1, most + 1):
        for sides, hole in _deficient(made, copies * made.cells + 1):
            try:
                tiling = _tiling(made, Board.rectangle(*sides, holes=[hole]), deadline)
            except LimitError:
                return found
            if tiling is not None:
                labels = tiling.labels.tolist()
                return {
                    **found,
                    "board": list(sides),
                    "hole": list(hole),
                    "copies": copies,
                    "labels": labels,
                }
        found["excluded"] = copies
    return found


def _deficient(made: PieceRecord, area: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the rectangles of an area that have room for the piece, each with the cells that may be
    missing, up to symmetry.
    """
    assert made.box is not None
    for short in range(made.box[0], area + 1):
        long = area // short
        if long < short:
            return
        if area % short or long < made.box[1]:
            continue
        for row, column in itertools.product(range((short + 1) // 2), range((long + 1) // 2)):
            if short != long or row <= column:
                yield (short, long), (row, column)


def _one_missing_known(found: dict[str, Any]) -> tuple[int, ...]:
    return int(found["board"] is not None), found["excluded"]


def _one_missing_settled(found: dict[str, Any]) -> bool:
    return bool(found["board"] is not None or found["excluded"] == found["tried"])


#: The facts in the order in which they are found; later ones use earlier ones.
FACTS = (
    Fact(
        "plane",
        (SQUARES, TRIANGLES, HEXAGONS),
        _plane,
        _plane_settled,
        _plane_known,
        ".#../####/.#../.#..",
    ),
    Fact(
        "rectangles",
        (SQUARES,),
        _rectangles,
        lambda found: bool(found["complete"]),
        _boxes_known,
        "L4",
    ),
    Fact(
        "boxes",
        (CUBES,),
        _boxes,
        lambda found: bool(found["complete"] or (found["order"] and found["odd_order"])),
        _boxes_known,
        "tetracube:4",
    ),
    Fact(
        "rep_tile", (SQUARES, TRIANGLES, CUBES), _rep_tile, _rep_tile_settled, _rep_tile_known, "L3"
    ),
    Fact("one_missing", (SQUARES,), _one_missing, _one_missing_settled, _one_missing_known, "L3"),
)
