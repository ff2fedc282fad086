"""The answer to a coloring question, and the certificate that fewer colors are not enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tilewright.errors import ColoringError
from tilewright.model.answer import Answer
from tilewright.model.space.surface import space_words
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring.touching import Touch
from tilewright.system.files.fields import LARGEST, Fields
from tilewright.system.values.arguments import counted
from tilewright.system.values.svg_repr import picture_of

if TYPE_CHECKING:
    from tilewright.drawing import Picture

#: The fields of the JSON of every coloring.
_FIELDS = (
    "touch",
    "colors",
    "colorable",
    "proven",
    "lower_bound",
    "method",
    "numbers",
    "coloring",
    "certificate",
)
#: Those of its tiling, and the lists of a certificate.
_DRAWN = ("labels", "lattice", "surface")
_LISTS = ("vertices", "hub", "least", "most")
#: The largest number of a color.
_MOST = 1 << 30


@dataclass(frozen=True)
class Certificate:
    """A proof that fewer colors are not enough, which `check_certificate` verifies.

    Attributes
    ----------
    kind : str
        ``clique``: vertices that all touch each other. ``odd cycle``: an odd number of vertices,
        each touching the next, and the last touching the first. ``odd wheel``: an odd cycle, and
        one or two vertices (`hub`) that touch each other and all vertices of the cycle.
        ``critical``: a few vertices that need `colors` colors, although every proper subset needs
        fewer. ``subgraph``: the same as ``critical``, but possibly not minimal. ``exhausted``: the
        whole tiling has no coloring with the requested number of colors or the requested number of
        tiles of each color.
    colors : int
        The required number of colors. For ``exhausted``, the allowed number of colors.
    vertices : tuple of int
        The vertices, as tile numbers. The outside of the board is numbered after the last tile. The
        vertices of an odd cycle are listed in cyclic order.
    hub : tuple of int
        The vertices of an odd wheel that are not on its cycle.
    least, most : tuple of int
        For ``exhausted``, the limits on the number of tiles of each color.

    References
    ----------
    G. A. Dirac, "A property of 4-chromatic graphs and some remarks on critical graphs", Journal of
    the London Mathematical Society 27, 1952.
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
        """Describe the certificate in words.

        Parameters
        ----------
        names : sequence of str
            The names of the tiles. If names are missing or repeated, the numbers of the tiles are
            used instead.
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
            return f"an odd number of tiles ({count}) form a ring: {shown}"
        if self.kind == "odd wheel":
            hub = " and ".join(map(name, self.hub))
            if len(self.hub) == 1:
                return (
                    f"an odd number of tiles ({count}) form a ring ({shown}), and {hub} touches "
                    "all of them"
                )
            return (
                f"an odd number of tiles ({count}) form a ring ({shown}), and {hub} touch each "
                "other and all of them"
            )
        if self.kind == "exhausted":
            numbers = ", ".join(
                str(one) if one == two else f"{one}..{two}"
                for one, two in zip(self.least, self.most, strict=True)
            )
            return f"all colorings with {numbers} tiles of each color were tried"
        why = (
            f", and any {count - 1} of them need {self.colors - 1}"
            if self.kind == "critical"
            else ""
        )
        return f"{count} tiles need {self.colors} colors{why}: {shown}"

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as JSON values, as printed by ``--json``."""
        return {
            "kind": self.kind,
            "colors": self.colors,
            "vertices": list(self.vertices),
            **({"hub": list(self.hub)} if self.hub else {}),
            **({"least": list(self.least), "most": list(self.most)} if self.least else {}),
        }


