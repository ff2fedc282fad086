"""Tables: what is known about the rectangles of many pieces, in numbers and in a text that names each piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.rectification.answer import Rectangles
from tilewright.rectification.closure import Rectangle

__all__ = ["summary", "summary_text", "table_text"]

#: Prime rectangles that are listed in a row.
_LISTED = 12


def summary(found: Sequence[Rectangles]) -> dict[str, Any]:
    """Return how many of the pieces tile a rectangle, and their greatest orders, as JSON can hold it.

    Returns
    -------
    dict
        ``pieces``, ``tile``, ``none`` (proven to tile no rectangle), ``open`` (neither), ``complete`` (of those that tile: all
        prime rectangles are known); ``order`` and ``odd_order``, the greatest that are known: all are digits, the last two null where
        there is none. ``order_open`` and ``odd_order_open``: of so many that tile it is not known.

    Examples
    --------
    >>> from tilewright.rectification import rectangles
    >>> told = summary([rectangles("L4"), rectangles("S4"), rectangles("L3")])
    >>> told["tile"], told["none"], told["open"], told["order"], told["odd_order"]
    ('2', '1', '0', '2', '15')
    """
    tile = [one for one in found if one.rectifiable]
    told: dict[str, Any] = {
        "pieces": str(len(found)),
        "tile": str(len(tile)),
        "none": str(sum(one.rectifiable is False for one in found)),
        "open": str(sum(one.rectifiable is None for one in found)),
        "complete": str(sum(one.complete for one in tile)),
    }
    for key, odd in (("order", False), ("odd_order", True)):
        orders = [one.odd_order if odd else one.order for one in tile]
        known = [order for order in orders if order is not None]
        told[key] = str(max(known)) if known else None
        # That there is no odd order is known, too.
        told[f"{key}_open"] = str(
            sum(
                order is None and not (odd and one.no_odd_order)
                for one, order in zip(tile, orders, strict=True)
            )
        )
    return told


def table_text(found: Sequence[Rectangles]) -> str:
    """Return a table in Markdown: the pieces that tile a rectangle, then by name those that are open and those that tile none."""
    tile = [one for one in found if one.rectifiable]
    lines = [summary_text(found)]
    if tile:
        lines += ["", "| piece | order | odd order | prime rectangles |", "| --- | --- | --- | --- |"]
        lines += [
            f"| {_drawn(one)} | {_order(one, odd=False)} | {_order(one, odd=True)} | {_primes(one)} |"
            for one in tile
        ]
    for one in found:
        if one.rectifiable is None:
            lines += ["", f"Open: {_drawn(one)} (no rectangle with a side up to {one.widths})."]
    none: dict[str, list[Rectangles]] = {}
    for one in found:
        if one.rectifiable is False:
            none.setdefault(one.because.partition(":")[0], []).append(one)
    for why, pieces in sorted(none.items()):
        lines += ["", f"Proven to tile no rectangle, as {why}: {', '.join(map(_drawn, pieces))}."]
    return "\n".join(lines) + "\n"


def summary_text(found: Sequence[Rectangles]) -> str:
    """Return the numbers of `summary` in a sentence."""
    told = summary(found)
    orders = [
        f"; greatest {words} {told[key]}"
        + (f" ({told[f'{key}_open']} not known)" if told[f"{key}_open"] != "0" else "")
        for key, words in (("order", "order"), ("odd_order", "odd order"))
        if told[key] is not None
    ]
    return (
        f"{told['pieces']} pieces: {told['tile']} tile a rectangle ({told['complete']} lists complete), "
        f"{told['none']} tile none, {told['open']} open{''.join(orders)}"
    )


def _drawn(one: Rectangles) -> str:
    return f"`{one.piece.polyomino.text()}`"


def _order(one: Rectangles, *, odd: bool) -> str:
    copies, sides = one.least(odd=odd)
    if copies is None or sides is None:
        return "none" if odd and one.no_odd_order else "not known"
    return f"{copies} ({_word(sides)})"


def _primes(one: Rectangles) -> str:
    primes = [_word(sides) for sides in one.primes]
    listed = " ".join(primes[:_LISTED]) + (" …" if len(primes) > _LISTED else "")
    if one.complete:
        return f"{len(primes)}: {listed}"
    return f"{len(primes)} found: {listed}; all with a side up to {one.widths}"


def _word(sides: Rectangle) -> str:
    return f"{sides[0]}x{sides[1]}"
