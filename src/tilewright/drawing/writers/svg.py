"""Pictures as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from tilewright.drawing.model.extent import DOT, RING, RING_WIDTH, Extent, Look, all_texts, extent
from tilewright.drawing.model.geometry import Corner
from tilewright.drawing.model.palette import (
    DARK,
    EDGE,
    HATCH_CELL,
    HATCH_DOT,
    HATCH_LINE,
    PIT_CELL,
    Theme,
    hatching,
    hatching_ink,
)
from tilewright.drawing.model.picture import Picture, Text, check_picture
from tilewright.drawing.model.typeface import STACK, embedded
from tilewright.drawing.writers.canvas import Area, Lines, paint
from tilewright.model.space.labels import EMPTY, OUTSIDE, UNCOVERED

#: User units per cell. Integers for all corners keep files small.
_UNIT = 40


def svg(picture: Picture, *, cell: float | None = None) -> str:
    """Return a picture as an SVG document.

    If there are at most 5,000 tiles, each tile has its own path, with a title and the classes
    ``tile``, ``tile-NAME`` and ``color-N``. If there are more tiles, there is one path for each
    color. Colors are SVG attributes, so they work under a strict Content-Security-Policy, and a
    style sheet can override them.

    Parameters
    ----------
    picture : Picture
    cell : float, optional
        The number of pixels per cell, which determines the width and height attributes.
    """
    box = extent(check_picture(picture))
    pixels = default_cell(picture) if cell is None else cell
    width, height = (_number(pixels * side) for side in (box.width, box.height))
    view = " ".join(_number(_UNIT * value) for value in (box.left, box.top, box.width, box.height))
    classes = (
        "tilewright" + (" auto" if picture.theme.follow else "") + (" bare" if picture.bare else "")
    )
    canvas = _SvgCanvas(picture, Look.of(pixels))
    paint(picture, canvas)
    style = embedded((text.text, text.bold) for text in all_texts(picture)) + (
        _style(picture) if picture.theme.follow else ""
    )
    definitions = (_hatchings(picture) if picture.patterns else "") + canvas.definitions
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" role="img" viewBox="{view}" '
        f'width="{width}" height="{height}">',
        f"<title>{escape(picture.title, quote=False)}</title>" if picture.title else "",
        f"<desc>{escape(picture.description, quote=False)}</desc>" if picture.description else "",
        f"<style>{style}</style>" if style else "",
        f"<defs>{definitions}</defs>" if definitions else "",
        _page(box, picture.theme),
        *canvas.parts,
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def default_cell(picture: Picture) -> float:
    """Return the pixels per cell on a screen: 36, or fewer for large boards."""
    return float(min(36.0, max(960 / max(*picture.size, 1), 2.0)))


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _word(name: str) -> str:
    """Return a name as part of a CSS class."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-") or "x"


def _style(picture: Picture) -> str:
    swaps = {
        ("fill", "page"): DARK.background,
        ("fill", "uncovered"): DARK.board,
        ("fill", "empty"): DARK.empty,
        ("fill", "hole"): DARK.hole,
        ("stroke", "thin"): DARK.line,
        ("stroke", "thick"): DARK.text if picture.bare else DARK.note,
        ("fill", "well"): DARK.well,
        ("stroke", "well"): DARK.well,
        ("fill", "label"): DARK.text,
        ("fill", "note"): DARK.note,
        ("stroke", "ring"): DARK.accent,
    }
    if picture.arrows:
        swaps["stroke", "arrows"] = DARK.note
    # Do not style other pictures on the same page.
    root = ".tilewright.auto" + (".bare" if picture.bare else ":not(.bare)")
    rules = "".join(f"{root} .{name}{{{what}:{color}}}" for (what, name), color in swaps.items())
    return f"@media (prefers-color-scheme:dark){{{rules}}}"


def _hatchings(picture: Picture) -> str:
    side = HATCH_CELL * _UNIT
    size = _number(side)
    square = f"M0 0h{size}v{size}h-{size}z"
    parts = []
    for number in picture.fills[picture.fills >= 0].tolist():
        color = picture.palette.color(number)
        dotted, shapes = hatching(number)
        words = [[_number(side * value) for value in shape] for shape in shapes]
        data = "".join(
            f"M{w[0]} {w[1]}h0" if dotted else f"M{w[0]} {w[1]}L{w[2]} {w[3]}" for w in words
        )
        width = _number((HATCH_DOT if dotted else HATCH_LINE) * _UNIT)
        lines = (
            f'<path fill="none" stroke="{hatching_ink(color)}" stroke-width="{width}" '
            f'stroke-linecap="{"round" if dotted else "square"}" d="{data}"/>'
        )
        parts.append(
            f'<pattern id="{_hatching_id(picture, number)}" width="{size}" height="{size}" '
            f'patternUnits="userSpaceOnUse"><path fill="{color}" '
            f'd="{square}"/>{lines if data else ""}</pattern>'
        )
    return "".join(parts)


