"""Records: an answer about rectangles as one JSON object, tilings and all, and the answer again, so that a run can keep it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.lattices.polyomino import Polyomino
from tilewright.piece import Piece
from tilewright.rectification.answer import Rectangles, Width
from tilewright.rectification.closure import Ending
from tilewright.rectification.lengths import Lengths
from tilewright.rectification.pairs import Pairs
from tilewright.rectification.sides import Side
from tilewright.rectification.weights import Weights
from tilewright.rectification.writing.certificates import certificate
from tilewright.tiling import Tiling

__all__ = ["recall", "record"]


def record(found: Rectangles) -> dict[str, Any]:
    """Return an answer as JSON can hold it: what `Rectangles.to_json` says, and in ``claims`` its certificate.

    Examples
    --------
    >>> from tilewright.rectification import rectangles
    >>> again = recall(record(rectangles("P5")))
    >>> again, again.order, again.primes[2, 5]
    (<Rectangles of P5: 2x5 7x15; widths up to 7 are decided; every larger ...>, 2, <Tiling of 2x5 by 2 tiles>)
    """
    return {**found.to_json(), "claims": list(certificate(found))}


def recall(kept: dict[str, Any]) -> Rectangles:
    """Return the answer that a record has kept.

    Weights that rule out sizes where no rectangle is known, and how many states a side has, are not in it.
    """
    claims: dict[str, list[dict[str, Any]]] = {}
    for claim in kept["claims"]:
        claims.setdefault(claim["claim"], []).append(claim)
    piece = Piece(Polyomino.from_text(kept["piece"]), kept["name"])
    primes = {
        (short, long): _tiling(claim["labels"], piece)
        for claim in claims.get("tiling", ())
        for short, long in (claim["rectangle"],)
    }
    sides = [
        Side(claim["depth"], Lengths(tuple(claim["lengths"])), claim["endless"], 0)
        for claim in claims.get("side", ())
    ]
    strips = tuple(Width.from_json(strip) for strip in kept["strips"])
    beyond = tuple(strip.width for strip in strips if strip.width > kept["widths"])
    endings = [
        Ending(kept["widths"], claim["bound"], claim["step"], (), beyond)
        for claim in claims.get("ending", ())
    ]
    return Rectangles(
        piece=piece,
        turn=kept["turn"],
        primes=primes,
        pinwheels=tuple((short, long) for short, long in kept["weakly_prime"]),
        widths=kept["widths"],
        complete=kept["complete"],
        because=kept["because"],
        strips=strips,
        side=sides[0] if sides else None,
        weights=tuple(
            Weights(tuple(map(tuple, claim["values"])), claim["modulus"])
            for claim in claims.get("weights", ())
        ),
        pairs=None if kept["pairs"] is None else Pairs.from_json(kept["pairs"]),
        ending=endings[0] if endings else None,
        none=tuple(
            (short, long) for claim in claims.get("none", ()) for short, long in (claim["rectangle"],)
        ),
        # An order is said only where nothing of fewer copies can have been missed.
        sure=frozenset(
            odd
            for odd, known in (
                (False, kept["order"] is not None),
                (True, kept["odd_order"] is not None or kept["no_odd_order"]),
            )
            if known
        ),
        stopped=kept["stopped"] or "",
    )


def _tiling(labels: list[list[int]], piece: Piece) -> Tiling:
    numbers = np.array(labels, dtype=np.int32)
    return Tiling(numbers, np.zeros(int(numbers.max()) + 1, dtype=np.int32), (piece.name,))
