"""Coloring and Certificate: an answer, and why fewer colors will not do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tilewright.coloring.graph import Touch
from tilewright.errors import ColoringError

__all__ = ["Certificate", "Coloring"]


@dataclass(frozen=True)
class Certificate:
    """Why fewer colors are not enough: something small that `check_certificate` can look at.

    Attributes
    ----------
    kind : str
        ``clique``: vertices that all touch each other. ``odd cycle``: each touches the next, and the
        last the first; their number is odd. ``odd wheel``: an odd cycle, and one or two more
        vertices (`hub`) that touch each other and all of it. ``critical``: few vertices that
        cannot be colored with one color less (try all ways); without any one of them, they can.
        ``subgraph``: the same, but not known to be the fewest. ``exhausted``: the whole tiling
        has no coloring with the numbers that were asked for (try all ways).
    colors : int
        So many colors are needed at least. For ``exhausted``: so many were allowed.
    vertices : tuple of int
        Tile numbers; the number of tiles means the outside. In order around an odd cycle.
    hub : tuple of int
        For an odd wheel.
    least, most : tuple of int
        For ``exhausted``: how many tiles each color should have.

    References
    ----------
    G. A. Dirac, "A property of 4-chromatic graphs and some remarks on critical graphs", Journal of
    the London Mathematical Society 27, 1952, for critical subgraphs.
    """

    kind: str
    colors: int
    vertices: tuple[int, ...]
    hub: tuple[int, ...] = ()
    least: tuple[int, ...] = ()
    most: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.text()

    def text(self, names: Sequence[str] = ()) -> str:
        """Say it in words.

        Parameters
        ----------
        names : sequence of str
            Names of the tiles, if all have one of their own; otherwise they have their numbers.
        """
        named = len(names) > 0 and len(set(names)) == len(names)

        def name(vertex: int) -> str:
            if not named:
                return str(vertex)
            return names[vertex] if vertex < len(names) else "the outside"

        count = len(self.vertices)
        shown = ", ".join(map(name, self.vertices[:24])) + (", …" if count > 24 else "")
        if self.kind == "clique":
            return f"tiles {shown} all touch each other" if count > 1 else "there is a tile"
        if self.kind == "odd cycle":
            return f"{count} tiles, an odd number, touch in a ring: {shown}"
        if self.kind == "odd wheel":
            hub = " and ".join(map(name, self.hub))
            verb = "touches" if len(self.hub) == 1 else "touch each other and"
            return f"{count} tiles, an odd number, touch in a ring ({shown}), and {hub} {verb} all of them"
        if self.kind == "exhausted":
            numbers = ", ".join(
                str(one) if one == two else f"{one}..{two}"
                for one, two in zip(self.least, self.most, strict=True)
            )
            return f"all ways were tried to color {numbers} tiles with the same color"
        why = ", but do without any one of them" if self.kind == "critical" else ""
        return f"{count} tiles do not do with {self.colors - 1} colors{why}: {shown}"

    def to_json(self) -> dict[str, Any]:
        """Return the shape that ``--json`` prints."""
        return {
            "kind": self.kind,
            "colors": self.colors,
            "vertices": list(self.vertices),
            **({"hub": list(self.hub)} if self.hub else {}),
            **({"least": list(self.least), "most": list(self.most)} if self.least else {}),
        }


@dataclass(frozen=True, eq=False)
class Coloring:
    """A coloring of the tiles, with a proof of how good it is. False when there is none.

    Attributes
    ----------
    colors : int
        The number of colors: the least (if `proven`), or what was asked for.
    coloring : (n,) int32 array or None
        The color of each tile, 0 to colors - 1; None when it is proven that there is no coloring.
    touch : str or int
        What counted as touching.
    proven : bool
        Whether the question is settled: fewer colors will not do; or, when `coloring` is None, that
        many will not.
    lower_bound : int
        So many colors are needed at least.
    certificate : Certificate or None
        Why `lower_bound` colors are needed (or why there is no coloring); None when nothing is
        colored at all.
    method : str
        How the coloring was found: ``exact``, ``two colors``, ``smallest last``, ``saturation``,
        ``Kempe chains``, ``theorem``.
    outside : int or None
        The color of the cells off the board, where they count.
    """

    colors: int
    coloring: NDArray[np.int32] | None
    touch: Touch
    proven: bool
    lower_bound: int
    certificate: Certificate | None
    method: str = "exact"
    outside: int | None = None
    numbers: tuple[int, ...] = field(default=())

    def __bool__(self) -> bool:
        return self.coloring is not None

    def __repr__(self) -> str:
        tiles = ": none" if self.coloring is None else f" of {len(self.coloring)} tiles"
        colors = f"{self.colors} color{'' if self.colors == 1 else 's'}"
        proven = "proven" if self.proven else f"at least {self.lower_bound} are needed"
        return f"<Coloring{tiles} with {colors}, {proven}>"

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if self.coloring is None:
            raise ColoringError(f"there is no coloring with {self.colors} colors, so no array of it")
        return np.array(self.coloring, dtype=dtype, copy=copy)

    def to_json(self) -> dict[str, Any]:
        """Return the shape that ``--json`` prints."""
        result: dict[str, Any] = {
            "touch": self.touch,
            "colors": self.colors,
            "colorable": self.coloring is not None,
            "proven": self.proven,
            "lower_bound": self.lower_bound,
            "method": self.method,
            "numbers": list(self.numbers),
            "coloring": None if self.coloring is None else self.coloring.tolist(),
            "certificate": None if self.certificate is None else self.certificate.to_json(),
        }
        if self.outside is not None:
            result["outside"] = self.outside
        return result