@dataclass(frozen=True, eq=False)
class Coloring(Answer):
    """A coloring of the tiles, with a proof of the required number of colors.

    ``bool(coloring)`` is False if no coloring was found.

    Attributes
    ----------
    colors : int
        The number of colors: the minimum if `proven` is True, or the requested number.
    coloring : (n,) int32 array or None
        The color of each tile, from 0 to `colors` - 1. The value is None if no coloring exists.
    touch : str or int
        The rule that determines which tiles touch.
    proven : bool
        Whether it is proven that fewer colors are not enough, or, if `coloring` is None, that no
        coloring exists.
    lower_bound : int
        A proven lower bound on the number of colors.
    certificate : Certificate or None
        The proof that `lower_bound` colors are needed, or that no coloring exists. The value is
        None if there are no tiles.
    method : str
        The method that found the coloring: ``exact``, ``two colors``, ``smallest last``,
        ``saturation``, ``Kempe chains`` or ``theorem``.
    outside : int or None
        The color of the cells outside the board, if they are colored.
    sizes : tuple of int
        The number of tiles of each color.
    tiling : Tiling or None
        The colored tiling, which is needed for pictures; None if a graph or an array was colored.
    """

    colors: int
    coloring: NDArray[np.int32] | None
    touch: Touch
    proven: bool
    lower_bound: int
    certificate: Certificate | None
    method: str = "exact"
    outside: int | None = None
    sizes: tuple[int, ...] = ()
    tiling: Tiling | None = field(default=None, repr=False)

    def __bool__(self) -> bool:
        return self.coloring is not None

    def __repr__(self) -> str:
        tiles = ": none" if self.coloring is None else f" of {len(self.coloring)} tiles"
        proven = "proven" if self.proven else f"at least {self.lower_bound} are needed"
        return f"<Coloring{tiles} with {counted(self.colors, 'color')}, {proven}>"

    def text(self) -> str:
        """Return the number of colors and the reason, as printed by ``tilewright color``."""
        names = () if self.tiling is None else self.tiling.piece_names()
        reason = "" if self.certificate is None else self.certificate.text(names)
        if self.coloring is None:
            exhausted = self.certificate is not None and self.certificate.kind == "exhausted"
            how = "this way with" if exhausted else "with"
            return f"The tiling cannot be colored {how} {counted(self.colors, 'color')}: {reason}"
        used = sum(number > 0 for number in self.sizes)
        if used > self.lower_bound:
            return f"{counted(used, 'color')}; at least {self.lower_bound} are needed: {reason}"
        return f"{counted(used, 'color')}, the fewest possible{f': {reason}' if used > 1 else ''}"

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if self.coloring is None:
            raise ColoringError(
                f"there is no coloring with {self.colors} colors to convert to an array"
            )
        return np.array(self.coloring, dtype=dtype, copy=copy)

    @classmethod
    def from_json(cls, data: dict[str, Any], tiling: Tiling | None = None) -> Coloring:
        """Return the coloring saved by `to_json`. If the tiling was not saved, pass it as `tiling`.

        Raises
        ------
        ColoringError
            If a field is missing, unknown or of the wrong type.
        """
        fields = Fields(data, "a coloring", ColoringError)
        fields.check_names((*_FIELDS, "outside", *_DRAWN), _FIELDS)
        if tiling is None and "labels" in data:
            tiling = Tiling.from_json({name: data[name] for name in _DRAWN if name in data})
        colors, certificate = data["coloring"], data["certificate"]
        if data["colorable"] is not (colors is not None):
            raise ColoringError(f"'colorable' must be {str(colors is not None).lower()}")
        if certificate is not None:
            proof = Fields(certificate, "a certificate", ColoringError)
            proof.check_names(("kind", "colors", *_LISTS), ("kind", "colors", "vertices"))
            certificate = Certificate(
                proof.text("kind"),
                proof.integer("colors", -LARGEST),
                **{
                    name: tuple(proof.integers(name, -LARGEST))
                    for name in _LISTS
                    if name in certificate
                },
            )
        return cls(
            fields.integer("colors", -LARGEST),
            None if colors is None else np.array(fields.integers("coloring", -1, _MOST), np.int32),
            data["touch"],
            fields.flag("proven"),
            fields.integer("lower_bound", -LARGEST),
            certificate,
            str(data["method"]),
            data.get("outside"),
            tuple(fields.integers("numbers", -LARGEST)),
            tiling,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the coloring as JSON values, as printed by ``--json``, including the tiling if it
        is known.
        """
        result: dict[str, Any] = {
            "touch": self.touch,
            "colors": self.colors,
            "colorable": self.coloring is not None,
            "proven": self.proven,
            "lower_bound": self.lower_bound,
            "method": self.method,
            "numbers": list(self.sizes),
            "coloring": None if self.coloring is None else self.coloring.tolist(),
            "certificate": None if self.certificate is None else self.certificate.to_json(),
        }
        if self.outside is not None:
            result["outside"] = self.outside
        if self.tiling is not None:
            result["labels"] = self.tiling.labels.tolist()
            result |= space_words(self.tiling, self.tiling.shape)
        return result


@picture_of.register(Coloring)
def _draw(coloring: Coloring, **options: Any) -> Picture:
    from tilewright.drawing import draw

    if coloring.coloring is None:
        raise ColoringError(f"there is no coloring with {coloring.colors} colors to draw")
    if coloring.tiling is None:
        raise ColoringError(
            "this coloring does not store its tiling; call draw(tiling, coloring=coloring)"
        )
    return draw(coloring.tiling, coloring=coloring, **options)
