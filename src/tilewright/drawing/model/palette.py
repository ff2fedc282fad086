"""Colors: palettes that color-blind people can tell apart, hatchings, and the themes."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import RequestError
from tilewright.system.values.arguments import format_value

#: The names in `PALETTES` and `THEMES`, for type checkers.
PaletteName = Literal["tilewright", "okabe-ito", "muted", "light", "grays"]
ThemeName = Literal["light", "dark", "auto", "print"]


@dataclass(frozen=True, slots=True)
class Palette:
    """A list of colors, numbered from 0.

    Parameters
    ----------
    name : str
    colors : tuple of str
        The colors, each as ``#rrggbb``. The first few colors are the easiest to tell apart.
    """

    name: str
    colors: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.colors)

    def color(self, number: int) -> str:
        """Return the color with the given number. Beyond the end of the palette, the colors repeat
        in paler shades.
        """
        around, index = divmod(number, len(self.colors))
        return mix(self.colors[index], "#ffffff", 1 - 0.6**around) if around else self.colors[index]

    def extended(self, used: int, more: tuple[str, ...]) -> Palette:
        """Return a palette with the first `used` colors of this palette, followed by `more`."""
        return Palette(self.name, (*map(self.color, range(used)), *more))

    def shades(self, count: int) -> Palette:
        """Return a palette of shades of the first color, from dark to light."""
        steps = [2 * number / max(1, count - 1) - 1 for number in range(count)]
        shades = (
            mix(
                self.colors[0],
                "#000000" if step < 0 else "#ffffff",
                (0.75 if step < 0 else 0.85) * abs(step),
            )
            for step in steps
        )
        return Palette(f"shades of {self.name}", tuple(shades))


@dataclass(frozen=True, slots=True)
class Theme:
    """The colors of everything except tiles.

    Parameters
    ----------
    name : str
    background : str
        The color of the page behind the picture.
    ink : str
        The color of lines in drawings of solids and of boards with joined sides.
    line : str
        Thin lines.
    board : str
        Uncovered cells.
    empty : str
        The color of cells that stay empty.
    hole : str
        The color of removed cells, if they are drawn.
    text, note : str
        The colors of normal text and of less important text.
    accent : str
        The color of rings that highlight a cell.
    follow : bool
        Whether an SVG switches to dark colors if the reader prefers a dark theme.
    well : str
        The color of the sunken board around the cells. Lines between tiles also have this color if
        the tiles are too small or too numerous to be drawn with edges.
    """

    name: str
    background: str
    ink: str
    line: str
    board: str
    empty: str
    hole: str
    text: str
    note: str
    accent: str
    follow: bool = False
    well: str = "#e3d8c7"


#: The colors of the page (``apps/page/static/tokens.css``), on white as a card of it. On paper they
#: are those of the page when it is printed.
LIGHT = Theme(
    "light",
    background="#ffffff",
    ink="#221e1a",
    line="#d9ccb8",
    board="#fffdf8",
    empty="#f3ebdd",
    hole="#3d3731",
    text="#221e1a",
    note="#6a625a",
    accent="#c2410c",
    well="#e3d8c7",
)
#: Light, but an SVG turns dark for readers who prefer that.
AUTO = replace(LIGHT, name="auto", follow=True)
DARK = Theme(
    "dark",
    background="#141312",
    ink="#0d0c0b",
    line="#51483f",
    board="#37322d",
    empty="#2e2a26",
    hole="#000000",
    text="#f3eee7",
    note="#b5aca2",
    accent="#f0793f",
    well="#0d0c0b",
)
#: For paper: uncovered cells are white.
PRINT = Theme(
    "print",
    background="#ffffff",
    ink="#221e1a",
    line="#bbbbbb",
    board="#ffffff",
    empty="#f4f4f4",
    hole="#3d3731",
    text="#000000",
    note="#333333",
    accent="#a63d1c",
    well="#999999",
)
THEMES: dict[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK, AUTO, PRINT)}

#: The twelve colors of the page as well (``apps/page/static/parts/palette.js``): one family in
#: OKLCH, with chroma 0.11 to 0.16 and a lightness of 0.5, 0.6 or 0.7. Three steps of lightness are
#: needed: with one, color-blind readers could not tell twelve colors apart. The least CIEDE2000
#: distance between any two is 15 with full color vision, and 11 with protanopia, deuteranopia and
#: tritanopia (simulated after Machado, Oliveira and Fernandes, "A physiologically-based model for
#: simulation of color vision deficiency", 2009). Their contrast is at least 2.1 with the cells of a
#: light board and 1.9 with those of a dark one.
TILEWRIGHT = Palette(
    "tilewright",
    (
        "#c19218",
        "#5256bf",
        "#16b5ba",
        "#ab2f51",
        "#487403",
        "#e96a93",
        "#8d447f",
        "#8d91ff",
        "#7eb16b",
        "#099477",
        "#9771b9",
        "#b6624b",
    ),
)
#: M. Okabe and K. Ito, *Color Universal Design*, 2008, without black, which is used for lines.
OKABE_ITO = Palette(
    "okabe-ito",
    ("#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#d55e00", "#0072b2"),
)
#: P. Tol, *Colour Schemes*, SRON technical note SRON/EPS/TN/09-002, issue 3.2, 2021: "muted" and
#: "light".
MUTED = Palette(
    "muted",
    (
        "#88ccee",
        "#cc6677",
        "#ddcc77",
        "#117733",
        "#332288",
        "#aa4499",
        "#44aa99",
        "#999933",
        "#882255",
    ),
)
SOFT = Palette(
    "light",
    (
        "#77aadd",
        "#ee8866",
        "#eedd88",
        "#ffaabb",
        "#99ddff",
        "#44bb99",
        "#bbcc33",
        "#aaaa00",
        "#dddddd",
    ),
)
GRAYS = Palette("grays", ("#f1f1f1", "#a8a8a8", "#cbcbcb", "#656565", "#868686", "#474747"))
PALETTES: dict[str, Palette] = {
    palette.name: palette for palette in (TILEWRIGHT, OKABE_ITO, MUTED, SOFT, GRAYS)
}


def find_palette(palette: Palette | str | None) -> Palette:
    """Return a palette by name, or check a given one. None is the default palette."""
    found = _find("palette", TILEWRIGHT if palette is None else palette, PALETTES)
    if not found.colors:
        raise RequestError("a palette must have at least one color, got 0", where=found.name)
    for color in found.colors:
        rgb(color)
    return found


def find_theme(theme: Theme | str | None) -> Theme:
    """Return a theme by name, or check a given one. None is the light theme."""
    return _find("theme", LIGHT if theme is None else theme, THEMES)


_Kind = TypeVar("_Kind", Palette, Theme)


def _find(what: str, value: _Kind | str, known: dict[str, _Kind]) -> _Kind:
    """Return the value with a given name, or a value of the right type unchanged."""
    if isinstance(value, str):
        if value in known:
            return known[value]
        near = difflib.get_close_matches(value, known, n=1)
        hint = f". Did you mean {near[0]}?" if near else "."
        message = f"unknown {what} '{value}'{hint} Available: {', '.join(known)}"
        raise RequestError(message, where=what)
    if not isinstance(value, Palette if what == "palette" else Theme):
        message = f"`{what}` must be a {what.capitalize()} or a name, got {format_value(value)}"
        raise RequestError(message, where=what)
    return value


def rgb(color: str) -> tuple[int, int, int]:
    """Return the red, green and blue values (0 to 255) of ``#rrggbb``."""
    try:
        if len(color) != 7 or color[0] != "#":
            raise ValueError
        value = int(color[1:], 16)
    except ValueError:
        raise RequestError(
            f"a color must be written as #rrggbb, got '{color}'", where="palette"
        ) from None
    return value >> 16, value >> 8 & 255, value & 255


