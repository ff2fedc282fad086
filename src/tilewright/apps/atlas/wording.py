"""The sentences of the atlas: what a record says about each fact, in words that claim no more than
is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from tilewright.shapes.atlas.records import PieceRecord
from tilewright.system.values.arguments import counted

#: Prime rectangles or boxes that are named in a list.
_NAMED = 24


def sides(box: Any) -> str:
    """Return the sides of a rectangle or box.

    >>> sides([2, 5])
    '2 × 5'
    """
    return " × ".join(map(str, box))


def named_sides(rectangles: Sequence[Any]) -> str | None:
    """Return the sides of the first rectangles or boxes, and how many more there are; None if there
    are none.
    """
    named = ", ".join(map(sides, rectangles[:_NAMED]))
    more = len(rectangles) - _NAMED
    return (f"{named} and {more} more" if more > 0 else named) or None


def capital(text: str) -> str:
    """Return text that begins with a capital letter."""
    return text[0].upper() + text[1:]


def cells(record: PieceRecord, number: float | None = None) -> str:
    """Return how many cells a piece has, or the area of some cells of its lattice."""
    number = record.cells if number is None else number
    noun = record.space.cells
    return f"{area(number)} {noun.removesuffix('s') if number == 1 else noun}"


def copies(number: int) -> str:
    """Return how many copies there are.

    >>> copies(1), copies(5400)
    ('1 copy', '5,400 copies')
    """
    return counted(number, "copy").replace("copys", "copies")


def tiling_words(names: Iterable[str]) -> str:
    """Return the numbers of tiles of a tiling.

    >>> tiling_words(["F5", "L5", "F5"])
    '2 F5 + 1 L5'
    """
    return " + ".join(f"{number} {name}" for name, number in Counter(names).items())


def verdict(answer: dict[str, Any]) -> str:
    """Return what is known of the size of a figure."""
    if "reason" in answer:
        return f"none: {answer['reason'].removeprefix('there is no figure: ')}"
    if answer["cells"] is None:
        return "none, proven" if answer["complete"] else f"none below {answer['least']} cells"
    proven = (
        "proven"
        if answer["proven"]
        else f"the smallest one found; none is smaller than {answer['least']}"
    )
    return f"{counted(answer['cells'], 'cell')}, {proven}"


def short(piece: str) -> str:
    """Return the letter or the number of a piece, without that of its cells.

    >>> short("F5"), short("hexiamond:3")
    ('F', '3')
    """
    name = piece.rpartition(":")[2]
    return name.rstrip("0123456789") or name


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
            "half turn": "Copies, half of them turned by 180 degrees, tile the plane",
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
        why = (
            facts["because"]
            if facts["rectifiable"] is False
            else "the piece does not tile the plane"
        )
        return f"Copies {verb} no {form}: {why}."
    if record.rectifiable is None:
        tried = _limit_words(record, "boxes" if solid else "rectangles")
        return f"Not known. No {form} was found{tried}."
    order, least = record.order
    number = copies(order or least or 0)
    first = (
        f"The order is {order}, the smallest number of copies that can {verb} a {form}."
        if order
        else f"{number} can {verb} a {form}; it is not known whether fewer are enough."
    )
    odd = ""
    if facts.get("no_odd_order"):
        odd = f" An odd number of copies cannot {verb} a {form}."
    elif facts["odd_order"]:
        odd = f" The smallest odd number of copies is {facts['odd_order']}."
    completeness = (
        f" The list of prime {forms} is complete."
        if facts["complete"]
        else f" The list of prime {forms} may be incomplete."
    )
    return (
        first
        + odd
        + completeness
        + (" Solid pieces may be turned but not mirrored." if solid else "")
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
            "Copies on the grid cannot tile an enlarged copy, because the piece does not tile the "
            "plane."
        )
    excluded = facts["excluded"]
    words = " or ".join(map(str, excluded))
    if facts["verdict"] == "found":
        scale = facts["scale"]
        smaller = f" A smaller factor ({words}) is not possible." if excluded else ""
        return f"{scale**power} copies {verb} the piece enlarged by a factor of {scale}.{smaller}"
    if record.square is not None:
        side = record.square
        shape = "cube" if power == 3 else "square"
        least = (
            f" Copies cannot {verb} the piece enlarged by a factor of {words}." if excluded else ""
        )
        return (
            f"Copies {verb} a {shape} with sides of {side}, and therefore also the piece enlarged "
            f"by a factor of {side}.{least} The smallest scale is not known."
        )
    if excluded:
        return f"Not known. Copies cannot {verb} the piece enlarged by a factor of {words}."
    return f"Not known. No tiling of an enlarged copy was found{_limit_words(record, 'rep_tile')}."


def one_missing(record: PieceRecord) -> str:
    """Say which rectangle a piece tiles, except for one cell."""
    facts = record.facts.get("one_missing")
    if facts is None:
        return "Not known."
    number = facts["copies"]
    if number is not None:
        row, column = facts["hole"]
        return (
            f"{copies(number)} can tile the {sides(facts['board'])} rectangle without the cell in "
            f"row {row + 1}, column {column + 1}. "
            "No smaller rectangle without one cell can be tiled."
        )
    if facts["excluded"]:
        least = copies(facts["excluded"] + 1)
        return f"Not known. At least {least} are needed to tile a rectangle without one cell."
    return (
        "Not known. No tiling of a rectangle without one cell was found"
        f"{_limit_words(record, 'one_missing')}."
    )


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