def _hatching_id(picture: Picture, number: int) -> str:
    return f"hatching-{number}-{picture.palette.color(number)[1:]}"


def _page(box: Extent, theme: Theme) -> str:
    left, top, width, height = (
        _number(_UNIT * v) for v in (box.left, box.top, box.width, box.height)
    )
    return (
        f'<rect class="page" x="{left}" y="{top}" width="{width}" height="{height}" '
        f'fill="{theme.background}"/>'
    )


def _path(lines: Iterable[Sequence[Sequence[float]]], end: str = "") -> str:
    """Return lines as path data. Integer points use horizontal and vertical steps."""
    parts = []
    unit = _UNIT
    for points in lines:
        x, y = points[0]
        if isinstance(x, int):
            parts.append(f"M{unit * x} {unit * y}")
            for u, v in points[1:]:
                if v == y:
                    parts.append(f"h{unit * (u - x)}")
                else:
                    parts.append(f"v{unit * (v - y)}" if u == x else f"L{unit * u} {unit * v}")
                x, y = u, v
        else:
            parts.append(f"M{'L'.join(map(_point, points))}")
        parts.append(end)
    return "".join(parts)


def _point(point: Sequence[float]) -> str:
    return f"{_number(_UNIT * point[0])} {_number(_UNIT * point[1])}"


def _curves(loops: Iterable[Sequence[Corner]]) -> str:
    """Return closed lines with rounded corners as path data, in steps from point to point."""
    parts = []
    for corners in loops:
        now = _spot(corners[0][0])
        parts.append(f"M{_hundredth(now[0])} {_hundredth(now[1])}")
        for number, (start, middle, end) in enumerate(corners):
            begin, control, last = _spot(start), _spot(middle), _spot(end)
            if number and begin != now:
                parts.append(_step(begin[0] - now[0], begin[1] - now[1]))
            steps = [
                control[0] - begin[0],
                control[1] - begin[1],
                last[0] - begin[0],
                last[1] - begin[1],
            ]
            words = " ".join(map(_hundredth, steps))
            parts.append(f"q{words}".replace(" -", "-"))
            now = last
        parts.append("z")
    return "".join(parts)


def _spot(point: Sequence[float]) -> tuple[int, int]:
    """Return a point in hundredths of a unit, so that steps add up exactly."""
    return round(100 * _UNIT * point[0]), round(100 * _UNIT * point[1])


def _step(x: int, y: int) -> str:
    if not y:
        return f"h{_hundredth(x)}"
    if not x:
        return f"v{_hundredth(y)}"
    return f"l{_hundredth(x)} {_hundredth(y)}".replace(" -", "-")


def _hundredth(value: int) -> str:
    whole, rest = divmod(abs(value), 100)
    text = f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)
    return f"-{text}" if value < 0 else text


