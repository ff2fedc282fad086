"""SVG and DXF files for laser cutters, in millimeters. What is engraved has its own layer and color
and comes first.

SVG files have closed paths without a background, as hairlines. DXF files have POLYLINEs (y upwards)
in AutoCAD's release R12, which all programs read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from tilewright.formats.cutting.sheet import CutSheet, Line, Part

#: The width of lines in an SVG, in millimeters.
_HAIRLINE = 0.01
#: The colors of what is cut and engraved: in an SVG, and in AutoCAD's numbers.
_CUT, _ENGRAVED = ("#000000", 7), ("#0000ff", 5)


def svg(sheet: CutSheet) -> str:
    """Return a sheet as SVG: a layer of engraved lines, if any, and a layer of cuts."""
    named = _unique_names(sheet.parts)
    layers = []
    for layer, color in (("engrave", _ENGRAVED[0]), ("cut", _CUT[0])):
        groups = []
        for name, part in zip(named, sheet.parts, strict=True):
            lines = part.engraved if layer == "engrave" else part.cuts
            if lines:
                path = " ".join(map(_path, lines))
                words = f"{name}-engraved" if layer == "engrave" else name
                groups.append(
                    f'<g transform="translate({_mm(part.x)} {_mm(part.y)})"><path id="{words}" '
                    f'd="{path}"/></g>'
                )
        if groups:
            inside = "\n".join(groups)
            layers.append(
                f'<g id="{layer}" inkscape:groupmode="layer" inkscape:label="{layer}" '
                f'stroke="{color}">\n{inside}\n</g>'
            )
    wide, tall = _mm(sheet.width), _mm(sheet.height)
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{wide}mm" height="{tall}mm" viewBox="0 0 {wide} {tall}" fill="none" '
        f'stroke-width="{_HAIRLINE}">'
    )
    return "\n".join([head, *layers, "</svg>"]) + "\n"


def _path(line: Line) -> str:
    """Return a line as SVG path data. Arcs are at most half circles."""
    points = line.points
    words = [f"M{_mm(points[0][0])} {_mm(points[0][1])}"]
    for number, (left, top, bulge) in enumerate(points):
        last = number + 1 == len(points)
        right, bottom, _ = points[0 if last else number + 1]
        if bulge:
            # A bulge is the tangent of a quarter of the angle.
            half = 2 * np.arctan(abs(bulge))
            reach = _mm(float(np.hypot(right - left, bottom - top) / (2 * np.sin(half))))
            words.append(f"A{reach} {reach} 0 0 {int(bulge > 0)} {_mm(right)} {_mm(bottom)}")
        elif not last:
            words.append(f"L{_mm(right)} {_mm(bottom)}")
    return "".join([*words, "Z" if line.closed else ""])


def _mm(value: float) -> str:
    return f"{np.round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")


def _unique_names(parts: tuple[Part, ...]) -> list[str]:
    """Return a name for each part, with a number if several have the same."""
    words = [_word(part.name) for part in parts]
    counts, seen = Counter(words), Counter[str]()
    names = []
    for word in words:
        seen[word] += 1
        names.append(word if counts[word] == 1 else f"{word}-{seen[word]}")
    return names


def _word(name: str) -> str:
    """Return a name as an id or layer."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)


def dxf(sheet: CutSheet) -> str:
    """Return a sheet as DXF: a layer for each name of parts, and the layer ``engrave`` for engraved
    lines.
    """
    layers = {_word(part.name)[:31]: _CUT[1] for part in sheet.parts}
    if any(part.engraved for part in sheet.parts):
        layers = {"engrave": _ENGRAVED[1], **layers}
    lines = ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1009"]
    lines += ["9", "$INSUNITS", "70", "4", "0", "ENDSEC", "0", "SECTION", "2", "TABLES"]
    lines += ["0", "TABLE", "2", "LTYPE", "70", "1", "0", "LTYPE", "2", "CONTINUOUS", "70", "0"]
    lines += ["3", "Solid line", "72", "65", "73", "0", "40", "0.0", "0", "ENDTAB"]
    lines += ["0", "TABLE", "2", "LAYER", "70", str(len(layers))]
    for name, color in layers.items():
        lines += ["0", "LAYER", "2", name, "70", "0", "62", str(color), "6", "CONTINUOUS"]
    lines += ["0", "ENDTAB", "0", "ENDSEC", "0", "SECTION", "2", "ENTITIES"]
    for part in sheet.parts:
        for line in part.engraved:
            lines += _polyline(line, part, sheet.height, "engrave")
    for part in sheet.parts:
        for line in part.cuts:
            lines += _polyline(line, part, sheet.height, _word(part.name)[:31])
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF"]) + "\n"


def _polyline(line: Line, part: Part, height: float, layer: str) -> Iterator[str]:
    yield from ("0", "POLYLINE", "8", layer, "66", "1", "70", str(int(line.closed)))
    for x, y, bulge in line.points:
        yield from (
            "0",
            "VERTEX",
            "8",
            layer,
            "10",
            _length(x + part.x),
            "20",
            _length(height - y - part.y),
        )
        if bulge:
            yield from ("42", _length(-bulge))
    yield from ("0", "SEQEND", "8", layer)


def _length(value: float) -> str:
    return f"{np.round(value, 6) + 0.0:.6f}".rstrip("0").rstrip(".")
