"""The claims of the atlas: the facts about a piece, verified by certificates and tilings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tilewright.errors import joined
from tilewright.model.board import Board
from tilewright.model.claims import Claim, check_fields, known_form
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.polyform import Polyform, scaled
from tilewright.model.tiling import Tiling
from tilewright.shapes.plane.claims import plane_claims
from tilewright.shapes.rectangles.claims import filling_claims, prime_claims

#: The facts of a record, in their order.
_FACTS = ("plane", "rectangles", "boxes", "rep_tile", "one_missing")


def header_claims(_header: dict[str, Any]) -> Iterator[Claim]:
    """Verify the first line of a file, which contains no claims."""
    yield from ()


def record_claims(record: dict[str, Any], max_states: int | None = None) -> Iterator[Claim]:
    """Verify the facts about a piece. Each fact must refer to this piece."""
    check_fields(record, ("id", "facts", "limits"), "a record of the atlas")
    name = str(record["id"])
    for claim in known_form(_fact_claims(name, record["facts"], max_states)):
        yield replace(claim, piece=name)


def _fact_claims(name: str, facts: Any, max_states: int | None) -> Iterator[Claim]:
    piece = Piece.parse(name)
    check_fields(facts, _FACTS, "the facts about a piece")
    for fact, record in facts.items():
        if fact in ("rep_tile", "one_missing"):
            yield _copy_claim(piece, record, facts.get("plane", {}))
            continue
        stated = record["cells" if fact == "plane" else "piece"]
        shape = Polyform.from_text(stated, piece.polyomino.lattice)
        if shape.canonical("free") != piece.polyomino.canonical("free"):
            yield Claim(f"'{fact}' is about {name}", False, f"it is about {stated}")
        elif fact == "plane":
            yield from plane_claims(record)
        else:
            check = filling_claims if fact == "boxes" else prime_claims
            yield from check(record, max_states)


def _copy_claim(piece: Piece, record: dict[str, Any], plane: dict[str, Any]) -> Claim:
    """Verify that copies form an enlarged piece or a rectangle without a cell, or that they
    cannot.
    """
    shape, unread = piece.polyomino, tuple(name for name in ("excluded",) if record.get(name))
    if record.get("verdict") == "none":
        why = (
            ""
            if plane.get("verdict") == "does not tile"
            else "this claim is valid only for pieces that do not tile the plane"
        )
        return Claim("copies of the piece never tile an enlarged copy of the piece", not why, why)
    labels = record["labels"]
    if labels is None:
        is_unknown = record.get("verdict", "not known") != "found" and not record.get("board")
        return Claim(
            "no tiling by copies of the piece is known",
            is_unknown,
            "" if is_unknown else "the record does not contain a tiling",
            not_checked=unread,
        )
    if "scale" in record:
        board = Board.from_array(scaled(shape, record["scale"]), shape.lattice)
        claim = f"copies of the piece tile its enlargement by a factor of {record['scale']}"
    else:
        rows, columns = record["board"]
        board = Board.rectangle(rows, columns, holes=[record["hole"]])
        claim = (
            f"copies of the piece cover {'x'.join(map(str, record['board']))} "
            f"except the cell {record['hole']}"
        )
        unread += ("copies",) if board.area != record["copies"] * len(shape) else ()
    problem = Problem(board, Piece(shape, piece.name, least=0, most=None), turn=shape.lattice.turn)
    numbers = np.array(labels, dtype=np.int32)
    which = np.zeros(int(numbers.max()) + 1, dtype=np.int32)
    faults = Tiling(numbers, which, (piece.name,), shape.lattice).faults(problem)
    return Claim(claim, not faults, joined(faults), not_checked=unread)