class _SvgCanvas:
    """Collects the elements of an SVG document, in order."""

    def __init__(self, picture: Picture, look: Look) -> None:
        self._picture, self.look = picture, look
        self.parts: list[str] = []
        self.definitions = ""

    def fill(self, areas: Iterable[Area], *, grouped: bool = False, edge: float = 0.0) -> None:
        rule = 'fill-rule="evenodd"'
        elements = []
        if edge:
            width = _number(edge * _UNIT)
            rule += (
                f' stroke="#000" stroke-opacity="{EDGE}" stroke-width="{width}" '
                'stroke-linejoin="round"'
            )
        for area in areas:
            data = _curves(area.corners) if area.corners else _path(area.loops, "z")
            if area.kind == "tile":
                elements.append(self._tile(area, data))
            else:
                classes = f"{area.kind} {_fill_class(area.number)}"
                fill = f'fill="{self._fill(area.number)}"'
                elements.append(
                    f'<path class="{classes}" {fill}{"" if grouped else f" {rule}"} d="{data}"/>'
                )
        if grouped and elements:
            elements = [f'<g class="tiles" {rule}>', *elements, "</g>"]
        self.parts += elements

    def well(self, color: str, width: float, loops: Lines) -> None:
        self.parts.append(
            f'<path class="well" fill="{color}" stroke="{color}" '
            f'stroke-width="{_number(width * _UNIT)}" '
            f'stroke-linejoin="round" d="{_path(loops, "z")}"/>'
        )

    def pits(self, color: str, line: str, loops: Lines) -> None:
        side = _number(PIT_CELL * _UNIT)
        name = f"pit-{line[1:]}"
        self.definitions += (
            f'<pattern id="{name}" width="{side}" height="{side}" patternUnits="userSpaceOnUse" '
            f'patternTransform="rotate(45)"><path class="pit" stroke="{line}" '
            f'stroke-width="{_number(2 * self.look.thin * _UNIT)}" d="M0 0v{side}"/></pattern>'
        )
        data = _path(loops, "z")
        self.parts.append(
            f'<path class="well" fill="{color}" d="{data}"/><path class="pits" '
            f'fill="url(#{name})" d="{data}"/>'
        )

    def _fill(self, number: int) -> str:
        if number >= 0 and self._picture.patterns:
            return f"url(#{_hatching_id(self._picture, number)})"
        return self._picture.cell_color(number)

    def _tile(self, area: Area, data: str) -> str:
        """Return the path of a tile, with a title."""
        picture, number = self._picture, area.number
        name = picture.names[area.tile] if picture.names else ""
        classes = (
            "tile"
            + (f" tile-{_word(name)}" if name else "")
            + (f" color-{number}" if number >= 0 else "")
        )
        which = f"ile {area.tile + 1} of {area.tiles}"
        title = escape(
            name if area.tile in picture.loose else f"{name}, t{which}" if name else f"T{which}",
            quote=False,
        )
        paint = "none" if picture.bare else self._fill(number)
        return f'<path class="{classes}" fill="{paint}" d="{data}"><title>{title}</title></path>'

    def shade(self, color: str, share: float, loops: Lines) -> None:
        self.parts.append(
            f'<path class="shade" fill="{color}" fill-opacity="{share}" d="{_path(loops, "z")}"/>'
        )

    def stroke(
        self,
        name: str,
        color: str,
        width: float,
        lines: Iterable[Sequence[Sequence[float]]],
        *,
        share: float = 1.0,
    ) -> None:
        clear = "" if share == 1 else f' stroke-opacity="{share}"'
        self.parts.append(
            f'<path class="{name}" fill="none" stroke="{color}"{clear} '
            f'stroke-width="{_number(width * _UNIT)}" '
            f'stroke-linecap="round" d="{_path(lines)}"/>'
        )

    def holes(self, color: str, corners: Sequence[tuple[float, float]]) -> None:
        if self.look.radius:
            data = _curves(self.look.rounded_square(x, y) for x, y in corners)
        else:
            data = "".join(
                f"M{x * _UNIT} {y * _UNIT}h{_UNIT}v{_UNIT}h-{_UNIT}z" for x, y in corners
            )
        self.parts.append(f'<path class="hole" fill="{color}" d="{data}"/>')

    def dots(self, middles: Mapping[str, Sequence[tuple[float, float]]]) -> None:
        groups = ""
        for color, places in middles.items():
            circles = "".join(f"<circle {_circle(place, DOT)}/>" for place in places)
            plain = " label" if color == self._picture.theme.text else ""
            groups += f'<g class="dots{plain}" fill="{color}">{circles}</g>'
        self.parts.append(groups)

    def rings(self, color: str, middles: Sequence[tuple[float, float]]) -> None:
        look = f'fill="none" stroke="{color}" stroke-width="{_number(RING_WIDTH * _UNIT)}"'
        circles = (f'<circle class="ring" {_circle(middle, RING)} {look}/>' for middle in middles)
        self.parts.append("".join(circles))

    def text(self, text: Text, color: str) -> None:
        picture, size = self._picture, text.size * _UNIT
        # The base line is 0.36 em below the middle of the line.
        y = _number(text.row * _UNIT + 0.36 * size)
        halo = ""
        if text.role == "letter" and picture.patterns and not picture.bare:
            under = picture.cell_color(picture.fill_at(text.row, text.column))
            halo = (
                f' stroke="{under}" stroke-width="{_number(0.3 * size)}" stroke-linejoin="round" '
                'paint-order="stroke"'
            )
        bold = ' font-weight="bold"' if text.bold else ""
        plain = (
            text.role if text.role != "letter" or color != picture.theme.text else "letter label"
        )
        self.parts.append(
            f'<text class="{plain}" x="{_number(text.column * _UNIT)}" y="{y}" '
            f'font-size="{_number(size)}" '
            f'font-family="{STACK}" text-anchor="{text.anchor}"{bold} fill="{color}"{halo}>'
            f"{escape(text.text, quote=False)}</text>"
        )


def _circle(middle: tuple[float, float], radius: float) -> str:
    x, y, r = (_number(_UNIT * value) for value in (*middle, radius))
    return f'cx="{x}" cy="{y}" r="{r}"'


def _fill_class(number: int) -> str:
    return {UNCOVERED: "uncovered", EMPTY: "empty", OUTSIDE: "outside"}.get(
        number, f"color-{number}"
    )
