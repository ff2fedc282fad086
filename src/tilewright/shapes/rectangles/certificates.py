"""Write answers: certificates, records that a run keeps, and tables of many pieces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tilewright.model.piece import Piece
from tilewright.model.space.polyform import Polyomino
from tilewright.model.tiling import Tiling
from tilewright.shapes.rectangles.answers import (
    Boxes,
    JointRectangles,
    Rectangles,
    Width,
    size_words,
)
from tilewright.shapes.rectangles.completeness import Ending, Rectangle
from tilewright.shapes.rectangles.invariants import Pairs, Weights
from tilewright.shapes.rectangles.lengths import Lengths
from tilewright.shapes.rectangles.strips import Side

#: The most prime rectangles in a row of the table.
_LISTED = 12


def certificate(found: Rectangles | JointRectangles | Boxes) -> Iterator[dict[str, Any]]:
    """Yield the claims about one piece or one set, each a dict for JSON.

    The last claim lists the primes; the claims before it prove that the list is correct. The schema
    is in `docs/reference/certificates.md`.

    Examples
    --------
    >>> from tilewright.shapes.rectangles import rectangles
    >>> for claim in certificate(rectangles("X5")):
    ...     print(claim)
    {'claim': 'piece', 'piece': '.#/###/.#', 'name': 'X5', 'turn': 'free'}
    {'claim': 'side', 'depth': 2, 'lengths': [], 'endless': False}
    {'claim': 'primes', 'rectangles': [], 'complete': True, 'widths': 0, 'order': None, 'odd_order': None, 'no_odd_order': True}
    """  # noqa: E501
    if isinstance(found, Boxes):
        yield from _box_claims(found)
        return
    if isinstance(found, Rectangles):
        yield _piece_claim(found)
        yield from _invariant_claims(found)
        lengths = [(strip.width, strip.lengths.generators) for strip in found.strips]
        orders = {**_order_fields(found), "no_odd_order": found.no_odd_order}
        yield from _list_claims(found, {}, lengths, found.primes, found.none, found.ending, orders)
        return
    yield {
        "claim": "set",
        "pieces": [piece.polyomino.text() for piece in found.pieces],
        "names": [piece.name for piece in found.pieces],
        "turn": found.turn,
    }
    yield from _invariant_claims(found)
    # First the rectangles for any pieces, then those for every piece.
    lengths = [(strip.width, strip.lengths.parts.generators) for strip in found.strips]
    yield from _list_claims(found, {}, lengths, found.any_primes, found.any_none, found.any_ending)
    lengths = [(strip.width, strip.lengths.generators) for strip in found.strips]
    yield from _list_claims(found, {"every": True}, lengths, found.primes, found.none, found.ending)


def _piece_claim(answer: Rectangles | Boxes, **lattice: str) -> dict[str, Any]:
    """Return the claim that names a piece."""
    piece = answer.piece
    return {
        "claim": "piece",
        **lattice,
        "piece": piece.polyomino.text(),
        "name": piece.name,
        "turn": answer.turn,
    }


def _list_claims(
    answer: Rectangles | JointRectangles,
    key: dict[str, Any],
    lengths: list[tuple[int, tuple[int, ...]]],
    primes: dict[Rectangle, Tiling],
    none: tuple[Rectangle, ...],
    ending: Ending | None,
    orders: dict[str, Any] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the claims about one list of rectangles."""
    for width, generators in lengths:
        yield {"claim": "width", **key, "width": width, "lengths": list(generators)}
    for rectangle, tiling in primes.items():
        yield {
            "claim": "tiling",
            **key,
            "rectangle": list(rectangle),
            "labels": tiling.labels.tolist(),
        }
    for rectangle in none:
        yield {"claim": "none", **key, "rectangle": list(rectangle)}
    if ending is not None:
        yield {"claim": "ending", **key, "bound": ending.bound, "step": ending.step}
    yield {
        "claim": "primes",
        **key,
        "rectangles": [list(rectangle) for rectangle in primes],
        "complete": answer.complete,
        "widths": answer.widths,
        **(orders or {}),
    }


def _order_fields(answer: Rectangles | Boxes) -> dict[str, str | None]:
    """Return the orders as strings of digits; None if there is none or it is unknown."""
    orders = {"order": answer.order, "odd_order": answer.odd_order}
    return {name: None if order is None else str(order) for name, order in orders.items()}


