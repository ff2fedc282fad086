"""The facts that take time, each with a time limit: the plane, rectangles and boxes, rep-tiles, and
boards with one missing cell.
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
from tilewright.shapes.rectangles import Effort, Rectangles, boxes, rectangles
from tilewright.solving.search import solve
from tilewright.system.values.arguments import check_timeout
from tilewright.system.work.deadline import Deadline

#: The time limit for each fact, in seconds.
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
    """A fact that takes time: how to find it, and whether more time could improve it."""

    name: str
    lattices: tuple[Lattice, ...]
    find: Callable[[PieceRecord, float], dict[str, Any]]
    settled: Callable[[dict[str, Any]], bool]
    #: How much it says, to compare: a later search on a busier machine may find less.
    knows: Callable[[dict[str, Any]], tuple[int, ...]]
    #: A piece for which it is found quickly, by all the kernels that others need.
    example: str


def record(piece: str, per_fact: float = LIMIT) -> PieceRecord:
    """Collect the known facts about a piece in the atlas.

    Parameters
    ----------
    piece : str
        The name of the piece: ``P5``, ``hexomino:12``, ``hexiamond:sphinx``, or a drawing of a
        polyform in the catalog.
    per_fact : float
        The time limit for each fact, in seconds. A fact that is not found in time counts as
        unknown.

    Returns
    -------
    PieceRecord

    Raises
    ------
    PieceError
        If the catalog does not contain the piece.

    Examples
    --------
    >>> found = record("I4")
    >>> found.tiles, found.rectifiable, found.order, found.facts["rep_tile"]["scale"]
    (True, True, (1, 1), 2)
    """
    limit = check_timeout(per_fact, where="per_fact") or LIMIT
    piece_record = look_up(piece)
    for fact in open_facts(piece_record, limit):
        piece_record = with_fact(piece_record, fact, limit)
    return piece_record


def look_up(piece: str) -> PieceRecord:
    """Return the record of a piece without the facts that take time; see `record`."""
    shape = Piece.parse(piece).polyomino
    key = shape.canonical("free")
    if shape.is_connected() and len(shape) <= max(POLYFORMS[shape.lattice]):
        family = Family(shape.lattice, len(shape))
        for number, other in enumerate(family.pieces, start=1):
            if other.polyomino.canonical("free") == key:
                return describe(family, number)
    raise PieceError(f"the catalog does not contain {quoted(piece)}", where="piece")


def open_facts(record: PieceRecord, limit: float) -> list[Fact]:
    """Return the facts that a record lacks, and the facts that a higher time limit may improve."""
    return [
        fact
        for fact in FACTS
        if record.space in fact.lattices
        and (
            fact.name not in record.facts
            or (
                limit > record.limits.get(fact.name, 0)
                and not fact.settled(record.facts[fact.name])
            )
        )
    ]


def with_fact(record: PieceRecord, fact: Fact, limit: float) -> PieceRecord:
    """Return a record with one additional or improved fact."""
    answer, before = fact.find(record, limit), record.facts.get(fact.name)
    if before is not None and fact.knows(answer) < fact.knows(before):
        answer = before
    return replace(
        record,
        facts={**record.facts, fact.name: answer},
        limits={**record.limits, fact.name: limit},
    )


def _find_plane_tiling(record: PieceRecord, limit: float) -> dict[str, Any]:
    """Find how the piece tiles the plane. Long proofs are omitted, as certificates allow."""
    answer = plane(record.piece, timeout=limit).to_json()
    proof = answer["certificate"]
    for name in ("proof", "proof_without_holes"):
        if len(proof.get(name) or ()) > _PROOF:
            proof[name] = None
    return answer


def _rank_plane(answer: dict[str, Any]) -> tuple[int, ...]:
    heesch = (answer["heesch"] is not None) + (answer["heesch_with_holes"] is not None)
    fewest = -(answer["isohedral_number"] or 0)
    return (
        int(answer["verdict"] != "not known"),
        fewest,
        int(bool(answer["isohedral_number_proven"])),
        heesch,
    )


def _is_plane_settled(answer: dict[str, Any]) -> bool:
    if answer["verdict"] == "tiles":
        return bool(answer["isohedral_number"] == 1 or answer["isohedral_number_proven"])
    holes = "hole" in answer["certificate"]
    return bool(
        answer["verdict"] == "does not tile" and (holes or answer["heesch_with_holes"] is not None)
    )


def _find_rectangles(record: PieceRecord, limit: float) -> dict[str, Any]:
    before = record.facts.get("rectangles")
    known = () if before is None else Rectangles.from_json(before).primes.values()
    return rectangles(record.piece, timeout=limit, known=known).to_json()


def _rank_boxes(answer: dict[str, Any]) -> tuple[int, ...]:
    """Return how much is known about rectangles or boxes."""
    orders = (answer["order"] is not None) + (
        answer["odd_order"] is not None or bool(answer.get("no_odd_order"))
    )
    known = answer["rectifiable"] is not None
    return (
        int(answer["complete"]),
        int(known),
        orders,
        len(answer["primes"]),
        answer.get("widths", 0),
    )


def _find_boxes(record: PieceRecord, limit: float) -> dict[str, Any]:
    """Find the boxes with small cross sections, so that time is left to prove the order."""
    effort = Effort(strip_states=20_000, seconds=limit / 10)
    answer = boxes(record.piece, turn=CUBES.turn, effort=effort, timeout=limit)
    values = answer.to_json()
    claims = values.pop("claims")
    tilings = [claim for claim in claims if claim.pop("claim") == "filling"]
    return {**values, "bars": [], "tilings": tilings}


def _find_rep_tile(record: PieceRecord, limit: float) -> dict[str, Any]:
    """Find the smallest scale at which copies tile the enlarged piece."""
    largest = _SOLID_SCALE if record.space is CUBES else _SCALE
    answer: dict[str, Any] = {
        "verdict": "not known",
        "scale": None,
        "excluded": [],
        "tried": largest,
        "labels": None,
    }
    if record.tiles is False:
        # Enlarged again and again, it would tile all of the plane.
        return {**answer, "verdict": "none"}
    deadline = Deadline(limit)
    for scale in range(2, largest + 1):
        board = Board.from_array(scaled(record.polyform, scale), record.space)
        try:
            tiling = _find_tiling(record, board, deadline)
        except LimitError:
            break
        if tiling is not None:
            return {**answer, "verdict": "found", "scale": scale, "labels": tiling.labels.tolist()}
        answer["excluded"].append(scale)
    return answer


def _rank_rep_tile(answer: dict[str, Any]) -> tuple[int, ...]:
    return int(answer["verdict"] != "not known"), len(answer["excluded"])


def _is_rep_tile_settled(answer: dict[str, Any]) -> bool:
    return bool(answer["verdict"] != "not known" or len(answer["excluded"]) == answer["tried"] - 1)


def _find_tiling(record: PieceRecord, board: Board, deadline: Deadline) -> Tiling | None:
    """Return a tiling of a board by copies, or None."""
    if deadline.passed:
        raise LimitError("the time limit was reached")
    piece = Piece(record.polyform, record.id, least=0, most=None)
    problem = Problem(board, piece, turn=record.space.turn)
    return solve(problem, timeout=max(deadline.left, _LEAST))


def _find_one_missing(record: PieceRecord, limit: float) -> dict[str, Any]:
    """Find the smallest rectangle that copies tile, except for one cell."""
    deadline = Deadline(limit)
    most = (_AREA - 1) // record.cells
    answer: dict[str, Any] = {
        "board": None,
        "hole": None,
        "copies": None,
        "excluded": 0,
        "tried": most,
        "labels": None,
    }
    for copies in range(1, most + 1):
        for sides, hole in _list_deficient_rectangles(record, copies * record.cells + 1):
            try:
                tiling = _find_tiling(record, Board.rectangle(*sides, holes=[hole]), deadline)
            except LimitError:
                return answer
            if tiling is not None:
                labels = tiling.labels.tolist()
                return {
                    **answer,
                    "board": list(sides),
                    "hole": list(hole),
                    "copies": copies,
                    "labels": labels,
                }
        answer["excluded"] = copies
    return answer


def _list_deficient_rectangles(
    record: PieceRecord, area: int
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the rectangles that are large enough for the piece, each with a removed cell, up to
    symmetry.
    """
    assert record.box is not None
    for short in range(record.box[0], area + 1):
        long = area // short
        if long < short:
            return
        if area % short or long < record.box[1]:
            continue
        for row, column in itertools.product(range((short + 1) // 2), range((long + 1) // 2)):
            if short != long or row <= column:
                yield (short, long), (row, column)


def _rank_one_missing(answer: dict[str, Any]) -> tuple[int, ...]:
    return int(answer["board"] is not None), answer["excluded"]


def _is_one_missing_settled(answer: dict[str, Any]) -> bool:
    return bool(answer["board"] is not None or answer["excluded"] == answer["tried"])


#: The facts in the order in which they are found; later ones use earlier ones.
FACTS = (
    Fact(
        "plane",
        (SQUARES, TRIANGLES, HEXAGONS),
        _find_plane_tiling,
        _is_plane_settled,
        _rank_plane,
        ".#../####/.#../.#..",
    ),
    Fact(
        "rectangles",
        (SQUARES,),
        _find_rectangles,
        lambda answer: bool(answer["complete"]),
        _rank_boxes,
        "L4",
    ),
    Fact(
        "boxes",
        (CUBES,),
        _find_boxes,
        lambda answer: bool(answer["complete"] or (answer["order"] and answer["odd_order"])),
        _rank_boxes,
        "tetracube:4",
    ),
    Fact(
        "rep_tile",
        (SQUARES, TRIANGLES, CUBES),
        _find_rep_tile,
        _is_rep_tile_settled,
        _rank_rep_tile,
        "L3",
    ),
    Fact(
        "one_missing",
        (SQUARES,),
        _find_one_missing,
        _is_one_missing_settled,
        _rank_one_missing,
        "L3",
    ),
)
