"""Answers of ``tilewright count`` for one board: the number, by piece, and weighted."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tilewright.cli.answers import digits, picture_text
from tilewright.cli.options import Show
from tilewright.cli.rates import read_rate
from tilewright.cover import compile_cover
from tilewright.errors import RequestError
from tilewright.lattices.surface import is_flat_squares
from tilewright.values.problem import Problem

if TYPE_CHECKING:
    from tilewright.counting import ByPiece, Heat
    from tilewright.drawing import Picture

#: The name of a variable in the place of a weight.
VARIABLE = re.compile(r"[A-Za-z]\w*")


@dataclass
class Reply:
    """An answer: the number, lines to print, keys of the JSON, the method, and a picture to
    save.
    """

    value: int
    lines: list[str]
    keys: dict[str, Any]
    method: str = "layers"
    said: str = ""
    seconds: float = 0.0
    picture: Picture | None = field(default=None, repr=False)


def by_piece(problem: Problem, given: dict[str, str], **options: Any) -> Reply:
    """Return the numbers by piece, with their weights if any piece has one."""
    from tilewright.counting import count_by_piece

    symbols = {name: value for name, value in given.items() if VARIABLE.fullmatch(value)}
    weights = {
        name: read_rate(value, "--weight") for name, value in given.items() if name not in symbols
    }
    names = (*problem.names, *(["empty"] if problem.empty_most > 0 else []))
    for name in given:
        if name not in names:
            raise RequestError(
                f"unknown piece '{name}'; the pieces are {', '.join(names)}", where="--weight"
            )
    # With a variable, a piece of weight 1 need not be counted.
    counted = [name for name in given if weights.get(name) != 1]
    if not problem.optional.any():
        counted = [name for name in counted if name != "empty"]
    found = count_by_piece(problem, names=counted if symbols else None, **options)
    weights = {name: weight for name, weight in weights.items() if name in found.names}
    reply = pieces_reply(found)
    if symbols:
        reply.keys["polynomial"] = found.polynomial(symbols, weights)
        reply.lines = [reply.keys["polynomial"]]
    elif weights:
        total = weighed(found.weighed(weights), found.total)
        reply.keys |= total.keys
        reply.lines += total.lines
    return reply


def pieces_reply(found: ByPiece) -> Reply:
    """Return numbers by piece as a table."""
    keys = {
        "by_piece": [
            {"copies": dict(zip(found.names, copies, strict=True)), "count": digits(number)}
            for copies, number in found.counts.items()
        ]
    }
    return Reply(found.total, _table(found) if found.counts else ["0"], keys)


def weighed(total: Fraction | int, number: int) -> Reply:
    """Return a sum of weights over this number of tilings."""
    word = fraction_digits(total)
    return Reply(number, [word], {"weighed": word})


def fraction_digits(value: Fraction | int) -> str:
    """Return an exact number in digits."""
    above, below = value.as_integer_ratio()
    return digits(above) if below == 1 else f"{digits(above)}/{digits(below)}"


def _table(found: ByPiece) -> list[str]:
    """Return the counts by piece as aligned columns, the number of tilings last."""
    rows = [[*found.names, "tilings"]]
    rows += [[*map(str, copies), digits(number)] for copies, number in found.counts.items()]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def heat_reply(problem: Problem, found: Heat, show: Show) -> Reply:
    """Return how often the edges around each cell are boundaries: a picture in colors, else a table
    in percent.
    """
    from tilewright.cli.answers import terminal_color
    from tilewright.pictures import draw_heat

    percents = found.percents()
    flat = is_flat_squares(problem.board)
    picture = draw_heat(found)
    if flat:
        keys: dict[str, Any] = {"right": _shares(found.right), "below": _shares(found.below)}
    else:
        cells = compile_cover(problem).cells
        keys = {
            "edges": [
                {"cells": pair, "boundaries": digits(number) if found.exact else number}
                for pair, number in zip(
                    cells[found.pairs].tolist(), found.boundaries.tolist(), strict=True
                )
            ]
        }
    if not found.exact:
        keys |= {"exact": False, "how": found.how}
    if show.quiet:
        lines = [digits(found.total)]
    elif not flat or terminal_color(show.color) == "none":
        # Cubes: layer by layer, separated by an empty line.
        layers = percents if percents.ndim == 3 else percents[None]
        tables = [[_percents(row) for row in layer.tolist()] for layer in layers]
        lines = "\n\n".join("\n".join(table) for table in tables).split("\n")
    else:
        lines = picture_text(picture, show.color).splitlines()
    method = "graph" if found.exact else "matching"
    return Reply(
        found.total, lines, keys, method, said=found.how and f"method: {found.how}", picture=picture
    )


def _shares(counts: Any) -> list[list[str | float | None]]:
    return [
        [None if count < 0 else digits(count) if isinstance(count, int) else count for count in row]
        for row in counts.tolist()
    ]


def _percents(row: list[int]) -> str:
    return " ".join("  ." if percent < 0 else f"{percent:3}" for percent in row)
