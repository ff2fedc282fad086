"""What ``tilewright color`` can be asked: which tilings, which colorings, what is drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tilewright.cli.input.request import OutPath, Whole
from tilewright.cli.output.answers import enclosed, say
from tilewright.drawing import PaletteName
from tilewright.errors import RequestError
from tilewright.lattices.lattice import SQUARES
from tilewright.tiling import OUTSIDE, Tiling

if TYPE_CHECKING:
    from tilewright.coloring import Touch

__all__ = ["Flag", "Option", "Output", "Question", "Selection", "colored_picture"]

Flag = Parameter(negative="", show_default=False)
Option = Parameter(show_default=False)


@Parameter(name="*")
@dataclass(frozen=True)
class Question:
    """What is asked."""

    edge: Annotated[bool, Flag] = False
    """Tiles with a common edge differ (the default)."""

    strong: Annotated[bool, Flag] = False
    """Tiles with a common corner differ too."""

    distance: Annotated[Whole | None, Option] = None
    """Tiles within this distance differ: so many steps of a king from cell to cell."""

    outside: Annotated[bool, Flag] = False
    """Cells off the board count as one more tile."""

    colors: Annotated[Whole | None, Option] = None
    """Color with so many colors, or say why that cannot be."""

    balanced: Annotated[bool, Flag] = False
    """With --colors: as many tiles of each color, or one more."""

    numbers: Annotated[str | None, Option] = None
    """How many tiles of each color, such as 5,4,3."""

    effort: Annotated[float, Option] = 1.0
    """How long to search before the answer is left unproven; 1 is some seconds."""

    @property
    def touch(self) -> Touch:
        """What counts as touching."""
        if (self.edge, self.strong, self.distance is not None).count(True) > 1:
            raise RequestError("tiles touch by one of --edge, --strong and --distance")
        if self.distance is not None:
            return self.distance
        return "strong" if self.strong else "edge"

    def options(self) -> dict[str, Any]:
        """Return what the library takes."""
        numbers = None
        if self.numbers is not None:
            if not re.fullmatch(r"\d+(,\d+)*", self.numbers):
                raise RequestError(
                    f"'{self.numbers}' are not numbers of tiles, such as 5,4,3", where="--numbers"
                )
            numbers = tuple(int(word) for word in self.numbers.split(","))
        return {
            "colors": self.colors,
            "balanced": self.balanced,
            "numbers": numbers,
            "outside": self.outside,
        }

    @property
    def limited(self) -> bool:
        """Whether a number of colors was asked for."""
        return self.colors is not None or self.balanced or self.numbers is not None


@Parameter(name="*")
@dataclass(frozen=True)
class Selection:
    """Of which tilings, and what to say of them."""

    all: Annotated[bool, Flag] = False
    """Judge every tiling, not just the first."""

    unique: Annotated[bool, Flag] = False
    """One tiling of each set of rotations and reflections."""

    histogram: Annotated[bool, Flag] = False
    """With --all: how many tilings need how many colors."""

    crossings: Annotated[bool, Flag] = False
    """With --all: how many tilings have how many points where four tiles meet."""

    count: Annotated[bool, Flag] = False
    """Count the colorings of one tiling with --colors K."""

    polynomial: Annotated[bool, Flag] = False
    """Print the chromatic polynomial of one tiling: its colorings with k colors."""

    list: Annotated[bool, Flag] = False
    """Print every coloring of one tiling with --colors K, up to renaming, a line each."""

    limit: Annotated[Whole | None, Option] = None
    """Judge, or list, at most this many."""

    timeout: Annotated[float | None, Option] = None
    """Stop after this many seconds."""

    threads: Annotated[Whole | None, Option] = None
    """How many threads work; all cores when not given."""


@Parameter(name="*")
@dataclass(frozen=True)
class Output:
    """What is drawn and saved."""

    out: OutPath = None
    """Save a picture: .svg, .png, .pdf or .txt; with --all, of the tilings that can be colored so."""

    graph: Annotated[Path | None, Option] = None
    """Save which tiles touch: .col (DIMACS) or .txt (a pair of tile numbers a line)."""

    palette: Annotated[PaletteName | None, Option] = None
    """The colors: tilewright, okabe-ito, muted, light or grays."""

    patterns: Annotated[bool, Flag] = False
    """Hatch each color in its own way too."""

    letters: Annotated[bool, Flag] = False
    """Write its name or number on each tile."""

    def tell(self, words: str) -> None:
        """Print an answer in words, on standard error if standard output has the picture."""
        if self.out == Path("-"):
            say(words)
        else:
            print(words)


def colored_picture(tiling: Tiling, answer: Any, output: Output, *, lines: bool = False) -> Any:
    """Return the picture of a tiling in the colors of an answer, or of an array; with `lines`, holes are filled."""
    from tilewright.drawing import draw

    return draw(
        tiling,
        holes=enclosed(tiling.labels != OUTSIDE) if lines and tiling.lattice is SQUARES else (),
        coloring=answer,
        palette=output.palette,
        patterns=output.patterns,
        letters=output.letters,
    )
