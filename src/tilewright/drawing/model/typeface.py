"""The typeface of pictures: its files, the width of texts, and subsets to embed.

Figtree comes with tilewright, under the SIL Open Font License 1.1 (``data/figtree-OFL.txt``).
Letters that Figtree lacks are written in the font of reportlab; Chinese and Japanese letters, each
one em wide, in a font of the program that shows the picture.
"""

from __future__ import annotations

import base64
import functools
import importlib.util
import itertools
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.errors import OutputError

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

#: The family names of the typeface, and of the font for letters that it lacks.
FAMILY, FALLBACK = "Figtree", "Bitstream Vera Sans"
#: Fallbacks where the typeface is neither embedded nor installed.
STACK = f"'{FAMILY}','{FALLBACK}','DejaVu Sans',Verdana,sans-serif"


@functools.cache
def is_wide(letter: str) -> bool:
    """Return True for a Chinese or Japanese letter. A line may break before and after it."""
    return unicodedata.east_asian_width(letter) in "WF"


@functools.cache
def font_file(bold: bool = False, fallback: bool = False) -> Path:
    """Return the path of a TrueType file."""
    if not fallback:
        path = Path(__file__).parents[2] / "data" / f"figtree-{'bold' if bold else 'regular'}.ttf"
        whose = "tilewright"
    else:
        spec = importlib.util.find_spec("reportlab")
        folder = Path(spec.origin).parent if spec and spec.origin else Path()
        path, whose = folder / "fonts" / ("VeraBd.ttf" if bold else "Vera.ttf"), "reportlab"
    if not path.is_file():
        raise OutputError(f"the font files of {whose} are missing. Reinstall {whose}.")
    return path


@functools.cache
def sized_font(pixels: int, bold: bool = False, fallback: bool = False) -> FreeTypeFont:
    """Return a font of `pixels` pixels for Pillow."""
    from PIL import ImageFont

    return ImageFont.truetype(str(font_file(bold, fallback)), max(1, pixels))


def runs(text: str) -> list[tuple[str, bool]]:
    """Return the parts of a text, and whether each part needs the fallback font. Wide letters are
    parts of their own.
    """
    known = _font(False).glyphs
    parts = itertools.groupby(
        text, key=lambda letter: (ord(letter) not in known, ord(letter) > 255 and is_wide(letter))
    )
    return [("".join(letters), fallback) for (fallback, _), letters in parts]


def text_width(text: str, bold: bool = False) -> float:
    """Return the width of a text, as a multiple of its size."""
    return sum(
        float(len(part))
        if is_wide(part[0])
        else float(sized_font(100, bold, fallback).getlength(part)) / 100
        for part, fallback in runs(text)
    )


class _Font:
    """A TrueType font with plain outlines, read from its file."""

    def __init__(self, data: bytes) -> None:
        count = struct.unpack(">H", data[4:6])[0]
        self.tables: dict[str, bytes] = {}
        for number in range(count):
            tag, _, start, length = struct.unpack(
                ">4sIII", data[12 + 16 * number : 28 + 16 * number]
            )
            self.tables[tag.decode("ascii")] = data[start : start + length]
        self.glyphs = dict(_characters(self.tables["cmap"]))
        wide = struct.unpack(">h", self.tables["head"][50:52])[0]
        loca = self.tables["loca"]
        self.places: list[int] = (
            [*struct.unpack(f">{len(loca) // 4}I", loca)]
            if wide
            else [2 * place for place in struct.unpack(f">{len(loca) // 2}H", loca)]
        )

    def advance(self, glyph: int) -> bytes:
        """Return the width and left bearing of a glyph, as stored in the file."""
        metrics, last = self.tables["hmtx"], struct.unpack(">H", self.tables["hhea"][34:36])[0] - 1
        if glyph <= last:
            return metrics[4 * glyph : 4 * glyph + 4]
        bearing = 4 * (last + 1) + 2 * (glyph - last - 1)
        return metrics[4 * last : 4 * last + 2] + metrics[bearing : bearing + 2]


@functools.cache
def _font(bold: bool) -> _Font:
    return _Font(font_file(bold).read_bytes())


def _characters(cmap: bytes) -> Iterator[tuple[int, int]]:
    """Yield characters and glyphs of the first table of a cmap, which must have format 4."""
    start = struct.unpack(">I", cmap[8:12])[0]
    table = cmap[start:]
    count = struct.unpack(">H", table[6:8])[0] // 2
    ends, firsts, steps, offsets = (
        struct.unpack(f">{count}H", table[place : place + 2 * count])
        for place in (14, 16 + 2 * count, 16 + 4 * count, 16 + 6 * count)
    )
    for number, (first, end, step, offset) in enumerate(
        zip(firsts, ends, steps, offsets, strict=True)
    ):
        for character in range(first, min(end, 0xFFFE) + 1):
            if offset:
                at = 16 + 6 * count + 2 * number + offset + 2 * (character - first)
                glyph = struct.unpack(">H", table[at : at + 2])[0]
                glyph = (glyph + step) & 0xFFFF if glyph else 0
            else:
                glyph = (character + step) & 0xFFFF
            if glyph:
                yield character, glyph


