"""Write answers: certificates, and tables of many pieces."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from tilewright.shapes.rectangles.answers import (
    Boxes,
    JointRectangles,
    Rectangles,
    size_words,
)

#: The most prime rectangles in a row of the table.
_LISTED = 12


def certificate_text(found: Rectangles | JointRectangles | Boxes) -> str:
    """Return a certificate as text, with one JSON object per line."""
    return "".join(json.dumps(claim) + "\n" for claim in found.certificate())


def summary(found: Sequence[Rectangles]) -> dict[str, Any]:
    """Count the pieces that tile a rectangle, and find their largest orders.

    Returns
    -------
    dict
        The counts, as strings of digits. ``pieces`` is the sum of ``tile``, ``none`` (pieces that
        provably tile no rectangle) and ``open`` (undecided pieces). ``complete`` counts the pieces
        in ``tile`` whose list of prime rectangles is complete. ``order`` and ``odd_order`` are the
        largest known orders, or None. ``order_open`` and ``odd_order_open`` count the pieces in
        ``tile`` whose order is unknown.

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
    """Return a Markdown table of the pieces that tile a rectangle, followed by lists of the
    undecided pieces and of the pieces that tile no rectangle.
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