def _invariant_claims(answer: Rectangles | JointRectangles) -> Iterator[dict[str, Any]]:
    """Yield the invariants that rule out sizes."""
    if answer.side is not None:
        side = answer.side
        yield {
            "claim": "side",
            "depth": side.depth,
            "lengths": list(side.lengths.generators),
            "endless": side.endless,
        }
    if answer.primes:
        if isinstance(answer, Rectangles) and answer.pairs is not None:
            yield {"claim": "pairs", **answer.pairs.to_json()}
        for weights in answer.weights:
            yield {"claim": "weights", **weights.to_json()}


def _box_claims(answer: Boxes) -> Iterator[dict[str, Any]]:
    """Yield the claims about the boxes of a solid piece."""
    yield _piece_claim(answer, lattice="cube")
    if answer.edge is not None:
        edge = answer.edge
        yield {
            "claim": "edge",
            "depth": list(edge.depth),
            "lengths": list(edge.lengths.generators),
            "endless": edge.endless,
        }
    for bar in answer.bars:
        yield {
            "claim": "bar",
            "section": list(bar.section),
            "lengths": list(bar.lengths.generators),
        }
    for box, tiling in answer.primes.items():
        yield {"claim": "filling", "box": list(box), "labels": tiling.labels.tolist()}
    for box in answer.none:
        yield {"claim": "none", "box": list(box)}
    yield {
        "claim": "boxes",
        "boxes": [list(box) for box in answer.primes],
        "complete": answer.complete,
        "sides": answer.sides,
        **_order_fields(answer),
    }


def certificate_text(found: Rectangles | JointRectangles | Boxes) -> str:
    """Return a certificate as text, one JSON object per line."""
    return "".join(json.dumps(claim) + "\n" for claim in certificate(found))


def to_record(answer: Rectangles | JointRectangles | Boxes) -> dict[str, Any]:
    """Return an answer as a dict for JSON: the result of its `to_json`, with its certificate as
    ``claims``.

    Examples
    --------
    >>> from tilewright.shapes.rectangles import rectangles
    >>> again = from_record(to_record(rectangles("P5")))
    >>> again, again.order, again.primes[2, 5]
    (<Rectangles of P5: 2x5 7x15; widths up to 7 are decided, and every larger ...>, 2, <Tiling of 2x5 by 2 tiles>)
    """  # noqa: E501
    return {**answer.to_json(), "claims": list(certificate(answer))}


def from_record(record: dict[str, Any]) -> Rectangles:
    """Return the answer that `to_record` saved.

    The number of states of a side is not restored, and neither are the weights if no rectangle is
    known.
    """
    claims: dict[str, list[dict[str, Any]]] = {}
    for claim in record["claims"]:
        claims.setdefault(claim["claim"], []).append(claim)
    piece = Piece(Polyomino.from_text(record["piece"]), record["name"])
    primes = {
        (short, long): _tiling(claim["labels"], piece)
        for claim in claims.get("tiling", ())
        for short, long in (claim["rectangle"],)
    }
    sides = [
        Side(claim["depth"], Lengths(tuple(claim["lengths"])), claim["endless"], 0)
        for claim in claims.get("side", ())
    ]
    strips = tuple(Width.from_json(strip) for strip in record["strips"])
    beyond = tuple(strip.width for strip in strips if strip.width > record["widths"])
    endings = [
        Ending(record["widths"], claim["bound"], claim["step"], (), beyond)
        for claim in claims.get("ending", ())
    ]
    return Rectangles(
        piece=piece,
        turn=record["turn"],
        primes=primes,
        weakly_prime=tuple((short, long) for short, long in record["weakly_prime"]),
        widths=record["widths"],
        complete=record["complete"],
        because=record["because"],
        strips=strips,
        side=sides[0] if sides else None,
        weights=tuple(
            Weights(tuple(map(tuple, claim["values"])), claim["modulus"])
            for claim in claims.get("weights", ())
        ),
        pairs=None if record["pairs"] is None else Pairs.from_json(record["pairs"]),
        ending=endings[0] if endings else None,
        none=tuple(
            (short, long)
            for claim in claims.get("none", ())
            for short, long in (claim["rectangle"],)
        ),
        # An order is recorded only if it is proven.
        sure=frozenset(
            odd
            for odd, known in (
                (False, record["order"] is not None),
                (True, record["odd_order"] is not None or record["no_odd_order"]),
            )
            if known
        ),
        stopped=record["stopped"] or "",
    )