@functools.lru_cache(maxsize=64)
def _subset(letters: frozenset[str], bold: bool) -> bytes:
    """Return a WOFF file with only the given letters."""
    # The files of Figtree have plain outlines without instructions, so that their glyphs can be
    # copied. A library for subsets takes half a second to load, much longer than a picture.
    font = _font(bold)
    chosen = sorted((ord(x), font.glyphs[ord(x)]) for x in letters if ord(x) in font.glyphs)
    glyphs = [0, *dict.fromkeys(glyph for _, glyph in chosen)]
    number = {glyph: index for index, glyph in enumerate(glyphs)}
    outlines, places = b"", [0]
    for glyph in glyphs:
        outline = font.tables["glyf"][font.places[glyph] : font.places[glyph + 1]]
        outlines += outline + b"\0" * (-len(outline) % 4)
        places.append(len(outlines))
    tables = {tag: font.tables[tag] for tag in ("OS/2", "head", "hhea", "maxp", "post")}
    tables["head"] = tables["head"][:50] + struct.pack(">h", 1) + tables["head"][52:]
    tables["hhea"] = tables["hhea"][:34] + struct.pack(">H", len(glyphs))
    tables["maxp"] = tables["maxp"][:4] + struct.pack(">H", len(glyphs)) + tables["maxp"][6:]
    tables["hmtx"] = b"".join(map(font.advance, glyphs))
    tables["loca"] = struct.pack(f">{len(places)}I", *places)
    tables["glyf"] = outlines
    tables["cmap"] = _cmap([(letter, number[glyph]) for letter, glyph in chosen])
    tables["name"] = _names(FAMILY, "Bold" if bold else "Regular")
    return _woff(tables)


def _cmap(pairs: list[tuple[int, int]]) -> bytes:
    """Return a cmap of format 4 in which each letter is a segment."""
    letters = [*(letter for letter, _ in pairs), 0xFFFF]
    steps = [*((glyph - letter) & 0xFFFF for letter, glyph in pairs), 1]
    count = len(letters)
    power = 1 << (count.bit_length() - 1)
    head = (2 * count, 2 * power, power.bit_length() - 1, 2 * count - 2 * power)
    words = [*head, *letters, 0, *letters, *steps, *[0] * count]
    table = struct.pack(">HHH", 4, 6 + 2 * len(words), 0) + struct.pack(f">{len(words)}H", *words)
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table


def _names(family: str, style: str) -> bytes:
    """Return a table of names: the family, style, full name and PostScript name."""
    texts = {1: family, 2: style, 4: f"{family} {style}", 6: f"{family}-{style}"}
    records, words = b"", b""
    for key, text in texts.items():
        coded = text.encode("utf-16-be")
        records += struct.pack(">HHHHHH", 3, 1, 0x409, key, len(coded), len(words))
        words += coded
    return struct.pack(">HHH", 0, len(texts), 6 + len(records)) + records + words


def _checksum(data: bytes) -> int:
    padded = data + b"\0" * (-len(data) % 4)
    return int(sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF)


def _woff(tables: dict[str, bytes]) -> bytes:
    """Pack tables of a TrueType font as WOFF 1.0 (https://www.w3.org/TR/WOFF/)."""
    count = len(tables)
    size = 12 + 16 * count + sum(len(data) + -len(data) % 4 for data in tables.values())
    place = 44 + 20 * count
    entries, body = b"", b""
    for tag, data in sorted(tables.items()):
        packed = min(zlib.compress(data, 9), data, key=len)
        entries += struct.pack(
            ">4sIIII", tag.encode(), place + len(body), len(packed), len(data), _checksum(data)
        )
        body += packed + b"\0" * (-len(packed) % 4)
    length = place + len(body)
    head = struct.pack(
        ">4sIIHHIHHIIIII", b"wOFF", 0x10000, length, count, 0, size, 1, 0, 0, 0, 0, 0, 0
    )
    return head + entries + body


def embedded(texts: Iterable[tuple[str, bool]]) -> str:
    """Return style rules that embed the letters of texts, which may be bold; empty if there are no
    texts.
    """
    letters: dict[bool, set[str]] = {False: set(), True: set()}
    for text, bold in texts:
        letters[bold].update(text)
    rules = ""
    for bold, used in letters.items():
        if used:
            data = base64.b64encode(_subset(frozenset(used), bold)).decode()
            weight = 700 if bold else 400
            source = f"url(data:font/woff;base64,{data})"
            rules += f"@font-face{{font-family:{FAMILY};font-weight:{weight};src:{source}}}"
    return rules
