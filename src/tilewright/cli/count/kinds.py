"""What ``tilewright count`` finds beside the plain number: by piece, weights, costs, and how often edges are boundaries."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.cli.output.answers import digits, picture_text, tiling_picture
from tilewright.cover import compile_cover
from tilewright.errors import RequestError, quoted
from tilewright.lattices.surface import is_flat_squares
from tilewright.problem import Problem

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from tilewright.cli.input.request import Show
    from tilewright.counting import ByPiece, Cheapest, Heat
    from tilewright.drawing import Picture

__all__ = ["VARIABLE", "Reply", "assignments", "by_piece", "cheapest", "heat", "rates", "weighed"]

#: The name of a variable, which stands where a weight does.
VARIABLE = re.compile(r"[A-Za-z]\w*")
#: How a number is written: 12, -1.5, 2e10, 3/4.
_FORM = re.compile(
    r"(?P<sign>[+-]?)(?=\.?\d)(?P<above>\d*)(?:/(?P<below>\d+)|(?:\.(?P<behind>\d*))?(?:[eE](?P<power>[+-]?\d+))?)"
)
#: Digits that a number has at most.
_LONGEST = 100_000
#: Colors for shares from 0 to 100 %, in steps of ten: ever darker, so that no hue has to be told apart.
_SHADES = (
    "#fffaf0", "#fff0d9", "#fee3bd", "#fdd29c", "#fdbf81", "#fca768",
    "#f48a54", "#e76a45", "#d44832", "#b8241c", "#8f0a0a",
)  # fmt: skip


@dataclass
class Reply:
    """What was found: the number, what to print for people, keys for JSON, how, and a picture to save.

    The method is that of `tilewright.counting.Count`, or ``"graph"`` where the whole state graph was kept.
    """

    value: int
    lines: list[str]
    keys: dict[str, Any]
    method: str = "layers"
    said: str = ""
    seconds: float = 0.0
    picture: Picture | None = field(default=None, repr=False)


def assignments(problem: Problem, words: tuple[str, ...], where: str) -> dict[str, str]:
    """Read NAME=VALUE; the name is that in tilings, or any word of the grammar for the piece."""
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.rpartition("=")
        if not equals or not name or not value:
            raise RequestError(f"'{word}' is not NAME=VALUE, such as I3=2", where=where)
        index = problem.piece_index(name)
        name = name if index is None else problem.names[index]
        if name in values:
            raise RequestError(f"{name} is given twice, {values[name]} and {value}", where=where)
        values[name] = value
    return values


def by_piece(found: ByPiece, given: dict[str, str]) -> Reply:
    """Return the numbers by piece, and what they weigh if anything is given a weight."""
    symbols, weights = {}, {}
    for name, value in given.items():
        if name not in found.names:
            raise RequestError(
                f"there is no piece '{name}'; the pieces are {', '.join(found.names)}", where="--weight"
            )
        if VARIABLE.fullmatch(value):
            symbols[name] = value
        else:
            weights[name] = _number(value, "--weight")
    keys: dict[str, Any] = {
        "by_piece": [
            {"copies": dict(zip(found.names, copies, strict=True)), "count": digits(number)}
            for copies, number in found.counts.items()
        ]
    }
    if symbols:
        keys["polynomial"] = found.polynomial(symbols, weights)
        return Reply(found.total, [keys["polynomial"]], keys)
    lines = _table(found) if found.counts else ["0"]
    if weights:
        total = weighed(found.weighed(weights), found.total)
        keys |= total.keys
        lines += total.lines
    return Reply(found.total, lines, keys)


def weighed(total: Fraction | int, number: int) -> Reply:
    """Return a sum of weights over this number of tilings."""
    above, below = total.as_integer_ratio()
    word = digits(above) if below == 1 else f"{digits(above)}/{digits(below)}"
    return Reply(number, [word], {"weighed": word})


def _table(found: ByPiece) -> list[str]:
    """Return the counts by piece as aligned columns, the number of tilings last."""
    rows = [[*found.names, "tilings"]]
    rows += [[*map(str, copies), digits(number)] for copies, number in found.counts.items()]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def rates(given: dict[str, str], where: str) -> dict[str, Fraction | int]:
    """Return what was given for each piece as numbers."""
    return {name: _number(value, where) for name, value in given.items()}


def cheapest(problem: Problem, found: Cheapest, show: Show, out: Path | None) -> Reply:
    """Return the least cost, how many tilings have it, and a picture of the first."""
    keys = {"cost": str(found.cost), "cheapest": digits(found.count), "tiling": found.tiling.to_json()}
    tilings = "tiling has" if found.count == 1 else "tilings have"
    picture = tiling_picture(found.tiling, problem.board, lines=out is None or out.suffix.lower() == ".txt")
    lines = [] if show.quiet else [picture_text(picture, show.color)]
    lines.append(f"{digits(found.count)} {tilings} the least cost, {found.cost}")
    return Reply(found.count, lines, keys, "graph", picture=picture)


def _number(value: str, where: str) -> Fraction | int:
    """Read a number or a fraction exactly, if it is not so long that nothing could stop the reading of it."""
    form = _FORM.fullmatch(value)
    if form is None or (form["below"] or "1").strip("0") == "":
        raise RequestError(
            f"{quoted(value)} is not a number or a fraction, such as 2, -1 or 1/2", where=where
        )
    power = int(form["power"] or 0) if len(form["power"] or "") < 10 else _LONGEST
    if len(value) + abs(power) > _LONGEST:
        raise RequestError(
            f"{quoted(value)} is too long a number: up to {_LONGEST:,} digits are read, an exponent written out",
            where=where,
        )
    behind = form["behind"] or ""
    number = Fraction(_integer(form["sign"] + form["above"] + behind), _integer(form["below"] or "1"))
    number *= Fraction(10) ** (power - len(behind))
    return int(number) if number.denominator == 1 else number


def _integer(text: str) -> int:
    """Read digits; Python by itself refuses some thousands of them."""
    if len(text) < 4000:
        return int(text)
    from flint import fmpz

    return int(fmpz(text))


def heat(problem: Problem, found: Heat, show: Show) -> Reply:
    """Return how often the edges around each cell are boundaries: a picture in color, else a table in percent."""
    from tilewright.cli.output.answers import terminal_color

    percents = found.percents()
    flat = is_flat_squares(problem.board)
    picture = _heat_picture(problem, found.total, percents)
    if flat:
        keys: dict[str, Any] = {"right": _shares(found.right), "below": _shares(found.below)}
    else:
        cells = compile_cover(problem).cells
        keys = {
            "edges": [
                {"cells": pair, "boundaries": digits(number)}
                for pair, number in zip(cells[found.pairs].tolist(), found.boundaries.tolist(), strict=True)
            ]
        }
    if show.quiet:
        lines = [digits(found.total)]
    elif not flat or terminal_color(show.color) == "none":
        # Of cubes layer by layer, parted by an empty line.
        layers = percents if percents.ndim == 3 else percents[None]
        tables = [[_percents(row) for row in layer.tolist()] for layer in layers]
        lines = "\n\n".join("\n".join(table) for table in tables).split("\n")
    else:
        lines = picture_text(picture, show.color).splitlines()
    return Reply(found.total, lines, keys, "graph", picture=picture)


def _percents(row: list[int]) -> str:
    return " ".join("  ." if percent < 0 else f"{percent:3}" for percent in row)


def _heat_picture(problem: Problem, total: int, percents: NDArray[np.int16]) -> Picture:
    """Draw the percents: what is written in a cell decides its color."""
    from tilewright.drawing import Palette, draw_board

    levels = (np.maximum(percents, 0) + 5) // 10
    return draw_board(
        problem.board,
        coloring=levels,
        words=np.where(percents >= 0, percents.astype(str), ""),
        palette=Palette("shades", _SHADES),
        title=f"How often edges are boundaries, over {digits(total)} tilings of a {problem.board} board, in percent",
    )


def _shares(counts: Any) -> list[list[str | None]]:
    return [[digits(count) if count >= 0 else None for count in row] for row in counts.tolist()]
