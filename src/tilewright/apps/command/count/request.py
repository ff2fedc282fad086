"""Options of ``tilewright count``, and a request with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from tilewright.cli.limits import Limits
from tilewright.cli.options import Natural, Positive, Rules, Show, Threads, options, refuse
from tilewright.cli.panels import FIND, LIMITS, OUTPUT, RUNS
from tilewright.cli.runs import Runs
from tilewright.cover import Unique


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
    limits: Limits
    rules: Rules
    runs: Runs
    show: Show

    @property
    def modulus(self) -> int:
        """The modulus; 0 for none."""
        return self.kinds.mod or 0
