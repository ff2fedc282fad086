"""The options of ``tilewright count``: what to count, for which lengths, and how."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from tilewright.cli.grammar import options
from tilewright.cli.input.request import Whole

__all__ = ["AskedLengths", "Kinds", "Ways"]


@options
class Kinds:
    """What to count, beside the number of tilings."""

    unique: bool = False
    """Count up to the rotations and reflections of the problem."""

    by_piece: bool = False
    """Tell the tilings apart by how many copies of each piece they use."""

    weight: tuple[str, ...] = ()
    """Weigh a piece, such as I3=2 or I3=1/2: the sum of the products of the weights; with --by-piece, I3=x names a variable."""

    cost: tuple[str, ...] = ()
    """What a piece costs, such as I3=2: the least cost of a tiling, and how many tilings have it."""

    heat: bool = False
    """Show for each cell how often the edges around it are boundaries of tiles, in percent; --json has each edge."""

    modulo: Annotated[Whole | None, Parameter(name=["--mod", "--modulo"])] = None
    """Count modulo this number."""


@options
class AskedLengths:
    """For boards with an N in them."""

    at: Whole | None = None
    """The number for this N only, however large."""

    upto: Whole | None = None
    """The numbers up to this N; 8 for NxN and 100 for a file when not given."""

    bfile: Annotated[Path | None, Parameter(allow_leading_hyphen=True)] = None
    """Write the numbers to this file in the format of the OEIS."""

    against: Path | None = None
    """Compare the numbers with those in this b-file of the OEIS; exits with 1 if one differs."""


@options
class Ways:
    """How to count."""

    scan: Literal["auto", "rows", "columns", "layers"] = "auto"
    """Along which lines the cells are taken (layers are those of cubes); by default those with the narrower frontier."""

    check: bool = False
    """Count a second time in another way, and say which: by listing if the number is small, else along other lines."""

    checkpoint: Path | None = None
    """Keep what is needed to go on in this file (and states beside it, in FILE.states), and go on from it if it is there. Also with --unique, --by-piece and --mod."""

    threads: Whole | None = None
    """How many threads count at most; all cores when not given."""
