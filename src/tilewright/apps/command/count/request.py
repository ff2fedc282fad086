"""Options of ``tilewright count``, and a request with them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import digits, picture_text
from tilewright.apps.command.limits import LimitOptions
from tilewright.apps.command.numbers import read_rate
from tilewright.apps.command.options import (
    FIND,
    LIMITS,
    OUTPUT,
    RUNS,
    Natural,
    Positive,
    Rules,
    Show,
    Threads,
    options,
    refuse,
)
from tilewright.apps.command.runs import Runs
from tilewright.errors import RequestError
from tilewright.model.cover import Unique, compile_cover
from tilewright.model.problem import Problem
from tilewright.model.space.surface import is_flat_squares

if TYPE_CHECKING:
    from tilewright.counting import ByPiece, Heat
    from tilewright.drawing import Picture


# Answers of ``tilewright count`` for one board: the number, by piece, and weighted.

#: The name of a variable in the place of a weight.
VARIABLE = re.compile(r"[A-Za-z]\w*")


@dataclass
class CountAnswer:
    """An answer: the number, lines to print, keys of the JSON, the method, and a picture to
    save.
    """

    value: int
    lines: list[str]
    keys: dict[str, Any]
    method: str = "layers"
    explanation: str = ""
    seconds: float = 0.0
    picture: Picture | None = field(default=None, repr=False)


def by_piece(problem: Problem, weight_words: dict[str, str], **options: Any) -> CountAnswer:
    """Return the numbers by piece, with their weights if any piece has one."""
    from tilewright.counting import count_by_piece

    symbols = {name: value for name, value in weight_words.items() if VARIABLE.fullmatch(value)}
    weights = {
        name: read_rate(value, "--weight")
        for name, value in weight_words.items()
        if name not in symbols
    }
    names = (*problem.names, *(["empty"] if problem.empty_most > 0 else []))
    for name in weight_words:
        if name not in names:
            raise RequestError(
                f"unknown piece '{name}'; the pieces are {', '.join(names)}", where="--weight"
            )
    # With a variable, a piece of weight 1 need not be counted.
    counted = [name for name in weight_words if weights.get(name) != 1]
    if not problem.optional.any():
        counted = [name for name in counted if name != "empty"]
    counts = count_by_piece(problem, names=counted if symbols else None, **options)
    weights = {name: weight for name, weight in weights.items() if name in counts.names}
    answer = pieces_answer(counts)
    if symbols:
        answer.keys["polynomial"] = counts.polynomial(symbols, weights)
        answer.lines = [answer.keys["polynomial"]]
    elif weights:
        total = weighed_answer(counts.weighed(weights), counts.total)
        answer.keys |= total.keys
        answer.lines += total.lines
    return answer


def pieces_answer(numbers: ByPiece) -> CountAnswer:
    """Return numbers by piece as a table."""
    keys = {
        "by_piece": [
            {"copies": dict(zip(numbers.names, copies, strict=True)), "count": digits(number)}
            for copies, number in numbers.counts.items()
        ]
    }
    return CountAnswer(numbers.total, _table(numbers) if numbers.counts else ["0"], keys)


def weighed_answer(total: Fraction | int, number: int) -> CountAnswer:
    """Return a sum of weights over this number of tilings."""
    word = fraction_digits(total)
    return CountAnswer(number, [word], {"weighed": word})


def fraction_digits(value: Fraction | int) -> str:
    """Return an exact number in digits."""
    above, below = value.as_integer_ratio()
    return digits(above) if below == 1 else f"{digits(above)}/{digits(below)}"


def _table(numbers: ByPiece) -> list[str]:
    """Return the counts by piece as aligned columns, the number of tilings last."""
    rows = [[*numbers.names, "tilings"]]
    rows += [[*map(str, copies), digits(number)] for copies, number in numbers.counts.items()]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def heat_answer(problem: Problem, heat: Heat, show: Show) -> CountAnswer:
    """Return how often the edges around each cell are boundaries: a picture in colors, else a table
    in percent.
    """
    from tilewright.apps.command.answers import terminal_color
    from tilewright.counting.sets.usage import draw_heat

    percents = heat.percents()
    flat = is_flat_squares(problem.board)
    picture = draw_heat(heat)
    if flat:
        keys: dict[str, Any] = {"right": _shares(heat.right), "below": _shares(heat.below)}
    else:
        cells = compile_cover(problem).cells
        keys = {
            "edges": [
                {"cells": pair, "boundaries": digits(number) if heat.exact else number}
                for pair, number in zip(
                    cells[heat.pairs].tolist(), heat.boundaries.tolist(), strict=True
                )
            ]
        }
    if not heat.exact:
        keys |= {"exact": False, "how": heat.how}
    if show.quiet:
        lines = [digits(heat.total)]
    elif not flat or terminal_color(show.color) == "none":
        # Cubes: layer by layer, separated by an empty line.
        layers = percents if percents.ndim == 3 else percents[None]
        tables = [[_percents(row) for row in layer.tolist()] for layer in layers]
        lines = "\n\n".join("\n".join(table) for table in tables).split("\n")
    else:
        lines = picture_text(picture, show.color).splitlines()
    method = "graph" if heat.exact else "matching"
    return CountAnswer(
        heat.total,
        lines,
        keys,
        method,
        explanation=heat.how and f"method: {heat.how}",
        picture=picture,
    )


def _shares(counts: Any) -> list[list[str | float | None]]:
    return [
        [None if count < 0 else digits(count) if isinstance(count, int) else count for count in row]
        for row in counts.tolist()
    ]


def _percents(row: list[int]) -> str:
    return " ".join("  ." if percent < 0 else f"{percent:3}" for percent in row)


@options(FIND)
class Kinds:
    """What to count, beside the number of tilings."""

    unique: bool = False
    """Count rotations and reflections of a tiling once."""

    rotations: bool = False
    """Count rotations of a tiling once, and its mirror images separately."""

    distinct_pieces: bool = False
    """Tell equal pieces apart that are listed several times, such as L3 L3 or in a file (not
    copies: L3=2).
    """

    by_piece: bool = False
    """Count by how many copies of each piece are used."""

    weight: Annotated[tuple[str, ...], Parameter(metavar="PIECE=W")] = ()
    """Sum the products of weights, such as I3=2 or I3=1/2. With --by-piece, I3=x names a variable.
    Repeat for more pieces.
    """

    cost: Annotated[tuple[str, ...], Parameter(metavar="PIECE=C")] = ()
    """Give pieces costs, such as I3=2; find the least total cost and how many tilings have it.
    Repeat for more pieces.
    """

    heat: bool = False
    """Show for each cell how often its edges are boundaries of tiles, in percent."""

    exact: bool = False
    """With --heat: exact numbers even where shares in floating point are much faster."""

    mod: Positive | None = None
    """Count modulo N."""

    @property
    def classes(self) -> Unique:
        """What counts once, as the library names it."""
        refuse((self.unique and self.rotations, "choose one of --unique and --rotations", None))
        return "rotations" if self.rotations else self.unique


@options(FIND)
class BoardLengths:
    """Options for boards with an N in them."""

    at: Natural | None = None
    """On a board such as 4xN: count only for this N, which may be very large."""

    upto: Natural | None = None
    """On a board such as 4xN or NxN: count for each N up to this one. [default: 8 for NxN, 100 for
    files of a strip]
    """

    against: Annotated[Path | None, Parameter(metavar="FILE")] = None
    """Compare with the numbers in an OEIS b-file. Exits with 1 if any differs."""

    bfile: Annotated[
        Path | None, Parameter(allow_leading_hyphen=True, group=OUTPUT, metavar="FILE")
    ] = None
    """Write the numbers to FILE in the b-file format of the OEIS."""


@options(LIMITS)
class CountingOptions:
    """How to count."""

    direction: Literal["auto", "rows", "columns", "layers"] = "auto"
    """Process the cells along these lines (layers: only for cubes). auto chooses the fastest.
    [default: auto]
    """

    check: Annotated[bool, Parameter(group=FIND)] = False
    """Count again with another method, and name it."""

    checkpoint: Annotated[Path | None, Parameter(group=RUNS, metavar="FILE")] = None
    """Save progress to FILE, and resume from it if it exists."""

    threads: Threads = None


@dataclass(frozen=True)
class CountRequest:
    """A request of ``tilewright count``, as it was typed."""

    board: str
    pieces: tuple[str, ...]
    kinds: Kinds
    lengths: BoardLengths
    ways: CountingOptions
    limits: LimitOptions
    rules: Rules
    runs: Runs
    show: Show

    @property
    def modulus(self) -> int:
        """The modulus; 0 for none."""
        return self.kinds.mod or 0
