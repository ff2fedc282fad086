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


def _limit_words(one: PieceRecord, fact: str) -> str:
    limit = one.limits.get(fact)
    return "" if limit is None else f" within {limit:g} seconds"


def plane(one: PieceRecord) -> str:
    """Say whether a piece tiles the plane, and how."""
    found = one.facts.get("plane")
    if found is None:
        return "Not known."
    why = found["why"]
    if one.tiles is None:
        return f"Not known{_limit_words(one, 'plane')}: {why}."
    if one.tiles:
        how = {
            "translation": "Translated copies tile the plane",
            "half turn": "Copies and copies turned by 180 degrees tile the plane",
            "isohedral": "The piece tiles the plane",
            "periodic": "The piece tiles the plane, but not isohedrally",
        }[found["kind"]]
        return f"{how}: {why}."
    return f"The piece does not tile the plane: {why}."


def boxes(one: PieceRecord) -> str:
    """Say which rectangles a piece tiles, or which boxes it fills."""
    solid = "boxes" in one.facts or one.space.dimension == 3
    form, forms, verb = ("box", "boxes", "fill") if solid else ("rectangle", "rectangles", "tile")
    found = one.facts.get("boxes" if solid else "rectangles")
    if found is None:
        return "Not known."
    if one.rectifiable is False:
        why = found["because"] if found["rectifiable"] is False else "it does not tile the plane"
        return f"Copies {verb} no {form}: {why}."
    if one.rectifiable is None:
        tried = _limit_words(one, "boxes" if solid else "rectangles")
        return f"Not known. No {form} was found{tried}."
    order, least = one.order
    copies = counted(order or least or 0, "copy").replace("copys", "copies")
    first = (
        f"{copies} {verb}{'s' if order == 1 else ''} a {form}, and no fewer do: the order is "
        f"{order}."
        if order
        else f"{copies} {verb} a {form}; whether fewer do is not known."
    )
    odd = ""
    if found.get("no_odd_order"):
        odd = f" No odd number of copies {verb}s a {form}."
    elif found["odd_order"]:
        odd = f" The smallest odd number is {found['odd_order']}."
    listed = (
        f" The list of prime {forms} is complete."
        if found["complete"]
        else f" The list of prime {forms} may be incomplete."
    )
    return first + odd + listed + (" Solid pieces are turned, but not mirrored." if solid else "")


def rep_tile(one: PieceRecord) -> str:
    """Say whether copies tile the piece, enlarged."""
    found = one.facts.get("rep_tile")
    if found is None:
        return "Not known."
    power = one.space.dimension
    verb = "fill" if power == 3 else "tile"
    if found["verdict"] == "none":
        return (
            "Copies on the grid tile no enlarged piece, because the piece does not tile the plane."
        )
    excluded = found["excluded"]
    words = " or ".join(map(str, excluded))
    done = "filled" if power == 3 else "tiled"
    if found["verdict"] == "found":
        scale = found["scale"]
        smaller = f" No enlargement by {words} is possible." if excluded else ""
        return f"{scale**power} copies {verb} the piece enlarged by {scale}.{smaller}"
    if one.square is not None:
        side = one.square
        shape = "cube" if power == 3 else "square"
        least = f" Enlarged by {words}, it is not {done} by copies." if excluded else ""
        return (
            f"Copies {verb} a {shape} with sides of {side}, and so the piece enlarged by "
            f"{side}.{least} "
            "The smallest scale is not known."
        )
    if excluded:
        return f"Not known. Enlarged by {words}, the piece is not {done} by copies."
    return f"Not known. Nothing was found{_limit_words(one, 'rep_tile')}."


def one_missing(one: PieceRecord) -> str:
    """Say which rectangle a piece tiles, except for one cell."""
    found = one.facts.get("one_missing")
    if found is None:
        return "Not known."
    copies = found["copies"]
    if copies is not None:
        noun = "copy tiles" if copies == 1 else "copies tile"
        return (
            f"{copies} {noun} the {sides(found['board'])} rectangle without the cell in row "
            f"{found['hole'][0] + 1}, "
            f"column {found['hole'][1] + 1}. No smaller rectangle without one cell is possible."
        )
    if found["excluded"]:
        noun = counted(found["excluded"], "copy").replace("copys", "copies")
        return f"Not known. Up to {noun} do not tile a rectangle without one cell."
    return f"Not known. Nothing was found{_limit_words(one, 'one_missing')}."


def short(one: PieceRecord) -> str:
    """Return what the index says below a piece."""
    words = []
    found = one.facts.get("plane", {})
    if one.tiles:
        words.append(
            {
                "translation": "by translation",
                "half turn": "by half turns",
                "isohedral": "isohedral",
                "periodic": "anisohedral",
            }[found["kind"]]
        )
    elif one.tiles is False:
        words.append(
            "a hole"
            if one.holes
            else f"Heesch {'?' if found['heesch'] is None else found['heesch']}"
        )
    elif one.space.dimension == 2:
        words.append("plane not known")
    order, least = one.order
    if order or least:
        words.append(f"order {order}" if order else f"order ≤ {least}")
    return ", ".join(words)