def _tiling(labels: list[list[int]], piece: Piece) -> Tiling:
    numbers = np.array(labels, dtype=np.int32)
    return Tiling(numbers, np.zeros(int(numbers.max()) + 1, dtype=np.int32), (piece.name,))


def summary(found: Sequence[Rectangles]) -> dict[str, Any]:
    """Count the pieces that tile a rectangle, and find their greatest orders.

    Returns
    -------
    dict
        The numbers, as strings of digits. ``pieces`` is the sum of ``tile``, ``none`` (proven to
        tile no rectangle) and ``open`` (neither). ``complete`` counts the pieces of ``tile`` with a
        complete list. ``order`` and ``odd_order`` are the greatest known orders, or None.
        ``order_open`` and ``odd_order_open`` count the pieces of ``tile`` whose order is unknown.

    Examples
    --------
    >>> from tilewright.shapes.rectangles import rectangles
    >>> counts = summary([rectangles("L4"), rectangles("S4"), rectangles("L3")])
    >>> counts["tile"], counts["none"], counts["open"], counts["order"], counts["odd_order"]
    ('2', '1', '0', '2', '15')
    """
    tile = [one for one in found if one.rectifiable]
    counts: dict[str, Any] = {
        "pieces": str(len(found)),
        "tile": str(len(tile)),
        "none": str(sum(one.rectifiable is False for one in found)),
        "open": str(sum(one.rectifiable is None for one in found)),
        "complete": str(sum(one.complete for one in tile)),
    }
    for key, odd in (("order", False), ("odd_order", True)):
        orders = [one.odd_order if odd else one.order for one in tile]
        known = [order for order in orders if order is not None]
        counts[key] = str(max(known)) if known else None
        counts[f"{key}_open"] = str(
            sum(
                order is None and not (odd and one.no_odd_order)
                for one, order in zip(tile, orders, strict=True)
            )
        )
    return counts


def table_text(found: Sequence[Rectangles]) -> str:
    """Return a Markdown table of the pieces that tile a rectangle, then lists of the undecided
    pieces and of those that tile none.
    """
    tile = [one for one in found if one.rectifiable]
    lines = [summary_text(found)]
    if tile:
        lines += [
            "",
            "| piece | order | odd order | prime rectangles |",
            "| --- | --- | --- | --- |",
        ]
        lines += [
            f"| {_drawing_of(one)} | {_order_of(one, odd=False)} | {_order_of(one, odd=True)} | "
            f"{_primes_of(one)} |"
            for one in tile
        ]
    for one in found:
        if one.rectifiable is None:
            lines += [
                "",
                f"Open: {_drawing_of(one)} (no rectangle with a side up to {one.widths}).",
            ]
    none: dict[str, list[Rectangles]] = {}
    for one in found:
        if one.rectifiable is False:
            # The reason without its details, which saved records put behind a colon.
            none.setdefault(re.split(r" \(|:", one.because)[0], []).append(one)
    for why, pieces in sorted(none.items()):
        lines += [
            "",
            f"Proven to tile no rectangle, since {why}: {', '.join(map(_drawing_of, pieces))}.",
        ]
    return "\n".join(lines) + "\n"


def summary_text(answers: Sequence[Rectangles]) -> str:
    """Return the numbers of `summary` as a sentence."""
    counts = summary(answers)
    orders = [
        f"; greatest {words} {counts[key]}"
        + (f" ({counts[f'{key}_open']} unknown)" if counts[f"{key}_open"] != "0" else "")
        for key, words in (("order", "order"), ("odd_order", "odd order"))
        if counts[key] is not None
    ]
    return (
        f"{counts['pieces']} pieces: {counts['tile']} tile a rectangle ({counts['complete']} lists "
        "complete), "
        f"{counts['none']} tile none, {counts['open']} open{''.join(orders)}"
    )


def _drawing_of(one: Rectangles) -> str:
    return f"`{one.piece.polyomino.text()}`"


def _order_of(one: Rectangles, *, odd: bool) -> str:
    copies, sides = one.least(odd=odd)
    if copies is None or sides is None:
        return "none" if odd and one.no_odd_order else "unknown"
    return f"{copies} ({size_words(sides)})"


def _primes_of(one: Rectangles) -> str:
    primes = [size_words(sides) for sides in one.primes]
    sizes = " ".join(primes[:_LISTED]) + (" …" if len(primes) > _LISTED else "")
    if one.complete:
        return f"{len(primes)}: {sizes}"
    return f"{len(primes)} found: {sizes}; all those with a side up to {one.widths} are listed"
