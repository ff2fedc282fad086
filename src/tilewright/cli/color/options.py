"""What ``tilewright color`` can be asked: which tilings, which colorings, what is drawn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.cli.grammar import options
from tilewright.cli.input.request import OutPath, Whole
from tilewright.cli.output.answers import enclosed, say
from tilewright.drawing import PaletteName
from tilewright.errors import RequestError
from tilewright.labels import OUTSIDE
from tilewright.lattices.lattice import SQUARES
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.coloring import Touch

__all__ = ["Output", "Question", "Selection", "colored_picture"]


@options
class Question:
    """What is asked."""

    edge: bool = False
    """Tiles with a common edge differ (the default)."""

    strong: bool = False
    """Tiles with a common corner differ too."""

    distance: Whole | None = None
    """Tiles within this distance differ: so many steps of a king from cell to cell."""

    outside: bool = False
    """Cells off the board count as one more tile."""

    colors: Whole | None = None
    """Color with so many colors, or say why that cannot be."""

    balanced: bool = False
    """With --colors: as many tiles of each color, or one more."""

    numbers: str | None = None
    """How many tiles of each color, such as 5,4,3."""

    effort: float = 1.0
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


@options
class Selection:
    """Of which tilings, and what to say of them."""

    all: bool = False
    """Judge every tiling, not just the first."""

    unique: bool = False
    """One tiling of each set of rotations and reflections."""

    histogram: bool = False
    """With --all: how many tilings need how many colors."""

    crossings: bool = False
    """With --all: how many tilings have how many points where four tiles meet."""

    count: bool = False
    """Count the colorings of one tiling with --colors K."""

    polynomial: bool = False
    """Print the chromatic polynomial of one tiling: its colorings with k colors."""

    list: bool = False
    """Print every coloring of one tiling with --colors K, up to renaming, a line each."""

    limit: Whole | None = None
    """Judge, or list, at most this many."""

    timeout: float | None = None
    """Stop after this many seconds."""

    threads: Whole | None = None
    """How many threads work; all cores when not given."""


@options
class Output:
    """What is drawn and saved."""

    out: OutPath = None
    """Save a picture: .svg, .png, .pdf or .txt; with --all, of the tilings that can be colored so."""

    graph: Path | None = None
    """Save which tiles touch: .col (DIMACS) or .txt (a pair of tile numbers a line)."""

    palette: PaletteName | None = None
    """The colors: tilewright, okabe-ito, muted, light or grays."""

    patterns: bool = False
    """Hatch each color in its own way too."""

    letters: bool = False
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