def parse_color(word: object) -> str:
    """Return a color as ``#rrggbb``.

    Parameters
    ----------
    word : str
        The color as ``#rrggbb``, ``#rgb``, or a CSS color name.

    Examples
    --------
    >>> parse_color("#D33"), parse_color("steelblue")
    ('#dd3333', '#4682b4')
    """
    if not isinstance(word, str):
        raise RequestError(f"a color must be a string, got {format_value(word)}", where="colors")
    if re.fullmatch(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", word, re.ASCII | re.IGNORECASE):
        digits = word[1:].lower()
        return "#" + (digits if len(digits) == 6 else "".join(2 * digit for digit in digits))
    from PIL.ImageColor import colormap

    if word.lower() not in colormap:
        near = difflib.get_close_matches(word.lower(), colormap, n=1)
        hint = (
            f"; did you mean {near[0]}?"
            if near
            else "; write #rrggbb or a name of CSS, such as steelblue"
        )
        raise RequestError(f"unknown color {format_value(word)}{hint}", where="colors")
    return str(colormap[word.lower()]).lower()


def mix(color: str, other: str, share: float) -> str:
    """Mix `share` (0 to 1) of another color into a color."""
    pairs = zip(rgb(color), rgb(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def linear_light(color: str) -> NDArray[np.float32]:
    """Return the linear light, (3,) from 0 to 1, of an sRGB color (IEC 61966-2-1)."""
    value = np.array(rgb(color), dtype=np.float64) / 255
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return light.astype(np.float32)


def readable_on(color: str) -> str:
    """Return black or white, whichever is more readable on a color (contrast ratio of WCAG 2.1)."""
    luminance = float(linear_light(color) @ np.array([0.2126, 0.7152, 0.0722]))
    return (
        "#18181b"
        if (luminance + 0.05) / (0.0088 + 0.05) >= 1.05 / (luminance + 0.05)
        else "#ffffff"
    )


#: Black in the edges of tiles, and in the lines between the cells of a tile: a shade darker than
#: any color.
EDGE, GRID = 0.3, 0.2
#: Side of the square that a hatching repeats, in cells.
HATCH_CELL = 0.5
#: Width of hatching lines and dots, in cells.
HATCH_LINE, HATCH_DOT = 0.05, 0.12
#: Distance between the lines in holes of a board, in cells.
PIT_CELL = 0.2

#: Segments (x0, y0, x1, y1) and dots (x, y) in the unit square that is repeated. Segments that
#: continue in the next square reach the border.
HATCHES: tuple[tuple[tuple[float, ...], ...], ...] = (
    (),
    ((-0.25, 0.25, 0.25, -0.25), (0, 1, 1, 0), (0.75, 1.25, 1.25, 0.75)),
    ((0.25, 0.25), (0.75, 0.75)),
    ((0, 0.5, 1, 0.5),),
    ((-0.25, 0.75, 0.25, 1.25), (0, 0, 1, 1), (0.75, -0.25, 1.25, 0.25)),
    ((0.5, 0, 0.5, 1),),
    ((0, 0, 1, 1), (0, 1, 1, 0)),
    ((0.5, 0, 0.5, 1), (0, 0.5, 1, 0.5)),
    ((0.5, 0.5),),
    ((0, 0.3, 0.5, 0.7), (0.5, 0.7, 1, 0.3)),
    ((0, 0.25, 1, 0.25), (0, 0.75, 1, 0.75)),
    ((0.25, 0, 0.25, 1), (0.75, 0, 0.75, 1)),
)


def hatching(number: int) -> tuple[bool, tuple[tuple[float, ...], ...]]:
    """Return whether the hatching of a color number has dots, and its segments (x0, y0, x1, y1) or
    dots (x, y).
    """
    shapes = HATCHES[number % len(HATCHES)]
    return bool(shapes) and len(shapes[0]) == 2, shapes


def hatching_ink(color: str) -> str:
    """Return the color of the hatching on a color, which is between this color and the most
    readable ink.
    """
    return mix(color, readable_on(color), 0.55)
