"""Certificates: what lets somebody else check an answer about rectangles, a line of JSON for each claim."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tilewright.rectification.answer import JointRectangles, Rectangles
from tilewright.rectification.packing import Boxes

__all__ = ["certificate", "certificate_text"]


def certificate(found: Rectangles | JointRectangles | Boxes) -> Iterator[dict[str, Any]]:
    """Yield the claims about one piece or one set, each an object that JSON can hold; `docs/rectangles.md` has the schema.

    Examples
    --------
    >>> from tilewright.rectification import rectangles
    >>> for claim in certificate(rectangles("X5")):
    ...     print(claim)
    {'claim': 'piece', 'piece': '.#/###/.#', 'name': 'X5', 'turn': 'free'}
    {'claim': 'side', 'depth': 2, 'lengths': [], 'endless': False}
    {'claim': 'primes', 'rectangles': [], 'complete': True, 'widths': 0, 'order': None, 'odd_order': None, 'no_odd_order': True}
    """
    if isinstance(found, JointRectangles):
        yield from _joint(found)
        return
    if isinstance(found, Boxes):
        yield from _solid(found)
        return
    yield {
        "claim": "piece",
        "piece": found.piece.polyomino.text(),
        "name": found.piece.name,
        "turn": found.turn,
    }
    yield from _ruling(found)
    for strip in found.strips:
        yield {"claim": "width", "width": strip.width, "lengths": list(strip.lengths.generators)}
    for rectangle, tiling in found.primes.items():
        yield {"claim": "tiling", "rectangle": list(rectangle), "labels": tiling.labels.tolist()}
    for rectangle in found.none:
        yield {"claim": "none", "rectangle": list(rectangle)}
    if found.ending is not None:
        yield {"claim": "ending", "bound": found.ending.bound, "step": found.ending.step}
    yield {
        "claim": "primes",
        "rectangles": [list(rectangle) for rectangle in found.primes],
        "complete": found.complete,
        "widths": found.widths,
        **_orders(found),
        "no_odd_order": found.no_odd_order,
    }


def _orders(found: Rectangles | Boxes) -> dict[str, str | None]:
    """Return the numbers of copies, as digits; None where one is not known, or there is none."""
    orders = {"order": found.order, "odd_order": found.odd_order}
    return {name: None if order is None else str(order) for name, order in orders.items()}


def _ruling(found: Rectangles | JointRectangles) -> Iterator[dict[str, Any]]:
    """Yield what rules out sizes."""
    if found.side is not None:
        side = found.side
        yield {
            "claim": "side",
            "depth": side.depth,
            "lengths": list(side.lengths.generators),
            "endless": side.endless,
        }
    if found.primes:
        if isinstance(found, Rectangles) and found.pairs is not None:
            yield {"claim": "pairs", **found.pairs.to_json()}
        for weights in found.weights:
            yield {"claim": "weights", **weights.to_json()}


def _joint(found: JointRectangles) -> Iterator[dict[str, Any]]:
    """Yield the claims about a set: first what any of its pieces tile, then what is tiled with every piece."""
    yield {
        "claim": "set",
        "pieces": [piece.polyomino.text() for piece in found.pieces],
        "names": [piece.name for piece in found.pieces],
        "turn": found.turn,
    }
    yield from _ruling(found)
    for every in (False, True):
        key = {"every": True} if every else {}
        primes = found.primes if every else found.any_primes
        ending = found.ending if every else found.any_ending
        for strip in found.strips:
            lengths = strip.lengths.generators if every else strip.lengths.parts.generators
            yield {"claim": "width", **key, "width": strip.width, "lengths": list(lengths)}
        for rectangle, tiling in primes.items():
            yield {
                "claim": "tiling",
                **key,
                "rectangle": list(rectangle),
                "labels": tiling.labels.tolist(),
            }
        for rectangle in found.none if every else found.any_none:
            yield {"claim": "none", **key, "rectangle": list(rectangle)}
        if ending is not None:
            yield {"claim": "ending", **key, "bound": ending.bound, "step": ending.step}
        yield {
            "claim": "primes",
            **key,
            "rectangles": [list(rectangle) for rectangle in primes],
            "complete": found.complete,
            "widths": found.widths,
        }


def _solid(found: Boxes) -> Iterator[dict[str, Any]]:
    """Yield the claims about the boxes of a solid piece."""
    yield {
        "claim": "piece",
        "lattice": "cube",
        "piece": found.piece.polyomino.text(),
        "name": found.piece.name,
        "turn": found.turn,
    }
    if found.edge is not None:
        edge = found.edge
        yield {
            "claim": "edge",
            "depth": list(edge.depth),
            "lengths": list(edge.lengths.generators),
            "endless": edge.endless,
        }
    for bar in found.bars:
        yield {"claim": "bar", "section": list(bar.section), "lengths": list(bar.lengths.generators)}
    for box, tiling in found.primes.items():
        yield {"claim": "filling", "box": list(box), "labels": tiling.labels.tolist()}
    for box in found.none:
        yield {"claim": "none", "box": list(box)}
    yield {
        "claim": "boxes",
        "boxes": [list(box) for box in found.primes],
        "complete": found.complete,
        "sides": found.sides,
        **_orders(found),
    }


def certificate_text(found: Rectangles | JointRectangles | Boxes) -> str:
    """Return the claims as lines."""
    return "".join(json.dumps(claim) + "\n" for claim in certificate(found))
