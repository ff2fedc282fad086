"""The options of ``tilewright count``: what to count, for which lengths, and how."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from tilewright.cli.input.request import Whole

__all__ = ["AskedLengths", "Kinds", "Ways"]


@Parameter(name="*")
@dataclass(frozen=True)
class Kinds:
    """What to count, beside the number of tilings."""

    unique: Annotated[bool, Parameter(negative="", show_default=False)] = False
    """Count up to the rotations and reflections of the problem."""

    by_piece: Annotated[bool, Parameter(negative="", show_default=False)] = False
    """Tell the tilings apart by how many copies of each piece they use."""

    weight: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = ()
    """Weigh a piece, such as I3=2 or I3=1/2: the sum of the products of the weights; with --by-piece, I3=x names a variable."""

    cost: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = ()
    """What a piece costs, such as I3=2: the least cost of a tiling, and how many tilings have it."""

    heat: Annotated[bool, Parameter(negative="", show_default=False)] = False
    """Show for each cell how often the edges around it are boundaries of tiles, in percent; --json has each edge."""

    modulo: Annotated[Whole | None, Parameter(name=["--mod", "--modulo"], show_default=False)] = None
    """Count modulo this number."""


@Parameter(name="*")
@dataclass(frozen=True)
class AskedLengths:
    """For boards with an N in them."""

    at: Annotated[Whole | None, Parameter(show_default=False)] = None
    """The number for this N only, however large."""

    upto: Annotated[Whole | None, Parameter(show_default=False)] = None
    """The numbers up to this N; 8 for NxN and 100 for a file when not given."""

    bfile: Annotated[Path | None, Parameter(show_default=False, allow_leading_hyphen=True)] = None
    """Write the numbers to this file in the format of the OEIS."""

    against: Annotated[Path | None, Parameter(show_default=False)] = None
    """Compare the numbers with those in this b-file of the OEIS; exits with 1 if one differs."""


@Parameter(name="*")
@dataclass(frozen=True)
class Ways:
    """How to count."""

    scan: Annotated[Literal["auto", "rows", "columns", "layers"], Parameter(show_default=False)] = "auto"
    """Along which lines the cells are taken (layers are those of cubes); by default those with the narrower frontier."""

    check: Annotated[bool, Parameter(negative="", show_default=False)] = False
    """Count a second time in another way, and say which: by listing if the number is small, else along other lines."""

    checkpoint: Annotated[Path | None, Parameter(show_default=False)] = None
    """Keep what is needed to go on in this file (and states beside it, in FILE.states), and go on from it if it is there. Also with --unique, --by-piece and --mod."""

    threads: Annotated[Whole | None, Parameter(show_default=False)] = None
    """How many threads count at most; all cores when not given."""
