"""The sentences of the atlas: what a record says about each fact, in words that claim no more than
is known.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tilewright.shapes.atlas.records import PieceRecord
from tilewright.system.values.arguments import counted


def sides(box: Any) -> str:
    """Return the sides of a rectangle or box.

    >>> sides([2, 5])
    '2 × 5'
    """
    return " × ".join(map(str, box))


def area(cells: float) -> str:
    """Return an area in cells, as a fraction.

    >>> area(8.5), area(7 / 3), area(4.0)
    ('8 1/2', '2 1/3', '4')
    """
    exact = Fraction(cells).limit_denominator(12)
    whole, rest = divmod(exact, 1)
    return f"{whole} {rest}" if rest else str(whole)


def _limit_words(record: PieceRecord, fact: str) -> str:
    limit = record.limits.get(fact)
    return "" if limit is None else f" within {limit:g} seconds"


def plane(record: PieceRecord) -> str:
    """Say whether a piece tiles the plane, and how."""
    facts = record.facts.get("plane")
    if facts is None:
        return "Not known."
    why = facts["why"]
    if record.tiles is None:
        return f"Not known{_limit_words(record, 'plane')}: {why}."
    if record.tiles:
        how = {
            "translation": "Translated copies tile the plane",
            "half turn": "Copies and copies turned by 180 degrees tile the plane",
            "isohedral": "The piece tiles the plane",
            "periodic": "The piece tiles the plane, but not isohedrally",
        }[facts["kind"]]
        return f"{how}: {why}."
    return f"The piece does not tile the plane: {why}."


def boxes(record: PieceRecord) -> str:
    """Say which rectangles a piece tiles, or which boxes it fills."""
    solid = "boxes" in record.facts or record.space.dimension == 3
    form, forms, verb = ("box", "boxes", "fill") if solid else ("rectangle", "rectangles", "tile")
    facts = record.facts.get("boxes" if solid else "rectangles")
    if facts is None:
        return "Not known."
    if record.rectifiable is False:
        why = facts["because"] if facts["rectifiable"] is False else "it does not tile the plane"
        return f"Copies {verb} no {form}: {why}."
    if record.rectifiable is None:
        tried = _limit_words(record, "boxes" if solid else "rectangles")
        return f"Not known. No {form} was found{tried}."
    order, least = record.order
    copies = counted(order or least or 0, "copy").replace("copys", "copies")
    first = (
        f"{copies} {verb}{'s' if order == 1 else ''} a {form}, and no fewer do: the order is "
        f"{order}."
        if order
        else f"{copies} {verb} a {form}; whether fewer do is not known."
    )
    odd = ""
    if facts.get("no_odd_order"):
        odd = f" No odd number of copies {verb}s a {form}."
    elif facts["odd_order"]:
        odd = f" The smallest odd number is {facts['odd_order']}."
    completeness = (
        f" The list of prime {forms} is complete."
        if facts["complete"]
        else f" The list of prime {forms} may be incomplete."
    )
    return (
        first
        + odd
        + completeness
        + (" Solid pieces are turned, but not mirrored." if solid else "")
    )


def rep_tile(record: PieceRecord) -> str:
    """Say whether copies tile the piece, enlarged."""
    facts = record.facts.get("rep_tile")
    if facts is None:
        return "Not known."
    power = record.space.dimension
    verb = "fill" if power == 3 else "tile"
    if facts["verdict"] == "none":
        return (
            "Copies on the grid tile no enlarged piece, because the piece does not tile the plane."
        )
    excluded = facts["excluded"]
    words = " or ".join(map(str, excluded))
    done = "filled" if power == 3 else "tiled"
    if facts["verdict"] == "found":
        scale = facts["scale"]
        smaller = f" No enlargement by {words} is possible." if excluded else ""
        return f"{scale**power} copies {verb} the piece enlarged by {scale}.{smaller}"
    if record.square is not None:
        side = record.square
        shape = "cube" if power == 3 else "square"
        least = f" Enlarged by {words}, it is not {done} by copies." if excluded else ""
        return (
            f"Copies {verb} a {shape} with sides of {side}, and so the piece enlarged by "
            f"{side}.{least} "
            "The smallest scale is not known."
        )
    if excluded:
        return f"Not known. Enlarged by {words}, the piece is not {done} by copies."
    return f"Not known. Nothing was found{_limit_words(record, 'rep_tile')}."


def one_missing(record: PieceRecord) -> str:
    """Say which rectangle a piece tiles, except for one cell."""
    facts = record.facts.get("one_missing")
    if facts is None:
        return "Not known."
    copies = facts["copies"]
    if copies is not None:
        noun = "copy tiles" if copies == 1 else "copies tile"
        return (
            f"{copies} {noun} the {sides(facts['board'])} rectangle without the cell in row "
            f"{facts['hole'][0] + 1}, "
            f"column {facts['hole'][1] + 1}. No smaller rectangle without one cell is possible."
        )
    if facts["excluded"]:
        noun = counted(facts["excluded"], "copy").replace("copys", "copies")
        return f"Not known. Up to {noun} do not tile a rectangle without one cell."
    return f"Not known. Nothing was found{_limit_words(record, 'one_missing')}."


def summary(record: PieceRecord) -> str:
    """Return what the index says below a piece."""
    words = []
    facts = record.facts.get("plane", {})
    if record.tiles:
        words.append(
            {
                "translation": "by translation",
                "half turn": "by half turns",
                "isohedral": "isohedral",
                "periodic": "anisohedral",
            }[facts["kind"]]
        )
    elif record.tiles is False:
        words.append(
            "a hole"
            if record.holes
            else f"Heesch {'?' if facts['heesch'] is None else facts['heesch']}"
        )
    elif record.space.dimension == 2:
        words.append("plane not known")
    order, least = record.order
    if order or least:
        words.append(f"order {order}" if order else f"order ≤ {least}")
    return ", ".join(words)
